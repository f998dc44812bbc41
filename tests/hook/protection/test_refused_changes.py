"""``phaser-lint hook --protect``: the hook itself is not an agent's to edit.

What stays silent comes first: other files, ordinary changes of settings, other tools, no flag.
"""

from __future__ import annotations

import json
import os
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.hook_entries import WantedHook, make_hook_groups
from phaser_lint.hook.protection.built_in_contracts import (
    ProtectedChange,
    build_protection_contracts,
)
from phaser_lint.hook.protection.refused_changes import refuse_changes
from tests.agent.events import SHAPES, event_bytes
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

    Hook = Callable[..., Any]

MESSAGES = {rule_id: contract.message for rule_id, contract in build_protection_contracts().items()}
DEAF = {"deaf.yaml": contract("deaf", ignorable=False)}
OURS = json.dumps({"hooks": make_hook_groups(WantedHook("project", protect=True))}, indent=2) + "\n"
SETTINGS = ".claude/settings.json"


def refusal_of(path: object, rule_id: str = "protected-contracts") -> str:
    return f"Contract violation: {rule_id} in {path}. {MESSAGES[rule_id]}"


@pytest.fixture
def hook(run: Run, tmp_path: Path) -> Hook:
    """What the hook with protection answers to an event: the reason, or all that it said."""

    def ask_hook(stdin: bytes, *flags: str) -> Any:
        env = {"HOME": str(tmp_path / "home"), "XDG_CACHE_HOME": str(tmp_path / "cache")}
        outcome = run("hook", "--protect", *flags, stdin=stdin, env=env)
        assert (outcome.code, outcome.err) == (0, "")
        answer = json.loads(outcome.out)
        specific = answer.get("hookSpecificOutput", {})
        return specific.get("permissionDecisionReason", answer)

    return ask_hook


# Silent.

SILENT: dict[str, tuple[str, dict[str, Any]]] = {
    "an ordinary file": ("Write", {"file_path": "src/a.py", "content": "x = 1\n"}),
    "a file beside contracts": ("Write", {"file_path": ".claude/agents/a.md", "content": "x\n"}),
    "reading a contract": ("Read", {"file_path": ".claude/contracts/deaf.yaml"}),
    "a shell": ("Bash", {"command": "cat .claude/contracts/deaf.yaml"}),
    "a text that names them": ("Write", {"file_path": "a.md", "content": ".claude/contracts/x"}),
    "a file in a worktree": (
        "Write",
        {"file_path": ".claude/worktrees/w/src/a.py", "content": "x = 1\n"},
    ),
    "a contract as it is": (
        "Write",
        {"file_path": ".claude/contracts/deaf.yaml", "content": DEAF["deaf.yaml"]},
    ),
    "an ordinary change of the settings": (
        "Edit",
        {"file_path": SETTINGS, "old_string": "{\n", "new_string": '{\n  "model": "opus",\n'},
    ),
    "variables": ("Write", {"file_path": ".env", "content": "A=1\nPATH=/x\n"}),
    "other settings": ("Write", {"file_path": ".gemini/settings.json", "content": "{}"}),
    "a directive that counts": (
        "Write",
        {"file_path": "a.py", "content": "x = 1  # phaser:ignore other\n"},
    ),
    "a directive that was there": (
        "Edit",
        {"file_path": "old.py", "old_string": "x = 1", "new_string": "x = 2"},
    ),
}
FILES = {SETTINGS: OURS, "old.py": "x = 1  # phaser:ignore deaf\n"}


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", SILENT.values(), ids=SILENT)
def test_edits_of_ordinary_files_are_silent(
    project: MakeProject, hook: Hook, row: tuple[str, dict[str, Any]]
) -> None:
    """Before and after the edit: nothing is said."""
    tool, tool_input = row
    root = project(FILES, contracts=DEAF, commit=True)
    assert hook(event(tool, cwd=root, **tool_input)) == {}
    assert hook(event(tool, name="PostToolUse", cwd=root, **tool_input)) == {}


def test_silent_without_the_flag(project: MakeProject, run: Run) -> None:
    """Then everything may be edited, as before."""
    root = project({}, contracts=DEAF)
    path = root / ".claude/contracts/deaf.yaml"
    stdin = event(cwd=root, file_path=path, content=DEAF["deaf.yaml"])
    assert run("hook", stdin=stdin) == (0, "{}\n", "")


def test_a_repeated_refusal_is_one_sentence(project: MakeProject, hook: Hook) -> None:
    """The same refusal at one prompt is a sentence; a subagent reads all of it."""
    root = project({}, contracts=DEAF)
    event_keys = {"cwd": root, "file_path": ".claude/contracts/deaf.yaml", "content": ""}
    stdin = event(**event_keys, prompt_id="p", tool_use_id="1")
    full_reason = refusal_of(".claude/contracts/deaf.yaml")
    assert hook(stdin) == full_reason
    stdin = event(**event_keys, prompt_id="p", tool_use_id="2")
    assert hook(stdin) == (
        "Contract violation, again: protected-contracts in .claude/contracts/deaf.yaml. "
        "Contracts are not for you to add, change, move or delete."
    )
    assert hook(json.dumps({**json.loads(stdin), "agent_id": "a"}).encode()) == full_reason


def test_silent_about_line_ends(project: MakeProject, hook: Hook) -> None:
    """A contract written as it is, of which the client tells what it was with other line ends."""
    text = DEAF["deaf.yaml"].replace("\n", "\r\n")
    root = project({}, contracts={"deaf.yaml": text})
    response = {"originalFile": DEAF["deaf.yaml"]}
    event_keys = {"cwd": root, "file_path": ".claude/contracts/deaf.yaml", "content": text}
    assert hook(event(**event_keys)) == {}
    assert hook(event(name="PostToolUse", tool_response=response, **event_keys)) == {}
    # A carriage return by itself is another text to a shell, and takes a line into a comment.
    event_keys["content"] = text.replace("\r\n", "\r")
    assert hook(event(**event_keys)) == refusal_of(".claude/contracts/deaf.yaml")


# Refused.

REFUSED: dict[str, tuple[str, dict[str, Any], str, str]] = {
    "a contract written": (
        "Write",
        {"file_path": ".claude/contracts/deaf.yaml", "content": ""},
        ".claude/contracts/deaf.yaml",
        "protected-contracts",
    ),
    "a contract edited": (
        "Edit",
        {"file_path": ".claude/contracts/deaf.yaml", "old_string": "deaf", "new_string": "x"},
        ".claude/contracts/deaf.yaml",
        "protected-contracts",
    ),
    "an edit that cannot be foreseen": (
        "Edit",
        {"file_path": ".claude/contracts/deaf.yaml", "old_string": "nowhere", "new_string": "x"},
        ".claude/contracts/deaf.yaml",
        "protected-contracts",
    ),
    "several edits": (
        "MultiEdit",
        {
            "file_path": ".claude/contracts/deaf.yaml",
            "edits": [{"old_string": "deaf", "new_string": "x"}],
        },
        ".claude/contracts/deaf.yaml",
        "protected-contracts",
    ),
    "a notebook's tool": (
        "NotebookEdit",
        {"notebook_path": ".claude/contracts/deaf.yaml", "new_source": "x"},
        ".claude/contracts/deaf.yaml",
        "protected-contracts",
    ),
    "a first contract": (
        "Write",
        {"file_path": ".phaser/contracts/new.yaml", "content": "x"},
        ".phaser/contracts/new.yaml",
        "protected-contracts",
    ),
    "a nested project's contract": (
        "Write",
        {"file_path": "packages/web/.claude/contracts/a.yaml", "content": "x"},
        "packages/web/.claude/contracts/a.yaml",
        "protected-contracts",
    ),
    "another case": (
        "Write",
        {"file_path": ".CLAUDE/Contracts/a.yaml", "content": "x"},
        ".CLAUDE/Contracts/a.yaml",
        "protected-contracts",
    ),
    "a way round": (
        "Write",
        {"file_path": "src/../.claude/./contracts//a.yaml", "content": "x"},
        ".claude/contracts/a.yaml",
        "protected-contracts",
    ),
    "the user's contracts": (
        "Write",
        {"file_path": "~/.phaser/contracts/a.yaml", "content": "x"},
        "~/.phaser/contracts/a.yaml",
        "protected-contracts",
    ),
    "the baseline": (
        "Write",
        {"file_path": ".phaser/baseline.jsonl", "content": "x"},
        ".phaser/baseline.jsonl",
        "protected-baseline",
    ),
    "the settings emptied": (
        "Write",
        {"file_path": SETTINGS, "content": "{}"},
        SETTINGS,
        "protected-settings",
    ),
    "contracts at a new level": (
        "Write",
        {"file_path": "ignored/a/.claude/contracts/a.yaml", "content": "override: deaf"},
        "ignored/a/.claude/contracts/a.yaml",
        "protected-contracts",
    ),
    "the configuration": (
        "Write",
        {"file_path": ".phaser/config.yaml", "content": "exclude: [a.py]"},
        ".phaser/config.yaml",
        "protected-contracts",
    ),
    "a repository inside": (
        "Write",
        {"file_path": "src/.git/HEAD", "content": "ref: refs/heads/main"},
        "src/.git/HEAD",
        "protected-repository",
    ),
    "a file that makes one": (
        "Write",
        {"file_path": "src/.git", "content": "gitdir: /elsewhere"},
        "src/.git",
        "protected-repository",
    ),
    "hooks switched off": (
        "Edit",
        {
            "file_path": SETTINGS,
            "old_string": "{\n",
            "new_string": '{\n  "disableAllHooks": true,\n',
        },
        SETTINGS,
        "protected-settings",
    ),
    "hooks switched off by a variable": (
        "Write",
        {"file_path": "sub/.env", "content": "A=1\nQWEN_CODE_SAFE_MODE=1\n"},
        "sub/.env",
        "protected-settings",
    ),
    "a value for which the whole file does not count": (
        "Edit",
        {"file_path": SETTINGS, "old_string": "{\n", "new_string": '{\n  "model": 5,\n'},
        SETTINGS,
        "protected-settings",
    ),
    "hooks switched off beside": (
        "Write",
        {"file_path": ".claude/settings.local.json", "content": '{"disableAllHooks": true}'},
        ".claude/settings.local.json",
        "protected-settings",
    ),
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("contracts", [DEAF, None], ids=["contracts", "none"])
@pytest.mark.parametrize("row", REFUSED.values(), ids=REFUSED)
def test_edits_of_deciding_files_are_refused(
    project: MakeProject,
    hook: Hook,
    row: tuple[str, dict[str, Any], str, str],
    contracts: dict[str, str] | None,
) -> None:
    """With contracts and without any; the reason says whose decision it is."""
    tool, tool_input, shown_path, rule_id = row
    root = project(FILES, contracts=contracts)
    assert hook(event(tool, cwd=root, **tool_input)) == refusal_of(shown_path, rule_id)


@pytest.mark.parametrize("flags", [("--block", "introduced"), ("--block", "all"), ("--augment",)])
def test_refused_whatever_else_is_reported(
    project: MakeProject, hook: Hook, flags: tuple[str, ...]
) -> None:
    """Other flags do not weaken it."""
    root = project(FILES, contracts=DEAF)
    stdin = event(cwd=root, file_path=".claude/contracts/b.yaml", content="x")
    assert hook(stdin, *flags) == refusal_of(".claude/contracts/b.yaml")


def test_a_contract_of_the_same_id(project: MakeProject, hook: Hook) -> None:
    """It does not take the place of the one that is built in."""
    contract_text = contract("protected-contracts", severity="warning", enabled=False)
    root = project({}, contracts={"own.yaml": contract_text})
    stdin = event(cwd=root, file_path=".claude/contracts/own.yaml", content="")
    assert hook(stdin) == refusal_of(".claude/contracts/own.yaml")


def test_no_directive_lets_an_edit_pass(project: MakeProject, hook: Hook) -> None:
    """Nor does one in the contract file itself."""
    root = project({}, contracts=DEAF)
    text = "# phaser:ignore-file protected-contracts\n"
    stdin = event(cwd=root, file_path=".claude/contracts/a.yaml", content=text)
    assert hook(stdin) == refusal_of(".claude/contracts/a.yaml")


def test_linked_contracts_are_refused_by_any_name(project: MakeProject, hook: Hook) -> None:
    """Contracts that lie elsewhere: by their own path, by the link, in a nested project."""
    files = {"rules/a.yaml": contract(), "dot/settings.json": OURS, "web-rules/x": ""}
    root = project(files)
    (root / ".claude").symlink_to("dot")
    (root / "dot/contracts").symlink_to("../rules")
    write_files(root / "nested/src", {"a.py": "x\n"})
    (root / "nested/.phaser").mkdir()
    (root / "nested/.phaser/contracts").symlink_to("../../web-rules")
    rows = {
        "rules/a.yaml": ("rules/a.yaml", "protected-contracts"),
        ".claude/contracts/a.yaml": ("rules/a.yaml", "protected-contracts"),
        "dot/contracts/new.yaml": ("rules/new.yaml", "protected-contracts"),
        "dot/settings.json": ("dot/settings.json", "protected-settings"),
        "nested/.phaser/contracts/a.yaml": ("web-rules/a.yaml", "protected-contracts"),
    }
    for path, (shown_path, rule_id) in rows.items():
        stdin = event(cwd=root, file_path=root / path, content="{}", session_id=path)
        assert hook(stdin) == refusal_of(shown_path, rule_id), path
    for path in ("rules-of-thumb.md", "dot/notes.md", "nested/src/a.py"):
        assert hook(event(cwd=root, file_path=root / path, content="x\n")) == {}, path


def test_a_hard_link_to_a_contract_is_refused(project: MakeProject, hook: Hook) -> None:
    """The same file by another name."""
    root = project({"copy.yaml": "x\n"}, contracts=DEAF)
    os.link(root / ".claude/contracts/deaf.yaml", root / "hard.yaml")
    assert hook(event(cwd=root, file_path="copy.yaml", content="y\n")) == {}
    assert hook(event(cwd=root, file_path="hard.yaml", content="y\n")) == refusal_of("hard.yaml")


def test_a_directive_for_a_deaf_contract_is_refused(project: MakeProject, hook: Hook) -> None:
    """One more for a contract that cannot be ignored is refused, with the contract's id."""
    root = project(FILES, contracts=DEAF)
    text = "x = 1  # phaser:ignore deaf\ny = 1  # phaser:ignore deaf\n"
    reason = hook(event(cwd=root, file_path="old.py", content=text))
    lead = "Contract violation: protected-directives in old.py at line 2. deaf: "
    assert reason == lead + MESSAGES["protected-directives"]


def test_a_given_contracts_folder(project: MakeProject, hook: Hook) -> None:
    """That of ``--contracts-dir`` counts as well."""
    root = project({"rules/a.yaml": contract()})
    stdin = event(cwd=root, file_path="rules/a.yaml", content="")
    reason = hook(stdin, "--contracts-dir", str(root / "rules"))
    assert reason == refusal_of("rules/a.yaml")


# Patches.

PATCHES = {
    "deleted": "*** Delete File: .claude/contracts/deaf.yaml\n",
    "moved away": "*** Update File: .claude/contracts/deaf.yaml\n*** Move to: d.yaml\n@@\n"
    "-severity: \"error\"\n+severity: \"warning\"\n",
    "moved here": "*** Update File: old.py\n*** Move to: .claude/contracts/deaf.yaml\n@@\n"
    "-x = 1  # phaser:ignore deaf\n+y\n",
    "among others": "*** Add File: b.py\n+x\n*** Delete File: .claude/contracts/deaf.yaml\n",
    "after what cannot be foreseen": "*** Update File: old.py\n@@\n-nowhere\n+x\n"
    "*** Delete File: .claude/contracts/deaf.yaml\n",
    "that cannot be read": "*** Delete File: .claude/contracts/deaf.yaml\nnonsense\n",
}  # fmt: skip


@pytest.mark.parametrize("lines", PATCHES.values(), ids=PATCHES)
def test_a_patch_of_a_contract_is_refused(project: MakeProject, hook: Hook, lines: str) -> None:
    """Deleting and moving are refused like editing, wherever in the patch."""
    root = project(FILES, contracts=DEAF)
    patch = f"*** Begin Patch\n{lines}*** End Patch\n"
    stdin = event("apply_patch", cwd=root, tool_input={"command": patch})
    assert hook(stdin, "--agent", "codex") == refusal_of(".claude/contracts/deaf.yaml")


DELETION = f"*** Begin Patch\n{PATCHES['deleted']}*** End Patch\n"
DEAF_PATH = ".claude/contracts/deaf.yaml"
ELSEWHERE: dict[str, tuple[str, str, Any]] = {
    "Codex, a list": ("codex", "apply_patch", {"command": ["apply_patch", DELETION]}),
    "Codex, bare": ("codex", "apply_patch", DELETION),
    "Codex, under another key": ("codex", "apply_patch", {"c": {"d": [DELETION]}}),
    "Codex, a line each": ("codex", "apply_patch", {"lines": DELETION.split("\n")}),
    "OpenCode": ("opencode", "apply_patch", {"patch_text": DELETION}),
    "Copilot CLI": ("copilot-cli", "apply_patch", {"diff": DELETION}),
    "Copilot CLI, a path alone": ("copilot-cli", "apply_patch", {"path": DEAF_PATH, "diff": 5}),
    "VS Code": ("vscode", "apply_patch", {"text": DELETION}),
    "VS Code, no list": ("vscode", "editFiles", {"files": DEAF_PATH}),
    "VS Code, a list of objects": (
        "vscode", "editFiles", {"files": ["a.py", {"path": DEAF_PATH}]}
    ),
    "VS Code, another key": ("vscode", "insert_edit_into_file", {"uri": DEAF_PATH, "code": "x"}),
    "Cline": ("cline", "apply_patch", {"diff": DELETION}),
    "Cursor": ("cursor", "ApplyPatch", {"text": DELETION}),
}  # fmt: skip


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("row", ELSEWHERE.values(), ids=ELSEWHERE)
def test_patches_that_stand_elsewhere(
    project: MakeProject, run: Run, row: tuple[str, str, Any]
) -> None:
    """Where its text is looked for there is none; what it names is found all the same."""
    agent, tool, tool_input = row
    root = project(FILES, contracts=DEAF)
    event = SHAPES[agent]("before", (tool, tool_input), str(root))
    for flags in ((), ("--fail-closed",)):
        outcome = run("hook", "--protect", "--abort", *flags, stdin=json.dumps(event).encode())
        assert (outcome.code, outcome.err) == (0, "")
        assert "Contract violation" in outcome.out
        assert f"protected-contracts in {DEAF_PATH}. " in outcome.out
        assert any(denied in outcome.out for denied in ('"deny"', '"cancel": true'))


def test_a_patch_of_the_settings(project: MakeProject, hook: Hook) -> None:
    """What keeps the hooks passes, and what takes them out does not."""
    root = project(FILES)
    head = f"*** Begin Patch\n*** Update File: {SETTINGS}\n@@\n"
    for change, answer in (
        ('-{\n+{\n+  "model": "x",\n', {}),
        ('-{\n+{\n+  "disableAllHooks": 1,\n', refusal_of(SETTINGS, "protected-settings")),
    ):
        patch = f"{head}{change}*** End Patch\n"
        stdin = event("apply_patch", cwd=root, tool_input={"command": patch})
        assert hook(stdin, "--agent", "codex") == answer


def test_settings_that_wave_refuses(project: MakeProject, hook: Hook) -> None:
    """One such entry switches all its hooks off, those of other files too; any other may come."""
    root = project({})
    path = ".wave/settings.local.json"
    group = {"hooks": [{"type": "command", "command": "true"}]}
    for hooks, answer in (
        ({"Stop": [group]}, {}),
        ({"PreToolUse": [{**group, "matcher": "write|edit*"}]}, {}),
        ({"Stop": [{**group, "matcher": "*"}]}, refusal_of(path, "protected-settings")),
    ):
        content = json.dumps({"hooks": hooks})
        assert hook(event(cwd=root, file_path=path, content=content)) == answer


@pytest.mark.parametrize(
    ("path", "content"),
    [
        (".github/copilot/settings.json", '{"disableAllHooks": true}'),
        (".github/copilot/settings.local.json", '{"disableAllHooks": true}'),
        (".codex/config.toml", "[features]\ncodex_hooks = false\n"),
        (".gemini/settings.json", '{"hooksConfig": {"enabled": false}}'),
    ],
)
def test_switches_of_other_agents(
    project: MakeProject, hook: Hook, path: str, content: str
) -> None:
    """Each agent's are its own, and all are protected; another key is not."""
    root = project({})
    assert hook(event(cwd=root, file_path=path, content="")) == {}
    answer = hook(event(cwd=root, file_path=path, content=content))
    assert answer == refusal_of(path, "protected-settings")


AGENTS = ("codex", "qwen-code", "vscode", "wave", "copilot-cli", "gemini-cli", "cursor",
          "opencode", "windsurf", "cline")  # fmt: skip


@pytest.mark.parametrize("agent", AGENTS)
def test_every_agent_reads_the_refusal_in_its_form(
    project: MakeProject, run: Run, agent: str
) -> None:
    """Each reads it in its own form; where a denial would end the run, with ``--abort``."""
    root = project({}, contracts=DEAF)
    stdin = event_bytes(agent, "before", root, path=".claude/contracts/a.yaml", text="x\n")
    outcome = run("hook", "--agent", agent, "--protect", "--abort", stdin=stdin)
    reason_in_json = json.dumps(refusal_of(".claude/contracts/a.yaml"))[1:-1]
    assert reason_in_json in outcome.out or refusal_of(".claude/contracts/a.yaml") in outcome.err
    plain = run("hook", "--agent", agent, "--protect", stdin=event_bytes(agent, "before", root))
    assert plain == (0, "" if agent == "windsurf" else "{}\n", "")


# After the edit, and at Stop.


def report_of_change(path: str, rule_id: str, ending: str) -> tuple[str, str]:
    to_model = f"Changed all the same: {rule_id} in {path}. {MESSAGES[rule_id]}\n{ending}"
    return to_model, f"phaser-lint: changed although it is protected: {path} ({rule_id})."


TELL = "Do not change it back yourself: tell the user what was changed, and by what."
IF_NOT = "If it was not you, there is nothing to do but to say so."


def test_a_protected_change_that_landed_is_reported(project: MakeProject, hook: Hook) -> None:
    """A change that landed is said to the model and to the user."""
    root = project(FILES, contracts=DEAF, commit=True)
    path = root / ".claude/contracts/deaf.yaml"
    stdin = event(name="PostToolUse", cwd=root, file_path=path, content="x")
    assert hook(stdin) == {}
    path.write_text(contract("deaf", severity="warning"))
    to_model, to_user = report_of_change(".claude/contracts/deaf.yaml", "protected-contracts", TELL)
    specific = {"hookEventName": "PostToolUse", "additionalContext": to_model}
    assert hook(stdin) == {"hookSpecificOutput": specific, "systemMessage": to_user}


def test_stop_reports_protected_changes_once(project: MakeProject, hook: Hook) -> None:
    """What differs from the last commit is said once; ordinary changes are not."""
    root = project({**FILES, "rules.yaml": "x\n"}, contracts=DEAF, commit=True)
    stdin = event(name="Stop", cwd=root)
    write_files(root, {SETTINGS: OURS.replace("{", '{"model": "x",', 1), "a.py": "x\n"})
    assert hook(stdin) == {}
    (root / ".claude/contracts/deaf.yaml").unlink()
    to_model, to_user = report_of_change(
        ".claude/contracts/deaf.yaml", "protected-contracts", IF_NOT
    )
    assert hook(stdin) == {"decision": "block", "reason": to_model, "systemMessage": to_user}
    assert hook(stdin) == {}
    assert hook(event(name="Stop", cwd=root, session_id="2", stop_hook_active=True)) == {}
    write_files(root, {".phaser/contracts/new.yaml": contract("new")})
    expected_paths = ".phaser/contracts/new.yaml, .claude/contracts/deaf.yaml (protected-contracts)"
    assert (
        hook(stdin)["systemMessage"]
        == f"phaser-lint: changed although it is protected: {expected_paths}."
    )


def test_a_directive_that_landed_has_one_advice(project: MakeProject, hook: Hook) -> None:
    """After the command and at Stop: the agent takes out what it added itself."""
    root = project(FILES, contracts=DEAF, commit=True)
    write_files(root, {"new.py": "old(1)  # phaser:ignore deaf\n"})
    if_agent = "If you added the directive, remove it and fix the line; if the user did, leave it."
    after = hook(event("Bash", name="PostToolUse", cwd=root, command="make"))
    texts = [after["hookSpecificOutput"]["additionalContext"]]
    texts.append(hook(event(name="Stop", cwd=root))["reason"])
    assert [text.count(if_agent) for text in texts] == [1, 1]
    assert not any(TELL in text or IF_NOT in text for text in texts)


def test_at_stop_without_a_repository(tmp_path: Path, hook: Hook) -> None:
    """There is nothing to compare with."""
    write_files(tmp_path / "p", {".phaser/notes.md": "x\n"})
    assert hook(event(name="Stop", cwd=tmp_path / "p")) == {}


def test_protected_files_of_a_list_are_named(project: MakeProject, git: Git) -> None:
    """Whoever lists changed files learns which of them are protected."""
    root = project(FILES, contracts=DEAF)
    changes = [
        ProtectedChange(str(root / "a.py"), None, "x\n"),
        ProtectedChange(str(root / ".claude/contracts/deaf.yaml"), "x\n", None),
        ProtectedChange(str(root / ".claude/contracts/same.yaml"), "x\n", "x\n"),
        ProtectedChange(str(root / SETTINGS), OURS, "{}"),
        ProtectedChange(str(root / ".gemini/settings.json"), None, "{}"),
    ]
    violations = refuse_changes(changes, place_folders=[str(root)], home="")
    assert [(violation.rule_id, violation.path) for violation in violations] == [
        ("protected-contracts", ".claude/contracts/deaf.yaml"),
        ("protected-settings", SETTINGS),
    ]
