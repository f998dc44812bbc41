"""What ``scripts/links`` says of other people's pages, with a server of that kind on loopback."""

from __future__ import annotations

import re
import subprocess
import sys
import threading
import time
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.built_site import ROOT

if TYPE_CHECKING:
    from collections.abc import Iterator

PROGRAM = Path(sys.executable).parent / "linkchecker"
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(
        find_spec("linkcheck") is None, reason="linkchecker is not installed (the extra 'docs')"
    ),
]
STATUS = {"/page": 200, "/there": 200, "/moved": 301, "/found": 302, "/often": 429, "/round": 302}
LEADS_TO = {"/moved": "/there", "/found": "/moved", "/round": "/round"}
SLOW = 6


class OtherSite(BaseHTTPRequestHandler):
    """Pages that are there, have moved, lead round, are slow, or are gone; one with links."""

    def do_HEAD(self) -> None:
        """Answer as the path says."""
        if self.path == "/slow":
            time.sleep(SLOW)
        path, _, _ = self.path.partition("?")
        self.send_response(STATUS.get(path, 404))
        self.send_header("Content-Type", "text/html")
        if path in LEADS_TO:
            self.send_header("Location", LEADS_TO[path])
        self.end_headers()

    def do_GET(self) -> None:
        """Answer as the path says, and with links to the addresses of the query."""
        self.do_HEAD()
        _, _, addresses = self.path.partition("?")
        links = "".join(f'<a href="{address}">x</a>' for address in addresses.split("&"))
        with suppress(BrokenPipeError):  # who asked for the slow one is gone
            self.wfile.write(links.encode())

    def log_message(self, *args: object) -> None:
        """Say nothing."""


@pytest.fixture
def address() -> Iterator[str]:
    """The server's."""
    with ThreadingHTTPServer(("127.0.0.1", 0), OtherSite) as server:
        server.daemon_threads = True
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}"
        server.shutdown()


def check(server: str, *addresses: str) -> tuple[int, set[str]]:
    """The exit code, and which of the *addresses* that a page names are wrong."""
    page = f"{server}/page?{'&'.join(addresses)}"
    process = subprocess.run(
        (PROGRAM, "--config", ROOT / "scripts/links.ini", "--timeout", "2", "-r", "1", page),
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        check=False,
        timeout=120,
    )
    wrong_addresses = re.findall(
        r"^URL +`(.+)'$(?:\n(?!URL|\n).*)*\nResult +Error", process.stdout, re.M
    )
    return process.returncode, set(wrong_addresses)


def test_an_address_that_moved_is_there(address: str) -> None:
    """Moved for now or for good, and asked too often; the site's own address is not asked."""
    good_addresses = [f"{address}{path}" for path in ("/there", "/moved", "/found", "/often")]
    own_address = "https://phaser-lint.github.io/phaser-lint/no-such-page/"
    assert check(address, *good_addresses, own_address) == (0, set())


def test_what_is_not_there(address: str) -> None:
    """Gone, leading round, slower than is waited for, and no server at all."""
    bad_addresses = {
        f"{address}/gone",
        f"{address}/round",
        f"{address}/slow",
        "http://127.0.0.1:1/",
    }
    assert check(address, *bad_addresses, f"{address}/there") == (1, bad_addresses)
