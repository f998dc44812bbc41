"""The pictures of README and the docs: of what the program prints, and to be seen by everybody."""

from __future__ import annotations

import re
import sys
from xml.etree import ElementTree

import pytest
from annotation_svg import Annotation, annotation_svg
from pictures import FOLDER, PICTURES, REPORT, drawn
from terminal_svg import COLORS, Line, terminal_svg

from tests.built_site import ROOT

MADE = sorted((*PICTURES, REPORT))
PAGES = {
    path.relative_to(ROOT).as_posix(): path.read_text(encoding="utf-8")
    for path in (ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")))
}
SHOWN = re.compile(r"!\[([^]]*)\]\(([^)]+)\)")
SPACE = "{http://www.w3.org/2000/svg}"
RED = "\x1b[1;31m"
PLAIN = "\x1b[0m"


def rows(svg: str) -> list[str]:
    """The text of each row that is not empty."""
    return ["".join(row.itertext()) for row in ElementTree.fromstring(svg).iter(f"{SPACE}text")]


@pytest.mark.one_row_in(2)
@pytest.mark.skipif(sys.platform == "win32", reason="Windows has no terminal that Python opens")
@pytest.mark.parametrize("name", PICTURES)
def test_pictures_show_what_is_printed(name: str) -> None:
    """``scripts/pictures`` writes them; it is run again where the program says something else."""
    assert (FOLDER / name).read_text(encoding="utf-8") == drawn(name)


def test_every_picture_is_made_and_shown() -> None:
    """One that no page shows would be forgotten, and so would one that no script makes."""
    assert sorted(path.name for path in FOLDER.iterdir()) == MADE
    shown_names = [
        path.rpartition("/")[2] for page in PAGES.values() for _, path in SHOWN.findall(page)
    ]
    assert sorted(shown_names) == MADE


@pytest.mark.parametrize("name", MADE)
def test_a_picture_loads_nothing_and_is_small(name: str) -> None:
    """No font, no script and no picture of others; 100 kB is what a phone takes for one."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    assert re.findall(r"https?://(?!www\.w3\.org/)|@import|url\(|<script", text) == []
    assert len(text.encode()) < 100_000


def test_the_first_picture_shows_a_denial_at_once() -> None:
    """Who looks for a second has seen what the program is for, with the reason to its end.

    It is no higher than 300 pixels, so that the commands to install stand below it on a screen.
    """
    picture = ElementTree.parse(FOLDER / "gate.svg")
    assert int(picture.getroot().attrib["height"]) <= 300
    readme = picture.iter(f"{SPACE}text")
    still = ["".join(row.itertext()) for row in readme if "style" not in row.attrib]
    assert still[1].endswith("Error: PreToolUse:Write hook error: Contract violation: our-words")
    assert still[-1].endswith("-- reason")


@pytest.mark.parametrize(
    ("message", "message_rows"),
    [
        ("a.py:7:1: no-print: Use the logger.", ["a.py:7:1: no-print: Use the logger."]),
        ("a < b && c", ["a < b && c"]),
        ("word " * 20, [("word " * 13).strip(), ("word " * 7).strip()]),
    ],
)
def test_an_annotation_is_drawn_with_its_line_and_message(
    message: str, message_rows: list[str]
) -> None:
    """The line, what failed where, and the message broken at the edge of the box."""
    annotation = Annotation("a.py", 7, "print(a < b)", "no-print", message)
    assert rows(annotation_svg(annotation, title="<x>", check="GitHub Actions / a")) == [
        "a.py",
        "7",
        "+",
        "print(a < b)",
        "Check failure on line 7 in a.py",
        "GitHub Actions / a",
        "no-print",
        *message_rows,
    ]


def test_pictures_say_in_words_what_they_show() -> None:
    """Who sees none reads it; README has three at most."""
    alts_by_page = {page: [alt for alt, _ in SHOWN.findall(text)] for page, text in PAGES.items()}
    assert [
        (page, alt)
        for page, page_alts in alts_by_page.items()
        for alt in page_alts
        if len(alt) < 60
    ] == []
    assert 1 <= len(alts_by_page["README.md"]) <= 3


def test_pypi_shows_the_pictures() -> None:
    """They are there under the tag; a page of GitHub about a picture is none."""
    configuration = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    readme = PAGES["README.md"]
    replacements = re.findall(r"\{ pattern = '(.+?)', replacement = '(.+?)' \}", configuration)
    for pattern, replacement in replacements:
        readme = re.sub(pattern, replacement.replace("$HFPR_VERSION", "0.1.0"), readme)
    raw = "https://raw.githubusercontent.com/phaser-lint/phaser-lint/v0.1.0/docs/pictures/"
    assert len(replacements) == 2
    assert [path for _, path in SHOWN.findall(readme) if not path.startswith(raw)] == []
    # PyPI gives headings no anchors.
    assert re.findall(r"\]\((?!https://)", readme) == []


@pytest.mark.parametrize(
    ("text", "terminal_rows"),
    [
        ("", []),
        ("  a  b", ["  a  b"]),
        ("a < b && c", ["a < b && c"]),
        ("12345678901", ["1234567890", "1"]),
        (f"{RED}error{PLAIN}: x", ["error: x"]),
        (f"12345678{RED}error{PLAIN}", ["12345678er", "ror"]),
    ],
)
def test_the_text_of_a_terminal(text: str, terminal_rows: list[str]) -> None:
    """As it stands there, broken at its edge."""
    assert rows(terminal_svg([Line(text, 0)], title="x", columns=10)) == terminal_rows


def test_what_a_line_looks_like() -> None:
    """Colors are classes, each run stands in its column, and a line has its time."""
    svg = terminal_svg([Line("", 0), Line(f"{RED}no{PLAIN} 1", 1.5)], title="<x>", columns=10)
    assert svg.splitlines()[-2] == (
        '<text y="54" style="animation-delay:1.50s">'
        '<tspan class="red bold" x="20.0" textLength="16.8" '
        'lengthAdjust="spacingAndGlyphs">no</tspan>'
        '<tspan class="ink" x="36.8" textLength="16.8" lengthAdjust="spacingAndGlyphs"> 1</tspan>'
        "</text>"
    )
    assert "<title>&lt;x&gt;</title>" in svg


@pytest.mark.parametrize("name", [name for name in COLORS if name != "paper"])
def test_colors_can_be_read(name: str) -> None:
    """In the light and in the dark the contrast is 4.5 or more."""
    for ink, paper in zip(COLORS[name], COLORS["paper"], strict=True):
        brighter, darker = sorted((_luminance(ink), _luminance(paper)), reverse=True)
        assert (brighter + 0.05) / (darker + 0.05) >= 4.5


def _luminance(color: str) -> float:
    channels = (int(color[place : place + 2], 16) / 255 for place in (1, 3, 5))
    linear = (
        channel / 12.92 if channel <= 0.04 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in channels
    )
    return sum(
        share * channel for share, channel in zip((0.2126, 0.7152, 0.0722), linear, strict=True)
    )
