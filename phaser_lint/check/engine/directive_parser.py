"""Directives as a text holds them: found after a comment's opener, and taken apart."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import accumulate

from phaser_lint.check.engine.directives import Directive, Directives, Malformed
from phaser_lint.core import Record
from phaser_lint.core.text import is_misspelt, make_printable
from phaser_lint.text.deadlines import keep_to_deadline
from phaser_lint.text.languages import (
    FILE_TYPES,
    enclose_in_comment,
    find_comment_closer,
    find_file_types,
    is_markdown,
    list_comment_openers,
    render_comment,
    takes_own_line,
)
from phaser_lint.text.regions import KINDS, is_shown_text, open_regions

READING_DIRECTIVES = "reading ignore directives"
_FORMS = ("ignore", "ignore-next-line", "ignore-all", "ignore-file")
_ID_CHARACTERS = frozenset("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-")
_ID_LENGTH = 64
# A game bundled on one line says "Phaser" ten thousand times: no look at one of them may copy the
# whole line.
_REACH = 200
# Blanks that are none to a directive, marks of direction and of where a word may break.
_UNSEEN = re.compile(
    "[\u00a0\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2000-\u200f\u2028-\u202f"
    "\u205f-\u206f\u3000\u3164\ufe00-\ufe0f\ufeff\uffa0\U000e0000-\U000e007f]"
)
_WRITTEN = re.compile(
    r"phaser:(ignore(?:-next-line|-all|-file)?)(?![\w-])(?:[ \t]+([\w-]+(?:[ \t]*,[ \t]*[\w-]+)*))?"
)
# Jinja's signs for the blanks around a comment: `{#- a -#}`.
_TRIMMING_OPENERS = ("{#-", "{#+", "{#~")
_TAG_END = re.compile(r"[-+=]?[%?]>")
_LONGEST = 4_000
# So many lines with such a character are looked at: 10 MB of them took half a minute.
_MOST_UNSEEN = 1_000
# What stands before the text of a line within a comment.
_BETWEEN_LINES = " \t*"
# Each is looked at as far as that.
_MOST_ON_LINE = 200
# So many lines without a directive are read between two looks at the clock.
_LINES_A_LOOK = 500
# After these a directive was meant as one; others are quotes, brackets or words elsewhere.
_FOREIGN_OPENERS = tuple(
    sorted(
        {
            opener
            for _, openers, *_ in FILE_TYPES
            for opener in openers
            if len(opener) > 1 or opener in "#;%!"
            if not opener.isalpha() and opener not in ("..", "::", "NB.", "*>")
        },
        key=lambda opener: (-len(opener), opener),
    )
)


class Misplaced(Record):
    """A directive further on in a comment than right after what opens it, so that it is none."""

    directive: Directive


def parse_directives(path: str, text: str, *, until: float | None = None) -> Directives:
    """Return the ignore directives of *text* (line ends normalised), a file named *path*, that
    ``may_hold_directives``, and what only looks like one.

    Raises ``LateReaderError`` once it is later than *until*.
    """
    directives: list[Directive] = []
    malformed: list[Malformed] = []
    misplaced: list[Directive] = []
    for written in _find_directives(path, text, until):
        if isinstance(written, Misplaced):
            misplaced.append(written.directive)
        elif isinstance(written, Malformed):
            malformed.append(written)
        else:
            directives.append(written)
    return Directives(tuple(directives), tuple(malformed), tuple(misplaced))


def _find_directives(
    path: str, text: str, until: float | None
) -> Iterator[Directive | Malformed | Misplaced]:
    """Yield the directives of *text*, and what looks like one."""
    candidates = list(_find_candidates(text, until))
    # A program that is called so says it in every file, and most have none.
    openers = _list_openers(path) if candidates else ()
    reported = set()
    without_opener: list[tuple[str, int, int]] = []
    parsed: list[tuple[Directive | Malformed, int]] = []
    on_line = last = 0
    for line, start, number, is_one in candidates:
        on_line, last = on_line + 1 if number == last else 1, number
        if on_line > _MOST_ON_LINE:
            if on_line == _MOST_ON_LINE + 1:
                expected = f"expected at most {_MOST_ON_LINE} directives on a line"
                parsed.append((Malformed(number, expected), start))
            continue
        keep_to_deadline(until, READING_DIRECTIVES)
        directive = _parse_directive_at(
            path, line, start=start, number=number, openers=openers, is_one=is_one
        )
        if directive is not None:
            reported.add(number)
            parsed.append((directive, start))
        elif is_one:
            without_opener.append((line, start, number))
    yield from _without_shown_texts(path, text, parsed, until=until) if parsed else ()
    at_start = [
        (line, start, number)
        for line, start, number in without_opener
        if not line[:start].strip(_BETWEEN_LINES)
    ]
    within_comments = (
        [*_find_within_comments(path, text, at_start, until=until)] if at_start else []
    )
    yield from within_comments
    reported.update(malformed.line for malformed in within_comments)
    for line, start, number in without_opener:
        before = line[max(0, start - _REACH) : start]
        if number not in reported and any(opener in before for opener in openers):
            yield from _find_misplaced_directive(line[start : start + _REACH], number)
    unseen = () if text.isascii() else _find_unseen_characters(path, text, until)
    yield from (directive for directive in unseen if directive.line not in reported)


def _without_shown_texts(
    path: str,
    text: str,
    parsed: Sequence[tuple[Directive | Malformed, int]],
    *,
    until: float | None,
) -> Iterator[Directive | Malformed]:
    """Yield what was *parsed*, each with its start on the line; in place of a directive that a page
    would show what it is.

    ``<b>a // phaser:ignore no-b</b>`` of JSX: a customer reads it, and it is no comment.
    """
    regions = open_regions(path, text, documented=False)
    line_starts = [0, *accumulate(len(line) + 1 for line in text.split("\n"))]
    for directive, start in parsed:
        keep_to_deadline(until, READING_DIRECTIVES)
        if isinstance(directive, Directive):
            offset = line_starts[directive.line - 1] + start
            if is_shown_text(path, text, offset, regions=regions, until=until):
                openers = list_comment_openers(path)
                is_script = "<!--" not in openers or "{/*" in openers
                # A visitor of a page that Blade makes gets `<!-- a -->`, and no `{{-- a --}}`.
                of_template = openers[0] if openers[0] in ("{{--", "@*") else "<!--"
                opener = "{/*" if is_script else of_template
                words = " ".join((directive.form, ", ".join(directive.ids))).strip()
                comment = enclose_in_comment(f"phaser:{words}", opener)
                yield Malformed(directive.line, f"a page shows it, as a text; write {comment}")
                continue
        yield directive


def _find_within_comments(
    path: str, text: str, lines: Sequence[tuple[str, int, int]], *, until: float | None
) -> Iterator[Malformed]:
    """Yield which of *lines*, each with its start and number, stand within a comment.

    ``/**``, `` * phaser:ignore-file a``, `` */`` looks right, and the comment opens a line above.
    """
    openers = [opener for opener in _list_openers(path) if find_comment_closer(opener)]
    if not openers:  # no comment goes over lines
        return
    regions = open_regions(path, text, documented=False)
    offset = previous_number = 0
    all_lines = text.split("\n")
    for line, start, number in lines:
        offset += sum(map(len, all_lines[previous_number : number - 1]))
        offset += number - 1 - previous_number
        previous_number = number - 1
        if regions.region_around(offset + start, until=until)[2] not in KINDS["comments"]:
            continue
        # As it would be read right after an opener, whichever closes the comment.
        written = line[start : start + _LONGEST]
        for opener in openers:
            written = written.partition(find_comment_closer(opener))[0].rstrip()
        closed = f"{written} {find_comment_closer(openers[0])}"
        parsed = _parse_directive(closed, number, openers[0], openers=openers)
        if isinstance(parsed, Directive):
            comment = render_comment(path, make_printable(written[:60])) or "phaser"
            advice = "" if comment.startswith("phaser") else f": write {comment}"
            yield Malformed(number, f"expected right after what opens the comment{advice}")


def _find_misplaced_directive(directive_text: str, number: int) -> Iterator[Misplaced]:
    """Yield what *directive_text* would suppress after an opener; words may follow its ids."""
    written = _WRITTEN.match(directive_text)
    if written:
        form, ids_text = written.groups()
        ids = tuple(filter(_is_id, re.split(r"[\s,]+", ids_text or "")))
        if bool(ids) != (form == "ignore-all"):
            yield Misplaced(Directive(number, form, ids))


def _find_unseen_characters(path: str, text: str, until: float | None) -> Iterator[Malformed]:
    r"""Yield what would be a directive without characters that nobody sees, one a line.

    ``# \u200bphaser:ignore a`` looks right, and no opener stands before it.
    """
    if not _UNSEEN.search(text):
        return
    looked_at = 0
    for number, line in enumerate(text.split("\n"), start=1):
        if number % _LINES_A_LOOK == 0 or not line.isascii():
            keep_to_deadline(until, READING_DIRECTIVES)
        if line.isascii() or len(line) > _LONGEST or looked_at == _MOST_UNSEEN:
            continue
        plain, unseen_characters = line, dict.fromkeys(_UNSEEN.findall(line))
        for character in unseen_characters:
            plain = plain.replace(character, " " if character.isspace() else "")
        if plain == line or "phaser:ignore" not in plain:
            continue
        looked_at += 1
        if _is_directive(path, plain) and not _is_directive(path, line):
            names = ", ".join(f"U+{ord(character):04X}" for character in unseen_characters)
            yield Malformed(number, f"a character in it that nobody sees ({names}): remove it")


def _list_openers(path: str) -> list[str]:
    """Return what may open a comment in a file at *path*, the longest first."""
    return sorted(list_comment_openers(path), key=len, reverse=True)


def _is_directive(path: str, line: str) -> bool:
    openers = _list_openers(path)
    return any(
        isinstance(
            _parse_directive_at(path, line, start=start, number=0, openers=openers, is_one=says),
            Directive,
        )
        for start, says in _find_starts(line, None)
    )


def _find_candidates(text: str, until: float | None) -> Iterator[tuple[str, int, int, bool]]:
    """Yield line, start and number of what may be a directive, and whether it is."""
    # To fold line by line takes long, and most texts name none.
    folded = text.lower()
    if "phaser" not in folded and ":ignore" not in folded:
        return
    lines = zip(text.split("\n"), folded.split("\n"), strict=True)
    for number, (line, lowered) in enumerate(lines, start=1):
        if number % _LINES_A_LOOK == 0:
            keep_to_deadline(until, READING_DIRECTIVES)
        if "phaser" in lowered or ":ignore" in lowered:
            yield from ((line, start, number, says) for start, says in _find_starts(line, until))


def _find_starts(line: str, until: float | None) -> Iterator[tuple[int, bool]]:
    # "İ" is two characters in lower case, and would move what stands after it.
    lowered = line.replace("\u0130", "i").lower()
    start = lowered.find("phaser")
    while start >= 0:
        keep_to_deadline(until, READING_DIRECTIVES)
        end = start + len("phaser")
        after = lowered[end : end + _REACH]
        says = begins_directive(after)
        if says or is_near_directive(after):
            yield start, says
        start = lowered.find("phaser", end)
    for other in _OTHERWISE.finditer(lowered):
        if other["name"] is None or is_misspelt(other["name"], "phaser"):
            yield other.start(), False


def _parse_directive_at(
    path: str, line: str, start: int, number: int, openers: Sequence[str], *, is_one: bool
) -> Directive | Malformed | None:
    """Return what an opener before *start* makes of a directive, or of what is near to one."""
    before = line[max(0, start - _REACH) : start]
    if not is_one:  # "@phaser-ignore a", as documentation marks its tags
        before = before.removesuffix("@")
    ellipsis = "…" if len(line) > start + _LONGEST else ""
    directive_text = f"{line[start : start + _LONGEST]}{ellipsis}"
    opener = _find_opener(before, openers)
    columns = "|".join(row.comment_lines for row in find_file_types(path) if row.comment_lines)
    if opener or (columns and re.search(rf"(?:{columns})[ \t]*\Z", line[:start])):
        return _parse_directive(directive_text, number, opener, openers=openers)
    foreign_opener = _find_opener(before, _FOREIGN_OPENERS) if is_one else ""
    if not foreign_opener:
        return None
    name = path.rpartition("/")[2]
    ending = name.rpartition(".")[2]
    kind = f".{ending} files" if 0 < len(ending) < len(name) else f"a file called {name}"
    message = f'"{foreign_opener}" is no comment in {make_printable(kind)}'
    parsed = _parse_directive(directive_text, 0, foreign_opener, openers=(foreign_opener,))
    if isinstance(parsed, Directive):
        stands_above = parsed.form == "ignore" and takes_own_line(find_file_types(path))
        form = "ignore-next-line" if stands_above else parsed.form
        ids = ", ".join(parsed.ids)
        comment = render_comment(path, f"phaser:{form} {ids}".strip())
        if comment is not None and not comment.startswith("phaser"):
            message += f"; write {comment}"
            if ids and is_markdown(path):  # a comment in a fence is a part of what it shows
                of_file = render_comment(path, f"phaser:ignore-file {ids}")
                message += f", or, for code, {of_file} outside of it"
    return Malformed(number, message)


def _find_opener(before: str, openers: Sequence[str]) -> str:
    """Return the opener that *before* ends with; nothing where it ends with none."""
    stripped = before.rstrip(" \t")
    if "{#" in openers and stripped.endswith(_TRIMMING_OPENERS):
        stripped = stripped[:-1]
    for opener in openers:
        if stripped.endswith(opener):
            # A word such as REM opens a comment only where it is a word of its own.
            if opener.isalpha() and stripped[: -len(opener)][-1:].isalnum():
                continue
            return opener
    return ""


def _parse_directive(
    directive_text: str, number: int, opener: str, openers: Sequence[str]
) -> Directive | Malformed:
    # A template of Go trims blanks on either side: `{{- /* */}}`, `{{/* */ -}}`. JCL has "//*".
    is_block = opener.endswith("/*") and opener != "//*"
    closer = "*/" if is_block else find_comment_closer(opener)
    if closer not in directive_text:
        return Malformed(number, f'expected "{closer}" after the directive, on its own line')
    in_comment = directive_text.partition(closer)[0] if closer else directive_text
    if closer == "#}":
        in_comment = in_comment.rstrip("-+~")
    if not closer and "<!--" in openers:  # a tag's end is one of a comment in its program
        in_comment = _TAG_END.split(in_comment, maxsplit=1)[0]
    body, reason = _split_reason(f"{in_comment.strip()} ".replace("\t", " "))
    word, _, following = body.partition(" ")
    form = word.removeprefix("phaser:")
    if not word.startswith("phaser:") or form not in _FORMS:
        expected = f'expected {", ".join(_FORMS[:-1])} or {_FORMS[-1]} right after "phaser:"'
        return Malformed(
            number,
            f'{expected}, not "{make_printable(directive_text[:60])}"{guess_directive(body)}',
        )
    # "# phaser:ignore a  # nosec": another comment ends the ids, as it would end code.
    offsets = [following.find(f" {other}") for other in openers if not other.isalpha()]
    end = min([offset for offset in offsets if offset >= 0], default=len(following))
    ids_text = following[:end].strip()
    if form == "ignore-all":
        if not ids_text:
            return Directive(number, form, (), reason=reason)
        unexpected_ids = make_printable(ids_text[:60])
        return Malformed(
            number, f'ignore-all takes no ids, not "{unexpected_ids}"; a reason follows " -- "'
        )
    ids = tuple(rule_id.strip() for rule_id in ids_text.split(","))
    wrong_ids = [rule_id for rule_id in ids if not _is_id(rule_id)]
    if not wrong_ids:
        return Directive(number, form, ids, reason=reason)
    wrong_id = (wrong_ids[0] or ids_text) if ids_text else ""
    explanation = "and names none"
    if wrong_id:
        # A report calls the contract of a level services/pay/no-print.
        level, _, rule_id = wrong_id.rpartition("/")
        hint = f"write {rule_id}" if level and _is_id(rule_id) else 'a reason follows " -- "'
        kebab = wrong_id.lower().replace("_", "-")  # as Python and pylint name theirs
        hint = f"did you mean {kebab}?" if _is_id(kebab) else hint
        explanation = f'not "{make_printable(wrong_id[:60])}"; {hint}'
    return Malformed(number, f"{form} expects ids separated by commas, {explanation}")


def _split_reason(directive_text: str) -> tuple[str, str]:
    """Return the directive without its reason, and the reason: what follows `` -- ``, or a colon.

    A comment of XML may hold no ``--``: ``<!-- phaser:ignore cloud-key: it is public -->``.
    """
    body, mark, reason = directive_text.partition(" -- ")
    before_colon, colon, after_colon = body.partition(": ")
    # What other tools write has its colon before the ids: "phaser:ignore-next-line: a".
    names_something = before_colon.endswith("ignore-all") or " " in before_colon.strip()
    if colon and before_colon.startswith("phaser:ignore") and names_something:
        return before_colon.strip(), f"{after_colon}{mark}{reason}".strip()
    return body.strip(), reason.strip()


def _is_id(text: str) -> bool:
    return 0 < len(text) <= _ID_LENGTH and _ID_CHARACTERS.issuperset(text)


# Words that are near to a directive: what somebody meant who knows other linters.
#
# ``phaser:disable a``, ``phaser-lint: ignore a``, ``phaser-ignore a``, ``phaser: noqa``. Prose is
# none: "Phaser disables input", "Phaser: disable the physics debugger".

_VERBS = ("ignore", "disable", "enable", "suppress", "noqa", "nolint", "nocheck", "skip", "allow")
_RANGES = ("", "-line", "-next-line", "-file", "-all")
_NEAR = frozenset(f"{verb}{which}" for verb in _VERBS for which in _RANGES)
_SEPARATORS = " \t\u00a0:-_."
_AROUND_IDS = f"{_SEPARATORS}=()[]\"'"
# ``phasr:ignore a``, ``phaser;ignore a``, and what names the tool only: ``noqa: phaser-lint``.
_OTHERWISE = re.compile(
    r"\b(?:(?P<name>[a-z]{5,7}):|phaser;)(?P<form>ignore(?:-next-line|-all|-file)?)(?![\w-])"
    r"|\b(?:noqa|nolint)[ \t]*:[ \t]*phaser(?:-lint)?(?![\w-])"
)
_IDS_BEFORE_WORDS = re.compile(r"[ \t:=]+\w+(?:-\w+)+(?:[ \t]*,[ \t]*[\w-]+)*(?=[ \t])")
_WORD = frozenset("abcdefghijklmnopqrstuvwxyz-_")
_ID = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def begins_directive(after: str) -> bool:
    """Tell whether *after*, what is written behind ``phaser`` in lower case, begins as every
    directive does.

    Prose such as "# phaser: a beam of light" is no directive that went wrong.
    """
    after = after.lstrip()
    return after.startswith(":") and after[1:].lstrip().startswith("ignor")


def is_near_directive(after: str) -> bool:
    """Tell whether *after*, in lower case behind ``phaser``, means to ignore something."""
    word, following = _split_word(after)
    ids = _parse_ids(following)
    if ids is None and after[:1] in ("-", "_", ":") and after[1:2] in _WORD:
        ids = _parse_ids(_without_words_behind(following))
    if following.lstrip().startswith(("(", "[", "=")):  # "phaser.skip(a)" is code
        return word in _NEAR and bool(ids) and ":" in after[: -len(following)]
    return ids is not None and (word in _NEAR or _is_ignore_misspelt(word))


def guess_directive(body: str) -> str:
    """Return the question which directive *body*, ``phaser…``, means; empty without a guess."""
    other = _OTHERWISE.match(body.lower())
    after = body.lower()[other.end() if other else len("phaser") :]
    word, following = _split_word(f":{other['form'] or 'ignore'}{after}" if other else after)
    ids_text = body[len(body) - len(following) :]  # as they were written, for case counts
    if _parse_ids(following) is None:
        ids_text = _without_words_behind(ids_text)
    ids = _parse_ids(ids_text.lower())
    is_near = word in _NEAR or word.startswith("ignor") or _is_ignore_misspelt(word)
    if ids is None or not is_near:
        return ""
    if word.endswith("-all") and not ids:
        return "; did you mean phaser:ignore-all?"
    joined = word.replace("-", "")
    ranges = [
        range_name
        for range_name in ("-next-line", "-file")
        if range_name.replace("-", "") in joined
    ]
    ids_text = ids_text.strip(_AROUND_IDS) if ids else "ID"
    return f"; did you mean phaser:ignore{''.join(ranges)} {ids_text}?"


def _is_ignore_misspelt(word: str) -> bool:
    """Tell whether *word* is ``ignore`` with a letter too many, too few or another, or with two
    letters swapped, as in ``phaser:ignroe-file a``; not what begins as a directive does.
    """
    verb, dash, which = word.partition("-")
    is_range = f"{dash}{which}" in _RANGES
    return is_range and not verb.startswith("ignor") and is_misspelt(verb, "ignore")


def _split_word(after: str) -> tuple[str, str]:
    """Return the first word after the separators, and what follows it."""
    for tool in ("-lint", "_lint", " lint", "lint"):
        after = after.removeprefix(tool)
    stripped = after.lstrip(_SEPARATORS)
    length = next(
        (index for index, character in enumerate(stripped) if character not in _WORD), len(stripped)
    )
    if stripped == after:  # "phasers", "phaserignore"
        return "", stripped
    return stripped[:length].replace("_", "-").rstrip("-"), stripped[length:]


def _without_words_behind(following: str) -> str:
    """Return *following* up to the words behind its ids, if the first has a dash, as no word of
    prose: ``phaser-ignore no-print because of x``.
    """
    ids = _IDS_BEFORE_WORDS.match(following)
    return ids[0] if ids else following


def _parse_ids(following: str) -> Sequence[str] | None:
    """Return the ids in *following*, none where there is nothing; ``None`` for any other words."""
    text = following.partition(" -- ")[0].strip(_AROUND_IDS)
    for closer in ("*/", "-->", "#}", "*", "%>"):
        text = text.removesuffix(closer).strip(_AROUND_IDS)
    ids = [rule_id.strip() for rule_id in text.split(",")] if text else []
    return ids if all(rule_id and _ID.issuperset(rule_id) for rule_id in ids) else None
