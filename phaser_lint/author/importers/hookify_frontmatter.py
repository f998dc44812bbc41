"""The frontmatter of a hookify rule, as hookify reads it: by lines, and not as YAML.

    pattern: "\\\\bprint"       two backslashes stay two
    action: block  # at once   the comment is a part of the value
    conditions:                a list; below an item only lines indented by more than two count

The rule did what hookify reads in the file, so nothing is read in a better way.
"""

from __future__ import annotations

from typing import TypeAlias

from phaser_lint.core import Record

ListEntry: TypeAlias = "str | dict[str, str]"
Value: TypeAlias = "str | bool | list[ListEntry]"


_MARK = "---"


class Frontmatter(Record):
    """The values by their keys, and the text below."""

    values: dict[str, Value]
    body: str


def parse_frontmatter(text: str) -> Frontmatter | None:
    """Return the frontmatter that hookify finds in *text*; ``None`` where that is no rule
    for it.
    """
    # At the second mark wherever it is, within a value, too.
    sections = text.split(_MARK, 2)
    if sections[0] or len(sections) < 3:
        return None
    values_by_key: dict[str, Value] = {}
    list_items: list[ListEntry] | None = None
    open_mapping: dict[str, str] | None = None
    for line in sections[1].split("\n"):
        stripped = line.strip()
        indent = len(line) - len(line.lstrip())
        if not stripped or stripped.startswith("#"):
            continue
        if indent == 0 and ":" in line and not stripped.startswith("-"):
            key, value_text = _split_pair(line)
            list_items, open_mapping = (None if value_text else []), None
            unquoted = _strip_quotes(value_text)
            plain_value = {"true": True, "false": False}.get(unquoted.lower(), unquoted)
            values_by_key[key] = plain_value if list_items is None else list_items
        elif list_items is not None and stripped.startswith("-"):
            item_text, open_mapping = stripped[1:].strip(), None
            if ":" not in item_text:
                list_items.append(_strip_quotes(item_text))
                continue
            pairs = [
                _parse_pair(pair_text) for pair_text in item_text.split(",") if ":" in pair_text
            ]
            if "," not in item_text:  # then the lines below may add to it
                open_mapping = dict([_parse_pair(item_text)])
            list_items.append(dict(pairs) if open_mapping is None else open_mapping)
        elif open_mapping is not None and indent > 2 and ":" in line:
            open_mapping.update([_parse_pair(stripped)])
    return Frontmatter(values_by_key, sections[2].strip()) if values_by_key else None


def _parse_pair(text: str) -> tuple[str, str]:
    key, value_text = _split_pair(text)
    return key, _strip_quotes(value_text)


def _split_pair(text: str) -> tuple[str, str]:
    key, _, value_text = text.partition(":")
    return key.strip(), value_text.strip()


def _strip_quotes(text: str) -> str:
    return text.strip('"').strip("'")
