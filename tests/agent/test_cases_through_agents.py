"""Every case folder as a write of agents that have tools of their own: said as to Claude Code.

But for what Claude Code reads of warnings and other files with the edit: these read it after.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.claude_code import CHANNEL
from tests.agent.events import SHAPES, WRITES
from tests.case_files import read_case
from tests.case_repositories import before_edit
from tests.tables import one_in
from tests.test_cases import NAMES

if TYPE_CHECKING:
    from pathlib import Path

    from tests.case_files import Case
    from tests.conftest import MakeProject, Run

AGENTS = ("droid", "kimi-code", "pi", "vibe", "antigravity")
# Its model reads only denials.
DEAF = ("kimi-code", "vibe", "antigravity")


def ask_hook(run: Run, case: Case, root: Path, agent: str, text: str) -> Any:
    tool = WRITES[agent](str(root / case.touched), text)
    event = SHAPES[agent]("before", tool, str(root))
    # What was said in a session is said shorter a second time.
    env = {"XDG_CACHE_HOME": str(root.parent / f"cache of {agent}")}
    outcome = run("hook", stdin=json.dumps(event).encode(), cwd=root, env=env)
    assert (outcome.code, outcome.err) == (0, "")
    return json.loads(outcome.out or "{}")


def texts_of_answer(answer: Any, agent: str) -> tuple[str, str]:
    """The denial and what else is said: as one text where only a denial is read."""
    if agent == "pi":
        return answer.get("deny", ""), answer.get("context", "")
    if agent in ("vibe", "antigravity"):
        return answer.get("reason", ""), ""
    specific = answer.get("hookSpecificOutput", {})
    return specific.get("permissionDecisionReason", ""), specific.get("additionalContext", "")


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("agent", AGENTS)
@pytest.mark.parametrize("name", one_in(16, NAMES))
def test_each_case_is_answered_as_to_claude_code(
    name: str, agent: str, project: MakeProject, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(CHANNEL, "reads_before", False)
    case = read_case(name)
    content = case.files.get(case.touched)
    if content is None:
        pytest.skip("the edit takes the file away")
    try:
        text = content.decode()
    except UnicodeDecodeError:
        pytest.skip("no agent writes such bytes")
    if agent == "droid":
        # It ends each file that it makes with a line end, and keeps those that are there.
        text = text if text.endswith("\n") else f"{text}\n"
        text = text.replace("\r\n", "\n")
    root = before_edit(case, project)
    reason, context = texts_of_answer(ask_hook(run, case, root, "claude-code", text), "claude-code")
    answer_text = texts_of_answer(ask_hook(run, case, root, agent, text), agent)
    if agent == "pi":
        assert answer_text == (reason, context)
    elif reason:
        assert answer_text == ("\n".join(filter(None, (reason, context))), "")
    else:
        assert answer_text == ("", "" if agent in DEAF else context)
