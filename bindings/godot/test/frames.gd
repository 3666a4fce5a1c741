# Writes the local rotations of the skeleton in each frame, as bytes. frames.c computes the same by libvrm alone.
# In the mode "crowd", 48 avatars are in a crowd on worker threads; in "scene", the avatar was stored in a scene, and
# loaded from there.
# arguments: FILE FRAMES OUT MODE
extends SceneTree

func _initialize() -> void:
    await process_frame # the root is in the tree from then on
    var arguments := OS.get_cmdline_user_args()
    var mode := arguments[3]
    var avatar: VRMAvatar = VRM.load(arguments[0], {"for_scene": mode == "scene"})
    if mode == "scene":
        avatar = stored(avatar)
    var crowd: VRMCrowd = VRMCrowd.new() if mode == "crowd" else null
    if crowd != null:
        crowd.auto_update = false
        root.add_child(crowd)
        for i in 47: # parts have 16 avatars or more
            crowd.add_child(avatar.duplicate())
    (crowd if crowd != null else root).add_child(avatar)
    avatar.auto_update = false
    var out := FileAccess.open(arguments[2], FileAccess.WRITE)
    for frame in int(arguments[1]):
        set_inputs(avatar, frame)
        (crowd if crowd != null else avatar).advance(1.0 / 60.0)
        write_rotations(avatar.get_skeleton(), out)
    out.close()
    check_global_positions(avatar)
    if crowd != null:
        assert(crowd.get_avatar_count() == 48 and crowd.get_part_count() >= 3)
        crowd.free()
    else:
        avatar.free()
    quit()

# The avatar of a scene in a file.
func stored(avatar: VRMAvatar) -> VRMAvatar:
    for node in avatar.find_children("*", "", true, false):
        node.owner = avatar
    var scene := PackedScene.new()
    assert(scene.pack(avatar) == OK)
    avatar.free()
    assert(ResourceSaver.save(scene, "user://avatar.scn") == OK)
    return ResourceLoader.load("user://avatar.scn", "", ResourceLoader.CACHE_MODE_IGNORE).instantiate()

func set_inputs(avatar: VRMAvatar, frame: int) -> void:
    var turn := (frame % 60 - 30) / 64.0
    avatar.set_bone_rotation("head", Quaternion(0, turn, 0, 1))
    avatar.set_bone_rotation("leftUpperArm", Quaternion(0, 0, turn, 1))
    avatar.look_at_point(Vector3(turn * 4.0, 1.5, 2.0))
    avatar.set_expression("happy", frame % 32 / 32.0)
    var to := Transform3D(Basis.IDENTITY, Vector3(frame / 64.0 + (0.0 if frame < 300 else 10.0), 0, 0))
    if frame == 300:
        avatar.teleport(to)
    avatar.transform = to

func write_rotations(skeleton: Skeleton3D, out: FileAccess) -> void:
    for bone in skeleton.get_bone_count():
        var q := skeleton.get_bone_pose_rotation(bone)
        for part in [q.x, q.y, q.z, q.w]:
            out.store_float(part)

# The engine multiplies the local transforms in its own order.
func check_global_positions(avatar: VRMAvatar) -> void:
    var skeleton: Skeleton3D = avatar.get_skeleton()
    var positions := avatar.get_global_positions()
    var most := 0.0
    for bone in skeleton.get_bone_count():
        var ours := Vector3(positions[bone * 3], positions[bone * 3 + 1], positions[bone * 3 + 2])
        var theirs := skeleton.global_transform * skeleton.get_bone_global_pose(bone).origin
        most = max(most, ours.distance_to(theirs))
    print("largest distance of a global position: %.9f" % most)
