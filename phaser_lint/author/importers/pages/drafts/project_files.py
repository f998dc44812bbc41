"""The files of a project as a page's rule asks for them: at a path, in a folder, or tests."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Collection, Mapping, Sequence

from phaser_lint.author.importers.pages.drafts.sure_rule import SureRule
from phaser_lint.core import Record
from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import compile_glob_list
from phaser_lint.text.languages import find_file_types

WRITTEN_AGAIN = "condition: what a program writes changes when it runs again"
UNSURE_FILES = "condition: which files it is about is not sure"
_MOST_KINDS = 5
# Pages of Next.js, and what else it makes of a name; stories; routes of Expo and Remix
_FRAMEWORK_FILES = (
    "**/app/**/{page,layout,template,loading,error,global-error,not-found,default}.{tsx,jsx,ts,js}",
    "**/app/**/{sitemap,robots,manifest,icon,apple-icon,opengraph-image,twitter-image}.{tsx,ts,js}",
    "**/pages/**/*.{tsx,jsx,ts,js}",
    "**/app/**/{_layout,index,+*,[[]*}.{tsx,jsx}",
    "**/app/routes/**/*.{tsx,jsx}",
    "**/*.stories.{tsx,jsx,ts,js}",
)


class ProjectFiles(Record):
    """The files of a project and its folders, which of some paths git ignores, and the packages
    that the project depends on: the language of each, by its name.

    ``own_packages`` are the names of its own, by their folders.
    """

    paths: Sequence[str] = ()
    folders: frozenset[str] = frozenset()
    ignored: frozenset[str] = frozenset()
    packages: Mapping[str, str] = {}
    own_packages: Mapping[str, str] = {}


NO_FILES = ProjectFiles()
"""The files of no project."""


def make_project_files(paths: Sequence[str]) -> ProjectFiles:
    """Return the files of a project that has these *paths* from its root."""
    own_folders = {posixpath.dirname(path) for path in paths}
    folders = {
        "/".join(parts[:number])
        for parts in (folder.split("/") for folder in own_folders)
        for number in range(1, len(parts) + 1)
    }
    return ProjectFiles(paths, frozenset(folders))


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


def without_framework_files(rule: SureRule, files: ProjectFiles) -> SureRule:
    """Return a page's *rule* without the files that a framework reads by their names, each of which
    has a default export, where the project has such files.
    """
    if "export default" not in rule.subjects or rule.exempt:
        return rule
    globs = [
        glob
        for glob in _FRAMEWORK_FILES
        if any(selects_path((compile_glob_list((glob,)),), path) for path in files.paths)
    ]
    unseen = ["files that a framework reads by their names"] * bool(globs)
    return rule._replace(excluded=(*rule.excluded, *globs), unseen=(*rule.unseen, *unseen))


def find_topic_doubt(rule: SureRule, files: ProjectFiles) -> str:
    """Return why the topic that *rule* stands under may be a part of the project, or nothing."""
    if rule.topics and names_part(rule.topics, files):
        return "condition: what it stands under is the name of a part of the project"
    return ""
