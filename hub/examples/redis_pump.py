#!/usr/bin/env python3
"""A pump for Redis Streams: jobs of a stream for `vrm work`. It shows that the worker knows no queue.

usage: redis_pump.py push [--server HOST:PORT] [--name NAME] [--max-queued N]  < JOBS
       redis_pump.py work --out FOLDER [--server HOST:PORT] [--name NAME] [--jobs N] [--vrm PROGRAM]
                          [--ack-wait SECONDS] [-- OPTIONS OF vrm work]
       redis_pump.py status | dead [--server HOST:PORT] [--name NAME]

Redis needs `appendonly yes` and `appendfsync always`: with the default it loses up to a second of jobs at a loss of
power. A job is in the stream once, and leaves it when its manifest is on the disk. One that crashed or overran is tried
three times; one that was handed out 20 times because something was killed is given up. Both become dead letters.
SIGTERM finishes what has begun. hub/README.md has the same for NATS JetStream, with more around it.
"""
import argparse
import collections
import hashlib
import json
import os
import select
import signal
import socket
import subprocess
import sys
import time

MOST_TRIES, MOST_DELIVERIES, READ_AHEAD = 3, 20, 6

# A job waits once: the set has the hashes of those in the stream. Scripts happen as a whole, or not at all.
PUSH = """if redis.call('XLEN', KEYS[1]) >= tonumber(ARGV[3]) then return 'full' end
if redis.call('SADD', KEYS[2], ARGV[1]) == 0 then return 'known' end
redis.call('XADD', KEYS[1], '*', 'job', ARGV[2], 'hash', ARGV[1])
return 'queued'"""
END = """if ARGV[4] ~= '' then redis.call('XADD', KEYS[3], '*', 'letter', ARGV[4]) end
redis.call('XACK', KEYS[1], ARGV[1], ARGV[2])
redis.call('XDEL', KEYS[1], ARGV[2])
redis.call('SREM', KEYS[2], ARGV[3])"""


class Redis:
    """As much of the protocol as is needed. A connection that breaks is made again, and the command sent again: each
    of those used here may be done twice."""

    def __init__(self, address):
        host, port = address.rsplit(":", 1)
        self.address, self.file = (host, int(port)), None

    def call(self, *words):
        while True:
            try:
                if self.file is None:
                    self.file = socket.create_connection(self.address, timeout=30).makefile("rwb")
                parts = [word if isinstance(word, bytes) else str(word).encode() for word in words]
                self.file.write(b"*%d\r\n" % len(parts) + b"".join(b"$%d\r\n%s\r\n" % (len(part), part) for part in parts))
                self.file.flush()
                answer = self.read()
            except (OSError, EOFError):
                self.file = None
                time.sleep(0.1)
                continue
            if isinstance(answer, Exception) and str(answer).startswith("LOADING"):
                time.sleep(0.1)
                continue
            return answer

    def read(self):
        line = self.file.readline()
        if not line.endswith(b"\r\n"):
            raise EOFError
        kind, rest = line[:1], line[1:-2]
        if kind == b"+":
            return rest
        if kind == b"-":
            return RuntimeError(rest.decode())
        if kind == b":":
            return int(rest)
        if kind == b"$":
            return None if int(rest) < 0 else self.file.read(int(rest) + 2)[:-2]
        return None if int(rest) < 0 else [self.read() for _ in range(int(rest))]


class Worker:
    """The process of `vrm work`."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        os.set_blocking(self.process.stdout.fileno(), False)
        self.rest, self.is_gone = b"", False

    def give(self, line):
        try:
            self.process.stdin.write(line + b"\n")
            self.process.stdin.flush()
        except OSError:
            self.is_gone = True

    def results(self, seconds):
        select.select([self.process.stdout], [], [], seconds)
        while True:
            try:
                piece = os.read(self.process.stdout.fileno(), 1 << 16)
            except BlockingIOError:
                break
            if not piece:
                self.is_gone = True
                break
            self.rest += piece
        *lines, self.rest = self.rest.split(b"\n")
        return [json.loads(line) for line in lines]


class Pump:
    def __init__(self, given):
        self.redis, self.given = Redis(given.server), given
        self.jobs, self.known, self.dead = (f"{given.name}:{part}" for part in ("jobs", "known", "dead"))
        self.me, self.slots, self.is_draining = f"{socket.gethostname()}-{os.getpid()}", {}, False
        self.window = min(64, 2 * given.jobs + READ_AHEAD)
        self.command = [given.vrm, "work", "--out", given.out, "--jobs", str(given.jobs), *given.rest]
        self.set_up()

    def set_up(self):
        self.redis.call("XGROUP", "CREATE", self.jobs, "work", "0", "MKSTREAM")  # an error says that it is there

    def end(self, name, slot, letter=b""):
        self.redis.call("EVAL", END, 3, self.jobs, self.known, self.dead, "work", name, slot["hash"], letter)

    def bury(self, name, result, reason):
        slot = self.slots.pop(name)
        letter = {"result": result, "reason": reason, "tries": slot["tries"], "deliveries": slot["deliveries"],
                  "job": slot["job"].decode(errors="replace")}
        self.end(name, slot, json.dumps(letter).encode())

    def begin(self, name, fields):
        slot = dict(zip([key.decode() for key in fields[::2]], fields[1::2]))
        about = self.redis.call("XPENDING", self.jobs, "work", name, name, 1)
        slot.update(tries=0, deliveries=about[0][3] if about else 1)
        self.slots[name] = slot
        if slot["deliveries"] > MOST_DELIVERIES:
            self.bury(name, "lost", "its workers were killed again and again")
        else:
            self.run(name)

    def run(self, name):
        slot = self.slots[name]
        try:
            self.worker.give(json.dumps({**json.loads(slot["job"]), "id": name.decode()}).encode())
        except (ValueError, TypeError):
            self.bury(name, "wrong-job", "the message is no job")

    def take(self):
        """What others have left comes first, then what is new."""
        room = self.window - len(self.slots)
        if self.is_draining or room <= self.window // 2:
            return
        claimed = self.redis.call("XAUTOCLAIM", self.jobs, "work", self.me, int(self.given.ack_wait * 1000), "0", "COUNT", room)
        if isinstance(claimed, RuntimeError):
            self.set_up()  # the server came back empty
            return
        found = [entry for entry in claimed[1] if entry and entry[1]]
        if len(found) < room:
            wait = [] if self.slots or found else ["BLOCK", 250]
            fresh = self.redis.call("XREADGROUP", "GROUP", "work", self.me, "COUNT", room - len(found), *wait, "STREAMS", self.jobs, ">")
            found += fresh[0][1] if isinstance(fresh, list) else []
        for name, fields in found:
            if name not in self.slots:
                self.begin(name, fields)

    def take_result(self, result):
        name = (result["id"] or "").encode()
        slot, word = self.slots.get(name), result["result"]
        if slot is None:
            return
        job = json.loads(slot["job"])
        print(json.dumps({**result, "id": job.get("id"), "deliveries": slot["deliveries"]}), flush=True)
        if word == "done":
            self.end(name, self.slots.pop(name))
        elif word in ("returned", "not-written"):
            del self.slots[name]  # another worker has it after the time of --ack-wait
        elif word in ("wrong-job", "no-input", "wrong-sha256"):
            self.bury(name, word, result.get("reason", ""))
        else:
            slot["tries"] += 1
            if slot["tries"] >= MOST_TRIES:
                self.bury(name, word, result.get("reason", ""))
            else:
                self.run(name)

    def show_life(self):
        for name in self.slots:
            self.redis.call("XCLAIM", self.jobs, "work", self.me, 0, name, "JUSTID")

    def replace_worker(self):
        """A worker that is gone took no try of its jobs: it may have been killed."""
        self.worker.process.wait()
        self.worker = Worker(self.command)
        for name in list(self.slots):
            self.slots[name]["deliveries"] += 1
            if self.slots[name]["deliveries"] > MOST_DELIVERIES:
                self.bury(name, "lost", "its workers were killed again and again")
            else:
                self.run(name)

    def drain(self, *_):
        self.is_draining = True

    def work(self):
        signal.signal(signal.SIGTERM, self.drain)
        signal.signal(signal.SIGINT, self.drain)
        self.worker, last, has_asked = Worker(self.command), time.monotonic(), False
        while not self.is_draining or self.slots:
            if self.is_draining and not has_asked:
                self.worker.process.terminate()
                has_asked = True
            self.take()
            for result in self.worker.results(0.1 if self.slots else 0):
                self.take_result(result)
            if self.worker.is_gone and self.is_draining:
                break
            if self.worker.is_gone:
                self.replace_worker()
            if time.monotonic() - last > self.given.ack_wait / 3:
                last = time.monotonic()
                self.show_life()
        self.worker.process.stdin.close()
        self.worker.process.wait()


def push(given):
    redis, counts = Redis(given.server), collections.Counter()
    for line in sys.stdin.buffer:
        line = line.strip()
        while line:
            said = redis.call("EVAL", PUSH, 2, f"{given.name}:jobs", f"{given.name}:known", hashlib.sha256(line).hexdigest(), line, given.max_queued)
            if said != b"full":
                counts[said.decode() if isinstance(said, bytes) else f"refused ({said})"] += 1
                break
            time.sleep(0.05)
    print(", ".join(f"{word} {count}" for word, count in sorted(counts.items())))


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("verb", choices=["push", "work", "status", "dead"])
    parser.add_argument("--server", default="127.0.0.1:6379")
    parser.add_argument("--name", default="vrm")
    parser.add_argument("--out")
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--vrm", default="vrm")
    parser.add_argument("--ack-wait", type=float, default=30)
    parser.add_argument("--max-queued", type=int, default=100000)
    words = sys.argv[1:]
    middle = words.index("--") if "--" in words else len(words)
    given = parser.parse_args(words[:middle])
    given.rest = words[middle + 1:]
    if given.verb == "work":
        if given.out is None:
            parser.error("--out is missing")
        Pump(given).work()
    elif given.verb == "push":
        push(given)
    elif given.verb == "status":
        redis = Redis(given.server)
        print(f"waiting {redis.call('XLEN', given.name + ':jobs')}, dead {redis.call('XLEN', given.name + ':dead')}")
    else:
        for _, fields in Redis(given.server).call("XRANGE", f"{given.name}:dead", "-", "+"):
            print(fields[1].decode())


if __name__ == "__main__":
    main()
