"""How an agent keeps its hooks: the records that the table has one of for each agent.

A path of a table is relative to the project, absolute, below the home folder (``~/``), or in what a
variable names (``$NAME``); ``*`` stands for any name. ``locations.located`` tells where it lies.
"""

from __future__ import annotations

from math import inf

from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from typing import Any, Literal

MARK = "Written by phaser-lint install; phaser-lint uninstall removes it."
"""What stands in the first lines of a file of ours."""
CONTEXT_EVENT = "chat.message"
"""What a plugin for context on links answers, beside tool calls."""
MATCHER = "Edit|Write|MultiEdit|NotebookEdit"
TIMEOUT_SECONDS = 30
COMMAND = "{command}"
COMMAND_ENTRY: Mapping[str, Any] = {
    "type": "command", "command": COMMAND, "timeout": TIMEOUT_SECONDS
}  # fmt: skip
# In Gemini and Copilot a command that is missing (127) would block every write of a team mate who
# has not installed the program; a denial has exit code 0 and is not touched by this. Windows'
# PowerShell, which both take there, cannot read "|| true", and would start nothing at all.
OPEN = f"{COMMAND}; exit 0"
STAGES = {"PreToolUse": "PreToolUse", "PostToolUse": "PostToolUse", "Stop": "Stop"}
WITHOUT_END = {"PreToolUse": "PreToolUse", "PostToolUse": "PostToolUse"}
CAMEL_STAGES = {
    **STAGES,
    "preToolUse": "PreToolUse",
    "postToolUse": "PostToolUse",
    "agentStop": "Stop",
    "stop": "Stop",
}


class LinkHooks(Record):
    """Where ``--augment`` runs the hook, beside the tools that edit files."""

    tools: str
    """The event of a tool call, whose own hook gets the flag."""
    others: str
    """The matcher of a second hook, on what that leaves out; empty: one on all tools, where no
    matcher can say that."""
    prompts: str
    """The event of a prompt."""
    as_one: bool = False
    """One hook on all tools does for both, where both fail alike."""


class AgentHooks(Record):
    """What ``install`` writes into an agent's settings."""

    files: Mapping[str, str]
    """The settings file of each scope."""
    events: Mapping[str, str]
    """The matcher of each event, empty without one."""
    entry: Mapping[str, Any]
    """The keys of a hook, with ``COMMAND`` (or a form that lets a write through without the
    program) in the command's place."""
    grouped: bool = True
    """Hooks stand in groups that hold the matcher."""
    beside: Mapping[str, Any] = {}
    """What stands beside ``hooks``."""
    opening: Mapping[str, str] = {}
    """A session's first event and its matcher, for protection."""
    closed: Mapping[str, Any] = {}
    """What makes the agent itself block where the hook fails."""
    note: str = ""
    """What the user has to do."""
    project_note: str = ""
    """The same, where the hook stands in a project."""
    as_words: bool = False
    """On one machine it takes a program and its arguments, without a shell."""
    links: LinkHooks | None = None


class AgentFiles(Record):
    """Files of phaser's own that an agent takes instead, by scope; more of them for ``--abort``."""

    files: Mapping[str, tuple[str, ...]]
    content: Callable[[Sequence[str], bool], str]
    """The text of a file that runs a command, and whether it is closed where that fails."""
    hooks_in: Callable[[str, str], Sequence[tuple[str, Mapping[str, Any]]]]
    """The hooks in a file of that path and text: the event, and an entry as in settings."""
    executable: bool = False
    not_on_windows: str = ""
    """Why it is not installed there."""
    instead: str = ""
    """How else it gets context on links."""
    aborting: Mapping[str, tuple[str, ...]] = {}
    note: str = ""
    aborting_note: str = ""
    """In place of ``note`` where ``--abort`` was given."""
    protecting_note: str = ""
    """After ``note`` where ``--protect`` was given and ``--abort`` was not."""


class Switch(Record):
    """A key of the settings by which an agent leaves all hooks out."""

    keys: tuple[str, ...]
    """The way to it, with dots; after it older names, which count where it is not there."""
    off: tuple[object, ...]
    """The values that switch them off."""
    former: bool = False
    """Earlier versions obey it, the one that was tried does not."""
    managed: bool = False
    """The hooks of managed settings go on."""
    text: str = ""
    """What is said of it, where that it is to be removed will not do."""


class Shape(Record):
    """What an agent leaves a hook out for, without a word: as it was tried in the clients."""

    grouped: bool = False
    """Hooks have to stand in a list beside the matcher."""
    typed: bool = False
    """A type has to be there and to be ``command``, and a matcher to be a text."""
    default_type: str | None = None
    timed: bool = False
    """A timeout has to be a number over 0."""
    zero: bool = False
    """A timeout of 0 is none at all."""
    whole: bool = False
    """A timeout has to be a whole number."""
    listed: bool = False
    """``args`` have to be a list of texts."""
    alone: bool = False
    """What is left out is left out alone, and the file's other hooks run."""


class Agent(Record):
    """How an agent keeps its hooks, and what it reads beside them."""

    name: str
    shown: str
    program: str
    """The command that starts it, to tell whether it is installed here."""
    files: tuple[str, ...]
    """What may hold hooks."""
    installs: AgentHooks | AgentFiles
    moves: Mapping[str, str] = {}
    """Folders below the home folder, each with the variable of the agent's own that moves it."""
    switches: tuple[Switch, ...] = ()
    switch_files: tuple[str, ...] = ()
    """What its switches are read from, strongest first: the first that says anything counts."""
    own_switch: bool = False
    """A file of hooks may also switch off those that stand in it."""
    trust_files: tuple[str, ...] = ()
    """Where it keeps which folders or hooks the user trusts."""
    stages: Mapping[str, str] = STAGES
    """From its own names of events to those of this program."""
    tools: tuple[tuple[str, ...], ...] = ()
    """The tools that write files, each with its other names in matchers; empty: no matchers."""
    needed: int = 99
    """How many of the tools write in every run; the others are rarer."""
    borrowed: tuple[str, ...] = ()
    """Settings files of another agent that it runs the hooks of, too."""
    timeout_unit: float = 1.0
    timeout: float = 600.0
    comments: bool = False
    lone_groups: bool = False
    """An event may hold one group where others want a list of them."""
    anchored: bool = False
    """A matcher has to match the whole name."""
    globs: bool = False
    """A matcher is a list of globs, separated by ``|``, in which case does not count."""
    shape: Shape = Shape()
    hooks_beside: tuple[str, ...] = ()
    """The keys that may stand beside ``hooks`` in a file of hooks, where any other has it left out;
    empty: any."""
    waits: bool = True
    """It knows no ``async``, or waits all the same."""
    has_conditions: bool = False
    """``if`` leaves tool calls out."""
    expressions: bool = False
    """A matcher of plain names is an expression like any other, no list of names."""
    milliseconds_from: float = inf
    """A timeout from here on is one of milliseconds."""
    environment: Literal["", "files", "entry"] = ""
    """Where settings set variables for hooks: in all its files, or in the hook's own entry."""
    named_as: str = ""
    """The name in the hook's command, where it runs the hooks of another agent."""
    deaf_after: bool = False
    """Nothing of a hook after a tool reaches the model."""
    told_after: bool = False
    """A denial would end its run, so that the hook tells the model instead, after the write."""
