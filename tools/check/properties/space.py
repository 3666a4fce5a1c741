"""Where nodes and vertices are at rest."""
import math

from .payload import values

NORMALIZED = {5120: 127, 5121: 255, 5122: 32767, 5123: 65535}
IDENTITY = (1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1)


def multiply(a, b):
    """Matrices by columns, as glTF has them."""
    return tuple(sum(a[row + 4 * k] * b[k + 4 * column] for k in range(4)) for column in range(4) for row in range(4))


def transform(m, p):
    return tuple(m[row] * p[0] + m[row + 4] * p[1] + m[row + 8] * p[2] + m[row + 12] for row in range(3))


def local(node):
    if "matrix" in node:
        return tuple(node["matrix"])
    x, y, z, w = node.get("rotation", (0, 0, 0, 1))
    length = math.sqrt(x * x + y * y + z * z + w * w) or 1
    x, y, z, w = x / length, y / length, z / length, w / length
    axes = ((1 - 2 * (y * y + z * z), 2 * (x * y + w * z), 2 * (x * z - w * y)),
            (2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)),
            (2 * (x * z + w * y), 2 * (y * z - w * x), 1 - 2 * (x * x + y * y)))
    scale = node.get("scale", (1, 1, 1))
    return (*(a * scale[0] for a in axes[0]), 0, *(a * scale[1] for a in axes[1]), 0,
            *(a * scale[2] for a in axes[2]), 0, *node.get("translation", (0, 0, 0)), 1)


def worlds(document):
    """The matrix of each node at rest."""
    nodes = document["nodes"]
    children = {child for node in nodes for child in node.get("children", [])}
    found, stack = {}, [(i, IDENTITY) for i in range(len(nodes)) if i not in children]
    while stack:
        index, above = stack.pop()
        if index not in found:
            found[index] = multiply(above, local(nodes[index]))
            stack += [(child, found[index]) for child in nodes[index].get("children", [])]
    return found


def decoded(document, payload, index):
    """Values of an accessor, with integers that stand for fractions as these."""
    accessor, found = document["accessors"][index], values(document, payload, index)
    if found is None or not accessor.get("normalized"):
        return found
    most = NORMALIZED[accessor["componentType"]]
    return [tuple(max(value / most, -1) for value in row) for row in found]


def joint_matrices(document, payload, skin, world):
    joints = skin["joints"]
    binds = values(document, payload, skin["inverseBindMatrices"]) if "inverseBindMatrices" in skin else None
    return [multiply(world[joint], binds[i] if binds else IDENTITY) for i, joint in enumerate(joints)]


def vertices(document, payload, node, primitive, world):
    """Positions of a primitive as a node shows it at rest; None: they cannot be read."""
    attributes = primitive["attributes"]
    positions = decoded(document, payload, attributes["POSITION"])
    if positions is None or "skin" not in node or "JOINTS_0" not in attributes:
        matrix = world[document["nodes"].index(node)]
        return None if positions is None else [transform(matrix, position) for position in positions]
    matrices = joint_matrices(document, payload, document["skins"][node["skin"]], world)
    joints = values(document, payload, attributes["JOINTS_0"])
    weights = decoded(document, payload, attributes["WEIGHTS_0"])
    found = []
    for position, row, shares in zip(positions, joints, weights, strict=True):
        parts = [(share, transform(matrices[joint], position)) for joint, share in zip(row, shares, strict=True) if share]
        total = sum(share for share, _ in parts) or 1
        found.append(tuple(sum(share * part[i] for share, part in parts) / total for i in range(3)))
    return found
