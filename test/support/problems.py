"""What a test finds wrong, and how it says so at its end."""
import hashlib
import shutil
from pathlib import Path


class Problems:
    def __init__(self):
        self.found = []

    def want(self, condition, text):
        if not condition:
            self.found.append(text)

    def same(self, got, wanted, what):
        self.want(got == wanted, f"{what}: {got!r}, and not {wanted!r}")

    def same_outputs(self, calm, out, count):
        """The folder of outputs has all manifests, and is byte for byte that of a calm run."""
        wanted, found = tree(calm), tree(out)
        manifests = sum(name.endswith("/manifest.json") for name in found)
        self.want(manifests == count, f"{manifests} manifests of {count} jobs")
        for name in sorted(set(wanted) | set(found)):
            self.want(wanted.get(name) == found.get(name), f"{name} is not as in the calm run")

    def end(self, praise, folder=None):
        """Prints problems, or else the praise. Returns the exit code. The folder stays where something is wrong."""
        print("\n".join(self.found[:20]) if self.found else praise)
        if folder is not None and not self.found:
            shutil.rmtree(folder)
        return 1 if self.found else 0


def tree(of):
    """The hash of each file by its name."""
    return {str(path.relative_to(of)): hashlib.sha256(path.read_bytes()).hexdigest() for path in Path(of).rglob("*") if path.is_file()}
