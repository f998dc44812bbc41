"""A walk of a folder without git: the same files as git would list."""

from __future__ import annotations

import os
import random
import time
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from phaser_lint.project.files.disk import list_repository_files
from phaser_lint.project.walk import Listings, is_skipped_by_walk, walk_files
from tests.conftest import write_files
from tests.privileges import without_privileges
from tests.text.globs.drawn_globs import any_path, path_like, public_glob, random_glob

if TYPE_CHECKING:
    from tests.conftest import Git

NOTHING = ""


@pytest.mark.one_row_in(3)
@pytest.mark.parametrize(
    ("files", "expected_paths"),
    [
        pytest.param({}, [], id="empty"),
        pytest.param({"b": NOTHING, "a/c": NOTHING, ".hidden": NOTHING}, [".hidden", "a/c", "b"],
                     id="sorted, hidden ones too"),
        pytest.param({".gitignore": "*.log\n", "a.log": NOTHING, "b/c.log": NOTHING, "a": NOTHING},
                     [".gitignore", "a"], id="at any depth"),
        pytest.param({".gitignore": "/a\n", "a": NOTHING, "b/a": NOTHING}, [".gitignore", "b/a"],
                     id="only at the root"),
        pytest.param({".gitignore": "build/\n", "build/a": NOTHING, "x/build": NOTHING},
                     [".gitignore", "x/build"], id="only folders"),
        pytest.param({".gitignore": "*.log\n!keep.log\n", "a.log": NOTHING, "keep.log": NOTHING},
                     [".gitignore", "keep.log"], id="negation"),
        pytest.param({".gitignore": "a/\n!a/keep\n", "a/keep": NOTHING}, [".gitignore"],
                     id="no negation below an ignored folder"),
        pytest.param({".gitignore": "a/*\n!a/keep\n", "a/keep": NOTHING, "a/b": NOTHING},
                     [".gitignore", "a/keep"], id="negation below a folder that is not"),
        pytest.param({".gitignore": "*.log\n", "a/.gitignore": "!*.log\n", "a/b.log": NOTHING,
                      "c.log": NOTHING}, [".gitignore", "a/.gitignore", "a/b.log"],
                     id="the nearer file decides"),
        pytest.param({"a/.gitignore": "/x\ny/z\n", "a/x": NOTHING, "x": NOTHING,
                      "a/y/z": NOTHING, "y/z": NOTHING}, ["a/.gitignore", "x", "y/z"],
                     id="relative to its own folder"),
        pytest.param({".gitignore": "\ufeffa\r\nb\r\n", "a": NOTHING, "b": NOTHING, "c": NOTHING},
                     [".gitignore", "c"], id="BOM and CRLF"),
        pytest.param({".gitignore": "a\u2028b\n", "a": NOTHING, "b": NOTHING},
                     [".gitignore", "a", "b"], id="lines end at line feeds"),
        pytest.param({".gitignore": "# a\n\n\\#b\n", "a": NOTHING, "#b": NOTHING},
                     [".gitignore", "a"], id="comments"),
        pytest.param({".gitignore": "[z-a]\n!\nx\\\n[\n/\n[[:none:]]\na\n", "a": NOTHING,
                      "b": NOTHING}, [".gitignore", "b"], id="lines that are no patterns"),
        pytest.param({".gitignore": "*\n!*/\n!*.py\n", "a.py": NOTHING, "a.js": NOTHING,
                      "b/c/d.py": NOTHING, "b/c/d.js": NOTHING}, ["a.py", "b/c/d.py"],
                     id="folders are there again, and some of their files"),
        pytest.param({".gitignore": "a\t\nb \nc\\ \n", "a": NOTHING, "a\t": NOTHING, "b": NOTHING,
                      "c ": NOTHING}, [".gitignore", "a"], id="blanks at the end"),
        pytest.param({".gitignore": "[[:digit:]]*\n![[:digit:]].md\nv[\\]-]1\n", "1": NOTHING,
                      "1.md": NOTHING, "v]1": NOTHING, "v1": NOTHING},
                     [".gitignore", "1.md", "v1"], id="classes, and escapes in brackets"),
        pytest.param({".gitignore": "a\0b\n! c\n", "a": NOTHING, "ab": NOTHING, " c": NOTHING},
                     [" c", ".gitignore", "ab"], id="NUL, and a blank behind a !"),
        pytest.param({".gitignore": "src/*\n!src/a/\n", "src/a/b": NOTHING, "src/c": NOTHING},
                     [".gitignore", "src/a/b"], id="what lies in a folder that is there again"),
        pytest.param({".gitignore": "x**/y\n", "xa/y": NOTHING, "xa/b/y": NOTHING, "y": NOTHING,
                      "z/xa/y": NOTHING}, [".gitignore", "y", "z/xa/y"], id="stars behind text"),
        pytest.param({".gitignore": "?.py\n[^a].js\n", "é.py": NOTHING, "b.py": NOTHING,
                      "é.js": NOTHING, "b.js": NOTHING}, [".gitignore", "é.js", "é.py"],
                     id="a character is a byte"),
    ],
)  # fmt: skip
def test_the_files_that_git_would_list(
    tmp_path: Path, git: Git, files: dict[str, str | bytes], expected_paths: list[str]
) -> None:
    """Before and after ``git init``."""
    write_files(tmp_path, files)
    assert sorted(walk_files(str(tmp_path))) == expected_paths
    git(tmp_path, "init", "-q", "--template=")
    assert sorted(list_repository_files(str(tmp_path))) == expected_paths
    assert sorted(walk_files(str(tmp_path))) == expected_paths


def test_links_are_listed_and_not_followed(tmp_path: Path) -> None:
    """A link to a folder above would never end."""
    write_files(tmp_path, {"a/b": NOTHING})
    (tmp_path / "up").symlink_to("..")
    (tmp_path / "a" / "loop").symlink_to("loop")
    (tmp_path / "dangling").symlink_to("nowhere")
    assert sorted(walk_files(str(tmp_path))) == ["a/b", "a/loop", "dangling", "up"]


def test_what_is_no_regular_file_is_told(tmp_path: Path) -> None:
    """By the listing, without asking for each file; also by one that was kept."""
    write_files(tmp_path, {"a/b": NOTHING, ".gitignore": "/ignored\n"})
    (tmp_path / "a" / "link").symlink_to("b")
    (tmp_path / "link to a folder").symlink_to("a")
    (tmp_path / "ignored").symlink_to("a")
    os.mkfifo(tmp_path / "fifo")
    expected = frozenset({"a/link", "link to a folder", "fifo", "ignored"})
    fresh_listings = Listings({}, now_ns=time.time_ns() + 10**10)
    assert fresh_listings.special is None
    walk_files(str(tmp_path), fresh_listings)
    assert fresh_listings.special == expected
    stored_listings = Listings(fresh_listings.kept, now_ns=0)
    walk_files(str(tmp_path), stored_listings)
    assert stored_listings.special == expected
    assert stored_listings.kept == fresh_listings.kept


def test_names_that_are_no_text(tmp_path: Path) -> None:
    """Every byte of a name comes back."""
    name = b"a\nb\t\xff"
    with open(os.path.join(os.fsencode(tmp_path), name), "wb"):
        pass
    assert [os.fsencode(path) for path in walk_files(str(tmp_path))] == [name]


def test_folders_nested_deeper_than_python_calls(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A tree cannot make the walk fail."""
    monkeypatch.chdir(tmp_path)
    for _ in range(1_100):
        os.mkdir("a")
        os.chdir("a")
    Path("b").write_text("")
    try:
        assert sorted(walk_files(str(tmp_path))) == ["a/" * 1_100 + "b"]
    finally:
        # What clears temporary folders away does call itself for each.
        Path("b").unlink()
        for _ in range(1_100):
            os.chdir("..")
            os.rmdir("a")


def test_a_folder_that_cannot_be_listed_is_skipped() -> None:
    """As git does; the rest is listed."""
    with without_privileges() as folder:
        write_files(folder, {"a": NOTHING, "closed/b": NOTHING})
        (folder / "closed").chmod(0o000)
        assert sorted(walk_files(str(folder))) == ["a"]
        (folder / "closed").chmod(0o755)


WEIRD_LINES = (
    "!",
    "! ",
    "\\",
    "a\\",
    "[",
    "#a",
    "",
    " ",
    "!*/",
    "*",
    "/*",
    "a\t",
    "/",
    "//",
    "!/",
    "\\/a",
)


def draw_line(draw: random.Random) -> str:
    kind = draw.random()
    if kind < 0.1:
        return draw.choice(WEIRD_LINES)
    line = (public_glob if kind < 0.6 else random_glob)(draw)
    start, end = draw.choice(("", "", "", "!")), draw.choice(("", "", "", "/", " ", "\r"))
    return f"{start}{line}{end}"


def write_drawn_tree(folder: Path, draw: random.Random) -> None:
    """Some files, a ``.gitignore`` that is about them, and another one in a folder of them."""
    lines = [draw_line(draw) for _ in range(draw.randint(1, 5))]
    paths = [path_like(draw, line.strip("!\r")) for line in lines * 3] + [
        any_path(draw) for _ in "abc"
    ]
    paths += [f"sub/{path}" for path in paths[::3]]
    inner = [draw_line(draw) for _ in range(draw.randint(0, 2))]
    ignore_text = "\n".join(lines)
    for path, text in (
        (".gitignore", ignore_text),
        ("sub/.gitignore", "\n".join(inner)),
        *[(drawn_path, "") for drawn_path in paths],
    ):
        file = folder / path
        if "\0" in path or any(len(name) > 100 for name in path.split("/")):
            continue
        try:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_text(text)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue


@pytest.mark.parametrize("number", [40, pytest.param(1_500, marks=pytest.mark.slow)])
def test_drawn_lines_ignore_what_they_do_for_git(tmp_path: Path, git: Git, number: int) -> None:
    """Trees by seed, each with lines of its own and more of them in a folder."""
    draw = random.Random(number)
    for tree in range(number):
        write_drawn_tree(tmp_path / f"{tree}", draw)
    walked_paths = walk_files(str(tmp_path))
    git(tmp_path, "init", "-q", "--template=")
    paths_of_git = git(tmp_path, "ls-files", "-z", "-o", "--exclude-standard").split("\0")
    assert sorted(walked_paths) == sorted(filter(None, paths_of_git))
    everything = git(tmp_path, "ls-files", "-z", "-o").split("\0")
    assert len(everything) > len(paths_of_git) + number
    skipped = [
        path for path in filter(None, everything[::7]) if is_skipped_by_walk(str(tmp_path), path)
    ]
    assert skipped == [
        path for path in filter(None, everything[::7]) if path not in {*paths_of_git}
    ]


@pytest.mark.parametrize("kind", ["folder", "fifo", "dangling link", "link"])
def test_a_gitignore_that_is_no_file_ignores_nothing(tmp_path: Path, kind: str) -> None:
    """And never hangs."""
    (tmp_path / "a").write_text("")
    if kind == "folder":
        (tmp_path / ".gitignore").mkdir()
    elif kind == "fifo":
        os.mkfifo(tmp_path / ".gitignore")
    elif kind == "link":
        (tmp_path / ".gitignore").symlink_to("lines")
        (tmp_path / "lines").write_text("a\nlines\n")
    else:
        (tmp_path / ".gitignore").symlink_to("nowhere")
    assert [path for path in walk_files(str(tmp_path)) if path in "ab"] == ["a"]
