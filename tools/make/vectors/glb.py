"""Reading what scene.py wrote, as any engine would: from its bytes."""
import json
import random
import struct

KINDS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}
LETTERS = {5126: "f", 5123: "H", 5121: "B"}
ULP = 2.0 ** -23


def shaken(value, noise):
    """All fractions in a value, one unit in the last place of single precision up or down."""
    if noise is None or isinstance(value, (int, str)) or value is None:
        return value
    if isinstance(value, float):
        return value * (1 + ULP * noise.choice((-1, 0, 1)))
    if isinstance(value, dict):
        return {k: shaken(v, noise) for k, v in value.items()}
    return [shaken(v, noise) for v in value]


class File:
    def __init__(self, data, seed=None):
        noise = random.Random(seed) if seed is not None else None
        size = struct.unpack_from("<I", data, 12)[0]
        self.json = shaken(json.loads(data[20:20 + size]), noise)
        self.blob = data[28 + size:]
        self.nodes = self.json["nodes"]
        self.parents = [None] * len(self.nodes)
        for i, node in enumerate(self.nodes):
            for child in node.get("children", []):
                self.parents[child] = i
        self.extensions = self.json["extensions"]

    def above(self, node):
        """The node and its ancestors, from the node up."""
        while node is not None:
            yield node
            node = self.parents[node]

    def values(self, index):
        accessor = self.json["accessors"][index]
        width, letter = KINDS[accessor["type"]], LETTERS[accessor["componentType"]]
        start = self.json["bufferViews"][accessor["bufferView"]]["byteOffset"]
        flat = struct.unpack_from(f"<{width * accessor['count']}{letter}", self.blob, start)
        return list(flat) if width == 1 else [flat[i:i + width] for i in range(0, len(flat), width)]
