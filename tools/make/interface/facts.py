"""What a generator of bindings needs to know of each function, parameter, field and type.

The comments of the headers hold these facts in a closed set of sentence forms (docs/reference/abi.md lists
them). add_facts() turns them into members of api.json and returns the problems: a form that is not
known, and a comment that disagrees with its declaration.

| member | of | meaning |
|---|---|---|
| direction | parameters that are pointers | in, out, or inout: the callee reads it first |
| nullable, returns_nullable | pointers | NULL is a valid value |
| value_nullable | parameters that receive a pointer | the received pointer may be NULL |
| releases_with | returned and received pointers, opaque types | the function that releases it |
| borrows_from | returned and received pointers | the parameters that own it, or what it points to |
| valid_until | borrowed pointers | "release of PARAMETER", "next update", a function, "static" … |
| length, length_of | buffers and their counts | an expression over names, and the reverse |
| stability | everything | stable or experimental |
| kind | enumerations | flags or enumeration |
"""
import re

from interface import lengths, lifetimes
from interface.c_types import SCALARS, is_const, pointee

EXPERIMENTAL = "Experimental: may change in any minor release"
STABLE = "Stable (docs/reference/abi.md)"

# The pointer itself is NULL.
NULL_POINTER = [r"[,;] or NULL\b", r"\b[Mm]ay be NULL\b", r"\bNULL means\b", r"\bNULL(, the default)?: ",
                r"\bNULL (removes|empties|takes|writes)\b", r"\bNULL with a capacity of 0\b", r"\bDefault: NULL\b"]
OPTIONAL = r"(^|\. )Optional\b"
# What a parameter receives is NULL.
NULL_VALUE = [r"(, or|;) NULL on failure\b", r"; NULL (if|unless) [^.;]*", r"\bReceives NULL on success\b"]
# NULL, but of something else.
NULL_ASIDE = [r"\ba NULL argument\b", r"\bfor NULL\b"]


class Facts:
    def __init__(self, api):
        self.api, self.problems = api, []
        self.structs = {s["name"]: s for h in api["headers"] for s in h["structs"]}
        self.enumerations = {e["name"]: e for h in api["headers"] for e in h["enumerations"]}
        self.opaque = {o["name"]: o for h in api["headers"] for o in h["opaque_types"]}
        self.callbacks = {c["name"] for h in api["headers"] for c in h["callbacks"]}
        self.functions = {f["name"]: f for h in api["headers"] for f in h["functions"]}

    def problem(self, where, what):
        self.problems.append(f"{where}: {what}")

    # --- NULL ---

    def says_null(self, where, text):
        """Whether a pointer may be NULL; what else the text says of NULL must be known too."""
        rest = text
        for form in NULL_ASIDE:
            rest = re.sub(form, "", rest)
        found = False
        for form in NULL_POINTER:
            rest, count = re.subn(form, "", rest)
            found = found or count > 0
        if "NULL" in rest:
            self.problem(where, "mentions NULL in no known form; write 'An X, or NULL', 'may be NULL', 'NULL means …', "
                         "'NULL: …', or for what is received 'or NULL on failure', 'NULL if …' (docs/reference/abi.md)")
        return found

    def null_of(self, where, entry, is_pointer):
        text = " ".join(entry.get("comment", "").split())
        rest = text
        receives = entry.get("direction") in ("out", "inout") and entry["type"].count("*") == 2
        if receives:
            for form in NULL_VALUE:
                rest, count = re.subn(form, "", rest)
                if count:
                    entry["value_nullable"] = True
            entry.setdefault("value_nullable", False)
        if entry["type"] == "function":  # which may return NULL
            rest = re.sub(r", or NULL\b", "", rest)
        optional = re.search(OPTIONAL, rest) is not None
        nullable = self.says_null(where, rest) or optional
        if not is_pointer:
            if nullable and not optional:
                self.problem(where, f"is a {entry['type']}, but its comment says that it may be NULL")
            return
        if nullable and re.search(r"\bRequired\b|\bnever NULL\b|\bmust not be NULL\b", text):
            self.problem(where, "is required and optional in one comment: say one of the two")
        if entry["type"] == "void *" and (entry["name"].endswith("user") or text.startswith("Any pointer")):
            nullable = True
        entry["nullable"] = nullable

    # --- Directions ---

    def direction(self, where, parameter, is_init):
        kind, text, name = parameter["type"], parameter.get("comment", ""), parameter["name"]
        receives = re.search(r"(^|[.;] )[Rr]eceives\b", text) is not None
        target = pointee(kind) if "*" in kind else kind.replace("const ", "")
        constant = is_const(kind) or "count" in parameter and kind.startswith("const ")
        if receives and constant:
            self.problem(where, f"is a {kind}, which nothing can be written through, but its comment says that it "
                         "receives something")
        if receives and target in self.opaque:
            self.problem(where, f"is a {kind}: an object that is passed in does not receive; say what is done with it")
        is_out_name = re.match(r"out(_|$)", name) and not constant
        if is_out_name and not receives:
            self.problem(where, "is named as what a function writes, but its comment does not say 'Receives …' (or "
                         "'Prepared with …; receives …')")
        if kind.count("*") == 2 and not constant and not receives:
            self.problem(where, f"is a {kind}, so its comment must say 'Receives …'")
        prepared = re.match(r"Prepared with (vrm_\w+)", text)
        if prepared and not receives:
            self.problem(where, "is prepared, but its comment does not say what it receives")
        unprepared = is_init or f"{target}_init need not have prepared" in text
        if receives and self.is_prepared(target) and not prepared and not unprepared:
            self.problem(where,
                         f"is a {target}, which is read before it is written: write 'Prepared with {target}_init; "
                         "receives …'")
        if receives:
            return "inout" if prepared else "out"
        if constant or target in self.opaque or target in self.callbacks or target == "void" \
                and "length" not in parameter:
            return "in"
        return "inout"

    def is_prepared(self, name):
        """Whether a struct has a size, or arrays of the caller's, which a function reads first."""
        fields = self.structs[name]["fields"] if name in self.structs else []
        return any(field["name"] == "struct_size" or "capacity" in field for field in fields)

    def parameter_facts(self, function):
        for parameter in function["parameters"]:
            where = f"{function['name']}, parameter {parameter['name']}"
            is_pointer = "*" in parameter["type"] or "count" in parameter
            if is_pointer:
                is_init = function["name"].endswith(("_init", "_init_sized"))
                parameter["direction"] = self.direction(where, parameter, is_init)
            self.null_of(where, parameter, is_pointer)

    def callback_facts(self, parameters, comment=""):
        """Of parameters that have no comment of their own. They are NULL where the whole comment says so."""
        for parameter in parameters:
            kind = parameter["type"]
            if "*" not in kind:
                continue
            target, name = pointee(kind), parameter["name"]
            parameter["nullable"] = kind == "void *" and name in ("user", "context") or bool(
                re.search(rf"\b[Aa] {name} of NULL\b|`{name}` (may be|is) NULL\b", " ".join(comment.split())))
            if parameter["name"].startswith("out") and not is_const(kind):
                parameter["direction"] = "out"
            elif is_const(kind) or target not in self.structs and target not in SCALARS:
                parameter["direction"] = "in"
            else:
                parameter["direction"] = "inout"

    def inline_facts(self, function):
        """An inline function has the facts of the function that it calls."""
        self.callback_facts(function["parameters"])
        called = re.match(r"(?:Calls|Returns what) (vrm_\w+)", function["comment"])
        named = {p["name"]: p for p in self.functions[called.group(1)]["parameters"]} if called else {}
        for parameter in function["parameters"]:
            if "nullable" in parameter:
                parameter["nullable"] = named.get(parameter["name"], parameter)["nullable"]

    # --- Flags and stability ---

    def flags(self, entry):
        values = [value["value"] for value in entry["values"]]
        singles = [value for value in values if value > 0 and value & (value - 1) == 0]
        known = 0
        for value in singles:
            known |= value
        called = re.search(r"\b[Bb]its\b", entry["comment"]) is not None
        sums = [value for value in values if value not in singles and value != 0]
        if called and (len(sums) > 1 or any(value & ~known for value in sums)):
            self.problem(entry["name"],
                         "is called bits, but has values that are no bits; only a sum of all bits may stand "
                         "beside them")
        if not called and entry["type"] == "uint32_t":
            self.problem(entry["name"], "is a uint32_t, as flags are, but its comment does not say 'Bits'")
        if not called and len(values) > 2 and len(singles) == len(values):
            self.problem(entry["name"], "has bits for values, but its comment does not say 'Bits'")
        entry["kind"] = "flags" if called else "enumeration"

    def stability(self, header):
        where, text = f"vrm/{header['name']}", " ".join(header["comment"].split())
        is_experimental, is_stable = EXPERIMENTAL in text, STABLE in text
        if is_experimental == is_stable:
            self.problem(where, f"has no stability: write '{STABLE}.' or '{EXPERIMENTAL} (docs/reference/abi.md).' at its top")
        header["stability"] = "experimental" if is_experimental else "stable"
        for kind in ("enumerations", "structs", "opaque_types", "callbacks", "functions"):
            for entry in header[kind]:
                is_experimental = EXPERIMENTAL in " ".join(entry["comment"].split())
                entry["stability"] = "experimental" if is_experimental else header["stability"]

    def mixed_stability(self):
        """What is stable uses no type that is experimental."""
        experimental = {entry["name"] for header in self.api["headers"]
                        for kind in ("enumerations", "structs", "opaque_types", "callbacks") for entry in header[kind]
                        if entry["stability"] == "experimental"}
        for header in self.api["headers"]:
            for entry in (*header["functions"], *header["structs"]):
                parts = entry.get("parameters", entry.get("fields"))
                used = {pointee(pointee(part["type"])) for part in parts} | {pointee(entry.get("returns", ""))}
                for name in sorted(used & experimental if entry["stability"] == "stable" else ()):
                    self.problem(entry["name"],
                                 f"is stable, but uses {name}, which is not: write '{EXPERIMENTAL}.' in its "
                                 "comment")


def policy(text):
    """What the table of docs/reference/abi.md says of each header."""
    said = {}
    for names, state in re.findall(r"^\| ([^|]*\.h[^|]*) \| (stable|experimental)\b", text, re.M):
        for name in re.findall(r"[\w/*]+\.h", names):
            said[name] = state
    return said


def compare_policy(facts, said):
    for header in facts.api["headers"]:
        state = said.get(header["name"], said.get(header["name"].split("/")[0] + "/*.h"))
        if state != header["stability"]:
            facts.problem(f"vrm/{header['name']}", f"is {header['stability']} at its top, and {state} in the table of "
                          "docs/reference/abi.md")


def add_facts(api, policy_text):
    """Adds the facts to api; returns the problems."""
    facts = Facts(api)
    for header in api["headers"]:
        facts.stability(header)
        for entry in header["enumerations"]:
            facts.flags(entry)
        for callback in header["callbacks"]:
            facts.callback_facts(callback["parameters"], callback["comment"])
    facts.mixed_stability()
    compare_policy(facts, policy(policy_text))
    lengths.add(facts)
    for function in facts.functions.values():
        if not function["inline"]:
            facts.parameter_facts(function)
    for function in facts.functions.values():
        if function["inline"]:
            facts.inline_facts(function)
    for header in api["headers"]:
        for struct in header["structs"]:
            for field in struct["fields"]:
                where = f"{struct['name']}.{field['name']}"
                if field["type"] == "function":
                    facts.callback_facts(field["parameters"], field["comment"])
                facts.null_of(where, field, "*" in field["type"] or field["type"] == "function")
                if field["type"] == "function" and "Each function may be NULL" in struct["comment"]:
                    field["nullable"] = True
    lifetimes.add(facts)
    return facts.problems
