"""``phaser-lint completion SHELL``: a script with which a shell completes command lines.

    source <(phaser-lint completion bash)

It asks ``phaser-lint completion offers -- WORD...`` for the words that may take the place of the
last one; the commands' own parsers know them.
"""

from __future__ import annotations

import os
import re
import sys
from argparse import Action
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, TypeAlias

from phaser_lint.command import exit_codes
from phaser_lint.command.cli import COMMANDS, make_command_parser
from phaser_lint.contract.pack_table import FOLDER, PACKS
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.errors import PhaserError, UsageError
from phaser_lint.core.shared_flags import Parser, make_argument
from phaser_lint.project import find_home_folder
from phaser_lint.project.levels import is_contract_name
from phaser_lint.project.project_of_command import require_project_levels
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.report.formats import FORMATS

OfferKind: TypeAlias = Literal["words", "files", "folders", "ids"]


_SHELLS = ("bash", "zsh", "fish")
_IDS = "ids"
_OFFERS = ("offers", "--")
_OF_THE_PROGRAM = (("--help", "show the commands"), ("--version", "show the version"))


def parser() -> Parser:
    """Return the parser of ``phaser-lint completion``."""
    return Parser(
        "phaser-lint completion",
        "Print a script with which a shell completes commands.",
        (
            make_argument(
                "shell",
                metavar="SHELL",
                nargs="+",
                choices=(*_SHELLS, _IDS),
                help=f"{', '.join(_SHELLS)}; or {_IDS}, which lists those of the contracts here",
            ),
        ),
        example="source <(phaser-lint completion bash)",
        page="editors.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Print the completion script of a shell, or for it the words that may be at the cursor."""
    if (*arguments[:2],) == _OFFERS and arguments[2:]:
        sys.stdout.write(_render_offers(arguments[2:]))
        return exit_codes.CLEAN
    shells = parser().parse_args(arguments).shell
    if len(shells) > 1:
        raise UsageError(f"SHELL: expected one of {', '.join(_SHELLS)}, not several")
    if shells == [_IDS]:
        sys.stdout.write("".join(f"{rule_id}\n" for rule_id in _list_contract_ids()))
    else:
        sys.stdout.write(SCRIPTS[shells[0]])
    return exit_codes.CLEAN


def _list_contract_ids() -> Sequence[str]:
    levels = require_project_levels(None)
    folders = levels.folders(home=find_home_folder())
    return guess_contract_ids(folders, configuration=levels.configuration)


def _render_offers(words: Sequence[str]) -> str:
    command, *arguments = words
    offer = Completions()
    if arguments and command in [name for name, *_ in COMMANDS]:
        offer = find_word_completions(make_command_parser(command), arguments)
    elif command.startswith("-"):
        offer = Completions(words=_OF_THE_PROGRAM)
    elif not arguments:
        offer = Completions(
            words=tuple((name, purpose) for name, _, purpose, group in COMMANDS if group)
        )
    if offer.kind == "ids":
        offer = Completions(words=tuple((rule_id, "") for rule_id in _list_contract_ids()))
    lines = [f"{word}\t{purpose}".rstrip("\t") for word, purpose in offer.words]
    return "".join(f"{line}\n" for line in (offer.kind, *lines))


# The ids of contracts, as a shell offers them: fast, and not exact.
#
# A key must not wait: no YAML is read, and nothing is checked. In each contract file at or above a
# folder every line counts that looks like one with an id, and in the configuration every text that
# looks like the name of a pack.

_MOST_BYTES = 1024 * 1024
_ID = re.compile(rb"""\s*(?:rule_id|id):\s*['"]*([a-zA-Z0-9-]+)['"]*\s*(?: #.*)?""")
_PACK = re.compile(rb"""\bpack['"]?:\s*['"]?([a-z-]+)""")


def guess_contract_ids(folders: Iterable[str], *, configuration: str) -> list[str]:
    """Return the ids that a shell's completion offers: those in the contract files of *folders*,
    and of the packs that count, in order.

    Neither the folders nor the file *configuration* need be there.
    """
    all_folders = [*folders]
    for line in _read_lines(configuration):
        if not line.lstrip().startswith(b"#"):
            packs = [pack for pack in map(bytes.decode, _PACK.findall(line)) if pack in PACKS]
            all_folders += [os.path.join(FOLDER, pack) for pack in packs]
    ids: set[str] = set()
    for folder in all_folders:
        try:
            names = [name for name in os.listdir(folder) if is_contract_name(name)]
        except OSError:
            continue
        for name in names:
            matches = map(_ID.fullmatch, _read_lines(os.path.join(folder, name)))
            ids.update(match[1].decode() for match in matches if match)
    return sorted(ids)


def _read_lines(path: str) -> list[bytes]:
    try:
        return read_bytes(path, limit=_MOST_BYTES).splitlines()
    except (OSError, PhaserError):
        return []


# What may come at the end of a command line, by the parser of its command.
#
# The name of a value in the help (``PATH``, ``ID``) decides what is offered for it.

_KINDS: Mapping[str, OfferKind] = {
    **dict.fromkeys(("FILE", "PATH", "PATH[:LINE]", "REPORT"), "files"),
    "DIR": "folders",
    "ID": "ids",
}
_WORDS: Mapping[str, Iterable[str]] = {"TYPE": RULES, "FORMAT[=FILE]": FORMATS}


class Completions(Record):
    """What is offered at a place: *words*, each with what it does; or files, or contracts' ids."""

    kind: OfferKind = "words"
    words: tuple[tuple[str, str], ...] = ()


def find_word_completions(parser: Parser, words: Sequence[str]) -> Completions:
    """Return the completions for a shell: what may take the place of the last of *words*, all of
    those after the command.

    After ``--flag=`` that is only the value. Bash makes three words of ``--flag=value``.
    """
    *previous, current = [word for word in words if word != "="]
    if words[-1] == "=":
        previous, current = [*previous, current], ""
    flags_with_value = {
        flag: argument
        for argument in parser.arguments()
        if argument.nargs != 0
        for flag in argument.option_strings
    }
    name, equals, _ = current.partition("=")
    if equals and name in flags_with_value:
        return _list_value_completions(flags_with_value[name], flags_with_value[name].metavar)
    names, open_flag = 0, None
    for word in previous:
        if open_flag:
            open_flag = None
        elif word in flags_with_value:
            open_flag = flags_with_value[word]
        else:
            names += not word.startswith("-")
    if open_flag:
        return _list_value_completions(open_flag, open_flag.metavar)
    if current.startswith("-"):
        flags = [
            (flag, (argument.help or "").partition(" [default")[0])
            for argument in parser.arguments()
            for flag in argument.option_strings
        ]
        return Completions(words=(*flags, ("-h", "show this help"), ("--help", "show this help")))
    # "phaser contracts check"
    offers = [Completions(words=((word, ""),)) for word in parser.prog.split()[2:]]
    # "ID PATH[:LINE]": one after the other, the last any number of times
    offers += [
        _list_value_completions(argument, metavar)
        for argument in parser.arguments()
        if not argument.option_strings
        for metavar in str(argument.metavar).split()
    ] or [Completions()]
    return offers[min(names, len(offers) - 1)]


def _list_value_completions(argument: Action, metavar: object) -> Completions:
    if isinstance(argument.choices, (list, tuple, range)):
        return Completions(words=tuple((str(choice), "") for choice in argument.choices))
    if metavar in _WORDS:
        return Completions(words=tuple((word, "") for word in _WORDS[str(metavar)]))
    return Completions(_KINDS.get(str(metavar), "words"))


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
