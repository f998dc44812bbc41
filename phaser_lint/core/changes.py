"""What a change did to files: the record that is handed to the engine beside the tree.

Compared with a base: a commit, or the disk. Paths are relative to the project root, with ``/``.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set

from phaser_lint.core import Record
from phaser_lint.core.file_records import ChangeKind, FilesReader, TextFile


def know_no_branch() -> None:
    """Return ``None``: what ``Changes.on_branch`` gives where no branch is known."""


def read_no_file(paths: Sequence[str]) -> Sequence[TextFile]:
    """Read none of *paths*: the reader of ``Changes`` where nobody has to read a file."""
    return ()


class ChangedEntry(Record):
    """A file that differs from a commit, relative to the root of the project.

    ``was`` and ``now`` are ids of objects: empty for a file that was not there, or is not, and for
    one that is on the disk, where git keeps no object of it yet.
    """

    path: str
    kind: ChangeKind
    was: str = ""
    now: str = ""


OtherSide = tuple[FilesReader, tuple[FilesReader, ...]]
"""What reads files as another side of a merge has them, and as it had them where it began: at what
is compared with, where that is none. A file that the side took away is empty there; one that it
never had is not there."""


class Changes(Record):
    """What a change did to files, by their paths: each that differs from what it was before.

    A file that moves is deleted, and created where it moves to. ``whole``: there is no other
    changed file but the ``others``, with their kinds, which are not checked. ``then`` and ``now``
    read files as they were before, and as they are. ``unknown``: those of which git did not say
    what became of them, each with the reason. ``sides`` returns the other sides of a merge: what
    these took away the change did not. ``elsewhere`` returns what else changed, where that is
    neither here nor among the ``others``. ``on_branch`` returns the changes since the branch left
    the default one, where what these compare with is the branch's own: what the branch as a whole
    does not break is not broken. ``since_defaults`` returns, for what is so let pass, those since
    each default branch as it is now, which may have got it meanwhile. ``beside_defaults`` returns
    these but for what a default branch did as well: who picks or squashes that breaks nothing.
    ``on_branch_before`` returns those of the branch without these: what it kept then, and breaks
    with these, they break. All of them may raise ``GitError``.
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
    sides: Callable[[], Sequence[OtherSide]] = tuple
    before_edit: FilesReader = read_no_file
    """Reads files of an edit as the disk has them: what it lacks already the edit does not take."""
    elsewhere: Callable[[], Changes] | None = None
    on_branch: Callable[[], Changes | None] = know_no_branch
    since_defaults: Callable[[], Sequence[Changes]] = tuple
    beside_defaults: Callable[[], Changes | None] = know_no_branch
    on_branch_before: Callable[[], Changes | None] = know_no_branch
    written: Set[str] = frozenset()
    """What was changed, be it to what another branch has: that is none of the ``kinds``."""


def make_unknown_changes(paths: Sequence[str], error: Exception) -> Changes:
    """Return ``Changes`` that git did not tell for an *error*: what became of *paths*."""
    unknown = dict.fromkeys(paths, str(error))
    return Changes({}, then=read_no_file, now=read_no_file, unknown=unknown)


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
