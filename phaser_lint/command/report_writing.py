"""The files that reports go to: each is written whole, or none of them.

All formats are rendered first, then all files are written beside their places, and only when that
has succeeded do they take them: a full disk leaves every file as it was.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Callable, Iterator, Sequence

from phaser_lint.command.report_output import ReportTarget
from phaser_lint.core.errors import UsageError
from phaser_lint.project.atomic_write import write_beside


def require_report_targets(formats: Sequence[ReportTarget]) -> None:
    """Raise ``UsageError`` if a file cannot be written that a report goes to, or is named twice."""
    targets: dict[str, ReportTarget] = {}
    for target in formats:
        if target.path is None:
            continue
        path = _require_replaceable_path(target)
        if path in targets:
            raise UsageError(f"{target}: the file is that of {targets[path]} too")
        targets[path] = target


def write_report_files(formats: Sequence[ReportTarget], render: Callable[[str], str]) -> None:
    """Write every report that has a file by ``--format``, or none and raise ``UsageError``.

    *render* returns the report in the format of a name.
    """
    write_reports([(target, render(target.name)) for target in formats if target.path is not None])


def write_reports(texts: Sequence[tuple[ReportTarget, str]]) -> None:
    """Write every report's text to the file of its format, or none and raise ``UsageError``."""
    with contextlib.ExitStack() as waiting:
        ready = [
            (target, waiting.enter_context(_stage_file(target, text))) for target, text in texts
        ]
        for target, temporary in ready:
            with _name_failure(target):
                os.replace(temporary, _require_replaceable_path(target))


@contextlib.contextmanager
def _stage_file(target: ReportTarget, text: str) -> Iterator[str]:
    """Give a file that holds *text*, to take the place of the one that *target* names."""
    path = _require_replaceable_path(target)
    # Every format is text that UTF-8 can hold; were one not, a report is worth more.
    content = text.encode("utf-8", "backslashreplace")
    with _name_failure(target), write_beside(path, content) as temporary:
        with contextlib.suppress(FileNotFoundError):
            os.chmod(temporary, stat.S_IMODE(os.stat(path).st_mode))
        yield temporary


def _require_replaceable_path(target: ReportTarget) -> str:
    """Return the absolute path of the file, which can be replaced as far as can be known."""
    with _name_failure(target):
        path = os.path.realpath(target.path or "")
        if not os.path.isdir(os.path.dirname(path)):
            raise UsageError(f"{target}: expected a file in a folder that exists")
        try:
            status = os.stat(path)
        except FileNotFoundError:
            return path
        # Replacing /dev/null would take it from every program of the machine.
        if not stat.S_ISREG(status.st_mode):
            kind = "a folder" if stat.S_ISDIR(status.st_mode) else "a special file"
            raise UsageError(f"{target}: expected a file, found {kind}")
        # Replacing needs only a writable folder; a file that somebody locked stays as it is.
        if not os.access(path, os.W_OK, effective_ids=os.access in os.supports_effective_ids):
            raise UsageError(f"{target}: the file is read-only")
        return path


@contextlib.contextmanager
def _name_failure(target: ReportTarget) -> Iterator[None]:
    """Turn what the system refuses into a sentence that names the flag and the file."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{target}: cannot be written: {error.strerror or error}") from error
