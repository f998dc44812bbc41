"""Many contract files are read by all cores, and hold what they hold for one process."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

import pytest

from phaser_lint.contract import load_contracts as load
from phaser_lint.contract.discover import (
    ContractPlace,
    discover_contract_files,
    list_contract_files,
)
from phaser_lint.contract.load_contracts import ContractParser, load_contracts
from phaser_lint.project.levels import Levels

if TYPE_CHECKING:
    from pathlib import Path

    from phaser_lint.contract.discover import ContractFile
    from phaser_lint.contract.load_contracts import ParsedFile
    from phaser_lint.contract.model import ContractSet

CONTRACT = """\
rule_id: no-{number}
type: forbid_pattern
pattern: '{pattern}'
file_glob: '*.py'
message: No.
severity: error
"""
PATTERNS = (r"\bprint\(", "(unclosed", r"(?i)key\s*=", "x*", "plain", r"\d{3}(?<!000)")
OTHERS = {
    "empty.yaml": "",
    "broken.yaml": "a: [",
    "override.yaml": "override: no-1\nseverity: warning\n",
    "two.yaml": CONTRACT.format(number="a", pattern="a")
    + "---\n"
    + CONTRACT.format(number="b", pattern="b"),
    "example.yaml": CONTRACT.format(number="e", pattern="e") + "examples: {valid: [e]}\n",
}


@pytest.fixture(name="folder")
def _folder(tmp_path: Path) -> Path:
    """Some hundred contract files, sound ones and others."""
    for number in range(120):
        text = CONTRACT.format(number=number, pattern=PATTERNS[number % len(PATTERNS)])
        (tmp_path / f"{number}.yaml").write_text(text)
    for name, text in OTHERS.items():
        (tmp_path / name).write_text(text)
    (tmp_path / "link.yaml").symlink_to("nowhere")
    return tmp_path


def files_in(folder: Path) -> list[ContractFile]:
    place = ContractPlace(str(folder), "c", "project", "", str(folder))
    return [file for file in list_contract_files(place) if not file.problem]


def read_by(
    cores: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> tuple[ContractSet, list[str]]:
    """Return the set that so many cores read, and what this process read of it by itself."""
    paths_of_this_process: list[str] = []
    parse_one = ContractParser.parse_file

    def watched(parser: ContractParser, file: ContractFile) -> ParsedFile:
        paths_of_this_process.append(file.path)
        return parse_one(parser, file)

    monkeypatch.setattr(os, "sched_getaffinity", lambda process: set(range(cores)))
    with monkeypatch.context() as patch:
        patch.setattr(ContractParser, "parse_file", watched)
        discovered = discover_contract_files(Levels(str(folder), ()), contracts_dir=str(folder))
        return load_contracts(discovered), paths_of_this_process


def test_several_processes_read_the_same(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Contracts, overrides, problems with their lines, in the same order."""
    read_by_this_process, paths_read_alone = read_by(1, folder, monkeypatch)
    read_by_three, paths_read_by_the_first = read_by(3, folder, monkeypatch)
    assert read_by_three == read_by_this_process
    assert (len(read_by_this_process.contracts), len(paths_read_alone)) == (83, 126)
    assert len(paths_read_by_the_first) < len(paths_read_alone)
    assert any("example" in problem.key for problem in read_by_this_process.problems)


def test_what_is_no_plain_data_is_read_by_one(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A later ``regex`` may keep an object in its byte code, which no other process can send."""

    def refused(*arguments: object, **options: object) -> None:
        raise ValueError("unmarshallable object")

    alone, _ = read_by(1, folder, monkeypatch)
    monkeypatch.setattr(load, "pack_documents", refused)
    assert read_by(3, folder, monkeypatch)[0] == alone


def test_a_few_files_start_no_process(folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Each takes a millisecond, which a process takes as well."""
    monkeypatch.setattr(os, "sched_getaffinity", lambda process: {0, 1})
    monkeypatch.setattr(os, "fork", None)
    parsed = ContractParser().parse_files(files_in(folder)[:40])
    assert [len(documents) for documents in parsed] == [1] * 40


def test_after_the_end_one_file_is_read(folder: Path) -> None:
    """So that the next one who asks is nearer to the end, however slow the machine is."""
    files = files_in(folder)[:3]
    parser = ContractParser(end=0.0)
    assert [len(documents) for documents in parser.parse_files(files)] == [1, 0, 0]
    assert [*parser.late] == [file.path for file in files[1:]]
    next_parser = ContractParser(parsed_before=parser.parsed, end=0.0)
    assert [len(documents) for documents in next_parser.parse_files(files)] == [1, 1, 0]
