"""Which items of a list are rules because those beside them are.

- Define alert rules
- Schedule regular reviews      no verb that anybody has to know
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import groupby

from phaser_lint.author.importers.pages.text.markdown import Statement
from phaser_lint.author.importers.pages.text.states_rule import (
    CODE_SPAN,
    LABEL_OF_CODE,
    begins_with_demand,
)

# Conduct periodic reviews, beside Define goals: no verb that anybody has to know, with its object
_VERB_OF_SIBLING = re.compile(
    r"(?!(?:Admin|And|App|Both|But|Core|Fast|Feature|For|From|Full|How|Key|Main|Most|Network|New|Only"
    r"|Other|See|Slow|Some|Such|That|The|Then|There|They|This|Unit|User|Web|When|Where|Which|While"
    r"|With|You|Your)\b)[A-Z][a-z]{2,}(?<!s)(?<!ed)(?<!ing)(?<!ly)(?<!ion)(?<!ness)(?<!ity)(?<![ae]nce)"
    r"(?<!ble)(?<!ful)(?<!ous)(?<!ic)(?<!ive)(?<!al)(?<!ar)(?<!er)(?<!est)"
    r" (?!(?:and|are|as|at|by|can|for|from|has|have|in|is|must|of|on|or|should|than|to|via|was"
    r"|were|will|with)\b)[a-z-]{3,}(?<!s) (?!(?:are|can|for|has|is|of|or|to|using|via|with)\b)"
    r"[a-z§]"
)


def begins_as_siblings(statement: Statement) -> bool:
    """Tell whether *statement* begins as with a verb and its object, where its siblings demand."""
    words = CODE_SPAN.sub("§", statement.text).replace("*", "")
    return bool(_VERB_OF_SIBLING.match(words)) and not begins_with_demand(words)


def with_siblings(statements: Sequence[Statement], are_rules: Sequence[bool]) -> list[bool]:
    """Return which *statements* are rules: those of *are_rules*, and the few other items of a list
    below a lead that demands the most of it, or below a heading.

    And of a list of which half are rules those that begin as these do.
    """
    flags = [*are_rules]
    numbers = range(len(statements))
    lists = groupby(
        numbers, key=[(line.kind, line.headings, line.leads) for line in statements].__getitem__
    )
    for (kind, headings, leads), group in lists:
        siblings = list(group)
        number_of_rules = sum(are_rules[number] for number in siblings)
        are_most = number_of_rules >= (2 if leads else 3) and (
            len(siblings) * (2 if leads else 3) <= number_of_rules * (3 if leads else 4)
        )
        are_half = number_of_rules > 2 and len(siblings) <= number_of_rules * 2
        # Of a table, too, whose other rows are rules; of a few rows nobody knows.
        is_list = (kind == "item" and (leads or headings)) or (
            kind == "table" and number_of_rules >= 3 and len(siblings) * 3 <= number_of_rules * 4
        )
        for number in siblings if is_list else ():
            text = statements[number].text.rstrip("*_ ")
            is_label = text.endswith((":", "：")) or LABEL_OF_CODE.fullmatch(text)
            is_alike = are_most or (are_half and begins_as_siblings(statements[number]))
            flags[number] |= is_alike and not is_label
    return flags
