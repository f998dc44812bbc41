"""Words that are near to a directive: what somebody meant who knows other linters.

``phaser:disable a``, ``phaser-lint: ignore a``, ``phaser-ignore a``, ``phaser: noqa``. Prose is
none: "Phaser disables input", "Phaser: disable the physics debugger".
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_VERBS = ("ignore", "disable", "enable", "suppress", "noqa", "nolint", "nocheck", "skip", "allow")
_RANGES = ("", "-line", "-next-line", "-file", "-all")
_NEAR = frozenset(f"{verb}{which}" for verb in _VERBS for which in _RANGES)
_SEPARATORS = " \t\u00a0:-_."
_WORD = frozenset("abcdefghijklmnopqrstuvwxyz-_")
_ID = frozenset("abcdefghijklmnopqrstuvwxyz0123456789-")


def says_ignore(after: str) -> bool:
    """Tell whether *after*, what follows ``phaser`` in lower case, begins as every directive does.

    Prose such as "# phaser: a beam of light" is no directive that went wrong.
    """
    after = after.lstrip()
    return after.startswith(":") and after[1:].lstrip().startswith("ignor")


def is_near(after: str) -> bool:
    """Tell whether *after*, what follows ``phaser`` in lower case, means to ignore something."""
    word, rest = _split(after)
    return word in _NEAR and _ids_of(rest) is not None


def meant(body: str) -> str:
    """Return which directive is meant by *body*, which starts with ``phaser``: a question."""
    word, rest = _split(body.lower()[len("phaser") :])
    ids = _ids_of(rest)
    if ids is None or not (word in _NEAR or word.startswith("ignor")):
        return ""
    if word.endswith("-all") and not ids:
        return "; did you mean phaser:ignore-all?"
    joined = word.replace("-", "")
    ranges = [each for each in ("-next-line", "-file") if each.replace("-", "") in joined]
    # As they were written, for case counts.
    named = body[len(body) - len(rest) :].strip(_SEPARATORS) if ids else "ID"
    return f"; did you mean phaser:ignore{''.join(ranges)} {named}?"


def _split(after: str) -> tuple[str, str]:
    """Return the first word after the separators, and what follows it."""
    for tool in ("-lint", "_lint", " lint", "lint"):
        after = after.removeprefix(tool)
    stripped = after.lstrip(_SEPARATORS)
    length = next(
        (place for place, each in enumerate(stripped) if each not in _WORD), len(stripped)
    )
    if stripped == after:  # "phasers", "phaserignore"
        return "", stripped
    return stripped[:length].replace("_", "-").rstrip("-"), stripped[length:]


def _ids_of(rest: str) -> Sequence[str] | None:
    """Return the ids in *rest*, none where there is nothing; ``None`` for any other words."""
    text = rest.partition(" -- ")[0].strip(_SEPARATORS)
    for closer in ("*/", "-->", "#}", "*)", "%>"):
        text = text.removesuffix(closer).strip(_SEPARATORS)
    ids = [part.strip() for part in text.split(",")] if text else []
    return ids if all(part and _ID.issuperset(part) for part in ids) else None
