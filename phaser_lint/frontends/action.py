"""``phaser-lint action``: what the GitHub Action runs, told by its environment.

On a pull request only what it introduces counts: GitHub checks out a merge commit whose first
parent is the base. Where that parent cannot be had, and on every other event, the whole project is
checked, and the log says so. Annotations go to standard output.
"""

from __future__ import annotations

import os
import sys
from typing import TYPE_CHECKING

from phaser_lint.errors import GitError, UsageError
from phaser_lint.frontends import scan
from phaser_lint.frontends.arguments import Parser
from phaser_lint.inputs import git
from phaser_lint.outputs.summary import harmless
from phaser_lint.project_check import ProjectOptions, check_project
from phaser_lint.root import root_for

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

_PULL_REQUESTS = ("pull_request", "pull_request_target")


def parser() -> Parser:
    """Return the parser of the command line: there are no flags but ``--help``."""
    return Parser("phaser-lint action", "Run as a GitHub Action, told by PHASER_… variables.")


def run(arguments: Sequence[str]) -> int:
    """Check, annotate, and return the exit code of a scan."""
    parser().parse_args(arguments)
    root = root_for(_input(os.environ, "ROOT") or os.environ.get("GITHUB_WORKSPACE") or None)
    base = pull_request_base(root, os.environ)
    if base is None:
        sys.stdout.write("phaser-lint: checking the whole project\n")
    fail_on = _choice(os.environ, "FAIL_ON", ("error", "warning"))
    report = check_project(
        ProjectOptions(
            paths=tuple(_input(os.environ, "PATHS").split()),
            root=root,
            contracts_dir=_input(os.environ, "CONTRACTS_DIR") or None,
            user_contracts=False,
            tree=bool(_input(os.environ, "PATHS")),
            since=base,
        )
    )
    scan.write(report, format_name="github", quiet=False)
    return scan.exit_code(report, fail_on=fail_on)


def pull_request_base(root: str, environment: Mapping[str, str]) -> str | None:
    """Return the commit that a pull request is merged into; ``None`` to check everything."""
    if environment.get("GITHUB_EVENT_NAME") not in _PULL_REQUESTS:
        return None
    if _parents(root) == 0:
        try:
            git.run_git(root, "fetch", "--no-tags", "--deepen=1", "origin")
        except GitError as error:
            said = harmless(f"phaser-lint: the base is not in this checkout: {error}")
            sys.stdout.write(f"{said}\n")
    if _parents(root) == 2 and _is_merge_of(root, environment.get("GITHUB_SHA", "")):
        return git.resolve(root, "HEAD^1")
    sys.stdout.write(
        "phaser-lint: this checkout is not the pull request's merge commit with its base "
        "(fetch-depth: 2), so what is new cannot be told from what is old\n"
    )
    return None


def _is_merge_of(root: str, commit: str) -> bool:
    """Tell whether HEAD is the merge that GitHub made: *commit* itself, or made onto *commit*.

    A branch may end in a merge of its own (the base merged into it), whose first parent holds what
    the pull request adds. ``pull_request_target`` names the base.
    """
    return not commit or commit in (git.resolve(root, "HEAD"), git.resolve(root, "HEAD^1"))


def _parents(root: str) -> int:
    try:
        return len(git.run_git(root, "rev-list", "--parents", "-n", "1", "HEAD").split()) - 1
    except GitError:
        return 0


def _input(environment: Mapping[str, str], name: str) -> str:
    return environment.get(f"PHASER_{name}", "").strip()


def _choice(environment: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    given = _input(environment, name) or choices[0]
    if given not in choices:
        shown = name.lower().replace("_", "-")
        raise UsageError(f"{shown}: expected one of {', '.join(choices)}, not {given}")
    return given
