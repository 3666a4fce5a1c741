"""What the package libvrm-render adds, if it is installed: pictures, and functions for images."""
from __future__ import annotations

import importlib
from typing import Any

from . import _core
from ._core import CheckDesc, OptimizeDesc


def renderer() -> Any | None:
    """The package libvrm_render; None if it is not installed, or of another build."""
    try:
        return importlib.import_module("libvrm_render")
    except ImportError:
        return None


def png(function: str, *arguments: Any, **settings: Any) -> bytes | None:
    """A picture for a notebook; None if nothing can be drawn."""
    package = renderer()
    if package is None:
        return None
    try:
        picture: bytes = getattr(package, function)(*arguments, **settings).png()
    except package.PictureError:
        return None
    return picture


def use_image_tools(desc: CheckDesc | OptimizeDesc, file_bytes: int, jpeg_quality: float = 0.0,
                    webp_quality: float = 0.0) -> None:
    """Pass the functions for images to one call. Raises ImportError without libvrm-render."""
    package = importlib.import_module("libvrm_render._pictures")
    _core.use_image_tools(desc, package.image_tools(file_bytes, jpeg_quality, webp_quality))
