#!/usr/bin/env python3
"""vrm migrate: what is written is checked, nothing is lost in silence, and results say so.

usage: check_migrate.py VRM MAKER SAMPLES WORK

Covers MI-002, MI-024, MI-025 to MI-029 and MK-020 on the command line.
"""
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


def run(*words):
    return subprocess.run([VRM, *words], capture_output=True, cwd=WORK, timeout=120, check=False)


def make(*words):
    subprocess.run([MAKER, *words], cwd=WORK, timeout=120, check=True)


def migrate(source, target, *options):
    done = run("migrate", source, target, "--accept-license-mapping", "--overwrite", "--json", *options)
    return done, json.loads(done.stdout)


def read(path):
    with open(os.path.join(WORK, path), "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[20 + size:]


def write(path, value, rest):
    text = json.dumps(value).encode()
    text += b" " * (-len(text) % 4)
    with open(os.path.join(WORK, path), "wb") as file:
        file.write(b"glTF" + struct.pack("<IIII", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)


def check_counts(path):
    record = json.loads(run("check", path, "--json").stdout)
    return record["diagnostic_counts"]


# --- Errors of the new file (MI-024, MK-020) ---

def check_new_errors():
    """MI-024: errors that only the new file has end with 1, and --t-pose is named if it fixes them."""
    make("fault", "pose-arm.old", "--dialect", "0.x", "-o", "arm.vrm")
    done, record = migrate("arm.vrm", "arm1.vrm")
    check = record["check"]
    expect(done.returncode == 1 and record["result"] == "new-errors", "an A-pose ends with", done.returncode, record["result"])
    expect(check["before"] == check_counts("arm.vrm"), "counts of the old file", check["before"])
    expect(check["after"] == check_counts("arm1.vrm"), "counts of the new file", check["after"])
    codes = [error["code"] for error in check["new_errors"]]
    expect("pose-arm" in codes, "new errors", codes)
    expect(check["fixed_by_t_pose"] == check["new_errors"], "--t-pose fixes", check["fixed_by_t_pose"])
    expect(b"--t-pose" in done.stderr and b"pose-arm" in done.stderr, "said", done.stderr)
    done, record = migrate("arm.vrm", "arm2.vrm", "--t-pose")
    expect(done.returncode == 0 and record["result"] == "ok", "--t-pose ends with", done.returncode)
    expect(record["check"]["after"]["error"] == 0 == check_counts("arm2.vrm")["error"], "errors with --t-pose", record["check"])


def check_old_errors():
    """MI-024: errors that the old file has as well do not count."""
    value, rest = read(os.path.join(SAMPLES, "character-0.x.vrm"))
    bones = value["extensions"]["VRM"]["humanoid"]["humanBones"]
    bones[:] = [bone for bone in bones if bone["bone"] != "leftFoot"]
    write("missing.vrm", value, rest)
    done, record = migrate("missing.vrm", "missing1.vrm")
    expect(record["check"]["before"]["error"] > 0 < record["check"]["after"]["error"], "errors", record["check"])
    expect(done.returncode == 0 and b"t-pose" not in done.stderr, "old errors end with", done.returncode, done.stderr)
    said = run("migrate", "missing.vrm", "missing2.vrm", "--accept-license-mapping").stdout
    expect(b"errors that the old file has too: %d" % record["check"]["after"]["error"] in said, "said", said)


def check_clean():
    """MI-024: a clean file ends with 0."""
    for name, options in (("character-0.x.vrm", []), ("character-1.0.vrm", ["--to", "0.x"])):
        done, record = migrate(os.path.join(SAMPLES, name), "clean.vrm", *options)
        expect(done.returncode == 0 and record["check"]["new_errors"] == [], name, "ends with", done.returncode)
        expect(record["check"]["after"] == check_counts("clean.vrm"), name, "counts", record["check"])


def check_made():
    """MK-020: arms that hang are new errors, unless make turns them."""
    make("rig", "--pose", "hanging", "-o", "hang.glb")
    done = run("make", "hang.glb", "hang.vrm", "--keep-pose", "--json")
    record = json.loads(done.stdout)
    expect(done.returncode == 1 and record["result"] == "new-errors", "hanging arms end with", done.returncode)
    expect(record["check"]["after"] == check_counts("hang.vrm"), "counts", record["check"])
    expect("pose-arm" in [error["code"] for error in record["check"]["new_errors"]], "new errors", record["check"])
    done = run("make", "hang.glb", "hang.vrm", "--overwrite", "--json")
    expect(done.returncode == 0 and json.loads(done.stdout)["check"]["new_errors"] == [], "a T-pose ends with", done.returncode)


# --- Names of expressions (MI-025) ---

OLD_PRESETS = ["a", "blink_l", "joy", "lookup", "neutral", "unknown"]
NEW_PRESETS = ["aa", "blinkLeft", "happy", "lookUp", "neutral"]


def some_names(chance, presets):
    """Names that are those of presets, the same without case, and those that a migration would give next."""
    names = []
    for _ in range(chance.randrange(1, 14)):
        name = chance.choice(presets + ["Wink", "custom_1", ""])
        name = chance.choice([str, str.upper, str.capitalize])(name)
        names.append(name + chance.choice(["", "", "_custom", "_custom2", "_custom3", "_custom2_custom"]))
    return names


def names_in(path):
    record = json.loads(run("info", path, "--json").stdout)
    return record["result"], [code["code"] for code in record["diagnostics"]], read(path)[0]["extensions"]


def check_names():
    """MI-025: all expressions survive, each with its own name, and each rename is listed."""
    chance = random.Random(25)
    for number in range(40):
        to_old = number % 2 == 1
        value, rest = read(os.path.join(SAMPLES, "character-1.0.vrm" if to_old else "character-0.x.vrm"))
        if to_old:
            names = [name for name in some_names(chance, OLD_PRESETS) if name not in NEW_PRESETS]
            custom = {name: {"isBinary": bool(i % 2), "extras": i} for i, name in enumerate(names)}
            value["extensions"]["VRMC_vrm"]["expressions"]["custom"] = custom
            wanted = sorted(custom[name]["extras"] for name in custom)
        else:
            names, seen = [], set(OLD_PRESETS) | {"surprised", ""}
            for name in some_names(chance, NEW_PRESETS):
                if name.lower() not in seen:
                    names.append(name)
                    seen.add(name.lower())
            groups = value["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"]
            for i, name in enumerate(names):
                groups.append({"name": name, "presetName": "unknown", "binds": [], "materialValues": [], "extras": i})
            wanted = list(range(len(names)))
        write("names.vrm", value, rest)
        done, record = migrate("names.vrm", "names-new.vrm", *(["--to", "0.x"] if to_old else []))
        result, codes, extensions = names_in("names-new.vrm")
        if to_old:
            groups = extensions["VRM"]["blendShapeMaster"]["blendShapeGroups"]
            now = [(group["name"].lower(), group.get("extras")) for group in groups if group["presetName"] == "unknown"]
        else:
            now = [(name, one.get("extras")) for name, one in extensions["VRMC_vrm"]["expressions"].get("custom", {}).items()]
        found = sorted(extras for _, extras in now if extras is not None)
        expect(done.returncode == 0 and result == "ok" and "expression-twice" not in codes, names, "gives", result, codes)
        expect(len({name for name, _ in now}) == len(now), names, "gives equal names", now)
        expect(found == wanted, names, "gives", now)
        changed = sum(change["code"] == "expression-name" for change in record["changes"])
        same = {name.lower() if to_old else name for name in names} & {name for name, _ in now}
        expect(changed >= len(set(names)) - len(same), names, "lists", changed, "renames of", now)


# --- Extras and extensions (MI-002, MI-026) ---

def plant(value, path=""):
    """Puts extras and an extension into every object; returns their pointers."""
    places = []
    if isinstance(value, list):
        for i, one in enumerate(value):
            places += plant(one, f"{path}/{i}")
    elif isinstance(value, dict):
        is_map = path.endswith(("/extensions", "/preset", "/custom", "Properties", "Map", "/humanBones"))
        for key, one in list(value.items()):
            places += plant(one, f"{path}/{key}")
        if not is_map:
            value["extras"] = {"at": path}
            value.setdefault("extensions", {})["ACME_mark"] = {"at": path}
            places.append(path)
    return places


def planted_in(value):
    if isinstance(value, list):
        return {place for one in value for place in planted_in(one)}
    if isinstance(value, dict):
        found = {place for key, one in value.items() if key not in ("extras", "ACME_mark") for place in planted_in(one)}
        for key in ("extras", "ACME_mark"):
            if isinstance(value.get(key), dict) and "at" in value[key]:
                found.add((value[key]["at"], key == "extras"))
        return found
    return set()


def check_extras():
    """MI-002, MI-026: extras and extensions of every object are kept, or listed as lost."""
    for name, options, blocks in (("character-0.x.vrm", [], ["VRM"]), ("character-1.0.vrm", ["--to", "0.x"], ["VRMC_vrm", "VRMC_springBone"]),
                                  ("character-1.0-draft.vrm", [], ["VRMC_vrm", "VRMC_springBone"])):
        value, rest = read(os.path.join(SAMPLES, name))
        places = []
        for block in blocks:
            if block in value["extensions"]:
                places += plant(value["extensions"][block], f"/extensions/{block}")
        for i, material in enumerate(value["materials"]):
            places += plant(material, f"/materials/{i}")
        value.setdefault("extensionsUsed", []).append("ACME_mark")
        write("extras.vrm", value, rest)
        done, record = migrate("extras.vrm", "extras-new.vrm", *options)
        expect(done.returncode == 0, name, "with extras ends with", done.returncode, done.stderr)
        there = planted_in(read("extras-new.vrm")[0])
        lost = {change["from"] for change in record["changes"] if change["kind"] == "lost" and change["code"] in ("extras", "extension")}
        for place in places:
            for is_extras in (True, False):
                pointer = place + ("/extras" if is_extras else "/extensions/ACME_mark")
                pointers = {pointer, place + "/extensions"}
                is_there, is_lost = (place, is_extras) in there, bool(pointers & lost)
                # Of an object of meta, the copy of the old meta has it.
                expect(is_there or is_lost or "/meta" in place, name, pointer, "is lost in silence")
                expect(not (is_there and pointer in lost), name, pointer, "is there, and listed as lost")
                has_home = place.split("/")[1] == "materials" and "VRMC_materials_mtoon" not in place
                expect(is_there or not has_home, name, pointer, "is lost")
        kept = [place for place, _ in there if "blendShapeGroups" in place or "/expressions/" in place]
        expect(len(kept) >= 20 or "draft" in name, name, "keeps extras of", len(kept), "expressions")


# --- What a load drops, and what unknown extensions may refer to (MI-028, MI-029) ---

def check_doubled_groups():
    """MI-028: groups whose names an earlier group has are listed as lost, and no two as the same expression."""
    value, rest = read(os.path.join(SAMPLES, "character-0.x.vrm"))
    groups = value["extensions"]["VRM"]["blendShapeMaster"]["blendShapeGroups"]
    first = len(groups)
    for name in ("wink", "Wink", "Joy"):
        groups.append({"name": name, "presetName": "unknown", "binds": [], "materialValues": [], "extras": name})
    write("doubled.vrm", value, rest)
    _, record = migrate("doubled.vrm", "doubled-new.vrm")
    said = {change["from"]: change for change in record["changes"] if change["code"] == "expression"}
    kinds = [said[f"/extensions/VRM/blendShapeMaster/blendShapeGroups/{first + i}"]["kind"] for i in range(3)]
    expect(kinds == ["converted", "lost", "lost"], "groups with equal names are", kinds)
    extras = [change["kind"] for change in record["changes"] if change["code"] == "extras"]
    expect(sorted(extras) == ["kept", "lost", "lost"], "their extras are", extras)


def check_empty_groups():
    """MI-028: groups of springs without bones, and of colliders without any, are listed as lost."""
    value, rest = read(os.path.join(SAMPLES, "character-0.x.vrm"))
    springs = value["extensions"]["VRM"]["secondaryAnimation"]
    for old, empty in (("boneGroups", "bones"), ("colliderGroups", "colliders")):
        springs[old].append({**springs[old][0], empty: []})
    write("empty.vrm", value, rest)
    _, record = migrate("empty.vrm", "empty-new.vrm")
    lost = sorted(change["from"].split("/")[4] for change in record["changes"]
                  if change["code"] in ("spring", "collider-group") and change["kind"] == "lost")
    expect(lost == ["boneGroups", "colliderGroups"], "lost are", lost)


def check_unknown_numbers():
    """MI-029: to 0.x, no node gets another number if the file has an unknown extension."""
    for place in ("root", "humanoid"):
        value, rest = read(os.path.join(SAMPLES, "character-1.0.vrm"))
        holder = value if place == "root" else value["extensions"]["VRMC_vrm"]["humanoid"]
        value["nodes"].append({"name": "last"})
        holder.setdefault("extensions", {})["ACME_future"] = {"node": len(value["nodes"]) - 1}
        write("numbers.vrm", value, rest)
        _, record = migrate("numbers.vrm", "numbers-new.vrm", "--to", "0.x")
        nodes = read("numbers-new.vrm")[0]["nodes"]
        names = [[node.get("name") for node in some] for some in (nodes, value["nodes"])]
        expect(names[0] == names[1], "nodes have moved under an extension of the", place)
        tails = [int(change["to"].split("/")[2]) for change in record["changes"] if change["code"] == "spring-tail"]
        children = {child for node in nodes for child in node.get("children", [])}
        expect(len(tails) == 7 and not children & set(tails), "tails are", tails)


# --- Licences (MI-027) ---

def check_licenses():
    """MI-027: the address of a Creative Commons licence stays visible."""
    by = "https://creativecommons.org/licenses/by/4.0/"
    for name, link, options, wanted in (("CC_BY", "", [], by), ("CC_BY", "https://example.com/", [], "https://example.com/"),
                                        ("CC0", "", [], "https://creativecommons.org/publicdomain/zero/1.0/"),
                                        ("CC_BY", "", ["--most-restrictive"], None), ("Other", "", [], None)):
        value, rest = read(os.path.join(SAMPLES, "character-0.x.vrm"))
        meta = value["extensions"]["VRM"]["meta"]
        meta["licenseName"], meta["otherLicenseUrl"], meta["otherPermissionUrl"] = name, link, ""
        write("license.vrm", value, rest)
        done, record = migrate("license.vrm", "license-new.vrm", *options)
        now = read("license-new.vrm")[0]["extensions"]["VRMC_vrm"]["meta"].get("otherLicenseUrl")
        expect(now == wanted, name, link, options, "gives", now)
        added = any(change["code"] == "meta-other-license" and change["kind"] == "added" for change in record["changes"])
        expect(added == (link == "" and wanted is not None), name, link, options, "lists", added)
        migrate("license-new.vrm", "license-back.vrm", "--to", "0.x")
        back = read("license-back.vrm")[0]["extensions"]["VRM"]["meta"]
        expect({**back, "extras": None} == {**meta, "extras": None}, name, "comes back as", back)


# --- Meshes that nodes show at many scales, which to normalize copies ---

def write_scales(path, count, what):
    """`count` nodes show one mesh, each at its own scale, and the file names the mesh `count` times."""
    value, rest = read(os.path.join(SAMPLES, "character-0.x.vrm"))
    mesh = len(value["meshes"])
    value["bufferViews"].append({"buffer": 0, "byteOffset": 0, "byteLength": 36})
    value["accessors"].append({"componentType": 5126, "count": 3, "type": "VEC3", "min": [0, 0, 0], "max": [0, 0, 0]})
    accessor = len(value["accessors"]) - 1
    value["meshes"].append({"primitives": [{"attributes": {"POSITION": accessor}, "targets": [{"POSITION": accessor}]}]})
    for i in range(count):
        value["scenes"][0]["nodes"].append(len(value["nodes"]))
        value["nodes"].append({"mesh": mesh, "scale": [1 + i / count] * 3})
    vrm = value["extensions"]["VRM"]
    if what == "annotations":
        vrm["firstPerson"]["meshAnnotations"] += [{"mesh": mesh, "firstPersonFlag": "Both"}] * count
    else:
        vrm["blendShapeMaster"]["blendShapeGroups"][0]["binds"] += [{"mesh": mesh, "index": 0, "weight": 1}] * count
    write(path, value, rest)


def check_copies():
    """NO-014: the new file grows with the old one, and not with its square."""
    sizes = []
    for count in (100, 200, 400, 800):
        write_scales("scales.vrm", count, "annotations")
        done = run("normalize", "scales.vrm", "scales-new.vrm", "--overwrite")
        expect(done.returncode == 0, count, "scales end with", done.returncode, done.stderr)
        sizes.append(os.path.getsize(os.path.join(WORK, "scales-new.vrm")))
    expect(all(b <= 2.3 * a for a, b in zip(sizes, sizes[1:])), "sizes", sizes)
    annotations = read("scales-new.vrm")[0]["extensions"]["VRM"]["firstPerson"]["meshAnnotations"]
    named = {one["mesh"] for one in annotations if one["firstPersonFlag"] == "Both"}
    expect(len(named) >= 800, "annotations of", len(named), "meshes")
    write_scales("scales.vrm", 20, "binds")
    expect(run("normalize", "scales.vrm", "scales-new.vrm", "--overwrite").returncode == 0, "20 copies of 20 binds are refused")
    write_scales("scales.vrm", 400, "binds")
    done = run("normalize", "scales.vrm", "scales-new.vrm", "--overwrite", "--json")
    expect(json.loads(done.stdout)["result"] == "limit-exceeded", "400 copies of 400 binds give", done.stdout[:100])


# --- Compressed files ---

def check_compressed():
    """MI-009, NO-013: a compressed file is refused with the reason, where it is, and what to do."""
    make("fault", "buffer-fallback", "--dialect", "0.x", "-o", "meshopt.vrm")
    make("fault", "primitive-compressed", "--dialect", "0.x", "-o", "draco.vrm")
    for path, extension, remedy in (("meshopt.vrm", b"EXT_meshopt_compression", b"compress the file again"),
                                    ("draco.vrm", b"KHR_draco_mesh_compression", b"gltf-transform")):
        for words in (["migrate", "--accept-license-mapping"], ["normalize", "--t-pose"]):
            done = run(words[0], path, "compressed-new.vrm", "--overwrite", *words[1:])
            if done.returncode == 0 and words[0] == "normalize":
                continue  # there is nothing to turn
            expect(done.returncode == 1 and extension in done.stderr and remedy in done.stderr, words, path, "says", done.stderr)
        said = run("check", path).stdout
        expect(extension in said and b"buffer-missing" not in said, "check of", path, "says", said)
    # Textures are kept as they are, and the sentence is printed once.
    make("fault", "texture-compressed", "--dialect", "0.x", "-o", "ktx2.vrm")
    said = run("check", "ktx2.vrm").stdout
    expect(b"KHR_texture_basisu" in said and b"texture-source" not in said and b"image-mime" not in said, "check of KTX2 says", said)
    for words in (["migrate", "--accept-license-mapping"], ["normalize"], ["optimize"]):
        if words[0] == "optimize" and not os.path.exists(os.path.join(os.path.dirname(VRM), "vrm-optimize")):
            continue
        said = run(words[0], "ktx2.vrm", "ktx2-new.vrm", "--overwrite", *words[1:]).stderr
        expect(said.count(b"[texture-compressed]") == 1 and b"/textures/1" in said and b"gltf-transform" in said, words, "says", said)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    check_new_errors()
    check_old_errors()
    check_clean()
    check_made()
    check_names()
    check_extras()
    check_doubled_groups()
    check_empty_groups()
    check_unknown_numbers()
    check_licenses()
    check_copies()
    check_compressed()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
