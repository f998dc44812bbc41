"""The code that a page itself shows as good, which no draft of its lines may forbid.

- Prefer `interface` over `type`       the first type is bad, and the second is good
  // BAD
  type A = B & C
  // GOOD
  type A = { readonly b: string }
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.named_languages import LANGUAGES
from phaser_lint.author.importers.pages.drafts.project_files import list_glob_endings
from phaser_lint.author.importers.pages.drafts.signatures import SIGNATURE_MAKERS
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.markdown import Page, PageCode
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


def find_shown_line(contract: Contract, page: Page, *, rule: SureRule, line: int) -> int | None:
    """Return the line of good code of *page* that breaks *contract*, drafted of the page's *line*
    for *rule*; ``None``: there is none.
    """
    # Pages leave out of code what each function has: types, comments.
    if contract.type not in ("forbid_pattern", "forbid_import") or rule.style in SIGNATURE_MAKERS:
        return None
    endings = list_glob_endings(contract.file_glob)
    languages = {_fold_language(LANGUAGE_BY_ENDING.get(f".{ending}", "")) for ending in endings}
    for code in page.codes:
        words = re.findall(r"[\w+#]+", code.lines[0].lower())[:1]
        named = [LANGUAGES.get(word) or LANGUAGE_BY_ENDING.get(f".{word}", word) for word in words]
        if not languages.issuperset(map(_fold_language, named)):
            continue
        example = Example(_keep_good_code(code, is_bad=code.owner == line))
        for violation in find_example_violations(contract, example, seconds=_SECONDS) or ():
            return code.line + (violation.line or 1) - 1
    return None


def _fold_language(name: str) -> str:
    return "JavaScript" if name in ("TypeScript", "Vue", "Svelte", "Astro") else name


def _keep_good_code(code: PageCode, *, is_bad: bool) -> str:
    """Return the text of *code* with blanks for its fence and for what a mark calls bad.

    *is_bad*: it stands below the line that bans it.
    """
    is_label = len(code.lead.strip()) <= _LONGEST_LABEL and "`" not in code.lead
    if _GOOD.search(code.lead):
        is_bad = is_bad and not is_label
    else:
        is_bad = is_bad or any(map(_BAD.search, (code.heading.lstrip("# "), code.lead)))
    lines = [""]
    for line in code.lines[1:]:
        comment = _COMMENT.search(line)
        words = comment["words"] if comment else ""
        is_bad_here = bool(_BAD.search(words)) or (is_bad and not _GOOD.search(words))
        # What follows some code on its line is about that only.
        is_bad = is_bad_here if comment and not line[: comment.start()].strip() else is_bad
        lines.append("" if is_bad_here else line)
    return "\n".join(lines)
