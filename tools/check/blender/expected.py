"""What an import of an avatar has to have, by the JSON of its file."""
import json
import math
import struct
from pathlib import Path

REQUIRED = ["hips", "spine", "head"] + [
    side + part for side in ("left", "right")
    for part in ("UpperLeg", "LowerLeg", "Foot", "UpperArm", "LowerArm", "Hand")]
BINDS = ["morphTargetBinds", "materialColorBinds", "textureTransformBinds"]


class NotReadable(Exception):
    """The file is no avatar."""


def read_json(file):
    data = Path(file).read_bytes()
    if data[:4] != b"glTF":
        raise NotReadable("it does not begin as a GLB")
    length = struct.unpack_from("<I", data, 12)[0]
    try:
        return json.loads(data[20:20 + length].rstrip(b"\0"))
    except ValueError as error:
        raise NotReadable(str(error)) from error


def multiply(a, b):
    """Of 4 × 4 matrices, lists of rows."""
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def local_matrix(node):
    if "matrix" in node:
        return [[node["matrix"][4 * column + row] for column in range(4)] for row in range(4)]
    x, y, z, w = node.get("rotation", [0, 0, 0, 1])
    size = math.sqrt(x * x + y * y + z * z + w * w) or 1
    x, y, z, w = x / size, y / size, z / size, w / size
    turn = [[1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
            [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
            [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)]]
    scale, move = node.get("scale", [1, 1, 1]), node.get("translation", [0, 0, 0])
    return [[turn[i][k] * scale[k] for k in range(3)] + [move[i]] for i in range(3)] + [[0, 0, 0, 1]]


class Avatar:
    """Bones with their places in Blender's axes, expressions with how much they bind, counts of the
    rest."""

    required = REQUIRED

    def __init__(self, file):
        self.json = read_json(file)
        extensions = self.json.get("extensions", {})
        self.is_old = "VRMC_vrm" not in extensions
        if self.is_old and "VRM" not in extensions:
            raise NotReadable("it has no extension of VRM")
        try:
            self.parents = {child: i for i, node in enumerate(self.json["nodes"])
                            for child in node.get("children", [])}
            (self.read_old if self.is_old else self.read)(extensions)
            self.has_vertices = any("mesh" in node for node in self.json["nodes"])
        except (AttributeError, IndexError, KeyError, TypeError) as error:
            raise NotReadable(f"{type(error).__name__} {error}") from error

    def place(self, node):
        """Blender's front is -Y; avatars of 0.x face -Z and are turned."""
        matrix = local_matrix(self.json["nodes"][node])
        while (node := self.parents.get(node)) is not None:
            matrix = multiply(local_matrix(self.json["nodes"][node]), matrix)
        x, y, z = (matrix[i][3] for i in range(3))
        return [-x, z, y] if self.is_old else [x, -z, y]

    def read(self, extensions):
        vrm, springs = extensions["VRMC_vrm"], extensions.get("VRMC_springBone", {})
        bones = vrm["humanoid"]["humanBones"]
        self.bones = {name: self.place(bone["node"]) for name, bone in bones.items()}
        lists = vrm.get("expressions", {})
        self.expressions = {
            name: sum(len(it.get(key, [])) for key in BINDS)
            for name, it in (lists.get("preset", {}) | lists.get("custom", {})).items()}
        self.springs = len(springs.get("springs", []))
        self.joints = sum(len(spring["joints"]) for spring in springs.get("springs", []))
        self.colliders = len(springs.get("colliders", []))

    def read_old(self, extensions):
        vrm = extensions["VRM"]
        self.bones = {bone["bone"]: self.place(bone["node"]) for bone in vrm["humanoid"]["humanBones"]
                      if bone.get("node", -1) >= 0}
        groups = vrm.get("blendShapeMaster", {}).get("blendShapeGroups", [])
        self.expressions = {group["name"]: len(group.get("binds", [])) +
                            len(group.get("materialValues", [])) for group in groups}
        springs = vrm.get("secondaryAnimation", {})
        self.springs = len(springs.get("boneGroups", []))
        self.joints = sum(len(group.get("bones", [])) for group in springs.get("boneGroups", []))
        self.colliders = sum(len(group.get("colliders", []))
                             for group in springs.get("colliderGroups", []))
