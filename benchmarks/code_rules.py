"""What rules about code cost beside the same rules about text.

    python benchmarks/code_rules.py [ROUNDS] [--tools FOLDER] [--trees FOLDER]

Scans Home Assistant for the first time with the twenty rules of ``scan.py``, with and without
``in: code``, with ``inside`` as well, and with a ``forbid_import`` beside a pattern that finds as
many lines. Then asks the hook about an edit of a clean file of 10 kB, and of one of 300 kB with a
hundred matches in comments. All are whole processes, in turn; the ratios are those of pairs. A
limit that is passed ends in exit code 1.
"""

from __future__ import annotations

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from hook_project import FILE, event, file_text
from scan import RULES
from tools import TREES, Tool, Tools, fetch, install, machine, run, write_contracts

ROUNDS = 7
PRINT = r"\bprint\("
MODULE, IMPORTED = "homeassistant/core", r"^[ \t]*from[ \t]+homeassistant\.core[ \t]+import\b"
HEADERS = (r"\basync def \w+", r"\bclass \w+", r"\bdef test_\w+", r"\bdef async_setup\w*")
SCAN_LIMIT, BLOCK_LIMIT, IMPORT_LIMIT, CLEAN_LIMIT, COMMENTS_LIMIT = 1.15, 1.25, 2.0, 1.02, 1.3


def main() -> int:
    """Measure all five ratios."""
    parser = argparse.ArgumentParser()
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    parser.add_argument("--tools", type=Path)
    parser.add_argument("--trees", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        tools = install(given.tools or folder / "tools")
        tree = fetch(TREES["Home Assistant"], given.trees or folder / "trees")
        print(machine(tools))
        ratios = {**scans(tools, tree, folder, given.rounds), **hooks(tools, folder, given.rounds)}
    for name, (ratio, limit) in ratios.items():
        print(f"{name:60} {ratio:5.2f} of {limit}{'' if ratio <= limit else '  MISSED'}")
    return int(any(ratio > limit for ratio, limit in ratios.values()))


def scans(tools: Tools, tree: Path, folder: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """Return the ratios of first scans, with their limits."""
    text = write_contracts(folder / "text", RULES)
    code = write_contracts(folder / "code", RULES)
    for each in code.iterdir():
        each.write_text(each.read_text() + "in: code\n")
    blocks = write_contracts(folder / "blocks", RULES)
    for number, each in enumerate(sorted(blocks.iterdir())):
        inside = f"inside: '{HEADERS[number % len(HEADERS)]}'\n"
        each.write_text(f"{each.read_text()}in: code\n{inside}")
    pattern = write_contracts(folder / "pattern", {"core": IMPORTED})
    imports = write_contracts(folder / "imports", {"core": "x"})
    (imports / "core.yaml").write_text(
        "rule_id: core\ntype: forbid_import\n"
        f"forbid: {MODULE}\nfile_glob: '**/*.py'\nmessage: No.\nseverity: error\n"
    )
    named = {
        "text": text,
        "code": code,
        "blocks": blocks,
        "pattern": pattern,
        "imports": imports,
    }
    commands = {}
    for name, contracts in named.items():
        cache = folder / f"cache-{name}"
        commands[name] = Tool(name, tools.scan(tree, contracts, cache), removes=cache)
    found = {
        name: len(json.loads(run(each).output)["violations"]) for name, each in commands.items()
    }
    print(f"violations: {found}")
    spent: dict[str, list[float]] = {name: [] for name in commands}
    for _ in range(rounds):
        for name, each in commands.items():
            spent[name].append(run(each).seconds)
    return {
        "first scan, twenty rules: in: code / without": (
            _paired(spent, "code", "text"),
            SCAN_LIMIT,
        ),
        "first scan, twenty rules: in: code and inside / in: code": (
            _paired(spent, "blocks", "code"),
            BLOCK_LIMIT,
        ),
        "first scan: forbid_import / pattern": (
            _paired(spent, "imports", "pattern"),
            IMPORT_LIMIT,
        ),
    }


def _paired(spent: dict[str, list[float]], one: str, other: str) -> float:
    pairs = zip(spent[one], spent[other], strict=True)
    return statistics.median(first / second for first, second in pairs)


def hooks(tools: Tools, folder: Path, rounds: int) -> dict[str, tuple[float, float]]:
    """Return the ratios of the hook's answers, with their limits."""
    clean = file_text()
    comments = "".join(f"# call print(x) {number}\n{'y = 1' * 599}\n" for number in range(100))
    spent: dict[str, list[float]] = {}
    for _ in range(rounds * 5):
        for name, text in {"clean": clean, "comments": comments}.items():
            for where in ("", "in: code\n"):
                root = folder / f"hook-{name}-{bool(where)}"
                spent.setdefault(f"{name}{where}", []).append(_asked(tools, root, text, where))
    return {
        "hook, clean Write without a match: in: code / without": (
            _paired(spent, "cleanin: code\n", "clean"),
            CLEAN_LIMIT,
        ),
        "hook, Write with 100 matches in comments: in: code / without": (
            _paired(spent, "commentsin: code\n", "comments"),
            COMMENTS_LIMIT,
        ),
    }


def _asked(tools: Tools, root: Path, text: str, where: str) -> float:
    """Return the seconds that the hook takes for a Write over a file that holds all but a line."""
    path = root / FILE
    if not root.exists():
        (root / ".git").mkdir(parents=True)
        contracts = write_contracts(root / ".claude/contracts", {"no-print": PRINT})
        for each in contracts.iterdir():
            each.write_text(each.read_text() + where)
        path.parent.mkdir(parents=True)
        path.write_text(text)
        _hook(tools, root, event(root, "PreToolUse", "Write", file_path=str(path), content=text))
    written = event(root, "PreToolUse", "Write", file_path=str(path), content=f"{text}z = 1\n")
    started = time.perf_counter()
    _hook(tools, root, written)
    return time.perf_counter() - started


def _hook(tools: Tools, root: Path, stdin: bytes) -> None:
    command = [tools.program("python"), "-I", "-m", "phaser_lint", "hook"]
    done = subprocess.run(command, input=stdin, cwd=root, capture_output=True, check=True)
    assert b'"deny"' not in done.stdout, done.stdout


if __name__ == "__main__":
    sys.exit(main())
