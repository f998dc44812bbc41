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
    element, ending = _ELEMENT.fullmatch(span), _ENDING.fullmatch(_find_kind(form_match, words))
    if element and ending:
        name = element["name"]
        return SureRule(
            name=f"no {name} {element['value']}",
            keys={
                "type": "forbid_pattern",
                "pattern": rf"<{re.escape(name)}>\s*{re.escape(element['value'])}\s*</",
                "in": "code",
            },
            paths=(f"*.{ending[1]}",),
            invalid=(span,),
            valid=(f"<{name}>a</{name}>",),
        )
    return _make_option_rule(form_match, words, bare_value="true" if form_match["enable"] else "")


def make_kept_setting_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that the project's `tsconfig.json` has an option, where it has that today:
    else it may come from another file.
    """
    rule = _make_option_rule(form_match, words, bare_value="")
    return rule and rule._replace(
        name=rule.name.removeprefix("no "),
        keys={**rule.keys, "type": "require_pattern"},
        paths=("tsconfig.json",),
        invalid=rule.valid,
        valid=rule.invalid,
        finds_none=True,
    )


def _make_option_rule(
    form_match: re.Match[str], words: StatementWords, *, bare_value: str
) -> SureRule | None:
    """Return the rule that no option of TypeScript's compiler has the value that a page names, or
    *bare_value*.
    """
    option = _OF_COMPILER.fullmatch(words.spans_of(form_match["spans"])[0])
    value = (option["value"] or bare_value) if option else ""
    if not option or not value or not _TYPESCRIPT.fullmatch(_find_kind(form_match, words)):
        return None
    name = option["name"]
    return SureRule(
        name=f"no {name} {value}",
        keys={
            "type": "forbid_pattern",
            "pattern": rf'"{name}"\s*:\s*{value}\b',
            "in": "code",
        },
        paths=("tsconfig*.json",),
        invalid=(f'"{name}": {value}',),
        valid=(f'"{name}": {"false" if value == "true" else "true"}',),
    )


def _find_kind(form_match: re.Match[str], words: StatementWords) -> str:
    """Return the kind of files that a clause names, in backquotes or without."""
    return "".join(words.spans_of(form_match["kind"])) or form_match["kind"] or ""
