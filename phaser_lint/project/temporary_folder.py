"""A folder for a while: of a machine on which none can be made a command says so."""

from __future__ import annotations

import tempfile
from contextlib import contextmanager

from phaser_lint.core.errors import UsageError

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def temporary_folder(prefix: str = "phaser-lint-") -> Iterator[str]:
    """Give the path of an empty folder, which is gone at the end; raises ``UsageError``."""
    try:
        made = tempfile.TemporaryDirectory(prefix=prefix)
    except OSError as error:
        reason = f"{error.strerror}: expected one in TMPDIR"
        raise UsageError(f"no temporary folder can be made: {reason}") from None
    with made as folder:
        yield folder
