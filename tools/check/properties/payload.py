"""Values of accessors, as a reader of glTF sees them."""
import struct

FORMATS = {5120: "b", 5121: "B", 5122: "h", 5123: "H", 5125: "I", 5126: "f"}
WIDTHS = {"SCALAR": 1, "VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT2": 4, "MAT3": 9, "MAT4": 16}


def read_items(document, payload, view, offset, count, code):
    """`count` structs of a buffer view, along its stride; None: the bytes are elsewhere or too few."""
    holder = document["bufferViews"][view]
    if document["buffers"][holder["buffer"]].get("uri") is not None:
        return None
    size = struct.calcsize("<" + code)
    stride, start = holder.get("byteStride", size), holder.get("byteOffset", 0) + offset
    if start + stride * (count - 1) + size > len(payload):
        return None
    return [struct.unpack_from("<" + code, payload, start + stride * i) for i in range(count)]


def values(document, payload, index):
    """The elements of an accessor, one tuple each; None: they cannot be read."""
    accessor = document["accessors"][index]
    width, code = WIDTHS[accessor["type"]], FORMATS[accessor["componentType"]]
    found = [(0,) * width] * accessor["count"]
    if "bufferView" in accessor:
        found = read_items(document, payload, accessor["bufferView"], accessor.get("byteOffset", 0),
                           accessor["count"], code * width)
    sparse = accessor.get("sparse")
    if sparse is None or found is None:
        return found
    where, what = sparse["indices"], sparse["values"]
    rows = read_items(document, payload, where["bufferView"], where.get("byteOffset", 0), sparse["count"],
                      FORMATS[where["componentType"]])
    news = read_items(document, payload, what["bufferView"], what.get("byteOffset", 0), sparse["count"], code * width)
    if rows is None or news is None:
        return None
    for (row,), new in zip(rows, news, strict=True):
        found[row] = new
    return found


def uses(document):
    """What each accessor is used for: {index: set of words such as POSITION, indices, target NORMAL}."""
    found = {}

    def note(index, use):
        if isinstance(index, int) and 0 <= index < len(document.get("accessors", [])):
            found.setdefault(index, set()).add(use)
    for mesh in document.get("meshes", []):
        for primitive in mesh["primitives"]:
            note(primitive.get("indices"), "indices")
            for name, index in primitive["attributes"].items():
                note(index, name)
            for target in primitive.get("targets", []):
                for name, index in target.items():
                    note(index, f"target {name}")
    for skin in document.get("skins", []):
        note(skin.get("inverseBindMatrices"), "inverse bind matrices")
    for animation in document.get("animations", []):
        for sampler in animation["samplers"]:
            note(sampler["input"], "times")
        for channel in animation["channels"]:
            note(animation["samplers"][channel["sampler"]]["output"], channel["target"].get("path"))
    return found


def interleave(document, primitive):
    """Puts the attributes of a primitive into one buffer view, and says whether it could."""
    accessors = [document["accessors"][index] for index in primitive["attributes"].values()]
    if len({id(accessor) for accessor in accessors}) < 2 or any("sparse" in a or "bufferView" not in a for a in accessors):
        return False
    codes = ["<" + FORMATS[accessor["componentType"]] * WIDTHS[accessor["type"]] for accessor in accessors]
    rows = [values(document, document.payload, index) for index in primitive["attributes"].values()]
    if any(row is None for row in rows):
        return False
    start, offset = len(document.payload) + -len(document.payload) % 4, 0
    data = b"".join(struct.pack(code, *row[i]).ljust(struct.calcsize(code) + -struct.calcsize(code) % 4, b"\0")
                    for i in range(len(rows[0])) for code, row in zip(codes, rows, strict=True))
    for accessor, code in zip(accessors, codes, strict=True):
        accessor["bufferView"], accessor["byteOffset"] = len(document["bufferViews"]), offset
        offset += struct.calcsize(code) + -struct.calcsize(code) % 4
    document["bufferViews"].append({"buffer": 0, "byteOffset": start, "byteLength": len(data), "byteStride": offset,
                                    "target": 34962})
    document.payload = document.payload.ljust(start, b"\0") + data
    document["buffers"][0]["byteLength"] = len(document.payload)
    return True
