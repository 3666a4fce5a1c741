#!/usr/bin/env python3
"""Checks portraits of very small avatars [MT-043], and the picture of `vrm check --picture` [ER-024].

usage: check_portraits.py VRM SAMPLES WORK
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib

VRM, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:4])
AVATAR_WIDTH = 720  # of the page of a check; the list is beside it
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words):
    done = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, timeout=600, check=False)
    return done.returncode, done.stdout.decode("utf-8")


# --- Files ---

def edit(sample, name, change):
    """A copy of a sample whose JSON a function has changed."""
    with open(os.path.join(SAMPLES, sample), "rb") as file:
        data = file.read()
    length = struct.unpack("<I", data[12:16])[0]
    gltf, rest = json.loads(data[20:20 + length]), data[20 + length:]
    change(gltf)
    text = json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    with open(os.path.join(WORK, name), "wb") as file:
        file.write(struct.pack("<III", 0x46546C67, 2, 20 + len(text) + len(rest)))
        file.write(struct.pack("<II", len(text), 0x4E4F534A) + text + rest)


def predict(kind, left, up, corner):
    if kind < 3:
        return (0, left, up)[kind]
    if kind == 3:
        return (left + up) // 2
    a, b, c = abs(up - corner), abs(left - corner), abs(left + up - 2 * corner)
    return left if a <= b and a <= c else up if b <= c else corner


def pixels_of(name):
    """(width, channels, rows) of a PNG with 8 bits that is not interlaced."""
    with open(os.path.join(WORK, name), "rb") as file:
        data = file.read()
    width, height, _, color = struct.unpack(">IIBB", data[16:26])
    at, packed, count = 8, b"", {2: 3, 6: 4}[color]
    while at < len(data):
        size = struct.unpack(">I", data[at:at + 4])[0]
        if data[at + 4:at + 8] == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    raw, stride = zlib.decompress(packed), width * count
    rows, above = [], bytes(stride)
    for y in range(height):
        kind, row = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for i in range(stride if kind else 0):
            left, corner = (row[i - count], above[i - count]) if i >= count else (0, 0)
            row[i] = (row[i] + predict(kind, left, above[i], corner)) & 255
        rows.append(bytes(row))
        above = rows[-1]
    return width, count, rows


def difference(a, b, width=None):
    """The share of bytes that differ by more than 40, in the first columns of two pictures."""
    differ = total = 0
    for left, right in zip(a[2], b[2]):
        end = (width or a[0]) * a[1]
        differ += sum(abs(x - y) > 40 for x, y in zip(left[:end], right[:end]))
        total += end
    return differ / total


# --- Small avatars ---

def check_small():
    """MT-043: an avatar that is 14 cm or 7 mm tall looks as it does at 1.4 m."""
    def scale(by):
        def change(gltf):
            for node in gltf["scenes"][0]["nodes"]:
                gltf["nodes"][node]["scale"] = [by] * 3
        return change
    for view, most in (("portrait", 0.05), ("full", 0.02)):
        pictures = {}
        for by in (1, 0.3, 0.1, 0.005):
            edit("character-1.0.vrm", "small.vrm", scale(by))
            code, _ = run("thumb", "--view", view, "--size", "256", "--overwrite", "-o", "small.png",
                          "small.vrm")
            expect(code == 0, "exit", code)
            pictures[by] = pixels_of("small.png")
            found = difference(pictures[1], pictures[by])
            print(f"{view}, {by}: {100 * found:.2f} % differ")
            expect(found < most, view, "at", by, "differs in", found)


# --- The picture of a check ---

def check_picture():
    """ER-024: notes do not cover what is worse, and numbers have no gap."""
    def spoil(gltf):
        vrm = gltf["extensions"]["VRM"]
        for material in vrm["materialProperties"]:
            material.setdefault("floatProperties", {})["_ReceiveShadowRate"] = 0.5
        vrm["firstPerson"]["lookAtTypeName"] = "BlendShape"
        for name in ("lookAtHorizontalOuter", "lookAtVerticalUp", "lookAtVerticalDown"):
            vrm["firstPerson"].setdefault(name, {})["yRange"] = 10
    edit("character-0.x.vrm", "wrong.vrm", spoil)
    _, out = run("check", "--json", "wrong.vrm")
    codes = {found["code"]: found["severity"] for found in json.loads(out)["diagnostics"]}
    expect(codes.get("material-light") == "note" and codes.get("look-at-weight") == "warning", codes)
    pictures = {}
    for ignored in ("", "look-at-weight", "material-light"):
        words = ["--ignore", ignored] if ignored else []
        code, _ = run("check", "--fail-on", "never", "--picture", "wrong.png", *words, "wrong.vrm")
        expect(code == 0, "exit", code)
        pictures[ignored] = pixels_of("wrong.png")
    found = difference(pictures[""], pictures["look-at-weight"], AVATAR_WIDTH)
    expect(found == 0, "a diagnostic without a place changes numbers:", found)
    found = difference(pictures[""], pictures["material-light"], AVATAR_WIDTH)
    print(f"notes cover {100 * found:.2f} %")
    expect(0 < found < 0.02, "notes cover", found)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    check_small()
    check_picture()
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
