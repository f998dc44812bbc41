"""Why a contract finds what it finds in a file: the scan's own verdict, and all steps to it."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence

from phaser_lint.author.asked_contract import AskedContract, find_asked_contract
from phaser_lint.author.why.content_steps import explain_content
from phaser_lint.author.why.steps import Explanation, ScanResult, Step
from phaser_lint.author.why.verdict_steps import explain_scan_result
from phaser_lint.check.comparison.baseline_file import list_baseline_paths
from phaser_lint.check.comparison.moved_entries import with_moved_entries
from phaser_lint.check.open_project import WholeProject, open_whole_project
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.check.project_scan import scan_project
from phaser_lint.check.scan_report import assemble_matches
from phaser_lint.contract.configuration import read_configuration
from phaser_lint.contract.discover import NOTHING, Configuration
from phaser_lint.contract.model import Contract, ContractSet
from phaser_lint.contract.rules import RULES, is_on_tree
from phaser_lint.contract.selection import Selection, names_folder
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_size import measure_text
from phaser_lint.core.text import make_printable, name_contract, normalise_text
from phaser_lint.project import find_path_inside, find_repository_root
from phaser_lint.project.files import DISK
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.project.git import find_working_tree, require_repository
from phaser_lint.project.git.tracked_files import is_ignored_path
from phaser_lint.project.levels import USER_LEVEL, lies_within_level, name_level_folder
from phaser_lint.project.project_of_command import (
    require_path_in_project,
    require_working_directory,
)
from phaser_lint.project.symlinks import list_checked_names
from phaser_lint.text.globs import Tests, selects_path
from phaser_lint.text.globs.compile_globs import compile_glob_list, compile_globs

_LINE = re.compile(r"(.+):([0-9]+)", re.DOTALL)
_PLACE = re.compile(r"(.+?):([0-9]+)(?::[0-9]+)?:?", re.DOTALL)


class _Place(Record):
    """What was asked about: a file, or a folder, from the root, and the *line* if one was named.

    ``selected``: the path that globs are asked about.
    """

    path: str
    line: int | None
    selected: str
    is_there: bool


def explain_verdict(name: str, place_text: str, options: ProjectOptions) -> Explanation:
    """Return the explained verdict of a scan: why the contract *name* finds what it finds in
    ``PATH`` or ``PATH:LINE``.

    *options* name the project, the base and the baseline. Raises ``PhaserError``.
    """
    path, line = _parse_place(place_text, require_working_directory())
    project = open_whole_project(options._replace(state=DISK), named_path=path)
    root, here = project.levels.root, require_working_directory()
    relative = require_path_in_project(root, path, working_directory=here)
    full = os.path.join(root, relative)
    is_folder = os.path.isdir(full) and not os.path.islink(full)
    is_there = os.path.lexists(full)
    if options.state.is_in_git:
        require_repository(root)
        files = options.state.open_files(root, options.state_argument)
        project = project._replace(files=files.paths())
        is_there = is_folder or bool(files.mode(relative))
    files_inside = sorted(file for file in project.files if file.startswith(f"{relative}/"))
    place = _Place(
        path=relative,
        line=line,
        selected=files_inside[0] if is_folder and files_inside else relative,
        is_there=is_there,
    )
    declarations, file_problems = project.read_declarations()
    is_given = options.contracts_dir is not None
    configuration = NOTHING if is_given else read_configuration(project.levels)
    chosen = find_asked_contract(
        name,
        place.selected,
        root=root,
        written=(declarations, (*configuration.problems, *file_problems)),
        contracts=project.contracts,
    )
    contract = chosen.contract
    # Where a link to a file is named, that is checked; what selects only the link checks it by
    # that name.
    paths: Sequence[str] = ()
    if RULES[contract.type].subject in ("text", "size"):
        paths, _ = list_checked_names(root, place.path, is_text=False)
    target = "".join(path for path in paths if path != place.path)
    selecting = Selection(project.contracts).contracts_for(target) if target else ()
    if any(selecting_contract.key == contract.key for selecting_contract in selecting):
        line_suffix = "" if line is None else f":{line}"
        explained_link = explain_verdict(
            name, f"{os.path.join(root, target)}{line_suffix}", options
        )
        message = (
            f"{make_printable(place.path)} leads to {make_printable(target)}, "
            "which a scan checks for it"
        )
        return explained_link._replace(steps=(Step("link", message), *explained_link.steps))
    _require_place(place, contract, place_text=place_text, project=project, options=options)
    problems = [Step("problem", str(problem)) for problem in chosen.problems]
    steps = [
        *problems,
        *explain_selection(
            chosen,
            place.selected,
            contracts=project.contracts,
            configuration=configuration,
        ),
    ]
    verdict: ScanResult = "not-selected"
    if not any(step.stops for step in steps):
        verdict_steps, verdict = _check_contract(contract, place, project=project, options=options)
        steps += verdict_steps
    return Explanation(
        contract=contract, path=place.path, line=place.line, steps=tuple(steps), result=verdict
    )


def _parse_place(place_text: str, working_folder: str) -> tuple[str, int | None]:
    """Return the path and the line of a *place_text* place, as reports show it: ``a.py:3:7:``."""
    if _is_there(working_folder, place_text):
        return place_text, None
    path_and_line = _PLACE.fullmatch(place_text)
    path_and_first_number = _LINE.fullmatch(place_text)
    path_and_line = (
        path_and_first_number
        if path_and_first_number and _is_there(working_folder, path_and_first_number[1])
        else path_and_line
    )
    return (path_and_line[1], int(path_and_line[2][:9])) if path_and_line else (place_text, None)


def _is_there(here: str, path: str) -> bool:
    return os.path.lexists(os.path.join(here, path))


def _require_place(
    place: _Place,
    contract: Contract,
    place_text: str,
    project: WholeProject,
    options: ProjectOptions,
) -> None:
    """Raise ``UsageError`` where the contract cannot check what was named."""
    full = os.path.join(project.levels.root, place.path)
    printable_place = make_printable(place_text)
    is_folder = os.path.isdir(full) and not os.path.islink(full)
    # What it lacks, or what a change deleted, is no file now.
    if not (
        place.is_there
        or RULES[contract.type].asks_which_files()
        or "base" in RULES[contract.type].needs
    ):
        where = " in git's index" if options.state.is_in_git else ""
        raise UsageError(f"{printable_place}: no such file{where}")
    if is_folder and not RULES[contract.type].of_folders(contract):
        raise UsageError(f"{printable_place}: expected a file, found a folder")
    if place.line is not None and not is_folder:
        file = _read_place(place, project.levels.root, options)
        text = "" if isinstance(file, Skip) else normalise_text(file.text)
        # A match may be behind the last line end.
        last_line = text.count("\n") + 1
        if not place.line or (place.line > last_line and not isinstance(file, Skip)):
            lines = max(1, measure_text(text).lines)
            raise UsageError(f"{printable_place}: expected a line from 1 to {lines}")


def _read_place(place: _Place, root: str, options: ProjectOptions) -> TextFile | Skip:
    """Return the file in the state that *options* ask for."""
    is_in_git, argument = options.state.is_in_git, options.state_argument
    files = options.state.open_files(root, argument) if is_in_git else DiskFiles(root)
    return next(iter(files.read([place.path])), Skip(place.path, "not there"))


def _check_contract(
    contract: Contract, place: _Place, project: WholeProject, options: ProjectOptions
) -> tuple[list[Step], ScanResult]:
    """Return what is found in the file, and the scan's result, which decides what counts."""
    root = project.levels.root
    needs = RULES[contract.type].needs
    asks_for_all = is_on_tree(contract) or "base" in needs
    is_whole = asks_for_all or "lists" in needs
    full = os.path.join(root, place.path)
    # What is named is checked, even where it did not change.
    paths = (*((root,) if is_whole else ()), *((full,) if place.is_there else ()))
    rules = (name_contract(contract.key),)
    scan_options = options._replace(rules=rules, paths=paths)
    with ProjectInputs(scan_options) as inputs:
        scan = scan_project(inputs)
    report = assemble_matches(scan)
    verdict_steps, verdict = explain_scan_result(
        contract,
        place.path,
        place.line,
        scan=with_moved_entries(scan, report)._replace(report=report),
    )
    # Why a scan of the project does not check what was named.
    steps = []
    selected = os.path.join(root, place.selected)
    if place.path in list_baseline_paths(root, options.baseline):
        steps.append(Step("listed", "no: a baseline is not checked", stops=True))
    elif (
        RULES[contract.type].evidence == "file"
        and (tree := find_working_tree(root)) is not None
        and is_ignored_path(tree, place.path)
    ):
        message = "no: git ignores it, so to the contract it is not there"
        steps.append(Step("listed", message, stops=True))
    elif place.is_there and place.selected not in {*project.files}:
        inner = find_repository_root(os.path.dirname(selected))
        name = find_path_inside(root, inner) if inner else None
        why = f"it lies in the repository {make_printable(name)}" if name else "git ignores it"
        why = f"{why}; a scan checks it only where it is named"
        if not os.path.isfile(selected) and not os.path.islink(selected):
            why = "it is no regular file"
        steps.append(Step("listed", f"no: {why}", stops=True))
    elif RULES[contract.type].of_folders(contract) and place.path == place.selected:
        folder = make_printable(os.path.dirname(place.path))
        message = f"the contract is about folders: ask about {folder}"
        steps.append(Step("folder", message, stops=True))
    is_unstaged = options.state.is_in_git and place.path not in scan.subjects.content
    # A key that was taken out of de.json breaks en.json, of which nothing is staged.
    if is_unstaged and not (asks_for_all or verdict in ("violation", "old")):
        message = "no: git has nothing staged of it, so that a commit does not check it"
        steps.append(Step("staged", message, stops=True))
    if place.is_there and place.path == place.selected:
        file = _read_place(place, root, options)
        # It knows where imports lead in this project.
        [bound_contract] = scan.checker.with_contracts(ContractSet((contract,))).contracts.contracts
        steps += explain_content(bound_contract, file, line=place.line, seconds=options.seconds)
    # What no file has may still break the contract.
    by_glob = any(violation.where == "glob" for violation in report.violations)
    stops = [index for index, step in enumerate(steps, 1) if step.stops]
    if stops and not by_glob:
        return steps[: stops[0]], "not-selected"
    return [*steps, *verdict_steps], verdict


# Why a contract selects a file, or does not: its level, what is nearer, and the globs.

_EVERYTHING = compile_glob_list(("*",))


def explain_selection(
    chosen: AskedContract, path: str, *, contracts: ContractSet, configuration: Configuration
) -> list[Step]:
    """Return how an explained verdict begins: the steps by levels, globs and overrides, up to the
    one that leaves *path* out, or all of them.
    """
    steps = [*_explain_level(chosen, path), *_explain_globs(chosen.contract, path)]
    for override in chosen.overrides:
        if not lies_within_level(path, override.level):
            continue
        where = f"{make_printable(override.path)}:{override.line}"
        if override.enabled is False:
            steps.append(Step("override", f"{where} switches it off for this file", stops=True))
        elif _takes_out_path(override.excluded, path):
            steps.append(Step("override", f"{where} leaves the file out", stops=True))
        else:
            steps.append(Step("override", f"{where} changes it for this file"))
    if _takes_out_path(configuration.exclude, path):
        glob = make_printable(
            _find_deciding_glob(configuration.written_globs("exclude"), "", path) or ""
        )
        message = f"{glob} in .phaser/config.yaml leaves the file out"
        steps.append(Step("exclude", message, stops=True))
    contract_folders = tuple(f"{folder}/" for folder in contracts.folders if folder)
    if path.startswith(contract_folders) and not names_folder(chosen.contract, contract_folders):
        message = "a contract file is checked only by globs that name its folder"
        steps.append(Step("glob", message, stops=True))
    if chosen.selects:  # what stops there another level selects
        return [step for step in steps if not step.stops]
    stops = [number for number, step in enumerate(steps, start=1) if step.stops]
    other_levels = Step("levels", "other levels take the file out", stops=True)
    return steps[: stops[0]] if stops else [*steps, other_levels]


def _explain_level(chosen: AskedContract, path: str) -> Iterator[Step]:
    """Yield whether the level of the contract has the file, and whether it is in force there."""
    contract = chosen.contract
    level = make_printable(contract.level)
    if contract.level == USER_LEVEL:
        yield Step("level", "the user's own contracts, for all files")
    elif not contract.level:
        yield Step("level", "the root, for all files of the project")
    elif lies_within_level(path, contract.level):
        yield Step("level", f"{level}, for the files below it")
    else:
        yield Step("level", f"{level}: the file does not lie below it", stops=True)
    for nearer_contract in chosen.nearer:
        if lies_within_level(path, name_level_folder(nearer_contract.level)):
            where = f"{make_printable(nearer_contract.path)}:{nearer_contract.line}"
            yield Step("level", f"{where} replaces it for this file", stops=True)
    where = f"{make_printable(contract.path)}:{contract.line}"
    if not contract.enabled:
        yield Step("enabled", f"no: enabled: false in {where}", stops=True)
    elif not chosen.in_force:
        yield Step("enabled", f"no: another contract of its id wins over {where}", stops=True)
    else:
        yield Step("enabled", f"yes: {contract.severity}")


def _explain_globs(contract: Contract, path: str) -> Iterator[Step]:
    """Yield what the contract's own ``file_glob``, ``exclude_glob`` and ``path_pattern`` say."""
    globs = ", ".join(map(make_printable, contract.file_glob))
    glob = _find_deciding_glob(contract.file_glob, contract.level, path)
    if glob is None:
        yield Step("glob", f"{globs}: does not select the file", stops=True)
    elif glob.startswith("!"):
        yield Step("glob", f"{make_printable(glob)} of {globs}: leaves the file out", stops=True)
    else:
        yield Step("glob", f"{make_printable(glob)} selects the file")
    glob = _find_deciding_glob(contract.exclude_glob, contract.level, path)
    if glob is not None and not glob.startswith("!"):
        yield Step("exclude_glob", f"{make_printable(glob)} leaves the file out", stops=True)
    elif contract.exclude_glob:
        globs = ", ".join(map(make_printable, contract.exclude_glob))
        yield Step("exclude_glob", f"{globs}: does not leave the file out")
    if not contract.path_pattern or RULES[contract.type].of_folders(contract):
        return
    pattern = make_printable(contract.path_pattern)
    try:
        is_found = selects_path((_EVERYTHING, contract.globs[2]), path)
    except TimeoutError:
        yield Step("path_pattern", f"{pattern}: whether it is found takes too long to tell")
        return
    message = f"{pattern} is {'' if is_found else 'not '}found in the path"
    yield Step("path_pattern", message, stops=not is_found)


def _find_deciding_glob(globs: Sequence[str], level: str, path: str) -> str | None:
    """Return the last of *globs* that matches, be it with ``!``, or nothing."""
    for glob in reversed(globs):
        plain = glob.removeprefix("!") if glob.startswith("!") else glob
        if selects_path(compile_globs((plain,), (), folder=name_level_folder(level)), path):
            return glob
    return None


def _takes_out_path(tests: Tests, path: str) -> bool:
    return bool(tests) and not selects_path((_EVERYTHING, tests), path)
