"""The errors that a user caused and can fix; each front-end catches them at one place.

    PhaserError
    ├── UsageError       a flag, a path or a folder that was named and cannot be used
    ├── InputError       a hook event, or a report, that was given to be read and is none
    └── GitError         git is missing, answered with an error, or took longer than it may
        └── ListingError        git did not list the files of the project

What a part of the program raises stands there: an agent's settings (``agent.install``), a baseline,
a submodule, another tool's rules.

What is wrong inside a contract or a checked file is no exception: it is a value of the Report.
"""

from __future__ import annotations


class PhaserError(Exception):
    """A clear sentence for the user: the file or flag, and what was expected."""


class UsageError(PhaserError):
    """A flag, a path or a folder that was named and cannot be used."""


class InputError(PhaserError):
    """A hook event, or a report, that was given to be read and is none, or of another version."""


class GitError(PhaserError):
    """git is missing, or answered with an error; it ``is_late``: it took longer than it may."""

    def __init__(self, message: str, *, is_late: bool = False) -> None:
        super().__init__(message)
        self.is_late = is_late


class ListingError(GitError):
    """git did not list the files of the project: a command may have flags that help."""
