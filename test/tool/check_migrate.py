#!/usr/bin/env python3
"""vrm migrate: what is written is checked, nothing is lost in silence, and results say so.

usage: check_migrate.py VRM MAKER SAMPLES WORK

Covers MI-024 and MK-020 on the command line.
"""
import json
import os
import shutil
import struct
import subprocess
import sys

VRM, MAKER, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:5])
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words):
    return subprocess.run([VRM, *words], capture_output=True, cwd=WORK, timeout=120, check=False)


def make(*words):
    subprocess.run([MAKER, *words], cwd=WORK, timeout=120, check=True)


def migrate(source, target, *options):
    done = run("migrate", source, target, "--accept-license-mapping", "--overwrite", "--json", *options)
    return done, json.loads(done.stdout)


def read(path):
    with open(os.path.join(WORK, path), "rb") as file:
        data = file.read()
    size = struct.unpack_from("<I", data, 12)[0]
    return json.loads(data[20:20 + size]), data[20 + size:]


def write(path, value, rest):
    text = json.dumps(value).encode()
    text += b" " * (-len(text) % 4)
    with open(os.path.join(WORK, path), "wb") as file:
        file.write(b"glTF" + struct.pack("<IIII", 2, 20 + len(text) + len(rest), len(text), 0x4E4F534A) + text + rest)


def check_counts(path):
    record = json.loads(run("check", path, "--json").stdout)
    return record["diagnostic_counts"]


# --- Errors of the new file (MI-024, MK-020) ---

def check_new_errors():
    make("fault", "pose-arm.old", "--dialect", "0.x", "-o", "arm.vrm")
    done, record = migrate("arm.vrm", "arm1.vrm")
    check = record["check"]
    expect(done.returncode == 1 and record["result"] == "new-errors", "an A-pose ends with", done.returncode, record["result"])
    expect(check["before"] == check_counts("arm.vrm"), "counts of the old file", check["before"])
    expect(check["after"] == check_counts("arm1.vrm"), "counts of the new file", check["after"])
    codes = [error["code"] for error in check["new_errors"]]
    expect("pose-arm" in codes, "new errors", codes)
    expect(check["fixed_by_t_pose"] == check["new_errors"], "--t-pose fixes", check["fixed_by_t_pose"])
    expect(b"--t-pose" in done.stderr and b"pose-arm" in done.stderr, "said", done.stderr)
    done, record = migrate("arm.vrm", "arm2.vrm", "--t-pose")
    expect(done.returncode == 0 and record["result"] == "ok", "--t-pose ends with", done.returncode)
    expect(record["check"]["after"]["error"] == 0 == check_counts("arm2.vrm")["error"], "errors with --t-pose", record["check"])


def check_old_errors():
    # Errors that the old file has as well do not count, and --t-pose is not named where it does not help.
    value, rest = read(os.path.join(SAMPLES, "character-0.x.vrm"))
    bones = value["extensions"]["VRM"]["humanoid"]["humanBones"]
    bones[:] = [bone for bone in bones if bone["bone"] != "leftFoot"]
    write("missing.vrm", value, rest)
    done, record = migrate("missing.vrm", "missing1.vrm")
    expect(record["check"]["before"]["error"] > 0 < record["check"]["after"]["error"], "errors", record["check"])
    expect(done.returncode == 0 and b"t-pose" not in done.stderr, "old errors end with", done.returncode, done.stderr)
    said = run("migrate", "missing.vrm", "missing2.vrm", "--accept-license-mapping").stdout
    expect(b"errors that the old file has, too: %d" % record["check"]["after"]["error"] in said, "said", said)


def check_clean():
    for name, options in (("character-0.x.vrm", []), ("character-1.0.vrm", ["--to", "0.x"])):
        done, record = migrate(os.path.join(SAMPLES, name), "clean.vrm", *options)
        expect(done.returncode == 0 and record["check"]["new_errors"] == [], name, "ends with", done.returncode)
        expect(record["check"]["after"] == check_counts("clean.vrm"), name, "counts", record["check"])


def check_made():
    make("rig", "--pose", "hanging", "-o", "hang.glb")
    done = run("make", "hang.glb", "hang.vrm", "--keep-pose", "--json")
    record = json.loads(done.stdout)
    expect(done.returncode == 1 and record["result"] == "new-errors", "hanging arms end with", done.returncode)
    expect(record["check"]["after"] == check_counts("hang.vrm"), "counts", record["check"])
    expect("pose-arm" in [error["code"] for error in record["check"]["new_errors"]], "new errors", record["check"])
    done = run("make", "hang.glb", "hang.vrm", "--overwrite", "--json")
    expect(done.returncode == 0 and json.loads(done.stdout)["check"]["new_errors"] == [], "a T-pose ends with", done.returncode)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    check_new_errors()
    check_old_errors()
    check_clean()
    check_made()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
