"""The files of a project in some state (``core.files.Files``), a module for each state.

    disk          as they are now, with what a sparse checkout leaves out
    index         as the next commit has them
    commit        as a commit has them
    as_committed  texts that git wrote in another encoding, as it keeps them
    edited        another state with some files in place of its own
    texts         texts that are given, and nothing else

What git's modes, links, submodules, sparse checkouts and ignored files mean is known only here.

``STATES`` has a row for each that a scan can check. What git keeps of them, as its index, is asked
for by the flag of the row.
"""

from __future__ import annotations

from phaser_lint.core import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Literal

    from phaser_lint.project.files.commit import SnapshotFiles

    OpenFiles = Callable[..., SnapshotFiles]


class FileState(Record):
    """A state of the files: *kept_by* tells who has what counts, if it is not all on the disk."""

    kept_by: Literal["disk", "caller", "repository"]
    module: str = ""
    """The module of ``project/files``, and its class, of what git keeps."""
    files: str = ""
    flag: str = ""
    metavar: str = ""
    """What the flag takes, which the class is made with; nothing for a switch."""
    help: str = ""
    participle: str = ""
    """How what it has is called: ``staged``."""
    unchanged: str = ""
    """What a notice says where nothing differs from the commit that the state follows."""

    @property
    def is_in_git(self) -> bool:
        """Whether git keeps these files: nothing of the disk counts, and nothing is cached."""
        return self.kept_by == "repository"

    @property
    def destination(self) -> str:
        """The name of the state's flag among the parsed ones."""
        return self.flag.removeprefix("--").replace("-", "_")

    def open_files(self, root: str, argument: str) -> SnapshotFiles:
        """Return the files of the project at *root*, as git keeps them; raises ``GitError``."""
        # A scan of the disk loads none of these modules.
        module = __import__(f"phaser_lint.project.files.{self.module}", fromlist=(self.files,))
        open_files: OpenFiles = getattr(module, self.files)
        return open_files(root, argument) if self.metavar else open_files(root)


DISK = FileState("disk")
TEXT = FileState("caller")
STATES = (
    DISK,
    TEXT,
    FileState(
        "repository",
        module="index",
        files="IndexFiles",
        flag="--staged",
        help="check what git has staged, not what is on the disk",
        participle="staged",
        unchanged="nothing is staged: no content was checked, and nothing can have changed",
    ),
)
STATES_IN_GIT = tuple(state for state in STATES if state.is_in_git)
