"""The contracts of a name: those with that id or tag, and those related to them.

A contract is related to another one, strongest first, when the message or rationale of one links to
the other (``[[no-print]]``), when they share tags, and when their globs can select the same file.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from operator import attrgetter

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.violations import name_globs_from_root
from phaser_lint.core import Record
from phaser_lint.core.text import is_notebook
from phaser_lint.report.context.links import find_link_names, make_link_key
from phaser_lint.text.globs.glob_overlap import is_glob_excluded, overlaps_glob
from phaser_lint.text.globs.glob_syntax import spell_out_globs

_WILDCARD = re.compile(r"[*?]|\[[^\]]*\]")


class Relation(Record):
    """A contract that is related to one that was named, and why."""

    contract: Contract
    why: str
    strength: tuple[int, int]


class NamedContracts(Record):
    """The contracts of a name, and those related to them."""

    contracts: tuple[Contract, ...]
    related: tuple[Relation, ...]


def find_named_contracts(name: str, contracts: Sequence[Contract], *, depth: int) -> NamedContracts:
    """Return the contracts of id or tag *name*, and related ones up to *depth* steps."""
    key, strength = make_link_key(name), attrgetter("strength")
    with_id = [contract for contract in contracts if make_link_key(contract.rule_id) == key]
    with_tag = [contract for contract in contracts if key in map(make_link_key, contract.tags)]
    matching = {contract.key: contract for contract in (*with_id, *with_tag)}
    visited, nearest, related = {*matching}, [*matching.values()], list[Relation]()
    # A cycle of links ends here: what was visited is not visited again.
    for _ in range(depth):
        step = []
        for contract in contracts:
            if contract.key in visited:
                continue
            relations = [_find_relation(contract, neighbour) for neighbour in nearest]
            step += sorted(filter(None, relations), key=strength, reverse=True)[:1]
        step.sort(key=strength, reverse=True)
        nearest = [relation.contract for relation in step]
        visited.update(contract.key for contract in nearest)
        related += step
    return NamedContracts(tuple(matching.values()), tuple(related))


def _find_relation(contract: Contract, neighbour: Contract) -> Relation | None:
    if _links_to(contract, neighbour):
        return Relation(contract, f"links to {neighbour.rule_id}", (3, 0))
    if _links_to(neighbour, contract):
        return Relation(contract, f"{neighbour.rule_id} links to it", (3, 0))
    neighbour_tags = set(map(make_link_key, neighbour.tags))
    shared_tags = [tag for tag in contract.tags if make_link_key(tag) in neighbour_tags]
    if shared_tags:
        why = f"shares the tag {', '.join(shared_tags)}"
        return Relation(contract, why, (2, len(shared_tags)))
    globs, neighbour_globs = (
        [
            glob
            for glob in name_globs_from_root(own, own.file_glob)
            if not is_glob_excluded(glob, name_globs_from_root(other, other.exclude_glob))
        ]
        for own, other in ((contract, neighbour), (neighbour, contract))
    )
    if any(
        overlaps_glob(glob, other)
        and not (is_of_other_type(glob, other) or is_of_other_type(other, glob))
        for glob in spell_out_globs(globs)
        for other in spell_out_globs(neighbour_globs)
    ):
        return Relation(contract, "is for the same files", (1, int(globs == neighbour_globs)))
    return None


def _links_to(contract: Contract, target: Contract) -> bool:
    links = find_link_names([contract.message, contract.rationale])
    return make_link_key(target.rule_id) in map(make_link_key, links)


def is_of_other_type(glob: str, other: str) -> bool:
    """Tell of the globs of two contracts named in brackets whether *glob* begins as a file of a
    known name (``Dockerfile*``) and *other* ends as files of another type do (``*.ipynb``): a
    ``Dockerfile.ipynb`` is nobody's.
    """
    beginning = _WILDCARD.split(glob.rpartition("/")[2])[0].rstrip(".")
    ending = _WILDCARD.split(other.rpartition("/")[2])[-1]
    if not beginning or "." in beginning.strip(".") or not ending.startswith("."):
        return False
    from phaser_lint.text.languages import find_file_types  # most globs begin with no name

    types, other_types = find_file_types(beginning), find_file_types(f"x{ending}")
    if not types:
        return False
    return is_notebook(ending) or bool(other_types and other_types[0].lexer != types[0].lexer)
