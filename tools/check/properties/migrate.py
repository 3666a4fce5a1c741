"""vrm migrate: every fact of the avatar is in the new file or listed, and vertices are turned, bit by bit."""
import json
import re

from .avatar import Facts, is_draft, lost_facts
from .elements import differences, find, pointer, resolved, unexplained
from .files import read_glb
from .inputs import KINDS, generate, with_tags
from .judge import LESS, is_named, judge
from .payload import uses, values
from .verb import Case, Verb

# What is turned with the avatar, by how it is used: the signs of its numbers.
VECTOR, MATRIX = (-1, 1, -1, 1), (1, -1, 1, -1, -1, 1, -1, 1, 1, -1, 1, -1, -1, 1, -1, 1)
TURNED = {"POSITION": VECTOR, "NORMAL": VECTOR, "TANGENT": VECTOR, "target POSITION": VECTOR, "target NORMAL": VECTOR,
          "target TANGENT": VECTOR, "inverse bind matrices": MATRIX, "translation": VECTOR, "rotation": VECTOR}
# Extensions that say the shader of a material in 1.0.
SHADERS = ("VRMC_materials_mtoon", "KHR_materials_unlit", "KHR_materials_emissive_strength", "KHR_texture_transform",
           "VRMC_materials_hdr_emissiveMultiplier")
# Where a migration writes: the parts of the dialects, and what its list of changes names.
WRITES = ("/asset", "/extensionsUsed", "/extensionsRequired", "/extensions/VRM", "/extensions/VRMC_vrm",
          "/extensions/VRMC_springBone", "/buffers")

# What to normalize changes, which comes first if nodes are turned or scaled; normalize.py looks at that.
BAKED = ("/nodes", "/meshes", "/skins", "/accessors")


def dialect(document):
    if find(document, "extensions/VRM") is not None:
        return "0.x"
    block = find(document, "extensions/VRMC_vrm") or {}
    return "1.0-draft" if is_draft(block) else str(block.get("specVersion"))


def same_values(old, new, signs):
    """Whether all numbers have their bits; zeros have no sign."""
    return all(a * s == b or (a != a and b != b) for x, y in zip(old, new, strict=True)
               for a, b, s in zip(x, y, signs, strict=False))


def wrong_values(before, after, is_turned):
    """Accessors whose values are not those of the old file, turned or as they were."""
    (old, old_payload), (new, new_payload) = before, after
    names = {element.get("extras", {}).get("tag"): i for i, element in enumerate(new.get("accessors", []))}
    for index, words in uses(old).items():
        name = old["accessors"][index]["extras"]["tag"]
        was, other = values(old, old_payload, index), names.get(name)
        if was is None:
            continue
        now = values(new, new_payload, other) if other is not None else None
        if now is None or len(now) != len(was):
            yield f"the {len(was)} values of {name} ({', '.join(sorted(words))}) are not there"
            continue
        signs = TURNED.get(min(words), (1,) * 16) if is_turned else (1,) * 16
        if not same_values(was, now, signs):
            yield f"values of {name} ({', '.join(sorted(words))}) are others"


def turn(document):
    """Turns nodes, and bounds of what is turned, by half a turn about Y."""
    for node in document["nodes"]:
        for key, signs in (("translation", VECTOR), ("rotation", VECTOR), ("matrix", MATRIX)):
            if key in node:
                node[key] = [a * s for a, s in zip(node[key], signs, strict=False)]
    for index, words in uses(document).items():
        accessor, signs = document["accessors"][index], TURNED.get(min(words))
        if signs is not None and "min" in accessor and "max" in accessor:
            least, most = accessor["min"], accessor["max"]
            for key, one, other in (("min", least, most), ("max", most, least)):
                accessor[key] = [a if s > 0 else -b for a, b, s in zip(one, other, signs, strict=False)]


def is_written(path, changes):
    """Whether a migration writes at a place: the parts of the dialects, materials and bytes that it lists, and what
    the list names."""
    steps = path.split("/")
    if path.startswith(WRITES) or steps[-1] == "specVersion" or steps[1] == "bufferViews" or is_named(changes, path):
        return True
    if steps[1] == "materials" and "/extensions/" in path and not any(name in path for name in SHADERS):
        return False
    return steps[1] == "materials" or (steps[1] == "accessors" and steps[-1] in ("bufferView", "byteOffset"))


class Migrate(Verb):
    growing = (*Verb.growing, "copies", "cases")

    def __init__(self, to, dialects):
        super().__init__("migrate", "--accept-license-mapping", "--author", "nobody", "--to", to)
        self.to, self.dialects = to, dialects
        self.grows_from = 1 if to == "1.0" else 0

    def bases(self, kit):
        return ((name, data) for name, data in kit.bases() if self.reads(data))

    def reads(self, data):
        return dialect(json.loads(read_glb(data)[0])) in self.dialects

    def cases(self, kit):
        for base, data in self.bases(kit):
            for kind in kit.kinds(KINDS):
                changed = generate(data, kind, then=with_tags)
                if changed is not None:
                    yield Case(f"{base}, {kind}", changed)
        yield from (Case(name, data, is_real=True) for name, data in self.real(kit, then=with_tags) if self.reads(data))

    def judge(self, case, written, record):
        texts = [read_glb(data) for data in (case.data, written)]
        old, new = (json.loads(text) for text, _ in texts)
        changes = record["changes"]
        wrong = judge(case.data, written, changes)
        is_turned = any(change["code"] == "facing" for change in changes)
        is_baked = any(change["code"] in ("node-rests", "mesh-vertices") for change in changes)
        if not is_baked:
            wrong += wrong_values((old, texts[0][1]), (new, texts[1][1]), is_turned)
        less = {change["code"].split("-")[0] for change in changes if change["kind"] in LESS}
        # To normalize comes first, and multiplies scales into radii and forces; normalize.py looks at these.
        less |= {part for change in changes for code, part in (("spring-colliders", "collider"), ("spring-joints", "spring"))
                 if change["code"] == code}
        less |= {"expression" for entry in record["diagnostics"] if "expression" in entry["pointer"].lower()}
        for key, was, now in lost_facts(Facts(old), Facts(new)):
            if key[0].split("-")[0] not in less:
                wrong.append(f"{' '.join(map(str, key))} was {was!r}, is {now!r}, and no change says so")
        if is_turned:
            turn(old)
        found = [one for one in differences(resolved(old), resolved(new))
                 if one[1] is not None and not is_written(pointer(one[0]), changes)
                 and not (is_baked and one[0].startswith(BAKED))]
        gone = {f"nodes:{change['from'][7:]}" for change in changes
                if change["code"] == "spring-tail" and change["from"].startswith("/nodes/")}
        if any(change["code"] in ("bone-chest", "bone-neck") for change in changes): # nodes between others
            found = [one for one in found if not re.search(r"^/nodes/[^/]+/(children|translation)\b", one[0])]
        return wrong + [f"{path} was {json.dumps(was)[:90]}, is {json.dumps(now)[:90]}, and no change says so"
                        for path, was, now in unexplained(found, gone)]
