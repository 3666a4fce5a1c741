"""Faults that check-words must find, and texts in which it must find none."""
import tempfile
from pathlib import Path


def self_test(data, Words, expression, sentences):
    failed = []

    def expect(what, condition):
        if not condition:
            failed.append(what)

    def found(name, content, kinds, exceptions=()):
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / name).write_text(content, encoding="utf-8")
            area = {"name": "test", "files": [name], "kinds": kinds}
            return Words({**data, "area": [area], "exception": list(exceptions)}, Path(folder)).check([area])

    for entry in data["wrong"] + data["unsure"]:
        for example in entry["examples"]:
            expect(f"{entry['find']} does not find '{example}'", expression(entry["find"]).search(example))
    for text in ("/** Files of\n * strangers. */\n", "// a stranger\n"):
        expect(f"comment {text}", len(found("a.h", text, ["comments"])) == 1)
        expect(f"no string {text}", not found("a.h", text, ["strings"]))
    for text in ('say("files of " "strangers");', "const a = `a stranger's`;", '{"key": "a stranger\'s file"}'):
        expect(f"string {text}", len(found("a.ts", text, ["strings"])) == 1)
        expect(f"no comment {text}", not found("a.ts", text, ["comments"]))
    expect("words of programs", not found("a.c", 'int stranger; say("stranger");', ["strings", "comments"]))
    expect("name of a parameter", not found("a.h", "/** @param stranger  A file. */", ["comments"]))
    expect("page", len(found("a.md", "Files of\nstrangers.\n", [])) == 1)
    expect("code of a page", not found("a.md", "`stranger`\n```sh\nstranger\n```\n[a](stranger.md)\n", []))
    expect("html", len(found("a.html", "<p class='stranger'>a stranger</p>", [])) == 1)
    expect("diagram", len(found("a.svg", "<text class='stranger'>a stranger</text>", [])) == 1)
    excuse = {"file": "a.md", "text": "a stranger calls", "reason": "a quote"}
    expect("exception", not found("a.md", "Then a stranger\ncalls.", [], [excuse]))
    expect("narrow exception", len(found("a.md", "Then a stranger calls. A stranger.", [], [excuse])) == 1)
    expect("stale exception", len(found("a.md", "Nobody.", [], [excuse])) == 1)
    expect("reason", len(found("a.md", "Then a stranger calls.", [], [{**excuse, "reason": ""}])) == 1)
    expect("41 exceptions", len(found("a.md", "Then a stranger calls.", [], [excuse] * 41)) == 41)
    expect("25 words", [len(s.split()) for s in sentences("One, two `a b`.\n\n- Three four. Five (six).\n")] == [3, 2, 2])
    for problem in failed:
        print("self-test failed:", problem)
    print(f"words: self-test with {len(data['wrong']) + len(data['unsure'])} patterns, {len(failed)} failures")
    return 1 if failed else 0
