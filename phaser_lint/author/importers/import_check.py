"""New contracts beside the old tool: whether both find the same in the project today."""

from __future__ import annotations

import os

import regex

from phaser_lint.author.importers.imported import FoundPlace
from phaser_lint.author.importers.known_tools import tool_named
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.core import Record
from phaser_lint.core.text import normalise
from phaser_lint.project.regular_file import read_text
from phaser_lint.project.root import git_limits
from phaser_lint.project.whole_files import temporary_folder
from phaser_lint.text.search.patterns import compile_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Container, Iterable, Mapping, Sequence

    from phaser_lint.author.importers.drafts import ImportDraft
    from phaser_lint.author.importers.imported import ImportedFile
    from phaser_lint.contract.model import Report

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
        """Whether there is no difference."""
        return not (self.there or self.here or self.problem)


def compared(
    files: Iterable[ImportedFile], made: Sequence[ImportDraft], *, root: str
) -> tuple[ComparedRules, ...]:
    """Return the comparison for each of *files*; raises ``PhaserError``."""
    return tuple(
        _compared(file, [each for each in made if each.path == file.path], root=root)
        for file in files
    )


def _compared(file: ImportedFile, made: Sequence[ImportDraft], *, root: str) -> ComparedRules:
    run = tool_named(file.tool).findings
    if run is None:
        return ComparedRules(file.path, problem=f"{file.tool} cannot be run by itself")
    old = run(root, file, os.path.realpath(file.path))
    if isinstance(old, str):
        return ComparedRules(file.path, problem=old)
    report = _report(made, root=root)
    new = _places(report, made, named=old.is_named)
    blank = _starting_with_blanks({*old.places ^ new}, made, root=root)
    there, here = (_by_file(places, blank) for places in (old.places, new))
    return ComparedRules(
        file.path,
        old.program,
        both=len(there & here),
        there=_sorted(there - here),
        here=_sorted(here - there),
        skipped={
            **{each.path: each.reason for each in report.skipped},
            **{each.path: each.reason for each in report.undecided},
        },
    )


def _by_file(places: Iterable[FoundPlace], blank: Container[tuple[str, str]]) -> set[FoundPlace]:
    return {each._replace(line=None) if each[:2] in blank else each for each in places}


def _sorted(places: Iterable[FoundPlace]) -> tuple[FoundPlace, ...]:
    return tuple(sorted(places, key=lambda each: (each.path, each.line or 0, each.name)))


def _report(made: Sequence[ImportDraft], *, root: str) -> Report:
    """Return what the contracts alone find: no directive and no baseline counts."""
    with temporary_folder() as folder:
        for each in made:
            if each.text:
                with open(
                    os.path.join(folder, f"{each.rule_id}.yaml"), "w", encoding="utf-8"
                ) as out:
                    out.write(each.text)
        options = ProjectOptions(
            root=root,
            git=git_limits(root),
            contracts_dir=folder,
            user_contracts=False,
            ignores=False,
            cache=False,
        )
        return check_project(options)


def _places(report: Report, made: Iterable[ImportDraft], *, named: bool) -> frozenset[FoundPlace]:
    names = {each.rule_id: each.rule.name if named else "" for each in made}
    return frozenset(
        FoundPlace(names[each.rule_id], each.path, each.line)
        for each in report.violations
        if each.where != "glob"
    )


def _starting_with_blanks(
    places: Iterable[FoundPlace], made: Iterable[ImportDraft], *, root: str
) -> set[tuple[str, str]]:
    """Return the rules and paths where a match starts with blanks: its line is another one."""
    patterns = _patterns(made)
    return {
        (each.name, each.path)
        for each in places
        if each.line is not None
        and _starts_so(patterns.get(each.name, ()), os.path.join(root, each.path))
    }


def _patterns(made: Iterable[ImportDraft]) -> Mapping[str, list[regex.Pattern[str]]]:
    found: dict[str, list[regex.Pattern[str]]] = {}
    for each in made:
        keys = each.rule.keys or {}
        if "pattern" in keys:
            compiled = compile_pattern(keys["pattern"], literal=keys.get("literal") is True)
            found.setdefault(each.rule.name, []).append(compiled)
    return found


def _starts_so(patterns: Iterable[regex.Pattern[str]], path: str) -> bool:
    text = normalise(read_text(path) or "")
    try:
        found = [
            match[0][:1] for each in patterns for match in each.finditer(text, timeout=_SECONDS)
        ]
    except TimeoutError:  # the scan had no answer either
        return False
    return any(map(str.isspace, found))
