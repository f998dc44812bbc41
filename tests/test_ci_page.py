"""``docs/ci.md``: each recipe's commands, in the clone that the CI system makes."""

from __future__ import annotations

import os
import re
import subprocess
from typing import TYPE_CHECKING, NamedTuple

import pytest

from tests.built_site import ROOT
from tests.command.made import contract
from tests.conftest import PROGRAM, write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

PAGE = (ROOT / "docs/ci.md").read_text(encoding="utf-8")
_SECTION = re.compile(r"^## (.+)\n(?:\n(?!##).*|.+)*?\n```\w+\n((?:.*\n)*?)```$", re.M)
_COMMAND = re.compile(
    r"^ *(?:- )?(?:script: |run: )?(?:sh ')?"
    r"((?:git fetch|mkdir|\"?[$\w/]*phaser-lint\"? scan).*?)'?$",
    re.M,
)
_REPORT = re.compile(r"--format \w+=(\S+)")
RECIPES = {name: commands for name, text in _SECTION.findall(PAGE)
           if (commands := _COMMAND.findall(text))}  # fmt: skip


class Clone(NamedTuple):
    """The steps by which a CI system brings a branch, and the variables that it sets."""

    steps: tuple[tuple[str, ...], ...]
    variables: dict[str, str]


_BRANCH = "+refs/heads/feature:refs/remotes/origin/feature"
_ALONE = (("fetch", "-q", "origin", _BRANCH), ("checkout", "-q", "origin/feature"))
_ALL = (("fetch", "-q", "origin"), ("checkout", "-q", "origin/feature"))
CLONES = {
    "GitLab merge requests": Clone(_ALONE, {"CI_MERGE_REQUEST_DIFF_BASE_SHA": "BASE"}),
    "Jenkins": Clone(_ALONE, {"CHANGE_TARGET": "main", "WORKSPACE_TMP": "TMP"}),
    "Azure Pipelines": Clone(_ALL, {"SYSTEM_PULLREQUEST_TARGETBRANCH": "refs/heads/main"}),
    "Bitbucket": Clone(
        (*_ALONE, ("fetch", "-q", "origin", "main"), ("merge", "-q", "--no-edit", "FETCH_HEAD")),
        {"BITBUCKET_PR_DESTINATION_BRANCH": "main"},
    ),
}
# A pipeline on merged results: HEAD is a merge, and the branch began before what main broke.
_MERGED_RESULTS = Clone(
    CLONES["Bitbucket"].steps,
    {
        "CI_MERGE_REQUEST_DIFF_BASE_SHA": "BASE",
        "CI_MERGE_REQUEST_TARGET_BRANCH_SHA": "FETCH_HEAD",
    },
)
# A pipeline of a branch, as a mirror without merge requests has it.
_PUSH = Clone(_ALONE, {"CI_COMMIT_BEFORE_SHA": "BASE"})


def test_each_recipe_has_a_clone() -> None:
    """No recipe goes untried."""
    assert list(RECIPES) == list(CLONES)


@pytest.mark.one_row_in(2)
@pytest.mark.parametrize(
    ("name", "cloned"),
    [
        *CLONES.items(),
        ("GitLab merge requests", _MERGED_RESULTS),
        ("GitLab merge requests", _PUSH),
    ],
)
def test_a_recipe_fails_only_by_what_the_branch_adds(
    name: str,
    cloned: Clone,
    project: MakeProject,
    git: Git,
    tmp_path: Path,
    environment: dict[str, str],
) -> None:
    """What the branch adds fails it; what was there, and what main broke since, does not."""
    origin, base = _origin(project, git)
    clone = tmp_path / "clone"
    clone.mkdir()
    git(clone, "init", "-q")
    git(clone, "remote", "add", "origin", str(origin))
    for step in cloned.steps:
        git(clone, *step)
    programs = tmp_path / "tmp/venv/bin"
    programs.mkdir(parents=True)
    (programs / "phaser-lint").symlink_to(PROGRAM)
    values_of_variables = {"BASE": base, "TMP": str(tmp_path / "tmp")}
    variables = {
        key: values_of_variables.get(variable, variable)
        for key, variable in cloned.variables.items()
    }
    path = f"{PROGRAM.parent}{os.pathsep}{os.environ.get('PATH', os.defpath)}"
    process = subprocess.run(
        ("sh", "-ec", "\n".join(RECIPES[name])),
        cwd=clone,
        env={**environment, **variables, "PATH": path},
        capture_output=True,
        text=True,
        check=False,
    )
    violations = [line for line in process.stdout.splitlines() if ": error: " in line]
    assert (process.returncode, violations) == (
        1,
        ["a.py:2:1: error: Use the logger. [no-print]"],
    ), process.stderr
    assert [
        (clone / report_path).exists() for report_path in _REPORT.findall("\n".join(RECIPES[name]))
    ] == [True]


def _origin(project: MakeProject, git: Git) -> tuple[Path, str]:
    """A repository in which main went on since the branch began, and where that was."""
    files = {"a.py": "print(0)\n", "b.py": "x = 1\n"}
    root = project(files, contracts={"a.yaml": contract()}, commit=True)
    git(root, "branch", "-M", "main")
    base = git(root, "rev-parse", "HEAD").strip()
    git(root, "checkout", "-q", "-b", "feature")
    for text in ("print(0)\nprint(1)\n", "print(0)\nprint(1)\ny = 1\n"):
        write_files(root, {"a.py": text})
        git(root, "commit", "-qam", "feature")
    git(root, "checkout", "-q", "main")
    write_files(root, {"b.py": "print(2)\n"})
    git(root, "commit", "-qam", "main")
    return root, base


@pytest.mark.parametrize("name", ["submodule", "subtree"])
def test_shared_rules_count_and_are_updated(
    name: str, project: MakeProject, git: Git, run: Run
) -> None:
    """The first command of a row brings contracts that count, and the second one their update."""
    [(bring, update)] = re.findall(rf"^\| a {name} \| `git (.*?)` \| `git (.*?)` \|$", PAGE, re.M)
    rules = project({"a.yaml": contract("no-print", pattern="print")}, commit=True)
    git(rules, "branch", "-M", "main")
    files = {".phaser/config.yaml": "include: [rules]\n", "a.py": "print(0)\n"}
    root = project(files, commit=True)
    identity = ("-c", "protocol.file.allow=always")
    git(root, *identity, *bring.replace("URL", str(rules)).split())
    assert run("scan", cwd=root).code == 1
    write_files(rules, {"a.yaml": contract("no-print", pattern="eval")})
    git(rules, "commit", "-qam", "other")
    git(root, "commit", "-q", "--allow-empty", "-am", "rules")
    git(root, *identity, *update.replace("URL", str(rules)).split())
    assert run("scan", cwd=root).code == 0
