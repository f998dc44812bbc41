"""What a scan of a whole project says of it, beside its violations: nothing to check, idle globs.

A shard reports the first of these alone; the merge reports the others, on the whole.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence, Set

from phaser_lint.check.project_options import RequestedPaths
from phaser_lint.contract.glob_advice import name_excluding_glob, name_wider_glob
from phaser_lint.contract.lookalikes import note_project_lookalikes
from phaser_lint.contract.model import (
    ALL_IGNORED,
    NO_CONTRACTS,
    NO_FILE,
    NONE_ENABLED,
    OF_GIT,
    PACK,
    Contract,
    ContractKey,
    ContractSet,
    Notice,
)
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.contract.rules import (
    RULES,
    asks_for_all_files,
    is_decided_by_tree,
    is_item_itself,
)
from phaser_lint.contract.selection import Selection, stays_in_folders
from phaser_lint.core.errors import UsageError
from phaser_lint.core.file_state import Files
from phaser_lint.core.text import name_contract, render_quantity
from phaser_lint.project.git.in_progress import list_commits_in_progress
from phaser_lint.project.levels import (
    CONFIGURATION,
    PROJECT_FOLDERS,
    Levels,
    is_contract_file,
    name_level_folder,
)
from phaser_lint.project.project_of_command import require_path_in_project
from phaser_lint.text.globs import Tests, selects_path
from phaser_lint.text.globs.glob_problems import explain_idle_globs

_MOST_SHOWN = 3
_MOST_TRIED = 5_000
NOTHING_CHECKED = "; nothing was checked"
"""What ends a notice that there is no contract."""
_WILDCARDS = frozenset("*?[{!")
_OPERATIONS = {
    "MERGE_HEAD": "a merge",
    "SQUASH_MSG": "a squash",
    "CHERRY_PICK_HEAD": "a pick",
    "REBASE_HEAD": "a rebase",
    "REVERT_HEAD": "a revert",
}


class NoContractsError(UsageError):
    """No level of the project has a contract file: nothing could be checked."""


def note_no_contracts(
    contracts: ContractSet,
    root: str,
    *,
    severity: str,
    looked_in: Sequence[str],
) -> list[Notice]:
    """Return a notice if a project has no contract to check anything by, and no broken one either.

    *looked_in*: the folders where contracts were looked for.
    """
    if contracts.contracts or contracts.problems:
        return []
    if contracts.idle:
        of = "" if severity == "all" else f" of severity {severity}"
        return [Notice(root, None, f"{NONE_ENABLED}{of}{NOTHING_CHECKED}")]
    return [Notice(root, None, f"{NO_CONTRACTS}{', '.join(looked_in)}{NOTHING_CHECKED}")]


def require_contracts(
    root: str, paths: Sequence[str], *, contracts_dir: str | None, excluded: Tests
) -> None:
    """Raise ``NoContractsError``, with notices on the project at *root*, on what looks like a
    contract, if no level has a contract file.

    *paths* are all its files; those that are *excluded* are not said to look like one.
    """
    if not contracts_dir and any(map(is_contract_file, paths)):
        return
    looked_in = contracts_dir or f"{' or '.join(PROJECT_FOLDERS)} of {root}"
    notices: list[Notice] = []
    if not contracts_dir:
        notices = note_project_lookalikes(Levels(root), ContractSet(excluded=excluded), paths)
    hints = "".join(f"; {notice.path} {notice.text}" for notice in notices[:_MOST_SHOWN])
    raise NoContractsError(f"no contracts in {looked_in}: nothing can be checked{hints}")


def note_requested_folders(
    root: str,
    paths: Iterable[str],
    listed_paths: Sequence[str],
    *,
    repositories: Sequence[str],
    working_directory: str,
) -> list[Notice]:
    """Return a notice of a project's scan for each folder of *paths* that was asked for and has
    none of *listed_paths*, the files that a scan may check.

    Whoever names ``build`` wants it checked; a folder that git ignores would pass unseen. On the
    *repositories* in the project, which are not entered, there is a notice already.
    """
    notices = []
    for path in paths:
        folder = os.path.join(working_directory, path)
        relative = require_path_in_project(root, path, working_directory=working_directory)
        prefix = "" if relative == "." else f"{relative}/"
        if any(name.startswith(prefix) for name in (*listed_paths, *repositories)):
            continue
        listing = f"scan {path.rstrip('/')}/*"
        reason = f"{ALL_IGNORED}; files that are named are checked: {listing}"
        if ".git" in folder.split(os.sep):
            reason = OF_GIT
        elif not any(names for _, _, names in os.walk(folder)):
            reason = NO_FILE
        notices.append(Notice(f"{relative}/", None, reason))
    return notices


def note_excluded_paths(
    requested_paths: RequestedPaths, paths: Sequence[str], *, excluded: Tests
) -> list[Notice]:
    """Return a notice of a project's scan where the configuration leaves out all *paths* that were
    asked for: `0 files checked` of a generated file said no more.
    """
    if not (excluded and paths) or not all(selects_path((excluded,), path) for path in paths):
        return []
    names = [*(f"{folder}/" for folder in requested_paths.folders), *requested_paths.files]
    message = f"exclude leaves out all that was named: {_list_first_names(names)}"
    return [Notice(CONFIGURATION, None, message)]


def note_idle_contracts(idle: Iterable[Contract], paths: Sequence[str] = ()) -> list[Notice]:
    """Return the notices on the *idle* contracts, which select no file of the project, and which
    glob would select some of *paths*: who writes `src/debug/` may mean any folder of that name.

    Of one that a level below replaces or changes it may have all the files, and a pack is for
    projects in many languages.
    """
    joined_paths = "\0/".join(("", *paths))
    return [
        Notice(
            contract.path,
            None,
            f"the glob of {name_contract(contract.key)} matches no file{advice and f'; {advice}'}",
        )
        for contract in idle
        if not (
            RULES[contract.type].asks_which_files()
            or "create" in RULES[contract.type].breaking_kinds(contract)
            or contract.overridden_by
        )
        and not contract.path.startswith(PACK)  # of a shard's contract nothing else tells
        for advice in [
            explain_idle_globs(contract.file_glob)
            or name_wider_glob(contract, paths, key="file_glob", joined_paths=joined_paths)
            # Each path is tried: of a hundred thousand that takes longer than the scan.
            or ("" if len(paths) > _MOST_TRIED else name_excluding_glob(contract, paths))
        ]
    ]


def note_contracts_without_items(selection: Selection, *, but: Set[ContractKey]) -> list[Notice]:
    """Return a notice of a project's scan on each contract whose pattern finds no item in any file,
    *but* on some: who writes `VERSION string =` for `VERSION =` compares nothing any more.
    """
    asking = {contract.key: contract for contract in selection.asking_for_lists()}
    return [
        Notice(contract.path, None, f"the pattern of {name_contract(key)} finds no item")
        for key, contract in asking.items()
        if key not in but and not is_item_itself(contract) and not contract.overridden_by
    ]


def note_missing_partners(selection: Selection, paths: Sequence[str]) -> list[Notice]:
    """Return a notice of a project's scan on each contract whose files are to change with one that
    is not there.

    *paths* are all of the project. A glob with a wildcard may select what each change adds.
    """
    notices = []
    for contract in selection.asking_for_partners():
        globs = contract.value_of("with_glob")
        is_plain = not any(_WILDCARDS.intersection(glob) or glob.endswith("/") for glob in globs)
        if is_plain and not selection.has_other(contract, paths):
            message = f"with_glob of {name_contract(contract.key)} matches no file: "
            notices.append(Notice(contract.path, None, f"{message}{', '.join(globs)}"))
    return notices


def note_partial_folders(contracts: Iterable[Contract], folders: Sequence[str]) -> list[Notice]:
    """Return a notice of a project's scan on the *contracts* that need all files of a folder that
    is not scanned whole.

    *folders* are those that are, from the root.
    """
    unchecked = [
        contract
        for contract in contracts
        if asks_for_all_files(contract) and not stays_in_folders(contract, folders)
    ]
    places = sorted({name_level_folder(contract.level) for contract in unchecked})
    where = "the project" if "" in places else ", ".join(places)
    way = f"needs a scan of all of {where}, or --tree beside a PATH"
    # Each file that is there is checked by a `file_contains`, and may break it.
    of_missing = [contract for contract in unchecked if not is_decided_by_tree(contract)]
    of_all = [contract for contract in unchecked if contract not in of_missing]
    return [
        *_note_unchecked_contracts(of_all, way),
        *_note_unchecked_contracts(of_missing, way, what="not checked for a missing file"),
    ]


def note_unchecked_changes(
    contracts: Iterable[Contract | ContractSummary], ways_to_base: str
) -> list[Notice]:
    """Return a notice on those of *contracts* about changes, where no base is known, with the
    *ways_to_base*.
    """
    unchecked = [contract for contract in contracts if "base" in RULES[contract.type].needs]
    return _note_unchecked_contracts(unchecked, f"needs {ways_to_base}")


def note_missing_lists(selection: Selection, files: Files) -> list[Notice]:
    """Return a notice on each contract without its lists: all of its items are unlisted."""
    asking = {contract.key: contract for contract in selection.asking_for_lists()}
    paths = files.paths() if asking else ()
    return [
        Notice(
            contract.path,
            None,
            f"listed_in of {name_contract(contract.key)} matches no file: {globs}",
        )
        for contract in asking.values()
        if not selection.has_other(contract, paths)
        for globs in [", ".join(contract.value_of("listed_in"))]
    ]


def _list_first_names(names: Sequence[str]) -> str:
    """Return ``a, b, c, …``: the first few of *names*."""
    return ", ".join([*names[:_MOST_SHOWN], *(["…"] if len(names) > _MOST_SHOWN else [])])


def _note_unchecked_contracts(
    contracts: Sequence[Contract | ContractSummary], how: str, *, what: str = "not checked"
) -> list[Notice]:
    if not contracts:
        return []
    names = _list_first_names(sorted({contract.rule_id for contract in contracts}))
    message = f"{render_quantity(len(contracts), 'contract')} {what}: {names}"
    keys = tuple(dict.fromkeys(contract.key for contract in contracts))
    # Under one file for contracts of several it read as what is wrong with that file.
    paths = {contract.path for contract in contracts}
    path = paths.pop() if len(paths) == 1 else "phaser-lint"
    return [Notice(path, None, f"{message}; {how}", unchecked=keys)]


def note_old_violations(
    number_in_head: int, number: int, *, writing: str, takes_arguments: bool
) -> list[Notice]:
    """Return a notice of a project's scan if *number_in_head* of a *number* of violations are in
    HEAD, too: a way out.

    *writing* is the command that writes the baseline; empty where no baseline is to count.
    *takes_arguments*: a hook of pre-commit has them in its configuration.
    """
    if not number_in_head:
        return []
    verb = "is" if number_in_head == 1 else "are"
    message = f"{number_in_head} of {render_quantity(number, 'violation')} {verb} in HEAD too"
    arguments = "args: [--since, HEAD, --]" if takes_arguments else ""
    ways = ", or ".join(filter(None, (writing, arguments)))
    ending = f"; to count only what is new: {ways}" if ways else ""
    return [Notice("phaser-lint", None, f"{message}{ending}")]


def note_inner_repositories(names: Iterable[str], requested_paths: RequestedPaths) -> list[Notice]:
    """Return a notice on those other repositories in a project, of *names*, that lie in the
    *requested_paths* of a scan and are not entered.
    """
    requested = requested_paths.select_requested(sorted(names))
    if not requested:
        return []
    message = (
        f"not entered: {_list_first_names(requested)}; "
        "a repository of its own is checked by a scan in it"
    )
    return [Notice(f"{requested[0]}/", None, message)]


def note_other_sides(root: str) -> list[Notice]:
    """Return a notice on each commit that git is bringing in, which may have what exists."""
    names = {operation.commit: operation.name for operation in list_commits_in_progress(root)}
    return [
        Notice(
            "phaser-lint",
            None,
            f"{_OPERATIONS[name]} of {commit[:10]} is in progress: what it adds counts as existing",
        )
        for commit, name in names.items()
    ]
