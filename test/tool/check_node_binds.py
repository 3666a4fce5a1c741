#!/usr/bin/env python3
"""Node transforms of expressions (VRMC_vrm_expressions_node_transform): every command that writes keeps what they do.

usage: check_node_binds.py VRM SAMPLES WORK

Each expression moves, turns and scales nodes: one below a node with rotation and scale, one with its own, one that is
mirrored, and a leaf that nothing else needs. By the rules of UniVRM, this computes how each node is carried through the
model with the expression, in the file before and in the one after. Both are the same, or turned as the avatar is. Nothing
of libvrm computes here. Covers EX-043.
"""
import json
import math
import os
import shutil
import struct
import subprocess
import sys

VRM, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:4])
NAME = "VRMC_vrm_expressions_node_transform"
PERMIT = "--accept-license-mapping"
FAR = 2e-5
problems = []


# --- Files ---

def read_glb(name):
    with open(os.path.join(WORK, name), "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[20 + size:]


def write_glb(name, document, rest):
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    with open(os.path.join(WORK, name), "wb") as file:
        file.write(struct.pack("<III", 0x46546C67, 2, 20 + len(text) + len(rest)))
        file.write(struct.pack("<II", len(text), 0x4E4F534A) + text + rest)


def index_of(document, name):
    return next(index for index, node in enumerate(document["nodes"]) if node.get("name") == name)


def make_files():
    """in.vrm, and broken.vrm, which check --fix changes."""
    with open(os.path.join(SAMPLES, "character-1.0.vrm"), "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    document, rest = json.loads(data[20:20 + size]), data[20 + size:]
    nodes = document["nodes"]
    half = math.sqrt(0.5)
    added = [("turned", "head", {"translation": [0, 0.1, 0], "rotation": [0, 0, half, half], "scale": [2, 2, 2]}),
             ("below", "turned", {"translation": [0.05, 0, 0], "rotation": [0.48, 0.36, 0, 0.8], "scale": [0.5, 0.5, 0.5]}),
             ("mirrored", "head", {"translation": [0.1, 0, 0], "scale": [-1, 1, 1]}),
             ("behind", "mirrored", {"translation": [0.1, 0, 0], "rotation": [0.48, 0.36, 0, 0.8]}),
             ("leaf", "head", {"translation": [0.01, 0.02, 0.03]}),
             ("spare", "head", {})]
    for node, parent, transform in added:
        nodes.append({"name": node, **transform})
        nodes[index_of(document, parent)].setdefault("children", []).append(len(nodes) - 1)

    def bind(node, **transform):
        return {"node": index_of(document, node), **transform}

    turn = [0.36, 0, 0.48, 0.8]
    binds = {
        "happy": [bind("leftUpperArm", translation=[0.1, 0.05, -0.02], rotation=turn, scale=[1.5, 1.25, 1]),
                  bind("turned", translation=[0.1, 0.05, -0.02], rotation=turn, scale=[3, 2, 2]),
                  bind("below", translation=[0.03, 0, 0.01], rotation=turn, scale=[0.75, 0.75, 0.75])],
        "angry": [bind("mirrored", translation=[0, 0.1, 0], rotation=turn, scale=[-1, 2, 1]),
                  bind("behind", translation=[0.03, 0, 0.01], rotation=turn)],
        "blush": [bind("leaf", translation=[0.1, 0, 0.2])],
        "starEyes": [bind("hips", rotation=turn)],
    }
    expressions = document["extensions"]["VRMC_vrm"]["expressions"]
    for expression, list_of_binds in binds.items():
        group = expressions["preset"] if expression in expressions["preset"] else expressions["custom"]
        group[expression].setdefault("extensions", {})[NAME] = {"nodeTransformBinds": list_of_binds}
    document["extensionsUsed"].append(NAME)
    write_glb("in.vrm", document, rest)
    write_glb("broken.vrm", {**document, "cameras": []}, rest)


# --- What an expression does ---

def multiply(a, b):
    return [[sum(a[i][k] * b[k][j] for k in range(4)) for j in range(4)] for i in range(4)]


def inverse(m):
    """Of an affine matrix, by cofactors."""
    a, b, c = (m[i][:3] for i in range(3))

    def cross(u, v):
        return [u[1] * v[2] - u[2] * v[1], u[2] * v[0] - u[0] * v[2], u[0] * v[1] - u[1] * v[0]]

    columns = [cross(b, c), cross(c, a), cross(a, b)]
    determinant = sum(a[i] * columns[0][i] for i in range(3))
    out = [[columns[j][i] / determinant for j in range(3)] for i in range(3)]
    return [row + [-sum(row[k] * m[k][3] for k in range(3))] for row in out] + [[0, 0, 0, 1]]


def matrix(translation, rotation, scale):
    length = math.sqrt(sum(value * value for value in rotation))
    x, y, z, w = (value / length for value in rotation)
    turn = [[1 - 2 * (y * y + z * z), 2 * (x * y - z * w), 2 * (x * z + y * w)],
            [2 * (x * y + z * w), 1 - 2 * (x * x + z * z), 2 * (y * z - x * w)],
            [2 * (x * z - y * w), 2 * (y * z + x * w), 1 - 2 * (x * x + y * y)]]
    return [[turn[i][j] * scale[j] for j in range(3)] + [translation[i]] for i in range(3)] + [[0, 0, 0, 1]]


def product(p, q):
    a, b, c, d = p
    x, y, z, w = q
    return [d * x + a * w + b * z - c * y, d * y - a * z + b * w + c * x, d * z + a * y - b * x + c * w, d * w - a * x - b * y - c * z]


def space_of(document, index, binds):
    """The space of a node in that of the model, with the binds of an expression at weight 1."""
    node = document["nodes"][index]
    translation, rotation = node.get("translation", [0, 0, 0]), node.get("rotation", [0, 0, 0, 1])
    scale, bind = node.get("scale", [1, 1, 1]), binds.get(index)
    if bind:
        translation = [a + b for a, b in zip(translation, bind.get("translation", [0, 0, 0]))]
        rotation = product(rotation, bind.get("rotation", [0, 0, 0, 1]))
        scale = bind.get("scale", scale)
    parent = next((i for i, one in enumerate(document["nodes"]) if index in one.get("children", [])), None)
    local = matrix(translation, rotation, scale)
    return local if parent is None else multiply(space_of(document, parent, binds), local)


def expressions_of(document):
    """By name, the binds of each expression that has some."""
    extensions, found = document["extensions"], {}
    if "VRMC_vrm" in extensions:
        for group in extensions["VRMC_vrm"]["expressions"].values():
            found.update(group)
    else:
        names = {"joy": "happy", "sorrow": "sad", "fun": "relaxed"}
        for group in extensions["VRM"]["blendShapeMaster"]["blendShapeGroups"]:
            found[names.get(group["presetName"], group["presetName"]) if group["presetName"] != "unknown" else group["name"]] = group
    return {name: {bind["node"]: bind for bind in one["extensions"][NAME]["nodeTransformBinds"]}
            for name, one in found.items() if NAME in one.get("extensions", {})}


def effects(document):
    """By expression and name of the node: what is carried where."""
    return {(expression, document["nodes"][index]["name"]):
            multiply(space_of(document, index, binds), inverse(space_of(document, index, {})))
            for expression, binds in expressions_of(document).items() for index in binds}


def turned(m):
    """About Y by half a turn."""
    sign = [-1, 1, -1, 1]
    return [[sign[i] * sign[j] * m[i][j] for j in range(4)] for i in range(4)]


# --- The commands ---

def run(*words):
    done = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        problems.append(f"vrm {' '.join(words)} ended with {done.returncode}:\n{done.stdout[-2000:]}{done.stderr}")
    return done.returncode == 0


def compare(name, before, after, is_turned=False, renamed=None):
    wanted, found = effects(read_glb(before)[0]), effects(read_glb(after)[0])
    if is_turned:
        wanted = {key: turned(value) for key, value in wanted.items()}
    wanted = {((renamed or {}).get(key[0], key[0]), key[1]): value for key, value in wanted.items()}
    if set(wanted) != set(found):
        problems.append(f"{name}: has {sorted(found)} and not {sorted(wanted)}")
        return
    for key, value in wanted.items():
        far = max(abs(a - b) for row, other in zip(value, found[key]) for a, b in zip(row, other))
        if far > FAR:
            problems.append(f"{name}: {key} is off by {far}: {found[key]} instead of {value}")
    if NAME not in read_glb(after)[0]["extensionsUsed"]:
        problems.append(f"{name}: {NAME} is not in extensionsUsed")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    make_files()
    if len(effects(read_glb("in.vrm")[0])) != 7:
        problems.append("the made file does not have seven binds")

    cases = {
        "edit": ["edit", "in.vrm", "-o", "edit.vrm", "--set", "/asset/copyright=me"],
        "edit --remove-node": ["edit", "in.vrm", "-o", "edit --remove-node.vrm", "--remove-node", "spare"],
        "meta": ["meta", "in.vrm", "-o", "meta.vrm", "--set", "name=Other"],
        "check --fix": ["check", "--fix", "--fail-on", "never", "broken.vrm", "-o", "check --fix.vrm"],
        "normalize": ["normalize", "in.vrm", "normalize.vrm"],
        "optimize": ["optimize", "in.vrm", "optimize.vrm"],
        "optimize --quantize": ["optimize", "--quantize", "in.vrm", "optimize --quantize.vrm"],
    }
    for name, words in cases.items():
        if run(*words):
            compare(name, "in.vrm", f"{name}.vrm")
    if run("extract", "in.vrm", "-o", "parts") and run("pack", "parts", "pack.vrm"):
        compare("pack", "in.vrm", "pack.vrm")
    if run("edit", "in.vrm", "-o", "renamed.vrm", "--rename-expression", "happy=cheerful", "--rename-expression", "blush=glow"):
        compare("edit --rename-expression", "in.vrm", "renamed.vrm", renamed={"happy": "cheerful", "blush": "glow"})
    # To 0.x, which normalizes first and has the extension where the expression is, and back.
    if run("migrate", "in.vrm", "old.vrm", "--to", "0.x", PERMIT):
        compare("migrate to 0.x", "in.vrm", "old.vrm", is_turned=True)
        for name, words in {"normalize 0.x": ["normalize", "old.vrm", "normalize 0.x.vrm"],
                            "optimize 0.x": ["optimize", "old.vrm", "optimize 0.x.vrm"]}.items():
            if run(*words):
                compare(name, "old.vrm", f"{name}.vrm")
        if run("migrate", "old.vrm", "new.vrm", PERMIT):
            compare("migrate back to 1.0", "in.vrm", "new.vrm")
    # What goes with its node, and what has to stay where it is.
    if run("edit", "in.vrm", "-o", "gone.vrm", "--remove-node", "leaf"):
        if any(key[1] == "leaf" for key in effects(read_glb("gone.vrm")[0])):
            problems.append("a removed node has left its binds")
    for node in ("leaf", "turned"):
        merged = subprocess.run([VRM, "edit", "in.vrm", "-o", "merged.vrm", "--merge-node", node], cwd=WORK, check=False,
                                capture_output=True, text=True, timeout=60)
        if merged.returncode == 0 or 'the node is needed at "/extensions/VRMC_vrm/expressions/' not in merged.stderr:
            problems.append(f"edit --merge-node {node} ended with {merged.returncode}:\n{merged.stderr}")
    print("\n".join(problems) if problems else "node transforms of expressions: kept by every command that writes")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
