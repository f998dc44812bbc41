"""Time that regions take on hostile texts: ten times the text, at most thirteen times the time.

    python benchmarks/regions.py [PAIRS] [SEED]

Each text is one piece, or two drawn by the seed, over and over. Prints what grows faster, by
language; nothing where all is linear.
"""

from __future__ import annotations

import random
import sys
import time

from phaser_lint.text.languages import FILE_TYPES
from phaser_lint.text.regions import regions_of
from tests.text.regions.test_any_text import PIECES

MORE = (
    "`${", "f'{", "/* ", "#{\"", "\"${", "<a b=\"", "<a>{", "x /", ") /", "/[", "(/[", "'a' b ",
    "<<A\n", "$(cat <<E\n", "\\\\", "\\\n", "def f(a: '", "class A:\n", "[x|", "- ", "    a\n",
    "`` ` ", "a: |\n", "- '", "#\n", "//\n", "/*a*/ /", "$name", "(/", "\n\n", "\"\n",
)  # fmt: skip
LENGTH, TIMES, MOST = 10_000, 10, 13
# Below this a clock tells nothing.
FEWEST_SECONDS = 0.004


def main() -> None:
    """Try every piece, and so many pairs, in every language."""
    pairs, seed = (int(each) for each in (*sys.argv[1:], "40", "1")[:2])
    names = sorted({f"a.{each.endings.split()[0]}" for each in FILE_TYPES if each.lexer})
    single = [piece for piece in (*PIECES, *MORE) if piece.strip()]
    drawn = random.Random(seed)
    for name in names:
        pieces = [*single, *("".join(drawn.choices(single, k=2)) for _ in range(pairs))]
        worst = max((_ratio(name, piece), piece) for piece in pieces)
        said = "  <- too much" if worst[0] > MOST else ""
        print(f"{name:16} {len(pieces)} texts, at most {worst[0]:5.1f} times: {worst[1]!r}{said}")


def _ratio(name: str, piece: str) -> float:
    few, many = (piece * (times * LENGTH // len(piece)) for times in (1, TIMES))
    ratios = []
    for _ in range(3):
        ratios.append(_seconds(name, many) / max(_seconds(name, few), FEWEST_SECONDS))
        if ratios[-1] <= MOST:
            break
    return min(ratios)


def _seconds(name: str, text: str) -> float:
    started = time.process_time()
    # A text is read as far as somebody asks.
    regions_of(name, text).around(len(text) - 1)
    return time.process_time() - started


if __name__ == "__main__":
    main()
