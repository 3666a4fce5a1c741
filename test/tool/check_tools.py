"""Looks whether the scripts of tools/ say in words what is missing, answer --help, and stand in the index.

usage: check_tools.py ROOT
"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

# Scripts that need a build, and how the folder is given to each.
OF_A_BUILD = {
    "check-docs": [], "check-vectors": ["--build"], "check-growth": [], "check-languages": [], "check-hardening": [], "check-symbols": [],
    "hostile-sweep": [], "make-command-line": [], "make-diagnostics": [], "make-rules": [], "make-sbom": [], "fill-rules": ["--build"],
    "try-as-users": ["--build"], "check-batch": ["--build"], "check-many": ["--build"],
    "check-samples": ["--build"], "check-motions": ["--build"], "check-fixes": ["--build"], "check-json": ["--build"],
    "check-written": ["--self-test", "--build"], "check-verbs": ["--build"], "check-properties": ["--build"], "make-seeds": ["--build"], "make-pictures": ["--build"], "compare-gltf-validator": ["--build"],
    "compare-pictures": ["--build"], "compare-three-vrm": ["--build"], "compare-motions": ["--build"], "compare-migrations": ["--build"], "compare-check-speed": ["--build"], "compare-meshopt": ["--build"], "corpus-check": ["--build"],
}
# Arguments that lead nowhere, for the others.
OTHERS = {
    "check-golden": [["{nowhere}"]], "compare-verbs": [["{nowhere}", "{nowhere}", "{nowhere}"], []],
    "compare-traces": [["{nowhere}", "{nowhere}"], []], "compare-author-cost": [["{nowhere}", "{nowhere}", "{nowhere}"], []],
    "corpus-table": [["{nowhere}"], []], "compare-waits": [["--before", "{nowhere}"], []], "compare-portraits": [[], ["--corpus", "{nowhere}"]],
    "requirement-coverage": [["--require", "{nowhere}"]], "coverage": [["--no-run", "{nowhere}"]],
    "check-headers": [["{nowhere}"]], "check-abi": [["{nowhere}"]], "check-upgrade": [["{nowhere}"]], "check-stale": [["{nowhere}"]], "check-translations": [["--update", "{nowhere}"]], "check-site": [["{nowhere}"]], "check-site-browser": [["--site", "{nowhere}"]], "check-reference": [["{nowhere}"]], "check-words": [["{nowhere}"]], "check-structure": [["{nowhere}"]],
    "make-api": [["--cc", "{nowhere}", "--check"]], "fetch-corpus": [[]],
    "make-cpp": [["--api", "{nowhere}", "{nowhere}"]], "make-python": [["--api", "{nowhere}", "{nowhere}"]],
    "make-rust": [["--api", "{nowhere}", "{nowhere}"]], "make-levels": [["{nowhere}"]], "make-tasks": [["{nowhere}"]], "make-scores": [["{nowhere}"]], "check-faults": [["{nowhere}"]], "make-site": [["--api", "{nowhere}"]], "from-0.3": [["{nowhere}"], []],
    "check-blender": [["{nowhere}"]], "make-vectors": [["{nowhere}"]], "make-web": [["{nowhere}"]], "make-speech": [["--library", "{nowhere}"]], "make-talk": [["--build", "{nowhere}", "out"]], "make-voice": [["{nowhere}"]], "compare-voices": [["--delay", "{nowhere}"]], "draw-rooms": [["{nowhere}"]], "draw-diagrams": [["{nowhere}"]],
}
NEEDS_NODE = {"check-fixes", "check-json", "check-written", "check-verbs", "corpus-check", "check-samples", "check-motions", "compare-gltf-validator", "compare-meshopt", "compare-pictures", "compare-three-vrm",
              "compare-motions"}
# Scripts that name all missing packages at once.
OF_PACKAGES = {name: ["apt-get install", "apt", "dpkg", "gcc", "ffmpeg", "espeak-ng", "flite", "python3-numpy"]
               for name in ("compare-voices", "make-voice")}
BAD = ["Traceback", "Node.js v", "command not found", "unbound variable"]


def run(command, environment=None):
    result = subprocess.run([str(word) for word in command], capture_output=True, text=True, timeout=60, env=environment)
    return result.returncode, result.stdout + result.stderr


def main():
    root = Path(sys.argv[1])
    problems = []

    def check(command, wanted):
        """Runs a tool: it fails with words of its own, and `wanted` is among them."""
        code, said = run(command)
        shown = " ".join([Path(command[0]).name, *map(str, command[1:])])
        for bad in BAD:
            if bad in said:
                problems.append(f"{shown}: says '{bad}' instead of what to do:\n{said}")
        if code == 0:
            problems.append(f"{shown}: ends with 0, though something is missing")
        if wanted not in said:
            problems.append(f"{shown}: does not say '{wanted}':\n{said}")

    tools = sorted(path for path in (root / "tools").rglob("*") if path.is_file() and os.access(path, os.X_OK))
    index = (root / "tools/README.md").read_text(encoding="utf-8")
    sections = dict(re.findall(r"^## .*`(\w+)/`\n(.*?)(?=^## |\Z)", index, re.M | re.S))
    problems += [f"{tool.name} is not in tools/README.md, in the section of its folder" for tool in tools
                 if f"`{tool.name}`" not in sections.get(tool.parent.name, index)]
    has_node = run(["sh", "-c", "command -v node"])[0] == 0
    with tempfile.TemporaryDirectory() as folder:
        nowhere = Path(folder) / "nowhere"
        for tool in tools:
            code, said = run([tool, "--help"])
            if code != 0 or f"usage: {tool.relative_to(root)}" not in said or any(bad in said for bad in BAD):
                problems.append(f"{tool.name} --help: ends with {code} and says:\n{said}")
            if tool.name in OF_PACKAGES:  # without programs, and without packages of Python
                code, said = run([sys.executable, "-I", "-S", tool], {"PATH": folder})
                unnamed = [word for word in OF_PACKAGES[tool.name] if word not in said]
                if code == 0 or unnamed:
                    problems.append(f"{tool.name} without its packages: ends with {code}, and does not name {unnamed}:\n{said}")
            if tool.name in OF_A_BUILD:
                if tool.name not in NEEDS_NODE or has_node:
                    check([tool, *OF_A_BUILD[tool.name], nowhere], "cmake --preset release")
            elif tool.name in OTHERS:
                for arguments in OTHERS[tool.name]:
                    check([tool, *(a.format(nowhere=nowhere) for a in arguments)],
                          str(nowhere) if "{nowhere}" in arguments else "")
            else:
                problems.append(f"{tool.name} is new: say in test/tool/check_tools.py, in OF_A_BUILD "
                                "or OTHERS, how it is run without what it needs")
    print("\n".join(problems) if problems else f"tools: {len(tools)} say what they are for and what is missing")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
