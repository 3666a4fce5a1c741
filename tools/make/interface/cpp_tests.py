"""Sources of tests of the C++ headers: assertions of the layout, and the functions of C again, through C++."""
from interface.c_types import is_const, pointee
from interface.cpp_calls import Call, method_name, short, word
from interface.cpp_header import BY_HAND, Part, free_name
from interface.plan import arguments, constant_names

HEAD = "/* Written by tools/make/make-cpp from api.json: do not edit. */"


def layout_text(api):
    """Assertions of sizes and offsets, of 64-bit targets, and of constants."""
    lines = [HEAD, "#define VRM_EXPERIMENTAL", "#include <stddef.h>", "#include <vrm/author.hpp>", "#include <vrm/live.hpp>",
             "#include <vrm/render.hpp>"]
    for header in api.headers:
        for struct in header["structs"]:
            name = short(struct["name"])
            kinds = [f"vrm::{name}"] if struct["name"] not in api.derived else [f"vrm::{name}", struct["name"]]
            if struct["name"] in api.opaque:
                kinds = [struct["name"]]
            for kind in kinds:
                lines.append(f'static_assert(sizeof({kind}) == {struct["size"]}, "{kind}");')
            lines += [f'static_assert(offsetof({kinds[-1]}, {field["name"]}) == {field["offset"]}, '
                      f'"{name}.{field["name"]}");' for field in struct["fields"]]
        for entry in header["enumerations"]:
            kind = short(entry["name"])
            lines.append(f'static_assert(sizeof(vrm::{kind}) == sizeof({entry["name"]}), "{kind}");')
            names = [word(constant) for constant, _, _ in constant_names(entry)]
            lines += [f'static_assert(static_cast<{entry["type"]}>(vrm::{kind}::{name}) == {value["name"]}, "{name}");'
                      for name, value in zip(names, entry["values"])]
    return "\n".join(lines) + "\n"


# --- Through ---

THROUGH_BASE = """
// Lends an object to an owner, which gives it back.
template <class Owner> struct lent {
    Owner object;
    template <class T> explicit lent(const T *raw) : object(const_cast<T *>(raw)) {}
    lent(const lent &) = delete;
    ~lent() { object.take(); }
    Owner &named() { return object; }
};
"""


class Through:
    """A function of C that calls the C++ headers."""

    def __init__(self, api, function, owner, receiver):
        self.api, self.function, self.owner, self.receiver = api, function, owner, receiver
        self.call = Call(api, function, owner, receiver)
        self.plan = {a.name: a for a in arguments(api, function, False)}
        self.needed = []  # pointers without which the call is that of C

    def formal(self):
        shown = []
        for p in self.function["parameters"]:
            space = "" if p["type"][-1] == "*" else " "
            bracket = f"[{p['elements']}]" if "count" in p else ""
            shown.append(f"{p['type']}{space}{p['name']}{bracket}")
        return ", ".join(shown)

    def pass_on(self, argument):
        name, kind, target = argument.name, argument.kind, argument.target
        if kind == "enumeration":
            return f"static_cast<vrm::{short(argument.type)}>({name})"
        if kind == "handle":
            return f"vrm::{short(target)}_ref(const_cast<{target} *>({name}))"
        if kind == "buffer":
            if target == "void":
                return f"vrm::{'bytes' if argument.constant else 'writable_bytes'}({name}, {argument.count['name']})"
            constant = "const " if argument.constant else ""
            return f"vrm::slice<{constant}{target}>({name}, {argument.count['name']})"
        if kind in ("struct", "out"):
            if argument.nullable:
                return name
            self.needed.append(name)
            return f"*{name}"
        if kind == "array":
            self.needed.append(name)
            constant = "const " if "const" in argument.type else ""
            return f"*reinterpret_cast<{constant}{argument.type.replace('const ', '')} (*)[" \
                   f"{argument.parameter['elements']}]>({name})"
        return name

    def lines(self):
        function, call = self.function, self.call
        given = {a.name for a in call.results} | ({call.report.name} if call.report else set())
        counted = {name for a in call.results for name in [a.parameter.get("length")] if name}
        if function.get("returns_length", "") in self.plan:
            counted.add(function["returns_length"])
        passed = [self.pass_on(a) for a in self.plan.values()
                  if a.name not in given | counted and a.name != self.receiver]
        target = self.object()
        if target is None or any(a.kind == "received" and a.name not in given for a in self.plan.values()):
            return None
        name = method_name(function, self.owner) if self.owner else free_name(self.api, function)
        expression = f"{target}{name}({', '.join(passed)})"
        body = self.body(expression, given)
        plain = f"{function['name']}({', '.join(p['name'] for p in function['parameters'])})"
        guard = " || ".join(f"!{name}" for name in self.needed)
        space = "" if function["returns"][-1] == "*" else " "
        lines = [f"extern \"C\" {function['returns']}{space}through_{function['name']}({self.formal()}) {{"]
        if guard:
            lines.append(f"    if ({guard}) return {plain};")
        return [*lines, *("    " + line for line in body), "}"]

    def object(self):
        """The expression behind which the method stands."""
        if self.receiver is None:
            return f"vrm::{short(self.owner)}::" if self.owner else "vrm::"
        if self.owner in self.api.referred:
            return f"vrm::{short(self.owner)}_ref(const_cast<{self.owner} *>({self.receiver}))."
        if self.owner in self.api.opaque:
            return f"lent<vrm::{short(self.owner)}>({self.receiver}).named()."
        self.needed.append(self.receiver)
        receiver = next(p for p in self.function["parameters"] if p["name"] == self.receiver)
        constant = "const " if is_const(receiver["type"]) else ""
        return f"static_cast<{constant}vrm::{short(self.owner)} *>({self.receiver})->"

    def body(self, expression, given):
        function, call, returns = self.function, self.call, self.function["returns"]
        if call.results:
            return self.body_of_result(expression, given)
        if returns == "void":
            return [expression + ";"]
        if returns in self.api.enumerations:
            return [f"return static_cast<{returns}>({expression});"]
        target = pointee(returns) if "*" in returns else ""
        if target in self.api.opaque:
            end = "take()" if "returns_releases_with" in function else "raw()"
            return [f"return {expression}.{end};"]
        length = function.get("returns_length")
        if length:
            lines = [f"const auto slice = {expression};"]
            if length in self.plan:
                lines.append(f"if ({length}) *{length} = slice.size();")
            if self.receiver:
                self.needed.append(self.receiver)
            return lines + ["return slice.data();"]
        if target in self.api.structs and not function["returns_nullable"]:
            if self.receiver:
                self.needed.append(self.receiver)
            return [f"return &{expression};"]
        return [f"return {expression};"]

    def body_of_result(self, expression, given):
        call, result = self.call, self.call.results[0]
        self.needed.append(result.name)
        if self.function["returns"] == "void":
            return [f"*{result.name} = {expression};"]
        lines = [f"auto result = {expression};"]
        if result.kind == "received":
            end = "take()" if "releases_with" in result.parameter else "raw()"
            lines.append(f"*{result.name} = result->{end};")
        elif result.kind == "slice_out":
            self.needed.append(result.parameter["length"])
            lines += [f"*{result.name} = result->data();", f"*{result.parameter['length']} = result->size();"]
        else:
            lines.append(f"if (result) *{result.name} = *result;")
        if call.report:
            lines.append(f"if ({call.report.name}) *{call.report.name} = result.take_report().take();")
        return [*lines, "return static_cast<vrm_result>(result.code());"]


def through_texts(api):
    """cpp_through.h gives the functions of C other names; cpp_through.cpp has them, and calls C++."""
    names, lines = [], [HEAD, "#define VRM_EXPERIMENTAL", "#include <vrm/author.hpp>", "#include <vrm/live.hpp>", THROUGH_BASE]
    wanted = {call["name"] for library in ("vrm", "vrm-author", "vrm-live")
              for call in Part(api, library, None).entries("functions") if not call["inline"]}
    free = {call["name"] for library in ("vrm", "vrm-author", "vrm-live") for call in free_functions(api, library)}
    for name in sorted(wanted):
        call = api.functions[name]
        owner = api.class_of(call)
        some = None
        if name in api.releases:
            kind = short(pointee(call["parameters"][0]["type"]))
            some = [f"extern \"C\" void through_{name}({call['parameters'][0]['type']}object) {{",
                    f"    vrm::{kind} owner(object);", "}"]
        elif owner is None and name in free:
            some = Through(api, call, None, None).lines()
        elif owner is not None and owner not in BY_HAND and name not in api.inits and not is_in_list(api, name, owner):
            some = Through(api, call, owner, api.receiver_of(call, owner)).lines()
        if some:
            names.append(name)
            lines += ["", *some]
    redirect = [HEAD, *(f"#define {name} through_{name}" for name in names)]
    return {"cpp_through.h": "\n".join(redirect) + "\n", "cpp_through.cpp": "\n".join(lines) + "\n"}


def free_functions(api, library):
    part = Part(api, library, None)
    return [call for call in part.entries("functions") if api.class_of(call) is None and part.is_wanted(call)]


def is_in_list(api, name, owner):
    """Lists have what counts and what gets."""
    return owner in api.opaque and any(name in (count["name"], get["name"])
                                       for count, get, _ in Part(api, None, None).lists_of(owner))


