"""What the pages on other tools and for agents show of this program, as it stands there."""

from __future__ import annotations

import json
import re
import shlex
from typing import TYPE_CHECKING

from tests.built_site import ROOT

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

COMPARISON = (ROOT / "docs/comparison.md").read_text(encoding="utf-8")
FOR_AGENTS = (ROOT / "docs/for-agents.md").read_text(encoding="utf-8")
_HEADINGS = re.compile(r"^\| \| (.*) \|\n\|---", re.M)
KEYS = re.compile(r"^ +\| `([^|]+)` \|", re.M)


def test_the_tools_of_readme_are_compared() -> None:
    """Those that it sends its readers to have a column, and a line that says when to take them."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    [sentence] = re.findall(r"^\[Other tools\].*?\.$", readme, re.M | re.S)
    tools = ("Semgrep", "ast-grep", "hookify", "rulewarden")
    assert [tool for tool in tools if tool not in sentence] == []
    tables, choice = COMPARISON.partition("## Which to take")[::2]
    headings = " | ".join(_HEADINGS.findall(tables)).split(" | ")
    columns = [heading.split(" ")[0] for heading in headings]
    assert [tool for tool in tools if tool not in columns or f"**{tool}**" not in choice] == []


def test_the_steps_of_an_agent(project: MakeProject, run: Run) -> None:
    """The commands in their order: each does what the page says of it."""
    root = project({"src/a.py": "print(1)\n"})
    [try_command, save_command] = re.findall(r"```sh\n(.*?)```", FOR_AGENTS, re.S)
    code, out, _ = run(*shlex.split(try_command)[1:], cwd=root)
    answer = json.loads(out)
    assert (code, len(answer["violations"])) == (0, 1)
    keys_of_the_page = [key for row in KEYS.findall(FOR_AGENTS) for key in row.split("`, `")]
    assert len(keys_of_the_page) == 6
    assert [key for key in keys_of_the_page if key not in answer] == []
    assert run(*shlex.split(save_command.replace("\\\n", ""))[1:], cwd=root)[0] == 0
    assert (root / ".claude/contracts/no-print.yaml").exists()
    assert run("new", "file_pair", "migrations-go-back", cwd=root)[0] == 0
    assert run("test", "--json", cwd=root)[0] == 0
    assert [run(command, cwd=root)[0] for command in ("scan", "list")] == [1, 0]
    assert run("why", "no-print", "src/a.py:1", cwd=root)[0] == 0
