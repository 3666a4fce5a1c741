"""The data flow of the spring preview, on armatures whose axes, rest rotations and place are not those of the file."""
import math
import sys
import time
import unittest
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent))
from support import SAMPLES, break_file

import numpy as np

import libvrm
from libvrm_tools import preview

FRAMES = 40


def random_rotations(count, seed):
    return preview.rest_matrices(np.concatenate([np.zeros((count, 3)), unit(np.random.default_rng(seed).normal(
        size=(count, 4))), np.ones((count, 3))], 1).astype(np.float64), [-1] * count)[:, :3, :3]


def unit(rows):
    return rows / np.linalg.norm(rows, axis=-1, keepdims=True)


def turn(axis, degrees):
    x, y, z = np.asarray(axis, float) * math.sin(math.radians(degrees) / 2)
    rows = np.array([[0, 0, 0, x, y, z, math.cos(math.radians(degrees) / 2), 1, 1, 1]])
    return preview.rest_matrices(rows, [-1])[0]


class Armature:
    """What Blender has of a file: bones at its nodes, with other axes, in another place; and forward kinematics."""

    def __init__(self, source, placed=None, seed=1):
        self.model = libvrm.load(source)
        avatar = self.model.avatar()
        self.nodes = [index for index, node in enumerate(self.model.nodes) if node.name]
        avatar.update(0.0)
        world = np.array(avatar.world, np.float64)[self.nodes]
        placed = np.eye(4) if placed is None else placed
        self.rest = placed @ world
        self.rest[:, :3, :3] = random_rotations(len(self.nodes), seed)
        self.names = [self.model.nodes[node].name for node in self.nodes]
        places = {node: index for index, node in enumerate(self.nodes)}
        self.parents = [places.get(self.model.nodes[node].parent, -1) for node in self.nodes]
        self.basis = np.tile(np.eye(4), (len(self.nodes), 1, 1))

    def skeleton(self):
        return preview.Skeleton(self.names, self.parents, self.rest)

    def index(self, bone):
        return self.nodes.index(self.model.bone_node(bone))

    def matrices(self):
        """The pose, as Blender computes it: parent * rest from parent * basis."""
        out = []
        for index, parent in enumerate(self.parents):
            over = out[parent] @ np.linalg.inv(self.rest[parent]) if parent >= 0 else np.eye(4)
            out.append(over @ self.rest[index] @ self.basis[index])
        return np.array(out, np.float32)

    def show(self, bones, rows):
        for index, (w, x, y, z) in zip(bones, rows):
            row = np.array([[0, 0, 0, x, y, z, w, 1, 1, 1]], np.float64)
            self.basis[index] = preview.rest_matrices(row, [-1])[0]

    def turn_in_armature(self, index, rotation):
        """Turn a bone around an axis of the armature."""
        own = self.rest[index][:3, :3]
        self.basis[index][:3, :3] = own.T @ rotation[:3, :3] @ own


TO_BLENDER = np.eye(4)
TO_BLENDER[:3, :3] = preview.TO_FILE.T


class AnyArmature(unittest.TestCase):
    """The bones have the places that the springs of the file have, frame by frame."""

    def follow(self, name, placed=None, tolerance=2e-4):
        source = SAMPLES / name if isinstance(name, str) else name
        armature = Armature(source, (np.eye(4) if placed is None else placed) @ TO_BLENDER)
        world = np.linalg.inv(np.eye(4) if placed is None else placed)
        springs = preview.Springs(source, armature.skeleton(), world)
        avatar = armature.model.avatar()
        avatar.update(0.0)
        avatar.warm_up(0.0)
        head = armature.index("head")
        moved = 0.0
        for frame in range(FRAMES):
            angle = 40 * math.sin(frame / 5)
            # Around Z of Blender, which is Y of the file: the head shakes.
            armature.turn_in_armature(head, turn((world[:3, :3].T / np.cbrt(np.linalg.det(world[:3, :3])))
                                                 @ (0, 0, 1), angle))
            y, w = math.sin(math.radians(angle) / 2), math.cos(math.radians(angle) / 2)
            avatar.set_bone_rotation("head", (0, y, 0, w))
            avatar.update(1 / 60)
            rows = springs.step(armature.matrices(), world, 1 / 60)
            armature.show(springs.bones, rows)
            at = (world @ armature.matrices().astype(np.float64))[:, :3, 3]
            expected = (TO_BLENDER @ np.array(avatar.world, np.float64)[armature.nodes])[:, :3, 3]
            self.assertLess(np.abs(at - expected).max(), tolerance, f"frame {frame}")
            moved = max(moved, float(np.degrees(2 * np.arccos(np.clip(rows[:, 0], -1, 1))).max()))
        self.assertGreater(moved, 3, "the springs have to move")

    def test_1_0(self):
        """BI-041: an armature with other rest rotations."""
        self.follow("character-1.0.vrm")

    def test_0_x_which_faces_the_other_way(self):
        self.follow("character-0.x.vrm")

    def test_draft(self):
        self.follow("character-1.0-draft.vrm")

    def test_beta(self):
        self.follow("character-1.0-beta.vrm")

    def test_armature_that_is_turned_scaled_and_moved(self):
        """BI-041: the object has the opposite scale."""
        placed = turn((0.6, 0, 0.8), 70)
        placed[:3, :3] *= 100  # an object with scale 0.01
        placed[:3, 3] = 3, -2, 50
        self.follow("character-1.0.vrm", placed)

    def test_ame(self):
        for path in sorted((SAMPLES / "ame").glob("*.vrm")):
            self.follow(str(path.relative_to(SAMPLES)))

    def test_nodes_that_are_turned_at_rest(self):
        """BI-041: a head and hair with rest rotations in the file."""
        def turn_nodes(document):
            head = document["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"]["head"]["node"]
            springs = document["extensions"]["VRMC_springBone"]["springs"]
            for node, rotation in ((head, [0.36, 0.48, 0, 0.8]), (springs[0]["joints"][0]["node"], [0, 0, 0.6, 0.8])):
                document["nodes"][node]["rotation"] = rotation
        self.follow(break_file(SAMPLES / "character-1.0.vrm", turn_nodes))

    def test_object_that_moves_is_libvrm_s_root(self):
        """BI-041: to Blender's back is to the file's -Z."""
        source = SAMPLES / "character-1.0.vrm"
        armature = Armature(source, TO_BLENDER)
        springs, avatar = preview.Springs(source, armature.skeleton(), np.eye(4)), armature.model.avatar()
        avatar.update(0.0)
        avatar.warm_up(0.0)
        for frame in range(FRAMES):
            world = np.eye(4)
            world[:3, 3] = 0.01 * frame, 0.02 * frame, 0.005 * frame
            avatar.root = ((0.01 * frame, 0.005 * frame, -0.02 * frame), (0, 0, 0, 1), (1, 1, 1))
            avatar.update(1 / 60)
            armature.show(springs.bones, springs.step(armature.matrices(), world, 1 / 60))
            at = (world @ armature.matrices().astype(np.float64))[:, :3, 3]
            expected = (TO_BLENDER @ np.array(avatar.world, np.float64)[armature.nodes])[:, :3, 3]
            self.assertLess(np.abs(at - expected).max(), 2e-4, f"frame {frame}")
    def test_hips_that_move(self):
        """BI-041: in an armature whose unit is a centimeter."""
        source, shift = SAMPLES / "character-1.0.vrm", np.array([0.1, 0.05, -0.2])
        placed = np.diag([100.0, 100, 100, 1])
        armature = Armature(source, placed @ TO_BLENDER)
        springs = preview.Springs(source, armature.skeleton(), np.linalg.inv(placed))
        avatar, hips = armature.model.avatar(), armature.index("hips")
        avatar.update(0.0)
        avatar.warm_up(0.0)
        start = np.array(avatar.hips_position)
        for frame in range(FRAMES):
            part = shift * frame / FRAMES
            armature.basis[hips][:3, 3] = armature.rest[hips][:3, :3].T @ (100 * (preview.TO_FILE.T @ part))
            avatar.hips_position = tuple((start + part).tolist())
            avatar.update(1 / 60)
            armature.show(springs.bones, springs.step(armature.matrices(), np.linalg.inv(placed), 1 / 60))
        at = (np.linalg.inv(placed) @ armature.matrices().astype(np.float64))[:, :3, 3]
        expected = (TO_BLENDER @ np.array(avatar.world, np.float64)[armature.nodes])[:, :3, 3]
        self.assertLess(np.abs(at - expected).max(), 2e-4)


class Refusals(unittest.TestCase):
    """An armature that does not fit, or a file without springs, has a sentence and no crash."""

    def setUp(self):
        self.source = SAMPLES / "character-1.0.vrm"
        self.armature = Armature(self.source)

    def refuse(self, text, source=None, world=None, **changes):
        with self.assertRaisesRegex(preview.PreviewError, text):
            preview.Springs(self.source if source is None else source, self.armature.skeleton()._replace(**changes),
                            np.eye(4) if world is None else world)

    def test_nonsense(self):
        for data in (b"nonsense", b"", b"glTF", bytes(100)):
            self.refuse(".", source=data)

    def test_no_springs(self):
        def remove(document):
            document["extensions"].pop("VRMC_springBone", None)
        self.refuse("no springs", source=break_file(self.source, remove))

    def test_other_names(self):
        self.refuse("Fewer than 3", names=[f"bone {i}" for i in range(len(self.armature.names))])
        self.refuse("Fewer than 3", names=[], parents=[], rest=np.zeros((0, 4, 4)))

    def test_other_body(self):
        """BI-042: a head that is too high."""
        rest = self.armature.rest.copy()
        rest[self.armature.index("head"), :3, 3] += 0.3
        self.refuse("cm away", rest=rest)

    def test_one_line_and_one_point(self):
        rest = self.armature.rest.copy()
        rest[:, :3, 3] = 0
        self.refuse("line|fit", rest=rest)
        rest[:, 2, 3] = np.arange(len(rest))
        self.refuse("line|fit|away", rest=rest)

    def test_mirrored_or_empty_object(self):
        self.refuse("mirrored", world=np.diag([-1.0, 1, 1, 1]))
        self.refuse("mirrored", world=np.zeros((4, 4)))
        self.refuse("mirrored", world=np.full((4, 4), np.nan))

    def test_pose_that_is_not_finite(self):
        """BI-042: nor one without size."""
        springs = preview.Springs(self.source, self.armature.skeleton(), np.eye(4))
        good = springs.step(self.armature.matrices(), np.eye(4), 1 / 60).copy()
        for value in (np.nan, 0.0, np.inf):
            bad = np.full_like(self.armature.matrices(), value)
            rows = springs.step(bad, np.eye(4), 1 / 60)
            self.assertTrue(np.isfinite(rows).all())
        for seconds in (-1.0, 1e9):
            self.assertTrue(np.isfinite(springs.step(self.armature.matrices(), np.eye(4), seconds)).all())
        self.assertEqual(good.shape, rows.shape)


class Settings(unittest.TestCase):
    def test_joint_by_its_bone(self):
        source = SAMPLES / "character-1.0.vrm"
        armature = Armature(source, TO_BLENDER)
        springs = preview.Springs(source, armature.skeleton(), np.eye(4))
        soft = springs.step(armature.matrices(), np.eye(4), 1 / 60).copy()
        for joint in springs.joints_of().values():
            springs.set_joint(joint, 0.0, 0.0, 5.0, 0.0, (0, -1, 0))  # gravity to the front
        for _ in range(60):
            rows = springs.step(armature.matrices(), np.eye(4), 1 / 60)
        armature.show(springs.bones, rows)
        at = armature.matrices()[:, 1, 3] - armature.rest[:, 1, 3]
        self.assertLess(at.min(), -0.01, "the hair points to the front, which is -Y in Blender")
        self.assertGreater(np.abs(rows - soft).max(), 0.1)
        springs.restart()
        springs.close()


if __name__ == "__main__":
    unittest.main()
