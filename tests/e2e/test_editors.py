"""Real editors, without a screen, do the same session with phaser-lint's language server."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, Protocol

import pytest

from tests.conftest import PROGRAM, write_files
from tests.e2e.browser import find_chromium
from tests.e2e.editor_session import EDITORS, Place

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git

pytestmark = pytest.mark.e2e

CONTRACT = """\
rule_id: no-print
type: forbid_pattern
pattern: '\\bprint\\((.*?)\\)'
file_glob: 'src/**/*.py'
message: 'Use the logger.'
severity: error
fix: 'logger.info(\\1)'
fix_safety: safe
examples:
  invalid:
    - {text: 'print("x")', fixed: 'logger.info("x")'}
"""
FILES = {
    ".claude/contracts/no-print.yaml": CONTRACT,
    "src/app.py": "import os\n",
    "src/old.py": 'print("old")\n',
}
# What each step finds, in every editor.
MARKED = [
    ("open", "src/app.py", None),
    ("type", "import os\nprint(total)\n", None),
    ("until", [[2, "error", "no-print"]], [[2, "error", "no-print"]]),
    ("act", "preferred", "import os\nlogger.info(total)\n"),
    ("until", [], []),
    ("type", "print(total)\n", None),
    ("until", [[1, "error", "no-print"]], [[1, "error", "no-print"]]),
    ("act", "Ignore no-print on", "print(total)  # phaser:ignore no-print -- reason\n"),
    ("until", [], []),
    ("write", (".claude/contracts/no-print.yaml", CONTRACT.replace("error", "warning")), None),
    ("type", "print(price)\n", None),
    ("until", [[1, "warn", "no-print"]], [[1, "warn", "no-print"]]),
    ("open", "src/old.py", None),
    ("until", [[1, "hint", "no-print"]], [[1, "hint", "no-print"]]),
    ("open", ".claude/contracts/no-print.yaml", None),
    ("type", CONTRACT.replace("error", "fatal"), None),
    ("until", [[6, "error", ""]], [[6, "error", ""]]),
]  # fmt: skip
HIDDEN = [
    ("open", "src/old.py", None),
    ("type", 'print("old")\nprint("new")\n', None),
    ("until", [[2, "error", "no-print"]], [[2, "error", "no-print"]]),
]
LOOKED_AT = [
    ("open", "src/app.py", None),
    ("type", "print(total)\n", None),
    ("until", [[1, "error", "no-print"]], [[1, "error", "no-print"]]),
    # Nobody types from here on.
    ("write", (".claude/contracts/no-print.yaml", CONTRACT.replace("error", "warning")), None),
    ("until", [[1, "warn", "no-print"]], [[1, "warn", "no-print"]]),
    ("write", (".claude/contracts/no-print.yaml", "rule_id: no-print\n"), None),
    ("until", [], []),
    ("write", (".claude/contracts/no-print.yaml", CONTRACT), None),
    ("until", [[1, "error", "no-print"]], [[1, "error", "no-print"]]),
    ("write", (".git/HEAD", "ref: refs/heads/other\n"), None),
    ("until", [[1, "hint", "no-print"]], [[1, "hint", "no-print"]]),
    ("write", (".git/HEAD", "ref: refs/heads/main\n"), None),
    ("until", [[1, "error", "no-print"]], [[1, "error", "no-print"]]),
]
# The cursor stands at the start of the line.
BESIDE_THE_MATCH = [
    ("open", "src/app.py", None),
    ("type", "if total: print(total)\n", None),
    ("until", [[1, "error", "no-print"]], [[1, "error", "no-print"]]),
    ("act", "preferred", "if total: logger.info(total)\n"),
]
HANGING = "#!/bin/sh\nexec sleep 600\n"
FIRST_ANSWERS = "phaser-lint: no contracts$"
ONE_VIOLATION = "phaser-lint: 1 contract$"
SHOWN_AS_STATUS = [
    ("open", "src/app.py", None),
    ("type", "print(total)\n", None),
    ("said", FIRST_ANSWERS, FIRST_ANSWERS),
    ("command", ["phaserLint.newContract", "no-print"], None),
    ("open", "src/app.py", None),
    ("until", [[1, "error", "no-print"]], [[1, "error", "no-print"]]),
    ("act", "Ignore no-print on", "print(total)  # phaser:ignore no-print -- reason\n"),
    ("selected", None, "reason"),
    ("said", ONE_VIOLATION, ONE_VIOLATION),
    ("write", (".claude/contracts/no-print.yaml", "rule_id: no-print\n"), None),
    ("said", "4 problems: .claude/contracts", "4 problems: .claude/contracts"),
    ("write", (".claude/contracts/no-print.yaml", CONTRACT), None),
    ("said", ONE_VIOLATION, ONE_VIOLATION),
    ("open", "src/ignored.py", None),
    ("said", "1 contract: git ignores", "1 contract: git ignores"),
    ("until", [[1, "error", "no-print"]], [[1, "error", "no-print"]]),
]
SAID_AT_THE_END = {
    "neovim": "Client phaser-lint quit with exit code 0 and signal 9",
    "emacs": "[Rr]econnecting",
    "code_server": "phaser-lint: .*/phaser-lint lsp ended",
}


class Session(Protocol):
    """What each of the *steps* finds in the editor of that name."""

    def __call__(self, name: str, steps: list[tuple[str, Any]], *, hints: bool) -> list[Any]: ...


@pytest.fixture
def place(tmp_path: Path, git: Git) -> Place:
    """A project of one commit, and an empty home."""
    place = Place(tmp_path / "project", tmp_path / "home")
    write_files(place.project, FILES)
    place.home.mkdir()
    git(place.project, "init", "--quiet")
    git(place.project, "add", ".")
    git(place.project, "commit", "--quiet", "-m", "first")
    return place


@pytest.fixture
def run_session(request: pytest.FixtureRequest, place: Place) -> Session:
    """See ``Session``."""

    def run(name: str, steps: list[tuple[str, Any]], *, hints: bool) -> list[Any]:
        editor, where = EDITORS[name], place
        program = editor.find(name)
        if program is None:
            pytest.skip(
                f"no {editor.programs[0]} on the path, and PHASER_{name.upper()} names none"
            )
        if name == "code_server":
            if find_chromium() is None:
                pytest.skip("no chromium on the path, and PHASER_CHROMIUM names none")
            where = place._replace(extension=request.getfixturevalue("extension_package"))
        where.prepare([(verb, put_project(place.project, verb, about)) for verb, about in steps])
        editor.drive(program, where, hints)
        return where.read_answers()

    return run


def put_project(project: Path, verb: str, about: Any) -> Any:
    """Return what a step is about, with a path of the *project* as the editor takes it."""
    if verb == "open":
        return str(project / about)
    return (str(project / about[0]), about[1]) if verb == "write" else about


@pytest.mark.parametrize("name", EDITORS)
def test_an_editor_marks_fixes_and_suppresses_in_a_session(
    name: str, run_session: Session, place: Place, git: Git
) -> None:
    """Marked while typed, fixed, suppressed; changed contracts; existing ones; the server's end."""
    steps = [*((verb, about) for verb, about, _ in MARKED), ("end", None)]
    *answers, notifications = run_session(name, steps, hints=True)
    assert answers == [expected for *_, expected in MARKED]
    assert re.search(SAID_AT_THE_END[name], "\n".join(notifications))
    changed = git(place.project, "status", "--porcelain")
    assert changed == " M .claude/contracts/no-print.yaml\n"


@pytest.mark.parametrize("name", EDITORS)
def test_hidden_hints_are_not_marked(name: str, run_session: Session) -> None:
    """Only what is new is marked, where the setting says so."""
    answers = run_session(name, [(verb, about) for verb, about, _ in HIDDEN], hints=False)
    assert answers == [expected for *_, expected in HIDDEN]


@pytest.mark.parametrize("name", EDITORS)
def test_an_editor_sees_what_others_change(
    name: str, run_session: Session, place: Place, git: Git
) -> None:
    """It is seen while nobody types: contracts, and another branch."""
    git(place.project, "branch", "-M", "main")
    write_files(place.project, {"src/app.py": "print(total)\n"})
    git(place.project, "checkout", "--quiet", "-b", "other")
    git(place.project, "commit", "--quiet", "-am", "other")
    git(place.project, "checkout", "--quiet", "main")
    answers = run_session(name, [(verb, about) for verb, about, _ in LOOKED_AT], hints=True)
    assert answers == [expected for *_, expected in LOOKED_AT]


@pytest.mark.parametrize("name", EDITORS)
def test_away_from_the_match(name: str, run_session: Session) -> None:
    """What is offered on a line is so on all of it."""
    answers = run_session(name, [(verb, about) for verb, about, _ in BESIDE_THE_MATCH], hints=True)
    assert answers == [expected for *_, expected in BESIDE_THE_MATCH]


def test_the_status_of_vs_code_follows_contracts(run_session: Session, place: Place) -> None:
    """Of VS Code: the first contract without a restart, a broken one, an ignored file."""
    (place.project / ".claude/contracts/no-print.yaml").unlink()
    write_files(place.project, {".gitignore": "ignored.py\n", "src/ignored.py": "print(1)\n"})
    steps = [(verb, about) for verb, about, _ in SHOWN_AS_STATUS]
    answers = run_session("code_server", steps, hints=True)
    assert answers == [expected for *_, expected in SHOWN_AS_STATUS]


def test_a_program_that_hangs(run_session: Session, place: Place) -> None:
    """Of VS Code: that it starts and gives no answer; another one takes its place."""
    program = place.home / "bin/phaser-lint"
    slow, ready = "gives no answer: .*/phaser-lint lsp", ONE_VIOLATION
    steps = [
        ("write", (str(program), HANGING), None),
        ("command", ["phaserLint.restart"], None),
        ("said", "starting: .*/phaser-lint lsp", "starting: .*/phaser-lint lsp"),
        ("said", slow, slow),
        ("write", (str(program), f'#!/bin/sh\nexec "{PROGRAM}" "$@"\n'), None),
        ("command", ["phaserLint.restart"], None),
        ("open", "src/app.py", None),
        ("said", ready, ready),
    ]
    answers = run_session("code_server", [(verb, about) for verb, about, _ in steps], hints=True)
    assert answers == [expected for *_, expected in steps]


def test_open_settings_opens_those_of_the_machine(run_session: Session) -> None:
    """Of VS Code in a remote window: those of the machine that the server runs on."""
    answers = run_session("code_server", [("settings", "/nowhere")], hints=True)
    assert [title.partition(" [")[0] for title in answers] == ["Remote"]
