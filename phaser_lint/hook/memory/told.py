"""What was said already in an agent's session, so that it is not said again, or shorter.

One small file a session and project in the user's cache folder, a checksum a line. Where it cannot
be written nothing breaks: the worst is a sentence said twice.
"""

from __future__ import annotations

import os

from phaser_lint.files.private_file import checksum
from phaser_lint.system import APPEND

_LARGEST = 64 * 1024


def told_before(folder: str, *, session: str, root: str, text: str) -> bool:
    """Tell whether *text* was said in this session and project, and remember it from now on."""
    if not folder or not session:
        return False
    path = os.path.join(folder, "sessions", _checksum(f"{session}\n{root}"))
    line = _checksum(text)
    if line in _lines(path):
        return True
    try:
        os.makedirs(os.path.dirname(path), mode=0o700, exist_ok=True)
        descriptor = os.open(path, APPEND, 0o600)
        with open(descriptor, "w", encoding="utf-8") as file:
            file.write(f"{line}\n")
    except OSError:
        return False
    return False


def remembers(folder: str, *, session: str) -> bool:
    """Tell whether what is said in this session can be remembered."""
    for _ in range(2):
        kept = told_before(folder, session=session, root="", text="this is remembered")
    return kept


def _lines(path: str) -> list[str]:
    try:
        # The one encoding that every interpreter has loaded already.
        with open(path, encoding="utf-8", errors="replace") as file:
            return file.read(_LARGEST).split()
    except OSError:
        return []


def _checksum(text: str) -> str:
    return checksum(text.encode("utf-8", "surrogatepass")).hex()
