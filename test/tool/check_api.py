"""Tests of what api.json holds for generators of bindings, and of what make-api refuses.

usage: check_api.py ROOT
"""
import json
import subprocess
import sys
from pathlib import Path


def refuses_faults(root):
    """BI-001: a comment that disagrees with its declaration, or has facts in an unknown form, is refused."""
    result = subprocess.run([root / "tools/make/make-api", "--self-test"], capture_output=True, text=True, timeout=120)
    return [] if result.returncode == 0 else [result.stdout + result.stderr]


def facts_are_complete(api):
    """BI-002: every pointer has a direction, says whether it may be NULL, and what comes out has an owner."""
    problems = []
    for header in api["headers"]:
        for function in header["functions"]:
            problems += function_gaps(header, function)
        for entry in header["enumerations"]:
            if entry["kind"] not in ("flags", "enumeration"):
                problems.append(f"{entry['name']}: is neither flags nor an enumeration")
        for struct in header["structs"]:
            problems += [f"{struct['name']}.{field['name']}: an array without its number of elements"
                         for field in struct["fields"] if "count" in field and "elements" not in field]
            problems += [f"{struct['name']}.{field['name']}, {parameter['name']}: no direction, or nothing about NULL"
                         for field in struct["fields"] for parameter in field.get("parameters", [])
                         if "*" in parameter["type"] and not {"direction", "nullable"} <= parameter.keys()]
            problems += [f"{struct['name']}.{field['name']}: may it be NULL?"
                         for field in struct["fields"] if "*" in field["type"] and "nullable" not in field]
        problems += [f"{opaque['name']}: nothing releases it" for opaque in header["opaque_types"]
                     if "releases_with" not in opaque]
    return problems


def function_gaps(header, function):
    name = function["name"]
    if function["stability"] not in ("stable", "experimental"):
        yield f"{name}: stability {function['stability']}"
    if function["inline"]:
        return
    for parameter in function["parameters"]:
        if "*" not in parameter["type"]:
            continue
        if parameter["direction"] not in ("in", "out", "inout") or "nullable" not in parameter:
            yield f"{name}, {parameter['name']}: no direction, or nothing about NULL"
        if parameter["direction"] == "in" and "Receives" in parameter["comment"]:
            yield f"{name}, {parameter['name']}: receives, and is in"
    if "*" in function["returns"]:
        if "returns_nullable" not in function:
            yield f"{name}: may it return NULL?"
        if not {"returns_releases_with", "returns_borrows_from", "returns_valid_until"} & function.keys():
            yield f"{name}: who owns what it returns?"


def known_facts(api):
    """BI-002: facts of functions that every binding has."""
    functions = {f["name"]: f for header in api["headers"] for f in header["functions"]}
    parameters = {(f["name"], p["name"]): p for f in functions.values() for p in f["parameters"]}
    structs = {s["name"]: {f["name"]: f for f in s["fields"]} for header in api["headers"] for s in header["structs"]}
    wanted = [
        (parameters["vrm_avatar_desc_init_sized", "desc"], "direction", "out"),
        (parameters["vrm_clip_bind", "bindings"], "direction", "out"),
        (parameters["vrm_clip_get_info", "out"], "direction", "inout"),
        (parameters["vrm_pose_fill", "pose"], "direction", "inout"),
        (parameters["vrm_pose_fill", "base"], "nullable", True),
        (parameters["vrm_crowd_set_detail_by_distance_value", "rule"], "nullable", True),
        (parameters["vrm_avatar_create", "model"], "retained_by", "avatar"),
        (parameters["vrm_model_load", "bytes"], "length", "size"),
        (parameters["vrm_model_load", "size"], "length_of", ["bytes"]),
        (parameters["vrm_model_load", "out_model"], "borrows_from", ["bytes"]),
        (parameters["vrm_model_load", "out_model"], "releases_with", "vrm_model_release"),
        (parameters["vrm_crowd_add", "out_avatar"], "borrows_from", ["crowd"]),
        (parameters["vrm_crowd_add", "out_report"], "releases_with", "vrm_report_destroy"),
        (parameters["vrm_crowd_add", "out_report"], "borrows_from", None),
        (functions["vrm_avatar_frame"], "returns_borrows_from", ["avatar"]),
        (functions["vrm_avatar_frame"], "returns_valid_until", "next update"),
        (functions["vrm_version"], "returns_valid_until", "static"),
        (structs["vrm_frame"]["morph_offsets"], "length", "node_count + 1"),
        (structs["vrm_pose"]["rotations"], "elements", 55),
    ]
    return [f"{entry['name']}: {key} is {entry.get(key)}, not {value}" for entry, key, value in wanted
            if entry.get(key) != value]


def main():
    root = Path(sys.argv[1])
    api = json.loads((root / "api.json").read_text(encoding="utf-8"))
    problems = refuses_faults(root) + facts_are_complete(api) + known_facts(api)
    print("\n".join(problems) if problems else "api: complete, and faults are refused")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
