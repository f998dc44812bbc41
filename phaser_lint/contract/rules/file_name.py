r"""``file_name``: how files have to be called.

What it checks: the name of each file that ``file_glob`` selects, without its folders, has to match
``pattern`` as a whole. One that does not has one violation, at the file, whatever it holds: a
picture and a symbolic link have a name, too.

Example:

    rule_id: kebab-case
    type: file_name
    pattern: '[a-z0-9]+(-[a-z0-9]+)*\.\w+'
    file_glob: 'assets/'
    message: 'Names of assets are lower-case, with hyphens.'
    severity: error
    examples:
      valid: [assets/big-logo.svg]
      invalid: [assets/BigLogo.svg]

Suppressed by ``phaser:ignore-file`` inside the file, where that file is text.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import Rule, Spans
from phaser_lint.contract.rules.violations import make_file_violation


def check_name(contract: Contract, *, path: str, text: str, spans: Spans) -> list[Violation]:
    """Return a violation of ``file_name`` at the file if its name, the *text*, does not match."""
    # Known by its name: a file that is called another wrong name is wrong anew.
    return [] if spans else [make_file_violation(contract, path=path)._replace(matched_lines=text)]


RULE = Rule(
    type="file_name",
    subject="name",
    evidence="name",
    check_file=check_name,
)
