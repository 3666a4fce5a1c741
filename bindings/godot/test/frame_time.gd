# The time that avatars of libvrm add to a frame.
extends "rounds.gd"

func make(file: String) -> Node3D:
    return VRM.load(file)
