"""What an avatar is, in words that 0.x and 1.0 share: facts by which a file and its migration are compared."""
import re

from .elements import find, tag

PRESETS = {"joy": "happy", "sorrow": "sad", "fun": "relaxed", "a": "aa", "i": "ih", "u": "ou", "e": "ee", "o": "oh",
           "blink_l": "blinkLeft", "blink_r": "blinkRight", "lookup": "lookUp", "lookdown": "lookDown",
           "lookleft": "lookLeft", "lookright": "lookRight"}
PRESETS_IN_LOWER_CASE = {name.lower(): name for name in PRESETS.values()}
SAME_PRESETS = ("angry", "blink", "neutral", "surprised")
THUMBS = {"ThumbProximal": "ThumbMetacarpal", "ThumbIntermediate": "ThumbProximal"}
# Fields of meta that have the same words in both: of 0.x and of 1.0.
META = (("title", "name"), ("version", "version"), ("contactInformation", "contactInformation"))
MAPS = (("lookAtHorizontalInner", "rangeMapHorizontalInner"), ("lookAtHorizontalOuter", "rangeMapHorizontalOuter"),
        ("lookAtVerticalDown", "rangeMapVerticalDown"), ("lookAtVerticalUp", "rangeMapVerticalUp"))


def is_draft(block):
    """Whether a block VRMC_vrm is of the draft of 2019, which has all parts in it, and may call itself 1.0."""
    return "blendShape" in block or "springBone" in block


def old_expression(preset, name):
    """"preset NAME" or "custom NAME" of a group of 0.x or the draft, which is a preset by its name too."""
    preset, customs = preset.lower(), ("", "unknown", "custom")
    if preset in customs and name.lower() in (*PRESETS, *SAME_PRESETS):
        preset = name.lower()
    if preset in customs:
        return f"custom {name}"
    return f"preset {PRESETS.get(preset) or PRESETS_IN_LOWER_CASE.get(preset, preset)}"


def old_bone(name):
    for old, new in THUMBS.items():
        if name.endswith(old):
            return name.replace(old, new)
    return name


class Facts(dict):
    """{(part, name, …): value} of a document."""

    def __init__(self, document):
        super().__init__()
        self.document = document
        self.tags = {table: [tag(element, table, i) for i, element in enumerate(document.get(table, []))]
                     for table in ("nodes", "meshes", "materials", "images", "textures")}
        old, new = find(document, "extensions/VRM"), find(document, "extensions/VRMC_vrm") or {}
        if old is not None:
            self.read_old(old)
        elif is_draft(new):
            self.read_draft(new)
        else:
            self.read_new(new, find(document, "extensions/VRMC_springBone") or {})

    def name(self, table, index):
        tags = self.tags[table]
        return tags[index] if isinstance(index, int) and 0 <= index < len(tags) else None

    def note(self, value, *key):
        if value is not None and value != "" and key not in self: # of several, the first counts
            self[key] = round(value, 5) if isinstance(value, float) else value

    def bind(self, name, mesh, bind, weight):
        if mesh is not None:
            self.note(float(weight), "expression", name, mesh, bind.get("index"))

    def annotate(self, mesh, kind):
        """`auto` needs no annotation."""
        if self.name("meshes", mesh) is not None and kind != "auto":
            self.note(True, "first-person", self.name("meshes", mesh), kind)

    # --- 0.x ---

    def read_old(self, block):
        for bone in find(block, "humanoid/humanBones") or []:
            self.note(self.name("nodes", bone.get("node")), "bone", old_bone(bone.get("bone", "")))
        self.read_groups(find(block, "blendShapeMaster/blendShapeGroups") or [], "presetName", 100)
        self.read_old_person(block.get("firstPerson", {}))
        self.read_old_springs(block.get("secondaryAnimation", {}))
        meta = block.get("meta", {})
        for old, new in META:
            self.note(meta.get(old), "meta", new)
        self.note(meta.get("author"), "meta", "authors")
        self.note(meta.get("reference"), "meta", "references")

    def read_groups(self, groups, key_of_preset, whole):
        for group in groups:
            name = old_expression(group.get(key_of_preset, ""), group.get("name", ""))
            if any(key[0] == "expression" and key[1].lower() == name.lower() for key in self):
                continue # the first of several wins
            self.note(True, "expression", name)
            for bind in group.get("binds", []):
                self.bind(name, self.name("meshes", bind.get("mesh")), bind, bind.get("weight", 0) / whole)

    def read_old_person(self, person):
        for annotation in person.get("meshAnnotations", []):
            flag = annotation.get("firstPersonFlag", "Auto")
            self.annotate(annotation.get("mesh"), flag[:1].lower() + flag[1:])
        for old, new in MAPS:
            degrees = person.get(old, {})
            self.note(degrees.get("xRange"), "look-at", new, "input")
            self.note(degrees.get("yRange"), "look-at", new, "output")

    def read_old_springs(self, springs):
        nodes = self.document["nodes"]
        for group in springs.get("boneGroups", []):
            stack = [bone for bone in group.get("bones", []) if self.name("nodes", bone)]
            while stack:
                node = stack.pop()
                stack += nodes[node].get("children", [])
                self.joint(node, group, group.get("stiffiness", group.get("stiffness")))
        for group in springs.get("colliderGroups", []):
            for collider in group.get("colliders", []):
                self.collider(group.get("node"), collider.get("radius"))

    def joint(self, node, holder, stiffness):
        for key, value in (("stiffness", stiffness), ("dragForce", holder.get("dragForce")),
                           ("hitRadius", holder.get("hitRadius")), ("gravityPower", holder.get("gravityPower"))):
            self.note(None if value is None else float(value), "spring", self.name("nodes", node), key)

    def collider(self, node, radius):
        if radius is not None:
            self.note(True, "collider", self.name("nodes", node), round(float(radius), 5))

    # --- The draft ---

    def read_draft(self, block):
        for name, bone in (find(block, "humanoid/humanBones") or {}).items():
            self.note(self.name("nodes", bone.get("node")), "bone", old_bone(name))
        self.read_groups(find(block, "blendShape/blendShapeGroups") or [], "preset", 1)
        for annotation in find(block, "firstPerson/meshAnnotations") or []:
            self.annotate(annotation.get("mesh"), annotation.get("firstPersonType"))
        for old, new in MAPS:
            degrees = find(block, f"lookAt/{old}") or {}
            self.note(degrees.get("inputMaxValue"), "look-at", new, "input")
            self.note(degrees.get("outputScale"), "look-at", new, "output")
        self.read_old_springs(block.get("springBone", {}))
        meta = block.get("meta", {})
        for old, new in (*META, ("author", "authors")):
            self.note(meta.get(old), "meta", new)

    # --- 1.0 ---

    def read_new(self, block, springs):
        for name, bone in (find(block, "humanoid/humanBones") or {}).items():
            self.note(self.name("nodes", bone.get("node")), "bone", name)
        nodes = self.document["nodes"]
        for kind in ("preset", "custom"):
            for name, expression in (find(block, f"expressions/{kind}") or {}).items():
                name = f"{kind} {name}"
                self.note(True, "expression", name)
                for bind in expression.get("morphTargetBinds", []):
                    shown = nodes[bind["node"]].get("mesh") if self.name("nodes", bind.get("node")) else None
                    self.bind(name, self.name("meshes", shown), bind, bind.get("weight", 0))
        for annotation in find(block, "firstPerson/meshAnnotations") or []:
            shown = nodes[annotation["node"]].get("mesh") if self.name("nodes", annotation.get("node")) else None
            self.annotate(shown, annotation.get("type"))
        for _, new in MAPS:
            degrees = find(block, f"lookAt/{new}") or {}
            self.note(degrees.get("inputMaxValue"), "look-at", new, "input")
            self.note(degrees.get("outputScale"), "look-at", new, "output")
        self.read_new_springs(springs)
        meta = block.get("meta", {})
        for _, new in META:
            self.note(meta.get(new), "meta", new)
        self.note(", ".join(meta.get("authors", [])), "meta", "authors")
        self.note(", ".join(meta.get("references", [])), "meta", "references")

    def read_new_springs(self, springs):
        for spring in springs.get("springs", []):
            for joint in spring.get("joints", [])[:-1]:
                self.joint(joint.get("node"), joint, joint.get("stiffness"))
        for collider in springs.get("colliders", []):
            if "extensions" in collider: # another shape, which the list of changes is about
                continue
            sphere = find(collider, "shape/sphere") or {}
            self.collider(collider.get("node"), sphere.get("radius"))


def lost_facts(old, new):
    """(key, value before, value after) of the facts that a new file has not. A custom expression whose name is taken
    has _custom behind it."""
    customs = {re.sub(r"_custom\d*$", "", key[1]).lower(): key[1] for key in new
               if key[0] == "expression" and key not in old}
    for key, value in old.items():
        other = key if key in new or key[0] != "expression" else (key[0], customs.get(key[1].lower()), *key[2:])
        if new.get(other) != value:
            yield key, value, new.get(other)
