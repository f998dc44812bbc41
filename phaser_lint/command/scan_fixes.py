"""``--fix`` and ``--diff``: a scan that fixes what it finds, or shows how it would.

Each file is checked, fixed in memory and put in its place whole. What was written is checked again,
so that the report has what is left.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Sequence
from secrets import token_hex

from phaser_lint.check.comparison.scan_comparisons import find_new_in_scan
from phaser_lint.check.fixes.fixable import select_fixable_violations
from phaser_lint.check.fixes.fixed_file import FixedFile
from phaser_lint.check.fixes.write_fixed_file import (
    explain_refused_write,
    has_other_name,
    write_fixed_file,
)
from phaser_lint.check.project_check import check_project, examine_project, make_scan_report
from phaser_lint.check.project_fixes import fix_project_files, make_unsafe_fixes
from phaser_lint.check.project_inputs import ProjectInputs
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.git_flags import choose_file_state
from phaser_lint.command.report_output import (
    ReportTarget,
    apply_exit_zero,
    is_in_commit,
    printed_format,
    prints_remarks,
    publish_report,
)
from phaser_lint.contract.model import ContractKey, Notice, Report, Violation
from phaser_lint.core import Record
from phaser_lint.core.errors import UsageError
from phaser_lint.core.shared_flags import Flags
from phaser_lint.core.text import encode_text, name_contract, render_quantity
from phaser_lint.project import find_folder_in_repository
from phaser_lint.project.project_of_command import require_working_directory
from phaser_lint.report import patch
from phaser_lint.report.concise import render_violations
from phaser_lint.report.paths_from_folder import move_report_to_folder
from phaser_lint.report.summary import render_asides

_MOST_FILES = 5


class FixOutcome(Record):
    """The files that were fixed, or would be, and the report; whether some cannot be written."""

    report: Report
    root: str
    files: tuple[FixedFile, ...]
    number: int
    """How many of the violations that were shown are fixed."""
    is_diff: bool = False
    failures: tuple[Notice, ...] = ()
    """Why files could not be written, or could not be."""
    unsafe: int = 0
    """How many more violations unsafe fixes would fix."""
    unfixed: str = ""
    """Why nothing is fixed, where no violation that counts has a fix."""

    def summary(self, *, in_commit: bool = False) -> str:
        """Return how much was fixed and what is left, a line each; nothing where nothing was.

        *in_commit*: the run takes no ``--unsafe-fixes``, as a scan does.
        """
        verb = "would be fixed" if self.is_diff else "fixed"
        violations, files = (
            render_quantity(self.number, "violation"),
            render_quantity(len(self.files), "file"),
        )
        lines = [f"{violations} {verb} in {files}"] if self.files else []
        lines += [f"nothing {verb}: {self.unfixed}"] if self.unfixed else []
        if self.unsafe:
            command = "phaser-lint scan --fix " * in_commit + "--unsafe-fixes"
            does = "shows" if self.is_diff and not in_commit else "applies"
            them = "it" if self.unsafe == 1 else "them"
            unsafe = "1 unsafe fix" if self.unsafe == 1 else f"{self.unsafe} unsafe fixes"
            lines.append(f"{unsafe} left: {command} {does} {them}")
        return "".join(f"{line}\n" for line in lines)

    def exit_code(self, of_report: int, *, fails: bool) -> int:
        """Return the exit code after fixing; *of_report* is that of the report on what is left.

        *fails*: what was fixed is to be noticed, and with a diff what no fix fixes.
        """
        if self.failures or of_report == exit_codes.INCOMPLETE:
            return exit_codes.INCOMPLETE
        of_files = exit_codes.VIOLATIONS if self.files else exit_codes.CLEAN
        if self.is_diff and not fails:
            return of_files
        return max(of_files, of_report) if fails else of_report

    def failure_lines(self) -> str:
        """Return a line for each file that could not be written, as the report on it has it."""
        failures = Report(notices=self.failures)
        lines = render_asides(
            move_report_to_folder(failures, require_working_directory(), root=self.root)
        )
        return "".join(f"{line}\n" for line in lines)

    def unfixed_lines(self) -> str:
        """Return a line for each violation that no fix fixes, seen from the working directory."""
        fixed = _list_fixed_violations(self.files)
        unfixed = tuple(
            violation
            for violation in self.report.violations
            if violation._replace(fix=None) not in fixed
        )
        report = self.report._replace(violations=unfixed)
        return render_violations(
            move_report_to_folder(report, require_working_directory(), root=self.root)
        )


def require_fixing_flags(flags: Flags, formats: Sequence[ReportTarget]) -> None:
    """Raise ``UsageError`` where *flags*, or *formats*, exclude ``--fix`` or ``--diff``."""
    flag = "--diff" if flags.diff else "--fix"
    state = choose_file_state(flags)
    if state.is_in_git:
        conflict = f"{flag} and {state.flag}: expected one of them"
        raise UsageError(f"{conflict}: files are fixed on the disk")
    if flags.shard is not None:
        raise UsageError(f"{flag} and --shard: expected one of them: a share knows not all files")
    printed = next((target for target in formats if target.path is None), None)
    if flags.diff and flags.format and printed is not None:
        raise UsageError(
            f"--diff and {printed} both go to standard output; "
            f"name a file for the report: --format {printed.name}=FILE"
        )


class _Fixable(Record):
    """What fixes make of a project, before any is written."""

    root: str
    report: Report
    files: list[FixedFile]
    unsafe: int
    unfixed: str
    linked_paths: frozenset[str]
    """Files that have another name on the disk, which keeps what it has."""


def _fix_in_memory(options: ProjectOptions, *, makes_unsafe: bool) -> _Fixable:
    """Return what fixes make of the project; raises ``PhaserError``."""
    with ProjectInputs(options) as inputs:
        root, examined = inputs.root, examine_project(options, inputs)
        new = find_new_in_scan(examined)
        files = fix_project_files(examined, new.violations, makes_unsafe=makes_unsafe)
        unsafe_files = [] if makes_unsafe else make_unsafe_fixes(examined, new.violations, files)
        report = make_scan_report(examined, new)
        contracts = examined.checker.contracts.contracts
        unfixed = ""
        # All violations with a fix are existing ones.
        if not select_fixable_violations(new.violations, contracts) and select_fixable_violations(
            examined.report.violations, contracts
        ):
            unfixed = "no violation that has a fix is new"
            if options.since is None and examined.baseline is not None:
                unfixed = (
                    "the baseline covers all violations that have a fix; --no-baseline fixes them"
                )
    unsafe_paths = {file.path for file in unsafe_files}
    safely = _count_fixed_violations(report, [file for file in files if file.path in unsafe_paths])
    return _Fixable(
        root=root,
        report=report,
        files=files,
        unsafe=max(0, _count_fixed_violations(report, unsafe_files) - safely),
        unfixed=unfixed,
        linked_paths=frozenset(file.path for file in files if has_other_name(root, file)),
    )


def fix_project(options: ProjectOptions, *, makes_unsafe: bool) -> FixOutcome:
    """Fix the project on disk, and return what became of it; raises ``PhaserError``."""
    fixable = _fix_in_memory(options, makes_unsafe=makes_unsafe)
    attempts = [
        (file, write_fixed_file(fixable.root, file)) for file in fixable.files if file.fixed
    ]
    is_any_written = any(not refusal for _, refusal in attempts)
    report = check_project(options) if is_any_written else fixable.report
    return _make_outcome(fixable, attempts, report=report)


def _make_outcome(
    fixable: _Fixable,
    attempts: Sequence[tuple[FixedFile, str]],
    *,
    report: Report,
    is_diff: bool = False,
) -> FixOutcome:
    """Return what became of the fixes: *attempts* have the reason why a file was not written."""
    fixed_files = [file for file, refusal in attempts if not refusal]
    failures = [
        Notice(file.path, None, f"not fixed: {refusal}") for file, refusal in attempts if refusal
    ]
    twins = [
        Notice(file.path, None, "another name of this file (a hard link) keeps the old text")
        for file in fixed_files
        if file.path in fixable.linked_paths
    ]
    notices = (*failures, *_note_unmade_fixes(fixable.files), *twins, *report.notices)
    return FixOutcome(
        report=report._replace(notices=notices),
        root=fixable.root,
        files=tuple(fixed_files),
        number=_count_fixed_violations(fixable.report, fixed_files),
        is_diff=is_diff,
        failures=tuple(failures),
        unsafe=fixable.unsafe,
        unfixed=fixable.unfixed,
    )


def print_fix_diff(options: ProjectOptions, *, on_github: bool, makes_unsafe: bool) -> FixOutcome:
    """Print for ``scan --diff`` what would be fixed as a patch, and return what would be; nothing
    is written.

    *on_github*: the output may be a log, in which a runner obeys what a file holds.
    """
    fixable = _fix_in_memory(options, makes_unsafe=makes_unsafe)
    root = fixable.root
    attempts = [(file, explain_refused_write(root, file)) for file in fixable.files if file.fixed]
    folder = find_folder_in_repository(root)
    diff = patch.render([file for file, reason in attempts if not reason], folder=folder)
    if on_github and diff:
        # Between these lines GitHub's runner obeys nothing; git skips them.
        token = f"phaser-{token_hex(16)}"
        diff = f"::stop-commands::{token}\n{diff}::{token}::\n"
    if sys.stdout.isatty():  # which obeys what a file may hold
        sys.stdout.write(patch.make_patch_printable(diff))
    else:
        sys.stdout.flush()
        # As the files have it: a text stream may know other characters, or other line ends.
        sys.stdout.buffer.write(encode_text(diff))
    return _make_outcome(fixable, attempts, report=fixable.report, is_diff=True)


def _count_fixed_violations(report: Report, files: Iterable[FixedFile]) -> int:
    fixed = _list_fixed_violations(files)
    return sum(violation._replace(fix=None) in fixed for violation in report.violations)


def _list_fixed_violations(files: Iterable[FixedFile]) -> set[Violation]:
    return {target.violation for file in files for target in file.fixed}


def _note_unmade_fixes(files: Iterable[FixedFile]) -> list[Notice]:
    """Return why fixes were not made; of a fix that fails everywhere, for a few files."""
    groups: dict[tuple[ContractKey, str], list[str]] = {}
    for file in files:
        for unmade in file.left:
            groups.setdefault((unmade.contract_key, unmade.reason), []).append(unmade.path)
    notices = []
    for (key, reason), paths in groups.items():
        message = f"{name_contract(key)}: not fixed: {reason}"
        notices += [Notice(path, None, message) for path in paths[:_MOST_FILES]]
        surplus = len(paths) - _MOST_FILES
        if surplus > 0:
            text = f"{message}; so in {render_quantity(surplus, 'more file')}"
            notices[-1] = notices[-1]._replace(text=text)
    return notices


def answer_fixing(flags: Flags, options: ProjectOptions, formats: Sequence[ReportTarget]) -> int:
    """Write the fixes, or print them as a patch, and return the exit code of ``scan``."""
    require_fixing_flags(flags, formats)
    if flags.diff:
        formats = [target for target in formats if target.path is not None]
        on_github, unsafe = "GITHUB_ACTIONS" in os.environ, flags.unsafe_fixes
        outcome = print_fix_diff(options, on_github=on_github, makes_unsafe=unsafe)
    else:
        outcome = fix_project(options, makes_unsafe=flags.unsafe_fixes)
    if flags.diff and flags.fails_when_fixed:
        sys.stdout.flush()
        sys.stderr.write(outcome.unfixed_lines())
    has_remarks = prints_remarks(flags, printed_format(flags, formats))
    code = publish_report(
        flags,
        outcome.report,
        formats,
        root=outcome.root,
        in_commit=is_in_commit(flags, is_staged=False),
    )
    summary = outcome.summary(in_commit=flags.fails_when_fixed)
    sys.stderr.write(summary if has_remarks else outcome.failure_lines())
    return apply_exit_zero(flags, outcome.exit_code(code, fails=flags.fails_when_fixed))
