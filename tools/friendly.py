"""What the tools of this folder say where something that they need is not there."""
import sys
from pathlib import Path

HOW_TO_BUILD = "cmake --preset release && cmake --build --preset release"


def answer_help(text):
    """Prints what a tool is for, where -h or --help is among its arguments, and ends it."""
    if any(argument in ("-h", "--help") for argument in sys.argv[1:]):
        print(text.strip())
        sys.exit(0)


def need_build(build, *names):
    """Ends the tool, in words, unless the build folder has these files."""
    build = Path(build)
    missing = [name for name in names if not (build / name).exists()]
    if not missing:
        return
    what = "is not there" if not build.is_dir() else f"has no {', '.join(missing)}"
    sys.exit(f"{Path(sys.argv[0]).name}: the build folder {build} {what}. Build it first:\n"
             f"  {HOW_TO_BUILD}\nor name another build folder (--help says how).")


def need_file(path, what):
    """Ends the tool, in words, unless the file or folder is there."""
    if not Path(path).exists():
        sys.exit(f"{Path(sys.argv[0]).name}: {path} is not there: {what}.")
