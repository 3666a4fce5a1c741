# Avatars in scenes: signals, mixed motions, modifiers, colliders, debug lines, crowds, animations, VMC, checks.
# arguments: a file of 1.0, one of 0.x, a motion
extends "checks.gd"

var heard := {}

func _initialize() -> void:
    await process_frame
    var arguments := OS.get_cmdline_user_args()
    for file in arguments.slice(0, 2):
        var avatar: VRMAvatar = VRM.load(file)
        avatar.auto_update = false
        root.add_child(avatar)
        go_014_check_signals(avatar)
        go_015_check_mixer(avatar, VRM.load_clip(arguments[2]))
        await go_016_check_modifier(avatar)
        await go_017_check_colliders(avatar)
        await go_018_check_debug(avatar)
        go_020_check_animation(avatar, VRM.load_clip(arguments[2]))
        await go_021_check_vmc(avatar, file)
        avatar.free()
    await go_019_check_crowd(arguments[0])
    await go_019_check_moves(arguments[0])
    go_019_check_handlers(arguments[0])
    go_022_check_copies(arguments[0])
    go_023_check_author(arguments[0], arguments[1])
    finish()

func go_014_check_signals(avatar: VRMAvatar) -> void:
    heard = {"updated": 0}
    var count := func() -> void: heard["updated"] += 1
    var keep := func(expression: String, weight: float) -> void: heard[expression] = weight
    avatar.updated.connect(count)
    avatar.expression_changed.connect(keep)
    avatar.set_expression("happy", 0.5)
    avatar.advance(0.1)
    avatar.advance(0.1)
    check(heard["updated"] == 2, "updated")
    check(heard.get("happy") == 0.5, "expression_changed")
    avatar.updated.disconnect(count)
    avatar.expression_changed.disconnect(keep)
    avatar.set_expression("happy", 0.0)
    avatar.advance(0.1)
    check(heard["updated"] == 2, "no signal")

func go_015_check_mixer(avatar: VRMAvatar, clip: VRMClip) -> void:
    heard = {}
    var keep := func(slot: int, what: String) -> void: heard[what] = slot
    for signal_name in ["motion_looped", "motion_ended", "motion_faded"]:
        avatar.connect(signal_name, keep.bind(signal_name))
    var slot := avatar.play(clip, {"fade": 0.2})
    check(slot == 0 and avatar.play(null) == -1 and avatar.play(clip, {"slot": 99}) == -1, "slots")
    avatar.advance(0.5)
    var first := rotations(avatar)
    check(is_equal_approx(avatar.get_motion_time(slot), 0.5), "time")
    check(heard.get("motion_faded") == slot, "motion_faded")
    avatar.advance(0.5)
    check(farthest(first, rotations(avatar)) > 0.05, "it moves")
    avatar.advance(clip.get_duration())
    check(heard.get("motion_looped") == slot, "motion_looped")
    var other := avatar.play(clip, {"fade": 0.1, "loop": false, "speed": 2.0})
    check(other == 1, "the other slot")
    avatar.advance(clip.get_duration())
    check(heard.get("motion_ended") == other, "motion_ended")
    avatar.stop(0.0)
    avatar.advance(0.1)
    var calm := avatar.get_bone_rotation("leftUpperLeg")
    avatar.advance(0.5)
    check(avatar.get_bone_rotation("leftUpperLeg") == calm, "stopped")
    for signal_name in ["motion_looped", "motion_ended", "motion_faded"]:
        for connection in avatar.get_signal_connection_list(signal_name):
            avatar.disconnect(signal_name, connection["callable"])
    avatar.reset_pose()
    avatar.reset_springs()
    avatar.advance(0.0)

# Bones that a program writes are the pose, and what the modifier writes does not come back as the pose.
func go_016_check_modifier(avatar: VRMAvatar) -> void:
    var skeleton: Skeleton3D = avatar.get_skeleton()
    var head: int = skeleton.find_bone("head")
    check(head >= 0, "head")
    avatar.advance(0.0)
    var rest := rotations(avatar)
    var before := avatar.get_global_positions()
    avatar.follow_skeleton = true
    avatar.auto_update = true
    var shown := {"head": Quaternion.IDENTITY, "count": 0}
    var keep := func() -> void:
        shown["head"] = skeleton.get_bone_pose_rotation(head)
        shown["count"] += 1
    skeleton.skeleton_updated.connect(keep)
    await process_frame
    await process_frame
    check(skeleton.get_children(true).any(func(n: Node) -> bool: return n.is_class("VRMModifier")), "modifier")
    check(shown["count"] > 0, "the modifier runs")
    var after := avatar.get_global_positions()
    var farthest_node := 0.0 # springs move a little
    for i in after.size():
        farthest_node = max(farthest_node, absf(after[i] - before[i]))
    check(farthest_node < 0.03, "it faces the same way: %f" % farthest_node)
    var turned := Quaternion(Vector3.UP, 0.25) * rest[head]
    skeleton.set_bone_pose_rotation(head, turned)
    await process_frame
    await process_frame
    check(shown["head"].is_equal_approx(turned), "shown")
    check(skeleton.get_bone_pose_rotation(head).is_equal_approx(turned), "the pose stays")
    check(farthest(rest, rotations(avatar)) < 0.26, "springs are not in the pose")
    skeleton.skeleton_updated.disconnect(keep)
    avatar.follow_skeleton = false
    avatar.auto_update = false
    avatar.reset_pose()
    avatar.reset_springs()
    avatar.advance(0.0)
    check(rotations(avatar) == rest, "back")

func go_017_check_colliders(avatar: VRMAvatar) -> void:
    for i in 60:
        avatar.advance(1.0 / 60.0)
    var calm := rotations(avatar)
    var shape := CollisionShape3D.new()
    shape.name = "Hand"
    avatar.add_child(shape)
    var place: Vector3 = avatar.get_eye_position() + Vector3(0.0, -0.1, -0.25)
    for kind in [SphereShape3D.new(), CapsuleShape3D.new(), WorldBoundaryShape3D.new()]:
        if kind is SphereShape3D or kind is CapsuleShape3D:
            kind.radius = 0.2
        if kind is CapsuleShape3D:
            kind.height = 0.8
        shape.shape = kind
        shape.global_transform = Transform3D(Basis.IDENTITY, place)
        if kind is WorldBoundaryShape3D: # its normal is Y
            shape.global_transform = Transform3D(Basis(Vector3.RIGHT, -PI / 2), place)
        avatar.colliders = [avatar.get_path_to(shape)]
        for i in 30:
            avatar.advance(1.0 / 60.0)
        check(farthest(calm, rotations(avatar)) > 0.02, "pushed by " + kind.get_class())
        shape.disabled = true
        for i in 240:
            avatar.advance(1.0 / 60.0)
        check(farthest(calm, rotations(avatar)) < 0.02, "free of " + kind.get_class())
        shape.disabled = false
    check(avatar.colliders.size() == 1, "paths")
    shape.shape = SphereShape3D.new()
    shape.shape.radius = 0.2
    shape.global_transform = Transform3D(Basis.IDENTITY, place)
    for i in 30:
        avatar.advance(1.0 / 60.0)
    check(farthest(calm, rotations(avatar)) > 0.02, "pushed again")
    avatar.colliders = []
    for i in 240:
        avatar.advance(1.0 / 60.0)
    check(farthest(calm, rotations(avatar)) < 0.02, "colliders that are removed")
    avatar.colliders = [NodePath("nothing"), 5, avatar.get_path_to(avatar.get_skeleton())]
    avatar.advance(0.1)
    shape.free()
    avatar.advance(0.1)
    avatar.colliders = []
    avatar.reset_springs()
    avatar.advance(0.0)
    await process_frame

func go_018_check_debug(avatar: VRMAvatar) -> void:
    avatar.debug_draw = true
    avatar.advance(0.1)
    check(avatar.get_debug_line_count() > 20, "lines")
    var lines: Array = avatar.get_children(true).filter(func(n: Node) -> bool: return n.name == "VRMDebugLines")
    check(lines.size() == 1, "mesh of lines")
    check(lines[0].mesh.surface_get_array_len(0) == avatar.get_debug_line_count() * 2, "vertices")
    avatar.debug_draw = false
    await process_frame
    check(not avatar.get_children(true).any(func(n: Node) -> bool: return n.name == "VRMDebugLines"), "no lines")

func go_019_check_crowd(file: String) -> void:
    var crowd := VRMCrowd.new()
    root.add_child(crowd)
    var avatars: Array[VRMAvatar] = []
    for i in 6:
        avatars.append(VRM.load(file))
        crowd.add_child(avatars[i])
        avatars[i].position.x = i * 30.0
    check(crowd.get_avatar_count() == 6, "count")
    avatars[0].set_expression("happy", 1.0)
    await process_frame
    await process_frame
    check(avatars[0].get_expression("happy") == 1.0, "updated by the crowd")
    crowd.remove_child(avatars[0])
    root.add_child(avatars[0])
    check(crowd.get_avatar_count() == 5, "left")
    avatars[0].set_expression("happy", 0.5)
    await process_frame
    await process_frame
    check(avatars[0].get_expression("happy") == 0.5, "alone again")
    avatars[1].free()
    await process_frame
    check(crowd.get_avatar_count() == 4, "freed")
    var camera := Camera3D.new()
    root.add_child(camera)
    crowd.detail_by_distance = true
    await process_frame
    var far := avatars[5]
    far.position.x = 500.0
    await process_frame
    await process_frame
    far.set_expression("happy", 1.0)
    await process_frame
    await process_frame
    check(far.get_expression("happy") == 0.0, "far away: frozen")
    crowd.detail_by_distance = false
    await process_frame
    await process_frame
    check(far.get_expression("happy") == 1.0, "full again")
    crowd.use_threads = false
    await process_frame
    var ball := CollisionShape3D.new()
    ball.shape = SphereShape3D.new()
    root.add_child(ball)
    crowd.colliders = [crowd.get_path_to(ball)]
    await process_frame
    ball.free()
    crowd.auto_update = false
    crowd.advance(0.1)
    var kept := avatars[2]
    crowd.remove_child(kept)
    crowd.free()
    root.add_child(kept)
    await process_frame
    check(kept.get_expressions().size() > 0, "outlives the crowd")
    kept.free()
    avatars[0].free()
    camera.free()

# An avatar moves to a crowd that updates before the one that it leaves: one crowd alone has it afterwards.
func go_019_check_moves(file: String) -> void:
    var next := VRMCrowd.new()
    root.add_child(next)
    for is_freed in [false, true]: # the crowd that it leaves, in the frame of the move
        var left := VRMCrowd.new()
        root.add_child(left)
        var avatar: VRMAvatar = VRM.load(file)
        left.add_child(avatar)
        await process_frame
        await process_frame
        avatar.set_expression("happy", 1.0)
        avatar.reparent(next)
        if is_freed:
            avatar.updated.connect(func() -> void: left.free(), CONNECT_ONE_SHOT)
        await process_frame
        await process_frame
        check(is_instance_valid(left) != is_freed, "the crowd that it left")
        check(avatar.get_expression("happy") == 1.0, "its state has moved")
        heard = {"updated": 0}
        var count := func() -> void: heard["updated"] += 1
        avatar.updated.connect(count)
        await process_frame
        check(heard["updated"] == 1, "updated once in a frame")
        check(next.get_avatar_count() == 1, "it has moved")
        check(is_freed or left.get_avatar_count() == 0, "it has left")
        avatar.queue_free()
        await process_frame
        await process_frame
        check(next.get_avatar_count() == 0, "it is freed")
        if not is_freed:
            left.free()
    next.free()

# An avatar that leaves adds its modifier to the tree. A handler of that may free the next one that leaves, or the crowd.
func go_019_check_handlers(file: String) -> void:
    for way: String in ["crowd stays", "crowd is freed", "handler frees crowd"]:
        var crowd := VRMCrowd.new()
        root.add_child(crowd)
        var avatars: Array[VRMAvatar] = []
        for i in 2:
            avatars.append(VRM.load(file))
            crowd.add_child(avatars[i])
        check(crowd.get_avatar_count() == 2, "count")
        for avatar in avatars:
            avatar.follow_skeleton = true # without a modifier, as long as the crowd has it
            avatar.reparent(root)
        var handler := func(_node: Node) -> void: avatars[1].free()
        if way == "handler frees crowd":
            handler = func(_node: Node) -> void:
                avatars[1].free()
                crowd.free()
        node_added.connect(handler, CONNECT_ONE_SHOT) # of the modifier
        if way == "crowd is freed":
            crowd.free()
        else:
            check(crowd.get_avatar_count() == 0, "all have left")
        check(not is_instance_valid(avatars[1]), "freed by a handler")
        if way == "crowd stays":
            crowd.free()
        check(not is_instance_valid(crowd), "no crowd")
        avatars[0].free()

func go_020_check_animation(avatar: VRMAvatar, clip: VRMClip) -> void:
    var library: AnimationLibrary = avatar.make_animation_library({"dance": clip})
    check(library.has_animation("dance"), "library")
    var animation := library.get_animation("dance")
    check(absf(animation.length - clip.get_duration()) < 1e-6 and animation.get_track_count() > 20, "tracks")
    var player := AnimationPlayer.new()
    avatar.add_child(player)
    player.root_node = NodePath("..")
    player.add_animation_library("vrm", library)
    player.play("vrm/dance")
    player.seek(1.0, true)
    var played := rotations(avatar)
    player.stop()
    player.free()
    avatar.apply_clip(clip, 1.0)
    avatar.advance(0.0)
    var applied := rotations(avatar)
    var skeleton: Skeleton3D = avatar.get_skeleton()
    var most := 0.0
    for track in animation.get_track_count():
        if animation.track_get_type(track) == Animation.TYPE_ROTATION_3D:
            var bone: int = skeleton.find_bone(animation.track_get_path(track).get_concatenated_subnames())
            check(bone >= 0, "bone of a track")
            most = max(most, played[bone].angle_to(applied[bone]))
    check(most < 0.002, "the player shows the motion: %f" % most)
    # And back: as .vrma.
    var back: VRMClip = avatar.make_clip(animation)
    var bytes := back.to_vrma()
    check(bytes.size() > 1000, "to_vrma")
    var again: VRMClip = VRM.load_clip(bytes)
    check(again != null and again.get_format() == "vrma", "loads again")
    check(absf(again.get_duration() - clip.get_duration()) < 0.001, "duration")
    avatar.apply_clip(again, 1.0)
    avatar.advance(0.0)
    check(farthest(applied, rotations(avatar)) < 0.01, "the same motion: %f" % farthest(applied, rotations(avatar)))
    check(avatar.make_animation(null) == null and avatar.make_clip(null) == null, "nothing")
    avatar.reset_pose()
    avatar.reset_springs()
    avatar.advance(0.0)

func go_021_check_vmc(avatar: VRMAvatar, file: String) -> void:
    var other: VRMAvatar = VRM.load(file)
    other.auto_update = false
    root.add_child(other)
    var receiver := VRMVmcReceiver.new()
    receiver.port = 39541
    root.add_child(receiver)
    receiver.avatar = receiver.get_path_to(other)
    check(receiver.is_open(), "open")
    var sender := VRMVmcSender.new()
    sender.port = 39541
    root.add_child(sender)
    sender.avatar = sender.get_path_to(avatar)
    avatar.set_bone_rotation("leftUpperArm", Quaternion(Vector3.FORWARD, 0.7))
    avatar.set_expression("happy", 0.75)
    avatar.advance(0.0)
    for i in 20:
        await process_frame
    other.advance(0.0)
    check(receiver.get_counts()["frames"] > 0, "frames")
    check(other.get_bone_rotation("leftUpperArm").angle_to(Quaternion(Vector3.FORWARD, 0.7)) < 0.001, "bone")
    check(is_equal_approx(other.get_expression("happy"), 0.75), "expression")
    receiver.add_datagram("no datagram".to_utf8_buffer())
    check(receiver.get_counts()["refused_datagrams"] == 1, "refused")
    avatar.reset_pose()
    avatar.set_expression("happy", 0.0)
    sender.free()
    receiver.free()
    other.free()

# Two instances of a scene, and copies, do not share what changes.
func go_022_check_copies(file: String) -> void:
    var avatar: VRMAvatar = VRM.load(file)
    root.add_child(avatar)
    var copy: VRMAvatar = avatar.duplicate()
    root.add_child(copy)
    copy.set_expression("happy", 1.0)
    copy.advance(0.0)
    avatar.advance(0.0)
    check(copy.get_expression("happy") == 1.0 and avatar.get_expression("happy") == 0.0, "copy")
    var own: Material = copy.find_children("*", "MeshInstance3D", true, false)[0].get_active_material(0)
    var others: Material = avatar.find_children("*", "MeshInstance3D", true, false)[0].get_active_material(0)
    check(own != others, "materials of a copy")
    copy.free()
    var replaced: VRMAvatar = avatar.duplicate()
    var white := StandardMaterial3D.new()
    var mesh: MeshInstance3D = replaced.find_children("*", "MeshInstance3D", true, false)[0]
    mesh.set_surface_override_material(0, white)
    replaced.advance(0.0)
    check(mesh.get_active_material(0) == white, "a material of the application stays")
    replaced.free()
    avatar.free()

func go_023_check_author(file: String, old: String) -> void:
    var found: Array = VRM.check(file)
    check(found.all(func(d: Dictionary) -> bool: return d["severity"] != "error"), "no errors")
    var fixed: Dictionary = VRM.fix(file)
    check(fixed["bytes"].size() > 1000 and fixed.has("changes"), "fix")
    var refused: Dictionary = VRM.migrate(old)
    if refused["needs_consent"]:
        check(refused["bytes"].is_empty() and refused["changes"].size() > 0, "consent")
    var migrated: Dictionary = VRM.migrate(old, true)
    var avatar: VRMAvatar = VRM.load(migrated["bytes"])
    check(avatar != null and avatar.get_info()["vrm_version"] == "1.0", "migrated")
    avatar.free()
    check(VRM.fix("no file".to_utf8_buffer()).has("error"), "no avatar")
