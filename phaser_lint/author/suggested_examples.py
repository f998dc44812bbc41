"""Examples for a contract that was tried: its author's, a commit's, and lines of the project.

Nothing else of the project is one: a near miss may be what the pattern was meant for. What a
condition exempts is valid by the contract itself. What a commit fixed is shown as it was before and
after, in as few lines as tell both apart.
"""

from __future__ import annotations

import itertools
import os
import textwrap
from collections.abc import Iterator, Mapping, Sequence
from difflib import SequenceMatcher
from typing import Any

from phaser_lint.author.commit_trial import CommitTrial
from phaser_lint.author.example_flags import read_flag_example
from phaser_lint.author.own_example_trials import explain_own_example, find_other_language_glob
from phaser_lint.author.trial import ProjectTrial
from phaser_lint.contract.example_reader import ExampleReader
from phaser_lint.contract.keys import IN
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.own_examples import (
    KeyedExample,
    agrees_with_author,
    find_example_violations,
)
from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.example import Example
from phaser_lint.contract.rules.example_language import is_in_no_language, name_example
from phaser_lint.core.errors import UsageError
from phaser_lint.core.file_records import Skip
from phaser_lint.core.file_state import Files
from phaser_lint.core.text import fold_white_space, is_unicode, make_printable, normalise_text
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.levels import name_level_folder
from phaser_lint.text.languages import split_text_name
from phaser_lint.text.notebook import parse_cells

_MOST = 2
_MOST_TRIED = 40
_SECONDS = 0.2
# A contract is read by people: a line of a minified file is no example, nor is a long file.
_LONGEST = 1_000
_MOST_LINES = 30
_MOST_FILES = 20


def choose_trial_examples(
    trial: ProjectTrial,
    *,
    valid: Sequence[str],
    invalid: Sequence[str],
    pairs: Sequence[Mapping[str, Any]],
    is_saved: bool,
) -> dict[str, list[Any]]:
    """Return the examples suggested for a contract that was tried, ``valid`` and ``invalid``, each
    kind without any where none is known.

    *valid* and *invalid* are the author's, *pairs* those of a commit. Lines of the project are
    added only where the contract *is_saved*.
    Raises ``UsageError`` where the contract contradicts one that its author names.
    """
    examples: dict[str, list[Any]] = {
        "valid": [_require_author_example(trial, "valid", text) for text in valid],
        "invalid": [_require_author_example(trial, "invalid", text) for text in invalid],
    }
    if not is_saved:
        return {kind: of_kind for kind, of_kind in examples.items() if of_kind}
    for pair in pairs:
        for kind, example in pair.items():
            if not _is_among(example, examples[kind]):
                examples[kind].append(example)
    candidates = _find_candidates(trial, examples)
    for kind, candidate in itertools.islice(candidates, _MOST_TRIED):
        same_kind = examples[kind]
        if min(map(len, examples.values())) >= _MOST:
            break
        if (
            not _is_among(candidate, same_kind)
            and len(same_kind) < _MOST
            and is_unicode(str(candidate))
            and _find_kind(trial.contract, candidate) == kind
            and (kind == "invalid" or _is_telling(trial.contract, candidate))
        ):
            same_kind.append(candidate)
    return {kind: of_kind for kind, of_kind in examples.items() if of_kind}


def _is_among(example: Any, examples: Sequence[Any]) -> bool:
    # A line is tried without its indentation, and with it.
    return _fold_example(example) in map(_fold_example, examples)


def _fold_example(example: Any) -> str:
    return fold_white_space(
        str(example.get("text", example) if isinstance(example, dict) else example)
    )


def _require_author_example(trial: ProjectTrial, expected: str, text: str) -> Any:
    """Return *text* as the example that its author names; raises ``UsageError``."""
    written = read_flag_example(trial.contract, expected, text)
    paths = [*_find_violating_files(trial), *trial.selected]
    forms = _make_forms(trial, text, paths) if written == text else [written]
    kinds = [_find_kind(trial.contract, form) for form in forms]
    if expected in kinds:
        return forms[kinds.index(expected)]
    message = "expected a --glob that tells its language, such as 'src/**/*.py'"
    if forms:
        number = "no" if expected == "valid" else "a"
        outcomes = {"valid": "none", "invalid": "one", None: "that the pattern takes too long"}
        message = f"expected {number} violation, found {outcomes[kinds[0]]}"
        if kinds[0] is not None:
            example = _make_example(trial.contract, forms[0])
            keyed = KeyedExample("", example, is_valid=expected == "valid")
            message += _describe_reading(trial.contract, keyed)
    raise UsageError(f"--{expected} {make_printable(text)}: {message}")


def _make_forms(trial: ProjectTrial, text: str, paths: Sequence[str]) -> list[Any]:
    """Return *text* as an example; where no glob tells its language, at files of *paths*.

    Of ``src/pages/**`` with ``in: code`` a text by itself would be an example of no language.
    """
    contract = trial.contract
    if not is_in_no_language(contract, Example(text)):
        return [text]
    path_by_ending: dict[str, str] = {}
    for path in _name_paths_at_level(trial, paths):
        path_by_ending.setdefault(os.path.splitext(path)[1], path)
    return [
        {"path": path, "text": text}
        for path in path_by_ending.values()
        if name_example(contract._replace(file_glob=(path,)))
    ]


def _find_kind(contract: Contract, form: Any) -> str | None:
    """Return ``valid`` or ``invalid``, as the contract checks an example; ``None``: not in time."""
    keyed = KeyedExample("", _make_example(contract, form), is_valid=True)
    agreed = agrees_with_author(contract, keyed, seconds=_SECONDS)
    return None if agreed is None else ("valid" if agreed else "invalid")


def _make_example(contract: Contract, form: Any) -> Example:
    reader = ExampleReader(RULES[contract.type], has_fix=True)
    [example] = reader.read({"invalid": [form]})["invalid"]
    return Example(*example)


def _describe_reading(contract: Contract, keyed: KeyedExample) -> str:
    """Return where its violation is, as which file it was read, and why, as far as it is known."""
    violations = find_example_violations(contract, keyed.example, seconds=_SECONDS) or ()
    lines = [f" at {item.line}:{item.column}" for item in violations if item.line and item.column]
    place = lines[0] if lines else ""
    reading = ""
    if keyed.example.stands_anywhere() and name_example(contract):
        glob, told_language = split_text_name(name_example(contract))
        reading = f", read as {told_language or glob}"
    other_glob = find_other_language_glob(contract, keyed)
    if other_glob:
        return f"{place}{reading}; as {other_glob} it is right: name that first"
    reasons = map(make_printable, explain_own_example(contract, keyed))
    return "; ".join([f"{place}{reading}", *reasons])


def _is_telling(contract: Contract, form: Any) -> bool:
    """Tell whether a valid example breaks the contract once nothing exempts its matches.

    A line without its indentation may be valid only because the pattern does not match it.
    """
    if RULES[contract.type].evidence == "no match":
        return True
    own_keys = [key_and_value for key_and_value in contract.own if key_and_value[0] != IN.name]
    every_match = contract._replace(
        own=tuple(own_keys),
        searched=contract.searched._replace(without_comments=False),
        conditions=(),
        block_patterns=(),
    )
    return _find_kind(every_match, form) == "invalid"


def _find_candidates(
    trial: ProjectTrial, examples: Mapping[str, Sequence[Any]]
) -> Iterator[tuple[str, Any]]:
    """Yield what may be an example, and of which kind, the best first.

    Whole files only while *examples*, which grow meanwhile, have no invalid one.
    """
    rule, contract = RULES[trial.contract.type], trial.contract
    if rule.is_about_paths() or is_item_itself(contract):
        for path in _name_paths_at_level(trial, _find_violating_files(trial)):
            yield "invalid", {"files": {path: ""}} if is_item_itself(contract) else path
        if any(violation.where == "glob" for violation in trial.report.violations):
            yield "invalid", {"files": {}}
        return
    suppressed = {(violation.path, violation.line) for violation in trial.report.suppressed}
    spared = [match for match in trial.near.matches if (match.path, match.line) not in suppressed]
    for kind, places in (("invalid", trial.report.violations[:_MOST_FILES]), ("valid", spared)):
        for place in places:
            for text in _find_match_texts(DiskFiles(trial.root), place):
                yield from ((kind, form) for form in _make_forms(trial, text, [place.path]))
    if not examples["invalid"]:
        # Short files as a whole, where no line is enough.
        for file in DiskFiles(trial.root).read(_find_violating_files(trial)[:_MOST_FILES]):
            lines = [] if isinstance(file, Skip) else normalise_text(file.text).split("\n")
            if _are_short(lines):
                forms = _make_forms(trial, "\n".join(lines), [file.path])
                yield from (("invalid", form) for form in forms)


def _find_violating_files(trial: ProjectTrial) -> list[str]:
    """Return the project's files that are examples of a violation; of a folder its first."""
    selected, paths = set(trial.selected), []
    for violation in trial.report.violations:
        if violation.path in selected:
            paths.append(violation.path)
        else:
            folder = f"{violation.path}/"
            paths += [path for path in trial.selected if path.startswith(folder)][:1]
    return [*dict.fromkeys(paths)]


def _find_match_texts(files: Files, place: Violation) -> Iterator[str]:
    """Yield the lines that a match touches where they are several, and its line as it may stand.

    Of a cell, whose lines are not those of the file, all of it in place of several.
    """
    touched = _find_touched_lines(files, place)
    line = place.cell_text or (touched or [""])[0]
    blocks = [textwrap.dedent("\n".join(touched))] if len(touched) > 1 else []
    # A long line is shortened in a violation.
    forms = [line.strip(), line] if line in touched else []
    for text in (*forms, *blocks) if place.cell else (*blocks, *forms):
        if text and _are_short(text.split("\n")):
            yield text


def _find_touched_lines(files: Files, place: Violation) -> list[str]:
    """Return the lines of the file that a match touches, or those of its cell."""
    lines = [] if place.line is None else _read_text_lines(files, place.path)
    if place.cell is None:
        return lines[(place.line or 1) - 1 : place.end_line]
    all_cells = parse_cells("\n".join(lines), printed=True) or ()
    cells = [
        normalise_text(cell.text).split("\n") for cell in all_cells if cell.number == place.cell
    ]
    return next((cell for cell in cells if place.cell_text in cell), [])


def _are_short(lines: Sequence[str]) -> bool:
    return 0 < len(lines) <= _MOST_LINES and max(map(len, lines)) <= _LONGEST


def explain_missing_example(trial: ProjectTrial) -> str:
    """Return why a trial suggests no breaking line, where it is their length; else nothing."""
    places = trial.report.violations[:_MOST_FILES]
    touched = [_find_touched_lines(DiskFiles(trial.root), place) for place in places]
    if not touched or not all(touched) or any(map(_are_short, touched)):
        return ""
    return (
        f"what breaks it is more than {_MOST_LINES} lines, or a line of more than "
        f"{_LONGEST:,} characters"
    )


def _name_paths_at_level(trial: ProjectTrial, paths: Sequence[str]) -> list[str]:
    """Return those of *paths* that lie at the contract's level, as they are called from there."""
    folder = name_level_folder(trial.contract.level)
    start = f"{folder}/" if folder else ""
    return [path[len(start) :] for path in paths if path.startswith(start)]


# What a commit fixed, as it was before and after.

_MOST_HUNKS = 4
# Lines around what changed: as few as tell before from after, as the head of a block may.
_WINDOWS = (0, 1, 2, 4, 8, 16, _MOST_LINES)
_MOST_PAIRS_TRIED = 60
# What two texts have in common at both ends is left out before.
_MOST_LINES_COMPARED = 2_000


def find_commit_pairs(trial: ProjectTrial, commit_trial: CommitTrial) -> list[dict[str, Any]]:
    """Return examples that a trial suggests from what the commit fixed, as it was before and after.

    At most two pairs of an ``invalid`` and a ``valid`` one. Where no text of the commit is a valid
    one, as of a file that it deleted, it is the invalid one only.
    """
    contract, names_after = trial.contract, commit_trial.find_names_after()
    violations = commit_trial.before.report.violations[:_MOST_FILES]
    pairs: list[dict[str, Any]] = []
    for violation in violations:
        candidates = _find_commit_candidates(
            trial, commit_trial, violation, names_after=names_after
        )
        for invalid, valid in itertools.islice(candidates, _MOST_PAIRS_TRIED):
            if (
                is_unicode(f"{invalid}{valid}")
                and _find_kind(contract, invalid) == "invalid"
                and _find_kind(contract, valid) == "valid"
            ):
                pairs.append({"invalid": invalid, "valid": valid})
                break
        if len(pairs) == _MOST:
            break
    for violation in () if pairs else violations:
        for text in _find_match_texts(commit_trial.before.files, violation):
            for form in _make_forms(trial, text, [violation.path]):
                if is_unicode(text) and _find_kind(contract, form) == "invalid":
                    return [{"invalid": form}]
    return pairs


def explain_missing_pair(commit_trial: CommitTrial) -> str:
    """Return why no examples are suggested from the commit of a trial."""
    if not commit_trial.before.report.violations:
        return "no example of the commit: the contract finds nothing before it"
    length = f"{_MOST_LINES} lines of {_LONGEST:,} characters"
    return f"no example of the commit: at most {length} show no difference"


def _find_commit_candidates(
    trial: ProjectTrial,
    commit_trial: CommitTrial,
    violation: Violation,
    *,
    names_after: Mapping[str, str],
) -> Iterator[tuple[Any, Any]]:
    """Yield what may be an invalid and a valid example, the smallest first."""
    if violation.cell is not None:  # the lines of a notebook are those of its JSON
        return
    before, after = commit_trial.before.files, commit_trial.after.files
    name_after = names_after.get(violation.path, violation.path)
    if RULES[trial.contract.type].is_about_paths():
        if after.mode(name_after) and name_after != violation.path:
            own_names = _name_paths_at_level(trial, [violation.path])
            yield from zip(own_names, _name_paths_at_level(trial, [name_after]), strict=False)
    elif violation.where != "glob":
        lines = _read_text_lines(before, violation.path), _read_text_lines(after, name_after)
        for text, other_text in _find_windows(*lines, line=violation.line):
            forms = _make_forms(trial, text, [violation.path])
            other_forms = _make_forms(trial, other_text, [name_after])
            yield from zip(forms, other_forms, strict=False)
    # The file with another one that the commit changed, as both were before and after.
    names = [] if violation.where == "glob" else [violation.path, name_after]
    for path in commit_trial.changed[:_MOST_FILES]:
        project = _read_project_at_level(trial, before, [*names[:1], path])
        other_project = _read_project_at_level(trial, after, [*names[1:], path])
        if project is not None and other_project:
            yield (
                _choose_example_form(trial.contract, project),
                _choose_example_form(trial.contract, other_project),
            )


def _find_windows(
    before: Sequence[str], after: Sequence[str], *, line: int | None
) -> Iterator[tuple[str, str]]:
    """Yield the lines of both that a change replaced, with more and more lines around them.

    Changes near the *line* first.
    """
    index = (line or 1) - 1
    hunks = _find_hunks(before, after)
    distances = [max(hunk[0] - index, index - hunk[1]) for hunk in hunks]
    nearest_hunks = [hunks[n] for n in sorted(range(len(hunks)), key=distances.__getitem__)]
    for around in _WINDOWS:
        for start, end, other_start, other_end in nearest_hunks[:_MOST_HUNKS]:
            window = before[max(start - around, 0) : end + around]
            other_window = after[max(other_start - around, 0) : other_end + around]
            if all(map(_are_short, (window, other_window))):
                texts = ["\n".join(lines).strip("\n") for lines in (window, other_window)]
                if all(text.strip() for text in texts):
                    yield textwrap.dedent(texts[0]), textwrap.dedent(texts[1])
                    yield texts[0], texts[1]


def _find_hunks(before: Sequence[str], after: Sequence[str]) -> list[tuple[int, int, int, int]]:
    """Return which lines of *before* became which of *after*; none where too many differ."""
    start, shorter = 0, min(len(before), len(after))
    while start < shorter and before[start] == after[start]:
        start += 1
    end = 0
    while end < shorter - start and before[-1 - end] == after[-1 - end]:
        end += 1
    middles = before[start : len(before) - end], after[start : len(after) - end]
    if max(map(len, middles)) > _MOST_LINES_COMPARED:
        return []
    return [
        (start + i1, start + i2, start + j1, start + j2)
        for tag, i1, i2, j1, j2 in SequenceMatcher(None, *middles, autojunk=False).get_opcodes()
        if tag != "equal"
    ]


def _choose_example_form(contract: Contract, project: Mapping[str, str]) -> Any:
    """Return the shortest form of an example of these files."""
    if len(project) != 1 or is_item_itself(contract):
        return {"files": project}
    [(path, text)] = project.items()
    return path if RULES[contract.type].is_about_paths() else {"path": path, "text": text}


def _read_project_at_level(
    trial: ProjectTrial, files: Files, paths: Sequence[str]
) -> dict[str, str] | None:
    """Return the texts of those of *paths* that are there, by path; ``None``: one is too long."""
    project: dict[str, str] = {}
    for path in dict.fromkeys(paths):
        lines = _read_text_lines(files, path) if files.mode(path) else None
        if lines is None:
            continue
        rule = RULES[trial.contract.type]
        is_needed = rule.searches_text() or "lists" in rule.needs
        if is_needed and lines and not _are_short(lines):
            return None
        text = "\n".join(lines) if is_needed else ""
        project.update(dict.fromkeys(_name_paths_at_level(trial, [path]), text))
    return project


def _read_text_lines(files: Files, path: str) -> list[str]:
    """Return the lines of the file at *path* for examples; none where it has no text."""
    files_read = [*files.read([path])]
    return [
        line
        for file in files_read
        if not isinstance(file, Skip)
        for line in normalise_text(file.text).split("\n")
    ]
