"""The installed hook in the client that is installed: what it stops, what it lets through.

    PHASER_CLAUDE=/path/to/claude pytest -m e2e tests/e2e

Each test installs the hook as a user would, lets a scripted model make its tool calls, and looks
at three places: the files on disk, the results that the model was shown, and what else a hook
told it.
"""

from __future__ import annotations

import json
import os
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.agent.claude_code.settings_types import find_wrong_types
from phaser_lint.agent.install.strict_json import parse_json
from tests.command.made import contract, denial_sentence
from tests.conftest import PROGRAM, write_files
from tests.e2e.hooked_client import (
    BAD,
    CLAUDE,
    CONTRACTS,
    FILES,
    NO_CLIENT,
    NO_PRINT,
    OLD_DEBT,
    drive,
    edit,
    install,
    read,
    write,
)

if TYPE_CHECKING:
    from tests.conftest import MakeProject

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
both_scopes = pytest.mark.parametrize("scope", ["local", "project"])


@pytest.fixture(autouse=True)
def program_on_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}")


@both_scopes
def test_a_clean_edit_is_left_to_the_client(project: MakeProject, scope: str) -> None:
    """In the default mode the client asks for permission: the hook does not give it."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope)
    clean = root / "src" / "clean.py"
    session = drive(root, write(clean, "x = 1\n"), permission_mode="default")
    assert session.results == [
        f"Claude requested permissions to write to {clean}, but you haven't granted it yet."
    ]
    assert session.files == FILES


@both_scopes
def test_a_warning_decides_nothing(project: MakeProject, scope: str) -> None:
    """In the default mode the client asks for permission all the same; the model reads both."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope)
    path = root / "src" / "todo.py"
    session = drive(root, write(path, "# TODO\n"), permission_mode="default")
    assert session.results == [
        f"Claude requested permissions to write to {path}, but you haven't granted it yet."
    ]
    sentence = denial_sentence("no-todo", 1, "# TODO", "Finish it.", lead="Warning")
    assert session.model_text.count(f"PreToolUse:Write hook additional context: {sentence}") == 1
    assert session.files == FILES


def test_settings_of_an_earlier_version(project: MakeProject) -> None:
    """The hook starts after the edit, too, and reports nothing twice; nor after a command."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local")
    settings = root / ".claude" / "settings.local.json"
    settings_values = json.loads(settings.read_text())
    settings_values["hooks"]["PostToolUse"][0]["matcher"] = "^(?:Edit|Write|Bash)$"
    settings.write_text(json.dumps(settings_values))
    turns = [write(root / "src" / "todo.py", "# TODO\n"), [("Bash", {"command": "make -v"})]]
    session = drive(root, *turns, permission_mode="bypassPermissions")
    assert session.files == {**FILES, "src/todo.py": "# TODO\n"}
    assert session.model_text.count("Finish it.") == 1


def test_an_explicit_allow_would_not_be(project: MakeProject) -> None:
    """The same edit with ``enforce --stdin``, which allows as specified, lands unasked."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    handler = {"type": "command", "command": "phaser enforce --stdin"}
    settings = {"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [handler]}]}}
    (root / ".claude" / "settings.json").write_text(json.dumps(settings))
    session = drive(root, write(root / "src" / "clean.py", "x = 1\n"), permission_mode="default")
    assert session.files == {**FILES, "src/clean.py": "x = 1\n"}


@both_scopes
def test_what_breaks_nothing_new_lands(project: MakeProject, scope: str) -> None:
    """A clean file, a warning, an edit beside an existing violation; the model reads of both."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope)
    old = root / "src" / "old.py"
    session = drive(
        root,
        write(root / "src" / "clean.py", "x = 1\n"),
        write(root / "src" / "todo.py", "# TODO\n"),
        read(old),
        edit(old, "x = 1", "x = 2"),
    )
    added = {"src/clean.py": "x = 1\n", "src/todo.py": "# TODO\n"}
    assert session.files == {**FILES, **added, "src/old.py": "print(0)\nx = 2\n"}
    sentence = denial_sentence("no-todo", 1, "# TODO", "Finish it.", lead="Warning")
    warning = f"PreToolUse:Write hook additional context: {sentence}"
    old_debt = f"PreToolUse:Edit hook additional context: {OLD_DEBT}"
    assert [session.model_text.count(text) for text in (warning, old_debt)] == [1, 1]
    # Nothing but these two, and no word at Stop: a warning or an existing violation does not hold
    # it.
    assert len(re.findall(r"^\w+(?::\w+)? hook ", session.model_text, re.MULTILINE)) == 2


@pytest.mark.parametrize(
    ("extra_settings", "landed"),
    [
        ({}, False),
        ({"mcpServers": 5, "unknown": 5, "env": {"A": 1}, "permissions": {"allow": [5]}}, False),
        ({"permissions": {"allow": "Bash"}}, True),
        ({"cleanupPeriodDays": "x"}, True),
        ({"includeCoAuthoredBy": "yes"}, True),
        ({"env": "x"}, True),
        ({"model": 5}, True),
        ({"model": None}, True),
        ({"statusLine": {}}, True),
        ({"permissions": {"defaultMode": "x"}}, True),
        ({"enableWorkflows": None, "attribution": True}, False),
    ],
)
def test_settings_that_the_client_passes_over(
    project: MakeProject, extra_settings: dict[str, object], landed: bool
) -> None:
    """One value of a wrong type, and no hook of the file runs: the doctor knows which."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "project")
    settings = root / ".claude" / "settings.json"
    all_settings = {**json.loads(settings.read_text()), **extra_settings}
    settings.write_text(json.dumps(all_settings))
    write_bad = write(root / "src" / "new.py", BAD)
    session = drive(root, write_bad, permission_mode="bypassPermissions")
    assert ("src/new.py" in session.files) == landed
    assert bool(find_wrong_types(parse_json(settings.read_text()))) == landed


@both_scopes
def test_a_bad_edit_is_denied(project: MakeProject, scope: str) -> None:
    """Nothing reaches the disk, and the model reads why, even where all is permitted."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, scope)
    old, notebook = root / "src" / "old.py", root / "n.ipynb"
    cell = {"notebook_path": str(notebook), "cell_id": "first", "new_source": "SECRET = 1"}
    session = drive(
        root,
        write(root / "src" / "new.py", BAD),
        read(old),
        edit(old, "x = 1", "print(1)"),
        read(notebook),
        [("NotebookEdit", cell)],
        permission_mode="bypassPermissions",
    )
    result_of_write, _, result_of_edit, _, in_notebook = session.results
    assert result_of_write.endswith(NO_PRINT)
    assert NO_PRINT in result_of_edit
    assert OLD_DEBT in result_of_edit
    assert in_notebook.endswith(
        "Contract violation: no-secret. cell 1, line 1: Keep it out.\n"
        "  cell 1, line 1: SECRET = 1\n"
        "  Only if this is meant, end line 1 of cell 1 with: # phaser:ignore no-secret -- reason"
    )
    assert session.files == FILES


def test_a_denied_edit_can_be_made_well(project: MakeProject) -> None:
    """After the denial the model writes the file without the violation, and may end."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local")
    new = root / "src" / "new.py"
    session = drive(root, write(new, BAD), write(new, "x = 1\nlog.info(1)\n"))
    assert session.results[0].endswith(NO_PRINT)
    assert session.files == {**FILES, "src/new.py": "x = 1\nlog.info(1)\n"}
    assert "Stop hook" not in session.model_text


def test_what_multi_edit_writes_is_denied(project: MakeProject) -> None:
    """Only older clients have the tool."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local")
    old = root / "src" / "old.py"
    edits = [
        {"old_string": "x = 1", "new_string": "y"},
        {"old_string": "y", "new_string": "print(1)"},
    ]
    session = drive(root, read(old), [("MultiEdit", {"file_path": str(old), "edits": edits})])
    if "No such tool" in session.results[1]:
        pytest.skip("this client has no MultiEdit")
    assert NO_PRINT in session.results[1]
    assert session.files == FILES


SHELL_WROTE = {
    "clean": ("x = 1", None),
    "warning": ("# TODO", denial_sentence("no-todo", 1, "# TODO", "Finish it.", path="src/x.py",
                                 lead="Warning")),
    "error": ("print(3)", denial_sentence("no-print", 1, "print(3)", path="src/x.py")),
}  # fmt: skip


@pytest.mark.parametrize("ending", ["", "; false"], ids=["done", "failed"])
@pytest.mark.parametrize("case", SHELL_WROTE)
def test_the_model_hears_of_what_a_shell_wrote(
    project: MakeProject, case: str, ending: str
) -> None:
    """The model hears of it after the command, failed or not; of an error at Stop once more."""
    line, expected_text = SHELL_WROTE[case]
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local")
    command = {"command": f"echo '{line}' > src/x.py{ending}"}
    nothing = {"command": "true; make -v"}
    session = drive(
        root, [("Bash", command)], [("Bash", nothing)], permission_mode="bypassPermissions"
    )
    assert session.files == {**FILES, "src/x.py": f"{line}\n"}
    event = "PostToolUseFailure" if ending else "PostToolUse"
    heard = f"{event}:Bash hook additional context: {expected_text}"
    assert session.model_text.count("Bash hook additional context:") == (
        0 if expected_text is None else 1
    )
    assert (heard in session.model_text) == (expected_text is not None)
    stopped = f"Stop hook feedback:\n{expected_text}"
    assert (stopped in session.model_text) == (case == "error")
    # Two calls, their results, and one turn more after the feedback; the second stop went through.
    assert len(session.run.requests) == (4 if case == "error" else 3)
    assert json.loads(session.run.stdout)["result"] == "done"


def test_the_same_denial_again(project: MakeProject) -> None:
    """In full the first time, with the rationale and the directive; then only the sentence."""
    reasoned = contract("no-print", rationale="Logs are read\nby machines.")
    root = project(FILES, contracts={"no-print.yaml": reasoned}, commit=True)
    install(root, "local")
    new = root / "src" / "new.py"
    session = drive(root, write(new, BAD), write(new, f"y = 2\n{BAD}"))
    first_result, second_result = session.results
    sentence, line, directive = NO_PRINT.split("\n")
    assert first_result.endswith(
        "\n".join([sentence, line, "  Why: Logs are read by machines.", directive])
    )
    assert second_result.endswith("Contract violation, again: no-print at line 3. Use the logger.")
    assert session.files == FILES


def test_the_directive_that_is_offered_lands(project: MakeProject) -> None:
    """An agent that does what the denial says gets its edit through."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local")
    new = root / "src" / "new.py"
    offered = NO_PRINT.rpartition("with: ")[2]
    meant = f"x = 1\nprint(1)  {offered}\n"
    session = drive(root, write(new, BAD), write(new, meant))
    assert session.results[0].endswith(f"end line 2 with: {offered}")
    assert session.files == {**FILES, "src/new.py": meant}


def test_a_pattern_that_begins_with_line_ends(project: MakeProject) -> None:
    """The model is told the line that it can see, and the directive counts only on that line."""
    contracts = {"no-print.yaml": contract(pattern=r"^\s*print\(")}
    root = project({"src/old.py": "x = 1\n\nprint(name)\n"}, contracts=contracts, commit=True)
    install(root, "local")
    new, old = root / "src" / "new.py", root / "src" / "old.py"
    ignored = "# phaser:ignore no-print -- reason"
    session = drive(
        root,
        write(new, f"x = 1  {ignored}\n\nprint(1)\n"),
        write(new, f"x = 1\n\nprint(1)  {ignored}\n"),
        read(old),
        edit(old, "name", "password"),
        read(old),
        edit(old, "x = 1", "y = 2"),
    )
    assert session.results[0].endswith(denial_sentence("no-print", 3, "print(1)"))
    held = "\n  Line 3 held this before, too: left as it was, it passes."
    denied, line, advice = denial_sentence("no-print", 3, "print(password)").splitlines()
    assert session.results[3].endswith(f"{denied}\n{line}{held}\n{advice}")
    assert session.files == {
        "src/new.py": f"x = 1\n\nprint(1)  {ignored}\n",
        "src/old.py": "y = 2\n\nprint(name)\n",
    }


def test_a_function_that_goes_to_another_file(project: MakeProject) -> None:
    """Taken out of the one, it may be written into the other; once."""
    staying, moving = "def f():\n    return 1\n", "\n\ndef g():\n    print(0)\n"
    root = project({"src/old.py": staying + moving}, contracts=CONTRACTS, commit=True)
    install(root, "local")
    old = root / "src" / "old.py"
    session = drive(
        root,
        write(root / "src" / "early.py", moving),
        read(old),
        edit(old, moving, ""),
        write(root / "src" / "new.py", moving),
        write(root / "src" / "late.py", moving),
    )
    denied = denial_sentence("no-print", 4, "print(0)")
    assert session.results[0].endswith(denied)
    assert denied.partition(".")[0] in session.results[4].replace(", again", "")
    assert session.files == {"src/old.py": staying, "src/new.py": moving}


def test_a_denial_of_many_arrives_whole(project: MakeProject) -> None:
    """A thousand violations of many contracts: counted, and nothing is cut by the client."""
    contracts = {
        f"c{number}.yaml": contract(f"c-{number}", rationale="Why. " * 200) for number in range(40)
    }
    root = project(FILES, contracts=contracts, commit=True)
    install(root, "local")
    session = drive(root, write(root / "src" / "new.py", "print(1)  # long\n" * 100))
    (denied,) = session.results
    assert "Contract violation: c-0 at line 1. Use the logger." in denied
    assert "  and 95 more\n  Why: Why. Why." in denied
    assert re.search(r"\nAnd \d+ more violations\.\Z", denied) or denied.endswith("and 99 more")
    assert len(denied) < 9_000


def test_the_model_hears_of_what_an_mcp_tool_wrote(project: MakeProject) -> None:
    """It names no file that the hook could know; the model hears of it after the call."""
    root = project(FILES, contracts=CONTRACTS, commit=True)
    install(root, "local")
    server = {"command": sys.executable, "args": [str(Path(__file__).with_name("mcp_server.py"))]}
    write_files(root, {".mcp.json": json.dumps({"mcpServers": {"files": server}})})
    settings = root / ".claude" / "settings.local.json"
    approved = {**json.loads(settings.read_text()), "enableAllProjectMcpServers": True}
    settings.write_text(json.dumps(approved))
    call = {"path": str(root / "src" / "x.py"), "content": "print(3)\n"}
    session = drive(root, [("mcp__files__write_file", call)], permission_mode="bypassPermissions")
    assert session.results == ["written"]
    sentence = denial_sentence("no-print", 1, "print(3)", path="src/x.py")
    heard = f"PostToolUse:mcp__files__write_file hook additional context: {sentence}"
    assert session.model_text.count(heard) == 1
