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
    if not files.is_empty():
        await parts_that_go(files[0])
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

# GO-005: the application frees parts of an avatar, copies it, or loads it in a thread. The first file loads.
func parts_that_go(file: String) -> void:
    var avatar: VRMAvatar = VRM.load(file)
    root.add_child(avatar)
    for instance in avatar.find_children("*", "MeshInstance3D", true, false):
        instance.free()
    avatar.set_expression("happy", 1.0)
    avatar.advance(0.1)
    avatar.get_skeleton().free()
    avatar.advance(0.1)
    avatar.follow_skeleton = true
    avatar.advance(0.1)
    assert(avatar.get_skeleton() == null)
    var copy: VRMAvatar = avatar.duplicate()
    copy.advance(0.1)
    assert(copy.get_expressions().is_empty())
    copy.free()
    await process_frame
    avatar.free()
    var thread := Thread.new()
    thread.start(func() -> VRMAvatar: return VRM.load(file))
    var threaded: VRMAvatar = thread.wait_to_finish()
    root.add_child(threaded)
    await process_frame
    threaded.queue_free()
    await process_frame
    print("parts: done")
