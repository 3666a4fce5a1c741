"""vrm make: rigged bodies of the maker, with all that a file may carry beside a body. Everything stays but nodes."""
import json
import random

from .files import read_glb, write_glb
from .fix import differences
from .inputs import KINDS, generate
from .judge import judge
from .verb import SIZES, Case, Verb

FAMILIES = ("mixamo", "vrm", "unreal", "rigify", "mmd", "daz", "words", "vroid")
BODIES = (("--pose", "a", "--chains"), ("--unit", "cm", "--face"), ("--unit", "cm", "--armature", "--pose", "hanging"),
          ("--up", "z", "--back", "--chains", "--face"), ("--axes", "rotated", "--pose", "walk", "--bind", "t"),
          ("--names", "none", "--axes", "along"))
# Not of an avatar: a body has none yet.
OURS = [kind for kind in KINDS if not kind.endswith(("in vrm", "in humanoid")) and "expression" not in kind]
# What a body is told by; equal names leave its shape.
SILENT = {"names"}


def interleaved(data):
    """The attributes of the first primitive lie side by side in one view."""
    text, payload = read_glb(data)
    document, payload = json.loads(text), bytearray(payload)
    parts, stride = [], 0
    for index in document["meshes"][0]["primitives"][0]["attributes"].values():
        accessor = document["accessors"][index]
        view = document["bufferViews"][accessor["bufferView"]]
        size = {5121: 1, 5123: 2, 5125: 4, 5126: 4}[accessor["componentType"]] * \
            {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[accessor["type"]]
        start, step = view.get("byteOffset", 0) + accessor.get("byteOffset", 0), view.get("byteStride", size)
        parts.append((accessor, stride, [payload[start + step * i:start + step * i + size]
                                         for i in range(accessor["count"])]))
        stride += (size + 3) // 4 * 4
    count = len(parts[0][2])
    if stride > 252 or any(len(rows) != count for _, _, rows in parts):
        return None
    payload += bytes(-len(payload) % 4)
    document["bufferViews"].append({"buffer": 0, "byteOffset": len(payload), "byteLength": stride * count,
                                    "byteStride": stride, "target": 34962})
    for row in range(count):
        for _, _, rows in parts:
            payload += rows[row] + bytes(-len(rows[row]) % 4)
    for accessor, offset, _ in parts:
        accessor.update(bufferView=len(document["bufferViews"]) - 1, byteOffset=offset)
    document["buffers"][0]["byteLength"] = len(payload)
    return write_glb(document, bytes(payload))


def with_nodes(data, size):
    """Nodes that are no part of the body, below the head and beside it."""
    text, payload = read_glb(data)
    document = json.loads(text)
    nodes, first = document["nodes"], len(document["nodes"])
    for index in range(size):
        nodes.append({"name": f"thing {index}", "translation": [0, index * 0.001, 0]})
    document["scenes"][document.get("scene", 0)]["nodes"] += range(first, first + size)
    return write_glb(document, payload)


def bones_of(document):
    humanoid = document["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]
    return {bone: entry["node"] for bone, entry in humanoid.items()}


def is_allowed(path):
    """Whether a make changes what stands there."""
    words = path.split("/")[1:]
    if words[0] == "nodes":
        return len(words) == 1 or words[2] in ("translation", "rotation", "scale", "matrix", "children")
    return words[0] in ("extensionsUsed", "extensions", "scenes")


def resolved(text, payload):
    """The document with bytes in the place of accessors and views, whose numbers may change. Of inverse bind
    matrices the number stays, as they lose scales."""
    document = json.loads(text)

    def view(index):
        own = document["bufferViews"][index]
        start = own.get("byteOffset", 0)
        return payload[start:start + own["byteLength"]], own.get("byteStride", 0), own.get("extensions")

    def accessor(index):
        own = {**document["accessors"][index]}
        return {**own, "bufferView": str(view(own["bufferView"])) if "bufferView" in own else None}
    for mesh in document.get("meshes", []):
        for primitive in mesh["primitives"]:
            for holder in (primitive["attributes"], *primitive.get("targets", [])):
                holder.update((name, accessor(index)) for name, index in holder.items())
            if "indices" in primitive:
                primitive["indices"] = accessor(primitive["indices"])
    for skin in document.get("skins", []):
        if "inverseBindMatrices" in skin:
            skin["inverseBindMatrices"] = accessor(skin["inverseBindMatrices"])["count"]
    for image in document.get("images", []):
        if "bufferView" in image:
            image["bufferView"] = str(view(image["bufferView"]))
    for table in ("accessors", "bufferViews", "buffers"):
        document.pop(table, None)
    return document


class Make(Verb):
    ending = ".glb"

    def __init__(self):
        super().__init__("make", again=False)
        self.kit = None

    def cases(self, kit):
        self.kit, chance = kit, random.Random(1)
        for number, body in enumerate(BODIES):
            family = FAMILIES[number % len(FAMILIES)] if kit.is_quick else chance.choice(FAMILIES)
            data, name = kit.make("rig", "--family", family, *body, ending=".glb"), " ".join((family, *body))
            plain = None if number % 3 and kit.is_quick else data
            yield Case(name, data, None)
            for kind in OURS:
                if kit.is_quick and chance.random() < 0.75:
                    continue
                changed = generate(data, kind)
                if changed is not None:
                    yield Case(f"{name}, {kind}", changed, None if kind in SILENT else plain)
            changed = interleaved(data)
            if changed is not None:
                yield Case(f"{name}, interleaved", changed, data)

    def growth(self, kit):
        data = kit.make("rig", "--chains", "--face", ending=".glb")
        for kind in ("spare", "names", "doubled", "shared", "ACME_future in root"):
            yield kind, [Case(kind, generate(data, kind, size)) for size in SIZES]
        yield "nodes", [Case("nodes", with_nodes(data, size)) for size in SIZES]

    def may_refuse(self, case, reason):
        # Without names, shape has to tell all bones, and may not.
        return case.what.endswith(", names") and "crash" not in reason

    def judge(self, case, written, record):
        old, new = (resolved(*read_glb(data)) for data in (case.data, written))
        wrong = judge(case.data, written, record["changes"])
        wrong += [f"{path} has changed" for path, _ in differences(old, new) if not is_allowed(path)]
        if case.plan is not None:
            plain = self.kit.work / "plain.glb"
            plain.write_bytes(case.plan)
            self.kit.run(["make", str(plain), str(self.kit.work / "plain.vrm"), "--overwrite"])
            bones = bones_of(json.loads(read_glb((self.kit.work / "plain.vrm").read_bytes())[0]))
            if bones != bones_of(new):
                wrong.append("other bones were found than without what was added")
        code, _, _ = self.kit.run(["make", str(self.kit.work / "once.glb"), str(self.kit.work / "again.glb")])
        return wrong + (["an avatar that was made is not refused"] if code != 1 else [])
