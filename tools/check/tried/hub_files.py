"""3. The backend of an avatar hub: names, paths, pipes and errors of files."""
import base64
import json
import os
from .finding import NotTried, finding, want


@finding("B24", "No standard input, no standard output.")
def b24(user):
    data = user.sample().read_bytes()
    info = user.vrm("info", "--brief", "-", stdin=data)
    want(info.code == 0 and "Ame" in info.out, f"info -: {info.last_words()}")
    user.need_pictures()
    for words in (["render", user.sample(), "--size", "32x32", "-o", "-"],
                  ["render", "-", "--size", "32x32", "-o", "-"]):
        done = user.vrm(*words, stdin=data)
        want(done.bytes.startswith(b"\x89PNG\r\n"), f"{done.last_words()}")
    return "`info -` reads it, and `render - -o -` reads one and writes the other"


@finding("B25", "`thumb x.vrm -o z.png` makes a folder called z.png.")
def b25(user):
    user.need_pictures()
    done = user.vrm("thumb", user.sample(), "--size", "16x16", "-o", "z.png")
    want(not (user.work / "z.png").is_dir(), "there is a folder z.png")
    two = user.vrm("render", user.sample(), user.sample("character-0.x.vrm"), "-o", "y.png")
    want(two.code != 0 and not (user.work / "y.png").exists(), "two avatars made a folder y.png")
    return f"one file: exit code {done.code}, '{done.last_words()}'; two: '{two.last_words()}'"


ODD = [b"new\nline.vrm", "zero\u200bwidth.vrm".encode(), b"not\xff\xfeutf8.vrm",
       ("long/" + "/".join(["x" * 120] * 12) + "/a.vrm").encode()]


def path_of(record, key):
    """The exact bytes of a path of a record: text, or the documented form of other bytes."""
    value = record[key]
    for name in (f"{key}_base64", f"{key}_bytes"):
        if name in record:
            return base64.b64decode(record[name])
    if isinstance(value, dict):
        return base64.b64decode(value["base64"])
    return value.encode("utf-8", "surrogateescape")


@finding("B27", "Paths in JSON are not the paths.")
def b27(user):
    user.need_pictures()
    for name in ODD:
        (user.work / os.fsdecode(os.path.dirname(name))).mkdir(parents=True, exist_ok=True)
        user.copy(user.sample(), name)
    names = [os.fsdecode(name) for name in ODD]
    for words in (["info"], ["thumb", "--size", "16x16", "--samples", "1", "--out", "o"]):
        done = user.vrm(*words, "--json", *names)
        done.bytes.decode("utf-8")  # it is JSON only if it is UTF-8
        got = {path_of(record, "file") for record in done.records()}
        want(got == set(ODD), f"{words[0]}: {sorted(set(ODD) - got)} are not in the records")
    return "newlines, invisible letters, bytes that are no UTF-8 and 1,400 bytes come back exactly"


@finding("B28", "Messages about output blame the input, without the system's reason.")
def b28(user):
    user.need_pictures()
    closed = user.folder("closed")
    closed.chmod(0o555)
    user.copy(user.sample(), "x.vrm").chmod(0o644)
    keywords = {"user": 65534} if os.geteuid() == 0 else {}
    try:
        done = user.vrm("render", "x.vrm", "--size", "16x16", "-o", "closed/a.png", **keywords)
    except PermissionError:
        raise NotTried("another user cannot run the build of this folder")
    finally:
        closed.chmod(0o755)
    want(done.code == 1, f"the exit code is {done.code}")
    want("closed" in done.text and "ermission" in done.text, done.last_words())
    made = user.vrm("render", "x.vrm", "--size", "16x16", "-o", "new/dir/a.png")
    want(made.code == 0 and (user.work / "new/dir/a.png").exists(),
         f"a folder is not made: {made.last_words()}")
    return f"'{done.last_words()}'; a missing folder is made"


@finding("B30", "thumb writes PNG alone; no word of what was written where; turntable's `out` is not there.")
def b30(user):
    user.need_pictures()
    webp = user.vrm("thumb", user.sample(), "--size", "16x16", "--name", "{stem}.webp", "--out", "o")
    want(webp.code == 0 and (user.work / "o/character-1.0.webp").exists(), f"WebP: {webp.last_words()}")
    text = user.vrm("thumb", user.sample("character-0.x.vrm"), "--size", "16x16", "--out", "o")
    want("character-0.x.vrm" in text.text and "character-0.x.png" in text.text,
         f"the text names no input: {text.last_words()}")
    turn = user.vrm("render", user.sample(), "--json", "--size", "16x16", "--turntable", "3", "-o",
                    "t.png").record()
    outs = [each["out"] for each in turn["outs"]]
    want(all((user.work / out).exists() for out in outs), f"{outs} are not there")
    want("since start" not in json.dumps(turn), "a key has a space in it")
    return f"WebP by the name; '{text.last_words()}'; turntable: {', '.join(outs)}"
