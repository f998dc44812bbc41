"""``phaser-lint hook`` on contracts about changes: around an edit, after a command, at Stop.

What changed is told against HEAD; the disk tells only whether an edit changes anything.
"""

from __future__ import annotations

import json
import os
import shutil
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hook.test_after_command import command_event

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

STAYS = "It stays."
MEND = "Say it in the docs."


def frozen(**keys: Any) -> str:
    defaults = {"type": "file_frozen", "pattern": None, "message": STAYS, "file_glob": "*.lock"}
    return contract("frozen", **{**defaults, **keys})


CHANGED_TOGETHER = contract(
    "together",
    type="changed_together",
    pattern=None,
    file_glob="src/",
    with_glob="docs/",
    message=MEND,
    ignorable=False,
)
FILES = {"a.lock": "1\n", "b.lock": "1\n", "src/a.py": "1\n", "src/b.py": "1\n", "docs/a.md": "1\n"}
CONTRACTS = {"frozen.yaml": frozen(), "together.yaml": CHANGED_TOGETHER}


def frozen_sentence(*paths: str) -> str:
    return "\n".join(f"Contract violation: frozen in {path}. {STAYS}" for path in paths)


def together_sentence(path: str, number: int = 1) -> str:
    count = f" ({number} files changed)" if number > 1 else ""
    return f"Contract violation: together in {path}. {MEND}{count}"


class Agent(NamedTuple):
    """An agent that works in the project at *root*."""

    root: Path
    run: Run
    session: str = "abc123"

    def sends(self, stdin: bytes) -> dict[str, Any]:
        payload = {**json.loads(stdin), "session_id": self.session}
        outcome = self.run("hook", stdin=json.dumps(payload).encode(), cwd=self.root)
        assert (outcome.code, outcome.err) == (0, "")
        answer: dict[str, Any] = json.loads(outcome.out)
        return answer

    def asks(self, path: str, text: str, *, call: str = "1") -> str:
        """Why a Write is denied, if it is."""
        call_keys = {"prompt_id": "p", "tool_use_id": call}
        stdin = event(file_path=self.root / path, content=text, cwd=self.root, **call_keys)
        specific = self.sends(stdin).get("hookSpecificOutput", {})
        return str(specific.get("permissionDecisionReason", ""))

    def writes(self, path: str, text: str, *, original: str | None = "") -> str:
        """Write a file; what the agent reads of it, by settings of earlier versions, too."""
        if original:
            write_files(self.root, {path: original})
        event_keys = {"file_path": self.root / path, "content": text, "cwd": self.root}
        answer = self.sends(event(**event_keys)).get("hookSpecificOutput", {})
        text_before = "" if "permissionDecision" in answer else answer.get("additionalContext", "")
        write_files(self.root, {path: text})
        response = {} if original is None else {"originalFile": original}
        text_after = self.reported(event(name="PostToolUse", tool_response=response, **event_keys))
        return "\n".join(filter(None, (text_before, text_after)))

    def reported(self, stdin: bytes) -> str:
        return str(self.sends(stdin).get("hookSpecificOutput", {}).get("additionalContext", ""))

    def after_command(self, **keys: Any) -> str:
        """What it reads after a command."""
        return self.reported(command_event(self.root, **keys))

    def stops(self) -> str:
        stdin = json.dumps({"cwd": str(self.root), "hook_event_name": "Stop"}).encode()
        return str(self.sends(stdin).get("reason", ""))


@pytest.fixture
def agent(project: MakeProject, run: Run) -> Agent:
    """An agent in a project in which all is committed."""
    return Agent(project(FILES, contracts=CONTRACTS, commit=True), run)


# Before an edit.


@pytest.mark.parametrize(
    ("path", "text"),
    [
        pytest.param("src/a.py", "2\n", id="what else has to change may still come"),
        pytest.param("a.lock", "1\n", id="the same again"),
        pytest.param("c.txt", "1\n", id="another file"),
    ],
)
def test_what_may_be_written(agent: Agent, path: str, text: str) -> None:
    """No denial."""
    assert agent.asks(path, text) == ""


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("path", ["a.lock", "new.lock", "deep/er/new.lock", "line\nfeed.lock"])
def test_what_may_not_be_written(agent: Agent, path: str) -> None:
    """A frozen file is neither changed nor created; no directive that comes along lets it pass."""
    text = "# phaser:ignore-file frozen\n"
    assert agent.asks(path, text) == frozen_sentence(path.replace("\n", "\\n"))
    assert "again" in agent.asks(path, text, call="2")


@pytest.mark.parametrize("autocrlf", ["true", "false"])
def test_other_line_ends_are_what_head_has_where_git_converts_them(
    agent: Agent, git: Git, autocrlf: str
) -> None:
    git(agent.root, "config", "core.autocrlf", autocrlf)
    denial = "" if autocrlf == "true" else frozen_sentence("a.lock")
    assert agent.asks("a.lock", "1\r\n") == denial


def test_what_was_changed_before(agent: Agent) -> None:
    """It may become what it was in HEAD, and nothing else; what it is may be written again."""
    write_files(agent.root, {"a.lock": "2\n", "new.lock": "2\n"})
    assert [agent.asks("a.lock", text) for text in ("2\n", "1\n")] == ["", ""]
    assert agent.asks("a.lock", "3\n") == frozen_sentence("a.lock")
    assert [agent.asks("new.lock", text) for text in ("2\n", "3\n")] == [
        "",
        frozen_sentence("new.lock"),
    ]


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("changes", "denied"),
    [
        ("create", ["new.lock", "untracked.lock", "gone, then new.lock"]),
        ("modify", ["a.lock", "gone.lock"]),
        ("delete", []),
        (["create", "delete"], ["new.lock", "untracked.lock", "gone, then new.lock"]),
    ],
)
def test_a_file_that_git_has_not_is_new(
    project: MakeProject, run: Run, git: Git, changes: Any, denied: list[str]
) -> None:
    """Against HEAD: what git does not have yet is new, though it is on the disk."""
    files = {"a.lock": "1\n", "gone.lock": "1\n"}
    root = project(files, contracts={"a.yaml": frozen(changes=changes)}, commit=True)
    write_files(root, {"untracked.lock": "1\n"})
    (root / "gone.lock").unlink()
    names = ["a.lock", "gone.lock", "new.lock", "untracked.lock", "gone, then new.lock"]
    agent = Agent(root, run)
    assert [name for name in names if agent.asks(name, "2\n")] == denied


def test_a_directive_that_was_there(project: MakeProject, run: Run) -> None:
    """It counts from the next change on."""
    passes = "# phaser:ignore-file frozen -- generated\n"
    root = project({"a.lock": passes, "b.lock": ""}, contracts=CONTRACTS, commit=True)
    agent = Agent(root, run)
    assert [agent.asks("a.lock", ""), agent.asks("b.lock", passes)] == [
        "",
        frozen_sentence("b.lock"),
    ]
    write_files(root, {"a.lock": "now without\n", "b.lock": passes})
    assert agent.asks("a.lock", "2\n") == ""
    assert "frozen in b.lock" in agent.asks("b.lock", "2\n")


PATCH = """\
*** Begin Patch
*** Delete File: a.lock
*** Update File: b.lock
*** Move to: b.txt
@@
-1
+2
*** Add File: c.lock
+1
*** End Patch
"""


def test_a_patch_is_denied_for_what_it_deletes_and_moves(agent: Agent) -> None:
    """What is deleted, moved away, and new."""
    event_keys = {"session_id": "x", "cwd": str(agent.root), "hook_event_name": "PreToolUse"}
    tool = {"tool_name": "apply_patch", "tool_input": {"command": PATCH}}
    stdin = json.dumps({**event_keys, **tool, "turn_id": "1"}).encode()
    outcome = agent.run("hook", "--agent", "codex", stdin=stdin, cwd=agent.root)
    reason = json.loads(outcome.out)["hookSpecificOutput"]["permissionDecisionReason"]
    assert reason == frozen_sentence("a.lock", "b.lock", "c.lock")


def test_the_disk_tells_of_what_git_ignores(project: MakeProject, run: Run) -> None:
    """git has nothing to say of it: there is none in HEAD, so that the disk tells."""
    contracts = {"a.yaml": frozen(changes=["modify", "delete"])}
    root = project({".gitignore": "*.lock\n"}, contracts=contracts, commit=True)
    write_files(root, {"a.lock": "1\n"})
    agent = Agent(root, run)
    denied = [agent.asks(path, "2\n") for path in ("a.lock", "new.lock")]
    hint = "git ignores a.lock: exclude in .phaser/config.yaml leaves out what nobody edits."
    assert denied == [f"{frozen_sentence('a.lock')}\n{hint}", ""]


@pytest.mark.parametrize(
    ("rules", "path", "ignored"),
    [
        ("out/\n", "out/src/a.py", "out/src/a.py"),
        ("*.gen.py\n", "b.gen.py", "b.gen.py"),
        # It names a part of the path, and is about another one; or says nothing of it.
        ("/src\n", "lib/src/a.py", ""),
        ("out/\n", "src/a.py", ""),
    ],
)
def test_a_denial_says_that_git_ignores_the_file(
    project: MakeProject, run: Run, rules: str, path: str, ignored: str
) -> None:
    """A text in `node_modules/` is denied, as `scan FILE` reports it: one may not expect that."""
    root = project({".gitignore": rules}, contracts={"a.yaml": contract("no-print")}, commit=True)
    reason = Agent(root, run).asks(path, "print(1)\n")
    assert reason.startswith("Contract violation: no-print at line 1.")
    hint = f"git ignores {ignored}: exclude in .phaser/config.yaml leaves out what nobody edits."
    assert reason.endswith(hint) is bool(ignored)


def test_before_the_first_commit(project: MakeProject, run: Run) -> None:
    """All is new."""
    root = project({"a.lock": "1\n"}, contracts={"a.yaml": frozen(changes="create")})
    assert Agent(root, run).asks("a.lock", "2\n") == frozen_sentence("a.lock")


@pytest.mark.parametrize(
    ("changes", "denied_path"), [("create", "new.lock"), ("modify", "a.lock"), ("delete", "")]
)
def test_without_git_the_disk_is_the_base(
    project: MakeProject, run: Run, changes: str, denied_path: str
) -> None:
    """The disk is what there was before."""
    root = project({"a.lock": "1\n"}, contracts={"a.yaml": frozen(changes=changes)})
    shutil.rmtree(root / ".git")
    agent = Agent(root, run)
    reasons_by_path = {path: agent.asks(path, "2\n") for path in ("a.lock", "new.lock")}
    assert [path for path, reason in reasons_by_path.items() if reason] == (
        [denied_path] if denied_path else []
    )
    assert agent.asks("a.lock", "1\n") == ""


# After an edit.


def test_what_an_edit_leaves_alone_is_reported_once(agent: Agent) -> None:
    """What the next edit adds to it is nothing new; what fixes it is said nothing of."""
    assert agent.writes("src/a.py", "2\n", original="1\n") == together_sentence("src/a.py")
    assert agent.writes("src/a.py", "3\n", original="2\n") == ""
    assert agent.writes("src/b.py", "3\n", original="1\n") == ""
    assert agent.writes("docs/a.md", "2\n", original="1\n") == ""
    assert agent.writes("src/new.py", "2\n") == ""
    assert agent.stops() == ""


def test_what_changed_together_is_silent(agent: Agent) -> None:
    """In any order; and an edit that changes nothing."""
    assert agent.writes("docs/new.md", "2\n") == ""
    assert agent.writes("src/a.py", "2\n", original="1\n") == ""
    assert agent.writes("src/b.py", "1\n", original="1\n") == ""


def test_an_agent_that_does_not_tell_what_there_was(agent: Agent) -> None:
    """Its file is compared with the last commit."""
    assert agent.writes("src/a.py", "2\n", original=None) == together_sentence("src/a.py")
    assert agent.writes("a.lock", "2\n", original=None) == frozen_sentence("a.lock")
    assert agent.writes("src/b.py", "2\n", original=None) == ""


def test_a_frozen_file_that_was_written(agent: Agent) -> None:
    """Where nothing kept the agent from it; each time that it changes something."""
    assert agent.writes("a.lock", "2\n", original="1\n") == frozen_sentence("a.lock")
    assert agent.writes("a.lock", "3\n", original="2\n") == frozen_sentence("a.lock")
    assert agent.writes("a.lock", "3\n", original="3\n") == ""
    assert agent.writes("a.lock", "1\n", original="3\n") == ""


# After a command.


def test_a_command_is_reported_once(agent: Agent) -> None:
    """What it changed and what it deleted, said once."""
    assert agent.after_command() == ""
    (agent.root / "b.lock").unlink()
    write_files(agent.root, {"a.lock": "2\n", "src/a.py": "2\n"})
    assert (
        agent.after_command()
        == f"{frozen_sentence('a.lock', 'b.lock')}\n{together_sentence('src/a.py')}"
    )
    assert agent.after_command() == ""
    write_files(agent.root, {"src/b.py": "2\n"})
    assert agent.after_command() == ""


def test_a_command_that_put_things_right(agent: Agent) -> None:
    """What is in HEAD again is no change."""
    agent.after_command()
    write_files(agent.root, {"a.lock": "1\n", "src/a.py": "2\n", "docs/b.md": ""})
    assert agent.after_command() == ""
    (agent.root / "src/a.py").unlink()
    assert agent.after_command() == ""


def test_a_deletion_before_the_session_is_not_the_agents(agent: Agent) -> None:
    """The first command of a session did not do it, where its time is known."""
    (agent.root / "src/a.py").unlink()
    for path in ("src", ".git/logs/HEAD"):
        os.utime(agent.root / path, (0, 0))
    assert agent.after_command(duration_ms=1) == ""
    (agent.root / "src/b.py").unlink()
    assert agent.after_command(duration_ms=1) == ""
    (agent.root / "a.lock").unlink()
    assert agent.after_command(duration_ms=1) == frozen_sentence("a.lock")
    assert agent.stops() == f"{frozen_sentence('a.lock')}\n{together_sentence('src/a.py', 2)}"


# At Stop.


def test_stop_reports_all_that_differs_from_head_once(agent: Agent, git: Git) -> None:
    """All that differs from HEAD, whoever did it; staged or not; once."""
    (agent.root / "a.lock").unlink()
    git(agent.root, "mv", "b.lock", "c.lock")
    write_files(agent.root, {"src/a.py": "2\n", "src/new.py": "2\n"})
    expected = (
        f"{frozen_sentence('a.lock', 'b.lock', 'c.lock')}\n{together_sentence('src/a.py', 2)}"
    )
    assert agent.stops() == expected
    assert agent.stops() == ""
    assert agent._replace(session="other").stops() == expected


def test_a_commit_of_the_session_is_its_own(agent: Agent, git: Git) -> None:
    """It is the session's own all the same, and so is what puts it right."""
    agent.after_command()
    write_files(agent.root, {"a.lock": "2\n"})
    git(agent.root, "commit", "-q", "-a", "-m", "Changed")
    assert agent.after_command() == frozen_sentence("a.lock")
    assert agent.stops() == frozen_sentence("a.lock")
    assert [agent.asks("a.lock", "1\n"), agent.asks("a.lock", "3\n")] == [
        "",
        frozen_sentence("a.lock"),
    ]


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("step", ["asks", "writes", "after a command"])
def test_a_worktree_is_compared_with_its_own_head(agent: Agent, git: Git, step: str) -> None:
    git(agent.root, "worktree", "add", "-q", "-b", "other", "../tree")
    agent_in_worktree = agent._replace(root=agent.root.parent / "tree")
    steps: dict[str, Callable[[], str]] = {
        "asks": lambda: agent_in_worktree.asks("a.lock", "2\n"),
        "writes": lambda: agent_in_worktree.writes("a.lock", "2\n", original="1\n"),
        "after a command": agent_in_worktree.after_command,
    }
    if step == "after a command":
        agent_in_worktree.after_command()
        write_files(agent_in_worktree.root, {"a.lock": "2\n"})
    assert steps[step]() == frozen_sentence("a.lock")
