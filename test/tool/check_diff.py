#!/usr/bin/env python3
"""vrm diff: what is the same, what differs, and that each change is named alone.

usage: check_diff.py VRM MAKER SAMPLES WORK

The files are those of the maker, with one edit each.
"""
import copy
import json
import os
import random
import shutil
import struct
import subprocess
import sys

VRM, MAKER, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:5])
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words, code=None, stdin=None):
    done = subprocess.run([VRM, "diff", *words], cwd=WORK, capture_output=True, timeout=120, check=False, input=stdin)
    if code is not None:
        expect(done.returncode == code, words, "gave", done.returncode, done.stdout.decode()[:2000], done.stderr.decode())
    return done.stdout.decode(), done.stderr.decode()


# --- Files ---

def read_glb(path):
    with open(path, "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[28 + size:]


def write_glb(name, document, payload, **spelling):
    text = (document if isinstance(document, str) else json.dumps(document, **spelling)).encode()
    text += b" " * (-len(text) % 4)
    payload += b"\0" * (-len(payload) % 4)
    body = struct.pack("<II", len(text), 0x4E4F534A) + text + struct.pack("<II", len(payload), 0x004E4942) + payload
    with open(os.path.join(WORK, name), "wb") as file:
        file.write(struct.pack("<III", 0x46546C67, 2, 12 + len(body)) + body)
    return name


def reversed_keys(value):
    if isinstance(value, dict):
        return {key: reversed_keys(value[key]) for key in reversed(list(value))}
    return [reversed_keys(item) for item in value] if isinstance(value, list) else value


def moved_payload(document, payload):
    """The same with all views in the opposite order and gaps between them, and buffer views renumbered."""
    out, views, order = copy.deepcopy(document), [], list(reversed(range(len(document["bufferViews"]))))
    place, data = {}, b"\xAA" * 16
    for index in order:
        view = dict(document["bufferViews"][index])
        start = view.get("byteOffset", 0)
        place[index] = len(views)
        view["byteOffset"] = len(data)
        data += payload[start:start + view["byteLength"]] + b"\xAA" * (16 - view["byteLength"] % 16)
        views.append(view)
    out["bufferViews"] = views
    out["buffers"][0]["byteLength"] = len(data)
    sparse = [accessor["sparse"][part] for accessor in out["accessors"] if "sparse" in accessor for part in ("indices", "values")]
    for user in out["accessors"] + out["images"] + sparse:
        if "bufferView" in user:
            user["bufferView"] = place[user["bufferView"]]
    return out, data


# --- What is the same ---

def check_same(path):
    document, payload = read_glb(path)
    name = os.path.basename(path)
    plain = write_glb("plain.vrm", document, payload, separators=(",", ":"), ensure_ascii=False)
    text, _ = run(plain, plain, code=0)
    expect("no difference" in text, name, text)
    others = [write_glb("spaces.vrm", document, payload, indent=3), write_glb("keys.vrm", reversed_keys(document), payload)]
    for other in others:
        record = json.loads(run("--json", plain, other, code=0)[0])
        expect(record["same"] and record["changes"] == [] and record["operations"] == [] and not record["payload"], name, other, record)
    numbers = json.dumps(document).replace('"byteOffset": 0', '"byteOffset": 0.0e0')
    expect(numbers != json.dumps(document), name, "has no number to spell in another way")
    record = json.loads(run("--json", plain, write_glb("numbers.vrm", numbers, payload), code=0)[0])
    expect(record["same"] and record["operations"] == [], name, "numbers", record)
    moved, data = moved_payload(document, payload)
    record = json.loads(run("--json", plain, write_glb("moved.vrm", moved, data), code=0)[0])
    expect(record["same"] and record["payload"] and record["operations"], name, "moved payload", record["changes"][:3])
    text, _ = run(plain, "moved.vrm", code=0)
    expect("the payload has a different layout" in text, name, text)
    with open(os.path.join(WORK, plain), "rb") as file:
        text, _ = run("-", plain, code=0, stdin=file.read())
    expect("no difference" in text, name, "standard input", text)


# --- Operations ---

def apply_operations(document, operations):
    """What docs/reference/diff.md says of them."""
    out = copy.deepcopy(document)
    for operation in operations:
        *parents, last = [step.replace("~1", "/").replace("~0", "~") for step in operation["path"].split("/")[1:]]
        at = out
        for step in parents:
            at = at[int(step)] if isinstance(at, list) else at[step]
        if operation["op"] == "remove":
            del at[int(last) if isinstance(at, list) else last]
        elif isinstance(at, list) and int(last) == len(at):
            at.append(operation["value"])
        else:
            at[int(last) if isinstance(at, list) else last] = operation["value"]
    return out


def check_operations(a, b):
    record = json.loads(run("--json", a, b)[0])
    expect(record["result"] == "ok", a, b, record)
    first, second = read_glb(os.path.join(WORK, a))[0], read_glb(os.path.join(WORK, b))[0]
    expect(apply_operations(first, record["operations"]) == second, "the operations do not lead from", a, "to", b)
    return record


# --- Each change alone ---

def bone_node(document, bone):
    return document["extensions"]["VRMC_vrm"]["humanoid"]["humanBones"][bone]["node"]


def node_named(document, name):
    return next(i for i, node in enumerate(document["nodes"]) if node.get("name") == name)


def shift_positions(document, payload):
    """The first vertex of the first mesh goes 0.25 m to the side."""
    accessor = document["accessors"][document["meshes"][0]["primitives"][0]["attributes"]["POSITION"]]
    at = document["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
    x = struct.unpack_from("<f", payload, at)[0]
    return payload[:at] + struct.pack("<f", x + 0.25) + payload[at + 4:]


def shift_morph(document, payload):
    accessor = document["accessors"][document["meshes"][1]["primitives"][0]["targets"][0]["POSITION"]]
    view = accessor.get("sparse", {}).get("values", accessor)
    at = document["bufferViews"][view["bufferView"]].get("byteOffset", 0) + view.get("byteOffset", 0)
    y = struct.unpack_from("<f", payload, at + 4)[0]
    return payload[:at + 4] + struct.pack("<f", y + 0.5) + payload[at + 8:]


def swap_indices(document, payload):
    accessor = document["accessors"][document["meshes"][0]["primitives"][0]["indices"]]
    at = document["bufferViews"][accessor["bufferView"]].get("byteOffset", 0) + accessor.get("byteOffset", 0)
    size = {5121: 1, 5123: 2, 5125: 4}[accessor["componentType"]]
    return payload[:at] + payload[at + size:at + 2 * size] + payload[at:at + size] + payload[at + 2 * size:]


def change_image(document, payload):
    view = document["bufferViews"][document["images"][0]["bufferView"]]
    at = view.get("byteOffset", 0) + view["byteLength"] - 1
    return payload[:at] + bytes([payload[at] ^ 1]) + payload[at + 1:]


def edits():
    """(name, edit of the document, edit of the payload, part, kind, field, words of the text)"""
    vrm = lambda d: d["extensions"]["VRMC_vrm"]
    spring = lambda d: d["extensions"]["VRMC_springBone"]
    mtoon = lambda d: d["materials"][0]["extensions"]["VRMC_materials_mtoon"]

    def set_in(get, key, value):
        return lambda d: get(d).__setitem__(key, value)

    def rename_expression(d):
        custom = vrm(d)["expressions"]["custom"]
        old = next(iter(custom))
        custom["renamedExpression"] = custom.pop(old)

    def add_expression(d):
        vrm(d)["expressions"]["custom"]["wink"] = {"overrideBlink": "block"}

    def rename_node(d):
        node = next(i for i, n in enumerate(d["nodes"]) if "mesh" in n)
        d["nodes"][node]["name"] = "another name"

    def move_bone(d):
        node = d["nodes"][bone_node(d, "leftHand")]
        node["translation"] = [node["translation"][0] + 0.5, *node["translation"][1:]]

    return [
        ("name", set_in(lambda d: vrm(d)["meta"], "name", "Kaze"), None, "meta", "changed", "name", '"Ame" → "Kaze"'),
        ("author", lambda d: vrm(d)["meta"]["authors"].append("another"), None, "meta", "added", "authors", '+ authors: "another"'),
        ("permission", set_in(lambda d: vrm(d)["meta"], "commercialUsage", "personalNonProfit"), None, "meta", "changed", "commercialUsage",
         "individuals and companies may use it, also for profit → individuals may use it, but not for profit"),
        ("generator", set_in(lambda d: d["asset"], "generator", "by hand"), None, "file", "changed", "asset.generator", "by hand"),
        ("bone removed", lambda d: vrm(d)["humanoid"]["humanBones"].pop("jaw" if "jaw" in vrm(d)["humanoid"]["humanBones"] else "leftToes"),
         None, "bones", "removed", "node", "-"),
        ("bone moved", move_bone, None, "bones", "changed", "translation", "leftHand  translation: moved by 0.5 m"),
        ("node renamed", rename_node, None, "nodes", "renamed", "", "another name"),
        ("expression added", add_expression, None, "expressions", "added", "", "+ wink"),
        ("expression removed", lambda d: vrm(d)["expressions"]["preset"].pop("sad"), None, "expressions", "removed", "", "- sad"),
        ("expression renamed", rename_expression, None, "expressions", "renamed", "", "renamedExpression"),
        ("override", set_in(lambda d: vrm(d)["expressions"]["preset"]["sad"], "overrideMouth", "blend"), None, "expressions", "changed",
         "overrideMouth", "sad  overrideMouth: none → blend"),
        ("bind", set_in(lambda d: vrm(d)["expressions"]["preset"]["blink"]["morphTargetBinds"][0], "weight", 0.5), None,
         "expressions", "changed", None, ": 1 → 0.5"),
        ("lookAt", set_in(lambda d: vrm(d)["lookAt"]["rangeMapVerticalUp"], "outputScale", 3), None, "lookAt", "changed", "outputScale",
         "rangeMapVerticalUp  outputScale: "),
        ("first person", set_in(lambda d: vrm(d)["firstPerson"]["meshAnnotations"][0], "type", "firstPersonOnly"), None,
         "firstPerson", "changed", "type", "firstPersonOnly"),
        ("stiffness", set_in(lambda d: spring(d)["springs"][0]["joints"][1], "stiffness", 3.5), None, "springs", "changed", "stiffness", "→ 3.5"),
        ("spring removed", lambda d: spring(d)["springs"].pop(1), None, "springs", "removed", "", "- "),
        ("collider", set_in(lambda d: spring(d)["colliders"][0]["shape"]["sphere"], "radius", 0.5), None, "colliders", "changed", "radius",
         "→ 0.5"),
        ("group renamed", set_in(lambda d: spring(d)["colliderGroups"][0], "name", "skull"), None, "colliders", "renamed", "", '"skull"'),
        ("constraint", lambda d: next(n for n in d["nodes"] if "VRMC_node_constraint" in n.get("extensions", {}))["extensions"]
         ["VRMC_node_constraint"]["constraint"].__setitem__("rotation", {"source": 1, "weight": 0.5})
         or next(n for n in d["nodes"] if "VRMC_node_constraint" in n.get("extensions", {}))["extensions"]["VRMC_node_constraint"]
         ["constraint"].pop("roll", None), None, "constraints", None, None, ""),
        ("MToon", set_in(mtoon, "shadingToonyFactor", 0.125), None, "materials", "changed", "shadingToonyFactor", "→ 0.125"),
        ("alpha", set_in(lambda d: d["materials"][1], "alphaMode", "BLEND"), None, "materials", "changed", "alphaMode", "→ BLEND"),
        ("material renamed", set_in(lambda d: d["materials"][1], "name", "cloth"), None, "materials", "renamed", "", '"cloth"'),
        ("image", None, change_image, "images", "changed", "content", "content: "),
        ("vertex", None, shift_positions, "meshes", "changed", "POSITION", "POSITION: up to 0.25 m apart"),
        ("morph target", None, shift_morph, "meshes", "changed", "POSITION", "up to 0.5 m apart"),
        ("triangle", None, swap_indices, "meshes", "changed", "indices", "1 triangle differs"),
        ("extensionsUsed", lambda d: d["extensionsUsed"].append("X_unknown"), None, "extensions", "added", "extensionsUsed", "+ X_unknown"),
        ("unknown extension", set_in(lambda d: d["nodes"][3].setdefault("extensions", {}), "X_unknown", {"a": [1, 2]}), None, "other", "added", "",
         '+ /nodes/3/extensions/X_unknown  {"a":[1,2]}'),
        ("extras", set_in(lambda d: d["materials"][0], "extras", {"a/b": 1}), None, "other", "added", "", "+ /materials/0/extras"),
        ("unknown member", set_in(lambda d: vrm(d)["meta"], "favourite", "tea"), None, "other", "added", "", "meta/favourite"),
    ]


def check_edits():
    document, payload = read_glb(os.path.join(SAMPLES, "character-1.0.vrm"))
    base = write_glb("base.vrm", document, payload)
    for name, edit, edit_payload, part, kind, field, words in edits():
        other, data = copy.deepcopy(document), payload
        if edit is not None:
            edit(other)
        if edit_payload is not None:
            data = edit_payload(document, payload)
        write_glb("edited.vrm", other, data)
        record = check_operations(base, "edited.vrm")
        text, _ = run(base, "edited.vrm", code=1)
        changes = record["changes"]
        parts = {change["part"] for change in changes}
        expect(parts == {part}, name, "is in", parts, changes)
        if kind is not None:
            expect(len(changes) == 1 and changes[0]["kind"] == kind, name, changes)
        if field is not None:
            expect(changes and changes[0]["field"] == field, name, changes)
        expect(words in text, name, repr(words), text)
        expect(record["payload"] == (edit_payload is not None), name, "payload")
        # The other way round it is one change as well.
        back = json.loads(run("--json", "edited.vrm", base, code=1)[0])
        expect(len(back["changes"]) == len(changes) and {change["part"] for change in back["changes"]} == {part}, name, "back", back["changes"])


def random_json(source, depth):
    """Any value; lists and objects are drawn from few values, so that pairs have much in common."""
    kind = source.randrange(9 if depth > 0 else 6)
    if kind < 6:
        return source.choice([None, True, False, 0, 1, -2.5, 1e300, 12345678901234567890, "", "a/b~c", "日本\n", "\u202e\x7f"])
    if kind < 8:
        return [random_json(source, depth - 1) for _ in range(source.randrange(6))]
    return {source.choice(["a", "b", "c/d", "~", "", "é"]): random_json(source, depth - 1) for _ in range(source.randrange(5))}


def changed_json(source, value, depth):
    """The same with a few changes: elements and members that come, go and move."""
    if depth == 0 or source.randrange(4) == 0:
        return random_json(source, 2)
    if isinstance(value, list):
        out = [changed_json(source, item, depth - 1) if source.randrange(4) == 0 else item for item in value]
        for _ in range(source.randrange(3)):
            if out and source.randrange(2):
                del out[source.randrange(len(out))]
            else:
                out.insert(source.randrange(len(out) + 1), random_json(source, 2))
        return out
    if isinstance(value, dict):
        return {key: changed_json(source, item, depth - 1) if source.randrange(3) == 0 else item
                for key, item in value.items() if source.randrange(6)}
    return value


def check_random():
    """The operations lead from any JSON to any other."""
    source = random.Random(16)
    for i in range(80):
        first = {"asset": {"version": "2.0", "extras": random_json(source, 5)}}
        second = {"asset": {"version": "2.0", "extras": changed_json(source, first["asset"]["extras"], 4)}}
        record = check_operations(write_glb("a.glb", first, b""), write_glb("b.glb", second, b"", ensure_ascii=i % 2 == 0))
        # In Python, True equals 1.
        is_same = json.dumps(first, sort_keys=True) == json.dumps(second, sort_keys=True)
        expect(record["same"] == is_same == (record["operations"] == []), "random", i, first, second, record["operations"])


def check_order():
    """Elements in another order are the same, because names match them."""
    document, payload = read_glb(os.path.join(SAMPLES, "character-1.0.vrm"))
    base = write_glb("base.vrm", document, payload)
    other = copy.deepcopy(document)
    springs = other["extensions"]["VRMC_springBone"]["springs"]
    springs.reverse()
    record = check_operations(base, write_glb("edited.vrm", other, payload))
    expect(record["same"], "springs in another order", record["changes"])
    del springs[2]
    record = check_operations(base, write_glb("edited.vrm", other, payload))
    expect([change["kind"] for change in record["changes"]] == ["removed"], "springs in another order, one less", record["changes"])


def check_triangles():
    """The same triangles in another order are said to be that; one that is turned over is not."""
    path = os.path.join(SAMPLES, "character-1.0.vrm")
    document, payload = read_glb(path)
    primitive = document["meshes"][0]["primitives"][0]
    accessor = document["accessors"][primitive["indices"]]
    view = document["bufferViews"][accessor["bufferView"]]
    code = {5121: "B", 5123: "H", 5125: "I"}[accessor["componentType"]]
    at = view.get("byteOffset", 0) + accessor.get("byteOffset", 0)
    size = struct.calcsize(code) * accessor["count"]
    corners = struct.unpack_from(f"<{accessor['count']}{code}", payload, at)
    triangles = [corners[i:i + 3] for i in range(0, len(corners), 3)]

    def changed(name, changed_triangles):
        flat = [corner for triangle in changed_triangles for corner in triangle]
        bytes_ = struct.pack(f"<{len(flat)}{code}", *flat)
        return write_glb(name, document, payload[:at] + bytes_ + payload[at + size:])

    other = [(c, a, b) for a, b, c in reversed(triangles)]
    text, _ = run(path, changed("order.vrm", other), code=1)
    expect("order: the same triangles in another order" in text and "1 difference" in text, "order", text)
    a, b, c = triangles[0]
    text, _ = run(path, changed("over.vrm", [(b, a, c), *triangles[1:]]), code=1)
    expect("indices: 1 triangle differs" in text, "turned over", text)
    expect("another order" not in text, "turned over", text)


# --- Dialects ---

def check_dialects():
    """One avatar in four dialects: what differs is what the dialects cannot say alike."""
    allowed = {"file", "meta", "bones", "expressions", "springs", "colliders", "constraints", "nodes", "extensions", "other"}
    for dialect in ("0.x", "1.0-draft", "1.0-beta"):
        path = os.path.join(SAMPLES, f"character-{dialect}.vrm")
        record = json.loads(run("--json", path, os.path.join(SAMPLES, "character-1.0.vrm"), code=1)[0])
        changes = record["changes"]
        expect({change["part"] for change in changes} <= allowed, dialect, {change["part"] for change in changes})
        expect(not [c for c in changes if c["part"] == "bones" and c["field"] != "front"], dialect, "bones")
        expect(not [c for c in changes if c["part"] == "springs" and c["field"] != "tail"], dialect, "springs")
        expect(not [c for c in changes if c["part"] == "colliders" and c["kind"] != "renamed"], dialect, "colliders")
        if dialect == "1.0-beta":
            expect({change["field"] for change in changes} == {"dialect", "specVersion"}, dialect, changes)


def check_version_changes():
    """Differences that come from the VRM version alone are counted, and listed by --all only. Losses are always listed."""
    new = os.path.join(SAMPLES, "character-1.0.vrm")
    for dialect, hidden in (("0.x", ["specVersion", "front: ", "tail: ", "VRMC_vrm", "hairTuftEnd", "armStretch", "group "]),
                            ("1.0-draft", ["tail: ", "hairTuftEnd", "VRMC_springBone"]), ("1.0-beta", ["specVersion"])):
        old = os.path.join(SAMPLES, f"character-{dialect}.vrm")
        short, every = run(old, new, code=1)[0], run("--all", old, new, code=1)[0]
        for word in hidden:
            expect(word not in short and word in every, dialect, "shows", word, short, every)
        expect("VRM version: " in short and "from the VRM version alone: " in short and "(--all lists them)" in short, dialect, short)
        expect("from the VRM version alone: " in every and "(--all lists them)" not in every, dialect, every)
        legend = "+ only in the second file, - only in the first, ~ changed"
        expect((legend in short) == (dialect != "1.0-beta"), dialect, "legend", short)
        if dialect != "1.0-beta":
            expect("+ leftForearmTwist" in short and "(wider)" in short, dialect, "losses", short)
    # Within a version, the same fields are differences like others.
    document, payload = read_glb(new)
    document["extensionsUsed"].remove("VRMC_springBone")
    text, _ = run(new, write_glb("edited.vrm", document, payload), code=1)
    expect("- VRMC_springBone  extensionsUsed" in text and "version alone" not in text, "within a version", text)
    migrated = os.path.join(WORK, "migrated.vrm")
    subprocess.run([VRM, "migrate", "--accept-license-mapping", os.path.join(SAMPLES, "character-0.x.vrm"), migrated], capture_output=True, check=False)
    text, _ = run(os.path.join(SAMPLES, "character-0.x.vrm"), migrated, code=1)
    expect("+ /asset/extras  the original meta, kept by vrm migrate" in text and "licenseUrl: none → " in text, "migrated", text)


def check_permissions():
    """MI-010, MI-020, ME-031: a migrated avatar has the permissions of the old one under their new names. What migrate calls narrowed is narrower
    in a diff, from the other side wider, and nothing else is."""
    document, payload = read_glb(os.path.join(SAMPLES, "character-0.x.vrm"))
    old_names = {"allowedUserName", "violentUsage", "sexualUsage", "commercialUsageName", "licenseName"}
    licences = ("CC0", "CC_BY", "CC_BY_NC", "CC_BY_SA", "CC_BY_NC_SA", "CC_BY_ND", "CC_BY_NC_ND", "Redistribution_Prohibited", "Other")
    for i, licence in enumerate(licences):
        for commercial in ("Allow", "Disallow")[:1 + (i < 2)]:
            meta = {"licenseName": licence, "commercialUssageName": commercial, "violentUssageName": ("Allow", "Disallow")[i % 2],
                    "allowedUserName": ("Everyone", "OnlyAuthor", "ExplicitlyLicensedPerson")[i % 3]}
            document["extensions"]["VRM"]["meta"].update(meta)
            old, new = write_glb("old.vrm", document, payload), f"new-{licence}-{commercial}.vrm"
            done = subprocess.run([VRM, "migrate", "--accept-license-mapping", "--json", old, new], cwd=WORK, capture_output=True, check=False)
            narrowed = {change["to"].split("/")[-1] for change in json.loads(done.stdout)["changes"]
                        if change["kind"] == "narrowed" and "/meta/" in change["to"]}
            if licence.endswith("SA"):
                narrowed.add("modification")  # a condition that 1.0 cannot say, which migrate lists as one of the licence
            if "NC" in licence:
                narrowed.discard("commercialUsage")  # "Allow" did not mean it
            for a, b, effect in ((old, new, "narrower"), (new, old, "wider")):
                changes = [change for change in json.loads(run("--json", a, b, code=1)[0])["changes"] if change["part"] == "meta"]
                expect(not old_names & {change["field"] for change in changes}, licence, commercial, "names of 0.x", changes)
                expect({change["field"] for change in changes if change["effect"]} == narrowed, licence, commercial, narrowed, changes)
                expect({change["effect"] for change in changes} <= {"", effect}, licence, commercial, effect, changes)
    document["extensions"]["VRM"]["meta"]["commercialUssageName"] = "Disallow"
    write_glb("old.vrm", document, payload)
    document["extensions"]["VRM"]["meta"].update({"licenseName": "CC0", "commercialUssageName": "Allow"})
    text, _ = run(write_glb("free.vrm", document, payload), old, code=1)
    expect("commercialUsage: individuals and companies may use it, also for profit → individuals may use it, but not for profit (narrower)" in text, text)
    expect('licenseName: "CC0" → "Other"' in text, "the same version", text)
    text, _ = run("--lang", "ja", old, "free.vrm", code=1)
    expect("(拡大)" in text, text)


# --- What cannot be compared ---

def check_failures():
    good = os.path.join(SAMPLES, "character-1.0.vrm")
    with open(os.path.join(WORK, "text.vrm"), "w", encoding="utf-8") as file:
        file.write("nothing")
    with open(good, "rb") as file:
        data = file.read()
    with open(os.path.join(WORK, "cut.vrm"), "wb") as file:
        file.write(data[:5000])
    for bad in ("text.vrm", "cut.vrm", "absent.vrm", "."):
        for pair in ((bad, good), (good, bad)):
            _, error = run(*pair, code=2)
            expect(bad in error, pair, "says nothing:", error)
            record = json.loads(run("--json", *pair, code=2)[0])
            expect(record["result"] != "ok" and record["file"] == bad, record)
    run(good, code=2)
    run(good, good, good, code=2)
    run("-", "-", code=2)
    run("--nonsense", good, good, code=2)


def check_limits():
    """Bytes, memory and time, as the other verbs have them."""
    good, other = (os.path.join(SAMPLES, f"character-{dialect}.vrm") for dialect in ("1.0", "0.x"))
    for limit, result, said in ((("--max-bytes", "1K"), "limit-exceeded", "333,144 bytes"),
                                (("--max-memory", "100K"), "memory-limit", "--max-memory"),
                                (("--max-memory", "500K"), "memory-limit", "--max-memory"),
                                (("--timeout", "1ms", "--motion"), "timeout", "--timeout")):
        _, error = run(*limit, good, other, code=2)
        expect(said in error, limit, "says:", error)
        record = json.loads(run("--json", *limit, good, other, code=2)[0])
        expect(record["result"] == result, limit, record["result"])
    run("--max-bytes", "10M", "--max-memory", "100M", "--timeout", "60s", "--motion", good, good, code=0)


def check_hostile():
    """Files that are built to cost much are compared within seconds, with a good file and with themselves."""
    good = os.path.join(SAMPLES, "character-1.0.vrm")
    listed = subprocess.run([MAKER, "hostile", "--list"], capture_output=True, text=True, check=True).stdout.splitlines()
    for line in listed:
        name = line.split("\t")[0]
        path = os.path.join(WORK, f"hostile-{name}.vrm")
        subprocess.run([MAKER, "hostile", name, "200", "-o", path], check=True)
        for pair in ((path, good), (good, path), (path, path), ("--motion", path, good)):
            done = subprocess.run([VRM, "diff", "--json", *pair], capture_output=True, timeout=60, check=False)
            expect(done.returncode in (0, 1, 2), name, "gave", done.returncode, done.stderr[-400:])
            record = json.loads(done.stdout)
            expect((done.returncode == 2) == (record["result"] != "ok"), name, done.returncode, record["result"])
            if pair == (path, path) and done.returncode != 2:
                expect(done.returncode == 0, name, "differs from itself", record["changes"][:3])
        os.remove(path)


# --- Motion ---

def check_motion():
    """One avatar in four dialects moves alike; what differs by rule is listed."""
    good = os.path.join(SAMPLES, "character-1.0.vrm")
    # 0.x has no overrides, and the draft turns binary expressions on above 0 (EX-007).
    by_rule = {"0.x": {"blink", "blinkLeft", "blinkRight", "aa", "ih", "ou", "ee", "oh"}, "1.0-draft": {"starEyes"}, "1.0-beta": set()}
    for dialect, allowed in by_rule.items():
        path = os.path.join(SAMPLES, f"character-{dialect}.vrm")
        files = [os.path.join(SAMPLES, name) for name in ("dance.vrma", "walk.bvh")]
        record = json.loads(run("--json", "--motion", path, good, *files, code=1)[0])
        motions = record["motion"]
        expect([motion["motion"] for motion in motions] == ["idle", "random", "dance.vrma", "walk.bvh"], dialect, motions)
        expect([motion["frames"] for motion in motions] == [601, 601, 481, 60], dialect, [motion["frames"] for motion in motions])
        for motion in motions:
            expect(motion["bones"]["amount"] < 0.001 and motion["joints"]["amount"] < 0.05, dialect, motion)
            expect(motion["places"]["amount"] < 1e-5, dialect, motion)
            expect((motion["constraints"] is None) == (dialect != "1.0-beta"), dialect, motion)
            expect(motion["weights"]["amount"] <= 1e-4 or motion["weights"]["name"] in allowed, dialect, motion)
        found = {change["name"] for change in record["changes"] if change["part"] == "motion"}
        expect(found <= allowed, dialect, found)
        if dialect == "1.0-beta":
            expect(all(motion["constraints"]["amount"] == 0 and motion["joints"]["amount"] == 0 for motion in motions), dialect, motions)


def check_moves_otherwise():
    """A change of springs, of lookAt or of a constraint is seen in motion; one of meta is not."""
    document, payload = read_glb(os.path.join(SAMPLES, "character-1.0.vrm"))
    base = write_glb("base.vrm", document, payload)

    def changed(edit, *words):
        other = copy.deepcopy(document)
        edit(other)
        record = json.loads(run("--json", "--motion", *words, base, write_glb("edited.vrm", other, payload), code=1)[0])
        return [change for change in record["changes"] if change["part"] == "motion"], record["motion"]

    joint = lambda d: d["extensions"]["VRMC_springBone"]["springs"][0]["joints"][0]
    found, motions = changed(lambda d: joint(d).__setitem__("stiffness", 0.01))
    expect(len(found) == 2 and {change["unit"] for change in found} == {"degrees"}, "stiffness", found)
    expect(motions[1]["joints"]["amount"] > 1 and motions[1]["bones"]["amount"] == 0, "stiffness", motions)
    most = max(motion["joints"]["amount"] for motion in motions)
    found, _ = changed(lambda d: joint(d).__setitem__("stiffness", 0.01), "--max-degrees", str(most + 0.01))
    expect(found == [], "--max-degrees", most, found)
    found, motions = changed(lambda d: d["extensions"]["VRMC_vrm"]["lookAt"]["rangeMapHorizontalOuter"].__setitem__("outputScale", 30))
    expect({change["name"] for change in found} <= {"leftEye", "rightEye"} and found, "lookAt", found)
    found, _ = changed(lambda d: d["extensions"]["VRMC_vrm"]["meta"].__setitem__("name", "Kaze"))
    expect(found == [], "meta", found)
    _, error = run("--motion", base, base, "absent.vrma", code=2)
    expect("absent.vrma" in error, error)
    run(base, base, "dance.vrma", code=2)  # a third file without --motion
    with open(os.path.join(WORK, "plain.gltf"), "w", encoding="utf-8") as file:
        file.write('{"asset":{"version":"2.0"}}')
    run(base, "plain.gltf", code=1)
    run("--motion", base, "plain.gltf", code=2)
    text, _ = run("--motion", base, base, code=0)
    expect("largest differences in motion" in text and "idle, 10.0 s" in text, text)


# --- git ---

def check_git():
    """docs/guides/diff.md: an external diff, a textconv and a difftool, in a repository."""
    if shutil.which("git") is None:
        return
    folder = os.path.join(WORK, "repository")
    os.makedirs(folder)
    hidden = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "PATH": os.path.dirname(VRM) + os.pathsep + os.environ["PATH"], "LC_ALL": "C.UTF-8"}

    def git(*words):
        done = subprocess.run(["git", "-c", "user.name=a", "-c", "user.email=a@example.org", *words], cwd=folder, capture_output=True,
                              timeout=60, check=False, env={**os.environ, **hidden})
        expect(done.returncode == 0, "git", words, done.returncode, done.stderr.decode())
        return done.stdout.decode()

    git("init", "-q")
    with open(os.path.join(folder, ".gitattributes"), "w", encoding="utf-8") as file:
        file.write("*.vrm diff=vrm\n")
    avatar = os.path.join(folder, "avatar.vrm")
    shutil.copy(os.path.join(SAMPLES, "character-1.0-beta.vrm"), avatar)
    git("add", ".")
    git("commit", "-q", "-m", "First avatar")
    shutil.copy(os.path.join(SAMPLES, "character-1.0.vrm"), avatar)
    git("config", "diff.vrm.command", 'f() { vrm diff "$2" "$5" || true; }; f')
    text = git("diff")
    expect("~ VRM version: 1.0-beta → 1.0" in text and "2 differences" in text, "external diff", text)
    git("config", "--unset", "diff.vrm.command")
    git("config", "diff.vrm.textconv", "vrm info")
    text = git("diff")
    expect("\n-  avatar      Ame 1, VRM 1.0-beta" in text and "\n+  avatar      Ame 1, VRM 1.0," in text, "textconv", text)
    git("config", "difftool.vrm.cmd", 'vrm diff "$LOCAL" "$REMOTE"')
    text = git("difftool", "--tool=vrm", "--no-prompt")
    expect("2 differences" in text, "difftool", text)


def check_only():
    """--only names parts by the words of --json, and the exit code goes by them."""
    a, b = os.path.join(SAMPLES, "character-0.x.vrm"), os.path.join(SAMPLES, "character-1.0.vrm")
    everything = json.loads(run("--json", a, b, code=1)[0])["changes"]
    parts = {change["part"] for change in everything}
    expect(len(parts) > 8, parts)
    for part in ("file", "meta", "bones", "expressions", "lookAt", "firstPerson", "springs", "colliders", "constraints", "materials", "images",
                 "meshes", "skins", "nodes", "animations", "extensions", "other"):
        record = json.loads(run("--json", "--only", part, a, b, code=1 if part in parts else 0)[0])
        expect(record["changes"] == [change for change in everything if change["part"] == part], part, record["changes"])
    record = json.loads(run("--json", "--only", "meshes,materials", "--only", "meta", a, b, code=1)[0])
    expect({change["part"] for change in record["changes"]} == {"meta"}, record["changes"])
    record = json.loads(run("--json", "--motion", "--only", "motion", os.path.join(SAMPLES, "character-1.0-beta.vrm"), b, code=0)[0])
    expect(record["same"] and len(record["motion"]) == 2, record)
    run("--only", "hair", a, b, code=2)


def check_brief():
    a, b = os.path.join(SAMPLES, "character-1.0-beta.vrm"), os.path.join(SAMPLES, "character-1.0.vrm")
    text, _ = run("--brief", a, b, code=1)
    expect(text == "file 2\n", repr(text))
    text, _ = run("--lang", "ja", a, b, code=1)
    expect("違い 2 件" in text, text)


shutil.rmtree(WORK, ignore_errors=True)
os.makedirs(WORK)
for sample in ("0.x", "1.0", "1.0-beta", "1.0-draft"):
    check_same(os.path.join(SAMPLES, f"character-{sample}.vrm"))
check_edits()
check_random()
check_order()
check_triangles()
check_dialects()
check_version_changes()
check_permissions()
check_failures()
check_limits()
check_hostile()
check_motion()
check_moves_otherwise()
check_git()
check_only()
check_brief()
for problem in problems:
    print(problem)
sys.exit(1 if problems else 0)
