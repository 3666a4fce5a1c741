"""Pages in other languages: docs/ja/guides/make.md translates docs/guides/make.md. The first line of a translation
names its source and the SHA-256 of the source that was translated."""
import hashlib
import posixpath
import re
from collections import namedtuple
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ("ja",)
FIRST_LINE = re.compile(r"<!-- translated from (\S+), SHA-256 ([0-9a-f]{16}) -->\n")
FENCED = re.compile(r"^( *)(```+|~~~+)(\S*)[^\n]*\n(.*?)^ *\2 *$", re.M | re.S)
# [text](target "title"), and src="…" and href="…" of HTML in Markdown
LINK = re.compile(r'(\]\()([^)\s]+)((?:\s+"[^"]*")?\))|((?:src|href)=")([^"]+)(")')

Block = namedtuple("Block", "language text")
Heading = namedtuple("Heading", "level anchor")


def language_of(page):
    """'ja' for docs/ja/…, None for a source."""
    found = re.match(rf"docs/({'|'.join(LANGUAGES)})/", page)
    return found[1] if found else None


def source_of(page):
    """docs/ja/guides/make.md: docs/guides/make.md; a source is its own source."""
    language = language_of(page)
    if language is None:
        return page
    rest = page[len(f"docs/{language}/"):]
    return "README.md" if rest == "README.md" else f"docs/{rest}"


def translation_of(source, language):
    """Where the translation of a page lies, or would lie; None for pages outside of docs/ but README.md."""
    if source == "README.md":
        return f"docs/{language}/README.md"
    return f"docs/{language}/{source[len('docs/'):]}" if source.startswith("docs/") else None


def digest(path):
    return hashlib.sha256(path.read_bytes()).hexdigest()[:16]


def is_stale(page, root=ROOT):
    """Whether the source of a translation has changed since."""
    first = FIRST_LINE.match((root / page).read_text(encoding="utf-8"))
    return first is None or not (root / first[1]).is_file() or digest(root / first[1]) != first[2]


def blocks(text):
    return [Block(match[3], match[4]) for match in FENCED.finditer(text)]


def prose(text):
    return FENCED.sub("", text)


def headings(text):
    """With the anchors that GitHub makes."""
    return [Heading(len(match[1]), re.sub(r"[^\w\- ]", "", match[2].lower()).replace(" ", "-"))
            for match in re.finditer(r"^(#+) +(.*?) *$", prose(text), re.M)]


def links(text):
    return [match[2] or match[5] for match in LINK.finditer(prose(text))]


def is_foreign(link):
    return re.match(r"[a-z]+:", link) is not None


def resolve(page, link):
    """The path in the tree that a link of a page names, and its anchor."""
    path, _, anchor = link.partition("#")
    return posixpath.normpath(posixpath.join(posixpath.dirname(page), path)) if path else page, anchor
