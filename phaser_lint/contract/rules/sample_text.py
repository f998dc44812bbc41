"""A text that a pattern matches, made from the pattern: for contracts without examples.

    make_matching_text(contract)   "print(" for r"\\bprint\\(", or None where none was found

Each part of the pattern gives the shortest text that it may take. Conditions around it (word
boundaries, look-arounds, groups that are called again) are not solved but tried: the bare text and
in a few surroundings. Whatever the search itself does not find is no answer, so a wrong guess is
never returned.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import product
from typing import Any

from phaser_lint.contract.match_contract import find_contract_matches, find_counting_places
from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.rules.example_language import name_example
from phaser_lint.text.languages import render_comment, split_text_name
from phaser_lint.text.search.pattern_tree import parse_executed_tree
from phaser_lint.text.search.searcher import OutOfTimeError, Pattern, Searcher

_SECONDS = 0.2
_LONGEST = 4096
_ALTERNATIVES = 3
_SURROUNDINGS = ("{}\n", "{}", "x {} x\n", "x{}x\n", "\n{}\n", " {}", "x\n{}\nx\n", '"{}"\n')
# What a class that is described rather than listed is tried with.
_SAMPLES = "a0 A_-.\n\t/é漢"


class _NoTextError(Exception):
    """A part of a pattern that no text is known for."""


def breaking_text(contract: Contract) -> str | None:
    """Return a sample that breaks *contract*, by its rule's evidence, where one is known."""
    rule = RULES[contract.type]
    if rule.sample is not None:
        return rule.sample(contract)
    if rule.evidence == "no match":
        return make_text_without_match(contract)
    return make_matching_text(contract) if rule.evidence in ("match", "item") else None


def make_matching_text(contract: Contract) -> str | None:
    """Return a sample with the pattern of *contract* in it; ``None`` where none is known."""
    name = name_example(contract)
    comment = render_comment(split_text_name(name)[0], "{}")
    # A comment, a string and documentation in the language that the name tells.
    regions = (f"{comment}\n", '"""{}"""\n', "/** {} */\n", "'{}'\n")
    around = (
        *_SURROUNDINGS,
        *(regions if contract.counted_in and comment else ()),
        *_make_blocks_around(contract, "inside"),
    )
    searcher = Searcher(filtered=False)
    for text in _make_texts(contract.searched):
        for surrounding in around:
            candidate: str = surrounding.replace("{}", text)
            try:
                if _is_found(contract, candidate, name=name, searcher=searcher):
                    return candidate
            except OutOfTimeError:
                return None
    return None


def _make_blocks_around(contract: Contract, key: str) -> Iterator[str]:
    """Yield blocks whose headers those of a *key* are, as some languages write them."""
    ends = contract.block_patterns_of("until")
    end = next(_make_texts(ends[0]), "") if ends else ""
    for header_pattern in contract.block_patterns_of(key):
        for text in _make_texts(header_pattern):
            yield from (f"{text}:\n    {{}}\n", f"{text}():\n    {{}}\n", f"{text}\n{{}}\n{end}\n")
            yield from (f"{text} {{\n    {{}}\n}}\n", f"{text}() {{\n    {{}}\n}}\n")


def _is_found(contract: Contract, text: str, name: str, searcher: Searcher) -> bool:
    counts = find_counting_places(contract, text, name, searcher=searcher, seconds=_SECONDS)
    spans = searcher.find_spans(
        contract.searched, text, name, seconds=_SECONDS, only_first=True, counts=counts
    )
    return bool(spans)


def make_text_without_match(contract: Contract) -> str | None:
    """Return a sample without the pattern of *contract*, or with a block without; or ``None``."""
    name = name_example(contract)
    searcher = Searcher(filtered=False)
    texts: Sequence[str] = ("\n", "", "phaser-lint doctor\n", "0\n", "0")
    if contract.is_about_blocks:
        texts = [
            block.replace("{}", text)
            for block in _make_blocks_around(contract, "each_block")
            for text in ("0", "pass")
        ]
    for text in texts:
        try:
            if contract.is_about_blocks:
                headers = find_contract_matches(
                    contract, text, name, searcher=searcher, seconds=_SECONDS
                )
                is_broken = bool(headers.spans) and not headers.reason
            else:
                is_broken = not _is_found(contract, text, name=name, searcher=searcher)
            if is_broken:
                return text
        except OutOfTimeError:
            return None
    return None


def _make_texts(pattern: Pattern) -> Iterator[str]:
    if pattern.literal:
        yield pattern.written
        return

    try:
        tree = parse_executed_tree(pattern.written)
    except Exception:
        # The private ways of `regex` are walked here: what surprises us is no example.
        return
    # The first alternative everywhere, then the second; what may be missing left out, then put in.
    for choice, optional, around in product(range(_ALTERNATIVES), (0, 1), (True, False)):
        try:
            text = _Maker(choice=choice, optional=optional, around=around).text(tree)
        except Exception:
            continue
        if len(text) <= _LONGEST:
            yield text


class _Maker:
    """Makes one text: *choice* picks among alternatives, *optional* is the least count of repeats.

    With *around* what a look-around asks for is put where it stands: "x" for ``(?<=x)``.
    """

    def __init__(self, *, choice: int, optional: int, around: bool) -> None:
        self._choice = choice
        self._optional = optional
        self._around = around
        self._groups: dict[int, str] = {}

    def text(self, node: Any) -> str:
        """Return a text that *node* may match; raises where none is known."""
        return _PARTS[type(node).__name__](self, node)

    def sequence(self, node: Any) -> str:
        return "".join(map(self.text, node.items))

    def branch(self, node: Any) -> str:
        return self.text(node.branches[min(self._choice, len(node.branches) - 1)])

    def group(self, node: Any) -> str:
        text = self.text(node.subpattern)
        number = getattr(node, "group", None)
        if isinstance(number, int):
            self._groups[number] = text
        return text

    def make_inside(self, node: Any) -> str:
        return self.text(node.subpattern)

    def conditional(self, node: Any) -> str:
        return self.text(node.yes_item)

    def same_group(self, node: Any) -> str:
        return self._groups[int(node.group)]

    def repeat(self, node: Any) -> str:
        count = max(node.min_count, self._optional)
        if node.max_count is not None:
            count = min(count, node.max_count)
        if count > _LONGEST:
            raise _NoTextError("repeat")
        return self.text(node.subpattern) * count if count else ""

    def look_around(self, node: Any) -> str:
        return self.text(node.subpattern) if node.positive and self._around else ""

    def string(self, node: Any) -> str:
        return "".join(map(chr, node.characters))

    def one_character(self, node: Any) -> str:
        if node.zerowidth:
            return ""
        return chr(_choose_member(node))

    def any_character(self, node: Any) -> str:
        return "x"

    def nothing(self, node: Any) -> str:
        return ""


def _choose_member(node: Any) -> int:
    """Return a character that the node takes; the search decides whether it does."""
    kind = type(node).__name__
    if node.positive:
        if kind == "Character":
            return int(node.value)
        if kind == "Range":
            return int(node.lower)
        if kind == "SetUnion":
            return _choose_member(node.items[0])
    # Nodes can test a character, whatever the class is made of.
    for sample in _SAMPLES:
        if node.matches(ord(sample)):
            return ord(sample)
    raise _NoTextError(kind)


_PARTS: dict[str, Callable[[_Maker, Any], str]] = {
    "Sequence": _Maker.sequence,
    "Branch": _Maker.branch,
    "Group": _Maker.group,
    "Atomic": _Maker.make_inside,
    "GreedyRepeat": _Maker.repeat,
    "LazyRepeat": _Maker.repeat,
    "PossessiveRepeat": _Maker.repeat,
    "LookAround": _Maker.look_around,
    "LookAroundConditional": _Maker.conditional,
    "Conditional": _Maker.conditional,
    "RefGroup": _Maker.same_group,
    "String": _Maker.string,
    "Literal": _Maker.string,
    "Character": _Maker.one_character,
    "Range": _Maker.one_character,
    "SetUnion": _Maker.one_character,
    "SetDiff": _Maker.one_character,
    "SetInter": _Maker.one_character,
    "SetSymDiff": _Maker.one_character,
    "Property": _Maker.one_character,
    **dict.fromkeys(("Any", "AnyAll", "AnyU", "Grapheme"), _Maker.any_character),
    **dict.fromkeys(
        (
            "Boundary", "StartOfWord", "EndOfWord", "DefaultBoundary", "DefaultStartOfWord",
            "DefaultEndOfWord", "StartOfLine", "StartOfLineU", "EndOfLine", "EndOfLineU",
            "StartOfString", "EndOfString", "EndOfStringLine", "EndOfStringLineU", "SearchAnchor",
            "Keep", "Prune", "Skip",
        ),
        _Maker.nothing,
    ),
}  # fmt: skip
