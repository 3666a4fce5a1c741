#!/usr/bin/env python3
"""Checks of the Godot extension.

usage: bindings/godot/check.py PART… [--engine FOLDER] [--files FOLDER] [--build FOLDER]

Parts, in their order:

  build    builds the extension in build/godot and tests what needs no engine; the header of Godot's interface comes
           from the crate gdextension-api, which cargo fetches
  windows  builds the extension for Windows in build/godot-windows, with mingw-w64. Nothing runs it
  package  builds the extension for other machines in build/godot-package, with the libraries that it needs inside, and
           packs the add-on and the demo as archives in build/packages. packaging/stranger installs them
  frames   the skeleton has the bits of libvrm in 600 frames, for each VRM version, and positions within 1e-5: alone,
           in a crowd on worker threads, and out of a stored scene
  api      the methods of VRMAvatar and VRMClip do what the guides docs/guides/godot*.md promise. vrm of --build
           compresses a sample
  scene    signals, mixed motions, the modifier, colliders, debug lines, crowds, animations, VMC, copies, checks
  companion  text with tags, speech, actions, looking and settings of VRMCompanion
  editor   the demo project is imported, opens in the editor and plays without an error or a warning; importers, dock
  hostile  loads broken files of conformance/, cut and damaged samples, and those of --files; wrong arguments
  cycles   1,000 loads leave no object, and no memory
  time     the time that ten avatars add to a frame, and libvrm's part of it; the time from the bytes of an 18 MB file
           to its first frame. vrm-maker of --build makes the files
  peer     one table of these times with those of godot-vrm, if --peer names a folder with its addons/ and project.godot
  picture  draws the sample on a virtual screen as `vrm render` of --build (default: build/release) does, in the
           Compatibility renderer with software rendering, and compares the pictures
  sanitize builds the extension with sanitizers, and runs the parts api, scene, companion and hostile
           with it

All but `build`, `windows` and `package` need Godot. It is that of Debian's package, unpacked with all that it needs into build/godot-engine
(0.8 GB), and started by the loader of its own C library: the system stays as it is. --engine names another such root.
A tool that is missing is a failure if the gate runs with CI set, and otherwise a reason to skip: the script prints it
and ends with 77.
"""
import argparse
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parents[1]
sys.path[:0] = [str(ROOT / "test/view"), str(ROOT / "tools")]
import screen  # noqa: E402
from debian_root import Missing, unpack  # noqa: E402

OUT = ROOT / "build/godot"
SANITIZED = ROOT / "build/godot-asan"
BINARIES = OUT / "bindings/godot"
PROJECT = BINARIES / "project"
SAMPLES = sorted((ROOT / "samples").glob("*.vrm"))
GUIDES = [ROOT / "docs/guides/godot.md", ROOT / "docs/guides/godot-companion.md"]
AME = ROOT / "samples/character-1.0.vrm"
CRATE, HEADER_OF = "gdextension-api", "versions/4.6/res"
SUITES = ["forky", "sid"]  # of Debian, the first that has Godot 4
PACKAGES = ["godot", "libgl1", "libgl1-mesa-dri", "libglx-mesa0", "libegl1", "libegl-mesa0"]
OFF = ["SHARED", "TOOLS", "RENDER", "TESTS", "BENCH", "SAMPLES", "EXAMPLES"]
SYSTEM_LIBRARIES = {"kernel32.dll", "msvcrt.dll"}  # of every Windows
GLIBC = re.compile(r"lib[cm]\.so\.\d+|ld-linux.*")  # of every Linux on which Godot runs
FRAMES, CYCLES = 600, 1000
MODES = ["alone", "crowd", "scene"]  # of frames.gd
AVATARS = 10  # of what measures time
# Microseconds of a frame: of the sample, of an avatar with 100 joints, and libvrm's part of them.
MOST_AME, MOST_JOINTS, MOST_SHARE = 400, 800, 100
LEAST_FASTER, LEAST_FASTER_LOAD = 5, 1.5  # than godot-vrm
MOST_METERS = 1e-5
LEAST_SSIM = 0.95  # within the box of the avatar
# Camera and light of the pictures: eye, target, field of view, direction to the light, ambient light.
VIEW = ["0.6,1.25,2.4", "0,0.85,0", "42", "0.5,0.7,1", "0.1"]


class Failed(Exception):
    """A check that failed."""


def run(command, **more):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, errors="replace",
                          **{"timeout": 1800, **more})


def must(command, **more):
    result = run(command, **more)
    if result.returncode != 0:
        raise Failed(f"{' '.join(map(str, command))}: {result.returncode}\n{result.stdout[-3000:]}{result.stderr[-3000:]}")
    return result.stdout


def need(program):
    if shutil.which(program) is None:
        raise Missing(f"there is no {program}")
    return program


# --- Build, without the engine ---

def interface():
    """The folder of gdextension_interface.h, in the registry of cargo."""
    manifest = HERE / "interface/Cargo.toml"
    fetched = run([need("cargo"), "fetch", "--locked", "--manifest-path", manifest])
    if fetched.returncode != 0:
        raise Missing(f"cargo cannot fetch the crate {CRATE}: {fetched.stderr.strip()[-300:]}")
    listed = must(["cargo", "metadata", "--offline", "--locked", "--format-version", "1", "--manifest-path", manifest])
    found = re.search(r'"manifest_path":"([^"]*/' + CRATE + r'-[^"/]*)/Cargo\.toml"', listed)
    if found is None:
        raise Failed(f"cargo does not list the folder of {CRATE}")
    return Path(found.group(1)) / HEADER_OF


def configure(folder, *more):
    command = ["cmake", "-S", ROOT, "-B", folder, "-DCMAKE_BUILD_TYPE=Release", "-DVRM_WARNINGS_AS_ERRORS=ON",
               *[f"-DVRM_BUILD_{part}=ON" for part in ("GODOT", "AUTHOR", "LIVE")],
               f"-DVRM_GODOT_INTERFACE={interface()}",
               *[f"-DVRM_BUILD_{part}=OFF" for part in OFF], *more]
    if shutil.which("ccache"):
        command += ["-DCMAKE_C_COMPILER_LAUNCHER=ccache", "-DCMAKE_CXX_COMPILER_LAUNCHER=ccache"]
    must(command)
    must(["cmake", "--build", folder, "--parallel", str(os.cpu_count() or 1)], timeout=7200)


def with_document(data, document):
    """The bytes of a GLB with another JSON document."""
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    rest = data[20 + int.from_bytes(data[12:16], "little"):]
    lengths = [(20 + len(text) + len(rest)).to_bytes(4, "little"), len(text).to_bytes(4, "little")]
    return data[:8] + lengths[0] + lengths[1] + data[16:20] + text + rest


def broken_files(folder):
    """Samples that are cut, and samples with damaged bytes, beside the broken files of conformance/."""
    files = sorted((ROOT / "conformance/files").rglob("*.vrm"))
    for sample in SAMPLES:
        data = sample.read_bytes()
        for i in range(1, 8):
            cut = Path(folder) / f"{sample.stem}-cut-{i}.vrm"
            cut.write_bytes(data[:len(data) * i // 8])
            damaged = bytearray(data)
            for at in range(20 + i * 7, len(damaged), 4001 * i):
                damaged[at] ^= 1 << i
            (Path(folder) / f"{sample.stem}-damaged-{i}.vrm").write_bytes(damaged)
    return files + sorted(Path(folder).glob("*.vrm"))


def large_file(folder):
    """A small file with more geometry than the limit. The engine gives each surface all shapes of its mesh: those of one
    triangle are also those of the many vertices beside it."""
    data = AME.read_bytes()
    size = int.from_bytes(data[12:16], "little")
    document = json.loads(data[20:20 + size])
    first = len(document["accessors"])
    for count in (3, 30000):
        document["accessors"].append({"componentType": 5126, "type": "VEC3", "count": count, "min": [0] * 3, "max": [0] * 3})
    primitives = [{"attributes": {"POSITION": first}, "targets": [{}] * 1000}, {"attributes": {"POSITION": first + 1}}]
    document["meshes"].append({"primitives": primitives})
    document["nodes"].append({"mesh": len(document["meshes"]) - 1})
    document["scenes"][document.get("scene", 0)]["nodes"].append(len(document["nodes"]) - 1)
    file = Path(folder) / "large.vrm"
    file.write_bytes(with_document(data, document))
    return file


def build(_):
    """GO-002, GO-003, GO-004: what needs no engine."""
    configure(OUT)
    exported = must(["nm", "--dynamic", "--defined-only", PROJECT / "addons/libvrm/libvrm-godot.so"]).split()[2::3]
    if exported != ["vrm_godot_start"]:
        raise Failed(f"the extension exports more than its entry point: {exported}")
    with tempfile.TemporaryDirectory() as folder:
        tried = must([BINARIES / "vrm-godot-test", *SAMPLES, "--hostile", *broken_files(folder),
                      "--large", large_file(folder)])
    return f"one exported symbol; geometry of {len(tried.splitlines())} files"


def windows(_):
    """GO-028: the extension for Windows, which exports its entry point alone and needs no library that Windows lacks."""
    compiler, folder = need("x86_64-w64-mingw32-g++"), ROOT / "build/godot-windows"
    target = ["--toolchain", ROOT / "cmake/x86_64-w64-mingw32.cmake", f"-DCMAKE_CXX_COMPILER={compiler}"]
    must([ROOT / ".ci/yyjson", folder.relative_to(ROOT), *target], cwd=ROOT)
    configure(folder, *target, f"-DCMAKE_PREFIX_PATH={folder}/yyjson")
    library = folder / "bindings/godot/project/addons/libvrm/libvrm-godot.dll"
    listed = must(["x86_64-w64-mingw32-objdump", "-p", library])
    exported = re.findall(r"^\s*\[ *\d+\] (?:\+base\[ *\d+\] +\w+ )?(\w+)$", listed, re.M)
    if exported != ["vrm_godot_start"]:
        raise Failed(f"the extension exports more than its entry point: {exported}")
    needed = {name.lower() for name in re.findall(r"DLL Name: (\S+)", listed)}
    if not needed or needed - SYSTEM_LIBRARIES:
        raise Failed(f"the extension needs libraries that Windows may not have: {sorted(needed - SYSTEM_LIBRARIES)}")
    return f"{library.stat().st_size >> 10} KiB, built and not run; needs {', '.join(sorted(needed))}"


def package(_):
    """GO-029: the add-on and the demo for other machines, which need the C library alone."""
    folder, contained = ROOT / "build/godot-package", []
    for library in ("yyjson", "meshoptimizer"):
        archive, sha256 = must([ROOT / ".ci/archive", library], cwd=ROOT).split()
        contained += [f"-DVRM_{library.upper()}_ARCHIVE={archive}", f"-DVRM_{library.upper()}_SHA256={sha256}"]
    configure(folder, "-DVRM_WITH_DEFLATE=OFF", *contained)
    project, demo = folder / "bindings/godot/project", folder / "bindings/godot/demo"
    addon = project / "addons/libvrm"
    for library in ("yyjson", "meshoptimizer"):
        if not (addon / f"LICENSE.{library}").is_file():
            raise Failed(f"the add-on contains {library} without its license")
    must(["strip", "--strip-unneeded", addon / "libvrm-godot.so"])
    shutil.copy(addon / "libvrm-godot.so", demo / "addons/libvrm")
    listed = must(["objdump", "-p", addon / "libvrm-godot.so"])
    other = [name for name in re.findall(r"NEEDED +(\S+)", listed) if not GLIBC.fullmatch(name)]
    if other:
        raise Failed(f"the extension needs libraries that other machines may not have: {other}")
    newest = max(tuple(map(int, found.split("."))) for found in re.findall(r"GLIBC_([\d.]+)", listed))
    version = re.search(r"CMAKE_PROJECT_VERSION:STATIC=(\S+)", (folder / "CMakeCache.txt").read_text()).group(1)
    packages, made = ROOT / "build/packages", []
    packages.mkdir(parents=True, exist_ok=True)
    for name, content in (("libvrm-godot", project / "addons"), ("libvrm-godot-demo", demo)):
        archive = packages / f"{name}-{version}-linux-{os.uname().machine}.zip"
        must([ROOT / "packaging/pack", content, archive])
        made.append(f"{archive.name} {archive.stat().st_size >> 10} KiB")
    return f"{', '.join(made)}; needs glibc {'.'.join(map(str, newest))}"


# --- The engine ---

def libraries(root):
    found = sorted((root / "usr/lib").glob("*-linux-gnu"))
    if not found:
        raise Failed(f"{root} is no root of Debian with libraries")
    return found[0]


def engine(options):
    """The command that starts Godot."""
    root = options.engine or ROOT / "build/godot-engine"
    if not (root / "usr/bin/godot").exists():
        unpack(PACKAGES, SUITES, root)
    folder = libraries(root)
    loader = next(folder.glob("ld-linux*.so.*"), None)
    if loader is None:
        raise Failed(f"{folder} has no loader")
    preloaded = ["--preload", " ".join(options.preload)] if options.preload else []
    return [loader, "--library-path", f"{folder}:{folder}/pulseaudio", *preloaded, root / "usr/bin/godot"]


def homes(folder, environment=os.environ):
    """An environment with the engine's settings and its user:// in a folder."""
    return dict(environment, **{f"XDG_{kind}_HOME": str(folder) for kind in ("DATA", "CONFIG", "CACHE")})


def register(project):
    """Lists the extension as the editor does. If the editor finds it in a run without a window, Godot 4.6.3 aborts at
    the end of that run: it makes documentation of the new classes while it quits (godotengine/godot#111048)."""
    (project / ".godot").mkdir(parents=True, exist_ok=True)
    (project / ".godot/extension_list.cfg").write_text("res://addons/libvrm/libvrm.gdextension\n")


def godot(options, script, *arguments, drawing=None):
    """Runs a script of test/ in the project with the add-on. Errors in scripts and shaders are failures."""
    if not (PROJECT / "addons/libvrm/libvrm-godot.so").exists():
        raise Failed("there is no extension; run the part build first")
    for file in [*HERE.glob("test/*.gd"), HERE / "test/project.godot"]:
        shutil.copy(file, PROJECT)
    command = engine(options)
    display, environment = drawing or (["--headless"], os.environ)
    register(PROJECT)
    words = [*command, *display, "--fixed-fps", "60", "--path", PROJECT, "--script", script, "--", *arguments]
    result = run(words, env=homes(OUT / "home", environment))
    output = result.stdout + result.stderr
    wrong = re.search(r"SCRIPT ERROR.*|SHADER ERROR.*|Parse Error.*|Assertion failed.*|\bleaked\b.*", output)
    if result.returncode != 0 or wrong:
        raise Failed(f"{script}: {wrong.group() if wrong else result.returncode}\n{output[-3000:]}")
    return output


def number(pattern, output):
    found = re.search(pattern, output)
    if found is None:
        raise Failed(f"no {pattern!r} in:\n{output[-2000:]}")
    return float(found.group(1))


def frames(options):
    """GO-010: the bits of 600 frames."""
    farthest = 0.0
    with tempfile.TemporaryDirectory() as folder:
        ours, theirs = Path(folder) / "ours", Path(folder) / "theirs"
        for sample in SAMPLES:
            must([BINARIES / "vrm-godot-frames", sample, FRAMES, ours])
            for mode in MODES:
                output = godot(options, "frames.gd", sample, FRAMES, theirs, mode)
                if not ours.read_bytes() or ours.read_bytes() != theirs.read_bytes():
                    raise Failed(f"{sample.name}, {mode}: the skeleton differs from the frame")
                farthest = max(farthest, number(r"largest distance of a global position: (\S+)", output))
    if farthest > MOST_METERS:
        raise Failed(f"a global position is {farthest} m off")
    return f"{len(SAMPLES)} files, {', '.join(MODES)}, {FRAMES} frames: rotations are equal bit by bit, positions within {farthest:.7f} m"


def check_guides(options):
    """The programs of the guides, in a scene with their files: each runs for some frames."""
    shutil.copy(AME, PROJECT / "avatar.vrm")
    shutil.copy(ROOT / "samples/dance.vrma", PROJECT / "dance.vrma")
    count = 0
    for guide in GUIDES:
        programs = re.findall(r"```gdscript\n(.*?)```", guide.read_text(encoding="utf-8"), re.S)
        for program in programs:
            (PROJECT / "program.gd").write_text(program)
            output = godot(options, "guide.gd")
            if "avatars: 1" not in output:
                raise Failed(f"a program of {guide.name} shows no avatar:\n{program}\n{output[-1500:]}")
        if not programs:
            raise Failed(f"{guide.name} has no programs")
        count += len(programs)
    return count


def has_meshopt():
    """Whether the build found meshoptimizer."""
    return re.search(r"^VRM_MESHOPTIMIZER_HAS_DECODER:INTERNAL=1$", (OUT / "CMakeCache.txt").read_text(), re.M) is not None


def api(options):
    """GO-001, GO-006, GO-007, GO-008, GO-009, GO-027: the methods of the engine, in test/api.gd."""
    programs = check_guides(options)
    with tempfile.TemporaryDirectory() as folder:
        compressed, plain = Path(folder) / "compressed.vrm", Path(folder) / "plain.vrm"
        must([tool(options), "optimize", "--compress", AME, compressed])
        must([tool(options), "optimize", "--decompress", compressed, plain])
        output = godot(options, "api.gd", AME, ROOT / "samples/character-0.x.vrm", ROOT / "samples/dance.vrma", compressed,
                       plain, "read" if has_meshopt() else "named")
    return "%d checks; %d programs of the guide" % (number(r"checks: (\d+), failed: 0", output), programs)


def scene(options):
    """GO-014 to GO-023: avatars in scenes, in test/scene.gd."""
    output = godot(options, "scene.gd", AME, ROOT / "samples/character-0.x.vrm", ROOT / "samples/dance.vrma")
    return "%d checks" % number(r"checks: (\d+), failed: 0", output)


def companion(options):
    """GO-026: companions, in test/companion.gd."""
    output = godot(options, "companion.gd", AME, ROOT / "samples/character-0.x.vrm", ROOT / "samples/dance.vrma")
    return "%d checks" % number(r"checks: (\d+), failed: 0", output)


def start(options, *words, **more):
    """Runs the engine. Errors and warnings are failures."""
    result = run([*engine(options), "--headless", *words], env=homes(OUT / "home"), **more)
    output = result.stdout + result.stderr
    wrong = re.search(r"^.*(ERROR|WARNING|leaked).*$", output, re.M)
    if result.returncode != 0 or wrong:
        raise Failed(f"{words}: {wrong.group() if wrong else result.returncode}\n{output[-3000:]}")
    return output


def demo_project(folder):
    """The demo, as a user gets it."""
    project = Path(folder) / "demo"
    shutil.copytree(BINARIES / "demo", project, ignore=shutil.ignore_patterns(".godot", "*.import", "*.uid"))
    register(project)
    return project


def editor(options):
    """GO-024, GO-025: the demo is imported by a fresh editor, opens, plays; the importers and the dock."""
    with tempfile.TemporaryDirectory() as folder:
        project = demo_project(folder)
        for file in ("checks.gd", "editor.gd", "editor_0.vrm"):
            source = HERE / "test" / file if file.endswith(".gd") else ROOT / "samples/character-0.x.vrm"
            shutil.copy(source, project / file)
        start(options, "--path", project, "--import")
        start(options, "--path", project, "--editor", "--quit-after", "60")
        start(options, "--path", project, "--fixed-fps", "60", "--quit-after", "120")
        # The motion is imported again for an avatar, and the avatar with smaller textures.
        for name, option, text in (("dance.vrma", "avatar", '"res://ame.vrm"'), ("ame.vrm", "vrm/max_texture_size", "64")):
            settings = project / f"{name}.import"
            settings.write_text(re.sub(rf"^{option}=.*$", f"{option}={text}", settings.read_text(), flags=re.M))
        start(options, "--path", project, "--import")
        output = start(options, "--path", project, "--script", "editor.gd")
    return "%d checks; the demo is imported, opens and plays" % number(r"checks: (\d+), failed: 0", output)


def hostile(options):
    """GO-005, GO-004: broken files and wrong arguments."""
    with tempfile.TemporaryDirectory() as folder:
        files = [AME, *broken_files(folder), large_file(folder)]
        for more in options.files:
            files += sorted(path for path in more.rglob("*") if path.suffix in (".vrm", ".glb", ".vrma"))
        output = godot(options, "hostile.gd", *files)
    if "misuse: done" not in output or "parts: done" not in output:
        raise Failed(f"wrong use was not tried to the end:\n{output[-2000:]}")
    return re.search(r"files: .*", output).group()


def cycles(options):
    """GO-011: many loads."""
    output = godot(options, "cycles.gd", AME, CYCLES)
    grown = []
    for key, before, after in re.findall(r"^(\w+): (\d+) -> (\d+)$", output, re.M):
        allowed = {"static_bytes": 64 << 10, "resident_kib": 4096}.get(key, 0)
        if int(after) > int(before) + allowed:
            grown.append(f"{key} {before} -> {after}")
    if grown or "objects:" not in output:
        raise Failed(f"{CYCLES} loads: {', '.join(grown) or output[-1000:]}")
    return f"{CYCLES} loads: " + re.search(r"resident_kib: .*", output).group()


def tool(options, name="vrm"):
    program = options.build / name
    if not program.exists():
        raise Failed(f"{options.build} has no {name}. Build it first")
    return program


def share(file):
    """What libvrm alone takes: microseconds of a frame, milliseconds of a load, joints."""
    words = must([BINARIES / "vrm-godot-share", file, AVATARS]).split()
    return float(words[1]), float(words[3]) / 1000, int(words[5])


def large_files(options, folder):
    """An avatar with 100 spring joints, and a file as large as those of VRoid Studio."""
    maker = tool(options, "vrm-maker")
    joints, large = Path(folder) / "100-joints.vrm", Path(folder) / "vroid.vrm"
    must([maker, "parametric", "--bones", "fingers", "--chains", "20", "--joints", "5", "-o", joints])
    must([maker, "vroid", "-o", large])
    return joints, large


def added(output):
    """The microseconds that avatars add to a frame."""
    return number(r", (\S+) more with", output)


def time(options):
    """GO-012: what ten avatars add to a frame, and how long a large file takes."""
    lines = []
    with tempfile.TemporaryDirectory() as folder:
        joints, large = large_files(options, folder)
        for file, most in ((AME, MOST_AME), (joints, MOST_JOINTS)):
            all_calls, (ours, _, count) = added(godot(options, "frame_time.gd", file, AVATARS, 10)), share(file)
            lines.append(f"{AVATARS} avatars with {count} joints add {all_calls:.0f} us to a frame (limit: {most}), "
                         f"{ours:.0f} us of them libvrm's (limit: {MOST_SHARE})")
        output = re.search(r"milliseconds: (.*)", godot(options, "load_time.gd", large)).group(1)
        lines.append(f"{large.stat().st_size >> 20} MiB: {output} (CPU time); libvrm's load takes {share(large)[1]:.1f}")
    return "; ".join(lines)


def peer(options):
    """GO-012 beside godot-vrm, whose folder is an option: its addons/ and its project.godot."""
    if options.peer is None:
        return "no comparison with godot-vrm: --peer names no folder with its addons/ and project.godot"
    rows = [("", "libvrm", "godot-vrm", "ratio", "limit", "libvrm alone")]
    missed = []
    with tempfile.TemporaryDirectory() as folder:
        joints, large = large_files(options, folder)
        project = peer_project(options, Path(folder), {"ame": AME, "joints": joints})
        (Path(folder) / "peer.vrm").write_bytes(for_peer(large))
        for name, file, most in (("ame", AME, MOST_AME), ("joints", joints, MOST_JOINTS)):
            theirs = added(in_project(options, project, "peer_frame_time.gd", f"res://{name}.vrm", AVATARS, 10))
            ours, (alone, _, count) = added(godot(options, "frame_time.gd", file, AVATARS, 10)), share(file)
            rows.append((f"frame, {AVATARS} avatars of {count} joints", f"{ours:.0f} us", f"{theirs:.0f} us",
                         f"{theirs / ours:.1f}", f"{most} us, {LEAST_FASTER}", f"{alone:.0f} us"))
            if ours > most or alone > MOST_SHARE or ours * LEAST_FASTER > theirs:
                missed.append(rows[-1][0])
        output = in_project(options, project, "peer_load_time.gd", Path(folder) / "peer.vrm")
        theirs, mipmaps = number(r"milliseconds: (\d+)", output), "with mipmaps" in output
        output = godot(options, "load_time.gd", large)
        ours = number(r"milliseconds: (\d+)" if mipmaps else r"; (\d+) without", output)
        rows.append((f"load, {large.stat().st_size >> 20} MiB", f"{ours:.0f} ms", f"{theirs:.0f} ms",
                     f"{theirs / ours:.1f}", f"{LEAST_FASTER_LOAD}", f"{share(large)[1]:.1f} ms"))
        if ours * LEAST_FASTER_LOAD > theirs:
            missed.append(rows[-1][0])
    widths = [max(map(len, column)) for column in zip(*rows)]
    table = "\n".join("  ".join(cell.ljust(width) for cell, width in zip(row, widths)).rstrip() for row in rows)
    load = f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors"
    if missed:
        raise Failed(f"limits are missed: {'; '.join(missed)}\n{table}\n{load}")
    return f"{load}\n{table}"


def peer_project(options, folder, files):
    """The project of godot-vrm, which its plugin has imported with the avatars."""
    project = folder / "project"
    project.mkdir()
    shutil.copytree(options.peer / "addons", project / "addons")
    shutil.copy(options.peer / "project.godot", project)
    for name, file in files.items():
        (project / f"{name}.vrm").write_bytes(for_peer(file))
    for script in ("rounds.gd", "loads.gd", "peer_frame_time.gd", "peer_load_time.gd"):
        shutil.copy(HERE / "test" / script, project)
    run([*engine(options), "--headless", "--path", project, "--import"], env=homes(folder))
    return project


def for_peer(file):
    """The file with isBinary in each expression: without it, which is allowed, godot-vrm imports no expressions."""
    data = file.read_bytes()
    size = int.from_bytes(data[12:16], "little")
    document = json.loads(data[20:20 + size])
    for group in document["extensions"].get("VRMC_vrm", {}).get("expressions", {}).values():
        for expression in group.values():
            expression.setdefault("isBinary", False)
    return with_document(data, document)


def in_project(options, project, script, *arguments):
    """What a script prints in the project of another add-on, whose errors are its own."""
    result = run([*engine(options), "--headless", "--fixed-fps", "60", "--path", project, "--script", script, "--",
                  *arguments], env=homes(project.parent))
    return result.stdout + result.stderr


def picture(options):
    """GO-013: pictures beside those of vrm::render."""
    need("Xvfb"), need("node")
    root = options.engine or ROOT / "build/godot-engine"
    compared = []
    server = screen.Screen()
    try:
        engine(options)
        folder = libraries(root)
        # The cache of another version of Mesa is not the engine's.
        environment = dict(server.environment, LIBGL_DRIVERS_PATH=f"{folder}/dri", GBM_BACKENDS_PATH=f"{folder}/gbm",
                           LIBGL_ALWAYS_SOFTWARE="1", MESA_SHADER_CACHE_DISABLE="true",
                           __EGL_VENDOR_LIBRARY_DIRS=f"{root}/usr/share/glvnd/egl_vendor.d")
        display = ["--rendering-driver", "opengl3", "--audio-driver", "Dummy", "--resolution", "600x600"]
        for file in [*SAMPLES, *options.pictures]:
            compared.append(compare(options, file, (display, environment)))
    finally:
        server.close()
    return ", ".join(compared)


def compare(options, file, drawing):
    theirs, ours = OUT / f"{file.stem}-godot.png", OUT / f"{file.stem}-vrm.png"
    theirs.unlink(missing_ok=True)
    godot(options, "picture.gd", file, theirs, *VIEW, drawing=drawing)
    eye, target, fov, light, ambient = VIEW
    must([tool(options), "render", file, "-o", ours, "--overwrite", "--size", "600", "--background", "ffffff", "--eye", eye,
          "--target", target, "--fov", fov, "--light", light, "--light-color", "1,1,1", "--ambient",
          ",".join([ambient] * 3), "--pose", "rest", "--look", "off", "--springs", "off", "--supersample", "2"])
    ssim = float(must(["node", ROOT / "tools/compare/oracle/ssim.mjs", theirs, ours, "--crop", "0", "--background",
                       "ffffff"]).split()[-1])
    if ssim < LEAST_SSIM:
        raise Failed(f"{file.name}: SSIM {ssim} is below {LEAST_SSIM}; look at {theirs} and {ours}")
    return f"{file.stem} {ssim:.3f}"


def sanitize(options):
    """GO-005 with AddressSanitizer and UndefinedBehaviorSanitizer, which report also what does not crash."""
    global OUT, BINARIES, PROJECT
    flags = "-fsanitize=address,undefined -fno-sanitize-recover=undefined -fno-omit-frame-pointer -g1"
    configure(SANITIZED, "-DCMAKE_C_COMPILER=gcc", "-DCMAKE_CXX_COMPILER=g++", "-DVRM_HARDENING=OFF",
              f"-DCMAKE_C_FLAGS={flags}", f"-DCMAKE_CXX_FLAGS={flags}")
    before = OUT, BINARIES, PROJECT
    OUT, BINARIES, PROJECT = SANITIZED, SANITIZED / "bindings/godot", SANITIZED / "bindings/godot/project"
    wrapper = SANITIZED / "dlopen.so"
    must(["gcc", "-shared", "-fPIC", "-O1", HERE / "test/dlopen.c", "-o", wrapper])
    options.preload = [str(wrapper)]
    options.preload += [must(["gcc", f"-print-file-name={name}"]).strip() for name in ("libasan.so", "libubsan.so")]
    # The engine's own allocations are not the extension's; leaks are counted by the part cycles.
    os.environ["ASAN_OPTIONS"] = "detect_leaks=0:alloc_dealloc_mismatch=0:verify_asan_link_order=0"
    try:
        return "; ".join(part(options) for part in (api, scene, companion, hostile))
    finally:
        OUT, BINARIES, PROJECT = before
        options.preload = []
        del os.environ["ASAN_OPTIONS"]


PARTS = {part.__name__: part for part in (build, windows, package, frames, api, scene, companion, editor, hostile, cycles, time, peer, picture, sanitize)}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("parts", nargs="+", choices=PARTS, metavar="PART")
    parser.add_argument("--engine", type=Path)
    parser.add_argument("--files", type=Path, action="append", default=[])
    parser.add_argument("--pictures", type=Path, action="append", default=[])
    parser.add_argument("--peer", type=Path)
    parser.add_argument("--build", type=Path, default=ROOT / "build/release")
    options = parser.parse_args()
    options.preload = []
    is_ci = os.environ.get("VRM_IS_CI") == "true"  # .ci/run sets CI for its steps in any case
    try:
        for part in options.parts:
            print(f"{part}: {PARTS[part](options)}", flush=True)
    except Missing as missing:
        print(f"{'missing' if is_ci else 'skip'}: {missing}; .ci/setup --full installs it")
        return 1 if is_ci else 77
    except Failed as failed:
        print(f"Godot: {failed}")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
