"""``phaser-lint action``: what it prints, writes and returns, on clones as GitHub makes them.

What it compares with is in ``tests/project/github/test_github_base.py``, the whole of
``action.yml`` in ``tests/test_action_yml.py``.
"""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from phaser_lint.check.project_check import check_project
from phaser_lint.check.project_options import ProjectOptions
from phaser_lint.command.action import trust_checkout
from phaser_lint.report.markdown import LARGEST_SUMMARY
from phaser_lint.report.step_files import CUT
from tests.action_runner import key_values
from tests.check.comparison.test_contracts_of_revision import EXISTING
from tests.command.made import contract, no_file
from tests.conftest import write_files
from tests.github_server import OLD, event_environment, pull_request_environment
from tests.report.runner_commands import Command, annotations_of, commands_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from phaser_lint.contract.model import Report
    from tests.conftest import Git, Outcome, Run
    from tests.github_server import Server

SCRIPTED = "phaser-lint: checking the whole project: the event workflow_dispatch changes nothing by itself\n"  # noqa: E501
ANNOTATION = (
    "::error file={0},line={line},endLine={line},col=1,endColumn=7,"
    "title=no-print (.claude/contracts/a.yaml%3A1)::{0}:{line}:1: no-print: Use the logger.\n"
)
NEW = ANNOTATION.format("a.py", line=2) + ANNOTATION.format("new.py", line=1)
TOTALS = "phaser-lint: 2 errors, 0 warnings; 2 files checked, 1 existing violation\n"


def base_sentence(server: Server) -> str:
    base = server.commits["main"][:12]
    return f"phaser-lint: only what is new since {base} counts (the pull request's base)\n"


@pytest.fixture
def workspace(server: Server, tmp_path: Path) -> Path:
    """The merge commit of the pull request, with its base."""
    return server.checkout(tmp_path / "workspace", depth=2)


class Files:
    """The files that the runner reads after the step."""

    def __init__(self, folder: Path) -> None:
        folder.mkdir()
        self.summary, self.output = folder / "summary.md", folder / "output"
        self.summary.touch()
        self.output.touch()

    @property
    def environment(self) -> dict[str, str]:
        return {"GITHUB_STEP_SUMMARY": str(self.summary), "GITHUB_OUTPUT": str(self.output)}

    @property
    def outputs(self) -> dict[str, str]:
        return key_values(self.output.read_text(encoding="utf-8"))


@pytest.fixture
def files(tmp_path: Path) -> Files:
    return Files(tmp_path / "runner")


def act(run: Run, server: Server, root: Path, **env: str) -> Outcome:
    """The pull request's own event, changed by *env*."""
    environment = pull_request_environment(server, root.parent)
    return run("action", cwd=root, env={**environment, "GITHUB_WORKSPACE": str(root), **env})


def act_on_all(run: Run, server: Server, root: Path, **env: str) -> Outcome:
    """An event that changes nothing."""
    dispatched = event_environment(server, "workflow_dispatch", root.parent, {})
    return run("action", cwd=root, env={**dispatched, "GITHUB_WORKSPACE": str(root), **env})


def test_what_a_run_without_a_change_needs_is_an_input(
    run: Run, server: Server, workspace: Path
) -> None:
    """The log named --since and --staged, which no workflow can give."""
    frozen = contract("frozen", type="file_frozen", pattern=None, file_glob="*.sql")
    write_files(workspace, {".claude/contracts/frozen.yaml": frozen})
    outcome = act_on_all(run, server, workspace)
    notes = [line for line in outcome.out.splitlines() if "not checked" in line]
    assert notes == [
        ".claude/contracts/frozen.yaml: note: 1 contract not checked: frozen; "
        "needs the input since, which names a revision"
    ]
    assert "--staged" not in outcome.out


def test_only_what_the_pull_request_introduces(
    run: Run, server: Server, workspace: Path, files: Files
) -> None:
    """Annotations, a last line, the counts and the summary."""
    outcome = act(run, server, workspace, **files.environment)
    assert outcome == (1, base_sentence(server) + NEW + TOTALS, "")
    assert files.outputs == {
        "violations": "2",
        "errors": "2",
        "warnings": "0",
        "new": "2",
        "old": "1",
        "ignored": "0",
        "skipped": "0",
        "undecided": "0",
        "contract-problems": "0",
        "files-checked": "2",
        "sarif-file": "",
    }
    summary = files.summary.read_text(encoding="utf-8")
    command = f"phaser-lint scan --since {server.commits['main'][:12]}"
    assert (
        f"`phaser-lint list ID` shows one, `{command}` checks on your machine: <https://" in summary
    )
    assert f"\n{base_sentence(server)[13:-1]}.\n" in summary.replace("&#39;", "'")


def test_where_nothing_is_compared_all_is_checked(
    run: Run, server: Server, workspace: Path, files: Files
) -> None:
    """Nothing existed before or new where nothing is compared."""
    outcome = act_on_all(run, server, workspace, **files.environment)
    places = (("a.py", 1), ("a.py", 2), ("base.py", 1), ("new.py", 1), ("old.py", 1))
    annotations = "".join(ANNOTATION.format(path, line=line) for path, line in places)
    totals = "phaser-lint: 5 errors, 0 warnings; 4 files checked\n"
    assert outcome == (1, SCRIPTED + annotations + totals, "")
    assert (files.outputs["violations"], files.outputs["new"], files.outputs["old"]) == (
        "5",
        "",
        "",
    )


def test_existing_violations_fail_no_pull_request(
    run: Run, server: Server, tmp_path: Path, files: Files
) -> None:
    """existing violations does not fail it."""
    server.commit("clean", {"a.py": OLD + "x\n"}, onto="main")
    merge = server.pull_request("clean")
    root = server.checkout(tmp_path / "workspace", depth=1)
    outcome = act(run, server, root, GITHUB_SHA=merge, **files.environment)
    totals = "phaser-lint: 0 errors, 0 warnings; 1 file checked, 1 existing violation\n"
    assert outcome == (0, base_sentence(server) + totals, "")
    assert (files.outputs["violations"], files.outputs["old"]) == ("0", "1")


def test_without_annotations_the_log_has_all_of_it(
    run: Run, server: Server, workspace: Path, files: Files
) -> None:
    """The log has all of it, and no workflow command."""
    inputs = {"PHASER_ANNOTATIONS": "false", "PHASER_SUMMARY": "false"}
    outcome = act(run, server, workspace, **inputs, **files.environment)
    violation_lines = "".join(
        f"{place}:1: error: Use the logger. [no-print]\n" for place in ("a.py:2", "new.py:1")
    )
    totals = "\n2 errors, 0 warnings\nphaser-lint: 2 files checked, 1 existing violation\n"
    assert outcome == (1, base_sentence(server) + violation_lines + totals, "")
    assert commands_of(outcome.out) == []
    assert files.summary.read_text() == ""
    assert files.outputs["errors"] == "2"


def test_outside_of_a_runner(run: Run, server: Server, workspace: Path) -> None:
    """No files to write for it."""
    assert act(run, server, workspace).code == 1


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("inputs", "code", "totals"),
    [
        ({"PATHS": "a.py"}, 1, "1 error, 0 warnings; 1 file checked, 1 existing violation"),
        (
            {"PATHS": "a.py\nold.py\n"},
            1,
            "1 error, 0 warnings; 2 files checked, 2 existing violations",
        ),
        ({"SINCE": "HEAD", "PATHS": "a.py"}, 1, "2 errors, 0 warnings; 1 file checked"),
        ({"SINCE": "none", "PATHS": "old.py"}, 1, "1 error, 0 warnings; 1 file checked"),
        ({"SEVERITY": "error"}, 1, "2 errors, 0 warnings; 2 files checked, 1 existing violation"),
        (
            {"CONTRACTS_DIR": "rules"},
            0,
            "0 errors, 2 warnings; 2 files checked, 1 existing violation",
        ),
        ({"CONTRACTS_DIR": "rules", "FAIL_ON": "warning"}, 1,
         "0 errors, 2 warnings; 2 files checked, 1 existing violation"),
    ],
)  # fmt: skip
def test_inputs_come_as_variables(
    run: Run, server: Server, workspace: Path, inputs: dict[str, str], code: int, totals: str
) -> None:
    warning = contract("no-print", severity="warning")
    write_files(workspace, {"rules/a.yaml": warning})
    variables = {f"PHASER_{name}": field for name, field in inputs.items()}
    outcome = act(run, server, workspace, **variables)
    assert (outcome.code, outcome.out.splitlines()[-1]) == (code, f"phaser-lint: {totals}")


def test_a_path_with_a_blank(run: Run, server: Server, workspace: Path) -> None:
    """It is one path; those that its parts name are not asked for, and a typo is an error."""
    write_files(workspace, {"src/old x": "print(1)\n", "src/old": "print(1)\n", "x": ""})
    contracts = {"rules/a.yaml": contract(file_glob="*")}
    write_files(workspace, contracts)
    variables = {"PHASER_SINCE": "none", "PHASER_CONTRACTS_DIR": "rules"}
    outcome = act(run, server, workspace, PHASER_PATHS="src/old x", **variables)
    assert [command.properties["file"] for command in commands_of(outcome.out)] == ["src/old x"]
    outcome = act(run, server, workspace, PHASER_PATHS="src/old y", **variables)
    assert (outcome.code, outcome.err) == (2, "")
    assert commands_of(outcome.out)[-1].message == (
        "src/old y: no such file or folder; did you mean src/old x?"
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("paths", "totals"),
    [
        ("old.py\nnew.py", "0 errors, 0 warnings; 1 file checked, 1 existing violation"),
        ("old.py new.py", "0 errors, 0 warnings; 1 file checked, 1 existing violation"),
        ("old.py", "0 errors, 0 warnings; 0 files checked"),
        ("a b.py", "0 errors, 0 warnings; 0 files checked"),
    ],
)
def test_paths_that_the_change_deletes(
    run: Run, server: Server, git: Git, tmp_path: Path, paths: str, totals: str
) -> None:
    """They have no content left, and no other file is checked for them."""
    root = server.checkout(tmp_path / "workspace", depth=2)
    write_files(root, {"a b.py": "x\n"})
    git(root, "add", "-A")
    git(root, "commit", "-q", "-m", "before")
    git(root, "rm", "-q", "old.py", "a b.py")
    git(root, "commit", "-q", "-m", "deleted")
    outcome = act(run, server, root, PHASER_PATHS=paths, PHASER_SINCE="HEAD^")
    last = outcome.out.splitlines()[-1]
    assert (outcome.code, last) == (0, f"phaser-lint: {totals}")


def test_a_checkout_in_a_folder(run: Run, server: Server, git: Git, tmp_path: Path) -> None:
    """The workspace holds no contracts then, and the message names the input that helps."""
    root = tmp_path / "workspace"
    root.mkdir()
    server.checkout(root / "repo", depth=2)
    outcome = act(run, server, root)
    assert outcome.code == 2
    (message,) = [
        command.message for command in commands_of(outcome.out) if command.name == "error"
    ]
    assert message == (
        f"no contracts in .claude/contracts or .phaser/contracts of {root}: nothing can be "
        "checked; the input root names the folder of the project: repo is a checkout"
    )
    assert act(run, server, root, PHASER_ROOT="repo").out.endswith(TOTALS)
    server.checkout(root / "tools", depth=2)
    assert (
        "root names the folder of the project: repo, tools are checkouts"
        in act(run, server, root).out
    )


@pytest.mark.one_row_in(5)
@pytest.mark.parametrize("depth", [0, 1])
@pytest.mark.parametrize(
    ("inputs", "looked_in"),
    [
        ({}, ".claude/contracts or .phaser/contracts of {root}"),
        ({"PHASER_SINCE": "main"}, ".claude/contracts or .phaser/contracts of {root}"),
        ({"PHASER_CONTRACTS": "base"}, "{start}"),
    ],
    ids=["the event's base", "since", "the base's contracts"],
)
def test_a_branch_that_is_older_than_the_contracts(
    run: Run, server: Server, tmp_path: Path, depth: int, inputs: dict[str, str], looked_in: str
) -> None:
    """A checkout of its head was told to name the folder of the project, which has no other."""
    server.git(server.repository, "switch", "-q", "main")
    server.git(server.repository, "rm", "-q", "-r", ".claude")
    start = server.commit("main", {"plain.py": "print(4)\n"})
    server.commit("older", {"c.py": "print(5)\n"}, onto="main")
    server.commit("main", {".claude/contracts/a.yaml": contract()})
    root = server.checkout(tmp_path / "workspace", depth=depth, ref="refs/heads/older")
    outcome = act(run, server, root, **inputs)
    place = looked_in.format(root=root, start=start)
    assert (outcome.code, outcome.out.splitlines()[-1]) == (
        2,
        f"::error title=phaser-lint::no contracts in {place}: nothing can be checked; this branch "
        "is older than the contracts of its base: rebase it, or check out the merge with the base, "
        "as actions/checkout does without ref",
    )


def test_a_change_that_removes_all_contracts(
    run: Run, server: Server, workspace: Path, files: Files
) -> None:
    """It is named as the reason, and outputs are set as for any other change."""
    shutil.rmtree(workspace / ".claude")
    outcome = act(run, server, workspace, **files.environment)
    errors, warnings = (
        [command.message for command in commands_of(outcome.out) if command.name == name]
        for name in ("error", "warning")
    )
    assert (outcome.code, errors[0], warnings[0]) == (
        2,
        ".claude/contracts:1:1: phaser-lint: contracts: expected at least one; the change removes "
        "1 contract of the base (only the base's contracts checked)",
        ".claude/contracts/a.yaml: phaser-lint: contract no-print removed",
    )
    assert (files.outputs["contract-problems"], files.outputs["errors"]) == ("1", "2")
    assert "the change removes 1 contract of the base" in files.summary.read_text(encoding="utf-8")


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("env", "message"),
    [
        ({"PHASER_FAIL_ON": "info"}, "fail-on: expected one of error, warning, not info"),
        ({"PHASER_ROOT": "none"}, "root: expected a folder: none"),
        ({"PHASER_PATHS": "none.py"}, "none.py: no such file or folder"),
        ({"PHASER_PATHS": "::error::x\n##[error]x"}, "::error::x: no such file or folder"),
        ({"PHASER_SINCE": "gone"}, "since: expected a git revision that is in the checkout of "),
        ({"PHASER_SINCE": "##[error]x"}, "since: expected a git revision that is in the checkout"),
        ({"PHASER_CONTRACTS_DIR": "none"}, "contracts-dir: expected a folder of contract files"),
    ],
)
def test_a_wrong_input_is_one_annotation(
    run: Run, server: Server, workspace: Path, files: Files, env: dict[str, str], message: str
) -> None:
    """Exit code 2 and one annotation; nothing is written for the runner."""
    outcome = act(run, server, workspace, **env, **files.environment)
    assert (outcome.code, outcome.err) == (2, "")
    (command,) = commands_of(outcome.out)
    assert (command.name, command.properties) == ("error", {"title": "phaser-lint"})
    assert command.message.startswith(message)
    assert (files.output.read_text(), files.summary.read_text()) == ("", "")


def test_an_invalid_contract_makes_the_run_incomplete(
    run: Run, server: Server, workspace: Path, files: Files
) -> None:
    """The run is incomplete, and the page of the pull request says why."""
    write_files(workspace, {".claude/contracts/b.yaml": contract("no-x", pattern="(")})
    outcome = act(run, server, workspace, **files.environment)
    assert outcome.code == 2
    first_command = commands_of(outcome.out)[0]
    assert first_command.properties["file"] == ".claude/contracts/b.yaml"
    assert first_command.message.startswith(".claude/contracts/b.yaml:3:1: phaser-lint: pattern: ")
    assert files.outputs["contract-problems"] == "1"


def test_the_sarif_file_is_written_whole(
    run: Run, server: Server, workspace: Path, files: Files
) -> None:
    """Written whole, and named in an output."""
    sarif = {"PHASER_SARIF_FILE": "out/a b.sarif"}
    assert act(run, server, workspace, **sarif, **files.environment).code == 1
    document = json.loads((workspace / "out" / "a b.sarif").read_text(encoding="utf-8"))
    assert len(document["runs"][0]["results"]) == 2
    assert files.outputs["sarif-file"] == "out/a b.sarif"


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("variable", "input_name"),
    [
        ("PHASER_SARIF_FILE", "sarif-file"),
        ("GITHUB_STEP_SUMMARY", "summary"),
        ("GITHUB_OUTPUT", "GITHUB_OUTPUT"),
    ],
)
def test_files_that_cannot_be_written(
    run: Run, server: Server, workspace: Path, files: Files, variable: str, input_name: str
) -> None:
    """First the failure, which ten violations must not hide, then what was found; exit code 2."""
    unwritable = {**files.environment, variable: str(workspace / "a.py" / "x")}
    outcome = act(run, server, workspace, **unwritable)
    failed, *commands = commands_of(outcome.out)
    assert (outcome.code, len(commands), outcome.err) == (2, 2, "")
    path = workspace / "a.py" / "x"
    reason = "File exists" if input_name == "sarif-file" else "Not a directory"
    message = f"{input_name}: {path}: cannot be written: {reason}"
    assert failed == Command("error", {"title": "phaser-lint"}, message)
    if input_name == "sarif-file":
        assert files.outputs["sarif-file"] == ""


@pytest.mark.parametrize(("annotations", "expected_count"), [("true", 10), ("false", 1)])
def test_a_failure_is_one_of_ten_annotations(
    run: Run, server: Server, workspace: Path, files: Files, annotations: str, expected_count: int
) -> None:
    """GitHub drops the eleventh error of a step."""
    write_files(workspace, {"many.py": OLD * 12})
    switched = {"PHASER_SARIF_FILE": "a.py/x", "PHASER_ANNOTATIONS": annotations}
    outcome = act(run, server, workspace, **switched, **files.environment)
    first_annotation, *other_annotations = annotations_of(outcome.out)
    assert (outcome.code, first_annotation.message) == (
        2,
        "sarif-file: a.py/x: cannot be written: File exists",
    )
    assert len(other_annotations) == expected_count - 1
    assert files.outputs["errors"] == "14"


def test_what_a_sparse_checkout_leaves_out_is_not_missing(
    run: Run, server: Server, tmp_path: Path, git: Git, files: Files
) -> None:
    """What it leaves out is not missing, and what the pull request deletes is."""
    required = contract("has-page", type="file_exists", pattern=None, file_glob="/docs/a.md")
    server.commit("docs", {"docs/a.md": "x\n", ".claude/contracts/b.yaml": required}, onto="main")
    server.commit("work", {"src/new.py": OLD}, onto="docs")
    merge = server.pull_request("work", "docs")
    root = server.checkout(tmp_path / "workspace", depth=2)
    git(root, "sparse-checkout", "set", "src", ".claude")
    outcome = act(run, server, root, GITHUB_SHA=merge, **files.environment)
    assert not (root / "docs").exists()
    (command,) = annotations_of(outcome.out)
    assert (outcome.code, command.properties["file"]) == (1, "src/new.py")
    git(root, "rm", "-q", "--sparse", "docs/a.md")
    outcome = act(run, server, root, GITHUB_SHA=merge, **files.environment)
    assert [commands.properties["title"] for commands in annotations_of(outcome.out)] == [
        "has-page",
        "no-print (.claude/contracts/a.yaml:1)",
    ]


def test_a_summary_stays_below_the_limit_of_the_runner(
    run: Run,
    server: Server,
    workspace: Path,
    files: Files,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Above it the runner would throw it away, and what other commands of the step wrote."""
    monkeypatch.setattr(
        "phaser_lint.command.action.markdown.render", lambda *_, **_keys: "é line\n\n" * 200_000
    )
    files.summary.write_text("There before.\n\n")
    assert act(run, server, workspace, **files.environment).code == 1
    content = files.summary.read_bytes()
    assert LARGEST_SUMMARY - 200 < len(content) <= LARGEST_SUMMARY
    assert content.startswith("There before.\n\né line\n\n".encode())
    assert content.endswith(CUT.encode())


def test_project_in_a_folder_of_the_repository(
    run: Run, server: Server, tmp_path: Path, files: Files
) -> None:
    """GitHub knows files by their path in the repository, wherever the checkout lies."""
    project_files = {"web/app/a.py": OLD, "web/app/.claude/contracts/a.yaml": contract()}
    server.commit("below", project_files, onto="main")
    merge = server.pull_request("below")
    (tmp_path / "workspace").mkdir()
    root = server.checkout(tmp_path / "workspace" / "checkout", depth=2)
    outcome = act(
        run, server, root, GITHUB_SHA=merge, PHASER_ROOT="web/app",
        PHASER_SARIF_FILE="x.sarif", **files.environment,
    )  # fmt: skip
    annotated_paths = [command.properties["file"] for command in commands_of(outcome.out)]
    assert annotated_paths == ["web/app/a.py", "web/app/.claude/contracts/a.yaml"]
    assert '"uri": "web/app/a.py"' in (root / "x.sarif").read_text()
    assert "web/app/a.py" in files.summary.read_text()


def test_a_forbidden_file_that_a_pull_request_adds_fails_it(
    run: Run, server: Server, tmp_path: Path
) -> None:
    added = {".env": "x\n", ".claude/contracts/b.yaml": no_file(".env")}
    server.commit("adds", added, onto="main")
    merge = server.pull_request("adds")
    root = server.checkout(tmp_path / "workspace", depth=1)
    outcome = act(run, server, root, GITHUB_SHA=merge)
    assert commands_of(outcome.out) == [
        Command(
            "error",
            {"file": ".env", "line": "1", "title": "no-file (.claude/contracts/b.yaml:1)"},
            ".env:1:1: no-file: Keep it out.",
        ),
        Command(
            "notice",
            {"file": ".claude/contracts/b.yaml", "line": "1", "title": "phaser-lint"},
            f".claude/contracts/b.yaml:1:1: phaser-lint: contract no-file added{EXISTING}",
        ),
    ]


@pytest.fixture
def relaxed(server: Server, tmp_path: Path) -> Callable[[], tuple[Path, str]]:
    """A pull request that turns the contract off, and breaks it."""

    def relax_contract() -> tuple[Path, str]:
        off = contract() + "enabled: false\n"
        server.commit("off", {".claude/contracts/a.yaml": off, "b.py": "print(1)\n"}, onto="main")
        merge = server.pull_request("off")
        return server.checkout(tmp_path / "workspace", depth=1), merge

    return relax_contract


DISABLED = (
    "::warning file=.claude/contracts/a.yaml,line=1,title=phaser-lint::"
    ".claude/contracts/a.yaml:1:1: phaser-lint: contract no-print disabled\n"
)


WEAKER = ANNOTATION.format("b.py", line=1).replace(
    "logger.\n", "logger. (the change makes this contract weaker)\n"
)
ALLOWED = "contract no-print is weaker: 1 violation of it let pass (b.py:1)\n"


def test_a_change_that_breaks_what_it_relaxes_fails(
    run: Run, server: Server, relaxed: Callable[[], tuple[Path, str]]
) -> None:
    """At the line, as a violation of the base's contract, which SARIF describes."""
    root, merge = relaxed()
    outcome = act(run, server, root, GITHUB_SHA=merge, PHASER_SARIF_FILE="x.sarif")
    assert (outcome.code, WEAKER in outcome.out, DISABLED in outcome.out) == (1, True, True)
    results = json.loads((root / "x.sarif").read_text(encoding="utf-8"))["runs"][0]
    rules = [rule["id"] for rule in results["tool"]["driver"]["rules"]]
    assert (rules, [result["ruleId"] for result in results["results"]]) == (
        ["no-print"],
        ["no-print"],
    )


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    "variables",
    [
        {"PHASER_ALLOW_WEAKER": "true"},
        {"GITHUB_EVENT_NAME": "push", "PHASER_SINCE": "main"},
        {"GITHUB_EVENT_NAME": "merge_group", "PHASER_SINCE": "main"},
    ],
)
def test_a_weaker_contract_is_noted_where_nobody_labels(
    run: Run,
    server: Server,
    relaxed: Callable[[], tuple[Path, str]],
    variables: dict[str, str],
) -> None:
    """Or where the input says so."""
    root, merge = relaxed()
    outcome = act(run, server, root, GITHUB_SHA=merge, **variables)
    assert (outcome.code, ALLOWED in outcome.out, WEAKER in outcome.out) == (0, True, False)


@pytest.mark.parametrize(
    ("variables", "code"),
    [({}, 2), ({"PHASER_ALLOW_WEAKER": "true"}, 0)],
    ids=["refused", "allowed"],
)
def test_a_pull_request_that_makes_a_text_binary(
    run: Run, server: Server, tmp_path: Path, variables: dict[str, str], code: int
) -> None:
    """It passed with a notice: nothing in the file was checked any more."""
    server.commit("hidden", {"a.py": OLD + "print(1)  # \0\n"}, onto="main")
    merge = server.pull_request("hidden")
    root = server.checkout(tmp_path / "workspace", depth=2)
    outcome = act(run, server, root, GITHUB_SHA=merge, **variables)
    annotation = outcome.out.splitlines()[1].partition("title=")[2]
    said = "newly skipped: binary" if variables else "no-print: undecided: the change makes the"
    assert (outcome.code, said in annotation) == (code, True)


def test_a_change_of_contracts_is_reported(
    run: Run, server: Server, files: Files, relaxed: Callable[[], tuple[Path, str]]
) -> None:
    """At the contract and in the summary."""
    root, merge = relaxed()
    outcome = act(run, server, root, GITHUB_SHA=merge, **files.environment)
    assert DISABLED in outcome.out
    assert (
        "### What this change does to contracts\n\n"
        "- <code>.claude/contracts/a.yaml:1</code>: contract no-print disabled\n"
    ) in files.summary.read_text(encoding="utf-8")


def test_since_what_the_checkout_is(
    run: Run, server: Server, relaxed: Callable[[], tuple[Path, str]]
) -> None:
    """HEAD was compared with itself, and was what its own contracts were checked by."""
    root, merge = relaxed()
    head = act(run, server, root, GITHUB_SHA=merge, PHASER_SINCE="HEAD")
    first_line = (
        "phaser-lint: checking the whole project: since: HEAD has all that the checkout has\n"
    )
    assert (head.code, head.out.startswith(first_line)) == (0, True)
    by_base = {"PHASER_SINCE": "HEAD", "PHASER_CONTRACTS": "base"}
    outcome = act(run, server, root, GITHUB_SHA=merge, **by_base)
    assert (outcome.code, ANNOTATION.format("b.py", line=1) in outcome.out) == (1, True)


@pytest.mark.parametrize("annotations", ["true", "false"])
def test_a_checkout_without_the_change(
    run: Run, server: Server, tmp_path: Path, annotations: str
) -> None:
    """That of ``pull_request_target``: nothing of the pull request is checked, whatever it says."""
    root = server.checkout(tmp_path / "workspace", depth=1, ref="refs/heads/main")
    env = {"GITHUB_EVENT_NAME": "pull_request_target", "GITHUB_SHA": server.commits["main"]}
    outcome = act(run, server, root, PHASER_ANNOTATIONS=annotations, **env)
    message = "checking the whole project: this is the base itself: "
    lines = outcome.out.splitlines()
    assert lines[0].startswith(f"phaser-lint: {message}")
    warned = lines[1].startswith(f"::warning title=phaser-lint::{message}")
    assert warned == (annotations == "true")


UNFETCHED = "checking the whole project: the base is not in this checkout and cannot be fetched"
OWN_JUDGE = (
    "no base to compare with: what this change does to its own contracts was not checked; "
    "fetch-depth: 2 of actions/checkout brings the base, 0 that of a checkout of the head, and "
    "since: none does without"
)


@pytest.mark.parametrize("annotations", ["true", "false"])
def test_a_pull_request_whose_base_is_lost_does_not_check_itself(
    run: Run, server: Server, git: Git, tmp_path: Path, files: Files, annotations: str
) -> None:
    """It turned a contract off and passed: its own contracts, exclusions and baseline counted."""
    contracts = {".claude/contracts/a.yaml": contract(enabled=False), "b.py": "print(3)\n"}
    server.commit("relaxed", contracts, onto="main")
    merge = server.pull_request("relaxed")
    root = server.checkout(tmp_path / "workspace", depth=1)
    git(root, "remote", "set-url", "origin", "file:///none/owner/project")
    env = {"GITHUB_SHA": merge, "PHASER_ANNOTATIONS": annotations, **files.environment}
    outcome = act(run, server, root, **env)
    lines = outcome.out.splitlines()
    assert (outcome.code, lines[0].startswith(f"phaser-lint: {UNFETCHED}")) == (2, True)
    warned = lines[1].startswith(f"::warning title=phaser-lint::{UNFETCHED}")
    assert warned == (annotations == "true")
    assert f"::error title=phaser-lint::{OWN_JUDGE}" in lines
    summary = files.summary.read_text(encoding="utf-8").replace("&#58;", ":")
    assert f"\n\n{UNFETCHED}" in summary
    assert f"### Not checked\n\n- {OWN_JUDGE}\n" in summary


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    "env",
    [
        {"PHASER_SINCE": "none"},
        {"PHASER_ALLOW_WEAKER": "true"},
        {"PHASER_CONTRACTS_DIR": ".claude/contracts"},
        {"GITHUB_EVENT_NAME": "merge_group"},
    ],
    ids=["without a base", "what is weaker is a note", "no contracts of its own", "merge group"],
)
def test_a_lost_base_fails_nothing_that_it_would_not_judge(
    run: Run, server: Server, git: Git, tmp_path: Path, env: dict[str, str]
) -> None:
    """Nobody labels a merge group."""
    server.commit("clean", {"old.py": "x = 1\n"}, onto="main")
    for name in ("a.py", "base.py"):
        server.commit("clean", {name: "x = 1\n"})
    merge = server.pull_request("clean")
    root = server.checkout(tmp_path / "workspace", depth=1)
    git(root, "remote", "set-url", "origin", "file:///none/owner/project")
    outcome = act(run, server, root, GITHUB_SHA=merge, **env)
    assert (outcome.code, outcome.out.count("::error")) == (0, 0)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("annotations", ["true", "false"])
def test_a_lost_base_leaves_contracts_about_changes_undecided(
    run: Run, server: Server, git: Git, tmp_path: Path, files: Files, annotations: str
) -> None:
    """Where what must stay may be gone, nothing passes, and the summary names it."""
    keep = contract("keep", type="keep_pattern", pattern=r"old\w*")
    server.commit("keeping", {".claude/contracts/a.yaml": keep}, onto="main")
    merge = server.pull_request("keeping")
    root = server.checkout(tmp_path / "workspace", depth=1)
    env = {"GITHUB_SHA": merge, "PHASER_ANNOTATIONS": annotations, "PHASER_ALLOW_WEAKER": "true"}
    address = git(root, "remote", "get-url", "origin").strip()
    git(root, "remote", "set-url", "origin", "file:///none/owner/project")
    outcome = act(run, server, root, **env, **files.environment)
    git(root, "remote", "set-url", "origin", address)
    assert (outcome.code, act(run, server, root, **env).code) == (2, 0)
    reason = "without a base to compare with no change is checked"
    assert f".claude/contracts/a.yaml:1:1: keep: undecided: {reason}\n" in outcome.out or (
        f".claude/contracts/a.yaml: undecided: keep: {reason}\n" in outcome.out
    )
    assert files.outputs["undecided"] == "1"
    assert f"keep was not checked: {reason}\n" in (
        files.summary.read_text(encoding="utf-8").replace("&#58;", ":")
    )


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("since", ["", "none"])
def test_a_pull_request_relaxes_no_contract_for_itself(
    run: Run, server: Server, relaxed: Callable[[], tuple[Path, str]], since: str
) -> None:
    """No change relaxes them for itself, whatever counts as new."""
    root, merge = relaxed()
    env = {"PHASER_CONTRACTS": "base", "PHASER_SINCE": since}
    outcome = act(run, server, root, GITHUB_SHA=merge, **env)
    assert outcome.code == 1
    assert ANNOTATION.format("b.py", line=1) in outcome.out
    assert DISABLED in outcome.out


def test_the_pull_request_that_brings_the_first_contracts(
    run: Run, server: Server, tmp_path: Path
) -> None:
    """No base could have any: it passes and says so; without any it is the error it was."""
    server.git(server.repository, "switch", "-q", "main")
    server.git(server.repository, "rm", "-q", "-r", ".claude")
    server.commit("main", {"plain.py": "print(4)\n"})
    server.commit("first", {".claude/contracts/a.yaml": contract()}, onto="main")
    server.commit("none", {"c.py": "print(5)\n"}, onto="main")
    outcomes = []
    for branch in ("first", "none"):
        merge = server.pull_request(branch)
        root = server.checkout(tmp_path / branch, depth=2)
        outcomes.append(act(run, server, root, GITHUB_SHA=merge, PHASER_CONTRACTS="base"))
    first, none = outcomes
    commit = server.git(server.repository, "rev-parse", "main")[:12]
    assert (first.code, first.out.splitlines()[1:]) == (0, [
        f"::warning title=phaser-lint::phaser-lint: {commit} has no contracts yet, so nothing was "
        "checked: those of this change count from the next one on",
        "::notice file=.claude/contracts/a.yaml,line=1,title=phaser-lint::.claude/contracts/a.yaml"
        f":1:1: phaser-lint: contract no-print added{EXISTING}",
        "phaser-lint: 0 errors, 0 warnings; 0 files checked",
    ])  # fmt: skip
    assert (none.code, f"no contracts in {commit}" in none.out) == (2, True)


def test_an_invalid_contract_of_the_base_is_not_called_none(
    run: Run, server: Server, tmp_path: Path
) -> None:
    server.git(server.repository, "switch", "-q", "main")
    server.git(server.repository, "rm", "-q", "-r", ".claude")
    server.commit("main", {".claude/contracts/a.yaml": "rule_id: [\n"})
    server.commit("mended", {".claude/contracts/a.yaml": contract()}, onto="main")
    merge = server.pull_request("mended")
    root = server.checkout(tmp_path / "mended", depth=2)
    outcome = act(run, server, root, GITHUB_SHA=merge, PHASER_CONTRACTS="base")
    assert (outcome.code, outcome.out.count("(contract skipped)")) == (2, 1)
    assert "has no contracts yet" not in outcome.out


def test_the_bases_contracts_where_nothing_changes(
    run: Run, server: Server, workspace: Path
) -> None:
    """The checkout is all there is."""
    plain, by_base = (
        act_on_all(run, server, workspace, PHASER_CONTRACTS=whose) for whose in ("head", "base")
    )
    assert plain == by_base


def test_the_bases_contracts_of_a_base_that_is_lost(
    run: Run, server: Server, tmp_path: Path
) -> None:
    """Checking by the checkout's own would be what the input is there to prevent."""
    merge = server.commits["merge"]
    root = server.checkout(tmp_path / "workspace", depth=1)
    server.git(root, "remote", "set-url", "origin", str(tmp_path / "nowhere"))
    env = {"PHASER_CONTRACTS": "base", "GITHUB_SERVER_URL": ""}
    outcome = act(run, server, root, GITHUB_SHA=merge, **env)
    assert outcome.code == 2
    assert outcome.out.startswith(
        "::error title=phaser-lint::contracts: expected a base to take them from; "
    )


def test_contracts_of_the_home_folder_do_not_count(
    run: Run, server: Server, workspace: Path, tmp_path: Path
) -> None:
    """The verdict does not depend on whose machine it is."""
    home = tmp_path / "home"
    write_files(home, {".phaser/contracts/a.yaml": contract("no-x", pattern="x")})
    outcome = act(run, server, workspace, HOME=str(home))
    assert outcome == (1, base_sentence(server) + NEW + TOTALS, "")


def test_results_of_earlier_runs_do_not_count(
    run: Run, server: Server, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On a machine of one's own the home folder stays, and jobs of a fork can write there."""
    options_of_checks = []

    def check_and_note(options: ProjectOptions) -> Report:
        options_of_checks.append(options)
        return check_project(options)

    monkeypatch.setattr("phaser_lint.command.action.check_project", check_and_note)
    assert act(run, server, workspace).code == 1
    assert [options.cache for options in options_of_checks] == [False]


def test_checkout_of_another_user(run: Run, server: Server, workspace: Path, git: Git) -> None:
    """In a container git finds the ownership of the checkout dubious; here it is made to."""
    other_owner = {"GIT_TEST_ASSUME_DIFFERENT_OWNER": "1"}
    assert act(run, server, workspace, **other_owner).out == base_sentence(server) + NEW + TOTALS


@pytest.mark.parametrize("count", ["0", "2", "", "x", "-1"])
def test_other_settings_of_git_are_kept(tmp_path: Path, count: str) -> None:
    """The workflow may have given some of its own in the environment."""
    (tmp_path / ".git").mkdir()
    environment = {"GIT_CONFIG_COUNT": count}
    trust_checkout(str(tmp_path), environment)
    number = 2 if count == "2" else 0
    assert environment == {
        "GIT_CONFIG_COUNT": str(number + 1),
        f"GIT_CONFIG_KEY_{number}": "safe.directory",
        f"GIT_CONFIG_VALUE_{number}": str(tmp_path),
        "GIT_TERMINAL_PROMPT": "0",
        "GCM_INTERACTIVE": "Never",
    }


def test_baseline_that_is_not_there(run: Run, server: Server, workspace: Path) -> None:
    """It never passes for an empty one."""
    outcome = act(run, server, workspace, PHASER_BASELINE="none.json")
    (command,) = commands_of(outcome.out)
    assert (outcome.code, command.name) == (2, "error")
    assert "baseline" in command.message


def test_a_bug_cannot_give_commands(
    run: Run, server: Server, workspace: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its report quotes what may be the pull request's."""

    def fail(*_: object) -> str:
        raise RuntimeError("\n::error::owned\n##[error]owned")

    monkeypatch.setattr("phaser_lint.command.action.move_report_below", fail)
    outcome = act(run, server, workspace)
    assert outcome.code == 3
    assert "::error::owned" in outcome.err
    assert commands_of(outcome.out + outcome.err) == []


def test_a_partial_clone_fetches_the_earlier_contents(
    run: Run, server: Server, files: Files, tmp_path: Path, git: Git
) -> None:
    """The earlier contents of what changed are fetched, though a scan fetches nothing."""
    for setting in ("uploadpack.allowFilter", "uploadpack.allowAnySHA1InWant"):
        git(server.repository, "config", setting, "true")
    first_commit = server.commit("branch", {"c.py": "print(7)\n"})
    server.commit("branch", {"c.py": "print(7)\nprint(8)\n"})
    root = tmp_path / "partial"
    root.mkdir()
    git(root, "init", "-q")
    git(root, "remote", "add", "origin", f"file://{server.repository}")
    git(root, "fetch", "-q", "--filter=blob:none", "origin", "+branch:refs/remotes/fetched")
    git(root, "checkout", "-q", "--detach", "refs/remotes/fetched")
    before = run("scan", "--since", first_commit, cwd=root)
    assert before.code == 2
    assert "is missing; this clone is partial, and nothing is fetched here: " in before.err
    outcome = act(run, server, root, PHASER_SINCE=first_commit, **files.environment)
    assert (outcome.code, files.outputs["new"], files.outputs["old"]) == (1, "1", "1")
