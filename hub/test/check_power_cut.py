"""Cuts the power of a hub, and looks whether a job is lost that was acknowledged, or an output is not whole.

usage: check_power_cut.py HUB VRM MAKER FOLDER [--cuts N] [--seed S]

The queue and the outputs are on a disk of their own, an ext4 in a file (a loop device). While jobs are pushed and
worked on, every process is stopped in a moment that the seed chooses, and the file is copied without a sync: the copy has
only what had reached the disk. It is mounted in the place of the other, a server and workers are started there, and no
job is pushed again. All manifests of the copy must be whole, and every job that the publisher was told to be in the queue
must have its outputs in the end, byte for byte those of a calm run.

The same with a server that brings messages to the disk every two minutes, as it does unless told, must lose jobs: so the
test can fail.

Ends with 77 where there is no nats-server 2.10 or newer, or where no loop device can be mounted, which needs root.
"""
import hashlib
import json
import os
import random
import shutil
import signal
import subprocess
import sys
import time

from fleet import (SKIPPED, Fleet, Problems, Servers, family_of, make_jobs, make_originals, manifests, parser_of_trials,
                   server_version, tree, work_calmly)

parser = parser_of_trials()
parser.add_argument("--cuts", type=int, default=3)
given = parser.parse_args()
JOBS, AT_ONCE = 1500, 25
disk, image, copy = given.folder / "disk", given.folder / "image", given.folder / "copy"


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True)


def mount(what):
    return run("mount", "-o", "loop", what, disk)


def unmount():
    """A process that was killed may hold a file for a moment longer."""
    end = time.monotonic() + 10
    while os.path.ismount(disk) and run("umount", disk).returncode != 0 and time.monotonic() < end:
        time.sleep(0.1)


def why_not():
    """Why it cannot be tried here; None where it can."""
    program, version = server_version()
    if program is None or version < (2, 10):
        return f"nats-server 2.10 or newer is not installed ({version})"
    if os.geteuid() != 0 or shutil.which("mkfs.ext4") is None:
        return "a disk of its own needs root and mkfs.ext4"
    make_disk()
    said = mount(image)
    unmount()
    return f"no loop device can be mounted: {said.stderr.strip()}" if said.returncode != 0 else None


def make_disk():
    unmount()
    disk.mkdir(parents=True, exist_ok=True)
    with open(image, "wb") as file:
        file.truncate(256 << 20)
    run("mkfs.ext4", "-q", "-F", image)


class Publisher:
    """Pushes a few jobs at a time, and knows which the server has taken."""

    def __init__(self, fleet, lines):
        self.fleet, self.lines, self.taken, self.process = fleet, lines, 0, None

    def go_on(self):
        if self.process is not None:
            if self.process.poll() is None:
                return
            self.taken += AT_ONCE if self.process.returncode == 0 else 0
            self.process = None
        if self.taken < len(self.lines):
            self.process = subprocess.Popen(self.fleet.command("push"), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                            stderr=subprocess.DEVNULL, text=True)
            self.process.stdin.write("".join(self.lines[self.taken:self.taken + AT_ONCE]))
            self.process.stdin.close()

    def processes(self):
        return [self.process.pid] if self.process is not None and self.process.poll() is None else []


def run_until_cut(servers, fleet, publisher, seconds):
    """Returns how many jobs were acknowledged before everything stopped."""
    end = time.monotonic() + seconds
    while time.monotonic() < end or publisher.taken < AT_ONCE:
        publisher.go_on()
        time.sleep(0.005)
    taken = publisher.taken
    everyone = [pid for pump in fleet.pumps for pid in family_of(pump.pid)]
    for pid in [servers.processes[0].pid, *publisher.processes(), *everyone]:
        try:
            os.kill(pid, signal.SIGSTOP)
        except ProcessLookupError:
            pass
    run("cp", "--sparse=always", image, copy)
    if publisher.process is not None:
        publisher.process.kill()
        publisher.process.wait()
    fleet.stop()
    servers.stop()
    return taken


def broken_manifests(out):
    """Those that say something of a file that is not so."""
    found = []
    for path in out.glob("??/??/*/*/manifest.json"):
        try:
            files = [step["file"] for step in json.loads(path.read_bytes())["steps"] if step.get("file")]
            is_whole = all(hashlib.sha256((path.parent / file["name"]).read_bytes()).hexdigest() == file["sha256"] for file in files)
        except (ValueError, KeyError, OSError):
            is_whole = False
        found += [] if is_whole else [str(path)]
    return found


def places_of_jobs():
    """Where the outputs of each job have to be, by the calm run."""
    results = map(json.loads, (given.folder / "calm.jsonl").read_text().splitlines())
    return {result["id"]: result["folder"] for result in results}


def cut(program, number, sync, seconds, workers):
    """Returns how many jobs were acknowledged, how many of them are lost, manifests at the cut, and problems."""
    work = given.folder / f"{number}"
    make_disk()
    mount(image)
    servers = Servers(program, work, store=disk, sync=sync)
    fleet = Fleet(given.hub, given.vrm, servers, work, "--ack-wait", "2", "--timeout", "60", out=disk / "out")
    publisher = Publisher(fleet, (given.folder / "jobs").read_text().splitlines(keepends=True))
    try:
        for _ in range(workers):
            fleet.start_pump()
        taken = run_until_cut(servers, fleet, publisher, seconds)
        unmount()
        said = mount(copy)
        if said.returncode != 0:
            return taken, taken, 0, [f"the copy cannot be mounted: {said.stderr}"]
        problems = [f"{path} is not whole" for path in broken_manifests(disk / "out")]
        at_cut = manifests(disk / "out")
        servers.start(0)
        servers.wait()
        for _ in range(2):
            fleet.start_pump()
        # What was in the queue is done, or nothing comes for a while.
        last, since = -1, time.monotonic()
        while last < taken and time.monotonic() - since < 8:
            now = manifests(disk / "out")
            if now != last:
                last, since = now, time.monotonic()
            time.sleep(0.2)
        fleet.stop(signal.SIGTERM)
        wanted, found = tree(given.folder / "calm"), tree(disk / "out")
        problems += [f"{name} is not as in the calm run" for name in found if not name.startswith("tmp/") and found[name] != wanted.get(name)]
        places = places_of_jobs()
        lost = sum(f"{places[json.loads(line)['id']]}/manifest.json" not in found for line in publisher.lines[:taken])
        return taken, lost, at_cut, problems
    finally:
        fleet.stop()
        servers.stop()
        unmount()


def check_power_cuts():
    """PQ-012: what was acknowledged is not lost, and what is there is whole."""
    shutil.rmtree(given.folder, ignore_errors=True)
    given.folder.mkdir(parents=True)
    reason = why_not()
    if reason is not None:
        print(f"skipped: {reason}")
        return SKIPPED
    program, version = server_version()
    make_jobs(given.folder, JOBS, make_originals(given.maker, given.folder))
    work_calmly(given.vrm, given.folder)
    dice, problems, said = random.Random(given.seed), Problems(), []
    for number in range(given.cuts):
        taken, lost, at_cut, more = cut(program, number, "always", dice.uniform(1.0, 4.0), 2)
        said.append(f"{taken} acknowledged, {at_cut} done, {lost} lost")
        problems.found += more
        problems.want(lost == 0, f"{lost} of {taken} acknowledged jobs are lost")
    taken, lost, _, _ = cut(program, given.cuts, "2m", 1.0, 0)
    problems.want(lost > 0, f"a server that does not bring messages to the disk lost none of {taken}: the cut cuts nothing")
    return problems.end(
        f"power cuts, nats-server {'.'.join(map(str, version))}, seed {given.seed}: {'; '.join(said)}. Without `always`: {taken} acknowledged, {lost} lost", given.folder)


sys.exit(check_power_cuts())
