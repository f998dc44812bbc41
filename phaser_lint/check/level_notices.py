"""What a scan says of levels: what is no part of the project, or counts elsewhere only."""

from __future__ import annotations

import os

from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.check.subjects import Asked
from phaser_lint.contract.model import ContractProblem, Notice
from phaser_lint.contract.selection import takes_all_of
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.git.repository import left_out_files
from phaser_lint.project.levels import CONFIGURATION, is_contract_file
from phaser_lint.project.root import PROJECT_FOLDERS, git_top
from phaser_lint.text.globs.match import match

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.check.subjects import Subjects
    from phaser_lint.contract.model import ContractSet
    from phaser_lint.text.globs.match import Tests

_MOST_SHOWN = 3
_AT_THE_TOP = {
    CONFIGURATION: f"only {CONFIGURATION} at the top does",
    DEFAULT_PATH: (
        "phaser-lint baseline --update {}, run at the top, writes the same into " + DEFAULT_PATH
    ),
}
_ENDINGS = tuple(f"/{name}" for name in PROJECT_FOLDERS)


def about_repositories(names: Iterable[str], asked: Asked) -> list[Notice]:
    """Return a notice on the other repositories of those *names* where they were *asked* for."""
    found = asked.of(sorted(names))
    if not found:
        return []
    more = ", …" if len(found) > _MOST_SHOWN else ""
    shown = ", ".join(found[:_MOST_SHOWN]) + more
    said = f"not entered: {shown}; a repository of its own is judged by a scan in it"
    return [Notice(f"{found[0]}/", None, said)]


def about_misplaced(root: str, folders: Iterable[str], *, excluded: Tests) -> list[Notice]:
    """Return a notice for each configuration and baseline that lies in *folders* below the top.

    Not of what is *excluded*: a fixture is a project of its own.
    """
    return [
        Notice(f"{folder}/{name}", None, f"does not count; {said.format(folder)}")
        for folder in sorted(folders)
        for name, said in _AT_THE_TOP.items()
        if os.path.lexists(os.path.join(root, folder, name))
        and not match((excluded,), f"{folder}/{name}")
    ]


def about_ignored(contracts: ContractSet, subjects: Subjects) -> list[Notice]:
    """Return a notice for each folder of *contracts* that git ignores, of those *subjects* know."""
    if working_tree(subjects.root) is None:
        return []
    known = Asked(subjects.folders)
    paths = {each.path for each in contracts.contracts if each.source == "project"}
    unlisted = known.of(sorted(paths.difference(subjects.listed))) if known.folders else ()
    folders = sorted({path.rpartition("/")[0] for path in unlisted})
    said = "git ignores contracts in it; they count here, and CI does not see them"
    return [
        Notice(f"{folder}/", None, said)
        for folder in folders
        # Through a link, in another worktree, and in a submodule, git lists them elsewhere.
        for full in [os.path.join(subjects.root, folder)]
        if os.path.realpath(full) == full and git_top(full) == git_top(subjects.root)
    ]


def left_out_contracts(root: str, asked: Asked, *, excluded: Tests) -> tuple[ContractProblem, ...]:
    """Return a problem for each contract file that a sparse checkout leaves out, of *asked*.

    Not of levels that are *excluded*: theirs do not count where they are there.
    """
    problems = []
    for path in filter(is_contract_file, left_out_files(root)):
        folder = path.rpartition("/")[0]
        level = next(
            f"/{folder}".removesuffix(end) for end in _ENDINGS if f"/{folder}".endswith(end)
        )[1:]
        if asked.concerns(level) and not (level and takes_all_of(level, excluded)):
            expected = f"left out by the sparse checkout: git sparse-checkout add {folder}"
            problems.append(ContractProblem(path, "", expected))
    return tuple(problems)
