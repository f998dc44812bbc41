r"""Shells: a ``#`` comments where a word begins, and whatever is computed stands in quotes, too."""

from __future__ import annotations

import re
from collections import deque

from phaser_lint.core import Record
from phaser_lint.text.regions.data import take_own_line_comment
from phaser_lint.text.regions.heredocs import Heredoc, begin_next_heredoc, end_heredoc_by_line
from phaser_lint.text.regions.scanner import Lexer, Scanner, ScannerMode
from phaser_lint.text.regions.scanner_actions import (
    CODE,
    COMMENT,
    DOC_COMMENT,
    ESCAPE,
    OUT,
    OUT_BEFORE,
    SKIP,
    STRING,
    Into,
    Row,
    Until,
    UntilMatch,
    Whole,
)

_QUOTED = ("quoted", "double", "bare")


def _expect_heredoc(scanner: Scanner, match: re.Match[str], start: int) -> int:
    quoted = next((match[each] for each in _QUOTED if match[each] is not None), None)
    mode = "heredoc" if quoted is None else "raw heredoc"
    # Shells end it at `E)`, too, where it stands in `$(…)`.
    word = match["word"] if quoted is None else quoted
    heredoc = Heredoc(word, mode, indented=match["dash"] == "-", followed_by="\r\n)`")
    scanner.pending.append(heredoc)
    return match.end()


# `a) echo;; b) …` in a `case` has brackets that nothing opened.
_CHOICE = re.compile(r"(?:\A|\n|;;&?|\bin)[ \t\n]*[^\s()|]+(?:[ \t]*\|[ \t]*[^\s()|]+)*[ \t]*\Z")
_CASE = re.compile(r"\b(case|esac)\b")
_NEAR = 2000


class _Substitution(Record):
    """Begins a mode whose heredocs stand in it: those of the line around it wait for its end."""

    mode: str

    def __call__(self, scanner: Scanner, match: re.Match[str], start: int) -> int:
        waiting, scanner.pending = scanner.pending, deque()
        scanner.enter(self.mode, start, waiting)
        return match.end()


def _end_substitution(scanner: Scanner, match: re.Match[str], start: int) -> int:
    waiting = scanner.modes[-1][1]
    scanner.leave(match.end())
    if waiting:
        scanner.pending = waiting + scanner.pending
    return match.end()


def _end_hole(scanner: Scanner, match: re.Match[str], start: int) -> int:
    before = scanner.text[max(0, start - _NEAR) : start]
    if _CHOICE.search(before[-200:]):
        words = _CASE.findall(before)
        if words.count("case") > words.count("esac"):
            return match.end()
    return _end_substitution(scanner, match, start)


def _begin_word(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin the text that `"${a:-text}"` stands for, behind its sign."""
    scanner.enter("parameter in string", start)
    scanner.enter("word", match.end())
    return match.end()


# A blank of another kind, as a pasted one, belongs to a word.
_COMMENT: Row = (r"(?<![^ \t\n;&|()`])#[^\n]*", COMMENT)
# zsh's flags of a pattern or a name: `(#i)read*(#qN)`.
_FLAGS: Row = (r"(?<=\()#[A-Za-z][^\s()]*(?=\))", SKIP)
# Two brackets may hold commands, too: `((echo 'a'; echo b) | sort)`.
_ARITHMETIC = r"\(\((?![ \t]*[A-Za-z_][\w-]*[ \t]+['\"A-Za-z/~.])"
_NAME: Row = (r"\$(?:[A-Za-z_]\w*|[0-9@*#?$!-])", CODE)
_HOLES: tuple[Row, ...] = (
    (rf"\${_ARITHMETIC}", Into("arithmetic")),
    (r"\$\(", _Substitution("hole")),
    # Commands in braces, as bash 5.3 and ksh have them.
    (r"\$\{(?=[ \t\n|])", _Substitution("commands")),
    (r"\$\{", Into("parameter")),
)
_FILLED: tuple[Row, ...] = (
    *_HOLES[:3],
    (
        r"\$\{!?(?:\w+|[@*#?$!-])(?:\[[^\]\"'`$]*\])?(?::?[-=?+]|\#{1,2}|%{1,2}|/{1,2}|\^{1,2}|,{1,2})",
        _begin_word,
    ),
    (r"\$\{", Into("parameter in string")),
    ("`", Into("backticks")),
    _NAME,
)
_CODE: tuple[Row, ...] = (
    (ESCAPE, SKIP),
    _FLAGS,
    _COMMENT,
    (r"\$'(?:[^'\\]|\\.)*('?)", Whole(STRING)),
    (r"\$?\"", Into("double")),
    ("'[^']*('?)", Whole(STRING)),
    *_HOLES,
    (r"\$[#$!?*@-]", SKIP),
    (r"(?<=[<>])\((?!\()", _Substitution("hole")),
    (_ARITHMETIC, Into("arithmetic")),
    ("<<<", SKIP),
    (
        r"<<(?P<dash>-?)[ \t]*(?:'(?P<quoted>[^'\n]*)'|\"(?P<double>[^\"\n]*)\""
        r"|\\(?P<bare>[^\s;&|<>()'\"\\`]+)|(?P<word>[^\s;&|<>()'\"\\`]+))",
        _expect_heredoc,
    ),
    (r"\n", begin_next_heredoc),
)
_FIRST = r"\\#$\"'(<\n"
_IN_HEREDOC: tuple[Row, ...] = ((r"\n", end_heredoc_by_line),)
SHELL = Lexer(
    {
        "code": ScannerMode(CODE, _FIRST, _CODE),
        "hole": ScannerMode(
            CODE, f"{_FIRST})", (*_CODE, (r"\(", Into("hole")), (r"\)", _end_hole))
        ),
        "commands": ScannerMode(
            CODE,
            f"{_FIRST}{{}}",
            (*_CODE, (r"(?<![^\s;])\{", Into("commands")), (r"\}", _end_substitution)),
        ),
        "double": ScannerMode(STRING, r"\\$`\"", ((ESCAPE, SKIP), *_FILLED, ('"', OUT))),
        "parameter": ScannerMode(
            CODE,
            r"\\$`\"'}",
            (
                (ESCAPE, SKIP),
                ('"', Into("double")),
                (r"\$?'[^']*('?)", Whole(STRING)),
                *_HOLES,
                ("`", Into("backticks")),
                (r"\}", OUT),
            ),
        ),
        "parameter in string": ScannerMode(
            CODE,
            r"\\$`\"}",
            ((ESCAPE, SKIP), ('"', Into("double")), *_FILLED[:-1], (r"\}", OUT)),
        ),
        "word": ScannerMode(
            STRING, r"\\$`\"}", ((ESCAPE, SKIP), ('"', Into("double")), *_FILLED, (r"(?=\})", OUT))
        ),
        "backticks": ScannerMode(
            CODE,
            r"\\`\"'",
            ((ESCAPE, SKIP), ("`", OUT), ('"', Into("double in backticks")), ("'[^'`]*'?", STRING)),
        ),
        "double in backticks": ScannerMode(
            STRING, r"\\\"$`", ((ESCAPE, SKIP), *_FILLED[:5], _NAME, ('"', OUT), ("(?=`)", OUT))
        ),
        "arithmetic": ScannerMode(
            CODE,
            r"\\\"'$()",
            (
                (ESCAPE, SKIP),
                ('"', Into("double")),
                *_HOLES,
                (r"\)\)", OUT),
                (r"\(", Into("brackets")),
                (r"\)", OUT),
            ),
        ),
        "brackets": ScannerMode(CODE, "$()", (*_HOLES, (r"\(", Into("brackets")), (r"\)", OUT))),
        "heredoc": ScannerMode(STRING, r"\\$`\n", ((r"\\[^\n]", SKIP), *_FILLED, *_IN_HEREDOC)),
        "raw heredoc": ScannerMode(STRING, r"\n", _IN_HEREDOC),
    }
)

_FISH: tuple[Row, ...] = (
    (ESCAPE, SKIP),
    _COMMENT,
    (r"'[^'\\]*(?:\\.[^'\\]*)*('?)", Whole(STRING)),
    ('"', Into("double")),
)
FISH = Lexer(
    {
        "code": ScannerMode(CODE, r"\\#'\"", _FISH),
        "hole": ScannerMode(CODE, r"\\#'\"()", (*_FISH, (r"\(", Into("hole")), (r"\)", OUT))),
        "double": ScannerMode(
            STRING,
            r"\\$\"",
            (
                (ESCAPE, SKIP),
                (r"\$\(", Into("hole")),
                (r"\$+[A-Za-z_]\w*", CODE),
                ('"', OUT),
            ),
        ),
    }
)

# Single and double quotes may be those of a word processor.
_SINGLE, _DOUBLE = "'‘’‚‛", '"“”„'
_GRAVE: Row = (r"`(?:\r\n|.)", SKIP)
_VARIABLE = r"\$(?:\w+:(?=\w))?(?:\w+|[$?^])|\$\{[^}\n]{0,128}\}"
_POWERSHELL_FILLED: tuple[Row, ...] = ((r"\$\(", Into("hole")), (_VARIABLE, CODE))
_POWERSHELL: tuple[Row, ...] = (
    (r"<\#(?=\s*\.[A-Za-z]+\s)", Until(DOC_COMMENT, "#>")),
    (r"<\#", Until(COMMENT, "#>")),
    (r"(?<![^\s;(){}|&,=+\[\]\"'])\#[^\n\r]*", COMMENT),
    (rf"@[{_SINGLE}][ \t]*(?=\r?\n)", UntilMatch(STRING, rf"\n[{_SINGLE}]@")),
    (rf"@[{_DOUBLE}][ \t]*(?=\r?\n)", Into("here")),
    (rf"[{_SINGLE}][^{_SINGLE}]*(?:[{_SINGLE}]{{2}}[^{_SINGLE}]*)*([{_SINGLE}]?)", Whole(STRING)),
    (f"[{_DOUBLE}]", Into("double")),
    _GRAVE,
    # What a program of another kind is handed, as it stands: `icacls --% it's`.
    (r"(?<=[ \t]--)%(?=[ \t])[^\n|]*", SKIP),
)
_POWERSHELL_FIRST = rf"<#@{_SINGLE}{_DOUBLE}`%"
POWERSHELL = Lexer(
    {
        "code": ScannerMode(CODE, _POWERSHELL_FIRST, _POWERSHELL),
        "hole": ScannerMode(
            CODE, f"{_POWERSHELL_FIRST}()", (*_POWERSHELL, (r"\(", Into("hole")), (r"\)", OUT))
        ),
        "double": ScannerMode(
            STRING,
            f"`{_DOUBLE}$",
            (
                _GRAVE,
                (f"[{_DOUBLE}]{{2}}", SKIP),
                (f"[{_DOUBLE}]", OUT),
                *_POWERSHELL_FILLED,
            ),
        ),
        "here": ScannerMode(
            STRING, r"`\n$", (_GRAVE, (rf"\n[{_DOUBLE}]@", OUT), *_POWERSHELL_FILLED)
        ),
    }
)


def _take_makefile_line(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin a recipe where the line does with the sign of one, and end it where it does not."""
    mode, _ = scanner.modes[-1]
    sign = scanner.modes[0][1] or "\t"
    begins = scanner.text.startswith(sign, match.end())
    if mode == "recipe" and not begins:
        scanner.leave(start)
    elif mode == "code" and begins:
        scanner.enter("recipe", match.end())
    return match.end()


def _keep_recipe_sign(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Keep the sign that begins the recipes of the file from here on."""
    scanner.modes[0] = scanner.modes[0][0], match["sign"] or "\t"
    return match.end()


_RULE = re.compile(r"(?![ \t#])[^\n#=;]*:(?!=)[^\n#=;]*\Z")


def _begin_recipe_in_line(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin the recipe that stands behind the names of a rule: `all: ; @echo a#b`."""
    line_start = scanner.text.rfind("\n", max(0, start - _NEAR), start) + 1
    if _RULE.match(scanner.text, line_start, start):
        scanner.enter("recipe", start)
    return match.end()


_MAKE_HOLES: tuple[Row, ...] = ((r"\$\(", Into("call")), (r"\$\{", Into("call in braces")))
_RECIPE: tuple[Row, ...] = (
    (r"\\(?:\r\n|.)", SKIP),
    (r"\"[^\"\\\n]*(?:\\(?:\r\n|.)[^\"\\\n]*)*\"?", SKIP),
    (r"'[^'\n]*(?:\\\n[^'\n]*)*'?", SKIP),
    (r"(?<![^\s;&|()@-])\#[^\n]*", COMMENT),
)


def _make_call_mode(closer: str, opener: str) -> ScannerMode:
    """Return the mode of a call or a variable, in which `#` is a sign like any other."""
    rows: tuple[Row, ...] = (
        (r"\\(?:\r\n|.)", SKIP),
        *_MAKE_HOLES,
        (opener, Into("call" if closer == r"\)" else "call in braces")),
        (closer, OUT),
        (r"\r?\n", OUT_BEFORE),
    )
    return ScannerMode(CODE, rf"\\$\n{opener}{closer}", rows)


# A `#` in a recipe is the shell's.
MAKEFILE = Lexer(
    {
        "code": ScannerMode(
            CODE,
            r"\\#\n$;.d",
            (
                (r"\\(?:\r\n|.)", SKIP),
                (r"\#[^\\\n]*(?:\\(?:\r\n|.)[^\\\n]*)*", COMMENT),
                (r"(?<![^\n])\.RECIPEPREFIX[ \t]*[:?]*=[ \t]*(?P<sign>\S?)", _keep_recipe_sign),
                (r"(?<![^\n])define\b", Into("definition")),
                *_MAKE_HOLES,
                (";", _begin_recipe_in_line),
                (r"\n", _take_makefile_line),
            ),
        ),
        "recipe": ScannerMode(
            CODE, r"\\#\n\"'", (*_RECIPE, (r"\n", _take_makefile_line)), must_close=False
        ),
        "definition": ScannerMode(CODE, r"\\#\n\"'", (*_RECIPE, (r"\n[ \t]*endef\b", OUT))),
        "call": _make_call_mode(r"\)", r"\("),
        "call in braces": _make_call_mode(r"\}", r"\{"),
    }
)

_SCRIPT_OF_RUN = re.compile(r"[ \t]*(?i:run)(?:[ \t]+--\S+)*[ \t]*\Z")


def _expect_docker_heredoc(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Note a heredoc: `RUN <<E` runs it, to `COPY <<E /a` and `RUN cat <<E` it is a text."""
    line_start = scanner.text.rfind("\n", max(0, start - _NEAR), start) + 1
    is_script = _SCRIPT_OF_RUN.match(scanner.text, line_start, start)
    after = _expect_heredoc(scanner, match, start)
    if is_script:
        scanner.pending.append(scanner.pending.pop()._replace(mode="script"))
    return after


_BEFORE_COMMAND = re.compile(
    r"[ \t]*(?:(?i:onbuild)[ \t]+)?(?:(?i:healthcheck)(?:[ \t]+--\S+)*[ \t]+)?\Z"
)
# What Docker takes for the end of a line that goes on, with the blank lines and the comments below.
_GOES_ON = r"\\[ \t]*\r?\n(?:[ \t]*(?:\#[^\n]*)?\r?\n)*"
_BLANK_LINES = re.compile(r"(?:[ \t]*\r?\n)*")
_COMMAND_COMMENT = re.compile(rf"\#(?:[^\\\n]|{_GOES_ON}|\\)*")


def begin_shell_command(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Begin what an instruction of a Dockerfile hands to the shell, if its word begins a line of
    its own; return where reading goes on.
    """
    lines_before, _, before = scanner.text[max(0, start - _NEAR) : start].rpartition("\n")
    last_line = lines_before.rpartition("\n")[2].strip()
    goes_on = last_line.endswith("\\") and not last_line.startswith("#")
    if _BEFORE_COMMAND.match(before) and not goes_on:
        scanner.enter("command", match.end())
    return match.end()


def take_command_comment(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """Take a comment of the shell, to which all lines of a Dockerfile's command are one, or one of
    Docker's, a line of its own that leaves the command open; return where reading goes on.
    """
    if scanner.text[max(0, start - _NEAR) : start].rpartition("\n")[2].strip(" \t"):
        comment = _COMMAND_COMMENT.match(scanner.text, start, scanner.end)
        return scanner.mark(COMMENT, start, comment.end() if comment else match.end())
    blank_lines = _BLANK_LINES.match(scanner.text, scanner.mark(COMMENT, start, match.end()))
    return min(blank_lines.end() if blank_lines else match.end(), scanner.end)


def end_shell_command(scanner: Scanner, match: re.Match[str], start: int) -> int:
    """End a Dockerfile's command for the shell with its line, and begin its heredoc; return where
    reading goes on.
    """
    scanner.leave(start)
    return begin_next_heredoc(scanner, match, start)


_DOCKER_HEREDOC: Row = (
    r"<<(?P<dash>-?)(?:'(?P<quoted>[^'\n]+)'|\"(?P<double>[^\"\n]+)\""
    r"|(?P<bare>(?!))|(?P<word>[A-Za-z_][\w.-]*))",
    _expect_docker_heredoc,
)
DOCKERFILE = Lexer(
    {
        "code": ScannerMode(
            CODE,
            r"#<\nrRcCeE",
            (
                (r"\#", take_own_line_comment),
                ("<<<", SKIP),
                _DOCKER_HEREDOC,
                (r"\n", begin_next_heredoc),
                (r"(?<![^\n \t])(?i:run|cmd|entrypoint)(?=[ \t])", begin_shell_command),
            ),
        ),
        # Docker drops a comment in the middle of a quoted text as well.
        "command": ScannerMode(
            CODE,
            r"\\#<\n\"'",
            (
                (r"\\[ \t]*\r?\n(?:[ \t]*\r?\n)*", SKIP),
                (r"\\[^\n]", SKIP),
                (r"\"(?:[^\"\\\n]|\\(?!\r?\n[ \t]*\#)(?:\r\n|.))*\"?", SKIP),
                (r"'(?:[^'\n\\]|\\[ \t]*\r?\n(?![ \t]*\#)|\\(?![ \t]*\r?\n))*'?", SKIP),
                (r"(?<![^ \t\n;&|()`])\#[^\n]*", take_command_comment),
                ("<<<", SKIP),
                _DOCKER_HEREDOC,
                (r"\n", end_shell_command),
            ),
            must_close=False,
        ),
        # As in a recipe, quotes end with their line: an apostrophe may be one of a nested text.
        "script": ScannerMode(
            CODE, r"\\#\n\"'", ((r"\\[^\n]", SKIP), *_RECIPE[1:3], _COMMENT, *_IN_HEREDOC)
        ),
        "heredoc": ScannerMode(STRING, r"\n", _IN_HEREDOC),
        "raw heredoc": ScannerMode(STRING, r"\n", _IN_HEREDOC),
    }
)
