"""Companions, mouths, faces and VMC [BI-030]"""
import array
import gc
import math
import unittest

import libvrm
from libvrm import experimental as vrmx
from support import SAMPLES, memory

PHONEMES = [(0.0, 0.1, "m"), (0.1, 0.4, "ˈa"), (0.4, 0.5, "p"), (0.5, 0.9, "oʊ")]
TEXT = "alphabet ipa\n0 0.1 m\n0.1 0.4 ˈa\n0.4 0.5 p\n0.5 0.9 oʊ\n"
RATE = 16000


def weights(mouth: vrmx.Mouth) -> list[float]:
    return [mouth.aa, mouth.ih, mouth.ou, mouth.ee, mouth.oh]


def vowel(seconds: float) -> "array.array[float]":
    """A voice of 120 pulses per second, and the resonances of an open mouth."""
    samples = array.array("f", bytes(int(RATE * seconds) * 4))
    flow = 0.0
    for i in range(len(samples)):
        flow = 0.95 * flow + (1.0 if i % (RATE // 120) == 0 else 0.0)
        samples[i] = flow
    for hertz in (750, 1200, 2500, 3500):
        radius = 1 - math.pi * 80 / RATE
        b = 2 * radius * math.cos(2 * math.pi * hertz / RATE)
        last = before = 0.0
        for i, value in enumerate(samples):
            before, last = last, (1 - b + radius * radius) * value + b * last - radius * radius * before
            samples[i] = last
    return array.array("f", [0.8 * value for value in samples])


class Talking(unittest.TestCase):
    def setUp(self) -> None:
        self.model = libvrm.load(SAMPLES / "character-1.0.vrm")
        self.avatar = self.model.avatar()

    def test_a_companion_shows_what_a_conversation_produces(self) -> None:
        """BI-030: tags, speech, actions, and a state that continues with the same bits."""
        dance = vrmx.Clip.load(SAMPLES / "dance.vrma")
        actions = [vrmx.Action("dance", dance), vrmx.Action("blush", expression="blush", hold=1)]
        params = vrmx.CompanionParams(sway=0.5)
        companion = vrmx.Companion(self.model, actions=actions, seed=3, params=params)
        speech = vrmx.Speech(PHONEMES)
        pieces = [companion.read_text(piece) for piece in ("[hap", "py 0.8 2s]Hello [1], [da", "nce]you… [giggle]", "")]
        self.assertEqual("".join(text for text, _ in pieces), "Hello [1], you… ")
        tags = [tag for _, found in pieces for tag in found]
        self.assertEqual([tag.kind for tag in tags], [vrmx.CompanionTagKind.EMOTION, vrmx.CompanionTagKind.ACTION,
                                                      vrmx.CompanionTagKind.UNKNOWN])
        self.assertEqual((tags[0].strength, tags[0].hold), (memory(array.array("f", [0.8]))[0], 2 * 10**9))
        self.assertEqual([companion.cue(tag, 3) for tag in tags], [True, True, False])
        self.assertTrue(companion.say(speech, 1))
        companion.set_user((0, 1.4, 1.5))
        companion.set_activity(vrmx.CompanionActivity.LISTENING)
        widest, seen = 0.0, set()
        for frame in range(300):
            now = frame / 60
            companion.update(self.avatar, now)
            self.avatar.update(1 / 60)
            self.assertAlmostEqual(companion.status.mouth.aa, speech.sample(now - 1).aa, 5)
            widest = max(widest, companion.status.mouth.aa)
            seen.add(companion.action)
        self.assertGreater(widest, 0.7)
        self.assertEqual(seen, {None, "dance"})
        self.assertGreater(memory(companion.status.emotions)[0], 0.5)
        other = vrmx.Companion(self.model, actions=actions, seed=9, params=params)
        twin = self.model.avatar()
        other.restore(companion.save())
        twin.restore(self.avatar.save())
        twin.update(0)
        for frame in range(1, 100):
            for one, avatar in ((companion, self.avatar), (other, twin)):
                one.update(avatar, 5 + frame / 60)
                avatar.update(1 / 60)
        self.assertEqual(twin.save(), self.avatar.save())
        companion.attend((1, 1, 1), 1)
        companion.set_mouth(speech.sample(0.25))
        companion.set_gesture(vrmx.Pose.relaxed(self.model))
        companion.update(self.avatar, 8, dance.sample(1))
        self.assertGreater(companion.status.mouth.aa, 0.3)
        companion.be_silent()
        self.assertTrue(companion.show("[sad 1] [blush]"))
        with self.assertRaises(libvrm.Error):
            other.restore(companion.save()[:-1])

    def test_what_is_spoken_is_kept(self) -> None:
        """BI-030: a companion keeps speeches until they were spoken, also those that were closed, and no longer."""
        companion = vrmx.Companion(self.model)
        mouths: list[list[list[float]]] = []
        for keeps in (True, False):
            companion.be_silent()
            speeches = [vrmx.Speech(PHONEMES) for _ in range(8)]
            start = 100.0 if keeps else 200.0
            for index, speech in enumerate(speeches):
                self.assertTrue(companion.say(speech, start + index))
            self.assertFalse(companion.say(speeches[0], start))
            if not keeps:
                for speech in speeches:
                    speech.close()
                speeches.clear()
                gc.collect()
                speeches = [vrmx.Speech([(0, 9, "i")]) for _ in range(50)]  # in the memory that would be free
            mouths.append([])
            companion.update(self.avatar, start - 1)
            for frame in range(600):
                companion.update(self.avatar, start + frame / 60)
                mouths[-1].append(weights(companion.status.mouth))
        self.assertLess(max(abs(a - b) for one, other in zip(*mouths) for a, b in zip(one, other)), 1e-4)
        self.assertGreater(max(map(max, mouths[1])), 0.7)
        self.assertTrue(all(companion.say(vrmx.Speech(PHONEMES), 300) for _ in range(8)))  # all slots are free again

    def test_speech(self) -> None:
        speech, text = vrmx.Speech(PHONEMES), vrmx.Speech(TEXT)
        self.assertAlmostEqual(speech.end, 0.9)
        for frame in range(60):
            self.assertEqual(weights(speech.sample(frame / 60)), weights(text.sample(frame / 60)))
        self.assertEqual(vrmx.Speech([vrmx.Phoneme(0, 1, "x!")], vrmx.Alphabet.ARPABET).info.unknown_count, 1)
        pose = vrmx.Pose()
        speech.write_pose(0.25, pose)
        self.assertGreater(memory(pose.weights)[libvrm.Preset.AA], 0.7)
        with self.assertRaisesRegex(ValueError, "line 1"):
            vrmx.Speech("nonsense")
        with self.assertRaises(libvrm.Error):
            vrmx.Speech([(1, 2, "a"), (0, 1, "a")])

    def test_voice(self) -> None:
        """BI-030: samples open the mouth, silence closes it; what was learned makes another voice hear the same."""
        companion, voice = vrmx.Companion(self.model), vrmx.Voice(RATE)
        samples, silence = vowel(1.0), array.array("f", bytes(4 * RATE))
        opened = 0
        step = RATE // 50
        for frame in range(100):
            part = (samples if frame < 50 else silence)[frame % 50 * step:(frame % 50 + 1) * step]
            companion.say_samples(voice, part)
            companion.update(self.avatar, frame / 50)
            mouth = sum(weights(companion.status.mouth))
            opened += 15 <= frame < 50 and mouth > 0.3
            if frame > 70:
                self.assertEqual(mouth, 0)
        self.assertGreater(opened, 30)
        other = vrmx.Voice(RATE)
        other.calibration = voice.calibration
        voice.reset()
        voice.set_vowel(libvrm.Preset.AA)
        voice.set_vowel(None)
        voice.add(samples)
        for at in range(0, len(samples), 100):
            other.add(memoryview(samples)[at:at + 100])
        self.assertEqual(weights(other.mouth), weights(voice.mouth))
        self.assertGreater(sum(weights(voice.mouth)), 0.3)
        for wrong in (b"", b"\xff" * len(voice.calibration)):
            with self.assertRaises(ValueError):
                other.calibration = wrong
        with self.assertRaises(libvrm.Error):
            vrmx.Voice(5)


class Tracking(unittest.TestCase):
    def setUp(self) -> None:
        self.model = libvrm.load(SAMPLES / "character-1.0.vrm")

    def test_faces(self) -> None:
        """BI-030: names of shapes, the head of MediaPipe, and packets become a pose."""
        self.assertEqual(vrmx.face_shapes().index("jawOpen"), vrmx.FaceShape.JAW_OPEN)
        self.assertEqual(len(vrmx.face_shapes()), 52)
        face, pose = vrmx.FaceMap(self.model), vrmx.Pose()
        self.assertTrue(face.set("eyeBlink_L", 1) and face.set("jawOpen", 0.8) and not face.set("nonsense", 1))
        self.assertTrue(face.set_head([[0, 0, 1, 0], [0, 1, 0, 0], [-1, 0, 0, 0], [0, 0, 0, 1]]))  # 90° to the left
        face.apply(pose, 1 / 60)
        self.assertEqual(memory(pose.weights)[libvrm.Preset.BLINK_LEFT], 1)
        self.assertGreater(memory(pose.weights)[libvrm.Preset.AA], 0.3)
        head, neck = (memory(pose.rotations)[bone, 1] for bone in (libvrm.Bone.HEAD, libvrm.Bone.NECK))
        self.assertAlmostEqual(math.degrees(2 * (math.asin(head) + math.asin(neck))), 90, 2)
        self.assertTrue(face.read(b"eyeBlink_L-0|jawOpen-80|=head#0,20,0,0,0,0|"))
        self.assertFalse(face.read(b"abc"))
        face.apply(pose, 10)
        self.assertLess(memory(pose.weights)[libvrm.Preset.BLINK_LEFT], 0.1)
        vrmx.visemes_to_mouth([0] * 13 + [0.8], pose)
        self.assertAlmostEqual(memory(pose.weights)[libvrm.Preset.OH], 0.8, 5)
        with self.assertRaises(ValueError):
            vrmx.visemes_to_mouth([0] * 16, pose)

    def test_vmc(self) -> None:
        """BI-030: what a sender writes, a receiver reads; names of custom expressions outlive the receiver."""
        pose = vrmx.Clip.load(SAMPLES / "dance.vrma").sample(1)
        customs: dict[str, float] = {}
        for model in (None, self.model):
            sender, receiver = vrmx.VmcSender(model, flags=vrmx.VmcSenderFlags.SINGLE), vrmx.VmcReceiver(model)
            datagrams = sender.write(pose, 1)
            self.assertGreater(len(datagrams), 20)
            ended = [receiver.add(datagram, 1) for datagram in datagrams]
            self.assertEqual(sum(ended) + receiver.end_frame(), 1)
            self.assertEqual((receiver.counts.frames, receiver.counts.refused_datagrams), (1, 0))
            self.assertEqual(receiver.frame.clock, 1)
            back = receiver.read_frame()
            self.assertEqual(receiver.read_pose().bones, back.bones)
            for bone in (libvrm.Bone.HEAD, libvrm.Bone.LEFT_UPPER_ARM):
                for component in range(4):
                    self.assertAlmostEqual(memory(back.rotations)[bone, component], memory(pose.rotations)[bone, component], 5)
            customs = back.customs
            receiver.close()
            del receiver
            gc.collect()
            self.assertEqual(back.customs, customs)
            self.assertEqual(set(customs), set(pose.customs))
        self.assertTrue(customs)
        receiver = vrmx.VmcReceiver()
        self.assertEqual(receiver.add(b"nonsense", 0), 0)
        self.assertEqual(receiver.counts.refused_datagrams, 1)
        receiver.reset()
        self.assertEqual(receiver.counts.datagrams, 0)


if __name__ == "__main__":
    unittest.main()
