#!/usr/bin/env python3
"""Compares what other programs rely on with 0.4.0: codes and severities of diagnostics, commands and options, exit
codes, keys of JSON records, paths and words of their schema, SARIF rules.

usage: check_stable.py [--write] VRM SAMPLES SCHEMA DATA WORK

DATA is the file that --write wrote with the programs of 0.4.0. A name may be added; none may go or change (ER-028).
"""
import json
import os
import shutil
import subprocess
import sys

# Each case: a name, the arguments, and whether the output is compared by its keys. They run one after the other in
# one folder.
PERMIT = "--accept-license-mapping"
CASES = [
    ("no command", [], False),
    ("unknown command", ["nope"], False),
    ("unknown option", ["info", "--nope", "one.vrm"], False),
    ("option without its value", ["check", "--fail-on"], False),
    ("value out of range", ["info", "--jobs", "0", "one.vrm"], False),
    ("no operand", ["info"], False),
    ("version", ["--version", "--json"], True),
    ("help", ["help", "info"], False),
    ("help as JSON", ["help", "--json"], True),
    ("help of nothing", ["help", "nope"], False),
    ("info", ["info", "--json", "one.vrm", "old.vrm"], True),
    ("info of no file", ["info", "--json", "absent.vrm"], True),
    ("info of another format", ["info", "--json", "walk.bvh"], True),
    ("check", ["check", "--json", "one.vrm", "old.vrm"], True),
    ("an error", ["edit", "--json", "one.vrm", "-o", "error.vrm", "--set",
                  "/extensions/VRMC_vrm/meta/licenseUrl=https://example.org"], True),
    ("a warning", ["edit", "--json", "one.vrm", "-o", "warning.vrm", "--set",
                   "/extensions/VRMC_vrm/lookAt/type=expression", "--set", "/nodes/3/name=chest", "--set",
                   "/extensions/VRMC_vrm/expressions/preset/happy/overrideMouth=never", "--set",
                   "/materials/0/alphaCutoff=7"], True),
    ("check of errors", ["check", "--json", "error.vrm"], True),
    ("check of warnings", ["check", "--json", "warning.vrm"], True),
    ("check that fails on notes", ["check", "--fail-on", "note", "error.vrm", "warning.vrm"], False),
    ("check that never fails", ["check", "--fail-on", "never", "error.vrm"], False),
    ("check of no file", ["check", "absent.vrm"], False),
    ("check with a profile", ["check", "--json", "--profile", "vrchat-mobile-good", "one.vrm"], True),
    ("fix", ["check", "--json", "--fix", "-o", "fixed.vrm", "warning.vrm"], True),
    ("SARIF", ["check", "--sarif", "error.vrm", "warning.vrm"], True),
    ("no difference", ["diff", "--json", "one.vrm", "one.vrm"], True),
    ("difference", ["diff", "--json", "one.vrm", "warning.vrm"], True),
    ("difference between versions", ["diff", "--json", "one.vrm", "old.vrm"], True),
    ("set nothing", ["edit", "one.vrm", "-o", "x.vrm", "--set", "nope=1"], False),
    ("meta", ["meta", "--json", "one.vrm"], True),
    ("meta that is not allowed", ["meta", "one.vrm", "-o", "x.vrm", "--set", "commercialUsage=nope"], False),
    ("extract", ["extract", "--json", "one.vrm", "-o", "parts"], True),
    ("pack", ["pack", "--json", "parts", "packed.vrm"], True),
    ("migrate without consent", ["migrate", "--json", "old.vrm", "new.vrm"], True),
    ("migrate", ["migrate", "--json", "old.vrm", "new.vrm", PERMIT], True),
    ("migrate to 0.x", ["migrate", "--json", "one.vrm", "new-0.vrm", "--to", "0.x", PERMIT], True),
    ("output exists", ["migrate", "old.vrm", "new.vrm", PERMIT], False),
    ("normalize", ["normalize", "--json", "one.vrm", "normal.vrm"], True),
    ("optimize", ["optimize", "--json", "--keep", "images", "one.vrm", "small.vrm"], True),
    ("make of an avatar", ["make", "--json", "one.vrm", "made.vrm", "--author", "me"], True),
    ("sim", ["sim", "--json", "--frames", "2", "one.vrm"], True),
    ("motion info", ["motion", "info", "--json", "walk.bvh"], True),
    ("motion convert", ["motion", "convert", "--json", "walk.bvh", "walk.vrma"], True),
    ("explain", ["explain", "--json", "bone-missing"], True),
    ("explain a requirement", ["explain", "--json", "LA-031"], True),
    ("explain nothing", ["explain", "nope-nope-nope"], False),
]


# Their keys are names and numbers of a file, or options, which are compared elsewhere.
MAPS = {"bones", "constraint", "expression", "eye", "in", "morph", "options", "spring", "value"}
# Only programs that were built have it.
BY_BUILD = {"/programs/*/path"}


def key_paths(value, path=""):
    """The paths of all keys; an element of an array or of a map is a *."""
    if isinstance(value, dict):
        for key, part in value.items():
            yield f"{path}/{key}"
            if key not in MAPS:
                yield from key_paths(part, f"{path}/{key}")
    elif isinstance(value, list):
        for part in value:
            yield from key_paths(part, f"{path}/*")


def schema_names(value, path=""):
    """The paths of all keys of the schema, and the words of its lists. Texts for people are not among them."""
    if isinstance(value, dict):
        for key, part in value.items():
            if key in ("description", "title") and isinstance(part, str):
                continue
            if key in ("enum", "required"):
                yield from (f"{path}/{key}: {word}" for word in part)
            elif isinstance(part, (dict, list)):
                yield f"{path}/{key}"
                yield from schema_names(part, f"{path}/{key}")
            else:
                yield f"{path}/{key}: {part}"
    elif isinstance(value, list):
        for part in value:
            yield from schema_names(part, f"{path}/*")


def read_records(output):
    """One JSON text, or one on each line."""
    try:
        return [json.loads(output)]
    except ValueError:
        return [json.loads(line) for line in output.splitlines()]


class Programs:
    def __init__(self, vrm, samples, work):
        self.vrm, self.work = vrm, work
        shutil.rmtree(work, ignore_errors=True)
        os.makedirs(work)
        for name, source in (("one.vrm", "character-1.0.vrm"), ("old.vrm", "character-0.x.vrm"),
                             ("walk.bvh", "walk.bvh")):
            shutil.copy(os.path.join(samples, source), os.path.join(work, name))

    def run(self, arguments):
        return subprocess.run([self.vrm, *arguments], cwd=self.work, capture_output=True, timeout=120, check=False,
                              encoding="utf-8", stdin=subprocess.DEVNULL)

    def records(self, *arguments):
        return read_records(self.run(arguments).stdout)

    def diagnostics(self):
        return {entry["code"]: entry["severity"] for entry in self.records("explain", "--json")}

    def commands(self):
        return {command["name"]: {"operand": command["operand"],
                                  "options": {option["name"]: {key: option[key] for key in ("kind", "letter", "words",
                                                                                            "default", "repeated")
                                                               if key in option} for option in command["options"]}}
                for command in self.records("help", "--json")[0]["commands"]}

    def cases(self):
        found = {}
        for name, arguments, has_keys in CASES:
            done = self.run(arguments)
            found[name] = {"exit": done.returncode}
            if not has_keys:
                continue
            records = read_records(done.stdout)
            found[name]["keys"] = sorted({path for record in records for path in key_paths(record)} - BY_BUILD)
            rules = [rule["id"] for record in records for one in record.get("runs", [])
                     for rule in one["tool"]["driver"]["rules"]]
            if rules:
                found[name]["rules"] = sorted(rules)
        return found


def missing(old, new, path=""):
    """What the new data do not have, or have otherwise. Keys and elements of lists may be added."""
    if isinstance(old, dict):
        for key, part in old.items():
            if not isinstance(new, dict) or key not in new:
                yield f"{path}/{key} is gone"
            else:
                yield from missing(part, new[key], f"{path}/{key}")
    elif isinstance(old, list):
        for part in old:
            if part not in new:
                yield f"{path}: {part} is gone"
    elif old != new:
        yield f"{path} was {old} and is {new}"


def main():
    is_written = sys.argv[1] == "--write"
    vrm, samples, schema, data, work = map(os.path.abspath, sys.argv[2 if is_written else 1:])
    programs = Programs(vrm, samples, work)
    with open(schema, encoding="utf-8") as file:
        names = sorted(set(schema_names(json.load(file))))
    found = {"diagnostics": programs.diagnostics(), "commands": programs.commands(), "cases": programs.cases(),
             "schema": names}
    if is_written:
        with open(data, "w", encoding="utf-8") as file:
            json.dump(found, file, indent=1, sort_keys=True)
            file.write("\n")
        return 0
    with open(data, encoding="utf-8") as file:
        problems = list(missing(json.load(file), found))
    for problem in problems:
        print(f"stable: {problem}")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
