"""The generated part of the extension module in C: tables of structs, and a function for each function."""
import keyword
import re

from interface.c_types import pointee
from interface.plan import arguments
from interface.python_plan import (CLASSES, FUNCTIONS, HIDDEN, HIDDEN_FIELDS, LONG, LOOKUPS, QUICK, VALUES, camel, entries,
                                   float_count, function_of, is_truth)

KINDS = {"float": "FIELD_F32", "double": "FIELD_F64", "int32_t": "FIELD_I32", "uint32_t": "FIELD_U32",
         "int64_t": "FIELD_I64", "uint64_t": "FIELD_U64", "uint16_t": "FIELD_U16", "uint8_t": "FIELD_U8",
         "size_t": "FIELD_SIZE", "vrm_string": "FIELD_STRING", "const char *": "FIELD_CSTRING"}
INTEGERS = {"int32_t": ("read_signed", "int64_t", "INT32_MIN, INT32_MAX"),
            "int64_t": ("read_signed", "int64_t", "INT64_MIN, INT64_MAX"),
            "uint32_t": ("read_unsigned", "uint64_t", "UINT32_MAX"),
            "uint64_t": ("read_unsigned", "uint64_t", "UINT64_MAX"),
            "size_t": ("read_unsigned", "uint64_t", "SIZE_MAX")}
HEAD = "/* Written by tools/make/make-python from api.json: do not edit. */\n#include \"core.h\"\n"


def quoted(text):
    """A string literal of C, in lines that compilers accept."""
    text = re.sub(r"[ \t]+\n", "\n", text.strip())
    escaped = text.replace("\\", "\\\\").replace('"', '\\"').replace("??", "?\\?")
    return "\n        ".join(f'"{line}\\n"' for line in escaped.split("\n"))[:-3] + '"'


def word(name):
    """A name of Python: `from` is none."""
    return name + "_" if keyword.iskeyword(name) else name


class Tables:
    """Ids of structs and enumerations, and the tables of fields."""

    def __init__(self, api):
        self.api = api
        self.structs = [s["name"] for s in api.mine("structs")]
        self.enumerations = [e["name"] for e in api.mine("enumerations")]

    def id(self, name):
        return f"STRUCT_{name.upper()}"

    def field(self, struct, field):
        """The initializer of a field, or None if the package does not have it."""
        kind, name, comment = field["type"], field["name"], field["comment"]
        api, form, of, enumeration, more, length, length_name = self.api, "FORM_VALUE", -1, -1, 0, "0", "NULL"
        if f"{struct['name']}.{name}" in HIDDEN_FIELDS or name.startswith("reserved") or name in ("state", "a_file", "b_file") or kind == "function":
            return None
        target = pointee(kind) if "*" in kind else kind
        if "*" in kind and kind != "const char *":
            if "length" in field:
                match = re.fullmatch(r"(\w+)(?: \+ (\d+))?", field["length"])
                if not match:
                    return None
                form, more = "FORM_ARRAY", int(match.group(2) or 0)
                length = f"offsetof({struct['name']}, {match.group(1)})"
                length_name = f'"{match.group(1)}"'
            elif target in api.opaque and target[4:] in CLASSES:
                form, of = "FORM_OBJECT", f"CLASS_{target[4:].upper()}"
            elif target in self.structs and target not in HIDDEN:
                form = "FORM_POINTER"
            else:
                return None
        elif "count" in field:
            form = "FORM_FIXED"
        if kind == "const char *" and "length" in field:
            length_name = f'"{field["length"]}"'
            length = f"offsetof({struct['name']}, {field['length']})"
        if form == "FORM_OBJECT":
            c_kind = "FIELD_SIZE"
        elif kind == "const char *":
            c_kind = "FIELD_CSTRING"
        elif target in KINDS:
            c_kind = KINDS[target]
        elif target in api.enumerations:
            c_kind = KINDS[api.enumerations[target]["type"]]
            enumeration = self.enumerations.index(target)
        elif target in api.structs and float_count(api, target) and form != "FORM_POINTER":
            c_kind, of = "FIELD_FLOATS", self.id(target)
        elif target in self.structs and target not in HIDDEN:
            c_kind, of = "FIELD_STRUCT", self.id(target)
        else:
            return None
        truth = int(c_kind == "FIELD_I32" and enumeration == -1 and form == "FORM_VALUE" and is_truth(comment, name))
        counts = " ".join(f.get("length", "") + " " + f.get("capacity", "") for f in struct["fields"])
        is_count = int(re.search(rf"\b{name}\b", counts) is not None)
        return (f'{{"{word(name)}", {quoted(comment)}, {c_kind}, {form}, {truth}, {more}, {is_count}, offsetof({struct["name"]}, {name}), '
                f'{field.get("elements", 0)}, {length}, {of}, {enumeration}, {length_name}}}')

    def init_of(self, name):
        """A function that fills in defaults, as the table calls it, and its definition."""
        api = self.api
        if f"{name}_init_sized" in api.functions:
            call = f"{name}_init_sized(({name} *)record, size);"
        elif name != "vrm_idle" and f"{name}_init" in api.functions and \
                len(api.functions[f"{name}_init"]["parameters"]) == 1:
            call = f"(void)size;\n    {name}_init(({name} *)record);"
        elif name == "vrm_idle":
            call = f"(void)size;\n    {name}_init(({name} *)record, 0);"
        else:
            return "NULL", []
        if name == "vrm_load_desc":
            call = "(void)size;\n    prepare_load((vrm_load_desc *)record);"
        return f"init_{name}", [f"static void init_{name}(void *record, size_t size) {{", f"    {call}", "}"]

    def text(self):
        api = self.api
        lines = [HEAD, "/* Sizes are those of 64-bit targets. */"]
        for struct in api.mine("structs"):
            lines.append(f'_Static_assert(sizeof({struct["name"]}) == {struct["size"]}, "{struct["name"]}");')
            lines += [f'_Static_assert(offsetof({struct["name"]}, {f["name"]}) == {f["offset"]}, '
                      f'"{struct["name"]}.{f["name"]}");' for f in struct["fields"]]
        lines += ["", '#include "ids.h"', ""]
        table = []
        for struct in api.mine("structs"):
            name = struct["name"]
            fields = [text for text in (self.field(struct, f) for f in struct["fields"]) if text]
            shown = name not in HIDDEN and not float_count_of_value(api, name)
            init, definition = self.init_of(name) if shown else ("NULL", [])
            lines += definition
            if shown:
                lines += [f"static const struct_field fields_{name}[] = {{", *(f"    {text}," for text in fields), "};"]
            table.append(f'    [{self.id(name)}] = {{"{camel(name)}", "{name}", {quoted(struct["comment"])}, '
                         f'{"fields_" + name if shown else "NULL"}, {len(fields) if shown else 0}, sizeof({name}), '
                         f'{float_count(api, name)}, {init}, NULL}},')
        lines += ["const struct_type struct_types[] = {", *table, "};",
                  "const int struct_count = sizeof struct_types / sizeof *struct_types;",
                  "const char *const enumeration_names[] = {",
                  *(f'    "{camel(name)}",' for name in self.enumerations), "};",
                  "const int enumeration_count = sizeof enumeration_names / sizeof *enumeration_names;", ""]
        return "\n".join(lines)

    def ids(self):
        lines = ["/* Written by tools/make/make-python from api.json: do not edit. */", "#ifndef LIBVRM_PYTHON_IDS_H",
                 "#define LIBVRM_PYTHON_IDS_H", "enum {"]
        lines += [f"    {self.id(name)}," for name in self.structs]
        lines += ["};", "enum {", *(f"    ENUM_{name.upper()}," for name in self.enumerations), "};", "#endif", ""]
        return "\n".join(lines)


def has_pointers(api, name):
    """Whether a struct refers to memory that is not its own."""
    return any("*" in field["type"] or field["type"] == "vrm_string" or
               field["type"] in api.structs and has_pointers(api, field["type"]) for field in api.structs[name]["fields"])


def float_count_of_value(api, name):
    return float_count(api, name) if name in VALUES else 0


class Wrapper:
    """A function of C that Python calls, for one function of libvrm."""

    def __init__(self, tables, function, kind, form):
        self.tables, self.api, self.function, self.kind, self.form = tables, tables.api, function, kind, form
        self.declarations, self.reads, self.actual, self.results, self.finish = [], [], [], [], []
        self.arity = self.optional = 0
        self.file = None        # the parameter with the bytes of a file that the new object borrows
        self.releases = []      # buffers, after the call
        self.received = []      # objects that come out
        self.referring = []     # structs that come out, with pointers into the object
        self.report = None
        self.handle = None
        parameters = function["parameters"]
        self.is_method = kind is not None
        if self.is_method:
            self.actual.append(kind)
        self.takes_file = function["name"] not in QUICK and \
            any(p["name"] == "bytes" and p["type"] == "const void *" for p in parameters)
        for argument in arguments(self.api, function, self.is_method):
            self.argument(argument)

    # --- One argument ---

    def at(self):
        """The value that Python passes, as an expression."""
        self.arity += 1
        return "value" if self.form == "setter" else f"args[{self.arity - 1}]"

    def argument(self, argument):
        method = getattr(self, f"read_{argument.kind}", None)
        if method is None:
            raise SystemExit(f"make-python: {self.function['name']}: a parameter of the kind {argument.kind} "
                             f"({argument.name})")
        method(argument)

    def read_value(self, argument):
        name, kind = argument.name, argument.type
        if name in LOOKUPS and kind == "int32_t" and self.kind in ("avatar", "model"):
            self.declarations.append(f"int32_t {name};")
            self.reads.append(f"read_index({self.at()}, {LOOKUPS[name]}, self, &{name})")
            self.actual.append(name)
            return
        at = self.at()
        if kind == "float":
            self.declarations.append(f"float {name};")
            self.reads.append(f'read_float({at}, "{name}", &{name})')
            self.actual.append(name)
        elif kind == "int32_t" and is_truth(argument.parameter["comment"], name):
            self.declarations.append(f"int {name};")
            self.reads.append(f"({name} = PyObject_IsTrue({at})) >= 0")
            self.actual.append(name)
        else:
            self.integer(at, name, kind)

    def integer(self, at, name, kind):
        read, wide, limits = INTEGERS[kind]
        self.declarations.append(f"{wide} {name};")
        self.reads.append(f'{read}({at}, "{name}", {limits}, &{name})')
        self.actual.append(f"({kind}){name}")

    def read_enumeration(self, argument):
        if argument.type == "vrm_bone":
            self.declarations.append(f"int32_t {argument.name};")
            self.reads.append(f"read_index({self.at()}, LOOKUP_BONE, self, &{argument.name})")
            self.actual.append(argument.name)
            return
        self.integer(self.at(), argument.name, self.api.enumerations[argument.type]["type"])

    def read_handle(self, argument):
        name, kind = argument.name, argument.target[4:]
        nullable = "true" if argument.nullable else "false"
        self.declarations.append(f"void *{name};")
        at = self.at()
        self.reads.append(f'read_object({at}, CLASS_{kind.upper()}, "{name}", {nullable}, &{name})')
        self.actual.append(name)
        self.held = [*getattr(self, "held", []), (name, at)]

    def read_struct(self, argument):
        name, target = argument.name, argument.target
        if argument.parameter["direction"] == "inout" and not argument.constant and name in ("out", "info") and \
                self.is_method:
            return self.read_out(argument)
        count = float_count(self.api, target)
        if count and argument.constant and not target.endswith(("_settings", "_rule")):
            self.declarations.append(f"{target} {name};")
            read = f'read_floats({{at}}, "{name}", (float *)&{name}, {count})'
            at = self.at()
            if argument.nullable:
                self.reads.append(f"({at} == Py_None || {read.format(at=at)})")
                self.actual.append(f"{at} == Py_None ? NULL : &{name}")
            else:
                self.reads.append(read.format(at=at))
                self.actual.append(f"&{name}")
            return None
        self.declarations.append(f"void *{name};")
        nullable = "true" if argument.nullable else "false"
        written = "false" if argument.constant else "true"
        self.reads.append(f'read_record({self.at()}, {self.tables.id(target)}, "{name}", {nullable}, {written}, '
                          f"&{name})")
        if target == "vrm_load_desc":
            self.declarations.append("vrm_load_desc load;")
            self.actual.append(f"load_settings({name}, &load)")
            return None
        if any(f["type"] == "const vrm_load_desc *" for f in self.api.structs.get(target, {"fields": []})["fields"]):
            self.declarations += ["vrm_load_desc load;", f"{target} settings;"]
            self.prepare = [f"{target}_init_sized(&settings, sizeof settings);",
                            f"if ({name} != NULL) settings = *(const {target} *){name};",
                            "settings.load = load_settings((void *)settings.load, &load);"]
            self.actual.append("&settings")
            return None
        self.actual.append(name)
        return None

    def read_out(self, argument):
        """A struct that comes out."""
        name, target = argument.name, argument.target
        scalar = target not in self.api.structs
        if self.kind is None and name in ("pose", "idle"): # what the caller has made, and this fills in
            return self.read_filled(name, target)
        if argument.nullable and scalar and not name == "out_index":
            self.actual.append("NULL")
            return
        if scalar:
            kind = {"int32_t": "PyLong_FromLong", "size_t": "PyLong_FromSize_t", "uint32_t": "PyLong_FromUnsignedLong"}
            self.declarations.append(f"{target} {name} = 0;")
            self.results.append(f"{kind[target]}({name})")
            self.actual.append(f"&{name}")
            return
        count = float_count(self.api, target)
        if count and (target.startswith(("vrm_vec", "vrm_quat", "vrm_trs", "vrm_mat4"))):
            self.declarations.append(f"{target} {name} = {{0}};")
            self.results.append(self.tuple_of(name, target, count))
            self.actual.append(f"&{name}")
            return
        self.declarations += [f"PyObject *{name};", f"void *{name}_data = record_own(&{name}, {self.tables.id(target)});"]
        self.after_declarations = getattr(self, "after_declarations", []) + [
            f"if ({name}_data == NULL) return NULL;"]
        self.finish.append(name)
        if has_pointers(self.api, target):
            if self.kind is None:
                raise SystemExit(f"make-python: {self.function['name']}: nothing keeps what {name} refers to")
            self.referring.append(name)
        self.results.append(name)
        self.actual.append(f"{name}_data")

    def read_filled(self, name, target):
        self.declarations.append(f"void *{name};")
        self.reads.append(f'read_record({self.at()}, {self.tables.id(target)}, "{name}", false, true, &{name})')
        self.actual.append(name)

    def tuple_of(self, name, target, count):
        if target == "vrm_mat4":
            return f"matrix_tuple(&{name})"
        if target == "vrm_trs":
            return f"trs_tuple(&{name})"
        return f"floats_tuple((const float *)&{name}, {count})"

    def read_array(self, argument):
        name, target = argument.name, argument.type.replace("const ", "")
        elements = argument.parameter["elements"]
        count = elements * (1 if target == "float" else float_count(self.api, target))
        self.declarations.append(f"{target} {name}[{elements}];")
        if argument.parameter["direction"] == "in":
            self.reads.append(f'read_floats({self.at()}, "{name}", (float *){name}, {count})')
        else:
            self.results.append(f"rows_tuple((const float *){name}, {elements}, {count // elements})")
        self.actual.append(name)

    def read_string(self, argument):
        name, at = argument.name, self.at()
        self.declarations.append(f"const char *{name} = NULL;")
        read = f'({name} = read_text({at}, "{name}")) != NULL'
        self.reads.append(f"({at} == Py_None || {read})" if argument.nullable else read)
        self.actual.append(name)

    def read_buffer(self, argument):
        name, at = argument.name, self.at()
        self.declarations.append(f"Py_buffer {name} = {{0}};")
        read = f"read_bytes({at}, &{name})"
        self.reads.append(f"({at} == Py_None || {read})" if argument.nullable else read)
        if "release of" in argument.parameter.get("valid_until", ""):
            self.file = name
        else:
            self.releases.append(name)
        self.actual += [f"{name}.buf", f"({argument.count['type']}){name}.len"]
        self.buffers = [*getattr(self, "buffers", []), name]

    def read_received(self, argument):
        name, target = argument.name, pointee(argument.target)
        self.declarations.append(f"{target} *{name} = NULL;")
        if target == "vrm_report":
            self.report = name
        elif argument.nullable and self.function["name"] != "vrm_make":
            self.actual.append("NULL")
            return
        else:
            self.received.append((name, target[4:]))
        self.actual.append(f"&{name}")

    # --- The whole function ---

    def is_long(self):
        return self.takes_file or self.function["name"] in LONG

    def returned(self, call):
        """Lines that make the call, and the expression of what it returns; None if nothing."""
        function, returns = self.function, self.function["returns"]
        target = pointee(returns) if "*" in returns else returns
        if returns == "void":
            return call + ";", None
        if returns == "vrm_result":
            return f"const vrm_result result = {call};", None
        if returns == "const char *":
            return f"const char *const result = {call};", "text_object(result)"
        if "*" in returns:
            owner = "(PyObject *)handle_of(self)" if self.is_method else "Py_None"
            return (f"const {target} *const result = {call};",
                    f"record_new({self.tables.id(target)}, result, {owner}, false)")
        if returns in self.api.enumerations:
            return (f"const {returns} result = {call};",
                    f"enumeration_object(ENUM_{returns.upper()}, result)")
        if returns == "float":
            return f"const float result = {call};", "PyFloat_FromDouble((double)result)"
        if is_truth(function.get("returns_comment", ""), ""):
            return f"const int32_t result = {call};", "truth" if self.results else "PyBool_FromLong(result)"
        make = {"int32_t": "PyLong_FromLong", "uint32_t": "PyLong_FromUnsignedLong", "int64_t": "PyLong_FromLongLong",
                "uint64_t": "PyLong_FromUnsignedLongLong", "size_t": "PyLong_FromSize_t"}[returns]
        return f"const {returns} result = {call};", f"{make}(result)"

    def text(self, name):
        lines, fail, c_name = [], "-1" if self.form == "setter" else "NULL", f"wrap_{name}"
        head = {"getter": f"static PyObject *{c_name}(PyObject *self, void *unused)",
                "setter": f"static int {c_name}(PyObject *self, PyObject *value, void *unused)",
                "method": f"static PyObject *{c_name}(PyObject *self, PyObject *const *args, Py_ssize_t count)",
                "none": f"static PyObject *{c_name}(PyObject *self, PyObject *unused)",
                "one": f"static PyObject *{c_name}(PyObject *self, PyObject *value)"}
        form = self.form
        if form == "method" and self.arity == 0:
            form = "none"
        lines.append(head[form] + " {")
        if self.is_method:
            lines.append(f"    vrm_{self.kind} *{self.kind};")
        lines += [f"    {declaration}" for declaration in self.declarations]
        if form != "method":
            lines.append("    (void)unused;")
        if not self.is_method:
            lines.append("    (void)self;")
        enter = f"({self.kind} = object_enter(self, CLASS_{self.kind.upper()})) != NULL" if self.is_method else None
        reads = list(self.reads)
        if form == "method":
            reads.insert(0, f'read_count(count, {self.arity}, {self.arity}, "{self.python_name}")')
        if form == "setter":
            reads.insert(0, f'has_value(value, "{self.python_name}")')
        if self.function["name"] == "vrm_model_drop_payload":
            reads.append("is_unread(self)")
        if enter:
            reads.append(enter)
        lines += self.body(reads, fail)
        lines.append("}")
        return "\n".join(lines)

    def body(self, reads, fail):
        lines, buffers = [], getattr(self, "buffers", [])
        # Objects last: reading other values may run code that closes them, or another thread that uses them.
        reads = sorted(reads, key=lambda read: "object_enter(" in read or read.startswith("read_object("))
        release = [f"if ({b}.obj != NULL) PyBuffer_Release(&{b});" for b in buffers]
        drop = [f"Py_DECREF({name});" for name in self.finish]
        lines += [f"    {line}" for line in getattr(self, "after_declarations", [])]
        condition = " ||\n        ".join(f"!({read})" for read in reads)
        if condition:
            lines += [f"    if ({condition}) {{", *(f"        {line}" for line in [*release, *drop]),
                      f"        return {fail};", "    }"]
        lines += [f"    {line}" for line in getattr(self, "prepare", [])]
        call = f"{self.function['name']}({', '.join(self.actual)})"
        statement, value = self.returned(call)
        if self.is_long():
            owner = "handle_of(self)" if self.is_method else None
            if "=" in statement:
                declared = statement.split(" = ")[0].replace("const vrm_result", "vrm_result")
                lines.append(f"    {declared};")
                statement = statement.split(" = ", 1)
                statement = "result = " + statement[1]
            if owner:
                lines.append(f"    WITHOUT_GIL({owner}, {statement});")
            else:
                held = getattr(self, "held", [])
                lines += [*(f"    Handle *held_{name} = hold_handle({at});" for name, at in held),
                          "    Py_BEGIN_ALLOW_THREADS", f"    {statement}", "    Py_END_ALLOW_THREADS",
                          *(f"    let_handle(held_{name});" for name, _ in held)]
        else:
            lines.append(f"    {statement}")
        lines += [f"    if ({b}.obj != NULL) PyBuffer_Release(&{b});" for b in self.releases]
        if self.function["returns"] == "vrm_result":
            return lines + self.result_lines(fail)
        dropped = "".join(f"        {line}\n" for line in drop)
        failed = " || ".join(["!check_misuse()", *self.keeps()])
        lines.append(f"    if ({failed}) {{\n{dropped}        return {fail};\n    }}" if drop
                     else f"    if ({failed}) return {fail};")
        if self.form == "setter":
            return [*lines, "    return 0;"]
        if value == "truth":
            lines.append("    if (result == 0) {\n" + dropped + "        Py_RETURN_NONE;\n    }")
            value = None
        values = ([value] if value else []) + self.results
        return lines + self.return_lines(values)

    def result_lines(self, fail):
        report = self.report or "NULL"
        problem = "NULL"
        lines = []
        # The report of a check is the result, whether or not the file could be read.
        if self.report and not self.received:
            lines.append("    if (result == VRM_ERROR_INVALID_ARGUMENT || result == VRM_ERROR_OUT_OF_MEMORY ||\n"
                         "        result == VRM_ERROR_CANCELLED) {\n"
                         f"        return raise_result(result, {report}, NULL);\n    }}")
            lines.append(f"    return object_new(CLASS_REPORT, {report}, NULL, NULL, NULL);")
            return lines
        if self.kind == "edit":
            problem = "vrm_edit_problem(edit)"
        drop = "".join(f"        PyBuffer_Release(&{self.file});\n" for _ in [0] if self.file)
        drop += "".join(f"        Py_DECREF({name});\n" for name in self.finish)
        raised = f"raise_result(result, {report}, {problem})"
        if fail == "-1":
            raised = f"({raised}, -1)"
        lines.append(f"    if (result != VRM_OK) {{\n{drop}        return {raised};\n    }}")
        if self.referring:
            lines.append(f"    if ({' || '.join(self.keeps())}) {{\n{drop}        return {fail};\n    }}")
        if not self.received:
            return lines + self.return_lines(self.results)
        objects = []
        for name, kind in self.received:
            bytes_ = f"&{self.file}" if self.file and kind != "report" else "NULL"
            objects.append(f"object_new(CLASS_{kind.upper()}, {name}, NULL, {bytes_}, NULL)")
        if self.report:
            objects.append(f"object_new(CLASS_REPORT, {self.report}, NULL, NULL, NULL)")
        return lines + self.return_lines(objects)

    def keeps(self):
        """Conditions that are true if a struct cannot keep the object whose memory it refers to."""
        return [f"!record_keep((Record *){name}, (PyObject *)handle_of(self))" for name in self.referring]

    def return_lines(self, values):
        if not values:
            return ["    Py_RETURN_NONE;"]
        if len(values) == 1:
            return [f"    return {values[0]};"]
        return [f"    return pack({len(values)}, (PyObject *[]){{{', '.join(values)}}});"]


SUPPORT = """
static inline bool has_value(PyObject *value, const char *name) {
    if (value != NULL) return true;
    PyErr_Format(PyExc_AttributeError, "%s cannot be deleted", name);
    return false;
}

static PyObject *pack(Py_ssize_t count, PyObject **values) {
    PyObject *tuple = PyTuple_New(count);
    for (Py_ssize_t i = 0; i < count; ++i) {
        if (tuple == NULL || values[i] == NULL) {
            Py_CLEAR(tuple);
            Py_XDECREF(values[i]);
        } else if (PyTuple_SetItem(tuple, i, values[i]) != 0) {
            Py_CLEAR(tuple);
        }
    }
    return tuple;
}

static PyObject *rows_tuple(const float *values, Py_ssize_t rows, Py_ssize_t columns) {
    PyObject *parts[8];
    for (Py_ssize_t i = 0; i < rows; ++i) parts[i] = floats_tuple(values + i * columns, columns);
    return pack(rows, parts);
}

static PyObject *matrix_tuple(const vrm_mat4 *matrix) {
    float rows[16];
    for (int i = 0; i < 16; ++i) rows[i] = matrix->m[i % 4 * 4 + i / 4];
    return rows_tuple(rows, 4, 4);
}

static PyObject *trs_tuple(const vrm_trs *trs) {
    return pack(3, (PyObject *[]){floats_tuple(&trs->translation.x, 3), floats_tuple(&trs->rotation.x, 4),
                                  floats_tuple(&trs->scale.x, 3)});
}
"""


def doc_of(function):
    """A docstring from the comment of a header."""
    lines = [function["comment"]]
    shown = [p for p in function["parameters"] if p["comment"]]
    if shown:
        lines += ["", *(f"{p['name']}: {' '.join(p['comment'].split())}" for p in shown)]
    if function.get("returns_comment"):
        lines += ["", "Returns: " + " ".join(function["returns_comment"].split())]
    return "\n".join(lines)


def methods_text(api):
    tables = Tables(api)
    lines = [HEAD, '#include "ids.h"', SUPPORT]
    for kind in CLASSES:
        methods, properties = [], []
        for name, getter, setter, is_property in entries(kind):
            function = function_of(api, getter)
            wrapper = Wrapper(tables, function, kind, "getter" if is_property else "method")
            wrapper.python_name = name
            lines += [wrapper.text(getter), ""]
            doc = quoted(doc_of(function))
            if not is_property:
                flags = "METH_FASTCALL" if wrapper.arity else "METH_NOARGS"
                cast = f"FAST(wrap_{getter})" if wrapper.arity else f"wrap_{getter}"
                methods.append(f'    {{"{name}", {cast}, {flags}, {doc}}},')
                continue
            if setter:
                other = Wrapper(tables, function_of(api, setter), kind, "setter")
                other.python_name = name
                lines += [other.text(setter), ""]
            c_setter = f"wrap_{setter}" if setter else "NULL"
            properties.append(f'    {{"{name}", wrap_{getter}, {c_setter}, {doc}, NULL}},')
        lines += [f"static PyMethodDef methods_{kind}[] = {{", *methods, "    {0}};",
                  f"static PyGetSetDef properties_{kind}[] = {{", *properties, "    {0}};", ""]
    functions = []
    for c_name in FUNCTIONS:
        function = function_of(api, c_name)
        wrapper = Wrapper(tables, function, None, "method")
        wrapper.python_name = c_name[len("vrm_"):]
        lines += [wrapper.text(c_name), ""]
        flags = "METH_FASTCALL" if wrapper.arity else "METH_NOARGS"
        cast = f"FAST(wrap_{c_name})" if wrapper.arity else f"wrap_{c_name}"
        functions.append(f'    {{"{wrapper.python_name}", {cast}, {flags}, {quoted(doc_of(function))}}},')
    lines += ["PyMethodDef generated_functions[] = {", *functions, "    {0}};",
              "PyMethodDef *const class_methods[CLASS_COUNT] = {",
              *(f"    [CLASS_{kind.upper()}] = methods_{kind}," for kind in CLASSES), "};",
              "PyGetSetDef *const class_properties[CLASS_COUNT] = {",
              *(f"    [CLASS_{kind.upper()}] = properties_{kind}," for kind in CLASSES), "};", ""]
    return "\n".join(lines)


def layout_text(api):
    """Sizes and offsets as the compiler sees them, for a test that compares them with api.json."""
    lines = [HEAD, "const struct layout_entry {", "    const char *name;", "    size_t offset, size;",
             "} layout_entries[] = {"]
    for struct in api.mine("structs"):
        name = struct["name"]
        lines.append(f'    {{"{name}", 0, sizeof({name})}},')
        lines += [f'    {{"{name}.{f["name"]}", offsetof({name}, {f["name"]}), sizeof((({name} *)0)->{f["name"]})}},'
                  for f in struct["fields"]]
    return "\n".join([*lines, "    {NULL, 0, 0}};", ""])

