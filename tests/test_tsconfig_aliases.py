"""Aliases of a ``tsconfig.json``: the one of the state that is checked counts."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract, event
from tests.conftest import write_files

if TYPE_CHECKING:
    from collections.abc import Mapping
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

CONTRACTS = {
    "a.yaml": contract(
        "no-db",
        type="forbid_import",
        pattern=None,
        file_glob="src/web/**",
        forbid="src/db",
        aliases="tsconfig",
        message="Ask the store.",
    )
}
SOURCE = 'import "@/db"\n'


def tsconfig(target: str) -> str:
    return json.dumps({"compilerOptions": {"paths": {"@/*": [f"{target}/*"]}}})


LEADS_TO_DB, LEADS_ELSEWHERE = tsconfig("src"), tsconfig("lib")


def broken_in(run: Run, root: Path, *flags: str) -> list[str]:
    report = json.loads(run("scan", *flags, "--format=json", cwd=root).out)
    return [violation["message"] for violation in report["violations"]]


def test_a_scan_notices_that_the_aliases_changed(project: MakeProject, run: Run) -> None:
    """The result of a file that did not change is stored, and counts no more."""
    files = {"tsconfig.json": LEADS_ELSEWHERE, "src/web/a.ts": SOURCE}
    root = project(files, contracts=CONTRACTS, commit=True)
    assert broken_in(run, root) == broken_in(run, root) == []
    write_files(root, {"tsconfig.json": LEADS_TO_DB})
    assert broken_in(run, root) == ["Ask the store. (imports: src/db)"]
    assert broken_in(run, root) == ["Ask the store. (imports: src/db)"]
    write_files(root, {"src/web/tsconfig.json": LEADS_TO_DB})
    assert broken_in(run, root) == []


def test_what_is_staged_is_read_of_the_index(project: MakeProject, run: Run, git: Git) -> None:
    root = project({"tsconfig.json": LEADS_TO_DB}, contracts=CONTRACTS, commit=True)
    write_files(root, {"src/web/a.ts": SOURCE})
    git(root, "add", "-A")
    write_files(root, {"tsconfig.json": LEADS_ELSEWHERE})
    assert broken_in(run, root, "--staged") == ["Ask the store. (imports: src/db)"]
    assert broken_in(run, root) == []


def test_a_base_is_read_by_its_own_aliases(project: MakeProject, run: Run) -> None:
    """The line stood there already, and led elsewhere."""
    files = {"tsconfig.json": LEADS_ELSEWHERE, "src/web/a.ts": SOURCE}
    root = project(files, contracts=CONTRACTS, commit=True)
    write_files(root, {"tsconfig.json": LEADS_TO_DB, "src/web/a.ts": f"{SOURCE}// more\n"})
    assert broken_in(run, root, "--since", "HEAD") == ["Ask the store. (imports: src/db)"]


@pytest.mark.parametrize(
    ("before", "proposed", "is_denied"),
    [
        (LEADS_ELSEWHERE, LEADS_TO_DB, True),
        (LEADS_TO_DB, LEADS_ELSEWHERE, False),
    ],
)
def test_a_proposed_tsconfig_counts(
    project: MakeProject, run: Run, *, before: str, proposed: str, is_denied: bool
) -> None:
    root = project({"tsconfig.json": before}, contracts=CONTRACTS, commit=True)
    patch = (
        f"*** Begin Patch\n*** Update File: tsconfig.json\n@@\n-{before}\n+{proposed}\n"
        f"*** Add File: src/web/a.ts\n+{SOURCE}*** End Patch\n"
    )
    outcome = run(
        "hook", "--agent", "codex", stdin=event("apply_patch", cwd=root, command=patch), cwd=root
    )
    assert ('"deny"' in outcome.out) is is_denied


@pytest.mark.parametrize(
    ("path", "text", "is_denied"),
    [
        ("tsconfig.json", '{"extends": "./cfg/base", "compilerOptions": {"strict": true}}', False),
        ("package.json", "{}", False),
        ("tsconfig.json", "{}", True),
        ("cfg/base.json", LEADS_ELSEWHERE, True),
        ("src/web/tsconfig.json", "{}", True),
        ("src/web/tsconfig.json", LEADS_ELSEWHERE, True),
    ],
)
def test_protection_keeps_the_files_that_aliases_stand_in(
    project: MakeProject, run: Run, path: str, text: str, *, is_denied: bool
) -> None:
    """Whoever may change an alias may import anything."""
    files: Mapping[str, str] = {
        "tsconfig.json": '{"extends": "./cfg/base"}',
        "cfg/base.json": LEADS_TO_DB,
        "package.json": '{"name": "a"}',
        "src/web/a.ts": "",
    }
    root = project(files, contracts=CONTRACTS, commit=True)
    stdin = event(cwd=root, file_path=root / path, content=text)
    outcome = run("hook", "--protect", stdin=stdin, cwd=root)
    assert ("protected-contracts" in outcome.out) is is_denied
