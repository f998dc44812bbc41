"""Which of our hooks in pre-commit's configuration are started: those that ``init`` writes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import yaml

from phaser_lint import REPOSITORY
from phaser_lint.hook.doctor.execution import RunPlace
from phaser_lint.hook.doctor.startable import WAY
from phaser_lint.hook.doctor.startable_pre_commit import select_startable_hooks
from phaser_lint.project.programs import find_checkout
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

OURS = f"{{repo: '{REPOSITORY}', rev: v1, hooks: [{{id: phaser-lint%s}}]}}"
LOCAL = "{repo: local, hooks: [{id: phaser-lint, name: x, language: %s, entry: %s}]}"
SYSTEM = LOCAL % ("system", "%s")
# What stands below ``repos``, and why it is not started; nothing: it is.
ROWS = {
    "ours": (OURS % "", ""),
    "ours, as a clone is called": (OURS.replace("lint',", "lint.git/',", 1) % "", ""),
    "ours with arguments": (OURS % ", args: [--fail-on, warning, --since=main, --], files: x", ""),
    "local": (SYSTEM % "phaser-lint pre-commit", ""),
    "local, the tree": (SYSTEM % "phaser-lint pre-commit --tree", ""),
    "a revision that is an option": (
        OURS.replace("v1", "--upload-pack=x") % "",
        "its rev is --upload-pack=x, and no tag or commit",
    ),
    "another hook of ours": (
        OURS.replace("{id: ", "{id: other-") % "", f"{REPOSITORY} has no such hook",
    ),
    "an entry of its own": (OURS % ", entry: touch x", "its entry may start anything"),
    "a language": (OURS % ", language: system", "its language may start anything"),
    "dependencies": (
        OURS % ", additional_dependencies: [./x]", "its additional_dependencies may start anything",
    ),
    "a Python": (OURS % ", language_version: ./x", "its language_version may start anything"),
    "a log": (OURS % ", log_file: x", "its log_file may start anything"),
    "a report": (OURS % ", args: [--format, json=x]", "its args write files"),
    "a report, joined": (OURS % ", args: [--format=json=x]", "its args write files"),
    "a cache": (OURS % ", args: [--cache-dir, x]", "its args write files"),
    "local, another program": (
        SYSTEM % "./phaser-lint-x", "its entry is ./phaser-lint-x, and not phaser-lint pre-commit",
    ),
    "local, a second command": (
        SYSTEM % "phaser-lint pre-commit; touch x",
        "its entry is phaser-lint pre-commit; touch x, and not phaser-lint pre-commit",
    ),
    "local, in a container": (
        LOCAL % ("docker_image", "phaser-lint pre-commit"),
        "its language is docker_image, and not system",
    ),
    "local, a program of the project": (
        SYSTEM % ".venv/bin/phaser-lint pre-commit",
        "{root}/.venv/bin/phaser-lint lies in the checkout",
    ),
}  # fmt: skip


def place_at(root: Path, *, starts_all: bool = False) -> RunPlace:
    write_files(root, {".venv/bin/phaser-lint": "#!/bin/sh\n"})
    (root / ".venv/bin/phaser-lint").chmod(0o755)
    return RunPlace(str(root), {"PATH": "/usr/bin:/bin"}, find_checkout(str(root)), starts_all)


@pytest.mark.parametrize("row", ROWS.values(), ids=ROWS)
def test_what_is_not_ours_is_not_started(tmp_path: Path, row: tuple[str, str]) -> None:
    """It is left out of the configuration, and named; with the flag all of it is started."""
    repository, reason = row
    configuration = yaml.safe_load(
        f"fail_fast: true\nrepos: [{repository}, {{repo: meta, hooks: [{{id: x}}]}}]"
    )
    startable, reasons, notes = select_startable_hooks(configuration, place_at(tmp_path))
    ours: list[Any] = [] if reason else configuration["repos"][:1]
    assert startable == {"fail_fast": True, "repos": ours}
    name = configuration["repos"][0]["hooks"][0]["id"]
    expected_reason = f"{name} is not started: {reason.format(root=tmp_path)}; {WAY}"
    assert (reasons, notes) == ([expected_reason] if reason else [], [])
    with_flag = place_at(tmp_path, starts_all=True)
    assert select_startable_hooks(configuration, with_flag) == (configuration, [], [])


FORK = "https://x.y/me/phaser-lint"


@pytest.mark.parametrize(
    ("address", "own_repository", "is_started"),
    [
        (FORK, FORK, True),
        (f"{FORK}.git/", FORK, True),
        (FORK, f"{FORK}.git", True),
        (REPOSITORY, FORK, True),
        (FORK, "", False),
        (FORK, REPOSITORY, False),
        (FORK.replace("me", "Me"), FORK, False),
        ("./phaser-lint", FORK, False),
        (None, FORK, False),
    ],
)
def test_a_repository_is_ours_where_this_installation_came_from_it(
    tmp_path: Path, address: str | None, own_repository: str, is_started: bool
) -> None:
    """Hooks of another one are not started, and nothing is known to be wrong with them."""
    repository = {"repo": address, "rev": "v1", "hooks": [{"id": "phaser-lint"}]}
    place = place_at(tmp_path)._replace(own_repository=own_repository)
    ours = {FORK: f"{REPOSITORY} or {FORK}"}.get(own_repository, REPOSITORY)
    note = f"phaser-lint is not started: its repository is {address}, and not {ours}; {WAY}"
    assert select_startable_hooks({"repos": [repository]}, place) == (
        {"repos": [repository] if is_started else []},
        [],
        [] if is_started else [note],
    )


@pytest.mark.parametrize("versions", ["{python: ./x}", "{python: [x]}", "./x"])
def test_a_python_by_its_path_is_not_started(tmp_path: Path, versions: str) -> None:
    text = f"default_language_version: {versions}\nrepos: [{OURS % ''}]"
    startable, reasons, _ = select_startable_hooks(yaml.safe_load(text), place_at(tmp_path))
    assert startable["repos"] == []
    expected_reason = "default_language_version names a program by its path"
    assert reasons == [f"phaser-lint is not started: {expected_reason}; {WAY}"]
