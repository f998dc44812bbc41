"""``ignorable: people``: no agent suppresses, what people let pass may move, and they may add."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hook.test_after_command import command_event
from tests.hook.test_others_work import text_for_agent

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "no-eval.yaml": contract("no-eval", pattern=r"eval\(", message="Not that.", ignorable="people"),
    "no-print.yaml": contract("no-print", ignorable="reason"),
}
ONLY_USER = "Only the user may suppress this."
IF_AGENT = "If you added the directive, remove it and fix the line; if the user did, leave it."
VETTED = "eval(x)  # phaser:ignore no-eval -- vetted"
WHOLE = "# phaser:ignore-file no-eval -- generated"


class Agent(NamedTuple):
    """An agent that works in the project at *root*."""

    root: Path
    git: Git
    run: Run

    def writes(self, text: str, path: str = "a.py", *, call: str = "1") -> str:
        """What denies its edit; nothing where it is made."""
        stdin = event(
            file_path=str(self.root / path),
            content=text,
            cwd=self.root,
            tool_use_id=f"{call}{path}{text}",
        )
        outcome = self.run("hook", stdin=stdin, cwd=self.root)
        assert (outcome.code, outcome.err) == (0, "")
        reason = (
            json.loads(outcome.out)
            .get("hookSpecificOutput", {})
            .get("permissionDecisionReason", "")
        )
        if not reason:
            write_files(self.root, {path: text})
        return str(reason)

    def enforced(self, text: str, path: str = "a.py") -> str:
        """What ``enforce`` answers about the same edit."""
        stdin = event(file_path=str(self.root / path), content=text, cwd=self.root)
        outcome = self.run("enforce", "--stdin", stdin=stdin, cwd=self.root)
        answer = json.loads(outcome.out)["hookSpecificOutput"]
        return f"{answer['permissionDecision']}\n{answer['permissionDecisionReason']}"

    def runs(self, files: dict[str, str | None]) -> str:
        """What it reads after a command that wrote *files*."""
        for path, text in files.items():
            if text is None:
                (self.root / path).unlink()
        write_files(self.root, {path: text for path, text in files.items() if text is not None})
        return text_for_agent(self.run("hook", stdin=command_event(self.root), cwd=self.root))

    def stops(self) -> str:
        """What blocks its stop; nothing where it may."""
        stop = {"session_id": "abc123", "cwd": str(self.root), "hook_event_name": "Stop"}
        stdin = json.dumps({**stop, "stop_hook_active": False}).encode()
        return text_for_agent(self.run("hook", stdin=stdin, cwd=self.root))

    def is_asked(self) -> None:
        """The user's next prompt."""
        prompt = {"session_id": "abc123", "cwd": str(self.root), "prompt": "Go on."}
        stdin = json.dumps({**prompt, "hook_event_name": "UserPromptSubmit"}).encode()
        self.run("hook", stdin=stdin, cwd=self.root)

    def commits(self, files: dict[str, str | bytes]) -> None:
        write_files(self.root, files)
        self.git(self.root, "add", "-A")
        self.git(self.root, "commit", "-q", "-m", "Change")


@pytest.fixture
def agent(project: MakeProject, git: Git, run: Run) -> Agent:
    return Agent(project({}, contracts=CONTRACTS, commit=True), git, run)


SILENT = {
    "nothing is suppressed": ("x = 1\n", "x = 2\n"),
    "a line that a person let pass": (f"{VETTED}\n", f"x = 1\n{VETTED}\n"),
    "it is indented": (f"{VETTED}\n", f"if x:\n    {VETTED}\n"),
    "it goes": (f"{VETTED}\n{VETTED}\n", f"{VETTED}\n"),
    "above the line": (
        "# phaser:ignore-next-line no-eval -- vetted\neval(x)\n",
        "y = 1\n# phaser:ignore-next-line no-eval -- vetted\neval(x)\n",
    ),
    "all of the file": (f"{WHOLE}\neval(x)\n", f"{WHOLE}\neval(x)\neval(y)\n"),
    "all of a file without one yet": (f"{WHOLE}\nx = 1\n", f"{WHOLE}\neval(y)\n"),
    "a reason for another contract": ("x = 1\n", "print(1)  # phaser:ignore no-print -- shown\n"),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("row", SILENT)
def test_what_people_let_pass_is_let_pass(agent: Agent, row: str) -> None:
    """In the hook, by ``enforce``, and at Stop."""
    before, after = SILENT[row]
    agent.commits({"a.py": before})
    assert agent.enforced(after).startswith("allow\n")
    assert (agent.writes(after), agent.stops()) == ("", "")


def denial(line: int, code: str, *, place: str = "", more: str = "") -> str:
    message = f"Contract violation: no-eval{place} at line {line}. Not that.{more}"
    return f"{message}\n  {line}: {code}\n  {ONLY_USER}"


OPEN = denial(1, "eval(x)")
NEEDED = "eval(x)  # phaser:ignore no-eval -- needed"
NO_REASON = " (its directive gives no reason)"
DENIED = {
    "no directive": ("x = 1\n", "eval(x)\n", OPEN),
    "a directive": ("x = 1\n", f"{NEEDED}\n", denial(1, NEEDED)),
    "for an existing violation": ("eval(x)\n", f"{NEEDED}\n", denial(1, NEEDED)),
    "another argument": (
        f"{VETTED}\n",
        f"{VETTED.replace('(x)', '(y)')}\n",
        denial(1, VETTED.replace("(x)", "(y)")),
    ),
    "another reason": (f"{VETTED}\n", f"{NEEDED}\n", denial(1, NEEDED)),
    "another reason above the line": (
        "# phaser:ignore-next-line no-eval -- vetted\neval(x)\n",
        "# phaser:ignore-next-line no-eval -- needed\neval(x)\n",
        denial(2, "eval(x)"),
    ),
    "a copy": (f"{VETTED}\n", f"{VETTED}\n{VETTED}\n", denial(2, VETTED)),
    "an id that is added": (
        "eval(print(1))  # phaser:ignore no-print -- shown\n",
        "eval(print(1))  # phaser:ignore no-print, no-eval -- shown\n",
        denial(1, "eval(print(1))  # phaser:ignore no-print, no-eval -- shown"),
    ),
    "a directive for the file": (
        "x = 1\n",
        f"{WHOLE}\neval(x)\neval(y)\n",
        denial(2, "eval(x)"),
    ),
    "without a reason": (
        "x = 1\n",
        "eval(x)  # phaser:ignore no-eval\n",
        denial(1, "eval(x)  # phaser:ignore no-eval", more=NO_REASON),
    ),
    "a directive for all": (
        "x = 1\n",
        "eval(x)  # phaser:ignore-all -- so\n",
        denial(1, "eval(x)  # phaser:ignore-all -- so"),
    ),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("row", DENIED)
def test_no_agent_suppresses(agent: Agent, row: str) -> None:
    """In the hook, by ``enforce``, after a command and at Stop."""
    before, after, expected = DENIED[row]
    is_suppressed = "phaser:ignore" in after and row != "without a reason"
    agent.commits({"a.py": before})
    enforced = agent.enforced(after)
    assert (enforced.partition("\n")[0], ONLY_USER in enforced) == ("deny", is_suppressed)
    assert agent.writes(after).split("\n1 existing")[0] == expected
    placed = expected.replace("no-eval at", "no-eval in a.py at")
    assert agent.runs({"a.py": after}) == placed
    assert agent.stops() == "\n".join([placed, *([IF_AGENT] if is_suppressed else [])])


def test_a_directive_ahead_of_its_violation_is_no_permission(agent: Agent) -> None:
    """It stands on the line, above it, or at the top of the file."""
    for number, directive in enumerate(
        ["# phaser:ignore-next-line no-eval -- soon", "# phaser:ignore-file no-eval -- soon"]
    ):
        path = f"{number}.py"
        assert agent.writes(f"{directive}\n", path) == ""
        assert agent.writes(f"{directive}\neval(x)\n", path) == denial(2, "eval(x)")
    assert agent.writes("x = 1  # phaser:ignore no-eval -- soon\n") == ""
    ahead = "x = eval(1)  # phaser:ignore no-eval -- soon"
    assert agent.writes(f"{ahead}\n") == denial(1, ahead)


def test_what_is_suppressed_moves_to_another_file(agent: Agent) -> None:
    """By a command; an edit writes it there first."""
    agent.commits({"a.py": f"{VETTED}\nx = 1\n"})
    agent.is_asked()
    assert agent.runs({"a.py": "x = 1\n", "b.py": f"{VETTED}\n"}) == ""
    assert agent.stops() == ""


def test_what_is_suppressed_moves_by_one_edit_after_the_other(agent: Agent) -> None:
    """Once: what was removed in one file may be written into another one, there already or new."""
    agent.commits({"a.py": f"{VETTED}\nx = 1\n", "b.py": "y = 1\n"})
    write_files(agent.root, {"a.py": "x = 1\n"})
    for path in ("b.py", "c.py"):
        assert agent.writes(f"{VETTED}\n{VETTED}\n", path) == denial(2, VETTED)
        assert agent.writes(f"y = 1\n{VETTED}\n", path) == ""
        (agent.root / path).unlink()


def test_a_renamed_file_keeps_what_is_suppressed(agent: Agent) -> None:
    """All of it, by a line and by a directive for the file."""
    text = f"{WHOLE}\neval(x)\nprint(1)  # phaser:ignore no-print -- shown\n{VETTED}\n"
    agent.commits({"a.py": text})
    agent.is_asked()
    assert agent.runs({"a.py": None, "b.py": text}) == ""
    assert agent.stops() == ""


def test_what_a_colleague_suppressed_is_merged(agent: Agent) -> None:
    """It was committed before the session."""
    agent.git(agent.root, "switch", "-q", "-c", "side")
    agent.commits({"their.py": f"{VETTED}\n"})
    agent.git(agent.root, "switch", "-q", "main")
    agent.commits({"own.py": "x = 1\n"})
    agent.is_asked()
    agent.git(agent.root, "merge", "-q", "--no-commit", "side")
    assert (agent.runs({}), agent.stops()) == ("", "")


def test_what_the_user_adds_meanwhile_counts_for_edits(agent: Agent) -> None:
    """Stop blocks with it once, whatever is asked next."""
    agent.commits({"a.py": "x = 1\n"})
    assert agent.runs({}) == ""
    write_files(agent.root, {"a.py": f"{VETTED}\n"})
    assert agent.writes(f"{VETTED}\nx = 2\n") == ""
    placed = denial(1, VETTED).replace("no-eval at", "no-eval in a.py at")
    assert agent.stops() == f"{placed}\n{IF_AGENT}"
    agent.is_asked()
    assert agent.stops() == ""


def test_each_line_with_the_same_directive_is_shown(agent: Agent) -> None:
    """Both with the first block, and neither with the next one."""
    agent.commits({"a.py": "x = 1\n"})
    assert agent.runs({}) == ""
    write_files(agent.root, {"a.py": f"{VETTED}\n{VETTED}\n"})
    placed = denial(1, VETTED).replace("no-eval at", "no-eval in a.py at")
    first, _, rest = placed.partition(f"  1: {VETTED}")
    assert agent.stops() == f"{first}  1: {VETTED}\n  2: {VETTED}{rest}\n{IF_AGENT}"
    agent.is_asked()
    assert agent.stops() == ""


def test_a_reason_is_what_a_directive_needs(agent: Agent) -> None:
    """Of a contract with ``ignorable: reason``, whoever writes it; the denial says how."""
    agent.commits({"a.py": "x = 1\n"})
    assert agent.writes("print(1)  # phaser:ignore no-print -- the receipt\n") == ""
    offer = "  Only if this is meant, end line 1 with: # phaser:ignore no-print -- reason"
    for reason in ("", " -- ", " -- reason", " -- !?"):
        line = f"print(2)  # phaser:ignore no-print{reason}".rstrip()
        is_none = '; the word "reason" is none)' if "reason" in reason else ")"
        assert agent.writes(f"{line}\n", call=reason) == (
            f"Contract violation: no-print at line 1. Use the logger.{NO_REASON[:-1]}{is_none}\n"
            f"  1: {line}\n{offer}"
        )
