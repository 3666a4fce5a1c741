# The methods of VRMAvatar and VRMClip. arguments: a file of 1.0, one of 0.x, a motion, a file with meshopt compression,
# the same without, and whether the extension reads them: "read" or "named"
extends "checks.gd"

func _initialize() -> void:
    await process_frame
    var arguments := OS.get_cmdline_user_args()
    for file in arguments.slice(0, 2):
        var avatar: VRMAvatar = VRM.load(file)
        avatar.auto_update = false
        root.add_child(avatar)
        go_001_check_load(avatar, file)
        go_006_check_expressions(avatar)
        go_006_check_pose(avatar)
        go_007_check_springs(avatar)
        go_009_check_clip(avatar, VRM.load_clip(arguments[2]))
        await go_006_check_process(avatar)
        avatar.free()
    go_008_check_first_person(arguments[0])
    go_001_check_options(arguments[0])
    go_001_check_package(arguments[0])
    go_001_check_pixels(arguments[0])
    go_027_check_meshopt(arguments[3], arguments[4], arguments[5] == "read")
    go_027_check_extensions(arguments[0])
    go_027_check_ktx2(arguments[0])
    finish()

func meshes_of(avatar: VRMAvatar) -> Array[Node]:
    return avatar.find_children("*", "MeshInstance3D", true, false)

func go_001_check_load(avatar: VRMAvatar, file: String) -> void:
    var info := avatar.get_info()
    check(info["vrm_version"] in ["0.x", "1.0"] and info["name"] == "Ame", "info")
    check(avatar.get_skeleton().find_bone("hips") >= 0 or avatar.get_skeleton().get_bone_count() > 20, "bones")
    check(meshes_of(avatar).size() > 0, "meshes")
    for instance in meshes_of(avatar):
        var mesh: ArrayMesh = instance.mesh
        for i in mesh.get_surface_count():
            var material: ShaderMaterial = mesh.surface_get_material(i)
            check(material != null and material.get_shader_parameter("base_color") is Vector4, "material")
            check(material.get_shader_parameter("base_texture") is Texture2D, "texture")
    var bytes: VRMAvatar = VRM.load(FileAccess.get_file_as_bytes(file))
    check(bytes != null and bytes.get_info() == info, "from bytes")
    bytes.free()

func weights_of(avatar: VRMAvatar) -> Array[float]:
    var out: Array[float] = []
    for instance in meshes_of(avatar):
        for i in instance.get_blend_shape_count():
            out.append(instance.get_blend_shape_value(i))
    return out

func go_006_check_expressions(avatar: VRMAvatar) -> void:
    check("happy" in avatar.get_expressions() and "blink" in avatar.get_expressions(), "expressions")
    avatar.set_expression("happy", 1.0)
    avatar.advance(0.0)
    check(avatar.get_expression("happy") == 1.0, "weight")
    check(weights_of(avatar).max() > 0.0, "blend shapes")
    avatar.set_layer_weight(0, 0.0)
    avatar.advance(0.0)
    check(weights_of(avatar).max() == 0.0, "layer")
    avatar.set_layer_weight(0, 1.0)
    avatar.set_expression("happy", 0.0)
    avatar.set_layer_expression(2, "aa", 0.5)
    avatar.advance(0.0)
    check(avatar.get_expression("aa") == 0.5, "layer of visemes")
    avatar.set_layer_expression(2, "aa", 0.0)
    avatar.set_layer_expression(99, "aa", 1.0) # no layer
    var listed := avatar.get_property_list().map(func(p: Dictionary) -> String: return p["name"])
    check("expressions/happy" in listed, "sliders")
    avatar.set("expressions/happy", 0.25)
    avatar.advance(0.0)
    check(avatar.get("expressions/happy") == 0.25 and avatar.get_expression("happy") == 0.25, "slider")
    check(avatar.get("expressions/nothing") == null, "no slider")
    avatar.set("expressions/happy", 0.0)

func go_006_check_pose(avatar: VRMAvatar) -> void:
    avatar.advance(0.0)
    var rest := rotations(avatar)
    avatar.set_bone_rotation("leftLowerArm", Quaternion(Vector3.UP, 1.0))
    check(avatar.get_bone_rotation("leftLowerArm").is_equal_approx(Quaternion(Vector3.UP, 1.0)), "bone")
    avatar.advance(0.0)
    check(rotations(avatar) != rest, "pose")
    avatar.reset_pose()
    avatar.advance(0.0)
    check(rotations(avatar) == rest, "rest")
    avatar.look_at_degrees(20.0, 10.0)
    avatar.advance(0.0)
    check(rotations(avatar) != rest or weights_of(avatar).max() > 0.0, "lookAt")
    avatar.look_at_nothing()
    avatar.advance(0.0)
    check(rotations(avatar) == rest, "no lookAt")
    check(avatar.get_eye_position().y > 0.5, "eyes")
    avatar.follow_skeleton = true # an AnimationPlayer would write the bones
    var skeleton: Skeleton3D = avatar.get_skeleton()
    var bone := 0
    while skeleton.get_bone_parent(bone) < 0:
        bone += 1
    skeleton.set_bone_pose_rotation(bone, Quaternion(Vector3.RIGHT, 0.5))
    avatar.advance(0.0)
    check(skeleton.get_bone_pose_rotation(bone).is_equal_approx(Quaternion(Vector3.RIGHT, 0.5)), "followed")
    avatar.follow_skeleton = false
    avatar.reset_pose()

# A walk moves the hair, a teleport does not.
func go_007_check_springs(avatar: VRMAvatar) -> void:
    for i in 120:
        avatar.advance(1.0 / 60.0)
    var calm := rotations(avatar)
    avatar.teleport(Transform3D(Basis.IDENTITY, Vector3(100, 0, 0)), true)
    avatar.advance(1.0 / 60.0)
    check(farthest(calm, rotations(avatar)) < 0.01, "teleport")
    avatar.position.x += 0.5
    for i in 3:
        avatar.advance(1.0 / 60.0)
    check(farthest(calm, rotations(avatar)) > 0.01, "springs")
    avatar.wind = Vector3(1, 0, 0)
    check(avatar.wind == Vector3(1, 0, 0), "wind")
    avatar.wind = Vector3.ZERO
    avatar.reset_springs()
    avatar.advance(0.0)

func go_009_check_clip(avatar: VRMAvatar, clip: VRMClip) -> void:
    check(clip.get_duration() > 1.0 and clip.get_format() == "vrma", "clip")
    avatar.apply_clip(clip, 1.0)
    avatar.advance(0.0)
    var first := rotations(avatar)
    avatar.apply_clip(clip, 2.0)
    avatar.advance(0.0)
    check(farthest(first, rotations(avatar)) > 0.05, "motion")
    avatar.apply_clip(clip, 1.0 + clip.get_duration())
    avatar.advance(0.0)
    check(farthest(first, rotations(avatar)) < 0.02, "loop")
    avatar.apply_clip(clip, INF, true)
    avatar.advance(0.0)
    avatar.reset_pose()

# The node updates itself in the tree.
func go_006_check_process(avatar: VRMAvatar) -> void:
    avatar.auto_update = true
    avatar.set_expression("happy", 1.0)
    await process_frame
    await process_frame
    check(avatar.get_expression("happy") == 1.0, "auto_update")

func go_008_check_first_person(file: String) -> void:
    var plain: VRMAvatar = VRM.load(file)
    var avatar: VRMAvatar = VRM.load(file, {"first_person_layers": 2, "third_person_layers": 4})
    var layers := {}
    var triangles := {2: 0, 4: 0}
    for instance in meshes_of(avatar):
        layers[instance.layers] = true
        for layer in triangles:
            if instance.layers & layer:
                for i in instance.mesh.get_surface_count():
                    triangles[layer] += instance.mesh.surface_get_array_index_len(i) / 3
    check(layers.has(2) or layers.has(4), "layers")
    check(triangles[2] > 0 and triangles[2] < triangles[4], "the head is not in its own camera")
    check(meshes_of(avatar).size() > meshes_of(plain).size(), "split")
    avatar.free()
    plain.free()

func go_001_check_options(file: String) -> void:
    var avatar: VRMAvatar = VRM.load(file, {"max_texture_size": 64, "mipmaps": false, "sleep": true, "strict": true})
    for instance in meshes_of(avatar):
        var texture: Texture2D = instance.mesh.surface_get_material(0).get_shader_parameter("base_texture")
        check(max(texture.get_width(), texture.get_height()) <= 64, "size")
        check(not texture.get_image().has_mipmaps(), "mipmaps")
    avatar.free()
    avatar = VRM.load(file, {"compress_textures": true, "max_texture_size": 128})
    for instance in meshes_of(avatar):
        var texture: Texture2D = instance.mesh.surface_get_material(0).get_shader_parameter("base_texture")
        check(texture.get_image().is_compressed() and texture.get_image().has_mipmaps(), "compressed")
    avatar.free()

# An exported game has its files in a package, and not on disk.
func go_001_check_package(file: String) -> void:
    var package := "user://packed.pck"
    var packer := PCKPacker.new()
    check(packer.pck_start(package) == OK, "package")
    packer.add_file("res://packed/avatar.vrm", file)
    packer.flush()
    check(VRM.load("res://packed/avatar.vrm") == null, "not yet there")
    check(ProjectSettings.load_resource_pack(package), "package loads")
    var avatar: VRMAvatar = VRM.load("res://packed/avatar.vrm")
    check(avatar != null and avatar.get_info()["name"] == "Ame", "from a package")
    avatar.free()
    DirAccess.remove_absolute(package)

func texture_of(avatar: VRMAvatar, surface: int) -> Image:
    var texture: Texture2D = meshes_of(avatar)[0].mesh.surface_get_material(surface).get_shader_parameter("base_texture")
    return texture.get_image()

# Whichever decoder is used, the pixels are those of the file.
func go_001_check_pixels(file: String) -> void:
    var glb := read_glb(file)
    var decoded: Array[PackedByteArray] = []
    for image: Dictionary in glb[0]["images"]:
        var view: Dictionary = glb[0]["bufferViews"][int(image["bufferView"])]
        var from := int(view.get("byteOffset", 0))
        var plain := Image.new()
        check(plain.load_png_from_buffer(glb[1].slice(from, from + int(view["byteLength"]))) == OK, "PNG")
        plain.convert(Image.FORMAT_RGBA8)
        decoded.append(plain.get_data())
    var avatar: VRMAvatar = VRM.load(file, {"mipmaps": false})
    for i in meshes_of(avatar)[0].mesh.get_surface_count():
        var image := texture_of(avatar, i)
        image.convert(Image.FORMAT_RGBA8)
        check(image.get_data() in decoded, "pixels")
    avatar.free()

func diagnostics_of(avatar: VRMAvatar) -> String:
    return "\n".join(avatar.get_diagnostics())

func surfaces_of(avatar: VRMAvatar) -> Array:
    var out := []
    for instance in meshes_of(avatar):
        for i in instance.mesh.get_surface_count():
            out.append(instance.mesh.surface_get_arrays(i))
    return out

# Meshes that are compressed are the same, or named with what to do.
func go_027_check_meshopt(compressed: String, plain: String, reads: bool) -> void:
    var avatar: VRMAvatar = VRM.load(compressed)
    var whole: VRMAvatar = VRM.load(plain)
    check(surfaces_of(whole).size() > 0, "surfaces")
    if reads:
        check(surfaces_of(avatar) == surfaces_of(whole), "compressed meshes")
        check(avatar.get_diagnostics() == whole.get_diagnostics(), "no diagnostic of compression")
    else:
        check("EXT_meshopt_compression" in diagnostics_of(avatar), "meshopt is named")
        check("decompress the file first" in diagnostics_of(avatar), "a remedy for meshopt")
    avatar.free()
    whole.free()

func load_changed(file: String, change: Callable) -> VRMAvatar:
    var glb := read_glb(file)
    change.call(glb[0])
    return VRM.load(make_glb(glb[0], glb[1]))

func require(document: Dictionary, extension: String) -> void:
    for list: String in ["extensionsUsed", "extensionsRequired"]:
        document[list] = document.get(list, []) + [extension]

func go_027_check_extensions(file: String) -> void:
    const DRACO := "KHR_draco_mesh_compression"
    var avatar := load_changed(file, func(document: Dictionary) -> void:
        require(document, DRACO)
        for primitive: Dictionary in document["meshes"][0]["primitives"]:
            primitive["extensions"] = {DRACO: {"bufferView": 0, "attributes": {"POSITION": 0}}})
    check(DRACO in diagnostics_of(avatar) and "decompress the file first" in diagnostics_of(avatar), "Draco")
    avatar.free()
    avatar = load_changed(file, func(document: Dictionary) -> void: require(document, "EXT_unknown"))
    check("requires the unsupported extension \"EXT_unknown\"" in diagnostics_of(avatar), "an unknown extension")
    check("export the file without this extension" in diagnostics_of(avatar), "a remedy for an unknown extension")
    avatar.free()

# KTX2 with one block of UASTC, 4 x 4 pixels of one color: the header and the list of levels, a description of the
# format, and the block.
func make_ktx2(color: Color) -> PackedByteArray:
    const SRGB := 2
    const UASTC := 166
    const SOLID := 0x17 # mode of a block, in 5 bits
    var out := PackedByteArray([0xAB, 0x4B, 0x54, 0x58, 0x20, 0x32, 0x30, 0xBB, 0x0D, 0x0A, 0x1A, 0x0A])
    var words := [0, 1, 4, 4, 0, 0, 1, 1, 0, 104, 44, 0, 0, 0, 0, 0, 0, 160, 0, 16, 0, 16, 0]
    words += [44, 0, 2 | 40 << 16, UASTC | 1 << 8 | SRGB << 16, 3 | 3 << 8, 16, 0, 127 << 16, 0, 0, 0xFFFFFFFF, 0, 0, 0]
    var block := SOLID | color.r8 << 5 | color.g8 << 13 | color.b8 << 21 | 0xFF << 29
    words += [block & 0xFFFFFFFF, block >> 32, 0, 0]
    for word: int in words:
        out.append_array(u32(word))
    return out

# All textures are KTX2.
func load_ktx2(file: String, ktx2: PackedByteArray) -> VRMAvatar:
    var glb := read_glb(file)
    var document: Dictionary = glb[0]
    var view := {"buffer": 0, "byteOffset": (glb[1].size() + 3) & ~3, "byteLength": ktx2.size()}
    glb[1].resize(view["byteOffset"])
    document["bufferViews"].append(view)
    document["images"].append({"bufferView": document["bufferViews"].size() - 1, "mimeType": "image/ktx2"})
    for texture: Dictionary in document["textures"]:
        texture.erase("source")
        texture["extensions"] = {"KHR_texture_basisu": {"source": document["images"].size() - 1}}
    require(document, "KHR_texture_basisu")
    return VRM.load(make_glb(document, glb[1] + ktx2))

# The engine gets the bytes of KTX2. What it cannot decode is named with a remedy.
func go_027_check_ktx2(file: String) -> void:
    var color := Color8(200, 100, 50)
    var ktx2 := make_ktx2(color)
    var is_decoded := Image.new().load_ktx_from_buffer(ktx2) == OK
    print("the engine decodes KTX2: ", is_decoded)
    var avatar := load_ktx2(file, ktx2)
    if is_decoded:
        check("KTX2 images that the engine decoded: 1" in diagnostics_of(avatar), "KTX2 is drawn")
        var image := texture_of(avatar, 0)
        check(image.get_size() == Vector2i(4, 4) and image.has_mipmaps(), "the size and mipmaps of KTX2")
        check(image.get_pixel(1, 1).is_equal_approx(color), "a pixel of KTX2: %s" % [image.get_pixel(1, 1)])
    else:
        check("KTX2 images that the engine cannot decode: 1" in diagnostics_of(avatar), "KTX2 is named")
    avatar.free()
    for broken: PackedByteArray in broken_ktx2(ktx2):
        avatar = load_ktx2(file, broken)
        check("/images/" in diagnostics_of(avatar) and "[godot-images]" in diagnostics_of(avatar), "damaged KTX2")
        check("KTX2 images that the engine decoded" not in diagnostics_of(avatar), "damaged KTX2 is refused")
        avatar.free()

# Cut files, and numbers of the header that are too large: the engine would allocate what they state.
func broken_ktx2(whole: PackedByteArray) -> Array[PackedByteArray]:
    var out: Array[PackedByteArray] = []
    for length: int in [40, 90, 150, whole.size() - 1]:
        out.append(whole.slice(0, length))
    for at: int in [12, 20, 24, 28, 32, 36, 40, 48, 52, 56, 60, 64, 72, 80, 84, 88, 92, 96, 100]:
        var changed := whole.duplicate()
        changed.encode_u32(at, 0xFFFFFFFF)
        out.append(changed)
    return out
