"""Kills processes of a fleet, its broker and its publisher while it works, and looks whether anything is lost or
done twice.

usage: check_chaos.py HUB VRM MAKER FOLDER [--jobs N] [--seed S] [--every MS] [--servers 1|3] [--server-every MS]
                      [--pictures] [--wipe] [--workers N]

Avatars that differ in a byte that nobody reads have check, info and every sixth migrate; with --pictures, all have a
portrait, and half of them become smaller files. A calm run of `vrm work` says what must come out. Then a publisher,
workers, and a server that brings each message to the disk, or a cluster of three, do the same, while processes of it,
chosen by the seed, are ended by SIGKILL: of the workers, their children and what draws for them every 100 milliseconds,
or every 2 seconds where pictures are made; of the servers --server-every after each start; and the publisher now and
then, ever more seldom, so that it comes to its end. With --wipe, the disk of the server is deleted too when a third is
done; there, and with a cluster, which loses jobs as well, the publisher begins again and again, as a reconciler does. At
the end there are exactly as many manifests as jobs, every byte is that of the calm run, nothing else is in the folder,
and no more jobs were done again than processes were killed.

Ends with 77 where there is no nats-server 2.10 or newer.
"""
import collections
import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

from fleet import (SKIPPED, Fleet, Problems, Servers, family_of, make_jobs, make_originals, manifests, parser_of_trials,
                   picture_steps, server_version, text_steps, work_calmly)

parser = parser_of_trials()
parser.add_argument("--jobs", type=int, default=2000)
parser.add_argument("--every", type=int, help="milliseconds between kills of workers")
parser.add_argument("--pictures", action="store_true")
parser.add_argument("--servers", type=int, default=1, choices=[1, 3])
parser.add_argument("--server-every", type=int, default=1000)
parser.add_argument("--workers", type=int, default=3)
parser.add_argument("--wipe", action="store_true")
given = parser.parse_args()
given.every = given.every or (2000 if given.pictures else 100)
SAMPLES = Path(__file__).resolve().parents[2] / "samples"


class Chaos:
    def __init__(self, servers):
        self.dice, self.servers = random.Random(given.seed), servers
        self.fleet = Fleet(given.hub, given.vrm, servers, given.folder, "--ack-wait", "3", "--timeout", "60",
                           "--replicas", str(given.servers))
        self.pumps = [self.fleet.start_pump() for _ in range(given.workers)]
        self.publisher, self.published = None, False
        self.kills = collections.Counter()
        self.down = {}  # servers that are not there, and when they come back
        self.server_since = time.monotonic()  # when the last of them was started
        self.wiped = not given.wipe
        # A disk that is deleted, and a cluster, lose jobs. One server with its disk must not.
        self.reconciles = given.wipe or given.servers > 1
        self.done = 0
        self.patience = 0.3  # of the publisher's killer

    def publish(self):
        """A publisher that was killed begins again: what waits or is done is not queued twice."""
        if self.published or (self.publisher is not None and self.publisher.poll() is None):
            return
        if self.publisher is not None and self.publisher.returncode == 0:
            self.published = True
            return
        with open(given.folder / "jobs") as jobs:
            self.publisher = subprocess.Popen(self.fleet.command("push", "--out", "out"), stdin=jobs, cwd=given.folder,
                                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True)

    def kill_worker(self):
        """The pump, its `vrm work`, or a process of that: the child of a job, or a program that draws or makes smaller."""
        family = family_of(self.dice.choice(self.pumps).pid)
        victim = self.dice.choice(family)
        try:
            name = Path(f"/proc/{victim}/comm").read_text().strip()
            os.kill(victim, signal.SIGKILL)
        except OSError:
            return
        self.kills[name if name in ("vrm-draw", "vrm-optimize") else ("pump", "worker", "child")[min(family.index(victim), 2)]] += 1

    def kill_server(self, now):
        if self.down:
            return
        i = self.dice.randrange(given.servers)
        self.servers.kill(i)
        if not self.wiped and self.done > given.jobs // 3:
            self.servers.wipe(i)
            self.wiped = True
            self.published = False  # what is in the queue is lost: the reconciler has to bring it back
        self.kills["server"] += 1
        self.down[i] = now + self.dice.uniform(0.02, 0.3)

    def mend(self, now):
        for i in [i for i, when in self.down.items() if when <= now]:
            self.servers.start(i)
            del self.down[i]
            self.server_since = now
        for i, pump in enumerate(self.pumps):
            if pump.poll() is not None:
                self.fleet.pumps.remove(pump)
                self.pumps[i] = self.fleet.start_pump()
        if self.published and self.publisher is not None and self.reconciles and self.wiped:
            self.publisher, self.published = None, False  # again and again, as a reconciler does
        self.publish()

    def count(self):
        """In a thread of its own: counting 20,000 takes seconds on a busy machine, and kills are not to wait for it."""
        while self.done < given.jobs:
            self.done = manifests(given.folder / "out")
            time.sleep(1)

    def run(self, seconds):
        start = time.monotonic()
        last = {"worker": start, "publisher": start}
        threading.Thread(target=self.count, daemon=True).start()
        while self.done < given.jobs and time.monotonic() - start < seconds:
            now = time.monotonic()
            self.mend(now)
            if now - last["worker"] > given.every / 1000:
                last["worker"] = now
                self.kill_worker()
            # Since it was started, and not since the last kill: on a busy machine it would never come up.
            if now - self.server_since > given.server_every / 1000:
                self.kill_server(now)
            if now - last["publisher"] > self.patience and not self.published and self.publisher is not None and self.publisher.poll() is None:
                last["publisher"] = now
                self.patience *= 1.7
                self.publisher.kill()
                self.publisher.wait()
                self.kills["publisher"] += 1
            time.sleep(0.01)
        for i in list(self.down):
            self.servers.start(i)
        self.down = {}
        return time.monotonic() - start


def check_chaos():
    """PQ-009: nothing is lost, and nothing is there twice or otherwise."""
    program, version = server_version()
    if program is None or version < (2, 10):
        print(f"skipped: nats-server 2.10 or newer is not installed ({version})")
        return SKIPPED
    shutil.rmtree(given.folder, ignore_errors=True)
    if given.pictures:
        originals = [(SAMPLES / f"character-{dialect}.vrm").read_bytes() for dialect in ("0.x", "1.0")]
    else:
        originals = make_originals(given.maker, given.folder)
    make_jobs(given.folder, given.jobs, originals, picture_steps if given.pictures else text_steps)
    work_calmly(given.vrm, given.folder)
    problems, servers = Problems(), Servers(program, given.folder / "server", given.servers)
    chaos = None
    try:
        chaos = Chaos(servers)
        seconds = chaos.run(max(120, given.jobs / (1 if given.pictures else 5)))
        # Calm again: the queue becomes empty, which says that everything was acknowledged in the end.
        end, left = time.monotonic() + 60, -1
        while left != 0 and time.monotonic() < end:
            chaos.mend(time.monotonic())
            with open(given.folder / "jobs") as jobs:
                said = chaos.fleet.run("status", "--out", "out", "--prometheus", stdin=jobs).stdout
            left = next((float(line.split()[1]) for line in said.splitlines() if line.startswith("vrm_hub_broker_queued")), -1)
            time.sleep(0.2)
        # A cluster of 2.10 keeps a few acknowledged jobs for ever, which nothing hands out again.
        problems.want(left == 0 or (left > 0 and given.servers > 1), f"{left} jobs still wait in the queue")
        codes = chaos.fleet.stop(signal.SIGTERM)
        problems.want(not any(codes), f"the workers ended with {codes}")
    finally:
        if chaos is not None:
            chaos.fleet.stop()
            if chaos.publisher is not None and chaos.publisher.poll() is None:
                chaos.publisher.kill()
        servers.stop()
    # A last worker sweeps what killed ones have left.
    subprocess.run([given.vrm, "work", "--out", given.folder / "out"], input=b"", check=True, timeout=60)
    problems.same_outputs(given.folder / "calm", given.folder / "out", given.jobs)
    results = chaos.fleet.results()
    computed = collections.Counter(result["key"] for result in results if result["result"] == "done" and not result["cached"])
    failed = sum(result["result"] in ("crashed", "overran", "no-record") for result in results)
    again, kills = sum(times - 1 for times in computed.values()) + failed, sum(chaos.kills.values())
    problems.want(again <= kills, f"{again} jobs were done again after {kills} kills")
    of_workers = kills - chaos.kills["server"] - chaos.kills["publisher"]
    problems.want(of_workers >= 3 and chaos.kills["server"] >= 1, f"too few kills: {chaos.kills}")
    problems.want(chaos.wiped, "the disk was not deleted")
    return problems.end(
        f"{given.jobs} jobs{' with pictures' if given.pictures else ''} in {seconds:.0f} s, nats-server {'.'.join(map(str, version))} x {given.servers}, seed {given.seed}: "
        f"kills {', '.join(f'{name} {times}' for name, times in sorted(chaos.kills.items()))}{', disk deleted' if given.wipe else ''}; {again} done again, {left:.0f} left in the queue, {given.jobs} manifests, nothing lost, every byte as in the calm run", given.folder)


sys.exit(check_chaos())
