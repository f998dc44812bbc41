"""The code that a page itself shows as good, which no draft of its lines may forbid."""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.language_endings import fold_language
from phaser_lint.author.importers.pages.drafts.named_languages import LANGUAGES
from phaser_lint.author.importers.pages.drafts.project_files import list_glob_endings
from phaser_lint.author.importers.pages.text.markdown import Page
from phaser_lint.author.importers.pages.text.marks_and_spans import BAN_MARK
from phaser_lint.contract.model import Contract
from phaser_lint.contract.own_examples import find_example_violations
from phaser_lint.contract.rules.example import Example
from phaser_lint.text.languages.source_languages import LANGUAGE_BY_ENDING

_SECONDS = 0.1
_COMMENT = re.compile(r"(?:^|\s)(?:#|//|/\*|--|;|%|<!--|\{/\*)(?P<words>.*)")
_LABEL = r"^(?:[^\w`]|\d+[.)])*(?i:the\s+|this\s+is\s+|an?\s+)?"
_BAD = re.compile(
    rf"{BAN_MARK}|{_LABEL}(?i:bad|wrong|worse|incorrect|invalid|do\s+not|don['\u2019]?ts?|avoid"
    r"|never|anti-?patterns?|instead\s+of|not|forbidden|prohibited|banned|common\s+mistakes"
    r"|mistakes?|pitfalls?|violations?|(?:no|before|old|legacy)(?=\W*$|\s*[:(]))\b"
    r"|\b(?:BAD|WRONG|DON['\u2019]?T|AVOID|NEVER)\b|\b(?i:bad|wrong|incorrect)\W*$"
)
_GOOD = re.compile(
    rf"[\u2705\u2713\u2714]|{_LABEL}(?i:good|correct|right|better|best|do|after|yes|prefer\w*|use"
    r"|instead(?!\s+of)|ok|okay|new|valid|recommended|fixed|allowed)\b(?!\s+(?i:not))|\b(?:GOOD|CORRECT)\b"
)
_LONGEST_LABEL = 30


def find_shown_line(contract: Contract, page: Page, line: int) -> int | None:
    """Return the line of good code of *page* that breaks *contract*, drafted of the page's
    *line*; ``None``: there is none.
    """
    if contract.type not in ("forbid_pattern", "forbid_import"):
        return None
    endings = list_glob_endings(contract.file_glob)
    languages = {fold_language(LANGUAGE_BY_ENDING.get(f".{ending}", "")) for ending in endings}
    good_lines: list[str] = []
    for code in page.codes:
        words = re.findall(r"[\w+#]+", code.lines[0].lower())[:1]
        named = [LANGUAGES.get(word) or LANGUAGE_BY_ENDING.get(f".{word}", word) for word in words]
        if not languages.issuperset(map(fold_language, named)):
            continue
        good_lines += [""] * (code.line - len(good_lines))
        is_label = len(code.lead.strip()) <= _LONGEST_LABEL and "`" not in code.lead
        is_bad = code.owner == line
        if _GOOD.search(code.lead):
            is_bad = is_bad and not is_label
        else:
            is_bad = is_bad or any(map(_BAD.search, (code.heading.lstrip("# "), code.lead)))
        for code_line in code.lines[1:]:
            comment = _COMMENT.search(code_line)
            words_of_mark = comment["words"] if comment else ""
            is_bad_here = bool(_BAD.search(words_of_mark)) or (
                is_bad and not _GOOD.search(words_of_mark)
            )
            # What follows some code on its line is about that only.
            is_bad = is_bad_here if comment and not code_line[: comment.start()].strip() else is_bad
            good_lines.append("" if is_bad_here else code_line)
    example = Example("\n".join(good_lines))
    violations = find_example_violations(contract, example, seconds=_SECONDS)
    return violations[0].line if violations else None
