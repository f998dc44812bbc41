"""``phaser-lint completion SHELL``: a script with which a shell completes command lines.

    source <(phaser-lint completion bash)

It is made of the commands' own parsers. The ids of contracts are asked for when they are wanted,
with ``phaser-lint completion ids``.
"""

from __future__ import annotations

import sys

from phaser_lint.cli import COMMANDS, parser_of
from phaser_lint.command_line import Parser
from phaser_lint.commands import exit_codes
from phaser_lint.errors import UsageError
from phaser_lint.files.project import levels_for
from phaser_lint.files.root import home_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.completions.command_words import CommandWords

_SHELLS = ("bash", "zsh", "fish")
_IDS = "ids"


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser("phaser-lint completion", "Print a script with which a shell completes commands.")
    made.add_argument(
        "shell",
        metavar="SHELL",
        nargs="+",
        choices=(*_SHELLS, _IDS),
        help=f"{', '.join(_SHELLS)}; or {_IDS}, which lists those of the contracts here",
    )
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the script."""
    wanted, *more = parser().parse_args(arguments).shell
    if more:
        raise UsageError(f"SHELL: expected one of {', '.join(_SHELLS)}, not several")
    sys.stdout.write(_ids() if wanted == _IDS else _script(wanted))
    return exit_codes.CLEAN


def _ids() -> str:
    from phaser_lint.completions.contract_ids import ids_in

    levels = levels_for(None)
    folders = levels.folders(home=home_folder())
    found = ids_in(folders, configuration=levels.configuration)
    return "".join(f"{each}\n" for each in found)


def _script(shell: str) -> str:
    from phaser_lint.completions.known_shells import SCRIPTS

    return SCRIPTS[shell]([_words(name, does) for name, _, _, does in COMMANDS])


def _words(name: str, does: str) -> CommandWords:
    from phaser_lint.completions.command_words import words_of

    return words_of(name, does, parser_of(name))
