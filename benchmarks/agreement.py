"""Which patterns the tools agree on: only such can be compared by the time that they take.

A pattern is used where every tool takes it, where it matches at most ``MOST`` times in each tree,
and where all find the same. Rust's engines search line by line and by other tables of characters,
so that some patterns mean something else to them. Where they differ, ``regex`` alone is asked: if
it does not say what phaser-lint says, the benchmark ends, because a match is hidden or invented.
"""

from __future__ import annotations

import json
import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import TYPE_CHECKING

import regex
from tools import ALINT, RIPGREP, Tool, Tools, run, write_alint, write_contracts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

MOST = 3000
_BATCH = 40
Counts = Counter[str]
"""How often a pattern matches in each file, by its path."""


class Agreement:
    """Answers for the trees at *roots*; what it found out is kept in a file in *folder*."""

    def __init__(self, tools: Tools, roots: Sequence[Path], folder: Path) -> None:
        self._tools = tools
        self._roots = roots
        names = "-".join((RIPGREP, ALINT, *(root.name for root in roots)))
        self._file = folder / f"agreed-{names}.json"
        self._known: dict[str, str] = {}
        if self._file.exists():
            self._known = json.loads(self._file.read_text(encoding="utf-8"))

    def agreed(self, patterns: Sequence[str], wanted: int) -> list[str]:
        """Return the first of *patterns* that can be compared, *wanted* of them or all."""
        found: list[str] = []
        for batch in _batches(patterns, max(5, min(wanted + wanted // 2, _BATCH))):
            self._settle([pattern for pattern in batch if pattern not in self._known])
            found += [pattern for pattern in batch if not self._known[pattern]]
            if len(found) >= wanted:
                break
        return found[:wanted]

    def reasons(self) -> Counter[str]:
        """Return how many patterns were left out, by the reason."""
        return Counter(reason.partition(":")[0] for reason in self._known.values() if reason)

    def _settle(self, patterns: Sequence[str]) -> None:
        reasons = dict.fromkeys(patterns, "")
        for pattern in patterns:
            reasons[pattern] = self._refused(pattern)
        for root in self._roots:
            left = [pattern for pattern in patterns if not reasons[pattern]]
            if left:
                reasons.update(self._compared(left, root))
        self._known.update(reasons)
        if patterns:
            self._file.write_text(json.dumps(self._known, indent=0), encoding="utf-8")

    def _refused(self, pattern: str) -> str:
        """Return which tool does not take the pattern, or an empty text."""
        with tempfile.TemporaryDirectory() as name:
            empty = Path(name).resolve()
            rules = write_alint(empty / "rules", {"x": pattern})
            contracts = write_contracts(empty / "contracts", {"x": pattern})
            (empty / "a.py").write_text("\n")
            if run(Tool("alint", self._tools.alint(empty, rules))).code > 1:
                return "alint does not take it"
            if run(Tool("ripgrep", self._tools.ripgrep(empty, [pattern]))).code > 1:
                return "ripgrep does not take it"
            scan = run(Tool("scan", self._tools.scan(empty, contracts, empty / "cache")))
            return "phaser-lint does not take it" if scan.code > 1 else ""

    def _compared(self, patterns: Sequence[str], root: Path) -> dict[str, str]:
        of_ripgrep = {pattern: self._ripgrep_counts(pattern, root) for pattern in patterns}
        few = [pattern for pattern in patterns if of_ripgrep[pattern].total() <= MOST]
        reasons = dict.fromkeys(patterns, "too many matches")
        if not few:
            return reasons
        rules = {f"rule-{number}": pattern for number, pattern in enumerate(few)}
        ours, undecided = self._our_counts(rules, root)
        of_alint = self._alint_files(rules, root)
        for rule, pattern in rules.items():
            counts, others = ours[rule], of_ripgrep[pattern]
            differing = {path for path in {*counts, *others} if counts[path] != others[path]}
            differing |= of_alint[rule] ^ set(counts)
            if rule in undecided:
                reasons[pattern] = "phaser-lint does not decide it in time"
            elif counts.total() > MOST:
                reasons[pattern] = "too many matches"
            elif differing:
                _check_with_regex(pattern, counts, root, sorted(differing))
                reasons[pattern] = "means something else to others"
            else:
                reasons[pattern] = ""
        return reasons

    def _ripgrep_counts(self, pattern: str, root: Path) -> Counts:
        command = (*self._tools.ripgrep(root, [pattern]), "--count-matches", "--with-filename")
        lines = run(Tool("ripgrep", command)).output.decode("utf-8", "replace").splitlines()
        parts = (line.rpartition(":") for line in lines)
        return Counter({str(Path(path).relative_to(root)): int(count) for path, _, count in parts})

    def _our_counts(self, rules: dict[str, str], root: Path) -> tuple[dict[str, Counts], set[str]]:
        with tempfile.TemporaryDirectory() as name:
            contracts = write_contracts(Path(name) / "contracts", rules)
            scan = self._tools.scan(root, contracts, Path(name) / "cache")
            report = json.loads(run(Tool("scan", scan)).output)
        counts: dict[str, Counts] = {rule: Counter() for rule in rules}
        for each in report["violations"]:
            counts[each["rule_id"]][each["path"]] += 1
        return counts, {each["rule_id"] for each in report["undecided"]}

    def _alint_files(self, rules: dict[str, str], root: Path) -> dict[str, set[str]]:
        with tempfile.TemporaryDirectory() as name:
            alint = self._tools.alint(root, write_alint(Path(name), rules))
            results = json.loads(run(Tool("alint", alint)).output)["results"]
        found: dict[str, set[str]] = {rule: set() for rule in rules}
        for result in results:
            found[result["id"]].update(each["path"] for each in result["violations"])
        return found


def _check_with_regex(pattern: str, counts: Counts, root: Path, paths: Sequence[str]) -> None:
    """End the benchmark where ``regex`` alone does not find in the files what phaser-lint did."""
    compiled = regex.compile(pattern, regex.MULTILINE)
    for path in paths:
        data = (root / path).read_bytes()
        text = data.decode("utf-8", "surrogateescape").removeprefix("\ufeff")
        raw = "\r" in pattern or r"\r" in pattern or r"\x0d" in pattern
        found = sum(1 for _ in compiled.finditer(text if raw else text.replace("\r\n", "\n")))
        if found != counts[path] and "\0" not in text:
            sys.exit(f"{path}: regex finds {found}, phaser-lint {counts[path]}: {pattern}")


def _batches(patterns: Sequence[str], size: int) -> Iterator[Sequence[str]]:
    for start in range(0, len(patterns), size):
        yield patterns[start : start + size]
