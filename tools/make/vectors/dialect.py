"""What VRM 1.0 and 0.x files say, in one form for evaluate.py: bones, lookAt, expressions, constraints, springs, motions."""
import golden_ops as ops
from golden_math import AXES, EPS, IDENTITY, length, normalize, scale, sub

LINEAR0 = [0, 0, 0, 1, 1, 1, 1, 0]
PRESETS0 = {"joy": "happy", "angry": "angry", "sorrow": "sad", "fun": "relaxed", "a": "aa", "i": "ih", "u": "ou", "e": "ee",
            "o": "oh", "blink": "blink", "blink_l": "blinkLeft", "blink_r": "blinkRight", "lookup": "lookUp",
            "lookdown": "lookDown", "lookleft": "lookLeft", "lookright": "lookRight", "neutral": "neutral"}
PRESETS = {*PRESETS0.values(), "surprised"}
COLORS0 = {"_Color": "color", "_EmissionColor": "emissionColor"}
SHADES = {"shadeColor": ("shadeColorFactor", 1), "matcapColor": ("matcapFactor", 1),
          "rimColor": ("parametricRimColorFactor", 0), "outlineColor": ("outlineColorFactor", 0)}


def in_range(index, items):
    return isinstance(index, int) and 0 <= index < len(items)


def vector0(v, default=(0, 0, 0)):
    """A vector of the VRM block: left-handed (V0-010)."""
    return ops.vrm0_vector([v.get(axis, 0) for axis in "xyz"])["gltf"] if v else default


# --- Bones, lookAt, expressions ---

def read(avatar):
    file = avatar.file
    if "VRMC_vrm" in file.extensions:
        found = read1(file, file.extensions["VRMC_vrm"])
    else:
        found = read0(file, file.extensions["VRM"])
    found["constraints"] = list(constraints(avatar))
    return found


def read1(file, vrm):
    look = vrm.get("lookAt")
    if look:
        maps = {short: (look[long]["inputMaxValue"], look[long]["outputScale"], None) for short, long in
                (("inner", "rangeMapHorizontalInner"), ("outer", "rangeMapHorizontalOuter"),
                 ("down", "rangeMapVerticalDown"), ("up", "rangeMapVerticalUp"))}
        look = {"type": look["type"], "offset": look["offsetFromHeadBone"], "maps": maps}
    expressions = vrm.get("expressions", {})
    every = {n: e for n, e in expressions.get("preset", {}).items() if n in PRESETS}
    every.update({n: e for n, e in expressions.get("custom", {}).items() if n not in PRESETS})
    return {"faces": "+Z", "look_at": look, "first_person": first_person1(file, vrm.get("firstPerson", {})),
            "bones": {b: e["node"] for b, e in vrm["humanoid"]["humanBones"].items() if in_range(e["node"], file.nodes)},
            "expressions": {name: expression1(file, e) for name, e in every.items()}}


def expression1(file, e):
    def has_mesh(bind): return in_range(bind["node"], file.nodes) and "mesh" in file.nodes[bind["node"]]
    return {"is_binary": e.get("isBinary", False),
            "overrides": {"override_blink": e.get("overrideBlink", "none"), "override_mouth": e.get("overrideMouth", "none"),
                          "override_look_at": e.get("overrideLookAt", "none")},
            "morphs": [b for b in e.get("morphTargetBinds", []) if has_mesh(b)],
            "colors": [{"material": b["material"], "type": b["type"], "target": b["targetValue"]}
                       for b in e.get("materialColorBinds", []) if in_range(b["material"], file.json["materials"])],
            "transforms": [{"material": b["material"], "scale": b.get("scale", (1, 1)), "offset": b.get("offset", (0, 0))}
                           for b in e.get("textureTransformBinds", [])]}


def first_person1(file, part):
    return {a["node"]: a["type"] for a in reversed(part.get("meshAnnotations", []))}


def read0(file, vrm):
    person = vrm["firstPerson"]
    kind = {"Bone": "bone", "BlendShape": "expression"}[person.get("lookAtTypeName", "Bone")]

    def curve(name):
        one = person.get(name, {})
        keys = one.get("curve", LINEAR0)
        return (one.get("xRange", 90), one.get("yRange", 10 if kind == "bone" else 1), None if keys == LINEAR0 else keys)

    look = {"type": kind, "offset": vector0(person.get("firstPersonBoneOffset"), (0, 0.06, 0)),
            "maps": {"inner": curve("lookAtHorizontalInner"), "outer": curve("lookAtHorizontalOuter"),
                     "down": curve("lookAtVerticalDown"), "up": curve("lookAtVerticalUp")}}
    bones = vrm["humanoid"]["humanBones"]
    names = ops.vrm0_bones([b["bone"] for b in bones])["bones"]
    flags = {a["mesh"]: a["firstPersonFlag"] for a in person.get("meshAnnotations", [])}
    every = [expression0(file, g) for g in vrm["blendShapeMaster"]["blendShapeGroups"]]
    return {"faces": "-Z", "look_at": look, "bones": {n: b["node"] for n, b in zip(names, bones)},
            "first_person": {i: {"Auto": "auto", "Both": "both", "ThirdPersonOnly": "thirdPersonOnly",
                                 "FirstPersonOnly": "firstPersonOnly"}[flags[node["mesh"]]]
                             for i, node in enumerate(file.nodes) if node.get("mesh") in flags},
            "expressions": dict(every)}


def expression0(file, group):
    colors, transforms = [], []
    for value in group.get("materialValues", []):
        index = next(i for i, m in enumerate(file.json["materials"]) if m["name"] == value["materialName"])
        target = value["targetValue"]
        if value["propertyName"] == "_MainTex_ST":
            transforms.append({"material": index, **ops.vrm0_texture_transform("_MainTex_ST", tuple(target))})
        else:
            linear = [ops.linear_of(c) for c in target[:3]] if value["propertyName"] == "_Color" else target[:3]
            colors.append({"material": index, "type": COLORS0[value["propertyName"]], "target": (*linear, target[3])})
    name = PRESETS0.get(group.get("presetName", "unknown"), group["name"])
    return name, {"is_binary": group.get("isBinary", False), "colors": colors, "transforms": transforms,
                  "overrides": dict.fromkeys(("override_blink", "override_mouth", "override_look_at"), "none"),
                  "morphs": [{"node": i, "index": b["index"], "weight": b["weight"] / 100}
                             for b in group.get("binds", []) for i, node in enumerate(file.nodes)
                             if node.get("mesh") == b["mesh"]]}


# --- Materials, first person ---

def material_values(material):
    pbr = material.get("pbrMetallicRoughness", {})
    transform = pbr.get("baseColorTexture", {}).get("extensions", {}).get("KHR_texture_transform", {})
    mtoon = material.get("extensions", {}).get("VRMC_materials_mtoon")
    found = {"color": tuple(pbr.get("baseColorFactor", (1, 1, 1, 1))), "emissionColor": tuple(material.get("emissiveFactor", (0, 0, 0))),
             "scale": tuple(transform.get("scale", (1, 1))), "offset": tuple(transform.get("offset", (0, 0)))}
    if mtoon is not None:
        found.update({name: tuple(mtoon.get(key, (default,) * 3)) for name, (key, default) in SHADES.items()})
    return found


def triangles(avatar, node):
    """How many triangles of a mesh the first-person camera draws, and how many the others do."""
    file, vrm = avatar.file, avatar.vrm
    primitive = file.json["meshes"][file.nodes[node]["mesh"]]["primitives"][0]
    corners = file.values(primitive["indices"])
    count, head = len(corners) // 3, vrm["bones"]["head"]
    flag = vrm["first_person"].get(node, "auto")
    if flag != "auto":
        return [0 if flag == "thirdPersonOnly" else count, 0 if flag == "firstPersonOnly" else count]
    if "skin" not in file.nodes[node]:
        return [0 if head in file.above(node) else count, count]
    parts = ["head" if head in file.above(j) else "body" for j in file.json["skins"][file.nodes[node]["skin"]]["joints"]]
    vertices = [{"joints": j, "weights": w} for j, w in zip(file.values(primitive["attributes"]["JOINTS_0"]),
                                                            file.values(primitive["attributes"]["WEIGHTS_0"]))]
    split = ops.first_person_split(parts, vertices, [corners[i:i + 3] for i in range(0, len(corners), 3)])
    return [len(split["body_triangles"]), count]


# --- Constraints ---

def is_axis(kind, axis):
    return axis in AXES and (len(axis) == 1) == (kind == "roll")


def constraints(avatar):
    file = avatar.file
    for node, found in enumerate(file.nodes):
        one = found.get("extensions", {}).get("VRMC_node_constraint", {}).get("constraint")
        if not one:
            continue
        kind = next(k for k in ("roll", "aim", "rotation") if k in one)
        own = one[kind]
        axis = own.get({"roll": "rollAxis", "aim": "aimAxis"}.get(kind))
        if not in_range(own["source"], file.nodes) or own["source"] == node or (kind != "rotation" and not is_axis(kind, axis)):
            continue
        needs = {own["source"]}
        if kind == "aim":
            needs |= set(file.above(own["source"])) | set(file.above(node))
        yield {"node": node, "kind": kind, "source": own["source"], "axis": axis, "needs": sorted(needs - {node}),
               "weight": min(max(own.get("weight", 1.0), 0.0), 1.0)}


# --- Springs ---

def springs(avatar):
    file = avatar.file
    if "VRMC_springBone" in file.extensions:
        pairs = list(pairs1(avatar, file.extensions["VRMC_springBone"]))
    elif "VRM" in file.extensions:
        pairs = list(pairs0(avatar, file.extensions["VRM"]["secondaryAnimation"]))
    else:
        pairs = []
    seen, kept = set(), []
    for joint in pairs:
        if joint["node"] in seen:
            continue
        seen.add(joint["node"])
        kept.append(joint)
        joint["length"] = length(joint["tail"])
        joint["axis"] = normalize(joint["tail"], (0.0, 0.0, 0.0)) if joint["length"] > EPS else (0.0, 0.0, 0.0)
        needs = set(file.above(joint["node"]))
        for collider in joint["colliders"]:
            needs |= set(file.above(collider["node"]))
        joint["needs"] = sorted(needs - {joint["node"]})
    return kept


def joint_of(avatar, node, tail, given, names, **more):
    """A pair; `names`: the keys of its parameters in the file, with their defaults."""
    found = {name: given.get(key, default) for name, (key, default) in names.items()}
    found["drag_force"] = min(max(found["drag_force"], 0.0), 1.0)
    for name in ("hit_radius", "stiffness"):
        found[name] = max(found[name], 0.0)
    return {"node": node, "tail": tail, "limit": None, "colliders": [], "center": None, **found, **more}


NAMES1 = {"hit_radius": ("hitRadius", 0.0), "stiffness": ("stiffness", 1.0), "gravity_power": ("gravityPower", 0.0),
          "gravity_dir": ("gravityDir", (0.0, -1.0, 0.0)), "drag_force": ("dragForce", 0.5)}
NAMES0 = {"hit_radius": ("hitRadius", 0.02), "stiffness": ("stiffiness", 1.0), "gravity_power": ("gravityPower", 0.0),
          "drag_force": ("dragForce", 0.4)}


def pairs1(avatar, part):
    file = avatar.file
    for spring in part.get("springs", []):
        joints = [j for j in spring.get("joints", []) if in_range(j.get("node"), file.nodes)]
        colliders, seen = [], set()
        for group in spring.get("colliderGroups", []):
            for index in part["colliderGroups"][group]["colliders"] if in_range(group, part.get("colliderGroups", [])) else []:
                if in_range(index, part["colliders"]) and index not in seen:
                    seen.add(index)
                    colliders += shape1(part["colliders"][index])
        center = spring.get("center")
        if not in_range(center, file.nodes) or center not in file.above(joints[0]["node"]):
            center = None
        for head, tail in zip(joints, joints[1:]):
            if head["node"] not in list(file.above(tail["node"]))[1:]:
                break
            world = avatar.rest_worlds[head["node"]]
            limit = head.get("extensions", {}).get("VRMC_springBone_limit", {}).get("limit")
            yield joint_of(avatar, head["node"], world.into(avatar.rest_worlds[tail["node"]].place), head, NAMES1,
                           limit=limit, colliders=colliders, center=center, root=joints[0]["node"])


def shape1(collider):
    """A collider in the form of golden_ops.py; none if it has no shape."""
    extended = collider.get("extensions", {}).get("VRMC_springBone_extended_collider", {}).get("shape")
    shape = extended or collider.get("shape") or {}
    for kind in ("sphere", "capsule", "plane"):
        if kind in shape:
            own = shape[kind]
            found = {"node": collider["node"], "kind": ("inside_" if own.get("inside") else "") + kind,
                     "offset": own.get("offset", (0, 0, 0)), "tail": own.get("tail", (0, 0, 0))}
            if kind == "plane":
                return [{**found, "normal": normalize(tuple(own.get("normal", (0, 0, 1))))}]
            return [{**found, "radius": max(own.get("radius", 0), 0)}]
    return []


def pairs0(avatar, part):
    file = avatar.file
    for group in part["boneGroups"]:
        colliders = [{"kind": "sphere", "node": g["node"], "offset": vector0(c["offset"]), "radius": c["radius"]}
                     for i in group.get("colliderGroups", []) for g in [part["colliderGroups"][i]] for c in g["colliders"]]
        center = group.get("center", -1)
        for root in group["bones"]:
            waiting = [(root, root)]
            while waiting:
                node, first = waiting.pop()
                children = file.nodes[node].get("children", [])
                waiting += [(c, first if i == 0 else c) for i, c in reversed(list(enumerate(children)))]
                world = avatar.rest_worlds[node]
                if children:
                    tail = world.into(avatar.rest_worlds[children[0]].place)
                else:
                    way = sub(world.place, avatar.rest_worlds[file.parents[node]].place)
                    tail = scale(ops.normalize(way, (0.0, -1.0, 0.0)), 0.07)
                yield joint_of(avatar, node, tail, group, NAMES0, colliders=colliders, root=first,
                               gravity_dir=vector0(group.get("gravityDir"), (0, -1, 0)),
                               center=center if in_range(center, file.nodes) else None)


# --- Motions ---

def motion(clip):
    """A .vrma file as the golden op motion_sample takes it."""
    part = clip.extensions["VRMC_vrm_animation"]
    bones = {b: e["node"] for b, e in part.get("humanoid", {}).get("humanBones", {}).items()}
    bones = {b: n for b, n in bones.items() if b not in ("leftEye", "rightEye")}
    name_of = {n: b for b, n in bones.items()}
    nodes = [{"parent": clip.parents[i], "bone": name_of.get(i), "translation": tuple(n.get("translation", (0, 0, 0))),
              "rotation": tuple(n.get("rotation", IDENTITY))} for i, n in enumerate(clip.nodes)]
    animation = clip.json["animations"][0]
    tracks = []
    for channel in animation["channels"]:
        sampler = animation["samplers"][channel["sampler"]]
        tracks.append({**channel["target"], "interpolation": sampler["interpolation"],
                       "times": clip.values(sampler["input"]), "values": clip.values(sampler["output"])})
    tracks = [t for t in tracks if t["path"] != "scale"
              and not (t["path"] == "translation" and name_of.get(t["node"]) not in (None, "hips"))]
    every = {**part.get("expressions", {}).get("preset", {}), **part.get("expressions", {}).get("custom", {})}
    return {"nodes": nodes, "tracks": tracks, "bones": list(bones),
            "expressions": {n: e["node"] for n, e in every.items() if not n.startswith("look")},
            "look_at": part.get("lookAt", {}).get("node")}
