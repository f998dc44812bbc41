"""What install and uninstall refuse to touch, and what the message says."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import pytest

from phaser_lint.agent.install.json_hooks import remove_json_hooks
from phaser_lint.agent.install.settings_error import SettingsError
from tests.agent.install.examples import install_text, uninstall_text

REFUSED = [
    ("{", "not valid JSON: line 1, column 2: "),
    ('{\n  "a": 1\n  "b": 2\n}', "not valid JSON: line 3, column 3: "),
    ('{\n  // why\n  "a": 1\n}', "not valid JSON: line 2, column 3: a comment; JSON has none"),
    ('{"a": 1, /* why */ "b": 2}', "not valid JSON: line 1, column 10: a comment; JSON has none"),
    ('{"a": 1} // why', "not valid JSON: line 1, column 10: a comment; JSON has none"),
    ('{"a": 1,}', "a comma before the closing bracket"),
    ('{"a": [1, 2,\n]}', "a comma before the closing bracket"),
    ("{'a': 1}", "not valid JSON: line 1, column 2: "),
    ('{"a": "tab\there"}', "not valid JSON: line 1, column 11: "),
    ('{"a": NaN}', "not valid JSON: NaN is not a JSON number"),
    ('{"a": -Infinity}', "not valid JSON: -Infinity is not a JSON number"),
    ('{"a": "\udcff"}', "expected text that UTF-8 can hold, found half a surrogate pair"),
    ('{"a": 1, "a": 2}', 'the key "a" occurs twice in one object; keep one of them'),
    ('{"x": [{"Stop": 1, "St\\u006fp": 2}]}', 'the key "Stop" occurs twice in one object'),
    ("[]", "expected an object at the top level, found a list"),
    ("null", "expected an object at the top level, found null"),
    ("12", "expected an object at the top level, found a number"),
    ('{"hooks": []}', "hooks: expected an object, found a list"),
    ('{"hooks": null}', "hooks: expected an object, found null"),
    ('{"a": ' + "[" * 200 + "]" * 200 + "}", "nested more than 200 levels deep"),
    ('{"a": ' + "[" * 100_000, "nested more than 200 levels deep"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
@pytest.mark.parametrize("operation", [install_text, uninstall_text])
def test_what_cannot_be_edited_safely_is_refused(operation: Any, text: str, message: str) -> None:
    """A clear message instead of a guess; on Python 3.13 positions of commas differ."""
    with pytest.raises(SettingsError) as raised:
        operation(text)
    assert message in str(raised.value)


@pytest.mark.parametrize(
    ("hooks", "message"),
    [
        ('{"PreToolUse": {}}', "hooks.PreToolUse: expected a list, found an object"),
        ('{"PreToolUse": true}', "hooks.PreToolUse: expected a list, found a boolean"),
        ('{"PreToolUse": null}', "hooks.PreToolUse: expected a list, found null"),
        ('{"PreToolUse": [{}, "x"]}', "hooks.PreToolUse[1]: expected an object, found a string"),
    ],
)
def test_install_refuses_an_event_of_another_shape(hooks: str, message: str) -> None:
    """Only the events that would get a group must be lists of groups."""
    with pytest.raises(SettingsError) as raised:
        install_text(f'{{"hooks": {hooks}}}')
    assert str(raised.value) == message


def test_brackets_in_strings_are_no_depth() -> None:
    """A string of 300 brackets is one value."""
    text = '{"a": "\\"<x>"}'.replace("<x>", "[" * 300)
    assert install_text(text).status == "installed"


def test_a_hook_that_is_ours_does_not_know_is_a_bug() -> None:
    """It would be added again by every install."""
    with pytest.raises(ValueError, match="is_ours does not know"):
        install_text("{}", {"Stop": [{"hooks": [{"command": "other"}]}]})


def test_is_ours_sees_plain_numbers() -> None:
    """Callers compare with 60, not with how it was written; a huge number is no error."""
    hooks: list[Any] = []

    def remember(hook: Mapping[str, Any]) -> bool:
        hooks.append(dict(hook))
        return False

    text = '{"hooks": {"Stop": [{"hooks": [{"timeout": 60, "x": 1.5, "y": <y>}]}]}}'
    remove_json_hooks(text.replace("<y>", "9" * 5000), is_ours=remember)
    assert hooks == [{"timeout": 60, "x": 1.5, "y": float("inf")}]
