"""The HTML report in a real browser: filters, charts, rows, and 5,000 violations.

    PHASER_CHROMIUM=/path/to/chromium pytest -m e2e tests/e2e

Times are bounded generously: they tell an interactive page from one that hangs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.model import Report, Violation
from phaser_lint.report.html_page.page_origin import Origin
from tests.e2e.page_reading import ROWS, STATUS, rows
from tests.report.html_reports import many
from tests.report.reports import RICH

if TYPE_CHECKING:
    from tests.e2e.conftest import Load

pytestmark = pytest.mark.e2e
SECONDS_TO_INTERACTIVE = 10


def test_many_violations_are_quick_and_all_there(load: Load) -> None:
    """Interactive soon; the rest follows while idle, so that the browser's search finds it."""
    page = load(many(5000))
    timing = page.evaluate(
        "performance.timing.domContentLoadedEventEnd - performance.timing.navigationStart"
    )
    assert timing < SECONDS_TO_INTERACTIVE * 1000
    assert page.evaluate(STATUS) == "5,000 violations in 100 files"
    page.wait_until(f"{ROWS} === 5000")
    assert page.evaluate("window.find('module_99.py')")
    assert page.evaluate("getComputedStyle(document.querySelector('.row')).contentVisibility") == (
        "auto"
    )


def test_filtering_many_violations_is_quick(load: Load) -> None:
    """From a choice to the drawn answer, with every row drawn before."""
    page = load(many(5000))
    page.wait_until(f"{ROWS} === 5000")
    took = page.evaluate(
        "(() => { const start = performance.now();"
        "document.querySelector('input[value=warning]').click();"
        "document.body.offsetHeight; return performance.now() - start; })()"
    )
    assert took < 2000
    assert page.evaluate(STATUS) == "1,250 of 5,000 violations in 100 files"


def test_far_too_many_wait_for_a_button(load: Load) -> None:
    """Beyond 10,000 rows the reader asks for the rest, and is led to the first of them."""
    page = load(many(12_000))
    page.wait_until("document.querySelector('.more')")
    assert page.evaluate(ROWS) == 10_110
    assert page.evaluate("document.querySelector('.more').textContent") == "Show 1,890 more"
    page.evaluate("document.querySelector('.more').click()")
    assert page.evaluate(ROWS) == 12_000
    assert (
        page.evaluate("[...document.querySelectorAll('.row')].indexOf(document.activeElement)")
        == 10_110
    )


def test_every_filter_and_its_address(load: Load) -> None:
    """By path, text, contract and severity; the address holds the view and brings it back."""
    page = load(many(5000))
    page.evaluate("document.getElementById('path').focus()")
    page.write("api/handlers")
    page.wait_until(f"{STATUS} === '1,000 of 5,000 violations in 20 files'")
    page.evaluate("document.querySelector('input[value=warning]').click()")
    page.wait_until(f"{STATUS} === '250 of 5,000 violations in 20 files'")
    page.evaluate("document.querySelector('input[value=all]').click()")
    page.evaluate("document.getElementById('text').focus()")
    page.write("TODO remove")
    page.wait_until(f"{STATUS} === '250 of 5,000 violations in 20 files'")
    page.evaluate("document.querySelector('input[value=warning]').click()")
    page.evaluate(
        "(() => { const box = document.getElementById('contract'); box.value = 'no-todo';"
        "box.dispatchEvent(new Event('change', { bubbles: true })); })()"
    )
    page.wait_until(f"{ROWS} === 250")
    assert set(rows(page, "button.tag")) == {"no-todo"}
    assert set(rows(page, "mark")) == {"TODO"}
    fragment = page.evaluate("location.hash")
    assert fragment == ("#severity=warning&contract=no-todo&path=api%2Fhandlers&text=TODO+remove")
    shared = load(many(5000), fragment=fragment)
    assert shared.evaluate(STATUS) == "250 of 5,000 violations in 20 files"
    assert shared.evaluate("document.getElementById('path').value") == "api/handlers"
    assert shared.evaluate("document.querySelector('#chosen h3').textContent") == "no-todo"
    shared.evaluate("document.getElementById('reset').click()")
    assert shared.evaluate(STATUS) == "5,000 violations in 100 files"
    assert shared.evaluate("location.hash") == ""
    shared.evaluate("history.back()")
    shared.wait_until(f"{STATUS} === '250 of 5,000 violations in 20 files'")


@pytest.mark.parametrize(
    ("path", "number"),
    [
        ("SRC/API/", 2000), ("/src/api/", 2000), ("/api/", 0), ("api/", 2000), ("/", 5000),
        ("/src/api/module_5", 150), ("/src/api/module_5.py", 50), ("   ", 5000), ("*", 0),
    ],
)  # fmt: skip
def test_the_filter_takes_any_part_of_a_path(load: Load, path: str, number: int) -> None:
    """Any part of a path; from the root with a slash; one file alone if it is named whole."""
    page = load(many(5000), fragment=f"#path={path.replace(' ', '+')}")
    assert int(page.evaluate(STATUS).split()[0].replace(",", "")) == number


@pytest.mark.parametrize(
    "fragment", ["#severity=owned&group=x&show=&contract=nobody", "#violations", "#=", "#%ff=%"]
)
def test_an_address_that_says_nothing(load: Load, fragment: str) -> None:
    """What is no filter is left aside."""
    assert load(many(500), fragment=fragment).evaluate(STATUS) == "500 violations in 100 files"


def test_a_bar_filters_by_contract_folder_and_file(load: Load) -> None:
    """Bars by contract, folder and file; pressing one filters, and down into folders."""
    page = load(many(5000))

    def bars(panel: int) -> list[str]:
        labels: list[str] = page.evaluate(
            f"[...document.querySelectorAll('.panel:nth-child({panel}) .bar-row')].map("
            "(bar) => bar.querySelector('.path').textContent + ' '"
            "+ bar.querySelector('.number').textContent)"
        )
        return labels

    assert bars(1) == ["no-print 3,750", "no-todo 1,250"]
    assert bars(2) == ["src/ 3,000", "tests/ 1,000", "tools/ 1,000"]
    assert len(bars(3)) == 8
    page.evaluate("document.querySelector('[data-bar=\"By folder src/\"]').click()")
    assert bars(2) == ["src/api/ 2,000", "src/core/ 1,000"]
    page.evaluate("document.querySelector('[data-bar=\"By folder src/api/\"]').click()")
    assert bars(2) == ["files right in it 1,000", "src/api/handlers/ 1,000"]
    page.evaluate("document.querySelector('[data-bar=up]').click()")
    assert page.evaluate("location.hash") == "#path=%2Fsrc%2F"
    page.evaluate("document.querySelector('[data-bar=\"By contract no-todo\"]').click()")
    assert page.evaluate(STATUS) == "750 of 5,000 violations in 60 files"
    assert bars(1) == ["no-print 2,250", "no-todo 750"]
    page.evaluate("document.querySelector('[data-bar=\"By contract no-todo\"]').click()")
    assert page.evaluate(STATUS) == "3,000 of 5,000 violations in 60 files"
    widths = page.evaluate(
        "[...document.querySelectorAll('.panel:first-child .part')].map((part) => part.style.width)"
    )
    assert widths == ["100%", f"{100 / 3:.4f}%"]


def test_ignored_violations_and_groups(load: Load) -> None:
    """Ignored ones are a view of their own; a group's shared message stands once."""
    page = load(many(500))
    page.evaluate("document.querySelector('input[value=ignored]').click()")
    assert page.evaluate(STATUS) == "3 ignored violations in 1 file"
    assert rows(page, "p.message") == ["Use the logger."] * 3
    page.evaluate("document.querySelector('input[name=group][value=contract]').click()")
    assert page.evaluate("location.hash") == "#show=ignored&group=contract"
    assert rows(page, ".place") == [f"src/ignored.py:{line}:5" for line in (1, 2, 3)]
    assert rows(page, "p.message") == [None] * 3
    assert page.evaluate("document.querySelector('.group-message').textContent") == (
        "Use the logger."
    )


def test_a_row_shows_place_message_and_marked_source(load: Load) -> None:
    """Place, message and the marked source of each kind of violation."""
    page = load(RICH)
    assert rows(page, ".place") == ["no file", "whole file", "3:3", "12–14", "1:5"]
    source = [None, None, "  print(x)", "  print(x)", "\t日本é x"]
    assert rows(page, ".excerpt:not(.difference)") == source
    assert rows(page, "del") == [None, None, "-   print(x)", None, None]
    assert rows(page, "ins") == [None, "+ # SPDX: MIT", "+   log(x)", None, None]
    assert rows(page, "mark") == [None, None, "prin", "print(x)", " "]
    assert rows(page, ".severity") == ["error", "warning", "error", "warning", "error"]


def test_one_missing_file_leaves_the_folders_as_they_are(load: Load) -> None:
    """Everything else is in one folder, whose own folders are shown."""
    violations_in_src = tuple(
        violation for violation in many(500).violations if violation.path.startswith("src/")
    )
    missing = Violation("license", "error", "Add one.", "/LICENSE", "glob")
    page = load(Report(violations=(missing, *violations_in_src)))
    panel = "document.querySelector('.panel:nth-child(2)')"
    assert page.evaluate(f"{panel}.querySelector('h2').textContent") == "By folder in src/"
    assert page.evaluate(
        f"[...{panel}.querySelectorAll('.bar-row .path')].map((label) => label.textContent)"
    ) == ["src/api/", "src/core/", "in no single file"]
    assert "files matching /LICENSE" in page.evaluate("document.body.innerText")


def test_places_are_links_where_the_repository_is_known(load: Load) -> None:
    """To the lines at that commit; what no file has is none."""
    base = "https://example.org/o/shop/blob/abc/"
    page = load(RICH, origin=Origin(files_url=base))
    links = "[...document.querySelectorAll('#results a.position')].map((link) => link.href)"
    assert page.evaluate(links) == [
        f"{base}src/a.py",
        f"{base}src/b.py#L3",
        f"{base}src/b.py#L12-L14",
        f"{base}src/%E6%97%A5%E6%9C%AC.py#L1",
    ]


def test_places_are_copied_where_no_repository_is_known(load: Load) -> None:
    """As an editor takes them; where the clipboard is closed, the place is there to be selected."""
    page = load(RICH)
    titles = "[...document.querySelectorAll('#results .copy')].map((button) => button.title)"
    assert page.evaluate(titles) == [
        "Copy src/a.py", "Copy src/b.py:3:3", "Copy src/b.py:12:3", "Copy src/日本.py:1:5",
    ]  # fmt: skip
    page.evaluate(
        "window.kept = []; navigator.clipboard.writeText = async (text) => kept.push(text)"
    )
    page.evaluate("document.querySelectorAll('#results .copy')[1].click()")
    page.wait_until("document.querySelectorAll('#results .copy')[1].textContent === 'copied'")
    assert page.evaluate("window.kept") == ["src/b.py:3:3"]
    page.evaluate("navigator.clipboard.writeText = () => Promise.reject(new Error('closed'))")
    page.evaluate("document.querySelectorAll('#results .copy')[2].click()")
    page.wait_until(
        "document.querySelectorAll('#results .copy')[2].textContent === 'src/b.py:12:3'"
    )
