"""The shells that complete command lines, in a literal table."""

from __future__ import annotations

from phaser_lint.completions import bash_script, fish_script, zsh_script

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from phaser_lint.completions.command_words import CommandWords

SCRIPTS: Mapping[str, Callable[[Sequence[CommandWords]], str]] = {
    "bash": bash_script.script,
    "zsh": zsh_script.script,
    "fish": fish_script.script,
}
