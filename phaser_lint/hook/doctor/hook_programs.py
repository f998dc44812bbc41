"""The program behind a hook's command: whether it is there, and which version it is."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Mapping, Sequence

from phaser_lint.agent.hook_process import Command, run_hook_command
from phaser_lint.agent.install.hook_entries import parse_start_code
from phaser_lint.agent.install.hooks_in_settings import Handler
from phaser_lint.agent.install.missing_program import without_guard
from phaser_lint.core import PROGRAM_ENDING
from phaser_lint.core.own_program import explain_not_on_path
from phaser_lint.core.shell_words import join_shell_words, split_shell_line
from phaser_lint.hook.doctor.execution import RunPlace
from phaser_lint.hook.doctor.settings_environment import make_hook_environment
from phaser_lint.project import find_path_inside
from phaser_lint.project.regular_file import read_bytes

_SECONDS = 20.0
_LONGEST_LINE = 4096
# Alone, or as `--version` says it: phaser-lint 0.1.0 (hyperscan 0.9.1)
_VERSION = re.compile(r"(?:^|\s)(\d+\.\d+\S*)(?: \([^()\n]*\))?$")
_ASK = "import phaser_lint; print(phaser_lint.__version__)"
# The folder of the package, if no bytecode of it is there and none will be.
_ASK_BYTECODE = """import os, sys
from importlib.util import find_spec
found = find_spec('phaser_lint.hook.clean')
kept = found.cached
if kept and not os.path.exists(kept):
    folder = os.path.dirname(kept)
    while not os.path.exists(folder):
        folder = os.path.dirname(folder)
    if sys.dont_write_bytecode or not os.access(folder, os.W_OK):
        print(os.path.dirname(os.path.dirname(found.origin)))
"""
_NO_BYTECODE = "PYTHONDONTWRITEBYTECODE"
# What a virtual environment, and one of conda, is known by.
_ENVIRONMENT_MARKS = ("pyvenv.cfg", "conda-meta")
# Words that begin a line of shell and are no programs.
_OF_THE_SHELL = frozenset(
    ("cd", "if", "for", "while", "case", "test", "[", "[[", "exec", "set", "export", "eval", ".",
     "source", "command", "trap", "umask", "unset", "{", "(", "!", ":")
)  # fmt: skip


def split_handler_command(handler: Handler) -> list[str]:
    """Return the words that start a hook's program; empty for what only a shell can read."""
    if handler.arguments is not None:
        return [handler.command, *handler.arguments]
    try:
        # eval '…'; phaser-lint-hook --augment; exit 0
        words = [word.rstrip(";") for word in split_shell_line(without_guard(handler.command))]
    except ValueError:
        return []
    while words and re.fullmatch(r"\w+=.*", words[0]):  # variables that are set before it
        words = words[1:]
    return words


def find_missing_program(handler: Handler, place: RunPlace) -> str:
    """Return which program the doctor finds missing for a hook, with a remedy; or nothing."""
    words = split_handler_command(handler)
    if not words:
        return ""
    program = os.path.expandvars(words[0])
    remedy = "run phaser-lint install again"
    if os.path.isabs(program):
        program = shutil.which(program) or program  # Windows starts x.exe for x
        if not os.path.exists(program):
            return (
                f"{program} is not there any more: the environment was moved or deleted; {remedy}"
            )
        if not os.access(program, os.X_OK):
            return f"{program} may not be executed: chmod +x {program}"
        folders_of_words = (parse_start_code(word) for word in words)
        folders = next((folders for folders in folders_of_words if folders is not None), [])
        missing = [folder for folder in folders if not os.path.isdir(folder)]
        if missing:
            return f"{missing[0]} is not there any more: phaser-lint was moved or removed; {remedy}"
        return ""
    if os.path.dirname(program) or program.startswith("$") or program in _OF_THE_SHELL:
        return ""
    path = make_hook_environment(handler, place.environment).get("PATH")
    if "PATH" in handler.environment and shutil.which(program, path=path) is None:
        return (
            f"{program} is not on the PATH that the settings give to hooks (env.PATH): remove "
            "that, or add the folder of the program to it"
        )
    absence = explain_not_on_path(program, path)
    return f"{absence}; or start the agent where it is found" if absence else ""


def find_environment(handler: Handler, place: RunPlace) -> str:
    """Return the only virtual environment that has the hook's program by its name, or nothing."""
    words = split_handler_command(handler)
    if not words or os.path.dirname(words[0]):
        return ""
    return find_own_environment(
        words[0], make_hook_environment(handler, place.environment), root=place.root
    )


def find_own_environment(program: str, environment: Mapping[str, str], *, root: str) -> str:
    """Return the virtual environment that the hook's *program* lies in, if it is found for that
    alone; or nothing.

    An agent that is started elsewhere finds it no more: in an environment that is active in this
    shell, or that lies in the project.
    """
    program_path = shutil.which(program, path=environment.get("PATH"))
    folder = os.path.dirname(os.path.dirname(os.path.abspath(program_path))) if program_path else ""
    if not any(os.path.exists(os.path.join(folder, name)) for name in _ENVIRONMENT_MARKS):
        return ""
    active = [environment.get(name) for name in ("VIRTUAL_ENV", "CONDA_PREFIX")]
    is_active = any(
        environment_folder and os.path.realpath(environment_folder) == os.path.realpath(folder)
        for environment_folder in active
    )
    is_in_project = find_path_inside(root, folder) is not None
    return folder if is_active or is_in_project else ""


def ask_program_version(handler: Handler, place: RunPlace) -> str:
    """Return the version of phaser-lint that the hook's program prints, or nothing."""
    environment = place.started_with(make_hook_environment(handler, place.environment))
    version_command = _make_version_command(split_handler_command(handler), environment.get("PATH"))
    if not version_command:
        return ""
    command = Command(
        tuple(version_command), folder=place.root, environment=environment, seconds=_SECONDS
    )
    answer = run_hook_command(command, b"")
    version = _VERSION.search(answer.out.decode("utf-8", "replace").strip())
    return version.group(1) if answer.code == 0 and version else ""


def find_compile_command(
    handler: Handler, place: RunPlace, agent_environment: Mapping[str, str]
) -> str:
    """Return the command that compiles phaser-lint, where the hook's program has no bytecode and
    Python compiles it for every edit; or nothing.

    *agent_environment*: the one that the agent is started from. A package installer may write no
    bytecode, and Python writes none where it may not; a hook without takes several times as long.
    """
    path = make_hook_environment(handler, place.environment).get("PATH")
    question = _make_python_command(split_handler_command(handler), path, _ASK_BYTECODE)
    if not question:
        return ""
    # Other trials write no bytecode; here the agent's own setting counts.
    variables = {**make_hook_environment(handler, place.environment), _NO_BYTECODE: ""}
    if _NO_BYTECODE in agent_environment or _NO_BYTECODE in handler.environment:
        variables[_NO_BYTECODE] = handler.environment.get(
            _NO_BYTECODE, agent_environment.get(_NO_BYTECODE, "")
        )
    command = Command(
        tuple(question),
        folder=place.root,
        environment=place.started_with(variables),
        seconds=_SECONDS,
    )
    folder = run_hook_command(command, b"").out.decode("utf-8", "replace").strip()
    return join_shell_words([question[0], "-m", "compileall", "-q", folder]) if folder else ""


def _make_version_command(words: Sequence[str], path: str | None) -> list[str]:
    """Return a command that prints the version: the same interpreter, asked another thing."""
    if not words:
        return []
    if "-m" in words:
        index = words.index("-m") + 1
        is_package = words[index : index + 1] == ["phaser_lint"]
        return [*words[: index + 1], "--version"] if is_package else []
    program, package_program = _find_programs(words, path)
    if package_program:
        return [package_program, "--version"]
    name = os.path.normcase(os.path.basename(program)).removesuffix(PROGRAM_ENDING)
    if name in ("phaser-lint", "phaser"):
        return [program, "--version"]
    return _make_python_command(words, path, _ASK)


def _make_python_command(words: Sequence[str], path: str | None, code: str) -> list[str]:
    """Return a command that runs *code* with the interpreter and the folders of the hook."""
    if "-c" in words:
        index = words.index("-c") + 1
        start, separator, _ = "".join(words[index : index + 1]).partition("from phaser_lint")
        return [*words[:index], start + code] if separator else []
    if "-m" in words:
        return [*words[: words.index("-m")], "-c", code]
    program, package_program = _find_programs(words, path)
    try:
        script = package_program or program
        line = read_bytes(script, limit=_LONGEST_LINE).partition(b"\n")[0] if script else b""
    except OSError:
        return []
    # The script's first line names its Python.
    interpreter = line[2:].decode("utf-8", "replace").split() if line.startswith(b"#!") else []
    if not any("python" in os.path.basename(word) for word in interpreter):
        return []
    return [*interpreter, *(["-I"] if package_program else []), "-c", code]


def _find_programs(words: Sequence[str], path: str | None) -> tuple[str, str]:
    """Return the hook's program, empty if not found, and that of the package if it is a script."""
    program = shutil.which(words[0], path=path) if words else None
    if program is None:
        return "", ""
    # The hook by name is a script of sh; the program of the same environment lies beside it.
    folder = os.path.dirname(os.path.realpath(program))
    package_program = os.path.join(folder, f"phaser-lint{PROGRAM_ENDING}")
    name = os.path.normcase(os.path.basename(program)).removesuffix(PROGRAM_ENDING)
    return program, package_program if name == "phaser-lint-hook" and os.path.exists(
        package_program
    ) else ""
