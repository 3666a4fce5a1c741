"""The formulas of section 6 of docs/evidence/requirements.md in double precision, apart from the library.

Each op is a function whose parameters are exactly the members of a golden vector's input. tools/check/check-golden runs
the vectors with them, and tools/make/make-vectors the whole files.
"""
import math
import re

from golden_math import (AXES, EPS, FACING, IDENTITY, X, Y, Z, add, cross, dot, from_to, length, lerp, normalize, qinv, qmul, qrot,
                         sat, scale, slerp, sub, times, turn)


# --- Springs and colliders (6.2, 6.3) ---

def distance_and_direction(collider, node, point, radius):
    """d and u of 6.3; None where there is nothing to push."""
    def to_world(p):
        return add(node["translation"], qrot(node["rotation"], times(p, node["scale"])))

    size = max(abs(s) for s in node["scale"])
    kind, a = collider["kind"], to_world(collider["offset"])
    if kind == "plane":
        normal = qrot(node["rotation"], tuple(n / s for n, s in zip(collider["normal"],
                                                                    node["scale"])))
        normal = normalize(normal)
        return (dot(sub(point, a), normal) - radius, normal) if normal else None
    delta, big = sub(point, a), collider["radius"] * size
    if kind.endswith("capsule"):
        edge = sub(to_world(collider["tail"]), a)
        along, square = dot(edge, delta), dot(edge, edge)
        if square > EPS * EPS and along > 0:
            delta = sub(delta, scale(edge, min(along / square, 1.0)))
    if length(delta) <= EPS:
        return None
    if kind.startswith("inside"):
        return max(0.0, big - radius) - length(delta), scale(delta, -1 / length(delta))
    return length(delta) - big - radius, scale(delta, 1 / length(delta))


def collide(collider, node, point, hit_radius):
    found = distance_and_direction(collider, node, point, hit_radius)
    if found is None:
        return {"hit": False, "pushed": None}
    d, u = found
    return {"distance": d, "direction": u, "hit": d < 0,
            "pushed": sub(point, scale(u, d)) if d < 0 else None}


def limit_space(parent_rotation, rest_rotation, axis, rotation):
    """From the limit's space to the world (SL-006)."""
    x, y, z = axis
    if y < 0 and math.hypot(x, z) <= EPS:
        arc = (1.0, 0.0, 0.0, 0.0)
    else:
        arc = normalize((z, 0.0, -x, 1 + y))
    return qmul(parent_rotation, rest_rotation, arc, rotation)


def limited(limit, parent_rotation, rest_rotation, axis, direction):
    """SL-008 ... SL-010, for a unit direction of the world."""
    kind = next(k for k in ("cone", "hinge", "spherical") if k in limit)
    own = limit[kind]
    space = limit_space(parent_rotation, rest_rotation, axis, own.get("rotation", IDENTITY))
    x, y, z = qrot(qinv(space), direction)

    def angle(name, most):
        return min(max(own[name], 0.0), most)

    if kind == "cone":
        most = angle("angle", math.pi)
        if y < math.cos(most):
            across = math.hypot(x, z)
            side = (x / across, z / across) if across > EPS else (0.0, 1.0)
            x, y, z = math.sin(most) * side[0], math.cos(most), math.sin(most) * side[1]
        return qrot(space, (x, y, z))
    pitch = 0.0
    if math.hypot(y, z) > EPS:
        is_opposite = y < 0 and abs(z) <= EPS * math.hypot(y, z)
        pitch = math.pi if is_opposite else math.atan2(z, y)
    if kind == "hinge":
        most, yaw = angle("angle", math.pi), 0.0
    else:
        most, side = angle("pitch", math.pi), angle("yaw", math.pi / 2)
        yaw = min(max(math.asin(min(max(x, -1.0), 1.0)), -side), side)
    pitch = min(max(pitch, -most), most)
    return qrot(space, (math.sin(yaw), math.cos(yaw) * math.cos(pitch),
                        math.cos(yaw) * math.sin(pitch)))


def limit_direction(limit, parent_rotation, rest_rotation, axis, direction):
    return {"direction": limited(limit, parent_rotation, rest_rotation, axis, direction)}


def spring_step(joint, external_force, tail, center, colliders, steps):
    return limited_step(joint, None, external_force, tail, center, colliders, steps)


def advance(joint, limit, state, step, colliders):
    """One step of 6.2: the world's tail and its direction. `state`: the tail now and one step ago, in the world. `step` has
    the head, the rotation of its parent, the length of the bone, the time by which forces count, the radius of the tail,
    and the external force; `colliders`: pairs of a collider and its node."""
    rotation = qmul(step["parent_rotation"], joint["rest_rotation"])
    rest = qrot(rotation, joint["axis"])

    def keep_length(p):
        way = normalize(sub(p, step["head"]), rest)
        if limit:
            way = limited(limit, step["parent_rotation"], joint["rest_rotation"], joint["axis"], way)
        return add(step["head"], scale(way, step["length"]))

    now, before = state
    force = add(scale(joint["gravity_dir"], joint["gravity_power"]), step["force"])
    end = add(now, scale(sub(now, before), 1 - joint["drag_force"]))
    end = add(add(end, scale(rest, step["time"] * joint["stiffness"])), scale(force, step["time"]))
    end = keep_length(end)
    for collider, node in colliders:
        found = distance_and_direction(collider, node, end, step["radius"])
        if found and found[0] < 0:
            end = keep_length(sub(end, scale(found[1], found[0])))
    direction = qrot(qinv(rotation), normalize(sub(end, step["head"]), rest))
    return end, qmul(joint["rest_rotation"], from_to(joint["axis"], direction))


def limited_step(joint, limit, external_force, tail, center, colliders, steps):
    still = {"translation": (0, 0, 0), "rotation": IDENTITY, "scale": (1, 1, 1)}

    def into(space, p):
        return qrot(qinv(space["rotation"]), sub(p, space["translation"])) if space else p

    def out_of(space, p):
        return add(space["translation"], qrot(space["rotation"], p)) if space else p

    current, previous = into(center, tail["current"]), into(center, tail["previous"])
    tails, rotations = [], []
    for step in steps:
        size, space = step["scale"], step["center"]
        end, rotation = advance(joint, limit, (out_of(space, current), out_of(space, previous)),
                                {"head": step["head"], "parent_rotation": step["parent_rotation"],
                                 "length": joint["length"] * size, "time": step["dt"] * size,
                                 "radius": joint["hit_radius"] * size, "force": external_force},
                                [(collider, still) for collider in colliders])
        previous, current = current, into(space, end)
        tails.append(end)
        rotations.append(rotation)
    return {"tails": tails, "rotations": rotations}


def bone_axis(head, between, tail_position):
    local = qrot(qinv(head["rotation"]), sub(tail_position, head["translation"]))
    return {"axis": normalize(local), "length": length(local)}


# --- Constraints (6.5) ---

def constraint(kind, axis, weight, source, destination):
    s, s0, d0 = source["rotation"], source["rest_rotation"], destination["rest_rotation"]
    target = d0
    if kind == "roll":
        delta = qmul(qinv(d0), s, qinv(s0), d0)
        target = qmul(d0, qinv(from_to(AXES[axis], qrot(delta, AXES[axis]))), delta)
    elif kind == "aim":
        parent = destination["parent_rotation"]
        to = sub(source["position"], destination["position"])
        if length(to) > EPS:
            turned = from_to(qrot(qmul(parent, d0), AXES[axis]), to)
            target = qmul(qinv(parent), turned, parent, d0)
    elif kind == "rotation":
        target = qmul(d0, qinv(s0), s)
    return {"rotation": slerp(d0, target, weight)}


# --- Gaze (6.4) ---

def angles(x, y, z):
    flat = math.hypot(x, z)
    return {"yaw_degrees": math.degrees(math.atan2(x, z)) if flat > EPS else 0.0,
            "pitch_degrees": math.degrees(math.atan2(-y, flat))}


def gaze(faces, head_position, head_rest_rotation, head_rotation, offset_from_head_bone, target):
    origin = add(head_position, qrot(head_rotation, offset_from_head_bone))
    rotation = qmul(head_rotation, qinv(head_rest_rotation), FACING[faces])
    return {"origin": origin, "rotation": rotation,
            **angles(*qrot(qinv(rotation), sub(target, origin)))}


def map_angle(angle, input_max_degrees, output_scale):
    if angle == 0:
        return 0.0
    part = 1.0 if input_max_degrees <= 0 else min(abs(angle), input_max_degrees) / input_max_degrees
    return output_scale * part


def range_map(input_max_degrees, output_scale, curve, angle_degrees):
    if curve is None:
        return {"output": map_angle(angle_degrees, input_max_degrees, output_scale)}
    keys = sorted(tuple(curve[i:i + 4]) for i in range(0, len(curve), 4))
    x = sat(abs(angle_degrees) / max(input_max_degrees, 0.001))
    value = keys[0][1] if x <= keys[0][0] else keys[-1][1]
    for (t0, v0, _, out), (t1, v1, into, _) in zip(keys, keys[1:]):
        if t0 < x < t1:
            h, s = t1 - t0, (x - t0) / (t1 - t0)
            value = ((2 * s**3 - 3 * s**2 + 1) * v0 + (s**3 - 2 * s**2 + s) * h * out
                     + (-2 * s**3 + 3 * s**2) * v1 + (s**3 - s**2) * h * into)
    return {"output": value * output_scale}


def eye_bones(yaw_degrees, pitch_degrees, maps, parent_rest_rotation, left_rest_rotation,
              right_rest_rotation):
    def mapped(angle, positive, negative):
        return (map_angle(angle, **maps[positive]) if angle > 0
                else -map_angle(angle, **maps[negative]))

    pitch = mapped(pitch_degrees, "vertical_down", "vertical_up")
    answer = {}
    for side, outer, inner, rest in (
            ("left", "horizontal_outer", "horizontal_inner", left_rest_rotation),
            ("right", "horizontal_inner", "horizontal_outer", right_rest_rotation)):
        yaw = mapped(yaw_degrees, outer, inner)
        answer[f"{side}_yaw_degrees"], answer[f"{side}_pitch_degrees"] = yaw, pitch
        answer[f"{side}_rotation"] = from_normalized(
            "+Z", parent_rest_rotation, rest, qmul(turn(Y, yaw), turn(X, pitch)))["rotation"]
    return answer


def look_expressions(yaw_degrees, pitch_degrees, maps):
    def mapped(angle, name):
        return sat(map_angle(angle, **maps[name])) if angle > 0 else 0.0

    return {"look_left": mapped(yaw_degrees, "horizontal_outer"),
            "look_right": mapped(-yaw_degrees, "horizontal_outer"),
            "look_down": mapped(pitch_degrees, "vertical_down"),
            "look_up": mapped(-pitch_degrees, "vertical_up")}


# --- Expressions (6.6) ---

CLASSES = {"override_blink": ("blink", "blinkLeft", "blinkRight"),
           "override_look_at": ("lookUp", "lookDown", "lookLeft", "lookRight"),
           "override_mouth": ("aa", "ih", "ou", "ee", "oh")}


def expression_weights(dialect, expressions):
    threshold = 0.0 if dialect == "1.0-draft" else 0.5
    outputs = []
    for e in expressions:
        weight = sat(e["input"])
        outputs.append(float(weight > threshold) if e["is_binary"] else weight)
    weights = list(outputs)
    for override, names in CLASSES.items():
        rate = sat(sum({"none": 0.0, "blend": o, "block": float(o > 0)}[e[override]]
                       for e, o in zip(expressions, outputs) if e["name"] not in names))
        for i, e in enumerate(expressions):
            if e["name"] in names:
                keeps = float(rate == 0) if e["is_binary"] else 1 - rate
                weights[i] = outputs[i] * keeps
    return {"weights": weights}


def morph_weight(expressions):
    return {"weight": sum(e["input"] * e["bind_weight"] for e in expressions)}


def accumulate(base, binds):
    """binds: pairs of a weight and a target."""
    return tuple(b + sum(w * (t[i] - b) for w, t in binds) for i, b in enumerate(base))


def material_color(type, base, expressions):
    return {"color": accumulate(base, [(e["input"], e["target"]) for e in expressions])}


def texture_transform(base_scale, base_offset, expressions):
    return {"scale": accumulate(base_scale, [(e["input"], e["scale"] or (1, 1))
                                             for e in expressions]),
            "offset": accumulate(base_offset, [(e["input"], e["offset"] or (0, 0))
                                               for e in expressions])}


# --- First person, bake (6.7, 6.9) ---

def first_person_split(joint_parts, vertices, triangles):
    def is_head(v):
        return any(w > 0 and joint_parts[j] != "body" for j, w in zip(v["joints"], v["weights"]))

    head = [t for t in triangles if any(is_head(vertices[i]) for i in t)]
    return {"head_triangles": head, "body_triangles": [t for t in triangles if t not in head]}


def bake_vertex(node, position, position_delta, normal, normal_delta):
    def linear(v): return qrot(node["rotation"], times(v, node["scale"]))

    def across(v):  # by the inverse transpose
        return qrot(node["rotation"], tuple(x / s for x, s in zip(v, node["scale"])))

    size = length(across(normal))
    return {"position": linear(position), "position_delta": linear(position_delta),
            "normal": scale(across(normal), 1 / size),
            "normal_delta": scale(across(normal_delta), 1 / size),
            "node_translation": node["translation"]}


# --- Pose and animation (6.8) ---

def to_normalized(faces, parent_rest_rotation, rest_rotation, rotation):
    world = qmul(parent_rest_rotation, rest_rotation)
    n = qmul(world, qinv(rest_rotation), rotation, qinv(world))
    return {"normalized": qmul(qinv(FACING[faces]), n, FACING[faces])}


def from_normalized(faces, parent_rest_rotation, rest_rotation, normalized):
    world = qmul(parent_rest_rotation, rest_rotation)
    n = qmul(FACING[faces], normalized, qinv(FACING[faces]))
    return {"rotation": qmul(rest_rotation, qinv(world), n, world)}


def retarget(source, target):
    return from_normalized(**target, **to_normalized(**source))


PARENTS = {"head": "neck", "neck": "upperChest", "upperChest": "chest", "chest": "spine",
           "spine": "hips", "leftHand": "leftLowerArm", "leftLowerArm": "leftUpperArm",
           "leftUpperArm": "leftShoulder", "leftShoulder": "upperChest", "leftToes": "leftFoot", "leftFoot": "leftLowerLeg", "leftLowerLeg": "leftUpperLeg", "leftUpperLeg": "hips"}
PARENTS.update({bone.replace("left", "right"): above.replace("left", "right") for bone, above in PARENTS.items()})


def retarget_missing(source, target_bones, bone):
    chain, above = [source.get(bone, IDENTITY)], PARENTS.get(bone)
    while above is not None and above not in target_bones:
        chain.insert(0, source.get(above, IDENTITY))
        above = PARENTS.get(above)
    return {"normalized": qmul(*chain)}


def hips_motion(faces, source_rest, source, target_rest):
    k = target_rest[1] / source_rest[1] if source_rest[1] >= 1e-3 else target_rest[1]
    moved = qrot(FACING[faces], sub(source, source_rest))
    return {"position": add(target_rest, scale(moved, k))}


def expression_track(translations):
    return {"weights": [sat(t[0]) for t in translations]}


def gaze_of_rotation(rotation):
    return angles(*qrot(rotation, Z))


def sample_track(times, values, interpolation, seconds):
    """The value of a glTF sampler; rotations have four numbers."""
    of_key = 3 if interpolation == "CUBICSPLINE" else 1
    keys = [values[i * of_key + of_key // 2] for i in range(len(times))]
    is_turn = len(keys[0]) == 4
    if is_turn:  # each key has length 1 and the sign that is nearer to the one before it
        factors, before = [], keys[0]
        for key in keys:
            factor = 1 / length(key)
            factors.append(-factor if dot(before, key) < 0 else factor)
            before = scale(key, factors[-1])
        values = [scale(value, factors[i // of_key]) for i, value in enumerate(values)]
        keys = [scale(key, factor) for key, factor in zip(keys, factors)]
    if seconds <= times[0]:
        return keys[0]
    if seconds >= times[-1]:
        return keys[-1]
    k = max(i for i in range(len(times)) if times[i] <= seconds)
    step = times[k + 1] - times[k]
    t = (seconds - times[k]) / step
    if interpolation == "STEP":
        return keys[k]
    if interpolation == "LINEAR":
        return slerp(keys[k], keys[k + 1], t) if is_turn else \
            tuple(lerp(a, b, t) for a, b in zip(keys[k], keys[k + 1]))
    out = add(add(scale(keys[k], 2 * t**3 - 3 * t**2 + 1),
                  scale(values[3 * k + 2], (t**3 - 2 * t**2 + t) * step)),
              add(scale(keys[k + 1], 3 * t**2 - 2 * t**3),
                  scale(values[3 * k + 3], (t**3 - t**2) * step)))
    return normalize(out) if is_turn else out


def motion_sample(nodes, tracks, expression_node, look_at_node, bone, seconds):
    """A whole file at some times: G = W T^-1 of every joint, N = G_parent^-1 G of the bone."""
    track_of = {(track["node"], track["path"]): track for track in tracks}
    node_of = {node["bone"]: i for i, node in enumerate(nodes) if node["bone"]}

    def local(node, path, now):
        track = track_of.get((node, path)) if now is not None else None
        return nodes[node][path] if track is None else \
            sample_track(track["times"], track["values"], track["interpolation"], now)

    def rotation(node, now):
        if node is None:
            return IDENTITY
        return qmul(rotation(nodes[node]["parent"], now), local(node, "rotation", now))

    def place(node, now):
        parent = nodes[node]["parent"]
        above = (0, 0, 0) if parent is None else place(parent, now)
        return add(above, qrot(rotation(parent, now), local(node, "translation", now)))

    def turned(node, now):
        return qmul(rotation(node, now), qinv(rotation(node, None)))

    def point(now):  # the node moves; what it hangs from is at rest
        parent = nodes[look_at_node]["parent"]
        above = (0, 0, 0) if parent is None else place(parent, None)
        return add(above, qrot(rotation(parent, None), local(look_at_node, "translation", now)))

    rest = place(node_of["hips"], None)
    height = rest[1]
    if height < 1e-3:
        height = max([rest[1] - place(node_of[foot], None)[1]
                      for foot in ("leftFoot",) if foot in node_of], default=0)
        height = height if height >= 1e-3 else 1.0
    above = PARENTS.get(bone)
    while above is not None and above not in node_of:
        above = PARENTS.get(above)
    out = {"normalized": [], "hips": [], "weights": [], "yaw_degrees": [], "pitch_degrees": [],
           "look_at": []}
    for now in seconds:
        parent = IDENTITY if above is None else turned(node_of[above], now)
        out["normalized"].append(qmul(qinv(parent), turned(node_of[bone], now)))
        out["hips"].append(scale(sub(place(node_of["hips"], now), rest), 1 / height))
        has_weight = (expression_node, "translation") in track_of
        out["weights"].append(sat(local(expression_node, "translation", now)[0]) if has_weight else 0)
        has_turn = (look_at_node, "rotation") in track_of
        found = angles(*qrot(local(look_at_node, "rotation", now), Z)) if has_turn else {}
        out["yaw_degrees"].append(found.get("yaw_degrees", 0))
        out["pitch_degrees"].append(found.get("pitch_degrees", 0))
        has_point = (look_at_node, "translation") in track_of and not has_turn
        out["look_at"].append(scale(point(now), 1 / height) if has_point else (0, 0, 0))
    return out


# --- MToon (6.11), one channel at a time ---

def uv_phases(rotation_speed, scroll_x_speed, scroll_y_speed, seconds):
    return {"rotation_phase": rotation_speed * seconds % math.tau,
            "scroll_phase": (scroll_x_speed * seconds, scroll_y_speed * seconds)}


def uv_animate(uv, rotation_phase, scroll_phase, mask, texture_scale, texture_offset):
    c, s = math.cos(rotation_phase * mask), math.sin(rotation_phase * mask)
    x, y = uv[0] - 0.5, uv[1] - 0.5
    animated = add((c * x + s * y + 0.5, -s * x + c * y + 0.5), scale(scroll_phase, mask))
    return {"animated": animated, "sampled": add(times(animated, texture_scale), texture_offset)}


def outline_world(position, normal, width, mask):
    return {"position": add(position, scale(normalize(normal), width * mask))}


def outline_screen(projection_00, projection_11, viewport, clip, width, mask, view_normal):
    n = normalize(view_normal)
    flat = math.hypot(n[0], n[1])
    d = (n[0] / flat, n[1] / flat) if flat >= EPS else (0.0, 0.0)
    k = 2 * width * mask * clip[3] * (1 - n[2] * n[2])
    moved = (k * d[0] * projection_00 / projection_11, k * d[1])
    pixels = [m / clip[3] * size / 2 for m, size in zip(moved, viewport)]
    return {"clip_xy": add(clip[:2], moved), "shift_pixels": math.hypot(*pixels)}


def matcap_uv(view, normal):
    x = normalize((view[2], 0.0, -view[0]), X)
    a, b = (dot(axis, normal) * 0.495 + 0.5 for axis in (x, cross(view, x)))
    return {"ab": (a, b), "texcoord": (a, 1 - b)}


def shade(n_dot_l, shading_shift, shading_toony, shadow, base, shade, light, raw_gi_normal,
          raw_gi_up, raw_gi_down, gi_equalization, emission, rim):
    shading, width = n_dot_l + shading_shift, 1 - shading_toony
    t = float(shading >= 0) if width <= 0 else sat((shading + width) / (2 * width))
    direct = lerp(shade, base, t * shadow) * light
    gi = lerp(raw_gi_normal, (raw_gi_up + raw_gi_down) / 2, gi_equalization) * base
    return {"t": t * shadow, "direct": direct, "gi": gi, "color": direct + gi + emission + rim}


def rim(n_dot_v, lift, power, rim_color, matcap, rim_multiply, lighting_mix, lighting):
    value = matcap + sat(1 - n_dot_v + lift) ** max(power, 1e-5) * rim_color
    return {"rim": value * rim_multiply * lerp(1.0, lighting, lighting_mix)}


def outline_color(outline_color, surface, lighting_mix):
    return {"color": outline_color * lerp(1.0, surface, lighting_mix)}


# --- 0.x (4.3, 4.6, 4.10) ---

def vrm0_bones(bones):
    def name(bone):
        return (bone.replace("ThumbProximal", "ThumbMetacarpal")
                .replace("ThumbIntermediate", "ThumbProximal"))

    return {"bones": [name(b) for b in bones]}


def vrm0_vector(vector):
    x, y, z = vector
    return {"gltf": (x, y, -z), "facing_plus_z": (-x, y, z)}


def vrm0_texture_transform(property, value):
    first, last = value[:2], value[2:]
    size, offset = (first, last) if property == "_MainTex_ST" else (last, first)
    return {"scale": size, "offset": (offset[0], 1 - offset[1] - size[1])}


def linear_of(c): return c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4


def srgb_to_linear(values):
    return {"values": [linear_of(v) for v in values]}


def vrm0_virtual_tail(leaf_translation):
    return {"tail_offset": scale(normalize(leaf_translation, (0, -1, 0)), 0.07)}


def vrm0_shading(_ShadeToony, _ShadeShift):
    half = (1 - _ShadeShift) * (1 - _ShadeToony) / 2
    return {"shading_toony": sat(1 - half),
            "shading_shift": min(max(-_ShadeShift - half, -1.0), 1.0)}


def vrm0_emission(exporter_version, factor, strength):
    e, version = factor * strength, re.match(r"UniVRM-0\.(\d+)", exporter_version)
    if version and int(version.group(1)) < 107:
        e = linear_of(e) if e < 1 else e ** 2.2
    return {"factor": e / max(e, 1.0), "strength": max(e, 1.0)}


def vrm0_render_queues(_BlendMode, render_queues):
    queues = [q if q != -1 else {2: 3000, 3: 2501}[_BlendMode] for q in render_queues]
    ranks = sorted(set(queues), reverse=_BlendMode == 2)
    sign = -1 if _BlendMode == 2 else 1
    return {"offsets": [sign * min(ranks.index(q), 9) for q in queues]}


def vrm0_mtoon(_OutlineWidthMode, _OutlineWidth, _OutlineColorMode, _OutlineLightingMix,
               _IndirectLightIntensity, _ShadeToony, _ShadeShift, _CullMode, _BlendMode):
    return {"outline_width_mode": ["none", "worldCoordinates", "screenCoordinates"][
                _OutlineWidthMode],
            "outline_width": _OutlineWidth * (0.01, 0.01, 0.005)[_OutlineWidthMode],
            "outline_lighting_mix": _OutlineLightingMix if _OutlineColorMode == 1 else 0.0,
            "gi_equalization": sat(1 - _IndirectLightIntensity),
            **vrm0_shading(_ShadeToony, _ShadeShift),
            "double_sided": _CullMode != 2,
            "alpha_mode": ["OPAQUE", "MASK", "BLEND", "BLEND"][_BlendMode]}


def vrm0_facing(hips, head, left_upper_leg, right_upper_leg, left_foot, left_toes):
    forward = cross(sub(left_upper_leg, right_upper_leg), sub(head, hips))
    if (left_toes[2] - left_foot[2]) * forward[2] <= 0:
        raise ValueError("the toes do not point where the body faces")
    return {"faces": "+Z" if forward[2] > 0 else "-Z"}


OPS = {f.__name__: f for f in (
    collide, spring_step, limited_step, limit_direction, bone_axis, constraint, gaze, range_map, eye_bones, look_expressions,
    expression_weights, morph_weight, material_color, texture_transform, first_person_split,
    bake_vertex, to_normalized, from_normalized, retarget, retarget_missing, hips_motion,
    expression_track, gaze_of_rotation, motion_sample, uv_phases, uv_animate, outline_world, outline_screen,
    matcap_uv, shade, rim, outline_color, vrm0_bones, vrm0_vector, vrm0_texture_transform,
    srgb_to_linear, vrm0_virtual_tail, vrm0_shading, vrm0_emission, vrm0_render_queues, vrm0_mtoon,
    vrm0_facing)}
