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

_studios: dict[int, Studio] = {}  # by process


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

    Raises PictureError if nothing can be drawn on this machine. Other threads run meanwhile.
    """
    studio = _studios.get(os.getpid())
    if studio is None:
        if _studios:  # the threads of Mesa are not in the new process, which would wait for them
            raise PictureError("this process was forked from one that had drawn: start processes by spawn or forkserver")
        studio = _studios[os.getpid()] = Studio()
    return Picture(width, height, studio.draw(avatar, width, height, shot, yaw, pitch, fov))


def portrait(model: libvrm.Model, *, width: int = 512, height: int = 512, shot: _Shot = "portrait", yaw: float = 0.0,
             pitch: float = 0.0, fov: float = 20.0) -> Picture:
    """Draw a model in a relaxed pose, with hair and clothes at rest. The arguments are those of draw()."""
    with model.avatar() as avatar:
        _experimental.Pose.relaxed(model).apply(avatar)
        avatar.update(0.0)
        avatar.warm_up(3.0)
        return draw(avatar, width=width, height=height, shot=shot, yaw=yaw, pitch=pitch, fov=fov)
