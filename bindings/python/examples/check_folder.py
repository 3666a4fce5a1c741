"""Check all avatars of a folder with several threads: checks run without the GIL.

usage: python check_folder.py FOLDER
"""
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from libvrm import Severity
from libvrm.experimental import check


def line(path: Path) -> str:
    report = check(path)
    worst = next(iter(report.errors or report.warnings), None)
    about = f": {worst.message} ({worst.pointer})" if worst else ""
    return f"{path.name}: {report.found(Severity.ERROR)} errors, {report.found(Severity.WARNING)} warnings{about}"


with ThreadPoolExecutor() as pool:
    for text in pool.map(line, sorted(Path(sys.argv[1]).glob("*.vrm"))):
        print(text)
