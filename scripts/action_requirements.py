"""Write ``action_requirements.txt``: what the Action installs, each package by version and hashes.

    scripts/in_environment python scripts/action_requirements.py

It asks the package index for the requirements of ``pyproject.toml`` (at run time, and what builds
the package) and for theirs, and takes of each the newest release that all of them allow and that
has a wheel for every system below: for each Python the newest, since regex 2026.11.19 has none for
3.10. It says what it changed, and why a newer release is left out. What was uploaded within the
last week does not count, as in ``.github/dependabot.yml``: a release that was taken over is found
out within days.
"""

from __future__ import annotations

import contextlib
import datetime
import email.parser
import functools
import hashlib
import io
import itertools
import json
import re
import sys
import urllib.parse
import urllib.request
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.specifiers import SpecifierSet
from packaging.tags import Tag, compatible_tags, cpython_tags, mac_platforms
from packaging.utils import (
    InvalidSdistFilename,
    InvalidWheelFilename,
    canonicalize_name,
    parse_sdist_filename,
    parse_wheel_filename,
)
from packaging.version import Version

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping

    ReadAddress = Callable[[str], bytes]
    """What is at an address of the package index."""

TOP = Path(__file__).parents[1]
FILE = TOP / "scripts" / "action_requirements.txt"
INDEX = "https://pypi.org/simple/"
COOLDOWN = datetime.timedelta(days=7)
HEAD = """\
# What the Action installs beside phaser-lint, and what builds that: pip takes no other version, and
# no file without one of these hashes. Written by scripts/action_requirements.py.
"""

PYTHONS = ((3, 10), (3, 11), (3, 12), (3, 13), (3, 14))
# By sys_platform and platform_machine: the platforms of wheels that pip takes there. Those of Linux
# are as old as Debian 10.
MACHINES = {
    **{
        ("linux", machine): (
            *(f"manylinux_2_{minor}_{machine}" for minor in range(28, 16, -1)),
            f"manylinux2014_{machine}",
        )
        for machine in ("x86_64", "aarch64")
    },
    ("darwin", "x86_64"): tuple(mac_platforms((14, 0), "x86_64")),
    ("darwin", "arm64"): tuple(mac_platforms((14, 0), "arm64")),
    ("win32", "AMD64"): ("win_amd64",),
}


class Target(NamedTuple):
    """A supported Python on a system: what it is to a marker, and the wheels that it takes."""

    name: str
    variables: Mapping[str, str]
    tags: frozenset[Tag]


class PackageFile(NamedTuple):
    """A file of a release, as the index describes it."""

    version: Version
    address: str
    digest: str
    pythons: SpecifierSet
    tags: frozenset[Tag]
    """Of a wheel; a source distribution has none."""
    size: int
    uploaded: str


class Need(NamedTuple):
    """What all requirements of one package ask for together."""

    specifiers: SpecifierSet
    targets: tuple[Target, ...]
    markers: frozenset[str]
    """The conditions, of which one is enough; an empty one is always met."""


class Choice(NamedTuple):
    """A release for one Python, and the conditions on which it is installed."""

    version: Version
    markers: frozenset[str]


class Pin(NamedTuple):
    """One version of a package, and the sha256 of each of its files."""

    name: str
    version: str
    marker: str
    hashes: tuple[str, ...]


class NoRelease(Exception):  # noqa: N818 - it is what is wrong, not a failure of ours
    """Which requirement cannot be met, for the maintainer."""


def main() -> int:
    """Write the file, and print what differs from the one before."""
    until = datetime.datetime.now(datetime.timezone.utc) - COOLDOWN
    try:
        pins, remarks = find_pins(requirements_of(TOP), Index(read_address, until.isoformat()))
    except NoRelease as error:
        sys.stderr.write(f"action_requirements: {error}; nothing is changed\n")
        return 1
    before = parse_pins(FILE.read_text(encoding="utf-8")) if FILE.exists() else []
    FILE.write_text(render_pins(pins), encoding="utf-8", newline="\n")
    old, new = ({f"{pin.name} {pin.version}" for pin in each} for each in (before, pins))
    lines = [*(f"- {each}" for each in old - new), *(f"+ {each}" for each in new - old)]
    sys.stdout.writelines(f"{line}\n" for line in (*sorted(lines, key=lambda s: s[2:]), *remarks))
    return 0


def read_address(address: str) -> bytes:
    """Return what the package index answers."""
    headers = {"Accept": "application/vnd.pypi.simple.v1+json, */*;q=0.1"}
    try:
        request = urllib.request.Request(address, headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return bytes(answer.read())
    except OSError as error:
        raise NoRelease(f"{address}: {error}") from error


def requirements_of(checkout: Path) -> list[Requirement]:
    """Return what ``pyproject.toml`` asks for: to run, and to be built."""
    settings = tomllib.loads((checkout / "pyproject.toml").read_text(encoding="utf-8"))
    needed = [*settings["project"]["dependencies"], *settings["build-system"]["requires"]]
    return [Requirement(requirement) for requirement in needed]


def targets_of(python: tuple[int, int]) -> tuple[Target, ...]:
    """Return a Python on each supported system."""
    version = f"{python[0]}.{python[1]}"
    return tuple(
        Target(
            f"Python {version} on {system} {machine}",
            {
                "implementation_name": "cpython",
                "platform_python_implementation": "CPython",
                "python_version": version,
                "python_full_version": f"{version}.99",
                "os_name": "nt" if system == "win32" else "posix",
                "platform_system": {"win32": "Windows", "darwin": "Darwin"}.get(system, "Linux"),
                "sys_platform": system,
                "platform_machine": machine,
                "extra": "",
            },
            frozenset(
                (
                    *cpython_tags(python, platforms=platforms),
                    *compatible_tags(python, f"cp{python[0]}{python[1]}", platforms),
                )
            ),
        )
        for (system, machine), platforms in MACHINES.items()
    )


class Index:
    """The package index, as it was at a time."""

    def __init__(self, read_address: ReadAddress, until: str) -> None:
        self.read_address = read_address
        self.until = until

    @functools.cache  # noqa: B019 - one index, asked once by one run
    def files(self, name: str) -> list[PackageFile]:
        """Return the files of all releases of a package, without what was taken back."""
        page = urllib.parse.urljoin(INDEX, f"{name}/")
        files = []
        for described in json.loads(self.read_address(page))["files"]:
            filename, tags = described["filename"], frozenset[Tag]()
            # Other kinds of files, and versions from before there were rules for them.
            with contextlib.suppress(InvalidSdistFilename, InvalidWheelFilename):
                if filename.endswith(".whl"):
                    _, version, _, tags = parse_wheel_filename(filename)
                else:
                    _, version = parse_sdist_filename(filename)
                if not described["yanked"] and not version.is_prerelease:
                    files.append(
                        PackageFile(
                            version,
                            urllib.parse.urljoin(page, described["url"]),
                            described["hashes"]["sha256"],
                            SpecifierSet(described.get("requires-python") or ""),
                            tags,
                            described["size"],
                            described["upload-time"],
                        )
                    )
        return files

    @functools.cache  # noqa: B019 - as above
    def requirements(self, name: str, version: Version) -> list[Requirement]:
        """Return what a release asks for, as its smallest wheel says."""
        wheels = [file for file in self.files(name) if file.version == version and file.tags]
        wheel = min(wheels, key=lambda file: (file.size, file.address))
        content = self.read_address(wheel.address)
        if hashlib.sha256(content).hexdigest() != wheel.digest:
            raise NoRelease(f"{wheel.address}: expected a file of the hash {wheel.digest}")
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            (path,) = (
                path
                for path in archive.namelist()
                if re.fullmatch(r"[^/]*\.dist-info/METADATA", path)
            )
            metadata = email.parser.BytesParser().parsebytes(archive.read(path))
        return [Requirement(stated) for stated in metadata.get_all("Requires-Dist", [])]


def find_pins(requirements: Iterable[Requirement], index: Index) -> tuple[list[Pin], list[str]]:
    """Return a pin of each package that is needed, and why newer releases are left out."""
    requirements = list(requirements)
    choices_by_name: dict[str, dict[tuple[int, int], Choice]] = {}
    all_remarks: list[str] = []
    for python in PYTHONS:
        choices, remarks = _choose(requirements, targets_of(python), index)
        all_remarks += remarks
        for name, choice in choices.items():
            choices_by_name.setdefault(name, {})[python] = choice
    pins = [
        Pin(
            name,
            str(version),
            _marker_of(pythons, list(choices), {python: choices[python] for python in pythons}),
            tuple(
                sorted(
                    file.digest
                    for file in index.files(name)
                    if file.version == version and file.uploaded <= index.until
                )
            ),
        )
        for name, choices in sorted(choices_by_name.items())
        for version, pythons in _pythons_by_version(choices)
    ]
    return pins, list(dict.fromkeys(all_remarks))


def _pythons_by_version(
    choices: Mapping[tuple[int, int], Choice],
) -> list[tuple[Version, list[tuple[int, int]]]]:
    groups = itertools.groupby(choices, key=lambda python: choices[python].version)
    return [(version, list(pythons)) for version, pythons in groups]


def _marker_of(
    pythons: list[tuple[int, int]],
    all_pythons: list[tuple[int, int]],
    choices: Mapping[tuple[int, int], Choice],
) -> str:
    """Return when a version is installed; of a Python that is not listed, the nearest one's."""
    markers = frozenset[str]().union(*(choice.markers for choice in choices.values()))
    condition = "" if "" in markers else " or ".join(sorted(markers))
    first, last = pythons[0], pythons[-1]
    from_python = f'python_version >= "{first[0]}.{first[1]}"' if first != all_pythons[0] else ""
    below_python = f'python_version < "{last[0]}.{last[1] + 1}"' if last != all_pythons[-1] else ""
    return _join_markers(condition, from_python, below_python)


def _join_markers(*markers: str) -> str:
    """Return the marker of which all have to be met."""
    stated = [marker for marker in dict.fromkeys(markers) if marker]
    if len(stated) == 1:
        return stated[0]
    return " and ".join(f"({each})" if " or " in each else each for each in stated)


def _choose(
    requirements: list[Requirement], targets: tuple[Target, ...], index: Index
) -> tuple[dict[str, Choice], list[str]]:
    """Return the release of each package that is needed on a Python, and why newer ones are not.

    Which packages are needed, and in which version, depends on the versions of those that need
    them: all are chosen anew until nothing changes.
    """
    choices: dict[str, Choice] = {}
    for _ in range(20):
        remarks: list[str] = []
        chosen: dict[str, Choice] = {}
        for name, need in sorted(_find_needs(requirements, targets, choices, index).items()):
            version = _newest(name, need, index, remarks)
            chosen[name] = Choice(version, need.markers)
        if chosen == choices:
            return choices, remarks
        choices = chosen
    raise NoRelease(f"no releases go together: {', '.join(sorted(choices))}")


def _find_needs(
    requirements: Iterable[Requirement],
    targets: tuple[Target, ...],
    choices: Mapping[str, Choice],
    index: Index,
) -> dict[str, Need]:
    """Return what *requirements*, and those of the releases that are chosen, ask for."""
    needs: dict[str, Need] = {}
    waiting = [(requirement, "", targets) for requirement in requirements]
    asked: set[tuple[str, str]] = set()
    while waiting:
        requirement, outer_marker, outer_targets = waiting.pop()
        name, own_marker = canonicalize_name(requirement.name), str(requirement.marker or "")
        where = tuple(
            target
            for target in outer_targets
            if not own_marker or Marker(own_marker).evaluate(dict(target.variables))
        )
        if not where:  # an extra's, another Python's
            continue
        marker = _join_markers(outer_marker, own_marker)
        need = needs.get(name, Need(SpecifierSet(), (), frozenset()))
        needs[name] = Need(
            need.specifiers & requirement.specifier,
            tuple(target for target in targets if target in need.targets or target in where),
            need.markers | {marker},
        )
        if name in choices and (name, marker) not in asked:
            asked.add((name, marker))
            theirs = index.requirements(name, choices[name].version)
            waiting += [(each, marker, where) for each in theirs]
    return needs


def _newest(name: str, need: Need, index: Index, remarks: list[str]) -> Version:
    """Return the newest release that fits; *remarks* gets why newer ones do not."""
    files = index.files(name)
    for version in sorted({file.version for file in files}, reverse=True):
        release = [file for file in files if file.version == version]
        why = _why_not(version, need, release, index.until)
        if not why:
            return version
        remarks.append(f"{name} {version} is left out: {why}")
    raise NoRelease("; ".join([f"no release of {name} fits", *remarks[-3:]]))


def _why_not(version: Version, need: Need, release: list[PackageFile], until: str) -> str:
    if version not in need.specifiers:
        return f"{need.specifiers} is asked for"
    files = [file for file in release if file.uploaded <= until]
    if not files:
        return f"uploaded within the last {COOLDOWN.days} days"
    for target in need.targets:
        if not any(_is_wheel_for(target, file) for file in files):
            return f"no wheel for {target.name}"
    return ""


def _is_wheel_for(target: Target, file: PackageFile) -> bool:
    python = target.variables["python_full_version"]
    return python in file.pythons and not target.tags.isdisjoint(file.tags)


def render_pins(pins: Iterable[Pin]) -> str:
    """Return the file, as pip reads it."""
    return HEAD + "".join(
        " \\\n    ".join(
            (
                f"{pin.name}=={pin.version}{f' ; {pin.marker}' if pin.marker else ''}",
                *(f"--hash=sha256:{digest}" for digest in pin.hashes),
            )
        )
        + "\n"
        for pin in pins
    )


def parse_pins(text: str) -> list[Pin]:
    """Return the pins of a file that :func:`render_pins` wrote."""
    pins = []
    for line in text.removeprefix(HEAD).replace("\\\n", "").splitlines():
        stated, *hashes = re.split(r"\s+--hash=sha256:", line)
        requirement = Requirement(stated)
        version = str(requirement.specifier).removeprefix("==")
        pins.append(Pin(requirement.name, version, str(requirement.marker or ""), tuple(hashes)))
    return pins


if __name__ == "__main__":
    sys.exit(main())
