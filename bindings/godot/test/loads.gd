# The CPU time from the bytes of a file to its first frame. A script that extends this one makes the avatar.
extends SceneTree

const LOADS := 3

func make(_bytes: PackedByteArray, _mipmaps: bool) -> Node3D:
    return null

# In milliseconds: the least of some loads, because other programs can only add time.
func time_of(bytes: PackedByteArray, mipmaps: bool) -> float:
    var least := INF
    for i in LOADS:
        var start := cpu_time()
        var avatar := make(bytes, mipmaps)
        root.add_child(avatar)
        await process_frame
        await process_frame
        least = min(least, cpu_time() - start)
        avatar.free()
    return least

# Of all threads, in milliseconds; of Linux.
func cpu_time() -> float:
    var fields := FileAccess.open("/proc/self/stat", FileAccess.READ).get_line().get_slice(") ", 1).split(" ")
    return (int(fields[11]) + int(fields[12])) * 10.0
