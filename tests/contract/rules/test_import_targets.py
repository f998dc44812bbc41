"""What an import becomes, and what a text must hold to have one that is forbidden."""

from __future__ import annotations

from random import Random

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from phaser_lint.contract.rules.import_targets import (
    ImportChecker,
    find_import_targets,
    list_forbidden_imports,
    make_import_requirement,
    make_text_with_import,
)
from phaser_lint.text.globs.compile_globs import compile_glob_list
from phaser_lint.text.imports import find_import_language, find_imports
from phaser_lint.text.search import compute_once, fold_case, may_match
from tests.examples import contract, mapping


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("w/a.py", "import os.path", ["os/path"]),
        ("w/a.py", "from . import x", ["w/x"]),
        ("w/a.py", "from ..b import c", ["b", "b/c"]),
        ("w/a.py", "from ... import c", ["../c"]),
        ("w/a.ts", "import '../b/c.js'", ["b/c.js"]),
        ("w/a.ts", "import '@s/a'", ["@s/a"]),
        ("A.java", "import a.b.*;", ["a/b/*"]),
    ],
)
def test_targets_are_paths_or_as_written(path: str, text: str, expected: list[str]) -> None:
    """Paths from the level's folder, or as written."""
    language = find_import_language(path)
    assert language is not None
    [found_import] = find_imports(path, text)
    contract_a = contract(kind="forbid_import", forbid="x")
    assert [
        target.path for target in find_import_targets(contract_a, path, found_import, language)
    ] == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("import os", False),
        ("tkinter", False),
        ("import tkinter", True),
        ("from .a import b", True),
    ],
)
def test_a_forbidden_import_requires_a_word_and_a_name(text: str, *, expected: bool) -> None:
    """A word, and a name or a dot."""
    required = make_import_requirement(contract(kind="forbid_import", forbid="tkinter"))
    assert may_match(required, text, text.lower) is expected


@pytest.mark.parametrize(
    ("glob", "forbid", "expected"),
    [
        ("lib/**", "a", None),
        ("*.{rb,py}", "{app,src}/db", "import app.db\n"),
        ("*.{ts,vue}", ["!a", "a/{b,c}"], 'import "a/b"\n'),
    ],
)
def test_a_sample_is_of_the_first_type_with_imports(
    glob: str, forbid: str | list[str], expected: str | None
) -> None:
    """Of the first type of file whose imports are read."""
    contract_a = contract(kind="forbid_import", file_glob=glob, forbid=forbid)
    assert make_text_with_import(contract_a) == expected


@pytest.mark.parametrize(
    ("globs", "languages", "unread"),
    [
        ("*.php", {}, "*.php"),
        (["*.{rb,php}", "!a.php"], {}, "*.rb, *.php"),
        (["*.php", "*.ts"], {}, ""),
        (["*.php", "src/**"], {}, ""),
        ("*.ipynb", {}, ""),
        ("*.blade.php", {}, ""),
        ("*.job", {"*.job": "python"}, ""),
    ],
)
def test_globs_whose_imports_nobody_reads_are_a_problem(
    globs: str | list[str], languages: dict[str, str], unread: str
) -> None:
    """A contract that can report nothing would look like one that is kept."""
    told = tuple([(compile_glob_list((glob,)), name) for glob, name in languages.items()])
    checked = check_mapping(
        mapping(kind="forbid_import", file_glob=globs, forbid="a"),
        source="project",
        path="a.yaml",
        languages=told,
    )
    texts = [problem.expected for problem in checked.problems]
    way = "of others a forbid_pattern with in: code finds the line"
    assert [text.partition("; ")[2] for text in texts] == (
        [f"no imports are read in {unread}; {way}"] if unread else []
    )


NAMES = ("a", "b", "ab", "index", "__init__", "db", "x-y", "A", "ts", "py", "é", "@s", "d.ts")
PARTS = ("*", "**", "{a,b}", "{dir}", "{stem}", "{name}", "{1}", "a*", "[ab]", "?", r"\*")
ENDS = ("", "", ".ts", ".py", "/", "/**", "/*", ".d.ts", "/index.ts", "/__init__.py")
ALIASES = ({"@/": "src/"}, {"@": "db"}, {"a": "b/db"}, {"a": ""}, {"a.b": "db", "@s/a": "x"})
SCRIPT = ("import x from '{0}'\n", "require('{0}')\n", 'export * from"{0}"\n', "import(`{0}`)\n")
DOTTED = ("import {0}\n", "from {0} import {1}, a\n", "from .{0} import (\n  {1} as x)\n")


def drawn_glob(random: Random) -> str:
    names = [random.choice((*NAMES, *PARTS)) for _ in range(random.randrange(1, 4))]
    glob = "/".join(names) + random.choice(ENDS)
    glob = glob.replace("/", ".") if random.random() < 0.15 else glob
    return f"{random.choice(('', '', '', '!'))}{random.choice(('', '', '/'))}{glob}"


def drawn_import(random: Random, ending: str) -> str:
    names = [random.choice(NAMES) for _ in range(random.randrange(1, 4))]
    if ending == "go":
        return f'import "{"/".join(names)}"\n'
    if ending in ("ts", "vue"):
        start = random.choice(("", "", "./", "../", "../../", "@/"))
        return random.choice(SCRIPT).format(start + "/".join(names) + random.choice(("", ".js")))
    plain = [name.replace("-", "_").replace("@", "").replace(".", "_") for name in names]
    statement = random.choice(DOTTED) if ending == "py" else "import {0};\n"
    return statement.format(".".join(plain), plain[-1])


@pytest.mark.parametrize("number_of_contracts", [120, pytest.param(1_500, marks=pytest.mark.slow)])
def test_no_shortcut_hides_an_import(number_of_contracts: int) -> None:
    """Neither the words of the globs nor what a text must hold: each import is checked alone."""
    random, compared_files, with_forbidden_imports = Random(5), 0, 0
    for _ in range(number_of_contracts):
        keys = {"forbid": [drawn_glob(random) for _ in range(4)], "path_pattern": r"(\w+)"}
        keys |= {"aliases": random.choice(ALIASES)} if random.random() < 0.5 else {}
        checked_mapping = check_mapping(
            mapping(kind="forbid_import", **keys), source="project", path="a"
        )
        import_contract = checked_mapping.contract
        for ending in ("py", "ts", "vue", "go", "kt") if import_contract else ():
            assert import_contract is not None
            folders = [random.choice(NAMES[:7]) for _ in range(random.randrange(3))]
            path = "/".join([*folders, f"{random.choice(NAMES[:7])}.{ending}"])
            text = "".join(drawn_import(random, ending) for _ in range(3))
            text = f"<script>\n{text}</script>\n" if ending == "vue" else text
            language = find_import_language(path)
            assert language is not None
            checker = ImportChecker(import_contract, path, language)
            expected = [(e.start, e.end) for e in find_imports(path, text) if checker.forbidden(e)]
            assert [
                e.span for e in list_forbidden_imports(import_contract, path, text)
            ] == expected, (
                keys,
                path,
            )
            may_have = may_match(
                make_import_requirement(import_contract), text, compute_once(fold_case, text)
            )
            assert may_have or not expected, (keys, text)
            compared_files, with_forbidden_imports = (
                compared_files + 1,
                with_forbidden_imports + bool(expected),
            )
    assert compared_files > number_of_contracts * 8 // 3
    assert with_forbidden_imports > number_of_contracts * 7 // 15


@pytest.mark.parametrize(
    ("forbid", "module", "expected"),
    [
        ("fs", "node:fs", True),
        ("fs", "fs", True),
        ("node:fs", "node:fs", True),
        ("node:fs", "fs", False),
        ("lodash/fp", "npm:lodash@4/fp", True),
        ("lodash/fp", "npm:/lodash@4/fp", True),
        ("lodash@4/fp", "npm:lodash@4/fp", True),
        ("npm:lodash/fp", "npm:lodash@4/fp", True),
        ("lodash/fp", "npm:lodash@4/sum", False),
        ("@std/fs", "jsr:@std/fs@1/walk", True),
        ("@std/fs", "jsr:@std/fsx@1", False),
        ("fs", "https://deno.land/fs@1", False),
        ("https:/**", "https://deno.land/fs@1", True),
        ("src/db", "../db?worker", True),
        ("src/db", "../db#part", True),
        ("a", "a?raw", True),
        ("\\#a", "#a", True),
        ("@/a", "@/a", True),
    ],
)
def test_how_a_module_of_javascript_may_be_written(
    forbid: str, module: str, *, expected: bool
) -> None:
    """A query is no part of it; a scheme and a version count with and without."""
    contract_a = contract(kind="forbid_import", forbid=forbid)
    imports = list_forbidden_imports(contract_a, "src/web/a.ts", f'import "{module}"')
    assert bool(imports) is expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("w/a.py", "from .... import x", False),
        ("w/a.py", "from .. import x", True),
        ("a.ts", 'import "../x"', False),
        ("w/a.ts", 'import "../x"', True),
    ],
)
def test_what_leads_out_of_the_level_is_no_match_of_a_wildcard(
    path: str, text: str, *, expected: bool
) -> None:
    contract_a = contract(kind="forbid_import", forbid=["**/x", "/**/x"])
    assert bool(list_forbidden_imports(contract_a, path, text)) is expected


@pytest.mark.parametrize(
    ("glob", "is_problem"),
    [
        ("...", True),
        ("a...b", True),
        ("...b", True),
        ("a/.../b", True),
        ("src/pages/[...slug]", False),
        ("src/..hidden", False),
    ],
)
def test_three_dots_are_a_problem(glob: str, *, is_problem: bool) -> None:
    """They would be slashes with nothing between them."""
    checked = check_mapping(
        mapping(kind="forbid_import", forbid=glob), source="project", path="a.yaml"
    )
    assert [problem.key for problem in checked.problems] == ["forbid"] * is_problem
