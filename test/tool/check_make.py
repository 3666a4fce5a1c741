#!/usr/bin/env python3
"""vrm make: guesses are written, corrected and taken back; what cannot be made is refused in words.

usage: check_make.py VRM MAKER WORK

Covers MK-004, MK-013, MK-014, MK-016 and MK-019 on the command line.
"""
import json
import os
import shutil
import struct
import subprocess
import sys

VRM, MAKER, WORK = map(os.path.abspath, sys.argv[1:4])
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words):
    return subprocess.run([VRM, *words], capture_output=True, cwd=WORK, timeout=120, check=False)


def rig(path, *options):
    subprocess.run([MAKER, "rig", *options, "-o", path], cwd=WORK, timeout=120, check=True)


def read(path):
    with open(os.path.join(WORK, path), "rb") as file:
        return file.read()


def chunks(path):
    data = read(path)
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[20 + size:]


def write_json(path, value):
    with open(os.path.join(WORK, path), "w", encoding="utf-8") as file:
        json.dump(value, file)


def check_payload():
    # Where nodes have no scales, nothing but the JSON changes (MK-016).
    rig("metres.glb", "--pose", "a", "--face", "--chains")
    run("make", "metres.glb", "metres.vrm")
    before, after = chunks("metres.glb"), chunks("metres.vrm")
    expect(before[1] == after[1], "BIN has changed")
    expect(before[0]["meshes"] == after[0]["meshes"], "meshes have changed")


def check_guesses():
    rig("body.glb", "--pose", "a", "--unit", "cm", "--face", "--chains")
    done = run("make", "body.glb", "a.vrm", "--guesses", "guesses.json")
    expect(done.returncode == 0, "make ends with", done.returncode, done.stderr)
    # In metres (MK-019), and a check finds no error.
    before, after = chunks("body.glb"), chunks("a.vrm")
    expect(all(node.get("scale", [1, 1, 1]) == [1, 1, 1] for node in after[0]["nodes"]), "a node has a scale")
    expect(len(before[0]["accessors"]) == len(after[0]["accessors"]), "an accessor is left over")
    expect(run("check", "a.vrm").returncode == 0, "a check finds errors")
    meta = after[0]["extensions"]["VRMC_vrm"]["meta"]
    expect(meta["name"] == "body" and meta["authors"] == ["(unknown)"], "meta", meta)
    expect(meta["avatarPermission"] == "onlyAuthor" and not meta["allowRedistribution"], "permissions", meta)
    # As they are, corrected, and with what the command line says.
    run("make", "body.glb", "b.vrm", "--with", "guesses.json")
    expect(read("a.vrm") == read("b.vrm"), "guesses that are given back make another file")
    guesses = json.loads(read("guesses.json"))
    expect(len(guesses["springs"]) == 3, "springs", guesses["springs"])
    guesses["springs"], guesses["bones"]["leftToes"], guesses["name"] = [], None, "Ann"
    write_json("corrected.json", guesses)
    done = run("make", "body.glb", "c.vrm", "--with", "corrected.json", "--author", "me", "--json")
    vrm = chunks("c.vrm")[0]["extensions"]
    expect("VRMC_springBone" not in vrm, "springs that were removed are there")
    expect("leftToes" not in vrm["VRMC_vrm"]["humanoid"]["humanBones"], "a bone that was removed is there")
    expect(vrm["VRMC_vrm"]["meta"]["name"] == "Ann", "the name is not taken")
    expect(vrm["VRMC_vrm"]["meta"]["authors"] == ["me"], "the author is not taken")
    record = json.loads(done.stdout)
    expect(record["result"] == "ok" and record["command"] == "make", "record", record["result"])
    expect(all(change["kind"] != "guessed" for change in record["changes"] if change["code"] == "make-unit"),
           "a unit that was told is called a guess")


def check_said():
    """MK-020: sure bones are counted, guessed ones are listed; a missing file is called missing."""
    said = run("make", "body.glb", "said.vrm").stdout.decode()
    expect("all sure" in said and "(sure: " not in said, "sure bones give", said)
    rig("nameless.glb", "--names", "none")
    said = run("make", "nameless.glb", "nameless.vrm").stdout.decode()
    expect("are guesses, listed above" in said and "hips is node" in said, "guessed bones give", said)
    for verb in ("make", "migrate", "normalize"):
        expect(b"there is no such file" in run(verb, "absent.glb", "x.vrm").stderr, verb, "of a missing file")


def check_refused():
    value, rest = chunks("body.glb")
    hand = next(i for i, node in enumerate(value["nodes"]) if node["name"].endswith("RightHand"))
    for node in value["nodes"]:
        node["children"] = [child for child in node.get("children", []) if child != hand]
        if not node["children"]:
            del node["children"]
    value["scenes"][0]["nodes"].append(hand)
    value["nodes"][hand]["name"] = "thing"
    text = json.dumps(value).encode()
    text += b" " * (-len(text) % 4)
    with open(os.path.join(WORK, "broken.glb"), "wb") as file:
        file.write(b"glTF" + struct.pack("<IIII", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)
    done = run("make", "broken.glb", "d.vrm", "--guesses", "missing.json")
    said = done.stderr.decode()
    expect(done.returncode == 1, "a body without a hand ends with", done.returncode)
    expect("rightHand" in said and f'node {hand} "thing"' in said, "said", said)
    expect(not os.path.exists(os.path.join(WORK, "d.vrm")), "a file was written")
    expect(json.loads(read("missing.json"))["bones"]["rightHand"] is None, "no guesses of a refused file")
    expect(run("make", "a.vrm", "e.vrm").returncode == 1, "an avatar is made again")
    write_json("wrong.json", {"format": "vrm-make-guesses", "version": 1, "bones": {"hips": 9999}})
    done = run("make", "body.glb", "e.vrm", "--with", "wrong.json")
    expect(done.returncode == 1 and b"bones/hips" in done.stderr, "wrong guesses", done.stderr)
    expect(run("make", "body.glb", "e.vrm", "--with", "absent.json").returncode == 2, "absent guesses")
    expect(run("make", "body.glb", "a.vrm", "--out", "x", "--guesses", "g.json").returncode == 2, "guesses of two files")


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    check_payload()
    check_guesses()
    check_said()
    check_refused()
    for problem in problems:
        print(problem)
    print(f"make: {len(problems)} problems")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
