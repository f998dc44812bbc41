"""Is a filter in front of the engine ever more than that? Generated contracts and texts say.

A pair is a generated pattern that makes a valid contract and a text. It is checked as a contract of
each type, by the engine that tries every pattern, by the engine with its filter, and by
the hook's clean path. The two engines have to give the same verdict, and where the clean path says
"kept" the engine alone must have found nothing. Patterns that the engine alone cannot decide are
counted, not hidden.
"""

from __future__ import annotations

import marshal
import math
import time
from collections import Counter
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, given, settings

from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.file_verdict import check_file, make_patient_search
from phaser_lint.contract import ContractIdentity, StoredContracts
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.filters_to_store import make_filters_part
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.prefilter import find_places_in_doubt
from phaser_lint.contract.rules import RULES
from phaser_lint.core.file_records import TextFile
from phaser_lint.text.search.searcher import Searcher
from tests.examples import mapping
from tests.text.search.literals.test_required_differential import cases

PATH = "src/a.py"
PATTERN_SECONDS = 0.02
FEW = 12
NOBODYS = ContractIdentity((), None, (), (), ())
CONDITIONS = (
    ("require_pattern", "when_file"),
    ("file_contains", "unless_file"),
    ("forbid_pattern", "when_file"),
    ("forbid_pattern", "unless_match"),
    ("forbid_pattern", "when_match"),
)
WHERE = (
    ("forbid_pattern", ("code",)),
    ("require_pattern", ("code",)),
    ("require_pattern", ("comments", "strings")),
    ("file_contains", ("docs",)),
)
EXISTENCE = ("file_exists", "file_not_exists")


class Answers(NamedTuple):
    """What each way of checking one contract on a text answers."""

    by_engine: str
    filtered: str
    clean: bool


def make_contract(pattern, *, literal):
    """The contract for the pattern, or None if it is not valid."""
    keys = {"pattern": pattern, "literal": literal, "ignorable": False}
    return check_mapping(mapping(**keys), source="project", path="a.yaml").contract


def stored_filters_of(contract):
    """What the clean path reads of the contract, through the store's form."""
    first = marshal.loads(marshal.dumps(make_filters_part(ContractSet((contract,)))))
    return StoredContracts(NOBODYS, *first, sealed=b"")


def verdict(contract, text, *, filtered):
    """The engine's verdict in one word: kept, broken (and where), or undecided."""
    file = TextFile(PATH, text)
    checker = make_checker(ContractSet((contract,)), PATTERN_SECONDS, ignores=False)
    search = make_patient_search(Searcher(filtered=filtered), checker)
    file_verdict = check_file(checker, file, [contract], find=search)
    paths = [PATH] if contract.type in EXISTENCE else []
    on_tree = RULES[contract.type].check_tree(
        contract, paths=paths, is_complete=False, is_met=bool(paths)
    )
    if file_verdict.undecided:
        return f"undecided: {file_verdict.undecided[0].reason}"
    violations = [*file_verdict.violations, *on_tree]
    return f"broken {[violation[4:9] for violation in violations]}" if violations else "kept"


def check_in_three_ways(contract, text):
    return Answers(
        verdict(contract, text, filtered=False),
        verdict(contract, text, filtered=True),
        is_kept(contract, text),
    )


def is_kept(contract, text):
    """What the clean path makes of it: whatever goes wrong is for the hook to answer."""
    try:
        filters, end = stored_filters_of(contract), time.monotonic() + 0.04
        return find_places_in_doubt(filters, PATH, text, end=end) == frozenset()
    except (TimeoutError, MemoryError, RuntimeError):
        return False


def check(contract, text, counts):
    """Compare the three ways of checking, and count what they said."""
    answers = check_in_three_ways(contract, text)
    decided = not answers.by_engine.startswith("undecided")
    case = (contract.type, contract.pattern, contract.literal, text, answers)
    # What takes too long alone may be ruled out by its literals: then nothing matches.
    assert answers.filtered == answers.by_engine or not decided, case
    assert answers.by_engine == "kept" or not answers.clean or not decided, case
    # A clean path that never says "kept" would pass all of the above.
    if contract.counted_in:  # where a match stands is for the engine
        counts["counted in a part"] += 1
        return
    counts["checked"] += 1
    counts["undecided"] += not decided
    counts["kept"] += answers.by_engine == "kept"
    counts["said by the clean path"] += answers.clean


def of_each_type(contract):
    for kind, rule in RULES.items():
        if rule.subject not in ("name", "size") and rule.evidence not in ("import", "text"):
            yield contract._replace(type=kind)
    # Where nothing says "met" but a match in its place.
    for kind, where in WHERE:
        yield contract._replace(type=kind, own=(("in", where),))
    # The pattern as a condition: of what has to match, and of what must not.
    for kind, key in CONDITIONS:
        keys = {"pattern": "[a-eA-E]|$(?<=b)", key: contract.pattern, "ignorable": False}
        under = check_mapping(mapping(kind=kind, **keys), source="project", path="a.yaml").contract
        if under is not None and not contract.literal:
            yield under
            yield under._replace(own=(*under.own, ("in", ("code",))))


def run(examples):
    counts: Counter[str] = Counter()
    compared: set[tuple[str, bool, str]] = set()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=examples < 1000,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases())
    def compare(case):
        pattern, texts = case
        for literal in (False, True):
            contract = make_contract(pattern, literal=literal)
            if contract is None:
                counts["not valid"] += 1
                continue
            # A literal pattern is in few generated texts: it is put into one.
            chosen = [texts[0], texts[1] + pattern] if literal else texts
            chosen = [*chosen, f"# {chosen[0]}\n'{chosen[1]}'\n{chosen[0]}"]
            undecided_before = counts["undecided"]
            for text in chosen:
                # Of "(?rfi)(?-m)[k-s]((?P<g3>Ꭰ|abİ(?&g3)))" each search runs out of time: 240 of
                # them took ten seconds, of which the normal set has those on one text.
                if examples <= FEW and counts["undecided"] > undecided_before:
                    break
                if (pattern, literal, text) in compared:
                    continue
                compared.add((pattern, literal, text))
                counts["pairs"] += 1
                for contract_of_type in of_each_type(contract):
                    check(contract_of_type, text, counts)

    compare()
    print(dict(counts))
    return counts


@pytest.mark.parametrize("examples", [FEW, pytest.param(40, marks=pytest.mark.slow)])
def test_the_clean_path_agrees_on_generated_contracts(examples):
    """The three ways agree, and the clean path says most of what is kept."""
    counts = run(examples)
    assert counts["kept"] > 0.3 * counts["checked"]
    assert counts["said by the clean path"] > 0.9 * counts["kept"]


@pytest.mark.slow
def test_twenty_thousand_generated_pairs():
    """The same for at least 20,000 different pairs, newly drawn in every run."""
    counts = run(6_500)
    assert counts["pairs"] >= 20_000
    assert counts["said by the clean path"] > 0.9 * counts["kept"]


@pytest.mark.parametrize(
    ("path", "text", "clean"),
    [
        ("a.txt", "print(1)", True),
        ("a.py", "x", True),
        ("a.ipynb", "x", False),
        ("sub/A.IPYNB", "x", False),
    ],
)
def test_a_notebook_that_is_selected_is_for_the_engine(path: str, text: str, clean: bool) -> None:
    """Its JSON may write ``print`` as ``pr\\u0069nt``; what no contract selects is clean."""
    keys = {"pattern": "print", "file_glob": ["*.py", "*.ipynb", "*.IPYNB"]}
    contract = check_mapping(mapping(**keys), source="project", path="a.yaml").contract
    places = find_places_in_doubt(stored_filters_of(contract), path, text, end=math.inf)
    assert (places == frozenset()) == clean
