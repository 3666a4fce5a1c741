"""Builds the wheel of libvrm with a C compiler and nothing else: the backend of pyproject.toml (PEP 517).

It works in the tree of a source package, which bindings/python/make writes. flags.json there has what CMake compiles
each file with: no flag is written here that changes what the library computes.

Variables: CC is the compiler, with its arguments; CFLAGS and LDFLAGS are added. LIBVRM_PLATFORM is the platform of the
wheel's name, and with it LIBVRM_INCLUDE the folder of the headers of Python, LIBVRM_SUFFIX and LIBVRM_LIBRARY, if the
wheel is for another machine.

LIBVRM_MESHOPTIMIZER decides what reads compressed meshes. By default it is the decoder of the source package if CC
compiles C++; the module needs no C++ library. `bundled` fails if CC does not compile C++, and `none` leaves it out. Other
values link an installed meshoptimizer: -lmeshoptimizer, or the path of a static library, with -I and its folder before it
if need be.
"""
import base64
import hashlib
import io
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tempfile
import tomllib
import zipfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

ROOT = Path(__file__).resolve().parent
TAG = "cp311-abi3"
DATE = (1980, 1, 1, 0, 0, 0)  # the same files give the same wheel


def project():
    return tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def version():
    text = (ROOT / "include/vrm/base.h").read_text(encoding="utf-8")
    return ".".join(re.search(rf"#define VRM_VERSION_{part} (\d+)", text)[1] for part in ("MAJOR", "MINOR", "PATCH"))


def metadata(about, readme, requires=()):
    lines = ["Metadata-Version: 2.1", f"Name: {about['name']}", f"Version: {version()}", f"Summary: {about['description']}",
             f"Requires-Python: {about['requires-python']}", f"License: {about['license']}",
             f"Keywords: {','.join(about['keywords'])}"]
    lines += [f"Author-email: {a['name']} <{a['email']}>" for a in about["authors"]]
    lines += [f"Classifier: {line}" for line in about["classifiers"]]
    lines += [f"Requires-Dist: {need}" for need in requires]
    for extra, needs in about.get("optional-dependencies", {}).items():
        lines += [f"Provides-Extra: {extra}", *(f'Requires-Dist: {need}; extra == "{extra}"' for need in needs)]
    lines += ["Description-Content-Type: text/markdown", "", readme.read_text(encoding="utf-8")]
    return "\n".join(lines)


def run(command):
    result = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if result.returncode != 0:
        raise SystemExit(f"{shlex.join(command)}\n{result.stdout}{result.stderr}")
    if result.stderr.strip():
        print(result.stderr, file=sys.stderr)


class Compiler:
    """The compiler of this machine, and which flags it has."""

    def __init__(self, folder):
        found = next((name for name in ("cc", "gcc", "clang") if shutil.which(name)), None)
        self.command = shlex.split(os.environ.get("CC", "") or found or "")
        if not self.command:
            raise SystemExit("libvrm is compiled here, and no C compiler was found: install gcc or clang, or set CC")
        self.folder, self.known = Path(folder), {}
        self.probe = self.folder / "probe.c"
        self.probe.write_text("int probe(void);\nint probe(void) { return 0; }\n", encoding="utf-8")

    def has(self, *flags):
        """Flags for one processor are there for all of them; a compiler that lacks one does not need it."""
        if flags not in self.known:
            command = [*self.command, "-Werror", *flags, "-c", str(self.probe), "-o", str(self.folder / "probe.o")]
            self.known[flags] = subprocess.run(command, capture_output=True).returncode == 0
        return self.known[flags]

    def links(self, function, header, words):
        """Whether a library has a function: versions differ in them."""
        source = self.folder / f"{function}.c"
        source.write_text(f"#include <{header}>\nint main(void) {{ return {function} == 0; }}\n", encoding="utf-8")
        command = [*self.command, str(source), *words, "-o", str(self.folder / "probe")]
        return subprocess.run(command, capture_output=True).returncode == 0

    def compile(self, sources, flags, jobs):
        """Objects of files, each with its flags."""
        objects = [(source, self.folder / (source.replace("/", "_") + ".o"), flags[source]) for source in sources]
        extra = shlex.split(os.environ.get("CFLAGS", ""))
        with ThreadPoolExecutor(jobs) as pool:
            list(pool.map(lambda one: run([*self.command, *one[2], *extra, "-c", one[0], "-o", str(one[1])]), objects))
        return [str(path) for _, path, _ in objects]

    def link(self, objects, out, flags):
        listing = self.folder / "objects.rsp"
        listing.write_text("\n".join(objects), encoding="utf-8")
        run([*self.command, "-shared", "-o", str(out), f"@{listing}", *flags, *shlex.split(os.environ.get("LDFLAGS", ""))])


def target():
    """The platform of the wheel's name, the suffix of the module, and whether it is that of this machine."""
    wanted = os.environ.get("LIBVRM_PLATFORM")
    here = sysconfig.get_platform().replace("-", "_").replace(".", "_")
    platform = wanted or here
    default = ".pyd" if platform.startswith("win") else ".abi3.so"
    return platform, os.environ.get("LIBVRM_SUFFIX", default)


def find_meshoptimizer(compiler):
    """The sources that are compiled, what links an installed one, and flags for the functions that it has."""
    wanted = os.environ.get("LIBVRM_MESHOPTIMIZER", "")
    if wanted == "none":
        return [], [], []
    if wanted in ("", "bundled"):
        sources = [f"meshoptimizer/{name}.cpp" for name in ("indexcodec", "vertexcodec", "vertexfilter")]
        if compiler.has("-x", "c++"):
            return sources, [], ["-DVRM_HAVE_MESHOPT_DECODER", "-Imeshoptimizer"]
        lack = f"{shlex.join(compiler.command)} compiles no C++: install g++"
        if wanted == "bundled":
            raise SystemExit(f"the decoder of compressed meshes cannot be built. {lack}")
        print(f"libvrm is built without the decoder of compressed meshes. {lack}, or decompress files before you load them",
              file=sys.stderr)
        return [], [], []
    words = shlex.split(wanted)
    if not compiler.links("meshopt_decodeFilterExp", "meshoptimizer.h", words):
        raise SystemExit(f"meshoptimizer 0.18 or newer was not found with LIBVRM_MESHOPTIMIZER={shlex.join(words)}: install "
                         "libmeshoptimizer-dev, or unset it: the decoder of the source package is then built")
    has_color = compiler.links("meshopt_decodeFilterColor", "meshoptimizer.h", words)
    return [], [word for word in words if not word.startswith("-I")], [
        "-DVRM_HAVE_MESHOPT_DECODER", *["-DVRM_HAVE_MESHOPT_COLOR"] * has_color,
        *(word for word in words if word.startswith("-I"))]


def build_module(out, platform):
    """Compiles the extension module with libvrm, libvrm-author, libvrm-live and yyjson in it. Returns whether it has
    meshoptimizer."""
    groups = json.loads((ROOT / "flags.json").read_text(encoding="utf-8"))
    include = os.environ.get("LIBVRM_INCLUDE")
    paths = [include] if include else list(dict.fromkeys(sysconfig.get_path(name) for name in ("include", "platinclude")))
    if not any((Path(path) / "Python.h").exists() for path in paths):
        raise SystemExit(f"the headers of Python are missing in {paths[0]}: install python3-dev, or the like")
    own = sorted(str(path.relative_to(ROOT)) for path in (ROOT / "core").glob("*.c"))
    with tempfile.TemporaryDirectory() as folder:
        compiler = Compiler(folder)
        flags, sources = {}, []
        for group in groups["groups"]:
            kept = [flag for flag in group["flags"] if flag.startswith(("-D", "-std")) or compiler.has(flag)]
            for source in group["sources"]:
                flags[source] = [*kept, "-Iinclude", "-Isrc", "-Iyyjson"]
                sources.append(source)
            if group.get("is_common"):
                common = [flag for flag in kept if not flag.startswith("-std")]
                for source in own:
                    flags[source] = [*kept, "-Iinclude", "-Icore", *(f"-I{path}" for path in paths)]
        sources += own
        decoder, meshoptimizer, definitions = find_meshoptimizer(compiler)
        flags["core/meshopt.c"] += definitions
        for source in decoder:  # it needs nothing of the C++ library
            flags[source] = [*common, "-fno-exceptions", "-fno-rtti", "-fno-threadsafe-statics"]
        sources += decoder
        objects = compiler.compile(sources, flags, os.cpu_count() or 1)
        link = [flag for flag in groups["link"] if platform.startswith("linux") or platform.startswith("manylinux")]
        if platform.startswith("macosx"):
            link += ["-undefined", "dynamic_lookup", "-Wl,-dead_strip"]
        elif platform.startswith("win"):
            link += ["-s", "-Wl,--gc-sections"]
        else:
            link += ["-lm", "-Wl,--gc-sections"]
        if "-g" not in os.environ.get("CFLAGS", "") and not platform.startswith("macosx"):
            link.append("-s")
        link += meshoptimizer
        if os.environ.get("LIBVRM_LIBRARY"):
            link.append(os.environ["LIBVRM_LIBRARY"])
        compiler.link(objects, out, link)
    return bool(decoder)


def digest(data):
    return "sha256=" + base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()


def package_files(package):
    """The files of a package in Python, by their names in the wheel."""
    for path in sorted(package.rglob("*")):
        if path.suffix in (".py", ".pyi", ".typed") and path.is_file():
            yield path.relative_to(package.parent).as_posix(), path.read_bytes()


def write_wheel(folder, name, platform, about, files, licenses):
    """A wheel of files, by their names in it. The same files give the same bytes."""
    info = f"{name}-{version()}.dist-info"
    files[f"{info}/METADATA"] = about.encode()
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: vrm_build\nRoot-Is-Purelib: false\n"
                              f"Tag: {TAG}-{platform}\n").encode()
    for path, source in licenses.items():
        files[f"{info}/licenses/{path}"] = source.read_bytes()
    record = "".join(f"{path},{digest(data)},{len(data)}\n" for path, data in files.items())
    files[f"{info}/RECORD"] = (record + f"{info}/RECORD,,\n").encode()
    file = f"{name}-{version()}-{TAG}-{platform}.whl"
    with zipfile.ZipFile(Path(folder) / file, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, DATE)
            entry.compress_type = zipfile.ZIP_DEFLATED
            entry.external_attr = (0o755 if path.endswith((".so", ".pyd")) else 0o644) << 16
            wheel.writestr(entry, data)
    return file


def build_wheel(wheel_directory, config_settings=None, metadata_directory=None):
    platform, suffix = target()
    with tempfile.TemporaryDirectory() as folder:
        module = Path(folder) / f"_core{suffix}"
        has_decoder = build_module(module, platform)
        files = dict(package_files(ROOT / "libvrm"))
        files[f"libvrm/_core{suffix}"] = module.read_bytes()
    licenses = {"LICENSE": ROOT / "LICENSE", "yyjson/LICENSE": ROOT / "yyjson/LICENSE"}
    if has_decoder:
        licenses["meshoptimizer/LICENSE.md"] = ROOT / "meshoptimizer/LICENSE.md"
    return write_wheel(wheel_directory, "libvrm", platform, metadata(project(), ROOT / "README.md"), files, licenses)


def write_pictures_wheel(folder, module, source):
    """The wheel of libvrm-render: its module is compiled already."""
    about = project() | {"name": "libvrm-render", "description": "Pictures of VRM avatars for libvrm, without a screen"}
    del about["optional-dependencies"]
    files = dict(package_files(source / "package/libvrm_render"))
    files["libvrm_render/_pictures.abi3.so"] = module.read_bytes()
    licenses = {"LICENSE": ROOT / "LICENSE", "yyjson/LICENSE": ROOT / "yyjson/LICENSE"}
    for package in ("libpng-dev", "zlib1g-dev", "libjpeg62-turbo-dev", "libwebp-dev"):
        licenses[f"{package}/copyright"] = Path("/usr/share/doc", package, "copyright")
    return write_wheel(folder, "libvrm_render", target()[0],
                       metadata(about, source / "README.md", [f"libvrm (=={version()})"]), files, licenses)


def build_sdist(sdist_directory, config_settings=None):
    base = f"libvrm-{version()}"
    path = Path(sdist_directory) / f"{base}.tar.gz"
    files = {p.relative_to(ROOT).as_posix(): p.read_bytes() for p in sorted(ROOT.rglob("*"))
             if p.is_file() and "__pycache__" not in p.parts}
    files["PKG-INFO"] = metadata(project(), ROOT / "README.md").encode()
    with tarfile.open(path, "w:gz", compresslevel=9, format=tarfile.PAX_FORMAT) as archive:
        for name, data in sorted(files.items()):
            entry = tarfile.TarInfo(f"{base}/{name}")
            entry.size, entry.mode = len(data), 0o644
            archive.addfile(entry, io.BytesIO(data))
    return path.name


if __name__ == "__main__":  # for a machine without pip
    print(build_wheel(sys.argv[1] if len(sys.argv) > 1 else "."))
