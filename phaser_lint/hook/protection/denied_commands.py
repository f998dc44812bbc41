"""Commands that say in plain words that they go round the checks: denied before they run.

What is no plain word passes: a variable, an alias, a script, a text that cannot be read. What such
a command did is found afterwards, as ``unannounced_changes`` has it.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from itertools import islice

from phaser_lint.agent.answers import Decision
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.contract.rules.violations import make_file_violation
from phaser_lint.core.text import make_printable
from phaser_lint.hook import HookRequest
from phaser_lint.hook.memory.denials import log_denials
from phaser_lint.hook.memory.reported import note_first_denial
from phaser_lint.hook.protection.built_in_contracts import COMMANDS_ID, build_protection_contracts
from phaser_lint.hook.protection.command_table import (
    BEFORE,
    GIT_COMMANDS,
    GIT_OPTIONS,
    HOOKS_PATH,
    PROGRAM_OPTIONS,
    PROGRAMS,
    SKIP,
    UNDOING,
    VARIABLES,
    WITHOUT_CHECKS,
    GuardedCommand,
    split_option_letters,
)
from phaser_lint.hook.protection.denied_files import CommandFiles
from phaser_lint.hook.protection.refused_changes import render_refusals
from phaser_lint.hook.protection.weakened_settings import read_pre_commit_ids
from phaser_lint.project import find_git_root
from phaser_lint.text.shell.commands import SimpleCommand, parse_commands
from phaser_lint.text.shell.words import HIDDEN

_REFUSED = "Contract violation"
_LONGEST = 200
# What is said of a command; one word is enough to deny it.
_MOST = 10
_VERSION = re.compile(r"[^\w.-]")
_CONFIG_KEY = re.compile(r"GIT_CONFIG_KEY_[0-9]+")


def deny_commands(request: HookRequest, texts: Sequence[str]) -> Decision:
    """Return the denial of the commands in *texts*, which the event is about to run, if one is."""
    files = CommandFiles(request)
    all_denied_words = (
        words
        for text in texts
        for command in parse_commands(text)
        for words in find_denied_words(command, files, request)
    )
    denied_words = list(islice(all_denied_words, _MOST))
    if not denied_words:
        return Decision()
    contract = build_protection_contracts()[COMMANDS_ID]
    violations = [
        make_file_violation(contract, path=f"`{make_printable(words)[:_LONGEST]}`")
        for words in dict.fromkeys(denied_words)
    ]
    log_denials(request, violations, root=find_git_root(request.start) or request.start)
    keys = [make_violation_key(violation) for violation in violations]
    is_repeated = not note_first_denial(request, keys, root=request.start)
    lead = f"{_REFUSED}, again" if is_repeated else _REFUSED
    return Decision("deny", reason=render_refusals(violations, lead=lead, is_repeated=is_repeated))


def find_denied_words(
    command: SimpleCommand, files: CommandFiles, request: HookRequest
) -> Iterator[str]:
    """Yield words by which the *command* goes round the checks, with the program of each."""
    name = command.name
    if name == "git":
        # What it is asked before its command.
        keys = [key for key in command.variables if _CONFIG_KEY.fullmatch(key)]
        keys = [command.variables[key] for key in keys]
        words, folder, place = command.arguments, command.folder, 0
        while place < len(words) and words[place].text.startswith("-"):
            option, equals, setting = words[place].text.partition("=")
            if option in GIT_OPTIONS and not equals:
                place += 1
                setting = words[place].text if place < len(words) else ""
            if option in ("-c", "--config-env"):
                keys.append(setting.partition("=")[0])
            if option == "-C":
                is_known = folder is not None and HIDDEN not in setting
                folder = os.path.join(folder or "", setting) if is_known else None
            place += 1
        command = command._replace(words=words[place:], folder=folder)
        if command.words:
            name = f"git {command.words[0].text}"
            yield from _find_denied_git_words(command, keys, request)
    else:
        # A runner takes a version, too: pre-commit@4, pre-commit==4.0.
        program = _VERSION.split(name)[0].replace("_", "-")
        arguments = [word.text for word in command.arguments]
        operand = _find_first_operand(arguments)
        sparing_options = PROGRAMS.get(program, {}).get(operand)
        if sparing_options is not None and not {*sparing_options}.intersection(arguments):
            yield f"{program} {operand}"
        undoing_option = UNDOING.get((program, operand))
        if undoing_option in arguments:
            yield f"{program} {operand} {undoing_option}"
    yield from files.denied_words(command, name)


def _find_denied_git_words(
    command: SimpleCommand, keys: Sequence[str], request: HookRequest
) -> Iterator[str]:
    """Yield what is denied of *command*, from git's own one on, with settings of these *keys*."""
    name, *texts = [word.text for word in command.words]
    # GIT_CONFIG_PARAMETERS holds it in quotes.
    settings_beside = [*keys, command.variables.get("GIT_CONFIG_PARAMETERS", "")]
    if name not in WITHOUT_CHECKS and any(HOOKS_PATH in key.lower() for key in settings_beside):
        yield f"git {name} with core.hooksPath"
    if name == "config":
        yield from _find_denied_settings(texts)
    if name in GIT_COMMANDS:
        skipping_word = find_skipping_word(texts, GIT_COMMANDS[name])
        yield from [f"git {name} {skipping_word}"] if skipping_word else []
    for variable, setting in command.variables.items() if name in BEFORE else ():
        settings = VARIABLES.get(variable)
        is_off = settings is not None and setting in (settings or (setting,))
        skipped = setting.split(",") if variable == SKIP else ()
        own_hooks = (
            read_pre_commit_ids(find_git_root(request.start) or request.start) if skipped else ()
        )
        if (is_off and setting not in ("", HIDDEN)) or any(
            hook_id.strip() in own_hooks for hook_id in skipped
        ):
            yield f"{variable}={setting} git {name}"


def _find_first_operand(arguments: Sequence[str]) -> str:
    """Return what a program is asked to do: ``prek -C .. uninstall``."""
    is_value = False
    for argument in arguments:
        if not is_value and not argument.startswith("-"):
            return argument
        is_value = not is_value and argument in PROGRAM_OPTIONS
    return ""


def find_skipping_word(arguments: Sequence[str], command: GuardedCommand) -> str:
    """Return the last word of *arguments* that has git skip its hooks, so denied; or nothing."""
    skipping_word, is_value = "", False
    for argument in arguments:
        if is_value:
            is_value = False
        elif argument == "--":
            break
        elif argument in command.spares:
            return ""
        elif argument.startswith("--"):
            # Whatever begins with "--no-ver" and is no longer may be "--no-verbose", too.
            if len(argument) > len("--no-ver") and "--no-verify".startswith(argument):
                skipping_word = argument
            elif argument == "--no-no-verify" or (
                # "--ver" may be "--verbose", too.
                len(argument) > len("--ver") and "--verify".startswith(argument)
            ):
                skipping_word = ""
            is_value = any(option.startswith(argument) for option in command.options)
        elif argument.startswith("-"):
            letters, is_value = split_option_letters(argument, command.values, command.attached)
            if any(letter in command.skips for letter in letters):
                skipping_word = argument
    return skipping_word


def _find_denied_settings(arguments: Sequence[str]) -> Iterator[str]:
    """Yield what in the *arguments* of ``git config`` has git find other hooks, or none."""
    operands = [argument for argument in arguments if not argument.startswith("-")]
    keys = [operand.lower() for operand in operands]
    is_inclusion = [key.startswith("include") and key.endswith(".path") for key in keys]
    if HOOKS_PATH not in keys and True not in is_inclusion:
        return
    if operands[0] == "get" or any(argument.startswith("--get") for argument in arguments):
        return
    place = keys.index(HOOKS_PATH) if HOOKS_PATH in keys else is_inclusion.index(True)
    # What git takes for "--unset-all", too.
    flags = [flag for flag in arguments if re.fullmatch("--unset(-a|-al|-all)?", flag)]
    words = [*flags, *(["unset"] if "unset" in keys[:place] else [])]
    settings = operands[place + 1 : place + 2]
    # What is read elsewhere may name a folder of hooks, and to read nothing of it is no harm.
    if settings or (words and HOOKS_PATH in keys):
        yield " ".join(
            ["git config", *words, operands[place], *(word or "''" for word in settings)]
        )
