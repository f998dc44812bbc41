"""Tools that are no file tools: which of them may have written files, or may be about to.

A shell, a generator or an MCP tool does not name what it writes, so after it git is asked which
files changed (``hook/changed_files.py``). Where it certainly wrote nothing, that run of git is
saved. A mistake here delays a report and loses none: the next check, or Stop, sees the file.
"""

from __future__ import annotations

import os

from phaser_lint.agent import resolved
from phaser_lint.core.text import texts_in

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
     "run_commands", "execute_command", "run_in_terminal", "Execute", "Script")
)  # fmt: skip
# Commands that have no option to write a file with.
_READING = frozenset(
    ("ls", "cat", "head", "tail", "wc", "pwd", "echo", "grep", "egrep", "fgrep", "cd", "true",
     "which", "stat", "du", "df", "whoami", "printf", "test", "sleep", "basename", "dirname")
)  # fmt: skip
# The keys of a file's new text in all agents; elsewhere only a text of several lines is one.
_CONTENTS = frozenset(
    ("content", "contents", "text", "file_text", "new_string", "new_str", "new_text", "newText",
     "newString", "new_source", "body", "diff", "patch", "replacement", "edits", "changes")
)  # fmt: skip
# A tool with one of these runs a shell, whatever its name.
_CODE = frozenset(("command", "command_line", "cmd", "commands", "code", "script"))
_JOINERS = ("&&", "||", ";", "|", "\n")
# A redirection, a substitution, a quote that hides one of them, a group, an assignment.
_SPECIAL = frozenset("><$`&(){}\\=*?[!#")


def unknown_target(event: Event, root: str) -> str:
    """Return the file below *root* that the event's unknown tool may be about to write.

    It names the file, and a text beside it. What a tool of an MCP server wrote is found afterwards.
    """
    tool = event.tool
    known = tool in READERS or tool in SHELLS or tool.lower().startswith(("mcp_", "mcp:"))
    if not tool or known or not root or not _CODE.isdisjoint(event.tool_input):
        return ""
    for name, value in event.tool_input.items():
        if isinstance(value, str) and _names_file(value):
            path = resolved(event, value)
            inside = path.startswith(f"{root}{os.sep}") and not os.path.isdir(path)
            if inside and any(_is_content(*other) for other in _beside(event, name)):
                return path
    return ""


def _names_file(written: str) -> bool:
    """Tell whether *written* is a path rather than a word: it has a folder or an ending."""
    if "\n" in written or "://" in written or not written.strip():
        return False
    return os.path.isabs(written) or "/" in written or "." in written[1:]


def _beside(event: Event, name: str) -> Iterator[tuple[str, object]]:
    return ((key, value) for key, value in event.tool_input.items() if key != name)


def _is_content(key: str, value: object) -> bool:
    texts = [text for text in texts_in(value) if text]
    return bool(texts) and (key in _CONTENTS or any("\n" in text for text in texts))


def may_have_written(event: Event, *, names_files: bool) -> bool:
    """Tell whether the event's tool may have written files that the event does not name."""
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
