"""Tools that are no file tools: which of them may have written files, or may be about to.

A shell, a generator or an MCP tool does not name what it writes, so after it git is asked which
files changed (``hook/changed_files.py``). Where it certainly wrote nothing, that run of git is
saved. A mistake here delays a report and loses none: the next check, or Stop, sees the file.
"""

from __future__ import annotations

import os

from phaser_lint.agent import BEGIN_PATCH, resolve_path
from phaser_lint.core import Record, parse_json_value

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

    from phaser_lint.agent import Event

# Tools that only read, by the names of all agents: some send every tool, whatever is asked for.
READERS = frozenset(
    ("Read", "Grep", "Glob", "LS", "WebFetch", "WebSearch", "TodoWrite", "NotebookRead",
     "read_file", "read_many_files", "read_files", "list_directory", "list_dir", "list_files",
     "search_files", "search_file_content", "grep_search", "file_search", "semantic_search",
     "grep", "glob", "list", "read", "view", "webfetch", "web_fetch", "todowrite", "todoread",
     "todo_write", "ask_followup_question", "report_intent")
)  # fmt: skip
SHELLS = frozenset(
    ("Bash", "PowerShell", "bash", "powershell", "Shell", "shell", "run_shell_command",
     "run_command", "run_commands", "execute_command", "run_in_terminal", "Execute", "Script",
     "process_start", "execute_bash", "execute_pwsh")
)  # fmt: skip
# Commands that have no option to write a file with.
_READING = frozenset(
    ("ls", "cat", "head", "tail", "wc", "pwd", "echo", "grep", "egrep", "fgrep", "cd", "true",
     "which", "stat", "du", "df", "whoami", "printf", "test", "sleep", "basename", "dirname")
)  # fmt: skip
# The keys of a file's new text in all agents; elsewhere only a text of several lines is one.
_CONTENTS = frozenset(
    ("content", "contents", "text", "file_text", "insert_text", "new_string", "new_str",
     "new_text", "newText", "newString", "new_source", "body", "diff", "patch", "replacement",
     "edits", "changes")
)  # fmt: skip
# The keys of a path, in small letters and without "_".
_PATHS = frozenset(
    ("path", "paths", "file", "files", "filepath", "filename", "notebookpath", "targetfile",
     "target", "absolutepath", "relativepath", "uri")
)  # fmt: skip
_DEEPEST = 12
# A tool with one of these runs a shell, whatever its name.
_CODE = frozenset(("command", "command_line", "cmd", "commands", "code", "script"))
_JOINERS = ("&&", "||", ";", "|", "\n")
# A redirection, a substitution, a quote that hides one of them, a group, an assignment.
_SPECIAL = frozenset("><$`&(){}\\=*?[!#")


def find_unknown_target(event: Event, root: str, payload: object) -> str:
    """Return the file below *root* that a tool of no known name may be about to write; or nothing.

    It names the file, and a text beside it: in the tool's input, or where there is none anywhere in
    the *payload* event. What a tool of an MCP server wrote is found afterwards.
    """
    tool = event.tool
    is_known = tool in READERS or tool in SHELLS or tool.lower().startswith(("mcp_", "mcp:"))
    commands = [event.tool_input[key] for key in _CODE.intersection(event.tool_input)]
    runs = bool(tool and commands) and BEGIN_PATCH not in str(commands)
    # A text editor's `{"command": "create", "path": …, "file_text": …}` runs nothing.
    runs = runs and not _CONTENTS.intersection(event.tool_input)
    if is_known or runs or not root:
        return ""
    searched = event.tool_input if tool or event.tool_input else payload
    inputs = list(_list_inputs(searched, is_own=searched is not payload))
    for place, candidate in enumerate(inputs):
        neighbours = (*inputs[:place], *inputs[place + 1 :])
        if not candidate.names_file or not any(neighbour.is_content for neighbour in neighbours):
            continue
        path = resolve_path(event, candidate.text)
        if path.startswith(f"{root}{os.sep}") and not os.path.isdir(path):
            return path
    return ""


class _Input(Record):
    """A text somewhere in what a tool was given, and what it may be."""

    text: str
    names_file: bool
    is_content: bool


def _list_inputs(
    node: object, *, is_own: bool, key: str = "", is_content: bool = False, depth: int = 0
) -> Iterator[_Input]:
    """Return each text in *node*, which is at *key*; a patch gives the files that it names.

    Of the texts that are the tool's own arguments each may be a path or a content. Of others the
    key has to say so: questions to the user, lists of tasks and the like hold many texts.
    """
    if isinstance(node, str):
        parsed = _parse_json(node)
        if parsed is not None and depth < _DEEPEST:
            yield from _list_inputs(parsed, is_own=False, is_content=is_content, depth=depth + 1)
            return
        if node:
            files = [
                line.partition(": ")[2]
                for line in node.split("\n")
                if line.startswith("*** ") and " File: " in line
            ]
            yield from (_Input(path, _names_file(path), False) for path in files)
            names_file = (is_own or key.lower().replace("_", "") in _PATHS) and _names_file(node)
            yield _Input(node, names_file, is_content or (is_own and "\n" in node) or bool(files))
    elif isinstance(node, dict) and depth < _DEEPEST:
        for name, member in node.items():
            holds = is_content or name in _CONTENTS
            if isinstance(member, str) and depth and _names_file(name):
                yield _Input(name, True, False)
                holds = True
            is_own_text = is_own and not depth
            yield from _list_inputs(
                member, is_own=is_own_text, key=name, is_content=holds, depth=depth + 1
            )
    elif isinstance(node, list) and depth < _DEEPEST:
        for element in node:
            yield from _list_inputs(
                element, is_own=False, key=key, is_content=is_content, depth=depth + 1
            )


def _parse_json(text: str) -> object:
    """Return the object or list that the *text* given to a tool is as JSON, or ``None``."""
    if not text.lstrip().startswith(("{", "[")):
        return None
    try:
        return parse_json_value(text.encode("utf-8", "surrogatepass"))
    except (ValueError, RecursionError):
        return None


def _names_file(text: str) -> bool:
    """Tell whether *text* is a path rather than a word: it has a folder or an ending."""
    if "\n" in text or "://" in text or not text.strip():
        return False
    return os.path.isabs(text) or "/" in text or "." in text[1:]


def may_have_written(event: Event, *, names_files: bool) -> bool:
    """Tell whether the event's tool, no file tool, may have written files it does not name."""
    if event.tool in SHELLS:
        return not _only_reads(event.tool_input.get("command"))
    return not names_files and event.tool not in READERS


def _only_reads(command: object) -> bool:
    """Tell whether every part of a shell *command* is a plain command that writes no file."""
    if not isinstance(command, str):
        return False
    for joiner in _JOINERS:
        command = command.replace(joiner, "\0")
    if not _SPECIAL.isdisjoint(command):
        return False
    steps = [step.split() for step in command.split("\0")]
    return all(not step or step[0] in _READING for step in steps)
