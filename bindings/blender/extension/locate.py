"""Which part of a scene a diagnostic is about. Needs neither Blender nor libvrm.

A diagnostic names its element by a JSON pointer into the exported file. `Document` reads the JSON of that file, and
`Document.target` follows references until it has something that an artist can select: bones, a mesh, a material or a
spring.
"""
from __future__ import annotations

import json
import re
import struct
from typing import Any, NamedTuple

BONES, MESH, MATERIAL, SPRING, EXPRESSION, NOTHING = "bones", "mesh", "material", "spring", "expression", "nothing"
GLB_JSON = 0x4E4F534A
MAX_STEPS = 8  # references to follow from an accessor or an image to what uses it


class Target(NamedTuple):
    """What to select: `names` are candidates in the file; of bones and springs, all of them."""

    kind: str
    names: tuple[str, ...] = ()
    index: int = -1


def read_json(data: bytes) -> Any:
    """The JSON of a GLB or of a glTF file; None if it has none that can be read."""
    try:
        if data[:4] == b"glTF":
            length, kind = struct.unpack_from("<II", data, 12)
            if kind != GLB_JSON:
                return None
            data = data[20:20 + length]
        return json.loads(data.rstrip(b"\0 ").decode("utf-8"))
    except (ValueError, RecursionError, struct.error):
        return None


def split(pointer: str) -> list[str]:
    """The keys of a JSON pointer."""
    return [key.replace("~1", "/").replace("~0", "~") for key in pointer.split("/")[1:]]


def entry(value: Any, *keys: str | int) -> Any:
    """The value below keys; None if there is none, whatever types the file has on the way."""
    for key in keys:
        if isinstance(value, dict):
            value = value.get(key)
        elif isinstance(value, list) and str(key).isascii() and str(key).isdigit() and int(key) < len(value):
            value = value[int(key)]
        else:
            return None
    return value


def items(value: Any) -> list[tuple[int, Any]]:
    return list(enumerate(value)) if isinstance(value, list) else []


def values(value: Any) -> list[Any]:
    return list(value.values()) if isinstance(value, dict) else value if isinstance(value, list) else []


def is_index(value: Any) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


class Document:
    """The JSON of a file, and what its pointers are about."""

    def __init__(self, data: bytes) -> None:
        self.json = read_json(data)

    def name(self, array: str, index: Any) -> str:
        found = entry(self.json, array, index, "name") if is_index(index) else None
        return found if isinstance(found, str) else ""

    # --- Targets of elements ---

    def bones(self, nodes: list[Any], kind: str = BONES, index: int = -1) -> Target:
        names = tuple(dict.fromkeys(name for node in nodes if (name := self.name("nodes", node))))
        return Target(kind, names, index) if names else Target(NOTHING)

    def node(self, index: Any) -> Target:
        mesh = entry(self.json, "nodes", index, "mesh")
        if not is_index(mesh):
            return self.bones([index])
        return self.mesh(mesh, [self.name("nodes", index)])

    def mesh(self, index: Any, first: list[str] | None = None) -> Target:
        nodes = items(entry(self.json, "nodes"))
        users = [self.name("nodes", at) for at, node in nodes if entry(node, "mesh") == index]
        names = dict.fromkeys(name for name in [*(first or []), self.name("meshes", index), *users] if name)
        return Target(MESH, tuple(names), index) if names else Target(NOTHING)

    def material(self, index: Any) -> Target:
        name = self.name("materials", index)
        return Target(MATERIAL, (name,), index) if name else Target(NOTHING)

    def spring(self, index: int) -> Target:
        spring = entry(self.json, "extensions", "VRMC_springBone", "springs", index)
        return self.bones([entry(joint, "node") for joint in values(entry(spring, "joints"))], SPRING, index)

    def old_spring(self, index: int) -> Target:
        """A bone group of VRM 0.x: its bones and all below them move."""
        groups = entry(self.json, "extensions", "VRM", "secondaryAnimation", "boneGroups")
        nodes, pending = [], list(values(entry(groups, index, "bones")))
        while pending:
            node = pending.pop(0)
            if is_index(node) and node not in nodes:
                nodes.append(node)
                pending += values(entry(self.json, "nodes", node, "children"))
        return self.bones(nodes, SPRING, index)

    # --- What uses an element ---

    def user(self, array: str, index: Any, steps: int = MAX_STEPS) -> Target:
        """What an artist sees of an accessor, a buffer view, an image, a texture or a skin."""
        if steps == 0 or not is_index(index):
            return Target(NOTHING)
        if array == "accessors":
            for at, mesh in items(entry(self.json, "meshes")):
                if index in self.accessors_of(mesh):
                    return self.mesh(at)
            for skin in values(entry(self.json, "skins")):
                if entry(skin, "inverseBindMatrices") == index:
                    return self.bones(values(entry(skin, "joints")))
        elif array in ("bufferViews", "images", "samplers"):
            for key, below in {"bufferViews": (("accessors", "bufferView"), ("images", "bufferView")),
                               "images": (("textures", "source"),), "samplers": (("textures", "sampler"),)}[array]:
                for at, value in items(entry(self.json, key)):
                    if entry(value, below) == index and (target := self.user(key, at, steps - 1)).kind != NOTHING:
                        return target
        elif array == "textures":
            for at, material in items(entry(self.json, "materials")):
                if uses_texture(material, index):
                    return self.material(at)
            for at, old in items(entry(self.json, "extensions", "VRM", "materialProperties")):
                if index in values(entry(old, "textureProperties")):
                    return self.material(at)
        elif array == "skins":
            return self.bones(values(entry(self.json, "skins", index, "joints")))
        return Target(NOTHING)

    @staticmethod
    def accessors_of(mesh: Any) -> list[Any]:
        found: list[Any] = []
        for primitive in values(entry(mesh, "primitives")):
            found += [entry(primitive, "indices"), *values(entry(primitive, "attributes"))]
            for morph in values(entry(primitive, "targets")):
                found += values(morph)
        return [value for value in found if is_index(value)]

    # --- Pointers ---

    def target(self, pointer: str, subject: str = "", subject_name: str = "") -> Target:
        """What a pointer is about. The subject of the diagnostic helps if the JSON of the file cannot be read."""
        keys = split(pointer)
        target = self.follow(keys) if keys else Target(NOTHING)
        if target.kind == NOTHING and subject_name:
            kind = {"node": BONES, "bone": BONES, "mesh": MESH, "material": MATERIAL}.get(subject)
            return Target(kind, (subject_name,)) if kind else target
        return target

    def follow(self, keys: list[str]) -> Target:
        index = int(keys[1]) if len(keys) > 1 and keys[1].isascii() and keys[1].isdigit() else -1
        if keys[0] == "nodes" and index >= 0:
            return self.node(index)
        if keys[0] == "meshes" and index >= 0:
            return self.mesh(index)
        if keys[0] == "materials" and index >= 0:
            return self.material(index)
        if keys[0] == "extensions" and len(keys) > 2:
            return self.extension(keys[1], keys[2:])
        return self.user(keys[0], index) if index >= 0 else Target(NOTHING)

    def extension(self, name: str, keys: list[str]) -> Target:
        readers = {"VRMC_vrm": self.vrm, "VRM": self.old_vrm, "VRMC_springBone": self.springs}
        return readers[name](keys) if name in readers else Target(NOTHING)

    def springs(self, keys: list[str]) -> Target:
        index = int(keys[1]) if len(keys) > 1 and keys[1].isascii() and keys[1].isdigit() else -1
        root = entry(self.json, "extensions", "VRMC_springBone")
        if keys[0] == "springs" and len(keys) > 3 and keys[2] == "joints":
            joint = entry(root, "springs", index, "joints", keys[3], "node")
            target = self.bones([joint], SPRING, index)
            return target if target.kind != NOTHING else self.spring(index)
        if keys[0] == "springs":
            return self.spring(index)
        if keys[0] == "colliders":
            return self.bones([entry(root, "colliders", index, "node")])
        if keys[0] == "colliderGroups":
            colliders = values(entry(root, "colliderGroups", index, "colliders"))
            return self.bones([entry(root, "colliders", at, "node") for at in colliders if is_index(at)])
        return Target(NOTHING)

    def vrm(self, keys: list[str]) -> Target:
        root = entry(self.json, "extensions", "VRMC_vrm")
        if keys[:2] == ["humanoid", "humanBones"] and len(keys) > 2:
            return self.bones([entry(root, "humanoid", "humanBones", keys[2], "node")])
        if keys[0] == "expressions" and len(keys) > 2:
            return Target(EXPRESSION, (keys[2],))
        if keys[0] == "firstPerson":
            node = entry(root, "firstPerson", "meshAnnotations", keys[2], "node") if len(keys) > 2 else None
            return self.node(node) if is_index(node) else Target(NOTHING)
        return self.bones([entry(root, "humanoid", "humanBones", "head", "node")]) if keys[0] == "lookAt" \
            else Target(NOTHING)

    def old_vrm(self, keys: list[str]) -> Target:
        root = entry(self.json, "extensions", "VRM")
        index = int(keys[2]) if len(keys) > 2 and keys[2].isascii() and keys[2].isdigit() else -1
        if keys[:2] == ["humanoid", "humanBones"]:
            return self.bones([entry(root, "humanoid", "humanBones", index, "node")])
        if keys[:2] == ["secondaryAnimation", "boneGroups"] and index >= 0:
            return self.old_spring(index)
        if keys[:2] == ["secondaryAnimation", "colliderGroups"]:
            return self.bones([entry(root, "secondaryAnimation", "colliderGroups", index, "node")])
        if keys[:2] == ["blendShapeMaster", "blendShapeGroups"]:
            name = entry(root, "blendShapeMaster", "blendShapeGroups", index, "name")
            return Target(EXPRESSION, (name,), index) if isinstance(name, str) else Target(NOTHING)
        if keys[0] == "materialProperties" and len(keys) > 1 and keys[1].isascii() and keys[1].isdigit():
            return self.material(int(keys[1]))
        return Target(NOTHING)


def uses_texture(value: Any, index: int) -> bool:
    """Whether a material has a texture, in itself or in an extension."""
    pending = [value]
    while pending:
        value = pending.pop()
        for key, below in value.items() if isinstance(value, dict) else items(value):
            if isinstance(key, str) and key.lower().endswith("texture") and entry(below, "index") == index:
                return True
            if isinstance(below, (dict, list)):
                pending.append(below)
    return False


# --- Names of the file in the scene ---

def plain(name: str) -> str:
    """Without the number that Blender appends to a name that exists."""
    return re.sub(r"\.\d{3,}$", "", name)


def choose(names: tuple[str, ...], available: list[str]) -> list[str]:
    """Which of the available names the names of a file mean: the same ones, else those that differ by Blender's
    number."""
    exact = [name for name in names if name in available]
    if exact:
        return exact
    wanted = {plain(name) for name in names}
    return [name for name in available if plain(name) in wanted]
