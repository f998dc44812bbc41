"""What else a statement says than its rule: a condition, a place, a language; then nothing is sure.

Never use `print()` in production code.      a condition
## Tests                                     about one kind of place
- Never use `time.sleep()`.
## Don't                                     says the opposite: - Use `require()`.
"""

from __future__ import annotations

import re
from collections.abc import Collection

from phaser_lint.author.importers.pages.code.span_patterns import is_file_name
from phaser_lint.author.importers.pages.code.without_backquotes import with_code_spans
from phaser_lint.author.importers.pages.drafts.named_languages import LANGUAGES, SHORT_LANGUAGE
from phaser_lint.author.importers.pages.text.markdown import Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import (
    BAN_MARK,
    CLOSE,
    OPEN,
    SIGN,
    StatementWords,
    parse_statement_words,
    shorten_words,
    without_marks,
)
from phaser_lint.core.text import make_printable

CONDITION = re.compile(
    r"\b(?:unless|except(?:ing)?|exceptions?(?=\s*(?:to|for|of|is|are)\b|:)|excluding"
    r"|without|when(?:ever)?|where(?:ver)?|if|while"
    r"|until|otherwise|other than|but|however|only|besides|apart from|aside from|e\.g|i\.e|etc"
    r"|for example|for instance|such as|like|prefix\w*|suffix\w*|unnecessar\w+|needless\w*"
    r"|excessive\w*|new|most|mostly|usually|generally|typically|often|possible|necessary|needed"
    r"|required|appropriate|outside|inside|within|legacy|allowed|unneeded|redundant|still|raw)\b",
    re.IGNORECASE,
)
_SPANS = rf"{SIGN}(?:(?:\s*,\s*(?:or |and )?|\s+(?:or|and)\s+){SIGN})*"
_PLACE_NOUN = r"(?:\s+(?:files?|folders?|director(?:y|ies)|modules?))?"
# Never read `process.env` outside of `src/env.ts`: one condition, which a glob says.
_EXEMPTION = re.compile(
    r"^(?P<before>(?:.*[.!;]\s+)?(?=(?:(?![.!;]\s).)*\b(?:never|no|not|don['’]?t|avoid|forbidden"
    r"|instead|rather|over)\b)(?:(?![.!;]\s).)*?)(?:\s+directly)?\s*(?:,|\(|\s[-\u2013\u2014]+)?\s*\b"
    rf"(?:except(?:\s+(?:in|inside|within|for))?|outside(?:\s+of)?)\s+(?:the\s+)?"
    rf"(?P<spans>{_SPANS}){_PLACE_NOUN}\)?(?=\s*(?:$|[.;]|[-\u2013\u2014]\s))",
    re.IGNORECASE,
)
# Only `src/env.ts` may read `process.env`.
_ONLY_PLACE = re.compile(
    rf"^only\s+(?:the\s+)?({_SPANS}){_PLACE_NOUN}\s+(?:(?:may|can|must|should|(?:is|are)\s+allowed"
    rf"\s+to)\s+)?(?:directly\s+)?(import|use|call|read|access)s?\s+({_SPANS})(?=\s*(?:$|[.;(]"
    rf"|[-\u2013\u2014]\s))",
    re.IGNORECASE,
)
_PATH = re.compile(r"[\w.@*-]+(?:/[\w.@*-]+)*/?")
# What a reason, or a sentence after the rule, takes back: never `a()`, unless it is a test
_LIMIT = re.compile(
    r"\b(?:unless|except(?:ing)?|exceptions?(?=\s*(?:to|for|of|is|are)\b|:)|excluding|other than"
    r"|but|however|otherwise|(?<!the )(?<!not )only|besides|apart from|aside from|outside|until"
    r"|legacy|still|allowed|permitted|acceptable|fine|okay|ok|exempt\w*"
    r"|without(?=\s+(?:an?\s+|any\s+|\w+\s+)?(?:justif\w+|reasons?|comments?|expla\w+|approv\w+"
    r"|permission|asking))"
    r"|(?:if|when(?:ever)?|where(?:ver)?|as)(?=\s+(?:\w+ly\s+)?(?:possible|necessary|needed|required"
    r"|appropriate|unavoidable))"
    # Tests may; it may be used there. It can block says why.
    r"|(?<!\bit )(?<!\bthis )(?<!\bthat )(?<!\bthey )(?<!\bwhich )(?:may|can)(?!\s*(?:not|never)\b)"
    r"|(?:may|can)(?=\s+(?:\w+\s+)?be\s+(?:used|called|imported|edited|changed|committed)\b)"
    # Use it if you must.
    r"|(?:use|add|call|edit|change|keep|do)(?=\s+(?:it|them|one|so)\s+(?:if|when)\b))\b",
    re.IGNORECASE,
)
# Never `a()`, when testing
_CASE_FIRST = re.compile(
    r"(?:^|[;,(\u2013\u2014]|\s-)\s*(if|when(?:ever)?|where(?:ver)?|while|e\.g|i\.e|etc|like"
    r"|such as|for example|for instance|most|mostly|usually|generally|typically|often|new)\b",
    re.IGNORECASE,
)
_PLACE = (
    r"((?:in|(?<!import )from|inside|within|under|during)\s+"
    r"(?!(?:this|the|your|our) (?:project|repo|code)|(?:the |your |our )?(?:code|codebase)\b)"
    r"(?:[\w'-]+\s*){0,2})"
)
# In, with no path after it, names a kind of place: never `a()`, or magic numbers, in views
_PLACE_LATER = re.compile(rf"\b{_PLACE}", re.IGNORECASE)
_PLACE_FIRST = re.compile(rf"(?:^|[;,(\u2013\u2014]|\s-)\s*{_PLACE}", re.IGNORECASE)
# If the type is not known, name it: a case of something else, unless it speaks of the ban
_CASE_SENTENCE = re.compile(
    r"(?:^|(?<=[.;!]\s))(if|when(?:ever)?|where(?:ver)?)\s(?:(?![.;!]\s).)*?(?:\b(?:you|it|that|this"
    r"|they|one|suppress\w*|silenc\w*|ignor\w*|must|need\w*|necessary|unavoidable|impossible"
    r"|comments?|reasons?|rules?|warnings?|asks?|request\w*)\b)",
    re.IGNORECASE,
)
# Use `unknown` if the type is unknown: a case of what is recommended, and none of the rule.
_CASE_OF_ADVICE = re.compile(
    r"((?:^|[.;,]\s+)(?:always\s+)?(?:use|prefer|split)\b[^.;]{0,80}?)\s+(?:if|when|where)\s+(?:[\w']+\s+){0,3}"
    r"(?:needed|necessary|required|uncertain|unknown|unsure|unclear|in doubt|unavoidable)"
    r"(?=\W*(?:$|[.;]))",
    re.IGNORECASE,
)
# If you need a change, ask first; why: it breaks when it is read. Whom to ask, and why, is no case.
_TAKES_NOTHING_BACK = (
    r"(?!(?:(?![.;]\s).)*\b(?:unless|except\w*|only|allowed|fine|okay|ok|exempt\w*|may|approv\w+"
    r"|permi\w+|however|but|otherwise|outside|besides|apart from)\b)"
)
_ASK = (
    r"(?:please\s+)?(?:ask|contact|ping|consult|notify|talk\s+to|check\s+with|reach\s+out\s+to"
    r"|open\s+an\s+issue|file\s+an\s+issue)\b"
)
# When a function is too long, refactor it: what to do then is no case of what is banned.
_REPAIR = r"(?:let\s+it|refactor|split|restructure|extract|rewrite|fix|simplify)\b"
_ASIDES = re.compile(
    rf"(?:^|(?<=[.;]\s)){_TAKES_NOTHING_BACK}(?:(?:if|when(?:ever)?)\s[^.;,]{{1,100}}(?:,|\s[-\u2013\u2014]+)"
    rf"\s+(?:then\s+)?(?:{_ASK}|{_REPAIR})|{_ASK}|(?:why|reasons?|rationale)\s*[:\u2013\u2014-]|because\s)"
    r"(?:(?![.;]\s).)*",
    re.IGNORECASE,
)
# Copy the examples as needed. Do not commit `.env`: a case of another rule, which names no code.
_OTHER_AS_NEEDED = re.compile(
    rf"(?:^|(?<=[.;] ))([^.;`{OPEN}]*?)\s+(?:(?:as|if|when|where)\s+(?:needed|necessary|required"
    r"|appropriate|possible)(?=\s*[.;])|required(?=\s+[-\u2013\u2014]+\s*$))",
    re.IGNORECASE,
)
# If you are blocked, stop. Do not hide errors with `@ts-ignore`: each sentence has its own case.
_OTHER_CASE = re.compile(
    rf"(?:^|(?<=[.;]\s)){_TAKES_NOTHING_BACK}(?:(?:if|when(?:ever)?)\s[^.;`{OPEN}]{{1,150}},?\s"
    rf"|examples\sinclude\s)[^.;`{OPEN}]*(?:[.;]|$)",
    re.IGNORECASE,
)
_NOT_ALLOWED = re.compile(r"\b(?:not|never) allowed\b|\bread-only\b", re.IGNORECASE)
# Import `log` from `app/log`. Never use `print()`.
_IMPORT_FROM = re.compile(rf"\bimport\s+(?:`[^`]+`|{SIGN})\s+from\b", re.IGNORECASE)
_RAW = re.compile(r"\braw\b", re.IGNORECASE)
# Only use `log`. Named exports only. Both say it of all.
_ONLY_USE = re.compile(
    r"(?:^|(?<=[.!] ))only(?= use\b)|\bonly(?=\s*(?:[.;\u2013\u2014]|$))"
    rf"|(?<={CLOSE}) only(?=\s*[(,-])",
    re.IGNORECASE,
)
# In `src/api` we log. Never use `print()`: the path is the rule's place.
_PLACE_BEFORE = re.compile(
    r"\b(?:in|from|inside|under)\s+(?!(?:this|the) (?:project|repo))", re.IGNORECASE
)
_BAD_MARK = re.compile(f"{BAN_MARK}|\U0001f44e|~~")
_MARKED_BAN = re.compile(
    f"^{BAN_MARK}\ufe0f?\\s*\\**"
    "(?=(?:never|no|(?:do|must|may|can) not|don['\u2019]?t|can(?:not|['\u2019]t)|avoid)\\b)",
    re.IGNORECASE,
)

# The words of headings and leads that are about all of the code.
_GENERAL = """
    a absolute absolutely additional adhere advanced advice agent agents agreement agreements ai
    aliases all always an and annotations any apply architecture are array arrays as assertion
    assertions assistant assistants async asynchronous at authoritative basic basics be before
    behavior behaviors behaviour best biome black boundaries boundary branches break brief
    cardinal casing casting casts chaining change changes cheat cheatsheet checking checklist
    checks clarity class classes claude clean cleanup clippy closures code codebase coding
    collections comment commenting comments common compiler complexity compliance composition
    concepts conditionals configuration configured considerations console const constants
    constraints continuous contribute contributing contributor contributors control convention
    conventions copilot core coupling critical current date dates datetime debt debug debugging
    decisions declarations declare decorators default defaults definition definitions
    dependencies dependency deprecation deprecations design dev developer developers development
    directives directories directory discipline do doing don dos dry during each editorconfig
    enabled enforced enforcement engineering enums env environment equality error errors es
    eslint esm essential essentials every everything exception exceptions expectations expected
    explicit exports expressions feature features fetching file files final first flow folder
    folders follow following for format formatter formatters formatting framework frameworks
    from function functional functions gates general generic generics global gofmt golden ground
    guardrails guidance guide guideline guidelines habits handling hard hardcoded here hint
    hints house how hygiene i idiomatic idioms immutable implementation implementing import
    important imports improvement improvements in indent indentation indexing inheritance
    injection instruction instructions interfaces interpolation invariants io iron is it
    iteration iterators keep key kiss know ktlint language languages layer layering length let
    level lifetimes limit limits line lines lint linter linters linting lints literal literals
    llm llms log logger logging logs loop loops maintainers make making management mandatory
    members memory method methods mode modern modularity modularization module modules monorepo
    most must mypy name names naming narrowing native negotiable negotiables nesting net nitpicks
    nomenclature non notable note notes null nullable nullish numbers object objects obvious of
    often on only open operators optional optionals organization our output over overview
    ownership packages panics parameters paths pattern patterns pep performance philosophy
    pitfalls pointers policies policy practice practices pre-commit precommit preferences
    preferred prettier prevention principle principles printing programming project promise
    promises properties pylint pyproject.toml quality quick quick-reference quickly random
    reality record records refactoring reference references regex reminder reminders repo
    repository required requirements restricted results return review ruff rule rules rustfmt
    safe safety scope secrets security setup shared-rules sheet simplicity size sizes solid
    source specific stack standard standards state statements strict strictly string strings
    structure structured style styleguide styles styling summary sure swiftformat swiftlint
    syntax system target team tech technical technologies technology that the these things this
    tidy time tip tips to todo todos tooling tools tracing traits tricks type typed types typing
    undefined unsafe usage use validation value values variable variables violate warning way we
    when whitespace with without work workflow workflows working write writing you your
"""
_KNOWN_WORDS = frozenset((*_GENERAL.split(), *LANGUAGES))
# Robustness, consistency: no part of the code is called so.
_ORDINARY = re.compile(r"[a-z]+(?:ness|(?<!ut)ility|ency)")
# Part A: universal rules; no place, as the label of "SQLite driver: never `a`" is none
_PART_OF_PAGE = re.compile(r"\bpart [a-z\d]\b|\b(?:universal|global|general)\b", re.IGNORECASE)
KIND_OF_PLACE = "condition: it names a kind of place"
_OPPOSITE = re.compile(
    r"\b(?:do not|don['’]?ts?|dont|never|avoid\w*|anti-?patterns?|forbidden|bad|wrong|mistakes?"
    r"|pitfalls?|gotchas?|prohibited|not|no|banned|instead|smells?|deprecated|old|legacy)\b",
    re.IGNORECASE,
)
# Hard rules (never violate)
_NEVER_BROKEN = re.compile(r"\b(?:never|not|do not) (?:violate|break|negotiable)\b", re.IGNORECASE)
# Contributing to Acme Client: the name of the project
_TITLE_OF_PROJECT = re.compile(
    r"^contributing to\b|\bclaude code\b|\bcopilot instructions\b|\b(?:claude|agents|gemini)\.md\b",
    re.IGNORECASE,
)
_SIDES = {"frontend", "front-end", "backend", "back-end", "server", "client", "web", "mobile"}
# "Shop backend" says what the project is, "Backend guidelines" whose rules these are.
_PARTS_OF_PROJECT = frozenset((*_SIDES, "api", "ui", "android", "ios"))
_TITLE_OF_RULES = re.compile(
    r"\b(?:rules?|guid\w+|conventions?|standards?|styles?|practices?|instructions?|patterns?)\b",
    re.IGNORECASE,
)
# What NOT to do, banned behaviors: below it "never use" says the same.
_SAME_BAN = re.compile(
    rf"\b(?:never|do not|don['’]?ts?|avoid|forbidden|prohibited|banned|anti-?patterns?|mistakes?"
    rf"|pitfalls?|gotchas?|not?)\b(?!\s+{SIGN})",
    re.IGNORECASE,
)
_NEGATED = re.compile(rf"\b(?:not|never|no|avoid)\s+({SIGN})", re.IGNORECASE)
# What is asked at some time is asked of all; DO/DON'T says neither.
_MOMENT = re.compile(
    r"^\W*(?:(?:pre-?commit|pre-?push|pre-?merge|quality|validation|review|code|pr|final|commit"
    r"|pull[- ]request|submission)\W+)*check-?\s?list\W*$"
    r"|^\W*before\s+(?:you\s+)?(?:commit|submit|push|merg|open|finish|suggest|complet|mark)[^:.;]*\W*$"
    r"|\bdo(?:['’]?s)?\s*(?:and|/|&|or|vs\.?)\s*don['’]?t['’]?s?\b",
    re.IGNORECASE,
)
_KINDS_OF_PLACE = re.compile(
    r"\b(?:tests?|testing|front-?end|back-?end|server|client|api|ui|components?|scripts?|docs?"
    r"|documentation|migrations?|mobile|web|android|ios|commits?|reviews?)\b",
    re.IGNORECASE,
)
# Never `a()` (tests); use `b()` in tests
_PLACE_IN_REASON = re.compile(
    r"(?:^|\b(?=(?:in|from|inside|within|under|for)\s))"
    r"(?!for\s+(?:deterministic|easier|simpler)\s)"
    rf"((?:[\w-]+\s+){{0,3}}?(?:{_KINDS_OF_PLACE.pattern}))\s*(?:\)|$|[.;])",
    re.IGNORECASE,
)
# Frontend rules, on the page of `web/`
_NAMES_OF_SIDE = (
    {"frontend", "front-end", "web", "client", "ui"},
    {"backend", "back-end", "server", "api"},
)
# Of Vue, and no part of a project that serves requests
_API_OF_VUE = re.compile(r"\b(?:vue )?(?:composition|options) api\b", re.IGNORECASE)
# Below a heading with one of these a rule may be about what is no code, or about a part of it.
_NO_TOPIC = """
    android api apis back-end backend bash branch branches cd changelog ci client columns commit
    commits component components
    css cypher database databases db docker docs documentation endpoint endpoints event events
    front-end frontend ios mobile server web
    git github gitlab graphql helm html json kubernetes markdown message messages migration
    migrations pr prs proto pull queries query readme release releases review reviews route
    routes routing schema schemas script scripts shell spec specs sql table tables template
    templates terraform test testing tests ui url urls yaml
"""
_NO_TOPICS = frozenset(_NO_TOPIC.split())
# Hard rules (enforced by eslint)
_SOURCE = re.compile(
    r"\s*\((?:(?:from|see|via|per|by|enforced|checked)\b[^()]*|v?\d[\w.+]*|(?-i:[A-Z][A-Z\d]*(?:-[A-Z\d]+)+))\)|^(?:from|see|per)\s+`[^`]+`\s*:?$",
    re.IGNORECASE,
)
_PROJECT_NAME = re.compile(r"project\s*[:\u2013\u2014-]\s", re.IGNORECASE)
# Python 3.11+ type syntax
_VERSION = re.compile(r"(?<!\S)v?\d+(?:\.\d+)*\+?(?!\S)")
_HEADING_WORD = re.compile(r"[a-z#+.][\w#+.'’]*")
_LONGEST = 40


def find_place_doubt(
    statement: Statement,
    label: str,
    *,
    folder_names: frozenset[str],
    names_path: bool,
    own_spans: Collection[str],
    banned_spans: Collection[str],
    is_of_folder: bool,
    is_of_root: bool,
    is_ban: bool,
    is_universal: bool,
) -> str:
    """Return why it is not sure that the scope of *statement* is all of the page's code, or
    nothing.

    *label* stands before it, *folder_names* are those of the page's path, in lower case.
    *names_path*: it says itself which files it is about. A heading that names only *own_spans* is
    about these, and forbids the same where they are the *banned_spans*. *is_of_folder*: the page
    lies in the folder that it is about, which its title names. *is_ban*: it says never or do not
    itself, which what stands above it says once more. *is_of_root*: the page is about the project,
    whose name its title may hold. *is_universal*: no topic makes its code good, but a folder of
    that name may be meant (see ``find_topics``).
    """
    if statement.kind in ("table", "quote") or (statement.kind == "heading" and not is_ban):
        return f"form: a {statement.kind}"
    statement = statement._replace(
        title=_API_OF_VUE.sub("", statement.title),
        headings=tuple(_API_OF_VUE.sub("", heading) for heading in statement.headings),
    )
    # ❌ Never use `eval()`: the mark says the same.
    if _BAD_MARK.search(_MARKED_BAN.sub("", statement.text)):
        return "form: a mark turns what it says"
    # A folder has the other names of its side, too.
    sides = (side for side in _NAMES_OF_SIDE if is_of_folder and side & folder_names)
    folder_names = folder_names.union(*sides)
    title_places = _find_title_places(
        statement.title, is_of_folder=is_of_folder, is_of_root=is_of_root
    )
    if not (title_places <= folder_names or names_path):
        return (
            f"condition: its page is about one kind of place, `{_render_heading(statement.title)}`"
        )
    for heading in (*statement.headings, *statement.leads, label):
        heading_words = parse_statement_words(with_code_spans(heading))
        heading_text = heading_words.text
        named_spans = {*heading_words.spans}
        # Entry point: `main.swift`, not `@main`
        negated_spans = {*heading_words.spans_of(" ".join(_NEGATED.findall(heading_text)))}
        same_spans = negated_spans if is_ban and negated_spans else named_spans
        is_same_ban = bool(same_spans) and same_spans <= {*banned_spans}
        # Acme API - Claude Code notes: the name of the project
        names_project = is_of_root and _TITLE_OF_PROJECT.search(heading_text)
        is_neutral = bool(names_project) and not _OPPOSITE.search(heading_text)
        if is_neutral or _MOMENT.search(heading_text):
            continue
        own_text, general_text = (
            _NEVER_BROKEN.sub("", _SAME_BAN.sub("", text) if is_ban else text)
            for text in (heading_text, without_marks(heading))
        )
        # Named exports only: in its own words it forbids nothing that stands below it.
        is_opposite = _OPPOSITE.search(own_text) and _OPPOSITE.search(
            parse_statement_words(heading).text
        )
        if is_opposite and not is_same_ban:
            return f"form: under `{_render_heading(heading)}` it may say the opposite"
        is_about_own = bool(named_spans) and named_spans <= {*own_spans}
        # Array operations: `Array.zipWith()`
        owners = {span.partition(".")[0] for span in banned_spans if re.match(r"[A-Z]\w+\.", span)}
        is_about_own |= not owners.isdisjoint(re.findall(r"\w+", heading_text))
        is_about_own = is_about_own and not _KINDS_OF_PLACE.search(heading_text)
        may_be_topic = is_universal and heading != label
        if is_about_own or (may_be_topic and _list_topics(heading, folder_names) is not None):
            continue
        if not (names_path or _is_general_heading(general_text, folder_names)):
            is_topic = heading == label or _PART_OF_PAGE.search(heading_text)
            if is_topic and not _KINDS_OF_PLACE.search(heading_text.lower()):
                return f"form: under `{_render_heading(heading)}` it may say less"
            return (
                f"condition: under `{_render_heading(heading)}` it may be about one kind of place"
            )
    return ""


def _render_heading(heading: str) -> str:
    return shorten_words(make_printable(without_marks(heading).replace("`", "")), _LONGEST)


def _find_title_places(title: str, *, is_of_folder: bool, is_of_root: bool) -> set[str]:
    """Return the kinds of place that *title* names, but those that are all that the page is about.

    These are its own folder, or the project.
    """
    places = {*_KINDS_OF_PLACE.findall(title.lower().replace("code review", ""))}
    if is_of_folder:
        return places - {*_SIDES, "docs", "documentation"}
    if is_of_root and _TITLE_OF_PROJECT.search(title):
        return set()
    if is_of_root and not _TITLE_OF_RULES.search(title):
        return places - _PARTS_OF_PROJECT
    return places


def split_exemption(words: StatementWords) -> tuple[str, tuple[str, ...]]:
    """Return a statement's *words* as text, without the one exemption from its scope that names
    paths, and these paths.

    A name that is no path is none: it stays in the text, and is a condition.
    """
    text = _ONLY_PLACE.sub(r"never \2 \3 outside \1", words.text)
    exemption = _EXEMPTION.match(text)
    if not exemption:
        return words.text, ()
    paths = words.spans_of(exemption["spans"])
    if not all(_PATH.fullmatch(path) and ("/" in path or is_file_name(path)) for path in paths):
        return words.text, ()
    rest = f"{exemption['before']}{text[exemption.end() :]}"
    return rest, tuple(paths)


def _is_general_heading(heading: str, folder_names: frozenset[str]) -> bool:
    heading = re.sub(r"\btype systems?\b", "types", _SOURCE.sub("", heading), flags=re.IGNORECASE)
    names_project = _PROJECT_NAME.match(heading) and not _KINDS_OF_PLACE.search(heading)
    if names_project or SHORT_LANGUAGE.fullmatch(heading):
        return True
    return _split_heading(heading, folder_names)[1] == []


def _list_topics(heading: str, folder_names: frozenset[str]) -> list[str] | None:
    """Return the words of *heading* that a general one has not; ``None`` where they may be about
    a part of the code.
    """
    plain_heading = without_marks(heading)
    words, special_words = _split_heading(plain_heading, folder_names)
    is_long = len(words) > 6 or heading.rstrip("*_ ").endswith(":")
    return None if is_long or _NO_TOPICS & {*words} else special_words


def _split_heading(
    heading: str, folder_names: frozenset[str]
) -> tuple[list[str], list[str] | None]:
    """Return all words of *heading*, and those for a part of the code; ``None``: not English."""
    heading = _VERSION.sub(" ", heading).replace("C/C++", "C++")
    words = [
        re.sub(r"['’]s$", "", word.strip(".:'’")) for word in _HEADING_WORD.findall(heading.lower())
    ]
    if not all(character.isascii() for character in heading if character.isalpha()):
        return words, None
    special_words = [
        word for word in words if word not in _KNOWN_WORDS and not _ORDINARY.fullmatch(word)
    ]
    return words, [word for word in special_words if word and word not in folder_names]


def find_topics(statement: Statement, folder_names: frozenset[str]) -> tuple[str, ...]:
    """Return the words that *statement* stands under and that no general heading has: a folder of
    such a name may be meant.
    """
    return tuple(
        word
        for heading in (*statement.headings, *statement.leads)
        for word in _list_topics(heading, folder_names) or ()
    )


def find_word_doubt(clause: str, *, others: str, reason: str) -> str:
    """Return what makes a statement's *clause* a condition, whose scope is not all code, or
    nothing.

    *others* are what it bans besides its code, *reason* is what stands behind it and may only limit
    it.
    """
    words = _NOT_ALLOWED.sub("", _ONLY_USE.sub("", f"{clause}; {others}"))
    condition = CONDITION.search(words)
    if condition:
        return f"condition: `{condition[0]}`"
    limit = _find_limit(_NOT_ALLOWED.sub("", _ONLY_USE.sub("", reason)))
    case = None if limit else _CASE_FIRST.search(reason)
    place = (
        _PLACE_LATER.search(others)
        or _PLACE_FIRST.search(reason)
        or _PLACE_IN_REASON.search(reason)
    )
    if place and not (limit or case):
        return f"{KIND_OF_PLACE}, `{place[1].strip()}`"
    return f"condition: `{case[1]}`" if case else limit


def _find_limit(text: str) -> str:
    limit = _LIMIT.search(_CASE_OF_ADVICE.sub(r"\1", text))
    return f"condition: `{limit[0]}`" if limit else ""


def find_context_doubt(text: str, *, is_silencer: bool = False) -> str:
    """Return what in the *text* before a statement's sentence may be its scope: the place or case
    that it is about.

    *is_silencer*: the sentence bans what only silences a tool, which no other case is about.
    """
    text = _OTHER_CASE.sub("", text.strip()) if is_silencer else text
    text = _ONLY_USE.sub("", _IMPORT_FROM.sub("import ", _OTHER_AS_NEEDED.sub(r"\1", text)))
    text = _RAW.sub("", text)  # Prefer `a()` over raw queries. The next sentence is of all.
    context = CONDITION.search(text) or _PLACE_BEFORE.search(text) or _KINDS_OF_PLACE.search(text)
    return f"condition: `{context[0].strip()}`" if context else ""


def find_rest_doubt(text: str, banned_spans: Collection[str]) -> str:
    """Return what in the *text* after a statement's sentence takes something back from its scope,
    or nothing: a limit, or a case of the *banned_spans*.
    """
    text = _ASIDES.sub("", without_marks(text))
    case = _CASE_SENTENCE.search(_CASE_OF_ADVICE.sub(r"\1", text))
    cases = [case[1]] if case else []
    cases += [
        own_case[1]
        for own_case in re.finditer(r"\b(if|when|where)\b[^.;]*", text, re.IGNORECASE)
        if any(f"`{span}`" in own_case[0] for span in banned_spans)
    ]
    return f"condition: `{cases[0]}`" if cases else _find_limit(text)
