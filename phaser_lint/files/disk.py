"""Files on disk, as what is judged of them or the reason why nothing is."""

from __future__ import annotations

import os

from phaser_lint.files.regular_file import (
    MAXIMUM_BYTES,
    NOT_REGULAR,
    TOO_LARGE,
    NotRegularError,
    read_bytes,
)
from phaser_lint.model import ProposedFile, Skip
from phaser_lint.text import file_text, is_binary

BINARY = "binary"


def read_file(root: str, path: str) -> ProposedFile | Skip:
    """Return the file at *path* under *root* as it is on disk, or why it is not judged."""
    try:
        data = read_bytes(os.path.join(root, path), limit=MAXIMUM_BYTES + 1)
    except NotRegularError:
        return Skip(path, NOT_REGULAR)
    except OSError as error:
        return Skip(path, f"cannot be read: {error.strerror or error}")
    return file_of(path, data)


def file_of(path: str, data: bytes) -> ProposedFile | Skip:
    """Return the file whose content is *data*, or why it is not judged."""
    if len(data) > MAXIMUM_BYTES:
        return Skip(path, TOO_LARGE)
    text = file_text(data)
    return Skip(path, BINARY) if is_binary(text) else ProposedFile(path, text)
