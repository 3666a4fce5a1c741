"""What the specification has an avatar do, frame by frame, in double precision. Shares no code with libvrm; the formulas
are those of the golden vectors (tools/check/golden_ops.py)."""
import random
from functools import cache

import golden_ops as ops
from golden_math import FACING, IDENTITY, X, Y, add, normalize, qinv, qmul, qrot, sat, scale, sub, times, turn

from . import dialect
from .glb import ULP, File

NO_MOVE = (0.0, 0.0, 0.0)


class Space:
    """A transform with a uniform scale."""
    __slots__ = ("place", "turn", "size")

    def __init__(self, place=NO_MOVE, turn=IDENTITY, size=1.0):
        self.place, self.turn, self.size = place, turn, size

    def out(self, p): return add(self.place, qrot(self.turn, scale(p, self.size)))
    def into(self, p): return scale(qrot(qinv(self.turn), sub(p, self.place)), 1 / self.size)
    def below(self, own): return Space(self.out(own.place), qmul(self.turn, own.turn), self.size * own.size)


def at_frame(track, frame):
    """An input between its keys."""
    frames, values = track["frames"], track["values"]
    if frame <= frames[0]:
        return values[0]
    for i in range(1, len(frames)):
        if frame <= frames[i]:
            t = (frame - frames[i - 1]) / (frames[i] - frames[i - 1])
            a, b = values[i - 1], values[i]
            return tuple(x + (y - x) * t for x, y in zip(a, b)) if isinstance(a, (list, tuple)) else a + (b - a) * t
    return values[-1]


class Avatar:
    def __init__(self, data, case, clip=None, seed=None):
        self.file = file = File(data, seed)
        self.case, self.noise = case, random.Random(seed) if seed is not None else None
        self.clip = File(clip, seed) if clip else None
        self.names = {node["name"]: i for i, node in enumerate(file.nodes)}
        self.rest = [Space(tuple(n.get("translation", NO_MOVE)), normalize(tuple(n.get("rotation", IDENTITY)), IDENTITY),
                           max(n.get("scale", (1.0,)))) for n in file.nodes]
        self.own = list(self.rest)
        self.root, self.worlds = Space(), {}
        self.vrm = dialect.read(self)
        self.rest_worlds = [self.world(i) for i in range(len(self.own))]
        self.springs = dialect.springs(self)
        self.order = self.in_order(self.springs, lambda s: s["needs"])
        self.constraints = self.in_order(self.vrm["constraints"], lambda c: c["needs"], skip_circles=True)
        self.rates, self.state = {}, None
        self.swung = {}
        self.angles = (0.0, 0.0)

    # --- The node tree ---

    def world(self, node):
        if node is None:
            return self.root
        found = self.worlds.get(node)
        if found is None:
            found = self.worlds[node] = self.world(self.file.parents[node]).below(self.own[node])
        return found

    def put(self, node, **parts):
        now = self.own[node]
        self.own[node] = Space(parts.get("place", now.place), parts.get("turn", now.turn), now.size)
        self.worlds = {n: w for n, w in self.worlds.items() if node not in self.file.above(n)}

    def in_order(self, items, needs, skip_circles=False):
        """Items after those that write a node which they need; each has the node that it writes."""
        writers = {item["node"]: item for item in items}
        done, pending, order, circles = set(), [], [], set()

        def visit(item):
            if item["node"] in done:
                return
            if item["node"] in pending:
                circles.update(pending[pending.index(item["node"]):])
                return
            pending.append(item["node"])
            for node in needs(item):
                if node in writers and node != item["node"]:
                    visit(writers[node])
            pending.pop()
            if item["node"] not in done:
                done.add(item["node"])
                order.append(item)

        for item in items:
            visit(item)
        return [i for i in order if not skip_circles or i["node"] not in circles]

    # --- A frame ---

    def inputs(self, frame):
        found = {}
        for track in self.case["inputs"]:
            value = at_frame(track, frame)
            if self.noise:
                value = (tuple(v * (1 + ULP * self.noise.choice((-1, 0, 1))) for v in value) if isinstance(value, (list, tuple))
                         else value * (1 + ULP * self.noise.choice((-1, 0, 1))))
            found[track["input"], track.get("name")] = turn(normalize(tuple(track["axis"])), value) if "axis" in track else value
        return found

    def update(self, frame, seconds):
        given = self.inputs(frame)
        self.own, self.worlds = list(self.rest), {}
        self.root = Space(tuple(given.get(("root_position", None), NO_MOVE)), given.get(("root_rotation", None), IDENTITY))
        weights = {n: 0.0 for n in self.vrm["expressions"]}
        look = None
        for (kind, name), value in given.items():
            if kind == "rotation":
                self.own[self.names[name]] = Space(self.rest[self.names[name]].place,
                                                   qmul(self.rest[self.names[name]].turn, value), self.rest[self.names[name]].size)
            elif kind == "normalized" and name in self.vrm["bones"]:
                self.turn_bone(name, value)
            elif kind == "expression" and name in weights:
                weights[name] = value
            elif kind == "clip_seconds":
                look = self.play(value, weights)
        self.worlds = {}
        if ("look_at", None) in given:
            look = self.look_angles(given["look_at", None])
        if look is not None and self.vrm["look_at"]:
            self.angles = look
            self.look(weights)
        self.weights = self.final_weights(weights)
        for one in self.constraints:
            self.constrain(one)
        self.swing(seconds, given.get(("reset", None), 0) > 0.5)

    def turn_bone(self, bone, rotation):
        node = self.vrm["bones"][bone]
        above = self.file.parents[node]
        parent = qmul(*[self.rest[n].turn for n in reversed(list(self.file.above(above)))]) if above is not None else IDENTITY
        turned = ops.from_normalized(self.vrm["faces"], parent, self.rest[node].turn, rotation)["rotation"]
        self.own[node] = Space(self.own[node].place, turned, self.own[node].size)

    # --- LookAt ---

    def look_angles(self, target):
        head, look = self.vrm["bones"]["head"], self.vrm["look_at"]
        world = self.world(head)
        found = ops.gaze(self.vrm["faces"], world.place, self.rest_worlds[head].turn, world.turn,
                         scale(look["offset"], world.size), target)
        return found["yaw_degrees"], found["pitch_degrees"]

    def look(self, weights):
        look, (yaw, pitch) = self.vrm["look_at"], self.angles

        def mapped(angle, positive, negative):
            name = positive if angle > 0 else negative
            return ops.range_map(*look["maps"][name], angle)["output"] * (1 if angle > 0 else -1)

        if look["type"] == "expression":
            for name, angle, part in (("lookLeft", yaw, "outer"), ("lookRight", -yaw, "outer"),
                                      ("lookDown", pitch, "down"), ("lookUp", -pitch, "up")):
                if name in weights and angle > 0:
                    weights[name] = max(weights[name], sat(mapped(angle, part, part)))
            return
        for bone, outer, inner in (("leftEye", "outer", "inner"), ("rightEye", "inner", "outer")):
            if bone in self.vrm["bones"]:
                self.turn_bone(bone, qmul(turn(Y, mapped(yaw, outer, inner)), turn(X, mapped(pitch, "down", "up"))))
        self.worlds = {}

    # --- Expressions ---

    def final_weights(self, weights):
        asked = [{"name": n, "input": weights[n], "is_binary": e["is_binary"], **e["overrides"]}
                 for n, e in self.vrm["expressions"].items()]
        return dict(zip(weights, ops.expression_weights("1.0", asked)["weights"]))

    def binds(self, kind):
        return [(self.weights[n], bind) for n, e in self.vrm["expressions"].items() for bind in e[kind]]

    def morphs(self, node):
        mesh = self.file.json["meshes"][self.file.nodes[node]["mesh"]]
        count = len(mesh["primitives"][0].get("targets", []))
        found = list(mesh.get("weights", [0.0] * count))
        for n, index in {(b["node"], b["index"]) for _, b in self.binds("morphs")}:
            if n == node and index < count:
                found[index] = sum(w * b["weight"] for w, b in self.binds("morphs") if (b["node"], b["index"]) == (n, index))
        return found

    def material(self, index):
        found = {}
        for name, base in dialect.material_values(self.file.json["materials"][index]).items():
            mine = [(w, b) for w, b in self.binds("transforms" if name in ("scale", "offset") else "colors")
                    if b["material"] == index and b.get("type", name) == name]
            found[name] = ops.accumulate(base, [(w, b["target"] if "target" in b else b[name]) for w, b in mine])
        return found

    # --- Constraints ---

    def constrain(self, one):
        node, source = one["node"], one["source"]
        parent = self.file.parents[node]
        found = ops.constraint(one["kind"], one["axis"], one["weight"],
                               {"rotation": self.own[source].turn, "rest_rotation": self.rest[source].turn,
                                "position": self.world(source).place},
                               {"rest_rotation": self.rest[node].turn, "parent_rotation": self.world(parent).turn,
                                "position": self.world(node).place})
        self.put(node, turn=found["rotation"])

    # --- Springs ---

    def center(self, joint):
        node = joint["center"]
        if node is None:
            return Space()
        if node == joint["root"]:
            return self.world(self.file.parents[node]).below(Space(self.own[node].place, self.rest[node].turn, self.own[node].size))
        return self.world(node)

    def restart(self):
        self.state = {}
        for joint in self.order:
            self.put(joint["node"], turn=self.rest[joint["node"]].turn)
        for joint in self.order:
            tail = self.center(joint).into(self.world(joint["node"]).out(joint["tail"]))
            self.state[joint["node"]] = (tail, tail)

    def swing(self, seconds, is_reset):
        if self.state is None or is_reset:
            self.restart()
        literal = "literal-scale" in self.case.get("settings", [])
        for joint in self.order:
            if seconds > 0:
                self.swing_joint(joint, seconds, literal)
            self.put(joint["node"], turn=self.swung.get(joint["node"], self.rest[joint["node"]].turn))

    def swing_joint(self, joint, seconds, literal):
        node = joint["node"]
        if joint["length"] <= ops.EPS:
            self.swung[node] = self.rest[node].turn
            return
        parent, space = self.world(self.file.parents[node]), self.center(joint)
        head = parent.out(self.own[node].place)
        size = parent.size * self.own[node].size
        part = 1 if literal else size
        colliders = []
        for collider in joint["colliders"]:
            world = self.world(collider["node"])
            shape = dict(collider)
            if literal and "radius" in shape:
                shape["radius"] /= world.size
            colliders.append((shape, {"translation": world.place, "rotation": world.turn, "scale": (world.size,) * 3}))
        now, before = self.state[node]
        end, rotation = ops.advance(
            {**joint, "axis": joint["axis"], "rest_rotation": self.rest[node].turn}, joint["limit"],
            (space.out(now), space.out(before)),
            {"head": head, "parent_rotation": parent.turn, "length": joint["length"] * size, "time": seconds * part,
             "radius": joint["hit_radius"] * part, "force": NO_MOVE}, colliders)
        self.state[node] = (space.into(end), now)
        self.swung[node] = rotation

    # --- Motions ---

    def play(self, seconds, weights):
        """Sets pose and weights; gives the angles of lookAt, or None."""
        motion = dialect.motion(self.clip)

        @cache
        def sampled(bone, expression=None):
            return ops.motion_sample(motion["nodes"], motion["tracks"], expression, motion["look_at"], bone, [seconds])

        sources = {b: sampled(b)["normalized"][0] for b in motion["bones"]}
        bones = self.vrm["bones"]
        for bone in bones:
            self.turn_bone(bone, ops.retarget_missing(sources, set(bones), bone)["normalized"])
        if "hips" in motion["bones"]:
            node, height = bones["hips"], self.rest_worlds[bones["hips"]].place
            place = add(height, qrot(FACING[self.vrm["faces"]], scale(sampled("hips")["hips"][0], height[1])))
            above = self.rest_worlds[self.file.parents[node]]
            self.own[node] = Space(above.into(place), self.own[node].turn, self.own[node].size)
        for name, node in motion["expressions"].items():
            if name in weights and any(t["node"] == node for t in motion["tracks"]):
                weights[name] = sampled("hips", node)["weights"][0]
        if motion["look_at"] is None:
            return None
        found = sampled("hips")
        return found["yaw_degrees"][0], found["pitch_degrees"][0]

    # --- What is asked for ---

    def answer(self):
        found, asked = {}, self.case["observe"]
        if "rotations" in asked:
            found["rotations"] = {n: self.world(self.names[n]).turn for n in asked["rotations"]}
        if "positions" in asked:
            found["positions"] = {n: self.world(self.names[n]).place for n in asked["positions"]}
        if "morphs" in asked:
            found["morphs"] = {n: self.morphs(self.names[n]) for n in asked["morphs"]}
        if "materials" in asked:
            names = [m["name"] for m in self.file.json["materials"]]
            found["materials"] = {m: {k: v for k, v in self.material(names.index(m)).items() if k in parts}
                                  for m, parts in asked["materials"].items()}
        if "bones" in asked:
            found["bones"] = {b: self.file.nodes[self.vrm["bones"][b]]["name"] if b in self.vrm["bones"] else None
                              for b in asked["bones"]}
        if "triangles" in asked:
            found["triangles"] = {n: dialect.triangles(self, self.names[n]) for n in asked["triangles"]}
        return found


def run(data, case, clip=None, seed=None):
    """What is expected at the frames of a case."""
    avatar = Avatar(data, case, clip, seed)
    steps = case["seconds"] if isinstance(case["seconds"], list) else [case["seconds"]]
    expected = []
    for frame in range(1, max(case["frames"]) + 1):
        seconds = steps[(frame - 1) % len(steps)]
        avatar.update(frame, seconds)
        if frame in case["frames"]:
            expected.append({"frame": frame, **avatar.answer()})
    return expected
