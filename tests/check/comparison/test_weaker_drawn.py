"""Drawn changes of contracts and files: what the base's contracts alone report as new counts.

The answer to compare with is put together of scans that know nothing of it: by the contracts of the
change, and by those of the base, with renamed files where they were.
"""

from __future__ import annotations

import json
import shutil
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import pytest

from tests.command.made import contract
from tests.conftest import write_files
from tests.tables import one_in

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git, MakeProject, Run

WEAKER = " (the change makes this contract weaker)"
WORDS = ("eval", "exec", "print", "open")
IDS = ("one", "two", "three", "four")
GLOBS = ("*.py", "/src/", "/lib/", "/src/**/*.py", ["*.py", "!/lib/"])
LEVELS = ("", "src/", "src/deep/")
SUFFIX = ".claude/contracts/{}.yaml"
IGNORABLE: tuple[bool | str, ...] = (True, True, True, "reason", "people", False)


class Drawn(NamedTuple):
    """The contracts by their files, and the lines of the other files."""

    contracts: dict[str, dict[str, Any]]
    files: dict[str, list[str]]

    def texts(self) -> dict[str, str | bytes]:
        contracts = {path: contract(**keys) for path, keys in self.contracts.items()}
        return {**contracts, **{path: "".join(lines) for path, lines in self.files.items()}}


def draw_contract(random: Random, rule_id: str) -> dict[str, Any]:
    words = random.sample(WORDS, random.randint(1, 3))
    keys: dict[str, Any] = {
        "rule_id": rule_id,
        "pattern": "|".join(words),
        "file_glob": random.choice(GLOBS),
        "severity": random.choice(("error", "error", "warning")),
        "ignorable": random.choice(IGNORABLE),
    }
    if random.random() < 0.15:
        keys["type"] = random.choice(("require_pattern", "file_not_contains"))
    if random.random() < 0.1:
        keys.update(
            type="file_not_exists", pattern=None, file_glob=random.choice(("b*.py", "*.md"))
        )
    return keys


def draw_line(random: Random) -> str:
    code = " ".join(random.choice((*WORDS, "x", "y")) for _ in range(random.randint(1, 2)))
    directive = ""
    if random.random() < 0.25:
        ids = ", ".join(random.sample(IDS, random.randint(1, 2)))
        directive = f"  # phaser:ignore {ids}{random.choice(('', ' -- vetted'))}"
    return f"{code}{directive}\n"


def filler_of(path: str) -> list[str]:
    """So much of a file stays that it is known again once it is renamed."""
    return [f"{path.replace('/', '_').replace('.', '_')}_{number}\n" for number in range(12)]


def draw_base(random: Random) -> Drawn:
    contracts = {}
    for rule_id in random.sample(IDS, random.randint(1, 3)):
        level = random.choice(LEVELS) if random.random() < 0.4 else ""
        contracts[f"{level}{SUFFIX.format(rule_id)}"] = draw_contract(random, rule_id)
    files = {}
    for path in random.sample(("src/a.py", "src/b.py", "src/deep/c.py", "lib/d.py", "e.py"), 3):
        files[path] = [*filler_of(path), *(draw_line(random) for _ in range(random.randint(0, 3)))]
    return Drawn(contracts, files)


def change_contracts(random: Random, base: Drawn) -> dict[str, dict[str, Any]]:
    """One or several of them changed; one at least is left."""
    contracts = dict(base.contracts)
    for path in random.sample(sorted(contracts), random.randint(1, len(contracts))):
        keys = contracts.pop(path)
        contracts.update(changed_contract(random, path, keys))
    return contracts or {SUFFIX.format("last"): contract_that_finds_nothing()}


def changed_contract(random: Random, path: str, keys: dict[str, Any]) -> dict[str, dict[str, Any]]:
    """Weaker, stricter, another, renamed, moved, gone, or as it was, beside a new one."""
    rule_id, level = random.choice(IDS), random.choice(LEVELS)
    drawn = draw_contract(random, keys["rule_id"])
    made = draw_contract(random, rule_id)
    glob = keys["file_glob"] if "pattern" in keys else random.choice(GLOBS)
    kinds: dict[str, dict[str, dict[str, Any]]] = {
        "gone": {},
        "another": {path: drawn},
        "pattern": {path: {**keys, "pattern": keys["pattern"] and drawn["pattern"]}},
        "glob": {path: {**keys, "file_glob": glob}},
        "severity": {path: {**keys, "severity": drawn["severity"]}},
        "ignorable": {path: {**keys, "ignorable": drawn["ignorable"]}},
        "renamed": {SUFFIX.format(rule_id): {**keys, "rule_id": rule_id}},
        "file": {path.replace(".yaml", ".yml"): keys},
        "off": {path: {**keys, "enabled": False}},
        "excluded": {path: {**keys, "exclude_glob": random.choice(("/src/", "a.py", "deep/"))}},
        "level": {f"{level}{SUFFIX.format(keys['rule_id'])}": keys},
        "beside": {SUFFIX.format(rule_id): made, path: keys},
    }
    return kinds[random.choice([*kinds, "gone", "pattern"])]


def contract_that_finds_nothing() -> dict[str, Any]:
    return {"rule_id": "last", "pattern": "nothing at all"}


def change_files(random: Random, base: Drawn) -> tuple[dict[str, list[str]], dict[str, str]]:
    """Lines added, changed, moved and gone; with the earlier names of renamed files."""
    files = {path: list(lines) for path, lines in base.files.items()}
    for lines in files.values():
        for _ in range(random.randint(0, 4)):
            kind = random.choice(("added", "added", "added", "gone", "copied", "moved"))
            if kind == "added":
                lines.insert(random.randint(0, len(lines)), draw_line(random))
            elif kind == "gone" and len(lines) > 12:
                lines.pop()
            elif kind == "copied":
                lines.append(random.choice(lines))
            elif len(lines) > 12:
                random.choice([*files.values()]).append(lines.pop())
    names = {}
    if random.random() < 0.5:
        old = random.choice(sorted(files))
        new = random.choice(("src/new.py", "lib/new.py", "src/deep/new.py", "new.py"))
        files[new] = files.pop(old)
        names[new] = old
    if random.random() < 0.2:
        files["src/made.py"] = [draw_line(random), draw_line(random)]
    if random.random() < 0.1:
        files["lib/made.md"] = ["x\n"]
    return files, names


class Project(NamedTuple):
    """The project at *root*, scanned."""

    root: Path
    git: Git
    run: Run

    def write(self, texts: dict[str, str | bytes]) -> None:
        """Make these all the files that there are."""
        for entry in self.root.iterdir():
            if entry.name != ".git":
                shutil.rmtree(entry) if entry.is_dir() else entry.unlink()
        write_files(self.root, texts)

    def commit(self) -> None:
        self.git(self.root, "add", "-A")
        self.git(self.root, "commit", "-q", "--allow-empty", "-m", "Change")

    def scan(self, *flags: str) -> dict[str, Any]:
        flags = ("--since", "main", "--format", "json", *flags)
        outcome = self.run("scan", *flags, cwd=self.root)
        assert outcome.code in (0, 1, 2), outcome.err
        report: dict[str, Any] = json.loads(outcome.out)
        return report


def row_of(violation: dict[str, Any], names: dict[str, str]) -> tuple[Any, ...]:
    path = violation["path"]
    return (
        violation["level"],
        violation["rule_id"],
        names.get(path, path),
        violation["line"],
        violation["column"],
        violation["severity"],
        violation["message"],
    )


def weaker_rows(
    by_base: dict[str, Any],
    by_change: dict[str, Any],
    base: Drawn,
    names: dict[str, str],
) -> list[tuple[Any, ...]]:
    """What only the base's contracts report, by the words of the page."""
    types = {item["rule_id"]: item["type"] for item in by_change["contracts"]}
    keys_of = {keys["rule_id"]: keys for keys in base.contracts.values()}
    today = {old: new for new, old in names.items()}
    rows = []
    for violation in by_base["violations"]:
        path = today.get(violation["path"], violation["path"])
        keys = keys_of[violation["rule_id"]]
        is_reported = False
        for other in by_change["violations"]:
            is_lower = other["severity"] == "warning" and violation["severity"] == "error"
            if other["path"] != path or is_lower:
                continue
            if violation["line"] is None:
                is_reported |= types[other["rule_id"]] == keys.get("type", "forbid_pattern")
            else:
                # Of matches that are reported once a file the others are not shown.
                overlaps = types[other["rule_id"]] == "file_not_contains" or (
                    other["column"] <= violation["end_column"]
                    and violation["column"] <= other["end_column"]
                )
                is_reported |= other["line"] == violation["line"] and overlaps
        if not is_reported:
            rows.append(row_of({**violation, "message": violation["message"] + WEAKER}, today))
    return rows


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize("seed", one_in(80, range(400)))
def test_a_drawn_change_is_judged_by_its_base(
    seed: int, project: MakeProject, git: Git, run: Run
) -> None:
    """Whatever became of contracts, levels and files, alone, after a merge or a rebase."""
    random = Random(seed)
    base = draw_base(random)
    drawn = Project(project({}, commit=True), git, run)
    drawn.write(base.texts())
    drawn.commit()
    history = random.choice(("plain", "plain", "ahead", "merged", "rebased"))
    if history != "plain":
        drawn.git(drawn.root, "switch", "-q", "-c", "early")
        drawn.git(drawn.root, "switch", "-q", "main")
        theirs = Drawn(
            base.contracts, {**base.files, "their.py": [*filler_of("their.py"), "eval\n"]}
        )
        drawn.write(theirs.texts())
        drawn.commit()
        if history == "ahead":
            drawn.git(drawn.root, "switch", "-q", "early")
        else:
            base = theirs
    drawn.git(drawn.root, "switch", "-q", "-c", "change")
    contracts = change_contracts(random, base)
    files, names = change_files(random, base)
    changed = Drawn(contracts, files)
    drawn.write(changed.texts())
    if history == "merged" or random.random() < 0.5:
        drawn.commit()
    report = drawn.scan()
    by_change = drawn.scan("--allow-weaker")
    # As if nothing was renamed.
    drawn.write(changed._replace(files=unrenamed(files, names)).texts())
    by_base = drawn.scan("--contracts-from", "main" if history != "ahead" else "early")
    drawn.write(changed.texts())
    if by_base["contracts"] == [] and by_change["contracts"] == []:
        return
    rows = [row_of(violation, {}) for violation in by_change["violations"]]
    # A file that left a glob leaves the contracts as they are.
    differs = any(
        notice.get("change") and not notice["text"].startswith("no longer checked by ")
        for notice in by_change["notices"]
    )
    if differs:
        weaker = weaker_rows(by_base, by_change, base, names)
        # What is a warning now and was an error is shown as the error.
        errors = {row[:5] for row in weaker}
        rows = [row for row in rows if row[5] == "error" or row[:5] not in errors] + weaker
    assert sorted(map(str, rows)) == sorted(
        str(row_of(violation, {})) for violation in report["violations"]
    )


def unrenamed(files: dict[str, list[str]], names: dict[str, str]) -> dict[str, list[str]]:
    return {names.get(path, path): lines for path, lines in files.items()}
