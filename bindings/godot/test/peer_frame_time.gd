# The time that scenes of another add-on add to a frame, which its importer has made.
extends "rounds.gd"

func make(file: String) -> Node3D:
    return (load(file) as PackedScene).instantiate()
