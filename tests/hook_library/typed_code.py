"""What type checkers are shown of the library: its documented examples, and two files of uses.

``typed/accepted.py`` is right from end to end; of ``typed/refused.py`` each marked line is wrong.
"""

from __future__ import annotations

import re
from pathlib import Path
from textwrap import dedent

from phaser_lint import hooks

ROOT = Path(__file__).parents[2]
ACCEPTED = Path(__file__).parent / "typed" / "accepted.py"
REFUSED = Path(__file__).parent / "typed" / "refused.py"
BLOCK = re.compile(r"^```python\n(.*?)^```$", re.MULTILINE | re.DOTALL)
IN_DOCSTRING = re.compile(r"^ +from phaser_lint.*?^ +run\(\w+\)$", re.MULTILINE | re.DOTALL)


def documented() -> list[str]:
    """Every example that imports the library, of the pages and of its own docstring."""
    pages = [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md"))]
    blocks = [block for page in pages for block in BLOCK.findall(page.read_text(encoding="utf-8"))]
    return [
        *(block for block in blocks if "phaser_lint" in block),
        *(dedent(matches) + "\n" for matches in IN_DOCSTRING.findall(hooks.__doc__ or "")),
    ]


def write_typed_files(folder: Path) -> list[str]:
    """The names of the examples and of the accepted file, each written into *folder*."""
    for number, text in enumerate([*documented(), ACCEPTED.read_text(encoding="utf-8")]):
        (folder / f"example_{number}.py").write_text(text, encoding="utf-8")
    return sorted(path.name for path in folder.iterdir())


def refused_lines() -> list[int]:
    """The lines of the refused file that a checker has to complain of."""
    lines = REFUSED.read_text(encoding="utf-8").splitlines()
    return [number for number, line in enumerate(lines, start=1) if line.endswith("# refused")]
