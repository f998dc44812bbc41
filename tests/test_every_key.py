"""Where a match counts, whose file it is, what is imported: one verdict in every place.

``tests/made_code.py`` makes the projects, and says what is right.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract import stored_filters
from phaser_lint.contract.rules import RULES, is_met_by_other_files
from phaser_lint.core.text import file_text, is_unicode
from tests.called_hooks import is_clean_at_once
from tests.case_files import read_annotations, read_log
from tests.command.made import event
from tests.conftest import write_files
from tests.contract.stored import Later
from tests.made_code import (
    IN_ANSWER,
    IN_TEXT,
    draw_project,
    new_in,
    place_of,
    places_in,
    reference,
    without_lines,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run
    from tests.made_code import Made, Place

FLAGS = ("--project-contracts", "--timeout", "20000")
SINCE = ("--since", "HEAD")
BASELINE = ".phaser/baseline.jsonl"


@pytest.fixture(autouse=True)
def _place(environment: dict[str, str], monkeypatch: pytest.MonkeyPatch) -> None:
    """The environment of the runs for the clean path too, long after the last change."""
    monkeypatch.setattr(stored_filters, "time", Later)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)


def reported(text: str) -> Counter[Place]:
    found = json.loads(text)
    assert found["contract_problems"] == [] == found["undecided"]
    return Counter(
        place_of(each["rule_id"], each["where"], each["path"], each["line"])
        for each in found["violations"]
    )


def scanned(run: Run, root: Path, *flags: str) -> Counter[Place]:
    return reported(run("scan", *FLAGS, "--format=json", *flags, cwd=root).out)


def merged(run: Run, root: Path, *flags: str) -> Counter[Place]:
    """What the reports of two shards make."""
    reports = [str(root.parent / f"{root.name}-{number}.json") for number in (1, 2)]
    for number, name in enumerate(reports, start=1):
        run("scan", *FLAGS, f"--format=json={name}", f"--shard={number}/2", *flags, cwd=root)
    return reported(run("merge", "--format=json", *reports, cwd=root).out)


DENIAL, CONTEXT = "permissionDecisionReason", "additionalContext"


def answered(run: Run, data: bytes, root: Path, *, keys: Sequence[str]) -> set[str]:
    """The ids of errors that the hook names."""
    answer = json.loads(run("hook", stdin=data, cwd=root).out)
    specific = answer.get("hookSpecificOutput", {})
    said = [specific.get(key, "") for key in keys]
    return {*IN_ANSWER.findall("\n".join([*said, answer.get("reason", "")]))}


def denied(run: Run, root: Path, path: str, text: str) -> list[set[str]]:
    """The ids that each of three sessions is denied the text for; never let pass at a look."""
    said = []
    for number in range(3):
        data = event(file_path=root / path, content=text, cwd=root, session_id=f"{path}{number}")
        said.append(answered(run, data, root, keys=[DENIAL]))
        assert not (said[-1] and is_clean_at_once(data))
    return said


def at_once(given: Made, found: Counter[Place], path: str) -> set[str]:
    """The ids among those *found* in a file that are told before it is written."""
    later = {each.rule_id for each in given.contracts.contracts if is_met_by_other_files(each)}
    later |= {
        each.rule_id for each in given.contracts.contracts if "base" in RULES[each.type].needs
    }
    return {each.rule_id for each in found if each.path == path} - later


def ids(found: Counter[Place]) -> set[str]:
    return {each.rule_id for each in found}


def writable(data: bytes) -> str | None:
    """The text that a tool can write so that the file holds the same."""
    text = file_text(data)
    return text if is_unicode(text) and text.encode() == data else None


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60))]
)
def test_new_files(seed: int, project: MakeProject, run: Run, git: Git) -> None:
    """All files are new: with a before and without."""
    given = draw_project(Random(seed))
    expected = places_in(reference(given.contracts, given.after), given.contracts)
    changed = reference(given.contracts, given.after, before={})
    since = places_in(changed, given.contracts)
    root = project({}, contracts=given.written, commit=True)
    for path, data in given.after.items():
        text = writable(data)
        if text is not None:
            assert denied(run, root, path, text) == [at_once(given, expected, path)] * 3, path
    write_files(root, given.after)
    git(root, "add", "-A", "-f")
    assert {
        "first": scanned(run, root),
        "from its cache": scanned(run, root),
        "without a cache": scanned(run, root, "--no-cache"),
        "shards": merged(run, root),
    } == dict.fromkeys(("first", "from its cache", "without a cache", "shards"), expected)
    # What is missing was missing in the last commit, too.
    here = Counter({each: number for each, number in since.items() if each.where != "glob"})
    assert {
        "staged": scanned(run, root, "--staged") - Counter(since.keys() - here.keys()),
        "since": scanned(run, root, *SINCE),
        "shards": merged(run, root, *SINCE),
    } == dict.fromkeys(("staged", "since", "shards"), here)


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60))]
)
def test_one_file_changes(seed: int, project: MakeProject, run: Run, git: Git) -> None:
    """A line becomes code, or stops being code, below an edit that opens or closes something."""
    given = draw_project(Random(seed))
    for path, data in given.before.items():
        if given.after.get(path) != data:
            compare_change(given, path, project, run, git)


def compare_change(given: Made, path: str, project: MakeProject, run: Run, git: Git) -> None:
    """Compare what each place says is new once the file at *path* is as it is afterwards."""
    others = {each: data for each, data in given.before.items() if each != path}
    after = {**others, path: given.after[path]} if path in given.after else others
    now = reference(given.contracts, after, before=given.before)
    expected = new_in(now, reference(given.contracts, given.before), given.contracts)
    about_changes = {e.rule_id for e in given.contracts.contracts if "base" in RULES[e.type].needs}
    root = project(given.before, contracts=given.written, commit=True)
    text = writable(after.get(path, b"\xff"))
    if text is not None:
        assert denied(run, root, path, text) == [at_once(given, expected, path)] * 3
    run("baseline", "--project-contracts", cwd=root)
    (root / path).unlink()
    write_files(root, after)
    found = [each for each in scanned(run, root).elements() if each.path != BASELINE]
    assert without_lines(found) == Counter(
        each for each in expected.elements() if each.rule_id not in about_changes
    )
    (root / BASELINE).unlink(missing_ok=True)
    git(root, "add", "-A", "-f")
    assert without_lines(scanned(run, root, *SINCE).elements()) == expected
    assert without_lines(merged(run, root, *SINCE).elements()) == expected
    if text is not None:
        data = event(
            name="PostToolUse", file_path=root / path, content=text, cwd=root, session_id="after",
            tool_response={},
        )  # fmt: skip
        assert answered(run, data, root, keys=[CONTEXT]) == {
            e.rule_id for e in expected if e.path in (path, "")
        }
    stop = event(name="Stop", cwd=root, session_id="stop", stop_hook_active=False)
    assert answered(run, stop, root, keys=[CONTEXT]) == ids(expected)
    assert committed(run, root, *([path] if path in after else [])) == ids(expected)
    assert pulled(run, git, root) == ids(expected)


def committed(run: Run, root: Path, *paths: str) -> set[str]:
    """The ids that both of pre-commit's hooks name, of what is new."""
    said = [run("pre-commit", *SINCE, "--", path, cwd=root).out for path in paths]
    said.append(run("pre-commit", "--tree", *SINCE, "--", cwd=root).out)
    return {*IN_TEXT.findall("\n".join(said))}


def pulled(run: Run, git: Git, root: Path) -> set[str]:
    """The ids that the Action names on a pull request with what is staged."""
    tree, base = git(root, "write-tree").strip(), git(root, "rev-parse", "HEAD").strip()
    branch = git(root, "commit-tree", tree, "-p", base, "-m", "Branch").strip()
    merge = git(root, "commit-tree", tree, "-p", base, "-p", branch, "-m", "Merge").strip()
    git(root, "update-ref", "HEAD", merge)
    runner: dict[str, Any] = {
        "GITHUB_EVENT_NAME": "pull_request", "GITHUB_SHA": merge, "GITHUB_WORKSPACE": str(root),
    }  # fmt: skip
    said = run("action", cwd=root, env=runner).out
    return {each.rule_id for each, _ in read_annotations(said)} | {
        each.rule_id for each in read_log(said)
    }


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60))]
)
def test_what_changes_together(seed: int, project: MakeProject, run: Run, git: Git) -> None:
    """Files that change, come and go, each set of them with its own others."""
    given = draw_project(Random(seed), ["changed_together"])
    report = reference(given.contracts, given.after, before=given.before)
    expected = places_in(report, given.contracts)
    root = project(given.before, contracts=given.written, commit=True)
    for path in given.before.keys() - given.after.keys():
        (root / path).unlink()
    write_files(root, given.after)
    data = event(
        "Bash", name="PostToolUse", command="make", cwd=root, session_id="a", tool_response={}
    )
    assert answered(run, data, root, keys=[CONTEXT]) == ids(expected)
    stop = event(name="Stop", cwd=root, session_id="stop", stop_hook_active=False)
    assert answered(run, stop, root, keys=[CONTEXT]) == ids(expected)
    git(root, "add", "-A", "-f")
    assert scanned(run, root, *SINCE) == expected
    assert scanned(run, root, "--staged") == expected
    assert merged(run, root, *SINCE) == expected
    text = run("pre-commit", "--tree", "--", cwd=root).out
    assert {*re.findall(IN_TEXT, text)} == ids(expected)
    assert pulled(run, git, root) == ids(expected)
