"""The interface of C in Rust: a module for each header, with assertions of every size and offset."""
from interface.plan import constant_names, first_sentence
from interface.rust_types import SCALARS, Types, constant, module_of, word

INTEGERS = [("i32", -2**31, 2**31 - 1), ("u32", 0, 2**32 - 1), ("i64", -2**63, 2**63 - 1), ("u64", 0, 2**64 - 1)]


def doc(comment):
    return ["/// " + first_sentence(comment).replace("[", "\\[").replace("]", "\\]")] if comment else []


def constant_lines(entry):
    kind = next(name for name, least, most in INTEGERS if least <= entry["number"] <= most)
    return [*doc(entry["comment"]), f"pub const {entry['name']}: {kind} = {entry['number']};"]


def enumeration_lines(api, entry):
    name, base = entry["name"], SCALARS[entry["type"]]
    lines = [*doc(entry["comment"]), "#[repr(transparent)]",
             "#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug, Default)]",
             f"pub struct {name}(pub {base});", "", f"impl {name} {{"]
    for (short, value, comment), full in zip(constant_names(entry), entry["values"]):
        lines += ["    " + line for line in doc(comment or f"`{full['name']}`.")]
        lines.append(f"    pub const {constant(short)}: Self = Self({value});")
    lines += ["    " + line for line in name_lines(api, entry)]
    lines.append("}")
    if entry["kind"] == "flags":
        lines += flag_lines(name)
    return lines


def name_lines(api, entry):
    """vrm_bone_name, and vrm_bone_find or vrm_face_find_shape, if there are such functions."""
    name, lines = entry["name"], []
    if f"{name}_name" in api.functions:
        function = api.functions[f"{name}_name"]
        lines += ["", *doc(function["comment"]), "pub fn name(self) -> &'static str {",
                  f"    crate::values::text_of(unsafe {{ {name}_name(self) }})", "}"]
        lines.insert(-2, f"    // SAFETY: any value is allowed; the result is a static string.")
    if f"{name}_find" in api.functions:
        function = api.functions[f"{name}_find"]
        lines += ["", *doc(function["comment"]), "pub fn find(name: &str) -> Option<Self> {",
                  "    let name = crate::values::ShortText::new(name)?;",
                  "    // SAFETY: the text ends in a NUL byte.",
                  f"    let found = unsafe {{ {name}_find(name.as_ptr()) }};",
                  "    (found.0 >= 0).then_some(found)", "}"]
    for function in api.functions.values():
        if (function["returns"], [p["name"] for p in function["parameters"]]) == (name, ["name", "length"]):
            lines += ["", *doc(function["comment"]), "pub fn find(name: &str) -> Option<Self> {",
                      "    // SAFETY: the text has its length.",
                      f"    let found = unsafe {{ {function['name']}(name.as_ptr().cast(), name.len()) }};",
                      "    (found.0 >= 0).then_some(found)", "}"]
    return lines


def flag_lines(name):
    return ["", f"impl {name} {{", "    /// Whether all bits of `other` are set.",
            "    pub const fn contains(self, other: Self) -> bool {", "        self.0 & other.0 == other.0", "    }", "}",
            "", f"impl core::ops::BitOr for {name} {{", "    type Output = Self;",
            "    fn bitor(self, other: Self) -> Self {", "        Self(self.0 | other.0)", "    }", "}",
            "", f"impl core::ops::BitOrAssign for {name} {{", "    fn bitor_assign(&mut self, other: Self) {",
            "        self.0 |= other.0;", "    }", "}"]


def opaque_lines(entry):
    return [*doc(entry["comment"]), "#[repr(C)]", f"pub struct {entry['name']} {{", "    _data: [u8; 0],",
            "    _marker: core::marker::PhantomData<(*mut u8, core::marker::PhantomPinned)>,", "}"]


def struct_lines(api, types, struct):
    derives = "Copy, Clone, Debug" if api.holds_pointers(struct["name"]) else "Copy, Clone, PartialEq, Debug"
    lines = [*doc(struct["comment"]), "#[repr(C)]", f"#[derive({derives})]", f"pub struct {struct['name']} {{"]
    for field in struct["fields"]:
        lines += ["    " + line for line in doc(field.get("comment", ""))]
        lines.append(f"    pub {word(field['name'])}: {types.field(field)},")
    return [*lines, "}"]


def default_lines(function):
    """The defaults of a desc, from its `_init_sized`."""
    name = function["name"].removesuffix("_init_sized")
    return ["", f"impl Default for {name} {{", "    fn default() -> Self {",
            "        let mut value = core::mem::MaybeUninit::uninit();",
            "        // SAFETY: the function writes all of the struct, whose size it gets.",
            "        unsafe {",
            f"            {function['name']}(value.as_mut_ptr(), size_of::<Self>());",
            "            value.assume_init()", "        }", "    }", "}"]


def layout_lines(structs):
    if not structs:
        return []
    lines = ["", "#[cfg(target_pointer_width = \"64\")]", "const _: () = {",
             "    use core::mem::{offset_of, size_of};"]
    for struct in structs:
        lines.append(f"    assert!(size_of::<{struct['name']}>() == {struct['size']});")
        lines += [f"    assert!(offset_of!({struct['name']}, {word(field['name'])}) == {field['offset']});"
                  for field in struct["fields"]]
    return [*lines, "};"]


def header_text(api, header):
    """A module of one header."""
    types, lines = Types(api), []
    lines += [f"//! vrm/{header['name']}. {first_sentence(header['comment'])}", "//!",
              "//! Written by tools/make/make-rust from api.json: do not edit."]
    if header["stability"] == "experimental":
        lines += ["//!", "//! Experimental: may change in any minor release."]
    lines += ["", "#[allow(unused_imports)]", "use super::*;", "#[allow(unused_imports)]",
              "use core::ffi::{c_char, c_void};"]
    for entry in header["constants"]:
        if "number" in entry:
            lines += ["", *constant_lines(entry)]
    for entry in header["enumerations"]:
        lines += ["", *enumeration_lines(api, entry)]
    for entry in header["opaque_types"]:
        lines += ["", *opaque_lines(entry)]
    for entry in header["callbacks"]:
        lines += ["", *doc(entry["comment"]),
                  f"pub type {entry['name']} = unsafe extern \"C\" fn{types.signature(entry)};"]
    for struct in header["structs"]:
        lines += ["", *struct_lines(api, types, struct)]
    functions = [f for f in header["functions"] if not f["inline"]]
    if functions:
        lines += ["", "unsafe extern \"C\" {"]
        for function in functions:
            lines += ["    " + line for line in doc(function["comment"])]
            lines.append(f"    pub fn {function['name']}{types.signature(function)};")
        lines.append("}")
    for function in functions:
        if function["name"].endswith("_init_sized"):
            lines += default_lines(function)
    return "\n".join([*lines, *layout_lines(header["structs"]), ""])


def cfg_lines(header):
    """What must be compiled or linked for it."""
    needs = [f"feature = \"{name}\"" for name, is_needed in
             (("author", header["library"] == "vrm-author"), ("live", header["library"] == "vrm-live"), ("file", header["name"].endswith("file.h"))) if is_needed]
    if not needs:
        return []
    return [f"#[cfg({needs[0] if len(needs) == 1 else 'all(' + ', '.join(needs) + ')'})]"]


def index_text(api):
    lines = [f"//! The interface of libvrm {api.version}: a module for each header. Written by tools/make/make-rust",
             "//! from api.json: do not edit.", ""]
    for header in api.headers:
        name = module_of(header)
        lines += [*cfg_lines(header), f"mod {name};", *cfg_lines(header), f"pub use {name}::*;"]
    return "\n".join([*lines, ""])


def files(api):
    """The texts by name."""
    texts = {f"{module_of(header)}.rs": header_text(api, header) for header in api.headers}
    texts["mod.rs"] = index_text(api)
    return texts
