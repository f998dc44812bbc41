"""Contracts of import-linter, and what became of them."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.author.importers.import_linter import import_import_linter
from phaser_lint.author.importers.rule_file import RuleFileError

if TYPE_CHECKING:
    from phaser_lint.author.importers.imported import ImportedRule
    from tests.conftest import MakeProject, Run

DIRECT = "allow_indirect_imports = true\n"
INDIRECT = "indirect imports are forbidden there; a contract sees only direct ones"
TOP = "[importlinter]\nroot_package = app\n"


def contract_section(keys: str, *, kind: str = "forbidden") -> str:
    return f"\n[importlinter:contract:1]\nname = Apart.\ntype = {kind}\n{keys}"


def rules(keys: str, *, kind: str = "forbidden", top: str = TOP) -> tuple[ImportedRule, ...]:
    text = top + contract_section(keys, kind=kind)
    return import_import_linter(text.encode(), ".importlinter").rules


WEB = "source_modules = app.web\n"
DB = "forbidden_modules = app.db\n"
OF_WEB = ["/app/web.py", "/app/web/**/*.py"]
OF_ADMIN = ["/app/web/admin.py", "/app/web/admin/__init__.py"]
WEB_PATHS = r"^(?:app/web)(?:\.py|/.*)$"


@pytest.mark.parametrize(
    ("keys", "contracts"),
    [
        (WEB + DB, [{"file_glob": OF_WEB, "forbid": ["app/db"]}]),
        ("source_modules =\n    app.web\n    # app.no\n    ; app.no\n    app.cli\n" + DB,
         [{"file_glob": [*OF_WEB, "/app/cli.py", "/app/cli/**/*.py"], "forbid": ["app/db"]}]),
        (f"{WEB}forbidden_modules =\n    app.db.models\n    django\n",
         [{"file_glob": OF_WEB, "forbid": ["django", "app/db/models"]}]),
        (WEB + DB + "as_packages = False\n",
         [{"file_glob": ["/app/web.py", "/app/web/__init__.py"],
           "forbid": ["app/db", "!app/db/*", "app/db/__init__"]}]),
        # A package's own module is none of those in it.
        ("source_modules = app.web.*\nforbidden_modules = app.db.*\n",
         [{"file_glob": ["/app/web/*.py", "/app/web/*/**/*.py", "!/app/web/__init__.py"],
           "forbid": ["app/db/*", "!app/db/__init__"]}]),
        # One that is forbidden itself may import what is its own.
        ("source_modules =\n    app.web\n    app.db\n" + DB,
         [{"file_glob": OF_WEB, "forbid": ["app/db"]}]),
        ("source_modules =\n    app.web\n    app.db\nforbidden_modules =\n    app.db\n    os\n",
         [{"file_glob": OF_WEB, "forbid": ["os", "app/db"]},
          {"file_glob": ["/app/db.py", "/app/db/**/*.py"],
           "forbid": ["os", "app/db", "!app/db"]}]),
        (WEB + DB + "ignore_imports = app.web.admin -> app.db\n",
         [{"file_glob": OF_WEB, "exclude_glob": OF_ADMIN, "forbid": ["app/db"]},
          {"file_glob": OF_ADMIN, "path_pattern": WEB_PATHS,
           "forbid": ["app/db", "!app/__init__", "!app/db"]}]),
        # A way to the module that no file goes itself.
        (WEB + DB + "ignore_imports =\n    app.web -> app.util\n    app.util -> app.db\n",
         [{"file_glob": OF_WEB, "forbid": ["app/db"]}]),
    ],
)  # fmt: skip
def test_forbidden_modules_become_one_contract_for_each_exception(
    keys: str, contracts: list[dict[str, Any]]
) -> None:
    """One contract, and one for each module that may import more."""
    shared_keys = {"message": "Apart.", "severity": "error"}
    assert [rule.keys for rule in rules(DIRECT + keys)] == [
        {"type": "forbid_import", **own_keys, **shared_keys} for own_keys in contracts
    ]


def test_independent_modules_may_not_import_one_another() -> None:
    """Each module against the others, and those of a folder by their names."""
    keys = "modules =\n    app.a\n    app.b\n    app.plugins.*\n"
    first, second, members = rules(keys, kind="independence")
    assert first.keys is not None
    assert first.keys["forbid"] == [
        "app/b",
        "app/plugins/*",
        "!app/plugins/__init__",
    ]
    assert second.keys is not None
    assert second.keys["file_glob"] == ["/app/b.py", "/app/b/**/*.py"]
    assert members.keys == {
        "type": "forbid_import",
        "file_glob": ["/app/plugins/*.py", "/app/plugins/*/**/*.py", "!/app/plugins/__init__.py"],
        "path_pattern": r"^app/plugins/(?!__init__\.py$)(\w+)",
        "forbid": ["app/a", "app/b", "app/plugins/*", "!app/plugins/__init__", "!app/plugins/{1}"],
        "message": "Apart.",
        "severity": "error",
    }
    assert members.unsupported == (
        INDIRECT,
        "app.plugins.*: what its package itself defines counts as one of these",
    )


@pytest.mark.parametrize(
    ("keys", "kind", "unsupported"),
    [
        (WEB + DB, "forbidden", (INDIRECT,)),
        (WEB + DB + DIRECT, "forbidden", ()),
        ("layers =\n    app.a\n    app.b\n", "layers", ("type: layers is of no contract here",)),
        ("modules = app.a\n", "acyclic_siblings",
         ("type: acyclic_siblings is of no contract here",)),
        (WEB + DB + DIRECT + "ignore_imports = app.web.a -> app.db\n", "forbidden",
         ("ignore_imports: app.web.a may import what lies below app.db, too",)),
        (WEB + "forbidden_modules = json\n" + DIRECT + "ignore_imports = app.web.a -> json\n",
         "forbidden", ()),
    ],
)  # fmt: skip
def test_what_is_not_converted_is_named(keys: str, kind: str, unsupported: tuple[str, ...]) -> None:
    """Of each contract, as indirect imports are forbidden by default there."""
    assert {rule.unsupported for rule in rules(keys, kind=kind)} == {unsupported}


def test_types_alone_may_be_imported() -> None:
    """The key that leaves them out has its own here."""
    top = f"{TOP}exclude_type_checking_imports = True\n"
    (rule,) = rules(WEB + DB, top=top)
    assert rule.keys is not None
    assert rule.keys["type_only"] == "allow"


TOML = """\
[tool.importlinter]
root_packages = ["app"]

[[tool.importlinter.contracts]]
name = "Apart."
type = "forbidden"
source_modules = ["app.web"]
forbidden_modules = ["app.db"]
allow_indirect_imports = true
"""


@pytest.mark.skipif(sys.version_info < (3, 11), reason="without tomllib")
def test_a_package_below_src(project: MakeProject, run: Run) -> None:
    """It lies where it does, and its absolute imports lead there; whatever holds the contracts."""
    files = {
        "src/app/web/v.py": "import app.db\nfrom ..db import x\nimport app.web.a\nimport db\n",
        "src/app/db.py": "",
    }
    ini = TOP + contract_section(DIRECT + WEB + DB)
    for name, text in (("pyproject.toml", TOML), ("setup.cfg", f"[metadata]\nname=a\n\n{ini}")):
        root = project({**files, name: text})
        outcome = run("import", ".", cwd=root)
        assert (outcome.code, outcome.err) == (0, "")
        assert outcome.out.splitlines()[0] == f"{name}: 1 rule of import-linter"
        scanned = run("scan", cwd=root).out.splitlines()
        assert scanned[:3] == [
            "src/app/web/v.py:1:8: error: Apart. (imports: src/app/db) [apart]",
            "src/app/web/v.py:2:6: error: Apart. (imports: src/app/db, src/app/db/x) [apart]",
            "",
        ]
        (root / name).unlink()
        (root / ".claude/contracts/apart.yaml").unlink()


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x", "expected sections of keys; File contains no section headers."),
        (TOP + contract_section(DB), "4: source_modules: expected modules"),
        (TOP + contract_section(WEB), "4: forbidden_modules: expected modules"),
        (TOP + contract_section("", kind="independence"), "4: modules: expected modules"),
        (TOP + "\n[importlinter:contract:1]\ntype = forbidden\n", "4: name: expected a text"),
        (TOP + contract_section(WEB + "forbidden_modules = a/b\n"),
         "4: forbidden_modules: expected modules such as app.web, not a/b"),
        (TOP + contract_section(WEB + DB + "as_packages = maybe\n"),
         "4: as_packages: expected true or false"),
        (TOP + contract_section(WEB + DB + "ignore_imports = app.web\n"),
         "4: ignore_imports: expected app.a -> app.b, not app.web"),
    ],
)  # fmt: skip
def test_bad_input_is_said_with_what_was_expected(text: str, problem: str) -> None:
    """With the file, the line of the contract and the key."""
    with pytest.raises(RuleFileError) as raised:
        import_import_linter(text.encode(), ".importlinter")
    assert str(raised.value).startswith(
        f".importlinter:{'' if problem[0].isdigit() else ' '}{problem}"
    )


@pytest.mark.parametrize("text", ["", "[flake8]\nx = 1\n", TOP])
def test_a_file_without_contracts_says_so(text: str) -> None:
    """Hardly a ``setup.cfg`` has any."""
    imported = import_import_linter(text.encode(), "setup.cfg")
    where = "[importlinter:contract:ID]"
    assert (imported.rules, imported.notices) == (
        (),
        (f"it has no contract of import-linter, in {where}",),
    )


def test_paths_are_from_the_folder_of_the_file(project: MakeProject, run: Run) -> None:
    """Contracts of another level would select nothing."""
    ini = TOP + contract_section(DIRECT + WEB + DB)
    root = project({"pay/.importlinter": ini, "pay/app/web.py": "import app.db\n"})
    file = "pay/.importlinter"
    notice = (
        "  its paths are from its own folder: write the contracts there, "
        "with --to pay/.claude/contracts"
    )
    assert run("import", "--dry-run", file, cwd=root).out.splitlines()[2] == notice
    written = run("import", file, "--to", "pay/.claude/contracts", cwd=root)
    assert notice not in written.out
    assert run("scan", cwd=root).out.startswith("pay/app/web.py:1:8: error: Apart.")
