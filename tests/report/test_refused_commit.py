"""What is named below the violations that stop a commit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint import DOCS
from phaser_lint.contract.model import Report, Violation
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.report import github
from phaser_lint.report.refused_commit import describe_ways_of_change, describe_ways_on

if TYPE_CHECKING:
    from collections.abc import Callable

BASELINE = "phaser-lint baseline --project-contracts"
BEFORE = [
    "For a a directive counts only in a file that had it before this change.",
    "Only if this is meant, exclude_glob in a.yaml leaves the file out. "
    "CI checks by the contracts of the base, so merge that change first.",
    "If only agents must leave the file, the contract's place is ~/.phaser/contracts: "
    "no commit is held to what is there, agents are, in all your projects.",
]
MEANT = "Only if this is meant, "
OF_TEXT = (
    f"{MEANT}leave out the text by the pattern, as with (?!name), or the file by exclude_glob, "
    "in a.yaml. CI checks by the contracts of the base, so merge that change first."
)


def violation(path: str, *, line: int | None = 3, text: str = "x") -> Violation:
    where = "file" if line is None else "line"
    return Violation("a", "error", "No.", path, where, line=line, line_text=text)


def test_without_a_violation_there_is_nothing_to_go_on_from() -> None:
    assert describe_ways_on(Report()) == []


def test_a_warning_is_explained_only_where_it_refuses_the_commit() -> None:
    """What refused it was an invalid contract: the warning had nothing to do with that."""
    report = Report(violations=(violation("a.py")._replace(severity="warning"),))
    assert describe_ways_on(report) == []
    assert "why a a.py:3 " in describe_ways_on(report, fails_on_warnings=True)[1]


@pytest.mark.parametrize(
    ("found", "why", "suppression"),
    [
        (violation("a b.py"), "why a 'a b.py:3'", ["end line 3 with: # phaser:ignore a -- reason"]),
        (
            violation("Dockerfile"),
            "why a Dockerfile:3",
            ["put above line 3: # phaser:ignore-next-line a -- reason"],
        ),
        (
            violation("a.py", line=None),
            "why a a.py",
            ["add to the file: # phaser:ignore-file a -- reason"],
        ),
        (violation("a.xml"), "why a a.xml:3", ["end line 3 with: <!-- phaser:ignore a -->"]),
        (violation("a.json"), "why a a.json:3", []),
        (violation("a.sh", text="x \\"), "why a a.sh:3", []),
        (violation("/LICENSE", line=None)._replace(where="glob"), "explain a", []),
    ],
)
def test_the_ways_on_from_the_first_error(
    found: Violation, why: str, suppression: list[str]
) -> None:
    """A whole command for a shell, and a comment of the file's own language, if it has one."""
    warning = violation("z.py")._replace(severity="warning")
    width = max(len(f"phaser-lint {why}"), len(BASELINE))
    assert describe_ways_on(Report(violations=(warning, found))) == [
        "next:",
        f"  {f'phaser-lint {why}':<{width}}  # explains the first violation",
        f"  {BASELINE:<{width}}  # records what the project's contracts find, if this is old",
        *(f"{MEANT}{way}" for way in suppression),
    ]


def test_a_baseline_is_for_what_head_has() -> None:
    """A new file was told to go into one, if this is old."""
    found = violation("a.py")
    recording = [
        [line for line in describe_ways_on(report) if BASELINE in line]
        for report in (Report(violations=(found,), at_head=at_head) for at_head in ((), (found,)))
    ]
    assert [len(lines) for lines in recording] == [0, 1]


def test_where_no_directive_counts_none_is_proposed() -> None:
    """Below "takes no directive" stood how to write one."""
    found = violation("a.py")
    report = Report(violations=(found,), deaf=(found.contract_key,))
    assert not any("phaser:ignore" in line for line in describe_ways_on(report))


@pytest.mark.parametrize(
    ("kind", "ways"),
    [("file_frozen", BEFORE), ("keep_pattern", [BEFORE[0], OF_TEXT, BEFORE[2]])],
)
def test_a_directive_that_comes_with_the_change_does_not_count(kind: str, ways: list[str]) -> None:
    """So none is proposed, and who wrote one reads why it does nothing, and what does something."""
    contract = ContractSummary("a", kind, "error", "No.", path="a.yaml")
    report = Report(violations=(violation("a.py", line=None),), contracts=(contract,))
    assert describe_ways_on(report) == [
        "next:",
        "  phaser-lint why a a.py --since HEAD  # explains the first violation",
        *ways,
    ]
    assert describe_ways_on(report._replace(deaf=(contract.key,)))[2:] == ways[1:]
    below = describe_ways_on(report, started_in="backend")
    assert below[3] == ways[1].replace("a.yaml", "../a.yaml")


def test_a_file_with_two_broken_contracts_is_named_once() -> None:
    """`exclude_glob in a.yaml, a.yaml`."""
    contracts = tuple(
        ContractSummary(name, "file_frozen", "error", "No.", path="a.yaml") for name in "ab"
    )
    found = violation("a.py", line=None)
    report = Report(violations=(found, found._replace(rule_id="b")), contracts=contracts)
    assert describe_ways_of_change(report) == [BEFORE[0].replace("a a", "a, b a"), BEFORE[1]]


def test_a_contract_of_the_home_folder_is_not_to_go_there() -> None:
    """A scan told who had it in `~/.phaser/contracts` to put it there, for the sake of CI."""
    path = "~/.phaser/contracts/a.yaml"
    frozen = ContractSummary("a", "file_frozen", "error", "No.", path=path)
    report = Report(violations=(violation("a.py", line=None),), contracts=(frozen,))
    excluded = f"Only if this is meant, exclude_glob in {path} leaves the file out."
    assert describe_ways_of_change(report) == [BEFORE[0], excluded]


@pytest.mark.parametrize("render", [github.render, github.render_without_commands])
def test_an_honest_pull_request_is_told_what_its_author_can_do(
    render: Callable[[Report], str],
) -> None:
    """One that renames a test had the message alone, and wrote a directive that did not count."""
    frozen = ContractSummary("a", "keep_pattern", "error", "No.", path="a.yaml")
    report = Report(violations=(violation("a.py", line=None),), contracts=(frozen,))
    assert render(report).splitlines()[-3:-1] == [BEFORE[0], OF_TEXT]
    # A directive of the change may suppress the other one, and a warning fails nothing.
    of_text = report._replace(contracts=(frozen._replace(type="forbid_pattern"),))
    warned = report._replace(violations=(report.violations[0]._replace(severity="warning"),))
    for other in (of_text, warned):
        assert BEFORE[0] not in render(other)


def test_in_a_merge_a_scan_tells_what_is_ones_own() -> None:
    report = Report(violations=(violation("a.json"),), in_baseline=0)
    assert describe_ways_on(report, is_staged=True, is_merging=True) == [
        "next:",
        "  phaser-lint why a a.json:3 --staged  # explains the first violation",
        "  phaser-lint scan --since HEAD        # leaves out what the merge or rebase brings; "
        f"what to do where nothing is left: {DOCS}/git.md#upstream-changes",
    ]


def test_what_is_not_in_the_baseline_is_new() -> None:
    """To record it would silence what the commit adds."""
    report = Report(violations=(violation("a.json"),), in_baseline=0)
    steps = ["next:", "  phaser-lint why a a.json:3  # explains the first violation"]
    assert describe_ways_on(report) == steps
    # So is what is left of a comparison.
    assert describe_ways_on(report._replace(in_baseline=None), is_compared=True) == steps


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("@php\n\nx\n@endphp\n", "end line 3 with: // phaser:ignore a -- reason"),
        ("<p>\n\nx\n", "end line 3 with: {{-- phaser:ignore a --}}"),
        # The index has another text than the disk.
        ("@php\n", "end line 3 with a comment: phaser:ignore a -- reason"),
    ],
)
def test_the_part_of_the_file_says_what_a_comment_is(text: str, offer: str) -> None:
    """`{{-- --}}` stays in what `@php` runs."""
    report = Report(violations=(violation("a.blade.php", line=3)._replace(line_text="x"),))
    lines = describe_ways_on(report, read_text={"a.blade.php": text}.__getitem__)
    assert lines[-1] == f"{MEANT}{offer}"


@pytest.mark.parametrize(
    ("text", "offer"),
    [
        ("a: x\nb: 1\n", "end line 1 with: # phaser:ignore a -- reason"),
        ("a: x\n  y\n", "put above line 1: # phaser:ignore-next-line a -- reason"),
        ("a: x\\\n", "put above line 1: # phaser:ignore-next-line a -- reason"),
    ],
)
def test_the_text_says_where_a_comment_does_no_harm(text: str, offer: str) -> None:
    """At the end of its line it would cut off what goes on below."""
    line = text.split("\n")[0]
    report = Report(violations=(violation("a.yaml", line=1)._replace(line_text=line),))
    lines = describe_ways_on(report, read_text={"a.yaml": text}.__getitem__)
    assert lines[-1] == f"{MEANT}{offer}"


@pytest.mark.parametrize(("path", "proposals"), [("new.py", 0), ("a.py", 1)])
def test_a_file_that_the_change_removes_holds_no_directive(path: str, proposals: int) -> None:
    """After ``git mv a.py new.py`` there is no ``a.py`` to write in."""
    contract = ContractSummary("a", "changed_together", "error", "No.")
    report = Report(violations=(violation("a.py", line=None),), contracts=(contract,))
    lines = describe_ways_on(report, is_there=path.__eq__)
    assert sum(line.startswith(MEANT) for line in lines) == proposals


@pytest.mark.parametrize("kind", ["file_frozen", "keep_pattern", "changed_together"])
def test_a_baseline_is_no_way_on_from_what_a_change_broke(kind: str) -> None:
    """No baseline covers it; it may cover another violation."""
    frozen = ContractSummary("a", kind, "error", "No.", path="a.yaml")
    no_print = ContractSummary("b", "forbid_pattern", "error", "No.")
    of_change = violation("a.json", line=None)
    report = Report(violations=(of_change,), contracts=(frozen, no_print))
    why = "phaser-lint why a a.json --since HEAD"
    rest = {"changed_together": [], "keep_pattern": [BEFORE[0], OF_TEXT, BEFORE[2]]}.get(
        kind, BEFORE
    )
    assert describe_ways_on(report) == ["next:", f"  {why}  # explains the first violation", *rest]
    both = report._replace(violations=(of_change, of_change._replace(rule_id="b")))
    steps = [line.split("#")[0].strip() for line in describe_ways_on(both)]
    assert steps == ["next:", why, BASELINE, *rest]


def test_a_directive_that_outlives_its_change_is_to_go_again() -> None:
    """A .proto that needs no new code this once was to be exempt for good."""
    contract = ContractSummary("a", "changed_together", "error", "No.")
    report = Report(violations=(violation("a.py", line=None),), contracts=(contract,))
    assert describe_ways_on(report, is_there=bool)[-1] == (
        f"{MEANT}add to the file: # phaser:ignore-file a -- reason "
        "(and take it out with the next change: it spares the file that one, too)"
    )


def test_the_file_of_a_directive_is_named_where_the_commit_may_lack_another() -> None:
    """Of a deleted partner "the file" was read as the one that goes."""
    contract = ContractSummary("a", "file_pair", "error", "No.")
    report = Report(violations=(violation("a.py", line=None),), contracts=(contract,))
    assert describe_ways_on(report)[-1] == f"{MEANT}add to a.py: # phaser:ignore-file a -- reason"


def test_a_command_is_named_for_the_folder_where_git_commit_was_started() -> None:
    """Git starts its hooks at the root: what a hook prints is pasted where somebody commits."""
    report = Report(violations=(violation("backend/src/a.json"), violation("b.json")))
    steps = describe_ways_on(report, started_in="backend/", is_merging=True)[1:3]
    assert [step.split("  #")[0].strip() for step in steps] == [
        "phaser-lint why a src/a.json:3",
        "phaser-lint scan --since HEAD ..",
    ]
    other = describe_ways_on(Report(violations=(violation("b.json"),)), started_in="backend/")
    assert other[1].startswith("  phaser-lint why a ../b.json:3 ")


@pytest.mark.parametrize("kind", ["file_frozen", "changed_together"])
def test_what_a_change_is_compared_with_is_said_where_no_default_branch_is_known(kind: str) -> None:
    """An amended commit holds both files, and only one of them differs from HEAD."""
    contract = ContractSummary("a", kind, "error", "No.")
    report = Report(violations=(violation("a.py", line=None),), contracts=(contract,))
    told = (
        "Compared with HEAD, also where --amend replaces it: "
        "no remote's default branch is known that it left; "
        "git fetch brings it where there is a remote."
    )
    assert describe_ways_on(report, follows_head=True)[-1] == told
    assert told not in describe_ways_on(report)
    of_text = report._replace(contracts=(contract._replace(type="forbid_pattern"),))
    assert told not in describe_ways_on(of_text, follows_head=True)
