"""``phaser-lint hook``: what a coding agent is answered, row by row, and which project checks."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest

from tests.command.made import contract, denial_sentence, event, forbidden, no_file
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

NO_PRINT = {"no-print.yaml": contract("no-print")}
WARN_TODO = {
    "no-todo.yaml": contract(
        "no-todo", pattern="TODO", message="Write an issue.", severity="warning"
    )
}
SLOW = {"slow.yaml": contract("slow", pattern="(a|aa)+$")}
ENDLESS = "a" * 60 + "b\n"
INVALID = {"broken.yaml": contract("broken", pattern="(")}
INVALID_SENTENCE = (
    "Contract skipped: .claude/contracts/broken.yaml:3: pattern: expected a regular expression; "
    "missing ) at position 1"
)


def answer(outcome: Outcome) -> Any:
    """What the hook answered: always exit code 0 and nothing on standard error."""
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.count("\n") == 1
    return json.loads(outcome.out)


def prints(line: int, code: str = "print(0)") -> str:
    return denial_sentence("no-print", line, code)


def todo(line: int) -> str:
    return denial_sentence("no-todo", line, "# TODO", "Write an issue.", lead="Warning")


def deny(reason: str, *, context: str = "", to_user: str = "") -> dict[str, Any]:
    specific = {
        "hookEventName": "PreToolUse",
        "permissionDecision": "deny",
        "permissionDecisionReason": reason,
    }
    return with_context(specific, context, to_user)


def say(text: str, *, name: str = "PreToolUse", to_user: str = "") -> dict[str, Any]:
    return with_context({"hookEventName": name}, text, to_user)


def with_context(specific: dict[str, str], context: str, to_user: str) -> dict[str, Any]:
    if context:
        specific = {**specific, "additionalContext": context}
    return {"hookSpecificOutput": specific, **({"systemMessage": to_user} if to_user else {})}


# Before the edit.


@pytest.mark.parametrize(
    ("tool", "tool_input"),
    [
        ("Write", {"content": "log(1)\n"}),
        ("Edit", {"old_string": "y = 1", "new_string": "y = 2"}),
        ("Edit", {"old_str": "y = 1", "new_str": "y = 2"}),
        ("Edit", {"old_string": "print(0)\n", "new_string": ""}),
        ("MultiEdit", {"edits": [{"old_string": "y", "new_string": "print("}]}),
        ("Read", {}),
        ("Bash", {"command": "echo 'print(1)' > a.py"}),
        ("", {}),
        ("mcp__files__write", {"content": "print(1)"}),
    ],
)
def test_silent_before_the_edit(
    project: MakeProject, run: Run, tool: str, tool_input: dict[str, Any]
) -> None:
    """No objection is ``{}``: an explicit allow would skip the user's own permission prompt."""
    contracts = {"no-exec.yaml": contract("no-exec", pattern="exec")}
    root = project({"a.py": "y = 1\nprint(0)\n"}, contracts=contracts)
    stdin = event(tool, cwd=root, file_path=root / "a.py", **tool_input)
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


OLD = "print(0)\n"
OLDER = "1 existing violation in a.py is not counted."
HELD = "  Line 1 held this before, too: left as it was, it passes.\n"
BOTH_OLDER = "2 existing violations in a.py are not counted."


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        pytest.param(None, "x = 1\n", {}, id="a clean new file"),
        pytest.param(OLD, "x = 1\n", {}, id="fixed"),
        pytest.param(OLD, OLD + "x = 1\n", say(OLDER), id="beside existing violations"),
        pytest.param(
            OLD * 2, OLD * 2 + "x\n", say(BOTH_OLDER), id="beside more existing violations"
        ),
        pytest.param(OLD, "\n\n" + OLD, say(OLDER), id="existing violations moved"),
        pytest.param(OLD, f"if x:\n    {OLD}", say(OLDER), id="existing violations indented"),
        pytest.param(
            OLD, "print(0) # phaser:ignore no-print\n", {}, id="existing violations ignored"
        ),
        pytest.param(None, OLD, deny(prints(1)), id="a new file"),
        pytest.param("", OLD, deny(prints(1)), id="an empty file filled"),
        pytest.param("x\n", "x\n" + OLD, deny(prints(2)), id="introduced"),
        pytest.param(OLD, OLD * 2, deny(f"{prints(2)}\n{OLDER}"), id="one more of the same"),
        pytest.param(
            OLD,
            OLD + "print(1)\n",
            deny(f"{prints(2, 'print(1)')}\n{OLDER}"),
            id="introduced beside existing violations",
        ),
        pytest.param(
            OLD,
            "print(1)\n",
            deny(prints(1, "print(1)").replace("  Only", f"{HELD}  Only")),
            id="another in its place",
        ),
        pytest.param(
            "print(0) # phaser:ignore no-print\n",
            OLD,
            deny(prints(1)),
            id="a directive taken away",
        ),
        pytest.param(b"\0\1", OLD, deny(prints(1)), id="a binary file replaced"),
    ],
)
def test_only_what_the_edit_introduces(
    project: MakeProject,
    run: Run,
    before: str | bytes | None,
    after: str,
    expected: dict[str, Any],
) -> None:
    """existing violations is mentioned, not blocked."""
    root = project({} if before is None else {"a.py": before}, contracts=NO_PRINT)
    stdin = event("Write", cwd=root, file_path=root / "a.py", content=after)
    assert answer(run("hook", stdin=stdin, cwd=root)) == expected


def test_existing_violations_are_mentioned_once(project: MakeProject, run: Run) -> None:
    """In a session, whatever file it is; the denial of the next edit does not repeat it."""
    root = project({"a.py": OLD, "b.py": OLD * 2}, contracts=NO_PRINT)

    def edit(name: str, content: str, **session: str) -> Any:
        stdin = event("Write", cwd=root, file_path=root / name, content=content, **session)
        return answer(run("hook", stdin=stdin, cwd=root))

    assert edit("a.py", f"{OLD}x = 1\n") == say(OLDER)
    assert edit("a.py", f"{OLD}x = 2\n") == {}
    assert edit("b.py", f"{OLD * 2}x = 1\n") == {}
    assert edit("a.py", f"{OLD}print(1)\n") == deny(prints(2, "print(1)"))
    assert edit("a.py", f"{OLD}x = 1\n", session_id="another") == say(OLDER)


@pytest.mark.parametrize("cache", ["usable", "unusable"])
def test_existing_violations_that_cannot_be_remembered(
    project: MakeProject, run: Run, tmp_path: Path, cache: str
) -> None:
    """Without a session, or a folder to remember it in, nothing is mentioned."""
    root = project({"a.py": OLD}, contracts=NO_PRINT)
    (tmp_path / "file").write_text("")
    unusable = cache == "unusable"
    session = "named" if unusable else ""
    content = f"{OLD}x = 1\n"
    stdin = event("Write", cwd=root, file_path=root / "a.py", content=content, session_id=session)
    env = {"XDG_CACHE_HOME": str(tmp_path / "file")} if unusable else {}
    assert answer(run("hook", stdin=stdin, cwd=root, env=env)) == {}


@pytest.mark.parametrize(
    ("after", "expected"),
    [("x = 1\n", {}), (OLD + "x\n", deny(prints(1)))],
)
def test_block_all_denies_existing_violations_too(
    project: MakeProject, run: Run, after: str, expected: dict[str, Any]
) -> None:
    """The strict way: existing violations blocks too."""
    root = project({"a.py": OLD}, contracts=NO_PRINT)
    stdin = event("Write", cwd=root, file_path=root / "a.py", content=after)
    assert answer(run("hook", "--block", "all", stdin=stdin, cwd=root)) == expected


def test_warnings_are_reported_before_the_edit(project: MakeProject, run: Run) -> None:
    """As context without a decision, and not again after it."""
    root = project({}, contracts=WARN_TODO)
    event_keys = {"cwd": root, "file_path": root / "a.py", "content": "# TODO\n"}
    message = (
        "Warning: no-todo at line 1. Write an issue.\n  1: # TODO\n"
        "  Only if this is meant, end line 1 with: # phaser:ignore no-todo -- reason"
    )
    assert answer(run("hook", stdin=event("Write", **event_keys), cwd=root)) == say(message)
    write_files(root, {"a.py": "# TODO\n"})
    after = event("Write", name="PostToolUse", **event_keys)
    assert run("hook", stdin=after, cwd=root) == (0, "{}\n", "")


@pytest.mark.parametrize(
    ("path", "before", "content", "expected"),
    [
        ("a.py", None, "x", {}),
        (".env", None, "x", deny(forbidden(".env"))),
        (".env", None, "", deny(forbidden(".env"))),
        (".env", None, "\0", deny(forbidden(".env"))),
        (
            "b/.env",
            None,
            "x",
            deny(forbidden("b/.env")),
        ),
        (
            ".env",
            "x",
            "y",
            say("1 existing violation in .env is not counted."),
        ),
    ],
)
def test_existence_on_the_touched_path(
    project: MakeProject,
    run: Run,
    path: str,
    before: str | None,
    content: str,
    expected: dict[str, Any],
) -> None:
    """Writing a forbidden file is a violation; what is missing elsewhere is for Stop and scan."""
    license_ = contract("has-license", type="file_exists", pattern=None, file_glob="/LICENSE")
    contracts = {"no-file.yaml": no_file(".env"), "has-license.yaml": license_}
    root = project({} if before is None else {path: before}, contracts=contracts)
    stdin = event("Write", cwd=root, file_path=root / path, content=content)
    assert answer(run("hook", stdin=stdin, cwd=root)) == expected


@pytest.mark.parametrize(
    ("tool_input", "message"),
    [
        (
            {"file_path": "{root}/a.py", "old_string": "none", "new_string": "x"},
            "old_string not found in file",
        ),
        (
            {"file_path": "{root}/none.py", "old_string": "a", "new_string": "x"},
            "File not found: {root}/none.py",
        ),
        (
            {"file_path": "{root}/folder.py", "old_string": "a", "new_string": "x"},
            "Cannot read file: not a regular file",
        ),
        ({"file_path": "{root}/a.py", "new_string": "x"}, "Missing old_string"),
        ({"file_path": "{root}/a.py", "old_string": "x", "new_string": None}, "Missing new_string"),
    ],
)
def test_what_could_not_be_checked_is_reported(
    project: MakeProject, run: Run, tool_input: dict[str, Any], message: str
) -> None:
    """To the model and to the user; the edit goes on."""
    root = project({"a.py": "x = 1\n", "folder.py/x": ""}, contracts=NO_PRINT)
    filled = {
        key: field.replace("{root}", str(root)) if isinstance(field, str) else field
        for key, field in tool_input.items()
    }
    path = filled["file_path"].removeprefix(f"{root}/")
    text = f"Not checked: {path}: {message.replace('{root}', str(root))}."
    outcome = run("hook", stdin=event("Edit", cwd=root, **filled), cwd=root)
    assert answer(outcome) == say(text, to_user=text)


@pytest.mark.parametrize(
    ("tool", "tool_input"),
    [
        ("Write", {"content": "a\0b"}),
        ("Edit", {"old_string": "a", "new_string": "x"}),
    ],
)
def test_the_hook_is_silent_on_a_binary_file(
    project: MakeProject, run: Run, tool: str, tool_input: dict[str, Any]
) -> None:
    """A picture is none of a contract's business."""
    root = project({"a.py": b"\0\1a"}, contracts=NO_PRINT)
    stdin = event(tool, cwd=root, file_path=root / "a.py", **tool_input)
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


def test_an_edit_without_a_path_is_not_checked(project: MakeProject, run: Run) -> None:
    """An edit of nobody knows what cannot be checked."""
    root = project({}, contracts=NO_PRINT)
    text = "Not checked: Missing file_path."
    expected = say(text, to_user=f"phaser-lint: {text}")
    assert answer(run("hook", stdin=event("Write", cwd=root, content="x"), cwd=root)) == expected


@pytest.mark.parametrize("contracts", [{}, {"note.txt": "no contract"}])
@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse", "Stop"])
def test_without_contracts_the_hook_is_silent(
    project: MakeProject, run: Run, contracts: dict[str, str], name: str
) -> None:
    """Nothing to check by, nothing to say, whatever the event."""
    root = project({"a.py": OLD}, contracts=contracts)
    stdin = event("Write", name=name, cwd=root, file_path=root / "a.py", content=OLD)
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


@pytest.mark.parametrize(
    "name", ["SessionStart", "UserPromptSubmit", "PostToolUseFailure", "PreCompact", "Whatever"]
)
def test_events_of_others_are_silent(project: MakeProject, run: Run, name: str) -> None:
    """They are none of ours."""
    root = project({"a.py": OLD}, contracts=NO_PRINT)
    stdin = event("Write", name=name, cwd=root, file_path=root / "a.py", content=OLD)
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


UNDECIDED = "Not checked: slow on a.py: the pattern took longer than 20 ms."


def test_undecided_is_reported(project: MakeProject, run: Run) -> None:
    """To the model and to the user, before the edit; after it where nothing was said before."""
    root = project({"a.py": ENDLESS}, contracts=SLOW)
    flags = ("--timeout", "20")
    before = event("Write", cwd=root, file_path=root / "a.py", content=ENDLESS + "x")
    assert answer(run("hook", *flags, stdin=before, cwd=root)) == say(UNDECIDED, to_user=UNDECIDED)
    after = event("Write", name="PostToolUse", cwd=root, file_path=root / "a.py", content="")
    assert run("hook", *flags, stdin=after, cwd=root) == (0, "{}\n", "")
    another = json.dumps({**json.loads(after), "session_id": "another"}).encode()
    assert answer(run("hook", *flags, stdin=another, cwd=root)) == say(
        UNDECIDED, name="PostToolUse", to_user=UNDECIDED
    )


def test_undecided_beside_a_violation(project: MakeProject, run: Run) -> None:
    """What is known to be broken blocks, and the rest is said."""
    root = project({}, contracts={**SLOW, **NO_PRINT})
    stdin = event("Write", cwd=root, file_path=root / "a.py", content=ENDLESS + OLD)
    outcome = run("hook", "--timeout", "20", stdin=stdin, cwd=root)
    assert answer(outcome) == deny(prints(2), context=UNDECIDED, to_user=UNDECIDED)


def test_an_invalid_contract_is_said_to_the_user(project: MakeProject, run: Run) -> None:
    """Skipped and said to the user; the others count."""
    root = project({}, contracts={**INVALID, **NO_PRINT})
    clean_edit = event("Write", cwd=root, file_path=root / "a.py", content="x\n")
    assert answer(run("hook", stdin=clean_edit, cwd=root)) == {"systemMessage": INVALID_SENTENCE}
    bad_edit = event("Write", cwd=root, file_path=root / "a.py", content=OLD)
    assert answer(run("hook", stdin=bad_edit, cwd=root)) == deny(
        prints(1), to_user=INVALID_SENTENCE
    )


def test_invalid_contract_that_the_agent_wrote(project: MakeProject, run: Run) -> None:
    """Who has just written it reads it, so that it is fixed at once."""
    root = project({}, contracts=INVALID)
    path = root / ".claude/contracts/broken.yaml"
    stdin = event("Write", name="PostToolUse", cwd=root, file_path=path, content="")
    assert answer(run("hook", stdin=stdin, cwd=root)) == say(INVALID_SENTENCE, name="PostToolUse")


# After the edit.


@pytest.mark.parametrize(
    ("on_disk", "response", "expected"),
    [
        ("x\n", None, {}),
        ("# TODO\n", {"originalFile": "# TODO\nx\n"}, {}),
        ("# TODO\n", None, say(todo(1), name="PostToolUse")),
        (
            "x\n# TODO\n",
            {"originalFile": "x\n"},
            say(todo(2), name="PostToolUse"),
        ),
        (
            "# TODO\n",
            {"originalFile": None},
            say(todo(1), name="PostToolUse"),
        ),
        (OLD, {"originalFile": OLD}, {}),
        (OLD, None, say(prints(1), name="PostToolUse")),
        (
            OLD + "# TODO\n",
            None,
            say(
                f"{prints(1)}\n{todo(2)}",
                name="PostToolUse",
            ),
        ),
        (b"\0TODO", None, {}),
        (None, None, {}),
    ],
)
def test_after_an_edit_the_hook_only_adds_context(
    project: MakeProject,
    run: Run,
    on_disk: str | bytes | None,
    response: dict[str, Any] | None,
    expected: dict[str, Any],
) -> None:
    """Only context, from the file on disk; the edit is not applied a second time."""
    files = {} if on_disk is None else {"a.py": on_disk}
    root = project(files, contracts={**NO_PRINT, **WARN_TODO})
    stdin = event(
        "Edit",
        name="PostToolUse",
        cwd=root,
        file_path=root / "a.py",
        old_string="x",
        new_string="# TODO",
        tool_response=response,
    )
    assert answer(run("hook", stdin=stdin, cwd=root)) == expected


# At Stop.


def stop(root: Path, *, session: str = "abc123", active: bool = False) -> bytes:
    return event("", name="Stop", cwd=root, session_id=session, stop_hook_active=active)


def block(*lines: str) -> dict[str, str]:
    return {"decision": "block", "reason": "\n".join(lines)}


def new(path: str, line: int) -> str:
    return denial_sentence("no-print", line, "print(0)", path=path)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("committed", "changed_files", "expected"),
    [
        pytest.param({"a.py": OLD}, {}, {}, id="nothing changed"),
        pytest.param({"a.py": OLD}, {"a.py": OLD + "x\n"}, {}, id="existing violations"),
        pytest.param({"a.py": OLD}, {"a.py": "x\n"}, {}, id="fixed"),
        pytest.param({}, {"a.py": "# TODO\n"}, {}, id="a warning"),
        pytest.param({}, {"a.py": OLD}, block(new("a.py", 1)), id="untracked"),
        pytest.param({"a.py": "x\n"}, {"a.py": "x\n" + OLD}, block(new("a.py", 2)), id="changed"),
        pytest.param(
            {"a.py": OLD},
            {"a.py": OLD * 2, "b/c.py": OLD},
            block(new("a.py", 2), new("b/c.py", 1)),
            id="in two files",
        ),
        pytest.param(
            {},
            {".env": "x\n"},
            block(forbidden(".env")),
            id="a forbidden file",
        ),
        pytest.param({".env": "x\n"}, {".env": "y\n"}, {}, id="a forbidden file of old"),
    ],
)
def test_stop_blocks_for_what_is_new_against_head(
    project: MakeProject,
    run: Run,
    committed: dict[str, str],
    changed_files: dict[str, str],
    expected: dict[str, Any],
) -> None:
    """What is new against HEAD, whoever wrote it: ``echo > file`` is seen too."""
    contracts = {**NO_PRINT, **WARN_TODO, "no-file.yaml": no_file(".env")}
    root = project(committed, contracts=contracts, commit=True)
    write_files(root, changed_files)
    assert answer(run("hook", stdin=stop(root), cwd=root, env=cache(root))) == expected


def cache(root: Path) -> dict[str, str]:
    """A cache folder of its own for each test."""
    return {"XDG_CACHE_HOME": str(root.parent / "cache")}


def test_required_file_deleted_at_stop(project: MakeProject, run: Run) -> None:
    """The glob that finds nothing now, and found a file in HEAD."""
    license_ = contract("has-license", type="file_exists", pattern=None, file_glob="/LICENSE")
    root = project({"LICENSE": "MIT\n"}, contracts={"a.yaml": license_}, commit=True)
    assert answer(run("hook", stdin=stop(root), cwd=root, env=cache(root))) == {}
    (root / "LICENSE").unlink()
    expected = block("Contract violation: has-license in /LICENSE. Use the logger.")
    assert answer(run("hook", stdin=stop(root), cwd=root, env=cache(root))) == expected


def test_required_file_that_a_sparse_checkout_leaves_out(
    project: MakeProject, run: Run, git: Git
) -> None:
    """Nobody deleted it, and the agent could not bring it back."""
    license_ = contract("has-license", type="file_exists", pattern=None, file_glob="/out/LICENSE")
    files = {"out/LICENSE": "MIT\n", "src/a.py": ""}
    root = project(files, contracts={"a.yaml": license_}, commit=True)
    git(root, "sparse-checkout", "set", "src", ".claude")
    assert not (root / "out").exists()
    assert answer(run("hook", stdin=stop(root), cwd=root, env=cache(root))) == {}


def test_required_file_never_there_is_old(project: MakeProject, run: Run) -> None:
    """The agent is not asked to fix what was missing before."""
    license_ = contract("has-license", type="file_exists", pattern=None, file_glob="/LICENSE")
    root = project({}, contracts={"a.yaml": license_}, commit=True)
    assert answer(run("hook", stdin=stop(root), cwd=root, env=cache(root))) == {}


def test_stop_blocks_once(project: MakeProject, run: Run) -> None:
    """Not while the agent goes on because of us; not the same set again in this session."""
    root = project({"x": ""}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": OLD})
    first_answer = block(new("a.py", 1))

    def stopped(**how: Any) -> Any:
        return answer(run("hook", stdin=stop(root, **how), cwd=root, env=cache(root)))

    assert stopped(active=True) == {}
    assert stopped() == first_answer
    assert stopped() == {}
    assert stopped(session="another") == first_answer
    write_files(root, {"a.py": "\n" + OLD})
    assert stopped() == {}, "moved down a line, it is the same violation"
    write_files(root, {"a.py": OLD, "b.py": OLD})
    assert stopped() == block(new("a.py", 1), new("b.py", 1))


def test_stop_without_a_cache(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """A home that cannot be written to costs a repetition, not the check."""
    root = project({}, contracts=NO_PRINT, commit=True)
    write_files(root, {"a.py": OLD})
    (tmp_path / "home").write_text("a file, so that no folder can be made in it")
    for _ in range(2):
        outcome = run("hook", stdin=stop(root), cwd=root, env={"HOME": str(tmp_path / "home")})
        assert answer(outcome) == block(new("a.py", 1))


def test_stop_before_the_first_commit(project: MakeProject, run: Run) -> None:
    """Everything is new."""
    root = project({"a.py": OLD}, contracts=NO_PRINT)
    assert answer(run("hook", stdin=stop(root), cwd=root, env=cache(root))) == block(new("a.py", 1))


def test_stop_without_git_is_told_once(run: Run, tmp_path: Path) -> None:
    """There is nothing to compare with; that is said once a session."""
    root = tmp_path.resolve() / "plain"
    write_files(root, {"a.py": OLD, ".claude/contracts/a.yaml": contract()})
    message = f"phaser-lint cannot tell what is new in {root} at Stop: it is no git repository"
    assert answer(run("hook", stdin=stop(root), cwd=root, env=cache(root))) == {
        "systemMessage": message
    }
    assert answer(run("hook", stdin=stop(root), cwd=root, env=cache(root))) == {}


def test_stop_says_what_is_undecided_and_invalid_once(project: MakeProject, run: Run) -> None:
    """To the user; it is no reason to go on."""
    root = project({"a.py": ENDLESS}, contracts={**SLOW, **INVALID})
    first_answer = {"systemMessage": f"{UNDECIDED}\n{INVALID_SENTENCE}"}
    for expected in (first_answer, {}):
        outcome = run("hook", "--timeout", "20", stdin=stop(root), cwd=root, env=cache(root))
        assert answer(outcome) == expected


def test_stop_with_invalid_contracts_only(project: MakeProject, run: Run) -> None:
    """A session that wrote only through Bash hears of it too."""
    root = project({"a.py": OLD}, contracts=INVALID)
    outcome = run("hook", stdin=stop(root), cwd=root, env=cache(root))
    assert answer(outcome) == {"systemMessage": INVALID_SENTENCE}


def test_stop_of_a_subagent(project: MakeProject, run: Run) -> None:
    """The same, under its own event."""
    root = project({"a.py": OLD}, contracts=NO_PRINT)
    stdin = event("", name="SubagentStop", cwd=root)
    assert answer(run("hook", stdin=stdin, cwd=root, env=cache(root))) == block(new("a.py", 1))


def test_stop_in_a_folder_of_the_project(project: MakeProject, run: Run, git: Git) -> None:
    """The event's own folder moves; the agent's project variable does not."""
    root = project({"src/a.py": "x\n"}, contracts=NO_PRINT, commit=True)
    write_files(root, {"b.py": OLD})
    for env in (cache(root), {**cache(root), "CLAUDE_PROJECT_DIR": str(root)}):
        stdin = stop(root / "src", session=str(len(env)))
        assert answer(run("hook", stdin=stdin, cwd=root, env=env)) == block(new("b.py", 1))


# Input that is no event, and failures.

COULD_NOT = "phaser-lint could not check this: "


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("stdin", "expected_error"),
    [
        (b"", "standard input: expected a hook event as JSON, found nothing"),
        (b"{", "standard input: expected a hook event as JSON; "),
        (b"\xff\xfe\xfa", "standard input: expected a hook event as JSON; "),
        (b"[]", "standard input: expected a JSON object with a hook event"),
        (b"{}", "standard input: expected the hook event of an agent that is known"),
        (b'{"what": 1}', "standard input: expected the hook event of an agent that is known"),
        (b"[" * 200_000, "standard input: expected a hook event as JSON; "),
        (b" " * (64 * 1024 * 1024 + 1), "standard input: expected a hook event of at most 64 MB"),
    ],
)
def test_a_broken_event_is_reported_and_denied_only_by_flag(
    run: Run, stdin: bytes, expected_error: str
) -> None:
    """Exit code 0 and a message; with ``--fail-closed`` a denial."""
    message = answer(run("hook", stdin=stdin))["systemMessage"]
    assert message.startswith(COULD_NOT + expected_error)
    assert "\n" not in message
    closed = answer(run("hook", "--fail-closed", stdin=stdin))
    assert closed == deny(message, to_user=message)


@pytest.mark.parametrize(
    ("flags", "expected_error"),
    [
        (("--frobnicate",), "unrecognized arguments: --frobnicate"),
        (("--block", "none"), "argument --block: invalid choice: 'none'"),
        (("--timeout", "0"), "argument --timeout: expected milliseconds from 1 to 600000"),
        (("--contracts-dir", "/none"), "argument --contracts-dir: expected a folder"),
    ],
)
def test_a_wrong_flag_never_blocks_an_edit(
    project: MakeProject, run: Run, flags: tuple[str, ...], expected_error: str
) -> None:
    """Never exit code 2, which would block every edit."""
    root = project({}, contracts=NO_PRINT)
    stdin = event("Write", cwd=root, file_path=root / "a.py", content="x\n")
    message = answer(run("hook", *flags, stdin=stdin, cwd=root))["systemMessage"]
    assert message.startswith(COULD_NOT + expected_error)
    closed = answer(run("hook", "--fail-closed", *flags, stdin=stdin, cwd=root))
    assert closed == deny(message, to_user=message)


def test_help_beside_a_wrong_flag(run: Run) -> None:
    """The help is shown; nothing ends with 2."""
    outcome = run("hook", "--block", "none", "--help")
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.startswith("usage: phaser-lint hook")


def test_fail_closed_changes_nothing_else(project: MakeProject, run: Run) -> None:
    """A clean edit is still ``{}``."""
    root = project({}, contracts=NO_PRINT)
    stdin = event("Write", cwd=root, file_path=root / "a.py", content="x\n")
    assert run("hook", "--fail-closed", stdin=stdin, cwd=root) == (0, "{}\n", "")


# Which project checks, and under which name.


def test_a_relative_path_begins_at_the_events_folder(project: MakeProject, run: Run) -> None:
    """It belongs to the event's working directory, not to the process's."""
    root = project({"src/a.py": ""}, contracts=NO_PRINT)
    stdin = event("Write", cwd=root / "src", file_path="../b.py", content=OLD)
    assert answer(run("hook", stdin=stdin, cwd=root.parent)) == deny(prints(1))


def test_a_path_may_begin_at_the_home_folder(project: MakeProject, run: Run) -> None:
    """``~`` is the home folder, as in the client."""
    root = project({}, contracts=NO_PRINT)
    env = {"HOME": str(root.parent)}
    stdin = event("Write", cwd="/", file_path=f"~/{root.name}/a.py", content=OLD)
    assert answer(run("hook", stdin=stdin, cwd=root, env=env)) == deny(prints(1))


def test_globs_begin_at_the_root_of_a_linked_project(project: MakeProject, run: Run) -> None:
    """The folder may be reached by another name; the contract's glob still starts at its root."""
    root = project({}, contracts={"a.yaml": contract(file_glob="/src/*.py")})
    link = root.parent / "link"
    link.symlink_to(root)
    stdin = event("Write", cwd=link, file_path=link / "src/a.py", content=OLD)
    assert answer(run("hook", stdin=stdin, cwd=link)) == deny(prints(1))


def test_file_through_a_symlink(project: MakeProject, run: Run) -> None:
    """Checked under the name of the file that changes: the link is no way round."""
    root = project({"src/a.py": ""}, contracts={"a.yaml": contract(file_glob="/src/*.py")})
    (root / "notes.txt").symlink_to("src/a.py")
    stdin = event("Write", cwd=root, file_path=root / "notes.txt", content=OLD)
    assert answer(run("hook", stdin=stdin, cwd=root)) == deny(prints(1))


def test_symlink_out_of_the_project(project: MakeProject, run: Run) -> None:
    """What it points to is not this project's: it goes through, and that is said."""
    root = project({}, contracts=NO_PRINT)
    (root / "a.py").symlink_to(root.parent / "elsewhere.py")
    stdin = event("Write", cwd=root, file_path=root / "a.py", content=OLD)
    env = {"CLAUDE_PROJECT_DIR": str(root)}
    where = root.parent / "elsewhere.py"
    message = f"Not checked: {root / 'a.py'}: a link leads out of the project, to {where}."
    assert answer(run("hook", stdin=stdin, cwd=root, env=env)) == {
        "hookSpecificOutput": {"hookEventName": "PreToolUse", "additionalContext": message},
        "systemMessage": f"phaser-lint: {message}",
    }


def test_contracts_by_a_link_out_of_the_project(project: MakeProject, run: Run) -> None:
    """They do not count, at any time, and the user reads that; a scan ends with 2."""
    write_files((root := project({"a.py": OLD})).parent, {"rules/no-print.yaml": contract()})
    (root / ".claude").mkdir()
    (root / ".claude/contracts").symlink_to(root.parent / "rules")
    out = f"a link leads out of the project, to {root.parent / 'rules'}"
    scanned = run("scan", cwd=root)
    assert (scanned.code, f".claude/contracts: {out}" in scanned.err) == (2, True)
    stdin = event("Write", cwd=root, file_path=root / "b.py", content=OLD)
    for _ in range(2):  # without what is stored, and with it
        output = answer(run("hook", stdin=stdin, cwd=root))
        assert "hookSpecificOutput" not in output
        assert out in output["systemMessage"]


@pytest.mark.parametrize("name", ["PreToolUse", "PostToolUse"])
def test_file_outside_the_project(project: MakeProject, run: Run, name: str) -> None:
    """It is not this project's to check."""
    root = project({}, contracts=NO_PRINT)
    write_files(root.parent, {"a.py": OLD})
    stdin = event("Write", name=name, cwd=root, file_path=root.parent / "a.py", content=OLD)
    env = {"CLAUDE_PROJECT_DIR": str(root)}
    assert run("hook", stdin=stdin, cwd=root, env=env) == (0, "{}\n", "")


def test_neighbour_with_the_same_beginning(project: MakeProject, run: Run) -> None:
    """``/app-old`` is not inside of ``/app``."""
    root = project({}, contracts=NO_PRINT)
    neighbour = root.with_name(f"{root.name}-old")
    stdin = event("Write", cwd=root, file_path=neighbour / "a.py", content=OLD)
    env = {"CLAUDE_PROJECT_DIR": str(root)}
    assert run("hook", stdin=stdin, cwd=root, env=env) == (0, "{}\n", "")


def test_project_inside_a_project(project: MakeProject, run: Run) -> None:
    """The contracts of both check what lies in the inner one; beside it, only the root's."""
    inner_files = {"api/.claude/contracts/a.yaml": contract("no-exec", pattern="exec")}
    root = project(inner_files, contracts=NO_PRINT)
    edit_inside = event("Write", cwd=root, file_path=root / "api/a.py", content=OLD + "exec(x)\n")
    assert answer(run("hook", stdin=edit_inside, cwd=root)) == deny(
        f"{prints(1)}\n{denial_sentence('api/no-exec', 2, 'exec(x)', ignored='no-exec')}"
    )
    edit_beside = event("Write", cwd=root, file_path=root / "a.py", content=OLD + "exec(x)\n")
    assert answer(run("hook", stdin=edit_beside, cwd=root)) == deny(prints(1))


def test_repository_inside_a_project(project: MakeProject, run: Run) -> None:
    """With contracts of its own its top is an end; without, it is a part of the outer one."""
    root = project({"vendored/.git/HEAD": ""}, contracts=NO_PRINT)
    stdin = event("Write", cwd=root, file_path=root / "vendored/a.py", content=OLD)
    assert answer(run("hook", stdin=stdin, cwd=root)) == deny(prints(1))
    write_files(root, {"vendored/.phaser/contracts/a.yaml": contract("no-exec", pattern="exec")})
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


def test_home_folder_is_no_project(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """``~/.claude/contracts`` does not check every folder below the home folder."""
    home = tmp_path.resolve() / "home"
    write_files(home, {".claude/contracts/a.yaml": contract(), "notes/a.py": ""})
    stdin = event("Write", cwd=home, file_path=home / "notes/a.py", content=OLD)
    assert run("hook", stdin=stdin, cwd=home, env={"HOME": str(home)}) == (0, "{}\n", "")


def test_user_contracts_check_everywhere(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """``~/.phaser/contracts`` counts without a project, and its problems are said once."""
    home = tmp_path.resolve() / "home"
    invalid_contract = {".phaser/contracts/broken.yaml": INVALID["broken.yaml"]}
    write_files(home, {".phaser/contracts/a.yaml": contract(), **invalid_contract})
    for path in (tmp_path.resolve() / "a.py", home / "a.py"):
        stdin = event("Write", cwd=home, file_path=path, content=OLD)
        outcome = run("hook", stdin=stdin, cwd=home, env={"HOME": str(home)})
        to_user = INVALID_SENTENCE.replace(".claude", "~/.phaser")
        assert answer(outcome) == deny(prints(1), to_user=to_user)


def test_agents_project_without_contracts_above_the_file(project: MakeProject, run: Run) -> None:
    """``CLAUDE_PROJECT_DIR`` is the root where no contracts folder is above the file."""
    root = project({}, contracts={})
    user = {"HOME": str(root.parent)}
    write_files(root.parent, {".phaser/contracts/a.yaml": contract(file_glob="/src/*.py")})
    stdin = event("Write", cwd="/", file_path=root / "src/a.py", content=OLD)
    env = {**user, "CLAUDE_PROJECT_DIR": str(root)}
    assert answer(run("hook", stdin=stdin, cwd=root, env=env)) == deny(prints(1))


def test_working_directory_that_moved(project: MakeProject, run: Run) -> None:
    """The event's ``cwd`` follows the agent; which contracts check depends only on the file."""
    root = project({}, contracts=NO_PRINT)
    for cwd in ("/", root.parent, root / "none", ""):
        stdin = event(
            "Write", cwd=cwd, session_id=f"in {cwd}", file_path=root / "a.py", content=OLD
        )
        assert answer(run("hook", stdin=stdin, cwd=root)) == deny(prints(1))


def test_contract_files_quote_what_they_forbid(project: MakeProject, run: Run) -> None:
    """They are checked only by globs that name their folder."""
    root = project({}, contracts={"a.yaml": contract(file_glob="*", pattern="forbidden")})
    path = root / ".claude/contracts/b.yaml"
    stdin = event("Write", cwd=root, file_path=path, content=contract("b", pattern="forbidden"))
    assert run("hook", stdin=stdin, cwd=root) == (0, "{}\n", "")


@pytest.mark.parametrize(
    ("ignored", "is_tracked", "expected"),
    [(".env\n", False, ""), ("", False, "deny"), (".env\n", True, "deny")],
)
def test_a_forbidden_file_that_git_ignores_is_not_there(
    project: MakeProject, run: Run, git: Git, ignored: str, is_tracked: bool, expected: str
) -> None:
    """Nobody commits it, and a scan does not see it: ``Do not commit .env`` is kept."""
    files = {".gitignore": ignored} | ({".env": "A=1\n"} if is_tracked else {})
    root = project(files, commit=True)
    assert ".env" in git(root, "ls-files").split() or not is_tracked
    (root / ".env").unlink(missing_ok=True)
    write_files(root, {".claude/contracts/no-file.yaml": no_file("/.env")})
    outcome = run("hook", stdin=event(file_path=root / ".env", content="A=2\n", cwd=root), cwd=root)
    answer = json.loads(outcome.out).get("hookSpecificOutput", {})
    assert answer.get("permissionDecision", "") == expected
