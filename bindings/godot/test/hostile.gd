# Loads files that may be broken, runs what loads, and frees it. A crash is the failure. arguments: FILE…
extends "checks.gd"

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
        var bytes := FileAccess.get_file_as_bytes(file)
        VRM.check(bytes)
        VRM.fix(bytes)
        VRM.migrate(bytes, true)
        in_scene(bytes)
    misuse()
    if not files.is_empty():
        await parts_that_go(files[0])
    print("files: %d, loaded: %d" % [files.size(), loaded])
    quit()

# A scene may be broken too: its model has any bytes, and its nodes are others than those of the model.
func in_scene(bytes: PackedByteArray) -> void:
    var model := VRMModel.new()
    model.data = bytes
    var avatar := VRMAvatar.new()
    var skeleton := Skeleton3D.new()
    for i in 5:
        skeleton.add_bone(str(i))
    var mesh := MeshInstance3D.new()
    mesh.set_meta("vrm_node", 4)
    mesh.mesh = BoxMesh.new()
    mesh.mesh.material = ShaderMaterial.new()
    mesh.mesh.material.set_meta("vrm_material", 1000000)
    skeleton.add_child(mesh)
    avatar.add_child(skeleton)
    avatar.model = model
    root.add_child(avatar)
    avatar.advance(0.1)
    avatar.model = null
    avatar.advance(0.1)
    avatar.free()

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
    assert(empty.play(VRMClip.new()) == -1 and empty.play(null, {"slot": "x"}) == -1)
    empty.fade(99, NAN, INF)
    empty.stop()
    empty.debug_draw = true
    empty.colliders = [null, NodePath("..")]
    empty.follow_skeleton = true
    empty.sleep = true
    empty.model = RefCounted.new()
    empty.advance(0.1)
    assert(empty.make_animation(VRMClip.new()) == null and empty.make_clip(Resource.new()) == null)
    assert(empty.make_animation_library({1: null}).get_animation_list().is_empty())
    assert(VRMClip.new().to_vrma().is_empty())
    var receiver := VRMVmcReceiver.new()
    receiver.avatar = NodePath("nowhere")
    receiver.port = -5
    receiver.address = "no address"
    root.add_child(receiver)
    receiver.add_datagram(PackedByteArray())
    receiver.free()
    var sender := VRMVmcSender.new()
    assert(sender.get_datagrams().is_empty())
    sender.free()
    var companion := VRMCompanion.new()
    root.add_child(companion)
    companion.avatar = NodePath("nowhere")
    companion.actions = {1: null, "": {"clip": 5, "expression": {}, "weight": "x"}}
    companion.activity = 99
    companion.attend(RefCounted.new(), NAN)
    companion.set_param(-1, NAN)
    assert(companion.get_param(1000) == 0.0)
    companion.set_mouth({"aa": NAN, 5: null})
    companion.be_silent()
    assert(not companion.cue({"name": null}, INF) and companion.say("no phonemes") == -1)
    companion.free()
    var crowd := VRMCrowd.new()
    crowd.advance(NAN)
    crowd.free()
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
    var companion := VRMCompanion.new()
    avatar.add_child(companion)
    companion.actions = {1: null, "not a name": {"weight": NAN}} # refused, with an error
    companion.avatar = NodePath("..")
    assert(not companion.show("happy"))
    companion.actions = {"wave": {"expression": "none"}, "nod": 5}
    assert(companion.show("wave", INF, NAN) and companion.say("0 0.1 a\nno phonemes") == -1 and companion.say("0 0.5 a", 1e300) >= 0)
    assert(companion.say("0 0.5 a", 999999.9) >= 0)
    avatar.advance(1e9) # beyond the last time of a sentence
    avatar.advance(0.1)
    companion.attend(Vector3(NAN, INF, 0), INF)
    avatar.advance(NAN)
    avatar.advance(0.5)
    avatar.get_skeleton().free()
    avatar.advance(0.1)
    avatar.follow_skeleton = true
    avatar.advance(0.1)
    assert(avatar.get_skeleton() == null)
    var copy: VRMAvatar = avatar.duplicate()
    copy.advance(0.1)
    assert(not copy.get_expressions().is_empty() and copy.get_skeleton() == null)
    copy.free()
    await process_frame
    avatar.free()
    var parts := read_glb(file)
    for i in 500:
        parts[0].nodes.append({"name": "more %d" % i})
    var larger: VRMAvatar = VRM.load(make_glb(parts[0], parts[1]))
    var other: VRMAvatar = VRM.load(file)
    other.advance(0.1)
    other.model = larger.model # which has more bones than the skeleton
    other.advance(0.1)
    assert(other.get_skeleton() == null)
    larger.free()
    var crowd := VRMCrowd.new()
    root.add_child(crowd)
    crowd.add_child(VRM.load(file))
    crowd.add_child(VRM.load(file))
    crowd.get_child(0).updated.connect(func() -> void: crowd.free())
    crowd.advance(0.1)
    other.free()
    var thread := Thread.new()
    thread.start(func() -> VRMAvatar: return VRM.load(file))
    var threaded: VRMAvatar = thread.wait_to_finish()
    root.add_child(threaded)
    await process_frame
    threaded.queue_free()
    await process_frame
    print("parts: done")
