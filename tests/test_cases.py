"""Every whole case through every front-end: the same contract on the same content, one verdict."""

from __future__ import annotations

import json
import os
import re
import shlex
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest
import yaml

from phaser_lint.agent import claude_code
from phaser_lint.core.text import decode_file
from phaser_lint.hook.feedback import WRITE_FIRST
from tests.case_answers import (
    enforce_answer,
    enforce_asides,
    event_of,
    existing_sentence,
    exit_code,
    gate_code,
    hook_answer,
    id_of,
    incomplete,
    joined,
    message_of,
    not_checked,
    problems_of,
    readings,
    render_rows,
    stdin_of,
    unchecked,
    verdict,
    without_advice,
)
from tests.case_files import (
    FOLDER,
    Case,
    Found,
    read_annotations,
    read_case,
    read_files,
    read_log,
    read_text,
)
from tests.case_repositories import after_edit, before_edit, change, pull_request, staged
from tests.conftest import write_files

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject, Run

NAMES = sorted(path.name for path in FOLDER.iterdir() if path.is_dir())
AS_PROCESSES = (
    "edit-beside-old",
    "message-odd",
    "path-odd",
    "severity-warning",
    "text-not-utf-8",
    "write-clean",
)
MANIFEST = yaml.safe_load((Path(__file__).parent.parent / ".pre-commit-hooks.yaml").read_bytes())
FORBID_EVERYTHING = """\
rule_id: nothing
type: file_not_exists
file_glob: '*'
message: 'Nothing may be here.'
severity: error
"""
SEVERITIES = ("error", "warning")
PARTS = ("notices", "undecided", "contract_problems")


@pytest.fixture(scope="session")
def another_home(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """A home whose own contract forbids everything: no commit or pull request may hear of it."""
    home = tmp_path_factory.mktemp("another-home")
    write_files(home, {".phaser/contracts/nothing.yaml": FORBID_EVERYTHING})
    return {"HOME": str(home)}


def writable_case(name: str) -> Case:
    """The case of that *name*, where this system can write its files."""
    case = read_case(name)
    if os.name == "nt" and "called" in case.expected:
        pytest.skip("no file is called so on Windows")
    return case


@pytest.fixture(params=NAMES)
def case(request: pytest.FixtureRequest) -> Case:
    """Each case in turn."""
    return writable_case(request.param)


@pytest.fixture(
    params=[
        name if (FOLDER / name / "fixed").is_dir() else pytest.param(name, marks=pytest.mark.slow)
        for name in NAMES
    ]
)
def mended_case(request: pytest.FixtureRequest) -> Case:
    """Each case that a fix fixes; in the slow set the others, too, which stay as they are."""
    return writable_case(request.param)


@pytest.fixture(params=AS_PROCESSES)
def process_case(request: pytest.FixtureRequest) -> Case:
    """Each case that also runs as a process of its own."""
    return writable_case(request.param)


def test_cases_are_told_apart() -> None:
    """Each case has one sentence of its own, and no folder is left empty."""
    described = {read_case(name).expected["description"] for name in NAMES}
    assert len(described) == len(NAMES) >= 45
    assert all(sentence.endswith(".") for sentence in described)


@pytest.mark.one_row_in(7)
def test_the_event_makes_the_files(case: Case, project: MakeProject) -> None:
    """What the event proposes is, to the letter, the file that the other front-ends see."""
    root = project(case.before)
    proposed = claude_code.propose_edit(claude_code.parse_event(event_of(case, root)))
    if "unchecked" in case.expected:
        assert (proposed.text, proposed.skip_reason) == (None, unchecked(case, root))
    else:
        assert proposed.path == str(root / case.touched)
        assert proposed.text == decode_file(case.files[case.touched])


@pytest.mark.one_row_in(11)
def test_hook(case: Case, project: MakeProject, run: Run) -> None:
    """The agent's hook before the edit, which is the last of its change."""
    check_hook(case, before_last_edit(case, project), run)


def before_last_edit(case: Case, project: MakeProject) -> Path:
    """The project with all of its change but the file that the event is of."""
    root = before_edit(case, project)
    other_files = {path: text for path, text in case.files.items() if path != case.touched}
    write_files(root, other_files)
    return root


@pytest.mark.one_row_in(23)
def test_hook_says_it_once(case: Case, project: MakeProject, run: Run) -> None:
    """Settings of earlier versions run the hook after the edit, too: all was said before."""
    root = before_last_edit(case, project)
    answer = json.loads(run("hook", stdin=stdin_of(case, root), cwd=root).out)
    write_files(root, {path: text for path, text in case.files.items() if path == case.touched})
    outcome = run("hook", stdin=stdin_of(case, root, after=True), cwd=root)
    if "permissionDecision" not in answer.get("hookSpecificOutput", {}):
        assert outcome == (0, "{}\n", "")


@pytest.mark.one_row_in(13)
def test_hook_after(case: Case, project: MakeProject, run: Run, git: Git) -> None:
    """The agent's hook after the edit: nothing is denied any more, and everything new is said."""
    check_hook_after(case, after_edit(case, project, git), run)


@pytest.mark.one_row_in(11)
def test_enforce(case: Case, project: MakeProject, run: Run) -> None:
    """The specified command before the edit: all violations of the file, old ones too."""
    check_enforce(case, before_edit(case, project), run)


def test_fix(mended_case: Case, project: MakeProject, run: Run, git: Git) -> None:
    """What a scan fixes, be it written or applied as a patch; all else stays as it is."""
    case = mended_case
    root, patched_root = project(case.files), project(case.files)
    run("scan", "--fix", cwd=root)
    patch = run("scan", "--diff", cwd=patched_root)
    assert bool(patch.out) == bool(case.fixed)
    if patch.out:
        (patched_root.parent / "patch").write_bytes(patch.out.encode())
        git(patched_root, "apply", "../patch")
    for tree in (root, patched_root):
        assert files_in(tree) == {**case.files, **case.fixed}


def files_in(root: Path) -> dict[str, bytes]:
    """The files of a project, without git's."""
    files = read_files(root)
    return {path: content for path, content in files.items() if not path.startswith(".git/")}


@pytest.mark.one_row_in(9)
def test_scan(case: Case, project: MakeProject, run: Run) -> None:
    """A scan of the whole project."""
    check_scan(case, project(case.files), run)


@pytest.mark.one_row_in(23)
def test_precommit(
    case: Case, project: MakeProject, run: Run, git: Git, another_home: dict[str, str]
) -> None:
    """Both hooks of the manifest, on the staged files."""
    root = project(case.before, commit=True)
    change(case, root, git)
    check_precommit(case, root, run, staged(root, git), another_home)


@pytest.mark.one_row_in(23)
def test_action(
    case: Case, project: MakeProject, run: Run, git: Git, another_home: dict[str, str]
) -> None:
    """The Action on a pull request."""
    check_action(case, pull_request(case, project, git), run, another_home)


@pytest.mark.one_row_in(6)
def test_processes(
    process_case: Case,
    project: MakeProject,
    run_process: Run,
    git: Git,
    another_home: dict[str, str],
) -> None:
    """The same as processes of their own."""
    check_hook(process_case, project(process_case.before), run_process)
    check_hook_after(process_case, project(process_case.files), run_process)
    check_enforce(process_case, project(process_case.before), run_process)
    check_scan(process_case, project(process_case.files), run_process)
    root = pull_request(process_case, project, git)
    check_action(process_case, root, run_process, another_home)
    root = project(process_case.before, commit=True)
    change(process_case, root, git)
    check_precommit(process_case, root, run_process, staged(root, git), another_home)


def check_hook(case: Case, root: Path, run: Run) -> None:
    """Errors of the edit deny it; without one all else is said, what was not checked too."""
    outcome = run("hook", stdin=stdin_of(case, root), cwd=root)
    errors = [violation for violation in case.hook if violation.severity == "error"]
    reason = render_rows(case, errors, "Contract violation")
    reason += [f"  {line}" for line in case.expected.get("held", [])]
    reason += [WRITE_FIRST] if errors and "lost" in case.expected else []
    reason += idle_directives(case)
    unsupported = [*not_checked(case, root), *readings(case)]
    problems = [
        f"Contract {'skipped' if problem.skipped else 'in force'}: {problem}"
        for problem in problems_of(case)
    ]
    context = unsupported if errors else [*after_it(case), *unsupported, *existing_sentence(case)]
    answer = hook_answer(
        "PreToolUse",
        reason=joined(*reason, *existing_sentence(case)) if errors else "",
        context=joined(*context),
        to_user=joined(*unsupported, *problems),
    )
    assert (outcome.code, hook_said(outcome.out), outcome.err) == (0, answer, "")
    assert verdict(case) == case.verdict


def check_hook_after(case: Case, root: Path, run: Run) -> None:
    """Everything new in the touched file is said, errors first."""
    outcome = run("hook", stdin=stdin_of(case, root, after=True), cwd=root)
    undecided = not_checked(case, root) if "undecided" in case.expected else []
    about_contracts = case.touched.startswith(".claude/contracts/")
    assert not (about_contracts and "problems" in case.expected)
    sentences = [*after_it(case), *idle_directives(case), *undecided, *readings(case)]
    answer = hook_answer("PostToolUse", context=joined(*sentences), to_user=joined(*undecided))
    assert (outcome.code, hook_said(outcome.out), outcome.err) == (0, answer, "")


def idle_directives(case: Case) -> list[str]:
    """What is said of a directive that an agent wrote at a violation, and that ignores nothing."""
    lines = {(row.path, row.line or 0) for row in [*case.hook, *case.after]}
    return [
        f"{path}:{line}: {text}{'' if text.endswith('?') else '.'}"
        for path, line, text, *_ in case.expected.get("notices", [])
        if text.startswith("directive ignores nothing")
        and not lines.isdisjoint({(path, line), (path, line + 1)})
    ]


def after_it(case: Case) -> list[str]:
    """What is said of the touched file without a decision, errors first."""
    return [
        *render_rows(
            case, [row for row in case.after if row.severity == "error"], "Contract violation"
        ),
        *render_rows(case, [row for row in case.after if row.severity == "warning"], "Warning"),
    ]


def hook_said(out: str) -> Any:
    """The hook's answer, its texts without rationales and directives."""
    answer = json.loads(out)
    specific = answer.get("hookSpecificOutput", {})
    for key in {"permissionDecisionReason", "additionalContext"}.intersection(specific):
        specific[key] = without_advice(specific[key])
    return answer


def check_enforce(case: Case, root: Path, run: Run) -> None:
    """The answer for hooks, and the violations in the specification's JSON."""
    outcome = run("enforce", "--stdin", stdin=stdin_of(case, root), cwd=root)
    json_outcome = run(
        "enforce", "--stdin", "--format", "json", stdin=stdin_of(case, root), cwd=root
    )
    assert (outcome.code, hook_said(outcome.out)) == (0, enforce_answer(case))
    assert outcome.err == "".join(
        f"phaser enforce: {aside}\n" for aside in enforce_asides(case, root)
    )
    assert [
        (row["rule_id"], row["file_path"], row["line_number"], row["message"].strip())
        for row in json.loads(json_outcome.out)["violations"]
    ] == [(id_of(row), *row[1:3], message_of(case, row)) for row in case.enforce]


def levelless(row: dict[str, object]) -> list[object]:
    """What a row of a part says, but for the level: a case tells that by the path."""
    return [row_value for key, row_value in row.items() if key != "level"]


def name_of(row: dict[str, str]) -> str:
    """What text calls a contract: by its level, where that is not the root."""
    return "/".join(filter(None, (row["level"], row["rule_id"])))


def check_scan(case: Case, root: Path, run: Run) -> None:
    """The whole report, and the exit code."""
    outcome = run("scan", "--format", "json", *flags(case), cwd=root)
    report = json.loads(outcome.out)
    assert [
        (name_of(row), row["path"], row["line"], row["column"], row["severity"])
        for row in report["violations"]
    ] == case.violations
    assert [row["message"].strip() for row in report["violations"]] == [
        message_of(case, row) for row in case.violations
    ]
    notices = json.loads(
        json.dumps(case.expected.get("notices", [])).replace("{root}", json.dumps(str(root))[1:-1])
    )
    assert {list_name: [levelless(row) for row in report[list_name]] for list_name in PARTS} == {
        "notices": notices,
        "undecided": case.expected.get("undecided", []),
        "contract_problems": case.expected.get("problems", []),
    }
    assert report["summary"]["ignored"] == case.expected.get("ignored", 0)
    assert report["summary"]["skipped"] == case.expected.get("skipped", {})
    assert report["summary"]["old"] == 0
    on_nothing = [
        f"{path}: note: {text}"
        for path, _, text, *_ in notices
        if text.endswith("nothing was checked")
    ]
    assert outcome.err == "".join(f"{line}\n" for line in (*incomplete(case), *on_nothing))
    assert outcome.code == exit_code(case, case.violations)


def check_precommit(
    case: Case, root: Path, run: Run, names: list[str], environment: dict[str, str]
) -> None:
    """What both hooks find together, and how the commit ends."""
    # Git gives its hooks the index of the commit that has begun.
    environment = environment | {"GIT_INDEX_FILE": ".git/index"}
    outcomes = [
        run(*arguments, cwd=root, env=environment)
        for hook in MANIFEST
        for arguments in precommit_commands(hook, flags(case), names)
    ]
    rows = [row for outcome in outcomes for row in read_text(outcome.out)]
    assert sorted(rows, key=repr) == sorted(
        ((placed(case, row), on_one_line(message_of(case, row))) for row in case.precommit),
        key=repr,
    )
    codes = {outcome.code for outcome in outcomes} | {0}
    assert max(codes) == gate_code(case, case.precommit)


def precommit_commands(
    hook: dict[str, Any], arguments: list[str], names: list[str]
) -> list[list[str]]:
    """Return the command that pre-commit makes of a hook: none if there is nothing to check."""
    program, *words_of_entry = shlex.split(hook["entry"])
    assert program == "phaser-lint"
    assert hook["language"] == "python"
    words = [*words_of_entry, *(arguments or hook.get("args", []))]
    if not hook.get("pass_filenames", True):
        return [words] if names or hook.get("always_run") else []
    return [[*words, *names]] if names else []


def check_action(case: Case, root: Path, run: Run, environment: dict[str, str]) -> None:
    """The annotations, what is in the log alone, the counts, and the exit code."""
    branch = (root / ".git/HEAD").read_text().removeprefix("ref: ").strip()
    merge = (root / ".git" / branch).read_text().strip()
    place = {"GITHUB_SHA": merge, "GITHUB_WORKSPACE": str(root)}
    runner = {"GITHUB_EVENT_NAME": "pull_request", **place}
    outcome = run("action", cwd=root, env={**environment, **runner})
    if "nothing_to_judge_by" in case.expected:
        assert (outcome.code, outcome.err) == (gate_code(case, case.new), "")
        assert "\n::error title=phaser-lint::no contracts in " in outcome.out
        return
    annotations = read_annotations(outcome.out)
    annotated_rows, logged_rows = [found for found, _ in annotations], read_log(outcome.out)
    new = [placed(case, row) for severity in SEVERITIES for row in case.new if row[4] == severity]
    assert annotated_rows == new[: len(annotated_rows)]
    assert logged_rows == new[len(annotated_rows) :]
    assert len(logged_rows) == 0 or len(annotated_rows) == 9
    urls = case.expected.get("urls", {})
    assert [message for _, message in annotations] == [
        "\n".join([message_of(case, row), *urls.get(row.rule_id, "").split()])
        for row in annotated_rows
    ]
    last = outcome.out.splitlines()[-1]
    assert counted(last, "violations? ignored") == case.expected.get("ignored", 0)
    assert counted(last, "existing violations?") == case.expected.get("old", 0)
    assert "whole project" not in outcome.out
    assert (outcome.code, outcome.err) == (exit_code(case, case.new), "")


def placed(case: Case, row: Found) -> Found:
    """Return the violation where a line tells of it: one of a whole file is at its start."""
    folder = any(path.startswith(f"{row.path}/") for path in case.files)
    if row.line is None and (row.path in case.files or row.path in case.before or folder):
        return row._replace(line=1, column=1)
    return row


def on_one_line(message: str) -> str:
    """Return a message as one line."""
    return " ".join(line.strip() for line in message.split("\n"))


def counted(line: str, noun: str) -> int:
    """Return the number before *noun* in a line of totals, 0 without one."""
    match = re.search(rf"(\d+) {noun}\b", line)
    return int(match[1]) if match else 0


def flags(case: Case) -> list[str]:
    """Return the flags that a case asks for."""
    return ["--timeout", str(case.expected["timeout"])] if "timeout" in case.expected else []
