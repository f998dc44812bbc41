"""The files that contracts name besides those that they check: the client is asked to report them.

=============  ====================================================
``include``    the folders of contracts that the configuration names
``listed_in``  the lists
``with_glob``  the companions of changes
``partner``    whether a partner comes or goes
=============  ====================================================

A watcher looks below the folders that the editor has open, and knows plain globs. What it would
not understand is not asked for: then a save tells.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from phaser_lint.core import JsonValue
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.project_states import OpenedContracts, open_projects
from phaser_lint.project import find_path_inside
from phaser_lint.project.levels import Levels
from phaser_lint.text.globs.glob_fields import widen_glob

_METHOD, _ID = "workspace/didChangeWatchedFiles", "phaser-lint-named-files"
# Of the protocol: created, changed, deleted.
_ANY_CHANGE, _COMES_OR_GOES = 7, 5
_KEYS = {"listed_in": _ANY_CHANGE, "with_glob": _ANY_CHANGE, "partner": _COMES_OR_GOES}
# What means the same in a glob of the protocol.
_PLAIN = re.compile(r"[\w./*?{},@+ -]+")
_MOST = 200


def watch_named_files(session: ClientSession) -> None:
    """Ask the client to report the files that contracts name by now, and no others."""
    opened = open_projects(session).opened if session.reports_files else {}
    earlier = session.watched_for
    if opened.keys() == earlier.keys() and all(earlier[key] is opened[key] for key in opened):
        return
    session.watched_for = {**opened}
    globs = [
        glob for levels, contracts in opened.items() for glob in list_named_globs(levels, contracts)
    ]
    kinds_by_pattern: dict[str, int] = {}
    for glob, kind in globs:
        path = glob.strip("/").removeprefix("**/")
        if path.strip("*/") and not glob.startswith("!") and _PLAIN.fullmatch(path):
            # From which level's folder, a watcher need not know.
            pattern = f"**/{path}/**" if glob.endswith("/") else f"**/{path}"
            kinds_by_pattern[pattern] = kinds_by_pattern.get(pattern, 0) | kind
    watchers: list[JsonValue] = [
        {"globPattern": pattern, "kind": kind} for pattern, kind in kinds_by_pattern.items()
    ][:_MOST]
    if watchers == session.watchers:
        return
    registration = {"id": _ID, "method": _METHOD}
    if session.watchers:
        session.ask("client/unregisterCapability", {"unregisterations": [registration]})
    session.watchers = watchers
    if watchers:
        options = {"registerOptions": {"watchers": watchers}}
        session.ask("client/registerCapability", {"registrations": [{**registration, **options}]})


def list_named_globs(levels: Levels, opened: OpenedContracts) -> Iterator[tuple[str, int]]:
    """Yield globs to watch, of configuration and contracts of *levels*, and which changes."""
    for folder in opened.identity.included if opened.identity else ():
        inside = find_path_inside(levels.base or levels.root, folder)
        if inside:  # a pack lies elsewhere
            yield f"{inside}/*.{{yaml,yml}}", _ANY_CHANGE
    for contract in opened.contracts.contracts:
        for key, texts in contract.own:
            if key in _KEYS and texts:
                yield from ((widen_glob(text), _KEYS[key]) for text in texts)
