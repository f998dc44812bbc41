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
KEYS = re.compile(r"^ +\| `([^|]+)` \|", re.M)


def first(language: str) -> str:
    """Return the first block of the comparison in *language*."""
    return COMPARISON.partition(f"```{language}\n")[2].partition("```")[0]


def test_the_same_project(project: MakeProject, run: Run) -> None:
    """The scan that the other tools are compared with."""
    command, _, printed = first("console").partition("\n")
    root = project(
        {
            "src/app.py": first("python"),
            "packages/a/README.md": "",
            "packages/b/b.py": "",
            ".claude/contracts/a.yaml": first("yaml"),
        }
    )
    assert run(*shlex.split(command)[2:], cwd=root)[:2] == (1, printed)


def test_the_tools_of_readme_are_compared() -> None:
    """Each column of its table is one of the page's."""
    readme = (ROOT / "README.md").read_text(encoding="utf-8").partition("## How it compares\n\n")[2]
    columns, page = (text.partition("\n|---")[0].split("|") for text in (readme, COMPARISON))
    assert {name.strip() for name in columns} <= {name.strip() for name in page}
    assert len(columns) > 7


def test_the_steps_of_an_agent(project: MakeProject, run: Run) -> None:
    """The commands in their order: each does what the page says of it."""
    root = project({"src/a.py": "print(1)\n"})
    [try_command, save_command] = re.findall(r"```sh\n(.*?)```", FOR_AGENTS, re.S)
    code, out, _ = run(*shlex.split(try_command)[1:], cwd=root)
    answer = json.loads(out)
    assert (code, len(answer["violations"])) == (0, 1)
    keys_of_the_page = [key for row in KEYS.findall(FOR_AGENTS) for key in row.split("`, `")]
    assert len(keys_of_the_page) == 5
    assert [key for key in keys_of_the_page if key not in answer] == []
    assert run(*shlex.split(save_command.replace("\\\n", ""))[1:], cwd=root)[0] == 0
    assert (root / ".claude/contracts/no-print.yaml").exists()
    assert run("new", "file_pair", "migrations-go-back", cwd=root)[0] == 0
    assert run("test", "--json", cwd=root)[0] == 0
    assert [run(command, cwd=root)[0] for command in ("scan", "list")] == [1, 0]
    assert run("why", "no-print", "src/a.py:1", cwd=root)[0] == 0
