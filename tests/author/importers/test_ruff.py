"""Modules that ruff bans, and what became of them."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from phaser_lint.author.importers.ruff import import_ruff
from phaser_lint.author.importers.rule_file import RuleFileError

if TYPE_CHECKING:
    from phaser_lint.author.importers.imported import ImportedFile
    from tests.conftest import MakeProject, Run

pytestmark = pytest.mark.skipif(sys.version_info < (3, 11), reason="without tomllib")
RUFF = Path(sys.executable).with_name("ruff")
SELECTED = 'lint.select = ["TID"]\n'
BANNED = '[lint.flake8-tidy-imports.banned-api]\n"cgi".msg = "No cgi."\n'
MEMBER = '"typing.TypedDict".msg = "Use typing_extensions."\n'
ATTRIBUTE = "`import typing` and the attribute typing.TypedDict: a contract sees imports alone"
UNSELECTED = "TID251 is not selected, so ruff reported nothing"


def imported(text: str, path: str = "ruff.toml") -> ImportedFile:
    return import_ruff(text.encode(), path)


def keys(**changed: Any) -> dict[str, Any]:
    """Those of the contract on cgi, with what is *changed*."""
    return {
        "type": "forbid_import", "file_glob": ["*.py", "*.pyi", "*.ipynb"], "forbid": "cgi",
        "message": "No cgi.", "severity": "error", **changed,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("path", "text"),
    [
        ("ruff.toml", SELECTED + BANNED),
        (".ruff.toml", SELECTED + BANNED),
        ("ruff.toml", 'select = ["ALL"]\n' + BANNED.replace("lint.", "")),
        ("ruff.toml", SELECTED + BANNED.replace("banned", "extend-banned")),
        ("pyproject.toml", f"[tool.ruff]\n{SELECTED}{BANNED.replace('[', '[tool.ruff.')}"),
        ("pyproject.toml", f"[tool.ruff]\n{SELECTED}{BANNED.replace('[lint', '[tool.ruff')}"),
    ],
)
def test_a_banned_module_is_one_that_nobody_imports(path: str, text: str) -> None:
    """Wherever ruff keeps its settings, in today's tables and in older ones."""
    [rule] = imported(text, path).rules
    assert (rule.name, rule.keys, rule.unsupported, rule.dead) == ("banned cgi", keys(), (), "")
    assert rule.line == text.split("\n").index('"cgi".msg = "No cgi."') + 1


def test_what_a_contract_does_not_see_is_named() -> None:
    """Attributes, files that a rule is ignored in, and imports that are banned at the top only."""
    text = (
        f'exclude = ["old"]\n{SELECTED}[lint.per-file-ignores]\n'
        '"tests" = ["TID251"]\n"a" = ["E"]\n"docs/*" = ["TID251"]\n'
        f'[lint.flake8-tidy-imports]\nbanned-module-level-imports = ["torch"]\n{BANNED}{MEMBER}'
    )
    file = imported(text)
    ignored = "per-file-ignores: tests: exclude_glob leaves files out"
    at_top = "banned-module-level-imports: a contract counts an import in a function, too"
    assert [(rule.name, rule.unsupported) for rule in file.rules] == [
        ("banned cgi", (ignored,)),
        ("banned typing.TypedDict", (ATTRIBUTE, ignored)),
        ("banned torch", (at_top,)),
    ]
    assert file.rules[2].keys is None
    assert file.notices == ("exclude: ruff leaves out old; exclude in .phaser/config.yaml does",)


TREE = [
    f"{folder}{name}"
    for folder in ("", "tests/", "tests/unit/", "src/tests/", "a/migrations/", "a/b/migrations/1/")
    for name in ("a.py", "test_a.py", "a_test.py", "test_x/a.py", "__init__.py", "a.pyi")
]


@pytest.mark.one_row_in(3)
@pytest.mark.skipif(not RUFF.exists(), reason="without ruff")
@pytest.mark.parametrize(
    "glob",
    [
        "tests/*", "tests/**", "tests/**/*", "tests/*.py", "tests/test_*.py", "__init__.py",
        "test_*.py", "*.py", "*_test.py", "**/tests/*", "*/migrations/*", "src/*/a.py", "a/**/a.py",
        "**/*_test.py", "tests/a.py", "**/test_x/**", "*/tests/**/test_*.py",
        # Not converted: these leave more, or others, out.
        "tests", "tests/", "!tests/*", "t*/a.py", "./a.py", "*", "**/*", "{a,b}/*", "te?ts/*",
        "/a.py",
    ],
)  # fmt: skip
def test_files_that_ruff_ignores_a_ban_in_are_left_out(
    project: MakeProject, run: Run, glob: str
) -> None:
    """As ruff does, whose ``*`` passes slashes; what no glob says is named."""
    text = f'{SELECTED}[lint.per-file-ignores]\n"{glob}" = ["TID251"]\n{BANNED}'
    root = project({"ruff.toml": text, **dict.fromkeys(TREE, "import cgi\n")})
    program = [str(RUFF), "check", "--no-cache", "--output-format", "concise"]
    found = subprocess.run(program, cwd=root, capture_output=True, text=True, check=False).stdout
    by_ruff = {line.split(":")[0] for line in found.splitlines() if "TID251" in line}
    outcome = run("import", "ruff.toml", cwd=root)
    scanned = run("scan", "--quiet", cwd=root).out
    paths = {line.split(":")[0] for line in scanned.splitlines()}
    is_converted = outcome.code == 0
    assert is_converted is (f"per-file-ignores: {glob}: exclude_glob" not in outcome.out)
    assert paths == by_ruff if is_converted else paths == set(TREE)


@pytest.mark.parametrize(
    ("selecting", "dead"),
    [
        ("", UNSELECTED),
        ('lint.select = ["E"]', UNSELECTED),
        ('lint.select = ["T"]', UNSELECTED),
        ('lint.select = ["ALL"]\nlint.ignore = ["TID"]', UNSELECTED),
        ('lint.select = ["TID251"]\nlint.ignore = ["TID251"]', UNSELECTED),
        ('lint.select = ["TID251"]\nlint.ignore = ["TID"]', ""),
        ('lint.select = ["E"]\nlint.extend-select = ["TID25"]', ""),
        ('extend = "../ruff.toml"', ""),
    ],
)
def test_a_rule_that_is_not_selected_never_matched(selecting: str, dead: str) -> None:
    """The narrower code counts; what a file extends may select it."""
    [rule] = imported(f"{selecting}\n{BANNED}").rules
    assert rule.dead == dead


@pytest.mark.parametrize("name", ["", ".db", "a-b", "sqlalchemy.*", "a b"])
def test_a_name_of_no_module_never_matched(name: str) -> None:
    [rule] = imported(BANNED.replace("cgi", name, 1)).rules
    assert (rule.keys, rule.dead) == (None, "no module is called so: ruff knows no wildcard")


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("x", "ruff.toml: expected TOML; "),
        (BANNED.replace(".msg", ""), "ruff.toml: banned-api.cgi: expected a text at its key msg"),
        (
            'lint.flake8-tidy-imports = "x"',
            "ruff.toml: flake8-tidy-imports.banned-api: expected a table",
        ),
        ("lint = 1", "ruff.toml: lint: expected a table"),
        (BANNED.replace("No cgi.", "\udc80"), "ruff.toml: expected UTF-8; "),
    ],
)
def test_what_ruff_does_not_read_is_an_error(text: str, problem: str) -> None:
    with pytest.raises(RuleFileError) as caught:
        import_ruff(text.encode("utf-8", "surrogateescape"), "ruff.toml")
    assert str(caught.value).startswith(problem)


SOURCE = """\
import cgi
import cgi.a as b
from cgi import c
from cgi.d import e
import cgitb
from typing import TypedDict
from .db import q
from . import db
from app import db
import app.db
if x:
    import cgi
"""


@pytest.mark.skipif(not RUFF.exists(), reason="without ruff")
@pytest.mark.parametrize("folder", ["", "src/"])
def test_a_contract_finds_the_imports_that_ruff_finds(
    project: MakeProject, run: Run, folder: str
) -> None:
    """In a package at the root, and in one below ``src``."""
    text = f'{SELECTED}{BANNED}{MEMBER}"app.db".msg = "No db."\n'
    files = {f"{folder}app/__init__.py": "", f"{folder}app/db.py": "", f"{folder}app/a.py": SOURCE}
    root = project({"ruff.toml": text, **files})
    program = [str(RUFF), "check", "--no-cache", "--output-format", "concise"]
    found = subprocess.run(program, cwd=root, capture_output=True, text=True, check=False).stdout
    lines = sorted(int(line.split(":")[1]) for line in found.splitlines() if "TID251" in line)
    assert run("import", "ruff.toml", cwd=root).code == 1
    scanned = run("scan", "--quiet", cwd=root).out
    scanned_lines = [line.split(":")[1] for line in scanned.splitlines() if "(imports: " in line]
    assert sorted(map(int, scanned_lines)) == lines
    assert len(lines) == 10


def test_a_file_of_two_tools_is_read_for_both(project: MakeProject, run: Run) -> None:
    """Each has its own heading; of a file with rules of neither both say so."""
    text = (
        f"[tool.ruff]\n{SELECTED}{BANNED.replace('[', '[tool.ruff.')}"
        '[tool.importlinter]\nroot_package = "app"\n'
        '[[tool.importlinter.contracts]]\nname = "Apart."\n'
        'type = "forbidden"\nsource_modules = ["app.web"]\nforbidden_modules = ["app.db"]\n'
        "allow_indirect_imports = true\n"
    )
    root = project({"pyproject.toml": text, "a.py": "import cgi  # noqa: TID251\n"})
    outcome = run("import", "pyproject.toml", cwd=root)
    assert (outcome.code, outcome.err) == (0, "")
    assert outcome.out.splitlines() == [
        "pyproject.toml: 1 rule of import-linter",
        "  Apart.  .claude/contracts/apart.yaml",
        "pyproject.toml: 1 rule of ruff",
        "  banned cgi  .claude/contracts/banned-cgi.yaml",
        "  1 comment such as # noqa: TID251 in sources: none suppresses a contract",
        "2 contracts written",
    ]
    (root / "pyproject.toml").write_text("[project]\n")
    assert run("import", "pyproject.toml", cwd=root).out.splitlines()[::2] == [
        "pyproject.toml: 0 rules of import-linter",
        "pyproject.toml: 0 rules of ruff",
        "0 contracts written",
    ]
