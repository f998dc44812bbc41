"""The start of every hook run: answers an event that breaks nothing, or hands over to ``hook``.

Most edits break no contract, and an agent makes hundreds of them: this path is to cost no more than
the interpreter's start. It imports no package of others and only the smallest of Python's own. It
decides nothing by itself: a contract is skipped only where its globs do not select the file, or
its pattern cannot match (``contract/screen``), or the pattern's own search finds no violation.
Whatever else happens, any doubt included, is for ``hook.answer``.
"""

from __future__ import annotations

import gc
import os
import sys

from phaser_lint.agent import BEGIN_PATCH
from phaser_lint.core import Record
from phaser_lint.core.text import event_bytes, is_partial, loads
from phaser_lint.hook.request import (
    Clock,
    Options,
    levels_of,
    levels_of_file,
    may_check,
    memory_at,
    places_of,
    reading_ends,
    request_of,
    unfollowed,
)
from phaser_lint.project.regular_file import read_text
from phaser_lint.project.root import git_root, is_contract_file, path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.stored_filters import Matter, Places, StoredFilters
    from phaser_lint.hook.request import HookRequest
    from phaser_lint.project.root import Levels

    Kinds = tuple[Matter, ...]

# For all patterns on all files of the event: whatever takes longer is for the engine's turns.
_ALL_SECONDS = 0.5
# What is on the disk does not tell whether HEAD has it.
_WRITING: Kinds = ("create", "modify")
_OTHERS: Kinds = ("others",)
_WRITTEN: Kinds = (*_WRITING, *_OTHERS)
_GONE: Kinds = ("delete", "others")
_TOOL_EVENTS = ("PreToolUse", "PostToolUse", "PostToolUseFailure")
# After these the model may have read nothing that was reported before.
_STARTS = ("SessionStart", "UserPromptSubmit", "BeforeAgent", "PreCompact", "PostCompact")
# What install writes; all other flags are for the parser.
QUICK_FLAGS = ("--fail-closed", "--abort", "--augment", "--protect")
# What ``phaser enforce`` says.
ALL_PASSED = "All contracts passed"
NO_CONTRACTS = "no contracts; nothing was checked"
# No JSON answers: Windsurf shows its user all that is printed, Wave's model reads it at a prompt.
_SHOW_ALL = (b'"agent_action_name"', b'"user_prompt"')


def main() -> None:
    """Answer the event on standard input and end the process.

    The exit code is 0, but for a denial in an agent that knows no other form of it.
    """
    # A process of milliseconds ends before its garbage matters.
    gc.disable()
    arguments = sys.argv[1:]
    data = _read_event()
    clock = Clock()
    code = 0
    first = quick_check(data, arguments, clock=clock)
    if first.is_clean:
        _write(nothing_to_say(data))
    elif sys.stdout is not None:
        from phaser_lint.hook.answer import answer_bytes

        code = answer_bytes(data, arguments, clock=clock, request=first.request)
        _flush()
    # Nothing is open any more: taking the interpreter down costs a fifth of its start.
    os._exit(code)


def nothing_to_say(data: bytes) -> str:
    """Return what is printed to answer the event *data* with nothing."""
    return "" if any(mark in data for mark in _SHOW_ALL) else "{}\n"


def write(out: str, err: str = "") -> None:
    """Write an answer to both streams, as far as somebody takes it.

    A client that closed one of them, or whose pipe is gone, would take 1, 2 or 3 for a denial.
    """
    for stream, text in ((sys.stdout, out), (sys.stderr, err)):
        try:
            stream.write(text)
        except (OSError, AttributeError):  # unbuffered and full; closed, so that there is none
            continue


def _write(answer: str) -> None:
    try:
        os.write(1, answer.encode())
    except OSError:  # nobody listens
        return


def _read_event() -> bytes:
    try:
        return event_bytes(lambda size: os.read(0, size))
    except OSError:  # closed: the same as empty
        return b""


def _flush() -> None:
    try:
        sys.stdout.flush()
    except OSError:  # nobody listens
        return


class QuickCheck(Record):
    """Whether the answer is ``{}`` for certain, and the request as far as it could be read.

    Without ``is_clean`` the answer is not known yet.
    """

    is_clean: bool = False
    request: HookRequest | None = None


def quick_check(data: bytes, arguments: Sequence[str], *, clock: Clock | None = None) -> QuickCheck:
    """Return whether the event *data* breaks nothing, as far as that is known at once.

    Without a *clock* its time begins now.
    """
    options, request = quick_options(arguments, clock or Clock()), None
    if options is None or is_partial(data):
        return QuickCheck()
    try:
        request = request_of(loads(data), options)
        note_start_of_session(request)
        if b"[[" in data and options.augment and _may_have_context(request):
            return QuickCheck(False, request)
        return QuickCheck(_breaks_nothing(request), request)
    except Exception:
        return QuickCheck(False, request)


def quick_options(arguments: Sequence[str], clock: Clock) -> Options | None:
    """Return the options of the flags that ``install`` writes; ``None``: others need the parser.

    That one costs as much as an answer.
    """
    left = [argument for argument in arguments if argument not in QUICK_FLAGS]
    if left and not (len(left) == 2 and left[0] == "--agent"):
        return None
    return Options(
        clock,
        fail_closed="--fail-closed" in arguments,
        agent=left[1] if left else "",
        abort="--abort" in arguments,
        augment="--augment" in arguments,
        protect="--protect" in arguments,
    )


def note_start_of_session(request: HookRequest) -> None:
    """Remember HEAD as it is at the session's first event, but where its tool may have moved it."""
    event, start = request.event, request.start
    # Mostly the event begins at the root: to look for that costs more than all else here.
    path = memory_at(request, start)
    if not path or os.path.lexists(path):
        return
    root = levels_of(request, start).root if git_root(start) else ""
    path = memory_at(request, root)
    if not path or os.path.lexists(path):
        return
    if event.name in _TOOL_EVENTS[1:]:
        from phaser_lint.agent.other_tools import may_have_written  # once a session, as below

        if may_have_written(event, names_files=bool(request.adapter.touched_paths(event))):
            return
    # Others, such as a notification, may come while a tool runs.
    if event.name in (*_STARTS, *_TOOL_EVENTS):
        from phaser_lint.hook.memory.session_start import note_start

        note_start(path, root, event)


def _may_have_context(request: HookRequest) -> bool:
    from phaser_lint.hook.context_channels import channel_of
    from phaser_lint.hook.link_context import Given, may_have_context

    channel = channel_of(request.adapter)
    return channel is not None and may_have_context(Given(request, channel))


def _breaks_nothing(request: HookRequest) -> bool:
    event, protects = request.event, request.options.protect
    if event.name == "PreToolUse":
        if protects and not request.proposals and hasattr(request.adapter, "TOOLS"):
            _begin_before_command(request)
        return _proposes_nothing(request)
    if event.name in _STARTS:
        _note_start_of_context(request)
    if protects and event.name == "SessionStart":
        _begin(request, anew=True)
    if event.name in ("PostToolUse", "PostToolUseFailure"):
        return _is_clean_afterwards(request)
    return event.name not in ("Stop", "SubagentStop")


def _proposes_nothing(request: HookRequest) -> bool:
    """Tell whether there is nothing to report of the files that the event proposes."""
    # Where the model reads context now, all is reported now: no hook runs after the edit.
    writing = _WRITTEN if _reports_all_before(request) else _WRITING
    for proposed in request.proposals:
        same = proposed.text == proposed.before and not proposed.is_new
        kinds = () if same else writing
        if proposed.text is None or not _file_is_clean(
            request, proposed.path, proposed.text, kinds
        ):
            return False
        # The first contract file of a project makes it one.
        if _reports_all_before(request) and is_contract_file(proposed.path.replace(os.sep, "/")):
            return False
    if unfollowed(request) or (not request.proposals and _writes_unknown(request)):
        return False
    paths = [proposed.path for proposed in request.proposals]
    if _reports_all_before(request) and _lie_elsewhere(request, paths):
        _touch(request, paths)
    return True


def _reports_all_before(request: HookRequest) -> bool:
    """Tell whether all that there is to report of an edit is reported before it."""
    return request.event.name == "PreToolUse" and bool(request.adapter.CHANNEL.get("reads_before"))


def _touch(request: HookRequest, paths: Sequence[str]) -> None:
    from phaser_lint.hook.memory.session import touch  # few files lie elsewhere

    touch(request, paths)


def _writes_unknown(request: HookRequest) -> bool:
    """Tell whether an unknown tool may be about to write a file."""
    tool, given = request.event.tool, request.event.tool_input
    is_plain = len(given) < 2 and all(map(_is_short, given.values()))
    runs = "command" in given and BEGIN_PATCH not in str(given["command"])
    if tool and (is_plain or runs):  # most others read one file, or are shells
        return False
    from phaser_lint.agent.other_tools import unknown_target

    start = request.start or os.path.realpath(os.getcwd())
    return unknown_target(request.event, start, request.value) != ""


def _note_start_of_context(request: HookRequest) -> None:
    from phaser_lint.hook.memory.reported import note_start_of_context  # no edit needs it

    note_start_of_context(request)


def _is_short(value: object) -> bool:
    """Tell whether a tool's only argument cannot hold a file's name and a text."""
    if isinstance(value, str):
        return "\n" not in value and not value.startswith(("{", "["))
    return not isinstance(value, (dict, list))


def _begin(request: HookRequest, *, anew: bool) -> None:
    from phaser_lint.hook.protection.snapshot import begin

    begin(request, anew=anew)


def _begin_before_command(request: HookRequest) -> None:
    """Take the snapshot now: Codex announces commands, Claude Code the start of its session."""
    from phaser_lint.agent.other_tools import may_have_written

    if may_have_written(request.event, names_files=False):
        _begin(request, anew=False)


def _is_clean_afterwards(request: HookRequest) -> bool:
    """Tell whether there is nothing to report of the files on disk after a tool has run."""

    def is_clean_on_disk(path: str) -> bool:
        text = read_text(path)
        is_read = text is not None or not os.path.lexists(path)
        return is_read and _file_is_clean(request, path, text, _GONE if text is None else _WRITTEN)

    event = request.event
    paths = request.touched
    if event.name == "PostToolUse" and not all(map(is_clean_on_disk, paths)):
        return False
    if _lie_elsewhere(request, paths):
        _touch(request, paths)
    if paths and event.tool != "Bash":  # a file tool; only Codex names files of a command
        return True
    from phaser_lint.agent.other_tools import may_have_written

    if not may_have_written(event, names_files=bool(paths)):
        return True
    if request.options.protect:
        from phaser_lint.hook.protection.snapshot import is_as_seen

        if not is_as_seen(request):
            return False
    from phaser_lint.hook.changed_files import are_clean, changed_files

    return are_clean(changed_files(request), is_clean_on_disk)


def _lie_elsewhere(request: HookRequest, paths: Sequence[str]) -> bool:
    """Tell whether any of *paths* is not of the project that the event begins in."""
    if not paths or not request.start:
        return False
    own = levels_of(request, request.start).root
    return any(levels_of_file(request, path).root != own for path in paths)


def _file_is_clean(request: HookRequest, path: str, text: str | None, kinds: Kinds) -> bool:
    """Tell whether there is nothing to report of a file with this *text*; ``None``: it is gone.

    *kinds*: what the event may do to it, or may have done.
    """
    levels = levels_of_file(request, path)
    protects = request.options.protect
    if protects and _may_be_protected(request, levels, path, text or ""):
        return False
    stored = _stored_for(request, levels, path)
    if stored is None:
        return True
    filters = stored.filters
    if filters is None or filters.has_problems or (protects and _is_deciding(path, stored.places)):
        return False
    if _may_be_changed(request, filters, levels.root, stored.path, kinds):
        return False
    return text is None or _meets_all(request, filters, stored.path, text)


def meets_all_contracts(request: HookRequest, path: str, text: str) -> bool:
    """Tell whether contracts count for a file with this *text*, and it meets all for certain.

    Of which severity they are does not matter then, nor what stood there before. Raises
    ``TimeoutError``, and others for a store that is garbled.
    """
    stored = _stored_for(request, levels_of_file(request, path), path)
    filters = stored.filters if stored else None
    if stored is None or filters is None or filters.has_problems:
        return False
    if not (filters.groups or filters.changes):
        return False
    # Here and below, not above: each module is a hundredth of the interpreter's start, and most
    # events end before they need these.
    from phaser_lint.contract.stored_filters import may_be_changed

    if may_be_changed(filters, stored.path, _WRITTEN):
        return False
    return _meets_all(request, filters, stored.path, text)


class _StoredContracts(Record):
    """What is stored of the contracts that check a file, and the file's ``path`` from their root.

    ``filters``: ``None`` where they have to be read by the engine's way.
    """

    path: str
    places: Places
    filters: StoredFilters | None


def _stored_for(request: HookRequest, levels: Levels, path: str) -> _StoredContracts | None:
    """Return what is stored for the file at *path*; ``None`` where no contract counts for it."""
    inside = path_inside(levels.root, path)
    if inside is None or not may_check(request, levels):
        return None
    places = places_of(request, levels)
    if places.are_empty():
        return None
    return _StoredContracts(inside, places, _filters_of(request, places))


def _meets_all(request: HookRequest, filters: StoredFilters, path: str, text: str) -> bool:
    from phaser_lint.contract.stored_filters import meets_all

    return meets_all(filters, path, text, end=request.options.clock.after(_ALL_SECONDS))


def _may_be_protected(request: HookRequest, levels: Levels, path: str, text: str) -> bool:
    """Tell whether the file may be protected, but for what the contracts of its *levels* say."""
    from phaser_lint.hook.protected_places import may_be_protected

    bases = (levels.root, request.start, request.home)
    if may_be_protected(path, text, request.event.tool_input, bases):
        return True
    own = levels_of(request, request.start) if request.start else levels
    # A submodule with contracts may hold those that the project around it includes.
    if own.configuration == levels.configuration or not may_check(request, own):
        return False
    places = places_of(request, own)
    return _filters_of(request, places) is None or _is_deciding(path, places)


def _is_deciding(path: str, places: Places) -> bool:
    from phaser_lint.contract.deciding_places import is_deciding  # of few runs, with a flag

    return places.identity is None or is_deciding(path, places.identity)


def _filters_of(request: HookRequest, places: Places) -> StoredFilters | None:
    from phaser_lint.contract.stored_filters import open_filters

    kept = open_filters(places)
    if kept is not None:
        return kept
    # To read what changed takes less than the engine, which most edits then do not need.
    from phaser_lint.contract.read import read_filters

    return read_filters(places, end=reading_ends(request))


def _may_be_changed(
    request: HookRequest, kept: StoredFilters, root: str, path: str, kinds: Kinds
) -> bool:
    """Tell whether contracts may be broken by what becomes of *path*, one of these *kinds*."""
    from phaser_lint.contract.stored_filters import may_be_changed

    if _reports_all_before(request) and path.startswith(tuple(f"{name}/" for name in kept.folders)):
        return True
    if not may_be_changed(kept, path, kinds):
        return False
    if request.event.name != "PreToolUse":
        return True
    known = _kinds_at(request, root, path)
    return may_be_changed(kept, path, (*known, *_OTHERS) if _reports_all_before(request) else known)


def _kinds_at(request: HookRequest, root: str, path: str) -> Kinds:
    """Return what an edit of *path* may be against HEAD, as far as that is known without git."""
    session = request.event.session
    if not session or not request.cache:
        return _WRITING
    from phaser_lint.hook.memory.head_files import creates, head_files_path

    created = creates(head_files_path(request.cache, session=session, root=root), root, path)
    return _WRITING if created is None else ("create",) if created else ("modify",)
