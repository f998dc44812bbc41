"""What a workflow run is compared with, found in its checkout alone: no API, no other action.

=================  =============================================================================
pull request       the first parent of the merge commit that GitHub made; of another checkout the
                   commit where it left the base branch
merge group        the commit that the group is built upon
push               where the branch was; of a new or rewritten branch, where it left the default
                   branch
other events       nothing: everything counts
=================  =============================================================================

A commit that a shallow checkout lacks is fetched from the event's repository, which its ``origin``
mostly is, and where two histories do not meet they are deepened until they do. Where another branch
is the target, the default one is fetched, too: what a branch may change is what that one lacks.
Where a fetch fails there is no base, or ``Base.defaults_problem`` says what is not known;
``Base.message`` says why: nothing may pass because less was there to compare with.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from contextlib import suppress

from phaser_lint.core import Record
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.project.git import make_fetch_command, require_tree, run_git
from phaser_lint.project.git.git_settings import is_partial_clone
from phaser_lint.project.git.process_output import run_git_command, split_names
from phaser_lint.project.git.revisions import is_shallow_clone, resolve_revision
from phaser_lint.project.github.github_event import GithubEvent
from phaser_lint.text.globs import Tests, selects_path

_PULL_REQUESTS = (
    "pull_request",
    "pull_request_target",
    "pull_request_review",
    "pull_request_review_comment",
)
_DEEPENED_BY = (64, 256, 1024, 4096)
_REFERENCE = re.compile(r"[A-Za-z0-9_][A-Za-z0-9_./@#+=-]*\Z")
_FILE = ":100"
EVERYTHING = "none"
"""The revision that stands for no comparison at all."""


class Base(Record):
    """The commits to compare with, or none for everything; one sentence for the log."""

    commits: tuple[str, ...]
    message: str
    lost: bool = False
    """There should be one, and it was not found."""
    unseen: bool = False
    """The checkout is the base itself: what the event changed is not checked."""
    tip: str = ""
    """The last commit of the branch that the checkout left, where it left one."""
    defaults_problem: str = ""
    """Why it is not known what default branches have of the change."""


def find_event_base(root: str, event: GithubEvent, *, long_lived: Tests = ()) -> Base:
    """Return the base of GitHub's run, by its *event*, for the checkout at *root*.

    *long_lived*: the tests of the branches that count as the default one does.
    """
    head = resolve_revision(root, "HEAD")
    if head is None:
        return _make_lost_base(f"{root} is no git checkout with a commit")
    try:
        base = _find_base(root, head, event)
    except GitError as error:
        return _make_lost_base(f"the base is not in this checkout and cannot be fetched: {error}")
    if base.commits == (head,):
        why = "this is the base itself: the checkout holds nothing of the change"
        return _make_empty_base(why)._replace(unseen=True)
    _fetch_contents(root, base, event)
    return _fetch_default_branches(root, base, event=event, long_lived=long_lived)


def find_revision_base(
    root: str, revision: str, event: GithubEvent, *, long_lived: Tests = ()
) -> Base:
    """Return the base for GitHub's Action that its input ``since`` names: the last commit that
    *revision* and HEAD have in common.

    Where that is HEAD itself everything counts: nothing could be new. Raises ``UsageError`` where
    there is no such revision or commit.
    """
    if revision == EVERYTHING:
        return _make_empty_base("asked for by since")
    commit = resolve_revision(root, revision) or _fetch_revision(root, revision, event)
    if commit is None:
        raise UsageError(
            f"since: expected a git revision that is in the checkout of {root} or can be fetched "
            f"from the event's repository, or {EVERYTHING}; not {revision}"
        )
    bases = _find_branch_points(root, commit, revision=revision, event=event)
    if not bases:
        raise UsageError(f"since: {revision} and the checkout have no commit in common")
    if bases == (resolve_revision(root, "HEAD"),):
        return _make_empty_base(f"since: {revision} has all that the checkout has")
    branch_point = revision if bases == (commit,) else f"where the checkout left {revision}"
    base = _make_base(bases, branch_point)._replace(tip=commit)
    _fetch_contents(root, base, event)
    return _fetch_default_branches(root, base, event=event, long_lived=long_lived)


def _fetch_default_branches(
    root: str, base: Base, *, event: GithubEvent, long_lived: Tests
) -> Base:
    """Return *base*, with the default branch in the checkout, and the one that the change is for:
    they tell what is the change's own. Where they cannot be fetched it says why.
    """
    pushed = event.ref if event.name == "push" else ""
    target = (event.base_branch or pushed).removeprefix("refs/heads/")
    if not base.commits or event.default_branch in ("", target):
        return base
    is_shallow = is_shallow_clone(root)
    problem = f"this checkout lacks {event.default_branch}"
    try:
        for branch in filter(None, (event.default_branch, target if is_shallow else "")):
            if not _REFERENCE.match(branch):
                raise GitError(f"git fetch: {branch} is no name of a branch")
            reference, tracked = f"refs/heads/{branch}", f"refs/remotes/origin/{branch}"
            tip = resolve_revision(root, tracked)
            if tip is None:
                _fetch_references(root, event, (f"+{reference}:{tracked}",))
                tip = _require_commit(root, tracked, event)
            for commit in ("HEAD", *base.commits):
                head = _require_commit(root, commit, event)
                _find_merge_bases(root, head, tip, reference=reference, event=event)
    except GitError as error:
        return base._replace(defaults_problem=f"{problem}, which cannot be fetched: {error}")
    if is_shallow and long_lived and not selects_path((long_lived,), target):
        return base._replace(
            defaults_problem="this checkout lacks the branches of the configuration"
        )
    return base


def _find_branch_points(
    root: str, commit: str, *, revision: str, event: GithubEvent
) -> tuple[str, ...]:
    head = resolve_revision(root, "HEAD")
    try:
        return (
            ()
            if head is None
            else _find_merge_bases(root, head, commit, reference=commit, event=event)
        )
    except GitError as error:
        raise UsageError(
            f"since: where the checkout left {revision} is not in its history, and more of that "
            f"cannot be fetched: {error}"
        ) from None


def _find_base(root: str, head: str, event: GithubEvent) -> Base:
    if event.name in _PULL_REQUESTS:
        return _find_pull_request_base(root, head, event)
    if event.name == "merge_group" and not event.base_sha:
        return _make_lost_event_base(
            event, "the event does not say what the merge group is built upon"
        )
    if event.name == "merge_group":
        commit = _require_commit(root, event.base_sha, event)
        return _make_base((commit,), "the base of the merge group")
    if event.name == "push":
        return _find_push_base(root, head, event)
    return _make_empty_base(f"the event {event.name or '(none)'} changes nothing by itself")


def _find_pull_request_base(root: str, head: str, event: GithubEvent) -> Base:
    parents = _read_head_parents(root)
    # Whether HEAD is the merge that GitHub made. A branch may end in a merge of its own (the base
    # merged into it), whose first parent holds what the pull request adds. The commit of
    # ``pull_request_target`` is the base, which is often a merge too, and of another pull request.
    is_target = event.name == "pull_request_target"
    if len(parents) == 2 and event.sha == (parents[0] if is_target else head):
        return _make_base((_require_commit(root, parents[0], event),), "the pull request's base")
    if not event.base_branch:
        return _make_lost_event_base(
            event, "this is not the pull request's merge commit, nor is its base named"
        )
    return _find_branch_base(root, head, branch=event.base_branch, event=event)


def _find_push_base(root: str, head: str, event: GithubEvent) -> Base:
    if event.is_deleted:
        return _make_empty_base("a branch was deleted")
    branch = event.ref.removeprefix("refs/heads/")
    if branch == event.ref:
        return _make_empty_base("a tag was pushed, not a branch")
    if event.before and not event.forced:
        return _make_base(
            (_require_commit(root, event.before, event),), "the branch before the push"
        )
    if event.default_branch not in ("", branch):
        return _find_branch_base(root, head, branch=event.default_branch, event=event)
    if event.is_new:
        return _make_empty_base("the branch is new, and no other one is the default")
    if not event.before:
        return _make_lost_event_base(
            event, "the event does not say where the branch was before the push"
        )
    before = _require_commit(root, event.before, event)
    bases = _find_merge_bases(root, head, before, reference=before, event=event)
    return (
        _make_base(bases, "where the rewritten branch left the one before")
        if bases
        else _make_lost_base("the branch was rewritten and shares nothing with what it was")
    )


def _find_branch_base(root: str, head: str, *, branch: str, event: GithubEvent) -> Base:
    reference = f"refs/heads/{branch}"
    try:
        _fetch_references(root, event, (reference,))
        tip = resolve_revision(root, "FETCH_HEAD")
    except GitError:
        # Without the right to fetch, a whole checkout has the commit that the event names.
        tip = resolve_revision(root, event.base_sha) if event.base_sha else None
        if tip is None:
            raise
    bases = _find_merge_bases(root, head, tip, reference=reference, event=event) if tip else ()
    if not bases:
        return _make_lost_base(f"the checkout shares no commit with {branch}")
    return _make_base(bases, f"where the checkout left {branch}")._replace(tip=tip or "")


def _find_merge_bases(
    root: str, head: str, tip: str, *, reference: str, event: GithubEvent
) -> tuple[str, ...]:
    """Return the commits where *head* and *tip* part, deepening a shallow history to find them."""
    for depth in (*_DEEPENED_BY, None):
        bases = _find_common_ancestors(root, head, tip)
        if bases or not is_shallow_clone(root):
            return bases
        depth_flag = "--unshallow" if depth is None else f"--deepen={depth}"
        _fetch_references(root, event, (head, reference), depth_flag=depth_flag)
    return _find_common_ancestors(root, head, tip)


def _find_common_ancestors(root: str, head: str, tip: str) -> tuple[str, ...]:
    try:
        return tuple(run_git(root, "merge-base", "--all", head, tip).decode().split())
    except GitError:  # they share nothing that is here
        return ()


def _require_commit(root: str, commit: str, event: GithubEvent) -> str:
    """Return *commit*, fetched if it is not here; raises ``GitError``."""
    if resolve_revision(root, commit) is None:
        _fetch_references(root, event, (commit,))
        if resolve_revision(root, commit) is None:
            raise GitError(f"git fetch: {commit} did not come")
    return commit


def _fetch_revision(root: str, revision: str, event: GithubEvent) -> str | None:
    # Only what can be nothing but a name: "-u…" and "a:b" mean something else to git fetch.
    if not _REFERENCE.match(revision):
        return None
    branch = revision.removeprefix("origin/")
    for reference in (revision, f"refs/heads/{branch}", f"refs/tags/{revision}"):
        try:
            _fetch_references(root, event, (reference,))
        except GitError:
            continue
        return resolve_revision(root, "FETCH_HEAD")
    return None


def _fetch_references(
    root: str, event: GithubEvent, references: Sequence[str], *, depth_flag: str = ""
) -> None:
    # Never "fetch origin" alone, which would bring the tips of all branches; and a depth of one in
    # a whole clone would cut its history off.
    shallow = "--depth=1" if is_shallow_clone(root) else ""
    flags = [flag for flag in (depth_flag or shallow,) if flag]
    quiet = ("--quiet", "--no-tags", "--no-recurse-submodules")
    arguments = (*quiet, *flags, _choose_fetch_source(root, event), *references)
    run_git_command(make_fetch_command(require_tree(root), *arguments))


def _fetch_contents(root: str, base: Base, event: GithubEvent) -> None:
    """Fetch what a partial clone lacks of the files that changed since the *base*."""
    if not base.commits or not is_partial_clone(root):
        return
    options = ("-r", "-z", "--raw", "--no-abbrev", "--no-renames", "--diff-filter=DMT")
    objects: set[str] = set()
    for commit in base.commits:
        output = run_git(root, "diff-tree", *options, commit, "HEAD", "--")
        fields = (line.split(" ") for line in split_names(output) if line.startswith(":"))
        objects.update(old for mode, _, old, *_ in fields if mode.startswith(_FILE))
    blobs = sorted(objects)
    if not blobs:
        return
    flags = ("--quiet", "--no-tags", "--no-recurse-submodules", "--no-write-fetch-head")
    fetch = (*flags, "--filter=blob:none", "--stdin", _choose_fetch_source(root, event))
    # Where it fails, the comparison says what is missing.
    with suppress(GitError):
        stdin = "".join(f"{blob}\n" for blob in blobs).encode()
        run_git_command(make_fetch_command(require_tree(root), *fetch), stdin)


def _choose_fetch_source(root: str, event: GithubEvent) -> str:
    """Return ``origin``, or the address of the event's repository if origin is another one.

    The branch of a fork may be checked out from the fork itself, whose own base branch is as old as
    its owner left it.
    """
    if not event.repository or not event.server.startswith(("https://", "http://", "file://")):
        return "origin"
    try:
        address = run_git(root, "remote", "get-url", "origin").decode("utf-8", "replace")
    except GitError:
        address = ""
    origin_path = address.strip().removesuffix("/").removesuffix(".git").replace(":", "/")
    if origin_path.lower().endswith(f"/{event.repository}".lower()):
        return "origin"
    return f"{event.server}/{event.repository}"


def _read_head_parents(root: str) -> tuple[str, ...]:
    """Return the parents of HEAD, of which a shallow checkout may hold none."""
    header, _, _ = run_git(root, "cat-file", "commit", "HEAD").partition(b"\n\n")
    lines = header.decode("utf-8", "replace").split("\n")
    return tuple(line.split(" ", 1)[1] for line in lines if line.startswith("parent "))


def _make_base(commits: tuple[str, ...], description: str) -> Base:
    short_ids = " and ".join(commit[:12] for commit in commits)
    return Base(commits, f"only what is new since {short_ids} counts ({description})")


def _make_empty_base(why: str) -> Base:
    return Base((), f"checking the whole project: {why}")


def _make_lost_event_base(event: GithubEvent, reason: str) -> Base:
    return _make_lost_base("the event file cannot be read" if event.is_unread else reason)


def _make_lost_base(why: str) -> Base:
    return _make_empty_base(why)._replace(lost=True)
