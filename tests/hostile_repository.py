"""A checkout that names programs wherever git lets it: each that runs leaves a file behind.

    template = with_submodule(another_folder, git)    # of any number of them
    hostile = hostile_repository(template, folder, git, marks)
    …
    hostile.ran()    # the names of the programs that ran

Its files are harmless, and what is wrong with them is known: one violation each in ``a.py``, which
changed since the last commit, and in ``sub/b.py``. The folder ``sub`` looks like a bare repository,
and so does the root.
"""

from __future__ import annotations

import os
import shutil
from typing import TYPE_CHECKING, NamedTuple

from tests.command.made import contract
from tests.conftest import write_files

if TYPE_CHECKING:
    from pathlib import Path

    from tests.conftest import Git

HOOKS = (
    "applypatch-msg", "commit-msg", "fsmonitor-watchman", "post-applypatch", "post-checkout",
    "post-commit", "post-index-change", "post-merge", "post-rewrite", "pre-applypatch",
    "pre-auto-gc", "pre-commit", "pre-merge-commit", "pre-push", "pre-rebase",
    "prepare-commit-msg", "proc-receive", "push-to-checkout", "reference-transaction",
    "sendemail-validate", "update",
)  # fmt: skip
ATTRIBUTES = (
    "* diff=driver merge=driver\n*.md filter=plain\n*.py filter=a=b\nsub/* filter=included\n"
)
BARE = {
    "HEAD": "ref: refs/heads/main\n",
    "objects/README": "Git keeps no empty folder.\n",
    "refs/README": "Nor this one.\n",
}


class Hostile(NamedTuple):
    """The repository at ``root``; programs that ran leave their names in the folder ``marks``."""

    root: Path
    marks: Path

    def ran(self) -> list[str]:
        """Return the names of the programs that ran since it was made."""
        return sorted(path.name for path in self.marks.iterdir())

    def program(self, name: str) -> str:
        """Return a command that leaves *name* behind."""
        return command(self.marks, name)

    def set(self, text: str) -> None:
        """Add *text* to the settings of the repository."""
        with (self.root / ".git" / "config").open("a") as file:
            file.write(text)


def command(marks: Path, name: str) -> str:
    """Return a command that leaves *name* in the folder *marks*."""
    return f"touch '{marks / name}'; cat"


def hostile_repository(template: Path, root: Path, git: Git, marks: Path) -> Hostile:
    """Make the repository at *root*, which has two commits and files that changed since.

    *template* is what ``with_submodule`` made.
    """
    marks.mkdir()
    hostile = Hostile(root, marks)
    shutil.copytree(template, root, dirs_exist_ok=True)
    for place in (root, root / "sub"):
        write_files(place, {".claude/contracts/no-print.yaml": contract()})
    write_files(root, {"a.py": "a = 1\n"})
    write_files(root, {"docs/page.md": "See [[no-print]].\n", "sub/b.py": "b = 1\n"})
    write_files(root, {"LICENSE": "Free.\n", "same.py": "a = 1\n"})
    write_files(root, {".gitattributes": ATTRIBUTES, ".gitignore": "refs/heads\n"})
    write_files(
        root, {f"{folder}{name}": text for folder in ("", "sub/") for name, text in BARE.items()}
    )
    for place in ("", "sub/"):
        write_files(root, {f"{place}config": bare_settings(hostile, place or "top/")})
    git(root, "add", "-A", "-f")
    git(root, "commit", "-q", "-m", "First")
    git(root, "commit", "-q", "--allow-empty", "-m", "Second")
    write_files(root, {"a.py": "print(1)\n", "sub/b.py": "print(2)\n"})
    # Touched since git looked: it has to read them to know that they are the same.
    for path in ("docs/page.md", "LICENSE", "same.py", "sub/HEAD", "module/x"):
        os.utime(root / path, (1, 1))
    _arm(hostile)
    return hostile


def with_submodule(root: Path, git: Git) -> Path:
    """Make a repository at *root* with nothing but a submodule, which no commit has yet."""
    inner = root.with_name(f"{root.name}-inner")
    inner.mkdir()
    git(root, "init", "-q", "-b", "main", "--template=")
    git(inner, "init", "-q", "-b", "main", "--template=")
    write_files(inner, {"x": "1\n", ".gitattributes": "* filter=module\n"})
    git(inner, "add", "-A")
    git(inner, "commit", "-q", "-m", "Inner")
    git(
        root,
        "-c",
        "protocol.file.allow=always",
        "submodule",
        "--quiet",
        "add",
        str(inner),
        "module",
    )
    shutil.rmtree(inner)
    return root


def bare_settings(hostile: Hostile, place: str) -> str:
    """Return the settings of a bare repository in the folder *place*."""
    mark = place.strip("/")
    return (
        "[core]\nrepositoryformatversion = 0\nbare = true\n"
        f'fsmonitor = "{hostile.program(f"fsmonitor-of-{mark}")}"\n'
    )


def _arm(hostile: Hostile) -> None:
    """Name a program wherever the settings of a repository can."""
    git_folder = hostile.root / ".git"
    program = hostile.program
    hooks = git_folder / "evil-hooks"
    write_files(
        hooks, {name: f"#!/bin/sh\n{program(f'hook-{name}')} >/dev/null\n" for name in HOOKS}
    )
    shutil.copytree(hooks, git_folder / "hooks", dirs_exist_ok=True)
    for hook in (*hooks.iterdir(), *(git_folder / "hooks").iterdir()):
        hook.chmod(0o755)
    filters = "".join(
        f'[filter "{name}"]\n'
        + "".join(f'{key} = "{program(f"{key}-of-{name}")}"\n' for key in ("clean", "smudge"))
        + "required = true\n"
        for name in ("plain", "a=b")
    )
    hostile.set(
        f"{filters}"
        f'[core]\nfsmonitor = "{program("fsmonitor")}"\nhooksPath = {hooks}\n'
        f'pager = "{program("pager")}"\neditor = "{program("editor")}"\n'
        f'sshCommand = "{program("ssh")}"\naskPass = "{program("askpass")}"\n'
        f'gitProxy = "{program("git-proxy")}"\nalternateRefsCommand = "{program("alternates")}"\n'
        "untrackedCache = true\nattributesFile = .git/more-attributes\n"
        f'[diff]\nexternal = "{program("diff-external")}"\n'
        f'[diff "driver"]\ncommand = "{program("diff-driver")}"\n'
        f'textconv = "{program("textconv")}"\n'
        f'[merge "driver"]\ndriver = "{program("merge-driver")}"\n'
        f'[log]\nshowSignature = true\n[gpg]\nprogram = "{program("gpg")}"\n'
        f'[credential]\nhelper = "!{program("credential")}"\n'
        f'[pager]\nstatus = "{program("pager-of-status")}"\ndiff = "{program("pager-of-diff")}"\n'
        f'[alias]\nstatus = "!{program("alias")}"\nls-files = "!{program("alias")}"\n'
        f'[sequence]\neditor = "{program("sequence-editor")}"\n[submodule]\nrecurse = true\n'
        f'[uploadpack]\npackObjectsHook = "{program("pack-objects")}"\n'
        f"[status]\nsubmoduleSummary = true\n[trace2]\neventTarget = {hostile.marks / 'trace2'}\n"
        "[extensions]\nworktreeConfig = true\n[include]\npath = included\n"
    )
    included = f'[filter "included"]\nclean = "{program("clean-of-included")}"\nrequired = true\n'
    write_files(git_folder, {"included": included, "more-attributes": "* filter=worktree\n"})
    worktree = f'[filter "worktree"]\nprocess = "{program("process-of-worktree")}"\n'
    write_files(git_folder, {"config.worktree": worktree})
    with (git_folder / "modules" / "module" / "config").open("a") as file:
        file.write(
            f'[core]\nfsmonitor = "{program("fsmonitor-of-module")}"\n'
            f'[filter "module"]\nclean = "{program("clean-of-module")}"\n'
        )
