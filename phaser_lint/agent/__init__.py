"""Coding agents: how each one's hook event is read, and how it is answered.

Each row of ``AGENTS`` names one; its module has ``parse_event``, ``proposals``, ``touched_paths``
and ``render`` (``Adapter``). Several agents run hooks that were installed for another one, so
an event's own marks count more than the name that the command line gives.
"""

from __future__ import annotations

import os
import time

from phaser_lint.core import JsonObject, JsonValue, Record, usage_error
from phaser_lint.core.text import MAXIMUM_BYTES, TOO_LARGE, encode_text, is_binary, is_garbled

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence, Sized
    from typing import Any, Protocol, TypeAlias

    from phaser_lint.agent.answers import Answer, Decision
    from phaser_lint.core.file_size import FileSize

ChannelFields: TypeAlias = "Mapping[str, Any]"
"""The fields of ``context_channels.Channel`` that it has, whose module few events need."""

# The name for --agent, the folder here, the name for people; keys that only its events have (the
# last row that fits counts: VS Code sends a key of Copilot's too); whether its events may look
# exactly like Claude Code's, once a mark of theirs has gone; and what ``--protect`` keeps: folders
# of a project or the home folder with what is in them, the union of all ``settings.py``, written
# out because the hook's clean path reads it (``tests/hook/protection/test_known_places.py``).
AGENTS = (
    ("claude-code", "claude_code", "Claude Code", (), False,
     ((".claude", ("settings.json", "settings.local.json", "plugins")),)),
    ("codex", "codex", "Codex", ("turn_id",), True,
     ((".codex", ("hooks.json", "config.toml")),)),
    ("gemini-cli", "gemini_cli", "Gemini CLI", (), False,
     ((".gemini", ("settings.json", "trustedFolders.json")),)),
    ("qwen-code", "qwen_code", "Qwen Code",
     ("tool_call_id", "submitted_prompt", "context_usage"), True,
     ((".qwen", ("settings.json", "trustedFolders.json")),)),
    ("copilot-cli", "copilot_cli", "GitHub Copilot CLI",
     ("toolName", "sessionId", "stop_reason"), True,
     ((".github/hooks", ("phaser-lint.json",)),
      (".github/copilot", ("settings.json", "settings.local.json")),
      (".copilot", ("config.json",)), (".copilot/hooks", ("phaser-lint.json",)))),
    ("vscode", "vscode", "VS Code", ("hookEventName",), True,
     ((".vscode", ("settings.json",)),)),
    ("cursor", "cursor", "Cursor", ("cursor_version",), True,
     ((".cursor", ("hooks.json",)),)),
    ("opencode", "opencode", "OpenCode", ("opencode",), False,
     ((".opencode/plugins", ("phaser-lint.js",)),
      (".config/opencode/plugins", ("phaser-lint.js",)))),
    ("kilo", "kilo", "Kilo Code", (), False,
     ((".kilo/plugins", ("phaser-lint.js",)), (".config/kilo/plugins", ("phaser-lint.js",)))),
    ("windsurf", "windsurf", "Windsurf", ("agent_action_name",), False,
     ((".windsurf", ("hooks.json",)), (".codeium/windsurf", ("hooks.json",)))),
    ("cline", "cline", "Cline", ("clineVersion", "preToolUse", "postToolUse"), False,
     ((".clinerules/hooks", ("PostToolUse", "PreToolUse")),
      (".cline/hooks", ("PostToolUse", "PreToolUse")),
      ("Documents/Cline/Hooks", ("PostToolUse", "PreToolUse")))),
    ("wave", "wave", "Wave", (), False,
     ((".wave", ("settings.json", "settings.local.json")),)),
    ("droid", "droid", "Factory droid", ("tool_execution_count",), True,
     ((".factory", ("settings.json", "hooks.json")), (".factory/hooks", ("hooks.json",)))),
    ("kimi-code", "kimi_code", "Kimi Code", ("client_type",), False,
     ((".kimi-code", ("config.toml",)),)),
    ("pi", "pi", "pi", ("pi",), False,
     ((".pi", ("settings.json",)), (".pi/extensions", ("phaser-lint.ts",)),
      (".pi/agent", ("settings.json", "trust.json")),
      (".pi/agent/extensions", ("phaser-lint.ts",)))),
    ("vibe", "vibe", "Mistral Vibe", ("parent_session_id",), False,
     ((".vibe", ("hooks.toml", "trusted_folders.toml")),)),
    ("antigravity", "antigravity", "Antigravity", ("workspacePaths",), False,
     ((".agents", ("hooks.json",)), (".gemini/config", ("hooks.json",)))),
    ("kiro", "kiro", "Kiro", (), True, ((".kiro/hooks", ("phaser-lint.json",)),)),
)  # fmt: skip
DEFAULT = "claude-code"

_GEMINI_EVENTS = ("BeforeTool", "AfterTool", "BeforeAgent", "AfterAgent")
_CURSOR_EVENTS = ("preToolUse", "postToolUse", "stop")
_CLAUDE_TOOLS = ("Edit", "Write", "MultiEdit", "NotebookEdit")
# Where agents keep their transcripts whose events have no other mark. Kiro and early Waves
# are recognised by the session.
_TRANSCRIPTS = (("/.wave/", "wave"), ("/.factory/", "droid"))
_SESSIONS = (("wave_session_", "wave"), ("sess_", "kiro"))


def recognise_agent(payload: JsonValue) -> str:
    """Return the name of the agent that the event *payload* is of, or nothing if none is known."""
    if not isinstance(payload, dict):
        return ""
    for name, _, _, keys, *_ in reversed(AGENTS):
        for key in keys:
            if key in payload:
                return name
    event = payload.get("hook_event_name")
    if event in _GEMINI_EVENTS:
        return "gemini-cli"
    if event in _CURSOR_EVENTS:
        return "cursor"
    if "timestamp" in payload:  # Claude Code's names, and a time beside them
        if "permission_mode" in payload:
            return "qwen-code"
        is_editor = "tool_use_id" in payload or "transcript_path" in payload
        return "vscode" if is_editor else "copilot-cli"
    transcript = str(payload.get("transcript_path")).replace("\\", "/")
    session = str(payload.get("session_id"))
    writers = [name for folder, name in _TRANSCRIPTS if folder in transcript]
    writers += [name for start, name in _SESSIONS if session.startswith(start)]
    if writers:
        return writers[0]
    is_event = isinstance(event, str) or "tool_name" in payload or "tool_input" in payload
    return DEFAULT if is_event else ""


def choose_agent(payload: JsonValue, default: str) -> str:
    """Return whose event *payload* is: the agent that its marks tell, or *default*, the flag's."""
    recognised = recognise_agent(payload)
    if recognised != DEFAULT:
        return recognised or default
    if default == "wave":
        return default
    if payload.get("tool_name") in _CLAUDE_TOOLS:
        return recognised
    return (
        default if any(name == default and alike for name, *_, alike, _ in AGENTS) else recognised
    )


def load_adapter(name: str) -> Adapter:
    """Return the module that reads the events of the agent *name* and renders answers, its adapter;
    raises ``UsageError`` for one that is not known.
    """
    for agent, module, *_ in AGENTS:
        if agent == name:
            adapter: Adapter = __import__(f"phaser_lint.agent.{module}", fromlist=("render",))
            return adapter
    names = ", ".join(agent for agent, *_ in AGENTS)
    raise usage_error(f"--agent: expected one of {names}, not {name}")


# What every agent's hook event is turned into: the event, the files it proposes, the answer.
#
# The modules of the agents read their events and files with the functions here. All of it is one
# module, since each costs the hook a hundredth of the interpreter's start.

BEGIN_PATCH = "*** Begin Patch"


class Event(Record):
    """One hook event: what happens, with which tool, on what."""

    name: str
    """``PreToolUse``, ``PostToolUse``, ``Stop``, whatever the agent calls them, or another."""
    tool: str = ""
    tool_input: Mapping[str, JsonValue] = {}
    session: str = ""
    working_directory: str = ""
    stop_hook_active: bool | None = False
    """The agent goes on because a Stop hook blocked before; ``None`` where that is not known."""
    original: str | None = None
    """After an edit: the file as it was before, where the agent sends it."""
    own_name: str = ""
    """What the agent itself calls the event, where that is another name."""
    project: str = ""
    """The folder that the agent works on, where the event names it."""
    subagent: str = ""
    """Which of a session's agents it is of, where there are several: each reads its own."""
    seconds: float | None = None
    """How long the tool ran, where the event has it."""
    call: str = ""
    """The agent's name of the call of the tool, where the event has one."""
    prompt: str = ""
    """The agent's name of the prompt, or turn, that the event is of, where it has one."""
    transcript: str = ""
    """The file to which the agent writes what its model reads, where the event names it."""
    began: float = 0.0
    """When its hook began, in seconds of the epoch, where that is known."""
    until: float | None = None
    """What the clock of ``text.deadlines`` shows once its edits are followed no longer."""

    @property
    def tool_began(self) -> float:
        """When its tool began, in seconds of the epoch; of one of unknown time, the event itself.

        Not by the time that it is now: where git took two seconds, what a command had just
        committed was older than the command, and nobody read of it.
        """
        return (self.began or time.time()) - (self.seconds or 0.0)


class FileProposal(Record):
    """The proposed state of one file that an event touches, or why there is none.

    ``path`` is absolute and resolved. ``before`` is the text on disk, ``None`` if the file is new
    or not text; for a file that moves here it is the text at ``moved_from``. With a
    ``skip_reason`` there is no ``text``; ``file_edit`` tells whether the event edits a file all
    the same, so that something was left unchecked. ``deleted``: the file will be gone.
    """

    path: str = ""
    text: str | None = None
    before: str | None = None
    is_new: bool = False
    skip_reason: str = ""
    file_edit: bool = False
    deleted: bool = False
    moved_from: str = ""
    garbled: bool = False
    """It is skipped as binary, and was a text or is written as one: that is reported."""
    size: FileSize | None = None
    """The size of a skipped file, where it is known."""
    is_before_unread: bool = False
    """All of the file is replaced, and nobody has read what: ``with_text_before`` does."""
    leads_to: str = ""
    """The file that is written, where ``path`` is a name that a link gives it: only its folder, up
    to that link, is resolved."""


Proposals: TypeAlias = "Sequence[tuple[str, FileProposal]]"
"""Each proposed file with its path in the project; no path twice."""

if TYPE_CHECKING:

    class Adapter(Protocol):
        """What the module of an agent holds."""

        PROJECT_VARIABLE: str
        """The environment variable that names the agent's project; empty if there is none."""
        DENIAL_ABORTS: bool
        """A denial ends the agent's run, and its model never reads why."""
        CHANNEL: ChannelFields
        """Where it takes context: the fields of ``context_channels.Channel``; empty: nowhere."""

        def parse_event(self, payload: JsonValue) -> Event: ...
        def proposals(self, event: Event) -> tuple[FileProposal, ...]: ...
        def touched_paths(self, event: Event) -> tuple[str, ...]: ...
        def render(self, event: Event, decision: Decision) -> Answer: ...


def find_text_field(payload: JsonObject, key: str) -> str:
    """Return the text at *key* of an agent's event, a JSON object, or nothing."""
    text = payload.get(key)
    return text if isinstance(text, str) else ""


def find_tool_arguments(tool_input: object) -> JsonObject:
    """Return a tool's input in any agent's event: an object, or a patch for a bare text."""
    if isinstance(tool_input, dict):
        return tool_input
    return {"patch": tool_input} if isinstance(tool_input, (str, list)) else {}


def keep_possible_path(path: str) -> str:
    """Return *path* of any agent's event, or nothing where no file can be called that: NUL, half a
    character.
    """
    try:
        os.fsencode(path)
    except ValueError:
        return ""
    return "" if "\0" in path else path


def resolve_path(event: Event, path: str) -> str:
    """Return the path that any agent's event names, absolute and resolved, or nothing."""
    path = keep_possible_path(path)
    if not path:
        return ""
    if path.startswith("~/"):  # older clients expand it after their hooks have run
        path = os.path.expanduser(path)
    return os.path.realpath(os.path.join(event.working_directory, path))


def find_uri_path(uri: str) -> str:
    """Return the path of a ``file:`` URI in any agent's event, and what is none as it is *uri*."""
    if not uri.startswith("file://"):
        return uri
    from urllib.parse import unquote  # hardly a model writes that

    path = uri.removeprefix("file://").removeprefix("localhost")
    return unquote(path.partition("?")[0].partition("#")[0])


def resolve_folder(path: str) -> str:
    """Return *path* with its folder resolved, but not a link that it is itself, as to delete it."""
    if not os.path.islink(path):
        return os.path.realpath(path)
    folder, name = os.path.split(path)
    return os.path.join(os.path.realpath(folder), name)


def find_agent_project(environment: Mapping[str, str], variable: str, *, fallback: str = "") -> str:
    """Return the project that any agent's event is about, resolved: what its *variable* tells, else
    the *fallback*.

    Empty where nothing tells; an empty *variable* is for an agent that has none.
    """
    folder = (environment.get(variable, "") if variable else "") or fallback
    return os.path.realpath(folder) if folder else ""


def propose_content(path: str, content: object) -> FileProposal:
    """Return any agent's proposal that *content* replaces all the text of the file at *path*."""
    if not isinstance(content, str):
        return FileProposal(skip_reason="Missing content")
    proposal = propose_text(content, before=None, is_new=not os.path.lexists(path))
    # A clean edit is answered whatever it replaces: most are not read.
    unread = proposal._replace(path=path, is_before_unread=not proposal.is_new)
    if proposal.text is not None:
        return unread
    return propose_text(content, before=with_text_before(unread).before, is_new=proposal.is_new)


def with_text_before(proposal: FileProposal) -> FileProposal:
    """Return any agent's *proposal* with the text that it replaces, read where nobody has."""
    if not proposal.is_before_unread:
        return proposal
    from phaser_lint.project.regular_file import read_text_or_reason  # of a new file nobody asks

    before, _ = read_text_or_reason(proposal.path)
    return proposal._replace(before=before, is_before_unread=False)


def propose_text(text: str, *, before: str | None, is_new: bool) -> FileProposal:
    """Return any agent's proposal of a file that gets this *text*, or why nothing is to check."""
    skipped = FileProposal(is_new=is_new)
    if is_binary(text):
        garbled = bool(before) or is_garbled(text)
        skipped = skipped._replace(skip_reason="Binary content detected", garbled=garbled)
    elif len(text) > MAXIMUM_BYTES // 4 and len(encode_text(text)) > MAXIMUM_BYTES:
        skipped = skipped._replace(skip_reason=f"Content is {TOO_LARGE}", before=before)
    else:
        return FileProposal(text=text, before=before, is_new=is_new)
    from phaser_lint.core.file_size import measure_text  # here: most files are checked

    return skipped._replace(size=measure_text(text))


TOO_MANY = "too many edits for a file of that size"
_MOST_LOOKED_THROUGH = 500_000_000


SECONDS_OF_EDITS = 2.0
"""How long the edits of one event are followed, in time of the processor."""


def propose_unfollowed(error: TimeoutError, *, path: str = "") -> FileProposal:
    """Return any agent's proposal for a file whose edits take too long: it is not checked."""
    reason = f"{error} took longer than {SECONDS_OF_EDITS * 1000:g} ms"
    return FileProposal(path=path, skip_reason=reason, file_edit=True)


def are_too_many(edits: Sized, text: str) -> bool:
    """Tell whether any agent's *edits* of *text* are too many to propose: each goes through it."""
    return len(edits) * len(text) > _MOST_LOOKED_THROUGH


def grows_too_large(text: str, old: str, new: str) -> bool:
    """Tell whether any agent's edit, *new* for each *old*, makes *text* too large for memory."""
    return bool(old) and len(text) + text.count(old) * len(new) > 4 * MAXIMUM_BYTES


def is_silent_skip(reason: str) -> bool:
    """Tell whether no agent hears that its proposal is skipped for this *reason*: it is binary."""
    return reason.startswith("Binary ")
