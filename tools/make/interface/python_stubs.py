"""The generated part of the Python package in Python: enumerations as classes, and the stub of the module in C."""
import keyword
import re

from interface.c_types import pointee
from interface.plan import arguments, first_sentence
from interface.python_c import Tables, Wrapper, float_count_of_value, word
from interface.python_plan import (CLASSES, FUNCTIONS, HIDDEN, LOOKUPS, VALUES, camel, entries, float_count,
                                   function_of, is_truth, members)

DTYPES = {"float": "Floats", "int32_t": "Ints", "uint32_t": "UnsignedInts", "uint16_t": "Shorts", "uint64_t": "Longs"}
TUPLES = {"vrm_vec2": "Vec2", "vrm_vec3": "Vec3", "vrm_vec4": "Vec4", "vrm_quat": "Quat", "vrm_trs": "Trs",
          "vrm_mat4": "Matrix"}
GIVEN = {"vrm_vec2": "Vec2Like", "vrm_vec3": "Vec3Like", "vrm_vec4": "Vec4Like", "vrm_quat": "QuatLike",
         "vrm_trs": "TrsLike", "vrm_mat4": "MatrixLike"}
STUB_HEAD = '''"""Written by tools/make/make-python from api.json: do not edit."""
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, Generic, TypeVar, overload

import numpy as np
import numpy.typing as npt
from typing_extensions import Buffer as BytesLike, Self

from ._enums import *
from ._experimental_enums import *

_T = TypeVar("_T")
Floats = npt.NDArray[np.float32]
Ints = npt.NDArray[np.int32]
UnsignedInts = npt.NDArray[np.uint32]
Shorts = npt.NDArray[np.uint16]
Longs = npt.NDArray[np.uint64]
Vec2 = tuple[float, float]
Vec3 = tuple[float, float, float]
Vec4 = tuple[float, float, float, float]
Quat = tuple[float, float, float, float]
Trs = tuple[Vec3, Quat, Vec3]
Matrix = tuple[Vec4, Vec4, Vec4, Vec4]
Vec2Like = Sequence[float] | npt.NDArray[np.floating[Any]]
Vec3Like = Sequence[float] | npt.NDArray[np.floating[Any]]
Vec4Like = Sequence[float] | npt.NDArray[np.floating[Any]]
QuatLike = Sequence[float] | npt.NDArray[np.floating[Any]]
TrsLike = Sequence[float] | Sequence[Sequence[float]] | npt.NDArray[np.floating[Any]]
MatrixLike = Sequence[float] | Sequence[Sequence[float]] | npt.NDArray[np.floating[Any]]

class ClosedError(ValueError):
    """The object was closed."""

class BusyError(RuntimeError):
    """Another thread is using the object."""

class MisuseError(ValueError):
    """An argument that libvrm cannot use: an index out of range, for example. The call did nothing."""

class View:
    """Numbers in memory of libvrm, without a copy."""
    @property
    def shape(self) -> tuple[int, ...]: ...
    @property
    def readonly(self) -> bool: ...
    def tolist(self) -> list[Any]: ...
    def __len__(self) -> int: ...
    def __getitem__(self, index: int, /) -> Any: ...
    def __buffer__(self, flags: int, /) -> memoryview: ...

class Records(Generic[_T]):
    """A table of libvrm: a sequence of records."""
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[_T]: ...
    @overload
    def __getitem__(self, key: int | str, /) -> _T: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[_T, ...]: ...

class Record:
    """A struct of libvrm: its fields are attributes."""
    def asdict(self) -> dict[str, Any]: ...

class Object:
    """What all objects of libvrm share."""
    def close(self) -> None: ...
    @property
    def closed(self) -> bool: ...
    def __enter__(self) -> Self: ...
    def __exit__(self, *details: object) -> None: ...

def set_enumerations(classes: Mapping[str, type], /) -> None: ...
def set_classes(classes: Mapping[str, type[Object]], /) -> None: ...
def set_error(error: object, /) -> None: ...
'''


def docstring(comment, indent):
    """A docstring of one or more lines."""
    text = comment.strip().replace("\\", "\\\\").replace('"""', "'''")
    if "\n" not in text and len(text) + len(indent) < 112 and not text.endswith('"'):
        return [f'{indent}"""{text}"""']
    return [f'{indent}"""{text.split(chr(10))[0]}', *(f"{indent}{line}".rstrip() for line in text.split("\n")[1:]),
            f'{indent}"""']


def enumerations_text(api, stability):
    lines = ['"""Written by tools/make/make-python from api.json: do not edit."""', "from enum import IntEnum, IntFlag",
             ""]
    names = []
    for entry in api.mine("enumerations"):
        if entry["stability"] != stability:
            continue
        names.append(camel(entry["name"]))
        base = "IntFlag" if entry["kind"] == "flags" else "IntEnum"
        lines += ["", f"class {names[-1]}({base}):", *docstring(entry["comment"], "    "), ""]
        for name, value, comment in members(entry):
            lines.append(f"    {name} = {value}")
            if comment:
                lines += docstring(comment, "    ")
        lines.append("")
    lines += ["", "__all__ = [", *(f'    "{name}",' for name in names), "]", ""]
    return "\n".join(lines)


class Types:
    """The types of Python that stand for those of C."""

    def __init__(self, api):
        self.api = api

    def value(self, kind, comment, name):
        """What comes out."""
        if kind == "const char *" or kind == "vrm_string":
            return "str"
        if kind in ("float", "double"):
            return "float"
        if kind in self.api.enumerations:
            return camel(kind) if self.api.enumerations[kind]["kind"] == "flags" else f"{camel(kind)} | int"
        if kind in TUPLES:
            return TUPLES[kind]
        if "*" in kind:
            return camel(pointee(kind))
        if kind in self.api.structs:
            return camel(kind)
        return "bool" if kind == "int32_t" and is_truth(comment, name) else "int"

    def given(self, kind, comment, name):
        """What is passed."""
        if kind == "const char *":
            return "str"
        if kind in ("float", "double"):
            return "float"
        if kind == "vrm_bone":
            return "Bone | str"
        return "bool" if kind == "int32_t" and is_truth(comment, name) else "int"

    def field(self, field):
        kind, target = field["type"], pointee(field["type"]) if "*" in field["type"] else field["type"]
        if "*" in kind and kind != "const char *" and "length" not in field:
            return f"{camel(target)} | None"
        if ("*" in kind and kind != "const char *") or "count" in field:
            if target == "vrm_string":
                return "tuple[str, ...]"
            if target == "float" and field.get("elements", 9) <= 4:
                return "tuple[float, ...]"
            if float_count(self.api, target):
                return "Floats" if target in VALUES or True else ""
            if target in self.api.structs:
                return f"Records[{camel(target)}]"
            return DTYPES[self.api.enumerations[target]["type"] if target in self.api.enumerations else target]
        return self.value(kind, field["comment"], field["name"])

    def argument(self, argument, kind):
        """(name, type) of a parameter, or None if it is no parameter of Python."""
        name = argument.name + "_" if keyword.iskeyword(argument.name) else argument.name
        none = " | None" if argument.nullable else ""
        comment = argument.parameter["comment"]
        if argument.kind in ("value", "enumeration"):
            if argument.name in LOOKUPS and argument.type == "int32_t" and kind in ("avatar", "model"):
                return name, "int | str"
            return name, self.given(argument.type, comment, argument.name)
        if argument.kind == "handle":
            return name, camel(argument.target) + none
        if argument.kind == "string":
            return name, "str" + none
        if argument.kind == "buffer":
            return name, "BytesLike" + none
        if argument.kind == "array" and argument.parameter["direction"] == "in":
            return name, "Sequence[float]"
        if argument.kind == "struct" and not (argument.parameter["direction"] == "inout" and not argument.constant and
                                              argument.name in ("out", "info") and kind):
            if argument.constant and argument.target in GIVEN:
                return name, GIVEN[argument.target] + none
            return name, camel(argument.target) + none
        if argument.kind == "out" and kind is None and argument.name in ("pose", "idle"):
            return name, camel(argument.target)
        return None

    def result(self, wrapper, function):
        """The type of what a wrapper returns."""
        parts = []
        if wrapper.received:
            parts = [camel("vrm_" + kind) for _, kind in wrapper.received]
            parts += ["Report"] if wrapper.report else []
            return parts[0] if len(parts) == 1 else f"tuple[{', '.join(parts)}]"
        if wrapper.report:
            return "Report"
        may_be_none = False
        outs = []
        for argument in arguments(self.api, function, wrapper.is_method):
            if argument.kind in ("out", "array") and argument.parameter["direction"] == "out" and \
                    self.argument(argument, wrapper.kind) is None or argument.kind == "struct" and self.argument(argument, wrapper.kind) is None:
                if argument.nullable and argument.target not in self.api.structs and argument.name != "out_index":
                    continue
                if argument.kind == "array":
                    outs.append("tuple[" + ", ".join([TUPLES[argument.type]] * argument.parameter["elements"]) + "]")
                else:
                    outs.append(self.value(argument.target, "", ""))
        returns = function["returns"]
        if returns not in ("void", "vrm_result"):
            if returns == "int32_t" and is_truth(function.get("returns_comment", ""), ""):
                may_be_none = bool(outs)
                parts = [] if outs else ["bool"]
            else:
                kind = self.value(returns, function.get("returns_comment", ""), "")
                parts = [kind + (" | None" if function.get("returns_nullable") and returns != "const char *" and
                                 not re.search("only if", function.get("returns_comment", "")) else "")]
        parts += outs
        if not parts:
            return "None"
        text = parts[0] if len(parts) == 1 else f"tuple[{', '.join(parts)}]"
        return text + (" | None" if may_be_none else "")


def stub_text(api):
    types, tables = Types(api), Tables(api)
    lines = [STUB_HEAD]
    for struct in api.mine("structs"):
        name = struct["name"]
        if name in HIDDEN or float_count_of_value(api, name):
            continue
        fields = [f for f in struct["fields"] if tables.field(struct, f)]
        lines += [f"class {camel(name)}(Record):", *docstring(first_sentence(struct["comment"]), "    ")]
        lines.append("    def __new__(cls, **fields: Any) -> Self: ...")
        for field in fields:
            shown = types.field(field)
            lines += [f"    @property\n    def {word(field['name'])}(self) -> {shown}:", *docstring(field["comment"], " " * 8)]
            lines.append(f"    @{word(field['name'])}.setter\n    def {word(field['name'])}(self, value: Any, /) -> None: ...")
        lines.append("")
    for kind in CLASSES:
        lines += [f"class {camel('vrm_' + kind)}(Object):"]
        for name, getter, setter, is_property in entries(kind):
            function = function_of(api, getter)
            wrapper = Wrapper(tables, function, kind, "method")
            wrapper.python_name = name
            returns = types.result(wrapper, function)
            if is_property:
                lines += [f"    @property\n    def {name}(self) -> {returns}:",
                          *docstring(function["comment"], " " * 8)]
                if setter:
                    other = function_of(api, setter)
                    shown = types.argument(arguments(api, other, True)[0], kind)
                    lines.append(f"    @{name}.setter\n    def {name}(self, value: {shown[1]}, /) -> None: ...")
                continue
            formal = [types.argument(a, kind) for a in arguments(api, function, True)]
            shown = ", ".join(["self", *(f"{n}: {t}" for n, t in filter(None, formal)), "/"])
            lines += [f"    def {name}({shown}) -> {returns}:".replace("(self, /)", "(self)"),
                      *docstring(function["comment"], " " * 8)]
        lines += more_lines(kind)
        lines += ["    ..."] * (lines[-1].startswith("class"))
        lines.append("")
    for c_name in FUNCTIONS:
        function = function_of(api, c_name)
        wrapper = Wrapper(tables, function, None, "method")
        formal = [types.argument(a, None) for a in arguments(api, function, False)]
        shown = ", ".join([f"{n}: {t}" for n, t in filter(None, formal)])
        shown += ", /" if shown else ""
        lines += [f"def {c_name[4:]}({shown}) -> {types.result(wrapper, function)}:",
                  *docstring(function["comment"], " " * 4)]
    return "\n".join([*lines, MORE_FUNCTIONS])


def more_lines(kind):
    return [f"    {line}" if line else line for line in MORE.get(kind, "").strip("\n").split("\n") if line]


# What is written by hand in bindings/python/core.
MORE = {
    "report": """
def __len__(self) -> int: ...
def __getitem__(self, index: int, /) -> Diagnostic: ...
def text(self) -> str: ...
""",
    "model": """
def floats(self, accessor: int, /) -> Floats: ...
def triangles(self, mesh: int, primitive: int, /) -> UnsignedInts: ...
def first_person_triangles(self, node: int, primitive: int, /) -> UnsignedInts: ...
def vertices(self, mesh: int, primitive: int, semantic: int, set: int, components: int, /) -> Floats: ...
def joints(self, mesh: int, primitive: int, set: int, skin: int, /) -> Shorts: ...
def morph_target(self, mesh: int, primitive: int, target: int, semantic: int, /) -> Floats: ...
def inverse_binds(self, skin: int, /) -> Floats: ...
def image_bytes(self, image: int, /) -> bytes: ...
""",
    "avatar": """
@property
def locals(self) -> Floats: ...
@property
def local(self) -> Floats: ...
@property
def world(self) -> Floats: ...
@property
def morph_weights(self) -> Floats: ...
@property
def morph_offsets(self) -> UnsignedInts: ...
@property
def expression_weights(self) -> Floats: ...
@property
def materials(self) -> Records[MaterialValues]: ...
def save(self) -> bytes: ...
def restore(self, state: BytesLike, /) -> None: ...
def debug_lines(self) -> tuple[Line, ...]: ...
def skin_matrices(self, skin: int, /) -> Floats: ...
""",
    "crowd": """
def update(self, dt: float, /) -> None: ...
def _add(self, model: Model, flags: int, collider_capacity: int, lanes: int, /) -> Avatar: ...
""",
    "edit": """
def get(self, pointer: str, /) -> str | None: ...
def remove_nodes(self, nodes: Sequence[int], /) -> None: ...
""",
    "written": """
def bytes(self) -> bytes: ...
""",
    "diff": """
def operations(self) -> list[tuple[str, str | None]]: ...
""",
    "voice": """
def add(self, samples: BytesLike, /) -> None: ...
@property
def calibration(self) -> bytes: ...
@calibration.setter
def calibration(self, value: BytesLike, /) -> None: ...
""",
    "companion": """
def say_samples(self, voice: Voice, samples: BytesLike, /) -> None: ...
def be_silent(self) -> None: ...
def read_text(self, text: str, /) -> tuple[str, list[CompanionTag]]: ...
def save(self) -> bytes: ...
def restore(self, state: BytesLike, /) -> None: ...
""",
}
MORE_FUNCTIONS = """
shared: object
def use_image_tools(settings: CheckDesc | OptimizeDesc, tools: object, /) -> None: ...
def model_load_file(path: bytes, settings: LoadDesc | None, folder: bytes | None, /) -> tuple[Model, Report]: ...
def model_load_bytes(data: BytesLike, settings: LoadDesc | None, folder: bytes | None, /) -> tuple[Model, Report]: ...
def avatar_create(model: Model, flags: int, collider_capacity: int, lanes: int, /) -> Avatar: ...
def crowd_create(collider_capacity: int, near_capacity: int, threads: int, /) -> Crowd: ...
def diff_create(a: Model, b: Model, a_file: BytesLike | None, b_file: BytesLike | None, parts: int,
                settings: LoadDesc | None, /) -> Diff: ...
def mixer_update(mixer: Mixer, elapsed: int, out: Pose, /) -> tuple[Vec3, list[MixerEvent]]: ...
def pose_customs(pose: Pose, /) -> dict[str, float]: ...
def speech_create(phonemes: str | Sequence[tuple[int, int, str, float, float]], alphabet: int, /) -> Speech: ...
def face_map_of(model: Model, /) -> FaceMap: ...
def viseme_apply(weights: Sequence[float], pose: Pose, /) -> None: ...
def vmc_sender_write(sender: VmcSender, pose: Pose, root: TrsLike | None, clock: float, /) -> list[bytes]: ...
def companion_create(model: Model, actions: Sequence[tuple[str, Clip | None, int, int | str | None, float, int]],
                     seed: int, params: CompanionParams | None, /) -> Companion: ...
def companion_update(companion: Companion, avatar: Avatar, body: Pose | None, now: int, /) -> None: ...
def companion_say(companion: Companion, speech: Speech, start: int, /) -> bool: ...
def handle(value: Object, /) -> object: ...
def model_handle(avatar: Avatar, /) -> object: ...
def kept(value: Record, /) -> list[tuple[Any, object]]: ...
def layout() -> dict[str, tuple[int, int]]: ...
"""
