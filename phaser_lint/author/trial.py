"""A contract tried on the project before it is written: what a scan finds, and near misses."""

from __future__ import annotations

import contextlib
import re
import time
from collections.abc import Iterable, Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from itertools import product
from operator import attrgetter

from phaser_lint.author.block_notes import BlockNote, make_block_notes
from phaser_lint.author.near_miss import PatternParts
from phaser_lint.author.searched_texts import SearchedText, list_searched_texts
from phaser_lint.check.changes_since_base import find_project_changes
from phaser_lint.check.comparison.baseline_file import list_baseline_paths
from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.checker import Checker, make_checker
from phaser_lint.check.engine.file_parts import split_into_parts
from phaser_lint.check.fixes.suggestions import suggest_fixes
from phaser_lint.check.open_project import WholeProject
from phaser_lint.check.project_options import ProjectOptions, RequestedPaths
from phaser_lint.check.unreachable_files import make_left_out_skips, select_paths_with_text
from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.keys import FORBID
from phaser_lint.contract.model import Contract, Report, Violation
from phaser_lint.contract.resolve import resolve_contracts
from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.import_targets import find_import_targets
from phaser_lint.contract.rules.rule import Spans
from phaser_lint.contract.rules.sample_text import make_matching_text
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.core import Record
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import fold_white_space
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git.tracked_files import list_left_out_files
from phaser_lint.project.levels import PROJECT_FOLDERS
from phaser_lint.text.globs.glob_syntax import spell_out
from phaser_lint.text.imports import find_import_language, find_imports
from phaser_lint.text.regions import CODE, PROSE
from phaser_lint.text.search.searcher import Searcher

_NEAR_SECONDS = 3.0
# For counting in which regions matches are, in all files together.
_COUNT_SECONDS = 20.0
# Of what a pattern may take on a file, for all of them.
_TIMES = 10
# What changed is what is not in it yet.
_COMMIT = "HEAD"


class ProjectTrial(Record):
    """What a contract finds in the project at ``root``.

    ``checked`` is the contract as the project's configuration has it, with what that leaves out.
    ``report`` is a scan's, with what fixes make of it. ``listed`` are all files there are,
    ``selected`` those that the contract selects. ``slow`` is a text that the pattern runs away on,
    if one is known. ``compared``: there was a commit as a base for changes. ``differs_in_code``:
    with ``in: code`` a scan would find something else, or would miss something else later.
    """

    root: str
    contract: Contract
    checked: Contract
    listed: tuple[str, ...]
    selected: tuple[str, ...]
    report: Report
    near: Nearby
    slow: str
    compared: bool
    differs_in_code: bool


def try_contract(
    contract: Contract, project: WholeProject, *, seconds: float, in_code: Contract | None
) -> ProjectTrial:
    """Return what *contract*, on trial, finds in the *project*; *in_code*: with ``in: code``.

    Its pattern has so many *seconds* a file, and ten times as many for all. Raises ``PhaserError``.
    """
    root, all_paths = project.levels.root, sorted(project.files)
    checker = make_trial_checker(contract, project, seconds=seconds)
    baselines = list_baseline_paths(root, None)
    selected = [path for path in checker.selection.select_paths(all_paths) if path not in baselines]
    files = DiskFiles(root, listing=all_paths.copy)
    tree = files.tree(sorted(selected), whole=("",))
    changes = None
    if "base" in RULES[contract.type].needs:
        options = ProjectOptions(root=root, changed_since=(_COMMIT,))
        changes = find_project_changes(DiskFiles(root), RequestedPaths(("",)), options, commits=())
    report = engine.check_files(checker, files.read(tree.paths), tree=tree, changes=changes)
    unread = select_paths_with_text(checker.selection, list_left_out_files(root))
    report = report._replace(
        skipped=(*report.skipped, *make_left_out_skips(unread, present_paths=all_paths))
    )
    # It knows where imports lead; disabled, it is not among those that check.
    checked_contract = next(iter(checker.contracts.contracts), contract)
    rule, texts = RULES[contract.type], DiskFiles(root).read(tree.paths)
    near_matches = Nearby()
    if rule.evidence == "import":
        near_matches = find_near_imports(checked_contract, texts, broken_places=report.violations)
    elif rule.searches_text() and not is_item_itself(checked_contract):
        near_matches = find_near_lines(
            checked_contract, texts, report=report, seconds=_NEAR_SECONDS
        )
    places = {*map(_make_place_key, report.violations)}
    differs_in_code = rule.evidence == "lost match"
    if in_code and not {kind for kind, _ in near_matches.kinds} <= {CODE, PROSE}:
        code_checker = make_trial_checker(in_code, project, seconds=seconds)
        code_report = engine.check_files(
            code_checker, files.read(tree.paths), tree=tree, changes=changes
        )
        differs_in_code |= {*map(_make_place_key, code_report.violations)} != places
    return ProjectTrial(
        root=root,
        contract=contract,
        checked=checked_contract,
        listed=tuple(all_paths),
        selected=tuple(tree.paths),
        report=suggest_fixes(checker, report, files.read),
        near=near_matches,
        slow=find_slow_text(contract),
        compared=changes is not None,
        differs_in_code=differs_in_code,
    )


def _make_place_key(violation: Violation) -> tuple[object, ...]:
    return violation.path, violation.line, violation.column, violation.message


def make_trial_checker(contract: Contract, project: WholeProject, *, seconds: float) -> Checker:
    """Return the checker by the contract on trial alone, with the project's configuration.

    Its time begins to run: so many *seconds* a file, and ten times as many for all.
    """
    configuration = read_configuration(project.levels)
    single_contract = resolve_contracts(
        [contract], exclude=configuration.exclude, ignorable=configuration.ignorable
    )
    folders = dict.fromkeys([*project.contracts.folders, *PROJECT_FOLDERS])
    deadline = time.monotonic() + _TIMES * seconds
    contracts = single_contract._replace(
        folders=(*folders,), directives_as_text=configuration.directives_as_text
    )
    return make_checker(contracts, seconds, deadline=deadline, root=project.levels.root)


# Where a contract's pattern matches without a violation, and where only a part of it does.

_SECONDS = 0.5
_MOST = 5
# Of the items of a pattern: less is a word that is everywhere.
_LEAST = 0.5
_MOST_MATCHES = 20


class NearLine(Record):
    """A near miss: the part of the pattern, how many parts are longer, and its place."""

    part: str
    rank: int
    place: Violation


class Nearby(Record):
    """What of the pattern is found without a violation.

    ``lines`` are the nearest misses, the longest parts first, in so many ``files``: until time was
    up. ``matches`` the first matches in lines without a violation, such as those that a condition
    exempts. ``kinds``: how many of all matches are in each kind of region, whether they count or
    not, in ``counted_files``. ``with_comments`` would count if the pattern saw comments,
    ``without_comments`` count only as it does not. ``blocks``: what blocks make of each.
    """

    lines: tuple[NearLine, ...] = ()
    matches: tuple[Violation, ...] = ()
    files: int = 0
    counted_files: int = 0
    kinds: tuple[tuple[str, int], ...] = ()
    with_comments: tuple[Violation, ...] = ()
    without_comments: tuple[Violation, ...] = ()
    blocks: tuple[BlockNote, ...] = ()


def find_near_lines(
    contract: Contract,
    files: Iterable[TextFile | Skip],
    *,
    report: Report,
    seconds: float,
    count_seconds: float = _COUNT_SECONDS,
) -> Nearby:
    """Return the near misses of a trial: what of the tried pattern is in *files* besides the
    violations of the *report*.

    Of equal lines the first. After so many *seconds* near misses are searched in no further file,
    after *count_seconds* nothing is counted. The files on which the *report* is undecided are left
    out of both.
    """
    broken_lines = {(violation.path, violation.line) for violation in report.violations}
    undecided_paths = {check.path for check in report.undecided}
    pattern_parts = PatternParts(contract.pattern, literal=contract.literal, least=_LEAST)
    searcher, begun = Searcher(), time.monotonic()
    number_of_files = counted_files = 0
    kinds: dict[str, int] = {}
    with_comments, without_comments = list[Violation](), list[Violation]()
    best_lines: dict[str, NearLine] = {}
    matches: dict[str, Violation] = {}
    notes: list[BlockNote] = []
    for file in files:
        used_seconds = time.monotonic() - begun
        if used_seconds > count_seconds:
            break
        is_searched = used_seconds <= seconds
        number_of_files += is_searched
        is_counted = file.path not in undecided_paths
        texts = (
            list_searched_texts(contract, file) if is_counted and not isinstance(file, Skip) else ()
        )
        for text in texts:
            with contextlib.suppress(TimeoutError):  # the report says that it is undecided
                notes += make_block_notes(text, seconds=_SECONDS)
            text_everywhere = text.everywhere()
            spans, are_all = text_everywhere.matches(searcher, seconds=_SECONDS)
            is_counted = is_counted and are_all
            whole_spans = spans
            if RULES[contract.type].evidence == "item":
                whole_spans, _ = text_everywhere.matches(
                    searcher, seconds=_SECONDS, narrows_to_items=False
                )
            only_with, only_without = text.changed_by_comments(searcher, seconds=_SECONDS)
            with_comments += text.places(only_with)
            without_comments += text.places(only_without)
            for kind in text_everywhere.kinds(whole_spans):
                kinds[kind] = kinds.get(kind, 0) + 1
            for place in text.places(spans[:_MOST_MATCHES]):
                if (place.path, place.line) not in broken_lines and len(matches) < _MOST_MATCHES:
                    matches.setdefault(fold_white_space(place.line_text), place)
            for near_line in (
                _find_nearer_lines(
                    text,
                    pattern_parts,
                    # The item of a match may stand on a line below its start.
                    [*spans, *whole_spans, *only_without],
                    best_lines=best_lines,
                )
                if are_all and is_searched
                else ()
            ):
                best_lines[fold_white_space(near_line.place.line_text)] = near_line
        counted_files += is_counted
        nearest = sorted(best_lines.values(), key=attrgetter("rank"))[:_MOST]
        best_lines = {
            fold_white_space(near_line.place.line_text): near_line for near_line in nearest
        }
    number_by_kind = tuple(sorted(kinds.items()))
    return Nearby(
        lines=tuple(best_lines.values()),
        matches=tuple(matches.values()),
        files=number_of_files,
        counted_files=counted_files,
        kinds=number_by_kind,
        with_comments=tuple(with_comments),
        without_comments=tuple(without_comments),
        blocks=tuple(notes),
    )


def _find_nearer_lines(
    text: SearchedText,
    pattern_parts: PatternParts,
    spans: Spans,
    *,
    best_lines: Mapping[str, NearLine],
) -> Iterator[NearLine]:
    """Yield the nearest misses in *text* that are better than the worst *best_lines* one."""
    worst_rank = (
        max(near_line.rank for near_line in best_lines.values())
        if len(best_lines) >= _MOST
        else None
    )
    touched = {line for start, end in spans for line in _find_line_starts(text.text, start, end)}
    line_texts, most_lines = {*best_lines}, len(best_lines) + _MOST
    for miss in pattern_parts.in_text(
        text.seen_text(), excepted_lines=touched, longer_than=worst_rank
    ):
        start = text.text.rfind("\n", 0, miss.start) + 1
        line = fold_white_space(text.text[start : (text.text.find("\n", miss.start) + 1 or None)])
        if line not in line_texts:
            line_texts.add(line)
            yield NearLine(miss.part, miss.rank, text.places([(miss.start, miss.end)])[0])
        if len(line_texts) >= most_lines:
            return


def _find_line_starts(text: str, start: int, end: int) -> Iterator[int]:
    """Yield where the lines start that a match touches."""
    line = text.rfind("\n", 0, start) + 1
    while line <= max(end - 1, start):
        yield line
        after = text.find("\n", line)
        if after < 0:
            return
        line = after + 1


# Imports that lead to something called nearly as what is forbidden.

_CLOSE = 0.85
# A name of so few letters is a part of many.
_SHORT = 3
_FIELD = re.compile(r"\{\w+\}")
_LITERAL = re.compile(r"[\w@-][\w@.-]*")


def find_near_imports(
    contract: Contract,
    files: Iterable[TextFile | Skip],
    *,
    broken_places: Iterable[Violation],
) -> Nearby:
    """Return which imports in *files* are nearly what *contract* forbids, the nearest first."""
    broken_lines = {(violation.path, violation.line) for violation in broken_places}
    # Of each glob that forbids the last name that is no sign.
    globs = [glob for glob in contract.value_of(FORBID.name) if not glob.startswith("!")]
    name_lists = [
        _LITERAL.findall(_FIELD.sub("", spelled_glob))
        for glob in globs
        for spelled_glob in spell_out(glob)
    ]
    names = [literals[-1].lower() for literals in name_lists if literals]
    end, number_of_files = time.monotonic() + _NEAR_SECONDS, 0
    best_lines: dict[str, NearLine] = {}
    for file in files:
        if time.monotonic() > end:
            break
        number_of_files += 1
        if isinstance(file, Skip):
            continue
        for cell in split_into_parts(file, ignores=False, printed=True, seconds=None).parts():
            name = name_text_in_language(contract, cell.name)
            language = find_import_language(name, cell.text)
            if language is None:
                continue
            for statement in find_imports(name, cell.text):
                span = (statement.start, statement.end)
                [place] = make_match_violations(
                    contract, path=file.path, text=cell.text, spans=[span]
                )
                place = cell.shown(place, cell.text) if cell.shown else place
                targets = find_import_targets(
                    contract, name, found_import=statement, language=language
                )
                for target in [target.path for target in targets]:
                    rank = round(100 * (1 - _measure_likeness(target, names)))
                    is_broken = (place.path, place.line) in broken_lines
                    if rank <= 100 * (1 - _CLOSE) and not is_broken:
                        best_lines.setdefault(target, NearLine(target, rank, place))
    nearest = sorted(best_lines.values(), key=attrgetter("rank"))[:_MOST]
    return Nearby(tuple(nearest), files=number_of_files)


def _measure_likeness(target: str, names: Sequence[str]) -> float:
    """Return how much a name of the *target* is like one of *names*, from 0 to 1."""
    pairs = [*product(target.lower().split("/"), names)]
    holds_a_name = any(len(name) > _SHORT and name in target_name for target_name, name in pairs)
    likeness = [SequenceMatcher(None, *pair).ratio() for pair in pairs]
    return max([*likeness, _CLOSE if holds_a_name else 0.0])


# A text on which a pattern runs away, found before a file holds one.
#
# ``(\w+\s?)+;`` is quick on every line of a project, until one has a long name and no semicolon.

LENGTH = 2_000
SECONDS = 0.1
# Of what matches at all: its pieces, each of which is repeated.
_MOST_STEPS = 8
_END = "\u00a7"


def find_slow_text(contract: Contract) -> str:
    """Return the text, repeated, for which the trial of *contract* takes longer than ``SECONDS``.

    ``LENGTH`` characters of it, then one that does not fit, and then a match: what a pattern
    requires is there. Empty where none is known.
    """
    if not RULES[contract.type].searches_text() or is_item_itself(contract):
        return ""
    searcher = Searcher(filtered=False)
    sample = make_matching_text(contract) or ""
    pieces = ["a", " ", "a ", "x="] if sample else []
    pieces += [character for character in sample if not character.isalnum()]
    pieces += [sample, sample[:-1]] if len(sample) > 1 else []
    for piece in [*dict.fromkeys(pieces)][:_MOST_STEPS]:
        text = f"{(piece * LENGTH)[:LENGTH]}{_END}{sample}"
        try:
            searcher.finds(contract.searched, text, seconds=SECONDS)
        except TimeoutError:
            return piece
        except (MemoryError, RuntimeError):
            continue
    return ""
