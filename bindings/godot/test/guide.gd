# Runs a program of the guide as a node for some frames.
extends SceneTree

func _initialize() -> void:
    await process_frame
    var node: Node3D = load("res://program.gd").new()
    root.add_child(node)
    for i in 10:
        await process_frame
    var avatars := node.find_children("*", "VRMAvatar", true, false)
    print("avatars: ", avatars.size())
    node.free()
    quit()
