"""``phaser-lint action``: what the GitHub Action runs, with its inputs from the environment.

Where a workflow run changed something only what that introduces counts (``github_base``);
elsewhere the whole project is checked. The log names the case, and why. Annotations and the log go
to standard output, counts to ``GITHUB_OUTPUT``, a summary in Markdown to ``GITHUB_STEP_SUMMARY``.
No result of an earlier run is trusted: a runner of one's own keeps its home folder between jobs.
"""

from __future__ import annotations

import os
import stat
import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from secrets import token_hex

from phaser_lint.check.comparison.contracts_of_revision import explain_older_branch
from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_notices import NoContractsError
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command import exit_codes
from phaser_lint.command.report_output import choose_exit_code
from phaser_lint.contract.deciding_places import find_long_lived_branches
from phaser_lint.contract.model import Report
from phaser_lint.contract.rules import RULES
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError, PhaserError, UsageError
from phaser_lint.core.shared_flags import SEVERITIES, Parser
from phaser_lint.core.text import make_harmless
from phaser_lint.project import begins_repository, find_folder_in_repository, find_git_root
from phaser_lint.project.atomic_write import write_beside
from phaser_lint.project.git.git_settings import is_sparse_checkout
from phaser_lint.project.git.revision_folders import Revision
from phaser_lint.project.github.github_base import Base, find_event_base, find_revision_base
from phaser_lint.project.github.github_event import GithubEvent, read_github_event
from phaser_lint.project.project_of_command import require_project_levels, require_project_root
from phaser_lint.report import github, markdown, sarif
from phaser_lint.report.markdown import LARGEST_SUMMARY
from phaser_lint.report.paths_from_folder import move_report_below
from phaser_lint.report.step_files import fit_markdown, render_outputs
from phaser_lint.report.summary import count_errors, count_warnings


def parser() -> Parser:
    """Return the parser of ``phaser-lint action``, the GitHub Action: no flag but ``--help``."""
    return Parser(
        "phaser-lint action",
        "Run as a GitHub Action, by the variables PHASER_….",
        example="phaser-lint action",
        page="github-action.md",
    )


def run(arguments: Sequence[str]) -> int:
    """Run as the GitHub Action: check, annotate, and return the exit code of a scan."""
    parser().parse_args(arguments)
    try:
        return _check_project(read_action_inputs(os.environ), os.environ)
    except PhaserError as error:
        # Only an annotation is seen on the page of a pull request.
        sys.stdout.write(f"{github.render_run_command('error', with_input_names(str(error)))}\n")
        return exit_codes.INCOMPLETE
    except Exception:
        sys.stdout.write(f"::stop-commands::{token_hex(16)}\n")
        sys.stdout.flush()
        raise


def with_input_names(message: str) -> str:
    """Return the *message* for the GitHub Action's log with inputs for the flags of ``scan``."""
    names_input = message.startswith(("--root: ", "--contracts-dir: "))
    return message.removeprefix("--") if names_input else message


def _check_project(inputs: ActionInputs, environment: Mapping[str, str]) -> int:
    root = require_project_root(inputs.root or environment.get("GITHUB_WORKSPACE") or None)
    trust_checkout(root, os.environ)
    event = read_github_event(environment)
    long_lived = find_long_lived_branches(
        require_project_levels(root), contracts_dir=inputs.contracts_dir or None
    )
    if inputs.since:
        base = find_revision_base(root, inputs.since, event, long_lived=long_lived)
    else:
        base = find_event_base(root, event, long_lived=long_lived)
    ruling = _find_ruling_commit(root, base, inputs=inputs, event=event)
    sys.stdout.write(f"{make_harmless(f'phaser-lint: {base.message}')}\n")
    if (base.unseen or base.lost) and inputs.annotations:
        sys.stdout.write(f"{github.render_run_command('warning', base.message)}\n")
    was_there = _make_base_lookup(root, base)
    paths = split_input_paths(inputs.paths, was_there=was_there)
    options = ProjectOptions(
        # What the change deletes has no content; which files there are is checked with the tree.
        paths=tuple(path for path in paths if os.path.lexists(path) or not was_there(path)),
        root=root,
        contracts_dir=inputs.contracts_dir or None,
        contracts_from=ruling,
        user_contracts=False,
        requires_contracts=True,
        tree=bool(paths),
        # What a sparse checkout leaves out is not missing.
        tracked=is_sparse_checkout(root),
        bases=base.commits,
        # The whole project tells nothing of what the change took away.
        ways_to_base="the input since, which names a revision",
        no_base="without a base to compare with no change is checked" if base.lost else "",
        # actions/checkout sets no origin/HEAD.
        default_branch=event.default_branch,
        # Nobody puts a label on what is merged already.
        allow_weaker=inputs.allow_weaker or event.name in ("push", "merge_group"),
        severity=inputs.severity,
        fixes=bool(inputs.sarif_file),
        cache=False,
        baseline=inputs.baseline if inputs.baseline not in ("", NO_BASELINE) else None,
        counts_baseline=inputs.baseline != NO_BASELINE,
    )
    try:
        report = check_project(options)
    except NoContractsError as error:
        older = "" if inputs.contracts_dir else explain_older_branch(root, base.tip)
        if older:
            raise UsageError(f"{error}; {older}") from None
        if inputs.root or inputs.contracts_dir or ruling is not None:
            raise
        folders = sorted(
            folder.name
            for folder in os.scandir(root)
            if folder.is_dir(follow_symlinks=False) and begins_repository(folder.path)
        )
        verb = "is a checkout" if len(folders) == 1 else "are checkouts"
        hint = f": {', '.join(folders)} {verb}" if folders else ""
        raise UsageError(f"{error}; the input root names the folder of the project{hint}") from None
    of_changes = sorted(
        {contract.rule_id for contract in report.contracts if "base" in RULES[contract.type].needs}
    )
    if base.defaults_problem and (of_changes or report.violations):
        raise UsageError(
            f"{base.defaults_problem}: what the change may have from there cannot be told; "
            "fetch-depth: 0 of actions/checkout brings it"
        )
    from_repository = move_report_below(report, find_folder_in_repository(root))
    compared = bool(base.commits) or report.in_baseline is not None
    # The contracts of a base that is lost cannot judge what the change makes of them.
    is_own_judge = base.lost and not (options.allow_weaker or inputs.contracts_dir)
    failures = (NO_JUDGE,) * is_own_judge
    summary = markdown.render(
        from_repository,
        compared_with=base.message,
        base="".join(base.commits[:1])[:12],
        failures=failures,
    )
    failures += tuple(
        _write_requested_files(
            from_repository, inputs, environment, compared=compared, summary=summary
        )
    )
    if inputs.annotations:
        sys.stdout.write(github.render(from_repository, failures=failures))
    else:
        text = "".join(f"{github.render_run_command('error', message)}\n" for message in failures)
        text += github.render_without_commands(from_repository)
        sys.stdout.write(text)
    code = choose_exit_code(report, fail_on=inputs.fail_on)
    return exit_codes.INCOMPLETE if failures else code


def trust_checkout(root: str, environment: os._Environ[str] | dict[str, str]) -> None:
    """Let git work in the Action's checkout at *root* whoever owns it, only for this process.

    In a container the checkout belongs to another user, and git calls that dubious.
    """
    number = environment.get("GIT_CONFIG_COUNT", "0")
    number = number if number.isascii() and number.isdigit() else "0"
    environment.update(
        {
            "GIT_CONFIG_COUNT": str(int(number) + 1),
            f"GIT_CONFIG_KEY_{int(number)}": "safe.directory",
            f"GIT_CONFIG_VALUE_{int(number)}": (find_git_root(root) or root).replace(os.sep, "/"),
            # Nobody is there to be asked for a password, on a terminal or in a window.
            "GIT_TERMINAL_PROMPT": "0",
            "GCM_INTERACTIVE": "Never",
        }
    )


def _find_ruling_commit(
    root: str, base: Base, *, inputs: ActionInputs, event: GithubEvent
) -> str | None:
    """Return the commit whose contracts count in the action; ``None`` for the checkout's.

    Raises ``UsageError`` where the base is asked for and lost: its change would check itself.
    """
    if inputs.contracts != BASE:
        return None
    if inputs.contracts_dir:
        raise UsageError("contracts and contracts-dir: expected one of them")
    if not base.commits and inputs.since:
        base = find_event_base(root, event)
    if base.lost:
        raise UsageError(f"contracts: expected a base to take them from; {base.message}")
    return base.commits[0] if base.commits else None


def _make_base_lookup(root: str, base: Base) -> Callable[[str], bool]:
    """Return what tells whether a path is in a commit that is compared with."""

    @cache  # git lists the commit once, and only where a path is not on the disk
    def base_revision(commit: str) -> Revision | None:
        try:
            return Revision(root, commit)
        except GitError:
            return None

    def was_there(path: str) -> bool:
        revisions = filter(None, map(base_revision, base.commits))
        try:
            return any(revision.is_there(os.path.abspath(path)) for revision in revisions)
        except GitError:
            return False

    return was_there


def _write_requested_files(
    report: Report,
    inputs: ActionInputs,
    environment: Mapping[str, str],
    *,
    compared: bool,
    summary: str,
) -> list[str]:
    """Write what the workflow asked for, the *summary* too, and return a message for each file that
    failed.
    """
    failures: list[str] = []
    sarif_file = inputs.sarif_file
    if sarif_file:
        try:
            write_whole_file(sarif_file, sarif.render(report), source="sarif-file")
        except UsageError as error:
            failures.append(str(error))
            sarif_file = ""
    page = environment.get("GITHUB_STEP_SUMMARY", "")
    if inputs.summary and page:
        try:
            size = os.path.getsize(page) if os.path.exists(page) else 0
            text = fit_markdown(summary, room=LARGEST_SUMMARY - size)
            append_to_file(page, text, source="summary")
        except UsageError as error:
            failures.append(str(error))
    if environment.get("GITHUB_OUTPUT"):
        outputs = {**make_number_outputs(report, compared=compared), "sarif-file": sarif_file}
        text = render_outputs(outputs, delimiter=f"phaser-{token_hex(16)}")
        try:
            append_to_file(environment["GITHUB_OUTPUT"], text, source="GITHUB_OUTPUT")
        except UsageError as error:
            failures.append(str(error))
    return failures


def make_number_outputs(report: Report, *, compared: bool) -> dict[str, str]:
    """Return the Action's outputs that are numbers, by name; ``new`` and ``old`` where compared."""
    violations = len(report.violations)
    return {
        "violations": str(violations),
        "errors": str(count_errors(report)),
        "warnings": str(count_warnings(report)),
        "new": str(violations) if compared else "",
        "old": str(report.existing) if compared else "",
        "ignored": str(len(report.suppressed)),
        "skipped": str(len(report.skipped)),
        "undecided": str(len(report.undecided)),
        "contract-problems": str(len(report.problems)),
        "files-checked": str(len(report.checked)),
    }


# The inputs of the GitHub Action, which reach the program as variables ``PHASER_…``.

NO_JUDGE = (
    "no base to compare with: what this change does to its own contracts was not checked; "
    "fetch-depth: 2 of actions/checkout brings the base, 0 that of a checkout of the head, and "
    "since: none does without"
)
"""Why a change whose base is lost does not pass."""
NO_BASELINE = "none"
BASE = "base"


class ActionInputs(Record):
    """The inputs of a workflow; an empty text stands for one that it left out."""

    paths: str = ""
    """As the workflow has them; ``split_input_paths`` tells them apart."""
    root: str = ""
    contracts_dir: str = ""
    contracts: str = "head"
    allow_weaker: bool = False
    since: str = ""
    severity: str = "all"
    fail_on: str = "error"
    baseline: str = ""
    sarif_file: str = ""
    annotations: bool = True
    summary: bool = True


def read_action_inputs(environment: Mapping[str, str]) -> ActionInputs:
    """Return the Action's inputs in the *environment*; raises ``UsageError`` for wrong ones."""
    return ActionInputs(
        paths=environment.get("PHASER_PATHS", ""),
        root=_read_input(environment, "ROOT"),
        contracts_dir=_read_input(environment, "CONTRACTS_DIR"),
        contracts=_read_choice(environment, "CONTRACTS", ("head", BASE)),
        allow_weaker=_read_choice(environment, "ALLOW_WEAKER", ("false", "true")) == "true",
        since=_read_input(environment, "SINCE"),
        severity=_read_choice(environment, "SEVERITY", ("all", *SEVERITIES[:-1])),
        fail_on=_read_choice(environment, "FAIL_ON", ("error", "warning")),
        baseline=_read_input(environment, "BASELINE"),
        sarif_file=_read_input(environment, "SARIF_FILE"),
        annotations=_read_choice(environment, "ANNOTATIONS", ("true", "false")) == "true",
        summary=_read_choice(environment, "SUMMARY", ("true", "false")) == "true",
    )


def split_input_paths(input_text: str, *, was_there: Callable[[str], bool]) -> tuple[str, ...]:
    """Return the paths of the Action's input ``paths``, relative to the working directory: one a
    line.

    A line that is the name of a file or folder is one path, whatever blanks it has; so is that of
    one that *was_there*, before the change deleted it. Any other holds several between white space
    if all of those are known.
    """

    def is_known(path: str) -> bool:
        return os.path.lexists(path) or was_there(path)

    paths: list[str] = []
    for line in input_text.split("\n"):
        if not line.strip():
            continue
        name = next(filter(is_known, (line.removesuffix("\r"), line.strip())), line.strip())
        words = line.split()
        paths += words if not is_known(name) and all(map(is_known, words)) else [name]
    return tuple(paths)


def _read_input(environment: Mapping[str, str], name: str) -> str:
    return environment.get(f"PHASER_{name}", "").strip()


def _read_choice(environment: Mapping[str, str], name: str, choices: tuple[str, ...]) -> str:
    choice = _read_input(environment, name).lower() or choices[0]
    if choice not in choices:
        input_name = name.lower().replace("_", "-")
        raise UsageError(f"{input_name}: expected one of {', '.join(choices)}, not {choice}")
    return choice


# Writing the files that a run was asked for: whole or not at all.


def write_whole_file(path: str, text: str, *, source: str) -> None:
    """Write *text* for the GitHub Action to *path*, with its folders; a link there is replaced.

    Raises ``UsageError``, which names the flag or input *source*, and then nothing has changed.
    """
    content = text.encode("utf-8", "backslashreplace")
    try:
        if os.path.isdir(path):
            raise IsADirectoryError(0, "a folder is there")
        mode = os.lstat(path).st_mode if os.path.lexists(path) else stat.S_IFREG
        # Replacing /dev/null would take it from every program of the machine.
        if not (stat.S_ISREG(mode) or stat.S_ISLNK(mode)):
            raise OSError(0, "a special file is there")
        os.makedirs(os.path.dirname(path) or ".", exist_ok=True)
        with write_beside(path, content) as temporary:
            os.chmod(temporary, 0o644)
            os.replace(temporary, path)
    except OSError as error:
        raise _make_write_error(path, source, error) from None


def append_to_file(path: str, text: str, *, source: str) -> None:
    """Append *text* to the Action's file at *path*; ``UsageError`` leaves it as it was."""
    content = text.encode("utf-8", "backslashreplace")
    try:
        with open(path, "ab", buffering=0) as file:
            size = file.tell()
            if file.write(content) != len(content):  # a full disk takes a part
                file.truncate(size)
                raise OSError(0, "no room for all of it")
    except OSError as error:
        raise _make_write_error(path, source, error) from None


def _make_write_error(path: str, source: str, error: OSError) -> UsageError:
    return UsageError(f"{source}: {path}: cannot be written: {error.strerror or error}")
