"""What every command says of a wrong flag or value."""

from __future__ import annotations

import random
import sys
from typing import TYPE_CHECKING

import pytest

from phaser_lint.argument_parser import argument_parser
from phaser_lint.command_line import Parser
from phaser_lint.commands import baseline, contracts_check, explain, merge, scan
from phaser_lint.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from tests.conftest import Run


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


WITH_CONTRACTS_DIR = (
    ("scan",), ("hook",), ("enforce", "--all"), ("test",), ("explain", "no-print"), ("baseline",),
    ("pre-commit",), ("replay", "events.jsonl"),
)  # fmt: skip


@pytest.mark.parametrize("command", WITH_CONTRACTS_DIR, ids=lambda command: command[0])
def test_a_second_folder_of_contracts_replaces_none(
    command: tuple[str, ...], tmp_path: Path, run: Run
) -> None:
    """Of two, the first would count for nothing, and no one would know."""
    (tmp_path / "a").mkdir()
    outcome = run(*command, "--contracts-dir", "a", "--contracts-dir=a", stdin=b"{}", cwd=tmp_path)
    assert "argument --contracts-dir: expected once, given twice" in outcome.out + outcome.err


@pytest.mark.parametrize(
    "flags",
    [
        ("--format", "json", "--format", "sarif=out.sarif"),  # gathered
        ("--quiet", "--quiet"),
    ],
)
def test_what_may_stand_twice(flags: tuple[str, ...]) -> None:
    assert scan.parser().parse_args(flags)


@pytest.mark.parametrize("flag", ["--root", "--since", "--baseline", "--severity", "--fail-on"])
def test_what_stands_once(flag: str) -> None:
    with pytest.raises(UsageError) as raised:
        scan.parser().parse_args([flag, "error", flag, "error"])
    assert str(raised.value) == (
        f"argument {flag}: expected once, given twice (see phaser-lint scan --help)"
    )


def test_names_may_stand_between_flags() -> None:
    """As people write them; what stands after ``--`` is a name, whatever it looks like."""
    read = scan.parser().parse_args(["a", "--root", ".", "b", "--quiet", "--", "--tree"])
    assert (read.paths, read.root, read.quiet) == (["a", "b", "--tree"], ".", True)


PARSERS = [scan.parser, baseline.parser, merge.parser, explain.parser, contracts_check.parser]
# What stands on command lines, and what is not for a plain reading to tell.
WORDS = (
    "src", "a.py", ".", "", "-", "--", "-x", "--quiet", "--format", "--format=json", "json",
    "text=out", "--root", "--since", "HEAD", "--severity", "error", "--fail-on", "warning",
    "--timeout", "100", "0", "-1", "--shard", "1/2", "--staged", "--stag", "--contracts-dir",
    "--verbose", "-v", "-vq", "--depth", "2", "--file", "a b", "--no-cache", "--update",
)  # fmt: skip


def outcome(read: Callable[[Sequence[str]], object], words: Sequence[str]) -> object:
    """What a command line asks for, or what is said of it."""
    try:
        return vars(read(words))
    except UsageError as error:
        return str(error)


@pytest.mark.parametrize("seed", range(10))
def test_what_is_read_without_argparse_is_what_argparse_reads(seed: int) -> None:
    """Any flags, values and names in any order, each command's and others'."""
    chance = random.Random(seed)
    made = PARSERS[seed % len(PARSERS)]()
    read, plain = argument_parser(made).read, 0
    for _ in range(200):
        words = chance.choices(WORDS, k=chance.randint(0, 6))
        expected = outcome(read, words)
        assert outcome(made.parse_args, words) == expected, words
        plain += isinstance(expected, dict)
    assert plain > 10


PLAIN = [
    ("scan",), ("scan", "."), ("scan", "src", "a.py", "--quiet"),
    ("scan", "--format", "json", "src"), ("scan", "--root", ".", "--timeout", "100"),
    ("scan", "--", "--help"), ("baseline", "--update"),
]  # fmt: skip


@pytest.mark.parametrize("words", PLAIN, ids=" ".join)
def test_what_is_written_every_day_needs_no_argparse(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """It takes a tenth of a scan in which nothing changed."""
    monkeypatch.setitem(sys.modules, "phaser_lint.argument_parser", None)
    made = {"scan": scan, "baseline": baseline}[words[0]].parser()
    assert made.parse_args(words[1:])
