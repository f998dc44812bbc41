"""A recording of a terminal as an SVG that plays by itself: what the commands print on the shop.

    python scripts/terminal_recording.py > recording.svg

The commands are run, in a copy of ``examples/shop``; nothing of what is shown is written here.
"""

from __future__ import annotations

import contextlib
import io
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator

SHOP = Path(__file__).resolve().parent.parent / "examples" / "shop"
COMMANDS = (
    ("scan",),
    ("why", "no-print", "src/basket.py:8"),
)
WIDTH = 92
# How long a line of a command is looked at, and a line of its output.
TYPED, PRINTED = 1.2, 0.15
_FONT_FACES = re.compile(r"@font-face \{\{.*?\}\}\n", re.S)
_LINE_OF_TEXT = re.compile(r'<text (?=[^>]*clip-path="url\(#recording-line-(\d+)\)")')
_MOTION = """
@keyframes appear { from { opacity: 0 } to { opacity: 1 } }
@media (prefers-reduced-motion: no-preference) {
  .recording-matrix text { animation: appear .01s both; }
}
</style>"""


def recording() -> str:
    """Return the SVG; raises ``CalledProcessError`` where a command ends as it should not."""
    with tempfile.TemporaryDirectory() as folder:
        shop = shutil.copytree(SHOP, Path(folder) / "shop")
        parts = [(f"$ phaser-lint {' '.join(each)}", _printed_by(each, shop)) for each in COMMANDS]
    return _svg(parts)


def _printed_by(command: tuple[str, ...], shop: Path) -> str:
    """Return what *command* prints on a terminal: with its colors, and as people read it."""
    ours, terminal = os.openpty()
    with open(ours, "rb") as screen:
        done = subprocess.Popen(
            (sys.executable, "-m", "phaser_lint", *command),
            cwd=shop,
            env={**os.environ, "HOME": str(shop), "COLUMNS": str(WIDTH), "TERM": "xterm-256color"},
            stdin=subprocess.DEVNULL,
            stdout=terminal,
            stderr=terminal,
        )
        os.close(terminal)
        printed = b"".join(_pieces(screen.fileno()))
    if done.wait(timeout=60) > 1 or not printed:
        raise subprocess.CalledProcessError(done.returncode, command, printed)
    return printed.decode().replace("\r\n", "\n")


def _pieces(screen: int) -> Iterator[bytes]:
    # The end of a terminal is an error on Linux, and an empty read elsewhere.
    with contextlib.suppress(OSError):
        while piece := os.read(screen, 1 << 16):
            yield piece


def _svg(parts: list[tuple[str, str]]) -> str:
    console = Console(record=True, width=WIDTH, file=io.StringIO(), force_terminal=True)
    times: list[float] = []
    now = 0.0
    for command, printed in parts:
        shown = printed.rstrip("\n").split("\n")
        console.print(Text(command, style="bold"))
        times.append(now)
        now += TYPED
        for line in (*shown, ""):
            console.print(Text.from_ansi(line), soft_wrap=True, crop=True)
            times.append(now)
            now += PRINTED
    text = console.export_svg(
        title="phaser-lint", theme=MONOKAI, unique_id="recording", code_format=_without_fonts()
    )
    return _LINE_OF_TEXT.sub(
        lambda found: f'<text style="animation-delay: {times[int(found[1])]:.2f}s" ', text
    ).replace("</style>", _MOTION.lstrip("\n"), 1)


def _without_fonts() -> str:
    """Return rich's format without the fonts that it takes from another site."""
    from rich._export_format import CONSOLE_SVG_FORMAT

    return _FONT_FACES.sub("", CONSOLE_SVG_FORMAT).replace("Fira Code", "ui-monospace")


if __name__ == "__main__":
    sys.stdout.write(recording())
