# What the editor has imported, and the dock.
extends "checks.gd"

func _initialize() -> void:
    await process_frame
    go_024_check_scene()
    go_024_check_motion()
    go_025_check_dock()
    finish()

func go_024_check_scene() -> void:
    var scene: PackedScene = load("res://ame.vrm")
    var avatar: VRMAvatar = scene.instantiate()
    var other: VRMAvatar = scene.instantiate()
    check(avatar.model != null and avatar.model == other.model, "instances share the model")
    check(avatar.get_info()["name"] == "Ame", "info")
    root.add_child(avatar)
    root.add_child(other)
    avatar.set_expression("happy", 1.0)
    avatar.advance(0.1)
    other.advance(0.1)
    check(avatar.get_expression("happy") == 1.0 and other.get_expression("happy") == 0.0, "expressions")
    var meshes := avatar.find_children("*", "MeshInstance3D", true, false)
    check(meshes.size() > 0, "meshes")
    var sum := 0.0
    for mesh: MeshInstance3D in meshes:
        for i in mesh.get_blend_shape_count():
            sum += mesh.get_blend_shape_value(i)
        var material: ShaderMaterial = mesh.get_active_material(0)
        var texture: Texture2D = material.get_shader_parameter("base_texture")
        check(texture != null and texture.get_width() <= 64, "an option of the import")
    check(sum > 0.0, "blend shapes")
    avatar.free()
    other.free()

func go_024_check_motion() -> void:
    var library: AnimationLibrary = load("res://dance.vrma")
    check(library.has_animation("dance"), "library")
    check(library.get_animation("dance").get_track_count() > 20, "tracks")

func go_025_check_dock() -> void:
    var dock: Control = load("res://addons/libvrm/editor/check_dock.gd").new()
    root.add_child(dock)
    dock.show_file("res://editor_0.vrm")
    dock.check_file()
    check(not dock.details.text.is_empty(), "checked")
    dock.fix_file()
    dock.migrate_file()
    var written: Array[String] = []
    dock.file_written.connect(func(path: String) -> void: written.append(path))
    dock.migrate_file(true)
    dock.migrate_file(true)
    check(written.size() == 2 and written[0] != written[1], "files are never replaced")
    var migrated: VRMAvatar = VRM.load(written[0])
    check(migrated != null and migrated.get_info()["vrm_version"] == "1.0", "converted")
    migrated.free()
    var broken := FileAccess.open("res://broken.vrm", FileAccess.WRITE)
    broken.store_string("glTF and nothing else")
    broken.close()
    dock.show_file("res://broken.vrm")
    dock.fix_file()
    check(dock.list.get_root().get_child_count() > 0, "the reason is listed")
    dock.list.get_root().get_child(0).select(0)
    dock.show_details()
    check("→" in dock.details.text, "with a remedy")
    dock.free()
