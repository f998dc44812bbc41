"""``phaser-lint schema``: the JSON Schema of a contract, or of the configuration, for editors.

    # yaml-language-server: $schema=../../contract.json

The same texts lie in the repository, in ``docs/schema``.
"""

from __future__ import annotations

import sys

from phaser_lint.command_line import Parser, did_you_mean
from phaser_lint.commands import exit_codes
from phaser_lint.errors import UsageError
from phaser_lint.schemas import SCHEMAS, schema_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint schema", "Print the JSON Schema of contract files, for editors.")
    made.add_argument(
        "name", metavar="NAME", nargs="*", help=f"{' or '.join(SCHEMAS)} [default: contract]"
    )
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the schema."""
    names = parser().parse_args(arguments).name or ["contract"]
    if len(names) > 1 or names[0] not in SCHEMAS:
        meant = did_you_mean(names[0], SCHEMAS) if len(names) == 1 else ""
        known = " or ".join(SCHEMAS)
        raise UsageError(f"NAME: expected {known}, not {' '.join(names)!r}{meant}")
    sys.stdout.write(schema_text(names[0]))
    return exit_codes.CLEAN
