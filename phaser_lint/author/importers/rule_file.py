"""The YAML that other tools keep rules in: plain values, each with its line, and what is wrong.

PyYAML reads these files for the tools, so a value is what PyYAML makes of it: ``error: no`` is
false.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from phaser_lint.contract.yaml_documents import Surprise, read_documents
from phaser_lint.core import Record
from phaser_lint.core.errors import RuleFileError

if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

_BOOLEANS = {"yes": True, "on": True, "no": False, "off": False}


class RuleFile(Record):
    """The one document of a file, as plain values, and the lines of its keys."""

    path: str
    value: Any
    lines: Mapping[str, int]

    def line_of(self, key: str) -> int:
        """Return the line of a key by its path, such as ``[2].pattern``."""
        return self.lines.get(key, 1)

    def wrong(self, key: str, expected: str) -> RuleFileError:
        """Return the error that *key* holds something else than *expected*."""
        name = f" {key}:" if key else ""
        return RuleFileError(f"{self.path}:{self.line_of(key)}:{name} expected {expected}")

    def text(self, mapping: Mapping[str, Any], key: str, *, at: str) -> str | None:
        """Return the text at *key* of the *mapping* whose own path is *at*; ``None``: not there.

        A number is the text it is written as.
        """
        value = mapping.get(key)
        if value is None or isinstance(value, str):
            return value
        if isinstance(value, Surprise) and value.kind in ("number", "date"):
            return value.written
        raise self.wrong(f"{at}.{key}".lstrip("."), "a text")

    def required(self, mapping: Mapping[str, Any], key: str, *, at: str) -> str:
        """Return the text that *key* has to hold, as ``text`` does."""
        value = self.text(mapping, key, at=at)
        if value is None:
            raise self.wrong(at, f"a text at its key {key}")
        return value

    def texts(self, mapping: Mapping[str, Any], key: str, *, at: str) -> tuple[str, ...]:
        """Return the texts of the list at *key*, as ``text`` does; none where there is no list."""
        value = mapping.get(key)
        if value is None:
            return ()
        if not isinstance(value, list):
            raise self.wrong(f"{at}.{key}".lstrip("."), "a list of texts")
        items = {f"{key}[{place}]": each for place, each in enumerate(value)}
        return tuple(self.text(items, name, at=at) or "" for name in items)

    def boolean(self, mapping: Mapping[str, Any], key: str, *, at: str, default: bool) -> bool:
        """Return what YAML 1.1 takes the value at *key* for: ``no`` is false."""
        value = mapping.get(key, default)
        if isinstance(value, Surprise):
            value = _BOOLEANS.get(value.written.lower())
        if not isinstance(value, bool):
            raise self.wrong(f"{at}.{key}".lstrip("."), "true or false")
        return value


def rule_file(data: bytes, path: str) -> RuleFile:
    """Return what the file at *path* holds; raises ``RuleFileError``."""
    documents = read_documents(data)
    faults = [fault for document in documents for fault in document.faults]
    if faults:
        key = f" {faults[0].key}:" if faults[0].key else ""
        raise RuleFileError(f"{path}:{faults[0].line}:{key} {faults[0].expected}")
    if len(documents) > 1:
        raise RuleFileError(f"{path}:{documents[1].line}: expected one YAML document")
    if not documents:
        return RuleFile(path, None, {})
    return RuleFile(path, _merged(documents[0].value), documents[0].lines)


def _merged(value: Any) -> Any:
    """Return *value* with the mappings that ``<<`` brings in, whose keys count where it has none.

    ``<<: *defaults`` is how hooks share keys.
    """
    if isinstance(value, list):
        return [_merged(each) for each in value]
    if not isinstance(value, dict):
        return value
    brought = value.get("<<", [])
    found: dict[str, Any] = {}
    for each in brought if isinstance(brought, list) else [brought]:
        found = {**(_merged(each) if isinstance(each, dict) else {}), **found}
    own = {key: _merged(each) for key, each in value.items() if key != "<<"}
    return {**found, **own}
