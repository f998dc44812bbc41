"""What the Action installs: the file of versions and hashes, and the script that writes it."""

from __future__ import annotations

import hashlib
import io
import json
import re
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import action_requirements
import pytest
import yaml
from action_requirements import Index, NoRelease, Pin
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.test_requirements import packages_brought_along

if TYPE_CHECKING:
    from collections.abc import Mapping

    from action_requirements import Target

ROOT = Path(__file__).parents[1]
TEXT = action_requirements.FILE.read_text(encoding="utf-8")
PINS = action_requirements.parse_pins(TEXT)
TARGETS = [
    target
    for python in action_requirements.PYTHONS
    for target in action_requirements.targets_of(python)
]


def test_the_file_is_what_the_script_writes() -> None:
    """Nothing is written into it by hand, and it ends as it began."""
    assert action_requirements.render_pins(PINS) == TEXT


def test_each_version_has_hashes() -> None:
    """Of sha256, in order, no file twice."""
    assert [pin for pin in PINS if not pin.hashes] == []
    hashes = [digest for pin in PINS for digest in pin.hashes]
    assert [digest for digest in hashes if not re.fullmatch("[0-9a-f]{64}", digest)] == []
    assert len(hashes) == len(set(hashes))
    assert [pin.name for pin in PINS if list(pin.hashes) != sorted(pin.hashes)] == []


@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.name)
def test_each_requirement_is_met_by_one_version(target: Target) -> None:
    """On each Python and system: what runs, and what builds the package."""
    versions: dict[str, str] = {}
    for pin in PINS:
        if not pin.marker or Marker(pin.marker).evaluate(dict(target.variables)):
            assert pin.name not in versions
            versions[pin.name] = pin.version
    unmet = [
        requirement
        for requirement in map(str, action_requirements.requirements_of(ROOT))
        if not is_met(Requirement(requirement), target, versions)
    ]
    assert unmet == []


def is_met(requirement: Requirement, target: Target, versions: Mapping[str, str]) -> bool:
    if requirement.marker and not requirement.marker.evaluate(dict(target.variables)):
        return True
    name = canonicalize_name(requirement.name)
    return name in versions and versions[name] in requirement.specifier


def test_what_comes_along_has_a_version_too() -> None:
    """What rich needs, and what that needs."""
    assert packages_brought_along() - {pin.name for pin in PINS} == set()


def test_each_python_of_the_tests_is_one_of_the_file() -> None:
    """Those of CI."""
    workflow = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text("utf-8"))
    pythons = workflow["jobs"]["test"]["strategy"]["matrix"]["python"]
    assert [f"{major}.{minor}" for major, minor in action_requirements.PYTHONS] == pythons


UNTIL = "2026-11-22T12:00:00+00:00"
BEFORE = "2026-11-22T11:59:59Z"
AFTER = "2026-11-22T12:00:01Z"


def wheel(
    name: str, version: str, *requirements: str, tag: str = "py3-none-any", **more: Any
) -> tuple[dict[str, Any], bytes]:
    """A file as an index describes it, and its content."""
    stream = io.BytesIO()
    lines = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"]
    lines += [f"Requires-Dist: {requirement}\n" for requirement in requirements]
    with zipfile.ZipFile(stream, "w") as archive:
        member = zipfile.ZipInfo(f"{name}-{version}.dist-info/METADATA")
        archive.writestr(member, "".join(lines))
        archive.comment = tag.encode()
    content = stream.getvalue()
    filename = f"{name}-{version}-{tag}.whl"
    return {
        "filename": filename,
        "url": f"../../files/{filename}",
        "hashes": {"sha256": hashlib.sha256(content).hexdigest()},
        "requires-python": None,
        "size": len(content),
        "upload-time": BEFORE,
        "yanked": False,
        **more,
    }, content


def source(name: str, version: str) -> tuple[dict[str, Any], bytes]:
    described, content = wheel(name, version, tag="source")
    return {**described, "filename": f"{name}-{version}.tar.gz"}, content


def index_of(*files: tuple[dict[str, Any], bytes]) -> Index:
    """An index of these files, as it was at a time."""
    answers: dict[str, bytes] = {}
    pages: dict[str, list[dict[str, Any]]] = {}
    for described, content in files:
        answers[f"https://pypi.org/files/{described['filename']}"] = content
        name = canonicalize_name(described["filename"].split("-")[0])
        pages.setdefault(name, []).append(described)
    for name, page in pages.items():
        answers[f"https://pypi.org/simple/{name}/"] = json.dumps({"files": page}).encode()
    return Index(answers.__getitem__, UNTIL)


def shown(pins: list[Pin]) -> list[str]:
    return [f"{pin.name} {pin.version}{pin.marker and f' ; {pin.marker}'}" for pin in pins]


MACHINE_WHEELS = ("manylinux_2_28_x86_64", "manylinux_2_17_aarch64", "macosx_11_0_arm64",
                  "macosx_10_13_x86_64", "win_amd64")  # fmt: skip


def compiled(name: str, version: str, *minors: int) -> list[tuple[dict[str, Any], bytes]]:
    """A wheel for each system and each of these Pythons."""
    return [
        wheel(name, version, tag=f"cp3{minor}-cp3{minor}-{machine}")
        for minor in minors
        for machine in MACHINE_WHEELS
    ]


CHOICES: list[tuple[Any, ...]] = [
    ([wheel("a", "1"), wheel("a", "2"), wheel("a", "10")], ["a"], ["a 10"], []),
    ([wheel("a", "1"), wheel("a", "2rc1"), wheel("a", "3", yanked="wrong")], ["a"], ["a 1"], []),
    ([wheel("a", "1"), wheel("a", "2")], ["a<2"], ["a 1"], ["a 2 is left out: <2 is asked for"]),
    (
        [wheel("a", "1"), wheel("a", "2", **{"upload-time": AFTER})],
        ["a"],
        ["a 1"],
        ["a 2 is left out: uploaded within the last 7 days"],
    ),
    (
        [wheel("a", "1"), source("a", "2")],
        ["a"],
        ["a 1"],
        [
            f"a 2 is left out: no wheel for Python 3.{minor} on linux x86_64"
            for minor in range(10, 15)
        ],
    ),
    # regex 2026.11.19 has no wheel for Python 3.10.
    (
        [*compiled("a", "1", 10, 11), *compiled("a", "2", 11, 12, 13, 14)],
        ["a"],
        ['a 1 ; python_version < "3.11"', 'a 2 ; python_version >= "3.11"'],
        ["a 2 is left out: no wheel for Python 3.10 on linux x86_64"],
    ),
    (
        [wheel("a", "1"), wheel("a", "2", **{"requires-python": ">=3.11"})],
        ["a"],
        ['a 1 ; python_version < "3.11"', 'a 2 ; python_version >= "3.11"'],
        ["a 2 is left out: no wheel for Python 3.10 on linux x86_64"],
    ),
    # What a package needs, and only where it needs it.
    (
        [
            wheel("a", "1", "b<3; python_version < '3.11' or os_name == 'nt'", "x; extra == 'x'"),
            wheel("b", "1", "c; sys_platform == 'win32'"),
            wheel("b", "3"),
            wheel("c", "1"),
        ],
        ["a"],
        [
            "a 1",
            'b 1 ; python_version < "3.11" or os_name == "nt"',
            'c 1 ; (python_version < "3.11" or os_name == "nt") and sys_platform == "win32"',
        ],
        ["b 3 is left out: <3 is asked for"],
    ),
    # The newest of one needs an older one of another.
    (
        [wheel("a", "1"), wheel("a", "2", "B.b==1"), wheel("b_b", "1"), wheel("b_b", "2")],
        ["b-b", "a"],
        ["a 2", "b-b 1"],
        ["b-b 2 is left out: ==1 is asked for"],
    ),
    # One of two conditions is enough; without one it always comes.
    (
        [wheel("a", "1")],
        ["a; os_name == 'nt'", "a; sys_platform == 'darwin'"],
        ['a 1 ; os_name == "nt" or sys_platform == "darwin"'],
        [],
    ),
    ([wheel("a", "1")], ["a; os_name == 'nt'", "a"], ["a 1"], []),
    ([wheel("a", "1"), wheel("a", "2009")], ["a; python_version < '3.9'"], [], []),
]


@pytest.mark.parametrize(("files", "requirements", "pins", "remarks"), CHOICES)
def test_the_newest_release_that_fits_everywhere(
    files: list[Any], requirements: list[str], pins: list[str], remarks: list[str]
) -> None:
    """And why a newer one does not."""
    asked = map(Requirement, requirements)
    chosen, left_out = action_requirements.find_pins(asked, index_of(*files))
    assert (shown(chosen), left_out) == (pins, remarks)
    text = action_requirements.render_pins(chosen)
    assert action_requirements.parse_pins(text) == chosen


def test_a_version_has_the_hash_of_each_file_that_was_there() -> None:
    """Also for systems that are none of ours; a file that somebody adds later has none."""
    files = [
        source("a", "1"),
        *compiled("a", "1", 10, 11, 12, 13, 14),
        wheel("a", "1", tag="cp311-cp311-musllinux_1_2_x86_64"),
    ]
    late, content = wheel("a", "1", "evil", tag="cp311-cp311-win_arm64")
    index = index_of(*files, ({**late, "upload-time": AFTER}, content))
    (pin,), _ = action_requirements.find_pins([Requirement("a")], index)
    assert pin.hashes == tuple(sorted(file["hashes"]["sha256"] for file, _ in files))


TAMPERED = wheel("a", "1")[0], wheel("a", "1", "evil")[1]


@pytest.mark.parametrize(
    ("files", "requirements", "problem"),
    [
        ([wheel("a", "1")], ["a>1"], "no release of a fits; a 1 is left out: >1 is asked for"),
        ([TAMPERED], ["a"], "https://pypi.org/files/a-1-py3-none-any.whl: expected a file of the "),
        (
            [wheel("a", "1", "b<2"), wheel("c", "1", "b>1"), wheel("b", "1"), wheel("b", "2")],
            ["a", "c"],
            "no release of b fits; b 2 is left out: <2,>1 is asked for; b 1 is left out: ",
        ),
    ],
)
def test_what_cannot_be_met_is_told(
    files: list[Any], requirements: list[str], problem: str
) -> None:
    """Which requirement, and why no release meets it."""
    with pytest.raises(NoRelease, match=f"^{re.escape(problem)}"):
        action_requirements.find_pins(map(Requirement, requirements), index_of(*files))


def test_the_file_is_written_with_what_changed(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, capsys: Any
) -> None:
    """The maintainer reads which versions are new; where one is not to be had, nothing changes."""
    settings = '[project]\ndependencies = ["a"]\n[build-system]\nrequires = ["b"]\n'
    (tmp_path / "pyproject.toml").write_text(settings)
    path = tmp_path / "pins.txt"
    monkeypatch.setattr(action_requirements, "TOP", tmp_path)
    monkeypatch.setattr(action_requirements, "FILE", path)
    for versions, out in ((("1",), "+ a 1\n+ b 1\n"), (("1", "2"), "- a 1\n+ a 2\n"), (("2",), "")):
        index = index_of(wheel("b", "1"), *(wheel("a", version) for version in versions))
        monkeypatch.setattr(action_requirements, "read_address", index.read_address)
        assert (action_requirements.main(), capsys.readouterr().out) == (0, out)
    text = path.read_text()
    assert shown(action_requirements.parse_pins(text)) == ["a 2", "b 1"]
    index = index_of(wheel("b", "1"), wheel("a", "3rc1"))
    monkeypatch.setattr(action_requirements, "read_address", index.read_address)
    assert (action_requirements.main(), path.read_text()) == (1, text)
    problem = "action_requirements: no release of a fits; nothing is changed\n"
    assert capsys.readouterr().err == problem
