"""Lets a hub work on everything that is made to do harm: each is one job's failure, and the others do not notice.

usage: check_poison.py HUB VRM MAKER EVIL ROOT FOLDER [--share F] [--hostile FOLDER] [--sanitized]

Avatars with the faults of the maker, with much of what is costly, the seeds of the fuzzers, images that are larger than
they look, and the files of --hostile go through a queue with real workers, each between two good ones. Then processes that
crash, spin, take memory, fork, write, connect and lie (test/worker/evil_work.c) do. Every job is done, or among the
dead letters with its reason after three tries, none of which took more than 2 seconds; good ones have the bytes of a calm
run; and the workers that began are there in the end. --share takes a part of the faults and seeds alone.

Ends with 77 where there is no nats-server 2.10 or newer.
"""
import argparse
import hashlib
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
import zlib
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "test/worker"))
from deeds import DEEDS, PICTURE_DEEDS, without_bounds  # noqa: E402
from fleet import SKIPPED, Fleet, Servers, children_of, server_version  # noqa: E402

parser = argparse.ArgumentParser()
for name in ["hub", "vrm", "maker", "evil", "root", "folder"]:
    parser.add_argument(name, type=os.path.abspath)
parser.add_argument("--share", type=float, default=1.0)
parser.add_argument("--hostile", type=Path)
parser.add_argument("--sanitized", action="store_true")
given = parser.parse_args()
root, folder = Path(given.root), Path(given.folder)
FAILURES = ("crashed", "overran", "no-record")
# A process that is late is ended when somebody looks at the clock, on a machine that may be busy.
LATE_MS = 2000 + 1000
problems = []


def make(name, *words):
    path = folder / "in" / f"{name}.vrm"
    subprocess.run([given.maker, *words, "-o", path], check=True, stdout=subprocess.DEVNULL)
    return path


def every(items):
    """A part of them, evenly spread."""
    step = max(1, round(1 / given.share))
    return list(items)[::step]


def faults():
    rows = [line.split("\t") for line in subprocess.run([given.maker, "fault", "--list"], capture_output=True, text=True).stdout.splitlines()]
    for row in every(row for row in rows if row[1] == "fault"):
        yield make(f"fault-{row[0]}-{row[2]}", "fault", row[0], "--dialect", row[2])


def costly():
    for line in every(subprocess.run([given.maker, "hostile", "--list"], capture_output=True, text=True).stdout.splitlines()):
        yield make(f"hostile-{line.split()[0]}", "hostile", line.split()[0], "1000")


def seeds():
    for path in every(sorted(path for path in (root / "fuzz/seeds").rglob("*") if path.is_file())):
        copy = folder / "in" / f"seed-{path.parent.name}-{path.name}.vrm"
        shutil.copy(path, copy)
        yield copy


def png(width, height, channels):
    """An image of zeros, which are a thousandth of themselves in the file."""
    def chunk(kind, data):
        return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
    row = bytes(1 + width * channels)
    packer = zlib.compressobj(9)
    data = b"".join(packer.compress(row) for _ in range(height)) + packer.flush()
    header = struct.pack(">IIBBBBB", width, height, 8, {1: 0, 4: 6}[channels], 0, 0, 0)
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", data) + chunk(b"IEND", b"")


def with_images(name, image):
    """The sample, with another image in the place of each."""
    data = (root / "samples/character-1.0.vrm").read_bytes()
    length = struct.unpack_from("<I", data, 12)[0]
    document, payload = json.loads(data[20:20 + length]), data[28 + length:]
    payload += bytes(-len(payload) % 4)
    view = {"buffer": 0, "byteOffset": len(payload), "byteLength": len(image)}
    document["bufferViews"].append(view)
    for entry in document["images"]:
        entry.update(bufferView=len(document["bufferViews"]) - 1, mimeType="image/png")
    payload += image + bytes(-len(image) % 4)
    document["buffers"][0]["byteLength"] = len(payload)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    path = folder / "in" / f"{name}.vrm"
    path.write_bytes(struct.pack("<4sII", b"glTF", 2, 28 + len(text) + len(payload)) + struct.pack("<I4s", len(text), b"JSON") + text +
                     struct.pack("<I4s", len(payload), b"BIN\0") + payload)
    return path


def bombs():
    big = png(16384, 4096, 4)
    yield with_images("bomb-large", big)
    yield with_images("bomb-high", png(1, 16384, 1))
    yield with_images("bomb-cut", big[:len(big) // 2])
    yield with_images("bomb-billions", big[:16] + struct.pack(">II", 0x7FFFFFFF, 0x7FFFFFFF) + big[24:])


def make_jobs():
    """(poisoned, good): lists of jobs. Poison has the 2 seconds that the workers have unless told."""
    poison, text, pictures = [], ["check", "info", "migrate"], ["check", "info", {"verb": "thumb", "options": {"size": "64x64"}},
                                                                {"verb": "optimize", "options": {"max-texture": 64}}]
    has_pictures = (Path(given.vrm).parent / "vrm-draw").exists()
    for paths, do in [(faults(), text), (costly(), text), (seeds(), text), (bombs(), pictures if has_pictures else text)]:
        poison += [(path, do) for path in paths]
    if given.hostile is not None and given.hostile.is_dir():
        for path in sorted(given.hostile.glob("*.vrm")):
            poison += [(path, text)] + ([(path, pictures)] if has_pictures else [])
    # What has the same bytes and steps is one job.
    poison = list({(hashlib.sha256(path.read_bytes()).digest(), json.dumps(do)): (path, do) for path, do in poison}.values())
    poison = [{"id": f"bad-{i}-{path.name}", "in": {"path": str(path)}, "do": do, "limits": {"ms": 2000}} for i, (path, do) in enumerate(poison)]
    sample, good = (root / "samples/character-0.x.vrm").read_bytes(), []
    for i in range(0, len(poison), 4):
        path = folder / "in" / f"good-{i}.vrm"
        path.write_bytes(sample + i.to_bytes(4, "little"))
        good.append({"id": f"good-{i}", "in": {"path": str(path)}, "do": pictures if has_pictures and i % 16 == 0 else ["check", "info"]})
    return poison, good


def lines_of(jobs):
    return "".join(json.dumps(job) + "\n" for job in jobs)


def mixed(poison, good):
    """Good ones between the others."""
    return [job for i, job in enumerate(poison) for job in ([good[i // 4]] if i % 4 == 0 else []) + [job]]


def start_pumps(fleet, count):
    """The pumps, and the processes of `vrm work` that they have."""
    pumps = [fleet.start_pump() for _ in range(count)]
    end = time.monotonic() + 30
    while not all(children_of(pump.pid) for pump in pumps) and time.monotonic() < end:
        time.sleep(0.05)
    return {pump.pid: children_of(pump.pid) for pump in pumps}


def run_all(fleet, jobs, seconds, pumps=2):
    """Pushes jobs and waits until each has an end. Returns the last result of each, all results, and the dead letters."""
    pushed = fleet.run("push", input=lines_of(jobs))
    wanted = len({job["id"] for job in jobs})
    if pushed.returncode != 0 or not pushed.stdout.startswith(f"queued {wanted},"):
        problems.append(f"push: {pushed.stdout}{pushed.stderr[:500]}")
    before = start_pumps(fleet, pumps)
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        results = fleet.results()
        letters = [json.loads(line) for line in fleet.run("dead").stdout.splitlines()]
        ended = {result["id"] for result in results if result["result"] == "done"} | {letter["job"]["id"] for letter in letters}
        if len(ended) >= wanted:
            break
        time.sleep(0.5)
    after = {pump.pid: children_of(pump.pid) for pump in fleet.pumps if pump.poll() is None}
    if after != before:
        problems.append(f"workers are not those that began: {before}, {after}")
    codes = fleet.stop(signal.SIGTERM)
    if any(codes):
        problems.append(f"the workers ended with {codes}")
    return results, {letter["job"]["id"]: letter for letter in letters}


def check_ends(jobs, results, letters):
    """Each has one end, and what is dead was tried three times, with a reason and in time."""
    done = {result["id"]: result for result in results if result["result"] == "done"}
    for job in jobs:
        name, letter = job["id"], letters.get(job["id"])
        if (name in done) == (letter is not None):
            problems.append(f"{name}: {'done and dead' if letter else 'has no end'}")
        elif letter is not None and (letter["result"] not in FAILURES or letter["tries"] != 3 or not letter["reason"]):
            problems.append(f"{name}: {letter['result']}, {letter['tries']} tries, {letter['reason']}")
    late = [result["id"] for result in results if result["id"].startswith("bad-") and result.get("ms", 0) > LATE_MS]
    if late:
        problems.append(f"took longer than {LATE_MS} ms: {late[:5]}")
    return done


def check_files(servers):
    """PQ-014: a file that does harm is one job's failure; the other jobs' outputs are as ever, and the worker lives on."""
    fleet = Fleet(given.hub, given.vrm, servers, folder, "--name", "files", "--timeout", "60")
    poison, good = make_jobs()
    calm = subprocess.run([given.vrm, "work", "--out", folder / "calm", "--timeout", "60s"], input=lines_of(good), capture_output=True, text=True, check=True)
    results, letters = run_all(fleet, mixed(poison, good), 900)
    done = check_ends(poison + good, results, letters)
    for wanted in map(json.loads, calm.stdout.splitlines()):
        found = done.get(wanted["id"])
        if found is None or found["steps"] != wanted["steps"]:
            problems.append(f"{wanted['id']} is not as in the calm run")
            continue
        for path in (folder / "calm" / wanted["folder"]).iterdir():
            copy = folder / "out" / found["folder"] / path.name
            if not copy.exists() or copy.read_bytes() != path.read_bytes():
                problems.append(f"{wanted['id']}: {path.name} is not as in the calm run")
    words = sorted({letter["result"] for letter in letters.values()})
    return f"{len(poison)} files, of which {len(letters)} died ({', '.join(words)}), and {len(good)} good ones"


def check_deeds(servers):
    """PQ-014: so is a process that crashes, spins, takes memory, forks, writes, connects or lies."""
    # The evil worker knows one command alone, and no word for it.
    program = folder / "evil"
    program.write_text(f'#!/bin/sh\nshift\nexec env VRM_EVIL_FILE="{folder}/written" "{given.evil}" "$@"\n')
    program.chmod(0o755)
    fleet = Fleet(given.hub, str(program), servers, folder / "deeds", "--name", "deeds", "--timeout", "20", "--max-memory", str(64 << 20))
    fleet.folder.mkdir()
    jobs, wanted = [], {}
    for verb, deeds in [("info", DEEDS), ("thumb", PICTURE_DEEDS)]:
        for deed, (result, reason) in deeds.items():
            for place, word in enumerate(["good", deed, "good"]):
                name = f"{verb}-{deed}-{place}"
                path = fleet.folder / name
                path.write_text(word + "\n" + name)
                wanted[name] = (result, reason) if word == deed else ("done", "")
                # The others are not slow, but this machine may be.
                jobs.append({"id": name, "in": {"path": str(path)}, "do": [verb], "limits": {"ms": 500 if word == "spin" or (verb, word) == ("thumb", "flood") else 20000}})
    results, letters = run_all(fleet, jobs, 180)
    done = check_ends(jobs, results, letters)
    for name, (result, reason) in wanted.items():
        letter = letters.get(name)
        found, why = (letter["result"], letter["reason"]) if letter else ("done", "")
        if found not in result.split() or reason not in why:
            problems.append(f"{name}: {found}, {why}; not {result}, {reason}")
        elif name in done and done[name]["steps"][0]["result"] != "ok":
            problems.append(f"{name}: {done[name]['steps']}")
    if (folder / "written").exists():
        problems.append("a child wrote a file")
    return f"{len(jobs)} jobs of processes that do harm, of which {len(letters)} died"


def main():
    program, version = server_version()
    if program is None or version < (2, 10):
        print(f"skipped: nats-server 2.10 or newer is not installed ({version})")
        return SKIPPED
    if given.sanitized:
        without_bounds()
    shutil.rmtree(folder, ignore_errors=True)
    (folder / "in").mkdir(parents=True)
    servers, said = Servers(program, folder / "server"), []
    try:
        said = [check(servers) for check in [check_files, check_deeds]]
    finally:
        servers.stop()
    print("\n".join(problems[:20]) if problems else f"poison: {'; '.join(said)}; the others have their outputs, and the workers lived on")
    if not problems:
        shutil.rmtree(folder)
    return 1 if problems else 0


sys.exit(main())
