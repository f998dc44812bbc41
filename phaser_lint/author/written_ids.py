"""The ids that a contract file says, be what it holds valid or not."""

from __future__ import annotations

from phaser_lint.contract.yaml_documents import MAXIMUM_BYTES, read_documents
from phaser_lint.project.regular_file import read_bytes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any


def ids_in(path: str) -> Iterator[str]:
    """Yield the ids in the file at *path*; none of one that cannot be read, or is no YAML."""
    try:
        data = read_bytes(path, limit=MAXIMUM_BYTES + 1)
    except OSError:
        return
    for document in read_documents(data):
        value: Any = document.value if isinstance(document.value, dict) else {}
        # Of Phaser v1.2 the keys stand inside of another one.
        inner = value.get("rule")
        for found in (value.get("rule_id"), inner.get("id") if isinstance(inner, dict) else None):
            if isinstance(found, str):
                yield found
