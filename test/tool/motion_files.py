"""Reads files of motion: glTF, BVH, VMD. For tests of what the maker writes, and independent of it.

The readers of glTF and BVH give a Motion: names of joints, their parents, and for a frame the rotations and the
places of all joints in the space of the model. Quaternions are tuples x, y, z, w.
"""
import json
import math
import struct


def multiply(a, b):
    ax, ay, az, aw = a
    bx, by, bz, bw = b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by - ax * bz + ay * bw + az * bx,
            aw * bz + ax * by - ay * bx + az * bw, aw * bw - ax * bx - ay * by - az * bz)


def inverse(q):
    return (-q[0], -q[1], -q[2], q[3])


def rotate(q, v):
    return multiply(multiply(q, (*v, 0.0)), inverse(q))[:3]


def about(axis, degrees):
    half = math.radians(degrees) / 2
    return tuple(math.sin(half) if axis == i else 0.0 for i in range(3)) + (math.cos(half),)


def degrees_between(a, b):
    x, y, z, w = multiply(inverse(a), b)
    return math.degrees(2 * math.atan2(math.sqrt(x * x + y * y + z * z), abs(w)))


def between(a, b, t):
    """Along the arc, as glTF goes from key to key."""
    angle = math.acos(min(1.0, sum(x * y for x, y in zip(a, b))))
    if angle < 1e-6:
        return a
    from_a, from_b = math.sin(angle * (1 - t)) / math.sin(angle), math.sin(angle * t) / math.sin(angle)
    return tuple(x * from_a + y * from_b for x, y in zip(a, b))


def unit(v):
    length = math.sqrt(sum(x * x for x in v))
    return tuple(x / length for x in v)


def subtract(a, b):
    return tuple(x - y for x, y in zip(a, b))


def direction_degrees(a, b):
    cross = (a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0])
    return math.degrees(math.atan2(math.sqrt(sum(x * x for x in cross)),
                                   sum(x * y for x, y in zip(a, b))))


class Motion:
    """names, parents (-1: none, before their children), times; pose(frame): rotations, places."""

    def __init__(self):
        self.names, self.parents, self.times = [], [], []

    def local(self, frame):
        """A list of (translation, rotation, scale); of frame None, at rest."""
        raise NotImplementedError

    def pose(self, frame):
        turns, places, scales = [], [], []
        for (offset, turn, scale), parent in zip(self.local(frame), self.parents):
            if parent >= 0:
                moved = rotate(turns[parent], tuple(x * scales[parent] for x in offset))
                offset = tuple(x + y for x, y in zip(places[parent], moved))
                turn, scale = multiply(turns[parent], turn), scale * scales[parent]
            turns.append(turn)
            places.append(offset)
            scales.append(scale)
        return turns, places


# --- glTF ---

def read_glb(path):
    """The JSON, and the bytes of the buffer."""
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + length]), data[28 + length:]


class Gltf(Motion):
    """One that the maker writes: floats, one buffer. Frames are keys, for those whose channels all have
    the same times; own_times has those of each channel."""

    def __init__(self, path):
        super().__init__()
        self.json, self.bin = read_glb(path)
        nodes = self.json["nodes"]
        above = {child: i for i, node in enumerate(nodes) for child in node.get("children", [])}
        self.names = [node["name"] for node in nodes]
        self.parents = [above.get(i, -1) for i in range(len(nodes))]
        self.rest = [(tuple(node.get("translation", (0, 0, 0))), tuple(node.get("rotation", (0, 0, 0, 1))),
                      node.get("scale", [1])[0]) for node in nodes]
        self.tracks, self.own_times = {}, {}
        animation = self.json["animations"][0]
        for channel in animation["channels"]:
            sampler = animation["samplers"][channel["sampler"]]
            rows = self.rows(sampler["output"])
            if sampler["interpolation"] == "CUBICSPLINE":
                rows = rows[1::3]
            key = channel["target"]["node"], channel["target"]["path"]
            self.tracks[key] = rows
            self.own_times[key] = self.times = [row[0] for row in self.rows(sampler["input"])]

    def rows(self, index):
        accessor = self.json["accessors"][index]
        view = self.json["bufferViews"][accessor["bufferView"]]
        width = {"SCALAR": 1, "VEC3": 3, "VEC4": 4}[accessor["type"]]
        numbers = struct.unpack_from(f"<{width * accessor['count']}f", self.bin, view["byteOffset"])
        return [numbers[i:i + width] for i in range(0, len(numbers), width)]

    def local(self, frame):
        out = []
        for i, (offset, turn, scale) in enumerate(self.rest):
            if frame is not None:
                offset = self.tracks[i, "translation"][frame] if (i, "translation") in self.tracks else offset
                turn = self.tracks[i, "rotation"][frame] if (i, "rotation") in self.tracks else turn
            out.append((offset, turn, scale))
        return out


# --- BVH ---

class Bvh(Motion):
    """`counts` has the number of channels of each joint, `orders` the axes of its rotations."""

    def __init__(self, path):
        super().__init__()
        with open(path, encoding="ascii") as file:
            head, _, tail = file.read().partition("MOTION")
        self.offsets, self.channels, self.ends = [], [], []
        self.read_joints(head.split())
        words = tail.split()
        count, self.frame_time = int(words[1]), float(words[4])
        numbers = [float(word) for word in words[5:]]
        width = sum(len(channels) for channels in self.channels)
        if words[0] != "Frames:" or len(numbers) != width * count:
            raise ValueError(f"{path}: {len(numbers)} numbers in {count} frames of {width}")
        self.frames = [numbers[i:i + width] for i in range(0, len(numbers), width)]
        self.times = [i * self.frame_time for i in range(count)]
        self.orders = ["".join(c[0] for c in channels if "rotation" in c) for channels in self.channels]
        self.counts = [len(channels) for channels in self.channels]

    def read_joints(self, words):
        stack, at, is_end = [], 1, False
        while at < len(words):
            word = words[at]
            if word in ("ROOT", "JOINT"):
                self.names.append(words[at + 1])
                self.parents.append(stack[-1] if stack else -1)
                self.channels.append([])
                at += 1
            elif word == "End":
                is_end = True
                at += 1
            elif word == "{":
                stack.append(-1 if is_end else len(self.names) - 1)
            elif word == "}":
                stack.pop()
                is_end = False
            elif word == "OFFSET":
                offset = tuple(map(float, words[at + 1:at + 4]))
                (self.ends if is_end else self.offsets).append(offset)
                at += 3
            elif word == "CHANNELS":
                count = int(words[at + 1])
                self.channels[-1] = words[at + 2:at + 2 + count]
                at += 1 + count
            else:
                raise ValueError(f"unknown word {word}")
            at += 1

    def local(self, frame):
        out, at = [], 0
        for offset, channels in zip(self.offsets, self.channels):
            turn, place = (0.0, 0.0, 0.0, 1.0), list(offset)
            for channel in channels:
                axis = "XYZ".index(channel[0])
                value = self.frames[frame][at] if frame is not None else (offset[axis] if "pos" in channel else 0)
                at += 1
                if "position" in channel:
                    place[axis] = value
                else:
                    turn = multiply(turn, about(axis, value))
            out.append((tuple(place), turn, 1))
        return out


# --- VMD ---

class Vmd:
    """frames[frame][bone] is (position in metres, rotation), in the axes of VRM; morphs[frame][morph]
    a weight; curves the sets of interpolation bytes; has_ik what the properties say of each target."""

    def __init__(self, path):
        with open(path, "rb") as file:
            self.data = file.read()
        self.at = 50
        self.signature, self.model = self.data[:30].rstrip(b"\0"), self.data[30:50].rstrip(b"\0")
        self.frames, self.morphs, self.curves, self.has_ik = {}, {}, set(), {}
        for _ in range(self.take("<I")[0]):
            name, frame, x, y, z, qx, qy, qz, qw, curve = self.take("<15sI7f64s")
            self.frames.setdefault(frame, {})[self.text(name)] = (
                (x * 0.08, y * 0.08, -z * 0.08), (-qx, -qy, qz, qw))
            self.curves.add(curve)
        for _ in range(self.take("<I")[0]):
            name, frame, weight = self.take("<15sIf")
            self.morphs.setdefault(frame, {})[self.text(name)] = weight
        others = [self.take("<I")[0] for _ in range(3)]
        count, frame, is_shown, targets = self.take("<IIBI")
        for _ in range(targets):
            name, is_on = self.take("<20sB")
            self.has_ik[self.text(name)] = bool(is_on)
        if others != [0, 0, 0] or (count, frame, is_shown) != (1, 0, 1) or self.at != len(self.data):
            raise ValueError(f"{path}: {len(self.data) - self.at} bytes are left")

    def take(self, form):
        values = struct.unpack_from(form, self.data, self.at)
        self.at += struct.calcsize(form)
        return values

    @staticmethod
    def text(name):
        return name.split(b"\0")[0].decode("shift_jis")
