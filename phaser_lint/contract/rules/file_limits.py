"""``file_limits``: how large files may be.

What it checks: a file that ``file_glob`` selects has one violation, at the file, if it has more
than ``max_lines`` lines or ``max_bytes`` bytes; one of the two has to be given. Checked before the
file is skipped as binary or as too large, a notebook as it is on disk. A line end of text is
one byte, however the disk has it. Where only new violations count, one is new if the file is larger
than before.

Example:

    rule_id: version-alone
    type: file_limits
    max_lines: 1
    file_glob: '/VERSION'
    message: 'VERSION holds the number of the version alone.'
    severity: error
    examples:
      valid: ['1.4.0']
      invalid: ["1.4.0\\nfor Windows 1.3.9"]

Suppressed by ``phaser:ignore-file`` inside the file, where that file is text.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract, Violation
from phaser_lint.contract.rules.rule import Rule
from phaser_lint.contract.rules.violations import make_file_violation
from phaser_lint.core.file_size import FileSize
from phaser_lint.core.text import MAXIMUM_BYTES

_LIMITS = (("max_lines", "lines"), ("max_bytes", "bytes"))


def check_size(contract: Contract, *, path: str, size: FileSize) -> list[Violation]:
    """Return a violation of ``file_limits`` for each limit that the file is over; the report keeps
    one.

    It occurs as often as there are lines, or bytes: more of them than before are new.
    """
    limits = [(unit, size._asdict()[unit], contract.value_of(key)) for key, unit in _LIMITS]
    # Of a file that is not read as a whole the lines of its start are known.
    is_start = size.bytes > MAXIMUM_BYTES
    numbers_and_limits = [
        (unit, number, limit)
        for unit, number, limit in limits
        if limit is not None and not (is_start and unit == "lines" and number <= limit)
    ]
    if all(number <= limit for _, number, limit in numbers_and_limits):
        return []
    details = "; ".join(
        f"{'over ' if is_start and unit == 'lines' else ''}"
        f"{number:,} {unit if number != 1 else unit.removesuffix('s')}, at most {limit:,}"
        for unit, number, limit in numbers_and_limits
    )
    violation = make_file_violation(contract, path=path)
    violation = violation._replace(message=f"{violation.message.rstrip()} ({details})")
    return [
        violation._replace(matched_lines=unit, times=number)
        for unit, number, limit in numbers_and_limits
        if number > limit
    ]


def make_text_over_limit(contract: Contract) -> str | None:
    """Return a text over the limit of ``file_limits``; ``None``: too large for an agent's edit."""
    lines, size = contract.value_of("max_lines"), contract.value_of("max_bytes")
    text = "\n" * (lines + 1) if lines is not None else "x" * (size + 1)
    return text if len(text) <= _LONGEST else None


_LONGEST = 1_000_000

RULE = Rule(
    type="file_limits",
    subject="size",
    evidence="number",
    check_size=check_size,
    sample=make_text_over_limit,
    keys=("max_lines", "max_bytes"),
    any_of=("max_lines", "max_bytes"),
)
