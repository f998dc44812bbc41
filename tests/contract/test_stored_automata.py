"""One pass over a large text: what is left to be searched for is all that may match in it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
import regex

from phaser_lint.contract import automata_to_store, prefilter, stored_automata
from phaser_lint.contract.automata_to_store import make_automaton
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.filters_to_store import make_filters_part
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.prefilter import find_places_in_doubt
from phaser_lint.contract.stored_automata import find_absent_patterns, search_with_automaton
from phaser_lint.core.cache_file import read_stored_value, write_stored_values
from phaser_lint.core.text import encode_byte_per_character
from tests.command.made import contract
from tests.contract.stored import Later, Project, make_project, unpack_criterion
from tests.damaged_files import cut_short, emptied, garbled
from tests.examples import mapping

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from phaser_lint.contract import StoredContracts
    from phaser_lint.contract.prefilter_criteria import Criterion
    from phaser_lint.contract.stored_automata import StoredAutomaton

pytest.importorskip("hyperscan")

# Each with texts that it does not match, which supersets tell, and texts that it matches.
PATTERNS = {
    "a word": (r"\bprint\(", ["", "sprint(", "éprint"], ["print(", "é print(", "\n print("]),
    "of letters outside of ASCII": ("größe", ["grobe", "grö"], ["größe", "die größe"]),
    "of others in any case": ("(?i)GRÖẞE", ["grobe"], ["größe", "GRÖßE"]),
    "in any case": ("(?i)password", ["passwort"], ["PassWord", "é password"]),
    "no literal": (r"[^\x00-\x7f]{3}", ["abc", "äö"], ["äöü", "x中文字"]),
    "its negation": (r"^[^a-z]+$", ["a\nb"], ["É", "1\n2"]),
    "a boundary beside what may be a letter": (r"\w\b-", ["--"], ["é-", "a-"]),
    "at the start and the end": (r"^\s*;\s*$", ["a;", ";b"], [";", "a\n ;"]),
    "of a line end": (r"a\n+b", ["a b"], ["a\nb", "a\n\nb"]),
    "the same again": (r"(\w)\1\1", ["--"], ["aaa", "ééé"]),
    "what is written with escapes": (r"\u212a", ["k", "K"], ["\u212a"]),
    "many times": (r"[a-z]{40}", ["a" * 39], ["a" * 40, "é" + "b" * 41]),
    "a half of a pair": (r"[\ud800-\udfff]", ["a"], ["\ud800", "\udcff x"]),
}
TEXTS = sorted({text for _, *texts in PATTERNS.values() for each in texts for text in each})
NEVER_RULED_OUT = {
    "required": {"kind": "require_pattern", "pattern": "print"},
    "with the text's own line ends": {"pattern": r"a\r\n"},
    "nothing is certain": {"pattern": "(?:print){e<=1}"},
}


def criteria_in(*contract_keys: dict[str, str]) -> tuple[ContractSet, Sequence[Criterion]]:
    """Contracts and their criteria, in the same order."""
    checked_mappings = [
        check_mapping(mapping(**keys), source="project", path="a") for keys in contract_keys
    ]
    contract_set = ContractSet(
        tuple(
            checked_mapping.contract
            for checked_mapping in checked_mappings
            if checked_mapping.contract
        )
    )
    [(_, _, plain)] = make_filters_part(contract_set)[2]
    assert len(plain) == len(contract_keys)
    return contract_set, [unpack_criterion(plain_criterion) for plain_criterion in plain]


def possible_places(criteria: Sequence[Criterion], text: str, stored: StoredAutomaton) -> list[int]:
    """The places of the contracts whose pattern *text* may hold."""
    absent = search_with_automaton(encode_byte_per_character(text), stored)
    assert absent is not None
    return [criterion.place for criterion in criteria if criterion.pattern.number not in absent]


@pytest.mark.parametrize("sample", ["", "\n".join(TEXTS)], ids=["by literals", "by supersets"])
def test_no_pattern_is_ruled_out_that_matches(sample: str) -> None:
    """Whatever text the automaton was made for; by supersets, not much else is left."""
    patterns = [pattern for pattern, *_ in PATTERNS.values()]
    contracts, criteria = criteria_in(*({"pattern": pattern} for pattern in patterns))
    stored = make_automaton(criteria, contracts.contracts, encode_byte_per_character(sample))
    places_by_text = {text: possible_places(criteria, text, stored) for text in TEXTS}
    for place, (pattern, other_texts, matched) in enumerate(PATTERNS.values()):
        texts = [text for text in TEXTS if regex.search(pattern, text, regex.MULTILINE)]
        assert {*matched} <= {*texts}
        assert [(pattern, text) for text in texts if place not in places_by_text[text]] == []
        ruled_out = [text for text in other_texts if place not in places_by_text[text]]
        assert ruled_out == other_texts or not sample, pattern


@pytest.mark.parametrize("keys", NEVER_RULED_OUT.values(), ids=NEVER_RULED_OUT)
def test_never_ruled_out(keys: dict[str, str]) -> None:
    """Another one of the set is."""
    contracts, criteria = criteria_in(keys, {"pattern": "other"})
    assert possible_places(
        criteria, "text", make_automaton(criteria, contracts.contracts, b"")
    ) == [0]


def test_few_supersets_are_compiled(monkeypatch: pytest.MonkeyPatch) -> None:
    """An edit waits for them: of what the text's literals do not tell, the first alone."""
    monkeypatch.setattr(automata_to_store, "_MOST_SUPERSETS", 1)
    patterns = ["print", "a{9}", "b{9}", "c{9}", "other"]
    contracts, criteria = criteria_in(*({"pattern": pattern} for pattern in patterns))
    assert (
        possible_places(
            criteria, "text", make_automaton(criteria, contracts.contracts, b"aaaaaaaaa" * 9)
        )
        == []
    )
    text = encode_byte_per_character("".join(9 * letter for letter in "abc"))
    assert possible_places(
        criteria, "text", make_automaton(criteria, contracts.contracts, text)
    ) == [2, 3]


# In the store.


@pytest.fixture(name="filters")
def _kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> StoredContracts:
    """A stored set of which every text is large enough."""
    monkeypatch.setattr("phaser_lint.contract.open_contracts.time", Later)
    monkeypatch.setattr(prefilter, "_LARGE", -1)
    project = make_project(tmp_path)
    project.write(contract("no-blanks", pattern=r"[ \t]+$"), ".claude/contracts/b.yaml")
    return stored(project)


def stored(project: Project) -> StoredContracts:
    project.load()
    filters = project.read_filters()
    assert filters is not None
    return filters


def count_possible(filters: StoredContracts, text: str) -> int:
    [(_, _, plain)] = filters.groups
    criteria = [unpack_criterion(plain_criterion) for plain_criterion in plain]
    return len(criteria) - len(find_absent_patterns(criteria, text, filters))


def file_in(tmp_path: Path) -> Path:
    [path] = (tmp_path / "cache" / "texts").iterdir()
    return path


def test_made_once(filters: StoredContracts, tmp_path: Path) -> None:
    """By the first text; what it is of other texts is known without making it."""
    assert count_possible(filters, "x = 1\n") == 0
    before = file_in(tmp_path).stat().st_mtime_ns
    assert [count_possible(filters, text) for text in ("", "é", "print(", "a \n", "print( \n")] == [
        0, 0, 1, 1, 2,
    ]  # fmt: skip
    assert file_in(tmp_path).stat().st_mtime_ns == before


@pytest.mark.parametrize(
    ("text", "is_kept"),
    [("x = 1\n", True), ("sprint(\n", True), ("print(\n", False), ("\u212a = 1 \n", False)],
)
def test_the_clean_path_says_the_same(filters: StoredContracts, text: str, is_kept: bool) -> None:
    for _ in range(2):
        places = find_places_in_doubt(filters, "src/a.py", text, end=float("inf"))
        assert (places == frozenset()) == is_kept


@pytest.mark.parametrize("text", ["\u212a", "ſ", "İ", "ı"])
def test_what_matches_a_letter_in_another_case_is_left_to_literals(
    filters: StoredContracts, tmp_path: Path, text: str
) -> None:
    assert count_possible(filters, text) == 2
    assert not (tmp_path / "cache" / "texts").exists()


def test_without_the_engine(
    filters: StoredContracts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(stored_automata, "identify_engine_file", lambda: None)
    assert count_possible(filters, "x = 1\n") == 2
    assert not (tmp_path / "cache" / "texts").exists()


def test_of_what_is_not_stored(filters: StoredContracts, tmp_path: Path) -> None:
    assert count_possible(filters._replace(sealed=b""), "x = 1\n") == 2
    assert not (tmp_path / "cache" / "texts").exists()


def test_after_a_change_of_the_contracts(filters: StoredContracts, tmp_path: Path) -> None:
    """It is made anew, in the place of the old one."""
    assert count_possible(filters, "x = 1\n") == 0
    project = Project(tmp_path / "root", tmp_path / "home", tmp_path / "cache")
    project.write(contract("no-blanks", pattern="x"), ".claude/contracts/b.yaml")
    assert count_possible(stored(project), "x = 1\n") == 1
    assert file_in(tmp_path)


def of_another_key(path: Path) -> None:
    """Sound by its checksum; it rules out everything."""
    key, words_asked, databases = content(path)
    sealed(path, ((b"another", *key[1:]), words_asked, databases))


def database_cut_short(path: Path) -> None:
    key, words_asked, databases = content(path)
    sealed(path, (key, words_asked, (databases[0][:-8],)))


def of_another_release(path: Path) -> None:
    with_header(path, place=4)


def of_another_processor(path: Path) -> None:
    with_header(path, place=16)


def with_header(path: Path, *, place: int) -> None:
    """Another byte there: the engine writes its release and the processor's features in front."""
    key, words_asked, databases = content(path)
    header = bytearray(databases[0])
    header[place] ^= 0x0C
    sealed(path, (key, words_asked, (bytes(header),)))


def content(path: Path) -> tuple[tuple[object, ...], object, tuple[bytes, ...]]:
    automaton_parts: tuple[tuple[object, ...], object, tuple[bytes, ...]]
    automaton_parts = read_stored_value(str(path), "texts 3")
    return automaton_parts


def sealed(path: Path, automaton_parts: Any) -> None:
    assert write_stored_values(str(path), "texts 3", automaton_parts)


@pytest.mark.parametrize(
    "damage",
    [
        cut_short, garbled, emptied, of_another_key, database_cut_short, of_another_release,
        of_another_processor,
    ],
)  # fmt: skip
def test_what_is_not_sound_is_made_anew(
    filters: StoredContracts, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    """A miss, which is slower, never different."""
    assert count_possible(filters, "x = 1\n") == 0
    content = file_in(tmp_path).read_bytes()
    damage(file_in(tmp_path))
    assert [count_possible(filters, text) for text in ("x = 1\n", "print(", " \n")] == [0, 1, 1]
    assert file_in(tmp_path).read_bytes() == content


def test_of_another_file_of_the_engine(
    filters: StoredContracts, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert count_possible(filters, "x = 1\n") == 0
    before = file_in(tmp_path).read_bytes()
    monkeypatch.setattr(stored_automata, "identify_engine_file", lambda: ("another", 1, 1))
    assert count_possible(filters, "x = 1\n") == 0
    assert file_in(tmp_path).read_bytes() != before
