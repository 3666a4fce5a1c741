"""Models, avatars, crowds and reports."""
from __future__ import annotations

import html
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Self, TypeVar, cast, overload

from . import _core
from ._core import (Diagnostic, Expression, Limits, Material, Meta, Node, Permissions, Records, Spring, SpringJoint)
from ._enums import Bone, Dialect, Severity
from ._errors import ClosedError
from ._files import load_model, settings
from ._pictures import png

if TYPE_CHECKING:
    from ._files import Path, Source

__all__ = ["Avatar", "Crowd", "Model", "Report", "load"]


_T = TypeVar("_T")


def as_class(cls: type[_T], created: object) -> _T:
    """What the module in C has created, as the class that was called: it may be a subclass."""
    if type(created) is not cls:
        created.__class__ = cls
    return cast(_T, created)


def _table(rows: Sequence[tuple[str, ...]], head: tuple[str, ...] = ()) -> str:
    """A table of HTML. Its texts come from files: they are escaped."""
    parts = ["<table>"]
    if head:
        parts.append("<tr>" + "".join(f"<th style='text-align:left'>{html.escape(text)}</th>" for text in head) + "</tr>")
    for row in rows:
        parts.append("<tr>" + "".join(f"<td style='text-align:left'>{html.escape(text)}</td>" for text in row) + "</tr>")
    return "".join([*parts, "</table>"])


class Report(_core.Report):
    """What was found in a file: a sequence of diagnostics, worst impact and all."""

    @overload
    def __getitem__(self, key: int, /) -> Diagnostic: ...
    @overload
    def __getitem__(self, key: slice, /) -> list[Diagnostic]: ...
    def __getitem__(self, key: int | slice, /) -> Diagnostic | list[Diagnostic]:
        if isinstance(key, slice):
            return [self[index] for index in range(*key.indices(len(self)))]
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[Diagnostic]:
        for index in range(len(self)):
            yield self[index]

    @property
    def errors(self) -> list[Diagnostic]:
        """The diagnostics that are errors."""
        return [diagnostic for diagnostic in self if diagnostic.severity == Severity.ERROR]

    @property
    def warnings(self) -> list[Diagnostic]:
        """The diagnostics that are warnings."""
        return [diagnostic for diagnostic in self if diagnostic.severity == Severity.WARNING]

    @property
    def is_good(self) -> bool:
        """Whether there is no error."""
        return self.found(Severity.ERROR) == 0

    def __repr__(self) -> str:
        if self.closed:
            return "<Report, closed>"
        return (f"<Report: {self.found(Severity.ERROR)} errors, {self.found(Severity.WARNING)} warnings, "
                f"{self.found(Severity.NOTE)} notes>")

    def __str__(self) -> str:
        return self.text()

    def _repr_html_(self) -> str:
        if not len(self):
            return "<p>No problems found.</p>"
        return _table([(Severity(d.severity).name.lower(), d.code, d.pointer, d.message, d.remedy) for d in self],
                      ("severity", "code", "place", "message", "remedy"))


class Model(_core.Model):
    """A loaded avatar file. Any number of threads may read it."""

    report: Report
    """What was found while it was loaded."""

    def avatar(self, *, flags: int = 0, collider_capacity: int = 0, lanes: int = 0) -> Avatar:
        """Create an avatar at rest, at the origin.

        flags: AvatarFlags.
        collider_capacity: how many colliders set_collider can set.
        lanes: experimental: a constant of libvrm.experimental.Lanes.
        """
        avatar = cast(Avatar, _core.avatar_create(self, flags, collider_capacity, lanes))
        avatar._model = self
        return avatar

    @property
    def version(self) -> Dialect:
        """The VRM version of the file."""
        return Dialect(self.tables.dialect)

    @property
    def meta(self) -> Meta:
        """Author, license and permissions. The texts are untrusted."""
        return self.tables.meta

    @property
    def permissions(self) -> Permissions:
        """What a user may do with the avatar, in the terms of 1.0."""
        return self.tables.meta.permissions

    @property
    def expressions(self) -> Records[Expression]:
        """The expressions: expressions["happy"]."""
        return self.tables.expressions

    @property
    def springs(self) -> Records[Spring]:
        """The springs; the joints of each are a part of spring_joints."""
        return self.tables.springs

    @property
    def spring_joints(self) -> Records[SpringJoint]:
        """The joints of all springs."""
        return self.tables.spring_joints

    @property
    def nodes(self) -> Records[Node]:
        """The nodes of the file."""
        return self.gltf.nodes

    @property
    def materials(self) -> Records[Material]:
        """The materials as they are drawn."""
        return self.tables.materials

    @property
    def bones(self) -> Mapping[Bone, int]:
        """The nodes of the humanoid bones that the avatar has."""
        return {bone: node for bone in Bone if (node := self.bone_node(bone)) >= 0}

    @property
    def thumbnail(self) -> bytes | None:
        """The bytes of the thumbnail's image file; None if there is none."""
        image = self.meta.thumbnail_image
        return self.image_bytes(image) if image >= 0 else None

    def __repr__(self) -> str:
        return "<Model, closed>" if self.closed else f"<Model {self.name!r}, VRM {_core.dialect_name(self.version)}>"

    def _repr_html_(self) -> str:
        meta = self.meta
        rows = [("name", meta.name), ("version", _core.dialect_name(self.version)), ("authors", ", ".join(meta.authors)),
                ("license", meta.license_url or meta.legacy_license_name), ("nodes", str(len(self.nodes))),
                ("bones", str(len(self.bones))), ("expressions", ", ".join(e.name for e in self.expressions)),
                ("springs", f"{len(self.springs)} with {len(self.spring_joints)} joints"),
                ("diagnostics", repr(self.report)[1:-1] if hasattr(self, "report") else "")]
        return _table(rows)

    def _repr_png_(self) -> bytes | None:
        if (picture := png("portrait", self, width=320, height=320)) is not None:
            return picture
        thumbnail = self.thumbnail
        return thumbnail if thumbnail is not None and thumbnail.startswith(b"\x89PNG") else None


class Avatar(_core.Avatar):
    """One running instance of a model. It belongs to one thread at a time; another thread gets BusyError."""

    _model: Model

    @property
    def model(self) -> Model:
        """The model of the avatar."""
        if self.closed:
            raise ClosedError("this Avatar is closed")
        return self._model

    def __getitem__(self, expression: str | int) -> float:
        """The weight of an expression after the last update."""
        return self.expression_weight(expression)

    def __setitem__(self, expression: str | int, weight: float) -> None:
        """Set the weight of an expression, from 0 to 1."""
        self.set_expression(expression, weight)

    def __repr__(self) -> str:
        return "<Avatar, closed>" if self.closed else f"<Avatar of {self._model!r}>"

    def _repr_png_(self) -> bytes | None:
        return None if self.closed else png("draw", self, width=320, height=480)


class Crowd(_core.Crowd):
    """Many avatars that are updated in one call, without the GIL."""

    _avatars: list[Avatar]

    def __new__(cls, *, collider_capacity: int = 0, near_capacity: int = 0, threads: int = 1) -> Self:
        """Create an empty crowd.

        threads: how many threads update its avatars, at most 64; 0: one for each processor. All give the same result.
        """
        if threads == 0:
            threads = min(os.cpu_count() or 1, 64)
        crowd = as_class(cls, _core.crowd_create(collider_capacity, near_capacity, threads))
        crowd._avatars = []
        return crowd

    def create(self, model: Model, *, flags: int = 0, collider_capacity: int = 0) -> Avatar:
        """Create an avatar in the crowd. It stays there until remove(), or until the crowd is closed."""
        avatar = cast(Avatar, self._add(model, flags, collider_capacity, 0))
        avatar._model = model
        self._avatars.append(avatar)
        return avatar

    def remove(self, avatar: Avatar) -> None:
        """Remove an avatar and close it."""
        if all(avatar is not other for other in self._avatars):
            raise ValueError("the avatar is not in this crowd")
        avatar.close()
        self._avatars = [other for other in self._avatars if other is not avatar]

    def close(self) -> None:
        """Close the crowd and its avatars."""
        avatars, self._avatars = self._avatars, []
        try:
            super().close()
        except BaseException:
            self._avatars = avatars
            raise
        for avatar in avatars:
            avatar.close()

    def __len__(self) -> int:
        return len(self._avatars)

    def __iter__(self) -> Iterator[Avatar]:
        return iter(tuple(self._avatars))

    def __getitem__(self, index: int) -> Avatar:
        return self._avatars[index]


def load(file: Source, *, strict: bool = False, any_gltf: bool = False, limits: Limits | None = None,
         folder: Path | None = None) -> Model:
    """Load an avatar from a path, bytes or an open file. Other threads run meanwhile.

    strict: refuse a file that would be repaired.
    any_gltf: accept a file without an avatar.
    limits: bounds of the cost of untrusted files.
    folder: where files are that the file names; without it, no other file is opened.

    Raises Error if the file cannot be loaded. Problems that were repaired are in Model.report.
    """
    loaded, report = load_model(file, settings(strict, any_gltf, limits), folder)
    model = cast(Model, loaded)
    model.report = cast(Report, report)
    return model

