"""``phaser-lint schema``: the JSON Schema of a contract, or of the configuration, for editors.

    # yaml-language-server: $schema=../../contract.json

The same texts lie in the repository, in ``docs/schema``.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence

from phaser_lint.command import exit_codes
from phaser_lint.contract.schemas import SCHEMAS, render_schema
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import Parser, make_argument


def parser() -> Parser:
    """Return the parser of ``phaser-lint schema``."""
    return Parser(
        "phaser-lint schema",
        "Print the JSON Schema of contract files, for editors.",
        (
            make_argument(
                "name",
                metavar="NAME",
                nargs="*",
                choices=tuple(SCHEMAS),
                help=f"{' or '.join(SCHEMAS)} [default: contract]",
            ),
        ),
        example="phaser-lint schema > .phaser/contract.schema.json",
        page="editors.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Print the text of a JSON Schema for ``phaser-lint schema``."""
    name, *other_names = parser().parse_args(arguments).name or ["contract"]
    if other_names:
        raise UsageError(f"NAME: expected {' or '.join(SCHEMAS)}, not both")
    sys.stdout.write(render_schema(name))
    return exit_codes.CLEAN
