"""The frontmatter of a hookify rule, as hookify reads it: by lines, and not as YAML.

    pattern: "\\\\bprint"       two backslashes stay two
    action: block  # at once   the comment is a part of the value
    conditions:                a list; below an item only lines indented by more than two count

The rule did what hookify reads in the file, so nothing is read in a better way.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeAlias

    Item: TypeAlias = "str | dict[str, str]"
    Value: TypeAlias = "str | bool | list[Item]"

_MARK = "---"


class Frontmatter(Record):
    """The values by their keys, and the text below."""

    values: dict[str, Value]
    body: str


def read_frontmatter(text: str) -> Frontmatter | None:
    """Return what hookify finds in *text*; ``None`` where that is no rule for it."""
    # At the second mark wherever it is, within a value, too.
    parts = text.split(_MARK, 2)
    if parts[0] or len(parts) < 3:
        return None
    values = _values(parts[1])
    return Frontmatter(values, parts[2].strip()) if values else None


def _values(text: str) -> dict[str, Value]:
    values: dict[str, Value] = {}
    items: list[Item] | None = None
    entry: dict[str, str] | None = None
    for line in text.split("\n"):
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if not stripped or stripped.startswith("#"):
            continue
        if indent == 0 and ":" in line and not stripped.startswith("-"):
            key, written = _halves(line)
            items, entry = (None if written else []), None
            values[key] = _value(written) if items is None else items
        elif items is not None and stripped.startswith("-"):
            item, entry = _item(stripped[1:].strip())
            items.append(item)
        elif entry is not None and indent > 2 and ":" in line:
            entry.update([_pair(stripped)])
    return values


def _item(text: str) -> tuple[Item, dict[str, str] | None]:
    """Return an item of a list, and once more if the lines below may add to it."""
    if ":" not in text:
        return _unquoted(text), None
    if "," in text:
        return dict(_pair(part) for part in text.split(",") if ":" in part), None
    entry = dict([_pair(text)])
    return entry, entry


def _pair(text: str) -> tuple[str, str]:
    key, value = _halves(text)
    return key, _unquoted(value)


def _halves(text: str) -> tuple[str, str]:
    key, _, value = text.partition(":")
    return key.strip(), value.strip()


def _value(written: str) -> str | bool:
    text = _unquoted(written)
    return {"true": True, "false": False}.get(text.lower(), text)


def _unquoted(text: str) -> str:
    return text.strip('"').strip("'")
