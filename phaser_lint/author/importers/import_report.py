"""What an import did, or would change, as a table for people and as JSON.

.relint.yml: 3 rules of relint
  No print      .claude/contracts/no-print.yaml
  Old settings  .claude/contracts/old-settings.yaml, switched off
    never matched: filePattern \\.py$ is matched from the start of the path
  Wide          no contract
    not converted: pattern: expected a regular expression; missing ) at position 4

A comparison with the old tool, file by file:

.relint.yml: 12 findings of both, 1 of relint 3.3.1 alone, none of the contracts alone
  relint 3.3.1 alone: src/a.py:3: No prints
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.author.importers.drafts import ImportDraft
from phaser_lint.author.importers.import_check import ComparedRules
from phaser_lint.author.importers.imported import FoundPlace, ImportedFile, Permission
from phaser_lint.core import Record
from phaser_lint.core.text import make_harmless, render_path, render_quantity, render_sorted_json

VERSION = 1


class ImportOutcome(Record):
    """What became of a draft: the file of its contract, or the one that has its id already."""

    draft: ImportDraft
    path: str
    taken: str = ""

    @property
    def is_otherwise(self) -> bool:
        """Whether the imported contract is not what the rule was: a part is left out, or all."""
        rule = self.draft.rule
        return bool(self.taken or rule.unsupported or rule.dead or rule.blind)

    def summary(self) -> str:
        """Return the outcome of the import in a few words."""
        if self.taken:
            return f"left alone: {self.draft.rule_id} is in {self.taken}"
        if not self.draft.text:
            return "permission rule" if self.draft.rule.permissions else "no contract"
        return f"{self.path}, switched off" if self.draft.rule.dead else self.path


class Imported(Record):
    """All that an import did; *written* tells it from a dry run."""

    files: tuple[ImportedFile, ...]
    outcomes: tuple[ImportOutcome, ...]
    written: bool

    @property
    def is_whole(self) -> bool:
        """Whether all of the old rules is imported."""
        return not any(outcome.draft.rule.unsupported for outcome in self.outcomes)

    def permissions(self) -> tuple[Permission, ...]:
        """Return the permission rules of the import, each once."""
        rules = (outcome.draft.rule for outcome in self.outcomes)
        return tuple(dict.fromkeys(permission for rule in rules for permission in rule.permissions))


def render_import_table(imported: Imported) -> str:
    """Return the report of an import as a table, the permission rules, and the totals."""
    lines = [
        line for file in imported.files for line in _render_file_lines(file, imported.outcomes)
    ]
    lines += _render_settings(imported.permissions())
    for outcome in imported.outcomes:
        if outcome.draft.text and not (imported.written or outcome.taken):
            contract_lines = outcome.draft.text.rstrip("\n").split("\n")
            lines += [f"{outcome.path}:", *(f"  {line}" for line in contract_lines)]
    contracts = [
        outcome for outcome in imported.outcomes if outcome.draft.text and not outcome.taken
    ]
    rules = [outcome.draft.rule for outcome in imported.outcomes]
    numbers = (
        (sum(bool(outcome.taken) for outcome in imported.outcomes), "left alone"),
        (sum(bool(rule.unsupported) for rule in rules), "not fully converted"),
        (sum(bool(rule.dead) for rule in rules), "that never matched"),
        (sum(bool(rule.blind) for rule in rules), "that worked only in part"),
    )
    state = "written" if imported.written else "to be written"
    totals = [f"{render_quantity(len(contracts), 'contract')} {state}"]
    totals += [f"{number} {description}" for number, description in numbers if number]
    return "".join(f"{make_harmless(line)}\n" for line in (*lines, ", ".join(totals)))


def summarise_import(imported: Imported) -> str:
    """Return the short report of an import: the rules that did not become contracts as they were,
    and the permission rules.
    """
    lines: list[str] = []
    for file in imported.files:
        file_line, *rule_lines = _render_file_lines(file, imported.outcomes, is_short=True)
        lines += [file_line, *rule_lines] if rule_lines else []
    lines += _render_settings(imported.permissions())
    return "".join(f"{make_harmless(line)}\n" for line in lines)


def render_import_json(imported: Imported, *, pages: Sequence[Mapping[str, Any]] = ()) -> str:
    """Return the report of the import for programs, with what became of *pages*."""
    report = {
        "version": VERSION,
        "written": imported.written,
        "files": [
            {
                "path": file.path,
                "tool": file.tool,
                "notices": list(file.notices),
                "rules": [
                    {
                        "name": outcome.draft.rule.name,
                        "line": outcome.draft.rule.line,
                        "rule_id": outcome.draft.rule_id,
                        "path": outcome.path or None,
                        "taken_by": outcome.taken or None,
                        "contract": outcome.draft.text or None,
                        "kept": list(outcome.draft.rule.kept),
                        "not_said": list(outcome.draft.rule.unsupported),
                        "dead": outcome.draft.rule.dead or None,
                        "dead_in_part": list(outcome.draft.rule.blind),
                        "permissions": [
                            {behaviour: permission_rule}
                            for behaviour, permission_rule in outcome.draft.rule.permissions
                        ],
                    }
                    for outcome in _find_outcomes(file, imported.outcomes)
                ],
            }
            for file in imported.files
        ],
        **({"pages": list(pages)} if pages else {}),
    }
    return render_sorted_json(report)


def _render_file_lines(
    file: ImportedFile, outcomes: Sequence[ImportOutcome], *, is_short: bool = False
) -> Iterator[str]:
    file_outcomes = _find_outcomes(file, outcomes)
    yield f"{file.path}: {render_quantity(len(file_outcomes), 'rule')} of {file.tool}"
    width = max((len(outcome.draft.rule.name) for outcome in file_outcomes), default=0)
    for outcome in file_outcomes:
        if is_short and not outcome.is_otherwise:
            continue
        rule = outcome.draft.rule
        yield f"  {rule.name:<{min(width, 40)}}  {outcome.summary()}"
        yield from (f"    kept: {message}" for message in rule.kept)
        yield from (f"    worked only in part: {message}" for message in rule.blind)
        if rule.dead:
            yield f"    never matched: {rule.dead}"
        yield from (f"    not converted: {message}" for message in rule.unsupported)
    yield from (f"  {notice}" for notice in file.notices)


def _find_outcomes(file: ImportedFile, outcomes: Iterable[ImportOutcome]) -> list[ImportOutcome]:
    return [
        outcome
        for outcome in outcomes
        if (outcome.draft.path, outcome.draft.tool) == (file.path, file.tool)
    ]


def _render_settings(permissions: Iterable[Permission]) -> list[str]:
    """Return what belongs into the settings of Claude Code, with a heading."""
    lists: dict[str, list[str]] = {}
    for behaviour, rule in permissions:
        lists.setdefault(behaviour, []).append(rule)
    if not lists:
        return []
    settings_text = json.dumps({"permissions": lists}, indent=2)
    return ["permission rules, for .claude/settings.json:", *settings_text.split("\n")]


# A comparison with the old tool: what ``--check`` prints.


def render_difference_lines(comparisons: Iterable[ComparedRules]) -> str:
    """Return the report of ``import --check``: which findings only the old tool or only the
    imported rules have, file by file of rules.
    """
    lines: list[str] = []
    for compared in comparisons:
        path = render_path(compared.path)
        if compared.problem:
            lines.append(f"{path}: nothing compared: {compared.problem}")
            continue
        program = compared.program
        lines.append(
            f"{path}: {compared.both} found by both, {len(compared.there)} by {program} alone, "
            f"{len(compared.here)} by the contracts alone"
        )
        for place in compared.there:
            reason = compared.skipped.get(place.path)
            why = f" (not checked: {reason})" if reason else ""
            lines.append(f"  {program} alone: {_describe_place(place)}{why}")
        lines += [f"  contracts alone: {_describe_place(place)}" for place in compared.here]
    return "".join(f"{make_harmless(line)}\n" for line in lines)


def render_differences_json(comparisons: Iterable[ComparedRules]) -> str:
    """Return the report of ``import --check`` as JSON: what imported rules and their tool find
    differently.
    """
    objects = [
        {
            "path": comparison.path,
            "program": comparison.program or None,
            "problem": comparison.problem or None,
            "both": comparison.both,
            "old_alone": _map_places(comparison.there),
            "new_alone": _map_places(comparison.here),
        }
        for comparison in comparisons
    ]
    return render_sorted_json({"version": VERSION, "compared": objects})


def _describe_place(place: FoundPlace) -> str:
    line = "" if place.line is None else f":{place.line}"
    name = f": {place.name}" if place.name else ""
    return f"{render_path(place.path)}{line}{name}"


def _map_places(places: Sequence[FoundPlace]) -> list[dict[str, Any]]:
    return [
        {"rule": place.name or None, "path": place.path, "line": place.line} for place in places
    ]
