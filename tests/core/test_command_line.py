"""What every command says of a wrong flag or value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.command import scan, schema_text
from phaser_lint.core.command_help import usage_of
from phaser_lint.core.command_line import Parser
from phaser_lint.core.errors import UsageError

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Run


def parser() -> Parser:
    install_parser = Parser("phaser-lint install", "Install the hook.")
    install_parser.add_argument("--agent", choices=("claude-code", "codex", "copilot-cli"))
    install_parser.add_argument("--depth", read_value=int, choices=range(4))
    return install_parser


@pytest.mark.parametrize(
    ("arguments", "hint"),
    [
        (("--agent", "zed"), ") (see phaser-lint install --help)"),
        (("--depth", "9"), ") (see phaser-lint install --help)"),
        (("--wide",), "arguments: --wide (see phaser-lint install --help)"),
        (("--agent", "claud"), "); did you mean claude-code? (see phaser-lint install --help)"),
        (("--agent", "copilot"), "); did you mean copilot-cli? (see phaser-lint install --help)"),
        (("--agnet", "codex"), "; did you mean --agent? (see phaser-lint install --help)"),
    ],
)
def test_what_was_probably_meant(arguments: tuple[str, ...], hint: str) -> None:
    with pytest.raises(UsageError) as raised:
        parser().parse_args(arguments)
    assert str(raised.value).endswith(hint)


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
def test_a_flag_given_twice_is_refused(flag: str) -> None:
    with pytest.raises(UsageError) as raised:
        scan.parser().parse_args([flag, "error", flag, "error"])
    assert str(raised.value) == (
        f"argument {flag}: expected once, given twice (see phaser-lint scan --help)"
    )


def test_names_may_stand_between_flags() -> None:
    """As people write them; what stands after ``--`` is a name, whatever it looks like."""
    flags = scan.parser().parse_args(["a", "--root", ".", "b", "--quiet", "--", "--tree"])
    assert (flags.paths, flags.root, flags.quiet) == (["a", "b", "--tree"], ".", True)


@pytest.mark.parametrize("word", ["-1", "-> None", "-", ""])
def test_what_begins_as_a_flag_does_and_is_none_is_a_name(word: str) -> None:
    """A number, and what has a blank in it, stand where they were written, among other names."""
    flags = scan.parser().parse_args(["a", word, "--root", word, "b"])
    assert (flags.paths, flags.root) == (["a", word, "b"], word)


@pytest.mark.parametrize(
    ("arguments", "number", "quiet"),
    [
        (("-n5",), 5, False),
        (("-n=5", "-q"), 5, True),
        (("-qn5",), 5, True),
        (("-qn", "5"), 5, True),
        (("--number=5",), 5, False),
    ],
)
def test_short_flags_may_stand_together(
    arguments: tuple[str, ...], number: int, quiet: bool
) -> None:
    short_parser = Parser("phaser-lint history", "Look back.")
    short_parser.add_argument("-n", "--number", read_value=int)
    short_parser.add_switch("-q", "--quiet", help="say little")
    flags = short_parser.parse_args(arguments)
    assert (flags.number, flags.quiet) == (number, quiet)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("--tree=yes",), "argument --tree: ignored explicit argument 'yes'"),
        (("--root",), "argument --root: expected one argument"),
        (("--root", "--", "a"), "argument --root: expected one argument"),
        (("--root", "--tree"), "argument --root: expected one argument"),
        (("--tre",), "unrecognized arguments: --tre; did you mean --tree?"),
        (("-x",), "unrecognized arguments: -x; if it is no flag, put -- before it: -- -x"),
    ],
)
def test_what_is_wrong_with_a_flag(arguments: tuple[str, ...], message: str) -> None:
    with pytest.raises(UsageError) as raised:
        scan.parser().parse_args(arguments)
    assert str(raised.value) == f"{message} (see phaser-lint scan --help)"


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        ((), []),
        (("config",), ["config"]),
        (
            ("confg",),
            "argument NAME: invalid choice: 'confg' (choose from 'contract', 'config'); "
            "did you mean config? (see phaser-lint schema --help)",
        ),
        (
            ("--hepl",),
            "unrecognized arguments: --hepl; did you mean --help? (see phaser-lint schema --help)",
        ),
    ],
)
def test_names_of_a_few(arguments: tuple[str, ...], expected: list[str] | str) -> None:
    """None at all is no wrong one."""
    try:
        name_or_error = schema_text.parser().parse_args(arguments).name
    except UsageError as error:
        name_or_error = str(error)
    assert name_or_error == expected


@pytest.mark.parametrize(
    ("columns", "usage_of_flags"),
    [
        ("80", " [--agent {claude-code,codex,copilot-cli}]\n" + " " * 27 + "[--depth {0,1,2,3}]\n"),
        ("50", "\n    [--agent {claude-code,codex,copilot-cli}]\n    [--depth {0,1,2,3}]\n"),
    ],
)
def test_a_long_flag_stands_below_the_name_of_the_command(
    monkeypatch: pytest.MonkeyPatch, columns: str, usage_of_flags: str
) -> None:
    """A flag with its choices that has no room beside the command's name stands below it."""
    monkeypatch.setenv("COLUMNS", columns)
    assert usage_of(parser()) == f"usage: phaser-lint install [-h]{usage_of_flags}"


def test_help_breaks_no_line_within_a_name(monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent's name, or that of a file, is copied from the help: ``claude-code``, in one line."""
    monkeypatch.setenv("COLUMNS", "80")
    listing = Parser("phaser-lint install", "Install the hook.", example="phaser-lint install")
    names = "one of codex, copilot-cli, gemini-cli, cursor, claude-code"
    listing.add_argument("-a", "--agent", metavar="NAME", help=names)
    listing.add_argument("paths", metavar="PATH", nargs="+", help="where")
    listing.add_switch("--protected-by-its-name", help="keep it")
    assert listing.format_help().partition("\nexample:")[0] == (
        "usage: phaser-lint install [-h] [-a NAME] [--protected-by-its-name]\n"
        "                           PATH [PATH ...]\n"
        "\n"
        "Install the hook.\n"
        "\n"
        "positional arguments:\n"
        "  PATH                  where\n"
        "\n"
        "options:\n"
        "  -h, --help            show this help message and exit\n"
        "  -a NAME, --agent NAME\n"
        "                        one of codex, copilot-cli, gemini-cli, cursor,\n"
        "                        claude-code\n"
        "  --protected-by-its-name\n"
        "                        keep it\n"
    )
