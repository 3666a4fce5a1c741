"""Checks a wheel for Linux.

usage: check_wheel.py WHEEL
"""
import re
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
MOST_BYTES = 1_500_000


def printed(*command: str | Path) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def check(wheel: Path) -> list[str]:
    """BI-026: libc and libm alone, symbols as old as the tag promises, one exported function, and at most 1.5 MB."""
    wrong = []
    package, name = ("libvrm_render", "_pictures") if wheel.name.startswith("libvrm_render") else ("libvrm", "_core")
    with tempfile.TemporaryDirectory() as folder:
        with zipfile.ZipFile(wheel) as archive:
            module = Path(archive.extract(f"{package}/{name}.abi3.so", folder))
        needed = re.findall(r"NEEDED +(\S+)", printed("objdump", "-p", module))
        versions = {tuple(map(int, v.split("."))) for v in re.findall(r"GLIBC_([0-9.]+)", printed("objdump", "-T", module))}
        used = re.findall(r"\bU (_?Py\w+)", printed("nm", "-D", "--undefined-only", module))
        exported = [line.split()[2] for line in printed("nm", "-D", "--defined-only", module).splitlines()]
    size, newest = wheel.stat().st_size, max(versions)
    print(f"{wheel.name}: {size} bytes, newest symbol GLIBC_{'.'.join(map(str, newest))}, needs {' '.join(needed)}, "
          f"exports {' '.join(exported)}")
    if size > MOST_BYTES:
        wrong.append(f"more than {MOST_BYTES} bytes")
    promised = re.search(r"manylinux_(\d+)_(\d+)_", wheel.name)
    if promised and newest > (int(promised[1]), int(promised[2])):
        wrong.append("the tag promises an older glibc")
    if any(not re.match(r"(libc\.so|libm\.so|libpthread\.so|ld-linux)", name) for name in needed):
        wrong.append("it needs other libraries")
    if exported != [f"PyInit_{name}"]:
        wrong.append("it exports more than its initialization")
    known = re.findall(r"^ +(\w+)", (ROOT / "bindings/python/cross/python3.def").read_text(encoding="utf-8"), re.M)
    if name == "_core" and sorted(used) != sorted(known):  # else the wheel for Windows lacks a name, or promises one too many
        wrong.append(f"bindings/python/cross/python3.def differs in {' '.join(sorted(set(used) ^ set(known)))}")
    return wrong


def main() -> int:
    if len(sys.argv) != 2:
        print(__doc__, file=sys.stderr)
        return 2
    wrong = check(Path(sys.argv[1]))
    for line in wrong:
        print(f"wrong: {line}")
    auditwheel = ROOT / "build/python/bin/auditwheel"
    if auditwheel.exists():
        print(printed(auditwheel, "show", sys.argv[1]))
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
