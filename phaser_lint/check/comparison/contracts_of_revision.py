"""What a revision says of contracts: to check by it (``--contracts-from``), or to compare with it.

A change that turns a contract off passes by the contracts that it leaves behind. So a run reports
what a change does to contracts, and may check by those of another revision. The files are those on
the disk.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from phaser_lint.check.commit_contracts import OWNERS
from phaser_lint.check.comparison.revision_contracts import (
    AtRevision,
    open_revision_contracts,
    read_written_contracts,
)
from phaser_lint.check.project_options import RequestedPaths
from phaser_lint.check.scan_report import ProjectScan
from phaser_lint.check.staged_contracts import discover_staged_files
from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.contract_changes import compare_written_contracts
from phaser_lint.contract.discover import DiscoveredFiles
from phaser_lint.contract.model import ContractSet, Notice
from phaser_lint.contract.report_parts import ALL_CONTRACTS, ContractProblem
from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.core.file_records import ChangeKind
from phaser_lint.core.text import render_quantity
from phaser_lint.project import find_path_inside
from phaser_lint.project.folders import Folders
from phaser_lint.project.git import require_repository, require_tree
from phaser_lint.project.git.changed_entries import list_touched_files
from phaser_lint.project.git.merge_bases import hint_at_fetching
from phaser_lint.project.git.revision_folders import Revision
from phaser_lint.project.git.revisions import resolve_revision
from phaser_lint.project.git.tracked_files import list_left_out_files
from phaser_lint.project.levels import (
    BASELINE,
    CONFIGURATION,
    PROJECT_FOLDERS,
)

_MAY_BE_WEAKER = (
    "; this may be weaker: once it is committed, phaser-lint scan --since HEAD~1 shows what the "
    "contracts before it find"
)
_SHORTEST_ID = 40


def require_ruling_commit(root: str, revision: str, *, contracts_dir: str | None) -> str:
    """Return the commit that *revision* (``--contracts-from``) names; raises ``UsageError``."""
    if contracts_dir is not None:
        raise UsageError("--contracts-from and --contracts-dir: expected one of them")
    require_repository(root)
    commit = resolve_revision(root, revision)
    if commit is None:
        hint = hint_at_fetching(root, revision) if revision else ""
        found = f"{revision or 'an empty text'}{hint}"
        raise UsageError(f"--contracts-from: expected a git revision of {root}, not {found}")
    return commit


def read_ruling_contracts(
    root: str, commit: str, requested_paths: RequestedPaths, *, head: ContractSet, revision: str
) -> ContractSet:
    """Return the contracts that rule by ``--contracts-from``, as *commit*, which is called
    *revision*, has them.

    What is wrong with those of the *head* is wrong all the same. Raises ``GitError``.
    """
    contracts = _open_contracts_at(root, commit, requested_paths).contracts()
    problems = [
        problem._replace(expected=f"{problem.expected} (in {_shorten_revision(revision)})")
        for problem in contracts.problems
        if problem not in head.problems
    ]
    return contracts._replace(
        problems=(*head.problems, *problems),
        # A new level holds contract files, too: only globs that name its folder check them.
        folders=tuple(dict.fromkeys((*head.folders, *contracts.folders))),
    )


def find_removal_problem(
    root: str, commits: Sequence[str], requested_paths: RequestedPaths
) -> ContractProblem | None:
    """Return the problem that a change removes all contracts that *commits* have; else none."""
    try:
        sets = [_open_contracts_at(root, commit, requested_paths).contracts() for commit in commits]
    except GitError:  # a partial clone lacks them
        return None
    numbers = [len(contracts.written_contracts()) for contracts in sets]
    if not all(numbers):
        return None
    folder = os.path.dirname(sets[0].written_contracts()[0].path)
    removed = render_quantity(min(numbers), "contract")
    text = f"expected at least one; the change removes {removed} of the base"
    return ContractProblem(folder or PROJECT_FOLDERS[0], ALL_CONTRACTS, text)


def explain_older_branch(root: str, tip: str) -> str:
    """Return the advice for a checkout at *root* without contracts where *tip*, the last commit of
    the branch that it left, has some; else nothing.
    """

    def concerns(level_name: str) -> bool:
        return True

    if not tip:
        return ""
    try:
        at_tip = open_revision_contracts(Revision(root, tip), root, concerns=concerns)
    except GitError:  # a partial clone lacks them
        return ""
    if not at_tip.discovered.files:
        return ""
    return (
        "this branch is older than the contracts of its base: rebase it, or check out the merge "
        "with the base, as actions/checkout does without ref"
    )


def note_contract_changes(scan: ProjectScan) -> list[Notice]:
    """Return notices on how a change's contracts differ from those of the revision it starts at."""
    options = scan.options
    commits = (scan.ruling,) if scan.ruling else scan.bases or options.contract_bases
    # Those of a folder that was named are no part of the change; nor are another worktree's.
    if not commits or options.contracts_dir is not None or scan.levels.is_worktrees():
        return []
    root, revision = scan.root, _shorten_revision(options.contracts_from or "")
    try:
        of_each = [_note_changes_since(scan, commit, revision) for commit in commits]
        # What is as one of them has it is no change.
        paths = set.intersection(*[{notice.path for notice in notices} for notices in of_each])
        notices = dict.fromkeys(notice for notices in of_each for notice in notices)
        # The contracts of the base judge it, or count in their place: nothing passes by it.
        changes = [notice._replace(weakens=False) for notice in notices if notice.path in paths]
        has_none = bool(
            scan.ruling
            and options.requires_contracts
            and not (scan.all_contracts.contracts or scan.all_contracts.idle)
            # An invalid one was reported as such.
            and not _open_contracts_at(root, scan.ruling, scan.requested_paths).contracts().problems
        )
    except GitError as error:
        text = f"what the change does to contracts cannot be known: {error}"
        return [Notice("phaser-lint", None, text, change=True)]
    if has_none:
        text = (
            f"{revision} has no contracts yet, so nothing was checked: those of this change count "
            "from the next one on"
        )
        changes.insert(0, Notice("phaser-lint", None, text, change=True))
    return changes


def note_staged_changes(
    scan: ProjectScan, commit: str, kinds: Mapping[str, ChangeKind]
) -> list[Notice]:
    """Return a notice on each thing that a commit upon *commit* does to contracts, by what is
    staged; *kinds*: what becomes of each file that it changes.
    """
    root, options, revision = scan.root, scan.options, scan.all_subjects.files.revision or ""
    discovered = None
    try:
        at_commit = _open_contracts_at(root, commit, scan.requested_paths)
        before = at_commit.written_contracts()
        if options.state.is_in_git:
            discovered, _ = discover_staged_files(
                scan.all_contracts.folders, scan.levels, revision=revision
            )
    except GitError as error:  # a partial clone lacks them
        text = f"what the commit does to contracts cannot be known: {error}"
        return [Notice("phaser-lint", None, text, change=True)]
    after = read_written_contracts(discovered or discover_configured_files(scan.levels))

    def belongs(path: str) -> bool:
        full_path = os.path.join(root, path)
        kind = kinds.get(find_path_inside(root, os.path.realpath(full_path)) or "")
        return kind != "delete" and (kind is not None or at_commit.revision.is_there(full_path))

    declarations = [written for written in after.declarations if belongs(written.path)]
    notices = compare_written_contracts(
        before,
        after._replace(declarations=tuple(declarations)),
        checked_by="",
        is_recorded=BASELINE in kinds,
    )
    # Said once, of the first: "changed: pattern" did not tell what passes by it.
    weaker = [place for place, notice in enumerate(notices) if notice.weakens][:1]
    for place in weaker:
        notices[place] = notices[place]._replace(text=f"{notices[place].text}{_MAY_BE_WEAKER}")
    return notices


def _shorten_revision(revision: str) -> str:
    """Return what a *revision* is called: a commit, which the Action names as a whole, by less."""
    is_commit = len(revision) >= _SHORTEST_ID and not revision.strip("0123456789abcdef")
    return revision[:12] if is_commit else revision


def _open_contracts_at(root: str, commit: str, requested_paths: RequestedPaths) -> AtRevision:
    def concerns(level_name: str) -> bool:
        return not level_name or requested_paths.concerns(level_name)

    return open_revision_contracts(Revision(root, commit), root, concerns=concerns)


def _note_changes_since(scan: ProjectScan, commit: str, revision: str) -> list[Notice]:
    """Return a notice on each thing that the change since *commit* does to contracts."""
    root = scan.root
    discovered_now = discover_configured_files(scan.levels)
    if _is_untouched(scan, commit, discovered_now):
        return []
    at_commit = _open_contracts_at(root, commit, scan.requested_paths)
    base_revision = at_commit.revision
    base_revision.fetch(
        [*(file.path for file in at_commit.discovered.files), at_commit.levels.configuration]
    )
    contents_then = _read_contents(at_commit.discovered, at_commit.levels.configuration)
    if contents_then == _read_contents(discovered_now, scan.levels.configuration):
        return []
    before, after = at_commit.written_contracts(), read_written_contracts(discovered_now)
    # What a sparse checkout leaves out is there.
    left_out = frozenset(list_left_out_files(root))
    configuration = (after if CONFIGURATION in left_out else before).configuration
    # Files that git ignores no change brings along.
    git_root = require_tree(root).root
    touched = frozenset(list_touched_files(git_root, commit))

    def belongs(path: str) -> bool:
        full = os.path.join(root, path)
        return (
            base_revision.is_there(full)
            or find_path_inside(git_root, os.path.realpath(full)) in touched
        )

    return compare_written_contracts(
        before._replace(
            declarations=tuple(
                [
                    declaration
                    for declaration in before.declarations
                    if declaration.path not in left_out
                ]
            ),
            configuration=configuration,
        ),
        after._replace(
            declarations=tuple(
                [declaration for declaration in after.declarations if belongs(declaration.path)]
            )
        ),
        checked_by=revision,
        is_recorded=find_path_inside(git_root, os.path.join(os.path.realpath(root), BASELINE))
        in touched,
    )


def _is_untouched(scan: ProjectScan, commit: str, discovered_now: DiscoveredFiles) -> bool:
    """Tell whether the change since *commit* surely touches nothing that contracts are read from.

    All files of the commit need not be listed then. It is not sure where a folder is included, a
    link leads to contracts, or a submodule is there.
    """
    top = require_tree(scan.root).root
    if os.path.realpath(scan.root) != top or scan.listing.special is None:
        return False
    if scan.listing.repositories or scan.listing.former_submodules:
        return False
    touched = scan.listing.touched_files(commit)
    if any(not OWNERS.isdisjoint(path.split("/")) for path in touched):
        return False
    places = [*[file.path for file in discovered_now.files], scan.levels.configuration]
    inner_paths = [find_path_inside(top, os.path.realpath(place)) for place in places]
    are_usual = all(path is None or not OWNERS.isdisjoint(path.split("/")) for path in inner_paths)
    configuration = _read_content(scan.levels.configuration, discovered_now.folders)
    includes = isinstance(configuration, bytes) and b"include" in configuration
    return are_usual and not includes


def _read_contents(discovered: DiscoveredFiles, configuration: str) -> Mapping[str, object]:
    """Return what the contract files and the configuration hold, by the paths that are shown."""
    folders = discovered.folders
    contents = {
        file.shown: file.problem or _read_content(file.path, folders) for file in discovered.files
    }
    return {**contents, "": _read_content(configuration, folders)}


def _read_content(path: str, folders: Folders) -> object:
    try:
        return folders.read(path, limit=MAXIMUM_BYTES + 1)
    except OSError as error:
        return error.errno
