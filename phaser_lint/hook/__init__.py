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
    choose_agent,
    find_agent_project,
    find_text_field,
    keep_possible_path,
    load_adapter,
)
from phaser_lint.core import Record
from phaser_lint.core.cache_file import name_cache_path
from phaser_lint.core.text import TOO_LARGE
from phaser_lint.project import (
    GitLimits,
    Root,
    find_git_root,
    find_home_folder,
    find_user_cache_folder,
)
from phaser_lint.project.levels import Levels, find_levels

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from typing import Any

    from phaser_lint.agent import Adapter
    from phaser_lint.contract import StoredContracts
    from phaser_lint.text.globs import Tests

SECONDS = 0.1
SLACK_SECONDS = 2.0
"""Between the end of a tool and the start of its hook, on a busy machine."""
# What git has of the 5 seconds that an edit, and of the 20 that an agent that stops is to wait.
_GIT_SECONDS = 4.0
_GIT_SECONDS_AT_STOP = 17.0
# Whatever was done before: on a busy machine to read a few contracts anew took all of the four.
_LEAST_GIT_SECONDS = 1.0
# Of the same time, for contract files that changed: twenty thousand contracts take ten.
_READING_SECONDS, _READING_SECONDS_AT_STOP = 2.0, 8.0
TOOL_EVENTS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
CONTEXT_STARTS = ("SessionStart", "UserPromptSubmit", "BeforeAgent", "PreCompact", "PostCompact")
"""After these the model may have read nothing that was reported before."""


class Options(Record):
    """How the hook checks.

    With ``reads_all`` contract files are read until none is left, however long that takes.
    """

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

    ``began`` is when its time began, by the monotonic clock: when the request was made, and nobody
    gives another. ``value`` is the JSON of the event, ``proposals`` the files as they will be after
    it, where it comes before a tool; ``touched`` are those that it names where it comes after one.
    Either has a file also under each name that a link gives it: ``links`` has the folders of these
    links, and ``unfollowed`` what it names by a link out of a project with contracts, each with the
    reason. ``project`` is the agent's own, empty where neither its variable nor the event names it.
    ``start`` is where the event begins: the project, else the working directory, which may move;
    empty where the event names neither. ``cache`` is empty without a home. ``levels_by_folder`` and
    ``stored_by_levels`` are what was looked up on the disk already, and ``git_answers`` what git
    said: an event asks once. So it does by ``places_in_doubt``: of files about to be written, the
    contracts that may be broken, where all others are met for certain.
    """

    began: float
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
    git_answers: dict[tuple[str, ...], bytes]
    places_in_doubt: dict[str, frozenset[int]]
    unfollowed: tuple[str, ...] = ()


def make_hook_request(event_json: Any, options: Options, agent: str = "") -> HookRequest:
    """Return the hook's request, the record that all of the hook hands on, of an event of *agent*,
    made of its JSON *event_json*.

    Without *agent* it is the one of the event's marks and the options. Raises ``UsageError`` for an
    unknown agent, ``InputError`` for what is no event.
    """
    began = time.monotonic()
    agent = agent or choose_agent(event_json, options.agent)
    adapter = load_adapter(agent)
    event = adapter.parse_event(event_json)
    event = event._replace(began=time.time(), until=time.process_time() + SECONDS_OF_EDITS)
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
    home = find_home_folder()
    project = find_agent_project(os.environ, adapter.PROJECT_VARIABLE, fallback=event.project)
    moving = event.working_directory
    start = project or (os.path.realpath(moving) if moving else "")
    request = HookRequest(
        began=began,
        value=event_json,
        event=event,
        proposals=proposals,
        touched=touched,
        links={},
        agent=agent,
        adapter=adapter,
        options=options,
        home=home,
        cache=find_user_cache_folder(os.environ, home=home),
        project=project,
        start=start,
        levels_by_folder={},
        stored_by_levels={},
        git_answers={},
        places_in_doubt={},
        unfollowed=(),
    )
    paths = {*touched, *[proposal.path for proposal in proposals if proposal.path]}
    if not paths:
        return request
    full_paths = [
        os.path.join(folder, os.path.expanduser(path) if path[:2] == "~/" else path)
        for folder, path in list_named_paths(event, adapter)
        if keep_possible_path(path)
    ]
    other_paths = [full for full in full_paths if os.path.normpath(full) not in paths]
    if not other_paths:
        return request
    from phaser_lint.hook.symlink_names import with_link_names  # few files are named by a link

    return with_link_names(request, other_paths)


def is_large(event_json: Any) -> bool:
    """Tell whether a ``HookRequest``'s *event_json* is a ``LargeEvent``, without its long texts."""
    return type(event_json) is not dict and isinstance(event_json, dict)


def find_folder_levels(request: HookRequest, folder: str) -> Levels:
    """Return the levels for what is directly in *folder*, which the hook's *request* remembers."""
    levels = request.levels_by_folder.get(folder)
    if levels is None:
        levels = find_levels(folder, home=request.home, project=request.project)
        request.levels_by_folder[folder] = levels
        # What lies directly in a root with a level is checked by that: most events begin in one.
        if levels.levels and levels.levels[-1].folder == levels.root != folder:
            own_levels = levels._replace(levels=levels.levels[-1:])
            request.levels_by_folder.setdefault(levels.root, own_levels)
    return levels


def find_file_levels(request: HookRequest, path: str) -> Levels:
    """Return the levels by which the hook's *request* checks the file at the absolute *path*.

    A level is where its folder stands: below a link there is none.
    """
    return find_folder_levels(request, request.links.get(path) or os.path.dirname(path))


def limit_git(request: HookRequest, root: str) -> Root:
    """Return the folder *root* with the time that is left for the hook's event as git's limit."""
    stops = request.event.name in ("Stop", "SubagentStop")
    seconds = _GIT_SECONDS_AT_STOP if stops else _GIT_SECONDS
    until = max(request.began + seconds, time.monotonic() + _LEAST_GIT_SECONDS)

    def find_branches() -> Tests:
        return find_event_branches(request, root)

    limits = GitLimits(until=until, find_long_lived=find_branches)
    return Root(root, limits, request.git_answers)


def find_event_branches(request: HookRequest, root: str) -> Tests:
    """Return the tests of the branches of remotes that count as the default one does, by what the
    hook's *request* is checked by at *root*.
    """
    # Few events ask for branches.
    from phaser_lint.contract.deciding_places import find_long_lived_branches

    levels = find_folder_levels(request, root)
    return find_long_lived_branches(levels, contracts_dir=request.options.contracts_dir)


def may_check(request: HookRequest, levels: Levels) -> bool:
    """Tell whether *levels* may have contracts by which a *request* to the hook is checked."""
    if levels.levels or request.options.contracts_dir is not None:
        return True
    return not levels.lack_contracts(home=request.home)


def find_reading_deadline(request: HookRequest) -> float | None:
    """Return until when the request may have contracts read (monotonic); ``None``: no end."""
    is_stop = request.event.name in ("Stop", "SubagentStop")
    seconds = _READING_SECONDS_AT_STOP if is_stop else _READING_SECONDS
    return None if request.options.reads_all else request.began + seconds


def find_event_folder(request: HookRequest) -> str:
    """Return where the event of a hook's request begins, or this process's own folder."""
    return request.start or os.path.realpath(os.getcwd())


def list_named_paths(event: Event, adapter: Adapter) -> Iterable[tuple[str, str]]:
    """Return the paths that a hook request's *event* names, each with the folder it starts from."""
    tools = getattr(adapter, "TOOLS", None)
    if tools is None:
        edits = event.tool_input.get("edits")
        inputs = [event.tool_input, *(edits if isinstance(edits, list) else ())]
        paths = [
            find_text_field(edit, key)
            for edit in inputs
            if isinstance(edit, dict)
            for key in ("file_path", "notebook_path")
        ]
        return [(event.working_directory, path) for path in paths if path]
    # The agents that have a table import it.
    from phaser_lint.agent.file_tools import list_event_paths

    return dict.fromkeys(list_event_paths(event, tools))


# What later events of the session ask: files that ``memory`` writes. Most events have nothing to
# note, and load none of it.


def find_memory_path(request: HookRequest, root: str) -> str:
    """Return the path where a ``HookRequest`` has its session's memory of the project at *root*;
    empty where there can be none.
    """
    session, cache = request.event.session, request.cache
    if not (session and cache and root):
        return ""
    return name_cache_path(os.path.join(cache, "sessions"), (session, root), ending=".looks")


def name_denial_mark(request: HookRequest, path: str) -> str:
    """Return the path in the cache of a hook's *request* that marks *path* as denied last time."""
    folder = os.path.join(request.cache, "sessions")
    return name_cache_path(folder, (request.event.session, path), ending=".denied")


def note_start_of_session(request: HookRequest) -> None:
    """Look whether a hook's *request* is the first of its session, to note what HEAD is; not if its
    tool may have moved HEAD.
    """
    event, start = request.event, request.start
    # Mostly the event begins at the root: to look for that costs more than all else here.
    path = find_memory_path(request, start)
    if not path or os.path.lexists(path):
        return
    root = find_folder_levels(request, start).root if find_git_root(start) else ""
    path = find_memory_path(request, root)
    if not path or os.path.lexists(path):
        return
    if event.name in TOOL_EVENTS[1:]:
        from phaser_lint.agent.nameless_writes import may_have_written  # once a session, as below

        if may_have_written(event, names_files=bool(request.adapter.touched_paths(event))):
            return
    # Others, such as a notification, may come while a tool runs.
    if event.name in (*CONTEXT_STARTS, *TOOL_EVENTS):
        from phaser_lint.hook.memory.session_start import write_session_start

        write_session_start(path, root, event)
        if not request.options.protect:
            from phaser_lint.hook.protection.hook_files import note_hook_files

            note_hook_files(request)


def note_clean_edits(request: HookRequest) -> None:
    """Log those proposals of a ``HookRequest`` that nothing denies, of files denied last time."""
    paths = [
        proposal.path
        for proposal in request.proposals
        if proposal.path
        and request.cache
        and os.path.lexists(name_denial_mark(request, proposal.path))
    ]
    if paths:
        from phaser_lint.hook.memory.denials import log_clean_edits  # few edits follow a denial

        log_clean_edits(request, paths, root=find_file_levels(request, paths[0]).root)


def remember_other_repositories(request: HookRequest, paths: Sequence[str]) -> None:
    """Look whether a hook's *request* edits *paths* outside its repository, and have that noted."""
    if not paths or not request.start:
        return
    own_root = find_folder_levels(request, request.start).root
    # A patch may add a hundred thousand files to some folders.
    folders = {request.links.get(path) or os.path.dirname(path) for path in paths}
    if any(find_folder_levels(request, folder).root != own_root for folder in folders):
        from phaser_lint.hook.memory import add_touched_repositories

        add_touched_repositories(request, paths)
