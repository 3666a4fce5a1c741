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

# A GLB in its parts: [JSON as a dictionary, bytes of BIN].
func read_glb(file: String) -> Array:
    var data := FileAccess.get_file_as_bytes(file)
    var size := data.decode_u32(12)
    return [JSON.parse_string(data.slice(20, 20 + size).get_string_from_utf8()), data.slice(28 + size)]

func make_glb(document: Dictionary, bin: PackedByteArray) -> PackedByteArray:
    bin.resize((bin.size() + 3) & ~3)
    document["buffers"] = [{"byteLength": bin.size()}]
    var text := JSON.stringify(document).to_utf8_buffer()
    while text.size() % 4 != 0:
        text.append(0x20)
    var out := PackedByteArray()
    for number: int in [0x46546C67, 2, 28 + text.size() + bin.size(), text.size(), 0x4E4F534A]:
        out.append_array(u32(number))
    out.append_array(text)
    out.append_array(u32(bin.size()))
    out.append_array(u32(0x004E4942))
    out.append_array(bin)
    return out

func u32(number: int) -> PackedByteArray:
    var out := PackedByteArray([0, 0, 0, 0])
    out.encode_u32(0, number)
    return out
