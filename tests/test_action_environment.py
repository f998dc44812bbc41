"""The Action's private environment: its key, its versions, when it is ready."""

from __future__ import annotations

import hashlib
import importlib.util
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
from packaging.utils import canonicalize_name

from tests.action_runner import key_values
from tests.conftest import write_files
from tests.windows import without

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

ROOT = Path(__file__).parents[1]


def _script() -> Any:
    path = ROOT / "scripts" / "action_environment.py"
    specification = importlib.util.spec_from_file_location("action_environment", path)
    assert specification is not None
    assert specification.loader is not None
    module = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    return module


SCRIPT = _script()


@pytest.fixture
def checkout(tmp_path: Path) -> Path:
    """An action's checkout, of a few files."""
    files = {"pyproject.toml": "x\n", "phaser_lint/__init__.py": "x\n", "phaser_lint/a/b.py": "y\n"}
    write_files(tmp_path / "checkout", files)
    return tmp_path / "checkout"


def variables(checkout: Path, **changed: str) -> dict[str, str]:
    temporary = checkout.parent
    return {
        "GITHUB_ACTION_PATH": str(checkout),
        "GITHUB_OUTPUT": str(temporary / "output"),
        "RUNNER_TEMP": str(temporary),
        **changed,
    }


def key(environment: Mapping[str, str]) -> str:
    _, identity = SCRIPT.required(environment)
    return str(SCRIPT.key_of(identity, environment))


@pytest.mark.parametrize(
    "version", ["1", "0.1.0", "1.2.3.4", "0.2.0a1", "1.0rc2", "1.0.post1", "1.0.dev3", " 1.0\n"]
)
def test_a_release_is_written_as_pypi_writes_it(checkout: Path, version: str) -> None:
    requirement, _ = SCRIPT.required(variables(checkout, PHASER_VERSION=version))
    assert requirement == f"phaser-lint=={version.strip()}"


@pytest.mark.parametrize(
    "version",
    ["main", "v1.0", ">=1", "1.0 x", "1.0\n-r x", "-r", "1.0;x", "1.*", "1.0 @ https://x", "../x",
     "٣.1", "1.0+local", "$(x)"],
)  # fmt: skip
def test_what_is_no_version(checkout: Path, version: str, capsys: Any) -> None:
    """pip would take some of them for an option or an address."""
    assert SCRIPT.main(["install"], variables(checkout, PHASER_VERSION=version)) == 2
    out = capsys.readouterr().out
    start = "::error title=phaser-lint::version: expected a release such as 0.1.0, not '"
    assert out.startswith(start)
    assert out.count("\n") == 1


def test_key_of_the_same(checkout: Path, tmp_path: Path) -> None:
    """The same content is the same environment wherever it lies; caches of Python do not count."""
    copy = tmp_path / "copy"
    shutil.copytree(checkout, copy)
    write_files(copy, {"phaser_lint/__pycache__/a.pyc": "x", "docs/x.md": "x", ".git/HEAD": "x"})
    assert key(variables(copy)) == key(variables(checkout))
    assert key(variables(checkout)).startswith("phaser-lint-")
    assert "," not in key(variables(checkout))  # actions/cache allows none


@pytest.mark.parametrize(
    ("path", "content"),
    [("phaser_lint/a/b.py", "z\n"), ("pyproject.toml", ""), ("phaser_lint/c.py", ""),
     ("scripts/phaser-lint-hook", "x"), ("scripts/hatch_build.py", "x"),
     ("scripts/action_environment.py", "x"), ("scripts/action_requirements.txt", "x")],
)  # fmt: skip
def test_key_of_changed_content(checkout: Path, path: str, content: str) -> None:
    """Another version of the Action is another environment."""
    before = key(variables(checkout))
    write_files(checkout, {path: content})
    assert key(variables(checkout)) != before


def test_key_of_another_machine_or_version(checkout: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Its image, its Python, the version that is asked for, and with which packages it goes."""
    keys = {
        key(variables(checkout)),
        key(variables(checkout, ImageOS="ubuntu24")),
        key(variables(checkout, PHASER_VERSION="0.1.0")),
        key(variables(checkout, PHASER_VERSION="0.2.0")),
    }
    write_files(checkout, {"scripts/action_requirements.txt": "regex==2\n"})
    keys.add(key(variables(checkout)))
    keys.add(key(variables(checkout, PHASER_VERSION="0.1.0")))
    monkeypatch.setattr(sys, "version", sys.version.replace("[", "[other "))
    keys.add(key(variables(checkout)))
    monkeypatch.setattr(sys, "executable", "/opt/python")
    keys.add(key(variables(checkout)))
    assert len(keys) == 8


def test_an_environment_is_not_ready_before_it_is_made(checkout: Path) -> None:
    """Where it will be; not ready before it was made."""
    environment = variables(checkout)
    assert SCRIPT.main(["describe"], environment) == 0
    name = key(environment)
    folder = checkout.parent / name
    assert key_values(Path(environment["GITHUB_OUTPUT"]).read_text()) == {
        "interpreter": sys.executable,
        "python": str(folder / "bin" / "python"),
        "folder": str(folder),
        "key": name,
        "ready": "false",
    }


def test_on_windows_an_environment_has_its_interpreter_elsewhere(
    checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the interpreter of an environment lies elsewhere; lines end as the runner's do."""
    environment = variables(checkout)
    monkeypatch.setattr(SCRIPT, "os", without.Lacking(os, (), name="nt"))
    assert SCRIPT.main(["describe"], environment) == 0
    content = Path(environment["GITHUB_OUTPUT"]).read_bytes()
    folder = checkout.parent / key(environment)
    assert f"\npython={folder / 'Scripts' / 'python.exe'}\n".encode() in content


def environment_of(folder: Path) -> Path:
    """What ``install`` leaves behind, as small as can be: a Python that says yes to everything."""
    write_files(folder, {"bin/python": "#!/bin/sh\nexit 0\n", "lib/regex.py": "x = 1\n"})
    (folder / "bin" / "python").chmod(0o755)
    (folder / "bin" / "python3").symlink_to("python")
    (folder / "made").write_text(SCRIPT.made_of(str(folder), "key"))
    return folder


def test_an_environment_made_to_its_end_is_ready(tmp_path: Path) -> None:
    """Made to its end, for this key; what Python keeps for itself does not count."""
    folder = environment_of(tmp_path / "environment")
    assert SCRIPT.is_ready(str(folder), "key")
    write_files(folder, {"lib/__pycache__/regex.cpython-311.pyc": b"\0"})
    assert SCRIPT.is_ready(str(folder), "key")


def test_a_cache_is_ready_in_the_folder_of_another_job(tmp_path: Path) -> None:
    """A cache is restored into the folder of another job."""
    folder = environment_of(tmp_path / "environment")
    moved = folder.rename(tmp_path / "moved")
    assert SCRIPT.is_ready(str(moved), "key")


def remove(path: Path) -> None:
    path.unlink()


def empty(path: Path) -> None:
    path.write_bytes(b"")


def other_bytes(path: Path) -> None:
    path.write_bytes(bytes(path.stat().st_size))


@pytest.mark.parametrize(
    ("name", "damage"),
    [
        ("made", remove),
        ("made", empty),
        ("made", lambda path: path.write_text("key")),
        ("made", lambda path: path.write_bytes(b"\xff")),
        ("lib/regex.py", remove),
        ("lib/regex.py", empty),
        ("lib/regex.py", other_bytes),
        ("lib/regex.py", lambda path: path.with_name("more.py").touch()),
        ("bin/python", remove),
        ("bin/python3", remove),
    ],
)
def test_a_damaged_cache_is_made_anew(
    tmp_path: Path, name: str, damage: Callable[[Path], object]
) -> None:
    """A cache that was cut short may hold ``made``, and lack a module that is imported late."""
    folder = environment_of(tmp_path / "environment")
    damage(folder / name)
    assert not SCRIPT.is_ready(str(folder), "key")


def test_an_environment_of_another_key_is_not_ready(tmp_path: Path) -> None:
    """Nothing there, another key, a Python that cannot import what it is for."""
    assert not SCRIPT.is_ready(str(tmp_path / "none"), "key")
    folder = environment_of(tmp_path / "environment")
    assert not SCRIPT.is_ready(str(folder), "other")
    (folder / "bin" / "python").write_text("#!/bin/sh\nexit 1\n")
    (folder / "made").write_text(SCRIPT.made_of(str(folder), "key"))
    assert not SCRIPT.is_ready(str(folder), "key")


def test_a_restored_environment_says_again_what_has_no_hash(checkout: Path, capsys: Any) -> None:
    """The run that made it is another one, whose log nobody reads any more."""
    environment = variables(checkout)
    name = key(environment)
    folder = environment_of(checkout.parent / name)
    (folder / "made").write_text(SCRIPT.made_of(str(folder), name))
    assert SCRIPT.main(["install"], environment) == 0
    assert capsys.readouterr().out == ""
    (folder / "unpinned.txt").write_text("50%\nof it")
    (folder / "made").write_text(SCRIPT.made_of(str(folder), name))
    assert SCRIPT.main(["install"], environment) == 0
    warning = "::warning title=phaser-lint::installed without a hash: 50%25%0Aof it\n"
    assert capsys.readouterr().out == warning


@pytest.fixture(scope="module")
def environment_with_pip(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A virtual environment as ``install`` makes one, before anything is in it.

    Its pip is the one that is here, if there is one: to install another takes three seconds.
    """
    folder = tmp_path_factory.mktemp("made") / "environment"
    pip_here = [*Path(sysconfig.get_path("purelib")).glob("pip*")]
    without_pip = ["--without-pip"] if pip_here else []
    subprocess.run((sys.executable, "-I", "-m", "venv", *without_pip, folder), check=True)
    (packages,) = folder.glob("lib/*/site-packages")
    for path in pip_here:
        shutil.copytree(path, packages / path.name)
    return folder


# No setting of this machine's: what pip is asked for comes from these folders.
OFFLINE = {
    "PATH": os.environ["PATH"],
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_RETRIES": "0",
    "PIP_NO_CACHE_DIR": "1",
}
BACKEND = """\
import shutil
def build_wheel(folder, settings=None, metadata=None):
    return shutil.copy("{0}", folder).replace("\\\\", "/").rpartition("/")[2]
"""
BUILD_SYSTEM = '[build-system]\nrequires = []\nbuild-backend = "backend"\nbackend-path = ["."]\n'


def write_wheel(folder: Path, name: str, version: str, *requirements: str, extra: str = "") -> Path:
    """A wheel of one module; *extra* makes it another file of the same version."""
    folder.mkdir(parents=True, exist_ok=True)
    path = folder / f"{name}-{version}-py3-none-any.whl"
    about = f"{name}-{version}.dist-info"
    metadata = [f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"]
    metadata += [f"Requires-Dist: {requirement}\n" for requirement in requirements]
    texts = {
        f"{name}.py": f"VERSION = {version!r}\n{extra}",
        f"{about}/METADATA": "".join(metadata),
        f"{about}/WHEEL": "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{about}/RECORD": "",
    }
    with zipfile.ZipFile(path, "w") as archive:
        for inner_path, text in texts.items():
            archive.writestr(zipfile.ZipInfo(inner_path), text)
    return path


def write_source(folder: Path, wheel: Path) -> Path:
    """A source distribution from which pip builds *wheel*, with nothing but itself."""
    name, version = wheel.name.split("-")[:2]
    path = folder / f"{name}-{version}.tar.gz"
    top = f"{name}-{version}"
    files = {
        "pyproject.toml": BUILD_SYSTEM.encode(),
        "backend.py": BACKEND.format(wheel.name).encode(),
        "PKG-INFO": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n".encode(),
        wheel.name: wheel.read_bytes(),
    }
    with tarfile.open(path, "w:gz") as archive:
        for inner_path, content in files.items():
            about = tarfile.TarInfo(f"{top}/{inner_path}")
            about.size = len(content)
            archive.addfile(about, io.BytesIO(content))
    return path


def pins_of(*files: Path) -> str:
    """What the file of pins says of the versions of *files*."""
    hashes: dict[str, list[str]] = {}
    for file in files:
        name, version = file.name.removesuffix(".tar.gz").split("-")[:2]
        digest = hashlib.sha256(file.read_bytes()).hexdigest()
        hashes.setdefault(f"{name}=={version}", []).append(f"--hash=sha256:{digest}")
    lines = (" \\\n    ".join((pin, *digests)) + "\n" for pin, digests in hashes.items())
    return "# What is installed.\n" + "".join(lines)


def has_all(index: Path) -> str:
    """The index of PyPI, or a mirror of it; newer versions count for nothing."""
    for newer in ("beside", "below"):
        write_wheel(index, newer, "3.0")
    return pins_of(write_wheel(index, "beside", "1.0", "below"), write_wheel(index, "below", "1.0"))


def has_another_file(index: Path) -> str:
    """A version that is pinned has a file that nobody has seen."""
    pins = has_all(index)
    write_wheel(index, "below", "1.0", extra="stolen = True\n")
    return pins


def lacks_a_version(index: Path) -> str:
    """Somebody else's index, which does not have all that PyPI has."""
    pins = has_all(index)
    (index / "below-1.0-py3-none-any.whl").unlink()
    return pins


def has_only_the_source(index: Path) -> str:
    """The machine is one for which there is no wheel."""
    has_all(index)
    wheel = index / "below-1.0-py3-none-any.whl"
    source = write_source(index, wheel)
    wheel.unlink()
    return pins_of(index / "beside-1.0-py3-none-any.whl", source)


def needs_another_version(index: Path) -> str:
    """An older release, or a newer one, that does not go with what is pinned."""
    pins = has_all(index)
    write_wheel(index, "phaser_lint", "0.1.0", "beside>=2")
    return pins


FILE_OF_PINS = "scripts/action_requirements.txt"
PINNED = {"beside": "1.0", "below": "1.0", "phaser-lint": "0.1.0"}
INSTALLATIONS: list[tuple[Any, ...]] = [
    (has_all, PINNED, ""),
    (has_only_the_source, PINNED, "what builds a package that has no wheel for this machine"),
    (
        needs_another_version,
        {**PINNED, "beside": "3.0"},
        f"what phaser-lint==0.1.0 needs in other versions than {FILE_OF_PINS} has",
    ),
    (
        lacks_a_version,
        {"beside": "3.0", "phaser-lint": "0.1.0"},
        f"all packages, because the package index lacks versions of {FILE_OF_PINS}",
    ),
]


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(("fill_index", "versions", "unpinned"), INSTALLATIONS)
def test_what_is_installed_without_a_hash_is_told(
    environment_with_pip: Path,
    tmp_path: Path,
    fill_index: Callable[[Path], str],
    versions: dict[str, str],
    unpinned: str,
) -> None:
    """The pinned versions, although the index has newer ones; else a sentence says what is not."""
    write_wheel(tmp_path / "index", "phaser_lint", "0.1.0", "beside")
    pip, pins = installer(environment_with_pip, tmp_path, fill_index)
    environment = {**OFFLINE, "PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(tmp_path / "index")}
    told = SCRIPT.install_packages(pip, pins, "phaser-lint==0.1.0", environment)
    assert (versions_in(tmp_path / "environment"), told) == (versions, unpinned)


@pytest.mark.slow
@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("fill_index", "index"),
    [
        (has_another_file, {"PIP_NO_INDEX": "1"}),
        # Nobody but PyPI says what is newest there: a version that it lacks was taken away.
        (lacks_a_version, {"PIP_INDEX_URL": "https://pypi.org/simple/"}),
    ],
)
def test_nothing_is_installed_in_place_of_a_pinned_file(
    environment_with_pip: Path,
    tmp_path: Path,
    fill_index: Callable[[Path], str],
    index: dict[str, str],
) -> None:
    """Neither a file of another hash, nor another version of PyPI's."""
    write_wheel(tmp_path / "index", "phaser_lint", "0.1.0", "beside")
    pip, pins = installer(environment_with_pip, tmp_path, fill_index)
    offline = {**OFFLINE, "PIP_PROXY": "http://127.0.0.1:9"}
    environment = {**offline, **index, "PIP_FIND_LINKS": str(tmp_path / "index")}
    problem = f"^pip cannot install the files of {re.escape(FILE_OF_PINS)}; see the log$"
    with pytest.raises(SCRIPT.WrongEnvironment, match=problem):
        SCRIPT.install_packages(pip, pins, "phaser-lint==0.1.0", environment)
    assert versions_in(tmp_path / "environment") == {}


def installer(
    environment_with_pip: Path, tmp_path: Path, fill_index: Callable[[Path], str]
) -> tuple[list[str], str]:
    """The pip of a copy of the environment, and a file of what the index is to have."""
    folder = tmp_path / "environment"
    shutil.copytree(environment_with_pip, folder, symlinks=True)
    pins = tmp_path / "pins.txt"
    pins.write_text(fill_index(tmp_path / "index"), encoding="utf-8")
    return [SCRIPT.python_of(str(folder)), "-I", "-m", "pip"], str(pins)


def versions_in(folder: Path) -> dict[str, str]:
    """The versions of what is installed, beside what an environment begins with."""
    names = (path.name for path in folder.glob("lib/*/site-packages/*.dist-info"))
    versions = dict(name.removesuffix(".dist-info").split("-") for name in names)
    return {
        canonicalize_name(name): version
        for name, version in sorted(versions.items())
        if name not in {"pip", "setuptools"}
    }


@pytest.mark.slow
def test_a_failed_installation_tells_what_failed(checkout: Path, capfd: Any) -> None:
    """It says what failed, and is not ready: the next run starts afresh."""
    write_files(checkout, {"scripts/action_requirements.txt": ""})
    environment = {**variables(checkout), **OFFLINE, "PIP_NO_INDEX": "1"}
    folder = checkout.parent / key(environment)
    write_files(folder, {"made": "an older one", "rest": "x"})
    assert SCRIPT.main(["install"], environment) == 2
    annotation = f"::error title=phaser-lint::pip cannot install {checkout}; see the log\n"
    assert capfd.readouterr().out.endswith(annotation)
    assert not (folder / "rest").exists()
    assert not SCRIPT.is_ready(str(folder), key(environment))


@pytest.mark.slow
def test_installation_that_does_not_run(tmp_path: Path) -> None:
    """A release without the Action would end the check in a traceback."""
    environment = {**os.environ, "GITHUB_ACTION_PATH": str(ROOT)}
    with pytest.raises(SCRIPT.WrongEnvironment, match=r"^pyyaml was installed and does not run: "):
        SCRIPT.install(str(tmp_path / "environment"), "key", "pyyaml", environment)


@pytest.mark.parametrize(
    ("changed", "problem"),
    [
        ({"RUNNER_TEMP": ""}, "RUNNER_TEMP: expected to be set by the runner"),
        ({"GITHUB_ACTION_PATH": ""}, "GITHUB_ACTION_PATH: expected to be set by the runner"),
        ({"RUNNER_TEMP": "/a\nready=true"}, "RUNNER_TEMP: expected a path without a line break"),
    ],
)
def test_a_wrong_runner_is_told_and_nothing_is_written(
    checkout: Path, changed: dict[str, str], problem: str, capsys: Any
) -> None:
    """A sentence, and nothing written."""
    environment = variables(checkout, **changed)
    assert SCRIPT.main(["describe"], environment) == 2
    assert capsys.readouterr().out == f"::error title=phaser-lint::{problem}\n"
    assert not Path(environment["GITHUB_OUTPUT"]).exists()


def test_a_checkout_without_the_hashes_installs_nothing(checkout: Path, capsys: Any) -> None:
    """A part of the Action that somebody copied."""
    assert SCRIPT.main(["install"], variables(checkout)) == 2
    path = checkout / "scripts" / "action_requirements.txt"
    problem = f"{path}: expected the hashes of what is installed"
    assert capsys.readouterr().out == f"::error title=phaser-lint::{problem}\n"


def test_an_old_python_is_told_with_the_input_that_helps(
    checkout: Path, monkeypatch: pytest.MonkeyPatch, capsys: Any
) -> None:
    """A self-hosted runner's; the input is the way out."""
    monkeypatch.setattr(sys, "version_info", (3, 9, 18))
    assert SCRIPT.main(["describe"], variables(checkout)) == 2
    out = capsys.readouterr().out
    assert out.startswith("::error title=phaser-lint::expected Python 3.10 or newer, not ")
    assert out.endswith("; give the input python-version\n")
