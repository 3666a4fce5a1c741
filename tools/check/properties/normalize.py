"""vrm normalize: nodes and vertices stay where they are at rest, and what has no axes is as it was."""
import json

from .elements import differences, pointer, resolved, tag, unexplained
from .files import read_glb, unknown_extensions
from .inputs import KINDS, generate, with_tags
from .judge import is_named, judge
from .payload import values
from .space import vertices, worlds
from .verb import Case, Verb

MOST_VERTICES = 4000
CLOSE = 1e-4
# Attributes that have no axes.
PLAIN = ("TEXCOORD", "COLOR", "_")
# What has axes, and is said anew: parts of a path.
WRITES = ("/translation", "/rotation", "/scale", "/matrix", "/shape/", "/offset", "/lookAt/", "Offset",
          "/VRMC_springBone", "/secondaryAnimation/", "/springBone/", "/VRMC_node_constraint", "/skins/", "/accessors/",
          "/bufferViews/", "/buffers/", "/meshes/", "/mesh", "/skin", "/binds", "/meshAnnotations", "Binds/")


def is_close(a, b, size):
    return all(abs(x - y) <= CLOSE * size for x, y in zip(a, b, strict=True))


def shown(document):
    """(tag of a node, number of a primitive, node, primitive) of all that is drawn."""
    for index, node in enumerate(document["nodes"]):
        if "mesh" in node:
            for number, primitive in enumerate(document["meshes"][node["mesh"]]["primitives"]):
                yield tag(node, "nodes", index), number, node, primitive


def wrong_rest(old, new):
    """Nodes that are elsewhere, and what they show."""
    (before, old_payload), (after, new_payload) = old, new
    was, now = worlds(before), worlds(after)
    size = max((abs(value) for matrix in was.values() for value in matrix[12:15]), default=1) or 1
    names = {tag(node, "nodes", i): i for i, node in enumerate(after["nodes"])}
    for index, matrix in was.items():
        name = tag(before["nodes"][index], "nodes", index)
        if name in names and names[name] in now and not is_close(matrix[12:15], now[names[name]][12:15], size):
            yield f"{name} was at {matrix[12:15]}, and is at {now[names[name]][12:15]}"
    parts = {(name, number): (node, primitive) for name, number, node, primitive in shown(after)}
    for name, number, node, primitive in shown(before):
        if (name, number) not in parts:
            yield f"primitive {number} of {name} is gone"
            continue
        other_node, other = parts[name, number]
        for key, index in primitive["attributes"].items():
            if key.startswith(PLAIN) and values(before, old_payload, index) != values(
                    after, new_payload, other["attributes"].get(key, -1)):
                yield f"{key} of primitive {number} of {name} has changed"
        if before["accessors"][primitive["attributes"]["POSITION"]]["count"] > MOST_VERTICES:
            continue
        places = [vertices(document, payload, one, part, world) for document, payload, one, part, world in (
            (before, old_payload, node, primitive, was), (after, new_payload, other_node, other, now))]
        if places[0] is not None and (places[1] is None or len(places[0]) != len(places[1]) or not all(
                is_close(a, b, size) for a, b in zip(*places, strict=True))):
            yield f"vertices of primitive {number} of {name} are elsewhere"


class Normalize(Verb):
    growing = (*Verb.growing, "copies")
    grows_from = 1

    def cases(self, kit):
        for base, data in self.bases(kit):
            for kind in kit.kinds(KINDS):
                changed = generate(data, kind, then=with_tags)
                if changed is not None:
                    yield Case(f"{base}, {kind}", changed)
        yield from (Case(name, data, is_real=True) for name, data in self.real(kit, then=with_tags))

    def bases(self, kit):
        return kit.bases("turned-1.0", "turned-0.x")

    def judge(self, case, written, record):
        texts = [read_glb(data) for data in (case.data, written)]
        old, new = (json.loads(text) for text, _ in texts)
        changes = record["changes"]
        found = [one for one in differences(resolved(old), resolved(new)) if one[1] is not None
                 and not any(part in one[0] for part in WRITES) and not is_named(changes, pointer(one[0]))]
        # Views that nothing uses any longer go with their extras, unless numbers must stay (docs/guides/normalize.md).
        views = () if unknown_extensions(old) else ("/bufferViews/",)
        return [*judge(case.data, written, changes, views), *wrong_rest((old, texts[0][1]), (new, texts[1][1])),
                *(f"{path} was {json.dumps(was)[:90]}, is {json.dumps(now)[:90]}, and no change says so"
                  for path, was, now in unexplained(found, set()))]
