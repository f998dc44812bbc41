"""``phaser-lint doctor``: a real install that works, and the same one broken in one place."""

from __future__ import annotations

import contextlib
import json
import os
import pty
import re
import shutil
import subprocess
import sys
from operator import itemgetter
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint import REPOSITORY, __version__
from phaser_lint.agent.install.hook_entries import render_start_code
from phaser_lint.command.doctor import render_doctor_text
from phaser_lint.hook.doctor.diagnosis import Diagnosis, report_missing_hooks
from phaser_lint.hook.doctor.hook_trials import Finding, HookStatus
from phaser_lint.text.search.hyperscan_database import name_engine
from tests.called_hooks import in_process
from tests.command.made import contract, no_file
from tests.conftest import PROGRAM, write_files
from tests.tables import first_of_each, one_in

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Git, MakeProject, Run

__all__ = ["in_process"]
BIN = str(Path(sys.executable).parent)
PATH = os.pathsep.join((BIN, "/usr/local/bin", "/usr/bin", "/bin"))
SETTINGS, LOCAL = ".claude/settings.json", ".claude/settings.local.json"
CONTRACTS = {
    "no-print.yaml": contract(file_glob="src/**/*.py"),
    "head.yaml": contract("head", type="require_pattern", pattern="Copyright", file_glob="*.js"),
    "no-env.yaml": no_file(".env"),
    "todo.yaml": contract("todo", pattern="TODO", severity="warning", file_glob="*.py"),
}
FILES = {"src/app.py": "x = 1\n", "web/a.js": "// Copyright\n"}


NO_COMMIT_CHECK = "nothing checks commits in this clone: run phaser-lint init"


class Machine:
    """A project with contracts, a home and programs of its own, and the hook installed."""

    def __init__(self, root: Path, home: Path, run: Run, git: Git) -> None:
        self.root, self.home, self._run, self.git = root, home, run, git
        self.bin = home / "bin"
        self.bin.mkdir(parents=True)
        self.env = {"HOME": str(home), "PATH": f"{self.bin}{os.pathsep}{PATH}"}

    def run(self, *arguments: str) -> Any:
        return self._run(*arguments, cwd=self.root, env=self.env)

    def settings(self, name: str = SETTINGS) -> dict[str, Any]:
        settings: dict[str, Any] = json.loads((self.root / name).read_text())
        return settings

    def change(self, change: Callable[[dict[str, Any]], Any], name: str = SETTINGS) -> None:
        settings = self.settings(name)
        change(settings)
        (self.root / name).write_text(json.dumps(settings))

    def hooks(self, change: Callable[[dict[str, Any]], Any], *, event: str = "PreToolUse") -> None:
        """Change the handler of *event*."""
        self.change(lambda settings: change(settings["hooks"][event][0]["hooks"][0]))

    def command(self, command: str, **keys: Any) -> None:
        self.hooks(lambda hook: hook.update(command=command, **keys))

    def script(self, text: str, name: str = "phaser-lint-hook") -> None:
        """Put a program of that name before the real one."""
        (self.bin / name).write_text(text)
        (self.bin / name).chmod(0o755)

    def contract(self, text: str, name: str = "new.yaml") -> None:
        (self.root / ".claude/contracts" / name).write_text(text)

    def keep_one(self) -> Machine:
        """Take all contracts away but one; each costs a doctor two starts of a hook."""
        for name in CONTRACTS.keys() - {"no-print.yaml"}:
            (self.root / ".claude/contracts" / name).unlink()
        return self

    def doctor(self, *arguments: str) -> tuple[int, dict[str, Any]]:
        outcome = self.run("doctor", "--json", *arguments)
        assert outcome.err == ""
        diagnosis = json.loads(outcome.out)
        # These machines have the hooks of agents alone.
        diagnosis["findings"] = [
            finding for finding in diagnosis["findings"] if finding["text"] != NO_COMMIT_CHECK
        ]
        return outcome.code, diagnosis

    def problems(self, level: str = "problem", *arguments: str) -> list[str]:
        return findings_of(self.doctor(*arguments)[1], level)


def findings_of(diagnosis: dict[str, Any], level: str = "problem") -> list[str]:
    """Each finding of that level as ``place: text``, of the project first."""
    findings = diagnosis["findings"] + [
        finding for hook in diagnosis["gates"] for finding in hook["findings"]
    ]
    return [
        f"{finding['where']}: {finding['text']}"
        for finding in findings
        if finding["level"] == level
    ]


@pytest.fixture
def machine(project: MakeProject, run: Run, git: Git, tmp_path: Path) -> Machine:
    machine_with_hook = Machine(
        project(FILES, contracts=CONTRACTS), tmp_path.resolve() / "home", run, git
    )
    assert machine_with_hook.run("install").code == 0
    return machine_with_hook


@pytest.fixture
def with_one(machine: Machine, in_process: None) -> Machine:
    """As ``in_process``, with one contract: for what does not depend on how many are tried."""
    return machine.keep_one()


def test_a_healthy_hook_stops_every_error(machine: Machine) -> None:
    """One hook that works, every error stopped, nothing to report."""
    code, diagnosis = machine.doctor()
    hook = diagnosis["gates"][0]
    assert (code, diagnosis["stands"], diagnosis["findings"]) == (0, True, [])
    assert [hook[key] for key in ("name", "settings", "command", "starts", "silent", "stands")] == [
        "Claude Code", SETTINGS, "phaser-lint-hook", True, True, True,
    ]  # fmt: skip
    assert (sorted(hook["blocked"]), hook["missed"]) == (["head", "no-file", "no-print"], [])


def timeless(diagnosis: dict[str, Any]) -> dict[str, Any]:
    """What doctor found, without what it took."""
    hooks = [{**hook, "seconds": None} for hook in diagnosis["gates"]]
    return {**diagnosis, "bare_python_seconds": None, "gates": hooks}


@pytest.mark.slow
def test_doctor_says_the_same_of_called_and_started_hooks(
    machine: Machine, request: pytest.FixtureRequest
) -> None:
    """Whether hooks are called here or started, doctor says the same of them."""
    diagnosis_as_started = machine.doctor()[1]
    request.getfixturevalue("in_process")
    assert timeless(machine.doctor()[1]) == timeless(diagnosis_as_started)


ENGINE = name_engine() or "without hyperscan"


@pytest.mark.slow
def test_the_engine_of_scans(
    with_one: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whether it is there, for people and for programs."""
    assert with_one.doctor()[1]["engine"] == (name_engine() or None)
    monkeypatch.setitem(sys.modules, "hyperscan", None)
    assert with_one.doctor()[1]["engine"] is None
    assert with_one.run("doctor").out.endswith(" ms, without hyperscan)\n")


def test_quiet_prints_nothing_where_all_is_well(with_one: Machine) -> None:
    assert with_one.run("doctor", "-q") == (0, "", "")


@pytest.mark.usefixtures("in_process")
def test_doctor_prints_a_table_of_hooks(machine: Machine) -> None:
    """What people read; the times are the only thing that changes."""
    outcome = machine.run("doctor")
    table = re.sub(r"\d+ ms( \([\d.]+x\))?", "T", outcome.out)
    assert (outcome.code, outcome.err) == (0, "")
    assert table == (
        "hook         settings               works  starts  blocks  silent  time\n"
        "Claude Code  .claude/settings.json  yes    yes     3 of 3  yes     T\n"
        "\n"
        f"notes:\n  {machine.root}: {NO_COMMIT_CHECK}\n\n"
        f"1 of 1 hook works, 0 problems, 1 note (4 contracts, bare Python T, {ENGINE})\n"
    )


@pytest.mark.usefixtures("in_process")
def test_what_weakens_a_hook_stands_in_the_verdict(with_one: Machine) -> None:
    """Who reads the last line alone takes "works, 0 problems" for all that was installed."""
    with_one.change(lambda settings: settings["hooks"].pop("Stop"))
    outcome = with_one.run("doctor")
    assert outcome.code == 0
    assert "\n1 of 1 hook works, 0 problems, 2 notes (" in outcome.out


@pytest.mark.slow
@pytest.mark.parametrize("scope", ["local", "user"])
def test_healthy_without_a_name(machine: Machine, scope: str) -> None:
    """The hook by the path of this Python, in the settings of one machine."""
    assert machine.run("uninstall").code == 0
    assert machine.run("install", "--scope", scope).code == 0
    code, diagnosis = machine.doctor()
    assert (code, len(diagnosis["gates"]), diagnosis["findings"]) == (0, 1, [])


def snapshot(folder: Path) -> dict[str, tuple[int, bytes]]:
    return {
        str(path.relative_to(folder)): (path.stat().st_mtime_ns, path.read_bytes())
        for path in sorted(folder.rglob("*"))
        if path.is_file() and path.name != "index"
    }


def test_nothing_is_changed(with_one: Machine) -> None:
    """No file of the project nor of the home, not even a cache."""
    with_one.run("install", "--scope", "user")
    before = snapshot(with_one.root), snapshot(with_one.home)
    assert with_one.doctor()[0] == 0
    assert (snapshot(with_one.root), snapshot(with_one.home)) == before


@pytest.mark.slow
def test_inside_a_hook_of_git(machine: Machine) -> None:
    """What git tells its hooks of the project's index is not for the copy."""
    machine.git(machine.root, "add", "src")
    index = machine.root / ".git/index"
    before = index.read_bytes()
    machine.env |= {"GIT_DIR": str(machine.root / ".git"), "GIT_INDEX_FILE": str(index)}
    assert machine.doctor()[0] == 0
    assert index.read_bytes() == before


def switch_off(machine: Machine) -> None:
    machine.change(lambda settings: settings.update(disableAllHooks=True))


def switch_off_at_home(machine: Machine) -> None:
    (machine.home / ".claude").mkdir()
    (machine.home / ".claude/settings.json").write_text('{"disableAllHooks": true}')


@pytest.mark.slow
def test_the_memory_of_sessions_is_not_touched(machine: Machine, tmp_path: Path) -> None:
    """Nor is anything said to have been in one."""
    assert machine.run("install", "--protect", "--force").code == 0
    machine.env["XDG_RUNTIME_DIR"] = str(tmp_path)
    before = sorted(os.listdir(tmp_path))
    code, diagnosis = machine.doctor()
    assert (code, diagnosis["stands"]) == (0, True)
    assert sorted(os.listdir(tmp_path)) == before


def wrong_types(machine: Machine) -> None:
    machine.change(
        lambda settings: settings.update(permissions={"allow": "Bash"}, env="x", model=5)
    )


def malformed_beside(machine: Machine) -> None:
    machine.change(lambda settings: settings["hooks"]["PreToolUse"].append({"matcher": "Bash"}))


def hook_beside(**hook: Any) -> Callable[[Machine], None]:
    """Another hook before a tool, of a form that the client does not take."""
    group = {"matcher": "Bash", "hooks": [hook]}
    return lambda machine: machine.change(
        lambda settings: settings["hooks"]["PreToolUse"].append(group)
    )


def prefix_of_the_user(machine: Machine) -> None:
    machine.env["CLAUDE_CODE_SHELL_PREFIX"] = "/bin/true"


def odd_and_right(machine: Machine) -> None:
    """What the client drops by itself, does not know, or takes."""
    odd = {"mcpServers": 5, "unknown": 5, "env": {"A": 1}, "permissions": {"allow": [5]}}
    right = {"model": "opus", "includeCoAuthoredBy": False, "cleanupPeriodDays": 5}
    machine.change(lambda settings: settings.update({**odd, **right}))


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_settings_count_whatever_else_stands_in_them(machine: Machine) -> None:
    odd_and_right(machine)
    code, diagnosis = machine.doctor()
    assert (code, diagnosis["stands"], diagnosis["findings"]) == (0, True, [])


@pytest.mark.usefixtures("in_process")
def test_variables_that_lead_a_hook_astray_are_named(machine: Machine) -> None:
    """Whether or not the hook works with them."""
    variables = {"DEBUG": "1", "GIT_DIR": "/nowhere", "LD_BIND_NOW": "1"}
    machine.change(lambda settings: settings.update(env=variables))
    assert machine.problems("note") == [
        "Claude Code: its settings give env.GIT_DIR, env.LD_BIND_NOW to hooks: what a hook starts "
        "and sees depends on them"
    ]


def moved_environment(machine: Machine) -> None:
    code = "from phaser_lint.hook.clean import main; main()"
    machine.command("/opt/gone/bin/python", args=["-I", "-S", "-c", code])


def moved_package(machine: Machine) -> None:
    code = re.sub(r"= \[.*\];", "= ['/opt/gone/lib'];", render_start_code())
    machine.command(sys.executable, args=["-I", "-S", "-c", code])


def without_package(machine: Machine) -> None:
    code = "from phaser_lint.hook.clean import main; main()"
    machine.command(sys.executable, args=["-I", "-S", "-c", code])


def former_name(machine: Machine) -> None:
    code = "from phaser_lint.frontends.clean_path import main; main()"
    machine.command(sys.executable, args=["-I", "-c", code])


def older_copy(machine: Machine) -> None:
    package = machine.home / "old/phaser_lint"
    source = Path(__file__).parents[2] / "phaser_lint"
    shutil.copytree(source, package, ignore=shutil.ignore_patterns("__pycache__"))
    text = (package / "__init__.py").read_text()
    (package / "__init__.py").write_text(f'{text}\n__version__ = "0.0.1"\n')
    code = (
        f"import sys; sys.path[:0] = [{str(package.parent)!r}]; "
        "from phaser_lint.hook.clean import main; main()"
    )
    machine.command(sys.executable, args=["-I", "-c", code])


def beginning_of_events(machine: Machine) -> None:
    machine.command("head -c 70000 | phaser-lint-hook")


def matcher(text: str) -> Callable[[Machine], None]:
    return lambda machine: machine.change(
        lambda settings: settings["hooks"]["PreToolUse"][0].update(matcher=text)
    )


def script(text: str) -> Callable[[Machine], None]:
    return lambda machine: machine.script(f"#!/bin/sh\n{text}\n")


def misspelt_event(machine: Machine) -> None:
    def renamed(settings: dict[str, Any]) -> None:
        settings["hooks"]["PretoolUse"] = settings["hooks"].pop("PreToolUse")

    machine.change(renamed)


def no_program(machine: Machine) -> None:
    machine.env["PATH"] = "/usr/bin:/bin"


def not_json(machine: Machine) -> None:
    text = (machine.root / SETTINGS).read_text()
    (machine.root / SETTINGS).write_text(text.replace("{", "{ // ours\n", 1))


REWRITE = ": phaser-lint install --force writes today's hooks"
AT = f"Claude Code, {SETTINGS}: "
CUT_SETTINGS = '{"hookSpecificOutput":'
NOTHING_CHECKS = (
    "no agent's settings have a hook of phaser-lint, and nothing checks commits: run phaser-lint "
    "install for an agent, or phaser-lint init for commits"
)
UNSEEN = "as it is, every edit goes through unchecked"
NAMES = "head, no-file, no-print"
VERSION = __import__("phaser_lint").__version__
BROKEN_MACHINES: dict[str, tuple[Callable[[Machine], Any], list[str]]] = {
    "not on the PATH": (no_program, [
        f"{AT}phaser-lint-hook lies in {BIN}, which is not on the PATH: "
        f'export PATH={BIN}:"$PATH" in the profile of your shell adds it; or start the agent '
        "where it is found",
        f"{AT}{UNSEEN}",
    ]),
    "environment moved": (moved_environment, [
        f"{AT}/opt/gone/bin/python is not there any more: the environment was moved or deleted; "
        "run phaser-lint install again",
        f"{AT}{UNSEEN}",
    ]),
    "package moved": (moved_package, [
        f"{AT}/opt/gone/lib is not there any more: phaser-lint was moved or removed; run "
        "phaser-lint install again",
        f"{AT}{UNSEEN}",
    ]),
    "without the package": (without_package, [
        f"{AT}it fails: its Python has no phaser-lint: install it there, or run phaser-lint "
        "install again",
        f"{AT}{UNSEEN}",
    ]),
    "a name of earlier versions": (former_name, [
        f"{AT}it starts the hook by a name that only earlier versions had: phaser-lint install "
        "--force writes today's",
        f"{AT}{UNSEEN}",
    ]),
    "older copy": (older_copy, [
        f"{AT}it runs phaser-lint 0.0.1, and this is {VERSION}: bring both to one version",
    ]),
    "all hooks off": (switch_off, [
        f"{AT}all hooks are switched off: remove disableAllHooks from {SETTINGS}",
    ]),
    "all hooks off at home": (switch_off_at_home, [
        f"{AT}all hooks are switched off: remove disableAllHooks from ~/{SETTINGS}",
    ]),
    "values of a wrong type": (wrong_types, [
        f"{AT}Claude Code skips the whole file: model has to be a text; "
        "permissions.allow has to be a list; env has to be an object",
    ]),
    "a malformed hook beside": (malformed_beside, [
        f"{AT}Claude Code skips the whole file: 1 of its PreToolUse hooks of no known form",
    ]),
    **{
        f"beside it {name}": (hook_beside(**hook), [
            f"{AT}Claude Code skips the whole file: 1 of its PreToolUse hooks of no known form",
        ])
        for name, hook in {
            "an address that is relative": {"type": "http", "url": "/hook"},
            "an address without a host": {"type": "http", "url": "http://"},
            "headers in a list": {"type": "http", "url": "http://x/", "headers": []},
            "a header that is a number": {"type": "http", "url": "http://x/", "headers": {"a": 1}},
            "an input that is a text": {
                "type": "mcp_tool", "server": "a", "tool": "b", "input": "x"
            },
            "a shell of another name": {"type": "command", "command": "true", "shell": "zsh"},
        }.items()
    },
    "PowerShell where there is none": (
        lambda machine: machine.hooks(lambda hook: hook.update(shell="powershell")), [
        f"{AT}it fails: it does not start: exit code 127: pwsh: No such file or directory",
        f"{AT}{UNSEEN}",
    ]),
    "a prefix of the shell": (prefix_of_the_user, [
        f"{AT}it ends before it has read a large event, so a large edit is not checked",
        f"{AT}it lets violations through: {NAMES}",
        f"{AT}PostToolUse: it does not report {NAMES}",
    ]),
    "matcher in lower case": (matcher("write|edit"), [
        f"{AT}its matcher 'write|edit' never fires: no file tool is called so "
        f"(Write|Edit|NotebookEdit|MultiEdit){REWRITE}",
    ]),
    "matcher without Edit": (matcher("Write"), [
        f"{AT}its matcher 'Write' leaves out Edit: their edits are not checked{REWRITE}",
    ]),
    "matcher of no regular expression": (matcher("(Write"), [
        f"{AT}its matcher '(Write' is no regular expression (missing ), unterminated subpattern "
        f"at position 0){REWRITE}",
    ]),
    "the beginning of an event": (beginning_of_events, [
        f"{AT}it ends before it has read a large event, so a large edit is not checked",
    ]),
    "misspelt event": (misspelt_event, [
        f"{AT}Claude Code knows no event 'PretoolUse': did you mean PreToolUse?",
        f"Claude Code: no hook runs before an edit (PreToolUse), so nothing is stopped{REWRITE}",
    ]),
    "settings with a comment": (not_json, [
        f"{AT}Claude Code cannot read it, so no hook of it runs: not valid JSON: line 1, column "
        "3: a comment; JSON has none",
    ]),
    "no hook at all": (lambda machine: machine.run("uninstall"), [
        f"ROOT: {NOTHING_CHECKS}",
    ]),
    "no contracts": (lambda machine: shutil.rmtree(machine.root / ".claude/contracts"), [
        "contracts: there are no contracts, so nothing is checked: phaser-lint init proposes some",
    ]),
    "invalid contract": (lambda machine: machine.contract(contract("a", pattern="(")), [
        ".claude/contracts/new.yaml:3: pattern: expected a regular expression; missing ) at "
        "position 1 (contract skipped)",
    ]),
    "contract that guards nothing": (
        lambda machine: machine.contract(contract("idle", file_glob="a.py", exclude_glob="*.py")), [
            ".claude/contracts/new.yaml: idle: its globs select no path, so it guards nothing",
        ]),
    "another program of the name": (script("exit 0"), [
        f"{AT}it ends before it has read a large event, so a large edit is not checked",
        f"{AT}it lets violations through: {NAMES}",
        f"{AT}PostToolUse: it does not report {NAMES}",
    ]),
    "a wrong flag": (lambda machine: machine.command("phaser-lint hook --agnet x"), [
        f"{AT}it lets violations through: {NAMES}; it says: phaser-lint could not check this: "
        "unrecognized arguments: --agnet x; did you mean --agent? (see phaser-lint hook --help)",
    ]),
    "a shell that greets": (lambda machine: machine.command("echo Hi!; phaser-lint-hook"), [
        f"{AT}it lets violations through: {NAMES}; it prints more than its answer: Hi!",
    ]),
    "fails": (script("echo 'Killed' >&2; exit 1"), [
        f"{AT}it fails: exit code 1: Killed",
        f"{AT}{UNSEEN}",
        f"{AT}PostToolUse: it fails: exit code 1: Killed",
        f"{AT}Stop: it fails: exit code 1: Killed",
    ]),
    "blocks everything": (script("echo 'usage: …' >&2; exit 2"), [
        f"{AT}it answers a clean edit with deny: usage: …",
        f"{AT}it answers a tool that edits no file with deny: usage: …",
        f"{AT}PostToolUse: it reports on a clean file: usage: …",
        f"{AT}PostToolUse: it does not report {NAMES}",
    ]),
    "never answers": (
        lambda machine: (machine.command("sleep 60 # phaser-lint hook", timeout=1)), [
            f"{AT}it fails: it gave no answer within 1 s",
            f"{AT}{UNSEEN}",
        ]),
    "the older command, which allows": (
        lambda machine: machine.command("phaser enforce --stdin"), [
            f"{AT}it allows a clean edit, which skips the agent's own question to the user",
            f"{AT}on an event that is cut short it fails: exit code 3: phaser enforce: "
            "standard input: expected a hook event as JSON; Expecting value: line 1 column 48 "
            "(char 47)",
        ]),
    "an answer that is cut": (script("""echo '{"hookSpecificOutput": '"""), [
        f"{AT}it fails: its answer is not valid JSON: {CUT_SETTINGS}",
        f"{AT}{UNSEEN}",
        f"{AT}PostToolUse: it fails: its answer is not valid JSON: {CUT_SETTINGS}",
        f"{AT}Stop: it fails: its answer is not valid JSON: {CUT_SETTINGS}",
    ]),
}  # fmt: skip


# What the client that was tried leaves out, so that every edit goes through.
LIST = 'Claude Code takes hooks only from a list beside the matcher: "hooks": [{…}]'
TYPE = 'Claude Code runs it only with "type": "command"'
TIMEOUT = "its timeout is no number over 0, so it is left out"
MISSHAPEN: dict[str, tuple[dict[str, Any], str]] = {
    "no type": ({"type": None}, TYPE),
    "another type": ({"type": "prompt"}, TYPE),
    "a timeout in words": ({"timeout": "30"}, TIMEOUT),
    "no time": ({"timeout": 0}, TIMEOUT),
    "less than no time": ({"timeout": -5}, TIMEOUT),
    "arguments in a line": ({"args": "x"}, "its args are no list of texts, so it is left out"),
    "not waited for": (
        {"async": True},
        "Claude Code does not wait for it, so nothing is stopped: remove async",
    ),
    "not for all": (
        {"if": "Write(*.md)"},
        "its if leaves edits out: remove it, the hook selects the edits itself",
    ),
}


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("name", MISSHAPEN)
def test_a_hook_that_is_left_out(with_one: Machine, name: str) -> None:
    """It starts and blocks when tried, and the client never runs it."""
    change, expected = MISSHAPEN[name]
    with_one.hooks(lambda hook: hook.update(change))
    assert with_one.problems() == [f"{AT}{expected}"]


@pytest.mark.slow
@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("matcher", [5, ["Write"], None])
def test_a_matcher_that_is_no_text(with_one: Machine, matcher: Any) -> None:
    """The client leaves out the whole group."""
    with_one.change(lambda settings: settings["hooks"]["PreToolUse"][0].update(matcher=matcher))
    assert with_one.problems() == [f"{AT}its matcher is no text, so it is left out"]


def flat(settings: dict[str, Any]) -> None:
    """The hook beside its matcher."""
    group = settings["hooks"]["PreToolUse"][0]
    group.update(group.pop("hooks")[0])


@pytest.mark.slow
def test_a_hook_beside_its_matcher(with_one: Machine) -> None:
    """As other agents have it."""
    with_one.change(flat)
    assert with_one.problems() == [f"{AT}{LIST}"]
    assert with_one.run("doctor").code == 1


MISPLACED: dict[str, Any] = {
    "no list of groups": lambda hooks: {"hooks": {"PreToolUse": hooks["PreToolUse"][0]}},
    "no list of hooks": lambda hooks: {
        "hooks": {"PreToolUse": [{"hooks": hooks["PreToolUse"][0]["hooks"][0]}]}
    },
    "outside of hooks": lambda hooks: hooks,
    "another name": lambda hooks: json.loads(
        json.dumps({"hooks": hooks}).replace("phaser-lint-hook", "phaser-lint-hok")
    ),
    "another command": lambda hooks: json.loads(
        json.dumps({"hooks": hooks}).replace("phaser-lint-hook", "phaser-lint scan")
    ),
}


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("name", MISPLACED)
def test_settings_that_name_it_in_vain(machine: Machine, name: str) -> None:
    """The file is said, and what to compare it with."""
    settings = MISPLACED[name](machine.settings()["hooks"])
    (machine.root / SETTINGS).write_text(json.dumps(settings))
    assert machine.problems() == [
        f"{AT}it names phaser-lint, but Claude Code finds no hook of it there: compare it with "
        "what phaser-lint install --agent claude-code --dry-run prints",
    ]


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_a_permission_is_no_hook(machine: Machine) -> None:
    """Who lets the agent run ``phaser-lint scan`` has not misplaced a hook."""
    (machine.home / ".claude").mkdir()
    allowed = json.dumps({"permissions": {"allow": ["Bash(phaser-lint scan:*)"]}})
    (machine.home / SETTINGS).write_text(allowed)
    assert machine.problems() == []


def as_plugin(machine: Machine, **keys: Any) -> None:
    """Install the hooks as ``claude plugin install`` leaves them."""
    machine.run("uninstall")
    folder = machine.home / ".claude/plugins/cache/phaser-lint/phaser-lint/0.1.0"
    source = Path(__file__).parents[2] / "plugins/phaser-lint"
    shutil.copytree(source, folder)
    plugin_entry = {"scope": "user", "installPath": str(folder), "version": "0.1.0", **keys}
    plugin_list = {"version": 2, "plugins": {"phaser-lint@phaser-lint": [plugin_entry]}}
    (machine.home / ".claude/plugins/installed_plugins.json").write_text(json.dumps(plugin_list))
    (machine.home / SETTINGS).write_text('{"enabledPlugins": {"phaser-lint@phaser-lint": true}}')


@pytest.mark.usefixtures("in_process")
def test_the_hooks_of_a_plugin_are_the_hook(machine: Machine) -> None:
    """Its hooks are the hook, for the user or for this project."""
    as_plugin(machine, projectPath=str(machine.root))
    code, diagnosis = machine.doctor()
    assert (code, diagnosis["findings"], len(diagnosis["gates"])) == (0, [], 1)
    settings_path = "~/.claude/plugins/cache/phaser-lint/phaser-lint/0.1.0/hooks/hooks.json"
    assert (diagnosis["gates"][0]["settings"], diagnosis["gates"][0]["missed"]) == (
        settings_path,
        [],
    )
    (machine.root / SETTINGS).write_text('{"enabledPlugins": {"phaser-lint@phaser-lint": false}}')
    off = "the plugin phaser-lint@phaser-lint is switched off: type /plugin in claude and enable it"
    assert set(machine.problems()) == {f"Claude Code, {settings_path}: {off}"}


@pytest.mark.slow
def test_a_plugin_of_another_project(machine: Machine) -> None:
    """Does not run here; a list that cannot be read is none."""
    as_plugin(machine, projectPath="/elsewhere")
    missing = [f"{machine.root}: {NOTHING_CHECKS}"]
    assert machine.problems() == missing
    (machine.home / ".claude/plugins/installed_plugins.json").write_text('{"plugins": [')
    assert machine.problems() == missing


@pytest.mark.one_row_in(8)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("name", one_in(4, BROKEN_MACHINES))
def test_broken_in_one_place(machine: Machine, name: str) -> None:
    """Exit code 1, and sentences that tell what to do, once each."""
    breaks, expected = BROKEN_MACHINES[name]
    breaks(machine)
    code, diagnosis = machine.doctor("--start-all")
    problems = [text.replace(str(machine.root), "ROOT") for text in findings_of(diagnosis)]
    assert (code, sorted(problems)) == (1, sorted(expected))


def test_a_command_that_is_not_started(with_one: Machine) -> None:
    """It is shown, with the reason; so is a program of the project's own environment."""
    advice = "phaser-lint doctor --start-all starts it"
    with_one.command("touch started; phaser-lint-hook")
    message = (
        "not started: phaser-lint install writes no such command (touch started; phaser-lint-hook)"
    )
    assert with_one.problems() == [f"{AT}{message}; {advice}"]
    lines = with_one.run("doctor").out.splitlines()
    assert [line.split()[2:] for line in lines if line.startswith("Claude Code")] == [
        [SETTINGS, "-", "-"]
    ]
    with_one.command("phaser-lint-hook")
    program = with_one.root / ".venv/bin/phaser-lint-hook"
    program.parent.mkdir(parents=True)
    program.symlink_to(Path(BIN) / "phaser-lint-hook")
    with_one.env["PATH"] = f"{program.parent}{os.pathsep}{PATH}"
    code, diagnosis = with_one.doctor()
    assert (code, findings_of(diagnosis)) == (
        1, [f"{AT}not started: {program} lies in the checkout; {advice}"],
    )  # fmt: skip
    assert [hook["tried"] for hook in diagnosis["gates"]] == [False]
    assert with_one.doctor("--start-all")[0] == 0
    assert not (with_one.root / "started").exists()


NOTES: dict[str, tuple[Callable[[Machine], Any], str]] = {
    "glob without a file": (
        lambda machine: machine.contract(contract("sql", file_glob="*.sql")),
        ".claude/contracts/new.yaml: sql: its globs match no file of the project today"),
    "no example": (
        lambda machine: machine.contract(contract("odd", pattern="(?!)", file_glob="*.py")),
        ".claude/contracts/new.yaml: odd: not tested: no example could be made"),
    "about a file that has to be there": (
        lambda machine: machine.contract(
            contract("read-me", type="file_exists", pattern=None, file_glob="README.md")),
        ".claude/contracts/new.yaml: read-me: not tested: only deleting a file breaks it: Stop and "
        "scan check it"),
    "twice": (
        lambda machine: machine.run("install", "--scope", "local"),
        "Claude Code: each edit is checked 2 times, by hooks of .claude/settings.json and "
        ".claude/settings.local.json"),
    "without Stop": (
        lambda machine: machine.change(lambda settings: settings["hooks"].pop("Stop")),
        f"Claude Code: no hook runs at Stop, so a turn as a whole is not checked{REWRITE}"),
    "matcher without notebooks": (
        matcher("Write|Edit"),
        f"{AT}its matcher leaves out NotebookEdit, MultiEdit{REWRITE}"),
    "settings of an earlier version": (
        lambda machine: machine.change(lambda settings: settings["hooks"]["PostToolUse"][0].update(
            matcher="^(?:Edit|Write|MultiEdit|NotebookEdit|Bash|PowerShell|mcp__.*)$")),
        f"{AT}it also starts after each edit, when all was reported before it: run phaser-lint "
        "install --scope project --force"),
    "leaves a process behind": (
        script(f"sleep 100 >/dev/null 2>&1 & exec {BIN}/phaser-lint-hook"),
        f"{AT}it leaves a process behind, which an agent may wait for"),
    "another agent": (
        lambda machine: machine.script("#!/bin/sh\n", name="wave"),
        "Wave: installed here, without a hook of phaser-lint: "
        "run phaser-lint install --agent wave"),
}  # fmt: skip


@pytest.mark.slow
@pytest.mark.one_row_in(2)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("matcher", "expected"),
    [
        ("", []),
        pytest.param("*", [], marks=pytest.mark.slow),
        pytest.param("startup|resume|clear|fork", [], marks=pytest.mark.slow),
        (
            "startup|resume|clear",
            [
                f"{AT}its matcher 'startup|resume|clear' leaves out sessions of the kind fork: "
                "there what the user changed counts as the agent's; phaser-lint install --protect "
                "--force writes today's"
            ],
        ),
        pytest.param(
            "(fork",
            [
                f"{AT}its matcher '(fork' is no regular expression (missing ), unterminated "
                "subpattern at position 0)"
            ],
            marks=pytest.mark.slow,
        ),
    ],
)
def test_starts_that_a_matcher_leaves_out(
    machine: Machine, matcher: str, expected: list[str]
) -> None:
    """An earlier version wrote a list of those that it knew."""
    machine.run("install", "--protect", "--force")
    machine.change(lambda settings: settings["hooks"]["SessionStart"][0].update(matcher=matcher))
    assert machine.problems() == expected
    machine.run("install", "--protect", "--force")
    assert machine.problems() == []


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_protection_of_an_earlier_version_sees_no_commands(machine: Machine) -> None:
    """It was written with a matcher of file tools only."""
    machine.run("install", "--protect", "--force")
    assert findings_of(machine.doctor()[1], "note") == []
    files = "Edit|Write|MultiEdit|NotebookEdit"
    machine.change(lambda settings: settings["hooks"]["PreToolUse"][0].update(matcher=files))
    assert findings_of(machine.doctor()[1], "note") == [
        "Claude Code: --protect does not see commands before they run: phaser-lint install "
        "--protect --force writes today's hooks"
    ]


@pytest.mark.one_row_in(3)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("name", one_in(3, NOTES))
def test_a_note_breaks_no_hook(machine: Machine, name: str) -> None:
    """What is worth knowing and breaks no hook."""
    change, expected = NOTES[name]
    change(machine)
    code, diagnosis = machine.doctor()
    assert (code, findings_of(diagnosis), findings_of(diagnosis, "note")) == (0, [], [expected])


@pytest.mark.usefixtures("in_process")
def test_examples_come_first(machine: Machine) -> None:
    """A pattern that nothing can be made for, with an example of its own."""
    odd = contract("odd", pattern=r"(?=.*b)a.{3}", file_glob="*.py", examples={"invalid": ["axxb"]})
    machine.contract(odd)
    assert machine.problems() == []
    assert "odd" in machine.doctor()[1]["gates"][0]["blocked"]


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_two_hooks_that_differ(machine: Machine) -> None:
    """One of two hooks lets through what the other stops."""
    machine.run("install", "--scope", "local")
    machine.script("#!/bin/sh\nexit 0\n")
    stopped, passed = "Claude Code (.claude/settings.local.json)", f"Claude Code ({SETTINGS})"
    message = f"{stopped} stops it and {passed} does not"
    expected = [f"{name}: {message}" for name in NAMES.split(", ")]
    assert [text for text in machine.problems() if "stops it" in text] == expected


@pytest.mark.usefixtures("in_process")
def test_an_agent_without_a_hook_is_a_problem_where_it_is_named(machine: Machine) -> None:
    """Asked for by name, an agent without a hook is a problem."""
    run = "run phaser-lint install --agent wave"
    expected = [f"Wave: no hook of phaser-lint: {run}"]
    assert machine.problems("problem", "--agent", "wave") == expected
    machine.script("#!/bin/sh\n", name="wave")
    expected = [f"Wave: installed here, without a hook of phaser-lint: {run}"]
    assert machine.problems("problem", "--agent", "wave") == expected
    assert machine.problems("problem", "--agent", "claude-code") == []


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_a_folder_of_several_projects(machine: Machine) -> None:
    """Where the contracts are, and where the hook is: the other place is said."""
    machine.run("uninstall")
    app = machine.root / "packages/app"
    (app / ".claude").mkdir(parents=True)
    (machine.root / ".claude/contracts").rename(app / ".claude/contracts")
    assert machine.run("install").code == 0
    assert machine.problems() == []
    note_on_level = (
        "1 other level not tested (packages/app): run phaser-lint doctor there; for an agent that "
        "starts there, install --root FOLDER"
    )
    assert f"contracts: {note_on_level}" in machine.problems("note")
    note_on_hook = f"that of {machine.root / SETTINGS} is for Claude Code started in {machine.root}"
    assert machine.problems("problem", "--root", str(app)) == [
        f"{app}: {NOTHING_CHECKS}; {note_on_hook}"
    ]


@pytest.mark.usefixtures("in_process")
def test_a_project_that_moved_into_a_folder_with_its_hook(machine: Machine) -> None:
    """``git mv .claude apps/web``: who starts an agent at the top has no hook any more."""
    app = machine.root / "apps/web"
    app.mkdir(parents=True)
    (machine.root / ".claude").rename(app / ".claude")
    of_app = f"that of {app / SETTINGS} is for Claude Code started in {app}"
    assert machine.problems() == [f"{machine.root}: {NOTHING_CHECKS}; {of_app}"]


@pytest.mark.parametrize(
    ("under", "expected"),
    [
        (
            "",
            Finding(
                "note",
                "/p",
                "no agent's settings have a hook of phaser-lint; x checks, and is not tried here",
            ),
        ),
        (
            "; that of y is for Z",
            Finding(
                "problem",
                "/p",
                "no agent's settings have a hook of phaser-lint; x checks, and is not tried here; "
                "that of y is for Z; an agent that is started here needs one of its own: "
                "run phaser-lint install here",
            ),
        ),
    ],
)
def test_a_check_of_commits_is_no_hook_for_agents(under: str, expected: Finding) -> None:
    """Enough for who has none, and not for who had one in the folder that moved."""
    assert report_missing_hooks("/p", ["x checks"], above="", under=under) == expected


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_a_level_that_the_configuration_leaves_out(machine: Machine) -> None:
    """A fixture's: there is nothing to be run there."""
    place = "tests/shop/.claude/contracts/a.yaml"
    write_files(machine.root, {place: contract(), ".phaser/config.yaml": "exclude: /tests/\n"})
    assert [text for text in machine.problems("note") if "level" in text] == []


@pytest.mark.slow
@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(("flags", "waits"), [((), True), (("--quiet",), False)])
def test_what_a_terminal_shows_meanwhile(
    machine: Machine, flags: tuple[str, ...], waits: bool
) -> None:
    """The first start of pre-commit takes a minute, in which nothing was shown."""
    no_program(machine)
    ours, theirs = pty.openpty()
    process = subprocess.run(
        [str(PROGRAM), "doctor", "--agent", "claude-code", *flags],
        cwd=machine.root, env=machine.env, stdout=subprocess.PIPE, stderr=theirs,
        check=False,
    )  # fmt: skip
    os.close(theirs)
    terminal_text = b""
    with contextlib.suppress(OSError):  # the other end is closed
        terminal_text = os.read(ours, 4096)
    os.close(ours)
    expected = (
        b"starting each hook with edits; the first start of pre-commit installs its environments"
    )
    assert (process.returncode, terminal_text.strip()) == (1, expected if waits else b"")


def test_a_narrow_terminal_cuts_no_path() -> None:
    """Sentences are broken between words, and a path is never cut; elsewhere they are lines."""
    path = "/home/somebody/with/a/very/long/name/of/a/folder/settings.json"
    finding = Finding("problem", "Claude Code", f"it is not to be found in {path} any more")
    diagnosis = Diagnosis("/p", findings=(finding,))
    assert render_doctor_text(diagnosis).splitlines()[1] == f"  Claude Code: {finding.text}"
    assert render_doctor_text(diagnosis, width=40).splitlines()[:5] == [
        "problems:",
        "  Claude Code: it is not to be found in",
        f"    {path}",
        "    any more",
        "",
    ]


@pytest.mark.parametrize(
    ("width", "expected"),
    [
        (0, "Claude Code  .claude/settings.local.json  yes    yes     0 of 0  NO      166 ms"),
        (79, "Claude Code  .claude/settings.local.json  yes    yes     0 of 0  NO      166 ms"),
        (74, "Claude Code  …e/settings.local.json  yes    yes     0 of 0  NO      166 ms"),
        (61, "Claude Code  …tings.local.json  yes    yes     0 of 0  NO"),
        (49, "Claude Code  …s.local.json  yes    yes     0 of 0"),
    ],
)
def test_a_table_in_a_narrow_terminal(width: int, expected: str) -> None:
    """Of the settings' path the end is shown, and as many columns as have room beside it."""
    hook = HookStatus("Claude Code", ".claude/settings.local.json", "x", starts=True, seconds=0.166)
    diagnosis = Diagnosis("/p", hooks=(hook,))
    assert render_doctor_text(diagnosis, width=width).splitlines()[1] == expected


def test_a_wrong_flag_exits_with_2(machine: Machine) -> None:
    """A clear message and exit code 2."""
    outcome = machine.run("doctor", "--agent", "emacs")
    assert (outcome.code, outcome.out) == (2, "")
    assert "invalid choice: 'emacs'" in outcome.err
    assert machine.run("doctor", "--root", "/no/such").code == 2


CONFIGURATION = """\
repos:
  - repo: local
    hooks:
      - id: phaser-lint
        name: phaser-lint
        entry: phaser-lint pre-commit
        args: [--]
        language: system
        types: [text]
        require_serial: true
      - id: phaser-lint-tree
        name: phaser-lint (files and changes)
        entry: phaser-lint pre-commit --tree
        args: [--]
        language: system
        pass_filenames: false
        always_run: true
"""


@pytest.fixture
def committing(machine: Machine) -> Machine:
    machine.run("uninstall")
    (machine.bin / "pre-commit").symlink_to(Path(BIN) / "pre-commit")
    (machine.root / ".pre-commit-config.yaml").write_text(CONFIGURATION)
    env = {**os.environ, **machine.env}
    subprocess.run(["pre-commit", "install"], cwd=machine.root, env=env, check=True,
                   capture_output=True)  # fmt: skip
    return machine


@pytest.mark.slow
def test_hooks_of_pre_commit_are_tried_on_a_copy(committing: Machine) -> None:
    """The configured hooks stop what breaks a contract, tried on a copy."""
    before = snapshot(committing.root)
    code, diagnosis = committing.doctor()
    hook = diagnosis["gates"][0]
    assert (code, hook["name"], hook["stands"]) == (0, "pre-commit", True)
    assert sorted(hook["blocked"]) == ["head", "no-file", "no-print"]
    assert snapshot(committing.root) == before


@pytest.mark.slow
def test_a_hook_that_checks_all_files_is_tried_on_a_clean_one_first(committing: Machine) -> None:
    """``pass_filenames: false``: what breaks contracts is not there yet."""
    path = committing.root / ".pre-commit-config.yaml"
    own = CONFIGURATION.partition("      - id: phaser-lint-tree")[0]
    path.write_text(own.replace("types: [text]", "pass_filenames: false"))
    _, diagnosis = committing.doctor()
    hook = diagnosis["gates"][0]
    assert (hook["silent"], "no-print" in hook["blocked"]) == (True, True)


@pytest.mark.slow
def test_pre_commit_with_a_program_of_the_project(committing: Machine) -> None:
    """The copy has none: with the flag it is started from where it lies."""
    program = committing.root / ".venv/bin/phaser-lint"
    program.parent.mkdir(parents=True)
    program.symlink_to(Path(BIN) / "phaser-lint")
    path = committing.root / ".pre-commit-config.yaml"
    path.write_text(CONFIGURATION.replace("entry: ", "entry: .venv/bin/"))
    code, diagnosis = committing.doctor("--start-all")
    hook = diagnosis["gates"][0]
    assert (code, hook["findings"], hook["missed"]) == (0, [], [])


def test_a_hook_that_pre_commit_moved_finds_all_twice(committing: Machine) -> None:
    """As ``pre-commit.legacy``, and nobody said why all stood there twice."""
    moved = committing.root / ".git/hooks/pre-commit.legacy"
    moved.write_text("#!/bin/sh\nphaser-lint scan --staged --project-contracts --quiet\n")
    moved.chmod(0o755)
    _, diagnosis = committing.doctor()
    texts = [finding["text"] for finding in diagnosis["findings"] if "legacy" in finding["where"]]
    assert texts == [
        "pre-commit runs it before its own hooks, so each violation is listed twice; "
        "pre-commit install --overwrite takes it out"
    ]


OF_A_FORK = """\
repos:
  - repo: https://127.0.0.1:1/me/phaser-lint
    rev: 0123456789abcdef0123456789abcdef01234567
    hooks:
      - id: phaser-lint
"""


@pytest.mark.parametrize(("revision", "is_told"), [("0123456", False), ("fedcba9", True)])
def test_another_revision_in_a_workflow_is_named(
    committing: Machine, revision: str, is_told: bool
) -> None:
    """The commit passed by one phaser-lint, and the pull request failed by another."""
    committing.keep_one()
    (committing.root / ".pre-commit-config.yaml").write_text(OF_A_FORK)
    workflow = committing.root / ".github/workflows/phaser-lint.yml"
    workflow.parent.mkdir(parents=True)
    workflow.write_text(f"    steps:\n      - uses: me/phaser-lint@{revision}\n")
    text = " ".join(committing.run("doctor").out.split())
    note = f"rev 0123456789ab here, and @{revision} in .github/workflows/phaser-lint.yml: give both"
    assert (note in text) == is_told


def test_pre_commit_with_the_repository_that_this_came_from(
    committing: Machine, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """``init`` wrote its address. Of another nobody knows whether its hooks work."""
    committing.keep_one()
    (committing.root / ".pre-commit-config.yaml").write_text(OF_A_FORK)
    outcome = committing.run("doctor")
    text = " ".join(outcome.out.split())
    assert outcome.code == 0
    assert (
        "phaser-lint is not started: its repository is https://127.0.0.1:1/me/phaser-lint, and not "
        f"{REPOSITORY}; phaser-lint doctor --start-all starts it 1 hook not started, 0 problems"
    ) in text
    metadata = tmp_path / f"installed/phaser_lint-{__version__}.dist-info"
    metadata.mkdir(parents=True)
    (metadata / "METADATA").write_text(f"Name: phaser-lint\nVersion: {__version__}\n")
    direct_url = {
        "url": "https://127.0.0.1:1/me/phaser-lint.git",
        "vcs_info": {"vcs": "git", "commit_id": "0123456789abcdef0123456789abcdef01234567"},
    }
    (metadata / "direct_url.json").write_text(json.dumps(direct_url))
    monkeypatch.syspath_prepend(str(metadata.parent))
    (committing.bin / "own").mkdir()
    committing.script("#!/bin/sh\necho tried\nexit 3\n", "own/pre-commit")
    committing.env["PATH"] = f"{committing.bin}/own{os.pathsep}{committing.env['PATH']}"
    code, diagnosis = committing.doctor()
    assert (code, findings_of(diagnosis)) == (1, [f"{COMMIT}pre-commit does not start: tried"])


NEW_ALONE = [
    ("since", "[--since, old/work, --]"),
    ("since", "[--since, HEAD, --]"),
    ("since", "[--since=main, --]"),
    ("contracts", "[--contracts-from, main, --]"),
    ("contracts", "[--since=main, --contracts-from=HEAD, --]"),
    ("baseline", "[--baseline, old.jsonl, --since, main, --]"),
    ("baseline", "[--baseline, old.jsonl, --]"),
    ("baseline", "[--baseline=old.jsonl, --]"),
]


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "args"), first_of_each(NEW_ALONE, itemgetter(0)))
def test_pre_commit_that_counts_what_is_new(committing: Machine, kind: str, args: str) -> None:
    """It works: what it is tried with is new, whatever existing violations the project has."""
    root, path = committing.root, committing.root / ".pre-commit-config.yaml"
    path.write_text(CONFIGURATION.replace("[--]", args))
    (root / "src/app.py").write_text("print(1)\n" * 3)
    committing.run("baseline", "--file", "old.jsonl")
    committing.git(root, "add", "-A", "-f")
    committing.git(root, "commit", "-q", "--no-verify", "-m", "Old")
    committing.git(root, "branch", "old/work")
    code, diagnosis = committing.doctor()
    hook = diagnosis["gates"][0]
    assert (code, hook["findings"], hook["missed"]) == (0, [], [])
    assert sorted(hook["blocked"]) == ["head", "no-file", "no-print"]


@pytest.mark.slow
@pytest.mark.parametrize(
    ("args", "message"),
    first_of_each(
        [
            ("[--since, gone, --]", "gone"),
            ("[--baseline, gone.jsonl, --]", "gone.jsonl"),
            ("[--baseline, src/app.py, --]", "src/app.py"),
        ],
        lambda row: row[0][:6],
    ),
)
def test_pre_commit_that_compares_with_nothing(
    committing: Machine, args: str, message: str
) -> None:
    """Every commit would be refused: that is no hook that works."""
    path = committing.root / ".pre-commit-config.yaml"
    path.write_text(CONFIGURATION.replace("[--]", args))
    committing.git(committing.root, "add", "-A", "-f")
    committing.git(committing.root, "commit", "-q", "--no-verify", "-m", "First")
    (problem,) = [text for text in committing.problems() if "clean file" in text]
    assert message in problem


ELSEWHERE = {"env": {"PATH": "/usr/bin:/bin"}}


@pytest.mark.slow
@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("name", ["~/.claude/settings.json", SETTINGS, LOCAL])
def test_a_path_in_the_settings(machine: Machine, name: str) -> None:
    """It hides the hook's command from the client, so it does here."""
    path = machine.home / name[2:] if name.startswith("~") else machine.root / name
    path.parent.mkdir(exist_ok=True)
    settings = json.loads(path.read_text()) if path.exists() else {}
    path.write_text(json.dumps({**settings, **ELSEWHERE}))
    (problem, *_) = machine.problems()
    assert "phaser-lint-hook is not on the PATH that the settings give to hooks" in problem


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_a_path_of_a_stronger_file(machine: Machine) -> None:
    """The project's comes before the user's."""
    (machine.home / ".claude").mkdir()
    (machine.home / ".claude/settings.json").write_text(json.dumps(ELSEWHERE))
    machine.change(lambda settings: settings.update(env={"PATH": PATH}))
    assert machine.problems("problem", "--start-all") == []


COMMIT = "pre-commit, .pre-commit-config.yaml: "
HOOK = ".git/hooks/pre-commit"


def lets_through(row: tuple[Any, ...]) -> bool:
    """Whether the hooks run and see less than they should; else no commit runs them."""
    return str(row[1]).startswith("it lets")


BROKEN_COMMITS: list[tuple[Callable[[Machine], Any], str]] = [
    (
        lambda machine: (machine.root / HOOK).unlink(),
        "git does not run pre-commit at a commit: run pre-commit install",
    ),
    (
        lambda machine: (machine.root / HOOK).chmod(0o644),
        f"git's hook may not be executed: chmod +x {HOOK}",
    ),
    (
        lambda machine: (machine.root / HOOK).write_text("#!/bin/sh\nmake test\n"),
        f"git's hook ({HOOK}) is another's and does not start pre-commit: run pre-commit install",
    ),
    (
        lambda machine: (machine.bin / "pre-commit").unlink(),
        "pre-commit is not on the PATH: pipx install pre-commit",
    ),
    (
        lambda machine: (machine.root / ".pre-commit-config.yaml").write_text(
            CONFIGURATION.replace("phaser-lint pre-commit", "true phaser-lint")
        ),
        f"it lets violations through: {NAMES}",
    ),
    (
        lambda machine: (machine.root / ".pre-commit-config.yaml").write_text(
            CONFIGURATION.partition("      - id: phaser-lint-tree")[0]
        ),
        "it lets files through that may not be there (no-file): add the hook phaser-lint-tree",
    ),
    (
        lambda machine: (machine.root / ".pre-commit-config.yaml").write_text(
            CONFIGURATION + "exclude: ^(src|web|phaser|.env)"
        ),
        "it lets violations through: head, no-print; its files, types or exclude leaves them out",
    ),
    (
        lambda machine: (machine.root / ".pre-commit-config.yaml").write_text(
            CONFIGURATION + "default_stages: [pre-push]"
        ),
        "no commit runs it: add pre-commit to the stages of the hook, or remove them",
    ),
    (
        lambda machine: (machine.root / ".pre-commit-config.yaml").write_text(
            CONFIGURATION + "bad: [phaser-lint"
        ),
        ".pre-commit-config.yaml is not valid YAML: while parsing a flow sequence",
    ),
]


@pytest.mark.slow
@pytest.mark.parametrize(("breaks", "expected"), first_of_each(BROKEN_COMMITS, lets_through))
def test_each_way_round_pre_commit_is_told(
    committing: Machine, breaks: Callable[[Machine], Any], expected: str
) -> None:
    """Each way in which a commit goes through unchecked, and what to do."""
    committing.env["PATH"] = f"{committing.bin}{os.pathsep}{program_alone(committing)}"
    breaks(committing)
    problems = committing.problems("problem", "--start-all")
    assert [text.replace(f"{committing.root}/", "") for text in problems] == [f"{COMMIT}{expected}"]


@pytest.mark.slow
def test_pre_commit_with_another_configuration(committing: Machine) -> None:
    """Git's hook names it."""
    (committing.root / "ci").mkdir()
    (committing.root / ".pre-commit-config.yaml").rename(committing.root / "ci/hooks.yaml")
    hook = committing.root / HOOK
    hook.write_text(hook.read_text().replace(".pre-commit-config.yaml", "ci/hooks.yaml"))
    code, diagnosis = committing.doctor()
    assert (code, [hook["settings"] for hook in diagnosis["gates"]]) == (0, ["ci/hooks.yaml"])


@pytest.mark.slow
def test_pre_commit_below_the_top_folder(committing: Machine) -> None:
    """It starts and blocks when tried, and no commit reads it."""
    project_below = committing.root / "packages/app"
    shutil.copytree(
        committing.root, project_below, ignore=shutil.ignore_patterns(".git", "packages")
    )
    outcome = committing.run("doctor", "--root", str(project_below))
    message = f"pre-commit reads only the configuration in {committing.root}: move the hooks there"
    assert outcome.code == 1
    assert message in outcome.out


def program_alone(machine: Machine) -> str:
    """A PATH on which the program is, and pre-commit is not."""
    folder = machine.home / "program"
    folder.mkdir()
    (folder / "phaser-lint").symlink_to(f"{BIN}/phaser-lint")
    return f"{folder}:/usr/bin:/bin"


OF_HUSKY = ".husky/pre-commit"
IN_WEB = "web/.husky/pre-commit"
STUB_TEXT = '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n'
STUB = {"web/.husky/_/pre-commit": STUB_TEXT}
CALL = "phaser-lint scan --staged --project-contracts\n"
IDLE = "git does not run it in this clone: "
RUN = "git runs it (git hook run pre-commit tries it on what is staged), and it is not tried here"
# Files, where git looks for hooks, and the last words on the first file.
CLONES: dict[str, tuple[dict[str, str], str, str]] = {
    "git's own, run": ({".git/hooks/pre-commit": CALL}, "",
                       RUN),
    "husky, run": ({OF_HUSKY: CALL, ".husky/_/pre-commit": '. "$(dirname "$0")/h"\n'},
                   ".husky/_", RUN),
    "an earlier husky, run": ({OF_HUSKY: CALL}, ".husky", RUN),
    "husky, not installed": ({OF_HUSKY: CALL}, "",
                             f"{IDLE}install the packages, or run npx husky"),
    "husky without its own files": ({OF_HUSKY: CALL}, ".husky/_",
                                    f"{IDLE}install the packages, or run npx husky"),
    "husky in a subfolder, run": ({IN_WEB: CALL, "web/.husky/_/h": "", **STUB},
                                  "web/.husky/_", RUN),
    "an earlier one in a subfolder, run": ({IN_WEB: CALL, "web/.husky/_/husky.sh": ""},
                                           "web/.husky", RUN),
    "husky in a folder of any name, run": ({"hooks/pre-commit": CALL, "hooks/_/husky.sh": "",
                                            "hooks/_/pre-commit": STUB_TEXT}, "hooks/_", RUN),
    "husky in a subfolder, not installed": (
        {IN_WEB: CALL}, "", f"{IDLE}install the packages, or run npx husky web/.husky"),
    "husky in a subfolder without its own files": (
        {IN_WEB: CALL}, "web/.husky/_",
        f"{IDLE}install the packages, or run npx husky web/.husky"),
    "lefthook, run": ({"lefthook.yml": f"pre-commit: {{commands: {{p: {{run: {CALL.strip()}}}}}}}",
                       ".git/hooks/pre-commit": "call_lefthook run pre-commit\n"},
                      "", RUN),
    "lefthook, not installed": (
        {"lefthook.yml": f"pre-commit: {{commands: {{p: {{run: {CALL.strip()}}}}}}}"},
        "", f"{IDLE}run lefthook install"),
    "a folder of the team": ({"tools/pre-commit": CALL}, "",
                             f"{IDLE}git config core.hooksPath tools has git run it"),
}  # fmt: skip


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize("name", CLONES)
def test_doctor_says_whether_git_runs_the_check(with_one: Machine, name: str) -> None:
    """In this clone: what a manager needs for that no clone has."""
    files, folder, words = CLONES[name]
    for path, text in files.items():
        write_files(with_one.root, {path: text})
        (with_one.root / path).chmod(0o755)
    if folder:
        with_one.git(with_one.root, "config", "core.hooksPath", folder)
    code, diagnosis = with_one.doctor()
    level = "problem" if "install" in words else "note"
    path = next(iter(files))
    assert findings_of(diagnosis, level).count(f"{path}: {words}") == 1
    assert code == (level == "problem")


def test_doctor_says_that_a_hook_is_not_executable(with_one: Machine) -> None:
    """git then skips it without a word."""
    write_files(with_one.root, {OF_HUSKY: CALL})
    (with_one.root / OF_HUSKY).chmod(0o644)
    with_one.git(with_one.root, "config", "core.hooksPath", ".husky")
    assert any("git does not run it: chmod +x" in text for text in with_one.problems())
