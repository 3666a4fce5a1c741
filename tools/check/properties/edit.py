"""vrm edit: what Python makes of the input by the same operations, and nothing else."""
import json
import random

from .elements import differences, find, resolved, unexplained
from .files import doubled_keys, objects, read_glb, unknown_extensions
from .inputs import KINDS, generate, with_tags
from .verb import SIZES, Case, Verb

SET_NAME = "set by edit"


# --- Plans: operations that suit a document, by numbers of the input ---

def below(nodes, index):
    found = {index}
    for child in nodes[index].get("children", []):
        found |= below(nodes, child)
    return found


def removable(document):
    """Nodes that are neither bones nor joints of skins, and have none below them."""
    bones = find(document, "extensions/VRMC_vrm/humanoid/humanBones") or {}
    bones = bones.values() if isinstance(bones, dict) else bones
    old = find(document, "extensions/VRM/humanoid/humanBones") or []
    needed = {bone.get("node") for bone in (*bones, *old)}
    needed |= {joint for skin in document.get("skins", []) for joint in skin.get("joints", [])}
    return [i for i in range(len(document["nodes"])) if not needed & below(document["nodes"], i)]


def with_chain(document):
    """Two nodes below the first root, of which the outer can be merged into it; then tags."""
    nodes = document["nodes"]
    root = document["scenes"][document.get("scene", 0)]["nodes"][0]
    nodes[root].setdefault("children", []).append(len(nodes))
    nodes.append({"name": "outer", "translation": [0.5, 0.25, 0], "children": [len(nodes) + 1]})
    nodes.append({"name": "inner", "translation": [0, 0.125, 1]})
    document.setdefault("asset", {})["extras"] = {"list": [0, 1, 2, 3], "gone": 1}
    return with_tags(document)


def plan_nodes(document, chance):
    """Nodes removed and merged, and names set behind them, all by the numbers of the input."""
    nodes = document["nodes"]
    names = {node.get("name"): i for i, node in enumerate(nodes)}
    outer, inner = names.get("outer", len(nodes) - 2), names.get("inner", len(nodes) - 1)
    choice = [i for i in removable(document) if i not in (outer, inner) and outer not in below(nodes, i)]
    gone = chance.sample(choice, min(4, len(choice)))
    left = [i for i in range(len(nodes)) if not any(i in below(nodes, node) for node in gone) and i != outer]
    return {"set": {f"/nodes/{i}/name": SET_NAME for i in chance.sample(left, 2)}, "remove-node": gone,
            "merge-node": [outer]}


def plan_values(document, chance):
    """Values set and removed, elements of one array among them, and an expression renamed."""
    plan = {"set": {"/asset/generator": SET_NAME, f"/nodes/{chance.randrange(len(document['nodes']))}/name": SET_NAME,
                    "/asset/extras/list/3": 9},
            "remove": ["/asset/extras/list/0", "/asset/extras/list/1", "/asset/extras/gone"]}
    if "acme" in document:
        plan["remove"].append("/acme")
    custom = sorted(find(document, "extensions/VRMC_vrm/expressions/custom") or {})
    if custom:
        plan["rename-expression"] = {custom[0]: "renamed by edit"}
    return plan


def plan_set(document, chance):
    return {"set": {f"/nodes/{i}/name": SET_NAME for i in chance.sample(range(len(document["nodes"])), 3)}}


PLANS = (plan_nodes, plan_values, plan_set)


# --- What is expected ---

def apply(document, plan):
    """Sets and removes values as the plan has them."""
    gone = object()
    steps = [(pointer, value) for pointer, value in plan.get("set", {}).items()]
    steps += [(pointer, gone) for pointer in plan.get("remove", [])]
    lists = []
    for pointer, value in steps:
        *path, last = pointer.split("/")[1:]
        holder = document
        for step in path:
            holder = holder[int(step) if isinstance(holder, list) else step]
        if isinstance(holder, list):
            holder[int(last)] = value
            lists.append(holder)
        elif value is gone:
            del holder[last]
        else:
            holder[last] = value
    for values in lists:
        values[:] = [value for value in values if value is not gone]
    for name, other in plan.get("rename-expression", {}).items():
        custom = document["extensions"]["VRMC_vrm"]["expressions"]["custom"]
        custom[other] = custom.pop(name)


def merge(document, index):
    """Moves the children of a node without rotation and scale to its parent; the node is left alone."""
    nodes = document["nodes"]
    outer = nodes[index]
    parent = next(node for node in nodes if index in node.get("children", []))
    for child in outer["children"]:
        nodes[child]["translation"] = [a + b for a, b in zip(nodes[child]["translation"], outer["translation"],
                                                             strict=True)]
        parent["children"].append(child)
    parent["children"].remove(index)
    del outer["children"]


def wrong_list(old, new):
    """Lists of extensions follow what operations bring and remove: a name comes if it is used, and goes if not."""
    used = {name for _, holder in objects(new) for name in holder.get("extensions", {})}
    for key in ("extensionsUsed", "extensionsRequired"):
        before, after = (set(document.pop(key, [])) for document in (old, new))
        for name in (after - before - used) | ((before - after) & used):
            yield f"{key} has gained or lost {name}"


class Edit(Verb):
    def plans(self, what, data, is_real=False):
        document = json.loads(read_glb(data)[0])
        for plan in PLANS:
            yield Case(f"{what}, {plan.__name__}", data, plan(document, random.Random(what)), is_real)

    def cases(self, kit):
        for number, (base, data) in enumerate(self.bases(kit)):
            for turn, kind in enumerate(kit.kinds(KINDS)):
                changed = generate(data, kind, then=with_chain)
                cases = list(self.plans(f"{base}, {kind}", changed)) if changed is not None else []
                yield from cases if not kit.is_quick else cases[(turn + number) % 3:][:1]
        for name, data in self.real(kit, "spare", with_chain):
            yield from self.plans(name, data, True)

    def growth(self, kit):
        for kind in self.growing:
            plans = [list(self.plans(kind, generate(kit.sample(0), kind, size, then=with_chain))) for size in SIZES]
            for cases in zip(*plans, strict=True):
                yield cases[0].what, cases

    def command(self, source, target, plan):
        words = [[f"--{option}", value if isinstance(values, list) else f"{value}={values[value]}"]
                 for option, values in plan.items() for value in values]
        return ["edit", "--overwrite", str(source), "-o", str(target), *(str(word) for pair in words for word in pair)]

    def is_again(self, case):
        return set(case.plan) == {"set"}

    def judge(self, case, written, record):
        (old_text, old_payload), (new_text, new_payload) = read_glb(case.data), read_glb(written)
        old, new, plan = json.loads(old_text), json.loads(new_text), case.plan
        unknown = unknown_extensions(old)
        apply(old, plan)
        numbers = plan.get("remove-node", [])
        removed = set().union(*(below(old["nodes"], i) for i in numbers)) if numbers else set()
        for index in plan.get("merge-node", []):
            merge(old, index)
            removed.add(index)
        wrong = ["the BIN chunk has changed"] if old_payload != new_payload else []
        wrong += [f"an object has two members '{key}', which the old file has not"
                  for key in set(doubled_keys(new_text)) - set(doubled_keys(old_text))]
        tags = {old["nodes"][i]["extras"]["tag"] for i in removed}
        wrong += [f"{name} is still there" for name in tags & set(resolved(new)["nodes"])]
        wrong += wrong_list(old, new)
        wrong += [f"{path} is {json.dumps(now)[:120]}, and was to be {json.dumps(was)[:120]}" for path, was, now
                  in unexplained(list(differences(resolved(old), resolved(new))), tags)]
        if not removed and unknown != unknown_extensions(new):
            wrong.append("an unknown extension has changed")
        return wrong
