"""Git's own hook, as ``init`` writes it: wherever git looks for it, a commit is checked at once."""

from __future__ import annotations

import os
import shlex
import subprocess
from typing import TYPE_CHECKING

import pytest

from phaser_lint.author.proposals.husky_and_lefthook import LINE
from tests.called_hooks import in_process
from tests.command.made import RECORDING, RECORDS, contract, ways_on
from tests.conftest import SETTINGS as GIT_SETTINGS
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

__all__ = ["in_process"]
HOOK = ".git/hooks/pre-commit"
CONTRACTS = {"a.yaml": contract()}
MISSING = (
    "phaser-lint is not on the PATH here, so this commit is not checked "
    "(install it, or if it is, put its folder on the PATH, as pipx ensurepath does); see "
    "https://github.com/phaser-lint/phaser-lint\n"
)
VIOLATION = "a.py:1:1: error: Use the logger. [no-print]\n"
REFUSAL = "phaser-lint refuses this commit.\n"
REFUSED = ways_on("a.py", is_staged=True) + REFUSAL
# git commits an index that is gone once the commit is refused: the disk has what it held.
REFUSED_BY_NAME = ways_on("a.py") + REFUSAL


@pytest.fixture
def machine(tmp_path: Path, released: Path) -> Mapping[str, str]:
    """A PATH without this program and its hook: the user's shell may not look where it lies."""
    return {"PATH": "/usr/bin:/bin", "HOME": str(tmp_path), "PYTHONPATH": str(released)}


def commit(root: Path, environment: Mapping[str, str], *arguments: str) -> tuple[int, str]:
    """The exit code of ``git commit``, and what it and its hook print for people."""
    outcome = subprocess.run(
        ("git", *GIT_SETTINGS, "commit", "-q", "-m", "a", *arguments), cwd=root, env=environment,
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    return outcome.returncode, outcome.stdout + outcome.stderr


def check_commits(root: Path, git: Git, machine: Mapping[str, str]) -> None:
    """What is staged decides, whatever the disk holds; all is well without a word."""
    (root / "a.py").write_text("print(1)\n")
    git(root, "add", "a.py")
    (root / "a.py").write_text("log(1)\n")
    assert commit(root, machine) == (1, VIOLATION + REFUSED)
    git(root, "add", "a.py")
    (root / "a.py").write_text("print(1)\n")
    assert commit(root, machine) == (0, "")
    assert commit(root, machine, "-a") == (1, VIOLATION + REFUSED_BY_NAME)
    assert commit(root, machine, "a.py") == (1, VIOLATION + REFUSED_BY_NAME)
    assert commit(root, machine, "-a", "--no-verify") == (0, "")


def write_hook(root: Path, run: Run, machine: Mapping[str, str]) -> str:
    """The path of the hook, as ``init`` prints it."""
    outcome = run("init", "--yes", cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (0, "")
    (line,) = (line for line in outcome.out.splitlines() if line.endswith("pre-commit: written"))
    assert "\nnothing is left to propose\n" in run("init", "--yes", cwd=root, env=machine).out
    return line.removesuffix(": written")


def test_init_writes_a_hook_of_git_in_a_repository(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    root = project({}, contracts=CONTRACTS, commit=True)
    assert write_hook(root, run, machine) == HOOK
    check_commits(root, git, machine)


def test_python_of_the_checkout_does_not_decide(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    """A direnv that sets PYTHONPATH=. had its sitecustomize.py let each commit pass."""
    root = project({}, contracts=CONTRACTS, commit=True)
    write_hook(root, run, machine)
    (root / "sitecustomize.py").write_text("import os\nos._exit(0)\n")
    (root / "a.py").write_text("print(1)\n")
    git(root, "add", "a.py")
    for folder in (".", str(root)):
        assert commit(root, {**machine, "PYTHONPATH": folder}) == (1, VIOLATION + REFUSED)


OF_PRE_COMMIT = """\
#!/bin/sh
# phaser-lint is installed beside it
INSTALL_PYTHON=/home/ann/.phaser-lint/bin/python3
exit 0
"""


@pytest.mark.slow
def test_a_hook_of_a_program_installed_beside_this_one_is_not_ours(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    """doctor said that it checks each commit, and ``init`` proposed none."""
    root = project({}, contracts=CONTRACTS, commit=True)
    (root / HOOK).parent.mkdir(exist_ok=True)
    (root / HOOK).write_text(OF_PRE_COMMIT)
    (root / HOOK).chmod(0o755)
    outcome = run("doctor", cwd=root, env=machine)
    assert (outcome.code, "checks each commit" in outcome.out) == (1, False)
    assert HOOK not in run("uninstall", "--all", "--dry-run", cwd=root, env=machine).out
    assert write_hook(root, run, machine) == HOOK
    check_commits(root, git, machine)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("on_disk", "arguments"),
    [("x = 1\n", ()), (None, ()), ("x = 1\nprint(1)\n", ("-a",)), ("x = 1\nprint(1)\n", ("a.py",))],
)
def test_the_next_step_explains_what_the_commit_would_have(
    project: MakeProject,
    run: Run,
    git: Git,
    machine: Mapping[str, str],
    on_disk: str | None,
    arguments: tuple[str, ...],
) -> None:
    """Of a file that is other on the disk it said that nothing matches there."""
    root = project({"a.py": "x = 1\n"}, contracts=CONTRACTS, commit=True)
    write_hook(root, run, machine)
    if not arguments:
        (root / "a.py").write_text("x = 1\nprint(1)\n")
        git(root, "add", "a.py")
    (root / "a.py").unlink() if on_disk is None else (root / "a.py").write_text(on_disk)
    code, output = commit(root, machine, *arguments)
    (step,) = (line for line in output.splitlines() if " why " in line)
    program, *words = shlex.split(step.partition("  #")[0])
    assert (code, program) == (1, "phaser-lint")
    assert run(*words, cwd=root).out.endswith("\n  violation  line 2\nviolation\n")


def test_a_refused_commit_says_why_a_directive_suppresses_nothing(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    """A misspelt id, and a comment of another language; a note on a clean file is left out."""
    root = project({}, contracts={"a.yaml": contract(file_glob="*")})
    write_hook(root, run, machine)
    (root / "a.py").write_text("print(1)  # phaser:ignore no-prnt -- x\n")
    (root / "b.ts").write_text("print(1) # phaser:ignore no-print -- x\n")
    (root / "c.py").write_text("x = 1  # phaser:ignore no-print -- x\n")
    git(root, "add", "-A")
    code, output = commit(root, machine)
    notes = [line for line in output.splitlines() if ": note: " in line]
    assert (code, notes) == (
        1,
        [
            "a.py:1: note: directive names no-prnt, which no contract is called; "
            "did you mean no-print?",
            'b.ts:1: note: directive ignores nothing: "#" is no comment in .ts files; '
            "write // phaser:ignore no-print",
        ],
    )


def test_a_contract_with_a_typo_refuses_a_commit_by_itself(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    """There is no violation to explain or to record, so no way on from one is named."""
    root = project({}, contracts=CONTRACTS)
    write_hook(root, run, machine)
    (root / ".claude/contracts/b.yaml").write_text(contract("b", severty="error"))
    git(root, "add", "-A")
    code, output = commit(root, machine)
    assert (code, output.splitlines()[1:]) == (1, [REFUSAL.strip()])
    assert output.startswith(".claude/contracts/b.yaml:")


@pytest.mark.slow
def test_init_writes_a_hook_of_git_in_a_worktree(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """Its ``.git`` is a file, and the hooks are those of the main one."""
    root = project({}, contracts=CONTRACTS, commit=True)
    git(root, "worktree", "add", "-q", str(tmp_path / "linked"))
    assert write_hook(tmp_path / "linked", run, machine) == str(root.resolve() / HOOK)
    check_commits(tmp_path / "linked", git, machine)
    check_commits(root, git, machine)


@pytest.mark.slow
def test_init_writes_a_hook_of_git_in_a_submodule(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], tmp_path: Path
) -> None:
    inner = project({}, contracts=CONTRACTS, commit=True)
    outer = tmp_path / "outer"
    git(tmp_path, "init", "-q", "outer")
    git(outer, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "in")
    hook = write_hook(outer / "in", run, machine)
    assert hook == str(outer.resolve() / ".git/modules/in/hooks/pre-commit")
    check_commits(outer / "in", git, machine)
    assert not (outer / HOOK).exists()


def test_where_the_team_has_its_hooks(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """Of the project, so it names nothing of this machine; without the program a commit passes."""
    root = project({".githooks/pre-commit": "#!/bin/sh\ntrue\n"}, contracts=CONTRACTS)
    (root / ".githooks/pre-commit").chmod(0o755)
    git(root, "config", "core.hooksPath", ".githooks")
    assert write_hook(root, run, machine) == ".githooks/pre-commit"
    assert str(tmp_path) not in (root / ".githooks/pre-commit").read_text()
    (root / "a.py").write_text("print(1)\n")
    git(root, "add", "-A")
    assert commit(root, machine) == (0, MISSING)


def test_a_program_that_is_gone(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    """The commit passes with a line, and never ends with 127."""
    root = project({"a.py": "print(1)\n"}, contracts=CONTRACTS)
    write_hook(root, run, machine)
    text = (root / HOOK).read_text()
    (root / HOOK).write_text(text.replace("phaser_lint=/", "phaser_lint=/gone/"))
    git(root, "add", "-A")
    assert commit(root, machine) == (0, MISSING)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("last_line", ["exit $(cat code)", 'test "$(cat code)" = 0'])
def test_a_hook_that_is_there(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], last_line: str
) -> None:
    """It runs first, and ends as it ended, but for a commit that is refused."""
    root = project({}, contracts=CONTRACTS, commit=True)
    script = f"#!/bin/sh\necho mine >&2\n{last_line}\n"
    (root / HOOK).parent.mkdir()
    (root / HOOK).write_text(script)
    (root / HOOK).chmod(0o755)
    write_hook(root, run, machine)
    (root / "a.py").write_text("print(1)\n")
    (root / "code").write_text("0")
    git(root, "add", "-A")
    assert commit(root, machine) == (1, f"mine\n{VIOLATION}{REFUSED}")
    (root / "a.py").write_text("log(1)\n")
    git(root, "add", "-A")
    (root / "code").write_text("3")
    assert commit(root, machine) == (1, "mine\n")
    (root / "code").write_text("0")
    assert commit(root, machine) == (0, "mine\n")


IN_ANOTHER_LANGUAGE = (
    ". Have it run `phaser-lint scan --staged --project-contracts --quiet`, and fail where that "
    "does\n"
)
TRY = " (git hook run pre-commit tries it on what is staged)"
BY_HAND = f". Write this line as its first command: {LINE}\n"


@pytest.mark.parametrize(
    ("hooks", "reason"),
    [
        ("/elsewhere", "{tmp}/elsewhere/pre-commit: not written, for git runs it in other "
         f"projects, too (core.hooksPath){BY_HAND}"),
        ("/file", "git's hook before a commit: not proposed, for git looks for it in {tmp}/file, "
         "which is no folder (core.hooksPath)\n"),
    ],
)  # fmt: skip
def test_hooks_that_are_not_the_projects(
    project: MakeProject,
    run: Run,
    git: Git,
    machine: Mapping[str, str],
    tmp_path: Path,
    hooks: str,
    reason: str,
) -> None:
    """Nothing is written there, and what to write is printed; once it is there, that is enough."""
    root = project({}, contracts=CONTRACTS)
    (tmp_path / "file").touch()
    git(root, "config", "core.hooksPath", f"{tmp_path}{hooks}")
    outcome = run("init", "--yes", cwd=root, env=machine)
    error = f"phaser-lint: {reason}".replace("{tmp}", f"{tmp_path.resolve()}")
    assert (outcome.code, outcome.err) == (2, error)
    assert not (tmp_path / "elsewhere").exists()
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "elsewhere/pre-commit").write_text(f"#!/bin/sh\n{LINE}\n")
    git(root, "config", "core.hooksPath", f"{tmp_path}/elsewhere")
    assert run("init", "--yes", cwd=root, env=machine).code == 0


@pytest.mark.parametrize("kind", ["link", "not executable", "no place", "another language"])
def test_a_hook_without_a_place(
    project: MakeProject, run: Run, machine: Mapping[str, str], kind: str
) -> None:
    """It stays as it is; what a person can do is printed. A line of sh is no help in Python."""
    root = project({"scripts/check": "#!/bin/sh\ntrue\n"}, contracts=CONTRACTS)
    hook = root / HOOK
    hook.parent.mkdir()
    if kind == "link":
        hook.symlink_to(root / "scripts/check")
    else:
        first_line = "#!/usr/bin/env python3" if kind == "another language" else "#!/bin/sh"
        hook.write_text(f"{first_line}\nexit(0)\nmake\n")
        hook.chmod(0o644 if kind == "not executable" else 0o755)
    before = hook.read_bytes()
    outcome = run("init", "--yes", cwd=root, env=machine)
    reason = {
        "link": f"it is a link to {root.resolve()}/scripts/check{BY_HAND}",
        "not executable": f"git does not run it: chmod +x {hook.resolve()}. Then phaser-lint init "
        "adds its call\n",
        "no place": f"expected a script of sh whose last line is reached{BY_HAND}",
        "another language": f"it is no script of sh{IN_ANOTHER_LANGUAGE}",
    }[kind]
    assert (outcome.code, outcome.err) == (2, f"phaser-lint: {HOOK}: {reason}")
    assert hook.read_bytes() == before


def test_a_refused_commit_says_which_violations_are_old(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    """The first one listed, which ``why`` was to explain, stood in a line that nobody touched."""
    root = project({"a.py": "print(1)\n"}, contracts=CONTRACTS, commit=True)
    write_hook(root, run, machine)
    write_files(root, {"a.py": "print(1)\nx = 1\n", "b.py": "x = 1\nprint(1)\n"})
    git(root, "add", "-A")
    recording = dict.fromkeys(RECORDING, f"{RECORDS}; HEAD has a.py:1")
    next_steps = ways_on("b.py", 2, recording=recording, is_staged=True)
    next_steps = next_steps.replace("the first violation", "the first new violation")
    violations = f"{VIOLATION}b.py:2:1: error: Use the logger. [no-print]\n"
    assert commit(root, machine) == (1, violations + next_steps + REFUSAL)


@pytest.mark.slow
def test_a_submodule_is_a_repository_of_its_own(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    """Nothing was left to propose in it, and each of its commits passed: its hook is its own."""
    root = project({"lib/a.py": "print(1)\n"}, contracts=CONTRACTS, commit=True)
    inner = root / "lib"
    git(inner, "init", "-q")
    outcome = run("init", cwd=inner, env=machine)
    assert (outcome.code, outcome.err) == (0, "")
    note = (
        f"lib is a repository inside this project, {root.resolve()}: its commits are not checked. "
        "phaser-lint init --root . proposes contracts and a hook for it alone"
    )
    assert f"\n{note}\n" in outcome.out
    assert note in run("doctor", cwd=inner, env=machine).out
    assert note not in run("init", cwd=root, env=machine).out
    alone = run("init", "--root", ".", "--yes", cwd=inner, env=machine).out
    assert f"those of {root.resolve()} do not count in it any more\n" in alone
    assert "no-print" not in run("list", cwd=inner).out


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize("rest", ["gofmt -l .\n", "true && exit 0\nmake\n"])
def test_the_printed_line_stops_a_commit_where_it_is_pasted(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], rest: str
) -> None:
    """Pasted before other commands it printed the violation, and git made the commit."""
    root = project({}, contracts=CONTRACTS, commit=True)
    program = root.parent / "programs/phaser-lint"
    program.parent.mkdir()
    program.write_text("#!/bin/sh\necho refused\nexit 1\n")
    program.chmod(0o755)
    hook = root / HOOK
    hook.parent.mkdir(exist_ok=True)
    script = f"#!/bin/sh\nif git diff --cached --quiet; then exit 0; fi\n{rest}"
    hook.write_text(script)
    hook.chmod(0o755)
    printed = run("init", "--yes", cwd=root, env=machine).err.partition("as its first command: ")[2]
    hook.write_text(script.replace("#!/bin/sh\n", f"#!/bin/sh\n{printed}"))
    (root / "a.py").write_text("print(1)\n")
    git(root, "add", "-A")
    with_program = {**machine, "PATH": f"{program.parent}:{machine['PATH']}"}
    refusal = "refused\nphaser-lint refuses this commit.\n"
    assert commit(root, with_program) == (1, refusal)
    assert "checks each commit (git hook run" in run("doctor", cwd=root, env=machine).out


def test_a_hook_that_reads_another_file_may_end_there(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Behind a lib.sh that ends in `exit 0` no commit was checked, and doctor said that each is."""
    root = project({}, contracts=CONTRACTS)
    hook = root / HOOK
    hook.parent.mkdir(exist_ok=True)
    hook.write_text('#!/bin/sh\n. "$(dirname "$0")/lib.sh"\n')
    hook.chmod(0o755)
    outcome = run("init", "--yes", cwd=root, env=machine)
    reason = f"expected a script of sh whose last line is reached{BY_HAND}"
    assert (outcome.code, outcome.err) == (2, f"phaser-lint: {HOOK}: {reason}")
    hook.write_text(f"{hook.read_text()}{LINE}\n")
    condition = f"checks each commit, unless line 2 ends it before{TRY}, and is not tried here\n"
    assert f"{HOOK} {condition}" in run("doctor", cwd=root, env=machine).out


def test_a_check_of_ones_own_goes_on_where_the_printed_line_says(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str], tmp_path: Path
) -> None:
    """Pasted behind `git diff --cached --check`, the line's 0 took its place."""
    root = project({"a.py": "a = 1 \n"}, contracts=CONTRACTS)
    hook = tmp_path / "elsewhere/pre-commit"
    hook.parent.mkdir()
    hook.write_text("#!/bin/sh\ngit diff --cached --check\n")
    hook.chmod(0o755)
    git(root, "config", "core.hooksPath", str(hook.parent))
    printed = run("init", cwd=root, env=machine).err.partition("as its first command: ")[2]
    hook.write_text(f"#!/bin/sh\n{printed}git diff --cached --check\n")
    git(root, "add", "-A")
    refusal = "a.py:1: trailing whitespace.\n+a = 1 \n"
    assert commit(root, machine) == (1, MISSING + refusal)


def test_a_call_whose_exit_code_is_dropped_is_a_problem(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """doctor said that it checks each commit, and ``init`` that nothing is left to propose."""
    root = project({}, contracts=CONTRACTS)
    text = (
        "line 2 calls phaser-lint and lets a commit pass that it refuses: write `|| exit` behind "
        "the call"
    )
    paths = {HOOK: "#!/bin/sh\nCALL\nmake\n", ".husky/pre-commit": "make\nCALL || true\n"}
    for path, script in paths.items():
        (root / path).parent.mkdir(exist_ok=True)
        (root / path).write_text(script.replace("CALL", "phaser-lint scan --staged"))
        (root / path).chmod(0o755)
        outcome = run("init", "--yes", cwd=root, env=machine)
        assert (outcome.code, outcome.err) == (2, f"phaser-lint: {path}: {text}\n")
        outcome = run("doctor", cwd=root, env=machine)
        assert (outcome.code, "checks each commit" in outcome.out) == (1, False)
        assert f"  {path}: {text}\n" in outcome.out
        (root / path).write_text("# husky\n")


def test_a_call_on_a_condition_checks_commits_on_it(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    root = project({}, contracts=CONTRACTS)
    (root / HOOK).parent.mkdir(exist_ok=True)
    (root / HOOK).write_text('#!/bin/sh\n[ "$SKIP" ] && exit 0\nphaser-lint scan --staged\n')
    (root / HOOK).chmod(0o755)
    outcome = run("doctor", cwd=root, env=machine)
    condition = f"checks each commit, unless line 2 ends it before{TRY}, and is not tried here\n"
    assert (outcome.code, f"{HOOK} {condition}" in outcome.out) == (0, True)
    assert run("init", "--yes", cwd=root, env=machine).code == 0


@pytest.mark.usefixtures("in_process")
def test_doctor_knows_that_commits_are_checked(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """A project without an agent lacks nothing; an agent that is named lacks its hook."""
    root = project({}, contracts=CONTRACTS)
    lack = f"{root.resolve()}: no agent's settings have a hook of phaser-lint"
    assert run("doctor", "-q", cwd=root, env=machine).code == 1
    write_hook(root, run, machine)
    outcome = run("doctor", cwd=root, env=machine)
    assert outcome.code == 0
    assert f"  {lack}; {HOOK} checks each commit{TRY}, and is not tried here\n" in outcome.out
    assert outcome.out.splitlines()[-1].startswith("no agent's hook, 0 problems, ")
    named = run("doctor", "-q", "--agent", "codex", cwd=root, env=machine)
    lack_of_one = "Codex: no hook of phaser-lint: run phaser-lint install --agent codex\n"
    assert (named.code, named.out) == (1, lack_of_one)


@pytest.mark.one_row_in(2)
@pytest.mark.usefixtures("in_process")
@pytest.mark.parametrize(
    ("path", "text", "checked"),
    [
        (".husky/pre-commit", LINE, "each commit"),
        ("lefthook.yml", f"pre-commit:\n  commands:\n    a:\n      run: {LINE}\n", "each commit"),
        (
            ".github/workflows/ci.yml",
            f"jobs:\n  a:\n    steps:\n      - uses: ann/phaser-lint@{'0' * 40}\n",
            "what is pushed",
        ),
        (".gitlab-ci.yml", "a:\n  script:\n    - phaser-lint scan\n", "what is pushed"),
    ],
)
def test_doctor_asks_no_agent_of_a_team_that_has_none(
    project: MakeProject, run: Run, machine: Mapping[str, str], path: str, text: str, checked: str
) -> None:
    """That Claude Code's hook is missing was a problem, whatever else checked their work."""
    comment = "# phaser-lint is to check this, too\n"
    root = project({path: comment, "a.py": "x = 1\n"}, contracts=CONTRACTS)
    lack = f"  {root}: no agent's settings have a hook of phaser-lint"
    missing = run("doctor", cwd=root, env=machine)
    assert missing.code == 1
    assert (
        f"{lack}, and nothing checks commits: run phaser-lint install for an agent, or phaser-lint "
        "init for commits\n"
    ) in missing.out
    (root / path).write_text(text)
    # As husky and lefthook leave it in a clone.
    (root / HOOK).parent.mkdir(exist_ok=True)
    (root / HOOK).write_text("# husky, lefthook\n")
    (root / HOOK).chmod(0o755)
    outcome = run("doctor", cwd=root, env=machine)
    assert outcome.code == 0
    way = TRY if checked == "each commit" else ""
    assert f"notes:\n{lack}; {path} checks {checked}{way}, and is not tried here\n" in outcome.out
    assert "problems:" not in outcome.out


def test_a_program_of_another_checks_commits(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Git's own hook is then theirs, or is none."""
    for name in (".pre-commit-config.yaml", ".husky/pre-commit", "lefthook.yml"):
        root = project({name: "repos:\n- repo: local\n  hooks: []\n"}, contracts=CONTRACTS)
        run("init", "--yes", cwd=root, env=machine)
        assert not (root / HOOK).exists(), name


def test_there_is_no_hook_without_git(run: Run, tmp_path: Path, machine: Mapping[str, str]) -> None:
    """No repository, or no wish to ask git."""
    root = tmp_path / "bare"
    root.mkdir()
    assert "pre-commit" not in run("init", "--yes", cwd=root, env=machine).out
    (root / ".git").mkdir()
    (root / ".git/HEAD").touch()
    outcome = run("init", "--yes", "--no-git", cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (0, "")
    assert os.listdir(root / ".git") == ["HEAD"]


OWN_OF_HUSKY = {
    "9": {"_/h": "", "_/pre-commit": '#!/usr/bin/env sh\n. "$(dirname "$0")/h"\n'},
    "8": {"_/husky.sh": ""},
}


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("is_hook_there", [False, True])
@pytest.mark.parametrize(("version", "folder"), [("9", "web/.husky/_"), ("8", "web/.husky")])
def test_husky_below_the_root_gets_the_line_in_its_own_script(
    project: MakeProject,
    run: Run,
    git: Git,
    machine: Mapping[str, str],
    version: str,
    folder: str,
    *,
    is_hook_there: bool,
) -> None:
    """`husky web/.husky`: ``init`` led into `web/.husky/_`, which the next installation rewrites.

    Where git's own hook was written first, git runs it no longer.
    """
    root = project({"web/.husky/commit-msg": "true\n"}, contracts=CONTRACTS, commit=True)
    if is_hook_there:
        write_hook(root, run, machine)
    own_files = {f"web/.husky/{name}": text for name, text in OWN_OF_HUSKY[version].items()}
    write_files(root, {**own_files, "web/.husky/_/.gitignore": "*"})
    for path in own_files:
        (root / path).chmod(0o755)
    git(root, "config", "core.hooksPath", folder)
    unchecked = f"  {root}: no agent's settings have a hook of phaser-lint, and nothing checks "
    assert unchecked in run("doctor", cwd=root, env=machine).out
    assert write_hook(root, run, machine) == "web/.husky/pre-commit"
    assert (root / "web/.husky/pre-commit").read_text() == f"#!/usr/bin/env sh\n{LINE}\n"
    listed = run("uninstall", "--all", "--dry-run", cwd=root, env=machine).out
    assert listed.count("\n  web/.husky/pre-commit  a line for husky\n") == 1
    (root / "web/.husky/_").rename(root / "gone")
    if version == "9":
        outcome = run("init", cwd=root, env=machine)
        assert (outcome.code, outcome.out.partition("\nnothing")[2]) == (
            0,
            " is proposed, but git does not run web/.husky/pre-commit in this clone\n\nnext:\n"
            "  npx husky web/.husky  # has git run web/.husky/pre-commit in this clone\n",
        )


def test_uninstall_lists_a_team_s_hook_that_git_does_not_run(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """In a fresh clone nothing has told git of its folder."""
    root = project({"web/.husky/pre-commit": LINE, "tools/pre-commit": LINE})
    listed = run("uninstall", "--all", "--dry-run", cwd=root, env=machine).out
    assert [line for line in listed.splitlines() if "pre-commit" in line] == [
        "  tools/pre-commit       a hook before a commit, which git does not run now",
        "  web/.husky/pre-commit  a hook before a commit, which git does not run now",
    ]


OF_SIMPLE_GIT_HOOKS = """\
#!/bin/sh

if [ "$SKIP_SIMPLE_GIT_HOOKS" = "1" ]; then
    exit 0
fi

npx lint-staged
"""
OF_HUSKY_4 = """\
#!/bin/sh
# husky

# Created by Husky v4.3.8 (https://github.com/typicode/husky#readme)

. "$(dirname "$0")/husky.sh"
"""
OF_LEFTHOOK = '#!/bin/sh\n\ncall_lefthook()\n{\n  lefthook "$@"\n}\n\ncall_lefthook run "a" "$@"\n'
OF_YORKIE = '#!/bin/sh\n#yorkie 2.0.0\n\ncd "."\nnode ./runner.js pre-commit\n'


@pytest.mark.parametrize(
    ("text", "program", "place"),
    [
        (
            OF_SIMPLE_GIT_HOOKS,
            "simple-git-hooks",
            "`simple-git-hooks.pre-commit` in package.json",
        ),
        (OF_HUSKY_4, "husky", "`husky.hooks.pre-commit` in package.json"),
        (OF_LEFTHOOK, "lefthook", "`pre-commit` in lefthook.toml"),
        (OF_YORKIE, "yorkie", "`gitHooks.pre-commit` in package.json"),
    ],
)
def test_a_hook_that_its_program_writes_anew_gets_no_call(
    project: MakeProject, run: Run, machine: Mapping[str, str], text: str, program: str, place: str
) -> None:
    """The call, or a line by hand as ``init`` advised, was gone with the next `npm install`."""
    root = project({HOOK: text}, contracts=CONTRACTS)
    (root / HOOK).chmod(0o755)
    assert run("init", "--yes", cwd=root, env=machine) == (
        2,
        "found: contracts\n\nnothing is proposed\n1 problem, named at the end: exit code 2\n",
        f"phaser-lint: {HOOK}: {program} writes it anew with each installation. Have {place} run "
        "`phaser-lint scan --staged --project-contracts --quiet`, and fail where that does\n",
    )
    assert (root / HOOK).read_text() == text


def test_a_line_in_a_file_that_init_does_not_write_to_is_enough(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """``init`` asked for the line again, with 2, and proposed git's own hook in a fresh clone."""
    package = '{"scripts": {"check": "phaser-lint scan --staged"}, "husky": {"hooks": {%s}}}'
    root = project({"package.json": package % "", HOOK: OF_HUSKY_4}, contracts=CONTRACTS)
    (root / HOOK).chmod(0o755)
    assert run("init", "--yes", cwd=root, env=machine) == (
        2,
        "found: contracts; husky\n\nnothing is proposed\n"
        "1 problem, named at the end: exit code 2\n",
        "phaser-lint: package.json: not written to. Have `husky.hooks.pre-commit` in package.json "
        "run `phaser-lint scan --staged --project-contracts --quiet`, and fail where that does\n",
    )
    (root / "package.json").write_text(package % '"pre-commit": "npm run check"')
    assert run("init", "--yes", cwd=root, env=machine).code == 0
    (root / HOOK).unlink()
    assert "  npm rebuild husky  " in run("init", "--yes", cwd=root, env=machine).out
    assert not (root / HOOK).exists()


def test_one_manager_s_line_is_enough(
    project: MakeProject, run: Run, machine: Mapping[str, str]
) -> None:
    """Husky.Net has its commands beside the script that git runs, which calls them."""
    script = "dotnet husky run --group pre-commit\n"
    files = {".husky/pre-commit": script, ".husky/task-runner.json": '{"tasks": []}'}
    root = project(files, contracts=CONTRACTS)
    assert "  .husky/pre-commit  a line" in run("init", cwd=root, env=machine).out
    (root / ".husky/task-runner.json").write_text('{"tasks": [{"command": "phaser-lint"}]}')
    assert "  .husky/pre-commit  a line" not in run("init", cwd=root, env=machine).out


def test_git_s_own_hook_is_not_put_into_a_folder_of_husky_s(
    project: MakeProject, run: Run, git: Git, machine: Mapping[str, str]
) -> None:
    """husky's stub in it is gone, and comes back with the packages."""
    root = project({".husky/pre-commit": LINE}, contracts=CONTRACTS)
    git(root, "config", "core.hooksPath", ".husky/_")
    outcome = run("init", "--git-hook", "--yes", cwd=root, env=machine)
    assert (outcome.code, outcome.err) == (
        2,
        "phaser-lint: .husky/_/pre-commit: husky writes it anew. Install the packages, and run "
        "phaser-lint init\n",
    )
    assert not (root / ".husky/_").exists()
