"""Checks, conversions, edits, poses, motions and companions. Everything here may change in any minor release of libvrm.

    from libvrm import experimental as vrmx

    report = vrmx.check("avatar.vrm")
    vrmx.migrate("old.vrm").save("new.vrm")
    clip = vrmx.Clip.load("walk.bvh")
    clip.sample(0.5).apply(avatar)
"""
from .._core import (ApplyDesc, Change, ClipInfo, CompanionParams, CompanionStatus, CompanionTag, Difference, Ground, LegShape,
                     MixerEvent, MixerSlot, Mouth, SpeechInfo, VmcCounts, VmcFrame)
from .._experimental_enums import *
from .. import _core, _enums, _experimental_enums
from .._objects import Avatar, Crowd, Model, Report
from ._files import (Diff, Edit, Written, check, check_model, diff, fix, make, migrate, normalize, optimize)
from ._live import (Action, Companion, FaceMap, Phoneme, Speech, VmcReceiver, VmcSender, Voice, face_shapes,
                    visemes_to_mouth)
from ._motion import Clip, Idle, Mixer, Pose, Recorder, reach

__all__ = ["Action", "ApplyDesc", "Change", "Clip", "ClipInfo", "Companion", "CompanionParams", "CompanionStatus",
           "CompanionTag", "Diff", "Difference", "Edit", "FaceMap", "Ground", "Idle", "LegShape", "Mixer", "MixerEvent",
           "MixerSlot", "Mouth", "Phoneme", "Pose", "Recorder", "Speech", "SpeechInfo", "VmcCounts", "VmcFrame",
           "VmcReceiver", "VmcSender", "Voice", "Written", "check", "check_model", "diff", "face_shapes", "fix", "make",
           "migrate", "normalize", "optimize", "reach", "visemes_to_mouth"]
__all__ += _experimental_enums.__all__


def _register() -> None:
    """Tell the module in C which classes its objects and constants have."""
    _core.set_classes({"Report": Report, "Model": Model, "Avatar": Avatar, "Crowd": Crowd, "Clip": Clip,
                       "Recorder": Recorder, "Edit": Edit, "Written": Written, "Diff": Diff,
                       "VmcReceiver": VmcReceiver, "VmcSender": VmcSender, "Speech": Speech, "Voice": Voice,
                       "Companion": Companion})
    _core.set_enumerations({name: getattr(module, name) for module in (_enums, _experimental_enums)
                            for name in module.__all__})
