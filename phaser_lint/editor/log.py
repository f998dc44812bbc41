"""What a server writes down for debugging: ``--log FILE``. No text of a file."""

from __future__ import annotations

import time
from io import TextIOWrapper
from traceback import format_exception

from phaser_lint.core.text import make_harmless


class Log:
    """Lines with the time of day, in a file or nowhere."""

    def __init__(self, file: TextIOWrapper | None = None) -> None:
        self._file = file

    def write(self, line: str) -> None:
        """Write *line* to the log; a full disk is no reason to fail."""
        if self._file is None:
            return
        try:
            self._file.write(f"{time.strftime('%H:%M:%S')} {make_harmless(line)}\n")
            self._file.flush()
        except OSError:
            self._file = None

    def close(self) -> None:
        """Close the log's file."""
        if self._file is not None:
            self._file.close()
            self._file = None

    def traceback(self, error: BaseException) -> None:
        """Write to the log where *error* was raised."""
        if self._file is not None:
            for line in "".join(format_exception(error)).rstrip().split("\n"):
                self.write(line)
