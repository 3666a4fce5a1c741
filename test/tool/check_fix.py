"""Checks `vrm check --fix`: where files go, what is replaced, what is said, and exit codes.

usage: check_fix.py VRM MAKER WORK

tools/check/check-fixes proves that what is fixed loses nothing and changes nothing visible.
"""
import json
import os
import shutil
import stat
import subprocess
import sys

VRM, MAKER, WORK = map(os.path.abspath, sys.argv[1:4])
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words, stdin=b""):
    """(exit code, standard output, standard error)"""
    done = subprocess.run([VRM, "check", "--no-behaviour", *words], cwd=WORK, input=stdin,
                          capture_output=True, timeout=120, check=False)
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def record(*words, stdin=b""):
    code, out, _ = run("--json", *words, stdin=stdin)
    return code, json.loads(out)


def read(path):
    with open(os.path.join(WORK, path), "rb") as file:
        return file.read()


def make(name, path, kind="fault"):
    subprocess.run([MAKER, kind, name, "-o", os.path.join(WORK, path)], check=True)


def check_records():
    """What is fixed is listed; what is left gives the exit code."""
    code, found = record("--fix", "-o", "new.vrm", "turned.vrm")
    expect(code == 0 and found["passed"], "a file that is fixed passes:", found)
    expect([entry["code"] for entry in found["fix"]["fixes"]] == ["node-rotation-unit"], found["fix"])
    expect(found["fix"]["out"] == "new.vrm" and found["diagnostics"] == [], found)
    expect(read("new.vrm") != read("turned.vrm"), "the new file differs")
    code, found = record("new.vrm")
    expect(code == 0 and "fix" not in found, "without --fix there is no key of it")
    code, found = record("--fix", "-o", "left.vrm", "boneless.vrm")
    expect(code == 1 and not found["passed"], "what is left fails:", code)
    expect(found["fix"]["fixes"] == [] and read("left.vrm") == read("boneless.vrm"), "a copy is written")
    code, found = record("--fix", "-o", "from-stdin.vrm", "-", stdin=read("turned.vrm"))
    expect(code == 0 and read("from-stdin.vrm") == read("new.vrm"), "standard input is fixed alike")


def check_text():
    code, out, _ = run("--fix", "-o", "text.vrm", "turned.vrm")
    expect(code == 0 and "Fixed in text.vrm:" in out and "/rotation" in out, out)
    expect("node-rotation-unit: the normalized rotation is written" in out, out)
    _, out, _ = run("--fix", "-o", "text.vrm", "new.vrm")
    expect("Nothing to fix." in out, out)


def check_places():
    """Nothing is replaced by accident."""
    before = read("turned.vrm")
    code, _, said = run("--fix", "-o", "turned.vrm", "turned.vrm")
    expect(code == 1 and "--in-place" in said and read("turned.vrm") == before, said)
    os.symlink("turned.vrm", os.path.join(WORK, "link.vrm"))
    code, _, said = run("--fix", "-o", "link.vrm", "turned.vrm")
    expect(code == 1 and "--in-place" in said and read("turned.vrm") == before, said)
    code, _, _ = run("--fix", "-o", "folder", "turned.vrm", "boneless.vrm", "--fail-on", "never")
    expect(code == 0 and sorted(os.listdir(WORK + "/folder")) == ["boneless.vrm", "turned.vrm"], "folder")
    with open(WORK + "/folder/turned.vrm", "wb") as file:
        file.write(b"mine")
    code, _, said = run("--fix", "-o", "folder", "turned.vrm")
    expect(code == 1 and "already exists" in said and read("folder/turned.vrm") == b"mine", said)
    code, found = record("--fix", "-o", "folder", "--skip-existing", "turned.vrm")
    expect(code == 0 and "out" not in found["fix"] and read("folder/turned.vrm") == b"mine", found["fix"])
    code, _, _ = run("--fix", "-o", "folder", "--overwrite", "turned.vrm")
    expect(code == 0 and read("folder/turned.vrm") == read("new.vrm"), "--overwrite")
    code, found = record("--fix", "-o", "folder", "--name", "{stem}-{index}.glb", "turned.vrm")
    expect(code == 0 and found["fix"]["out"].endswith("turned-1.glb"), found["fix"])
    text = read("new.vrm")[20:].split(b"BIN")[0]
    with open(WORK + "/plain.gltf", "wb") as file:
        file.write(text[:text.rindex(b"}") + 1])
    _, found = record("--fix", "-o", "folder", "plain.gltf")
    expect(found["fix"]["out"].endswith("plain.gltf"), "a .gltf keeps its ending:", found["fix"])
    code, _, said = run("--fix", "-o", "/dev/null/none/x.vrm", "turned.vrm")
    expect(code == 1 and "cannot be written" in said, said)


def check_in_place():
    path = WORK + "/own.vrm"
    shutil.copyfile(WORK + "/turned.vrm", path)
    os.chmod(path, 0o640)
    code, found = record("--fix", "--in-place", "own.vrm")
    expect(code == 0 and found["fix"]["out"] == "own.vrm" and read("own.vrm") == read("new.vrm"), found["fix"])
    expect(stat.S_IMODE(os.stat(path).st_mode) == 0o640, "permissions are kept")
    before = os.stat(path)
    code, found = record("--fix", "--in-place", "own.vrm")
    expect("out" not in found["fix"] and os.stat(path).st_ino == before.st_ino, "nothing is written without need")
    code, _, said = run("--fix", "--in-place", "-", stdin=read("turned.vrm"))
    expect(code == 1 and "standard input cannot be changed in place" in said, said)
    expect(not [name for name in os.listdir(WORK) if "vrm-tmp" in name], "temporary files are left")


def check_limits():
    """Limits of joints stay as they are written, but for the rotation that is fixed (ER-022, SL-004)."""
    code, found = record("--fix", "-o", "limit-new.vrm", "limit.vrm")
    expect(code == 0 and [entry["code"] for entry in found["fix"]["fixes"]] == ["spring-limit-rotation"], found)
    before = read("limit.vrm")
    expect(before.count(b'"rotation":[0,0,0,2]') == 1, "the fault of a limit is another one")
    expect(read("limit-new.vrm") == before.replace(b"[0,0,0,2]", b"[0,0,0,1]"), "only the rotation is new")
    code, found = record("--fix", "-o", "limit-same.vrm", "limit-near.vrm")
    expect(code == 0 and found["fix"]["fixes"] == [], "a limit without a fault is not fixed:", found["fix"])
    expect(read("limit-same.vrm") == read("limit-near.vrm"), "a limit without a fault stays")


def check_usage():
    for words in (["--fix"], ["-o", "x.vrm"], ["--in-place"], ["--fix", "-o", "x.vrm", "--in-place"],
                  ["--fix", "-o", "-"], ["--fix", "-o", "x.vrm", "--picture", "p.png"],
                  ["--fix", "-o", "folder", "--name", "same.vrm"]):
        code, _, said = run(*words, "turned.vrm")
        expect(code == 2 and said != "", "a usage error:", words, code, said)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    make("node-rotation-unit", "turned.vrm")
    make("bone-missing", "boneless.vrm")
    make("spring-limit-rotation", "limit.vrm")
    make("spring-limit-rotation", "limit-near.vrm", "near")
    check_records()
    check_text()
    check_places()
    check_in_place()
    check_limits()
    check_usage()
    for problem in problems:
        print("fix:", problem)
    return 1 if problems else 0


sys.exit(main())
