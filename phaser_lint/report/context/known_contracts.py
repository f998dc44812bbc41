"""The contracts of a name: those with that id or tag, and those related to them.

A contract is related to another one, strongest first, when the message or rationale of one links to
the other (``[[no-print]]``), when they share tags, and when their globs can select the same file.
"""

from __future__ import annotations

from phaser_lint.contract.rules.violations import seen_from_root
from phaser_lint.core import Record
from phaser_lint.report.context.links import key_of, names_in
from phaser_lint.text.globs.glob_overlap import any_overlaps

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.contract.model import Contract, ContractKey


class Relation(Record):
    """A contract that is related to one that was named, and why."""

    contract: Contract
    why: str
    strength: tuple[int, int]


class Known(Record):
    """The contracts of a name, and those related to them."""

    contracts: tuple[Contract, ...]
    related: tuple[Relation, ...]


def known_of(name: str, contracts: Sequence[Contract], *, depth: int) -> Known:
    """Return the contracts that *name* names, by id and then by tag, and the related ones."""
    named = [each for each in contracts if key_of(each.rule_id) == key_of(name)]
    tagged = [each for each in contracts if key_of(name) in map(key_of, each.tags)]
    found = {each.key: each for each in (*named, *tagged)}
    return Known(tuple(found.values()), tuple(_related(found, contracts, depth)))


def _related(
    found: dict[ContractKey, Contract], contracts: Sequence[Contract], depth: int
) -> list[Relation]:
    seen, nearest, related = dict(found), list(found.values()), []
    # A cycle of links ends here: what was seen is not visited again.
    for _ in range(depth):
        step = [
            relation
            for each in contracts
            if each.key not in seen and (relation := _strongest(each, nearest))
        ]
        step.sort(key=lambda relation: relation.strength, reverse=True)
        nearest = [relation.contract for relation in step]
        seen.update((each.key, each) for each in nearest)
        related += step
    return related


def _strongest(contract: Contract, others: Sequence[Contract]) -> Relation | None:
    relations = [found for other in others if (found := _relation(contract, other))]
    return max(relations, key=lambda relation: relation.strength, default=None)


def _relation(contract: Contract, other: Contract) -> Relation | None:
    if _links_to(contract, other):
        return Relation(contract, f"links to {other.rule_id}", (3, 0))
    if _links_to(other, contract):
        return Relation(contract, f"{other.rule_id} links to it", (3, 0))
    theirs = set(map(key_of, other.tags))
    shared = [tag for tag in contract.tags if key_of(tag) in theirs]
    if shared:
        return Relation(contract, f"shares the tag {', '.join(shared)}", (2, len(shared)))
    globs, their_globs = (seen_from_root(each, each.file_glob) for each in (contract, other))
    if any_overlaps(globs, their_globs):
        return Relation(contract, "is for the same files", (1, int(globs == their_globs)))
    return None


def _links_to(contract: Contract, other: Contract) -> bool:
    links = names_in([contract.message, contract.rationale])
    return key_of(other.rule_id) in map(key_of, links)
