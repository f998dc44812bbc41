"""What a run checks: files with their texts, those that are skipped, and the tree of all.

All are immutable and complete at birth. Paths are relative to the project root, with ``/``.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from typing import Literal, TypeAlias

    from phaser_lint.core.file_size import FileSize
    from phaser_lint.core.file_state import Files

ChangeKind: TypeAlias = "Literal['create', 'modify', 'delete']"
FilesReader: TypeAlias = "Callable[[Sequence[str]], Iterable['TextFile | Skip']]"
"""Reads the files at these paths, as far as they are there."""
Broken: TypeAlias = "tuple[tuple[tuple[str, str], str, int], ...]"
"""Of each violation: the contract's key, the folded line, and how often it counts."""
FileMemory: TypeAlias = "tuple[tuple[int, ...] | None, Broken]"
"""A file's identity, ``None`` where a change may not show in it yet, and what it broke."""


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
    leads_to: str = ""
    """As of a ``TextFile``."""

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


class Session(Record):
    """An agent's session, as far as its checks of a project know of it.

    ``begun``: all changed files were checked once. ``files``: of each of them, by its path, the
    identity when it was checked, ``None`` where a change may not show in it yet, and what it broke
    then: the contract, the folded line, and how often it counts. ``gone``: the files that were not
    there any more. ``touched``: the roots of the other repositories whose files a tool named.

    ``start``: when it began, in seconds of the epoch; 0 where nothing is known of that. That
    ``is_noted`` where it was noted before any tool of the session could write. ``log``: how long
    git's log of HEAD was, in bytes; ``head``, ``branch``, ``first``, ``left``, ``made`` and
    ``came``: what HEAD got, see ``HeadHistory``. ``brought``: the merges and the like that were
    seen in progress, each as the name of git's file that says so and the commit in it.
    ``committed``: the files that the session's commits in HEAD changed.

    ``since``: the commit before them, empty where HEAD holds none. ``others``: further commits that
    belong to the base; so do those that ``came``, though no branch leads to them any more. ``own``:
    the session's commits in ``held``, which they led to; it ``is_shared`` where others made commits
    in it meanwhile. ``origins``: what is known of the repository's commits already, not to be asked
    for again. These two are of one comparison, and not remembered.
    """

    begun: bool = False
    files: Mapping[str, FileMemory] = {}
    log: int = 0
    since: str = ""
    committed: tuple[str, ...] = ()
    start: float = 0.0
    brought: tuple[tuple[str, str], ...] = ()
    touched: tuple[str, ...] = ()
    gone: tuple[str, ...] = ()
    head: str = ""
    branch: str = ""
    first: str = ""
    left: tuple[tuple[str, str], ...] = ()
    made: tuple[str, ...] = ()
    came: tuple[str, ...] = ()
    others: tuple[str, ...] = ()
    own: tuple[str, ...] = ()
    is_shared: bool = False
    is_noted: bool = False
    held: str = "HEAD"
    origins: object = None
