"""A file that ``export`` writes: what it holds, what it is to hold, and how it gets there."""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable

from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings, write_settings
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.project import explain_link_out


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


def read_export_target(root: str, path: str) -> str | None:
    """Return what the file at *path* that ``export`` writes holds before, or ``None`` where there
    is none.

    Raises ``UsageError`` for one that lies outside of *root*, behind a link, and ``SettingsError``
    for one that is no text.
    """
    full = os.path.join(root, path)
    outside = explain_link_out(full, root)
    if outside:
        raise UsageError(f"{path}: {outside}")
    return read_settings(full)


def write_exported_files(root: str, files: Iterable[ExportedFile]) -> None:
    """Write the exported *files* as they are to be, all or none; raises ``SettingsError``."""
    begun: list[ExportedFile] = []
    try:
        for file in files:
            begun.append(file)
            _write_or_remove(root, file.path, file.after)
    except BaseException:  # an interrupt, too
        for file in reversed(begun):
            with contextlib.suppress(SettingsError):
                _write_or_remove(root, file.path, file.before)
        raise


def _write_or_remove(root: str, path: str, text: str | None) -> None:
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
