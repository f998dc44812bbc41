"""What a page says of the settings in a project's files, by the kind of these.

Never set `<A>true</A>` in csproj            a pattern in `*.csproj`
Never enable `noUnusedLocals`                an option of TypeScript's compiler, in `tsconfig*.json`
Set `strict: true` in tsconfig.json          the same, where it stands today
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.text.marks_and_spans import StatementWords

_ELEMENT = re.compile(r"<(?P<name>[A-Za-z][\w.]*)>(?P<value>[\w.-]+)</(?P=name)>")
_OF_COMPILER = re.compile(
    r"[\"']?(?P<name>strict|noImplicit\w+|noUnused\w+|noUnchecked\w+|noPropertyAccess\w+"
    r"|noFallthrough\w+|exactOptional\w+|strictNullChecks|strictFunctionTypes|esModuleInterop"
    r"|skipLibCheck|isolatedModules|verbatimModuleSyntax|allowJs|checkJs|resolveJsonModule)[\"']?"
    r"(?:\s*:\s*(?P<value>true|false))?"
)
_ENDING = re.compile(r"(?:\*?\.)?(csproj|fsproj|vbproj|props|targets|plist|xml)")
_TYPESCRIPT = re.compile(r"(?:tsconfig(?:\*?\.json)?|typescript|ts)?", re.IGNORECASE)


def make_setting_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that no file of a kind has a setting."""
    [span] = words.spans_of(form_match["spans"])
    kind = "".join(words.spans_of(form_match["kind"])) or form_match["kind"] or ""
    element, ending = _ELEMENT.fullmatch(span), _ENDING.fullmatch(kind)
    if element and ending:
        pattern = rf"<{re.escape(element['name'])}>\s*{re.escape(element['value'])}\s*</"
        return _make_rule(span, pattern, paths=(f"*.{ending[1]}",), sample=span)
    option = _OF_COMPILER.fullmatch(span)
    value = option and (option["value"] or ("true" if form_match["enable"] else ""))
    if not option or not value or not _TYPESCRIPT.fullmatch(kind):
        return None
    pattern = rf'"{option["name"]}"\s*:\s*{value}\b'
    sample = f'"{option["name"]}": {value}'
    return _make_rule(span, pattern, paths=("tsconfig*.json",), sample=sample)


def make_kept_setting_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that the project's `tsconfig.json` has an option, where it has that today:
    else it may come from another file.
    """
    [span] = words.spans_of(form_match["spans"])
    kind = "".join(words.spans_of(form_match["kind"])) or form_match["kind"] or ""
    option = _OF_COMPILER.fullmatch(span)
    if not option or not option["value"] or not _TYPESCRIPT.fullmatch(kind):
        return None
    pattern = rf'"{option["name"]}"\s*:\s*{option["value"]}\b'
    sample = f'"{option["name"]}": {option["value"]}'
    rule = _make_rule(span, pattern, paths=("tsconfig.json",), sample=sample)
    return rule._replace(
        keys={**rule.keys, "type": "require_pattern"},
        valid=rule.invalid,
        invalid=('"a": true',),
        finds_none=True,
    )


def _make_rule(span: str, pattern: str, *, paths: tuple[str, ...], sample: str) -> SureRule:
    return SureRule(
        name=f"no {span}",
        keys={"type": "forbid_pattern", "pattern": pattern, "in": "code"},
        paths=paths,
        invalid=(sample,),
    )
