"""Calls everything with anything: no call may crash, and every exception is one that callers can expect.

usage: random_calls.py [CALLS [SEED]]     20,000 calls unless told
"""
import array
import random
import sys
from typing import Any

import libvrm
from libvrm import _core
from libvrm import experimental as vrmx
from support import SAMPLES, memory

EXPECTED = (TypeError, ValueError, LookupError, AttributeError, libvrm.Error, libvrm.BusyError, BufferError, MemoryError,
            OverflowError, ArithmeticError, OSError)
# They take seconds for values that are in range, write files, or are of libvrm alone.
LEFT_OUT = {"set_classes", "set_enumerations", "set_error", "crowd_create", "recorder_create", "save"}


def new_objects() -> list[Any]:
    data = (SAMPLES / "character-1.0.vrm").read_bytes()
    model = libvrm.load(data)
    crowd = libvrm.Crowd(collider_capacity=2)
    clip = vrmx.Clip.load(SAMPLES / "dance.vrma")
    return [model, libvrm.load(SAMPLES / "character-0.x.vrm"), model.avatar(collider_capacity=1),
            model.avatar(flags=libvrm.AvatarFlags.SLEEP), crowd, crowd.create(model), clip, clip.sample(1), vrmx.Mixer(),
            vrmx.Recorder(pose_capacity=5), vrmx.Edit.open(data), vrmx.normalize(data), vrmx.diff(data, data),
            vrmx.Companion(model, actions=[vrmx.Action("dance", clip)]), vrmx.Speech([(0, 1, "a")]), vrmx.Voice(), vrmx.VmcReceiver(),
            vrmx.VmcSender(model), vrmx.FaceMap(model), vrmx.CompanionParams(), array.array("f", [0.1] * 100),
            model.report, vrmx.Idle(1), vrmx.Ground(), model.tables, model.gltf, model.expressions, model.nodes[3],
            libvrm.SpringCollider(), libvrm.SpringJointSettings(), libvrm.Limits(), vrmx.ApplyDesc()]


def argument(chance: random.Random, objects: list[Any]) -> Any:
    kind = chance.randrange(12)
    if kind < 3:
        return chance.choice([-2, -1, 0, 1, 2, 5, 20, 54, 55, 94, 95, 1000, 2**31, -2**31, 2**63, 2**64, 1 << 100, True])
    if kind < 5:
        return chance.choice([0.0, 0.5, 1.0, -1.0, 1e-40, 1e38, 1e300, float("nan"), float("inf"), -0.0])
    if kind == 5:
        return chance.choice(["head", "happy", "", "hips", "/asset", "/nodes/0", "{}", "[1]", "\ud800", "a\0b", "x" * 999])
    if kind < 8:
        count = chance.choice([2, 3, 3, 4, 4, 10, 0])
        return tuple(chance.choice([0, 0.5, 1, -1, 1e38, float("nan")]) for _ in range(count))
    if kind == 8:
        return chance.choice([b"", b"glTF", b"{}", bytearray(b"\x89PNG"), memoryview(b"abc")])
    if kind == 9:
        return None
    return chance.choice(objects)


def call(chance: random.Random, objects: list[Any]) -> None:
    target = chance.choice([*objects, *objects, _core])
    names = [name for name in dir(target) if (not name.startswith("_") or name in (
        "__getitem__", "__setitem__", "__len__", "__repr__", "__eq__")) and name not in LEFT_OUT]
    name = chance.choice(names)
    if chance.randrange(300) == 0 and target is not _core:
        setattr(target, "__class__", type(chance.choice(objects)))  # it takes objects for objects, and records for records
        return
    value = getattr(target, name)
    if chance.randrange(8) == 0:
        setattr(target if target is not _core else chance.choice(objects), name, argument(chance, objects))
    elif callable(value) and not isinstance(value, type):
        if name == "close" and chance.randrange(20):
            return
        value = value(*(argument(chance, objects) for _ in range(chance.choice([0, 1, 1, 2, 2, 3, 4, 5]))))
    if isinstance(value, (_core.Object, _core.Record)) and chance.randrange(3) == 0:
        objects.append(value)
    elif isinstance(value, _core.Records) and len(value):
        repr(value[chance.randrange(len(value))])
    elif type(value).__name__ in ("ndarray", "View"):
        bytes(memory(value).tobytes()[:64])


def main() -> None:
    calls = int(sys.argv[1]) if len(sys.argv) > 1 else 20000
    chance, counts = random.Random(int(sys.argv[2]) if len(sys.argv) > 2 else 1), {"went well": 0, "raised": 0}
    objects = new_objects()
    for number in range(calls):
        if number % 500 == 499:
            objects = new_objects()
        try:
            call(chance, objects)
            counts["went well"] += 1
        except EXPECTED:
            counts["raised"] += 1
    print(f"{calls} random calls: {counts['went well']} went well, {counts['raised']} raised, none crashed")


if __name__ == "__main__":
    main()
