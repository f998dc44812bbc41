"""How long the language server takes: until the first diagnostics, and after a key.

    python -m venv /tmp/bench && /tmp/bench/bin/pip install .
    /tmp/bench/bin/python -m compileall -q /tmp/bench/lib
    /tmp/bench/bin/python benchmarks/lsp.py [ROUNDS]

The client here has no delay of its own: it writes a change, and waits for the diagnostics of that
version. Each round starts a server next to a bare ``python -I -c pass``, so that a busy machine
slows both alike; "times" is the ratio. The project is that of the hook (``hook_project``), in git.
Exit code 1 where a limit is passed, or where something else than expected is shown.
"""

from __future__ import annotations

import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import Any, NamedTuple

from hook_project import FILE, file_text, write_project

ROUNDS, KEYS, CHANGES = 20, 200, 10_000
FIRST_LIMIT, KEY_LIMIT, LARGE_LIMIT, MEMORY_LIMIT = 300, 30, 150, 120
# With a hundred contracts two forbid it.
BROKEN, BREAKS = "print(1)\n", 2
LARGE = 300_000
BARE = (sys.executable, "-I", "-c", "pass")
PROGRAM = str(Path(sys.executable).parent / "phaser-lint")


class Row(NamedTuple):
    """A line of the table, in milliseconds (megabytes), with what is to be reached."""

    name: str
    median: float
    p95: float
    limit: float
    times: float | None = None


class Client:
    """A session with a server in *root*."""

    def __init__(self, root: Path, home: Path) -> None:
        self.began = time.perf_counter()
        environment = {"PATH": os.environ["PATH"], "HOME": str(home), "LC_ALL": "C.UTF-8"}
        self._process = subprocess.Popen(
            (PROGRAM, "lsp"), stdin=subprocess.PIPE, stdout=subprocess.PIPE, env=environment
        )
        self.send("initialize", {"rootUri": root.as_uri(), "capabilities": {}}, number=1)
        while self._message().get("id") != 1:
            pass
        self.send("initialized", {})
        self.version = 0

    def send(self, method: str, params: Any, number: int | None = None) -> None:
        """Write a message."""
        message = {"jsonrpc": "2.0", "method": method, "params": params}
        body = json.dumps(message if number is None else {**message, "id": number}).encode()
        assert self._process.stdin
        self._process.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(body), body))
        self._process.stdin.flush()

    def _message(self) -> Any:
        assert self._process.stdout
        header = self._process.stdout.readline()
        self._process.stdout.readline()
        return json.loads(self._process.stdout.read(int(header.partition(b":")[2])))

    def open(self, uri: str, text: str) -> int:
        """Open a text, and return how many diagnostics it has."""
        document = {"uri": uri, "languageId": "python", "version": 0, "text": text}
        self.send("textDocument/didOpen", {"textDocument": document})
        return self.shown(uri, 0)

    def change(self, uri: str, line: int, removed: int, text: str) -> None:
        """Write a change at the start of a line."""
        self.version += 1
        start, end = ({"line": line, "character": at} for at in (0, removed))
        change = {"range": {"start": start, "end": end}, "text": text}
        identifier = {"uri": uri, "version": self.version}
        params = {"textDocument": identifier, "contentChanges": [change]}
        self.send("textDocument/didChange", params)

    def shown(self, uri: str, version: int) -> int:
        """Wait for the diagnostics of a version, and return how many there are."""
        while True:
            params = self._message().get("params", {})
            if params.get("uri") == uri and params.get("version") == version:
                return len(params["diagnostics"])

    def megabytes(self) -> float:
        """Return the memory that the server has now."""
        status = Path(f"/proc/{self._process.pid}/status").read_text()
        return int(status.partition("VmRSS:")[2].split()[0]) / 1024

    def end(self) -> None:
        """Say goodbye."""
        self.send("shutdown", None, number=2)
        self.send("exit", None)
        assert self._process.wait(30) == 0


def main() -> None:
    """Measure every row and print the table."""
    rounds = int(sys.argv[1]) if len(sys.argv) > 1 else ROUNDS
    with tempfile.TemporaryDirectory() as folder:
        rows = [*_first(Path(folder), rounds), *_keys(Path(folder))]
    print("| | median | p95 | to be reached | times bare Python |")
    print("|---|---|---|---|---|")
    for row in rows:
        times = "" if row.times is None else f"{row.times:.2f}"
        print(f"| {row.name} | {row.median:.1f} | {row.p95:.1f} | {row.limit} | {times} |")
    sys.exit(any(row.p95 > row.limit for row in rows))


def _project(folder: Path, count: int) -> tuple[Path, Path]:
    root, home = folder / f"project-{count}", folder / "home"
    home.mkdir(exist_ok=True)
    write_project(root, count)
    git = ("git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@example.org")
    for words in (("init", "-q"), ("add", "-A"), ("commit", "-qm", "First")):
        subprocess.run((*git, *words), check=True)
    return root, home


def _first(folder: Path, rounds: int) -> list[Row]:
    root, home = _project(folder, 100)
    uri, bare, whole = (root / FILE).as_uri(), [], []
    for number in range(rounds + 1):
        start = time.perf_counter()
        subprocess.run(BARE, check=True)
        bare.append(time.perf_counter() - start)
        client = Client(root, home)
        assert client.open(uri, file_text() + BROKEN) == BREAKS
        whole.append(time.perf_counter() - client.began)
        client.end()
        if number == 0:  # contracts that were never read: once for each change of them
            unread = whole.pop() * 1000, bare.pop() * 1000
    first = _row("first diagnostics, 10 kB, 100 contracts", whole, FIRST_LIMIT)
    times = first.median / statistics.median(bare) / 1000
    return [
        first._replace(times=times),
        Row(
            "the same, contracts not stored yet", unread[0], unread[0], 1000, unread[0] / unread[1]
        ),
    ]


def _keys(folder: Path) -> list[Row]:
    root, home = _project(folder, 20)
    client = Client(root, home)
    uri, large = (root / FILE).as_uri(), (root / "src/shop/large.py").as_uri()
    text = file_text()
    assert client.open(uri, text + BROKEN)
    client.open(large, text * (LARGE // len(text)))
    rows = [
        _typed(client, "a key in 10 kB, 20 contracts", uri, "x", KEY_LIMIT),
        _typed(client, "a key that breaks another one", uri, "print({})  #", KEY_LIMIT),
        _typed(client, "a key in 300 kB, 20 contracts", large, "x", LARGE_LIMIT),
    ]
    for number in range(CHANGES):
        client.change(uri, 3, number % 2, "" if number % 2 else "x")
    client.shown(uri, client.version)
    memory = client.megabytes()
    rows.append(Row(f"megabytes after {CHANGES} changes", memory, memory, MEMORY_LIMIT))
    client.end()
    return rows


def _typed(client: Client, name: str, uri: str, text: str, limit: float) -> Row:
    seconds = []
    for number in range(KEYS):
        start = time.perf_counter()
        client.change(uri, 20 + number % 50, 0, text.format(number))
        client.shown(uri, client.version)
        seconds.append(time.perf_counter() - start)
    return _row(name, seconds, limit)


def _row(name: str, seconds: list[float], limit: float) -> Row:
    found = sorted(each * 1000 for each in seconds)
    return Row(name, statistics.median(found), found[int(len(found) * 0.95)], limit)


if __name__ == "__main__":
    main()
