"""The fields of a path: what ``{dir}`` and the like stand for in the keys that have them.

{dir}         the folder that it lies in, from the level's; of a selected folder the folder itself
{name}        its last name; {stem} and {ext} are its two parts: app.test, .ts
{1}, {group}  what a group of ``path_pattern`` matched in it
{2:kebab}     any of them in a form of names (see ``name_forms``)

``partner`` makes paths of them, ``item`` a text, and each key of globs that says so other globs for
each file (see ``file_sets``). ``filled_path_fields`` fills them in.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES
from phaser_lint.core.text import render_did_you_mean
from phaser_lint.text.globs.glob_fields import (
    has_glob_fields,
    list_glob_fields,
    widen_glob,
)
from phaser_lint.text.globs.glob_syntax import spell_out
from phaser_lint.text.globs.name_forms import (
    FORMS,
    find_field_form,
    find_field_name,
    has_unknown_form,
)
from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.patterns import compile_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any


FIELDS = ("dir", "name", "stem", "ext")


def compile_path_pattern(pattern: str) -> Any:
    """Return what ``regex`` searches for a ``path_pattern``, whose groups are fields of a path."""
    return compile_pattern(write_out_groups(pattern), literal=False)


def widen_globs(globs: Iterable[str]) -> tuple[str, ...]:
    """Return globs that select whatever *globs* select with any values of their path fields."""
    return tuple(
        widest_glob
        for glob in globs
        for widest_glob in (
            [glob] if not has_glob_fields([glob]) else map(widen_glob, spell_out(glob))
        )
        if widest_glob
    )


def list_known_fields(contract: Contract) -> tuple[str, ...]:
    """Return the names of the path fields that globs of *contract* may have."""
    return (*FIELDS, *list_group_names(contract.path_pattern))


def list_group_names(pattern: str) -> list[str]:
    """Return the numbers and names of groups in a ``path_pattern``, which are path fields."""
    if not pattern:
        return []
    compiled = compile_path_pattern(pattern)
    return [*map(str, range(1, compiled.groups + 1)), *compiled.groupindex]


def explain_unknown_field(contract: Contract, fields: Iterable[str | None]) -> str:
    """Return what was expected in place of the first of *fields* unknown for paths, or nothing."""
    known_names = list_known_fields(contract)
    named_fields = [field for field in fields if field is not None]
    unknown_name = next(
        (field for field in named_fields if find_field_name(field) not in known_names), None
    )
    if unknown_name is None:
        return next(filter(None, map(explain_unknown_form, named_fields)), "")
    shown_fields = ", ".join(f"{{{name}}}" for name in known_names)
    groups_say = "" if len(known_names) > len(FIELDS) else "; groups are those of path_pattern"
    suggestion = render_did_you_mean(unknown_name, known_names)
    return f"any of {shown_fields}{groups_say}, not {{{unknown_name}}}{suggestion}"


def explain_unknown_form(field: str) -> str:
    """Return what was expected instead of the form of the path field *field*, or nothing."""
    if not has_unknown_form(field):
        return ""
    name, form = find_field_name(field), find_field_form(field)
    known_forms = ", ".join(f"{{{name}:{known_form}}}" for known_form in FORMS)
    return f"any of {known_forms}, not {{{field}}}{render_did_you_mean(form, FORMS)}"


def find_field_problems(contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield which globs of *contract* have path fields that nobody knows, or none may stand in."""
    for key in RULES[contract.type].all_keys():
        if not key.has_fields or key.kind == "text":
            continue
        fields = _list_fields(contract.value_of(key.name) or ())
        problem = "" if "" in fields else explain_unknown_field(contract, fields)
        if "" in fields:
            yield key.name, "a field between { and }; write `\\{` for a brace"
        elif problem:
            yield key.name, f"{problem}; write `\\{{` for a brace"
    groups = {group for group in list_group_names(contract.path_pattern) if not group.isdigit()}
    for name in ("file_glob", "exclude_glob") if groups else ():
        for field in _list_fields(getattr(contract, name)):
            if find_field_name(field) in groups:
                plain = f"`\\{{{field}\\}}` for the braces"
                yield name, f"a glob, in which `{{{field}}}` stands for nothing; write {plain}"


def find_item_problems(contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield what was expected of the path fields of ``item``, where it is not."""
    item_template = contract.value_of("item")
    if item_template is None:
        return
    fields = [field for _, field in split_template(item_template)]
    unknown = explain_unknown_field(contract, fields)
    if has_open_brace(item_template):
        yield "item", f'a field between {{ and }}, not "{item_template}"'
    elif unknown:
        yield "item", unknown
    elif not any(fields):
        yield "item", f'a part of the path in it, such as {{stem}}, not "{item_template}"'


def split_template(template: str) -> Iterator[tuple[str, str | None]]:
    """Yield each text of a *template* that is no glob, with the path field that follows it."""
    remaining = template
    while "{" in remaining:
        text, _, remaining = remaining.partition("{")
        field, closed, remaining = remaining.partition("}")
        if closed:
            yield text, field
    yield remaining, None


def without_fields(template: str) -> str:
    """Return *template* without its path fields."""
    is_open = template.rfind("{") > template.rfind("}")
    return "".join(text for text, _ in split_template(template)) + "{" * is_open


def has_open_brace(template: str) -> bool:
    """Tell whether a brace in *template* opens, or closes, no path field."""
    return not {"{", "}"}.isdisjoint(without_fields(template))


def find_field_doubt(contract: Contract) -> str:
    """Return the path fields that stand in a regular expression, where they are plain text."""
    patterns = {
        "pattern": "" if contract.literal else contract.pattern,
        "path_pattern": contract.path_pattern,
        **{
            key: searched.written
            for key, searched in (*contract.conditions, *contract.block_patterns)
        },
    }
    names = "|".join(re.escape(name) for name in list_known_fields(contract) if not name.isdigit())
    # An escaped sign first: `\\{name}` is a brace on purpose.
    field = rf"\\.|(?<!\{{)(\{{(?:{names})(?::(?:{'|'.join(FORMS)}))?\}})(?!\}})"
    fields_by_key = {
        key: next(filter(None, re.findall(field, text, re.DOTALL)), "")
        for key, text in patterns.items()
        if "{" in text
    }
    doubts = [f"`{field}` in {key}" for key, field in fields_by_key.items() if field]
    return f"{' and '.join(doubts)} is plain text, and no part of the path" if doubts else ""


def _list_fields(globs: Sequence[str]) -> list[str]:
    return [
        field
        for glob in globs
        for alternative in spell_out(glob)
        for field in list_glob_fields(alternative)
    ]
