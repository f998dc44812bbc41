"""What open texts are checked by, compared with the disk while no message comes.

=====================  ============================================================
contracts              of the levels of each text, included ones and the user's too
configuration          and the baseline
HEAD                   another branch, or another commit
``.gitignore``         and what else tells git which files to leave out
=====================  ============================================================

Some clients report no file that changes, and none reports HEAD or what lies above its folders.
"""

from __future__ import annotations

import time

from phaser_lint.editor.client_session import OFTEN, SELDOM, ClientSession
from phaser_lint.editor.open_text_checks import find_checked_place
from phaser_lint.editor.project_states import open_projects

# A slow disk is checked less often: so much of the time at most.
_SHARE = 0.02


def recheck_changed(session: ClientSession) -> None:
    """Have open texts checked anew where the disk has changed, while no message comes."""
    began = time.monotonic()
    places = {
        uri: find_checked_place(session, document) for uri, document in session.documents.items()
    }
    levels = {place.levels for place in places.values() if place}
    states = {level: open_projects(session).state(level) for level in levels}
    current_states = {
        uri: place
        and (place.checked_by(), states[place.levels], open_projects(session).ignoring_state(place))
        for uri, place in places.items()
    }
    before, session.seen_states = session.seen_states, current_states
    # Where checking fails, a text stays other than it was checked by: it is checked only once.
    changed = [
        uri for uri in current_states if uri not in before or current_states[uri] != before[uri]
    ]
    for uri in changed:
        verdict = session.verdicts.get(uri)
        check = verdict and verdict.check
        checked_state = check and open_projects(session).checked_state(check)
        if current_states[uri] != (
            check and (check.place.checked_by(), checked_state, check.state[2])
        ):
            # No client has reported it.
            session.log.write("something changed on the disk")
            session.check_all_soon()
            break
    least = SELDOM if session.reports_files else OFTEN
    session.recheck_seconds = max(least, (time.monotonic() - began) / _SHARE)
