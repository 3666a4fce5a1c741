"""Lets strangers loose in the worker: each deed is one job's failure, and its neighbours' results are as ever.

usage: check_evil.py EVIL-WORK FOLDER [--sanitized]

--sanitized is for builds with sanitizers (deeds.py).
"""
import json
import os
import shutil
import subprocess
import sys
import threading
import time
from pathlib import Path

from deeds import DEEDS, PICTURE_DEEDS, without_bounds

if "--sanitized" in sys.argv:
    without_bounds()


def check_deeds():
    """WK-010: whatever a process of a job does is one job's failure. WK-012: also that of a process that draws. WK-019: no process
    can map its output files."""
    program, folder = sys.argv[1], Path(sys.argv[2])
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    problems = []
    jobs = []
    for name in ["good", *DEEDS]:
        (folder / name).write_text(name + "\n")
    for verb, deeds in [("info", DEEDS), ("thumb", PICTURE_DEEDS)]:
        for name in deeds:
            jobs += [(f"{verb}-{name}-{i}", verb, file) for i, file in enumerate(["good", name, "good"])]
    lines = ""
    for id_, verb, file in jobs:
        limits = {"ms": 500 if file == "spin" or (verb, file) == ("thumb", "flood") else 20000}  # the others are not slow, but this machine may be
        lines += json.dumps({"id": id_, "in": {"path": str(folder / file)}, "do": [verb], "limits": limits}) + "\n"
    start = time.monotonic()
    run = subprocess.run([program, "--jobs", "3", "--timeout", "20s", "--max-memory", "64M"],
                         input=lines, capture_output=True, text=True, timeout=120,
                         env={"VRM_EVIL_FILE": str(folder / "written")})
    took = time.monotonic() - start
    if run.returncode != 0:
        problems.append(f"the worker ended with {run.returncode}: {run.stderr}")
    results = {}
    for line in run.stdout.splitlines():
        result = json.loads(line)
        if result["id"] in results:
            problems.append(f"{result['id']} has two results")
        results[result["id"]] = result
    for id_, verb, file in jobs:
        result = results.get(id_)
        wanted, reason = (DEEDS if verb == "info" else PICTURE_DEEDS).get(file, ("done", ""))
        if result is None:
            problems.append(f"{id_} has no result")
        elif result["result"] not in wanted.split() or reason not in result.get("reason", ""):
            problems.append(f"{id_}: {result['result']}, {result.get('reason')}; not {wanted}, {reason}")
        elif result["result"] == "done" and result["steps"][0]["record"] != {"result": "ok", "word": "good"}:
            problems.append(f"{id_}: {result['steps']}")
        elif result["jail"]["seccomp"] is not True or result["jail"]["network"] is not False:
            problems.append(f"{id_}: {result['jail']}")
    if "other" in results:
        problems.append("a child spoke for another job")
    if (folder / "written").exists():
        problems.append("a child wrote a file")
    if took > 60:
        problems.append(f"it took {took:.0f} s")
    print("\n".join(problems) if problems else f"{len(jobs)} jobs, {2 * len(DEEDS)} deeds, {took:.1f} s")
    return 1 if problems else 0


def memory_of(worker):
    """(its own peak, what its files in memory take now), in MiB."""
    own = next(int(line.split()[1]) for line in Path(f"/proc/{worker}/status").read_text().splitlines() if line.startswith("VmHWM"))
    files = {}
    for path in Path(f"/proc/{worker}/fd").iterdir():
        try:
            if "memfd:" in os.readlink(path):
                about = path.stat()
                files[about.st_ino] = about.st_blocks * 512
        except FileNotFoundError:
            pass  # it was closed just now
    return own / 1024, sum(files.values()) / (1 << 20)


class Worker:
    """One that is looked at while it works."""

    def __init__(self, *options):
        self.process = subprocess.Popen([program, *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.files, self.goes_on = 0, True
        self.watcher = threading.Thread(target=self.watch)
        self.watcher.start()

    def watch(self):
        while self.goes_on:
            self.files = max(self.files, memory_of(self.process.pid)[1])
            time.sleep(0.01)

    def ask(self, jobs):
        self.process.stdin.write("".join(json.dumps(job) + "\n" for job in jobs))
        self.process.stdin.flush()
        return {result["id"]: result for result in (json.loads(self.process.stdout.readline()) for _ in jobs)}

    def end(self):
        """Its own peak in MiB."""
        self.goes_on = False
        self.watcher.join()
        own = memory_of(self.process.pid)[0]
        self.process.stdin.close()
        if self.process.wait(timeout=60) != 0:
            problems.append(f"the worker ended with {self.process.returncode}")
        return own


def job_of(id_, verb, word, milliseconds=20000):
    (folder / word).write_text(word + "\n")
    return {"id": id_, "in": {"path": str(folder / word)}, "do": [verb], "limits": {"ms": milliseconds}}


def check_bounds():
    """WK-017: what a process of a job writes is bounded, and the worker stays small, whatever it is."""
    wanted = {"7-megabytes": ("done", ""), "50-megabytes": ("no-record", "its records are larger than 8 MiB"),
              "deep": ("no-record", "no record that can be read"), "fill": ("overran", "1500 ms")}
    for verb in ["info", "thumb"]:
        for word, (result, reason) in wanted.items():
            worker = Worker("--max-memory", "64M", "--timeout", "20s", "--out", str(folder / "out"))
            for id_ in ["first", "second"]:  # an answer from the store is read with as little memory
                found = worker.ask([job_of(id_, verb, word, 1500 if word == "fill" else 20000)])[id_]
                if found["result"] != result or reason not in found.get("reason", ""):
                    problems.append(f"{verb} {word}: {found['result']}, {found.get('reason')}")
                if found["result"] == "done" and found["cached"] != (id_ == "second"):
                    problems.append(f"{verb} {word}: cached {found['cached']}")
            own = worker.end()
            # A process that makes pictures has files of its own, from which those of the job are copied.
            most_files = 20 if verb == "info" else 2 * (64 + 10)
            if (own > 64 and not is_sanitized) or worker.files > most_files:
                problems.append(f"{verb} {word}: the worker had {own:.0f} MiB, and its files {worker.files:.0f} MiB")


def check_clocks():
    """WK-017: while the worker copies a large file of one job, another job is ended in time."""
    worker = Worker("--max-memory", "256M", "--timeout", "60s", "--jobs", "2")
    jobs = [job_of(f"large-{i}", "thumb", "large-file", 60000) for i in range(3)]
    jobs += [job_of(f"spin-{i}", "info", "spin", 100) for i in range(12)]
    results = worker.ask(jobs)
    worker.end()
    words = sorted({result["result"] for name, result in results.items()})
    late = max(result["cpu_ms"] for name, result in results.items() if name.startswith("spin"))
    # A process has no more time than the clock on the wall, and the machine may be busy.
    if words != ["done", "overran"] or late > 100 + 250:
        problems.append(f"clocks: {words}, a job of 100 ms had {late} ms of processor time")


program, folder, is_sanitized = sys.argv[1], Path(sys.argv[2]), "--sanitized" in sys.argv
problems = []
failed = check_deeds()
check_bounds()
check_clocks()
print("\n".join(problems) if problems else "what processes write is bounded, and clocks are watched")
sys.exit(1 if failed or problems else 0)
