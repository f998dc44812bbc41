"""Does any shortcut of a scan hide a match, or move one? Patterns of many people say.

A group of patterns is checked as contracts on a tree of files: by the engine with only ``regex``,
each pattern tried on each text, and by the scan with all of its shortcuts. The reports have to be
equal, byte for byte. The clean path of the hook may say "kept" only where nothing matches, and one
pass over a text may rule out only that.

The patterns are what the Python of this machine hands to ``re``, what linters and secret scanners
on the package index publish, a list of our own, and 20,000 that are made. The texts are made to
match them and then damaged, or are the Python files of this machine.
"""

from __future__ import annotations

import random
import sys
import sysconfig
import time
from functools import cache
from itertools import islice
from json import dumps, loads
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import public_patterns as others
import pytest
import regex
import yaml

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.file_verdict import check_file
from phaser_lint.check.many_files import ManyFiles
from phaser_lint.contract import automata_to_store
from phaser_lint.contract.automata_to_store import make_automaton
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.filters_to_store import make_filters_part
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.rule import PatternMatches
from phaser_lint.contract.stored_automata import search_with_automaton
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.text import encode_byte_per_character, normalise_text
from phaser_lint.project.files.disk import DiskFiles
from phaser_lint.report import json
from phaser_lint.text.blocks import BlockHeaders, find_header_blocks
from phaser_lint.text.regions import KINDS as KINDS_OF
from phaser_lint.text.regions import open_regions
from phaser_lint.text.search import folds_into_ascii, superset_starts
from phaser_lint.text.search.given_groups import holds_group
from phaser_lint.text.search.match_starts import find_match_start
from phaser_lint.text.search.plain_strings import with_plain_strings
from tests.command.made import FORBID_PRINT
from tests.conftest import write_files
from tests.contract.stored import unpack_criterion
from tests.examples import mapping
from tests.hook.test_clean_differential import is_kept
from tests.text.search.made_patterns import made_pattern
from tests.text.search.made_texts import ODD, damaged, sample

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaser_lint.contract.model import Contract, Report
    from phaser_lint.text.blocks import Block
    from phaser_lint.text.regions import Regions
    from tests.conftest import Run

# Far more than any of the patterns takes: a busy machine must not change the result.
PATTERN_SECONDS = 60.0
FLAGS = regex.MULTILINE | regex.VERSION0
# Patterns that run away are another test's.
PLAIN_SECONDS = 0.1
FILES = 64
# Most of what the shortcuts know is whether there is a match at all.
KINDS = ("forbid_pattern", "file_not_contains", "file_not_contains", "require_pattern")
WHERE: tuple[dict[str, Any], ...] = (
    {}, {}, {"in": "code"}, {"in": ["comments", "strings"]}, {"in": "docs"},
    {"in": "code", "when_file": "[a-m]"}, {"in": "code", "unless_file": "Q{3}"},
)  # fmt: skip
OF_LINES: tuple[dict[str, Any], ...] = (
    {}, {}, {"when_match": r"[e\d]"}, {"unless_match": r"[xy]\b"},
    {"when_match": "(?i)[a-q]", "unless_match": "^#"},
)  # fmt: skip
# So many of the made patterns break a contract in some file: conditions spare many a match.
MATCHED = 0.4
BREAKS = ("\n", "\n", "\n\n", " ", "; ", "\t", "", " \n", "\n ")
FILLINGS = ("Q", "Q", "xy ", "=\n", "0")


class Case(NamedTuple):
    """Contracts, and the files that they are checked on by path."""

    contracts: ContractSet
    files: dict[str, bytes]


class Counts(NamedTuple):
    """How much was compared, so that a comparison of nothing does not pass."""

    patterns: int
    matched: int
    kept: int
    ruled_out: int


def draw_files(patterns: Sequence[str], chance: random.Random) -> dict[str, bytes]:
    """Files of texts that the patterns match or nearly match, most of them plain ASCII."""
    return {
        f"{number}.py": as_bytes(draw_text(patterns, chance), chance) for number in range(FILES)
    }


def draw_text(patterns: Sequence[str], chance: random.Random) -> str:
    """Samples of some patterns, damaged, with something in between."""
    pieces = [
        damaged(sample(pattern, chance), chance)
        for pattern in chance.choices(patterns, k=chance.choice((0, 1, 2, 4, 6)))
    ]
    # What a search reads in blocks may be lost at the edge of one.
    fillings = [
        chance.choice(FILLINGS) * chance.choice((0, 0, 0, 1, 5, 17, 40, 90)) for _ in pieces
    ]
    return "".join(
        f"{filling}{piece}{chance.choice(BREAKS)}"
        for filling, piece in zip(fillings, pieces, strict=True)
    )


def as_bytes(text: str, chance: random.Random) -> bytes:
    """The file that holds *text*: as it is, or with another end of lines, a mark, an odd byte."""
    encoded = text.encode("utf-8", "surrogatepass")
    if chance.random() < 0.6:
        return bytes(byte for byte in encoded if byte < 0x80 and byte != 0x0D)
    odd = chance.choice(ODD).encode()
    variants = (
        encoded,
        encoded.rstrip(b"\n"),
        b"\xef\xbb\xbf" + encoded,
        encoded.replace(b"\n", b"\r\n"),
        encoded.replace(b"\n", b"\r"),
        encoded + odd,
        odd + encoded,
        encoded.replace(b" ", odd),
        encoded + b"\xff\n",
        text.encode("utf-16", "surrogatepass"),
    )
    return chance.choice(variants)


def draw_contracts(patterns: Iterable[str], chance: random.Random) -> ContractSet:
    """A contract for each pattern that makes a valid one, of some type."""

    def draw_mapping(number: int, pattern: str) -> dict[str, Any]:
        rule_type, keys = chance.choice(KINDS), {"pattern": pattern, "file_glob": "*.py"}
        line_keys = {} if rule_type == "require_pattern" else chance.choice(OF_LINES)
        return mapping(f"rule-{number}", rule_type, **keys, **chance.choice(WHERE), **line_keys)

    checked_contracts = (
        check_mapping(draw_mapping(number, pattern), source="project", path="a.yaml").contract
        for number, pattern in enumerate(patterns)
    )
    return ContractSet(tuple(contract for contract in checked_contracts if contract is not None))


def compile_pattern(contract: Contract) -> regex.Pattern[str]:
    pattern = regex.escape(contract.pattern) if contract.literal else contract.pattern
    compiled = regex.compile(pattern, FLAGS)
    # Which match is the best depends on where one may be: `(?b)(fuu){i<=3,d<=3,e}` matches the
    # last line end only if nothing behind it matches.
    if compiled.flags & regex.BESTMATCH and r"\Z" not in pattern:
        return regex.compile(rf"(?!(?<=\n)\Z)(?:{pattern})", FLAGS)
    return compiled


def find_matches(contract: Contract, text: str, start: int) -> Iterator[regex.Match[str]]:
    """Yield the matches from *start* on; there is no line behind the last line end."""
    for match in compile_pattern(contract).finditer(text, start):
        is_behind = match.start() == len(text) > 0 and text[-1] == "\n"
        if not is_behind or r"\Z" in contract.pattern:
            yield match


def plain_search(contract: Contract, text: str, name: str = "", /) -> PatternMatches:
    """What ``regex`` alone finds, of it what counts."""
    if contract.is_about_blocks:
        return PatternMatches(find_needy_headers(contract, text, name))
    marks: list[int] = []
    is_first_enough = RULES[contract.type].evidence == "no match"
    counted_spans = find_counted_spans(contract, text, name, marks)
    if is_first_enough and contract.counted_in:
        counted_spans = islice(counted_spans, 1)
    spans = sorted(counted_spans)
    unclosed_at = min(marks, default=None)
    return PatternMatches(spans[:1] if is_first_enough else spans, unclosed_at=unclosed_at)


def find_needy_headers(contract: Contract, text: str, name: str) -> list[tuple[int, int]]:
    """The headers of the blocks that no match begins in; one of each block."""
    matches = find_counted_spans(contract._replace(block_patterns=()), text, name, [])
    places = [find_match_start(span, text) for span in matches]
    header_by_opening: dict[int, tuple[int, int]] = {}
    for block in blocks_in(contract, text, name):
        if not any(block.start <= place < block.end for place in places):
            header_by_opening.setdefault(block.opened_at, block.header)
    return [*header_by_opening.values()]


def blocks_in(contract: Contract, text: str, name: str) -> Sequence[Block]:
    """The blocks of a text, whether a match asks for them or not."""
    patterns = [
        (key, regex.compile(pattern.written, regex.MULTILINE))
        for key, pattern in contract.block_patterns
    ]
    headers = BlockHeaders(
        **{key: tuple(p for other, p in patterns if other == key) for key, _ in patterns}
    )
    regions = open_regions(name, text)
    seen = regions.without_comments()
    return find_header_blocks(name, text, headers, regions=regions, seen=seen).blocks


def innermost_key(blocks: Sequence[Block], place: int) -> str:
    """The key of the block that begins last around *place*; of one brace that of `not_inside`."""
    around = [block for block in blocks if block.start <= place < block.end]
    if not around:
        return ""
    last = max(around, key=lambda block: (block.start, block.opened_at))
    alike = [block.key for block in around if block.opened_at == last.opened_at]
    return "not_inside" if "not_inside" in alike else last.key


def find_counted_spans(
    contract: Contract, text: str, name: str, marks: list[int]
) -> Iterator[tuple[int, int]]:
    """Yield the matches that count; one that does not is searched behind, in its region or not.

    What of a match is blank only because a comment is begins no match, and ends none. To *marks* is
    added what nothing closes, for each match behind it.
    """
    regions = open_regions(name, text)
    blocks = blocks_in(contract, text, name) if contract.block_patterns else ()
    edges = sorted({len(text), *(edge for b in blocks for edge in (b.start, b.end))})
    wanted = "inside" if any(key == "inside" for key, _ in contract.block_patterns) else ""
    kinds = [
        kind for region_name in contract.counted_in or KINDS_OF for kind in KINDS_OF[region_name]
    ]
    seen = seen_by(contract, text, regions)
    start_offset: int | None = 0
    while start_offset is not None:
        next_offset = None
        for match in find_matches(contract, seen, start_offset):
            start, end = match.span()
            front, back = (
                len(match[0]) - len(match[0].lstrip()),
                len(match[0]) - len(match[0].rstrip()),
            )
            if front == end - start:
                # Blanks alone count where the text is blank, too.
                hidden = len(text[start:end]) - len(text[start:end].lstrip())
                place = start + hidden if hidden < end - start else start
                front = back = 0
            else:
                place = start + front
            _, region_end, kind = regions.region_around(place)
            unclosed_at = regions.unclosed_at
            if contract.counted_in and unclosed_at is not None and unclosed_at <= place:
                marks.append(unclosed_at)
            if kind in kinds:
                if contract.block_patterns:
                    region_end = next((edge for edge in edges if edge > place), len(text))
                if not contract.block_patterns or innermost_key(blocks, place) == wanted:
                    if meets_conditions_in_match(contract, match[0]):
                        is_visible = text[start : start + front].strip()
                        visible_start = start + front if is_visible else start
                        yield visible_start, end - back if text[end - back : end].strip() else end
                    continue
            if end > region_end:
                next_offset = region_end
                break
        start_offset = next_offset


def seen_by(contract: Contract, text: str, regions: Regions) -> str:
    """The text with its comments blank, letter by letter, for whom matches in them do not count."""
    if not contract.counted_in or {"comments", "docs"} & {*contract.counted_in}:
        return text
    seen, place = [], 0
    while place < len(text):
        _, end, kind = regions.region_around(place)
        is_comment = kind in KINDS_OF["comments"]
        seen += [
            " " if is_comment and character not in "\r\n" else character
            for character in text[place:end]
        ]
        place = end
    code = "".join(seen)
    return with_plain_strings(code, regions, until=None) if holds_group(contract.pattern) else code


def meets_conditions_in_match(contract: Contract, match_text: str) -> bool:
    return all(
        bool(regex.search(f"(?m){contract.value_of(key)}", match_text)) == is_wanted
        for key, is_wanted in (("when_in_match", True), ("unless_in_match", False))
        if contract.value_of(key) is not None
    )


def decided_contracts(contracts: ContractSet, texts: Sequence[str]) -> ContractSet:
    """Those of the contracts whose patterns ``regex`` decides in time on each of the texts.

    As they are searched: what is done with ``\\r\\n`` in a moment may run away with ``\\n``.
    """
    normalised = [normalise_text(text) for text in texts]

    def is_decided(contract: Contract) -> bool:
        normal_texts = texts if contract.searched.raw_text else normalised
        start = time.perf_counter()
        try:
            matches_by_text = [
                compile_pattern(contract).findall(text, timeout=PLAIN_SECONDS)
                for text in normal_texts
            ]
        # RuntimeError is regex refusing its own code.
        except (TimeoutError, MemoryError, RuntimeError):
            return False
        slow = time.perf_counter() - start > 20 * PLAIN_SECONDS
        return not slow and max(map(len, matches_by_text)) < 5000

    return ContractSet(tuple(filter(is_decided, contracts.contracts)))


def check_plainly(case: Case, root: Path) -> Report:
    """The report of the engine with only ``regex``."""
    checker = make_checker(case.contracts, PATTERN_SECONDS)
    files = list(DiskFiles(str(root)).read(sorted(case.files)))
    verdicts = [
        check_file(checker, file, case.contracts.contracts, find=plain_search)
        for file in files
        if isinstance(file, TextFile)
    ]
    # How large it is, is nothing that a report shows.
    skipped = tuple(Skip(file.path, file.reason) for file in files if isinstance(file, Skip))
    return engine.assemble_report(checker, verdicts, skipped=skipped, tree=None)


def check_by_shortcuts(case: Case, root: Path) -> Report:
    """The report by way of every shortcut."""
    checker = make_checker(case.contracts, PATTERN_SECONDS)
    files = ManyFiles(checker, str(root))
    verdicts, skipped, clean = files.check(sorted(case.files), {}, sorted(case.files), workers=1)
    return engine.assemble_report(checker, verdicts, skipped=skipped, clean=clean, tree=None)


def write_decided_case(case: Case, root: Path) -> Case:
    """Write the files, and leave out the contracts that are not decided on them."""
    root.mkdir()
    for name, content in case.files.items():
        (root / name).write_bytes(content)
    files = DiskFiles(str(root)).read(sorted(case.files))
    texts = [file.text for file in files if isinstance(file, TextFile)]
    return case._replace(contracts=decided_contracts(case.contracts, texts))


def compare(case: Case, root: Path, monkeypatch: pytest.MonkeyPatch) -> Counts:
    """Compare the ways to check the case, whose files lie at *root*."""
    expected = check_plainly(case, root)
    with monkeypatch.context() as patch:
        # At once, and wherever a match can start: not only for what takes its time.
        patch.setattr(superset_starts, "_WORTH_PREPARING", -1000.0)
        patch.setattr(superset_starts, "_CHARACTERS_A_PLACE", 1)
        _compare_reports(case, expected, check_by_shortcuts(case, root))
    with monkeypatch.context() as patch:
        patch.setitem(sys.modules, "hyperscan", None)
        _compare_reports(case, expected, check_by_shortcuts(case, root))
    broken_ids_and_paths = {
        (violation.rule_id, violation.path) for violation in expected.violations
    }
    with monkeypatch.context() as patch:
        # Of all of them: an edit waits only for a few.
        patch.setattr(automata_to_store, "_MOST_SUPERSETS", len(case.contracts.contracts))
        ruled_out = _ruled_out_by_one_pass(case, root, broken_ids_and_paths)
    return Counts(
        len(case.contracts.contracts),
        len({rule for rule, _ in broken_ids_and_paths}),
        _kept_by_the_clean_path(case, root, broken_ids_and_paths),
        ruled_out,
    )


def _compare_reports(case: Case, expected: Report, actual: Report) -> None:
    differing = set(expected.violations) ^ set(actual.violations)
    assert [
        (
            violation in actual.violations,
            violation.line,
            _pattern(case, violation.rule_id),
            case.files[violation.path],
        )
        for violation in sorted(differing)[:3]
    ] == []
    assert actual == expected


def _pattern(case: Case, rule_id: str) -> str:
    [contract] = [
        candidate for candidate in case.contracts.contracts if candidate.rule_id == rule_id
    ]
    return f"{contract.type}: {contract.pattern}"


def _kept_by_the_clean_path(
    case: Case, root: Path, broken_ids_and_paths: set[tuple[str, str]]
) -> int:
    """Return how often the clean path said "kept" of the first files, where it has to be so."""
    texts = [
        file
        for file in DiskFiles(str(root)).read(sorted(case.files)[:8])
        if isinstance(file, TextFile)
    ]
    count = 0
    for contract in case.contracts.contracts:
        for file in texts:
            is_met = is_kept(contract, file.text)
            wrong = is_met and (contract.rule_id, file.path) in broken_ids_and_paths
            assert not wrong, (contract.type, contract.pattern, file.text)
            count += is_met
    return count


def _ruled_out_by_one_pass(
    case: Case, root: Path, broken_ids_and_paths: set[tuple[str, str]]
) -> int:
    """Return how often one pass over a text did, by an automaton made for some of them."""
    files = DiskFiles(str(root)).read(sorted(case.files))
    texts = {file.path: normalise_text(file.text) for file in files if isinstance(file, TextFile)}
    contracts, groups_of = case.contracts.contracts, make_filters_part(case.contracts)[2]
    criteria = [
        unpack_criterion(plain_pattern)
        for _, _, check_plainly in groups_of
        for plain_pattern in check_plainly
    ]
    sample = "\n".join([*texts.values()][::4])
    stored = make_automaton(criteria, contracts, encode_byte_per_character(sample))
    count = 0
    for path, text in texts.items():
        absent = search_with_automaton(encode_byte_per_character(text), stored)
        if absent is None or folds_into_ascii(text):
            continue
        hidden = [
            place for place in absent if (contracts[place].rule_id, path) in broken_ids_and_paths
        ]
        assert not hidden, (contracts[hidden[0]].pattern, text)
        count += len(absent)
    return count


def run_group(
    patterns: Sequence[str], seed: int, folder: Path, monkeypatch: pytest.MonkeyPatch
) -> Counts:
    """Compare the patterns on files that are made to match them."""
    chance = random.Random(seed)
    case = Case(draw_contracts(patterns, chance), draw_files(patterns, chance))
    root = folder / f"made-{seed}"
    return compare(write_decided_case(case, root), root, monkeypatch)


def groups(patterns: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(patterns), size):
        yield patterns[start : start + size]


def sum_counts(counts: Iterable[Counts]) -> Counts:
    return Counts(*map(sum, zip(*counts, strict=True)))  # type: ignore[arg-type]


def draw_patterns(seed: int, number: int) -> list[str]:
    chance = random.Random(seed)
    return [made_pattern(chance) for _ in range(number)]


def patterns_in(modules: Sequence[Path]) -> list[str]:
    """What the modules give to ``re``, in an order of its own."""
    patterns: set[str] = set()
    for path in modules:
        text = path.read_text("utf-8-sig", "replace")
        if "re." in text:
            patterns.update(_patterns_of_module(text))
    return random.Random(1).sample(sorted(patterns), len(patterns))


def _patterns_of_module(text: str) -> list[str]:
    try:
        return list(others.python_patterns(text))
    except SyntaxError:
        return []  # what tests of compilers read


@cache
def modules() -> list[Path]:
    """The Python files of the standard library and of the installed packages."""
    roots = {sysconfig.get_path(name) for name in ("stdlib", "purelib")}
    return sorted({path for root in roots for path in Path(root).rglob("*.py")})


def choose_files(number: int, bytes_: int) -> dict[str, bytes]:
    """Python files of this machine of so many bytes together, others for each *number*."""
    chosen = random.Random(number).sample(modules(), 400)
    files: dict[str, bytes] = {}
    for path in chosen:
        if bytes_ > 0:
            files[f"{len(files)}.py"] = content = path.read_bytes()
            bytes_ -= len(content)
    return files


@pytest.mark.slow
def test_some_patterns_of_everybody(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Some of each kind, on texts made to match."""
    library = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    groups_of = (
        draw_patterns(7, 100),
        patterns_in(library[::4])[:50],
        others.own_patterns()[::4],
    )
    counts = sum_counts(
        run_group(patterns, seed, tmp_path, monkeypatch) for seed, patterns in enumerate(groups_of)
    )
    assert counts.patterns > 150
    assert counts.matched > MATCHED * counts.patterns
    assert counts.kept > counts.patterns
    assert counts.ruled_out > 30 * counts.patterns


@pytest.mark.slow
def test_a_real_tree_by_every_way_of_a_scan(
    tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Byte for byte: first and later, one process and two, without ``hyperscan``."""
    compare_commands(others.own_patterns()[1::8], 3, tmp_path, run, monkeypatch)


def compare_commands(
    patterns: Sequence[str], number: int, folder: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> Counts:
    """Compare what the program prints in each of its ways, and with only ``regex``."""
    chance = random.Random(number)
    root = folder / f"real-{number}"
    case = write_decided_case(
        Case(draw_contracts(patterns, chance), choose_files(number, 1_000_000)), root
    )
    for contract in case.contracts.contracts:
        where = {"in": list(contract.counted_in)} if contract.counted_in else {}
        keys = {"pattern": contract.pattern, "message": contract.message, "type": contract.type}
        conditions = {name: searched.written for name, searched in contract.conditions}
        keys = {**keys, **where, **conditions}
        # As YAML escapes it: in JSON a mathematical letter is two halves, which YAML refuses.
        text = yaml.safe_dump({**FORBID_PRINT, **keys, "rule_id": contract.rule_id})
        write_files(root / ".claude" / "contracts", {f"{contract.rule_id}.yaml": text})
    scan = ("scan", "--format", "json", "--project-contracts", "--timeout", "60000")
    cached = (*scan, "--cache-dir", str(folder / f"cache-{number}"))
    time.sleep(0.15)  # what changed a tick ago is not kept
    printed = [run(*command, cwd=root).out for command in (cached, cached, (*scan, "--no-cache"))]
    with monkeypatch.context() as patch:
        patch.setattr("phaser_lint.check.many_files.choose_process_count", lambda paths: 2)
        printed.append(run(*scan, "--no-cache", cwd=root).out)
        patch.setitem(sys.modules, "hyperscan", None)
        printed.append(run(*scan, "--no-cache", cwd=root).out)
    assert printed == printed[:1] * 5
    expected = keep_one_per_file(check_plainly(case, root), case.contracts)
    rendered_violations = json.map_report(expected)["violations"]
    assert loads(printed[0])["violations"] == loads(dumps(rendered_violations))
    assert loads(printed[0])["contract_problems"] == []
    broken_ids = {violation.rule_id for violation in expected.violations}
    return Counts(len(case.contracts.contracts), len(broken_ids), 0, 0)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(10, 18))
def test_twenty_thousand_made_patterns(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In eight parts; what is no contract, or takes too long alone, is not counted."""
    patterns = draw_patterns(seed, 3_000)
    counts = sum_counts(
        run_group(group, seed * 1000 + number, tmp_path, monkeypatch)
        for number, group in enumerate(groups(patterns, 100))
    )
    assert counts.patterns >= 2_500
    assert counts.matched > MATCHED * counts.patterns


@pytest.fixture(scope="module", name="everybodys")
def _everybodys(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """What the modules of this machine and the packages on the index hold, and our own."""
    published = others.read_patterns(tmp_path_factory.mktemp("wheels"))
    patterns = {*patterns_in(modules()), *published.scanners, *published.tokens, *published.own}
    return random.Random(1).sample(sorted(patterns), len(patterns))


@pytest.mark.slow
def test_everybodys_patterns_on_texts_made_to_match(
    everybodys: list[str], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Sets of eighty, each with its own files."""
    counts = sum_counts(
        run_group(group, number, tmp_path, monkeypatch)
        for number, group in enumerate(groups(everybodys, 80))
    )
    print(counts)
    assert counts.patterns >= 400
    assert counts.matched > 0.5 * counts.patterns


@pytest.mark.slow
@pytest.mark.parametrize("size", [20, 60, 500])
def test_everybodys_patterns_on_real_trees(
    size: int, everybodys: list[str], tmp_path: Path, run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In sets of each size, on another part of the files of this machine each."""
    chosen = groups(everybodys[: 20 * size], size)
    counts = sum_counts(
        compare_commands(group, size + number, tmp_path, run, monkeypatch)
        for number, group in enumerate(chosen)
    )
    print(counts)
    assert counts.patterns >= 300
    assert counts.matched > 0.1 * counts.patterns
