"""The light matcher: what must not match, what must, and what it leaves open."""

from __future__ import annotations

import marshal
import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from phaser_lint.text.globs import REGEX, make_glob_subject, selects_path, selects_subject
from phaser_lint.text.globs.compile_globs import compile_globs
from tests.text.globs.judges import Drawn, ignored_by_git, selected_by_pathspec

if TYPE_CHECKING:
    from pathlib import Path

# (patterns, paths that they do not select, paths that they do)
VERDICTS = [
    ("*.py", ["py", "a.pyc", "a.PY", "a.py.txt", "src/apy"], ["a.py", ".py", "x/y.py", "x.py/y"]),
    ("**/*.py", ["a.pyc"], ["a.py", "x/a.py"]),
    ("/*.py", ["x/a.py"], ["a.py", ".py", "a.py/x"]),
    ("*.py/", ["a.py", "x/a.py"], ["a.py/x", "x/a.py/y"]),
    ("*.test.ts", ["test.ts", "a.test.tsx"], ["a.test.ts", "x/a.test.ts"]),
    ("README.md", ["README", "XREADME.md", "README.mdx", "readme.md"],
     ["README.md", "docs/README.md", "README.md/x"]),
    ("/README.md", ["docs/README.md"], ["README.md", "README.md/x"]),
    ("README.md/", ["README.md", "docs/README.md"], ["README.md/x", "docs/README.md/x"]),
    ("src", ["srcs", "asrc", "a/srcs/b"], ["src", "src/a", "x/src", "x/src/a"]),
    ("/src", ["x/src", "srcs/a"], ["src", "src/a/b"]),
    ("src/", ["src", "x/src", "srcs/a"], ["src/a", "x/src/a", "src/a/b"]),
    ("/src/", ["src", "x/src/a"], ["src/a"]),
    ("src/**", ["src", "x/src/a", "srcs/a"], ["src/a", "src/.a", "src/a/b"]),
    ("src/**/*", ["src", "x/src/a"], ["src/a", "src/a/b"]),
    ("src/*", ["src", "src/a/b", "x/src/a"], ["src/a", "src/.a"]),
    ("/*", ["a/b"], ["a", ".a"]),
    ("*/*", ["a", "a/b/c"], ["a/b"]),
    ("src/*.py", ["src/x/a.py", "x/src/a.py", "src", "a.py", "src/a.pyc"],
     ["src/a.py", "src/.py", "src/a.py/b"]),
    ("src/te*st.py", ["src/test.p", "src/te/st.py", "src/tes.py", "src/t.py"],
     ["src/test.py", "src/te_st.py"]),
    ("src/test_*", ["src/test", "src/x/test_a", "x/src/test_a"], ["src/test_", "src/test_a/b"]),
    ("src/aab*b", ["src/aab", "src/ab"], ["src/aabb", "src/aabxb"]),
    ("src/**/*.py", ["a.py", "x/src/a.py", "src.py", "src"],
     ["src/a.py", "src/x/y/a.py", "src/a.py/b"]),
    ("src/**/test_*.py", ["src/test_a", "test_a.py", "src/atest_a.py", "src/test_/a.py"],
     ["src/test_a.py", "src/x/test_.py"]),
    ("src/**/name", ["src", "src/names", "src/aname", "name"], ["src/name", "src/x/name/y"]),
    ("src/**/name/", ["src/name", "src/x/name"], ["src/name/x", "src/x/name/y"]),
    ("src/**/src/*", ["src/a", "src/src", "src/src/a/b"], ["src/src/a", "src/x/src/a"]),
    ("**/a/b", ["a/xb", "xa/b", "a/x/b"], ["a/b", "x/a/b", "x/a/b/y"]),
    ("**/a/*", ["a", "x/a/b/c", "b/x"], ["a/b", "x/a/b", "a/a/a"]),
    ("**/a/*.py", ["a/x/b.py", "a.py", "a/b"], ["a/b.py", "x/a/b.py", "a/a/b.py", "a/b.py/x"]),
    ("**/tests/**/*.py", ["tests/a", "a.py", "tests.py", "a.py/tests/b"],
     ["tests/a.py", "x/tests/y/a.py"]),
    ("**/tests/**", ["tests", "x/tests"], ["tests/a", "x/tests/y"]),
    ("**/a/**/b/", ["a/b", "b/a/c", "x/a/y/b"], ["a/b/c", "x/a/y/b/z"]),
    ("test_*.py", ["test.py", "atest_a.py", "test_a/b.py"],
     ["test_a.py", "x/test_.py", "test_a.py/test_b.txt", "test_a.txt/test_b.py/test_c.txt"]),
    ("**/tests/**/test_*.py", ["test_a.py/tests/x", "tests/a.py", "test_a.py"],
     ["tests/test_a.py", "x/tests/y/test_a.py"]),
    ("a*b*c", ["a/b/c", "acb", "xabc"], ["abc", "aabbcc", "x/abc"]),
    ("a*/", ["a", "ba/c"], ["a/b", "ab/c", "x/ab/c"]),
    ("src/*/index.ts", ["src/index.ts", "src/a/b/index.ts"], ["src/a/index.ts"]),
    ("src/?.py", ["src/.py", "src/ab.py"], ["src/a.py", "src/é.py", "src/\udcff.py"]),
    ("src/?/*", ["src/a", "src/ab/c", "src/a/b/c"], ["src/a/b"]),
    ("a?*.py", ["a.py", "ba.py"], ["ab.py", "x/abc.py"]),
    ("a/**/b/**/c", ["a/b", "a/c/b", "b/c"], ["a/b/c", "a/x/b/b/y/c"]),
    ("**", [], ["a", "a/b", ".a"]),
    ("*", [], ["a", "a/b", ".a"]),
    ("**/", ["a"], ["a/b"]),
    ("src/**/*/", ["src", "src/a"], ["src/a/b", "src/a/b/c"]),
    ("packages/*/src/**/*.ts", ["packages/src/a.ts", "packages/a/b/src/c.ts", "packages/a/src"],
     ["packages/a/src/b.ts", "packages/a/src/b/c.ts"]),
    ("a/*/b*/**/c/", ["a/x/b/c", "a/x/y/b/c/d", "a/b/c/d"], ["a/x/b/c/d", "a/x/b1/y/c/d"]),
    ("*_*.py", ["a.py", "_a.pyc"], ["_.py", "x/a_b.py"]),
    ("src/*/*", ["src/a", "src/a/b/c"], ["src/a/b"]),
    ("*/", ["a"], ["a/b", "a/b/c"]),
    ("a//b", ["a/b", "a", "b"], []),
    ("./a", ["a"], []),
    ("../a", ["a"], []),
    ("\\*.py", ["a.py"], ["*.py", "x/*.py"]),
    ("\\!a", ["a"], ["!a"]),
    ("\\#a", ["a"], ["#a"]),
    ("*.py   ", ["a.py   "], ["a.py"]),
    ("a\\ ", ["a"], ["a "]),
    (" a", ["a"], [" a"]),
    ("{{name}}", ["name"], ["{{name}}"]),
    ("\\{a,b}", ["a"], ["{a,b}"]),
    ("[{,}]", ["{,}"], ["{", ",", "}"]),
    ("*.[jt]s", ["a.s", "a.js.x", "a.[jt]s"], ["a.js", "x/a.ts"]),
    ("v[0-2]/*.py", ["v3/a.py", "v/a.py", "x/v1/a.py"], ["v0/a.py", "v2/a.py"]),
    ("é*", ["e"], ["é", "x/éa"]),
]  # fmt: skip

# The same, of what pathspec reads in another way than git.
VERDICTS_OF_GIT = [
    ("[!a]*.py", ["a.py", "x/a.py"], ["b.py", "x/b.py", "b.py/x"]),
    ("src[!a]b", ["src/b", "srcab"], ["src_b", "x/src-b"]),
    ("src[^a]b", ["src/b", "srcab"], ["src_b"]),
    ("src[+--]b", ["src/b", "src_b"], ["src-b"]),
    ("[!]a]", ["]", "a"], ["b", "x/["]),
    ("[!-a]", ["-", "a"], ["b"]),
    ("[]-]", ["[]-]"], ["]", "-"]),
    ("*.[a-z][a-z]", ["a.c", "a.CC"], ["a.cc"]),
    ("*.py", ["a.pyc"], ["a\nb.py", "a\nb/c.py"]),
    ("a\\\\ ", ["a\\ ", "a"], ["a\\"]),
    ("a\\   ", ["a", "a  "], ["a "]),
]  # fmt: skip

# (file_glob, exclude_glob, paths that are out, paths that are in)
LISTS = [
    (("*.py", "!test_*"), (), ["test_a.py", "x/test_a.py", "a.js"], ["a.py"]),
    (("!test_*", "*.py"), (), ["a.js"], ["a.py", "test_a.py"]),
    (("*.py", "!src/", "src/keep.py"), (), ["src/a.py"], ["a.py", "src/keep.py"]),
    (("*.ts", "*.tsx"), (), ["a.js"], ["a.ts", "a.tsx"]),
    (("*.py",), ("tests/",), ["tests/a.py", "x/tests/a.py", "a.js"], ["a.py", "tests.py"]),
    (("*.py",), ("tests/", "!tests/keep.py"), ["tests/a.py"], ["tests/keep.py"]),
    (("!*.py",), (), ["a.py", "a.js"], []),
    ((), (), ["a.py"], []),
    (("", "#a"), (), ["a", "#a"], []),
    (("*.py",), ("", "#a"), ["a.js"], ["a.py"]),
]

# The forms that nearly all contracts use.
COMMON = [
    "*", "**", "*.py", "**/*.py", "README.md", ".env*", "**/a/b", "src/**/*.py", "/src", "src/*",
    "**/tests/**/*.py", "node_modules/", "**/build/**", "src/app.py", "src/test_*", "src/**",
    "/src/", "src/*.py", "src/**/*", "**/migrations/*", "test_*.py", "**/tests/*.py", "*.[jt]s",
    "src/*/index.ts", "packages/*/src/**/*.ts", "apps/*/", "!*.d.ts", "a/**/b/**/c", "*.{ts,tsx}",
    "**/__tests__/**", ".github/workflows/*.yml", "**/*.test.ts", "Dockerfile*", "v[0-9]/*.sql",
]  # fmt: skip


def _verdicts(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], paths: list[str]
) -> dict[str, bool]:
    compiled = compile_globs(file_glob, exclude_glob)
    return {path: selects_path(compiled, path) for path in paths}


@pytest.mark.parametrize(("pattern", "out", "selected"), VERDICTS)
def test_a_glob_selects_these_paths_and_not_those(
    pattern: str, out: list[str], selected: list[str]
) -> None:
    """A pattern selects these paths and not those."""
    expected = dict.fromkeys(out, False) | dict.fromkeys(selected, True)
    assert _verdicts((pattern,), (), [*out, *selected]) == expected


@pytest.mark.parametrize(("pattern", "out", "selected"), VERDICTS)
def test_the_table_is_what_pathspec_says(pattern: str, out: list[str], selected: list[str]) -> None:
    """The expectations above are not ours: pathspec has the same."""
    expected = dict.fromkeys(out, False) | dict.fromkeys(selected, True)
    assert {path: selected_by_pathspec((pattern,), path) for path in expected} == expected


@pytest.mark.parametrize(("pattern", "out", "selected"), VERDICTS_OF_GIT)
def test_the_table_is_what_git_says(
    tmp_path: Path, pattern: str, out: list[str], selected: list[str]
) -> None:
    """What git itself leaves out is what is selected."""
    expected = dict.fromkeys(out, False) | dict.fromkeys(selected, True)
    assert _verdicts((pattern,), (), [*out, *selected]) == expected
    (ignored,) = ignored_by_git(tmp_path, [Drawn((pattern,), tuple(expected))])
    assert {path: path in ignored for path in expected} == expected


@pytest.mark.parametrize(("file_glob", "exclude_glob", "out", "selected"), LISTS)
def test_the_last_glob_of_a_list_wins(
    file_glob: tuple[str, ...], exclude_glob: tuple[str, ...], out: list[str], selected: list[str]
) -> None:
    """The last matching pattern wins, and an exclusion outdoes them all."""
    expected = dict.fromkeys(out, False) | dict.fromkeys(selected, True)
    assert _verdicts(file_glob, exclude_glob, [*out, *selected]) == expected


@pytest.mark.parametrize(
    ("path", "selected"),
    [("", False), (".", False), ("/", False), ("/a.py", True), ("./a.py", True), ("a.py/", True),
     ("a//b.py", True), ("a/./b.py", True)],
)  # fmt: skip
def test_an_odd_path_is_the_one_it_means(path: str, selected: bool) -> None:
    """It has no subject of its own, as a listing never gives one."""
    assert make_glob_subject(path) is None
    assert _verdicts(("*.py",), (), [path]) == {path: selected}


def test_an_odd_path_has_the_folders_it_means() -> None:
    """Where the glob names them."""
    paths = ["./src//a.py", "src/./a.py", "src/x//a.py"]
    assert _verdicts(("src/*.py",), (), paths) == dict(zip(paths, (True, True, False), strict=True))


@pytest.mark.parametrize("pattern", COMMON)
def test_texts_say_all_of_a_common_glob(pattern: str) -> None:
    """One that fell to a regular expression would be right, and have each edit load an engine."""
    kinds = {test[2] for test in compile_globs((pattern,), ())[0]}
    assert kinds != set()
    assert REGEX not in kinds


@pytest.mark.parametrize(
    ("file_glob", "exclude_glob", "selected", "unselected"),
    [
        (("src/[!a]?.py",), (), ["src/ab.py", "src/b1.py"], ["x/b1.py", "src/a.js", "src/.p"]),
        (("*.py", "!src/[!a]*"), (), ["src/b.py", "a.py"], ["src/b.js"]),
        (("*.py", "![!a]?.js"), (), ["b1.js.py"], ["b1.js"]),
        (("*.py",), ("src/[!a]*", "!src/b.py"), ["src/b.py", "src/c.py"], ["src/c.js"]),
        (("*.py",), ("[!a]?.py", "src/"), ["b1.py", "x/b1.py"], ["src/b1.py", "b1.js"]),
    ],
)
def test_texts_say_that_a_path_is_not_selected(
    file_glob: tuple[str, ...],
    exclude_glob: tuple[str, ...],
    selected: list[str],
    unselected: list[str],
) -> None:
    """Whatever a regular expression would answer; never that it is where it has to be asked."""
    compiled = compile_globs(file_glob, exclude_glob)
    may = {
        path: selects_subject(compiled, f"/{path}/", by_texts=True)
        for path in (*selected, *unselected)
    }
    assert may == dict.fromkeys(selected, True) | dict.fromkeys(unselected, False)
    assert not any(selects_path(compiled, path) for path in unselected)


def test_one_subject_serves_many_globs() -> None:
    """A path is prepared once for all contracts."""
    subject = make_glob_subject("src/a.py")
    assert subject == "/src/a.py/"
    globs = [compile_globs((pattern,), ()) for pattern in ("*.py", "/a.py", "src/[!b].py")]
    assert [selects_subject(compiled, subject) for compiled in globs] == [True, False, True]


def test_many_stars_do_not_explode() -> None:
    """With as many as a glob may have, on names and paths as long as a disk takes them."""
    name = "a" * 250
    assert _verdicts(("*a" * 11 + "*b",), (), [name + "b/c", name + "bc"]) == {
        name + "b/c": True,
        name + "bc": False,
    }
    folders = "a/" * 300
    assert _verdicts(("**/a/" * 12 + "b",), (), [folders + "b", folders + "c"]) == {
        folders + "b": True,
        folders + "c": False,
    }


def test_compiled_globs_can_be_stored() -> None:
    """They go through marshal unchanged, odd names included."""
    compiled = compile_globs(("src/?/*.[jt]s", "\udcff*"), ("[!a]/", "**/a*b*c/"))
    assert marshal.loads(marshal.dumps(compiled)) == compiled


def test_the_light_module_imports_nothing() -> None:
    """Not even what Python would have loaded anyway in a full start."""
    program = (
        "import sys; before = set(sys.modules); import phaser_lint.text.globs;"
        "print(sorted(name for name in set(sys.modules) - before if 'phaser' not in name))"
    )
    command = [sys.executable, "-S", "-c", program]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert ran.stdout == "['__future__']\n"
