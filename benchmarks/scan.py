"""How long a scan takes beside other tools with the same rules on the same trees.

    python benchmarks/scan.py [ROUNDS] [--tools FOLDER] [--trees FOLDER] [--with-slow]
    python benchmarks/scan.py [ROUNDS] [--tools FOLDER] [--trees FOLDER] --public [--seeds N ...]

It fetches Django and Home Assistant as wheels from the package index, installs phaser-lint from
this checkout and alint, ripgrep, relint and semgrep from the index, writes the same twenty rules
for each, and runs the tools in turn, a whole process each time, so that a busy machine slows all
alike. ripgrep runs once with all patterns, which does not tell which of them matched, and once for
each rule, which does. Before anything is timed, the matches are compared:
those of ripgrep and semgrep by line, those of alint, which reports one match of a file, by file. A
difference ends the benchmark.

The trees come without git; the same is then timed where git knows their files.

``--with-slow`` also runs semgrep and relint (on Django, twice).

``--public`` measures sets of patterns that others wrote instead, one for each seed
(``public_sets``); it wants an interpreter that phaser-lint is installed for.
"""

from __future__ import annotations

import argparse
import shlex
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from tools import (
    TREES,
    Run,
    Tool,
    Tools,
    fetch,
    install,
    machine,
    median,
    places,
    quoted,
    run,
    timed,
    verdict,
    write_alint,
    write_contracts,
)

ROUNDS = 7
PARTS = ("sets", "many", "tokens", "growth")
# No look-around and no match over two lines: not all of the others have them.
RULES = {
    "no-print": r"\bprint\(",
    "no-eval": r"\beval\(",
    "no-exec": r"\bexec\(",
    "no-todo": r"(?i)\b(?:todo|fixme)\b",
    "no-os-system": r"\bos\.system\(",
    "no-shell": r"shell *= *True",
    "no-password": r"""(?i)password *= *["'][^"'\s]+["']""",
    "no-star-import": r"^from \S+ import \*",
    "no-bare-except": r"except *:",
    "no-naive-now": r"\bdatetime\.now\(\)",
    "no-utcnow": r"\butcnow\(",
    "no-unverified": r"verify *= *False",
    "no-pickle": r"\bpickle\.loads?\(",
    "no-yaml-load": r"\byaml\.load\(",
    "no-breakpoint": r"\bbreakpoint\(\)|\bpdb\.set_trace\(",
    "no-broad-ignore": r"# *type: *ignore$",
    "no-mutable-default": r"def \w+\([\w ,:.=]*= *(?:\[\]|\{\})",
    "no-assert-tuple": r"\bassert *\(",
    "no-http": r"""["']http://[^"'\s]+["']""",
    "no-long-sleep": r"\btime\.sleep\(\d{2,}",
}
LIMITS = {
    ("first run", "alint"): {"Django": (3.0, 2.0), "Home Assistant": (1.2, 0.9)},
    ("first run", "ripgrep"): {"Django": (0.5, 0.5), "Home Assistant": (0.8, 0.8)},
    ("first run", "semgrep"): {"Django": (0.07, 0.07)},
    ("warm", "alint"): {"Django": (1.0, 1.0), "Home Assistant": (0.4, 0.4)},
}


def main() -> None:
    """Fetch, write, compare, time, print."""
    given = arguments()
    sys.stdout.reconfigure(line_buffering=True)  # it takes long: each table is printed at once
    with tempfile.TemporaryDirectory() as name:
        work = Path(name).resolve()
        slow = ["relint", "semgrep"] if given.with_slow else []
        tools = install((given.tools or work / "tools").absolute(), *slow)
        trees = (given.trees or work / "trees").absolute()
        print(machine(tools))
        if given.public:
            public_sets(given, tools, trees, work)
            return
        for tree, requirement in TREES.items():
            root = fetch(requirement, trees)
            commands = write_rules(root, tools, work / "cache" / root.name, slow=given.with_slow)
            compare(root, commands)
            print_table(tree, timed(commands, given.rounds))
        growth(trees, tools, work, given.rounds)
        # Last: what git prints makes this process large, which a child's peak memory would show.
        repositories(trees, tools, work, given.rounds)


def public_sets(given: argparse.Namespace, tools: Tools, trees: Path, work: Path) -> None:
    """Measure the sets of others' patterns."""
    # It reads rule files and asks regex, which the rest does not need.
    from public_sets import Asked, public_tables

    public_tables(Asked(given.seeds, given.rounds, given.parts, tools, trees, work))


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    parser.add_argument("--tools", type=Path, help="a virtual environment to keep")
    parser.add_argument("--trees", type=Path, help="a folder of trees to keep")
    parser.add_argument("--with-slow", action="store_true")
    parser.add_argument("--public", action="store_true", help="sets of patterns that others wrote")
    parser.add_argument(
        "--seeds", nargs="+", type=int, default=[1, 2, 3, 4, 5], help="one for each set"
    )
    parser.add_argument(
        "--parts", nargs="+", default=PARTS, choices=PARTS, help="which tables of --public"
    )
    return parser.parse_args()


def write_rules(root: Path, tools: Tools, cache: Path, *, slow: bool) -> list[Tool]:
    """Write the rules of each tool beside the tree and return the commands."""
    beside = root.parent / f"{root.name}-rules"
    ours = write_contracts(beside / "contracts", RULES)
    scan = tools.scan(root, ours, cache)
    patterns = list(RULES.values())
    commands = [
        Tool("first run", scan, removes=cache),
        Tool("warm", scan),
        Tool("alint", tools.alint(root, write_alint(beside, RULES))),
        Tool("ripgrep", tools.ripgrep(root, patterns)),
        Tool("ripgrep, a run for each rule", (*rule_by_rule(tools, root), *patterns)),
    ]
    return [*commands, *(slow_tools(root, beside, tools) if slow and "jango" in root.name else [])]


def rule_by_rule(tools: Tools, root: Path) -> tuple[str, ...]:
    """Return a command that takes the patterns and searches for one after the other.

    A single run does not tell which of its patterns matched, and of two that match in the same
    place it reports one.
    """
    one = f'{shlex.join(tools.ripgrep(root, []))} -e "$pattern"'
    return ("sh", "-c", f"for pattern; do {one}; done", "sh")


def slow_tools(root: Path, beside: Path, tools: Tools) -> list[Tool]:
    """Write the rules of semgrep and relint."""
    semgrep, relint = ["rules:\n"], []
    for rule, pattern in RULES.items():
        semgrep.append(
            f"  - id: {rule}\n    message: No.\n    severity: ERROR\n    languages: [generic]\n"
            f"    pattern-regex: {quoted(pattern)}\n    paths: {{include: ['*.py']}}\n"
        )
        relint.append(f"- name: {rule}\n  pattern: {quoted(pattern)}\n  filePattern: .*\\.py\n")
    (beside / "semgrep.yml").write_text("".join(semgrep))
    (beside / "relint.yml").write_text("".join(relint))
    # Without it, semgrep skips folders called test.
    (root / ".semgrepignore").write_text("")
    files = tuple(str(path) for path in sorted(root.rglob("*.py")))
    flags = ("--metrics=off", "--disable-version-check", "--no-git-ignore", "--quiet", "--json")
    rules = ("--config", str(beside / "semgrep.yml"), "--max-target-bytes=0")
    return [
        Tool("semgrep", (tools.program("semgrep"), *rules, *flags, str(root))),
        Tool("relint", (tools.program("relint"), "--config", str(beside / "relint.yml"), *files)),
    ]


def compare(root: Path, tools: list[Tool]) -> None:
    """End the benchmark if the tools did not find the same."""
    found = {tool.name: places(tool.name, run(tool).output, root) for tool in tools}
    ours = found["first run"]
    assert ours, "nothing was found"
    assert found["warm"] == ours, "warm differs"
    lines = {(path, line) for _, path, line in ours}
    for name in (name for name in found if name.startswith("ripgrep")):
        differing = lines ^ {(path, line) for _, path, line in found[name]}
        # It skips files with a NUL, as phaser-lint does, and both take the rest.
        assert not differing, f"{name} differs: {sorted(differing)[:5]}"
    files = {(rule, path) for rule, path, _ in ours}
    differing_files = files ^ {(rule, path) for rule, path, _ in found["alint"]}
    assert not differing_files, f"alint differs: {sorted(differing_files)[:5]}"
    if "semgrep" in found:
        left = {(rule.rpartition(".")[2], path, line) for rule, path, line in found["semgrep"]}
        assert left == ours, f"semgrep differs: {sorted(left ^ ours)[:5]}"
    print(f"{root.name}: {len(ours)} places in {len({path for _, path, _ in ours})} files agree")


def print_table(name: str, times: dict[str, list[Run]]) -> None:
    """Print the seconds, and the ratios with what they should reach."""
    print(f"\n| {name} | median s | min | max | peak MB |\n|---|---|---|---|---|")
    for tool, runs in times.items():
        seconds = [each.seconds for each in runs]
        memory = max(each.memory for each in runs)
        print(
            f"| {tool} | {median(runs):.3f} | {min(seconds):.3f} | {max(seconds):.3f} "
            f"| {memory:.0f} |"
        )
    print("\n| ratio | measured | reach | stretch | |\n|---|---|---|---|---|")
    for (ours, other), limits in LIMITS.items():
        if other in times and name in limits:
            reach, stretch = limits[name]
            ratio = median(times[ours]) / median(times[other])
            met = verdict(ratio, limits[name])
            print(f"| {ours} to {other} | {ratio:.2f} | {reach} | {stretch} | {met} |")


def growth(trees: Path, tools: Tools, work: Path, rounds: int) -> None:
    """Print what 500 contracts cost beside 20, and ten times the files."""
    home_assistant = fetch(TREES["Home Assistant"], trees)
    many = {
        f"rule-{number}": rf"\b{word}_{number}\s*\("
        for number, word in zip(range(480), ["call", "legacy", "unsafe", "old"] * 120, strict=False)
    }
    few = write_contracts(work / "few", RULES)
    more = write_contracts(work / "more", {**RULES, **many})
    django = fetch(TREES["Django"], trees)
    ten = work / "ten"
    for number in range(10):
        shutil.copytree(django, ten / str(number))
    cache = work / "growth-cache"

    def first(name: str, root: Path, contracts: Path) -> Tool:
        return Tool(name, tools.scan(root, contracts, cache), removes=cache)

    tools_of = [
        first("20 contracts", home_assistant, few),
        first("500 contracts", home_assistant, more),
        first("Django", django, few),
        first("Django ten times", ten, few),
    ]
    times = timed(tools_of, max(3, rounds // 2))
    print("\n| growth | measured | reach | |\n|---|---|---|---|")
    for larger, smaller, reach in (
        ("500 contracts", "20 contracts", 3.0),
        ("Django ten times", "Django", 11.0),
    ):
        ratio = median(times[larger]) / median(times[smaller])
        met = verdict(ratio, (reach, 0))
        print(f"| {larger} to {smaller} | {ratio:.2f} | {reach} | {met} |")
    memory = {name: max(each.memory for each in runs) for name, runs in times.items()}
    print(
        "| peak MB | " + ", ".join(f"{name}: {value:.0f}" for name, value in memory.items()) + " |"
    )


def repositories(trees: Path, tools: Tools, work: Path, rounds: int) -> None:
    """Print what the trees cost as repositories with a commit, beside git's own listing."""
    listing = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    contracts = write_contracts(work / "contracts", RULES)
    rules = write_alint(work, RULES)
    print("\n| seconds, in a repository | first run | warm | alint | git ls-files |")
    print("|---|---|---|---|---|")
    for name, requirement in TREES.items():
        root = work / "repositories" / requirement
        shutil.copytree(fetch(requirement, trees), root)
        # Without gc.auto git goes on packing in the background.
        settings = ("user.name=x", "user.email=x@example.org", "gc.auto=0")
        git = ["git", *(part for setting in settings for part in ("-c", setting))]
        for arguments in (("init", "-q", "-b", "main"), ("add", "-A"), ("commit", "-q", "-m", "x")):
            subprocess.run([*git, *arguments], cwd=root, check=True)
        cache = work / "repositories-cache"
        scan = tools.scan(root, contracts, cache)
        rows = [
            Tool("first run", scan, removes=cache),
            Tool("warm", scan),
            Tool("alint", tools.alint(root, rules)),
            Tool("git ls-files", ("git", "-C", str(root), *listing)),
        ]
        times = timed(rows, rounds)
        print(f"| {name} | {' | '.join(f'{median(runs):.3f}' for runs in times.values())} |")


if __name__ == "__main__":
    main()
