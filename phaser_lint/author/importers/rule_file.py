"""The YAML that other tools keep rules in: plain values, each with its line, and what is wrong.

PyYAML reads these files for the tools, so a value is what PyYAML makes of it: ``error: no`` is
false.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from typing import Any

from phaser_lint.contract.yaml_documents import Surprise, read_documents
from phaser_lint.core import Record
from phaser_lint.core.errors import PhaserError

if sys.version_info >= (3, 11):
    import tomllib

_BOOLEANS = {"yes": True, "on": True, "no": False, "off": False}


class RuleFileError(PhaserError):
    """A file of another tool's rules that cannot be read or understood."""


class RuleFile(Record):
    """The one document of a file, as plain values, and the lines of its keys."""

    path: str
    value: Any
    lines: Mapping[str, int]

    def line_of(self, key: str) -> int:
        """Return the line of a rule file's key by its path, such as ``[2].pattern``."""
        return self.lines.get(key, 1)

    def wrong(self, key: str, expected: str) -> RuleFileError:
        """Return the error that a rule file's *key* holds something else than *expected*."""
        name = f" {key}:" if key else ""
        return RuleFileError(f"{self.path}:{self.line_of(key)}:{name} expected {expected}")

    def text(self, mapping: Mapping[str, Any], key: str, *, key_path: str) -> str | None:
        """Return the text at *key* of the *mapping* at *key_path*; ``None``: not there.

        A number is the text it is written as.
        """
        key_value = mapping.get(key)
        if key_value is None or isinstance(key_value, str):
            return key_value
        if isinstance(key_value, Surprise) and key_value.kind in ("number", "date"):
            return key_value.written
        raise self.wrong(f"{key_path}.{key}".lstrip("."), "a text")

    def require_text(self, mapping: Mapping[str, Any], key: str, *, key_path: str) -> str:
        """Return the text that the rule's *key* has to hold, as ``text`` does."""
        key_text = self.text(mapping, key, key_path=key_path)
        if key_text is None:
            raise self.wrong(key_path, f"a text at its key {key}")
        return key_text

    def texts(self, mapping: Mapping[str, Any], key: str, *, key_path: str) -> tuple[str, ...]:
        """Return the texts of the rule's list at *key*, as ``text`` does; none without a list."""
        key_value = mapping.get(key)
        if key_value is None:
            return ()
        if not isinstance(key_value, list):
            raise self.wrong(f"{key_path}.{key}".lstrip("."), "a list of texts")
        texts_by_key = {f"{key}[{index}]": list_text for index, list_text in enumerate(key_value)}
        return tuple(
            self.text(texts_by_key, name, key_path=key_path) or "" for name in texts_by_key
        )

    def boolean(
        self, mapping: Mapping[str, Any], key: str, *, key_path: str, default: bool
    ) -> bool:
        """Return what YAML 1.1 takes the value at *key* for: ``no`` is false."""
        key_value = mapping.get(key, default)
        if isinstance(key_value, Surprise):
            key_value = _BOOLEANS.get(key_value.written.lower())
        if not isinstance(key_value, bool):
            raise self.wrong(f"{key_path}.{key}".lstrip("."), "true or false")
        return key_value


def parse_rule_file(content: bytes, path: str) -> RuleFile:
    """Return what the rule file of another tool at *path*, in YAML, holds; raises
    ``RuleFileError``.
    """
    documents = read_documents(content)
    faults = [fault for document in documents for fault in document.faults]
    if faults:
        key = f" {faults[0].key}:" if faults[0].key else ""
        raise RuleFileError(f"{path}:{faults[0].line}:{key} {faults[0].expected}")
    if len(documents) > 1:
        raise RuleFileError(f"{path}:{documents[1].line}: expected one YAML document")
    if not documents:
        return RuleFile(path, None, {})
    return RuleFile(path, _merge_keys(documents[0].value), documents[0].lines)


def parse_toml_document(content: bytes, path: str, *, instead: str) -> tuple[str, dict[str, Any]]:
    """Return the text of another tool's rule file in TOML, and what it holds; raises
    ``RuleFileError``.

    *instead*: what to do where Python reads none.
    """
    text = decode_utf_8(content, path)
    if sys.version_info < (3, 11):
        raise RuleFileError(f"{path}: reading it takes Python 3.11; {instead}")
    try:
        return text, tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RuleFileError(f"{path}: expected TOML; {error}") from None


def decode_utf_8(content: bytes, path: str) -> str:
    """Return the text of another tool's rule file without its mark; raises ``RuleFileError`` where
    it is not UTF-8.
    """
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RuleFileError(f"{path}: expected UTF-8; {error.reason}") from None


def _merge_keys(node: Any) -> Any:
    """Return *node* with the mappings that ``<<`` brings in, whose keys count where it has none.

    ``<<: *defaults`` is how hooks share keys.
    """
    if isinstance(node, list):
        return [_merge_keys(list_value) for list_value in node]
    if not isinstance(node, dict):
        return node
    included_mappings = node.get("<<", [])
    included_keys: dict[str, Any] = {}
    for included in (
        included_mappings if isinstance(included_mappings, list) else [included_mappings]
    ):
        included_keys = {
            **(_merge_keys(included) if isinstance(included, dict) else {}),
            **included_keys,
        }
    own_keys = {key: _merge_keys(own_value) for key, own_value in node.items() if key != "<<"}
    return {**included_keys, **own_keys}
