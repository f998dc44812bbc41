"""Where imports lead by the nearest ``tsconfig.json``, and by the project's own folder."""

from __future__ import annotations

import json
from typing import Any

import pytest

from phaser_lint.contract.rules.import_targets import list_forbidden_imports
from phaser_lint.contract.rules.modules import Modules, ScriptAliases, bind_contract
from phaser_lint.core.file_records import TextFile
from phaser_lint.project.files.texts import TextFiles
from tests.examples import contract

Files = dict[str, Any]


def modules_in(files: Files) -> Modules:
    texts = {
        path: TextFile(path, text if isinstance(text, str) else json.dumps(text))
        for path, text in files.items()
    }
    return Modules("/home/a/checkout", lambda: TextFiles(texts))


def options(**compiler_options: Any) -> Files:
    return {"compilerOptions": compiler_options}


PATHS = {"@/*": ["./*"]}


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({"tsconfig.json": options(paths=PATHS)}, ["a"]),
        ({"tsconfig.json": options(baseUrl="src", paths=PATHS)}, ["src/a"]),
        ({"src/tsconfig.json": options(paths=PATHS)}, ["src/a"]),
        ({"src/web/tsconfig.json": {}, "tsconfig.json": options(paths=PATHS)}, []),
        ({"jsconfig.json": options(paths=PATHS)}, []),
        ({"tsconfig.json": options(paths={"@/*": ["b/*", "../*"]})}, ["b/a", "../a"]),
        ({"tsconfig.json": options(paths={"@/*": ["/b/*"]})}, ["/b/a"]),
        ({"tsconfig.json": options(baseUrl="/home/a/checkout", paths=PATHS)}, ["a"]),
        ({"tsconfig.json": options(paths={"@/*": ["/home/a/checkout/b/*"]})}, ["b/a"]),
    ],
)
def test_paths_start_at_the_file_that_has_them(files: Files, expected: list[str]) -> None:
    assert modules_in(files).paths_of("@/a", "src/web/x.ts")[0] == expected


@pytest.mark.parametrize(
    ("extends", "files", "expected"),
    [
        ("./cfg/base", {"cfg/base.json": options(paths=PATHS)}, ["cfg/a"]),
        ("./cfg/base.json", {"cfg/base.json": options(paths=PATHS)}, ["cfg/a"]),
        (["./a", "./b"], {"a.json": options(paths=PATHS), "b.json": options(baseUrl="c")}, ["c/a"]),
        (
            ["./a", "./b"],
            {"a.json": options(paths=PATHS), "b.json": options(paths={"@/*": ["d/*"]})},
            ["d/a"],
        ),
        ("./a", {"a.json": {"extends": "./b"}, "b.json": options(paths=PATHS)}, ["a"]),
        (
            "./cfg/base",
            {"cfg/base.json": options(paths={"@/*": ["${configDir}/e/*"]})},
            ["e/a"],
        ),
        ("b", {"node_modules/b/tsconfig.json": options(paths={"@/*": ["../../f/*"]})}, ["f/a"]),
        ("@s/base/x", {"node_modules/@s/base/x.json": options(baseUrl=".", paths=PATHS)},
         ["node_modules/@s/base/a"]),
    ],
)  # fmt: skip
def test_what_is_extended_counts(extends: Any, files: Files, expected: list[str]) -> None:
    modules = modules_in({"tsconfig.json": {"extends": extends}, **files})
    assert modules.paths_of("@/a", "x.ts")[0] == expected


@pytest.mark.parametrize(
    ("files", "expected"),
    [
        ({}, ScriptAliases()),
        (
            {"tsconfig.json": "{"},
            ScriptAliases(
                "tsconfig.json",
                read=("tsconfig.json",),
                problems=(
                    (
                        "tsconfig.json",
                        "JSON with comments; line 1: Expecting property name enclosed in double"
                        " quotes",
                    ),
                ),
            ),
        ),
        (
            {"tsconfig.json": {"extends": ["./b", "../../c", "installed"]}},
            ScriptAliases(
                "tsconfig.json",
                read=("tsconfig.json",),
                problems=(
                    ("tsconfig.json", 'extends: a file of the project, not "./b"'),
                    ("tsconfig.json", 'extends: a file of the project, not "../../c"'),
                ),
            ),
        ),
        (
            {"tsconfig.json": {"extends": "./b"}, "b.json": {"extends": "./tsconfig.json"}},
            ScriptAliases(
                "tsconfig.json",
                read=("tsconfig.json", "b.json"),
                problems=(
                    ("b.json", 'extends: another file than "./tsconfig.json", a circle'),
                ),
            ),
        ),
    ],
)  # fmt: skip
def test_what_is_wrong_is_known(files: Files, expected: ScriptAliases) -> None:
    assert modules_in(files).aliases("src/x.ts") == expected


@pytest.mark.parametrize(
    ("module", "expected"),
    [
        ("react", ([], True)),
        ("db", (["src/db"], True)),
        ("db/client", (["src/db/client"], True)),
        ("log.js", (["src/log.js"], True)),
    ],
)
@pytest.mark.parametrize("said", [{"baseUrl": "src"}, {"paths": {"*": ["src/*"]}}])
def test_every_module_is_a_file_only_where_one_is_there(
    said: Files, module: str, expected: tuple[list[str], bool]
) -> None:
    """``react`` is no file of ``src`` because all names are looked for there."""
    files = {"tsconfig.json": options(**said), "src/db/a.ts": "", "src/log.ts": ""}
    assert modules_in(files).paths_of(module, "src/x.ts") == expected


@pytest.mark.parametrize(
    ("path", "text", "expected"),
    [
        ("w/a.ts", 'import "../../checkout/src/db"', True),
        ("w/a.ts", 'import "../../../a/checkout/src/db"', True),
        ("w/a.ts", 'import "../../other/src/db"', False),
        ("w/a.py", "from ...checkout.src import db", True),
        ("w/a.py", "from ...other.src import db", False),
    ],
)
def test_an_import_comes_back_by_the_name_of_the_checkout(
    path: str, text: str, *, expected: bool
) -> None:
    bound = bind_contract(contract(kind="forbid_import", forbid="src/db"), modules_in({}))
    assert bool(list_forbidden_imports(bound, path, text)) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [('import "@/db"', True), ('import "@/../db"', False), ('import "../../src/db"', False)],
)
def test_aliases_lead_from_the_level(text: str, *, expected: bool) -> None:
    """Of a contract in ``app`` the path begins there."""
    files = {"tsconfig.json": options(paths={"@/*": ["app/src/*"]})}
    written = contract(kind="forbid_import", forbid="src/db", aliases="tsconfig")
    bound = bind_contract(written._replace(level="app"), modules_in(files))
    assert bool(list_forbidden_imports(bound, "app/w/a.ts", text)) is expected
