"""The hook: an event of an agent and where it happens, made once and handed on to all that answers.

Which project a file belongs to, and what it is checked by, is decided here and nowhere else. What
the hook's clean path needs comes first, and imports nothing heavy. What is to be noted of the event
for later ones comes last.
"""

from __future__ import annotations

import os
import time

from phaser_lint.agent import (
    SECONDS_OF_EDITS,
    Event,
    FileProposal,
    adapter_of,
    agent_of,
    possible_path,
    text_field,
)
from phaser_lint.core import Record
from phaser_lint.core.cache_file import cache_path
from phaser_lint.project import GitLimits, Root, agent_project, cache_folder, git_root, home_folder
from phaser_lint.project.levels import Levels, chain_of
from phaser_lint.project.regular_file import TOO_LARGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaser_lint.agent import Adapter
    from phaser_lint.contract import StoredContracts

SECONDS = 0.1
# What git has of the 5 seconds that an edit, and of the 20 that an agent that stops is to wait.
_GIT_SECONDS = 4.0
_GIT_SECONDS_AT_STOP = 17.0
# Of the same time, for contract files that changed: twenty thousand contracts take ten.
_READING_SECONDS, _READING_SECONDS_AT_STOP = 2.0, 8.0
_TOOL_EVENTS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
CONTEXT_STARTS = ("SessionStart", "UserPromptSubmit", "BeforeAgent", "PreCompact", "PostCompact")
"""After these the model may have read nothing that was reported before."""


class Clock:
    """The time of one event, which begins when its clock is made: no other beginning can be given.

    With a zero for it all time would be over before anything is read, and only the first contract
    file would count.
    """

    def __init__(self) -> None:
        self.began = time.monotonic()

    def deadline_after(self, seconds: float) -> float:
        """Return when so many *seconds* of the event's time are over, by the monotonic clock."""
        return self.began + seconds


class Options(Record):
    """How the hook checks, and the ``clock`` of the event.

    With ``reads_all`` contract files are read until none is left, however long that takes.
    """

    clock: Clock

    contracts_dir: str | None = None
    block_all: bool = False
    fail_closed: bool = False
    seconds: float = SECONDS
    agent: str = ""
    abort: bool = False
    augment: bool = False
    protect: bool = False
    log: bool = False
    reads_all: bool = False


class HookRequest(Record):
    """An event of an agent, how to check it, and where it happens. All folders are resolved.

    ``value`` is the JSON of the event, ``proposals`` the files as they will be after it, where it
    comes before a tool; ``touched`` are those that it names where it comes after one. Either has a
    file also under each name that a link gives it: ``links`` has the folders of these links, and
    ``unfollowed`` what it names by a link out of a project with contracts, each with the reason.
    ``project`` is the agent's own, empty where neither its variable nor the event names it.
    ``start`` is where the event begins: the project, else the working directory, which may move;
    empty where the event names neither. ``cache`` is empty without a home. ``levels_by_folder`` and
    ``stored_by_levels`` are what was looked up on the disk already: an event asks once. So it does
    by ``places_in_doubt``: of files about to be written, the contracts that may be broken, where
    all others are met for certain.
    """

    value: Any
    event: Event
    proposals: tuple[FileProposal, ...]
    touched: tuple[str, ...]
    links: Mapping[str, str]
    agent: str
    adapter: Adapter
    options: Options
    home: str
    cache: str
    project: str
    start: str
    levels_by_folder: dict[str, Levels]
    stored_by_levels: dict[Levels, StoredContracts]
    places_in_doubt: dict[str, frozenset[int]]
    unfollowed: tuple[str, ...] = ()


def request_of(event_json: Any, options: Options, agent: str = "") -> HookRequest:
    """Return the request of an event of *agent*, read from its JSON *event_json*.

    Without *agent* it is the one of the event's marks and the options. Raises ``UsageError`` for an
    unknown agent, ``InputError`` for what is no event.
    """
    agent = agent or agent_of(event_json, options.agent)
    adapter = adapter_of(agent)
    event = adapter.parse_event(event_json)._replace(until=time.process_time() + SECONDS_OF_EDITS)
    proposals = adapter.proposals(event) if event.name == "PreToolUse" else ()
    is_after = event.name in ("PostToolUse", "PostToolUseFailure")
    touched = adapter.touched_paths(event) if is_after else ()
    if is_large(event_json):
        # Nothing counts that was concluded from a text that was left out.
        event, reason = event._replace(original=None), f"Content is {TOO_LARGE}"
        deleted = [proposal for proposal in proposals if proposal.deleted]
        unread = [
            proposal._replace(text=None, skip_reason=reason, garbled=False, size=event_json.size)
            for proposal in proposals
            if not proposal.deleted
        ]
        proposals = (*deleted, *unread)
    home = home_folder()
    project = agent_project(os.environ, adapter.PROJECT_VARIABLE, fallback=event.project)
    moving = event.working_directory
    start = project or (os.path.realpath(moving) if moving else "")
    request = HookRequest(
        value=event_json,
        event=event,
        proposals=proposals,
        touched=touched,
        links={},
        agent=agent,
        adapter=adapter,
        options=options,
        home=home,
        cache=cache_folder(os.environ, home=home),
        project=project,
        start=start,
        levels_by_folder={},
        stored_by_levels={},
        places_in_doubt={},
        unfollowed=(),
    )
    paths = {*touched, *[proposal.path for proposal in proposals if proposal.path]}
    if not paths:
        return request
    full_paths = [
        os.path.join(folder, os.path.expanduser(path) if path[:2] == "~/" else path)
        for folder, path in named_paths(event, adapter)
        if possible_path(path)
    ]
    other_paths = [full for full in full_paths if os.path.normpath(full) not in paths]
    if not other_paths:
        return request
    from phaser_lint.hook.symlink_names import with_link_names  # few files are named by a link

    return with_link_names(request, other_paths)


def is_large(event_json: Any) -> bool:
    """Tell whether the JSON *event_json* of an event lacks its longest texts (``LargeEvent``)."""
    return type(event_json) is not dict and isinstance(event_json, dict)


def levels_checking(request: HookRequest, folder: str) -> Levels:
    """Return the levels that check what lies directly in the resolved *folder*."""
    levels = request.levels_by_folder.get(folder)
    if levels is None:
        levels = chain_of(folder, home=request.home, project=request.project)
        request.levels_by_folder[folder] = levels
        # What lies directly in a root with a level is checked by that: most events begin in one.
        if levels.levels and levels.levels[-1].folder == levels.root != folder:
            own_levels = levels._replace(levels=levels.levels[-1:])
            request.levels_by_folder.setdefault(levels.root, own_levels)
    return levels


def levels_of_file(request: HookRequest, path: str) -> Levels:
    """Return the levels by which the hook checks the file at the absolute *path*.

    A level is where its folder stands: below a link there is none.
    """
    return levels_checking(request, request.links.get(path) or os.path.dirname(path))


def limit_git(request: HookRequest, root: str) -> Root:
    """Return the folder *root* with what is left of the event's time as the limit of git there."""
    stops = request.event.name in ("Stop", "SubagentStop")
    seconds = _GIT_SECONDS_AT_STOP if stops else _GIT_SECONDS
    return Root(root, GitLimits(until=request.options.clock.deadline_after(seconds)))


def may_check(request: HookRequest, levels: Levels) -> bool:
    """Tell whether the hook may have anything to check by."""
    if levels.levels or request.options.contracts_dir is not None:
        return True
    return not levels.lack_contracts(home=request.home)


def reading_ends(request: HookRequest) -> float | None:
    """Return until when contract files are read, by the monotonic clock."""
    is_stop = request.event.name in ("Stop", "SubagentStop")
    seconds = _READING_SECONDS_AT_STOP if is_stop else _READING_SECONDS
    return None if request.options.reads_all else request.options.clock.deadline_after(seconds)


def event_folder(request: HookRequest) -> str:
    """Return where the hook's event begins: the folder of this process, if it names none."""
    return request.start or os.path.realpath(os.getcwd())


def named_paths(event: Event, adapter: Adapter) -> Iterable[tuple[str, str]]:
    """Return the paths that the hook's event names, each with the folder that it starts from."""
    tools = getattr(adapter, "TOOLS", None)
    if tools is None:
        edits = event.tool_input.get("edits")
        inputs = [event.tool_input, *(edits if isinstance(edits, list) else ())]
        paths = [
            text_field(edit, key)
            for edit in inputs
            if isinstance(edit, dict)
            for key in ("file_path", "notebook_path")
        ]
        return [(event.working_directory, path) for path in paths if path]
    # The agents that have a table import it.
    from phaser_lint.agent.file_tools import paths_in_event

    return dict.fromkeys(paths_in_event(event, tools))


# What later events of the session ask: files that ``memory`` writes. Most events have nothing to
# note, and load none of it.


def memory_at(request: HookRequest, root: str) -> str:
    """Return where the session's checks at *root* are remembered; nothing where they cannot be."""
    session, cache = request.event.session, request.cache
    if not (session and cache and root):
        return ""
    return cache_path(os.path.join(cache, "sessions"), (session, root), ending=".looks")


def denial_mark(request: HookRequest, path: str) -> str:
    """Return the file that is there while the last edit of the file at *path* was denied."""
    folder = os.path.join(request.cache, "sessions")
    return cache_path(folder, (request.event.session, path), ending=".denied")


def note_start_of_session(request: HookRequest) -> None:
    """Remember HEAD as it is at the session's first event, but where its tool may have moved it."""
    event, start = request.event, request.start
    # Mostly the event begins at the root: to look for that costs more than all else here.
    path = memory_at(request, start)
    if not path or os.path.lexists(path):
        return
    root = levels_checking(request, start).root if git_root(start) else ""
    path = memory_at(request, root)
    if not path or os.path.lexists(path):
        return
    if event.name in _TOOL_EVENTS[1:]:
        from phaser_lint.agent.other_tools import may_have_written  # once a session, as below

        if may_have_written(event, names_files=bool(request.adapter.touched_paths(event))):
            return
    # Others, such as a notification, may come while a tool runs.
    if event.name in (*CONTEXT_STARTS, *_TOOL_EVENTS):
        from phaser_lint.hook.memory.session_start import note_start

        note_start(path, root, event)


def note_clean_edits(request: HookRequest) -> None:
    """Log that nothing denies the event's edits, of files whose last edit was denied."""
    paths = [
        proposal.path
        for proposal in request.proposals
        if proposal.path and request.cache and os.path.lexists(denial_mark(request, proposal.path))
    ]
    if paths:
        from phaser_lint.hook.memory.denials import log_clean_edits  # few edits follow a denial

        log_clean_edits(request, paths, root=levels_of_file(request, paths[0]).root)


def touch_other_repositories(request: HookRequest, paths: Sequence[str]) -> None:
    """Remember the repositories of *paths*, where some are not of the event's own project."""
    if not paths or not request.start:
        return
    own_root = levels_checking(request, request.start).root
    # A patch may add a hundred thousand files to some folders.
    folders = {request.links.get(path) or os.path.dirname(path) for path in paths}
    if any(levels_checking(request, folder).root != own_root for folder in folders):
        from phaser_lint.hook.memory import touch

        touch(request, paths)
