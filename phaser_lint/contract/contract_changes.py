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
from phaser_lint.contract.resolve import STRICTNESS, apply_ignorable, resolve_contracts
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.fix_key import OF_SAFETY
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
        *OF_SAFETY,
    )
)  # fmt: skip
_LIMITS = frozenset(("max_lines", "max_bytes"))
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
    if not base.declarations:  # a first commit said of its packs that they may be weaker
        notices = [notice._replace(weakens=False) for notice in notices]
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
    messages = _describe_list_changes(
        "include",
        *shown_places,
        lost={place: _name_lost_contracts(place, before, after) for place in shown_places[0]},
    )
    # What a new place brings is found beside the rest, but of two of one id the first counts.
    weakens = shown_places[1][: len(shown_places[0])] != shown_places[0]
    for key, globs in ((key, base.written_globs(key)) for key, _ in current.globs or base.globs):
        globs_now = current.written_globs(key)
        messages += _describe_list_changes(key, globs, globs_now)
        # A file that is left out no longer is checked; where directives are text, none counts. By
        # the branches of remotes files are excused, and others held to what is there.
        fewer, more = (globs_now, globs) if key == "exclude" else (globs, globs_now)
        is_stricter = key != "branches" and _is_only_more(fewer, more)
        weakens = weakens or (globs != globs_now and not is_stricter)
    messages += _describe_list_changes("languages", *shown_languages)
    weakens = weakens or shown_languages[0] != shown_languages[1]
    weakens = weakens or _is_lenient("ignorable", base.ignorable, current.ignorable)
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
    return [_make_notice(CONFIGURATION, 1 if is_there else None, message, weakens=weakens)]


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
    base_contracts, current_contracts = _find_first_contracts(base), _find_first_contracts(current)
    levels_then, levels_now = (
        {declaration.level for declaration in written_contracts.declarations}
        for written_contracts in (base, current)
    )
    for level in sorted((levels_then ^ levels_now) - {""}):
        restriction = (
            f"; it does not count: contracts are those of {checked_by}" if checked_by else ""
        )
        message = f"level added{restriction}" if level in levels_now else "level removed"
        # An override that is gone with it has a notice of its own.
        weakens = level in {declaration.level for declaration in base_contracts.values()}
        yield _make_notice(f"{level}/", None, message, weakens=weakens)
    base_levels_by_key, levels_by_key = (
        _find_overriding_levels(base),
        _find_overriding_levels(current),
    )
    ids_then = {
        declaration.rule_id
        for declaration in base.declarations
        if isinstance(declaration, Contract)
    }
    for key, contract in current_contracts.items():
        base_contract, messages, weakens = base_contracts.get(key), list[str](), False
        if base_contract is None:
            messages.append(f"added{_tell_of_existing(contract)}")
            # It takes the files below its level, or those of a pack, out of the other's selection.
            weakens = contract.rule_id in ids_then
        else:
            if base_contract.enabled != contract.enabled:
                enabled = f"enabled{_tell_of_existing(contract)}"
                messages.append(enabled if contract.enabled else "disabled")
                weakens = not contract.enabled
            changes = _list_changed_keys(base_contract, contract, base=base, current=current)
            keys = [_describe_value(*change) for change in changes]
            messages += [f"changed: {', '.join(keys)}"] if keys else []
            weakens = weakens or any(_is_lenient(*change, contract=contract) for change in changes)
            if messages and base_contract.path != contract.path:
                messages.append(f"in place of that in {base_contract.path}")
        levels = levels_by_key.get(key, set()) - base_levels_by_key.get(key, set())
        if levels:
            names = ", ".join(level or "the root" for level in sorted(levels))
            messages.append(f"overridden by {names}")
        if messages:
            message = f"contract {name_contract(key)} {'; '.join(messages)}"
            yield _make_notice(contract.path, contract.line, message, weakens=weakens)
    for key in sorted(base_contracts.keys() - current_contracts.keys()):
        yield _note_removal(base_contracts[key], f"contract {name_contract(key)}", current)


def _list_changed_keys(
    earlier: Contract, contract: Contract, *, base: WrittenContracts, current: WrittenContracts
) -> list[tuple[str, object, object]]:
    """Return each key in which an *earlier* contract and what it is now differ, with both values.

    What is in force counts where a file says nothing: of `ignorable: false` that was taken out
    "true in place of false" was said, and the configuration had `reason`.
    """
    in_force = [
        apply_ignorable(each, written.configuration.ignorable).ignorable
        for each, written in ((earlier, base), (contract, current))
    ]
    is_same_text = (earlier.ignorable, earlier.is_silent_on_directives) == (
        contract.ignorable,
        contract.is_silent_on_directives,
    )
    changes: list[tuple[str, object, object]] = []
    for field, name in _KEYS.items():
        then, now = getattr(earlier, field), getattr(contract, field)
        if name == "ignorable":
            then, now = (None, None) if is_same_text else in_force
        changes += [(name, then, now)] if then != now else []
    own_then, own_now = dict(earlier.own), dict(contract.own)
    changed_names = sorted({name for name, _ in own_then.items() ^ own_now.items()})
    return [*changes, *((name, own_then.get(name), own_now.get(name)) for name in changed_names)]


def _is_lenient(key: str, then: object, now: object, *, contract: Contract | None = None) -> bool:
    """Tell whether a *contract*, or what else has the *key*, may let pass what it found, by a new
    value of it.
    """
    if key in _NO_WEAKER or then == now:
        return False
    if key == "severity":
        return now != "error"
    if key == "ignorable":
        return STRICTNESS.index(now) < STRICTNESS.index(then)
    if key in _ONLY_MORE:
        # One file may be enough, or keep what others lose: with more of them less is found.
        rule = RULES[contract.type] if contract else None
        is_one_enough = rule and ("some file" in rule.needs or rule.evidence == "lost match")
        is_of_tree = contract is not None and contract.scope == "tree"
        return bool(is_one_enough or is_of_tree) or not _describe_value(key, then, now)[len(key) :]
    if key in _LIMITS and isinstance(now, int):
        return isinstance(then, int) and now > then
    return True


def _is_only_more(fewer: Sequence[str], more: Sequence[str]) -> bool:
    """Tell whether of globs, or places, *more* selects all that *fewer* do."""
    kept = tuple([each for each in more if each in fewer])
    return kept == tuple(fewer) and not any(each[0] == "!" for each in more)


def _describe_value(key: str, then: object, now: object) -> str:
    """Return a *key* with what it was and is, where that is a word or a number: of a pattern a line
    has no room for two.
    """
    if key in _ONLY_MORE and isinstance(then, tuple) and isinstance(now, tuple):
        fewer, more = (then, now) if key == "file_glob" else (now, then)
        return f"{key}: {_ONLY_MORE[key]}" if _is_only_more(fewer, more) else key
    for value in (then, now):
        if value is None or not (isinstance(value, int) or key in _KEYS_WITH_WORDS):
            return key
    words = [str(value).lower() if isinstance(value, bool) else value for value in (now, then)]
    return f"{key}: {words[0]} in place of {words[1]}"


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
            # `override of a added: enabled` did not say which way.
            values = {key: getattr(override, key) for key in keys}
            names = ", ".join(
                [
                    f"{key}: {str(value).lower()}" if key in _KEYS_WITH_WORDS else key
                    for key, value in values.items()
                    if value not in _NOT_SET
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
            weakens = _is_lenient_override(earlier, override)
            yield _make_notice(override.path, override.line, message, weakens=weakens)
    for key in sorted(base_overrides.keys() - current_overrides.keys()):
        gone = base_overrides[key]
        notice = _note_removal(gone, f"override of {gone.rule_id}", current)
        yield notice._replace(weakens=_is_lenient_override(gone, None))


def _is_lenient_override(then: Override | None, now: Override | None) -> bool:
    """Tell whether by an override that was *then*, and is *now*, less may be found."""
    nothing = Override("", "", "")
    before, after = then or nothing, now or nothing
    settings = [(before.enabled, after.enabled), (before.severity, after.severity)]
    return any(
        old != new and (new in {False, "warning"} or old in {True, "error"})
        for old, new in settings
    ) or _is_lenient("exclude_glob", before.exclude_glob, after.exclude_glob)


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
