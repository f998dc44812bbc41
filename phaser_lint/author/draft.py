"""A contract that is not written down yet: from a pattern, globs and ``KEY=VALUE`` to a contract.

What is tried is the text that would be written, read as any contract file is, so that it means the
same once it is saved.
"""

from __future__ import annotations

from phaser_lint.author.contract_text import contract_text
from phaser_lint.contract.keys import CONTRACT_KEYS, IN
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.schema import check_mapping
from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import did_you_mean, is_unicode, printable

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaser_lint.contract.keys import Key
    from phaser_lint.contract.model import Contract
    from phaser_lint.contract.rules.rule import Rule


TYPES = tuple(RULES)
DEFAULT_TYPE = TYPES[0]
EVERYTHING = "*"
DEFAULT_ID = "tried"
MESSAGE = "Say here what to do instead."
# What else a contract holds has a place of its own on the command line, or comes from the files.
_ELSEWHERE = {
    "rule_id": "it is what --save is given",
    "type": "--type sets it",
    "pattern": "it is the first argument",
    "examples": "--valid and --invalid set them",
}
_BOOLEANS = {"true": True, "false": False}
_LISTS = ("texts", "notes", "globs", "choices")


class DraftContract(Record):
    """The keys of a contract as they would be written, and the contract that they make."""

    keys: Mapping[str, Any]
    contract: Contract


def rule_of(kind: str, *, named: str = "--type") -> Rule:
    """Return the type called *kind*; raises ``UsageError``."""
    if kind not in RULES:
        known = ", ".join(RULES)
        raise UsageError(
            f"{named} {printable(kind)}: expected one of {known}{did_you_mean(kind, RULES)}"
        )
    return RULES[kind]


def draft_keys(
    kind: str,
    words: Sequence[str],
    *,
    globs: Sequence[str],
    more: Sequence[str] = (),
    rule_id: str = "",
) -> dict[str, Any]:
    """Return the keys of a contract of the type *kind*, in the order that they are written in.

    *words* are the pattern, where the type has one, and ``KEY=VALUE`` for each other key; a list
    has its key several times, and a key in a mapping a dot before it. *more* are such pairs that
    flags set. Raises ``UsageError``.
    """
    rule = rule_of(kind)
    instead = rule.instead and any(each.startswith(f"{rule.instead}=") for each in words)
    has_pattern = rule.has_pattern() and not instead
    patterns, pairs = (words[:1], words[1:]) if has_pattern else ((), words)
    if has_pattern and not patterns:
        raise UsageError(f"expected PATTERN, the regular expression that {kind} searches for")
    given = _checked_keys(rule, (*pairs, *more))
    if globs and "file_glob" in given:
        raise UsageError("--glob and file_glob: expected one of them")
    return {
        "rule_id": rule_id or DEFAULT_ID,
        "type": kind,
        **({"pattern": patterns[0]} if patterns else {}),
        **({IN.name: given[IN.name]} if IN.name in given else {}),
        "file_glob": _one_or_all(globs or [EVERYTHING]),
        "message": MESSAGE,
        "severity": "error",
        **given,
    }


def draft(keys: Mapping[str, Any], *, root: str, level: str = "") -> DraftContract:
    """Return the contract that *keys* make at a *level* of the project at *root*.

    Raises ``UsageError`` with everything that is wrong with them.
    """
    odd = next((key for key, value in keys.items() if not is_unicode(str(value))), None)
    if odd is not None:
        raise UsageError(f"{odd}: expected characters, found a byte that is none")
    [document] = read_documents(contract_text(keys).encode())
    checked = check_mapping(document.value, source="given", path="", root=root, level=level)
    wrong = [
        f"{each.key}: {each.expected}"
        + (f", written {each.key}=VALUE" if each.expected.startswith("missing") else "")
        for each in checked.problems
    ]
    if checked.contract is None or wrong:
        raise UsageError("; ".join(wrong))
    return DraftContract(keys, checked.contract)


def _checked_keys(rule: Rule, pairs: Iterable[str]) -> dict[str, Any]:
    """Return the keys in *pairs*, each value of its key's kind where it can be one."""
    found: dict[str, Any] = {}
    for pair in pairs:
        name, equals, value = pair.partition("=")
        if not (name and equals):
            needed = [each.name for each in rule.keys if each.is_required()]
            named = "".join(f", but {each}=VALUE" for each in needed[:1])
            hint = "" if rule.has_pattern() else f"; {rule.type} has no pattern{named}"
            raise UsageError(f"{printable(pair)}: expected KEY=VALUE{hint}")
        outer, _, inner = name.partition(".")
        key = _known(rule, outer, name)
        if inner:
            _add(found.setdefault(outer, {}), inner, value, is_list=False)
        else:
            is_list = key is not None and key.kind in _LISTS
            _add(found, name, _value(key, value), is_list=is_list)
    return {
        name: _one_or_all(value) if isinstance(value, list) else value
        for name, value in found.items()
    }


def _known(rule: Rule, name: str, written: str) -> Key | None:
    """Return the key called *name*, but for one of the author's own; raises ``UsageError``."""
    if name in _ELSEWHERE:
        raise UsageError(f"{name}: expected no such key here: {_ELSEWHERE[name]}")
    left_out = (*_ELSEWHERE, *rule.lacks())
    contract_keys = [key for key in CONTRACT_KEYS if key.name not in left_out]
    known = {key.name: key for key in (*contract_keys, *rule.keys)}
    if name not in known and not name.startswith("x-"):
        having = [each.type for each in RULES.values() if name in each.key_names()]
        why = f"; it is one of {' and '.join(having)}" if having else did_you_mean(name, known)
        raise UsageError(f"{printable(written)}: {rule.type} has no such key{why}")
    return known.get(name)


def _value(key: Key | None, value: str) -> Any:
    if key is not None and key.kind == "boolean":
        return _BOOLEANS.get(value, value)
    is_number = key is not None and key.kind == "number"
    plain = value.isascii() and value.isdigit() and len(value) < 10
    return int(value) if is_number and plain else value


def _add(found: dict[str, Any], name: str, value: Any, *, is_list: bool) -> None:
    if is_list:
        found.setdefault(name, []).append(value)
    elif name in found:
        raise UsageError(f"{printable(name)}: expected once, found it again")
    else:
        found[name] = value


def _one_or_all(values: Sequence[str]) -> Any:
    return values[0] if len(values) == 1 else [*values]
