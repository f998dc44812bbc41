r"""The variables of a message: what they stand for in the violation that it is about.

``filled_messages`` fills them in.

{dir}, {name}, {stem}, {ext}   parts of the path, as in other keys (see ``path_fields``)
{1}, {group}                   a group of ``path_pattern``, or of a ``pattern`` whose matches count
{match}, {item}                the text that is reported: a match or an import, or an item of a list
{list}                         the list that lacks an item, of all lists that have to hold it
{2:camel}                      any of them in a form of names (see ``name_forms``)

Plain text are ``\{name}``, which shows the braces, and whatever is no variable: ``{}``,
``{other}``, ``{{name}}``, ``${name}``, and the number of a repeat, ``[a-z]{3}``.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from phaser_lint.contract.model import Contract
from phaser_lint.contract.rules import RULES, asks_for_all_files, is_item_itself
from phaser_lint.contract.rules.path_fields import (
    FIELDS,
    explain_unknown_form,
    list_group_names,
    list_known_fields,
)
from phaser_lint.core.text import is_misspelt, render_did_you_mean
from phaser_lint.text.search.patterns import compile_pattern
from phaser_lint.text.search.searcher import Pattern

PLAIN = "plain_message"
"""The key of a contract, which no file has, whose message has no variables."""
_TEXTS = ("match", "item")
LIST = "list"
# Of `items_listed`, where no key brings it.
_KEY_BY_FIELD = {LIST: "`lists: all`", "item": "`pattern`"}
_HEADER = "each_block"
# Few messages have one: what is compiled when it is first asked costs the others nothing.
TOKEN = r"(\\[A-Za-z]|[\\{$\])])?\{([A-Za-z_]\w*|[0-9]{1,2})(:\w+)?\}(?!\})"
_MOST_VARIABLES = 100
_SHORT = 2


def escape_message_fields(message: str) -> str:
    """Return the *message* of another tool with its fields escaped, so that none is filled."""
    return re.sub(TOKEN, _escape_token, message)


def _escape_token(token: re.Match[str]) -> str:
    is_read = token[2].isdigit() or token[2] in (*FIELDS, *_TEXTS)
    return (
        rf"{token[1] or ''}\{{{token[2]}{token[3] or ''}}}"
        if is_read and is_variable(token)
        else token[0]
    )


def find_message_problem(contract: Contract) -> str:
    """Return what was expected of the fields of a message, which has a brace, in place of a
    variable.

    Or nothing.
    """
    known_names = _list_variables(contract)
    used = find_used_variables(contract)
    if used and sum(1 for _ in re.finditer(TOKEN, contract.message)) > _MOST_VARIABLES:
        return f"at most {_MOST_VARIABLES} variables: each is filled in for each violation"
    ambiguous_names = used & {*list_path_groups(contract)} & {*list_pattern_groups(contract)}
    unknown_names = sorted(used - {*known_names})
    form_problems = [
        explain_unknown_form(f"{token[2]}{token[3]}")
        for token in re.finditer(TOKEN, contract.message)
        if token[3] and is_variable(token) and token[2] in used
    ]
    problem = next(filter(None, form_problems), "")
    problem = problem and f"{problem}; write `\\{{` for a brace"
    if ambiguous_names:
        field = min(ambiguous_names)
        problem = f"a group with a name, for path_pattern and pattern both have {{{field}}}"
    elif unknown_names:
        shown_names = ", ".join(f"{{{variable}}}" for variable in known_names)
        expected = (
            f"any of {shown_names}, not"
            if known_names
            else "no variable, for no file is there to name:"
        )
        field = unknown_names[0]
        suggestion = _name_missing_key(contract, field) or render_did_you_mean(field, known_names)
        problem = f"{expected} {{{field}}}{suggestion}; write `\\{{{field}}}` for plain text"
    return problem


def find_message_doubt(contract: Contract) -> str:
    """Return which text in braces of a message is one slip away from a variable, or nothing:
    ``{mach}``.
    """
    known_names = [name for name in _list_variables(contract) if len(name) > _SHORT]
    for token in re.finditer(TOKEN, contract.message):
        meant = next((name for name in known_names if is_misspelt(token[2], name)), "")
        if meant and is_variable(token) and token[2] not in list_reserved_names(contract):
            shown_text = f"{{{token[2]}{token[3] or ''}}}"
            return f"`{shown_text}` in message is plain text; did you mean {{{meant}}}?"
    return ""


def _list_variables(contract: Contract) -> Sequence[str]:
    """Return the fields that have a value in each violation of *contract*."""
    of_path = () if asks_for_all_files(contract) else list_known_fields(contract)
    text = filter(None, (name_reported_text(contract),))
    of_lists = (LIST,) if contract.value_of("lists") == "all" else ()
    return tuple(dict.fromkeys((*of_path, *text, *of_lists, *list_pattern_groups(contract))))


def _name_missing_key(contract: Contract, field: str) -> str:
    """Return which key of a contract its message's *field* needs; nothing of what no key brings."""
    if "lists" not in RULES[contract.type].needs or field not in _KEY_BY_FIELD:
        return ""
    return f"; {{{field}}} needs {_KEY_BY_FIELD[field]}"


def without_variables(message: str) -> str:
    """Return the *message* of a contract with an ellipsis for each of its variables, but for groups
    with names: those may be plain text.

    "Change requirements/{stem}.in" was the text of a rule, where no file is known.
    """

    def replaced(token: re.Match[str]) -> str:
        name = token[2]
        is_read = name.isdigit() or name in (*FIELDS, *_TEXTS, LIST)
        if not is_read or not is_variable(token):
            return token[0].removeprefix("\\") if is_read else token[0]
        return f"{token[1] or ''}…"

    return re.sub(TOKEN, replaced, message)


def with_plain_message(contract: Contract) -> Contract:
    """Return *contract* with a message that has no fields to fill in, whatever it holds."""
    if not re.search(TOKEN, contract.message):
        return contract
    return contract._replace(own=(*contract.own, (PLAIN, True)))


def name_reported_text(contract: Contract) -> str:
    """Return the field of a message for the text that is reported; nothing without one."""
    names = {"match": "match", "import": "match", "lost match": "match", "item": "item"}
    evidence = "match" if contract.is_about_blocks else RULES[contract.type].evidence
    return "" if is_item_itself(contract) else names.get(evidence, "")


def list_path_groups(contract: Contract) -> Sequence[str]:
    """Return which fields a message may have that are groups of ``path_pattern``."""
    return list_group_names(contract.path_pattern)


def list_pattern_groups(contract: Contract) -> Sequence[str]:
    """Return which fields a message may have that are groups of the reported patterns."""
    names: dict[str, None] = {}
    for pattern in list_reported_patterns(contract):
        compiled = compile_pattern(pattern.written, literal=False)
        names |= dict.fromkeys((*map(str, range(1, compiled.groups + 1)), *compiled.groupindex))
    return tuple(names)


def list_reported_patterns(contract: Contract) -> Sequence[Pattern]:
    """Return the patterns whose groups may be fields of a message: they find its places."""
    if contract.is_about_blocks:
        return contract.block_patterns_of(_HEADER)
    is_match = RULES[contract.type].evidence in ("match", "lost match")
    return (contract.searched,) if is_match and not contract.literal else ()


def find_used_variables(contract: Contract) -> set[str]:
    """Return the fields in the message of *contract*, and what would be one elsewhere."""
    if contract.value_of(PLAIN) or "{" not in contract.message:
        return set()
    reserved = list_reserved_names(contract)
    tokens = re.finditer(TOKEN, contract.message)
    return {
        token[2] for token in tokens if is_variable(token) and is_reserved_name(token[2], reserved)
    }


def list_reserved_names(contract: Contract) -> frozenset[str]:
    """Return the fields that the message of *contract* has, or another message would have."""
    groups = (*list_path_groups(contract), *list_pattern_groups(contract))
    of_lists = () if contract.value_of("lists") is None else (LIST,)
    return frozenset((*FIELDS, *_TEXTS, *of_lists, *groups))


def is_reserved_name(name: str, reserved: frozenset[str]) -> bool:
    """Tell whether a message's field *name* is one of the *reserved*, or a group's number."""
    return name.isdigit() or name in reserved


def is_variable(token: re.Match[str]) -> bool:
    """Tell whether the *token* of a message is a field, in whose place a value stands."""
    before, name = token[1] or "", token[2]
    is_repeat = name.isdigit() and before != ""
    return before not in ("\\", "{", "$") and not is_repeat
