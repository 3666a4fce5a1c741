"""libvrm, by its Python package."""
import math

import libvrm
from libvrm import experimental as vrmx
from run import Skipped

COLORS = {"color": "base_color", "emissionColor": "emissive", "shadeColor": "shade_color", "matcapColor": "matcap", "rimColor": "rim_color",
          "outlineColor": "outline_color"}
FLAGS = {"literal-time": libvrm.AvatarFlags.LITERAL_TIME, "literal-scale": libvrm.AvatarFlags.LITERAL_SCALE}


def times(a, b):
    (ax, ay, az, aw), (bx, by, bz, bw) = a, b
    return (aw * bx + ax * bw + ay * bz - az * by, aw * by + ay * bw + az * bx - ax * bz,
            aw * bz + az * bw + ax * by - ay * bx, aw * bw - ax * bx - ay * by - az * bz)


def rotation_of(matrix):
    """The quaternion of a matrix without shear."""
    columns = [[float(matrix[r, c]) for r in range(3)] for c in range(3)]
    x, y, z = ([v / math.hypot(*column) for v in column] for column in columns)
    w = 1 + x[0] + y[1] + z[2]
    if w > 1:
        return [y[2] - z[1], z[0] - x[2], x[1] - y[0], w]
    if x[0] > y[1] and x[0] > z[2]:
        return [1 + x[0] - y[1] - z[2], y[0] + x[1], z[0] + x[2], y[2] - z[1]]
    if y[1] > z[2]:
        return [y[0] + x[1], 1 + y[1] - x[0] - z[2], z[1] + y[2], z[0] - x[2]]
    return [z[0] + x[2], z[1] + y[2], 1 + z[2] - x[0] - y[1], x[1] - y[0]]


class Avatar:
    def __init__(self, data, clip, settings):
        flags = libvrm.AvatarFlags.AS_FILE
        for setting in settings:
            flags |= FLAGS[setting]
        self.model = libvrm.load(data)
        self.avatar = self.model.avatar(flags=flags)
        self.clip = vrmx.Clip.load(clip) if clip else None
        self.rest = self.avatar.locals[:].copy()
        self.place, self.turn = (0, 0, 0), (0, 0, 0, 1)

    def set(self, kind, name, value):
        if kind == "root_position":
            self.place = value
        elif kind == "root_rotation":
            self.turn = value
        elif kind == "rotation":
            node = self.model.find_node(name)
            self.avatar.locals[node, 3:7] = times(self.rest[node, 3:7].tolist(), value)
        elif kind == "normalized":
            self.avatar.set_bone_rotation(name, value)
        elif kind == "expression":
            if self.model.find_expression(name) >= 0:
                self.avatar.set_expression(name, value)
        elif kind == "look_at":
            self.avatar.look_at(value)
        elif kind == "clip_seconds":
            self.clip.sample(value).apply(self.avatar)
        else:
            raise Skipped(f"no input {kind}")

    def reset(self):
        self.avatar.reset_springs(-2)  # VRM_ALL

    def update(self, seconds):
        self.avatar.root = (self.place, self.turn, (1, 1, 1))
        self.avatar.update(seconds)

    def get(self, what, name, expected):
        if what == "bones":
            node = self.model.bone_node(name)
            return None if node < 0 else self.model.nodes[node].name
        if what == "materials":
            return self.material(name, expected)
        node = self.model.find_node(name)
        if what == "rotations":
            return rotation_of(self.avatar.world[node])
        if what == "positions":
            return self.avatar.world[node][:3, 3].tolist()
        if what == "morphs":
            offsets = self.avatar.morph_offsets
            return self.avatar.morph_weights[offsets[node]:offsets[node + 1]].tolist()
        return self.triangles(node)

    def triangles(self, node):
        is_first = self.model.first_person(node) == libvrm.FirstPersonType.FIRST_PERSON_ONLY
        every = self.model.triangles(self.model.gltf.nodes[node].mesh, 0)
        return [len(self.model.first_person_triangles(node, 0)), 0 if is_first else len(every)]

    def material(self, name, expected):
        values = self.avatar.material_values(self.model.find_material(name))
        found = {key: getattr(values, field) for key, field in COLORS.items()}
        found["scale"], found["offset"] = ([float(x) for x in pairs[0]] for pairs in (values.uv_scale, values.uv_offset))
        return {key: found[key] for key in expected}


class Engine:
    name, version = "libvrm (Python)", libvrm.__version__
    load = staticmethod(Avatar)


def open_engine(_options):
    return Engine()
