"""Views of the structs that the library gives out, and the names of plain types, for the safe Rust crate.

A struct with pointers becomes a type with a function for each field: arrays are slices or lists of
views, texts are `&str`, indices that may be missing are `Option<usize>`. A struct without pointers
keeps its fields.
"""
import re

from interface.c_types import is_const, pointee
from interface.plan import buffer_fields
from interface.rust_types import SCALARS, Prose, Types, camel, cfg_of, of_flag, word

# Filled by a function, and then an object of its own.
OWNED = {"vrm_clip_info": "Clip"}
# What a hand-written type stands for.
HAND_MADE = {"vrm_string", "vrm_pose", "vrm_mixer", "vrm_mixer_slot", "vrm_custom_weight", "vrm_ground",
             "vrm_ground_foot", "vrm_idle", "vrm_crowd_collider", "vrm_node_array", "vrm_peek", "vrm_pixels", "vrm_allocator",
             "vrm_limits", "vrm_detail_rule", "vrm_face", "vrm_face_calibration", "vrm_face_filter"}
INDEX = re.compile(r"VRM_NONE|\bIndex (of|into)\b|^Buffer view\b")
FLAG = re.compile(r"^(is|has|allow|faces)_")
UNSURE_TEXT = "may not be valid UTF-8"


def all_of(api, kind):
    """(header, entry) of all headers of the crate."""
    for header in api.headers:
        for entry in header[kind]:
            yield header, entry


def given_out(api):
    """Structs with pointers that functions return, and those in them."""
    names, found = [pointee(f["returns"]) for f in api.exported() if is_const(f["returns"])] + list(OWNED), []
    while names:
        name = names.pop(0)
        if name in found or name in HAND_MADE or not api.holds_pointers(name):
            continue
        found.append(name)
        names += [pointee(field["type"]) if "*" in field["type"] else field["type"]
                  for field in api.structs[name]["fields"]]
    return found


def cfg_lines(name):
    return [f'#[cfg(feature = "{name}")]'] if name else []


class View:
    def __init__(self, api, struct):
        self.api, self.struct, self.types = api, struct, Types(api)
        self.is_unsure = UNSURE_TEXT in " ".join(struct["comment"].split())
        self.lengths = {field["name"] for field in buffer_fields(struct)}

    def name_of(self, kind):
        if kind in SCALARS:
            return SCALARS[kind]
        return f"crate::{camel(kind)}" if kind in self.api.enumerations else f"sys::{kind}"

    def text(self, value):
        kind = "Cow<'a, str>" if self.is_unsure else "&'a str"
        return kind, f"unsafe {{ view::{'any_' if self.is_unsure else ''}{value} }}"

    def getter(self, field):
        """(type, body) of a field, or None if it needs no function."""
        kind, raw = field["type"], f"self.raw.{word(field['name'])}"
        target = pointee(kind) if "*" in kind else kind
        if "length_of" in field or field["name"].startswith("reserved") or field["name"] == "struct_size":
            return None
        if field["name"] in self.lengths and is_const(kind) and target != "void":
            return self.array(field, raw, target)
        if field.get("kind") == "string":
            return self.text(f"c_text({raw})")
        if kind == "vrm_string" and "count" not in field:
            return self.text(f"text({raw})")
        if "*" in kind or "count" in field:
            return None if "*" in kind else (f"[{self.name_of(kind)}; {field['elements']}]", raw)
        if kind == "int32_t" and FLAG.match(field["name"]):
            return "bool", f"{raw} != 0"
        if kind in ("int32_t", "vrm_preset") and INDEX.search(field.get("comment", "")):
            if kind == "vrm_preset":
                return "Option<crate::Preset>", f"({raw}.0 >= 0).then_some({raw})"
            return "Option<usize>", f"usize::try_from({raw}).ok()"
        if kind in self.api.structs and self.api.holds_pointers(kind):
            return f"{camel(kind)}<'a>", f"{camel(kind)} {{ raw: &{raw} }}"
        if kind in self.api.structs and self.struct["name"] not in OWNED:
            return f"&'a {self.name_of(kind)}", f"&{raw}"
        return self.name_of(kind), raw

    def array(self, field, raw, target):
        length = re.sub(r"[A-Za-z_]\w*", lambda match: f"self.raw.{match.group(0)} as usize", field["length"])
        data = f"view::slice({raw}, {length})"
        if target == "vrm_string":
            return "List<'a, &'a str>", f"unsafe {{ List::new({data}) }}"
        if self.api.holds_pointers(target):
            return f"List<'a, {camel(target)}<'a>>", f"unsafe {{ List::new({data}) }}"
        return f"&'a [{self.name_of(target)}]", f"unsafe {{ {data} }}"

    def lines(self, prose, cfg):
        name, owned = camel(self.struct["name"]), OWNED.get(self.struct["name"])
        comment = re.sub(r" Fields may be added( at the end)?\.", "", " ".join(self.struct["comment"].split()))
        lines = [*cfg_lines(cfg), *prose.lines(comment), f"#[derive({'Clone' if owned else 'Copy, Clone'})]",
                 f"pub struct {name}<'a> {{",
                 f"    pub(crate) raw: {'' if owned else chr(38) + chr(39) + 'a '}sys::{self.struct['name']},"]
        if owned:
            lines.append(f"    pub(crate) marker: core::marker::PhantomData<&'a crate::{owned}>,")
        lines += ["}", "", *cfg_lines(cfg), f"impl<'a> {name}<'a> {{"]
        for field in self.struct["fields"]:
            found = self.getter(field)
            if found is None:
                continue
            kind, body = found
            comment = field.get("comment", "") or field["name"]
            lines += [*prose.lines(of_flag(comment) if kind == "bool" else comment, "    "), "    #[inline]",
                      f"    pub fn {word(field['name'])}(&self) -> {kind} {{"]
            if "unsafe" in body:
                lines.append("        // SAFETY: the library gave this struct out, and what it points to lives as long.")
            lines += [f"        {body}", "    }", ""]
        while lines[-1] == "":
            lines.pop()
        lines += ["}", ""]
        if not owned:
            lines += [*cfg_lines(cfg), f"impl<'a> view::View<'a> for {name}<'a> {{",
                      f"    type Raw = sys::{self.struct['name']};", "    unsafe fn new(raw: &'a Self::Raw) -> Self {",
                      "        Self { raw }", "    }", "}", ""]
        lines += [*cfg_lines(cfg), f"// SAFETY: nothing changes it while it is borrowed.",
                  f"unsafe impl Send for {name}<'_> {{}}", *cfg_lines(cfg), "// SAFETY: likewise.",
                  f"unsafe impl Sync for {name}<'_> {{}}", ""]
        return lines


def alias_lines(api):
    """Names in the way of Rust for enumerations, flags and plain structs."""
    lines = []
    for kind in ("enumerations", "structs"):
        for header, entry in all_of(api, kind):
            name = entry["name"]
            if kind == "structs" and (api.holds_pointers(name) or name in HAND_MADE or name.endswith("_desc")):
                continue
            lines += [*cfg_lines(cfg_of(header, entry)), "#[doc(inline)]", f"pub use sys::{name} as {camel(name)};"]
    return lines


def head(text):
    return [f"//! {text} Written by tools/make/make-rust from", "//! api.json: do not edit.", ""]


def files(api):
    prose = Prose(api)
    lines = [*head("Views of what the library gives out."), "use crate::view::{self, List};",
             '#[cfg(feature = "author")]', "use alloc::borrow::Cow;", "use libvrm_sys as sys;", ""]
    wanted = given_out(api)
    for header, struct in all_of(api, "structs"):
        if struct["name"] in wanted:
            lines += View(api, struct).lines(prose, cfg_of(header, struct))
    names = [*head("Names of plain types."), "use libvrm_sys as sys;", "", *alias_lines(api), ""]
    index = [*head("The generated part of this crate."), "mod avatar;", "mod model;", "mod names;", "mod views;", "",
             "pub use names::*;", "pub use views::*;", ""]
    return {"views.rs": "\n".join(lines[:-1]) + "\n", "names.rs": "\n".join(names), "mod.rs": "\n".join(index)}
