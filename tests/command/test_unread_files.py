"""A new file that a contract selects and nothing reads: each way to run names it, a picture not.

A text with one NUL, or of 12 MB, was committed by git's own hook without a word.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from tests.command.made import contract

if TYPE_CHECKING:
    from collections.abc import Mapping

    from tests.conftest import Git, MakeProject, Run

LINE = "x = 1\n"
GARBLED, LARGE = "binary by its control characters", "larger than 10 MB"
PICTURE = b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\xff\xfe\x91"
CATALOGUE = b"\xde\x12\x04\x95\0\0\0\0" + b"Bonjour, monde et bienvenue\0" * 9
ARCHIVE = b"notes.txt".ljust(257, b"\0") + b"ustar" + b"a line of text\n" * 500
COMPILED = b"\xa7\r\r\n\0\0\0\0" + b"many names of functions " * 90 + b"\0"
FILM = bytes(range(256)) * 45_000
CONTRACTS = {
    "a.yaml": contract(file_glob=["*.py", "*.pyc", "*.png", "*.mo", "*.pdf", "*.mp4", "*.tar"]),
    "b.yaml": contract("names", type="file_name", pattern=r"[\w.]+", file_glob="*"),
}
NAMED = {
    "a NUL": ({"a.py": b"print(1)  # \0\n"}, f"1 file not read: {GARBLED} (a.py)\n"),
    "control characters": ({"a.py": b"# \1\2\3\n"}, f"1 file not read: {GARBLED} (a.py)\n"),
    "UTF-16 without its mark": (
        {"a.py": (LINE * 9).encode("utf-16-le")},
        f"1 file not read: {GARBLED} (a.py)\n",
    ),
    "UTF-16, its higher byte first": (
        {"a.py": (LINE * 9).encode("utf-16-be")},
        f"1 file not read: {GARBLED} (a.py)\n",
    ),
    "12 MB": ({"a.py": LINE.encode() * 2_000_000}, f"1 file not read: {LARGE} (a.py)\n"),
    "five files": (
        {f"{name}.py": b"print(1)  # \0\n" for name in "abcde"},
        f"5 files not read: {GARBLED} (a.py, b.py, c.py and 2 more)\n",
    ),
}
SILENT = {
    "a picture": {"a.png": PICTURE},
    "a picture under another name": {"a.py": PICTURE},
    "a catalogue of messages": {"a.mo": CATALOGUE},
    "a document": {"a.pdf": b"%PDF-1.4\n" + b"1 0 obj << /Type /Page >>\n" * 9 + b"\0"},
    "an archive of texts": {"a.tar": ARCHIVE},
    "compiled Python": {"a.pyc": COMPILED},
    "a film of 11 MB": {"a.mp4": FILM},
    "a text that is asked for its name only": {"a.txt": b"print(1)  # \0\n"},
    "UTF-16 with its mark": {"a.py": LINE.encode("utf-16")},
}
WAYS = {
    "git's own hook": ("scan", "--staged", "--project-contracts", "--quiet"),
    "a scan": ("scan", "--no-cache", "-q"),
    "since": ("scan", "--since", "HEAD", "-q"),
    "pre-commit": ("pre-commit", "-q", "--"),
}


@pytest.mark.one_row_in(7)
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("files", "line"), NAMED.values(), ids=NAMED)
def test_a_run_names_new_files_that_it_did_not_read(
    project: MakeProject, run: Run, git: Git, files: Mapping[str, bytes], line: str, way: str
) -> None:
    """In quiet mode, too, and the run ends as before; what it says first names the files."""
    root = project({}, contracts=CONTRACTS, commit=True)
    for path, content in files.items():
        (root / path).write_bytes(content)
    git(root, "add", "-A")
    words = (*WAYS[way], *(files if way == "pre-commit" else ()))
    assert run(*words, cwd=root) == (0, "", line)
    spoken = run(*[word for word in words if word not in ("-q", "--quiet")], cwd=root)
    assert spoken.code == 0
    assert line in spoken.err


@pytest.mark.one_row_in(4)
@pytest.mark.parametrize("files", SILENT.values(), ids=SILENT)
def test_what_is_no_text_makes_no_commit_noisy(
    project: MakeProject, run: Run, git: Git, files: Mapping[str, bytes]
) -> None:
    """However many contracts select it."""
    root = project({}, contracts=CONTRACTS, commit=True)
    for path, content in files.items():
        (root / path).write_bytes(content)
    git(root, "add", "-A")
    assert run("scan", "--staged", "--project-contracts", "--quiet", cwd=root) == (0, "", "")
    assert run("scan", "-q", cwd=root) == (0, "", "")
    assert "not read" not in "".join(map(str, run("scan", cwd=root)))


@pytest.mark.parametrize("way", ["git's own hook", "since"])
def test_what_a_change_leaves_as_it_was_is_not_named(
    project: MakeProject, run: Run, git: Git, way: str
) -> None:
    """What the list names may stand there, so a change of the list alone has all of it read."""
    listed = contract("listed", type="items_listed", pattern=r"def (\w+)", listed_in="*.md")
    files = {"a.py": "def f():\n", "b.py": "def g():  # \0\n", "c.md": "f\n"}
    root = project(files, contracts={"a.yaml": listed}, commit=True)
    (root / "c.md").write_text("f, too\n")
    git(root, "add", "-A")
    assert run(*WAYS[way], cwd=root) == (0, "", "")


NONE = "no contracts in .claude/contracts, .phaser/contracts, ~/.phaser/contracts"
NOTHING = "nothing was checked\n"


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("scan", "-q"), f"{{root}}: note: {NONE}; {NOTHING}"),
        (("scan", "-q", "--staged"), f"{{root}}: note: {NONE}; {NOTHING}"),
        (("scan", "--statistics", "-q"), f"{{root}}: note: {NONE}; {NOTHING}"),
        (("scan", "-q", "--format", "json=../o.json"), f"{{root}}: note: {NONE}; {NOTHING}"),
        (("scan", "--format", "sarif=../o.sarif", "-q"), f"{{root}}: note: {NONE}; {NOTHING}"),
        (("test", "-q"), f"{{root}}: note: {NONE}; {NOTHING}"),
        (("baseline", "-q"), f"{{root}}: note: {NONE}; {NOTHING}"),
    ],
    ids=" ".join,
)
def test_quiet_says_that_no_contract_is_there(
    project: MakeProject, run: Run, git: Git, words: tuple[str, ...], message: str
) -> None:
    """A job in the wrong folder was green without a word."""
    root = project({"a.py": LINE})
    git(root, "init", "-q")
    assert run(*words, cwd=root) == (0, "", message.format(root=root))


@pytest.mark.parametrize(
    ("folder", "message"),
    [
        ("empty", "empty/: note: no file in it\n"),
        ("build", "build/: note: git ignores all of it; files that are named are checked: "
         "scan build/*\n"),
        (".git", ".git/: note: git's own files are never checked\n"),
    ],
)  # fmt: skip
def test_quiet_says_that_nothing_of_a_named_folder_is_checked(
    project: MakeProject, run: Run, git: Git, folder: str, message: str
) -> None:
    """Whoever names it wants it checked."""
    root = project(
        {"a.py": LINE, "build/b.py": "print(1)\n", ".gitignore": "build/\n"}, contracts=CONTRACTS
    )
    git(root, "init", "-q")
    (root / "empty").mkdir()
    assert run("scan", "-q", folder, cwd=root) == (0, "", message)


def test_quiet_says_that_all_contracts_are_disabled(project: MakeProject, run: Run) -> None:
    """Nothing was checked by them, either."""
    root = project({"a.py": LINE}, contracts={"a.yaml": contract(enabled=False)})
    expected = f"{root}: note: no enabled contract; {NOTHING}"
    assert run("scan", "-q", cwd=root) == (0, "", expected)
