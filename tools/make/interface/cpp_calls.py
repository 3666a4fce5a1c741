"""How a function of C++ calls a function of C: its parameters, its result and its body."""
import re

from interface.c_types import is_const, pointee
from interface.plan import arguments, is_sized_result

KEYWORDS = {"auto", "bool", "case", "char", "class", "const", "default", "delete", "do", "double", "else", "enum",
            "export", "false", "float", "for", "goto", "if", "int", "long", "new", "not", "operator", "or", "private",
            "public", "register", "return", "short", "static", "struct", "switch", "template", "this", "true", "union",
            "unsigned", "using", "virtual", "void", "volatile", "while", "xor", "and"}
# Names that say more, or that another function has.
METHOD_NAMES = {"vrm_avatar_set_look_at_target": "look_at", "vrm_avatar_get_look_at": "look_at_state"}
# The one enumeration that does not become a number by itself: VRM_OK would be false.
SCOPED = {"vrm_result"}


def word(name):
    """A name of C++: no keyword, and no digit at its beginning."""
    name = name.lower()
    if name[0].isdigit():
        name = "v" + name
    return name + "_" if name in KEYWORDS else name


def short(name):
    return word(name[len("vrm_"):])


def method_name(function, owner):
    """vrm_avatar_get_wind is wind(): what returns its result needs no get_."""
    name = METHOD_NAMES.get(function["name"])
    if name is None:
        name = function["name"][len(owner) + 1 if owner else len("vrm_"):]
        name = re.sub(r"^get_(?=.)", "", name)
    return word(name)


class Call:
    """A function of C++. `receiver` is the parameter that is the object, if it is a method; `raw` is how the body
    names it."""

    def __init__(self, api, function, owner=None, receiver=None, raw="raw()"):
        self.api, self.function, self.owner, self.receiver = api, function, owner, receiver
        self.formal, self.actual, self.before, self.after = [], {}, [], []
        plan = [a for a in arguments(api, function, False) if a.name != receiver]
        if receiver:
            self.actual[receiver] = raw
        received = [a for a in plan if a.kind == "received"]
        self.report = next((a for a in received if a.target == "vrm_report *" and len(received) > 1), None)
        singles = [a for a in plan if a.kind == "out" and not a.nullable or is_sized_result(api, a) or
                   a.kind == "struct" and a.name == "info"]
        others = [a for a in received if a is not self.report] + [a for a in plan if a.kind == "slice_out"]
        others = [a for a in others if not a.nullable]
        takes = function["returns"] in ("void", "vrm_result")
        self.results = others if takes and len(others) == 1 and not singles else []
        if takes and not others and len(singles) == 1:
            self.results = singles
        self.report = self.report if self.results else None
        for argument in plan:
            self.argument(argument)
        self.returns, self.body = self.make_body()
        self.borrows = bool(function.get("returns_borrows_from")) or any(
            receiver in p.get("borrows_from", []) and "releases_with" not in p for p in function["parameters"]) or any(
            r.target in api.structs and api.holds_pointers(r.target) for r in self.results)

    def type_of(self, target, constant=False):
        if target in self.api.structs or target in self.api.enumerations:
            target = ("vrm::" + short(target)) if target not in self.api.derived else target
        return ("const " if constant else "") + target

    def name_of(self, argument):
        """A parameter of a struct's method has another name than its fields."""
        fields = self.api.structs[self.owner]["fields"] if self.owner in self.api.structs else []
        return word(argument.name) + "_" * any(field["name"] == argument.name for field in fields)

    def add(self, argument, kind, actual, default=None):
        space = "" if kind[-1] in "*&" else " "
        self.formal.append((f"{kind}{space}{self.name_of(argument)}", default))
        self.actual[argument.name] = actual

    def argument(self, argument):
        name, kind, target = self.name_of(argument), argument.kind, argument.target
        is_kept = "valid_until" in argument.parameter
        if argument in self.results or argument is self.report:
            self.result_argument(argument, name)
        elif kind == "enumeration":
            cast = f"static_cast<{argument.type}>({name})" if argument.type in SCOPED else name
            self.add(argument, f"vrm::{short(argument.type)}", cast)
        elif kind == "handle":
            self.handle(argument, name, is_kept)
        elif kind == "buffer":
            self.buffer(argument, name, is_kept)
        elif kind == "string" and not is_kept:
            self.add(argument, "zstring", f"{name}.c_str()", "nullptr" if argument.nullable else None)
        elif kind in ("struct", "out") and argument.nullable:
            self.add(argument, f"maybe<{self.type_of(target, argument.constant)}>", f"{name}.get()", "{}")
        elif kind in ("struct", "out"):
            cast = f"reinterpret_cast<{argument.type}>(&{name})" if target in self.api.enumerations else f"&{name}"
            self.add(argument, f"{self.type_of(target, argument.constant)} &", cast)
        elif kind == "array":
            constant = "const " if "const" in argument.type else ""
            self.formal.append((f"{constant}{self.type_of(argument.type.replace('const ', ''))} "
                                f"(&{name})[{argument.parameter['elements']}]", None))
            self.actual[argument.name] = name
        elif kind == "count_out" and {"return", *(r.name for r in self.results)} & {*argument.parameter["length_of"]}:
            self.before.append(f"{target} {name} = 0;")
            self.actual[argument.name] = f"&{name}"
        elif kind == "received":
            self.received(argument, name)
        else:
            self.add(argument, argument.type.replace(" *", " *").strip(), name,
                     "nullptr" if argument.nullable else None)

    def handle(self, argument, name, is_kept):
        """What is neither changed nor kept may be any object; the rest a reference, which no temporary becomes."""
        target = short(argument.target)
        if is_kept or not argument.constant:
            raw = f"{name}.raw()"
            self.add(argument, f"vrm::{target}_ref", raw, "{}" if argument.nullable else None)
        else:
            self.add(argument, f"const any_{target} &", f"{name}.raw()",
                     f"vrm::{target}_ref()" if argument.nullable else None)

    def buffer(self, argument, name, is_kept):
        if argument.target == "void":
            kind = "vrm::bytes" if argument.constant else "writable_bytes"
        else:
            kind = f"slice<{self.type_of(argument.target, argument.constant)}>"
        if argument.constant and not is_kept:
            kind = f"argument<{kind}>"
        self.add(argument, kind, f"{name}.data()", "{}" if argument.nullable else None)
        count = argument.count
        self.actual[count["name"]] = f"{name}.size()" if count["type"] == "size_t" \
            else f"static_cast<{count['type']}>({name}.size())"

    def object(self, argument):
        """The class of an object that comes out."""
        target = pointee(argument.target)
        if target in self.api.structs:  # one that is handed out by its address
            return f"vrm::{short(target)}"
        return f"vrm::{short(target)}" + ("" if "releases_with" in argument.parameter else "_ref")

    def received(self, argument, name):
        """One of several objects that come out: it is put into an object of the caller."""
        target, kind = pointee(argument.target), self.object(argument)
        self.before.append(f"{target} *raw_{name} = nullptr;")
        if argument.nullable:
            self.add(argument, f"maybe<{kind}>", f"{name}.get() ? &raw_{name} : nullptr", "{}")
            self.after.append(f"if ({name}.get()) *{name}.get() = {kind}(raw_{name});")
        else:
            self.add(argument, f"{kind} &", f"&raw_{name}")
            self.after.append(f"{name} = {kind}(raw_{name});")

    def result_argument(self, argument, name):
        """A result is filled where it is; with a code, it is the value of `made`."""
        has_code = self.function["returns"] == "vrm_result"
        if argument is self.report:
            self.actual[argument.name] = "made.report_out()"
        elif argument.kind == "received":
            assert has_code, self.function["name"]
            self.actual[argument.name] = "made->out()"
        elif argument.kind == "slice_out":
            self.before.append(f"{argument.type[:-1]}{name} = nullptr;")
            self.actual[argument.name] = f"&{name}"
        elif has_code:
            self.actual[argument.name] = "&*made"
        else:
            target = f"vrm::{short(argument.target)}"
            derived = argument.target in self.api.derived  # it prepares itself
            self.before.append(f"{target} {name};" if derived else f"{target} {name}{{}};")
            self.actual[argument.name] = f"&{name}"

    def make_body(self):
        function = self.function
        call = f"{function['name']}({', '.join(self.actual[p['name']] for p in function['parameters'])})"
        returns = function["returns"]
        if self.results:
            return self.body_of_result(call, returns)
        if returns == "void":
            return "void", [*self.before, call + ";", *self.after]
        if returns in self.api.enumerations:
            kind = f"vrm::{short(returns)}"
            value = f"{kind}{{{call}}}" if returns in SCOPED else f"static_cast<{kind}>({call})"
            if self.after:
                return kind, [*self.before, f"const auto code = {value};", *self.after, "return code;"]
            return kind, [f"return {value};"]
        if "*" not in returns:
            return self.type_of(returns), self.before + [f"return {call};"]
        return self.body_of_pointer(call, returns)

    def body_of_pointer(self, call, returns):
        function, target = self.function, pointee(returns)
        length = function.get("returns_length")
        if target in self.api.opaque:
            kind = f"vrm::{short(target)}" + ("" if "returns_releases_with" in function else "_ref")
            return kind, [*self.before, f"return {kind}({call});"]
        if length and "." in length:
            struct, field = length.split(".")
            getter = self.api.getter_of(struct, self.owner)
            kind = f"slice<{self.type_of(target, is_const(returns))}>"
            return kind, [f"return {{{call}, {getter}({self.actual[self.receiver]})->{field}}};"]
        if length:
            kind = "vrm::bytes" if target == "void" else f"slice<{self.type_of(target, is_const(returns))}>"
            return kind, self.before + [f"const auto data = {call};", f"return {{data, {length}}};"]
        if target in self.api.structs:
            if function["returns_nullable"]:
                return f"{self.type_of(target, is_const(returns))} *", [f"return {call};"]
            return f"{self.type_of(target, is_const(returns))} &", [f"return *{call};"]
        return returns, [f"return {call};"]

    def body_of_result(self, call, returns):
        result = self.results[0]
        kind = f"vrm::{short(result.target)}" if result.target in self.api.structs else result.target
        if result.target in self.api.enumerations:
            kind = f"vrm::{short(result.target)}"
        elif result.kind == "received":
            kind = self.object(result)
        elif result.kind == "slice_out":
            kind = f"slice<{self.type_of(pointee(result.target), result.type.startswith('const'))}>"
            self.after.append(f"*made = {{{word(result.name)}, {result.parameter['length']}}};")
        if returns == "void":
            return kind, self.before + [call + ";", f"return {word(result.name)};"]
        return f"expected<{kind}>", [*self.before, f"expected<{kind}> made{{detail::unfilled()}};", f"made.set_code({call});", *self.after,
                                     "return made;"]

    def shown(self):
        """The parameters; only the last of them can have defaults."""
        shown, last = [], True
        for formal, default in reversed(self.formal):
            last = last and default is not None
            shown.append(f"{formal} = {default}" if last else formal)
        return list(reversed(shown))

    def is_const(self):
        return self.receiver is not None and is_const(
            next(p["type"] for p in self.function["parameters"] if p["name"] == self.receiver))
