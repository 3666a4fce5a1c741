# Adds the importers and the dock to the editor.
@tool
extends EditorPlugin

const SceneImporter := preload("scene_importer.gd")
const MotionImporter := preload("motion_importer.gd")
const CheckDock := preload("check_dock.gd")

var scene_importer: EditorSceneFormatImporter
var motion_importer: EditorImportPlugin
var dock: Control

func _enter_tree() -> void:
    scene_importer = SceneImporter.new()
    add_scene_format_importer_plugin(scene_importer)
    motion_importer = MotionImporter.new()
    add_import_plugin(motion_importer)
    dock = CheckDock.new()
    dock.name = "VRM"
    dock.file_written.connect(func(_path: String) -> void: EditorInterface.get_resource_filesystem().scan())
    add_control_to_dock(DOCK_SLOT_RIGHT_BL, dock)
    EditorInterface.get_file_system_dock().selection_changed.connect(show_selected)

func _exit_tree() -> void:
    EditorInterface.get_file_system_dock().selection_changed.disconnect(show_selected)
    remove_control_from_docks(dock)
    dock.free()
    remove_import_plugin(motion_importer)
    remove_scene_format_importer_plugin(scene_importer)

func show_selected() -> void:
    for path in EditorInterface.get_selected_paths():
        if path.get_extension().to_lower() == "vrm":
            dock.show_file(path)
            return
