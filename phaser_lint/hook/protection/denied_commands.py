"""Commands that say in plain words that they go round the checks: denied before they run.

What is no plain word passes: a variable, an alias, a script, a text that cannot be read. What such
a command did is found afterwards, as ``unannounced_changes`` has it.
"""

from __future__ import annotations

import os
import re
from itertools import islice

from phaser_lint.agent import Decision
from phaser_lint.check.engine.fingerprints import violation_key
from phaser_lint.contract.rules.violations import at_file
from phaser_lint.core.text import printable
from phaser_lint.hook.decisions import was_denied
from phaser_lint.hook.memory.denials import log_denials
from phaser_lint.hook.protection.built_in_contracts import COMMANDS_ID, built_in
from phaser_lint.hook.protection.command_table import (
    BEFORE,
    GIT_COMMANDS,
    GIT_OPTIONS,
    HOOKS_PATH,
    NO_HOOKS,
    PROGRAMS,
    RUNNERS,
    SKIP,
    UNDOING,
    VARIABLES,
    WITHOUT_CHECKS,
    GuardedCommand,
)
from phaser_lint.hook.protection.denied_files import CommandFiles, option_letters
from phaser_lint.hook.protection.edited_places import render_refusals
from phaser_lint.hook.protection.weakened_settings import pre_commit_ids
from phaser_lint.hook.request import HookRequest
from phaser_lint.project.root import git_root
from phaser_lint.text.shell.commands import SimpleCommand, read_commands
from phaser_lint.text.shell.words import HIDDEN

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

_REFUSED = "Contract violation"
_LONGEST = 200
# What is said of a command; one word is enough to deny it.
_MOST = 10
_CONFIG_KEY = re.compile(r"GIT_CONFIG_KEY_[0-9]+")


def deny_commands(request: HookRequest, texts: Sequence[str]) -> Decision:
    """Return the denial of the commands in *texts*, which the event is about to run, if one is."""
    files = CommandFiles(request)
    all_denied_words = (
        words
        for text in texts
        for command in read_commands(text)
        for words in denied_words_in(command, files, request)
    )
    denied_words = list(islice(all_denied_words, _MOST))
    if not denied_words:
        return Decision()
    contract = built_in()[COMMANDS_ID]
    violations = [
        at_file(contract, path=f"`{printable(words)[:_LONGEST]}`")
        for words in dict.fromkeys(denied_words)
    ]
    log_denials(request, violations, root=git_root(request.start) or request.start)
    keys = [violation_key(violation) for violation in violations]
    is_repeated = was_denied(request, keys, root=request.start)
    lead = f"{_REFUSED}, again" if is_repeated else _REFUSED
    return Decision("deny", reason=render_refusals(violations, lead=lead, is_repeated=is_repeated))


def denied_words_in(
    command: SimpleCommand, files: CommandFiles, request: HookRequest
) -> Iterator[str]:
    """Yield the words for which the *command* is denied, with the program that reads them."""
    if command.name == "git":
        yield from _denied_in_git(command, files, request)
    else:
        yield from _denied_program(command)
        yield from files.denied_words(command, command.name)


# What is said to git.


def _denied_in_git(
    command: SimpleCommand, files: CommandFiles, request: HookRequest
) -> Iterator[str]:
    keys = [
        setting
        for variable, setting in command.variables.items()
        if _CONFIG_KEY.fullmatch(variable)
    ]
    words, folder, place = command.arguments, command.folder, 0
    while place < len(words) and words[place].text.startswith("-"):
        option, equals, setting = words[place].text.partition("=")
        if option in GIT_OPTIONS and not equals:
            place += 1
            setting = words[place].text if place < len(words) else ""
        if option in ("-c", "--config-env"):
            keys.append(setting.partition("=")[0])
        if option == "-C":
            folder = None if folder is None or HIDDEN in setting else os.path.join(folder, setting)
        place += 1
    words = words[place:]
    if not words:
        yield from files.denied_words(command, "git")
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
    yield from files.denied_words(command._replace(words=words, folder=folder), f"git {name}")


def skips_hooks(arguments: Sequence[str], command: GuardedCommand) -> str:
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
            letters, is_value = option_letters(argument, command.values, command.attached)
            if any(letter in command.skips for letter in letters):
                skipping_word = argument
    return skipping_word


def _is_verify(argument: str) -> bool:
    """Tell whether *argument* means ``--verify``; ``--ver`` may be ``--verbose``, too."""
    is_shortened = len(argument) > len("--ver") and "--verify".startswith(argument)
    return is_shortened or argument == "--no-no-verify"


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
    undoing_option = UNDOING.get((program, operand))
    if undoing_option in arguments:
        yield f"{program} {operand} {undoing_option}"
