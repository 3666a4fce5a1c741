"""Models, avatars, crowds and reports."""
import copy
import gc
import importlib.util
import io
import os
import pickle
import struct
import subprocess
import sys
import threading
import unittest
from typing import Any

import libvrm
from libvrm import _core
from support import SAMPLES, memory

AME = SAMPLES / "character-1.0.vrm"
np: Any = importlib.import_module("numpy") if importlib.util.find_spec("numpy") else None


class Loads(unittest.TestCase):
    def test_path_bytes_and_file(self) -> None:
        data = AME.read_bytes()
        names = {libvrm.load(source).name for source in (AME, str(AME), data, bytearray(data), memory(data),
                                                         io.BytesIO(data))}
        self.assertEqual(names, {"Ame"})

    def test_the_bytes_stay_as_long_as_anything_needs_them(self) -> None:
        data = bytes(bytearray(AME.read_bytes()))
        model = libvrm.load(data)
        avatar = model.avatar()
        image = model.image_bytes(0)
        del data, model
        gc.collect()
        self.assertEqual(avatar.model.image_bytes(0), image)
        self.assertTrue(image.startswith(b"\x89PNG"))

    def test_a_file_in_memory_that_is_written_is_copied(self) -> None:
        """BI-023: also behind a view that is read-only."""
        data = bytearray(AME.read_bytes())
        model = libvrm.load(memoryview(data).toreadonly())
        image = model.image_bytes(0)
        data[:] = bytes(len(data))
        self.assertEqual(model.image_bytes(0), image)
        data.clear()

    def test_errors_go_to_other_processes(self) -> None:
        """BI-024: copies have all but the report."""
        with self.assertRaises(libvrm.LimitError) as limit:
            libvrm.load(AME, limits=libvrm.Limits(max_nodes=3))
        with self.assertRaises(libvrm.Error) as state:
            libvrm.load(AME).avatar().restore(b"nonsense")
        for error in (limit.exception, state.exception):
            for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
                self.assertIs(type(other), type(error))
                self.assertEqual((str(other), other.result, other.code, other.pointer, other.remedy, other.report),
                                 (str(error), error.result, error.code, error.pointer, error.remedy, None))

    def test_an_error_carries_its_report(self) -> None:
        """BI-024: code and report."""
        with self.assertRaises(libvrm.Error) as raised:
            libvrm.load(b'{"asset":{"version":"2.0"},"nodes":[{"mesh":7}]}')
        error = raised.exception
        self.assertEqual(error.result, libvrm.Result.VRM)
        assert error.report is not None
        self.assertTrue(error.code)
        self.assertIn(error.code, [d.code for d in error.report])
        self.assertIn(error.code, str(error))

    def test_strict_names_place_and_remedy(self) -> None:
        """BI-024: the place."""
        broken = b'{"asset":{"version":"2.0"},"nodes":[{"mesh":7}],"extensions":{"VRMC_vrm":{"specVersion":"1.0"}}}'
        model = libvrm.load(broken, any_gltf=True)
        found = next(d for d in model.report if d.pointer == "/nodes/0/mesh")
        self.assertTrue(found.is_repair and found.message)
        with self.assertRaises(libvrm.Error) as raised:
            libvrm.load(broken, any_gltf=True, strict=True)
        self.assertTrue(raised.exception.pointer)

    def test_loads_of_many_threads(self) -> None:
        data, names = AME.read_bytes(), []
        threads = [threading.Thread(target=lambda: names.append(libvrm.load(data).name)) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(names, ["Ame"] * 8)


class Tables(unittest.TestCase):
    def setUp(self) -> None:
        self.model = libvrm.load(AME)

    def test_records(self) -> None:
        model = self.model
        self.assertEqual(model.version, libvrm.Dialect.V1)
        self.assertEqual(model.meta.name, "Ame")
        self.assertIsInstance(model.meta.authors, tuple)
        self.assertIsInstance(model.permissions.avatar_permission, libvrm.AvatarPermission)
        happy = model.expressions["happy"]
        self.assertIs(happy.preset, libvrm.Preset.HAPPY)
        self.assertIs(happy.is_binary, False)
        self.assertEqual(model.find_expression("happy"), [e.name for e in model.expressions].index("happy"))
        self.assertEqual(len(model.expressions[2:5]), 3)
        self.assertEqual(model.nodes[-1].name, list(model.nodes)[-1].name)
        with self.assertRaises(KeyError):
            model.expressions["no such name"]
        self.assertEqual(model.bone_node("hips"), model.bones[libvrm.Bone.HIPS])
        self.assertEqual(model.nodes[0].asdict()["name"], model.nodes[0].name)

    def test_records_keep_the_model(self) -> None:
        expressions = libvrm.load(AME).expressions
        gc.collect()
        self.assertIn("happy", [e.name for e in expressions])

    def test_a_record_with_another_class(self) -> None:
        """BI-023: what its memory is does not change."""
        small, large = libvrm.SpringCollider(radius=1.0), libvrm.Limits()
        self.assertNotEqual(small, large)
        setattr(small, "__class__", libvrm.Limits)
        setattr(large, "__class__", libvrm.SpringCollider)
        self.assertNotEqual(large, libvrm.SpringCollider())
        self.assertIn("shape=", repr(small))

    def test_a_text_is_replaced_before_it_is_released(self) -> None:
        """BI-023: releasing the old text may run code that reads the field."""
        diagnostic = _core.Diagnostic()
        seen: list[str] = []

        class Text(str):
            def __del__(self) -> None:
                seen.append(diagnostic.message)

        diagnostic.message = Text("first " * 20)
        diagnostic.message = "second"
        diagnostic.message = None
        self.assertEqual(seen, ["second"])

    def test_payload(self) -> None:
        model = self.model
        mesh = model.gltf.meshes[0].primitives[0]
        positions = memory(model.vertices(0, 0, libvrm.AttributeSemantic.POSITION, 0, 3))
        self.assertEqual(positions.shape, (mesh.vertex_count, 3))
        triangles = memory(model.triangles(0, 0))
        self.assertEqual(triangles.shape, (mesh.triangle_count, 3))
        self.assertLess(max(triangles.cast("B").cast("I")), mesh.vertex_count)
        self.assertEqual(memory(model.inverse_binds(0)).shape, (model.gltf.skins[0].joint_count, 4, 4))
        model.drop_payload()
        with self.assertRaises(libvrm.Error) as raised:
            model.vertices(0, 0, libvrm.AttributeSemantic.POSITION, 0, 3)
        self.assertEqual(raised.exception.result, libvrm.Result.NO_PAYLOAD)

    def test_first_person(self) -> None:
        model = self.model
        kinds = {}
        for i, node in enumerate(model.gltf.nodes):
            if node.mesh >= 0:
                drawn = set(struct.iter_unpack("3I", memory(model.first_person_triangles(i, 0)).tobytes()))
                self.assertLess(drawn, set(struct.iter_unpack("3I", memory(model.triangles(node.mesh, 0)).tobytes())))
                kinds[model.first_person(i)] = len(drawn)
        self.assertEqual(kinds, {libvrm.FirstPersonType.SPLIT: 526, libvrm.FirstPersonType.THIRD_PERSON_ONLY: 0})

    def test_text_is_escaped(self) -> None:
        from libvrm import experimental
        with experimental.Edit.open(AME) as edit:
            edit["/extensions/VRMC_vrm/meta/name"] = "<b>&"
            model = libvrm.load(edit.write_file().bytes())
        self.assertNotIn("<b>", model._repr_html_())
        self.assertIn("&lt;b&gt;&amp;", model._repr_html_())
        self.assertIn("<table>", self.model._repr_html_())
        self.assertEqual((self.model._repr_png_() or b"")[:4], b"\x89PNG")


class Avatars(unittest.TestCase):
    def setUp(self) -> None:
        self.model = libvrm.load(AME)
        self.avatar = self.model.avatar()

    def test_arrays_are_views_of_the_same_memory(self) -> None:
        """BI-022: the same array, of the same memory."""
        avatar = self.avatar
        for name in ("locals", "local", "world", "morph_weights", "morph_offsets", "expression_weights"):
            self.assertIs(getattr(avatar, name), getattr(avatar, name), name)
        world = memory(avatar.world)
        head = self.model.bone_node("head")
        before = world[head, 0, 3]
        avatar.root = ((2, 0, 0), (0, 0, 0, 1), (1, 1, 1))
        avatar.update(0)
        self.assertAlmostEqual(world[head, 0, 3] - before, 2, 5)
        self.assertEqual(world.shape, (len(self.model.nodes), 4, 4))
        self.assertTrue(world.readonly)
        self.assertFalse(memory(avatar.locals).readonly)

    def test_a_matrix_is_right_as_it_stands(self) -> None:
        avatar = self.avatar
        avatar.update(0)
        head = self.model.bone_node("head")
        world = memory(avatar.world)
        position = tuple(world[head, row, 3] for row in range(3))
        self.assertEqual(position, avatar.bone_position("head"))
        self.assertEqual(position, tuple(row[3] for row in avatar.bone_matrix("head"))[:3])
        if np is not None:
            array = avatar.world
            self.assertIsInstance(array, np.ndarray)
            self.assertFalse(array.flags.owndata or array.flags.writeable)
            self.assertTrue(np.shares_memory(array, avatar.world))
            np.testing.assert_array_equal((array[head] @ (0, 0, 0, 1))[:3], np.float32(position))

    def test_an_array_outlives_its_avatar(self) -> None:
        """BI-022: an array is valid after the avatar is gone."""
        world, expected = self.avatar.world, memory(self.avatar.world).tobytes()
        self.avatar.close()
        del self.avatar, self.model
        gc.collect()
        self.assertEqual(memory(world).tobytes(), expected)

    def test_nothing_refers_to_a_dropped_avatar(self) -> None:
        """BI-022: no cycle keeps the avatar."""
        import weakref

        class Watched(libvrm.Avatar):
            pass

        for _ in range(3):
            avatar = self.model.avatar()
            self.assertIsNot(avatar.world, avatar.locals)
            alive = weakref.ref(avatar)
            gc.disable()
            try:
                del avatar
                self.assertIsNone(alive(), "a cycle keeps the avatar")
            finally:
                gc.enable()

    def test_pose_expressions_and_look_at(self) -> None:
        avatar = self.avatar
        avatar.set_bone_rotation("head", (0, 0.6, 0, 0.8))
        self.assertEqual([round(v, 5) for v in avatar.bone_rotation("head")], [0, 0.6, 0, 0.8])
        avatar["happy"] = 0.5
        avatar.look_at((1, 1, 1))
        avatar.update(1 / 60)
        self.assertEqual(avatar["happy"], 0.5)
        self.assertEqual(avatar.look_at_state.mode, libvrm.LookAtMode.TARGET)
        bounds = avatar.bounds()
        assert bounds is not None
        self.assertLess(bounds[0][1], bounds[1][1])
        avatar.wind = (1, 0, 0)
        self.assertEqual(avatar.wind, (1, 0, 0))

    def test_a_saved_state_comes_back(self) -> None:
        avatar = self.avatar
        for _ in range(10):
            avatar.update(1 / 60)
        state = avatar.save()
        avatar.root = ((1, 0, 0), (0, 0, 0, 1), (1, 1, 1))
        avatar.update(1 / 60)
        expected = memory(avatar.world).tobytes()
        other = self.model.avatar()
        other.restore(state)
        other.root = ((1, 0, 0), (0, 0, 0, 1), (1, 1, 1))
        other.update(1 / 60)
        self.assertEqual(memory(other.world).tobytes(), expected)

    def test_updates_allocate_nothing(self) -> None:
        import tracemalloc
        avatar = self.avatar
        avatar.world
        avatar.update(0.01)
        tracemalloc.start()
        before = tracemalloc.take_snapshot()
        for _ in range(2000):
            avatar.update(0.01)
            avatar.world
        after = tracemalloc.take_snapshot()
        tracemalloc.stop()
        grown = sum(s.size_diff for s in after.compare_to(before, "filename") if "tracemalloc" not in str(s.traceback)
                    and __file__ not in str(s.traceback))
        self.assertLess(grown, 2000)


class Crowds(unittest.TestCase):
    def test_a_crowd_moves_its_avatars_as_they_move_alone(self) -> None:
        model = libvrm.load(AME)
        alone, crowd = model.avatar(), libvrm.Crowd()
        members = [crowd.create(model) for _ in range(5)]
        for frame in range(30):
            for avatar in [alone, *members]:
                avatar.root = ((0.01 * frame, 0, 0), (0, 0, 0, 1), (1, 1, 1))
            alone.update(1 / 60)
            crowd.update(1 / 60)
        for avatar in members:
            self.assertEqual(memory(avatar.world).tobytes(), memory(alone.world).tobytes())
        crowd.remove(members[0])
        self.assertEqual((len(crowd), crowd.count), (4, 4))
        crowd.set_detail(members[1], libvrm.CrowdDetail.RIGID)
        self.assertEqual(crowd.avatar_detail(members[1]), libvrm.CrowdDetail.RIGID)
        self.assertEqual(list(crowd), members[1:])

    def test_threads_give_the_same_bits(self) -> None:
        """BI-028: with any number of threads, avatars of a crowd move as they move alone."""
        model = libvrm.load(AME)
        alone, expected = model.avatar(), []
        for frame in range(30):
            alone.root = ((0.01 * frame, 0, 0), (0, 0, 0, 1), (1, 1, 1))
            alone.update(1 / 60)
            expected.append(memory(alone.world).tobytes())
        for threads in (0, 1, 2, 3, 64):
            for size in (0, 1, 2, 37):
                crowd = libvrm.Crowd(threads=threads)
                members = [crowd.create(model) for _ in range(size)]
                for frame in range(30):
                    for avatar in members:
                        avatar.root = ((0.01 * frame, 0, 0), (0, 0, 0, 1), (1, 1, 1))
                    crowd.update(1 / 60)
                    for avatar in members[::9]:
                        self.assertEqual(memory(avatar.world).tobytes(), expected[frame])

    @unittest.skipUnless(hasattr(os, "fork"), "the system has no fork")
    def test_a_crowd_moves_on_after_a_fork(self) -> None:
        """BI-028: the threads of a crowd are not in a forked process, which updates it alone."""
        program = (f"import os, libvrm\nm = libvrm.load({str(AME)!r}); c = libvrm.Crowd(threads=4)\n"
                   "for _ in range(40): c.create(m)\n"
                   "c.update(0.1)\nchild = os.fork()\nc.update(0.1)\nc.close()\n"
                   "if child: assert os.waitpid(child, 0)[1] == 0\n")
        subprocess.run([sys.executable, "-c", program], check=True, timeout=60)

    def test_subclasses(self) -> None:
        class Named(libvrm.Crowd):
            def __init__(self, *, threads: int) -> None:
                self.name = f"{threads} threads"

        crowd = Named(threads=2)
        crowd.create(libvrm.load(AME))
        crowd.update(0.1)
        self.assertEqual((crowd.name, crowd.count), ("2 threads", 1))

    def test_avatars_stay_without_their_objects(self) -> None:
        crowd = libvrm.Crowd()
        for _ in range(10):
            crowd.create(libvrm.load(AME))
        gc.collect()
        crowd.update(0.1)
        self.assertEqual(crowd.count, 10)
        world = crowd[0].world
        del crowd
        gc.collect()
        self.assertEqual(memory(world).nbytes % 64, 0)

    def test_views_may_go_while_their_crowd_updates(self) -> None:
        """BI-023: views are the last that refer to removed avatars, which another thread updates."""
        program = (
            "import threading, libvrm\n"
            f"model, crowd, done = libvrm.load({str(AME)!r}), libvrm.Crowd(), threading.Event()\n"
            "for _ in range(300): crowd.create(model)\n"
            "def run():\n"
            "    while not done.wait(2e-4):\n"
            "        try: crowd.update(0.05)\n"
            "        except libvrm.BusyError: pass\n"
            "thread = threading.Thread(target=run); thread.start()\n"
            "for _ in range(60):\n"
            "    views = []\n"
            "    while len(views) < 20:\n"
            "        try:\n"
            "            avatar = crowd.create(model)\n"
            "            views.append(avatar.world)\n"
            "            crowd.remove(avatar)\n"
            "        except libvrm.BusyError: done.wait(1e-4)\n"
            "    while views:\n"
            "        done.wait(3e-4)\n"
            "        views.pop()\n"
            "done.set(); thread.join()\n"
            "for avatar in list(crowd)[300:]: crowd.remove(avatar)\n"
            "assert crowd.count == len(crowd) == 300, crowd.count\n")
        subprocess.run([sys.executable, "-c", program], check=True, timeout=120)

    def test_the_gil_is_released(self) -> None:
        """BI-025: another thread runs while a crowd updates."""
        model, crowd = libvrm.load(AME), libvrm.Crowd()
        for _ in range(500):
            crowd.create(model)
        ran: list[None] = []
        done = threading.Event()

        def count() -> None:
            while not done.is_set():
                ran.append(None)
                done.wait(1e-5)

        old = sys.getswitchinterval()
        sys.setswitchinterval(100)  # no thread gives the GIL up by itself
        thread = threading.Thread(target=count)
        thread.start()
        try:
            before = len(ran)
            for _ in range(20):
                crowd.update(1 / 60)
            self.assertGreater(len(ran), before)
        finally:
            done.set()
            sys.setswitchinterval(old)
            thread.join()


class Without(unittest.TestCase):
    def test_numpy_is_optional(self) -> None:
        """BI-022: arrays without numpy."""
        program = ("import sys; sys.modules['numpy'] = None\nimport libvrm\n"
                   f"a = libvrm.load({str(AME)!r}).avatar()\na.update(0.1)\n"
                   "assert type(a.world) is libvrm.View and a.world is a.world, type(a.world)\n"
                   "assert len(a.world[0]) == 4 and a.world.shape[1:] == (4, 4)\n"
                   "assert len(a.world.tolist()) == len(a.world)\n")
        subprocess.run([sys.executable, "-c", program], check=True)


if __name__ == "__main__":
    unittest.main()
