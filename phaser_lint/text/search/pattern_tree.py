"""The tree of a pattern, exactly as the ``regex`` module executes it.

``regex`` parses a pattern into nodes, rewrites them (common prefixes are moved out of branches,
characters are packed into strings, case flags are dropped from what has no case) and emits code.
The last tree says what is executed, the rewriting's own faults included, so that is the one to
derive anything from.

The parser is private to ``regex``. So the tree proves itself: the code that it emits has to be in
the code of the same pattern compiled through the public door. A release of ``regex`` that parses,
rewrites or stores anything in another way fails that test: an error, never a wrong tree.

Raises ``ValueError``, or whatever the pattern or a changed ``regex`` raises: callers that
only want to be fast treat every exception as "cannot tell".
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import regex

from phaser_lint.text.search import Node

FLAGS = regex.MULTILINE | regex.VERSION0
# Numbers: most nodes hold 0, and to ask that for one of the flags of `regex` takes a microsecond.
IGNORECASE, FULLCASE = int(regex.IGNORECASE), int(regex.FULLCASE)
# What makes a match depend on where the search began, or the search on what was tried before.
_SEARCHING_FLAGS = regex.REVERSE | regex.BESTMATCH | regex.ENHANCEMATCH | regex.POSIX
_SEARCHING_NODES = ("SearchAnchor", "Keep", "Prune", "Skip")
_PLAIN = frozenset((int, bool, str, type(None)))


@lru_cache(maxsize=64)  # four things ask for it; `regex` takes 11 microseconds to find one again
def compile_written_pattern(pattern: str) -> regex.Pattern[str]:
    """Return *pattern* compiled as it is written; raises whatever ``regex`` raises."""
    return regex.compile(pattern, FLAGS)


@lru_cache(maxsize=64)  # two things are derived of each, and a third of what many files hold
def parse_executed_tree(pattern: str) -> Node:
    """Return the root node of a pattern's tree (of ``regex._regex_core``), as
    ``regex.compile(pattern, FLAGS)`` executes it.

    Patterns that depend on the locale raise ValueError: what they match is not known
    before they run.
    """
    # Looked up here, not imported above: a release without it must not stop the program.
    core = regex._regex_core
    compiled = compile_written_pattern(pattern)
    source, pattern_info, tree = _parse_pattern(pattern)
    if not source.at_end() or pattern_info.flags & regex.LOCALE:
        raise ValueError(pattern)
    if not pattern_info.flags & (regex.ASCII | regex.UNICODE):
        pattern_info.flags |= regex.UNICODE
    reverse = bool(pattern_info.flags & regex.REVERSE)
    tree.fix_groups(pattern, reverse, False)
    tree = tree.optimise(pattern_info, reverse).pack_characters(pattern_info)
    # Both leave marks on nodes that the code depends on: the required string, the called groups.
    core._get_required_string(tree, pattern_info.flags)
    core._check_group_features(pattern_info, tree)
    code = compiled._pickled_data[2]
    own_code = _encode_code(core._flatten_code(tree.compile(reverse)))
    if own_code not in (code if isinstance(code, bytes) else _encode_code(code)):
        raise ValueError(pattern)
    return tree


@lru_cache(maxsize=4)  # a pattern with braces and anchors is asked for it twice
def parse_written_tree(pattern: str, flags: int = FLAGS) -> Node:
    """Return the root node of the tree of *pattern* as it is written: nothing is compiled for it.

    Raises whatever the pattern, or a changed ``regex``, raises.
    """
    return _parse_pattern(pattern, flags)[2]


def tries_each_place(tree: Node, flags: int) -> bool:
    """Tell by a pattern's *tree*, as it is executed, that no match depends on where a search began,
    or on what it tried before.
    """
    if flags & _SEARCHING_FLAGS:
        return False
    return all(type(node).__name__ not in _SEARCHING_NODES for node in walk_nodes(tree))


def walk_nodes(tree: Node) -> Iterator[Node]:
    """Yield every node of a pattern's *tree*, the root included."""
    waiting, ids = [tree], {id(tree)}
    while waiting:
        node = waiting.pop()
        yield node
        for child in list_child_nodes(node):
            if id(child) not in ids:
                ids.add(id(child))
                waiting.append(child)


def list_child_nodes(node: Node) -> list[Node]:
    """Return the nodes that stand right below *node* in a pattern's tree."""
    base = regex._regex_core.RegexBase
    children = []
    for name, field_value in vars(node).items():
        # Most are numbers. A node's key holds what the others do, and its class.
        if type(field_value) in _PLAIN or name == "_key":
            continue
        if isinstance(field_value, base):
            children.append(field_value)
        # A string's characters and a set's ranges are numbers, and there are many of them.
        elif (
            isinstance(field_value, (list, tuple))
            and field_value
            and type(field_value[0]) is not int
        ):
            children += [child for child in field_value if isinstance(child, base)]
    return children


def is_fickle(node: Node) -> bool:
    r"""Tell whether what the pattern's *node* matches depends on how a search comes to it.

    `(?ai)\p{Lu}` finds only "A", and behind another character "a" as well.
    """
    ignores_case = getattr(node, "case_flags", 0) & IGNORECASE
    return bool(ignores_case) and type(node).__name__ == "Property"


def list_case_variants(code: int) -> set[str]:
    """Return every character that ``regex``, in a pattern's tree, takes for the character *code*
    when case is ignored.
    """
    return {chr(case) for case in regex._regex.get_all_cases(int(regex.UNICODE), code)}


def _parse_pattern(pattern: str, flags: int = FLAGS) -> tuple[Node, Node, Node]:
    core = regex._regex_core
    while True:
        source = core.Source(pattern)
        pattern_info = core.Info(flags, source.char_type, {})
        pattern_info.guess_encoding = regex.UNICODE
        source.ignore_space = bool(pattern_info.flags & regex.VERBOSE)
        try:
            return source, pattern_info, core._parse_pattern(source, pattern_info)
        except core._UnscopedFlagSet:
            # A global flag such as (?r) was met: the pattern means another thing from its start.
            if pattern_info.global_flags == flags:
                raise
            flags = pattern_info.global_flags


def _encode_code(code: Iterable[int]) -> bytes:
    """Return a pattern's code as ``regex`` stores it: seven bits a byte, the lowest first."""
    encoded = bytearray()
    for number in code:
        while number > 0x7F:
            encoded.append(number & 0x7F | 0x80)
            number >>= 7
        encoded.append(number)
    return bytes(encoded)
