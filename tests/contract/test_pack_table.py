"""The packs: what is in them, how they are included, and what a revision knows of them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract.configuration import make_pack_place
from phaser_lint.contract.discover import list_contract_files
from phaser_lint.contract.load_contracts import ContractParser
from phaser_lint.contract.model import Contract
from phaser_lint.contract.open_contracts import make_identified_places, open_contracts
from phaser_lint.contract.pack_table import FOLDER, PACKS
from tests.check.comparison.test_contracts_of_revision import EXISTING
from tests.command.made import contract
from tests.conftest import write_files
from tests.contract.leveled import PLACE, describe_checks, describe_problems, load_levels
from tests.contract.stored import Later
from tests.examples import levels_at

if TYPE_CHECKING:
    from tests.conftest import MakeProject, Run

FILE = ".phaser/config.yaml"
DEBUGGERS = "include: [{pack: debuggers}]\n"
ONE = f"expected one of {', '.join(PACKS)}"
INCLUDABLE = "expected a folder of contract files or {pack: NAME}"


def entries(name: str) -> list[Contract]:
    place = make_pack_place(name, "/")
    parsed = ContractParser().parse_files(list_contract_files(place))
    loaded = [document for documents in parsed for document in documents]
    assert [problems for _, problems in loaded if problems] == []  # nor contradicted by an example
    assert all(isinstance(contract, Contract) for contract, _ in loaded)
    return [contract for contract, _ in loaded if isinstance(contract, Contract)]


def test_the_table_is_what_is_there() -> None:
    assert sorted(PACKS) == sorted(path.name for path in Path(FOLDER).iterdir())


@pytest.mark.parametrize("name", PACKS)
def test_each_contract_is_a_file_of_its_name(name: str) -> None:
    """Both kinds of examples are there, and what is reported of it names what to do."""
    contracts = entries(name)
    assert contracts != []
    for pack_contract in contracts:
        assert pack_contract.path == f"pack:{name}/{pack_contract.rule_id}.yaml"
        assert (bool(pack_contract.valid_examples), bool(pack_contract.invalid_examples)) == (
            True,
            True,
        )
        assert (pack_contract.enabled, pack_contract.ignorable, pack_contract.source) == (
            True,
            "reason",
            "pack",
        )


def test_no_two_have_one_id() -> None:
    """All packs may be included at once, and a directive names the id alone."""
    ids = [contract.rule_id for name in PACKS for contract in entries(name)]
    assert sorted(ids) == sorted(set(ids))


def test_every_contract_is_on_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs/packs.md").read_text(encoding="utf-8")
    rows, _, _ = page.partition("\n## What they find")
    ids_on_the_page = [line.split("`")[1] for line in rows.splitlines() if line.startswith("- `")]
    assert sorted(ids_on_the_page) == sorted(
        contract.rule_id for name in PACKS for contract in entries(name)
    )


@pytest.mark.parametrize(
    "text",
    [
        "include: [{pack: debuggers}]\n",
        "include:\n- pack: debuggers\n- pack: secrets\n",
        "include: {pack: debuggers}\n",
    ],
)
def test_a_pack_is_included(tmp_path: Path, text: str) -> None:
    """Alone, it needs no list; a pack twice is a pack."""
    contract_set = load_levels(tmp_path, {FILE: text})
    assert (describe_problems(contract_set), contract_set.notices) == ([], ())
    assert "python-breakpoint" in {contract.rule_id for contract in contract_set.contracts}


def test_beside_folders_and_the_projects_own(tmp_path: Path) -> None:
    """The project's own wins in silence; of two that are included the first, and that is said."""
    files = {
        FILE: "include: [shared, {pack: debuggers}]\n",
        "shared/a.yaml": contract("ruby-breakpoint", message="Shared."),
        PLACE: contract("python-breakpoint", message="Top."),
    }
    contract_set = load_levels(tmp_path, files)
    assert describe_problems(contract_set) == []
    assert describe_checks(contract_set, "x.py") == {
        "x.py": ["python-breakpoint error Top.", "ruby-breakpoint error Shared."]
    }
    assert [(notice.path, notice.text) for notice in contract_set.notices] == [
        (
            "pack:debuggers/ruby-breakpoint.yaml",
            "ruby-breakpoint does not count: shared/a.yaml:1 has that id, too",
        )
    ]


@pytest.mark.parametrize("override_path", [PLACE, f"s/{PLACE}"])
def test_a_contract_of_a_pack_can_be_overridden(tmp_path: Path, override_path: str) -> None:
    """From the root, and from below it for the files there."""
    files = {FILE: DEBUGGERS, override_path: "override: python-breakpoint\nenabled: false\n"}
    contract_set = load_levels(tmp_path, files)
    assert describe_problems(contract_set) == []
    checking_by_path = describe_checks(contract_set, "x.py", "s/x.py")
    assert [bool(contract_texts) for contract_texts in checking_by_path.values()] == [
        override_path != PLACE,
        False,
    ]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (
            "include:\n- shared\n- pack: secret\n",
            f'3: include[1].pack: {ONE}, not "secret"; did you mean secrets?',
        ),
        (
            "include: [{pack: 1}]\n",
            f"1: include[0].pack: {ONE}, not the number 1",
        ),
        ("include: [{pack: }]\n", f"1: include[0].pack: empty; {ONE}"),
        ("include: [{packs: secrets}]\n", "1: include[0].packs: unknown key; did you mean pack?"),
        (
            "include: [{pack: secrets, severity: warning}]\n",
            "1: include[0].severity: unknown key; a key of your own is written x-severity",
        ),
        (
            "include: [secrets]\n",
            "1: include[0]: expected a folder of contract files, from the root of the project: "
            "secrets: No such file or directory; the pack of that name is {pack: secrets}",
        ),
        ("include: [[secrets]]\n", f"1: include[0]: {INCLUDABLE}, not a list"),
        ("include: 3\n", f"1: include: {INCLUDABLE}, or a list of them, not the number 3"),
    ],
)
def test_what_is_no_pack(tmp_path: Path, text: str, expected: str) -> None:
    """With line and key; the project's contracts stay in force."""
    files = {FILE: text, PLACE: contract("a", message="Top."), "shared/b.yaml": contract("b")}
    contract_set = load_levels(tmp_path, files)
    assert describe_problems(contract_set)[0].startswith(f"{FILE}:{expected}")
    assert describe_checks(contract_set, "x.py")["x.py"][0] == "a error Top."


def test_the_store_sees_another_program(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What a pack holds is a part of what is stored: a newer one counts at once."""
    packs = tmp_path / "packs"
    shutil.copytree(FOLDER, packs)
    monkeypatch.setattr("phaser_lint.contract.pack_table.FOLDER", str(packs))
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    root = tmp_path / "root"
    write_files(root, {FILE: DEBUGGERS})
    cache = str(tmp_path / "cache")

    def ids() -> set[str]:
        loaded_now, *_ = open_contracts(
            make_identified_places(levels_at(root), home="", cache=cache), end=None
        )
        return {contract.rule_id for contract in loaded_now.contracts}

    before = ids()
    assert ids() == before
    (packs / "debuggers/new.yaml").write_text(contract("new"), encoding="utf-8")
    assert ids() == {*before, "new"}


def test_what_reports_call_it(project: MakeProject, run: Run) -> None:
    """The same wherever somebody stands; contracts for other languages go without a word."""
    files = {
        FILE: "include: [shared, {pack: debuggers}]\n",
        "shared/a.yaml": contract("python-breakpoint"),
        PLACE: "override: focused-test\nseverity: warning\n",
        "s/a.py": "a\n",
    }
    root = project(files, commit=True)
    note = (
        "pack:debuggers/python-breakpoint.yaml:2: note: python-breakpoint does not count: "
        "shared/a.yaml:1 has that id, too\n"
    )
    assert run("scan", cwd=root).err == f"{note}1 file checked\n"
    assert run("scan", cwd=root / "s").err == f"{note}1 file checked\n"
    shards = [root.parent / f"{number}.json" for number in (1, 2)]
    for number, shard in enumerate(shards, start=1):
        outcome = run("scan", "--shard", f"{number}/2", "--format", "json", cwd=root)
        shard.write_text(outcome.out, encoding="utf-8")
    assert run("merge", *map(str, shards), cwd=root).err == f"{note}1 file checked\n"
    assert "\nOverridden or replaced in: the root\n" in run("explain", "focused-test", cwd=root).out


def test_what_a_change_includes(project: MakeProject, run: Run) -> None:
    """It is reported of the configuration; what a pack holds came with the program."""
    root = project(
        {FILE: "include: []\n", PLACE: contract("a"), "x.py": "breakpoint()\n"}, commit=True
    )
    (root / FILE).write_text(DEBUGGERS, encoding="utf-8")
    scanned = run("scan", "--since", "HEAD", "--format", "json", cwd=root)
    changes = [notice for notice in json.loads(scanned.out)["notices"] if notice.get("change")]
    assert [(change["path"], change["text"]) for change in changes] == [
        (FILE, f"changed: include: added pack:debuggers{EXISTING}")
    ]
    ruled = run("scan", "--contracts-from", "HEAD", cwd=root)
    assert ruled.out == "0 errors, 0 warnings\n"


def test_a_change_that_takes_a_pack_out_is_told_what_is_lost(
    project: MakeProject, run: Run
) -> None:
    """But for what the project has under the same id."""
    files = {FILE: "include: [{pack: debuggers}]\nexclude: [a]\n", "x.py": "x = 1\n"}
    root = project({**files, PLACE: contract("ruby-breakpoint")}, commit=True)
    (root / FILE).write_text("exclude: [a]\n", encoding="utf-8")
    lost = "csharp-debugger, focused-test, javascript-debugger, python-breakpoint, value-dumped"
    assert run("scan", "--since", "HEAD", cwd=root).err == (
        f"{FILE}:1: note: changed: include: removed pack:debuggers (5 contracts: {lost})\n"
        "0 files checked\n"
    )


def test_a_pack_of_a_revision(project: MakeProject, run: Run) -> None:
    """A change that takes the pack out is checked by it all the same."""
    root = project({FILE: DEBUGGERS, "x.py": "x = 1\n"}, commit=True)
    (root / FILE).unlink()
    (root / "x.py").write_text("breakpoint()\n", encoding="utf-8")
    ruled = run("scan", "--contracts-from", "HEAD", "--since", "HEAD", cwd=root)
    assert "x.py:1:1: error" in ruled.out
    assert "changed: include: removed pack:debuggers" in ruled.out + ruled.err
