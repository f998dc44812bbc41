"""What the file tools of the agents do: from an event to the files as they will be.

An agent's module has a literal table of its tools; each row is a ``FileTool``: the kind of change
that the tool makes, and its names for the path and the texts. The kinds:

========== ==========================================================================
write      the whole text, or one added at the end; with an old and a new text instead, a
           replacement
create     the whole text of a file that is not there; refused for one that is
replace    an old text by a new one; an empty old text creates the file
edits      a list of replacements, in one file or each in its own
at_once    a list of replacements, each searched in the text as it was before all of them
editor     a replacement, an insertion before a line, or a new file
blocks     SEARCH/REPLACE blocks
patch      ``apply_patch``: any number of files
shell      a command, which may hold a patch
delete     the file goes
notebook   a cell of a notebook, as in Claude Code
opaque     a change that cannot be foreseen, of one file or several
========== ==========================================================================

Where a client certainly refuses a change, the file stays; where it may match loosely, the result is
unknown.
"""

from __future__ import annotations

import os

from phaser_lint.agent import (
    TOO_MANY,
    FileProposal,
    are_too_many,
    claude_code,
    grows_too_large,
    keep_possible_path,
    propose_content,
    propose_text,
    propose_unfollowed,
    resolve_folder,
    resolve_path,
    with_text_before,
)
from phaser_lint.agent.names_of_one_file import FileNames
from phaser_lint.agent.patched_files import (
    list_patched_paths,
    list_paths_in_patch,
    propose_patched_files,
)
from phaser_lint.agent.proposed_texts import (
    NOT_FOUND,
    propose_change,
    propose_insertion,
    propose_missing_or_unread,
    propose_unread,
    restore_line_ends,
    with_line_feeds,
)
from phaser_lint.core import JsonObject, Record, find_json_texts
from phaser_lint.core.text import TOO_LARGE
from phaser_lint.project.regular_file import read_text_or_reason
from phaser_lint.text.deadlines import LateReaderError, keep_to_deadline
from phaser_lint.text.edits import FOLLOWING
from phaser_lint.text.edits.edits_at_once import apply_edits_at_once
from phaser_lint.text.edits.search_replace import apply_search_blocks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Literal, TypeAlias

    from phaser_lint.agent import Event

    Tools: TypeAlias = Mapping[str, "FileTool"]
    Names: TypeAlias = tuple[str, ...]
    ToolReplacement: TypeAlias = tuple[str | None, str | None, bool]
    """The old text, the new one, whether every occurrence is meant."""

# Where the inputs of all agents hold a list of edits.
_EDITS = ("edits", "replacements", "changes")
_SEVERAL = "occurs more than once in file"


class FileTool(Record):
    """How one tool names what it does; several names are alternatives, the first found counts."""

    kind: str
    path: Names = ("file_path",)
    text: Names = ("content",)
    old: Names = ("old_string",)
    new: Names = ("new_string",)
    every: str = "replace_all"
    several: Literal["refused", "unknown", "first"] = "refused"
    """What becomes of an old text that occurs more than once; ``first``: only that is replaced."""
    keeps_line_ends: bool = False
    """A whole text is written with the line ends that the file had."""
    levels_line_ends: bool = False
    """Line ends all become those of most lines of the file, ``\\r\\n`` where both are as many."""
    keeps_mixed_line_ends: bool = False
    """Where line ends are mixed, an old text is searched as it is, and others stay."""
    appends: str = ""
    """The key under which ``append`` has the text added at the end of the file."""


def bind_file_tools(
    tools: Tools,
) -> tuple[
    Callable[[Event], tuple[FileProposal, ...]],
    Callable[[Event], tuple[str, ...]],
]:
    """Return ``proposals`` and ``touched_paths`` of an agent whose file tools are *tools*."""

    def proposals_of(event: Event) -> tuple[FileProposal, ...]:
        return propose_tool_changes(event, tools)

    def touched_paths_of(event: Event) -> tuple[str, ...]:
        return list_touched_paths(event, tools)

    return proposals_of, touched_paths_of


def propose_tool_changes(event: Event, tools: Tools) -> tuple[FileProposal, ...]:
    """Return the files as the event's file tool, a row of *tools*, leaves them; none without."""
    tool = tools.get(event.tool)
    return _KINDS[tool.kind](event, tool) if tool is not None else ()


def list_touched_paths(event: Event, tools: Tools) -> tuple[str, ...]:
    """Return the absolute, resolved paths that the event's file tool, a row of *tools*, touched."""
    tool = tools.get(event.tool)
    if tool is None:
        return ()
    if tool.kind in ("patch", "shell"):
        return list_patched_paths(event, tool)
    paths = [resolve_path(event, path) for path in _list_named_files(event, tool)]
    return tuple(dict.fromkeys(path for path in paths if path))


def _list_named_files(event: Event, tool: FileTool) -> list[str]:
    """Return the paths in the input itself, in the objects of its lists, and in a list of files."""
    arguments, paths = event.tool_input, [find_first_argument(event.tool_input, tool.path)]
    for name in (*_EDITS, "files"):
        elements = arguments.get(name)
        for element in elements if isinstance(elements, list) else ():
            if isinstance(element, dict):
                paths.append(find_first_argument(element, tool.path))
    files = arguments.get("files")
    paths += [file for file in files if isinstance(file, str)] if isinstance(files, list) else []
    return [path for path in dict.fromkeys(paths) if path]


def list_event_paths(event: Event, tools: Tools) -> tuple[tuple[str, str], ...]:
    """Return each path as a file tool's event names it, with the folder that it starts from.

    Other than among ``touched_paths`` are files that a patch deletes or moves away. Where none is
    named in its place, every text of a line may name one.
    """
    tool = tools.get(event.tool)
    if tool is None:
        return ()
    if tool.kind in ("patch", "shell"):
        paths_of_patch = list_paths_in_patch(event, tool)
        if paths_of_patch or tool.kind == "shell":
            return paths_of_patch
    paths = _list_named_files(event, tool) or [
        text for text in find_json_texts(event.tool_input) if "\n" not in text
    ]
    return tuple((event.working_directory, path) for path in paths)


def find_first_argument(arguments: JsonObject, names: Names) -> str | None:
    """Return the first text among *names* in what a file tool was given, or ``None``."""
    for name in names:
        text = arguments.get(name)
        if isinstance(text, str):
            return text
    return None


def _propose_on_path(
    event: Event, path: str | None, change: Callable[[str], FileProposal]
) -> tuple[FileProposal, ...]:
    full_path = resolve_path(event, path or "")
    if not full_path:
        reason = "Invalid file_path" if path else "Missing file_path"
        return (FileProposal(skip_reason=reason, file_edit=True),)
    try:
        return (change(full_path)._replace(path=full_path, file_edit=True),)
    except LateReaderError as error:
        return (propose_unfollowed(error, path=full_path),)


def _propose_write(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    text = find_first_argument(event.tool_input, tool.text)
    if text is None and find_first_argument(event.tool_input, tool.new) is not None:
        return _propose_one_replacement(event, tool)

    def whole(path: str) -> FileProposal:
        if tool.appends and event.tool_input.get(tool.appends) == "append":
            if text is None or not os.path.lexists(path):
                return propose_content(path, text)
            before, reason = read_text_or_reason(path)
            if before is None:
                return propose_unread(path, reason)
            return propose_text(f"{before}{text}", before=before, is_new=False)
        proposal = propose_content(path, text)
        if not tool.keeps_line_ends or proposal.text is None:
            return proposal
        read_proposal = with_text_before(proposal)
        if read_proposal.before is None:
            return read_proposal
        written = restore_line_ends(
            read_proposal.before, proposal.text, levels=tool.levels_line_ends
        )
        return read_proposal._replace(text=written)

    return _propose_on_path(event, find_first_argument(event.tool_input, tool.path), whole)


def _propose_creation(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    def create(path: str) -> FileProposal:
        if os.path.lexists(path):
            return propose_unchanged(path)
        return propose_content(path, find_first_argument(event.tool_input, tool.text))

    return _propose_on_path(event, find_first_argument(event.tool_input, tool.path), create)


def _propose_one_replacement(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    replacement = _find_replacement(event.tool_input, tool)
    tool = _with_used_names(tool, event.tool_input)
    path = find_first_argument(event.tool_input, tool.path)
    return _propose_replacements(event, path, replacements=[replacement], tool=tool)


def _with_used_names(tool: FileTool, arguments: JsonObject) -> FileTool:
    """Return *tool* with the names of an old text that *arguments* have: a reason says them."""
    used_names = tuple(name for name in tool.old if name in arguments)
    return tool._replace(old=used_names) if used_names else tool


def _find_replacement(arguments: JsonObject, tool: FileTool) -> ToolReplacement:
    return (
        find_first_argument(arguments, tool.old),
        find_first_argument(arguments, tool.new),
        arguments.get(tool.every) is True,
    )


def _propose_edits(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    listed_edits = _list_edits(event)
    if not listed_edits:
        return (FileProposal(skip_reason="Missing edits", file_edit=True),)
    call_path = find_first_argument(event.tool_input, tool.path) or ""
    edits = [
        (find_first_argument(edit, tool.path) or call_path, _find_replacement(edit, tool))
        for edit in listed_edits
    ]
    tool = _with_used_names(tool, listed_edits[0])
    edits_by_file: dict[str, list[tuple[str, ToolReplacement]]] = {}
    names = FileNames()
    for edit_path, replacement in edits:
        # Seven spellings of one file were seen in one call: by a link, with "..", absolute.
        file = names.name_of(resolve_path(event, edit_path))
        names.add(file)
        edits_by_file.setdefault(file, []).append((edit_path, replacement))
    proposals: list[FileProposal] = []
    for file_edits in edits_by_file.values():
        replacements = [replacement for _, replacement in file_edits]
        path = file_edits[0][0]
        proposals += _propose_replacements(event, path, replacements=replacements, tool=tool)
    call_file = names.name_of(resolve_path(event, call_path))
    if not call_file or len(edits_by_file) <= (call_file in edits_by_file):
        return tuple(proposals)
    # Edits name files of their own beside that of the call. A client reads one or the other: so
    # all of them may go into the file of the call, too.
    replacements = [replacement for _, replacement in edits]
    [whole_call] = _propose_replacements(event, call_path, replacements=replacements, tool=tool)
    if whole_call.text is None:  # a client that reads it so refuses the call
        return tuple(proposals)
    own_proposals = [proposal for proposal in proposals if proposal.path != call_file]
    if len(own_proposals) < len(proposals) and whole_call not in proposals:
        reason = "its edits name other files besides"
        whole_call = FileProposal(path=call_file, skip_reason=reason, file_edit=True)
    return (*own_proposals, whole_call)


def _list_edits(event: Event) -> list[JsonObject]:
    """Return the edits of a file tool's list; none where there is no list of objects."""
    edits = next((event.tool_input[name] for name in _EDITS if name in event.tool_input), None)
    several = edits if isinstance(edits, list) else []
    return several if all(isinstance(edit, dict) for edit in several) else []


def _propose_edits_at_once(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    edits = [
        (find_first_argument(edit, tool.old), find_first_argument(edit, tool.new))
        for edit in _list_edits(event)
    ]
    complete_edits = [(old, new) for old, new in edits if old is not None and new is not None]

    def with_edits(path: str) -> FileProposal:
        if not complete_edits or len(complete_edits) < len(edits):
            return FileProposal(skip_reason="Missing edits")
        before, reason = read_text_or_reason(path)
        if before is None:
            return propose_missing_or_unread(path, reason)
        if are_too_many(complete_edits, before):
            return FileProposal(before=before, skip_reason=TOO_MANY)
        text = apply_edits_at_once(before, complete_edits, until=event.until)
        if text is None:
            return FileProposal(before=before, skip_reason=f"{tool.old[0]} {NOT_FOUND}")
        return propose_text(text, before=before, is_new=False)

    return _propose_on_path(event, find_first_argument(event.tool_input, tool.path), with_edits)


def _propose_replacements(
    event: Event, path: str | None, *, replacements: Sequence[ToolReplacement], tool: FileTool
) -> tuple[FileProposal, ...]:
    def replace(full_path: str) -> FileProposal:
        return propose_replacements(full_path, replacements, tool, until=event.until)

    return _propose_on_path(event, path, replace)


def _propose_editor_command(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    line = event.tool_input.get("insert_line")
    new = find_first_argument(event.tool_input, tool.new)
    if not isinstance(line, int):
        old = find_first_argument(event.tool_input, tool.old)
        return (
            _propose_one_replacement(event, tool)
            if old
            else _propose_creation(event, tool._replace(text=tool.new))
        )

    def insert(path: str) -> FileProposal:
        if new is None:
            return FileProposal(skip_reason="Missing new_text")
        return propose_insertion(path, new, after=line - 1)

    return _propose_on_path(event, find_first_argument(event.tool_input, tool.path), insert)


def _propose_blocks(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    blocks = find_first_argument(event.tool_input, tool.text)

    def apply(text: str) -> str | None:
        return apply_search_blocks(text, blocks or "", until=event.until)

    def with_blocks(path: str) -> FileProposal:
        if blocks is None:
            return FileProposal(skip_reason="Missing diff")
        return propose_change(path, apply)

    return _propose_on_path(event, find_first_argument(event.tool_input, tool.path), with_blocks)


def _propose_tool_deletion(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    path = find_first_argument(event.tool_input, tool.path) or ""
    deleted_path = resolve_folder(os.path.join(event.working_directory, keep_possible_path(path)))
    proposals = _propose_on_path(event, path, propose_deletion)
    return tuple(
        proposal._replace(path=deleted_path) if proposal.path else proposal
        for proposal in proposals
    )


def _propose_notebook(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    return claude_code.proposals(event._replace(tool="NotebookEdit"))


def _propose_opaque(event: Event, tool: FileTool) -> tuple[FileProposal, ...]:
    reason = f"what {event.tool} does cannot be foreseen"
    paths = list_touched_paths(event, {event.tool: tool}) or ("",)
    return tuple(FileProposal(path=path, skip_reason=reason, file_edit=True) for path in paths)


_KINDS: Mapping[str, Callable[[Event, FileTool], tuple[FileProposal, ...]]] = {
    "write": _propose_write,
    "create": _propose_creation,
    "replace": _propose_one_replacement,
    "edits": _propose_edits,
    "at_once": _propose_edits_at_once,
    "editor": _propose_editor_command,
    "blocks": _propose_blocks,
    "patch": propose_patched_files,
    "shell": propose_patched_files,
    "delete": _propose_tool_deletion,
    "notebook": _propose_notebook,
    "opaque": _propose_opaque,
}


def propose_unchanged(path: str) -> FileProposal:
    """Return the file at *path* as it is, where a file tool changes nothing of it."""
    before, reason = read_text_or_reason(path)
    if before is None:
        return propose_unread(path, reason)
    return FileProposal(text=before, before=before)


def propose_deletion(path: str) -> FileProposal:
    """Return the file at *path* as one that a file tool deletes."""
    if not os.path.lexists(path):
        return FileProposal(skip_reason=f"File not found: {path}", is_new=True)
    before, _ = read_text_or_reason(path)
    return FileProposal(before=before, deleted=True)


def propose_replacements(
    path: str, replacements: Sequence[ToolReplacement], tool: FileTool, *, until: float | None
) -> FileProposal:
    """Return the file at *path* after the *replacements* of a file tool, in their order.

    Raises ``LateReaderError`` once it is later than *until*.
    """
    for old, new, _ in replacements:
        if old is None or new is None:
            missing = tool.old if old is None else tool.new
            return FileProposal(skip_reason=f"Missing {missing[0]}")
    if replacements[0][0] == "" and not os.path.lexists(path):
        created = propose_content(path, replacements[0][1])
        if created.text is None or len(replacements) == 1:
            return created
        return _apply_replacements(created.text, replacements[1:], tool, before=None, until=until)
    before, reason = read_text_or_reason(path)
    if before is None:
        return propose_missing_or_unread(path, reason)
    return _apply_replacements(before, replacements, tool, before=before, until=until)


def _apply_replacements(
    text: str,
    replacements: Sequence[ToolReplacement],
    tool: FileTool,
    *,
    before: str | None,
    until: float | None,
) -> FileProposal:
    if are_too_many(replacements, text):
        return FileProposal(before=before, skip_reason=TOO_MANY, is_new=before is None)
    keeps_line_ends = tool.keeps_mixed_line_ends and text.count("\r\n") not in (0, text.count("\n"))
    plain = str if keeps_line_ends else with_line_feeds
    for old, new, replace_all in replacements:
        keep_to_deadline(until, FOLLOWING)
        count = plain(text).count(plain(old)) if old else 0
        # An empty old text means a new file; where there is one, nothing happens.
        refused = tool.several == "refused" if count else old == "" and text != ""
        if count != 1 and not (count and (replace_all or tool.several == "first")):
            if refused:
                return FileProposal(text=before, before=before, is_new=before is None)
            reason = _SEVERAL if count else NOT_FOUND
            return FileProposal(skip_reason=f"{tool.old[0]} {reason}")
        if replace_all and grows_too_large(plain(text), plain(old or ""), plain(new or "")):
            return FileProposal(before=before, skip_reason=f"Content is {TOO_LARGE}")
        occurrences = -1 if replace_all else 1
        edited = plain(text).replace(plain(old or ""), plain(new or ""), occurrences)
        if not keeps_line_ends:
            edited = restore_line_ends(text, edited, levels=tool.levels_line_ends)
        text = edited
    return propose_text(text, before=before, is_new=before is None)
