"""Whole outputs, one file for each report and format.

``python -m tests.report.golden`` writes them anew; read the difference before it is committed.
"""

from __future__ import annotations

import re
from pathlib import Path

from phaser_lint import __version__
from phaser_lint.report.formats import WITH_SUPPRESSED, load_renderer
from tests.report.reports import CLEAN, RICH

FOLDER = Path(__file__).parent
NAMES = (
    "text", "full", "concise", "json", "github", "sarif", "gitlab", "junit", "rdjson", "markdown",
)  # fmt: skip


def outputs() -> dict[str, str]:
    """What every format makes of the clean report and of the rich one, by the file's name."""
    reports = {
        f"{title}.{name}": load_renderer(name)(report)
        for name in NAMES
        for title, report in (("clean", CLEAN), ("rich", RICH))
    }
    for name in WITH_SUPPRESSED:
        reports[f"rich-suppressed.{name}"] = load_renderer(name, suppressed=True)(RICH)
    # SARIF tells the program's version, which no golden file should.
    version = re.compile(rf'("(?:version": "|fullName": "phaser-lint )){re.escape(__version__)}"')
    return {name: version.sub(r'\1?"', text) for name, text in reports.items()}
