"""Tools that are no file tools: which of them may have written files all the same.

A shell, a generator or an MCP tool does not say what it writes, so after it git is asked
which files changed (``hook/changed_files.py``). Where it certainly wrote nothing that is saved: it
costs a run of git. Being wrong here is late, not lost: the next look or Stop sees the file.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
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
_JOINERS = ("&&", "||", ";", "|", "\n")
# A redirection, a substitution, a quote that hides one of them, a group, an assignment.
_SPECIAL = frozenset("><$`&(){}\\=*?[!#")


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
