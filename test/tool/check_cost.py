#!/usr/bin/env python3
"""The tool `vrm` is run by the thousand: what it costs to start, and which libraries it loads.

usage: check_cost.py VRM [CORPUS]

Times are of the processor, user and system, and the least of many runs: a busy machine makes single
runs slower, and none faster.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

VERSION_SECONDS = 0.0015  # vrm --version
INFO_SECONDS = 0.1        # vrm info of all files of the corpus, together

# The C library, the compiler's, yyjson, and SHA-256. Nothing that draws, decodes images, shapes text
# or writes video.
LIBRARIES = re.compile(r"(libc|libm|libpthread|libgcc_s|libyyjson|libnettle|libmeshoptimizer|libstdc\+\+|ld-linux[-a-z0-9_]*)\.so[.0-9d]*")


def processor_seconds(command):
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(command, stdout=nothing, stderr=nothing)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0  # it has been waited for
    return usage.ru_utime + usage.ru_stime


def least_seconds(command, runs):
    return min(processor_seconds(command) for _ in range(runs))


def loaded_libraries(vrm):
    text = subprocess.run(["readelf", "-d", vrm], check=True, capture_output=True,
                          encoding="utf-8").stdout
    return re.findall(r"\(NEEDED\).*\[(.*)\]", text)


def main():
    vrm, failures = sys.argv[1], []
    libraries = loaded_libraries(vrm)
    print(f"{vrm} loads {', '.join(libraries)}")
    failures += [f"{name} is not a library that vrm may load" for name in libraries
                 if not LIBRARIES.fullmatch(name)]
    seconds = least_seconds([vrm, "--version"], 100)
    print(f"vrm --version: {1000 * seconds:.2f} ms")
    if seconds > VERSION_SECONDS:
        failures.append(f"vrm --version takes {1000 * seconds:.2f} ms of the processor")
    if len(sys.argv) > 2:
        files = sorted(str(path) for path in Path(sys.argv[2]).rglob("*.vrm"))
        seconds = least_seconds([vrm, "info", *files], 10)
        print(f"vrm info of {len(files)} files: {1000 * seconds:.0f} ms")
        if seconds > INFO_SECONDS:
            failures.append(f"vrm info of {len(files)} files takes {seconds:.3f} s")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    if shutil.which("readelf") is None:
        sys.exit("readelf is missing (binutils)")
    main()
