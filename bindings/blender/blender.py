"""Gets Blender from Debian's sid into a folder and starts it there, by its own loader: the system stays as it is.

The mirror is that of the machine's apt. VRM_BLENDER_ROOT may name a folder that was filled before.
"""
import os
import shlex
import subprocess
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from debian_root import Missing, unpack  # noqa: E402

# cattrs: Blender's panel of extensions imports it, and the package does not depend on it. Mesa draws the window.
PACKAGES = ["blender", "python3-numpy", "python3-cattr", "libgl1-mesa-dri", "libegl1", "libegl-mesa0", "libgl1",
            "libglx-mesa0", "libgles2", "xkb-data"]


class Blender:
    """Blender in a folder, with settings of its own."""

    def __init__(self, root, home):
        self.root, self.home = root, home
        libraries = root / "usr/lib/x86_64-linux-gnu"
        below = [libraries, *(libraries / name for name in ("blas", "lapack", "pulseaudio")), root / "usr/lib"]
        loader = [str(root / "usr/lib64/ld-linux-x86-64.so.2"), "--library-path", ":".join(map(str, below))]
        self.command = [*loader, str(root / "usr/bin/blender"), "--python-use-system-env"]
        self.write_python(loader)
        self.environment = {**os.environ, "PATH": f"{home / 'bin'}{os.pathsep}{os.environ['PATH']}",
                            "PYTHONHOME": str(root / "usr"), "PYTHONDONTWRITEBYTECODE": "1",
                            "PYTHONPATH": str(root / "usr/lib/python3/dist-packages"),
                            "BLENDER_SYSTEM_RESOURCES": str(root / "usr/share/blender"),
                            "BLENDER_USER_RESOURCES": str(home), "LIBGL_ALWAYS_SOFTWARE": "1",
                            "LIBGL_DRIVERS_PATH": str(libraries / "dri"), "GBM_BACKENDS_PATH": str(libraries / "gbm"),
                            "__EGL_VENDOR_LIBRARY_DIRS": str(root / "usr/share/glvnd/egl_vendor.d"),
                            # The machine's Mesa is of another version, and the two must not share a cache.
                            "MESA_SHADER_CACHE_DIR": str(home / "shaders"), "XDG_RUNTIME_DIR": str(home),
                            "XKB_CONFIG_ROOT": str(root / "usr/share/X11/xkb"),
                            "BLENDER_VRM_AUTOMATIC_LICENSE_CONFIRMATION": "true"}

    def write_python(self, loader):
        """Blender installs extensions in a process of the Python that PATH names first."""
        program = next((self.root / "usr/bin").glob("python3.[0-9]*"), None)
        if program is None:
            raise Missing("Debian's Blender has no Python")
        (self.home / "bin").mkdir(parents=True, exist_ok=True)
        for name in ("python", "python3", program.name):
            script = self.home / "bin" / name
            script.write_text(f'#!/bin/sh\nexec {shlex.join([*loader, str(program)])} "$@"\n', encoding="utf-8")
            script.chmod(0o755)

    def run(self, *arguments, log, timeout=600, environment=None, has_languages=False):
        """The exit code; what it prints is added to a file.

        has_languages: the package reads those of the interface from /usr/share/locale; only this process sees Blender's
        there. That needs the rights of root.
        """
        command = [*self.command, *map(str, arguments)]
        if has_languages:
            languages = shlex.quote(str(self.root / "usr/share/locale"))
            command = ["unshare", "--mount", "sh", "-c",
                       f"mount --bind {languages} /usr/share/locale && exec {shlex.join(command)}"]
        with open(log, "ab") as printed:
            return subprocess.run(command, stdout=printed, stderr=subprocess.STDOUT,
                                  env={**self.environment, **(environment or {})}, timeout=timeout).returncode


def get(root):
    if not (root / "usr/bin/blender").is_file():
        unpack(PACKAGES, ["sid"], root)
    return root
