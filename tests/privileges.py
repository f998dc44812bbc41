"""What cannot be read, for tests that may be run by root, who reads everything."""

from __future__ import annotations

import os
import tempfile
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator

NOBODY = 65534


@contextmanager
def without_privileges() -> Iterator[Path]:
    """A folder, and no right to pass over its permissions; the tests may run as root."""
    with tempfile.TemporaryDirectory() as name:
        Path(name).chmod(0o755)
        user = os.geteuid()
        if user == 0:
            os.chown(name, NOBODY, -1)
            os.seteuid(NOBODY)
        try:
            yield Path(name)
        finally:
            if user == 0:
                os.seteuid(0)
