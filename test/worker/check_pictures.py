"""Looks at jobs with pictures and smaller files: what programs of their own do for `vrm work`.

usage: check_pictures.py VRM ROOT FOLDER
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

vrm, root, folder = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3])
sample = root / "samples" / "character-1.0.vrm"
problems = []


def expect(what, found, wanted):
    if found != wanted:
        problems.append(f"{what}: {found!r} and not {wanted!r}")


def job(id_, *do, path=sample, **more):
    return {"id": id_, "in": {"path": str(path)}, "do": list(do), **more}


class Worker:
    """One that is spoken to line by line."""

    def __init__(self, *options, **environment):
        self.process = subprocess.Popen([vrm, "work", "--timeout", "60s", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, text=True, env={**os.environ, **environment})

    def give(self, given):
        self.process.stdin.write(json.dumps(given) + "\n")
        self.process.stdin.flush()

    def result(self):
        return json.loads(self.process.stdout.readline())

    def ask(self, given):
        self.give(given)
        return self.result()

    def programs(self):
        """The processes of programs that it has started and that live on; one that forks is there beside them."""
        text = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children").read_text()
        return [int(number) for number in text.split()
                if Path(f"/proc/{number}/comm").read_text().strip() != "vrm"]

    def end(self):
        self.process.stdin.close()
        expect("exit code", self.process.wait(timeout=60), 0)


def alone(*arguments):
    """The file that the tool by itself makes."""
    out = folder / f"alone{len(list(folder.iterdir()))}{arguments[0]}"
    run = subprocess.run([vrm, *arguments[1:], "--out", str(out)], capture_output=True, timeout=120)
    expect(f"exit code of {arguments}", run.returncode, 0)
    return out.read_bytes()


def check_outputs():
    """WK-012: pictures and smaller files are those that the tool by itself makes."""
    out = folder / "out"
    worker = Worker("--out", str(out))
    small = {"size": "96x96"}
    result = worker.ask(job("a", "check", {"verb": "thumb", "options": small}, "info",
                            {"verb": "render", "options": {**small, "format": "webp"}},
                            {"verb": "optimize", "options": {"max-texture": 64}}))
    expect("result", (result["result"], result.get("reason")), ("done", None))
    names = [step.get("file", {}).get("name") for step in result["steps"]]
    expect("files", names, [None, "thumb.png", None, "render.webp", "optimize.vrm"])
    made = {name: (out / result["folder"] / name).read_bytes() for name in names if name}
    wanted = {"thumb.png": alone(".png", "thumb", str(sample), "--size=96x96"),
              "render.webp": alone(".webp", "render", str(sample), "--size=96x96"),
              "optimize.vrm": alone(".vrm", "optimize", str(sample), "--max-texture=64")}
    for name, bytes_ in wanted.items():
        expect(f"{name} is as the tool makes it", made[name] == bytes_, True)
        found = next(step["file"] for step in result["steps"] if step.get("file", {}).get("name") == name)
        expect(f"hash of {name}", found["sha256"], hashlib.sha256(bytes_).hexdigest())
    manifest = json.loads((out / result["folder"] / "manifest.json").read_text())
    expect("times in records", ["ms" in step["record"] for step in manifest["steps"]], [False] * 5)
    expect("the jail of what draws", result["jail"],
           {**result["jail"], "limits": True, "seccomp": True, "network": False, "code": True})
    expect("answered from the folder", worker.ask(job("b", "check", {"verb": "thumb", "options": small}))["cached"], False)
    expect("answered from the folder", worker.ask(job("c", "check", {"verb": "thumb", "options": small}))["cached"], True)
    worker.end()


def check_program():
    """WK-012: one process draws for many jobs, and is replaced when it is gone."""
    worker = Worker()
    picture = job("a", {"verb": "thumb", "options": {"size": "32x32"}})
    first = worker.ask(picture)
    before = worker.programs()
    expect("processes that live on", len(before), 1)
    expect("the same picture", worker.ask(picture)["steps"], first["steps"])
    expect("the same process", worker.programs(), before)
    os.kill(before[0], signal.SIGKILL)
    time.sleep(0.2)
    expect("a picture after a kill", worker.ask(picture)["steps"], first["steps"])
    expect("another process", len(worker.programs()) == 1 and worker.programs() != before, True)
    late = worker.ask(job("late", {"verb": "render", "options": {"animate": 600}}, limits={"ms": 300}))
    expect("a late picture", (late["result"], late["reason"]),
           ("overran", "it took longer than 300 ms, in the step render"))
    expect("a picture after a late one", worker.ask(picture)["steps"], first["steps"])
    worker.end()


def check_key():
    """WK-012: what draws is a part of the key, and of text jobs it is not."""
    keys = []
    for vectors in ["128", "256"]:  # bits that Mesa computes with at once: its bits may differ
        worker = Worker(LP_NATIVE_VECTOR_WIDTH=vectors)
        keys.append([worker.ask(job("a", verb))["key"] for verb in ["thumb", "info"]])
        worker.end()
    expect("another key for pictures", keys[0][0] == keys[1][0], False)
    expect("the same key for text", keys[0][1], keys[1][1])


def check_wrong():
    """WK-002: what no process of a job can do."""
    for options, reason in [({"sheet": "expressions"}, "cannot set"), ({"shortcuts": "off"}, "cannot set"),
                            ({"format": "mp4", "animate": 1}, "mp4"),
                            ({"motion": "walk.vrma"}, "cannot name files"), ({"turntable": 4}, "only one picture")]:
        worker = Worker()
        result = worker.ask(job("a", {"verb": "render", "options": options}))
        expect(f"result of {options}", result["result"], "wrong-job")
        if reason not in result["reason"]:
            problems.append(f"{options}: {result['reason']}")
        worker.end()


def check_absent():
    """WK-012: a worker that cannot draw gives the job back."""
    lonely = folder / "lonely"
    lonely.mkdir()
    shutil.copy(vrm, lonely / "vrm")
    run = subprocess.run([lonely / "vrm", "work"], input=json.dumps(job("a", "thumb")) + "\n", capture_output=True,
                         text=True, timeout=60, cwd=lonely, env={"PATH": str(lonely)})
    result = json.loads(run.stdout)
    expect("without vrm-draw", (result["result"], result["reason"]), ("returned", "the program vrm-draw was not found"))


# Kinds of the maker, and how many of what each of them has: images that are larger than they look, cut short or
# shared, and meshes and targets without end.
HOSTILE = {"big-images": 4, "cut-images": 8, "self-images": 300, "data-uris": 100, "dense-targets": 20, "shared-mesh": 1000,
           "shared-targets": 100, "bigmesh-nodes": 50, "sparse-vertices": 10, "flat-nodes": 20000, "nested-scale": 60,
           "spring-chain": 2000, "expression-colors": 2000, "long-name": 200000}


def check_hostile():
    """WK-012: files that are made to cost much are one result each, in time, and neighbours are as ever."""
    maker = Path(vrm).parent / "vrm-maker"
    if not maker.exists():
        print("hostile files are left out: there is no vrm-maker beside vrm")
        return
    worker = Worker("--jobs", "2", "--max-memory", "512M")
    small = {"verb": "thumb", "options": {"size": "48x48"}}
    good = worker.ask(job("good", small))["steps"]
    for kind, count in HOSTILE.items():
        path = folder / f"{kind}.vrm"
        subprocess.run([maker, "hostile", kind, str(count), "-o", path], check=True, timeout=60)
        worker.give(job(kind, small, path=path, limits={"ms": 2000}))
        worker.give(job(f"beside {kind}", small))
    for _ in range(2 * len(HOSTILE)):
        result = worker.result()
        if result["id"] not in HOSTILE:
            expect(result["id"], result.get("steps"), good)
        elif result["result"] not in ["done", "crashed", "overran", "no-record"]:
            problems.append(f"{result['id']}: {result['result']}, {result.get('reason')}")
        elif result["result"] != "done" and not result.get("reason"):
            problems.append(f"{result['id']} has no reason")
        elif result["ms"] > 10000:
            problems.append(f"{result['id']} took {result['ms']} ms")
    expect("a picture after all of them", worker.ask(job("last", small))["steps"], good)
    worker.end()


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
for check in [check_outputs, check_program, check_key, check_wrong, check_absent, check_hostile]:
    check()
print("\n".join(problems) if problems else "jobs with pictures are as they should be")
sys.exit(1 if problems else 0)
