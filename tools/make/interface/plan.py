"""The interface as generators of bindings see it: classes with methods, and plans of calls.

A function vrm_T_NAME of an opaque type vrm_T is a method NAME of T if its first parameter is a
vrm_T, and a static one otherwise; the rest are free functions. `_init_sized` functions give a desc
with its defaults, and functions that release stand behind the destructor.
"""
import json
import re
from pathlib import Path

from interface.c_types import is_const, pointee


class Api:
    def __init__(self, path, libraries):
        self.whole = json.loads(Path(path).read_text(encoding="utf-8"))
        self.version = self.whole["version"]
        self.headers = [header for header in self.whole["headers"] if header["library"] in libraries]
        every = self.whole["headers"]
        self.enumerations = {e["name"]: e for h in every for e in h["enumerations"]}
        self.structs = {s["name"]: s for h in every for s in h["structs"]}
        self.opaque = {o["name"]: o for h in every for o in h["opaque_types"]}
        self.callbacks = {c["name"]: c for h in every for c in h["callbacks"]}
        self.functions = {f["name"]: f for h in every for f in h["functions"]}
        self.releases = {o["releases_with"] for o in self.opaque.values()}

    def mine(self, kind):
        for header in self.headers:
            yield from header[kind]

    def exported(self):
        return [f for f in self.mine("functions") if not f["inline"]]

    def class_of(self, function):
        """The opaque type that a function belongs to, and whether it is a method of an object."""
        mine = {o["name"] for o in self.mine("opaque_types")}
        names = [name for name in mine if function["name"].startswith(name + "_")]
        if not names or function["name"].endswith("_init_sized"):
            return None, False
        name = max(names, key=len)
        parameters = function["parameters"]
        return name, bool(parameters) and pointee(parameters[0]["type"]) == name

    def getter_of(self, struct, owner):
        """The function that returns a struct of an object: vrm_avatar_frame for vrm_frame."""
        for function in self.functions.values():
            if pointee(function["returns"]) == struct and len(function["parameters"]) == 1 and \
                    pointee(function["parameters"][0]["type"]) == owner:
                return function["name"]
        return None

    def holds_pointers(self, name, _seen=None):
        """Whether a struct has pointers or functions, in it or in its parts."""
        seen = _seen or set()
        if name not in self.structs or name in seen:
            return False
        seen.add(name)
        return any("*" in f["type"] or f["type"] == "function" or self.holds_pointers(f["type"], seen)
                   for f in self.structs[name]["fields"])


class Argument:
    """A parameter of a binding's function, which stands for one or two of the C function."""

    def __init__(self, kind, parameter, count=None):
        self.kind, self.parameter, self.count = kind, parameter, count
        self.name, self.type = parameter["name"], parameter["type"]
        self.nullable = parameter.get("nullable", False)
        self.target = pointee(self.type) if "*" in self.type else self.type.replace("const ", "")
        self.constant = is_const(self.type)


def arguments(api, function, skip_first):
    """What a binding passes: a list of Argument.

    Kinds: value, enumeration, handle, struct (single, const or not), buffer (with its count), string,
    received (a handle that comes out, owned or not), slice_out (an array that comes out) and its count_out, out (a
    single value that comes out), array, raw.
    """
    parameters = function["parameters"]
    by_name = {p["name"]: p for p in parameters}
    counts = {}
    for parameter in parameters:
        length = parameter.get("length", "")
        if length in by_name and by_name[length].get("length_of") == [parameter["name"]] and \
                "*" not in by_name[length]["type"]:
            counts[length] = parameter["name"]
    plan = []
    for parameter in parameters[1 if skip_first else 0:]:
        if parameter["name"] in counts:
            continue
        plan.append(Argument(kind_of(api, parameter, counts.values()), parameter,
                             by_name.get(parameter.get("length", ""))))
    return plan


def has_size(api, name):
    """Whether a struct begins with its size, which a caller must not get wrong."""
    return name in api.structs and api.structs[name]["fields"][0]["name"] == "struct_size"


def is_sized_result(api, argument):
    """A struct with a size that a function fills in: the binding sets the size."""
    return argument.kind == "struct" and argument.name == "out" and not argument.nullable and \
        argument.parameter["direction"] == "inout" and has_size(api, argument.target)


def kind_of(api, parameter, buffers):
    kind, name = parameter["type"], parameter["name"]
    if "count" in parameter:
        return "array"
    if "*" not in kind:
        return "enumeration" if kind in api.enumerations else "value"
    target = pointee(kind)
    if name in buffers:
        return "buffer"
    if parameter.get("kind") == "string":
        return "string"
    if target in api.opaque:
        return "handle"
    if kind.count("*") == 2 and pointee(target) in api.opaque:
        return "received"
    if kind.count("*") == 2 and parameter.get("direction") == "out" and "length" in parameter:
        return "slice_out"
    if target in api.structs and "length" not in parameter:
        return "out" if parameter["direction"] == "out" else "struct"
    if kind.count("*") == 1 and parameter.get("direction") == "out" and "length" not in parameter and target != "void":
        return "count_out" if "length_of" in parameter else "out"
    return "raw"


def prefix_of(entry):
    """VRM_BONE_ for the constants of vrm_bone: what all names begin with, up to an underscore."""
    names = [value["name"] for value in entry["values"]]
    common = names[0]
    for name in names[1:]:
        while not name.startswith(common):
            common = common[:-1]
    if len(names) == 1:
        common = "VRM_" + re.sub(r"^vrm_|_flags$", "", entry["name"]).upper() + "_"
        return common if names[0].startswith(common) else "VRM_"
    return common[:common.rindex("_") + 1]


def constant_names(entry):
    """(short name in upper case, value, comment) of an enumeration's constants."""
    prefix = prefix_of(entry)
    return [(value["name"][len(prefix):], value["value"], value["comment"]) for value in entry["values"]]


def first_sentence(comment):
    text = " ".join(comment.split())
    return re.split(r"(?<=\.)\s+(?=[A-Z`(-])", text)[0]


def buffer_fields(struct):
    """Fields of a struct that are arrays whose length stands beside them."""
    names = {field["name"] for field in struct["fields"]}
    for field in struct["fields"]:
        words = re.split(r" [+*] ", field.get("length", ""))
        if "*" in field["type"] and "length" in field and "stride" not in field and all(
                word.isdigit() or word in names for word in words):
            yield field
