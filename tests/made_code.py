"""Projects of code made by chance, and what their contracts say by ``regex`` and the engine alone.

Comments, strings and documentation open and close anywhere in the files, some of which change. No
automaton, no literal and nothing stored stands in front of what is right here, and braces in globs
are spelled out by hand.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from phaser_lint.check.engine import check as engine
from phaser_lint.check.engine.checker import Limits, checker_by
from phaser_lint.check.engine.comparison import once_per_file
from phaser_lint.check.engine.file_verdict import FileVerdicts, check_file
from phaser_lint.check.engine.fingerprints import key_of
from phaser_lint.check.engine.unlisted import with_unlisted
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.rules import RULES
from phaser_lint.contract.schema import check_mapping
from phaser_lint.core.checked_files import Changes
from phaser_lint.project.disk import file_of
from phaser_lint.project.files.texts import TextFiles
from tests.check.test_scan_differential import plain_search
from tests.command.made import FORBID_PRINT, contract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from phaser_lint.contract.model import Contract, Report
    from phaser_lint.contract.rules.rule import Found
    from phaser_lint.core.checked_files import ChangeKind, ProposedFile, Skip

PLAIN = (
    "print(1)", "  print(2)", "print(1)", "TODO print(3)", "x = 1", "", "TODO", "timeout print(4)",
    f"{'x' * 3000} print(5) {'/*' * 99} TODO",
)  # fmt: skip
SLASHES = (
    "// print(1)", "/*", "*/", "/* print(1) */ print(1)", '"print(2)"', "'", '"',
    "'print(5) // no'",
    "// phaser:ignore 1-a", "print(1) // phaser:ignore 0-a, 1-a", "/** TODO print(6) */",
    "const a = 'phaser:ignore 0-a'; print(7)", "/* TODO", "TODO */ print(8)",
)  # fmt: skip
SCRIPT = (
    *SLASHES, "`", "`${print(3)}`", "import a from './b';", "export * from '../app/db'",
    "require('app/db')", "// import 'app/db'", "import('@/db')", "import b from '@/x/db'",
    "const s = \"import 'app/db'\"", "import {", "} from 'app/db'", "/print(1)/.test(x)",
    "<a>print(1)</a>", "import type { T } from 'lodash/fp'",
)  # fmt: skip
LINES: dict[str, tuple[str, ...]] = {
    "py": (
        "# print(1)", 'a = "print(2)"', '"""', "'''", "f'{print(3)}'", "# phaser:ignore 1-a",
        'a = "# phaser:ignore 0-a"', "print(1)  # phaser:ignore 0-a, 1-a", "import app.db",
        "from . import b", "from .b import c, d", "from app import db as e", "# import app.db",
        "'import app.db'", "def f(): 'doc print(5)'", "a = 'open", "/* print(7) */",
        "# phaser:ignore-next-line 0-a", "from app import (", "    db,", ")", "x # TODO print(9)",
    ),
    "ts": SCRIPT,
    "jsx": SCRIPT,
    "go": (*SLASHES, 'import "app/db"', "import (", '"app/x"', ")", "`", "'\"'"),
    "java": (*SLASHES, "import app.db.Client;", "import static app.x.*;", '"""'),
    "vue": (
        *SCRIPT, "<script>", "</script>", '<script lang="ts">', "<template>", "</template>", "<!--",
        "-->", "<!-- print(1) -->", "<style>", "</style>",
    ),
    "md": ("`print(1)`", "```python", "```", "<!-- TODO -->", "    print(1)", "<!--", "-->", "# x"),
    "yaml": ("a: print(1) # TODO", "# print(1)", "a: 'print(2)'", "a: '", "b: # phaser:ignore 0-a"),
    "sh": ("# print(1)", "cat <<E", "E", 'a="$(print 1)"', "'", '"', "print(1) # print(2)"),
    "xyz": ("# print(1)", "'print(2)'"),
}  # fmt: skip
FOLDERS = ("", "src/", "src/web/", "app/", "app/x/", "a{b,c}/")
PATTERNS = (
    r"\bprint\(", r"print\(.*\)", "(?i)todo", r"^\s*print", r"(?s)print\(.*?TODO", "print|TODO",
    "nowhere", r"[ \t]+print\(", r"\d\)$", r"print\(\d\)\r?", "(?:print|TODO|timeout)", "(?i)Print",
)  # fmt: skip
PARTS = ("code", "comments", "strings", "docs")
WHERE: tuple[Any, ...] = (*PARTS, "code", ["comments", "strings"], ["code", "docs"])
LINE_PATTERNS = ("timeout", "print", r"\d", "#|//", "^x")
GLOBS: tuple[tuple[Any, list[str]], ...] = (
    ("*", ["*"]),
    ("*.{py,ts,vue}", ["*.py", "*.ts", "*.vue"]),
    ("{src,app}/**", ["src/**", "app/**"]),
    ("{/src/{a,b}.py,*.md,*.go}", ["/src/a.py", "/src/b.py", "*.md", "*.go"]),
    ("*.py", ["*.py"]),
    (["*", "!{src,app}/*"], ["*", "!src/*", "!app/*"]),
    (["*.ipynb", "*.{py,jsx}"], ["*.ipynb", "*.py", "*.jsx"]),
    (r"a\{b,c}/*", [r"a\{b,c\}/*"]),
)
FORBIDDEN: tuple[list[str], ...] = (
    ["app/db"], ["app/**", "!app/x/**"], ["**/db"], ["{dir}/**"], ["**/{stem}", "lodash/*"],
    ["{src,app}/**", "!{dir}/b"], ["app/{db,x}/**"],
)  # fmt: skip
MATCHING = ("forbid_pattern", "file_not_contains", "require_pattern", "file_contains")
KINDS = (
    *MATCHING, *MATCHING, "items_listed", "items_listed", "forbid_import", "changed_together",
)  # fmt: skip


class Made(NamedTuple):
    """A project's files as they were and as they are, its contracts, and those without braces."""

    before: dict[str, bytes]
    after: dict[str, bytes]
    written: dict[str, str]
    contracts: ContractSet


class Place(NamedTuple):
    """A violation as every place tells it; of one at a glob without that."""

    rule_id: str
    where: str
    path: str
    line: int | None


def made(random: Random, kinds: Sequence[str] = KINDS) -> Made:
    """A project with ten contracts of some *kinds*; files change, come and go."""
    before = {path: data_of(random, path) for path in names(random, 6)}
    after = dict(before)
    for path in before:
        chance = random.random()
        if chance < 0.6 and not path.endswith(".ipynb"):
            after[path] = edited(random, before[path], path)
        elif chance < 0.7:
            after[path] = data_of(random, path)
        elif chance < 0.8:
            del after[path]
    after |= {path: data_of(random, path) for path in names(random, 3)}
    written, contracts = {}, []
    for number in range(10):
        rule_id = f"{number}-a"
        keys, spelled = keys_of(random, random.choice(kinds) if number else kinds[0])
        written[f"{rule_id}.yaml"] = contract(rule_id, **keys)
        contracts.append(entry_of(rule_id, **{**keys, "file_glob": spelled}))
    return Made(before, after, written, ContractSet(tuple(contracts)))


def entry_of(rule_id: str, **keys: Any) -> Contract:
    mapping = {**FORBID_PRINT, "rule_id": rule_id, **keys}
    given = {key: value for key, value in mapping.items() if value is not None}
    checked = check_mapping(given, source="project", path="a.yaml")
    assert checked.contract is not None, (given, checked.problems)
    return checked.contract


def names(random: Random, number: int) -> list[str]:
    found = [
        f"{random.choice(FOLDERS)}{random.choice('ab')}.{random.choice([*LINES, 'ipynb'])}"
        for _ in range(number)
    ]
    return list(dict.fromkeys(found))


def text_of(random: Random, ending: str) -> str:
    choices = (*PLAIN, *LINES[ending])
    return "".join(f"{random.choice(choices)}\n" for _ in range(random.randrange(9)))


def data_of(random: Random, path: str) -> bytes:
    """A file as bytes: other line ends, a mark, an old encoding; a notebook as it is."""
    if path.endswith(".ipynb"):
        return notebook(random).encode()
    data = text_of(random, path.rpartition(".")[2]).encode()
    legacy = (random.choice((b" # \xe9\n", b"\n", b"\n")) for _ in data.split(b"\n")[1:])
    ways = (
        *[data] * 5,
        data.replace(b"\n", b"\r\n"),
        data.replace(b"\n", b"\r\n", 2),
        b"\xef\xbb\xbf" + data,
        data.rstrip(b"\n"),
        data.decode().encode("utf-16"),
        b"".join(line + end for line, end in zip(data.split(b"\n"), [*legacy, b""], strict=True)),
    )
    return random.choice(ways)


def notebook(random: Random) -> str:
    """A notebook with an open string or comment in any cell of it."""
    cells = [
        {
            "cell_type": kind,
            "metadata": {},
            "source": text_of(random, "py" if kind == "code" else "md").splitlines(keepends=True),
            **({"outputs": [], "execution_count": None} if kind == "code" else {}),
        }
        for kind in random.choices(("code", "code", "markdown"), k=random.randrange(1, 4))
    ]
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(document, indent=1) + "\n"


def edited(random: Random, data: bytes, path: str) -> bytes:
    """The file after an edit of a line or two: one more, one less, another one."""
    lines = data.split(b"\n")
    for _ in range(random.randrange(1, 3)):
        place = random.randrange(len(lines) + 1)
        new = random.choice((*PLAIN, *LINES[path.rpartition(".")[2]])).encode()
        lines[place : place + random.choice((0, 1))] = random.choice(([new], [new], []))
    return b"\n".join(lines)


def keys_of(random: Random, kind: str) -> tuple[dict[str, Any], list[str]]:
    """The keys of a contract, and its globs without braces."""
    glob, spelled = random.choice(GLOBS)
    has_pattern = kind in MATCHING or (kind == "items_listed" and random.random() < 0.6)
    keys: dict[str, Any] = {"type": kind, "file_glob": glob, "pattern": None}
    if has_pattern:
        where = {"in": random.choice(WHERE)} if random.random() < 0.9 else {}
        literal = {"pattern": "print(", "literal": True} if random.random() < 0.1 else {}
        raw = {"raw": True} if kind in MATCHING and random.random() < 0.1 else {}
        keys |= {"pattern": random.choice(PATTERNS), **literal, **where, **raw}
    if kind in ("forbid_pattern", "file_not_contains") and random.random() < 0.4:
        keys |= {random.choice(("when_match", "unless_match")): random.choice(LINE_PATTERNS)}
    if kind != "changed_together" and random.random() < 0.2:
        keys |= {random.choice(("when_file", "unless_file")): random.choice(LINE_PATTERNS)}
    if kind in ("require_pattern", "file_contains"):
        keys |= {"scope": random.choice(("file", "file", "tree"))}
    others: dict[str, Callable[[], dict[str, Any]]] = {
        "items_listed": lambda: {
            **({} if has_pattern else {"item": random.choice(("{stem}", "{dir}", "{1}"))}),
            **({} if has_pattern else {"path_pattern": r"(\w+)\.\w+$"}),
            "listed_in": random.choice(
                ("{dir}/b.{md,py}", "src/a.md", ["*.md", "!{dir}/a.md"], "/{stem}.md")
            ),
        },
        "changed_together": lambda: {
            "path_pattern": r"^(\w+)/",
            "with_glob": random.choice(
                ("{dir}/b.*", "*.{md,yaml}", "/src/{stem}.{ts,vue}", "{1}/**")
            ),
        },
        "forbid_import": lambda: {
            "forbid": random.choice(FORBIDDEN),
            **({"aliases": {"@/": "app/"}} if random.random() < 0.5 else {}),
        },
    }
    return keys | others.get(kind, dict)(), spelled


def reference(
    contracts: ContractSet, files: Mapping[str, bytes], *, before: Mapping[str, bytes] | None = None
) -> Report:
    """Every single match in the *files*, and what has changed since a *before* if there is one."""
    checker = checker_by(contracts, Limits(5.0))
    read = {path: file_of(path, data) for path, data in files.items()}
    verdicts = [
        check_file(checker, file, checker.selection.contracts_for(path), find=found_by_regex)
        for path, file in read.items()
    ]
    tree = TextFiles(read).tree(files, whole=("",))
    checked = with_unlisted(checker, FileVerdicts(tuple(verdicts), ()), tree.files)
    changes = None if before is None else _changes(before, files, read)
    return engine.assembled(checker, checked, tree=tree, changes=changes)


def found_by_regex(contract: Contract, text: str, name: str = "", /) -> Found:
    """What ``regex`` alone finds; imports have no shortcut beside their literals."""
    rule = RULES[contract.type]
    if rule.evidence == "import":
        return rule.find(contract, text, name, seconds=60.0)
    every = contract._replace(type="forbid_pattern") if rule.evidence == "item" else contract
    return plain_search(every, text, name)


def _changes(
    before: Mapping[str, bytes],
    files: Mapping[str, bytes],
    read: Mapping[str, ProposedFile | Skip],
) -> Changes:
    kinds: dict[str, ChangeKind] = {
        path: "create" if path not in before else "modify" if path in files else "delete"
        for path in sorted({*before, *files})
        if before.get(path) != files.get(path)
    }
    then = {path: file_of(path, data) for path, data in before.items()}
    return Changes(kinds, _reading(then), _reading(read))


def _reading(
    files: Mapping[str, ProposedFile | Skip],
) -> Callable[[Sequence[str]], Iterable[ProposedFile | Skip]]:
    return lambda paths: [files[path] for path in paths if path in files]


def places_in(report: Report, contracts: ContractSet) -> Counter[Place]:
    """What a run shows of every single match."""
    shown = once_per_file(report, contracts).violations
    return Counter(place_of(e.rule_id, e.where, e.path, e.line) for e in shown)


def place_of(rule_id: str, where: str, path: str, line: int | None) -> Place:
    return Place(rule_id, where, "" if where == "glob" else path, line)


def without_lines(places: Iterable[Place]) -> Counter[Place]:
    """Of matches that are alike nobody can tell which one is new."""
    return Counter(each._replace(line=None) for each in places)


def new_in(now: Report, before: Report, contracts: ContractSet) -> Counter[Place]:
    """What occurs more often than before, by the lines that it touches."""
    then = Counter(key_of(each) for each in before.violations)
    by_id = {each.rule_id: each for each in contracts.contracts}
    found: Counter[Place] = Counter()
    for each in now.violations:
        key, entry = key_of(each), by_id[each.rule_id]
        if then[key] and "base" not in RULES[entry.type].needs:
            then[key] -= 1
            continue
        place = place_of(each.rule_id, each.where, each.path, None)
        found[place] = 1 if RULES[entry.type].once else found[place] + 1
    return found


IN_TEXT = re.compile(r"\[(\d-a)\]$", re.M)
IN_ANSWER = re.compile(r"^Contract violation: (\d-a)", re.M)
