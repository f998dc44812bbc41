r"""``items_listed``: something in a file that has to stand in a list, too.

What it checks: each item, which is what the first group of ``pattern`` with a text matches, or all
of its match where no group takes part, has to stand in one of the files that ``listed_in`` names,
as a whole word or as ``listed_as`` says: a pattern with ``{item}`` for the item. One that does not
is a violation, at the item. Where no file of ``listed_in`` is there none is listed. Judged in a
scan, by ``--tree``, and in the agent after an edit and at Stop.

Example:

    rule_id: api-is-documented
    type: items_listed
    pattern: '^def ([a-z]\w*)\('
    file_glob: 'src/api/*.py'
    listed_in: 'docs/api.md'
    message: 'Every function of the API has its line in docs/api.md.'
    severity: error
    examples:
      valid: [{files: {src/api/a.py: 'def totals():', docs/api.md: totals}}]
      invalid: [{files: {src/api/a.py: 'def totals():', docs/api.md: subtotals}}]

Suppressed at each item as a match of ``forbid_pattern`` is.
"""

from __future__ import annotations

from phaser_lint.contract.rules.listed_items import LISTED_AS, listing_problem
from phaser_lint.contract.rules.rule import OF_FILE, Key, Rule, text_with_match
from phaser_lint.contract.rules.violations import at_matches

RULE = Rule(
    type="items_listed",
    reads="every item",
    broken_by=("unlisted item",),
    check_file=at_matches,  # each counts where its item is not listed
    sample=text_with_match,
    once=False,
    keys=(
        *OF_FILE,
        Key("listed_in", "globs"),
        Key(LISTED_AS, "text", optional=True, problem=listing_problem),
    ),
)
