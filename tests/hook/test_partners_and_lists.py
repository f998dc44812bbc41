"""``phaser-lint hook`` on files that go with others: around an edit, after a command, at Stop."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING, Any

import pytest

from tests.case_answers import without_advice
from tests.command.made import contract
from tests.conftest import write_files
from tests.hook.test_changes import Agent

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject, Run

BACK = contract(
    "back",
    type="file_pair",
    pattern=None,
    file_glob="*.up.sql",
    path_pattern=r"(\w+)\.up",
    partner=["{dir}/{1}.down.sql", "{dir}/{1}.none"],
    message="Write the way back.",
)
README = contract(
    "readme",
    type="file_pair",
    pattern=None,
    file_glob="/packages/*/",
    partner="{dir}/README.md",
    message="Say what it is for.",
)
LISTED_CONTRACT = contract(
    "listed",
    type="items_listed",
    pattern=r"^def (\w+)",
    file_glob="/src/",
    listed_in="docs/*.md",
    message="Give it a line.",
)
CONTRACTS = {"back.yaml": BACK, "readme.yaml": README, "listed.yaml": LISTED_CONTRACT}
FILES = {
    "db/1.up.sql": "1\n",
    "db/1.down.sql": "1\n",
    "db/2.up.sql": "1\n",
    "db/3.up.sql": "-- phaser:ignore-file back\n",
    "db/3.down.sql": "1\n",
    "packages/a/a.txt": "1\n",
    "packages/a/README.md": "1\n",
    "src/a.py": "def one(): 0\n",
    "docs/api.md": "- one\n",
}


def lacking_partner(number: int, *, name: str = "back") -> str:
    paths = f"db/{number}.down.sql or db/{number}.none"
    return (
        f"Contract violation: {name} in db/{number}.up.sql. Write the way back. (missing: {paths})"
    )


def unlisted_sentence(path: str, name: str) -> str:
    first_line = f"Contract violation: listed in {path} at line 1. Give it a line."
    return f"{first_line}\n  1: def {name}(): 0"


LONELY = (
    "Contract violation: readme in packages/a. Say what it is for. (missing: packages/a/README.md)"
)


@pytest.fixture
def agent(project: MakeProject, run: Run) -> Agent:
    """An agent in a project in which all is committed."""
    return Agent(project(FILES, contracts=CONTRACTS, commit=True), run)


def answer_to_patch(agent: Agent, *lines: str) -> dict[str, Any]:
    """What the hook says of a patch of Codex."""
    patch = "\n".join(["*** Begin Patch", *lines, "*** End Patch"])
    payload: dict[str, Any] = {
        "hook_event_name": "PreToolUse",
        "cwd": str(agent.root),
        "tool_name": "apply_patch",
        "turn_id": "1",
        "tool_input": {"command": patch},
    }
    answer: dict[str, Any] = agent.sends(json.dumps(payload).encode()).get("hookSpecificOutput", {})
    return answer


def reason_for_patch(agent: Agent, *lines: str) -> str:
    """Why a patch of Codex is denied, if it is."""
    return str(answer_to_patch(agent, *lines).get("permissionDecisionReason", ""))


@pytest.mark.parametrize("added", ["", "four"])
def test_a_patch_of_two_files_adds_no_more_than_these_lacked(agent: Agent, added: str) -> None:
    """Before it, committed or not: what it moves, what stays, and a file without its partner."""
    write_files(agent.root, {"src/b.py": "def two(): 0\ndef three(): 0\n", "db/9.up.sql": "1\n"})
    answer = answer_to_patch(
        agent,
        *("*** Update File: src/b.py", "@@", "-def two(): 0", " def three(): 0"),
        *("*** Update File: db/9.up.sql", "@@", "-1", "+2"),
        *("*** Add File: src/c.py", *[f"+def {name}(): 0" for name in filter(None, [added])]),
        "+def two(): 0",
    )
    expected = unlisted_sentence("src/c.py", added) if added else ""
    assert without_advice(str(answer.get("additionalContext", ""))) == expected


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("db/4.up.sql", "1\n"),
        ("db/2.up.sql", "2\n"),
        ("packages/b/b.txt", "1\n"),
        ("src/a.py", "def two(): 0\n"),
        ("docs/api.md", "- two\n"),
    ],
)
def test_a_file_whose_partner_may_still_come_is_written(agent: Agent, path: str, text: str) -> None:
    """What it goes with may still come."""
    assert agent.asks(path, text) == ""


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "lines",
    [
        pytest.param(["*** Delete File: db/1.up.sql"], id="what asks for it"),
        pytest.param(["*** Delete File: db/1.up.sql", "*** Delete File: db/1.down.sql"], id="both"),
        pytest.param(["*** Delete File: db/3.down.sql"], id="suppressed by a directive"),
        pytest.param(["*** Delete File: src/a.py"], id="another file"),
        pytest.param(["*** Delete File: docs/api.md"], id="a list, which may be written anew"),
        pytest.param(
            ["*** Delete File: db/1.down.sql", "*** Add File: db/1.none", "+1"], id="for another"
        ),
        pytest.param(
            [
                "*** Update File: db/1.down.sql", "*** Move to: db/9.down.sql", "@@", "-1", "+2",
                "*** Update File: db/1.up.sql", "*** Move to: db/9.up.sql", "@@", "-1", "+2",
            ],
            id="moved together",
        ),
        pytest.param(
            [
                "*** Delete File: packages/a/README.md", "*** Delete File: packages/a/a.txt",
            ],
            id="the whole folder",
        ),
    ],
)  # fmt: skip
def test_deleting_a_partner_is_not_denied(agent: Agent, lines: list[str]) -> None:
    """No denial."""
    assert reason_for_patch(agent, *lines) == ""


@pytest.mark.parametrize(
    ("lines", "reason"),
    [
        pytest.param(["*** Delete File: db/1.down.sql"], lacking_partner(1), id="deleted"),
        pytest.param(
            ["*** Update File: db/1.down.sql", "*** Move to: db/9.down.sql", "@@", "-1", "+2"],
            lacking_partner(1), id="moved",
        ),
        pytest.param(
            ["*** Delete File: db/1.down.sql", "*** Update File: db/1.up.sql", "@@", "-1", "+2"],
            lacking_partner(1), id="while the other is edited",
        ),
        pytest.param(["*** Delete File: packages/a/README.md"], LONELY, id="of a folder"),
    ],
)  # fmt: skip
def test_the_last_partner_stays(agent: Agent, lines: list[str], reason: str) -> None:
    """What stays behind without one is reported."""
    assert reason in reason_for_patch(agent, *lines)


def test_one_of_two_partners_may_go(agent: Agent) -> None:
    """As long as the other one is there."""
    write_files(agent.root, {"db/1.none": ""})
    assert reason_for_patch(agent, "*** Delete File: db/1.down.sql") == ""


def test_no_directive_is_offered_for_a_file_that_is_frozen(agent: Agent) -> None:
    """Of a denied deletion it was for "the file", and an edit of that one was denied, too."""
    patch = "*** Delete File: db/1.down.sql"
    assert "add to db/1.up.sql: -- phaser:ignore-file back" in reason_for_patch(agent, patch)
    keys = {"type": "file_frozen", "pattern": None, "file_glob": "*.up.sql", "changes": ["modify"]}
    write_files(agent.root, {".claude/contracts/frozen.yaml": contract("frozen", **keys)})
    assert reason_for_patch(agent, patch) == lacking_partner(1)


@pytest.mark.slow
def test_a_missing_partner_is_reported_at_each_edit(agent: Agent) -> None:
    """It is reported at each edit, and no more once all is there."""
    reported = agent.writes("db/4.up.sql", "1\n", original=None)
    assert without_advice(reported) == lacking_partner(4)
    assert "add to db/4.up.sql: -- phaser:ignore-file back" in reported
    assert agent.writes("db/4.down.sql", "1\n", original=None) == ""
    assert agent.writes("db/4.up.sql", "2\n", original="1\n") == ""
    assert agent.writes("db/2.up.sql", "2\n", original="1\n") == ""
    assert agent.writes("packages/b/c/b.txt", "1\n", original=None) == LONELY.replace("/a", "/b")
    expected = "Contract violation: listed at line 2. Give it a line.\n  2: def two(): 0"
    text = "def one(): 0\ndef two(): 0\n"
    assert without_advice(agent.writes("src/a.py", text, original="def one(): 0\n")) == expected
    assert agent.writes("docs/api.md", "- one\n- two\n", original="- one\n") == ""
    assert agent.writes("src/a.py", f"{text}\n", original=text) == ""
    assert agent.stops() == LONELY.replace("/a", "/b")


def test_stop_reports_missing_partners_once(agent: Agent) -> None:
    """Once; what was so before the session is not its own."""
    write_files(agent.root, {"db/4.up.sql": "", "src/b.py": "def two(): 0\n"})
    expected = f"{lacking_partner(4)}\n{unlisted_sentence('src/b.py', 'two')}"
    assert without_advice(agent.stops()) == expected
    assert agent.stops() == ""


ELSEWHERE = {
    **CONTRACTS,
    "together.yaml": contract(
        "together",
        type="changed_together",
        pattern=None,
        file_glob="/src/",
        with_glob="/docs/",
        message="Say it in the docs.",
    ),
    "some.yaml": contract(
        "some", type="require_pattern", pattern="one", file_glob="/src/", scope="tree"
    ),
    "licence.yaml": contract(
        "licence", type="file_exists", pattern=None, file_glob="/LICENCE*", message="It stays."
    ),
    "notice.yaml": contract(
        "notice", type="file_exists", pattern=None, file_glob="NOTICE", message="It stays."
    ),
}
LICENCE = "Contract violation: licence in /LICENCE*. It stays."
NOTICE = "Contract violation: notice in NOTICE. It stays."


@pytest.fixture
def distant_agent(project: MakeProject, run: Run) -> Agent:
    """An agent in a project in which all is committed, with contracts of whole projects, too."""
    files = {
        **FILES,
        "LICENCE": "1\n",
        "LICENCE.md": "1\n",
        "NOTICE": "1\n",
        "src/c.py": "one\n",
    }
    return Agent(project(files, contracts=ELSEWHERE, commit=True), run)


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("edits", "removed"),
    [
        pytest.param({"docs/api.md": "- one\n- two\n"}, [], id="a list gets a line"),
        pytest.param({"docs/new.md": "- one\n"}, ["docs/api.md"], id="a list is another file"),
        pytest.param({"notes.md": "\n"}, [], id="no list"),
        pytest.param({"db/1.none": ""}, ["db/1.down.sql"], id="another partner"),
        pytest.param({}, ["db/3.down.sql"], id="suppressed by a directive"),
        pytest.param({}, ["db/1.up.sql", "db/1.down.sql"], id="both"),
        pytest.param({}, ["LICENCE"], id="one of two"),
        pytest.param({"src/c.py": "\n", "docs/api.md": "- one \n"}, [], id="another file has it"),
    ],
)
def test_others_that_lack_nothing(
    distant_agent: Agent, edits: dict[str, str], removed: list[str]
) -> None:
    """Nothing is said, neither after a command nor after the last edit."""
    for path in removed:
        (distant_agent.root / path).unlink()
    write_files(distant_agent.root, edits)
    assert distant_agent.after_command() == ""
    for path in reversed(edits):
        assert distant_agent.writes(path, edits[path]) == ""


@pytest.mark.one_row_in(9)
@pytest.mark.parametrize(
    ("edits", "removed", "expected"),
    [
        pytest.param(
            {"docs/api.md": "- none\n"}, [], unlisted_sentence("src/a.py", "one"), id="a line"
        ),
        pytest.param({}, ["docs/api.md"], unlisted_sentence("src/a.py", "one"), id="a list"),
        pytest.param({}, ["db/1.down.sql"], lacking_partner(1), id="a partner"),
        pytest.param({}, ["packages/a/README.md"], LONELY, id="of a folder"),
        pytest.param(
            {"packages/b/b.txt": "1\n", "packages/b/c/c.txt": "1\n"},
            [],
            LONELY.replace("/a", "/b"),
            id="of a new folder",
        ),
        pytest.param({}, ["LICENCE", "LICENCE.md"], LICENCE, id="the last that is required"),
        pytest.param({}, ["NOTICE"], NOTICE, id="the one that is required by its name"),
    ],
)
def test_what_others_lack_after_a_command(
    distant_agent: Agent, edits: dict[str, str], removed: list[str], expected: str
) -> None:
    """It is reported at once, at its place, and no more; Stop blocks all the same."""
    for path in removed:
        (distant_agent.root / path).unlink()
    write_files(distant_agent.root, edits)
    assert without_advice(distant_agent.after_command()) == expected
    assert distant_agent.after_command() == ""
    assert without_advice(distant_agent.stops()) == expected


def test_a_folder_that_lacked_its_partner_may_get_a_file(project: MakeProject, run: Run) -> None:
    """After a command its lack is no news."""
    files = {**FILES, "packages/old/x.txt": "1\n"}
    agent = Agent(project(files, contracts=ELSEWHERE, commit=True), run)
    assert agent.after_command() == ""
    write_files(agent.root, {"packages/old/y.txt": "1\n"})
    assert agent.after_command() == ""


def test_what_others_lack_after_an_edit(distant_agent: Agent) -> None:
    """It is reported at once, and no more; what the edit of the code reported is not repeated."""
    assert without_advice(
        distant_agent.writes("docs/api.md", "- no\n", original="- one\n")
    ) == unlisted_sentence("src/a.py", "one")
    assert distant_agent.writes("docs/api.md", "- none\n", original="- no\n") == ""
    text_for_model = distant_agent.writes("src/b.py", "def two(): 0\n", original=None)
    assert (
        without_advice(text_for_model)
        == "Contract violation: listed at line 1. Give it a line.\n  1: def two(): 0"
    )
    assert distant_agent.writes("docs/api.md", "- nothing\n", original="- none\n") == ""
    assert distant_agent.writes("docs/api.md", "- one\n- two\n", original="- nothing\n") == ""
    assert distant_agent.stops() == ""


@pytest.mark.slow
def test_an_item_that_was_reported_is_not_reported_again_where_its_line_moves(
    distant_agent: Agent,
) -> None:
    """A command took a line out above it, and the model read the same once more."""
    assert distant_agent.after_command() == ""
    written = distant_agent.writes("src/b.py", "# b\ndef two(): 0\n", original=None)
    assert "listed at line 2. Give it a line." in written
    write_files(distant_agent.root, {"src/b.py": "def two(): 0\n"})
    assert distant_agent.after_command() == ""
    write_files(distant_agent.root, {"src/b.py": "def two(): 0\ndef three(): 0\n"})
    assert "def three" in distant_agent.after_command()


@pytest.mark.slow
def test_the_last_match_of_the_project(distant_agent: Agent) -> None:
    """Is missed once the last file has lost it."""
    write_files(distant_agent.root, {"docs/api.md": "- one\n- uno\n"})
    assert distant_agent.writes("src/c.py", "no\n", original="one\n") == ""
    text_for_model = distant_agent.writes("src/a.py", "def uno(): 0\n", original="def one(): 0\n")
    assert text_for_model.startswith("Contract violation: some")
    assert distant_agent.writes("src/a.py", "def uno(): 1\n", original="def uno(): 0\n") == ""


def test_docs_that_are_changed_back_leave_the_code_alone(distant_agent: Agent) -> None:
    """The docs are what they were: the code's change is alone."""
    assert distant_agent.writes("docs/api.md", "- one\n- 1\n", original="- one\n") == ""
    assert distant_agent.writes("src/a.py", "def one(): 1\n", original="def one(): 0\n") == ""
    expected = "Contract violation: together in src/a.py. Say it in the docs."
    assert (
        without_advice(distant_agent.writes("docs/api.md", "- one\n", original="- one\n- 1\n"))
        == expected
    )


def test_without_git_nothing_is_compared(project: MakeProject, run: Run) -> None:
    """There is nothing to compare with."""
    agent = Agent(project(FILES, contracts=CONTRACTS), run)
    shutil.rmtree(agent.root / ".git")
    assert agent.writes("docs/api.md", "- none\n", original="- one\n") == ""


def test_a_line_taken_out_of_a_list(agent: Agent) -> None:
    """It is reported at the code, which was not touched, at Stop."""
    write_files(agent.root, {"docs/api.md": "- none\n"})
    assert without_advice(agent.stops()) == unlisted_sentence("src/a.py", "one")


def test_a_partner_removed_by_a_command(agent: Agent) -> None:
    """Is missed at Stop, at the file that it went with."""
    (agent.root / "db/1.down.sql").unlink()
    (agent.root / "packages/a/README.md").unlink()
    assert without_advice(agent.stops()) == f"{lacking_partner(1)}\n{LONELY}"


def test_a_list_is_asked_for_by_its_own_contracts_beside_a_link(
    project: MakeProject, run: Run, git: Git
) -> None:
    """What else changed files break was reported with their own edits: a link to one of them had
    all contracts checked anew at each edit of a list.
    """
    todo = contract("todo", pattern="TODO", file_glob="*.txt", severity="warning")
    root = project(FILES, contracts={**CONTRACTS, "todo.yaml": todo}, commit=True)
    (root / "linked.py").symlink_to("src/a.py")
    git(root, "add", "-A")
    git(root, "commit", "-qm", "Link")
    agent = Agent(root, run)
    assert without_advice(agent.writes("notes.txt", "TODO\n")) == (
        "Warning: todo at line 1. Use the logger.\n  1: TODO"
    )
    assert agent.writes("src/a.py", "def one(): 1\n") == ""
    assert agent.writes("docs/api.md", "- one\n\n") == ""


def test_a_partner_that_git_never_tracked_is_deleted(distant_agent: Agent) -> None:
    """Git says nothing of it, and the file beside it did not change: only Stop reported it."""
    write_files(distant_agent.root, {"db/7.up.sql": "1\n", "db/7.down.sql": "1\n"})
    assert distant_agent.after_command() == ""
    (distant_agent.root / "db/7.down.sql").unlink()
    assert without_advice(distant_agent.after_command()) == lacking_partner(7)
    assert distant_agent.after_command() == ""
