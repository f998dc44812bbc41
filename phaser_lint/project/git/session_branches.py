"""What the commits of a session led to: the last state of each branch that HEAD was.

HEAD itself is one of them, the others are branches that were left. The base of a state is what was
there before the session's commits in it: what HEAD was when the session began or, where the session
went on from another branch, the last commit of that before.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Set

from phaser_lint.core import Record
from phaser_lint.project.git import list_worktrees, require_tree, run_git
from phaser_lint.project.git.answers import AnswerGuard, require_object_id
from phaser_lint.project.git.changed_entries import list_changes_between_commits
from phaser_lint.project.git.commit_graph import (
    CommitGraph,
    read_author_dates,
    read_commit_graph,
)
from phaser_lint.project.git.head_commit import identify_head
from phaser_lint.project.git.head_history import UNKNOWN, HeadHistory
from phaser_lint.project.git.merge_bases import find_merge_bases
from phaser_lint.project.git.process_output import decode_git_path, split_names
from phaser_lint.project.git.revisions import name_empty_tree
from phaser_lint.project.git.snapshots import find_object_ids, read_commit_snapshot

_BRANCHES = "refs/heads/"
_HOLDING = (_BRANCHES, "refs/tags/", "refs/remotes/")
_KIND = re.compile("refs/(?:heads/|remotes/)?")
_FILES = ("-r", "-c", "--root", "-z", "--name-only", "--no-renames", "--no-commit-id")


class HeldState(Record):
    """A commit that holds what the session committed; ``branch`` is empty where there is none.

    ``since``: the commit that it is compared with, or the empty tree. ``paths``: the files that the
    session's commits changed. ``others``: further commits that belong to the base. ``own``: the
    session's commits, the newest first; it ``is_shared`` where others made commits in it meanwhile.
    """

    commit: str
    branch: str
    since: str
    paths: tuple[str, ...]
    others: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    is_shared: bool = False


def list_held_states(root: str, history: HeadHistory) -> list[HeldState]:
    """Return the last state of each branch of the session that holds its commits, by its *history*
    of HEAD: those that nobody went on from.

    That of HEAD comes first, if it is one. Raises ``GitError``.
    """
    if not history.made:
        return []
    own_commits = set(history.made)
    branches, graph = _find_current_branches(root, history, own_commits)
    graph = _join_orphans(root, graph, history.first, own_commits=own_commits)
    tips = list(dict.fromkeys(filter(None, (history.commit, *branches.values()))))
    reached_by_tip = {tip: graph.reached_from([tip]) for tip in tips}
    last_tips = [
        tip
        for tip in tips
        if reached_by_tip[tip] & own_commits
        # Nothing else came after it.
        and (
            tip == history.commit
            or not any(tip in reached_by_tip[other] for other in tips if other != tip)
        )
    ]
    names_by_tip = {
        branch_tip: name
        for name, branch_tip in reversed((*branches.items(), (history.branch, history.commit)))
    }
    first_dates: Collection[int] = ()
    if history.first not in ("", *tips) and len(tips) > 1:
        first_dates = read_author_dates(root, "--no-walk", history.first).values()
    # An amend keeps the date of what it amends.
    amended_commits = {commit for commit in own_commits if graph.dates.get(commit) in first_dates}
    states = []
    for tip in last_tips:
        reached_by_others = [
            reached_commits
            for other_tip, reached_commits in reached_by_tip.items()
            if other_tip != tip
        ]
        # Where another branch goes on from it, or from what it was amended to, what HEAD was first
        # was not taken back here.
        is_kept = history.first in tips or any(
            history.first in graph.parents[commit] or commit in amended_commits
            for reached_commits in reached_by_others
            for commit in reached_commits
        )
        state = _make_held_state(
            root,
            history.first,
            graph,
            reached_commits=reached_by_tip[tip],
            own_commits=own_commits,
            is_kept=is_kept,
        )
        branch = "" if names_by_tip[tip] == tip else names_by_tip[tip]
        states.append(state._replace(commit=tip, branch=branch))
    return states


def _find_current_branches(
    root: str, history: HeadHistory, own_commits: Set[str]
) -> tuple[dict[str, str], CommitGraph]:
    """Return the branches that were left, each where it is by now, and the graph of them and HEAD.

    Of those of *own_commits* that neither they nor HEAD have, what still holds them: other
    branches, tags, HEADs of worktrees. What nothing holds nobody gets, nor can fix. A branch that
    was renamed holds them by its new name, and ``git branch w; git reset`` moves them to another.
    """
    unnamed_tips = {tip for name, tip in history.left if name.startswith(UNKNOWN)}
    left = {name for name, _ in history.left if not name.startswith(UNKNOWN)}
    patterns = [_BRANCHES] if unnamed_tips else [f"{_BRANCHES}{name}" for name in left]
    references = _list_references(root, *patterns) if patterns else {}
    branches = {
        name: tip
        for reference, tip in references.items()
        for name in [reference.removeprefix(_BRANCHES)]
        if name in left or tip in unnamed_tips
    }
    tips = [tip for tip in (history.commit, *branches.values()) if tip]
    graph = read_commit_graph(root, (*tips, *own_commits), excluded_commit=history.first)
    lost_commits = (own_commits & graph.parents.keys()) - graph.reached_from(tips)
    if lost_commits:
        containing = [f"--contains={commit}" for commit in lost_commits]
        references = _list_references(root, *containing, *_HOLDING)
        holders = {_KIND.sub("", reference): tip for reference, tip in references.items()}
        # One that is detached has no reference.
        heads = [identify_head(tree)[0] for tree in list_worktrees(require_tree(root).root)]
        holders.update({head: head for head in heads if head})
        graph = read_commit_graph(root, (*tips, *holders.values()), excluded_commit=history.first)
        branches |= {
            name: tip for name, tip in holders.items() if graph.reached_from([tip]) & lost_commits
        }
    return branches, graph


def _join_orphans(
    root: str, graph: CommitGraph, first_commit: str, *, own_commits: Set[str]
) -> CommitGraph:
    """Return *graph* with *first_commit*, what HEAD was, as the parent of those of *own_commits*
    that have none but keep some of its files as they are.

    After ``git checkout --orphan new; git rm test_a.py; git commit`` that test is missing. A branch
    for pages alone, which begins with other files, takes nothing away. Of a first commit that was
    amended git tells what it was.
    """
    orphans = [commit for commit in own_commits if graph.parents.get(commit) == []]
    nothing = name_empty_tree(root) if orphans and first_commit else first_commit
    if first_commit == nothing or find_object_ids(root, [first_commit]) == [""]:
        return graph
    parents = dict(graph.parents)
    roots = read_author_dates(root, "--max-parents=0", first_commit) if orphans else {}
    amended_roots = {date: commit for commit, date in roots.items()}
    for orphan in orphans:
        if graph.dates[orphan] in amended_roots:
            parents[orphan] = [amended_roots[graph.dates[orphan]]]
            continue
        changes = list_changes_between_commits(root, first_commit, orphan)
        changed_paths = {change.path for change in changes}
        if not changed_paths.issuperset(read_commit_snapshot(root, orphan).paths()):
            parents[orphan] = [first_commit]
    return graph._replace(parents=parents)


def _list_references(root: str, *arguments: str) -> dict[str, str]:
    """Return the commits of the references that git lists for these *arguments*, by their names."""
    form = "--format=%(objectname) %(*objectname) %(refname)"
    output = run_git(root, "for-each-ref", form, *arguments)
    with AnswerGuard("for-each-ref"):
        lines = [line.split(" ", 2) for line in decode_git_path(output).split("\n")[:-1]]
        return {
            reference: require_object_id(tagged_commit or commit)
            for commit, tagged_commit, reference in lines
        }


def _make_held_state(
    root: str,
    first_commit: str,
    graph: CommitGraph,
    *,
    reached_commits: Set[str],
    own_commits: Set[str],
    is_kept: bool,
) -> HeldState:
    ordered_commits = [
        commit for commit in graph.parents if commit in own_commits and commit in reached_commits
    ]
    bounds = [
        parent
        for commit in ordered_commits
        for parent in graph.parents[commit]
        if parent not in own_commits
    ]
    # What HEAD was first is the base where that was amended, or taken back in part.
    parents, nothing = graph.parents[ordered_commits[-1]], name_empty_tree(root)
    base = parents[0] if parents else nothing
    if parents and not is_kept and first_commit not in ("", nothing, base):
        base = first_commit if find_merge_bases(root, base, first_commit) == (base,) else base
    # What others made upon the session's own commits holds these, too.
    bounds = [parent for parent in bounds if not graph.reached_from([parent]) & own_commits]
    other_bases = dict.fromkeys(
        parent for parent in (first_commit, *bounds) if parent and parent != base
    )
    theirs = reached_commits - own_commits - graph.reached_from([base])
    # The files under the root that the commits changed: a merge those of no parent's alone. For git
    # an orphan has no parent but the one that is named here.
    lines = [
        f"{commit} {graph.parents[commit][0]}\n"
        if len(graph.parents[commit]) == 1
        else f"{commit}\n"
        for commit in ordered_commits
    ]
    stdin = "".join(lines).encode()
    options = (*_FILES, "--ignore-submodules=all", "--stdin", require_tree(root).relative())
    paths = sorted(set(split_names(run_git(root, "diff-tree", *options, "--", stdin=stdin))))
    return HeldState(
        commit="",
        branch="",
        since=base,
        paths=tuple(paths),
        others=tuple(other_bases),
        own=tuple(ordered_commits),
        is_shared=bool(theirs),
    )
