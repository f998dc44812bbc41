"""Which baseline counts in a run, so that nobody silences himself with it.

    scan, pre-commit                  the one on the disk
    scan --staged                     the one in git's index, else that of the disk
    --since, the Action, Stop, look   the one of the revision that is compared with

``.phaser/baseline.jsonl`` counts without being named. What a change adds to it covers nothing in
that change, and is reported.
"""

from __future__ import annotations

import os

from phaser_lint.check.comparison.baseline_file import (
    DEFAULT_PATH,
    base_of_baseline,
    is_earlier,
    parse_baseline,
    read_data,
    resolved_folder,
)
from phaser_lint.check.comparison.baseline_scope import is_usual_baseline, number_gone
from phaser_lint.check.engine.comparison import either, without_existing
from phaser_lint.contract.model import Notice
from phaser_lint.core import Record
from phaser_lint.core.errors import BaselineError, GitError
from phaser_lint.project.root import git_root, path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.check.comparison.baseline_file import Baseline
    from phaser_lint.check.engine.comparison import Base, Occurrences
    from phaser_lint.contract.model import Report


class InForce(Record):
    """A baseline that counts; ``given`` is its path as the user wrote it, or the usual one.

    ``usual``: it is the file that ``phaser-lint baseline`` writes by default. ``earlier``: it is in
    an earlier form. ``added``: how many entries the change that is checked adds, which do not
    count; ``None`` where no change is checked.
    """

    entries: Baseline
    given: str
    usual: bool
    earlier: bool
    added: int | None = None


def baseline_in_force(
    root: str,
    *,
    given: str | None = None,
    staged: bool = False,
    commit: str | None = None,
    usual: str = DEFAULT_PATH,
) -> InForce | None:
    """Return the baseline of the project at *root* that counts, if there is one.

    *given* is a path in place of the usual one, from the working directory. *staged* asks for the
    index's, *commit* for that commit's. *usual* is what the usual one is called in what is raised:
    ``BaselineError`` and ``GitError``.
    """
    shown = usual if given is None else given
    path = os.path.join(root, DEFAULT_PATH) if given is None else given
    # What lies outside of the repository is no part of any change of it.
    inside = path_inside(git_root(root) or root, resolved_folder(path))
    on_disk = (
        read_data(path, shown=shown)
        if os.path.lexists(path) or not path
        else _left_out(root, inside)
    )
    compared = commit is not None and inside is not None
    counting = _kept(root, inside, commit, staged=staged, on_disk=on_disk) if inside else on_disk
    if counting is None and on_disk is None:
        if given is None:
            return None
        raise BaselineError(f"{shown}: the baseline cannot be read: No such file or directory")
    entries = _parsed(counting, shown)
    return InForce(
        entries,
        DEFAULT_PATH if given is None else given,
        usual=given is None or is_usual_baseline(root, given),
        earlier=counting is not None and is_earlier(counting, shown=shown),
        added=number_gone(_parsed(on_disk, shown), entries) if compared else None,
    )


def baseline_of_commit(root: str, commit: str) -> tuple[InForce | None, list[Notice]]:
    """Return the usual baseline as it is in *commit*, and the notices on it.

    One that cannot be read covers nothing: an agent's answer must not depend on it.
    """
    try:
        baseline = baseline_in_force(root, commit=commit)
    except (BaselineError, GitError) as error:
        message = str(error).removeprefix(f"{DEFAULT_PATH}:").strip()
        return None, [Notice(DEFAULT_PATH, None, f"covers nothing: {message}")]
    return baseline, about_added(baseline)


def base_of_usual_baseline(root: str, commit: str) -> Base:
    """Return the base of what the usual baseline holds in *commit*, read when it is asked."""

    def listed_in_base(report: Report) -> Occurrences:
        baseline, _ = baseline_of_commit(root, commit)
        return base_of_baseline(baseline.entries if baseline else {})(report)

    return listed_in_base


def _left_out(root: str, inside: str | None) -> bytes | None:
    """Return what the index holds of the file *inside* the repository that it leaves out."""
    from phaser_lint.project.git.repository import is_left_out

    if inside is None or not is_left_out(git_root(root) or root, inside):
        return None
    from phaser_lint.project.git.snapshots import file_at

    return file_at(root, "", inside)


def _kept(
    root: str, inside: str, commit: str | None, *, staged: bool, on_disk: bytes | None
) -> bytes | None:
    """Return the content that counts of the file *inside* the repository, if there is one."""
    if commit is None and not staged:
        return on_disk
    from phaser_lint.project.git.snapshots import (
        file_at,  # a scan of what is on the disk needs none
    )

    kept = file_at(root, commit or "", inside)
    return on_disk if kept is None and commit is None else kept


def _parsed(data: bytes | None, shown: str) -> Baseline:
    return {} if data is None else parse_baseline(data, shown=shown)


def with_baseline(base: Base | None, baseline: InForce | None) -> Base | None:
    """Return the base that holds what either of them holds, if there is one."""
    if baseline is None:
        return base
    listed = base_of_baseline(baseline.entries)
    return listed if base is None else either(base, listed)


def covered(report: Report, baseline: InForce | None) -> int | None:
    """Return how many violations of a report of every single match the *baseline* covers."""
    if baseline is None:
        return None
    return without_existing(report, base_of_baseline(baseline.entries)(report)).existing


def writing_command(baseline: InForce | None) -> str:
    """Return the command that writes today's violations into the *baseline*, or the first one."""
    # Without it entries of the user's own contracts go in, which colleagues do not see.
    command = "phaser-lint baseline --project-contracts"
    if baseline is None:
        return command
    return f"{command} --update{'' if baseline.usual else f' --file {baseline.given}'}"


def about_added(baseline: InForce | None) -> list[Notice]:
    """Return a notice if the change that was checked adds entries to the *baseline*."""
    if baseline is None or not baseline.added:
        return []
    covers = "covers" if baseline.added == 1 else "cover"
    added = "1 entry is" if baseline.added == 1 else f"{baseline.added} entries are"
    text = f"{added} added to the baseline by this change and {covers} nothing in it"
    return [Notice(baseline.given, None, text)]
