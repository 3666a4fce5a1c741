# Loads and frees an avatar many times. Memory and objects must not grow. arguments: FILE CYCLES
extends SceneTree

func _initialize() -> void:
    await process_frame
    var arguments := OS.get_cmdline_user_args()
    var bytes := FileAccess.get_file_as_bytes(arguments[0])
    var cycles := int(arguments[1])
    var before := {}
    for i in cycles:
        if i == cycles / 10: # caches are full
            before = state()
        var avatar: VRMAvatar = VRM.load(bytes)
        root.add_child(avatar)
        avatar.advance(1.0 / 60.0)
        avatar.free()
        if i % 50 == 0:
            await process_frame
    var after := state()
    for key in after:
        print("%s: %d -> %d" % [key, before[key], after[key]])
    quit()

func state() -> Dictionary:
    return {
        "objects": Performance.get_monitor(Performance.OBJECT_COUNT),
        "resources": Performance.get_monitor(Performance.OBJECT_RESOURCE_COUNT),
        "nodes": Performance.get_monitor(Performance.OBJECT_NODE_COUNT),
        "orphans": Performance.get_monitor(Performance.OBJECT_ORPHAN_NODE_COUNT),
        "static_bytes": Performance.get_monitor(Performance.MEMORY_STATIC),
        "resident_kib": resident(),
    }

# Of Linux; 0 elsewhere.
func resident() -> int:
    var file := FileAccess.open("/proc/self/statm", FileAccess.READ)
    return int(file.get_line().split(" ")[1]) * 4 if file != null else 0
