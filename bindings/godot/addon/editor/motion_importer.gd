# Imports .vrma, .bvh and .vmd files as AnimationLibrary, for the skeleton of an avatar.
@tool
extends EditorImportPlugin

func _get_importer_name() -> String:
    return "libvrm.motion"

func _get_visible_name() -> String:
    return "AnimationLibrary for a VRM avatar"

func _get_recognized_extensions() -> PackedStringArray:
    return ["vrma", "bvh", "vmd"]

func _get_save_extension() -> String:
    return "res"

func _get_resource_type() -> String:
    return "AnimationLibrary"

func _get_preset_count() -> int:
    return 0

func _get_priority() -> float:
    return 1.0

func _get_import_order() -> int:
    return 0

func _get_import_options(_path: String, _preset: int) -> Array[Dictionary]:
    return [
        {"name": "avatar", "default_value": "", "property_hint": PROPERTY_HINT_FILE, "hint_string": "*.vrm"},
        {"name": "frames_per_second", "default_value": 30.0, "property_hint": PROPERTY_HINT_RANGE,
            "hint_string": "1,240"},
        {"name": "loop", "default_value": true},
    ]

func _get_option_visibility(_path: String, _option: StringName, _options: Dictionary) -> bool:
    return true

func _import(source: String, save_path: String, options: Dictionary, _variants: Array[String],
        _files: Array[String]) -> Error:
    var clip: VRMClip = VRM.load_clip(source)
    if clip == null: # the reason is printed
        return ERR_FILE_CORRUPT
    var path: String = options["avatar"]
    if path.begins_with("uid://"):
        path = ResourceUID.get_id_path(ResourceUID.text_to_id(path))
    var library := AnimationLibrary.new()
    if path.is_empty():
        print("%s: choose an avatar in the import dock. An animation is made for its skeleton" % source)
    else:
        var avatar: VRMAvatar = VRM.load(path, {"max_texture_size": 16, "mipmaps": false})
        if avatar == null:
            return ERR_FILE_BAD_PATH
        var animation: Animation = avatar.make_animation(clip, options["frames_per_second"])
        animation.loop_mode = Animation.LOOP_LINEAR if options["loop"] else Animation.LOOP_NONE
        library.add_animation(source.get_file().get_basename().validate_node_name(), animation)
        avatar.free()
    return ResourceSaver.save(library, "%s.%s" % [save_path, _get_save_extension()])
