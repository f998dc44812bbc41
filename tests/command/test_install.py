"""``install`` and ``uninstall``: what is written where, and what is never lost."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.install.missing_program import with_guard
from phaser_lint.agent.install.own_commands import is_ours
from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from phaser_lint.agent.install.missing_program import MissingAction
    from tests.conftest import MakeProject, Outcome, Run

BIN = str(Path(sys.executable).parent)
SETTINGS = ".claude/settings.json"
MATCHER = "Edit|Write|MultiEdit|NotebookEdit"
NAMELESS = "^(?:Bash|PowerShell|mcp__.*)$"


def by_name(answer: MissingAction, *flags: str) -> dict[str, Any]:
    """A team's hook, and what it answers where its program is missing."""
    line = with_guard(" ".join(("phaser-lint-hook", *flags)), answer)
    return {"type": "command", "command": line, "timeout": 30}


BY_NAME = by_name("say")
AFTER_ONE = by_name("pass")
EVENTS = ["PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop"]
PROJECT_SETTINGS = {
    "hooks": {
        "PreToolUse": [{"matcher": MATCHER, "hooks": [BY_NAME]}],
        "PostToolUse": [{"matcher": NAMELESS, "hooks": [AFTER_ONE]}],
        "PostToolUseFailure": [{"matcher": NAMELESS, "hooks": [AFTER_ONE]}],
        "Stop": [{"hooks": [BY_NAME]}],
    }
}


def started_in(root: Path) -> str:
    return (
        f"Claude Code runs this hook only where it is started in {root}; phaser-lint install "
        "--scope user is for all folders.\n"
    )


@pytest.fixture
def install(run: Run) -> Any:
    """Runs ``install`` or another command with the program on the PATH."""

    def installed(root: Path, *arguments: str, **env: str) -> Outcome:
        path = {"PATH": BIN + os.pathsep + os.environ["PATH"]}
        command = arguments if arguments[:1] == ("uninstall",) else ("install", *arguments)
        return run(*command, cwd=root, env={**path, **env})

    return installed


def test_settings_of_a_project_name_no_path_of_this_machine(
    project: MakeProject, install: Any
) -> None:
    """By name and without a path of this machine: a team commits the file."""
    root = project({})
    message = f"{root / SETTINGS}: installed\n{started_in(root)}"
    assert install(root) == (0, message, "")
    text = (root / SETTINGS).read_text()
    assert json.loads(text) == PROJECT_SETTINGS
    assert text.endswith("}\n")
    assert install(root) == (0, f"{root / SETTINGS}: unchanged\n", "")
    assert (root / SETTINGS).read_text() == text


def hooks_of(path: Path) -> list[dict[str, Any]]:
    events = json.loads(path.read_text())["hooks"]
    return [hook for name in EVENTS for group in events[name] for hook in group["hooks"]]


@pytest.mark.parametrize("scope", ["local", "user"])
def test_scopes_of_one_machine(
    project: MakeProject, install: Any, tmp_path: Path, scope: str
) -> None:
    """The interpreter by its absolute path, run without a shell."""
    root, home = project({}), tmp_path.resolve() / "home"
    home.mkdir()
    place = {"local": root / ".claude/settings.local.json", "user": home / SETTINGS}[scope]
    assert install(root, "--scope", scope, HOME=str(home)) == (
        0,
        f"{place}: installed\n{'' if scope == 'user' else started_in(root)}",
        "",
    )
    for hook in hooks_of(place):
        assert (hook["type"], hook["command"]) == ("command", sys.executable)
        assert hook["args"][:3] == ["-I", "-S", "-c"]
    assert not (root / SETTINGS).exists()


def test_install_writes_at_the_root_of_the_project(project: MakeProject, install: Any) -> None:
    """A folder of the project installs into the project; ``--root`` names another."""
    root, other_root = project({"lib/a.py": ""}), project({})
    assert install(root / "lib").code == 0
    assert (root / SETTINGS).exists()
    assert install(root, "--root", str(other_root)).out == (
        f"{other_root / SETTINGS}: installed\n{started_in(other_root)}"
    )


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("agent", "agent_name"),
    [
        ("codex", ""), ("cline", ""), ("opencode", ""), ("claude-code", "Claude Code"),
        ("gemini-cli", "Gemini CLI"), ("qwen-code", "Qwen Code"),
        ("copilot-cli", "GitHub Copilot CLI"),
    ],
)  # fmt: skip
def test_install_below_the_top_says_where_an_agent_is_started(
    project: MakeProject, install: Any, tmp_path: Path, agent: str, agent_name: str
) -> None:
    """Where the agent has to be started to read it, said once; nothing of that at home."""
    root, home = project({"lib/a.py": ""}), tmp_path / "home"
    home.mkdir()
    expected = (
        [
            f"{agent_name} reads the settings of the folder that it is started in, "
            "not of those above it: "
            f"start it in {root}, or install the hook for all your projects (phaser-lint install "
            f"--agent {agent} --scope user)"
        ]
        if agent_name
        else []
    )
    name = "" if agent == "claude-code" else f" --agent {agent}"
    at_root = [
        f"{agent_name} runs this hook only where it is started in {root}; phaser-lint "
        f"install{name} --scope user is for all folders."
    ]
    for folder, flags, message in (
        (root, (), at_root if agent_name else []),
        (root, (), []),
        (root / "lib", (), expected),
        (root / "lib", ("--root", str(root)), []),
        (root / "lib", ("--scope", "user"), []),
    ):
        out = install(folder, "--agent", agent, *flags, HOME=str(home)).out
        assert [line for line in out.splitlines() if "started in" in line] == message


HTTP = {"type": "http", "url": "/hook"}
# What the settings hold before, and why the client runs no hook of them.
PASSED_OVER = {
    "a value of a wrong type": (
        {"permissions": "yes"},
        "{0}: Claude Code skips the whole file: permissions has to be an object",
    ),
    "a hook of no known form": (
        {"hooks": {"PreToolUse": [{"matcher": "Bash", "hooks": [HTTP]}]}},
        "{0}: Claude Code skips the whole file: 1 of its PreToolUse hooks of no known form",
    ),
    "a switch": (
        {"disableAllHooks": True},
        f"claude-code: all hooks are switched off: remove disableAllHooks from {SETTINGS}",
    ),
}  # fmt: skip


@pytest.mark.parametrize("row", PASSED_OVER.values(), ids=PASSED_OVER)
def test_settings_that_the_agent_passes_over(
    project: MakeProject, install: Any, row: tuple[dict[str, Any], str]
) -> None:
    """The hook is in, and it is said at once that no edit is stopped."""
    settings, message = row
    root = project({SETTINGS: f"\ufeff{json.dumps(settings)}\n"})
    path = root / SETTINGS
    for status in ("installed", "unchanged"):
        assert install(root) == (2, f"{path}: {status}\n", f"{message.format(path)}\n")


def test_a_program_of_the_project_is_not_started(project: MakeProject, install: Any) -> None:
    """The hook is in, by name; what that means on this PATH lies in the project."""
    root = project({".venv/bin/phaser-lint-hook": "#!/bin/sh\ntouch started\n"})
    program = root / ".venv/bin/phaser-lint-hook"
    program.chmod(0o755)
    outcome = install(root, PATH=f"{program.parent}:{os.environ['PATH']}")
    message = f"{program} lies in the checkout, so it was not started"
    assert (outcome.code, outcome.err) == (0, "")
    assert f"{message}: phaser-lint doctor --start-all starts it" in outcome.out.splitlines()
    assert not (root / "started").exists()


def test_a_name_of_an_earlier_version(project: MakeProject, install: Any) -> None:
    """What an earlier version wrote is known as ours, and ``--force`` moves it on."""
    root = project({})
    place = root / ".claude/settings.local.json"
    install(root, "--scope", "local")
    today = place.read_text()
    former = today.replace("phaser_lint.hook.clean", "phaser_lint.frontends.clean_path")
    assert former != today
    place.write_text(former)
    differs = f"{place}: holds another form of phaser's hooks; --force replaces them\n"
    assert install(root, "--scope", "local") == (2, "", differs)
    assert install(root, "--scope", "local", "--force") == (0, f"{place}: replaced\n", "")
    assert place.read_text() == today
    place.write_text(former)
    assert install(root, "uninstall", "--scope", "local").code == 0
    assert not place.exists()


@pytest.mark.skipif(os.name == "nt", reason="Windows has no such modes")
def test_what_its_owner_closed_meanwhile_stays_closed(project: MakeProject, install: Any) -> None:
    """The text is what it was before; its mode is not opened again."""
    root = project({SETTINGS: '{"model": "x"}\n'})
    path = root / SETTINGS
    path.chmod(0o644)
    install(root)
    path.chmod(0o600)
    assert install(root, "uninstall").code == 0
    assert (path.read_text(), path.stat().st_mode & 0o777) == ('{"model": "x"}\n', 0o600)


def test_a_dry_run_prints_the_settings(project: MakeProject, install: Any) -> None:
    """The whole file is printed and nothing is written."""
    root = project({SETTINGS: '{"model": "x"}\n'})
    outcome = install(root, "--dry-run")
    assert (outcome.code, outcome.err) == (0, "")
    assert json.loads(outcome.out) == {"model": "x", **PROJECT_SETTINGS}
    assert (root / SETTINGS).read_text() == '{"model": "x"}\n'
    install(root)
    before = (root / SETTINGS).read_bytes()
    removed = install(root, "uninstall", "--dry-run")
    assert removed == (0, '{"model": "x"}\n', "")
    assert (root / SETTINGS).read_bytes() == before


def test_fail_closed_sets_flag_and_the_clients_switch(project: MakeProject, install: Any) -> None:
    """The flag, and the client's own switch where it knows one."""
    root = project({})
    assert install(root, "--fail-closed").code == 0
    before, after, failed, stop = hooks_of(root / SETTINGS)
    assert before == {**by_name("deny", "--fail-closed"), "onFailure": "block"}
    assert after == failed == {**by_name("pass", "--fail-closed"), "onFailure": "block"}
    assert stop == by_name("say", "--fail-closed")


def test_what_a_missing_program_does(project: MakeProject, install: Any) -> None:
    """An edit may be denied only for that, or pass though a hook that fails denies."""
    root = project({})
    assert install(root, "--if-missing", "deny").code == 0
    before, after, failed, stop = hooks_of(root / SETTINGS)
    assert (before, after, failed, stop) == (by_name("deny"), AFTER_ONE, AFTER_ONE, BY_NAME)
    assert install(root, "--if-missing", "pass", "--fail-closed", "--force").code == 0
    before, *_ = hooks_of(root / SETTINGS)
    assert before == {**by_name("say", "--fail-closed"), "onFailure": "block"}


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (
            ("--scope", "local"),
            "--if-missing: unsupported with --scope local, which names the program by its path; "
            "--fail-closed blocks an edit when that does not start",
        ),
        (
            ("--agent", "cline"),
            "--if-missing: unsupported for cline, whose run a denial would end",
        ),
    ],
)
def test_what_a_missing_program_cannot_do(
    project: MakeProject, install: Any, flags: tuple[str, ...], message: str
) -> None:
    """It is said, and nothing is written."""
    root = project({})
    outcome = install(root, "--if-missing", "deny", *flags)
    assert outcome == (2, "", f"phaser-lint: {message}\n")
    assert [path.name for path in root.iterdir()] == [".git"]


SETTINGS_OF_OTHERS = """\
{
    // none, strict JSON
    "permissions": {"allow": ["Bash(ls)"]},
    "größe": "日本語 \\u00e9 “x”",
    "hooks": {
        "PreToolUse": [ {"matcher":"Bash","hooks":[{"type":"command","command":"./guard.sh"}]} ],
        "Notification": []
    },
    "number": 1.0e3
}
""".replace("    // none, strict JSON\n", "")


def test_other_peoples_settings_survive(project: MakeProject, install: Any) -> None:
    """Byte for byte, line ends included; uninstall gives the file back as it was."""
    for text in (
        SETTINGS_OF_OTHERS,
        SETTINGS_OF_OTHERS.replace("\n", "\r\n"),
        SETTINGS_OF_OTHERS.rstrip("\n"),
        "{}",
    ):
        root = project({SETTINGS: text})
        assert install(root).code == 0
        installed_text = (root / SETTINGS).read_bytes().decode()
        assert json.loads(installed_text)["hooks"]["PreToolUse"][-1] == {
            "matcher": MATCHER,
            "hooks": [BY_NAME],
        }
        theirs = '{"matcher":"Bash","hooks":[{"type":"command","command":"./guard.sh"}]}'
        assert (theirs in installed_text) == (theirs in text)
        assert ("größe" in installed_text) == ("größe" in text)
        assert install(root, "uninstall").out == f"{root / SETTINGS}: removed\n"
        assert (root / SETTINGS).read_bytes() == text.encode()


def test_uninstall_of_a_new_file(project: MakeProject, install: Any) -> None:
    """The file that ``install`` made goes; the second time there is nothing to do."""
    root = project({})
    install(root)
    assert install(root, "uninstall") == (0, f"{root / SETTINGS}: removed\n", "")
    assert not (root / SETTINGS).exists()
    assert install(root, "uninstall") == (0, f"{root / SETTINGS}: nothing to remove\n", "")
    assert not (root / SETTINGS).exists()


OLDER = json.dumps(
    {
        "hooks": {
            "PreToolUse": [
                {
                    "matcher": "Edit|Write",
                    "hooks": [
                        {
                            "type": "command",
                            "command": "phaser enforce --stdin --severity error",
                            "timeout": 60,
                        }
                    ],
                },
                {"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]},
            ]
        }
    }
)


@pytest.mark.parametrize("flag", ["--protect", "--log"])
def test_a_plain_hook_gets_what_is_added(project: MakeProject, install: Any, flag: str) -> None:
    """What ``init`` wrote needs no force; to take protection away does."""
    root = project({})
    place = root / SETTINGS
    assert install(root).code == 0
    assert install(root, flag).out.startswith(f"{place}: replaced\n")
    added = place.read_text()
    assert flag in added
    assert install(root, flag).out.startswith(f"{place}: unchanged\n")
    message = f"{place}: holds another form of phaser's hooks; --force replaces them\n"
    assert install(root) == (2, "", message)
    assert place.read_text() == added


def test_force_keeps_what_is_not_said_otherwise(project: MakeProject, install: Any) -> None:
    """``init`` names ``--if-missing deny --force``, which took the protection away."""
    root = project({})
    assert install(root, "--protect", "--log", "--fail-closed").code == 0
    outcome = install(root, "--if-missing", "pass", "--force")
    assert outcome.out == (
        f"{root / SETTINGS}: replaced\nkept: --fail-closed, --protect, --log; phaser-lint "
        "uninstall, then install writes it without\n"
    )
    kept = by_name("say", "--fail-closed", "--protect", "--log")
    assert {**kept, "onFailure": "block"} in hooks_of(root / SETTINGS)
    again = install(root, "--force").out.splitlines()
    assert again[0] == f"{root / SETTINGS}: unchanged"
    assert again[1].startswith("kept: --fail-closed, --protect, --log, --if-missing pass; ")


def test_force_names_what_it_cannot_keep(project: MakeProject, install: Any) -> None:
    """A flag that somebody wrote by hand goes, and never silently."""
    own = {"type": "command", "command": "phaser-lint-hook --block all --protect"}
    settings = {"hooks": {"PreToolUse": [{"matcher": "Write", "hooks": [own]}]}}
    root = project({SETTINGS: json.dumps(settings)})
    remarks = install(root, "--force").out.splitlines()[1:]
    assert [line.partition(";")[0] for line in remarks] == [
        "kept: --protect",
        "dropped, for install has no such flag: --block",
    ]


def test_force_stays_in_the_scope_of_the_hook(project: MakeProject, install: Any) -> None:
    """A hook in the project's own local settings is replaced there, and no second one comes."""
    root = project({})
    assert install(root, "--scope", "local", "--protect").code == 0
    local = root / ".claude/settings.local.json"
    assert install(root, "--force").out.startswith(f"{local}: unchanged\nkept: --protect; ")
    assert not (root / SETTINGS).exists()


def test_another_form_needs_force(project: MakeProject, install: Any) -> None:
    """The hooks of an earlier version are replaced only when asked, another's never."""
    root = project({SETTINGS: OLDER})
    path = root / SETTINGS
    message = f"{path}: holds another form of phaser's hooks; --force replaces them\n"
    assert install(root) == (2, "", message)
    assert install(root, "--dry-run") == (2, "", message)
    assert path.read_text() == OLDER
    assert install(root, "--force") == (0, f"{path}: replaced\n", "")
    hooks = json.loads(path.read_text())["hooks"]
    assert hooks["PreToolUse"] == [
        {"matcher": MATCHER, "hooks": [BY_NAME]},
        {"matcher": "Bash", "hooks": [{"type": "command", "command": "./guard.sh"}]},
    ]
    assert {**hooks, "PreToolUse": 0} == {**PROJECT_SETTINGS["hooks"], "PreToolUse": 0}
    assert install(root, "--force") == (0, f"{path}: unchanged\n", "")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"{", ""),
        (b"[]", "expected an object at the top level, found a list"),
        (b'{"hooks": []}', "hooks: expected an object, found a list"),
        (b'{"hooks": {"Stop": {}}}', "hooks.Stop: expected a list, found an object"),
        (b'{"hooks": {"Stop": [1]}}', "hooks.Stop[0]: expected an object, found a number"),
        (b'{"a": 1, "a": 2}', ""),
        (b'{"a": 1,}', ""),
        (b"// a comment\n{}", ""),
        (b"\xff", "expected UTF-8 text, found an invalid byte in line 1"),
    ],
)
@pytest.mark.parametrize("flags", [(), ("--force",)])
def test_broken_settings_are_left_alone(
    project: MakeProject, install: Any, text: bytes, message: str, flags: tuple[str, ...]
) -> None:
    """One line that names the file, exit code 2, and not a byte changed."""
    root = project({SETTINGS: text})
    outcome = install(root, *flags)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {root / SETTINGS}: {message}")
    assert outcome.err.count("\n") == 1
    assert (root / SETTINGS).read_bytes() == text


@pytest.mark.parametrize(
    ("kind", "message"),
    [("folder", "expected a file, found a folder"), ("fifo", "expected a file, found a special")],
)
def test_settings_that_are_no_file(
    project: MakeProject, install: Any, kind: str, message: str
) -> None:
    """Neither read nor replaced."""
    root = project({".claude/x": ""})
    path = root / SETTINGS
    path.mkdir() if kind == "folder" else os.mkfifo(path)
    outcome = install(root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {path}: {message}")


def test_link_stays_a_link(project: MakeProject, install: Any) -> None:
    """Settings kept in a folder of dot files are edited there."""
    root = project({"dotfiles/settings.json": "{}\n", ".claude/x": ""})
    (root / SETTINGS).symlink_to("../dotfiles/settings.json")
    assert install(root).code == 0
    assert (root / SETTINGS).is_symlink()
    assert json.loads((root / "dotfiles/settings.json").read_text()) == PROJECT_SETTINGS


@pytest.mark.parametrize("home", ["file", "/proc/none"])
def test_home_that_cannot_be_written(
    project: MakeProject, install: Any, tmp_path: Path, home: str
) -> None:
    """A clear line; the project scope does not need a home."""
    root = project({})
    (tmp_path / "file").write_text("")
    env = {"HOME": str(tmp_path.resolve() / home)}
    outcome = install(root, "--scope", "user", **env)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {env['HOME']}/{SETTINGS}: cannot be ")
    assert outcome.err.count("\n") == 1
    assert install(root, **env).code == 0


def test_not_on_the_path(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """The settings are written, and it is said where the program lies: pip may warn, or not."""
    root = project({})
    (tmp_path / "bin").mkdir()
    outcome = run("install", cwd=root, env={"PATH": str(tmp_path / "bin")})
    assert outcome == (
        2,
        f"{root / SETTINGS}: installed\n",
        f"The hook does not start yet: phaser-lint-hook lies in {BIN}, which is not on the PATH: "
        f'export PATH={BIN}:"$PATH" in the profile of your shell adds it\n',
    )


def test_another_program_of_that_name(project: MakeProject, run: Run, tmp_path: Path) -> None:
    """The command is tried, not just looked for."""
    root = project({})
    write_files(tmp_path, {"bin/phaser-lint-hook": "#!/bin/sh\necho 'another tool' >&2\nexit 1\n"})
    (tmp_path / "bin/phaser-lint-hook").chmod(0o755)
    outcome = run("install", cwd=root, env={"PATH": f"{tmp_path / 'bin'}:/usr/bin:/bin"})
    message = "The hook does not start yet: phaser-lint-hook: another tool\n"
    assert (outcome.code, outcome.err) == (2, message)


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("scope", ["project", "local"])
@pytest.mark.parametrize("closed", [False, True])
def test_the_installed_command_answers(
    project: MakeProject, install: Any, environment: dict[str, str], scope: str, closed: bool
) -> None:
    """The command of the settings, run as the client runs it."""
    root = project({}, contracts={"a.yaml": contract()})
    install(root, "--scope", scope, *(["--fail-closed"] if closed else []))
    name = "settings.json" if scope == "project" else "settings.local.json"
    hook = hooks_of(root / ".claude" / name)[0]
    command = [hook["command"], *hook["args"]] if "args" in hook else ["sh", "-c", hook["command"]]
    env = {**environment, "PATH": BIN + os.pathsep + environment["PATH"]}

    def answers(stdin: bytes) -> tuple[int, bytes, Any]:
        process = subprocess.run(command, input=stdin, cwd=root, env=env, capture_output=True)
        return process.returncode, process.stderr, json.loads(process.stdout)

    clean = event("Write", cwd=root, file_path=root / "a.py", content="x\n")
    assert answers(clean) == (0, b"", {})
    code, err, answer = answers(
        event("Write", cwd=root, file_path=root / "a.py", content="print()")
    )
    assert (code, err) == (0, b"")
    assert answer["hookSpecificOutput"]["permissionDecision"] == "deny"
    code, err, answer = answers(b"{")
    assert (code, err) == (0, b"")
    assert answer["systemMessage"].startswith("phaser-lint could not check this: standard input")
    assert ("hookSpecificOutput" in answer) == closed


@pytest.mark.parametrize(
    ("hook", "ours"),
    [
        ({"command": "phaser enforce --stdin --severity error"}, True),
        ({"command": "phaser-lint-hook"}, True),
        ({"command": "phaser-lint-hook --fail-closed"}, True),
        ({"command": "phaser-lint hook"}, True),
        ({"command": "phaser-lint hook --fail-closed"}, True),
        ({"command": "C:\\venv\\Scripts\\phaser-lint-hook.exe --fail-closed"}, True),
        ({"command": '"/opt/my venv/bin/phaser-lint-hook" --fail-closed'}, True),
        ({"command": "/opt/venv/bin/phaser-lint hook"}, True),
        ({"command": '"/opt/my venv/bin/phaser-lint" hook'}, True),
        ({"command": "C:\\venv\\Scripts\\phaser-lint.exe hook"}, True),
        ({"command": "uv run phaser-lint hook"}, True),
        ({"command": "FOO=1 phaser enforce --stdin"}, True),
        ({"command": "python3 -m phaser_lint hook"}, True),
        ({"command": "/usr/bin/python3", "args": ["-I", "-c", "import phaser_lint.x"]}, True),
        ({"command": "/usr/bin/phaser-lint", "args": ["hook"]}, True),
        ({"command": "python3", "args": ["-m", "phaser_lint", "hook"]}, True),
        ({"command": "python3 .claude/hooks/phaser_lint.py"}, False),
        ({"command": "python3 /home/me/phaser_lint/guard.py"}, False),
        ({"command": "python3", "args": ["-c", "from phaser_lint.hooks import run"]}, False),
        ({}, False),
        ({"command": 1}, False),
        ({"command": ["phaser-lint", "hook"]}, False),
        ({"command": "phaser"}, False),
        ({"command": "phaser-lint scan"}, False),
        ({"command": "phaser-linter hook"}, False),
        ({"command": "phaser-lint-hooks"}, False),
        ({"command": "vim phaser-lint-hook.txt"}, False),
        ({"command": "my-phaser hook"}, False),
        ({"command": "./guard.sh --not phaser"}, False),
        ({"command": "cat phaser-lint.log"}, False),
        ({"command": "node build.js phaser hooks"}, False),
        ({"type": "http", "url": "http://127.0.0.1/phaser-lint hook"}, False),
    ],
)
def test_only_our_hooks_are_replaced(hook: dict[str, Any], ours: bool) -> None:
    """What may be replaced or taken out; another's hook never."""
    assert is_ours(hook) is ours


@pytest.mark.parametrize("command", ["install", "uninstall"])
def test_a_wrong_flag_exits_with_2(project: MakeProject, run: Run, command: str) -> None:
    """Exit code 2 and one clear line."""
    root = project({})
    for flags in (("--scope", "world"), ("--frobnicate",), ("--root", "none")):
        outcome = run(command, *flags, cwd=root)
        assert (outcome.code, outcome.out) == (2, "")
        assert outcome.err.startswith("phaser-lint: ")
        assert outcome.err.count("\n") == 1


def test_augment_takes_one_process_a_tool_call(project: MakeProject, install: Any) -> None:
    """One process a tool call does both; prompts and other tools never fail closed."""
    root = project({})
    assert install(root, "--augment", "--fail-closed").code == 0
    edit_handler = {**by_name("deny", "--fail-closed", "--augment"), "onFailure": "block"}
    context_handler = by_name("pass", "--augment")
    after = {**by_name("pass", "--fail-closed"), "onFailure": "block"}
    assert json.loads((root / SETTINGS).read_text())["hooks"] == {
        "PreToolUse": [
            {"matcher": MATCHER, "hooks": [edit_handler]},
            {"matcher": f"^(?!(?:{MATCHER})$)", "hooks": [context_handler]},
        ],
        "PostToolUse": [{"matcher": NAMELESS, "hooks": [after]}],
        "PostToolUseFailure": [{"matcher": NAMELESS, "hooks": [after]}],
        "Stop": [{"hooks": [by_name("say", "--fail-closed")]}],
        "UserPromptSubmit": [{"hooks": [context_handler]}],
    }
    assert install(root, "--augment", "--fail-closed").out == f"{root / SETTINGS}: unchanged\n"
    assert install(root).code == 2
    assert install(root, "uninstall").out == f"{root / SETTINGS}: removed\n"
    assert install(root).out == f"{root / SETTINGS}: installed\n{started_in(root)}"
    assert json.loads((root / SETTINGS).read_text()) == PROJECT_SETTINGS
    install(root, "--augment", "--force")
    assert install(root, "uninstall").out == f"{root / SETTINGS}: removed\n"
    assert not (root / SETTINGS).exists()


def test_augment_on_one_machine(project: MakeProject, install: Any) -> None:
    """The flag comes after the code that starts the hook."""
    root = project({})
    install(root, "--scope", "local", "--augment")
    hooks = json.loads((root / ".claude/settings.local.json").read_text())["hooks"]
    arguments_of_edits, arguments_of_others = (
        group["hooks"][0]["args"] for group in hooks["PreToolUse"]
    )
    assert (
        arguments_of_edits
        == arguments_of_others
        == hooks["UserPromptSubmit"][0]["hooks"][0]["args"]
    )
    assert (arguments_of_edits[:3], arguments_of_edits[4:]) == (["-I", "-S", "-c"], ["--augment"])
    assert hooks["PostToolUse"][0]["hooks"][0]["args"] == arguments_of_edits[:4]
