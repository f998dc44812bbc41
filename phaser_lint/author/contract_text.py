"""The YAML text of a contract: from its keys and their values, as an author would write it.

    rule_id: no-print
    type: forbid_pattern
    pattern: '\\bprint\\('
    examples:
      invalid:
        - 'print("x")'

What is written reads back as what was given, in the plainest form that does.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

import yaml

from phaser_lint.core.text import is_unicode, make_printable

MODELINE = "# yaml-language-server: $schema="
_TEXT = "tag:yaml.org,2002:str"
# A pattern, a glob and a message are quoted even where they need not be: the next one will.
_BARE = frozenset(("rule_id", "type", "severity", "scope", "in", "fix_safety"))
# Nothing is folded.
_WIDE = 1 << 30


class _Bare(str):
    """A text without quotes, where YAML allows that."""

    __slots__ = ()


class _Dumper(yaml.SafeDumper):
    """Writes each list below its key, and a repeated value each time."""

    def increase_indent(self, flow: bool = False, indentless: bool = False) -> None:
        super().increase_indent(flow, False)

    def ignore_aliases(self, node: Any) -> bool:
        return True


def _make_mapping_node(dumper: _Dumper, mapping: Mapping[str, Any]) -> yaml.MappingNode:
    bare = {_Bare(key): key_value for key, key_value in mapping.items()}
    return dumper.represent_mapping("tag:yaml.org,2002:map", bare)


def _make_bare_node(dumper: _Dumper, text: _Bare) -> yaml.ScalarNode:
    return _make_scalar(dumper, str(text), None)


def _make_text_node(dumper: _Dumper, text: str) -> yaml.ScalarNode:
    quote = '"' if "'" in text and "\\" not in text and '"' not in text else "'"
    # A block that keeps line ends at its end is followed by "...", and so by another document.
    is_block = "\n" in text and not text.endswith("\n\n") and text != "\n"
    return _make_scalar(dumper, text, "|" if is_block else '"' if "\n" in text else quote)


def _make_scalar(dumper: _Dumper, text: str, style: str | None) -> yaml.ScalarNode:
    """Return *text* in that style; the dumper takes double quotes where it cannot hold the text."""
    if not is_unicode(text):
        raise ValueError(f"no YAML file holds a byte that is no character: {make_printable(text)}")
    plain = text.replace("\n", "").isprintable()
    return dumper.represent_scalar(_TEXT, text, style=style if plain else '"')


_Dumper.add_representer(dict, _make_mapping_node)
_Dumper.add_representer(str, _make_text_node)
_Dumper.add_representer(_Bare, _make_bare_node)


def render_contract_text(
    keys: Mapping[str, Any],
    *,
    above: str = "",
    comments: Mapping[str, str] | None = None,
    schema: str = "",
) -> str:
    """Return the YAML text of a contract: the document that holds *keys*, in their order, with a
    line end at its end.

    Values are texts, booleans, numbers, and lists and mappings of them. *above* is a comment before
    the first key, *comments* are those before others, by key, and *schema* is the place of a schema
    for editors. Raises ``ValueError`` for a text that is not Unicode (see ``text.is_unicode``).
    """
    remarks = comments or {}
    lines = [f"{MODELINE}{schema}\n"] if schema else []
    lines += _make_comment_lines(above)
    for key, key_value in keys.items():
        lines += _make_comment_lines(remarks.get(key, ""))
        is_bare = key in _BARE and isinstance(key_value, str)
        lines.append(
            yaml.dump(
                {key: _Bare(key_value) if is_bare else key_value},
                Dumper=_Dumper,
                allow_unicode=True,
                default_flow_style=False,
                sort_keys=False,
                width=_WIDE,
            )
        )
    return "".join(lines)


def make_text_or_list(texts: Sequence[str]) -> str | list[str]:
    """Return the YAML value of a contract's key that takes one text or a list of them."""
    return texts[0] if len(texts) == 1 else [*texts]


def comment_out(text: str) -> str:
    """Return the YAML *text* of a contract with each of its lines as a comment."""
    return "".join(_make_comment_lines(text.removesuffix("\n")))


def _make_comment_lines(text: str) -> Iterator[str]:
    return (f"# {line}".rstrip() + "\n" for line in text.split("\n")) if text else iter(())
