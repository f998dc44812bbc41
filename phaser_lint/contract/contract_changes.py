"""What a change does to contracts: a notice for each that it adds, alters, turns off or removes.

Compared are the contracts as they are written, by level and id. What stands in a file has that
file's line; of what is gone nothing but the file's name is left.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract, Notice, Override
from phaser_lint.contract.overrides import FIELDS
from phaser_lint.contract.resolve import resolve
from phaser_lint.core.text import contract_shown
from phaser_lint.project.root import CONFIGURATION

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from phaser_lint.contract.configuration import Configuration
    from phaser_lint.contract.load import WrittenContracts
    from phaser_lint.contract.model import ContractKey, ContractPlace, Entry

# The keys of a contract, by the fields that they become.
_KEYS = {
    "type": "type",
    "pattern": "pattern",
    "literal": "literal",
    "file_glob": "file_glob",
    "exclude_glob": "exclude_glob",
    "path_pattern": "path_pattern",
    "message": "message",
    "severity": "severity",
    "scope": "scope",
    "ignorable": "ignorable",
    "raw": "raw",
    "rationale": "rationale",
    "valid_examples": "examples.valid",
    "invalid_examples": "examples.invalid",
    "tags": "tags",
    "url": "url",
}
_NOT_SET = (None, ())


def contract_changes(
    then: WrittenContracts, now: WrittenContracts, *, checked_by: str = ""
) -> list[Notice]:
    """Return what became of the contracts and the configuration of *then*, in the order of now.

    *checked_by* names the revision whose contracts count, if it is not that of now.
    """
    return [
        *_of_configuration(then.configuration, now.configuration),
        *_of_levels(then.entries, now.entries, checked_by),
        *_of_contracts(then, now),
        *_of_overrides(then, now),
    ]


def _of_configuration(then: Configuration, now: Configuration) -> list[Notice]:
    parts = [
        *_listed("include", _shown(then.include), _shown(now.include)),
        *(
            message
            for key, globs in (now.globs or then.globs)
            for message in _listed(key, then.written(key), now.written(key))
        ),
    ]
    is_there = now.include or any(globs for _, globs in now.globs) or now.problems
    return [_notice(CONFIGURATION, 1 if is_there else None, "; ".join(parts))] if parts else []


def _shown(places: Iterable[ContractPlace]) -> list[str]:
    return [each.shown for each in places]


def _listed(key: str, then: Sequence[str], now: Sequence[str]) -> list[str]:
    added = [f"added {each}" for each in now if each not in then]
    removed = [f"removed {each}" for each in then if each not in now]
    moved = ["order"] if not (added or removed) and then != now else []
    message = ", ".join((*added, *removed, *moved))
    return [f"changed: {key}: {message}"] if message else []


def _of_levels(then: Iterable[Entry], now: Iterable[Entry], checked_by: str) -> Iterator[Notice]:
    before, after = {each.level for each in then}, {each.level for each in now}
    for level in sorted((before ^ after) - {""}):
        less = f"; it does not count: contracts are those of {checked_by}" if checked_by else ""
        became = f"level added{less}" if level in after else "level removed"
        yield _notice(f"{level}/", None, became)


def _of_contracts(then: WrittenContracts, now: WrittenContracts) -> Iterator[Notice]:
    before, after = _contracts(then), _contracts(now)
    overridden, still = _overridden(then), _overridden(now)
    for key, contract in after.items():
        levels = still.get(key, set()) - overridden.get(key, set())
        messages = [*_became(before.get(key), contract), *_nearer(levels)]
        if messages:
            shown = f"contract {contract_shown(key)} {'; '.join(messages)}"
            yield _notice(contract.path, contract.line, shown)
    for key in sorted(before.keys() - after.keys()):
        yield _gone(before[key], f"contract {contract_shown(key)}", now)


def _contracts(written: WrittenContracts) -> dict[ContractKey, Contract]:
    """Return the first contract of each key, which is the one that counts, but for those of packs.

    A change includes the pack: what it holds came with the program.
    """
    found: dict[ContractKey, Contract] = {}
    for entry in written.entries:
        if isinstance(entry, Contract) and entry.source != "pack":
            found.setdefault(entry.key, entry)
    return found


def _overridden(written: WrittenContracts) -> Mapping[ContractKey, set[str]]:
    found: dict[ContractKey, set[str]] = {}
    for contract in resolve(written.entries).contracts:
        found.setdefault(contract.key, set()).update(contract.overridden_by)
    return found


def _nearer(levels: Iterable[str]) -> list[str]:
    names = ", ".join(level or "the root" for level in sorted(levels))
    return [f"overridden by {names}"] if names else []


def _became(then: Contract | None, now: Contract) -> list[str]:
    if then is None:
        return ["added"]
    switched = [] if then.enabled == now.enabled else ["enabled" if now.enabled else "disabled"]
    keys = [key for field, key in _KEYS.items() if getattr(then, field) != getattr(now, field)]
    own = dict(then.own).items() ^ dict(now.own).items()
    keys += sorted({name for name, _ in own})
    instead = [f"in place of that in {then.path}"] if then.path != now.path else []
    changed = [f"changed: {', '.join(keys)}"] if keys else []
    return [*switched, *changed, *instead] if switched or changed else []


def _of_overrides(then: WrittenContracts, now: WrittenContracts) -> Iterator[Notice]:
    before, after = _overrides(then), _overrides(now)
    for key, override in after.items():
        earlier = before.get(key)
        names = ", ".join(_differing(earlier, override))
        message = f"override of {override.rule_id} {'changed' if earlier else 'added'}: {names}"
        if names:
            yield _notice(override.path, override.line, message)
    for key in sorted(before.keys() - after.keys()):
        yield _gone(before[key], f"override of {before[key].rule_id}", now)


def _overrides(written: WrittenContracts) -> dict[tuple[str, str], Override]:
    found: dict[tuple[str, str], Override] = {}
    for entry in written.entries:
        if isinstance(entry, Override):
            found.setdefault((entry.level, entry.rule_id), entry)
    return found


def _differing(then: Override | None, now: Override) -> list[str]:
    keys = (*FIELDS, "exclude_glob")
    if then is None:
        return [key for key in keys if getattr(now, key) not in _NOT_SET]
    return [key for key in keys if getattr(then, key) != getattr(now, key)]


def _gone(entry: Entry, named: str, now: WrittenContracts) -> Notice:
    # Its file may be there, and be broken: that is a problem of its own, and a notice here.
    broken = any(problem.path == entry.path and problem.skipped for problem in now.problems)
    return _notice(
        entry.path, None, f"{named} {'does not count any more' if broken else 'removed'}"
    )


def _notice(path: str, line: int | None, text: str) -> Notice:
    return Notice(path, line, text, change=True)
