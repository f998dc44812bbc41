"""The flags of ``phaser-lint enforce``, parsed where there are more than a hook entry has."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.command.enforce import CHOICES, EnforceFlags
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import (
    Parser,
    make_argument,
    parse_timeout,
    require_contracts_folder,
)
from phaser_lint.hook import SECONDS

HELP = """\
Usage: phaser enforce [OPTIONS]

Check contracts against proposed file changes.

Options:
  --stdin               Read hook input JSON from stdin (required for hooks)
  --file PATH           Check contracts for file on disk (for CI/manual use)
  --all                 Check all files against all contracts (for CI)
  --severity [error|warning|all]
                        Filter violations by severity [default: all]
  --format [hook|json|text]
                        Output format [default: hook when --stdin, text otherwise]
  --contracts-dir PATH  Override contracts directory
  --timeout MS          Regex timeout in milliseconds [default: 100]
  --quiet               Suppress informational output
  --help                Show this message and exit.

Commands:
  install               Install hook configuration for Claude Code (see phaser
                        enforce install --help)

Exit Codes:
  0  Success (output JSON controls decision)
  3  Internal error (stdin parse failure, wrong flag, no --contracts-dir)

Notes:
  - All decision logic is communicated via JSON output, not exit codes
  - Exit code 0 is used for both allow and deny decisions
  - Exit code 3 indicates the hook could not run properly
  - An invalid contract is skipped and named; the exit code stays 0

Examples:
  # Hook usage (stdin mode) - PreToolUse
  phaser enforce --stdin --severity error

  # Hook usage (stdin mode) - PostToolUse
  phaser enforce --stdin --severity warning

  # Manual check against file on disk
  phaser enforce --file src/app.swift --format text

  # CI check (all files)
  phaser enforce --all --format text
"""


def parser() -> Parser:
    """Return the parser of ``phaser-lint enforce``."""
    return Parser(
        "phaser enforce",
        "",
        (
            make_argument("--stdin", action="store_true"),
            make_argument("--file", metavar="PATH"),
            make_argument("--all", action="store_true"),
            make_argument("--severity", choices=CHOICES["--severity"], default="all"),
            make_argument("--format", choices=CHOICES["--format"]),
            make_argument("--contracts-dir", metavar="PATH", type=require_contracts_folder),
            make_argument("--timeout", metavar="MS", type=parse_timeout, default=SECONDS),
            make_argument("--quiet", action="store_true"),
        ),
        help_text=HELP,
    )


def parse_enforce_flags(arguments: Sequence[str]) -> EnforceFlags:
    """Return what the flags of ``enforce`` ask for; raises ``UsageError``."""
    flags = EnforceFlags(**vars(parser().parse_args(arguments)))
    if sum((flags.stdin, flags.file is not None, flags.all)) != 1:
        raise UsageError("expected exactly one of --stdin, --file PATH and --all")
    return flags
