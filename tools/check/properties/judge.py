"""What must hold for every file that a verb writes."""
import json
from collections import Counter

from .elements import tag
from .files import TABLES, doubled_keys, expressions, objects, read_glb, unknown_extensions

# Kinds of changes that say of something that it is gone, or is less than it was.
LESS = ("lost", "narrowed", "removed")


def named(changes, table):
    """How many elements of a table the changes name."""
    count, word = 0, {"meshes": "mesh"}.get(table, table.rstrip("s"))
    for change in changes:
        if word not in change["code"] + change.get("text", "") and f"/{table}/" not in change.get("from", ""):
            continue
        number = change.get("text", "").split(" ")[0].replace(",", "")
        count += int(number) if number.isdigit() else 1
    return count


def names_of(document, table):
    """What tells elements of a table apart, whatever becomes of their values: names, and tags if there are any."""
    return [(element.get("name"), tag(element, "", "")) for element in document.get(table, [])]


def lost_extras(old, new):
    """Pointers of objects whose extras stand nowhere in the new file."""
    kept = Counter(json.dumps(holder["extras"]) for _, holder in objects(new) if "extras" in holder)
    for path, holder in objects(old):
        text = json.dumps(holder["extras"]) if "extras" in holder else None
        if text is not None and kept[text] == 0:
            yield path
        kept[text] -= 1


def is_named(changes, pointer):
    """Whether a change says that what stands at a pointer, or something above it, is gone."""
    return any(change["kind"] in LESS and change.get("from") and (pointer + "/").startswith(change["from"] + "/")
               for change in changes)


def has(document, pointer):
    for step in pointer.split("/")[1:]:
        step = step.replace("~1", "/").replace("~0", "~")
        if isinstance(document, list):
            document = document[int(step)] if step.isdigit() and int(step) < len(document) else None
        else:
            document = document.get(step) if isinstance(document, dict) else None
        if document is None:
            return False
    return True


def wrong_changes(new, changes):
    """Changes whose place in the new file is not there, and elements that are said to be the same one."""
    homes = Counter()
    for change in changes:
        target = change.get("to", "")
        if not has(new, target):
            yield f"'{change['text']}' names {target}, which is not there"
        homes[target] += change["code"] == "expression" and target != ""
    yield from (f"{count} expressions are said to have become {target}" for target, count in homes.items() if count > 1)


def judge(before, after, changes, passed_over=()):
    """What does not hold, one sentence each. `passed_over`: beginnings of pointers where extras may go."""
    old_text, _ = read_glb(before)
    new_text, _ = read_glb(after)
    old, new, wrong = json.loads(old_text), json.loads(new_text), []
    doubled = Counter(doubled_keys(new_text)) - Counter(doubled_keys(old_text))
    wrong += [f"an object has two members '{key}', which the old file has not" for key in doubled]
    unknown = unknown_extensions(old)
    if unknown - unknown_extensions(new):
        wrong.append(f"an unknown extension is gone or has changed: {next(iter(unknown - unknown_extensions(new)))}")
    for table in (*TABLES, "accessors", "bufferViews"):
        was, now = names_of(old, table), names_of(new, table)
        if unknown and now[:len(was)] != was and not any(f"/{table}" in change.get("text", "") for change in changes):
            wrong.append(f"{table} have moved under an unknown extension: {len(was)} before, {len(now)} after")
        lost = sum((Counter(was) - Counter(now)).values())
        if table in TABLES and lost > named(changes, table):
            wrong.append(f"{lost} {table} are gone, and the changes name {named(changes, table)}")
    wrong += wrong_changes(new, changes)
    if expressions(new) < expressions(old) - sum(change["code"] == "expression" and change["kind"] in LESS
                                                 for change in changes):
        wrong.append(f"{expressions(old)} expressions became {expressions(new)}")
    lost = [path for path in lost_extras(old, new) if not path.startswith(passed_over) and not is_named(changes, f"{path}/extras")]
    gone = sum(named(changes, table) for table in TABLES)
    if len(lost) > gone:
        wrong.append(f"{len(lost)} extras are gone, of {', '.join(lost[:3])}, with {gone} elements that the changes name")
    return wrong
