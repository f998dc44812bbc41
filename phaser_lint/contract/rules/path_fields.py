"""The fields of a path: what ``{dir}`` and the like stand for in the keys that have them.

{dir}         the folder that it lies in, from the level's; of a selected folder the folder itself
{name}        its last name; {stem} and {ext} are its two parts: app.test, .ts
{1}, {group}  what a group of ``path_pattern`` matched in it
{2:kebab}     any of them in a form of names (see ``name_forms``)

    globs_for(contract, "with_glob", values_of(contract, "src/a.py", None))
        ("docs/a.md",) for docs/{stem}.md

``partner`` makes paths of them, ``item`` a text, and each key of globs that says so other globs for
each file (see ``file_sets``).
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.contract.model import Contract, folder_of
from phaser_lint.contract.rules import RULES
from phaser_lint.core.text import did_you_mean
from phaser_lint.text.globs import CompiledGlobs
from phaser_lint.text.globs.compile import compile_spelled
from phaser_lint.text.globs.glob_fields import fields_of, fill_glob, has_fields, widest
from phaser_lint.text.globs.glob_syntax import spell_out
from phaser_lint.text.globs.name_forms import (
    FORMS,
    field_value,
    form_of,
    has_unknown_form,
    name_of_field,
)
from phaser_lint.text.search.given_groups import write_out_groups
from phaser_lint.text.search.patterns import compile_pattern

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.text.globs.path_patterns import PathSearch

FIELDS = ("dir", "name", "stem", "ext")


def values_of(
    contract: Contract, path: str, search: PathSearch | None, *, is_folder: bool = False
) -> dict[str, str]:
    """Return what the fields stand for in *path*; raises ``TimeoutError``.

    *search*: see ``path_search``.
    """
    own_path = from_level(contract, path)
    field_values = parts_of_path(own_path, is_folder=is_folder)
    match = search.match_in(own_path) if search else None
    if match is not None:
        numbers = range(1, len(match.groups()) + 1)
        field_values |= {str(number): match[number] or "" for number in numbers}
        field_values |= {name: text or "" for name, text in match.groupdict().items()}
    return field_values


def path_search(contract: Contract) -> PathSearch | None:
    """Return the search for ``path_pattern`` in many paths, if there is one."""
    if not contract.path_pattern:
        return None
    from phaser_lint.text.globs.path_patterns import PathSearch  # few contracts have one

    return PathSearch(_compile_path_pattern(contract.path_pattern))


def from_level(contract: Contract, path: str) -> str:
    """Return *path*, which is relative to the root, as it is from the contract's level."""
    level = folder_of(contract.level)
    return path[len(level) + 1 :] if level else path


def parts_of_path(path: str, *, is_folder: bool) -> dict[str, str]:
    """Return the fields that a *path* has by itself."""
    folder, name = posixpath.split(path)
    stem, ext = posixpath.splitext(name)
    return {"dir": path if is_folder else folder, "name": name, "stem": stem, "ext": ext}


def _compile_path_pattern(pattern: str) -> Any:
    return compile_pattern(write_out_groups(pattern), literal=False)


def globs_for(contract: Contract, key: str, field_values: Mapping[str, str]) -> tuple[str, ...]:
    """Return what the globs of *key* become with the *field_values* of a path, without braces."""
    return tuple(
        filled_glob
        for glob in contract.value_of(key)
        for alternative in spell_out(glob)
        if (filled_glob := fill_glob(alternative, field_values))
    )


def others_of(contract: Contract, path: str, search: PathSearch | None) -> tuple[str, ...]:
    """Return what all other globs of *contract* become for *path*; raises ``TimeoutError``."""
    field_values = values_of(contract, path, search)
    keys = (key.name for key in RULES[contract.type].all_keys() if key.kind == "globs")
    return tuple([glob for key in keys for glob in globs_for(contract, key, field_values)])


def compiled_others(contract: Contract, globs: tuple[str, ...]) -> CompiledGlobs:
    """Return the test of *globs* once the fields are filled, with all that takes files out."""
    tests = compile_spelled(globs, folder=folder_of(contract.level))
    return (tests, *contract.own_globs[1:])


def widest_globs(globs: Iterable[str]) -> tuple[str, ...]:
    """Return globs that select whatever *globs* select with any values of their fields."""
    return tuple(
        widest_glob
        for glob in globs
        for widest_glob in ([glob] if not has_fields([glob]) else map(widest, spell_out(glob)))
        if widest_glob
    )


def known_fields(contract: Contract) -> tuple[str, ...]:
    """Return the names of the fields that a path has in *contract*."""
    return (*FIELDS, *group_names(contract.path_pattern))


def group_names(pattern: str) -> list[str]:
    """Return the numbers and the names of the groups in a ``path_pattern``."""
    if not pattern:
        return []
    compiled = _compile_path_pattern(pattern)
    return [*map(str, range(1, compiled.groups + 1)), *compiled.groupindex]


def unknown_field(contract: Contract, fields: Iterable[str | None]) -> str:
    """Return what was expected instead of the first of *fields* that is unknown, or nothing."""
    known_names = known_fields(contract)
    named_fields = [field for field in fields if field is not None]
    unknown_name = next(
        (field for field in named_fields if name_of_field(field) not in known_names), None
    )
    if unknown_name is None:
        return next(filter(None, map(form_problem, named_fields)), "")
    shown_fields = ", ".join(f"{{{name}}}" for name in known_names)
    groups_say = "" if len(known_names) > len(FIELDS) else "; groups are those of path_pattern"
    suggestion = did_you_mean(unknown_name, known_names)
    return f"any of {shown_fields}{groups_say}, not {{{unknown_name}}}{suggestion}"


def form_problem(field: str) -> str:
    """Return what was expected instead of the form of *field*, or nothing."""
    if not has_unknown_form(field):
        return ""
    name, form = name_of_field(field), form_of(field)
    known_forms = ", ".join(f"{{{name}:{known_form}}}" for known_form in FORMS)
    return f"any of {known_forms}, not {{{field}}}{did_you_mean(form, FORMS)}"


def field_problems(contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield which globs of *contract* have fields that nobody knows, or none may stand in."""
    for key in RULES[contract.type].all_keys():
        if not key.has_fields or key.kind == "text":
            continue
        fields = _fields_in(contract.value_of(key.name) or ())
        problem = "" if "" in fields else unknown_field(contract, fields)
        if "" in fields:
            yield key.name, "a field between { and }; write `\\{` for a brace"
        elif problem:
            yield key.name, f"{problem}; write `\\{{` for a brace"
    groups = {group for group in group_names(contract.path_pattern) if not group.isdigit()}
    for name in ("file_glob", "exclude_glob") if groups else ():
        for field in _fields_in(getattr(contract, name)):
            if name_of_field(field) in groups:
                plain = f"`\\{{{field}\\}}` for the braces"
                yield name, f"a glob, in which `{{{field}}}` stands for nothing; write {plain}"


def item_problems(contract: Contract) -> Iterator[tuple[str, str]]:
    """Yield what was expected of ``item`` where it is not."""
    item_template = contract.value_of("item")
    if item_template is None:
        return
    fields = [field for _, field in pieces_of(item_template)]
    unknown = unknown_field(contract, fields)
    if has_open_brace(item_template):
        yield "item", f'a field between {{ and }}, not "{item_template}"'
    elif unknown:
        yield "item", unknown
    elif not any(fields):
        yield "item", f'a part of the path in it, such as {{stem}}, not "{item_template}"'


def item_of(contract: Contract, path: str, search: PathSearch | None) -> str:
    """Return what ``item`` makes of *path*, or nothing; raises ``TimeoutError``."""
    item_template, field_values = contract.value_of("item"), values_of(contract, path, search)
    pieces = [
        f"{text}{field_value(field or '', field_values)}"
        for text, field in pieces_of(item_template)
    ]
    text = re.sub("//+", "/", "".join(pieces))
    return text if item_template.startswith("/") else text.removeprefix("/")


def pieces_of(template: str) -> Iterator[tuple[str, str | None]]:
    """Yield each text of a *template*, which is no glob, with the field that follows it."""
    remaining = template
    while "{" in remaining:
        text, _, remaining = remaining.partition("{")
        field, closed, remaining = remaining.partition("}")
        if closed:
            yield text, field
    yield remaining, None


def text_without_fields(template: str) -> str:
    """Return *template* without its fields."""
    is_open = template.rfind("{") > template.rfind("}")
    return "".join(text for text, _ in pieces_of(template)) + "{" * is_open


def has_open_brace(template: str) -> bool:
    """Tell whether a brace in *template* opens, or closes, no field."""
    return not {"{", "}"}.isdisjoint(text_without_fields(template))


def doubt_of_fields(contract: Contract) -> str:
    """Return which fields stand in a regular expression, where they are plain text."""
    patterns = {
        "pattern": "" if contract.literal else contract.pattern,
        "path_pattern": contract.path_pattern,
        **{
            key: searched.written
            for key, searched in (*contract.conditions, *contract.block_patterns)
        },
    }
    names = "|".join(re.escape(name) for name in known_fields(contract) if not name.isdigit())
    # An escaped sign first: `\\{name}` is a brace on purpose.
    field = rf"\\.|(?<!\{{)(\{{(?:{names})(?::(?:{'|'.join(FORMS)}))?\}})(?!\}})"
    fields_by_key = {
        key: next(filter(None, re.findall(field, text, re.DOTALL)), "")
        for key, text in patterns.items()
        if "{" in text
    }
    doubts = [f"`{field}` in {key}" for key, field in fields_by_key.items() if field]
    return f"{' and '.join(doubts)} is plain text, and no part of the path" if doubts else ""


def _fields_in(globs: Sequence[str]) -> list[str]:
    return [
        field
        for glob in globs
        for alternative in spell_out(glob)
        for field in fields_of(alternative)
    ]
