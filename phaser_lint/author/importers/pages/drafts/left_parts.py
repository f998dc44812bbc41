"""What a line says besides its draft: that is named beside it, for no contract says it.

    Strict mode - no `any`              the draft is of `any`: strict mode is left
    Never commit keys, `.env`           keys are
    Avoid `eval()`. Names are short     the second sentence is

What to use instead, and why, is left by no draft.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.author.importers.pages.code.without_backquotes import with_code_spans
from phaser_lint.author.importers.pages.drafts.names_in_code import list_other_names
from phaser_lint.author.importers.pages.drafts.sentence_forms import RuleClause, find_rule_clauses
from phaser_lint.author.importers.pages.drafts.sizes_and_file_names import with_file_words
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.markdown import Statement
from phaser_lint.author.importers.pages.text.marks_and_spans import (
    StatementWords,
    parse_statement_words,
)
from phaser_lint.author.importers.pages.text.states_rule import begins_with_demand
from phaser_lint.core import Record

_SEPARATOR = re.compile(
    r"(?<!e\.g)(?<!i\.e)[.!?;](?=\s|$)\s*|\s+[-\u2013\u2014]+\s+|\u2014|\s*[()]\s*|,\s+"
)
_IN_LIST = ("(", ")", ",,")
_DASHES = "-\u2013\u2014"
_LABEL = re.compile(r"^[^:]{1,40}:\s+(?=\S)")
_JOINING = re.compile(r"^(?:and|or|but|also|plus)\s+", re.IGNORECASE)
_BAN = re.compile(
    r"\b(?:no|not|never|avoid|don['\u2019]?t|must|should|always|ensure|require[sd]?|only)\b",
    re.IGNORECASE,
)
# What to do in place of what is banned, or then
_INSTEAD = re.compile(
    r"^(?:(?:always|then|please|so|just)\s+)*(?:use|prefer|choose|favou?r|call|see|ask|rely on"
    r"|switch to|replace|import|narrow|split|refactor|remove the|log)\b|\binstead\b",
    re.IGNORECASE,
)
# It blocks, which is slow, because of that, for clarity: a reason. If you must, ask: a case
_OTHER_PAIR = re.compile(r"`\s*,?\s+(?:not|never|over|instead of|rather than)\s+`", re.IGNORECASE)
_REASON = re.compile(
    r"^(?:it|they|this|that|these|those|there|which|as|because|since|so|for|to|if|when|even|unless"
    r"|e\.g|i\.e|etc|see|including|enforced|set|via|per|regardless|ever|period|anywhere|everywhere"
    r"|under|like|such|exceptions?|except|outside|\w+ing|(?:the|our|your|its) \w+)\b",
    re.IGNORECASE,
)
_TELLS = re.compile(
    r"\b(?:is|are|was|were|has|have|does|do|can|will|uses?|contains?|provides?|breaks?|makes?"
    r"|blocks?|causes?|lives?|maps)\b|['\u2019](?:s|re)\b",
    re.IGNORECASE,
)
_FILLER = frozenset(
    (
        "a", "all", "always", "an", "and", "any", "are", "be", "code", "do", "don't", "file",
        "files", "for", "in", "is", "it", "must", "never", "no", "not", "of", "or", "our",
        "please", "should", "the", "this", "to", "type", "types", "use", "using", "we", "you",
    )
)  # fmt: skip
_WORD = re.compile(r"[\w'@#$.-]*\w")
_WORDS_AROUND = re.compile(
    r"^(?:[\s,]|and\b|or\b|any\b|other\b)+|(?:[\s,]|\b(?:and|or|any|the|an?))+$", re.IGNORECASE
)
# Never use `any` (implicit or explicit): the first is what a compiler infers
_IMPLICIT = re.compile(r"\bimplicit\b", re.IGNORECASE)
_LONGEST = 80


class _Part(Record):
    """A part of a line, behind the sign ``before``."""

    text: str
    before: str

    def says_rule(self, rule: SureRule, *, form: str, own_words: frozenset[str]) -> bool:
        """Tell whether the part says the *rule*, of a clause of that *form* with *own_words*."""
        unlabeled_text = _LABEL.sub("", self.text)
        if rule.style:
            return any(
                own_clause.form == form
                for text in (self.text, unlabeled_text)
                for own_clause in find_rule_clauses(with_file_words(text))
            )
        spans = parse_statement_words(with_code_spans(unlabeled_text)).spans
        content = {*_WORD.findall(unlabeled_text.lower())} - _FILLER
        return bool({*spans} & {*rule.subjects}) or (bool(content) and content <= own_words)

    def says_more(self, rule: SureRule, *, is_first: bool) -> bool:
        """Tell whether the part, which is none of the *rule*, demands something else.

        *is_first*: it stands before what the rule says.
        """
        unlabeled_text = _LABEL.sub("", self.text)
        text = _JOINING.sub("", unlabeled_text)
        is_joined = text != unlabeled_text
        if _IMPLICIT.search(text):
            return True
        if _REASON.match(text) and not (_BAN.match(text) or is_joined):
            return False
        # Avoid `a()`; use `b()`, not `c()`: what to do instead bans something, too.
        asks = bool(_BAN.search(text)) or begins_with_demand(text)
        if _OTHER_PAIR.search(text) and not rule.style:
            return True
        if is_first:
            return asks or not _TELLS.search(text)
        if _INSTEAD.search(text) and not rule.style:
            return False
        if self.before in _IN_LIST:
            return bool(_BAN.match(text)) or (self.before == "(" and is_joined)
        return asks or is_joined or (self.before not in _DASHES and not _TELLS.search(text))


def with_left_parts(
    rule: SureRule, statement: Statement, *, clause: RuleClause, words: StatementWords
) -> SureRule:
    """Return the *rule* of a *clause*, of *words*, with the parts of its *statement* that it does
    not say.
    """
    groups = clause.form_match.groupdict()
    listed_texts = [groups[name] for name in ("secrets", "others") if groups.get(name)]
    # `.env`, keys and `secrets/`: a word between the code
    between_texts = re.findall(r"[A-Za-z][\w-]*", groups.get("spans") or "")
    listed_texts += [text for text in between_texts if text not in ("and", "or", "no", "nor")]
    clause_text = clause.text
    for text in listed_texts:
        clause_text = clause_text.replace(text, " ", 1)
    own_words = frozenset(_WORD.findall(words.with_spans(clause_text).lower()))
    if others := list_other_names(rule, statement.text):
        said = f"the rest of the line: {'; '.join(others)}"
        return rule._replace(unseen=(*rule.unseen, said))
    parts = [*_split_parts(statement.text, is_whole=bool(rule.style))]
    are_own = [part.says_rule(rule, form=clause.form, own_words=own_words) for part in parts]
    if True not in are_own:
        return rule
    first = are_own.index(True)
    left_texts = [
        _WORDS_AROUND.sub("", part.text)[:_LONGEST]
        for number, part in enumerate(parts)
        if not are_own[number] and part.says_more(rule, is_first=number < first)
    ]
    joined_texts = [_WORDS_AROUND.sub("", text) for text in listed_texts]
    others = [text for text in joined_texts if text and text not in " ".join(left_texts)]
    if not (others or left_texts):
        return rule
    said = f"the rest of the line: {'; '.join((*others, *left_texts))}"
    return rule._replace(unseen=(*rule.unseen, said))


def _split_parts(text: str, *, is_whole: bool) -> Iterator[_Part]:
    """Yield the parts of a line with this *text*; *is_whole*: a comma ends none."""
    words = parse_statement_words(text)
    start, before = 0, ""
    for separator in (*_SEPARATOR.finditer(words.text), None):
        sign = separator[0].strip()[:1] if separator else ""
        if sign == "," and is_whole:
            continue
        end = separator.start() if separator else None
        part = words.with_spans(words.text[start:end]).strip()
        if _WORD.search(part):
            yield _Part(part, before)
        if separator:
            # Of a list in brackets, or of what to use instead, each part is the same.
            is_in_list = sign == "," and (before in _IN_LIST or _INSTEAD.search(part))
            start, before = separator.end(), ",," if is_in_list else sign
