"""``--format FORMAT[=FILE]``: several reports of one run, each to its file, one to standard output.

A file is written whole or not at all. All formats are rendered first, then all files are written
beside their places, and only when that has succeeded do they take them: a full disk leaves every
file as it was. A folder that is missing is said before anything is checked.
"""

from __future__ import annotations

import contextlib
import os
import stat

from phaser_lint.command_line import Parser, WrongValueError, did_you_mean
from phaser_lint.errors import UsageError
from phaser_lint.files.root import git_top, path_inside
from phaser_lint.files.whole_files import written_beside
from phaser_lint.outputs.formats import FORMATS, WITH_ORIGIN, WITH_SUPPRESSED, renderer
from phaser_lint.outputs.report_paths import below, seen_from
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.model import Report
    from phaser_lint.outputs.html_page.page_origin import Origin


class Wanted(Record):
    """One ``--format``: the name of the format, and the file, or ``None`` for standard output."""

    name: str
    path: str | None = None

    def __str__(self) -> str:
        return f"--format {self.name}" if self.path is None else f"--format {self.name}={self.path}"


class Shown(Record):
    """A report, and the same with the paths that text and annotations show."""

    report: Report
    from_here: Report
    """As the working directory calls the files, so that a terminal opens them."""
    from_repository: Report
    """As the repository calls them, which is where GitHub looks for them."""
    show_suppressed: bool = False
    origin: Origin | None = None

    def rendered(self, name: str) -> str:
        """Return the report in the format *name*."""
        report = {"text": self.from_here, "github": self.from_repository}.get(name, self.report)
        render = renderer(name, suppressed=self.show_suppressed and name in WITH_SUPPRESSED)
        return render(report, origin=self.origin) if name in WITH_ORIGIN else render(report)


def shown_as(report: Report, *, root: str | None, folder: str, show_suppressed: bool) -> Shown:
    """Return *report* as it is shown to somebody in *folder*; without a *root* just as it is."""
    if root is None:
        return Shown(report, report, report, show_suppressed)
    return Shown(
        report,
        seen_from(report, folder, root=root),
        below(report, path_inside(git_top(root) or root, root) or ""),
        show_suppressed,
    )


def add_format(parser: Parser) -> None:
    """Add ``--format`` and ``--show-suppressed``."""
    parser.add_argument(
        "--format",
        metavar="FORMAT[=FILE]",
        type=wanted,
        action="append",
        help=f"{', '.join(FORMATS)}, to standard output or a file; repeatable [default: text]",
    )
    parser.add_switch(
        "--show-suppressed", help="let sarif list what directives suppressed, marked so"
    )


def wanted(written: str) -> Wanted:
    """Return what ``FORMAT[=FILE]`` asks for."""
    name, separator, path = written.partition("=")
    if name not in FORMATS:
        meant = did_you_mean(name.lower(), FORMATS)
        raise WrongValueError(f"expected one of {', '.join(FORMATS)}, not {name!r}{meant}")
    if separator and not path:
        raise WrongValueError(f"expected {name} or {name}=FILE, not {written!r}")
    return Wanted(name, path if path not in ("", "-") else None)


def checked(given: Sequence[Wanted] | None, *, show_suppressed: bool) -> tuple[Wanted, ...]:
    """Return the formats asked for, which can all be had; raises ``UsageError``."""
    formats = tuple(given or (Wanted("text"),))
    printed = [entry for entry in formats if entry.path is None]
    if len(printed) > 1:
        raise UsageError(
            f"{printed[0]} and {printed[1]} both go to standard output; "
            f"name a file for one of them: --format {printed[1].name}=FILE"
        )
    if show_suppressed and not any(entry.name in WITH_SUPPRESSED for entry in formats):
        raise UsageError(f"--show-suppressed: expected with --format {', '.join(WITH_SUPPRESSED)}")
    targets: dict[str, Wanted] = {}
    for entry in formats:
        if entry.path is not None:
            target = _target(entry)
            if target in targets:
                raise UsageError(f"{entry}: the file is that of {targets[target]} too")
            targets[target] = entry
    return formats


def to_print(formats: Sequence[Wanted]) -> str | None:
    """Return the format that goes to standard output, or ``None``."""
    return next((entry.name for entry in formats if entry.path is None), None)


def load(formats: Sequence[Wanted]) -> None:
    """Import what renders *formats*, where there is time for it."""
    for entry in formats:
        renderer(entry.name)


def write_files(formats: Sequence[Wanted], shown: Shown) -> None:
    """Write every file that was asked for, or none of them and raise ``UsageError``."""
    texts = [(entry, shown.rendered(entry.name)) for entry in formats if entry.path is not None]
    with contextlib.ExitStack() as waiting:
        ready = [(entry, waiting.enter_context(_written(entry, text))) for entry, text in texts]
        for entry, temporary in ready:
            with _said(entry):
                os.replace(temporary, _target(entry))


@contextlib.contextmanager
def _written(entry: Wanted, text: str) -> Iterator[str]:
    """Give a file that holds *text*, to take the place of the one that *entry* names."""
    target = _target(entry)
    # Every format is text that UTF-8 can hold; were one not, a report is worth more.
    data = text.encode("utf-8", "backslashreplace")
    with _said(entry), written_beside(target, data) as temporary:
        with contextlib.suppress(FileNotFoundError):
            os.chmod(temporary, stat.S_IMODE(os.stat(target).st_mode))
        yield temporary


def _target(entry: Wanted) -> str:
    """Return the absolute path of the file, which can be replaced as far as can be told."""
    with _said(entry):
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
def _said(entry: Wanted) -> Iterator[None]:
    """Turn what the system refuses into a sentence that names the flag and the file."""
    try:
        yield
    except OSError as error:
        raise UsageError(f"{entry}: cannot be written: {error.strerror or error}") from error
