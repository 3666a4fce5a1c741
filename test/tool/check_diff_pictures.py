#!/usr/bin/env python3
"""vrm diff --pixels: pictures of both avatars, and the one that shows the difference.

usage: check_diff_pictures.py VRM SAMPLES WORK
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib

VRM, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:4])
GOOD = os.path.join(SAMPLES, "character-1.0.vrm")
VIEWS = ["front", "left", "back", "face", "happy face"]
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words, code):
    done = subprocess.run([VRM, "diff", *words], cwd=WORK, capture_output=True, timeout=300, check=False)
    expect(done.returncode == code, words, "gave", done.returncode, done.stdout.decode()[-1000:], done.stderr.decode())
    return done.stdout.decode(), done.stderr.decode()


def read_glb(path):
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[20 + size:]


def write_glb(name, document, rest):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    body = struct.pack("<II", len(text), 0x4E4F534A) + text + rest
    with open(os.path.join(WORK, name), "wb") as file:
        file.write(struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body)
    return name


def read_png(path, most=520):
    """Width, height and the first rows of pixels, each a list of (red, green, blue)."""
    with open(path, "rb") as file:
        data = file.read()
    at, packed, head = 8, b"", None
    while at < len(data):
        size, kind = struct.unpack_from(">I4s", data, at)
        if kind == b"IHDR":
            head = struct.unpack_from(">IIBB", data, at + 8)
        if kind == b"IDAT":
            packed += data[at + 8:at + 8 + size]
        at += 12 + size
    width, height, _, color = head
    step = {2: 3, 6: 4}[color]
    raw, rows, before = zlib.decompress(packed), [], bytes(width * step)
    for y in range(min(height, most)):
        kind, line = raw[y * (width * step + 1)], bytearray(raw[y * (width * step + 1) + 1:(y + 1) * (width * step + 1)])
        for i in range(len(line)):
            left = line[i - step] if i >= step else 0
            up, corner = before[i], before[i - step] if i >= step else 0
            if kind == 4:
                guess = left + up - corner
                near = min((abs(guess - left), 0, left), (abs(guess - up), 1, up), (abs(guess - corner), 2, corner))[2]
            else:
                near = (0, left, up, (left + up) // 2)[kind]
            line[i] = (line[i] + near) & 255
        rows.append([tuple(line[x * step:x * step + 3]) for x in range(width)])
        before = bytes(line)
    return width, height, rows


def is_red(pixel):
    return pixel[0] > pixel[1] + 30 and pixel[0] > pixel[2] + 30


def check_same():
    record = json.loads(run("--json", "--pixels", GOOD, GOOD, code=0)[0])
    expect([view["view"] for view in record["pictures"]] == VIEWS, record["pictures"])
    expect(all(view["ssim"] == 1 and view["largest"] == 0 and view["changed"] == 0 for view in record["pictures"]), record["pictures"])
    # What only differs in its dialect looks the same.
    beta = os.path.join(SAMPLES, "character-1.0-beta.vrm")
    record = json.loads(run("--json", "--pixels", beta, GOOD, code=1)[0])
    expect(all(view["changed"] == 0 for view in record["pictures"]), record["pictures"])
    expect(not [change for change in record["changes"] if change["part"] == "pictures"], record["changes"])


def check_different():
    """A hair of another colour is seen from all sides, and shown in red where the hair is."""
    document, rest = read_glb(GOOD)
    hair = next(m for m in document["materials"] if "air" in m["name"])
    hair["pbrMetallicRoughness"]["baseColorFactor"] = [0.2, 1, 0.2, 1]
    hair["extensions"]["VRMC_materials_mtoon"]["shadeColorFactor"] = [0.1, 0.6, 0.1]
    other = write_glb("green.vrm", document, rest)
    record = json.loads(run("--json", "--pixels", "-o", "out.png", GOOD, other, code=1)[0])
    expect(all(view["ssim"] < 0.99 and view["largest"] > 50 for view in record["pictures"]), record["pictures"])
    expect(sum(change["part"] == "pictures" for change in record["changes"]) == 5, record["changes"])
    width, height, rows = read_png(os.path.join(WORK, "out.png"))
    expect(width > 3 * 384 and height > 5 * 512, width, height)
    third = 2 * width // 3 + 8
    expect(any(is_red(pixel) for row in rows[40:150] for pixel in row[third:]), "the hair is not red in the difference")
    expect(not any(is_red(pixel) for row in rows[420:520] for pixel in row[third:]), "the boots are red in the difference")
    same, _ = run("--pixels", "-o", "same.png", GOOD, GOOD, code=0)
    expect("front         SSIM 1.00000" in same, same)
    _, _, rows = read_png(os.path.join(WORK, "same.png"))
    expect(not any(is_red(pixel) for row in rows for pixel in row[third:]), "the same avatar has a difference")
    # The limit decides.
    lowest = min(view["ssim"] for view in record["pictures"])
    record = json.loads(run("--json", "--pixels", "--min-ssim", str(lowest - 0.01), GOOD, other, code=1)[0])
    expect(not [change for change in record["changes"] if change["part"] == "pictures"], record["changes"])


def check_failures():
    _, error = run("-o", "out.png", GOOD, GOOD, code=2)
    expect("--pixels" in error, error)
    _, error = run("--pixels", "-o", "green.vrm/out.png", GOOD, GOOD, code=2)
    expect("out.png" in error, error)
    run("--pixels", GOOD, "absent.vrm", code=2)
    with open(os.path.join(WORK, "plain.gltf"), "w", encoding="utf-8") as file:
        file.write('{"asset":{"version":"2.0"}}')
    record = json.loads(run("--json", "--pixels", "plain.gltf", "plain.gltf", code=0)[0])
    expect(len(record["pictures"]) == 4 and all(view["ssim"] == 1 for view in record["pictures"]), record)


shutil.rmtree(WORK, ignore_errors=True)
os.makedirs(WORK)
check_same()
check_different()
check_failures()
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
