"""``phaser-lint completion SHELL``: a script with which a shell completes command lines.

    source <(phaser-lint completion bash)

It asks ``phaser-lint completion offers -- WORD...`` for the words that may take the place of the
last one; the commands' own parsers know them.
"""

from __future__ import annotations

import os
import re
import sys

from phaser_lint.command import exit_codes
from phaser_lint.command.cli import COMMANDS, parser_of
from phaser_lint.contract.packs import FOLDER, PACKS
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.command_line import Parser
from phaser_lint.core.errors import PhaserError, UsageError
from phaser_lint.project.project import levels_for
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.root import home_folder, is_contract_name
from phaser_lint.report.formats import FORMATS

TYPE_CHECKING = False
if TYPE_CHECKING:
    from argparse import Action
    from collections.abc import Iterable, Iterator, Mapping, Sequence
    from typing import Literal, TypeAlias

    Kind: TypeAlias = Literal["words", "files", "folders", "ids"]


_SHELLS = ("bash", "zsh", "fish")
_IDS = "ids"
_OFFERS = ("offers", "--")
_OF_THE_PROGRAM = (("--help", "show the commands"), ("--version", "show the version"))


def parser() -> Parser:
    """Return the parser of the command line."""
    made = Parser(
        "phaser-lint completion",
        "Print a script with which a shell completes commands.",
        example="source <(phaser-lint completion bash)",
        page="editors.md",
    )
    made.add_argument(
        "shell",
        metavar="SHELL",
        nargs="+",
        choices=(*_SHELLS, _IDS),
        help=f"{', '.join(_SHELLS)}; or {_IDS}, which lists those of the contracts here",
    )
    return made


def run(arguments: Sequence[str]) -> int:
    """Print the script, or for it the words that may be at the cursor."""
    if (*arguments[:2],) == _OFFERS and arguments[2:]:
        sys.stdout.write(_offers(arguments[2:]))
        return exit_codes.CLEAN
    wanted, *more = parser().parse_args(arguments).shell
    if more:
        raise UsageError(f"SHELL: expected one of {', '.join(_SHELLS)}, not several")
    sys.stdout.write(_ids() if wanted == _IDS else _script(wanted))
    return exit_codes.CLEAN


def _ids() -> str:
    return "".join(f"{each}\n" for each in _known_ids())


def _known_ids() -> Sequence[str]:
    levels = levels_for(None)
    folders = levels.folders(home=home_folder())
    return ids_in(folders, configuration=levels.configuration)


def _script(shell: str) -> str:
    return SCRIPTS[shell]


def _offers(words: Sequence[str]) -> str:
    command, *others = words
    offer = Offered()
    if others and command in [name for name, *_ in COMMANDS]:
        offer = offer_at(parser_of(command), others)
    elif command.startswith("-"):
        offer = Offered(words=_OF_THE_PROGRAM)
    elif not others:
        offer = Offered(words=tuple((name, does) for name, _, _, does, group in COMMANDS if group))
    if offer.kind == "ids":
        offer = Offered(words=tuple((each, "") for each in _known_ids()))
    lines = [f"{word}\t{does}".rstrip("\t") for word, does in offer.words]
    return "".join(f"{line}\n" for line in (offer.kind, *lines))


# The ids of contracts, as a shell offers them: fast, and not exact.
#
# A key must not wait: no YAML is read, and nothing is checked. In each contract file at or above a
# folder every line counts that looks like one with an id, and in the configuration every text that
# looks like the name of a pack.

_MOST_BYTES = 1024 * 1024
_KEYS = (b"rule_id:", b"id:")
_PACK = re.compile(rb"""\bpack['"]?:\s*['"]?([a-z-]+)""")
_CHARACTERS = frozenset(b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")


def ids_in(folders: Iterable[str], *, configuration: str) -> list[str]:
    """Return the ids in the contract files of *folders*, and of the packs that count, in order.

    Neither the folders nor the file *configuration* need be there.
    """
    packs = (os.path.join(FOLDER, name) for name in _packs_in(configuration))
    return sorted({found for folder in (*folders, *packs) for found in _in_folder(folder)})


def _packs_in(configuration: str) -> Iterator[str]:
    for line in _lines_of(configuration):
        if not line.lstrip().startswith(b"#"):
            yield from (name for name in map(bytes.decode, _PACK.findall(line)) if name in PACKS)


def _in_folder(folder: str) -> Iterator[str]:
    try:
        names = [name for name in os.listdir(folder) if is_contract_name(name)]
    except OSError:
        return
    for name in names:
        yield from filter(None, map(_id_of, _lines_of(os.path.join(folder, name))))


def _lines_of(path: str) -> list[bytes]:
    try:
        return read_bytes(path, limit=_MOST_BYTES).splitlines()
    except (OSError, PhaserError):
        return []


def _id_of(line: bytes) -> str:
    stripped = line.strip()
    key = next((each for each in _KEYS if stripped.startswith(each)), None)
    if key is None:
        return ""
    value = stripped[len(key) :].partition(b" #")[0].strip().strip(b"'\"")
    return value.decode("ascii") if value and _CHARACTERS.issuperset(value) else ""


# What may come at the end of a command line, by the parser of its command.
#
# The name of a value in the help (``PATH``, ``ID``) decides what is offered for it.

_KINDS: Mapping[str, Kind] = {
    **dict.fromkeys(("FILE", "PATH", "PATH[:LINE]", "REPORT"), "files"),
    "DIR": "folders",
    "ID": "ids",
}
_WORDS: Mapping[str, Iterable[str]] = {"TYPE": RULES, "FORMAT[=FILE]": FORMATS}


class Offered(Record):
    """What is offered at a place: *words*, each with what it does; or files, or contracts' ids."""

    kind: Kind = "words"
    words: tuple[tuple[str, str], ...] = ()


def offer_at(parser: Parser, words: Sequence[str]) -> Offered:
    """Return what may take the place of the last of *words*, all of those after the command.

    After ``--flag=`` that is the value alone. Bash makes three words of ``--flag=value``.
    """
    *before, current = [each for each in words if each != "="]
    if words[-1] == "=":
        before, current = [*before, current], ""
    with_value = {
        flag: each for each in parser.arguments() if each.nargs != 0 for flag in each.option_strings
    }
    name, equals, _ = current.partition("=")
    if equals and name in with_value:
        return _values(with_value[name], with_value[name].metavar)
    place, taken = 0, None
    for word in before:
        if taken:
            taken = None
        elif word in with_value:
            taken = with_value[word]
        else:
            place += not word.startswith("-")
    if taken:
        return _values(taken, taken.metavar)
    return _flags(parser) if current.startswith("-") else _name(parser, place)


def _flags(parser: Parser) -> Offered:
    known = [
        (flag, (each.help or "").partition(" [default")[0])
        for each in parser.arguments()
        for flag in each.option_strings
    ]
    return Offered(words=(*known, ("-h", "show this help"), ("--help", "show this help")))


def _name(parser: Parser, place: int) -> Offered:
    # "phaser contracts check"
    more = [Offered(words=((word, ""),)) for word in parser.prog.split()[2:]]
    # "ID PATH[:LINE]": one after the other, the last any number of times
    names = [
        _values(each, stands)
        for each in parser.arguments()
        if not each.option_strings
        for stands in str(each.metavar).split()
    ]
    found = [*more, *(names or [Offered()])]
    return found[min(place, len(found) - 1)]


def _values(argument: Action, stands: object) -> Offered:
    if isinstance(argument.choices, (list, tuple, range)):
        return Offered(words=tuple((str(each), "") for each in argument.choices))
    if stands in _WORDS:
        return Offered(words=tuple((each, "") for each in _WORDS[str(stands)]))
    return Offered(_KINDS.get(str(stands), "words"))


# A script for each shell: it asks the program for the words that may be at the cursor.
#
# The answer's first line is ``words``, ``files`` or ``folders``; a word follows a line, with what
# it does behind a tab.

# Also that of macOS (3.2). "=" is a word of its own in bash. Files are what readline offers where
# nothing else is.
_BASH = r"""# phaser-lint completion bash
_phaser_lint() {
    local IFS=$'\n' current=${COMP_WORDS[COMP_CWORD]#=} line words=
    while read -r line; do
        words+=${line%%$'\t'*}$'\n'
    done < <("${COMP_WORDS[0]/#\~/$HOME}" completion offers -- \
        "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
    COMPREPLY=($(compgen -W "${words#*$'\n'}" -- "$current"))
}
complete -o default -F _phaser_lint phaser-lint phaser
"""
# To be sourced, or to lie in $fpath as _phaser-lint.
_ZSH = r"""#compdef phaser-lint phaser
# phaser-lint completion zsh
_phaser_lint() {
    local program=${~words[1]}
    local -a found=("${(@f)$($program completion offers -- "${(@Q)words[2,CURRENT]}" 2>/dev/null)}")
    compset -P '--*='
    case $found[1] in
    files) _files ;;
    folders) _files -/ ;;
    *)
        shift found
        found=("${(@)found//:/\\:}")
        found=("${(@)found/$'\t'/:}")
        _describe word found
        ;;
    esac
}
if [ "$funcstack[1]" = _phaser-lint ]; then
    _phaser_lint "$@"
else
    compdef _phaser_lint phaser-lint phaser
fi
"""
_FISH = r"""# phaser-lint completion fish
function __phaser_lint
    set -l words (commandline -opc)
    set -l current (commandline -ct)
    set -l flag (string match -r -- '^--[^=]*=' "$current")
    set -l value (string replace -r -- '^--[^=]*=' '' "$current")
    set -l found (phaser-lint completion offers -- $words[2..-1] "$current" 2>/dev/null)
    switch "$found[1]"
        case files
            set found (__fish_complete_path "$value")
        case folders
            set found (__fish_complete_directories "$value")
        case '*'
            set -e found[1]
    end
    for each in $found
        printf '%s%s\n' "$flag" "$each"
    end
end
complete -c phaser-lint -f -a '(__phaser_lint)'
complete -c phaser -w phaser-lint
"""
SCRIPTS: Mapping[str, str] = {"bash": _BASH, "zsh": _ZSH, "fish": _FISH}
