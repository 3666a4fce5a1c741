"""The long form of the tests under kills: 4,000 jobs with one server, 1,000 with three, and 4,000 with a disk that is
deleted; then the ways without vrm-hub. --jobs 20000 is for a long night.

usage: full_chaos.py BUILD [--jobs N] [--seed S]

Prints a line for each. What cannot be tried, because a server is not installed, is said.
"""
import argparse
import os
import subprocess
import sys
import tempfile
from pathlib import Path

parser = argparse.ArgumentParser()
parser.add_argument("build", type=lambda text: Path(text).absolute())
parser.add_argument("--jobs", type=int, default=4000)
parser.add_argument("--seed", type=int, default=1)
given = parser.parse_args()
here, root = Path(__file__).resolve().parent, Path(__file__).resolve().parents[2]
hub, vrm, maker = (given.build / name for name in ("vrm-hub", "vrm", "vrm-maker"))


def runs(folder):
    chaos = [here / "check_chaos.py", hub, vrm, maker, f"{folder}/chaos", "--seed", str(given.seed)]
    many = ["--jobs", str(given.jobs)]
    other = [vrm, maker, root, f"{folder}/other", "--jobs", str(given.jobs // 10), "--seed", str(given.seed)]
    yield [*chaos, *many, "--server-every", "1000"]
    # A cluster needs seconds to find a new leader: fewer jobs come through in the same time.
    yield [*chaos, "--jobs", str(given.jobs // 4), "--servers", "3", "--server-every", "6000"]
    yield [*chaos, *many, "--wipe"]
    yield [here / "check_other_ways.py", "redis", *other]
    yield [here / "check_other_ways.py", "parallel", *other]


failed = 0
if not hub.exists():
    print("skipped: this build has no vrm-hub (libnats was not found)")
    sys.exit(0)
with tempfile.TemporaryDirectory() as folder:
    for command in runs(folder):
        done = subprocess.run([sys.executable, *map(str, command)], stderr=subprocess.DEVNULL, env={**os.environ, "PYTHONPATH": str(here)})
        failed += done.returncode not in (0, 77)
print(f"hub: {failed} runs failed" if failed else "hub: nothing lost, nothing twice")
sys.exit(1 if failed else 0)
