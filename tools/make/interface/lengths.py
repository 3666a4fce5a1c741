"""Pairs of a pointer and its count: `length` of the pointer, `length_of` of the count.

A count is an integer named size, length, count or capacity, or with one of these at its end. It
belongs to the pointers that its comment names in backticks, else to the parameter before it.
`length` is an expression over the names of the same function or struct: size, count * 4,
node_count + 1; gltf.buffer_count and vrm_gltf.node_count are fields of a parameter and of a struct.
Lengths are in elements of the pointer's type, and in bytes for void. An array of no elements may be
NULL.
"""
import re

from interface.c_types import INTEGERS, SCALARS, is_const, pointee

# What counts something, by its name.
COUNT_NAME = re.compile(r"(^|_)(size|length|count|capacity)$")
TIMES = {"Two": 2, "Three": 3, "Four": 4}
NAMES = re.compile(r"`(\w+)`")
# 'Of `a` and of `b`', 'The size of `a` in bytes', 'How many floats `out` can hold'.
COUNTS = re.compile(r"(?:^|[;,] )(?:Of|The (?:size|length|number) of|How many(?: [\w ]+?)?(?:, in)?) "
                    r"(`\w+`(?:(?:,| and|, and) (?:of |in )?`\w+`)*)")
OF_THEM = re.compile(r"(?:^|: )`?(\w+_count(?: [+*] \w+)*|\w+(?: [+*] \w+)+)`? (?:of them|bytes)\b")
EACH_OF = re.compile(r"One (?:\w+ )?for each (\w+) of (?:`(\w+)`|(vrm_\w+))")
ELEMENTS = re.compile(r"(?:^|: )(\w+_count) \w+")
TIMES_FORM = re.compile(r"(Two|Three|Four) (?:floats )?for each")


def is_scalar(facts, kind):
    return pointee(kind) in SCALARS | facts.enumerations.keys()


def is_pointer(kind):
    return "*" in kind


def expression_holds(text, names):
    """Whether an expression has only names of fields or parameters, numbers, + and *."""
    return all(word.isdigit() or word in names for word in re.split(r" [+*] ", text))


def pair(facts, where, count, entries, before):
    """Joins a count with the pointers it counts."""
    named = []
    match = COUNTS.search(count.get("comment", ""))
    if match:
        named = NAMES.findall(match.group(1))
    elif before is not None:
        named = [before["name"]]
    by_name = {entry["name"]: entry for entry in entries}
    targets = []
    for name in named:
        entry = by_name.get(name)
        if entry is None or not is_pointer(entry["type"]):
            facts.problem(where, f"counts `{name}` by its comment, which is no pointer beside it")
            continue
        targets.append(entry)
    if not targets:
        facts.problem(where, "is a count, but not of a pointer: name that in its comment, as in 'How many floats `out` "
                      "can hold' or 'Of `joints`'")
        return
    count["length_of"] = [entry["name"] for entry in targets]
    for entry in targets:
        times = TIMES_FORM.search(entry.get("comment", ""))
        length = count["name"] + (f" * {TIMES[times.group(1)]}" if times else "")
        key = "capacity" if count["name"].endswith("capacity") and "length" in entry else "length"
        entry[key] = length


def of_function(facts, function):
    parameters = function["parameters"]
    for index, parameter in enumerate(parameters):
        name, kind = parameter["name"], parameter["type"]
        where = f"{function['name']}, parameter {name}"
        if not COUNT_NAME.search(name) or name == "struct_size":
            continue
        before = parameters[index - 1] if index else None
        if kind in INTEGERS:
            usable = before if before is not None and is_pointer(before["type"]) else None
            pair(facts, where, parameter, parameters, usable)
        elif pointee(kind) in INTEGERS and not is_const(kind):
            written(function, parameter, before)
    for parameter in parameters:
        needs_length(facts, function, parameter)
    returned_length(facts, function)


def of_callback(parameters):
    """Pairs of a pointer and the count behind it; strings."""
    for before, parameter in zip([None, *parameters], parameters):
        kind = parameter["type"]
        if pointee(kind) == "char" and is_const(kind):
            parameter["kind"] = "string"
        if before is None or not COUNT_NAME.search(parameter["name"]) or not is_pointer(before["type"]):
            continue
        if kind in INTEGERS or is_pointer(kind) and before["type"].count("*") == 2:
            before.pop("kind", None)
            before["length"] = parameter["name"]
            parameter["length_of"] = [before["name"]]


def written(function, parameter, before):
    """size_t *out_size: of the pointer that is received before it or returned, or elements written."""
    if before is not None and before["type"].count("*") == 2:
        before["length"] = parameter["name"]
        parameter["length_of"] = [before["name"]]
    elif is_pointer(function["returns"]):
        function["returns_length"] = parameter["name"]
        parameter["length_of"] = ["return"]
    elif before is not None and "length_of" in before:
        parameter["length_of"] = before["length_of"]


def explicit_length(facts, where, entry, names):
    """A length that the comment of the pointer itself has."""
    text = entry.get("comment", "")
    match = OF_THEM.search(text)
    if match:
        if expression_holds(match.group(1), names):
            entry["length"] = match.group(1)
        else:
            facts.problem(where, f"has '{match.group(1)}' elements, which are not names beside it, numbers, + and *")
        return
    match = EACH_OF.search(text)
    if match:
        noun, parameter, struct = match.groups()
        owner = struct or pointee(names.get(parameter, ""))
        fields = {field["name"] for field in facts.structs.get(owner, {"fields": []})["fields"]}
        if f"{noun}_count" not in fields:
            facts.problem(where, f"has one element for each {noun}, but {owner} has no {noun}_count")
        entry["length"] = f"{struct or parameter}.{noun}_count"
        return
    elements = counted_elements(facts, where, text)
    if elements:
        entry["length"] = elements


def counted_elements(facts, where, text):
    """joint_count, from 'joint_count matrices': a field of a struct."""
    match = ELEMENTS.search(text)
    if match and not any(match.group(1) == field["name"] for s in facts.structs.values() for field in s["fields"]):
        facts.problem(where, f"has {match.group(1)} elements, which no struct has")
    return match.group(1) if match else None


def needs_length(facts, function, parameter):
    name, kind, text = parameter["name"], parameter["type"], parameter.get("comment", "")
    where = f"{function['name']}, parameter {name}"
    if not is_pointer(kind) or "length" in parameter or "count" in parameter:
        return
    names = {entry["name"]: entry["type"] for entry in function["parameters"]}
    explicit_length(facts, where, parameter, names)
    if "length" in parameter:
        return
    target = pointee(kind)
    if target == "char" and is_const(kind):
        parameter["kind"] = "string"
    elif target == "void" and not text.startswith("Any pointer"):
        facts.problem(where, f"is a {kind} without a count: put a count behind it, or say 'Any pointer'")
    elif target == "char" or kind == "const void *const *" or is_scalar(facts, kind) and is_const(kind):
        facts.problem(where, f"is a {kind} without a count: put a count behind it, or say 'One for each node of "
                      "`gltf`'")


def returned_length(facts, function):
    kind = function["returns"]
    if not is_pointer(kind) or "returns_length" in function:
        return
    found = {"comment": function.get("returns_comment", "")}
    explicit_length(facts, function["name"], found, {p["name"]: p["type"] for p in function["parameters"]})
    if "length" in found:
        function["returns_length"] = found["length"]
    elif pointee(kind) == "char":
        function["returns_kind"] = "string"
    elif is_scalar(facts, kind):
        facts.problem(function["name"], f"returns a {kind} without a count: say 'NAME_count ELEMENTS'")


def of_struct(facts, struct):
    fields = struct["fields"]
    for field in fields:
        if field["type"] == "function":
            of_callback(field["parameters"])
        if field["type"] not in INTEGERS:
            continue
        where = f"{struct['name']}.{field['name']}"
        if COUNTS.search(field["comment"]):
            pair(facts, where, field, fields, None)
        else:
            stem = re.sub(r"_(count|capacity|size)$", "", field["name"])
            twin = next((f for f in fields if is_pointer(f["type"]) and f["name"] in (stem, stem + "s", stem + "es")),
                        None)
            if twin is not None and stem != field["name"]:
                facts.problem(where, f"looks like the count of `{twin['name']}`: say 'Of `{twin['name']}`'")
    names = {field["name"]: field["type"] for field in fields}
    for field in fields:
        kind = field["type"]
        where = f"{struct['name']}.{field['name']}"
        if not is_pointer(kind):
            continue
        if OF_THEM.search(field["comment"]):
            explicit_length(facts, where, field, names)
        if "length" in field:
            if "+ n * stride" in field["comment"]:
                field["stride"] = "stride"
            continue
        explicit_length(facts, where, field, names)
        target = pointee(kind)
        if "length" in field:
            continue
        if target == "char" and is_const(kind):
            field["kind"] = "string"
        elif target == "void" and not field["name"].endswith("user") or is_scalar(facts, kind) or target == "char":
            facts.problem(where, f"is a {kind} without a count: name it in the comment of the count ('Of "
                          f"`{field['name']}`'), or say 'width * height of them' or 'One for each node of vrm_gltf'")


def add(facts):
    for header in facts.api["headers"]:
        for callback in header["callbacks"]:
            of_callback(callback["parameters"])
        for function in header["functions"]:
            if not function["inline"]:
                of_function(facts, function)
        for struct in header["structs"]:
            of_struct(facts, struct)
