#!/usr/bin/env python3
"""Completes command lines in bash, zsh and fish, as a person would who presses Tab.

usage: check_completions.py VRM WORK

The scripts are those that VRM prints. A shell that is not installed is skipped in words.
"""
import json
import os
import pty
import select
import shutil
import subprocess
import sys
import time
from pathlib import Path

# What is typed, and what may follow: all that is offered, or the part of it that must be there.
# Folders are compared without the slash, which only some shells add here.
EXACT = [
    ("vrm th", ["thumb"]),
    ("vrm help re", ["render"]),
    ("vrm render --view ", ["face", "full", "portrait", "upper"]),
    ("vrm thumb --view f", ["face", "full"]),
    ("vrm sim avatar.vrm --lanes s", ["scalar", "sse2"]),
    ("vrm help --completions ", ["bash", "fish", "zsh"]),
    ("vrm render --turnt", ["--turntable"]),
    ("vrm info ", ["Old.VRM", "ame.vrm", "below", "plain.gltf", "with space.glb"]),
    ("vrm info --json below/", ["below/deep.vrm"]),
    ("vrm thumb --out ", ["below"]),
    ("vrm render ame.vrm -o no", ["notes.txt"]),
    ("vrm sim --motion i", ["idle", "inputs.json"]),
    ("vrm render --show skeleton,j", ["skeleton,joints"]),
    ("vrm info --turn", []),
    ("vrm explain bone-m", ["bone-missing"]),
    ("vrm motion ", ["convert", "dump", "info", "voice"]),
    ("vrm motion info below/", ["below/deep.vrm"]),
    ("vrm hub ", ["dead", "prune", "push", "reconcile", "status", "work"]),
    ("vrm hub push --replicas ", ["1", "3", "5"]),
    ("vrm hub push below/", ["below/deep.vrm"]),
]

failures = 0


def fail(text):
    global failures
    failures += 1
    print(text)


def expect_offered(shell, typed, offered, expected):
    offered = sorted(word.rstrip("/ =,") for word in offered if word)
    if offered != sorted(expected):
        fail(f"{shell}: '{typed}' offers {offered}, not {sorted(expected)}")


# --- bash ---

BASH = r"""
source "$1"
typed=$2
COMP_WORDS=($typed)
[[ $typed == *' ' ]] && COMP_WORDS+=('')
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_vrm
printf '%s\n' "${COMPREPLY[@]}"
"""


def bash(script, work):
    subprocess.run(["bash", "-n", script], check=True)
    for typed, expected in EXACT:
        ended = subprocess.run(["bash", "--norc", "-c", BASH, "bash", script, typed], cwd=work,
                               capture_output=True, text=True, timeout=60)
        expect_offered("bash", typed, ended.stdout.splitlines(), expected)
        if ended.stderr:
            fail(f"bash: '{typed}': {ended.stderr}")
    # Bash takes --view=fa apart at the equals sign.
    code = 'source "$1"; COMP_WORDS=(vrm render --view = fa); COMP_CWORD=4; _vrm; echo "${COMPREPLY[@]}"'
    ended = subprocess.run(["bash", "--norc", "-c", code, "bash", script], capture_output=True,
                           text=True, timeout=60)
    expect_offered("bash", "vrm render --view=fa", ended.stdout.split("\n"), ["face"])


# --- fish ---

def fish(script, work):
    subprocess.run(["fish", "--no-execute", script], check=True)
    home = work.parent
    environment = {**os.environ, "HOME": str(home), "XDG_CONFIG_HOME": str(home / "config"),
                   "XDG_DATA_HOME": str(home / "data")}
    for typed, expected in EXACT + [("vrm render --view=fa", ["--view=face"])]:
        ended = subprocess.run(
            ["fish", "--no-config", "-c", 'source $argv[1]; complete -C "$argv[2]"', script, typed],
            cwd=work, capture_output=True, text=True, timeout=60, env=environment)
        offered = [line.split("\t")[0].replace("\\ ", " ") for line in ended.stdout.splitlines()]
        expect_offered("fish", typed, offered, expected)
        if ended.stderr:
            fail(f"fish: '{typed}': {ended.stderr}")


# --- zsh ---

# Completion of zsh wants its line editor, so it has a terminal. What is offered is what compadd is
# given: it is asked to fill an array instead of the screen, and the array is printed.
ZSH_SETUP = r"""
PS1= RPROMPT= ; unsetopt zle_bracketed_paste prompt_cr prompt_sp
fpath=($SCRIPTS $fpath)
autoload -Uz compinit && compinit -u -D
zstyle ':completion:*' completer _complete
compadd() {
    if [[ ${@[1,(i)(-|--)]} == *-(O|A|D)\ * ]]; then
        builtin compadd "$@"
        return $?
    fi
    typeset -a __offered
    builtin compadd -A __offered "$@"
    (( $#__offered )) && print -rl -- "${__offered[@]}" >> $OFFERED
    builtin compadd "$@"
}
stop-here() { print done >> $OFFERED.done; zle kill-buffer }
offer() { zle list-choices; zle stop-here }
zle -N stop-here; zle -N offer
bindkey '^X' offer
print ready >> $OFFERED.done
"""


class ZshTerminal:
    def __init__(self, scripts, work):
        self.offered = work / "zsh-offered"
        self.done = work / "zsh-offered.done"
        environment = {"PATH": os.environ["PATH"], "HOME": str(work), "TERM": "dumb",
                       "SCRIPTS": str(scripts), "OFFERED": str(self.offered), "LC_ALL": "C.UTF-8"}
        setup = work / "zsh-setup"
        setup.write_text(ZSH_SETUP)
        self.pid, self.terminal = pty.fork()
        if self.pid == 0:
            os.chdir(work / "files")
            os.execvpe("zsh", ["zsh", "-f", "-i"], environment)
        self.type(f"source {setup}\n")
        self.wait()

    def type(self, text):
        os.write(self.terminal, text.encode())

    def wait(self):
        """Until the shell says that it is done; what it shows meanwhile is thrown away."""
        end = time.monotonic() + 60
        while not self.done.exists():
            if time.monotonic() > end:
                raise TimeoutError("zsh does not answer")
            if select.select([self.terminal], [], [], 0.05)[0]:
                os.read(self.terminal, 65536)
        self.done.unlink()

    def offers(self, typed):
        self.offered.write_text("")
        self.type(typed + "\x18")
        self.wait()
        lines = self.offered.read_text().splitlines()
        return sorted({line.replace("\\ ", " ") for line in lines})

    def close(self):
        os.close(self.terminal)
        os.waitpid(self.pid, 0)


def zsh(script, work):
    subprocess.run(["zsh", "-n", script], check=True)
    terminal = ZshTerminal(script.parent, work.parent)
    try:
        # What zsh offers for a path is its last part, and what it offers for '--view=' the value.
        for typed, expected in EXACT:
            if "/" in typed:
                expected = [path.split("/")[-1] for path in expected]
            if "," in typed:
                expected = [word.split(",")[-1] for word in expected]
            offered = terminal.offers(typed)
            expect_offered("zsh", typed, offered, expected)
    finally:
        terminal.close()


def main():
    vrm, work = sys.argv[1], Path(sys.argv[2])
    os.environ["PATH"] = f"{Path(vrm).resolve().parent}:{os.environ['PATH']}"
    shutil.rmtree(work, ignore_errors=True)
    files = work / "files"
    (files / "below").mkdir(parents=True)
    for name in ("ame.vrm", "Old.VRM", "with space.glb", "plain.gltf", "notes.txt", "inputs.json",
                 "below/deep.vrm"):
        (files / name).touch()
    table = json.loads(subprocess.run([vrm, "help", "--json"], check=True, capture_output=True,
                                      encoding="utf-8").stdout)
    EXACT.append(("vrm ", [command["name"] for command in table["commands"] if command["name"]]))
    # Named as zsh looks for it; the names do not matter to the others.
    for shell, name, check in (("bash", "vrm", bash), ("zsh", "_vrm", zsh),
                               ("fish", "vrm.fish", fish)):
        script = work / shell / name
        script.parent.mkdir()
        with open(script, "wb") as out:
            subprocess.run([vrm, "help", "--completions", shell], stdout=out, check=True)
        if shutil.which(shell) is None:
            print(f"{shell} is not installed: its completion was not tried")
            continue
        check(script, files)
        print(f"{shell}: tried")
    if failures:
        sys.exit(f"{failures} completions are wrong")


if __name__ == "__main__":
    main()
