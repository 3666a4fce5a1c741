"""What must hold for every file that a verb writes."""
import json
from collections import Counter

from .files import TABLES, doubled_keys, expressions, objects, read_glb, unknown_extensions


def named(changes, table):
    """How many elements of a table the changes name."""
    count, word = 0, table.rstrip("s")
    for change in changes:
        if word not in change["code"] + change.get("text", "") and f"/{table}/" not in change.get("from", ""):
            continue
        number = change.get("text", "").split(" ")[0].replace(",", "")
        count += int(number) if number.isdigit() else 1
    return count


def names_of(document, table):
    return [element.get("name") for element in document.get(table, [])]


def judge(before, after, changes):
    """What does not hold, one sentence each."""
    old_text, _ = read_glb(before)
    new_text, _ = read_glb(after)
    old, new, wrong = json.loads(old_text), json.loads(new_text), []
    doubled = Counter(doubled_keys(new_text)) - Counter(doubled_keys(old_text))
    wrong += [f"an object has two members '{key}', which the old file has not" for key in doubled]
    unknown = unknown_extensions(old)
    if unknown - unknown_extensions(new):
        wrong.append(f"an unknown extension is gone or has changed: {next(iter(unknown - unknown_extensions(new)))}")
    for table in TABLES:
        was, now = names_of(old, table), names_of(new, table)
        if unknown and now[:len(was)] != was and not any(f"/{table}" in change.get("text", "") for change in changes):
            wrong.append(f"{table} have moved under an unknown extension: {len(was)} before, {len(now)} after")
        lost = sum((Counter(was) - Counter(now)).values())
        if lost > named(changes, table):
            wrong.append(f"{lost} {table} are gone, and the changes name {named(changes, table)}")
    if expressions(new) < expressions(old) - named(changes, "expressions"):
        wrong.append(f"{expressions(old)} expressions became {expressions(new)}")
    kept = Counter(json.dumps(holder["extras"]) for _, holder in objects(new) if "extras" in holder)
    lost = sum((Counter(json.dumps(holder["extras"]) for _, holder in objects(old) if "extras" in holder)
                - kept).values())
    gone = sum(named(changes, table) for table in TABLES)
    if lost > gone:
        wrong.append(f"{lost} extras are gone, with {gone} elements that the changes name")
    return wrong
