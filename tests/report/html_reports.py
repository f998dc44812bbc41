"""Reports for the HTML page: hostile markup in every text, and 5,000 violations."""

from __future__ import annotations

from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip

ATTACKS = (
    "</script><script>window.owned=1</script>",
    "--><!--<script>window.owned=1</script>",
    "<img src=x onerror=window.owned=1>",
    "\"'` onmouseover=window.owned=1 x=",
    "]]></style><svg onload=window.owned=1>",
    "javascript:window.owned=1",
    "//\u2028window.owned=1//\u2029\x00\x1b[2J\u202e",
    "$policy ${script} $$ &lt;script&gt; \\u003cscript\\u003e",
    "\udcff\ud800 __proto__ constructor #severity=warning&path=x",
)


def everywhere(text: str) -> Report:
    """A report of which every text, even an id, is or holds *text*."""
    length = len(text)
    at_line = Violation(
        text, "error", text, f"{text}/{text}.py", "line", 3, 2, 3, 2 + length, f" {text} {text}"
    )
    return Report(
        checked=(f"{text}/{text}.py",),
        violations=(
            Violation(text, "warning", f"{text}\n{text}", text, "glob"),
            Violation(text, "error", text, text, "file"),
            at_line,
            at_line._replace(end_line=5, end_column=1),
        ),
        suppressed=(at_line,),
        skipped=(Skip(text, text),),
        undecided=(Undecided(text, text, text),),
        problems=(ContractProblem(text, text, text), ContractProblem(text, text, text, False)),
        notices=(Notice(text, 4, text),),
        contracts=(
            ContractSummary(text, text, "error", text, text, (text, text), text, text),
            ContractSummary(f"{text}-2", "", "warning", text),
        ),
    )


CONTRACTS = (
    ContractSummary(
        "no-print",
        "forbid_pattern",
        "error",
        "Use the logger.",
        "Standard output belongs to the result.",
        ("logging", "python"),
        "https://example.org/no-print?a=1&b=2",
        ".claude/contracts/no-print.yaml",
    ),
    ContractSummary("no-todo", "forbid_pattern", "warning", "Write a ticket.", url="ftp://x/y"),
    ContractSummary("license", "require_pattern", "error", "Start with\nan SPDX line."),
)
FOLDERS = ("src/api", "src/api/handlers", "src/core", "tests/unit", "tools")
PRINT = ("no-print", "error", "Use the logger.", '    print(f"{count} rows")', 5, 11)
TODO = ("no-todo", "warning", "Write a ticket.", "\t# TODO: remove it", 4, 8)


def many(number: int) -> Report:
    """*number* violations in 100 files: three of four are errors of no-print, all in order."""
    violations = []
    for index in range(number):
        path = f"{FOLDERS[index * 100 // number % 5]}/module_{index * 100 // number}.py"
        rule_id, severity, message, line_text, column, end = TODO if index % 4 == 3 else PRINT
        line = index % (number // 100) + 1
        violations.append(
            Violation(rule_id, severity, message, path, "line", line, column, line, end, line_text)  # type: ignore[arg-type]
        )
    paths = tuple(dict.fromkeys(violation.path for violation in violations))
    ignored = tuple(violation._replace(path="src/ignored.py") for violation in violations[:3])
    return Report(
        checked=(*paths, "src/ignored.py"),
        violations=tuple(violations),
        suppressed=ignored,
        contracts=CONTRACTS,
    )
