"""What is installed along with phaser-lint, machine by machine."""

from __future__ import annotations

import re
import sys
from importlib.metadata import PackageNotFoundError, metadata, requires
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

ROOT = Path(__file__).parents[1]
SETTINGS = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
PROJECT = tomllib.loads(SETTINGS)["project"]
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


def test_licences_of_what_comes_along() -> None:
    """Each package has its row, and no other; the licence is the one that the package states."""
    page = (ROOT / "docs" / "performance.md").read_text(encoding="utf-8")
    table = re.search(r"\| package \| licence \|.*\n.*\n((?:\|.*\n)+)", page)
    assert table is not None
    rows = [[cell.strip() for cell in line.split("|")[1:3]] for line in table[1].splitlines()]
    assert [name for name, _ in rows] == sorted(packages_brought_along())
    wrong = [
        (name, licence, stated)
        for name, licence in rows
        if (stated := _stated_licence(name)) and not stated <= set(licence.split(" AND "))
    ]
    assert wrong == []


def test_each_extra_has_its_reason() -> None:
    """In a comment right above it."""
    section = SETTINGS.partition("[project.optional-dependencies]")[2].partition("\n[")[0]
    assert re.findall(r"\n# .*\n(\w+) = \[", section) == list(PROJECT["optional-dependencies"])


# How packages that state no expression call what they are under.
LICENCES = {
    "License :: OSI Approved :: Apache Software License": "Apache-2.0",
    "License :: OSI Approved :: BSD License": "BSD-2-Clause",
    "License :: OSI Approved :: MIT License": "MIT",
    "License :: OSI Approved :: Mozilla Public License 2.0 (MPL 2.0)": "MPL-2.0",
}


def _stated_licence(name: str) -> set[str]:
    """What the installed package says; nothing where this Python has no need of it."""
    try:
        stated = metadata(name)
    except PackageNotFoundError:
        return set()
    expression = stated.get("License-Expression") or stated.get("License")
    licences = expression.split(" AND ") if expression else []
    known_licences = set(LICENCES.values()) | {"CNRI-Python"}
    classified = {
        LICENCES[classifier]
        for classifier in stated.get_all("Classifier", [])
        if classifier in LICENCES
    }
    return (
        {licence for licence in licences if licence in known_licences}
        or classified
        or {f"unknown: {expression}"}
    )


def packages_brought_along() -> set[str]:
    """Every run-time dependency, of any machine, and theirs on this one."""
    dependency_names: set[str] = set()
    todo = list(REQUIREMENTS)
    while todo:
        name = canonicalize_name(todo.pop())
        if name not in dependency_names:
            dependency_names.add(name)
            todo += [requirement.name for requirement in _required_here(name)]
    return dependency_names


def _required_here(name: str) -> list[Requirement]:
    try:
        needed = [Requirement(requirement) for requirement in requires(name) or []]
    except PackageNotFoundError:
        return []
    return [
        requirement
        for requirement in needed
        if not requirement.marker or requirement.marker.evaluate({"extra": ""})
    ]
