# A dock that checks, fixes and converts the .vrm file that is selected in the dock of files.
@tool
extends VBoxContainer

signal file_written(path: String)

var file := ""
var title := Label.new()
var list := Tree.new()
var details := RichTextLabel.new()
var check_button := Button.new()
var fix_button := Button.new()
var migrate_button := Button.new()
var consent := ConfirmationDialog.new()

func _init() -> void:
    title.text_overrun_behavior = TextServer.OVERRUN_TRIM_ELLIPSIS
    title.text = "Select a .vrm file"
    add_child(title)
    var buttons := HFlowContainer.new()
    add_child(buttons)
    for pair in [[check_button, "Check", check_file], [fix_button, "Fix", fix_file],
            [migrate_button, "Convert to 1.0", migrate_file]]:
        var button: Button = pair[0]
        button.text = pair[1]
        button.disabled = true
        button.pressed.connect(pair[2])
        buttons.add_child(button)
    check_button.tooltip_text = "List the problems of the file, with remedies"
    fix_button.tooltip_text = "Write a copy with lossless, invisible fixes"
    migrate_button.tooltip_text = "Write a copy as VRM 1.0"
    list.columns = 2
    list.hide_root = true
    list.set_column_expand_ratio(1, 4)
    list.size_flags_vertical = Control.SIZE_EXPAND_FILL
    list.item_selected.connect(show_details)
    add_child(list)
    details.custom_minimum_size.y = 120
    details.selection_enabled = true
    add_child(details)
    consent.title = "Permissions have no exact equivalent"
    consent.ok_button_text = "I have the rights holder's consent"
    consent.confirmed.connect(migrate_file.bind(true))
    add_child(consent)

func show_file(path: String) -> void:
    file = path
    title.text = path.get_file()
    title.tooltip_text = path
    list.clear()
    details.text = ""
    for button: Button in [check_button, fix_button, migrate_button]:
        button.disabled = path.is_empty()

func check_file() -> void:
    show_diagnostics(VRM.check(file))

func fix_file() -> void:
    show_written(VRM.fix(file), "fixed")

func migrate_file(has_consent := false) -> void:
    var written: Dictionary = VRM.migrate(file, has_consent)
    if written.get("needs_consent", false):
        consent.dialog_text = "\n".join(written["changes"])
        show_changes(written["changes"], "These permissions need the rights holder's consent")
        if is_inside_tree() and DisplayServer.get_name() != "headless":
            consent.popup_centered(Vector2i(600, 300))
        return
    show_written(written, "1.0")

# Writes a copy beside the file. It never replaces a file.
func show_written(written: Dictionary, suffix: String) -> void:
    if written.has("error") or written.is_empty():
        show_diagnostics(written.get("diagnostics", []))
        details.text = written.get("error", "The file cannot be read.")
        return
    var changes: PackedStringArray = written["changes"]
    if changes.is_empty():
        show_diagnostics(written["diagnostics"])
        details.text = "Nothing to change."
        return
    var path := free_path("%s.%s" % [file.get_basename(), suffix])
    var out := FileAccess.open(path, FileAccess.WRITE)
    if out == null:
        details.text = "%s cannot be written: %s" % [path, error_string(FileAccess.get_open_error())]
        return
    out.store_buffer(written["bytes"])
    out.close()
    show_changes(changes, "Written: " + path.get_file())
    file_written.emit(path)

func free_path(base: String) -> String:
    var path := base + ".vrm"
    var number := 2
    while FileAccess.file_exists(path):
        path = "%s-%d.vrm" % [base, number]
        number += 1
    return path

func show_changes(changes: PackedStringArray, summary: String) -> void:
    list.clear()
    var root := list.create_item()
    for change in changes:
        var item := list.create_item(root)
        item.set_text(0, change.get_slice(":", 0))
        item.set_text(1, change.substr(change.find(":") + 2))
        item.set_metadata(0, change)
    details.text = summary

func show_diagnostics(found: Array) -> void:
    list.clear()
    var root := list.create_item()
    for diagnostic: Dictionary in found:
        var item := list.create_item(root)
        item.set_text(0, diagnostic["severity"])
        item.set_text(1, diagnostic["message"])
        var text := "%s: %s\n%s [%s]" % [diagnostic["severity"], diagnostic["pointer"], diagnostic["message"],
                diagnostic["code"]]
        if not diagnostic["remedy"].is_empty():
            text += "\n→ " + diagnostic["remedy"]
        if diagnostic["fixable"]:
            text += "\nFix corrects this."
        item.set_metadata(0, text)
    details.text = "No problems found." if found.is_empty() else "%d diagnostics" % found.size()

func show_details() -> void:
    details.text = list.get_selected().get_metadata(0)
