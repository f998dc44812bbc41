"""Words after ``phaser``: prose, what begins as a directive does, and what is near to one."""

from __future__ import annotations

import pytest

from phaser_lint.check.engine.directive_parser import (
    begins_directive,
    guess_directive,
    is_near_directive,
    parse_directives,
)
from phaser_lint.check.engine.directive_places import may_hold_directives


@pytest.mark.parametrize(
    "after",
    [
        "",
        ":",
        ": a beam of light",
        " ignore a",
        "-ignore a",
        ": x ignore",
        ":disable a",
        "s:ignore",
    ],
)
def test_text_that_does_not_begin_as_a_directive_says_nothing(after: str) -> None:
    """A colon and the word are what makes it one, blanks aside."""
    assert not begins_directive(after)


@pytest.mark.parametrize("after", [":ignore a", ":ignored by design", " : ignore a", ":\tignores"])
def test_text_that_begins_as_a_directive_says_ignore(after: str) -> None:
    """Also where it goes wrong then."""
    assert begins_directive(after)


@pytest.mark.parametrize(
    "after",
    [
        "", ".Scene", "-lint", " disables input", ": disable the physics debugger", "s:skip a",
        "ignore a", ":ignored a", ".skip()", ".allow(a)", ":disabled", " skip a b", ":skip a;",
        ":lint:skip a", "lints: skip a", ":skip()", "-skip(a)", ".skip = [a]",
        ":skip /* a */", ":skip a, , b", ":skip-lines a", ":skip a */ b", ":skip <!-- a -->",
        "-ignore a of b", ": disable anti-aliasing here", "-ignore the no-print rule",
        ": ignite a", ": igloo a", ": snore a", ":ingroe a", ":ignroe-lines a", ": ignroe a bit",
    ],
)  # fmt: skip
def test_prose_is_near_no_directive(after: str) -> None:
    """Nobody meant to ignore anything by it."""
    assert not is_near_directive(after)


@pytest.mark.parametrize(
    "after",
    [
        ":disable", ": disable a", " disable a, b-2", "-ignore a", "_ignore a", ".ignore a",
        "\u00a0ignore\u00a0a", "\tskip\ta", ":noqa: a", ":skip-next-line a", ":skip_next_line a",
        ":skip-: a", ":skip_ a", ":disable-all", ":disable-file a -- why, and (how)",
        "-lint: skip a", "_lint: skip a", " lint: skip a", "lint: skip a", "-lint-skip a",
        ":skip a */", ":skip a -->", ":skip a #}", ":skip a *)", ":skip a %>", ":skip a: */",
        ":skip a.", ":disable=a", "-lint: disable=a, b", ":allow(a)", ":skip[a]", ':skip "a"',
        ":ignroe a", ":ingore a", ":igonre-file a", ":inore a", ":ignnore a", ":ignose a",
        "-ignore no-print because of b", "_skip a-b, c see d", ":disable-file a-b, c why",
        ":signore a", ": gnore-next-line a", "-lint: ignoer-all",
    ],
)  # fmt: skip
def test_words_of_other_linters_are_near_a_directive(after: str) -> None:
    """Words of other linters, other separators, the closer of a comment behind it, a slip."""
    assert is_near_directive(after)


@pytest.mark.parametrize(
    ("body", "question"),
    [
        ("phaser: disable the debugger", ""),
        ("phaser:ignore (see a)", ""),
        ("phaserx:skip a", ""),
        ("phaser:skipped a", ""),
        ("phaser:skip", "; did you mean phaser:ignore ID?"),
        ("phaser:skip A, b", "; did you mean phaser:ignore A, b?"),
        ("phaser:ignroe a", "; did you mean phaser:ignore a?"),
        ("phaser: ingore-file A", "; did you mean phaser:ignore-file A?"),
        ("phaser:ignore(a)", "; did you mean phaser:ignore a?"),
        (
            "phasr:ignore-next-line A, b -- why",
            "; did you mean phaser:ignore-next-line A, b -- why?",
        ),
        ("phaserr:ignore a", "; did you mean phaser:ignore a?"),
        ("noqa: phaser", "; did you mean phaser:ignore ID?"),
        ("nolint:phaser-lint a", "; did you mean phaser:ignore a?"),
        ("phaser:ignores a", "; did you mean phaser:ignore a?"),
        ("phaser:ignore-nextline a", "; did you mean phaser:ignore-next-line a?"),
        ("phaser:ignore-files a", "; did you mean phaser:ignore-file a?"),
        ("phaser:ignore-next-lines a", "; did you mean phaser:ignore-next-line a?"),
        ("phaser:skip-line a", "; did you mean phaser:ignore a?"),
        ("phaser:skip-next-line a", "; did you mean phaser:ignore-next-line a?"),
        ("phaser:skip_file: A", "; did you mean phaser:ignore-file A?"),
        ("phaser-ignore no-A, b since c", "; did you mean phaser:ignore no-A, b?"),
        ("phaser:skip-all", "; did you mean phaser:ignore-all?"),
        ("phaser:skip-all a", "; did you mean phaser:ignore a?"),
    ],
)
def test_which_directive_is_meant(body: str, question: str) -> None:
    """With the ids as they were written; an idle question would be worse than none."""
    assert guess_directive(body) == question


def test_the_sign_of_a_tag_is_no_part_of_it() -> None:
    """As documentation marks its tags."""
    (malformed,) = parse_directives("a.js", "x() // @phaser-ignore no-x\n").malformed
    assert malformed.expected.endswith("; did you mean phaser:ignore no-x?")


@pytest.mark.parametrize(
    "written",
    [
        "phasr:ignore a", "phraser:ignore-file a -- why", "phase:ignore-all", "pahser:ignore a",
        "phaser;ignore a", "noqa: phaser", "noqa:phaser-lint", "nolint: phaser -- why",
    ],
)  # fmt: skip
def test_a_slip_in_the_name_of_the_tool_is_reported(written: str) -> None:
    """Also where nothing in the file says phaser."""
    text = f"x = 1  # {written}\n"
    assert may_hold_directives(text)
    (malformed,) = parse_directives("a.py", text).malformed
    assert malformed.expected.partition(', not "')[2].startswith(f'{written}"; did you mean')


@pytest.mark.parametrize(
    "comment",
    [
        "# eraser:ignore a", "# codespell:ignore a", "# paper:ignored a", "# see phasr:ignore a",
        "# noqa: phasers", "# noqa phaser runs before", "'phasr:ignore a'", "// phasr:ignore a",
    ],
)  # fmt: skip
def test_directives_of_other_tools_and_prose_are_no_slips(comment: str) -> None:
    """Two letters off is another name, and no directive stands after other words."""
    written = parse_directives("a.py", f"x = 1  {comment}\n")
    assert (written.directives, written.malformed) == ((), ())
