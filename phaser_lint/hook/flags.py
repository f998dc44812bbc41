"""The flags of ``phaser-lint hook``, parsed only where there are others than ``install`` writes."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.core.shared_flags import Parser, add_contracts_dir_flag, add_timeout_flag
from phaser_lint.hook import SECONDS, Clock, Options


def parser() -> Parser:
    """Return the parser of the hook's flags, those of ``phaser-lint hook``."""
    hook_parser = Parser(
        "phaser-lint hook",
        "Answer a coding agent's hook event, read from stdin.",
        example="phaser-lint hook < event.json",
        page="hook.md",
    )
    hook_parser.add_argument(
        "--agent",
        metavar="NAME",
        default="",
        help="the agent that sends the event [default: recognised by the event itself]",
    )
    hook_parser.add_argument(
        "--block",
        choices=("introduced", "all"),
        default="introduced",
        help="deny what the edit introduces, or any violation of the file [default: introduced]",
    )
    hook_parser.add_switch("--fail-closed", help="deny an edit when phaser-lint itself fails")
    hook_parser.add_switch(
        "--abort", help="deny an edit even where that ends the agent's run (Cline)"
    )
    hook_parser.add_switch("--augment", help="answer links, [[name]], with what is known of them")
    hook_parser.add_argument(
        "--record", metavar="FILE", help="add each event to FILE, for phaser-lint replay"
    )
    hook_parser.add_switch(
        "--protect",
        help="deny edits of the contracts, the baseline and phaser-lint's own hooks, and commands "
        "that go round them",
    )
    hook_parser.add_switch("--log", help="note which contract denies, for phaser-lint history")
    add_contracts_dir_flag(hook_parser)
    add_timeout_flag(hook_parser, default=SECONDS)
    return hook_parser


def parse_options(arguments: Sequence[str], clock: Clock) -> Options:
    """Return the options in the *arguments* of ``phaser-lint hook``; raises ``UsageError``."""
    flags = parser().parse_args(arguments)
    return Options(
        clock,
        contracts_dir=flags.contracts_dir,
        block_all=flags.block == "all",
        fail_closed=flags.fail_closed,
        seconds=flags.timeout,
        agent=flags.agent,
        abort=flags.abort,
        augment=flags.augment,
        protect=flags.protect,
        log=flags.log,
    )
