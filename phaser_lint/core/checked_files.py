"""What a run checks: files with their texts, those that are skipped, and the tree of all.

All are immutable and complete at birth. Paths are relative to the project root, with ``/``.
"""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.core.text import encode

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Literal, TypeAlias

    from phaser_lint.core.files import Files

ChangeKind: TypeAlias = "Literal['create', 'modify', 'delete']"
FilesReader: TypeAlias = "Callable[[Sequence[str]], Iterable['TextFile | Skip']]"
"""Reads the files at these paths, as far as they are there."""


class TextFile(Record):
    """A file as it is, or as it will be: the whole text with its own line ends and BOM."""

    path: str
    text: str
    size: FileSize | None = None
    """Where it is not that of the text in UTF-8."""
    leads_to: str = ""
    """The file that holds the text, where a link gives it the name ``path``, and which is checked
    itself: what selects both is reported there."""


class Skip(Record):
    """A file that is not checked, and why; its name is, and its ``size`` where that is known."""

    path: str
    reason: str
    size: FileSize | None = None
    is_unread: bool = False
    """It is there, and could not be read: what its content breaks is undecided."""
    is_there: bool = True
    """A link that leads nowhere, out, or to a folder is no file: not even its name is checked."""

    @property
    def is_folder(self) -> bool:
        """Whether it is a folder, with all that is in it."""
        return self.path.endswith("/")


class Tree(Record):
    """The paths that existence contracts are checked on.

    ``whole``: the folders of which all files are known, an empty one for the project; none where
    they are just some touched files, of which nothing can be concluded about what is missing.
    """

    paths: Sequence[str]
    whole: tuple[str, ...]
    files: Files | None = None
    """All files there are, for what else a path may need: a partner, a folder, a list."""


# What a change did to files: the record that is handed to the engine beside the tree.
#
# Compared with a base: a commit, or the disk. Paths are relative to the project root, with ``/``.


class Changes(Record):
    """What a change did to files, by their paths: each that differs from what it was before.

    A file that moves is deleted, and created where it moves to. ``whole``: there is no other
    changed file but the ``others``, with their kinds, which are not checked. ``then`` and ``now``
    read files as they were before, and as they are. ``unknown``: those of which git did not say
    what became of them, each with the reason. ``sides`` returns what reads the files as the other
    sides of a merge have them: what these lack the change did not take away. ``elsewhere`` returns
    what else changed, where that is neither here nor among the ``others``.
    """

    kinds: Mapping[str, ChangeKind]
    then: FilesReader
    now: FilesReader
    others: tuple[tuple[str, ChangeKind], ...] = ()
    whole: bool = True
    links: Mapping[str, str] = {}
    """The names that links give changed files, each with that file: it is what changed."""
    unknown: Mapping[str, str] = {}
    is_edit: bool = False
    """A file moves in it only with all its bytes."""
    sides: Callable[[], Sequence[FilesReader]] = tuple
    elsewhere: Callable[[], Changes] | None = None


def read_no_file(paths: Sequence[str]) -> Sequence[TextFile]:
    """Read none of *paths*: of changes whose files nobody has to read."""
    return ()


def unknown_changes(paths: Sequence[str], error: Exception) -> Changes:
    """Return that nothing is known of what became of *paths*, for an *error*."""
    unknown = dict.fromkeys(paths, str(error))
    return Changes({}, then=read_no_file, now=read_no_file, unknown=unknown)


class Session(Record):
    """An agent's session: when it began, in seconds of the epoch, and the base of its commits.

    ``since``: the commit before them, empty where HEAD holds none. ``begun``: the merges and the
    like that were seen in progress, each as the name of git's file that says so and the commit in
    it. ``others``: further commits that belong to the base. ``own``: the session's commits in
    ``held``, which they led to; it ``is_shared`` where others made commits in it meanwhile.
    ``came``: commits that belong to the base, though no branch leads to them any more.
    ``origins``: what is known of the repository's commits already, not to be asked for again.
    """

    start: float
    since: str = ""
    begun: tuple[tuple[str, str], ...] = ()
    others: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    is_shared: bool = False
    held: str = "HEAD"
    came: tuple[str, ...] = ()
    origins: object = None


class LostMatch(Record):
    """A match that a file held before a change: what of it is compared, and the message on it."""

    path: str
    text: str
    message: str


class ContractChanges(Record):
    """What a change did to the files that a contract selects; ``contract``: its place in the set.

    ``let_pass``: those of them whose change an ignore directive suppresses. ``met``: a file of the
    contract's other globs changed as well. ``globs``: what those are for these files, where they
    have fields. ``lost``: the matches that they lost, of a contract that keeps them.
    """

    contract: int
    kinds: tuple[tuple[str, ChangeKind], ...]
    let_pass: tuple[str, ...]
    met: bool
    globs: tuple[str, ...] = ()
    lost: tuple[LostMatch, ...] = ()


# How large a file is, in bytes and in lines.


class FileSize(Record):
    """Of what is larger than a file that is read, ``lines`` are those of its start.

    A line end of text is one byte, be it written as two: git makes it either on a checkout.
    """

    bytes: int
    lines: int


def size_of_bytes(content: bytes, size: int | None = None) -> FileSize:
    """Return the size of a file that holds *content*: text, unless its *size* in bytes is given."""
    # In bytes that are no text a carriage return is any number.
    has_returns = b"\r" in content and b"\0" not in content
    pairs = content.count(b"\r\n") if has_returns else 0
    line_ends = content.count(b"\n") + (content.count(b"\r") - pairs if has_returns else 0)
    # A last line counts without its end, too.
    endings = (b"", b"\n", b"\r") if has_returns else (b"", b"\n")
    lines = line_ends + (content[-1:] not in endings)
    return FileSize(len(content) - pairs if size is None else size, lines)


def size_of_text(text: str) -> FileSize:
    """Return the size of a file that holds *text* in UTF-8."""
    return size_of_bytes(encode(text))
