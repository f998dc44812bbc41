"""Files of a project in which nobody keeps a rule of a page: programs write or read them.

dist/index.js                        written by a bundler
types.ts: "generated, DO NOT EDIT"   its head says so
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Collection, Iterable
from contextlib import suppress

from phaser_lint.project.regular_file import read_bytes

_MOST_PATHS = 5
_HEAD = 4_000
_LONGEST_LINE = 1_000
# Where bundlers write, where code of others lies, and what programs call their files
_BY_NAME = re.compile(
    r"(?:^|/)(?:dist|node_modules|vendor|vendored|third[-_]party|__generated__|generated)/"
    r"|\.min\.\w+$|\.bundle\.js$|(?:^|[._-])(?:generated|gen|g|freezed|pb|designer)\.\w+$"
    r"|_pb2(?:_grpc)?\.pyi?$|(?:^|/)(?:worker-configuration|next-env)\.d\.ts$",
    re.IGNORECASE,
)
_BY_HEAD = re.compile(
    r"@generated\b|\b(?:auto-?|automatically |code )generated\b"
    r"|\bgenerated\b[^\n]{0,80}(?:\n[^\n]{0,80}){0,2}\bdo not (?:edit|modify|change|touch)\b"
    r"|\bdo not (?:edit|modify|change|touch)\b[^\n]{0,80}(?:\n[^\n]{0,80}){0,2}\bgenerated\b",
    re.IGNORECASE,
)
_COMMENT_SIGN = re.compile(r"^\s*(?://|/?\*|#|--|<!--|;|\"\"\")")
_MOST_OF_HEAD = 15


def has_name_of_programs(path: str) -> bool:
    """Tell whether *path* is one that programs, or others, write, whatever the file there says."""
    return _BY_NAME.search(path) is not None


def find_written_paths(paths: Iterable[str], *, root: str) -> frozenset[str]:
    """Return those *paths* of a project at *root* that programs have written, or others, as their
    names or heads say.
    """
    written = set()
    for path in set(paths):
        head = ""
        with suppress(OSError):
            head = read_bytes(os.path.join(root, path), limit=_HEAD).decode("utf-8", "replace")
        lines = head.split("\n")
        comments = "\n".join(filter(_COMMENT_SIGN.match, lines[:_MOST_OF_HEAD]))
        has_long_line = max(map(len, lines)) > _LONGEST_LINE
        if has_name_of_programs(path) or _BY_HEAD.search(comments) or has_long_line:
            written.add(path)
    return frozenset(written)


def list_written_globs(paths: Collection[str], written_paths: Collection[str]) -> list[str]:
    """Return globs for those of *paths* that are *written_paths*: of many the folders, unless one
    holds what somebody wrote, too.
    """
    written = sorted({*paths}.intersection(written_paths))
    if len(written) <= _MOST_PATHS:
        return [f"/{path}" for path in written]
    own_folders = {posixpath.dirname(path) for path in paths if path not in written_paths}
    globs = []
    for path in written:
        folder = posixpath.dirname(path)
        is_shared = not folder or any(f"{own}/".startswith(f"{folder}/") for own in own_folders)
        globs.append(f"/{path}" if is_shared else f"/{folder}/")
    return list(dict.fromkeys(globs))
