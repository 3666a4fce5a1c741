"""Configures the project without pkg-config and without optional libraries: CMake must go on, and say
of each part that is missing what to install.

usage: check_configure.py CMAKE ROOT FOLDER
"""
import subprocess
import sys

HIDDEN = ["PkgConfig", "PNG", "JPEG", "WebP_any", "Deflate_any", "SQLite3", "meshoptimizer"]
OFF = ["VRM_BUILD_TESTS", "VRM_BUILD_BENCH", "VRM_BUILD_EXAMPLES", "VRM_BUILD_SAMPLES", "VRM_WITH_NATS"]
# What is missing, and what a line must then have.
WANTED = [
    ("image formats: none",),
    ("PNG", "libpng 1.6 not found", "apt install libpng-dev"),
    ("JPEG", "libjpeg-turbo not found", "apt install libjpeg-dev"),
    ("WebP", "libwebp", "not found", "apt install libwebp-dev"),
    ("vrm work", "pkg-config not found, which finds nettle", "apt install pkg-config nettle-dev"),
    ("vrm render", "pkg-config not found, which finds libepoxy", "apt install pkg-config libepoxy-dev"),
    ("vrm index", "SQLite 3.24 not found", "apt install libsqlite3-dev"),
    ("vrm optimize", "meshoptimizer 0.22 not found", "apt install libmeshoptimizer-dev"),
    ("vrm-hub", "VRM_WITH_NATS is off"),
]


def main():
    cmake, root, folder = sys.argv[1:4]
    hide = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in HIDDEN]
    command = [cmake, "-S", root, "-B", folder, "--fresh", *hide, *(f"-D{name}=OFF" for name in OFF)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lines = done.stdout.splitlines()
    missing = [words for words in WANTED
               if not any(all(word in line for word in words) for line in lines)]
    for words in missing:
        print(f"no line has: {', '.join(words)}")
    if missing or done.returncode:
        print(done.stdout + done.stderr)
    return 1 if missing or done.returncode else 0


if __name__ == "__main__":
    sys.exit(main())
