"""The start of every hook run: tells that an edit breaks nothing, or hands over to ``hook``.

Most edits break no contract, and an agent makes hundreds of them: this path is to cost no more than
the interpreter's start. It imports no package of others and only the smallest of Python's own. It
decides nothing by itself: a contract is passed over only where its globs do not select the file, or
its pattern cannot match (``prefilter``), or the pattern's own search says that it is kept. Whatever
else happens, any doubt included, is for ``frontends.hook`` to answer.
"""

from __future__ import annotations

import os
import sys
import time

from phaser_lint.agents import claude_code
from phaser_lint.contracts.kept import open_kept, places_of, unsealed
from phaser_lint.globs.match import match_subject, subject_of
from phaser_lint.inputs.regular_file import MAXIMUM_BYTES, read_text
from phaser_lint.json_text import loads
from phaser_lint.prefilter import fold_case, may_match, once
from phaser_lint.root import home_folder, path_inside, project_root
from phaser_lint.sessions import cache_folder
from phaser_lint.text import normalise

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agents.event import Event
    from phaser_lint.contracts.kept import Kept

_SECONDS = 0.1
_ALL_SECONDS = 2.0
_NOTHING_TO_SAY = b"{}\n"
_FORBIDDING = ("forbid_pattern", "file_not_contains")


def main() -> None:
    """Answer the event on standard input and end the process, always with exit code 0."""
    arguments = sys.argv[1:]
    data = sys.stdin.buffer.read(MAXIMUM_BYTES + 1)
    if is_clean(data, arguments):
        os.write(1, _NOTHING_TO_SAY)
        # Nothing is buffered and nothing is open: taking the interpreter down is wasted time.
        os._exit(0)
    from phaser_lint.frontends.hook import answer_bytes

    raise SystemExit(answer_bytes(data, arguments))


def is_clean(data: bytes, arguments: Sequence[str]) -> bool:
    """Tell whether the answer is ``{}`` for certain; false means that it is not known yet."""
    if any(argument != "--fail-closed" for argument in arguments) or len(data) > MAXIMUM_BYTES:
        return False
    try:
        return _breaks_nothing(claude_code.parse_event(loads(data)))
    except Exception:
        return False


def _breaks_nothing(event: Event) -> bool:
    if event.name not in ("PreToolUse", "PostToolUse"):
        return event.name not in ("Stop", "SubagentStop")
    if event.tool not in claude_code.FILE_TOOLS:
        return True
    if event.name == "PostToolUse":
        path = claude_code.touched_path(event)
        text = read_text(path)
    else:
        proposed = claude_code.reconstruct(event)
        path, text = proposed.path, proposed.text
    return text is not None and _file_is_clean(path, text)


def _file_is_clean(path: str, text: str) -> bool:
    home = home_folder()
    fallback = os.environ.get(claude_code.PROJECT_VARIABLE, "")
    root = project_root(
        os.path.dirname(path), home=home, fallback=os.path.realpath(fallback) if fallback else None
    )
    inside = path_inside(root, path)
    if inside is None:
        return True
    places = places_of(root, home=home, cache=cache_folder(os.environ, home=home))
    if places.are_empty():
        return True
    kept = open_kept(places)
    return kept is not None and not kept.has_problems and _keeps_all(kept, inside, text)


def _keeps_all(kept: Kept, path: str, text: str) -> bool:
    subject = subject_of(path)
    if subject is None:
        return False
    normal = normalise(text)
    folded = once(fold_case, normal)
    folded_raw = once(fold_case, text)
    inside_contracts = path.startswith(tuple(f"{folder}/" for folder in kept.folders))
    left = []
    for index, each in enumerate(kept.filters):
        selected = match_subject(each.globs, subject)
        if selected is None:
            return False
        if not selected or (inside_contracts and not each.judges_contract_files):
            continue
        if each.type == "file_not_exists":
            return False
        if each.type == "file_exists" or each.scope == "tree":
            continue
        text_, folded_ = (text, folded_raw) if each.raw_text else (normal, folded)
        possible = may_match(each.requirement, text_, folded_)
        if possible:
            left.append((index, text_))
        elif each.type not in _FORBIDDING:
            return False
    return not left or _searched(kept, left)


def _searched(kept: Kept, left: Sequence[tuple[int, str]]) -> bool:
    """Run the patterns that literals could not rule out; a timeout is for the engine to say."""
    from phaser_lint.search import Searcher

    contracts = unsealed(kept)
    if contracts is None:
        return False
    searcher = Searcher()
    end = time.monotonic() + _ALL_SECONDS
    for index, text in left:
        contract = contracts.contracts[index]
        if time.monotonic() > end:
            return False
        matches = searcher.matches(contract, text, seconds=_SECONDS)
        if matches == (contract.type in _FORBIDDING):
            return False
    return True
