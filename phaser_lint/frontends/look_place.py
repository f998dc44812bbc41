"""Where the looks of a session are remembered, and the commit before it as far as they know.

Apart from ``look``, since an edit asks this alone and needs nothing of git for it.
"""

from __future__ import annotations

from phaser_lint.frontends.occasion import levels_of
from phaser_lint.sessions.looks import looks_path, read_looks

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.frontends.occasion import Occasion


def place_of(occasion: Occasion) -> tuple[str, str]:
    """Return the root of the project that the agent works on, and where its looks are kept.

    Both are empty where nothing can be remembered.
    """
    session, cache, start = occasion.event.session, occasion.cache, occasion.start
    if not session or not cache or not start:
        return "", ""
    # Whether there is something to judge by, the folder of each changed file has to tell.
    root = levels_of(occasion, start).top
    return root, looks_path(cache, session=session, root=root)


def commit_before(occasion: Occasion, root: str) -> str:
    """Return the last commit before those that the session made in the project at *root*, if any.

    As far as the looks know: where nothing was committed, it is empty.
    """
    start, path = place_of(occasion)
    return read_looks(path).since if start == root else ""
