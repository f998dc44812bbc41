"""Contract files that are wrong in one or two places, made by seed from those that are right."""

from __future__ import annotations

import copy
from typing import TYPE_CHECKING, Any

from phaser_lint.contract.keys import (
    CONFIGURATION_KEYS,
    CONTENT,
    CONTRACT_KEYS,
    EXAMPLE_KEYS,
    EXAMPLES_KEYS,
    FOREIGN_KEYS,
    INSERTION,
    OVERRIDE_KEYS,
    PACK_KEY,
    VERSION_1_ID,
    VERSION_1_KEYS,
    list_key_names,
)
from phaser_lint.contract.rules import RULES

if TYPE_CHECKING:
    from collections.abc import Iterator
    from random import Random

    Place = tuple[Any, Any]
    """A mapping or list, and the key or index in it."""

OWN_KEYS = tuple([key for rule in RULES.values() for key in rule.all_keys()])
FIX_KEYS = (*INSERTION.keys, *CONTENT.keys)
NAMES = sorted(
    {
        *list_key_names((*CONTRACT_KEYS, *OWN_KEYS, *FIX_KEYS, *FOREIGN_KEYS, *OVERRIDE_KEYS)),
        *list_key_names((*EXAMPLES_KEYS, *EXAMPLE_KEYS, *VERSION_1_KEYS, VERSION_1_ID)),
        *list_key_names((*CONFIGURATION_KEYS, PACK_KEY)),
    }
)
VALUES = (
    None, True, False, 0, 3, -1, 10**9, 1.5, "", " ", "x", "!x", "a/../b", "tree", "file",
    "error", "warning", "create", "{dir}/x", "{item}", [], ["x"], [1], [None], [[]], {},
    {"x": 1}, {"x-own": 1}, {"text": "x"}, {"path": "a.py"}, {"files": {"a.py": "x"}},
    {"valid": ["x"]}, {"invalid": {"text": "x", "fixed": "y"}}, {"prepend": "x"},
    {"append": "x", "prepend": "x"}, {"content": ""}, {"files": {}, "before": {"a/": "x"}},
    "a" * 64, "a" * 65, "a b", "é",
)  # fmt: skip


def mutated(original: Any, random: Random) -> Any:
    """A copy of *original*, a plain mapping, that differs in one place, or in two."""
    mutant = copy.deepcopy(original)
    for _ in range(random.choice((1, 1, 2))):
        holder, key = random.choice([*_places(mutant)])
        _CHANGES[random.randrange(len(_CHANGES))](holder, key, random)
    return mutant


def _places(mapping_or_list: Any) -> Iterator[Place]:
    pairs = (
        mapping_or_list.items() if isinstance(mapping_or_list, dict) else enumerate(mapping_or_list)
    )
    for key, child in pairs:
        yield mapping_or_list, key
        if isinstance(child, (dict, list)):
            yield from _places(child)


def _drop(holder: Any, key: Any, random: Random) -> None:
    if len(holder) > 1:
        del holder[key]


def _replace(holder: Any, key: Any, random: Random) -> None:
    holder[key] = copy.deepcopy(random.choice(VALUES))


def _wrap(holder: Any, key: Any, random: Random) -> None:
    holder[key] = [holder[key]]


def _misspell(holder: Any, key: Any, random: Random) -> None:
    word = holder[key]
    if isinstance(word, str):
        holder[key] = f"{word}x"
    elif isinstance(holder, dict):
        holder[random.choice((f"{key}s", f"x-{key}"))] = holder.pop(key)


def _add(holder: Any, key: Any, random: Random) -> None:
    if isinstance(holder, dict):
        holder[random.choice(NAMES)] = copy.deepcopy(random.choice(VALUES))
    else:
        holder.append(copy.deepcopy(random.choice(VALUES)))


def _retype(holder: Any, key: Any, random: Random) -> None:
    if "type" in holder:
        holder["type"] = random.choice([*RULES])


_CHANGES = (_drop, _replace, _replace, _wrap, _misspell, _add, _add, _retype)
