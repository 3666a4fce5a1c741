"""Measures what jobs of `vrm work` cost, and prints one table: processor time, children included.

usage: measure_work.py BUILD [--corpus FOLDER] [--jobs N] [--rounds N] [--pictures]

BUILD has vrm, vrm-draw and vrm-maker. With --corpus, small files are those of this folder (up to 200 KB), else
the sample character. With --pictures, only portraits are measured. Each row is the median of the rounds. Where
other programs use the other thread of a core, processor time is longer too: the load is printed.
"""
import argparse
import fcntl
import hashlib
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("build", type=Path)
parser.add_argument("--corpus", type=Path)
parser.add_argument("--jobs", type=int, default=1000)
parser.add_argument("--rounds", type=int, default=3)
parser.add_argument("--pictures", action="store_true")
given = parser.parse_args()
vrm = str((given.build / "vrm").resolve())
root = Path(__file__).resolve().parents[2]


def run(command, lines):
    """Results, and the processor seconds and wall seconds of a process with all its children."""
    start = time.monotonic()
    with tempfile.TemporaryFile() as into, tempfile.TemporaryFile() as out:
        into.write(lines)
        into.seek(0)
        process = subprocess.Popen(command, stdin=into, stdout=out, stderr=subprocess.DEVNULL, close_fds=False)
        _, status, used = os.wait4(process.pid, 0)  # while the object lives: its end would wait for the process too
        process.returncode = status
        out.seek(0)
        if os.waitstatus_to_exitcode(status) > 1:  # 1: a file could not be used
            sys.exit(f"{command[:3]} failed")
        return out.read().splitlines(), used.ru_utime + used.ru_stime, time.monotonic() - start


def lines_of(paths, count, do):
    return b"".join(json.dumps({"id": str(i), "do": do, "in": paths[i % len(paths)]}).encode() + b"\n"
                    for i in range(count))


def each(paths, count, do, *options):
    """Microseconds of the processor for one job, beyond those of a worker without any."""
    found = []
    for _ in range(given.rounds):
        results, used, _ = run([vrm, "work", "--timeout", "60s", *options], lines_of(paths, count, do))
        wrong = [line for line in results if json.loads(line)["result"] != "done"]
        if wrong or len(results) != count:
            sys.exit(f"{len(results)} results of {count}; {wrong[:1]}")
        _, empty, _ = run([vrm, "work"], b"")
        found.append(1e6 * (used - empty) / count)
    return statistics.median(found)


def picture(path, count):
    """Milliseconds of the processor for one portrait by a process that has drawn some; and how many of them
    are for decoding images, by the shares of wall time that `vrm thumb` tells. Its shaders are optimised as those
    of a worker are: the variable, empty, is its word for that."""
    results, _, _ = run([vrm, "work", "--timeout", "60s"], lines_of([{"path": str(path)}], count + 2, ["thumb"]))
    cost = statistics.median(json.loads(line)["cpu_ms"] for line in results[2:])
    with tempfile.TemporaryDirectory() as out:
        for i in range(3):
            shutil.copy(path, f"{out}/{i}.vrm")
        told = subprocess.run([vrm, "thumb", "--json", "--jobs", "1", "--out", f"{out}/out", *(f"{out}/{i}.vrm" for i in range(3))],
                              capture_output=True, env={**os.environ, "LP_NUM_THREADS": "0", "GALLIVM_PERF": ""}, check=True)
    shares = [record["ms"]["decode"] / sum(record["ms"][key] for key in ["load", "pose", "decode", "upload", "draw", "encode"])
              for record in map(json.loads, told.stdout.splitlines()[1:])]
    return cost, cost * statistics.median(shares)


def small_pictures(paths):
    """Milliseconds of the processor for a portrait of a small file, decoding included: the mean over all of them
    that can be drawn, each by a process that has drawn it before."""
    do = [{"verb": "thumb", "options": {"any": True}}]
    results, _, _ = run([vrm, "work", "--timeout", "60s"], lines_of(paths, 2 * len(paths), do))
    return statistics.mean(line["cpu_ms"] for line in map(json.loads, results)
                           if line["result"] == "done" and int(line["id"]) >= len(paths))


def sealed(path):
    file = os.memfd_create("avatar", os.MFD_ALLOW_SEALING)
    os.write(file, path.read_bytes())
    fcntl.fcntl(file, 1033, 0xF)  # F_ADD_SEALS: all of them
    return {"path": f"/proc/{os.getpid()}/fd/{file}", "sha256": hashlib.sha256(path.read_bytes()).hexdigest()}


def two_workers(paths):
    """How many times as many jobs two workers do at once as one does."""
    half = lines_of(paths, given.jobs, ["info"])
    _, _, alone = run([vrm, "work"], half)
    start = time.monotonic()
    with tempfile.TemporaryFile() as into:
        into.write(half)
        both = []
        for _ in range(2):
            both.append(subprocess.Popen([vrm, "work"], stdin=os.open(f"/proc/self/fd/{into.fileno()}", os.O_RDONLY),
                                         stdout=subprocess.DEVNULL))
        for process in both:
            process.wait()
    return 2 * alone / (time.monotonic() - start)


def row(what, value, demanded):
    print(f"{what:58} {value:>14} {demanded:>14}")


def measure_jobs(large, files, small):
    row("info of a small file, jailed child included, µs", f"{each(small, given.jobs, ['info']):.0f}", "250")
    row("  without a jail, µs", f"{each(small, given.jobs, ['info'], '--jail', 'off'):.0f}", "")
    for what, options, demanded in [("its JSON alone", ["no-payload", "no-behaviour"], "1"),
                                    ("and its vertices", ["no-behaviour"], ""), ("and how it behaves", [], "")]:
        do = [{"verb": "check", "options": {name: True for name in options}}]
        row(f"check of 18 MB, sealed, hash trusted: {what}, ms",
            f"{each([sealed(large)], 50, do, '--trust-sha256') / 1e3:.2f}", demanded)
    row("  info of it, ms", f"{each([sealed(large)], 100, ['info'], '--trust-sha256') / 1e3:.2f}", "")
    row("  check, hashed and copied by the worker, ms", f"{each([{'path': str(large)}], 30, ['check']) / 1e3:.2f}", "")
    many = [str(path) for path in files] * max(1, 2000 // len(files))
    _, used, _ = run([vrm, "info", "--json", "--jobs", "1", *many], b"")
    row("infos a second and core in a batch", f"{len(many) / used:.0f}", "20000")
    row("two workers at once, times one", f"{two_workers(small):.2f}", "1.6")


with tempfile.TemporaryDirectory() as work:
    large = Path(work) / "vroid.vrm"
    subprocess.run([given.build / "vrm-maker", "vroid", "-o", large], check=True)
    files = [root / "samples" / "character-1.0.vrm"]
    if given.corpus is not None:
        files = [path for path in sorted(given.corpus.rglob("*.vrm")) if path.stat().st_size < 200000 and "broken" not in path.parts][:100]
    small = [{"path": str(path)} for path in files]
    print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors of the system, "
          f"{len(files)} small files, {sum(path.stat().st_size for path in files) // len(files)} bytes each")
    row("", "measured", "demanded")
    if not given.pictures:
        measure_jobs(large, files, small)
    for name, path, wanted in [("VRoid-sized", large, "100"), ("the sample character", root / "samples" / "character-1.0.vrm", "10")]:
        cost, decoding = picture(path, 5)
        row(f"portrait, {name}, without decoding, ms", f"{cost - decoding:.1f}", wanted)
        row("  decoding of its images, ms", f"{decoding:.1f}", "")
    if given.corpus is not None:
        row(f"portraits of {len(files)} small files, mean, ms", f"{small_pictures(small):.1f}", "10")
