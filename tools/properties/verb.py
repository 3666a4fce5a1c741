"""A verb of `vrm` that writes files: what it gets, how it is called, and what it promises."""
import json
from collections import namedtuple

from .inputs import GROWING, KINDS, generate
from .judge import judge

# `what` names the file in a problem. `plan`: what this file alone is asked for, such as operations of an edit.
Case = namedtuple("Case", "what data plan", defaults=(None,))
SIZES = (250, 500, 1000, 2000)


class Verb:
    """One that reads an avatar and lists its changes. A verb that differs has its own class with other methods.

    `words` stand behind `vrm`, before IN and OUT. `again`: its own output comes back byte for byte.
    `skips`: kinds of generated files for which the verb promises less, each with the reason.
    """
    ending = ".vrm"
    growing = GROWING

    def __init__(self, *words, again=True, skips=None):
        self.words, self.again, self.skips = list(words), again, skips or {}

    # --- What it gets ---

    def bases(self, kit):
        """(name, bytes) of avatars from which others are generated."""
        return kit.bases()

    def cases(self, kit):
        for base, data in self.bases(kit):
            for kind in kit.kinds(KINDS):
                changed = None if kind in self.skips else generate(data, kind)
                if changed is not None:
                    yield Case(f"{base}, {kind}", changed)
        yield from (Case(name, data) for name, data in kit.corpus())

    def growth(self, kit):
        """(name, one case for each of SIZES): what grows with its size."""
        for kind in self.growing:
            yield kind, [Case(kind, generate(kit.sample(0), kind, size)) for size in SIZES]

    # --- How it is called ---

    def place(self, case, folder):
        """Writes the input; its path."""
        path = folder / ("in" + self.ending)
        path.write_bytes(case.data)
        return path

    def command(self, source, target, plan):
        """The command line behind `vrm`, without --json."""
        return [*self.words, "--overwrite", str(source), str(target)]

    def record(self, out):
        """What --json printed; None: the file was refused."""
        record = json.loads(out.splitlines()[-1]) if out else {}
        return record if record.get("result") in ("ok", "new-errors") else None

    # --- What it promises ---

    def judge(self, case, written, record):
        """What does not hold for a new file, one sentence each."""
        return judge(case.data, written, record["changes"])

    def announced(self, record):
        """Codes of errors that only the new file has, as the record lists them."""
        return {entry["code"] for entry in record.get("check", {}).get("new_errors", [])}
