#!/usr/bin/env python3
"""Checks that decoding the images of a file is bounded, whoever decodes them: images of few bytes that
cost much, within --max-memory and --timeout [ER-023].

usage: check_image_work.py VRM MAKER WORK

Times are CPU seconds and memory is the peak of the process.
"""
import json
import os
import shutil
import struct
import subprocess
import sys
import zlib

VRM, MAKER, WORK = map(os.path.abspath, sys.argv[1:4])
MEBI = 1 << 20
PORTRAIT_SECONDS, PORTRAIT_BYTES = 5.0, 400 * MEBI
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


# --- Images ---

def chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


def png(side, depth, color, is_interlaced):
    """One grey value; some 1,000 times smaller than its pixels."""
    size = {0: 1, 2: 3, 6: 4}[color] * depth // 8
    passes = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
              (0, 1, 1, 2)) if is_interlaced else ((0, 0, 1, 1),)
    packer, data = zlib.compressobj(9), b""
    for x, y, across, down in passes:
        row = b"\4" + b"\x80" * (size * ((side - x + across - 1) // across))
        for _ in range((side - y + down - 1) // down):
            data += packer.compress(row)
    header = struct.pack(">IIBBBBB", side, side, depth, color, 0, 0, int(is_interlaced))
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data + packer.flush()) +
            chunk(b"IEND", b""))


def jpeg(side, scans):
    """Each scan has some 100 bytes and goes over all coefficients."""
    def segment(marker, data):
        return b"\xff" + bytes([marker]) + struct.pack(">H", len(data) + 2) + data
    runs = ((side + 7) // 8) ** 2 // 16384 + 1  # of 16,384 blocks without anything
    body = (segment(0xDA, b"\1\1\0\1\x3f\x10") + bytes((runs * 15 + 7) // 8)) * scans
    return (b"\xff\xd8" + segment(0xDB, b"\0" + b"\1" * 64) +
            segment(0xC2, struct.pack(">BHHB", 8, side, side, 1) + b"\1\x11\0") +
            segment(0xC4, b"\x10\1" + bytes(15) + b"\xe0") + body + b"\xff\xd9")


# --- Files ---

def read_glb(path):
    with open(path, "rb") as file:
        data = file.read()
    length = struct.unpack("<I", data[12:16])[0]
    return json.loads(data[20:20 + length]), data[28 + length:]


def avatar(name, image, count, same_view=False):
    """`count` images of the same bytes, each shown by a part of the body. Views have other lengths,
    unless all are the same."""
    gltf, data = read_glb(os.path.join(WORK, "base.vrm"))
    at = len(data)
    data += image + bytes(count)
    data += bytes(-len(data) % 4)
    gltf["buffers"][0]["byteLength"] = len(data)
    first = len(gltf["bufferViews"])
    gltf["bufferViews"] += [{"buffer": 0, "byteOffset": at, "byteLength": len(image) + i}
                            for i in range(1 if same_view else count)]
    gltf["images"] = [{"bufferView": first + (0 if same_view else i),
                       "mimeType": "image/png" if image[:1] == b"\x89" else "image/jpeg"}
                      for i in range(count)]
    gltf["textures"] = [{"source": i} for i in range(count)]
    gltf["materials"] = [{"pbrMetallicRoughness": {"baseColorTexture": {"index": i}}}
                         for i in range(count)]
    for mesh in gltf["meshes"]:
        for primitive in mesh["primitives"]:
            primitive["material"] = 0
        mesh["primitives"] = [dict(mesh["primitives"][0], material=i) for i in range(count)]
    expressions = gltf["extensions"]["VRMC_vrm"].get("expressions", {})
    for expression in expressions.get("preset", {}).values():
        expression.pop("materialColorBinds", None)
        expression.pop("textureTransformBinds", None)
    text = json.dumps(gltf).encode()
    text += b" " * (-len(text) % 4)
    path = os.path.join(WORK, name + ".vrm")
    with open(path, "wb") as file:
        file.write(struct.pack("<III", 0x46546C67, 2, 28 + len(text) + len(data)))
        file.write(struct.pack("<II", len(text), 0x4E4F534A) + text)
        file.write(struct.pack("<II", len(data), 0x004E4942) + data)
    return path


# --- Runs ---

def measure(*words):
    """(exit code, CPU seconds, peak bytes, standard output and error)"""
    with open(os.path.join(WORK, "said"), "wb") as said:
        process = subprocess.Popen([VRM, *words], cwd=WORK, stdout=said, stderr=said)
        _, status, usage = os.wait4(process.pid, 0)
        process.returncode = os.waitstatus_to_exitcode(status)
    with open(os.path.join(WORK, "said"), encoding="utf-8") as said:
        text = said.read()
    seconds = usage.ru_utime + usage.ru_stime
    print(f"{os.path.basename(words[-1])}: {words[0]}: exit {process.returncode}, {seconds:.2f} s, "
          f"{usage.ru_maxrss // 1024} MB")
    return process.returncode, seconds, usage.ru_maxrss * 1024, text


def check_portrait(path, is_over):
    code, seconds, peak, text = measure("thumb", "--overwrite", "-o", "out.png", path)
    expect(code == 0, path, "thumb exits", code, text[-300:])
    expect(seconds <= PORTRAIT_SECONDS, path, "thumb takes", seconds, "s")
    expect(peak <= PORTRAIT_BYTES, path, "thumb takes", peak, "bytes")
    expect(("image-too-large" in text) == is_over, path, "thumb says", text[-300:])


def check_optimize(path, is_kept):
    most = 40 * os.path.getsize(path) + 320 * MEBI
    code, seconds, peak, text = measure("optimize", "--json", "--overwrite", "-o", "out.vrm", path)
    expect(code == 0, path, "optimize exits", code, text[-300:])
    expect(seconds <= PORTRAIT_SECONDS, path, "optimize takes", seconds, "s")
    expect(peak <= most, path, "optimize takes", peak, "bytes")
    expect(("images-not-decoded" in text) == is_kept, path, "optimize says", text[-600:])
    for limit in (64, 256):
        _, _, peak, _ = measure("optimize", "--overwrite", "-o", "out.vrm", "--max-memory",
                                   f"{limit}M", path)
        expect(peak <= (limit + 16) * MEBI, path, "optimize takes", peak, "bytes of", limit, "MB")


def check_check(path, is_over):
    code, seconds, peak, text = measure("check", "--no-behaviour", "--decode-images", path)
    expect(code in (0, 1), path, "check exits", code)
    expect(seconds <= PORTRAIT_SECONDS, path, "check takes", seconds, "s")
    expect(peak <= PORTRAIT_BYTES, path, "check takes", peak, "bytes")
    expect(("images-not-checked" in text) == is_over, path, "check says", text[-300:])


def check_timeout(path):
    """A process that is given up ends at once, and so does the work of its threads."""
    good = os.path.join(WORK, "base.vrm")
    for words in (["thumb", "--overwrite", "-o", "pictures"],
                  ["optimize", "--overwrite", "-o", "files"],
                  ["check", "--decode-images"]):
        code, seconds, _, text = measure(*words, "--jobs", "1", "--timeout", "200ms", path, good)
        expect(code != 0 and "200 ms" in text, words, "says", text[-300:])
        expect(seconds < 1.5, words, "took", seconds, "s")
    code, _, _, text = measure("diff", "--pixels", "--timeout", "100ms", path, path)
    expect(code == 2 and "100 ms" in text, "diff exits", code, text[-300:])
    code, _, _, text = measure("diff", "--pixels", "--max-memory", "20M", path, path)
    expect(code == 2, "diff exits", code, text[-300:])


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    subprocess.run([MAKER, "parametric", "--chains", "0", "-o", os.path.join(WORK, "base.vrm")],
                   check=True)
    for count, scans, side in ((1, 1, 8192), (1, 200, 8192), (4, 200, 8192), (64, 200, 2048)):
        path = avatar(f"scans-{count}-{scans}-{side}", jpeg(side, scans), count)
        check_portrait(path, scans > 1)
        check_check(path, scans > 1)
    deep = png(4096, 16, 6, True)
    for count in (2, 8, 64):
        path = avatar(f"passes-{count}", deep, count)
        check_portrait(path, count > 4)
        check_check(path, count > 4)
        check_optimize(path, count > 4)
    check_timeout(path)
    large = png(16384, 8, 0, False)
    check_optimize(avatar("large", large, 4), True)
    check_optimize(avatar("large-same", large, 1000, True), True)
    check_optimize(avatar("large-color", png(8192, 8, 2, False), 8), True)
    check_optimize(avatar("same", png(1024, 8, 2, False), 1000, True), False)
    check_optimize(avatar("whole", png(2048, 8, 6, False), 12), False)
    check_portrait(os.path.join(WORK, "whole.vrm"), False)
    for problem in problems:
        print(problem, file=sys.stderr)
    sys.exit(1 if problems else 0)


if __name__ == "__main__":
    main()
