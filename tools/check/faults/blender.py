"""Springs as the preview of the VRM add-on for Blender 4.5.0 has them: editor/spring_bone1/handler.py, and what
importer/vrm1_importer.py makes of colliders."""
import math
import struct

import golden_ops as ops
from golden_math import IDENTITY, add, from_to, length, normalize, qinv, qmul, qrot, scale, sub
from vectors.evaluate import NO_MOVE, Avatar, Space

# Along the head bone, which the import lays towards -Z: a lost tail is 0.2 m from the offset, and a lost normal is +Y there.
BONE = (0.0, 0.0, -1.0)


def single(*values):
    """Values in single precision."""
    return struct.unpack(f"{len(values)}f", struct.pack(f"{len(values)}f", *values))


def is_same(a, b):
    """Whether mathutils, in single precision, finds no angle between two rotations."""
    a, b = single(*a), single(*b)
    share, = single(1 / single(sum(x * x for x in a))[0])
    between = single(*qmul(single(*scale(qinv(a), share)), b))
    size, = single(math.sqrt(sum(x * x for x in between)))
    return single(between[3] / size)[0] >= 1


class Blender(Avatar):
    skips_small = False

    def __init__(self, data, case, clip=None):
        super().__init__(data, case, clip)
        self.tails, self.turns, self.centers = {}, {}, {}
        given = self.file.extensions.get("VRMC_springBone", {}).get("colliders", [])
        has_normal = any("normal" in shape for one in given for shape in one.get("extensions", {}).get(
            "VRMC_springBone_extended_collider", {}).get("shape", {}).values())
        for joint in self.springs:
            joint["colliders"] = [self.imported(one, has_normal) for one in joint["colliders"]]

    @staticmethod
    def imported(collider, has_normal):
        if collider["kind"] == "inside_capsule":
            return {**collider, "tail": add(collider["offset"], scale(BONE, 0.2))}
        return {**collider, "normal": BONE} if collider["kind"] == "plane" and not has_normal else collider

    def swing(self, seconds, is_reset):
        for node, turn in self.turns.items():
            self.put(node, turn=qmul(self.rest[node].turn, turn))
        found, heads = {}, {}  # heads: nodes that follow a joint of their own chain in this frame
        for joint in self.springs:
            found[joint["node"]] = self.step(joint, seconds, heads)
        for joint in self.springs:
            if joint["center"] is not None:
                self.centers[joint["root"]] = self.world(joint["center"]).place
        for node, turn in found.items():  # All at the end.
            if not (self.skips_small and is_same(turn, self.turns.get(node, IDENTITY))):
                self.turns[node] = turn
            self.put(node, turn=qmul(self.rest[node].turn, self.turns.get(node, IDENTITY)))

    def step(self, joint, seconds, heads):
        node, world = joint["node"], self.world(joint["node"])
        space = heads.get(node) or self.world(self.file.parents[node]).below(Space(self.rest[node].place, self.rest[node].turn, self.own[node].size))
        self.tails.setdefault(node, (world.out(joint["tail"]),) * 2)
        shift = NO_MOVE
        if joint["center"] is not None:
            shift = sub(self.world(joint["center"]).place, self.centers.get(joint["root"], NO_MOVE))
        now, before = (add(tail, shift) for tail in self.tails[node])
        size = length(sub(world.place, world.out(joint["tail"])))

        def keep_length(p): return add(space.place, scale(normalize(sub(p, space.place), NO_MOVE), size))

        end = add(now, scale(sub(now, before), 1 - joint["drag_force"]))
        end = add(end, scale(qrot(space.turn, normalize(joint["tail"])), seconds * joint["stiffness"]))
        end = keep_length(add(end, scale(normalize(joint["gravity_dir"]), seconds * joint["gravity_power"])))
        for collider in joint["colliders"]:
            at = self.world(collider["node"])
            hit = ops.distance_and_direction(collider, {"translation": at.place, "rotation": at.turn, "scale": (1.0,) * 3}, end, joint["hit_radius"])
            if hit and hit[0] < 0:
                end = keep_length(sub(end, scale(hit[1], hit[0])))
        self.tails[node] = (end, now)
        turn = from_to(joint["tail"], space.into(end))
        for one in (j for j in self.springs if j["root"] == joint["root"] and node in list(self.file.above(j["node"]))[1:]):
            if math.dist(self.rest_worlds[one["node"]].place, self.rest_worlds[node].out(joint["tail"])) < 1e-9:
                rest, own = self.rest_worlds[one["node"]], self.rest_worlds[node]
                heads[one["node"]] = Space(space.place, qmul(space.turn, turn), space.size).below(
                    Space(joint["tail"], qmul(qinv(own.turn), rest.turn), rest.size / own.size))
        return turn
