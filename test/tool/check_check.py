"""Checks `vrm check`: exit codes, what people read, and that text, JSON and SARIF say the same.

usage: check_check.py VRM MAKER FAULTS SAMPLES WORK

FAULTS is the folder of the data of the maker, testkit/maker/faults.

tools/check/check-json checks records and SARIF against their schemas.
"""
import glob
import json
import os
import re
import shutil
import signal
import struct
import subprocess
import sys
import urllib.parse

VRM, MAKER, FAULTS, SAMPLES, WORK = map(os.path.abspath, sys.argv[1:6])
CLEAN = SAMPLES + "/character-1.0.vrm"
NOTED = SAMPLES + "/character-1.0-draft.vrm"  # alias-used, a note
SEVERITIES = ["error", "warning", "note"]
problems = []


def expect(is_good, *said):
    if not is_good:
        problems.append(" ".join(map(str, said)))


def run(*words, stdin=b""):
    """(exit code, standard output, standard error)"""
    done = subprocess.run([VRM, "check", *words], cwd=WORK, input=stdin, capture_output=True,
                          timeout=120, check=False)
    return done.returncode, done.stdout.decode("utf-8"), done.stderr.decode("utf-8")


def records(*words, stdin=b""):
    code, out, _ = run("--json", *words, stdin=stdin)
    return code, [json.loads(line) for line in out.splitlines()]


def make_faults():
    """A folder of files with one fault each. Returns it, and the names of the faults."""
    folder, names = WORK + "/faults", []
    os.makedirs(folder)
    for data in sorted(glob.glob(FAULTS + "/*.json")):
        with open(data, encoding="utf-8") as file:
            names += [fault["name"] for fault in json.load(file)["faults"]]
    for name in names:
        subprocess.run([MAKER, "fault", name, "-o", f"{folder}/{name}.vrm"], check=True)
    return folder, names


def plain_glb(path):
    text = json.dumps({"asset": {"version": "2.0"}, "nodes": [{"name": "box"}]}).encode()
    text += b" " * (-len(text) % 4)
    with open(path, "wb") as file:
        file.write(b"glTF" + struct.pack("<II", 2, 20 + len(text)) + struct.pack("<I", len(text)) + b"JSON" + text)


# --- Exit codes ---

def check_codes(folder):
    """A file whose worst diagnostic is an error, one with a warning, one with a note, and none."""
    files = {"error": f"{folder}/bone-missing.vrm", "warning": f"{folder}/expression-no-effect.vrm",
             "note": NOTED, None: CLEAN}
    for worst, path in files.items():
        _, (record,) = records(path)
        found = {entry["severity"] for entry in record["diagnostics"]}
        expect((worst is None and not found) or (found and min(found, key=SEVERITIES.index) == worst),
               path, "has", found)
        for fail_on in [*SEVERITIES, "never"]:
            fails = worst is not None and fail_on != "never" and SEVERITIES.index(worst) <= SEVERITIES.index(fail_on)
            code, (record,) = records("--fail-on", fail_on, path)
            expect(code == int(fails) and record["passed"] is not fails, path, fail_on, code)
            expect(record["result"] == "ok" and record["fail_on"] == fail_on, path, record["result"])
            for form in ([], ["--sarif"]):
                expect(run("--fail-on", fail_on, *form, path)[0] == int(fails), path, fail_on, form)
    expect(run(files["error"])[0] == 1 and run(files["warning"])[0] == 0, "the default is --fail-on error")
    # A file that cannot be used gives 1, whatever is asked for.
    for path in ("absent.vrm", f"{folder}/json-syntax.vrm"):
        code, (record,) = records("--fail-on", "never", path)
        expect(code == 1 and record["passed"] is False and record["result"] != "ok", path, code, record["result"])
    expect(run(CLEAN, files["error"], NOTED)[0] == 1, "one of three files has an error")


def check_ignore(folder):
    path = f"{folder}/bone-missing.vrm"
    code, (record,) = records("--ignore", "bone-missing", path)
    expect(code == 0 and record["diagnostics"] == [] and record["ignored"] == 1, "--ignore", code, record["ignored"])
    expect(record["diagnostic_counts"] == {"error": 0, "warning": 0, "note": 0}, record["diagnostic_counts"])
    for words in (["--ignore", "alias-used,bone-missing"], ["--ignore", "bone-missing", "--ignore", "alias-used"]):
        _, both = records(*words, path, NOTED)
        expect([r["ignored"] for r in both] == [1, 1] and not any(r["diagnostics"] for r in both), words)
    code, out, _ = run("--ignore", "bone-missing", path)
    expect(out.endswith("; ignored diagnostics: 1\n") and "no problems found" in out, out)
    for words, said in [(["--ignore", "bone-mising"], "Did you mean bone-missing?"),
                        (["--ignore", "bone-missing,zzz"], "unknown code 'zzz'; vrm explain lists all codes"),
                        (["--ignore", ""], "--ignore takes diagnostic codes"),
                        (["--ignore", "bone-missing,"], "unknown code ''"),
                        (["--ignore", "x" * 300], "unknown code"),
                        (["--json", "--sarif"], "--json and --sarif cannot be combined"),
                        (["--fail-on", "fatal"], "--fail-on takes error, warning, note or never")]:
        code, out, err = run(*words, CLEAN)
        expect(code == 2 and said in err and out == "", words, code, err)
    expect(run()[0] == 2, "no file was given")


# --- Text ---

def check_text():
    code, out, err = run(CLEAN)
    expect((code, out, err) == (0, f"{CLEAN}: no problems found\nno errors and no warnings in 1 file\n", ""), code, out, err)
    _, out, _ = run(NOTED)
    lines = out.splitlines()
    expect(lines[0] == NOTED and lines[1].startswith("  note     ") and lines[1].endswith(" [alias-used]"), out)
    expect(lines[2].strip() == "/extensions/VRMC_vrm/humanoid/humanBones", lines[2])
    expect(lines[3].strip().startswith("impact: ") and lines[4].strip().startswith("remedy: "), lines[3:5])
    expect(lines[5] == "  For details: vrm explain alias-used", lines[5])
    expect(lines[-1] == "1 note in 1 file", lines[-1])
    _, out, err = run(CLEAN, NOTED, "absent.vrm")
    expect(out.endswith("1 error, 1 note in 3 files; files without problems: 1; "
                        "files that could not be used: 1\n"), out)
    expect(err == "absent.vrm: there is no such file [file-unreadable]\n", err)
    plain_glb(WORK + "/plain.glb")
    code, out, err = run("plain.glb")
    expect(code == 1 and err == "" and "[no-vrm]" in out, code, out, err)
    for part in ("This is a glTF file, but not a VRM.", "VRMC_vrm", "15 required bones", "license", "VRM Add-on for Blender", "UniVRM"):
        expect(part in out, "a plain .glb is not told of", part)


def codes_of_text(out):
    """By file, the severity and the code of each group, in order."""
    files, groups = {}, None
    for line in out.splitlines():
        if line and not line.startswith(" "):
            groups = files.setdefault(line.removesuffix(": no problems found"), [])
        found = re.match(r"  (error|warning|note) .*(?:\[|× )([a-z0-9-]+)\]?$", line)
        if found:
            groups.append(found.groups())
    return files


def check_forms(folder, names):
    """Text, JSON and SARIF have the same diagnostics of all faults."""
    _, found = records(folder)
    _, text, _ = run(folder)
    by_file = codes_of_text(text)
    expect([os.path.basename(r["file"]) for r in found] == sorted(f"{n}.vrm" for n in names), "a file is missing")
    for record in found:
        of_json = {(d["severity"], d["code"]) for d in record["diagnostics"]}
        of_text = by_file.get(record["file"], [])
        expect(set(of_text) == of_json and len(of_text) == len(of_json), record["file"], of_text, of_json)
        order = [SEVERITIES.index(severity) for severity, _ in of_text]
        expect(order == sorted(order), record["file"], "the worst is not first", of_text)
        counts = {severity: sum(d["severity"] == severity for d in record["diagnostics"]) for severity in SEVERITIES}
        expect(counts == record["diagnostic_counts"], record["file"], counts, record["diagnostic_counts"])
    code, out, _ = run("--sarif", "--jobs", "3", folder)
    (sarif,) = json.loads(out)["runs"]
    results = [(path_of(r), r["ruleId"], r["level"], r["locations"][0]["logicalLocations"][0]["fullyQualifiedName"])
               for r in sarif["results"]]
    wanted = [(r["file"], d["code"], d["severity"], d["pointer"]) for r in found for d in r["diagnostics"]]
    expect(code == 1 and sorted(results) == sorted(wanted), "SARIF and JSON differ")
    rules = sarif["tool"]["driver"]["rules"]
    expect({rule["id"] for rule in rules} == {d[1] for d in wanted}, "the rules are not those of the results")
    expect(len(rules) == len({rule["id"] for rule in rules}), "a rule is there twice")


def path_of(result):
    uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
    return os.fsdecode(urllib.parse.unquote_to_bytes(uri.removeprefix("file://")))


def check_paths():
    """Paths that are hard to write come back from the URIs of SARIF."""
    for name in ["a b%20c#?d.vrm", "c:d.vrm", "びっくり.vrm", "new\nline.vrm", os.fsdecode(b"bad\xff\xc0.vrm")]:
        try:
            shutil.copy(NOTED, os.path.join(WORK, name))
        except OSError as problem:  # this system does not have such names
            print(f"skipped: {problem.strerror}")
            continue
        for path in (name, os.path.join(WORK, name)):
            _, out, _ = run("--sarif", "--", path)
            (result,) = json.loads(out)["runs"][0]["results"]
            uri = result["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
            expect(re.fullmatch(r"(file:///)?([A-Za-z0-9\-._~/]|%[0-9A-F]{2})*", uri), uri)
            expect(path_of(result) == path and uri.startswith("file:///") is path.startswith("/"), path, uri)


# --- Files ---

def check_files(folder):
    with open(NOTED, "rb") as file:
        data = file.read()
    (code, from_path), (_, from_input) = records(NOTED), records("-", stdin=data)
    for record in from_path + from_input:
        del record["file"]
    expect(code == 0 and from_path == from_input, "standard input differs from a path")
    code, out, err = run("-", stdin=b"nothing")
    expect(code == 1 and "[not-gltf]" in out and err == "", code, out, err)
    with open(WORK + "/list", "w", encoding="utf-8") as file:
        file.write("\n".join([CLEAN, NOTED, "absent.vrm"] * 20))
    code, found = records("--list", "list", "--jobs", "4", "--ordered")
    expect(code == 1 and [r["result"] for r in found] == ["ok", "ok", "not-readable"] * 20, "--ordered")
    code, (record,) = records("--max-bytes", "1000", CLEAN)
    expect(code == 1 and record["result"] == "limit-exceeded", record["result"])
    code, (record,) = records("--max-memory", "20000", CLEAN)
    expect(code == 1 and record["result"] in ("memory-limit", "limit-exceeded"), record["result"])
    os.mkfifo(WORK + "/pipe.vrm")  # nobody writes to it
    code, (record,) = records("--timeout", "200ms", "pipe.vrm")
    expect(code == 1 and (record["result"], record["passed"]) == ("timeout", False), record["result"])
    for words, is_found in ([], True), (["--no-payload"], False):
        _, (record,) = records(*words, f"{folder}/weights-sum.vrm")
        codes = [entry["code"] for entry in record["diagnostics"]]
        expect(codes == ["weights-sum"] * is_found, words, codes)


def check_interrupted():
    """SIGINT leaves a whole document: the list has no end yet."""
    child = subprocess.Popen([VRM, "check", "--sarif", "--list", "-"], cwd=WORK, stdin=subprocess.PIPE,
                             stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    line = (NOTED + "\n").encode()
    child.stdin.write(line * (70000 // len(line) + 1))  # more than the piece that is looked at first
    child.stdin.flush()
    first = child.stdout.read(2000)
    child.send_signal(signal.SIGINT)
    out = first + child.stdout.read()
    child.stdin.close()
    expect(child.wait(timeout=60) == -signal.SIGINT, "interrupted, it ends with", child.returncode)
    (sarif,) = json.loads(out)["runs"]
    expect(sarif["invocations"] == [{"executionSuccessful": False}], sarif["invocations"])
    expect(len(sarif["results"]) > 0, "there are no results")


def check_japanese(folder):
    """Every line that speaks has characters of Japanese. Help and explanations are tools/check/check-languages'."""
    _, out, _ = run("--lang", "ja", folder, WORK + "/plain.glb")
    for line in out.splitlines():
        if not line.startswith(" ") or re.fullmatch(r" +(/\S*)?", line):
            continue
        expect(re.search("[\u3040-\u30ff\u4e00-\u9fff]", line), "not in Japanese:", line)


def main():
    shutil.rmtree(WORK, ignore_errors=True)
    os.makedirs(WORK)
    folder, names = make_faults()
    check_codes(folder)
    check_ignore(folder)
    check_text()
    check_forms(folder, names)
    check_paths()
    check_files(folder)
    check_interrupted()
    check_japanese(folder)
    for problem in problems[:30]:
        print(problem)
    if problems:
        sys.exit(f"{len(problems)} problems")
    print(f"vrm check says the same in all forms of {len(names)} faults")


if __name__ == "__main__":
    main()
