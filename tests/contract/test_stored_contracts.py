"""Contracts by way of the store: always what reading the files gives, whatever befalls the store.

``project.load()`` goes through the store, ``project.load_from_files()`` never does; both are equal.
"""

from __future__ import annotations

import marshal
import math
import os
import random
import shutil
import time
from typing import TYPE_CHECKING

import pytest
import regex

from phaser_lint import contract as store
from phaser_lint.contract import load_contracts, open_contracts, packed_contracts, prefilter
from phaser_lint.contract.prefilter_criteria import Criterion, PrefilterPattern
from phaser_lint.project import folders
from phaser_lint.project.levels import CONFIGURATION, Level, Levels
from phaser_lint.text.globs.compile_globs import compile_globs
from tests.command.made import contract
from tests.conftest import write_files
from tests.contract.stored import (
    FIRST,
    NO_PRANK,
    NO_PRINT,
    Later,
    Project,
    make_project,
    unpack_criterion,
)

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from typing import Any

    from tests.conftest import Git

SECOND = ".claude/contracts/b.yaml"
OTHER = contract("other", type="require_pattern", pattern="x")
CONTRACTS = {
    "several documents": f"{NO_PRINT}---\n{OTHER}",
    "disabled": contract("off", enabled=False),
    "the same id twice": f"{NO_PRINT}---\n{NO_PRINT}",
    "invalid": contract("broken", pattern="("),
    "unknown key": contract("odd", patern="x"),
    "every key": contract(
        "all",
        exclude_glob=["a", "[!b]"],
        literal=True,
        tags=["x"],
        url="https://example.org",
        rationale="é\udcff".encode("utf-8", "surrogateescape").decode("utf-8", "replace"),
        examples={"valid": ["a"], "invalid": ["b"]},
    ),
    "version 1": "rule: {id: old, type: file_contains, pattern: x, file_glob: '*', message: m, "
    "severity: error}\nenabled: true\n",
    "no contract": "just a text\n",
    "no YAML": "{",
    "empty": "",
}


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Project:
    """A project with one contract, on a machine where nothing changed a moment ago."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    return make_project(tmp_path)


@pytest.fixture
def stored(project: Project) -> Project:
    """The same with its set in the store."""
    project.load()
    assert project.read_contracts() == project.load_from_files()
    return project


# What is stored is what was loaded.


@pytest.mark.parametrize("text", CONTRACTS.values(), ids=CONTRACTS)
def test_the_store_gives_what_the_files_give(project: Project, text: str) -> None:
    """Contracts, problems, folders and disabled ids, from the files and from the store."""
    project.write(text, SECOND)
    assert project.load() == project.load_from_files(), "from the files"
    assert project.read_contracts() == project.load_from_files()
    assert project.load() == project.load_from_files(), "from the store"


def test_contracts_of_the_home_folder_are_stored_with_the_others(stored: Project) -> None:
    """Those of the home folder count too; a change of them is a change."""
    folder = stored.home / ".phaser" / "contracts"
    folder.mkdir(parents=True)
    (folder / "mine.yaml").write_text(contract("mine"))
    assert [contract.rule_id for contract in stored.load().contracts] == ["no-print", "mine"]
    assert stored.read_contracts() == stored.load_from_files()


def test_an_empty_folder_of_contracts_is_as_none(tmp_path: Path) -> None:
    """An empty folder and none are the same; another file than a contract is not empty.

    Nor is a configuration, which may include some.
    """
    project = Project(tmp_path / "root", tmp_path / "home", tmp_path / "cache")
    places = [str(project.root), str(project.home)]
    levels = Levels(places[0], (Level("", places[0]),), places[0])

    def is_empty() -> bool:
        identity = store.identify_contracts(levels, home=places[1])
        return identity is not None and identity.is_empty()

    assert is_empty()
    (project.root / ".phaser" / "contracts").mkdir(parents=True)
    assert is_empty()
    (project.root / ".phaser" / "config.yaml").touch()
    assert not is_empty()
    (project.root / ".phaser" / "config.yaml").unlink()
    (project.root / ".phaser" / "contracts" / "README").touch()
    assert not is_empty()


def with_code_read(criterion: Criterion) -> Criterion:
    """Equal code is written as other bytes where something else refers to a part of it."""
    pattern = criterion.pattern
    code: Any = pattern.code and marshal.loads(pattern.code)
    return criterion._replace(pattern=pattern._replace(code=code))


def test_a_filter_for_each_contract(project: Project) -> None:
    """The first part holds what the clean path asks, contracts with the same globs together."""
    project.write(contract("plain", type="file_contains", pattern="a b"), SECOND)
    project.write(
        contract("third", pattern="x\\r", file_glob=".claude/"), ".claude/contracts/c.yml"
    )
    limits = contract("limits", type="file_limits", pattern=None, max_lines=3, file_glob="*.py")
    project.write(limits, ".claude/contracts/d.yaml")
    project.load()
    filters = project.read_filters()
    assert filters is not None
    codes = [contract.searched.code for contract in project.load_from_files().contracts]
    printing = ((("print(",), ()),)
    criterion_of_print = Criterion(0, "match", PrefilterPattern(0, printing, code=codes[0]))
    criterion_of_text = Criterion(
        1, "no match", PrefilterPattern(1, ((("a b",), ()),), text="a b", code=codes[1])
    )
    criterion_of_raw = Criterion(
        2, "match", PrefilterPattern(2, ((("x\r",), ()),), raw_text=True, code=codes[2])
    )
    criterion_of_size = Criterion(3, "size", PrefilterPattern(3, None), most_lines=3)
    assert [
        (globs, names_folder, [with_code_read(unpack_criterion(each)) for each in plain])
        for globs, names_folder, plain in filters.groups
    ] == [
        (
            compile_globs(("*.py",), ()),
            False,
            [criterion_of_print, criterion_of_text, criterion_of_size],
        ),
        (compile_globs((".claude/",), ()), False, [criterion_of_raw]),
    ]


# Only what changed is read again.


def counted(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the contract files that are read from now on."""
    names: list[str] = []
    read_bytes = folders.read_bytes

    def reading(path: str, *, limit: int) -> bytes:
        if not path.endswith(CONFIGURATION):
            names.append(os.path.basename(path))
        return read_bytes(path, limit=limit)

    monkeypatch.setattr(folders, "read_bytes", reading)
    return names


def test_only_the_changed_file_is_read(stored: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """The others are known from the stored set, with their problems."""
    for name, text in zip("bcdefghijk", CONTRACTS.values(), strict=True):
        stored.write(text, f".claude/contracts/{name}.yaml")
    assert stored.load() == stored.load_from_files()
    names = counted(monkeypatch)
    stored.write(NO_PRANK)
    contract_set = stored.load()
    assert names == ["a.yaml"]
    assert contract_set == stored.load_from_files() == stored.read_contracts()


@pytest.mark.parametrize(
    ("change", "files_read"),
    [
        (lambda root: (root / FIRST).unlink(), []),
        (lambda root: (root / FIRST).rename((root / FIRST).with_name("z.yaml")), ["z.yaml"]),
        (lambda root: (root / ".claude/contracts/z.yaml").write_text(OTHER), ["z.yaml"]),
        (lambda root: (root / ".claude/contracts/sub").mkdir(), []),
        (lambda root: os.utime(root / FIRST), ["a.yaml"]),
    ],
)
def test_after_a_change_only_changed_files_are_read(
    stored: Project,
    monkeypatch: pytest.MonkeyPatch,
    change: Callable[[Path], object],
    files_read: list[str],
) -> None:
    """A file that is added, removed or renamed: the others are not read again."""
    stored.write(CONTRACTS["every key"], SECOND)
    stored.load()
    change(stored.root)
    names = counted(monkeypatch)
    contract_set = stored.load()
    assert names == files_read
    assert contract_set == stored.load_from_files() == stored.read_contracts()


@pytest.mark.parametrize("name", ["__version__", "own_file"])
def test_another_version_reads_all(
    stored: Project, monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str
) -> None:
    """What another version understood is not believed, not even of files that are the same."""
    (tmp_path / "other").touch()
    monkeypatch.setattr(store, name, "9" if name == "__version__" else str(tmp_path / "other"))
    assert stored.read_filters() is None
    names = counted(monkeypatch)
    assert stored.load() == stored.load_from_files()
    assert names == ["a.yaml", "a.yaml"]


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ({}, {"of_scan": True}),
        ({"of_scan": True}, {}),
        ({}, {"of_scan": True, "home": ""}),
        ({"of_scan": True}, {"of_scan": True, "home": ""}),
    ],
    ids=["hook, scan", "scan, hook", "hook, commit", "scan, commit"],
)
def test_no_file_is_read_again_for_another_place(
    project: Project,
    monkeypatch: pytest.MonkeyPatch,
    first: dict[str, Any],
    second: dict[str, Any],
) -> None:
    """What the hook has read a scan takes, and the other way round; a commit leaves out a home."""
    monkeypatch.setenv("HOME", str(project.home))
    write_files(project.home, {".phaser/contracts/u.yaml": CONTRACTS["every key"]})
    for name, text in zip("bcdefghijk", CONTRACTS.values(), strict=True):
        project.write(text, f".claude/contracts/{name}.yaml")
    project.load(**first)
    names = counted(monkeypatch)
    contract_set = project.load(**second)
    assert names == []
    monkeypatch.setattr(store, "read_stored_contracts", lambda path: None)
    for module in (open_contracts, load_contracts):
        monkeypatch.setattr(module, "read_stored_contracts", lambda path: None)
    assert contract_set == project.load(**second)
    assert names


def configure(root: Path, text: str) -> None:
    write_files(root, {".phaser/config.yaml": text})


def test_another_configuration_reads_what_it_tells_another_language_of(
    stored: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What it leaves out is asked of what was read; what it tells of languages decides examples."""
    configure(stored.root, "exclude: ['a/**']\n")
    stored.load()
    names = counted(monkeypatch)
    configure(stored.root, "exclude: ['b/**']\n")
    contract_set = stored.load()
    assert "a.yaml" not in names
    assert contract_set == stored.load_from_files()
    names.clear()
    configure(stored.root, "languages: {'*.tpl': jinja}\n")
    contract_set = stored.load()
    assert "a.yaml" in names
    assert contract_set == stored.load_from_files()


@pytest.mark.parametrize("own", [{}, {FIRST: OTHER}], ids=["packs only", "a contract of its own"])
def test_a_worktree_reads_no_pack_again(
    tmp_path: Path, git: Git, monkeypatch: pytest.MonkeyPatch, own: dict[str, str]
) -> None:
    """An agent is started in a new one for each task; packs lie where they lay."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    main, linked = tmp_path.resolve() / "main", tmp_path.resolve() / "linked"
    write_files(main, own)
    configure(main, "include:\n  - pack: debuggers\n  - pack: secrets\n")
    git(main, "init")
    git(main, "add", "-A")
    git(main, "commit", "-m", "files")
    git(main, "worktree", "add", str(linked))
    in_main, in_linked = (Project(root, tmp_path / "home", tmp_path) for root in (main, linked))
    in_main.load()
    names = counted(monkeypatch)
    contract_set = in_linked.load()
    assert {"config.yaml", *map(os.path.basename, own)} >= set(names)
    assert len(contract_set.contracts) > 5
    assert contract_set == in_linked.load_from_files()


def test_a_set_of_scans_tells_of_no_edit_that_it_is_clean(project: Project) -> None:
    """Only scans open it, and they ask for all of the set at once."""
    from_files = project.load(of_scan=True)
    stored = store.read_stored_contracts(str(project.store_file()))
    assert stored is not None
    assert (stored.has_problems, stored.groups, stored.changes) == (True, (), ())
    assert packed_contracts.unpack_contract_set(stored) == from_files == project.load_from_files()


def test_what_selects_a_file_that_may_break_all_is_known(project: Project) -> None:
    """Of another file, which may break less, the globs of the others have to be asked."""
    for number in range(3):
        project.write(contract(f"c{number}"), f".claude/contracts/{number}.yaml")
    whole, stored = project.load(), project.read_filters()
    assert stored is not None
    contract_set = packed_contracts.unpack_contract_set(
        stored, {"x.py": frozenset((0, 2)), "y.py": frozenset((2,)), "z.py": frozenset((0, 2))}
    )
    assert contract_set == whole._replace(
        contracts=(whole.contracts[0], whole.contracts[2]), selected=("x.py", "z.py")
    )


def test_what_files_say_is_stored_with_their_contracts(
    project: Project, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Disabled ones, overrides, problems, and an id that a place has twice."""
    for name, text in zip("bcdefghijk", CONTRACTS.values(), strict=True):
        project.write(text, f".claude/contracts/{name}.yaml")
    project.write(NO_PRINT, ".claude/contracts/z.yaml")
    project.write("override: no-print\nseverity: warning\n", ".claude/contracts/a0.yaml")
    from_files = project.read_declarations()
    _, problems = from_files
    assert len(problems) > 1
    project.load()
    names = counted(monkeypatch)
    assert project.read_declarations() == from_files
    assert names == []


# A change must show.


def test_changed_with_the_same_size_and_time(stored: Project) -> None:
    """The time of the change of the inode tells."""
    path = stored.root / FIRST
    before = path.stat()
    path.write_text(NO_PRANK)
    os.utime(path, ns=(before.st_atime_ns, before.st_mtime_ns))
    assert (path.stat().st_size, path.stat().st_mtime_ns) == (before.st_size, before.st_mtime_ns)
    assert stored.read_filters() is None
    assert stored.load() == stored.load_from_files()


def test_changed_within_a_tick(tmp_path: Path) -> None:
    """Changed again right after it was loaded, by a clock that is right."""
    project = make_project(tmp_path)
    for number in range(60):
        project.write((NO_PRINT, NO_PRANK)[number % 2])
        assert project.load() == project.load_from_files()
        project.write((NO_PRANK, NO_PRINT)[number % 2])
        assert project.load() == project.load_from_files()
    assert not project.cache.exists(), "nothing of it was stored"


def test_changed_while_it_is_loaded(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was read too late is stored under the identity from before, and so never found."""
    read_bytes = folders.read_bytes

    def slowly(path: str, *, limit: int) -> bytes:
        content = read_bytes(path, limit=limit)
        time.sleep(0.02)
        project.write(NO_PRANK)
        return content

    monkeypatch.setattr(folders, "read_bytes", slowly)
    project.load()
    monkeypatch.undo()
    assert project.read_filters() is None
    assert project.load() == project.load_from_files()


def test_a_moment_of_no_file_handles(project: Project, monkeypatch: pytest.MonkeyPatch) -> None:
    """What could not be read is not stored: the next moment it can be, without a change."""

    read_bytes = folders.read_bytes

    def failing(path: str, *, limit: int) -> bytes:
        if path.endswith(CONFIGURATION):
            return read_bytes(path, limit=limit)
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(folders, "read_bytes", failing)
    assert [problem.expected for problem in project.load().problems] == [
        "cannot be read: Too many open files"
    ]
    monkeypatch.undo()
    assert project.load() == project.load_from_files()
    assert not project.load().problems


@pytest.mark.parametrize("target", ["elsewhere", "moved"])
def test_a_folder_becomes_a_link(stored: Project, target: str) -> None:
    """To other contracts, or to the same ones at another place of the project."""
    folder, target_folder = stored.root / ".claude" / "contracts", stored.root / target
    folder.rename(stored.root / "moved")
    shutil.copytree(stored.root / "moved", stored.root / "elsewhere")
    (stored.root / "elsewhere" / "a.yaml").write_text(NO_PRANK)
    folder.symlink_to(target_folder)
    assert stored.read_filters() is None
    assert stored.load() == stored.load_from_files()
    assert stored.load().folders[0] == target


def test_a_contract_file_is_a_link(project: Project) -> None:
    """It changes with its target, and where it points to another one."""
    first_target, second_target = (
        project.write(NO_PRINT, "one.txt"),
        project.write(OTHER, "two.txt"),
    )
    path = project.root / SECOND
    path.symlink_to(first_target)
    project.load()
    assert project.read_contracts() == project.load_from_files()
    first_target.write_text(NO_PRANK)
    assert project.read_filters() is None
    assert project.load() == project.load_from_files()
    path.unlink()
    path.symlink_to(second_target)
    assert project.read_filters() is None
    assert project.load() == project.load_from_files() == project.read_contracts()


def test_a_dangling_link_is_said(stored: Project) -> None:
    """A folder that is a link to nowhere is no empty folder."""
    (stored.root / ".phaser").mkdir()
    (stored.root / ".phaser" / "contracts").symlink_to("nowhere")
    assert stored.read_filters() is None
    contract_set = stored.load()
    assert contract_set == stored.load_from_files()
    assert [problem.path for problem in contract_set.problems] == [".phaser/contracts"]


PIECES = ("[a-z]", "[a-z_]", "[A-Z]", "[a-z0-9-]", "[-a]", r"\w", "[^a]", "a", r"\.", ".", "-")


def test_names_that_meet_a_contract_are_those_that_its_pattern_matches(project: Project) -> None:
    """Patterns for names, as drawn."""
    draw = random.Random(3)
    patterns = [
        "".join(
            [
                draw.choice(("", "", "^")),
                draw.choice((*PIECES, "")),
                draw.choice(PIECES) + draw.choice("*++"),
                draw.choice((r"\.py", r"\.ts", r"_a\.py", "", "[a]py")),
                draw.choice(("", "", "$")),
            ]
        )
        for _ in range(150)
    ]
    texts = [
        contract(f"c{number}", type="file_name", pattern=pattern, file_glob=f"/{number}/")
        for number, pattern in enumerate(patterns)
    ]
    project.write("---\n".join(texts))
    project.load()
    stored_names = project.read_filters()
    assert stored_names is not None
    met = 0
    for number, pattern in enumerate(patterns):
        for name in ("a", "a.py", "ab_a.py", "Ab.ts", "-a.py", ".py", "a.b.py", "é.py", "a\n.py"):
            expected = regex.fullmatch(pattern, name, regex.MULTILINE) is not None
            path = f"{number}/{name}"
            places = prefilter.find_places_in_doubt(stored_names, path, "", end=math.inf)
            assert places == (frozenset() if expected else {number}), (pattern, name)
            met += expected
    assert met > 50
