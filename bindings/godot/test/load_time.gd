# The CPU time from the bytes of a file to its first frame, and parts of it. The least of some loads. arguments: FILE
extends SceneTree

const LOADS := 3

func _initialize() -> void:
    await process_frame
    var bytes := FileAccess.get_file_as_bytes(OS.get_cmdline_user_args()[0])
    var all := await time_of(bytes, {})
    var plain := await time_of(bytes, {"mipmaps": false})
    print("milliseconds: %d to the first frame; %d without mipmaps, %d of these to decode images" % [all, plain, decode(bytes)])
    quit()

func time_of(bytes: PackedByteArray, options: Dictionary) -> float:
    var least := INF
    for i in LOADS:
        var start := cpu_time()
        var avatar: VRMAvatar = VRM.load(bytes, options)
        root.add_child(avatar)
        await process_frame
        await process_frame
        least = min(least, cpu_time() - start)
        avatar.free()
    return least

# The images of the file, each decoded once by the engine.
func decode(bytes: PackedByteArray) -> float:
    var json_size := bytes.decode_u32(12)
    var json: Dictionary = JSON.parse_string(bytes.slice(20, 20 + json_size).get_string_from_utf8())
    var start := cpu_time()
    for image: Dictionary in json["images"]:
        var view: Dictionary = json["bufferViews"][int(image["bufferView"])]
        var from := 28 + json_size + int(view.get("byteOffset", 0))
        var decoded := Image.new()
        decoded.load_png_from_buffer(bytes.slice(from, from + int(view["byteLength"])))
    return cpu_time() - start

# Of all threads, in milliseconds; of Linux.
func cpu_time() -> float:
    var fields := FileAccess.open("/proc/self/stat", FileAccess.READ).get_line().get_slice(") ", 1).split(" ")
    return (int(fields[11]) + int(fields[12])) * 10.0
