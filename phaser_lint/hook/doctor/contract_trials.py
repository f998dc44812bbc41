"""What each contract is tried with: a path, and a text that breaks it or keeps it.

A hook gets a trial as the event "this file is about to be written". The engine in this process
finds which contracts it breaks, so that an answer that differs is a fault of the hook.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator, Sequence, Set
from functools import partial

from phaser_lint.agent import FileProposal
from phaser_lint.check.edit_check import EditCheck
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.model import Contract, ContractKey, ContractSet
from phaser_lint.contract.rules import RULES, find_cause_in_file, is_met_by_other_files
from phaser_lint.contract.rules.conditions import (
    Condition,
    list_file_conditions,
    list_line_conditions,
)
from phaser_lint.contract.rules.example import list_invalid_examples, list_valid_examples
from phaser_lint.contract.rules.sample_text import breaking_text, make_matching_text
from phaser_lint.contract.rules.violations import name_globs_from_root
from phaser_lint.core import Record
from phaser_lint.core.changes import Changes, read_no_file
from phaser_lint.core.text import name_contract
from phaser_lint.hook.protection.protected_places import may_name_protected_place
from phaser_lint.project.git import find_working_tree
from phaser_lint.project.git.tracked_files import is_ignored_path
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import make_tests_below
from phaser_lint.text.globs.glob_syntax import spell_out_globs
from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.searcher import Pattern

_NAME = "phaser_lint_doctor"
_SECONDS = 2.0
_MOST_FILES = 20
_IGNORED = "git ignores what it forbids, so hooks and scans take that for not there"
_ALL_THERE = "the files that its globs select are there: no new one is tried in their place"


class Trial(Record):
    """One file about to be written."""

    path: str
    """Relative to the project."""
    text: str
    contract: str = ""
    """The contract that it breaks, as it is shown; nothing for one that breaks none."""
    severity: str = ""
    of_path: bool = False
    """The path breaks it, whatever the text."""

    def is_named_in(self, text: str) -> bool:
        """Tell whether *text* names the trial's contract; ``no-print`` is not ``pay/no-print``."""
        return bool(re.search(rf"(?<![\w/-]){re.escape(self.contract)}(?![\w-])", text))


class ContractTrials(Record):
    """All trials of a project, and the contracts that there are none for."""

    clean: Trial
    breaking: tuple[Trial, ...]
    without: tuple[tuple[ContractKey, str], ...] = ()
    """Keys, each with the reason."""
    unreachable: tuple[ContractKey, ...] = ()
    """Keys of contracts whose globs select no path that could be found."""
    idle: tuple[ContractKey, ...] = ()
    """Keys of contracts whose globs select no file of the project today."""

    def on_disk(self) -> tuple[Trial, ...]:
        """Return the trials for errors that can lie on a disk together: one for each path."""
        trials_by_path: dict[str, Trial] = {}
        for trial in self.breaking:
            if trial.severity == "error" and trial.path != self.clean.path:
                trials_by_path.setdefault(trial.path, trial)
        return tuple(trials_by_path.values())


def make_trials(root: str, contracts: ContractSet, files: Sequence[str]) -> ContractTrials:
    """Return the doctor's trials of hooks for *contracts* in the project, which has *files*."""
    breaking: list[Trial] = []
    without: list[tuple[ContractKey, str]] = []
    unreachable: list[ContractKey] = []
    idle: list[ContractKey] = []
    for number, contract in enumerate(contracts.contracts, start=1):
        selected = _find_first_paths(files, partial(_selects, contract))
        if not selected and RULES[contract.type].checks_each_file():
            idle.append(contract.key)
        paths = _find_new_paths(root, contract, selected=selected, stem=f"{_NAME}_{number}")
        if not (paths or selected):
            unreachable.append(contract.key)
            continue
        ignored_reason = ""
        reason = _explain_unbreakable(contract) or ("" if paths else _ALL_THERE)
        # What git ignores no hook and no scan reports as there.
        tree = find_working_tree(root) if RULES[contract.type].evidence == "file" else None
        for path, text in () if reason else _list_candidates(contract, paths):
            # What an example says of a file that is there may be an existing violation of it.
            is_new = not os.path.lexists(os.path.join(root, path))
            if is_new and contract.key in _find_broken_contracts(path, text, contracts):
                if tree and is_ignored_path(tree, path):
                    ignored_reason = _IGNORED
                    continue
                trial = Trial(
                    path,
                    text,
                    contract=name_contract(contract.key),
                    severity=contract.severity,
                    of_path=not RULES[contract.type].checks_each_file(),
                )
                breaking.append(trial)
                break
        else:
            reason = reason or ignored_reason or "no example could be made"
            without.append((contract.key, reason))
    clean = _make_clean_trial(
        root, contracts, files=files, used_paths={trial.path for trial in breaking}
    )
    return ContractTrials(
        clean,
        tuple(breaking),
        without=tuple(without),
        unreachable=tuple(unreachable),
        idle=tuple(idle),
    )


def without_levels(contracts: ContractSet, levels: Sequence[str]) -> ContractSet:
    """Return *contracts* for the doctor's trials, with globs that leave out what is in *levels*."""
    if not levels:
        return contracts
    glob_of_levels = make_tests_below(levels)
    narrowed = [
        contract._replace(globs=(*contract.globs, glob_of_levels))
        for contract in contracts.contracts
    ]
    return contracts._replace(contracts=tuple(narrowed))


def _selects(contract: Contract, path: str) -> bool:
    """Tell whether *path* is selected for certain: on another one nothing can be tried."""
    try:
        return selects_path(contract.globs, path)
    except TimeoutError:
        return False


def _find_first_paths(files: Sequence[str], selects: Callable[[str], bool]) -> list[str]:
    paths = []
    for path in files:
        if selects(path):
            paths.append(path)
            if len(paths) == _MOST_FILES:
                break
    return paths


def _explain_unbreakable(contract: Contract) -> str:
    """Return why no new file, on trial, can break the contract; nothing where one can."""
    if contract.scope == "tree":
        return "all files together break it: Stop and scan check it"
    if "base" in RULES[contract.type].needs:
        if "create" in RULES[contract.type].breaking_kinds(contract):
            return ""
        return "only a change of existing files breaks it: edits, Stop and git report it"
    if is_met_by_other_files(contract):
        return "it is reported with an edit and denies none: Stop and scan check it"
    if find_cause_in_file(contract) is None:
        return "only deleting a file breaks it: Stop and scan check it"
    return ""


def _find_new_paths(root: str, contract: Contract, selected: Sequence[str], stem: str) -> list[str]:
    """Return paths of new files that the contract selects, next to real ones first, and those
    last that ``--protect`` denies whatever the contract says.
    """
    globs = name_globs_from_root(contract, spell_out_globs(contract.file_glob))
    paths_of_globs = [_make_glob_path(glob, stem) for glob in globs]
    folders = [*_find_sample_paths(contract), stem, "src"]
    examples = [example.files_of(contract) for example in list_invalid_examples(contract)]
    paths_beside = [
        os.path.join(os.path.dirname(path), stem + _split_endings(path)) for path in selected
    ]
    candidates = [
        *paths_beside,
        *paths_of_globs,
        *(f"{folder.strip('/')}/{path}" for path in paths_of_globs for folder in folders),
        *_find_sample_paths(contract),
        *(path for files in examples for path, _ in files),
    ]
    new_paths = [
        path
        for path in dict.fromkeys(candidates)
        if _selects(contract, path) and not os.path.lexists(os.path.join(root, path))
    ]
    return sorted(new_paths, key=_may_be_protected)


def _may_be_protected(path: str) -> bool:
    """Tell whether a hook may have a word on *path*: contracts, settings and hooks."""
    return may_name_protected_place(f"/{path}")


def _find_sample_paths(contract: Contract) -> list[str]:
    """Return a path in which the pattern for paths is found, if one is known."""
    if not contract.path_pattern:
        return []
    condition = Condition("path_pattern", Pattern(write_out_groups(contract.path_pattern)))
    sample = make_matching_text(condition.required_contract(contract))
    return [name_globs_from_root(contract, [sample.strip()])[0]] if sample else []


def _split_endings(path: str) -> str:
    """Return what of the name of *path* follows its first dot, and the dot."""
    _, dot, endings = os.path.basename(path).partition(".")
    return dot + endings


def _make_glob_path(glob: str, stem: str) -> str:
    """Return a path that a plain glob selects; whoever asks has to make sure."""
    text = glob.strip("/") if not glob.endswith("/") else f"{glob.strip('/')}/{stem}"
    names = []
    for name in text.split("/"):
        if name == "**":
            continue
        path_name, index = "", 0
        while index < len(name):
            character = name[index]
            end = name.find("]", index + 2)
            if character == "*":
                path_name += "" if path_name.endswith(stem) else stem
            elif character == "?":
                path_name += "a"
            elif character == "[" and end > 0:
                path_name += "a" if name[index + 1] in "!^" else name[index + 1]
                index = end
            elif character == "\\" and index + 1 < len(name):
                index += 1
                path_name += name[index]
            else:
                path_name += character
            index += 1
        names.append(path_name)
    return "/".join(names) if text.split("/")[-1] != "**" else "/".join([*names, stem])


def _list_candidates(contract: Contract, paths: Sequence[str]) -> Iterator[tuple[str, str]]:
    examples = list_invalid_examples(contract)
    example_files = [
        example_file for example in examples for example_file in example.files_of(contract)
    ]
    # Examples are of files that exist: another kind of change.
    if "base" in RULES[contract.type].needs:
        yield from ((path, "\n") for path in paths)
        return
    if RULES[contract.type].is_about_paths():
        yield from ((path, text or "\n") for path, text in example_files)
        # And names that few patterns for names take.
        endings = [_split_endings(path) for path in paths]
        stems = [path.removesuffix(ending) for path, ending in zip(paths, endings, strict=True)]
        oddly_named = [
            os.path.join(os.path.dirname(stem), f"{os.path.basename(stem).title()} -{ending}")
            for stem, ending in zip(stems, endings, strict=True)
        ]
        yield from ((path, "\n") for path in (*paths, *oddly_named))
        return
    texts = [example.text for example in examples if example.text is not None]
    sample_text = breaking_text(contract)
    if sample_text is not None:
        # And with what meets the conditions of the contract, if that is known.
        wanted_texts = _find_wanted_texts(contract, list_line_conditions(contract))
        words = " ".join(map(str.strip, wanted_texts))
        lines = f"{sample_text.rstrip()} {words}" if wanted_texts else sample_text
        lines = lines if lines.endswith("\n") else f"{lines}\n"
        of_file = "".join(_find_wanted_texts(contract, list_file_conditions(contract)))
        texts += [sample_text, lines + of_file]
    yield from example_files
    for path in paths[:_MOST_FILES]:
        for text in texts:
            # Some agents end every file with a line end.
            if not text.endswith("\n"):
                yield path, f"{text}\n"
            yield path, text


def _find_wanted_texts(contract: Contract, conditions: Sequence[Condition]) -> list[str]:
    patterns = [
        condition.required_contract(contract) for condition in conditions if condition.is_wanted()
    ]
    return [text for text in map(make_matching_text, patterns) if text is not None]


def _find_broken_contracts(path: str, text: str, contracts: ContractSet) -> set[ContractKey]:
    """Return the keys of the contracts that a trial breaks: *text* in the new file *path*."""
    checker = make_checker(contracts, _SECONDS)
    created = Changes({path: "create"}, then=read_no_file, now=read_no_file, whole=False)
    new = FileProposal(text=text, is_new=True)
    report = EditCheck(checker, [(path, new)]).check(only_new=False, changes=created)
    return {violation.contract_key for violation in report.violations}


def _make_clean_trial(
    root: str, contracts: ContractSet, files: Sequence[str], used_paths: Set[str]
) -> Trial:
    """Return a file for trial that breaks nothing, one that contracts select if there is any."""
    examples = [
        example for contract in contracts.contracts for example in list_valid_examples(contract)
    ]
    valid = [example.text for example in examples if example.text is not None]
    # Of a new file that these select there may be something to report once it is written.
    asking_others = [
        contract
        for contract in contracts.contracts
        if is_met_by_other_files(contract)
        or (
            "base" in RULES[contract.type].needs
            and not RULES[contract.type].breaking_kinds(contract)
        )
    ]
    for contract in contracts.contracts[:_MOST_FILES]:
        selected = _find_first_paths(files, partial(_selects, contract))
        new_paths = [
            path
            for path in _find_new_paths(root, contract, selected=selected, stem=f"{_NAME}_0")
            # A blank contract is no contract, as a hook says of one in .claude/contracts.
            if not _may_be_protected(path)
            and path not in used_paths
            and not any(_selects(asking, path) for asking in asking_others)
        ]
        for path in new_paths[:2]:
            for text in ("\n", "phaser-lint doctor\n", *valid):
                if not _find_broken_contracts(path, text, contracts):
                    return Trial(path, text)
    return Trial(f"{_NAME}.unknown", "\n")
