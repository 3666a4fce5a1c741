#!/usr/bin/env python3
"""Tries every option of every command: with each value that the table says is allowed, and with some
that it says are not.

usage: check_options.py VRM

A command whose program was not built is skipped in words. What follows each option here is one that
does not exist: a command line that is refused for that one alone has read the others.
"""
import json
import subprocess
import sys

END = "--no-such-option"
failures = 0


def fail(text):
    global failures
    failures += 1
    print(text)


def first_line(vrm, arguments):
    ended = subprocess.run([vrm, *arguments], capture_output=True, text=True, timeout=60,
                           stdin=subprocess.DEVNULL)
    return ended.returncode, (ended.stderr.splitlines() or [""])[0]


def number_text(number):
    return str(int(number)) if number == int(number) else repr(number)


def good_values(option):
    """Values that the row allows: the default, each word, and both ends of the range."""
    kind, values = option["kind"], list(option.get("words", []))
    if "default" in option:
        values.append(option["default"])
    if "least" in option:
        least, most = number_text(option["least"]), number_text(option["most"])
        if kind == "numbers":
            count = option["value"].count(",") + 1
            least, most = ",".join(["0.5"] * count), ",".join(["1"] * count)
        values += [least, most] if kind != "size" else [least, f"{least}x{most}"]
    values += {"weight": ["happy=0", "a=b=1"], "file": ["x"], "folder": ["x"],
               "output": ["x.png"]}.get(kind, [])
    if kind == "words":
        values.append(",".join(option["words"]))
    if kind == "text" and not values:
        values.append("bone-missing" if option["value"].startswith("CODE") else "x")
    return values


def bad_values(option):
    kind, values = option["kind"], []
    if kind in ("whole", "number", "size", "bytes", "seconds"):
        least, most = option["least"], option["most"]
        values = ["", "x", number_text(least - 1), number_text(most * 2), "nan"]
        values += ["1.5"] if kind == "whole" else ["12x", "x12"] if kind == "size" else []
    elif kind in ("word", "words"):
        values = ["", option["words"][0] + "x", "," + option["words"][0]]
    elif kind == "numbers":
        values = ["", "1,", "1,2,3,4", "inf,0,0"]
    elif kind == "weight":
        values = ["", "happy", "happy=2", "=1"]
    elif kind in ("file", "folder", "output", "text"):
        values = [""]
    return values


def try_option(vrm, command, option):
    name = f"--{option['name']}"
    if option["kind"] == "none":
        lines = [[name], [f"-{option['letter']}"]] if "letter" in option else [[name]]
    else:
        good = good_values(option)
        if not good:
            fail(f"vrm {command} {name}: the test knows no value for the kind {option['kind']}")
        lines = [[f"{name}={value}"] for value in good] + [[name, value] for value in good]
    for line in lines:
        code, said = first_line(vrm, [*command, *line, END])
        # --lang says the same in another language. Lanes of another processor are allowed by the table
        # and refused by the machine.
        is_read = f"'{END}'" in said or "not available here" in said
        if code == 2 and "was built without" in said:
            print(f"vrm {' '.join(command + line)} was not tried: {said}")
        elif code != 2 or not is_read:
            fail(f"vrm {' '.join(command + line)}: {code} {said}")
    for value in bad_values(option):
        code, said = first_line(vrm, [*command, f"{name}={value}", END])
        expected = f"{name} takes {option['allowed']}, not '{value}'"
        if code != 2 or not said.endswith(expected):
            fail(f"vrm {' '.join(command)} {name}={value}: {code} {said}, not {expected}")


def main():
    vrm = sys.argv[1]
    table = json.loads(subprocess.run([vrm, "help", "--json"], check=True, capture_output=True,
                                      encoding="utf-8").stdout)
    version = json.loads(subprocess.run([vrm, "--version", "--json"], check=True,
                                        capture_output=True, encoding="utf-8").stdout)
    built = {feature["name"] for feature in version["features"] if feature["built"]}
    needs = {"render": "pictures", "thumb": "pictures", "view": "view", "index": "index", "hub": "hub",
             "work": "sha256", "live": "live"}
    count = 0
    for command in table["commands"]:
        if needs.get(command["name"]) not in built | {None}:
            print(f"vrm {command['name']} was not built: its options were not tried")
            continue
        names = [option["name"] for option in command["options"]]
        letters = [option["letter"] for option in command["options"] if "letter" in option]
        if len(set(names)) < len(names) or len(set(letters)) < len(letters):
            fail(f"vrm {command['name']}: an option has two rows: {names} {letters}")
        for option in command["options"]:
            if option["name"] == "help":
                continue  # prints the page, whatever follows: check_arguments.cmake
            try_option(vrm, [command["name"]] if command["name"] else [], option)
            count += 1
    print(f"{count} options of {len(table['commands'])} commands tried")
    if failures:
        sys.exit(f"{failures} command lines went wrong")


if __name__ == "__main__":
    main()
