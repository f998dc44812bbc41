"""Which other line of a page limits a rule that would be sure if nothing else were said of it.

    - Avoid non-null assertions                  sure, if the page says no more of them
    ## Tests
    - Non-null assertions allowed in tests       so it is not

A line that says the same again, or gives a reason (`eval()` can run anything), limits nothing.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from phaser_lint.author.importers.pages.code.known_code import KNOWN_CODE
from phaser_lint.author.importers.pages.code.span_patterns import parse_span
from phaser_lint.author.importers.pages.code.without_backquotes import with_code_spans
from phaser_lint.author.importers.pages.drafts.sizes_and_file_names import (
    is_about_files,
    names_other_style,
    with_file_words,
)
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.markdown import TAKES_BACK, Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import (
    CLOSE,
    OPEN,
    StatementWords,
    parse_statement_words,
    without_marks,
)
from phaser_lint.author.importers.pages.text.states_rule import SENTENCE_END
from phaser_lint.core import Record

# What stands for the rule's own code in a line.
_OWN = "§"
_ALLOWED = (
    r"allowed|permitted|acceptable|tolerated|exempt(?:ed|ions?)?|last\s+resort"
    r"|exceptions?(?=\s*(?:to|for|of|is|are)\b|:)|(?<=the )exception|(?<=one )exception"
)
_FINE = (
    r"(?:(?<=is )|(?<=are )|(?<=['’]s )|(?<=be )|(?<=§ ))(?:fine|ok|okay)(?!-)"
    r"|(?:fine|ok|okay)(?=\s+(?:in|inside|within|for|to|if|when|where|here|there|as|with|only)\b)"
)
# Scripts may use it; `eval()` can run anything.
_MAY = (
    r"(?:may|can)(?!\s+not\b)(?=(?:\s+\w+){0,2}\s+(?:§|be\s+(?:used|called|imported|read|written"
    r"|edited|changed|modified|committed|added|kept|accessed|touched|left)\b"
    r"|(?:use|call|import|read|write|edit|access|keep|commit|add|change|modify|touch|have|contain)"
    r"\s+(?:\w+\s+){0,2}(?:§|it|them|this|these|those|one|such)(?!\w)))"
)
_EXCEPT = (
    r"(?<!try[-/])(?<!bare )except(?:ing)?\b(?!\s+(?:as|blocks?|clauses?|handlers?)\b)|unless\b"
    r"|outside(?=\s+(?:of\s+)?(?:the\s+)?`)"
    # No `any`; elsewhere: no `any` without a reason
    r"|without(?=\s+(?:an?\s+|any\s+)?(?:\w+\s+)?(?:justification|reason|comment|explanation"
    r"|approval)\b)"
    r"|(?<!not )only(?=\s+(?:in|inside|within|for|if|when|where|from|on|by|during|as)\b"
    r"|\s+(?:use|call|import|read|access|add|write)\s+§\s+(?:in|inside|within|for|if|when|from)\b)"
    r"|(?:mostly|usually|generally|typically)(?=,?\s+(?:use|prefer|avoid|do\s+not|don['’]t|never"
    r"|not|should|we)\b)|(?:(?<=in )|(?<=for ))most\b"
)
_NEGATABLE = re.compile(rf"\b(?:{_ALLOWED}|{_FINE}|{_MAY})", re.IGNORECASE)
_LIMITS = re.compile(rf"\b(?:{_EXCEPT})", re.IGNORECASE)
# A line about names or sizes is short, and gives no reasons: each such word limits it.
_LIMITS_OF_STYLE = re.compile(
    rf"\b(?:{_EXCEPT}|(?<!at )most|mostly|usually|generally|typically|often"
    r"|(?:may|can)(?!\s+not\b)(?!.*\b(?:at\s+most|up\s+to|no\s+more)\b))\b",
    re.IGNORECASE,
)
_NOT_BEFORE = re.compile(
    r"(?:\b(?:not|never|no|neither|nor|cannot|without|nobody|nothing)\b|n['’]t\b)"
    r"(?:(?!\bbut\b)[^,.;:()\u2013\u2014])*$",
    re.IGNORECASE,
)
# Below a heading or a lead with the code itself, or with one of these, the line says no more.
_ALLOWED_BELOW = re.compile(rf"\b(?:{_ALLOWED}|except|unless)\b", re.IGNORECASE)
_ALLOWS = re.compile(r"\W*(?:allowed|acceptable|permitted|exceptions?)\b", re.IGNORECASE)
_BANS = re.compile(r"\b(?:never|not?|avoid\w*)\b|n['’]t\b", re.IGNORECASE)
_GOES_ON = re.compile(r"\W*(?:it|this|that|these|they|those|fine|okay?|allowed)\b", re.IGNORECASE)
_EXEMPTS = re.compile(r"\b(?:except|outside|only|may|can)\b", re.IGNORECASE)
_MAY_LIMIT = re.compile(
    r"allowed|permitted|acceptable|tolerated|exempt|resort|except|fine|\bok|may|can|unless|without"
    r"|only|outside"
    r"|most|usual|general|typical|often|output|regenerat|rebuil",
    re.IGNORECASE,
)
# Do not edit `out/`; elsewhere: `out/` is build output, which the next build changes.
_WRITTEN_BY_PROGRAM = re.compile(
    r"\b(?:build output|outputs?(?= \S+(?: \S+){0,3} (?:to|into|in)\b)|generat(?:ed|es) "
    r"|regenerat\w+"
    r"|rebuil[dt]\w*)",
    re.IGNORECASE,
)
# What code is called that pages write in words, if no line means anything else by these.
_WORDS_OF_CODE = {
    name: re.compile(rf"\b{re.escape(name.removesuffix('s'))}s?\b", re.IGNORECASE)
    for name in KNOWN_CODE
    if re.fullmatch(r"[a-z][a-z -]+", name) and name not in ("any", "as", "var")
}


class _Line(Record):
    """A statement of a page with a word that may limit, and the rule that it is sure to say.

    ``above``: the words that it stands below; ``code``: what it may share with a rule, which
    ``folded_code`` has in lower case.
    """

    statement: Statement
    words: StatementWords
    above: tuple[StatementWords, ...]
    code: str
    folded_code: str
    rule: SureRule | None


def find_limits_elsewhere(statements: Sequence[Statement], rules: Sequence[object]) -> list[str]:
    """Return the limit that another of a page's *statements* states for each of *rules*: why it
    makes that a condition.

    *rules* are those that the statements are sure to say, or what else is known of them. Empty
    where nothing does.
    """
    lines = []
    for statement, rule in zip(statements, rules, strict=True):
        above_texts = (*statement.headings[-1:], *statement.leads)
        texts = (statement.text, statement.details, *above_texts)
        if rule.exempt if isinstance(rule, SureRule) else any(map(_MAY_LIMIT.search, texts)):
            words, *above = (
                parse_statement_words(with_code_spans(with_file_words(text)))
                for text in (statement.text, *above_texts)
            )
            spans = [span for part in (words, *above) for span in part.spans]
            samples = [parsed.sample for parsed in map(parse_span, spans) if parsed]
            code = "\n".join((words.text, *(part.text for part in above), *spans, *samples))
            lines.append(
                _Line(
                    statement,
                    words,
                    above=tuple(above),
                    code=code,
                    folded_code=code.lower(),
                    rule=rule if isinstance(rule, SureRule) else None,
                )
            )
    limits: dict[str, str] = {"": ""}
    keys = []
    for rule in rules:
        key = ""
        if isinstance(rule, SureRule):
            pattern = rule.keys.get("pattern")
            key = repr(
                (
                    rule.name,
                    rule.subjects,
                    pattern,
                    rule.style,
                    rule.endings,
                    rule.scope_path,
                    rule.exempt,
                )
            )
            if key not in limits:
                limits[key] = _find_limit(rule, lines)
            if rule.style == "file names" and not limits[key]:
                others = (
                    f"condition: line {own.line} names files otherwise"
                    for own in statements
                    if names_other_style(rule, without_marks(own.text))
                )
                limits[key] = next(others, "")
        keys.append(key)
    return [limits[key] for key in keys]


def _find_limit(rule: SureRule, lines: Iterable[_Line]) -> str:
    """Return why one of the page's *lines* makes *rule* a condition, or nothing.

    An exemption that the rule has itself, and one elsewhere than its path, are no limits.
    """
    exempt_paths = tuple(path.strip("/*") for path in rule.exempt)
    place = rule.scope_path.strip("/*")
    names = [_strip_call(subject).lower().removesuffix("s") for subject in rule.subjects]
    is_pattern = rule.keys["type"] == "forbid_pattern" and bool(names)
    pattern = re.compile(rule.keys["pattern"], re.MULTILINE) if is_pattern else None
    for line in lines:
        has_name = rule.style or any(name in line.folded_code for name in names)
        if not (has_name or (pattern and pattern.search(line.code))):
            continue
        written = rule.keys["type"] == "file_frozen" and _WRITTEN_BY_PROGRAM.search(line.words.text)
        if written:
            return f"condition: line {line.statement.line} `{written[0].strip()}`"
        paths = [
            span.strip("/*")
            for span in line.words.spans
            if ("/" in span or span in rule.exempt) and not _is_own_code(span, rule)
        ]
        is_exempt = bool(paths) and all(path.startswith(exempt_paths) for path in paths)
        is_elsewhere = bool(paths and place) and not any(path.startswith(place) for path in paths)
        limit = "" if is_exempt or is_elsewhere else _find_limit_in_line(rule, line)
        if limit:
            return f"condition: line {line.statement.line} `{limit}`"
    return ""


def _find_limit_in_line(rule: SureRule, line: _Line) -> str:
    """Return the word that makes *line* a limit of *rule*, or nothing."""
    statement = line.statement
    text = _with_own_sign(line.words, rule)
    if not _shares_subject(text, rule):
        is_below = any(_shares_subject(_with_own_sign(words, rule), rule) for words in line.above)
        return next(_find_allowing_words(_ALLOWED_BELOW, text), "") if is_below else ""
    if line.rule:
        exempt_word = _EXEMPTS.search(text)
        is_same = {*line.rule.exempt} <= {*rule.exempt}
        return "" if is_same else exempt_word[0] if exempt_word else "except"
    allowing = next(filter(None, (_ALLOWS.match(words.text) for words in line.above)), None)
    if allowing and not _BANS.search(text):
        return allowing[0].strip()
    after = statement.details if TAKES_BACK.match(statement.details) else ""
    goes_on = False
    for sentence in SENTENCE_END.split(f"{text} {after}"):
        goes_on = _shares_subject(sentence, rule) or (
            goes_on and bool(_GOES_ON.match(sentence) or TAKES_BACK.match(sentence))
        )
        limit = (_LIMITS_OF_STYLE if rule.style else _LIMITS).search(sentence) if goes_on else None
        word = next(_find_allowing_words(_NEGATABLE, sentence), "") if goes_on else ""
        if limit or word:
            return limit[0] if limit else word
    return ""


def _find_allowing_words(pattern: re.Pattern[str], text: str) -> Iterator[str]:
    """Yield what *pattern* finds in *text* but where that is negated: it is not allowed."""
    for match in pattern.finditer(text):
        if not _NOT_BEFORE.search(text[: match.start()]):
            yield match[0]


def _shares_subject(text: str, rule: SureRule) -> bool:
    return is_about_files(rule.style, text) if rule.style else _OWN in text


def _with_own_sign(words: StatementWords, rule: SureRule) -> str:
    """Return the text of *words* with one sign for the code that *rule* is about."""
    text = words.text.replace(_OWN, "")
    for subject in rule.subjects:
        if subject in _WORDS_OF_CODE:
            text = _WORDS_OF_CODE[subject].sub(_OWN, text)
    for number, span in enumerate(words.spans):
        text = text.replace(f"{OPEN}{number}{CLOSE}", _OWN if _is_own_code(span, rule) else "`")
    return text


def _is_own_code(span: str, rule: SureRule) -> bool:
    """Tell whether *span* is what *rule* is about, or a part of it: `as any` of `any`."""
    names = [_strip_call(subject) for subject in rule.subjects]
    kind = rule.keys["type"]
    if _strip_call(span) in names:
        return True
    if kind == "forbid_import":
        return span.startswith(tuple(f"{name}/" for name in names))
    parsed = parse_span(span) if kind == "forbid_pattern" and names else None
    texts = (span, parsed.sample) if parsed else ()
    return any(re.search(rule.keys["pattern"], text, re.MULTILINE) for text in texts)


def _strip_call(span: str) -> str:
    return re.sub(r"\(.*\)$|\.\*$|:$", "", span) or span
