"""``phaser-lint merge``: the JSON reports of all shards of a scan, as one report in any format.

    phaser-lint scan --shard 1/2 --format json=1.json      on one machine
    phaser-lint scan --shard 2/2 --format json=2.json      on another
    phaser-lint merge 1.json 2.json --format text --format sarif=all.sarif

Neither the project nor its contracts are needed. Which files exist is checked here; the exit code
is that of a scan of everything.
"""

from __future__ import annotations

import os
from collections.abc import Sequence

from phaser_lint.check.shards.json_report import parse_json_report
from phaser_lint.check.shards.merged_report import merge_shard_reports
from phaser_lint.command import report_output
from phaser_lint.contract.model import Report
from phaser_lint.core.errors import InputError, UsageError
from phaser_lint.core.shared_flags import Parser, make_argument
from phaser_lint.project.regular_file import read_bytes

_MAXIMUM_BYTES = 2 * 1024 * 1024 * 1024


def parser() -> Parser:
    """Return the parser of ``phaser-lint merge``."""
    return Parser(
        "phaser-lint merge",
        "Merge the JSON reports of scan --shard into one report.",
        (
            make_argument(
                "reports", metavar="REPORT", nargs="+", help="the JSON report of a shard"
            ),
            *report_output.REPORT_FLAGS,
        ),
        example="phaser-lint merge shard-1.json shard-2.json",
        page="scan.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run ``phaser-lint merge``: print the merged report of shards, and return the exit code."""
    flags = parser().parse_args(arguments)
    flags.arguments = ("merge", *arguments)
    formats = report_output.require_formats(flags.format, show_suppressed=flags.show_suppressed)
    report_paths = {os.path.realpath(path) for path in flags.reports}
    for target in formats:
        if target.path is not None and os.path.realpath(target.path) in report_paths:
            raise UsageError(f"{target}: the file is one of the reports to merge")
    report_output.printed_format(flags, formats)
    report = merge_shard_reports([(path, _read_report(path)) for path in flags.reports])
    return report_output.publish_report(flags, report, formats)


def _read_report(path: str) -> Report:
    try:
        content = read_bytes(path, limit=_MAXIMUM_BYTES + 1)
    except OSError as error:
        raise InputError(f"{path}: cannot be read: {error.strerror or error}") from None
    if len(content) > _MAXIMUM_BYTES:
        raise InputError(f"{path}: cannot be read: larger than 2 GB")
    try:
        return parse_json_report(content.decode("utf-8"), path)
    except UnicodeDecodeError:
        raise InputError(f"{path}: expected JSON in UTF-8") from None
