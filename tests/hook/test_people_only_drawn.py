"""Drawn changes by an agent of what only people may suppress, against the words of the page."""

from __future__ import annotations

import re
from collections import Counter
from random import Random
from typing import TYPE_CHECKING

import pytest

from tests.hook.test_people_only import CONTRACTS, Agent
from tests.tables import one_in

if TYPE_CHECKING:
    from tests.conftest import Git, MakeProject, Run

    Files = dict[str, list[str]]
    Key = tuple[str, str]

CODE = ("eval(x)", "eval(y)", "x = 1", "y = 2")
REASONS = ("", " -- vetted", " -- needed")
FORMS = ("ignore", "ignore-next-line", "ignore-file")
DIRECTIVE = re.compile(r"# phaser:(ignore(?:-next-line|-file)?) ([\w, -]+?)(?: -- (\w+))?$")


def draw_lines(random: Random) -> list[str]:
    code, directive = random.choice(CODE), ""
    form, reason = random.choice(FORMS[:2]), random.choice(REASONS)
    if random.random() < 0.6:
        ids = random.choice(("no-eval", "no-eval", "no-print", "no-print, no-eval"))
        directive = f"# phaser:{form} {ids}{reason}"
    if not directive:
        return [code]
    return [f"{code}  {directive}"] if form == "ignore" else [directive, code]


def draw_file(random: Random, name: str) -> list[str]:
    # So much of it stays that a renamed file is known again.
    lines = [f"{name}_{number} = {number}" for number in range(12)]
    if random.random() < 0.25:
        lines.insert(0, f"# phaser:ignore-file no-eval{random.choice(REASONS)}")
    for _ in range(random.randint(0, 2)):
        lines += draw_lines(random)
    return lines


def change_file(random: Random, lines: list[str]) -> list[str]:
    lines = [*lines]
    kind = random.choice(("add", "add", "copy", "indent", "gone", "edit", "reason", "file", "top"))
    tail = lines[12:] or [""]
    if kind == "add":
        return [*lines, *draw_lines(random)]
    if kind == "copy":
        return [*lines, *tail[-2:]]
    if kind == "indent":
        return [*lines[:12], *(f"    {line}" for line in lines[12:])]
    if kind == "gone":
        return lines[: max(12, len(lines) - 2)]
    if kind == "edit":
        return [line.replace("eval(x)", "eval(z)") for line in lines]
    if kind == "reason":
        return [line.replace("vetted", "needed") for line in lines]
    return ["# phaser:ignore-file no-eval -- needed" if kind == "file" else "z = 3", *lines]


def parsed(line: str) -> tuple[str, str, list[str], str] | None:
    """The form of a directive, its words, its ids, its reason."""
    match = DIRECTIVE.search(line)
    if match is None:
        return None
    ids = [rule_id.strip() for rule_id in match[2].split(",")]
    return match[1], f"{match[1]} {' '.join(ids)} {match[3]}", ids, match[3] or ""


def suppressing(lines: list[str], index: int) -> str | None:
    """The first directive with a reason that lets a line pass, by its words."""
    for at, line in enumerate(lines):
        directive = parsed(line)
        if directive is None or "no-eval" not in directive[2] or not directive[3]:
            continue
        reach = {"ignore": at == index, "ignore-next-line": at == index - 1, "ignore-file": True}
        if reach[directive[0]]:
            return directive[1]
    return None


def occurrences(lines: list[str]) -> Counter[Key]:
    """How often each line occurs, with what lets it pass; a directive for the file once."""
    counts: Counter[Key] = Counter()
    for index, line in enumerate(lines):
        if "eval(" in line:
            words = suppressing(lines, index) or ""
            code = "" if words.startswith("ignore-file") else " ".join(line.split())
            counts[code, words] = 1 if not code else counts[code, words] + 1
    return counts


def permissions(lines: list[str]) -> set[Key]:
    """The directives for the file that are there, whatever they suppress."""
    directives = filter(None, map(parsed, lines))
    return {
        ("", words)
        for form, words, ids, reason in directives
        if form == "ignore-file" and "no-eval" in ids and reason
    }


def new_by_path(before: Files, after: Files, names: dict[str, str]) -> dict[str, int]:
    """How many lines of each file are new, by the words of the page."""
    new: dict[str, Counter[Key]] = {}
    removed: Counter[Key] = Counter()
    gone = set(before) - set(after) - set(names.values())
    for path in gone:
        removed += occurrences(before[path])
    for path, lines in after.items():
        base = before.get(names.get(path, path), [])
        now, then = occurrences(lines), occurrences(base)
        new[path] = now - then
        for key in permissions(base):
            del new[path][key]
        lost = then - now
        for key in lost:
            # What was open and is suppressed now was not removed.
            covered = 0 if key[1] else count_suppressed(lines, key[0])
            removed[key] += max(0, lost[key] - covered)
    for path in sorted(new):
        for key in list(new[path]):
            moved = min(new[path][key], removed[key]) if key[0] else 0
            new[path][key] -= moved
            removed[key] -= moved
    return {path: sum(counts.values()) for path, counts in new.items() if +counts}


def count_suppressed(lines: list[str], code: str) -> int:
    return sum(
        code in " ".join(line.split()) and suppressing(lines, index) is not None
        for index, line in enumerate(lines)
    )


def reported(text: str) -> dict[str, int]:
    """How many lines of each file the model reads of."""
    counts: Counter[str] = Counter()
    path = ""
    for line in text.split("\n"):
        head = re.match(r"Contract violation: no-eval in (\S+) at line", line)
        path = head[1] if head else path
        counts[path] += bool(re.match(r"  \d+: ", line))
        more = re.match(r"  and (\d+) more", line)
        counts[path] += int(more[1]) if more else 0
    return {path: number for path, number in counts.items() if number}


@pytest.mark.parametrize("seed", one_in(40, range(400)))
def test_a_drawn_change_of_suppressed_lines(
    seed: int, project: MakeProject, git: Git, run: Run
) -> None:
    """After a command and at Stop; of one file before the edit, too, also by ``enforce``."""
    random = Random(seed)
    agent = Agent(project({}, contracts=CONTRACTS, commit=True), git, run)
    before = {path: draw_file(random, path[0]) for path in ("a.py", "b.py", "c.py")}
    agent.commits({path: "\n".join([*lines, ""]) for path, lines in before.items()})
    agent.is_asked()
    after, names = dict(before), dict[str, str]()
    for path in random.sample(sorted(before), random.choice((1, 1, 2, 3))):
        after[path] = change_file(random, before[path])
    if random.random() < 0.25:
        names["new.py"] = old = random.choice(sorted(after))
        after["new.py"] = after.pop(old)
    expected = new_by_path(before, after, names)
    changed = [path for path in after if after[path] != before.get(path)]
    if len(changed) == 1 and not names:
        text = "\n".join([*after[changed[0]], ""])
        is_open = any(not words for _, words in occurrences(after[changed[0]]))
        verdict = "deny" if expected or is_open else "allow"
        assert agent.enforced(text, changed[0]).partition("\n")[0] == verdict
        assert bool(agent.writes(text, changed[0])) == bool(expected)
    texts: dict[str, str | None] = {
        path: "\n".join([*lines, ""]) for path, lines in after.items() if path in changed
    }
    texts.update(dict.fromkeys(names.values()))
    assert reported(agent.runs(texts)) == expected
    assert reported(agent.stops()) == expected
