"""What a contract finds in a file that it selects, from its text to a match, or nearly one."""

from __future__ import annotations

import os

from phaser_lint.author.explanation import Step
from phaser_lint.author.longest_part import PatternParts
from phaser_lint.author.searched_texts import searched_texts
from phaser_lint.check.engine.file_verdict import parts_of, search_for
from phaser_lint.contract.keys import IN, ITEM
from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.forbidden_imports import targets_of
from phaser_lint.contract.rules.path_fields import item_of, path_search
from phaser_lint.contract.rules.rule import (
    conditions_of_file,
    conditions_of_lines,
    counting_matches,
)
from phaser_lint.contract.rules.violations import at_matches
from phaser_lint.core.checked_files import Skip, size_of_text
from phaser_lint.core.text import count, is_notebook, printable
from phaser_lint.text.imports import imports_of, language_of
from phaser_lint.text.regions import CODE, KINDS, PROSE
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from phaser_lint.author.searched_texts import SearchedText
    from phaser_lint.contract.model import Contract, Violation
    from phaser_lint.contract.rules.rule import Condition, Found, Spans
    from phaser_lint.core.checked_files import ProposedFile

_SECONDS = 0.5
_MOST = 8


def content_steps(
    contract: Contract, file: ProposedFile | Skip, *, line: int | None, seconds: float
) -> list[Step]:
    """Return what *contract*, which selects it, finds in *file*, at *line* if that is given."""
    if isinstance(file, Skip):
        stops = RULES[contract.type].subject == "text" and not file.is_unread
        no_text = Step("text", f"no: {printable(file.reason)}", stops=stops)
        if is_item_itself(contract) and not contract.conditions:
            return [no_text._replace(stops=False), _item(contract, file.path)]
        return [no_text, *_facts(contract, file)]
    if RULES[contract.type].subject != "text":
        return [*_facts(contract, file)]
    return [
        _text(contract, file),
        *_conditions(contract, file, seconds),
        *_imports(contract, file, line=line),
        *_matches(contract, file, line=line, seconds=seconds),
    ]


def _text(contract: Contract, file: ProposedFile) -> Step:
    lines = count(size_of_text(file.text).lines, "line")
    if not is_notebook(file.path):
        return Step("text", f"yes: {lines}")
    searched = "its JSON" if contract.raw else "its cells, one by one"
    return Step("text", f"yes: a notebook of {lines}, of which {searched} are searched")


def _facts(contract: Contract, file: ProposedFile | Skip) -> Iterator[Step]:
    if RULES[contract.type].subject == "size":
        size = file.size or (None if isinstance(file, Skip) else size_of_text(file.text))
        shown = f"{count(size.lines, 'line')}, {count(size.bytes, 'byte')}" if size else "not known"
        limits = ", ".join(f"{key}: {value}" for key, value in contract.own if value is not None)
        yield Step("size", f"{shown}; {limits}")
    elif RULES[contract.type].subject == "name":
        yield _name(contract, os.path.basename(file.path))


def _name(contract: Contract, name: str) -> Step:
    try:
        met = Searcher().find_whole(contract.searched, name, seconds=_SECONDS)
    except OutOfTimeError:
        return Step("name", f"{printable(name)}: the pattern runs away on it")
    if met:
        return Step("name", f"{printable(name)} matches as a whole")
    parts = PatternParts(contract.pattern, literal=contract.literal).in_text(name)
    longest = f"; the longest part that does: {printable(parts[0].part)}" if parts else ""
    return Step("name", f"{printable(name)} does not match as a whole{longest}")


def _conditions(contract: Contract, file: ProposedFile, seconds: float) -> Iterator[Step]:
    for condition in conditions_of_file(contract):
        sought = condition.of(contract)
        found = decided = False
        for text in searched_texts(sought, file):
            spans, are_all = text.matches(Searcher(), seconds=seconds)
            found, decided = found or bool(spans), decided or not are_all
        written = printable(condition.searched.written)
        if decided and not found:
            yield Step(condition.key, f"{written} runs away on the file")
            return
        message = f"{written} is {'' if found else 'not '}found in the file"
        yield Step(condition.key, message, stops=found != condition.is_wanted())
        if found != condition.is_wanted():
            return


def _imports(contract: Contract, file: ProposedFile, *, line: int | None) -> Iterator[Step]:
    """Yield what the file imports, and what each of it becomes."""
    if RULES[contract.type].evidence != "import":
        return
    parts = parts_of(file, ignores=False, printed=True, seconds=None)
    becoming, known = [], False
    for part in parts.each:
        language = language_of(part.name, part.text)
        known = known or language is not None
        for each in imports_of(part.name, part.text) if language else ():
            [place] = at_matches(
                contract, path=file.path, text=part.text, spans=[(each.start, each.end)]
            )
            place = part.shown(place, part.text) if part.shown else place
            if language and (line is None or touches(place, line)):
                found = targets_of(contract, part.name, each, language)
                becomes = ", ".join(printable(target.path) for target in found)
                becoming.append(f"line {place.line}: {printable(each.module)} is {becomes}")
    if not known:
        yield Step("imports", "no imports are read in this type of file", stops=True)
        return
    more = [f"{len(becoming) - _MOST} more"] if len(becoming) > _MOST else []
    where = "in the file" if line is None else f"on line {line}"
    yield Step("imports", "; ".join([*becoming[:_MOST], *more]) or f"none {where}")


def _matches(
    contract: Contract, file: ProposedFile, *, line: int | None, seconds: float
) -> Iterator[Step]:
    """Yield where the pattern matches; where it does not, the longest part that does."""
    if is_item_itself(contract):
        yield _item(contract, file.path)
        return
    if not RULES[contract.type].searches_text():
        return
    places: list[Violation] = []
    excepted: list[tuple[Condition, Violation]] = []
    elsewhere: list[tuple[str, Violation]] = []
    near: list[tuple[int, str, Violation]] = []
    parts = PatternParts(contract.pattern, literal=contract.literal)
    for text in searched_texts(contract, file):
        spans, are_all = text.matches(Searcher(), seconds=seconds)
        if not are_all:
            yield Step("search", "the pattern runs away, or matches too often")
        places += text.places(spans)
        elsewhere += _uncounted(text, seconds) if contract.counted_in else []
        excepted += _excepted(contract, text, spans, seconds)
        misses = sorted(parts.in_text(text.text), key=lambda each: each.start)
        stand = text.places([(each.start, each.end) for each in misses])
        near += [(each.rank, each.part, place) for each, place in zip(misses, stand, strict=True)]
    wanted = [each for each in places if line is None or touches(each, line)]
    aside = [each for each in elsewhere if line is None or touches(each[1], line)]
    if aside:
        yield Step(IN.name, _standing(contract, aside))
    if wanted:
        yield Step("match", _listed(wanted))
        yield from _suppressed(contract, wanted, excepted)
        return
    where = "in the file" if line is None else f"on line {line}"
    at = [each for each in near if line is None or touches(each[2], line)]
    if aside:
        yield Step("match", f"none that counts {where}")
        return
    if not at:
        yield Step("match", f"none {where}, nor does a part of the pattern match")
        return
    _, part, place = min(at, key=lambda each: each[0])
    stands = f"line {place.line}, column {place.column}"
    yield Step("match", f"none {where}; the longest part that matches: {printable(part)}, {stands}")


def _item(contract: Contract, path: str) -> Step:
    try:
        item = item_of(contract, path, path_search(contract))
    except TimeoutError as error:
        return Step(ITEM.name, str(error))
    return Step(ITEM.name, printable(item) or "none: its path leaves nothing of it")


def _uncounted(text: SearchedText, seconds: float) -> list[tuple[str, Violation]]:
    """Return the matches in regions where none counts, each with the kind of its region."""
    found, _ = text.everywhere().matches(Searcher(), seconds=seconds, items=False)
    wanted = {kind for each in text.contract.counted_in for kind in KINDS[each]}
    kinds = zip(text.kinds(found), text.places(found), strict=True)
    return [(kind, place) for kind, place in kinds if kind not in wanted]


def _standing(contract: Contract, found: Sequence[tuple[str, Violation]]) -> str:
    """Return where matches are that do not count: `found in a comment, on line 3`."""
    places = []
    for kind in dict.fromkeys(kind for kind, _ in found):
        article = "" if kind in (CODE, PROSE) else "a "
        places.append(
            f"in {article}{kind} ({_listed([each for one, each in found if one == kind])})"
        )
    return f"found {' and '.join(places)}; the contract has in: {', '.join(contract.counted_in)}"


def _excepted(
    contract: Contract, text: SearchedText, spans: Spans, seconds: float
) -> Iterator[tuple[Condition, Violation]]:
    """Yield the matches whose lines do not meet a condition, each with that."""
    searcher = Searcher()

    def find(sought: Contract, lines: str, name: str = "", /) -> Found:
        try:
            return search_for(sought, lines, name, searcher=searcher, seconds=seconds)
        except OutOfTimeError as error:
            return error.spans, "out of time"

    for condition in conditions_of_lines(contract):
        alone = contract._replace(conditions=((condition.key, condition.searched),))
        left = {*counting_matches(alone, text.text, (spans, ""), find)[0]}
        for place in text.places([each for each in spans if each not in left]):
            yield condition, place


def _suppressed(
    contract: Contract,
    wanted: Sequence[Violation],
    excepted: Sequence[tuple[Condition, Violation]],
) -> Iterator[Step]:
    for condition in conditions_of_lines(contract):
        places = [each for each in wanted if (condition, each) in excepted]
        if places:
            does = "is not found at" if condition.is_wanted() else "exempts"
            written = printable(condition.searched.written)
            yield Step(condition.key, f"{written} {does} {_listed(places)}")


def _listed(places: Sequence[Violation]) -> str:
    named = [f"line {each.line}, column {each.column}" for each in places[:_MOST]]
    more = len(places) - _MOST
    return "; ".join([*named, *([f"{more} more"] if more > 0 else [])])


def touches(violation: Violation, line: int) -> bool:
    """Tell whether a violation is about *line*; one of the whole file is about each."""
    if violation.line is None:
        return True
    last = violation.end_line or violation.line
    if last > violation.line and violation.end_column == 1:  # it ends with a line end
        last -= 1
    return violation.line <= line <= last
