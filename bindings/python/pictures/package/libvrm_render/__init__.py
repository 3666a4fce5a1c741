"""libvrm_render: pictures of avatars of libvrm, without a screen.

    import libvrm
    import libvrm_render

    model = libvrm.load("avatar.vrm")
    libvrm_render.portrait(model).save("avatar.png")

It draws with EGL, which Mesa has for machines without a graphics card. PictureError tells what is missing.
With this package, notebooks show models and avatars as pictures, and libvrm.experimental decodes images in checks and
optimizations.
"""
from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import TYPE_CHECKING, Any

import libvrm
from libvrm import experimental as _experimental

from ._pictures import PictureError, Studio, encode_png

if TYPE_CHECKING:
    from typing import Literal

    _Shot = Literal["full", "upper", "portrait", "face"]

__version__: str = libvrm.__version__
__all__ = ["Picture", "PictureError", "draw", "portrait"]

_studios: dict[int, Studio | None] = {}  # by process; None while it is being made
_drawing = threading.RLock()  # an argument that is read may draw, too


def _replace_lock() -> None:
    """In a forked process, no thread would ever release the lock of a picture that was being drawn."""
    global _drawing
    _drawing = threading.RLock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_replace_lock)


def _studio() -> Studio:
    """The studio of this process."""
    process = os.getpid()
    studio = _studios.get(process)
    if studio is None:
        if any(other != process for other in _studios):  # Mesa's threads are not in the new process, which would wait
            raise PictureError("this process was forked from one that had drawn: start processes by spawn or forkserver")
        _studios[process] = None
        try:
            studio = _studios[process] = Studio()
        except BaseException:
            del _studios[process]
            raise
    return studio


class Picture:
    """A picture: rows of pixels of red, green, blue and straight alpha, the top row first."""

    def __init__(self, width: int, height: int, data: bytes) -> None:
        self.width = width
        self.height = height
        self.data = data
        """width * height * 4 bytes."""

    @property
    def pixels(self) -> Any:
        """The same as an array of height, width and 4: of numpy if it is installed, else a memoryview."""
        try:
            import numpy
        except ImportError:
            return memoryview(self.data).cast("B", (self.height, self.width, 4))
        return numpy.frombuffer(self.data, numpy.uint8).reshape(self.height, self.width, 4)

    def png(self) -> bytes:
        """The picture as a PNG file."""
        return encode_png(self.data, self.width, self.height)

    def save(self, path: str | os.PathLike[str]) -> None:
        """Write a PNG file."""
        Path(path).write_bytes(self.png())

    def _repr_png_(self) -> bytes:
        return self.png()

    def __repr__(self) -> str:
        return f"<Picture, {self.width} x {self.height}>"


def draw(avatar: libvrm.Avatar, *, width: int = 512, height: int = 512, shot: _Shot = "full", yaw: float = 0.0,
         pitch: float = 0.0, fov: float = 20.0) -> Picture:
    """Draw an avatar as it is after its last update. What is not the avatar is transparent.

    shot: what the picture shows: the whole avatar, its upper body, head and shoulders, or the face.
    yaw, pitch: from where, in degrees: to the avatar's left, and from above.
    fov: the vertical angle of the camera, in degrees.

    Raises PictureError if nothing can be drawn on this machine. Other threads run meanwhile; those that draw wait for
    each other.
    """
    with _drawing:
        return Picture(width, height, _studio().draw(avatar, width, height, shot, yaw, pitch, fov))


def portrait(model: libvrm.Model, *, width: int = 512, height: int = 512, shot: _Shot = "portrait", yaw: float = 0.0,
             pitch: float = 0.0, fov: float = 20.0) -> Picture:
    """Draw a model in a relaxed pose, with hair and clothes at rest. The arguments are those of draw()."""
    with model.avatar() as avatar:
        _experimental.Pose.relaxed(model).apply(avatar)
        avatar.update(0.0)
        avatar.warm_up(3.0)
        return draw(avatar, width=width, height=height, shot=shot, yaw=yaw, pitch=pitch, fov=fov)
