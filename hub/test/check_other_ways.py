"""Drives `vrm work` without vrm-hub, and kills what can be killed: by GNU parallel, and by the pump for Redis Streams.

usage: check_other_ways.py parallel|redis VRM MAKER ROOT FOLDER [--jobs N] [--seed S]

Everything is on loopback addresses. Ends with 77 where the program is not installed.
"""
import argparse
import os
import random
import shlex
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from fleet import SKIPPED, Problems, family_of, free_ports, make_jobs, make_originals, manifests, work_calmly

parser = argparse.ArgumentParser()
parser.add_argument("way", choices=["parallel", "redis"])
parser.add_argument("vrm", type=os.path.abspath)
parser.add_argument("maker", type=os.path.abspath)
parser.add_argument("root", type=lambda text: Path(text).absolute())
parser.add_argument("folder", type=lambda text: Path(text).absolute())
parser.add_argument("--jobs", type=int, default=200)
parser.add_argument("--seed", type=int, default=1)
given = parser.parse_args()
dice, folder = random.Random(given.seed), given.folder


def start(command, **keywords):
    return subprocess.Popen(command, cwd=folder, start_new_session=True, **keywords)


def kill_one(roots):
    try:
        os.kill(dice.choice(family_of(dice.choice(roots).pid)), signal.SIGKILL)
        return 1
    except ProcessLookupError:
        return 0


def check_parallel():
    """PQ-010: GNU parallel in one line; after a kill the same line goes on."""
    line = (f"parallel --will-cite --pipe -N 20 --jobs 2 --keep-order {shlex.quote(given.vrm)} work --out out --timeout 60s"
            " < jobs > results.jsonl")
    kills = 0
    for _ in range(4):
        run = start(["sh", "-c", line], stderr=subprocess.DEVNULL)
        time.sleep(dice.uniform(0.3, 0.8))
        kills += kill_one([run])
        time.sleep(0.1)
        os.killpg(run.pid, signal.SIGKILL)
        run.wait()
    subprocess.run(["sh", "-c", line], cwd=folder, check=True, timeout=300)
    results = (folder / "results.jsonl").read_text().splitlines()
    return f"{kills + 4} kills", [] if len(results) == given.jobs else [f"{len(results)} results"]


class RedisServer:
    def __init__(self):
        self.port = free_ports(1)[0]
        (folder / "redis").mkdir()
        self.start()

    def start(self):
        self.process = start(["redis-server", "--bind", "127.0.0.1", "--port", str(self.port), "--dir", str(folder / "redis"),
                              "--appendonly", "yes", "--appendfsync", "always", "--save", ""], stdout=subprocess.DEVNULL)

    def kill(self):
        self.process.kill()
        self.process.wait()


def check_redis():
    """PQ-010: a pump of less than 300 lines for another queue, with kills of everything."""
    program = given.root / "hub/examples/redis_pump.py"
    lines = len(program.read_text().splitlines())
    problems = [] if lines <= 300 else [f"the pump has {lines} lines"]
    server, kills = RedisServer(), 0
    pump = [sys.executable, str(program), "work", "--server", f"127.0.0.1:{server.port}", "--vrm", given.vrm, "--out", "out", "--ack-wait", "2",
            "--", "--timeout", "60s"]
    ask = [sys.executable, str(program), "status", "--server", f"127.0.0.1:{server.port}"]
    log = open(folder / "results.jsonl", "ab")
    pumps = [start(pump, stdout=log, stdin=subprocess.DEVNULL) for _ in range(2)]
    try:
        with open(folder / "jobs") as jobs:
            publisher = start([sys.executable, str(program), "push", "--server", f"127.0.0.1:{server.port}", "--max-queued", "100"], stdin=jobs,
                              stdout=subprocess.PIPE, text=True)
        begin = last = server_last = time.monotonic()
        while manifests(folder / "out") < given.jobs and time.monotonic() - begin < 240:
            now = time.monotonic()
            for i, one in enumerate(pumps):
                if one.poll() is not None:
                    pumps[i] = start(pump, stdout=log, stdin=subprocess.DEVNULL)
            if now - last > 0.3:
                last = now
                kills += kill_one(pumps)
            if now - server_last > 1:
                server_last = now
                server.kill()
                kills += 1
                time.sleep(dice.uniform(0.02, 0.2))
                server.start()
            time.sleep(0.02)
        pumps = [one if one.poll() is None else start(pump, stdout=log, stdin=subprocess.DEVNULL) for one in pumps]
        said = publisher.communicate(timeout=60)[0]
        end = time.monotonic() + 60
        while (left := subprocess.run(ask, capture_output=True, text=True, timeout=60).stdout) != "waiting 0, dead 0\n" and time.monotonic() < end:
            time.sleep(0.2)
        if left != "waiting 0, dead 0\n":
            problems.append(f"at the end: {left}")
        if f"queued {given.jobs}" not in said and "known" not in said:
            problems.append(f"the publisher said: {said}")
        for one in pumps:
            one.terminate()
        codes = [one.wait(timeout=60) for one in pumps]
        if any(codes):
            problems.append(f"the pumps ended with {codes}")
    finally:
        for one in [*pumps, server.process]:
            if one.poll() is None:
                one.kill()
    return f"{kills} kills, {lines} lines", problems


def main():
    if shutil.which({"parallel": "parallel", "redis": "redis-server"}[given.way]) is None:
        print(f"skipped: {given.way} is not installed")
        return SKIPPED
    shutil.rmtree(folder, ignore_errors=True)
    make_jobs(folder, given.jobs, make_originals(given.maker, folder))
    work_calmly(given.vrm, folder)
    problems = Problems()
    said, problems.found = check_parallel() if given.way == "parallel" else check_redis()
    subprocess.run([given.vrm, "work", "--out", folder / "out"], input=b"", check=True, timeout=60)
    problems.same_outputs(folder / "calm", folder / "out", given.jobs)
    return problems.end(f"{given.way}: {given.jobs} jobs, {said}; nothing lost, every byte as in the calm run", folder)


sys.exit(main())
