"""A headless Chromium, driven over a pipe through its DevTools protocol: no driver, no package.

    with open_browser(executable, folder) as browser:
        page = browser.open_page(path)
        page.evaluate("document.title")
        page.complaints()   # what the console, the policy or an exception said

Messages are JSON, each ended by a NUL; the browser reads them on descriptor 3, answers on 4.
"""

from __future__ import annotations

import base64
import contextlib
import json
import os
import select
import shutil
import subprocess
import time
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

PATIENCE = 60.0
NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")
FLAGS = (
    "--headless=new", "--remote-debugging-pipe", "--no-first-run", "--disable-gpu",
    "--disable-dev-shm-usage", "--disable-background-networking", "--disable-component-update",
    "--force-device-scale-factor=1", "--hide-scrollbars",
    # The pages are this project's own, and a container has no user namespaces for a sandbox.
    "--no-sandbox",
)  # fmt: skip
COMPLAINTS = ("Runtime.exceptionThrown", "Runtime.consoleAPICalled", "Log.entryAdded")


def find_chromium() -> str | None:
    """Return ``PHASER_CHROMIUM``, or the first Chromium on the path."""
    named_program = os.environ.get("PHASER_CHROMIUM")
    return named_program or next((program for program in map(shutil.which, NAMES) if program), None)


@contextlib.contextmanager
def open_browser(executable: str, folder: Path) -> Iterator[Browser]:
    """Start a browser with an empty profile in *folder*; end it with the block."""
    # The shell moves its two pipes to the numbers that the browser expects.
    command = 'exec "$0" "$@" 3<&0 4>&1 </dev/null >/dev/null'
    process = subprocess.Popen(
        ("sh", "-c", command, executable, *FLAGS, f"--user-data-dir={folder}", "about:blank"),
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        bufsize=0,
        env={**os.environ, "HOME": str(folder)},
    )
    assert process.stdin is not None
    assert process.stdout is not None
    try:
        yield Browser(process.stdin.fileno(), process.stdout.fileno())
    finally:
        process.stdin.close()
        process.stdout.close()
        process.terminate()
        try:
            process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            process.kill()
            process.wait()


class Browser:
    """The connection: requests with their answers, and the events that came in between."""

    def __init__(self, requests: int, answers: int) -> None:
        self._requests, self._answers = requests, answers
        self._buffer = b""
        self._number = 0
        self.events: list[dict[str, Any]] = []

    def send(self, method: str, session: str = "", **parameters: object) -> dict[str, Any]:
        """Return the answer to *method*; an error of the browser is an error here."""
        self._number += 1
        request: dict[str, object] = {"id": self._number, "method": method, "params": parameters}
        if session:
            request["sessionId"] = session
        unsent = json.dumps(request).encode() + b"\0"
        while unsent:
            unsent = unsent[os.write(self._requests, unsent) :]
        while True:
            message = self._receive()
            if message.get("id") == self._number:
                if "error" in message:
                    raise AssertionError(f"{method}: {message['error']}")
                answer: dict[str, Any] = message["result"]
                return answer
            self.events.append(message)

    def open_page(
        self, path: Path, *, width: int = 1280, height: int = 900, theme: str = "light",
        scripts: bool = True, fragment: str = "",
    ) -> Page:  # fmt: skip
        """Return a page that has loaded the file at *path*, in a window of that size."""
        return self.open_address(
            path.as_uri() + fragment, width=width, height=height, theme=theme, scripts=scripts
        )

    def open_address(
        self, url: str, *, width: int, height: int, theme: str = "light", scripts: bool = True
    ) -> Page:
        """Return a page that has loaded *url*, in a window of that size."""
        target = self.send("Target.createTarget", url="about:blank")["targetId"]
        attached = self.send("Target.attachToTarget", targetId=target, flatten=True)
        page = Page(self, attached["sessionId"])
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.send(f"{domain}.enable")
        page.resize(width, height)
        page.prefer(theme)
        page.send("Emulation.setScriptExecutionDisabled", value=not scripts)
        page.send("Page.navigate", url=url)
        page.wait_for_event("Page.loadEventFired")
        return page

    def _receive(self) -> dict[str, Any]:
        end = time.monotonic() + PATIENCE
        while b"\0" not in self._buffer:
            ready, _, _ = select.select([self._answers], [], [], max(0, end - time.monotonic()))
            piece = os.read(self._answers, 1 << 20) if ready else b""
            if not piece:
                raise AssertionError("the browser said nothing more")
            self._buffer += piece
        message, self._buffer = self._buffer.split(b"\0", 1)
        decoded: dict[str, Any] = json.loads(message)
        return decoded

    def wait_for(self, session: str, method: str) -> None:
        """Return once the page of *session* has said *method*."""
        while not any(_is_event(event, session, method) for event in self.events):
            self.events.append(self._receive())


def _is_event(event: dict[str, Any], session: str, method: str) -> bool:
    return event.get("sessionId") == session and event.get("method") == method


class Page:
    """One tab."""

    def __init__(self, browser: Browser, session: str) -> None:
        self._browser, self._session = browser, session

    def send(self, method: str, **parameters: object) -> dict[str, Any]:
        """Return the answer of this tab to *method*."""
        return self._browser.send(method, self._session, **parameters)

    def wait_for_event(self, method: str) -> None:
        """Return once this tab has said *method*."""
        self._browser.wait_for(self._session, method)

    def evaluate(self, expression: str) -> Any:
        """Return the value of *expression*, awaited if it is a promise."""
        answer = self.send(
            "Runtime.evaluate", expression=expression, returnByValue=True, awaitPromise=True
        )
        assert "exceptionDetails" not in answer, answer["exceptionDetails"]
        return answer["result"].get("value")

    def wait_until(self, expression: str) -> None:
        """Return once *expression* is true; raise with what it is where it never becomes so."""
        end = time.monotonic() + PATIENCE
        while not self.evaluate(f"Boolean({expression})"):
            assert time.monotonic() < end, f"never came true: {expression}"
            time.sleep(0.02)

    def press(self, key: str, *, shift: bool = False) -> None:
        """Press and release *key*: a character, or a name such as ``Tab`` and ``ArrowDown``."""
        codes = {"Tab": 9, "Enter": 13, "Escape": 27, " ": 32, "End": 35, "Home": 36,
                 "ArrowLeft": 37, "ArrowUp": 38, "ArrowRight": 39, "ArrowDown": 40}  # fmt: skip
        text = {"text": "\r" if key == "Enter" else key} if len(key) == 1 or key == "Enter" else {}
        stroke: dict[str, object] = {
            "key": key, "code": key, "windowsVirtualKeyCode": codes.get(key, 0),
            "modifiers": 8 if shift else 0,
        }  # fmt: skip
        self.send("Input.dispatchKeyEvent", type="keyDown", **stroke, **text)
        self.send("Input.dispatchKeyEvent", type="keyUp", **stroke)

    def write(self, text: str) -> None:
        """Type *text* into what has the focus."""
        self.send("Input.insertText", text=text)

    def resize(self, width: int, height: int) -> None:
        """Give the window another size, in CSS pixels."""
        self.send(
            "Emulation.setDeviceMetricsOverride",
            width=width, height=height, deviceScaleFactor=1, mobile=False,
        )  # fmt: skip

    def prefer(self, theme: str) -> None:
        """Say which theme the reader's system has."""
        preference = {"name": "prefers-color-scheme", "value": theme}
        self.send("Emulation.setEmulatedMedia", features=[preference])

    def screenshot(self, path: Path, *, whole_page: bool = False) -> None:
        """Write what the window shows, or the whole page, as a PNG."""
        answer = self.send("Page.captureScreenshot", captureBeyondViewport=whole_page)
        path.write_bytes(base64.b64decode(answer["data"]))

    def complaints(self) -> list[str]:
        """Return everything the page was reproached with since it was opened."""
        self.evaluate("0")  # what was on its way has arrived with this answer
        return [
            json.dumps(event["params"])
            for event in self._browser.events
            if event.get("sessionId") == self._session and event.get("method") in COMPLAINTS
        ]

    def requested(self) -> list[str]:
        """Return the addresses that the page asked the network or the disk for."""
        return [
            event["params"]["request"]["url"]
            for event in self._browser.events
            if _is_event(event, self._session, "Network.requestWillBeSent")
        ]
