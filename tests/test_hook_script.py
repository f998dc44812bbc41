"""``phaser-lint-hook``: it starts in every form of environment, and takes modules from no other."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

SCRIPT = Path(__file__).parents[1] / "scripts" / "phaser-lint-hook"
VERSION = f"python{sys.version_info.major}.{sys.version_info.minor}"
BASE = Path(sys.base_prefix) / "bin" / VERSION
PACKAGES = ("phaser_lint", "regex", "yaml", "pathspec")
# Whoever imports one of these would run it, and let the edit through.
EVIL = "import os\nos.write(2, b'EVIL')\nos._exit(0)\n"
SHADOWS = (
    "types", "regex", "encodings", "sitecustomize", "usercustomize", "phaser_lint", "_regex",
    "yaml", "pathspec", "os", "re", "json", "marshal", "time", "codecs", "site",
)  # fmt: skip
SHELLS = [shell for shell in ("dash", "bash", "busybox") if shutil.which(shell)]


def packages_into(folder: Path) -> None:
    folder.mkdir(parents=True)
    for name in PACKAGES:
        package_spec = find_spec(name)
        assert package_spec
        assert package_spec.origin
        (folder / name).symlink_to(Path(package_spec.origin).parent)


def script_in(folder: Path) -> Path:
    shutil.copy(SCRIPT, folder / "phaser-lint-hook")
    return folder / "phaser-lint-hook"


def console_script(folder: Path, *lines: str) -> None:
    write_files(folder, {"phaser-lint": "\n".join((*lines, "import sys", ""))})


def virtual(folder: Path) -> Path:
    """An environment as ``venv`` and uv make it; the first line is that of the caller."""
    packages_into(folder / "lib" / VERSION / "site-packages")
    (folder / "bin").mkdir()
    (folder / "bin" / "python").symlink_to(BASE)
    write_files(folder, {"pyvenv.cfg": f"home = {BASE.parent}\n"})
    return folder / "bin"


def of_pip(folder: Path) -> Path:
    environment_folder = virtual(folder / "venv")
    console_script(environment_folder, f"#!{environment_folder}/python")
    return script_in(environment_folder)


def with_options(folder: Path) -> Path:
    environment_folder = virtual(folder / "venv")
    console_script(environment_folder, f"#! {environment_folder}/python -sE")
    return script_in(environment_folder)


def of_pip_with_a_space(folder: Path) -> Path:
    environment_folder = virtual(folder / "my venv")
    console_script(
        environment_folder,
        "#!/bin/sh",
        f'\'\'\'exec\' "{environment_folder}/python" "$0" "$@"',
        "' '''",
    )
    return script_in(environment_folder)


def of_uv_with_a_space(folder: Path) -> Path:
    environment_folder = virtual(folder / "my venv")
    console_script(
        environment_folder,
        "#!/bin/sh",
        f"'''exec' '{environment_folder}/python' \"$0\" \"$@\"",
        "' '''",
    )
    return script_in(environment_folder)


def of_odd_letters(folder: Path) -> Path:
    environment_folder = virtual(folder / "o'd\"d $HOME `x` \\n é")
    console_script(
        environment_folder,
        "#!/bin/sh",
        f"'''exec' '{str(environment_folder)!r}/python' \"$0\" \"$@\"",
        "' '''",
    )
    return script_in(environment_folder)


def relocatable(folder: Path) -> Path:
    environment_folder = virtual(folder / "venv")
    exec_line = '\'\'\'exec\' "$(dirname -- "$(realpath -- "$0")")"/\'python\' "$0" "$@"'
    console_script(environment_folder, "#!/bin/sh", exec_line, "' '''")
    return script_in(environment_folder)


def without_a_neighbour(folder: Path) -> Path:
    return script_in(virtual(folder / "venv"))


def linked(folder: Path) -> Path:
    (folder / "bin").mkdir()
    (folder / "bin" / "phaser-lint-hook").symlink_to(of_pip(folder))
    (folder / "once-more").symlink_to("bin/phaser-lint-hook")
    return folder / "once-more"


def of_a_user(folder: Path) -> Path:
    """``pip install --user``: packages where Python by itself does not look any more."""
    packages_into(folder / ".local" / "lib" / VERSION / "site-packages")
    (folder / ".local" / "bin").mkdir()
    console_script(folder / ".local" / "bin", f"#!{BASE}")
    return script_in(folder / ".local" / "bin")


def editable_of_a_user(folder: Path) -> Path:
    site = folder / ".local" / "lib" / VERSION / "site-packages"
    packages_into(folder / "source")
    write_files(site, {"_phaser_lint.pth": f"{folder}/source\n"})
    (folder / ".local" / "bin").mkdir()
    console_script(folder / ".local" / "bin", f"#!{BASE}")
    return script_in(folder / ".local" / "bin")


def editable(folder: Path) -> Path:
    """``pip install -e``: a file in the environment names the folder of the source."""
    program = of_pip(folder)
    site = folder / "venv" / "lib" / VERSION / "site-packages"
    (folder / "source").mkdir()
    (site / "phaser_lint").rename(folder / "source" / "phaser_lint")
    write_files(site, {"_phaser_lint.pth": f"{folder}/source\n"})
    return program


def with_packages_elsewhere(folder: Path) -> Path:
    """The package is in the environment, and what it needs is not."""
    program = of_pip(folder)
    site = folder / "venv" / "lib" / VERSION / "site-packages"
    (folder / "system").mkdir()
    for name in ("regex", "yaml", "pathspec"):
        (site / name).rename(folder / "system" / name)
    write_files(site, {"system.pth": f"{folder}/system\n"})
    return program


LAYOUTS = (of_pip, of_odd_letters, linked, of_a_user, editable, with_packages_elsewhere)
OTHER_LAYOUTS = (
    with_options, of_pip_with_a_space, of_uv_with_a_space, relocatable, without_a_neighbour,
    editable_of_a_user,
)  # fmt: skip


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project whose folder ``src`` shadows whatever Python may look for."""
    root = tmp_path / "project"
    modules = {f"src/{name}.py": EVIL for name in SHADOWS}
    packages = {f"src/{name}/__init__.py": EVIL for name in ("encodings", "phaser_lint", "regex")}
    write_files(root, {**modules, **packages, ".claude/contracts/a.yaml": contract()})
    return root


def hostile(root: Path, home: Path) -> Mapping[str, Mapping[str, str]]:
    source = str(root / "src")
    return {
        "nothing": {},
        "PYTHONPATH": {"PYTHONPATH": source},
        "PYTHONHOME": {"PYTHONHOME": source},
        "PYTHONPLATLIBDIR": {"PYTHONPLATLIBDIR": os.path.relpath(source, BASE.parents[1])},
        "PYTHONUSERBASE": {"PYTHONUSERBASE": str(home / "user")},
        "an executable": {"PYTHONEXECUTABLE": "/bin/false", "__PYVENV_LAUNCHER__": "/bin/false"},
        "the start of a shell": {"ENV": f"{source}/os.py", "BASH_ENV": f"{source}/os.py"},
    }


def write(root: Path, text: str) -> bytes:
    return event(cwd=root / "src", file_path=root / "src" / "new.py", content=text)


@pytest.mark.one_row_in(8)
@pytest.mark.parametrize(
    "layout",
    [*LAYOUTS, *(pytest.param(layout, marks=pytest.mark.slow) for layout in OTHER_LAYOUTS)],
)
def test_it_denies_whatever_the_project_holds(
    tmp_path: Path, project: Path, layout: Callable[[Path], Path]
) -> None:
    """Neither its modules nor what its settings put into the environment are run."""
    place = tmp_path / "place"
    place.mkdir()
    program = layout(place)
    user = tmp_path / "home" / "user" / "lib" / VERSION / "site-packages"
    write_files(user, {"usercustomize.py": EVIL, "evil.pth": "import os; os.write(2, b'EVIL')\n"})
    for name, extra in hostile(project, tmp_path / "home").items():
        env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path / "home"), **extra}
        for text, verdict in (("print(1)\n", '"deny"'), ("log(1)\n", "{}")):
            process = subprocess.run(
                [program], input=write(project, text), cwd=project / "src", env=env,
                capture_output=True,
            )  # fmt: skip
            assert (process.returncode, process.stderr) == (0, b""), name
            assert verdict in process.stdout.decode(), name


@pytest.mark.parametrize(
    ("layout", "runs_site"), [(of_pip, False), (editable, True), (with_packages_elsewhere, True)]
)
def test_site_runs_only_where_a_package_is_elsewhere(
    tmp_path: Path, project: Path, layout: Callable[[Path], Path], *, runs_site: bool
) -> None:
    """It takes a quarter of the start."""
    program = layout(tmp_path)
    marker = tmp_path / "site-ran"
    site = tmp_path / "venv" / "lib" / VERSION / "site-packages"
    write_files(site, {"mark.pth": f"import os; os.makedirs({str(marker)!r}, exist_ok=True)\n"})
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    process = subprocess.run(
        [program], input=write(project, "print(1)\n"), env=env, capture_output=True
    )
    assert (b'"deny"' in process.stdout, process.stderr) == (True, b"")
    assert marker.exists() == runs_site


@pytest.mark.parametrize("shell", SHELLS)
def test_any_shell_reads_it(tmp_path: Path, project: Path, shell: str) -> None:
    """/bin/sh is another program on each system."""
    words = [shell, "sh"] if shell == "busybox" else [shell]
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    for layout in (of_uv_with_a_space, linked):
        place = tmp_path / layout.__name__
        place.mkdir()
        process = subprocess.run(
            [*words, layout(place)],
            input=write(project, "print(1)\n"),
            env=env,
            capture_output=True,
        )
        assert b'"deny"' in process.stdout
        assert process.stderr == b""


def delete_interpreter(folder: Path) -> None:
    (folder / "bin" / "python").unlink()


def delete_its_base(folder: Path) -> None:
    delete_interpreter(folder)
    (folder / "bin" / "python").symlink_to("/nowhere/python3")


def delete_package(folder: Path) -> None:
    (folder / "lib" / VERSION / "site-packages" / "phaser_lint").unlink()


STOP = json.dumps({"hook_event_name": "Stop", "session_id": "a", "cwd": "/"}).encode()


@pytest.mark.parametrize("break_it", [delete_interpreter, delete_its_base, delete_package])
def test_what_cannot_start_says_so(
    tmp_path: Path, project: Path, break_it: Callable[[Path], None]
) -> None:
    """The edit goes through, unless asked otherwise; the end of a run is never held up."""
    program = of_pip(tmp_path)
    break_it(tmp_path / "venv")
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path)}
    for flags, stdin, code in (
        ((), write(project, "print(1)\n"), 1),
        (("--fail-closed",), write(project, "log(1)\n"), 2),
        (("--agent", "codex", "--fail-closed"), write(project, "log(1)\n"), 2),
        (("--fail-closed",), STOP, 1),
    ):
        process = subprocess.run([program, *flags], input=stdin, env=env, capture_output=True)
        assert (process.returncode, process.stdout) == (code, b"")
        error_lines = process.stderr.decode().splitlines()
        assert len(error_lines) == 1
        assert error_lines[0].startswith("phaser-lint-hook: ")
        assert error_lines[0].endswith(": install it again")


def test_two_installations_do_not_write_over_each_other(tmp_path: Path, project: Path) -> None:
    """They share a home: what each has stored of the contracts stays, whoever ran last."""
    programs = []
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
        programs.append(of_pip(tmp_path / name))
    env = {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path / "home")}
    time.sleep(0.15)  # until the contracts are settled

    def stored() -> dict[str, int]:
        folder = tmp_path / "home" / ".cache" / "phaser-lint" / "contracts"
        return {path.name: path.stat().st_mtime_ns for path in folder.iterdir()}

    def run(program: Path) -> None:
        subprocess.run([program], input=write(project, "print(1)\n"), env=env, check=True)

    for program in programs:
        run(program)
    times_after_first_runs = stored()
    assert len(times_after_first_runs) == 2
    for program in (*programs, *programs):
        run(program)
    assert stored() == times_after_first_runs
