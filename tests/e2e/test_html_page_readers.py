"""The HTML report for every reader: keyboard, hostile texts, both themes, any width, no script."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.model import Report
from phaser_lint.core.text import make_printable
from phaser_lint.report.html import render
from tests.e2e.page_reading import FOCUSED, ROWS, STATUS, press, rows
from tests.report.html_reports import ATTACKS, CONTRACTS, everywhere, many
from tests.report.reports import CLEAN, HOSTILE, RICH

if TYPE_CHECKING:
    from pathlib import Path

    from tests.e2e.browser import Browser
    from tests.e2e.conftest import Load

pytestmark = pytest.mark.e2e


def test_the_page_is_used_by_keyboard_only(load: Load) -> None:
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
    page.write("tools/")
    press(page, "Enter")
    assert page.evaluate(FOCUSED).startswith("row")
    assert page.evaluate(STATUS) == "100 of 500 violations in 20 files"
    press(page, "/", "Escape")
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
    assert page.evaluate(FOCUSED) == "position copy"
    press(page, "Tab")
    assert page.evaluate(FOCUSED) == "tag"
    press(page, "Enter")
    assert page.evaluate(STATUS) == "375 of 500 violations in 100 files"
    assert page.evaluate(index) == 0


def test_all_rows_on_a_busy_machine(load: Load) -> None:
    """They are drawn though the page never rests."""
    page = load(many(500))
    page.evaluate(
        "void setInterval(() => {"
        "const end = performance.now() + 60; while (performance.now() < end); }, 0)"
    )
    page.evaluate("void document.getElementById('reset').click()")
    page.wait_until(f"{ROWS} === 500")


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
    assert listing[:9] == [
        "path", "text", "contract", "severity", "show", "group", "row is-error", "position copy",
        "tag",
    ]  # fmt: skip
    assert listing[9:] == ["SUMMARY"] * 3
    assert [name for name, is_visible, _ in stops if not is_visible] == []
    assert [name for name, _, has_name in stops if not has_name] == []


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
    assert make_printable(attack) in rows(page, ".message")
    assert rows(page, "mark")[2] == make_printable(attack)
    page.evaluate("document.querySelector('.row .tag').click()")
    assert page.evaluate("document.querySelector('#chosen h3').textContent") == make_printable(
        attack
    )
    for _ in range(2):
        page.evaluate("document.querySelector('.panel:nth-child(3) button.bar-row')?.click()")
        page.evaluate("document.querySelector('.panel:nth-child(2) button.bar-row')?.click()")
    assert page.evaluate("window.owned") is None


def test_hostile_names_are_shown_escaped(load: Load) -> None:
    """Control characters, surrogates and turned text direction are shown escaped."""
    page = load(HOSTILE)
    heads = page.evaluate("[...document.querySelectorAll('.group h3')].map((h) => h.textContent)")
    assert "\\xff\\u202egpj.py" in heads
    assert "\\x1b]0;owned\\x07.py" in heads


def test_the_policy_stops_what_is_not_the_page(browser: Browser, tmp_path: Path) -> None:
    """Were a text to become markup after all, its script would not run."""
    page_with_script = tmp_path / "broken.html"
    page_with_script.write_text(
        render(CLEAN).replace(
            "<main>", "<main><img src=x onerror=window.owned=1><script>owned=2</script>"
        )
    )
    page = browser.open_page(page_with_script)
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
def test_every_text_has_enough_contrast(load: Load, theme: str, report: Report) -> None:
    """Every text has 4.5 to 1 against its ground, in both themes, in a focused row as well."""
    page = load(report, theme=theme, fragment="#contract=no-print")
    page.evaluate("for (const part of document.querySelectorAll('details')) part.open = true")
    press(page, "j")
    assert page.evaluate(CONTRAST) == []


def test_the_chosen_theme_outlives_the_page(load: Load) -> None:
    """The system's theme, until the reader chooses one; the choice outlives the page."""
    ground = "getComputedStyle(document.documentElement).backgroundColor"
    page = load(RICH, theme="dark")
    dark = page.evaluate(ground)
    page.prefer("light")
    light = page.evaluate(ground)
    assert dark != light
    labels_and_grounds = []
    for _ in range(3):
        page.evaluate("document.getElementById('theme').click()")
        labels_and_grounds.append(
            (page.evaluate("document.getElementById('theme').textContent"), page.evaluate(ground))
        )
    assert labels_and_grounds == [
        ("Theme: light", light),
        ("Theme: dark", dark),
        ("Theme: auto", light),
    ]
    page.evaluate("document.getElementById('theme').click()")
    page.evaluate("document.getElementById('theme').click()")
    second_page = load(RICH, theme="light")
    assert second_page.evaluate(ground) == dark
    second_page.evaluate("localStorage.clear()")


@pytest.mark.parametrize("width", [360, 768, 1280, 1920])
@pytest.mark.parametrize("scripts", [True, False])
def test_no_page_scrolls_sideways(load: Load, width: int, scripts: bool) -> None:
    """At any width, with names and words that never end."""
    page = load(everywhere("a_word_without_end" * 20), width=width, scripts=scripts)
    page.send("Emulation.setScriptExecutionDisabled", value=False)
    assert page.evaluate("document.documentElement.scrollWidth") == width


def test_without_scripts_a_table_is_shown(load: Load) -> None:
    """Totals, a table, the contracts; no control that would do nothing."""
    page = load(RICH._replace(contracts=CONTRACTS), scripts=False)
    page.send("Emulation.setScriptExecutionDisabled", value=False)
    text = page.evaluate("document.body.innerText")
    for phrase in ("3 errors, 2 warnings", "This run is incomplete", "src/b.py:3:3", "no-todo"):
        assert phrase in text
    visible = page.evaluate(
        "[...document.querySelectorAll('button, input, select')].filter("
        "(at) => at.checkVisibility()).length"
    )
    assert visible == 0


def test_a_clean_run_has_no_filters(load: Load) -> None:
    """A clean run has no filters to play with."""
    page = load(CLEAN)
    assert page.evaluate("document.getElementById('listing').hidden") is True
    assert "No violations" in page.evaluate("document.body.innerText")
