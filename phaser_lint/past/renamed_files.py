"""The files that a commit renamed, told as they are where the disk is compared with a commit."""

from __future__ import annotations

from phaser_lint.git.renames import by_content

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    from phaser_lint.git.last_commits import CommittedChange, FileObject
    from phaser_lint.git.object_reader import ObjectReader


def renamed_files(
    changes: Mapping[str, CommittedChange],
    paths: Iterable[str],
    *,
    found_by_git: Callable[[], Mapping[str, str]],
    reader: ObjectReader,
) -> Mapping[str, str]:
    """Return the earlier names of those of *paths* that are new by the *changes* and renamed.

    What git takes for too different may have most lines of a file that is gone.
    """
    new = [path for path in paths if path in changes and _is_new(changes[path])]
    if not new:
        return {}
    found = found_by_git()
    taken = frozenset(found.values())
    gone = {
        path: each.was.blob
        for path, each in changes.items()
        if path not in taken and _is_gone(each)
    }

    def objects(paths: Iterable[str]) -> list[tuple[str, FileObject]]:
        return [(path, changes[path].now if path in new else changes[path].was) for path in paths]

    moved = by_content(
        sorted(path for path in new if path not in found and not changes[path].now.is_link),
        dict(sorted(gone.items())),
        ids=lambda path, _: (changes[path].now.blob,),
        read_new=lambda paths: reader.contents(objects(paths)),
        read_gone=lambda paths: reader.contents(objects(paths)),
    )
    return {**{path: found[path] for path in new if path in found}, **moved}


def _is_gone(change: CommittedChange) -> bool:
    return bool(change.was.blob) and not change.was.is_link and _is_no_file(change.now)


def _is_new(change: CommittedChange) -> bool:
    return bool(change.now.blob) and _is_no_file(change.was)


def _is_no_file(file: FileObject) -> bool:
    return file.is_link or not file.blob
