"""The trials of contracts of several levels: each breaks its own contract, below its own level."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.hook.doctor.contract_trials import Trial, make_trials, without_levels
from tests.examples import at_level, contract_set

if TYPE_CHECKING:
    from pathlib import Path

PAY = "services/pay"


def test_each_level_has_a_trial_of_its_own(tmp_path: Path) -> None:
    """Though the contracts have one id; what cannot be tried is named by its key."""
    contracts = contract_set(
        at_level("", file_glob="*.py", without=[PAY]),
        at_level(PAY, file_glob="*.py", pattern="worse"),
        at_level(PAY, "b", file_glob="*.ts"),
        at_level("", "b", file_glob="*.py", scope="tree", kind="require_pattern"),
    )
    trials = make_trials(str(tmp_path), contracts, ["a.py", f"{PAY}/a.py"])
    assert [
        (trial.path.rpartition("/")[0], trial.text, trial.contract) for trial in trials.breaking
    ] == [
        ("", "bad\n", "a"),
        (PAY, "worse\n", f"{PAY}/a"),
        (PAY, "bad\n", f"{PAY}/b"),
    ]
    assert [key for key, _ in trials.without] == [("", "b")]
    assert trials.idle == ((PAY, "b"),)
    assert trials.unreachable == ()


@pytest.mark.parametrize(
    ("contract", "text", "expected"),
    [
        ("a", "Contract violation: services/pay/a at line 1.", False),
        ("a", "Contract violation: a-b at line 1.", False),
        ("a", "Contract violation: a at line 1.", True),
        ("a", "x.py:1:1: error: Fix it. [a]", True),
        ("services/pay/a", "Contract violation: a at line 1.", False),
        ("services/pay/a", "Contract violation: services/pay/a at line 1.", True),
    ],
)
def test_contracts_of_one_id_are_told_apart_by_their_level(
    contract: str, text: str, expected: bool
) -> None:
    """Of two contracts of one id each is known by its level."""
    assert Trial("a.py", "", contract).is_named_in(text) is expected


def test_no_trial_lies_where_another_level_checks(tmp_path: Path) -> None:
    """There a nearer contract of the id may have taken its place."""
    contracts = without_levels(contract_set(at_level("", file_glob="*.py")), [PAY])
    trials = make_trials(str(tmp_path), contracts, [f"{PAY}/a.py"])
    assert [trial.contract for trial in trials.breaking] == ["a"]
    assert not any(trial.path.startswith(PAY) for trial in (*trials.breaking, trials.clean))


@pytest.mark.parametrize(
    ("keys", "path", "text"),
    [
        ({"file_glob": "*.sql", "path_pattern": "^db/[0-9]"}, "db/0/phaser_lint_doctor_1.sql",
         "bad\n"),
        ({"when_file": "^import web$"}, "phaser_lint_doctor_1", "bad\nimport web\n"),
        ({"when_match": "web"}, "phaser_lint_doctor_1", "bad web\n"),
        ({"when_match": "web", "when_file": "^on$"}, "phaser_lint_doctor_1", "bad web\non\n"),
        ({"when_file": "web", "unless_match": "web"}, "phaser_lint_doctor_1", "bad\nweb\n"),
        ({"kind": "require_pattern", "when_file": "web"}, "phaser_lint_doctor_1", "\nweb\n"),
        ({"kind": "file_name", "pattern": "[a-z_0-9]+"}, "Phaser_Lint_Doctor_1 -", "\n"),
        ({"kind": "file_name", "pattern": "x"}, "phaser_lint_doctor_1", "\n"),
        ({"kind": "file_limits"}, "phaser_lint_doctor_1", "\n"),
        ({"path_pattern": "[^a]z$", "examples": {"invalid": {"path": "b/yz", "text": "bad"}}},
         "b/yz", "bad"),
    ],
)  # fmt: skip
def test_a_trial_breaks_a_contract_under_its_conditions(
    tmp_path: Path, keys: dict[str, Any], path: str, text: str
) -> None:
    """Under its conditions, at a path that they take, by a name, and by a size."""
    conditional = at_level("", **{"file_glob": "*", **keys})
    trials = make_trials(str(tmp_path), contract_set(conditional), [])
    assert [(trial.path, trial.text) for trial in trials.breaking] == [(path, text)]


def test_an_example_at_a_file_that_is_there(tmp_path: Path) -> None:
    """There the same violation may exist, which denies nothing: its text is tried in a new file."""
    (tmp_path / "src").mkdir()
    (tmp_path / "src/a.py").write_text("bad\n")
    example = {"path": "src/a.py", "text": "bad = 2"}
    contract_with_example = at_level("", file_glob="src/**", examples={"invalid": [example]})
    trials = make_trials(str(tmp_path), contract_set(contract_with_example), ["src/a.py"])
    breaking_edits = [(trial.path, trial.text) for trial in trials.breaking]
    assert breaking_edits == [("src/phaser_lint_doctor_1.py", "bad = 2\n")]


@pytest.mark.parametrize("kind", ["file_pair", "items_listed", "changed_together"])
def test_a_contract_that_is_reported_after_an_edit_has_no_trial(tmp_path: Path, kind: str) -> None:
    """Is not tried, and the clean file is another one."""
    reported_later = at_level("", kind=kind, file_glob="*.sql")
    trials = make_trials(str(tmp_path), contract_set(reported_later), ["a.sql"])
    assert (trials.breaking, [key for key, _ in trials.without]) == ((), [reported_later.key])
    assert trials.clean.path == "phaser_lint_doctor.unknown"


@pytest.mark.parametrize(
    "path",
    [
        ".claude/contracts/b.yaml",
        "web/.phaser/contracts/b.yaml",
        ".phaser/config.yaml",
        ".claude/settings.json",
        ".git/hooks/commit-msg",
        ".husky/commit-msg",
    ],
)
def test_nothing_is_tried_beside_what_a_hook_has_a_word_on(tmp_path: Path, path: str) -> None:
    """Beside a contract a file of one blank line is a broken contract, and no clean file."""
    contracts = contract_set(
        at_level("", file_glob="*"), at_level("", kind="file_pair", file_glob="/src/*/")
    )
    trials = make_trials(str(tmp_path), contracts, [path, "src/a/b.ts"])
    assert trials.clean.path == "phaser_lint_doctor_0"
    assert [trial.path for trial in trials.breaking] == ["src/a/phaser_lint_doctor_1.ts"]


def test_a_glob_of_files_that_are_there(tmp_path: Path) -> None:
    """A contract on one file guards it, though no new file can be tried in its place."""
    (tmp_path / "setup.cfg").touch()
    contracts = contract_set(at_level("", file_glob="/setup.cfg"))
    trials = make_trials(str(tmp_path), contracts, ["setup.cfg"])
    assert (trials.breaking, trials.unreachable, trials.idle) == ((), (), ())
    assert trials.without == (
        (
            ("", "a"),
            "the files that its globs select are there: no new one is tried in their place",
        ),
    )
