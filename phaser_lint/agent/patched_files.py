"""``apply_patch`` on disk: a patch, by itself or inside a shell command, and the files it makes.

The operations work on one another's results, as the program does them, those of a command's next
patch too: a file may be added and then updated. One that cannot be foreseen is reported, and those
before it still count.
"""

from __future__ import annotations

import os
import re

from phaser_lint.agent import (
    TOO_MANY,
    FileProposal,
    are_too_many,
    keep_possible_path,
    propose_text,
    propose_unfollowed,
    resolve_folder,
)
from phaser_lint.agent.names_of_one_file import FileNames
from phaser_lint.agent.proposed_texts import propose_unread
from phaser_lint.core import find_json_texts
from phaser_lint.project.regular_file import read_text_or_reason
from phaser_lint.text.deadlines import LateReaderError, keep_to_deadline
from phaser_lint.text.edits import FOLLOWING
from phaser_lint.text.edits.apply_patch import (
    ADD,
    BEGIN,
    DELETE,
    END,
    MOVE,
    UPDATE,
    PatchError,
    apply_chunks,
    parse_patch,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.agent import Event
    from phaser_lint.agent.file_tools import FileTool
    from phaser_lint.text.edits.apply_patch import PatchedFile


def propose_patched_files(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    """Return the files that the patches of an agent's event change; none of other commands."""
    patches = list(_find_patches(event, tool))
    if not patches and tool.kind == "patch":
        return (FileProposal(skip_reason="Missing patch", file_edit=True),)
    files = _Files()
    failed: list[FileProposal] = []
    try:
        for folder, patch in patches:
            failed += _apply_patch_text(files, folder, patch, until=event.until)
    except LateReaderError as error:
        failed.append(propose_unfollowed(error))
    proposals = [_propose_changed_file(files, path) for path in files.changed]
    # A file that was added and deleted again never was.
    remaining = [
        proposal
        for proposal in proposals
        if proposal.deleted or proposal.text is not None or proposal.skip_reason
    ]
    return (*remaining, *failed)


def list_patched_paths(event: Event, tool: FileTool) -> tuple[str, ...]:
    """Return the paths that the patches of an event name: what they wrote, not what they took."""
    paths: list[str] = []
    for folder, patch in _find_patches(event, tool):
        try:
            operations = parse_patch(patch)
        except PatchError:
            continue
        paths += [
            _resolve_path(folder, operation.move_to or operation.path)
            for operation in operations
            if operation.kind != "delete"
        ]
    return tuple(dict.fromkeys(path for path in paths if path))


def list_paths_in_patch(event: Event, tool: FileTool) -> tuple[tuple[str, str], ...]:
    """Return each path that the patches of an event name, with the folder that it starts from.

    The patch is read line by line, so that one which cannot be read as a whole hides no path. Where
    there is none in its place, all texts of the event are searched.
    """
    patches = list(_find_patches(event, tool))
    if not patches and tool.kind == "patch":
        patches = [(event.working_directory, text) for text in find_json_texts(event.tool_input)]
    return tuple(
        (folder, line.strip()[len(head) :].strip())
        for folder, patch in patches
        for line in patch.splitlines()
        for head in (ADD, DELETE, UPDATE, MOVE)
        if line.strip().startswith(head)
    )


def _find_patches(event: Event, tool: FileTool) -> Iterator[tuple[str, str]]:
    """Yield each patch of an event, and the folder that its paths start from."""
    for argument in [event.tool_input.get(name) for name in tool.text]:
        if isinstance(argument, str) and tool.kind == "patch":
            yield event.working_directory, argument
        elif isinstance(argument, str):
            yield from find_patches_in_command(argument, event.working_directory)
        elif isinstance(
            argument, list
        ):  # a command by its words: ["apply_patch", "*** Begin Patch…"]
            words = [word for word in argument if isinstance(word, str)]
            program = ["apply_patch"] if tool.kind == "patch" else []
            yield from find_patches_in_command(
                "\n".join([*program, *words]), event.working_directory
            )
        else:
            continue
        return


def find_patches_in_command(command: str, folder: str) -> Iterator[tuple[str, str]]:
    """Yield the patches (``apply_patch``) that a shell *command* holds, each with the folder that
    it starts from.

    ``apply_patch <<'EOF'``, also after ``cd sub &&``; of what else comes before it only ``cd``
    counts.
    """
    start, searched_to, is_program = command.find(BEGIN), 0, False
    moves = _Moves(command)
    while start >= 0:
        end = command.find(f"\n{END}", start)
        stop = len(command) if end < 0 else end + 1 + len(END)
        # Each part of a command is read once, however many patches it holds.
        program = _PROGRAM.search(command, searched_to, start)
        is_program, searched_to = (
            is_program or program is not None,
            max(searched_to, start - _PROGRAM_LENGTH),
        )
        if is_program:
            yield os.path.join(folder, moves.folder_until(start)), command[start:stop]
        start = command.find(BEGIN, stop)


_PROGRAM, _PROGRAM_LENGTH = re.compile("apply_?patch"), len("apply_patch")
_STEP_END = re.compile("[;\\n]|&&")
# No folder has a longer name.
_LONGEST_PATH = 4_096


class _Moves:
    """The ``cd`` commands of a *command*, asked for one place in it after the other."""

    def __init__(self, command: str) -> None:
        self._command = command
        # Up to there all steps are done, in which folder; and the last program in front of it.
        self._done, self._folder, self._program = 0, "", 0

    def folder_until(self, offset: int) -> str:
        """Return the folder that the commands before the last program before *offset* lead to."""
        program_start = self._command.rfind("apply", self._program, offset)
        self._program = max(self._program, program_start)
        for end in _STEP_END.finditer(self._command, self._done, self._program):
            self._folder = self._list_after(self._done, end.start())
            self._done = end.end()
        return self._list_after(self._done, self._program)

    def _list_after(self, start: int, end: int) -> str:
        words = self._command[start:end].split(None, 1)
        if len(words) != 2 or words[0] != "cd" or len(self._folder) > _LONGEST_PATH:
            return self._folder
        return os.path.join(self._folder, words[1].strip().strip("'\""))


class _Files:
    """Files as they are on disk, and what the operations so far have made of them."""

    def __init__(self) -> None:
        self.changed: dict[str, str | None] = {}
        self._names = FileNames()
        self.moved: dict[str, str] = {}
        self.searches = 0

    def path(self, folder: str, name: str) -> str:
        """Return the resolved path of the file that *name* names from *folder*, if it may."""
        path = _resolve_path(folder, name)
        link_path = resolve_folder(os.path.join(folder, name)) if path else ""
        # A link that was deleted leads nowhere any more.
        return link_path if link_path in self.changed else self._names.name_of(path)

    def change(self, path: str, text: str | None) -> None:
        """Note that the file at *path* holds *text* from now on; ``None``: it is gone."""
        self.changed[path] = text
        self._names.add(path)

    def text(self, path: str) -> tuple[str | None, str]:
        if path in self.changed:
            text = self.changed[path]
            return text, "" if text is not None else f"File not found: {path}"
        return (
            read_text_or_reason(path)
            if os.path.lexists(path)
            else (None, f"File not found: {path}")
        )


def _apply_patch_text(
    files: _Files, folder: str, patch: str, *, until: float | None
) -> list[FileProposal]:
    """Apply *patch* to *files*; return what of it cannot be foreseen, if anything."""
    try:
        operations = parse_patch(patch, until=until)
    except PatchError as error:
        return [FileProposal(skip_reason=f"the patch cannot be read: {error}", file_edit=True)]
    for operation in operations:
        keep_to_deadline(until, FOLLOWING)
        path = files.path(folder, operation.path)
        try:
            reason = "Invalid file_path"
            if path:
                reason = _apply_operation(
                    files, path, folder=folder, operation=operation, until=until
                )
        except LateReaderError as error:
            return [propose_unfollowed(error, path=path)]
        if reason:
            return [propose_unread(path, reason)._replace(path=path, file_edit=True)]
    return []


def _apply_operation(
    files: _Files, path: str, *, folder: str, operation: PatchedFile, until: float | None
) -> str:
    """Apply *operation* to *files*; return why that cannot be foreseen, or nothing."""
    if operation.kind == "add":
        files.change(path, operation.text)
        return ""
    before, reason = files.text(path)
    link_path = resolve_folder(os.path.join(folder, operation.path))
    if operation.kind == "delete":
        if reason and not os.path.lexists(path):
            return reason
        files.change(link_path, None)
        return ""
    if before is None:
        return reason
    # To cut a file in lines takes as long as twenty searches.
    files.searches += len(operation.chunks) + 20
    if are_too_many(range(files.searches), before):
        return TOO_MANY
    after = apply_chunks(before, operation.chunks, until=until)
    if after is None:
        return "the patch does not match the file"
    target = files.path(folder, operation.move_to) if operation.move_to else path
    if not target:
        return "Invalid file_path"
    files.change(target, after)
    if operation.move_to:
        files.moved[target] = path
        files.change(link_path, None)
    return ""


def _propose_changed_file(files: _Files, path: str) -> FileProposal:
    text, is_there = files.changed[path], os.path.lexists(path)
    before, _ = read_text_or_reason(path) if is_there else (None, "")
    proposal = FileProposal(path=path, before=before, is_new=not is_there, file_edit=True)
    if text is None:
        return proposal._replace(deleted=is_there)
    content = propose_text(text, before=before, is_new=not is_there)
    if content.text is None:
        return content._replace(path=path, before=before, file_edit=True)
    source = files.moved.get(path, "")
    if source and not is_there and os.path.lexists(source):
        return proposal._replace(
            text=text, before=read_text_or_reason(source)[0], moved_from=source
        )
    return proposal._replace(text=text)


def _resolve_path(folder: str, path: str) -> str:
    path = keep_possible_path(path)
    return os.path.realpath(os.path.join(folder, path)) if path else ""
