"""What editors show of types: what a type's module says in its docstring, its manual."""

from __future__ import annotations

_CHECKS = "What it checks: "


def title_of(kind: str) -> str:
    """Return the description of a type in a few words: ``text that must not stand in a file``."""
    return manual_of(kind).partition("\n")[0].partition(": ")[2].rstrip(".")


def description_of(kind: str) -> str:
    """Return what contracts of the type *kind* check, in a paragraph."""
    paragraphs = manual_of(kind).split("\n\n")
    check_paragraph = next(
        (paragraph for paragraph in paragraphs if paragraph.startswith(_CHECKS)), ""
    )
    return " ".join(check_paragraph.removeprefix(_CHECKS).split()).replace("``", "`")


def manual_of(kind: str) -> str:
    """Return the manual of the type *kind*, or nothing."""
    # A type's module has its name; without docstrings (python -OO) there is nothing to show.
    module = __import__(f"phaser_lint.contract.rules.{kind}", fromlist=("RULE",))
    return module.__doc__ or ""
