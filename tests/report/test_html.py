"""``--format html``: what the page says without a script, and that no text becomes markup."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest

from phaser_lint.contract.model import Report
from phaser_lint.contract.report_parts import ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip
from phaser_lint.core.text import make_printable
from phaser_lint.report.html import render
from phaser_lint.report.html_page.page_origin import Origin
from tests.report.html_reading import Reading, data_of
from tests.report.html_reports import ATTACKS, CONTRACTS, everywhere, many
from tests.report.reports import CLEAN, HOSTILE, NAMES, RICH, at_line
from tests.report.runner_commands import commands_of

# What must stay silent.


def test_a_clean_run_tells_what_it_looked_at() -> None:
    """It says so, with what it looked at; no alert, no remark, no contract."""
    page = Reading(render(CLEAN))
    assert page.texts_in("h1") == ["No violations"]
    assert page.texts_in("title") == ["phaser-lint: No violations"]
    assert "2 files checked" in page.visible_text()
    assert page.texts_in("h2") == ["Violations"]
    assert data_of(render(CLEAN)) == {
        "paths": [], "links": [], "contracts": [], "messages": [], "counted": [], "ignored": [],
        "fixes": {},
    }  # fmt: skip


@pytest.mark.parametrize("report", [CLEAN, RICH, HOSTILE, everywhere("<b>"), many(500)])
def test_equal_reports_give_equal_pages(report: Report) -> None:
    """To the byte; the page is ASCII, so no encoding can change it."""
    page = render(report)
    assert page == render(report._replace())
    assert page.isascii()
    assert page.endswith("</html>\n")
    assert Reading(page).open == []


def test_nothing_is_loaded_or_allowed() -> None:
    """The policy names the digests of the page's own texts; only contracts link elsewhere."""
    page = Reading(render(RICH._replace(contracts=CONTRACTS)))
    code = [
        text
        for (tag, attributes), text in zip(
            [element for element in page.elements if element[0] in ("style", "script")],
            [text for tag, text in page.texts if tag in ("style", "script")],
            strict=True,
        )
        if attributes.get("type") != "application/json"
    ]
    style, theme, script = (
        f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
        for text in code
    )
    assert page.elements[3] == (
        "meta",
        {
            "http-equiv": "Content-Security-Policy",
            "content": f"default-src 'none'; script-src {theme} {script}; style-src {style}; "
            "img-src data:; base-uri 'none'; form-action 'none'; "
            "require-trusted-types-for 'script'; trusted-types 'none'",
        },
    )
    assert page.values_of("src") == []
    assert page.values_of("style") == []
    links = [
        address for address in page.values_of("href") if address and not address.startswith("data:")
    ]
    assert links == ["#violations", "https://example.org/no-print?a=1&b=2"]
    assert "</" not in "".join(code)
    assert not re.search(r"innerHTML|insertAdjacent|document\.write|eval\(", "".join(code))


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_text_becomes_markup(attack: str) -> None:
    """The page has the elements and attributes that it has with a harmless text."""

    def shape(page: Reading) -> list[tuple[str, dict[str, str | None]]]:
        return [element for element in page.elements if element[0] != "meta"]

    page = Reading(render(everywhere(attack)))
    assert shape(page) == shape(Reading(render(everywhere("harmless"))))
    assert page.others == []
    assert (
        make_printable(attack) in page.visible_text()
        or " ".join(make_printable(attack).split()) in page.visible_text()
    )
    page_data = data_of(render(everywhere(attack)))
    assert page_data["paths"][0] == make_printable(attack)
    assert page_data["counted"][2][9:11] == [make_printable(attack), f" {make_printable(attack)}"]


def test_an_address_stays_inside_its_attribute() -> None:
    """A quote in a link ends nothing."""
    url = 'https://example.org/"onmouseover="window.owned=1"\'><b>'
    contracts = (ContractSummary("a", "", "error", "m", url=url),)
    page = Reading(render(CLEAN._replace(contracts=contracts)))
    assert page.values_of("href")[-1] == url
    assert page.values_of("onmouseover") == []


@pytest.mark.parametrize("attack", [*ATTACKS, "harmless"])
def test_the_data_block_holds_no_markup(attack: str) -> None:
    """``<!--<script>`` in a script would swallow the rest of the page."""
    [block] = re.findall(r'id="data">(.*)</script>', render(everywhere(attack)))
    assert not set("<>&'") & set(block)


def test_names_that_cannot_be_encoded() -> None:
    """A name that is not UTF-8 and one with a control character are there, escaped."""
    assert data_of(render(HOSTILE))["paths"][: len(NAMES)] == [
        make_printable(name) for name in NAMES
    ]


def test_a_runner_sees_no_command() -> None:
    """The page may be printed in a workflow, where a fork chooses names."""
    assert commands_of(render(HOSTILE)) == []
    assert commands_of(render(everywhere("::error::owned\n ::error::owned##[error]x"))) == []


# What must be said.


def test_each_part_of_a_report_is_on_the_page() -> None:
    """Each part of a report is on the page, and each number has its name."""
    page = Reading(render(RICH))
    rendered = page.visible_text()
    assert page.texts_in("h1") == ["3 errors, 2 warnings"]
    assert page.texts_in("title") == ["phaser-lint: 3 errors, 2 warnings (incomplete)"]
    for phrase in (
        "in 3 files; 3 files checked",
        "This run is incomplete 1 contract problem left contracts out; 1 example contradicted by "
        "its contract; 1 check could not be decided. What it did not check is neither clean nor "
        "violated. 1 undecided src/a.py slow the pattern took longer than 2000 ms 2 contract "
        "problems .claude/contracts/x.yaml:3 type expected one of a, b, not c contract skipped "
        ".claude/contracts/y.yaml:7 examples.valid[0] expected nothing contract in force",
        "Errors 3 Warnings 2 Files checked 3 Ignored 1 suppressed by a directive Existing 2 "
        "there before, not counted Skipped 3 binary: 2, symbolic link: 1 Undecided 1 "
        "Contract problems 2",
        "2 files skipped: binary logo.png b.png 1 file skipped: symbolic link link",
        "2 notes src/b.py:20 directive suppresses nothing: no-print c.yaml the glob of lonely "
        "matches no file",
        "error src/b.py:3:3 no-print Use the logger. prin t(x)",
        "warning src/a.py license Start with an SPDX line.",
        "error files matching /README.md, /README.rst has-readme Write one.",
    ):
        assert phrase in rendered


def test_words_are_explained() -> None:
    """Where there is something that is neither a violation nor clean."""
    rendered = Reading(render(RICH)).visible_text()
    assert "Ignored: a comment such as phaser:ignore in the file suppresses them." in rendered
    assert "Existing: they were there before, in the revision or the baseline" in rendered
    assert "Old: " not in Reading(render(CLEAN)).visible_text()


ORIGIN = Origin(
    "o/shop",
    "0123456789abcdef0123456789abcdef01234567",
    "2026-03-01 12:00 UTC",
    "phaser-lint scan --since main",
    "https://example.org/o/shop/blob/0123/web app/",
)


def test_the_page_tells_project_commit_and_command() -> None:
    """Project, commit, date and command; each place is a link to the file at that commit."""
    page = Reading(render(RICH, origin=ORIGIN._replace(files_url="https://example.org/b/0123/")))
    assert "o/shop · commit 0123456789ab · 2026-03-01 12:00 UTC" in page.visible_text()
    assert "Command: phaser-lint scan --since main" in page.visible_text()
    links = [
        address for address in page.values_of("href") if address and address.startswith("https")
    ]
    assert links == [
        "https://example.org/b/0123/src/a.py",
        "https://example.org/b/0123/src/b.py#L3",
        "https://example.org/b/0123/src/b.py#L12-L14",
        "https://example.org/b/0123/src/%E6%97%A5%E6%9C%AC.py#L1",
        "https://example.org/license?a=b#c",
    ]


@pytest.mark.parametrize("attack", ATTACKS)
def test_no_origin_becomes_markup(attack: str) -> None:
    """A branch, a folder and an option are named by others, too; an odd address is no link."""

    def shape(text: str) -> list[tuple[str, dict[str, str | None]]]:
        page = Reading(render(RICH, origin=Origin(text, text, text, text, text)))
        return [element for element in page.elements if element[0] != "meta"]

    assert shape(attack) == shape("harmless")
    assert commands_of(render(RICH, origin=Origin(*["##[error]x"] * 5))) == []


def test_the_script_of_the_page_gets_the_whole_report() -> None:
    """What the page's script is given, whole."""
    assert data_of(render(RICH)) == {
        "paths": ["/README.md, /README.rst", "src/a.py", "src/b.py", "src/日本.py"],
        "links": [],
        "contracts": ["calm", "has-readme", "license", "no-print"],
        "messages": ["Write one.", "Start with\nan SPDX line.", "Use the logger."],
        "counted": [
            [1, 0, 2, 0, 0],
            [2, 1, 1, 1, 1],
            [3, 0, 0, 2, 2, 3, 3, 3, "  ", "prin", "t(x)", ""],
            [3, 1, 0, 2, 2, 12, 14, 3, "  ", "print(x)", "", ""],
            [3, 0, 0, 3, 2, 1, 1, 5, "\t日本é", " ", "x", ""],
        ],
        "ignored": [[3, 0, 0, 2, 2, 9, 9, 3, "  ", "prin", "t(x)", ""]],
        "fixes": {"1": ["", "+ # SPDX: MIT"], "2": ["-   print(x)", "+   log(x)"]},
    }


@pytest.mark.parametrize(
    ("report", "headline", "message"),
    [
        (Report(), "No file was checked", "No file was checked. What it did not check"),
        (
            CLEAN._replace(undecided=(Undecided("slow", "a.py", "too slow"),)),
            "No violations in what was checked",
            "1 check could not be decided.",
        ),
        (
            CLEAN._replace(problems=RICH.problems),
            "No violations in what was checked",
            "1 contract problem left contracts out; 1 example contradicted by its contract.",
        ),
        (
            CLEAN._replace(problems=RICH.problems[1:]),
            "No violations in what was checked",
            "1 example contradicted by its contract.",
        ),
    ],
)
def test_a_run_that_checked_less_says_so(report: Report, headline: str, message: str) -> None:
    """It is never called clean."""
    page = Reading(render(report))
    assert page.texts_in("h1") == [headline]
    assert "This run is incomplete" in page.texts_in("h2")
    assert message in page.visible_text()
    assert page.texts_in("title")[0].endswith("(incomplete)")


def test_contracts_are_described() -> None:
    """Message, rationale, tags, address and file; without a violation the number is 0."""
    rendered = Reading(render(CLEAN._replace(contracts=CONTRACTS))).visible_text()
    assert (
        "no-print Use the logger. 0 Use the logger. Standard output belongs to the result. error "
        "forbid_pattern #logging #python https://example.org/no-print?a=1&b=2 Defined in "
        ".claude/contracts/no-print.yaml"
    ) in rendered
    assert "ftp://x/y" in rendered


def test_what_is_zero_has_no_tile() -> None:
    """Ten numbers of which eight are zero hide the two."""
    rendered = Reading(render(CLEAN)).visible_text()
    for total in ("Errors", "Warnings", "Ignored", "Existing", "Skipped", "Undecided"):
        assert f"{total} 0" not in rendered
    assert f"Files checked {len(CLEAN.checked)}" in rendered
    assert '<dl class="tiles">' not in render(Report())


def test_contracts_with_violations_come_first() -> None:
    """Those with the most before the others; then what is undecided, then by name."""
    contracts = tuple(
        ContractSummary(rule_id, "forbid_pattern", "error", "Do not.") for rule_id in "abcde"
    )
    report = CLEAN._replace(
        contracts=contracts,
        undecided=(Undecided("c", "a.py", "late"),),
        violations=tuple(
            at_line("b.py", line, rule_id=rule_id) for line, rule_id in enumerate("dee", 1)
        ),
    )
    cards = [
        attributes["id"]
        for tag, attributes in Reading(render(report)).elements
        if tag == "details" and "card" in attributes.get("class", "").split()
    ]
    assert cards == [f"contract-{position}" for position in (4, 3, 2, 0, 1)]


def test_an_undecided_contract_is_not_clean() -> None:
    """Its card says so instead of 0, and beside the number of violations found."""
    slow = ContractSummary("slow", "forbid_pattern", "error", "Be quick.")
    report = CLEAN._replace(contracts=(slow,), undecided=(Undecided("slow", "a.py", "late"),))
    assert "slow Be quick. undecided Be quick." in Reading(render(report)).visible_text()
    report = report._replace(violations=(at_line("b.py", 1, rule_id="slow"),))
    assert "slow Be quick. 1, undecided Be quick." in Reading(render(report)).visible_text()


def test_the_plain_table_says_what_it_leaves_out() -> None:
    """A reader without scripts gets 200 rows and the number of the others."""
    page = Reading(render(many(5000)))
    assert len([tag for tag, _ in page.elements if tag == "tr"]) == 201
    assert "4,800 more violations not in this table" in page.visible_text()
    assert len(data_of(render(many(5000)))["counted"]) == 5000


def test_long_lists_say_what_they_leave_out() -> None:
    """100,000 skipped files are counted, and 500 of them named."""
    skipped = tuple(Skip(f"{number}.png", "binary") for number in range(100_000))
    page = render(CLEAN._replace(skipped=skipped))
    assert "99,500 more are not listed here." in Reading(page).visible_text()
    assert "100,000 files skipped: binary" in Reading(page).visible_text()
    assert len(page) < 200_000
