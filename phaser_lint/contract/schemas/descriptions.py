"""What editors show of types: what a type's module says in its docstring, its manual."""

from __future__ import annotations

_CHECKS = "What it checks: "


def find_type_title(kind: str) -> str:
    """Return the description of a type in a few words: ``text that must not stand in a file``."""
    return read_type_manual(kind).partition("\n")[0].partition(": ")[2].rstrip(".")


def describe_type(kind: str) -> str:
    """Return the type *kind* described for schemas: what its contracts check, in a paragraph."""
    paragraphs = read_type_manual(kind).split("\n\n")
    check_paragraph = next(
        (paragraph for paragraph in paragraphs if paragraph.startswith(_CHECKS)), ""
    )
    return " ".join(check_paragraph.removeprefix(_CHECKS).split()).replace("``", "`")


def read_type_manual(kind: str) -> str:
    """Return the manual of the type *kind*, of which its descriptions are made, or nothing."""
    # A type's module has its name; without docstrings (python -OO) there is nothing to show.
    module = __import__(f"phaser_lint.contract.rules.{kind}", fromlist=("RULE",))
    return module.__doc__ or ""
