"""A kept automaton counts where it was made for the same, and for this machine; else it is made."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.check import project_caches
from phaser_lint.check.project_caches import AutomatonCache
from phaser_lint.core.cache_file import CacheFile
from phaser_lint.text.search.literals import hyperscan_engine
from phaser_lint.text.search.literals.automaton import Automaton, Sought, automaton
from tests.damaged_files import cut_short, emptied, garbled

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

pytest.importorskip("hyperscan")

PATTERNS = [Sought(((("rare",), ()),)), Sought(None, rb"[\x20]\z")]
FORM = "automata 11"
SAMPLES = [(b"text ", range(2))]


def made() -> Automaton:
    return automaton(PATTERNS, SAMPLES, files=900)


@pytest.fixture(name="cache")
def _cache(tmp_path: Path) -> AutomatonCache:
    """One that holds the automaton of ``PATTERNS`` for 900 files."""
    cache = AutomatonCache(str(tmp_path / "cache"), str(tmp_path), 0)
    cache.keep(PATTERNS, made(), files=900)
    return cache


def kept_file(tmp_path: Path) -> Path:
    (path,) = (tmp_path / "cache" / "automata").iterdir()
    return path


@pytest.mark.parametrize("files", [900, 1000])
def test_what_was_kept_is_known(cache: AutomatonCache, files: int) -> None:
    """For about as many files, with the same answers."""
    known = cache.known(PATTERNS, files=files)
    assert known is not None
    for data in (b"", b"rare", b"blank ", b"rare blank ", "é ".encode(), b"\r\n "):
        assert known.look(data) == made().look(data)


@pytest.mark.parametrize(
    ("patterns", "root", "files"),
    [
        (PATTERNS[:1], "", 900),
        ([PATTERNS[0], Sought(None, rb"[\x09]\z")], "", 900),
        ([Sought(None), PATTERNS[1]], "", 900),
        (PATTERNS, "/elsewhere", 900),
        (PATTERNS, "", 100),
        (PATTERNS, "", 100_000),
    ],
)
def test_another_one_is_not(
    cache: AutomatonCache, patterns: list[Sought], root: str, files: int
) -> None:
    """Other patterns, another project, ten times or a tenth of the files."""
    asked = cache._replace(root=root or cache.root)
    assert asked.known(patterns, files=files) is None


def of_another_release(monkeypatch: pytest.MonkeyPatch) -> None:
    # Whose file is another one.
    monkeypatch.setattr(hyperscan_engine.load_engine(), "__file__", __file__)


def of_another_processor(monkeypatch: pytest.MonkeyPatch) -> None:
    description = "Version: 5.4.12 Features: AVX512 Mode: BLOCK"
    monkeypatch.setattr(hyperscan_engine.Database, "description", lambda database: description)


def of_another_program(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(project_caches, "program_key", lambda: "another")


@pytest.mark.parametrize("change", [of_another_release, of_another_processor, of_another_program])
def test_for_another_machine_it_is_not(
    cache: AutomatonCache,
    change: Callable[[pytest.MonkeyPatch], None],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A folder of caches may be shared by several, and outlive an update."""
    change(monkeypatch)
    assert cache.known(PATTERNS, files=900) is None


def with_another_content(path: Path) -> None:
    """Sound by the checksum, as if two keys had the same."""
    _, ways, data = CacheFile(str(path), FORM).read() or ((), (), ())
    sealed(path, ("another key", ways, data))


def database_cut_short(path: Path) -> None:
    key, ways, data = CacheFile(str(path), FORM).read() or ((), (), ())
    sealed(path, (key, ways, (data[0][:-8],)))


def database_of_another_release(path: Path) -> None:
    """Its own header says so."""
    key, ways, data = CacheFile(str(path), FORM).read() or ((), (), ())
    sealed(path, (key, ways, (data[0][:4] + b"\xff\xff\xff\xff" + data[0][8:],)))


def sealed(path: Path, value: Any) -> None:
    assert CacheFile(str(path), FORM).write(value)


def gone(path: Path) -> None:
    path.unlink()


@pytest.mark.parametrize(
    "fault",
    [
        cut_short, garbled, emptied, with_another_content, database_cut_short,
        database_of_another_release, gone,
    ],
)  # fmt: skip
def test_a_fault_is_a_miss(
    cache: AutomatonCache, tmp_path: Path, fault: Callable[[Path], None]
) -> None:
    """Never an error, and the next run keeps a sound one."""
    fault(kept_file(tmp_path))
    assert cache.known(PATTERNS, files=900) is None
    cache.keep(PATTERNS, made(), files=900)
    assert cache.known(PATTERNS, files=900) is not None


def test_where_nothing_was_made_nothing_is_kept(tmp_path: Path) -> None:
    """Of few files, or without an engine."""
    cache = AutomatonCache(str(tmp_path / "cache"), str(tmp_path), 0)
    cache.keep(PATTERNS, automaton(PATTERNS), files=10)
    assert not (tmp_path / "cache").exists()
