"""Patterns: how one is compiled. ``pattern_problems`` tells what is none, ``searcher`` searches.

Only ``regex`` decides what a match is. MULTILINE is always on, so ``^`` and ``$`` work per line
and a pattern may span lines; inline flags do the rest. Literal contracts are searched as escaped
patterns, so that there is one kind of search.
"""

from __future__ import annotations

import regex

from phaser_lint.text.search import Node, find_byte_code
from phaser_lint.text.search.literals.literal_sets import split_requirement_at_blanks
from phaser_lint.text.search.literals.required_literals import (
    derive_end_code,
    derive_requirement,
    make_literal_requirement,
)
from phaser_lint.text.search.pattern_tree import (
    FLAGS,
    compile_written_pattern,
    list_child_nodes,
    parse_written_tree,
)
from phaser_lint.text.search.searcher import Pattern

_CARRIAGE_RETURNS = (
    "\r",
    "\\r",
    "\\x0d",
    "\\u000d",
    "\\u0000000d",
    "\\015",
    "\\n{carriage return}",
)
# Any line end meets it: it stands here as one of them.
_ANY_LINE_END = r"(?<!\\)(?:\\\\)*+\K\\R"
_NAMES_END = regex.compile(r"\\[zZ]|\(\?\w*-\w*m")
_IN_A_LINE = r"(?!(?<=\n)\Z)"
_OF_CHARACTERS = ("Character", "Range")


def compile_pattern(pattern: str, *, literal: bool) -> regex.Pattern[str]:
    r"""Return the compiled *pattern* of a contract; raises ``regex.error`` for what is no
    pattern.

    As of `grep`, there is no line behind the last line end: `^(?!#)` matches in none there. A
    pattern that names the end of the text, as `(?<=\n)\Z` and `(?-m:$)` do, finds it.
    """
    compiled = compile_written_pattern(regex.escape(pattern) if literal else pattern)
    try:
        if literal or _NAMES_END.search(pattern) or compiled.match("\n", 1, timeout=0.1) is None:
            return compiled
    except (TimeoutError, MemoryError, RuntimeError):  # "(?R)|a": so ends each search for it
        return compiled
    # A comment of (?x) would take the bracket.
    end = "\n" if compiled.flags & regex.VERBOSE else ""
    return regex.compile(f"{_IN_A_LINE}(?:{pattern}{end})", FLAGS)


def searches_backward(pattern: str, *, literal: bool) -> bool:
    """Tell whether ``(?r)`` in *pattern*, which is valid, has it searched from the end."""
    if literal or "(?" not in pattern:
        return False
    return bool(compile_pattern(pattern, literal=False).flags & regex.REVERSE)


def names_carriage_return(pattern: str, *, literal: bool) -> bool:
    """Tell whether *pattern* names a carriage return, so that it has to see the raw text."""
    if literal:
        return "\r" in pattern
    # "C:\\\\repo" holds an escaped backslash and an r.
    without_backslashes = pattern.replace("\\\\", "").replace("\\R", "").lower()
    if all(form not in without_backslashes for form in _CARRIAGE_RETURNS):
        return False
    try:
        return _names_return(parse_written_tree(regex.sub(_ANY_LINE_END, r"\\n", pattern)))
    except Exception:  # the parser is private to `regex`; what is no pattern is reported elsewhere
        return True


def _names_return(node: Node) -> bool:
    r"""Tell whether *node* asks for a carriage return.

    `[^\r\n]` does not: it is any character of a line, however that ends. `[^\r]\n` does.
    """
    is_negated_set = hasattr(node, "matches") and not node.positive
    if is_negated_set and not node.matches(ord("\n")):
        return False
    own_fields = vars(node) if type(node).__name__ in _OF_CHARACTERS else {}
    return any(own_fields.get(name) == ord("\r") for name in ("value", "lower", "upper")) or any(
        map(_names_return, list_child_nodes(node))
    )


# A pattern, and all that is derived from it once, so that a search need not derive it again.


def prepare_pattern(
    pattern: str, *, literal: bool = False, in_text: bool = True, without_comments: bool = False
) -> Pattern:
    """Return *pattern* ready to be searched; raises ``regex.error`` for what is no pattern.

    Without *in_text* it is no text of a file that it is searched in; *without_comments*: as of a
    ``Pattern``.
    """
    if not pattern:
        return Pattern("", literal)
    code = find_byte_code(compile_pattern(pattern, literal=literal))
    if not in_text:
        return Pattern(pattern, literal, code=code)
    requirement = make_literal_requirement(pattern) if literal else derive_requirement(pattern)
    return Pattern(
        pattern,
        literal,
        raw_text=names_carriage_return(pattern, literal=literal),
        requirement=split_requirement_at_blanks(requirement) if without_comments else requirement,
        code=code,
        without_comments=without_comments,
        end_code=None if literal else derive_end_code(pattern),
    )
