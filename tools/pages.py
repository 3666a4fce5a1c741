"""The Markdown files of the tree. Folders of builds are not entered: a build that runs beside makes and removes
folders, and a listing of the whole tree would stop there."""
import os
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
NOT_ENTERED = {".git", "build"}


def pages():
    """The names of all pages, sorted."""
    found = []
    for folder, folders, files in os.walk(ROOT):
        here = Path(folder).relative_to(ROOT)
        folders[:] = [name for name in folders if name != "target" and (here / name).as_posix() not in NOT_ENTERED]
        found += [(here / name).as_posix() for name in files if name.endswith(".md")]
    return sorted(found)
