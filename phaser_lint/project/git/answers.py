"""What reads answers of git: ids of objects, and what is said of an answer with another shape."""

from __future__ import annotations

from phaser_lint.core.errors import GitError
from phaser_lint.project.git.process_output import (
    HEXADECIMAL,
    ID_LENGTHS,
    explain_unreadable_answer,
    is_object_id,
)

_SHOWN = 40


def require_object_id(name: str) -> str:
    """Return *name* of a git process's output; raises ``ValueError`` unless like an object's id."""
    if not is_object_id(name):
        raise ValueError(name)
    return name


def require_object_ids(names: list[str]) -> None:
    """Raise ``ValueError`` where one of *names*, words of git's output, has not the shape of an
    object's id.

    100,000 at once take a tenth of the time that they take one by one.
    """
    letters = "".join(names).encode("ascii", "replace")
    if letters.translate(None, HEXADECIMAL) or not {*map(len, names)}.issubset(ID_LENGTHS):
        raise ValueError(names)


def parse_object_ids(line: str) -> list[str]:
    """Return the object ids between blanks on a *line* of git's; raises ``ValueError``."""
    ids = line.split()
    require_object_ids(ids)
    return ids


def parse_object_id(line: bytes, name: str) -> str:
    """Return the object's id that a *line* of the output of git's command *name* is, with the mark
    of one that is left out; raises ``GitError`` for any other.
    """
    object_id = line.removesuffix(b"\n")
    if not is_object_id(object_id.removeprefix(b"^")):
        raise GitError(f"git {name}: expected the id of an object, found {object_id[:_SHOWN]!r}")
    return object_id.decode()


class AnswerGuard:
    """What reads an answer of git: where it has not the shape that it is read by, git has failed.

    To be entered; raises ``GitError`` with the name of what git was asked.
    """

    def __init__(self, name: str) -> None:
        self._name = name

    def __enter__(self) -> None:
        """Begin to read the answer of git."""

    def __exit__(self, kind: type[BaseException] | None, error: object, _: object) -> None:
        """Raise ``GitError`` for a part that is missing, too much, or no number."""
        if kind is not None and issubclass(kind, (ValueError, IndexError, StopIteration)):
            raise explain_unreadable_answer(self._name) from None
