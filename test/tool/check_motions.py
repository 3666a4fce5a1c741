"""Checks the motions that the maker writes: one motion is the same in all formats, its feet stand
where they should, its loops close, and each kind of file has the structure that it is named after.

usage: check_motions.py MAKER WORK
"""
import json
import math
import os
import struct
import subprocess
import sys

from motion_files import (Bvh, Gltf, Vmd, about, between, degrees_between, direction_degrees, inverse, multiply,
                          read_glb, rotate, subtract, unit)

MAKER, WORK = map(os.path.abspath, sys.argv[1:3])
problems = []

MOTIONS = {"stand": 4, "walk": 1, "squat": 3, "dance": 8, "test": 4}  # seconds
FINGERS = [f"{side}{finger}{part}" for side in ("left", "right") for finger, part in
           [("Thumb", p) for p in ("Metacarpal", "Proximal", "Distal")] +
           [(f, p) for f in ("Index", "Middle", "Ring", "Little") for p in ("Proximal", "Intermediate", "Distal")]]
LIMBS = ["Shoulder", "UpperArm", "LowerArm", "Hand", "UpperLeg", "LowerLeg", "Foot", "Toes"]
TRUNK = ["hips", "spine", "chest", "upperChest", "neck", "head"]
BONES = TRUNK + [side + limb for side in ("left", "right") for limb in LIMBS] + FINGERS


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def make(name, *words):
    path = os.path.join(WORK, name)
    subprocess.run([MAKER, "motion", *words, "-o", path], check=True)
    return path


def refuse(*words):
    done = subprocess.run([MAKER, "motion", *words, "-o", os.path.join(WORK, "refused")],
                          capture_output=True, check=False)
    expect(done.returncode == 2, "not refused with 2:", *words)


# --- Names ---

def sided(pattern, limbs):
    """{joint: bone}: % of the pattern is a side."""
    return {pattern.replace("%", word).replace("*", name): side + bone
            for side, word in zip(("left", "right"), limbs.pop("sides")) for name, bone in limbs.items()}


MIXAMO_LIMBS = {"Shoulder": "Shoulder", "Arm": "UpperArm", "ForeArm": "LowerArm", "Hand": "Hand", "UpLeg": "UpperLeg",
                "Leg": "LowerLeg", "Foot": "Foot", "ToeBase": "Toes"}
MIXAMO_FINGERS = {f"Hand{name}{i + 1}": bone + part for name, bone, parts in
                  [("Thumb", "Thumb", ("Metacarpal", "Proximal", "Distal"))] +
                  [(n, b, ("Proximal", "Intermediate", "Distal")) for n, b in
                   [("Index", "Index"), ("Middle", "Middle"), ("Ring", "Ring"), ("Pinky", "Little")]]
                  for i, part in enumerate(parts)}
WORDS = ("Left", "Right")


def trunk(*names):
    return dict(zip(names, TRUNK)) if len(names) == 6 else dict(names)


MIXAMO = {**trunk("Hips", "Spine", "Spine1", "Spine2", "Neck", "Head"),
          **sided("%*", {"sides": WORDS, **MIXAMO_LIMBS, **MIXAMO_FINGERS})}

BVH_FAMILIES = {
    "cmu": ({**trunk("Hips", "LowerBack", "Spine", "Spine1", "Neck1", "Head"),
             **sided("%*", {"sides": WORDS, **MIXAMO_LIMBS})}, "ZYX", 0.056444),
    "daz": ({"hip": "hips", "abdomen": "spine", "chest": "chest", "neck": "neck", "head": "head",
             **sided("%*", {"sides": "lr", "Collar": "Shoulder", "Shldr": "UpperArm", "ForeArm": "LowerArm",
                            "Hand": "Hand", "Thigh": "UpperLeg", "Shin": "LowerLeg", "Foot": "Foot", "Toe": "Toes",
                            "Index1": "IndexProximal", "Mid2": "MiddleIntermediate", "Pinky3": "LittleDistal",
                            "Thumb1": "ThumbMetacarpal"})}, None, 0.01),
    "biovision": ({**trunk("Hips", "Chest", "Chest2", "Chest4", "Neck", "Head"),
                   **sided("%*", {"sides": WORDS, "Collar": "Shoulder", "Shoulder": "UpperArm", "Elbow": "LowerArm",
                                  "Wrist": "Hand", "Hip": "UpperLeg", "Knee": "LowerLeg", "Ankle": "Foot",
                                  "Toe": "Toes"})}, "ZXY", 0.01),
    "wisconsin": ({"Hips": "hips", "Chest": "spine", "Neck": "neck", "Head": "head",
                   **sided("%*", {"sides": WORDS, "Collar": "Shoulder", "UpArm": "UpperArm", "LowArm": "LowerArm",
                                  "Hand": "Hand", "UpLeg": "UpperLeg", "LowLeg": "LowerLeg", "Foot": "Foot"})},
                  "ZXY", 0.0254),
    "humanik": (MIXAMO, "YXZ", 0.01),
    "lafan": ({**trunk("Hips", "Spine", "Spine1", "Spine2", "Neck", "Head"),
               **sided("%*", {"sides": WORDS, **MIXAMO_LIMBS, "Toe": "Toes"})}, "ZYX", 0.01),
    "bandai": ({"Hips": "hips", "Spine": "spine", "Chest": "chest", "Neck": "neck", "Head": "head",
                **sided("*_%", {"sides": "LR", **{limb: limb for limb in LIMBS}})}, "ZXY", 0.01),
    "mocopi": ({**trunk("root", "torso_2", "torso_4", "torso_7", "neck_1", "head"),
                **sided("%_*", {"sides": "lr", "shoulder": "Shoulder", "up_arm": "UpperArm", "low_arm": "LowerArm",
                                "hand": "Hand", "up_leg": "UpperLeg", "low_leg": "LowerLeg", "foot": "Foot",
                                "toes": "Toes"})}, "ZXY", 0.01),
    "vroid": ({**{f"J_Bip_C_{bone[0].upper()}{bone[1:]}": bone for bone in TRUNK},
               **sided("J_Bip_%_*", {"sides": "LR", **{limb: limb for limb in LIMBS if limb != "Toes"},
                                     "ToeBase": "Toes", "Thumb2": "ThumbProximal", "Ring3": "RingDistal"})},
              "ZXY", 1),
    "unreal": ({**trunk("pelvis", "spine_01", "spine_02", "spine_03", "neck_01", "head"),
                **sided("*_%", {"sides": "lr", "clavicle": "Shoulder", "upperarm": "UpperArm",
                                "lowerarm": "LowerArm", "hand": "Hand", "thigh": "UpperLeg", "calf": "LowerLeg",
                                "foot": "Foot", "ball": "Toes", "pinky_01": "LittleProximal"})}, "XYZ", 0.01),
    "univrm": ({"Hips": "hips", "Spine": "spine", "Spine1": "chest", "Neck": "neck", "Head": "head",
                **sided("%*", {"sides": WORDS, **MIXAMO_LIMBS})}, "ZXY", 0.01),
}
for family in BVH_FAMILIES:
    if family == "lafan":
        BVH_FAMILIES[family][0].pop("LeftToeBase")
        BVH_FAMILIES[family][0].pop("RightToeBase")
BETWEEN = {"cmu": ["LHipJoint", "RHipJoint", "Neck"], "daz": ["lButtock", "rButtock"], "biovision": ["Chest3"],
           "humanik": ["Spine3", "Neck1", "LeftInHandIndex"], "bandai": ["joint_Root"],
           "mocopi": ["torso_1", "torso_3", "torso_5", "torso_6", "neck_2"]}


# --- The same motion in every format ---

def turns_of(motion, names, frame):
    """{bone: rotation since the T-pose}: the rest of glTF is a T-pose."""
    now, _ = motion.pose(frame)
    rest, _ = motion.pose(None)
    return {bone: multiply(now[i], inverse(rest[i]))
            for i, name in enumerate(motion.names) for bone in [names.get(name)] if bone}


SEGMENTS = [("neck", "head")] + [(side + a, side + b) for side in ("left", "right") for a, b in
                                 [("UpperArm", "LowerArm"), ("LowerArm", "Hand"), ("UpperLeg", "LowerLeg"),
                                  ("LowerLeg", "Foot"), ("Foot", "Toes"), ("IndexProximal", "IndexIntermediate")]]


def places_of(motion, names, frame):
    _, places = motion.pose(frame)
    return {names[name]: places[i] for i, name in enumerate(motion.names) if name in names}


def compare_turns(name, motion, names, reference, limit=2e-4):
    count = 0
    for frame in range(0, len(reference.times), 13):
        wanted = turns_of(reference, {bone: bone for bone in BONES}, frame)
        for bone, turn in turns_of(motion, names, frame).items():
            away = degrees_between(turn, wanted[bone])
            expect(away < limit, name, bone, "is", away, "degrees off in frame", frame)
            count += 1
    expect(count > 0, name, "has no bones")


def compare_places(name, motion, names, reference, unit_size, skip=0, limit=1e-3):
    """Directions of limbs without a joint between, in degrees, and the way of the hips."""
    start = None
    bones = [names.get(joint) for joint in motion.names]
    above = {bone: bones[parent] for bone, parent in zip(bones, motion.parents) if bone and parent >= 0}
    for frame in range(0, len(reference.times), 13):
        wanted = places_of(reference, {bone: bone for bone in BONES}, frame)
        found = places_of(motion, names, frame + skip)
        for a, b in SEGMENTS:
            if above.get(b) != a:
                continue
            away = direction_degrees(unit(subtract(found[b], found[a])), unit(subtract(wanted[b], wanted[a])))
            expect(away < limit, name, a, "points", away, "degrees off in frame", frame)
        shift = subtract(tuple(x * unit_size for x in found["hips"]), wanted["hips"])
        start = start or shift
        expect(max(abs(x) for x in subtract(shift, start)) < 2e-5, name, "hips are off in frame", frame, shift, start)


def check_gltf(reference):
    plain = {bone: bone for bone in BONES + ["jaw"]}
    shapes = {
        "gltf": (["--as", "gltf"], plain, 53),
        "rests": (["--as", "vrma", "--rest-rotations"], plain, 53),
        "rests-gltf": (["--as", "gltf", "--rest-rotations"], plain, 53),
        "mixamo": (["--as", "mixamo"], {"mixamorig:" + k: v for k, v in MIXAMO.items()}, 65),
        "no-prefix": (["--as", "mixamo-no-prefix"], MIXAMO, 65),
        "armature": (["--as", "mixamo-armature"], {"mixamorig:" + k: v for k, v in MIXAMO.items()}, 66),
        "between": (["--as", "mixamo-between"], {"mixamorig:" + k: v for k, v in MIXAMO.items()}, 71),
        "step": (["--interpolation", "step"], plain, 53),
        "cubic": (["--interpolation", "cubicspline"], plain, 53),
    }
    for name, (words, names, nodes) in shapes.items():
        motion = Gltf(make(name + ".glb", "--motion", "test", *words))
        is_vrma = "extensions" in motion.json
        expect(is_vrma == (name in ("rests", "step", "cubic")), name, "has an extension or not")
        expect(len(motion.names) == nodes + 7 * is_vrma, name, "has", len(motion.names), "nodes")
        compare_turns(name, motion, {**names, "jaw": None}, reference)
        size = {"mixamo": 0.01, "between": 0.01}.get(name, 1)
        compare_places(name, motion, {**names, "jaw": None}, reference, size)
        animated = {node for node, path in motion.tracks if path == "rotation"}
        ends = [i for i, n in enumerate(motion.names) if n.endswith("_End") or n.endswith("4")]
        expect(not animated & set(ends), name, "turns the ends of bones")
    kinds = {name: Gltf(os.path.join(WORK, name + ".glb")).json["animations"][0]["samplers"] for name in
             ("step", "cubic")}
    expect({s["interpolation"] for s in kinds["step"]} == {"STEP"}, "step is not STEP")
    expect({s["interpolation"] for s in kinds["cubic"]} == {"CUBICSPLINE"}, "cubic is not CUBICSPLINE")
    armature = Gltf(os.path.join(WORK, "armature.glb"))
    expect(armature.names[0] == "Armature" and armature.rest[0][2] == 0.01, "armature has no scale of 0.01")
    expect(degrees_between(armature.rest[0][1], about(0, 90)) < 1e-6, "armature is not turned by 90 degrees")
    upright = Gltf(os.path.join(WORK, "mixamo.glb"))
    rest, places = upright.pose(None)
    expect(abs(places[0][1] - 80) < 1e-6, "the hips of Mixamo are not 80 cm high")
    arm = upright.names.index("mixamorig:LeftArm")
    expect(degrees_between(rest[arm], (0.5, 0.5, -0.5, 0.5)) < 1e-5, "the arm of Mixamo does not lie as it should")


def check_bvh(reference):
    for family, (names, order, size) in BVH_FAMILIES.items():
        motion = Bvh(make(family + ".bvh", "--motion", "test", "--as", "bvh", "--family", family))
        missing = [name for name in names if name not in motion.names]
        expect(not missing, family, "lacks", missing)
        for name in BETWEEN.get(family, []):
            expect(name in motion.names, family, "lacks", name)
        orders = set(motion.orders)
        expect(orders == {order} if order else len(orders) == 3, family, "has the orders", orders)
        has_all = family in ("humanik", "bandai", "mocopi")
        expect((set(motion.counts) == {6}) == has_all, family, "has channels", set(motion.counts))
        skip = 1 if family == "cmu" else 0
        expect(len(motion.times) == len(reference.times) + skip, family, "has", len(motion.times), "frames")
        compare_places(family, motion, names, reference, size, skip)
    forms = {f"{rest}-{offsets}": ["--rest", rest, "--offsets", offsets]
             for rest in ("t", "a", "hanging") for offsets in ("axis", "local")}
    forms.update({order: ["--order", order] for order in ("XYZ", "XZY", "YXZ", "YZX", "ZXY", "ZYX", "mixed")})
    for form, words in forms.items():
        motion = Bvh(make(form + ".bvh", "--motion", "test", "--as", "bvh", "--family", "humanik", *words))
        compare_places(form, motion, MIXAMO, reference, 0.01)
        if "-" not in form and form != "mixed":
            expect(set(motion.orders) == {form}, form, "is not the order")
    check_bvh_rests()


def check_bvh_rests():
    """The pose of the file itself, all rotations zero."""
    for rest, wanted in (("t", (1, 0, 0)), ("a", (0.5 ** 0.5, -0.5 ** 0.5, 0)), ("hanging", (0, -1, 0))):
        found = places_of(Bvh(os.path.join(WORK, rest + "-axis.bvh")), MIXAMO, None)
        arm = unit(subtract(found["leftHand"], found["leftUpperArm"]))
        expect(direction_degrees(arm, wanted) < 1e-3, "the rest", rest, "has an arm at", arm)
    local = Bvh(os.path.join(WORK, "t-local.bvh"))
    for bone in ("LeftForeArm", "LeftHand", "LeftLeg", "RightFoot"):
        offset = local.offsets[local.names.index(bone)]
        expect(offset[0] > 10 and max(map(abs, offset[1:])) < 1e-5, "local offset of", bone, offset)
    t_pose = places_of(Bvh(os.path.join(WORK, "cmu.bvh")), BVH_FAMILIES["cmu"][0], 0)
    arms = unit(subtract(t_pose["leftHand"], t_pose["rightHand"]))
    legs = unit(subtract(t_pose["leftFoot"], t_pose["leftUpperLeg"]))
    expect(direction_degrees(arms, (1, 0, 0)) < 1e-3 and direction_degrees(legs, (0, -1, 0)) < 1e-3,
           "the first frame of cmu is no T-pose")
    spread = places_of(Bvh(os.path.join(WORK, "cmu.bvh")), BVH_FAMILIES["cmu"][0], None)
    legs = unit(subtract(spread["leftFoot"], spread["leftUpperLeg"]))
    expect(abs(direction_degrees(legs, (0, -1, 0)) - 20) < 1e-3, "the legs of cmu are not spread")


# --- VMD ---

VMD_ARMS_DOWN = 35
VMD_TRUNK = {"spine": "上半身", "chest": "上半身2", "upperChest": "上半身3", "neck": "首", "head": "頭"}
VMD_LIMBS = {"Shoulder": "肩", "UpperArm": "腕", "LowerArm": "ひじ", "Hand": "手首", "UpperLeg": "足", "LowerLeg": "ひざ",
             "Foot": "足首", "Toes": "足先EX",
             **{f"Thumb{part}": f"親指{digit}" for part, digit in zip(("Metacarpal", "Proximal", "Distal"), "０１２")},
             **{f"{finger}{part}": f"{word}指{digit}" for finger, word in
                [("Index", "人"), ("Middle", "中"), ("Ring", "薬"), ("Little", "小")]
                for part, digit in zip(("Proximal", "Intermediate", "Distal"), "１２３")}}
VMD_TWISTS = {"UpperArm": "腕捩", "LowerArm": "手捩"}
VMD_MORPHS = {"にこり": "happy", "なごみ": "relaxed", "あ": "aa", "お": "oh", "まばたき": "blink", "照れ": "blush"}


def vmd_hips(keys):
    """The body's rotation above both halves, that of the hips, and the hips' way."""
    turn, place = (0.0, 0.0, 0.0, 1.0), (0.0, 0.0, 0.0)
    for name in ("全ての親", "センター", "グルーブ", "腰"):
        moved, turned = keys[name]
        place = tuple(x + y for x, y in zip(place, rotate(turn, moved)))
        turn = multiply(turn, turned)
    return turn, multiply(turn, keys["下半身"][1]), place


def vmd_turns(keys, parents):
    """{bone: rotation since the T-pose}, as the model of motion_vmd.h has it."""
    above, hips, _ = vmd_hips(keys)
    turns, out = {"hips": hips}, {"hips": hips}
    for bone in (bone for bone in BONES if bone != "hips"):
        side = next((side for side in ("left", "right") if bone.startswith(side)), "")
        limb = bone[len(side):]
        word = {"left": "左", "right": "右"}.get(side, "")
        key = VMD_TRUNK.get(bone) or word + VMD_LIMBS[limb]
        if key not in keys:
            continue
        own = keys[key][1]
        if limb in VMD_TWISTS:
            own = multiply(own, keys[word + VMD_TWISTS[limb]][1])
        turns[bone] = multiply(above if bone == "spine" else turns[parents[bone]], own)
        lowered = limb in ("UpperArm", "LowerArm", "Hand") or bone in FINGERS
        raised = about(2, -VMD_ARMS_DOWN if side == "left" else VMD_ARMS_DOWN) if lowered else (0, 0, 0, 1)
        out[bone] = multiply(turns[bone], raised)
    return out


def check_vmd():
    reference = Gltf(make("mmd.vrma", "--motion", "test", "--body", "mmd"))
    parents = {name: reference.names[parent] for name, parent in zip(reference.names, reference.parents) if parent >= 0}
    motion = Vmd(make("fk.vmd", "--motion", "test", "--as", "vmd", "--legs", "fk"))
    names = {bone: bone for bone in BONES}
    expressions = reference.json["extensions"]["VRMC_vrm_animation"]["expressions"]
    expressions = {**expressions["preset"], **expressions["custom"]}
    expect(motion.signature == b"Vocaloid Motion Data 0002" and motion.model == b"libvrm", "the head of fk.vmd")
    expect(sorted(motion.frames) == list(range(121)), "fk.vmd has", len(motion.frames), "frames")
    expect(not any("ＩＫ" in name for name in motion.frames[0]), "fk.vmd has targets")
    expect(motion.has_ik == {side + name: False for side in "左右" for name in ("足ＩＫ", "つま先ＩＫ")},
           "IK of fk.vmd:", motion.has_ik)
    for frame in range(0, 121, 13):
        wanted, found = turns_of(reference, names, frame), vmd_turns(motion.frames[frame], parents)
        expect(sorted(found) == sorted(BONES), "fk.vmd has the bones", sorted(found))
        for bone, turn in found.items():
            away = degrees_between(turn, wanted[bone])
            expect(away < 2e-4, "fk.vmd", bone, "is", away, "degrees off in frame", frame)
        for morph, name in VMD_MORPHS.items():
            weight = reference.tracks[expressions[name]["node"], "translation"][frame][0]
            expect(abs(motion.morphs[frame][morph] - weight) < 1e-6, "fk.vmd", morph, "in frame", frame)
    check_vmd_targets()
    eased = Vmd(make("eased.vmd", "--motion", "walk", "--as", "vmd", "--interpolation", "cubicspline", "--fps", "10"))
    expect(sorted(eased.frames) == list(range(0, 31, 3)), "eased.vmd has the frames", sorted(eased.frames))
    curve = eased.curves.pop()
    expect([curve[16 * r + k] for r in range(4) for k in (0, 4, 8, 12)] == [64, 0, 64, 127] * 4, "eased:", list(curve))
    curve = motion.curves.pop()
    expect([curve[16 * r + k] for r in range(4) for k in (0, 4, 8, 12)] == [20, 20, 107, 107] * 4, "linear:", list(curve))


def check_vmd_targets():
    """Hips and ankles are where the same motion of glTF has them."""
    for name in ("walk", "squat", "dance", "stand"):
        reference = Gltf(make("targets.vrma", "--motion", name, "--body", "mmd"))
        motion = Vmd(make(name + ".vmd", "--motion", name, "--as", "vmd"))
        rest, still = reference.pose(None)
        expect(all(motion.has_ik.values()) and len(motion.has_ik) == 4, name, "has IK", motion.has_ik)
        expect(not {"左ひざ", "右ひざ", "左足首"} & set(motion.frames[0]), name, "has knees and targets")
        for frame in range(0, len(reference.times), 5):
            turns, places = reference.pose(frame)
            keys = motion.frames[frame]
            _, _, way = vmd_hips(keys)
            hips = reference.names.index("hips")
            expect(max(map(abs, subtract(subtract(places[hips], still[hips]), way))) < 2e-6, name, "hips in", frame)
            for side, word in (("left", "左"), ("right", "右")):
                foot = reference.names.index(side + "Foot")
                place, turn = keys[word + "足ＩＫ"]
                target = tuple(sum(x) for x in zip(still[foot], place, keys["全ての親"][0]))
                expect(max(map(abs, subtract(target, places[foot]))) < 2e-6, name, side, "target in frame", frame)
                away = degrees_between(turn, multiply(turns[foot], inverse(rest[foot])))
                expect(away < 2e-4, name, side, "foot is", away, "degrees off in frame", frame)


# --- What the motions do ---

def check_motions():
    for name, seconds in MOTIONS.items():
        for fps in (30, 60):
            motion = Gltf(make(f"{name}-{fps}.vrma", "--motion", name, "--fps", str(fps)))
            expect(len(motion.times) == seconds * fps + 1 and motion.times[-1] == seconds, name, fps,
                   "has", len(motion.times), "keys")
        hips = [i for (i, path) in motion.tracks if path == "translation"][0]
        for (node, path), rows in motion.tracks.items():
            if name == "walk" and (node, path) == (hips, "translation"):
                way = subtract(rows[-1], rows[0])
                expect(way[:2] == (0, 0) and 0.5 < way[2] < 1.5, "a walk goes", way)
            else:
                expect(rows[0] == rows[-1], name, motion.names[node], path, "does not close")
            if path == "rotation":
                for before, after in zip(rows, rows[1:]):
                    expect(sum(x * y for x, y in zip(before, after)) > 0, name, motion.names[node], "changes its sign")
        check_feet(name, motion)


def check_feet(name, motion):
    """Soles: that of the ball and of the heel, 4 cm behind the ankle."""
    rest, still = motion.pose(None)
    frames = [motion.pose(frame) for frame in range(len(motion.times))]
    for side in ("left", "right") if name != "test" else ():
        foot, toes = (motion.names.index(side + part) for part in ("Foot", "Toes"))
        ground = [("ball", toes, (0, -still[toes][1], 0)), ("heel", foot, (0, -still[foot][1], -0.04))]
        for part, joint, below in ground:
            soles = []
            for turns, places in frames:
                turn = multiply(turns[foot], inverse(rest[foot])) if part == "heel" else (
                    multiply(turns[joint], inverse(rest[joint])))
                at = multiply(multiply(turn, (*below, 0)), inverse(turn))[:3]
                soles.append(tuple(x + y for x, y in zip(places[joint], at)))
            check_sole(name, side + " " + part, soles)


def check_sole(name, what, soles):
    lowest, held = min(y for _, y, _ in soles), 0
    expect(lowest > -1e-4, name, what, "is", -lowest, "m in the ground")
    for (ax, ay, az), (bx, by, bz) in zip(soles, soles[1:]):
        if max(ay, by) > 1e-5:
            continue
        held += 1
        expect(max(abs(ax - bx), abs(az - bz)) < 1e-5, name, what, "slides by", max(abs(ax - bx), abs(az - bz)))
    least = {"stand": 1, "squat": 1, "walk": 0.4 if "heel" in what else 0.55, "dance": 0.3}[name]
    expect(held >= least * (len(soles) - 1) - 1, name, what, "stands for", held, "of", len(soles) - 1)


def check_extension():
    motion = Gltf(os.path.join(WORK, "dance-30.vrma"))
    extension = motion.json["extensions"]["VRMC_vrm_animation"]
    bones = extension["humanoid"]["humanBones"]
    expect(motion.json["extensionsUsed"] == ["VRMC_vrm_animation"] and extension["specVersion"] == "1.0",
           "the extension is not declared")
    expect(sorted(bones) == sorted(BONES + ["jaw"]), "bones:", sorted(bones))
    expect(all(motion.names[bone["node"]] == name for name, bone in bones.items()), "bones have other nodes")
    expressions = extension["expressions"]
    expect(sorted(expressions["preset"]) == ["aa", "blink", "happy", "oh"] and list(expressions["custom"]) == ["blush"],
           "expressions:", expressions)
    for name, at in {**expressions["preset"], **expressions["custom"]}.items():
        weights = [row[0] for row in motion.tracks[at["node"], "translation"]]
        expect(min(weights) >= 0 and 0.5 < max(weights) <= 1, name, "goes from", min(weights), "to", max(weights))
    look_at = extension["lookAt"]["node"]
    expect((look_at, "rotation") in motion.tracks, "lookAt is no rotation")
    point = Gltf(make("point.vrma", "--motion", "dance", "--look-at", "point"))
    expect((look_at, "translation") in point.tracks and (look_at, "rotation") not in point.tracks, "lookAt is no place")
    expect(min(row[2] for row in point.tracks[look_at, "translation"]) > 1, "the place is not in front")


def check_reduced():
    """Every key that is left out is shown by those around it."""
    full = Gltf(make("full.vrma", "--motion", "dance"))
    reduced = Gltf(make("reduced.vrma", "--motion", "dance", "--reduce"))
    expect(sorted(reduced.tracks) == sorted(full.tracks), "channels are left out")
    count = sum(map(len, reduced.tracks.values())) / sum(map(len, full.tracks.values()))
    expect(count < 0.7, "reduced.vrma keeps", count, "of the keys")
    for key, rows in reduced.tracks.items():
        times, after = reduced.own_times[key], 1
        expect((times[0], times[-1]) == (0, 8), key, "is cut off")
        for time, wanted in zip(full.times, full.tracks[key]):
            while times[after] < time:
                after += 1
            t = (time - times[after - 1]) / (times[after] - times[after - 1])
            if key[1] == "rotation":
                away = degrees_between(unit(between(rows[after - 1], rows[after], t)), unit(wanted)) / 0.1
            else:
                away = max(abs(a + (b - a) * t - x) for a, b, x in zip(rows[after - 1], rows[after], wanted)) / 0.0005
            expect(away < 1.001, "reduced.vrma", key, "is", away, "of what is allowed off at", time)


def check_missing(reference):
    motion = Gltf(make("missing.vrma", "--motion", "test", "--missing", "upperChest,leftToes,neck"))
    names = {bone: bone for bone in BONES if bone not in ("upperChest", "leftToes", "neck")}
    expect(not {"upperChest", "leftToes", "neck"} & set(motion.names), "bones are not missing")
    expect(motion.names[motion.parents[motion.names.index("head")]] == "chest", "the head hangs elsewhere")
    compare_turns("missing", motion, names, reference)
    refuse("--missing", "hips")
    refuse("--missing", "tail")
    refuse("--motion", "sit")
    refuse("--as", "fbx")
    refuse("--fps", "0")
    refuse("--family", "none")
    refuse("--order", "XYX")
    refuse("--tail", "1")


# --- Faults ---

def fault(name):
    path = os.path.join(WORK, "fault-" + name)
    subprocess.run([MAKER, "motion-fault", name, "-o", path], check=True)
    return path


def at(document, pointer):
    """What is there; None where nothing is."""
    for part in pointer.split("/")[1:]:
        try:
            document = document[int(part) if isinstance(document, list) else part]
        except (KeyError, IndexError):
            return None
    return document


VRMA = "/extensions/VRMC_vrm_animation"
# What is different in the JSON of a fault: a pointer, and its value.
GLTF_FAULTS = {
    "no-scenes": ("/scenes", None), "version-1.1": (VRMA + "/specVersion", "1.1"),
    "version-missing": (VRMA + "/specVersion", None), "extension-undeclared": ("/extensionsUsed", None),
    "no-humanoid": (VRMA + "/humanoid", None), "no-animations": ("/animations", None),
    "empty-animation": ("/animations/0/channels", []), "two-animations": ("/animations/1/name", "second"),
    "eyes": (VRMA + "/humanoid/humanBones/leftEye", {"node": 5}), "bone-null": (VRMA + "/humanoid/humanBones/jaw", None),
    "bone-node-range": (VRMA + "/humanoid/humanBones/jaw/node", 999),
    "one-node-two-bones": (VRMA + "/humanoid/humanBones/upperChest/node", 2),
    "look-presets": (VRMA + "/expressions/preset/lookUp/node", 23),
    "custom-named-as-preset": (VRMA + "/expressions/custom/happy/node", 28),
    "one-node-two-expressions": (VRMA + "/expressions/preset/oh/node", 25),
    "scale-channel": ("/animations/0/channels/31/target", {"node": 1, "path": "scale"}),
    "hips-height-0": ("/nodes/0/translation", [0, 0, 0]), "hips-height-negative": ("/nodes/0/translation", [0, -1, 0]),
    "single-key": ("/accessors/0/count", 1), "times-late": ("/accessors/0/min", [1]),
    "joint-between": ("/nodes/2/children/0", 30), "node-above": ("/scenes/0/nodes/0", 30),
    "node-cycle": ("/nodes/5/children/1", 0), "no-bones": ("/nodes/0/name", "thing0"),
    "centimetres": ("/nodes/0/translation", [0, 80, 0]),
}


def check_faults():
    done = subprocess.run([MAKER, "motion-fault", "--list"], capture_output=True, check=True)
    listed = [line.split("\t") for line in done.stdout.decode().splitlines()]
    names = [name for name, _, _ in listed]
    expect(len(set(names)) == len(names) >= 95, "the list has", len(names), "faults")
    bases = {form: open(make("base." + form, "--motion", "test", "--as", form, "--fps", "5", "--missing",
                             ",".join(FINGERS)), "rb").read() for form in ("vrma", "gltf", "bvh", "vmd")}
    for name, form, what in listed:
        with open(fault(name), "rb") as file:
            data = file.read()
        expect(data != bases[form] and what, name, "has no fault")
        if form in ("vrma", "gltf"):
            read_glb(os.path.join(WORK, "fault-" + name))
    for name, (pointer, wanted) in GLTF_FAULTS.items():
        found = at(read_glb(fault(name))[0], pointer)
        expect(found == wanted, name, pointer, "is", json.dumps(found))
    check_fault_values()
    for words in (["tail"], [], ["no-scenes", "eyes"]):
        done = subprocess.run([MAKER, "motion-fault", *words, "-o", os.path.join(WORK, "refused")],
                              capture_output=True, check=False)
        expect(done.returncode == 2, "not refused with 2: motion-fault", *words)


def check_fault_values():
    spine = Gltf(fault("rotation-nan")).tracks[1, "rotation"]
    expect(math.isnan(spine[3][0]) and not any(math.isnan(x) for row in spine[:3] for x in row), "rotation-nan")
    expect(Gltf(fault("times-fall")).times[4:7:2] == [struct.unpack("f", struct.pack("f", x))[0] for x in (0.8, 1.2)]
           and abs(Gltf(fault("times-fall")).times[5] - 0.7) < 1e-6, "times-fall")
    flips = Gltf(fault("sign-flips")).tracks[1, "rotation"]
    expect(all(sum(x * y for x, y in zip(a, b)) < 0 for a, b in zip(flips, flips[1:])), "sign-flips")
    weights = [row[0] for row in Gltf(fault("weights-beyond")).tracks[23, "translation"]]
    expect((max(weights), round(min(weights), 6)) == (1.5, -0.2), "weights-beyond", weights)
    with open(fault("bvh-frames-2-gb"), encoding="ascii") as file:
        expect("Frames: 2147483648\n" in file.read(), "bvh-frames-2-gb")
    with open(fault("bvh-deep"), encoding="ascii") as file:
        expect(file.read().count("JOINT") == 99999, "bvh-deep")
    with open(fault("vmd-signature"), "rb") as file:
        expect(file.read(25) == b"Vocaloid Motion Data 0003", "vmd-signature")
    with open(fault("vmd-rotation-nan"), "rb") as file:
        key = struct.unpack_from("<15sI7f", file.read(), 54 + 111)
        expect(math.isnan(key[5]) and key[8] > 0.5, "vmd-rotation-nan", key)


def main():
    os.makedirs(WORK, exist_ok=True)
    reference = Gltf(make("reference.vrma", "--motion", "test"))
    check_gltf(reference)
    check_bvh(reference)
    check_vmd()
    check_motions()
    check_extension()
    check_missing(reference)
    check_reduced()
    check_faults()
    for problem in problems[:40]:
        print(problem)
    print(f"motions: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
