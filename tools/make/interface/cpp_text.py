"""Lines of C++, at most 100 columns wide."""
import re
import textwrap

from interface.plan import first_sentence

WIDTH = 100


def comment_lines(comment, indent=""):
    """The first sentence of the comment of C. If it needs a second line, its first clauses."""
    text = re.sub(r"\. vrm_.*", ".", first_sentence(comment))
    room = WIDTH - len(f"{indent}/**  */")
    if len(text) > room:
        text = re.sub(r"(?<!default)[:;] .*", ".", text)
    if len(text) > room and ", " in text[:room]:
        text = text[:room].rpartition(", ")[0] + "."
    if len(f"{indent}/** {text} */") <= WIDTH:
        return [f"{indent}/** {text} */"]
    lines = textwrap.wrap(text + " */", WIDTH - len(indent) - 4)
    if lines[-1] == "*/":  # it stays with a word
        lines = textwrap.wrap(text + "_*/", WIDTH - len(indent) - 4)
        lines[-1] = lines[-1].replace("_*/", " */")
    return [f"{indent}/** {lines[0]}", *(f"{indent} * {line}" for line in lines[1:])]


def fill(items, indent, end=""):
    """Items that are separated by commas, as many on a line as there is room for."""
    text = textwrap.wrap(", ".join(items) + end, WIDTH - len(indent), break_long_words=False, break_on_hyphens=False)
    return [indent + line for line in text]


def statement(text, indent):
    """One statement. If it is too long, it is broken behind a comma, and else at a space."""
    if len(indent + text) <= WIDTH:
        return [indent + text]
    kept = re.sub(r"(?<![,;{:]) ", "\0", text)
    lines = textwrap.wrap(kept, WIDTH - len(indent), subsequent_indent="    ", break_long_words=False,
                          break_on_hyphens=False)
    if any(len(line) > WIDTH - len(indent) for line in lines):
        lines = textwrap.wrap(text, WIDTH - len(indent), subsequent_indent="    ", break_long_words=False,
                              break_on_hyphens=False)
    return [indent + line.replace("\0", " ") for line in lines]


def function(head, body, indent=""):
    """A function: on one line if there is room, and else its body on one line if there is."""
    if body is None:
        return statement(head + ";", indent)
    text = " ".join(body)
    if "//" not in text and len(f"{indent}{head} {{ {text} }}") <= WIDTH:
        return [f"{indent}{head} {{ {text} }}"]
    lines = statement(head + " {", indent)
    return [*lines, *packed(body, indent + "    "), indent + "}"]


def packed(body, indent):
    """Statements, several on a line if there is room."""
    lines = []
    for one in body:
        some = statement(one, indent)
        if lines and len(some) == 1 and len(f"{lines[-1]} {one}") <= WIDTH and "if (" not in lines[-1] + one:
            lines[-1] += " " + one
        else:
            lines += some
    return lines
