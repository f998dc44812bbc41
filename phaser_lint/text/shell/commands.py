r"""The simple commands of a shell's text, in the order in which they stand.

    parse_commands("cd sub && HUSKY=0 git commit -m 'a b' > log")
    [SimpleCommand(words=("cd", "sub")), SimpleCommand(words=("git", "commit", "-m", "a b"), …)]

Of each one it is known which variables are set in front of it or exported before, and to which
folder ``cd`` led. Commands of substitutions, of brackets and of ``if``, ``for`` and the like are
among them; ``sudo`` and its kind are taken off, and behind ``sh -c`` stand those of its text, which
is read once. Comments and heredocs are none. What a variable holds, and what another file does, is
not known.
"""

from __future__ import annotations

import os
import re
import shlex
from collections.abc import Mapping

from phaser_lint.core import Record
from phaser_lint.text.shell.words import HIDDEN, ShellSyntaxError, ShellText, Word


class Redirection(Record):
    """An operator without the number in front of it, and the word behind."""

    operator: str
    target: Word


class SimpleCommand(Record):
    """A program with its arguments, and what is known of where it runs."""

    words: tuple[Word, ...]
    variables: Mapping[str, str] = {}
    """Those that are set for it, by the text itself."""
    redirections: tuple[Redirection, ...] = ()
    folder: str | None = ""
    """Where it starts, relative to where the text does; ``None``: nobody knows."""

    @property
    def name(self) -> str:
        """The program of the command without its folder."""
        return self.words[0].text.rpartition("/")[2] if self.words else ""

    @property
    def arguments(self) -> tuple[Word, ...]:
        """The words of the command behind the program."""
        return self.words[1:]


_BLANKS = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_COMMENT = re.compile(r"#[^\n]*")
_OPERATOR = re.compile(r";;&|;;|;&|;|&&|&(?!>)|\|\||\|&|\|")
_REDIRECTION = re.compile(r"(?:[0-9]+|\{\w+\})?(<<<|<<-|<<|<>|<&|<|>>|>&|>\||>|&>>|&>)(?!\()")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(?:\[[^]]*\])?\+?=(.*)", re.DOTALL)
_ASSIGNS = re.compile(r"[A-Za-z_]\w*\+?=")
_NO_PARAMETERS = re.compile(r"\([ \t]*\)")
_KEYWORDS = frozenset(
    ("if", "then", "elif", "else", "fi", "while", "until", "do", "done", "!", "{", "}", "coproc")
)
_SHELLS = frozenset(("sh", "bash", "dash", "zsh", "ksh"))
_SHELL_OPTIONS = ("--rcfile", "--init-file")
_DECLARING = ("declare", "typeset", "readonly", "local")


class _Wrapper(Record):
    """What starts the program behind it.

    ``options``: those that take the next word. ``operands``: how many words stand in front of the
    program. ``runs``: the word that the program stands behind; only words of ``before`` stand in
    front of it. ``scripts``: the options that take a text with a command of its own. Both are
    regular expressions.
    """

    options: frozenset[str] = frozenset()
    operands: int = 0
    runs: str = ""
    before: tuple[str, ...] = ()
    scripts: str = ""


_UV_OPTIONS = frozenset(
    ("--allow-insecure-host", "--cache-dir", "--color", "--config-file", "--config-setting",
     "--constraints", "--default-index", "--directory", "--env-file", "--exclude-newer",
     "--extra", "--extra-index-url", "--find-links", "--fork-strategy", "--from", "--group",
     "--index", "--index-strategy", "--index-url", "--keyring-provider", "--link-mode",
     "--no-binary-package", "--no-build-isolation-package", "--no-build-package", "--no-extra",
     "--no-group", "--only-group", "--overrides", "--package", "--prerelease", "--project",
     "--python", "--python-platform", "--refresh-package", "--reinstall-package", "--resolution",
     "--upgrade-package", "--with", "--with-editable", "--with-requirements", "-C", "-P", "-b",
     "-c", "-f", "-i", "-p", "-w")
)  # fmt: skip
_CONDA = frozenset(("--cwd", "--name", "--prefix", "-n", "-p"))
_NPM_OPTIONS = frozenset(("--cache", "--package", "--prefix", "--workspace", "-C", "-p", "-w"))
_NPM_SCRIPTS = "-c|--call=?"
_PYTHON_NAME = re.compile(r"py|python[0-9.]*")
_PYTHON = _Wrapper(frozenset(("--check-hash-based-pycs", "-W", "-X")), runs="-[A-Za-z]*m")
_WRAPPERS: Mapping[str, _Wrapper] = {
    "builtin": _Wrapper(),
    "command": _Wrapper(),
    "bunx": _Wrapper(frozenset(("--package", "-p"))),
    "conda": _Wrapper(_CONDA, runs="run"),
    "env": _Wrapper(
        frozenset(("-u", "--unset", "-C", "--chdir")), scripts="-[0iv]*S|--split-string=?"
    ),
    "exec": _Wrapper(frozenset(("-a",))),
    "hatch": _Wrapper(
        frozenset(("--cache-dir", "--config", "--data-dir", "--env", "--project", "-e", "-p")),
        runs="run",
    ),
    "mamba": _Wrapper(_CONDA, runs="run"),
    "micromamba": _Wrapper(_CONDA, runs="run"),
    "nice": _Wrapper(frozenset(("-n", "--adjustment"))),
    "nohup": _Wrapper(),
    "npm": _Wrapper(_NPM_OPTIONS, scripts=_NPM_SCRIPTS, runs="exec|x"),
    "npx": _Wrapper(_NPM_OPTIONS, scripts=_NPM_SCRIPTS),
    "pdm": _Wrapper(frozenset(("--config", "--project", "--venv", "-c", "-p")), runs="run"),
    "pipenv": _Wrapper(frozenset(("--pypi-mirror", "--python")), runs="run"),
    "pipx": _Wrapper(
        frozenset(("--index-url", "--pip-args", "--python", "--spec", "--with", "-i")), runs="run"
    ),
    "pixi": _Wrapper(
        frozenset(("--color", "--environment", "--manifest-path", "-e", "-m")), runs="run"
    ),
    "pnpm": _Wrapper(
        frozenset(("--dir", "--filter", "--package", "-C", "-F")), runs="exec|dlx"
    ),
    "poetry": _Wrapper(frozenset(("--directory", "--project", "-C", "-P")), runs="run"),
    "python": _PYTHON,
    "rye": _Wrapper(frozenset(("--pyproject",)), runs="run"),
    "setsid": _Wrapper(),
    "stdbuf": _Wrapper(frozenset(("-i", "-o", "-e", "--input", "--output", "--error"))),
    "sudo": _Wrapper(frozenset(
        ("-u", "--user", "-g", "--group", "-h", "--host", "-p", "--prompt", "-C", "-D", "--chdir",
         "-R", "--chroot", "-r", "--role", "-t", "--type", "-T", "-U")
    )),
    "time": _Wrapper(frozenset(("-f", "--format", "-o", "--output"))),
    "uv": _Wrapper(_UV_OPTIONS, runs="run", before=("tool",)),
    "uvx": _Wrapper(_UV_OPTIONS),
    "yarn": _Wrapper(frozenset(("--cwd", "--package", "-p")), runs="exec|dlx|run"),
    "timeout": _Wrapper(frozenset(("-k", "--kill-after", "-s", "--signal")), operands=1),
    "xargs": _Wrapper(frozenset(
        ("-a", "--arg-file", "-d", "--delimiter", "-E", "-I", "-L", "--max-lines", "-n",
         "--max-args", "-P", "--max-procs", "-s", "--max-chars")
    )),
}  # fmt: skip
# What ``env`` takes away from what it starts.
_CLEARING = re.compile(r"-|-[0v]*i[0iv]*|--ignore-environment")
_UNSET = re.compile(r"(?:-u|--unset=?)(.*)", re.DOTALL)
# No system starts a shell with a longer text.
_MOST_SIGNS = 200_000
_MOST_VARIABLES = 200


def parse_commands(text: str) -> list[SimpleCommand]:
    """Return the simple commands in *text*, a shell's command line; none of one that no shell would
    read to its end.
    """
    if len(text) > _MOST_SIGNS:
        return []
    commands: list[SimpleCommand] = []
    for command in _Reader().read(text):
        commands.append(command)
        # Behind it those that ``sh -c`` runs, if they can be read.
        script = _find_script(command) if command.name in _SHELLS else HIDDEN
        if HIDDEN not in script:
            commands += _Reader(command).read(script)
    return commands


def _find_script(shell: SimpleCommand) -> str:
    """Return the text that the *shell* is to run: ``bash -euo pipefail -c TEXT``."""
    takes_script, is_value = False, False
    for word in shell.arguments:
        text = word.text
        if is_value:
            is_value = False
        elif text[:1] not in ("-", "+"):
            return text if takes_script else HIDDEN
        elif text[:2] == "--":
            is_value = text in _SHELL_OPTIONS
        else:
            takes_script = takes_script or (text[0] == "-" and "c" in text)
            is_value = "o" in text or "O" in text
    return HIDDEN


class _Scope:
    """The variables and the folder at a place of a text; brackets have a copy."""

    def __init__(self, folder: str | None, exported: Mapping[str, str]) -> None:
        self.folder, self.exported, self.others = folder, {**exported}, dict[str, str]()

    def copy(self) -> _Scope:
        copied = _Scope(self.folder, self.exported)
        copied.others = {**self.others}
        return copied

    def assign(self, variables: Mapping[str, str], *, exports: bool) -> None:
        for name, setting in variables.items():
            is_exported = exports or name in self.exported
            (self.exported if is_exported else self.others)[name] = setting
        # Each bracket, and each command, has a copy.
        if len(self.exported) + len(self.others) > _MOST_VARIABLES:
            raise ShellSyntaxError("too many variables")

    def run(self, command: SimpleCommand) -> None:
        """Do what *command* does to what follows it."""
        words = [word.text for word in command.arguments]
        operands = [word for word in words if not word.startswith("-")]
        letters = "".join(word for word in words if word.startswith("-"))
        if command.name == "export" and "n" in letters:
            self.others.update(
                {name: self.exported.pop(name) for name in operands if name in self.exported}
            )
        elif command.name == "export" or (command.name in _DECLARING and "x" in letters):
            named = {name: self.others[name] for name in operands if name in self.others}
            self.assign({**named, **_find_assignments(command.arguments)}, exports=True)
        elif command.name in _DECLARING:
            self.assign(_find_assignments(command.arguments), exports=False)
        elif command.name == "unset":
            for name in operands:
                self.exported.pop(name, None)
                self.others.pop(name, None)
        elif command.name in ("cd", "pushd"):
            target = operands[0] if operands and "-" not in words else HIDDEN
            is_known = self.folder is not None or target.startswith(("/", "~/"))
            self.folder = os.path.join(self.folder or "", target) if is_known else None
            if HIDDEN in target:
                self.folder = None
        elif command.name == "popd":
            self.folder = None


def _find_assignments(words: tuple[Word, ...]) -> dict[str, str]:
    matches = [_ASSIGNMENT.match(word.text) for word in words]
    return {match[1]: match[2] for match in matches if match}


class _CommandList:
    """What was read of a list of commands: the words of the last one, and the ``case`` around."""

    def __init__(self) -> None:
        self.words: list[Word] = []
        self.redirections: list[Redirection] = []
        self.cases = 0
        self.is_in_pattern = False

    def begins_command(self) -> bool:
        """Tell whether the next word is a program, or a keyword."""
        return all(
            word.text in _KEYWORDS or _ASSIGNMENT.fullmatch(word.text) for word in self.words
        )

    def begins_case(self, *, words_behind: int) -> bool:
        """Tell whether the command is a ``case``, with so many *words_behind* that word."""
        index = len(self.words) - words_behind - 1
        return (
            index >= 0
            and self.words[index].text == "case"
            and all(word.text in _KEYWORDS for word in self.words[:index])
        )


class _Reader:
    """Reads a text by itself, or the one that *starter* is given."""

    def __init__(self, starter: SimpleCommand | None = None) -> None:
        self._commands: list[SimpleCommand] = []
        folder = starter.folder if starter else ""
        self._scope = _Scope(folder, starter.variables if starter else {})

    def read(self, text: str) -> list[SimpleCommand]:
        """Return the commands of *text*; none of one that no shell would read to its end."""
        try:
            self._read_list(ShellText(text, self._run), "")
        except (ShellSyntaxError, RecursionError):
            return []
        return self._commands

    def _run(self, text: ShellText, closer: str) -> None:
        """Read a list of commands in brackets, or in a text of its own, up to its *closer*."""
        outer, self._scope = self._scope, self._scope.copy()
        text.deepen()
        self._read_list(text, closer)
        text.depth -= 1
        self._scope = outer

    def _read_list(self, text: ShellText, closer: str) -> None:
        commands = _CommandList()
        while text.offset < len(text.text):
            if text.skip(_BLANKS):
                continue
            if text.is_at("#"):
                text.skip(_COMMENT)
            elif text.is_at("\n"):
                self._end(commands)
                text.end_line()
            elif text.is_at(")") and commands.is_in_pattern:
                commands.is_in_pattern, commands.words = False, []
                text.offset += 1
            elif text.is_at(")") and closer:
                self._end(commands)
                text.offset += 1
                return
            elif text.is_at("("):
                self._bracket(text, commands)
            elif not self._redirection(text, commands):
                self._operator_or_word(text, commands)
        if closer:
            raise ShellSyntaxError(f"{closer} is missing")
        self._end(commands)

    def _bracket(self, text: ShellText, commands: _CommandList) -> None:
        words = commands.words
        if commands.is_in_pattern:
            text.offset += 1
        elif text.is_at("((") and (
            not words or words[0].text == "for" or commands.begins_command()
        ):
            text.skip_brackets("(", ")")
        elif words and words[-1].text.endswith("=") and _ASSIGNMENT.match(words[-1].text):
            text.skip_brackets("(", ")")  # a list
        elif commands.begins_command():
            self._end(commands)
            text.offset += 1
            self._run(text, ")")
        elif text.skip(_NO_PARAMETERS):  # a function begins
            commands.words = []
        else:
            raise ShellSyntaxError("( within a command")

    def _redirection(self, text: ShellText, commands: _CommandList) -> bool:
        match = _REDIRECTION.match(text.text, text.offset)
        if match is None or commands.is_in_pattern:
            return False
        text.offset = match.end()
        if match[1] in ("<<", "<<-"):
            text.begin_heredoc(is_indented=match[1] == "<<-")
            return True
        text.skip(_BLANKS)
        commands.redirections.append(Redirection(match[1], text.read_word()))
        return True

    def _operator_or_word(self, text: ShellText, commands: _CommandList) -> None:
        operator = text.skip(_OPERATOR)
        if operator:
            if commands.is_in_pattern:
                return
            self._end(commands)
            commands.is_in_pattern = commands.cases > 0 and operator in (";;", ";&", ";;&")
            return
        start = text.offset
        is_assignment = _ASSIGNS.match(text.text, start) and commands.begins_command()
        words = [text.read_word()] if is_assignment else text.read_words()
        if text.offset == start:
            raise ShellSyntaxError(f"{text.text[start]} at {start}")
        word = words[0] if words else Word("")
        if word.text == "[[" and commands.begins_command():
            commands.words.append(word)
            # In a test ``<`` and ``(`` mean others.
            while text.offset < len(text.text):
                start = text.offset
                if text.read_word().text == "]]":
                    return
                text.offset += text.offset == start
            raise ShellSyntaxError("[[ is not closed")
        if word.text == "esac" and (commands.is_in_pattern or commands.begins_command()):
            commands.cases, commands.is_in_pattern = max(0, commands.cases - 1), False
            commands.words = []
        else:
            commands.words += words
            if word.text == "in" and commands.begins_case(words_behind=2):
                commands.cases, commands.is_in_pattern = commands.cases + 1, True
                commands.words = []

    def _end(self, commands: _CommandList) -> None:
        """Take the words that were read for a command."""
        if commands.begins_case(words_behind=1):
            return  # its "in" may stand on the next line
        words, redirections = commands.words, tuple(commands.redirections)
        commands.words, commands.redirections = [], []
        while words and words[0].text in _KEYWORDS:
            words = words[1:]
        if words and words[0].text == "function":
            words = words[3:] if len(words) > 2 and words[2].text == "{" else []
        count = next(
            (index for index, word in enumerate(words) if not _ASSIGNMENT.match(word.text)),
            len(words),
        )
        variables = _find_assignments(tuple(words[:count]))
        if count == len(words):
            self._scope.assign(variables, exports=False)
            if not redirections:
                return
        command = _unwrap_command(
            SimpleCommand(
                tuple(words[count:]),
                variables={**self._scope.exported, **variables},
                redirections=redirections,
                folder=self._scope.folder,
            )
        )
        self._commands.append(command)
        self._scope.run(command)


def _unwrap_command(command: SimpleCommand) -> SimpleCommand:
    """Return the command that ``sudo``, ``env``, ``uv run`` and the like start.

    With what they set for it. Of a text that is a command of its own it is a shell with that text.
    """
    started: SimpleCommand | None = command
    while started is not None:
        command, name = started, started.name
        name = "python" if _PYTHON_NAME.fullmatch(name) else name
        started = _find_started_command(command, name) if name in _WRAPPERS else None
    return command


def _find_started_command(command: SimpleCommand, name: str) -> SimpleCommand | None:
    """Return what the wrapper *name* starts in *command*; ``None``: it starts nothing."""
    wrapper, words, index, operands = _WRAPPERS[name], command.words, 1, 0
    is_run = not wrapper.runs
    folder, variables = command.folder, dict(command.variables)
    while index < len(words):
        text, is_option = words[index].text, words[index].text.startswith("-")
        begins = not is_run and re.fullmatch(wrapper.runs, text) is not None
        is_other = not (is_option or is_run or begins or text in wrapper.before)
        if is_other or (name == "command" and text in ("-v", "-V")):
            return None
        variables = _without_unset_variables(variables, name, words[index : index + 2])
        script = re.match(wrapper.scripts, text) if wrapper.scripts else None
        if script is not None:
            words = _make_shell_words(name, text[script.end() :], words[index + 1 :])
            return command._replace(words=words, variables=variables, folder=folder)
        if begins:
            is_run = True
        elif name in ("env", "sudo") and _ASSIGNMENT.match(text):
            variables.update(_find_assignments(words[index : index + 1]))
        elif text in wrapper.options:
            is_moved = name == "env" and text in ("-C", "--chdir") and index + 1 < len(words)
            folder = None if is_moved else folder
            index += 1
        elif is_run and not is_option:
            if operands == wrapper.operands:
                break
            operands += 1
        index += 1
    return (
        command._replace(words=words[index:], variables=variables, folder=folder)
        if is_run
        else None
    )


def _without_unset_variables(
    variables: dict[str, str], name: str, words: tuple[Word, ...]
) -> dict[str, str]:
    """Return the *variables* that ``env`` leaves, by the option that the *words* begin with."""
    text, *values = [word.text for word in words]
    unset = _UNSET.fullmatch(text)
    if name != "env" or not (unset or _CLEARING.fullmatch(text)):
        return variables
    unset_names = (unset[1] or "".join(values),) if unset else tuple(variables)
    return {key: setting for key, setting in variables.items() if key not in unset_names}


def _make_shell_words(name: str, own_text: str, words: tuple[Word, ...]) -> tuple[Word, ...]:
    """Return a shell with the text that an option of the wrapper *name* holds, or the next word.

    *words* are those behind the option: what is more of them is added to the text. Of ``env`` it
    may begin with options.
    """
    texts = [own_text] * bool(own_text) + [word.text for word in words]
    others = [shlex.quote(text.replace(HIDDEN, "?")) for text in texts[1:]]
    line = " ".join([*(["env"] if name == "env" else []), *texts[:1], *others])
    return Word("sh"), Word("-c"), Word(line)
