"""Files of a project in which nobody keeps a rule of a page: programs write or read them.

dist/index.js                        written by a bundler
types.ts: "generated, DO NOT EDIT"   its head says so
app/page.tsx                         the framework needs its `export default`
Makefile, a.js                       its lines begin with tabs, it has no types
"""

from __future__ import annotations

import os
import posixpath
import re
from collections.abc import Collection, Iterable, Sequence
from contextlib import suppress

from phaser_lint.author.importers.pages.code.known_code import KNOWN_CODE
from phaser_lint.author.importers.pages.drafts.file_globs import DOCUMENTATION, ENDING_OF_GLOB
from phaser_lint.author.importers.pages.drafts.project_files import ProjectFiles
from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_glob_list

_MOST_PATHS = 5
_HEAD = 4_000
_LONGEST_LINE = 1_000
# Where bundlers write, where code of others lies, and what programs call their files
_BY_NAME = re.compile(
    r"(?:^|/)(?:dist|node_modules|vendor|vendored|third[-_]party|__generated__|generated)/"
    r"|\.min\.\w+$|\.bundle\.js$|(?:^|[._-])(?:generated|gen|g|freezed|pb|designer)\.\w+$"
    r"|_pb2(?:_grpc)?\.pyi?$|(?:^|/)(?:worker-configuration|next-env)\.d\.ts$",
    re.IGNORECASE,
)
_BY_HEAD = re.compile(
    r"@generated\b|\b(?:auto-?|automatically |code )generated\b"
    r"|\bgenerated\b[^\n]{0,80}(?:\n[^\n]{0,80}){0,2}\bdo not (?:edit|modify|change|touch)\b"
    r"|\bdo not (?:edit|modify|change|touch)\b[^\n]{0,80}(?:\n[^\n]{0,80}){0,2}\bgenerated\b",
    re.IGNORECASE,
)
_COMMENT_SIGN = re.compile(r"^\s*(?://|/?\*|#|--|<!--|;|\"\"\")")
_MOST_OF_HEAD = 15
# What is read by its `export default`: pages, layouts, stories, settings
_DEFAULT_EXPORTS = (
    "**/app/**/{page,layout,loading,error,not-found,template,default,global-error,sitemap,robots,"
    "manifest,icon,apple-icon,opengraph-image,twitter-image}.*",
    "**/pages/**",
    "**/routes/**",
    "**/*.stories.*",
    "**/*.d.ts",
)
_ROUTES_OF_EXPO = re.compile(r"((?:.*/)?app/)(?:.*/)?_layout\.[jt]sx?")
_WITHOUT_TYPES = re.compile(
    r"(?<=[{,])[mc]?jsx?,|,[mc]?jsx?(?=[,}])|(?<=\.)[mc]?jsx?$|(?<=\{)[mc]?jsx?(?=\}$)"
)
_WITH_TABS = re.compile(r"(?:GNU)?[Mm]akefile|.*\.(?:mk|go)")


def has_name_of_programs(path: str) -> bool:
    """Tell whether *path* is one that programs, or others, write, whatever the file there says."""
    return _BY_NAME.search(path) is not None


def find_written_paths(paths: Iterable[str], *, root: str) -> frozenset[str]:
    """Return those *paths* of a project at *root* that programs have written, or others, as their
    names or heads say.
    """
    written = set()
    for path in set(paths):
        head = ""
        with suppress(OSError):
            head = read_bytes(os.path.join(root, path), limit=_HEAD).decode("utf-8", "replace")
        lines = head.split("\n")
        comments = "\n".join(filter(_COMMENT_SIGN.match, lines[:_MOST_OF_HEAD]))
        has_long_line = max(map(len, lines)) > _LONGEST_LINE
        if has_name_of_programs(path) or _BY_HEAD.search(comments) or has_long_line:
            written.add(path)
    return frozenset(written)


def list_written_globs(paths: Collection[str], written_paths: Collection[str]) -> list[str]:
    """Return globs for those of *paths* that are *written_paths*: of many the folders, unless one
    holds what somebody wrote, too.
    """
    written = sorted({*paths}.intersection(written_paths))
    if len(written) <= _MOST_PATHS:
        return [f"/{path}" for path in written]
    own_folders = {posixpath.dirname(path) for path in paths if path not in written_paths}
    globs = []
    for path in written:
        folder = posixpath.dirname(path)
        is_shared = not folder or any(f"{own}/".startswith(f"{folder}/") for own in own_folders)
        globs.append(f"/{path}" if is_shared else f"/{folder}/")
    return list(dict.fromkeys(globs))


def without_other_files(rule: SureRule, globs: Sequence[str]) -> tuple[str, ...]:
    """Return *globs* without what cannot keep *rule*: files whose lines have to begin with tabs, or
    code in JavaScript, which has no types.
    """
    if rule.keys.get("pattern") == KNOWN_CODE["tabs"][0]:
        return tuple(glob for glob in globs if not _WITH_TABS.fullmatch(posixpath.basename(glob)))
    if not rule.is_of_types:
        return tuple(globs)
    without_types = [re.sub(r"\{(\w+)\}$", r"\1", _WITHOUT_TYPES.sub("", glob)) for glob in globs]
    return tuple(glob for glob in without_types if not glob.endswith(("{}", ".")))


def list_excluded_globs(
    rule: SureRule,
    scope: Sequence[str],
    exempt: Sequence[str],
    *,
    folder: str,
    files: ProjectFiles,
) -> tuple[str, ...]:
    """Return the globs that the contract of a page's *rule* leaves out of its *scope*."""
    excluded = (*rule.excluded, *exempt)
    if r"export\s+default\b" in rule.keys.get("pattern", "") and not exempt:
        matchers = [(glob, (compile_glob_list((glob,)),)) for glob in _DEFAULT_EXPORTS]
        excluded += tuple(
            glob
            for glob, matcher in matchers
            if any(selects_path(matcher, path) for path in files.paths)
        )
        expo = {match[1] for match in map(_ROUTES_OF_EXPO.fullmatch, files.paths) if match}
        excluded += tuple(f"/{name}" for name in sorted(expo))
    if rule.tests_folder:
        excluded += (f"/{posixpath.join(folder, rule.tests_folder)}/",)
    if rule.keys["type"] == "file_name" and not all(map(ENDING_OF_GLOB.search, scope)):
        excluded += (f"*.{{{','.join(DOCUMENTATION)}}}",)  # README.md in `src/**`
    return excluded
