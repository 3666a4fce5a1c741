"""A verb of `vrm` that writes files: what it gets, how it is called, and what it promises."""
from collections import namedtuple

from .inputs import GROWING, KINDS, generate
from .judge import judge

# `what` names the file in a problem. `plan`: what this file alone is asked for, such as operations of an edit.
# `is_real`: it is not generated, and may be refused.
Case = namedtuple("Case", "what data plan is_real", defaults=(None, False))
SIZES = (250, 500, 1000, 2000)

# What Python says of files whose values are of wrong kinds, as some real ones are on purpose.
BROKEN = (AttributeError, IndexError, KeyError, TypeError, ValueError)


class Verb:
    """One that reads an avatar and lists its changes. A verb that differs has its own class with other methods.

    `words` stand behind `vrm`, before IN and OUT. `again`: its own output comes back byte for byte.
    `skips`: kinds of generated files for which the verb promises less, each with the reason.
    """
    ending = ".vrm"
    growing = GROWING
    grows_from = 0 # the sample from which these are generated
    results = ("ok", "new-errors") # words of `result` for which a file is written

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
        yield from (Case(name, data, is_real=True) for name, data in kit.corpus())

    def real(self, kit, kind="as it is", then=None):
        """(name, bytes) of real avatars, changed; those that Python cannot read are left to others."""
        for name, data in kit.corpus():
            try:
                changed = generate(data, kind, then=then)
            except BROKEN:
                continue
            if changed is not None:
                yield name, changed

    def growth(self, kit):
        """(name, one case for each of SIZES): what grows with its size."""
        for kind in self.growing:
            if generate(kit.sample(self.grows_from), kind) is None:
                continue
            yield kind, [Case(kind, generate(kit.sample(self.grows_from), kind, size)) for size in SIZES]

    # --- How it is called ---

    def place(self, case, folder):
        """Writes the input; its path."""
        path = folder / ("in" + self.ending)
        path.write_bytes(case.data)
        return path

    def command(self, source, target, plan):
        """The command line behind `vrm`, without --json."""
        return [*self.words, "--overwrite", str(source), str(target)]

    def may_refuse(self, case, reason):
        """Whether no file may be written. Generated files are all good; real ones may be refused."""
        return case.is_real and "crash" not in reason

    # --- What it promises ---

    def is_again(self, case):
        """Whether its own output comes back byte for byte."""
        return self.again

    def judge(self, case, written, record):
        """What does not hold for a new file, one sentence each."""
        return judge(case.data, written, record["changes"])

    def announced(self, record):
        """Codes of errors that only the new file has, as the record lists them."""
        return {entry["code"] for entry in record.get("check", {}).get("new_errors", [])}
