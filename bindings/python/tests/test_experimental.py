"""Checks, conversions, edits, comparisons, poses and motions."""
import gc
import os
import tempfile
import threading
import unittest
from pathlib import Path

import libvrm
from support import SAMPLES, memory
from libvrm import experimental as vrmx

AME, OLD = SAMPLES / "character-1.0.vrm", SAMPLES / "character-0.x.vrm"


class Files(unittest.TestCase):
    def test_check(self) -> None:
        self.assertTrue(vrmx.check(AME).is_good)
        report = vrmx.check(b"nonsense")
        self.assertFalse(report.is_good)
        assert report.failure is not None
        self.assertEqual(report.failure.code, report.errors[0].code)
        self.assertIn(report.errors[0].message, str(report))
        self.assertLess(len(vrmx.check_model(libvrm.load(AME), payload=False)), 50)

    def test_edit_then_check_and_fix(self) -> None:
        with vrmx.Edit.open(AME) as edit:
            edit["/extensions/VRMC_vrm/humanoid/humanBones/jaw"] = {"node": 999}
            broken = edit.write_file().bytes()
        report = vrmx.check(broken)
        self.assertIn("/extensions/VRMC_vrm/humanoid/humanBones/jaw/node", [d.pointer for d in report.errors])
        with vrmx.Edit.open(AME) as edit:
            edit.keep_extensions_used()
            del edit["/extensionsUsed"]
            broken = edit.write_file().bytes()
        self.assertFalse(vrmx.check(broken).is_good)
        fixed = vrmx.fix(broken)
        self.assertTrue(fixed.fixes)
        self.assertTrue(vrmx.check(fixed.bytes()).is_good)

    def test_threads_save_to_one_path(self) -> None:
        """Each write is whole, and none removes what another one writes."""
        written = vrmx.normalize(AME)
        failures: list[Exception] = []

        def save() -> None:
            try:
                for _ in range(30):
                    written.save(path)
            except OSError as error:
                failures.append(error)

        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new.vrm"
            threads = [threading.Thread(target=save) for _ in range(4)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            self.assertEqual((failures, os.listdir(folder)), ([], ["new.vrm"]))
            self.assertEqual(path.read_bytes(), written.bytes())

    def test_subclasses(self) -> None:
        class Walk(vrmx.Clip):
            pass

        class Ear(vrmx.Voice):
            pass

        self.assertEqual([type(Walk.load(SAMPLES / "walk.vrma")), type(Ear())], [Walk, Ear])

    def test_a_pose_of_an_avatar_without_its_model(self) -> None:
        model = libvrm.load(AME)
        avatar = model.avatar()
        avatar["blush"] = 1.0
        model.close()
        pose = vrmx.Pose.of(avatar)
        avatar.close()
        gc.collect()
        self.assertEqual(pose.customs["blush"], 1)

    def test_edit(self) -> None:
        edit = vrmx.Edit.open(AME)
        name = "/extensions/VRMC_vrm/meta/name"
        self.assertEqual(edit[name], "Ame")
        edit[name] = "雨 \"Ame\""
        edit.set_spring(0, -2, vrmx.SpringField.STIFFNESS, 1.25)
        edit.rename_expression("blush", "rosy")
        self.assertTrue(name in edit and "/nothing" not in edit)
        with self.assertRaises(KeyError):
            edit["/nothing"]
        del edit["/asset/generator"]
        written = edit.write_file()
        model = libvrm.load(written.bytes())
        self.assertEqual(model.name, "雨 \"Ame\"")
        self.assertEqual(model.spring_joints[0].stiffness, 1.25)
        self.assertGreaterEqual(model.find_expression("rosy"), 0)
        self.assertTrue(written.changes)
        with self.assertRaises(libvrm.Error) as raised:
            edit.rename_expression("no such expression", "x")
        self.assertIn("no such expression", str(raised.exception))

    def test_migrate_asks_for_consent(self) -> None:
        """BI-024: a license without consent."""
        with self.assertRaises(libvrm.ConsentError) as raised:
            vrmx.migrate(OLD)
        self.assertEqual(raised.exception.result, libvrm.Result.CONSENT)
        written = vrmx.migrate(OLD, accept_license_mapping=True, license_url="https://vrm.dev/licenses/1.0/")
        self.assertEqual(libvrm.load(written.bytes()).version, libvrm.Dialect.V1)
        self.assertIn("<table>", written._repr_html_())

    def test_normalize_and_optimize(self) -> None:
        for written in (vrmx.normalize(OLD), vrmx.optimize(AME)):
            self.assertTrue(libvrm.load(written.bytes()).bones)

    def test_make(self) -> None:
        with vrmx.Edit.open(AME) as edit:
            for extension in list(edit["/extensions"]):
                if extension.startswith("VRMC"):
                    del edit[f"/extensions/{extension}"]
            plain = edit.write_file().bytes()
        with self.assertRaises(libvrm.Error):
            libvrm.load(plain)
        written, guesses = vrmx.make(plain, name="New", author="Somebody")
        self.assertEqual(libvrm.load(written.bytes()).name, "New")
        self.assertIsInstance(guesses, dict)
        again, _ = vrmx.make(plain, name="New", author="Somebody", guesses=guesses)
        self.assertEqual(again.bytes(), written.bytes())

    def test_diff(self) -> None:
        self.assertEqual(len(vrmx.diff(AME, AME)), 0)
        with vrmx.Edit.open(AME) as edit:
            edit["/extensions/VRMC_vrm/meta/name"] = "Other"
            other = edit.write_file().bytes()
        found = vrmx.diff(AME, other)
        self.assertEqual([(d.part, d.field, d.to) for d in found], [(vrmx.DiffPart.META, "name", '"Other"')])
        self.assertEqual(found.operations(), [("/extensions/VRMC_vrm/meta/name", '"Other"')])
        self.assertEqual(len(vrmx.diff(libvrm.load(AME), libvrm.load(other))), 1)
        self.assertIn("Other", found._repr_html_())

    def test_save_is_whole_or_not_at_all(self) -> None:
        written = vrmx.normalize(AME)
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "new.vrm"
            written.save(os.fsencode(path))
            self.assertEqual(libvrm.load(path).name, libvrm.load(written.bytes()).name)
            written.save(path)
            self.assertEqual(path.read_bytes(), written.bytes())
            with self.assertRaises(OSError):
                written.save(Path(folder) / "missing" / "new.vrm")
            self.assertEqual(os.listdir(folder), ["new.vrm"])

    def test_checks_of_many_threads(self) -> None:
        data, reports = AME.read_bytes(), []
        threads = [threading.Thread(target=lambda: reports.append(len(vrmx.check(data)))) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual(len(set(reports)), 1)


class Motions(unittest.TestCase):
    def setUp(self) -> None:
        self.model = libvrm.load(AME)
        self.avatar = self.model.avatar()
        self.clip = vrmx.Clip.load(SAMPLES / "walk.vrma")

    def test_clips(self) -> None:
        clip = self.clip
        self.assertEqual(clip.info.format, vrmx.ClipFormat.VRMA)
        self.assertGreater(clip.duration, 0.5)
        pose = clip.sample(0.25)
        pose.apply(self.avatar)
        self.avatar.update(1 / 60)
        self.assertNotEqual(self.avatar.bone_rotation("leftUpperLeg"), (0, 0, 0, 1))
        self.assertEqual(bytes(memory(clip.sample(clip.duration + 0.25, loop=True).rotations)),
                         bytes(memory(pose.rotations)))

    def test_a_pose_outlives_its_clip(self) -> None:
        dance = vrmx.Clip.load(SAMPLES / "dance.vrma")
        pose = dance.sample(1.0)
        customs = pose.customs
        dance.close()
        del dance
        gc.collect()
        self.assertEqual(pose.customs, customs)
        pose.blend(vrmx.Pose.relaxed(self.model), 0.5).apply(self.avatar)

    def test_a_name_outlives_its_clip(self) -> None:
        """BI-023: the properties of a clip keep what their text belongs to."""
        dance = vrmx.Clip.load(SAMPLES / "dance.vrma")
        name = dance.info.name
        self.assertTrue(name)
        for is_closed in (False, True):
            clip = vrmx.Clip.load(SAMPLES / "dance.vrma")
            info = clip.info
            if is_closed:
                clip.close()
            del clip
            gc.collect()
            vrmx.Clip.load(SAMPLES / "walk.bvh")
            self.assertEqual(info.name, name)

    def test_a_slot_is_cleared_before_its_clip_goes(self) -> None:
        """BI-023: releasing the clip may run code that updates the mixer."""
        def rotations(of: vrmx.Mixer) -> bytes:
            return bytes(memory(of.update(0.1)[0].rotations))

        class Clip(vrmx.Clip):
            def __del__(self) -> None:
                seen.append(rotations(mixer))

        mixer, at_rest = vrmx.Mixer(), rotations(vrmx.Mixer())
        seen: list[bytes] = []
        clip = Clip.load(SAMPLES / "dance.vrma")
        mixer.play(0, clip)
        self.assertNotEqual(rotations(mixer), at_rest)
        clip.close()
        del clip
        mixer.slots[0].clip = None
        self.assertEqual(seen, [at_rest])

    def test_convert(self) -> None:
        written = vrmx.Clip.load(SAMPLES / "walk.bvh").to_vrma()
        clip = vrmx.Clip.load(written.bytes())
        self.assertEqual(clip.info.format, vrmx.ClipFormat.VRMA)
        self.assertTrue(vrmx.Edit.open(written.bytes())["/extensions/VRMC_vrm_animation"])

    def test_poses(self) -> None:
        pose = vrmx.Pose()
        self.assertEqual(pose.bones, 0)
        pose.set_rotation("head", (0, 0.6, 0, 0.8))
        pose.mirror()
        self.assertAlmostEqual(memory(pose.rotations)[libvrm.Bone.HEAD, 1], -0.6, 5)
        relaxed = vrmx.Pose.relaxed(self.model)
        difference = relaxed.subtract(vrmx.Pose.relaxed(self.model))
        self.assertEqual(len(bytes(memory(relaxed.add(difference).rotations))), 55 * 16)
        relaxed.mask(bones=["head", "neck"])
        self.assertEqual(relaxed.bones, 1 << libvrm.Bone.HEAD | 1 << libvrm.Bone.NECK)
        pose.fill()
        transform = pose.bone_transform(self.model, "leftHand")
        assert transform is not None
        self.assertGreater(transform[0][0], 0.2)
        self.assertEqual(len(transform[1]), 4)
        away = vrmx.reach(pose, self.model, vrmx.Limb.LEFT_ARM, (0.3, 1.2, 0.3))
        self.assertLess(abs(away), 1)
        pose.keep_on_ground(vrmx.Ground(), self.model, 1 / 60)
        self.assertGreater(vrmx.Pose.of(self.avatar).bones, 0)

    def test_mixer(self) -> None:
        mixer, dance = vrmx.Mixer(), vrmx.Clip.load(SAMPLES / "dance.vrma")
        mixer.play(0, self.clip)
        mixer.play(1, dance, fade=0.3)
        dance.close()
        del dance
        gc.collect()
        pose, motion, events = mixer.update(0)
        for _ in range(120):
            pose, motion, found = mixer.update(1 / 30)
            events += found
        self.assertIn(vrmx.MixerEventKind.FADE, [e.kind for e in events])
        self.assertEqual((mixer.slots[0].weight, mixer.slots[1].weight), (0, 1))
        self.assertEqual(len(motion), 3)
        pose.apply(self.avatar)
        mixer.hold(2, vrmx.Pose.relaxed(self.model))
        gc.collect()
        mixer.slots[2].weight = 0.5
        self.assertEqual(mixer.slots[2].weight, 0.5)
        mixer.update(0.1)
        mixer.play(1, None)
        self.assertIsNone(mixer.slots[1].clip)

    def test_recorder(self) -> None:
        recorder = vrmx.Recorder(pose_capacity=10)
        for frame in range(10):
            recorder.record(frame / 30, self.clip.sample(frame / 30))
        self.assertEqual(recorder.count, 10)
        self.assertAlmostEqual(recorder.clip().duration, 0.3, 6)
        with self.assertRaises(libvrm.LimitError):
            recorder.record(1, self.clip.sample(0))

    def test_idle_of_equal_seeds_is_equal(self) -> None:
        frames = []
        for _ in range(2):
            avatar, idle = self.model.avatar(), vrmx.Idle(5)
            idle.blinks_per_minute = 40
            for _ in range(50):
                idle.update(avatar, 1 / 30)
                avatar.update(1 / 30)
            frames.append(memory(avatar.world).tobytes())
        self.assertEqual(frames[0], frames[1])


if __name__ == "__main__":
    unittest.main()
