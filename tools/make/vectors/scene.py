"""Small .vrm and .vrma files, made node by node."""
import base64
import json
import struct

from golden_math import IDENTITY, qinv, qmul, qrot

# The bones that 1.0 requires, and chest and neck, which 0.x requires too: name, parent, place under the parent. +Z is ahead.
BODY = [("hips", "root", (0, 1, 0)), ("spine", "hips", (0, 0.1, 0)), ("chest", "spine", (0, 0.15, 0)),
        ("neck", "chest", (0, 0.25, 0)), ("head", "neck", (0, 0.1, 0)),
        ("leftUpperArm", "chest", (0.15, 0.2, 0)), ("leftLowerArm", "leftUpperArm", (0.25, 0, 0)),
        ("leftHand", "leftLowerArm", (0.25, 0, 0)), ("rightUpperArm", "chest", (-0.15, 0.2, 0)),
        ("rightLowerArm", "rightUpperArm", (-0.25, 0, 0)), ("rightHand", "rightLowerArm", (-0.25, 0, 0)),
        ("leftUpperLeg", "hips", (0.1, -0.05, 0)), ("leftLowerLeg", "leftUpperLeg", (0, -0.4, 0)),
        ("leftFoot", "leftLowerLeg", (0, -0.45, 0)), ("rightUpperLeg", "hips", (-0.1, -0.05, 0)),
        ("rightLowerLeg", "rightUpperLeg", (0, -0.4, 0)), ("rightFoot", "rightLowerLeg", (0, -0.45, 0))]
OPTIONAL = {"chest", "neck"}
# A white pixel.
PIXEL = base64.b64decode("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAAAAAA6fptVAAAACklEQVR4nGP4DwABAQEAsTj2FAAAAABJRU5ErkJggg==")
META = {"name": "conformance", "version": "1", "authors": ["libvrm"], "licenseUrl": "https://vrm.dev/licenses/1.0/",
        "avatarPermission": "everyone", "commercialUsage": "corporation", "creditNotation": "unnecessary",
        "allowRedistribution": True, "modification": "allowModificationRedistribution"}
META0 = {"title": "conformance", "version": "1", "author": "libvrm", "allowedUserName": "Everyone",
         "violentUssageName": "Disallow", "sexualUssageName": "Disallow", "commercialUssageName": "Allow",
         "licenseName": "CC0"}


def listed(value):
    """JSON has lists, and whole numbers without a point."""
    if isinstance(value, (list, tuple)):
        return [listed(v) for v in value]
    if isinstance(value, dict):
        return {k: listed(v) for k, v in value.items()}
    if isinstance(value, float):
        value = round(value, 9)
        return int(value) if value == int(value) else value
    return value


class Scene:
    """A file in the making. Nodes are named, and names are what its other parts are given."""

    def __init__(self, version="1.0", body=None, rotations=None, scale=1):
        self.version, self.index, self.blob = version, {}, b""
        self.json = {"asset": {"version": "2.0", "generator": "libvrm conformance"}, "scene": 0,
                     "scenes": [{"nodes": [0]}], "nodes": []}
        self.extensions, self.used = {}, set()
        self.bones = {}
        self.add("root", scale=(scale,) * 3 if scale != 1 else None)
        side, turns = -1 if version == "0.x" else 1, {"root": IDENTITY}
        for name, parent, (x, y, z) in body if body is not None else BODY:
            own = (rotations or {}).get(name)
            # Rotations at rest move nothing: it stays a T-pose.
            self.add(name, parent, qrot(qinv(turns[parent]), (x * side, y, z * side)), own)
            turns[name] = qmul(turns[parent], own or IDENTITY)
            self.bones[name] = name

    # --- glTF ---

    def add(self, name, parent=None, translation=None, rotation=None, scale=None, **members):
        node = {"name": name}
        for key, value in (("translation", translation), ("rotation", rotation), ("scale", scale)):
            if value is not None:
                node[key] = value
        node.update(members)
        nodes = self.json["nodes"]
        self.index[name] = len(nodes)
        if parent is not None:
            nodes[self.index[parent]].setdefault("children", []).append(len(nodes))
        nodes.append(node)
        return name

    def node(self, name):
        return self.json["nodes"][self.index[name]]

    def put(self, kind, numbers, count, letter="f", component=5126, **members):
        """An accessor."""
        flat = [x for n in numbers for x in (n if isinstance(n, (list, tuple)) else [n])]
        self.blob += b"\0" * (-len(self.blob) % 4)
        data = struct.pack(f"<{len(flat)}{letter}", *flat)
        views = self.json.setdefault("bufferViews", [])
        views.append({"buffer": 0, "byteOffset": len(self.blob), "byteLength": len(data)})
        self.blob += data
        accessors = self.json.setdefault("accessors", [])
        accessors.append({"bufferView": len(views) - 1, "componentType": component, "count": count, "type": kind,
                          **members})
        return len(accessors) - 1

    def vectors(self, values):
        columns = list(zip(*[struct.unpack("<3f", struct.pack("<3f", *v)) for v in values]))
        return self.put("VEC3", values, len(values), min=[min(c) for c in columns], max=[max(c) for c in columns])

    def mesh(self, node, targets=0, triangles=1, skin=None, parts=None, material=None, weights=None, parent="root",
             has_normals=False):
        """A mesh of separate triangles on a node of its own. `parts`: the joint of each triangle's three vertices."""
        corners = [p for i in range(triangles) for p in ((i * 0.1, 0, 0), (i * 0.1 + 0.1, 0, 0), (i * 0.1, 0.1, 0))]
        primitive = {"attributes": {"POSITION": self.vectors(corners)},
                     "indices": self.put("SCALAR", list(range(len(corners))), len(corners), "H", 5123)}
        if has_normals:
            primitive["attributes"]["NORMAL"] = self.vectors([(0, 0, 1)] * len(corners))
        if targets:
            primitive["targets"] = [{"POSITION": self.vectors([(0, 0, 0.01 * (t + 1))] * len(corners))}
                                    for t in range(targets)]
        if material is not None:
            primitive["material"] = material
        self.add(node, parent)
        if skin:
            primitive["attributes"]["JOINTS_0"] = self.put(
                "VEC4", [(skin.index(p), 0, 0, 0) for part in parts for p in part], len(corners), "B", 5121)
            primitive["attributes"]["WEIGHTS_0"] = self.put("VEC4", [(1, 0, 0, 0)] * len(corners), len(corners))
            skins = self.json.setdefault("skins", [])
            one = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
            skins.append({"joints": [self.index[j] for j in skin],
                          "inverseBindMatrices": self.put("MAT4", [one] * len(skin), len(skin))})
            self.node(node)["skin"] = len(skins) - 1
        meshes = self.json.setdefault("meshes", [])
        meshes.append({"name": node, "primitives": [primitive], **({"weights": weights} if weights else {})})
        self.node(node)["mesh"] = len(meshes) - 1
        return node

    def material(self, name, texture=False, transform=None, mtoon=None, **members):
        factor = members.pop("color", None)
        pbr = {"baseColorFactor": factor} if factor else {}
        if texture:
            if "textures" not in self.json:
                self.blob += b"\0" * (-len(self.blob) % 4)
                views = self.json.setdefault("bufferViews", [])
                views.append({"buffer": 0, "byteOffset": len(self.blob), "byteLength": len(PIXEL)})
                self.blob += PIXEL
                self.json["images"] = [{"bufferView": len(views) - 1, "mimeType": "image/png"}]
                self.json["textures"] = [{"source": 0}]
            pbr["baseColorTexture"] = {"index": 0}
            if transform:
                pbr["baseColorTexture"]["extensions"] = {"KHR_texture_transform": transform}
                self.used.add("KHR_texture_transform")
        one = {"name": name, "pbrMetallicRoughness": pbr, **members}
        if mtoon is not None:
            one["extensions"] = {"VRMC_materials_mtoon": {"specVersion": "1.0", **mtoon}}
            self.used.add("VRMC_materials_mtoon")
        self.json.setdefault("materials", []).append(one)
        return len(self.json["materials"]) - 1

    # --- Springs ---

    def spring_part(self, name):
        self.used.add("VRMC_springBone")
        return self.extensions.setdefault("VRMC_springBone", {"specVersion": "1.0"}).setdefault(name, [])

    def chain(self, prefix, parent, start, step, count, rotation=None):
        """Nodes prefix0, prefix1 …; returns their names."""
        names = []
        for i in range(count):
            parent = self.add(f"{prefix}{i}", parent, step if i else start, rotation)
            names.append(parent)
        return names

    def spring(self, names, settings=None, center=None, groups=None, limits=None, name=None):
        """`settings`: of all joints, or a list with those of each; the last joint has none unless the list says so."""
        joints = []
        for i, node in enumerate(names):
            own = settings[i] if isinstance(settings, list) else settings if i + 1 < len(names) else None
            joint = {"node": self.index[node], **(own or {})}
            if limits and limits[i]:
                joint["extensions"] = {"VRMC_springBone_limit": {"specVersion": "1.0-draft", "limit": limits[i]}}
                self.used.add("VRMC_springBone_limit")
            joints.append(joint)
        spring = {"name": name or names[0], "joints": joints}
        if groups is not None:
            spring["colliderGroups"] = groups
        if center is not None:
            spring["center"] = self.index[center]
        self.spring_part("springs").append(spring)

    def collider(self, node, extended=None, **shape):
        one = {"node": self.index[node], "shape": shape}
        if extended is not None:
            one["shape"] = shape or {"sphere": {"radius": 0, "offset": [0, -10000, 0]}}
            one["extensions"] = {"VRMC_springBone_extended_collider": {"specVersion": "1.0", "shape": extended}}
            self.used.add("VRMC_springBone_extended_collider")
        colliders = self.spring_part("colliders")
        colliders.append(one)
        return len(colliders) - 1

    def group(self, *colliders):
        groups = self.spring_part("colliderGroups")
        groups.append({"colliders": list(colliders)})
        return len(groups) - 1

    # --- VRMC_vrm and others ---

    def constraint(self, node, kind, source, **members):
        self.used.add("VRMC_node_constraint")
        self.node(node)["extensions"] = {"VRMC_node_constraint": {
            "specVersion": "1.0", "constraint": {kind: {"source": self.index.get(source, source), **members}}}}

    def part(self, name, value):
        """A member of VRMC_vrm or VRM."""
        self.extensions.setdefault("VRM" if self.version == "0.x" else "VRMC_vrm", {})[name] = value

    def expression(self, name, morphs=(), colors=(), transforms=(), is_custom=False, **members):
        one = dict(members)
        if morphs:
            one["morphTargetBinds"] = [{"node": self.index[n], "index": i, "weight": w} for n, i, w in morphs]
        if colors:
            one["materialColorBinds"] = [{"material": m, "type": t, "targetValue": v} for m, t, v in colors]
        if transforms:
            one["textureTransformBinds"] = [{"material": m, **more} for m, more in transforms]
        mine = self.extensions.setdefault("VRMC_vrm", {}).setdefault("expressions", {})
        mine.setdefault("custom" if is_custom else "preset", {})[name] = one

    def look_at(self, type="bone", offset=(0, 0.06, 0), inner=(90, 10), outer=(90, 10), down=(90, 10), up=(90, 10)):
        def range_map(pair): return {"inputMaxValue": pair[0], "outputScale": pair[1]}
        self.part("lookAt", {"type": type, "offsetFromHeadBone": offset, "rangeMapHorizontalInner": range_map(inner),
                             "rangeMapHorizontalOuter": range_map(outer), "rangeMapVerticalDown": range_map(down),
                             "rangeMapVerticalUp": range_map(up)})
        self.extensions["VRMC_vrm"].setdefault("expressions", {})

    def eyes(self, rotation=None):
        side = -1 if self.version == "0.x" else 1
        for name, x in (("leftEye", 0.03), ("rightEye", -0.03)):
            self.add(name, "head", (x * side, 0.06, 0.05 * side), rotation)
            self.bones[name] = name

    def animation(self, tracks):
        """`tracks`: node, path, interpolation, times, values."""
        channels, samplers = [], []
        for node, path, interpolation, times, values in tracks:
            kind = "VEC4" if path == "rotation" else "VEC3"
            clock = self.put("SCALAR", times, len(times), min=[times[0]], max=[times[-1]])
            samplers.append({"input": clock, "interpolation": interpolation,
                             "output": self.put(kind, values, len(values))})
            channels.append({"sampler": len(samplers) - 1, "target": {"node": self.index[node], "path": path}})
        self.json["animations"] = [{"channels": channels, "samplers": samplers}]

    # --- Writing ---

    def finish(self):
        bones = {bone: self.index[node] for bone, node in self.bones.items()}
        if self.version == "vrma":
            mine = self.extensions.setdefault("VRMC_vrm_animation", {})
            mine["specVersion"] = "1.0"
            if bones:
                mine["humanoid"] = {"humanBones": {b: {"node": n} for b, n in bones.items()}}
        elif self.version == "0.x":
            mine = self.extensions.setdefault("VRM", {})
            mine.update({"exporterVersion": "libvrm", "specVersion": "0.0", "meta": META0})
            mine["humanoid"] = {"humanBones": [{"bone": b, "node": n, "useDefaultValues": True} for b, n in bones.items()]}
            for name, empty in (("firstPerson", {}), ("blendShapeMaster", {"blendShapeGroups": []}),
                                ("secondaryAnimation", {"boneGroups": [], "colliderGroups": []}),
                                ("materialProperties", [])):
                mine.setdefault(name, empty)
        else:
            mine = self.extensions.setdefault("VRMC_vrm", {})
            mine.update({"specVersion": "1.0", "meta": META})
            mine["humanoid"] = {"humanBones": {b: {"node": n} for b, n in bones.items()}}
        self.used |= set(self.extensions)
        return {**self.json, "extensionsUsed": sorted(self.used), "extensions": self.extensions}

    def bytes(self):
        whole = listed(self.finish())
        chunks = b""
        if self.blob:
            blob = self.blob + b"\0" * (-len(self.blob) % 4)
            whole["buffers"] = [{"byteLength": len(blob)}]
            chunks = struct.pack("<I4s", len(blob), b"BIN\0") + blob
        text = json.dumps(whole, separators=(",", ":"), ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        return struct.pack("<4sIII4s", b"glTF", 2, 20 + len(text) + len(chunks), len(text), b"JSON") + text + chunks
