# The time that avatars add to a frame of a scene, all calls of the engine included: short rounds with and without
# them, in turns, and the least of each, because other programs can only add time. A script that extends this one
# makes the avatars. arguments: FILE COUNT FRAMES
extends SceneTree

const ROUNDS := 60

func make(_file: String) -> Node3D:
    return null

func _initialize() -> void:
    await process_frame
    var arguments := OS.get_cmdline_user_args()
    var avatars: Array[Node3D] = []
    for i in int(arguments[1]):
        avatars.append(make(arguments[0]))
    var frames := int(arguments[2])
    var without := INF
    var with := INF
    for i in ROUNDS:
        without = min(without, await time_of(frames, []))
        for avatar in avatars:
            root.add_child(avatar)
        await process_frame
        with = min(with, await time_of(frames, avatars))
        for avatar in avatars:
            root.remove_child(avatar)
    print("microseconds a frame: %.1f without avatars, %.1f more with %d" % [without, with - without, avatars.size()])
    for avatar in avatars:
        avatar.free()
    quit()

# Microseconds a frame. The avatars sway, so that all springs move.
func time_of(frames: int, avatars: Array) -> float:
    await process_frame
    var start := Time.get_ticks_usec()
    for frame in frames:
        for avatar: Node3D in avatars:
            avatar.position.x = sin(frame * 0.1)
        await process_frame
    return float(Time.get_ticks_usec() - start) / frames
