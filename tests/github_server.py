"""A GitHub for the tests: a repository on a server, its events, and checkouts of it.

    main     base ── meanwhile ─────────── (merge, under refs/pull/1/merge)
                └─ change ── change 2 ──────┘      branch "branch"

The existing violations are one each in ``a.py`` and ``old.py``; the branch adds one to
``a.py`` and one in ``new.py``; meanwhile the base gets ``base.py`` with one of its own.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git

OLD = "print(0)\n"
REPOSITORY = "owner/project"
ZEROS = "0" * 40
PULL_REQUEST = "refs/pull/1/merge"


class Server(NamedTuple):
    """The server's repository under ``<root>/owner/project``, and its commits by name."""

    root: Path
    git: Git
    commits: Mapping[str, str]

    @property
    def repository(self) -> Path:
        return self.root / REPOSITORY

    def commit(self, branch: str, files: Mapping[str, str | bytes], *, onto: str = "") -> str:
        """Commit *files* on *branch*, made from *onto* if it is new; return the commit."""
        if onto:
            self.git(self.repository, "switch", "-q", "-c", branch, onto)
        elif self.git(self.repository, "branch", "--show-current").strip() != branch:
            self.git(self.repository, "switch", "-q", branch)
        write_files(self.repository, files)
        self.git(self.repository, "add", "-A")
        self.git(self.repository, "commit", "-q", "-m", f"Change {branch}")
        return self.head()

    def merge(self, branch: str, into: str) -> str:
        """Merge *branch* as a merge queue would, on a detached HEAD; return the commit."""
        self.git(self.repository, "switch", "-q", "--detach", into)
        self.git(self.repository, "merge", "-q", "--no-ff", "-m", "Merge", branch)
        return self.head()

    def pull_request(self, branch: str = "branch", into: str = "main") -> str:
        """Make the merge commit that GitHub offers as ``refs/pull/1/merge``; return it."""
        merged = self.merge(branch, into)
        self.git(self.repository, "update-ref", PULL_REQUEST, merged)
        return merged

    def head(self) -> str:
        return self.git(self.repository, "rev-parse", "HEAD").strip()

    def checkout(self, folder: Path, *, depth: int, ref: str = PULL_REQUEST) -> Path:
        """A workspace as actions/checkout makes it; *depth* 0 is all history of all branches."""
        folder.mkdir()
        git = self.git
        git(folder, "init", "-q")
        git(folder, "remote", "add", "origin", f"file://{self.repository}")
        depth_or_branches = (
            [f"--depth={depth}"] if depth else ["+refs/heads/*:refs/remotes/origin/*"]
        )
        options = [name for name in depth_or_branches if name.startswith("-")]
        names = [name for name in depth_or_branches if not name.startswith("-")]
        fetched = f"+{ref}:refs/remotes/fetched"
        git(folder, "fetch", "-q", "--no-tags", *options, "origin", *names, fetched)
        git(folder, "checkout", "-q", "--detach", "refs/remotes/fetched")
        return folder


def server_of(root: Path, git: Git) -> Server:
    """The repository of this module's docstring, under the empty folder *root*."""
    repository = root / REPOSITORY
    repository.mkdir(parents=True)
    git(repository, "init", "-q", "-b", "main", "--template=")
    git(repository, "config", "uploadpack.allowAnySHA1InWant", "true")
    server = Server(root, git, {})
    files = {"a.py": OLD, "old.py": OLD, ".claude/contracts/a.yaml": contract()}
    base = server.commit("main", files)
    server.commit("branch", {"a.py": OLD + "print(1)\n"}, onto="main")
    branch = server.commit("branch", {"new.py": "print(2)\n"})
    main = server.commit("main", {"base.py": "print(3)\n"})
    merge = server.pull_request()
    git(repository, "switch", "-q", "main")
    return server._replace(commits={"base": base, "branch": branch, "main": main, "merge": merge})


def event_environment(
    server: Server, event: str, folder: Path, payload: Mapping[str, Any], **variables: str
) -> dict[str, str]:
    """The variables that a runner sets for *event*; *folder* takes the file of the *payload*."""
    path = folder / "event.json"
    path.write_text(json.dumps(payload), encoding="utf-8")
    return {
        "GITHUB_ACTIONS": "true",
        "GITHUB_EVENT_NAME": event,
        "GITHUB_EVENT_PATH": str(path),
        "GITHUB_REPOSITORY": REPOSITORY,
        "GITHUB_SERVER_URL": f"file://{server.root}",
        **variables,
    }


def pull_request_environment(server: Server, folder: Path, **variables: str) -> dict[str, str]:
    """The variables of the pull request of this module's docstring."""
    base = {"ref": "main", "sha": server.commits["base"]}
    head = {"ref": "branch", "sha": server.commits["branch"]}
    event_variables = {
        "GITHUB_SHA": server.commits["merge"],
        "GITHUB_REF": PULL_REQUEST,
        "GITHUB_BASE_REF": "main",
        "GITHUB_HEAD_REF": "branch",
        **variables,
    }
    payload = {"number": 1, "pull_request": {"base": base, "head": head}}
    return event_environment(server, "pull_request", folder, payload, **event_variables)


def push_environment(
    server: Server,
    folder: Path,
    before: str,
    *,
    branch: str = "main",
    forced: bool = False,
    default: str = "main",
) -> dict[str, str]:
    """The variables of a push to *branch*, which was at *before*."""
    payload = {
        "before": before,
        "after": server.head(),
        "forced": forced,
        "repository": {"default_branch": default},
    }
    variables = {"GITHUB_SHA": server.head(), "GITHUB_REF": f"refs/heads/{branch}"}
    return event_environment(server, "push", folder, payload, **variables)
