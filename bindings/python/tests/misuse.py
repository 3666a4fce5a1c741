"""Programs that are wrong. Each has to raise what its first line names, and none may crash.

`python3 misuse.py` runs them all, each in a name space of its own; `python3 misuse.py NAME` runs one. Each knows
`model`, `avatar` and `clip`, `libvrm`, `vrmx` and `SAMPLES`.
"""
import gc
import sys
import threading
import traceback
from collections.abc import Callable
from typing import Any

import libvrm
from support import SAMPLES
from libvrm import experimental as vrmx

NAN = float("nan")
PROGRAMS: dict[str, tuple[type[Exception] | tuple[type[Exception], ...], str]] = {
    # After close
    "avatar-after-close": (libvrm.ClosedError, "avatar.close(); avatar.update(0.1)"),
    "array-of-a-closed-avatar": (libvrm.ClosedError, "avatar.close(); avatar.world"),
    "set-on-a-closed-avatar": (libvrm.ClosedError, "avatar.close(); avatar.root = ((0, 0, 0), (0, 0, 0, 1), (1, 1, 1))"),
    "avatar-of-a-closed-model": (libvrm.ClosedError, "model.close(); model.avatar()"),
    "closed-while-its-argument-is-read": (libvrm.ClosedError, """
class Closes:
    def __float__(self):
        avatar.close()
        return 1.0
avatar.update(Closes())"""),
    "closed-while-numbers-are-read": (libvrm.ClosedError, """
class Closes:
    def __len__(self): return 3
    def __getitem__(self, i):
        avatar.close()
        if i > 2: raise IndexError
        return 1.0
avatar.look_at(Closes())"""),
    "closed-while-a-later-argument-is-read": (libvrm.ClosedError, """
class Closes:
    def __float__(self):
        avatar.close()
        return 0.1
vrmx.Idle(1).update(avatar, Closes())"""),
    "closed-while-its-slot-is-read": (libvrm.ClosedError, """
class Closes:
    reads = 0
    def __index__(self):
        self.reads += 1
        if self.reads == 2: clip.close()
        return 0
mixer = vrmx.Mixer()
try:
    mixer.play(Closes(), clip)
finally:
    mixer.update(0.1)"""),
    "closed-while-what-to-compare-is-read": (libvrm.ClosedError, """
class Closes:
    def __index__(self):
        model.close()
        return 0
vrmx.diff(model, libvrm.load(SAMPLES / 'character-1.0.vrm'), parts=Closes())"""),
    "closed-clip": (libvrm.ClosedError, "clip.close(); clip.sample(0.5)"),
    "closed-edit": (libvrm.ClosedError, "e = vrmx.Edit.open(SAMPLES / 'character-1.0.vrm'); e.close(); e.write_file()"),
    "crowd-after-close": (libvrm.ClosedError, "c = libvrm.Crowd(); c.create(model); c.close(); c.update(0.1)"),
    "avatar-of-a-closed-crowd": (libvrm.ClosedError, "c = libvrm.Crowd(); a = c.create(model); c.close(); a.update(0.1)"),
    "removed-from-its-crowd": (libvrm.ClosedError, "c = libvrm.Crowd(); a = c.create(model); c.remove(a); a.world"),
    "with-block-of-a-closed-model": (libvrm.ClosedError, "model.close()\nwith model: pass"),
    # Sizes
    "more-threads-than-there-may-be": (ValueError, "libvrm.Crowd(threads=65)"),
    "a-negative-number-of-threads": (ValueError, "libvrm.Crowd(threads=-1)"),
    "three-numbers-for-a-rotation": (ValueError, "avatar.set_bone_rotation('head', (0, 0, 1))"),
    "too-many-numbers": (ValueError, "avatar.look_at((0, 1, 2, 3))"),
    "nested-too-deep": (TypeError, "x = []\nfor _ in range(100): x = [x]\navatar.look_at(x)"),
    "contains-itself": (TypeError, "x = []; x.append(x); avatar.look_at(x)"),
    "resized-file": (ValueError, "b = bytearray((SAMPLES / 'character-1.0.vrm').read_bytes()); m = libvrm.load(b); "
                                 "b.clear(); m.vertices(0, 0, 0, 0, 5)"),
    "truncated-state": (libvrm.Error, "avatar.restore(avatar.save()[:-8])"),
    "state-of-another-model": (libvrm.Error, "o = libvrm.load(SAMPLES / 'character-0.x.vrm').avatar(); o.restore(avatar.save())"),
    "write-into-a-result": ((BufferError, TypeError, ValueError), "memoryview(avatar.local)[0, 0] = 1.0"),
    "index-behind-the-table": (IndexError, "model.nodes[len(model.nodes)]"),
    "no-such-primitive": (IndexError, "model.triangles(99, 0)"),
    "no-such-node-in-first-person": (IndexError, "model.first_person_triangles(10 ** 6, 0)"),
    "node-without-a-mesh": (IndexError, "model.first_person_triangles(0, 0)"),
    "no-such-skin": (IndexError, "avatar.skin_matrices(-5)"),
    "index-out-of-range": (libvrm.MisuseError, "avatar.set_spring_weight(10 ** 6, 0.5)"),
    "index-of-a-hundred-bits": (ValueError, "avatar.set_expression(1 << 100, 1.0)"),
    "no-such-bone": (ValueError, "avatar.bone_position(55)"),
    "no-such-name": (KeyError, "avatar['no such expression'] = 1.0"),
    "no-such-slot": ((libvrm.MisuseError, IndexError), "vrmx.Mixer().play(16, clip)"),
    "unknown-flags": (libvrm.Error, "model.avatar(flags=1 << 30)"),
    "avatar-of-another-companion": (ValueError, "o = libvrm.load(SAMPLES / 'character-0.x.vrm').avatar(); "
                                                "vrmx.Companion(model).update(o, 0)"),
    "more-actions-than-there-may-be": (ValueError, "vrmx.Companion(model, actions=[vrmx.Action('a')] * 257)"),
    "sixteen-visemes": (ValueError, "vrmx.visemes_to_mouth([0] * 16, vrmx.Pose())"),
    "rate-of-a-voice": (libvrm.Error, "vrmx.Voice(10 ** 6)"),
    # Types
    "text-for-a-number": (TypeError, "avatar.update('0.1')"),
    "float-for-an-index": (TypeError, "avatar.set_spring_weight(1.5, 0.5)"),
    "missing-argument": (TypeError, "avatar.set_expression('happy')"),
    "text-for-numbers": (TypeError, "avatar.look_at('abc')"),
    "another-object": (TypeError, "avatar.carry_over(model)"),
    "another-record": (TypeError, "avatar.set_collider(0, libvrm.SpringJointSettings())"),
    "another-struct-as-settings": (TypeError, "vrmx._motion._core.clip_load(b'', libvrm.Limits())"),
    "object-of-two-classes": (TypeError, "class Both(libvrm.Crowd, libvrm.Model): pass\nBoth().name"),
    "argument-of-two-classes": (TypeError, "class Both(libvrm.Crowd, libvrm.Avatar): pass\navatar.carry_over(Both())"),
    "object-with-another-class": (TypeError, "avatar.__class__ = libvrm.Model; avatar.name"),
    "array-of-an-object-with-another-class": (TypeError, "model.__class__ = libvrm.Avatar; model.world"),
    "name-in-an-object-with-another-class": (TypeError, "model.__class__ = libvrm.Avatar; model['happy'] = 1.0"),
    "record-of-two-structs": (TypeError, "class Both(libvrm.Limits, vrmx.Ground): pass\n"
                                         "vrmx.Pose.relaxed(model).keep_on_ground(Both(), model, 0.1)"),
    "record-with-another-class": (TypeError, "m = vrmx.Mouth(); m.__class__ = vrmx.Ground; "
                                             "vrmx.Pose.relaxed(model).keep_on_ground(m, model, 0.1)"),
    "field-of-another-struct": (TypeError, "m = vrmx.Mouth(); m.__class__ = libvrm.Limits; m.max_nodes"),
    "set-a-field-of-another-struct": (TypeError, "m = vrmx.Mouth(); m.__class__ = libvrm.Limits; m.max_nodes = 1"),
    "half-an-avatar": (AttributeError, "libvrm.Crowd().add(model, 0, 0, 0)"),
    "file-of-text": (TypeError, "with open(SAMPLES / 'README.md') as f: libvrm.load(f)"),
    "number-for-a-file": (TypeError, "libvrm.load(7)"),
    "path-with-nul": (ValueError, "libvrm.load('a\\0b.vrm')"),
    "folder-with-nul": (ValueError, "libvrm.load(SAMPLES / 'character-1.0.vrm', folder=f'{SAMPLES}\\0/elsewhere')"),
    "constructor-of-an-object": (TypeError, "libvrm.Avatar()"),
    "constructor-of-a-view": (TypeError, "libvrm.View()"),
    "unknown-field": (AttributeError, "libvrm.SpringCollider(size=1)"),
    "field-of-a-model": (AttributeError, "model.meta.name = 'x'"),
    "deleted-field": (AttributeError, "del avatar.root"),
    "pickled": (TypeError, "import pickle; pickle.dumps(avatar)"),
    "negative-limit": (ValueError, "libvrm.Limits(max_nodes=-1)"),
    "clip-in-a-slot-of-another-type": (TypeError, "vrmx.Mixer().slots[0].clip = avatar"),
    "samples-of-bytes": (TypeError, "vrmx.Voice().add(b'abcd')"),
    "samples-in-two-dimensions": (TypeError, "vrmx.Voice().add(memoryview(b'abcd' * 4).cast('f', (2, 2)))"),
    "samples-between-floats": (TypeError, "vrmx.Voice().add(memoryview(bytearray(9))[1:].cast('f'))"),
    "phoneme-of-one": (TypeError, "vrmx.Speech([(1,)])"),
    "closed-voice": (libvrm.ClosedError, "v = vrmx.Voice(); v.close(); vrmx.Companion(model).say_samples(v, memoryview(b'abcd').cast('f'))"),
    "companion-of-a-closed-model": (libvrm.ClosedError, "model.close(); vrmx.Companion(model)"),
    # Numbers that are not finite
    "nan-for-time": (ValueError, "avatar.update(NAN)"),
    "nan-in-a-rotation": (ValueError, "avatar.set_bone_rotation('head', (0, NAN, 0, 1))"),
    "infinite-position": (ValueError, "avatar.hips_position = (float('inf'), 0, 0)"),
    "too-large-for-a-float": (ValueError, "avatar.set_expression('happy', 1e300)"),
    "infinite-time-of-a-clip": (ValueError, "clip.sample(float('inf'))"),
    "infinite-time-of-a-companion": (ValueError, "vrmx.Companion(model).update(avatar, float('inf'))"),
    "a-sequence-as-a-time": (TypeError, "clip.sample((1, 2, 3))"),
    "count-of-an-array": (AttributeError, "vrmx.ApplyDesc().custom_binding_count = 1000"),
    "nan-in-a-field": (ValueError, "libvrm.SpringCollider(radius=NAN)"),
    # Files
    "no-such-file": (libvrm.Error, "libvrm.load(SAMPLES / 'missing.vrm')"),
    "nonsense": (libvrm.Error, "libvrm.load(b'nonsense')"),
    "motion-as-an-avatar": (libvrm.Error, "libvrm.load(SAMPLES / 'walk.bvh')"),
    "limit": (libvrm.LimitError, "libvrm.load(SAMPLES / 'character-1.0.vrm', limits=libvrm.Limits(max_nodes=3))"),
    "license-without-consent": (libvrm.ConsentError, "vrmx.migrate(SAMPLES / 'character-0.x.vrm')"),
    "avatar-as-a-motion": (libvrm.Error, "vrmx.Clip.load(SAMPLES / 'README.md')"),
    "refused-edit": (libvrm.Error, "vrmx.Edit.open(SAMPLES / 'character-1.0.vrm').merge_node(0)"),
    "nan-as-json": (ValueError, "vrmx.Edit.open(SAMPLES / 'character-1.0.vrm')['/extras'] = NAN"),
    # Two threads
    "update-of-an-avatar-while-its-crowd-updates": (libvrm.BusyError, """
c = libvrm.Crowd()
members = [c.create(model) for _ in range(300)]
busy(lambda: c.update(0.05), lambda: members[7].update(0.1))"""),
    "crowd-in-two-threads": (libvrm.BusyError, """
c = libvrm.Crowd()
members = [c.create(model) for _ in range(300)]
busy(lambda: c.update(0.05), lambda: c.update(0.05))"""),
    "removed-while-its-crowd-updates": (libvrm.BusyError, """
c = libvrm.Crowd()
members = [c.create(model) for _ in range(300)]
def remove():
    c.remove(members[3])
    members[3] = c.create(model)
busy(lambda: c.update(0.05), remove)"""),
    "closed-while-it-updates": (libvrm.BusyError, """
c = libvrm.Crowd()
members = [c.create(model) for _ in range(300)]
def close():
    c.close()
    raise AssertionError('the crowd was not busy')
busy(lambda: c.update(0.05), close, lambda: not c.closed)"""),
}


def busy(work: Callable[[], object], call: Callable[[], object], goes_on: Callable[[], bool] = lambda: True) -> None:
    """Calls something while another thread works without the GIL, until it raises."""
    stop = threading.Event()
    raised: list[BaseException] = []

    def run() -> None:
        while not stop.is_set():
            try:
                work()
            except libvrm.BusyError as error:
                raised.append(error)

    thread = threading.Thread(target=run)
    thread.start()
    try:
        for _ in range(20000):
            if raised:
                raise raised[0]
            if threading.active_count() < 2 or not goes_on():
                break
            call()
            stop.wait(0.0005)
    finally:
        stop.set()
        thread.join()


def play(name: str) -> str | None:
    """None if the program raised what it should, else what happened instead."""
    expected, program = PROGRAMS[name]
    model = libvrm.load(SAMPLES / "character-1.0.vrm")
    space: dict[str, Any] = {"model": model, "avatar": model.avatar(collider_capacity=1), "clip": vrmx.Clip.load(SAMPLES / "walk.vrma"),
             "libvrm": libvrm, "vrmx": vrmx, "SAMPLES": SAMPLES, "NAN": NAN, "busy": busy}
    try:
        exec(compile(program, name, "exec"), space)
    except expected as error:
        assert str(error), f"{name}: an exception without a sentence"
        return None
    except BaseException:
        return traceback.format_exc()
    finally:
        space.clear()
        gc.collect()
    return "nothing was raised"


def main() -> int:
    names = sys.argv[1:] or list(PROGRAMS)
    wrong = {name: reason for name in names if (reason := play(name))}
    for name, reason in wrong.items():
        print(f"{name}: {reason}")
    print(f"{len(names) - len(wrong)} of {len(names)} wrong programs raise what they should")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
