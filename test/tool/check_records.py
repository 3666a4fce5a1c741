"""Checks the records of --json that all commands have in common: paths that come back byte by byte,
the same diagnostics everywhere, results that are words, and what a file with nothing to draw gives.

usage: check_records.py VRM SAMPLES WORK PICTURES

PICTURES is 1 where the build draws. tools/check/check-json checks records against their schema.
"""
import base64
import json
import os
import shutil
import struct
import subprocess
import sys
from decimal import Decimal

VRM, SAMPLES, WORK, PICTURES = sys.argv[1], sys.argv[2], os.fsencode(sys.argv[3]), sys.argv[4] == "1"
AVATAR = os.fsencode(SAMPLES) + b"/character-1.0.vrm"
problems = []

# A file with nothing in it that can be drawn, and with two things that are wrong.
EMPTY = {"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}],
         "nodes": [{"name": "Hips", "mesh": 7, "children": [1]}, {"children": [2]}, {}],
         "extensionsUsed": ["VRMC_vrm"],
         "extensions": {"VRMC_vrm": {"specVersion": "1.0", "humanoid": {"humanBones": {
             "hips": {"node": 0}, "spine": {"node": 1}, "head": {"node": 2}}}}}}


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words):
    """(exit code, records, standard error)"""
    done = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, timeout=120, check=False)
    lines = done.stdout.split(b"\n")
    expect(lines[-1] == b"", words, "the last line has no end")
    return done.returncode, [json.loads(line.decode("utf-8")) for line in lines[:-1]], done.stderr


def commands(file, out=b"pictures"):
    yield "info", ["info", "--json", "--", file]
    yield "sim", ["sim", "--json", "--frames", "1", "--", file]
    if PICTURES:
        drawing = ["--json", "--any", "--overwrite", "--size", "16", "--out"]
        yield "thumb", ["thumb", *drawing, out, "--", file]
        yield "render", ["render", *drawing, out + b"/", "--", file]


def path_of(record, key="file"):
    """The bytes of a path."""
    raw = record.get(key + "_base64")
    text = record[key].encode("utf-8")
    if raw is None:
        return text
    raw = base64.b64decode(raw, validate=True)
    expect("\ufffd" in record[key], key, "has no U+FFFD, though it is not UTF-8:", raw)
    try:
        raw.decode("utf-8")
        problems.append(f"{key} is UTF-8 and has bytes beside it: {raw}")
    except UnicodeDecodeError:
        pass
    return raw


def check_paths():
    deep = b"/".join([b"d" * 200] * 18)  # 3,600 bytes and more
    names = [b"new\nline.vrm", b"tab\tquote\"back\\slash.vrm", "\u2028\u2029\u200b\u202e.vrm".encode(),
             "びっくり😑.vrm".encode(), b"\x01\x1f\x7f\xc2\x9b.vrm", b"bad\xff\xed\xa0\x80\xc0\xafname.vrm",
             b"\xf0\x9f\x98.vrm", b"cut\xe3\x81.vrm", deep + b"/long.vrm", b"-leading.vrm"]
    for name in names:
        path = WORK + b"/" + name
        try:
            os.makedirs(os.path.dirname(path), exist_ok=True)
            shutil.copy(AVATAR, path)
        except OSError as problem:  # this system does not have such names
            print(f"skipped: {name[:40]}: {problem.strerror}")
            continue
        for command, words in commands(name):
            code, records, said = run(*words)
            expect(code == 0 and len(records) == 1, command, name, code, said[:300])
            for record in records:
                expect(path_of(record) == name, command, name, "came back as", record["file"])
                expect(record["command"] == command, command, "says", record["command"])
                if "out" in record:
                    out = path_of(record, "out")
                    expect(os.path.exists(os.path.join(WORK, out)), command, "did not write", out)
    # Outputs whose folder is not UTF-8, and their records.
    if PICTURES:
        for command, words in commands(AVATAR, b"out\xff\nfolder"):
            if command in ("thumb", "render"):
                _, records, said = run(*words)
                out = path_of(records[0], "out")
                expect(out.startswith(b"out\xff\nfolder/") and os.path.exists(os.path.join(WORK, out)),
                       command, out, said)


def check_failures():
    """A file that cannot be used has a record with a word for it, and the same one everywhere."""
    files = {b"nothing.vrm": (b"nothing", "not-gltf"), b"json.vrm": (b"{,", "bad-json"),
             b"plain.gltf": (b'{"asset":{"version":"2.0"}}', "not-vrm"),
             b"old.vrm": (b'{"asset":{"version":"1.0"}}', "bad-gltf"),
             b"absent.vrm": (None, "not-readable")}
    for name, (content, word) in files.items():
        if content is not None:
            with open(os.path.join(WORK, name), "wb") as file:
                file.write(content)
        for command, words in commands(name):
            if word == "not-vrm" and command in ("thumb", "render"):
                continue  # they draw any glTF
            code, records, said = run(*words)
            expect(code == 1 and len(records) == 1, command, name, code, len(records))
            for record in records:
                expect(record["result"] == word, command, name, record["result"], "and not", word)
                expect(record["diagnostic_counts"]["error"] >= 1, command, name, "has no error")
                expect(any(d["severity"] == "error" for d in record["diagnostics"]), command, name)
                expect(said != b"", command, name, "says nothing on standard error")
    code, records, _ = run("sim", "--json", "--expression", "no such=1", AVATAR)
    expect(code == 1 and [r["result"] for r in records] == ["no-such-expression"], "sim", records)
    if PICTURES:
        code, records, _ = run("render", "--json", "--expression", "no such=1", "--out", "x.png", AVATAR)
        expect(code == 1 and [r["result"] for r in records] == ["no-such-expression"], "render", records)


def check_motion():
    """A motion that ends to fit in its second frame: what was computed, and the result behind it."""
    motion = {"dt": 0.1, "frames": [{"root": [0, 0, 0]}, {"in": {"99999": {"r": [0, 0, 0, 1]}}}]}
    with open(os.path.join(WORK, b"motion.json"), "w", encoding="utf-8") as file:
        json.dump(motion, file)
    code, records, _ = run("sim", "--json", "--motion", "motion.json", AVATAR)
    expect(code == 1 and len(records) == 1 and records[0]["result"] == "motion-mismatch" and
           len(records[0]["frames"]) == 1, "a motion that does not fit:", code, len(records))


def check_empty():
    path = os.path.join(WORK, b"empty.gltf")
    with open(path, "w", encoding="utf-8") as file:
        json.dump(EMPTY, file)
    found = {}
    for command, words in commands(b"empty.gltf"):
        code, records, said = run(*words)
        expect(code == 0 and records[0]["result"] == "ok", command, "--any", code, said)
        found[command] = records[0]["diagnostics"]
    expect(len(found["info"]) >= 2, "the file has two things that are wrong", found["info"])
    for command, diagnostics in found.items():
        expect(diagnostics == found["info"], command, "has other diagnostics than info")
    hat = [d for d in found["info"] if d["code"] == "index-out-of-range"]
    expect(len(hat) == 1 and hat[0]["pointer"] == "/nodes/0/mesh" and hat[0]["name"] == "Hips" and
           hat[0]["subject"] == "node" and hat[0]["index"] == 0 and hat[0]["repaired"] is True and
           hat[0]["remedy"] != "" and hat[0]["requirement"] == "GL-033", hat)
    if not PICTURES:
        return
    for words in (["thumb", "--out", "no"], ["render", "--out", "no/still.png"],
                  ["render", "--out", "no/turn.png", "--turntable", "3"],
                  ["render", "--out", "no/sheet.png", "--sheet", "expressions"]):
        code, records, said = run(*words, "--json", "--size", "16", "empty.gltf")
        expect(code == 1 and len(records) == 1 and records[0]["result"] == "nothing-to-draw" and
               "out" not in records[0], words, code, records)
        expect(records[0]["diagnostics"][:-1] == found["info"] and
               records[0]["diagnostics"][-1]["code"] == "nothing-to-draw", words, records)
        expect(b"nothing to draw" in said and b"--any" in said, words, said)
        expect(not os.path.exists(os.path.join(WORK, b"no")) or os.listdir(os.path.join(WORK, b"no")) == [],
               words, "wrote a picture")
    # Lines are something.
    code, records, _ = run("render", "--out", "bones.png", "--json", "--size", "16", "--show", "skeleton",
                           "empty.gltf")
    expect(code == 0 and records[0]["result"] == "ok", "--show", code, records)
    # An avatar of which the first person sees nothing is one that the others see.
    code, records, _ = run("render", "--out", "ame.png", "--json", "--size", "16", AVATAR)
    expect(code == 0, "the sample", code, records)


def check_height():
    """By the boxes of meshes, whatever turns and scales them."""
    for dialect in ("0.x", "1.0-draft", "1.0-beta", "1.0"):
        _, records, _ = run("info", "--json", f"{SAMPLES}/character-{dialect}.vrm")
        height = records[0]["humanoid"]["height"]
        expect(abs(height - 1.52661) < 1e-5, "the sample is", height, "m tall in", dialect)
    half = 0.5 ** 0.5
    turned = {**EMPTY, "accessors": [{"componentType": 5126, "type": "VEC3", "count": 3,
                                      "min": [-1, 0, -1], "max": [1, 5, 2]}],
              "meshes": [{"primitives": [{"attributes": {"POSITION": 0}}]}],
              "nodes": [{"scale": [2, 3, 2], "translation": [0, 7, 0], "children": [1]},
                        {"rotation": [half, 0, 0, half], "mesh": 0, "children": [2]}, {}]}
    for nodes, wanted in ((turned["nodes"], 9.0), ([{**turned["nodes"][0], "rotation": [0, 0, 1, 0]}, *turned["nodes"][1:]], 9.0),
                          ([{"mesh": 0, "children": [1]}, {"children": [2]}, {}], 5.0)):
        with open(os.path.join(WORK, b"turned.gltf"), "w", encoding="utf-8") as file:
            json.dump({**turned, "nodes": nodes}, file)
        _, records, said = run("info", "--json", "turned.gltf")
        height = records[0]["humanoid"]["height"]
        expect(height is not None and abs(height - wanted) < 1e-5, "a box is", height, "m tall, and not", wanted, said)
    with open(os.path.join(WORK, b"flat.gltf"), "w", encoding="utf-8") as file:
        json.dump(EMPTY, file)
    expect(run("info", "--json", "flat.gltf")[1][0]["humanoid"]["height"] is None, "nothing has a height")


def check_turntable():
    code, records, _ = run("render", "--json", "--turntable", "3", "--size", "16", "--out", "turn.png", AVATAR)
    outs = [path_of(out, "out") for out in records[0]["outs"]]
    expect(code == 0 and outs == [b"turn-000.png", b"turn-001.png", b"turn-002.png"], outs)
    expect(all(os.path.exists(os.path.join(WORK, out)) for out in outs), "files that are not there:", outs)
    expect("out" not in records[0], "a file that is not there:", records[0].get("out"))
    times = records[0]["ms"]
    expect("since_start" in times and all(round(t, 3) == t for t in times.values()), times)


def as_float(number):
    return struct.unpack("f", struct.pack("f", number))[0]


def shortest(number):
    """The number in as few digits as give the same float again."""
    return next(Decimal(text) for text in (f"{number:.{digits}g}" for digits in range(1, 10))
                if as_float(float(text)) == number)


def check_floats():
    """Every float of a record has the shortest decimal that comes back as the same one."""
    done = subprocess.run([VRM, "sim", "--json", "--frames", "60", AVATAR], capture_output=True, timeout=120, check=True)
    waiting, count = [json.loads(done.stdout, parse_float=str)["frames"]], 0
    while waiting:
        for value in waiting.pop():
            if isinstance(value, dict):
                waiting.append(value.values())
            elif isinstance(value, list):
                count += sum(isinstance(each, str) for each in value)
                wrong = [each for each in value if isinstance(each, str) and Decimal(each) != shortest(as_float(float(each)))]
                expect(not wrong, "floats of vrm sim", wrong[:3])
    expect(count > 10000, "vrm sim has few floats:", count)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    check_paths()
    check_failures()
    check_motion()
    check_empty()
    check_height()
    check_floats()
    if PICTURES:
        check_turntable()
    print("\n".join(problems) if problems else "records: all as docs/reference/json.md says")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
