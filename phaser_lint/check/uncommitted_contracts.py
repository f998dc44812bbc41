"""Contract files that a commit will not hold: git does not track them.

A valid one counts, as everywhere. What is wrong with one is no fault of the commit: a draft beside
it refused commits that had nothing to do with it.
"""

from __future__ import annotations

from phaser_lint.contract.model import ContractSet, Notice
from phaser_lint.project.git.repository import is_repository, names, run_git


def excuse_uncommitted(contracts: ContractSet, root: str) -> ContractSet:
    """Return *contracts* with notices in place of problems of files that git does not track.

    What is in a submodule, or outside of the repository, stays a problem. Raises ``GitError``.
    """
    if not contracts.problems or not is_repository(root):
        return contracts
    paths = dict.fromkeys(f":(literal){problem.path}" for problem in contracts.problems)
    inside = [path for path in paths if not path.removeprefix(":(literal)").startswith(("/", "~"))]
    listed = run_git(root, "ls-files", "-z", "--others", "--", *inside) if inside else b""
    uncommitted = frozenset(names(listed))
    notices = [
        Notice(
            problem.path,
            problem.line,
            f"{problem.text()} ({problem.outcome()}; git does not track the file)",
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
