"""The installed hook in real clients of other agents: what it stops, what their models are told.

    PHASER_CODEX=/path/to/codex pytest -m e2e tests/e2e/test_other_clients.py

Also PHASER_GEMINI, PHASER_QWEN (with Node 22 beside it), PHASER_COPILOT, PHASER_OPENCODE,
PHASER_KILO, PHASER_CLINE, PHASER_DROID, PHASER_KIMI and PHASER_PI (a script that starts both with
Node 22), and PHASER_VIBE (of PyPI, with Python 3.12 or later); for Wave PHASER_WAVE_SOURCES, the
folder of its agent-sdk with its packages and tsx, and PHASER_WAVE_NODE, Node 22 or later. A client
that is not there is skipped.
"""

from __future__ import annotations

import json
import os
import subprocess
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.install_table import list_paths_by_scope
from tests.agent.events import adding_patch
from tests.command.made import contract, denial_sentence
from tests.conftest import PROGRAM
from tests.e2e.other_clients import CLIENTS, Run, find_client, run_client
from tests.hook.test_partners_and_lists import CONTRACTS as PAIRS
from tests.hook.test_partners_and_lists import FILES as PAIRED
from tests.hook.test_partners_and_lists import lacking_partner

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject

pytestmark = pytest.mark.e2e
CONTRACTS = {
    "no-print.yaml": contract(),
    "no-todo.yaml": contract("no-todo", pattern="TODO", severity="warning", message="Finish it."),
}
DENIAL = denial_sentence()
WARNED = denial_sentence("no-todo", 1, "# TODO", "Finish it.", lead="Warning")
WRITES: dict[str, Any] = {
    "codex": lambda path, text: ("apply_patch", adding_patch((path, text))),
    "gemini-cli": lambda path, text: ("write_file", {"file_path": path, "content": text}),
    "qwen-code": lambda path, text: ("write_file", {"file_path": path, "content": text}),
    "copilot-cli": lambda path, text: ("create", {"path": path, "file_text": text}),
    "opencode": lambda path, text: ("write", {"filePath": path, "content": text}),
    "kilo": lambda path, text: ("write", {"filePath": path, "content": text}),
    "cline": lambda path, text: ("editor", {"path": path, "new_text": text}),
    "wave": lambda path, text: ("Write", {"file_path": path, "content": text}),
    "droid": lambda path, text: ("Create", {"file_path": path, "content": text}),
    "kimi-code": lambda path, text: ("Write", {"path": path, "content": text}),
    "pi": lambda path, text: ("write", {"path": path, "content": text}),
    "vibe": lambda path, text: ("write_file", {"path": path, "content": text}),
}
SHELLS: dict[str, Any] = {
    "codex": lambda command: ("exec_command", {"cmd": command}),
    "gemini-cli": lambda command: (
        "run_shell_command",
        {"command": command, "description": "w"},
    ),
    "qwen-code": lambda command: (
        "run_shell_command",
        {"command": command, "description": "w", "is_background": False},
    ),
    "copilot-cli": lambda command: ("bash", {"command": command, "description": "w"}),
    "wave": lambda command: ("Bash", {"command": command, "description": "w"}),
    "droid": lambda command: (
        "Execute",
        {"command": command, "summary": "w", "riskLevel": "low", "riskLevelReason": "w"},
    ),
    "pi": lambda command: ("bash", {"command": command}),
    "vibe": lambda command: ("bash", {"command": command}),
}
each_client = pytest.mark.parametrize("agent", CLIENTS)


def drive(
    agent: str,
    root: Path,
    turns: list[list[Any]],
    *flags: str,
    prompt: str = "go",
    model: dict[str, str] | None = None,
) -> Run:
    """Install the hook and run the client, or skip."""
    program = find_client(agent)
    if program is None:
        pytest.skip(f"no client: set {CLIENTS[agent][0]}")
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    home = root.parent / "home"
    process_result = subprocess.run(
        [PROGRAM, "install", "--agent", agent, *flags],
        cwd=root,
        env={**os.environ, "PATH": path, "HOME": str(home)},
        capture_output=True,
        text=True,
    )
    assert (process_result.returncode, process_result.stderr) == (0, "")
    return run_client(
        agent, program, project=root, home=home, turns=turns, prompt=prompt, model=model or {}
    )


def texts_written(root: Path, *names: str) -> dict[str, str]:
    return {name: (root / name).read_text() for name in names if (root / name).exists()}


@each_client
def test_a_bad_write_is_denied_or_reported(project: MakeProject, agent: str) -> None:
    """Nothing reaches the disk, and the model reads why; Cline's is told after the write."""
    root = project({}, contracts=CONTRACTS, commit=True)
    write = WRITES[agent]
    run = drive(agent, root, [[write(f"{root}/a.py", "print(1)\n")]])
    assert DENIAL in run.model_text, run.output
    assert texts_written(root, "a.py") == ({"a.py": "print(1)\n"} if agent == "cline" else {})


@each_client
def test_a_clean_write_and_a_warning(project: MakeProject, agent: str) -> None:
    """Both land; the model reads only of the second."""
    root = project({}, contracts=CONTRACTS, commit=True)
    write = WRITES[agent]
    turns = [[write(f"{root}/a.py", "x = 1\n")], [write(f"{root}/b.py", "# TODO\n")]]
    run = drive(agent, root, turns)
    assert texts_written(root, "a.py", "b.py") == {"a.py": "x = 1\n", "b.py": "# TODO\n"}, (
        run.output
    )
    # Nothing but a denial reaches Kimi Code's model.
    assert (WARNED in run.model_text) == (agent != "kimi-code")
    assert "Contract violation" not in run.model_text


@pytest.mark.parametrize("agent", SHELLS)
def test_the_model_hears_of_what_a_shell_wrote(project: MakeProject, agent: str) -> None:
    """The model hears of it after the command, and once more when it wants to stop."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive(agent, root, [[SHELLS[agent](f"echo 'print(1)' > {root}/a.py")]])
    assert texts_written(root, "a.py") == {"a.py": "print(1)\n"}, run.output
    # Each request repeats the ones before: once in the second, twice in the third.
    assert run.model_text.count(denial_sentence(path="a.py")) == 3, run.model_text
    assert run.requests == 3


WITHOUT_STOP: dict[str, Any] = {
    "opencode": lambda command: ("bash", {"command": command, "description": "w"}),
    "kilo": lambda command: ("bash", {"command": command, "description": "w"}),
    "cline": lambda command: ("run_commands", {"commands": [command]}),
}


@pytest.mark.parametrize("agent", WITHOUT_STOP)
def test_what_a_shell_wrote_is_told_after_the_command(project: MakeProject, agent: str) -> None:
    """The model hears of it after the command; nothing holds its end."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive(agent, root, [[WITHOUT_STOP[agent](f"echo 'print(1)' > {root}/a.py")]])
    assert texts_written(root, "a.py") == {"a.py": "print(1)\n"}, run.output
    assert run.model_text.count(denial_sentence(path="a.py")) == 1, run.model_text


def test_what_a_shell_wrote_in_kimi_code(project: MakeProject) -> None:
    """Its model reads nothing after a command, and what is new when it wants to stop."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive("kimi-code", root, [[("Bash", {"command": f"echo 'print(1)' > {root}/a.py"})]])
    assert texts_written(root, "a.py") == {"a.py": "print(1)\n"}, run.output
    assert (
        denial_sentence(path="a.py") in run.second,
        denial_sentence(path="a.py") in run.last,
    ) == (False, True)
    assert run.requests == 3


FAILED: dict[str, Any] = {**SHELLS, **WITHOUT_STOP}


COMMANDS: dict[str, Any] = {
    **FAILED,
    "kimi-code": lambda command: ("Bash", {"command": command}),
}


@pytest.mark.parametrize("agent", COMMANDS)
def test_a_command_that_goes_round_the_checks_is_not_run(project: MakeProject, agent: str) -> None:
    """Cline's needs a denial that ends its run."""
    root = project({}, contracts=CONTRACTS, commit=True)
    flags = ["--protect", *["--abort"] * (agent == "cline")]
    turns = [
        [COMMANDS[agent](f"echo x > {root}/a.txt; git log -n 1")],
        [COMMANDS[agent](f"echo x > {root}/b.txt; git commit --no-verify -m x")],
    ]
    run = drive(agent, root, turns, *flags)
    assert texts_written(root, "a.txt", "b.txt") == {"a.txt": "x\n"}, run.output
    is_told = "protected-commands in `git commit --no-verify`" in run.model_text
    assert is_told == (agent != "cline")


@pytest.mark.parametrize("agent", FAILED)
def test_what_a_failed_shell_wrote(project: MakeProject, agent: str) -> None:
    """The model reads of it in what comes next; Qwen Code's and droid's at the end."""
    root = project({}, contracts=CONTRACTS, commit=True)
    command = FAILED[agent](f"echo 'print(1)' > {root}/a.py; exit 3")
    run = drive(agent, root, [[command]])
    assert texts_written(root, "a.py") == {"a.py": "print(1)\n"}, run.output
    is_told_at_the_end = agent in ("qwen-code", "droid")
    assert denial_sentence(path="a.py") in (run.last if is_told_at_the_end else run.second)


NEWER = ("droid", "kimi-code", "pi", "kilo", "vibe")
NESTED = contract("no-log", pattern="log", message="Do not log.")


@pytest.mark.parametrize("agent", NEWER)
def test_a_file_is_checked_by_the_contracts_above_it(project: MakeProject, agent: str) -> None:
    """A file is checked by the contracts of its own folder, and of those above."""
    root = project({"pay/.phaser/contracts/no-log.yaml": NESTED}, contracts=CONTRACTS, commit=True)
    write = WRITES[agent]
    texts = {"pay/a.py": "log()\n", "a.py": "log()\n", "pay/b.py": "print(1)\n"}
    turns = [[write(f"{root}/{path}", text)] for path, text in texts.items()]
    run = drive(agent, root, turns)
    assert list(texts_written(root, *texts)) == ["a.py"], run.output
    assert "no-log at line 1. Do not log." in run.model_text
    assert DENIAL in run.model_text


@pytest.mark.parametrize("agent", NEWER)
def test_the_users_hook_checks_in_a_worktree(project: MakeProject, git: Git, agent: str) -> None:
    """Started in one, where only the user has a hook."""
    root = project({"x.py": ""}, contracts=CONTRACTS, commit=True)
    tree = root.parent / "tree"
    git(root, "worktree", "add", "-q", str(tree))
    turns = [[WRITES[agent](f"{tree}/a.py", "print(1)\n")]]
    run = drive(agent, tree, turns, "--scope", "user")
    assert (texts_written(tree, "a.py"), DENIAL in run.model_text) == ({}, True), run.output


@pytest.mark.parametrize("agent", NEWER)
def test_after_uninstall_the_write_lands(project: MakeProject, agent: str) -> None:
    """Nothing is left at home or in the project, and the write lands."""
    root = project({}, contracts=CONTRACTS, commit=True)
    home = root.parent / "home"
    home.mkdir()
    env = {**os.environ, "HOME": str(home), "PATH": f"{PROGRAM.parent}{os.pathsep}/usr/bin:/bin"}
    for scope in list_paths_by_scope(agent):
        before = sorted(root.rglob("*"))
        for command in ("install", "uninstall"):
            words = [PROGRAM, command, "--agent", agent, "--scope", scope]
            process_result = subprocess.run(
                words, cwd=root, env=env, capture_output=True, text=True
            )
            assert (process_result.returncode, process_result.stderr) == (0, "")
        assert (sorted(root.rglob("*")), list(home.rglob("*.*"))) == (before, [])
    program = find_client(agent)
    if program is None:
        pytest.skip(f"no client: set {CLIENTS[agent][0]}")
    turns = [[WRITES[agent](f"{root}/a.py", "print(1)\n")]]
    run = run_client(agent, program, project=root, home=home, turns=turns)
    assert texts_written(root, "a.py") == {"a.py": "print(1)\n"}, run.output
    assert "Contract violation" not in run.model_text


def test_a_bad_patch_of_droid_is_denied(project: MakeProject) -> None:
    """A model that is offered patches: one that breaks a contract is denied."""
    root = project({"a.py": "x = 1\n"}, contracts=CONTRACTS, commit=True)
    home = root.parent / "home"
    patch = "*** Begin Patch\n*** Update File: a.py\n@@\n-x = 1\n+print(1)\n*** End Patch"
    model = {"model": "gpt-5.1-codex", "provider": "openai"}
    run = drive("droid", root, [[("ApplyPatch", patch)]], model=model)
    assert texts_written(root, "a.py") == {"a.py": "x = 1\n"}, run.output
    assert DENIAL in run.model_text
    assert not (home / "a.py").exists()


def test_what_kimi_code_appends_is_checked(project: MakeProject) -> None:
    """What is added at the end is checked with what stands before it."""
    contracts = {"no-end.yaml": contract("no-end", pattern="ab", message="No.")}
    root = project({"a.py": "a"}, contracts=contracts, commit=True)
    turns = [[("Write", {"path": f"{root}/a.py", "content": text, "mode": "append"})]
             for text in ("b\n", "c\n")]  # fmt: skip
    run = drive("kimi-code", root, turns)
    assert texts_written(root, "a.py") == {"a.py": "ac\n"}, run.output
    assert denial_sentence("no-end", 1, "ab", "No.") in run.model_text


def test_pi_goes_on_at_its_end(project: MakeProject) -> None:
    """Once for what a command wrote, and the model reads why."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive("pi", root, [[("bash", {"command": "echo 'print(1)' > a.py"})]])
    assert (run.requests, run.last.count(denial_sentence(path="a.py"))) == (3, 2)


def test_codex_patch_in_a_command(project: MakeProject) -> None:
    """No event but that of the shell: the patch in it is found, and denied."""
    root = project({}, contracts=CONTRACTS, commit=True)
    command = f"apply_patch <<'EOF'\n{adding_patch(('a.py', 'print(1)'))}EOF\n"
    run = drive("codex", root, [[SHELLS["codex"](command)]])
    assert DENIAL in run.model_text, run.output
    assert texts_written(root, "a.py") == {}


@pytest.mark.parametrize("model", ["gpt-5.5", "gpt-6.2-sol"])
def test_codex_models_with_scripts(project: MakeProject, model: str) -> None:
    """In code mode the model writes a script, whose calls reach the hook like others."""
    root = project({}, contracts=CONTRACTS, commit=True)
    patches = [
        adding_patch((f"{root}/{name}.py", text))
        for name, text in (("a", "print(1)\n"), ("b", "x\n"))
    ]
    command = f"echo 'print(1)' > {root}/c.py"
    if model == "gpt-5.5":
        turns = [*([("apply_patch", patch)] for patch in patches), [SHELLS["codex"](command)]]
    else:
        scripts = [f"text(await tools.apply_patch({json.dumps(patch)}))" for patch in patches]
        shell = f"text(await tools.exec_command({json.dumps({'cmd': command})}))"
        turns = [[("exec", script)] for script in (*scripts, shell)]
    run = drive("codex", root, turns, model={"model": model})
    assert texts_written(root, "a.py", "b.py", "c.py") == {"b.py": "x\n", "c.py": "print(1)\n"}, (
        run.output
    )
    assert f"Command blocked by PreToolUse hook: {DENIAL}" in run.model_text
    assert denial_sentence("no-print", 1, "print(1)", path="c.py") in run.last


def test_codex_leaves_the_last_partner(project: MakeProject) -> None:
    """A patch that deletes or moves it is denied."""
    root = project(PAIRED, contracts=PAIRS, commit=True)
    path = "db/1.down.sql"
    lines = f"*** Delete File: {path}", f"*** Update File: {path}\n*** Move to: x.sql\n@@\n-1\n+2"
    patches = [f"*** Begin Patch\n{line}\n*** End Patch\n" for line in lines]
    run = drive("codex", root, [[("apply_patch", patch)] for patch in patches])
    assert lacking_partner(1) in run.model_text, run.output
    assert texts_written(root, path, "x.sql") == {path: "1\n"}


def test_cline_aborts_where_it_was_asked_to(project: MakeProject) -> None:
    """Nothing is written, and the run ends."""
    root = project({}, contracts=CONTRACTS, commit=True)
    run = drive("cline", root, [[WRITES["cline"](f"{root}/a.py", "print(1)\n")]], "--abort")
    assert texts_written(root, "a.py") == {}
    assert "aborted" in run.output


def test_wave_shows_its_user_what_was_not_checked(project: MakeProject) -> None:
    """The write lands; the model hears nothing of it before."""
    contracts = {"slow.yaml": contract("slow", pattern="(a|aa)+$")}
    root = project({}, contracts=contracts, commit=True)
    run = drive("wave", root, [[WRITES["wave"](f"{root}/a.py", "a" * 60 + "b\n")]])
    assert "shown to the user: Not checked: slow on a.py" in run.output
    assert list(texts_written(root, "a.py")) == ["a.py"]
