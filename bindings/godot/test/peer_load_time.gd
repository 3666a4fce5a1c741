# The CPU time from the bytes of a file to its first frame by godot-vrm: the engine's GLTFDocument with the extensions
# that its plugin and its importer register. arguments: FILE
extends "loads.gd"

const ADDON := "res://addons/vrm/"
# The last one becomes the first: all run before the engine replaces the nodes of an import.
const EXTENSIONS: Array[String] = ["1.0/VRMC_materials_mtoon.gd", "1.0/VRMC_materials_hdr_emissiveMultiplier.gd",
    "1.0/VRMC_springBone.gd", "1.0/VRMC_node_constraint.gd", "1.0/VRMC_vrm.gd", "vrm_extension.gd"]
const USE_NAMED_SKIN_BINDS := 16 # of EditorSceneFormatImporter, which games do not have

var with_mipmaps := false

func make(bytes: PackedByteArray, _mipmaps: bool) -> Node3D:
    var document := GLTFDocument.new()
    var state := GLTFState.new()
    # What its importer sets if nobody changes the options.
    state.set_additional_data(&"vrm/head_hiding_method", 0)
    state.set_additional_data(&"vrm/first_person_layers", 2)
    state.set_additional_data(&"vrm/third_person_layers", 4)
    state.handle_binary_image = GLTFState.HANDLE_BINARY_EMBED_AS_UNCOMPRESSED
    var error := document.append_from_buffer(bytes, "", state, USE_NAMED_SKIN_BINDS)
    assert(error == OK)
    var made: Node3D = document.generate_scene(state)
    for texture: Texture2D in state.get_images():
        with_mipmaps = with_mipmaps or (texture != null and texture.get_image().has_mipmaps())
    return made

func _initialize() -> void:
    await process_frame
    for file in EXTENSIONS:
        GLTFDocument.register_gltf_document_extension(load(ADDON + file).new(), true)
    var time := await time_of(FileAccess.get_file_as_bytes(OS.get_cmdline_user_args()[0]), false)
    print("milliseconds: %d to the first frame, %s mipmaps" % [time, "with" if with_mipmaps else "without"])
    quit()
