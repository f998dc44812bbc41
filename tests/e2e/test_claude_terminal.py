"""What the picture of README shows of an agent, on the terminal of the client that is installed."""

from __future__ import annotations

import fcntl
import json
import os
import pty
import re
import select
import shutil
import signal
import struct
import subprocess
import termios
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING

import pytest
from pictures import FOLDER, TERMINALS
from recordings import CORRECTED, RECEIPT, REFUSED, SHOP

from tests.conftest import PROGRAM
from tests.e2e.claude_client import version_of
from tests.e2e.hooked_client import CLAUDE, NO_CLIENT, write
from tests.e2e.model_server import ModelServer
from tests.test_pictures import rows

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

pytestmark = [pytest.mark.e2e, pytest.mark.skipif(CLAUDE is None, reason=NO_CLIENT)]
PICTURE = "gate.svg"
KEY = "dummy"
PATIENCE = 60.0
_ESCAPE = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[()][AB0]|[=>78])")


def test_the_picture_is_what_the_client_shows(tmp_path: Path) -> None:
    """Row by row, each as wide: what is denied, why, and what is written then."""
    assert CLAUDE is not None
    if version_of(CLAUDE) < (2, 1, 330):
        pytest.skip("before 2.1.330 the client showed the reason alone")
    shop = shutil.copytree(SHOP, tmp_path / "shop")
    (shop / "CODEOWNERS").touch()
    home = tmp_path / "home"
    home.mkdir()
    subprocess.run(("git", "init", "-q", str(shop)), check=True)
    _settle(home, shop)
    environment = {"HOME": str(home), "PATH": f"{PROGRAM.parent}{os.pathsep}{os.environ['PATH']}"}
    subprocess.run((PROGRAM, "install"), cwd=shop, env=environment, check=True)
    edits = ((RECEIPT, REFUSED), (RECEIPT, CORRECTED))
    with ModelServer(turns=[write(shop / path, text) for path, text in edits]) as server:
        screen_text = _show_terminal(
            shop,
            {**environment, "ANTHROPIC_BASE_URL": server.url},
            until=f"1{_without_blanks(CORRECTED)}",
        )
        assert "our-words" in json.dumps(server.requests)
    picture = rows((FOLDER / PICTURE).read_text(encoding="utf-8"))
    assert len(picture) > 10
    # The client's sign is drawn with another character, which more fonts have.
    expected = [_without_blanks(row).replace("└", "⎿") for row in picture]
    assert [row for row in expected if row not in screen_text] == []
    assert (shop / RECEIPT).read_text(encoding="utf-8") == CORRECTED


def _settle(home: Path, project: Path) -> None:
    """Answer beforehand what the client asks of who starts it for the first time."""
    settled = {
        "hasCompletedOnboarding": True,
        "theme": "dark",
        "customApiKeyResponses": {"approved": [KEY], "rejected": []},
        "projects": {
            str(project): {"hasTrustDialogAccepted": True, "hasCompletedProjectOnboarding": True}
        },
    }
    (home / ".claude.json").write_text(json.dumps(settled), encoding="utf-8")


def _show_terminal(project: Path, environment: dict[str, str], *, until: str) -> str:
    """Return all that the client writes on its terminal, without blanks, once *until* is in it."""
    screen_text = ""
    with _client(project, environment) as screen:
        end = time.monotonic() + PATIENCE
        while until not in screen_text and time.monotonic() < end:
            ready, _, _ = select.select([screen], [], [], 1)
            if ready:
                screen_text += _without_blanks(
                    _ESCAPE.sub("", os.read(screen, 1 << 16).decode(errors="replace"))
                )
    return screen_text


@contextmanager
def _client(project: Path, environment: dict[str, str]) -> Iterator[int]:
    """The client on a terminal as wide as the picture's; the block gets its screen."""
    assert CLAUDE is not None
    process, screen = pty.fork()
    if process == 0:
        os.chdir(project)
        variables = {
            **environment,
            "ANTHROPIC_API_KEY": KEY,
            "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
            "DISABLE_AUTOUPDATER": "1",
            "DISABLE_TELEMETRY": "1",
            "IS_SANDBOX": "1",
            "TERM": "xterm-256color",
            "LANG": "C.UTF-8",
        }
        os.execve(CLAUDE, ("claude", "--permission-mode", "acceptEdits", "go"), variables)
    size = struct.pack("HHHH", 60, TERMINALS[PICTURE].columns, 0, 0)
    fcntl.ioctl(screen, termios.TIOCSWINSZ, size)
    try:
        yield screen
    finally:
        os.kill(process, signal.SIGTERM)
        os.waitpid(process, 0)
        os.close(screen)


def _without_blanks(text: str) -> str:
    return "".join(text.split())
