"""Poses, clips, mixers, and what moves limbs."""
from __future__ import annotations

import math
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Self, cast

from .. import _core
from .._core import ApplyDesc, ClipDesc, Ground, MixerEvent, RecorderDesc, WriteDesc
from .._enums import Bone, ExpressionLayer, Preset
from .._experimental_enums import ApplyFlags, ClipFlags, PoseParts, SlotFlags, WriteFlags
from .._files import read, settings
from .._objects import Avatar, Model, Report, as_class
from ._files import Written, _written

if TYPE_CHECKING:
    from .._core import Quat, QuatLike, TrsLike, Vec3, Vec3Like
    from .._core import Limits
    from .._files import Source

SECOND = 1_000_000_000
ALL_BONES = (1 << len(Bone)) - 1
ALL_PRESETS = (1 << len(Preset)) - 1


def nanoseconds(seconds: float) -> int:
    """Whole nanoseconds, in which clips and mixers count: a loop never drifts."""
    exact = (0.0 + seconds) * SECOND  # which a sequence cannot be added to
    if not math.isfinite(exact):
        raise ValueError(f"the time is not finite: {seconds}")
    return round(exact)


def _bits(bones: int | str | Iterable[Bone | str]) -> int:
    """The bits of bones: a number of bits, or names and constants."""
    if isinstance(bones, Bone):
        return 1 << bones
    if isinstance(bones, int):
        return bones
    bits = 0
    for bone in (bones,) if isinstance(bones, str) else bones:
        index = _core.bone_find(bone) if isinstance(bone, str) else int(bone)
        if index < 0:
            raise KeyError(bone)
        bits |= 1 << index
    return bits


class Pose(_core.Pose):
    """A pose for any avatar: rotations of bones, hips, expressions and lookAt.

    rotations is an array of a quaternion for each bone. What a pose does not set, by a bit in bones, presets or
    parts, is at rest.
    """

    _sources: frozenset[object] = frozenset()  # what the names of custom expressions belong to

    @classmethod
    def relaxed(cls, model: Model) -> Pose:
        """A relaxed standing pose: arms down beside the body."""
        pose = cls()
        _core.pose_relaxed(model, pose)
        return pose

    @classmethod
    def of(cls, avatar: Avatar) -> Pose:
        """The inputs of an avatar as a pose; apply it to another avatar to copy them."""
        pose = cls()
        pose._sources = frozenset((_core.model_handle(avatar),))
        _core.avatar_read_pose(avatar, pose)
        return pose

    def apply(self, avatar: Avatar, *, flags: ApplyFlags = ApplyFlags(0),
              layer: ExpressionLayer = ExpressionLayer.MOTION) -> None:
        """Write the pose into the inputs of an avatar; the next update shows it."""
        _core.avatar_apply_pose(avatar, self, ApplyDesc(flags=flags, layer=layer))

    def set_rotation(self, bone: Bone | str, rotation: QuatLike) -> None:
        """Set the rotation of a bone: x, y, z, w; the identity in the T-pose."""
        index = _core.bone_find(bone) if isinstance(bone, str) else int(bone)
        if not 0 <= index < len(Bone):
            raise KeyError(bone)
        values = [float(value) for value in rotation]
        if len(values) != 4:
            raise ValueError(f"rotation must be 4 numbers, not {len(values)}")
        rotations: Any = memoryview(cast(Any, self.rotations))
        for component, value in enumerate(values):
            rotations[index, component] = value
        self.bones = self.bones | 1 << index

    @property
    def customs(self) -> dict[str, float]:
        """The weights of custom expressions, by their names."""
        return _core.pose_customs(self)

    def fill(self, base: Pose | None = None) -> None:
        """Fill what is unset from another pose, or from the T-pose."""
        _core.pose_fill(self, base)
        if base is not None:
            self._sources |= base._sources

    def mask(self, *, bones: int | str | Iterable[Bone | str] = ALL_BONES, presets: int = ALL_PRESETS,
             parts: int = PoseParts.ALL_PARTS) -> None:
        """Keep only some bones (bits, or names), presets and parts."""
        _core.pose_mask(self, _bits(bones), presets, parts)

    def mirror(self) -> None:
        """Swap left and right."""
        _core.pose_mirror(self)

    def blend(self, other: Pose, weight: float) -> Pose:
        """A pose between this one (weight 0) and another (weight 1)."""
        out = Pose()
        _core.pose_blend(self, other, weight, out)
        out._sources = self._sources | other._sources
        return out

    def add(self, difference: Pose, weight: float = 1.0) -> Pose:
        """This pose and a part of a difference."""
        out = Pose()
        _core.pose_add(self, difference, weight, out)
        out._sources = self._sources | difference._sources
        return out

    def subtract(self, reference: Pose) -> Pose:
        """The difference from another pose, for add()."""
        out = Pose()
        _core.pose_subtract(self, reference, out)
        out._sources = self._sources | reference._sources
        return out

    def bone_transform(self, model: Model, bone: Bone | str) -> tuple[Vec3, Quat] | None:
        """The position and the rotation of a model's bone in this pose; None if the avatar does not have it."""
        return _core.pose_get_bone_transform(self, model, bone)

    def keep_on_ground(self, ground: Ground, model: Model, elapsed: float, root: TrsLike | None = None) -> None:
        """Keep the soles on the ground, and hold feet that stand."""
        _core.ground_update(ground, model, self, root, nanoseconds(elapsed))


def reach(pose: Pose, model: Model, limb: int, target: Vec3Like, *, bend: Vec3Like | None = None,
          end: QuatLike | None = None, weight: float = 1.0) -> float:
    """Bend an arm or a leg to move its hand or foot to a point. Returns how far it is out of reach; -1: no limb."""
    return _core.pose_reach(pose, model, limb, target, bend, end, weight)


class Clip(_core.Clip):
    """A motion that fits every avatar, from a .vrma, glTF, BVH or VMD file or from recorded poses."""

    report: Report
    """What was found while it was loaded."""

    @classmethod
    def load(cls, file: Source, *, animation: int = 0, mapped_joints_only: bool = False,
             limits: Limits | None = None) -> Self:
        """Load a motion. The format is detected from the contents."""
        flags = ClipFlags.MAPPED_JOINTS_ONLY if mapped_joints_only else ClipFlags(0)
        desc = ClipDesc(flags=flags, animation=animation, load=settings(False, False, limits))
        loaded, report = _core.clip_load(read(file), desc)
        clip = as_class(cls, loaded)
        clip.report = cast(Report, report)
        return clip

    @property
    def duration(self) -> float:
        """In seconds."""
        return self.info.duration / SECOND

    def sample(self, seconds: float, *, loop: bool = False, out: Pose | None = None) -> Pose:
        """The pose at a time. A loop restarts at the end; otherwise the last pose stays.

        out: a pose to write into, which avoids the memory for a new one.
        """
        pose = Pose() if out is None else out
        time = nanoseconds(seconds)
        _core.clip_sample(self, self.wrap(time) if loop else time, pose)
        pose._sources = frozenset((_core.handle(self),))
        return pose

    def to_vrma(self, *, max_degrees: float = 0.0, max_meters: float = 0.0, max_weight: float = 0.0,
                keys_per_second: float = 30.0, flags: WriteFlags = WriteFlags(0)) -> Written:
        """Write the motion as a .vrma file. The errors allow keys to be removed; 0.1 degrees are invisible."""
        return _written(_core.clip_write_vrma(self, WriteDesc(
            flags=flags, max_degrees=max_degrees, max_meters=max_meters, max_weight=max_weight,
            keys_per_second=keys_per_second)))

    def __repr__(self) -> str:
        return "<Clip, closed>" if self.closed else f"<Clip {self.info.name!r}, {self.duration:.3f} s>"


class Recorder(_core.Recorder):
    """Records poses and makes a clip of them."""

    def __new__(cls, *, pose_capacity: int = 3600, custom_capacity: int = 64, hips_height: float = 1.0) -> Self:
        """Create an empty recorder. hips_height: of the body that moves, in meters."""
        created, _ = _core.recorder_create(RecorderDesc(pose_capacity=pose_capacity, custom_capacity=custom_capacity,
                                                        hips_height=hips_height))
        return as_class(cls, created)

    def record(self, seconds: float, pose: Pose) -> None:
        """Append a pose; the time of the first becomes 0."""
        self.add(nanoseconds(seconds), pose)

    def clip(self) -> Clip:
        """Make a clip of the poses; the recorder keeps them."""
        made, report = self.make_clip()
        clip = cast(Clip, made)
        clip.report = cast(Report, report)
        return clip


class Mixer(_core.Mixer):
    """Mixes clips and poses into one pose: slots with weights, masks and layers."""

    def play(self, slot: int, clip: Clip | None, *, loop: bool = True, fade: float = 0.0, additive: bool = False,
             in_place: bool = False, root_motion: bool = False) -> None:
        """Play a clip in a slot from its beginning, and fade to it. Alternate between two slots."""
        flags = SlotFlags(0)
        for value, flag in ((loop, SlotFlags.LOOP), (additive, SlotFlags.ADDITIVE), (in_place, SlotFlags.IN_PLACE),
                            (root_motion, SlotFlags.ROOT_MOTION)):
            if value:
                flags |= flag
        self.slots[slot].clip = clip  # kept before the mixer plays it: another thread may close it
        _core.mixer_play(self, slot, clip, flags, nanoseconds(fade))

    def hold(self, slot: int, pose: Pose | None) -> None:
        """Hold a pose in a slot instead of a clip. What you write into it later is mixed too."""
        self.slots[slot].clip = None
        self.slots[slot].pose = pose

    def fade(self, slot: int, weight: float, seconds: float) -> None:
        """Fade a slot to a weight."""
        _core.mixer_fade(self, slot, weight, nanoseconds(seconds))

    def crossfade(self, slot: int, seconds: float) -> None:
        """Fade a slot to 1, and all others of its layer to 0."""
        _core.mixer_crossfade(self, slot, nanoseconds(seconds))

    def update(self, seconds: float) -> tuple[Pose, Vec3, list[MixerEvent]]:
        """Advance the time. Returns the pose, the motion of the root in hips heights, and the events."""
        pose = Pose()
        motion, events = _core.mixer_update(self, nanoseconds(seconds), pose)
        kept: set[object] = set()
        for value, handle in _core.kept(self):
            kept |= value._sources if isinstance(value, Pose) else {handle}
        pose._sources = frozenset(kept)
        return pose, motion, events


class Idle(_core.Idle):
    """Blinking, breath, small shifts of weight and wandering eyes. Equal seeds give equal motion."""

    def __init__(self, seed: int = 0) -> None:
        """Fill in the default amounts."""
        _core.idle_init(self, seed)

    def __new__(cls, seed: int = 0) -> Idle:
        return super().__new__(cls)

    def update(self, avatar: Avatar, dt: float) -> None:
        """Write the inputs of the next update of an avatar: always the same one."""
        _core.idle_update(self, avatar, dt)
