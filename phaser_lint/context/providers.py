"""From links to context: every provider asked for every name, within bounds.

Providers are the project itself (``contracts``, ``pages``) and the knowledge graph of ``maenifold``
where that is installed. A name that no provider knows gives nothing.
"""

from __future__ import annotations

from phaser_lint.context.bounds import Bounds
from phaser_lint.context.context_block import bounded_block, more, section
from phaser_lint.context.known_contracts import known_of
from phaser_lint.context.links import key_of
from phaser_lint.context.maenifold import ask
from phaser_lint.context.pages import Pages, find_mentions
from phaser_lint.record import Record

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.model import Contract


class Sources(Record):
    """Where context comes from: a project's root, its contracts, the program of maenifold.

    ``way`` stands before the paths of its pages.
    """

    root: str
    contracts: tuple[Contract, ...]
    program: str = ""
    way: str = ""


def context_for(names: Sequence[str], sources: Sources, bounds: Bounds) -> str:
    """Return the block of context on *names*, or nothing."""
    sections = sections_for(names, sources, bounds)
    return bounded_block(sections, longest=bounds.characters) if sections else ""


def sections_for(names: Sequence[str], sources: Sources, bounds: Bounds) -> list[str]:
    """Return a section for each of *names* that is known; spellings of one name are one."""
    wanted = list({key_of(name): name for name in reversed(names)}.values())[::-1]
    asked = wanted[: bounds.names]
    # Without contracts a project has not asked for anything: its pages are left alone.
    pages = find_mentions(sources.root, asked) if sources.contracts else Pages({})
    answers = _answers(asked, sources, bounds)
    found = [
        section(
            name,
            known_of(name, sources.contracts, depth=bounds.depth),
            [
                each._replace(path=f"{sources.way}{each.path}")
                for each in pages.mentions.get(key_of(name), ())
            ],
            answers.get(name, ""),
            bounds,
        )
        for name in asked
    ]
    left_out = (more(len(wanted) - len(asked), "name"), more(pages.unread, "page"))
    cut = [f"{each}, not looked up" for each in left_out if each]
    sections = [each for each in found if each]
    return [*sections, *cut] if sections else []


def _answers(names: Sequence[str], sources: Sources, bounds: Bounds) -> dict[str, str]:
    if not sources.program:
        return {}
    return ask(sources.program, names, bounds)
