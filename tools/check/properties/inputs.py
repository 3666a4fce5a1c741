"""Generated avatars: what a file may have that a verb has to carry over."""
import json
import math

from .elements import HOLDERS, find
from .files import TABLES, UNKNOWN, Document, again, objects, read_glb, write_glb
from .payload import interleave


# --- Generators: each changes a document in place; `size` says how often ---

def spare(document, count=2):
    """Elements that a verb may remove or merge, behind all others."""
    for i in range(count):
        document.setdefault("nodes", []).append({"name": f"spare node {i}"})
        document.setdefault("materials", []).append({"name": f"spare material {i}"})
        document.setdefault("images", []).append({"name": f"spare image {i}", "uri": "data:image/png;base64,"
                                                  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGP4z8DwHwAFAAH/iZk9HQAAAABJRU5ErkJggg=="})
        document.setdefault("textures", []).append({"name": f"spare texture {i}", "source": len(document["images"]) - 1})


def extended(level, name, is_listed):
    """An unknown extension at one level, which refers to the last element of each table."""
    def change(document, size):
        spare(document, size + 1)
        holder = document
        for key in level:
            if key == "vrm":
                key = "VRMC_vrm" if "VRMC_vrm" in holder else "VRM"
            holder = holder[key] if isinstance(holder, list) or key in holder else None
            if holder is None or holder == []:
                return False
        value = {table: len(document[table]) - 1 for table in (*TABLES, "accessors", "bufferViews") if document.get(table)}
        holder.setdefault("extensions", {})[name] = {"refers": value, "list": [len(document["nodes"]) - 1]}
        if is_listed:
            document.setdefault("extensionsUsed", []).append(name)
        return True
    return change


LEVELS = {"root": (), "node": ("nodes", 0), "mesh": ("meshes", 0), "primitive": ("meshes", 0, "primitives", 0),
          "material": ("materials", 0), "skin": ("skins", 0), "scene": ("scenes", 0), "accessor": ("accessors", 0),
          "view": ("bufferViews", 0), "vrm": ("extensions", "vrm"), "humanoid": ("extensions", "vrm", "humanoid")}


def with_extras(document, size):
    del size
    for path, holder in list(objects(document)):
        if path.count("/") == 2 and path.split("/")[1] in TABLES:
            holder["extras"] = {"tag": path, "list": [1, {"a": None}]}
    spare(document)
    return True


def with_equal_names(document, size):
    spare(document, size + 2)
    for table in ("nodes", "materials", "meshes", "images", "textures"):
        for element in document.get(table, []):
            element["name"] = "same"
    return True


def with_doubled_keys(document, size):
    for i in range(size + 1):
        document[again("extras", i)] = {"number": i}
    for node in document["nodes"]:
        node[again("name")] = node.get("name", "")
        node["extras"], node[again("extras")] = {"number": 1}, {"number": 2}
    return True


def with_tags(document, size=1):
    """A tag in the extras of every element, by which elements.py knows it under another number."""
    del size
    for path in HOLDERS:
        for index, element in enumerate(find(document, path) or []):
            element.setdefault("extras", {})
            for key, extras in element.items():
                if key.partition("\u0001")[0] == "extras" and isinstance(extras, dict):
                    extras["tag"] = f"{path.rpartition('/')[2]}:{index}"
    return True


def with_expressions(document, size):
    """Custom expressions whose names collide with presets, and with what a verb might call them."""
    names = [name + "_custom" * k for name in ("happy", "Happy", "joy") for k in range(2)]
    names += [f"{i} expression" for i in range(8 * size)]
    extensions = document["extensions"]
    if "VRM" in extensions:
        groups = extensions["VRM"].setdefault("blendShapeMaster", {}).setdefault("blendShapeGroups", [])
        groups += [{"name": name, "presetName": "unknown", "binds": [], "materialValues": []} for name in names]
    elif "blendShape" in extensions["VRMC_vrm"]:
        groups = extensions["VRMC_vrm"]["blendShape"].setdefault("blendShapeGroups", [])
        groups += [{"name": name, "preset": "custom", "binds": []} for name in names]
    else:
        custom = extensions["VRMC_vrm"].setdefault("expressions", {}).setdefault("custom", {})
        for name in names:
            if name not in ("happy",):
                custom.setdefault(name, {"overrideBlink": "block"})
    return True


def with_shared_accessors(document, size):
    """More primitives that share accessors, and a mesh whose targets have no bytes."""
    meshes = document.get("meshes", [])
    if not meshes:
        return False
    first = meshes[0]["primitives"][0]
    meshes[0]["primitives"] += [json.loads(json.dumps(first)) for _ in range(size + 1)]
    count = document["accessors"][first["attributes"]["POSITION"]]["count"]
    document["accessors"].append({"componentType": 5126, "count": count, "type": "VEC3",
                                  "min": [0, 0, 0], "max": [0, 0, 0]})
    still = {key: value for key, value in first.items() if key != "targets"}
    still["targets"] = [{"POSITION": len(document["accessors"]) - 1}] * (size + 1)
    meshes.append({"name": "still", "primitives": [still], "weights": [0.0] * (size + 1)})
    document["nodes"].append({"name": "still", "mesh": len(meshes) - 1})
    document["scenes"][document.get("scene", 0)]["nodes"].append(len(document["nodes"]) - 1)
    return True


def with_interleaved(document, size):
    """Attributes of a primitive that share a buffer view, vertex by vertex."""
    del size
    primitives = [primitive for mesh in document.get("meshes", []) for primitive in mesh["primitives"]]
    return any([interleave(document, primitive) for primitive in primitives[::2]])


def with_low_arms(document, size):
    """Arms that hang by 50 degrees: a warning in 0.x, and an error in 1.0."""
    del size
    bones = find(document, "extensions/VRM/humanoid/humanBones") or []
    arms = [bone["node"] for bone in bones if bone["bone"] in ("leftUpperArm", "rightUpperArm")]
    stack = [child for arm in arms for child in document["nodes"][arm].get("children", [])]
    while stack:
        node = document["nodes"][stack.pop()]
        stack += node.get("children", [])
        if "rotation" in node or "translation" not in node:
            return False
        x, y, z = node["translation"]
        turn = math.radians(-50 if x > 0 else 50)
        node["translation"] = [x * math.cos(turn) - y * math.sin(turn), x * math.sin(turn) + y * math.cos(turn), z]
    return bool(arms)


def with_copies(document, size):
    """Nodes that show one mesh at different scales, and as many annotations of it."""
    number = document["meshes"].index(min(document["meshes"], key=lambda mesh: document["accessors"][
        mesh["primitives"][0]["attributes"]["POSITION"]]["count"]))
    roots = document["scenes"][document.get("scene", 0)]["nodes"]
    for i in range(size + 1):
        roots.append(len(document["nodes"]))
        document["nodes"].append({"name": f"copy {i}", "mesh": number, "scale": [1 + (i + 1) / 4096] * 3})
    old = find(document, "extensions/VRM/firstPerson")
    if old is not None:
        old["meshAnnotations"] = [{"mesh": number, "firstPersonFlag": "Both"}] * (size + 1)
    return True


def with_pairs(document, size):
    """Two keys in turns, at the root and in lists that a migration reads."""
    for i in range(10 * size):
        document[again("acme", i)] = document[again("other", i)] = i
        document[again("extensionsUsed", i)] = document.get("extensionsUsed", [])
    return True


def with_cases(document, size):
    """Names of expressions that differ in their cases alone, or not at all."""
    custom = find(document, "extensions/VRMC_vrm/expressions")
    if custom is None:
        return False
    for i in range(4 * size):
        for name in (f"wink {i}", f"Wink {i}", f"WINK {i}"):
            custom.setdefault("custom", {})[name] = {"isBinary": True}
    return True


def with_spare(document, size):
    spare(document, size + 1)
    return True


KINDS = {"as it is": lambda document, size: True, "spare": with_spare, "extras": with_extras, "names": with_equal_names, "doubled": with_doubled_keys,
         "expressions": with_expressions, "shared": with_shared_accessors, "interleaved": with_interleaved, "low arms": with_low_arms,
         "copies": with_copies, "pairs": with_pairs, "cases": with_cases}
for _level, _path in LEVELS.items():
    for _number, _name in enumerate(UNKNOWN):
        KINDS[f"{_name} in {_level}"] = extended(_path, _name, (_number + len(_path)) % 2 == 0)
# What grows with its size, for the count of instructions.
GROWING = ("spare", "names", "doubled", "expressions", "shared", "pairs", "ACME_future in root")


def refuse(word):
    raise ValueError(f"{word} is no JSON")


def generate(base, kind, size=1, then=None):
    """The bytes of a file made from another; None: it has not what the kind changes. `then` changes it further."""
    text, payload = read_glb(base)
    document = Document(json.loads(text, parse_constant=refuse))
    document.payload = payload
    if not KINDS[kind](document, size) or (then is not None and not then(document)):
        return None
    return write_glb(document, document.payload)
