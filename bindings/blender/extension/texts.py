"""What the extension shows in other languages, and texts of diagnostics. Needs neither Blender nor libvrm.

texts.json, which bindings/blender/make writes, has the sentences of diagnostics in Japanese, and for each code what to
do in Blender. `JAPANESE` has the texts of the panel.
"""
from __future__ import annotations

import json
import re
import unicodedata
from functools import cache
from pathlib import Path
from typing import Any

TEXT, REFERENCE, WORD = 2, 4, 3  # libvrm.ArgumentKind


@cache
def data() -> dict[str, Any]:
    try:
        found: dict[str, Any] = json.loads((Path(__file__).parent / "texts.json").read_text(encoding="utf-8"))
    except OSError:
        return {"blender": {}, "languages": {}}
    return found


def table(language: str) -> dict[str, Any]:
    """The texts for a language of Blender, such as ja_JP; those of English if there is no other."""
    found = data()["languages"].get(language.split("_")[0], {})
    return {"diagnostics": {}, "words": {}, "quotes": ['"', '"'], **found,
            "blender": {**data()["blender"], **found.get("blender", {})}}


def fill(sentence: str, arguments: list[str]) -> str:
    """Put the arguments for {1}, {2} …"""
    return re.sub(r"\{([1-9])\}", lambda match: arguments[int(match[1]) - 1] if int(match[1]) <= len(arguments) else
                  match[0], sentence)


def words(text: str, table: dict[str, Any]) -> str:
    """A word of the library; its numbers are places in the sentence of the language."""
    if text in table["words"]:
        return str(table["words"][text])
    numbers: list[str] = []

    def place(match: re.Match[str]) -> str:
        numbers.append(match[0])
        return f"{{{len(numbers)}}}"

    key = re.sub(r"-?\d+(\.\d+)*", place, text)
    return fill(table["words"][key], numbers) if key in table["words"] else text


def argument(value: Any, table: dict[str, Any]) -> str:
    left, right = table["quotes"]
    if value.kind == TEXT:
        return f"{left}{value.text}{right}"
    if value.kind == REFERENCE and value.name:
        return f"{value.integer}{left}{value.name}{right}"
    return words(value.text, table) if value.kind == WORD else str(value.text)


def message(diagnostic: Any, table: dict[str, Any]) -> str:
    """The sentence of a diagnostic."""
    sentence = table["diagnostics"].get(diagnostic.code, {}).get("sentence")
    if sentence is None:
        return str(diagnostic.message)
    return fill(sentence, [argument(value, table) for value in diagnostic.arguments])


def remedy(diagnostic: Any, table: dict[str, Any]) -> str:
    """What to do in Blender, else what to do anywhere."""
    found = table["blender"].get(diagnostic.code) or table["diagnostics"].get(diagnostic.code, {}).get("remedy")
    return str(found or diagnostic.remedy)


# --- Lines ---

def width(text: str) -> int:
    """In columns: characters of Japanese take two."""
    return sum(2 if unicodedata.east_asian_width(letter) in "WF" else 1 for letter in text)


def wrap(text: str, columns: int) -> list[str]:
    """Lines of at most that many columns; they break at spaces, and within Japanese anywhere."""
    lines, line = [], ""
    for piece in re.findall(r"\s+|[\u0000-\u2fff]+?(?=\s|[\u3000-\uffff]|$)|[\u3000-\uffff]", text):
        if line and width(line + piece.rstrip()) > columns:
            lines.append(line.rstrip())
            line = ""
        if not line:
            piece = piece.lstrip()
        while width(piece) > columns > 0:
            end = next(index for index in range(1, len(piece) + 1) if width(piece[:index]) >= columns)
            lines.append(piece[:end])
            piece = piece[end:]
        line += piece
    return [*lines, line.rstrip()] if line.strip() else lines
