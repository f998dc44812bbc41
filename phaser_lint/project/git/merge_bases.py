"""The last commits that two branches have in common: where they parted, by git."""

from __future__ import annotations

import os
import re
from collections.abc import Sequence
from functools import lru_cache

from phaser_lint.core import make_file_identity
from phaser_lint.core.errors import GitError, UsageError
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.core.text import is_misspelt
from phaser_lint.project import (
    NULL_COMMITS,
    find_common_git_folder,
    find_git_folder,
    find_git_limits,
    find_repository_root,
)
from phaser_lint.project.git import find_working_tree, require_repository, run_git
from phaser_lint.project.git.answers import AnswerGuard, parse_object_id, require_object_id
from phaser_lint.project.git.head_commit import find_head_branch
from phaser_lint.project.git.process_output import decode_git_path, is_object_id
from phaser_lint.project.git.revisions import is_shallow_clone, name_empty_tree, resolve_revision
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.text.globs import selects_path

# A clone has the first, a repository that was pushed a name.
_DEFAULT_BRANCHES = [f"refs/remotes/*/{name}" for name in ("HEAD", "main", "master")]

# No path (a.py), no "HEAD~3".
# Seven digits are what git shows of one.
_COMMIT_ID = re.compile(r"[0-9a-f]{7,64}")
_PLAIN_NAME = re.compile(r"(?!HEAD\b)\w[\w/-]*|v?[0-9][\w.-]*")
_MOST_PACKED = 1_000_000
_LOCAL_BRANCHES = ("refs/heads/main", "refs/heads/master")


def find_merge_bases(root: str, commit: str, other_commit: str = "HEAD") -> tuple[str, ...]:
    """Return the merge bases of *commit* and *other_commit* in a repository: the last commits that
    both have in common.

    Where each was merged into the other there are several, of which none is the right one.
    """
    other_id = _resolve_name(root, other_commit)
    if other_id is None or other_id == commit:
        return (other_id,) if other_id else ()
    return _ask_merge_bases(root, commit, other_id, history=_identify_history(root))


def _identify_history(root: str) -> tuple[int, ...]:
    """Return what changes once more of a shallow history is fetched; nothing of a whole one."""
    folder = find_common_git_folder(find_git_folder(find_repository_root(root) or root))
    try:
        return make_file_identity(os.stat(os.path.join(folder, "shallow")))
    except OSError:
        return ()


# In one history two commits have the same ones for ever.
@lru_cache(maxsize=64)
def _ask_merge_bases(
    root: str, commit: str, other_commit: str, *, history: tuple[int, ...]
) -> tuple[str, ...]:
    # Unlike "git merge-base" it tells no common commit from an error.
    lines = run_git(root, "rev-parse", "--revs-only", f"{commit}...{other_commit}").splitlines()
    marked_ids = [parse_object_id(line, "rev-parse") for line in lines]
    if len(marked_ids) < 2:
        raise GitError(f"git rev-parse: expected two commits, found {len(marked_ids)}")
    return tuple(marked_id[1:] for marked_id in marked_ids if marked_id.startswith("^"))


def _resolve_name(root: str, revision: str) -> str | None:
    """Return the commit that a *revision* names; one that is named by its id git is not asked."""
    return revision if is_object_id(revision) else resolve_revision(root, revision)


def find_branch_bases(root: str, commit: str = "HEAD") -> tuple[str, ...]:
    """Return the merge bases of a branch that ends in *commit*: where it left the default branches
    of the repository's remotes.

    The last of these: the default branch of a fork is often old. Nothing where there is none, and
    where the commit is part of one. Raises ``GitError``.
    """
    bases = find_shared_with_default(root, commit)
    if _resolve_name(root, commit) in bases:
        return ()
    if len(bases) < 2:
        return bases
    lines = run_git(root, "merge-base", "--independent", *bases).splitlines()
    return tuple(parse_object_id(line, "merge-base") for line in lines)


def list_default_tips(root: str, commit: str = "HEAD") -> list[str]:
    """Return the last commits of the remotes' default branches that have a merge base with
    *commit*: at that, nothing squashed into them stands yet. Raises ``GitError``.
    """
    return [tip for tip in _read_default_tips(root) if find_merge_bases(root, tip, commit)]


def list_unmerged_defaults(root: str, commit: str, *, is_local: bool = False) -> dict[str, int]:
    """Return the last commits of the remotes' default branches that *commit* lacks, each with the
    second that it says it was made at; where no remote has one, and *is_local*, those of the
    clone's own. Raises ``GitError``.
    """
    unmerged = f"--no-merged={commit}"
    branches = (*_list_default_branches(root), *(_LOCAL_BRANCHES if is_local else ()))
    form = "--format=%(objectname) %(committerdate:unix) %(refname)"
    output = run_git(root, "for-each-ref", form, unmerged, *branches, once=True)
    with AnswerGuard("for-each-ref"):
        rows = [line.split(" ", 2) for line in decode_git_path(output).split("\n")[:-1]]
        tips = [(name, require_object_id(tip), int(date)) for tip, date, name in rows]
    remote_tips = {tip: date for name, tip, date in tips if name not in _LOCAL_BRANCHES}
    if tips and not remote_tips and not _read_default_tips(root):
        return {tip: date for _, tip, date in tips}
    return remote_tips


def name_default_branches(root: str) -> list[str]:
    """Return the short names of the remotes' default branches, which a branch parted from; raises
    ``GitError``.
    """
    form = "--format=%(if)%(symref)%(then)%(symref:lstrip=2)%(else)%(refname:lstrip=2)%(end)"
    output = run_git(root, "for-each-ref", form, *_list_default_branches(root))
    return [*dict.fromkeys(decode_git_path(output).splitlines())]


def list_own_commits(root: str) -> frozenset[str]:
    """Return the commits of HEAD that are of its own branch, by merge bases with the remotes'
    default ones; none where there is no such branch. Raises ``GitError``.
    """
    tips = _read_default_tips(root)
    lines = run_git(root, "rev-list", "HEAD", "--not", *tips).splitlines() if tips else ()
    return frozenset(parse_object_id(line, "rev-list") for line in lines)


def find_shared_with_default(root: str, commit: str) -> tuple[str, ...]:
    """Return the last commits that *commit* and each default branch of a remote have in common:
    what these hold of it. Raises ``GitError``.
    """
    tips = _read_default_tips(root)
    return tuple(
        dict.fromkeys(base for tip in tips for base in find_merge_bases(root, tip, commit))
    )


def _read_default_tips(root: str) -> dict[str, None]:
    tree = find_working_tree(root)
    # Where git's files name no branch of a remote, git is not started.
    if tree is not None and not may_have_remote_branches(tree.shared_folder):
        return {}
    branches = _list_default_branches(root)
    listing = ("for-each-ref", "--format=%(objectname)", *branches)
    lines = run_git(root, *listing, once=True).splitlines()
    return dict.fromkeys(parse_object_id(line, "for-each-ref") for line in lines)


def may_have_remote_branches(shared_folder: str) -> bool:
    """Tell whether git's files say of any branch that a remote has it; true in doubt.

    A file or folder of refs is there, a packed one, or another store of them.
    """
    places = (os.path.join("refs", "remotes"), "reftable")
    if any(os.path.lexists(os.path.join(shared_folder, place)) for place in places):
        return True
    try:
        packed_refs = read_bytes(os.path.join(shared_folder, "packed-refs"), limit=_MOST_PACKED)
    except FileNotFoundError:
        return False
    except OSError:
        return True
    return len(packed_refs) == _MOST_PACKED or b" refs/remotes/" in packed_refs


def _list_default_branches(root: str) -> list[str]:
    """Return git's patterns of the remotes' default branches, and the full names of the long-lived
    branches that the project's configuration sets beside them.
    """
    long_lived = find_git_limits(root).find_long_lived()
    if not long_lived:
        return _DEFAULT_BRANCHES
    listing = ("for-each-ref", "--format=%(refname:lstrip=2)", "refs/remotes/")
    names = decode_git_path(run_git(root, *listing, once=True)).splitlines()
    return _DEFAULT_BRANCHES + [
        f"refs/remotes/{name}"
        for name in names
        if selects_path((long_lived,), name.partition("/")[2])
    ]


def require_merge_bases(
    root: str, revision: str, *, flag: str = "--since", is_pushed_over: bool = False
) -> tuple[str, ...]:
    """Return the merge bases of HEAD and *revision*, the value of *flag* (``--since``): the last
    commits that both have in common in the repository.

    Of a branch that was rebased, where it left the default one: what that got meanwhile is not its
    own. It was if *revision* is what a remote has of HEAD's branch, or HEAD *is_pushed_over* it.
    Before the first commit that of HEAD is the empty tree. Of what git calls no commit there are
    none. Raises ``UsageError`` for what names no commit, or one that shares nothing with HEAD.
    """
    require_repository(root)
    if revision == "HEAD":  # git's files name it: does git answer at all?
        run_git(root, "rev-parse", "--is-inside-work-tree")
    if revision in NULL_COMMITS:
        return ()
    commit = resolve_revision(root, revision)
    if commit is None and revision == "HEAD":
        return (name_empty_tree(root),)
    if commit is None and ".." in revision:
        start = revision.split("..")[0] or "HEAD"
        range_text = f"the range {revision}; what is new since {start} counts"
        raise UsageError(f"{flag}: expected one revision, not {range_text}")
    if commit is None and revision[-1:] in ("", "/"):
        found = f"{revision} with no name behind it" if revision else "an empty text"
        raise UsageError(
            f"{flag}: expected a git revision, found {found}: a variable that this run does not "
            "have? A push has the commit before it, such as $CI_COMMIT_BEFORE_SHA, or HEAD~1"
        )
    if commit is None:
        where = f"{root}, not {revision}{hint_at_fetching(root, revision)}"
        raise UsageError(f"{flag}: expected a git revision of {where}")
    bases = find_merge_bases(root, commit)
    if not bases:
        raise UsageError(
            f"{flag}: {revision} and HEAD have no commit in common{_render_shallow_hint(root)}"
        )
    is_rewritten = is_pushed_over
    branch = find_head_branch(root)
    # Most revisions name another branch: then git is asked nothing more.
    if branch and commit not in bases and (revision.endswith(f"/{branch}") or "@{" in revision):
        naming = ("rev-parse", "--symbolic-full-name", revision)
        tracked = decode_git_path(run_git(root, *naming))
        remote_branch = tracked.rstrip("\n").removeprefix("refs/remotes/")
        is_rewritten |= remote_branch.partition("/")[2] == branch
    if commit in bases or not is_rewritten:
        return bases
    # What is part of a default branch is no earlier state of one's own.
    is_shared = commit in find_shared_with_default(root, commit)
    is_earlier_state = not (is_shared or any(find_branch_bases(root, base) for base in bases))
    own_bases = find_branch_bases(root) if is_earlier_state else ()
    return own_bases or bases


def hint_at_fetching(root: str, revision: str) -> str:
    """Return which revision that is there *revision* may mean, or how git gets what it names and
    this clone lacks, or nothing.
    """
    references = (
        "for-each-ref",
        "--format=%(refname:short)",
        "refs/heads",
        "refs/remotes",
        "refs/tags",
    )
    present_names = decode_git_path(run_git(root, *references)).splitlines()
    if meant := next((name for name in present_names if is_misspelt(revision, name)), ""):
        return f"; did you mean {meant}?"
    remotes = decode_git_path(run_git(root, "remote")).splitlines()
    named = revision.removeprefix("refs/").removeprefix("remotes/")
    remote, _, branch = named.partition("/")
    if not branch or remote not in remotes:
        return _render_shallow_hint(root) or _hint_at_remote(root, revision, remotes)
    setting = ("config", "--get-all", f"remote.{remote}.fetch")
    try:
        takes_all = b"*" in run_git(root, *setting)
    except GitError:  # it has none
        takes_all = False
    if takes_all:
        return f"; git fetch {remote} gets its branches"
    # As `git clone --single-branch` and `--depth` leave it.
    names = join_shell_words((remote, f"+refs/heads/{branch}:refs/remotes/{remote}/{branch}"))
    return f"; this clone has one branch of {remote}: git fetch {names} gets another"


def _hint_at_remote(root: str, revision: str, remotes: Sequence[str]) -> str:
    """Return how git gets a commit, or the branch of a remote, that is named without the remote."""
    # Whoever contributes to a project often has it beside a fork.
    known = [name for name in ("upstream", "origin") if name in remotes]
    remote = next(iter((*known, *remotes)), "")
    if not (remote and revision.strip("0") and _PLAIN_NAME.fullmatch(revision)):
        return ""
    if _COMMIT_ID.fullmatch(revision):
        named = f" {revision}" if is_object_id(revision) else ""
        return (
            f"; git fetch {remote}{named} gets it, where {remote} has it; a fork may lack it, so "
            "name the project's own address for it"
        )
    if resolve_revision(root, f"{remote}/{revision}"):
        return f"; this clone has it as {remote}/{revision}"
    return f"; git fetch {remote} gets tags, and branches, such as {remote}/main"


def _render_shallow_hint(root: str) -> str:
    if not is_shallow_clone(root):
        return ""
    return "; this clone is shallow: git fetch --unshallow gets the rest of the history"
