#!/usr/bin/env python3
"""vrm edit, meta, extract and pack: what they change, what they refuse, and that no failure leaves
half of a file.

usage: check_edit.py VRM SAMPLES WORK [FAULT]

FAULT is the library of fault_write.c; without it, no faults of the file system are planted.
"""
import json
import os
import random
import shutil
import struct
import subprocess
import sys

VRM, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:4])
FAULT = os.path.abspath(sys.argv[4]) if len(sys.argv) > 4 else None
DIALECTS = ["0.x", "1.0-draft", "1.0-beta", "1.0"]
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words, code=0, env=None):
    done = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, timeout=120, check=False, env=env)
    if code is not None:
        expect(done.returncode == code, words, "gave", done.returncode, done.stdout.decode()[:500],
               done.stderr.decode()[:500])
    return done.stdout.decode(), done.stderr.decode()


def sample(dialect):
    return os.path.join(SAMPLES, f"character-{dialect}.vrm")


def read(name):
    with open(os.path.join(WORK, name), "rb") as file:
        return file.read()


def document(name):
    data = read(name)
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[20 + size:]


# --- vrm edit ---

def check_edit():
    old, old_bin = document(sample("1.0"))
    said, _ = run("edit", sample("1.0"), "-o", "a.vrm", "--set", "/materials/0/name=Skin", "--set",
                  "/materials/0/extras={\"a\": [1, 2.50]}", "--remove", "/materials/0/extras/a/0", "--json")
    new, new_bin = document("a.vrm")
    record = json.loads(said)
    expect([c["kind"] for c in record["changes"]] == ["set", "added", "removed"], "changes are", record["changes"])
    expect(b'"extras":{"a": [ 2.50]}' in read("a.vrm") or b'"extras":{"a": [2.50]}' in read("a.vrm"),
           "the spelling of a value was not kept")
    old["materials"][0]["name"] = "Skin"
    old["materials"][0]["extras"] = {"a": [2.5]}
    expect(new == old and new_bin == old_bin, "an edit has changed something else")
    # A difference is a patch.
    patch, _ = run("diff", "--json", sample("1.0"), "a.vrm", code=1)
    with open(os.path.join(WORK, "patch.json"), "w", encoding="utf-8") as file:
        file.write(patch)
    run("edit", sample("1.0"), "-o", "b.vrm", "--apply", "patch.json")
    run("diff", "a.vrm", "b.vrm")
    # Nothing is written where one operation is refused.
    _, problem = run("edit", sample("1.0"), "-o", "c.vrm", "--set", "/asset/extras=1", "--remove", "/none", code=1)
    expect("nothing is at" in problem and "edit-refused" in problem, "a refused edit says:", problem)
    expect(not os.path.exists(os.path.join(WORK, "c.vrm")), "a refused edit was written")
    # Nor where the new file could not be loaded.
    _, problem = run("edit", sample("1.0"), "-o", "c.vrm", "--set", "/asset/version=\"3.0\"", code=1)
    expect("could not be loaded" in problem, "a file that does not load says:", problem)
    expect(not os.path.exists(os.path.join(WORK, "c.vrm")), "a file that does not load was written")
    run("edit", sample("1.0"), "-o", "c.vrm", code=2)
    run("edit", sample("1.0"), "-o", "c.vrm", "--apply", "a.vrm", code=2)
    run("edit", sample("1.0"), "-o", "d.vrm", "--rename-expression", "none=happy", code=1)


def cpu_seconds(*words):
    before = os.times()
    run(*words)
    after = os.times()
    return after.children_user + after.children_system - before.children_user - before.children_system


def check_doubled():
    """ED-003: a key that an object has 80,000 times goes in one pass; in quadratic time it takes 20 s and more."""
    for command, dialect, pair in (
            (["edit", "--remove", "/a"], "1.0", b'"a":1,"b%d":2'),
            (["migrate", "--accept-license-mapping"], "0.x", b'"b%d":1,"extensionsUsed":["VRM"]')):
        data = read(sample(dialect))
        size = struct.unpack_from("<I", data, 12)[0]
        text = data[20:20 + size].rstrip()[:-1] + b"," + b",".join(pair % i for i in range(80000)) + b"}"
        text += b" " * (-len(text) % 4)
        with open(os.path.join(WORK, "doubled.vrm"), "wb") as file:
            file.write(struct.pack("<4sIIII", b"glTF", 2, 20 + len(text) + len(data) - 20 - size, len(text), 0x4E4F534A)
                       + text + data[20 + size:])
        seconds = cpu_seconds(command[0], "doubled.vrm", "-o", "single.vrm", "--overwrite", *command[1:])
        expect(seconds < 8, command, "takes", seconds, "s")
        expect(len(read("single.vrm")) < len(read("doubled.vrm")), command, "has kept doubled members")


# --- What is said of outputs ---

def check_outputs():
    one, two = sample("1.0"), sample("0.x")
    for verb in ("migrate", "normalize", "make", "edit", "meta"):
        words = ["--set", "/asset/extras=1"] if verb == "edit" else ["--set", "name=x"] if verb == "meta" else []
        for more, said in ((["-o", "one.vrm"], "several files cannot be written to one file: use --out FOLDER"),
                           (["-o", "-"], "only one file can go to standard output: give one file"),
                           ([one], "several files need an output folder: use --out FOLDER")):
            _, problem = run(verb, one, two, *more, *words, code=2)
            expect(said in problem, verb, more, "says:", problem)
        _, problem = run(verb, one, "o.txt", *words, code=2)
        expect("the output must be a .vrm, .glb or .gltf file, or a folder" in problem, verb, "says:", problem)
        _, problem = run(verb, one, "out.norm", *words, code=2)  # IN OUT reads as a file
        expect("the output must be a .vrm, .glb or .gltf file, or a folder" in problem, verb, "says:", problem)
        expect(not os.path.exists(os.path.join(WORK, "out.norm")), "out.norm became a folder")
    _, problem = run("edit", one, "-o", "x.vrm", "--in-place", "--set", "/asset/extras=1", code=2)
    expect("--in-place and --out cannot be combined" in problem, "both say:", problem)
    expect(not os.path.exists(os.path.join(WORK, "o.txt")), "o.txt became a folder")
    # What was not written has no changes.
    run("migrate", two, "-o", "old", "--accept-license-mapping")
    said, _ = run("migrate", two, "-o", "old", "--accept-license-mapping", code=1)
    expect(said == "", "a file that exists has changes:", said)


# --- Nodes ---

def names(document):
    return [node.get("name") for node in document["nodes"]]


def check_nodes():
    old = document(sample("0.x"))[0]
    said, _ = run("edit", sample("0.x"), "-o", "n.vrm", "--merge-node", "leftForearmTwist", "--json")
    new = document("n.vrm")[0]
    expect([c["code"] for c in json.loads(said)["changes"]] == ["node-merged", "skin-joint"], "changes are", said)
    expect(names(new) == [name for name in names(old) if name != "leftForearmTwist"], "nodes are", names(new))
    run("diff", "--motion", sample("0.x"), "n.vrm", code=1)
    run("check", "n.vrm", "--fail-on", "error")
    by_number = str(names(old).index("leftForearmTwist"))
    run("edit", sample("0.x"), "-o", "o.vrm", "--merge-node", by_number)
    expect(read("n.vrm") == read("o.vrm"), "a number is another node than its name")
    run("edit", sample("0.x"), "-o", "p.vrm", "--remove-node", "Blush")
    expect("Blush" not in names(document("p.vrm")[0]), "a removed node is there")
    for option, node, problem in (("--merge-node", "hips", 'the node is the bone "hips"'),
                                  ("--merge-node", "nobody", 'there is no node "nobody"'),
                                  ("--remove-node", "9999", "there is no node 9999"),
                                  ("--remove-node", "hips", 'one of the nodes is the required bone "hips"')):
        _, said = run("edit", sample("1.0"), "-o", "q.vrm", option, node, code=1)
        expect(problem in said, option, node, "says:", said)
    run("edit", sample("1.0"), "-o", "twice.vrm", "--set", "/nodes/1/name=x", "--set", "/nodes/2/name=x")
    _, said = run("edit", "twice.vrm", "-o", "q.vrm", "--merge-node", "x", code=1)
    expect('there are several nodes "x"' in said, "two nodes of one name:", said)
    expect(not os.path.exists(os.path.join(WORK, "q.vrm")), "a refused edit of nodes was written")


def below(nodes, roots):
    """The nodes and all that are below them."""
    found, still = set(roots), list(roots)
    while still:
        more = [child for child in nodes[still.pop()].get("children", []) if child not in found]
        found.update(more)
        still += more
    return found


def removable(tree, bones):
    """Nodes without joints of skins and bones in and below them."""
    kept = {joint for skin in tree["skins"] for joint in skin["joints"]} | set(bones)
    return [i for i in range(len(tree["nodes"])) if not below(tree["nodes"], [i]) & kept]


def check_input_numbers():
    """ED-005: nodes of one command line are those of the input, in any order, and pointers likewise."""
    pick = random.Random(5)
    for dialect, twist in (("0.x", "leftForearmTwist"), ("1.0", None)):
        tree = document(sample(dialect))[0]
        vrm = tree["extensions"]["VRM" if dialect == "0.x" else "VRMC_vrm"]["humanoid"]["humanBones"]
        bones = [bone["node"] for bone in (vrm if dialect == "0.x" else vrm.values())]
        free = removable(tree, bones)
        expect(len(free) >= 4, "there are too few nodes to remove:", free)
        for turn in range(12):
            subset = pick.sample(free, pick.randint(1, len(free)))
            gone = below(tree["nodes"], subset)
            merged = {names(tree).index(twist)} if twist and turn % 2 else set()
            wanted = [name for i, name in enumerate(names(tree)) if i not in gone | merged]
            written = []
            for _ in range(2):
                words = [["--remove-node", str(i)] for i in subset] + [["--merge-node", str(i)] for i in merged]
                words += [["--set", f"/nodes/{i}/extras={i}"] for i in range(len(tree["nodes"])) if i % 7 == turn % 7]
                pick.shuffle(words)
                said, _ = run("edit", sample(dialect), "-o", "number.vrm", "--overwrite", "--json", *sum(words, []),
                              code=None)
                new = document("number.vrm")[0]
                expect(names(new) == wanted, dialect, subset, merged, "leave", names(new))
                expect(all(node.get("extras") == names(tree).index(node["name"]) for node in new["nodes"]
                           if "extras" in node), dialect, subset, "set values of other nodes")
                said = [(c["from"], c["name"]) for c in json.loads(said)["changes"] if c["code"] == "node"]
                expect(sorted(said) == sorted((f"/nodes/{i}", names(tree)[i]) for i in subset), subset, "says", said)
                written.append(new)
            expect(written[0]["nodes"] == written[1]["nodes"] or merged, dialect, subset, "depends on the order")
    # Children that are no numbers of nodes.
    run("edit", sample("1.0"), "-o", "odd.vrm", "--overwrite", "--set",
        f'/nodes/{names(tree).index("Blush")}/children=[-1, 0.5, 1e300, 99999999999, "a", null]', code=1)
    run("edit", "odd.vrm", "-o", "number.vrm", "--overwrite", "--remove-node", "Blush", "--remove-node", "Eyes")
    wanted = [name for name in names(tree) if name not in ("Blush", "Eyes")]
    expect(names(document("number.vrm")[0]) == wanted, "odd children leave", names(document("number.vrm")[0]))
    said, _ = run("edit", sample("1.0"), "-o", "number.vrm", "--overwrite", "--remove-node", "Blush")
    expect('node 86 "Blush", with all its descendants' in said, "a removed node is listed as", said)
    number = str(names(document(sample("0.x"))[0]).index("leftForearmTwist"))
    _, said = run("edit", sample("0.x"), "-o", "no.vrm", "--merge-node", number, "--merge-node", number, code=1)
    expect(f"an earlier option has removed node {number}" in said, "a node that was merged twice says:", said)


def check_input_pointers():
    """ED-005: elements of an array that are removed and set on one line are those of the input."""
    pick = random.Random(6)
    run("edit", sample("1.0"), "-o", "list.vrm", "--set", "/asset/extras=" + json.dumps([[i] for i in range(20)]))
    for _ in range(20):
        order = pick.sample(range(20), 12)
        gone, words = set(), []
        wanted = {i: [i] for i in range(20)}
        for i in order:
            if pick.random() < 0.5:
                words += ["--remove", f"/asset/extras/{i}"]
                gone.add(i)
            else:
                words += ["--set", f"/asset/extras/{i}/0={100 + i}"]
                wanted[i] = [100 + i]
        run("edit", "list.vrm", "-o", "listed.vrm", "--overwrite", *words)
        found = document("listed.vrm")[0]["asset"]["extras"]
        expect(found == [wanted[i] for i in range(20) if i not in gone], words, "leave", found)
    said, _ = run("edit", "list.vrm", "-o", "listed.vrm", "--overwrite", "--set", "/asset/extras/3/0=x")
    expect('/asset/extras/3/0: 3 → "x"' in said, "old and new value are", said)
    _, said = run("edit", "list.vrm", "-o", "no.vrm", "--remove", "/asset/extras/3", "--set", "/asset/extras/3/0=1",
                  code=1)
    expect('an earlier option has removed "/asset/extras/3"' in said, "a pointer into what has gone says:", said)
    # What was set anew has its own elements.
    run("edit", "list.vrm", "-o", "listed.vrm", "--overwrite", "--remove", "/asset/extras/0", "--set",
        "/asset/extras=[1,2]", "--remove", "/asset/extras/0", "--set", "/asset/extras/-=3")
    expect(document("listed.vrm")[0]["asset"]["extras"] == [2, 3], "a new array is", document("listed.vrm")[0]["asset"])


def check_new_errors():
    """ED-006: errors that the input lacks are listed; the file is there, and the exit code is 1."""
    for words in (["--set", "/nodes=3"], ["--remove", "/extensions/VRMC_vrm"],
                  ["--set", "/extensions/VRMC_vrm/humanoid/humanBones/hips/node=9999"],
                  ["--set", "/extensions/VRMC_vrm/meta/name=9"]):
        said, problem = run("edit", sample("1.0"), "-o", "wrong.vrm", "--overwrite", "--json", *words, code=1)
        record = json.loads(said)
        expect(record["result"] == "new-errors" and record["check"]["new_errors"] != [], words, "say", said)
        expect("errors that the old file lacks" in problem, words, "say", problem)
        expect(os.path.exists(os.path.join(WORK, "wrong.vrm")), words, "write nothing")
        run("edit", "wrong.vrm", "-o", "still.vrm", "--overwrite", "--set", "/asset/extras=1")  # none of them is new


# --- vrm meta ---

def check_meta():
    said, _ = run("meta", "--json", sample("1.0"))
    expect(json.loads(said)["meta"]["name"] == "Ame", "vrm meta says", said)
    run("meta", sample("1.0"), "-o", "m.vrm", "--set", "name=Ame \"2\"", "--author", "A, B", "--author", "C",
        "--set", "allowRedistribution=false", "--set", "references=x, y", "--remove", "otherLicenseUrl")
    meta = document("m.vrm")[0]["extensions"]["VRMC_vrm"]["meta"]
    expect(meta["name"] == 'Ame "2"' and meta["authors"] == ["A, B", "C"] and meta["references"] == ["x", "y"]
           and meta["allowRedistribution"] is False and "otherLicenseUrl" not in meta, "meta is", meta)
    run("meta", sample("0.x"), "-o", "m0.vrm", "--set", "title=T", "--author", "A", "--author", "B",
        "--set", "licenseName=CC_BY")
    meta = document("m0.vrm")[0]["extensions"]["VRM"]["meta"]
    expect(meta["title"] == "T" and meta["author"] == "A, B" and meta["licenseName"] == "CC_BY", "meta is", meta)
    _, said = run("meta", sample("1.0"), "-o", "no.vrm", "--set", "licence=x", code=1)
    expect("VRM 1.0 has no field 'licence'; did you mean licenseUrl?" in said, "a wrong field says:", said)
    for words in ([sample("1.0"), "--set", "avatarPermission=nobody"], [sample("1.0"), "--set", "title=x"],
                  [sample("1.0"), "--remove", "name"], [sample("1.0"), "--set", "name="],
                  [sample("0.x"), "--set", "licenseName=MIT"], [sample("1.0"), "--thumbnail", "absent.png"]):
        run("meta", *words, "-o", "no.vrm", code=1)
    expect(not os.path.exists(os.path.join(WORK, "no.vrm")), "a refused meta was written")
    said, _ = run("meta", sample("1.0"), "-o", "m.vrm", "--overwrite", "--thumbnail", "none")
    expect("The old thumbnail has left the file" in said, "a thumbnail that was removed says:", said)
    for dialect in ("0.x", "1.0-beta", "1.0"):
        run("meta", sample(dialect), "-o", "none.vrm", "--thumbnail", "none")
        run("extract", sample(dialect), "-o", "thumb", "--overwrite")
        run("meta", "none.vrm", "-o", "back.vrm", "--thumbnail", "thumb/thumbnail.png")
        run("extract", "back.vrm", "-o", "again", "--overwrite")
        expect(read("thumb/thumbnail.png") == read("again/thumbnail.png"), dialect, "has another thumbnail")
        run("check", "back.vrm", "--fail-on", "error")


# --- vrm extract and vrm pack ---

def check_parts():
    for dialect in DIALECTS:
        shutil.rmtree(os.path.join(WORK, "parts"), ignore_errors=True)
        run("extract", sample(dialect), "-o", "parts")
        run("pack", "parts", "packed.vrm")
        expect(read("packed.vrm") == read(sample(dialect)), dialect, "is another file after extract and pack")
        run("extract", sample(dialect), "-o", "parts", code=1)  # it exists already
    images = sorted(os.listdir(os.path.join(WORK, "parts/images")))
    shutil.copy(os.path.join(WORK, "parts/images", images[1]), os.path.join(WORK, "parts/images", images[0]))
    run("pack", "parts", "packed.vrm")
    run("extract", "packed.vrm", "-o", "parts2")
    expect(read("parts2/images/" + images[0]) == read("parts/images/" + images[1]), "an image was not packed")
    run("check", "packed.vrm", "--fail-on", "error")
    # A chunk that nobody knows, and bytes behind the container.
    data = read(sample("1.0"))
    chunk = struct.pack("<I4s", 4, b"ODD!") + b"1234"
    odd = data[:8] + struct.pack("<I", len(data) + len(chunk)) + data[12:] + chunk + b"behind"
    with open(os.path.join(WORK, "odd.vrm"), "wb") as file:
        file.write(odd)
    run("extract", "odd.vrm", "-o", "odd")
    run("pack", "odd", "odd2.vrm")
    expect(read("odd2.vrm") == odd, "bytes behind BIN are lost")
    # A .gltf with files beside it.
    os.makedirs(os.path.join(WORK, "plain"), exist_ok=True)
    old, rest = document(sample("1.0"))
    size = old["buffers"][0]["byteLength"]
    old["buffers"][0]["uri"] = "data.bin"
    with open(os.path.join(WORK, "plain/data.bin"), "wb") as file:
        file.write(rest[8:8 + size])
    with open(os.path.join(WORK, "plain/a.gltf"), "w", encoding="utf-8") as file:
        json.dump(old, file)
    run("pack", "plain/a.gltf", "from-gltf.vrm")
    run("diff", sample("1.0"), "from-gltf.vrm")
    os.remove(os.path.join(WORK, "plain/data.bin"))
    run("pack", "plain/a.gltf", "no.vrm", code=1)
    run("pack", "absent", "no.vrm", code=1)
    with open(os.path.join(WORK, "parts/extract.json"), "w", encoding="utf-8") as file:
        json.dump({"format": "vrm-extract/1", "images": [{"image": 0, "file": "../a.vrm"}]}, file)
    run("pack", "parts", "no.vrm", code=1)


def write_glb(name, tree, binary):
    text = json.dumps(tree).encode()
    text += b" " * (-len(text) % 4)
    binary += b"\0" * (-len(binary) % 4)
    with open(os.path.join(WORK, name), "wb") as file:
        file.write(struct.pack("<4sIIII", b"glTF", 2, 28 + len(text) + len(binary), len(text), 0x4E4F534A) + text
                   + struct.pack("<II", len(binary), 0x004E4942) + binary)


def with_images(name, views):
    """The sample with images of these ranges of 100,000 bytes behind its payload."""
    tree, rest = document(sample("1.0"))
    binary = rest[8:] + b"\x89PNG\r\n\x1a\n" + b"\0" * 100000
    for start, size in views:
        view = {"buffer": 0, "byteOffset": len(rest) - 8 + start, "byteLength": size}
        if view not in tree["bufferViews"]:
            tree["bufferViews"].append(view)
        tree["images"].append({"bufferView": tree["bufferViews"].index(view), "mimeType": "image/png"})
    tree["buffers"][0]["byteLength"] = len(binary)
    write_glb(name, tree, binary)


def size_of(folder):
    return sum(os.path.getsize(os.path.join(at, name)) for at, _, names in os.walk(folder) for name in names)


def check_bounded_parts():
    """ED-002: images of one view are one file, overlapping ones are bounded, and both come back."""
    with_images("shared.vrm", [(0, 100000)] * 1000)
    run("extract", "shared.vrm", "-o", "shared")
    size = size_of(os.path.join(WORK, "shared"))
    expect(size < 3 * len(read("shared.vrm")), "shared images take", size, "bytes")
    run("pack", "shared", "shared2.vrm")
    expect(read("shared2.vrm") == read("shared.vrm"), "shared images are another file after extract and pack")
    entry = [e for e in json.loads(read("shared/extract.json"))["images"] if "also" in e][0]
    with open(os.path.join(WORK, "shared", entry["file"]), "ab") as file:
        file.write(b"more")
    run("pack", "shared", "shared3.vrm")
    expect(len(read("shared3.vrm")) < len(read("shared.vrm")) + 100, "a changed image that is shared is copied")
    run("extract", "shared3.vrm", "-o", "shared3")
    again = [e for e in json.loads(read("shared3/extract.json"))["images"] if "also" in e][0]
    expect(again == entry and read("shared3/" + entry["file"])[-4:] == b"more", "a changed image that is shared:", again)
    with_images("overlap.vrm", [(0, 90000 + i) for i in range(1000)])
    _, said = run("extract", "overlap.vrm", "-o", "overlap", code=1)
    expect("they overlap, or are many and small" in said, "overlapping images say:", said)
    expect(not os.path.exists(os.path.join(WORK, "overlap")), "overlapping images were written")


def check_links():
    """ED-001: no part of a folder is read through a link, or is anything else than a file."""
    with_images("links.vrm", [])
    run("extract", "links.vrm", "-o", "links-good")
    parts = ["extract.json", "document.json", "document.bin", "images"]
    parts += ["images/" + sorted(os.listdir(os.path.join(WORK, "links-good/images")))[0], "rest.bin"]
    for part in parts:
        for kind in ("link", "pipe"):
            shutil.rmtree(os.path.join(WORK, "links"), ignore_errors=True)
            shutil.copytree(os.path.join(WORK, "links-good"), os.path.join(WORK, "links"))
            target, outside = os.path.join(WORK, "links", part), os.path.join(WORK, "links-good", part)
            if not os.path.exists(outside):
                outside = os.path.join(WORK, "links-good/extract.json")
            if part == "images":
                shutil.rmtree(target)
            elif os.path.exists(target):
                os.remove(target)
            if kind == "link":
                os.symlink(outside, target)
            else:
                os.mkfifo(target)
            if kind == "pipe" and part == "images":
                continue  # no image can be in it
            _, said = run("pack", "links", "no.vrm", code=1)
            expect("is a link, or is not a regular file" in said, kind, part, "says:", said)
            expect(not os.path.exists(os.path.join(WORK, "no.vrm")), kind, part, "was packed")
    os.symlink("links-good", os.path.join(WORK, "named"))  # whoever names a folder may name a link
    run("pack", "named", "named.vrm")
    expect(read("named.vrm") == read("links.vrm"), "a folder that is named by a link is another file")


def check_gltf():
    """ED-009: what does not come along is listed, and images of one file share its bytes."""
    os.makedirs(os.path.join(WORK, "beside"), exist_ok=True)
    with open(os.path.join(WORK, "beside/image.png"), "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + bytes(100000))
    buffers = [{"uri": "data:;base64,AAAAAA==", "byteLength": 4, "name": f"b{i}", "extras": i} for i in range(3)]
    images = [{"uri": "image.png", "name": str(i)} for i in range(500)]
    images += [{"uri": "absent.png"}, {"uri": "data:image/png;base64,AAAA"}]
    with open(os.path.join(WORK, "beside/a.gltf"), "w", encoding="utf-8") as file:
        json.dump({"asset": {"version": "2.0"}, "buffers": buffers, "images": images}, file)
    record = json.loads(run("pack", "--json", "beside/a.gltf", "packed.glb")[0])
    lost = sorted(change["from"] for change in record["changes"] if change["kind"] == "lost")
    expect(lost == ["/buffers/1", "/buffers/2", "/images/500", "/images/501"], lost)
    packed = document("packed.glb")[0]
    expect(len({image.get("bufferView") for image in packed["images"][:500]}) == 1, "images have bytes of their own")
    expect([image["name"] for image in packed["images"][:500]] == [str(i) for i in range(500)], "names")
    expect(record["bytes"] < 200000, "500 images of one file are", record["bytes"], "bytes")


# --- Faults ---

def check_faults():
    """Every call that changes a file fails once, in three ways: there is the old file or the new one."""
    if FAULT is None:
        return
    old = read(sample("1.0"))
    run("edit", sample("1.0"), "-o", "new.vrm", "--set", "/materials/0/name=Other")
    new = read("new.vrm")
    count = 0
    for in_place in (True, False):
        for kind in ("crash", "half", "full"):
            for number in range(1, 12):  # more calls than there are
                folder = os.path.join(WORK, "faults")
                shutil.rmtree(folder, ignore_errors=True)
                os.makedirs(folder)
                shutil.copy(sample("1.0"), os.path.join(folder, "a.vrm"))
                target = "faults/a.vrm" if in_place else "faults/out.vrm"
                env = {**os.environ, "LD_PRELOAD": FAULT, "VRM_FAULT_WRITE": str(number), "VRM_FAULT_KIND": kind}
                words = ["edit", "faults/a.vrm", "--set", "/materials/0/name=Other"]
                words += ["--in-place"] if in_place else ["-o", target]
                done = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, timeout=60, check=False, env=env)
                there = os.path.exists(os.path.join(WORK, target))
                found = read(target) if there else None
                expect(found in ((old, new) if in_place else (None, new)), kind, "at call", number, "leaves",
                       len(found or b""), "bytes")
                expect(read("faults/a.vrm") in (old, new), kind, "at call", number, "spoils the input")
                if done.returncode == 0:
                    expect(found == new, kind, "at call", number, "succeeds without a new file")
                count += done.returncode != 0
    expect(count >= 12, "only", count, "faults were planted")


def check_synced():
    """ED-008: the new bytes are on the disk before the name is theirs, and the name before the end."""
    if FAULT is None:
        return
    log = os.path.join(WORK, "calls")
    shutil.copy(sample("1.0"), os.path.join(WORK, "synced.vrm"))
    for words in (["edit", "--in-place", "synced.vrm", "--set", "/asset/extras=1"],
                  ["meta", "--in-place", "synced.vrm", "--set", "name=x"]):
        if os.path.exists(log):
            os.remove(log)
        run(*words, env={**os.environ, "LD_PRELOAD": FAULT, "VRM_FAULT_LOG": log})
        calls = read("calls").decode().split("\n")
        calls = [call for call in calls if call in ("write", "fsync file", "rename", "fsync folder")]
        expect(calls[-4:] == ["write", "fsync file", "rename", "fsync folder"], words, "calls", calls)


def check_races():
    """ED-008: of programs that replace a file at the same time, none loses what another one wrote."""
    for turn in range(6):
        shutil.copy(sample("1.0"), os.path.join(WORK, "race.vrm"))
        running = [subprocess.Popen([VRM, "edit", "--in-place", "race.vrm", "--set", f"/asset/x{i}=1"], cwd=WORK,
                                    stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for i in range(4)]
        said = [process.communicate()[1].decode() for process in running]
        done = {f"x{i}" for i, process in enumerate(running) if process.returncode == 0}
        asset = set(document("race.vrm")[0]["asset"])
        expect({key for key in asset if key.startswith("x")} == done, turn, "wrote", done, "and", asset, "is there")
        expect(len(done) > 0, turn, "nobody has written:", said)
        for i, process in enumerate(running):
            expect(process.returncode == 0 or "run the command again" in said[i], "a loser says", said[i])
    # Links stay, and what they lead to is replaced; owner and permissions stay.
    os.makedirs(os.path.join(WORK, "real"), exist_ok=True)
    shutil.copy(sample("1.0"), os.path.join(WORK, "real/a.vrm"))
    os.chmod(os.path.join(WORK, "real/a.vrm"), 0o640)
    os.symlink("real/a.vrm", os.path.join(WORK, "linked.vrm"))
    run("edit", "--in-place", "linked.vrm", "--set", "/asset/extras=1")
    expect(os.path.islink(os.path.join(WORK, "linked.vrm")), "a link was replaced")
    expect(document("real/a.vrm")[0]["asset"]["extras"] == 1, "what a link leads to was not changed")
    expect(os.stat(os.path.join(WORK, "real/a.vrm")).st_mode & 0o777 == 0o640, "permissions were changed")
    expect(os.listdir(os.path.join(WORK, "real")) == ["a.vrm"], "there are", os.listdir(os.path.join(WORK, "real")))
    if os.geteuid() == 0:  # who may do everything has no folder that is read-only, but an owner to keep
        os.chown(os.path.join(WORK, "real/a.vrm"), 12345, 12345)
        run("edit", "--in-place", "real/a.vrm", "--set", "/asset/extras=2")
        expect(os.stat(os.path.join(WORK, "real/a.vrm")).st_uid == 12345, "the owner was changed")
    else:
        os.chmod(os.path.join(WORK, "real"), 0o555)
        before = read("real/a.vrm")
        _, problem = run("edit", "--in-place", "real/a.vrm", "--set", "/asset/extras=2", code=1)
        os.chmod(os.path.join(WORK, "real"), 0o755)
        expect("ermission" in problem and read("real/a.vrm") == before, "a folder that is read-only:", problem)


def check_japanese():
    """Every change is listed in the language of the process, by all commands that list changes."""
    run("extract", sample("1.0"), "-o", "ja-parts")
    data = read(sample("1.0"))
    size = struct.unpack_from("<I", data, 12)[0]
    body = json.loads(data[20:20 + size])
    del body["extensions"], body["extensionsUsed"]
    for element in [*body["nodes"], *body["materials"]]:
        element.pop("extensions", None)
    text = json.dumps(body).encode()
    text += b" " * (-len(text) % 4)
    with open(os.path.join(WORK, "body.glb"), "wb") as file:
        file.write(struct.pack("<IIIII", 0x46546C67, 2, 20 + len(text) + len(data) - 20 - size, len(text), 0x4E4F534A) + text + data[20 + size:])
    for words in (["edit", sample("1.0"), "turned.vrm", "--set", "/nodes/3/rotation=[0,0.1,0,0.99498743]"], ["meta", sample("1.0"), "-o", "ja.vrm", "--thumbnail", "ja-parts/thumbnail.png"],
                  ["normalize", "turned.vrm", "ja.vrm"], ["optimize", sample("1.0"), "ja.vrm", "--max-texture", "64"], ["make", "body.glb", "ja.vrm"],
                  ["migrate", sample("0.x"), "ja.vrm", "--accept-license-mapping"]):
        if words[0] == "optimize" and not os.path.exists(os.path.join(os.path.dirname(VRM), "vrm-optimize")):
            continue
        text, _ = run(*words, "--overwrite", "--lang", "ja", code=None)
        lines = [line for line in text.splitlines() if line.startswith("  - ")]
        expect(lines, words[0], "lists no changes:", text)
        for line in lines:
            # Values and nodes of an edit are shown as the file has them.
            expect(line.startswith("  - /") or any("\u3040" <= c <= "\u9fff" for c in line), words[0], "is not in Japanese:", line)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    check_edit()
    check_doubled()
    check_nodes()
    check_input_numbers()
    check_input_pointers()
    check_new_errors()
    check_outputs()
    check_meta()
    check_parts()
    check_bounded_parts()
    check_gltf()
    check_japanese()
    if hasattr(os, "mkfifo"):
        check_links()
    check_faults()
    check_synced()
    if hasattr(os, "symlink"):
        check_races()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
