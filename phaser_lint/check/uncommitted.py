"""What counts in the check of a commit, and no commit holds: git does not track the file.

A contract counts, as everywhere, and so does a baseline. What is wrong with a contract is no fault
of the commit: a draft beside it refused commits that had nothing to do with it.
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import ALL_CONTRACTS, ContractSet, Notice
from phaser_lint.project.git.repository import is_repository, untracked_among
from phaser_lint.project.levels import is_contract_name


def excuse_uncommitted(contracts: ContractSet, root: str) -> ContractSet:
    """Return *contracts* with notices in place of problems of files that git does not track.

    What is in a submodule, or outside of the repository, stays a problem. Raises ``GitError``.
    """
    if not contracts.problems or not is_repository(root):
        return contracts
    # A link in place of their folder hides contracts that git tracks: it is no draft.
    problem_paths = {problem.path for problem in contracts.problems}
    file_paths = {path for path in problem_paths if is_contract_name(path.rpartition("/")[2])}
    uncommitted = untracked_among(root, file_paths)
    notices = [
        Notice(
            problem.path,
            problem.line,
            f"{problem.text()} ({problem.outcome()}; git does not track the file)",
            unchecked=(("", ALL_CONTRACTS),) if problem.skipped else (),
        )
        for problem in contracts.problems
        if problem.path in uncommitted
    ]
    return contracts._replace(
        problems=tuple(
            [problem for problem in contracts.problems if problem.path not in uncommitted]
        ),
        notices=(*contracts.notices, *notices),
    )


def notices_on_uncommitted(root: str, baselines: Sequence[str]) -> list[Notice]:
    """Return a notice for each of *baselines* that git does not track; raises ``GitError``."""
    uncommitted = untracked_among(root, baselines) if baselines and is_repository(root) else ()
    text = "git does not track the baseline, so colleagues and CI lack it: commit it"
    return [Notice(path, None, text) for path in uncommitted]
