"""Makes the pictures of README and the docs, in docs/pictures: same program, same bytes."""

from __future__ import annotations

import argparse
import sys
from typing import TYPE_CHECKING, NamedTuple

from annotation_svg import annotation_svg
from recordings import ROOT, first_rule, hook, pull_request
from report_picture import report_svg
from terminal_svg import terminal_svg

from tests.e2e.browser import find_chromium

if TYPE_CHECKING:
    from collections.abc import Callable

    from terminal_svg import Line

FOLDER = ROOT / "docs" / "pictures"
REPORT = "report.svg"


class TerminalPicture(NamedTuple):
    """What a picture shows, in words, its recording, and how wide the terminal is."""

    title: str
    recorded: Callable[[int], list[Line]]
    columns: int


# README's is read on a phone, too.
TERMINALS = {
    "gate.svg": TerminalPicture("An edit is denied, and the next one written", hook, 72),
    "first-rule.svg": TerminalPicture("A rule is tried, saved, and in force", first_rule, 84),
}
ANNOTATION = "pull-request.svg"
PICTURES = (*TERMINALS, ANNOTATION)


def drawn(name: str) -> str:
    """Return the SVG *name*; raises ``CalledProcessError`` where a command fails."""
    if name == ANNOTATION:
        title = "An annotation of the Action in a pull request"
        return annotation_svg(pull_request(), title=title, check="GitHub Actions / contracts")
    picture = TERMINALS[name]
    lines = picture.recorded(picture.columns)
    return terminal_svg(lines, title=picture.title, columns=picture.columns)


def main() -> int:
    """Return 0, or with ``--check`` 1 where a picture is not what would be written."""
    parser = argparse.ArgumentParser(prog="scripts/pictures", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="write nothing, name the pictures that are out of date"
    )
    check = parser.parse_args().check
    new = {name: drawn(name) for name in PICTURES}
    if chromium := find_chromium():
        new[REPORT] = report_svg(chromium)
    else:
        sys.stderr.write(f"docs/pictures/{REPORT}: left as it is, for there is no Chromium\n")
    old = [name for name, text in new.items() if text != _written(name)]
    for name in old:
        sys.stdout.write(f"docs/pictures/{name}\n")
        if not check:
            FOLDER.mkdir(exist_ok=True)
            (FOLDER / name).write_text(new[name], encoding="utf-8", newline="\n")
    return 1 if check and old else 0


def _written(name: str) -> str | None:
    path = FOLDER / name
    return path.read_text(encoding="utf-8") if path.exists() else None


if __name__ == "__main__":
    sys.exit(main())
