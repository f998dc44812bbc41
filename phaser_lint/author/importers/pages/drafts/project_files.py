"""The files of a project as a page's rule asks for them: at a path, in a folder, or tests."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from typing import Any

from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.core import Record
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_glob_list
from phaser_lint.text.languages import find_file_types

WRITTEN_AGAIN = "condition: what a program writes changes when it runs again"
UNSURE_FILES = "condition: which files it is about is not sure"
_MOST_KINDS = 5
# How tests are called, by the endings of their files, without them
_TESTS = {
    "py": ("**/test_*", "**/*_test", "**/tests/**/*"),
    "js jsx ts tsx mjs cjs mts cts": ("**/*.test", "**/*.spec", "**/__tests__/**/*"),
    "go": ("**/*_test",),
    "rb": ("**/*_spec", "**/*_test"),
    "php": ("**/*Test",),
    "java kt": ("**/src/test/**/*",),
    "cs": ("**/*Tests", "**/*Test"),
    "dart": ("**/*_test",),
    "exs": ("**/*_test",),
    "swift": ("**/*Tests",),
}
# Tests stand in the file that they test, in blocks of such headers, and in files beside it.
_WITH_TESTS_INSIDE = ".rs"
TESTS_IN_RUST = r"#\[(?:cfg\((?:all\()?test\b|(?:\w+::)*\w*test\w*\b)"
"""A pattern for the headers of tests in files of Rust, beside what they test."""
_TEST_FILES_OF_RUST = ("**/tests/", "**/tests.rs", "**/*_tests.rs", "**/*_test.rs")


class ProjectFiles(Record):
    """The files of a project, and which of some paths git ignores."""

    paths: Sequence[str]
    ignored: frozenset[str] = frozenset()


def select_draft_paths(keys: Mapping[str, Any], paths: Iterable[str]) -> Iterator[str]:
    """Yield those of *paths* that the contract of a draft with these *keys* selects."""
    scope, excluded = (
        (compile_glob_list(tuple(list_globs(globs))),)
        for globs in (keys["file_glob"], keys.get("exclude_glob", ()))
    )
    leaves_out = bool(keys.get("exclude_glob"))
    for path in paths:
        if selects_path(scope, path) and not (leaves_out and selects_path(excluded, path)):
            yield path


def list_globs(globs: str | Sequence[str]) -> list[str]:
    """Return the *globs* of a key, which a contract may have one of, or a list."""
    return [globs] if isinstance(globs, str) else [*globs]


def list_kinds_besides(scope: Sequence[str], folder: str, files: ProjectFiles) -> list[str]:
    """Return the kinds of text files of the project in *folder* that *scope* leaves out, as globs;
    the most frequent first, and no more than ``_MOST_KINDS`` of them.
    """
    matcher = (compile_glob_list(tuple(scope)),)
    numbers = Counter(
        posixpath.splitext(path)[1]
        for path in files.paths
        if path.startswith(f"{folder}/" if folder else "") and not selects_path(matcher, path)
    )
    kinds = [f"`*{ending}`" for ending, _ in numbers.most_common() if find_file_types(f"a{ending}")]
    return kinds[:_MOST_KINDS] + ["other kinds of files"] * (len(kinds) > _MOST_KINDS)


def join_endings(endings: Sequence[str]) -> str:
    """Return *endings* as the end of a glob: ``ts``, ``{ts,tsx}``."""
    return endings[0] if len(endings) == 1 else f"{{{','.join(endings)}}}"


def list_glob_endings(globs: Sequence[str]) -> list[str]:
    """Return the endings of files that *globs* name."""
    return [ending for glob in globs for ending in glob.rpartition(".")[2].strip("{}").split(",")]


def has_files(path: str, files: ProjectFiles) -> bool:
    """Tell whether a file is a *path* that the page names, or lies below it."""
    return any(name == path or name.startswith(f"{path}/") for name in files.paths)


def list_folders_below(name: str, folder: str, files: ProjectFiles) -> list[str]:
    """Return the folders *name* that lie deeper below *folder*: `examples` in `crates/a/examples`.

    One that lies in another of them is a part of it.
    """
    sign = f"/{name.strip('/')}/"
    paths = [f"/{path}" for path in files.paths if not folder or path.startswith(f"{folder}/")]
    return sorted({path[: path.index(sign) + len(sign) - 1][1:] for path in paths if sign in path})


def names_part(topics: Collection[str], files: ProjectFiles) -> bool:
    """Tell whether one of *topics* is a word of the name of a file or folder of the project."""
    parts = {
        word.removesuffix("s")
        for path in files.paths
        for word in re.findall(r"[a-z0-9]+", re.sub(r"(?<=[a-z])(?=[A-Z])", "-", path).lower())
    }
    return any(topic.removesuffix("s") in parts for topic in topics)


def find_test_globs(scope: Sequence[str], files: ProjectFiles) -> tuple[str, ...]:
    """Find tests among the project's *files* in *scope*; return their globs, none if not sure."""
    scope_globs = (compile_glob_list(tuple(scope)),)
    paths = [path for path in files.paths if selects_path(scope_globs, path)]
    if not paths or any(path.endswith(_WITH_TESTS_INSIDE) for path in paths):
        return ()
    # Where tests are `a.test.ts`, those of a component will be `b.test.tsx`.
    own_endings = [*list_glob_endings(scope), *(path.rpartition(".")[2] for path in paths)]
    globs = []
    for endings, tests in _TESTS.items():
        names = [ending for ending in dict.fromkeys(own_endings) if ending in endings.split()]
        for test in tests if names else ():
            glob = f"{test}.{join_endings(names)}"
            test_glob = (compile_glob_list((glob,)),)
            if any(selects_path(test_glob, path) for path in paths):
                globs.append(glob)
    return tuple(globs)


def find_test_globs_outside(scope: Sequence[str], files: ProjectFiles) -> tuple[str, ...]:
    """Return the globs of tests among a project's *files* in *scope*, for a rule of all other code;
    empty where not sure. Of Rust, ``TESTS_IN_RUST`` tells the rest.
    """
    if all(glob.endswith(_WITH_TESTS_INSIDE) for glob in scope):
        return _TEST_FILES_OF_RUST
    return find_test_globs(scope, files)


def find_tests_elsewhere(name: str, folder: str, files: ProjectFiles) -> tuple[str, ...] | str:
    """Return the globs of files of tests, which lie in the folder *name* only; or why that is not
    sure: some lie elsewhere.
    """
    own_folder = posixpath.join(folder, name)
    called_so = {
        f"{test}.{join_endings(endings.split())}": tuple(f".{name}" for name in endings.split())
        for endings, tests in _TESTS.items()
        for test in tests
        if not test.endswith("/*") and endings != "go"
    }
    globs, places = [], set[bool]()
    for glob, own_endings in called_so.items():
        matcher = (compile_glob_list((glob,)),)
        # Of a hundred thousand files few have that ending, and no glob is asked for the rest.
        paths = [
            path
            for path in files.paths
            if path.endswith(own_endings) and selects_path(matcher, path)
        ]
        globs += [glob] if paths else []
        places.update(path.startswith(f"{own_folder}/") for path in paths)
    return tuple(globs) if places == {True} else UNSURE_FILES


def place_below_heading(rule: SureRule, folder: str, files: ProjectFiles) -> SureRule | str:
    """Return *rule* with the folder of the side of the project that it stands under, or why its
    topic may be a part of the project.
    """
    if rule.topics and names_part(rule.topics, files):
        return "condition: what it stands under is the name of a part of the project"
    if not rule.side:
        return rule
    folders = list_folders_below(rule.side, folder, files)
    if len(folders) != 1:
        return f"condition: it stands under `{rule.side}`, and no one folder has that name"
    return rule._replace(scope_path=folders[0])


def keep_all(rule: SureRule, globs: Sequence[str], files: ProjectFiles) -> bool:
    """Tell whether the files that *globs* select keep *rule*, where it is not sure without."""
    if not rule.needs_all:
        return True
    matchers = (compile_glob_list(tuple(globs)),)
    names = [posixpath.basename(path) for path in files.paths if selects_path(matchers, path)]
    if rule.beside:
        beside = (compile_glob_list((rule.beside,)),)
        return not names and any(selects_path(beside, path) for path in files.paths)
    return bool(names) and all(re.fullmatch(rule.keys["pattern"], name) for name in names)
