"""Names of contracts in a text: where each is, and which contracts it names.

rule_id: no-print                in a contract file, and so is override:
# phaser:ignore no-print, a      in a directive, after an opener of the file's type
{"rule_id": "no-print", …        in the baseline
[[No Print|how it is shown]]     in any text; tags can be named so, too
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Literal, TypeAlias

from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.check.engine.directive_parser import parse_directives
from phaser_lint.contract.model import Contract
from phaser_lint.core import Record
from phaser_lint.core.text import replace_lone_returns
from phaser_lint.project.levels import count_level_depth
from phaser_lint.report.context.links import find_link_target, is_name
from phaser_lint.report.context.named_contracts import find_named_contracts

Kind: TypeAlias = Literal["rule_id", "override", "directive", "baseline", "link"]

# A text on one line is no place where somebody wrote a name.
_LONGEST_LINE = 10_000
_ID = r"[A-Za-z0-9][A-Za-z0-9-]{0,63}"
_LINK = re.compile(r"\[\[([^\[\]]+)\]\]")
_DIRECTIVE = re.compile(rf"phaser:ignore(?:-next-line|-file)?[ \t]+({_ID}(?:[ \t]*,[ \t]*{_ID})*)")
_KEY = re.compile(rf"[ \t]*(rule_id|override|id)[ \t]*:[ \t]+(['\"]?)({_ID})\2[ \t]*(?:[ \t]#.*)?$")
_ENTRY = re.compile(rf'"rule_id": "({_ID})"')
_EACH = re.compile(_ID)


class NamedPlace(Record):
    """A name from ``start`` to ``end``, and its kind."""

    name: str
    start: int
    end: int
    kind: Kind


def find_name_at(text: str, offset: int, *, path: str, is_contracts: bool) -> NamedPlace | None:
    """Return the mention of a contract, the named place, at *offset* of the text of the file at
    *path*; ``None`` where there is none.

    *is_contracts*: it is a contract file.
    """
    text = replace_lone_returns(text)
    start = text.rfind("\n", 0, offset) + 1
    end = text.find("\n", offset)
    end = len(text) if end < 0 else end
    if end - start > _LONGEST_LINE:
        return None
    names_on_line = find_names_on_line(
        text[start:end].rstrip("\r"), path=path, is_contracts=is_contracts
    )
    names_at_offset = (name for name in names_on_line if name.start <= offset - start <= name.end)
    name_there = next(names_at_offset, None)
    return name_there and name_there._replace(
        start=start + name_there.start, end=start + name_there.end
    )


def find_names(text: str, *, path: str, is_contracts: bool) -> Iterator[NamedPlace]:
    """Yield all mentions of contracts in an open text, the named places, in order."""
    start = 0
    for line in replace_lone_returns(text).split("\n"):
        if len(line) <= _LONGEST_LINE:
            for name in find_names_on_line(line.rstrip("\r"), path=path, is_contracts=is_contracts):
                yield name._replace(start=start + name.start, end=start + name.end)
        start += len(line) + 1


def find_names_on_line(line: str, *, path: str, is_contracts: bool) -> Iterator[NamedPlace]:
    """Yield the mentions of contracts on one *line*; their offsets are those in the line."""
    if is_contracts and (key := _KEY.match(line)):
        kind: Kind = "override" if key[1] == "override" else "rule_id"
        yield NamedPlace(key[3], *key.span(3), kind=kind)
    if "phaser:ignore" in line:
        yield from _find_names_in_directives(line, path)
    if path == DEFAULT_PATH and (baseline_entry := _ENTRY.search(line)):
        yield NamedPlace(baseline_entry[1], *baseline_entry.span(1), kind="baseline")
    for link in _LINK.finditer(line):
        if is_name(link[1].strip()):
            name = find_link_target(link[1])
            start = link.start(1) + link[1].find(name)
            yield NamedPlace(name, start, start + len(name), kind="link")


def _find_names_in_directives(line: str, path: str) -> Iterator[NamedPlace]:
    ids = {
        rule_id
        for directive in parse_directives(path, line).directives
        for rule_id in directive.ids
    }
    for directive_match in _DIRECTIVE.finditer(line) if ids else ():
        for id_match in _EACH.finditer(line, directive_match.start(1), directive_match.end(1)):
            if id_match[0] in ids:
                yield NamedPlace(id_match[0], *id_match.span(), kind="directive")


def find_contracts_by_name(
    name: NamedPlace, contracts: Sequence[Contract], *, path: str
) -> list[Contract]:
    """Return those of *contracts* that a mention, the *name* at a named place, is of, in the file
    at *path*, the likeliest first.

    A level's own comes before those that are farther away.
    """
    if name.kind == "link":
        return [*find_named_contracts(name.name, contracts, depth=0).contracts]
    of_that_id = {
        contract.key: contract for contract in reversed(contracts) if contract.rule_id == name.name
    }
    likeliest_first = sorted(
        of_that_id.values(), key=lambda contract: count_level_depth(contract.level)
    )
    likeliest_first.reverse()
    of_this_file = [contract for contract in likeliest_first if contract.path == path]
    of_others = [contract for contract in likeliest_first if contract.path != path]
    if name.kind == "rule_id":
        return [*of_this_file, *of_others]
    if name.kind == "override":
        return [*of_others, *of_this_file]
    return likeliest_first
