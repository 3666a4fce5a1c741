"""Generated avatars: what a file may have that a verb has to carry over."""
import json

from .elements import HOLDERS, find
from .files import TABLES, UNKNOWN, objects, read_glb, write_glb

# A doubled key is written with this behind it, which is cut off in the text.
AGAIN = "\u0001"


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
        value = {table: len(document[table]) - 1 for table in TABLES if document.get(table)}
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
        document[f"extras{AGAIN * (i + 1)}"] = {"number": i}
    for node in document["nodes"]:
        node["name" + AGAIN] = node.get("name", "")
        node["extras"], node["extras" + AGAIN] = {"number": 1}, {"number": 2}
    return True


def with_tags(document, size=1):
    """A tag in the extras of every element, by which elements.py knows it under another number."""
    del size
    for path in HOLDERS:
        for index, element in enumerate(find(document, path) or []):
            element.setdefault("extras", {})
            for key, extras in element.items():
                if key.rstrip(AGAIN) == "extras" and isinstance(extras, dict):
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


def with_spare(document, size):
    spare(document, size + 1)
    return True


KINDS = {"as it is": lambda document, size: True, "spare": with_spare, "extras": with_extras, "names": with_equal_names, "doubled": with_doubled_keys,
         "expressions": with_expressions, "shared": with_shared_accessors}
for _level, _path in LEVELS.items():
    for _number, _name in enumerate(UNKNOWN):
        KINDS[f"{_name} in {_level}"] = extended(_path, _name, (_number + len(_path)) % 2 == 0)
# What grows with its size, for the count of instructions.
GROWING = ("spare", "names", "doubled", "expressions", "shared", "ACME_future in root")


def generate(base, kind, size=1, then=None):
    """The bytes of a file made from another; None: it has not what the kind changes. `then` changes it further."""
    text, payload = read_glb(base)
    document = json.loads(text)
    if not KINDS[kind](document, size) or (then is not None and not then(document)):
        return None
    return write_glb(document, payload)
