"""Reads and writes GLB files, and walks through their JSON."""
import json
import re
import struct
from collections import Counter

TABLES = ("nodes", "meshes", "skins", "materials", "textures", "images", "samplers", "cameras", "scenes", "animations")
UNKNOWN = ("ACME_future", "VRMC_future", "KHR_materials_future")


class Document(dict):
    """The JSON of a file, with its BIN chunk."""
    payload = b""


class Members(list):
    """A JSON object as (key, value) pairs, so that doubled keys are seen."""


def read_glb(data):
    """(JSON text, BIN)"""
    length = struct.unpack("<I", data[12:16])[0]
    head = 20 + length  # the length of a chunk counts its padding; of a fault, there is none
    size = struct.unpack("<I", data[head:head + 4])[0] if len(data) >= head + 8 else 0
    return data[20:20 + length].decode("utf-8-sig").rstrip("\0"), data[head + 8:head + 8 + size]


def again(key, number=1):
    """A key for a member that stands in the file under `key`, beside others of that key."""
    return f"{key}\u0001{number}"


def write_glb(document, payload):
    text = json.dumps(document, separators=(",", ":"), ensure_ascii=False)
    text = re.sub(r"\\u0001\d+", "", text).encode("utf-8")
    text += b" " * (-len(text) % 4)
    payload += b"\0" * (-len(payload) % 4)
    chunks = struct.pack("<II", len(text), 0x4E4F534A) + text
    if payload:
        chunks += struct.pack("<II", len(payload), 0x004E4942) + payload
    return struct.pack("<III", 0x46546C67, 2, 12 + len(chunks)) + chunks


# --- Walking ---

def objects(value, path=""):
    """All objects below a value, with their paths; extras are not entered."""
    if isinstance(value, dict):
        yield path, value
        for key, member in value.items():
            if key != "extras":
                yield from objects(member, f"{path}/{key}")
    elif isinstance(value, list):
        for index, element in enumerate(value):
            yield from objects(element, f"{path}/{index}")


def doubled_keys(text):
    found = []

    def look(pairs):
        found.extend(key for key, count in Counter(key for key, _ in pairs).items() if count > 1)
        return Members(pairs)
    json.loads(text, object_pairs_hook=look)
    return found


def unknown_extensions(document):
    """What stands in the file of each unknown extension, as text."""
    return Counter(json.dumps([name, value]) for _, holder in objects(document)
                   for name, value in holder.get("extensions", {}).items() if name in UNKNOWN)


def expressions(document):
    """How many expressions there are."""
    extensions = document.get("extensions", {})
    new = extensions.get("VRMC_vrm", {}).get("expressions", {})
    names = [name for kind in ("preset", "custom") for name in new.get(kind, {})]
    old = extensions.get("VRM", {}).get("blendShapeMaster", {}).get("blendShapeGroups", [])
    draft = extensions.get("VRMC_vrm", {}).get("blendShape", {}).get("blendShapeGroups", [])
    return len(names) + len(old) + len(draft)
