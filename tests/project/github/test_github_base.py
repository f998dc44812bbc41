"""What a workflow run is compared with: real clones of the depths that workflows have."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.core.errors import UsageError
from phaser_lint.project.git.merge_bases import find_merge_bases
from phaser_lint.project.github.github_base import Base, find_event_base, find_revision_base
from phaser_lint.project.github.github_event import GithubEvent, read_github_event
from tests.github_server import (
    OLD,
    PULL_REQUEST,
    REPOSITORY,
    ZEROS,
    event_environment,
    pull_request_environment,
    push_environment,
)

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git
    from tests.github_server import Server

# Of one commit, of all; and of a few, as the slow set asks.
DEPTHS = (1, 0, *(pytest.param(depth, marks=pytest.mark.slow) for depth in (2, 5)))
WHOLE_PROJECT = "checking the whole project: "
IS_BASE = f"{WHOLE_PROJECT}this is the base itself: the checkout holds nothing of the change"


@pytest.fixture(autouse=True)
def _scrubbed(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)


def base_of(
    server: Server, tmp_path: Path, environment: dict[str, str], **where: int | str
) -> Base:
    """The base of a fresh checkout; *where* is its depth and its ref."""
    root = server.checkout(tmp_path / "workspace", **where)  # type: ignore[arg-type]
    return find_event_base(str(root), read_github_event(environment))


def since(commit: str, explanation: str, *, tip: str = "") -> Base:
    return Base((commit,), f"only what is new since {commit[:12]} counts ({explanation})", tip=tip)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_merge_commit_of_a_pull_request(server: Server, tmp_path: Path, depth: int) -> None:
    """Its first parent, which a checkout of one commit has to fetch."""
    base = base_of(server, tmp_path, pull_request_environment(server, tmp_path), depth=depth)
    assert base == since(server.commits["main"], "the pull request's base")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_checkout_of_a_stacked_pull_request(server: Server, tmp_path: Path, depth: int) -> None:
    """It gets what tells which text of the branch below the default branch has."""
    server.git(server.repository, "branch", "trunk", server.commits["base"])
    root = server.checkout(tmp_path / "workspace", depth=depth)
    event = read_github_event(pull_request_environment(server, tmp_path))
    base = find_event_base(str(root), event._replace(default_branch="trunk"))
    assert base == since(server.commits["main"], "the pull request's base")
    trunk = server.git(root, "rev-parse", "refs/remotes/origin/trunk").strip()
    assert find_merge_bases(str(root), trunk) == (server.commits["base"],)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("branch", ["gone", "[", "a:b", "--upload-pack=x"])
def test_a_default_branch_that_cannot_be_fetched_is_told(
    server: Server, tmp_path: Path, branch: str
) -> None:
    root = server.checkout(tmp_path / "workspace", depth=2)
    event = read_github_event(pull_request_environment(server, tmp_path))
    base = find_event_base(str(root), event._replace(default_branch=branch))
    assert base.commits == (server.commits["main"],)
    assert base.defaults_problem.startswith(
        f"this checkout lacks {branch}, which cannot be fetched: git "
    )


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize("event", ["pull_request", "pull_request_target"])
def test_branch_of_a_pull_request(server: Server, tmp_path: Path, depth: int, event: str) -> None:
    """``ref: head.sha``: where it left the base, whose tip has gone on since."""
    sha = server.commits["merge" if event == "pull_request" else "main"]
    environment = pull_request_environment(
        server, tmp_path, GITHUB_EVENT_NAME=event, GITHUB_SHA=sha
    )
    base = base_of(server, tmp_path, environment, depth=depth, ref="refs/heads/branch")
    assert base == since(
        server.commits["base"], "where the checkout left main", tip=server.commits["main"]
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_branch_that_ends_in_a_merge_of_its_own(server: Server, tmp_path: Path, depth: int) -> None:
    """Its first parent is the branch, not the base: what came before must not pass as old."""
    merged = server.merge("main", into="branch")
    server.git(server.repository, "update-ref", "refs/heads/branch", merged)
    environment = pull_request_environment(server, tmp_path)
    base = base_of(server, tmp_path, environment, depth=depth, ref="refs/heads/branch")
    assert base == since(
        server.commits["main"], "where the checkout left main", tip=server.commits["main"]
    )


def test_long_branch_in_a_shallow_checkout(server: Server, tmp_path: Path) -> None:
    """The history is deepened until it meets the base."""
    server.git(server.repository, "switch", "-q", "branch")
    for _ in range(70):
        server.git(server.repository, "commit", "-q", "--allow-empty", "-m", "More")
    environment = pull_request_environment(server, tmp_path)
    base = base_of(server, tmp_path, environment, depth=1, ref="refs/heads/branch")
    assert base == since(
        server.commits["base"], "where the checkout left main", tip=server.commits["main"]
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_pull_request_target_with_its_own_checkout(
    server: Server, tmp_path: Path, depth: int
) -> None:
    """It is the base, here itself a merge: comparing with its parent would check another change."""
    merged = server.merge("branch", into="main")
    server.git(server.repository, "update-ref", "refs/heads/main", merged)
    environment = pull_request_environment(
        server, tmp_path, GITHUB_EVENT_NAME="pull_request_target", GITHUB_SHA=merged
    )
    base = base_of(server, tmp_path, environment, depth=depth, ref="refs/heads/main")
    assert base == Base((), IS_BASE, unseen=True)


@pytest.mark.parametrize("depth", DEPTHS)
def test_pull_request_target_with_the_merge_commit(
    server: Server, tmp_path: Path, depth: int
) -> None:
    """``ref: refs/pull/N/merge`` is as good as the pull request's own event."""
    environment = pull_request_environment(
        server,
        tmp_path,
        GITHUB_EVENT_NAME="pull_request_target",
        GITHUB_SHA=server.commits["main"],
    )
    base = base_of(server, tmp_path, environment, depth=depth)
    assert base == since(server.commits["main"], "the pull request's base")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_base_of_a_fork_is_that_of_the_bases_repository(
    server: Server, git: Git, tmp_path: Path, depth: int
) -> None:
    """The fork's own base branch is as old as its owner left it; the base's repository is asked."""
    fork = tmp_path / "forks" / "someone" / "project"
    fork.parent.mkdir(parents=True)
    git(tmp_path, "clone", "-q", "--bare", f"file://{server.repository}", str(fork))
    git(fork, "update-ref", "refs/heads/main", server.commits["base"])
    merged = server.merge("main", into="branch")
    git(fork, "fetch", "-q", f"file://{server.repository}", f"+{merged}:refs/heads/branch")
    root = tmp_path / "workspace"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "remote", "add", "origin", f"file://{fork}")
    shallow = [f"--depth={depth}"] if depth else []
    git(root, "fetch", "-q", *shallow, "origin", "refs/heads/branch")
    git(root, "checkout", "-q", "--detach", "FETCH_HEAD")
    event = read_github_event(pull_request_environment(server, tmp_path))
    base = find_event_base(str(root), event)
    assert base == since(
        server.commits["main"], "where the checkout left main", tip=server.commits["main"]
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_base_of_a_merge_group_is_the_commit_before_it(
    server: Server, tmp_path: Path, depth: int
) -> None:
    """The commit before it in the queue, whatever the base branch is by now."""
    head = server.merge("branch", into="main")
    server.git(server.repository, "update-ref", "refs/heads/gh-readonly-queue/main/pr-1", head)
    payload = {"merge_group": {"base_sha": server.commits["main"], "head_sha": head}}
    environment = event_environment(server, "merge_group", tmp_path, payload, GITHUB_SHA=head)
    base = base_of(server, tmp_path, environment, depth=depth, ref=head)
    assert base == since(server.commits["main"], "the base of the merge group")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_base_of_a_push_is_what_the_branch_was(
    server: Server, tmp_path: Path, depth: int
) -> None:
    """What the branch was before, several commits ago."""
    for number in range(3):
        server.commit("main", {"base.py": f"print({number})\n"})
    environment = push_environment(server, tmp_path, server.commits["main"])
    base = base_of(server, tmp_path, environment, depth=depth, ref="refs/heads/main")
    assert base == since(server.commits["main"], "the branch before the push")


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("depth", DEPTHS)
@pytest.mark.parametrize(("before", "forced"), [(ZEROS, False), ("branch", True)])
def test_push_of_a_new_or_rewritten_branch(
    server: Server, tmp_path: Path, depth: int, before: str, forced: bool
) -> None:
    """Where it left the default branch."""
    server.commit("branch", {"new.py": "print(9)\n"})
    environment = push_environment(
        server, tmp_path, server.commits.get(before, before), branch="branch", forced=forced
    )
    base = base_of(server, tmp_path, environment, depth=depth, ref="refs/heads/branch")
    assert base == since(
        server.commits["base"], "where the checkout left main", tip=server.commits["main"]
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_the_base_of_a_rewritten_branch_is_where_it_left(
    server: Server, tmp_path: Path, depth: int
) -> None:
    """Where it left what it was: a commit that is dropped takes its existing violations along."""
    server.git(server.repository, "branch", "-q", "kept", "main")
    server.git(server.repository, "switch", "-q", "main")
    server.git(server.repository, "reset", "-q", "--hard", server.commits["base"])
    server.commit("main", {"other.py": OLD})
    environment = push_environment(server, tmp_path, server.commits["main"], forced=True)
    base = base_of(server, tmp_path, environment, depth=depth, ref="refs/heads/main")
    explanation = "where the rewritten branch left the one before"
    assert base == since(server.commits["base"], explanation)


def test_pushes_with_nothing_to_compare_with(server: Server, tmp_path: Path) -> None:
    """A new default branch, a tag, an unrelated history; everything counts, and it says why."""
    new = push_environment(server, tmp_path, ZEROS)
    root = str(server.checkout(tmp_path / "main", depth=1, ref="refs/heads/main"))
    message = f"{WHOLE_PROJECT}the branch is new, and no other one is the default"
    assert find_event_base(root, read_github_event(new)) == Base((), message)
    tag = {**new, "GITHUB_REF": "refs/tags/v1"}
    message = f"{WHOLE_PROJECT}a tag was pushed, not a branch"
    assert find_event_base(root, read_github_event(tag)) == Base((), message)
    deleted = read_github_event(push_environment(server, tmp_path, "main"))._replace(
        is_deleted=True
    )
    assert find_event_base(root, deleted) == Base((), f"{WHOLE_PROJECT}a branch was deleted")
    server.git(server.repository, "switch", "-q", "--orphan", "alone")
    server.git(server.repository, "commit", "-q", "--allow-empty", "-m", "Alone")
    environment = push_environment(server, tmp_path, ZEROS, branch="alone")
    base = base_of(server, tmp_path, environment, depth=1, ref="refs/heads/alone")
    assert base == Base((), f"{WHOLE_PROJECT}the checkout shares no commit with main", lost=True)


def test_pushes_of_which_too_little_is_told(server: Server, tmp_path: Path) -> None:
    """A branch that was there is not called new, so that nothing counts its own contracts."""
    variables = push_environment(server, tmp_path, "main")
    root = str(server.checkout(tmp_path / "main", depth=1, ref="refs/heads/main"))
    message = f"{WHOLE_PROJECT}the event does not say where the branch was before the push"
    assert find_event_base(root, read_github_event(variables)) == Base((), message, lost=True)
    for event in ("push", "merge_group"):
        unread = {
            **variables,
            "GITHUB_EVENT_NAME": event,
            "GITHUB_EVENT_PATH": str(tmp_path / "none"),
        }
        message = f"{WHOLE_PROJECT}the event file cannot be read"
        assert find_event_base(root, read_github_event(unread)) == Base((), message, lost=True)


@pytest.mark.parametrize("event", ["workflow_dispatch", "schedule", "release", ""])
def test_events_that_change_nothing(server: Server, tmp_path: Path, event: str) -> None:
    """Everything counts."""
    environment = event_environment(server, event, tmp_path, {})
    message = f"{WHOLE_PROJECT}the event {event or '(none)'} changes nothing by itself"
    assert base_of(server, tmp_path, environment, depth=1) == Base((), message)


def test_base_that_cannot_be_fetched(server: Server, git: Git, tmp_path: Path) -> None:
    """``persist-credentials: false`` in a private repository: everything, and git's own words."""
    root = server.checkout(tmp_path / "workspace", depth=1)
    git(root, "remote", "set-url", "origin", "file:///none/owner/project")
    base = find_event_base(str(root), read_github_event(pull_request_environment(server, tmp_path)))
    assert base.commits == ()
    beginning = (
        f"{WHOLE_PROJECT}the base is not in this checkout and cannot be fetched: git fetch: "
    )
    assert base.message.startswith(beginning)


def test_a_whole_checkout_has_the_base_that_the_event_names(
    server: Server, git: Git, tmp_path: Path
) -> None:
    """Without the right to fetch, too: the pull request must not be judged by its own contracts."""
    root = server.checkout(tmp_path / "workspace", depth=0, ref="refs/heads/branch")
    git(root, "remote", "set-url", "origin", "file:///none/owner/project")
    base = find_event_base(str(root), read_github_event(pull_request_environment(server, tmp_path)))
    assert base == since(
        server.commits["base"], "where the checkout left main", tip=server.commits["base"]
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("payload", "variables", "message"),
    [
        ({}, {}, "this is not the pull request's merge commit, nor is its base named"),
        ({"pull_request": []}, {}, "this is not the pull request's merge commit, nor is its base"),
        ({}, {"GITHUB_BASE_REF": "-u"}, "the base is not in this checkout and cannot be fetched"),
        ({}, {"GITHUB_BASE_REF": "a b"}, "the base is not in this checkout and cannot be fetched"),
    ],
)
def test_an_incomplete_event_lets_nothing_pass(
    server: Server, tmp_path: Path, payload: object, variables: dict[str, str], message: str
) -> None:
    """Less is known, and nothing passes because of it."""
    environment = event_environment(
        server,
        "pull_request",
        tmp_path,
        payload,
        **variables,  # type: ignore[arg-type]
    )
    base = base_of(server, tmp_path, environment, depth=1, ref="refs/heads/branch")
    assert base.commits == ()
    assert base.message.startswith(f"{WHOLE_PROJECT}{message}")


def test_no_git_at_all(tmp_path: Path) -> None:
    """actions/checkout downloads an archive where the image has no git."""
    base = find_event_base(str(tmp_path), GithubEvent(name="push"))
    assert base == Base(
        (), f"{WHOLE_PROJECT}{tmp_path} is no git checkout with a commit", lost=True
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_revision_that_a_user_names(server: Server, tmp_path: Path, depth: int) -> None:
    """A branch, a tag, a commit, from the checkout or its origin; ``none`` is no comparison."""
    server.git(server.repository, "tag", "v1", server.commits["base"])
    root = str(server.checkout(tmp_path / "workspace", depth=depth))
    event = read_github_event(pull_request_environment(server, tmp_path))
    commits_by_revision = {
        "main": "main",
        "origin/main": "main",
        "v1": "base",
        server.commits["base"]: "base",
    }
    for revision, commit in commits_by_revision.items():
        expected = since(server.commits[commit], revision, tip=server.commits[commit])
        assert find_revision_base(root, revision, event) == expected
    for itself in ("HEAD", "@", server.commits["merge"]):
        message = f"{WHOLE_PROJECT}since: {itself} has all that the checkout has"
        assert find_revision_base(root, itself, event) == Base((), message)
    everything = Base((), f"{WHOLE_PROJECT}asked for by since")
    assert find_revision_base(root, "none", event) == everything


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("depth", DEPTHS)
def test_branch_that_went_on_meanwhile(server: Server, tmp_path: Path, depth: int) -> None:
    """What it fixed is not expected of the checkout, and what it broke is not its fault."""
    root = str(server.checkout(tmp_path / "workspace", depth=depth, ref="refs/heads/branch"))
    event = read_github_event(push_environment(server, tmp_path, ZEROS, branch="branch"))
    for revision in ("main", "origin/main", server.commits["main"]):
        left = f"where the checkout left {revision}"
        expected = since(server.commits["base"], left, tip=server.commits["main"])
        assert find_revision_base(root, revision, event) == expected


def test_revision_of_another_history(server: Server, git: Git, tmp_path: Path) -> None:
    """As ``scan --since``: with nothing in common there is nothing to compare with."""
    git(server.repository, "switch", "-q", "--orphan", "other")
    server.commit("other", {"a.py": OLD})
    root = str(server.checkout(tmp_path / "workspace", depth=1))
    event = read_github_event(pull_request_environment(server, tmp_path))
    with pytest.raises(UsageError) as raised:
        find_revision_base(root, "other", event)
    assert str(raised.value) == "since: other and the checkout have no commit in common"


def test_history_that_cannot_be_deepened(server: Server, git: Git, tmp_path: Path) -> None:
    """The revision is here, but not what it shares with the checkout."""
    root = server.checkout(tmp_path / "workspace", depth=1)
    git(root, "fetch", "-q", "--depth=1", "origin", "main:main")
    git(root, "remote", "set-url", "origin", f"file://{tmp_path}/gone/{REPOSITORY}")
    event = read_github_event(pull_request_environment(server, tmp_path))
    with pytest.raises(UsageError) as raised:
        find_revision_base(str(root), "main", event)
    assert str(raised.value).startswith(
        "since: where the checkout left main is not in its history, and more of that cannot be "
        "fetched: git fetch: "
    )


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "revision",
    ["missing", "HEAD~9", "-h", "--upload-pack=touch owned", "a:b", "+x", "", " ", "a\nb", "$(x)"],
)
def test_revision_that_is_none(server: Server, tmp_path: Path, revision: str) -> None:
    """A clear sentence; no option and no address reaches git fetch."""
    root = str(server.checkout(tmp_path / "workspace", depth=1))
    event = read_github_event(pull_request_environment(server, tmp_path))
    with pytest.raises(UsageError) as raised:
        find_revision_base(root, revision, event)
    assert str(raised.value) == (
        f"since: expected a git revision that is in the checkout of {root} or can be fetched "
        f"from the event's repository, or none; not {revision}"
    )


def test_history_of_a_whole_clone_stays_whole(server: Server, git: Git, tmp_path: Path) -> None:
    """A fetch with a depth would cut it off for the steps that follow."""
    root = server.checkout(tmp_path / "workspace", depth=0)
    server.commit("main", {"base.py": "print(4)\n"})
    environment = pull_request_environment(server, tmp_path)
    later = find_revision_base(str(root), server.head(), read_github_event(environment))
    assert later.commits == (server.commits["main"],)
    assert git(root, "rev-parse", "--is-shallow-repository") == "false\n"
    assert REPOSITORY in git(root, "remote", "get-url", "origin")
    assert PULL_REQUEST not in git(root, "for-each-ref")
