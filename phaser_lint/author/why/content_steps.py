"""What a contract finds in a file that it selects, from its text to a match, or nearly one."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from operator import attrgetter, itemgetter

from phaser_lint.author.block_notes import NO_HEADER, BlockNote, find_block_key, make_block_notes
from phaser_lint.author.near_miss import PatternParts
from phaser_lint.author.searched_texts import SearchedText, list_searched_texts
from phaser_lint.author.why.steps import Step
from phaser_lint.check.engine.file_parts import split_into_parts
from phaser_lint.contract.keys import IN, ITEM, UNLESS_MATCH, WHEN_MATCH
from phaser_lint.contract.language_doubts import find_file_doubt
from phaser_lint.contract.match_contract import find_contract_matches
from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules import RULES, is_item_itself
from phaser_lint.contract.rules.conditions import (
    Condition,
    find_counting_matches,
    list_file_conditions,
    list_line_conditions,
    list_match_conditions,
    without_match_conditions,
)
from phaser_lint.contract.rules.filled_path_fields import fill_item, make_path_search
from phaser_lint.contract.rules.import_targets import allows_type_imports, find_import_targets
from phaser_lint.contract.rules.rule import PatternMatches, Spans
from phaser_lint.contract.rules.violations import make_match_violations
from phaser_lint.contract.told_languages import name_text_in_language
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_size import measure_text
from phaser_lint.core.text import is_notebook, join_most, make_printable, render_quantity
from phaser_lint.text.imports import find_import_language, find_imports
from phaser_lint.text.regions import CODE, KINDS, PROSE
from phaser_lint.text.search.searcher import OutOfTimeError, Searcher

_SECONDS = 0.5
_MOST = 8


def explain_content(
    contract: Contract, file: TextFile | Skip, *, line: int | None, seconds: float
) -> list[Step]:
    """Return what *contract*, which selects *file*, finds in it, at *line* if given: steps."""
    if isinstance(file, Skip):
        stops = RULES[contract.type].subject == "text" and not file.is_unread
        no_text = Step("text", f"no: {make_printable(file.reason)}", stops=stops)
        if is_item_itself(contract) and not contract.conditions:
            return [no_text._replace(stops=False), _explain_item(contract, file.path)]
        return [no_text, *_explain_facts(contract, file)]
    if RULES[contract.type].subject != "text":
        return [*_explain_facts(contract, file)]
    description = render_quantity(measure_text(file.text).lines, "line")
    if is_notebook(file.path):
        searched = "its JSON" if contract.raw else "its cells, one by one"
        description = f"a notebook of {description}, of which {searched} are searched"
    steps = [
        Step("text", f"yes: {description}"),
        *_explain_conditions(contract, file, seconds),
        *_explain_imports(contract, file, line=line),
    ]
    doubt = find_file_doubt(contract, file.path, file.text)
    if doubt:
        steps.append(Step(IN.name, f"no reader for {make_printable(file.path)}: {doubt}"))
    if is_item_itself(contract):
        return [*steps, _explain_item(contract, file.path)]
    if RULES[contract.type].searches_text():
        steps += _explain_matches(contract, file, line=line, seconds=seconds)
    return steps


def _explain_facts(contract: Contract, file: TextFile | Skip) -> Iterator[Step]:
    if RULES[contract.type].subject == "size":
        size = file.size or (None if isinstance(file, Skip) else measure_text(file.text))
        size_text = (
            f"{render_quantity(size.lines, 'line')}, {render_quantity(size.bytes, 'byte')}"
            if size
            else "not known"
        )
        limits = ", ".join(f"{key}: {limit}" for key, limit in contract.own if limit is not None)
        yield Step("size", f"{size_text}; {limits}")
    elif RULES[contract.type].subject == "name":
        name = os.path.basename(file.path)
        try:
            matches = Searcher().find_whole(contract.searched, name, seconds=_SECONDS)
        except OutOfTimeError:
            yield Step("name", f"{make_printable(name)}: the pattern runs away on it")
            return
        if matches:
            yield Step("name", f"{make_printable(name)} matches as a whole")
            return
        near_misses = PatternParts(contract.pattern, literal=contract.literal).in_text(name)
        longest = (
            f"; the longest part that does: {make_printable(near_misses[0].part)}"
            if near_misses
            else ""
        )
        yield Step("name", f"{make_printable(name)} does not match as a whole{longest}")


def _explain_conditions(contract: Contract, file: TextFile, seconds: float) -> Iterator[Step]:
    for condition in list_file_conditions(contract):
        condition_contract = condition.required_contract(contract)
        is_found = is_decided = False
        for text in list_searched_texts(condition_contract, file):
            spans, are_all = text.matches(Searcher(), seconds=seconds)
            is_found, is_decided = is_found or bool(spans), is_decided or not are_all
        pattern = make_printable(condition.searched.written)
        if is_decided and not is_found:
            yield Step(condition.key, f"{pattern} runs away on the file")
            return
        message = f"{pattern} is {'' if is_found else 'not '}found in the file"
        yield Step(condition.key, message, stops=is_found != condition.is_wanted())
        if is_found != condition.is_wanted():
            return


def _explain_imports(contract: Contract, file: TextFile, *, line: int | None) -> Iterator[Step]:
    """Yield a step for what the content of the file imports, and what each of it becomes."""
    if RULES[contract.type].evidence != "import":
        return
    cells = split_into_parts(file, ignores=False, printed=True, seconds=None)
    import_texts, is_known = [], False
    for cell in cells.parts():
        name = name_text_in_language(contract, cell.name)
        language = find_import_language(name, cell.text)
        is_known = is_known or language is not None
        tells_types = allows_type_imports(contract)
        for statement in find_imports(name, cell.text, tells_types=tells_types) if language else ():
            [place] = make_match_violations(
                contract, path=file.path, text=cell.text, spans=[(statement.start, statement.end)]
            )
            place = cell.shown(place, cell.text) if cell.shown else place
            if language and touches_line(place, line):
                targets = find_import_targets(
                    contract, name, found_import=statement, language=language
                )
                target_paths = ", ".join(make_printable(target.path) for target in targets)
                of_types = " (only types, which may pass)" if statement.is_of_types else ""
                import_texts.append(
                    f"line {place.line}: {make_printable(statement.module)} is "
                    f"{target_paths}{of_types}"
                )
    if not is_known:
        yield Step("imports", "no imports are read in this type of file", stops=True)
        return
    where = "in the file" if line is None else f"on line {line}"
    yield Step("imports", join_most(import_texts, _MOST, between="; ") or f"none {where}")


def _explain_matches(
    contract: Contract, file: TextFile, *, line: int | None, seconds: float
) -> Iterator[Step]:
    """Yield where the pattern matches; where it does not, the longest part that does."""
    places_and_extents: list[tuple[Violation, Violation]] = []
    excepted: list[tuple[Condition, Violation]] = []
    uncounted_matches: list[tuple[str, Violation]] = []
    near_misses: list[tuple[int, str, Violation]] = []
    pattern_parts = PatternParts(contract.pattern, literal=contract.literal)
    every_match = without_match_conditions(contract)
    counting_kinds = {kind for region in contract.counted_in for kind in KINDS[region]}
    for text in list_searched_texts(every_match, file):
        text = text.every_match() if contract.is_about_blocks else text
        spans, are_all = text.matches(Searcher(), seconds=seconds)
        # A scan asks for no second match of what a file has to have.
        if not (are_all or (spans and RULES[contract.type].evidence == "no match")):
            yield Step("search", "the pattern runs away, or matches too often")
        whole_spans = spans
        if RULES[contract.type].evidence == "item":  # one may stand below the match's first line
            whole_spans, _ = text.matches(Searcher(), seconds=seconds, narrows_to_items=False)
        places_and_extents += zip(text.places(spans), text.places(whole_spans), strict=False)
        if contract.counted_in:
            everywhere = text.everywhere()
            spans_everywhere, _ = everywhere.matches(
                Searcher(), seconds=seconds, narrows_to_items=False
            )
            kinds = text.kinds(spans_everywhere)
            uncounted_matches += [
                (kind, place)
                for kind, place in zip(kinds, text.places(spans_everywhere), strict=True)
                if kind not in counting_kinds and touches_line(place, line)
            ]
        excepted += _find_excepted_matches(contract, text, spans=spans, seconds=seconds)
        misses = sorted(pattern_parts.in_text(text.seen_text()), key=attrgetter("start"))
        miss_places = text.places([(miss.start, miss.end) for miss in misses])
        near_misses += [
            (miss.rank, miss.part, place) for miss, place in zip(misses, miss_places, strict=True)
        ]
    wanted_places = [
        place
        for place, extent in places_and_extents
        if touches_line(place, line) or touches_line(extent, line)
    ]
    places_by_kind = {
        kind: [place for other, place in uncounted_matches if other == kind]
        for kind, _ in uncounted_matches
    }
    notes = _find_block_notes(contract, file, line=line, seconds=seconds)
    if places_by_kind:
        # "found in a comment (line 3, column 5)"
        regions = " and ".join(
            f"in {'' if kind in (CODE, PROSE) else 'a '}{kind} ({_render_places(places_of_kind)})"
            for kind, places_of_kind in places_by_kind.items()
        )
        keys = ", ".join(contract.counted_in)
        # Who means the first line of a docstring has that of the file.
        start = "; \\A is where the file starts" if r"\A" in contract.pattern else ""
        yield Step(IN.name, f"found {regions}; the contract has in: {keys}{start}")
    if notes:
        # "line 3, column 5: in no block of inside"
        texts = [f"{_render_places([note.place])}: {note.text}" for note in notes]
        yield Step(find_block_key(contract), join_most(texts, _MOST, between="; "))
    yield from explain_comments(contract, file, line=line, seconds=seconds)
    if wanted_places:
        yield Step("match", _render_places(wanted_places))
        yield from _explain_exemptions(contract, wanted_places, excepted)
        return
    where = "in the file" if line is None else f"on line {line}"
    near_misses_there = [near_miss for near_miss in near_misses if touches_line(near_miss[2], line)]
    if places_by_kind or not all(note.counts for note in notes):
        yield Step("match", f"none that counts {where}")
        return
    if not near_misses_there:
        yield Step("match", f"none {where}, nor does a part of the pattern match")
        return
    _, pattern_part, place = min(near_misses_there, key=itemgetter(0))
    stands = f"line {place.line}, column {place.column}"
    yield Step(
        "match",
        f"none {where}; the longest part that matches: {make_printable(pattern_part)}, {stands}",
    )


def _explain_item(contract: Contract, path: str) -> Step:
    try:
        item_text = fill_item(contract, path, make_path_search(contract))
    except TimeoutError as error:
        return Step(ITEM.name, str(error))
    return Step(ITEM.name, make_printable(item_text) or "none: its path leaves nothing of it")


def explain_comments(
    contract: Contract, file: TextFile, *, line: int | None, seconds: float
) -> Iterator[Step]:
    """Yield the steps about a file's content where comments, which the pattern does not see, would
    make a match, or hide one.
    """
    with_comments, without_comments = list[Violation](), list[Violation]()
    for text in list_searched_texts(contract, file):
        only_with, only_without = text.changed_by_comments(Searcher(), seconds=seconds)
        with_comments += text.places(only_with)
        without_comments += text.places(only_without)
    for effect, places in (("makes", with_comments), ("hides", without_comments)):
        places_there = [place for place in places if touches_line(place, line)]
        if places_there:
            blank = describe_blank_comment(contract, effect)
            yield Step(
                IN.name, f"a comment {effect} a match at {_render_places(places_there)}; {blank}"
            )


def describe_blank_comment(contract: Contract, effect: str) -> str:
    """Return that the pattern does not see a comment, and which key of the contract's type does;
    *effect* is what the comment would do if it were seen: it makes a match, or hides one.
    """
    key = WHEN_MATCH.name if effect == "makes" else UNLESS_MATCH.name
    advice = f"; {key} sees it" if key in RULES[contract.type].key_names() else ""
    return f"with in: {', '.join(contract.counted_in)} it is blank to the pattern{advice}"


def _find_block_notes(
    contract: Contract, file: TextFile, *, line: int | None, seconds: float
) -> Sequence[BlockNote]:
    """Return what is to say of blocks at *line*, or in all of the *file*; the scan says if late."""
    try:
        notes = [
            note
            for text in list_searched_texts(contract, file)
            for note in make_block_notes(text, seconds=seconds)
        ]
    except TimeoutError:
        return ()
    return [
        note for note in notes if touches_line(note.place, line) or note.text.startswith(NO_HEADER)
    ]


def _find_excepted_matches(
    contract: Contract, text: SearchedText, spans: Spans, seconds: float
) -> Iterator[tuple[Condition, Violation]]:
    """Yield the matches that do not meet a condition, each with that."""
    searcher = Searcher()

    def find(sought: Contract, lines: str, name: str = "", /) -> PatternMatches:
        try:
            return find_contract_matches(sought, lines, name, searcher=searcher, seconds=seconds)
        except OutOfTimeError as error:
            return PatternMatches(error.spans, "out of time")

    for condition in list_line_conditions(contract):
        single_condition = contract._replace(conditions=((condition.key, condition.searched),))
        counting_spans = {
            *find_counting_matches(
                single_condition, text.text, matches=PatternMatches(spans), find=find
            ).spans
        }
        for place in text.places([span for span in spans if span not in counting_spans]):
            yield condition, place
    for condition in list_match_conditions(contract):
        single_condition = contract._replace(conditions=((condition.key, condition.searched),))
        meeting = text._replace(contract=single_condition)
        meeting_spans = {*meeting.matches(searcher, seconds=seconds)[0]}
        for place in text.places([span for span in spans if span not in meeting_spans]):
            yield condition, place


def _explain_exemptions(
    contract: Contract,
    wanted_places: Sequence[Violation],
    excepted: Sequence[tuple[Condition, Violation]],
) -> Iterator[Step]:
    for condition in (*list_line_conditions(contract), *list_match_conditions(contract)):
        places = [place for place in wanted_places if (condition, place) in excepted]
        if places:
            does = "is not found at" if condition.is_wanted() else "exempts"
            pattern = make_printable(condition.searched.written)
            yield Step(condition.key, f"{pattern} {does} {_render_places(places)}")


def _render_places(places: Sequence[Violation]) -> str:
    # What a cell printed may stand above its source.
    lines_and_columns = sorted((place.line or 0, place.column or 0) for place in places)
    texts = [f"line {line}, column {column}" for line, column in lines_and_columns]
    return join_most(texts, _MOST, between="; ")


def touches_line(violation: Violation, line: int | None) -> bool:
    """Tell whether *violation* is about *line*, or a whole file, or there is no line."""
    if line is None or violation.line is None:
        return True
    last = violation.end_line or violation.line
    if last > violation.line and violation.end_column == 1:  # it ends with a line end
        last -= 1
    return violation.line <= line <= last
