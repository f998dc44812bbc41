"""The start of every hook run: answers an event that breaks nothing, or hands over to ``hook``.

Most edits break no contract, and an agent makes hundreds of them: this path is to cost no more than
the interpreter's start. It imports no package of others and only the smallest of Python's own. It
decides nothing by itself: a contract is skipped only where its globs do not select the file, or
its pattern cannot match (``prefilter``), or the pattern's own search finds no violation. Whatever
else happens, any doubt included, is for ``hook.answer``.
"""

from __future__ import annotations

import gc
import os
import sys
import time

from phaser_lint.core import Record
from phaser_lint.core.text import event_bytes, is_partial, loads
from phaser_lint.hook.request import (
    Options,
    levels_of,
    levels_of_file,
    may_check,
    places_of,
    reading_ends,
    request_of,
    unfollowed,
)
from phaser_lint.project.regular_file import read_text
from phaser_lint.project.root import is_contract_file, path_inside

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.stored_filters import Matter, Places, StoredFilters
    from phaser_lint.hook.request import HookRequest

    Kinds = tuple[Matter, ...]

# For all patterns on all files of the event: whatever takes longer is for the engine's turns.
_ALL_SECONDS = 0.5
# What is on the disk does not tell whether HEAD has it.
_WRITING: Kinds = ("create", "modify")
_OTHERS: Kinds = ("others",)
_WRITTEN: Kinds = (*_WRITING, *_OTHERS)
_GONE: Kinds = ("delete", "others")
# What install writes; all other flags are for the parser.
QUICK_FLAGS = ("--fail-closed", "--abort", "--augment", "--protect")
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
    began = time.monotonic()
    code = 0
    first = quick_check(data, arguments)
    if first.is_clean:
        _write(nothing_to_say(data))
    elif sys.stdout is not None:
        from phaser_lint.hook.answer import answer_bytes

        code = answer_bytes(data, arguments, began=began, request=first.request)
        _flush()
    # Nothing is open any more: taking the interpreter down costs a fifth of its start.
    os._exit(code)


def nothing_to_say(data: bytes) -> str:
    """Return what is printed to answer the event *data* with nothing."""
    return "" if any(mark in data for mark in _SHOW_ALL) else "{}\n"


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


def quick_check(data: bytes, arguments: Sequence[str]) -> QuickCheck:
    """Return whether the event *data* breaks nothing, as far as that is known at once."""
    options, request = quick_options(arguments), None
    if options is None or is_partial(data):
        return QuickCheck()
    try:
        request = request_of(loads(data), options)
        if b"[[" in data and options.augment and _may_have_context(request):
            return QuickCheck(False, request)
        return QuickCheck(_breaks_nothing(request), request)
    except Exception:
        return QuickCheck(False, request)


def quick_options(arguments: Sequence[str]) -> Options | None:
    """Return the options of the flags that ``install`` writes; ``None``: others need the parser.

    That one costs as much as an answer.
    """
    left = [argument for argument in arguments if argument not in QUICK_FLAGS]
    if left and not (len(left) == 2 and left[0] == "--agent"):
        return None
    return Options(
        began=time.monotonic(),
        fail_closed="--fail-closed" in arguments,
        agent=left[1] if left else "",
        abort="--abort" in arguments,
        augment="--augment" in arguments,
        protect="--protect" in arguments,
    )


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
    given = request.event.tool_input
    if len(given) < 2 or "command" in given:  # most others are shells
        return False
    from phaser_lint.agent.other_tools import unknown_target

    start = request.start or os.path.realpath(os.getcwd())
    return unknown_target(request.event, start) != ""


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
    if request.options.protect:
        from phaser_lint.hook.protected_places import may_be_protected

        bases = (levels.root, request.start, request.home)
        if may_be_protected(path, text or "", request.event.tool_input, bases):
            return False
    inside = path_inside(levels.root, path)
    if inside is None or not may_check(request, levels):
        return True
    places = places_of(request, levels)
    if places.are_empty():
        return True
    kept = _filters_of(request, places)
    if kept is None or kept.has_problems:
        return False
    if _may_be_changed(request, kept, levels.root, inside, kinds):
        return False
    # Here and below, not above: each module is a hundredth of the interpreter's start, and most
    # events end before they need these.
    from phaser_lint.contract.stored_filters import meets_all

    end = request.options.began + _ALL_SECONDS
    return text is None or meets_all(kept, inside, text, end=end)


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
