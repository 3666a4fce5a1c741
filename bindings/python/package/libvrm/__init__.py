"""libvrm: load VRM avatars, run them, and read everything that they contain.

    import libvrm

    model = libvrm.load("avatar.vrm")
    avatar = model.avatar()
    avatar["happy"] = 1.0
    avatar.update(1 / 60)
    avatar.world            # a matrix for each node, an array of numpy without a copy

Checks, conversions, edits, poses, motions and companions are in libvrm.experimental.
"""
from . import _core, _enums, _errors
from ._core import Limits, Record, Records, SpringCollider, SpringJointSettings, View
from ._enums import *
from ._errors import *
from ._objects import Avatar, Crowd, Model, Report, load

__version__: str = _core.version()
"""The version of libvrm that is inside."""

__all__ = ["Avatar", "Crowd", "Limits", "Model", "Record", "Records", "Report", "SpringCollider",
           "SpringJointSettings", "View", "load"]
__all__ += _enums.__all__
__all__ += _errors.__all__

from . import experimental as _experimental  # noqa: E402  (classes of its objects are registered there)

_experimental._register()
