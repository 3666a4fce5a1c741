#!/usr/bin/env python3
"""What libvrm cannot read is named, with what to do about it, by every command.

usage: check_unread.py VRM SAMPLES WORK

Each made file has one thing that libvrm cannot read: a mesh compressed with Draco, a texture that is KTX2 alone, an
extension that nobody knows and that the file requires. Every command that reads avatars prints the sentence, its remedy and
its code, on standard output or error, and in the record where it prints JSON. Commands that need vertices fail with that
sentence; all others end as usual. Covers GL-031 and GL-033.
"""
import json
import os
import shutil
import struct
import subprocess
import sys

VRM, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:4])
HERE = os.path.dirname(VRM)
problems = []


def read_glb(path):
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[28 + size:]


def write_glb(name, document, payload):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(payload), 0x004E4942) + payload
    with open(os.path.join(WORK, name), "wb") as file:
        file.write(struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body)


def require(document, name):
    document.setdefault("extensionsUsed", []).append(name)
    document.setdefault("extensionsRequired", []).append(name)


def make_draco(document):
    require(document, "KHR_draco_mesh_compression")
    primitive = document["meshes"][0]["primitives"][0]
    accessors = [*primitive["attributes"].values(), primitive["indices"]]
    view = document["accessors"][accessors[0]]["bufferView"]
    for index in accessors:
        document["accessors"][index].pop("bufferView", None)
        document["accessors"][index].pop("byteOffset", None)
    primitive["extensions"] = {"KHR_draco_mesh_compression": {
        "bufferView": view, "attributes": {name: i for i, name in enumerate(primitive["attributes"])}}}


def make_ktx(document):
    require(document, "KHR_texture_basisu")
    texture = document["textures"][0]
    texture["extensions"] = {"KHR_texture_basisu": {"source": texture.pop("source")}}
    document["images"][texture["extensions"]["KHR_texture_basisu"]["source"]]["mimeType"] = "image/ktx2"


def make_unknown(document):
    require(document, "VENDOR_from_the_future")


FILES = {
    "draco": (make_draco, "primitive-compressed", "KHR_draco_mesh_compression", "without this compression"),
    "ktx": (make_ktx, "texture-compressed", "KHR_texture_basisu", "PNG"),
    "unknown": (make_unknown, "extension-required", "VENDOR_from_the_future", "without this extension"),
}
PERMIT = "--accept-license-mapping"
# Their arguments, and the files for which they end with 1: those whose vertices they need.
COMMANDS = {
    "info": (["info", "{in}"], ()),
    "check": (["check", "{in}"], ()),
    "check --fix": (["check", "--fix", "{in}", "-o", "fixed-{name}.vrm"], ()),
    "edit": (["edit", "{in}", "-o", "edit-{name}.vrm", "--set", "/asset/copyright=me"], ()),
    "meta": (["meta", "{in}", "-o", "meta-{name}.vrm", "--set", "name=Other"], ()),
    "migrate": (["migrate", "{in}", "migrate-{name}.vrm", "--to", "0.x", PERMIT], ("draco",)),
    "normalize": (["normalize", "{in}", "normalize-{name}.vrm"], ()),
    "extract": (["extract", "{in}", "-o", "extract-{name}"], ()),
    "sim": (["sim", "{in}", "--hash"], ()),
    "diff": (["diff", "{in}", "sample.vrm"], ()),
}
# Of programs that a build may lack.
PROGRAMS = {"vrm-draw": {"render": (["render", "{in}", "-o", "render-{name}.png", "--size", "64"], ()),
                         "thumb": (["thumb", "{in}", "-o", "thumb-{name}.png"], ())},
            "vrm-optimize": {"optimize": (["optimize", "{in}", "optimize-{name}.vrm"], ())}}


def run(words):
    done = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, text=True, timeout=300, check=False)
    return done.returncode, done.stdout, done.stderr


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    sample = os.path.join(SAMPLES, "character-1.0.vrm")
    shutil.copy(sample, os.path.join(WORK, "sample.vrm"))
    commands = dict(COMMANDS)
    for program, more in PROGRAMS.items():
        if os.path.exists(os.path.join(HERE, program)):
            commands.update(more)
    for name, (make, code, what, remedy) in FILES.items():
        document, payload = read_glb(sample)
        make(document)
        write_glb(f"{name}.vrm", document, payload)
        for command, (words, failures) in commands.items():
            ended, out, err = run([word.format(**{"in": f"{name}.vrm", "name": name}) for word in words])
            said = " ".join((out + err).split())
            for part in (f"[{code}]", what, remedy):
                if part not in said:
                    problems.append(f"vrm {command} of {name}.vrm does not print '{part}':\n{out[-1500:]}{err[-1500:]}")
                    break
            fails = name in failures
            if (ended != 0) != fails and command not in ("check", "diff"):
                problems.append(f"vrm {command} of {name}.vrm ended with {ended}:\n{out[-500:]}{err[-500:]}")
        # In records.
        for words in (["info", "--json"], ["check", "--json"]):
            _, out, _ = run([*words, f"{name}.vrm"])
            if not any(entry["code"] == code and entry.get("remedy") for entry in json.loads(out)["diagnostics"]):
                problems.append(f"vrm {' '.join(words)} of {name}.vrm has no {code} with a remedy")
    print("\n".join(problems) if problems else f"unread: {len(commands)} commands name what they cannot read in {len(FILES)} files")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
