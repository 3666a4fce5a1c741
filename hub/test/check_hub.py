"""Tries the verbs of vrm-hub on a server of NATS that it starts on a loopback address.

usage: check_hub.py HUB VRM EVIL ROOT FOLDER

EVIL is the program whose jobs crash, spin and lie (test/worker/evil_work.c). Ends with 77 where there is no
nats-server 2.10 or newer.
"""
import hashlib
import json
import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

from fleet import SKIPPED, Fleet, Problems, Servers, children_of, publish, server_version

hub, vrm, evil, root, folder = [os.path.abspath(word) for word in sys.argv[1:6]]
root, folder = Path(root), Path(folder)
problems = Problems()
want, same = problems.want, problems.same


def wait_for(condition, seconds=30):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if condition():
            return True
        time.sleep(0.05)
    return False


def status(fleet, *words):
    text = fleet.run("status", "--out", "out", "--prometheus", *words).stdout
    return {line.split()[0].removeprefix("vrm_hub_"): float(line.split()[1]) for line in text.splitlines() if line[0] != "#"}


def make_uploads(where, count):
    data = (root / "samples/character-1.0.vrm").read_bytes()
    (folder / where).mkdir()
    for i in range(count):
        (folder / where / f"{i}.vrm").write_bytes(data + f"{where} {i}".encode())


def check_pushing(fleet):
    """PQ-001, PQ-004: a job waits once, however often it is pushed; a full queue makes its publisher wait."""
    make_uploads("up", 30)
    same(fleet.run("push", "up").stdout, "queued 30, already queued 0, already done 0, dead 0, refused 0\n", "push")
    same(fleet.run("push", "up").stdout, "queued 0, already queued 30, already done 0, dead 0, refused 0\n", "again")
    fleet.servers.kill(0)
    fleet.servers.start(0)
    fleet.servers.wait()
    same(fleet.run("push", "up").stdout, "queued 0, already queued 30, already done 0, dead 0, refused 0\n", "after a kill")
    make_uploads("more", 40)
    small = Fleet(hub, vrm, fleet.servers, folder, "--name", "small", "--max-queued", "10", "--ack-wait", "2")
    with subprocess.Popen(small.command("push", "more"), cwd=folder, stdout=subprocess.PIPE, text=True) as publisher:
        time.sleep(1.5)
        want(publisher.poll() is None, "a publisher does not wait for a full queue")
        same(status(small, "more")["broker_queued"], 10.0, "a full queue")
        small.start_pump()
        same(publisher.communicate(timeout=60)[0], "queued 40, already queued 0, already done 0, dead 0, refused 0\n", "a slow queue")
    want(wait_for(lambda: status(small, "more")["done"] == 40), "what a full queue delayed is not done")
    same(small.stop(signal.SIGTERM), [0], "exit code")
    want(status(small, "more")["broker_queued"] == 0, "what is done still waits")


def check_working(fleet):
    """PQ-002, PQ-006: jobs are done and forgotten, and status counts manifests."""
    before = status(fleet, "up")
    same((before["uploaded"], before["done"], before["waiting"], before["broker_up"]), (30, 0, 30, 1), "before")
    fleet.start_pump("--jobs", "2")
    want(wait_for(lambda: status(fleet, "up")["done"] == 30), "30 jobs are not done")
    want(wait_for(lambda: status(fleet, "up")["broker_queued"] == 0), "what is done still waits")
    after = status(fleet, "up")
    same((after["waiting"], after["dead"], after["oldest_seconds"]), (0, 0, 0), "after")
    want(after["rate"] > 0, "no rate")
    results = fleet.results()
    same(sorted(result["id"] for result in results if result["id"].startswith("up/")), sorted(f"up/{i}.vrm" for i in range(30)), "results")
    text = fleet.run("status", "--out", "out", "up").stdout
    want("done       30 (100.0 %)" in text and "time left  none" in text, text)
    same(fleet.run("push", "--out", "out", "up").stdout, "queued 0, already queued 0, already done 30, dead 0, refused 0\n", "what is done")
    same(fleet.stop(signal.SIGTERM), [0], "exit code")
    if shutil.which("promtool"):
        said = fleet.run("status", "--out", "out", "--prometheus", "up").stdout
        same(subprocess.run(["promtool", "check", "metrics"], input=said, text=True, capture_output=True).returncode, 0, "promtool")


def check_pictures(fleet):
    """PQ-008: jobs that draw are found to be done, though the worker alone knows what draws."""
    if not (Path(vrm).parent / "vrm-draw").exists():
        return
    make_uploads("drawn", 2)
    words = ["--do", '["info",{"verb":"thumb","options":{"size":64}}]', "drawn"]
    fleet.run("push", *words)
    fleet.start_pump("--timeout", "60")
    want(wait_for(lambda: status(fleet, *words)["done"] == 2, 60), "pictures are not done, or not found to be")
    same(fleet.run("reconcile", "--out", "out", *words).stdout[:9], "queued 0,", "pictures that are done")
    same(status(fleet, "--do", "info,thumb", "drawn")["done"], 0, "others are not")
    fleet.stop(signal.SIGTERM)


def check_order(fleet):
    """PQ-005: live uploads go before the back-catalogue."""
    make_uploads("old", 40)
    (folder / "new").mkdir()
    shutil.copy(root / "samples/character-0.x.vrm", folder / "new/one.vrm")
    order = Fleet(hub, vrm, fleet.servers, folder, "--name", "order")
    order.run("push", "--back", "--do", "check", "old")
    order.run("push", "--do", "check", "new")
    order.start_pump()
    want(wait_for(lambda: status(order, "--do", "check", "old")["done"] == 40), "the back-catalogue is not done")
    ids = [result["id"] for result in order.results() if result["id"].split("/")[0] in ("old", "new")]
    want("new/one.vrm" in ids[:8], f"a live upload was number {ids.index('new/one.vrm')}")
    order.stop(signal.SIGTERM)


def check_draining(fleet):
    """PQ-007: SIGTERM finishes what has begun, and gives back the rest at once."""
    make_uploads("drain", 60)
    drain = Fleet(hub, vrm, fleet.servers, folder, "--name", "drain", "--ack-wait", "600")
    drain.run("push", "drain")
    drain.start_pump()
    wait_for(lambda: status(drain, "drain")["done"] >= 5)
    same(drain.stop(signal.SIGTERM), [0], "exit code")
    done = int(status(drain, "drain")["done"])
    want(5 <= done < 60, f"{done} jobs were done before it ended")
    drain.start_pump("--jobs", "4")
    want(wait_for(lambda: status(drain, "drain")["done"] == 60), "jobs that were given back are not handed out for 600 seconds")
    drain.stop(signal.SIGTERM)


def check_returning(fleet):
    """PQ-003: what a worker cannot do is handed out again after the ack wait, and that is no try."""
    if not (Path(vrm).parent / "vrm-draw").exists():
        return
    make_uploads("returned", 1)
    (folder / "lonely").mkdir()
    shutil.copy(vrm, folder / "lonely/tool")
    (folder / "lonely/vrm").write_text(f'#!/bin/sh\nPATH= exec "{folder}/lonely/tool" "$@"\n')
    (folder / "lonely/vrm").chmod(0o755)
    without = Fleet(hub, str(folder / "lonely/vrm"), fleet.servers, folder, "--name", "lonely", "--ack-wait", "2", "--timeout", "60")
    words = ["--do", '[{"verb":"thumb","options":{"size":32}}]', "returned"]
    without.run("push", *words)
    without.start_pump()
    want(wait_for(lambda: any(result["result"] == "returned" for result in without.results())), "a worker that cannot draw does not say so")
    without.stop(signal.SIGTERM)
    having = Fleet(hub, vrm, fleet.servers, folder, "--name", "lonely", "--ack-wait", "2", "--timeout", "60")
    having.start_pump()
    want(wait_for(lambda: status(having, *words)["done"] == 1), "what was returned is not handed out again")
    same(having.run("dead").stdout, "", "dead letters")
    having.stop(signal.SIGTERM)


def check_dying(fleet):
    """PQ-003: what crashes dies after three tries, what nobody can do at once; a kill is no try."""
    bad = Fleet(hub, evil, fleet.servers, folder, "--name", "bad", "--ack-wait", "2", "--timeout", "0.5")
    path = str(folder / "up/0.vrm")
    (folder / "deed").write_bytes(b"crash" + bytes(64))
    jobs = [{"id": "crash", "in": {"path": str(folder / "deed")}, "do": ["info"]},
            {"id": "gone", "in": {"path": str(folder / "no.vrm"), "sha256": "0" * 64}, "do": ["info"]},
            {"id": "other", "in": {"path": path, "sha256": "1" * 64}, "do": ["info"]}]
    lines = "".join(json.dumps(job) + "\n" for job in jobs)
    same(bad.run("push", input=lines).stdout[:8], "queued 3", "bad jobs")
    bad.start_pump()
    want(wait_for(lambda: len(bad.run("dead").stdout.splitlines()) == 3), "not all bad jobs die")
    letters = {letter["job"]["id"]: letter for letter in map(json.loads, bad.run("dead").stdout.splitlines())}
    same({name: (letter["result"], letter["tries"]) for name, letter in letters.items()},
         {"crash": ("crashed", 3), "gone": ("no-input", 0), "other": ("wrong-sha256", 0)}, "letters")
    # Under a sanitizer the process ends by itself, and no signal ends it.
    want(any(words in letters["crash"]["reason"] for words in ("signal", "without a report")),
         f"reason: {letters['crash']['reason']}")
    want(wait_for(lambda: status(bad, "up")["broker_queued"] == 0), "the dead still wait")
    same(bad.stop(signal.SIGTERM), [0], "exit code")
    same(bad.run("push", "--out", "out", input=lines).stdout, "queued 0, already queued 0, already done 0, dead 3, refused 0\n", "the dead stay dead")
    same(bad.run("push", "--out", "out", "--again", input=lines).stdout[:8], "queued 3", "unless they are asked for")
    same(bad.run("dead").stdout, "", "letters that were taken out")
    want(bad.run("push", input='{"id":"x"}\nno json\n').returncode == 1, "lines that are no jobs")


def check_deliveries(fleet):
    """PQ-003: a job whose workers are killed again and again has a bound of its own."""
    lost = Fleet(hub, evil, fleet.servers, folder, "--name", "lost", "--timeout", "60")
    (folder / "spin").write_bytes(b"spin" + bytes(64))
    line = json.dumps({"id": "spin", "in": {"path": str(folder / "spin")}, "do": ["info"]}) + "\n"
    lost.run("push", input=line)
    pump = lost.start_pump()
    kills = 0
    end = time.monotonic() + 60
    while time.monotonic() < end and kills < 30 and not lost.run("dead").stdout:
        for worker in children_of(pump.pid):
            if len(children_of(worker)) > 1:  # the process of the job, beside the one that forked it
                os.kill(worker, signal.SIGKILL)
                kills += 1
        time.sleep(0.02)
    letters = [json.loads(line) for line in lost.run("dead").stdout.splitlines()]
    same([(letter["result"], letter["tries"], letter["deliveries"]) for letter in letters], [("lost", 0, 21)], f"after {kills} kills")
    lost.stop()


def check_lost_disk(fleet):
    """PQ-008: a broker that lost everything is filled again by the reconciler."""
    make_uploads("again", 20)
    fleet.run("push", "again")
    fleet.servers.kill(0)
    fleet.servers.wipe(0)
    fleet.start_pump()
    fleet.servers.start(0)
    fleet.servers.wait()
    reconciler = subprocess.Popen(fleet.command("reconcile", "--out", "out", "--every", "0.5", "--metrics", "metrics", "again", "up"),
                                  cwd=folder, stdout=subprocess.PIPE, text=True)
    want(wait_for(lambda: status(fleet, "again")["done"] == 20), "the reconciler does not bring back what was lost")
    want(wait_for(lambda: (folder / "metrics").exists() and "vrm_hub_done 50" in (folder / "metrics").read_text()), "metrics")
    reconciler.terminate()
    said = reconciler.communicate(timeout=30)[0]
    want("queued 20" in said, said)  # the last line may be older than the metrics
    fleet.stop(signal.SIGTERM)


def check_large(fleet):
    """PQ-015: a job that the broker refuses for good is reported once, is a dead letter, and holds up no other. So is a job
    whose letter is too large."""
    small = Servers(server_version()[0], folder / "small-server", more="max_payload: 65536\n")
    try:
        hub_ = Fleet(hub, vrm, small, folder, "--name", "large", "--ack-wait", "2")
        path, more = str(folder / "up/0.vrm"), {"do": ["info"]}
        lines = [json.dumps({"id": "large", "in": {"path": path}, **more}) + " " * 70000,
                 json.dumps({"id": "gone", "in": {"path": "/" + "x" * 65300, "sha256": "0" * 64}, **more}),
                 json.dumps({"id": "longer", "in": {"path": path}, **more}) + " " * (1 << 20),
                 json.dumps({"id": "good", "in": {"path": str(folder / "up/1.vrm")}, **more})]
        pushed = hub_.run("push", input="\n".join(lines) + "\n")
        same((pushed.returncode, pushed.stdout), (1, "queued 2, already queued 0, already done 0, dead 0, refused 2\n"), "large jobs")
        want("larger than the queue takes" in pushed.stderr and "longer than 1 MiB" in pushed.stderr, pushed.stderr[:300])
        hub_.start_pump()
        want(wait_for(lambda: status(hub_, "up")["broker_queued"] == 0), "a letter that is too large holds up its slot")
        letters = {letter["job"]["id"]: letter for letter in map(json.loads, hub_.run("dead").stdout.splitlines())}
        same({name: letter["result"] for name, letter in letters.items()}, {"large": "refused", "gone": "no-input"}, "letters")
        want(any(result["id"] == "good" and result["result"] == "done" for result in hub_.results()), "the good job is not done")
        hub_.stop(signal.SIGTERM)
    finally:
        small.stop()


# It writes more than a pipe holds before it reads, and answers then.
SLOW_READER = """#!/usr/bin/env python3
import json, sys
sys.stdout.write(("x" * 1023 + "\\n") * 1024)
sys.stdout.flush()
for line in sys.stdin:
    print(json.dumps({"id": json.loads(line)["id"], "result": "done"}), flush=True)
"""


def check_long_lines(fleet):
    """PQ-016: long jobs and many results at the same time do not make pump and worker wait for each other."""
    (folder / "slow-reader").write_text(SLOW_READER)
    (folder / "slow-reader").chmod(0o755)
    long = Fleet(hub, str(folder / "slow-reader"), fleet.servers, folder, "--name", "long")
    jobs = [{"id": f"long-{i}", "in": {"path": "/" + "x" * 200000, "sha256": f"{i}" * 64}, "do": ["info"]} for i in range(8)]
    same(long.run("push", input="".join(json.dumps(job) + "\n" for job in jobs)).stdout[:9], "queued 8,", "long jobs")
    long.start_pump("--jobs", "8")
    want(wait_for(lambda: sum(result["id"].startswith("long-") for result in long.results()) == 8), "pump and worker wait for each other")
    long.stop()


def check_strange(fleet):
    """PQ-020: whatever others publish to the subjects of a hub holds up no job, and is no output."""
    make_uploads("strange", 1)
    strange = Fleet(hub, vrm, fleet.servers, folder, "--name", "strange", "--ack-wait", "2")
    strange.run("push", "--do", "check", "strange")  # makes the streams
    good = {"in": {"path": str(folder / "strange/0.vrm")}, "do": ["info"]}
    # More than the pump takes at a time: they are longer for the worker than in the queue, as 1e15 has 22 characters there.
    longer = [b'{"%s":[' % key + b"1e15," * 200000 + b"%d]}" % i for key in [b"x", b"id"] for i in range(12)]
    ids = [{"a": [[[]]]}, 7, "x" * 300, ["x"] * 300]
    messages = [*longer, *(json.dumps({"id": id, **good, "limits": {"ms": 20000 + i}}).encode() for i, id in enumerate(ids)), b"", b"\0", b"[" * 100000, b"junk"]
    published = [(f"strange.jobs.live.{i}", data) for i, data in enumerate(messages)]
    published += [(f"strange.jobs.{queue}.{key}", b"junk") for queue in ["live", "back"] for key in ["*", "k*", "\x1b[31m", "k" * 300]]
    published += [("strange.dead.x", b"\x1b[31mjunk\n"), ("strange.dead.*", b"{}"), ("strange.dead.>", b"{}")]
    publish(fleet.servers.ports[0], published)
    strange.start_pump("--timeout", "20")
    want(wait_for(lambda: status(strange, "--do", "check", "strange")["broker_queued"] == 0, 60), "strange messages stay in the queue")
    same(status(strange, "--do", "check", "strange")["done"], 1, "the good job behind strange ones")
    want(all(id is None or isinstance(id, str) and len(id) <= 256 for id in (result["id"] for result in strange.results())), "ids of results")
    letters = [json.loads(line) for line in strange.run("dead").stdout.splitlines()]
    want(sum(letter.get("reason") == "the job is longer than 1 MiB" for letter in letters) == 12, "letters of long jobs")
    want(all("\x1b" not in letter.get("key", "") for letter in letters), "letters")
    same(strange.stop(signal.SIGTERM), [0], "exit code")


def check_refused_letters(fleet):
    """PQ-020: a worker ends on SIGTERM though the server takes no letter."""
    rules = 'authorization { users: [{ user: a, password: b, permissions: { publish: { deny: ["mute.dead.>"] } } }] }\nno_auth_user: a\n'
    server = Servers(server_version()[0], folder / "mute-server", more=rules)
    try:
        mute = Fleet(hub, vrm, server, folder, "--name", "mute", "--ack-wait", "2")
        mute.run("push", "--do", "check", "strange")
        publish(server.ports[0], [("mute.jobs.live.junk", b"junk")])
        mute.start_pump()
        want(wait_for(lambda: status(mute, "--do", "check", "strange")["broker_queued"] == 1), "the good job is not done")
        same(mute.stop(signal.SIGTERM), [0], "exit code without a letter")
        same(status(mute, "--do", "check", "strange")["broker_queued"], 1, "jobs that are kept")
    finally:
        server.stop()


def check_refusals(fleet):
    """PQ-013: a folder, a worker or an upload that cannot be used is said, and nothing is tried for ever in silence."""
    for command in [[hub], [vrm, "hub"]]:
        ended = subprocess.run([*command, "dead", "--server", fleet.servers.url, "--name", "nobody"], capture_output=True, text=True, timeout=20)
        same((ended.returncode, ended.stdout, ended.stderr), (0, "", ""), "no dead letters")
    (folder / "file").write_text("no folder")
    for words, code, said in [(["work", "--out", "file/out", "--vrm", vrm], 1, "the --out folder cannot be used"),
                              (["work", "--out", "out", "--vrm", "./nobody"], 1, "the program cannot be started: ./nobody"),
                              (["push", "nowhere"], 1, "nowhere: ")]:
        ended = fleet.run(*words)
        want(ended.returncode == code and said in ended.stderr, f"{words}: {ended.returncode}, {ended.stderr}")


def check_outages(fleet):
    """PQ-017: a worker logs its connection and its sandbox, and --wait ends every verb whose broker is gone for longer."""
    server = Servers(server_version()[0], folder / "outage-server", more="authorization { user: hub, password: right }\n")
    url, right = server.url, server.url.replace("//", "//hub:right@")
    try:
        start = time.monotonic()
        for secret in ["hub:wrong@", ""]:
            ended = subprocess.run([hub, "push", "--server", url.replace("//", "//" + secret), "up"], capture_output=True, text=True, cwd=folder, timeout=20)
            want(ended.returncode == 1 and "Violation" in ended.stderr and "wrong" not in ended.stderr, f"wrong credentials: {ended.returncode}, {ended.stderr}")
        want(time.monotonic() - start < 10, "wrong credentials are waited for")
        log = folder / "outage.log"
        with open(log, "wb") as said, open(folder / "outage.jsonl", "wb") as results:
            pump = subprocess.Popen([hub, "work", "--server", right, "--vrm", vrm, "--out", "out", "--wait", "6"], cwd=folder, stdout=results, stderr=said,
                                    stdin=subprocess.DEVNULL)
        want(wait_for(lambda: "vrm hub: connected to nats://" in log.read_text()), f"a worker does not say that it is connected: {log.read_text()}")
        make_uploads("outage", 1)
        subprocess.run([hub, "push", "--server", right, "outage"], capture_output=True, cwd=folder, check=True, timeout=20)
        want(wait_for(lambda: "vrm hub: sandbox of jobs: landlock " in log.read_text()), f"a worker does not say what its sandbox is: {log.read_text()}")
        server.kill(0)
        want(wait_for(lambda: "lost; retrying" in log.read_text()), "a worker does not say that its broker is gone")
        server.start(0)
        want(wait_for(lambda: "reconnected to " in log.read_text()), "a worker does not say that its broker is back")
        server.kill(0)
        want(wait_for(lambda: pump.poll() is not None, 30), "a worker waits for longer than --wait")
        same(pump.returncode, 1, "exit code without a broker")
        want("does not answer; giving up" in log.read_text() and "right" not in log.read_text(), log.read_text())
        if pump.poll() is None:
            pump.kill()
    finally:
        server.stop()


def check_bad_uploads(fleet):
    """PQ-018: status counts uploads that are done and bad, by reason, and those that have outputs of other steps alone."""
    make_uploads("mixed", 3)
    (folder / "mixed/text.vrm").write_text("shopping list")
    (folder / "mixed/empty.vrm").write_bytes(b"")
    mixed = Fleet(hub, vrm, fleet.servers, folder, "--name", "mixed")
    mixed.run("push", "mixed")
    mixed.start_pump()
    want(wait_for(lambda: status(mixed, "mixed")["done"] == 5), "mixed uploads are not done")
    mixed.stop(signal.SIGTERM)
    counts = status(mixed, "mixed")
    same((counts["bad"], counts["others"]), (5, 0), "bad uploads")
    same({name: number for name, number in counts.items() if name.startswith("bad_uploads{")},
         {'bad_uploads{reason="errors"}': 3, 'bad_uploads{reason="not-gltf"}': 2}, "bad uploads by reason: bytes behind the end are an error")
    text = mixed.run("status", "--out", "out", "mixed").stdout
    want("bad        5 of these: errors 3, not-gltf 2" in text and "others" not in text, text)
    other = mixed.run("status", "--out", "out", "--do", "info,sim", "mixed").stdout
    want("done       0 (0.0 %)" in other and "others     5 have other outputs" in other, other)


def check_pruning(fleet):
    """PQ-019: prune removes what no upload needs, or what is over an age or a size, and nothing else; status counts it."""
    make_uploads("pruned", 6)
    prune = Fleet(hub, vrm, fleet.servers, folder, "--name", "prune", out="kept")
    out = folder / "kept"
    prune.run("push", "pruned")
    prune.start_pump()
    want(wait_for(lambda: len(list(out.glob("??/??/*/*/manifest.json"))) == 6), "uploads are not done")
    prune.stop(signal.SIGTERM)

    def place(i):
        return next(out.glob(f"??/??/{hashlib.sha256((folder / f'pruned/{i}.vrm').read_bytes()).hexdigest()}/*"))

    def age(path, days):
        then = time.time() - days * 86400
        os.utime(path / "manifest.json", (then, then))

    def other(path, version, days):
        """The same outputs, as another version would have named them."""
        made = path.parent / hashlib.sha256(version.encode()).hexdigest()[:32]
        shutil.copytree(path, made)
        manifest = (made / "manifest.json").read_text()
        (made / "manifest.json").write_text(manifest.replace(manifest.split('"version":"')[1].split('"')[0], version, 1))
        age(made, days)
        return made

    def there():
        return sorted(out.glob("??/??/*/*"))

    def counts(*words):
        text = prune.run("status", "--out", "kept", "--prometheus", *words).stdout
        return tuple(int(float(text.split(f"\nvrm_hub_{name} ")[1].split()[0])) for name in ("unused_outputs", "unused_bytes"))

    def size(paths):
        return sum(file.stat().st_size for path in paths for file in path.iterdir())

    places = [place(i) for i in range(6)]
    for i, path in enumerate(places):
        age(path, 10 * (i + 1))
    old, newer = other(places[0], "0.2.9", 5), other(places[1], "99.0.0", 5)
    waiting = other(places[5], "0.2.9", 5)  # this version has not done it yet
    shutil.rmtree(places[5])
    gone = places[4]
    (folder / "pruned/4.vrm").unlink()
    letter = json.dumps({"id": "gone", "in": {"path": str(folder / "no.vrm"), "sha256": "0" * 64}, "do": ["info"]}) + "\n"
    prune.run("push", input=letter)
    prune.start_pump()
    want(wait_for(lambda: prune.run("dead").stdout), "the letter is not there")
    prune.stop(signal.SIGTERM)
    time.sleep(1.1)  # what is as new as the run is not removed
    before = there()
    same(counts("pruned"), (2, size([gone, old])), "unused outputs")
    want(f"unused     2 outputs ({size([gone, old])} bytes)" in prune.run("status", "--out", "kept", "pruned").stdout, "status for people")
    for words, removed, letters in [(["pruned"], [gone, old], 1), (["--older-than", "7d", "pruned"], [gone], 0), (["--older-than", "25d"], [places[2], places[3], gone], 0),
                                    (["--max-total", str(size(before) - 1)], [gone], 0), (["--max-total", "0", "pruned"], [gone, old], 1), (["--max-total", "1000G"], [], 0)]:
        ended = prune.run("prune", "--out", "kept", "--dry-run", *words)
        same((ended.returncode, sorted(line.split(":")[0] for line in ended.stdout.splitlines()[:-1])), (0, sorted(str(path.relative_to(folder)) for path in removed)), f"prune {words}")
        want(f"to remove: {len(removed)} outputs ({size(removed)} bytes), {letters} dead letters; kept: {len(before) - len(removed)} outputs" in ended.stdout, f"{words}: {ended.stdout}")
    same((there(), prune.run("dead").stdout != ""), (before, True), "a dry run removes something")
    lines = "".join(json.dumps({"id": str(i), "in": {"path": str(folder / f"pruned/{i}.vrm")}, "do": ["check", "info"]}) + "\n" for i in (0, 1, 2, 3, 5))
    want("to remove: 2 outputs" in prune.run("prune", "--out", "kept", "--dry-run", "-", input=lines).stdout, "uploads as lines")
    (folder / "none").mkdir()
    for words, code, said in [(["none"], 1, "some uploads cannot be read"), (["-"], 1, "there are no uploads"), (["nowhere"], 1, "some uploads cannot be read"), ([], 2, "prune needs uploads")]:
        ended = prune.run("prune", "--out", "kept", *words, input="")
        want(ended.returncode == code and said in ended.stderr, f"prune {words}: {ended.returncode}, {ended.stderr}")
    same(there(), before, "outputs of uploads that are not known")
    ended = prune.run("prune", "--out", "kept", "pruned")
    same((ended.returncode, there(), prune.run("dead").stdout), (0, [path for path in before if path not in (gone, old)], ""), "after")
    want(not gone.parent.exists() and newer.exists() and waiting.exists(), "folders after prune")
    same(counts("pruned"), (0, 0), "unused outputs after prune")
    limit = size(there()) - size([places[3]])
    same((prune.run("prune", "--out", "kept", "--max-total", str(limit)).returncode, places[3].exists(), size(there())), (0, False, limit), "a bound on the size")


program, version = server_version()
if program is None or version < (2, 10):
    print(f"skipped: nats-server 2.10 or newer is not installed ({version})")
    sys.exit(SKIPPED)
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
# The evil worker knows one command alone, and no word for it.
(folder / "evil").write_text(f'#!/bin/sh\nshift\nexec "{evil}" "$@"\n')
(folder / "evil").chmod(0o755)
evil = str(folder / "evil")
servers = Servers(program, folder / "server")
fleets = [Fleet(hub, vrm, servers, folder, "--ack-wait", "2")]
try:
    for check in [check_pushing, check_working, check_pictures, check_order, check_draining, check_returning, check_dying, check_deliveries, check_lost_disk, check_large, check_long_lines, check_strange, check_refused_letters, check_outages, check_bad_uploads, check_pruning,
                  check_refusals]:
        check(fleets[0])
finally:
    fleets[0].stop()
    servers.stop()
sys.exit(problems.end(f"vrm-hub is as it should be, with nats-server {'.'.join(map(str, version))}"))
