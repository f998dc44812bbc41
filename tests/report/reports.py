"""One rich report that every output shows whole, and one whose names and messages are hostile."""

from __future__ import annotations

from phaser_lint.contract.fix import Fix
from phaser_lint.contract.model import Notice, Report, Violation
from phaser_lint.contract.report_parts import ContractProblem, ContractSummary
from phaser_lint.contract.undecided import Undecided
from phaser_lint.core.file_records import Skip


def at_line(path: str, line: int, *, rule_id: str = "no-print", **changed: object) -> Violation:
    """A match of four characters at column 3."""
    violation = Violation(
        rule_id, "error", "Use the logger.", path, "line", line, 3, line, 7, "  print(x)"
    )
    return violation._replace(**changed)  # type: ignore[arg-type]


CLEAN = Report(checked=("a.py", "b.py"))
RICH = Report(
    checked=("src/a.py", "src/b.py", "src/日本.py"),
    violations=(
        Violation("has-readme", "error", "Write one.", "/README.md, /README.rst", "glob"),
        Violation(
            "license",
            "warning",
            "Start with\nan SPDX line.\n",
            "src/a.py",
            "file",
            fix=Fix("src/a.py", 1, 0, "", "# SPDX: MIT\n"),
        ),
        at_line("src/b.py", 3, fix=Fix("src/b.py", 3, 3, "  print(x)\n", "  log(x)\n")),
        at_line("src/b.py", 12, severity="warning", end_line=14, end_column=2),
        at_line("src/日本.py", 1, column=5, end_column=6, line_text="\t日本é x"),
    ),
    suppressed=(at_line("src/b.py", 9, suppressed_by='ignore -- [it](u) is "meant"'),),
    skipped=(Skip("logo.png", "binary"), Skip("b.png", "binary"), Skip("link", "symbolic link")),
    undecided=(Undecided("slow", "src/a.py", "the pattern took longer than 2000 ms"),),
    problems=(
        ContractProblem(".claude/contracts/x.yaml", "type", "expected one of a, b, not c", line=3),
        ContractProblem(
            ".claude/contracts/y.yaml", "examples.valid[0]", "expected nothing", False, 7
        ),
    ),
    notices=(
        Notice("src/b.py", 20, "directive suppresses nothing: no-print"),
        Notice("c.yaml", None, "the glob of lonely matches no file"),
    ),
    existing=2,
    in_baseline=1,
    contracts=(
        ContractSummary("calm", "forbid_pattern", "error", "Never seen.", path="contracts/c.yaml"),
        ContractSummary(
            "has-readme", "file_exists", "error", "Write one.", path=".claude/contracts/a.yaml"
        ),
        ContractSummary(
            "license",
            "require_pattern",
            "warning",
            "Start with\nan SPDX line.\n",
            "Lawyers ask\nfor it.",
            ("legal", "reuse"),
            "https://example.org/license?a=b#c",
            ".claude/contracts/b.yaml",
        ),
        ContractSummary(
            "no-print", "forbid_pattern", "error", "Use the logger.", path="~/.phaser/p.yaml"
        ),
    ),
)

ESCAPE = "\x1b]0;owned\x07"
COMMAND = "::error::owned"
LEGACY = "##[error]owned"
NAMES = (
    f"{ESCAPE}.py",
    "a\n::error::owned\n.py",
    "a,line=1::owned.py",
    "\t::warning::owned",
    "::set-output name=a::b",
    f"{LEGACY}.py",
    "100%25\r.py",
    "\udcff\u202egpj.py",
)
MESSAGE = f"{COMMAND}\n{COMMAND}\r{COMMAND}\n{LEGACY}\n{ESCAPE} 100%0A: a,b"
HOSTILE = Report(
    checked=NAMES,
    violations=(
        *(
            at_line(
                name,
                line,
                message=MESSAGE,
                line_text=f"  {ESCAPE}{COMMAND}",
                fix=Fix(name, line, line, f"{ESCAPE}{COMMAND}\n", f"{COMMAND}\n{ESCAPE}{LEGACY}\n"),
            )
            for line, name in enumerate(NAMES, start=1)
        ),
        Violation("a", "warning", MESSAGE, f"{NAMES[1]}*", "glob"),
        *(at_line(NAMES[1], line, severity="warning", message=MESSAGE) for line in range(1, 13)),
    ),
    suppressed=tuple(at_line(name, 1, message=MESSAGE, line_text=ESCAPE) for name in NAMES),
    skipped=tuple(Skip(name, MESSAGE) for name in NAMES),
    undecided=tuple(Undecided("slow", name, MESSAGE) for name in NAMES),
    problems=tuple(ContractProblem(name, name, MESSAGE) for name in NAMES),
    notices=tuple(Notice(name, 1, MESSAGE) for name in NAMES),
    contracts=tuple(
        ContractSummary(
            rule_id, "forbid_pattern", "error", MESSAGE, MESSAGE, (MESSAGE, *NAMES), MESSAGE, name
        )
        for rule_id, name in zip(("a", "no-print"), NAMES, strict=False)
    ),
)
