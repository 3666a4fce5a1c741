"""Looks at the lines of `vrm work`: what jobs may say, what results say, and what is stored.

usage: check_work.py VRM ROOT FOLDER
"""
import ctypes
import hashlib
import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from pathlib import Path

vrm, root, folder = sys.argv[1], Path(sys.argv[2]), Path(sys.argv[3])
samples = root / "samples"
problems = []
said = {"job": set(), "result": set(), "manifest": set()}  # lines, for the schema


def expect(what, found, wanted):
    if found != wanted:
        problems.append(f"{what}: {found!r} and not {wanted!r}")


def work(jobs, *options):
    """Results by id, of jobs that are objects or lines."""
    lines = "".join((job if isinstance(job, str) else json.dumps(job)) + "\n" for job in jobs)
    # A machine that is busy with other tests is no failure.
    run = subprocess.run([vrm, "work", "--timeout", "60s", *options], input=lines, capture_output=True, text=True,
                         timeout=120)
    expect(f"exit code of {options}", run.returncode, 0)
    expect("standard error", run.stderr, "")
    results = [json.loads(line) for line in run.stdout.splitlines()]
    expect("results", len(results), len(jobs))
    for given, result in zip(jobs, results):
        if len(jobs) == 1 and result["result"] != "wrong-job":
            said["job"].add(json.dumps(given))
    said["result"].update(run.stdout.splitlines())
    return results


def job(id_="a", do=("info",), sample="character-1.0.vrm", **more):
    return {"id": id_, "in": {"path": str(samples / sample)}, "do": list(do), **more}


def alone(*arguments, sample="character-1.0.vrm"):
    """What the tool says of the same file from standard input."""
    with open(samples / sample, "rb") as file:
        return subprocess.run([vrm, *arguments], stdin=file, capture_output=True, timeout=60)


def check_records():
    """WK-001: a record is the one that the verb by itself prints."""
    do = ["check", "info", "sim", {"verb": "migrate", "options": {"to": "0.x", "accept-license-mapping": True}}]
    result = work([job(do=do)])[0]
    expect("result", result["result"], "done")
    steps = {step["as"]: step for step in result["steps"]}
    for verb in ["check", "info", "sim"]:
        expect(f"record of {verb}", steps[verb]["record"], json.loads(alone(verb, "--json", "-").stdout))
    made = alone("migrate", "-", "-", "--to=0.x", "--accept-license-mapping").stdout
    expect("hash of migrate", steps["migrate"]["file"]["sha256"], hashlib.sha256(made).hexdigest())
    expect("bytes of migrate", steps["migrate"]["file"]["bytes"], len(made))
    bytes_ = (samples / "character-1.0.vrm").read_bytes()
    expect("sha256", result["sha256"], hashlib.sha256(bytes_).hexdigest())
    expect("key", result["key"].split("-")[0], result["sha256"])
    expect("bytes", result["bytes"], len(bytes_))
    motion = work([job(do=["motion"], sample="walk.vrma")])[0]
    expect("motion", motion["steps"][0]["record"]["result"], "ok")


def check_wrong_jobs():
    """WK-002: what is wrong with a job is said, and nothing of it runs."""
    wrong = [
        ("{", "no JSON"), ("[]", "one object"), ('{"id":1}', "'id'"),
        (job(do=[]), "list of verbs"), (job(do=["view"]), "view"), (job(do=["info", "info"]), "two steps"),
        (job(do=[{"verb": "info", "as": "../x"}]), "names of steps"),
        (job(do=[{"verb": "info", "options": {"no": 1}}]), "no option 'no'"),
        (job(do=[{"verb": "info", "options": {"json": True}}]), "cannot set"),
        (job(do=[{"verb": "check", "options": {"out": "/tmp/x"}}]), "cannot set"),
        (job(do=[{"verb": "check", "options": {"jobs": 3}}]), "cannot set"),
        (job(do=[{"verb": "check", "options": {"baseline": "/etc/passwd"}}]), "cannot name files"),
        (job(do=[{"verb": "check", "options": {"profile": "/etc/passwd"}}]), "cannot name files"),
        (job(do=[{"verb": "sim", "options": {"motion": "/etc/passwd"}}]), "cannot name files"),
        (job(do=[{"verb": "check", "options": {"fail-on": "never mind"}}]), "--fail-on takes"),
        (job(do=[{"verb": "sim", "options": {"frames": [1, 2]}}]), "a list"),
        (job(limits={"ms": 0}), "from 1"), (job(limits={"cpu": 1}), "does not have 'cpu'"),
        (job(queue="soon"), "'queue'"), ({"id": "a", "do": ["info"]}, "'in'"),
        (job(more=1), "does not have 'more'"), ("x" * 2000000, "no JSON"),
    ]
    for line, reason in wrong:
        result = work([line])[0]
        expect(f"result of {str(line)[:80]}", result["result"], "wrong-job")
        if reason not in result["reason"]:
            problems.append(f"{str(line)[:80]}: {result['reason']}")
        if "jail" in result or "steps" in result:
            problems.append(f"{str(line)[:80]} was tried")
    work([job(more=1)] * 500)  # more than may wait, and no process of a job wakes the worker


def check_inputs():
    """WK-003: files that are missing, too large, changed, or no files."""
    (folder / "empty").write_bytes(b"")
    cases = [({"path": str(folder / "none")}, {}, "no-input", "no such file"),
             ({"path": str(folder)}, {}, "no-input", "no regular file"),
             ({"path": str(samples / "character-1.0.vrm")}, {"bytes": 1000}, "no-input", "larger than the limit"),
             ({"path": str(samples / "character-1.0.vrm"), "sha256": "0" * 64}, {}, "wrong-sha256", "another hash"),
             ({"path": str(folder / "empty")}, {}, "done", "")]
    for file, limits, wanted, reason in cases:
        line = {"id": "a", "in": file, "do": ["info"]}
        if limits:
            line["limits"] = limits
        result = work([line])[0]
        expect(f"result of {file}", result["result"], wanted)
        if reason not in result.get("reason", ""):
            problems.append(f"{file}: {result.get('reason')}")
    # A hash that is believed is not computed, and a sealed file in memory is not copied.
    line = job()
    line["in"]["sha256"] = "1" * 64
    expect("trusted hash", work([line], "--trust-sha256")[0]["sha256"], "1" * 64)
    memory = os.memfd_create("avatar", os.MFD_ALLOW_SEALING)
    os.write(memory, (samples / "character-1.0.vrm").read_bytes())
    import fcntl
    fcntl.fcntl(memory, 1033, 0xF)  # F_ADD_SEALS: all of them
    line["in"] = {"path": f"/proc/{os.getpid()}/fd/{memory}"}
    found, wanted = work([line])[0], work([job()])[0]
    for key in ["key", "sha256", "bytes", "steps"]:
        expect(f"{key} of a file in memory", found[key], wanted[key])
    os.close(memory)


def tree(of):
    return {str(path.relative_to(of)): path.read_bytes() for path in sorted(of.rglob("*")) if path.is_file()}


def check_store():
    """WK-004: outputs by content, the manifest last, and answers from there."""
    out = folder / "store"
    do = ["check", {"verb": "migrate", "options": {"accept-license-mapping": True}}]
    first = work([job(do=do, sample="character-0.x.vrm")], "--out", str(out))[0]
    expect("cached", first["cached"], False)
    place = out / first["folder"]
    expect("folder", first["folder"], "{0}/{1}/{2}/{3}".format(first["sha256"][:2], first["sha256"][2:4],
                                                               *first["key"].split("-")))
    manifest = json.loads((place / "manifest.json").read_text())
    said["manifest"].add((place / "manifest.json").read_text())
    made = (place / "migrate.vrm").read_bytes()
    expect("file", manifest["steps"][1]["file"],
           {"name": "migrate.vrm", "sha256": hashlib.sha256(made).hexdigest(), "bytes": len(made)})
    expect("records in a result", "record" in first["steps"][0], False)
    expect("records in a manifest", manifest["steps"][0]["record"]["command"], "check")
    expect("what is left", list((out / "tmp").iterdir()), [])
    before = tree(out)
    again = work([job("b", do, "character-0.x.vrm")], "--out", str(out))[0]
    expect("cached", again["cached"], True)
    for key in ["key", "folder", "steps", "sha256", "bytes"]:
        expect(f"{key} of a second run", again[key], first[key])
    expect("a second run", tree(out), before)
    # A place without a manifest is not there yet.
    (place / "manifest.json").unlink()
    (place / "migrate.vrm").write_bytes(b"a part of it")
    third = work([job("c", do, "character-0.x.vrm")], "--out", str(out))[0]
    expect("cached without a manifest", third["cached"], False)
    expect("a third run", tree(out), before)
    # What decides outputs is in the key, and the order of options is not.
    keys = [work([job(do=[{"verb": "check", "options": options}])])[0]["key"]
            for options in [{}, {"no-payload": True}, {"no-payload": True, "fail-on": "note"},
                            {"fail-on": "note", "no-payload": True}, {"no-payload": False}]]
    expect("different keys", len(set(keys)), 3)
    expect("order of options", keys[2], keys[3])
    expect("an option that is off", keys[0], keys[4])
    bound = work([job(limits={"memory": 1 << 26})])[0]["key"]
    expect("bounds are in the key", bound == work([job()])[0]["key"], False)
    # What a worker left that was killed is swept; what a living one has is not.
    left = out / "tmp" / "1-1"
    left.mkdir()
    (left / "lock").write_text("")
    (left / "0").write_text("a part of a file")
    # One that was killed before its folder had a name; and one that is about to rename its own.
    hidden, begun = out / "tmp" / ".2-2", out / "tmp" / ".3-3"
    hidden.mkdir()
    (hidden / "lock").write_text("")
    begun.mkdir()
    os.utime(hidden, (time.time() - 3600,) * 2)
    work([job("d")], "--out", str(out))
    expect("what is swept", [path.exists() for path in (left, hidden, begun)], [False, False, True])


def check_queue():
    """WK-005: live jobs go before those of the back-catalogue."""
    jobs = [job(f"back{i}", queue="back") for i in range(8)] + [job(f"live{i}") for i in range(4)]
    order = [result["id"] for result in work(jobs, "--jobs", "1")]
    # All lines come in one piece, so that all are known before the first begins.
    expect("order", order, [f"live{i}" for i in range(4)] + [f"back{i}" for i in range(8)])


def check_end():
    """WK-006: SIGTERM lets begun jobs finish and returns the others; every line has a result."""
    process = subprocess.Popen([vrm, "work", "--jobs", "1", "--timeout", "60s"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    count = 60
    process.stdin.write("".join(json.dumps(job(str(i), ["sim"])) + "\n" for i in range(count)))
    process.stdin.flush()
    first = json.loads(process.stdout.readline())
    process.send_signal(signal.SIGTERM)
    rest = [json.loads(line) for line in process.stdout]
    expect("exit code after SIGTERM", process.wait(timeout=30), 0)
    results = [first] + rest
    expect("first", first["result"], "done")
    words = [result["result"] for result in results]
    expect("results after SIGTERM", set(words), {"done", "returned"})
    expect("no job twice", len({result["id"] for result in results}), len(results))
    expect("lines without a result", count - len(results), 0)
    process.stdin.close()


def check_reader_gone():
    """WK-006: a worker whose reader is gone ends, also where all its answers come from the store."""
    out = folder / "gone"
    work([job()], "--out", str(out))
    read, write = os.pipe()
    os.close(read)
    process = subprocess.Popen([vrm, "work", "--out", str(out)], stdin=subprocess.PIPE, stdout=write, stderr=subprocess.PIPE)
    os.close(write)
    process.stdin.write(b"".join(json.dumps(job(str(i))).encode() + b"\n" for i in range(20)))
    process.stdin.close()
    try:
        expect("exit code without a reader", process.wait(timeout=30) != 0, True)
        expect("what it says without a reader", process.stderr.read(), b"")
    except subprocess.TimeoutExpired:
        process.kill()
        problems.append("a worker whose reader is gone waits for ever")


def check_late():
    """WK-007: a job that takes too long is ended, and said to be."""
    start = time.monotonic()
    result = work([job(do=[{"verb": "sim", "options": {"frames": 1000000}}], limits={"ms": 100})])[0]
    expect("result of a late job", result["result"], "overran")
    if "in the step sim" not in result["reason"] or time.monotonic() - start > 20:
        problems.append(f"late: {result['reason']}")


def children_of(process):
    return [int(number) for number in Path(f"/proc/{process}/task/{process}/children").read_text().split()]


def check_forking_process():
    """WK-014: one process forks those of jobs, has nothing open of a job, and is replaced when it is gone."""
    worker = subprocess.Popen([vrm, "work", "--timeout", "60s"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    forking = []
    for i in range(3):
        worker.stdin.write(json.dumps(job(f"forked-{i}", do=["info", "check"])) + "\n")
        worker.stdin.flush()
        expect("result", json.loads(worker.stdout.readline())["result"], "done")
        forking.append(children_of(worker.pid))
        expect("processes that live on", len(forking[i]), 1)
        open_files = os.listdir(f"/proc/{forking[i][0]}/fd") if os.geteuid() == 0 else ["5"]
        expect("what it has open: the socket of its orders", open_files, ["5"])
        if i > 0:
            os.kill(forking[i][0], signal.SIGKILL)
    expect("the same as long as it lives", forking[0], forking[1])
    expect("another one then", forking[1] != forking[2], True)
    worker.stdin.close()
    expect("exit code", worker.wait(timeout=60), 0)


def memory_of(process):
    """All that can be read of it, and where its program is; only root may look. Sanitizers reserve terabytes."""
    lines = Path(f"/proc/{process}/maps").read_text().splitlines()
    found = b""
    with open(f"/proc/{process}/mem", "rb") as memory:
        for line in lines:
            begin, end = (int(number, 16) for number in line.split()[0].split("-"))
            if line.split()[1].startswith("rw") and end - begin < 1 << 30:
                memory.seek(begin)
                found += memory.read(end - begin)
    program = os.path.realpath(vrm)
    return found, next(line for line in lines if line.endswith(program)).split("-")[0]


def check_new_forking_process():
    """WK-018: a process that forks has nothing of jobs, also when it is not the first one, and another takes its place
    after 500 jobs, with a layout of its own."""
    worker = subprocess.Popen([vrm, "work", "--timeout", "60s"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
    forking, layouts = [], set()
    for i in range(3):
        count = 1 if i == 0 else 500
        worker.stdin.write("".join(json.dumps(job(f"marked-{i}-{k}", limits={"ms": 60000})) + "\n" for k in range(count)))
        worker.stdin.flush()
        for _ in range(count):
            expect("result", json.loads(worker.stdout.readline())["result"], "done")
        forking += children_of(worker.pid)
        if os.geteuid() == 0:
            memory, layout = memory_of(forking[-1])
            layouts.add(layout)
            expect("it has read a job", b"marked-" in memory, False)
    expect("processes that forked", len(set(forking)), 3)
    if os.geteuid() == 0 and Path("/proc/sys/kernel/randomize_va_space").read_text().strip() != "0":
        expect("layouts", len(layouts), 3)
    worker.stdin.close()
    expect("exit code", worker.wait(timeout=60), 0)


def without_calls(numbers):
    """Makes calls to the system fail as on a kernel that has not got them, in this process and those it starts."""
    ENOSYS, RET_ERRNO, RET_ALLOW = 38, 0x00050000, 0x7FFF0000
    code = [struct.pack("<HBBI", 0x20, 0, 0, 0)]  # the number of the call
    for i, number in enumerate(numbers):
        code.append(struct.pack("<HBBI", 0x15, len(numbers) - i, 0, number))
    code += [struct.pack("<HBBI", 0x06, 0, 0, RET_ALLOW), struct.pack("<HBBI", 0x06, 0, 0, RET_ERRNO | ENOSYS)]
    program = ctypes.create_string_buffer(b"".join(code))
    filter_ = ctypes.create_string_buffer(struct.pack("<HxxxxxxQ", len(code), ctypes.addressof(program)))
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.prctl(38, 1, 0, 0, 0) != 0 or libc.prctl(22, 2, ctypes.c_void_p(ctypes.addressof(filter_)), 0, 0) != 0:
        os._exit(99)


def check_kernels():
    """WK-020: without landlock it is said, and the filter alone protects; what is left half-way, or without the filter, does not start."""
    create, restrict, seccomp = 444, 446, {"x86_64": 317, "aarch64": 277}.get(os.uname().machine)
    line = json.dumps(job()) + "\n"

    def run(*numbers):
        return subprocess.run([vrm, "work", "--timeout", "60s"], input=line, capture_output=True, text=True, timeout=60,
                              preexec_fn=lambda: without_calls(numbers))

    without = run(create, restrict)
    expect("without landlock", (without.returncode, "this kernel has no landlock" in without.stderr), (0, True))
    result = json.loads(without.stdout)
    expect("jail without landlock", (result["result"], result["jail"]["landlock"], result["jail"]["seccomp"], result["jail"]["network"]),
           ("done", 0, True, False))
    for numbers in [(restrict,), (seccomp,)] if seccomp is not None else []:
        refused = run(*numbers)
        expect(f"without call {numbers}", (refused.returncode, refused.stdout, "this system has no sandbox" in refused.stderr), (1, "", True))


def check_jail_off():
    """WK-008: the result says what was in force."""
    off = work([job()], "--jail", "off")[0]
    on = work([job()])[0]
    expect("jail off", off["jail"], {"limits": True, "landlock": 0, "seccomp": False, "network": True, "code": True})
    expect("seccomp", on["jail"]["seccomp"], True)
    expect("network", on["jail"]["network"], False)
    expect("code", on["jail"]["code"], False)
    expect("steps", off["steps"], on["steps"])


def check_descriptors():
    """WK-009: a new file goes to a descriptor, and the record to standard output."""
    read, write = os.pipe()
    os.set_inheritable(write, True)
    run = subprocess.Popen([vrm, "migrate", str(samples / "character-1.0.vrm"), f"fd:{write}", "--to=0.x", "--json",
                            "--accept-license-mapping"], stdout=subprocess.PIPE, pass_fds=[write])
    os.close(write)
    with os.fdopen(read, "rb") as file:
        made = file.read()
    record = json.loads(run.communicate(timeout=60)[0])
    expect("out", record["out"], f"fd:{write}")
    expect("bytes", (record["bytes"], made[:4]), (len(made), b"glTF"))


def check_schema():
    """Jobs that were taken, results and manifests are as docs/vrm-work.schema.json says."""
    node, packages = shutil.which("node"), root / "build/node"
    if node is None or not (packages / "node_modules/ajv").is_dir():
        print("the schema is not looked at: there is no Node.js with ajv in build/node")
        return
    for part, lines in said.items():
        run = subprocess.run([node, str(root / "test/worker/check_schema.mjs"), str(packages),
                              str(root / "docs/vrm-work.schema.json"), part],
                             input="\n".join(lines), capture_output=True, text=True, timeout=60)
        if run.returncode != 0:
            problems.append(run.stdout + run.stderr[:500])


shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
for check in [check_records, check_wrong_jobs, check_inputs, check_store, check_queue, check_end, check_reader_gone, check_late,
              check_forking_process, check_new_forking_process, check_kernels, check_jail_off, check_descriptors, check_schema]:
    check()
print("\n".join(problems) if problems else "the lines of vrm work are as they should be")
sys.exit(1 if problems else 0)
