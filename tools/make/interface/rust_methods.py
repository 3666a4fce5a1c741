"""Methods of the safe Rust crate that only pass values on: those of avatars and models.

A function of C becomes a method if all of its parameters are plain: numbers, constants, structs
without pointers, names, and other avatars. The rest is written by hand (BY_HAND).
"""
import re

from interface.c_types import is_const, pointee
from interface.plan import arguments, has_size
from interface.rust_types import SCALARS, Prose, camel, cfg_of, of_flag, word
from interface.rust_views import cfg_lines, head

# Class of C, its type in Rust, and its file.
CLASSES = {"vrm_avatar": ("AvatarRef", "avatar.rs"), "vrm_model": ("Model", "model.rs")}
BY_HAND = {
    "vrm_avatar": {"create", "destroy", "size", "init", "model", "set_user", "user", "locals", "frame", "save", "save_size",
                   "restore", "debug_lines", "get_skin_matrices", "gather", "scatter", "apply_pose", "read_pose"},
    "vrm_model": {"load", "load_file", "retain", "release", "peek", "drop_payload", "gltf", "tables", "name", "user",
                  "read_floats", "read_triangles", "read_first_person_triangles", "read_vertices", "read_joints",
                  "read_morph_target", "read_inverse_binds", "get_image_bytes"},
}
FLAGS = {"keep_shape"}  # 1 and 0
# Names that would not be clear, or not be allowed, without their verb.
NAMES = {"set_look_at_target": "look_at", "get_look_at": "look_at_state"}
# The texts of the comments are for C: what replaces them.
HAND_NAMES = {"vrm_avatar_apply_pose": "`AvatarRef::apply_pose`", "vrm_avatar_locals": "`AvatarRef::locals`",
              "vrm_avatar_create": "`Avatar::new`", "vrm_avatar_destroy": "`drop`", "vrm_model_load": "`Model::load`",
              "vrm_avatar_save": "`AvatarRef::save`", "vrm_avatar_restore": "`AvatarRef::restore`",
              "vrm_tables": "`Tables`", "vrm_gltf": "`Gltf`", "vrm_frame": "`Frame`", "vrm_avatar_frame": "`AvatarRef::frame`",
              "vrm_load_desc": "`LoadOptions`", "vrm_avatar_desc": "`AvatarOptions`",
              "vrm_model_drop_payload": "`Model::without_payload`", "vrm_avatar_look_at": "`AvatarRef::look_at`"}


def rust_name(function, owner):
    name = function["name"][len(owner) + 1:]
    return NAMES.get(name, name.removeprefix("get_"))


class NotPlain(Exception):
    """The function has a parameter that a generated method cannot pass."""


class Method:
    def __init__(self, api, function, owner):
        self.api, self.function, self.owner = api, function, owner
        self.formal, self.actual, self.before, self.outs = [], [], [], []
        self.needs_some = False
        for argument in arguments(api, function, True):
            self.argument(argument)

    def kind(self, name):
        if name in SCALARS:
            return SCALARS[name]
        if name not in self.api.enumerations and self.api.holds_pointers(name):
            raise NotPlain(name)
        return f"crate::{camel(name)}"

    def add(self, formal, actual):
        self.formal.append(formal)
        self.actual.append(actual)

    def argument(self, argument):
        name, comment = word(argument.name), argument.parameter.get("comment", "")
        if argument.kind in ("value", "enumeration"):
            self.value(argument, name, comment)
        elif argument.kind == "struct" and argument.constant:
            self.struct_in(argument, name)
        elif argument.kind == "out" or argument.kind == "struct" and has_size(self.api, argument.target):
            self.out(argument, name)
        elif argument.kind == "array" and argument.parameter["direction"] == "out":
            self.out(argument, name, argument.parameter["elements"])
        elif argument.kind == "string":
            self.before.append(f"let {name} = crate::view::CText::new({name})?;")
            self.add(f"{name}: &str", f"{name}.as_ptr()")
        elif argument.kind == "handle" and argument.target == "vrm_avatar":
            self.add(f"{name}: &AvatarRef", f"{name}.as_ptr()")
        else:
            raise NotPlain(argument.name)

    def value(self, argument, name, comment):
        kind = argument.type
        if argument.name in FLAGS:
            self.add(f"{name}: bool", f"i32::from({name})")
        elif kind == "int32_t":
            if "VRM_ALL" in comment or "VRM_NONE is" in comment or "or VRM_NONE" in comment:
                none = "VRM_ALL" if "VRM_ALL" in comment else "VRM_NONE"
                self.add(f"{name}: Option<usize>", f"crate::view::index_or({name}, sys::{none})")
            elif re.search(r"\b[Ii]ndex (of|into)\b", comment):
                self.add(f"{name}: usize", f"crate::view::index({name})")
            else:
                raise NotPlain(argument.name)
        else:
            self.add(f"{name}: {self.kind(kind)}", name)

    def struct_in(self, argument, name):
        kind = self.kind(argument.target)
        if has_size(self.api, argument.target):
            raise NotPlain(argument.name)
        if argument.nullable:
            self.add(f"{name}: Option<&{kind}>", f"{name}.map_or(core::ptr::null(), core::ptr::from_ref)")
        elif argument.target in ("vrm_vec3", "vrm_quat"):
            self.add(f"{name}: {kind}", f"&{name}")
        else:
            self.add(f"{name}: &{kind}", name)

    def out(self, argument, name, elements=None):
        target = argument.target
        kind = self.kind(target)
        self.outs.append((name, f"[{kind}; {elements}]" if elements else kind))
        self.before += ["// SAFETY: numbers alone, for which zeros are valid.",
                        f"let mut {name}: {self.outs[-1][1]} = unsafe {{ core::mem::zeroed() }};"]
        if has_size(self.api, target):
            self.before.append(f"{name}.struct_size = size_of_val(&{name}) as u32;")
        self.actual.append(f"{name}.as_mut_ptr()" if elements else f"&mut {name}")

    def result(self, call):
        """(type, lines) of what the method returns."""
        returns, comment = self.function["returns"], self.function.get("returns_comment", "")
        if self.outs:
            names = ", ".join(name for name, _ in self.outs)
            kinds = ", ".join(kind for _, kind in self.outs)
            if len(self.outs) > 1:
                names, kinds = f"({names})", f"({kinds})"
            if returns == "void":
                return kinds, [call + ";", names]
            if returns == "vrm_result":
                return f"Result<{kinds}, crate::Error>", [f"crate::Error::check({call})?;", f"Ok({names})"]
            if returns == "int32_t":
                return f"Option<{kinds}>", [f"({call} != 0).then_some({names})"]
        if returns == "void":
            return None, [call + ";"]
        if returns == "int32_t" and "VRM_NONE" in comment:
            return "Option<usize>", [f"usize::try_from({call}).ok()"]
        if returns in self.api.enumerations and "VRM_NONE" in comment:
            return f"Option<{self.kind(returns)}>", [f"let found = {call};", "(found.0 >= 0).then_some(found)"]
        if returns in SCALARS and returns != "int32_t" or returns in self.api.enumerations and returns != "vrm_result":
            return self.kind(returns), [call]
        if is_const(returns) and pointee(returns) in self.api.structs and not self.function["returns_nullable"]:
            return self.view(pointee(returns), call)
        raise NotPlain(returns)

    def view(self, target, call):
        if self.api.holds_pointers(target):
            return f"crate::{camel(target)}<'_>", [f"crate::{camel(target)} {{ raw: &*{call} }}"]
        return f"&{self.kind(target)}", [f"&*{call}"]

    def lines(self, prose):
        function = self.function
        call = f"sys::{function['name']}({', '.join(['self.as_ptr()', *self.actual])})"
        kind, body = self.result(f"unsafe {{ {call} }}")
        body = [re.sub(r"&\*unsafe \{ (.*\)) \}", r"unsafe { &*\1 }", line) for line in body]
        first = function["parameters"][0]
        is_shared = is_const(first["type"]) or function["threads"].startswith("any")
        formal = ["&self" if is_shared else "&mut self", *self.formal]
        arrow = f" -> {kind}" if kind else ""
        lines = [*prose.lines(documentation(function)), "#[inline]"]
        lines += [f"pub fn {rust_name(function, self.owner)}({', '.join(formal)}){arrow} {{"]
        lines += ["    " + line for line in self.before]
        safety = "// SAFETY: the object is alive, and pointers are valid for the call."
        for line in body:
            lines += ["    " + safety] if "unsafe" in line else []
            lines.append("    " + line)
        return [*lines, "}", ""]


def documentation(function):
    """The comment, the parameters that need one, and what is returned."""
    text = function["comment"]
    items = [f"- `{p['name']}`: {of_flag(p['comment']) if p['name'] in FLAGS else p['comment']}" for p in function["parameters"][1:]
             if p.get("comment") and not p["name"].startswith("out") and "length_of" not in p]
    if items:
        text += "\n\n" + "\n".join(items)
    returned = function.get("returns_comment", "")
    if returned and function["returns"] not in ("vrm_result", "int32_t"):
        text += "\n\nReturns: " + returned[0].lower() + returned[1:]
    return text


def files(api):
    names = dict(HAND_NAMES)
    for owner, (kind, _) in CLASSES.items():
        names |= {f["name"]: f"`{kind}::{rust_name(f, owner)}`" for f in api.exported()
                  if api.class_of(f)[0] == owner and f["name"] not in HAND_NAMES}
    prose, texts = Prose(api, names), {}
    for owner, (kind, file) in CLASSES.items():
        lines = [*head(f"Methods of `{kind}` that pass values on."), f"use crate::{kind};", "use libvrm_sys as sys;", "",
                 f"impl {kind}{'' if kind == 'AvatarRef' else '<' + chr(39) + '_>'} {{"]
        for header in api.headers:
            for function in header["functions"]:
                if function["inline"] or api.class_of(function)[0] != owner:
                    continue
                if function["name"][len(owner) + 1:] in BY_HAND[owner]:
                    continue
                try:
                    method = Method(api, function, owner).lines(prose)
                except NotPlain as reason:
                    raise SystemExit(f"make-rust: {function['name']} has {reason}, which is not plain: write it by hand, "
                                     "and list it in BY_HAND") from None
                lines += ["    " + line if line else "" for line in [*cfg_lines(cfg_of(header, function)), *method]]
        texts[file] = "\n".join(lines[:-1]) + "\n}\n"
    return texts
