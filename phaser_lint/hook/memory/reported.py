"""What was reported already in an agent's session, so that it is not reported again, or shorter.

What a model read counts until it gets a new prompt, or its context starts anew: a start of the
session, a compaction. One call of a tool may start several hooks, of which each has to give the
same answer. What only the user reads counts for the whole session.

One small file a session and project in the user's cache folder, a line a report. Where it cannot
be written nothing breaks: the worst is a message that comes twice.
"""

from __future__ import annotations

import os

from phaser_lint.core import APPEND
from phaser_lint.core.cache_file import make_checksum
from phaser_lint.hook import HookRequest
from phaser_lint.project.regular_file import read_bytes_from

_LARGEST = 256 * 1024
# An agent writes some megabytes between two starts of its context; of more nothing is known.
_LARGEST_TRANSCRIPT = 64 * 1024 * 1024
# How Claude Code and Codex note in a transcript that the model reads a summary from now on. Within
# a text their quotes would be escaped.
_COMPACTIONS = (b'"subtype":"compact_boundary"', b'"isCompactSummary":true', b'"type":"compacted"')
_PROMPTS = ("UserPromptSubmit", "BeforeAgent")
# In place of a call, in the lines of errors that Stop finds.
_STANDS, _GONE = "stands", "gone"
_COMPACTING = ("PreCompact", "PostCompact")


def note_first_report(
    request: HookRequest, text: str, *, root: str, to_each: bool = False, to_user: bool = False
) -> bool:
    """Note that the session reported *text* of the project at *root*; tell whether it had not yet.

    *to_each*: a subagent has not read what was reported to another one. *to_user*: only the user
    reads it. Another hook of the same call has not reported it. An agent that goes on after a block
    is told nothing.
    """
    event = request.event
    if event.stop_hook_active:
        return False
    if not event.session or not request.cache:
        return True
    session = f"{event.session}\n{event.subagent}" if to_each else event.session
    period = "" if to_user else _name_period(request)
    path, key = _name_reports_file(request.cache, session, root), _hash_text(f"{period}{text}")
    call = _hash_text(f"{event.name} {event.call}") if event.call else "-"
    run = _hash_text(f"{os.getpid()} {request.began!r}")
    earlier = [fields for fields in _read_reports(path) if fields[0] == key]
    if earlier:
        _, by_call, by_run, size = earlier[-1]
        if call == by_call != "-" and run != by_run:
            return True
        if to_user or not _was_compacted(event.transcript, int(size)):
            return False
    _append_line(path, f"{key} {call} {run} {_read_size(event.transcript)}\n")
    return True


def count_returns(
    request: HookRequest, errors: list[str], *, root: str, are_all: bool
) -> list[int]:
    """Return how often each of the *errors* that Stop finds at *root* was gone meanwhile, by what
    it found earlier in the session; note which of those are gone now.

    Whoever fixed an error, and has it once more, reads of it anew. Unless the errors *are_all* that
    there are, none is taken for gone.
    """
    if not request.event.session or not request.cache:
        return [0] * len(errors)
    path = _name_reports_file(request.cache, request.event.session, root)
    returns_by_error = _read_returns(path)
    keys = [_hash_text(f"{_STANDS} {error}") for error in errors]
    standing = {key for key, (_, stands) in returns_by_error.items() if stands}
    gone_keys = standing.difference(keys) if are_all else set[str]()
    lines = [
        *(f"{key} {_GONE} - 0\n" for key in sorted(gone_keys)),
        *(f"{key} {_STANDS} - 0\n" for key in dict.fromkeys(keys) if key not in standing),
    ]
    if lines:
        _append_line(path, "".join(lines))
    return [returns_by_error.get(key, (0, False))[0] for key in keys]


def has_standing_error(request: HookRequest, *, root: str) -> bool:
    """Tell whether the session's last Stop found an error at *root* that was there before."""
    session, cache = request.event.session, request.cache
    path = _name_reports_file(cache, session, root)
    return bool(session and cache) and any(stands for _, stands in _read_returns(path).values())


def _read_returns(path: str) -> dict[str, tuple[int, bool]]:
    """Return how often each error that Stop found was gone, and if the last Stop had it."""
    returns: dict[str, tuple[int, bool]] = {}
    for key, mark, *_ in _read_reports(path):
        if mark in (_STANDS, _GONE):
            number, _ = returns.get(key, (0, False))
            returns[key] = (number + (mark == _GONE), mark == _STANDS)
    return returns


def is_reported(request: HookRequest, text: str, *, root: str, to_user: bool = False) -> bool:
    """Tell whether *text* of the project at *root* was reported already in this session, by
    whichever hook.

    *to_user*: what only the user reads.
    """
    session, cache = request.event.session, request.cache
    key = _hash_text(f"{'' if to_user else _name_period(request)}{text}")
    path = _name_reports_file(cache, session, root)
    return bool(session and cache) and any(fields[0] == key for fields in _read_reports(path))


def note_first_denial(request: HookRequest, what: object, *, root: str) -> bool:
    """Note as reported that the event's agent reads why *what* is denied; tell whether it may not
    have yet.

    Without the names of its call and its prompt nobody knows what its model still has of that.
    """
    event = request.event
    if not event.prompt:  # nor could an event with one ask for what was remembered now
        return True
    is_first = note_first_report(request, f"denied {what!r}", root=root, to_each=True)
    return is_first or not event.call


def remember_as_foreseen(request: HookRequest, what: object, *, root: str) -> None:
    """Remember that *what* was reported before an edit, so that it is not after it."""
    note_first_report(request, f"foreseen {what!r}", root=root)


def was_foreseen(request: HookRequest, what: object, *, root: str) -> bool:
    """Tell whether the decision before an edit reported *what* in the project at *root*."""
    return is_reported(request, f"foreseen {what!r}", root=root)


def can_remember(folder: str, *, session: str) -> bool:
    """Tell whether it can be remembered in *folder* what was reported in this *session*."""
    if not folder or not session:
        return False
    path, key = _name_reports_file(folder, session, ""), _hash_text("this is remembered")
    if not any(fields[0] == key for fields in _read_reports(path)):
        _append_line(path, f"{key} - - 0\n")
    return any(fields[0] == key for fields in _read_reports(path))


def tell_once_a_prompt(request: HookRequest, text: str, *, about: str, root: str) -> str:
    """Return the agent *text* where nothing *about* it was reported at *root* since the model's
    last prompt, else nothing.

    Nothing where a session has no name or nothing can be remembered: it would come with every edit.
    """
    is_new = bool(text) and can_remember(request.cache, session=request.event.session)
    return text if is_new and note_first_report(request, about, root=root) else ""


def note_start_of_context(request: HookRequest) -> None:
    """Note at the start of a context that the model has read nothing that was reported before.

    A session that is resumed has all of it. Qwen Code announces a prompt without a text after each
    call of a tool.
    """
    event, session = request.event, request.event.session
    if event.name == "SessionStart":
        starts = request.value.get("source") != "resume"
    elif event.name in _PROMPTS:
        starts = not event.prompt and bool(request.value.get("prompt"))
    else:
        starts = event.name in _COMPACTING
    if starts and session and request.cache:
        _append_line(_name_starts_file(request.cache, session), ".")


def _name_period(request: HookRequest) -> str:
    """Return the name of the time until the next prompt, or start of the context."""
    starts = _read_size(_name_starts_file(request.cache, request.event.session))
    return f"{request.event.prompt}\n{starts}\n"


def _name_starts_file(cache: str, session: str) -> str:
    return f"{_name_reports_file(cache, session, '')}.starts"


def _name_reports_file(cache: str, session: str, root: str) -> str:
    return os.path.join(cache, "sessions", _hash_text(f"{session}\n{root}"))


def _read_reports(path: str) -> list[list[str]]:
    """Return of each report: its key, the call, the run of the hook, the transcript's size."""
    try:
        # The one encoding that every interpreter has loaded already.
        with open(path, encoding="utf-8", errors="replace") as file:
            lines = file.read(_LARGEST).split("\n")
    except OSError:
        return []
    reports = [line.split(" ") for line in lines]
    return [fields for fields in reports if len(fields) == 4 and fields[3].isdecimal()]


def _append_line(path: str, line: str) -> None:
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        descriptor = os.open(path, APPEND, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(line)
    except OSError:  # it will come twice
        return


def _read_size(path: str) -> int:
    try:
        return os.stat(path).st_size if path else 0
    except OSError:
        return 0


def _was_compacted(transcript: str, size: int) -> bool:
    """Tell whether the context started anew since the *transcript* had that *size*, in bytes."""
    now = _read_size(transcript)
    if now <= size:
        return now < size
    try:
        is_small = now <= _LARGEST_TRANSCRIPT
        added = read_bytes_from(transcript, size, limit=now - size) if is_small else b""
    except OSError:
        return True
    return not added or any(mark in added for mark in _COMPACTIONS)


def _hash_text(text: str) -> str:
    return make_checksum(text.encode("utf-8", "surrogatepass")).hex()
