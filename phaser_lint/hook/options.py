"""The flags of ``phaser-lint hook``, parsed only where there are others than ``install`` writes."""

from __future__ import annotations

from phaser_lint.core.command_line import Parser, add_contracts_dir, add_timeout
from phaser_lint.hook.request import SECONDS, Clock, Options

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint hook",
        "Answer a coding agent's hook event, read from stdin.",
        example="phaser-lint hook < event.json",
        page="hook.md",
    )
    made.add_argument(
        "--agent",
        metavar="NAME",
        default="",
        help="the agent that sends the event [default: recognised by the event itself]",
    )
    made.add_argument(
        "--block",
        choices=("introduced", "all"),
        default="introduced",
        help="deny what the edit introduces, or any violation of the file [default: introduced]",
    )
    made.add_switch("--fail-closed", help="deny an edit when phaser-lint itself fails")
    made.add_switch("--abort", help="deny an edit even where that ends the agent's run (Cline)")
    made.add_switch("--augment", help="answer links, [[name]], with what is known of them")
    made.add_argument(
        "--record", metavar="FILE", help="add each event to FILE, for phaser-lint replay"
    )
    made.add_switch(
        "--protect", help="deny edits of the contracts, the baseline and phaser-lint's own hooks"
    )
    add_contracts_dir(made)
    add_timeout(made, default=SECONDS)
    return made


def parsed(arguments: Sequence[str], clock: Clock) -> Options:
    """Return the options in the flags; raises ``UsageError``."""
    given = parser().parse_args(arguments)
    return Options(
        clock,
        contracts_dir=given.contracts_dir,
        block_all=given.block == "all",
        fail_closed=given.fail_closed,
        seconds=given.timeout,
        agent=given.agent,
        abort=given.abort,
        augment=given.augment,
        protect=given.protect,
    )
