"""``phaser-lint doctor`` on the installs of every agent: standing, and left out by the agent."""

from __future__ import annotations

import json
import re
import shutil
from operator import itemgetter
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.agent.agent_settings import require_agent
from phaser_lint.agent.codex.host import hash_hook
from phaser_lint.agent.install.hooks_in_settings import SettingsFile, read_handlers
from tests.called_hooks import in_process
from tests.command.test_doctor import BIN, Machine, findings_of, machine
from tests.tables import first_of_each, one_in

if TYPE_CHECKING:
    from collections.abc import Callable

__all__ = ["in_process", "machine"]

SETTINGS = {
    "codex": (".codex/hooks.json", "Codex"),
    "gemini-cli": (".gemini/settings.json", "Gemini CLI"),
    "qwen-code": (".qwen/settings.json", "Qwen Code"),
    "copilot-cli": (".github/hooks/phaser-lint.json", "GitHub Copilot CLI"),
    "cursor": (".cursor/hooks.json", "Cursor"),
    "opencode": (".opencode/plugins/phaser-lint.js", "OpenCode"),
    "windsurf": (".windsurf/hooks.json", "Windsurf"),
    "cline": (".clinerules/hooks/PostToolUse", "Cline"),
    "wave": (".wave/settings.json", "Wave"),
    "droid": (".factory/settings.json", "Factory droid"),
    "kimi-code": ("~/.kimi-code/config.toml", "Kimi Code"),
    "pi": (".pi/extensions/phaser-lint.ts", "pi"),
    "kilo": (".kilo/plugins/phaser-lint.js", "Kilo Code"),
    "vibe": (".vibe/hooks.toml", "Mistral Vibe"),
    "antigravity": (".agents/hooks.json", "Antigravity"),
    "kiro": (".kiro/hooks/phaser-lint.json", "Kiro"),
}


def trust(machine: Machine, agent: str) -> None:
    """Let *agent* trust the project and its hooks, as it remembers that itself."""
    root = str(machine.root)
    if agent == "gemini-cli":
        (machine.home / ".gemini").mkdir()
        text = json.dumps({root: "TRUST_FOLDER"})
        (machine.home / ".gemini/trustedFolders.json").write_text(text)
    if agent == "copilot-cli":
        (machine.home / ".copilot").mkdir()
        text = f"// written by Copilot\n{json.dumps({'trustedFolders': [root]})}"
        (machine.home / ".copilot/config.json").write_text(text)
    if agent == "pi":
        (machine.home / ".pi/agent").mkdir(parents=True)
        (machine.home / ".pi/agent/trust.json").write_text(json.dumps({root: True}))
    if agent == "vibe":
        (machine.home / ".vibe").mkdir()
        (machine.home / ".vibe/trusted_folders.toml").write_text(f"trusted = [{json.dumps(root)}]")
    if agent == "codex":
        (machine.home / ".codex").mkdir(exist_ok=True)
        (machine.home / ".codex/config.toml").write_text(review_of(root))


def review_of(root: str) -> str:
    """What Codex writes once the user has trusted the project and each of its hooks."""
    lines = [f'[projects."{root}"]', 'trust_level = "trusted"']
    path = f"{root}/.codex/hooks.json"
    for hook in read_handlers(SettingsFile(require_agent("codex"), path, ".codex/hooks.json")):
        event = re.sub("(?<!^)(?=[A-Z])", "_", hook.event).lower()
        lines += [f'[hooks.state."{path}:{event}:{hook.group}:{hook.number}"]']
        lines += [f'trusted_hash = "{hash_hook(hook)}"']
    return "\n".join(lines)


@pytest.fixture
def installed(machine: Machine) -> Callable[[str], Machine]:
    def install(agent: str, *flags: str) -> Machine:
        machine.run("uninstall")
        assert machine.run("install", "--agent", agent, *flags).code == 0
        trust(machine, agent)
        return machine

    return install


@pytest.fixture
def with_one(installed: Callable[[str], Machine], in_process: None) -> Callable[[str], Machine]:
    """As ``installed``, with one contract, and hooks called in this process."""
    return lambda agent: installed(agent).keep_one()


@pytest.mark.one_row_in(6)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("agent", one_in(3, SETTINGS))
def test_a_fresh_install_stands_for_each_agent(
    installed: Callable[[str], Machine], agent: str
) -> None:
    """A fresh install in a folder that is trusted: it stands, and there is nothing to say."""
    code, diagnosis = installed(agent).doctor()
    hook = diagnosis["gates"][0]
    assert (code, diagnosis["findings"], hook["findings"]) == (0, [], [])
    assert (hook["settings"], hook["name"]) == SETTINGS[agent]
    assert sorted(hook["blocked"]) == ["head", "no-file", "no-print"]
    assert (hook["starts"], hook["silent"], hook["missed"]) == (True, True, [])


@pytest.mark.slow
@pytest.mark.one_row_in(2)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize("agent", one_in(3, ("windsurf", "codex", "wave", "kimi-code", "pi")))
def test_packs_alone_without_git(installed: Callable[[str], Machine], agent: str) -> None:
    """No level and no repository says where the project begins, and these agents name none."""
    machine = installed(agent)
    shutil.rmtree(machine.root / ".git")
    shutil.rmtree(machine.root / ".claude/contracts")
    (machine.root / ".phaser").mkdir()
    (machine.root / ".phaser/config.yaml").write_text("include: [{pack: secrets}]\n")
    code, diagnosis = machine.doctor()
    assert (code, diagnosis["gates"][0]["missed"]) == (0, [])
    assert "private-key" in diagnosis["gates"][0]["blocked"]


@pytest.mark.slow
@pytest.mark.parametrize(
    "flags",
    [
        pytest.param(("--augment",), marks=pytest.mark.slow),
        ("--augment", "--protect", "--fail-closed"),
    ],
)
@pytest.mark.parametrize(
    "agent",
    [
        "claude-code",
        "copilot-cli",
        *(
            pytest.param(agent, marks=pytest.mark.slow)
            for agent in ("codex", "gemini-cli", "qwen-code", "wave")
        ),
    ],
)
def test_a_hook_for_links_is_healthy(
    installed: Callable[..., Machine], agent: str, flags: tuple[str, ...]
) -> None:
    """A hook on prompts and on other tools is no hook, and has no matcher to complain of."""
    code, diagnosis = installed(agent, *flags).doctor()
    assert (code, diagnosis["findings"], len(diagnosis["gates"])) == (0, [], 1)
    assert (diagnosis["gates"][0]["findings"], diagnosis["gates"][0]["missed"]) == ([], [])


@pytest.mark.slow
def test_vscode_runs_the_hooks_of_copilot(machine: Machine) -> None:
    """It calls their events by Claude Code's names, whatever the settings say."""
    machine.run("uninstall")
    assert machine.run("install", "--agent", "vscode", "--augment").code == 0
    code, diagnosis = machine.doctor("--agent", "vscode")
    assert (code, [hook["findings"] for hook in diagnosis["gates"]]) == (0, [[]])
    assert sorted(diagnosis["gates"][0]["blocked"]) == ["head", "no-file", "no-print"]


@pytest.mark.slow
@pytest.mark.one_row_in(4)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("name", "stands"),
    [(".github/other", True), (".github/hooks", False), (".github/hooks/phaser-lint.json", False)],
)
def test_vscode_passes_over_a_folder(machine: Machine, name: str, stands: bool) -> None:
    """Its own settings say which files of hooks are read; they may hold comments."""
    machine.run("uninstall")
    assert machine.run("install", "--agent", "vscode").code == 0
    settings = json.dumps({"chat.hookFilesLocations": {name: False}})
    project_file(".vscode/settings.json", f"// mine\n{settings}")(machine)
    _, diagnosis = machine.doctor("--agent", "vscode")
    assert [hook["stands"] for hook in diagnosis["gates"]] == [stands]


def in_file(agent: str, change: Callable[[dict[str, Any]], Any]) -> Callable[[Machine], None]:
    return lambda machine: machine.change(change, SETTINGS[agent][0])


def in_entry(agent: str, event: str, **keys: Any) -> Callable[[Machine], None]:
    def changed(settings: dict[str, Any]) -> None:
        group = settings["hooks"][event][0]
        group.get("hooks", [group])[0].update(keys)

    return in_file(agent, changed)


def in_group(agent: str, event: str, **keys: Any) -> Callable[[Machine], None]:
    return in_file(agent, lambda settings: settings["hooks"][event][0].update(keys))


def with_wave_local(hooks: Any) -> Callable[[Machine], None]:
    def write_settings(machine: Machine) -> None:
        text = json.dumps({"hooks": hooks})
        (machine.root / ".wave/settings.local.json").write_text(text)

    return write_settings


def in_text(path: str, old: str, new: str) -> Callable[[Machine], None]:
    """Changes a file of the project, or of the home folder, as a text."""

    def changed(machine: Machine) -> None:
        folder = machine.home if path.startswith("~/") else machine.root
        file = folder / path.removeprefix("~/")
        assert old in file.read_text()
        file.write_text(file.read_text().replace(old, new, 1))

    return changed


def of_events(settings: Any) -> Callable[[Machine], None]:
    return lambda machine: project_file(".factory/hooks.json", json.dumps(settings))(machine)


def off_in_pi(pattern: str) -> Callable[[Machine], None]:
    text = json.dumps({"extensions": [pattern]})
    return lambda machine: project_file(".pi/settings.json", text)(machine)


def beside_ours(name: str, hooks: Any) -> Callable[[Machine], None]:
    return in_file("antigravity", lambda settings: settings.update({name: hooks}))


KIMI, PI = "~/.kimi-code/config.toml", ".pi/extensions/phaser-lint.ts"
KILO, VIBE, KIRO = (SETTINGS[agent][0] for agent in ("kilo", "vibe", "kiro"))
NAMESAKE = '[[hooks]]\ntype = "pre_tool"\nname = "phaser-lint-pre_tool"\ncommand = "true"\n'
VIBE_FILES = "re:write_file|search_replace"
THEIRS = {"type": "command", "command": "true"}
LEFT_OUT: list[tuple[str, Callable[[Machine], None], str]] = [
    ("gemini-cli", in_entry("gemini-cli", "BeforeTool", type=None), "runs it only with"),
    ("gemini-cli", in_entry("gemini-cli", "BeforeTool", timeout=0), "its timeout is no number"),
    ("qwen-code", in_entry("qwen-code", "PreToolUse", type="prompt"), "runs it only with"),
    ("qwen-code", in_entry("qwen-code", "PreToolUse", **{"async": True}), "does not wait for it"),
    ("copilot-cli", in_entry("copilot-cli", "preToolUse", timeoutSec=0), "its timeoutSec is no"),
    ("copilot-cli", in_entry("copilot-cli", "preToolUse", matcher=5), "its matcher is no text"),
    ("copilot-cli", in_entry("copilot-cli", "preToolUse", type="prompt"), "runs it only with"),
    (
        "copilot-cli",
        in_file("copilot-cli", lambda settings: settings.update(version=2)),
        '"version": 1',
    ),
    ("codex", in_entry("codex", "PreToolUse", timeout=-1), "its timeout is no whole number"),
    ("codex", in_entry("codex", "PreToolUse", timeout=1.5), "its timeout is no whole number"),
    (
        "codex",
        in_file("codex", lambda settings: settings.update(version=1)),
        "Codex runs no hook of a file with another key than hooks and description: remove version",
    ),
    ("codex", in_entry("codex", "Stop", type=None), 'Codex runs it only with "type": "command"'),
    ("wave", in_entry("wave", "PreToolUse", **{"async": True}), "does not wait for it"),
    (
        "wave",
        in_group("wave", "PostToolUse", matcher="^(?:Edit|Write)$"),
        "Wave runs no hook at all for what stands in .wave/settings.json: PostToolUse: matcher: "
        "expected names or globs with | between them",
    ),
    ("wave", in_group("wave", "Stop", matcher="*"), "Stop: matcher: none is allowed"),
    ("wave", in_entry("wave", "Stop", type=None), 'Stop: expected "hooks": ['),
    ("wave", with_wave_local({"PreToolUse": [THEIRS]}), 'PreToolUse: expected "hooks": ['),
    ("wave", with_wave_local({"PreToolUse": {"hooks": [THEIRS]}}), "PreToolUse: expected a list"),
    (
        "wave",
        with_wave_local({"PreToolUse": [{"matcher": "{Write}", "hooks": [THEIRS]}]}),
        "for what stands in .wave/settings.local.json: PreToolUse: matcher",
    ),
    (
        "wave",
        with_wave_local({"Stop": [{"hooks": [{**THEIRS, "command": "sudo rm x"}]}]}),
        "Stop: it takes this command for dangerous: sudo rm x",
    ),
    ("droid", in_entry("droid", "Stop", type="prompt"), 'runs it only with "type": "command"'),
    ("droid", in_entry("droid", "PreToolUse", timeout="30"), "its timeout is no number"),
    ("droid", in_group("droid", "PreToolUse", commandRegex="x"), "its commandRegex leaves edits"),
    (
        "droid",
        of_events({"PreToolUse": [{"hooks": [THEIRS]}]}),
        "droid runs no PreToolUse hook of this file, since hooks.json has that event",
    ),
    (
        "droid",
        of_events({"hooksDisabled": True}),
        "all hooks are switched off: remove hooks.hooksDisabled from .factory/hooks.json",
    ),
    ("kimi-code", in_text(KIMI, "timeout = 30", "timeout = 601"), "no whole number from 1 to 600"),
    ("kimi-code", in_text(KIMI, "timeout = 30", "x = 1"), "it knows no key x"),
    (
        "kimi-code",
        in_text(KIMI, "[[hooks]]", '[[hooks]]\nevent = "X"\n\n[[hooks]]'),
        "it knows no event X",
    ),
    (
        "kimi-code",
        in_text(KIMI, "[[hooks]]", '[[hooks]]\nevent = "Stop"\n\n[[hooks]]'),
        "it has no command",
    ),
    ("kimi-code", in_text(KIMI, '"^(?:Write|Edit)$"', '"*"'), "'*' is no regular expression"),
    ("kimi-code", in_text(KIMI, '"^(?:Write|Edit)$"', '"Wri"'), "leaves out Edit"),
    ("pi", in_text(PI, "return { block", "void { block"), "it is not the extension that this"),
    ("pi", off_in_pi("-extensions/phaser-lint.ts"), "pi loads no such extension while"),
    ("pi", off_in_pi("!**/*.ts"), "leaves it out under extensions"),
    (
        "pi",
        lambda machine: (machine.home / ".pi/agent/trust.json").unlink(),
        "pi loads no extensions of a project it does not trust",
    ),
    (
        "kilo",
        in_text(KILO, "throw new Error(answer.deny)", "return"),
        "and Kilo Code does not report one that does not load or throw: run phaser-lint install "
        "--agent kilo --force",
    ),
    ("vibe", in_text(VIBE, 'name = "phaser-lint-pre_tool"\n', ""), "leaves it out: it has no name"),
    (
        "vibe",
        in_text(VIBE, "[[hooks]]", f"{NAMESAKE}\n[[hooks]]"),
        "another hook of this file is called phaser-lint-pre_tool, too",
    ),
    ("vibe", in_text(VIBE, VIBE_FILES, "re:write|search"), "never fires"),
    ("vibe", in_text(VIBE, VIBE_FILES, "write_file|search_replace"), "never fires"),
    ("vibe", in_text(VIBE, VIBE_FILES, "write_*"), "leaves out search_replace"),
    (
        "vibe",
        in_text(VIBE, 'name = "phaser-lint-post_agent"', 'name = "x"\nstrict = true'),
        "strict is only for hooks of tools",
    ),
    (
        "vibe",
        in_text("~/.vibe/trusted_folders.toml", "trusted", "untrusted"),
        "Mistral Vibe runs no hooks of a project it does not trust",
    ),
    (
        "antigravity",
        in_file("antigravity", lambda settings: settings["phaser-lint"].update(enabled=False)),
        "all hooks are switched off: remove phaser-lint.enabled from .agents/hooks.json",
    ),
    ("antigravity", beside_ours("x", {"Stop": [{"hooks": [THEIRS]}]}), "x: Stop: expected a com"),
    ("antigravity", beside_ours("x", {"PreToolUse": [THEIRS]}), "x: PreToolUse: expected a match"),
    ("antigravity", beside_ours("x", {"Nope": []}), "x: it knows no event Nope"),
    ("kiro", in_text(KIRO, '"enabled": true', '"enabled": false'), "it is not the file that this"),
    ("kiro", in_text(KIRO, "|write|", "|"), "run phaser-lint install --agent kiro --force"),
]
TAKEN_SETTINGS: list[tuple[str, Callable[[Machine], None]]] = [
    ("gemini-cli", in_entry("gemini-cli", "BeforeTool", **{"async": True})),
    ("qwen-code", in_entry("qwen-code", "PreToolUse", timeout="abc")),
    ("copilot-cli", in_file("copilot-cli", lambda settings: settings.pop("version"))),
    ("codex", in_entry("codex", "PreToolUse", timeout=0)),
    *(
        ("wave", in_group("wave", "PreToolUse", matcher=matcher))
        for matcher in ("write|edit*", "WRITE | [Ee]dit", "*", "mcp__*|W*|E?it")
    ),
    ("wave", in_file("wave", lambda settings: settings["hooks"].update(Nope=[{"matcher": "^("}]))),
    ("droid", in_entry("droid", "PreToolUse", timeout=-1)),
    ("droid", of_events({"SessionStart": [{"hooks": [THEIRS]}]})),
    ("droid", in_text(".factory/settings.json", "{", "{ // mine\n")),
    ("droid", in_file("droid", lambda settings: settings["hooks"].update(Nope=[{"matcher": 5}]))),
    ("kimi-code", in_text(KIMI, "[[hooks]]", "# mine\n[[hooks]]")),
    ("kimi-code", in_text(KIMI, '"^(?:Write|Edit)$"', '"Wri|Edi"')),
    ("pi", off_in_pi("-extensions/x.ts")),
    ("pi", off_in_pi("extensions/*.ts")),
    ("vibe", in_text(VIBE, VIBE_FILES, "*")),
    ("vibe", in_text(VIBE, VIBE_FILES, "re:WRITE_FILE|edit")),
    ("vibe", in_text(VIBE, "[[hooks]]", f"{NAMESAKE.replace('true', '')}\n[[hooks]]")),
    ("antigravity", beside_ours("x", {"enabled": False, "Stop": [THEIRS]})),
    ("antigravity", beside_ours("x", {"PostToolUse": [{"hooks": [THEIRS]}]})),
]


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize(("agent", "change"), first_of_each(TAKEN_SETTINGS, itemgetter(0)))
def test_odd_hooks_that_run(
    with_one: Callable[[str], Machine], agent: str, change: Callable[[Machine], None]
) -> None:
    """Seen to block in the running client."""
    machine = with_one(agent)
    change(machine)
    if agent == "codex":
        trust(machine, agent)
    assert machine.problems() == []


@pytest.mark.one_row_in(10)
@pytest.mark.parametrize(("agent", "change", "message"), first_of_each(LEFT_OUT, itemgetter(0)))
def test_odd_hooks_that_never_run(
    with_one: Callable[[str], Machine], agent: str, change: Callable[[Machine], None], message: str
) -> None:
    """Seen to be left out by the running client, though they start and block here."""
    machine = with_one(agent)
    change(machine)
    if agent == "codex":
        trust(machine, agent)
    problems = machine.problems()
    assert problems
    assert all(message in text for text in problems), problems


def with_plugin(machine: Machine, *flags: str, end: str = "") -> None:
    printed = machine.run("augment", "--plugin", *flags).out
    (machine.root / PLUGIN).write_text(printed + end)


PLUGIN = ".opencode/plugins/phaser-lint-context.js"


@pytest.mark.slow
def test_the_plugin_for_context(installed: Callable[..., Machine]) -> None:
    """It is tried with a prompt and with a link, and compared with what is printed today."""
    machine = installed("opencode")
    with_plugin(machine, "--property", "_context")
    code, diagnosis = machine.doctor()
    assert (code, diagnosis["findings"], len(diagnosis["gates"])) == (0, [], 1)
    with_plugin(machine, "--fields", "note", end="syntax error (")
    (problem,) = machine.problems()
    assert problem.startswith(
        f"OpenCode, {PLUGIN}: it is not the plugin that this phaser-lint writes"
    )
    anew = "phaser-lint augment --agent opencode --plugin --fields note"
    assert problem.endswith(f": run {anew} > {PLUGIN}")


@pytest.mark.slow
def test_a_plugin_for_context_that_cannot_run(installed: Callable[..., Machine]) -> None:
    """The program is missing, fails, answers nothing, or knows a flag no more."""
    machine = installed("opencode")
    with_plugin(machine)
    for script, message in (
        ("#!/bin/sh\nexit 1\n", "it fails: exit code 1"),
        ("#!/bin/sh\necho '{}'\n", "it gives no context on [[head]]"),
        ("#!/bin/sh\necho '{\"systemMessage\": \"No.\"}'\n",
         "it gives no context on [[head]]: No."),
    ):  # fmt: skip
        machine.script(script, name="phaser-lint")
        assert machine.problems() == [f"OpenCode, {PLUGIN}: chat.message: {message}"]
    machine.env["PHASER_LINT"] = "/nowhere/phaser-lint"
    (message,) = machine.problems()
    assert message.startswith(f"OpenCode, {PLUGIN}: chat.message: it fails: it does not start: ")


CONTEXT = "Claude Code, .claude/settings.json: "


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_broken_hooks_for_links(installed: Callable[..., Machine]) -> None:
    """One that fails, one that speaks; a misspelt matcher in the hook is not taken for another."""
    machine = installed("claude-code", "--augment")

    def changed(settings: dict[str, Any]) -> None:
        settings["hooks"]["UserPromptSubmit"][0]["hooks"][0]["command"] = (
            "false phaser-lint hook --augment"
        )
        speaking_command = "echo no >&2; exit 2 # phaser-lint hook --augment"
        settings["hooks"]["PreToolUse"][1]["hooks"][0]["command"] = speaking_command

    machine.change(changed)
    assert machine.problems("problem", "--start-all") == [
        f"{CONTEXT}PreToolUse: it answers a tool that edits no file with deny: no",
        f"{CONTEXT}UserPromptSubmit: it fails: exit code 1",
    ]
    machine.change(lambda settings: settings["hooks"]["PreToolUse"].pop(1))
    machine.change(lambda settings: settings["hooks"]["PreToolUse"][0].update(matcher="write"))
    assert machine.problems("problem", "--start-all")[1:] == [
        f"{CONTEXT}its matcher 'write' never fires: no file tool is called so "
        "(Write|Edit|NotebookEdit|MultiEdit): phaser-lint install --force writes today's hooks",
    ]


def untrusted_gemini(machine: Machine) -> None:
    (machine.home / ".gemini/trustedFolders.json").write_text("{}")


def distrusted_gemini(machine: Machine) -> None:
    folders = {str(machine.root.parent): "TRUST_FOLDER", str(machine.root): "DO_NOT_TRUST"}
    (machine.home / ".gemini/trustedFolders.json").write_text(json.dumps(folders))


def gemini_off(machine: Machine) -> None:
    machine.change(
        lambda settings: settings.update(hooksConfig={"enabled": False}), ".gemini/settings.json"
    )


def gemini_matcher(machine: Machine) -> None:
    def changed(settings: dict[str, Any]) -> None:
        settings["hooks"]["BeforeTool"][0]["matcher"] = "Write|Edit"

    machine.change(changed, ".gemini/settings.json")


def untrusted_copilot(machine: Machine) -> None:
    (machine.home / ".copilot/config.json").write_text("{}")


def codex_without(old: str, new: str = "", *, skipped: int = 0) -> Callable[[Machine], None]:
    def changed(machine: Machine) -> None:
        path = machine.home / ".codex/config.toml"
        head, *after_old = path.read_text().split(old)
        assert after_old
        before_change, changed = [head, *after_old[:skipped]], after_old[skipped:]
        path.write_text(new.join([old.join(before_change), *changed]))

    return changed


def qwen_off(machine: Machine) -> None:
    machine.change(lambda settings: settings.update(disableAllHooks=True), ".qwen/settings.json")


def distrusted_qwen(machine: Machine) -> None:
    (machine.home / ".qwen").mkdir()
    asks = {"security": {"folderTrust": {"enabled": True}}}
    (machine.home / ".qwen/settings.json").write_text(json.dumps(asks))


OFF = '{"disableAllHooks": true}'


def project_file(name: str, text: str) -> Callable[[Machine], None]:
    def write_settings(machine: Machine) -> None:
        (machine.root / name).parent.mkdir(exist_ok=True)
        (machine.root / name).write_text(text)

    return write_settings


def gemini_text_off(settings: dict[str, Any]) -> None:
    settings["hooksConfig"] = {"enabled": "false"}


def bare_hook(settings: dict[str, Any]) -> None:
    settings["hooks"]["BeforeTool"] = settings["hooks"]["BeforeTool"][0]["hooks"][0]


def in_plugin(old: str, new: str) -> Callable[[Machine], None]:
    def changed(machine: Machine) -> None:
        path = machine.root / SETTINGS["opencode"][0]
        assert old in path.read_text()
        path.write_text(path.read_text().replace(old, new))

    return changed


def clear_path(machine: Machine) -> None:
    machine.env["PATH"] = "/usr/bin:/bin"


def crashing(machine: Machine) -> None:
    machine.script("#!/bin/sh\nexit 1\n")


def crashing_copilot(machine: Machine) -> None:
    machine.script("#!/bin/sh\nexit 1\n")

    def changed(settings: dict[str, Any]) -> None:
        for entries in settings["hooks"].values():
            entries[0]["bash"] = entries[0]["bash"].removesuffix("; exit 0")

    machine.change(changed, ".github/hooks/phaser-lint.json")


MISSING = f"phaser-lint-hook lies in {BIN}, which is not on the PATH: "
BROKEN_AGENTS: list[tuple[str, Callable[[Machine], None], str]] = [
    ("gemini-cli", untrusted_gemini, "runs no hooks of a folder it does not trust"),
    ("gemini-cli", distrusted_gemini, "runs no hooks of a folder it does not trust"),
    ("gemini-cli", gemini_off, "remove hooksConfig.enabled from .gemini/settings.json"),
    ("gemini-cli", gemini_matcher, "its matcher 'Write|Edit' never fires"),
    ("gemini-cli", clear_path, MISSING),
    ("copilot-cli", untrusted_copilot, "runs no hooks of a folder it does not trust"),
    ("copilot-cli", clear_path, MISSING),
    ("copilot-cli", crashing_copilot, "exit code 1; every edit is refused"),
    ("qwen-code", qwen_off, "remove disableAllHooks from .qwen/settings.json"),
    ("opencode", clear_path, MISSING),
    ("windsurf", crashing, "as it is, every edit goes through unchecked"),
    ("cline", crashing, "PostToolUse: it fails: exit code 1"),
    ("wave", clear_path, MISSING),
    ("wave", in_group("wave", "PreToolUse", matcher="Writ"), "its matcher 'Writ' never fires"),
    ("wave", in_group("wave", "PreToolUse", matcher="Write"), "leaves out Edit"),
    ("codex", codex_without('"trusted"', '"untrusted"'),
     "runs no hooks of a project it does not trust"),
    ("codex", codex_without("pre_tool_use:0:0", "pre_tool_use:1:0"),
     "leaves the PreToolUse hook out until you have reviewed it"),
    ("codex", codex_without("[projects", "[features]\nhooks = false\n[projects"),
     "remove features.hooks from ~/.codex/config.toml"),
    ("codex", codex_without("[projects", "[features]\ncodex_hooks = false\n[projects"),
     "remove features.codex_hooks from ~/.codex/config.toml"),
    ("codex", project_file(".codex/config.toml", "[features]\nhooks = false\n"),
     "remove features.hooks from .codex/config.toml"),
    ("codex", codex_without('"sha256:', '"sha256:0'),
     "since it was changed after you had reviewed it"),
    ("codex", codex_without("\n[hooks.state", "\nenabled = false\n[hooks.state", skipped=1),
     "the PreToolUse hook is switched off"),
    ("copilot-cli", project_file(".github/copilot/settings.json", OFF),
     "remove disableAllHooks from .github/copilot/settings.json"),
    ("copilot-cli", project_file(".github/copilot/settings.local.json", OFF),
     "remove disableAllHooks from .github/copilot/settings.local.json"),
    ("copilot-cli", project_file(".claude/settings.json", OFF),
     "remove disableAllHooks from .claude/settings.json"),
    ("copilot-cli", project_file(".claude/settings.local.json", OFF),
     "remove disableAllHooks from .claude/settings.local.json"),
    ("copilot-cli", in_file("copilot-cli", lambda settings: settings.update(disableAllHooks=True)),
     "remove disableAllHooks from .github/hooks/phaser-lint.json"),
    ("copilot-cli", in_entry("copilot-cli", "preToolUse", env={"PATH": "/nowhere"}),
     "is not on the PATH that the settings give to hooks (env.PATH)"),
    ("wave", project_file(".wave/settings.local.json", json.dumps({"env": {"PATH": "/nowhere"}})),
     "is not on the PATH that the settings give to hooks (env.PATH)"),
    ("gemini-cli", in_file("gemini-cli", gemini_text_off),
     "remove hooksConfig.enabled from .gemini/settings.json"),
    ("gemini-cli", in_file("gemini-cli", bare_hook),
     "takes hooks only from a list beside the matcher"),
    ("qwen-code", distrusted_qwen, "Qwen Code runs no hooks of a folder it does not trust"),
    ("opencode", in_plugin("export const", "export const }"), "run phaser-lint install --agent"),
    ("opencode", in_plugin("throw new Error(answer.deny)", "return"), "does not load or throw"),
]  # fmt: skip


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize(
    ("agent", "breaks", "message"), first_of_each(BROKEN_AGENTS, itemgetter(0))
)
def test_each_reason_that_leaves_a_hook_out_is_named(
    with_one: Callable[[str], Machine], agent: str, breaks: Callable[[Machine], None], message: str
) -> None:
    """Each reason for which an agent skips a hook, or what a broken one does to it."""
    machine = with_one(agent)
    breaks(machine)
    code, diagnosis = machine.doctor()
    problems = findings_of(diagnosis)
    assert [text for text in problems if message in text], problems
    assert code == 1


def no_trust(agent: str) -> Callable[[Machine], None]:
    def remove_trust(machine: Machine) -> None:
        names = {"gemini-cli": ".gemini/trustedFolders.json", "copilot-cli": ".copilot/config.json"}
        (machine.home / names[agent]).unlink()

    return remove_trust


def at_home(name: str, settings: object) -> Callable[[Machine], None]:
    def write_settings(machine: Machine) -> None:
        path = machine.home / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"// theirs\n{json.dumps(settings)}".replace("ROOT", str(machine.root)))

    return write_settings


def variable(name: str, settings: str) -> Callable[[Machine], None]:
    return lambda machine: machine.env.update({name: settings.replace("HOME", str(machine.home))})


def lone_group(settings: dict[str, Any]) -> None:
    settings["hooks"]["BeforeTool"] = settings["hooks"]["BeforeTool"][0]


ASKS_NOT = {"security": {"folderTrust": {"enabled": False}}}
TRUSTS: list[tuple[str, list[Callable[[Machine], None]], bool]] = [
    ("gemini-cli", [no_trust("gemini-cli"), at_home(".gemini/settings.json", ASKS_NOT)], True),
    ("gemini-cli", [no_trust("gemini-cli"), variable("GEMINI_CLI_TRUST_WORKSPACE", "true")], True),
    ("gemini-cli", [in_file("gemini-cli", lone_group)], True),
    (
        "gemini-cli",
        [
            no_trust("gemini-cli"),
            variable("GEMINI_CLI_TRUSTED_FOLDERS_PATH", "HOME/list.json"),
            at_home("list.json", {"ROOT": "TRUST_FOLDER"}),
        ],
        True,
    ),
    (
        "gemini-cli",
        [no_trust("gemini-cli"), in_file("gemini-cli", lambda settings: settings.update(ASKS_NOT))],
        False,
    ),
    ("gemini-cli", [no_trust("gemini-cli"), variable("GEMINI_CLI_TRUST_WORKSPACE", "1")], False),
    ("gemini-cli", [variable("GEMINI_CLI_TRUST_WORKSPACE", "false")], False),
    ("gemini-cli", [variable("GEMINI_RESTRICTED_MODE", "true")], False),
    ("gemini-cli", [variable("GEMINI_CLI_HOME", "HOME/else")], False),
    ("copilot-cli", [at_home(".copilot/config.json", {"trusted_folders": ["ROOT"]})], True),
    ("copilot-cli", [no_trust("copilot-cli"), variable("COPILOT_ALLOW_ALL", "true")], True),
    (
        "copilot-cli",
        [
            no_trust("copilot-cli"),
            variable("XDG_CONFIG_HOME", "HOME/x"),
            at_home("x/.copilot/config.json", {"trustedFolders": ["ROOT"]}),
        ],
        True,
    ),
    ("copilot-cli", [variable("XDG_CONFIG_HOME", "HOME/x")], True),
    ("copilot-cli", [at_home(".copilot/settings.json", {"disableAllHooks": True})], True),
    ("copilot-cli", [project_file(".github/hooks/off.json", '{"disableAllHooks": true}')], True),
    (
        "copilot-cli",
        [
            project_file(".claude/settings.json", OFF),
            project_file(".github/copilot/settings.json", '{"disableAllHooks": false}'),
        ],
        True,
    ),
    ("copilot-cli", [no_trust("copilot-cli"), variable("COPILOT_ALLOW_ALL", "1")], False),
    ("copilot-cli", [variable("COPILOT_HOME", "HOME/else")], False),
    ("qwen-code", [at_home(".qwen/settings.json", ASKS_NOT)], True),
    (
        "qwen-code",
        [
            at_home(".qwen/settings.json", {"disableAllHooks": True}),
            in_file("qwen-code", lambda settings: settings.update(disableAllHooks=False)),
        ],
        True,
    ),
    ("qwen-code", [at_home(".qwen/settings.json", {"disableAllHooks": "true"})], False),
    (
        "codex",
        [project_file(".codex/config.toml", "[features]\nhooks = true\ncodex_hooks = false\n")],
        True,
    ),
    ("codex", [variable("CODEX_HOME", "HOME/else")], False),
    ("opencode", [variable("OPENCODE_DISABLE_PROJECT_CONFIG", "0")], True),
    ("opencode", [variable("OPENCODE_PURE", "1")], False),
]


@pytest.mark.one_row_in(12)
@pytest.mark.parametrize(("agent", "changes", "stands"), first_of_each(TRUSTS, itemgetter(0, 2)))
def test_switches_and_trust_count_as_clients_obey_them(
    with_one: Callable[[str], Machine],
    agent: str,
    changes: list[Callable[[Machine], None]],
    stands: bool,
) -> None:
    """As the running clients obey them."""
    machine = with_one(agent)
    for change in changes:
        change(machine)
    hooks = machine.doctor("--agent", agent)[1]["gates"]
    assert [hook["stands"] for hook in hooks] == [stands], machine.problems()


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_one_trusted_folder_above(installed: Callable[[str], Machine]) -> None:
    """Trust in a folder above counts; in the parent of a folder, too."""
    machine = installed("gemini-cli")
    path = machine.home / ".gemini/trustedFolders.json"
    for folders in (
        {str(machine.root.parent): "TRUST_FOLDER"},
        {str(machine.root.parent / "other"): "TRUST_PARENT"},
    ):
        path.write_text(json.dumps(folders))
        assert machine.problems() == []


@pytest.mark.usefixtures("in_process")
def test_a_hook_of_another_agent(machine: Machine) -> None:
    """Copilot runs Claude Code's hooks, too: tried where Copilot is installed, with its events."""
    machine.script("#!/bin/sh\n", name="copilot")
    trust(machine, "copilot-cli")
    hooks = machine.doctor()[1]["gates"]
    assert [(hook["name"], hook["settings"], hook["stands"]) for hook in hooks] == [
        ("Claude Code", ".claude/settings.json", True),
        ("GitHub Copilot CLI", ".claude/settings.json", True),
    ]


def doctor_in(machine: Machine, folder: str, *arguments: str) -> dict[str, Any]:
    """What doctor finds in a folder of the project."""
    place = machine.root / folder
    place.mkdir(exist_ok=True)
    run = machine._run("doctor", "--json", *arguments, cwd=place, env=machine.env)
    document: dict[str, Any] = json.loads(run.out)
    return document


@pytest.mark.slow
@pytest.mark.one_row_in(6)
@pytest.mark.parametrize(
    ("agent", "expected"),
    [("codex", ""), ("opencode", ""), ("claude-code", "Claude Code"), ("gemini-cli", "Gemini CLI"),
     ("qwen-code", "Qwen Code"), ("copilot-cli", "GitHub Copilot CLI")],
)  # fmt: skip
def test_started_below_the_top(
    with_one: Callable[[str], Machine], agent: str, expected: str
) -> None:
    """Some agents do not see the hook there; it is tried all the same, by the contracts there."""
    machine = with_one(agent)
    diagnosis = doctor_in(machine, "src", "--agent", agent)
    assert [hook["stands"] for hook in diagnosis["gates"]] == [not expected], diagnosis
    assert [hook["blocked"] for hook in diagnosis["gates"]] == [["no-print"]]
    expected_texts = [
        f"{expected} reads the settings of the folder that it is started in, not of those above "
        f"it: start it in {machine.root}, or install the hook for all your projects (phaser-lint "
        f"install --agent {agent} --scope user)"
    ] if expected else []  # fmt: skip
    assert [
        finding["text"] for hook in diagnosis["gates"] for finding in hook["findings"]
    ] == expected_texts
    diagnosis = doctor_in(machine, "src", "--agent", agent, "--root", str(machine.root))
    assert [hook["stands"] for hook in diagnosis["gates"]] == [True]


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_started_below_with_a_hook_of_the_user(machine: Machine) -> None:
    """It stands there, and so does one of the folder itself, with the switches of that folder."""
    machine.keep_one()
    assert machine.run("install", "--scope", "user").code == 0
    hooks = doctor_in(machine, "src")["gates"]
    assert [(hook["settings"], hook["stands"]) for hook in hooks] == [
        ("~/.claude/settings.json", True)
    ]
    (machine.root / ".claude/settings.local.json").write_text(OFF)
    assert doctor_in(machine, "src")["stands"]
    project_file("src/.claude/settings.local.json", OFF)(machine)
    assert {*findings_of(doctor_in(machine, "src"))} == {
        "Claude Code, ~/.claude/settings.json: all hooks are switched off: remove disableAllHooks "
        "from .claude/settings.local.json"
    }


CLINE = ".clinerules/hooks/PostToolUse"
FOR_ANOTHER_PROGRAM = "#!/usr/bin/env python3\nimport os\nos.execlp('phaser-lint-hook', 'x')\n"


def cline_as(name: str, *, mode: int = 0o755, text: str = "") -> Callable[[Machine], None]:
    def changed(machine: Machine) -> None:
        path = machine.root / CLINE
        path.write_text(text or path.read_text())
        path.chmod(mode)
        path.rename(path.with_name(name))

    return changed


def cline_link(machine: Machine) -> None:
    path = machine.root / CLINE
    path.rename(machine.root / "hook.sh")
    path.symlink_to(machine.root / "hook.sh")


CLINES: list[tuple[Callable[[Machine], None], list[str]]] = [
    (cline_as("PostToolUse", mode=0o644), []),
    (cline_as("postToolUse"), []),
    (cline_as("POSTTOOLUSE.sh"), []),
    (cline_as("PostToolUse", text="exec phaser-lint-hook --agent cline\n", mode=0o644), []),
    (cline_as("PostToolUse", text=FOR_ANOTHER_PROGRAM, mode=0o644), []),
    (cline_link, [f"Cline, {CLINE}: Cline skips a hook that is a link: put the file itself "
                  "there"]),
    (cline_as("PostToolUse.txt"), ["Cline: no hook of phaser-lint: run phaser-lint install --agent "
                                   "cline"]),
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.one_row_in(12)
@pytest.mark.parametrize(("change", "message"), CLINES)
def test_files_that_cline_takes(
    installed: Callable[[str], Machine],
    change: Callable[[Machine], None],
    message: list[str],
) -> None:
    """By the first line or the ending of its name, in any case, without the right to execute it."""
    machine = installed("cline").keep_one()
    change(machine)
    assert findings_of(machine.doctor("--agent", "cline", "--start-all")[1]) == message


@pytest.mark.slow
@pytest.mark.usefixtures("in_process")
def test_hooks_that_cursor_runs_once_they_are_switched_on(machine: Machine) -> None:
    """It said that Claude Code's hook works there, and that no hook sees its commands."""
    machine.run("install", "--protect", "--force")
    assert findings_of(machine.doctor("--agent", "cursor")[1], "note") == [
        'Cursor: Cursor runs the hooks of .claude/settings.json only where "Third-party skills" is '
        "on in its settings, which no file tells: phaser-lint install --agent cursor writes its own"
    ]
    machine.run("install", "--agent", "cursor", "--protect")
    notes = findings_of(machine.doctor("--agent", "cursor")[1], "note")
    assert [note for note in notes if "Third-party" in note] == []


@pytest.mark.usefixtures("in_process")
def test_what_doctor_advises_names_the_agent(machine: Machine) -> None:
    """Claude Code's hook was as it should be, and to install it anew changed nothing."""
    machine.keep_one().run("install", "--agent", "cursor", "--protect")
    path = machine.root / ".cursor/hooks.json"
    path.write_text(path.read_text().replace("|Shell", ""))
    advice = "phaser-lint install --agent cursor --protect --force writes today's hooks"
    notes = findings_of(machine.doctor("--agent", "cursor")[1], "note")
    assert [note for note in notes if note.endswith(advice)] != []
    machine.run("install", "--agent", "cursor", "--protect", "--force")
    notes = findings_of(machine.doctor("--agent", "cursor")[1], "note")
    assert [note for note in notes if note.endswith(advice)] == []
