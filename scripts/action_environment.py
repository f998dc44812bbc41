"""The GitHub Action's private virtual environment: ``describe`` it, or ``install`` it.

``action.yml`` runs this file with the runner's Python (``-I``: nothing of the checked-out project
may be imported), so that it uses the standard library alone and speaks also to a Python that is
too old. The environment lies under ``RUNNER_TEMP`` in a folder named by its key; the caller's PATH
and packages stay as they are. ``describe`` writes the outputs ``interpreter`` (this one),
``python`` (the environment's), ``folder``, ``key`` (for a cache) and ``ready``; ``install`` makes
what is not ready.

What phaser-lint needs, and what builds it, is installed in the versions of
``action_requirements.txt``, of which pip takes no file without one of its hashes; phaser-lint
itself comes from the Action's own checkout, or in the version that is asked for. Where that cannot
be, the step fails, or says in the log what was installed without a hash.

The key holds everything that the environment depends on: the system, the very interpreter, the
content of the Action's own checkout, and the version that is asked for.
"""

from __future__ import annotations

import hashlib
import os
import platform
import re
import shutil
import subprocess
import sys
import tempfile

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

OLDEST = (3, 10)
PINS = "scripts/action_requirements.txt"
# What decides what is in the environment.
INSTALLED_FILES = (
    "pyproject.toml",
    "README.md",
    "LICENSE",
    "scripts/phaser-lint-hook",
    "scripts/hatch_build.py",
    "scripts/action_environment.py",
    PINS,
)
# The forms of PEP 440 that a release has; nothing that pip would take for an option or an address.
VERSION = re.compile(r"[0-9]+(?:\.[0-9]+){0,3}(?:(?:a|b|rc|\.post|\.dev)[0-9]+)?\Z")
# Settings of the caller's that would install elsewhere, other versions or what has to be built, ask
# for a hash of the Action's own checkout, or run code of the checked-out project.
_NOT_OURS = ("PIP_TARGET", "PIP_PREFIX", "PIP_ROOT", "PIP_USER", "PIP_REQUIREMENT",
             "PIP_CONSTRAINT", "PIP_NO_BINARY", "PIP_REQUIRE_HASHES",
             "PYTHONPATH", "PYTHONHOME", "PYTHONSTARTUP")  # fmt: skip
# How pip names the settings of another package index than PyPI.
_OTHER_INDEX = re.compile(
    r"^[^=]*\.(?:no-index=|index-url=(?!'https://pypi\.org/simple/?'$))", re.MULTILINE
)
# In the environment: what of it was installed without a hash.
_UNPINNED = "unpinned.txt"


class WrongEnvironment(Exception):  # noqa: N818 - it is what is wrong, not a failure of ours
    """What is wrong with the runner or an input, for its user."""


def main(arguments: Sequence[str], environment: Mapping[str, str]) -> int:
    """Run a command and return the exit code."""
    try:
        if sys.version_info[:2] < OLDEST:
            raise WrongEnvironment(
                f"expected Python 3.10 or newer, not {platform.python_version()} of "
                f"{sys.executable}; give the input python-version"
            )
        requirement, identity = required(environment)
        key = key_of(identity, environment)
        folder = os.path.join(variable(environment, "RUNNER_TEMP"), key)
        if arguments == ["describe"]:
            describe(folder, key, environment)
        else:
            if not is_ready(folder, key):
                install(folder, key, requirement, environment)
            warn_of_unpinned(folder)
    except WrongEnvironment as error:
        _annotate("error", str(error))
        return 2
    return 0


def required(environment: Mapping[str, str]) -> tuple[str, str]:
    """Return what pip is to install, and what identifies its content."""
    version = environment.get("PHASER_VERSION", "").strip()
    checkout = variable(environment, "GITHUB_ACTION_PATH")
    if not version:
        return checkout, digest_of(checkout)
    if not VERSION.match(version):
        raise WrongEnvironment(f"version: expected a release such as 0.1.0, not {version!a}")
    return f"phaser-lint=={version}", f"{version} {digest_of(checkout)}"


def key_of(identity: str, environment: Mapping[str, str]) -> str:
    """Return the name of the environment, and of its entry in a cache."""
    parts = (identity, sys.version, os.path.realpath(sys.executable), environment.get("ImageOS"))
    digest = hashlib.sha256(repr(parts).encode("utf-8", "backslashreplace")).hexdigest()
    system = f"{platform.system()}-{platform.machine()}-{platform.python_version()}"
    return f"phaser-lint-{system}-{digest[:16]}"


def digest_of(checkout: str) -> str:
    """Return a digest of all files of *checkout* that are installed."""
    digest = hashlib.sha256()
    for path in sorted(_installed(checkout)):
        with open(os.path.join(checkout, path), "rb") as file:
            content = file.read()
        digest.update(f"{path}\0{len(content)}\0".encode())
        digest.update(content)
    return digest.hexdigest()


def _installed(checkout: str) -> Iterator[str]:
    yield from (name for name in INSTALLED_FILES if os.path.isfile(os.path.join(checkout, name)))
    for folder, folders, names in os.walk(os.path.join(checkout, "phaser_lint")):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            yield os.path.relpath(os.path.join(folder, name), checkout)


def describe(folder: str, key: str, environment: Mapping[str, str]) -> None:
    """Write the outputs of the step; none of the values can hold a line break."""
    if "\n" in folder:
        raise WrongEnvironment("RUNNER_TEMP: expected a path without a line break")
    outputs = {
        "interpreter": sys.executable,
        "python": python_of(folder),
        "folder": folder,
        "key": key,
        "ready": "true" if is_ready(folder, key) else "false",
    }
    path = variable(environment, "GITHUB_OUTPUT")
    with open(path, "a", encoding="utf-8", newline="\n") as file:
        file.writelines(f"{name}={value}\n" for name, value in outputs.items())


def is_ready(folder: str, key: str) -> bool:
    """Tell whether the environment was made to its end, is what it was then, and still runs."""
    try:
        with open(os.path.join(folder, "made"), encoding="utf-8") as file:
            if file.read() != made_of(folder, key):
                return False
        # The libraries too: their C code may be another system's.
        command = [
            python_of(folder),
            "-I",
            "-c",
            "import phaser_lint.command.action, regex, yaml",
        ]
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except (OSError, UnicodeDecodeError):
        return False


def install(folder: str, key: str, requirement: str, environment: Mapping[str, str]) -> None:
    """Make the environment anew; the file that marks it as whole is written last."""
    pins = os.path.join(variable(environment, "GITHUB_ACTION_PATH"), PINS)
    if not os.path.isfile(pins):
        raise WrongEnvironment(f"{pins}: expected the hashes of what is installed")
    shutil.rmtree(folder, ignore_errors=True)
    kept = {name: value for name, value in environment.items() if name not in _NOT_OURS}
    isolated = [sys.executable, "-I", "-m", "venv", folder]
    _run(isolated, kept, "the virtual environment cannot be made (Debian: python3-venv)")
    pip = [python_of(folder), "-I", "-m", "pip", "--no-input", "--disable-pip-version-check"]
    unpinned = install_packages(pip, pins, requirement, kept)
    if not os.path.isdir(folder):
        raise WrongEnvironment(f"{folder}: expected a virtual environment")
    if unpinned:
        with open(os.path.join(folder, _UNPINNED), "w", encoding="utf-8") as file:
            file.write(unpinned)
    with open(os.path.join(folder, "made"), "w", encoding="utf-8") as file:
        file.write(made_of(folder, key))
    if not is_ready(folder, key):
        raise WrongEnvironment(
            f"{requirement} was installed and does not run: expected a release with the Action"
        )


def install_packages(
    pip: Sequence[str], pins: str, requirement: str, environment: Mapping[str, str]
) -> str:
    """Install *requirement* and what it needs; return what of that has no hash in *pins*, if any.

    A wheel is only unpacked. What builds a source distribution is the newest that the index has, so
    that one is taken only where no wheel fits the machine.
    """
    command = [*pip, "install", "--quiet", "--no-user"]
    pinned = [*command, "--require-hashes", "--requirement", pins]
    unpinned = []
    if not _succeeds([*pinned, "--only-binary", ":all:"], environment):
        if _succeeds(pinned, environment):
            unpinned.append("what builds a package that has no wheel for this machine")
        elif _lacks_pins(pip, pins, environment):
            _run([*command, "--", requirement], environment, f"pip cannot install {requirement}")
            return f"all packages, because the package index lacks versions of {PINS}"
        else:
            raise WrongEnvironment(f"pip cannot install the files of {PINS}; see the log")
    itself = [*command, "--no-deps", "--no-build-isolation", "--", requirement]
    _run(itself, environment, f"pip cannot install {requirement}")
    if not _succeeds([*pip, "check"], environment):
        _run([*command, "--", requirement], environment, f"pip cannot install {requirement}")
        unpinned.append(f"what {requirement} needs in other versions than {PINS} has")
    return " and ".join(unpinned)


def _lacks_pins(pip: Sequence[str], pins: str, environment: Mapping[str, str]) -> bool:
    """Tell whether another package index than PyPI lacks a version that is pinned.

    One that has them all, and no file with the hash, has other files: that is what hashes are for.
    """
    settings = subprocess.run(
        [*pip, "config", "list"], env=environment, check=False, capture_output=True
    )
    if not _OTHER_INDEX.search(settings.stdout.decode("utf-8", "replace").replace("\r", "")):
        return False
    with tempfile.TemporaryDirectory() as folder:
        versions = os.path.join(folder, "versions.txt")
        with open(pins, encoding="utf-8") as file, open(versions, "w", encoding="utf-8") as bare:
            bare.writelines(
                line.rstrip("\\\n") + "\n" for line in file if "==" in line.split(" ")[0]
            )
        options = ["--quiet", "--no-deps", "--only-binary", ":all:"]
        command = [*pip, "download", *options, "--dest", folder, "--requirement", versions]
        return not _succeeds(command, environment)


def warn_of_unpinned(folder: str) -> None:
    """Say what was installed without a hash, also where the environment comes from a cache."""
    path = os.path.join(folder, _UNPINNED)
    if os.path.isfile(path):
        with open(path, encoding="utf-8") as file:
            _annotate("warning", f"installed without a hash: {file.read()}")


def made_of(folder: str, key: str) -> str:
    """Return what the file ``made`` holds: the key, and a digest of all files of the environment.

    A cache that was cut short while it was restored may hold ``made`` and lack any other file, of
    which many are only imported when they are needed. Python's own caches come and go.
    """
    digest = hashlib.sha256()
    for path in sorted(_made(folder)):
        whole = os.path.join(folder, path)
        if os.path.islink(whole):
            content = os.fsencode(os.readlink(whole))
        else:
            with open(whole, "rb") as file:
                content = file.read()
        digest.update(f"{path}\0{len(content)}\0".encode("utf-8", "surrogateescape"))
        digest.update(content)
    return f"{key}\n{digest.hexdigest()}\n"


def _made(folder: str) -> Iterator[str]:
    for parent, folders, names in os.walk(folder):
        folders[:] = [name for name in folders if name != "__pycache__"]
        for name in names:
            path = os.path.relpath(os.path.join(parent, name), folder)
            if path != "made":
                yield path


def python_of(folder: str) -> str:
    """Return the interpreter of the environment."""
    place = ("bin", "python") if os.name == "posix" else ("Scripts", "python.exe")
    return os.path.join(folder, *place)


def variable(environment: Mapping[str, str], name: str) -> str:
    """Return a variable that every runner sets."""
    if not environment.get(name):
        raise WrongEnvironment(f"{name}: expected to be set by the runner")
    return environment[name]


def _annotate(level: str, text: str) -> None:
    message = text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")
    sys.stdout.write(f"::{level} title=phaser-lint::{message}\n")
    sys.stdout.flush()


def _run(command: Sequence[str], environment: Mapping[str, str], failed: str) -> None:
    if not _succeeds(command, environment):
        raise WrongEnvironment(f"{failed}; see the log")


def _succeeds(command: Sequence[str], environment: Mapping[str, str]) -> bool:
    return subprocess.run(command, env=environment, check=False).returncode == 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:], os.environ))
