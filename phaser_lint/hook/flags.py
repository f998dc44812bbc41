"""The flags of ``phaser-lint hook``, parsed only where there are others than ``install`` writes."""

from __future__ import annotations

from collections.abc import Sequence

from phaser_lint.core.shared_flags import (
    CONTRACTS_DIR_FLAG,
    Parser,
    make_argument,
    make_switch,
    make_timeout_flag,
)
from phaser_lint.hook import SECONDS, Options


def parser() -> Parser:
    """Return the parser of the hook's flags, those of ``phaser-lint hook``."""
    return Parser(
        "phaser-lint hook",
        "Answer a coding agent's hook event, read from stdin.",
        (
            make_argument(
                "--agent",
                metavar="NAME",
                default="",
                help="the agent that sends the event [default: recognised by the event itself]",
            ),
            make_argument(
                "--block",
                choices=("introduced", "all"),
                default="introduced",
                help="deny what the edit introduces, or any violation of the file "
                "[default: introduced]",
            ),
            make_switch("--fail-closed", help="deny an edit when phaser-lint itself fails"),
            make_switch(
                "--abort", help="deny an edit even where that ends the agent's run (Cline)"
            ),
            make_switch("--augment", help="answer links, [[name]], with what is known of them"),
            make_argument(
                "--record", metavar="FILE", help="add each event to FILE, for phaser-lint replay"
            ),
            make_switch(
                "--protect",
                help="deny edits of the contracts, the baseline and phaser-lint's own hooks, and "
                "commands that go round them",
            ),
            make_switch("--log", help="note which contract denies, for phaser-lint history"),
            CONTRACTS_DIR_FLAG,
            make_timeout_flag(SECONDS),
        ),
        example="phaser-lint hook < event.json",
        page="hook.md",
    )


def parse_options(arguments: Sequence[str]) -> Options:
    """Return the options in the *arguments* of ``phaser-lint hook``; raises ``UsageError``."""
    flags = parser().parse_args(arguments)
    return Options(
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
