"""Tasks on files: check, fix, convert, optimize, draw. Needs libvrm, and not Blender."""
from __future__ import annotations

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, NamedTuple

import libvrm
from libvrm import experimental as vrmx

from . import locate, texts

NO_PORTRAIT = ("Portraits need the Python package libvrm-render, which this build of the extension does not contain")


class TaskError(Exception):
    """A task could not be done. Its text is for the user."""


class Row(NamedTuple):
    """A diagnostic as the panel lists it."""

    severity: str
    code: str
    message: str
    remedy: str
    pointer: str
    target: locate.Target


class Done(NamedTuple):
    """What a task wrote."""

    path: str
    old_bytes: int
    new_bytes: int
    changes: tuple[str, ...]


def read(path: str) -> bytes:
    try:
        return Path(path).read_bytes()
    except OSError as error:
        raise TaskError(f"{path}: {error.strerror}") from error


def check(path: str, language: str = "en") -> list[Row]:
    """The diagnostics of a file, errors first."""
    return check_bytes(read(path), language)


def check_bytes(data: bytes, language: str = "en") -> list[Row]:
    document, table = locate.Document(data), texts.table(language)
    report = vrmx.check(data)
    rows = [Row(libvrm.Severity(found.severity).name, found.code, texts.message(found, table),
                texts.remedy(found, table), found.pointer,
                document.target(found.pointer, found.subject, found.subject_name)) for found in report]
    return sorted(rows, key=lambda row: ("ERROR", "WARNING", "NOTE").index(row.severity))


def beside(path: str, word: str) -> str:
    """A name for the result, beside the old file: avatar-fixed.vrm."""
    source = Path(path)
    stem = source.stem
    for other in ("fixed", "1.0", "optimized"):
        stem = stem.removesuffix(f"-{other}")
    return str(source.with_name(f"{stem}-{word}.vrm"))


def save(written: Any, data: bytes, path: str) -> Done:
    try:
        written.save(path)
    except OSError as error:
        raise TaskError(f"{path}: {error.strerror}") from error
    fixes = tuple(fixed.message for fixed in getattr(written, "fixes", []))
    changes = tuple(change.text for change in written.changes)
    return Done(path, len(data), os.path.getsize(path), fixes or changes)


def run(function: Any, source: str, target: str, **settings: Any) -> Done:
    data = read(source)
    try:
        written = function(data, **settings)
    except libvrm.Error as error:
        raise TaskError(". ".join(text for text in (str(error), getattr(error, "remedy", "")) if text)) from error
    return save(written, data, target)


def fix(source: str, target: str) -> Done:
    """Write a fixed copy: lossless, invisible fixes only."""
    return run(vrmx.fix, source, target)


def migrate(source: str, target: str, *, accept_license_mapping: bool = False, license_url: str = "",
            author: str = "") -> Done:
    """Write a copy in VRM 1.0."""
    return run(vrmx.migrate, source, target, accept_license_mapping=accept_license_mapping,
               license_url=license_url or None, author=author or None)


def optimize(source: str, target: str, *, images: bool = False, max_texture: int = 0) -> Done:
    """Write a smaller copy without a visible change."""
    if (images or max_texture) and not has_pictures():
        raise TaskError("Images can be encoded again only with the Python package libvrm-render")
    return run(vrmx.optimize, source, target, images=images, max_texture=max_texture)


def has_pictures() -> bool:
    try:
        import libvrm_render  # noqa: F401
    except ImportError:
        return False
    return True


def portrait(source: str, target: str, size: int = 512) -> None:
    """Draw a portrait of a file. It is drawn in another thread, since GL contexts belong to threads: that of
    Blender's window stays as it is."""
    if not has_pictures():
        raise TaskError(NO_PORTRAIT)
    import libvrm_render

    data = read(source)

    def draw() -> None:
        with libvrm.load(data) as model:
            libvrm_render.portrait(model, width=size, height=size).save(target)

    try:
        with ThreadPoolExecutor(1) as pool:
            pool.submit(draw).result()
    except (libvrm.Error, libvrm_render.PictureError, OSError) as error:
        raise TaskError(str(error)) from error
