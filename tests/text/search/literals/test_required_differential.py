"""Do literals ever hide a match or move one? Generated patterns and texts say.

A pair is a pattern that compiles and a text that `regex` searches in time. Patterns are built with
samples of what they match, and texts from the samples, so that many pairs match; a text is then
damaged a little, because the dangerous texts are those that nearly hold the literal.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache

import pytest
import regex
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from phaser_lint.text.search import compute_once, fold_case, may_match, rebuild_pattern
from phaser_lint.text.search.literals.automaton import (
    Automaton,
    Sought,
    fold_case_bytes,
    make_bytes_requirement,
)
from phaser_lint.text.search.literals.automaton_building import build_automaton
from phaser_lint.text.search.literals.required_literals import (
    derive_end_code,
    derive_requirement,
    make_literal_requirement,
)
from phaser_lint.text.search.supersets.pattern_superset import derive_superset

FLAGS = regex.MULTILINE | regex.VERSION0
WORDS = ["a", "s", "K", "I", "i", "ss", "fi", "st", "foo", "Bar", "skip", "_", "!", "(", "x=", " ",
         "\n", "\t", "é", "É", "ß", "ſ", "\u212a", "İ", "ı", "ς", "中", "ﬁ", "ǰ", "j", "\u030c",
         "\u0345", "Ꭰ", "ꭰ", "ab", "ba", "\udc80", "1", "todo"]  # fmt: skip
# (pattern, what it may match): sets, classes and escapes.
CHARACTERS = [
    (".", "x"), (".", "中"), (r"\w", "a"), (r"\w", "é"), (r"\W", "!"), (r"\s", " "), (r"\s", "\n"),
    (r"\S", "K"), (r"\d", "1"), (r"\D", "s"), ("[ab]", "b"), ("[^a]", "s"), ("[a-c]", "c"),
    ("[sS]", "S"), ("[kKi]", "i"), ("[ſk]", "k"), ("[İı]", "ı"), ("[^\n]", "!"), ("[h-k]", "i"),
    ("[[:alpha:]]", "a"), ("[[:upper:]]", "B"), (r"[\w!]", "!"), (r"[\s\S]", "\n"), ("[ß-ö]", "é"),
    (r"\p{Lu}", "K"), (r"\p{Ll}", "s"), (r"\P{L}", "1"), (r"\R", "\n"), (r"\X", "j\u030c"),
    (r"\h", " "), (r"\x41", "A"), (r"\u017f", "ſ"), (r"\N{KELVIN SIGN}", "\u212a"), (r"\.", "."),
    (r"[\]\-]", "-"), ("[a-]", "-"), ("[!-/]", "("), (r"\101", "A"), ("[k-s]", "\u212a"),
    ("[ﬁß]", "ß"), (r"\t", "\t"), (r"[\x00-\x7f]", "("), ("[^sS]", "ſ"), ("{", "{"), ("#", "#"),
]  # fmt: skip
ANCHORS = ["^", "$", r"\b", r"\B", r"\A", r"\Z", r"\m", r"\M", r"\G", r"\K", "(*PRUNE)", "(*SKIP)",
           "(*FAIL)", "(?#x)", "(?=)", "(?!)"]  # fmt: skip
LEADING_FLAGS = ["", "", "", "", "(?i)", "(?i)", "(?i)", "(?s)", "(?x)", "(?a)", "(?u)", "(?ai)",
                 "(?r)", "(?ri)", "(?fi)", "(?fi)", "(?rfi)", "(?w)", "(?p)", "(?b)", "(?e)",
                 "(?L)", "(?iL)", "(?V0)", "(?V1)"]  # fmt: skip
SCOPED_FLAGS = ["i", "-i", "s", "x", "i-s", "a", "ia", "u", "fi", "w", "m", "-m"]
QUANTIFIERS = [("?", 1), ("?", 0), ("*", 0), ("*", 2), ("+", 1), ("+", 2), ("{2}", 2), ("{0}", 0),
               ("{0,2}", 1), ("{1,3}", 2), ("{2,}", 3), ("{1}", 1), ("{,2}", 1)]  # fmt: skip
SPELLINGS = [str, str, str, str.swapcase, str.upper, str.lower, str.title]
LOOKALIKES = {"s": "ſ", "k": "\u212a", "i": "ı", "I": "İ", "ss": "ß", "fi": "ﬁ", "st": "ﬅ",
              "a": "e", "ſ": "s", "İ": "i", "\u212a": "K", "ß": "ẞ", "j\u030c": "ǰ"}  # fmt: skip

words = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).map("".join)
leaves = st.one_of(
    words.map(lambda word: (regex.escape(word, literal_spaces=True), word)),
    words.map(lambda word: (regex.escape(word, literal_spaces=True), word)),
    st.sampled_from(CHARACTERS),
    st.sampled_from(ANCHORS).map(lambda anchor: (anchor, "")),
)


def _composites(pieces):
    """Return a strategy of (pattern, sample), built around the parts."""
    names = st.sampled_from(["g1", "g2", "g3"])
    return st.one_of(
        st.lists(pieces, min_size=1, max_size=4).map(_in_a_row),
        st.lists(pieces, min_size=1, max_size=4).map(_in_a_row),
        st.tuples(st.lists(pieces, min_size=2, max_size=4), st.integers(0, 3)).map(_alternation),
        st.tuples(pieces, st.sampled_from(QUANTIFIERS), st.sampled_from(["", "?", "+"])).map(
            _quantified
        ),
        st.tuples(pieces, st.sampled_from(["(%s)", "(?:%s)", "(?>%s)", "(?|%s)"])).map(
            lambda drawn: (drawn[1] % drawn[0][0], drawn[0][1])
        ),
        st.tuples(pieces, st.sampled_from(SCOPED_FLAGS), st.sampled_from(SPELLINGS)).map(
            lambda drawn: (f"(?{drawn[1]}:{drawn[0][0]})", drawn[2](drawn[0][1]))
        ),
        st.tuples(st.sampled_from(SCOPED_FLAGS), pieces).map(
            lambda drawn: (f"(?{drawn[0]}){drawn[1][0]}", drawn[1][1])
        ),
        st.tuples(pieces, pieces, st.integers(0, 9)).map(_looking),
        st.tuples(names, pieces, pieces, st.integers(0, 9)).map(_referring),
        st.tuples(pieces, st.sampled_from(["{e<=1}", "{i<=1}", "{s<=1}", "{d<=1}"])).map(
            lambda drawn: (f"(?:{drawn[0][0]}){drawn[1]}", drawn[0][1])
        ),
    )


def _in_a_row(pieces):
    return "".join(piece[0] for piece in pieces), "".join(piece[1] for piece in pieces)


def _alternation(pieces_and_index):
    pieces, chosen = pieces_and_index
    return f"(?:{'|'.join(piece[0] for piece in pieces)})", pieces[chosen % len(pieces)][1]


def _quantified(piece_and_quantifier):
    (pattern, sample), (quantifier, times), mode = piece_and_quantifier
    return f"(?:{pattern}){quantifier}{mode}", sample * times


def _looking(two_pieces):
    (pattern, sample), (other_pattern, other_sample), kind = two_pieces
    return [
        (f"(?={pattern}){pattern}", sample),
        (f"{pattern}(?={other_pattern}){other_pattern}", sample + other_sample),
        (f"{pattern}(?={other_pattern})", sample + other_sample),
        (f"(?<={pattern}){other_pattern}", sample + other_sample),
        (f"{pattern}(?<={pattern})", sample),
        (f"(?!{pattern}){other_pattern}", other_sample),
        (f"{pattern}(?!{other_pattern})", sample),
        (f"(?<!{pattern}){other_pattern}", other_sample),
        (f"(?(?={pattern}){pattern}|{other_pattern})", sample),
        (f"(?(?<!{pattern}){other_pattern}|{pattern})", other_sample),
    ][kind]


def _referring(name_and_pieces):
    name, (pattern, sample), (other_pattern, other_sample), kind = name_and_pieces
    return [
        (f"(?P<{name}>{pattern})(?P={name})", sample * 2),
        (f"(?P<{name}>{pattern}){other_pattern}(?P={name})", sample + other_sample + sample),
        (f"(?P<{name}>{pattern})(?&{name})", sample * 2),
        (f"(?P<{name}>{pattern})?(?({name}){other_pattern}|{pattern})", sample + other_sample),
        (f"(?P<{name}>{pattern})?(?({name}){other_pattern})", ""),
        (f"(?(DEFINE)(?P<{name}>{pattern}))(?&{name}){other_pattern}", sample + other_sample),
        (f"{pattern}(?R)?{other_pattern}", sample + sample + other_sample + other_sample),
        (f"({pattern})\\1", sample * 2),
        (f"(?P<{name}>{pattern}|{other_pattern}(?&{name}))", other_sample + sample),
        (f"(?i:(?P<{name}>{pattern}))(?P={name})", sample.swapcase() + sample),
    ][kind]


# A row of parts: what is between two literals, and what looks at them, is where it can go wrong.
patterns = st.tuples(
    st.sampled_from(LEADING_FLAGS),
    st.lists(st.recursive(leaves, _composites, max_leaves=5), min_size=2, max_size=5).map(
        _in_a_row
    ),
).map(lambda drawn: (drawn[0] + drawn[1][0], drawn[1][1]))


@st.composite
def texts(draw, sample):
    """Draw a text around a sample, often damaged: respelt, lookalikes put in, a piece cut out."""
    sample = draw(st.sampled_from(SPELLINGS))(sample)
    damage = draw(st.sampled_from(["none", "none", "lookalikes", "cut", "double", "gone"]))
    if damage == "lookalikes":
        for plain, lookalike in LOOKALIKES.items():
            sample = sample.replace(plain, lookalike) if draw(st.booleans()) else sample
    if damage == "cut":
        start, length = draw(st.integers(0, len(sample))), draw(st.integers(1, 3))
        sample = sample[:start] + sample[start + length :]
    if damage == "double":
        sample = sample + sample
    if damage == "gone":
        sample = ""
    return draw(st.one_of(st.just(""), words)) + sample + draw(st.one_of(st.just(""), words))


@st.composite
def cases(draw):
    """Draw a pattern and four texts for it."""
    pattern, sample = draw(patterns)
    return pattern, [draw(texts(sample)) for _ in range(4)]


def _verdict(pattern, text):
    """Return "match" or "no match", or why this is no pair: the engine gave no verdict."""
    try:
        compiled = regex.compile(pattern, FLAGS)
    except Exception as error:
        # Not only regex.error: "(?rfi)(?=a)aİß" is an IndexError of its own optimiser.
        return f"no pair: does not compile: {type(error).__name__}"
    try:
        return "match" if compiled.search(text, timeout=0.1) else "no match"
    # MemoryError is out of time by another name: "(?:a(?R)?.){e<=1}" takes 0.6 GB in a second.
    # RuntimeError is regex refusing its own code, as 2026.9.29 does for "(?:a\G){e<=1}a".
    except (TimeoutError, MemoryError, RuntimeError) as error:
        return f"no pair: {type(error).__name__}"


def _check(pattern, text, compared_pairs, counts):
    """Assert that no match is hidden or moved; count the pair if it was not seen before."""
    _check_superset(pattern, text, counts)
    verdict = _verdict(pattern, text)
    requirement = derive_requirement(pattern)
    passed = may_match(requirement, text, compute_once(fold_case, text))
    # "\n" of a text may be "\r\n" in the file.
    file_content = text.replace("\n", "\r\n").encode("utf-8", "surrogateescape")
    needed = make_bytes_requirement(requirement)
    passed_bytes = may_match(needed, file_content, compute_once(fold_case_bytes, file_content))
    assert passed or verdict != "match", (pattern, text, requirement)
    assert passed_bytes or verdict != "match", (pattern, text, needed)
    end_code = derive_end_code(pattern) if verdict == "match" else None
    assert end_code is None or rebuild_pattern(end_code).search(text), (pattern, text)
    counts["match of an end"] += end_code is not None
    if (pattern, text) in compared_pairs:
        return
    compared_pairs.add((pattern, text))
    counts[verdict] += 1
    if verdict in ("match", "no match"):
        counts["pair"] += 1
        counts["requirement"] += requirement is not None
        counts["ruled out"] += not passed
        counts["ruled out as bytes"] += not passed_bytes
        counts["match with a requirement"] += verdict == "match" and requirement is not None


def _check_superset(pattern, text, counts):
    """Assert that one pass of the automaton rules out no match, in ASCII as in any text."""
    superset_automaton, superset = _asked(pattern), derive_superset(pattern)
    plain = "".join(LOOKALIKES.get(character, character) for character in text)
    for sample in (text, plain.encode("ascii", "ignore").decode()):
        for sample_in_lines in (sample, f"{sample}\n", f"\n{sample}"):
            possible = superset_automaton.possible_in(
                sample_in_lines.encode("utf-8", "surrogateescape")
            )
            matches = _verdict(pattern, sample_in_lines) == "match"
            assert possible or not matches, (pattern, sample_in_lines, superset)
            counts["match of a superset"] += matches and superset is not None
            counts["ruled out by the automaton"] += not possible


@lru_cache(maxsize=4)
def _asked(pattern: str) -> Automaton:
    # Without literals, each of many files would have to be searched.
    samples = [(b"", (0,))]
    return build_automaton(
        [Sought(None, pattern)], samples, files=1000, superset_of=derive_superset
    )


def _run(examples):
    counts: Counter[str] = Counter()
    compared_pairs: set[tuple[str, str]] = set()

    @settings(
        max_examples=examples,
        deadline=None,
        database=None,
        derandomize=examples < 1000,
        suppress_health_check=list(HealthCheck),
    )
    @given(cases())
    def check(case):
        for text in case[1]:
            _check(case[0], text, compared_pairs, counts)

    check()
    print(dict(counts))
    return counts


@pytest.mark.slow
def test_generated_patterns_keep_their_matches():
    """No generated match is hidden, and the test is not empty: many match, many are ruled out."""
    counts = _run(900)
    assert counts["match"] > 0.2 * counts["pair"]
    assert counts["ruled out"] > 0.1 * counts["pair"]
    assert counts["match with a requirement"] > 0.1 * counts["pair"]
    assert counts["match of a superset"] > 0.2 * counts["pair"]
    assert counts["match of an end"] > 0
    assert counts["ruled out by the automaton"] > 0.5 * counts["pair"]


@pytest.mark.slow
def test_twenty_thousand_generated_pairs_keep_their_matches():
    """The same for at least 20,000 different pairs, newly drawn in every run."""
    counts = _run(14_000)
    assert counts["pair"] >= 20_000
    assert counts["match"] > 0.2 * counts["pair"]
    assert counts["ruled out"] > 0.1 * counts["pair"]


@settings(max_examples=200, deadline=None, derandomize=True, database=None)
@given(words, words, words)
def test_plain_text_is_found_wherever_it_is(before, text, after):
    """The requirement of a literal is met by every text that holds it."""
    whole_text = before + text + after
    assert may_match(
        make_literal_requirement(text), whole_text, compute_once(fold_case, whole_text)
    )
    assert may_match(
        derive_requirement(regex.escape(text)), whole_text, compute_once(fold_case, whole_text)
    )
