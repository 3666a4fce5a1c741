"""Lets systemd look at the units of hub/systemd.

usage: check_units.py HUB ROOT FOLDER        ends with 77 where there is no systemd-analyze
"""
import os
import shutil
import subprocess
import sys
from pathlib import Path

hub, root, folder = os.path.abspath(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]).absolute()
if shutil.which("systemd-analyze") is None:
    print("skipped: there is no systemd-analyze")
    sys.exit(77)
shutil.rmtree(folder, ignore_errors=True)
folder.mkdir(parents=True)
problems, units = [], sorted((root / "hub/systemd").glob("*.service"))


def check_units():
    """PQ-011: systemd has nothing to say about the units."""
    for unit in units:
        done = subprocess.run(["systemd-analyze", "verify", "--man=no", "--recursive-errors=no", folder / unit.name],
                              capture_output=True, text=True)
        if done.returncode != 0 or unit.name in done.stderr:
            problems.append(f"{unit.name}: {done.returncode}, {done.stderr}")


# The broker's own unit comes with its package, which need not be installed here.
(folder / "nats-server.service").write_text("[Service]\nExecStart=/bin/true\n")
for unit in units:
    # The program is that of this build, so that its path exists.
    (folder / unit.name).write_text(unit.read_text().replace("/usr/local/bin/vrm-hub", hub))
check_units()
print("\n".join(problems) if problems else f"units: {', '.join(unit.name for unit in units)}")
sys.exit(1 if problems or len(units) < 2 else 0)
