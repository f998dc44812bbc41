"""The pages of the site that are made of other sources, and the texts for programs that read it.

Everything here is text in, text out: it knows nothing of what makes HTML of the pages.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import TYPE_CHECKING

from phaser_lint.contract.keys import CONTRACT_KEYS
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.schemas.descriptions import (
    describe_type,
    find_type_title,
    read_type_manual,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

ROOT = Path(__file__).resolve().parent.parent
SOURCE = "https://github.com/phaser-lint/phaser-lint/blob/main/"
# Files at the root of the repository that are pages, too.
TOP_PAGES = {
    "README.md": "index.md",
    "CHANGELOG.md": "changelog.md",
    "CONTRIBUTING.md": "contributing.md",
    "SECURITY.md": "security.md",
}
_LINK = re.compile(r"(\]\(|^\[[^]\n]+\]: )(?!https?:|mailto:|#)([^)\s#]+)", re.M)
# "```json answer": the second word is for tests. Python's Markdown takes the line for no fence.
_FENCE = re.compile(r"^(```\w+) .*$", re.M)
# GitHub shows `a \| b` in a table as a | b. Python's Markdown takes a bare stroke there, and shows
# the backslash.
_ROW, _CODE = re.compile(r"^\|.*$", re.M), re.compile(r"`[^`\n]+`")
_DESCRIBED = re.compile(r"^- \[[^]]+\]\(docs/([\w./-]+)\):? ?((?:.|\n(?=  ))*)", re.M)


def generated_pages() -> dict[str, str]:
    """Return Markdown by the page's path: the front page, a page a type, files of the root."""
    root = {page: as_page(_read(name), source=name) for name, page in TOP_PAGES.items()}
    rules = {f"rules/{kind}.md": rule_page(kind) for kind in RULES}
    return {**root, "rules/index.md": rules_page(), **rules}


def as_page(text: str, *, source: str) -> str:
    """Return the Markdown *text* of the file *source* as a page of the site.

    A link to what is no page of the site leads to GitHub; one to what does not exist stays, to be
    found broken.
    """
    page = TOP_PAGES.get(source) or posixpath.relpath(source, "docs")

    def leading_on(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(posixpath.dirname(source), found[2]))
        return f"{found[1]}{_seen_from(page, target) or found[2]}"

    rows = _ROW.sub(lambda row: _CODE.sub(_with_strokes, row[0]), _FENCE.sub(r"\1", text))
    return _LINK.sub(leading_on, rows)


def _with_strokes(code: re.Match[str]) -> str:
    return code[0].replace("\\|", "|")


def _seen_from(page: str, target: str) -> str | None:
    inside = TOP_PAGES.get(target) or (target[5:] if target.startswith("docs/") else None)
    if inside is not None:
        return posixpath.relpath(inside, posixpath.dirname(page) or ".")
    return f"{SOURCE}{target}" if (ROOT / target).exists() else None


def rules_page() -> str:
    """Return the page that lists the types."""
    rows = "\n".join(
        f"| [`{kind}`]({kind}.md) | {_plain(find_type_title(kind))} |" for kind in RULES
    )
    return (
        "# Types of contracts\n\nWhat each type checks, with an example that `phaser-lint new TYPE "
        "ID` starts from. [Contracts](../contracts.md) has what all have in common.\n\n"
        f"| type | is about |\n|---|---|\n{rows}\n"
    )


def rule_page(kind: str) -> str:
    """Return the page of the type *kind*: its manual, the module's docstring, and its keys."""
    manual = _plain(read_type_manual(kind))
    about, _, rest = manual.partition("\n\nExample:\n\n")
    example, said_after = _split_example(rest)
    more = about.partition("\n\n")[2].partition("\n\n")[2]
    checks = describe_type(kind)
    parts = [
        f"# {kind}",
        f"{find_type_title(kind)[:1].upper()}{_plain(find_type_title(kind))[1:]}.",
        f"{checks[:1].upper()}{checks[1:]}",
        more,
        f"## Example\n\n```yaml\n{example}\n```",
        f"`phaser-lint new {kind} ID` writes it, with a comment at each key.",
        f"## Directives\n\n{said_after}" if said_after else "",
        f"## Keys of its own\n\n{_keys_table(kind)}" if _own_keys(kind) else "",
        "All other keys, globs and patterns: [contracts](../contracts.md).",
    ]
    return "\n\n".join(part.strip() for part in parts if part.strip()) + "\n"


def _split_example(text: str) -> tuple[str, str]:
    lines = text.splitlines()
    indented = [not line or line.startswith("    ") for line in lines]
    end = indented.index(False) if False in indented else len(lines)
    return "\n".join(line[4:] for line in lines[:end]).strip(), "\n".join(lines[end:]).strip()


def _own_keys(kind: str) -> list[str]:
    rule = RULES[kind]
    return list(dict.fromkeys([*rule.key_names(), *(key.name for key in rule.all_keys())]))


def _keys_table(kind: str) -> str:
    meanings = {key.name: key.meaning for key in (*CONTRACT_KEYS, *RULES[kind].all_keys())}
    rows = "\n".join(f"| `{name}` | {meanings[name]} |" for name in _own_keys(kind))
    return f"| key | meaning |\n|---|---|\n{rows}"


def _plain(text: str) -> str:
    """Return a docstring's text as Markdown."""
    return text.replace("``", "`")


def short_index(sections: Mapping[str, Iterable[tuple[str, str]]], *, site: str) -> str:
    """Return llms.txt: the pages, each a title and a path, by section, with README's text."""
    readme = _read("README.md")
    found = {page: " ".join(about.split()) for page, about in _DESCRIBED.findall(readme)}
    summary = " ".join(readme.split("\n\n")[1].split())
    blocks = [
        "\n".join(
            [f"## {section}\n", *(_line(title, page, found, site=site) for title, page in pages)]
        )
        for section, pages in sections.items()
    ]
    return "\n\n".join(["# phaser-lint", f"> {summary}", *blocks]) + "\n"


def _line(title: str, page: str, descriptions: Mapping[str, str], *, site: str) -> str:
    about = descriptions.get(page)
    return f"- [{title}]({site}{page})" + (f": {about}" if about else "")


def _read(name: str) -> str:
    return (ROOT / name).read_text(encoding="utf-8")
