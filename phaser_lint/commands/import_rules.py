"""``phaser-lint import``: contracts of other tools' rules, with what of them could not be said.

    phaser-lint import .relint.yml              writes a contract a rule, and shows a table
    phaser-lint import --dry-run .relint.yml    shows the files, too, and writes none

Exit code 0, 1 where something of a rule could not be said, 2 for a wrong flag or a broken file:
then nothing is written.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from phaser_lint.authoring.destination import destination
from phaser_lint.command_line import Parser
from phaser_lint.commands import exit_codes
from phaser_lint.files.project import root_for
from phaser_lint.files.root import working_directory
from phaser_lint.importers.import_report import as_json, table
from phaser_lint.importers.imported_rules import files_imported, rules_imported
from phaser_lint.importers.known_tools import TOOLS, shown_names

if TYPE_CHECKING:
    from collections.abc import Sequence


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint import",
        "Make contracts of other tools' rules, and say what of them could not be said.",
    )
    made.add_argument(
        "files", metavar="FILE", nargs="+", help=f"a file, or a folder with files: {shown_names()}"
    )
    made.add_argument(
        "--from",
        metavar="TOOL",
        choices=tuple(tool.name for tool in TOOLS),
        help="whose rules they are, where the name does not tell: "
        + ", ".join(tool.name for tool in TOOLS),
    )
    made.add_argument("--to", metavar="DIR", help="the folder for the contracts")
    made.add_switch("--dry-run", help="show what would be written, and write nothing")
    made.add_switch("--json", help="print JSON")
    made.add_argument("--root", metavar="PATH", help="the project's root folder")
    return made


def run(arguments: Sequence[str]) -> int:
    """Import, and print what became of each rule."""
    given = parser().parse_args(arguments)
    place = destination(root_for(given.root), here=working_directory(), named=given.to)
    files = files_imported(given.files, tool=getattr(given, "from"))
    done = rules_imported(files, place, write=not given.dry_run)
    sys.stdout.write(as_json(done) if given.json else table(done))
    return exit_codes.CLEAN if done.is_whole else exit_codes.VIOLATIONS
