# Writes the local rotations of the skeleton in each frame, as bytes. frames.c computes the same by libvrm alone.
# arguments: FILE FRAMES OUT
extends SceneTree

func _initialize() -> void:
    await process_frame # the root is in the tree from then on
    var arguments := OS.get_cmdline_user_args()
    var avatar: VRMAvatar = VRM.load(arguments[0])
    avatar.auto_update = false
    root.add_child(avatar)
    var out := FileAccess.open(arguments[2], FileAccess.WRITE)
    for frame in int(arguments[1]):
        set_inputs(avatar, frame)
        avatar.advance(1.0 / 60.0)
        write_rotations(avatar.get_skeleton(), out)
    out.close()
    check_global_positions(avatar)
    avatar.free()
    quit()

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
