"""Springs as bevy_vrm1 0.11.0 has them: src/vrm/spring_bone/update.rs, and the shapes of vrmc_spring_bone.rs."""
from golden_math import IDENTITY, add, dot, from_to, length, normalize, qmul, qrot, scale, sub
from vectors.evaluate import NO_MOVE, Avatar, Space

LEAST = 2 * 2 ** -23  # Quat::from_rotation_arc of glam: nearer to 1, the cosine is no rotation.


class Bevy(Avatar):
    def __init__(self, data, case, clip=None):
        super().__init__(data, case, clip)
        self.turns, self.tails = {}, {joint["node"]: self.rest_tail(joint) for joint in self.springs}

    def rest_tail(self, joint):
        center = self.world(joint["center"]) if joint["center"] is not None else Space()
        return (center.into(self.world(joint["node"]).out(joint["tail"])),) * 2

    def swing(self, seconds, is_reset):
        for node, turn in self.turns.items():
            self.put(node, turn=turn)
        # Springs read these. A joint writes its own alone, and not those of the nodes below.
        self.read = {None: self.root, **{node: self.world(node) for node in range(len(self.own))}}
        for joint in self.springs:
            self.step(joint, seconds)

    def step(self, joint, seconds):
        node, axis = joint["node"], normalize(joint["tail"])
        parent, head = self.read[self.file.parents[node]], self.read[node].place
        center = self.read[joint["center"]] if joint["center"] is not None else Space()
        now, before = (center.out(tail) for tail in self.tails[node])

        def keep_length(p): return add(head, scale(normalize(sub(p, head), NO_MOVE), length(joint["tail"])))

        end = add(now, scale(sub(now, before), 1 - joint["drag_force"]))
        end = add(end, scale(qrot(qmul(parent.turn, self.rest[node].turn), axis), seconds * joint["stiffness"]))
        end = keep_length(add(end, scale(joint["gravity_dir"], seconds * joint["gravity_power"])))
        for collider in (one for one in joint["colliders"] if one["kind"] == "sphere"):
            away = sub(end, self.read[collider["node"]].out(tuple(collider["offset"])))
            inside = length(away) - collider["radius"] - joint["hit_radius"]
            if inside < 0:
                end = keep_length(sub(end, scale(normalize(away), inside)))
        self.tails[node] = (center.into(end), self.tails[node][0])
        to = normalize(parent.below(self.rest[node]).into(end))
        turn = IDENTITY if dot(axis, to) > 1 - LEAST else from_to(axis, to)
        self.turns[node] = qmul(self.rest[node].turn, turn)
        self.put(node, turn=self.turns[node])
        self.read[node] = parent.below(self.own[node])
