"""From links to context: every provider asked for every name, within bounds.

Providers are the project itself (``contracts``, ``pages``) and the knowledge graph of ``maenifold``
where that is installed. A name that no provider knows gives nothing.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from operator import methodcaller

from phaser_lint.contract.model import Contract
from phaser_lint.core import Record
from phaser_lint.core.errors import GitError
from phaser_lint.core.text import decode_file, is_binary
from phaser_lint.project.git import find_working_tree, require_tree, run_git
from phaser_lint.project.git.process_output import split_names as names_of
from phaser_lint.project.git.tracked_files import LISTING
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.walk import walk_files
from phaser_lint.report.context.context_block import (
    Mention,
    render_bounded_block,
    render_context_section,
    render_more,
)
from phaser_lint.report.context.links import OPENING, extract_links, make_link_key
from phaser_lint.report.context.named_contracts import find_named_contracts
from phaser_lint.report.context.plain_text import Bounds, cut_text, make_plain


class Sources(Record):
    """Where context comes from: a project's root, its contracts, the program of maenifold.

    ``path_prefix`` comes before the paths of its pages.
    """

    root: str
    contracts: tuple[Contract, ...]
    program: str = ""
    path_prefix: str = ""


def render_context(
    names: Sequence[str],
    sources: Sources,
    bounds: Bounds,
    *,
    failed: Callable[[str], object],
) -> str:
    """Return the block of context on *names*, or nothing; *failed* gets why a program gave none."""
    sections = list_context_sections(names, sources, bounds, failed=failed)
    return render_bounded_block(sections, longest=bounds.characters) if sections else ""


def list_context_sections(
    names: Sequence[str],
    sources: Sources,
    bounds: Bounds,
    *,
    failed: Callable[[str], object],
) -> list[str]:
    """Return what providers know of *names*, a section each; spellings of a name are one."""
    unique_names = list({make_link_key(name): name for name in reversed(names)}.values())[::-1]
    hidden_names = len(unique_names[bounds.names :])
    unique_names = unique_names[: bounds.names]
    # Without contracts a project has not asked for anything: its pages are not read.
    pages = find_mentions(sources.root, unique_names) if sources.contracts else Pages({})
    answers = {}
    if sources.program:
        from phaser_lint.report.context.maenifold import ask_maenifold

        answers = ask_maenifold(sources.program, unique_names, bounds, failed=failed)
    sections = []
    for name in unique_names:
        mentions = [
            mention._replace(path=f"{sources.path_prefix}{mention.path}")
            for mention in pages.mentions.get(make_link_key(name), ())
        ]
        sections.append(
            render_context_section(
                name,
                named_contracts=find_named_contracts(name, sources.contracts, depth=bounds.depth),
                mentions=mentions,
                answer=answers.get(name, ""),
                bounds=bounds,
            )
        )
    sections = [*filter(None, sections)]
    surplus = (render_more(hidden_names, "name"), render_more(pages.unread, "page"))
    remarks = [f"{number}, not looked up" for number in surplus if number]
    return [*sections, *remarks] if sections else []


# The project's Markdown pages that mention a name, each with the paragraph around it.
#
# A page mentions ``no-print`` where it holds ``[[no-print]]``, in any spelling; a page with the
# name ``no-print.md`` is about it as a whole. Links are compared, never opened:
# ``[[../secret]]`` is the name of no file. Symbolic links are skipped; of at most
# ``MOST_PAGES`` files the first ``LARGEST_PAGE`` bytes are read.

MOST_PAGES = 2_000
LARGEST_PAGE = 256 * 1024
_ENDINGS = (".md", ".markdown", ".mdx")
_EXCERPT_CHARACTERS = 500
_SPECIAL = re.compile(r"[*?\[\\]")


class Pages(Record):
    """The mentions of each name, by its key, and how many pages were not read."""

    mentions: Mapping[str, tuple[Mention, ...]]
    unread: int = 0


def find_mentions(root: str, names: Sequence[str]) -> Pages:
    """Return Markdown pages under *root* that mention *names*; one mention a page and name."""
    keys = frozenset(map(make_link_key, names))
    paths = _list_page_paths(root)
    mentions: dict[str, list[Mention]] = {}
    for path in paths[:MOST_PAGES]:
        full = os.path.join(root, path)
        try:
            text = "" if os.path.islink(full) else decode_file(read_bytes(full, limit=LARGEST_PAGE))
        except (OSError, ValueError):
            continue
        if not text or is_binary(text):
            continue
        stem = make_link_key(os.path.basename(path).rpartition(".")[0])
        if stem in keys:
            excerpt = cut_text(make_plain(text).strip(), longest=_EXCERPT_CHARACTERS)
            mentions.setdefault(stem, []).append(Mention(path, 1, excerpt))
        mentioned = {stem}
        lines = text.split("\n") if OPENING in text else []
        for index in [index for index, line in enumerate(lines) if OPENING in line]:
            for link in extract_links(lines[index]):
                key = make_link_key(link)
                if key in keys and key not in mentioned:
                    mentioned.add(key)
                    mention = Mention(path, index + 1, _cut_paragraph(lines, index, link))
                    mentions.setdefault(key, []).append(mention)
    by_key = {key: tuple(key_mentions) for key, key_mentions in mentions.items()}
    return Pages(by_key, unread=len(paths[MOST_PAGES:]))


def _list_page_paths(root: str) -> list[str]:
    """Return the Markdown files under *root*, the shallow ones first."""
    paths: Iterable[str]
    try:
        if find_working_tree(root):
            tree = require_tree(root)
            folder = _SPECIAL.sub(r"\\\g<0>", tree.prefix)
            patterns = [f":(icase){folder}*{ending}" for ending in _ENDINGS]
            paths = tree.paths_inside(names_of(run_git(root, *LISTING, "--", *patterns)))
        else:
            paths = walk_files(root)
    except GitError:  # an index that git cannot read
        paths = walk_files(root)
    pages = {path for path in paths if path.lower().endswith(_ENDINGS)}
    by_name = sorted(pages)
    return sorted(by_name, key=methodcaller("count", "/"))


def _cut_paragraph(lines: Sequence[str], index: int, link: str) -> str:
    """Return the paragraph around a link; of a very long line what is around the link there."""
    line = lines[index]
    if len(line) > _EXCERPT_CHARACTERS:
        start = max(0, line.index(link) - _EXCERPT_CHARACTERS // 2)
        return f"…{make_plain(line[start : start + _EXCERPT_CHARACTERS])}…"
    start = end = index
    room = _EXCERPT_CHARACTERS - len(line)
    while start > 0 and lines[start - 1].strip() and (room := room - len(lines[start - 1])) > 0:
        start -= 1
    while end + 1 < len(lines) and lines[end + 1].strip():
        if (room := room - len(lines[end + 1])) <= 0:
            break
        end += 1
    return cut_text(
        make_plain("\n".join(lines[start : end + 1])).strip(), longest=_EXCERPT_CHARACTERS
    )
