"""What every command says of a wrong flag or value."""

from __future__ import annotations

import pytest

from phaser_lint.errors import UsageError
from phaser_lint.frontends.arguments import Parser


def parser() -> Parser:
    made = Parser("phaser-lint install", "Install the hook.")
    made.add_argument("--agent", choices=("claude-code", "codex", "copilot-cli"))
    made.add_argument("--depth", type=int, choices=range(4))
    return made


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (("--agent", "zed"), ") (see phaser-lint install --help)"),
        (("--depth", "9"), ") (see phaser-lint install --help)"),
        (("--wide",), "arguments: --wide (see phaser-lint install --help)"),
        (("--agent", "claud"), "); did you mean claude-code? (see phaser-lint install --help)"),
        (("--agent", "copilot"), "); did you mean copilot-cli? (see phaser-lint install --help)"),
        (("--agnet", "codex"), "; did you mean --agent? (see phaser-lint install --help)"),
    ],
)
def test_what_was_probably_meant(given: tuple[str, ...], said: str) -> None:
    with pytest.raises(UsageError) as raised:
        parser().parse_args(given)
    assert str(raised.value).endswith(said)
