"""``phaser-lint import``: contracts of other tools' rules, with what of them could not be said.

    phaser-lint import .relint.yml              writes a contract a rule, and shows a table
    phaser-lint import --dry-run .relint.yml    shows the files, too, and writes none
    phaser-lint import --check .relint.yml      compares what both find today, and writes none

Exit code 0, 1 where something of a rule could not be said, 2 for a wrong flag or a broken file:
then nothing is written. With ``--check`` 1 on a difference, 2 where nothing was compared.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from phaser_lint.author.destination import destination
from phaser_lint.author.importers.drafts import drafts
from phaser_lint.author.importers.import_report import as_json, table
from phaser_lint.author.importers.imported_rules import files_imported, rules_imported
from phaser_lint.author.importers.known_tools import TOOLS, shown_names
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import add_root_and_git, git_of
from phaser_lint.core.command_line import Parser
from phaser_lint.core.text import harmless
from phaser_lint.project.project import root_for
from phaser_lint.project.root import Root, working_directory

if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.author.importers.imported import ImportedFile


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
    made.add_switch(
        "--check", help="compare with what the old tool finds, if it is installed; write nothing"
    )
    made.add_switch("--json", help="print JSON")
    add_root_and_git(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Import, and print what became of each rule."""
    given = parser().parse_args(arguments)
    top = Root(root_for(given.root), git_of(given))
    files = files_imported(given.files, tool=getattr(given, "from"))
    if given.check:
        return _check(files, top, as_json=given.json)
    place = destination(top, here=working_directory(), named=given.to)
    done = rules_imported(files, place, write=not given.dry_run)
    sys.stdout.write(as_json(done) if given.json else table(done))
    sys.stderr.write(f"{harmless(place.note)}\n" if place.note else "")
    return exit_codes.CLEAN if done.is_whole else exit_codes.VIOLATIONS


def _check(files: tuple[ImportedFile, ...], top: str, *, as_json: bool) -> int:
    # Few runs compare, and a scan is a lot to import.
    from phaser_lint.author.importers.import_check import compared
    from phaser_lint.author.importers.import_differences import differences, differences_as_json

    comparisons = compared(files, drafts(files), top=top)
    sys.stdout.write((differences_as_json if as_json else differences)(comparisons))
    if any(each.problem for each in comparisons):
        return exit_codes.INCOMPLETE
    same = all(each.is_same for each in comparisons)
    return exit_codes.CLEAN if same else exit_codes.VIOLATIONS
