"""New contracts beside the old tool: whether both find the same in the project today."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress

import regex

from phaser_lint.author.importers.drafts import ImportDraft
from phaser_lint.author.importers.imported import FoundPlace, ImportedFile
from phaser_lint.author.importers.known_tools import find_import_tool
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.contract.model import ContractSet, Report, Violation
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import normalise_text
from phaser_lint.project import find_git_limits
from phaser_lint.project.regular_file import read_checkable_text
from phaser_lint.project.temporary_folder import make_temporary_folder
from phaser_lint.text.search.patterns import compile_pattern

_SECONDS = 10


class ComparedRules(Record):
    """What was found by the rules of one file: *program* alone, here alone, and by both.

    Or *problem*: why nothing was compared.
    """

    path: str
    program: str = ""
    both: int = 0
    there: tuple[FoundPlace, ...] = ()
    here: tuple[FoundPlace, ...] = ()
    problem: str = ""
    skipped: Mapping[str, str] = {}
    """Why contracts do not check a file, by its path."""

    @property
    def is_same(self) -> bool:
        """Whether the import makes no difference."""
        return not (self.there or self.here or self.problem)


def compare_rules(
    files: Iterable[ImportedFile], import_drafts: Sequence[ImportDraft], *, root: str
) -> tuple[ComparedRules, ...]:
    """Check an import: return for each of *files* what the old tool and the new contracts find in
    the project; raises ``PhaserError``.
    """
    comparisons = []
    for file in files:
        run = find_import_tool(file.tool).run
        problem = f"{file.tool} is not run here"
        old_findings = problem if run is None else run(root, file, os.path.realpath(file.path))
        if isinstance(old_findings, str):
            comparisons.append(ComparedRules(file.path, problem=old_findings))
            continue
        own_drafts = [
            draft for draft in import_drafts if (draft.path, draft.tool) == (file.path, file.tool)
        ]
        report = check_drafts(own_drafts, root=root)
        is_named = old_findings.is_named
        names = {draft.rule_id: draft.rule.name if is_named else "" for draft in own_drafts}
        contract_places = {
            FoundPlace(names[violation.rule_id], violation.path, violation.line)
            for violation in report.violations
            if violation.where != "glob"
        }
        blank_starts = _find_blank_starts(
            {*old_findings.places ^ contract_places}, own_drafts, root=root
        )
        # There the line of a match is another one, and only the file is compared.
        old_places, new_places = (
            {place._replace(line=None) if place[:2] in blank_starts else place for place in places}
            for places in (old_findings.places, contract_places)
        )
        comparison = ComparedRules(
            file.path,
            old_findings.program,
            both=len(old_places & new_places),
            there=_sort_places(old_places - new_places),
            here=_sort_places(new_places - old_places),
            skipped={
                **{skip.path: skip.reason for skip in report.skipped},
                **{undecided.path: undecided.reason for undecided in report.undecided},
            },
        )
        comparisons.append(comparison)
    return tuple(comparisons)


def _sort_places(places: Iterable[FoundPlace]) -> tuple[FoundPlace, ...]:
    return tuple(sorted(places, key=_make_sort_key))


def _make_sort_key(place: FoundPlace) -> tuple[str, int, str]:
    return place.path, place.line or 0, place.name


def check_drafts(import_drafts: Iterable[ImportDraft], *, root: str) -> Report:
    """Check an import: return what the contracts of *import_drafts* alone find: no directive and no
    baseline counts.
    """
    with make_temporary_folder() as folder:
        for import_draft in import_drafts:
            if import_draft.text:
                with open(
                    os.path.join(folder, f"{import_draft.rule_id}.yaml"), "w", encoding="utf-8"
                ) as out:
                    out.write(import_draft.text)
        return check_contract_folder(folder, root=root)


def check_contract_folder(folder: str, *, root: str) -> Report:
    """Check an import: return what the contracts in *folder* alone find: no directive and no
    baseline counts.
    """
    options = ProjectOptions(
        root=root,
        git=find_git_limits(root),
        contracts_dir=folder,
        user_contracts=False,
        ignores=False,
        cache=False,
    )
    return check_project(options)


def find_covering_contracts(
    import_drafts: Iterable[ImportDraft],
    places: Mapping[str, Sequence[str]],
    *,
    root: str,
    contracts: ContractSet,
) -> dict[str, str]:
    """Check imported drafts: return, by their ids, a contract of the same type that finds all of
    their *places*.

    What a directive suppresses or a baseline has counts as well. A folder that cannot be checked
    has none.
    """
    places_by_finder: dict[str, set[str]] = {}
    for folder in contracts.folders if places else ():
        with suppress(UsageError):
            report = check_contract_folder(os.path.join(root, folder), root=root)
            for rule_id, own_places in group_places_by_id(report.violations).items():
                places_by_finder.setdefault(rule_id, set()).update(own_places)
    type_by_id = {contract.rule_id: contract.type for contract in contracts.contracts}
    return {
        draft.rule_id: rule_id
        for draft in import_drafts
        for rule_id, finder_places in places_by_finder.items()
        if draft.rule_id in places
        and rule_id != draft.rule_id
        and type_by_id.get(rule_id) == (draft.rule.keys or {}).get("type")
        and finder_places.issuperset(places[draft.rule_id])
    }


def group_places_by_id(violations: Iterable[Violation]) -> dict[str, list[str]]:
    """Return the places of *violations* that the check of an import found, such as `a.py:3`, by
    their contracts.
    """
    places: dict[str, list[str]] = {}
    for violation in violations:
        line = f":{violation.line}" if violation.line else ""
        places.setdefault(violation.rule_id, []).append(f"{violation.path}{line}")
    return places


def _find_blank_starts(
    places: Iterable[FoundPlace], import_drafts: Iterable[ImportDraft], *, root: str
) -> set[tuple[str, str]]:
    """Return the rules and paths where a match starts with blanks: its line is another one."""
    patterns: dict[str, list[regex.Pattern[str]]] = {}
    for import_draft in import_drafts:
        keys = import_draft.rule.keys or {}
        if "pattern" in keys:
            compiled = compile_pattern(keys["pattern"], literal=keys.get("literal") is True)
            patterns.setdefault(import_draft.rule.name, []).append(compiled)
    blank_starts = set()
    for place in places:
        if place.line is None:
            continue
        text = normalise_text(read_checkable_text(os.path.join(root, place.path)) or "")
        with suppress(TimeoutError):  # the scan had no answer either
            first_characters = [
                match[0][:1]
                for pattern in patterns.get(place.name, ())
                for match in pattern.finditer(text, timeout=_SECONDS)
            ]
            if any(map(str.isspace, first_characters)):
                blank_starts.add((place.name, place.path))
    return blank_starts
