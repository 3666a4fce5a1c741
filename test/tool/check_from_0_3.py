"""Runs tools/from-0.3 on files of a user, and compares its tables with the interface.

usage: check_from_0_3.py ROOT
"""
import importlib.machinery
import importlib.util
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# By name: what a file has before and after.
FILES = {
    "main.c": ('#include <vrm/vrm.h>\r\n#  include "vrm/check.h" /* vrm/check.h */\r\n'
               "/* VRM_LAYER_ constants; vrm_avatar_pose */\r\n"
               "vrm_trs *t = vrm_avatar_pose(a); call(my_vrm_avatar_pose, VRM_SPRING_RUNS);\r\n"
               "vrm_fixed_bytes(a);\r\n"
               'f = dlsym(l, "vrm_avatar_set_wind_to"); desc.met_capacity = 4; lookFree(max_metres);\r\n'
               "vrm_view_look_from(&v, &e, &t); vrm_view_look(&v, e, t); slot->fade_to = x.pose;\r\n",
               '#include <vrm/vrm.h>\r\n#  include "vrm/author/check.h" /* vrm/check.h */\r\n'
               "/* VRM_EXPRESSION_LAYER_ constants; vrm_avatar_locals */\r\n"
               "vrm_trs *t = vrm_avatar_locals(a); call(my_vrm_avatar_pose, VRM_SPRING_RUNS);\r\n"
               "vrm_fixed_bytes(a);\r\n"
               'f = dlsym(l, "vrm_avatar_set_wind_value"); desc.near_capacity = 4; lookFree(max_meters);\r\n'
               "vrm_view_look_at(&v, &e, &t); vrm_view_look_at_value(&v, e, t); slot->fade_to = x.pose;\r\n"),
    "deep/er.cpp": ("#include <vrm/migrate.h>\nVRM_AVATAR_SLEEP|VRM_AVATAR_PERMISSION_EVERYONE|VRM_LIMIT_CONE",
                    "#include <vrm/author/migrate.h>\nVRM_AVATAR_FLAG_SLEEP|VRM_AVATAR_PERMISSION_EVERYONE|"
                    "VRM_SPRING_LIMIT_CONE"),
    "own.h": ("struct own { float max_metres; }; /* no name of the library */\n",) * 2,
    "page.mjs": ("import { load } from 'libvrm';\n"
                 "avatar.lookFree(); avatar.$lookFree(); avatar.pose.set([...pose]);\n"
                 "runtime.exports.vrm_avatar_pose(x);\n",
                 "import { load } from 'libvrm';\n"
                 "avatar.setLookAtOff(); avatar.$lookFree(); avatar.pose.set([...pose]);\n"
                 "runtime.exports.vrm_avatar_locals(x);\n"),
    "typed.ts": ("import type {\n    Avatar, Layer } from 'libvrm/full';\nlet a: Layer, b: LimitKind;\n",
                 "import type {\n    Avatar, ExpressionLayer } from 'libvrm/full';\n"
                 "let a: ExpressionLayer, b: LimitKind;\n"),
    "other.ts": ("import { Avatar } from 'libvrm';\nimport { Layer } from 'konva';\nlet a: Layer;\n",) * 2,
    "node_modules/x.js": ("avatar.lookFree();\n",) * 2,
    "binding.py": ("library.vrm_avatar_pose\n",) * 2,
}
BY_HAND = ["main.c:5: vrm_fixed_bytes", "page.mjs:2: pose"]
NOT_BY_HAND = ["main.c:7: pose", "own.h:"]


class Run:
    def __init__(self, tool, folder, *arguments):
        done = subprocess.run([tool, *arguments], cwd=folder, capture_output=True, text=True, timeout=60)
        self.code, self.said = done.returncode, done.stdout + done.stderr


def check_files(tool, folder, problems):
    def expect(which, when):
        for name, texts in FILES.items():
            found = (folder / name).read_bytes().decode()
            if found != texts[which]:
                problems.append(f"{name} {when}:\n{found}instead of:\n{texts[which]}")

    for name, texts in FILES.items():
        (folder / name).parent.mkdir(exist_ok=True)
        (folder / name).write_bytes(texts[0].encode())
    latin, wide = folder / "latin.c", folder / "wide.c"
    latin.write_bytes(b"/* \xe9vrm_avatar_pose */\xff\n")
    wide.write_bytes("vrm_avatar_pose".encode("utf-16"))
    dry = Run(tool, folder, "--dry-run", ".")
    expect(0, "after --dry-run")
    first = Run(tool, folder, ".")
    expect(1, "after a run")
    second = Run(tool, folder, ".")
    expect(1, "after a second run")
    for count in ["main.c: 9\n", "deep/er.cpp: 3\n", "page.mjs: 2\n", "typed.ts: 2\n", "latin.c: 1\n", "17 replacements in 5 files"]:
        for run in (dry, first):
            if count not in run.said:
                problems.append(f"'{count}' is not in:\n{run.said}")
    if not second.said.startswith("0 replacements in 0 files"):
        problems.append(f"a second run replaces something:\n{second.said}")
    for run in (dry, first, second):
        problems += [f"'{line}' is not in:\n{run.said}" for line in BY_HAND if line not in run.said]
        problems += [f"'{line}' is in:\n{run.said}" for line in NOT_BY_HAND if line in run.said]
    if latin.read_bytes() != b"/* \xe9vrm_avatar_locals */\xff\n" or "wide.c: skipped" not in first.said:
        problems.append(f"other encodings: {latin.read_bytes()}\n{first.said}")


def check_options(tool, folder, problems):
    (folder / "main.c").write_bytes(FILES["main.c"][0].encode())
    Run(tool, folder, "--no-includes", "main.c", "binding.py")
    text = (folder / "main.c").read_text()
    if '"vrm/check.h"' not in text or "vrm_avatar_locals" not in text:
        problems.append("--no-includes: " + text)
    if (folder / "binding.py").read_text() != "library.vrm_avatar_locals\n":
        problems.append("a file that is named is not renamed: binding.py")
    nowhere = Run(tool, folder, "nowhere", "main.c")
    if nowhere.code == 0 or "there is no nowhere" not in nowhere.said:
        problems.append(f"a path that is not there: {nowhere.code}: {nowhere.said}")


def check_tables(tool, root, problems):
    """Of each row, one name is in the interface: the new one, once the tree was renamed."""
    loader = importlib.machinery.SourceFileLoader("from_0_3", str(tool))
    module = importlib.util.module_from_spec(importlib.util.spec_from_loader("from_0_3", loader))
    sys.path.insert(0, str(tool.parent))
    sys.dont_write_bytecode = True
    loader.exec_module(module)
    renames = module.read_renames(module.read_tables(module.PAGE))
    native, web = set(), set()
    json.loads((root / "api.json").read_text(), object_hook=lambda item: native.add(item.get("name")))
    native |= {name[:name.rindex("_", 0, -1) + 1] for name in native if name and "_" in name[:-1]}  # prefixes
    for path in (root / "bindings/web/src").rglob("*.ts"):
        web |= set(re.findall(r"[\w$]+", path.read_text()))
    for heading, names in renames.items():
        known = web if heading.startswith("JavaScript") else native
        for old, new in names.items():
            if heading != "Headers" and (old in known) == (new in known):
                which = "both are" if old in known else "none is"
                problems.append(f"docs/guides/from-0.3.md: {old} and {new}: {which} in the interface")
    if sum(map(len, renames.values())) < 80:
        problems.append("docs/guides/from-0.3.md: fewer than 80 renames were read")


def main():
    root = Path(sys.argv[1]).resolve()
    tool, problems = root / "tools/from-0.3", []
    with tempfile.TemporaryDirectory() as folder:
        check_files(tool, Path(folder), problems)
        check_options(tool, Path(folder), problems)
    check_tables(tool, root, problems)
    print("\n".join(problems) if problems else "from-0.3: renames files as the tables say, once")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
