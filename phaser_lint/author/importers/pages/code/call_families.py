"""Families of calls that pages ban by one of their names: `fmt.Print` is also `fmt.Println`."""

from __future__ import annotations

from collections.abc import Sequence

FAMILIES = tuple(
    tuple(f"{owner}{name}" for name in names.split())
    for owner, names in (
        ("fmt.", "Print Printf Println"),
        ("log.", "Print Printf Println"),
        ("log.", "Fatal Fatalf Fatalln"),
        ("log.", "Panic Panicf Panicln"),
        ("System.out.", "print printf println"),
        ("System.err.", "print printf println"),
        ("Console.", "Write WriteLine"),
    )
)
"""Calls of one owner that do one thing: the first, without a bracket, stands for all of them."""
_RELATED_NAMES = (
    *FAMILIES,
    ("print!", "println!", "eprint!", "eprintln!"),
    ("document.write", "document.writeln"),
    ("document.querySelector", "document.querySelectorAll"),
    ("t.Skip", "t.Skipf", "t.SkipNow"),
    ("assert!", "assert_eq!", "assert_ne!"),
)


def with_family(span: str, named: Sequence[str]) -> str:
    """Return the code *span*, with a star where it stands for all calls of its family: `fmt.Print`,
    where none of the others is *named*.
    """
    family = next((names for names in FAMILIES if names[0] == span), ())
    is_of_all = bool(family) and not {*family[1:]} & {_remove_bracket(name) for name in named}
    return f"{span}*" if is_of_all else span


def list_missed_calls(spans: Sequence[str], named: Sequence[str]) -> list[str]:
    """Return the calls that do what *spans* do and are called alike, as a page writes them: those
    that nothing *named* speaks of, and no pattern of these finds.
    """
    names_there = {*map(_remove_bracket, named)}
    are_of_all = {span for span in spans if with_family(span, named) != span}
    families = dict.fromkeys(
        names for span in spans for names in _RELATED_NAMES if _remove_bracket(span) in names
    )
    return [
        f"`{name}`"
        for names in families
        if not are_of_all & {*names}
        for name in names
        if name not in names_there
    ]


def _remove_bracket(span: str) -> str:
    """Return the name that the call *span* has: of `t.Skip("a")`, `t.Skip`."""
    return span.partition("(")[0]
