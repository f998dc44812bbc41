r"""How each language writes a qualified name that an import makes shorter, by language.

    std::sync::Mutex    use std::sync::{Arc, Mutex};            found: the import itself
                        use std::sync; … sync::Mutex            found: the import of its parent
                        use std::sync::*;                       not found: a draft says so
    os.path.join        from os.path import join

An import of the name is a use of it. What a pattern cannot tell is named beside the draft, since
"finds nothing today" would else say more than it knows.
"""

from __future__ import annotations

import re

from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.core import Record

# What is found later in the file, on a line that has no comment before it
_LATER = r"(?=(?:[^\n]*\n)*?(?:(?!{comment})[^\n])*?(?<![\w.:]){{parent}}{separator}{{name}}\b)"
_PYTHON_NAMES = r"\s+import\s+(?:\([^)#]*?|[^\n(#]*?)(?<!\bas )\b"
# A group of a tree of `use`, up to the member that comes next
_IN_GROUP = r"\s*::\s*(?:\{(?:(?:[^{};]|\{[^{}]*\})*,)?\s*)?"
_JAVASCRIPT_GLOBALS = frozenset(
    (
        "Array", "Buffer", "Date", "Intl", "JSON", "Math", "Number", "Object", "Promise",
        "Reflect", "String", "Symbol", "console", "context", "crypto", "cy", "describe",
        "document", "expect", "global", "globalThis", "history", "it", "jest",
        "import", "localStorage", "location", "navigator", "performance", "process",
        "sessionStorage", "sinon", "suite", "test", "vi", "window",
    )
)  # fmt: skip
# What no import brings in
_NO_OWNERS = frozenset(("this", "self", "super", "cls", "crate", "request", "static", "parent"))
# Namespaces of C# that a project imports for all of its files
_CSHARP_ROOTS = frozenset(("System", "Microsoft", "Windows", "UnityEngine", "Newtonsoft"))


class ImportForms(Record):
    """How a language imports a name: ``imported`` are looks of qualified names, and the patterns of
    what imports one; ``sample`` is what they find.

    ``of_parent`` imports what has the name, which follows later, where that has an owner, too.
    ``unseen`` is what stays. Fields of all: ``owner``, ``name``, ``parent`` and ``above`` of
    ``above.parent.name``.
    """

    unseen: str
    imported: tuple[tuple[str, str], ...] = ()
    of_parent: str = ""
    sample: str = ""


_MEMBER_OF_CLASS = r".*\b[A-Z]\w*\.\w+"
_JVM = ImportForms(
    unseen="`{name}` after an import of `{owner}.*`",
    imported=(
        (
            _MEMBER_OF_CLASS,
            r"^[^\S\n]*import\s+(?:static\s+)?(?:[\w.]+\.)?{owner}\.{name}\b(?!\.)",
        ),
    ),
    sample="import static a.{owner}.{name};",
)
FORMS_BY_LANGUAGE: dict[str, ImportForms] = {
    "Python": ImportForms(
        unseen="another name (`import {root} as …`), `from {owner} import *`",
        # A class has its methods from no import: `datetime.utcnow`.
        imported=(
            (
                rf"(?!{_MEMBER_OF_CLASS}|(?:.*\.)?datetime\.(?:utc|now|to|str|from|combine)).*",
                rf"^[^\S\n]*from\s+{{owner}}{_PYTHON_NAMES}{{name}}\b",
            ),
        ),
        of_parent=rf"^[^\S\n]*from\s+{{above}}{_PYTHON_NAMES}{{parent}}\b(?!\s+as\b)"
        + _LATER.format(comment="#", separator=r"\."),
        sample="from {owner} import {name}",
    ),
    "JavaScript": ImportForms(
        unseen="another name for `{owner}`",
        imported=(
            (
                r".*",
                r"\{{(?:[^{{}}]*,)?\s*(?:type\s+)?{name}\b[^{{}}]*\}}\s*(?:=\s*{owner}\b(?!\s*[.(\[])"
                r"|(?:from|=\s*require\s*\(|=\s*await\s+import\s*\()\s*['\"](?:node:)?{module}['\"])",
            ),
        ),
        sample="import {{ {name} }} from '{module_name}'",
    ),
    "Rust": ImportForms(
        unseen="`use {owner}::*`, another name (`use … as`)",
        imported=((r".*", r"\buse\s+(?:::)?{tree}\b"),),
        of_parent=r"\buse\s+(?:::)?{parent_tree}\s*(?:[,;}}]|::\s*\{{\s*self\b)"
        + _LATER.format(comment="//", separator=r"\s*::\s*"),
        sample="use {owner}::{{a, {name}}};",
    ),
    "Java": _JVM,
    "Kotlin": _JVM,
    "Scala": _JVM._replace(
        imported=(
            *_JVM.imported,
            (r".*", r"^[^\S\n]*import\s+(?:[\w.]+\.)?{owner}\.\{{[^}}\n]*\b{name}\b"),
        ),
        sample="import {owner}.{{a, {name}}}",
    ),
    "Elixir": ImportForms(
        unseen="another name (`alias …, as:`), what `import {owner}` brings in",
        imported=(
            (r".*\.[a-z_]\w*", r"^[^\S\n]*import\s+{owner}\s*,\s*only:\s*\[[^\]]*\b{name}:"),
            (
                r".*\.[A-Z]\w*",
                r"^[^\S\n]*(?:alias|import|require|use)\s+{owner}\.\{{[^}}]*\b{name}\b",
            ),
        ),
        of_parent=r"^[^\S\n]*alias\s+{owner}\b(?![.\w]|\s*,\s*as:)"
        + _LATER.format(comment="#", separator=r"\."),
    ),
    "Go": ImportForms(unseen="`{owner}` imported by another name"),
    "C#": ImportForms(unseen="`using static`, another name (`using … =`)"),
    "C++": ImportForms(unseen="`{name}` after `using namespace {owner}`"),
    "PHP": ImportForms(unseen="another name (`use … as`)"),
    "Ruby": ImportForms(unseen="`{name}` inside of `module {owner}`"),
    "Swift": ImportForms(unseen="`.{name}` where the type is known"),
    "Dart": ImportForms(unseen=""),
}
"""A row for each language; of others, another name is what stays."""
_OTHER = ImportForms(unseen="another name for it")
_WRITTEN_IN = dict.fromkeys(("TypeScript", "Vue", "Svelte", "Astro", "Angular"), "JavaScript") | {
    "C": "C++"
}


def with_import_forms(rule: SureRule, language: str) -> SureRule | str:
    """Return a page's *rule* about code of *language* with what imports its qualified names, and
    what it does not see of them; or why no pattern is sure to see them.
    """
    names = rule.span_pattern.qualified_names if rule.span_pattern else ()
    language = _WRITTEN_IN.get(language, language)
    forms = FORMS_BY_LANGUAGE.get(language, _OTHER)
    patterns, samples, unseen = [], [], []
    for name in names:
        separator = "::" if "::" in name else "."
        parts = name.split(separator)
        owner = separator.join(parts[:-1])
        # `using System`, of a file or of all, leaves nothing of the name but its end.
        if language == "C#" and parts[0] in _CSHARP_ROOTS:
            return f"code: names `{name}`, which may stand without `{parts[0]}`"
        # `a.b` of C++ or Ruby is what an object has.
        is_of_object = separator == "." and language in ("C++", "Ruby")
        if is_of_object or parts[0] in _NO_OWNERS or len(parts[0]) == 1:
            continue
        if language == "JavaScript" and parts[0] in _JAVASCRIPT_GLOBALS:
            unseen.append(f"`const {{ {parts[-1]} }} = {owner}`")
            continue
        module_name = "/".join(parts[:-1])
        words = {
            "owner": owner,
            "name": parts[-1],
            "root": parts[0],
            # `React.FC` comes from 'react'.
            "module_name": module_name.lower(),
        }
        escaped_parts = [re.escape(part) for part in parts]
        modules = dict.fromkeys((re.escape(module_name), re.escape(module_name.lower())))
        fields = {
            "owner": re.escape(owner),
            "above": re.escape(separator.join(parts[:-2])),
            "parent": escaped_parts[-2],
            "name": escaped_parts[-1],
            "module": f"(?:{'|'.join(modules)})" if len(modules) > 1 else "".join(modules),
            "tree": _IN_GROUP.join(escaped_parts),
            "parent_tree": _IN_GROUP.join(escaped_parts[:-1]),
        }
        imported = [
            pattern.format_map(fields)
            for look, pattern in forms.imported
            if re.fullmatch(look, name)
        ]
        patterns += imported
        patterns += [forms.of_parent.format_map(fields)] if forms.of_parent and parts[2:] else []
        samples += [forms.sample.format_map(words)] if imported and forms.sample else []
        unseen += [forms.unseen.format_map(words)] if forms.unseen else []
    return rule._replace(
        keys={**rule.keys, "pattern": "|".join((rule.keys["pattern"], *patterns))}
        if patterns
        else rule.keys,
        invalid=(*rule.invalid, *samples[:1]),
        unseen=tuple(dict.fromkeys((*rule.unseen, *unseen))),
    )
