"""A document in which every index is the tag of what it leads to, so that files with other numbers compare.

Tags stand in the extras of elements (`with_tags` of inputs.py). An element without one has its table and number.
"""
import json
import re
from collections import Counter

TABLES = ("accessors", "animations", "bufferViews", "cameras", "images", "materials", "meshes", "nodes", "samplers",
          "scenes", "skins", "textures")
SPRINGS = "extensions/VRMC_springBone/"
OLD = "extensions/VRM/"
NEW = "extensions/VRMC_vrm/"
# Where indices stand: a path in which * is any key or number, and the table that it leads into.
PLACES = (
    ("scene", "scenes"), ("scenes/*/nodes/*", "nodes"),
    ("nodes/*/children/*", "nodes"), ("nodes/*/mesh", "meshes"), ("nodes/*/skin", "skins"),
    ("nodes/*/camera", "cameras"), ("skins/*/joints/*", "nodes"), ("skins/*/skeleton", "nodes"),
    ("skins/*/inverseBindMatrices", "accessors"), ("meshes/*/primitives/*/attributes/*", "accessors"),
    ("meshes/*/primitives/*/indices", "accessors"), ("meshes/*/primitives/*/targets/*/*", "accessors"),
    ("meshes/*/primitives/*/material", "materials"), ("accessors/*/bufferView", "bufferViews"),
    ("accessors/*/sparse/indices/bufferView", "bufferViews"), ("accessors/*/sparse/values/bufferView", "bufferViews"),
    ("images/*/bufferView", "bufferViews"), ("textures/*/source", "images"), ("textures/*/sampler", "samplers"),
    ("materials/*/normalTexture/index", "textures"), ("materials/*/occlusionTexture/index", "textures"),
    ("materials/*/emissiveTexture/index", "textures"),
    ("materials/*/pbrMetallicRoughness/baseColorTexture/index", "textures"),
    ("materials/*/pbrMetallicRoughness/metallicRoughnessTexture/index", "textures"),
    ("materials/*/extensions/VRMC_materials_mtoon/*/index", "textures"),
    ("materials/*/extensions/KHR_materials_clearcoat/*/index", "textures"),
    ("animations/*/channels/*/target/node", "nodes"), ("animations/*/samplers/*/input", "accessors"),
    ("animations/*/samplers/*/output", "accessors"),
    ("nodes/*/extensions/VRMC_node_constraint/constraint/*/source", "nodes"),
    (NEW + "humanoid/humanBones/*/node", "nodes"), (NEW + "meta/thumbnailImage", "images"),
    (NEW + "firstPerson/meshAnnotations/*/node", "nodes"),
    (NEW + "expressions/*/*/morphTargetBinds/*/node", "nodes"),
    (NEW + "expressions/*/*/materialColorBinds/*/material", "materials"),
    (NEW + "expressions/*/*/textureTransformBinds/*/material", "materials"),
    (SPRINGS + "colliders/*/node", "nodes"), (SPRINGS + "colliderGroups/*/colliders/*", SPRINGS + "colliders"),
    (SPRINGS + "springs/*/joints/*/node", "nodes"), (SPRINGS + "springs/*/center", "nodes"),
    (SPRINGS + "springs/*/colliderGroups/*", SPRINGS + "colliderGroups"),
    (OLD + "humanoid/humanBones/*/node", "nodes"), (OLD + "meta/texture", "textures"),
    (OLD + "firstPerson/firstPersonBone", "nodes"), (OLD + "firstPerson/meshAnnotations/*/mesh", "meshes"),
    (OLD + "blendShapeMaster/blendShapeGroups/*/binds/*/mesh", "meshes"),
    (OLD + "materialProperties/*/textureProperties/*", "textures"),
    (OLD + "secondaryAnimation/boneGroups/*/bones/*", "nodes"),
    (OLD + "secondaryAnimation/boneGroups/*/center", "nodes"),
    (OLD + "secondaryAnimation/colliderGroups/*/node", "nodes"),
    (OLD + "secondaryAnimation/boneGroups/*/colliderGroups/*", OLD + "secondaryAnimation/colliderGroups"),
)

# Arrays whose elements are counted elsewhere, or have names.
HOLDERS = (*TABLES, SPRINGS + "colliders", SPRINGS + "colliderGroups", SPRINGS + "springs",
           OLD + "secondaryAnimation/colliderGroups", OLD + "secondaryAnimation/boneGroups")


def find(document, path):
    """What stands at a path; None: nothing."""
    for step in path.split("/"):
        document = document.get(step) if isinstance(document, dict) else None
    return document


def tag(element, table, index):
    extras = element.get("extras") if isinstance(element, dict) else None
    return extras["tag"] if isinstance(extras, dict) and "tag" in extras else f"{table}:{index}"


class Reference(str):
    """The tag of the element to which an index leads."""


def resolve(value, steps, tags):
    """Puts tags in the place of the indices at a path."""
    step, rest = steps[0], steps[1:]
    if isinstance(value, dict):
        keys = list(value) if step == "*" else [step] if step in value else []
    else:
        keys = range(len(value)) if isinstance(value, list) and step == "*" else []
    for key in keys:
        if rest:
            resolve(value[key], rest, tags)
        elif isinstance(value[key], int) and 0 <= value[key] < len(tags):
            value[key] = Reference(tags[value[key]])


def resolved(document):
    """A copy with tags in the place of indices, and tables that are objects by tag."""
    copy = json.loads(json.dumps(document))
    tags = {path: [tag(element, path, i) for i, element in enumerate(find(copy, path) or [])] for path in HOLDERS}
    for path, table in PLACES:
        resolve(copy, path.split("/"), tags.get(table, []))
    for path in HOLDERS:
        above, _, key = path.rpartition("/")
        holder = find(copy, above) if above else copy
        if isinstance(holder, dict) and isinstance(holder.get(key), list):
            holder[key] = dict(zip(tags[path], holder[key], strict=True))
    return copy


def differences(old, new, path=""):
    """(pointer, old, new) of all that differs; None stands for what is not there. Arrays of different lengths
    are compared as sets."""
    if isinstance(old, dict) and isinstance(new, dict):
        for key in [*old, *(key for key in new if key not in old)]:
            below = f"{path}/{key.replace('~', '~0').replace('/', '~1')}"
            if key in old and key in new:
                yield from differences(old[key], new[key], below)
            else:
                yield below, old.get(key), new.get(key)
    elif isinstance(old, list) and isinstance(new, list):
        if len(old) == len(new):
            for index, pair in enumerate(zip(old, new, strict=True)):
                yield from differences(*pair, f"{path}/{index}")
        else:
            yield from unmatched(old, new, path)
    elif type(old) is not type(new) or old != new:
        if not (isinstance(old, (int, float)) and isinstance(new, (int, float)) and old == new):
            yield path, old, new


def unmatched(old, new, path):
    """Elements of an array that the other one has not."""
    texts = [[json.dumps(value, sort_keys=True) for value in values] for values in (old, new)]
    gone, come = (Counter(texts[i]) - Counter(texts[1 - i]) for i in (0, 1))
    for index, text in enumerate(texts[0]):
        if gone[text] > 0:
            gone[text] -= 1
            yield f"{path}/{index}", old[index], None
    for text in come.elements():
        yield f"{path}/-", None, json.loads(text)


def references(value):
    """Tags that stand anywhere below a value."""
    if isinstance(value, Reference):
        yield value
    elif isinstance(value, (dict, list)):
        for member in value.values() if isinstance(value, dict) else value:
            yield from references(member)


def is_whole(value, gone):
    """Whether all of a value may go with the elements that it refers to: no list in it keeps an element."""
    if not set(references(value)) & gone:
        return False
    lists = [member for member in value.values() if isinstance(member, list)] if isinstance(value, dict) else []
    return all(not any(set(references(element)) & gone for element in member) or
               all(set(references(element)) & gone for element in member) for member in lists)


def unexplained(found, removed):
    """Differences that are not due to removed elements, and to what refers to them."""
    gone, size = set(removed), -1
    while size != len(gone):
        size = len(gone)
        gone |= {path.rpartition("/")[2] for path, old, new in found
                 if new is None and isinstance(old, dict) and is_whole(old, gone)}
    for path, old, new in found:
        is_gone = path.rpartition("/")[2] in gone or (isinstance(old, Reference) and old in gone)
        if new is not None or not (is_gone or is_whole(old, gone)):
            yield path, old, new


def pointer(path):
    """The JSON pointer of the input for a path with tags: those that with_tags gives end in the number."""
    return re.sub(r"/\w+:(\d+)(?=/|$)", r"/\1", path)
