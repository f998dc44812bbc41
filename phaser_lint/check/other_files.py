"""The files that contracts are checked on together, and what else is there: partners, and lists.

All files there are get listed only where a contract asks for one of them. Files that are proposed
count as they will be.
"""

from __future__ import annotations

import os

from phaser_lint.check.project_files import project_files, read_files
from phaser_lint.core.checked_files import Lists, Tree
from phaser_lint.project.git import repository
from phaser_lint.project.links import links_on_disk
from phaser_lint.project.listed import Listed

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from phaser_lint.check.comparison.past import Proposed
    from phaser_lint.core.checked_files import ProposedFile, Read, Skip
    from phaser_lint.project.links import Links


def tree_among(
    paths: Sequence[str],
    *,
    whole: tuple[str, ...],
    listing: Callable[[], Sequence[str]],
    read: Read,
    links: Links | None = None,
) -> Tree:
    """Return the tree of *paths* among all files that *listing* gives and *read* reads.

    Of the *links* among them those that lead nowhere, or out, are no files; without it there are
    no links.
    """
    paths = [path for path in paths if not links.is_no_file(path)] if links else paths
    there = Listed(listing, links=links).holds
    return Tree(paths, whole, there=there, lists=Lists(listing, _once(read)))


def _once(read: Read) -> Read:
    """Return what *read* does, for each path once: a list is read for the base, too."""
    known: dict[str, ProposedFile | Skip] = {}

    def read_once(paths: Sequence[str]) -> Iterator[ProposedFile | Skip]:
        yield from [known[path] for path in paths if path in known]
        for file in read([path for path in paths if path not in known]):
            known[file.path] = file
            yield file

    return read_once


def tree_on_disk(root: str, paths: Sequence[str], *, proposed: Proposed | None = None) -> Tree:
    """Return the tree of a few *paths* of the project at *root*.

    It is as it is on disk, but for the files that are *proposed*.
    """
    return tree_among(
        paths,
        whole=(),
        listing=lambda: with_proposed(files_there(root), proposed or {}),
        read=reader_of(root, proposed or {}),
        links=links_on_disk(root),
    )


def with_proposed(paths: Iterable[str], proposed: Proposed) -> list[str]:
    """Return *paths* with the files that are *proposed*, and without those that will be gone."""
    kept = [path for path in paths if path not in proposed]
    return [*kept, *(path for path, file in proposed.items() if file is not None)]


def reader_of(root: str, proposed: Proposed, *, links: Links | None = None) -> Read:
    """Return what reads files on disk, and in place of those that are *proposed* what they hold.

    *links*: those of the project, if they are known.
    """
    links = links or links_on_disk(root)

    def read(paths: Sequence[str]) -> Iterator[ProposedFile | Skip]:
        for path in paths:
            if path not in proposed:
                yield from read_files(root, [path], links=links)
            elif (file := proposed[path]) is not None:
                yield file

    return read


def files_there(root: str) -> list[str]:
    """Return the project's files that are there, and those that a sparse checkout leaves out."""
    there = [path for path in project_files(root) if os.path.lexists(os.path.join(root, path))]
    return [*there, *repository.left_out_files(root)]
