"""Time that regions and imports take on hostile texts: ten times the text, at most thirteen times.

    python benchmarks/regions.py [DRAWN] [SEED] [ENDING...]

Each text is one piece, or two or three drawn by the seed, over and over, some behind a beginning.
Prints the worst of each language, and what grows faster.
"""

from __future__ import annotations

import random
import sys
import time

from phaser_lint.text.imports import find_imports
from phaser_lint.text.languages import FILE_TYPES
from phaser_lint.text.regions import open_regions
from tests.text.regions.test_any_text import PIECES

MORE = (
    "`${", "f'{", "/* ", "#{\"", "\"${", "<a b=\"", "<a>{", "x /", ") /", "/[", "(/[", "'a' b ",
    "<<A\n", "$(cat <<E\n", "\\\\", "\\\n", "def f(a: '", "class A:\n", "[x|", "- ", "    a\n",
    "`` ` ", "a: |\n", "- '", "#\n", "//\n", "/*a*/ /", "$name", "(/", "\n\n", "\"\n", "''",
    "\\\"", "$", "a|", "s,a", "qr%", "$h{'", "@{[", "%{ ", "<T>(", "x=<T>(", "new <a>(",
    "<<A.b\n", "~r\"\"\"", "#/", "\"#", "$$\"\"\"{{", "R\"a(", "'\\", "r###\"", "'a", "{-#", "|]",
    "f'{x!r:{", "lambda: ", "<?=", "<<<A\n{$", "${a[", "->{", "${a:-\"", "`\\`", "case a in a)",
    "$(case x in ", "@\"\n", "<#", "> ", "1. ", "~~~a\n", "<!-->", "<style>/*", "<textarea>",
    "<![CDATA[", "url(", "a//b", "$/", "%%{", "\n__DATA__\n", "?\"", "q'", "tr/", "/=", "import ",
    "from ", "require(", "import (", "import a.", "from . import (", "/**/", "import \\\n",
    "@{", "@if (a) {", "@{<a>", "@{<a b=\"", "@a(", "@{@:", "@a(@<b>", "@do{", "@{;<a>",
    "@code {/*a*/<b>", "@onclick=\"", "\n@page ", "@{<a/>",
    "{`", "{`${", "{{ `", "{#if a < '", "{`a\\", "<a {`",
)  # fmt: skip
# What stands in front, once.
BEGINNINGS = (
    "", "", "a", "a\"", "$$\"\"\"", "$(in ", "from /*", "require('a' ", "import (", "<script>",
)  # fmt: skip
LENGTH, TIMES, MOST = 10_000, 10, 13
# Below this a clock tells nothing.
FEWEST_SECONDS = 0.004


def main() -> None:
    """Try every piece, and so many drawn ones, in every language."""
    drawn, seed = (int(each) for each in (*sys.argv[1:3], "40", "1")[:2])
    names = sys.argv[3:] or sorted({e.endings.split()[0] for e in FILE_TYPES if e.lexer})
    pieces = [piece for piece in (*PIECES, *MORE) if piece.strip()]
    for name in names:
        choice = random.Random(f"{seed} {name}")
        texts = [("", piece) for piece in pieces]
        for _ in range(drawn):
            written = "".join(choice.choices(pieces, k=choice.choice((1, 2, 3))))
            texts.append((choice.choice(BEGINNINGS), written))
        worst = max((_ratio(f"a.{name}", *text), text) for text in texts)
        message = "  <- too much" if worst[0] > MOST else ""
        print(f"{name:16} {len(texts)} texts, at most {worst[0]:5.1f} times: {worst[1]!r}{message}")


def _ratio(name: str, beginning: str, piece: str) -> float:
    few, many = (beginning + piece * (n * LENGTH // len(piece)) for n in (1, TIMES))
    ratios = []
    for _ in range(3):
        ratios.append(_seconds(name, many) / max(_seconds(name, few), FEWEST_SECONDS))
        if ratios[-1] <= MOST:
            break
    return min(ratios)


def _seconds(name: str, text: str) -> float:
    started = time.process_time()
    # A text is read as far as somebody asks.
    open_regions(name, text).region_around(len(text) - 1)
    find_imports(name, text)
    return time.process_time() - started


if __name__ == "__main__":
    main()
