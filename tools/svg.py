"""What the tools that draw diagrams share: an SVG with text as text, for light and dark screens, that loads nothing."""
from html import escape

FONT = "system-ui, 'Segoe UI', 'Helvetica Neue', 'Noto Sans', Arial, sans-serif"
CODE = "ui-monospace, 'DejaVu Sans Mono', Consolas, monospace"
# Each class has its fill and its stroke, on light and on dark screens.
SHAPES = {
    "back": ("#ffffff", "none", "#1b222b", "none"),
    "group": ("#f2f5f8", "#9aa5b1", "#242d38", "#5c6b7a"),
    "box": ("#ffffff", "#627d98", "#1b222b", "#8fa3b8"),
    "in": ("#e1effc", "#2f6fa8", "#16344f", "#6aaee6"),
    "out": ("#e2f4e6", "#2f7d4f", "#173d28", "#6cc48f"),
    "warn": ("#fdeede", "#b8691b", "#46301a", "#e0a05a"),
    "bad": ("#fde6e6", "#c03a3a", "#4a2022", "#f08a8a"),
    "arrow": ("none", "#486581", "none", "#9fb3c8"),
    "red": ("none", "#c03a3a", "none", "#f08a8a"),
    "thin": ("none", "#829ab1", "none", "#627d98"),
}
TEXTS = {"plain": ("#102a43", "#e4ebf2"), "note": ("#486581", "#a9b9c9")}
NARROW, WIDE = set("iIljftr.,:;|'!()[]/ "), set("mwMW@%→–")


def text_width(line, size=14, is_bold=False, is_code=False):
    """An upper estimate, for wide fonts."""
    if is_code:
        return len(line) * 0.62 * size
    wide = sum(0.4 if one in NARROW else 0.98 if one in WIDE else 0.72 if one.isupper() else 0.62 for one in line)
    return wide * size * (1.1 if is_bold else 1)


def style():
    """The style sheet: colors of both kinds of screens."""
    def rules(at):
        shapes = [f".{name}{{fill:{colors[2 * at]};stroke:{colors[2 * at + 1]}}}" for name, colors in SHAPES.items()]
        texts = [f"text.{name}{{fill:{colors[at]}}}" for name, colors in TEXTS.items()]
        tips = [f"path.tip-{name}{{fill:{SHAPES[name][2 * at + 1]};stroke:none}}" for name in ("arrow", "red")]
        return "".join(shapes + texts + tips)
    return (f"<style>text{{font-family:{FONT};font-size:14px}}text.code{{font-family:{CODE};font-size:13px}}"
            f"text.note{{font-size:12.5px}}.arrow,.red{{stroke-width:1.7}}.dashed{{stroke-dasharray:5 4}}"
            f"{rules(0)}@media (prefers-color-scheme:dark){{{rules(1)}}}</style>")


class Drawing:
    """Shapes in the order in which they are drawn."""

    def __init__(self, width, height, title, about):
        self.out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {height}" width="{width}" height="{height}" '
            'role="img" aria-labelledby="title about">',
            f'<title id="title">{escape(title)}</title>', f'<desc id="about">{escape(about)}</desc>', style(),
            "<defs>" + "".join(
                f'<marker id="tip-{name}" viewBox="0 0 8 8" refX="7.5" refY="4" markerWidth="8" markerHeight="8" '
                f'markerUnits="userSpaceOnUse" orient="auto-start-reverse"><path class="tip-{name}" d="M0 0 8 4 0 8z"/>'
                "</marker>" for name in ("arrow", "red")) + "</defs>",
            f'<rect class="back" width="{width}" height="{height}" rx="8"/>']

    def rect(self, kind, x, y, width, height, radius=6):
        self.out.append(f'<rect class="{kind}" x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="{radius}"/>')

    def circle(self, kind, x, y, radius):
        self.out.append(f'<circle class="{kind}" cx="{x:g}" cy="{y:g}" r="{radius:g}"/>')

    def path(self, kind, way, tip=None, tail=None):
        """`way` as in the attribute d; `tip` and `tail` are the kinds of arrowheads at its ends."""
        ends = "".join(f' marker-{end}="url(#tip-{which})"' for end, which in (("end", tip), ("start", tail)) if which)
        self.out.append(f'<path class="{kind}" d="{way}"{ends}/>')

    def text(self, x, y, line, kind="plain", anchor="middle", is_bold=False):
        bold = ' font-weight="bold"' if is_bold else ""
        place = "" if anchor == "start" else f' text-anchor="{anchor}"'
        self.out.append(f'<text class="{kind}" x="{x:g}" y="{y:g}"{place}{bold}>{escape(line, quote=False)}</text>')

    def finish(self):
        return "\n".join([*self.out, "</svg>", ""])
