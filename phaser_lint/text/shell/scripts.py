"""Whole scripts of sh: the commands in them, and where one may end before its last line.

They are read by their lines, as a person reads them: a script that is not the best sh is read, too.
In doubt it may end.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

_SHEBANG = re.compile(r"#!.*[/ ](?:ba|da|z|k|mk|a)?sh(?:\s|$)")
_COMMENT = re.compile(r"\s*(?:#|$)")
_HERE_DOCUMENT = re.compile(r"<<-?\s*[\\'\"]?([A-Za-z_]\w*)")
_CONTINUED = ("\\", "|", "&&")
# "exec 1>&2" ends nothing.
_EXEC = r"exec(?!\s+\d*[<>])(?![\w-])"
COMMAND_START = (
    r"(?:^|[;&|({!)`]|\b(?:then|else|do|if|elif|while|until|command|builtin|eval|trap)\b)\s*"
    r"(?:\w+=\S*\s+)*[\\'\"]*"
)
"""A regular expression of where a command begins; in "npm exec a" the second word is none."""
_ENDS = re.compile(rf"(?:exit|{_EXEC})(?![\w-])")
_ENDS_WELL = re.compile(rf"{COMMAND_START}(?:(?:exit|return)(?![\w-])|{_EXEC})")
# What another file holds, or a variable, may be an exit. These files are known to end no script
# with success by themselves: husky starts it anew.
_KNOWN_FILES = r"(?:_/husky\.sh|/activate|/nvm\.sh|/git-sh-setup)"
_EVALUATES = r"eval\b[^;&|]*[$`]"
_RUNS_UNSEEN = re.compile(
    rf"{COMMAND_START}(?:(?:\.|source)[ \t]+(?![^;&|]*{_KNOWN_FILES}['\"]?(?:$|[\s;&|)]))"
    rf"|{_EVALUATES})"
)
_NAMES_ENDING = re.compile(
    rf"\b(?:exit|exec|return|source)\b|{COMMAND_START}(?:\.[ \t]|{_EVALUATES})"
)
# A shell takes 256 for 0, and 1'0' for 10.
_FAILING = re.compile(
    r"\b(?:exit|return)[ \t]+(?:[1-9][0-9]?|1[0-9]{2}|2[0-4][0-9]|25[0-5])"
    r"(?=[ \t]*(?:$|[;&|)}#`]|[0-9]?[<>])|['\"](?:$|[\s;&|)]))"
)


def is_shell_script(text: str) -> bool:
    """Tell by its first line whether *text* is a script of a shell that is like sh.

    Not csh, tcsh or fish, which know no "if … then".
    """
    return bool(_SHEBANG.match(text))


def ends_script(command: str) -> bool:
    """Tell whether a script ends at *command*, whatever its exit code."""
    return bool(_ENDS.match(command))


def may_end_well(command: str) -> bool:
    """Tell whether a script may end with success at *command*.

    What a function returns ends none. What it reads from another file, or from a variable, may.
    """
    if _RUNS_UNSEEN.search(command):
        return True
    end = _ENDS_WELL.search(_FAILING.sub("", command))
    return end is not None and not ("return" in end[0] and command[0].isspace())


def names_good_end(line: str) -> bool:
    """Tell whether a *line* of a shell script names, wherever in it, what may end the script with
    success.

    So it is asked of a script that somebody may have made to look harmless.
    """
    return bool(_NAMES_ENDING.search(_FAILING.sub("", line)))


def split_commands(lines: Sequence[str]) -> list[tuple[int, str]] | None:
    """Return the commands of a script by their first lines; ``None`` if one has no end.

    Comments, and what lies in a here-document, are none.
    """
    commands: list[tuple[int, str]] = []
    end_of_document, is_continued = "", False
    for index, line in enumerate(lines):
        if end_of_document:
            end_of_document = "" if line.lstrip("\t") == end_of_document else end_of_document
            continue
        if _COMMENT.match(line):
            continue
        if is_continued:
            first_index, command = commands.pop()
            commands.append((first_index, f"{command.removesuffix(_CONTINUED[0])} {line}"))
        else:
            commands.append((index, line))
        is_continued = line.endswith(_CONTINUED)
        here_document = _HERE_DOCUMENT.search(line)
        end_of_document = here_document[1] if here_document else ""
    return None if end_of_document or is_continued else commands
