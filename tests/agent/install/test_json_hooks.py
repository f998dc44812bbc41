"""What install and uninstall make of a settings file: whole texts, byte for byte."""

from __future__ import annotations

import json

import pytest

from tests.agent.install.examples import (
    NEW_FILE,
    OUR_GROUP,
    TWO_EVENTS,
    install_text,
    spelled,
    uninstall_text,
)

SHARED_GROUP = spelled('{"matcher": "Edit|Write", "hooks": [<their hook>, <our hook>]}')


@pytest.mark.parametrize(
    ("text", "status"),
    [
        pytest.param(NEW_FILE, "unchanged", id="as installed"),
        pytest.param(json.dumps(json.loads(NEW_FILE)), "unchanged", id="reformatted"),
        pytest.param(
            spelled('{"hooks":{"PreToolUse":[{"hooks":[<our hook>],"matcher":"Edit|Write"}]}}'),
            "unchanged",
            id="keys in another order",
        ),
        pytest.param(
            spelled('{"hooks":{"Stop":[],"PreToolUse":[<x>]}}').replace("<x>", SHARED_GROUP),
            "unchanged",
            id="moved into a group of the same matcher",
        ),
        pytest.param(
            spelled('{"hooks":{"PreToolUse":[{"matcher":"Bash","hooks":[<our hook>]}]}}'),
            "differs",
            id="another matcher",
        ),
        pytest.param(
            '{"hooks":{"PreToolUse":[<x>]}}'.replace("<x>", OUR_GROUP.replace("60", "60.0")),
            "differs",
            id="a number written otherwise",
        ),
        pytest.param(
            '{"hooks":{"PreToolUse":[<x>]}}'.replace("<x>", OUR_GROUP.replace("60", '"60"')),
            "differs",
            id="a string instead of a number",
        ),
        pytest.param(
            spelled('{"hooks":{"PreToolUse":[<our group>,<our group>]}}'), "differs", id="twice"
        ),
        pytest.param(spelled('{"hooks":{"Stop":[<our group>]}}'), "differs", id="another event"),
        pytest.param(
            spelled('{"hooks":{"PreToolUse":[{"matcher":"Edit|Write","hooks":[<old hook>]}]}}'),
            "differs",
            id="the old form",
        ),
    ],
)
def test_install_leaves_hooks_of_ours_as_they_are(text: str, status: str) -> None:
    """Without force nothing of ours is changed, and the status tells whether it should be."""
    assert install_text(text) == (text, False, status)


@pytest.mark.parametrize(
    "text",
    [
        None,
        "",
        " \n",
        "{}",
        '{"hooks": {}}',
        '{"hooks": {"PreToolUse": []}}',
        spelled('{"hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": [<their hook>]}]}}'),
        '{"hooks": {"enabled": true, "disabled": ["phaser-lint hook"], "PreToolUse": ["x", {}]}}',
        '{"hooks": {"PreToolUse": [{"hooks": ["phaser-lint hook", null]}, {"hooks": null}]}}',
        spelled('{"elsewhere": {"PreToolUse": [<our group>]}}'),
    ],
)
def test_uninstall_leaves_what_is_not_ours(text: str | None) -> None:
    """Nothing to remove, and the very same text."""
    assert uninstall_text(text) == (text, False, "nothing to remove")


INSTALLED = [
    pytest.param(None, NEW_FILE, id="no file"),
    pytest.param("\n", NEW_FILE, id="a blank file"),
    pytest.param("{}", NEW_FILE[:-1], id="an empty object without a final line end"),
    pytest.param("{}\r\n", NEW_FILE.replace("\n", "\r\n"), id="an empty object, CRLF"),
    pytest.param("\ufeff{}\n", "\ufeff" + NEW_FILE, id="a byte order mark"),
    pytest.param(
        '{"model":"x"}',
        '{"model":"x","hooks":{"PreToolUse":[<x>]}}'.replace(
            "<x>", OUR_GROUP.replace(": ", ":").replace(", ", ",")
        ),
        id="one line, compact",
    ),
    pytest.param(
        '{ "model" : "x", "n": 1e400 }',
        '{ "model" : "x", "n": 1e400, "hooks" : {"PreToolUse" : [<x>]} }'.replace(
            "<x>", OUR_GROUP.replace(": ", " : ")
        ),
        id="one line, spaced",
    ),
    pytest.param(
        '{"hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": []}]}}',
        spelled('{"hooks": {"PreToolUse": [{"matcher": "Edit|Write", "hooks": []}, <our group>]}}'),
        id="never into another's group, even an empty one of the same matcher",
    ),
    pytest.param(
        '{\n\t"größe": "\\u00e9 ü 🎈",\n\t"n": 1.0\n}\n',
        '{\n\t"größe": "\\u00e9 ü 🎈",\n\t"n": 1.0,\n\t' + NEW_FILE[4:].replace("  ", "\t"),
        id="tabs, other alphabets, escapes and numbers as written",
    ),
    pytest.param(
        '{\r\n    "a": {"b": [1,2]}\r\n}',
        '{\r\n    "a": {"b": [1,2]},\r\n    '
        + NEW_FILE[4:-1].replace("  ", "    ").replace("\n", "\r\n"),
        id="four spaces, CRLF, no final line end",
    ),
    pytest.param(
        '{\n  "hooks": {\n    "Stop": []\n  },\n  "z": 1\n}\n',
        '{\n  "hooks": {\n    "Stop": [],\n' + NEW_FILE[15:-3] + ',\n  "z": 1\n}\n',
        id="another event, hooks in the middle",
    ),
    pytest.param(
        '{\n  "hooks": {}, "z": 1\n}\n',
        NEW_FILE[:-3] + ', "z": 1\n}\n',
        id="an empty container in a file of several lines",
    ),
    pytest.param(
        '{\n  "a": 1\n  , "b": 2\n}\n',
        '{\n  "a": 1\n  , "b": 2\n  , ' + NEW_FILE[4:],
        id="commas first",
    ),
    pytest.param(
        '{\n  "hooks": {\n    "PreToolUse": [{\n      "hooks": []\n    }]\n  }\n}\n',
        """\
{
  "hooks": {
    "PreToolUse": [{
      "hooks": []
    }, {
      "matcher": "Edit|Write",
      "hooks": [
        {
          "type": "command",
          "command": "phaser-lint hook",
          "timeout": 60
        }
      ]
    }]
  }
}
""",
        id="brackets that hug",
    ),
    pytest.param(
        '{"h\\u006foks": {"PreToolUse": []}}',
        spelled('{"h\\u006foks": {"PreToolUse": [<our group>]}}'),
        id="an escaped key is the same key",
    ),
]


@pytest.mark.parametrize(("before", "after"), INSTALLED)
def test_install_adds_a_group_in_the_style_of_the_file(before: str | None, after: str) -> None:
    """Every byte of the old text is in the new one; a second install changes nothing."""
    assert install_text(before) == (after, True, "installed")
    assert install_text(after, force=True) == (after, False, "unchanged")


def test_install_writes_every_event() -> None:
    """In the order of the entries; an event without groups is not written."""
    outcome = install_text('{"a": 1}', {**TWO_EVENTS, "PostToolUse": []})
    assert outcome == (
        spelled(
            '{"a": 1, "hooks": {"PreToolUse": [<our group>], "Stop": [{"hooks": [<our hook>]}]}}'
        ),
        True,
        "installed",
    )


@pytest.mark.parametrize("text", [None, "{}", '{"hooks": {}}'])
def test_no_entries_change_nothing(text: str | None) -> None:
    """An install of nothing."""
    assert install_text(text, {}) == (text, False, "unchanged")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(
            spelled(
                '{"hooks": {"PreToolUse": [{"matcher": "X", "hooks": [<old hook>]}, '
                '<their group>]}, "z": 1}'
            ),
            spelled('{"hooks": {"PreToolUse": [<our group>, <their group>]}, "z": 1}'),
            id="the old form, where it stood",
        ),
        pytest.param(
            spelled(
                '{"hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": [<their '
                "hook>, <old hook>, <their hook>]}]}}"
            ),
            spelled(
                '{"hooks": {"PreToolUse": [{"matcher": "Edit", "hooks": [<their '
                "hook>, <their hook>]}, <our group>]}}"
            ),
            id="ours leaves a group with others",
        ),
        pytest.param(
            spelled('{"hooks": {"PreToolUse": [<our group>, <their group>, <our group>]}}'),
            spelled('{"hooks": {"PreToolUse": [<our group>, <their group>]}}'),
            id="twice",
        ),
        pytest.param(
            spelled('{"hooks": {"PostToolUse": [<our group>], "Stop": []}}'),
            spelled('{"hooks": {"Stop": [], "PreToolUse": [<our group>]}}'),
            id="an event that is no longer wanted",
        ),
        pytest.param(
            spelled('{"hooks": {"PostToolUse": [<our group>]}}'),
            spelled('{"hooks": {"PreToolUse": [<our group>]}}'),
            id="the only event is no longer wanted",
        ),
    ],
)
def test_force_replaces_ours_only(before: str, after: str) -> None:
    """Another's hooks stay, in their groups and in their order."""
    assert install_text(before, force=True) == (after, True, "replaced")
    assert install_text(before) == (before, False, "differs")


def test_force_with_no_entries_takes_ours_out() -> None:
    """Nothing is wanted, so nothing of ours is left."""
    outcome = install_text(spelled('{"a": 1, "hooks": {"Stop": [<our group>]}}'), {}, force=True)
    assert outcome == ('{"a": 1}', True, "replaced")


def test_force_replaces_in_place_over_several_lines() -> None:
    """The one changed value is the whole difference."""
    before = NEW_FILE.replace("60", "5")
    assert install_text(before, force=True) == (NEW_FILE, True, "replaced")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        pytest.param(NEW_FILE, None, id="the file that install wrote"),
        pytest.param(NEW_FILE[:-1], "{}", id="an object that was there"),
        pytest.param(
            '{\n  "z": 1,\n  ' + NEW_FILE[4:],
            '{\n  "z": 1\n}\n',
            id="another key before, in the form of a new file",
        ),
        pytest.param(
            NEW_FILE[:-3] + ',\n  "z": 1\n}\n',
            '{\n  "z": 1\n}\n',
            id="another key after, in the form of a new file",
        ),
        pytest.param(
            spelled('{"hooks": {"PreToolUse": [<our group>]}, "z": 1}'), '{"z": 1}', id="z after"
        ),
        pytest.param(
            spelled('{"hooks": {"PreToolUse": [<our group>], "Stop": []}}'),
            '{"hooks": {"Stop": []}}',
            id="an empty event beside ours stays",
        ),
        pytest.param(
            spelled(
                '{"hooks": {"A": [<our group>], "B": [<our group>, <their group>, <our group>]}}'
            ),
            spelled('{"hooks": {"B": [<their group>]}}'),
            id="under every event",
        ),
        pytest.param(
            spelled(
                '{"hooks": {"A": [{"matcher": "Edit", "hooks": [<old hook>, <their '
                "hook>, <our hook>]}]}}"
            ),
            spelled('{"hooks": {"A": [{"matcher": "Edit", "hooks": [<their hook>]}]}}'),
            id="only our hooks leave a group with others",
        ),
        pytest.param(
            spelled('{"hooks": {"enabled": true, "A": [7, <our group>]}}'),
            '{"hooks": {"enabled": true, "A": [7]}}',
            id="beside what is no group",
        ),
    ],
)
def test_uninstall_takes_out_ours_only(before: str, after: str | None) -> None:
    """With the containers that this empties."""
    assert uninstall_text(before) == (after, True, "removed")
    assert uninstall_text(after) == (after, False, "nothing to remove")
