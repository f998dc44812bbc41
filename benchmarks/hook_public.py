"""Projects with twenty patterns of others, and a clean Write of 10 kB and of 300 kB in each.

The text is Python of the standard library. A pattern that matches in it is not drawn, nor one that
makes no valid contract.
"""

from __future__ import annotations

import json
import random
import sysconfig
from pathlib import Path
from typing import TYPE_CHECKING

import regex
from hook_project import FILE, Case, written
from public_patterns import read_patterns

from phaser_lint.contract.check_mapping import check_mapping

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

SIZES = {"10 kB": 10_000, "300 kB": 300_000}
OTHERS, OWN = 15, 5


def public_cases(folder: Path, wheels: Path, seeds: Sequence[int]) -> Iterator[tuple[Path, Case]]:
    """Yield a project and its case for each seed and size."""
    patterns = read_patterns(wheels)
    for seed in seeds:
        text = _text(max(SIZES.values()), seed)
        chosen = [
            *_drawn(patterns.scanners, OTHERS, text, seed),
            *_drawn(patterns.own, OWN, text, seed),
        ]
        root = folder / f"public-{seed}"
        _write_project(root, chosen)
        for name, size in SIZES.items():
            event = written(root, FILE, text[:size])
            yield root, Case(f"clean Write of {name}, 20 public, seed {seed}", event, denies=False)


def _text(size: int, seed: int) -> str:
    modules = sorted(Path(sysconfig.get_path("stdlib")).glob("*.py"))
    text = ""
    for path in random.Random(seed).sample(modules, len(modules)):
        text += path.read_text(encoding="utf-8", errors="ignore") if len(text) < size else ""
    return text[:size]


def _drawn(patterns: Sequence[str], wanted: int, text: str, seed: int) -> list[str]:
    drawn: list[str] = []
    for number, pattern in enumerate(random.Random(seed).sample(patterns, len(patterns))):
        if len(drawn) < wanted and _is_contract(pattern, number) and not _matches(pattern, text):
            drawn.append(pattern)
    return drawn


def _contract(pattern: str, number: int) -> dict[str, str]:
    keys = {"type": "forbid_pattern", "file_glob": "*.py", "message": "No.", "severity": "error"}
    return {"rule_id": f"rule-{number}", "pattern": pattern, **keys}


def _is_contract(pattern: str, number: int) -> bool:
    checked = check_mapping(_contract(pattern, number), source="project", path="a.yaml")
    return checked.contract is not None


def _matches(pattern: str, text: str) -> bool:
    try:
        # In less of it, "$" or "\Z" may match where it ends.
        texts = (text, text[: min(SIZES.values())])
        return any(regex.search(pattern, each, regex.MULTILINE, timeout=0.05) for each in texts)
    except TimeoutError:
        return True


def _write_project(root: Path, patterns: Sequence[str]) -> None:
    contracts = root / ".claude" / "contracts"
    contracts.mkdir(parents=True)
    (root / ".git").mkdir()
    (root / FILE).parent.mkdir(parents=True)
    for number, pattern in enumerate(patterns):
        lines = [f"{key}: {json.dumps(value)}" for key, value in _contract(pattern, number).items()]
        (contracts / f"rule-{number}.yaml").write_text("\n".join(lines) + "\n", encoding="utf-8")
