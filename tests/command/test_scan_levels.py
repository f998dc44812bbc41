"""Scans of a project with contracts at several levels, and with other repositories inside."""

from __future__ import annotations

import json
import shutil
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Outcome, Run

BAD = "print(1) # TODO\n"
KEYS = {"type": "file_exists", "pattern": None, "file_glob": "/LICENSE"}
HAS_LICENSE = contract("has-license", **KEYS)
TOP = {"no-print.yaml": contract(), "license.yaml": HAS_LICENSE}
PAY = "services/pay"
FILES_BELOW = {
    f"{PAY}/.claude/contracts/todo.yaml": contract("no-todo", pattern="TODO"),
    f"{PAY}/.claude/contracts/license.yaml": contract("pay-license", **KEYS),
}
FILES = {"a.py": BAD, f"{PAY}/src/p.py": BAD, "web/w.py": BAD}
ONE_UNCHECKED = (
    "1 contract not checked: has-license; "
    "needs a scan of all of the project, or --tree beside a PATH"
)
TWO_UNCHECKED = ONE_UNCHECKED.replace("1 contract", "2 contracts").replace(
    "license;", "license, pay-license;"
)
IN_PAY = (f"{PAY}/LICENSE", f"{PAY}/src/p.py no-print", f"{PAY}/src/p.py no-todo")


def violating_paths(outcome: Outcome) -> list[str]:
    """The path of each violation, with the contract where that has a pattern."""
    violations = json.loads(outcome.out)["violations"]
    return [
        violation["path"].lstrip("/")
        + ("" if violation["rule_id"].endswith("license") else f" {violation['rule_id']}")
        for violation in violations
    ]


def notices(outcome: Outcome) -> list[str]:
    reported_notices = json.loads(outcome.out)["notices"]
    return [f"{notice['path']}: {notice['text']}" for notice in reported_notices]


def scan_json(run: Run, where: Path, *arguments: str) -> Outcome:
    return run("scan", "--format", "json", *arguments, cwd=where)


@pytest.mark.parametrize(
    ("where", "arguments", "expected", "unchecked"),
    [
        (".", (), ("LICENSE", "a.py no-print", *IN_PAY, "web/w.py no-print"), ""),
        (PAY, (), IN_PAY, ONE_UNCHECKED),
        (f"{PAY}/src", (), IN_PAY[1:], TWO_UNCHECKED),
        ("web", (), ("web/w.py no-print",), ONE_UNCHECKED),
        (".", ("services",), IN_PAY, ONE_UNCHECKED),
        ("web", ("../services/pay",), IN_PAY, ONE_UNCHECKED),
        (".", (f"{PAY}/src/p.py",), IN_PAY[1:], TWO_UNCHECKED),
        ("web", ("--tree",), ("LICENSE", f"{PAY}/LICENSE"), ""),
    ],
)
def test_a_scan_checks_what_is_at_and_below_its_folder(
    project: MakeProject,
    run: Run,
    where: str,
    arguments: tuple[str, ...],
    expected: tuple[str, ...],
    unchecked: str,
) -> None:
    """At and below the working directory, or the paths, by the contracts of every level.

    ``.`` is the same as nothing; what needs files from elsewhere is named.
    """
    root = project({**FILES, **FILES_BELOW}, contracts=TOP)
    outcome = scan_json(run, root / where, *arguments)
    assert (outcome.code, violating_paths(outcome)) == (1, list(expected))
    # What two files have is said of no one of them.
    file = "phaser-lint" if unchecked == TWO_UNCHECKED else ".claude/contracts/license.yaml"
    expected_notices = [f"{file}: {unchecked}"] if unchecked else []
    assert notices(outcome) == expected_notices
    if not arguments:
        assert scan_json(run, root / where, ".") == outcome


def test_contracts_that_are_replaced(project: MakeProject, run: Run) -> None:
    """The globs of one whose files are all another's are not called idle; JSON says whose."""
    root = project(
        {"s/a.py": "x = 1\n", "s/.claude/contracts/a.yaml": contract(pattern="exec")},
        contracts={"a.yaml": contract(), "b.yaml": contract("idle", file_glob="*.go")},
    )
    outcome = scan_json(run, root)
    assert notices(outcome) == [".claude/contracts/b.yaml: the glob of idle matches no file"]
    contracts = json.loads(outcome.out)["contracts"]
    assert [
        (summary["level"], summary["rule_id"], summary["overridden_by"]) for summary in contracts
    ] == [
        ("", "idle", []),
        ("", "no-print", ["s"]),
        ("s", "no-print", []),
    ]


# Other repositories inside.


@pytest.fixture
def nested(project: MakeProject, git: Git) -> Path:
    """A project with a repository inside that has no level of its own."""
    root = project({**FILES, "inner/i.py": BAD}, contracts={"a.yaml": contract()})
    git(root / "inner", "init", "-q", "--template=")
    return root


NOT_ENTERED = "inner/: not entered: inner; a repository of its own is checked by a scan in it"


def test_a_repository_inside_is_not_entered(nested: Path, run: Run) -> None:
    """It is named where it would be checked."""
    outcome = scan_json(run, nested)
    assert "inner/i.py no-print" not in violating_paths(outcome)
    assert notices(outcome) == [NOT_ENTERED]
    assert notices(scan_json(run, nested, "web")) == []
    output = run("scan", "..", cwd=nested / "web").err
    assert output.startswith(f"../{NOT_ENTERED.replace('inner/: ', 'inner/: note: ')}\n")


@pytest.mark.parametrize(
    ("where", "arguments"),
    [
        ("inner", ()),
        ("inner", (".",)),
        ("inner", ("i.py",)),
        (".", ("inner",)),
        ("web", ("../inner/i.py",)),
    ],
)
def test_what_lies_in_it_is_checked_by_the_levels_around(
    nested: Path, run: Run, where: str, arguments: tuple[str, ...]
) -> None:
    """As the hook checks an edit there; it once was "0 files checked"."""
    assert violating_paths(scan_json(run, nested / where, *arguments)) == ["inner/i.py no-print"]


@pytest.mark.parametrize("flags", [("--staged",), ("--since", "HEAD")])
def test_what_git_cannot_tell_is_refused(
    nested: Path, run: Run, git: Git, flags: tuple[str, ...]
) -> None:
    """The repository around knows no commit of it."""
    git(nested, "add", "a.py", "web")
    git(nested, "commit", "-qm", "x")
    where = "lies in the repository inner, whose changes git does not list here"
    message = f"phaser-lint: {nested}/inner: {where}: expected no --staged and no --since\n"
    assert run("scan", *flags, cwd=nested / "inner") == (2, "", message)


@pytest.mark.parametrize("arguments", [("inner",), ("inner/i.py",), ("web", "inner")])
def test_another_project_is_refused(nested: Path, run: Run, arguments: tuple[str, ...]) -> None:
    """One with a level of its own is none of this one's."""
    write_files(nested, {"inner/.claude/contracts/a.yaml": contract("other")})
    reason = f"lies in another repository; scan --root {nested}/inner checks it"
    message = f"phaser-lint: {arguments[-1]}: {reason}\n"
    assert run("scan", *arguments, cwd=nested) == (2, "", message)
    assert violating_paths(scan_json(run, nested / "inner")) == ["i.py other"]
    assert "inner" not in "".join(violating_paths(scan_json(run, nested)))


def test_a_level_inside_of_it_is_refused(nested: Path, run: Run) -> None:
    """Files there have another top than those beside it."""
    write_files(nested, {"inner/deep/.claude/contracts/a.yaml": contract("other")})
    where = f"inner/deep has contracts in another repository: scan --root {nested}/inner"
    assert run("scan", cwd=nested / "inner") == (2, "", f"phaser-lint: {where}\n")


def test_a_submodule_is_another_project(project: MakeProject, run: Run, git: Git) -> None:
    """Checked out, or an empty folder."""
    inner = project({"i.py": BAD}, commit=True)
    root = project({"a.py": BAD}, contracts={"a.yaml": contract()}, commit=True)
    git(root, "-c", "protocol.file.allow=always", "submodule", "add", "-q", str(inner), "inner")
    git(root, "commit", "-qm", "x")
    assert notices(scan_json(run, root)) == [NOT_ENTERED]
    assert violating_paths(scan_json(run, root / "inner")) == ["inner/i.py no-print"]
    shutil.rmtree(root / "inner")
    (root / "inner").mkdir()
    assert notices(scan_json(run, root)) == [NOT_ENTERED]


def test_a_repository_in_a_folder_without_git(run: Run, git: Git, tmp_path: Path) -> None:
    """A walk does not enter it either."""
    root = tmp_path.resolve() / "plain"
    write_files(root, {".claude/contracts/a.yaml": contract(), "inner/i.py": BAD, "a.py": BAD})
    git(root / "inner", "init", "-q", "--template=")
    outcome = scan_json(run, root)
    assert (violating_paths(outcome), notices(outcome)) == (["a.py no-print"], [NOT_ENTERED])


def test_a_worktree_without_levels(project: MakeProject, run: Run, git: Git) -> None:
    """It takes those of the main worktree."""
    root = project({"a.py": BAD}, commit=True)
    write_files(root, {".claude/contracts/a.yaml": contract(), ".gitignore": ".claude\n"})
    git(root, "worktree", "add", "-q", str(root.parent / "w"))
    outcome = scan_json(run, root.parent / "w")
    assert (violating_paths(outcome), notices(outcome)) == (["a.py no-print"], [])


def test_contracts_in_a_submodule(project: MakeProject, run: Run, git: Git) -> None:
    """They count, and nobody's .gitignore names them; the submodule itself is not checked."""
    shared = project({"no-print.yaml": contract()}, commit=True)
    root = project({"a.py": BAD}, commit=True)
    add = ("-c", "protocol.file.allow=always", "submodule", "add", "-q")
    git(root, *add, str(shared), ".claude/contracts")
    outcome = scan_json(run, root)
    assert violating_paths(outcome) == ["a.py no-print"]
    assert notices(outcome) == [
        ".claude/contracts/: not entered: .claude/contracts; a repository of its own is checked by "
        "a scan in it"
    ]


# What counts elsewhere only, or nowhere.


def test_what_is_ignored_by_git_counts_here(project: MakeProject, run: Run, git: Git) -> None:
    """On this machine; nobody else's verdict knows of it."""
    root = project({**FILES, **FILES_BELOW, ".gitignore": f"{PAY}/.claude\n"}, contracts=TOP)
    outcome = scan_json(run, root)
    assert violating_paths(outcome)[2:5] == list(IN_PAY)
    assert notices(outcome) == [
        f"{PAY}/.claude/contracts/: git ignores contracts in it; they count here, and CI does not "
        "see them"
    ]
    git(root, "add", "-f", PAY)
    assert notices(scan_json(run, root)) == []


LACKING = "so colleagues and CI lack it"
OWN_FILES = {
    "an override that disables": ("web/.phaser/contracts/o.yaml", "enabled: false"),
    "an override of the severity": ("web/.phaser/contracts/o.yaml", "severity: warning"),
    "an override that excludes": ("web/.phaser/contracts/o.yaml", "exclude_glob: '*.py'"),
    "an override of a pack": (
        ".phaser/contracts/o.yaml",
        "override: merge-conflict-marker\nenabled: false",
    ),
    "a contract of a level below": (
        "web/.phaser/contracts/n.yaml",
        contract(pattern="nothing like it"),
    ),
    "a disabled contract of a level below": (
        "web/.phaser/contracts/n.yaml",
        contract(enabled=False),
    ),
    "a contract of the place that wins": (".claude/contracts/n.yaml", contract(enabled=False)),
    "a configuration": (".phaser/config.yaml", "exclude: web/\n"),
    "a baseline": (".phaser/baseline.jsonl", ""),
}
IN_COMMIT = ("scan", "--staged", "--project-contracts")


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("hidden_by", ["ignored", "untracked"])
@pytest.mark.parametrize("way", OWN_FILES)
def test_what_lets_pass_here_only_is_told(
    project: MakeProject, run: Run, git: Git, way: str, hidden_by: str
) -> None:
    """A commit adds a violation, a file that is in no commit lets it pass: there is a line."""
    name, text = OWN_FILES[way]
    is_of_pack = way == "an override of a pack"
    config = {".phaser/config.yaml": "include: {pack: merge-markers}\n"} if is_of_pack else {}
    files = {"web/w.py": "<<<<<<< HEAD\n" if is_of_pack else BAD, **config}
    files |= {".gitignore": f"/{name}\n"} if hidden_by == "ignored" else {}
    root = project(files, contracts={})
    write_files(root, {".phaser/contracts/no-print.yaml": contract()})
    git(root, "init", "-q")
    git(root, "add", "-A")
    programs = [("scan",), ("scan", "web/w.py")] if hidden_by == "ignored" else []
    programs += [IN_COMMIT, (*IN_COMMIT, "--quiet"), ("pre-commit", "web/w.py")]
    assert [run(*words, cwd=root).code for words in programs] == [1] * len(programs)
    if way == "a baseline":
        assert run("baseline", cwd=root).code == 0
    else:
        is_bare = "override" in way and not is_of_pack
        write_files(root, {name: f"override: no-print\n{text}\n" if is_bare else text})
    for words in programs:
        verb = (
            "git ignores"
            if words[0] == "scan" and "--staged" not in words
            else ("git does not track")
        )
        rule_id = "merge-conflict-marker" if is_of_pack else "no-print"
        line = {
            "a configuration": f"{name}: note: counts here only: {verb} it, {LACKING}",
            "a baseline": f"{name}: note: {verb} the baseline, {LACKING}: commit it",
        }.get(way, f"{name}:1: note: changes {rule_id} here only: {verb} the file, {LACKING}")
        outcome = run(*words, cwd=root)
        assert (outcome.code, outcome.err.splitlines().count(line)) == (0, 1), outcome


def test_contracts_of_the_user_let_nothing_pass(
    project: MakeProject, run: Run, tmp_path: Path
) -> None:
    """They only add to a project's: nobody has to be told."""
    root = project({"a.py": BAD}, contracts={"a.yaml": contract()})
    home = tmp_path / "home"
    write_files(home, {".phaser/contracts/n.yaml": contract(enabled=False)})
    outcome = run("scan", cwd=root, env={"HOME": str(home)})
    assert (outcome.code, outcome.err) == (1, "1 file checked\n")


def test_what_counts_at_the_top_alone(project: MakeProject, run: Run) -> None:
    """A configuration and a baseline below are named, with what to do."""
    files_below = {
        f"{PAY}/.phaser/config.yaml": "exclude: ['*']\n",
        f"{PAY}/.phaser/baseline.jsonl": "",
    }
    root = project({**FILES, **files_below}, contracts={"a.yaml": contract()})
    outcome = scan_json(run, root)
    assert notices(outcome) == [
        f"{PAY}/.phaser/config.yaml: does not count; only the one at the root does",
        f"{PAY}/.phaser/baseline.jsonl: does not count; phaser-lint baseline --update {PAY}, run "
        "at the root, writes the same there",
    ]
    assert notices(scan_json(run, root, "web")) == []
    # Seen from below its name is that of the one which counts.
    write_files(root, {".phaser/config.yml": "exclude: ['*']\n"})
    from_below = run("scan", cwd=root / PAY).err.splitlines()
    assert [line for line in from_below if "config" in line] == [
        "../../.phaser/config.yml: note: looks like the configuration and is not read: "
        "expected .phaser/config.yaml",
        ".phaser/config.yaml: note: does not count; only the one at the root does",
    ]
    (root / ".phaser/config.yml").unlink()
    write_files(root, {".phaser/config.yaml": "exclude: /services/\n"})
    assert notices(scan_json(run, root)) == []
    (root / ".phaser/config.yaml").unlink()
    assert run("baseline", "--update", PAY, cwd=root).code == 0
    assert violating_paths(scan_json(run, root)) == ["a.py no-print", "web/w.py no-print"]


@pytest.mark.parametrize("program", [("scan",), ("pre-commit", "--tree", "--")])
def test_contracts_that_a_sparse_checkout_leaves_out(
    project: MakeProject, run: Run, git: Git, program: tuple[str, ...]
) -> None:
    """Those of a level that concerns what is checked are missing, and no others."""
    root = project({**FILES, **FILES_BELOW, "LICENSE": ""}, contracts=TOP, commit=True)
    git(root, "sparse-checkout", "set", "--no-cone", "/*", f"!/{PAY}/.claude")
    outcome = run(*program, cwd=root)
    assert outcome.code == 2
    folder = f"{PAY}/.claude/contracts"
    assert [line for line in outcome.err.splitlines() if "sparse" in line] == [
        f"{folder}/{name}.yaml: left out by the sparse checkout: git sparse-checkout add {folder} "
        "(contract skipped)"
        for name in ("license", "todo")
    ]
    assert run("scan", "web", cwd=root).code == 1
    write_files(root, {".phaser/config.yaml": f"exclude: /{PAY}/\n"})
    assert "sparse" not in run(*program, cwd=root).err


def test_a_severity_is_chosen_where_a_level_gives_it(project: MakeProject, run: Run) -> None:
    """Neither what the baseline holds of the other files is gone, nor a directive in them idle."""
    suppressed = "print(1) # phaser:ignore no-print -- why\n"
    override = f"{PAY}/.claude/contracts/override.yaml"
    root = project(
        {**FILES, "s.py": suppressed, override: "override: no-print\nseverity: error\n"},
        contracts={"no-print.yaml": contract(severity="warning")},
    )
    in_pay, elsewhere = [f"{PAY}/src/p.py no-print"], ["a.py no-print", "web/w.py no-print"]
    assert violating_paths(scan_json(run, root, "--severity", "error")) == in_pay
    assert violating_paths(scan_json(run, root, "--severity", "warning")) == elsewhere
    assert run("baseline", cwd=root).out.splitlines()[1:3] == [
        "2  warning  no-print  in 2 files",
        "1  error    no-print  in 1 file",
    ]
    for severity in ("error", "warning"):
        outcome = scan_json(run, root, "--severity", severity)
        assert (violating_paths(outcome), notices(outcome)) == ([], [])
