"""What each package that phaser-lint brings along weighs, costs to import, and is imported by.

    python benchmarks/dependencies.py [ROUNDS]

Installed size is that of the files, without the bytecode that Python adds. The import is a process
that imports the package and ends, less one that does nothing, in starts of Python: processor time,
the least of all rounds, taken in turns. Which command imports it, ``-X importtime`` says.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path

from tools import CHECKOUT, Tool, least, timed

ROUNDS = 15
MODULES = {
    "phaser-lint": "phaser_lint",
    "hyperscan": "hyperscan",
    "identify": "identify.identify",
    "markdown-it-py": "markdown_it",
    "mdurl": "mdurl",
    "pathspec": "pathspec",
    "pygments": "pygments",
    "pyyaml": "yaml",
    "regex": "regex",
    "rich": "rich.console",
    "tomli": "tomli",
}
HOOK = ("-c", "from phaser_lint.hook.clean import main; main()")
SCAN = ("-m", "phaser_lint", "scan", "--project-contracts", "--no-cache")
CLEAN, BROKEN = "log.info('paid')\n", "print('paid')\n"
COMMANDS = {
    "a clean edit": (HOOK, CLEAN),
    "a denied edit": (HOOK, BROKEN),
    "a scan": (SCAN, ""),
    "a scan with colors": ((*SCAN, "--color", "always"), ""),
}


def main() -> None:
    """Print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    installed = {name: size for name in MODULES if (size := _size(name))}
    costs = _import_costs(list(installed), rounds)
    users = {name: _imported_by(*command) for name, command in COMMANDS.items()}
    print("| package | installed | its import | imported by |\n|---|---|---|---|")
    for name, size in installed.items():
        root = MODULES[name].partition(".")[0]
        where = ", ".join(user for user, modules in users.items() if root in modules) or "no one"
        print(f"| {name} | {size / 1e6:.1f} MB | {costs[name]:.2f} | {where} |")
    print(f"| all | {sum(installed.values()) / 1e6:.1f} MB | | |")


def _size(name: str) -> int:
    """Return the bytes of a package's files; 0 where it is not installed."""
    try:
        files = distribution(name).files or []
    except PackageNotFoundError:
        return 0
    paths = [Path(str(file.locate())) for file in files if file.suffix != ".pyc"]
    return sum(path.stat().st_size for path in paths if path.is_file())


def _import_costs(names: list[str], rounds: int) -> dict[str, float]:
    bare = Tool("bare", (sys.executable, "-I", "-c", "pass"))
    tools = [Tool(name, (*bare.command[:3], f"import {MODULES[name]}")) for name in names]
    times = timed([bare, *tools], rounds)
    start = least(times["bare"])
    return {name: least(times[name]) / start - 1 for name in names}


def _imported_by(command: tuple[str, ...], written: str) -> set[str]:
    """Return the packages that the command imports in the last of three runs."""
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder).resolve() / "shop"
        shutil.copytree(CHECKOUT / "examples" / "shop", root)
        tool_input = {"file_path": str(root / "src" / "receipts.py"), "content": written}
        event = {"hook_event_name": "PreToolUse", "tool_name": "Write", "tool_input": tool_input}
        env = {**os.environ, "HOME": folder, "XDG_CACHE_HOME": f"{folder}/cache"}
        words = [sys.executable, "-I", "-X", "importtime", *command]
        time.sleep(0.5)  # nothing is stored of contracts that were written just now
        runs = [
            subprocess.run(
                words, cwd=root, env=env, input=json.dumps(event), capture_output=True, text=True,
                check=False,
            )
            for _ in range(3)
        ]  # fmt: skip
        lines = [line for line in runs[-1].stderr.splitlines() if line.startswith("import time:")]
        return {line.rpartition("|")[2].strip().partition(".")[0] for line in lines}


if __name__ == "__main__":
    main()
