"""The files that reports go to: each is written whole, or none of them.

All formats are rendered first, then all files are written beside their places, and only when that
has succeeded do they take them: a full disk leaves every file as it was.
"""

from __future__ import annotations

import contextlib
import os
import stat

from phaser_lint.core.errors import UsageError
from phaser_lint.project.whole_files import written_beside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.command.report_files import Wanted


def require_targets(formats: Sequence[Wanted]) -> None:
    """Raise ``UsageError`` if a file that is named cannot be written, or is named twice."""
    targets: dict[str, Wanted] = {}
    for entry in (each for each in formats if each.path is not None):
        target = _target(entry)
        if target in targets:
            raise UsageError(f"{entry}: the file is that of {targets[target]} too")
        targets[target] = entry


def write_reports(texts: Sequence[tuple[Wanted, str]]) -> None:
    """Write every text to the file of its format, or none and raise ``UsageError``."""
    with contextlib.ExitStack() as waiting:
        ready = [(entry, waiting.enter_context(_written(entry, text))) for entry, text in texts]
        for entry, temporary in ready:
            with _failure_named(entry):
                os.replace(temporary, _target(entry))


@contextlib.contextmanager
def _written(entry: Wanted, text: str) -> Iterator[str]:
    """Give a file that holds *text*, to take the place of the one that *entry* names."""
    target = _target(entry)
    # Every format is text that UTF-8 can hold; were one not, a report is worth more.
    data = text.encode("utf-8", "backslashreplace")
    with _failure_named(entry), written_beside(target, data) as temporary:
        with contextlib.suppress(FileNotFoundError):
            os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
        yield temporary


def _target(entry: Wanted) -> str:
    """Return the absolute path of the file, which can be replaced as far as can be known."""
    with _failure_named(entry):
        target = os.path.realpath(entry.path or "")
        if not os.path.isdir(os.path.dirname(target)):
            raise UsageError(f"{entry}: expected a file in a folder that exists")
        try:
            status = os.stat(target)
        except FileNotFoundError:
            return target
        # Replacing /dev/null would take it from every program of the machine.
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "a special file"
            raise UsageError(f"{entry}: expected a file, found {kind}")
        # Replacing needs only a writable folder; a file that somebody locked stays as it is.
        if not os.access(target, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise UsageError(f"{entry}: the file is read-only")
        return target


@contextlib.contextmanager
def _failure_named(entry: Wanted) -> Iterator[None]:
    """Turn what the system refuses into a sentence that names the flag and the file."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{entry}: cannot be written: {error.strerror or error}") from error
