"""For any settings: what install adds, uninstall takes out, and nothing else changes."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.agent.install.examples import TWO_EVENTS, install_text, uninstall_text

KEYS = st.text(max_size=6).filter(lambda key: key != "hooks")
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(), st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=8), st.sampled_from(["{", "[\\", '"', "//", "é\u2028🎈"]),
)  # fmt: skip
SETTINGS_VALUES = st.recursive(
    SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
HOOKS = st.fixed_dictionaries({"type": st.just("command"), "command": st.text(max_size=8)})
GROUPS = st.fixed_dictionaries(
    {"hooks": st.lists(HOOKS, max_size=2)},
    optional={"matcher": st.just("Edit|Write"), "x": SETTINGS_VALUES},
)
EVENTS = st.dictionaries(
    st.sampled_from(["PreToolUse", "Stop", "Other"]), st.lists(GROUPS, max_size=3), max_size=3
)


@st.composite
def settings_values(draw: st.DrawFn) -> dict[str, Any]:
    """Settings with or without hooks of others, `hooks` anywhere among the keys."""
    members = list(draw(st.dictionaries(KEYS, SETTINGS_VALUES, max_size=4)).items())
    if draw(st.booleans()):
        members.insert(draw(st.integers(0, len(members))), ("hooks", draw(EVENTS)))
    return dict(members)


@st.composite
def settings_texts(draw: st.DrawFn) -> str:
    """The same, written in many ways."""
    indent = draw(st.sampled_from([None, 0, 2, 4, "\t"]))
    text = json.dumps(
        draw(settings_values()),
        indent=indent,
        ensure_ascii=draw(st.booleans()),
        separators=draw(st.sampled_from([None, (",", ":"), (" , ", " : ")])),
    )
    text = draw(st.sampled_from(["", "\n", "\n\n", " "])).join(["", text, ""]).lstrip("\n")
    return draw(st.sampled_from(["", "\ufeff"])) + text.replace(
        "\n", draw(st.sampled_from(["\n", "\r\n"]))
    )


def without_empty_containers(settings: dict[str, Any]) -> dict[str, Any]:
    """What uninstall leaves of containers that were empty before install filled them."""
    hooks = settings.get("hooks")
    if hooks is None:
        return settings
    remaining_hooks = {
        key: groups for key, groups in hooks.items() if groups or key not in TWO_EVENTS
    }
    remaining_settings = {**settings, "hooks": remaining_hooks}
    if not remaining_hooks:
        del remaining_settings["hooks"]
    return remaining_settings


def load(text: str | None) -> Any:
    return {} if text is None else json.loads(text.removeprefix("\ufeff"))


@pytest.mark.slow
@given(settings_texts())
@settings(max_examples=300, deadline=None)
def test_install_then_uninstall_gives_back_the_file(text: str) -> None:
    """The very bytes, unless an empty container was filled; then the same value and order."""
    installed = install_text(text, TWO_EVENTS)
    assert installed.status == "installed"
    removed = uninstall_text(installed.text)
    before = load(text)
    expected = without_empty_containers(before)
    if before and expected == before:
        assert removed.text == text
    assert json.dumps(load(removed.text)) == json.dumps(expected)


@given(settings_texts())
@settings(max_examples=20, deadline=None)
def test_install_changes_nothing_that_is_not_ours(text: str) -> None:
    """Keys in their order, groups in theirs, ours after them; a second install changes nothing."""
    check_install(text)


@pytest.mark.slow
@given(settings_texts())
@settings(max_examples=200, deadline=None)
def test_install_changes_nothing_in_many_settings(text: str) -> None:
    """The same as above, many times."""
    check_install(text)


def check_install(text: str) -> None:
    expected = load(text)
    hooks = expected.setdefault("hooks", {})
    for event, groups in TWO_EVENTS.items():
        hooks.setdefault(event, []).extend(groups)
    installed = install_text(text, TWO_EVENTS).text
    assert json.dumps(load(installed)) == json.dumps(expected)
    assert install_text(installed, TWO_EVENTS, force=True) == (installed, False, "unchanged")


def test_uninstall_cannot_tell_an_empty_container_of_the_user() -> None:
    """`hooks` was there and empty: it goes with what install put into it."""
    installed = install_text('{"hooks": {}, "z": 1}').text
    assert uninstall_text(installed).text == '{"z": 1}'
