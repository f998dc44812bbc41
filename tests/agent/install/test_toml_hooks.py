"""Settings in TOML with our hooks put in and taken out: as text, with what else is there kept."""

from __future__ import annotations

import random
from typing import Any

import pytest

from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import parse_toml
from phaser_lint.agent.install.toml_hooks import add_toml_hooks, remove_toml_hooks

ENTRIES = {
    "PreToolUse": [{"command": "phaser-lint-hook", "timeout": 30, "matcher": "^(?:Write|Edit)$"}],
    "Stop": [{"command": "phaser-lint-hook", "timeout": 30}],
}
OURS = """\
[[hooks]]
event = "PreToolUse"
command = "phaser-lint-hook"
timeout = 30
matcher = "^(?:Write|Edit)$"

[[hooks]]
event = "Stop"
command = "phaser-lint-hook"
timeout = 30
"""
OLDER = '[[hooks]]\nevent = "Stop"\ncommand = "phaser-lint-hook --protect"\n'


def is_ours(hook: Any) -> bool:
    return str(hook.get("command")).startswith("phaser-lint-hook")


def install_into(text: str | None, *, force: bool = False) -> tuple[str | None, str]:
    outcome = add_toml_hooks(text, ENTRIES, is_ours=is_ours, force=force)
    return outcome.text, outcome.status


def remove_from(text: str | None) -> tuple[str | None, str]:
    outcome = remove_toml_hooks(text, is_ours=is_ours)
    return outcome.text, outcome.status


TEXTS = [
    "# mine\n",
    'a = 1  # one\n\n[b]\nc = "[[hooks]]"\n',
    'a = """\n[[hooks]]\nevent = "Stop"\n"""\n[b]\n',
    '[[hooks]]\nevent = "Stop"\ncommand = "true"\n',
    '[[hooks]] # theirs\nevent = "Stop"\ncommand = "true"\n\n# the end\n[b]\nc = [\n  1,\n]\n',
    'a = 1\r\n[b]\r\nc = 2\r\n',
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS)
def test_installed_toml_is_taken_out_to_the_byte(text: str) -> None:
    """All else stays to the byte; a second time changes nothing."""
    installed_text, status = install_into(text)
    assert installed_text is not None
    assert (status, installed_text[: len(text)]) == ("installed", text)
    before = parse_toml(text)
    ours = parse_toml(OURS)["hooks"]
    assert parse_toml(installed_text) == {**before, "hooks": [*before.get("hooks", []), *ours]}
    assert install_into(installed_text) == (installed_text, "unchanged")
    assert remove_from(installed_text) == (text, "removed")
    assert remove_from(text) == (text, "nothing to remove")


def test_a_file_of_ours_alone() -> None:
    assert install_into(None) == (OURS, "installed")
    assert remove_from(OURS) == (None, "removed")
    assert remove_from(None) == (None, "nothing to remove")


def test_toml_without_a_line_end_is_restored() -> None:
    assert install_into("a = 1") == (f"a = 1\n\n{OURS}", "installed")


def test_another_form_of_the_hook_stays_until_it_is_replaced() -> None:
    """It stays, and is replaced where that was asked for."""
    text = f"# mine\n\n{OLDER}\n[b]\nc = 1\n"
    assert install_into(text) == (text, "differs")
    assert install_into(text, force=True) == (f"# mine\n\n[b]\nc = 1\n\n{OURS}", "replaced")


COMMENTS = [
    (f"a = 1\n\n{OLDER}# after\n[b]\n", "a = 1\n# after\n[b]\n"),
    (f"{OLDER.replace('event', '# within' + chr(10) + 'event')}[b]\n", "# within\n[b]\n"),
    (f"# before\n{OLDER}\n# after\n", "# before\n\n# after\n"),
    (f"{OLDER}\n{OLDER}\n[[hooks]]\nevent = 'Stop'\ncommand = 'x'\n",
     "\n[[hooks]]\nevent = 'Stop'\ncommand = 'x'\n"),
]  # fmt: skip


@pytest.mark.parametrize(("text", "expected_text"), COMMENTS)
def test_comments_of_toml_stay(text: str, expected_text: str) -> None:
    assert remove_from(text) == (expected_text, "removed")


REFUSED = [
    ("a = = 1\n", "not valid TOML"),
    ("hooks = 1\n", r"hooks: expected tables, \[\[hooks\]\]"),
    ('hooks = [{event = "Stop", command = "true"}]\n', "to which another can be added"),
    ("[hooks]\na = 1\n", "expected tables"),
    ("hooks = [1]\n", "expected tables"),
]


@pytest.mark.parametrize(("text", "message"), REFUSED)
def test_malformed_toml_is_not_written(text: str, message: str) -> None:
    """What is no TOML, and hooks in another form: nothing is written."""
    with pytest.raises(SettingsError, match=message):
        install_into(text)


def test_taken_out_of_another_form() -> None:
    text = 'hooks = [{event = "Stop", command = "phaser-lint-hook"}]\n'
    with pytest.raises(SettingsError, match="of which one can be taken out"):
        remove_from(text)


PIECES = (
    "# a comment\n", "\n", 'x{} = "a # b"\n', "y{} = [\n  1, # one\n  [2],\n]\n",
    "z{} = '''\n[[hooks]]\n# no comment\n'''\n", "t{} = {{ a = 1 }}\n", "[s{}]\n", "[[l{}]]\n",
    '[[hooks]]\nevent = "Stop"\ncommand = "c{}"\n',
    '[[hooks]]\n# theirs\nevent = "X"\nmatcher = """\n[m\n"""\ncommand = "c{}"\n',
)  # fmt: skip


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("seed", range(300))
def test_drawn_toml_is_restored(seed: int) -> None:
    """Ours go in behind whatever stands there, and out from among it; the rest is as it was."""
    generator = random.Random(seed)
    # What belongs to no table comes first.
    pieces = [piece.format(number) for number, piece in
              enumerate(generator.choices(PIECES[:6], k=generator.randint(0, 4))
                        + generator.choices(PIECES, k=generator.randint(0, 6)))]  # fmt: skip
    text = "".join(pieces)
    added, _ = install_into(text)
    assert added is not None
    expected = parse_toml(text)
    assert parse_toml(remove_from(added)[0] or "") == expected
    assert remove_from(added)[0] == (text if text.strip() else None)
    places = [number for number, piece in enumerate(pieces) if piece.startswith("[")]
    at = generator.choice([*places, len(pieces)])
    mixed = "".join([*pieces[:at], OLDER, *pieces[at:]])
    assert parse_toml(remove_from(mixed)[0] or "") == expected
    comments = text.count("# a comment") + text.count("# theirs")
    remaining = remove_from(mixed)[0] or text
    assert remaining.count("# a comment") + remaining.count("# theirs") == comments
