"""Properties of `vrm motion convert`: generated motions of all formats, and what must hold for their .vrma files."""
import json
import math
import random
import struct
from collections import namedtuple

from .files import doubled_keys, read_glb, write_glb
from .motion_sampling import UNIT, BvhClip, Clip, VmdClip, inverse, multiply, normalized
from .verb import SIZES, Case, Verb

SIDES = (("left", "Left"), ("right", "Right"))
# The bones of the humanoid, each with the one above it; fingers apart.
PARENTS = {"spine": "hips", "chest": "spine", "upperChest": "chest", "neck": "upperChest", "head": "neck", "jaw": "head"}
for _side, _ in SIDES:
    PARENTS[_side + "Shoulder"], PARENTS[_side + "UpperLeg"] = "upperChest", "hips"
    for _chain in (("Shoulder", "UpperArm", "LowerArm", "Hand"), ("UpperLeg", "LowerLeg", "Foot", "Toes")):
        PARENTS.update((_side + bone, _side + above) for above, bone in zip(_chain, _chain[1:]))
LIMBS = {"Shoulder": "Shoulder", "Arm": "UpperArm", "ForeArm": "LowerArm", "Hand": "Hand", "UpLeg": "UpperLeg",
         "Leg": "LowerLeg", "Foot": "Foot", "ToeBase": "Toes"}
HUMANIK = {"hips": "Hips", "spine": "Spine", "chest": "Spine1", "upperChest": "Spine2", "neck": "Neck", "head": "Head"}
HUMANIK.update((side + bone, word + joint) for side, word in SIDES for joint, bone in LIMBS.items())
PLAIN = {bone: bone for bone in ("hips", *PARENTS)}
MIXAMO = {bone: "mixamorig:" + joint for bone, joint in HUMANIK.items()}


def random_turn(chance, degrees):
    angle, axis = math.radians(chance.uniform(0, degrees)) / 2, [chance.gauss(0, 1) for _ in range(3)]
    length = math.sqrt(sum(x * x for x in axis)) or 1.0
    return tuple(math.sin(angle) * x / length for x in axis) + (math.cos(angle),)


# --- BVH ---

OFFSETS = {"spine": (0, 10, 0), "chest": (0, 12, 0), "upperChest": (0, 12, 0), "neck": (0, 14, 0), "head": (0, 9, 0),
           "Shoulder": (4, 10, 0), "UpperArm": (12, 0, 0), "LowerArm": (26, 0, 0), "Hand": (24, 0, 0),
           "UpperLeg": (9, -4, 0), "LowerLeg": (0, -42, 0), "Foot": (0, -40, 0), "Toes": (0, -6, 14)}


def make_bvh(chance, frames, joints=0):
    """A T-pose in centimetres. Each joint has its own order of axes; some joints are no bones."""
    children = {bone: [child for child, above in PARENTS.items() if above == bone and child != "jaw"]
                for bone in ("hips", *PARENTS)}
    lines, widths = ["HIERARCHY"], []

    def add(name, offset, below, depth):
        order = list("XYZ")
        chance.shuffle(order)
        channels = ["Xposition", "Yposition", "Zposition"] * (depth == 0) + [axis + "rotation" for axis in order]
        widths.append(len(channels))
        lines.append(f"{'ROOT' if depth == 0 else 'JOINT'} {name} {{ OFFSET {offset[0]} {offset[1]} {offset[2]} "
                     f"CHANNELS {len(channels)} {' '.join(channels)}")
        below(depth + 1)
        lines.append("}")

    def below_bone(bone):
        def write(depth):
            for child in children[bone]:
                side = 1 if child.startswith("left") else -1
                offset = OFFSETS.get(child) or OFFSETS[child[4 if side > 0 else 5:]]
                if not child.startswith(("left", "right")):
                    side = 1
                add(HUMANIK[child], (side * offset[0], *offset[1:]), below_bone(child), depth)
            if not children[bone]:
                lines.append("End Site { OFFSET 0 0 5 }")
            if bone == "leftHand":
                for i in range(joints):
                    add(f"Prop{i}", (1, i, 0), lambda _: lines.append("End Site { OFFSET 1 0 0 }"), depth)
        return write
    add("Hips", (0, 0, 0), below_bone("hips"), 0)
    seconds = chance.choice((1 / 30, 1 / 60, 0.0083333, 0.1))
    lines += ["MOTION", f"Frames: {frames}", f"Frame Time: {seconds:.7f}"]
    for frame in range(frames):
        row = [f"{10 * math.sin(frame / 9):.4f}", f"{92 + math.sin(frame / 5):.4f}", f"{frame * 0.3:.4f}"]
        row += [f"{25 * math.sin(frame / 11 + k) * chance.uniform(0.8, 1):.4f}" for k in range(sum(widths) - 3)]
        lines.append(" ".join(row))
    return "\n".join(lines).encode() + b"\n"


# --- VMD ---

def make_vmd(chance, count, span=900, names=None):
    """(bytes, VmdClip)"""
    names = names or [*VmdClip.TRUNK, "下半身", *(side + name for side in "左右" for name in VmdClip.ARM)]
    keys, morphs, rows, weights = {}, {}, [], []
    for name in names:
        for frame in sorted(chance.sample(range(span), min(count, span))):
            place = tuple(chance.uniform(-3, 3) for _ in range(3)) if name in (*VmdClip.TRUNK[:4], "下半身") else (0, 0, 0)
            numbers = struct.unpack("<7f", struct.pack("<7f", *place, *random_turn(chance, 60)))
            curves = bytes(chance.randrange(128) for _ in range(16)) * 4
            curves = bytes(curves[i - i % 16 + (i % 16) // 4 * 4] for i in range(64))
            rows.append(name.encode("shift_jis").ljust(15, b"\0") + struct.pack("<I7f", frame, *numbers) + curves)
            x, y, z, qx, qy, qz, qw = numbers
            keys.setdefault(name, []).append((frame, (x, y, -z), normalized((-qx, -qy, qz, qw)), curves))
    for name in (*VmdClip.MORPHS, "照れ", "瞳小"):
        for frame in sorted(chance.sample(range(span), min(count, span))):
            weight = chance.uniform(0, 1)
            weights.append(name.encode("shift_jis").ljust(15, b"\0") + struct.pack("<If", frame, weight))
            morphs.setdefault(name, []).append((frame, weight))
    chance.shuffle(rows)
    data = b"Vocaloid Motion Data 0002".ljust(30, b"\0") + "誰か".encode("shift_jis").ljust(20, b"\0")
    data += struct.pack("<I", len(rows)) + b"".join(rows) + struct.pack("<I", len(weights)) + b"".join(weights)
    return data + bytes(12), VmdClip(keys, morphs)


# --- .vrma and glTF ---

def add_values(document, payload, rows, kind, component=5126):
    form = {5126: "f", 5122: "h"}[component]
    payload += bytes(-len(payload) % 4)
    data = b"".join(struct.pack(f"<{len(row)}{form}", *row) for row in rows)
    document["bufferViews"].append({"buffer": 0, "byteOffset": len(payload), "byteLength": len(data)})
    payload += data
    accessor = {"bufferView": len(document["bufferViews"]) - 1, "componentType": component, "count": len(rows), "type": kind}
    if kind == "SCALAR":
        accessor["min"], accessor["max"] = [min(rows)[0]], [max(rows)[0]]
    if component != 5126:
        accessor["normalized"] = True
    document["accessors"].append(accessor)
    document["buffers"][0]["byteLength"] = len(payload)
    return len(document["accessors"]) - 1


def add_channel(document, payload, node, path, times, rows, mode="LINEAR"):
    animation, floats = document["animations"][0], [struct.unpack("<f", struct.pack("<f", time)) for time in times]
    animation["samplers"].append({"input": add_values(document, payload, floats, "SCALAR"), "interpolation": mode,
                                  "output": add_values(document, payload, rows, "VEC4" if path == "rotation" else "VEC3")})
    animation["channels"].append({"sampler": len(animation["samplers"]) - 1, "target": {"node": node, "path": path}})


def some_times(chance, count, last=4.0):
    return sorted({round(chance.uniform(0, last), 4) for _ in range(count)})


def with_joints(document, payload, chance, size):
    """Joints that are no bones between bones and above the hips, each with times of its own."""
    nodes, bones = document["nodes"], Clip(write_glb(document, bytes(payload))).bones
    for bone in sorted(bones)[:6] + ["hips"] if bones else []:
        node = bones.get(bone)
        parent = next((each for each in nodes if node in each.get("children", [])), None)
        if node is None or parent is None:
            continue
        nodes.append({"name": f"between {bone}", "children": [node]})
        parent["children"][parent["children"].index(node)] = len(nodes) - 1
        times = some_times(chance, 3 + size)
        add_channel(document, payload, len(nodes) - 1, "rotation", times, [random_turn(chance, 30) for _ in times])
    return True


def with_customs(document, payload, chance, size):
    """Names that collide with presets in all but one letter, of many scripts, with a dot and a slash."""
    extension = document.get("extensions", {}).get("VRMC_vrm_animation")
    if extension is None:
        return False
    custom = extension.setdefault("expressions", {}).setdefault("custom", {})
    names = ["Happy", "happy ", "笑い", "a/b~c", "\u0301", "x" * 300, '"quoted"', "null"]
    for name in names + [f"custom {i}" for i in range(size)]:
        document["nodes"].append({"name": f"face {name}"})
        custom[name] = {"node": len(document["nodes"]) - 1}
        times = some_times(chance, 4)
        rows = [(chance.uniform(-0.2, 1.2), 0.0, 0.0) for _ in times]
        add_channel(document, payload, len(document["nodes"]) - 1, "translation", times, rows,
                    chance.choice(("LINEAR", "STEP")))
    return True


def with_late_keys(document, payload, chance, size):
    """Tracks that begin after 0 and end at times of their own; one is longer than all others."""
    bones = Clip(write_glb(document, bytes(payload))).bones
    animation = document["animations"][0]
    animation["channels"] = [channel for channel in animation["channels"]
                             if channel["target"]["node"] not in (bones.get("head"), bones.get("spine"))]
    for bone, start in (("head", 1.5), ("spine", 7.25)):
        if bone in bones:
            times = [start + time for time in some_times(chance, 3 + size)]
            add_channel(document, payload, bones[bone], "rotation", times, [random_turn(chance, 80) for _ in times],
                        chance.choice(("LINEAR", "STEP")))
    return True


def with_shorts(document, payload, chance, size):
    """Rotations of 16 bits."""
    del chance, size
    clip = Clip(write_glb(document, bytes(payload)))
    for sampler in document["animations"][0]["samplers"]:
        if document["accessors"][sampler["output"]]["type"] == "VEC4" and sampler.get("interpolation") == "LINEAR":
            rows = [tuple(round(x * 32767) for x in normalized(row)) for row in clip.rows(sampler["output"])]
            sampler["output"] = add_values(document, payload, rows, "VEC4", 5122)
    return True


def with_unknown(document, payload, chance, size):
    """What a motion has no use for: extras, unknown extensions, a second animation, a channel of nothing."""
    for table in ("nodes", "accessors", "animations"):
        for element in document[table][:5]:
            element["extras"] = {"tag": [1, None]}
            element.setdefault("extensions", {})["ACME_future"] = {"node": 3}
    document["nodes"].append({"name": "aside"})
    times = some_times(chance, 4 + size, 0.9)  # it counts for nothing, and is no longer than the rest
    add_channel(document, payload, len(document["nodes"]) - 1, "rotation", times, [UNIT for _ in times])
    document["animations"].append(json.loads(json.dumps(document["animations"][0])))
    return True


KINDS = {"plain": lambda *_: True, "joints": with_joints, "customs": with_customs, "late": with_late_keys,
         "shorts": with_shorts, "unknown": with_unknown}
BASES = {"vrma": ([], None), "rests": (["--rest-rotations"], None), "step": (["--interpolation", "step"], None),
         "splines": (["--interpolation", "cubicspline"], None), "point": (["--look-at", "point"], None),
         "missing": (["--missing", "chest,leftHand,neck"], None), "few": (["--reduce"], None),
         "gltf": (["--as", "gltf", "--rest-rotations"], PLAIN), "mixamo": (["--as", "mixamo"], MIXAMO),
         "mixamo-armature": (["--as", "mixamo-armature"], MIXAMO), "mixamo-between": (["--as", "mixamo-between"], MIXAMO)}


def change(data, kind, chance, size=1):
    """The bytes of a motion made of another; None: it has not what the kind changes."""
    text, payload = read_glb(data)
    document, payload = json.loads(text), bytearray(payload)
    payload = bytearray(payload[:document["buffers"][0]["byteLength"]])
    return write_glb(document, bytes(payload)) if KINDS[kind](document, payload, chance, size) else None


# --- Properties ---

def own_turns(turns, present):
    """Each bone relative to the nearest one above it that is present."""
    found = {}
    for bone, turn in turns.items():
        above = PARENTS.get(bone)
        while above is not None and above not in present:
            above = PARENTS.get(above)
        if bone == "hips" or above is not None:
            found[bone] = turn if bone == "hips" else multiply(inverse(turns[above]), turn)
    return found


def degrees_apart(a, b):
    apart = min(math.dist(a, b), math.dist(a, [-x for x in b]))
    return math.degrees(4 * math.asin(min(1.0, apart / 2)))


def angles_of(q):
    """Yaw and pitch of a direction of the eyes, in degrees."""
    x, y, z, w = q
    forward = (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y))
    return (math.degrees(math.atan2(forward[0], forward[2])),
            math.degrees(math.atan2(-forward[1], math.hypot(forward[0], forward[2]))))


def judge(before, after, record, times, degrees=1e-3, from_first=False):
    """What does not hold, one sentence each. `before` and `after` have poses; `from_first`: hips are compared
    with those of the first time."""
    wrong, changes = [], set(record["changes"])
    if abs(before.duration - after.duration) > 1e-5 * max(1.0, before.duration):
        wrong.append(f"it lasts {before.duration} s, and the new file {after.duration} s")
    worst, faces, hips_off, starts = {}, {}, 0.0, None
    for time in times:
        old, new = before.pose(time), after.pose(time)
        lost = set(old.turns) - set(new.turns) - {"leftEye", "rightEye"}
        wrong += [f"{bone} is not in the new file" for bone in sorted(lost) if bone not in worst]
        worst.update(dict.fromkeys(lost, 0.0))
        present = set(old.turns) - lost
        mine, theirs = own_turns(old.turns, present), own_turns({b: new.turns[b] for b in present}, present)
        for bone, turn in mine.items():
            if bone in theirs:
                worst[bone] = max(worst.get(bone, 0.0), degrees_apart(turn, theirs[bone]))
        for name, weight in old.weights.items():
            off = abs(weight - new.weights.get(name, 0.0))
            faces[name] = max(faces.get(name, 0.0), off)
        if old.hips is not None and new.hips is not None:
            starts = starts or ((old.hips, new.hips) if from_first else ((0, 0, 0), (0, 0, 0)))
            hips_off = max(hips_off, max(abs((a - c) - (b - d)) for a, b, c, d in
                                         zip(old.hips, new.hips, starts[0], starts[1])))
        if old.look is not None and "look-at-point" not in changes:
            worst["lookAt"] = max(worst.get("lookAt", 0.0), *(abs(a - b) for a, b in
                                                            zip(angles_of(old.look), angles_of(new.look))))
    wrong += [f"{bone} is {off:.4f} degrees off" for bone, off in worst.items() if off > degrees]
    # --reduce lets weights be off by a tenth of its degrees.
    wrong += [f"{name} is {off:.4f} off" for name, off in faces.items() if off > max(1e-4, 0.1 * degrees)]
    if hips_off > max(2e-5, degrees * 0.005):
        wrong.append(f"the hips are {hips_off:.5f} m off")
    return wrong


def judge_names(before, after, record):
    """Expressions are there, or named."""
    named = json.dumps(record["diagnostics"], ensure_ascii=False)
    lost = {name for name in before.names() - after.names() if name not in named}
    return [f"the expression {name} is gone" for name in sorted(lost) if "not-allowed" not in record["changes"]]


def some_of(times, chance, most=12):
    times = sorted(set(times))
    return times if len(times) <= most else sorted({times[0], times[-1], *chance.sample(times, most - 2)})


# --- The verb ---

# What a file is compared with: `before` has its poses, `degrees` they may be off by at `times`.
Plan = namedtuple("Plan", "before times degrees from_first", defaults=(1e-3, False))


def make_vrma(kit, kind, size):
    return change(kit.make("motion", "--motion", "walk", ending=".vrma"), kind, random.Random(1), size)


def make_limb(_, size):
    return make_vmd(random.Random(1), size, 100000, ("左腕", "左腕捩", "左ひじ"))[0]


GROWING = {"BVH frames": lambda _, size: make_bvh(random.Random(1), size),
           "BVH joints": lambda _, size: make_bvh(random.Random(1), 4, size),
           "VMD keys": lambda _, size: make_vmd(random.Random(1), size, 100000, ("センター", "上半身", "頭"))[0],
           "VMD keys of a limb": make_limb, "keys of joints": lambda kit, size: make_vrma(kit, "joints", size),
           "late keys": lambda kit, size: make_vrma(kit, "late", size),
           "customs": lambda kit, size: make_vrma(kit, "customs", size),
           "unused keys": lambda kit, size: make_vrma(kit, "unknown", size)}


class Motion(Verb):
    """`reduce`: the degrees of --reduce; 0: all keys stay."""
    ending = ".vrma"

    def __init__(self, reduce=0.0):
        words = ("--reduce", str(reduce), "--small") if reduce else ()
        super().__init__("motion", "convert", *words, again=not reduce)
        self.degrees = reduce

    def gltf_cases(self, kit, chance):
        for base, (words, bones) in BASES.items():
            motion = chance.choice(("dance", "walk", "test"))
            plain = kit.make("motion", "--motion", motion, "--fps", "15", *words, ending=".vrma")
            for kind in KINDS:
                data = None if kit.is_quick and kind != "plain" and chance.random() < 0.6 else change(plain, kind, chance)
                if data is None:
                    continue
                before = Clip(data, bones)
                keys = [time for track in before.tracks.values() for time in track.times]
                inside = [time + chance.uniform(0, 0.02) for time in chance.sample(keys, min(6, len(keys)))]
                yield Case(f"{base}, {kind}", data, Plan(before, some_of(keys, chance) + inside))

    def bvh_cases(self, kit, chance):
        path = kit.work / "made.bvh"
        for number in range(2 if kit.is_quick else 10):
            data = make_bvh(chance, 2 + 13 * number, number % 3)
            path.write_bytes(data)
            before = BvhClip(path, HUMANIK)
            yield Case(f"BVH {number}", data, Plan(before, some_of(before.times, chance), 0.01, True))

    def vmd_cases(self, kit, chance):
        for number in range(2 if kit.is_quick else 10):
            data, before = make_vmd(chance, 1 + 3 * number, chance.choice((40, 300, 9000)))
            frames = {round(before.duration * 30 * i / 40) / 30 for i in range(41)}
            yield Case(f"VMD {number}", data, Plan(before, some_of(frames, chance, 20), 0.3))

    def cases(self, kit):
        chance = random.Random(1)
        yield from self.gltf_cases(kit, chance)
        yield from self.bvh_cases(kit, chance)
        yield from self.vmd_cases(kit, chance)

    def growth(self, kit):
        for kind, make in GROWING.items():
            yield kind, [Case(kind, make(kit, size)) for size in SIZES]

    def command(self, source, target, plan):
        return [*self.words, str(source), str(target)]

    def judge(self, case, written, record):
        after, plan = Clip(written), case.plan
        # What is sampled has lines between 30 keys a second.
        degrees = max(plan.degrees, 0.2) if "sampled" in record["changes"] else plan.degrees
        wrong = judge(plan.before, after, record, plan.times, degrees + 1.05 * self.degrees, plan.from_first)
        if not isinstance(plan.before, BvhClip):
            wrong += judge_names(plan.before, after, record)
        wrong += [f"an object has two members '{key}'" for key in doubled_keys(read_glb(written)[0])]
        return wrong[:5]
