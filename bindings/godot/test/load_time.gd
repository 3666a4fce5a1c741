# The CPU time from the bytes of a file to its first frame by libvrm, and parts of it. arguments: FILE
extends "loads.gd"

func make(bytes: PackedByteArray, mipmaps: bool) -> Node3D:
    return VRM.load(bytes, {"mipmaps": mipmaps})

func _initialize() -> void:
    await process_frame
    var bytes := FileAccess.get_file_as_bytes(OS.get_cmdline_user_args()[0])
    var all := await time_of(bytes, true)
    var plain := await time_of(bytes, false)
    print("milliseconds: %d to the first frame; %d without mipmaps; the engine decodes the images in %d" % [all, plain, decode(bytes)])
    quit()

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
