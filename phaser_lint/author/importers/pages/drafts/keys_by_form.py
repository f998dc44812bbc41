"""What a clause of each form says, as a rule: nothing where its spans are not sure to be code."""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.author.importers.pages.code.call_families import list_missed_calls, with_family
from phaser_lint.author.importers.pages.code.known_code import (
    COUNTED_IN,
    INSIDE,
    KNOWN_CODE,
    LOADED_LATER,
    MISSED_FORMS,
    NAMES,
    ONLY_WITH,
    OTHER_MEANING,
    OWN_FILES,
    PRACTICES,
)
from phaser_lint.author.importers.pages.code.known_packages import (
    FRAMEWORKS,
    JVM,
    JVM_NAME,
    find_package_language,
)
from phaser_lint.author.importers.pages.code.span_patterns import (
    SpanPattern,
    is_command,
    is_file_name,
    make_named_import_pattern,
    parse_span,
)
from phaser_lint.author.importers.pages.drafts.named_languages import find_language_by_word
from phaser_lint.author.importers.pages.drafts.sentence_forms import is_for_purpose
from phaser_lint.author.importers.pages.drafts.settings import (
    make_kept_setting_rule,
    make_setting_rule,
)
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.author.importers.pages.drafts.top_of_file import make_line_rule, make_top_rule
from phaser_lint.author.importers.pages.drafts.unwanted_folders import make_folder_rule
from phaser_lint.author.importers.pages.text.marks_and_spans import StatementWords

# What has the same in it, by names that are as common
_OTHER_FILES = tuple(
    (re.compile(look), others)
    for look, others in (
        (r"(?:.*[ /])?\.env(?: (?!.*\.env\.).*)?", "`.env.local`, `.env.production`"),
        (r"(?:.*[ /])?\.env\..*", "other `.env` files"),
        (r"(?!.*\*\.key).*\*\.pem(?: .*)?", "`*.key`, `*.p12`"),
        (r"(?!.*\*\.pem).*\*\.key(?: .*)?", "`*.pem`, `*.p12`"),
        (r"(?!.*\*\.sqlite).*\*\.db(?: .*)?", "`*.sqlite`"),
        (r".*\bpackage-lock\.json(?: .*)?", "`npm-shrinkwrap.json`"),
    )
)
# `vite.config.ts` has one for its tool; Spring makes a test, which has no other way.
_EXCLUDED = {
    "export default": ("**/*.config.*",),
    "CommonJS": ("**/*.{cjs,cts}", "**/*.config.*", "**/.*rc.js"),
    "field injection": ("**/src/test/",),
}
# What a program writes each time
_LOCK_FILE = re.compile(r"\block\b|^go\.sum$|\.lockb?$", re.IGNORECASE)
# What an import leaves out of the path of a file
CODE_ENDING = re.compile(r"\.(?:pyi?|tsx?|jsx|vue|svelte)$")


def _make_pattern_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    spans = words.spans_of(form_match["spans"])
    groups = form_match.groupdict()
    purposes = [groups[name] for name in ("purpose", "purpose_before") if groups.get(name)]
    if not all(is_for_purpose(span, purpose) for span in spans for purpose in purposes):
        return None
    package_languages = {find_package_language(span) for span in spans}
    if len(package_languages) == 1 and "" not in package_languages and not groups.get("set"):
        return SureRule(
            name=f"no import {' '.join(spans)}",
            keys={"type": "forbid_import", "forbid": spans},
            language=package_languages.pop(),
        )
    spans, patterns = _parse_different_spans(spans, words)
    parsed = [pattern for pattern in patterns if pattern is not None]
    unseen: tuple[str, ...] = ()
    if len(parsed) == len(spans) and {"code", "comments"} == {own.counted_in for own in parsed}:
        # `as any` is code, and a word of comments; `@ts-ignore` stands only in these.
        unseen = tuple(
            f"`{span}`" for span, own in zip(spans, parsed, strict=True) if own.counted_in != "code"
        )
        spans = [span for span in spans if f"`{span}`" not in unseen]
        parsed = [own for own in parsed if own.counted_in == "code"]
    all_counted_in = {pattern.counted_in for pattern in parsed}
    if len(parsed) != len(spans) or len(all_counted_in) != 1:
        return None
    if groups.get("set") and not all(pattern.is_setting for pattern in parsed):
        return None
    topic_words = frozenset.intersection(*(pattern.topic_words for pattern in parsed))
    better = groups.get("better")
    is_of_all = bool(re.search(r"\b(?:everywhere|deprecated)\b", form_match[0], re.IGNORECASE))
    is_example = not (is_of_all or all(span in KNOWN_CODE for span in spans))
    if better and is_example and _is_naming_example(words.spans_of(better), spans):
        return None
    [scope_path] = words.spans_of(groups.get("place")) or [""]
    is_named_file = is_file_name(scope_path) or re.fullmatch(r"[A-Z]\w*[a-z]\w*", scope_path)
    if scope_path and not (is_named_file or re.search(r"[/*]", scope_path)):
        return None
    joined = parsed[0].pattern
    if len(parsed) > 1:
        joined = "|".join(pattern.pattern for pattern in parsed)
    languages = {pattern.languages for pattern in parsed if pattern.languages}
    span_pattern = parsed[0]._replace(
        languages=languages.pop() if len(languages) == 1 else (),
        topic_words=topic_words,
        is_silencer=all(pattern.is_silencer for pattern in parsed),
        qualified_names=tuple(name for pattern in parsed for name in pattern.qualified_names),
    )
    counted_in = all_counted_in.pop()
    later = [LOADED_LATER[span] for span in spans if span in LOADED_LATER][:1]
    blocks = [INSIDE[span] for span in spans if span in INSIDE][:1]
    other_meanings = [OTHER_MEANING[span] for span in spans if span in OTHER_MEANING][:1]
    signs_of_files = [ONLY_WITH[span] for span in spans if span in ONLY_WITH][:1]
    own_files = OWN_FILES.get(spans[0], {})
    return SureRule(
        name=f"no {' '.join(NAMES.get(span, span) for span in spans)}",
        keys={
            "type": "forbid_pattern",
            "pattern": joined,
            **(
                {"in": counted_in if isinstance(counted_in, str) else [*counted_in]}
                if counted_in
                else {}
            ),
            **({"inside": blocks[0]} if blocks else {}),
            **({"unless_match": later[0][0]} if later else {}),
            **({"unless_file": other_meanings[0][0]} if other_meanings else {}),
            **({"when_file": signs_of_files[0][0]} if signs_of_files else {}),
        },
        **{"scope_path": scope_path, **own_files},
        language=find_language_by_word(groups.get("language") or ""),
        span_pattern=span_pattern,
        alternatives=tuple(pattern.pattern for pattern in parsed),
        invalid=tuple(pattern.sample for pattern in parsed[:2]),
        is_of_all=all(COUNTED_IN.get(span) in ("comments", "") for span in spans),
        unseen=(
            *unseen,
            *(words for _, words in (*later, *other_meanings, *signs_of_files)),
            *(
                MISSED_FORMS[name]
                for name in (re.sub(r"^typing\.|\[.*\]$", "", span) for span in spans)
                if name in MISSED_FORMS
            ),
            *list_missed_calls(spans, words.spans),
            # `oldHelper`, a name of no known language: a variable may be called so.
            *(
                f"whether `{span}` is the name of something else"
                for span, own in zip(spans, parsed, strict=True)
                if span.isidentifier() and not own.languages and span not in KNOWN_CODE
            ),
        ),
        excluded=tuple(glob for span in spans for glob in _EXCLUDED.get(span, ())),
        finds_none="export default" in spans,
        is_practice=any(span in PRACTICES for span in spans),
        valid=tuple(PRACTICES[span] for span in spans if span in PRACTICES),
    )


def _parse_different_spans(
    spans: Sequence[str], words: StatementWords
) -> tuple[list[str], list[SpanPattern | None]]:
    """Return those of *spans* that stand for different code, the first of each, and their patterns.

    `print` and `print()` are one.
    """
    span_by_pattern: dict[SpanPattern | str, str] = {}
    for span in spans:
        pattern = parse_span(with_family(span, words.spans))
        span_by_pattern.setdefault(pattern or span, span)
    patterns = [None if isinstance(own, str) else own for own in span_by_pattern]
    return [*span_by_pattern.values()], patterns


def _make_directive_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    rule = _make_pattern_rule(form_match, words)
    return rule if rule and rule.is_silencer else None


def _is_naming_example(better: Sequence[str], worse: Sequence[str]) -> bool:
    """Tell whether two names may be an example of how to name: `getUser` over `fetchUser`."""
    humps = [
        {hump.lower() for span in spans for hump in re.findall(r"[A-Z]?[a-z0-9]+", span)}
        for spans in (better, worse)
    ]
    are_names = all(re.fullmatch(r"\w+", span) for span in (*better, *worse))
    return are_names and bool(humps[0] & humps[1])


def make_file_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    spans = words.spans_of(form_match["spans"])
    is_commit = bool(form_match["verb"] or form_match["committed"])
    for span in spans:
        is_path = is_commit and re.fullmatch(r"(?=.*/)[\w./*-]+|node_modules|__pycache__", span)
        is_name = is_file_name(span) and not (span.endswith(".js") and not is_commit)
        is_ending = is_commit and bool(re.fullmatch(r"\*\.\w+", span))  # `*.pem`
        # `.env*`: an example of it, `.env.example`, is committed.
        is_wide = bool(re.match(r"\.env.*\*", span))
        is_elsewhere = is_wide or (span.startswith(("..", "/", "~", "*")) and not is_ending)
        if not (is_path or is_name or is_ending) or is_command(span) or is_elsewhere:
            return None
    if form_match["never"].lower() == "avoid":
        return None
    return SureRule(
        name=f"no {' '.join(spans)}",
        keys={"type": "file_not_exists"},
        paths=tuple(spans),
        unseen=tuple(
            f"files that are called otherwise ({others})"
            for look, others in _OTHER_FILES
            if look.fullmatch(" ".join(spans))
        ),
    )


def _make_required_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that a file is there; what a program is set up with lies elsewhere."""
    [name] = words.spans_of(form_match["spans"])
    is_plain = re.fullmatch(
        r"(?!\.|(?:.*/)?(?:config|settings|secrets?|credentials?)\b)[\w.@/-]*\w", name
    ) and not name.startswith("/")
    if not is_plain or not is_file_name(name):
        return None
    return SureRule(name=f"has {name}", keys={"type": "file_exists"}, paths=(name,))


def _make_frozen_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    spans = words.spans_of(form_match["spans"])
    for span in spans:
        is_file = is_file_name(span) and "*" not in span
        is_path = ("/" in span or is_file) and not _LOCK_FILE.search(span)
        if not is_path or not re.fullmatch(r"[\w.][\w./*@-]*", span) or ".." in span:
            return None
    return SureRule(
        name=f"keep {' '.join(spans)}",
        keys={"type": "file_frozen", "changes": ["modify", "delete"]},
        paths=tuple(spans),
    )


def _make_import_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    names, module = words.spans_of(form_match["names"]), words.spans_of(form_match["module"])
    modules = words.spans_of(form_match["spans"]) or words.spans_of(form_match["modules"]) or module
    [scope_path] = words.spans_of(form_match["place"]) or [""]
    if scope_path and not re.fullmatch(r"\w[\w.@-]*/(?:[\w.@-]+/?)*", scope_path):
        return None
    if not names and all("\\" in name for name in modules):
        spans_match = re.match("(?P<spans>.*)", form_match[0])
        return _make_pattern_rule(spans_match, words) if spans_match else None
    # The `typing` module: a word that is said to be one.
    is_said = bool(form_match["noun"]) and not names
    for name in modules:
        is_path = bool(re.search(r"[/.@-]", name))
        is_file = "/" not in name and bool(CODE_ENDING.search(name) or name.endswith(".js"))
        is_known = not is_file and (is_path or is_said or bool(_find_package_language(name, words)))
        if not is_known or not re.fullmatch(r"@?[A-Za-z][\w.-]*(?:/[\w.@*-]+)*/?", name):
            return None
    if names and not all(re.fullmatch(r"[A-Za-z_]\w*", name) for name in names):
        return None
    if names:
        if re.search(r"[/@-]", modules[0]):
            import_pattern = make_named_import_pattern(names, modules[0])
            return SureRule(
                name=f"no import {' '.join([*names, *modules])}",
                keys={
                    "type": "forbid_pattern",
                    "pattern": import_pattern.pattern,
                    "in": import_pattern.counted_in,
                },
                span_pattern=import_pattern,
                invalid=(import_pattern.sample,),
                package=modules[0],
                scope_path=scope_path,
            )
        targets = [f"{modules[0].replace('.', '/')}/{name}" for name in names]
        sample = f"from {modules[0]} import {names[0]}"
    else:
        targets = [
            CODE_ENDING.sub("", name.rstrip("/")) if "/" in name else name.replace(".", "/")
            for name in modules
        ]
        # `web/` may lie below `src/`.
        targets += [f"**/{name.rstrip('/')}" for name in modules if re.fullmatch(r"[\w-]+/", name)]
        sample = ""
    language = _find_module_language(modules, words) if not names else "Python"
    # `github.com/a/b` is no folder of the project, nor `@a/b`, nor what Java calls `org.a`.
    is_folder = [
        target for target in targets if re.match(r"[^@./*][^./]*/", target) and language != JVM
    ]
    plain_names = [name for name in modules if re.fullmatch(r"\w+", name)]
    return SureRule(
        name=f"no import {' '.join([*names, *modules])}",
        keys={"type": "forbid_import", "forbid": targets},
        language=language,
        invalid=(sample,) if sample else (),
        excluded=tuple(f"{folder}/" for folder in is_folder),
        package=plain_names[0] if plain_names else "",
        scope_path=scope_path,
    )


def _make_boundary_rule(form_match: re.Match[str], words: StatementWords) -> SureRule | None:
    """Return the rule that the files of some folders do not import others, or packages."""
    places = words.spans_of(form_match["place"])
    targets = words.spans_of(form_match["spans"])
    path = re.compile(r"(?:[a-zA-Z][\w-]*/)+[\w-]*")
    folders, modules = (
        [CODE_ENDING.sub("", name.removesuffix("*").removesuffix("*")) for name in names]
        for names in (places, targets)
    )
    are_packages = all(
        name in FRAMEWORKS or _find_package_language(name, words) for name in targets
    )
    are_folders = all(map(path.fullmatch, folders))
    if are_folders and are_packages:
        return SureRule(
            name=f"{' '.join(places)} without {' '.join(targets)}",
            keys={"type": "forbid_import", "forbid": targets},
            scope_path=places[0],
            other_scope_paths=tuple(places[1:]),
            other_packages=tuple(targets),
        )
    if not are_folders or not all(map(path.fullmatch, modules)):
        return None
    modules = [name.rstrip("/") for name in modules]
    # Go writes the name of the module before it.
    return SureRule(
        name=f"{' '.join(places)} without {' '.join(modules)}",
        keys={"type": "forbid_import", "forbid": [*modules, *(f"**/{name}" for name in modules)]},
        scope_path=places[0],
        other_scope_paths=tuple(places[1:]),
        folders=tuple(name.rstrip("/") for name in targets),
    )


def _find_module_language(modules: Sequence[str], words: StatementWords) -> str:
    """Return the language that writes these names of modules; nothing where several do."""
    if all(re.match(r"[\w-]+(?:\.[\w-]+)+/", name) for name in modules):
        return "Go"  # `github.com/pkg/errors`
    if all(map(JVM_NAME.fullmatch, modules)):
        return JVM
    languages = {_find_package_language(name, words) for name in modules}
    if languages in ({"JavaScript"}, {"Python"}, {JVM}):
        return languages.pop()
    return "Python" if all(re.fullmatch(r"\w+(?:\.\w+)+", name) for name in modules) else ""


def _find_package_language(name: str, words: StatementWords) -> str:
    """Return the language of the package *name*: one that is known, or that the project has."""
    return find_package_language(name) or words.packages.get(name.lower(), "")


MAKERS = {
    "pattern": _make_pattern_rule,
    "pair": _make_pattern_rule,
    "directive": _make_directive_rule,
    "file": make_file_rule,
    "committed": make_file_rule,
    "folder": make_folder_rule,
    "required": _make_required_rule,
    "frozen": _make_frozen_rule,
    "import": _make_import_rule,
    "boundary": _make_boundary_rule,
    "setting": make_setting_rule,
    "kept setting": make_kept_setting_rule,
    "top": make_top_rule,
    "line": make_line_rule,
    "kept line": make_line_rule,
}
"""The forms of rules about code, files and imports, each with what makes its rule."""
