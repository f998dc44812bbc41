"""``phaser-lint completion SHELL``: a script with which a shell completes command lines.

    source <(phaser-lint completion bash)

It asks ``phaser-lint completion offers -- WORD...`` what may stand in place of the last word; the
commands' own parsers know it.
"""

from __future__ import annotations

import sys

from phaser_lint.command import exit_codes
from phaser_lint.command.cli import COMMANDS, parser_of
from phaser_lint.core.command_line import Parser
from phaser_lint.core.errors import UsageError
from phaser_lint.project.project import levels_for
from phaser_lint.project.root import home_folder

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_SHELLS = ("bash", "zsh", "fish")
_IDS = "ids"
_OFFERS = ("offers", "--")
_OF_THE_PROGRAM = (("--help", "show the commands"), ("--version", "show the version"))


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
    """Print the script, or for it what may stand where the cursor is."""
    if (*arguments[:2],) == _OFFERS and arguments[2:]:
        sys.stdout.write(_offers(arguments[2:]))
        return exit_codes.CLEAN
    wanted, *more = parser().parse_args(arguments).shell
    if more:
        raise UsageError(f"SHELL: expected one of {', '.join(_SHELLS)}, not several")
    sys.stdout.write(_ids() if wanted == _IDS else _script(wanted))
    return exit_codes.CLEAN


def _ids() -> str:
    return "".join(f"{each}\n" for each in _known_ids())


def _known_ids() -> Sequence[str]:
    from phaser_lint.command.completions.contract_ids import ids_in

    levels = levels_for(None)
    folders = levels.folders(home=home_folder())
    return ids_in(folders, configuration=levels.configuration)


def _script(shell: str) -> str:
    from phaser_lint.command.completions.scripts import SCRIPTS

    return SCRIPTS[shell]


def _offers(words: Sequence[str]) -> str:
    from phaser_lint.command.completions.offers import Offered, offer_at

    command, *others = words
    offer = Offered()
    if others and command in [name for name, *_ in COMMANDS]:
        offer = offer_at(parser_of(command), others)
    elif command.startswith("-"):
        offer = Offered(words=_OF_THE_PROGRAM)
    elif not others:
        offer = Offered(words=tuple((name, does) for name, _, _, does in COMMANDS))
    if offer.kind == "ids":
        offer = Offered(words=tuple((each, "") for each in _known_ids()))
    lines = [f"{word}\t{does}".rstrip("\t") for word, does in offer.words]
    return "".join(f"{line}\n" for line in (offer.kind, *lines))
