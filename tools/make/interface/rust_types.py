"""Types, names and comments of the interface in Rust, for the generators of bindings/rust."""
import re
import textwrap

from interface.plan import constant_names

SCALARS = {"float": "f32", "double": "f64", "int32_t": "i32", "uint32_t": "u32", "int64_t": "i64", "uint64_t": "u64",
           "uint16_t": "u16", "uint8_t": "u8", "size_t": "usize", "char": "c_char", "void": "c_void"}
KEYWORDS = {"type", "ref", "in", "move", "loop", "match", "use", "where", "fn", "impl", "mod", "as", "box", "dyn"}
# Names that a prelude has too.
OTHER_NAMES = {"vrm_result": "Code"}
WIDTH = 100


def word(name):
    return "r#" + name if name in KEYWORDS else name


def camel(name):
    """Bone for vrm_bone."""
    return OTHER_NAMES.get(name) or "".join(part.capitalize() for part in name[len("vrm_"):].split("_"))


def constant(name):
    """A name of a constant, which must not begin with a digit."""
    return "V" + name if name[0].isdigit() else name


def module_of(header):
    """author_check for author/check.h."""
    return header["name"].removesuffix(".h").replace("/", "_")


def cfg_of(header, entry):
    """What a part of the safe crate is behind."""
    if header["library"] != "vrm":
        return header["library"].removeprefix("vrm-")
    return "experimental" if entry["stability"] == "experimental" else None


def of_flag(comment):
    """The comment of a number that is 1 or 0, for a bool."""
    return re.sub(r"(^|\. )([01])(?=:| if\b)", lambda match: match.group(1) + ("false", "true")[int(match.group(2))], comment)


class Types:
    def __init__(self, api):
        self.api = api

    def of(self, kind):
        """A type of C in Rust."""
        parts = kind.split("*")
        name = parts[0].replace("const ", "").strip()
        if name in self.api.callbacks:
            return f"Option<{name}>"
        text = SCALARS.get(name, name)
        is_constant = parts[0].startswith("const ")
        for part in parts[1:]:
            text = ("*const " if is_constant else "*mut ") + text
            is_constant = "const" in part
        return text

    def parameter(self, parameter):
        kind = parameter["type"]
        if "count" in parameter:
            return ("*const " if "const" in kind else "*mut ") + self.of(kind.replace("const ", ""))
        return self.of(kind)

    def signature(self, entry):
        returns = "" if entry["returns"] == "void" else f" -> {self.of(entry['returns'])}"
        parameters = ", ".join(word(p["name"]) + ": " + self.parameter(p) for p in entry["parameters"])
        return f"({parameters}){returns}"

    def field(self, field):
        if field["type"] == "function":
            return f"Option<unsafe extern \"C\" fn{self.signature(field)}>"
        text = self.of(field["type"])
        return f"[{text}; {field['elements']}]" if "count" in field else text


class Prose:
    """Comments of the headers as documentation of Rust: names of C become names of Rust."""

    def __init__(self, api, functions=None):
        self.names = {"VRM_OK": "`Ok`", "VRM_NONE": "`None`", "VRM_ALL": "`None`", "NULL": "`None`",
                      "NaN": "NaN"}
        self.prefixes = {}
        for entry in api.enumerations.values():
            if entry["name"] not in {e["name"] for e in api.mine("enumerations")}:
                continue
            for name, value in zip(constant_names(entry), entry["values"]):
                self.names.setdefault(value["name"], f"`{camel(entry['name'])}::{constant(name[0])}`")
                self.prefixes[value["name"][:-len(name[0])]] = f"`{camel(entry['name'])}`"
        self.names.update(functions or {})

    def replace(self, text):
        text = re.sub(r"\b(VRM_[A-Z0-9_]+_)(?=[ ,.;)…]|$)", lambda match: self.prefixes.get(match.group(1), match.group(0)),
                      text)
        text = re.sub(r"`?\b(VRM_[A-Z0-9_]+|NULL|vrm_[a-z0-9_]+)\b`?",
                      lambda match: self.names.get(match.group(1), f"`{match.group(1)}`"), text)
        return text.replace("[", "\\[").replace("]", "\\]").replace("\\[`", "[`").replace("`\\]", "`]")

    def paragraphs(self, comment):
        """Lines of documentation; lists keep their lines, examples in C are left out."""
        comment = re.sub(r"@code.*?@endcode", "", comment, flags=re.S)
        for block in re.split(r"\n\s*\n", comment.strip()):
            items = re.split(r"\n(?=- )", block)
            yield [self.replace(" ".join(item.split())) for item in items if item.strip()]

    def lines(self, comment, indent=""):
        result = []
        for block in self.paragraphs(comment):
            if result:
                result.append(indent + "///")
            for item in block:
                result += textwrap.wrap(item, WIDTH, initial_indent=indent + "/// ", break_long_words=False,
                                        break_on_hyphens=False,
                                        subsequent_indent=indent + ("///   " if item.startswith("- ") else "/// "))
        return result
