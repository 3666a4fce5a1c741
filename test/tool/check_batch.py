"""What goes into the commands for many files, and what comes out: standard input, lists and folders;
names, existing and unwritable outputs; limits, time, several at a time, and signals.

usage: check_batch.py VRM SAMPLES WORK [--pictures [FAULT]]

With --pictures the commands that draw, which need EGL; else those that do not. FAULT is the library of fault_write.c;
without it, no program is slow to end.
"""
import fcntl
import hashlib
import json
import os
import pty
import re
import resource
import shutil
import signal
import struct
import subprocess
import sys
import termios
import time
from pathlib import Path

VRM, SAMPLES, WORK = sys.argv[1], Path(sys.argv[2]).resolve(), Path(sys.argv[3]).resolve()
AVATAR = SAMPLES / "character-1.0.vrm"
failures = []


def check(is_good, what, detail=""):
    if not is_good:
        failures.append(what)
        print(f"FAILED: {what} {detail}", file=sys.stderr)


def run(*arguments, code=0, stdin=b"", stdout=subprocess.PIPE, cwd=WORK, preexec_fn=None):
    """Runs vrm; returns its output and what it said on standard error."""
    done = subprocess.run([VRM, *map(os.fspath, arguments)], input=stdin, stdout=stdout,
                          stderr=subprocess.PIPE, cwd=cwd, timeout=300, preexec_fn=preexec_fn)
    said = done.stderr.decode("utf-8", "replace")
    check(done.returncode == code, f"vrm {' '.join(map(str, arguments))}",
          f"ended with {done.returncode}, not {code}: {said[:500]}")
    return done.stdout, said


def records(out):
    return [json.loads(line) for line in out.splitlines()]


def equal(got, expected, what):
    check(got == expected, what, f"\n  got      {got!r:.800}\n  expected {expected!r:.800}")


def fresh(name):
    folder = WORK / name
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    return folder


def leftovers(folder):
    return sorted(p.name for p in folder.rglob("*") if ".vrm-tmp-" in p.name)


# --- What goes in ---

def standard_input():
    data = AVATAR.read_bytes()
    out, _ = run("info", "--json", "-", stdin=data)
    record = records(out)[0]
    equal((record["file"], record["result"]), ("-", "ok"), "a file of standard input")
    expected = records(run("info", "--json", AVATAR)[0])[0]
    for each in record, expected:
        each.pop("file"), each["totals"].pop("memory_bytes")
    equal(record, expected, "the same as from a path")
    _, said = run("info", "-", code=1, stdin=b"\0" * 5000)
    check(said.startswith("-: this is not a VRM or glTF file"), "zeros", said)
    _, said = run("info", "-", code=1, stdin=b"")
    check(said.startswith("-: "), "an empty standard input", said)
    _, said = run("info", "-", "-", code=2)
    check("standard input can be used only once" in said, "standard input twice", said)
    _, said = run("info", "-", "--list", "-", code=2)
    check("standard input can be used only once" in said, "standard input and a list", said)
    # Zeros without end are not read: the first bytes tell.
    with open("/dev/zero", "rb") as zeros:
        done = subprocess.run([VRM, "info", "-"], stdin=zeros, capture_output=True, timeout=60)
    equal(done.returncode, 1, "zeros without end")
    _, said = run("info", "-", "--max-bytes", "100K", code=1, stdin=data)
    check("the limit is 102,400" in said, "a long standard input", said)


def lists():
    folder = fresh("list")
    names = ["a.vrm", "with\nnewline.vrm", " space .vrm", "名前.vrm", "-dash.vrm"]
    for name in names:
        shutil.copy(AVATAR, folder / name)
    paths = [str(folder / name) for name in names]
    (folder / "nul").write_bytes(b"\0".join(p.encode() for p in paths))
    (folder / "lines").write_text("\r\n\r\n".join(paths[:1] + paths[2:]) + "\n\n")
    out, _ = run("info", "--json", "--list", folder / "nul")
    equal([r["file"] for r in records(out)], paths, "a list with NUL bytes")
    out, _ = run("info", "--json", "--list", folder / "lines")
    equal([r["file"] for r in records(out)], paths[:1] + paths[2:], "a list of lines")
    out, _ = run("info", "--json", "--list", "-", AVATAR, stdin=(folder / "nul").read_bytes())
    equal([r["file"] for r in records(out)], [str(AVATAR)] + paths, "arguments, then the list")
    run("info", "--list", "-", stdin=b"")
    _, said = run("info", "--list", folder / "absent", code=1)
    check(said.startswith(f"{folder}/absent: No such file or directory"), "a list that is not there",
          said)
    long_path = b"x" * 70000
    out, said = run("info", "--json", "--list", "-", code=1,
                    stdin=long_path + b"\n" + str(AVATAR).encode() + b"\n")
    equal([r["result"] for r in records(out)], ["no-input", "ok"], "a path that is too long")


def folders():
    folder = fresh("folder")
    for name in ["b.vrm", "a.VRM", "sub/c.glb", "sub/deep/d.vrm", ".hidden.vrm", "sub/e.gltf",
                 "sub/f.png", "z.vrma"]:
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(AVATAR, folder / name)
    os.symlink(folder, folder / "sub" / "loop")
    os.symlink(AVATAR, folder / "sub" / "link.vrm")
    os.mkfifo(folder / "sub" / "pipe.vrm")  # nobody writes to it
    os.symlink("pipe.vrm", folder / "sub" / "to-pipe.vrm")
    os.symlink("/dev/zero", folder / "sub" / "zero.vrm")
    expected = ["a.VRM", "b.vrm", "sub/c.glb", "sub/deep/d.vrm", "sub/link.vrm"]
    out, _ = run("info", "--json", folder)
    equal([r["file"] for r in records(out)], [f"{folder}/{n}" for n in expected], "a folder")
    out, _ = run("info", "--json", "--any", f"{folder}/")
    equal([r["file"] for r in records(out)], [f"{folder}/{n}" for n in expected + ["z.vrma"]],
          "a folder with animations")
    out, _ = run("sim", "--hash", "--frames", "2", folder)
    equal(len(out.splitlines()), 5, "sim of a folder")
    empty = fresh("empty")
    out, said = run("info", "--json", empty, code=1)
    equal(records(out)[0]["result"], "no-input", "an empty folder")
    check(said.startswith(f"{empty}: there is no .vrm or .glb file in this folder"),
          "an empty folder", said)


# --- Limits ---

def limits():
    big = WORK / "big.vrm"
    for magic in [b"", b"glTF\x02\0\0\0"]:
        with open(big, "wb") as file:
            file.write(magic)
            file.truncate(3 << 30)
        start = time.perf_counter()
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        _, said = run("info", big, code=1)
        seconds = time.perf_counter() - start
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
        check("the file has 3,221,225,472 bytes" in said, "a file of 3 GB", said)
        check(cpu < 0.05 and seconds < 5, "a file of 3 GB at once", f"{cpu} s of {seconds} s")
    big.unlink()
    _, said = run("info", "--max-bytes", "64K", AVATAR, code=1)
    check("the limit is 65,536" in said, "--max-bytes", said)
    out, said = run("info", "--json", "--max-memory", "64K", AVATAR, code=1)
    equal(records(out)[0]["result"], "memory-limit", "--max-memory")
    check("the file needs more than 65536 bytes of memory" in said, "--max-memory", said)
    run("info", "--max-memory", "64M", "--max-bytes", "1M", "--timeout", "1m", AVATAR)
    # The bytes of the old file are memory too: 8 MB of it and 8 MB of the new one.
    data = AVATAR.read_bytes()
    size = int.from_bytes(data[12:16], "little")
    document, payload = json.loads(data[20:20 + size]), data[28 + size:] + bytes(8 << 20)
    document["buffers"][0]["byteLength"] = len(payload)
    text = json.dumps(document).encode()
    text += b" " * (-len(text) % 4)
    pieces = [len(text).to_bytes(4, "little"), b"JSON", text, len(payload).to_bytes(4, "little"), b"BIN\0", payload]
    total = 12 + sum(map(len, pieces))
    big.write_bytes(b"".join([b"glTF", (2).to_bytes(4, "little"), total.to_bytes(4, "little"), *pieces]))
    for stdin, path in [(None, big), (big.read_bytes(), "-")]:
        out, _ = run("meta", "--json", "--max-memory", "12M", path, "-o", WORK / "never.vrm", "--author", "x", code=1, stdin=stdin)
        equal(records(out)[0]["result"], "memory-limit", "--max-memory of a file that is rewritten")
    run("meta", "--max-memory", "64M", big, "-o", WORK / "large.vrm", "--author", "x")
    big.unlink()
    for option, value in [("--max-bytes", "0"), ("--max-bytes", "x"), ("--max-memory", "-1"),
                          ("--timeout", "0"), ("--timeout", "1y"), ("--jobs", "0")]:
        _, said = run("info", option, value, AVATAR, code=2)
        check(f"{option} takes " in said, f"{option} {value}", said)


def time_limit():
    start = time.perf_counter()
    out, said = run("sim", "--hash", "--frames", "1000000", "--timeout", "200ms", AVATAR, code=1)
    check(time.perf_counter() - start < 20, "--timeout takes long")
    equal(out, b"", "a file that was given up has no result")
    check(said.startswith(f"{AVATAR}: gave up on the file after 200 ms"), "--timeout", said)
    # A record that is being printed when its time is over is closed.
    out, _ = run("sim", "--json", "--frames", "1000000", "--timeout", "200ms", AVATAR, code=1)
    equal([r["result"] for r in records(out)], ["timeout"], "--timeout of a long record")
    # A writer that never comes: the others are worked on.
    pipe = WORK / "pipe.vrm"
    if pipe.exists():
        pipe.unlink()
    os.mkfifo(pipe)
    for order in [[], ["--ordered"]]:
        out, _ = run("info", "--json", "--timeout", "300ms", *order, AVATAR, pipe, AVATAR, code=1)
        equal([r["result"] for r in records(out)], ["ok", "timeout", "ok"], f"one is stuck {order}")
    pipe.unlink()


def several_at_a_time():
    paths = [str(AVATAR), str(SAMPLES / "character-0.x.vrm"), "absent.vrm"] * 60
    listed = "\n".join(paths).encode()
    out, _ = run("info", "--json", "--list", "-", "--jobs", "8", "--ordered", code=1, stdin=listed)
    equal([r["file"] for r in records(out)], paths, "--ordered")
    out, _ = run("info", "--json", "--list", "-", "--jobs", "8", code=1, stdin=listed)
    equal(sorted(r["file"] for r in records(out)), sorted(paths), "--jobs")
    one, _ = run("sim", "--hash", "--frames", "10", "--list", "-", code=1, stdin=listed)
    many, _ = run("sim", "--hash", "--frames", "10", "--list", "-", "--jobs", "4", "--ordered", code=1, stdin=listed)
    equal(many, one, "sim --jobs gives the same")


def many_paths():
    """Memory does not grow with the list."""
    # A sanitizer keeps freed memory for a while, and would seem to grow.
    options = os.environ.get("ASAN_OPTIONS", "") + ":quarantine_size_mb=0"
    environment = dict(os.environ, ASAN_OPTIONS=options)

    def peak(count):
        listed = WORK / "many"
        with open(listed, "wb") as file:
            for _ in range(count):
                file.write(b"absent/" + b"x" * 60 + b".vrm\n")
        pid = subprocess.Popen([VRM, "info", "--json", "--list", str(listed)],
                               stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                               env=environment)
        _, status, usage = os.wait4(pid.pid, 0)
        pid.returncode = os.waitstatus_to_exitcode(status)
        equal(pid.returncode, 1, f"{count} paths")
        return usage.ru_maxrss
    few, many = peak(1000), peak(100000)
    check(many < few + 2048, "memory grows with the list", f"{few} KB, {many} KB")


# --- What comes out ---

def write_errors():
    with open("/dev/full", "wb") as full:
        for arguments in [["info", AVATAR], ["info", "--json", AVATAR], ["info", "--brief", AVATAR],
                          ["info", "--json"] + [AVATAR] * 40, ["sim", AVATAR],
                          ["sim", "--json", AVATAR], ["sim", "--hash", AVATAR], ["help"],
                          ["help", "render"], ["--version"]]:
            _, said = run(*arguments, code=1, stdout=full)
            equal(said, "vrm: standard output cannot be written: No space left on device\n",
                  f"> /dev/full: {arguments[:2]}")
    # A reader that goes away ends the program quietly, as it does with other tools.
    process = subprocess.Popen([VRM, "info", "--json", "--list", "-"], stdin=subprocess.PIPE,
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    process.stdout.close()
    try:
        process.stdin.write((str(AVATAR) + "\n").encode() * 2000)
        process.stdin.close()
    except BrokenPipeError:
        pass
    said = process.stderr.read()
    equal((process.wait(60), said), (-signal.SIGPIPE, b""), "nobody reads")


def bar():
    """On a terminal: files, files a second, time left and errors, in one line of its width."""
    folder = fresh("bar")
    fifo = folder / "slow.vrm"
    os.mkfifo(fifo)
    for columns, language in [(100, "en"), (100, "ja"), (30, "en")]:
        master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
        # The last file takes longer than a second, so that there is a rate.
        listed = [str(AVATAR), "absent.vrm", str(fifo), str(AVATAR), str(AVATAR)]
        process = subprocess.Popen([VRM, "info", "--json", "--lang", language, "--timeout", "1200ms",
                                    *listed], stdout=subprocess.DEVNULL, stderr=slave)
        os.close(slave)
        said = b""
        try:
            while piece := os.read(master, 65536):
                said += piece
        except OSError:  # the other side is closed
            pass
        os.close(master)
        equal(process.wait(60), 1, "the exit code with a bar")
        lines = [line for line in re.split(rb"[\r\n]+(?:\x1b\[K)?", said) if line]
        bars = [line.decode() for line in lines if line.startswith(b"[")]
        check(len(bars) > 0 or columns == 30, f"a bar, {columns} columns", said)
        check(not any("absent" in line and "[file-unreadable]" in line for line in bars),
              "a sentence behind the bar", bars)
        if columns == 30:
            check(all(len(line) < columns for line in bars), "a bar wider than the terminal", bars)
            continue
        left = r"\d+(\.\d)?/s  \d:\d\d left  2 errors" if language == "en" else \
            r"\d+(\.\d)? 件/秒  残り \d:\d\d  エラー 2 件"
        check(any(re.fullmatch(rf"\[█+·+\] [34]/5  {left}  .*", line) for line in bars),
              f"rate, time left and errors ({language})", bars)


def signals():
    for number in [signal.SIGINT, signal.SIGTERM]:
        process = subprocess.Popen([VRM, "info", "--json", "--list", "-"], stdin=subprocess.PIPE,
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        process.stdin.write((str(AVATAR) + "\0").encode() * 3)
        process.stdin.flush() # the list goes on, and nothing comes
        time.sleep(0.3)
        process.send_signal(number)
        out, said = process.communicate(timeout=60)
        equal((process.returncode, said), (-number, b""), f"signal {number}")
        records(out)


# --- Pictures ---

def small(*arguments, **keywords):
    return run("thumb", "--size", "16", *arguments, **keywords)


def picture_streams():
    data = AVATAR.read_bytes()
    out, said = run("thumb", "--size", "16", "-", "-o", "-", stdin=data)
    equal((out[:8], said), (b"\x89PNG\r\n\x1a\n", ""), "thumb to standard output")
    folder = fresh("streams")
    small(AVATAR, "-o", folder / "a.png")
    equal(out, (folder / "a.png").read_bytes(), "the same picture")
    out, _ = run("render", AVATAR, "-o", "-", "--size", "16", "--animate", "0.1")
    equal((out[:4], out[8:12]), (b"RIFF", b"WEBP"), "an animation to standard output")
    with open("/dev/full", "wb") as full:
        _, said = small(AVATAR, "-o", "-", code=1, stdout=full)
    check("standard output cannot be written: No space left on device" in said and
          said.count("\n") == 1, "a picture > /dev/full", said)
    for wrong in [["--json"], [AVATAR], ["--list", "x"], ["--name", "{stem}.png"]]:
        small(AVATAR, "-o", "-", *wrong, code=2)
    small("-", "-o", folder, stdin=data)
    check((folder / "stdin.png").exists(), "the picture of standard input in a folder")


def thumbnails():
    folder = fresh("thumbnails")
    run("meta", AVATAR, "-o", folder / "a.vrm", "--thumbnail", "auto")
    run("extract", folder / "a.vrm", "-o", folder)
    picture = (folder / "thumbnail.png").read_bytes()
    equal((picture[12:16], picture[16:24]), (b"IHDR", (1024).to_bytes(4, "big") * 2),
          "the size of a thumbnail that is drawn (ME-013)")
    run("meta", AVATAR, "-o", folder / "limited.vrm", "--author", "x", "--max-memory", "2M")
    _, said = run("meta", AVATAR, "-o", folder / "limits.vrm", "--thumbnail", "auto", "--max-memory", "2M", code=1)
    check("the file needs more than 2097152 bytes of memory" in said, "the renderer has the limits of vrm meta", said)


def names():
    folder = fresh("names")
    (folder / "in").mkdir()
    shutil.copy(AVATAR, folder / "in" / "x y.vrm")
    sha = hashlib.sha256(AVATAR.read_bytes()).hexdigest()
    small(folder / "in", "-o", folder / "o", "--name", "{index}-{stem}-{ext}-{hash8}.png")
    small(folder / "in", "-o", folder / "o", "--name", "{hash}.PNG")
    equal(sorted(p.name for p in (folder / "o").iterdir()),
          sorted([f"1-x y-vrm-{sha[:8]}.png", f"{sha}.PNG"]), "templates")
    small("-", "-o", folder / "p", "--name", "{hash8}.png", stdin=AVATAR.read_bytes())
    equal([p.name for p in (folder / "p").iterdir()], [f"{sha[:8]}.png"], "hash of standard input")
    for wrong in ["{stam}.png", "{stem", "stem}.png", "x.png", "{stem}", "{stem}.gif", "a/{stem}.png",
                  "{stem}.bmp", "{}.png", "{stem}\n.png"]:
        _, said = small(AVATAR, "-o", folder / "never", "--name", wrong, code=2)
        check("--name" in said, f"--name {wrong!r}", said)
    check(not (folder / "never").exists(), "wrong templates are refused before work begins")
    # Equal names, also in another case, are numbered by the order of the files.
    paths = []
    for i, name in enumerate(["a.vrm", "A.vrm", "a.vrm", "a-2.vrm", "a.glb"]):
        path = folder / str(i) / name
        path.parent.mkdir()
        shutil.copy(AVATAR, path)
        paths.append(path)
    out, _ = small(*paths, "-o", folder / "q", "--json", "--ordered", "--jobs", "3")
    equal([Path(r["out"]).name for r in records(out)],
          ["a.png", "A-2.png", "a-3.png", "a-2-2.png", "a-4.png"], "equal names")
    out, _ = small(paths[0], "-o", folder / "r")
    check(out.decode().startswith(f"{paths[0]} → {folder}/r/a.png  16×16  "), "input → output",
          out.decode())


def one_file_or_a_folder():
    folder = fresh("kinds")
    small(AVATAR, "-o", folder / "z.png")
    check((folder / "z.png").is_file(), "thumb -o z.png is a file")
    for command in ["thumb", "render"]:
        _, said = run(command, AVATAR, AVATAR, "-o", folder / "y.png", code=2)
        check("pictures of several avatars cannot be written to one file" in said, "two into one", said)
        run(command, AVATAR, "-o", folder / "y.bmp", code=2)
    check(not (folder / "y.png").exists(), "two into one")
    (folder / "plain").write_bytes(b"mine")
    _, said = small(AVATAR, "-o", folder / "plain", code=2)
    check("file, or a folder" in said, "a file of no kind is no folder", said)
    out, _ = run("render", AVATAR, "--size", "16", "--turntable", "3", "--json", "-o",
                 folder / "t.png")
    outs = [o["out"] for o in records(out)[0]["outs"]]
    equal(outs, [f"{folder}/t-00{i}.png" for i in range(3)], "the pictures of a turntable")
    check(all(Path(o).is_file() for o in outs), "the pictures of a turntable exist")


def existing():
    folder = fresh("existing")
    small(AVATAR, "-o", folder)
    target = folder / "character-1.0.png"
    target.write_bytes(b"mine")
    out, said = small(AVATAR, "-o", folder, "--json", code=1)
    equal(records(out)[0]["result"], "output-exists", "an output that exists")
    check(f"{target} already exists; use --overwrite" in said, "an output that exists", said)
    equal(target.read_bytes(), b"mine", "it is left alone")
    out, said = small(AVATAR, "-o", folder, "--json", "--skip-existing")
    equal((records(out)[0]["result"], records(out)[0]["out"], said), ("skipped", str(target), ""),
          "--skip-existing")
    equal(target.read_bytes(), b"mine", "it is left alone")
    small(AVATAR, "-o", folder, "--overwrite")
    check(target.read_bytes()[:4] == b"\x89PNG", "--overwrite")
    target.write_bytes(b"mine")
    small(AVATAR, "-o", target, "--skip-existing")
    equal(target.read_bytes(), b"mine", "--skip-existing of a file")
    small(AVATAR, "-o", target)
    check(target.read_bytes()[:4] == b"\x89PNG", "a file that is named is replaced")
    small(AVATAR, "-o", folder, "--overwrite", "--skip-existing", code=2)
    # A link stays one, and what is no regular file stays what it is.
    os.symlink(target, folder / "link.png")
    small(AVATAR, "-o", folder / "link.png")
    check((folder / "link.png").is_symlink(), "a link stays a link")
    os.symlink("/dev/null", folder / "null.png")
    small(AVATAR, "-o", folder / "null.png")
    check((folder / "null.png").is_symlink() and Path("/dev/null").is_char_device(), "/dev/null")
    equal(leftovers(folder), [], "temporary files")


def unwritable():
    folder = fresh("unwritable")
    # What is longer than a file may be is the full disk of a test without root.
    def limit():
        signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
        resource.setrlimit(resource.RLIMIT_FSIZE, (100, 100))
    out, said = small(AVATAR, "-o", folder / "a.png", code=1, preexec_fn=limit)
    equal(said, f"{AVATAR}: {folder}/a.png cannot be written: File too large [write-failed]\n",
          "a file that cannot be written to its end")
    equal(list(folder.iterdir()), [], "no half file")
    (folder / "file").write_bytes(b"")
    _, said = small(AVATAR, "-o", folder / "file" / "a.png", code=1)
    check(f"{folder}/file/a.png cannot be written: Not a directory" in said, "no folder", said)
    if os.geteuid() != 0:
        folder.chmod(0o555)
        _, said = small(AVATAR, "-o", folder / "b.png", code=1)
        check(f"{folder}/b.png cannot be written: Permission denied" in said, "read-only", said)
        _, said = small(AVATAR, "-o", folder / "new" / "", code=1)
        check("this folder cannot be created: Permission denied" in said, "a read-only folder", said)
        folder.chmod(0o755)


def picture_limits():
    folder = fresh("limits")
    big = folder / "big.vrm"
    with open(big, "wb") as file:
        file.truncate(3 << 30)
    _, said = small(big, "-o", folder, code=1)
    check("the file has 3,221,225,472 bytes" in said, "thumb of 3 GB", said)
    big.unlink()
    out, _ = small(AVATAR, "-o", folder, "--json", "--max-memory", "400K", code=1)
    equal(records(out)[0]["result"], "memory-limit", "thumb --max-memory")
    start = time.perf_counter()
    out, said = run("render", AVATAR, "-o", folder / "a.webp", "--json", "--size", "512", "--animate",
                    "600", "--timeout", "500ms", code=1)
    check(time.perf_counter() - start < 30, "render --timeout takes long")
    equal(records(out)[0]["result"], "timeout", "render --timeout")
    equal(list(folder.iterdir()), [], "a file that was given up leaves no picture")


def picture_signals():
    """A signal ends the program without a word. One that is slow to end has time for more than it should say."""
    folder = fresh("signals")
    fault = sys.argv[sys.argv.index("--pictures") + 1:]
    slow = {**os.environ, "LD_PRELOAD": fault[0], "VRM_FAULT_KIND": "slow"} if fault else None
    for number, env, waits in [(signal.SIGINT, None, (0.05, 0.3, 0.6)), (signal.SIGTERM, None, (0.05, 0.3, 0.6)),
                               (signal.SIGTERM, slow, (0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5, 0.55))]:
        for wait in waits:
            process = subprocess.Popen([VRM, "thumb", "--size", "256", "-o", str(folder), "--name",
                                        "{index}.png", "--overwrite"] + [str(AVATAR)] * 200, env=env,
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            time.sleep(wait)
            process.send_signal(number)
            out, said = process.communicate(timeout=60)
            # Before the program is ready, the signal ends it just the same.
            equal((process.returncode, said), (-number, b""), f"signal {number} after {wait} s")
            equal(leftovers(folder), [], "temporary files after a signal")
            for path in folder.iterdir():
                check(path.read_bytes()[-8:-4] == b"IEND", "a half file after a signal", path)
            check(all(line.endswith(b" ms") for line in out.splitlines()), "a torn line", out[-80:])


def main():
    WORK.mkdir(parents=True, exist_ok=True)
    os.environ["LC_ALL"] = "C.UTF-8"
    plain = [standard_input, lists, folders, limits, time_limit, several_at_a_time, many_paths,
             write_errors, bar, signals]
    pictures = [picture_streams, thumbnails, names, one_file_or_a_folder, existing, unwritable,
                picture_limits, picture_signals]
    for part in pictures if "--pictures" in sys.argv else plain:
        start = time.perf_counter()
        part()
        print(f"{part.__name__}: {time.perf_counter() - start:.1f} s")
    sys.exit(f"{len(failures)} checks failed" if failures else 0)


main()
