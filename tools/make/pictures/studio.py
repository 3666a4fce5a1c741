"""What pictures are made with: the programs of a build, edited samples, and pages of several pictures in Chromium."""
import html
import json
import math
import struct
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[3]
STYLE = """
body { margin: 0; background: #eef1f5; color: #102a43; font: 14px 'DejaVu Sans', sans-serif }
main { display: flex; gap: 8px; padding: 8px; width: max-content }
figure { margin: 0; position: relative } img { display: block; border-radius: 6px }
figcaption { padding: 6px 4px 0; line-height: 18px; width: 0; min-width: calc(100% - 8px) } b { display: block }
svg { position: absolute; left: 0; top: 0 } svg text { font: bold 14px 'DejaVu Sans', sans-serif; fill: #102a43 }
svg tspan.note { font-weight: normal; font-size: 12.5px; fill: #486581 }
svg path { stroke: #243b53; stroke-width: 1.4; fill: none } svg circle { fill: #243b53 }
"""


class Studio:
    def __init__(self, build, folder, page):
        self.build, self.folder, self.page = Path(build).resolve(), Path(folder), page

    def sample(self, name="character-1.0.vrm"):
        return ROOT / "samples" / name

    def file(self, name):
        return self.folder / name

    def run(self, program, *words, codes=(0,)):
        done = subprocess.run([self.build / program, *map(str, words)], capture_output=True, text=True)
        if done.returncode not in codes:
            sys.exit(f"make-pictures: {program} {' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
        return done.stdout

    def vrm(self, *words, codes=(0,)):
        return self.run("vrm", *words, codes=codes)

    def render(self, avatar, name, *words):
        self.vrm("render", avatar, *words, "-o", self.file(name))
        return self.file(name)

    def edit(self, avatar, name, values, removed=()):
        """A copy of an avatar with other values, by JSON pointers. {node NAME} in a pointer is the node's index."""
        data = avatar.read_bytes()
        document = json.loads(data[20:20 + struct.unpack("<I", data[12:16])[0]])
        nodes = {node.get("name"): index for index, node in enumerate(document["nodes"])}
        words = [word for pointer, value in values.items()
                 for word in ("--set", f"{pointer.format(**nodes)}={json.dumps(value)}")]
        words += [word for pointer in removed for word in ("--remove", pointer)]
        self.vrm("edit", avatar, *words, "-o", self.file(name), codes=(0, 1))  # 1: the copy has errors
        return self.file(name)

    def a_pose(self, avatar, name, degrees=40):
        """A copy whose arms hang down at rest."""
        half = math.radians(degrees) / 2
        return self.edit(avatar, name, {f"/nodes/{{{side}UpperArm}}/rotation": [0, 0, sign * math.sin(half), math.cos(half)]
                                        for side, sign in (("left", -1), ("right", 1))})

    def shoot(self, **job):
        done = subprocess.run(["node", Path(__file__).with_name("shoot.mjs")], input=json.dumps(job), text=True,
                              capture_output=True)
        if done.returncode != 0:
            sys.exit(f"make-pictures: {done.stderr}")

    def sheet(self, out, cells):
        """Pictures side by side, each with a title, a line below it, and labels on it; a picture is a path or HTML."""
        figures = ""
        for picture, title, note, labels in cells:
            image = picture if isinstance(picture, str) else f"<img src='{html.escape(str(picture))}'>"
            caption = f"<figcaption><b>{html.escape(title)}</b>{html.escape(note)}</figcaption>" if title else ""
            figures += f"<figure>{image}{labels}{caption}</figure>"
        self.show(out, figures)

    def grid(self, out, columns, cells):
        """Small pictures in rows, each with a word below it."""
        figures = "".join(f"<figure><img src='{html.escape(str(path))}'><figcaption style='text-align: center'>"
                          f"{html.escape(word)}</figcaption></figure>" for path, word in cells)
        self.show(out, figures, f"main {{ display: grid; grid-template-columns: repeat({columns}, auto) }}")

    def show(self, out, figures, style=""):
        page = self.file("sheet.html")
        page.write_text(f"<!doctype html><meta charset='utf-8'><style>{STYLE}{style}</style><main>{figures}</main>",
                        encoding="utf-8")
        self.shoot(page=str(page), out=str(out))


def crop(path, left, top, width, height, scale):
    """A part of a picture, as HTML."""
    return (f"<div style='zoom: {scale}; width: {width}px; height: {height}px; margin-bottom: 8px; "
            f"background: url({html.escape(str(path))}) -{left}px -{top}px'></div>")


def label(places, width, height):
    """Texts at the sides of a picture with lines to points on it, all in pixels: (x, y, to x, to y, text, note)."""
    parts = []
    for x, y, to_x, to_y, text, note in places:
        sign = 1 if to_x > x else -1
        anchor, end = "start" if sign > 0 else "end", x + sign * (9 * len(text) + 8)
        past = x + sign * max(9 * len(text) + 8, 7.2 * len(note) + 8)  # the text below is not crossed
        parts.append(f"<path d='M{end:g} {y - 5} H{past:g} L{to_x} {to_y}'/><circle cx='{to_x}' cy='{to_y}' r='3'/>"
                     f"<text x='{x}' y='{y}' text-anchor='{anchor}'>{html.escape(text)}"
                     f"<tspan class='note' x='{x}' dy='17'>{html.escape(note)}</tspan></text>")
    return f"<svg width='{width}' height='{height}'>{''.join(parts)}</svg>"
