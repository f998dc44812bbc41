r"""The simple commands of a shell's text, in the order in which they stand.

    read_commands("cd sub && HUSKY=0 git commit -m 'a b' > log")
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
        """The program without its folder."""
        return _name_of(self.words[0]) if self.words else ""

    @property
    def arguments(self) -> tuple[Word, ...]:
        """The words behind the program."""
        return self.words[1:]


_BLANKS = re.compile(r"(?:[ \t\r]|\\\r?\n)+")
_COMMENT = re.compile(r"#[^\n]*")
_OPERATOR = re.compile(r";;&|;;|;&|;|&&|&(?!>)|\|\||\|&|\|")
_REDIRECTION = re.compile(r"(?:[0-9]+|\{\w+\})?(<<<|<<-|<<|<>|<&|<|>>|>&|>\||>|&>>|&>)(?!\()")
_ASSIGNMENT = re.compile(r"([A-Za-z_]\w*)(?:\[[^]]*\])?\+?=(.*)", re.DOTALL)
_NO_PARAMETERS = re.compile(r"\([ \t]*\)")
_KEYWORDS = frozenset(
    ("if", "then", "elif", "else", "fi", "while", "until", "do", "done", "!", "{", "}", "coproc")
)
_SHELLS = frozenset(("sh", "bash", "dash", "zsh", "ksh"))


class _Wrapper(Record):
    """What starts the program behind it.

    ``options``: those that take the next word. ``operands``: how many words stand in front of the
    program.
    """

    options: frozenset[str] = frozenset()
    operands: int = 0


_WRAPPERS: Mapping[str, _Wrapper] = {
    "builtin": _Wrapper(),
    "command": _Wrapper(),
    "env": _Wrapper(frozenset(("-u", "--unset", "-C", "--chdir"))),
    "exec": _Wrapper(frozenset(("-a",))),
    "nice": _Wrapper(frozenset(("-n", "--adjustment"))),
    "nohup": _Wrapper(),
    "setsid": _Wrapper(),
    "stdbuf": _Wrapper(frozenset(("-i", "-o", "-e", "--input", "--output", "--error"))),
    "sudo": _Wrapper(frozenset(
        ("-u", "--user", "-g", "--group", "-h", "--host", "-p", "--prompt", "-C", "-D", "--chdir",
         "-R", "--chroot", "-r", "--role", "-t", "--type", "-T", "-U")
    )),
    "time": _Wrapper(frozenset(("-f", "--format", "-o", "--output"))),
    "timeout": _Wrapper(frozenset(("-k", "--kill-after", "-s", "--signal")), operands=1),
    "xargs": _Wrapper(frozenset(
        ("-a", "--arg-file", "-d", "--delimiter", "-E", "-I", "-L", "--max-lines", "-n",
         "--max-args", "-P", "--max-procs", "-s", "--max-chars")
    )),
}  # fmt: skip
# No system starts a shell with a longer text.
_MOST_SIGNS = 200_000
_MOST_VARIABLES = 200


def read_commands(text: str) -> list[SimpleCommand]:
    """Return the simple commands of *text*; none of one that no shell would read to its end."""
    if len(text) > _MOST_SIGNS:
        return []
    commands: list[SimpleCommand] = []
    for command in _Reader().read(text):
        commands.append(command)
        # Behind it those that ``sh -c`` runs, if they can be read.
        script = _script_of(command)
        if script is not None and HIDDEN not in script:
            commands += _Reader(command).read(script)
    return commands


def _script_of(command: SimpleCommand) -> str | None:
    """Return the text that a shell runs as its argument; ``None``: there is none."""
    if command.name not in _SHELLS:
        return None
    is_script = False
    for word in command.arguments:
        if is_script and word.text[:1] not in ("-", "+"):
            return word.text
        if word.text[:1] not in ("-", "+"):
            return None
        is_script = is_script or (word.text[:2] != "--" and "c" in word.text)
    return None


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
        if command.name == "export" or (command.name in ("declare", "typeset") and "-x" in words):
            named = {name: self.others[name] for name in operands if name in self.others}
            self.assign({**named, **_assignments(command.arguments)}, exports=True)
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


def _assignments(words: tuple[Word, ...]) -> dict[str, str]:
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
        place = len(self.words) - words_behind - 1
        return (
            place >= 0
            and self.words[place].text == "case"
            and all(word.text in _KEYWORDS for word in self.words[:place])
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
        while text.place < len(text.text):
            if text.skip(_BLANKS):
                continue
            if text.at("#"):
                text.skip(_COMMENT)
            elif text.at("\n"):
                self._end(commands)
                text.end_line()
            elif text.at(")") and commands.is_in_pattern:
                commands.is_in_pattern, commands.words = False, []
                text.place += 1
            elif text.at(")") and closer:
                self._end(commands)
                text.place += 1
                return
            elif text.at("("):
                self._bracket(text, commands)
            elif not self._redirection(text, commands):
                self._operator_or_word(text, commands)
        if closer:
            raise ShellSyntaxError(f"{closer} is missing")
        self._end(commands)

    def _bracket(self, text: ShellText, commands: _CommandList) -> None:
        words = commands.words
        if commands.is_in_pattern:
            text.place += 1
        elif text.at("((") and (not words or words[0].text == "for" or commands.begins_command()):
            text.skip_brackets("(", ")")
        elif words and words[-1].text.endswith("=") and _ASSIGNMENT.match(words[-1].text):
            text.skip_brackets("(", ")")  # a list
        elif commands.begins_command():
            self._end(commands)
            text.place += 1
            self._run(text, ")")
        elif text.skip(_NO_PARAMETERS):  # a function begins
            commands.words = []
        else:
            raise ShellSyntaxError("( within a command")

    def _redirection(self, text: ShellText, commands: _CommandList) -> bool:
        match = _REDIRECTION.match(text.text, text.place)
        if match is None or commands.is_in_pattern:
            return False
        text.place = match.end()
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
        start = text.place
        word = text.read_word()
        if text.place == start:
            raise ShellSyntaxError(f"{text.text[start]} at {start}")
        if word.text == "[[" and commands.begins_command():
            commands.words.append(word)
            # In a test ``<`` and ``(`` mean others.
            while text.place < len(text.text):
                start = text.place
                if text.read_word().text == "]]":
                    return
                text.place += text.place == start
            raise ShellSyntaxError("[[ is not closed")
        if word.text == "esac" and (commands.is_in_pattern or commands.begins_command()):
            commands.cases, commands.is_in_pattern = max(0, commands.cases - 1), False
            commands.words = []
        else:
            commands.words.append(word)
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
        variables = _assignments(tuple(words[:count]))
        if count == len(words):
            self._scope.assign(variables, exports=False)
            if not redirections:
                return
        command = _unwrapped(
            SimpleCommand(
                tuple(words[count:]),
                variables={**self._scope.exported, **variables},
                redirections=redirections,
                folder=self._scope.folder,
            )
        )
        self._commands.append(command)
        self._scope.run(command)


def _unwrapped(command: SimpleCommand) -> SimpleCommand:
    """Return the command that ``sudo``, ``env`` and the like start, with what they set for it."""
    words, folder, variables = command.words, command.folder, dict(command.variables)
    program = 0
    while program < len(words) and (name := _name_of(words[program])) in _WRAPPERS:
        wrapper, place, operands = _WRAPPERS[name], program + 1, 0
        while place < len(words):
            text = words[place].text
            if name == "command" and text in ("-v", "-V"):
                return command._replace(words=words[program:], variables=variables, folder=folder)
            if _ASSIGNMENT.match(text) and name in ("env", "sudo"):
                variables.update(_assignments(words[place : place + 1]))
            elif not text.startswith("-"):
                if operands == wrapper.operands:
                    break
                operands += 1
            elif text in wrapper.options:
                if text in ("-C", "--chdir") and name == "env" and place + 1 < len(words):
                    folder = None
                place += 1
            place += 1
        program = min(place, len(words))
    return command._replace(words=words[program:], variables=variables, folder=folder)


def _name_of(program: Word) -> str:
    return program.text.rpartition("/")[2]
