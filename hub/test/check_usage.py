"""Tries what vrm-hub and size-hub do without a broker: wrong command lines, help, and servers that do not answer.

usage: check_usage.py HUB VRM ROOT FOLDER
"""
import os
import pty
import shutil
import subprocess
import sys
from pathlib import Path

from fleet import Problems

hub, vrm, root, folder = [os.path.abspath(word) for word in sys.argv[1:5]]
root, folder = Path(root), Path(folder)
problems = Problems()
want, same = problems.want, problems.same


def run(*command, stdin=subprocess.DEVNULL):
    return subprocess.run(command, capture_output=True, text=True, cwd=folder, timeout=20, stdin=stdin)


def check_words():
    """PQ-013: what is wrong with a command line is said."""
    first = "the first argument must be push, work, reconcile, status, dead or prune, not "
    for words, said in [([], first + "''"), (["fly"], first + "'fly'"), (["push", "--no"], "unknown option '--no'"),
                        (["work"], "--out is required"), (["work", "--jobs", "x"], "--jobs takes a whole number from 1 to"),
                        (["status", "--out"], "needs a value"), (["push", "--do", "dance", "up"], "--do: "),
                        (["push", "--name", "A.*", "up"], "--name takes up to 32 lowercase letters"), (["push", "--every", "1", "up"], "no option --every"),
                        (["work", "--out", "out", "--again"], "no option --again"), (["work", "--out", "out", "up"], "takes no files: 'up'"),
                        (["reconcile", "--out", "out", "--every", "1"], "standard input can be read only once"),
                        (["reconcile", "--out", "out", "--metrics", "m", "up"], "--metrics needs --every")]:
        ended = run(hub, *words)
        same((ended.returncode, ended.stdout), (2, ""), f"vrm-hub {' '.join(words)}")
        want(ended.stderr.startswith("vrm hub: ") and said in ended.stderr, f"vrm-hub {' '.join(words)}: {ended.stderr}")
    ours, theirs = pty.openpty()
    ended = run(hub, "push", stdin=theirs)
    same((ended.returncode, ended.stderr.splitlines()[:1]), (2, ["vrm hub: no file was given, and standard input is a terminal"]), "a terminal")
    os.close(ours)
    os.close(theirs)


def check_help():
    """Both names of the program, and the script that says how large a hub has to be, have a page."""
    for command in [[hub], [vrm, "hub"]]:
        want(run(*command, "--help").stdout.startswith("Usage: vrm hub [OPTIONS] push|work"), "--help")
    script = root / "hub/size-hub"
    want("usage: hub/size-hub" in run(script, "--help").stdout, "size-hub --help")
    ended = run(script, "--build", folder / "nowhere")
    want(ended.returncode == 1 and "cmake --preset release" in ended.stderr, f"size-hub without a build: {ended.stderr}")


def check_nobody():
    """PQ-013: a server that does not answer is said, without its password, and is not waited for for ever."""
    nobody = ["--server", "nats://somebody:secret@127.0.0.1:1", "--wait", "1"]
    for words in [["push", "up"], ["reconcile", "--out", "out", "up"], ["work", "--out", "out", "--vrm", vrm], ["dead"]]:
        ended = run(hub, *words, *nobody)
        same((ended.returncode, ended.stdout), (1, ""), f"{words[0]} without a broker")
        want("waiting for the queue at nats://127.0.0.1:1: " in ended.stderr and "cannot be used" in ended.stderr and "secret" not in ended.stderr,
             f"{words[0]} without a broker: {ended.stderr}")
    ended = run(hub, "status", "--out", "out", "up", *nobody)
    want(ended.returncode == 1 and "the broker does not answer" in ended.stdout, f"without a broker: {ended.stdout}{ended.stderr}")


shutil.rmtree(folder, ignore_errors=True)
(folder / "up").mkdir(parents=True)
shutil.copy(root / "samples/character-1.0.vrm", folder / "up/one.vrm")
check_words()
check_help()
check_nobody()
sys.exit(problems.end("vrm-hub says what is wrong without a broker", folder))
