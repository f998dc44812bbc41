"""The revision that others can fetch the installed version by: a commit, or the tag of a release.

What pip, pipx and uv installed from is in ``direct_url.json`` beside the installed package:

no such file: from an index               the tag of the release
a wheel from the page of the release      the tag of the release
``vcs_info``                              that commit, of the repository that it came from
a folder, another wheel, an archive       nothing that others are known to have
``vcs_info`` of a clone on this machine   nothing: ``git+file:///home/me/phaser-lint``
"""

from __future__ import annotations

import json
import re
from importlib.metadata import PackageNotFoundError, distribution

from phaser_lint import REPOSITORY, __version__
from phaser_lint.core import Record
from phaser_lint.project.git.process_output import is_object_id

_REMOTE = re.compile(r"(?:https|ssh)://[A-Za-z0-9._~:/@+-]+\Z")
_PASSWORD = re.compile(r"^(https://)[^/@]*@")
_RELEASE = f"{REPOSITORY}/releases/download/v{__version__}/"


class HookSource(Record):
    """A repository, and the tag or commit of it that has the hooks of the installed version."""

    repository: str
    revision: str

    def is_commit(self) -> bool:
        """Tell whether the revision is a commit, which nobody can move."""
        return is_object_id(self.revision)


def find_installed_source() -> HookSource | None:
    """Return where others can fetch the installed version's hooks; ``None``: built here."""
    try:
        direct_url = distribution("phaser-lint").read_text("direct_url.json")
    except PackageNotFoundError:  # a checkout on the path
        return None
    release = HookSource(REPOSITORY, f"v{__version__}")
    if direct_url is None:
        return release
    try:
        fields = json.loads(direct_url)
    except (ValueError, RecursionError):
        return None
    url = fields.get("url") if isinstance(fields, dict) else None
    if not isinstance(url, str):
        return None
    if url.startswith(_RELEASE):
        return release
    of_git = fields.get("vcs_info")
    of_git = of_git if isinstance(of_git, dict) and of_git.get("vcs") == "git" else {}
    commit = of_git.get("commit_id")
    if not (isinstance(commit, str) and is_object_id(commit) and _REMOTE.match(url)):
        return None
    is_ours = url.removesuffix("/").removesuffix(".git").lower() == REPOSITORY.lower()
    return HookSource(REPOSITORY if is_ours else _PASSWORD.sub(r"\1", url), commit)
