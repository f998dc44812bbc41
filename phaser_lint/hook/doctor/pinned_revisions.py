"""Whether a project's hooks of pre-commit and its workflows on GitHub have one phaser-lint.

A commit passed by `rev:` of last year, and the pull request failed by the Action of this one.
"""

from __future__ import annotations

import os
import re
from typing import Any

from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.hook.doctor.startable_pre_commit import OUR_HOOKS, list_objects
from phaser_lint.project.regular_file import read_bytes
from phaser_lint.project.walk import list_folder_names

_WORKFLOWS = os.path.join(".github", "workflows")
_ACTION = re.compile(r"^\s*(?:- )?uses:\s*['\"]?[\w.-]+/phaser-lint@([\w./-]+)", re.MULTILINE)
_SHOWN = 12


def note_other_revisions(root: str, configuration: Any) -> list[str]:
    """Return a note on each workflow of the project at *root* that has another revision of
    phaser-lint than pre-commit's *configuration*.
    """
    repositories = configuration.get("repos") if isinstance(configuration, dict) else None
    pinned = [
        str(repository.get("rev"))
        for repository in list_objects(repositories)
        if repository.get("rev")
        and any(hook.get("id") in OUR_HOOKS for hook in list_objects(repository.get("hooks")))
    ]
    folder = os.path.join(root, _WORKFLOWS)
    names = sorted(list_folder_names(folder)) if pinned else []
    notes: list[str] = []
    for name in names:
        try:
            content = read_bytes(os.path.join(folder, name), limit=MAXIMUM_BYTES)
        except OSError:
            continue
        for revision in dict.fromkeys(_ACTION.findall(content.decode("utf-8", "replace"))):
            # Either may be shortened.
            if not (revision.startswith(pinned[0]) or pinned[0].startswith(revision)):
                notes.append(
                    f"rev {pinned[0][:_SHOWN]} here, and @{revision[:_SHOWN]} in "
                    f".github/workflows/{name}: give both one commit, or they judge otherwise"
                )
    return notes
