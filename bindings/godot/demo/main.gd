extends Node3D

const FACES: Array[String] = ["happy", "angry", "sad", "surprised"]

@onready var ame: VRMAvatar = $Ame
var dance: VRMClip = VRM.load_clip("res://dance.vrma")
var dances := false

func _ready() -> void:
    ame.relax()
    toggle_dance()

func _process(_delta: float) -> void:
    ame.look_at_point($Camera.global_position)

func toggle_dance() -> void:
    dances = not dances
    if dances:
        ame.play(dance)
    else:
        ame.stop()

func _unhandled_key_input(event: InputEvent) -> void:
    if not event.is_pressed() or event.is_echo():
        return
    var key: Key = event.keycode
    if key >= KEY_1 and key < KEY_1 + FACES.size():
        var face := FACES[key - KEY_1]
        ame.set_expression(face, 1.0 - ame.get_expression(face))
    elif key == KEY_SPACE:
        toggle_dance()
    elif key == KEY_D:
        ame.debug_draw = not ame.debug_draw
