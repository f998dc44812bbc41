"""Projects of code made by chance, and what their contracts say by only ``regex`` and the engine.

Comments, strings and documentation open and close anywhere in the files, some of which change. No
automaton, no literal and nothing stored stands in front of what is right here, and braces in globs
are spelled out by hand.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from typing import TYPE_CHECKING, Any, NamedTuple

from phaser_lint.check.engine import check_files as engine
from phaser_lint.check.engine.check_files import keep_one_per_file
from phaser_lint.check.engine.checker import make_checker
from phaser_lint.check.engine.file_verdict import check_file
from phaser_lint.check.engine.new_violations import make_violation_key
from phaser_lint.check.engine.unlisted import with_unlisted_items
from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.model import ContractSet
from phaser_lint.contract.rules import RULES, is_reported_once
from phaser_lint.core.changes import Changes
from phaser_lint.project.file_or_skip import make_file_or_skip
from phaser_lint.project.files.texts import TextFiles
from tests.check.test_scan_differential import plain_search
from tests.command.made import FORBID_PRINT, contract

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from random import Random

    from phaser_lint.contract.model import Contract, Report
    from phaser_lint.contract.rules.rule import PatternMatches
    from phaser_lint.core.file_records import ChangeKind, Skip, TextFile

PLAIN = (
    "print(1)", "  print(2)", "print(1)", "TODO print(3)", "x = 1", "", "TODO", "timeout print(4)",
    "for (a) {", "def b(): # x", "}", "function f(x) {", "end",
    f"{'x' * 3000} print(5) {'/*' * 99} TODO",
)  # fmt: skip
SLASHES = (
    "// print(1)", "/*", "*/", "/* print(1) */ print(1)", '"print(2)"', "'", '"',
    "'print(5) // no'",
    "// phaser:ignore 1-a", "print(1) // phaser:ignore 0-a, 1-a", "/** TODO print(6) */",
    "const a = 'phaser:ignore 0-a'; print(7)", "/* TODO", "TODO */ print(8)",
    "print /* TODO ( */ (9)", "a = /* ) */print(/* 1) */", "2 // ) timeout",
    "/**/print(3) ; // TODO  ",
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
    "print(  # 1) timeout", "    3)\t# TODO  ", "a = print(4)  # )",
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
    r"[ \t]+$", r"print ?\(", "print(?&parens)", r"\)\s*$", r"\s+", r"(?<!\S)print", "= print",
    r"\)[ ;]+$", r"(?s)\A.*?print\(\d\s*\)", r"^.{12,}$", r"\d\r?$", r"\) (?=\S)",
)  # fmt: skip
PARTS = ("code", "comments", "strings", "docs")
WHERE: tuple[Any, ...] = (*PARTS, "code", ["comments", "strings"], ["code", "docs"])
HEADERS = (r"\bdef \w+", r"\bfor\b", r"(?:def|function) (?=\w)", "x", r"\{", "^a")
ENDS = (r"^\}", "TODO", r"\bend\b")
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
    "keep_pattern", "keep_pattern",
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


def draw_project(random: Random, kinds: Sequence[str] = KINDS) -> Made:
    """A project with ten contracts of some *kinds*; files change, come and go."""
    before = {path: draw_content(random, path) for path in draw_paths(random, 6)}
    after = dict(before)
    for path in before:
        chance = random.random()
        if chance < 0.6 and not path.endswith(".ipynb"):
            after[path] = edit_content(random, before[path], path)
        elif chance < 0.7:
            after[path] = draw_content(random, path)
        elif chance < 0.8:
            del after[path]
    after |= {path: draw_content(random, path) for path in draw_paths(random, 3)}
    contract_texts, contracts = {}, []
    for number in range(10):
        rule_id = f"{number}-a"
        keys, spelled = draw_keys(random, random.choice(kinds) if number else kinds[0])
        contract_texts[f"{rule_id}.yaml"] = contract(rule_id, **keys)
        contracts.append(entry_of(rule_id, **{**keys, "file_glob": spelled}))
    return Made(before, after, contract_texts, ContractSet(tuple(contracts)))


def entry_of(rule_id: str, **keys: Any) -> Contract:
    mapping = {**FORBID_PRINT, "rule_id": rule_id, **keys}
    present_keys = {key: field for key, field in mapping.items() if field is not None}
    checked_mapping = check_mapping(present_keys, source="project", path="a.yaml")
    assert checked_mapping.contract is not None, (present_keys, checked_mapping.problems)
    return checked_mapping.contract


def draw_paths(random: Random, number: int) -> list[str]:
    drawn_paths = [
        f"{random.choice(FOLDERS)}{random.choice('ab')}.{random.choice([*LINES, 'ipynb'])}"
        for _ in range(number)
    ]
    return list(dict.fromkeys(drawn_paths))


def draw_text(random: Random, ending: str) -> str:
    choices = (*PLAIN, *LINES[ending])
    return "".join(f"{random.choice(choices)}\n" for _ in range(random.randrange(9)))


def draw_content(random: Random, path: str) -> bytes:
    """A file as bytes: other line ends, a mark, an old encoding; a notebook as it is."""
    if path.endswith(".ipynb"):
        return draw_notebook(random).encode()
    content = draw_text(random, path.rpartition(".")[2]).encode()
    legacy = (random.choice((b" # \xe9\n", b"\n", b"\n")) for _ in content.split(b"\n")[1:])
    variants = (
        *[content] * 5,
        content.replace(b"\n", b"\r\n"),
        content.replace(b"\n", b"\r\n", 2),
        b"\xef\xbb\xbf" + content,
        content.rstrip(b"\n"),
        content.decode().encode("utf-16"),
        b"".join(
            line + end for line, end in zip(content.split(b"\n"), [*legacy, b""], strict=True)
        ),
    )
    return random.choice(variants)


def draw_notebook(random: Random) -> str:
    """A notebook with an open string or comment in any cell of it."""
    cells = [
        {
            "cell_type": kind,
            "metadata": {},
            "source": draw_text(random, "py" if kind == "code" else "md").splitlines(keepends=True),
            **({"outputs": [], "execution_count": None} if kind == "code" else {}),
        }
        for kind in random.choices(("code", "code", "markdown"), k=random.randrange(1, 4))
    ]
    document = {"cells": cells, "metadata": {}, "nbformat": 4, "nbformat_minor": 4}
    return json.dumps(document, indent=1) + "\n"


def edit_content(random: Random, content: bytes, path: str) -> bytes:
    """The file after an edit of a line or two: one more, one less, another one."""
    lines = content.split(b"\n")
    for _ in range(random.randrange(1, 3)):
        place = random.randrange(len(lines) + 1)
        new = random.choice((*PLAIN, *LINES[path.rpartition(".")[2]])).encode()
        lines[place : place + random.choice((0, 1))] = random.choice(([new], [new], []))
    return b"\n".join(lines)


def draw_keys(random: Random, kind: str) -> tuple[dict[str, Any], list[str]]:
    """The keys of a contract, and its globs without braces."""
    glob, spelled = random.choice(GLOBS)
    has_pattern = kind in (*MATCHING, "keep_pattern")
    has_pattern = has_pattern or (kind == "items_listed" and random.random() < 0.6)
    keys: dict[str, Any] = {"type": kind, "file_glob": glob, "pattern": None}
    if has_pattern:
        where = {"in": random.choice(WHERE)} if random.random() < 0.9 else {}
        literal = (
            {"pattern": random.choice(("print(", "; print(", ") TODO")), "literal": True}
            if random.random() < 0.1
            else {}
        )
        raw = {"raw": True} if kind in MATCHING and random.random() < 0.1 else {}
        keys |= {"pattern": random.choice(PATTERNS), **literal, **where, **raw}
    in_blocks = kind in (*MATCHING, "keep_pattern") and not keys.get("literal")
    if in_blocks and random.random() < 0.4:
        return keys | draw_block_keys(random, kind), spelled
    if kind in ("forbid_pattern", "file_not_contains") and random.random() < 0.4:
        keys |= {random.choice(("when_match", "unless_match")): random.choice(LINE_PATTERNS)}
    if kind in ("forbid_pattern", "file_not_contains") and random.random() < 0.3:
        in_match = random.choice(("when_in_match", "unless_in_match"))
        keys |= {in_match: random.choice((*LINE_PATTERNS, r"\A\S", r"(?<=\s)\S", r"\)$"))}
    if kind != "changed_together" and random.random() < 0.2:
        keys |= {random.choice(("when_file", "unless_file")): random.choice(LINE_PATTERNS)}
    if kind in ("require_pattern", "file_contains"):
        keys |= {"scope": random.choice(("file", "file", "tree"))}
    keys_by_type: dict[str, Callable[[], dict[str, Any]]] = {
        "items_listed": lambda: {
            **({} if has_pattern else {"item": random.choice(("{stem}", "{dir}", "{1}"))}),
            **({} if has_pattern else {"path_pattern": r"(\w+)\.\w+$"}),
            **({"lists": "all"} if random.random() < 0.4 else {}),
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
        "keep_pattern": lambda: {
            "keep": random.choice(("text", "text", "number")),
            **({} if random.random() < 0.7 else {"movable": False}),
        },
        "forbid_import": lambda: {
            "forbid": random.choice(FORBIDDEN),
            **({"aliases": {"@/": "app/"}} if random.random() < 0.5 else {}),
        },
    }
    return keys | keys_by_type.get(kind, dict)(), spelled


def draw_block_keys(random: Random, kind: str) -> dict[str, Any]:
    """Headers of one key or two, and sometimes what ends their blocks."""
    until = {"until": random.choice(ENDS)} if random.random() < 0.4 else {}
    if kind == "require_pattern" and random.random() < 0.6:
        headers = random.sample(HEADERS, random.randrange(1, 3))
        return {"each_block": headers if len(headers) > 1 else headers[0], **until}
    keys = random.choice((["inside"], ["not_inside"], ["inside", "not_inside"]))
    return {**{key: random.choice(HEADERS) for key in keys}, **until}


def reference(
    contracts: ContractSet, files: Mapping[str, bytes], *, before: Mapping[str, bytes] | None = None
) -> Report:
    """Every single match in the *files*, and what has changed since a *before* if there is one."""
    checker = make_checker(contracts, 5.0)
    files_by_path = {path: make_file_or_skip(path, content) for path, content in files.items()}
    verdicts = [
        check_file(checker, file, checker.selection.contracts_for(path), find=found_by_regex)
        for path, file in files_by_path.items()
    ]
    tree = TextFiles(files_by_path).tree(files, whole=("",))
    listed_verdicts = with_unlisted_items(checker, verdicts, tree.files)
    changes = None if before is None else _changes(before, files, files_by_path)
    return engine.assemble_report(checker, listed_verdicts, tree=tree, changes=changes)


def found_by_regex(contract: Contract, text: str, name: str = "", /) -> PatternMatches:
    """What only ``regex`` finds; imports have no shortcut beside their literals."""
    rule = RULES[contract.type]
    if rule.evidence == "import":
        return rule.find(contract, text, name, seconds=60.0)
    every_match = contract._replace(type="forbid_pattern") if rule.evidence == "item" else contract
    return plain_search(every_match, text, name)


def _changes(
    before: Mapping[str, bytes],
    files: Mapping[str, bytes],
    files_now: Mapping[str, TextFile | Skip],
) -> Changes:
    kinds: dict[str, ChangeKind] = {
        path: "create" if path not in before else "modify" if path in files else "delete"
        for path in sorted({*before, *files})
        if before.get(path) != files.get(path)
    }
    files_before = {path: make_file_or_skip(path, content) for path, content in before.items()}
    return Changes(kinds, _reading(files_before), _reading(files_now))


def _reading(
    files: Mapping[str, TextFile | Skip],
) -> Callable[[Sequence[str]], Iterable[TextFile | Skip]]:
    return lambda paths: [files[path] for path in paths if path in files]


def places_in(report: Report, contracts: ContractSet) -> Counter[Place]:
    """What a run shows of every single match."""
    violations = keep_one_per_file(report, contracts).violations
    return Counter(place_of(e.rule_id, e.where, e.path, e.line) for e in violations)


def place_of(rule_id: str, where: str, path: str, line: int | None) -> Place:
    return Place(rule_id, where, "" if where == "glob" else path, line)


def without_lines(places: Iterable[Place]) -> Counter[Place]:
    """Of matches that are alike nobody can tell which one is new."""
    return Counter(place._replace(line=None) for place in places)


def new_in(report_after: Report, report_before: Report, contracts: ContractSet) -> Counter[Place]:
    """What occurs more often than before, by the lines that it touches."""
    counts_before = Counter(make_violation_key(violation) for violation in report_before.violations)
    by_id = {any_contract.rule_id: any_contract for any_contract in contracts.contracts}
    counts: Counter[Place] = Counter()
    for violation in report_after.violations:
        key, contract_of_violation = make_violation_key(violation), by_id[violation.rule_id]
        if counts_before[key] and "base" not in RULES[contract_of_violation.type].needs:
            counts_before[key] -= 1
            continue
        place = place_of(violation.rule_id, violation.where, violation.path, None)
        counts[place] = 1 if is_reported_once(contract_of_violation) else counts[place] + 1
    return counts


IN_TEXT = re.compile(r"\[(\d-a)\]$", re.M)
IN_ANSWER = re.compile(r"^Contract violation: (\d-a)", re.M)
