"""A session in a real editor, with the settings of docs/editors.md and nothing of the user's own.

    seen = EDITORS["neovim"].run(steps, place)

A step is a verb and what it is about; a file of tests/e2e/editors does them in the editor:

========================  ============================================================
``open`` PATH             the file is shown; its text is the one of the steps after it
``type`` TEXT             it is all of the text, which is not saved
``write`` PATH, TEXT      another program writes that file
``until`` PLACES          wait until these are marked: line, severity and id; what is
``act`` WORD              an action on the first of them, preferred or of that title
``end``                   the server is killed, and again when it is started again
``command`` NAME, …       a command of the editor, with its arguments (VS Code alone)
``said`` PATTERN          wait until the language status is of that form (VS Code alone)
``selected``              the text that is selected (VS Code alone)
``settings`` PATH         no such program: which settings *Open Settings* opens (VS Code alone)
========================  ============================================================
"""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from tests.conftest import PROGRAM
from tests.e2e.browser import find_chromium, open_browser

if TYPE_CHECKING:
    from collections.abc import Callable

    from tests.e2e.browser import Page

TOP = Path(__file__).parents[2]
DRIVERS = Path(__file__).parent / "editors"
SECONDS = 150
IN_A_TERMINAL = (
    sys.executable, "-c", "import pty, sys; pty.spawn(sys.argv[1:])",
    "sh", "-c", 'stty rows 24 cols 100; TERM=vt100 exec "$0" "$@"',
)  # fmt: skip


class Place(NamedTuple):
    """Where a session happens: a project, and an empty home with the program on its path."""

    project: Path
    home: Path
    extension: Path | None = None

    def environment(self) -> dict[str, str]:
        """What the editor is started with."""
        return {
            "HOME": str(self.home),
            "PATH": f"{self.home / 'bin'}:/usr/bin:/bin",
            "SESSION": str(self.home / "session.json"),
            "SEEN": str(self.home / "seen.json"),
            "SERVER": str(self.home / "server"),
        }

    def prepare(self, steps: list[tuple[str, Any]]) -> None:
        """Write down the *steps*; a server that is started writes down its process."""
        (self.home / "session.json").write_text(json.dumps(steps), encoding="utf-8")
        program = self.home / "bin" / "phaser-lint"
        program.parent.mkdir()
        program.write_text(
            f'#!/bin/sh\necho $$ > "{self.home}/server"\nexec "{PROGRAM}" "$@"\n', encoding="utf-8"
        )
        program.chmod(0o755)

    def read_answers(self) -> list[Any]:
        """What each step found."""
        path = self.home / "seen.json"
        assert path.exists(), "the editor wrote down nothing"
        answers: list[Any] = json.loads(path.read_text(encoding="utf-8"))
        return answers


class Editor(NamedTuple):
    """How an editor is found and driven."""

    programs: tuple[str, ...]
    drive: Callable[[str, Place, bool], None]

    def find(self, name: str) -> str | None:
        """Return ``PHASER_`` and its name, or the first of its programs on the path."""
        named_program = os.environ.get(f"PHASER_{name.upper()}")
        return named_program or next(
            (program for program in map(shutil.which, self.programs) if program), None
        )


def settings_of(heading: str, language: str) -> str:
    """Return the first block of code below a *heading* of the page on editors, as users copy it."""
    page = (TOP / "docs" / "editors.md").read_text(encoding="utf-8")
    section = re.split(r"^#+ ", page.split(f"### {heading}\n")[1], maxsplit=1, flags=re.M)[0]
    return re.findall(rf"```{language}\n(.*?)```", section, re.S)[0]


def drive_neovim(program: str, place: Place, hints: bool) -> None:
    """The newer settings where the program knows them, else the older ones."""
    version = subprocess.run((program, "--version"), capture_output=True, text=True, check=True)
    is_new = tuple(map(int, re.findall(r"v(\d+)\.(\d+)", version.stdout)[0])) >= (0, 11)
    # The page has only the newer ones.
    older_file = DRIVERS / "neovim_before_0_11.lua"
    settings = settings_of("Neovim", "lua") if is_new else older_file.read_text(encoding="utf-8")
    if not hints:
        command = 'cmd = { "phaser-lint", "lsp" },'
        hidden = "settings = { phaserLint = { showHints = false } },"
        settings = settings.replace(command, f"{command} {hidden}")
    init_file = place.home / "init.lua"
    init_file.write_text(settings, encoding="utf-8")
    _run(
        (program, "--headless", "-u", str(init_file), "-c", f"luafile {DRIVERS}/neovim.lua"), place
    )


def drive_emacs(program: str, place: Place, hints: bool) -> None:
    """With eglot, in a terminal: a batch takes no events, such as of files that change."""
    settings = settings_of("Emacs", "elisp")
    if not hints:
        settings += (
            "(setq-default eglot-workspace-configuration '(:phaserLint (:showHints :json-false)))"
        )
    init_file = place.home / "init.el"
    init_file.write_text(settings, encoding="utf-8")
    loaded = ("-l", str(init_file), "-l", str(DRIVERS / "emacs.el"))
    _run((*IN_A_TERMINAL, program, "-nw", "-Q", *loaded), place)


def drive_vscode(program: str, place: Place, hints: bool) -> None:
    """With the extension, in a workspace that is not trusted; a browser shows the window."""
    chromium = find_chromium()
    assert chromium, "no chromium on the path, and PHASER_CHROMIUM names none"
    extensions, data_folder = place.home / "extensions", place.home / "data"
    folders = ("--extensions-dir", str(extensions), "--user-data-dir", str(data_folder))
    _run((program, *folders, "--install-extension", str(place.extension)), place)
    _add_driver(extensions)
    # The editor asks a login shell for its variables.
    path = place.environment()["PATH"]
    (place.home / ".profile").write_text(f"PATH={path}\n", encoding="utf-8")
    (data_folder / "User").mkdir(parents=True, exist_ok=True)
    (data_folder / "User" / "settings.json").write_text(
        json.dumps({"phaserLint.showHints": hints, "files.autoSave": "off"}), encoding="utf-8"
    )
    with socket.socket() as unused_port:
        unused_port.bind(("127.0.0.1", 0))
        address = f"127.0.0.1:{unused_port.getsockname()[1]}"
    quiet = ("--auth", "none", "--disable-telemetry", "--disable-update-check")
    process = subprocess.Popen(
        (program, *quiet, "--bind-addr", address, *folders, str(place.project)),
        env=place.environment(), stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        _wait_for(lambda: _is_heard(address))
        with open_browser(chromium, place.home / "chromium") as browser:
            page = browser.open_address(
                f"http://{address}/?folder={place.project}", width=1280, height=900
            )
            _wait_for((place.home / "seen.json").exists)
            notifications = page.evaluate(
                "[...document.querySelectorAll('.notification-list-item-message')]"
                ".map(each => each.innerText)"
            )
            answers = place.read_answers()
            if answers[-1] == "settings":
                answers[-1] = _settings_opened(page)
        if isinstance(answers[-1], int):  # how often it was killed
            answers[-1] = notifications
        (place.home / "seen.json").write_text(json.dumps(answers), encoding="utf-8")
    finally:
        process.terminate()
        process.wait(timeout=30)


def _settings_opened(page: Page) -> str:
    """Return the page of settings that the button of a message leads to."""
    button = (
        "[...document.querySelectorAll('.notification-list-item .monaco-button')]"
        ".find(each => each.innerText === 'Open Settings')"
    )
    tab = "document.querySelector('.settings-tabs-widget .action-label.checked')?.innerText"
    _wait_for(lambda: bool(page.evaluate(f"{button} !== undefined")))
    page.evaluate(f"{button}.click()")
    _wait_for(lambda: bool(page.evaluate(tab)))
    return str(page.evaluate(tab))


def _add_driver(extensions: Path) -> None:
    """Put the extension that does the steps beside the others."""
    name = "phaser-lint-tests.driver-0.0.1"
    shutil.copytree(DRIVERS / "vscode", extensions / name)
    registry = extensions / "extensions.json"
    installed = json.loads(registry.read_text(encoding="utf-8"))
    location = {"$mid": 1, "path": str(extensions / name), "scheme": "file"}
    driver = {
        "identifier": {"id": "phaser-lint-tests.driver"}, "version": "0.0.1",
        "location": location, "relativeLocation": name,
    }  # fmt: skip
    registry.write_text(json.dumps([*installed, driver]), encoding="utf-8")


def _is_heard(address: str) -> bool:
    host, _, port = address.partition(":")
    with socket.socket() as connection:
        return connection.connect_ex((host, int(port))) == 0


def _wait_for(is_so: Callable[[], bool]) -> None:
    end = time.monotonic() + SECONDS
    while not is_so() and time.monotonic() < end:
        time.sleep(0.2)


def _run(command: tuple[str, ...], place: Place) -> None:
    process_result = subprocess.run(
        command, cwd=place.home, env=place.environment(), stdin=subprocess.DEVNULL,
        capture_output=True, text=True, timeout=SECONDS,
    )  # fmt: skip
    assert process_result.returncode == 0, process_result.stdout + process_result.stderr


EDITORS = {
    "neovim": Editor(("nvim",), drive_neovim),
    "emacs": Editor(("emacs",), drive_emacs),
    "code_server": Editor(("code-server",), drive_vscode),
}
