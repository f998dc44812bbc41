"""The contract that somebody is shown who has none: to be pasted as it is."""

from __future__ import annotations

FILE = ".claude/contracts/no-env-file.yaml"
TEXT = """\
rule_id: no-env-file
type: file_not_exists
file_glob: '.env'
message: 'Secrets stay out of the repository; name them in .env.example.'
severity: error
"""


def lines() -> list[str]:
    """Return what is said of it."""
    return ["", f"A first one, as {FILE}:", "", *TEXT.splitlines()]
