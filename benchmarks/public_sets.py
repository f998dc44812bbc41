"""The table of ``scan.py --public``: sets of patterns that others wrote, drawn by a seed.

A set holds fifteen patterns of linters' and secret scanners' rules and five of our own list, all of
which the tools take and agree on (``agreement``). Patterns as gitleaks writes them are in sets of
their own. Every set is timed turn by turn with the other tools, after all of them found the same.
"""

from __future__ import annotations

import random
import shutil
import statistics
import sys
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from agreement import Agreement
from floor import floor_of, reader
from public_patterns import read_patterns
from tools import (
    TREES,
    Run,
    Tool,
    Tools,
    fetch,
    least,
    median,
    places,
    run,
    timed,
    verdict,
    write_alint,
    write_contracts,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from public_patterns import Patterns

OTHERS, OWN = 15, 5
MANY = 500
FILES = 10_000
LIMITS = {
    "first run / alint, median": {"Django": (2.2, 1.6), "Home Assistant": (1.3, 0.9)},
    "first run / alint, worst set": {"Django": (3.0, 3.0), "Home Assistant": (2.0, 2.0)},
    "first run / ripgrep, median": {"Django": (0.5, 0.5), "Home Assistant": (0.6, 0.6)},
    "nothing changed / alint, median": {"Django": (0.8, 0.8), "Home Assistant": (0.4, 0.4)},
    "processor, first run / floor, median": {"Django": (5.0, 4.0), "Home Assistant": (3.0, 2.5)},
    "500 patterns / 20 of them": {"Django": (4.0, 4.0), "Home Assistant": (4.0, 4.0)},
}
MEMORY, GROWTH = 150.0, 11.0


class Asked(NamedTuple):
    """What to measure: the seeds of the sets, the rounds, and the folders."""

    seeds: Sequence[int]
    rounds: int
    parts: Sequence[str]
    tools: Tools
    trees: Path
    work: Path


class Measured(NamedTuple):
    """The runs of a set on a tree by the tool's name, and the floor in seconds of the processor."""

    name: str
    runs: dict[str, list[Run]]
    floor: float


def public_tables(asked: Asked) -> None:
    """Draw, compare, time and print."""
    roots = {name: fetch(requirement, asked.trees) for name, requirement in TREES.items()}
    patterns = read_patterns(asked.trees / "wheels")
    agreement = Agreement(asked.tools, list(roots.values()), asked.trees)
    sets = {f"seed {seed}": drawn(patterns, agreement, seed) for seed in asked.seeds}
    print(
        f"{len(patterns.scanners)} patterns of linters and secret scanners, {len(patterns.own)} of "
        f"our own, {len(patterns.tokens)} like those of gitleaks; seeds "
        f"{', '.join(map(str, asked.seeds))}; median of {asked.rounds} rounds"
    )
    program = reader(asked.work)
    for name, root in roots.items():
        rows = {}
        if "sets" in asked.parts:
            measured = [measure(asked, root, each, rules, program) for each, rules in sets.items()]
            print_sets(name, measured)
            rows |= ratios(measured)
        if "many" in asked.parts:
            rows["500 patterns / 20 of them"] = many_to_few(asked, patterns, agreement, root)
        if rows:
            print_ratios(name, rows)
    if "tokens" in asked.parts:
        print_tokens(asked, patterns, roots["Django"], program)
    if "growth" in asked.parts:
        print_growth(asked, roots["Home Assistant"], next(iter(sets.values())))
    print(f"\nLeft out: {dict(agreement.reasons())}")


def drawn(patterns: Patterns, agreement: Agreement, seed: int) -> list[str]:
    """Return the set of the *seed*."""
    others = agreement.agreed(_shuffled(patterns.scanners, seed), OTHERS)
    return [*others, *agreement.agreed(_shuffled(patterns.own, seed), OWN)]


def _shuffled(patterns: Sequence[str], seed: int) -> list[str]:
    return random.Random(seed).sample(patterns, len(patterns))


def measure(
    asked: Asked, root: Path, name: str, patterns: Sequence[str], program: Path
) -> Measured:
    """Return the times of the tools in turn; the benchmark ends if they do not agree."""
    tools = tools_for(asked, root, patterns)
    compare(root, tools)
    return Measured(name, timed(tools, asked.rounds), floor_of(root, list(patterns), program))


def tools_for(asked: Asked, root: Path, patterns: Sequence[str]) -> list[Tool]:
    """Write the rules of each tool and return the commands."""
    rules = {f"rule-{number:03}": pattern for number, pattern in enumerate(patterns)}
    cache = asked.work / "cache"
    contracts = write_contracts(asked.work / "contracts", rules)
    scan = asked.tools.scan(root, contracts, cache)
    return [
        Tool("first run", scan, removes=cache),
        Tool("warm", scan),
        Tool("alint", asked.tools.alint(root, write_alint(asked.work, rules))),
        Tool("ripgrep", asked.tools.ripgrep(root, list(patterns))),
    ]


def compare(root: Path, tools: list[Tool]) -> None:
    """End the benchmark if the tools did not find the same.

    ripgrep reports one of two matches that overlap, and not of which pattern: its lines are among
    ours, and none of our files without one.
    """
    found = {tool.name: places(tool.name, run(tool).output, root) for tool in tools}
    ours = found["first run"]
    files = {(rule, path) for rule, path, _ in ours}
    differing = {
        "warm": found["warm"] ^ ours,
        "alint": {(rule, path) for rule, path, _ in found["alint"]} ^ files,
        "ripgrep": {path for _, path, _ in found["ripgrep"]} ^ {path for _, path in files},
    }
    for name, each in differing.items():
        if each:
            sys.exit(f"{root.name}: {name} differs: {sorted(each)[:5]}")


def ratios(measured: Sequence[Measured]) -> dict[str, list[float]]:
    """Return the rows of the table: of each the sets' ratios by time and by processor time.

    What the last row compares with is known by processor time alone.
    """

    def of(ours: str, other: str, figure: Callable[[list[Run]], float]) -> list[float]:
        return [figure(each.runs[ours]) / figure(each.runs[other]) for each in measured]

    def both(ours: str, other: str, of_all: Callable[[list[float]], float]) -> list[float]:
        return [of_all(of(ours, other, figure)) for figure in (median, least)]

    floor = [least(each.runs["first run"]) / each.floor for each in measured]
    return {
        "first run / alint, median": both("first run", "alint", statistics.median),
        "first run / alint, worst set": both("first run", "alint", max),
        "first run / ripgrep, median": both("first run", "ripgrep", statistics.median),
        "nothing changed / alint, median": both("warm", "alint", statistics.median),
        "processor, first run / floor, median": [statistics.median(floor)],
    }


def many_to_few(asked: Asked, patterns: Patterns, agreement: Agreement, root: Path) -> list[float]:
    """Return what 500 patterns take against twenty of them, by time and by processor time."""
    many = agreement.agreed(_shuffled([*patterns.scanners, *patterns.own], 0), MANY)
    if len(many) < MANY:
        print(f"only {len(many)} patterns instead of {MANY}", file=sys.stderr)
    few = random.Random(asked.seeds[0]).sample(many, OTHERS + OWN)
    cache = asked.work / "cache"
    scans = {
        name: asked.tools.scan(root, _contracts(asked.work / name, chosen), cache)
        for name, chosen in (("many", many), ("few", few))
    }
    times = timed([Tool(name, scan, removes=cache) for name, scan in scans.items()], asked.rounds)
    return [figure(times["many"]) / figure(times["few"]) for figure in (median, least)]


def _contracts(folder: Path, patterns: Sequence[str]) -> Path:
    return write_contracts(folder, {f"rule-{number:03}": p for number, p in enumerate(patterns)})


def print_sets(name: str, measured: Sequence[Measured]) -> None:
    """Print the seconds of each set."""
    tools = list(measured[0].runs)
    print(f"\n| {name}, seconds (of the processor) | {' | '.join(tools)} | floor |")
    print("|---" * (len(tools) + 2) + "|")
    for each in measured:
        row = [f"{median(runs):.3f} ({least(runs):.3f})" for runs in each.runs.values()]
        print(f"| {each.name} | {' | '.join(row)} | ({each.floor:.3f}) |")


def print_ratios(name: str, rows: dict[str, list[float]]) -> None:
    """Print the ratios with what they should reach."""
    print(f"\n| {name} | measured | by processor time | reach | stretch | |")
    print("|---|---|---|---|---|---|")
    for row, found in rows.items():
        reach, stretch = LIMITS[row][name]
        measured = f"{found[0]:.2f}" if len(found) > 1 else ""
        met = verdict(found[0], (reach, stretch))
        print(f"| {row} | {measured} | {found[-1]:.2f} | {reach} | {stretch} | {met} |")


def print_tokens(asked: Asked, patterns: Patterns, django: Path, program: Path) -> None:
    """Print what sets of gitleaks' rules take on Django; elsewhere the others take minutes."""
    quick = asked._replace(rounds=min(asked.rounds, 3))
    agreement = Agreement(asked.tools, [django], asked.trees)
    measured = [
        measure(
            quick,
            django,
            f"gitleaks, seed {seed}",
            agreement.agreed(_shuffled(patterns.tokens, seed), OTHERS + OWN),
            program,
        )
        for seed in asked.seeds[:2]
    ]
    print_sets("Django", measured)
    for other in ("alint", "ripgrep"):
        found = [median(each.runs[other]) / median(each.runs["first run"]) for each in measured]
        print(f"{other} / first run: {', '.join(f'{ratio:.1f}' for ratio in found)}")


def print_growth(asked: Asked, tree: Path, patterns: Sequence[str]) -> None:
    """Print what ten times the files take, and the memory of a first run and of a later one."""
    contracts = _contracts(asked.work / "contracts", patterns)
    tools = []
    for name, copies in ((f"{FILES:,} files", 1), (f"{10 * FILES:,} files", 10)):
        root = _copies(tree, asked.work / name, copies)
        scan = asked.tools.scan(root, contracts, cache := asked.work / f"cache of {name}")
        tools += [Tool(name, scan, removes=cache), Tool(f"{name}, nothing changed", scan)]
    times = timed(tools, 2)
    print("\n| growth | seconds (of the processor) | peak MB |\n|---|---|---|")
    for name, runs in times.items():
        memory = max(each.memory for each in runs)
        print(f"| {name} | {median(runs):.2f} ({least(runs):.2f}) | {memory:.0f} |")
    few, many = times[tools[0].name], times[tools[2].name]
    memory = max(each.memory for name in list(times)[2:] for each in times[name])
    for what, found, reach in (
        ("ten times the files / time", median(many) / median(few), GROWTH),
        ("ten times the files / processor time", least(many) / least(few), GROWTH),
        ("peak MB", memory, MEMORY),
    ):
        print(f"| {what} | {found:.1f} | {verdict(found, (reach, reach))} of {reach:.0f} |")


def _copies(tree: Path, root: Path, times: int) -> Path:
    """Write ten thousand Python files of the tree so many *times*."""
    files = sorted(tree.rglob("*.py"))
    for number in range(times * FILES):
        path = files[number % len(files)]
        copied = root / str(number // len(files)) / path.relative_to(tree)
        copied.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(path, copied)
    return root
