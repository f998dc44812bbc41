"""What a commit breaks that the disk does not hold: a row for each type that is not about lines."""

from __future__ import annotations

import time
from itertools import product
from operator import itemgetter
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract
from tests.hook.test_head_history import Scene, clone_project
from tests.tables import first_of_each, one_row_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

OF_TYPE = {
    "file_frozen": {"file_glob": "*.lock"},
    "changed_together": {"file_glob": "src/", "with_glob": "docs/"},
    "file_exists": {"file_glob": "LICENSE"},
    "keep_pattern": {"file_glob": "t/*.py", "pattern": r"^def (\w+)\("},
    "file_limits": {"file_glob": "*.sql", "max_bytes": 9},
    "items_listed": {
        "file_glob": "api/*.py",
        "pattern": r"^def (\w+)\(",
        "listed_in": "names.md",
    },
    "file_pair": {
        "file_glob": "*.up",
        "partner": "{dir}/{1}.down",
        "path_pattern": r"(\w+)\.up$",
    },
    "require_pattern": {"file_glob": "bin/*.py", "pattern": r"^def main\(", "scope": "tree"},
}
CONTRACTS = {
    f"{name}.yaml": contract(name.replace("_", "-"), **{"pattern": None, "type": name, **keys})
    for name, keys in OF_TYPE.items()
}
FILES = {
    "a.lock": "1\n",
    "src/s.py": "1\n",
    "docs/d.md": "1\n",
    "LICENSE": "x\n",
    "t/t.py": "def it():\n",
    "t.sql": "1\n",
    "api/a.py": "def one():\n",
    "names.md": "one\n",
    "m.up": "1\n",
    "m.down": "1\n",
    "bin/m.py": "def main():\n",
    "README": "1\n",
}
BREAKS = {
    "file_frozen": "echo 2 > a.lock",
    "changed_together": "echo 2 > src/s.py",
    "file_exists": "rm LICENSE",
    "keep_pattern": "rm t/t.py",
    "file_limits": "echo 1234567890 > t.sql",
    "items_listed": "echo 'def two():' >> api/a.py",
    "file_pair": "echo 1 > n.up",
    "require_pattern": "echo 1 > bin/m.py",
}
COMMITTED = "git add -A; git commit -q -m x"
BRANCH = "git checkout -q -b w; {breaks}; " + COMMITTED + "; git checkout -q main"
ORPHAN = "git checkout -q --orphan w; {breaks}; " + COMMITTED
WAYS = {
    "left": BRANCH,
    "merged": BRANCH + "; git merge -q --no-ff -m m w",
    "squashed": BRANCH + "; git merge -q --squash w; git commit -q -m s; git branch -q -D w",
    "begun anew": ORPHAN + "; git branch -q -f main; git checkout -q main",
}


@pytest.fixture
def scene(
    project: MakeProject, git: Git, run: Run, environment: dict[str, str], tmp_path: Path
) -> Scene:
    """A clone of ``hub``, and a colleague's."""
    project_root = project(FILES, contracts=CONTRACTS, commit=True)
    return clone_project(project_root, git, run, environment, tmp_path)


SILENT = {
    "a colleague's, merged": "git pull -q --no-rebase",
    "a colleague's, squashed": "git fetch -q; git merge -q --squash @{u}; git commit -q -m s",
    "a colleague's, left": "git fetch -q; git checkout -q -b w @{u}; git checkout -q main",
}


@pytest.mark.one_row_in(10)
@pytest.mark.parametrize(("script", "kind"), one_row_in(4, product(SILENT.values(), BREAKS)))
def test_a_colleagues_change_is_not_the_agents(scene: Scene, script: str, kind: str) -> None:
    """The agent's own commit beside it is clean."""
    assert scene.after_command() == ""
    scene.sh(f"{BREAKS[kind]}; {COMMITTED}; git push -q", scene.theirs)
    scene.sh(f"echo 2 > README; {COMMITTED}; {script}")
    assert scene.after_command() == ""
    assert scene.stops() == ""


@pytest.mark.one_row_in(10)
@pytest.mark.parametrize(("script", "kind"), one_row_in(4, product(WAYS, BREAKS)))
def test_a_change_of_the_user_before_the_session_is_not_the_agents(
    scene: Scene, script: str, kind: str
) -> None:
    """It is on a branch, merged or squashed by the user."""
    scene.sh(WAYS[script].format(breaks=BREAKS[kind]))
    time.sleep(1.01 - time.time() % 1)  # dates are whole seconds
    assert scene.after_command(command="ls") == ""
    scene.sh(f"echo 2 > README; {COMMITTED}")
    assert scene.after_command() == ""
    assert scene.stops() == ""


@pytest.mark.one_row_in(12)
@pytest.mark.parametrize(("script", "kind"), one_row_in(3, product(WAYS, BREAKS)))
def test_the_agents_change_is_named_after_the_command_and_at_stop(
    scene: Scene, script: str, kind: str
) -> None:
    """Once after the command, and once at Stop."""
    assert scene.after_command() == ""
    scene.sh(WAYS[script].format(breaks=BREAKS[kind]))
    rule_id, text_after_command = (
        kind.replace("_", "-"),
        scene.after_command() + scene.after_command(),
    )
    for text in (text_after_command, scene.stops()):
        assert text.count("Contract violation") == 1, text
        assert text.count(f": {rule_id} ") == 1, text
    assert scene.stops() == ""


KEPT = ORPHAN.format(breaks=BREAKS["keep_pattern"])
BEGUN_ANEW = {
    "it is checked out": KEPT,
    "main is checked out": f"{KEPT}; git checkout -q main",
    "by plumbing": "git rm -q t/t.py;git update-ref HEAD $(git commit-tree -m x $(git write-tree))",
    "merged": f"{KEPT}; git checkout -q main; git merge -q --allow-unrelated-histories -s ours w;"
    "git reset -q --hard; git read-tree -u --reset w; git commit -q --amend -m m",
}


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize(
    ("script", "is_first"),
    first_of_each(
        [
            (script, is_first)
            for number, script in enumerate(BEGUN_ANEW.values())
            for is_first in (bool(number % 2), not number % 2)
        ],
        itemgetter(0),
    ),
)
def test_a_history_that_begins_anew_loses_what_head_had(
    scene: Scene, script: str, is_first: bool
) -> None:
    """Its first commit has no parent, and most files of HEAD; so also by the first command."""
    if is_first:
        time.sleep(1.3)  # a little before a command is taken for its time
    else:
        assert scene.after_command() == ""
    began = time.time()
    scene.sh(script)
    text = scene.after_command(duration_ms=int((time.time() - began + is_first) * 1000))
    for answer in (text, scene.stops()):
        assert answer.count(": keep-pattern in t/t.py. ") == 1, answer
        assert answer.count("Contract violation") == 1
    assert scene.stops() == ""


@pytest.mark.slow
def test_a_branch_of_other_files_takes_nothing_away(scene: Scene) -> None:
    """As for pages alone."""
    assert scene.after_command() == ""
    scene.sh("git checkout -q --orphan w; git rm -rfq .; echo 1 > a.html; git add -A")
    scene.sh("git commit -q -m x; git checkout -q main")
    assert (scene.after_command(), scene.stops()) == ("", "")


@pytest.mark.parametrize("is_first", [True, False])
def test_a_commit_of_the_first_second_is_placed_right(scene: Scene, is_first: bool) -> None:
    """A commit of the second in which the session begins, before and after its first event."""
    time.sleep(1.01 - time.time() % 1)
    if is_first:
        scene.sh(f"echo 2 > a.lock; {COMMITTED}")
        time.sleep(0.4)  # a little before a command is taken for its time
    assert scene.after_command(duration_ms=0) == ""
    if not is_first:
        scene.sh(f"echo 2 > a.lock; {COMMITTED}")
    assert scene.after_command().count("Contract violation") == (not is_first)
    assert scene.stops().count("Contract violation") == (not is_first)
