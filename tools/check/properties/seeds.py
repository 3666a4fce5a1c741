"""Generated files as inputs of the fuzzers (fuzz/README.md): small, and each with one thing that is unusual."""
import json
import random

from . import inputs, make, motion
from .files import read_glb, write_glb

MOST_BYTES = 64 << 10
MOST_VERTICES = 12
DIALECTS = ("1.0", "0.x", "1.0-beta", "1.0-draft")
FILE_RAW, MIGRATE_POSE = 4, 32  # bits of the first byte: fuzz/fuzz_file.h, fuzz/fuzz_migrate.c


# --- Forms of an input ---

def as_parts(data, how=0):
    """How, no failing allocation, the length of the BIN, JSON, BIN: the JSON can be mutated."""
    text, payload = read_glb(data)
    return bytes((how, 0)) + len(payload).to_bytes(2, "little") + text.encode() + payload if len(payload) < 65536 else None


def as_whole(data):
    return bytes((FILE_RAW, 0, 0, 0)) + data


# --- Small files ---

def shrink(data):
    """A copy with few vertices, no indices and no image of more than a pixel's bytes."""
    text, payload = read_glb(data)
    document, out = json.loads(text), bytearray()
    for mesh in document.get("meshes", []):
        for primitive in mesh["primitives"]:
            primitive.pop("indices", None)
            for holder in (primitive["attributes"], *primitive.get("targets", [])):
                for index in holder.values():
                    accessor = document["accessors"][index]
                    accessor["count"] = min(accessor["count"], MOST_VERTICES)
    used = {accessor.get("bufferView") for accessor in document["accessors"]}
    images = {image.get("bufferView") for image in document.get("images", [])}
    for index, view in enumerate(document["bufferViews"]):
        start, size = view.get("byteOffset", 0), view["byteLength"]
        counts = [accessor["count"] for accessor in document["accessors"] if accessor.get("bufferView") == index]
        if index in used and counts and max(counts) <= MOST_VERTICES:
            size = min(size, MOST_VERTICES * view.get("byteStride", 16))
        if index in images:
            size = min(size, 256)
        out += bytes(-len(out) % 4)
        view["byteOffset"], view["byteLength"] = len(out), size
        out += payload[start:start + size]
    document["buffers"][0]["byteLength"] = len(out)
    return write_glb(document, bytes(out))


# --- Seeds, as (name, bytes) ---

def avatars(kit):
    for number, kind in enumerate(inputs.KINDS):
        dialect = DIALECTS[number % len(DIALECTS)]
        words = ("--constraints", "all", "--limit", "cone") if dialect in ("1.0", "1.0-beta") else ()
        base = shrink(kit.make("parametric", "--dialect", dialect, "--chains", "1", "--colliders", "1", *words))
        data = inputs.generate(base, kind)
        if data is not None:
            yield f"{kind} {dialect}", data


def bodies(kit):
    for number, kind in enumerate(make.OURS):
        family = make.FAMILIES[number % len(make.FAMILIES)]
        body = make.BODIES[number % len(make.BODIES)]
        data = inputs.generate(shrink(kit.make("rig", "--family", family, *body, ending=".glb")), kind)
        if data is not None:
            yield f"{kind} {family}", data


def motions(kit):
    chance = random.Random(1)
    for number, (base, (words, _)) in enumerate(motion.BASES.items()):
        plain = kit.make("motion", "--motion", "walk", "--fps", "4", *words, ending=".vrma")
        for kind in list(motion.KINDS)[number % 2::2]:
            data = motion.change(plain, kind, chance)
            if data is not None:
                yield f"{base} {kind}", as_parts(data)
    for number in range(3):
        yield f"vmd {number}", as_whole(motion.make_vmd(chance, 1 + number, 90)[0])
        yield f"bvh {number}", as_whole(motion.make_bvh(chance, 1 + number, number))


def texts(_):
    chance = random.Random(2)
    for number in range(6):
        yield f"bvh {number}", bytes(2) + motion.make_bvh(chance, 1 + number, number).removeprefix(b"HIERARCHY\n")


def of_avatars(*hows):
    def seeds(kit):
        for number, (name, data) in enumerate(avatars(kit)):
            yield name, as_parts(data, hows[number % len(hows)])
    return seeds


def pairs(kit):
    """Two avatars that follow each other: how, no failing allocation, the length of the first JSON, both."""
    before = None
    for name, data in avatars(kit):
        text = read_glb(data)[0].encode()
        if before is not None and len(before) < 65536:
            yield name, bytes((0, 0)) + len(before).to_bytes(2, "little") + before + text
        before = text


def of_bodies(kit):
    yield from ((name, as_parts(data)) for name, data in bodies(kit))


SEEDS = {"fuzz_optimize": of_avatars(0), "fuzz_edit": of_avatars(0), "fuzz_fix": of_avatars(0), "fuzz_write": of_avatars(0),
         "fuzz_migrate": of_avatars(0, MIGRATE_POSE), "fuzz_normalize": of_avatars(0), "fuzz_make": of_bodies,
         "fuzz_clip": motions, "fuzz_bvh": texts, "fuzz_diff": pairs}


def write_seeds(kit, fuzzer, folder):
    """How many files were written."""
    folder.mkdir(parents=True, exist_ok=True)
    count = 0
    for name, data in SEEDS[fuzzer](kit):
        if data is not None and len(data) <= MOST_BYTES:
            (folder / f"generated-{name.replace(' ', '-')}").write_bytes(data)
            count += 1
    return count
