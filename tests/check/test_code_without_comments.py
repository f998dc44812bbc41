"""A pattern whose matches do not count in comments sees blanks in place of them.

What is right is said by the slow way: the comments of a drawn text are made blank letter by letter,
and ``regex`` searches that. Every shortcut has to agree: literals, supersets, the stored screen.
"""

from __future__ import annotations

from random import Random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.model import ContractSet
from tests.check.test_scan_differential import Case, compare, write_decided_case
from tests.made_code import entry_of

if TYPE_CHECKING:
    from pathlib import Path

# Of each language what begins and ends comments, and a string.
LANGUAGES = {
    "py": ("# {}\n", "'{}'", '"""{}"""', "f'{{{}}}'"),
    "js": ("// {}\n", "/* {} */", "/** {} */", "'{}'", "`${{{}}}`", "/{}/"),
    "go": ("// {}\n", "/* {} */", '"{}"', "`{}`"),
    "rs": ("// {}\n", "/* {} /* {} */ */", "/// {}\n", '"{}"', "'a'"),
    "rb": ("# {}\n", "\n=begin\n{}\n=end\n", "'{}'", '"#{{{}}}"'),
    "sql": ("-- {}\n", "/* {} */", "'{}'"),
    "lua": ("-- {}\n", "--[[ {} ]]", "--[==[{}]==]", "'{}'"),
    "html": ("<!-- {} -->", "<script>{} // {}\n</script>", "<b a='{}'>"),
}  # fmt: skip
CODE = (
    "foo", "foo(", "bar", ")", "(", " ", "  ", "\t", "\n", "\n\n", ";", "foo bar", "1", "é", "FOO",
    "\n    ", "x = 1", "\\", "ok", ", ",
)  # fmt: skip
PATTERNS = (
    "foo bar", "foo +bar", r"foo\s*\(", "foo(?&parens)", r"[ \t]+$", r"\s+$", r"\n{2,}", r"^\s*foo",
    r"\bbar\b", r"foo\B", "(?<!x )foo", "(?<=;)foo", r"(?!.*ok)foo\(", "foo[^)]*bar", "(?i)foo x",
    "(?i)FOO  ", r"^.{9,}$", "(?s)foo.*bar", r"\A\s*foo", "[ _]foo|bar;", r"foo(?=\s|$)",
    "(?:foo|ok)(?: bar| 1)", "1 ", r";\s*\Z", "  +", r"foo\r?$", "(foo) bar", "(?>foo *)bar",
    "x = 1 ", r"\(\s*\)", r"(?:\s|;)bar", "(?r)foo bar", "[^;]foo", r"foo\K +bar", "foo|  ",
    r"\S+ \S+", "é bar",
)  # fmt: skip
IN_MATCH = ("ok", r"\A\s", r"^bar", r"(?<=o) ", "  ", r"\)\Z", "(?i)FOO B")


def draw_text(random: Random, ending: str, depth: int = 0) -> str:
    pieces = []
    for _ in range(random.randrange(1, 9)):
        if depth < 2 and random.random() < 0.4:
            form = random.choice(LANGUAGES[ending])
            inner = (draw_text(random, ending, depth + 1).replace("\n", " ") for _ in range(2))
            pieces.append(form.format(*inner))
        else:
            pieces.append(random.choice(CODE))
    return "".join(pieces)


def draw_contracts(random: Random) -> ContractSet:
    contracts = []
    for number in range(12):
        pattern = random.choice(PATTERNS)
        where: Any = random.choice(("code", "code", "strings", ["code", "strings"], "comments"))
        keys: dict[str, Any] = {"pattern": pattern, "in": where, "file_glob": "*"}
        keys["type"] = random.choice(
            ("forbid_pattern", "forbid_pattern", "file_not_contains", "require_pattern")
        )
        if keys["type"] != "require_pattern" and random.random() < 0.3:
            key = random.choice(("when_in_match", "unless_in_match"))
            keys[key] = random.choice(IN_MATCH)
        if "\\" not in pattern and "(" not in pattern and random.random() < 0.3:
            keys["literal"] = True
        if pattern.startswith("(?r)"):
            del keys["in"]
        contracts.append(entry_of(f"{number}-a", **keys))
    return ContractSet(tuple(contracts))


@pytest.mark.parametrize(
    "seed", [*range(6), *(pytest.param(seed, marks=pytest.mark.slow) for seed in range(6, 200))]
)
def test_every_shortcut_agrees_with_the_slow_way(
    seed: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    random = Random(seed)
    files = {}
    for number in range(64):
        ending = random.choice([*LANGUAGES])
        content = draw_text(random, ending).encode()
        content = content.replace(b"\n", b"\r\n") if random.random() < 0.1 else content
        files[f"{number:02}.{ending}"] = content
    case = write_decided_case(Case(draw_contracts(random), files), tmp_path / "files")
    counts = compare(case, tmp_path / "files", monkeypatch)
    assert counts.matched > 3
