"""The long form of the tests under kills, in parts:

  text      20,000 jobs with one server, a process of the fleet killed every 100 ms, the server a second after each start
  pictures  2,000 jobs that draw, and half of them make smaller files; a process of the fleet killed every 2 s
  cluster   2,000 text jobs with three servers, of which one is killed 6 s after each start, and with a reconciler
  wiped     4,000 text jobs with one server, whose disk is deleted when a third is done
  power     power cuts, on a disk of their own
  poison    all faults, costly files, seeds of fuzzers, images that are larger than they look, and processes that do harm
  redis, parallel  the ways without vrm-hub, 2,000 jobs each

usage: full_chaos.py BUILD [--parts NAME,…] [--share F] [--seed S] [--log FILE]
  --share F   a part of the jobs alone: 0.1 does a tenth of each
  --log FILE  add the line of each part that is done to this file, and leave out parts that have one there: so a run that
              was interrupted goes on

Prints a line for each part, with the time that it took. What cannot be tried, because a server is not installed, is said.
"""
import argparse
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

here, root = Path(__file__).resolve().parent, Path(__file__).resolve().parents[2]
# The test of each part, its number of jobs, and its options.
PARTS = {
    "text": ("check_chaos.py", 20000, ["--server-every", "1000"]),
    "pictures": ("check_chaos.py", 2000, ["--pictures", "--server-every", "1000"]),
    "cluster": ("check_chaos.py", 2000, ["--servers", "3", "--server-every", "6000"]),
    "wiped": ("check_chaos.py", 4000, ["--wipe"]),
    "power": ("check_power_cut.py", None, ["--cuts", "5"]),
    "poison": ("check_poison.py", None, []),
    "redis": ("check_other_ways.py", 2000, []),
    "parallel": ("check_other_ways.py", 2000, []),
}


def names_of_parts(text):
    names = text.split(",")
    if not set(names) <= set(PARTS):
        raise argparse.ArgumentTypeError(f"parts are {', '.join(PARTS)}")
    return names


parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
parser.add_argument("build", type=lambda text: Path(text).absolute())
parser.add_argument("--parts", type=names_of_parts, default=list(PARTS))
parser.add_argument("--share", type=float, default=1.0)
parser.add_argument("--seed", type=int, default=1)
parser.add_argument("--log", type=Path)
given = parser.parse_args()
hub, vrm, maker = (given.build / name for name in ("vrm-hub", "vrm", "vrm-maker"))


def command_of(part, folder):
    program, jobs, options = PARTS[part]
    many = ["--jobs", max(100, int(jobs * given.share))] if jobs is not None else []
    if part == "poison":
        # Files that others have made lie beside the tree, or are left out.
        return [here / program, hub, vrm, maker, given.build / "test/worker/vrm-evil-work", root, folder / part, "--share", given.share,
                "--hostile", root.parent / "shared/hostile"]
    if program == "check_other_ways.py":
        return [here / program, part, vrm, maker, root, folder / part, *many, "--seed", given.seed]
    return [here / program, hub, vrm, maker, folder / part, "--seed", given.seed, *many, *options]


def run_part(part, folder):
    """Returns 0 if it went well, and 77 if it cannot be tried here."""
    begun = time.monotonic()
    done = subprocess.run([sys.executable, *map(str, command_of(part, folder))], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                          text=True, env={**os.environ, "PYTHONPATH": str(here)})
    line = f"{part} ({time.monotonic() - begun:.0f} s): {done.stdout.strip()}"
    print(line, flush=True)
    if done.returncode == 0 and given.log is not None:
        with given.log.open("a") as log:
            log.write(line + "\n")
    return done.returncode


def is_done(part):
    return given.log is not None and given.log.exists() and any(line.startswith(f"{part} (") for line in given.log.read_text().splitlines())


if not hub.exists():
    print("skipped: this build has no vrm-hub (libnats was not found)")
    sys.exit(77)
with tempfile.TemporaryDirectory() as folder:
    codes = {part: run_part(part, Path(folder)) for part in given.parts if not is_done(part)}
failed = [part for part, code in codes.items() if code not in (0, 77)]
skipped = [part for part, code in codes.items() if code == 77]
if failed or skipped:
    print(f"hub: failed: {', '.join(failed) or 'none'}; skipped: {', '.join(skipped) or 'none'}")
else:
    print("hub: nothing lost, nothing twice")
sys.exit(1 if failed else 77 if skipped else 0)
