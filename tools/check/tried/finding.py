"""What the findings of tools/check/try-as-users have to work with."""
import json
import os
import resource
import shutil
import struct
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
FINDINGS = []  # in the order in which they are defined


class NotMended(Exception):
    """The command shows the old behaviour."""


class Left(Exception):
    """The finding stays as it is: the text says why."""


class NotTried(Exception):
    """Something that the command needs is not on this machine: the text names it."""


def finding(number, sentence):
    """Declares a function that tries one finding again; it returns what the command does now."""
    def register(function):
        FINDINGS.append((number, sentence, function))
        return function
    return register


def want(condition, text):
    if not condition:
        raise NotMended(text)


class Result:
    def __init__(self, code, out, err):
        self.code = code
        self.bytes = out
        self.out = out.decode("utf-8", "surrogateescape")
        self.err = err.decode("utf-8", "surrogateescape")
        self.text = self.out + self.err

    def records(self):
        """The lines of --json, each a record."""
        return [json.loads(line) for line in self.out.splitlines()]

    def record(self):
        return self.records()[0]

    def last_words(self):
        lines = [line for line in self.text.strip().splitlines() if line.strip()]
        return lines[-1].strip() if lines else "(nothing)"


class User:
    """Somebody with a build, the samples, perhaps a corpus, and an empty folder to work in."""

    def __init__(self, build, corpus, work):
        self.build, self.corpus_folder, self.work = build, corpus, work
        self.samples = ROOT / "samples"
        self.commands = []

    # --- Running ---

    def run(self, *words, stdin=None, stdout=None, env=None, user=None, folder=None, limits=None):
        """Runs a command in the user's folder."""
        words = [os.fspath(word) for word in words]
        self.commands.append(self.shown(words, stdin, stdout))
        extra = {} if user is None else {"user": user}
        out_file, err_file = self.work / ".out", self.work / ".err"
        with open(out_file, "wb") as out, open(err_file, "wb") as err:
            process = subprocess.Popen(
                words, cwd=folder or self.work, stdin=subprocess.PIPE if stdin is not None else
                subprocess.DEVNULL, stdout=out if stdout is None else stdout, stderr=err,
                env={**os.environ, "NO_COLOR": "1", **(env or {})},
                preexec_fn=limits, **extra)
            if stdin is not None:
                try:
                    process.stdin.write(stdin)
                    process.stdin.close()
                except BrokenPipeError:
                    pass
            code = process.wait()
        return Result(code, out_file.read_bytes(), err_file.read_bytes())

    def measured(self, *words):
        """As run, with the seconds of processor time and the peak megabytes."""
        took = self.work / ".took"
        result = self.run(self.build / "test/vrm-measure", took, self.build / words[0], *words[1:])
        self.commands[-1] = self.shown([os.fspath(word) for word in words], None, None)
        _, microseconds, kilobytes = map(int, took.read_text().split())
        return result, microseconds / 1e6, kilobytes / 1e3

    def shown(self, words, stdin, stdout):
        text = " ".join(words)
        for long, short in ((str(self.build) + "/", ""), (str(self.samples) + "/", "samples/"),
                            (str(self.work) + "/", ""), (str(ROOT) + "/", "")):
            text = text.replace(long, short)
        if self.corpus_folder:
            text = text.replace(str(self.corpus_folder) + "/", "")
        if len(text) > 160:
            text = text[:157] + "…"
        text = "".join(c if c.isprintable() else "?" for c in text)
        return text + (" < …" if stdin is not None else "") + (" > /dev/full" if stdout else "")

    def vrm(self, *words, **keywords):
        return self.run(self.build / "vrm", *words, **keywords)

    def need_pictures(self):
        if not (self.build / "vrm-draw").exists():
            raise NotTried("this build draws no pictures")

    # --- Files ---

    def sample(self, name="character-1.0.vrm"):
        return self.samples / name

    def corpus(self, name):
        if self.corpus_folder is None:
            raise NotTried("needs --corpus (tools/corpus/fetch-corpus)")
        return self.corpus_folder / name

    def fault(self, code, name=None):
        path = self.work / (name or f"{code}.vrm")
        if not path.exists():
            subprocess.run([self.build / "vrm-maker", "fault", code, "-o", path], check=True)
        return path

    def copy(self, source, name):
        path = self.work / os.fsdecode(name)
        shutil.copyfile(source, path)
        return path

    def changed(self, source, name, change):
        """A GLB with its JSON changed by a function."""
        data = Path(source).read_bytes()
        size = struct.unpack_from("<I", data, 12)[0]
        tree = json.loads(data[20:20 + size])
        rest = bytearray(data[20 + size:])
        change(tree, rest)
        text = json.dumps(tree, ensure_ascii=False).encode()
        text += b" " * (-len(text) % 4)
        path = self.work / name
        path.write_bytes(b"glTF" + struct.pack("<III", 2, 20 + len(text) + len(rest), len(text))
                         + b"JSON" + text + rest)
        return path

    def folder(self, name):
        path = self.work / name
        path.mkdir(exist_ok=True)
        return path

    def read(self, path):
        """Notes that a file of the tree was looked at."""
        if self.commands and self.commands[-1].startswith("(reads "):
            self.commands[-1] = self.commands[-1][:-1] + f", {path})"
        else:
            self.commands.append(f"(reads {path})")

    def page(self, path):
        self.read(path)
        return (ROOT / path).read_text(encoding="utf-8")

    def functions(self):
        """The names of all functions of the interface."""
        self.read("api.json")
        api = json.loads((ROOT / "api.json").read_text(encoding="utf-8"))
        return {function["name"] for header in api["headers"] for function in header["functions"]}

    def tested(self, path, *names):
        """What is tried on a screen, or takes long, has a test; this looks whether it is there."""
        text = self.page(path)
        missing = [name for name in names if name not in text]
        want(not missing, f"{path} has no {', '.join(missing)}")

    def program(self, source):
        """Compiles a program against the build's static library; returns its path."""
        path, out = self.work / "probe.c", self.work / "probe"
        path.write_text(source, encoding="utf-8")
        flags = self.run("pkg-config", "--libs", "yyjson")
        if flags.code != 0:
            raise NotTried("pkg-config knows no yyjson")
        done = self.run("cc", "-std=c99", f"-I{ROOT}/include", path,
                        self.build / "src/libvrm-author.a", self.build / "src/libvrm.a",
                        *flags.out.split(), "-lm", "-o", out)
        want(done.code == 0, f"the program does not compile: {done.err}")
        del self.commands[-2:]
        return out


def limit_address_space(bytes_):
    return lambda: resource.setrlimit(resource.RLIMIT_AS, (bytes_, bytes_))
