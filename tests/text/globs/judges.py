"""What pathspec and git themselves say of globs and paths, and whether the product agrees."""

from __future__ import annotations

import re
import subprocess
import warnings
from itertools import accumulate
from typing import TYPE_CHECKING, NamedTuple

from pathspec import PathSpec

from phaser_lint.text.globs import selects_path
from phaser_lint.text.globs.compile_globs import (
    compile_file_globs,
    compile_folder_globs,
    compile_globs,
)
from phaser_lint.text.globs.glob_problems import find_globs_problem
from phaser_lint.text.globs.glob_syntax import spell_out_globs, strip_blanks
from tests.text.globs.drawn_globs import any_path, path_like

if TYPE_CHECKING:
    import random
    from collections.abc import Callable, Sequence
    from pathlib import Path

# Of sets that hold a slash, or all but some characters, pathspec's match one; git's never do.
_WITH_SLASH = re.compile(r"\[[!^]|\[\+--\]|\[ -~\]|\[--a\]")
# To git each byte is a character.
_OPEN = re.compile(r"\?|\[")


class Drawn(NamedTuple):
    """A list of globs, without alternatives, and paths that may tell what it selects."""

    globs: tuple[str, ...]
    paths: tuple[str, ...]


def ignored_by_git(root: Path, rows: Sequence[Drawn]) -> list[set[str]]:
    """The paths of each row that git leaves out where its globs are all of a ``.gitignore``."""
    if not (root / ".git").is_dir():
        subprocess.run(("git", "init", "--quiet", str(root)), check=True)
    for number, row in enumerate(rows):
        (root / f"{number}").mkdir(exist_ok=True)
        lines = "".join([f"{glob}\n" for glob in row.globs])
        (root / f"{number}" / ".gitignore").write_text(lines, "utf-8", "surrogateescape")
    paths = [f"{number}/{path}" for number, row in enumerate(rows) for path in row.paths]
    command = ("git", "-C", str(root), "check-ignore", "--no-index", "--stdin", "-z")
    zero_separated = "\0".join(paths).encode("utf-8", "surrogateescape")
    ran = subprocess.run(command, input=zero_separated, capture_output=True, check=False)
    assert ran.returncode in (0, 1), ran.stderr
    ignored = [set[str]() for _ in rows]
    for path in filter(None, ran.stdout.decode("utf-8", "surrogateescape").split("\0")):
        number, _, path_of_row = path.partition("/")
        ignored[int(number)].add(path_of_row)
    return ignored


def selected_by_pathspec(globs: Sequence[str], path: str) -> bool:
    """Whether pathspec's basic patterns match, the last one of those that do."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        # git takes blanks off the end as these lines have none any more.
        return PathSpec.from_lines(
            "gitignore", map(strip_blanks, globs), backend="simple"
        ).match_file(path)


def draw_row(
    draw: random.Random, draw_glob: Callable[[random.Random], str], most: int = 1
) -> Drawn:
    """A list of up to *most* globs that has no problem, and paths for it."""
    while True:
        globs = [draw_glob(draw) for _ in range(draw.randint(min(most, 2), most))]
        globs = [
            f"!{glob}" if index and draw.random() < 0.35 else glob
            for index, glob in enumerate(globs)
        ]
        if find_globs_problem(tuple(globs)) is None and not globs[0].startswith("!"):
            break
    plain = spell_out_globs(globs)
    paths = [path_like(draw, glob) for glob in plain for _ in range(1 + 24 // len(plain))]
    paths += [any_path(draw) for _ in range(20)]
    is_ascii = any(_OPEN.search(glob) for glob in plain)
    fitting_paths = [path for path in paths if len(path) < 200 and (path.isascii() or not is_ascii)]
    return Drawn(tuple(plain), tuple(dict.fromkeys(fitting_paths)))


def differs_from_pathspec(row: Drawn) -> list[str]:
    """The paths that only one of both selects, but for what pathspec's sets do with a slash."""
    if any(_WITH_SLASH.search(glob) for glob in row.globs):
        return []
    compiled = compile_globs(row.globs, ())
    return [
        path
        for path in row.paths
        if selects_path(compiled, path) != selected_by_pathspec(row.globs, path)
    ]


def differs_from_git(row: Drawn, ignored: set[str]) -> list[str]:
    """The paths of which git says something else than its manual does of the globs, each by itself.

    Two differences are left, which the documents name: git leaves out a folder as a whole, with
    what a ``!`` would keep in it, and a ``!`` for a folder is about that folder, not about what
    lies in it.
    """
    naming_globs = [(glob.startswith("!"), _paths_named_by(glob)) for glob in row.globs]

    def is_ignored(path: str) -> bool:
        for place in accumulate(path.split("/"), "{}/{}".format):
            decisions = (
                not is_negated
                for is_negated, is_named in reversed(naming_globs)
                if is_named(place, path)
            )
            if next(decisions, False):
                return True
        return False

    return [path for path in row.paths if is_ignored(path) != (path in ignored)]


def _paths_named_by(glob: str) -> Callable[[str, str], bool]:
    """Whether a place, the path or a folder above it, is what the glob names, not what is below."""
    plain = glob.removeprefix("!")
    if plain != glob and plain.startswith(("!", "#")):
        plain = f"\\{plain}"  # it means nothing behind a first one
    if strip_blanks(plain).endswith("/"):
        folders = compile_folder_globs((plain,))
        return lambda place, path: place != path and selects_path(folders, place)
    files = (compile_file_globs((plain,)),)
    return lambda place, _: selects_path(files, place)
