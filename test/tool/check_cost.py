#!/usr/bin/env python3
"""The tool `vrm` is run by the thousand: what it costs to start, and which libraries it loads.

usage: check_cost.py VRM [CORPUS]

Times are of the processor, user and system, as multiples of what `true` takes in the same run: a slow or busy
machine makes both slower. Of many runs that alternate, the least counts.
"""
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

MOST_OF_VERSION = 5.5  # vrm --version; 3.7 measured: libstdc++, which meshoptimizer needs, is 1.5 of it
MOST_OF_INFO = 100     # vrm info of all files of the corpus, together

# The C library, the compiler's, yyjson, and SHA-256. Nothing that draws, decodes images, shapes text
# or writes video.
LIBRARIES = re.compile(r"(libc|libm|libpthread|libgcc_s|libyyjson|libnettle|libmeshoptimizer|libstdc\+\+|ld-linux[-a-z0-9_]*)\.so[.0-9d]*")


def processor_seconds(command):
    with open(os.devnull, "wb") as nothing:
        process = subprocess.Popen(command, stdout=nothing, stderr=nothing)
        _, _, usage = os.wait4(process.pid, 0)
        process.returncode = 0  # it has been waited for
    return usage.ru_utime + usage.ru_stime


def times_of_true(command, runs):
    least = {}
    for _ in range(runs):
        for each in (["true"], command):
            least[each[0]] = min(processor_seconds(each), least.get(each[0], 60.0))
    return least[command[0]] / least["true"]


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
    times = times_of_true([vrm, "--version"], 100)
    print(f"vrm --version: {times:.1f} times the processor time of true")
    if times > MOST_OF_VERSION:
        failures.append(f"vrm --version takes {times:.1f} times as long as true")
    if len(sys.argv) > 2:
        files = sorted(str(path) for path in Path(sys.argv[2]).rglob("*.vrm"))
        times = times_of_true([vrm, "info", *files], 10)
        print(f"vrm info of {len(files)} files: {times:.0f} times the processor time of true")
        if times > MOST_OF_INFO:
            failures.append(f"vrm info of {len(files)} files takes {times:.0f} times as long as true")
    if failures:
        sys.exit("\n".join(failures))


if __name__ == "__main__":
    if shutil.which("readelf") is None:
        sys.exit("readelf is missing (binutils)")
    main()
