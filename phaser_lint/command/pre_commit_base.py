"""What ``phaser-lint pre-commit`` compares with where commits are made already, or a flag says."""

from __future__ import annotations

from collections.abc import Mapping

from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command.pre_commit import FROM_REF, LOCAL_BRANCH, REMOTE, TO_REF
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shell_words import join_shell_words
from phaser_lint.project.git import run_git
from phaser_lint.project.git.merge_bases import require_merge_bases
from phaser_lint.project.git.process_output import is_object_id
from phaser_lint.project.git.revisions import resolve_object, resolve_revision, run_rev_list
from phaser_lint.project.git.staged_index import is_commit_begun

_NOTHING_BETWEEN = (
    "the commits start from HEAD itself, so no change is checked: give the commit before them as "
    "--from-ref"
)
# Of a first push the note asked for something staged, or for flags that no push takes.
_WAY_AT_FIRST_PUSH = "a commit that the remote has"


def with_base(root: str, options: ProjectOptions, environment: Mapping[str, str]) -> ProjectOptions:
    """Return the *options* of ``pre-commit`` with the base, which depends on what is checked by the
    *environment*.

    HEAD, however it is called, is what the commit that is being made is compared with. Of commits
    that were made it is the last one, so it stands for what they start from. Raises ``UsageError``
    where HEAD would be compared with itself.
    """
    start = _find_start_commits(root, environment)
    if start is None:
        if not is_commit_begun(root, environment) and _compares_with_head(root, options.since):
            raise UsageError(
                f"--since {options.since}: nothing to compare: nothing is staged, so HEAD "
                "would be compared with itself; where commits are made already, run the hooks "
                "with --from-ref and --to-ref, or let a baseline count instead (phaser-lint "
                "baseline --project-contracts)"
            )
        return options._replace(changed_since=("HEAD",), reports_existing=True)
    # Where a remote has nothing of it there is nothing to compare with, and all counts: a file that
    # has to stay is not created by a first push.
    if start:
        options = options._replace(changed_since=start, no_base=_NOTHING_BETWEEN)
    else:
        options = options._replace(changed_since=(), ways_to_base=_WAY_AT_FIRST_PUSH)
    head = resolve_revision(root, "HEAD")
    if _compares_with_head(root, options.since):
        if start == (head,):
            raise UsageError(
                f"--since {options.since}: nothing to compare: the commits start from HEAD itself; "
                "check out what is to be checked"
            )
        options = options._replace(since=None, bases=start)
    elif options.since is None:  # no commit relaxes a contract for the others
        options = options._replace(contract_bases=start)
    ruling = options.contracts_from
    if start and ruling is not None and resolve_revision(root, ruling) == head:
        from_ref = environment.get(FROM_REF, "")
        options = options._replace(contracts_from=from_ref if from_ref.strip("0") else start[0])
    return options


def require_checked_out(root: str, environment: Mapping[str, str]) -> None:
    """Raise ``UsageError`` where the commits that *environment* names end in other files than HEAD
    has: those of HEAD would be checked for them.
    """
    local_branch = environment.get(LOCAL_BRANCH, "")
    end = environment.get(TO_REF, "") or local_branch
    # Zeros stand for a branch that is deleted: nothing of it is checked.
    if not end.strip("0"):
        return
    commit, head = resolve_revision(root, end), resolve_revision(root, "HEAD")
    if commit is None:
        raise UsageError(f"{TO_REF}: expected a git revision of {root}, not {end}")
    if commit == head:
        return
    # "commit --amend" of a message alone leaves all files as they are.
    trees = [resolve_object(root, f"{each}^{{tree}}") for each in (commit, head) if each]
    if len(trees) == 2 and trees[0] == trees[1]:
        return
    name = local_branch.removeprefix("refs/heads/").removeprefix("refs/tags/") or end
    name = name[:12] if is_object_id(name) else name
    raise UsageError(
        f"{name} is not checked out: its files were not checked; "
        f"git checkout {join_shell_words([name])}"
    )


def _compares_with_head(root: str, revision: str | None) -> bool:
    """Tell whether what is new since a *revision* is what is new since HEAD, which is a commit."""
    if revision is None:
        return False
    return require_merge_bases(root, revision) == (resolve_revision(root, "HEAD"),)


def _find_start_commits(root: str, environment: Mapping[str, str]) -> tuple[str, ...] | None:
    """Return the commits that those ``pre-commit`` checks start from; ``None`` before one is made.

    Empty where they start from nothing. Raises ``UsageError`` where they do not start from what
    the environment names.
    """
    from_ref, remote = environment.get(FROM_REF, ""), environment.get(REMOTE, "")
    if from_ref.strip("0"):
        bases = require_merge_bases(root, from_ref, flag=FROM_REF, is_pushed_over=bool(remote))
        # "push --force" of what was there before its last commits: HEAD is what both have.
        is_taken_back = bases == (resolve_revision(root, "HEAD"),)
        return tuple(filter(None, [resolve_revision(root, from_ref)])) if is_taken_back else bases
    if not remote:
        return None
    # The last commits that HEAD and branches of the remote have in common, if any.
    unpushed = ("--boundary", "HEAD", "--not", f"--remotes={remote}")
    commits = run_rev_list(root, *unpushed).split()
    edges = [commit[1:] for commit in commits if commit.startswith("-")]
    if commits and not edges:
        return ()
    merge_bases = run_git(root, "merge-base", "--all", "HEAD", *(edges or ("HEAD",)))
    return tuple(merge_bases.decode().split())
