"""What an agent's model reads with an edit, before it is made: all, and each thing once."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.case_answers import without_advice
from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hook.test_changes import Agent

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "no-print.yaml": contract(),
    "no-todo.yaml": contract("no-todo", pattern="TODO", severity="warning", message="Finish it."),
}
FILES = {"a.py": "x = 1\n", "old.py": "# TODO old\n", "b.py": "y = 1\n"}
INVALID = contract("broken", pattern="(")


def todo_sentence(line: int, text: str) -> str:
    return f"Warning: no-todo at line {line}. Finish it.\n  {line}: {text}"


@pytest.fixture
def agent(project: MakeProject, run: Run) -> Agent:
    """An agent in a project in which all is committed."""
    return Agent(project(FILES, contracts=CONTRACTS, commit=True), run)


def read_before_write(agent: Agent, path: Path | str, text: str, *flags: str) -> str:
    """What the model reads of a Write that is about to be made."""
    payload = json.loads(event(file_path=agent.root / path, content=text, cwd=agent.root))
    stdin = json.dumps({**payload, "session_id": agent.session}).encode()
    outcome = agent.run("hook", *flags, stdin=stdin, cwd=agent.root)
    answer: dict[str, Any] = json.loads(outcome.out).get("hookSpecificOutput", {})
    assert set(answer) <= {"hookEventName", "additionalContext"}
    return without_advice(answer.get("additionalContext", ""))


def read_after_write(agent: Agent, path: str, original: str) -> str:
    """What it reads after it, by settings of earlier versions."""
    stdin = event(
        name="PostToolUse",
        file_path=agent.root / path,
        content="",
        cwd=agent.root,
        tool_response={"originalFile": original},
    )
    return without_advice(agent.reported(stdin))


# Silent.


def test_a_clean_edit_is_silent(agent: Agent) -> None:
    """Nothing before it, nothing after it, nothing after a command."""
    assert read_before_write(agent, "a.py", "x = 2\n") == ""
    write_files(agent.root, {"a.py": "x = 2\n"})
    assert read_after_write(agent, "a.py", "x = 1\n") == ""
    assert agent.after_command() == ""


def test_what_was_reported_with_an_edit_is_not_reported_after_a_command(agent: Agent) -> None:
    """As long as it stays; nor is what others left."""
    assert read_before_write(agent, "a.py", "x = 1\n# TODO\n") == todo_sentence(2, "# TODO")
    write_files(agent.root, {"a.py": "x = 1\n# TODO\n"})
    assert agent.after_command() == ""
    assert read_before_write(agent, "b.py", "y = 2\n") == ""
    write_files(agent.root, {"b.py": "y = 2\n"})
    assert agent.after_command() == ""


def test_an_older_warning_is_only_counted(agent: Agent) -> None:
    """It is counted, and not said, in the strict way either."""
    existing = "1 existing violation in old.py is not counted."
    assert read_before_write(agent, "old.py", "# TODO old\nx = 1\n") == existing
    assert read_before_write(agent, "old.py", "# TODO old\nx = 1\n", "--block", "all") == ""


def test_an_edit_that_cannot_be_foreseen(agent: Agent) -> None:
    """What other files keep is not concluded from it."""
    event_keys = {"file_path": agent.root / "a.py", "old_string": "z", "new_string": "# TODO"}
    text = agent.reported(event("Edit", cwd=agent.root, **event_keys))
    assert text == "Not checked: a.py: old_string not found in file."


def test_what_is_not_checked_of_a_file_is_said_once(project: MakeProject, run: Run) -> None:
    """A contract on changes said the same of it once more."""
    keep = contract("keep", type="keep_pattern", pattern="MIT", file_glob="*.py")
    agent = Agent(project({"a.py": "# MIT\n"}, contracts={"keep.yaml": keep}, commit=True), run)
    event_keys = {"file_path": agent.root / "a.py", "old_string": "z", "new_string": "# TODO"}
    text = agent.reported(event("Edit", cwd=agent.root, **event_keys))
    assert text == "Not checked: a.py: old_string not found in file."


def test_a_new_file_in_a_folder_that_lacks_its_partner(project: MakeProject, run: Run) -> None:
    """The folder lacked it before; a new folder is reported."""
    pair = contract(
        "pair", type="file_pair", pattern=None, file_glob="/lib/*/", partner="{dir}/README.md"
    )
    files = {"lib/old/a.py": "x = 1\n"}
    agent = Agent(project(files, contracts={"pair.yaml": pair}, commit=True), run)
    assert read_before_write(agent, "lib/old/b.py", "x = 1\n") == ""
    assert "pair in lib/new." in read_before_write(agent, "lib/new/b.py", "x = 1\n")


# Said.


def test_a_warning_that_comes_back_is_reported_again(agent: Agent) -> None:
    """What was taken out and comes back is said again."""
    for _ in range(2):
        assert read_before_write(agent, "a.py", "# TODO\n") == todo_sentence(1, "# TODO")
        write_files(agent.root, {"a.py": "# TODO\n"})
        assert read_after_write(agent, "a.py", "x = 1\n") == ""
        write_files(agent.root, {"a.py": "x = 1\n"})


def test_what_a_formatter_adds_is_reported_after_the_next_command(agent: Agent) -> None:
    """Settings of earlier versions report it after the edit, a check after the next command."""
    assert read_before_write(agent, "a.py", "# TODO one\n") == todo_sentence(1, "# TODO one")
    write_files(agent.root, {"a.py": "# TODO one\n# TODO two\nprint(1)\n"})
    reported = "Contract violation: no-print at line 3. Use the logger.\n  3: print(1)"
    assert (
        read_after_write(agent, "a.py", "x = 1\n")
        == f"{reported}\n{todo_sentence(2, '# TODO two')}"
    )
    assert agent.after_command() == ""


def test_after_a_clean_edit_another_repository_is_watched(
    agent: Agent, project: MakeProject
) -> None:
    """A clean edit there is enough: from then on what commands write there is looked at."""
    other_repository = project(FILES, contracts=CONTRACTS, commit=True)
    write_files(other_repository, {"c.py": "print(1)\n"})
    assert agent.stops() == ""
    assert read_before_write(agent, other_repository / "a.py", "x = 2\n") == ""
    assert f"no-print in {other_repository}/c.py at line 1" in agent.stops()


def test_a_broken_contract_file_is_reported_with_its_edit(agent: Agent) -> None:
    """What is wrong with it, whether it will be the first of its level or not."""
    for folder in ("", "lib/"):
        path = f"{folder}.claude/contracts/new.yaml"
        text = read_before_write(agent, path, INVALID)
        assert text.startswith(f"Contract skipped: {path}:3: pattern: expected a regular"), text
        assert read_before_write(agent, path, contract("new", pattern="xx")) == ""


def test_a_contract_file_of_an_included_folder(agent: Agent) -> None:
    """It is named only by the configuration."""
    write_files(
        agent.root,
        {".phaser/config.yaml": "include: [shared]\n", "shared/a.yaml": contract("a", pattern="q")},
    )
    text = read_before_write(agent, "shared/b.yaml", INVALID)
    assert text.startswith("Contract skipped: shared/b.yaml:3: pattern: expected a regular"), text


def test_a_file_of_a_worktree_is_named_so_that_it_opens(agent: Agent, git: Git) -> None:
    """The path is one that the agent can open, where it needs one."""
    git(agent.root, "worktree", "add", "-q", "-b", "other", str(agent.root / "tree"))
    assert read_before_write(agent, "tree/a.py", "# TODO\n") == todo_sentence(1, "# TODO")


@pytest.mark.parametrize("flags", [(), ("--fail-closed",)])
def test_a_git_that_fails_is_reported_to_the_user_once(
    project: MakeProject, run: Run, flags: tuple[str, ...]
) -> None:
    """The user reads it once, nothing is denied for it, and warnings are reported all the same."""
    pair = contract(
        "pair", type="file_pair", pattern=None, file_glob="*.py", partner="{dir}/{stem}.md"
    )
    agent = Agent(project(FILES, contracts={**CONTRACTS, "pair.yaml": pair}, commit=True), run)
    (agent.root / ".git/index").write_bytes(b"no index")
    payload = json.loads(event(file_path=agent.root / "c.py", content="# TODO\n", cwd=agent.root))
    stdin = json.dumps({**payload, "session_id": "s"}).encode()
    first_answer, second_answer = (
        json.loads(run("hook", *flags, stdin=stdin, cwd=agent.root).out) for _ in range(2)
    )
    lead = "Not checked: pair on c.py: git "
    assert first_answer["systemMessage"].startswith(lead)
    for answer in (first_answer, second_answer):
        specific = answer["hookSpecificOutput"]
        assert without_advice(specific["additionalContext"]).startswith(todo_sentence(1, "# TODO"))
        assert "permissionDecision" not in specific
    assert lead not in second_answer.get("systemMessage", "")
