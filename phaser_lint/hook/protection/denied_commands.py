"""Commands that say in plain words that they go round the checks: denied before they run.

What is no plain word passes: a variable, an alias, a script, a text that cannot be read. What such
a command did is found afterwards, as ``unannounced_changes`` has it.
"""

from __future__ import annotations

import os
import re
import stat
from glob import escape, glob

from phaser_lint.agent import Decision, resolve_folder
from phaser_lint.check.engine.comparison import key_of
from phaser_lint.contract.deciding_places import named_folders
from phaser_lint.contract.model import Violation
from phaser_lint.contract.rules.violations import at_file
from phaser_lint.core.text import printable
from phaser_lint.hook.decisions import was_denied
from phaser_lint.hook.memory.denials import log_denials
from phaser_lint.hook.protected_places import PLACES, other_names
from phaser_lint.hook.protection.built_in_contracts import (
    BASELINE_ID,
    COMMANDS_ID,
    CONTRACTS_ID,
    PRE_COMMIT_ID,
    SETTINGS_ID,
    ProtectedChange,
    built_in,
)
from phaser_lint.hook.protection.command_table import (
    BEFORE,
    FILE_COMMANDS,
    GIT_COMMANDS,
    GIT_OPTIONS,
    HOOKS,
    HOOKS_PATH,
    NO_HOOKS,
    PROGRAMS,
    RUNNERS,
    SKIP,
    VARIABLES,
    WITHOUT_CHECKS,
    WRITING,
    FileCommand,
    GitCommand,
)
from phaser_lint.hook.protection.edited_places import protected_changes, render_refusals, text_at
from phaser_lint.hook.protection.weakened_settings import pre_commit_ids
from phaser_lint.hook.request import HookRequest, levels_of, protected_bases
from phaser_lint.hook.watched_commands import command_folder, watched_commands
from phaser_lint.project.root import (
    common_folder,
    git_folder,
    git_root,
    lies_in,
    main_worktree,
    path_inside,
)
from phaser_lint.text.shell.commands import SimpleCommand, read_commands
from phaser_lint.text.shell.words import HIDDEN, Word

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_REFUSED = "Contract violation"
_LONGEST = 200
_CONFIG_KEY = re.compile(r"GIT_CONFIG_KEY_[0-9]+")
_WRITABLE_RULES = (CONTRACTS_ID, BASELINE_ID)
_REMOVABLE_RULES = (*_WRITABLE_RULES, SETTINGS_ID, PRE_COMMIT_ID)


def deny_commands(request: HookRequest) -> Decision:
    """Return the denial of the commands that the event is about to run; nothing if none is."""
    denied_words = [
        words
        for text in watched_commands(request)
        for command in read_commands(text)
        for words in denied_words_in(command, request)
    ]
    if not denied_words:
        return Decision()
    contract = built_in()[COMMANDS_ID]
    violations = [
        at_file(contract, path=f"`{printable(words)[:_LONGEST]}`")
        for words in dict.fromkeys(denied_words)
    ]
    log_denials(request, violations, root=git_root(request.start) or request.start)
    keys = [key_of(violation) for violation in violations]
    is_repeated = was_denied(request, keys, root=request.start)
    lead = f"{_REFUSED}, again" if is_repeated else _REFUSED
    return Decision("deny", reason=render_refusals(violations, lead=lead, is_repeated=is_repeated))


def denied_words_in(command: SimpleCommand, request: HookRequest) -> Iterator[str]:
    """Yield the words for which the *command* is denied, with the program that reads them."""
    if command.name == "git":
        yield from _denied_in_git(command, request)
    else:
        yield from _denied_program(command)
        yield from _denied_files(command, request, program=command.name)
    for redirection in command.redirections:
        if redirection.operator in WRITING:
            paths = _paths(redirection.target, command, request)
            if _deciding_places(paths, request, _WRITABLE_RULES):
                yield f"{redirection.operator} {redirection.target.text}"


# What is said to git.


def _denied_in_git(command: SimpleCommand, request: HookRequest) -> Iterator[str]:
    keys = [
        setting
        for variable, setting in command.variables.items()
        if _CONFIG_KEY.fullmatch(variable)
    ]
    words, folder = command.arguments, command.folder
    while words and words[0].text.startswith("-"):
        option, equals, setting = words[0].text.partition("=")
        if option in GIT_OPTIONS and not equals:
            words, setting = words[1:], words[1].text if len(words) > 1 else ""
        if option in ("-c", "--config-env"):
            keys.append(setting.partition("=")[0])
        if option == "-C":
            folder = None if folder is None or HIDDEN in setting else os.path.join(folder, setting)
        words = words[1:]
    if not words:
        return
    name, texts = words[0].text, [word.text for word in words[1:]]
    if name not in WITHOUT_CHECKS and HOOKS_PATH in map(str.lower, keys):
        yield f"git {name} with core.hooksPath"
    if name == "config":
        yield from _denied_configuration(texts)
    if name in GIT_COMMANDS:
        skipping_word = skips_hooks(texts, GIT_COMMANDS[name])
        yield from [f"git {name} {skipping_word}"] if skipping_word else []
    if name in BEFORE:
        yield from _denied_variables(command, request, program=f"git {name}")
    file_command = command._replace(words=words, folder=folder, redirections=())
    yield from _denied_files(file_command, request, program=f"git {name}")


def skips_hooks(arguments: Sequence[str], command: GitCommand) -> str:
    """Return the word of *arguments* that has git skip its hooks: the last one counts."""
    skipping_word, is_value = "", False
    for argument in arguments:
        if is_value:
            is_value = False
        elif argument == "--":
            break
        elif argument.startswith("--"):
            # Whatever begins with "--no-ver" and is no longer may be "--no-verbose", too.
            if len(argument) > len("--no-ver") and "--no-verify".startswith(argument):
                skipping_word = argument
            elif _is_verify(argument):
                skipping_word = ""
            is_value = any(option.startswith(argument) for option in command.options)
        elif argument.startswith("-"):
            letters, is_value = _letters(argument, command.values, command.attached)
            if any(letter in command.skips for letter in letters):
                skipping_word = argument
    return skipping_word


def _is_verify(argument: str) -> bool:
    """Tell whether *argument* means ``--verify``; ``--ver`` may be ``--verbose``, too."""
    is_shortened = len(argument) > len("--ver") and "--verify".startswith(argument)
    return is_shortened or argument == "--no-no-verify"


def _letters(argument: str, values: str, attached: str) -> tuple[str, bool]:
    """Return the letters of options in *argument*, and whether the next word belongs to it."""
    for index, letter in enumerate(argument[1:], start=1):
        if letter in values:
            return argument[1 : index + 1], index + 1 == len(argument)
        if letter in attached or letter == HIDDEN:
            return argument[1 : index + 1], False
    return argument[1:], False


def _denied_configuration(arguments: Sequence[str]) -> Iterator[str]:
    """Yield what in the *arguments* of ``git config`` has git find no hooks."""
    operands = [argument for argument in arguments if not argument.startswith("-")]
    keys = [operand.lower() for operand in operands]
    if HOOKS_PATH not in keys:
        return
    place = keys.index(HOOKS_PATH)
    flags = [flag for flag in ("--unset", "--unset-all") if flag in arguments]
    words = [*flags, *(["unset"] if "unset" in keys[:place] else [])]
    settings = [word for word in operands[place + 1 : place + 2] if word.rstrip("/") in NO_HOOKS]
    if words or settings:
        yield " ".join(
            ["git config", *words, operands[place], *(word or "''" for word in settings)]
        )


def _denied_variables(
    command: SimpleCommand, request: HookRequest, *, program: str
) -> Iterator[str]:
    for variable, setting in command.variables.items():
        settings = VARIABLES.get(variable)
        is_off = settings is not None and setting in (settings or (setting,))
        if (is_off and setting not in ("", HIDDEN)) or (
            variable == SKIP and _names_own_hook(setting, request)
        ):
            yield f"{variable}={setting} {program}"


def _names_own_hook(setting: str, request: HookRequest) -> bool:
    hook_ids = pre_commit_ids(git_root(request.start) or request.start)
    return any(hook_id.strip() in hook_ids for hook_id in setting.split(","))


# What is said to other programs.


def _denied_program(command: SimpleCommand) -> Iterator[str]:
    words = [command.name, *(word.text for word in command.arguments)]
    for runner in RUNNERS:
        if tuple(words[: len(runner)]) == runner:
            words = words[len(runner) :]
    program, arguments = "".join(words[:1]).replace("_", "-"), words[1:]
    operand = next((argument for argument in arguments if not argument.startswith("-")), "")
    sparing_options = PROGRAMS.get(program, {}).get(operand)
    if sparing_options is not None and not any(
        argument in sparing_options for argument in arguments
    ):
        yield f"{program} {operand}"


# What happens to files.


def _denied_files(command: SimpleCommand, request: HookRequest, *, program: str) -> Iterator[str]:
    if program == "chmod":
        yield from _denied_modes(command, request)
    row = FILE_COMMANDS.get(program)
    if row is None or any(word.text in row.spares for word in command.arguments):
        return
    operands, folders = _operands(command.arguments, row)
    removed = operands if row.effect == "removes" else []
    written = operands if row.effect == "writes" else []
    if row.effect in ("moves", "copies"):
        sources = operands if folders else operands[:-1]
        removed = sources if row.effect == "moves" else []
        for target in folders or operands[-1:]:
            paths = _targets(sources, _paths(target, command, request))
            if _deciding_places(paths, request, _WRITABLE_RULES):
                yield f"{program} {target.text}"
    for word in written:
        if _deciding_places(_paths(word, command, request), request, _WRITABLE_RULES):
            yield f"{program} {word.text}"
    for word in removed:
        paths = _paths(word, command, request)
        is_hook = any(_are_hooks(path, request) for path in paths)
        if is_hook or _deciding_places(paths, request, _REMOVABLE_RULES):
            yield f"{program} {word.text}"


def _operands(words: Sequence[Word], row: FileCommand) -> tuple[list[Word], list[Word]]:
    """Return the files that the *words* name, and the folders that an option names as a target."""
    operands: list[Word] = []
    folders: list[Word] = []
    letters_before, is_in_place, option_before = "", not row.in_place, ""
    are_all_operands = False
    for word in words:
        if option_before:
            folders += [word] if option_before in ("t", "--target-directory") else []
            option_before = ""
        elif are_all_operands or not word.text.startswith("-") or word.text == "-":
            operands.append(word)
        elif word.text == "--":
            are_all_operands = True
        elif word.text.startswith("--"):
            name, equals, setting = word.text.partition("=")
            is_in_place = is_in_place or name == "--in-place"
            letters_before += "e" if name in ("--expression", "--file") else ""
            option_before = name if name in row.options and not equals else ""
            if name == "--target-directory" and equals:
                folders.append(Word(setting))
        else:
            letters, is_value = _letters(word.text, row.values, row.attached)
            letters_before += letters
            is_in_place = is_in_place or row.in_place in letters
            option_before = letters[-1] if is_value else ""
            if letters.endswith("t") and "t" in row.values and not is_value:
                folders.append(Word(word.text[len(letters) + 1 :]))
    if row.scripts and not any(letter in row.scripts for letter in letters_before):
        # On a Mac `sed -i ''` has an empty word first.
        operands = operands[1 + (operands[:1] == [Word("")]) :]
    return (operands if is_in_place else []), folders


def _targets(sources: Sequence[Word], targets: Sequence[str]) -> list[str]:
    """Return what *sources* become at the *targets*, of which a folder takes them in."""
    paths = []
    for target in targets:
        if os.path.isdir(target):
            names = [os.path.basename(source.text.rstrip("/")) for source in sources]
            paths += [os.path.join(target, name) for name in names if name]
        else:
            paths.append(target)
    return paths


def _paths(word: Word, command: SimpleCommand, request: HookRequest) -> list[str]:
    """Return the absolute paths that a *word* of the *command* names, as far as that is known."""
    text = word.text
    is_absolute = text.startswith(("/", "~/"))
    if not text or HIDDEN in text or (command.folder is None and not is_absolute):
        return []
    folder = os.path.join(command_folder(request), os.path.expanduser(command.folder or ""))
    if word.pattern:
        paths = glob(os.path.join(escape(folder), os.path.expanduser(word.pattern)))
    else:
        paths = [os.path.join(folder, os.path.expanduser(text))]
    return [os.path.normpath(path) for path in paths if os.path.isabs(path)]


def _deciding_places(
    paths: Sequence[str], request: HookRequest, rule_ids: Sequence[str]
) -> list[Violation]:
    """Return a violation of *rule_ids* for each of the *paths* that decides a verdict here.

    Of settings that are removed only those count that hold a hook.
    """
    own_paths = [path for path in paths if _is_of_repository(path, request)]
    if not own_paths:
        return []
    is_removal = SETTINGS_ID in rule_ids
    folders = list(dict.fromkeys(os.path.dirname(path) for path in own_paths))
    bases = protected_bases(request, folders)
    changes = []
    for path in own_paths:
        resolved = resolve_folder(path)
        inside = _settings_in(resolved, bases) if is_removal and os.path.isdir(resolved) else []
        changes += [
            ProtectedChange(
                changed,
                before=text_at(changed),
                after=None,
                known=is_removal,
                names=(path,) if changed == resolved else (),
            )
            for changed in (resolved, *inside)
        ]
    chains = [levels_of(request, folder) for folder in dict.fromkeys((request.start, *folders))]
    violations = protected_changes(
        changes,
        bases=bases,
        home=request.home,
        named=named_folders(chains, contracts_dir=request.options.contracts_dir),
    )
    return [violation for violation in violations if violation.rule_id in rule_ids]


def _settings_in(folder: str, bases: Sequence[str]) -> list[str]:
    """Return the protected places in *folder*, as far as they are there."""
    places = [
        os.path.join(base, place_folder, name)
        for base in bases
        if base
        for place_folder, names in PLACES
        for name in names
    ]
    return [place for place in places if lies_in(place, folder) and os.path.isfile(place)]


def _is_of_repository(path: str, request: HookRequest) -> bool:
    """Tell whether *path* lies in the repository that the event is of, or is of its user."""
    root = git_root(request.start)
    if root is None:
        is_own = path_inside(request.start, path) is not None
    else:
        path_root = git_root(os.path.dirname(path))
        is_own = path_root is not None and _main_root(path_root) == _main_root(root)
    return is_own or bool(request.home and other_names(resolve_folder(path), [request.home]))


def _main_root(root: str) -> str:
    return os.path.realpath(main_worktree(root) or root)


# The hooks of git.


def _denied_modes(command: SimpleCommand, request: HookRequest) -> Iterator[str]:
    mode, *operands = command.arguments or (Word(""),)
    while operands and mode.text in ("-R", "-v", "-c", "-f", "--recursive", "--"):
        mode, *operands = operands
    is_off = re.fullmatch(r"[ugoa]*-[rw]*x[rwx]*", mode.text) or (
        re.fullmatch(r"[0-7]{3,4}", mode.text)
        and not int(mode.text, 8) & (stat.S_IXUSR | stat.S_IXGRP | stat.S_IXOTH)
    )
    for operand in operands if is_off else ():
        if any(_are_hooks(path, request) for path in _paths(operand, command, request)):
            yield f"chmod {mode.text} {operand.text}"


def _are_hooks(path: str, request: HookRequest) -> bool:
    """Tell whether *path* is a hook of the repository that checks, or the folder of hooks."""
    root = git_root(request.start)
    if root is None:
        return False
    folder = os.path.join(common_folder(git_folder(root)), "hooks")
    resolved = resolve_folder(path)
    return resolved == folder or resolved in [os.path.join(folder, name) for name in HOOKS]
