#!/usr/bin/env python3
"""libvrm in C: vrm-test runs all cases of a group in one process. This reports what it prints in the form of run.py.

usage: libvrm_c.py BUILD --json --group NAME
"""
import json
import re
import subprocess
import sys
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[1]
DIFFERS = re.compile(r"^  ([a-z0-9-]+), frame (\d+): (\w+) (?:of )?(\S+)(?: is off by ([0-9.e+-]+))?", re.M)


def printed(*words):
    return subprocess.run(words, capture_output=True, text=True, check=False).stdout


def results(build, group):
    text = printed(build / "test/vrm-test", f"whole_files_{group}", "--data", f"conformance={FOLDER.parent}", "--data", "lanes=scalar")
    if not re.search(r"^[01] passed, [01] failed, 0 skipped$", text, re.M):
        sys.exit(f"libvrm_c.py: vrm-test did not finish {group}")
    differing = {name: {"frame": int(frame), "what": what, "name": who, **({"apart": float(apart)} if apart else {})}
                 for name, frame, what, who, apart in DIFFERS.findall(text)}
    if ("1 failed" in text) != bool(differing):
        sys.exit(f"libvrm_c.py: vrm-test failed {group}, and named no case")
    file = json.loads((FOLDER / f"{group}.json").read_text(encoding="utf-8"))
    return file["version"], [{"id": one["id"], "status": one["status"],
                              **({"failed": differing[one["id"]]} if one["id"] in differing else {"passed": True})} for one in file["cases"]]


def main():
    build, group = Path(sys.argv[1]), sys.argv[sys.argv.index("--group") + 1]
    version, control = results(build, "control")
    found = control if group == "control" else control + results(build, group)[1]
    print(json.dumps({"engine": "libvrm (C)", "engineVersion": printed(build / "vrm", "--version").split()[-1], "version": version,
                      "isControlled": not any("failed" in one for one in control), "results": found}))


if __name__ == "__main__":
    main()
