"""How an agent keeps its hooks: the records of which the table has one for each agent.

``Agent.places`` is the one table of where a client reads settings from and what in them switches
hooks off, each row as it was tried in the running client where that is to be had. A name of a place
is relative to the project, or to it and each folder above (``.../``), absolute, below the home
folder (``~/``), or in what a variable names (``$NAME``); ``*`` stands for any name.
``settings_locations`` finds where it lies.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fnmatch import fnmatchcase
from math import inf
from typing import Any, Literal, TypeAlias

from phaser_lint.core import Record

SettingsScope: TypeAlias = Literal["environment", "managed", "user", "project"]
Whose: TypeAlias = Literal["managed", "user", "project", "plugin"]
Closed: TypeAlias = Literal["never", "missing", "broken", "failing"]
"""When edits are refused that cannot be checked: never, where the program is missing, where it
is there and fails, or in both cases."""

CLOSED: tuple[Closed, ...] = ("never", "missing", "broken", "failing")
TEAM_COMMAND = "phaser-lint-hook"
"""A plain script: the wrapper of a console script imports more than the hook does."""
MARK = "Written by phaser-lint install; phaser-lint uninstall removes it."
"""A mark in the first lines of a file of ours."""
CONTEXT_EVENT = "chat.message"
"""What a plugin for context on links answers, beside tool calls."""
MATCHER = "Edit|Write|MultiEdit|NotebookEdit"
TIMEOUT_SECONDS = 30
COMMAND = "{command}"
EVENT = "{event}"
COMMAND_ENTRY: Mapping[str, Any] = {
    "type": "command", "command": COMMAND, "timeout": TIMEOUT_SECONDS
}  # fmt: skip
# In Copilot a hook that fails (1) would block every write, and one that is missing in PowerShell; a
# denial has exit code 0 and is not touched by this. Windows' PowerShell, which Gemini takes there,
# too, cannot read "|| true", and would start nothing at all.
OPEN = f"{COMMAND}; exit 0"
# The key of a variable, and what clients take for yes in one.
VARIABLE = "env."
ON = ("1", "true", "yes", "on")
_SCOPES = ("project", "user", "managed", "environment")
STAGES = {"PreToolUse": "PreToolUse", "PostToolUse": "PostToolUse", "Stop": "Stop"}
WITHOUT_END = {"PreToolUse": "PreToolUse", "PostToolUse": "PostToolUse"}
CAMEL_STAGES = {
    **STAGES,
    "preToolUse": "PreToolUse",
    "postToolUse": "PostToolUse",
    "agentStop": "Stop",
    "stop": "Stop",
}


def render_variable(setting: object) -> str:
    """Return a *setting* of JSON as a variable has it: so a row of the table of agents compares it
    with what switches hooks off.
    """
    if isinstance(setting, bool):
        return str(setting).lower()
    return str(getattr(setting, "written", setting))


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
    program) in the command's place, and ``EVENT`` in that of the event's name."""
    grouped: bool = True
    """Hooks are in groups that hold the matcher."""
    flat: bool = False
    """Hooks of an event that takes no matcher are in no group all the same."""
    name: str = ""
    """What the file calls our events, in place of ``hooks``: others stand beside them, each under
    its own name."""
    beside: Mapping[str, Any] = {}
    """The keys beside ``hooks``."""
    commands: Mapping[str, str] = {}
    """Of an event before tools the matcher that has the hook see commands, too, for protection."""
    opening: Mapping[str, str] = {}
    """A session's first event and its matcher, for protection."""
    closed: Mapping[str, Any] = {}
    """What makes the agent itself block where the hook fails."""
    closed_alone: bool = False
    """Exit code 2 denies nothing: only that does, and it is allowed only before a tool."""
    note: str = ""
    """What the user has to do."""
    project_note: str = ""
    """The same, where the hook is in a project's settings."""
    as_words: bool = False
    """On one machine it takes a program and its arguments, without a shell."""
    not_on_windows: str = ""
    """Why it is not installed there."""
    links: LinkHooks | None = None
    bare: Mapping[str, str] = {}
    """Of each scope a file that holds only the events, without ``hooks`` around them; where it is
    there, it gets the hooks."""
    listed: bool = False
    """Hooks are in one list, where each names its event."""
    event_key: str = "event"
    """The key of the event in such a list."""
    matcher_key: str = "matcher"
    guarded: bool = False
    """A team's line looks for the program first: without, every edit would be denied, or shown as
    an error. The others let edits pass and show that the command failed."""


class AgentFiles(Record):
    """Files of phaser's own that an agent takes instead, by scope; more of them for ``--abort``."""

    files: Mapping[str, tuple[str, ...]]
    content: Callable[[Sequence[str], Closed], str]
    """The text of a file that runs a command, and where it refuses edits unchecked."""
    hooks_in: Callable[[str, str], Sequence[tuple[str, Mapping[str, Any]]]]
    """The hooks in a file of that path and text: the event, and an entry as in settings."""
    denies: bool = True
    """A denial does not end the run."""
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
    """A setting of a place that switches hooks off."""

    keys: tuple[str, ...]
    """Its dotted key; after it older names, which count where it is not there."""
    off: tuple[object, ...] = ON
    """The values that switch hooks off: of a variable in small letters, of a list one of them."""
    spares: tuple[Whose, ...] = ()
    """Whose hooks go on."""
    former: bool = False
    """Earlier versions obey it, the one that was tried does not."""
    text: str = "all hooks are switched off: {way}"
    """The message: ``{key}``, ``{place}``, and the ``{way}`` to remove it."""
    leaves_out: str = ""
    """The file of ours that a list of globs leaves out, those that begin with ``!`` or ``-``."""

    def takes_out(self, setting: object) -> bool:
        """Tell whether *setting* of the key switches hooks off."""
        if self.leaves_out:
            return isinstance(setting, list) and any(map(self._excludes, setting))
        if isinstance(setting, list):
            return any(element in self.off for element in setting)
        if self.keys[0].startswith(VARIABLE):
            return render_variable(setting).strip().lower() in self.off
        return setting in self.off

    def _excludes(self, pattern: object) -> bool:
        if not isinstance(pattern, str) or pattern[:1] not in ("!", "-"):
            return False
        glob = pattern[1:].removeprefix("./").removeprefix("**/")
        name = self.leaves_out.rpartition("/")[2]
        return fnmatchcase(self.leaves_out, glob) or fnmatchcase(name, glob)


class SettingsPlace(Record):
    """A row of an agent's table: a place that it reads settings from, by the names that it has.

    The first name counts whose variable is set, or whose file is there.
    """

    scope: SettingsScope
    names: tuple[str, ...]
    """Empty for the environment itself, whose variables are the keys below ``env``."""
    switches: tuple[Switch, ...] = ()
    """Of each key the strongest place that has it decides."""
    hooks: bool = False
    """It may hold hooks."""
    trust: bool = False
    """It holds which folders or hooks the user trusts."""
    alone: bool = False
    """Its switches are only for the hooks in it."""
    of_root: bool = False
    """Where a variable names it, it counts only if nobody but root may write it."""


class Shape(Record):
    """Why an agent leaves a hook out without a message: as it was tried in the clients."""

    grouped: bool = False
    """Hooks have to be in a list beside the matcher."""
    typed: bool = False
    """A type has to be there and to be ``command``, and a matcher to be a text."""
    default_type: str | None = None
    timed: bool = False
    """A timeout has to be a number over 0."""
    zero: bool = False
    """A timeout of 0 is none at all."""
    signed: bool = False
    """A timeout may be any number."""
    whole: bool = False
    """A timeout has to be a whole number."""
    listed: bool = False
    """``args`` have to be a list of texts."""
    alone: bool = False
    """Only what is malformed is left out, and the file's other hooks run."""


class Agent(Record):
    """How an agent keeps its hooks, and what it reads beside them."""

    name: str
    shown: str
    program: str
    """The command that starts it, to tell whether it is installed here."""
    installs: AgentHooks | AgentFiles
    places: tuple[SettingsPlace, ...]
    """Where it reads settings from, strongest first."""
    signs: tuple[str, ...] = ()
    """Files and folders of a project, from its root, that show that the agent is used there. The
    folder of its project settings is one without being named."""
    moves: Mapping[str, str] = {}
    """Folders below the home folder, each with the variable of the agent's own that moves it."""
    start_only: bool = False
    """It reads a project's places in the folder that it is started in, and not above that."""
    stages: Mapping[str, str] = STAGES
    """From its own names of events to those of this program."""
    tools: tuple[tuple[str, ...], ...] = ()
    """The tools that write files, each with its other names in matchers; empty: no matchers."""
    needed: int = 99
    """How many of the tools write in every run; the others are rarer."""
    borrowed: tuple[str, ...] = ()
    """Settings files of another agent that it runs the hooks of, too."""
    borrowing_switch: str = ""
    """What its user has to switch on first, without which it runs none of them."""
    timeout_unit: float = 1.0
    timeout: float = 600.0
    comments: bool = False
    lone_groups: bool = False
    """An event may hold one group where others want a list of them."""
    anchored: bool = False
    """A matcher has to match the whole name."""
    globs: bool = False
    """A matcher is a list of globs, separated by ``|``, in which case does not count."""
    expression_mark: str = ""
    """What a matcher begins with that is an expression for the whole name; any other is one glob.
    Case does not count."""
    shape: Shape = Shape()
    hooks_beside: tuple[str, ...] = ()
    """The keys that are allowed beside ``hooks`` in a file of hooks; for any other it is left out;
    empty: any."""
    waits: bool = True
    """It knows no ``async``, or waits all the same."""
    has_conditions: bool = False
    """``if`` leaves tool calls out."""
    any_matcher: str = "*"
    """The matcher that means all tools, beside an empty one; where there is none, ``*`` is an
    expression like any other, and a wrong one."""
    expressions: bool = False
    """A matcher of plain names is an expression like any other, no list of names."""
    milliseconds_from: float = inf
    """A timeout from here on is one of milliseconds."""
    environment: Literal["", "files", "entry"] = ""
    """Where settings set variables for hooks: in all its files, or in the hook's own entry."""
    named_as: str = ""
    """The name in the hook's command, where it runs the hooks of another agent."""
    hides_feedback: bool = False
    """Nothing of a hook after a tool reaches the model."""
    shell_prefix: str = ""
    """The variable with what it puts before each command that it hands to a shell."""
    names_shells: bool = False
    """``shell`` of a hook may be ``powershell``."""
    worktree_command: str = ""
    """What starts it in a new worktree that it makes of a commit."""
    hooks_of_main: str = ""
    """The folder whose hooks it reads in the main worktree, where a linked one has it, too."""
    reports_after: bool = False
    """A denial would end its run, so the hook reports to the model instead, after the write."""

    @property
    def files(self) -> tuple[str, ...]:
        """What may hold hooks of the agent, of the project first."""
        rows = [place for place in reversed(self.places) if place.hooks]
        return tuple(
            name for scope in _SCOPES for row in rows if row.scope == scope for name in row.names
        )

    @property
    def switches(self) -> tuple[Switch, ...]:
        """All that switches the agent's hooks off."""
        return tuple(dict.fromkeys(switch for place in self.places for switch in place.switches))

    def holding(self, kind: Literal["switches", "trust"]) -> tuple[SettingsPlace, ...]:
        """Return the agent's files with something of that *kind*, strongest first."""
        return tuple(place for place in self.places if place.names and getattr(place, kind))
