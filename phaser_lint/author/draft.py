"""A contract that is not written down yet: from a pattern, globs and ``KEY=VALUE`` to a contract.

What is tried is the text that would be written, read as any contract file is, so that it means the
same once it is saved.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from phaser_lint.author.contract_text import make_text_or_list, render_contract_text
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.keys import BLOCK_KEYS, CONTRACT_KEYS, IN, Key
from phaser_lint.contract.model import Contract, ToldLanguages
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.yaml_documents import read_documents
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import is_unicode, make_printable, render_did_you_mean

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
_LISTS = ("texts", "notes", "globs", "choices", "patterns")


class DraftContract(Record):
    """The keys of a contract as they would be written, and the contract that they make."""

    keys: Mapping[str, Any]
    contract: Contract


def require_rule(kind: str, *, flag: str = "--type") -> Rule:
    """Return the contract type for a draft that is called *kind*; raises ``UsageError``."""
    if kind not in RULES:
        types = ", ".join(RULES)
        raise UsageError(
            f"{flag} {make_printable(kind)}: expected one of {types}"
            f"{render_did_you_mean(kind, RULES)}"
        )
    return RULES[kind]


def make_draft_keys(
    kind: str,
    words: Sequence[str],
    *,
    globs: Sequence[str],
    flag_pairs: Sequence[str] = (),
    rule_id: str = "",
) -> dict[str, Any]:
    """Return the keys of a draft of the type *kind*, in the order that they are written in.

    *words* are the pattern, where the type has one, and ``KEY=VALUE`` for each other key; a list
    has its key several times, and a key in a mapping a dot before it. *flag_pairs* are such pairs
    that flags set. Raises ``UsageError``.
    """
    rule = require_rule(kind)
    takes_other_key = rule.instead and any(word.startswith(f"{rule.instead}=") for word in words)
    has_pattern = rule.has_pattern() and not takes_other_key
    patterns, pairs = _split_pattern(rule, words) if has_pattern else ((), words)
    if patterns and patterns[0].startswith("pattern="):
        raise UsageError(
            f"{make_printable(patterns[0])}: expected the pattern by itself, without pattern=; for "
            "that text write [p]attern="
        )
    if has_pattern and not patterns:
        raise UsageError(f"expected PATTERN, the regular expression that {kind} searches for")
    own_keys = _parse_pairs(rule, (*pairs, *flag_pairs))
    if globs and "file_glob" in own_keys:
        raise UsageError("--glob and file_glob: expected one of them")
    return {
        "rule_id": rule_id or DEFAULT_ID,
        "type": kind,
        **({"pattern": patterns[0]} if patterns else {}),
        **{key.name: own_keys[key.name] for key in (IN, *BLOCK_KEYS) if key.name in own_keys},
        "file_glob": make_text_or_list(globs or [EVERYTHING]),
        "message": MESSAGE,
        "severity": "error",
        **own_keys,
    }


def make_draft_contract(
    keys: Mapping[str, Any], *, root: str, level: str = "", languages: ToldLanguages = ()
) -> DraftContract:
    """Return the draft: the contract that *keys* make at a *level* of the project at *root*.

    *languages* are what its configuration tells. Raises ``UsageError`` with everything that is
    wrong with the keys.
    """
    undecodable_key = next(
        (key for key, key_value in keys.items() if not is_unicode(str(key_value))), None
    )
    if undecodable_key is not None:
        raise UsageError(f"{undecodable_key}: expected characters, found a byte that is none")
    [document] = read_documents(render_contract_text(keys).encode())
    checked_mapping = check_mapping(
        document.value, source="given", path="", root=root, level=level, languages=languages
    )
    problem_texts = [
        f"{problem.key}: {problem.expected}"
        + (f", written {problem.key}=VALUE" if problem.expected.startswith("missing") else "")
        for problem in checked_mapping.problems
    ]
    if checked_mapping.contract is None or problem_texts:
        raise UsageError("; ".join(problem_texts))
    return DraftContract(keys, checked_mapping.contract)


def _split_pattern(rule: Rule, words: Sequence[str]) -> tuple[Sequence[str], Sequence[str]]:
    """Return the pattern among *words*, and the others: it stands first, or behind all keys, as
    one that begins with a dash has to.
    """
    keys = _list_keys(rule)
    are_keys = [
        "=" in word and (re.split("[=.]", word)[0] in keys or word.startswith("x-"))
        for word in (*words[:1], *words[-1:])
    ]
    return (words[-1:], words[:-1]) if are_keys == [True, False] else (words[:1], words[1:])


def _list_keys(rule: Rule) -> dict[str, Key]:
    """Return the keys that a draft of this type may have, by name."""
    left_out = (*_ELSEWHERE, *rule.lacks())
    contract_keys = [key for key in CONTRACT_KEYS if key.name not in left_out]
    return {key.name: key for key in (*contract_keys, *rule.all_keys())}


def _parse_pairs(rule: Rule, pairs: Iterable[str]) -> dict[str, Any]:
    """Return the keys in *pairs*, each value of its key's kind where it can be one.

    Raises ``UsageError`` for what is no pair, or has a key that no contract of the type has.
    """
    values_by_key: dict[str, Any] = {}
    keys = _list_keys(rule)
    for pair in pairs:
        name, equals_sign, text = pair.partition("=")
        if not (name and equals_sign):
            required_names = [key.name for key in rule.all_keys() if key.is_required()]
            example = "".join(f", but {required}=VALUE" for required in required_names[:1])
            hint = "" if rule.has_pattern() else f"; {rule.type} has no pattern{example}"
            hint = "; a flag stands before --" if pair.startswith("--") else hint
            raise UsageError(f"{make_printable(pair)}: expected KEY=VALUE{hint}")
        outer, _, inner = name.partition(".")
        if outer in _ELSEWHERE:
            raise UsageError(f"{outer}: expected no such key here: {_ELSEWHERE[outer]}")
        if outer not in keys and not outer.startswith("x-"):  # one of the author's own
            types = [other.type for other in RULES.values() if outer in other.key_names()]
            hint = (
                f"; it is one of {' and '.join(types)}"
                if types
                else render_did_you_mean(outer, keys)
                or f"; its own: {', '.join(key.name for key in rule.all_keys())}"
            )
            raise UsageError(f"{make_printable(name)}: {rule.type} has no such key{hint}")
        written_key = keys.get(outer)
        if inner:
            _add_value(values_by_key.setdefault(outer, {}), inner, text, is_list=False)
        else:
            kind = None if written_key is None else written_key.kind
            is_plain = text.isascii() and text.isdigit() and len(text) < 10
            parsed: Any = _BOOLEANS.get(text, text) if kind == "boolean" else text
            parsed = int(text) if kind == "number" and is_plain else parsed
            _add_value(values_by_key, name, parsed, is_list=kind in _LISTS)
    return {
        name: make_text_or_list(text) if isinstance(text, list) else text
        for name, text in values_by_key.items()
    }


def _add_value(values_by_key: dict[str, Any], name: str, key_value: Any, *, is_list: bool) -> None:
    if is_list:
        values_by_key.setdefault(name, []).append(key_value)
    elif name in values_by_key:
        raise UsageError(f"{make_printable(name)}: expected once, found it again")
    else:
        values_by_key[name] = key_value
