"""Unpacks packages of another suite of Debian, with all that they need, into a folder: the system stays as it is.

The mirror and the keys are those of the machine's apt.
"""
import shutil
import subprocess
import tempfile
from pathlib import Path


class Missing(Exception):
    """Something that this machine does not have."""


def find_mirror():
    lines = subprocess.run(["apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages",
                            "Origin: Debian", "Component: main"], capture_output=True, text=True, check=True).stdout
    found = [words[0] for words in map(str.split, lines.splitlines()) if len(words) == 2 and "-" not in words[1]]
    if not found:
        raise Missing("apt has no mirror of Debian")
    return found[0]


def unpack(packages, suites, root):
    """From the first of the suites that has all packages. The folder appears when it is complete."""
    for tool in ("apt-get", "dpkg-deb"):
        if shutil.which(tool) is None:
            raise Missing(f"{tool} is missing")
    mirror, reasons = find_mirror(), []
    root.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=root.name, dir=root.parent) as folder:
        work = Path(folder)
        for suite in suites:
            reason = download(packages, suite, mirror, work / suite)
            if reason is None:
                for package in sorted((work / suite / "archives").glob("*.deb")):
                    subprocess.run(["dpkg-deb", "-x", package, work / "root"], check=True)
                (work / "root").rename(root)
                return
            reasons.append(f"{suite}: {reason}")
    raise Missing("apt cannot fetch " + " ".join(packages) + " from " + "; ".join(reasons))


def download(packages, suite, mirror, work):
    """As if nothing were installed. The reason if it fails."""
    for name in ("lists/partial", "archives/partial", "sources"):
        (work / name).mkdir(parents=True)
    (work / "status").touch()
    (work / "sources.list").write_text(f"deb {mirror} {suite} main\n", encoding="utf-8")
    options = [f"Dir::State::status={work}/status", f"Dir::State::lists={work}/lists", f"Dir::Cache={work}",
               f"Dir::Etc::sourcelist={work}/sources.list", f"Dir::Etc::sourceparts={work}/sources",
               "Acquire::Languages=none", "APT::Install-Recommends=0", "APT::Sandbox::User=root", "Debug::NoLocking=1"]
    apt = ["apt-get", "-q", *(part for option in options for part in ("-o", option))]
    for command in (["update"], ["install", "--yes", "--download-only", *packages]):
        done = subprocess.run([*apt, *command], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode != 0:
            return (done.stdout.strip().splitlines() or ["apt-get failed"])[-1]
    return None
