"""Springs of libvrm for the bones of an armature: the data flow of the preview, on arrays. Needs no Blender.

The file and the armature have other axes, and their bones other rest rotations. What both share is how far a bone has
turned from rest: the same angle around an axis that a fixed rotation for each bone carries over. `Springs` finds the
place of the file in the armature from the rest positions, so a turned, scaled or moved armature fits too.
"""
from __future__ import annotations

from typing import Any, NamedTuple

import libvrm
import numpy as np

from . import locate

LARGEST_ERROR = 0.02  # meters between a bone of the armature and its node in the file
ALL_SPRINGS = -2  # VRM_ALL
LARGEST_STEP = 0.1  # seconds; a window that hung does not throw the hair
# Blender's axes, Z up and front -Y, to those of libvrm, in which all avatars face +Z.
TO_FILE = np.array([[1, 0, 0], [0, 0, 1], [0, -1, 0]], np.float64)


class PreviewError(Exception):
    """The preview cannot start. Its text is for the user; {0} stands for the first of its values."""

    def __init__(self, text: str, *values: object) -> None:
        super().__init__(text.format(*values) if values else text)
        self.text, self.values = text, values


class Skeleton(NamedTuple):
    """The rest pose of an armature: for each bone its name, the index of its parent (-1: none), and its matrix."""

    names: list[str]
    parents: Any
    rest: Any


class Fit(NamedTuple):
    """From the file's space to the armature's: scale * rotation @ point + offset."""

    rotation: Any
    scale: float
    offset: Any
    error: float


def fit(points: Any, targets: Any) -> Fit:
    """The similarity that moves points nearest to targets (Umeyama)."""
    if len(points) < 3:
        raise PreviewError("Fewer than 3 bones of the armature have names of the file")
    center, middle = points.mean(0), targets.mean(0)
    a, b = points - center, targets - middle
    left, sizes, right = np.linalg.svd(b.T @ a)
    spread = (a * a).sum()
    if not spread > 0 or sizes[1] <= 1e-6 * sizes[0]:
        raise PreviewError("The bones that the armature shares with the file are on one line")
    signs = np.array([1, 1, np.sign(np.linalg.det(left @ right))])
    rotation = left @ np.diag(signs) @ right
    scale = float((sizes * signs).sum() / spread)
    if not scale > 0:
        raise PreviewError("The armature does not fit the file")
    offset = middle - scale * rotation @ center
    error = float(np.abs(scale * points @ rotation.T + offset - targets).max())
    return Fit(rotation, scale, offset, error)


def quaternions(matrices: Any) -> Any:
    """Unit quaternions (x, y, z, w) of rotations that may be scaled."""
    m = matrices / np.linalg.norm(matrices, axis=1, keepdims=True)
    x, y, z = m[:, 0, 0], m[:, 1, 1], m[:, 2, 2]
    four = np.stack([1 + x - y - z, 1 - x + y - z, 1 - x - y + z, 1 + x + y + z], 1)
    a, b, c = m[:, 2, 1], m[:, 0, 2], m[:, 1, 0]
    d, e, f = m[:, 1, 2], m[:, 2, 0], m[:, 0, 1]
    rows = np.stack([np.stack([four[:, 0], c + f, e + b, a - d], 1), np.stack([c + f, four[:, 1], a + d, b - e], 1),
                     np.stack([e + b, a + d, four[:, 2], c - f], 1), np.stack([a - d, b - e, c - f, four[:, 3]], 1)], 1)
    best = rows[np.arange(len(m)), four.argmax(1)]
    return best / np.linalg.norm(best, axis=1, keepdims=True)


def multiply(a: Any, b: Any) -> Any:
    """Products of quaternions (x, y, z, w)."""
    out = np.empty(np.broadcast_shapes(a.shape, b.shape), np.float32)
    ax, ay, az, aw = a.T
    bx, by, bz, bw = b.T
    out[:, 0] = aw * bx + ax * bw + ay * bz - az * by
    out[:, 1] = aw * by - ax * bz + ay * bw + az * bx
    out[:, 2] = aw * bz + ax * by - ay * bx + az * bw
    out[:, 3] = aw * bw - ax * bx - ay * by - az * bz
    return out


def rest_matrices(locals_: Any, parents: list[int]) -> Any:
    """The matrix of each node in the model, of rows of translation, rotation and scale."""
    x, y, z, w = (locals_[:, column].astype(np.float64) for column in range(3, 7))
    own = np.zeros((len(locals_), 4, 4))
    own[:, 0, :3] = np.stack([1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)], 1)
    own[:, 1, :3] = np.stack([2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)], 1)
    own[:, 2, :3] = np.stack([2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)], 1)
    own[:, :3, :3] *= locals_[:, None, 7:]
    own[:, :3, 3], own[:, 3, 3] = locals_[:, :3], 1
    done: dict[int, Any] = {-1: np.eye(4)}
    for node in range(len(parents)):
        path = [node]
        while path[-1] not in done:
            path.append(parents[path[-1]])
        for at in reversed(path[:-1]):
            done[at] = done[parents[at]] @ own[at]
    return np.array([done[node] for node in range(len(parents))])


def rotation_of(matrices: Any) -> Any:
    """The rotations of matrices, without their scales."""
    part = matrices[:, :3, :3]
    return part / np.linalg.norm(part, axis=1, keepdims=True)


class Springs:
    """An avatar of a file whose springs move the bones of an armature.

    `bones` are the indices of the bones that move. `step` takes the pose of all bones and returns the new rotations
    of these.
    """

    def __init__(self, source: Any, skeleton: Skeleton, world: Any) -> None:
        try:
            self.model = libvrm.load(source)
        except libvrm.Error as error:
            raise PreviewError(str(error)) from error
        if not len(self.model.spring_joints):
            raise PreviewError("The file has no springs")
        self.avatar = self.model.avatar()
        nodes = self.model.nodes
        self.node_names = [node.name for node in nodes]
        self.node_parents = [int(node.parent) for node in nodes]
        self.pair(skeleton)
        self.place(skeleton)
        self.choose_moved()
        self.measure(skeleton)
        self.root: Any = None
        self.set_root(world)
        self.avatar.update(0.0)
        self.avatar.warm_up(0.0)

    def pair(self, skeleton: Skeleton) -> None:
        """Bones and nodes of the same name; a name that several nodes have is nobody's."""
        once = {name for name in self.node_names if name and self.node_names.count(name) == 1}
        bones = {name: index for index, name in enumerate(skeleton.names)}
        found = {node: locate.choose((name,), [name] if name in bones else []) for node, name in
                 enumerate(self.node_names) if name in once}
        self.bone_of = {node: bones[names[0]] for node, names in found.items() if names}

    def place(self, skeleton: Skeleton) -> None:
        self.rest_local = np.array(self.avatar.locals, np.float32)
        world = rest_matrices(self.rest_local, self.node_parents)
        self.avatar.update(0.0)
        root = self.node_parents.index(-1)  # which shows whether libvrm turns the avatar, as it does for 0.x
        self.rest_world = np.array(self.avatar.world[root], np.float64) @ np.linalg.inv(world[root]) @ world
        nodes, bones = list(self.bone_of), list(self.bone_of.values())
        self.fit = fit(self.rest_world[nodes, :3, 3], np.asarray(skeleton.rest, np.float64)[bones, :3, 3])
        error = self.fit.error / self.fit.scale
        if not error <= LARGEST_ERROR:
            raise PreviewError("The armature does not fit the file: a bone is {0} cm away", f"{error * 100:.1f}")

    def choose_moved(self) -> None:
        """Nodes that springs turn, and those that the pose moves: no node below a spring is one of these."""
        turned = {int(joint.node) for joint in self.model.spring_joints}
        self.moved = np.array(sorted(node for node in turned if node in self.bone_of), np.intp)
        if not len(self.moved):
            raise PreviewError("No bone of the armature has the name of a spring's joint")
        self.missing = sorted(self.node_names[node] for node in turned if node not in self.bone_of)

        def is_below(node: int) -> bool:
            while node >= 0 and node not in turned:
                node = self.node_parents[node]
            return node >= 0

        self.posed = np.array([node for node in self.bone_of if not is_below(node)], np.intp)
        self.bones = np.array([self.bone_of[node] for node in self.moved], np.intp)

    def measure(self, skeleton: Skeleton) -> None:
        """The constants of each bone."""
        rest = np.asarray(skeleton.rest, np.float64)
        parents = np.asarray(skeleton.parents, np.intp)
        turn = np.swapaxes(rotation_of(self.rest_world), 1, 2) @ self.fit.rotation.T
        all_bones = rotation_of(rest)
        self.posed_bones = np.array([self.bone_of[node] for node in self.posed], np.intp)
        self.posed_parents = parents[self.posed_bones]
        with_root = np.concatenate([rest, np.eye(4)[None]])
        inverse = np.linalg.inv(rest[self.posed_bones]) @ with_root[self.posed_parents]
        self.from_rest = inverse.astype(np.float32)
        self.to_node = (turn[self.posed] @ all_bones[self.posed_bones]).astype(np.float32)
        to_bone = turn[self.moved] @ all_bones[self.bones]
        self.to_bone = np.swapaxes(to_bone, 1, 2).astype(np.float32)
        own = self.rest_world[self.posed][:, :3, :3]
        # From a translation of the bone, in its own axes, to one of the node, in its parent's.
        local = rest_matrices(self.rest_local, [-1] * len(self.rest_local))[self.posed][:, :3, :3]
        size = np.linalg.norm(own, axis=1).mean(1)[:, None, None] * self.fit.scale
        self.to_parent = (local / size @ self.to_node).astype(np.float32)
        self.rest_rotation = self.rest_local[self.posed, 3:7]
        self.back = self.rest_local[self.moved, 3:7] * np.array([-1, -1, -1, 1], np.float32)

    def set_root(self, world: Any) -> None:
        """The matrix of the armature's object. Springs react to its motion."""
        if self.root is not None and np.array_equal(world, self.root):
            return
        self.root = np.array(world, np.float64)
        part = TO_FILE @ self.root[:3, :3] @ (self.fit.rotation * self.fit.scale)
        size = float(np.linalg.norm(part, axis=0).mean())
        if not np.isfinite(part).all() or not size > 0 or np.linalg.det(part) <= 0:
            raise PreviewError("The object of the armature is mirrored or has no size")
        offset = TO_FILE @ (self.root[:3, :3] @ self.fit.offset + self.root[:3, 3])
        rotation = quaternions(part[None])[0]
        self.avatar.root = (tuple(offset.tolist()), tuple(rotation.tolist()), (size, size, size))

    def read_pose(self, matrices: Any) -> None:
        """Give the avatar the pose of the bones that no spring moves."""
        matrices = np.concatenate([matrices, np.eye(4, dtype=np.float32)[None]])
        if not np.isfinite(matrices).all():
            return
        own = self.from_rest @ np.linalg.inv(matrices[self.posed_parents]) @ matrices[self.posed_bones]
        turned = quaternions(own[:, :3, :3])
        turned[:, :3] = (self.to_node @ turned[:, :3, None])[..., 0]
        pose = self.avatar.locals
        pose[self.posed, 3:7] = multiply(self.rest_rotation, turned)
        pose[self.posed, :3] = self.rest_local[self.posed, :3] + (self.to_parent @ own[:, :3, 3, None])[..., 0]

    def rotations(self) -> Any:
        """How far the moved bones have turned from rest, in their own axes: rows of w, x, y, z, as Blender has them."""
        turned = multiply(self.back, self.avatar.local[self.moved, 3:7])
        out = np.empty_like(turned)
        out[:, 0] = turned[:, 3]
        out[:, 1:] = (self.to_bone @ turned[:, :3, None])[..., 0]
        return out

    def step(self, matrices: Any, world: Any, seconds: float) -> Any:
        """One frame: matrices of all bones in the armature's space, and how much time has passed."""
        self.set_root(world)
        try:
            self.read_pose(matrices)
        except np.linalg.LinAlgError:
            pass  # a bone without size; the last pose stays
        self.avatar.update(min(max(seconds, 0.0), LARGEST_STEP))
        return self.rotations()

    # --- Settings that change while it runs ---

    def joints_of(self) -> dict[str, int]:
        """Joints by the names of their nodes."""
        return {self.node_names[joint.node]: index for index, joint in enumerate(self.model.spring_joints)}

    def set_joint(self, joint: int, hit_radius: float, stiffness: float, gravity_power: float, drag_force: float,
                  gravity_dir: Any) -> None:
        """Change a joint. gravity_dir is in Blender's axes."""
        direction = TO_FILE @ np.asarray(gravity_dir, np.float64)
        self.avatar.set_spring_joint(joint, libvrm.SpringJointSettings(
            hit_radius=hit_radius, stiffness=stiffness, gravity_power=gravity_power, drag_force=drag_force,
            gravity_dir=tuple(direction.tolist())))

    def restart(self) -> None:
        """Begin again from rest."""
        self.avatar.reset_springs(ALL_SPRINGS)

    def close(self) -> None:
        self.avatar.close()
        self.model.close()
