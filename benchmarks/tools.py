"""The tools that the benchmarks of a scan compare: installed, given rules, run, and read."""

from __future__ import annotations

import json
import os
import platform
import re
import resource
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

CHECKOUT = Path(__file__).resolve().parent.parent
TREES = {"Django": "django==5.2.7", "Home Assistant": "homeassistant==2025.4.4"}
ALINT, RIPGREP = "alint==0.20.1", "ripgrep==14.1.0"
SLOW = ("relint", "semgrep")
_GROUP_NAME = re.compile(r"\(\?P?<\w+>")
Places = set[tuple[str, str, int]]
"""Rule, path and line of each match."""


class Run(NamedTuple):
    """One whole process: seconds, those of its processors, peak memory in MB, what it printed."""

    seconds: float
    processor: float
    memory: float
    output: bytes
    code: int


class Tool(NamedTuple):
    """A command, and what has to be gone before a run of it."""

    name: str
    command: tuple[str, ...]
    removes: Path | None = None


class Tools(NamedTuple):
    """The environment that the tools are in."""

    folder: Path

    def program(self, name: str) -> str:
        return str(self.folder / "bin" / name)

    def scan(self, root: Path, contracts: Path, cache: Path) -> tuple[str, ...]:
        """Return the command that scans *root* by *contracts*."""
        flags = ("--contracts-dir", str(contracts), "--cache-dir", str(cache))
        return (
            self.program("phaser-lint"),
            "scan",
            "--root",
            str(root),
            "--format",
            "json",
            *flags,
        )

    def alint(self, root: Path, rules: Path) -> tuple[str, ...]:
        """Return the command that checks *root* by a file of rules; see ``write_alint``."""
        return (self.program("alint"), "check", str(root), "--format", "json", "-c", str(rules))

    def ripgrep(self, root: Path, patterns: list[str]) -> tuple[str, ...]:
        """Return the command that prints all matches of the patterns in the Python files."""
        flags = ("--no-heading", "--line-number", "--column", "--only-matching", "--no-ignore")
        # Patterns as gitleaks writes them are larger than it takes by itself.
        files = ("--hidden", "--glob", "*.py", "--regex-size-limit=1G", "--no-config")
        # It joins them, and takes no name of a group twice.
        unnamed = (_GROUP_NAME.sub("(", pattern) for pattern in patterns)
        expressions = (part for pattern in unnamed for part in ("-e", pattern))
        return (self.program("rg"), *flags, *files, *expressions, str(root))


def install(folder: Path, *others: str) -> Tools:
    """Make the environment with phaser-lint of this checkout, alint, ripgrep and the *others*."""
    if not (folder / "bin" / "python").exists():
        subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [folder / "bin" / "python", "-m", "pip", "install", "--quiet"]
    subprocess.run([*pip, "--force-reinstall", "--no-deps", CHECKOUT], check=True)
    subprocess.run([*pip, CHECKOUT, ALINT, RIPGREP, *others], check=True)
    compile_all = [folder / "bin" / "python", "-m", "compileall", "-q", folder / "lib"]
    environment = {key: os.environ[key] for key in os.environ if key != "PYTHONDONTWRITEBYTECODE"}
    subprocess.run(compile_all, env=environment, check=False)
    return Tools(folder)


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


def write_contracts(folder: Path, rules: dict[str, str]) -> Path:
    """Write one contract file a rule."""
    shutil.rmtree(folder, ignore_errors=True)
    folder.mkdir(parents=True)
    for rule, pattern in rules.items():
        (folder / f"{rule}.yaml").write_text(
            f"rule_id: {rule}\ntype: forbid_pattern\npattern: {quoted(pattern)}\n"
            f"file_glob: '**/*.py'\nmessage: No.\nseverity: error\n"
        )
    return folder


def write_alint(folder: Path, rules: dict[str, str]) -> Path:
    """Write alint's rules into the folder, and return the file."""
    alint = ["version: 1\nrules:\n"]
    for rule, pattern in rules.items():
        alint.append(
            f"  - id: {rule}\n    kind: file_content_forbidden\n    paths: '**/*.py'\n"
            f"    pattern: {quoted('(?m)' + pattern)}\n    level: error\n"
        )
    folder.mkdir(parents=True, exist_ok=True)
    written = folder / "alint.yml"
    written.write_text("".join(alint))
    return written


def quoted(text: str) -> str:
    """Return a text as YAML has it; a tab may stand there as it is."""
    return "'" + text.replace("'", "''") + "'"


def run(tool: Tool) -> Run:
    """Run a tool once, as a whole process."""
    if tool.removes is not None:
        shutil.rmtree(tool.removes, ignore_errors=True)
    with tempfile.TemporaryFile() as output:
        start = time.perf_counter()
        process = subprocess.Popen(tool.command, stdout=output, stderr=subprocess.DEVNULL)
        _, status, usage = os.wait4(process.pid, 0)
        seconds = time.perf_counter() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        output.seek(0)
        spent = usage.ru_utime + usage.ru_stime
        return Run(seconds, spent, peak(usage), output.read(), process.returncode)


def peak(usage: resource.struct_rusage) -> float:
    """Return the peak memory of a process in MB."""
    return usage.ru_maxrss / (1024 if sys.platform == "linux" else 1024 * 1024)


def timed(tools: list[Tool], rounds: int) -> dict[str, list[Run]]:
    """Run the tools in turn; what they print is not kept."""
    times: dict[str, list[Run]] = {tool.name: [] for tool in tools}
    for number in range(rounds):
        for tool in tools:
            if number > 1 and tool.name in SLOW:
                continue
            times[tool.name].append(run(tool)._replace(output=b""))
    return times


def median(runs: list[Run]) -> float:
    """Return the median of the seconds."""
    return statistics.median(each.seconds for each in runs)


def least(runs: list[Run]) -> float:
    """Return the least seconds of the processors: what other programs do matters least there."""
    return min(each.processor for each in runs)


def verdict(ratio: float, limits: tuple[float, float]) -> str:
    """Return what of (reach, stretch) a ratio met."""
    reach, stretch = limits
    return "stretch" if ratio <= stretch else "reach" if ratio <= reach else "MISSED"


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
        parts = (line.split(":", 3) for line in output.decode("utf-8", "replace").split("\n")[:-1])
        return {("", os.path.relpath(path, root), int(line)) for path, line, *_ in parts}
    return set()


def machine(tools: Tools) -> str:
    """Return what the figures are measured on."""
    command = [tools.program("python"), "-m", "pip", "list", "--format=freeze"]
    listed = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    names = ("alint", "hyperscan", "phaser-lint", "regex", "relint", "ripgrep", "semgrep")
    shown = [line for line in listed if line.partition("==")[0] in names]
    return (
        f"{platform.platform()}, {os.cpu_count()} cores, Python {platform.python_version()}, "
        f"pip {version('pip')}; {', '.join(shown)}"
    )
