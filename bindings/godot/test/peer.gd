# The time that imported scenes add to a frame, measured as frame_time.gd measures VRMAvatar: for another add-on.
# arguments: SCENE COUNT FRAMES
extends SceneTree

const ROUNDS := 60

func _initialize() -> void:
    await process_frame
    var arguments := OS.get_cmdline_user_args()
    var scene: PackedScene = load(arguments[0])
    var nodes: Array[Node3D] = []
    for i in int(arguments[1]):
        nodes.append(scene.instantiate())
    var frames := int(arguments[2])
    var without := INF
    var with := INF
    for i in ROUNDS:
        without = min(without, await time_of(frames, []))
        for node in nodes:
            root.add_child(node)
        await process_frame
        with = min(with, await time_of(frames, nodes))
        for node in nodes:
            root.remove_child(node)
    print("microseconds a frame: %.1f without avatars, %.1f more with %d" % [without, with - without, nodes.size()])
    for node in nodes:
        node.free()
    quit()

func time_of(frames: int, nodes: Array) -> float:
    await process_frame
    var start := Time.get_ticks_usec()
    for frame in frames:
        for node: Node3D in nodes:
            node.position.x = sin(frame * 0.1)
        await process_frame
    return float(Time.get_ticks_usec() - start) / frames
