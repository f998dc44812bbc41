"""What a run judges: files with their texts, those that are passed over, and the tree of all.

All are immutable and complete at birth. Paths are relative to the project root, with ``/``.
"""

from __future__ import annotations

from phaser_lint.core.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from phaser_lint.core.change import Read
    from phaser_lint.core.file_size import FileSize


class ProposedFile(Record):
    """A file as it is, or as it will be: the whole text with its own line ends and BOM."""

    path: str
    text: str
    size: FileSize | None = None
    """Where it is not that of the text in UTF-8."""


class Skip(Record):
    """A file that is not judged, and why; its name is, and its ``size`` where that is known."""

    path: str
    reason: str
    size: FileSize | None = None
    is_unread: bool = False
    """It is there, and could not be read: what its content breaks is undecided."""


class Tree(Record):
    """The paths that existence contracts are judged on.

    ``whole``: the folders of which all files are known, an empty one for the project; none where
    they are just some touched files, of which nothing can be concluded about what is missing.
    """

    paths: Sequence[str]
    whole: tuple[str, ...]
    there: Callable[..., bool] | None = None
    """Tells whether a file is there that a path may need, or a folder; see ``Listed.holds``."""
    lists: Lists | None = None


class Lists(Record):
    """The files that may list something: ``paths`` lists all there are, ``read`` reads some."""

    paths: Callable[[], Sequence[str]]
    read: Read
