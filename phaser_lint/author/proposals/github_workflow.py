"""The workflow of GitHub that checks each pull request, for the default branch of a repository."""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Mapping

from phaser_lint.author.proposals.hook_source import HookSource
from phaser_lint.core.errors import GitError
from phaser_lint.project.git import run_git
from phaser_lint.project.git.git_settings import run_git_config

PATH = ".github/workflows/phaser-lint.yml"
FOLDER = ".github"
# As in docs/github-action.md: a tag is moved by whoever owns the action.
CHECKOUT = "actions/checkout@3d3c42e5aac5ba805825da76410c181273ba90b1 # v7.0.1"
_TEXT = """\
name: contracts
on:
  pull_request:
  push:
    branches: [{branch}]
permissions: {{}}
concurrency:
  # The next push ends the run of a pull request, and never that of a push.
  group: ${{{{ github.workflow }}}}-${{{{ github.event_name == 'pull_request' && github.ref || github.sha }}}}
  cancel-in-progress: ${{{{ github.event_name == 'pull_request' }}}}
jobs:
  contracts:
    name: contracts
    runs-on: ubuntu-latest
    permissions:
      contents: read
    steps:
      - uses: {checkout}
        with:
          fetch-depth: 2
          persist-credentials: false
      - uses: {action}
"""  # noqa: E501
_REPOSITORY = re.compile(
    r"(?:https://|ssh://git@|git@)github\.com[/:]([\w.-]+/[\w.-]+?)(?:\.git)?/?\Z"
)
_ON_GITHUB = re.compile(r"(?:\A|[@/])(?:ssh\.)?github\.com[:/]")
_USUAL = ("main", "master", "trunk", "develop")
_PLAIN = re.compile(r"[A-Za-z_][\w./-]*\Z")
# What YAML takes for something else than a name.
_WORDS = frozenset(("true", "false", "yes", "no", "on", "off", "null", "y", "n"))


def render_workflow_text(source: HookSource, branch: str) -> str | None:
    """Return GitHub's workflow with the action at its *source*; ``None``: GitHub has it not."""
    name = _REPOSITORY.match(source.repository)
    if name is None:
        return None
    plain = _PLAIN.match(branch) and branch.lower() not in _WORDS
    quoted = branch if plain else "'{}'".format(branch.replace("'", "''"))
    return _TEXT.format(branch=quoted, checkout=CHECKOUT, action=f"{name[1]}@{source.revision}")


def find_github_branch(root: str) -> str:
    """Return the branch that the workflow checks: the default one of the repository at *root*;
    empty where none is on GitHub.

    A folder ``.github`` shows that it is, and so does the address of a remote.
    """
    has_folder = os.path.isdir(os.path.join(root, FOLDER))
    if not os.path.lexists(os.path.join(root, ".git")):
        return _USUAL[0] if has_folder else ""
    try:
        remotes = run_git_config(root, "--get-regexp", r"^remote\..*\.url$").decode(
            "utf-8", "replace"
        )
        addresses = [line.partition(" ")[2] for line in remotes.splitlines()]
        if not (has_folder or any(map(_ON_GITHUB.search, addresses))):
            return ""
        arguments = ("for-each-ref", "--format=%(refname) %(symref)", "refs/remotes", "refs/heads")
        references = run_git(root, *arguments).decode("utf-8", "replace").splitlines()
        return find_default_branch(
            dict(line.split(" ", 1) for line in references)
        ) or _find_current_branch(root)
    except GitError:  # no repository that git reads: the usual name, for a person to look at
        return _USUAL[0] if has_folder else ""


def find_default_branch(references: Mapping[str, str]) -> str:
    """Return the workflow's default branch by *references*, each with what it stands for."""
    origin = references.get("refs/remotes/origin/HEAD", "")
    if origin:
        return origin.removeprefix("refs/remotes/origin/")
    remote = _list_branches_below("refs/remotes/origin/", references)
    local = _list_branches_below("refs/heads/", references)
    usual_branches = [
        usual_name for names in (remote, local) for usual_name in _USUAL if usual_name in names
    ]
    only_branches = [names[0] for names in (remote, local) if len(names) == 1]
    return next(iter((*usual_branches, *only_branches)), "")


def _list_branches_below(folder: str, references: Iterable[str]) -> list[str]:
    return [reference[len(folder) :] for reference in references if reference.startswith(folder)]


def _find_current_branch(root: str) -> str:
    """Return the branch for the workflow that is checked out, with or without a commit."""
    try:
        return run_git(root, "symbolic-ref", "--short", "HEAD").decode("utf-8", "replace").strip()
    except GitError:  # no branch is checked out
        return _USUAL[0]
