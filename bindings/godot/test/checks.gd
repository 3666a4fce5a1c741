# What tests share. A test extends it, and ends with finish().
extends SceneTree

var checks := 0
var failed := 0

func check(is_so: bool, what: String) -> void:
    checks += 1
    if not is_so:
        failed += 1
        printerr("failed: " + what)

func finish() -> void:
    print("checks: %d, failed: %d" % [checks, failed])
    quit(failed)

func rotations(avatar: VRMAvatar) -> Array[Quaternion]:
    var out: Array[Quaternion] = []
    var skeleton: Skeleton3D = avatar.get_skeleton()
    for bone in skeleton.get_bone_count():
        out.append(skeleton.get_bone_pose_rotation(bone))
    return out

func farthest(a: Array[Quaternion], b: Array[Quaternion]) -> float:
    var most := 0.0
    for i in a.size():
        most = max(most, a[i].angle_to(b[i]))
    return most
