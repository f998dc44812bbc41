"""Which baseline counts in a run, so that nobody silences himself with it.

    scan, pre-commit                  the one on the disk
    scan --staged                     the one in git's index, else that of the disk
    --since, the Action, Stop, look   the one of the revision that is compared with

``.phaser/baseline.jsonl`` counts without being named. What a change adds to it covers nothing in
that change, and is reported.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence

from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    BaselineComparison,
    BaselineError,
    Entries,
    EntryKey,
    has_earlier_version,
    is_usual_baseline,
    parse_baseline,
    read_baseline_bytes,
    resolve_folder_links,
)
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.new_violations import (
    ViolationKey,
    count_occurrences,
    without_existing,
)
from phaser_lint.contract.model import ContractSet, Notice, Report
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.project import find_git_root, find_path_inside
from phaser_lint.project.git.snapshots import read_file_at_revision
from phaser_lint.project.git.tracked_files import list_left_out_files


class Baseline(Record):
    """A baseline that counts; ``given`` is its path as the user wrote it, or the usual one.

    ``usual``: it is the file that ``phaser-lint baseline`` writes by default. ``earlier``: it is in
    an earlier form. ``added``: the entries that the change that is checked adds, which do not
    count; ``None`` where no change is checked. ``moved``: what entries cover elsewhere, where
    their code is now.
    """

    entries: Entries
    given: str
    usual: bool
    earlier: bool
    added: Entries | None = None
    moved: Mapping[EntryKey, int] = {}

    def covering_entries(self) -> Entries:
        """Return the entries that cover something, moved ones included."""
        counts = {key: self.entries.get(key, 0) + number for key, number in self.moved.items()}
        return {**self.entries, **counts} if counts else self.entries


def find_baseline(
    root: str,
    *,
    chosen_path: str | None = None,
    revision: str | None = None,
    commits: Sequence[str] = (),
    usual: str = DEFAULT_PATH,
) -> Baseline | None:
    """Return the baseline that counts in a run on the project at *root* (on disk, in the index or
    in commits), if there is one.

    *chosen_path* is a path in place of the usual one, from the working directory. *revision* asks
    for that of one (empty: the index), *commits* for what any of those lists. *usual* is what the
    usual one is called in what is raised: ``BaselineError`` and ``GitError``.
    """
    display_path = usual if chosen_path is None else chosen_path
    path = os.path.join(root, DEFAULT_PATH) if chosen_path is None else chosen_path
    # What lies outside of the repository is no part of any change of it.
    repository_path = find_path_inside(find_git_root(root) or root, resolve_folder_links(path))
    on_disk = None
    if os.path.lexists(path) or not path:
        on_disk = read_baseline_bytes(path, display_path=display_path)
    elif repository_path and repository_path in list_left_out_files(find_git_root(root) or root):
        on_disk = read_file_at_revision(root, "", repository_path)  # left out by a sparse checkout
    counting = [on_disk]
    if repository_path and commits:
        counting = [read_file_at_revision(root, commit, repository_path) for commit in commits]
    elif repository_path and revision is not None:
        stored = read_file_at_revision(root, revision, repository_path)
        counting = [on_disk if stored is None else stored]
    if on_disk is None and not any(content is not None for content in counting):
        if chosen_path is None:
            return None
        raise BaselineError(
            f"{display_path}: the baseline cannot be read: No such file or directory"
        )
    entries: dict[EntryKey, int] = {}
    for content in counting:
        for entry_key, number in _parse_entries(content, display_path).items():
            entries[entry_key] = max(number, entries.get(entry_key, 0))
    on_disk_entries = _parse_entries(on_disk, display_path)
    added = {
        entry_key: number
        for entry_key, number in on_disk_entries.items()
        if entries.get(entry_key, 0) < number
    }
    return Baseline(
        entries,
        DEFAULT_PATH if chosen_path is None else chosen_path,
        usual=chosen_path is None or is_usual_baseline(root, chosen_path),
        earlier=any(
            content is not None and has_earlier_version(content, display_path=display_path)
            for content in counting
        ),
        added=added if repository_path and commits else None,
    )


def find_newly_listed(root: str, baseline: Baseline, commits: Sequence[str]) -> Entries | None:
    """Return what the *baseline* that counts in a run lists newly: entries that none of *commits*
    lists as often; ``None`` for a baseline outside of the repository.

    Raises ``GitError``.
    """
    chosen_path = None if baseline.given == DEFAULT_PATH else baseline.given
    try:
        before = find_baseline(root, chosen_path=chosen_path, commits=commits)
    except BaselineError:  # such as a merge conflict, which the next commit resolves
        return baseline.entries
    if before is None or before.added is None:
        return None
    return {
        key: number
        for key, number in baseline.entries.items()
        if before.entries.get(key, 0) < number
    }


def find_committed_baseline(root: str, commit: str) -> tuple[Baseline | None, list[Notice]]:
    """Return the usual baseline that counts as it is in *commit*, and the notices on it.

    One that cannot be read covers nothing: an agent's answer must not depend on it.
    """
    try:
        baseline = find_baseline(root, commits=(commit,))
    except (BaselineError, GitError) as error:
        message = str(error).removeprefix(f"{DEFAULT_PATH}:").strip()
        return None, [Notice(DEFAULT_PATH, None, f"covers nothing: {message}")]
    return baseline, note_added_entries(baseline)


def _parse_entries(content: bytes | None, display_path: str) -> Entries:
    return {} if content is None else parse_baseline(content, display_path=display_path)


class BaselineUse(Record):
    """How many violations entries of a baseline cover, and of which new ones they are left."""

    covered: int
    reported: int


def count_in_baseline(
    report: Report, baseline: Baseline, contracts: ContractSet, *, new: Report
) -> BaselineUse:
    """Return how many of the existing violations the *baseline* that counts lists, and how many
    *new* ones, by a *report* of every single match.
    """
    listed = BaselineComparison(baseline.covering_entries()).count(report)
    covered: dict[ViolationKey, int] = count_occurrences(report.violations)
    for key, number in count_occurrences(new.violations).items():
        covered[key] -= number
    covered = {key: min(number, listed[key]) for key, number in covered.items()}
    rest = {key: number - covered[key] for key, number in listed.items()}
    return BaselineUse(
        keep_one_per_file(without_existing(report, covered), contracts, every=report).existing,
        keep_one_per_file(without_existing(new, rest), contracts, every=new).existing,
    )


def note_entries_of_what_was_gone(number: int, baseline: Baseline) -> list[Notice]:
    """Return a notice if a *number* of new violations has entries in the *baseline* that counts:
    what these stand for was gone before the change.
    """
    if not number:
        return []
    have = (
        "1 new violation has an entry" if number == 1 else f"{number} new violations have entries"
    )
    text = (
        f"{have} that excuses nothing here: what it was written for was gone before this change; "
        "once they are fixed, phaser-lint baseline --prune removes such entries"
    )
    return [Notice(baseline.given, None, text)]


def name_baseline_command(baseline: Baseline | None) -> str:
    """Return the words that write today's violations into the *baseline* that counts."""
    # Without it entries of the user's own contracts go in, which colleagues do not see.
    command = "phaser-lint baseline --project-contracts"
    if baseline is None:
        return command
    return f"{command} --update{'' if baseline.usual else f' --file {baseline.given}'}"


def note_added_entries(baseline: Baseline | None) -> list[Notice]:
    """Return a notice if the change that was checked adds entries to the *baseline* that counts."""
    if baseline is None or not baseline.added:
        return []
    number = len(baseline.added)
    entries, do, they_count = (
        ("1 entry", "does", "it counts")
        if number == 1
        else (f"{number} entries", "do", "they count")
    )
    # An agent may commit on main, where nothing is ever merged.
    text = (
        f"{entries} that this change adds to the baseline {do} not count in it: {they_count} for "
        "later changes, once it is merged, or in an agent's next session; an error that is new "
        "here has to be fixed or suppressed"
    )
    return [Notice(baseline.given, None, text, change=True)]


def note_idle_added_entries(number: int, baseline: Baseline) -> list[Notice]:
    """Return a notice if a *number* of entries that the change adds to the *baseline* that counts
    cover nothing that is there.

    A later change could bring such a violation, and nobody would see it.
    """
    if not number:
        return []
    entries = "1 entry" if number == 1 else f"{number} entries"
    text = (
        f"{entries} that this change adds to the baseline for what is not there would let a later "
        "change pass: phaser-lint baseline --prune removes what is not there"
    )
    return [Notice(baseline.given, None, text, change=True)]
