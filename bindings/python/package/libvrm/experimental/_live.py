"""Companions, mouths, faces and VMC: avatars that talk, or follow a tracker."""
from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, Self, cast

from .. import _core
from .._core import CompanionParams, CompanionTag, Mouth, VmcReceiverDesc, VmcSenderDesc, VoiceDesc
from .._experimental_enums import Alphabet, FaceShape, VmcSenderFlags
from .._objects import Avatar, Model, as_class
from ._motion import ALL_BONES, SECOND, Clip, Pose, nanoseconds

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from .._core import MatrixLike, TrsLike, Vec3Like

NONE = -1


class VmcReceiver(_core.VmcReceiver):
    """Receives motion by the VMC protocol: pass it the datagrams of a socket."""

    def __new__(cls, model: Model | None = None, *, hips_height: float = 0.0) -> Self:
        """Create a receiver.

        model: the avatar of the sender. None: rotations are normalized, as those of VRM 0.x are.
        hips_height: of the sender's avatar, in meters. 0: that of the model, or of the first frame.
        """
        created, _ = _core.vmc_receiver_create(VmcReceiverDesc(model=model, hips_height=hips_height))
        return as_class(cls, created)

    def add(self, datagram: Buffer, now: float) -> int:
        """Read one datagram that came at a time, in seconds. Returns how many frames ended."""
        return _core.vmc_receiver_add(self, datagram, nanoseconds(now))

    def read_pose(self) -> Pose:
        """The newest values: to show an avatar with the least delay."""
        pose = Pose()
        _core.vmc_receiver_read_pose(self, pose)
        pose._sources = frozenset((_core.handle(self),))
        return pose

    def read_frame(self) -> Pose:
        """The pose of the last frame that ended: to record it."""
        pose = Pose()
        _core.vmc_receiver_read_frame(self, pose)
        pose._sources = frozenset((_core.handle(self),))
        return pose


class VmcSender(_core.VmcSender):
    """Makes datagrams of the VMC protocol."""

    def __new__(cls, model: Model | None = None, *, flags: VmcSenderFlags = VmcSenderFlags(0),
                hips_height: float = 0.0) -> Self:
        """Create a sender.

        model: the avatar. None: positions of bones are 0 except that of the hips, and rotations are normalized.
        hips_height: in meters. 0: that of the model, or 1.
        """
        created, _ = _core.vmc_sender_create(VmcSenderDesc(model=model, flags=flags, hips_height=hips_height))
        return as_class(cls, created)

    def write(self, pose: Pose, clock: float, root: TrsLike | None = None) -> list[bytes]:
        """The datagrams of a pose, to be sent in their order. The clock is in seconds, and grows with each frame."""
        return _core.vmc_sender_write(self, pose, root, clock)


def face_shapes() -> list[str]:
    """The names of ARKit's 52 shapes, in the order of FaceShape."""
    return [_core.face_shape_name(shape) for shape in FaceShape]


def visemes_to_mouth(weights: Sequence[float], pose: Pose) -> None:
    """Write the weights of OVR's 15 visemes into the mouth of a pose."""
    _core.viseme_apply(weights, pose)


class FaceMap:
    """Shows faces of a tracker on an avatar: ARKit's shapes, MediaPipe, iFacialMocap and VTube Studio."""

    def __init__(self, model: Model) -> None:
        self._map = _core.face_map_of(model)
        self._model = _core.handle(model)
        self._face = _core.Face()
        self._filter = _core.FaceFilter()

    def set(self, name: str, weight: float) -> bool:
        """Set a shape by its name in any spelling. Returns False if it is none."""
        return _core.face_set(self._face, name.encode(), weight)

    def set_head(self, matrix: MatrixLike) -> bool:
        """Set the head by a matrix of four rows in centimeters, such as that of MediaPipe."""
        rows: Any = matrix
        return _core.face_set_head(self._face, [float(row[column]) for column in range(4) for row in rows])

    def read(self, packet: Buffer) -> bool:
        """Read a packet of iFacialMocap or VTube Studio. Returns False if it is neither."""
        face = _core.face_read_ifacialmocap(packet) or _core.face_read_vtube_studio(packet)
        if face is None:
            return False
        self._face = face
        return True

    def apply(self, pose: Pose, dt: float) -> None:
        """Smooth the face, and write it into a pose. dt: seconds since the last call."""
        self._face = _core.face_filter_update(self._filter, self._face, dt)
        _core.face_map_apply(self._map, self._face, pose)
        pose._sources |= {self._model}


class Phoneme(NamedTuple):
    """A phoneme and its time, in seconds. Without a symbol, it is silence."""

    start: float
    end: float
    symbol: str = ""
    stress: float = 0.0
    loudness: float = 0.0


class Speech(_core.Speech):
    """The mouth that belongs to timed phonemes."""

    def __new__(cls, phonemes: str | Iterable[Phoneme | tuple[float, float, str]],
                alphabet: Alphabet | None = None) -> Self:
        """Create a speech of phonemes in the order of time, or of text with a start, an end and a symbol in each line.

        alphabet: of the symbols. None: the one that the text names, or IPA.
        """
        chosen = NONE if alphabet is None else alphabet
        if isinstance(phonemes, str):
            return as_class(cls, _core.speech_create(phonemes, chosen))
        each = [Phoneme(*cast(Any, one)) for one in phonemes]
        times = [(nanoseconds(one.start), nanoseconds(one.end), *one[2:]) for one in each]
        return as_class(cls, _core.speech_create(times, chosen))

    @property
    def end(self) -> float:
        """When its last phoneme ends, in seconds."""
        return self.info.end / SECOND

    def sample(self, seconds: float) -> Mouth:
        """The mouth at a time."""
        return _core.speech_sample(self, nanoseconds(seconds))

    def write_pose(self, seconds: float, pose: Pose) -> None:
        """Write the mouth at a time into a pose."""
        _core.mouth_write_pose(self.sample(seconds), pose)


class Voice(_core.Voice):
    """Listens to the samples of a voice. The mouth is that of 60 ms ago."""

    def __new__(cls, rate: int = 16000) -> Self:
        """Create a voice. rate: samples per second, from 8,000 to 192,000."""
        created, _ = _core.voice_create(VoiceDesc(rate=rate))
        return as_class(cls, created)

    def set_vowel(self, vowel: int | None, /) -> None:
        """Set the vowel that the samples from now on have, to learn the speaker's: Preset.AA to OH. None: any speech."""
        super().set_vowel(NONE if vowel is None else vowel)


class Action(NamedTuple):
    """Something that a companion can do: a clip, an expression, or both."""

    name: str
    """In tags: "[wave]"."""
    clip: Clip | None = None
    hold: float = 0.0
    """Without a clip: how long it lasts, in seconds. 0: 2 seconds."""
    expression: str | int | None = None
    weight: float = 1.0
    """Of the expression, 0 to 1."""
    whole_body: bool = False
    """Whether the clip moves all bones. False: the upper body."""


class Companion(_core.Companion):
    """Runs an avatar that talks with somebody. All times are seconds of one clock, best that of the sound.

        companion = vrmx.Companion(model)
        text, tags = companion.read_text("[happy 0.7]Hello!")
        companion.cue(tags[0])
        companion.update(avatar, now)
        avatar.update(dt)
    """

    _actions: tuple[str, ...] = ()
    _now: float = 0.0

    def __new__(cls, model: Model, *, actions: Iterable[Action] = (), seed: int = 1,
                params: CompanionParams | None = None) -> Self:
        """Create a companion. seed: any number; give each companion a different one."""
        every = list(actions)
        created = _core.companion_create(
            model, [(one.name, one.clip, nanoseconds(one.hold), one.expression, one.weight,
                     ALL_BONES if one.whole_body else 0) for one in every], seed, params)
        companion = as_class(cls, created)
        companion._actions = tuple(one.name for one in every)
        return companion

    def update(self, avatar: Avatar, now: float, body: Pose | None = None) -> None:
        """Advance the time, and write pose, expressions and lookAt of the avatar: always the same one. Then update it."""
        _core.companion_update(self, avatar, body, nanoseconds(now))
        self._now = now

    def cue(self, tag: CompanionTag, time: float | None = None) -> bool:
        """Show the emotion of a tag, or do its action, at a time. Returns False if it is unknown, or too many wait."""
        return _core.companion_cue(self, tag, nanoseconds(self._now if time is None else time))

    def show(self, tags: str, time: float | None = None) -> bool:
        """Do what tags ask for: `show("[happy 0.7]")`. Not while a text is being read."""
        return all([self.cue(tag, time) for tag in self.read_text(tags)[1]])

    def say(self, speech: Speech, start: float) -> bool:
        """Speak a sentence at a time. Returns False if too many wait."""
        return _core.companion_say(self, speech, nanoseconds(start))

    def attend(self, target: Vec3Like | None, seconds: float = 2.0) -> None:
        """Look at a point in the world for some seconds, and then at the user again."""
        _core.companion_attend(self, target, nanoseconds(self._now + seconds))

    @property
    def action(self) -> str | None:
        """The name of the action that is shown."""
        index = self.status.action
        return None if index < 0 else self._actions[index]
