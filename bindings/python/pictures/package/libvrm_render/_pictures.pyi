"""The part of libvrm_render in C."""
from typing import final

from libvrm import Avatar
from typing_extensions import Buffer

class PictureError(RuntimeError):
    """A picture cannot be drawn: EGL is not installed, for example. The text has the reason."""

@final
class Studio:
    """Draws avatars without a screen."""
    def __new__(cls) -> Studio: ...
    def draw(self, avatar: Avatar, width: int, height: int, shot: str, yaw: float, pitch: float, fov: float, /) -> bytes: ...

def encode_png(pixels: Buffer, width: int, height: int, /) -> bytes: ...
def image_tools(file_bytes: int, jpeg_quality: float, webp_quality: float, /) -> object: ...
