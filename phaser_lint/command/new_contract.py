"""``phaser-lint new TYPE ID``: write a first contract of a type, to be made one's own.

Exit code 0; 2 for an unknown type, an id that is taken, or a place that is none.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from phaser_lint.author.destination import destination, write_new
from phaser_lint.author.draft import TYPES, rule_of
from phaser_lint.author.starter import starter_text
from phaser_lint.command import exit_codes
from phaser_lint.contract.key_reader import KeyReader
from phaser_lint.core.command_line import Parser, add_root
from phaser_lint.core.errors import UsageError
from phaser_lint.core.text import harmless
from phaser_lint.project.project import root_for
from phaser_lint.project.root import working_directory

if TYPE_CHECKING:
    from collections.abc import Sequence


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint new", "Write a first contract of a type, to be made your own.")
    made.add_argument(
        "names", metavar="TYPE ID", nargs="*", help=f"the type ({', '.join(TYPES)}), and the id"
    )
    made.add_argument("--to", metavar="DIR", help="the folder that it is written to")
    add_root(made)
    return made


def run(arguments: Sequence[str]) -> int:
    """Write the contract and print its file."""
    given = parser().parse_args(arguments)
    if len(given.names) != 2:
        raise UsageError(f"expected TYPE ID, found {' '.join(given.names) or 'nothing'}")
    kind, rule_id = given.names
    rule_of(kind, named="TYPE")
    reader = KeyReader({"rule_id": rule_id})
    reader.rule_id()
    if reader.problems:
        raise UsageError(f"ID: {reader.problems[0].expected}")
    place = destination(root_for(given.root), here=working_directory(), named=given.to)
    place.require_free(rule_id)
    [path] = write_new(place, {rule_id: starter_text(kind, rule_id)}).written
    sys.stdout.write(f"written: {harmless(path)}\n")
    sys.stderr.write(f"{harmless(place.note)}\n" if place.note else "")
    return exit_codes.CLEAN
