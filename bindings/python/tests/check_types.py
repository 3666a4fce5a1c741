"""Checks the types of the package with mypy, pyright and stubtest.

usage: check_types.py PACKAGE     the folder in which the package is installed
"""
import json
import os
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[2]
PYRIGHT = ROOT / "build/node/node_modules/.bin/pyright"


def well(name: str, command: list[str | Path], folder: Path, package: Path | None = None) -> bool:
    environment = dict(os.environ, PYTHONPATH=str(package or folder), MYPYPATH=str(package or folder))
    done = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True)
    print(f"{name}: {(done.stdout + done.stderr).strip() or 'no difference'}")
    return done.returncode == 0


def check(package: Path) -> bool:
    """BI-027: the package, its tests and its examples have strict types, and the stubs agree with the module."""
    with tempfile.TemporaryDirectory() as name:
        folder, python = Path(name), sys.executable
        for part in ("libvrm", "libvrm_render"):
            shutil.copytree(package / part, folder / part)
        for part in ("tests", "examples"):
            shutil.copytree(HERE.parent / part, folder / part)
        results = [well("mypy, package", [python, "-m", "mypy", "--strict", "-p", "libvrm", "-p", "libvrm_render"], folder)]
        for part in ("tests", "examples"):
            files = sorted(path.name for path in (folder / part).glob("*.py"))
            results.append(well(f"mypy, {part}", [python, "-m", "mypy", "--strict", *files], folder / part, folder))
        results.append(well("stubtest", [python, "-m", "mypy.stubtest", "libvrm", "libvrm_render", "--concise", "--ignore-disjoint-bases",
                                         "--ignore-unused-allowlist", "--allowlist", HERE / "stubtest.txt"], folder))
        if PYRIGHT.exists():
            settings = {"include": ["libvrm", "libvrm_render", "tests", "examples"], "pythonVersion": "3.11", "typeCheckingMode": "standard"}
            (folder / "pyrightconfig.json").write_text(json.dumps(settings), encoding="utf-8")
            results.append(well("pyright", [PYRIGHT, "-p", folder, "--pythonpath", python], folder))
        else:
            print("skip: pyright; .ci/setup --full installs it in build/node")
    return all(results)


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit(str(__doc__))
    sys.exit(0 if check(Path(sys.argv[1]).resolve()) else 1)
