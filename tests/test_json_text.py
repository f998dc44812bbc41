"""JSON of events: read as ``json`` does, and where that gives up as far as an event needs."""

from __future__ import annotations

import json
import math
import random
from typing import Any

import pytest

from phaser_lint.agent import choose_agent, load_adapter
from phaser_lint.core import parse_json_value
from tests.agent.recorded import CASES, lines_of

DIGITS = "9" * 5_000


@pytest.mark.parametrize(
    "text",
    ["{}", ' {"a": [1, -2.5e3, true, null, "\\ud800é"]} ', "[]", "1", '"a"', "1e99999", "NaN",
     '{"a": 1, "a": 2}', "-0", "[" * 99 + "]" * 99],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_it_reads_what_json_reads(text: str, encoding: str) -> None:
    """In every encoding of JSON."""
    content = text.encode(encoding)
    assert repr(parse_json_value(content)) == repr(json.loads(content))


@pytest.mark.parametrize("text", ["", "{", "[1", '{"a"}', "1 2", "nul", "'a'", "[" * 5_000])
def test_what_is_no_json_is_none(text: str) -> None:
    """However deep it goes."""
    with pytest.raises(ValueError, match=r"."):
        parse_json_value(text.encode())


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig"])
def test_numbers_of_any_length(encoding: str) -> None:
    """Python itself refuses more than 4,300 digits."""
    json_value = parse_json_value(
        f'{{"a": [{DIGITS}, -{DIGITS}, 1], "b": "{DIGITS}"}}'.encode(encoding)
    )
    assert json_value == {"a": [math.inf, -math.inf, 1], "b": DIGITS}


def nested(depth: int) -> str:
    return "[" * depth + "]" * depth


@pytest.mark.parametrize("depth", [1_500, 100_000])
def test_what_lies_too_deep_is_left_out(depth: int) -> None:
    """What lies deep down is left out, and what stands beside it is not."""
    tricky = '"]}\\\\", "\\"[{"'
    json_value = parse_json_value(
        f'{{"a": {nested(depth)}, "b": [{tricky}], "c": {{"d": [[1]]}}}}'.encode()
    )
    assert (json_value["b"], json_value["c"]) == (["]}\\", '"[{'], {"d": [[1]]})
    # From Python 3.12 on 1,500 levels are read as they are.
    assert repr(json_value["a"]) in ("[" * 99 + "None" + "]" * 99, nested(depth))


@pytest.mark.parametrize("number", [30, pytest.param(200, marks=pytest.mark.slow)])
def test_what_lies_under_a_hundred_levels_stays(number: int) -> None:
    """Beside something deep, whatever it is made of."""
    chance = random.Random(1)

    def made(depth: int) -> Any:
        kind = chance.randrange(4 if depth else 2)
        if kind < 2:
            return chance.choice(['"}]', "\\", 1, None, "é", '\\"'])
        children = [made(depth - 1) for _ in range(chance.randrange(3))]
        return (
            children
            if kind == 2
            else {f'{number}"[': child for number, child in enumerate(children)}
        )

    for _ in range(number):
        json_value = made(9)
        text = f"[{json.dumps(json_value)}, {nested(3_000)}, {json.dumps(json_value)}]"
        value_before, _, value_after = parse_json_value(text.encode())
        assert value_before == value_after == json_value


EVENTS = [line["event"] for case in CASES for line in lines_of(case) if "event" in line]
ODD = {
    "digits": DIGITS,
    "negative digits": f"-{DIGITS}",
    "NaN": "NaN",
    "infinite": "[Infinity, -Infinity, 1e999999999, 1e-999999999]",
    "deep": nested(3_000),
    "half a character": '"\\ud800"',
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("json_text", ODD.values(), ids=ODD)
def test_an_odd_value_beside_changes_no_event(json_text: str) -> None:
    """Of no agent: what is proposed and touched is what it was."""
    check_odd_value(json_text, random.Random(1).sample(EVENTS, 60))


@pytest.mark.slow
@pytest.mark.parametrize("json_text", ODD.values(), ids=ODD)
def test_an_odd_value_beside_changes_none_of_all_events(json_text: str) -> None:
    """The same for every event that was recorded."""
    check_odd_value(json_text, EVENTS)


def check_odd_value(json_text: str, events: list[Any]) -> None:
    assert {choose_agent(event, "") for event in events} >= {"claude-code", "codex", "wave"}
    for event in events:
        text = json.dumps(event)
        adapter = load_adapter(choose_agent(event, ""))
        odd = adapter.parse_event(
            parse_json_value(f'{text[:-1]}, "x": {json_text}, "y": [{json_text}]}}'.encode())
        )
        plain = adapter.parse_event(event)
        assert odd._replace(tool_input={}) == plain._replace(tool_input={})
        assert adapter.proposals(odd) == adapter.proposals(plain)
        assert adapter.touched_paths(odd) == adapter.touched_paths(plain)


@pytest.mark.parametrize(
    "json_text", [DIGITS, f"-{DIGITS}", "9" * 400, "-1", "NaN", "1e400", "true"]
)
def test_a_time_that_cannot_be_is_not_told(json_text: str) -> None:
    event = parse_json_value(
        f'{{"hook_event_name": "PostToolUse", "duration_ms": {json_text}}}'.encode()
    )
    assert load_adapter("claude-code").parse_event(event).seconds is None
    event = parse_json_value(b'{"hook_event_name": "PostToolUse", "duration_ms": 1500}')
    assert load_adapter("claude-code").parse_event(event).seconds == 1.5
