#!/usr/bin/env python3
"""What the tool says to a person: names of commands that other tools have, files that are none, lists of codes, and
lines that fit a terminal.

usage: check_console.py VRM SAMPLES WORK
"""
import json
import os
import re
import shutil
import subprocess
import sys

VRM, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:4])
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words, code=0, vrm=VRM, env=None):
    done = subprocess.run([vrm, *words], cwd=WORK, capture_output=True, timeout=120, check=False, env=env)
    expect(done.returncode == code, words, "gave", done.returncode, done.stderr.decode()[:500])
    return done.stdout.decode(), done.stderr.decode()


def sample(name):
    return os.path.join(SAMPLES, name)


def check_commands():
    for name, meant in (("fix", "vrm check --fix"), ("convert", "vrm migrate"), ("version", "vrm --version"),
                        ("validate", "vrm check"), ("chek", "vrm check")):
        _, said = run(name, code=2)
        expect(f"Did you mean '{meant}'?" in said, name, "says:", said)
    _, help_page = run(code=2)
    for language in ("en", "ja"):
        _, said = run("--lang", language, code=2)
        expect("--json" not in said.split("\n", 1)[0] and "explain" in said, "--lang", language, "says:", said[:200])
    expect(run("--lang", "en", code=2)[1] == help_page, "--lang en alone is another help")
    # A build without the programs beside it.
    alone = os.path.join(WORK, "alone")
    os.makedirs(alone, exist_ok=True)
    shutil.copy(VRM, alone)
    env = {**os.environ, "PATH": "/nonexistent"}
    said, _ = run("help", vrm=os.path.join(alone, os.path.basename(VRM)), env=env)
    text = " ".join(said.split())
    expect(text.count("(not in this build)") >= 5, "help says of programs that are missing:", said)
    _, problem = run("view", sample("character-1.0.vrm"), code=1, vrm=os.path.join(alone, os.path.basename(VRM)), env=env)
    expect("Dear ImGui" in problem, "vrm view says:", problem)


def check_files():
    for words in (["make"], ["migrate"], ["normalize"], ["edit", "--set", "/a=1"], ["meta", "--set", "name=x"],
                  ["extract"], ["pack"]):
        _, said = run(words[0], "absent.gltf", "out.vrm", *words[1:], code=1)
        expect("there is no such file" in said, words, "says:", said)
    for words in (["info"], ["check"], ["meta"]):
        said = "".join(run(*words, "absent.vrm", code=1))
        expect("there is no such file" in said, words, "says:", said)
    _, said = run("info", sample("walk.bvh"), code=1)
    expect("vrm motion info" in said, "a BVH file says:", said)
    shutil.copy(sample("character-0.x.vrm"), os.path.join(WORK, "a.vrm"))
    said = subprocess.run([VRM, "check", "--sarif", "./a.vrm"], cwd=WORK, capture_output=True, check=False).stdout
    uris = [place["physicalLocation"]["artifactLocation"]["uri"] for one in json.loads(said)["runs"]
            for result in one["results"] for place in result["locations"]]
    expect(set(uris) <= {"a.vrm"}, "SARIF has", set(uris))


def check_long_names():
    name = "a" * 230 + ".vrm"
    shutil.copy(sample("character-1.0.vrm"), os.path.join(WORK, name))
    said, _ = run("edit", name, "-o", "folder/", "--set", "/asset/extras=1", "--json")
    codes = [diagnostic["code"] for diagnostic in json.loads(said)["diagnostics"]]
    expect(codes == ["name-shortened"], "a long name says", said)
    expect(len(os.listdir(os.path.join(WORK, "folder"))[0]) < 210, os.listdir(os.path.join(WORK, "folder")))


def check_explain():
    said, _ = run("explain")
    headings = [line for line in said.split("\n") if line and not line.startswith(" ")]
    expect(len(headings) > 10 and "humanoid (HU)" in headings and len(set(headings)) == len(headings), headings)
    codes = [line.split()[0] for line in said.split("\n") if line.startswith("  ")]
    every = [json.loads(line)["code"] for line in run("explain", "--json")[0].split("\n") if line]
    expect(sorted(codes) == sorted(every), "the list differs from --json:", set(codes) ^ set(every))
    said, _ = run("explain", "--search", "ThumB")
    expect("pose-thumb" in said and "bone-missing" not in said, "--search thumb lists", said)
    found = [json.loads(line)["code"] for line in run("explain", "--search", "thumb", "--json")[0].split("\n") if line]
    expect("pose-thumb" in found and len(found) < len(every), found)
    _, said = run("explain", "--search", "qwertz", code=1)
    expect("no code has 'qwertz' in its text" in said, said)
    run("explain", "--search", "thumb", "pose-thumb", code=2)
    said, _ = run("explain", "ThumB") # a word that is no code is searched for
    expect("pose-thumb" in said and "bone-missing" not in said, "explain thumb lists", said)
    _, said = run("explain", "pose-thumg", code=1)
    expect("Did you mean pose-thumb?" in said, said)


def on_terminal(*words):
    """What a command shows in the end on a terminal of 80 columns."""
    import fcntl
    import pty
    import struct
    import termios
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    process = subprocess.Popen([VRM, *words], cwd=WORK, stdout=slave, stderr=slave,
                               env={**os.environ, "NO_COLOR": "1", "LC_ALL": "C.UTF-8"})
    os.close(slave)
    said = b""
    while True:
        try:
            piece = os.read(master, 65536)
        except OSError:
            break
        if not piece:
            break
        said += piece
    process.wait()
    return re.sub("[^\n]*\r\x1b\\[K", "", said.decode().replace("\r\n", "\n"))  # progress, and its end


def check_width():
    """Lines on a terminal of 80 columns fit, and keep their indentation; in a pipe they are whole."""
    subprocess.run([VRM, "edit", sample("character-0.x.vrm"), "-o", "wide.vrm", "--remove",
                    "/extensions/VRM/humanoid/humanBones", "--set",
                    "/nodes/1/name=" + "a long name of a node " * 5], cwd=WORK, capture_output=True, check=False)
    shutil.copyfile(sample("character-0.x.vrm"), WORK + "/whole.vrm")
    for words in (["check", "wide.vrm"], ["optimize", "--profile", "vrchat-mobile-medium", "whole.vrm",
                                          "-o", "wide-small.vrm", "--overwrite"]):
        shown = on_terminal(*words)
        long = [line for line in shown.split("\n") if len(line) > 80 and " " in line.strip()]
        expect(shown and not long, "lines are longer than the terminal:", words, long[:3])
        piped = subprocess.run([VRM, *words], cwd=WORK, capture_output=True, text=True, encoding="utf-8",
                               check=False).stdout
        expect(any(len(line) > 80 for line in piped.split("\n")), "there is no long line in a pipe")
        expect("".join(piped.split()) == "".join(shown.split()), "a terminal shows other text than a pipe", words)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    check_commands()
    check_files()
    check_long_names()
    check_explain()
    if os.name == "posix":
        check_width()
    for problem in problems:
        print(problem)
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
