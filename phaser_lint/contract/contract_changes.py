"""What a change does to contracts: a notice for each that it adds, alters, turns off or removes.

Compared are the contracts as they are written, by level and id. What stands in a file has that
file's line; of what is gone nothing but the file's name is left.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from phaser_lint.contract.discover import Configuration
from phaser_lint.contract.model import Contract, ContractKey, Notice
from phaser_lint.contract.overrides import OVERRIDING_FIELDS, Declaration, Override
from phaser_lint.contract.report_parts import ContractProblem
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.text import join_most, name_contract, render_quantity
from phaser_lint.project.levels import CONFIGURATION

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
# None of these lets pass what was found before.
_NO_WEAKER = frozenset(
    (
        "message", "rationale", "examples.valid", "examples.invalid", "tags", "url", "fix",
        "severity: error in place of warning",
    )
)  # fmt: skip
# Of these the value is one word of a few.
_KEYS_WITH_WORDS = frozenset(("type", "severity", "scope", "ignorable", "enabled"))
# What is said of globs that select all that they did.
_ONLY_MORE = {"file_glob": "only added to", "exclude_glob": "only removed from"}
_NOT_SET = (None, ())
_MOST_NAMED = 5
# A baseline that is there has nothing of a new contract.
_EXISTING = (
    "; phaser-lint scan shows what is found in files that stay as they are, and phaser-lint "
    "baseline --project-contracts --update records that: else commits of these files are refused"
)


class WrittenContracts(Record):
    """What all contract files say, in order of precedence, and the configuration.

    ``problems`` are those of the contract files.
    """

    declarations: tuple[Declaration, ...]
    problems: tuple[ContractProblem, ...]
    configuration: Configuration


def compare_written_contracts(
    base: WrittenContracts, current: WrittenContracts, *, checked_by: str, is_recorded: bool
) -> list[Notice]:
    """Return a notice for each change of contracts, and of the configuration, from *base* to
    *current*, in the order of *current*.

    *checked_by* names the revision whose contracts count, if it is not that of *current*;
    *is_recorded*: the change brings a baseline, so its author knows what new contracts find.
    """
    notices = [
        *_note_configuration_changes(base, current),
        *_note_changed_contracts(base, current, checked_by),
        *_note_changed_overrides(base, current),
    ]
    # Eight new contracts said the same eight times. `init` takes packs that find nothing: where a
    # contract comes with them, the advice is at that.
    advising = [place for place, notice in enumerate(notices) if _EXISTING in notice.text]
    of_contracts = [place for place in advising if notices[place].path != CONFIGURATION]
    for place in {*advising} - {*(of_contracts or advising)[: not is_recorded]}:
        text = notices[place].text.replace(_EXISTING, "")
        notices[place] = notices[place]._replace(text=text)
    return notices


def _note_configuration_changes(before: WrittenContracts, after: WrittenContracts) -> list[Notice]:
    states = base, current = before.configuration, after.configuration
    shown_places = [[place.shown for place in state.include] for state in states]
    shown_languages = [
        [f"{glob}: {language}" for glob, language in state.language_names] for state in states
    ]
    messages = [
        *_describe_list_changes(
            "include",
            *shown_places,
            lost={place: _name_lost_contracts(place, before, after) for place in shown_places[0]},
        ),
        *(
            message
            for key, globs in (current.globs or base.globs)
            for message in _describe_list_changes(
                key, base.written_globs(key), current.written_globs(key)
            )
        ),
        *_describe_list_changes("languages", *shown_languages),
    ]
    then, now = [str(state.ignorable).lower() for state in states]
    messages += [f"changed: ignorable: {now} in place of {then}"] if then != now else []
    is_there = (
        current.include
        or any(globs for _, globs in current.globs)
        or current.language_names
        or current.ignorable is not True
        or current.problems
    )
    if not messages:
        return []
    # A pack has contracts that are new here, and so has a folder; an exclusion had files.
    checks_more = {*shown_places[1]} - {*shown_places[0]} or (
        {*base.written_globs("exclude")} - {*current.written_globs("exclude")}
    )
    message = f"{'; '.join(messages)}{_EXISTING if checks_more else ''}"
    return [_make_notice(CONFIGURATION, 1 if is_there else None, message, weakens=True)]


def _name_lost_contracts(place: str, before: WrittenContracts, after: WrittenContracts) -> str:
    """Return, in parentheses, which contracts of *place*, a pack, are gone after a change.

    Nothing of a folder: each of its contracts has a notice of its own.
    """
    ids = {declaration.rule_id for declaration in after.declarations}
    lost = sorted(
        {
            declaration.rule_id
            for declaration in before.declarations
            if declaration.path.startswith(f"{place}/")
            and isinstance(declaration, Contract)
            and declaration.source == "pack"
        }
        - ids
    )
    names = f"{render_quantity(len(lost), 'contract')}: {join_most(lost, _MOST_NAMED)}"
    return f" ({names})" if lost else ""


def _describe_list_changes(
    key: str, base: Sequence[str], current: Sequence[str], *, lost: Mapping[str, str] | None = None
) -> list[str]:
    lost = lost or {}
    added_texts = [f"added {text}" for text in current if text not in base]
    removed_texts = [f"removed {text}{lost.get(text, '')}" for text in base if text not in current]
    order_changes = ["order"] if not (added_texts or removed_texts) and base != current else []
    message = ", ".join((*added_texts, *removed_texts, *order_changes))
    return [f"changed: {key}: {message}"] if message else []


def _note_changed_contracts(
    base: WrittenContracts, current: WrittenContracts, checked_by: str
) -> Iterator[Notice]:
    """Yield what became of levels, and of the contracts of each."""
    levels_then, levels_now = (
        {declaration.level for declaration in written_contracts.declarations}
        for written_contracts in (base, current)
    )
    for level in sorted((levels_then ^ levels_now) - {""}):
        restriction = (
            f"; it does not count: contracts are those of {checked_by}" if checked_by else ""
        )
        message = f"level added{restriction}" if level in levels_now else "level removed"
        yield _make_notice(f"{level}/", None, message, weakens=level not in levels_now)
    base_contracts, current_contracts = _find_first_contracts(base), _find_first_contracts(current)
    base_levels_by_key, levels_by_key = (
        _find_overriding_levels(base),
        _find_overriding_levels(current),
    )
    for key, contract in current_contracts.items():
        base_contract, messages, weakens = base_contracts.get(key), list[str](), False
        if base_contract is None:
            messages.append(f"added{_tell_of_existing(contract)}")
        else:
            if base_contract.enabled != contract.enabled:
                enabled = f"enabled{_tell_of_existing(contract)}"
                messages.append(enabled if contract.enabled else "disabled")
                weakens = not contract.enabled
            keys = [
                _describe_value(name, getattr(base_contract, field), getattr(contract, field))
                for field, name in _KEYS.items()
                if getattr(base_contract, field) != getattr(contract, field)
            ]
            # What stood for itself may be what the configuration says now, and the other way round.
            is_default = current.configuration.ignorable is not True
            silent, was_silent = [it.is_silent_on_directives for it in (contract, base_contract)]
            is_told = base_contract.ignorable != contract.ignorable
            if is_default and silent != was_silent and not is_told:
                keys.append("ignorable")
            own_then, own_now = dict(base_contract.own), dict(contract.own)
            keys += [
                _describe_value(name, own_then.get(name), own_now.get(name))
                for name in sorted({name for name, _ in own_then.items() ^ own_now.items()})
            ]
            messages += [f"changed: {', '.join(keys)}"] if keys else []
            weakens = weakens or not _NO_WEAKER.issuperset(keys)
            if messages and base_contract.path != contract.path:
                messages.append(f"in place of that in {base_contract.path}")
        levels = levels_by_key.get(key, set()) - base_levels_by_key.get(key, set())
        if levels:
            names = ", ".join(level or "the root" for level in sorted(levels))
            messages.append(f"overridden by {names}")
        if messages:
            message = f"contract {name_contract(key)} {'; '.join(messages)}"
            weakens = weakens or bool(levels)
            yield _make_notice(contract.path, contract.line, message, weakens=weakens)
    for key in sorted(base_contracts.keys() - current_contracts.keys()):
        yield _note_removal(base_contracts[key], f"contract {name_contract(key)}", current)


def _describe_value(key: str, then: object, now: object) -> str:
    """Return a *key* with what it was and is, where that is a word or a number: of a pattern a line
    has no room for two.
    """
    if key in _ONLY_MORE and isinstance(then, tuple) and isinstance(now, tuple):
        fewer, more = (then, now) if key == "file_glob" else (now, then)
        is_more = more[: len(fewer)] == fewer and not any(glob[0] == "!" for glob in more)
        return f"{key}: {_ONLY_MORE[key]}" if is_more else key
    for value in (then, now):
        if value is None or not (isinstance(value, int) or key in _KEYS_WITH_WORDS):
            return key
    words = [str(value).lower() if isinstance(value, bool) else value for value in (now, then)]
    return f"{key}: {words[0]} in place of {words[1]}"


def _name_value(key: str, value: object) -> str:
    """Return a *key* with its first *value*, where that is one word: `override of a added: enabled`
    did not say which way.
    """
    word = str(value).lower() if isinstance(value, bool) else value
    return f"{key}: {word}" if key in _KEYS_WITH_WORDS else key


def _tell_of_existing(contract: Contract) -> str:
    """Return what follows the note on a new *contract*: of one about changes no file has an
    existing violation, which a scan could show or a baseline record.
    """
    return "" if "base" in RULES[contract.type].needs else _EXISTING


def _find_first_contracts(written_contracts: WrittenContracts) -> dict[ContractKey, Contract]:
    """Return the first contract of each key, which is the one that counts, but for those of packs.

    A change includes the pack: what it holds came with the program.
    """
    contracts_by_key: dict[ContractKey, Contract] = {}
    for declaration in written_contracts.declarations:
        if isinstance(declaration, Contract) and declaration.source != "pack":
            contracts_by_key.setdefault(declaration.key, declaration)
    return contracts_by_key


def _find_overriding_levels(written_contracts: WrittenContracts) -> Mapping[ContractKey, set[str]]:
    levels_by_key: dict[ContractKey, set[str]] = {}
    for contract in resolve_contracts(written_contracts.declarations).contracts:
        levels_by_key.setdefault(contract.key, set()).update(contract.overridden_by)
    return levels_by_key


def _note_changed_overrides(base: WrittenContracts, current: WrittenContracts) -> Iterator[Notice]:
    base_overrides, current_overrides = _find_first_overrides(base), _find_first_overrides(current)
    for key, override in current_overrides.items():
        earlier = base_overrides.get(key)
        keys = (*OVERRIDING_FIELDS, "exclude_glob")
        if earlier is None:
            names = ", ".join(
                [
                    _name_value(key, getattr(override, key))
                    for key in keys
                    if getattr(override, key) not in _NOT_SET
                ]
            )
        else:
            names = ", ".join(
                [
                    _describe_value(key, getattr(earlier, key), getattr(override, key))
                    for key in keys
                    if getattr(earlier, key) != getattr(override, key)
                ]
            )
        message = f"override of {override.rule_id} {'changed' if earlier else 'added'}: {names}"
        if names:
            yield _make_notice(override.path, override.line, message, weakens=True)
    for key in sorted(base_overrides.keys() - current_overrides.keys()):
        yield _note_removal(
            base_overrides[key], f"override of {base_overrides[key].rule_id}", current
        )


def _find_first_overrides(written_contracts: WrittenContracts) -> dict[tuple[str, str], Override]:
    overrides_by_place: dict[tuple[str, str], Override] = {}
    for declaration in written_contracts.declarations:
        if isinstance(declaration, Override):
            overrides_by_place.setdefault((declaration.level, declaration.rule_id), declaration)
    return overrides_by_place


def _note_removal(declaration: Declaration, subject: str, current: WrittenContracts) -> Notice:
    # Its file may be there, and be broken: that is a problem of its own, and a notice here.
    is_broken = any(
        problem.path == declaration.path and problem.skipped for problem in current.problems
    )
    ending = "does not count any more" if is_broken else "removed"
    return _make_notice(declaration.path, None, f"{subject} {ending}", weakens=True)


def _make_notice(path: str, line: int | None, text: str, *, weakens: bool) -> Notice:
    return Notice(path, line, text, change=True, weakens=weakens)
