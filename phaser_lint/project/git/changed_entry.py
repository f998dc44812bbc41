"""A file that differs from what it was in a commit: what became of it, and which object it was."""

from __future__ import annotations

from phaser_lint.core import Record
from phaser_lint.project.git.object_ids import object_ids
from phaser_lint.project.root import is_file_or_link

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.core.judged_files import ChangeKind


class ChangedEntry(Record):
    """A changed file, relative to the folder that was asked for.

    ``was`` and ``now`` are ids of objects: empty for a file that was not there, or is not, and for
    one that is on the disk, where git keeps no object of it yet.
    """

    path: str
    kind: ChangeKind
    was: str = ""
    now: str = ""


def entry_on_disk(
    root: str, path: str, *, was: str, may_be_same: bool = True
) -> ChangedEntry | None:
    """Return what became on the disk of the file that *was* that object; ``None`` if nothing did.

    *was* is empty where there was none. git also lists what was merely touched: *may_be_same*.
    """
    if not is_file_or_link(root, path):
        return ChangedEntry(path, "delete", was) if was else None
    if not was:
        return ChangedEntry(path, "create")
    if not may_be_same:
        return ChangedEntry(path, "modify", was)

    if was in object_ids(root, path, example=was):
        return None
    return ChangedEntry(path, "modify", was)
