"""A file that ``export`` writes: what it holds, what it is to hold, and how it gets there."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

from phaser_lint.agent.install.settings_file import read_settings, write_settings
from phaser_lint.core import Record
from phaser_lint.core.errors import SettingsError, UsageError
from phaser_lint.project import led_out


class ExportedFile(Record):
    """A path from the root, with ``/``, and its text before and after; ``None`` for no file."""

    path: str
    before: str | None
    after: str | None

    @property
    def status(self) -> str:
        """What becomes of the exported file: ``unchanged``, ``new``, ``changed``, ``removed``."""
        if self.before == self.after:
            return "unchanged"
        if self.after is None:
            return "removed"
        return "new" if self.before is None else "changed"


def held_text(root: str, path: str) -> str | None:
    """Return the text of the file at *path*, or ``None`` where there is none.

    Raises ``UsageError`` for one that lies outside of *root*, behind a link, and ``SettingsError``
    for one that is no text.
    """
    full = os.path.join(root, path)
    outside = led_out(full, root)
    if outside:
        raise UsageError(f"{path}: {outside}")
    return read_settings(full)


def write_exported(root: str, files: Iterable[ExportedFile]) -> None:
    """Bring the *files* to what they are to hold, all or none; raises ``SettingsError``."""
    begun: list[ExportedFile] = []
    try:
        for file in files:
            begun.append(file)
            _put(root, file.path, file.after)
    except BaseException:  # an interrupt, too
        for file in reversed(begun):
            with contextlib.suppress(SettingsError):
                _put(root, file.path, file.before)
        raise


def _put(root: str, path: str, text: str | None) -> None:
    """Write *text*, or remove the file where there is to be none."""
    full = os.path.join(root, path)
    if text is not None:
        write_settings(full, text)
        return
    try:
        os.unlink(full)
    except FileNotFoundError:
        return
    except OSError as error:
        raise SettingsError(f"{full}: cannot be deleted: {error.strerror}") from None
