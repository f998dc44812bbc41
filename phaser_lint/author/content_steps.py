"""What a contract finds in a file that it selects, from its text to a match, or nearly one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from operator import attrgetter, itemgetter

from phaser_lint.author.block_notes import BlockNote, block_notes, key_of_blocks
from phaser_lint.author.explanation import Step
from phaser_lint.author.near_miss import PatternParts
from phaser_lint.author.searched_texts import SearchedText, searched_texts
from phaser_lint.check.engine.file_verdict import parts_of
from phaser_lint.contract.keys import IN, ITEM
from phaser_lint.contract.language_doubts import doubt_of_file
from phaser_lint.contract.match_contract import search_for
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.conditions import (
    Condition,
    conditions_in_matches,
    conditions_of_file,
    conditions_of_lines,
    counting_matches,
    without_conditions_in_matches,
)
from phaser_lint.contract.rules.forbidden_imports import allows_types, targets_of
from phaser_lint.contract.rules.path_fields import item_of, path_search
from phaser_lint.contract.rules.rule import PatternMatches, Spans
from phaser_lint.contract.rules.violations import at_matches
from phaser_lint.contract.told_languages import name_in_language
from phaser_lint.core.checked_files import Skip, TextFile, size_of_text
from phaser_lint.core.text import count, is_notebook, list_most, printable
from phaser_lint.text.imports import import_language, imports_of
from phaser_lint.text.regions import CODE, KINDS, PROSE
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

_SECONDS = 0.5
_MOST = 8


def content_steps(
    contract: Contract, file: TextFile | Skip, *, line: int | None, seconds: float
) -> list[Step]:
    """Return what *contract*, which selects it, finds in *file*, at *line* if that is given."""
    if isinstance(file, Skip):
        stops = RULES[contract.type].subject == "text" and not file.is_unread
        no_text = Step("text", f"no: {printable(file.reason)}", stops=stops)
        if is_item_itself(contract) and not contract.conditions:
            return [no_text._replace(stops=False), _item_step(contract, file.path)]
        return [no_text, *_fact_steps(contract, file)]
    if RULES[contract.type].subject != "text":
        return [*_fact_steps(contract, file)]
    description = count(size_of_text(file.text).lines, "line")
    if is_notebook(file.path):
        searched = "its JSON" if contract.raw else "its cells, one by one"
        description = f"a notebook of {description}, of which {searched} are searched"
    steps = [
        Step("text", f"yes: {description}"),
        *_condition_steps(contract, file, seconds),
        *_import_steps(contract, file, line=line),
    ]
    doubt = doubt_of_file(contract, file.path, file.text)
    if doubt:
        steps.append(Step(IN.name, f"no reader for {printable(file.path)}: {doubt}"))
    if is_item_itself(contract):
        return [*steps, _item_step(contract, file.path)]
    if RULES[contract.type].searches_text():
        steps += _match_steps(contract, file, line=line, seconds=seconds)
    return steps


def _fact_steps(contract: Contract, file: TextFile | Skip) -> Iterator[Step]:
    if RULES[contract.type].subject == "size":
        size = file.size or (None if isinstance(file, Skip) else size_of_text(file.text))
        size_text = (
            f"{count(size.lines, 'line')}, {count(size.bytes, 'byte')}" if size else "not known"
        )
        limits = ", ".join(f"{key}: {limit}" for key, limit in contract.own if limit is not None)
        yield Step("size", f"{size_text}; {limits}")
    elif RULES[contract.type].subject == "name":
        name = os.path.basename(file.path)
        try:
            matches = Searcher().find_whole(contract.searched, name, seconds=_SECONDS)
        except OutOfTimeError:
            yield Step("name", f"{printable(name)}: the pattern runs away on it")
            return
        if matches:
            yield Step("name", f"{printable(name)} matches as a whole")
            return
        near_misses = PatternParts(contract.pattern, literal=contract.literal).in_text(name)
        longest = (
            f"; the longest part that does: {printable(near_misses[0].part)}" if near_misses else ""
        )
        yield Step("name", f"{printable(name)} does not match as a whole{longest}")


def _condition_steps(contract: Contract, file: TextFile, seconds: float) -> Iterator[Step]:
    for condition in conditions_of_file(contract):
        condition_contract = condition.required_contract(contract)
        is_found = is_decided = False
        for text in searched_texts(condition_contract, file):
            spans, are_all = text.matches(Searcher(), seconds=seconds)
            is_found, is_decided = is_found or bool(spans), is_decided or not are_all
        pattern = printable(condition.searched.written)
        if is_decided and not is_found:
            yield Step(condition.key, f"{pattern} runs away on the file")
            return
        message = f"{pattern} is {'' if is_found else 'not '}found in the file"
        yield Step(condition.key, message, stops=is_found != condition.is_wanted())
        if is_found != condition.is_wanted():
            return


def _import_steps(contract: Contract, file: TextFile, *, line: int | None) -> Iterator[Step]:
    """Yield a step for what the content of the file imports, and what each of it becomes."""
    if RULES[contract.type].evidence != "import":
        return
    cells = parts_of(file, ignores=False, printed=True, seconds=None)
    import_texts, is_known = [], False
    for cell in cells.parts:
        name = name_in_language(contract, cell.name)
        language = import_language(name, cell.text)
        is_known = is_known or language is not None
        tells_types = allows_types(contract)
        for statement in imports_of(name, cell.text, tells_types=tells_types) if language else ():
            [place] = at_matches(
                contract, path=file.path, text=cell.text, spans=[(statement.start, statement.end)]
            )
            place = cell.shown(place, cell.text) if cell.shown else place
            if language and touches(place, line):
                targets = targets_of(contract, name, found_import=statement, language=language)
                target_paths = ", ".join(printable(target.path) for target in targets)
                of_types = " (only types, which may pass)" if statement.is_of_types else ""
                import_texts.append(
                    f"line {place.line}: {printable(statement.module)} is {target_paths}{of_types}"
                )
    if not is_known:
        yield Step("imports", "no imports are read in this type of file", stops=True)
        return
    where = "in the file" if line is None else f"on line {line}"
    yield Step("imports", list_most(import_texts, _MOST, between="; ") or f"none {where}")


def _match_steps(
    contract: Contract, file: TextFile, *, line: int | None, seconds: float
) -> Iterator[Step]:
    """Yield where the pattern matches; where it does not, the longest part that does."""
    places: list[Violation] = []
    excepted: list[tuple[Condition, Violation]] = []
    uncounted_matches: list[tuple[str, Violation]] = []
    near_misses: list[tuple[int, str, Violation]] = []
    pattern_parts = PatternParts(contract.pattern, literal=contract.literal)
    every_match = without_conditions_in_matches(contract)
    counting_kinds = {kind for region in contract.counted_in for kind in KINDS[region]}
    for text in searched_texts(every_match, file):
        text = text.every_match() if contract.is_about_blocks else text
        spans, are_all = text.matches(Searcher(), seconds=seconds)
        # A scan asks for no second match of what a file has to have.
        if not (are_all or (spans and RULES[contract.type].evidence == "no match")):
            yield Step("search", "the pattern runs away, or matches too often")
        places += text.places(spans)
        if contract.counted_in:
            everywhere = text.everywhere()
            spans_everywhere, _ = everywhere.matches(
                Searcher(), seconds=seconds, narrows_to_items=False
            )
            kinds = text.kinds(spans_everywhere)
            uncounted_matches += [
                (kind, place)
                for kind, place in zip(kinds, text.places(spans_everywhere), strict=True)
                if kind not in counting_kinds and touches(place, line)
            ]
        excepted += _excepted_matches(contract, text, spans=spans, seconds=seconds)
        misses = sorted(pattern_parts.in_text(text.seen_text()), key=attrgetter("start"))
        miss_places = text.places([(miss.start, miss.end) for miss in misses])
        near_misses += [
            (miss.rank, miss.part, place) for miss, place in zip(misses, miss_places, strict=True)
        ]
    wanted_places = [place for place in places if touches(place, line)]
    places_by_kind = {
        kind: [place for other, place in uncounted_matches if other == kind]
        for kind, _ in uncounted_matches
    }
    notes = _notes_at(contract, file, line=line, seconds=seconds)
    if places_by_kind:
        # "found in a comment (line 3, column 5)"
        regions = " and ".join(
            f"in {'' if kind in (CODE, PROSE) else 'a '}{kind} ({_list_places(places_of_kind)})"
            for kind, places_of_kind in places_by_kind.items()
        )
        keys = ", ".join(contract.counted_in)
        yield Step(IN.name, f"found {regions}; the contract has in: {keys}")
    if notes:
        # "line 3, column 5: in no block of inside"
        texts = [f"{_list_places([note.place])}: {note.text}" for note in notes]
        yield Step(key_of_blocks(contract), list_most(texts, _MOST, between="; "))
    yield from comment_steps(contract, file, line=line, seconds=seconds)
    if wanted_places:
        yield Step("match", _list_places(wanted_places))
        yield from _exempting_steps(contract, wanted_places, excepted)
        return
    where = "in the file" if line is None else f"on line {line}"
    near_misses_there = [near_miss for near_miss in near_misses if touches(near_miss[2], line)]
    if places_by_kind or not all(note.counts for note in notes):
        yield Step("match", f"none that counts {where}")
        return
    if not near_misses_there:
        yield Step("match", f"none {where}, nor does a part of the pattern match")
        return
    _, pattern_part, place = min(near_misses_there, key=itemgetter(0))
    stands = f"line {place.line}, column {place.column}"
    yield Step(
        "match", f"none {where}; the longest part that matches: {printable(pattern_part)}, {stands}"
    )


def _item_step(contract: Contract, path: str) -> Step:
    try:
        item_text = item_of(contract, path, path_search(contract))
    except TimeoutError as error:
        return Step(ITEM.name, str(error))
    return Step(ITEM.name, printable(item_text) or "none: its path leaves nothing of it")


def comment_steps(
    contract: Contract, file: TextFile, *, line: int | None, seconds: float
) -> Iterator[Step]:
    """Yield where comments, which the pattern does not see, would make a match, or hide one."""
    with_comments, without_comments = list[Violation](), list[Violation]()
    for text in searched_texts(contract, file):
        only_with, only_without = text.changed_by_comments(Searcher(), seconds=seconds)
        with_comments += text.places(only_with)
        without_comments += text.places(only_without)
    for effect, places in (("makes", with_comments), ("hides", without_comments)):
        places_there = [place for place in places if touches(place, line)]
        if places_there:
            where, regions = _list_places(places_there), ", ".join(contract.counted_in)
            message = f"a comment {effect} a match at {where}; with in: {regions} it is blank"
            yield Step(IN.name, message)


def _notes_at(
    contract: Contract, file: TextFile, *, line: int | None, seconds: float
) -> Sequence[BlockNote]:
    """Return what is to say of blocks at *line*, or in all of the *file*; the scan says if late."""
    try:
        notes = [
            note
            for text in searched_texts(contract, file)
            for note in block_notes(text, seconds=seconds)
        ]
    except TimeoutError:
        return ()
    return [note for note in notes if touches(note.place, line)]


def _excepted_matches(
    contract: Contract, text: SearchedText, spans: Spans, seconds: float
) -> Iterator[tuple[Condition, Violation]]:
    """Yield the matches that do not meet a condition, each with that."""
    searcher = Searcher()

    def find(sought: Contract, lines: str, name: str = "", /) -> PatternMatches:
        try:
            return search_for(sought, lines, name, searcher=searcher, seconds=seconds)
        except OutOfTimeError as error:
            return PatternMatches(error.spans, "out of time")

    for condition in conditions_of_lines(contract):
        single_condition = contract._replace(conditions=((condition.key, condition.searched),))
        counting_spans = {
            *counting_matches(
                single_condition, text.text, matches=PatternMatches(spans), find=find
            ).spans
        }
        for place in text.places([span for span in spans if span not in counting_spans]):
            yield condition, place
    for condition in conditions_in_matches(contract):
        single_condition = contract._replace(conditions=((condition.key, condition.searched),))
        meeting = text._replace(contract=single_condition)
        meeting_spans = {*meeting.matches(searcher, seconds=seconds)[0]}
        for place in text.places([span for span in spans if span not in meeting_spans]):
            yield condition, place


def _exempting_steps(
    contract: Contract,
    wanted_places: Sequence[Violation],
    excepted: Sequence[tuple[Condition, Violation]],
) -> Iterator[Step]:
    for condition in (*conditions_of_lines(contract), *conditions_in_matches(contract)):
        places = [place for place in wanted_places if (condition, place) in excepted]
        if places:
            does = "is not found at" if condition.is_wanted() else "exempts"
            pattern = printable(condition.searched.written)
            yield Step(condition.key, f"{pattern} {does} {_list_places(places)}")


def _list_places(places: Sequence[Violation]) -> str:
    # What a cell printed may stand above its source.
    lines_and_columns = sorted((place.line or 0, place.column or 0) for place in places)
    texts = [f"line {line}, column {column}" for line, column in lines_and_columns]
    return list_most(texts, _MOST, between="; ")


def touches(violation: Violation, line: int | None) -> bool:
    """Tell whether a violation is about *line* of the content, or any; of the file: each."""
    if line is None or violation.line is None:
        return True
    last = violation.end_line or violation.line
    if last > violation.line and violation.end_column == 1:  # it ends with a line end
        last -= 1
    return violation.line <= line <= last
