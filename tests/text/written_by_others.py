"""Texts that others wrote, drawn by seed: Python's own library, and files of any ending.

These are in the installed packages, and in the folders that ``PHASER_CORPUS`` names (with ``:``
between them).
"""

from __future__ import annotations

import ast
import os
import random
import sys
import sysconfig
import tokenize
import warnings
from functools import cache
from pathlib import Path

LIBRARY = Path(sysconfig.get_path("stdlib"))
LARGEST = 300_000


def python_library(number: int, seed: int) -> list[Path]:
    """Return so many files of it."""
    paths = sorted(LIBRARY.rglob("*.py"))
    return random.Random(seed).sample(paths, min(number, len(paths)))


def parsed(path: Path) -> tuple[str, ast.Module] | None:
    """Return the text and its tree; nothing of what is no Python of this version."""
    try:
        with tokenize.open(path) as file:
            text = file.read()
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            return text, ast.parse(text)
    except (SyntaxError, UnicodeDecodeError, ValueError):  # tests hold files that are none
        return None


@cache
def _corpus() -> dict[str, list[str]]:
    """Return the files there are, by ending, or by name where they have none."""
    folders_named = os.environ.get("PHASER_CORPUS", "").split(":")
    paths_by_ending: dict[str, list[str]] = {}
    for top in (sys.prefix, sys.base_prefix, *filter(None, folders_named)):
        for folder, folders, names in os.walk(top):
            folders.sort()
            for name in sorted(names):
                paths_by_ending.setdefault(os.path.splitext(name)[1] or name, []).append(
                    os.path.join(folder, name)
                )
    return paths_by_ending


def files_of(endings: str) -> list[tuple[str, str]]:
    """Return the paths and texts of a few files with these *endings*."""
    paths = [path for ending in endings.split() for path in _corpus().get(ending, [])]
    number = min(int(os.environ.get("PHASER_CORPUS_FILES", "300")), len(paths))
    sampled_files = [(path, _text(path)) for path in random.Random(1).sample(paths, number)]
    return [
        (path, text)
        for path, text in sampled_files
        if text[:2] != "#!" and 0 < len(text) <= LARGEST
    ]


def _text(path: str) -> str:
    try:
        text = Path(path).read_bytes().decode()
    except (OSError, UnicodeDecodeError):
        return ""
    return text.replace("\r\n", "\n").removeprefix("\ufeff")
