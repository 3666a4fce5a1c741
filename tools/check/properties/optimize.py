"""vrm optimize: every triangle that is shown is in the new file, with the same corners, material and joints."""
import json
from collections import Counter

from .files import read_glb
from .judge import judge
from .payload import values
from .verb import Verb

TRIANGLES, STRIP, FAN = 4, 5, 6


def corners(primitive, indices):
    """The corners of each triangle, in the order in which they turn."""
    mode = primitive.get("mode", TRIANGLES)
    if mode == TRIANGLES:
        return [tuple(indices[i:i + 3]) for i in range(0, len(indices) - 2, 3)]
    if mode == STRIP:
        return [(indices[i], indices[i + 1 + i % 2], indices[i + 2 - i % 2]) for i in range(len(indices) - 2)]
    if mode == FAN:
        return [(indices[i + 1], indices[i + 2], indices[0]) for i in range(len(indices) - 2)]
    return []


def shown_meshes(document):
    """(mesh, skin) of the nodes of all scenes, each as often as it is shown."""
    stack = [node for scene in document.get("scenes", []) for node in scene.get("nodes", [])]
    for index in stack: # children are added behind
        node = document["nodes"][index]
        stack += node.get("children", [])
        if "mesh" in node:
            yield document["meshes"][node["mesh"]], node.get("skin")


def vertex_reader(document, payload, primitive, skin):
    """A function from an index to what a vertex is: where it is, how it is painted, and what moves it."""
    read = {name: values(document, payload, index) for name, index in primitive["attributes"].items()}
    if any(rows is None for rows in read.values()):
        return None
    nodes = document["skins"][skin]["joints"] if skin is not None else []
    names = [document["nodes"][node].get("name", "") for node in nodes]
    weighted = [(read[f"JOINTS_{i}"], read[f"WEIGHTS_{i}"]) for i in range(4)
                if f"JOINTS_{i}" in read and f"WEIGHTS_{i}" in read]
    plain = [read[name] for name in ("POSITION", "NORMAL", "TEXCOORD_0", "COLOR_0") if name in read]

    def vertex(i):
        joints = sorted((names[joint], weight) for rows, weights in weighted
                        for joint, weight in zip(rows[i], weights[i], strict=True) if weight > 0 and joint < len(names))
        return (*(rows[i] for rows in plain), tuple(joints))
    return vertex


def shown_triangles(data, with_materials):
    """How often each triangle is shown; None: vertices cannot be read."""
    text, payload = read_glb(data)
    document, found = json.loads(text), Counter()
    for mesh, skin in shown_meshes(document):
        for primitive in mesh["primitives"]:
            if "POSITION" not in primitive["attributes"]:
                continue
            vertex = vertex_reader(document, payload, primitive, skin)
            count = document["accessors"][primitive["attributes"]["POSITION"]]["count"]
            rows = values(document, payload, primitive["indices"]) if "indices" in primitive else [(i,) for i in range(count)]
            if vertex is None or rows is None:
                return None
            is_named = with_materials and "material" in primitive
            material = document["materials"][primitive["material"]].get("name") if is_named else None
            for triangle in corners(primitive, [row[0] for row in rows]):
                if all(index < count for index in triangle):
                    a, b, c = (hash(vertex(index)) for index in triangle)
                    found[material, min((a, b, c), (b, c, a), (c, a, b))] += 1
    return found


class Optimize(Verb):
    def judge(self, case, written, record):
        yield from judge(case.data, written, record["changes"])
        # Of equal materials one is kept, so that their names do not tell triangles apart.
        with_materials = all(change["code"] != "materials-equal" for change in record["changes"])
        was, now = (shown_triangles(data, with_materials) for data in (case.data, written))
        if was is None or now is None:
            return
        lost, added = sum((was - now).values()), sum((now - was).values())
        if lost or added:
            yield f"of {sum(was.values())} triangles, {lost} are gone, and {added} are new"
