"""A checkout with a recorder in the place of every program that it can name or hold.

    arms = armed(hostile, run, home)
    ARMS["a command in an agent's settings"](arms)     names a recorder there
    arms.hostile.ran()                                 the recorders that were started

Each arm is a row of docs/threat-model.md.
"""

from __future__ import annotations

import json
import os
import shutil
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from phaser_lint.agent.agent_settings import AGENT_SETTINGS
from phaser_lint.agent.install.hook_entries import render_start_code
from phaser_lint.agent.install.install_table import FILES, choose_usual_scope, list_paths_by_scope
from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.conftest import Run
    from tests.hostile_repository import Hostile

BIN = PROGRAM.parent
PROGRAMS = (
    "cat", "claude", "codex", "env", "git", "gpg", "less", "ls-lint", "maenifold", "node", "phaser",
    "phaser-lint", "phaser-lint-hook", "pre-commit", "prek", "pwsh", "python", "python3",
    "readlink",    "semgrep", "sh", "ssh", "touch", "uv",
)  # fmt: skip
FOLDERS = (".venv/bin", "node_modules/.bin", "bin")
MODULES = (
    "encodings/__init__.py", "json.py", "multiprocessing.py", "pathspec.py",
    "phaser_lint/__init__.py",
    "phaser_lint/__main__.py", "regex/__init__.py", "site.py",
    "sitecustomize.py", "subprocess.py",
    "types.py", "usercustomize.py", "yaml.py",
)  # fmt: skip
CLAUDE = ".claude/settings.json"
LOCAL = ".claude/settings.local.json"


class Arms(NamedTuple):
    """A checkout, the user's home, and how to run the program there."""

    hostile: Hostile
    home: Path
    run: Run
    path: str

    @property
    def root(self) -> Path:
        return self.hostile.root

    def recorder(self, name: str) -> str:
        """A line for the shell that records *name*; it reads what it is given."""
        return f"/bin/touch {self.hostile.marks}/{name}; /bin/cat >/dev/null"

    def script(self, path: str, name: str) -> str:
        """Make a program of the checkout that records *name*; return where it lies."""
        return self.outside(self.root / path, name)

    def outside(self, path: Path, name: str) -> str:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(f"#!/bin/sh\n{self.recorder(name)}\n")
        path.chmod(0o755)
        return str(path)

    def install(self, agent: str) -> list[Path]:
        """Install the hook of *agent*, and return the files that hold it."""
        scope = choose_usual_scope(agent)
        self.run_program("install", "--agent", agent, "--scope", scope)
        base = {"project": self.root, "local": self.root}.get(scope, self.home)
        paths = (base / path.removeprefix("~/") for path in list_paths_by_scope(agent)[scope])
        return [path for path in paths if path.exists()]

    def run_program(self, *arguments: str, **variables: str) -> Any:
        """Run the program in the checkout."""
        env = {"HOME": str(self.home), "PATH": self.path, **variables}
        return self.run(*arguments, cwd=self.root, env=env)

    def in_settings(self, name: str, **handlers: list[dict[str, Any]]) -> None:
        """Write hooks of Claude Code, the handlers of each event."""
        hooks = {
            event: [
                {"matcher": "Write", "hooks": [{"type": "command", **handler}]}
                for handler in handlers_of_event
            ]
            for event, handlers_of_event in handlers.items()
        }
        write_files(self.root, {name: json.dumps({"hooks": hooks})})


def settings_of_agents(arms: Arms) -> None:
    """Each agent's own settings, as ``install`` writes them, with a command before ours."""
    for agent in AGENT_SETTINGS:
        if agent.name in FILES:
            continue
        for path in arms.install(agent.name):
            text = path.read_text()
            # By name in a project's file, by the path of Python in a user's.
            program = "phaser-lint-hook" if "phaser-lint-hook" in text else sys.executable
            assert program in text
            recording = arms.recorder(f"settings-of-{agent.name}")
            path.write_text(text.replace(program, f"{recording}; {program}"))


def files_of_agents(arms: Arms) -> None:
    """The hooks that are files: a program of the checkout in a plugin, another line in a script."""
    for agent in FILES:
        program = arms.script(f"tools/{agent}/phaser-lint-hook", f"program-of-{agent}")
        for path in arms.install(agent):
            text = path.read_text()
            if FILES[agent].executable:
                recording = f"{arms.recorder(f'file-of-{agent}')}\nexec "
                path.write_text(text.replace("exec ", recording))
            else:
                path.write_text(text.replace('"phaser-lint-hook"', json.dumps(program)))


def commands_of_other_forms(arms: Arms) -> None:
    """Look-alikes: with a second command, of another program, with code or folders of their own."""
    mark, module = arms.hostile.marks, f"{arms.root}/lib"
    write_files(
        arms.root,
        {"lib/phaser_lint/__init__.py": "", "lib/phaser_lint/hook/__init__.py": "",
         "lib/phaser_lint/hook/clean.py": f"open({str(mark / 'folder')!r}, 'w')\n"
         "def main(): pass\n"},
    )  # fmt: skip
    code = render_start_code()
    folders = code.partition("= ")[2].partition(";")[0]
    from_checkout = code.replace(folders, repr([module]))
    relative = os.path.relpath(arms.script("tools/x/phaser-lint-hook", "relative"), arms.root)
    python_flags = ["-I", "-S", "-c"]
    handlers: list[dict[str, Any]] = [
        {"command": arms.script("tools/phaser-lint-hook", "absolute")},
        {"command": f"./{relative}"},
        {"command": f"phaser enforce --stdin; {arms.recorder('enforce')}"},
        {"command": f"phaser-lint-hook $({arms.recorder('substitution')})"},
        {"command": f"phaser-lint-hook && {arms.recorder('second')}"},
        {"command": f"{arms.recorder('comment')} # phaser-lint hook"},
        {"command": "phaser-lint-hook", "args": ["--record", str(mark / "record")]},
        {"command": "/bin/sh", "args": ["-c", f"{arms.recorder('args')} # phaser-lint hook"]},
        {"command": shutil.which("python3"), "args": [*python_flags, from_checkout]},
        {"command": shutil.which("python3"),
         "args": [*python_flags, f"import phaser_lint; open({str(mark / 'code')!r}, 'w')"]},
    ]  # fmt: skip
    hooks = {"PreToolUse": handlers} | {
        stage: [{"command": f"{arms.recorder(stage)}; phaser-lint hook"}]
        for stage in ("PostToolUse", "Stop")
    }
    arms.in_settings(LOCAL, **hooks)


def variables_in_settings(arms: Arms) -> None:
    """A PATH on which another program is the hook; the command itself is ours."""
    arms.script("tools/bin/phaser-lint-hook", "env-path")
    arms.in_settings(CLAUDE, PreToolUse=[{"command": "phaser-lint-hook"}])
    settings = json.loads((arms.root / CLAUDE).read_text())
    settings["env"] = {"PATH": f"{arms.root}/tools/bin:{arms.path}"}
    (arms.root / CLAUDE).write_text(json.dumps(settings))


def prefix_in_settings(arms: Arms) -> None:
    """A program that Claude Code puts before each command."""
    program = arms.script("tools/prefix", "prefix")
    arms.in_settings(CLAUDE, PreToolUse=[{"command": "phaser-lint-hook"}])
    settings = json.loads((arms.root / CLAUDE).read_text())
    settings["env"] = {"CLAUDE_CODE_SHELL_PREFIX": program}
    (arms.root / CLAUDE).write_text(json.dumps(settings))


def hooks_of_pre_commit(arms: Arms) -> None:
    """A local hook with our id, and one with our entry in another repository's place."""
    script = arms.script("tools/commit", "pre-commit-hook")
    hook = f"      - {{id: phaser-lint, name: x, language: system, entry: {script}}}\n"
    text = f"repos:\n  - repo: local\n    hooks:\n{hook}"
    write_files(arms.root, {".pre-commit-config.yaml": text})


def programs_on_the_path(arms: Arms) -> None:
    """What a PATH finds first, where it has folders of the checkout: whole, relative, empty."""
    for folder in FOLDERS:
        for name in PROGRAMS:
            arms.script(f"{folder}/{name}", f"{folder.replace('/', '-')}-{name}")
    arms.in_settings(CLAUDE, PreToolUse=[{"command": "phaser-lint-hook"}])


def modules(arms: Arms) -> None:
    """What Python would import from the working directory."""
    mark = arms.hostile.marks
    write_files(
        arms.root,
        {name: f"open({str(mark / name.replace('/', '-'))!r}, 'w')\n" for name in MODULES},
    )
    arms.in_settings(LOCAL, PreToolUse=[{"command": "python3 -m phaser_lint hook"}])


def other_hooks_of_git(arms: Arms) -> None:
    """Those that other programs start; git's own folder of hooks is full of recorders."""
    husky, lefthook, prek = (arms.recorder(name) for name in ("husky", "lefthook", "prek"))
    for path in (".husky/pre-commit", ".husky/_/pre-commit"):
        arms.outside(arms.root / path, "husky")
    write_files(
        arms.root,
        {
            "lefthook.yml": f"pre-commit:\n  commands:\n    phaser-lint: {{run: '{lefthook}'}}\n",
            "prek.toml": "[[repos]]\nrepo = 'local'\n[[repos.hooks]]\nid = 'phaser-lint'\n"
            f"name = 'x'\nlanguage = 'system'\nentry = '{prek}'\n",
            "package.json": json.dumps({"scripts": {"prepare": husky}, "husky": {"hooks": {}}}),
        },
    )


def settings_of_editors(arms: Arms) -> None:
    program = arms.script("tools/editor", "editor")
    write_files(
        arms.root,
        {
            ".vscode/settings.json": json.dumps(
                {"phaser-lint.path": program, "python.defaultInterpreterPath": program}
            ),
            ".vscode/tasks.json": json.dumps(
                {"tasks": [{"command": program, "runOptions": {"runOn": "folderOpen"}}]}
            ),
            ".zed/settings.json": json.dumps(
                {"lsp": {"phaser-lint": {"binary": {"path": program}}}}
            ),
            ".envrc": f"{program}\n",
        },
    )


def configuration_of_git(arms: Arms) -> None:
    """The repository has it from the beginning."""


# The rows of docs/threat-model.md, each with what arms it. Some have more than one kind.
ARMS: dict[str, tuple[Callable[[Arms], None], ...]] = {
    "a command in an agent's settings": (settings_of_agents, commands_of_other_forms),
    "a hook that is a file": (files_of_agents,),
    "`env` in settings: `PATH`, a shell's prefix": (
        variables_in_settings, prefix_in_settings,
    ),
    "a pre-commit hook with our id": (hooks_of_pre_commit,),
    "programs in `.venv/bin`, `node_modules/.bin`": (programs_on_the_path,),
    "Python modules": (modules,),
    "hooks of git, husky, lefthook, prek": (other_hooks_of_git,),
    "git's configuration": (configuration_of_git,),
    "an editor's settings": (settings_of_editors,),
}  # fmt: skip
