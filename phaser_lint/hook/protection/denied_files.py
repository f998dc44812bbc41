"""What commands do to files that decide a verdict: removed, moved, written over, made no program.

Which files these are, ``built_in_contracts`` knows; here is found which ones a command names.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Sequence
from fnmatch import fnmatchcase
from functools import cached_property
from glob import escape

from phaser_lint.agent import resolve_folder
from phaser_lint.contract.deciding_places import decides_in, list_named_folders
from phaser_lint.hook import HookRequest, find_folder_levels, limit_git
from phaser_lint.hook.protection.built_in_contracts import (
    BASELINE_ID,
    CONTRACTS_ID,
    GIT_HOOKS_ID,
    PARENTS,
    PRE_COMMIT_ID,
    SETTINGS_ID,
    ProtectedChange,
)
from phaser_lint.hook.protection.command_table import (
    FILE_COMMANDS,
    HOOKS_PATH_KEY,
    WRITING,
    FileCommand,
    split_option_letters,
)
from phaser_lint.hook.protection.protected_places import (
    COMMIT_PLACES,
    GIT_CONFIGS,
    GIT_HOOKS,
    HUSKY_FOLDERS,
    PLACES,
    find_other_names,
    list_place_folders,
    may_name_protected_place,
    name_contract_folders,
)
from phaser_lint.hook.protection.refused_changes import read_text_on_disk, refuse_changes
from phaser_lint.hook.protection.watched_commands import find_command_folder
from phaser_lint.hook.protection.weakened_settings import weakens_hooks
from phaser_lint.project import (
    find_common_git_folder,
    find_git_folder,
    find_git_root,
    find_main_worktree,
    find_path_inside,
    lies_in,
)
from phaser_lint.project.git.git_settings import find_hooks_folder
from phaser_lint.text.shell.commands import SimpleCommand
from phaser_lint.text.shell.words import HIDDEN, Word

_ADDED_TO = (CONTRACTS_ID, BASELINE_ID)
# Of a script nobody knows what it becomes; what only comes after its lines leaves them as they are.
_WRITTEN = (*_ADDED_TO, GIT_HOOKS_ID)
_REMOVED = (*_WRITTEN, SETTINGS_ID, PRE_COMMIT_ID)
# ``a-x``, ``u=rw,go=r``, ``644``.
_RUNS_NOTHING = re.compile(
    r"(?:.*,)?(?:(?:[ugoa]*[ua][ugoa]*)?-[rwXst]*x[rwxXst]*|(?:[ugoa]*[ua][ugoa]*)?=[rwst]*)(?:,.*)?|[0-7]?[0246]{3}"
)
_RECURSIVE = re.compile("-[A-Za-z]*R[A-Za-z]*|--recursive")
_WILDCARDS = frozenset("*?[")


class CommandFiles:
    """The files that decide, for all commands of an event."""

    def __init__(self, request: HookRequest) -> None:
        self._request = request
        self._root = find_git_root(request.start)

    def denied_words(self, command: SimpleCommand, program: str) -> Iterator[str]:
        """Yield what *command* says to *program* that may not be done to a file."""
        texts = [word.text for word in command.arguments] if program == "chmod" else []
        modes = [text for text in texts if _RUNS_NOTHING.fullmatch(text)]
        is_deep = any(_RECURSIVE.fullmatch(text) for text in texts)
        for word in command.arguments if modes else ():
            paths = self._paths(word, command)
            # Of the folders around all of them only one that is changed with what is below counts.
            inner_places = [
                place
                for place in map(os.path.realpath, paths)
                if is_deep or not (self._root and lies_in(os.path.realpath(self._root), place))
            ]
            hooks = [
                hook
                for hook in (self._executed_hooks if inner_places else ())
                if any(lies_in(os.path.realpath(hook), place) for place in inner_places)
                and os.access(hook, os.X_OK)
            ]
            if any(map(self._are_hooks, paths)) or any(
                weakens_hooks(hook, read_text_on_disk(hook), None, is_foreseen=False)
                for hook in hooks
            ):
                yield f"chmod {modes[0]} {word.text}"
        row = FILE_COMMANDS.get(program)
        if row is not None and not any(word.text in row.spares for word in command.arguments):
            yield from self._denied_operands(command, program=program, row=row)
        for redirection in command.redirections:
            paths = self._paths(redirection.target, command)
            rule_ids = _ADDED_TO if ">>" in redirection.operator else _WRITTEN
            sets_hooks_path = any(HOOKS_PATH_KEY in word.text.lower() for word in command.words)
            if redirection.operator in WRITING and (
                self._has_deciding(paths, rule_ids)
                or (
                    sets_hooks_path and any(os.path.basename(path) in GIT_CONFIGS for path in paths)
                )
            ):
                yield f"{redirection.operator} {redirection.target.text}"

    def _denied_operands(
        self, command: SimpleCommand, *, program: str, row: FileCommand
    ) -> Iterator[str]:
        operands, folders = split_operands(command.arguments, row)
        removed = operands if row.effect == "removes" else []
        written_operands = operands if row.effect == "writes" else []
        if row.effect in ("moves", "copies"):
            sources = operands if folders else operands[:-1]
            removed = sources if row.effect == "moves" else []
            names = [os.path.basename(source.text.rstrip("/")) for source in sources]
            for target in folders or operands[-1:]:
                # A folder takes the sources in.
                paths = [
                    path
                    for place in self._paths(target, command)
                    for path in (
                        [os.path.join(place, name) for name in names if name]
                        if os.path.isdir(place)
                        else [place]
                    )
                ]
                if self._has_deciding(paths, _WRITTEN):
                    yield f"{program} {target.text}"
        for word in written_operands:
            if self._has_deciding(self._paths(word, command), _WRITTEN):
                yield f"{program} {word.text}"
        for word in removed:
            paths = self._paths(word, command, is_pathspec=row.takes_pathspecs)
            if any(map(self._are_hooks, paths)) or self._has_deciding(paths, _REMOVED):
                yield f"{program} {word.text}"

    def _paths(self, word: Word, command: SimpleCommand, *, is_pathspec: bool = False) -> list[str]:
        """Return the absolute paths that a *word* of the *command* names, as far as it is known.

        A wildcard names those of the files that decide which it matches; in a pathspec of git a
        quoted one is no less a wildcard, and stands for a ``/``, too.
        """
        text, pattern = word.text, word.pattern
        is_pathspec = is_pathspec and not pattern and not _WILDCARDS.isdisjoint(text)
        pattern = text if is_pathspec else pattern
        is_absolute = text.startswith(("/", "~/"))
        if not text or HIDDEN in text or (command.folder is None and not is_absolute):
            return []
        folder = os.path.join(
            find_command_folder(self._request), os.path.expanduser(command.folder or "")
        )
        if not pattern:
            path = os.path.normpath(os.path.join(folder, os.path.expanduser(text)))
            return [path] if os.path.isabs(path) else []
        pattern = os.path.normpath(os.path.join(escape(folder), os.path.expanduser(pattern)))
        if is_pathspec:
            return [path for path in self._places if fnmatchcase(path, pattern)]
        pattern_names = pattern.split("/")
        paths = []
        for path in self._places:
            names = path.replace(os.sep, "/").split("/")
            # No wildcard is a ``/``, or a first dot.
            if len(pattern_names) == len(names) and all(
                fnmatchcase(name, pattern_name) and (name[:1] != "." or pattern_name[:1] == ".")
                for pattern_name, name in zip(pattern_names, names, strict=True)
            ):
                paths.append(path)
        return paths

    @cached_property
    def _named_folders(self) -> tuple[str, ...]:
        """The folders of contracts that the command names."""
        request = self._request
        levels = find_folder_levels(request, request.start)
        return list_named_folders([levels], contracts_dir=request.options.contracts_dir)

    @cached_property
    def _places(self) -> tuple[str, ...]:
        """The files that decide, as far as they are there, and the folders around them."""
        place_folders = [base for base in list_place_folders(self._request) if base]
        places = [
            os.path.join(base, folder, name) for base in place_folders
            for folder, names in (*PLACES, *COMMIT_PLACES) for name in names
        ]  # fmt: skip
        places += self._executed_hooks
        for folder in (*name_contract_folders(place_folders), *self._named_folders):
            names = os.listdir(folder) if os.path.isdir(folder) else []
            places += [folder, *(os.path.join(folder, name) for name in names)]
        existing = [place for place in places if place and os.path.lexists(place)]
        parents = []
        for place in existing:
            folder = os.path.dirname(place)
            while folder not in place_folders and folder != os.path.dirname(folder):
                parents.append(folder)
                folder = os.path.dirname(folder)
        return tuple(dict.fromkeys((*existing, *parents)))

    @cached_property
    def _hooks_folder(self) -> str:
        """Where git has the hooks that a command may not write; nothing without a repository."""
        folder = find_common_git_folder(find_git_folder(self._root)) if self._root else ""
        return os.path.join(folder, "hooks") if folder else ""

    @cached_property
    def _executed_hooks(self) -> list[str]:
        """The hooks that git, or what it starts, may execute: git's own, ``core.hooksPath``'s,
        husky's."""
        root = self._root
        folders = [self._hooks_folder]
        folders += [find_hooks_folder(limit_git(self._request, root))] if root else []
        folders += [os.path.join(root, folder) for folder in HUSKY_FOLDERS] if root else []
        return [os.path.join(folder, name) for folder in dict.fromkeys(folders) if folder
                for name in GIT_HOOKS]  # fmt: skip

    def _are_hooks(self, path: str) -> bool:
        """Tell whether the command's *path* is a hook that checks, or the folder of the hooks."""
        folder, resolved = self._hooks_folder, resolve_folder(path)
        hooks = [os.path.join(folder, name) for name in GIT_HOOKS]
        return bool(folder) and resolved in (folder, *hooks)

    def _has_deciding(self, paths: Sequence[str], rule_ids: Sequence[str]) -> bool:
        """Tell whether one of the *paths* decides a verdict here, by a contract of *rule_ids*.

        Of settings that are removed only those count that hold a hook.
        """
        is_removal = SETTINGS_ID in rule_ids
        changes = []
        for path in paths:
            resolved = resolve_folder(path)
            is_named = any(
                decides_in(folder, name)
                for folder in self._named_folders
                for name in (path, resolved)
            )
            if not (
                is_named or may_name_protected_place(path) or may_name_protected_place(resolved)
            ) or not self._is_own(path):
                continue
            changed_paths = self._removed_with(resolved) if is_removal else [os.path.realpath(path)]
            changes += [
                ProtectedChange(
                    changed_path,
                    before=read_text_on_disk(changed_path),
                    after=None,
                    known=is_removal,
                    names=() if is_removal else (path,),
                )
                for changed_path in changed_paths
            ]
        if not changes:
            return False
        folders = dict.fromkeys(os.path.dirname(change.path) for change in changes)
        violations = refuse_changes(
            changes,
            place_folders=list_place_folders(self._request, folders),
            home=self._request.home,
            named=self._named_folders,
        )
        return any(violation.rule_id in rule_ids for violation in violations)

    def _removed_with(self, resolved: str) -> list[str]:
        """Return what goes with the *resolved* path: of a folder, the places in it that decide."""
        if not os.path.isdir(resolved) or os.path.islink(resolved):
            return [resolved]
        # Those of a level right around the folder are among them.
        base = os.path.dirname(resolved)
        protected_beside = [
            os.path.join(base, folder, name)
            for folder, names in (*PLACES, *COMMIT_PLACES)
            for name in names
        ]
        places = (*self._places, *filter(os.path.lexists, protected_beside))
        places_inside = [place for place in places if lies_in(place, resolved)]
        # By their names they hold contracts, there or not.
        return (
            places_inside
            if os.path.basename(resolved).lower() in PARENTS
            else [resolved, *places_inside]
        )

    def _is_own(self, path: str) -> bool:
        """Tell whether *path* lies in the repository that the event is of, or is of its user."""
        request = self._request
        if self._root is None:
            is_inside = find_path_inside(request.start, path) is not None
        else:
            root = find_git_root(os.path.dirname(path))
            is_inside = root is not None and _find_main_root(root) == _find_main_root(self._root)
        return is_inside or bool(
            request.home and find_other_names(resolve_folder(path), [request.home])
        )


def split_operands(words: Sequence[Word], row: FileCommand) -> tuple[list[Word], list[Word]]:
    """Return the files that a command may be denied for, those that its *words* remove, move or
    write by its *row*, and the folders that an option names as a target.
    """
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
            is_in_place = is_in_place or (len(name) > 2 and "--in-place".startswith(name))
            letters_before += "e" if name in ("--expression", "--file") else ""
            option_before = name if name in row.options and not equals else ""
            folders += [Word(setting)] if name == "--target-directory" and equals else []
        else:
            letters, is_value = split_option_letters(word.text, row.values, row.attached)
            letters_before += letters
            is_in_place = is_in_place or row.in_place in letters
            option_before = letters[-1] if is_value else ""
            if letters.endswith("t") and "t" in row.values and not is_value:
                folders.append(Word(word.text[len(letters) + 1 :]))
    if row.scripts and not any(letter in row.scripts for letter in letters_before):
        # On a Mac `sed -i ''` has an empty word first.
        operands = operands[1 + (operands[:1] == [Word("")]) :]
    return (operands if is_in_place else []), folders


def _find_main_root(root: str) -> str:
    return os.path.realpath(find_main_worktree(root) or root)
