"""What is installed along with phaser-lint, machine by machine."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest
from packaging.requirements import Requirement

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

PROJECT = tomllib.loads((Path(__file__).parents[1] / "pyproject.toml").read_text())["project"]
REQUIREMENTS = {each.name: each for each in map(Requirement, PROJECT["dependencies"])}

# There is no wheel: pip would build it with a compiler that most machines lack.
WITHOUT = [
    ("win32", "ARM64", "3.12", "cpython"),
    ("win32", "x86", "3.12", "cpython"),
    ("linux", "i686", "3.12", "cpython"),
    ("linux", "armv7l", "3.12", "cpython"),
    ("linux", "riscv64", "3.12", "cpython"),
    ("linux", "ppc64le", "3.12", "cpython"),
    ("linux", "arm64", "3.12", "cpython"),
    ("freebsd14", "amd64", "3.12", "cpython"),
    ("linux", "x86_64", "3.16", "cpython"),
    ("linux", "x86_64", "3.11", "pypy"),
]
WITH = [
    ("linux", "x86_64", "3.10", "cpython"),
    ("linux", "aarch64", "3.13", "cpython"),
    ("darwin", "arm64", "3.12", "cpython"),
    ("darwin", "x86_64", "3.11", "cpython"),
    ("win32", "AMD64", "3.13", "cpython"),
    ("linux", "x86_64", "3.15", "cpython"),
]


@pytest.mark.parametrize("machine", WITHOUT)
def test_machines_without_a_wheel_of_hyperscan(machine: tuple[str, ...]) -> None:
    """The literals are searched one by one there."""
    assert not _wants_hyperscan(machine)


@pytest.mark.parametrize("machine", WITH)
def test_machines_with_a_wheel_of_hyperscan(machine: tuple[str, ...]) -> None:
    """Apple's and ARM's own among them."""
    assert _wants_hyperscan(machine)


def _wants_hyperscan(machine: tuple[str, ...]) -> bool:
    names = ("sys_platform", "platform_machine", "python_version", "implementation_name")
    marker = REQUIREMENTS["hyperscan"].marker
    return marker is not None and marker.evaluate(dict(zip(names, machine, strict=True)))
