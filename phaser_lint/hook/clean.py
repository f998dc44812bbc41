"""The quick way of every hook run: answers an event that breaks nothing, else ``hook.answer`` does.

Most edits break no contract, and an agent makes hundreds of them: this path is to cost no more than
the interpreter's start. It imports no package of others and only the smallest of Python's own. It
decides nothing by itself: a contract is skipped only where its globs do not select the file, or
its pattern cannot match (``contract/prefilter``), or the pattern's own search finds no violation.
Whatever else happens, any doubt included, is for ``hook.answer``.
"""

from __future__ import annotations

import gc
import os
import sys

from phaser_lint.agent import BEGIN_PATCH
from phaser_lint.core import is_partial_event, parse_json_value, read_event_bytes
from phaser_lint.hook import (
    CONTEXT_STARTS,
    HookRequest,
    Options,
    find_file_levels,
    find_folder_levels,
    find_reading_deadline,
    make_hook_request,
    may_check,
    note_clean_edits,
    note_start_of_session,
    remember_other_repositories,
)
from phaser_lint.project import find_path_inside
from phaser_lint.project.levels import Levels, is_contract_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract import Matter, StoredContracts

    Kinds = tuple[Matter, ...]

# For all patterns on all files of the event: whatever takes longer is for the engine's turns.
_ALL_SECONDS = 0.5
# What is on the disk does not tell whether HEAD has it.
_WRITING: Kinds = ("create", "modify")
_OTHERS: Kinds = ("others",)
_WRITTEN: Kinds = (*_WRITING, *_OTHERS)
_GONE: Kinds = ("delete", "others")
# What install writes; all other flags are for the parser.
QUICK_FLAGS = ("--fail-closed", "--abort", "--augment", "--protect", "--log")
# What ``phaser enforce`` says.
ALL_PASSED = "All contracts passed"
NO_CONTRACTS = "no contracts; nothing was checked"
# No JSON answers: Windsurf shows its user all that is printed, Wave's model reads it at a prompt,
# and Antigravity takes {} for a denial.
_SHOW_ALL = (b'"agent_action_name"', b'"user_prompt"', b'"workspacePaths"')


def main() -> None:
    """Run the hook, by its clean path first: answer the event on standard input and end the
    process.

    This is what the command starts that ``install`` writes; ``phaser-lint hook`` goes the same way
    from ``command/hook``. The exit code is 0, but for a denial in an agent that knows no other form
    of it.
    """
    # A process of milliseconds ends before its garbage matters.
    gc.disable()
    arguments, code = sys.argv[1:], 0
    try:
        data = read_event_bytes(lambda size: os.read(0, size))
    except OSError:  # closed: the same as empty
        data = b""
    request = parse_quick_request(data, arguments)
    if request is not None and breaks_nothing(request, data):
        try:
            os.write(1, render_empty_answer(data).encode())
        except OSError:  # nobody listens
            os._exit(code)
    elif sys.stdout is not None:
        from phaser_lint.hook.answer import answer_event

        code = answer_event(data, arguments, request=request)
        try:
            sys.stdout.flush()
        except OSError:  # nobody listens
            os._exit(code)
    # Nothing is open any more: taking the interpreter down costs a fifth of its start.
    os._exit(code)


def render_empty_answer(data: bytes) -> str:
    """Return what the hook prints for a clean event *data*: ``{}``, or nothing for agents that
    would show that, or take it for a denial.
    """
    return "" if any(mark in data for mark in _SHOW_ALL) else "{}\n"


def write_streams(out: str, err: str = "") -> None:
    """Write the hook's answer, to a clean edit or any other event, to standard output and error, as
    far as somebody takes it.

    A client that closed one of them, or whose pipe is gone, would take 1, 2 or 3 for a denial.
    """
    for stream, text in ((sys.stdout, out), (sys.stderr, err)):
        try:
            stream.write(text)
        except (OSError, AttributeError):  # unbuffered and full; closed, so that there is none
            continue


def parse_quick_request(data: bytes, arguments: Sequence[str]) -> HookRequest | None:
    """Return the request of the event *data* on the hook's clean path; ``None`` where the event, or
    a flag, needs more to be read.

    What reads it with care is ``hook.answer``.
    """
    options = parse_quick_options(arguments)
    if options is None or is_partial_event(data):
        return None
    try:
        return make_hook_request(parse_json_value(data), options)
    except Exception:
        return None


def parse_quick_options(arguments: Sequence[str]) -> Options | None:
    """Return the hook's options on its clean path, from the flags that ``install`` writes;
    ``None``: others need the parser.

    That one costs as much as an answer.
    """
    other_arguments = [argument for argument in arguments if argument not in QUICK_FLAGS]
    if other_arguments and not (len(other_arguments) == 2 and other_arguments[0] == "--agent"):
        return None
    return Options(
        fail_closed="--fail-closed" in arguments,
        agent=other_arguments[1] if other_arguments else "",
        abort="--abort" in arguments,
        augment="--augment" in arguments,
        protect="--protect" in arguments,
        log="--log" in arguments,
    )


def breaks_nothing(request: HookRequest, data: bytes) -> bool:
    """Tell, on the hook's clean path, whether the event breaks nothing, as far as that is known at
    once.

    *data* is the event as it came.
    """
    name, protects = request.event.name, request.options.protect
    try:
        note_start_of_session(request)
        if b"[[" in data and request.options.augment:
            from phaser_lint.hook.context_channels import find_channel
            from phaser_lint.hook.link_context import Given, may_have_context

            channel = find_channel(request.adapter)
            if channel is not None and may_have_context(Given(request, channel)):
                return False
        if name == "PreToolUse":
            is_clean = _is_clean_before_tool(request)
            if is_clean and request.options.log:
                note_clean_edits(request)
            return is_clean
        if name in ("PostToolUse", "PostToolUseFailure"):
            return _is_clean_after_tool(request)
        if name in CONTEXT_STARTS:
            from phaser_lint.hook.memory.reported import note_start_of_context

            note_start_of_context(request)
        if protects and name == "SessionStart":
            from phaser_lint.hook.protection.snapshot import take_first_snapshot

            take_first_snapshot(request, anew=True)
        return name not in ("Stop", "SubagentStop")
    except Exception:  # whatever it is, the answer says it
        return False


def _is_clean_before_tool(request: HookRequest) -> bool:
    """Tell whether all is clean before the event does what it is about to do."""
    # Only Codex changes files by a command.
    if request.options.protect and (not request.proposals or request.event.tool == "Bash"):
        # An edit runs no command.
        from phaser_lint.hook.protection.watched_commands import find_watched_commands

        if find_watched_commands(request):
            return False
    if not request.proposals:
        return _names_no_unknown_file(request)
    # Where the model reads context now, all is reported now: no hook runs after the edit.
    reads_before = bool(request.adapter.CHANNEL.get("reads_before"))
    kinds = _WRITTEN if reads_before else _WRITING
    are_clean = True
    for proposed in request.proposals:
        if proposed.text is None or not _is_file_clean(
            request, proposed.path, text=proposed.text, kinds=kinds, reads_before=reads_before
        ):
            are_clean = False
            # What the other files may break is all that the engine has to try on them.
            if not reads_before:
                return False
        # The first contract file of a project makes it one.
        elif reads_before and is_contract_file(proposed.path.replace(os.sep, "/")):
            return False
    if request.unfollowed or not are_clean:
        return False
    if reads_before:
        remember_other_repositories(request, [proposed.path for proposed in request.proposals])
    return True


def _names_no_unknown_file(request: HookRequest) -> bool:
    """Tell whether no tool that is unknown may be about to write a file.

    With protection the snapshot is taken before: Codex announces commands, Claude Code the start of
    its session.
    """
    event = request.event
    if request.options.protect and hasattr(request.adapter, "TOOLS"):
        from phaser_lint.agent.nameless_writes import may_have_written

        if may_have_written(event, names_files=False):
            from phaser_lint.hook.protection.snapshot import take_first_snapshot

            take_first_snapshot(request, anew=False)
    # A single argument that is an object, or a text of several lines, may hold a name and a text.
    has_one_word = len(event.tool_input) < 2 and not any(
        isinstance(argument, (dict, list))
        or (isinstance(argument, str) and ("\n" in argument or argument.startswith(("{", "["))))
        for argument in event.tool_input.values()
    )
    runs = "command" in event.tool_input and BEGIN_PATCH not in str(event.tool_input["command"])
    # Most others read one file, or are shells; a text editor's command names a path.
    if event.tool and (has_one_word or (runs and "path" not in event.tool_input)):
        return True
    from phaser_lint.agent.nameless_writes import find_unknown_target

    start = request.start or os.path.realpath(os.getcwd())
    return find_unknown_target(event, start, request.value) == ""


def _is_clean_after_tool(request: HookRequest) -> bool:
    """Tell whether the files on disk are clean after a tool has run."""
    from phaser_lint.project.regular_file import read_checkable_text  # before it none is read

    def is_clean_on_disk(path: str) -> bool:
        text = read_checkable_text(path)
        is_read = text is not None or not os.path.lexists(path)
        return is_read and _is_file_clean(
            request, path, text=text, kinds=_GONE if text is None else _WRITTEN
        )

    event = request.event
    paths = request.touched
    if event.name == "PostToolUse" and not all(map(is_clean_on_disk, paths)):
        return False
    remember_other_repositories(request, paths)
    if paths and event.tool != "Bash":  # a file tool; only Codex names files of a command
        return True
    from phaser_lint.agent.nameless_writes import may_have_written

    if not may_have_written(event, names_files=bool(paths)):
        return True
    if request.options.protect:
        from phaser_lint.hook.protection.snapshot import are_protected_files_same

        if not are_protected_files_same(request):
            return False
    from phaser_lint.hook.changed_files import are_changes_clean, find_tool_changes

    if request.options.protect:
        return are_changes_clean(find_tool_changes(request), is_clean_on_disk)
    from phaser_lint.hook.memory.hook_identities import are_hook_files_same, find_hook_files_path

    def is_clean_without_hook(path: str) -> bool:
        from phaser_lint.hook.protection.hook_files import may_hold_hook  # few change a file

        return not may_hold_hook(path) and is_clean_on_disk(path)

    is_clean = are_hook_files_same(request) and are_changes_clean(
        find_tool_changes(request), is_clean_without_hook
    )
    path = find_hook_files_path(request)
    if is_clean and path and not os.path.lexists(path):
        from phaser_lint.hook.protection.hook_files import note_hook_files  # once a session

        note_hook_files(request)
    return is_clean


def _is_file_clean(
    request: HookRequest, path: str, text: str | None, kinds: Kinds, *, reads_before: bool = False
) -> bool:
    """Tell whether a file with this *text* is clean: nothing to report; ``None``: it is gone.

    *kinds*: what the event may do to it, or may have done. With *reads_before* nothing is reported
    later.
    """
    levels = find_file_levels(request, path)
    protects = request.options.protect
    if protects and _may_be_protected(request, levels, path=path, text=text or ""):
        return False
    relative_path = find_path_inside(levels.root, path)
    if relative_path is None or not may_check(request, levels):
        return True
    stored = _open_stored_contracts(request, levels)
    if stored is None or stored.has_problems:
        return False
    if protects:
        from phaser_lint.contract.deciding_places import is_deciding_file  # of few runs

        if is_deciding_file(path, stored.identity):
            return False
    if reads_before and relative_path.startswith(tuple(f"{name}/" for name in stored.folders)):
        return False
    if stored.changes and _may_forbid_event(
        request,
        stored,
        root=levels.root,
        path=relative_path,
        kinds=kinds,
        reads_before=reads_before,
    ):
        return False
    if text is None:
        return True
    # Here and below, not above: each module is a hundredth of the interpreter's start, and most
    # events end before they need these.
    from phaser_lint.contract.prefilter import find_places_in_doubt

    end = request.began + _ALL_SECONDS
    places = find_places_in_doubt(stored, relative_path, text, end=end)
    if reads_before and places is not None:
        request.places_in_doubt[path] = places
    return places == frozenset()


def meets_all_contracts(request: HookRequest, path: str, text: str) -> bool:
    """Tell, by what is stored, whether contracts count for a file with this *text* and it is clean
    for certain; ``phaser enforce`` asks.

    Of which severity they are does not matter then, nor what stood there before. Raises
    ``TimeoutError``, and others for a store that is garbled.
    """
    levels = find_file_levels(request, path)
    relative_path = find_path_inside(levels.root, path)
    if relative_path is None or not may_check(request, levels):
        return False
    stored = _open_stored_contracts(request, levels)
    if stored is None or stored.has_problems or not (stored.groups or stored.changes):
        return False
    from phaser_lint.contract.prefilter import find_places_in_doubt, may_forbid_change

    if may_forbid_change(stored, relative_path, _WRITTEN):
        return False
    end = request.began + _ALL_SECONDS
    return find_places_in_doubt(stored, relative_path, text, end=end) == frozenset()


def _open_stored_contracts(request: HookRequest, levels: Levels) -> StoredContracts | None:
    """Return what is stored of the contracts of *levels*; ``None``: the engine has to read them."""
    if levels in request.stored_by_levels:
        return request.stored_by_levels[levels]
    from phaser_lint.contract import find_stored_contracts

    home, cache, contracts_dir = request.home, request.cache, request.options.contracts_dir
    stored = find_stored_contracts(levels, home=home, cache=cache, contracts_dir=contracts_dir)
    if stored is None:
        # To read what changed takes less than the engine, which most edits then do not need.
        from phaser_lint.contract.open_contracts import make_identified_places, read_filters

        places = make_identified_places(levels, home=home, cache=cache, contracts_dir=contracts_dir)
        stored = read_filters(places, end=find_reading_deadline(request))
    if stored is not None:
        request.stored_by_levels[levels] = stored
    return stored


def _may_be_protected(request: HookRequest, levels: Levels, path: str, text: str) -> bool:
    """Tell whether the file may be protected, but for what the contracts of its *levels* say."""
    from phaser_lint.contract.deciding_places import is_deciding_file
    from phaser_lint.hook.protection.protected_places import may_be_protected

    place_folders = (levels.root, request.start, request.home)
    if may_be_protected(
        path, text, tool_input=request.event.tool_input, place_folders=place_folders
    ):
        return True
    own_levels = find_folder_levels(request, request.start) if request.start else levels
    # A submodule with contracts may hold those that the project around it includes.
    if own_levels.configuration == levels.configuration or not may_check(request, own_levels):
        return False
    stored = _open_stored_contracts(request, own_levels)
    return stored is None or is_deciding_file(path, stored.identity)


def _may_forbid_event(
    request: HookRequest,
    stored: StoredContracts,
    root: str,
    path: str,
    *,
    kinds: Kinds,
    reads_before: bool,
) -> bool:
    """Tell whether contracts may be broken by what becomes of *path*, one of these *kinds*."""
    from phaser_lint.contract.prefilter import may_forbid_change

    if not may_forbid_change(stored, path, kinds):
        return False
    event, cache = request.event, request.cache
    if event.name != "PreToolUse":
        return True
    # What the edit may be against HEAD, as far as that is known without git.
    kinds_at_head = _WRITING
    if event.session and cache:
        from phaser_lint.hook.memory.head_files import creates_file, name_head_file

        created = creates_file(name_head_file(cache, session=event.session, root=root), root, path)
        if created is not None:
            kinds_at_head = ("create",) if created else ("modify",)
    return may_forbid_change(
        stored, path, (*kinds_at_head, *_OTHERS) if reads_before else kinds_at_head
    )
