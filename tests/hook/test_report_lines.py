"""What an agent reads of a report beside its violations."""

from __future__ import annotations

from phaser_lint.contract.model import Report
from phaser_lint.hook.report_lines import (
    render_existing_count,
    render_problems,
    render_undecided,
)
from tests.report.reports import CLEAN, ESCAPE, HOSTILE, RICH


def test_a_clean_report_has_no_text_for_the_agent() -> None:
    """Nothing to say."""
    assert (
        render_existing_count(CLEAN, "a.py"),
        render_undecided(CLEAN),
        render_problems(CLEAN),
    ) == (
        "",
        "",
        "",
    )


def test_an_agent_is_told_how_much_existed_before() -> None:
    """How much there was before."""
    ending = "not counted."
    assert (
        render_existing_count(Report(existing=1), "a.py")
        == f"1 existing violation in a.py is {ending}"
    )
    assert render_existing_count(RICH, "a.py") == f"2 existing violations in a.py are {ending}"


def test_what_was_not_checked() -> None:
    """The contract, the file and the reason; a warning about a contract is no skip."""
    assert render_undecided(RICH) == (
        "Not checked: slow on src/a.py: the pattern took longer than 2000 ms."
    )
    assert render_problems(RICH) == (
        "Contract skipped: .claude/contracts/x.yaml:3: type: expected one of a, b, not c\n"
        "Contract in force: .claude/contracts/y.yaml:7: examples.valid[0]: expected nothing"
    )


def test_of_many_problems_an_agent_reads_the_first() -> None:
    """With each edit it would read all of them again."""
    problem = RICH.problems[0]
    problems = tuple(problem._replace(line=line) for line in range(1, 46))
    *lines, last = render_problems(RICH._replace(problems=problems)).split("\n")
    assert [line.split(":")[2] for line in lines] == [str(number) for number in range(1, 11)]
    assert last == "35 contract problems more: phaser-lint test names all"
    assert "more" not in render_problems(RICH._replace(problems=problems[:10]))


def test_hostile_names_and_messages() -> None:
    """Shown to a user too, in a terminal."""
    texts = (
        render_existing_count(HOSTILE._replace(existing=1), HOSTILE.checked[0]),
        render_undecided(HOSTILE),
        render_problems(HOSTILE),
    )
    for text in texts:
        assert all(line.isprintable() for line in text.split("\n"))
    assert ESCAPE[0] not in "".join(texts)
    assert len(render_problems(HOSTILE).split("\n")) == len(HOSTILE.problems)
