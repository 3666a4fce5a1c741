"""Servers, pumps and avatars for the tests of vrm-hub, all on loopback addresses."""
import argparse
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "test/support"))
from problems import Problems, tree  # noqa: F401 (for the tests of this folder)

SKIPPED = 77


def parser_of_trials():
    """The arguments that all tests have that kill what works, beside their own."""
    parser = argparse.ArgumentParser()
    for program in ["hub", "vrm", "maker"]:
        parser.add_argument(program, type=os.path.abspath)
    parser.add_argument("folder", type=lambda text: Path(text).absolute())
    parser.add_argument("--seed", type=int, default=1)
    return parser


def free_ports(count):
    sockets = [socket.socket() for _ in range(count)]
    for each in sockets:
        each.bind(("127.0.0.1", 0))
    ports = [each.getsockname()[1] for each in sockets]
    for each in sockets:
        each.close()
    return ports


def server_version():
    """(2, 10, 27), or None where no nats-server is installed."""
    program = shutil.which("nats-server") or shutil.which("nats-server", path="/usr/sbin")
    if program is None:
        return None, None
    said = subprocess.run([program, "--version"], capture_output=True, text=True).stdout
    numbers = said.strip().rsplit("v", 1)[-1].split("-")[0].split(".")
    return program, tuple(int(number) for number in numbers[:3])


def publish(port, messages):
    """Publishes (subject, bytes) as any client can, without a look at what they are."""
    with socket.create_connection(("127.0.0.1", port), timeout=20) as client, client.makefile("rb") as answers:
        client.sendall(b'CONNECT {"verbose":false}\r\n')
        for subject, data in messages:
            client.sendall(f"PUB {subject} {len(data)}\r\n".encode() + data + b"\r\n")
        client.sendall(b"PING\r\n")
        while answers.readline() != b"PONG\r\n":
            pass


def children_of(pid):
    try:
        return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]
    except OSError:
        return []


def family_of(pid):
    """The process, what it started, and what that started."""
    found = [pid]
    for child in children_of(pid):
        found += family_of(child)
    return found


class Servers:
    """One server that brings every message to the disk, or a cluster of three."""

    def __init__(self, program, folder, count=1, store=None, sync="always", more=""):
        """Messages are in `store`, in the folder itself unless told. `more` is added to the configuration."""
        self.program, self.folder, self.count = program, Path(folder), count
        self.store = Path(store) if store is not None else self.folder
        self.folder.mkdir(parents=True)
        self.ports, routes = free_ports(count), free_ports(count)
        self.url = ",".join(f"nats://127.0.0.1:{port}" for port in self.ports)
        self.processes = [None] * count
        for i in range(count):
            text = (f"listen: 127.0.0.1:{self.ports[i]}\nserver_name: s{i}\n"
                    f'jetstream {{ store_dir: "{self.store}/{i}", sync_interval: {sync}, max_file_store: 1GB }}\n{more}')
            if count > 1:
                others = ", ".join(f'"nats://127.0.0.1:{port}"' for port in routes)
                text += f"cluster {{ name: c, listen: 127.0.0.1:{routes[i]}, routes: [{others}] }}\n"
            (self.folder / f"{i}.conf").write_text(text)
            self.start(i)
        self.wait()

    def start(self, i):
        with open(self.folder / f"{i}.log", "ab") as log:
            self.processes[i] = subprocess.Popen([self.program, "-c", str(self.folder / f"{i}.conf")],
                                                 stdout=log, stderr=log, start_new_session=True)

    def wait(self, seconds=20):
        end = time.monotonic() + seconds
        for port in self.ports:
            while time.monotonic() < end:
                try:
                    socket.create_connection(("127.0.0.1", port), timeout=1).close()
                    break
                except OSError:
                    time.sleep(0.02)

    def kill(self, i):
        self.processes[i].kill()
        self.processes[i].wait()

    def wipe(self, i):
        shutil.rmtree(self.store / str(i), ignore_errors=True)

    def stop(self):
        for process in self.processes:
            if process is not None and process.poll() is None:
                process.kill()
                process.wait()


class Fleet:
    """What is started here is ended here."""

    def __init__(self, hub, vrm, servers, folder, *options, out="out"):
        self.hub, self.vrm, self.servers, self.folder = hub, vrm, servers, Path(folder)
        self.options, self.out = list(options), str(out)
        self.pumps, self.logs = [], 0

    def command(self, verb, *words):
        return [self.hub, verb, "--server", self.servers.url, *self.options, *words]

    def run(self, verb, *words, **keywords):
        return subprocess.run(self.command(verb, *words), capture_output=True, text=True, timeout=120,
                              cwd=self.folder, **keywords)

    def start_pump(self, *words):
        self.logs += 1
        with open(self.folder / f"results-{self.logs}.jsonl", "wb") as log, open(self.folder / "stderr", "ab") as said:
            pump = subprocess.Popen(self.command("work", "--vrm", self.vrm, "--out", self.out, *words), stdout=log, stderr=said,
                                    stdin=subprocess.DEVNULL, cwd=self.folder, start_new_session=True)
        self.pumps.append(pump)
        return pump

    def results(self):
        found = []
        for path in sorted(self.folder.glob("results-*.jsonl")):
            for line in path.read_bytes().split(b"\n")[:-1]:  # a last line that is not whole was cut off by a kill
                found.append(json.loads(line))
        return found

    def stop(self, number=signal.SIGKILL):
        for pump in self.pumps:
            if pump.poll() is None:
                family = family_of(pump.pid) if number == signal.SIGKILL else [pump.pid]
                for pid in family:
                    try:
                        os.kill(pid, number)
                    except ProcessLookupError:
                        pass
        codes = [pump.wait(timeout=60) for pump in self.pumps]
        self.pumps = []
        return codes


def text_steps(i):
    return ["check", "info"] + ([{"verb": "migrate", "options": {"accept-license-mapping": True}}] if i % 6 == 0 else [])


def picture_steps(i):
    """Every job draws, and half of them make a smaller file too, in both versions of VRM."""
    smaller = [{"verb": "optimize", "options": {"max-texture": 64}}] if i % 4 < 2 else []
    return ["check", "info", {"verb": "thumb", "options": {"size": "128x128"}}, *smaller]


def make_originals(maker, folder):
    """An avatar in each of the two versions of VRM, as bytes."""
    originals = []
    folder.mkdir(parents=True, exist_ok=True)
    for dialect in ["0.x", "1.0"]:
        path = folder / f"{dialect}.vrm"
        subprocess.run([maker, "parametric", "--dialect", dialect, "-o", path], check=True)
        originals.append(path.read_bytes())
    return originals


def make_jobs(folder, count, originals, steps=text_steps):
    """Avatars that differ in a byte that nobody reads, so that each has a hash of its own, and a file of jobs."""
    (folder / "in").mkdir(parents=True)
    lines = []
    for i in range(count):
        path = folder / "in" / f"{i}.vrm"
        path.write_bytes(originals[i % len(originals)] + i.to_bytes(4, "little"))
        lines.append(json.dumps({"id": str(i), "in": {"path": str(path)}, "do": steps(i)}) + "\n")
    (folder / "jobs").write_text("".join(lines))


def work_calmly(vrm, folder):
    """What must come out of the jobs of a folder, by one worker that nobody disturbs."""
    with open(folder / "jobs") as jobs, open(folder / "calm.jsonl", "w") as results:
        subprocess.run([vrm, "work", "--out", folder / "calm", "--jobs", "2", "--timeout", "60s"], stdin=jobs, stdout=results, check=True)


def manifests(out):
    return sum(1 for _ in Path(out).glob("??/??/*/*/manifest.json"))
