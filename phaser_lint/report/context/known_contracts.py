"""The contracts of a name: those with that id or tag, and those related to them.

A contract is related to another one, strongest first, when the message or rationale of one links to
the other (``[[no-print]]``), when they share tags, and when their globs can select the same file.
"""

from __future__ import annotations

from collections.abc import Sequence
from operator import attrgetter

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules.violations import seen_from_root
from phaser_lint.core import Record
from phaser_lint.report.context.links import link_key, names_in
from phaser_lint.text.globs.glob_overlap import any_overlaps, is_all_excluded


class Relation(Record):
    """A contract that is related to one that was named, and why."""

    contract: Contract
    why: str
    strength: tuple[int, int]


class NamedContracts(Record):
    """The contracts of a name, and those related to them."""

    contracts: tuple[Contract, ...]
    related: tuple[Relation, ...]


def named_contracts(name: str, contracts: Sequence[Contract], *, depth: int) -> NamedContracts:
    """Return the contracts that *name* names, by id and then by tag, and the related ones."""
    key, strength = link_key(name), attrgetter("strength")
    with_id = [contract for contract in contracts if link_key(contract.rule_id) == key]
    with_tag = [contract for contract in contracts if key in map(link_key, contract.tags)]
    matching = {contract.key: contract for contract in (*with_id, *with_tag)}
    visited, nearest, related = {*matching}, [*matching.values()], list[Relation]()
    # A cycle of links ends here: what was visited is not visited again.
    for _ in range(depth):
        step = []
        for contract in contracts:
            if contract.key in visited:
                continue
            relations = [_relation(contract, neighbour) for neighbour in nearest]
            step += sorted(filter(None, relations), key=strength, reverse=True)[:1]
        step.sort(key=strength, reverse=True)
        nearest = [relation.contract for relation in step]
        visited.update(contract.key for contract in nearest)
        related += step
    return NamedContracts(tuple(matching.values()), tuple(related))


def _relation(contract: Contract, neighbour: Contract) -> Relation | None:
    if _links_to(contract, neighbour):
        return Relation(contract, f"links to {neighbour.rule_id}", (3, 0))
    if _links_to(neighbour, contract):
        return Relation(contract, f"{neighbour.rule_id} links to it", (3, 0))
    neighbour_tags = set(map(link_key, neighbour.tags))
    shared_tags = [tag for tag in contract.tags if link_key(tag) in neighbour_tags]
    if shared_tags:
        why = f"shares the tag {', '.join(shared_tags)}"
        return Relation(contract, why, (2, len(shared_tags)))
    globs, neighbour_globs = (
        [
            glob
            for glob in seen_from_root(own, own.file_glob)
            if not is_all_excluded(glob, seen_from_root(other, other.exclude_glob))
        ]
        for own, other in ((contract, neighbour), (neighbour, contract))
    )
    if any_overlaps(globs, neighbour_globs):
        return Relation(contract, "is for the same files", (1, int(globs == neighbour_globs)))
    return None


def _links_to(contract: Contract, target: Contract) -> bool:
    links = names_in([contract.message, contract.rationale])
    return link_key(target.rule_id) in map(link_key, links)
