"""The hook about texts that became binary, so that no contract sees what is in them."""

from __future__ import annotations

import os

from phaser_lint.agents.event import Decision
from phaser_lint.checks.garbled import garbled_files, has_pattern
from phaser_lint.outputs import agent_text
from phaser_lint.root import cache_folder, home_folder
from phaser_lint.sessions.said import said_before

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from phaser_lint.agents.event import Event, Reconstruction
    from phaser_lint.engine.judge import Judge
    from phaser_lint.frontends.hook_project import Project
    from phaser_lint.model import Report


def garbled_paths(
    judge: Judge, files: Sequence[tuple[str, Reconstruction]], project: Project, event: Event
) -> list[str]:
    """Return those of the proposed *files* that would be binary texts; each edit is told."""
    found = [path for path, each in files if each.garbled and has_pattern(path, judge.selection)]
    for path in found:
        _said(path, project, event)
    return found


def garbled(
    judge: Judge, report: Report, project: Project, event: Event, *, since: str = ""
) -> Decision:
    """Return what is to be said of binary texts on disk: once a session for each of them."""
    found = garbled_files(project.root, report, selection=judge.selection, since=since)
    said = agent_text.garbled([path for path in found if not _said(path, project, event)])
    return Decision(context=said, to_user=said)


def _said(path: str, project: Project, event: Event) -> bool:
    cache = cache_folder(os.environ, home=home_folder())
    text = f"garbled {path}"
    return said_before(cache, session=event.session, root=project.root, text=text)
