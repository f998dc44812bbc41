"""Events of all agents: recorded ones, changed anywhere. The answer is one, whatever they hold.

Where the quick path says that nothing is to be said, the full one has nothing to say either.
"""

from __future__ import annotations

import contextlib
import io
import json
import tempfile
from copy import deepcopy
from functools import cache
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from phaser_lint.agent import recognise_agent
from phaser_lint.hook.answer import answer_event
from tests.called_hooks import is_clean_at_once
from tests.examples import mapping

PAYLOADS = Path(__file__).parent.parent / "payloads"
_ODD = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(),
    st.sampled_from((10**400, -1, 1e308, float("inf"), float("nan"))),
    st.text(max_size=8),
    st.sampled_from(("print(1)\n", "src/a.py", "/", "..", "\x00", "\udc80", "a" * 5000, "\r\n")),
    st.just([]),
    st.just({}),
    st.lists(st.just("x"), max_size=2),
    st.just({"a": {"b": [1]}}),
)
_CHANGES = st.lists(st.tuples(st.integers(0, 60), st.booleans(), _ODD), max_size=4)


@cache
def recorded() -> tuple[str, ...]:
    """Return the recorded events, as JSON, in a fixed order."""
    paths = sorted(PAYLOADS.rglob("*.jsonl"))
    lines = (line for path in paths for line in path.read_bytes().splitlines())
    records = (json.loads(line) for line in lines)
    return tuple(json.dumps(record["event"]) for record in records if "event" in record)


@cache
def project() -> str:
    """Return a folder with a contract and files, where the recorded ``/project`` is."""
    root = Path(tempfile.mkdtemp(prefix="phaser-lint-fuzz-project-")).resolve()
    (root / ".claude" / "contracts").mkdir(parents=True)
    contract = json.dumps(mapping(pattern=r"print\(", file_glob="*"))
    (root / ".claude" / "contracts" / "a.yaml").write_text(contract)
    (root / "a.py").write_text("x = 1\nprint(2)\n")
    return str(root)


INPUTS = st.tuples(st.integers(0, 10_000), _CHANGES)


def check(number_and_changes: tuple[int, list[tuple[int, bool, Any]]]) -> None:
    """The exit code is one that the agent knows, the output an answer, and no bug is reported."""
    number, changes = number_and_changes
    event = json.loads(recorded()[number % len(recorded())].replace("/project", project()))
    for change in changes:
        _change(event, *change)
    payload = json.dumps(event).encode()
    quick, out = is_clean_at_once(payload), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(io.StringIO()):
        code = answer_event(payload, [])
    output = out.getvalue().strip()
    # In Wave 1 is how its user is told; the tool runs.
    assert code in (0, 2) or (code == 1 and recognise_agent(event) == "wave")
    assert "a bug in phaser-lint" not in output
    assert not output or isinstance(json.loads(output), dict)
    assert not quick or output in ("", "{}")


def _change(event: Any, place: int, removes: bool, odd: Any) -> None:
    """Remove the value at a *place* of the event, or put an *odd* one there."""
    places = list(_places(event))
    if places:
        holder, key = places[place % len(places)]
        if removes and isinstance(holder, dict):
            del holder[key]
        else:
            holder[key] = deepcopy(odd)  # the same value put into itself would have no end


def _places(mapping_or_list: Any) -> Any:
    if isinstance(mapping_or_list, (dict, list)):
        for key in (
            list(mapping_or_list)
            if isinstance(mapping_or_list, dict)
            else range(len(mapping_or_list))
        ):
            yield mapping_or_list, key
            yield from _places(mapping_or_list[key])
