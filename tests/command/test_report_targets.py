"""``--format FORMAT[=FILE]``: several reports of one run, each whole or not at all."""

from __future__ import annotations

import errno
import json
import os
from functools import partial
from typing import TYPE_CHECKING

import pytest

from phaser_lint.command import report_output, report_writing
from phaser_lint.command.report_output import ReportTarget, render_report
from phaser_lint.core.errors import UsageError
from tests.command.made import contract
from tests.privileges import without_privileges
from tests.report.golden import FOLDER
from tests.report.reports import CLEAN, RICH

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phaser_lint.contract.model import Report
    from tests.conftest import MakeProject, Run

NO_PRINT = {"no-print.yaml": contract("no-print")}
FILES = {"a.py": "print(1)\n", "b.py": "print(2) # phaser:ignore no-print\n"}
TEXT = "a.py:1:1: error: Use the logger. [no-print]\n\n1 error, 0 warnings\n"
COUNTS = "2 files checked, 1 violation ignored\n"
FORMATS = "text, full, concise, json, github, sarif, gitlab, junit, rdjson, markdown, html"


def test_several_formats_in_one_run(project: MakeProject, run: Run) -> None:
    """One on standard output, the others in their files; the exit code is the run's."""
    root = project(FILES, contracts=NO_PRINT)
    names = ("text", "json", "github", "sarif", "gitlab", "junit", "rdjson", "markdown")
    flags = [flag for name in names for flag in ("--format", f"{name}=out.{name}")]
    assert run("scan", "--format", "text", *flags, cwd=root) == (1, TEXT, COUNTS)
    texts_by_format = {name: (root / f"out.{name}").read_text(encoding="utf-8") for name in names}
    assert texts_by_format["text"] == f"{TEXT}\n{COUNTS}"
    assert texts_by_format["json"] == run("scan", "--format", "json", "a.py", "b.py", cwd=root).out
    assert all("no-print" in text for text in texts_by_format.values())


@pytest.mark.parametrize("name", ["json", "sarif", "gitlab", "junit", "rdjson", "markdown"])
def test_a_file_holds_what_standard_output_would(project: MakeProject, run: Run, name: str) -> None:
    """Byte for byte; and standard error stays empty where nothing was missed."""
    root = project(FILES, contracts=NO_PRINT)
    printed = run("scan", "--format", name, "a.py", cwd=root)
    assert (printed.code, printed.err) == (1, "")
    run("scan", "--format", f"{name}=out", "a.py", cwd=root)
    assert (root / "out").read_bytes().decode("utf-8") == printed.out


@pytest.mark.parametrize("flags", [(), (".",), ("--tree",), ("--since", "HEAD"), ("r.json",)])
def test_what_the_last_run_wrote_is_not_checked(
    project: MakeProject, run: Run, flags: tuple[str, ...]
) -> None:
    """A job counted its own report of the violations, three times as many at each run."""
    names = contract("no-json", type="file_not_exists", pattern=None, file_glob="*.json")
    contracts = {"a.yaml": contract(file_glob="**"), "b.yaml": names}
    root = project({"a.py": "print(1)\n"}, contracts=contracts, commit=True)
    (root / "r.json").write_text("print(1)\n")
    targets = ("--format", "json=r.json", "--format", "text")
    outcomes = [run("scan", *flags, *targets, cwd=root) for _ in range(2)]
    assert outcomes[0] == outcomes[1]
    assert "r.json" not in outcomes[0].out


@pytest.mark.parametrize(
    ("flags", "err"), [((), f"1 error, 0 warnings\n{COUNTS}"), (("--quiet",), "")]
)
def test_reports_to_files_leave_the_totals_on_standard_error(
    project: MakeProject, run: Run, flags: tuple[str, ...], err: str
) -> None:
    """Nothing on standard output, the totals on standard error: exit code 1 is explained."""
    root = project(FILES, contracts=NO_PRINT)
    assert run("scan", "--format", "json=out.json", *flags, cwd=root) == (1, "", err)


def test_a_run_that_checked_less_is_written_too(project: MakeProject, run: Run) -> None:
    """Exit code 2 is no reason to have no report."""
    root = project(FILES, contracts={"broken.yaml": contract("broken", pattern="(")})
    outcome = run("scan", "--quiet", "--format", "sarif=out.sarif", cwd=root)
    assert outcome.code == 2
    assert "missing ) at position 1 (contract skipped)" in outcome.err
    (invocation,) = json.loads((root / "out.sarif").read_text())["runs"][0]["invocations"]
    assert invocation["executionSuccessful"] is False


def test_suppressed_violations_are_only_in_sarif(project: MakeProject, run: Run) -> None:
    """In SARIF, and nowhere else."""
    root = project(FILES, contracts=NO_PRINT)
    flags = ("--format", "sarif=out.sarif", "--format", "text", "--show-suppressed")
    assert run("scan", *flags, cwd=root).out == TEXT
    sarif_results = json.loads((root / "out.sarif").read_text())["runs"][0]["results"]
    assert [sarif_result["suppressions"] for sarif_result in sarif_results] == [
        [],
        [{"kind": "inSource"}],
    ]


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (
            ("--format", "xml"),
            f"argument --format: expected one of {FORMATS}, not 'xml' (see phaser-lint scan",
        ),
        (
            ("--format", "Sarf=out"),
            f"argument --format: expected one of {FORMATS}, not 'Sarf'; did you mean sarif?",
        ),
        (("--format", ""), f"argument --format: expected one of {FORMATS}, not ''"),
        (("--format", "=a"), f"argument --format: expected one of {FORMATS}, not ''"),
        (("--format", "json="), "argument --format: expected json or json=FILE, not 'json='"),
        (
            ("--format", "text", "--format", "json"),
            "--format text and --format json both go to standard output; "
            "name a file for one of them: --format json=FILE",
        ),
        (
            ("--format", "text", "--format", "json=-"),
            "--format text and --format json both go to standard output; ",
        ),
        (
            ("--format", "json=no/out.json"),
            "--format json=no/out.json: expected a file in a folder that exists",
        ),
        (
            ("--format", "json=a.py/out.json"),
            "--format json=a.py/out.json: expected a file in a folder that exists",
        ),
        (("--format", "json=."), "--format json=.: expected a file, found a folder"),
        (
            ("--format", "json=/dev/null"),
            "--format json=/dev/null: expected a file, found a special file",
        ),
        (
            ("--format", "json=out", "--format", "sarif=./out"),
            "--format sarif=./out: the file is that of --format json=out too",
        ),
        (
            ("--format", f"json={'x' * 300}"),
            f"--format json={'x' * 300}: cannot be written: File name too long",
        ),
        (("--show-suppressed",), "--show-suppressed: expected with --format sarif"),
        (("--show-suppressed", "--format", "json"), "--show-suppressed: expected with --format"),
    ],
)
def test_a_wrong_format_writes_no_file(
    project: MakeProject, run: Run, flags: tuple[str, ...], message: str
) -> None:
    """Exit code 2 and one line before anything is checked; no file is there afterwards."""
    root = project(FILES, contracts=NO_PRINT)
    before = sorted(path.name for path in root.iterdir())
    outcome = run("scan", *flags, cwd=root)
    assert (outcome.code, outcome.out) == (2, "")
    assert outcome.err.startswith(f"phaser-lint: {message}")
    assert outcome.err.count("\n") == 1
    assert sorted(path.name for path in root.iterdir()) == before


def expected_flags(*names: str, folder: Path) -> tuple[ReportTarget, ...]:
    return tuple(ReportTarget(name, str(folder / name)) for name in names)


def shown_as(report: Report) -> Callable[[str], str]:
    return partial(
        render_report,
        report=report,
        from_here=report,
        from_repository=report,
        show_suppressed=False,
        origin=None,
    )


def write(formats: tuple[ReportTarget, ...]) -> None:
    report_writing.write_report_files(formats, shown_as(RICH))


def test_a_file_is_replaced(tmp_path: Path) -> None:
    """With its mode; a link stays a link; no temporary file stays."""
    (tmp_path / "kept").write_text("old")
    (tmp_path / "kept").chmod(0o640)
    (tmp_path / "json").symlink_to("kept")
    write(expected_flags("json", folder=tmp_path))
    assert (tmp_path / "json").is_symlink()
    assert (tmp_path / "kept").read_bytes() == (FOLDER / "rich.json").read_bytes()
    assert (tmp_path / "kept").stat().st_mode & 0o777 == 0o640
    assert sorted(os.listdir(tmp_path)) == ["json", "kept"]


def test_a_report_may_have_the_longest_name(tmp_path: Path) -> None:
    """The temporary file beside it must not have a longer one."""
    path = tmp_path / ("x" * 255)
    report_writing.write_report_files((ReportTarget("text", str(path)),), shown_as(CLEAN))
    assert path.read_bytes() == (FOLDER / "clean.text").read_bytes()


def test_a_format_that_fails_leaves_all_files_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everything is rendered before anything is written."""
    (tmp_path / "json").write_text("old")

    def fails(name: str, **_: object) -> object:
        if name == "junit":
            raise RuntimeError(name)
        return lambda report: "new"

    monkeypatch.setattr(report_output, "load_renderer", fails)
    with pytest.raises(RuntimeError):
        write(expected_flags("json", "gitlab", "junit", folder=tmp_path))
    assert os.listdir(tmp_path) == ["json"]
    assert (tmp_path / "json").read_text() == "old"


def test_a_full_disk_leaves_all_files_as_they_were(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first was written by then, and takes its place only with the others."""
    (tmp_path / "json").write_text("old")
    calls = iter((None, OSError(errno.ENOSPC, "No space left on device")))

    def fsync(descriptor: int) -> None:
        error = next(calls)
        if error is not None:
            raise error

    monkeypatch.setattr(os, "fsync", fsync)
    formats = expected_flags("json", "sarif", folder=tmp_path)
    with pytest.raises(UsageError) as caught:
        write(formats)
    assert str(caught.value) == (
        f"--format sarif={formats[1].path}: cannot be written: No space left on device"
    )
    assert os.listdir(tmp_path) == ["json"]
    assert (tmp_path / "json").read_text() == "old"


@pytest.mark.parametrize(
    ("folder_mode", "message"),
    [(0o555, "cannot be written: Permission denied"), (0o755, "the file is read-only")],
)
def test_what_may_not_be_written(folder_mode: int, message: str) -> None:
    """A folder that takes no new file, a file that somebody locked."""
    with without_privileges() as folder:
        (folder / "json").write_text("old")
        (folder / "json").chmod(0o644 if folder_mode == 0o555 else 0o444)
        folder.chmod(folder_mode)
        formats = expected_flags("json", folder=folder)
        with pytest.raises(UsageError) as caught:
            write(formats)
        assert str(caught.value) == f"--format json={formats[0].path}: {message}"
        assert (folder / "json").read_text() == "old"
        folder.chmod(0o755)
        assert os.listdir(folder) == ["json"]


def test_names_that_are_not_utf_8(project: MakeProject, run: Run) -> None:
    """Bytes of a file's name and of its text reach every format."""
    root = project({"a.py": b"print('\xff') # and so on, in Latin-1\n"}, contracts=NO_PRINT)
    name = os.fsdecode(b"\xff\x1b.py")
    (root / name).write_bytes(b"print(1)\n")
    names = ("text", "json", "github", "sarif", "gitlab", "junit", "rdjson", "markdown")
    flags = [
        flag for format_name in names for flag in ("--format", f"{format_name}=out.{format_name}")
    ]
    assert run("scan", *flags, cwd=root).code == 1
    for format_name in names:
        assert (root / f"out.{format_name}").read_bytes().decode("utf-8").endswith("\n")
    paths = [
        violation["path"] for violation in json.loads((root / "out.json").read_text())["violations"]
    ]
    assert sorted(paths) == ["a.py", name]
