"""Why a contract finds what it finds in a file: the scan's own verdict, and all steps to it."""

from __future__ import annotations

import os
import re

from phaser_lint.author.content_steps import content_steps
from phaser_lint.author.destination import ids_in
from phaser_lint.author.explanation import Explanation, Step
from phaser_lint.author.verdict_steps import verdict_of
from phaser_lint.check.comparison.baseline_file import baseline_paths
from phaser_lint.check.engine import check as engine
from phaser_lint.check.every_level import whole_project
from phaser_lint.check.project_check import examined_of
from phaser_lint.check.project_files import named_files, read_files, relative_path
from phaser_lint.check.seen import see_project
from phaser_lint.contract.model import Contract, Override
from phaser_lint.contract.rules import RULES, is_on_tree
from phaser_lint.contract.selection import Selection, names_folder
from phaser_lint.core import Record
from phaser_lint.core.checked_files import Skip, size_of_text
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import contract_shown, did_you_mean, normalise, printable
from phaser_lint.project.root import (
    CONFIGURATION,
    USER_LEVEL,
    depth_of,
    folder_of,
    is_below,
    path_inside,
    repository_root,
    working_directory,
)
from phaser_lint.text.globs import match
from phaser_lint.text.globs.compile import compile_globs, compile_patterns

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaser_lint.author.explanation import Result
    from phaser_lint.check.every_level import WholeProject
    from phaser_lint.check.project_options import ProjectOptions
    from phaser_lint.contract.configuration import Configuration
    from phaser_lint.contract.load import WrittenContracts
    from phaser_lint.contract.model import ContractProblem, ContractSet
    from phaser_lint.text.globs import Tests


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


def explained(name: str, named: str, options: ProjectOptions) -> Explanation:
    """Return why the contract *name* finds what it finds in ``PATH`` or ``PATH:LINE``.

    *options* name the project, the base and the baseline. Raises ``PhaserError``.
    """
    path, line = _path_and_line(named, working_directory())
    project = whole_project(options, named=path)
    place = _place(path, line, project)
    written = project.written()
    asked = asked_contract(
        name,
        place.selected,
        root=project.levels.root,
        written=written,
        contracts=project.contracts,
    )
    contract = asked.contract
    target = _target(contract, place, project.levels.root)
    # What selects the link alone checks the file by that name.
    selecting = Selection(project.contracts).contracts_for(target) if target else ()
    if any(each.key == contract.key for each in selecting):
        number = "" if line is None else f":{line}"
        explained_link = explained(
            name, f"{os.path.join(project.levels.root, target)}{number}", options
        )
        message = (
            f"{printable(place.path)} leads to {printable(target)}, which a scan checks for it"
        )
        return explained_link._replace(steps=(Step("link", message), *explained_link.steps))
    _require_place(place, contract, named, project)
    problems = [Step("problem", str(each)) for each in asked.problems]
    steps = [
        *problems,
        *selection_steps(
            asked,
            place.selected,
            contracts=project.contracts,
            configuration=written.configuration,
        ),
    ]
    result: Result = "not-selected"
    if not _is_left_out(steps):
        found, result = _checked(contract, place, project, options)
        steps += found
    return Explanation(contract, place.path, place.line, tuple(steps), result)


def _target(contract: Contract, place: _Place, root: str) -> str:
    """Return the file that is checked where a link to it is named; empty for any other place."""
    paths, _ = (
        named_files(root, place.path, is_text=False)
        if RULES[contract.type].subject == "text"
        else ([], "")
    )
    return "".join(path for path in paths if path != place.path)


def _is_left_out(steps: Sequence[Step]) -> bool:
    return any(step.stops for step in steps)


def _place(path: str, line: int | None, project: WholeProject) -> _Place:
    root = project.levels.root
    relative = relative_path(root, path, working_directory=working_directory())
    full = os.path.join(root, relative)
    is_folder = os.path.isdir(full) and not os.path.islink(full)
    inside = sorted(each for each in project.files if each.startswith(f"{relative}/"))
    selected = inside[0] if is_folder and inside else relative
    return _Place(relative, line, selected, os.path.lexists(full))


def _path_and_line(named: str, here: str) -> tuple[str, int | None]:
    """Return the path and the line of a *named* place, as reports show it: ``a.py:3:7:``."""
    if _is_there(here, named):
        return named, None
    found = _PLACE.fullmatch(named)
    shorter = _LINE.fullmatch(named)
    found = shorter if shorter and _is_there(here, shorter[1]) else found
    return (found[1], int(found[2][:9])) if found else (named, None)


def _is_there(here: str, path: str) -> bool:
    return os.path.lexists(os.path.join(here, path))


def _require_place(place: _Place, contract: Contract, named: str, project: WholeProject) -> None:
    """Raise ``UsageError`` where the contract cannot check what was named."""
    full = os.path.join(project.levels.root, place.path)
    shown = printable(named)
    is_folder = os.path.isdir(full) and not os.path.islink(full)
    # What it lacks, or what a change deleted, is no file now.
    if not (
        place.is_there
        or RULES[contract.type].asks_which_files()
        or "base" in RULES[contract.type].needs
    ):
        raise UsageError(f"{shown}: no such file")
    if is_folder and not RULES[contract.type].of_folders(contract):
        raise UsageError(f"{shown}: expected a file, found a folder")
    if place.line is not None and not is_folder:
        _require_line(place.line, project.levels.root, place.path, shown=shown)


def _require_line(line: int, root: str, path: str, *, shown: str) -> None:
    [file] = read_files(root, [path])
    text = "" if isinstance(file, Skip) else normalise(file.text)
    # A match may be behind the last line end.
    last = text.count("\n") + 1
    if not line or (line > last and not isinstance(file, Skip)):
        raise UsageError(f"{shown}: expected a line from 1 to {max(1, size_of_text(text).lines)}")


def _checked(
    contract: Contract, place: _Place, project: WholeProject, options: ProjectOptions
) -> tuple[list[Step], Result]:
    """Return what is found in the file, and the scan's result, which decides what counts."""
    root = project.levels.root
    is_whole = is_on_tree(contract) or "base" in RULES[contract.type].needs
    full = os.path.join(root, place.path)
    # What is named is checked, even where it did not change.
    paths = (*((root,) if is_whole else ()), *((full,) if place.is_there else ()))
    rules = (contract_shown(contract.key),)
    seen = see_project(options._replace(rules=rules, paths=paths))
    report = engine.assembled(seen.checker, seen.checked, tree=seen.tree, changes=seen.changes)
    steps = [*_listed(contract, place, project, options)]
    if place.is_there and place.path == place.selected:
        [file] = read_files(root, [place.path])
        steps += content_steps(contract, file, line=place.line, seconds=options.seconds)
    found, result = verdict_of(
        contract, place.path, place.line, seen=seen, examined=examined_of(seen, report)
    )
    # What no file has may still break the contract.
    by_glob = any(each.where == "glob" for each in report.violations)
    if _is_left_out(steps) and not by_glob:
        return [*_up_to_stop(steps)], "not-selected"
    return [*steps, *found], result


def _up_to_stop(steps: Sequence[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        if step.stops:
            return


def _listed(
    contract: Contract, place: _Place, project: WholeProject, options: ProjectOptions
) -> Iterator[Step]:
    """Yield why a scan of the project does not check what was named."""
    root = project.levels.root
    full = os.path.join(root, place.selected)
    if place.path in baseline_paths(root, options.baseline):
        yield Step("listed", "no: a baseline is not checked", stops=True)
    elif place.is_there and place.selected not in {*project.files}:
        inner = repository_root(os.path.dirname(full))
        name = path_inside(root, inner) if inner else None
        why = f"it lies in the repository {printable(name)}" if name else "git ignores it"
        why = f"{why}; a scan checks it only where it is named"
        is_special = not os.path.isfile(full) and not os.path.islink(full)
        yield Step("listed", f"no: {'it is no regular file' if is_special else why}", stops=True)
    elif RULES[contract.type].of_folders(contract) and place.path == place.selected:
        folder = printable(os.path.dirname(place.path))
        yield Step("folder", f"the contract is about folders: ask about {folder}", stops=True)


# Why a contract selects a file, or does not: its level, what is nearer, and the globs.

_EVERYTHING = compile_patterns(("*",))


def selection_steps(
    asked: AskedContract, path: str, *, contracts: ContractSet, configuration: Configuration
) -> list[Step]:
    """Return the steps up to the one that leaves *path* out, or all of them."""
    steps: list[Step] = []
    for step in _steps(asked, path, contracts, configuration):
        if step.stops and asked.selects:  # another level selects it
            continue
        steps.append(step)
        if step.stops:
            return steps
    if not asked.selects:
        return [*steps, Step("levels", "other levels take the file out", stops=True)]
    return steps


def _steps(
    asked: AskedContract, path: str, contracts: ContractSet, configuration: Configuration
) -> Iterator[Step]:
    contract = asked.contract
    yield _level(contract, path)
    yield from _nearer(asked, path)
    yield _enabled(asked)
    yield _glob(contract, path)
    yield from _excluded("exclude_glob", contract.exclude_glob, contract.level, path)
    if contract.path_pattern and not RULES[contract.type].of_folders(contract):
        yield _path_pattern(contract, path)
    yield from _overrides(asked, path)
    yield from _configured(configuration, path)
    yield from _contract_file(contract, path, contracts.folders)


def _level(contract: Contract, path: str) -> Step:
    if contract.level == USER_LEVEL:
        return Step("level", "the user's own contracts, for all files")
    if not contract.level:
        return Step("level", "the root, for all files of the project")
    level = printable(contract.level)
    if is_below(path, contract.level):
        return Step("level", f"{level}, for the files below it")
    return Step("level", f"{level}: the file does not lie below it", stops=True)


def _nearer(asked: AskedContract, path: str) -> Iterator[Step]:
    for other in asked.nearer:
        if is_below(path, folder_of(other.level)):
            where = f"{printable(other.path)}:{other.line}"
            yield Step("level", f"{where} replaces it for this file", stops=True)


def _enabled(asked: AskedContract) -> Step:
    contract = asked.contract
    where = f"{printable(contract.path)}:{contract.line}"
    if not contract.enabled:
        return Step("enabled", f"no: enabled: false in {where}", stops=True)
    if not asked.in_force:
        return Step("enabled", f"no: another contract of its id wins over {where}", stops=True)
    return Step("enabled", f"yes: {contract.severity}")


def _glob(contract: Contract, path: str) -> Step:
    written = ", ".join(map(printable, contract.file_glob))
    chosen = _deciding(contract.file_glob, contract.level, path)
    if chosen is None:
        return Step("glob", f"{written}: does not select the file", stops=True)
    if chosen.startswith("!"):
        return Step("glob", f"{printable(chosen)} of {written}: leaves the file out", stops=True)
    return Step("glob", f"{printable(chosen)} selects the file")


def _deciding(globs: Sequence[str], level: str, path: str) -> str | None:
    """Return the last of *globs* that matches, be it with ``!``, or nothing."""
    for glob in reversed(globs):
        plain = glob.removeprefix("!") if glob.startswith("!") else glob
        if match(compile_globs((plain,), (), folder=folder_of(level)), path):
            return glob
    return None


def _excluded(key: str, globs: Sequence[str], level: str, path: str) -> Iterator[Step]:
    if not globs:
        return
    written = ", ".join(map(printable, globs))
    chosen = _deciding(globs, level, path)
    if chosen is None or chosen.startswith("!"):
        yield Step(key, f"{written}: does not leave the file out")
    else:
        yield Step(key, f"{printable(chosen)} leaves the file out", stops=True)


def _path_pattern(contract: Contract, path: str) -> Step:
    written = printable(contract.path_pattern)
    try:
        is_found = match((_EVERYTHING, contract.globs[2]), path)
    except TimeoutError:
        return Step("path_pattern", f"{written}: whether it is found takes too long to tell")
    if is_found:
        return Step("path_pattern", f"{written} is found in the path")
    return Step("path_pattern", f"{written} is not found in the path", stops=True)


def _overrides(asked: AskedContract, path: str) -> Iterator[Step]:
    for override in asked.overrides:
        if not is_below(path, override.level):
            continue
        where = f"{printable(override.path)}:{override.line}"
        if override.enabled is False:
            yield Step("override", f"{where} switches it off for this file", stops=True)
        elif _takes_out(override.excluded, path):
            yield Step("override", f"{where} leaves the file out", stops=True)
        else:
            yield Step("override", f"{where} changes it for this file")


def _configured(configuration: Configuration, path: str) -> Iterator[Step]:
    if _takes_out(configuration.exclude, path):
        glob = printable(_deciding(configuration.written("exclude"), "", path) or "")
        yield Step("exclude", f"{glob} in .phaser/config.yaml leaves the file out", stops=True)


def _contract_file(contract: Contract, path: str, folders: Iterable[str]) -> Iterator[Step]:
    own = tuple(f"{folder}/" for folder in folders if folder)
    if path.startswith(own) and not names_folder(contract, own):
        message = "a contract file is checked only by globs that name its folder"
        yield Step("glob", message, stops=True)


def _takes_out(tests: Tests, path: str) -> bool:
    return bool(tests) and not match((_EVERYTHING, tests), path)


# The contract that somebody asks for by its name, in force or not, and what else has its id.


class AskedContract(Record):
    """A contract as it is for a file: with what overrides make of it there.

    ``in_force``: it counts, be it for other files. ``overrides`` are those of its id, ``nearer``
    the contracts of its id at levels below its own.
    """

    contract: Contract
    in_force: bool
    selects: bool
    overrides: tuple[Override, ...]
    nearer: tuple[Contract, ...]
    problems: tuple[ContractProblem, ...]
    """What is wrong with files that have an entry of its id."""


def asked_contract(
    name: str, path: str, *, root: str, written: WrittenContracts, contracts: ContractSet
) -> AskedContract:
    """Return the contract called *name* that selects *path*, or the nearest one.

    One is named by its id, or as reports call it, with its level. Raises ``UsageError``.
    """
    known = [each for each in written.entries if isinstance(each, Contract)]
    named = [each for each in known if name in _names(each)]
    if not name:
        raise UsageError("ID: expected the id of a contract, found an empty text")
    if not named:
        raise UsageError(_unknown(name, known, written.problems, root))
    selecting = [
        each
        for each in Selection(contracts).contracts_for(path)
        if any(each.key == other.key for other in named)
    ]
    found = selecting[0] if selecting else _nearest(named, path, contracts)
    rule_id = found.rule_id
    overrides = [each for each in written.entries if isinstance(each, Override)]
    return AskedContract(
        found,
        any(each.key == found.key for each in contracts.contracts),
        bool(selecting),
        tuple(each for each in overrides if each.rule_id == rule_id and _counts(each, found)),
        tuple(each for each in known if each.rule_id == rule_id and _is_nearer(each, found)),
        _problems(rule_id, [*known, *overrides], contracts.problems),
    )


def _nearest(named: Sequence[Contract], path: str, contracts: ContractSet) -> Contract:
    """Return the one of the level nearest to *path*, as it is in force where it is."""
    above = [each for each in named if is_below(path, folder_of(each.level))] or named
    nearest = max(above, key=lambda each: depth_of(folder_of(each.level)))
    same = (each for each in contracts.contracts if each.key == nearest.key)
    return next(same, nearest)


def _counts(override: Override, contract: Contract) -> bool:
    """Tell whether *override* may be one of the *contract* as it is in force, if it is."""
    return override.level in (contract.overridden_by or (override.level,))


def _is_nearer(contract: Contract, other: Contract) -> bool:
    return contract.level != other.level and is_below(contract.level, other.level)


def _problems(
    rule_id: str, entries: Sequence[Contract | Override], problems: Sequence[ContractProblem]
) -> tuple[ContractProblem, ...]:
    """Return the *problems* of files that hold an entry of that id, or have it as their name."""
    files = {each.path for each in entries if each.rule_id == rule_id}
    return tuple(each for each in problems if each.path in files or _is_called(each.path, rule_id))


def _is_called(path: str, rule_id: str) -> bool:
    return path.rpartition("/")[2].rpartition(".")[0] == rule_id


def _unknown(
    name: str, known: Sequence[Contract], problems: Sequence[ContractProblem], root: str
) -> str:
    """Return that nothing has the *name*; where an invalid file has it, what is wrong there."""
    paths = dict.fromkeys(each.path for each in problems)
    having = {path for path in paths if _is_called(path, name) or name in ids_in(f"{root}/{path}")}
    if having:
        return "; ".join(str(each) for each in problems if each.path in having)
    names = {each.lower(): each for contract in known for each in _names(contract)}
    meant = names.get(name.lower())
    hint = f"; did you mean {meant}?" if meant else did_you_mean(name, names.values())
    if os.path.lexists(name):
        hint = "; expected ID PATH[:LINE]"
    hiding = [str(each) for each in problems if _hides_ids(each)]
    return "; ".join([f"{printable(name)}: no contract has that id{hint}", *hiding])


def _hides_ids(problem: ContractProblem) -> bool:
    """Tell whether it is not known which contracts there would be without it."""
    return problem.line is None or problem.path == CONFIGURATION


def _names(contract: Contract) -> tuple[str, ...]:
    """Return what a contract may be called by: its id, and as reports and lists call it."""
    of_level = f"{contract.level}/{contract.rule_id}" if contract.level else contract.rule_id
    return contract.rule_id, contract_shown(contract.key), of_level
