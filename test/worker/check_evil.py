"""Lets strangers loose in the worker: each deed is one job's failure, and its neighbours' results are as ever.

usage: check_evil.py EVIL-WORK FOLDER [--sanitized]

--sanitized is for builds with sanitizers (deeds.py).
"""
import json
import shutil
import subprocess
import sys
import time
from pathlib import Path

from deeds import DEEDS, PICTURE_DEEDS, without_bounds

if "--sanitized" in sys.argv:
    without_bounds()


def check_deeds():
    """WK-010: whatever a process of a job does is one job's failure. WK-012: also that of a process that draws."""
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
        limits = {"ms": 500 if file == "spin" else 20000}  # the others are not slow, but this machine may be
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


sys.exit(check_deeds())
