"""The programs, and the files from which others are generated."""
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
SAMPLES = ("character-1.0.vrm", "character-0.x.vrm", "character-1.0-beta.vrm", "character-1.0-draft.vrm")
# Of the maker: everything that a dialect can have, and nodes that are turned and scaled.
FIGURES = {"figure-1.0": ("--dialect", "1.0", "--colliders", "2", "--constraints", "all", "--limit", "cone"),
           "figure-0.x": ("--dialect", "0.x", "--colliders", "2"),
           "turned-1.0": ("--dialect", "1.0", "--colliders", "2", "--random-rest", "--root-scale", "2"),
           "turned-0.x": ("--dialect", "0.x", "--colliders", "2", "--random-rest")}
QUICK_BASES = ("character-1.0.vrm", "figure-0.x")


class Kit:
    def __init__(self, build, work, corpus=None, is_quick=False):
        self.vrm, self.maker = (str(Path(build, name).resolve()) for name in ("vrm", "vrm-maker"))
        self.work, self.is_quick = work, is_quick
        self.corpus_folder = corpus

    def run(self, words):
        done = subprocess.run([self.vrm, *words], cwd=self.work, capture_output=True, timeout=600, check=False)
        return done.returncode, done.stdout.decode("utf-8", "replace"), done.stderr.decode("utf-8", "replace")

    def make(self, *words, ending=".vrm"):
        """The bytes that vrm-maker writes."""
        path = self.work / ("made" + ending)
        subprocess.run([self.maker, *words, "-o", str(path)], check=True)
        return path.read_bytes()

    def sample(self, number):
        return (ROOT / "samples" / SAMPLES[number]).read_bytes()

    def bases(self, *quick):
        """(name, bytes) of the samples and of the maker's figures; in a quick run, of some."""
        quick = quick or QUICK_BASES
        for number, name in enumerate(SAMPLES):
            if not self.is_quick or name in quick:
                yield name, self.sample(number)
        for name, words in FIGURES.items():
            if not self.is_quick or name in quick:
                yield name, self.make("parametric", *words)

    def kinds(self, kinds):
        """Names of kinds; in a quick run, each unknown extension at some levels."""
        return [kind for number, kind in enumerate(kinds)
                if not self.is_quick or "future" not in kind or number % 4 == 0]

    def faults(self):
        """(name, bytes) of all files with one fault; in a quick run, of some."""
        listed = subprocess.run([self.maker, "fault", "--list"], capture_output=True, text=True, check=True).stdout
        rows = sorted({tuple(line.split("\t")[:3]) for line in listed.splitlines()})
        rows = [row for row in rows if row[1] == "fault"]
        for name, _, dialect in rows[::24] if self.is_quick else rows:
            yield f"fault {name} of {dialect}", self.make("fault", name, "--dialect", dialect)

    def corpus(self):
        if self.corpus_folder is not None and not self.is_quick:
            for path in sorted(Path(self.corpus_folder).rglob("*.vrm")):
                data = path.read_bytes()
                if data[:4] == b"glTF":
                    yield path.name, data
