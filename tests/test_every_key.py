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

from phaser_lint.contract.rules import RULES, is_met_by_other_files
from phaser_lint.core.text import decode_file, is_binary, is_unicode
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
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    for name, variable in environment.items():
        monkeypatch.setenv(name, variable)


def reported(text: str, *, lost: str = "") -> Counter[Place]:
    """What a report says; of the *lost* file, a text made binary, contracts may be undecided."""
    report = json.loads(text)
    assert report["contract_problems"] == []
    reasons = {check["path"]: check["reason"] for check in report["undecided"]}
    assert [path for path in reasons if path != lost] == []
    assert all(reason.startswith("the change makes the file binary") for reason in reasons.values())
    return Counter(
        place_of(violation["rule_id"], violation["where"], violation["path"], violation["line"])
        for violation in report["violations"]
    )


def scanned(run: Run, root: Path, *flags: str, lost: str = "") -> Counter[Place]:
    return reported(run("scan", *FLAGS, "--format=json", *flags, cwd=root).out, lost=lost)


def merged(run: Run, root: Path, *flags: str, lost: str = "") -> Counter[Place]:
    """What the reports of two shards make."""
    reports = [str(root.parent / f"{root.name}-{number}.json") for number in (1, 2)]
    for number, name in enumerate(reports, start=1):
        run("scan", *FLAGS, f"--format=json={name}", f"--shard={number}/2", *flags, cwd=root)
    return reported(run("merge", "--format=json", *reports, cwd=root).out, lost=lost)


DENIAL, CONTEXT = "permissionDecisionReason", "additionalContext"


def answered(run: Run, payload: bytes, root: Path, *, keys: Sequence[str]) -> set[str]:
    """The ids of errors that the hook names."""
    answer = json.loads(run("hook", stdin=payload, cwd=root).out)
    specific = answer.get("hookSpecificOutput", {})
    texts = [specific.get(key, "") for key in keys]
    return {*IN_ANSWER.findall("\n".join([*texts, answer.get("reason", "")]))}


def denied(run: Run, root: Path, path: str, text: str) -> list[set[str]]:
    """The ids that each of three sessions is denied the text for; never let pass at a look."""
    ids_by_session = []
    for number in range(3):
        payload = event(file_path=root / path, content=text, cwd=root, session_id=f"{path}{number}")
        ids_by_session.append(answered(run, payload, root, keys=[DENIAL]))
        assert not (ids_by_session[-1] and is_clean_at_once(payload))
    return ids_by_session


def at_once(drawn_project: Made, places: Counter[Place], path: str) -> set[str]:
    """The ids among those *places* in a file that are told before it is written."""
    later = {
        contract.rule_id
        for contract in drawn_project.contracts.contracts
        if is_met_by_other_files(contract)
    }
    later |= {
        contract.rule_id
        for contract in drawn_project.contracts.contracts
        if "base" in RULES[contract.type].needs and RULES[contract.type].evidence != "lost match"
    }
    return {place.rule_id for place in places if place.path == path} - later


def ids(places: Counter[Place]) -> set[str]:
    return {place.rule_id for place in places}


def writable(content: bytes) -> str | None:
    """The text that a tool can write so that the file holds the same."""
    text = decode_file(content)
    return text if is_unicode(text) and text.encode() == content else None


@pytest.mark.slow
@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60))]
)
def test_new_files(seed: int, project: MakeProject, run: Run, git: Git) -> None:
    """All files are new: with a before and without."""
    drawn_project = draw_project(Random(seed))
    expected = places_in(
        reference(drawn_project.contracts, drawn_project.after), drawn_project.contracts
    )
    changed = reference(drawn_project.contracts, drawn_project.after, before={})
    since = places_in(changed, drawn_project.contracts)
    root = project({}, contracts=drawn_project.written, commit=True)
    for path, content in drawn_project.after.items():
        text = writable(content)
        if text is not None:
            assert denied(run, root, path, text) == [at_once(drawn_project, expected, path)] * 3, (
                path
            )
    write_files(root, drawn_project.after)
    git(root, "add", "-A", "-f")
    assert {
        "first": scanned(run, root),
        "from its cache": scanned(run, root),
        "without a cache": scanned(run, root, "--no-cache"),
        "shards": merged(run, root),
    } == dict.fromkeys(("first", "from its cache", "without a cache", "shards"), expected)
    # What is missing was missing in the last commit, too.
    here = Counter({place: number for place, number in since.items() if place.where != "glob"})
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
    drawn_project = draw_project(Random(seed))
    for path, content in drawn_project.before.items():
        if drawn_project.after.get(path) != content:
            compare_change(drawn_project, path, project, run, git)


def compare_change(
    drawn_project: Made, path: str, project: MakeProject, run: Run, git: Git
) -> None:
    """Compare what each place says is new once the file at *path* is as it is afterwards."""
    other_files = {
        other_path: content
        for other_path, content in drawn_project.before.items()
        if other_path != path
    }
    after = (
        {**other_files, path: drawn_project.after[path]}
        if path in drawn_project.after
        else other_files
    )
    report = reference(drawn_project.contracts, after, before=drawn_project.before)
    expected = new_in(
        report, reference(drawn_project.contracts, drawn_project.before), drawn_project.contracts
    )
    about_changes = {
        e.rule_id for e in drawn_project.contracts.contracts if "base" in RULES[e.type].needs
    }
    root = project(drawn_project.before, contracts=drawn_project.written, commit=True)
    text = writable(after.get(path, b"\xff"))
    if text is not None:
        assert denied(run, root, path, text) == [at_once(drawn_project, expected, path)] * 3
    run("baseline", "--project-contracts", cwd=root)
    (root / path).unlink()
    write_files(root, after)
    places = [place for place in scanned(run, root).elements() if place.path != BASELINE]
    assert without_lines(places) == Counter(
        place for place in expected.elements() if place.rule_id not in about_changes
    )
    (root / BASELINE).unlink(missing_ok=True)
    git(root, "add", "-A", "-f")
    was_text = not is_binary(decode_file(drawn_project.before[path]))
    lost = path if was_text and is_binary(decode_file(after.get(path, b""))) else ""
    assert without_lines(scanned(run, root, *SINCE, lost=lost).elements()) == expected
    assert without_lines(merged(run, root, *SINCE, lost=lost).elements()) == expected
    if text is not None:
        content = event(
            name="PostToolUse", file_path=root / path, content=text, cwd=root, session_id="after",
            tool_response={},
        )  # fmt: skip
        assert answered(run, content, root, keys=[CONTEXT]) == {
            e.rule_id for e in expected if e.path in (path, "")
        }
    stop = event(name="Stop", cwd=root, session_id="stop", stop_hook_active=False)
    assert answered(run, stop, root, keys=[CONTEXT]) == ids(expected)
    assert committed(run, root, *([path] if path in after else [])) == ids(expected)
    assert pulled(run, git, root) == ids(expected)


def committed(run: Run, root: Path, *paths: str) -> set[str]:
    """The ids that both of pre-commit's hooks name, of what is new."""
    outputs = [run("pre-commit", *SINCE, "--", path, cwd=root).out for path in paths]
    outputs.append(run("pre-commit", "--tree", *SINCE, "--", cwd=root).out)
    return {*IN_TEXT.findall("\n".join(outputs))}


def pulled(run: Run, git: Git, root: Path) -> set[str]:
    """The ids that the Action names on a pull request with what is staged."""
    tree, base = git(root, "write-tree").strip(), git(root, "rev-parse", "HEAD").strip()
    branch = git(root, "commit-tree", tree, "-p", base, "-m", "Branch").strip()
    merge = git(root, "commit-tree", tree, "-p", base, "-p", branch, "-m", "Merge").strip()
    git(root, "update-ref", "HEAD", merge)
    runner: dict[str, Any] = {
        "GITHUB_EVENT_NAME": "pull_request", "GITHUB_SHA": merge, "GITHUB_WORKSPACE": str(root),
    }  # fmt: skip
    output = run("action", cwd=root, env=runner).out
    return {violation.rule_id for violation, _ in read_annotations(output)} | {
        violation.rule_id for violation in read_log(output)
    }


@pytest.mark.parametrize(
    "seed", [0, *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(1, 60))]
)
def test_every_key_counts_for_what_changes_together(
    seed: int, project: MakeProject, run: Run, git: Git
) -> None:
    """Files that change, come and go, each set of them with its own others."""
    drawn_project = draw_project(Random(seed), ["changed_together"])
    report = reference(drawn_project.contracts, drawn_project.after, before=drawn_project.before)
    expected = places_in(report, drawn_project.contracts)
    root = project(drawn_project.before, contracts=drawn_project.written, commit=True)
    for path in drawn_project.before.keys() - drawn_project.after.keys():
        (root / path).unlink()
    write_files(root, drawn_project.after)
    payload = event(
        "Bash", name="PostToolUse", command="make", cwd=root, session_id="a", tool_response={}
    )
    assert answered(run, payload, root, keys=[CONTEXT]) == ids(expected)
    stop = event(name="Stop", cwd=root, session_id="stop", stop_hook_active=False)
    assert answered(run, stop, root, keys=[CONTEXT]) == ids(expected)
    git(root, "add", "-A", "-f")
    assert scanned(run, root, *SINCE) == expected
    assert scanned(run, root, "--staged") == expected
    assert merged(run, root, *SINCE) == expected
    text = run("pre-commit", "--tree", "--", cwd=root).out
    assert {*re.findall(IN_TEXT, text)} == ids(expected)
    assert pulled(run, git, root) == ids(expected)
