"""A folder for a while: of a machine on which none can be made a command says so."""

from __future__ import annotations

import tempfile
from collections.abc import Iterator
from contextlib import contextmanager

from phaser_lint.core.errors import UsageError


@contextmanager
def make_temporary_folder(prefix: str = "phaser-lint-") -> Iterator[str]:
    """Make an empty temporary folder and give its path, until the end; raises ``UsageError``."""
    try:
        directory = tempfile.TemporaryDirectory(prefix=prefix)
    except OSError as error:
        reason = f"{error.strerror}: expected one in TMPDIR"
        raise UsageError(f"no temporary folder can be made: {reason}") from None
    with directory as folder:
        yield folder
