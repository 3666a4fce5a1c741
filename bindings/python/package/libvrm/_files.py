"""Where a file comes from and goes to."""
from __future__ import annotations

import os
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol, TypeVar

from . import _core
from ._core import Limits, LoadDesc
from ._enums import LoadFlags

if TYPE_CHECKING:
    from typing_extensions import Buffer

    class Readable(Protocol):
        """A file that is open for reading bytes."""

        def read(self) -> bytes: ...

    Path = str | os.PathLike[str]
    Source = Path | Buffer | Readable

_T = TypeVar("_T")


def settings(strict: bool, any_gltf: bool, limits: Limits | None) -> LoadDesc:
    """The settings of a load, which all functions that read files share."""
    flags = LoadFlags(0)
    if strict:
        flags |= LoadFlags.STRICT
    if any_gltf:
        flags |= LoadFlags.ANY_GLTF
    desc = LoadDesc(flags=flags)
    if limits is not None:
        desc.limits = limits
    return desc


def is_path(source: Source) -> bool:
    return isinstance(source, (str, os.PathLike))


def read(source: Source) -> Buffer:
    """The bytes of a path, an open file or a buffer."""
    if isinstance(source, (str, os.PathLike)):
        with open(source, "rb") as file:
            return file.read()
    reader: Callable[[], Any] | None = getattr(source, "read", None)
    if reader is None:
        return source  # type: ignore[return-value] # the module in C raises if it is no buffer
    data = reader()
    if not isinstance(data, bytes):
        raise TypeError("the file must be open in binary mode")
    return data


def load_model(source: Source, desc: LoadDesc, folder: Path | None) -> tuple[_core.Model, _core.Report]:
    below = None if folder is None else os.fsencode(folder)
    if isinstance(source, (str, os.PathLike)):
        return _core.model_load_file(os.fsencode(source), desc, below)
    return _core.model_load_bytes(read(source), desc, below)


def write(path: Path | bytes, data: bytes) -> None:
    """Write a file as a whole or not at all: an interrupted write leaves the old file."""
    target = os.fsdecode(path)
    temporary = f"{target}.{os.getpid()}.{os.urandom(4).hex()}.part"  # which no other thread has
    with open(temporary, "xb") as file:
        try:
            file.write(data)
            file.close()
            os.replace(temporary, target)
        except BaseException:
            file.close()
            os.unlink(temporary)
            raise
