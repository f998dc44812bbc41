"""What every command says of a wrong flag or value."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.command import scan, schema
from phaser_lint.command.cli import COMMANDS, make_command_parser
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import Parser, make_argument, read_plain_line

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Run


def parser() -> Parser:
    return Parser(
        "phaser-lint install",
        "Install the hook.",
        (
            make_argument("--agent", choices=("claude-code", "codex", "copilot-cli")),
            make_argument("--depth", type=int, choices=range(4)),
        ),
    )


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
        name_or_error = schema.parser().parse_args(arguments).name
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
    assert (
        parser().make_argument_parser().format_usage()
        == f"usage: phaser-lint install [-h]{usage_of_flags}"
    )


# What a value or a name may be: of each type, of none, and what looks like a flag.
WORDS = ("src", "json", "1/2", "7", "error", "", "-1", "--", "--quiet")


@pytest.mark.parametrize("command", [row[0] for row in COMMANDS])
def test_a_plain_line_says_what_argparse_reads_in_it(
    command: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each flag of every command, with and without a value, twice, and among names."""
    monkeypatch.chdir(tmp_path)
    parser = make_command_parser(command)
    careful = parser.make_argument_parser()
    flags = sorted(parser.flags() - {"-h", "--help"})
    lines = [[], ["a"], ["a", "b"], ["--", "-a"], ["a", "--", "b", "--", "c"]]
    for flag in flags:
        for word in WORDS:
            lines += [[flag, word], ["a", flag, word, "--", "b"]]
        lines += [[flag], [f"{flag}=7"], [flag, "7", flag, "7"], [flags[0], flag]]
    differing = []
    for line in lines:
        plain = read_plain_line(parser.declared, line)
        if plain is None:
            continue
        try:
            careful_flags = vars(careful.parse_line(line))
        except UsageError as error:
            careful_flags = {"error": str(error)}
        if vars(plain) != careful_flags:
            differing.append((line, vars(plain), careful_flags))
    assert differing == []


def test_an_ordinary_line_is_plain(tmp_path: Path) -> None:
    """What hooks and people write does not wait for ``argparse``."""
    declared = scan.parser().declared
    assert read_plain_line(declared, [])
    assert read_plain_line(declared, ["--quiet", "src", "--cache-dir", str(tmp_path)])
    assert read_plain_line(declared, ["--no-cache", "--timeout", "100", "--", "src/a.py", "--tree"])
    line = ["--since", "HEAD", "--format", "json", "--format", "text", "--severity", "error"]
    flags = read_plain_line(declared, line)
    assert flags is not None
    assert (flags.since, flags.severity, len(flags.format)) == ("HEAD", "error", 2)
