r"""Forms of a name: what stands behind the colon of a field, as in ``{stem:kebab}``.

    camel, pascal    httpServer2, HttpServer2
    snake, kebab     http_server2, http-server2
    lower, upper     the case of its letters alone: httpserver2, HTTPSERVER2

The words of ``HTTPServer2`` are ``HTTP`` and ``Server2``: one ends at ``_``, ``-``, ``.`` and a
blank, before a capital that follows a small letter or a digit, and before the last of several
capitals where a small letter follows. ``_`` at the start stays, and each part of a path is a name.
"""

from __future__ import annotations

from collections.abc import Mapping

FORMS = ("camel", "pascal", "snake", "kebab", "lower", "upper")
_ENDS = "_-."


def find_field_name(field: str) -> str:
    """Return what stands before the form of a name in a *field*, the field's own name: ``stem`` of
    ``stem:kebab``.
    """
    return field.partition(":")[0]


def find_field_form(field: str) -> str:
    """Return the form of the name that a *field* asks for: ``kebab`` of ``stem:kebab``; empty where
    it has none.
    """
    return field.partition(":")[2]


def has_unknown_form(field: str) -> bool:
    """Tell whether the form of a name that a *field* asks for, behind its colon, is one that nobody
    knows.
    """
    return ":" in field and find_field_form(field) not in FORMS


def fill_field(field: str, field_values: Mapping[str, str]) -> str:
    """Return the name that *field* stands for, in the form that it asks for, by the values of all
    fields; empty where it has none.
    """
    return convert_name(field_values.get(find_field_name(field), ""), find_field_form(field))


def convert_name(text: str, form: str) -> str:
    """Return *text*, a name or a path, in a *form* of names (``kebab``, ``pascal`` …); as it is
    without one.
    """
    if form == "lower":
        return text.lower()
    if form == "upper":
        return text.upper()
    if not form:
        return text
    names: list[str] = []
    for name in text.split("/"):
        words = [word.lower() for word in split_name_words(name)]
        if form in ("camel", "pascal"):
            first = 1 if form == "camel" else 0
            words = [*words[:first], *(word[:1].upper() + word[1:] for word in words[first:])]
        start = name[: len(name) - len(name.lstrip("_"))]
        names.append(start + {"snake": "_", "kebab": "-"}.get(form, "").join(words))
    return "/".join(names)


def split_name_words(name: str) -> list[str]:
    """Return the words of a *name*, whatever its form: of ``HTTPServer`` and
    ``http_server`` two.
    """
    words, start = list[str](), 0
    for offset, character in enumerate(name):
        if character in _ENDS or character.isspace():
            words.append(name[start:offset])
            start = offset + 1
        elif (
            offset > start
            and character.isupper()
            and (not name[offset - 1].isupper() or name[offset + 1 : offset + 2].islower())
        ):
            words.append(name[start:offset])
            start = offset
    return [word for word in (*words, name[start:]) if word]
