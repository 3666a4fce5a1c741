"""3. The backend of an avatar hub: what is in the output, and what strangers can do."""
import json
import os
import re
from .finding import NotTried, finding, limit_address_space, want


@finding("A19", "thumb and render --json leave out what is wrong with the file.")
def a19(user):
    user.need_pictures()
    files = [user.fault("spring-overlap"), user.fault("expression-twice")]
    if user.corpus_folder is not None:
        files.append(next(user.corpus_folder.rglob("*odette*.vrm"), files[0]))
    numbers = []
    for path in files:
        counts = []
        for words in (["info"], ["render", "--size", "64x64", "-o", "x.png"],
                      ["thumb", "--size", "64x64", "--out", "o"]):
            record = user.vrm(*words, "--json", path).record()
            counts.append(sorted(d["code"] for d in record["diagnostics"]))
        want(counts[0] == counts[1] == counts[2] and counts[0], f"{path.name}: {counts}")
        numbers.append(f"{path.name} {len(counts[0])}")
    return f"the same diagnostics in info, render and thumb: {', '.join(numbers)}"


@finding("A20", "An empty picture is a success.")
def a20(user):
    user.need_pictures()
    path = user.fault("primitive-compressed")
    empty = user.changed(path, "nothing.vrm", lambda tree, _: tree.update(
        nodes=[{k: v for k, v in node.items() if k != "mesh"} for node in tree["nodes"]]))
    done = user.vrm("thumb", "--json", "--size", "64x64", "--out", "o", empty)
    want(done.code == 1, f"the exit code is {done.code}")
    want(done.record()["result"] == "nothing-to-draw", f"the result is {done.record()['result']}")
    want(not list((user.work / "o").glob("*.png")) if (user.work / "o").exists() else True,
         "a picture is there")
    any_ = user.vrm("thumb", "--json", "--any", "--size", "64x64", "--out", "o", empty)
    want(any_.code == 0 and list((user.work / "o").glob("*.png")), "--any writes no picture")
    return "the result is nothing-to-draw, exit code 1 and no picture; --any writes it"


@finding("A21", "Write errors of the standard output are not noticed.")
def a21(user):
    if not os.path.exists("/dev/full"):
        raise NotTried("there is no /dev/full")
    commands = [["info", "--json", user.sample()], ["info", user.sample()],
                ["sim", "--json", "--frames", "2", user.sample()], ["sim", user.sample()], ["help"],
                ["--version"]]
    if (user.build / "vrm-draw").exists():
        commands.append(["thumb", "--json", "--size", "16x16", "--out", "o", user.sample()])
    with open("/dev/full", "wb") as full:
        for words in commands:
            done = user.vrm(*words, stdout=full)
            want(done.code == 1, f"vrm {words[0]} ends with {done.code}")
            want(done.err.strip(), f"vrm {words[0]} says nothing")
    return f"all {len(commands)} commands end with 1 and say: {done.last_words()}"


@finding("A22", "A stranger's file is read whole before it is looked at.")
def a22(user):
    path = user.work / "zeros.vrm"
    with open(path, "wb") as file:
        file.truncate(3 << 30)
    said = []
    commands = [["info", path], ["sim", path]]
    if (user.build / "vrm-draw").exists():
        commands.append(["thumb", path, "--out", "o"])
    for words in commands:
        done, cpu, peak = user.measured("vrm", *words)
        want(done.code == 1, f"vrm {words[0]} ends with {done.code}")
        want(peak < (10 if words[0] != "thumb" else 100) and cpu < 1, f"vrm {words[0]}: {cpu:.3f} s, {peak:.1f} MB")
        said.append(f"{words[0]} {cpu * 1000:.1f} ms of CPU, {peak:.1f} MB")
    small = user.vrm("info", "--max-bytes", "1000", user.sample())
    want(small.code == 1, f"--max-bytes 1000 ends with {small.code}")
    return "; ".join(said) + f"; --max-bytes: {small.last_words()}"


@finding("A23", "Pictures of several runs overwrite each other; no list, no template, no folders.")
def a23(user):
    user.need_pictures()
    a, b = user.folder("a"), user.folder("b")
    user.copy(user.sample(), "a/x.vrm")
    user.copy(user.sample("character-0.x.vrm"), "b/x.vrm")
    options = ["--size", "16x16", "--samples", "1", "--out", "o"]
    user.vrm("thumb", "a/x.vrm", *options)
    first = (user.work / "o/x.png").read_bytes()
    user.vrm("thumb", "b/x.vrm", *options)
    want((user.work / "o/x.png").read_bytes() == first, "the second run overwrote the first's picture")
    (user.work / "list").write_bytes(b"a/x.vrm\nb/x.vrm\n")
    done = user.vrm("thumb", "--list", "list", "--name", "{stem}-{index}-{hash8}.png", *options)
    want(done.code == 0, f"--list with --name: {done.last_words()}")
    names = sorted(p.name for p in (user.work / "o").glob("x-*-*.png"))
    want(len(names) == 2, f"the pictures are {names}")
    folder = user.vrm("info", "--brief", "a")
    want(folder.code == 0 and "x.vrm" in folder.out, f"a folder: {folder.last_words()}")
    return f"the first picture stays; --list, --name and folders work: {', '.join(names)}"


@finding("B26", "JSON is a subset of the text.")
def b26(user):
    record = user.vrm("info", "--json", user.sample()).record()
    text = json.dumps(record)
    for key in ("schema", "spec_version", "copyright", "contact", "references", "thumbnail",
                "extensions_used", "generator", "height", "images", "meshes", "materials"):
        want(f'"{key}' in text, f"there is no {key}")
    want(re.fullmatch(r"[a-z-]+", record["result"]), f"the result is prose: {record['result']}")
    bad = user.vrm("info", "--json", user.fault("not-gltf")).record()
    want(re.fullmatch(r"[a-z-]+", bad["result"]), f"the result is prose: {bad['result']}")
    return f"schema {record['schema']}; all of the text and more; result is a word: {bad['result']}"


@finding("B29", "Licences of 0.x: a CC0 avatar is reported as prohibited.")
def b29(user):
    said = user.vrm("info", user.sample("character-0.x.vrm")).text
    lines = [line.strip() for line in said.splitlines()
             if "redistribution" in line or "modification" in line or "CC0" in line]
    want(not any("prohibited" in line for line in lines), "; ".join(lines))
    return "; ".join(lines)


@finding("B30b", "Under a limit of address space the whole batch dies, and no page says how much is needed.")
def b30b(user):
    user.need_pictures()
    pages = user.page("docs/explanation/scale.md") + user.page("SECURITY.md") + user.page("docs/guides/rendering.md")
    want(re.search(r"address space|ulimit -v", pages), "no page says how much address space is needed")
    done = user.vrm("thumb", user.sample(), "--size", "64x64", "--out", "o",
                    limits=limit_address_space(4_000_000_000))
    want(done.code == 0, f"with 4 GB of address space: {done.last_words()}")
    return "pages say how much a container must allow; with 4 GB the picture is made"


@finding("C31", "Wrong values do not name their option; --brief has no names; a comma without a name.")
def c31(user):
    for words in (["thumb", "--size", "99999", "--out", "o"], ["thumb", "--jobs", "x", "--out", "o"],
                  ["render", "--view", "x", "-o", "a.png"],
                  ["render", "--expression", "happy", "-o", "a.png"]):
        done = user.vrm(*words, user.sample())
        want(done.code == 2 and words[1] in done.text and words[2] in done.text,
             f"{words[1]}: {done.last_words()}")
    brief = user.vrm("info", "--brief", user.sample()).text
    want("Ame" in brief and "1.0" in brief, f"--brief: {brief.strip()}")
    nameless = user.vrm("info", user.fault("meta-name")).text
    want("avatar      ," not in nameless, "'avatar      ,' for an avatar without a name")
    return f"options and values are named; --brief: {brief.strip()}"
