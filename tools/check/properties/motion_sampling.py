"""Motions of .vrma, glTF, BVH and VMD files at any time, evaluated in double precision and independently of
the library. A pose is Pose(turns, hips, weights, look): world rotations of bones since the T-pose, the way of
the hips from their rest in metres, weights of expressions, and the direction of the eyes as a rotation."""
import json
import math
import struct
import sys
from bisect import bisect_right
from collections import namedtuple
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[3] / "test" / "tool"))
from motion_files import Bvh, about, inverse, multiply, rotate  # noqa: E402 pylint: disable=wrong-import-position

Pose = namedtuple("Pose", "turns hips weights look")
Track = namedtuple("Track", "times rows mode")
UNIT = (0.0, 0.0, 0.0, 1.0)
COMPONENTS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4}
FORMATS = {5120: ("b", 127), 5121: ("B", 255), 5122: ("h", 32767), 5123: ("H", 65535), 5126: ("f", None)}


def normalized(q):
    length = math.sqrt(sum(x * x for x in q))
    return tuple(x / length for x in q) if length > 0 else UNIT


def slerp(a, b, part):
    cosine = sum(x * y for x, y in zip(a, b))
    if cosine < 0:
        b, cosine = tuple(-x for x in b), -cosine
    angle = math.acos(min(1.0, cosine))
    if angle < 1e-6:
        return normalized(tuple(x + (y - x) * part for x, y in zip(a, b)))
    from_a, from_b = math.sin(angle * (1 - part)) / math.sin(angle), math.sin(angle * part) / math.sin(angle)
    return normalized(tuple(x * from_a + y * from_b for x, y in zip(a, b)))


def lerp(a, b, part):
    return tuple(x + (y - x) * part for x, y in zip(a, b))


def nearer(last, q):
    """The sign of a rotation that is nearer to the key before it."""
    return q if sum(x * y for x, y in zip(last, q)) >= 0 else tuple(-x for x in q)


def spline(a, out_tangent, b, in_tangent, span, part):
    p2, p3 = part * part, part ** 3
    return tuple((2 * p3 - 3 * p2 + 1) * x + span * (p3 - 2 * p2 + part) * m + (3 * p2 - 2 * p3) * y
                 + span * (p3 - p2) * n for x, m, y, n in zip(a, out_tangent, b, in_tangent))


# --- glTF ---

class Clip:
    """A .vrma or glTF file. `bones` of a file without VRMC_vrm_animation: {bone: name of its node}."""

    def __init__(self, data, bones=None):
        length = struct.unpack_from("<I", data, 12)[0]
        self.json, self.bin = json.loads(data[20:20 + length]), data[28 + length:]
        nodes = self.json["nodes"]
        above = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
        self.parents = [above.get(i, -1) for i in range(len(nodes))]
        self.order = sorted(range(len(nodes)), key=self.depth)
        self.read_names(bones)
        self.tracks = {}
        for animation in self.json.get("animations", [])[:1]:
            for channel in animation["channels"]:
                self.read_channel(animation, channel)
        self.duration = max((track.times[-1] for track in self.tracks.values()), default=0.0)

    def depth(self, node):
        count = 0
        while self.parents[node] >= 0:
            node, count = self.parents[node], count + 1
        return count

    def read_names(self, bones):
        extension = self.json.get("extensions", {}).get("VRMC_vrm_animation", {})
        by_name = {node.get("name"): i for i, node in enumerate(self.json["nodes"])}
        entries = extension.get("humanoid", {}).get("humanBones", {})
        self.bones = {bone: entry["node"] for bone, entry in entries.items()}
        if bones is not None:
            self.bones = {bone: by_name[name] for bone, name in bones.items() if name in by_name}
        faces = extension.get("expressions", {})
        self.faces = {name: entry["node"] for kind in ("preset", "custom")
                      for name, entry in faces.get(kind, {}).items()}
        self.look_node = extension.get("lookAt", {}).get("node")

    def rows(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        width, (letter, most) = COMPONENTS[accessor["type"]], FORMATS[accessor["componentType"]]
        form = f"<{width}{letter}"
        start = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
        stride = view.get("byteStride", struct.calcsize(form))
        found = [struct.unpack_from(form, self.bin, start + stride * i) for i in range(accessor["count"])]
        return found if most is None else [tuple(max(x / most, -1.0) for x in row) for row in found]

    def read_channel(self, animation, channel):
        sampler = animation["samplers"][channel["sampler"]]
        rows, path = self.rows(sampler["output"]), channel["target"]["path"]
        mode = sampler.get("interpolation", "LINEAR")
        if path == "rotation" and mode != "CUBICSPLINE":
            rows = [normalized(row) for row in rows]
        if path == "rotation" and mode == "CUBICSPLINE":
            for i in range(4, len(rows), 3):
                if nearer(rows[i - 3], rows[i]) != rows[i]:
                    rows[i - 1:i + 2] = [tuple(-x for x in row) for row in rows[i - 1:i + 2]]
        times = [row[0] for row in self.rows(sampler["input"])]
        self.tracks[channel["target"]["node"], path] = Track(times, rows, mode)

    def value(self, node, path, time, rest):
        track = self.tracks.get((node, path))
        if track is None or time is None:
            return rest
        by, at = (3 if track.mode == "CUBICSPLINE" else 1), bisect_right(track.times, time) - 1
        if at < 0 or at + 1 >= len(track.times):
            return track.rows[max(0, at) * by + by // 2]
        span = track.times[at + 1] - track.times[at]
        part = (time - track.times[at]) / span
        if by == 3:
            a, b = track.rows[3 * at:3 * at + 3], track.rows[3 * at + 3:3 * at + 6]
            found = spline(a[1], a[2], b[1], b[0], span, part)
            return normalized(found) if path == "rotation" else found
        if track.mode == "STEP":
            return track.rows[at]
        return (slerp if path == "rotation" else lerp)(track.rows[at], track.rows[at + 1], part)

    def world(self, time):
        """Rotations and places of all nodes; time None: at rest."""
        nodes = self.json["nodes"]
        turns, places, scales = [UNIT] * len(nodes), [(0.0, 0.0, 0.0)] * len(nodes), [1.0] * len(nodes)
        for i in self.order:
            node, parent = nodes[i], self.parents[i]
            turns[i] = self.value(i, "rotation", time, tuple(node.get("rotation", UNIT)))
            places[i] = self.value(i, "translation", time, tuple(node.get("translation", (0, 0, 0))))
            scales[i] = node.get("scale", [1.0])[0]
            if parent >= 0:
                moved = rotate(turns[parent], tuple(x * scales[parent] for x in places[i]))
                places[i] = tuple(x + y for x, y in zip(places[parent], moved))
                turns[i], scales[i] = multiply(turns[parent], turns[i]), scales[i] * scales[parent]
        return turns, places

    def pose(self, time):
        (turns, places), (rests, rest_places) = self.world(time), self.world(None)
        found = {bone: multiply(turns[node], inverse(rests[node])) for bone, node in self.bones.items()}
        hips, unit = None, 1.0
        if "hips" in self.bones:
            node = self.bones["hips"]
            unit = 0.01 if rest_places[node][1] >= 5 else 1.0
            hips = tuple((x - y) * unit for x, y in zip(places[node], rest_places[node]))
        weights = {name: min(1.0, max(0.0, self.value(node, "translation", time, None)[0]))
                   for name, node in self.faces.items() if (node, "translation") in self.tracks}
        look = self.value(self.look_node, "rotation", time, None)
        return Pose(found, hips, weights, look)

    def names(self):
        return {name for name, node in self.faces.items() if (node, "translation") in self.tracks}


# --- BVH ---

class BvhClip(Bvh):
    """One whose offsets are a T-pose that faces +Z, in centimetres. Hips are compared from the first frame on,
    as where the floor is does not stand in a file."""

    def __init__(self, path, bones):
        super().__init__(path)
        self.bones = {bone: self.names.index(name) for bone, name in bones.items() if name in self.names}
        self.duration = self.times[-1]

    def frame(self, number):
        return super().pose(number)

    def pose(self, time):
        (turns, places), (_, first) = self.frame(round(time / self.frame_time)), self.frame(0)
        node = self.bones["hips"]
        hips = tuple((x - y) * 0.01 for x, y in zip(places[node], first[node]))
        return Pose({bone: turns[i] for bone, i in self.bones.items()}, hips, {}, None)


# --- VMD ---

def curve_part(x1, y1, x2, y2, time):
    """How much of a way is made on a curve of Bezier."""
    def bezier(a, b, s):
        return 3 * (1 - s) ** 2 * s * a + 3 * (1 - s) * s * s * b + s ** 3
    low, high = 0.0, 1.0
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (middle, high) if bezier(x1, x2, middle) < time else (low, middle)
    return bezier(y1, y2, (low + high) / 2)


class VmdClip:
    """Bones by the names of MMD: keys[name] is a list of (frame, place, rotation, curves), and morphs[name] one
    of (frame, weight), both in order. Files with keys for legs are not for it."""
    TRUNK = ("全ての親", "センター", "グルーブ", "腰", "上半身", "上半身2", "上半身3", "首", "頭")
    ARM = ("肩P", "肩", "腕", "腕捩", "ひじ", "手捩", "手首")
    BONES = {"上半身": "spine", "上半身2": "chest", "上半身3": "upperChest", "首": "neck", "頭": "head",
             "肩": "Shoulder", "腕捩": "UpperArm", "手捩": "LowerArm", "手首": "Hand"}
    MORPHS = {"あ": "aa", "い": "ih", "う": "ou", "え": "ee", "お": "oh", "まばたき": "blink", "ウィンク": "blinkLeft",
              "怒り": "angry"}

    def __init__(self, keys, morphs):
        self.keys, self.morphs = keys, morphs
        frames = [rows[-1][0] for rows in (*keys.values(), *(morphs[name] for name in morphs if name in self.MORPHS))]
        self.duration = max(frames, default=0) / 30

    def bone(self, name, frame):
        rows = self.keys.get(name)
        if not rows:
            return (0.0, 0.0, 0.0), UNIT
        at = bisect_right([row[0] for row in rows], frame) - 1
        if at < 0 or at + 1 == len(rows):
            return rows[max(0, at)][1:3]
        (first, place, turn, _), (last, to_place, to_turn, curves) = rows[at], rows[at + 1]
        points = [[curves[16 * i + k] / 127 for k in (0, 4, 8, 12)] for i in range(4)]
        parts = [curve_part(*points[i], (frame - first) / (last - first)) for i in range(4)]
        return (tuple(a + (b - a) * part for a, b, part in zip(place, to_place, parts)),
                slerp(turn, to_turn, parts[3]))

    def names(self):
        return {self.MORPHS[name] for name in self.morphs if name in self.MORPHS}

    def weight(self, name, frame):
        rows = self.morphs[name]
        at = bisect_right([row[0] for row in rows], frame) - 1
        if at < 0 or at + 1 == len(rows):
            return rows[max(0, at)][1]
        (first, a), (last, b) = rows[at], rows[at + 1]
        return a + (b - a) * (frame - first) / (last - first)

    def pose(self, time):
        frame = round(time * 30)
        turn, place, turns, hips = UNIT, (0.0, 0.0, 0.0), {}, None
        for name in self.TRUNK:
            offset, own = self.bone(name, frame)
            if name in self.TRUNK[:4]:  # the hips are below these
                rest = (0.0, 11.2, 0.0) if name == "センター" else (0.0, 0.0, 0.0)
                moved = rotate(turn, tuple(x + y for x, y in zip(offset, rest)))
                place = tuple(x + y for x, y in zip(place, moved))
            turn = multiply(turn, own)
            if name == "腰":
                low_place, low = self.bone("下半身", frame)
                hips = tuple(x + y for x, y in zip(place, rotate(turn, low_place)))
                turns["hips"] = multiply(turn, low)
            if name in self.BONES:
                turns[self.BONES[name]] = turn
            if name == "上半身3":
                chest = turn
        for side, word, sign in (("left", "左", 1), ("right", "右", -1)):
            turn, raised = chest, about(2, -35 * sign)
            for name in self.ARM:
                turn = multiply(turn, self.bone(word + name, frame)[1])
                if name in self.BONES:
                    is_arm = name not in ("肩P", "肩")
                    turns[side + self.BONES[name]] = multiply(turn, raised) if is_arm else turn
        hips = tuple((x - y) * 0.08 for x, y in zip(hips, (0.0, 11.2, 0.0)))
        weights = {self.MORPHS[name]: min(1.0, max(0.0, self.weight(name, frame)))
                   for name in self.morphs if name in self.MORPHS}
        return Pose(turns, hips, weights, None)
