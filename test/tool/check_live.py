#!/usr/bin/env python3
"""vrm live: two processes on the loopback address, and what comes that is wrong.

usage: check_live.py VRM SAMPLES WORK [--timed]

With --timed, 600 frames are sent at 60 per second, and none may be lost (LV-020). Without it, the motion is
short.
"""
import json
import math
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time

from vmc_messages import bone, message

VRM, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:4])
AVATAR, DANCE = os.path.join(SAMPLES, "character-1.0.vrm"), os.path.join(SAMPLES, "dance.vrma")
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def listen(*words, address="127.0.0.1"):
    """A process that listens, and its port."""
    process = subprocess.Popen([VRM, "live", "--lang", "en", "--listen", "0", "--address", address, *words], cwd=WORK,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    line = process.stderr.readline()
    found = re.fullmatch(r"listening on (\S+), port (\d+); Ctrl\+C ends\n", line)
    if found is None:
        sys.exit(f"vrm live printed no port: {line!r}{process.stderr.read()!r}")
    return process, int(found[2])


def end(process, code=0):
    out, said = process.communicate(timeout=120)
    expect(process.returncode == code, "vrm live ended with", process.returncode, "not", code, out, said)
    return out, said


def run(*words, code=0):
    done = subprocess.run([VRM, *words, "--lang", "en"], cwd=WORK, capture_output=True, timeout=120, text=True,
                          check=False)
    expect(done.returncode == code, words, "gave", done.returncode, done.stdout, done.stderr)
    return done.stdout, done.stderr


def frames_of(motion, fps, to):
    out, _ = run("motion", "dump", AVATAR, motion, "--fps", str(fps), "--to", str(to))
    return json.loads(out)["frames"]


def apart(a, b):
    """The most degrees between the bones of two frames, and the most meters between their hips."""
    degrees = 0.0
    for bone, q in a["N"].items():
        p = b["N"][bone]
        distance = min(math.dist(p, q), math.dist(p, [-x for x in q]))
        degrees = max(degrees, math.degrees(4 * math.asin(min(1.0, distance / 2))))
    return degrees, math.dist(a["hips"], b["hips"])


def check_two_processes(frames):
    """LV-020: what one process sends, the other records: every frame, in the same poses."""
    for avatar in ([AVATAR], []):
        listener, port = listen(*avatar, "--wait", "3s", "-o", "take.vrma")
        sent, _ = run("live", *avatar, "--send", DANCE, "--port", str(port), "--frames", str(frames))
        expect(f"frames: {frames}," in sent and "could not be sent: 0\n" in sent, sent)
        out, _ = end(listener)
        got = {name: int(count) for name, count in re.findall(r"([a-z ]+): (\d+)", out.replace(",", ""))}
        datagrams = int(re.search(r"datagrams: ([\d,]+)", sent)[1].replace(",", ""))
        print(f"{frames} frames in {datagrams} datagrams:", " ".join(out.split()))
        expect(f"frames: {frames}, datagrams: {datagrams:,}\n" in out, out)
        for name in ("lost datagrams", "refused datagrams", " refused messages", "late datagrams",
                     " repeated datagrams", " unknown bones", " restarts"):
            expect(got.get(name, got.get(name.strip())) == 0 or "unknown on this system" in out, name, "is not 0:", out)
        expect(f"recorded: {frames} frames," in out, out)
        seconds = min(7.5, (frames - 1) / 60)
        old, new = frames_of(DANCE, 60, seconds), frames_of("take.vrma", 60, seconds)
        worst = [max(values) for values in zip(*(apart(a, b) for a, b in zip(old, new)))]
        # Without an avatar, the first height of the hips is that of rest.
        expect(len(old) == len(new) and worst[0] < 0.1 and worst[1] < (1e-3 if avatar else 0.1),
               f"the recording differs by {worst[0]} degrees and {worst[1]} m")
        expect(all(abs(a["expr"]["happy"] - b["expr"]["happy"]) < 1e-3 for a, b in zip(old, new)), "happy differs")


def check_counts():
    """LV-020: wrong datagrams are counted, and change nothing; Ctrl+C ends and writes."""
    listener, port = listen("-o", "few.vrma")
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as sender:
        for data in (b"", b"nothing", b"\0" * 65507, b"#bundle\0", bone("Nose"), message("/VMC/Ext/Bone/Pos", "s", "Head"),
                     message("/VMC/Ext/T", "f", 1.0), bone("Head"), message("/VMC/Ext/T", "f", 1.5), bone("Head"),
                     message("/VMC/Ext/T", "f", 2.0), bone("Head")):
            sender.sendto(data, ("127.0.0.1", port))
    time.sleep(1.0)
    listener.send_signal(signal.SIGINT)
    out, _ = end(listener)
    expect("frames: 3, datagrams: 12\n" in out and "unknown bones: 1," in out, out)
    refused = re.search(r"refused datagrams: (\d+), refused messages: (\d+)", out)
    expect(refused is not None and int(refused[1]) >= 3 and int(refused[2]) >= 1, out)
    motion = json.loads(run("motion", "info", "--json", "few.vrma")[0])["motion"]
    expect(abs(motion["duration"] - 1.0) < 1e-3 and "head" in motion["bones"], motion)


def check_refusals():
    listener, _ = listen("--wait", "0.2s", "-o", "none.vrma")
    out, said = end(listener, code=1)
    expect("frames: 0, datagrams: 0" in out and "no motion was received" in said, out, said)
    expect(not os.path.exists(os.path.join(WORK, "none.vrma")), "a file without motion")
    os.makedirs(os.path.join(WORK, "folder.vrma"), exist_ok=True)
    with open(os.path.join(WORK, "file"), "w", encoding="ascii"):
        pass
    for words, code, text in ((("--address", "tracker.example"), 1, "cannot listen on tracker.example"),
                              (("--out", "take.bvh"), 2, "--out needs a .vrma file"),
                              (("--send", DANCE, "-o", "a.vrma"), 2, "--out cannot be used with --send"),
                              ((AVATAR, AVATAR), 2, "only one avatar"),
                              ((AVATAR, "--wait", "5s"), 2, "--frames and --wait need --out or --send"),
                              ((AVATAR, "--frames", "5"), 2, "--frames and --wait need --out or --send"),
                              (("-o", "folder.vrma"), 1, "folder.vrma cannot be written: Is a directory"),
                              (("-o", "file/a.vrma"), 1, "file/a.vrma cannot be written: Not a directory"),
                              (("no-such-file.vrm", "-o", "a.vrma"), 1, "no-such-file.vrm"),
                              (("--send", "no-such-file.vrma"), 1, "no-such-file.vrma"),
                              (("--send", __file__), 1, "check_live.py"),
                              (("--send", DANCE, "--address", "1.2.3"), 1, "cannot send to 1.2.3"),
                              (("--listen", "65536"), 2, "--listen takes")):
        _, said = run("live", *words, code=code)
        expect(text in said, words, "said", said)
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as other:
        other.bind(("127.0.0.1", 0))
        _, said = run("live", "--listen", str(other.getsockname()[1]), code=1)
        expect("cannot listen on 127.0.0.1" in said, said)


def check_viewer_is_named():
    """LV-082: without the viewer, `vrm live AVATAR` names what it needs, and what works without it."""
    alone = os.path.join(WORK, "alone")
    os.makedirs(alone)
    tool = shutil.copy(VRM, alone)
    done = subprocess.run([tool, "live", "--lang", "en", AVATAR], env=dict(os.environ, PATH=alone), capture_output=True,
                          timeout=120, text=True, check=False)
    lines = done.stderr.splitlines()
    expect(done.returncode == 1 and done.stdout == "" and len(lines) == 3, done)
    for line, text in zip(lines, ("vrm: the program vrm-view was not found", "It is built only with SDL2",
                                  "'vrm live AVATAR -o OUT.vrma' records without a window.")):
        expect(line.startswith(text), "not", repr(text), "but", repr(line))


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    if "--timed" in sys.argv:
        check_two_processes(600)
    else:
        check_two_processes(30)
        check_counts()
        check_refusals()
        check_viewer_is_named()
    for problem in problems:
        print(problem, file=sys.stderr)
    if problems:
        sys.exit(f"{len(problems)} problems")


if __name__ == "__main__":
    main()
