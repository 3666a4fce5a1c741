# GO-026: VRMCompanion drives an avatar. arguments: a file of 1.0, one of 0.x, a motion
extends "checks.gd"

const STEP := 1.0 / 60.0
const SENTENCE := "alphabet ipa\n0.0 0.1 h\n0.1 0.5 a\n0.5 0.9 o"

var heard := []

func _initialize() -> void:
    await process_frame
    var arguments := OS.get_cmdline_user_args()
    for file in arguments.slice(0, 2):
        var avatar: VRMAvatar = VRM.load(file)
        avatar.auto_update = false
        root.add_child(avatar)
        var companion := VRMCompanion.new()
        avatar.add_child(companion)
        companion.seed = 7
        companion.avatar = NodePath("..")
        check_text(companion)
        check_emotions(avatar, companion)
        check_speech(avatar, companion)
        check_actions(avatar, companion, VRM.load_clip(arguments[2]))
        check_body(avatar, companion, VRM.load_clip(arguments[2]))
        check_looking(avatar, companion)
        check_activity(avatar, companion)
        await check_modifier(avatar, companion)
        avatar.free()
    check_properties()
    check_seed(arguments[0])
    await check_scene(arguments[0])
    finish()

func advance(avatar: VRMAvatar, seconds: float) -> void:
    for i in roundi(seconds / STEP):
        avatar.advance(STEP)

func check_properties() -> void:
    var companion := VRMCompanion.new()
    var ranges := {}
    for property in companion.get_property_list():
        if property["hint"] == PROPERTY_HINT_RANGE:
            ranges[property["name"]] = property["hint_string"]
    check(ranges.get("blinks_per_minute", "").begins_with("0"), "a range: %s" % ranges)
    check(ranges.get("blinks_per_minute", "").contains(",60"), "its end")
    check(companion.blinks_per_minute == 15.0, "default")
    companion.blinks_per_minute = 20.0
    check(companion.blinks_per_minute == 20.0 and companion.sway == get_default("sway"), "set")
    companion.blinks_per_minute = 1000.0
    check(companion.blinks_per_minute == 60.0, "clamped")
    companion.blinks_per_minute = NAN
    check(is_finite(companion.blinks_per_minute), "no number")
    check(VRMCompanion.WAITING == 0 and VRMCompanion.THINKING == 2, "constants")
    var read: Dictionary = companion.read_text("[happy]")
    check(read["text"] == "" and read["tags"].is_empty() and not companion.show("happy"), "no avatar")
    check(companion.say(SENTENCE) == -1 and companion.get_status()["action"] == "", "no speech")
    companion.free()

func get_default(property: String) -> Variant:
    return ClassDB.class_get_property_default_value("VRMCompanion", property)

# In any pieces: the text without tags, and where they were, in characters.
func check_text(companion: VRMCompanion) -> void:
    companion.actions = {"wave": {"expression": "relaxed", "seconds": 1.0}}
    var text := ""
    var tags: Array[Dictionary] = []
    for piece: String in ["[happy 0.8 3s]Hé", "llo! [wa", "ve]Nice [joy] [1]", " to [frown]meet", ""]:
        var read := companion.read_text(piece)
        for tag: Dictionary in read["tags"]:
            tag["position"] += text.length()
            tags.append(tag)
        text += read["text"]
    check(text == "Héllo! Nice  [1] to meet", "text: " + text)
    check(tags.map(func(t: Dictionary) -> String: return t["name"]) == ["happy", "wave", "happy", ""], "tags: %s" % [tags])
    check(is_equal_approx(tags[0]["strength"], 0.8) and tags[0]["seconds"] == 3.0, "strength and time")
    check(tags.map(func(t: Dictionary) -> int: return t["position"]) == [0, 7, 12, 20], "positions: %s" % [tags])
    check(companion.cue(tags[1], 1000.0) and not companion.cue(tags[3]) and not companion.cue({}), "cues")
    companion.be_silent()

func check_emotions(avatar: VRMAvatar, companion: VRMCompanion) -> void:
    avatar.advance(STEP)
    check(companion.cue({"name": "happy", "strength": 0.9}, 0.5), "cue")
    advance(avatar, 0.4)
    check(avatar.get_expression("happy") == 0.0, "not yet")
    advance(avatar, 1.5)
    check(avatar.get_expression("happy") > 0.6, "an emotion rises")
    check(companion.get_status()["emotions"]["happy"] > 0.6, "and is in the status")
    check(companion.show("Sad", 0.8), "another one")
    advance(avatar, 2.0)
    check(avatar.get_expression("sad") > 0.5 and avatar.get_expression("happy") < 0.1, "replaces it")
    advance(avatar, 30.0)
    check(avatar.get_expression("sad") < 0.05, "it decays")
    check(not companion.show("aa") and not companion.show("nothing"), "no emotion")
    check(absf(companion.get_time() - 34.0) < 0.5, "time")

func check_speech(avatar: VRMAvatar, companion: VRMCompanion) -> void:
    heard = []
    var keep := func(sentence: int, what: String) -> void: heard.append([what, sentence])
    companion.speech_started.connect(keep.bind("started"))
    companion.speech_ended.connect(keep.bind("ended"))
    var first := companion.say(SENTENCE, 0.5)
    var second := companion.say(SENTENCE, 1.5)
    check(first >= 0 and second == first + 1, "sentences")
    advance(avatar, 0.3)
    check(heard.is_empty() and avatar.get_expression("aa") == 0.0, "silent")
    var most := 0.0
    for i in 80:
        avatar.advance(STEP)
        most = max(most, avatar.get_expression("aa"))
    check(most > 0.3, "the mouth opens: %f" % most)
    check(heard == [["started", first], ["ended", first], ["started", second]], "signals: %s" % [heard])
    check(companion.get_status()["speaking"] > 0.5, "it speaks")
    companion.be_silent()
    advance(avatar, 0.5)
    check(heard.back() == ["ended", second], "interrupted")
    check(avatar.get_expression("aa") < 0.02, "the mouth closes")
    advance(avatar, 1.0)
    for i in 8:
        check(companion.say(SENTENCE, 1.0) >= 0, "8 sentences may wait")
    check(companion.say(SENTENCE, 1.0) == -1, "and no more")
    companion.be_silent()
    companion.set_mouth({"oh": 0.7})
    advance(avatar, 0.1)
    check(avatar.get_expression("oh") > 0.3, "a mouth without phonemes")
    advance(avatar, 1.0)
    check(avatar.get_expression("oh") < 0.02, "closes by itself")
    check(companion.say("", 0.0) >= 0, "nothing to say")
    advance(avatar, 1.0)

func check_actions(avatar: VRMAvatar, companion: VRMCompanion, clip: VRMClip) -> void:
    heard = []
    companion.actions = {"dance": {"clip": clip, "whole_body": true}, "grin": {"expression": "happy", "seconds": 1.0}}
    companion.action_started.connect(func(action: String) -> void: heard.append("+" + action))
    companion.action_ended.connect(func(action: String) -> void: heard.append("-" + action))
    advance(avatar, 1.0)
    var calm := avatar.get_bone_rotation("leftUpperLeg")
    check(companion.show("grin"), "grin")
    advance(avatar, 0.7)
    check(avatar.get_expression("happy") > 0.9 and companion.get_status()["action"] == "grin", "its face")
    advance(avatar, 1.5)
    check(avatar.get_expression("happy") < 0.01 and heard == ["+grin", "-grin"], "and back: %s" % [heard])
    check(companion.show("Dance"), "dance")
    advance(avatar, 1.0)
    check(avatar.get_bone_rotation("leftUpperLeg").angle_to(calm) > 0.01, "it moves the legs")
    advance(avatar, clip.get_duration() + 1.0)
    check(heard.slice(2) == ["+dance", "-dance"], "it ends: %s" % [heard])
    companion.actions = {}
    check(not companion.show("grin"), "no actions")

# Motions of the avatar are the body.
func check_body(avatar: VRMAvatar, companion: VRMCompanion, clip: VRMClip) -> void:
    avatar.play(clip)
    advance(avatar, 1.0)
    var first := avatar.get_bone_rotation("leftUpperLeg")
    companion.show("happy", 1.0)
    advance(avatar, 1.0)
    check(avatar.get_bone_rotation("leftUpperLeg").angle_to(first) > 0.01, "the motion")
    check(avatar.get_expression("happy") > 0.5, "and the emotion")
    avatar.stop(0.0)
    advance(avatar, 30.0)

func yaw_of(avatar: VRMAvatar) -> float:
    var skeleton: Skeleton3D = avatar.get_skeleton()
    var head := skeleton.global_transform * skeleton.get_bone_global_pose(skeleton.find_bone("head"))
    return head.basis.z.signed_angle_to(Vector3.BACK, Vector3.UP)

func check_looking(avatar: VRMAvatar, companion: VRMCompanion) -> void:
    var target := Node3D.new()
    root.add_child(target)
    target.position = Vector3(3, 1.3, 3)
    companion.attend(target, 10.0)
    advance(avatar, 2.0)
    var left := yaw_of(avatar)
    target.position = Vector3(-3, 1.3, 3)
    advance(avatar, 2.0)
    check(absf(left - yaw_of(avatar)) > 0.3, "it follows a node: %f %f" % [left, yaw_of(avatar)])
    companion.attend(Vector3(3, 1.3, 3), 10.0)
    advance(avatar, 2.0)
    check(absf(left - yaw_of(avatar)) < 0.1, "it looks at a point")
    companion.attend(null)
    companion.attend(target, 10.0)
    target.free()
    advance(avatar, 0.1)
    companion.attend(null)
    # The user is a node, or the camera.
    companion.listening_look_at = 1.0
    companion.activity = VRMCompanion.LISTENING
    var user := Node3D.new()
    user.name = "User"
    root.add_child(user)
    user.position = Vector3(3, 1.3, 3)
    companion.user = companion.get_path_to(user)
    advance(avatar, 4.0)
    check(absf(left - yaw_of(avatar)) < 0.2, "it looks at the user")
    companion.user = NodePath()
    user.free()
    var camera := Camera3D.new()
    root.add_child(camera)
    camera.make_current()
    camera.position = Vector3(-3, 1.3, 3)
    advance(avatar, 4.0)
    check(absf(left - yaw_of(avatar)) > 0.3, "it looks at the camera")
    camera.free()
    advance(avatar, 4.0)
    companion.listening_look_at = get_default("listening_look_at")

func time_away(avatar: VRMAvatar, companion: VRMCompanion, activity: int) -> int:
    companion.activity = activity
    advance(avatar, 2.0)
    var count := 0
    for i in 1200:
        avatar.advance(STEP)
        count += int(companion.get_status()["looks_away"])
    return count

func check_activity(avatar: VRMAvatar, companion: VRMCompanion) -> void:
    var thinking := time_away(avatar, companion, VRMCompanion.THINKING)
    var listening := time_away(avatar, companion, VRMCompanion.LISTENING)
    check(thinking > 2 * listening and listening < 600, "it looks away: %d thinking, %d listening" % [thinking, listening])
    check(companion.get_status()["blinks"] > 5, "blinks")
    companion.activity = VRMCompanion.WAITING

# With follow_skeleton, the bones are the body.
func check_modifier(avatar: VRMAvatar, companion: VRMCompanion) -> void:
    var skeleton: Skeleton3D = avatar.get_skeleton()
    var leg: int = skeleton.find_bone("leftUpperLeg")
    var turned := Quaternion(Vector3.RIGHT, 0.5) * skeleton.get_bone_rest(leg).basis.get_rotation_quaternion()
    avatar.follow_skeleton = true
    avatar.auto_update = true
    skeleton.set_bone_pose_rotation(leg, turned)
    companion.show("happy", 1.0)
    var shown := {"leg": Quaternion.IDENTITY}
    var keep := func() -> void: shown["leg"] = skeleton.get_bone_pose_rotation(leg)
    skeleton.skeleton_updated.connect(keep)
    for i in 60:
        await process_frame
    check(shown["leg"].angle_to(turned) < 0.05, "the body is that of the bones")
    check(avatar.get_expression("happy") > 0.5, "with a face")
    skeleton.skeleton_updated.disconnect(keep)
    avatar.follow_skeleton = false
    avatar.auto_update = false

func run(file: String, number: int) -> Array:
    var avatar: VRMAvatar = VRM.load(file)
    avatar.auto_update = false
    root.add_child(avatar)
    var companion := VRMCompanion.new()
    root.add_child(companion)
    companion.seed = number
    companion.avatar = companion.get_path_to(avatar)
    companion.show("happy")
    advance(avatar, 5.0)
    var out := [rotations(avatar), companion.get_status()]
    companion.free()
    avatar.free()
    return out

func check_seed(file: String) -> void:
    var first := run(file, 5)
    check(first == run(file, 5), "equal seeds, equal bits")
    check(first != run(file, 6), "other seeds")

# Avatars that come later, leave, or are in a crowd.
func check_scene(file: String) -> void:
    var companion := VRMCompanion.new()
    companion.avatar = NodePath("../Crowd/Ame")
    root.add_child(companion)
    var crowd := VRMCrowd.new()
    crowd.name = "Crowd"
    root.add_child(crowd)
    var avatar: VRMAvatar = VRM.load(file)
    avatar.name = "Ame"
    crowd.add_child(avatar)
    await process_frame
    check(companion.show("happy", 1.0), "it finds the avatar")
    var other := VRMCompanion.new()
    root.add_child(other)
    other.avatar = other.get_path_to(avatar)
    check(not other.show("sad"), "an avatar has one companion")
    for i in 60:
        await process_frame
    check(avatar.get_expression("happy") > 0.5, "in a crowd")
    companion.speech_started.connect(func(_sentence: int) -> void: companion.queue_free())
    companion.say(SENTENCE)
    await process_frame
    await process_frame
    check(not is_instance_valid(companion), "a handler may free it")
    await process_frame
    check(other.show("sad"), "the next one")
    other.speech_started.connect(func(_sentence: int) -> void: avatar.free())
    other.say(SENTENCE)
    await process_frame
    await process_frame
    check(not is_instance_valid(avatar) and not other.show("sad"), "and the avatar")
    other.free()
    crowd.free()
