"""``phaser-lint completion``: what real shells offer, made of the commands' own parsers."""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING

import pytest

from phaser_lint.command.cli import COMMANDS, make_command_parser
from tests.command.made import contract
from tests.command.shells import in_bash, in_fish, in_zsh
from tests.conftest import PROGRAM

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import MakeProject, Run

CONTRACTS = {
    "no-print.yaml": contract("no-print") + "---\n" + contract("no-eval"),
    "old.yml": "version: 1\nrule: {type: file_exists}\n  # id: none\n",
    "quoted.yaml": "rule_id: 'quoted'  # a name\ntype: broken\n",
}


OFFERS = [
    # the words after the program, the kind of what is offered, some of it
    (("--",), "words", ["--help\tshow the commands", "--version\tshow the version"]),
    (("nothing", ""), "words", []),
    (("why", ""), "words", ["no-eval", "no-print", "quoted"]),
    (("why", "no-print", ""), "files", []),
    (("why", "no-print", "a.py", ""), "files", []),
    (("scan", "--root", ""), "files", []),
    (("scan", "--root=", ), "files", []),
    (("scan", "--color", "=", "a"), "words", ["always", "never", "auto"]),
    (("scan", "--color", "="), "words", ["always", "never", "auto"]),
    (("scan", "--since", ""), "words", []),
    (("contracts", ""), "words", ["check"]),
    (("contracts", "check", ""), "words", []),
]  # fmt: skip


@pytest.mark.parametrize(("words", "kind", "offered"), OFFERS)
def test_offers_name_their_kind_first(
    project: MakeProject, run: Run, words: tuple[str, ...], kind: str, offered: list[str]
) -> None:
    """The kind on a line, and each word on one."""
    outcome = run("completion", "offers", "--", *words, cwd=project({}, contracts=CONTRACTS))
    expected = "".join(f"{line}\n" for line in (kind, *offered))
    assert outcome == (0, expected, "")


@pytest.mark.parametrize("name", [name for name, *_ in COMMANDS])
def test_every_command_has_flags(name: str, project: MakeProject, run: Run) -> None:
    """From its own parser, help and all."""
    offered = run("completion", "offers", "--", name, "-", cwd=project({})).out.splitlines()
    flags = [offered_line.partition("\t")[0] for offered_line in offered[1:]]
    assert sorted(flags) == sorted(make_command_parser(name).flags())


def test_ids_of_contract_files_are_offered(project: MakeProject, run: Run) -> None:
    """Those of the contract files at and above the folder, valid or not."""
    root = project({"sub/a.py": ""}, contracts=CONTRACTS)
    assert run("completion", "ids", cwd=root / "sub").out == "no-eval\nno-print\nquoted\n"
    assert run("completion", "ids", cwd=project({}, contracts={})).out == ""


@pytest.mark.parametrize(
    ("configuration", "offered"),
    [
        ("include: shared\n", ""),
        ("# include: [{pack: merge-markers}]\n", ""),
        ("include: [{pack: no-such-pack}]\n", ""),
        ("include:\n  - pack: merge-markers  # all\n", "merge-conflict-marker\nmerge-leftover\n"),
        ("include: {'pack': 'merge-markers'}\n", "merge-conflict-marker\nmerge-leftover\n"),
    ],
)
def test_ids_of_configured_packs_are_completed(
    project: MakeProject, run: Run, configuration: str, offered: str
) -> None:
    """Those that the configuration names."""
    root = project({".phaser/config.yaml": configuration, "sub/a.py": ""}, contracts={})
    assert run("completion", "ids", cwd=root / "sub").out == offered


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["bsh"], "argument SHELL: invalid choice: 'bsh' (choose from"),
        ([], "the following arguments are required: SHELL"),
        (["bash", "zsh"], "SHELL: expected one of bash, zsh, fish, not several"),
    ],
)
def test_an_unknown_shell_is_one_sentence(
    project: MakeProject, run: Run, flags: list[str], message: str
) -> None:
    outcome = run("completion", *flags, cwd=project({}))
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")


ROWS = [
    # command, what has to be offered, what must not
    ("phaser-lint sca", {"scan"}, {"install"}),
    ("phaser-lint scan --sta", {"--staged", "--statistics"}, {"--since"}),
    ("phaser-lint scan --color ", {"always", "never", "auto"}, {"--color", "text"}),
    ("phaser-lint scan --format sa", {"sarif"}, {"json"}),
    ("phaser-lint scan --rule ", {"no-print", "no-eval"}, {"scan"}),
    ("phaser-lint why no-p", {"no-print"}, {"no-eval"}),
    ("phaser-lint new file_l", {"file_limits"}, {"file_name"}),
    ("phaser-lint explain no-p", {"no-print"}, {"no-eval"}),
    ("phaser-lint install --agent cod", {"codex"}, {"cline"}),
    ("phaser-lint uninstall --fo", set(), {"--force"}),
    ("phaser-lint completion f", {"fish"}, {"bash"}),
    ("phaser-lint schema c", {"config", "contract"}, {"bash"}),
    ("phaser merge --s", {"--statistics"}, {"--staged"}),
    ("phaser-lint scan test --s", {"--staged"}, {"--statistic"}),
    ("phaser-lint scan test --v", set(), {"--verbose"}),
    ("phaser-lint install --scope ", {"user", "local"}, {".claude/", ".claude"}),
    ("phaser-lint new ", {"file_name"}, {"no-print"}),
    ("phaser-lint new --to x ", {"file_name"}, {"no-print"}),
    ("phaser-lint new file_name ", set(), {"file_name"}),
    ("phaser-lint why ", {"no-print"}, set()),
    ("phaser-lint why no-print ", set(), {"no-print", "no-eval"}),
    ("phaser-lint why --json --root=. no-p", {"no-print"}, {"no-eval"}),
    ("phaser-lint why --root . no-p", {"no-print"}, {"no-eval"}),
    ("phaser-lint contracts ", {"check"}, {"no-print"}),
    ("phaser-lint contracts check ", set(), {"check"}),
    ("phaser-lint --ver", {"--version"}, {"--help"}),
    ("~/phaser-lint why no-p", {"no-print"}, {"no-eval"}),
]


@pytest.fixture
def prepared(
    project: MakeProject, environment: dict[str, str], tmp_path: Path
) -> tuple[Path, dict[str, str]]:
    """A project with contracts, and an environment in which the program is found."""
    path = f"{os.path.dirname(PROGRAM)}{os.pathsep}{environment['PATH']}"
    home = tmp_path / "of-the-user"
    home.mkdir()
    (home / "phaser-lint").symlink_to(PROGRAM)
    return project({}, contracts=CONTRACTS), {**environment, "PATH": path, "HOME": str(home)}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("shell", ["bash", "fish"])
def test_a_shell_offers_commands_flags_values_and_ids(
    prepared: tuple[Path, dict[str, str]], run: Run, tmp_path: Path, shell: str
) -> None:
    """Commands, flags, their values, and ids of contracts."""
    root, environment = prepared
    if shutil.which(shell) is None:
        pytest.skip(f"no {shell}")
    script = tmp_path / f"completion.{shell}"
    script.write_text(run("completion", shell, cwd=root).out, encoding="utf-8")
    complete = {"bash": in_bash, "fish": in_fish}[shell]
    for line, expected, unexpected in ROWS:
        offered = set(complete(script, line, folder=root, environment=environment))
        assert (line, expected - offered, unexpected & offered) == (line, set(), set())


def test_equals_signs_in_bash(
    prepared: tuple[Path, dict[str, str]], run: Run, tmp_path: Path
) -> None:
    """Bash takes ``--format=sa`` for three words."""
    root, environment = prepared
    script = tmp_path / "completion.bash"
    script.write_text(run("completion", "bash", cwd=root).out, encoding="utf-8")
    offered = in_bash(script, "phaser-lint scan --format=sa", folder=root, environment=environment)
    assert offered == ["sarif"]
    offered = in_bash(script, "phaser-lint scan --color=", folder=root, environment=environment)
    assert offered == ["always", "never", "auto"]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("phaser-lint unin", "phaser-lint uninstall"),
        ("phaser-lint scan --statis", "phaser-lint scan --statistics"),
        ("phaser-lint scan --format sari", "phaser-lint scan --format sarif"),
        ("phaser-lint scan --color=al", "phaser-lint scan --color=always"),
        ("phaser-lint scan --rule no-pr", "phaser-lint scan --rule no-print"),
        ("phaser-lint why no-pr", "phaser-lint why no-print"),
        ("phaser-lint why no-print .claude/contr", "phaser-lint why no-print .claude/contracts"),
        ("phaser-lint new file_li", "phaser-lint new file_limits"),
        ("phaser-lint explain quo", "phaser-lint explain quoted"),
        ("phaser baseline --upd", "phaser baseline --update"),
        ("phaser-lint contracts ch", "phaser-lint contracts check"),
        ("phaser-lint scan .claude/contr", "phaser-lint scan .claude/contracts"),
        ("phaser-lint --ver", "phaser-lint --version"),
        ("phaser-lint list --js", "phaser-lint list --json"),
        ("phaser-lint doctor x --js", "phaser-lint doctor x --json"),
        ("phaser-lint contracts check --verb", "phaser-lint contracts check --verbose"),
        ("~/phaser-lint why no-p", "~/phaser-lint why no-print"),
    ],
)
@pytest.mark.slow
def test_zsh_completes_on_a_terminal(
    prepared: tuple[Path, dict[str, str]], run: Run, tmp_path: Path, line: str, expected: str
) -> None:
    """On a terminal, with the key pressed; a space at the end is taken back by what follows."""
    root, environment = prepared
    if shutil.which("zsh") is None:
        pytest.skip("no zsh")
    script = tmp_path / "completion.zsh"
    script.write_text(run("completion", "zsh", cwd=root).out, encoding="utf-8")
    assert in_zsh(script, line, folder=root, environment=environment) == [expected]
