"""The pinned scenes of test/same_bits give their hashes through Python. record-scenes writes what is played.
"""
import json
import os
import struct
import unittest
from pathlib import Path
from typing import Any

import libvrm
from support import ROOT, SAMPLES, memory
from libvrm import experimental as vrmx

SCENES = Path(os.environ.get("VRM_SCENES", ROOT / "build/python-package/scenes.json"))
STAGES = ["pose", "look_at", "expression", "constraint", "spring", "state"]
FIRST, PRIME, MASK = 0xCBF29CE484222325, 0x100000001B3, (1 << 64) - 1
HEADER = 32  # of a save


def hash_bytes(h: int, data: bytes) -> int:
    """FNV-1a of words."""
    for word in memoryview(data).cast("I"):
        h = (h ^ word) * PRIME & MASK
    return h


def floats(*values: float) -> bytes:
    return struct.pack(f"{len(values)}f", *values)


def transforms(avatar: libvrm.Avatar) -> bytes:
    """local and world of each node, in the order of memory: matrices are stored column by column."""
    local, world = memory(avatar.local).tobytes(), memory(avatar.world).tobytes()
    rows = memoryview(world).cast("I")
    parts = []
    for node in range(len(local) // 40):
        matrix = rows[node * 16:node * 16 + 16].tolist()
        parts.append(local[node * 40:node * 40 + 40])
        parts.append(struct.pack("16I", *(matrix[i % 4 * 4 + i // 4] for i in range(16))))
    return b"".join(parts)


def face(avatar: libvrm.Avatar) -> bytes:
    materials = b"".join(
        floats(*m.base_color, *m.emissive, *m.shade_color, *m.matcap, *m.rim_color, *m.outline_color, m.uv_rotation,
               *m.uv_scroll) + memory(m.uv_scale).tobytes() + memory(m.uv_offset).tobytes()
        for m in avatar.materials)
    return memory(avatar.expression_weights).tobytes() + memory(avatar.morph_weights).tobytes() + materials


class Player:
    """Plays what was recorded."""

    def __init__(self, scene: dict[str, Any]) -> None:
        source = scene["json"].encode() if scene["json"] else SAMPLES / scene["file"]
        self.model = libvrm.load(source, any_gltf=True)
        self.avatar = self.model.avatar(flags=scene["flags"], collider_capacity=scene["collider_capacity"])
        self.idle: vrmx.Idle | None = None
        self.misuses = 0

    def call(self, name: str, *arguments: Any) -> None:
        avatar = self.avatar
        if name == "local":
            memory(avatar.locals).cast("B")[arguments[0] * 40:arguments[0] * 40 + 40] = floats(*arguments[1])
        elif name == "set_root":
            avatar.root = arguments[0]
        elif name in ("set_hips_position", "set_wind"):
            setattr(avatar, name[4:], arguments[0])
        elif name == "set_look_at_target":
            avatar.look_at(arguments[0])
        elif name.startswith("set_look_at"):
            getattr(avatar, name[4:])(*arguments)
        elif name == "set_collider":
            avatar.set_collider(arguments[0], arguments[1] and libvrm.SpringCollider(**arguments[1]))
        elif name == "set_spring_joint":
            avatar.set_spring_joint(arguments[0], libvrm.SpringJointSettings(**arguments[1]))
        elif name == "apply_pose":
            vrmx.Pose.relaxed(self.model).apply(avatar)
        elif name == "idle_init":
            self.idle = vrmx.Idle(*arguments)
        elif name == "idle_update":
            assert self.idle is not None
            self.idle.update(avatar, *arguments)
        elif name == "set_spring_center":
            try:
                avatar.set_spring_center(*arguments)
            except libvrm.MisuseError:  # one call of the scenes is wrong on purpose, and does nothing
                self.misuses += 1
        elif name == "save_and_restore":
            avatar.restore(avatar.save())
        else:
            getattr(avatar, name)(*arguments)

    def play(self, frames: list[dict[str, Any]]) -> list[str]:
        """The hashes of all stages."""
        hashes, avatar = dict.fromkeys(STAGES, FIRST), self.avatar

        def add(stage: str, data: bytes) -> None:
            hashes[stage] = hash_bytes(hashes[stage], data)

        for number, frame in enumerate(frames):
            for call in frame["calls"]:
                self.call(*call)
            avatar.update_pose()
            add("pose", transforms(avatar))
            avatar.update_look_at()
            look = avatar.look_at_state
            add("look_at", transforms(avatar) + floats(look.yaw_degrees, look.pitch_degrees))
            avatar.update_expressions(frame["dt"])
            add("expression", face(avatar))
            avatar.update_constraints()
            add("constraint", transforms(avatar))
            avatar.update_springs(frame["dt"])
            add("spring", transforms(avatar))
            if number % 60 == 59:
                state = avatar.save()[HEADER:]
                add("state", state + bytes(-len(state) % 4))
        return [f"{hashes[stage]:016x}" for stage in STAGES]


@unittest.skipUnless(SCENES.exists(), f"{SCENES} is missing: bindings/python/tests/record-scenes writes it")
class SameBits(unittest.TestCase):
    def test_every_scene_gives_its_hashes(self) -> None:
        """BI-021: all stages of all scenes."""
        recorded = json.loads(SCENES.read_text(encoding="utf-8"), parse_int=lambda text: -0.0 if text == "-0" else int(text))
        self.assertEqual(len(recorded["scenes"]), len(recorded["hashes"]))
        for scene in recorded["scenes"]:
            with self.subTest(scene["name"]):
                self.assertEqual(len(scene["frames"]), 600)
                got = Player(scene).play(scene["frames"])
                self.assertEqual(dict(zip(STAGES, got)), dict(zip(STAGES, recorded["hashes"][scene["name"]])))


if __name__ == "__main__":
    unittest.main()
