"""Whatever stands at a key of a contract or of the configuration: a verdict, or a problem with it.

Values are drawn, thousands by a seed, of what globs, paths, patterns and names of modules are made
of. None may end in a traceback, nor let an edit go by a failure of the hook.
"""

from __future__ import annotations

import json
import random
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.contract.rules import RULES
from tests.command.made import event

if TYPE_CHECKING:
    from collections.abc import Sequence

    from tests.conftest import MakeProject, Run

COMMON: dict[str, Any] = {"message": "No.", "severity": "error", "file_glob": "*.py"}
# A value for each key that some type asks for, or for those of its kind.
VALUES: dict[str, Any] = {
    "partner": "{dir}/{stem}.md",
    "listed_in": "all.md",
    "forbid": ["b"],
    "globs": "*.md",
    "number": 1,
    "text": "x",
    "texts": "x",
}
FILES = {
    "src/a.py": "import b.c\nfrom . import d\nfrom ..e import f\nimport os\n",
    "src/web/a.ts": "import x from '../db/y'\nimport z from 'lodash/fp'\n",
    "a.go": 'package a\nimport "fmt"\n',
    "a.java": "import a.b.C;\n",
    "all.md": "import\n",
    "a.py": "import b\n",
}
PIECES = (
    ".", "..", "...", "/", "//", "*", "**", "***", "?", "[", "]", "[a-z]", "[!a]", "[]", "{", "}",
    "{a,b}", "{,}", "{dir}", "{name}", "{stem}", "{ext}", "{1}", "{item}", "{x}", "{2:camel}", "!",
    "#", "\\", "\\\\", ":", "::", "~", "~/", "C:\\", "@", "@/", "$", "^", "(", ")", "(?", "|", "+",
    " ", "\t", "\n", "\0", "\x7f", "\ufeff", "\u200b", "\u00a0", "\u202e", "\ud800", "é", "ß", "İ",
    "a", "b", "src", "web", ".py", ".ts", "a.py", "tsconfig", "-", "_", "0", "1", "x" * 300,
)  # fmt: skip


# Of these more is valid.
OF_GLOBS = (
    ".", "..", "/", "*", "**", "?", "[a-z]", "{a,b}", "{dir}", "{name}", "{stem}", "{ext}", "{1}",
    "!", ":", "::", "a", "b", "src", ".py", ".ts", "a.py", "/index", "__init__",
)  # fmt: skip
KEYS_OF_GLOBS = (
    "file_glob",
    "exclude_glob",
    "forbid",
    "aliases",
    "partner",
    "with_glob",
    "listed_in",
)


def drawn(numbers: random.Random, pieces: Sequence[str] = PIECES) -> Any:
    """A text of a few pieces, mostly; sometimes a list or a mapping of them, or no text at all."""
    kind = numbers.random()
    if kind < 0.75:
        return "".join(numbers.choice(pieces) for _ in range(numbers.randint(0, 4)))
    if kind < 0.85:
        return [drawn(numbers, pieces) for _ in range(numbers.randint(0, 3))]
    if kind < 0.92:
        entries = range(numbers.randint(0, 2))
        return {str(drawn(numbers, pieces)): drawn(numbers, pieces) for _ in entries}
    return numbers.choice([None, True, 0, -1, 10**30, 1.5, "x" * 100_000, "/" * 5000, "." * 5000])


def required_keys(kind: str) -> dict[str, Any]:
    """The keys that a contract of the type has to have, with a value."""
    rule = RULES[kind]
    required = [key for key in rule.all_keys() if not key.optional and key.default is None]
    required += [key for key in rule.all_keys() if key.name in rule.any_of[:1]]
    values_by_key = {key.name: VALUES.get(key.name, VALUES.get(key.kind)) for key in required}
    return {"pattern": "import", **values_by_key} if rule.has_pattern() else values_by_key


def keys_of(kind: str) -> list[str]:
    """The keys that a contract of the type may have, those of all types included."""
    own_keys = [key.name for key in RULES[kind].all_keys()]
    common = ["pattern", "file_glob", "exclude_glob", "path_pattern", "message", "tags", "url"]
    common += ["inside", "not_inside", "in", "scope", "severity", "fix", "examples", "rationale"]
    return [*common, *own_keys]


def in_yaml(yaml_value: Any) -> str:
    """JSON is YAML, but for the halves of a pair of surrogates."""
    return json.dumps(yaml_value)


def made_contract(numbers: random.Random, kind: str, number: int) -> str:
    keys = {**COMMON, **required_keys(kind), "rule_id": f"r{number}", "type": kind}
    if numbers.random() < 0.5:
        keys["file_glob"] = ["*.py", "*.ts", "*.go", "*.java"]
        key = numbers.choice([key for key in keys_of(kind) if key in KEYS_OF_GLOBS])
        return in_yaml({**keys, "path_pattern": "(src|web)?", key: drawn(numbers, OF_GLOBS)})
    for key in numbers.sample(keys_of(kind), numbers.choice([1, 1, 1, 2])):
        keys[key] = drawn(numbers)
    return in_yaml(keys)


@pytest.mark.one_row_in(25)
@pytest.mark.parametrize("seed", range(60))
def test_no_value_ends_in_a_traceback(project: MakeProject, run: Run, seed: int) -> None:
    """Each contract alone in its file, the configuration beside them; on all ways."""
    numbers = random.Random(seed)
    kinds = [numbers.choice([*RULES]) for _ in range(60)]
    contracts = {
        f"c{number}.yaml": made_contract(numbers, kind, number) for number, kind in enumerate(kinds)
    }
    settings = {key: drawn(numbers) for key in ("include", "exclude", "directives_as_text")}
    configuration = {numbers.choice([*settings]): numbers.choice([*settings.values()])}
    files = {**FILES, ".phaser/config.yaml": in_yaml(configuration)}
    root = project(files, contracts=contracts)
    for words in (("scan",), ("list",), ("test",), ("export", "--agents-md", "--dry-run")):
        outcome = run(*words, cwd=root)
        assert outcome.code in (0, 1, 2), (words, outcome.err[-2_000:])
    for path in ("src/a.py", "src/web/a.ts", "new/b.go", "C.java"):
        stdin = event(cwd=root, file_path=root / path, content=FILES.get(path, "import x\n"))
        outcome = run("hook", "--fail-closed", stdin=stdin, cwd=root)
        assert (outcome.code, outcome.err) == (0, "")
        assert "paste" not in outcome.out, outcome.out
