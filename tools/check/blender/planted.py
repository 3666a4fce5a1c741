"""Files with one fault each, and what tools/check/check-blender must say of them."""
import json
import struct
from collections import namedtuple

from blender.expected import read_json

Row = namedtuple("Row", "file source says")


def write(source, change, file):
    data, text = source.read_bytes(), read_json(source)
    change(text)
    packed = json.dumps(text).encode()
    packed += b" " * (-len(packed) % 4)
    rest = data[20 + struct.unpack_from("<I", data, 12)[0]:]
    head = b"glTF" + struct.pack("<IIII", 2, 20 + len(packed) + len(rest), len(packed), 0x4E4F534A)
    file.write_bytes(head + packed + rest)


def vrm1(text):
    return text["extensions"]["VRMC_vrm"]


def vrm0(text):
    return text["extensions"]["VRM"]


def drop_bone(text):
    del vrm1(text)["humanoid"]["humanBones"]["leftHand"]


def move_bone(text):
    node = vrm1(text)["humanoid"]["humanBones"]["head"]["node"]
    text["nodes"][node]["translation"][1] += 0.1


def drop_expression(text):
    vrm1(text)["expressions"]["custom"].popitem()


def drop_preset(text):
    del vrm1(text)["expressions"]["preset"]["happy"]


def drop_joint(text):
    text["extensions"]["VRMC_springBone"]["springs"][0]["joints"].pop()


def drop_spring(text):
    text["extensions"]["VRMC_springBone"]["springs"].pop()


def break_mesh(text):
    text["meshes"][0]["primitives"][0]["attributes"]["POSITION"] = 100000


def drop_old_bone(text):
    bones = vrm0(text)["humanoid"]["humanBones"]
    bones[:] = [bone for bone in bones if bone["bone"] != "hips"]


FAULTS = [
    ("1.0", "nothing-1.0", None, lambda text: None),
    ("0.x", "nothing-0.x", None, lambda text: None),
    ("1.0", "bone", "leftHand", drop_bone),
    ("1.0", "place", "from its place", move_bone),
    ("1.0", "expression", "expressions are missing", drop_expression),
    ("1.0", "preset", "happy has 0 of", drop_preset),
    ("1.0", "spring", "springs", drop_spring),
    ("1.0", "joint", "joints", drop_joint),
    ("1.0", "mesh", "not imported", break_mesh),
    ("0.x", "old-bone", "hips", drop_old_bone),
]


def plant(samples, folder):
    """Rows of files that are judged by the sample that they were made of."""
    rows = []
    for dialect, name, says, change in FAULTS:
        source, file = samples / f"character-{dialect}.vrm", folder / f"{name}.vrm"
        write(source, change, file)
        rows.append(Row(file, source, says))
    return rows
