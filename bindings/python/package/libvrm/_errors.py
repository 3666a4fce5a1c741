"""What the package raises."""
from __future__ import annotations

from typing import TYPE_CHECKING, Any

from . import _core
from ._core import BusyError, ClosedError, MisuseError
from ._enums import Result

if TYPE_CHECKING:
    from ._objects import Report

__all__ = ["BusyError", "CancelledError", "ClosedError", "ConsentError", "Error", "LimitError", "MisuseError"]


class Error(Exception):
    """A call failed. The report has the reason, where it is in the file, and what to do about it."""

    result: Result | int
    """What the call returned."""
    report: Report | None
    """All that was found; None if the failure does not concern a file."""
    code: str
    """The code of the diagnostic that made the call fail, such as "not-gltf"; "" without a report."""
    pointer: str
    """The JSON pointer to the element; "" is the whole file."""
    remedy: str
    """What to do about it; may be empty."""

    def __init__(self, result: int, report: Report | None, problem: str) -> None:
        try:
            self.result = Result(result)
        except ValueError:
            self.result = result
        self.report = report
        failure = report.failure if report is not None else None
        self.code = failure.code if failure else ""
        self.pointer = failure.pointer if failure else ""
        self.remedy = failure.remedy if failure else ""
        message = failure.message if failure else problem
        place = f" at {self.pointer}" if self.pointer else ""
        code = f" ({self.code}{place})" if self.code else ""
        remedy = f" {self.remedy}" if self.remedy else ""
        super().__init__(f"{message}{code}.{remedy}" if failure else message)

    def __reduce__(self) -> tuple[Any, ...]:
        """For pickle, which takes errors from one process to another: without the report."""
        return _restore, (type(self), self.args, {**self.__dict__, "report": None})


def _restore(cls: type[Error], args: tuple[Any, ...], state: dict[str, Any]) -> Error:
    error = cls.__new__(cls, *args)
    error.__dict__.update(state)
    return error


class ConsentError(Error):
    """A person has to accept a change of permissions before the file is written."""

    def __init__(self, result: int, report: Report | None, problem: str) -> None:
        super().__init__(result, report, "the permissions of the file have no exact equivalent in the other VRM version")
        self.remedy = "Get the rights holder's consent, then pass accept_license_mapping=True."
        self.args = (f"{self.args[0]}. {self.remedy}",)


class LimitError(Error):
    """The file exceeds one of the limits of the load."""


class CancelledError(Error):
    """The call was stopped."""


_CLASSES: dict[int, type[Error]] = {Result.CONSENT: ConsentError, Result.LIMIT: LimitError,
                                    Result.CANCELLED: CancelledError}


def _make(result: int, report: Report | None, problem: str) -> Error:
    return _CLASSES.get(result, Error)(result, report, problem)


_core.set_error(_make)
