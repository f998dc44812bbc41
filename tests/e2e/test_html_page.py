"""The HTML report in a real browser: fast, usable by keyboard, inert whatever it holds.

    PHASER_CHROMIUM=/path/to/chromium pytest -m e2e tests/e2e/test_html_page.py

Times are bounded generously: they tell an interactive page from one that hangs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

import pytest

from phaser_lint.model import Report
from phaser_lint.outputs.html import render
from phaser_lint.text import printable
from tests.e2e.browser import Page, find_chromium, open_browser
from tests.outputs.html_reports import ATTACKS, CONTRACTS, everywhere, many
from tests.outputs.reports import CLEAN, HOSTILE, RICH

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from tests.e2e.browser import Browser

CHROMIUM = find_chromium()
pytestmark = [
    pytest.mark.e2e,
    pytest.mark.skipif(
        CHROMIUM is None, reason="no chromium on the path, and PHASER_CHROMIUM names none"
    ),
]
SECONDS_TO_INTERACTIVE = 10
READY = "document.documentElement.dataset.ready !== undefined"
ROWS = "document.querySelectorAll('#results .row').length"
STATUS = "document.getElementById('status').textContent"
FOCUSED = "document.activeElement.id || document.activeElement.className"


class Load(Protocol):
    """Opens the page of a report; fails at the end of the test if the browser complained."""

    def __call__(
        self, report: Report, *, width: int = 1280, theme: str = "light", scripts: bool = True,
        fragment: str = "",
    ) -> Page: ...  # fmt: skip


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    """One browser for all these tests."""
    assert CHROMIUM is not None
    with open_browser(CHROMIUM, tmp_path_factory.mktemp("profile")) as started:
        yield started


@pytest.fixture
def load(browser: Browser, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Load]:
    """See ``Load``."""
    opened: list[Page] = []

    def load_page(
        report: Report, *, width: int = 1280, theme: str = "light", scripts: bool = True,
        fragment: str = "",
    ) -> Page:  # fmt: skip
        path = tmp_path_factory.mktemp("page") / "report.html"
        path.write_text(render(report), encoding="ascii", newline="\n")
        page = browser.open_page(path, width=width, theme=theme, scripts=scripts, fragment=fragment)
        opened.append(page)
        if scripts:
            page.wait_until(READY)
        return page

    yield load_page
    for page in opened:
        page.send("Emulation.setScriptExecutionDisabled", value=False)
        assert page.complaints() == []
        addresses = page.requested()
        assert [
            address for address in addresses if not address.startswith(("file:", "data:"))
        ] == []
        assert len(addresses) <= 2
        page.send("Page.close")


def press(page: Page, *keys: str) -> None:
    for key in keys:
        page.press(key)


def rows(page: Page, selector: str) -> list[str]:
    """The texts of *selector* in each row."""
    found: list[str] = page.evaluate(
        f"[...document.querySelectorAll('#results .row')].map("
        f"(row) => row.querySelector({selector!r})?.textContent ?? null)"
    )
    return found


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
def test_path_filter(load: Load, path: str, number: int) -> None:
    """Any part of a path; from the root with a slash; one file alone if it is named whole."""
    page = load(many(5000), fragment=f"#path={path.replace(' ', '+')}")
    assert int(page.evaluate(STATUS).split()[0].replace(",", "")) == number


@pytest.mark.parametrize(
    "fragment", ["#severity=owned&group=x&show=&contract=nobody", "#violations", "#=", "#%ff=%"]
)
def test_an_address_that_says_nothing(load: Load, fragment: str) -> None:
    """What is no filter is left aside."""
    assert load(many(500), fragment=fragment).evaluate(STATUS) == "500 violations in 100 files"


def test_charts(load: Load) -> None:
    """Bars by contract, folder and file; pressing one filters, and down into folders."""
    page = load(many(5000))

    def bars(panel: int) -> list[str]:
        found: list[str] = page.evaluate(
            f"[...document.querySelectorAll('.panel:nth-child({panel}) .bar-row')].map("
            "(bar) => bar.querySelector('.path').textContent + ' '"
            "+ bar.querySelector('.number').textContent)"
        )
        return found

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


def test_rich_rows(load: Load) -> None:
    """Place, message and the marked source of each kind of violation."""
    page = load(RICH)
    assert rows(page, ".place") == ["no file", "whole file", "3:3", "12–14", "1:5"]
    assert rows(page, ".excerpt") == [None, None, "  print(x)", "  print(x)", "\t日本é x"]
    assert rows(page, "mark") == [None, None, "prin", "print(x)", " "]
    assert rows(page, ".severity") == ["error", "warning", "error", "warning", "error"]


def test_keyboard_alone(load: Load) -> None:
    """From the skip link to a filter, into the list, along it, and to a contract."""
    page = load(many(500))
    press(page, "Tab")
    assert page.evaluate(FOCUSED) == "skip"
    press(page, "Enter")
    assert page.evaluate(FOCUSED) == "violations"
    press(page, "/")
    assert page.evaluate(FOCUSED) == "path"
    page.write("tools/")
    page.wait_until(f"{STATUS} === '100 of 500 violations in 20 files'")
    press(page, "/")
    assert page.evaluate("document.getElementById('path').value") == "tools//"
    press(page, "Escape")
    assert page.evaluate(STATUS) == "500 violations in 100 files"
    press(page, "Escape", "j")
    assert page.evaluate(FOCUSED).startswith("row")
    index = "[...document.querySelectorAll('.row')].indexOf(document.activeElement)"
    for key, expected in (
        ("j", 1), ("ArrowDown", 2), ("k", 1), ("ArrowUp", 0), ("ArrowUp", 0), ("j", 1),
    ):  # fmt: skip
        press(page, key)
        assert page.evaluate(index) == expected
    page.wait_until(f"{ROWS} === 500")
    press(page, "End")
    assert page.evaluate(index) == 499
    press(page, "Home", "Tab")
    assert page.evaluate(FOCUSED) == "tag"
    press(page, "Enter")
    assert page.evaluate(STATUS) == "375 of 500 violations in 100 files"
    assert page.evaluate(index) == 0


def test_the_focus_goes_once_through_the_page(load: Load) -> None:
    """5,000 rows are one stop; each stop is visible, and has a name."""
    page = load(many(500))
    stops = []
    for _ in range(60):
        press(page, "Tab")
        stop = page.evaluate(
            "(() => { const at = document.activeElement; const style = getComputedStyle(at);"
            "const label = at.labels?.[0]?.textContent || at.textContent;"
            "const shown = at.type === 'radio' ? getComputedStyle(at.nextElementSibling) : style;"
            "return [at.id || at.name || at.dataset.bar || at.className || at.tagName,"
            "shown.outlineStyle !== 'none' && shown.outlineWidth !== '0px', Boolean(label)]; })()"
        )
        if stop[0] == "BODY" or (stops and stop[0] == stops[0][0]):
            break
        stops.append(stop)
    names = [name for name, _, _ in stops]
    expected = ["skip", "theme", "By contract no-print", "By contract no-todo"]
    assert names[:4] == expected
    listing = names[names.index("path") :]
    assert listing[:8] == [
        "path", "text", "contract", "severity", "show", "group", "row is-error", "tag",
    ]  # fmt: skip
    assert listing[8:] == ["SUMMARY"] * 3
    assert [name for name, visible, _ in stops if not visible] == []
    assert [name for name, _, named in stops if not named] == []


@pytest.mark.parametrize("attack", ATTACKS)
def test_hostile_texts_are_inert(load: Load, attack: str) -> None:
    """Nothing runs, no element appears, and the text is read as it is."""
    page = load(everywhere(attack))
    for group in ("contract", "file"):
        page.evaluate(f"document.querySelector('input[name=group][value={group}]').click()")
    assert page.evaluate("window.owned") is None
    assert (
        page.evaluate(
            "document.querySelectorAll('img, main svg, main script, a[href^=java]').length"
        )
        == 0
    )
    assert printable(attack) in rows(page, ".message")
    assert rows(page, "mark")[2] == printable(attack)
    page.evaluate("document.querySelector('.row .tag').click()")
    assert page.evaluate("document.querySelector('#chosen h3').textContent") == printable(attack)
    for _ in range(2):
        page.evaluate("document.querySelector('.panel:nth-child(3) button.bar-row')?.click()")
        page.evaluate("document.querySelector('.panel:nth-child(2) button.bar-row')?.click()")
    assert page.evaluate("window.owned") is None


def test_hostile_names(load: Load) -> None:
    """Control characters, surrogates and turned text direction are shown escaped."""
    page = load(HOSTILE)
    heads = page.evaluate("[...document.querySelectorAll('.group h3')].map((h) => h.textContent)")
    assert "\\xff\\u202egpj.py" in heads
    assert "\\x1b]0;owned\\x07.py" in heads


def test_the_policy_stops_what_is_not_the_page(browser: Browser, tmp_path: Path) -> None:
    """Were a text to become markup after all, its script would not run."""
    broken = tmp_path / "broken.html"
    broken.write_text(
        render(CLEAN).replace(
            "<main>", "<main><img src=x onerror=window.owned=1><script>owned=2</script>"
        )
    )
    page = browser.open_page(broken)
    assert page.evaluate("window.owned") is None
    assert any("Content Security Policy" in complaint for complaint in page.complaints())


CONTRAST = """
(() => {
  const parse = (value) => value.match(/[\\d.]+/g).map(Number);
  const light = (value) => { const part = value / 255;
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4; };
  const luminance = ([r, g, b]) => 0.2126 * light(r) + 0.7152 * light(g) + 0.0722 * light(b);
  const ground = (at) => { for (let up = at; up; up = up.parentElement) {
    const colour = parse(getComputedStyle(up).backgroundColor);
    if (colour.length === 3 || colour[3] === 1) return colour; } return null; };
  const poor = [];
  for (const at of document.querySelectorAll('body *')) {
    const own = [...at.childNodes].some((node) => node.nodeType === 3 && node.data.trim());
    if (!own || !at.checkVisibility() || at.closest('script, option')) continue;
    const [a, b] = [luminance(parse(getComputedStyle(at).color)), luminance(ground(at))];
    const ratio = (Math.max(a, b) + 0.05) / (Math.min(a, b) + 0.05);
    if (ratio < 4.5) poor.push(`${at.tagName}.${at.className} ${ratio.toFixed(2)}`);
  }
  return [...new Set(poor)];
})()
"""


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize(
    "report", [RICH._replace(contracts=CONTRACTS), CLEAN, Report()], ids=["rich", "clean", "none"]
)
def test_contrast(load: Load, theme: str, report: Report) -> None:
    """Every text has 4.5 to 1 against its ground, in both themes, in a focused row as well."""
    page = load(report, theme=theme, fragment="#contract=no-print")
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    press(page, "j")
    assert page.evaluate(CONTRAST) == []


def test_theme(load: Load) -> None:
    """The system's theme, until the reader chooses one; the choice outlives the page."""
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    page = load(RICH, theme="dark")
    dark = page.evaluate(ground)
    page.prefer("light")
    light = page.evaluate(ground)
    assert dark != light
    seen = []
    for _ in range(3):
        page.evaluate("document.getElementById('theme').click()")
        seen.append(
            (page.evaluate("document.getElementById('theme').textContent"), page.evaluate(ground))
        )
    assert seen == [("Theme: light", light), ("Theme: dark", dark), ("Theme: auto", light)]
    page.evaluate("document.getElementById('theme').click()")
    page.evaluate("document.getElementById('theme').click()")
    again = load(RICH, theme="light")
    assert again.evaluate(ground) == dark
    again.evaluate("localStorage.clear()")


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
@pytest.mark.parametrize("scripts", [True, False])
def test_no_sideways_scrolling(load: Load, width: int, scripts: bool) -> None:
    """At any width, with names and words that never end."""
    page = load(everywhere("a_word_without_end" * 20), width=width, scripts=scripts)
    page.send("Emulation.setScriptExecutionDisabled", value=False)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_scripts(load: Load) -> None:
    """Totals, a table, the contracts; no control that would do nothing."""
    page = load(RICH._replace(contracts=CONTRACTS), scripts=False)
    page.send("Emulation.setScriptExecutionDisabled", value=False)
    text = page.evaluate("document.body.innerText")
    for said in ("3 errors, 2 warnings", "This run is incomplete", "src/b.py:3:3", "no-todo"):
        assert said in text
    visible = page.evaluate(
        "[...document.querySelectorAll('button, input, select')].filter("
        "(at) => at.checkVisibility()).length"
    )
    assert visible == 0


def test_nothing_to_list(load: Load) -> None:
    """A clean run has no filters to play with."""
    page = load(CLEAN)
    assert page.evaluate("document.getElementById('listing').hidden") is True
    assert "No violations" in page.evaluate("document.body.innerText")
