"""The parts of a C++ header: enumerations, structs, classes, functions and views."""
import re

from interface.c_types import is_const, pointee
from interface.cpp_calls import SCOPED, Call, method_name, short, word
from interface.cpp_text import comment_lines, fill, function, statement
from interface.plan import Api, buffer_fields, constant_names, has_size

# What core.hpp has written by hand, because results hold reports.
BY_HAND = {"vrm_report"}
# Headers that the C++ headers leave to C: <vrm/lanes.h> is for tests and measurements.
LEFT_OUT = {"lanes.h"}


class Cpp(Api):
    """The interface, and what C++ makes of it."""

    def __init__(self, path):
        super().__init__(path, ["vrm", "vrm-author", "vrm-live", "vrm-render"])
        self.headers = [h for h in self.headers if h["name"] not in LEFT_OUT]
        self.header_of = {f["name"]: h["name"] for h in self.headers for f in h["functions"]}
        self.library_of = {e["name"]: h["library"] for h in self.headers
                           for kind in ("functions", "structs", "opaque_types") for e in h[kind]}
        self.owned_structs()
        self.inits = {f["name"]: f for h in self.headers for f in h["functions"] if self.is_init(f)}
        self.derived = {self.struct_of(f) for f in self.inits.values()} | {
            s["name"] for h in self.headers for s in h["structs"] if has_size(self, s["name"])}
        self.referred = self.find_referred()

    def owned_structs(self):
        """A struct that a function allocates is an object like those that are opaque."""
        for call in self.exported():
            for parameter in call["parameters"]:
                name = parameter["type"].rstrip("* ")
                if parameter["type"].endswith("**") and "releases_with" in parameter and name in self.structs:
                    self.opaque[name] = {**self.structs[name], "releases_with": parameter["releases_with"]}
        self.releases = {o["releases_with"] for o in self.opaque.values()}

    @staticmethod
    def is_init(call):
        return re.search(r"_init(_sized)?$", call["name"]) is not None and not call["inline"] and \
            call["name"].startswith(pointee(call["parameters"][0]["type"]) + "_init")

    @staticmethod
    def struct_of(call):
        return pointee(call["parameters"][0]["type"])

    def find_referred(self):
        """Opaque types that are passed to functions of others, or come out without an owner: they have references."""
        found = set()
        for call in self.exported():
            owner = self.class_of(call)
            for parameter in call["parameters"]:
                name = parameter["type"].replace("const ", "").rstrip("* ")
                is_self = owner == name and pointee(parameter["type"]) == name
                is_made = parameter["type"].endswith("**") and "releases_with" in parameter
                if name in self.opaque and not is_self and not is_made:
                    found.add(name)
            if pointee(call["returns"]) in self.opaque and "returns_releases_with" not in call:
                found.add(pointee(call["returns"]))
        return found

    def class_of(self, call):
        """The class that a function belongs to: of an opaque type of its library, or of a struct that prepares
        itself. None: it is free."""
        names = [name for name in (*self.opaque, *self.derived_if_known()) if call["name"].startswith(name + "_")
                 and self.library_of[name] == self.library_of[call["name"]]]
        return max(names, key=len) if names else None

    def derived_if_known(self):
        return getattr(self, "derived", ())

    def receiver_of(self, call, owner):
        """The parameter that is the object of a method. For a struct, the one that is written."""
        mine = [p for p in call["parameters"] if p["type"].count("*") == 1 and pointee(p["type"]) == owner]
        if owner in self.opaque:
            return mine[0]["name"] if mine and mine[0] is call["parameters"][0] else None
        written = [p for p in mine if not is_const(p["type"])]
        return (written or mine)[0]["name"] if mine else None


class Part:
    """The entries that one header of C++ has."""

    def __init__(self, api, library, stability):
        self.api, self.library, self.stability = api, library, stability

    def has(self, header, entry):
        return header["library"] == self.library and self.stability in (None, entry["stability"])

    def entries(self, kind):
        return [e for h in self.api.headers for e in h[kind] if self.has(h, e)]

    # --- Values ---

    def enumerations(self):
        lines = []
        for entry in self.entries("enumerations"):
            lines += enumeration_lines(entry)
        return lines

    def aliases(self):
        names = [s["name"] for s in self.entries("structs")
                 if s["name"] not in self.api.derived and s["name"] not in self.api.opaque]
        lines = []
        for name in names:
            alias = f"using {short(name)} = ::{name};"
            if lines and len(lines[-1]) + 1 + len(alias) <= 100:
                lines[-1] += " " + alias
            else:
                lines.append(alias)
        return lines

    def struct_classes(self, has_methods):
        """Those with methods come behind the objects that these take."""
        lines = []
        for entry in self.entries("structs"):
            if entry["name"] in self.api.derived and bool(self.struct_methods(entry["name"])) == has_methods:
                lines += self.struct_class(entry)
        return lines

    def struct_methods(self, name):
        return [f for f in self.api.exported() if self.api.class_of(f) == name and f["name"] not in self.api.inits]

    def struct_class(self, entry):
        """A struct of C that prepares itself."""
        api, name = self.api, entry["name"]
        cpp = short(name)
        lines = [*comment_lines(entry["comment"]), f"struct {cpp} : ::{name} {{"]
        init = next((f for f in api.inits.values() if api.struct_of(f) == name), None)
        if init is None:  # it has a size alone
            lines += function(f"{cpp}() noexcept : {name}()", [f"struct_size = sizeof({name});"], "    ")
        elif init["name"].endswith("_sized"):
            lines += function(f"{cpp}() noexcept", [f"{init['name']}(this, sizeof({name}));"], "    ")
        else:
            more = init["parameters"][1:]
            formal = ", ".join(f"{p['type']} {word(p['name'])}" for p in more)
            actual = "".join(f", {word(p['name'])}" for p in more)
            head = ("explicit " if len(more) == 1 else "") + f"{cpp}({formal}) noexcept"
            lines += function(head, [f"{init['name']}(this{actual});"], "    ")
        for field in entry["fields"]:
            lines += self.callback_lines(entry, field)
        for call in self.struct_methods(name):
            lines += self.method(call, name, api.receiver_of(call, name), "this")
        one = f"{lines[-2]} {lines[-1].strip()} }};" if len(lines) > 1 else ""
        return [*lines[:-2], one] if lines[-2].startswith("struct") and len(one) <= 100 else [*lines, "};"]

    def callback_lines(self, entry, field):
        """A function of C with its pointer, made of any object that can be called."""
        callback = self.api.callbacks.get(pointee(field["type"])) if "*" in field["type"] else \
            field if field["type"] == "function" else None
        user = next((f["name"] for f in entry["fields"] if f["name"] in
                     (f"{field['name']}_user", f"{field['name'].split('_')[0]}_user")), None)
        if callback is None or user is None:
            return []
        parameters = callback["parameters"]
        formal = ", ".join(f"{p['type']}{'' if p['type'][-1] == '*' else ' '}{word(p['name'])}"
                           for p in parameters[:-1]) + (", " if parameters[1:] else "") + "void *call"
        actual = ", ".join(word(p["name"]) for p in parameters[:-1])
        returns = "" if callback["returns"] == "void" else f" -> {callback['returns']}"
        give = "" if callback["returns"] == "void" else "return "
        return [f"    /** Calls an object for `{field['name']}`, such as a lambda. It must outlive its use. */",
                *function(f"template <class F> void set_{field['name']}(F &object) noexcept",
                          [f"{field['name']} = []({formal}) noexcept{returns} {{ "
                           f"{give}(*static_cast<F *>(call))({actual}); }};",
                           f"{user} = detail::user_of(object);"], "    ")]

    # --- Classes ---

    def forward(self):
        """Names of classes that others speak of before they are defined."""
        lines = []
        for entry in self.opaque_entries():
            name = short(entry["name"])
            if entry["name"] in self.api.referred:
                lines += [f"class any_{name}; class {name}; using {name}_ref = ref<any_{name}>;"]
        return lines

    def opaque_entries(self):
        declared = self.entries("opaque_types")
        made = [s for s in self.entries("structs") if s["name"] in self.api.opaque]
        return [self.api.opaque[e["name"]] for e in [*declared, *made] if e["name"] not in BY_HAND]

    def classes(self):
        lines = []
        for entry in self.opaque_entries():
            lines += ["", *self.class_lines(entry)]
        return lines

    def methods_of(self, name):
        lists = self.lists_of(name)
        taken = {call["name"] for pair in lists for call in pair[:2]}
        return [f for f in self.api.exported() if self.api.class_of(f) == name
                and f["name"] not in self.api.releases | taken], lists

    def lists_of(self, name):
        """(counts, gets, element) for vrm_T_count with vrm_T_get, and vrm_T_x_count with vrm_T_x."""
        found = []
        for count in self.api.exported():
            if self.api.class_of(count) != name or not count["name"].endswith("_count") or len(count["parameters"]) != 1:
                continue
            base = count["name"].removesuffix("_count")
            get = self.api.functions.get(base + "_get") or self.api.functions.get(base)
            if get and len(get["parameters"]) == 2 and "*" in get["returns"]:
                found.append((count, get, pointee(get["returns"])))
        return found

    def class_lines(self, entry):
        name = entry["name"]
        cpp, is_referred = short(name), name in self.api.referred
        functions, lists = self.methods_of(name)
        base = f"any_{cpp}" if is_referred else f"handle<{name}>"
        lines = []
        if is_referred:
            lines += [f"/** What {cpp} and {cpp}_ref can do. */",
                      f"class any_{cpp} : public handle<{name}> {{", "  public:"]
            lines += self.members(functions, lists, name, True, False)
            lines += ["  protected: using handle::handle;", "};"]
        release = self.api.opaque[name]["releases_with"]
        lines += [*comment_lines(entry["comment"]), f"class {cpp} : public owner<{base}, &{release}> {{",
                  "  public: using owner::owner;"]
        lines += self.members(functions, lists, name, not is_referred, True)
        if name in self.api.structs:
            lines += [f"    const {name} *operator->() const noexcept {{ return raw(); }}"]
        return [*lines, "};"]

    def members(self, functions, lists, name, has_methods, is_owner):
        """Methods; of an owner, what creates it, and what it refuses to a temporary object."""
        lines, guarded = [], []
        for call in functions:
            receiver = self.api.receiver_of(call, name)
            some = []
            if receiver is None and is_owner:
                some = self.method(call, name, None, None)
            elif receiver is not None and has_methods:
                some = self.method(call, name, receiver, "raw()", is_owner)
            elif receiver is not None and is_owner:
                some = self.refusal(call, name, receiver)
            if self.is_of_files(call):
                guarded += some
            else:
                lines += some
        for count, get, element in lists:
            item = f"vrm::{short(element)}_ref" if element in self.api.opaque else f"const vrm::{short(element)} &"
            plural = short(element) + "s"
            if has_methods:
                kind = f"using {short(element)}_list = list<{name}, {item}, &{count['name']}, &{get['name']}>;"
                lines += statement(kind, "    ")
                lines += function(f"{short(element)}_list {plural}() const & noexcept",
                                  [f"return {short(element)}_list(raw());"], "    ")
                if is_owner:
                    lines += [f"    name_the_object_first {plural}() const && = delete;"]
        return lines + without_stdio(guarded)

    def is_of_files(self, call):
        return self.api.header_of[call["name"]].endswith("file.h")

    def method(self, call, owner, receiver, raw, refuses=False):
        """A method, or a static function if there is no receiver. What is experimental in a class that is not is
        defined in the header of what it needs."""
        one = Call(self.api, call, owner, receiver, raw)
        name = method_name(call, owner)
        constant = " const" if one.is_const() else ""
        is_late = self.stability == "stable" and call["stability"] != "stable"
        is_late = is_late or pointee(call["returns"]) == owner and "returns_releases_with" in call
        # Without a reference class, an object that is not const has no temporary form.
        mark = " &" if one.borrows and receiver and raw == "raw()" and (constant or refuses) else ""
        static = "" if receiver else "static "
        head = f"{static}{join(one.returns)}{name}({', '.join(one.shown())}){constant}{mark}"
        lines = comment_lines(call["comment"], "    ")
        lines += function(("inline " if is_late else "") + head, None if is_late else one.body, "    ")
        if refuses and mark:
            lines += refused(name, one, constant)
        return lines

    def refusal(self, call, owner, receiver):
        """In an owner whose methods are those of its base: what a temporary one must not give."""
        one = Call(self.api, call, owner, receiver)
        name = method_name(call, owner)
        if not one.borrows:
            return []
        constant = " const" if one.is_const() else ""
        if constant:
            return statement(f"using any_{short(owner)}::{name}; {refusal_of(name, one, constant)}", "    ")
        passed = ", ".join(formal.split()[-1].lstrip("&*") for formal, _ in one.formal)
        return [*function(f"{join(one.returns)}{name}({', '.join(one.shown())}) &",
                          [f"return any_{short(owner)}::{name}({passed});"], "    "), *refused(name, one, constant)]

    # --- Functions ---

    def late(self):
        """Bodies of methods that their classes declare only: they need a class that comes later."""
        lines = []
        for call in self.api.exported():
            owner = self.api.class_of(call)
            if owner is None or owner in BY_HAND or owner not in self.api.opaque or \
                    call["name"] in self.api.releases or self.api.library_of[owner] != self.library:
                continue
            mine = self.api.opaque[owner]["stability"]
            keeps = pointee(call["returns"]) == owner and "returns_releases_with" in call
            other = mine == "stable" and call["stability"] != "stable"
            if not keeps and not other or self.stability not in (None, call["stability"]):
                continue
            one = Call(self.api, call, owner, self.api.receiver_of(call, owner))
            scope = f"any_{short(owner)}" if owner in self.api.referred else short(owner)
            constant = " const" if one.is_const() else ""
            formal = ", ".join(formal for formal, _ in one.formal)
            head = f"inline {join(one.returns)}{scope}::{method_name(call, owner)}({formal}){constant}"
            lines += function(head, one.body)
        return lines

    def functions(self):
        lines, guarded = [], []
        for header in self.api.headers:
            for call in header["functions"]:
                if not self.has(header, call) or self.api.class_of(call) in [*self.api.opaque, *self.api.derived]:
                    continue
                if call["name"] in self.api.releases or not self.is_wanted(call):
                    continue
                some = self.free(call)
                if self.is_of_files(call):
                    guarded += some
                else:
                    lines += some
        return lines + without_stdio(guarded)

    def is_wanted(self, call):
        """Free functions that C++ makes easier. The others are called as in C: enumerations become numbers."""
        one = Call(self.api, call)
        return not call["inline"] and any(
            re.search("slice|zstring|bytes|_ref|maybe|any_|expected|vrm::result|_init", text)
            for text in (one.returns, call["name"], *(formal for formal, _ in one.formal)))

    def free(self, call):
        one = Call(self.api, call)
        return [*comment_lines(call["comment"]),
                *function(f"inline {join(one.returns)}{free_name(self.api, call)}({', '.join(one.shown())})", one.body)]

    def views(self):
        """Arrays of what the library returns. Descs and other inputs are filled by the caller."""
        lines = []
        for struct in self.entries("structs"):
            for field in buffer_fields(struct):
                if not has_size(self.api, struct["name"]) and "*" not in field["length"] and \
                        pointee(field["type"]) not in ("char", "void"):
                    lines += view_lines(self.api, struct, field)
        return lines


def free_name(api, call):
    """A function of another library's object has no name of that object in its own."""
    name = short(call["name"])
    foreign = [o for o in api.opaque if call["name"].startswith(o + "_") and o not in BY_HAND]
    if foreign:
        name = word(call["name"][len(max(foreign, key=len)) + 1:])
    return re.sub(r"_init$", "", re.sub(r"(^|_)get_", r"\1", name))


def join(returns):
    return returns if returns[-1] in "*&" else returns + " "


def refused(name, call, constant):
    return statement(refusal_of(name, call, constant), "    ")


def refusal_of(name, call, constant):
    kinds = ", ".join(" ".join(formal.split()[:-1]) + re.match(r"[&*]*", formal.split()[-1])[0]
                      for formal, _ in call.formal)
    return f"name_the_object_first {name}({kinds}){constant} && = delete;"


def without_stdio(lines):
    return ["#ifndef VRM_NO_STDIO", *lines, "#endif"] if lines else []


def enumeration_lines(entry):
    name = short(entry["name"])
    items, following = [], 0
    names = {constant for constant, _, _ in constant_names(entry)}
    if entry["kind"] == "flags" and "NONE" not in names:
        items, following = ["none"], 1
    for constant, value, _ in constant_names(entry):
        items.append(word(constant) if value == following else f"{word(constant)} = {value}")
        following = value + 1
    lines = comment_lines(entry["comment"])
    if entry["name"] in SCOPED:
        return [*lines, f"enum class [[nodiscard]] {name} : {entry['type']} {{", *fill(items, "    "), "};"]
    flags = "using flags::operator|; " if entry["kind"] == "flags" else ""
    before, using = f"namespace {name}_enum {{ {flags}enum {name} : {entry['type']} {{", f"using {name}_enum::{name};"
    one = f"{before} {', '.join(items)} }}; }}"
    if len(f"{one} {using}") <= 100:
        return [*lines, f"{one} {using}"]
    return lines + ([one, using] if len(one) <= 100 else [before, *fill(items, "    "), "}; } " + using])


def view_lines(api, struct, field):
    target = pointee(field["type"])
    kind = short(target) if target in api.structs else target
    length = re.sub(r"[a-z_]+", r"s.\g<0>", field["length"])
    name = word(field["name"])
    if field.get("nullable"):
        length = f"s.{name} ? {length} : 0"
    constant = "const " if is_const(field["type"]) else ""
    head = f"inline slice<{constant}{kind}> {name}(const {struct['name']} &s)"
    body = f"{{ return {{s.{name}, {length}}}; }}"
    return [f"{head} {body}"] if len(f"{head} {body}") <= 100 else [head, body]
