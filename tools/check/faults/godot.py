"""Springs and constraints as godot-vrm has them (commit 9fae404): vrm_secondary.gd, vrm_spring_bone.gd,
vrm_spring_bone_logic.gd, vrm_collider.gd and node_constraint/bone_node_constraint.gd."""
import math

from golden_math import IDENTITY, X, Y, Z, add, cross, dot, from_to, length, normalize, qinv, qmul, qrot, scale, sub, turn
from vectors.evaluate import NO_MOVE, Avatar, Space

H, Q = 0.5, math.sqrt(0.5)
# The rotations at rest that Godot's SkeletonProfileHumanoid gives bones, in the model. The others have none.
PROFILE = {"leftEye": (Q, 0, 0, Q), "rightEye": (Q, 0, 0, Q), "leftShoulder": (H, H, H, -H), "leftUpperArm": (-H, -H, H, -H),
           "leftLowerArm": (0, 0, Q, -Q), "leftHand": (-H, -H, H, -H), "rightShoulder": (H, -H, -H, -H), "rightUpperArm": (H, -H, H, H),
           "rightLowerArm": (0, 0, Q, Q), "rightHand": (H, -H, H, H), "leftUpperLeg": (0, 0, 1, 0), "leftLowerLeg": (-1, 0, 0, 0),
           "leftFoot": (0, -Q, -Q, 0), "rightUpperLeg": (0, 0, 1, 0), "rightLowerLeg": (-1, 0, 0, 0), "rightFoot": (0, -Q, -Q, 0)}
AXES = {"X": X, "Y": Y, "Z": Z}


def inverse(space):
    return Space(scale(qrot(qinv(space.turn), space.place), -1), qinv(space.turn))


class Godot(Avatar):
    def __init__(self, data, case, clip=None):
        super().__init__(data, case, clip)
        self.tails, self.axes = {}, {None: IDENTITY}
        bones = {node: PROFILE.get(bone, IDENTITY) for bone, node in self.vrm["bones"].items()}
        for node in sorted(range(len(self.own)), key=lambda node: len(list(self.file.above(node)))):
            self.axes[node] = bones.get(node, self.axes[self.file.parents[node]])  # other bones get the axes of their parent
        self.constraints = [self.constraint(node, one["extensions"]["VRMC_node_constraint"]["constraint"])
                            for node, one in enumerate(self.file.nodes) if "VRMC_node_constraint" in one.get("extensions", {})]

    @staticmethod
    def constraint(node, given):
        kind, own = next(iter(given.items()))
        return {"node": node, "kind": kind, "source": own["source"], "axis": own.get("aimAxis", own.get("rollAxis"))}

    def moved(self, node):
        """A bone in the skeleton; its rotation is the one from rest."""
        world = inverse(self.root).below(self.world(node))
        return Space(world.place, qmul(world.turn, qinv(self.rest_worlds[node].turn)))

    def turn_to(self, node, rotation):
        """Sets the rotation of a bone in the skeleton, from rest."""
        world = qmul(self.root.turn, rotation, self.rest_worlds[node].turn)
        self.put(node, turn=qmul(qinv(self.world(self.file.parents[node]).turn), world))

    # --- Constraints, in the axes of Godot's bones ---

    def pose(self, node):
        return qmul(self.moved(node).turn, self.axes[node])

    def from_rest(self, node):
        parent = self.file.parents[node]
        rest = qmul(qinv(self.axes[parent]), self.axes[node])
        return qmul(qinv(rest), qinv(self.pose(parent)), self.pose(node))

    def constrain(self, one):
        node, parent = one["node"], self.file.parents[one["node"]]
        rest = qmul(qinv(self.axes[parent]), self.axes[node])
        found = self.aimed(one, rest) if one["kind"] == "aim" else self.from_rest(one["source"])
        if one["kind"] == "roll":
            x, y, z, w = found if found[3] >= 0 else scale(found, -1)
            way, angle = normalize((x, y, z), NO_MOVE), 2 * math.degrees(math.acos(min(w, 1.0)))
            found = turn(AXES[one["axis"]], angle * dot(way, AXES[one["axis"]]))
        self.turn_to(node, qmul(self.pose(parent), rest, found, qinv(self.axes[node])))

    def aimed(self, one, rest):
        node, parent = one["node"], self.file.parents[one["node"]]
        own = qrot(qinv(self.axes[parent]), sub(self.rest_worlds[node].place, self.rest_worlds[parent].place))
        target = Space(self.moved(parent).place, self.pose(parent)).into(self.moved(one["source"]).place)
        axis = scale(AXES[one["axis"][-1]], -1 if one["axis"].startswith("Negative") else 1)
        return from_to(qrot(rest, axis), sub(target, own))

    # --- Springs ---

    def chains(self):
        """For each spring its pairs of nodes, its colliders and its center."""
        part = self.file.extensions.get("VRMC_springBone", {})
        for spring in part.get("springs", []):
            groups = [part["colliderGroups"][i]["colliders"] for i in spring.get("colliderGroups", [])]
            yield (list(zip(spring["joints"], spring["joints"][1:])), [part["colliders"][i] for group in groups for i in group],
                   spring.get("center"))

    def swing(self, seconds, is_reset):
        for is_start in (True, False):
            for pairs, colliders, center in self.chains():
                # A center gets the pose of its bone where its inverse belongs.
                space = self.root if center is None else self.moved(center)
                for head, tail in pairs:
                    if not is_start:
                        self.step(head, tail["node"], colliders, space, seconds)
                    elif head["node"] not in self.tails:
                        place = inverse(space).out(self.moved(head["node"]).out(self.bone(tail["node"])))
                        self.tails[head["node"]] = (place, place)

    def bone(self, tail):
        """From a joint to the next one: measured from the parent of that, whichever it is."""
        return sub(self.rest_worlds[tail].place, self.rest_worlds[self.file.parents[tail]].place)

    def step(self, joint, tail, colliders, space, seconds):
        node, bone, own = joint["node"], self.bone(tail), self.moved(joint["node"])
        now, before = self.tails[node]
        axis, origin, size = normalize(bone), space.out(own.place), length(bone)

        def keep_length(p): return add(origin, scale(normalize(sub(p, origin), NO_MOVE), size))

        # The stiffness is 1. Gravity is turned away from the center, and back.
        force = add(qrot(qmul(space.turn, own.turn), scale(axis, seconds)),
                    scale(joint.get("gravityDir", (0, -1, 0)), joint.get("gravityPower", 0) * seconds))
        end = keep_length(add(add(now, scale(sub(now, before), 1 - joint.get("dragForce", 0.5))), force))
        for collider in colliders:
            radius, place = self.nearest(collider, space, origin)
            radius += joint.get("hitRadius", 0)
            away = sub(end, place)
            if 0 < radius and length(away) <= radius:
                end = keep_length(add(place, scale(normalize(away), radius)))
        self.tails[node] = (end, now)
        rest, way = qrot(own.turn, axis), qrot(qinv(space.turn), sub(end, origin))
        if max(map(abs, cross(rest, way))) >= 1e-5:  # also if they are opposite
            self.turn_to(node, qmul(from_to(rest, way), own.turn))
        else:
            self.turn_to(node, own.turn)

    def nearest(self, collider, space, head):
        """The nearest point of a capsule: to the head of the joint, by a projection that is divided by the length."""
        own, rest = self.moved(collider["node"]), self.rest_worlds[collider["node"]].turn

        def at(offset): return space.out(own.out(qrot(rest, tuple(offset))))

        kind, shape = next(iter(collider["shape"].items()))
        start = at(shape["offset"])
        if kind == "sphere":
            return shape["radius"], start
        line = sub(at(shape["tail"]), start)
        along = dot(line, sub(head, start))
        share = 0 if along <= 0 else min(along / length(line), 1)
        return shape["radius"], add(start, scale(line, share))
