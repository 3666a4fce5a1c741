# Imports .vrm files as scenes whose root is a VRMAvatar.
@tool
extends EditorSceneFormatImporter

const OPTIONS := {
    "vrm/max_texture_size": 4096,
    "vrm/compress_textures": false,
    "vrm/mipmaps": true,
    "vrm/sleep": false,
    "vrm/strict": false,
    "vrm/first_person_layers": 0,
    "vrm/third_person_layers": 0,
}

func _get_extensions() -> PackedStringArray:
    return ["vrm"]

func _get_import_options(path: String) -> void:
    if path.get_extension().to_lower() != "vrm" and not path.is_empty():
        return
    for option in OPTIONS:
        match option:
            "vrm/max_texture_size":
                add_import_option_advanced(TYPE_INT, option, OPTIONS[option], PROPERTY_HINT_RANGE, "16,16384,or_greater")
            "vrm/first_person_layers", "vrm/third_person_layers":
                add_import_option_advanced(TYPE_INT, option, OPTIONS[option], PROPERTY_HINT_LAYERS_3D_RENDER)
            _:
                add_import_option(option, OPTIONS[option])

func _import_scene(path: String, _flags: int, options: Dictionary) -> Object:
    var load_options := {"for_scene": true}
    for option in OPTIONS:
        load_options[option.trim_prefix("vrm/")] = options.get(option, OPTIONS[option])
    var avatar: VRMAvatar = VRM.load(path, load_options)
    if avatar == null: # the reason is printed
        return null
    for node in avatar.find_children("*", "", true, false):
        node.owner = avatar
    var found := avatar.get_diagnostics()
    if not found.is_empty():
        print("%s: %d diagnostics; the dock VRM lists them with remedies" % [path, found.size()])
    return avatar
