"""Contract files: whatever stands in one, it is a contract, or what is wrong with it is said."""

from __future__ import annotations

import tempfile
from pathlib import Path

from hypothesis import strategies as st

from phaser_lint.check.engine.check_files import check_each_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.contract.configuration import discover_configured_files
from phaser_lint.contract.load_contracts import load_contracts
from phaser_lint.core.file_records import TextFile
from tests.examples import levels_at

_KEYS = (
    "rule_id", "type", "pattern", "file_glob", "message", "severity", "enabled", "scope", "literal",
    "exclude_glob", "ignorable", "examples", "tags", "url", "rationale", "x-own", "rule", "source",
    "Pattern", "", "version",
)  # fmt: skip
_VALUES = (
    "no-print", "forbid_pattern", "require_pattern", "file_exists", "file_not_contains", "'x'",
    "'\\bprint\\('", '"\\bprint"', "'*.py'", "'**/*.{js,ts}'", "[a, b]", "[]", "{}", "error",
    "warning", "true", "yes", "012", "2025-12-05", "~", "''", "|\n  x\n", ">-\n  x y\n", "*a",
    "&a b", "!!python/object:os.system x", "{valid: [x], invalid: [y]}", "- x", "\t", ": ",
    "'(?V1)x'", "'a{999999999}'", "'x*'", "'('", "'[['", "tree", "\u0000", "\ud7ff", "'/'", "'[a'",
)  # fmt: skip
_LINES = st.one_of(
    st.tuples(st.sampled_from(_KEYS), st.sampled_from(_VALUES)).map(": ".join),
    st.sampled_from(("---", "...", "# x", "", "  - x", "rules:", "%YAML 1.1", "\t", "? a")),
    st.text(max_size=6),
)
_VALID = (
    "rule_id: a\ntype: forbid_pattern\npattern: x\nfile_glob: '*'\nmessage: m\nseverity: error\n"
)
_WRITTEN = st.lists(_LINES, max_size=9).map(lambda lines: "".join(f"{line}\n" for line in lines))
INPUTS = st.one_of(
    st.tuples(st.sampled_from(("", _VALID, f"{_VALID}---\n")), _WRITTEN).map("".join),
    st.binary(max_size=40).map(lambda data: data.decode("latin-1")),
)


def check(text: str) -> None:
    """Every file gives contracts or problems, never neither; each contract can be checked by."""
    with tempfile.TemporaryDirectory() as root:
        path = Path(root, ".claude", "contracts", "a.yaml")
        path.parent.mkdir(parents=True)
        path.write_text(text, encoding="utf-8", errors="surrogatepass", newline="")
        contract_set = load_contracts(discover_configured_files(levels_at(root), home=""))
        assert contract_set == load_contracts(discover_configured_files(levels_at(root), home=""))
    assert contract_set.contracts or contract_set.problems or contract_set.idle
    for problem in contract_set.problems:
        assert problem.path.startswith(".claude/contracts/a.yaml")
        assert problem.expected.strip()
    checker = make_checker(contract_set, 0.1)
    verdicts, _ = check_each_file(checker, [TextFile("src/a.py", "print(x)\n")])
    assert len(verdicts) == 1
