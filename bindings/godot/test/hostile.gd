# Loads files that may be broken, runs what loads, and frees it. A crash is the failure. arguments: FILE…
extends SceneTree

func _initialize() -> void:
    await process_frame
    var loaded := 0
    var files := OS.get_cmdline_user_args()
    for file in files:
        print("file: ", file)
        var avatar: VRMAvatar = VRM.load(file)
        if avatar != null:
            loaded += 1
            root.add_child(avatar)
            for i in 10:
                avatar.advance(1.0 / 60.0)
            await process_frame
            avatar.free()
    misuse()
    print("files: %d, loaded: %d" % [files.size(), loaded])
    quit()

# GO-005: wrong arguments give null and no crash, and an avatar without a file does nothing.
func misuse() -> void:
    for source in [null, 1, "", "res://nowhere.vrm", PackedByteArray(), PackedByteArray([1, 2, 3]), {}, []]:
        assert(VRM.load(source) == null)
        assert(VRM.load_clip(source) == null)
    var empty := VRMAvatar.new()
    root.add_child(empty)
    empty.advance(NAN)
    empty.set_expression("happy", INF)
    empty.set_bone_rotation("", Quaternion(NAN, 0, 0, 1))
    empty.look_at_point(Vector3(NAN, INF, 0))
    empty.teleport(Transform3D())
    empty.apply_clip(null, 1.0)
    empty.apply_clip(RefCounted.new(), 1.0)
    empty.apply_clip(VRMClip.new(), 1.0)
    assert(empty.get_skeleton() == null and empty.get_info().is_empty())
    assert(VRMClip.new().get_duration() == 0.0)
    empty.free()
    print("misuse: done")
