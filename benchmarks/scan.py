"""How long a scan takes beside other tools with the same rules on the same trees.

    python benchmarks/scan.py [ROUNDS] [--tools FOLDER] [--trees FOLDER] [--with-slow]

It fetches Django and Home Assistant as wheels from the package index, installs phaser-lint from
this checkout and alint, relint and semgrep from the index, writes the same twenty rules for each,
and runs the tools in turn, a whole process each time, so that a busy machine slows all alike.
ripgrep is taken from the PATH; it runs once with all patterns, which does not tell which of them
matched, and once for each rule, which does. Before anything is timed, the matches are compared:
those of ripgrep and semgrep by line, those of alint, which reports one match of a file, by file. A
difference ends the benchmark.

The trees come without git; the same is then timed where git knows their files.

``--with-slow`` also runs semgrep and relint (on Django, twice).
"""

from __future__ import annotations

import argparse
import json
import os
import platform
import resource
import shlex
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
import zipfile
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

ROUNDS = 7
CHECKOUT = Path(__file__).resolve().parent.parent
TREES = {"Django": "django==5.2.7", "Home Assistant": "homeassistant==2025.4.4"}
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
Places = set[tuple[str, str, int]]


class Run(NamedTuple):
    """One whole process: seconds, peak memory in MB, and what it printed."""

    seconds: float
    memory: float
    output: bytes


class Tool(NamedTuple):
    """A command, and what has to be gone before a run of it."""

    name: str
    command: tuple[str, ...]
    removes: Path | None = None


def main() -> None:
    """Fetch, write, compare, time, print."""
    given = arguments()
    with tempfile.TemporaryDirectory() as work:
        tools_folder = given.tools or Path(work) / "tools"
        trees_folder = given.trees or Path(work) / "trees"
        install(tools_folder, slow=given.with_slow)
        print_machine(tools_folder)
        for name, requirement in TREES.items():
            root = fetch(requirement, trees_folder)
            cache = Path(work) / "cache" / root.name
            tools = write_rules(root, tools_folder, cache, slow=given.with_slow)
            compare(root, tools)
            times = timed(root, tools, given.rounds)
            print_table(name, times)
        growth(trees_folder, tools_folder, Path(work), given.rounds)
        # Last: what git prints makes this process large, which a child's peak memory would show.
        repositories(trees_folder, tools_folder, Path(work), given.rounds)


def arguments() -> argparse.Namespace:
    """Read the command line."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("rounds", nargs="?", type=int, default=ROUNDS)
    parser.add_argument("--tools", type=Path, help="a virtual environment to keep")
    parser.add_argument("--trees", type=Path, help="a folder of trees to keep")
    parser.add_argument("--with-slow", action="store_true")
    return parser.parse_args()


def install(folder: Path, *, slow: bool) -> None:
    """Make the environment with the tools, if it is not there."""
    if not (folder / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--force-reinstall", "--no-deps", CHECKOUT], check=True)
    others = ["alint", *(["relint", "semgrep"] if slow else [])]
    subprocess.run([*pip, CHECKOUT, *others], check=True)
    compile_all = [folder / "bin" / "python", "-m", "compileall", "-q", folder / "lib"]
    environment = {key: os.environ[key] for key in os.environ if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(compile_all, env=environment, check=False)


def fetch(requirement: str, folder: Path) -> Path:
    """Return the unpacked tree of a wheel."""
    root = folder / requirement.replace("==", "-")
    if root.exists():
        return root
    download = folder / "wheels"
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", download]
    anywhere = ["--only-binary=:all:", "--python-version", "3.13"]
    subprocess.run([*command, *anywhere, requirement], check=True)
    wheel = next(download.glob(f"{requirement.partition('==')[0]}-*.whl"))
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(root)
    return root


def write_rules(root: Path, tools: Path, cache: Path, *, slow: bool) -> list[Tool]:
    """Write the rules of each tool beside the tree and return the commands."""
    beside = root.parent / f"{root.name}-rules"
    beside.mkdir(exist_ok=True)
    bins = tools / "bin"
    ours = write_contracts(beside / "contracts", RULES)
    alint = ["version: 1\nrules:\n"]
    for rule, pattern in RULES.items():
        alint.append(
            f"  - id: {rule}\n    kind: file_content_forbidden\n    paths: '**/*.py'\n"
            f"    pattern: {quoted('(?m)' + pattern)}\n    level: error\n"
        )
    (root / ".alint.yml").write_text("".join(alint))
    scan = (str(bins / "phaser-lint"), "scan", "--root", str(root), "--format", "json")
    scan = (*scan, "--contracts-dir", str(ours))
    expressions = tuple(part for pattern in RULES.values() for part in ("-e", pattern))
    ripgrep = ("rg", "--no-heading", "--line-number", "--column", "--only-matching", "--no-ignore")
    ripgrep = (*ripgrep, "--hidden", "--glob", "*.py")
    commands = [
        Tool("first run", (*scan, "--cache-dir", str(cache)), removes=cache),
        Tool("warm", (*scan, "--cache-dir", str(cache))),
        Tool("alint", (str(bins / "alint"), "check", str(root), "--format", "json")),
        Tool("ripgrep", (*ripgrep, *expressions, str(root))),
        Tool("ripgrep, a run for each rule", (*rule_by_rule(ripgrep, root), *RULES.values())),
    ]
    return [*commands, *(slow_tools(root, beside, bins) if slow and "jango" in root.name else [])]


def rule_by_rule(ripgrep: tuple[str, ...], root: Path) -> tuple[str, ...]:
    """Return a command that takes the patterns and searches for one after the other.

    A single run does not tell which of its patterns matched, and of two that match in the same
    place it reports one.
    """
    one = f'{shlex.join(ripgrep)} -e "$pattern" {shlex.quote(str(root))}'
    return ("sh", "-c", f"for pattern; do {one}; done", "sh")


def write_contracts(folder: Path, rules: dict[str, str]) -> Path:
    """Write one contract file a rule."""
    folder.mkdir(parents=True, exist_ok=True)
    for rule, pattern in rules.items():
        (folder / f"{rule}.yaml").write_text(
            f"rule_id: {rule}\ntype: forbid_pattern\npattern: {quoted(pattern)}\n"
            f"file_glob: '**/*.py'\nmessage: No.\nseverity: error\n"
        )
    return folder


def slow_tools(root: Path, beside: Path, bins: Path) -> list[Tool]:
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
    # Without it, semgrep passes over folders called test.
    (root / ".semgrepignore").write_text("")
    files = tuple(str(path) for path in sorted(root.rglob("*.py")))
    flags = ("--metrics=off", "--disable-version-check", "--no-git-ignore", "--quiet", "--json")
    rules = ("--config", str(beside / "semgrep.yml"), "--max-target-bytes=0")
    return [
        Tool("semgrep", (str(bins / "semgrep"), *rules, *flags, str(root))),
        Tool("relint", (str(bins / "relint"), "--config", str(beside / "relint.yml"), *files)),
    ]


def quoted(pattern: str) -> str:
    """Return a pattern as a YAML text."""
    return "'" + pattern.replace("'", "''") + "'"


def run(tool: Tool) -> Run:
    """Run a tool once, as a whole process."""
    if tool.removes is not None:
        shutil.rmtree(tool.removes, ignore_errors=True)
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(tool.command, stdout=output, stderr=subprocess.DEVNULL)
        _, _, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = 0
        output.seek(0)
        return Run(seconds, peak(usage), output.read())


def peak(usage: resource.struct_rusage) -> float:
    """Return the peak memory of a process in MB."""
    return usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)


def compare(root: Path, tools: list[Tool]) -> None:
    """End the benchmark if the tools did not find the same."""
    found = {tool.name: places(tool.name, run(tool).output, root) for tool in tools}
    ours = found["first run"]
    assert ours, "nothing was found"
    assert found["warm"] == ours, "warm differs"
    lines = {(path, line) for _, path, line in ours}
    for name in (name for name in found if name.startswith("ripgrep")):
        differing = lines ^ {(path, line) for _, path, line in found[name]}
        # It passes over files with a NUL, as phaser-lint does, and both take the rest.
        assert not differing, f"{name} differs: {sorted(differing)[:5]}"
    files = {(rule, path) for rule, path, _ in ours}
    differing_files = files ^ {(rule, path) for rule, path, _ in found["alint"]}
    assert not differing_files, f"alint differs: {sorted(differing_files)[:5]}"
    if "semgrep" in found:
        left = {(rule.rpartition(".")[2], path, line) for rule, path, line in found["semgrep"]}
        assert left == ours, f"semgrep differs: {sorted(left ^ ours)[:5]}"
    print(f"{root.name}: {len(ours)} places in {len({path for _, path, _ in ours})} files agree")


def places(tool: str, output: bytes, root: Path) -> Places:
    """Return the rule, path and line of each match in a tool's output."""
    if tool in ("first run", "warm"):
        report = json.loads(output)
        return {(each["rule_id"], each["path"], each["line"]) for each in report["violations"]}
    if tool == "alint":
        results = json.loads(output)["results"]
        return {
            (result["id"], violation["path"], violation["line"])
            for result in results
            for violation in result["violations"]
        }
    if tool == "semgrep":
        return {
            (each["check_id"], os.path.relpath(each["path"], root), each["start"]["line"])
            for each in json.loads(output)["results"]
        }
    if tool.startswith("ripgrep"):
        parts = (line.split(":", 3) for line in output.decode("utf-8", "replace").splitlines())
        return {("", os.path.relpath(path, root), int(line)) for path, line, *_ in parts}
    return set()


def timed(root: Path, tools: list[Tool], rounds: int) -> dict[str, list[Run]]:
    """Run the tools in turn."""
    times: dict[str, list[Run]] = {tool.name: [] for tool in tools}
    for number in range(rounds):
        for tool in tools:
            if tool.name in ("semgrep", "relint") and number > 1:
                continue
            times[tool.name].append(run(tool))
    return times


def median(runs: list[Run]) -> float:
    """Return the median of the seconds."""
    return statistics.median(each.seconds for each in runs)


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
            verdict = "stretch" if ratio <= stretch else "reach" if ratio <= reach else "MISSED"
            print(f"| {ours} to {other} | {ratio:.2f} | {reach} | {stretch} | {verdict} |")


def growth(trees: Path, tools: Path, work: Path, rounds: int) -> None:
    """Print what 500 contracts cost beside 20, and ten times the files."""
    program = str(tools / "bin" / "phaser-lint")
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
        command = (program, "scan", "--root", str(root), "--format", "json")
        flags = ("--contracts-dir", str(contracts), "--cache-dir", str(cache))
        return Tool(name, (*command, *flags), removes=cache)

    tools_of = [
        first("20 contracts", home_assistant, few),
        first("500 contracts", home_assistant, more),
        first("Django", django, few),
        first("Django ten times", ten, few),
    ]
    times = timed(home_assistant, tools_of, max(3, rounds // 2))
    print("\n| growth | measured | reach | |\n|---|---|---|---|")
    for larger, smaller, reach in (
        ("500 contracts", "20 contracts", 3.0),
        ("Django ten times", "Django", 11.0),
    ):
        ratio = median(times[larger]) / median(times[smaller])
        verdict = "reach" if ratio <= reach else "MISSED"
        print(f"| {larger} to {smaller} | {ratio:.2f} | {reach} | {verdict} |")
    memory = {name: max(each.memory for each in runs) for name, runs in times.items()}
    print(
        "| peak MB | " + ", ".join(f"{name}: {value:.0f}" for name, value in memory.items()) + " |"
    )


def repositories(trees: Path, tools: Path, work: Path, rounds: int) -> None:
    """Print what the trees cost as repositories with a commit, beside git's own listing."""
    listing = ("ls-files", "-z", "--cached", "--others", "--exclude-standard")
    contracts = write_contracts(work / "contracts", RULES)
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
        scan = (str(tools / "bin" / "phaser-lint"), "scan", "--root", str(root), "--format", "json")
        scan = (*scan, "--contracts-dir", str(contracts), "--cache-dir", str(cache))
        alint = (str(tools / "bin" / "alint"), "check", str(root), "--format", "json")
        rows = [
            Tool("first run", scan, removes=cache),
            Tool("warm", scan),
            Tool("alint", alint),
            Tool("git ls-files", ("git", "-C", str(root), *listing)),
        ]
        times = timed(root, rows, rounds)
        print(f"| {name} | {' | '.join(f'{median(runs):.3f}' for runs in times.values())} |")


def print_machine(tools: Path) -> None:
    """Print what the figures were measured on."""
    listed = subprocess.run(
        [tools / "bin" / "python", "-m", "pip", "list", "--format=freeze"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.split()
    names = ("alint", "hyperscan", "phaser-lint", "regex", "relint", "semgrep")
    shown = [line for line in listed if line.partition("==")[0] in names]
    ripgrep = subprocess.run(["rg", "--version"], capture_output=True, text=True, check=True)
    print(
        f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"pip {version('pip')}; {', '.join(shown)}, {ripgrep.stdout.split(chr(10))[0]}"
    )


if __name__ == "__main__":
    main()
