"""Kills workers and their children while they work, and looks whether anything is lost or done wrongly.

usage: check_kills.py VRM ROOT FOLDER [--jobs N] [--seed S] [--every MS] [--pictures]

A fleet of workers shares one folder of outputs. Every few milliseconds a process of it is killed by
SIGKILL, chosen by the seed, and a worker that is gone is replaced; jobs without a result are given out
again. At the end, there are as many manifests as jobs, each output is byte for byte that of a calm run,
and nothing else is in the folder.
"""
import argparse
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "support"))
from problems import Problems

parser = argparse.ArgumentParser()
parser.add_argument("vrm")
parser.add_argument("root", type=Path)
parser.add_argument("folder", type=Path)
parser.add_argument("--jobs", type=int, default=2000)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--every", type=int, default=100)
parser.add_argument("--pictures", action="store_true", help="half of the jobs draw, and some make smaller files")
given = parser.parse_args()

WORKERS, AT_ONCE = 2, 2 if given.pictures else 4


def make_jobs():
    """Avatars that differ in a byte that nobody reads, so that each has a hash of its own."""
    inputs = given.folder / "in"
    inputs.mkdir(parents=True)
    originals = [(given.root / "samples" / f"character-{dialect}.vrm").read_bytes() for dialect in ["0.x", "1.0"]]
    jobs = []
    for i in range(given.jobs):
        path = inputs / f"{i}.vrm"
        path.write_bytes(originals[i % 2] + i.to_bytes(4, "little"))
        do = ["check", "info"] + ([{"verb": "migrate", "options": {"accept-license-mapping": True}}] if i % 2 == 0 else [])
        if given.pictures and i % 4 < 2:
            do.append({"verb": "thumb", "options": {"size": "128x128"}})
        if given.pictures and i % 8 == 3:
            do.append({"verb": "optimize", "options": {"max-texture": 64}})
        jobs.append({"id": str(i), "in": {"path": str(path)}, "do": do})
    return jobs


class Worker:
    def __init__(self, out):
        self.process = subprocess.Popen([given.vrm, "work", "--out", str(out), "--jobs", str(AT_ONCE), "--timeout", "60s"],
                                        stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.begun, self.rest = {}, b""

    def give(self, job):
        self.begun[job["id"]] = job
        try:
            self.process.stdin.write(json.dumps(job).encode() + b"\n")
            self.process.stdin.flush()
        except BrokenPipeError:
            pass  # its jobs are given out again when it is reaped

    def results(self):
        try:
            self.rest += self.process.stdout.read() or b""
        except BlockingIOError:
            return
        *lines, self.rest = self.rest.split(b"\n")
        for line in lines:
            yield json.loads(line)


def processes_of(worker):
    children = Path(f"/proc/{worker.process.pid}/task/{worker.process.pid}/children")
    try:
        return [worker.process.pid, *map(int, children.read_text().split())]
    except OSError:
        return [worker.process.pid]


def run(jobs, out, dice):
    """Works on all jobs, killing by the dice, or calmly where they are None."""
    waiting, done, failures = list(reversed(jobs)), {}, 0
    workers, kills, computed = [Worker(out) for _ in range(WORKERS)], 0, 0
    last = time.monotonic()
    while len(done) < len(jobs):
        for i, worker in enumerate(workers):
            if worker.process.poll() is not None:
                for _ in worker.results():
                    pass  # a result that was not read is one that was lost
                waiting += worker.begun.values()
                workers[i] = worker = Worker(out)
            while waiting and len(worker.begun) < AT_ONCE:
                worker.give(waiting.pop())
            for result in worker.results():
                job = worker.begun.pop(result["id"])
                if result["result"] == "done":
                    done[result["id"]] = result
                    computed += not result["cached"]
                else:
                    failures += 1
                    waiting.append(job)
        # A machine may be so quick that the time is never up: a kill is due with each quarter, too.
        is_due = kills < 3 and len(done) * 4 >= (kills + 1) * len(jobs)
        if dice is not None and (is_due or time.monotonic() - last > given.every / 1000):
            last = time.monotonic()
            victim = dice.choice(processes_of(dice.choice(workers)))
            try:
                os.kill(victim, signal.SIGKILL)
                kills += 1
            except ProcessLookupError:
                pass
        time.sleep(0.002)
    for worker in workers:
        worker.process.stdin.close()
    codes = [worker.process.wait(timeout=60) for worker in workers]
    return done, kills, failures, computed, codes


def check_kills():
    """WK-011: nothing is lost, and no byte differs from a calm run."""
    shutil.rmtree(given.folder, ignore_errors=True)
    jobs, problems = make_jobs(), Problems()
    calm, _, failures, _, _ = run(jobs, given.folder / "calm", None)
    problems.want(failures == 0, f"{failures} jobs failed without a kill")
    done, kills, failures, computed, _ = run(jobs, given.folder / "out", random.Random(given.seed))
    # A last worker sweeps what killed ones have left.
    subprocess.run([given.vrm, "work", "--out", str(given.folder / "out")], input=b"", check=True, timeout=60)
    problems.same_outputs(given.folder / "calm", given.folder / "out", len(jobs))
    for id_, result in calm.items():
        is_same = result["key"] == done[id_]["key"] and result["steps"] == done[id_]["steps"]
        problems.want(is_same, f"job {id_} has another result")
    again = computed + failures - len(jobs)
    problems.want(kills >= 3, f"only {kills} kills")
    problems.want(again <= kills * AT_ONCE, f"{again} jobs were done again after {kills} kills")
    return problems.end(f"{len(jobs)} jobs, {kills} kills, {failures} failures seen, {max(again, 0)} done again; nothing lost", given.folder)


sys.exit(check_kills())
