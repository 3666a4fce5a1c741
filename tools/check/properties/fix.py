"""vrm check --fix: only what it lists has changed, and no byte behind the JSON."""
import json

from .files import read_glb
from .verb import Case, Verb


def differences(old, new, path=""):
    """(pointer, kind) of each difference: new, gone or changed. An array that became shorter counts as gone."""
    if type(old) is not type(new) or not isinstance(old, (dict, list)):
        if old != new:
            yield path, "changed"
    elif isinstance(old, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            below = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
            if key in old and key in new:
                yield from differences(old[key], new[key], below)
            else:
                yield below, "gone" if key in old else "new"
    elif len(old) != len(new):
        yield path, "gone" if len(new) < len(old) else "changed"
    else:
        for index, pair in enumerate(zip(old, new, strict=True)):
            yield from differences(*pair, f"{path}/{index}")


def parent(pointer):
    return pointer.rpartition("/")[0]


def explains(entry, path, kind):
    """Whether a fix changes what stands at a pointer: its own place, what is below, the array that it is in; a
    member that got another name; what is gone because something in it was wrong."""
    pointer = entry["pointer"]
    if entry["code"].startswith("extension-") and path.startswith("/extensionsUsed"):
        return True
    return (path == pointer or path.startswith(pointer + "/") or parent(pointer) == path
            or kind == "new" and parent(pointer) == parent(path)
            or kind == "gone" and pointer.startswith(path + "/"))


class Fix(Verb):
    def cases(self, kit):
        yield from super().cases(kit)
        yield from (Case(name, data, is_real=True) for name, data in kit.faults())

    def command(self, source, target, plan):
        return ["check", "--fix", "--overwrite", "-o", str(target), str(source)]

    def judge(self, case, written, record):
        fixes = record["fix"]["fixes"]
        if not fixes:
            return [] if written == case.data else ["nothing was fixed, and the bytes differ"]
        (old_text, old_payload), (new_text, new_payload) = read_glb(case.data), read_glb(written)
        wrong = ["the BIN chunk has changed"] if old_payload != new_payload else []
        return wrong + [f"{path} has changed, and the list has no fix there"
                        for path, kind in differences(json.loads(old_text), json.loads(new_text))
                        if not any(explains(entry, path, kind) for entry in fixes)]
