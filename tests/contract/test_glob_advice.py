"""What was meant by a glob that selects nothing."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.glob_advice import note_near_exclusions
from tests.command.made import contract as contract_text
from tests.examples import at_level, contract

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

PATHS = ["services/api/tests/a.py", "services/api/index.ts", "m/module1/a.py", "app/lib/x/b.py"]


@pytest.mark.parametrize(
    "glob",
    [
        # It is there, as a folder or a file.
        "services/api/tests/", "/services/api/", "services/api/index.ts",
        # It may be anywhere, or to come.
        "servces/", "*/servces/api/", "servces/**/tests/", "vendor/api/",
        "services/api/vendor/", "servces/web/",
        # Another one of many, and what is made of a file.
        "m/module2/", "services/api/index.js",
    ],
)  # fmt: skip
def test_an_exclusion_that_may_be_meant_so_is_left_alone(glob: str) -> None:
    assert note_near_exclusions([contract(exclude_glob=glob)], PATHS) == []


@pytest.mark.parametrize(
    ("level", "glob", "meant"),
    [
        ("", "servces/api/tests/", "services/api/tests/"),
        ("", "/services/api/test", "services/api/tests"),
        ("", "services/api/idnex.ts", "services/api/index.ts"),
        ("", "Services/api/", "services/api/"),
        ("services", "apis/tests/", "api/tests/"),
    ],
)
def test_a_misspelled_exclusion_has_the_path_named(level: str, glob: str, meant: str) -> None:
    """Nothing is left out by it, and a scan said nothing, where it does of a `file_glob`."""
    (notice,) = note_near_exclusions([at_level(level, exclude_glob=[glob])], PATHS)
    assert notice.text.endswith(f" matches no file: {glob}; did you mean {meant}?")


def test_what_is_excluded_as_well_is_not_meant() -> None:
    """A list of both is for projects of either kind."""
    both = contract(exclude_glob=["services/api/test/", "services/api/tests/"])
    assert note_near_exclusions([both], PATHS) == []


@pytest.mark.parametrize("command", ["scan", "test"])
def test_a_scan_and_the_trial_of_examples_say_it(
    project: MakeProject, run: Run, command: str
) -> None:
    text = contract_text(exclude_glob="servces/api/")
    root = project({"services/api/a.py": "x = 1\n"}, contracts={"a.yaml": text})
    note = (
        ".claude/contracts/a.yaml: note: exclude_glob of no-print matches no file: servces/api/; "
        "did you mean services/api/?\n"
    )
    assert note in run(command, cwd=root).err
