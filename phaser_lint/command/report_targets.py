"""``--format FORMAT[=FILE]``: several reports of one run, each to its file, one to standard output.

A missing folder is reported before anything is checked (``report_writing``).
"""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.contract.model import Report
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import WrongValueError
from phaser_lint.core.text import render_did_you_mean
from phaser_lint.report.formats import FORMATS, TEXTS, WITH_ORIGIN, WITH_SUPPRESSED, load_renderer

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.report.html_page.page_origin import Origin


class ReportTarget(Record):
    """One ``--format``: the name of the format, and the file, or ``None`` for standard output."""

    name: str
    path: str | None = None

    def __str__(self) -> str:
        return f"--format {self.name}" if self.path is None else f"--format {self.name}={self.path}"


def render_report(
    name: str,
    report: Report,
    *,
    from_here: Report,
    from_repository: Report,
    show_suppressed: bool,
    origin: Origin | None,
) -> str:
    """Return the *report* as a target of ``--format`` has it, in the format *name*: text with its
    paths *from here*, the working directory, so that a terminal opens them, GitHub's *from the
    repository*.
    """
    if name in TEXTS:
        report = from_here
    elif name == "github":
        report = from_repository
    render = load_renderer(name, suppressed=show_suppressed and name in WITH_SUPPRESSED)
    return render(report, origin=origin) if name in WITH_ORIGIN else render(report)


def parse_format(word: str) -> ReportTarget:
    """Return the report and target of ``--format FORMAT[=FILE]``; raises ``WrongValueError``."""
    name, separator, path = word.partition("=")
    if name not in FORMATS:
        meant = render_did_you_mean(name.lower(), FORMATS)
        raise WrongValueError(f"expected one of {', '.join(FORMATS)}, not {name!r}{meant}")
    if separator and not path:
        raise WrongValueError(f"expected {name} or {name}=FILE, not {word!r}")
    return ReportTarget(name, path if path not in ("", "-") else None)


def require_formats(
    targets: Sequence[ReportTarget] | None, *, show_suppressed: bool
) -> tuple[ReportTarget, ...]:
    """Return the reports and their targets, files or standard output, that ``--format`` asks for
    and that can all be had; raises ``UsageError``.
    """
    formats = tuple(targets or (ReportTarget("text"),))
    printed = [target for target in formats if target.path is None]
    if len(printed) > 1:
        raise UsageError(
            f"{printed[0]} and {printed[1]} both go to standard output; "
            f"name a file for one of them: --format {printed[1].name}=FILE"
        )
    if show_suppressed and not any(target.name in WITH_SUPPRESSED for target in formats):
        raise UsageError(f"--show-suppressed: expected with --format {', '.join(WITH_SUPPRESSED)}")
    if len(printed) < len(formats):
        from phaser_lint.command.report_writing import require_report_targets

        require_report_targets(formats)
    return formats
