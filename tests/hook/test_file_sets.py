"""``phaser-lint hook`` where a file's path decides what goes with it; each answer three times."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.case_answers import without_advice
from tests.command.made import contract
from tests.conftest import write_files
from tests.hook.test_changes import Agent

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

NEWS = contract(
    "news",
    type="changed_together",
    pattern=None,
    file_glob="/packages/*/src/",
    path_pattern="^packages/([^/]+)/",
    with_glob="packages/{1}/{NEWS,CHANGES}.md",
    message="Tell of it.",
)
PAGE = contract(
    "page",
    type="items_listed",
    pattern=r"^def (\w+)",
    file_glob="/lib/**/*.py",
    listed_in="{dir}/README.md",
    message="Give it a line.",
)
INDEX = contract(
    "index",
    type="items_listed",
    pattern=None,
    item="{stem}",
    file_glob="/img/*",
    listed_in="{dir}.md",
    message="Name it.",
)
CONTRACTS = {"news.yaml": NEWS, "page.yaml": PAGE, "index.yaml": INDEX}
FILES = {
    "packages/a/src/x.py": "1\n",
    "packages/a/src/y.py": "1\n",
    "packages/a/NEWS.md": "1\n",
    "packages/b/src/x.py": "1\n",
    "packages/b/NEWS.md": "1\n",
    "lib/one/a.py": "def one(): 0\n",
    "lib/one/README.md": "- one\n",
    "lib/a.py": "def top(): 0\n",
    "lib/README.md": "- top\n",
    "img/logo.svg": "1\n",
    "img.md": "logo, sign\n",
}
UNCHANGED = "(unchanged: packages/{0}/NEWS.md or packages/{0}/CHANGES.md)"


def news_sentence(package: str, file: str = "x.py", detail: str = "") -> str:
    missing = UNCHANGED.format(package).replace("(", f"({detail}", 1)
    return f"Contract violation: news in packages/{package}/src/{file}. Tell of it. {missing}"


@pytest.fixture
def agent(project: MakeProject, run: Run) -> Agent:
    """An agent in a project in which all is committed."""
    return Agent(project(FILES, contracts=CONTRACTS, commit=True), run)


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("packages/a/NEWS.md", "2\n", ""),
        ("lib/one/a.py", "def one(): 1\n", ""),
        ("img/sign.svg", "1\n", ""),
        ("packages/a/src/x.py", "2\n", news_sentence("a")),
        ("lib/one/a.py", "def top(): 0\n",
         "Contract violation: page at line 1. Give it a line.\n  1: def top(): 0"),
        ("lib/README.md", "- one\n",
         "Contract violation: page in lib/a.py at line 1. Give it a line.\n  1: def top(): 0"),
        ("img/other.svg", "1\n", "Contract violation: index in img/other.svg. Name it."),
        ("img.md", "sign\n", "Contract violation: index in img/logo.svg. Name it."),
    ],
)  # fmt: skip
def test_a_set_of_files_is_reported_with_each_edit(
    agent: Agent, path: str, text: str, expected: str
) -> None:
    """The same each time, before it is written; what stands elsewhere once a session."""
    original = FILES.get(path)
    for number in range(3):
        agent = agent._replace(session=str(number))
        assert without_advice(agent.writes(path, text, original=original)) == expected


def test_each_set_of_files_is_compared_by_itself(agent: Agent) -> None:
    """What breaks the contract already says nothing of other files; of its own it is enough."""
    write_files(agent.root, {"packages/b/NEWS.md": "2\n"})
    for _ in range(3):
        assert agent.writes("packages/b/src/x.py", "2\n", original="1\n") == ""
        assert without_advice(
            agent.writes("packages/a/src/x.py", "2\n", original="1\n")
        ) == news_sentence("a")
    assert agent.writes("packages/a/src/y.py", "2\n", original="1\n") == ""
    write_files(agent.root, {"packages/b/NEWS.md": "1\n"})
    reported = without_advice(agent.writes("packages/b/src/x.py", "3\n", original="1\n"))
    assert reported == news_sentence("b")


def test_stop_is_held_once_for_each_set(agent: Agent) -> None:
    agent.writes("packages/a/src/x.py", "2\n", original="1\n")
    agent.writes("packages/b/src/x.py", "2\n", original="1\n")
    reason = agent.stops()
    assert news_sentence("a") in reason
    assert news_sentence("b") in reason
    assert agent.stops() == ""


def test_files_of_a_set_may_be_deleted_together(agent: Agent) -> None:
    """With its own file; the one of another package is no matter."""
    for path in ("packages/a/src/x.py", "packages/a/NEWS.md", "packages/b/NEWS.md"):
        (agent.root / path).unlink()
    write_files(agent.root, {"packages/b/src/x.py": "2\n"})
    reason = agent.stops()
    assert news_sentence("b") in reason
    assert "packages/a" not in reason
