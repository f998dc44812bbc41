"""What a scan judges: the files whose content counts, and all files of the project.

    scan                all files                      on disk
    scan PATH…          the files named                on disk     which files exist: with --tree
    scan --since REV    the files changed since        on disk
    scan --staged       the files that the commit      in the      which files exist: in the index
                        changes, of PATH… if named     index

``--tree`` without PATH leaves the content out.
"""

from __future__ import annotations

import os

from phaser_lint.checks.many_files import judge_paths
from phaser_lint.engine import check as engine
from phaser_lint.errors import UsageError
from phaser_lint.inputs.git import (
    changed_files,
    is_file_or_link,
    left_out_files,
    require_repository,
)
from phaser_lint.inputs.index import staged_files
from phaser_lint.inputs.project import named_files, read_files, relative_path
from phaser_lint.inputs.snapshots import read_snapshot
from phaser_lint.record import Record
from phaser_lint.root import working_directory

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phaser_lint.checks.many_files import ManyFiles, Shown
    from phaser_lint.checks.options import ProjectOptions
    from phaser_lint.checks.result_cache import ResultCache
    from phaser_lint.engine.file_verdict import Judged
    from phaser_lint.inputs.index import Staged
    from phaser_lint.inputs.snapshots import Snapshot
    from phaser_lint.model import ProposedFile, Skip
    from phaser_lint.shards.shard import Share


class Subjects(Record):
    """What is judged: *content* by what is in it, *listed* by which files there are.

    ``snapshot``: where the files are, unless they are on the disk.
    """

    root: str
    content: list[str]
    listed: list[str] | None
    snapshot: Snapshot | None = None

    def read(self, paths: Iterable[str]) -> Iterator[ProposedFile | Skip]:
        """Yield each file, or why it is not judged."""
        if self.snapshot is None:
            return read_files(self.root, paths)
        return read_snapshot(self.root, self.snapshot, paths)


def on_disk(
    root: str,
    options: ProjectOptions,
    *,
    commit: str | None,
    list_files: Callable[[], list[str]],
) -> Subjects:
    """Return the files on disk: those named, those changed since *commit*, or all.

    *list_files* gives all there are; where they are the tracked ones, the disk may lack some. So
    it may where a sparse checkout leaves some out, which are there for what asks for no content.
    """
    paths, tree, tracked = options.paths, options.tree, options.tracked
    if paths:
        named = named_files(
            root, paths, working_directory=working_directory(), list_files=list_files
        )
        return Subjects(root, named, [*list_files(), *left_out_files(root)] if tree else None)
    listed = list_files()
    left_out = [] if tracked else left_out_files(root)
    everything = [*listed, *left_out] if left_out else listed
    if commit is not None:
        changed, known = [] if tree else changed_files(root, commit), set(listed)
        chosen = [path for path in changed if path in known or not tracked]
        return Subjects(root, chosen, everything)
    there = [path for path in listed if is_file_or_link(root, path)] if tracked else listed
    return Subjects(root, [] if tree else there, everything)


def in_index(root: str, paths: Sequence[str], *, tree: bool) -> Subjects:
    """Return the files of git's index: those of *paths* that are staged, or all that are."""
    require_repository(root)
    staged = staged_files(root)
    listed = staged.whole.paths()
    if paths:
        named = _staged_under(root, staged, paths, listed=listed)
        return Subjects(root, named, listed if tree else None, staged.whole)
    return Subjects(root, [] if tree else list(staged.changed), listed, staged.whole)


def narrowed(subjects: Subjects, share: Share | None) -> Subjects:
    """Return what of *subjects* is in a *share*, or all of them without one."""
    if share is None:
        return subjects
    content = [path for path in subjects.content if share.holds(path)]
    listed = subjects.listed
    # The same list again where it was one: who asks whether all there is was judged goes by that.
    if listed is subjects.content:
        return subjects._replace(content=content, listed=content)
    kept = None if listed is None else [path for path in listed if share.holds(path)]
    return subjects._replace(content=content, listed=kept)


def judge_content(
    files: ManyFiles,
    subjects: Subjects,
    paths: Sequence[str],
    *,
    cache: ResultCache | None,
    shown: Shown | None,
) -> Judged:
    """Return what the contents of *paths* gave: on disk all at once, else as git streams them."""
    if subjects.snapshot is None:
        return judge_paths(files, paths, cache=cache, shown=shown)
    return engine.judge_files(files.judge, subjects.read(paths))


def _staged_under(
    root: str, staged: Staged, paths: Sequence[str], *, listed: Sequence[str]
) -> list[str]:
    """Return the staged files that *paths* name; none of them has to be on the disk."""
    found: set[str] = set()
    for path in paths:
        relative = relative_path(root, path, working_directory=working_directory())
        known = os.path.lexists(os.path.join(root, relative))
        if not known and not _under(relative, (*listed, *staged.deleted)):
            raise UsageError(f"{path}: no such file or folder")
        found.update(_under(relative, staged.changed))
    return sorted(found)


def _under(relative: str, paths: Iterable[str]) -> list[str]:
    if relative == ".":
        return list(paths)
    return [path for path in paths if path == relative or path.startswith(f"{relative}/")]
