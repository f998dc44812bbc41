"""How much work something is, counted: a clock would tell of the machine as well."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

import phaser_lint
from phaser_lint.contract import check_mapping, key_reader

if TYPE_CHECKING:
    from collections.abc import Callable

PACKAGE = Path(phaser_lint.__file__).parent
# What these return of a pattern is kept for the next test, and none where work is counted.
PATTERN_READERS = ((key_reader, "find_pattern_problem"), (check_mapping, "prepare_pattern"))


def calls_of(work: Callable[[], object], *, function_name: str = "") -> int:
    """How many functions are called for the *work*, Python's and those in C, or of one name."""
    number = 0
    # One that is called otherwise by now would be called never.
    assert not function_name or _is_defined(function_name)

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal number
        if function_name:
            number += event == "call" and frame.f_code.co_name == function_name
        else:
            number += event in ("call", "c_call")

    _profile(work, count)
    return number


def _is_defined(function_name: str) -> bool:
    definition = f"def {function_name}("
    return any(definition in path.read_text("utf-8") for path in PACKAGE.rglob("*.py"))


def _profile(work: Callable[[], object], count: Callable[[Any, str, Any], None]) -> None:
    """Do the *work* twice, and *count* the second time."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in PATTERN_READERS:
            function = getattr(module, name)
            patch.setattr(module, name, getattr(function, "__wrapped__", function))
        work()  # what is imported, and compiled, once
        before = sys.getprofile()
        sys.setprofile(count)
        try:
            work()
        finally:
            sys.setprofile(before)


class CountedText(str):
    """A text that notes in ``taken`` how many characters are taken from it."""

    taken: list[int]

    def __getitem__(self, key: Any) -> str:
        piece = super().__getitem__(key)
        self.taken.append(len(piece))
        return piece


_LOOKS = ("access", "listdir", "lstat", "open", "readlink", "scandir", "stat")


def looks_of(work: Callable[[], object]) -> int:
    """How often the *work* asks the disk for something, in this process."""
    number = 0

    def count(frame: Any, event: str, argument: Any) -> None:
        nonlocal number
        if event == "c_call" and argument.__name__ in _LOOKS:
            number += argument.__module__ in (os.name, "posix", "io", "_io")

    _profile(work, count)
    return number
