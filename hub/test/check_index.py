"""Looks at what `vrm index` writes into its table.

usage: check_index.py VRM ROOT FOLDER
"""
import hashlib
import json
import os
import shutil
import sqlite3
import struct
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "test/support"))
from problems import Problems

vrm, root, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2]).resolve(), Path(sys.argv[3])
problems = Problems()
want, same = problems.want, problems.same


def index(*words, out="index.sqlite"):
    return subprocess.run([vrm, "index", "--lang", "en", "--out", out, *words], cwd=folder, text=True,
                          capture_output=True, timeout=60, stdin=subprocess.DEVNULL, errors="replace")


def rows(out="index.sqlite"):
    data = sqlite3.connect(folder / out)
    data.row_factory = sqlite3.Row
    found = {row["path"]: dict(row) for row in data.execute("SELECT * FROM avatars")}
    data.close()
    return found


def json_chunk(data):
    return data[20:20 + struct.unpack("<I", data[12:16])[0]]


def with_json(data, change):
    """The same avatar with another JSON."""
    document = json.loads(json_chunk(data))
    change(document)
    text = json.dumps(document, ensure_ascii=False).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + struct.unpack("<I", data[12:16])[0]:]
    return (b"glTF" + struct.pack("<II", 2, 20 + len(text) + len(rest)) +
            struct.pack("<I", len(text)) + b"JSON" + text + rest)


def check_values():
    """IX-001, IX-002: rows say what `vrm info --json` says of the whole file."""
    names = [f"character-{dialect}.vrm" for dialect in ["0.x", "1.0-draft", "1.0-beta", "1.0"]]
    for name in names:
        shutil.copy(root / "samples" / name, folder / name)
    done = index(*names, "--jobs", "2")
    same((done.returncode, done.stdout), (0, "4 avatars indexed, 0 files that cannot be used, 0 unchanged\n"), "a first run")
    found = rows()
    for name in names:
        row, data = found[name], (folder / name).read_bytes()
        info = json.loads(subprocess.run([vrm, "info", "--json", name], cwd=folder, capture_output=True, check=True).stdout)
        totals, meta = info["totals"], info["meta"]
        for key in ["nodes", "meshes", "primitives", "triangles", "vertices", "morph_targets", "skins", "skin_joints",
                    "materials", "textures", "images", "image_bytes", "animations", "springs", "spring_joints"]:
            same(row[key], totals[key], f"{name}: {key}")
        for key in ["name", "version", "copyright", "contact", "license_url", "other_license_url"]:
            same(row[key] or "", meta[key], f"{name}: {key}")
        for key, value in meta["permissions"].items():
            same(row[key], int(value) if isinstance(value, bool) else value, f"{name}: {key}")
        same(row["authors"] or "", ", ".join(meta["authors"]), f"{name}: authors")
        same(row["license_name"] or "", meta["legacy"]["license_name"], f"{name}: license_name")
        same((row["dialect"], row["spec_version"]), (info["dialect"], info["spec_version"]), name)
        same((row["bones"], row["expressions"], row["colliders"], row["constraints"]),
             (len(info["humanoid"]["bones"]), len(info["expressions"]), len(info["colliders"]), len(info["constraints"])), name)
        same(row["size"], len(data), f"{name}: size")
        same(row["json_sha256"], hashlib.sha256(json_chunk(data)).hexdigest(), f"{name}: json_sha256")
        same(row["json_bytes"], len(json_chunk(data)), f"{name}: json_bytes")
        same(row["file_sha256"], None, f"{name}: file_sha256")
        if row["thumbnail_bytes"]:
            same(row["thumbnail_bytes"], meta["thumbnail"]["bytes"], f"{name}: thumbnail_bytes")
            same(data[row["thumbnail_offset"]:][1:4], b"PNG", f"{name}: thumbnail_offset")
        else:
            same(meta["thumbnail"], None, f"{name}: thumbnail")


def check_going_on():
    """IX-004: what is known is not read again; what changed is."""
    same(index("character-1.0.vrm").stdout, "0 avatars indexed, 0 files that cannot be used, 1 unchanged\n", "again")
    same(index("--hash-files", "character-1.0.vrm").stdout[:1], "1", "the hash of the file is new")
    data = (folder / "character-1.0.vrm").read_bytes()
    same(rows()["character-1.0.vrm"]["file_sha256"], hashlib.sha256(data).hexdigest(), "file_sha256")
    same(index("--hash-files", "character-1.0.vrm").stdout[:1], "0", "the hash is known")
    before = os.stat(folder / "character-1.0.vrm").st_mtime_ns
    (folder / "character-1.0.vrm").write_bytes(data)
    os.utime(folder / "character-1.0.vrm", ns=(before, before + 1))
    same(index("character-1.0.vrm").stdout[:1], "1", "a nanosecond later it is another file")


def check_beginnings():
    """IX-003: the first bytes are enough, and where they are not, the row says how many are."""
    data = (folder / "character-1.0.vrm").read_bytes()
    needs = 20 + len(json_chunk(data))
    whole = rows()["character-1.0.vrm"]
    for size in [0, 3, 19, 20, 100, needs - 1]:
        (folder / "part.vrm").write_bytes(data[:size])
        done, row = index("part.vrm"), rows()["part.vrm"]
        same(done.returncode, 1, f"{size} bytes: exit code")
        if size >= 20:
            same((row["result"], row["needed_bytes"]), ("incomplete", needs), f"{size} bytes")
        else:
            want(row["result"] != "ok" and row["name"] is None, f"{size} bytes: {row['result']}")
    (folder / "part.vrm").write_bytes(data[:needs])
    index("part.vrm")
    part = rows()["part.vrm"]
    for key in part:
        if key not in ("path", "size", "modified", "file_sha256"):
            same(part[key], whole[key], f"of the first bytes: {key}")


def check_duplicates():
    """IX-002: copies with other pictures have the same hash of the JSON."""
    data = (folder / "character-1.0.vrm").read_bytes()
    (folder / "copy.vrm").write_bytes(data[:-1] + bytes([data[-1] ^ 1]))
    index("--hash-files", "copy.vrm", "character-1.0.vrm")
    found = rows()
    one, two = found["copy.vrm"], found["character-1.0.vrm"]
    same(one["json_sha256"], two["json_sha256"], "copies")
    want(one["file_sha256"] != two["file_sha256"], "copies that differ have the same hash of the file")


def check_strangers():
    """IX-005, IX-007: whatever a file holds, or is, is one row, with texts that can be shown."""
    data = (folder / "character-1.0.vrm").read_bytes()

    def name(text):
        def change(document):
            document["extensions"]["VRMC_vrm"]["meta"]["name"] = text
        return with_json(data, change)

    (folder / "quote.vrm").write_bytes(name("'); DROP TABLE avatars; --"))
    (folder / "nul.vrm").write_bytes(name("a\0b"))
    (folder / "long.vrm").write_bytes(name("\u00e9" * 5000))
    (folder / "escape.vrm").write_bytes(name("a\x1b[31m\u009b1m\u202e\u2066z"))
    index("escape.vrm")
    shown = rows()["escape.vrm"]["name"]
    want(shown.startswith("a") and shown.endswith("z") and shown.isprintable() and len(shown) > 10, f"a name with escapes: {shown!r}")
    (folder / "text.vrm").write_bytes(b"shopping list")
    (folder / "claims.vrm").write_bytes(b"glTF" + struct.pack("<II", 2, 0xFFFFFFFC) + struct.pack("<I", 0xFFFFFFF0) + b"JSON" + b"{" * 100)
    (folder / "folder.vrm").mkdir()
    os.mkfifo(folder / "pipe.vrm")
    strange = os.fsencode(folder) + b"/\xff.vrm"
    shutil.copy(folder / "character-1.0.vrm", strange)
    files = [b"quote.vrm", b"nul.vrm", b"long.vrm", b"text.vrm", b"claims.vrm", b"pipe.vrm", b"\xff.vrm", b"no.vrm"]
    done = index(*map(os.fsdecode, files), "--jobs", "2")
    same((done.returncode, done.stdout), (1, "4 avatars indexed, 4 files that cannot be used, 0 unchanged\n"), "strangers")
    found = rows()
    same(found["quote.vrm"]["name"], "'); DROP TABLE avatars; --", "a name")
    same(found["nul.vrm"]["name"], "a", "a name with a NUL")
    same(found["long.vrm"]["name"], "\u00e9" * 2048, "a long name")
    same({key: found[key]["result"] for key in ["text.vrm", "pipe.vrm", "no.vrm", b"\xff.vrm"]},
         {"text.vrm": "not-gltf", "pipe.vrm": "not-readable", "no.vrm": "not-readable", b"\xff.vrm": "ok"}, "results")
    same(found["claims.vrm"]["result"], "not-gltf", "a JSON of 4 GB in 120 bytes")
    same(index("no.vrm").returncode, 1, "a file that is still missing")
    same(index("text.vrm").returncode, 1, "a file that is known to be none")


def check_foreign():
    """IX-006: a file of another program is not written into."""
    data = sqlite3.connect(folder / "other.sqlite")
    data.execute("CREATE TABLE avatars (path)")
    data.commit()
    data.close()
    (folder / "text.sqlite").write_text("this is a text, and no database" * 99)
    for name, words in [("other.sqlite", "a database of another program"), ("text.sqlite", "not a database"),
                        ("absent/index.sqlite", "unable to open")]:
        before = (folder / name).read_bytes() if (folder / name).exists() else None
        done = index("character-1.0.vrm", out=name)
        want(done.returncode == 1 and words in done.stderr, f"{name}: {done.returncode}, {done.stderr}")
        same((folder / name).read_bytes() if (folder / name).exists() else None, before, name)
    same(subprocess.run([vrm, "index", "character-1.0.vrm"], cwd=folder, capture_output=True).returncode, 2, "without --out")
    same(index("-").returncode, 2, "standard input")


def check_whole():
    data = sqlite3.connect(folder / "index.sqlite")
    same(data.execute("PRAGMA integrity_check").fetchone(), ("ok",), "the index")
    same(data.execute("SELECT name FROM sqlite_master WHERE type='index' AND name='avatars_json'").fetchone(), ("avatars_json",), "duplicates")
    data.close()
    same(sorted(p.name for p in folder.glob("index.sqlite*")), ["index.sqlite"], "files beside it")


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
for check in [check_values, check_going_on, check_beginnings, check_duplicates, check_strangers, check_foreign, check_whole]:
    check()
sys.exit(problems.end("the index is as it should be"))
