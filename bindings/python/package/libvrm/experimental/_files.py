"""Check, fix, convert, edit and compare files."""
from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Self, cast, overload

from .. import _core
from .._core import Change, CheckDesc, Diagnostic, Difference, Limits, MakeDesc, MigrateDesc, NormalizeDesc, OptimizeDesc
from .._enums import Dialect
from .._experimental_enums import (ChangeKind, CheckFlags, DiffKind, DiffPart, MakeFlags, MigrateFlags, NormalizeFlags,
                                   OptimizeFlags)
from .._files import load_model, read, settings, write
from .._objects import Model, Report, _table, as_class
from .._pictures import renderer, use_image_tools

if TYPE_CHECKING:
    from typing_extensions import Buffer

    from .._files import Path, Source

Json = Any


class Written(_core.Written):
    """A file that was written, with the list of its changes."""

    report: Report
    """What was found in the old file."""

    def save(self, path: Path | bytes) -> None:
        """Write the file as a whole or not at all: an interrupted write leaves the old file."""
        write(path, self.bytes())

    @property
    def changes(self) -> list[Change]:
        """What differs from the old file."""
        return [change for index in range(self.change_count) if (change := self.change(index)) is not None]

    @property
    def fixes(self) -> list[Diagnostic]:
        """Of fix(): the problems that are gone."""
        fixed: list[Diagnostic] = []
        while (one := self.fixed(len(fixed))) is not None:
            fixed.append(one)
        return fixed

    def __repr__(self) -> str:
        return "<Written, closed>" if self.closed else f"<Written: {len(self.bytes())} bytes, {self.change_count} changes>"

    def _repr_html_(self) -> str:
        return _table([(ChangeKind(c.kind).name.lower(), c.code, c.from_, c.to, c.text) for c in self.changes],
                      ("change", "code", "from", "to", "what"))


def _written(pair: tuple[_core.Written, _core.Report]) -> Written:
    written = cast(Written, pair[0])
    written.report = cast(Report, pair[1])
    return written


def _check_desc(payload: bool, behavior: bool, strict: bool, limits: Limits | None) -> CheckDesc:
    flags = CheckFlags(0)
    if not payload:
        flags |= CheckFlags.NO_PAYLOAD
    if not behavior:
        flags |= CheckFlags.NO_BEHAVIOR
    return CheckDesc(flags=flags, load=settings(strict, False, limits))


def check(file: Source, *, payload: bool = True, behavior: bool = True, images: bool | None = None,
          limits: Limits | None = None) -> Report:
    """Check a file against the specification. A file that cannot be loaded has a report too, and no exception.

    payload: check vertices, indices, matrices and images.
    behavior: run the avatar, and check its springs, lookAt, expressions and materials.
    images: decode images, to find damaged ones. None: if the package libvrm-render is installed.
    """
    data, desc = read(file), _check_desc(payload, behavior, False, limits)
    _decode_images(desc, images)
    return cast(Report, _core.check(data, desc))


def check_model(model: Model, *, payload: bool = True, behavior: bool = True, images: bool | None = None) -> Report:
    """Check a loaded model; rules about members that only the JSON has are skipped. The arguments are those of check()."""
    desc = _check_desc(payload, behavior, False, None)
    _decode_images(desc, images)
    return cast(Report, _core.check_model(model, desc))


def _decode_images(desc: CheckDesc, images: bool | None) -> None:
    if images or images is None and renderer() is not None:
        use_image_tools(desc, 0)


def fix(file: Source, *, limits: Limits | None = None) -> Written:
    """Fix what can be fixed without losing anything and without a visible change."""
    return _written(_core.fix(read(file), _check_desc(True, True, False, limits)))


def migrate(file: Source, *, to: Dialect = Dialect.V1, accept_license_mapping: bool = False,
            most_restrictive: bool = False, t_pose: bool = False, license_url: str | None = None,
            author: str | None = None, limits: Limits | None = None) -> Written:
    """Convert a file to another VRM version.

    accept_license_mapping: the rights holder accepts that permissions have no exact equivalent. Without it, such a
    file raises ConsentError.
    most_restrictive: do not use what the name of the old license implies.
    t_pose: first move the avatar to the T-pose.
    license_url: of the new license, for a file that becomes 1.0.
    author: for a file that names none.
    """
    flags = MigrateFlags(0)
    for value, flag in ((accept_license_mapping, MigrateFlags.ACCEPT_LICENSE_MAPPING),
                        (most_restrictive, MigrateFlags.MOST_RESTRICTIVE), (t_pose, MigrateFlags.T_POSE)):
        if value:
            flags |= flag
    desc = MigrateDesc(flags=flags, to=to, license_url=license_url, author=author, load=settings(False, False, limits))
    return _written(_core.migrate(read(file), desc))


def normalize(file: Source, *, t_pose: bool = False, ground: bool = False, lose_constraints: bool = False,
              limits: Limits | None = None) -> Written:
    """Remove rotations and scales of the rest pose; nothing moves at rest.

    t_pose: first turn the avatar to the T-pose, if it is off by more than a check allows.
    ground: put the soles on the ground.
    lose_constraints: remove all rotations, also those that constraints need.
    """
    flags = NormalizeFlags(0)
    for value, flag in ((t_pose, NormalizeFlags.T_POSE), (ground, NormalizeFlags.GROUND),
                        (lose_constraints, NormalizeFlags.LOSE_CONSTRAINTS)):
        if value:
            flags |= flag
    return _written(_core.normalize(read(file), NormalizeDesc(flags=flags, load=settings(False, False, limits))))


def optimize(file: Source, *, flags: OptimizeFlags = OptimizeFlags(0), images: bool = False, max_texture: int = 0,
             jpeg_quality: float = 0.0, webp_quality: float = 0.0, limits: Limits | None = None) -> Written:
    """Make a file smaller without a visible change.

    images: encode images again. This and what follows needs the package libvrm-render, and may take seconds.
    max_texture: reduce images with a longer side; 0: none.
    jpeg_quality, webp_quality: images of colors become JPEG or WebP, if that is smaller; 0: none. WebP is for
    applications that support EXT_texture_webp.
    """
    data = read(file)
    desc = OptimizeDesc(flags=flags, max_texture=max_texture, load=settings(False, False, limits))
    if images or max_texture or jpeg_quality or webp_quality:
        use_image_tools(desc, memoryview(data).nbytes, jpeg_quality, webp_quality)
    return _written(_core.optimize(data, desc))


def make(file: Source, *, name: str | None = None, author: str | None = None, keep_pose: bool = False,
         guesses: Json = None, limits: Limits | None = None) -> tuple[Written, Json]:
    """Make an avatar of a glTF file with a humanoid skeleton. Returns the file and the guesses that it relies on.

    guesses: those of an earlier call, corrected.
    """
    desc = MakeDesc(flags=MakeFlags.KEEP_POSE if keep_pose else 0, name=name, author=author,
                    load=settings(False, True, limits))
    if guesses is not None:
        desc.guesses = json.dumps(guesses)
    written, found, report = _core.make(read(file), desc)
    return _written((written, report)), json.loads(found.bytes())


class Edit(_core.Edit):
    """A file that is being edited: everything that you do not change is preserved byte for byte.

        with Edit.open("avatar.vrm") as edit:
            edit["/extensions/VRMC_vrm/meta/name"] = "Ame"
            edit.write_file().save("renamed.vrm")
    """

    report: Report
    """What was found while it was loaded."""

    @classmethod
    def open(cls, file: Source, *, limits: Limits | None = None) -> Self:
        """Open a file to edit it: an avatar, a motion, or any other glTF file."""
        created, report = _core.edit_create(read(file), settings(False, True, limits))
        edit = as_class(cls, created)
        edit.report = cast(Report, report)
        return edit

    def __getitem__(self, pointer: str) -> Json:
        """The value at a JSON pointer."""
        text = self.get(pointer)
        if text is None:
            raise KeyError(pointer)
        return json.loads(text)

    def __contains__(self, pointer: str) -> bool:
        return self.get(pointer) is not None

    def __setitem__(self, pointer: str, value: Json) -> None:
        """Set the value at a JSON pointer; a pointer that ends in "/-" adds to an array."""
        self.set(pointer, json.dumps(value, ensure_ascii=False, allow_nan=False))

    def __delitem__(self, pointer: str) -> None:
        """Remove the value at a JSON pointer."""
        self.remove(pointer)

    def write_file(self) -> Written:
        """Write the edited file; the edit may go on."""
        return _written(self.write())


class Diff(_core.Diff):
    """What differs between two avatars, in the terms of VRM."""

    def __len__(self) -> int:
        return int(self.info.count)

    @overload
    def __getitem__(self, key: int) -> Difference: ...
    @overload
    def __getitem__(self, key: slice) -> list[Difference]: ...
    def __getitem__(self, key: int | slice) -> Difference | list[Difference]:
        if isinstance(key, slice):
            return [self[index] for index in range(*key.indices(len(self)))]
        found = self.get(key if key >= 0 else key + len(self)) if -len(self) <= key < len(self) else None
        if found is None:
            raise IndexError(key)
        return found

    def __iter__(self) -> Iterator[Difference]:
        for index in range(len(self)):
            yield self[index]

    def __repr__(self) -> str:
        return "<Diff, closed>" if self.closed else f"<Diff: {self.info.found} differences>"

    def _repr_html_(self) -> str:
        if not len(self):
            return "<p>No differences.</p>"
        return _table([(DiffPart(d.part).name.lower().replace("_", " "), DiffKind(d.kind).name.lower(), d.name, d.field,
                        d.from_, d.to) for d in self], ("part", "kind", "name", "field", "from", "to"))


def diff(a: Model | Source, b: Model | Source, *, parts: int = 0) -> Diff:
    """Compare two avatars by meaning: models, or files, of which the rest of the JSON is compared too.

    parts: bits 1 << DiffPart to report; 0: all.
    """
    desc = settings(False, True, None)
    models: list[_core.Model] = []
    files: list[Buffer | None] = []
    for side in (a, b):
        if isinstance(side, Model):
            models.append(side)
            files.append(None)
        else:
            data = read(side)
            models.append(load_model(data, desc, None)[0])
            files.append(data)
    if None in files:
        files = [None, None]
    return cast(Diff, _core.diff_create(models[0], models[1], files[0], files[1], parts, desc))
