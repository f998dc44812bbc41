"""What is reported before an edit against what is reported after it, on projects made by chance."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files
from tests.hook.test_changes import Agent

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

SEEDS = 24
PATHS = ("src/a.py", "src/b.py", "src/all.py", "docs/a.md", "docs/b.md", "CHANGES", "src/a.md")
LINES = ("def one(): 0", "def two(): 0", "- one", "- two", "licence", "# TODO", "x = 1")


def draw_contracts(chance: random.Random) -> dict[str, str]:
    """Two or more of these, errors and warnings."""

    def draw_contract(rule_id: str, **keys: Any) -> str:
        return contract(rule_id, severity=chance.choice(["warning", "error"]), **keys)

    partner = chance.choice(["docs/{stem}.md", "{dir}/{stem}.md"])
    contract_texts = {
        "todo": contract("todo", pattern="TODO", severity="warning", file_glob="*"),
        "pair": draw_contract(
            "pair", type="file_pair", pattern=None, file_glob="src/*.py", partner=partner
        ),
        "listed": draw_contract(
            "listed",
            type="items_listed",
            pattern=r"^def (\w+)",
            file_glob="src/*.py",
            listed_in=chance.choice(["docs/*.md", "src/all.py"]),
        ),
        "together": draw_contract(
            "together",
            type="changed_together",
            pattern=None,
            file_glob="src/",
            with_glob=chance.choice(["docs/", "CHANGES"]),
        ),
        "tree": draw_contract("tree", type="require_pattern", pattern="licence", scope="tree"),
    }
    return {
        f"{name}.yaml": contract_texts[name] for name in chance.sample(sorted(contract_texts), 3)
    }


def draw_text(chance: random.Random) -> str:
    return "".join(f"{line}\n" for line in chance.sample(LINES, chance.randint(1, 5)))


def draw_files(chance: random.Random, least: int, most: int) -> dict[str, str]:
    names = chance.sample(PATHS, chance.randint(least, most))
    return {name: draw_text(chance) for name in names}


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("seed", range(SEEDS))
def test_the_same_before_and_after(project: MakeProject, run: Run, seed: int) -> None:
    """Unless it is denied; after it nothing is left to report."""
    chance = random.Random(seed)
    committed, rules = draw_files(chance, 2, 6), draw_contracts(chance)
    changed, path, text = draw_files(chance, 0, 3), chance.choice(PATHS), draw_text(chance)
    original = {**committed, **changed}.get(path)
    reported = []
    for session in ("before", "after"):
        agent = Agent(project(committed, contracts=rules, commit=True), run, session)
        write_files(agent.root, changed)
        event_keys = {"file_path": agent.root / path, "content": text, "cwd": agent.root}
        response = {"originalFile": original}
        event_after = event(name="PostToolUse", tool_response=response, **event_keys)
        if session == "before":
            answer = agent.sends(event(**event_keys)).get("hookSpecificOutput", {})
            reported.append(without_existing(answer.get("additionalContext", "")))
        write_files(agent.root, {path: text})
        if session == "after":
            reported.append(agent.reported(event_after))
        elif "permissionDecision" not in answer:
            assert agent.reported(event_after) == ""
    assert "permissionDecision" in answer or reported[0] == reported[1]


def without_existing(text: str) -> str:
    return "\n".join(line for line in text.split("\n") if not line.endswith("not counted."))
