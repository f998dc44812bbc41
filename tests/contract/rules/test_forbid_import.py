"""``forbid_import``: what an import leads to, and whether ``forbid`` names it."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.contract.check_mapping import check_mapping
from tests.examples import at_level, check, contract, mapping, places_of

KIND = "forbid_import"
PAGES = {"path_pattern": r"pages/(\w+)/", "forbid": ["pages/**", "!pages/{1}/**"]}


def placed(path: str, text: str, **keys: Any) -> list[str]:
    """The places in the file that break the contract."""
    places = places_of(check([contract(kind=KIND, **keys)], {path: text}))
    return [place.partition(":")[2] for place in places]


@pytest.mark.parametrize(
    ("path", "text", "keys"),
    [
        pytest.param("a.py", "import app.dbx, xapp.db", {"forbid": "app.db"}, id="another name"),
        pytest.param("a.py", "import x.app.db", {"forbid": "app.db"}, id="not from the beginning"),
        pytest.param("a.py", "# import app.db", {"forbid": "app.db"}, id="a comment"),
        pytest.param("a.py", "from app import x", {"forbid": "app.db"}, id="another of it"),
        pytest.param("a.py", "import app.db.pub.x", {"forbid": ["app.db", "!app.db.pub"]}, id="-"),
        pytest.param("w/a.py", "from . import db", {"forbid": "w/dbx"}, id="beside it"),
        pytest.param("a.py", "from .. import db", {"forbid": "db"}, id="out of the level"),
        pytest.param("a.txt", "import a", {"forbid": "a"}, id="no language"),
        pytest.param("a.py", "import a", {"forbid": "a", "unless_file": "t"}, id="unless"),
        pytest.param("pages/a/x.ts", "import '../a/y'; import './z'", PAGES, id="its own page"),
        pytest.param("a.js", "import './lodash'", {"forbid": "lodash"}, id="a path, no package"),
        pytest.param("a.js", "import 'lodash'", {"forbid": "/lodash"}, id="a package, no path"),
        pytest.param("a.js", "import 'lodash'", {"forbid": "lodash/**"}, id="what is below it"),
        pytest.param("a.js", "import '@x/ui'", {"forbid": "@x/ui/**"}, id="below one of a scope"),
        pytest.param("a.js", "import '@x/ui/a'", {"forbid": ["@x/ui", "!@x/ui/**"]}, id="inside"),
        pytest.param("pages/a/x.ts", "import 'pages/a'", PAGES, id="its own index, as written"),
        pytest.param("a.ts", "import '@/a'", {"forbid": "src/b", "aliases": {"@": "src"}}, id="b"),
        pytest.param("a.ts", "import '@x/a'", {"forbid": "src/*", "aliases": {"@": "src"}}, id="c"),
        pytest.param("[x]/a.ts", "import '../x/b'", {"forbid": "{dir}/b"}, id="for itself"),
        pytest.param("a.ts", "import './b/c'", {"forbid": "/b.ts"}, id="below a file"),
        pytest.param("a.ts", "import './b/c'", {"forbid": "*/index.ts"}, id="below an index"),
        pytest.param("a.ts", "import './b'", {"forbid": "/index.ts"}, id="not the index"),
        pytest.param("a.py", "import b.c.d", {"forbid": ["*/c.py", "/__init__.py"]}, id="module"),
        pytest.param("a.py", "import a  # phaser:ignore a", {"forbid": "a"}, id="let pass"),
    ],
)  # fmt: skip
def test_silent(path: str, text: str, keys: dict[str, Any]) -> None:
    """No violation."""
    assert placed(path, text, **keys) == []


@pytest.mark.parametrize(
    ("path", "text", "keys", "expected"),
    [
        pytest.param("a.py", "import app.db.x, os", {"forbid": "app.db"}, ["1:8"], id="below it"),
        pytest.param("a.py", "from app import x, db", {"forbid": "app.db"}, ["1:6"], id="a name"),
        pytest.param("w/a.py", "from .. import db", {"forbid": "db"}, ["1:6"], id="dots"),
        pytest.param("w/a.py", "from ..db import x", {"forbid": "db"}, ["1:6"], id="relative"),
        pytest.param("a.py", "import x.internal.y", {"forbid": "**/internal"}, ["1:8"], id="depth"),
        pytest.param("a.py", "import b\nimport c", {"forbid": "*"}, ["1:8", "2:8"], id="all"),
        pytest.param("a.py", "\ufeffimport a\r\nimport b\r\n", {"forbid": "b"}, ["2:8"], id="CRLF"),
        pytest.param("a.py", "from a import *", {"forbid": "a/**"}, ["1:6"], id="a star"),
        pytest.param("pages/a/x.ts", "import '../b/y'", PAGES, ["1:9"], id="another page"),
        pytest.param("pages/a/x.ts", "import 'pages/b'", PAGES, ["1:9"], id="as written"),
        pytest.param("w/a.ts", "import '../db/x.js'", {"forbid": "db/x.ts"}, ["1:9"], id="endings"),
        pytest.param("w/a.ts", "import '..'", {"forbid": "/index.ts"}, ["1:9"], id="the index"),
        pytest.param("w/a.ts", "import './a'", {"forbid": "{dir}/{name}"}, ["1:9"], id="itself"),
        pytest.param(
            "a.ts", "import './b'; import 'b'; import 'c'", {"forbid": "{/b.ts,c}"},
            ["1:9", "1:35"], id="alternatives",
        ),
        pytest.param("v.1/a.py", "from . import b", {"forbid": "{dir}.b"}, ["1:6"], id="a dot"),
        pytest.param("w/a.ts", "import '../db'", {"forbid": "db/index.ts"}, ["1:9"], id="index"),
        pytest.param("a.js", "import 'lodash/fp'", {"forbid": "lodash"}, ["1:9"], id="package"),
        pytest.param("a.js", "import './lodash'", {"forbid": "/lodash"}, ["1:9"], id="path"),
        pytest.param(
            "a.js", "import '@x/ui'; import 'lodash'",
            {"forbid": ["@x/ui", "!@x/ui/**", "lodash", "!lodash/**"]}, ["1:9", "1:25"],
            id="the package, and not what is in it",
        ),
        pytest.param(
            "a.ts", "import '@/a/b'; import '@/c'",
            {"forbid": ["src/**", "x/**"], "aliases": {"@/": "src", "@/a": "x"}},
            ["1:9", "1:25"], id="aliases",
        ),
        pytest.param(
            "a.go", 'import "x.org/me/db"', {"forbid": "db", "aliases": {"x.org/me": ""}},
            ["1:9"], id="an alias of nothing",
        ),
        pytest.param("A.java", "import a.db.*;", {"forbid": "a.db.**"}, ["1:8"], id="Java"),
        pytest.param("a.kt", "import a.db.C", {"forbid": "a.db"}, ["1:8"], id="Kotlin"),
        pytest.param("x/a.ts", "import './b'", {"forbid": "{dir}/b"}, ["1:9"], id="a variable"),
    ],
)  # fmt: skip
def test_fires(path: str, text: str, keys: dict[str, Any], expected: list[str]) -> None:
    """At the module's name."""
    assert placed(path, text, **keys) == expected


@pytest.mark.parametrize("alias", ["~", "#", "#in", "@", "$lib"])
def test_an_alias_is_named_as_it_is_written_or_where_it_leads(alias: str) -> None:
    """The mark of a home folder, or of a comment, with a backslash, as its problem says."""
    text = f"import '{alias}/db'\n"
    written = f"\\{alias}/**" if alias[0] in "~#" else f"{alias}/**"
    assert placed("a.ts", text, forbid=written) == ["1:9"]
    assert placed("a.ts", text, forbid="src/db", aliases={f"{alias}/": "src/"}) == ["1:9"]
    assert placed("a.ts", text, forbid="src/e", aliases={f"{alias}/": "src/"}) == []


def test_the_message_ends_with_what_is_imported() -> None:
    """As the globs see it."""
    report = check([contract(kind=KIND, forbid="app")], {"app/w/a.py": "from ..db import x"})
    assert [violation.message for violation in report.violations] == [
        "Fix a. (imports: app/db, app/db/x)"
    ]


def test_paths_of_imports_are_those_of_the_level() -> None:
    """Paths are those from its folder."""
    contract_a = at_level("pay", kind=KIND, forbid="db")
    report = check(
        [contract_a], {"pay/w/a.py": "from ..db import x", "w/a.py": "from ..db import x"}
    )
    assert places_of(report) == ["a pay/w/a.py:1:6"]


def test_an_import_of_a_cell_starts_in_the_notebooks_folder() -> None:
    """A cell stands in the notebook's folder, and its text is in the notebook's language."""
    cell = {"cell_type": "code", "source": "from .db import x", "outputs": [], "metadata": {}}
    prose = {"cell_type": "markdown", "source": "from .db import x", "metadata": {}}
    language = {"language_info": {"name": "python"}}
    book = {"cells": [prose, cell], "metadata": language, "nbformat": 4, "nbformat_minor": 5}
    report = check([contract(kind=KIND, forbid="w/db")], {"w/a.ipynb": json.dumps(book)})
    assert [
        (violation.path, violation.cell, violation.cell_line) for violation in report.violations
    ] == [("w/a.ipynb", 2, 1)]


@pytest.mark.parametrize(
    ("keys", "problem"),
    [
        ({"forbid": []}, "forbid: expected a text or a list of texts, not an empty list"),
        ({"forbid": "!a"}, "forbid: expected a glob without `!`: those with it only take out"),
        ({"forbid": "../a"}, 'forbid: expected a glob from the level\'s folder, without . and .. in'
         ' "../a"'),
        ({"forbid": "{dri}"}, "forbid: expected any of {dir}, {name}, {stem}, {ext}; groups are"
         " those of path_pattern, not {dri}; did you mean dir?; write"
             " `\\{` for a brace"),
        ({"forbid": "a", "aliases": {}}, "aliases: expected a mapping of texts to texts or"
         " tsconfig, not an empty mapping"),
        ({"forbid": "a", "aliases": {"b": 1}}, "aliases.b: expected a text, not nothing"),
        ({"forbid": "a", "aliases": {"b": "src/{name}"}}, "aliases: expected plain text: `{name}`"
         " stands for nothing in an alias"),
        ({"forbid": "a", "aliases": {"{dir}/": "b"}}, "aliases: expected plain text: `{dir}`"
         " stands for nothing in an alias"),
        ({"forbid": "a", "aliases": {"/": "b"}}, "aliases: expected how a module begins, not"
         " nothing"),
        ({"forbid": "a", "aliases": {"b": "../c"}}, "aliases: expected a path from the level's"
         ' folder, not "../c"'),
        ({"forbid": "~/**"}, "forbid: expected what `~/` stands for: write it in aliases, as in"
         " {'~/': 'src/'}, and `src/**` here; `\\~/**` means that spelling only"),
        ({"forbid": ["a", "!~/b/*"]}, "forbid: expected what `~/` stands for: write it in aliases,"
         " as in {'~/': 'src/'}, and `!src/b/*` here; `!\\~/b/*` means that spelling only"),
        ({"forbid": "#in/b"}, "forbid: expected what `#in/` stands for: write it in aliases, as in"
         " {'#in/': 'src/'}, and `src/b` here; `\\#in/b` means that spelling only"),
    ],
)  # fmt: skip
def test_a_malformed_value_is_told_with_its_key(keys: dict[str, Any], problem: str) -> None:
    """Key, and what was expected."""
    checked_mapping = check_mapping(mapping(kind=KIND, **keys), source="project", path="a.yaml")
    assert [f"{problem.key}: {problem.expected}" for problem in checked_mapping.problems] == [
        problem
    ]
