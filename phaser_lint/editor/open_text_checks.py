"""Open texts that wait are checked, and the results published; long work goes to a thread."""

from __future__ import annotations

import os
from functools import partial

from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.core import JsonValue
from phaser_lint.editor.background import BackgroundWork
from phaser_lint.editor.client_session import ClientSession
from phaser_lint.editor.diagnostics import make_problem_diagnostics
from phaser_lint.editor.file_watchers import watch_named_files
from phaser_lint.editor.message_parameters import require_text_at
from phaser_lint.editor.open_file_check import (
    GitAnswer,
    OpenFileCheck,
    Verdict,
    has_remarks,
    make_open_file_check,
)
from phaser_lint.editor.open_text import OpenText
from phaser_lint.editor.project_states import GIT_SECONDS, ProjectPlace, open_projects
from phaser_lint.editor.publishing import list_shown_diagnostics, publish_elsewhere, publish_text
from phaser_lint.editor.uris import parse_file_uri
from phaser_lint.editor.whole_project import check_whole_project
from phaser_lint.project import find_path_inside

_MOST_PROBLEMS = 5
# So many seconds whoever opens or saves a text waits for git.
_AT_ONCE = 1.0


def check_next(session: ClientSession) -> None:
    """Check the waiting open text that was changed last, and have the result published."""
    uri, cause = session.waiting.popitem()
    document = session.documents[uri]
    verdict = check_open_text(session, document, may_ask=cause == "other")
    if verdict is not None:
        if not verdict.is_settled:
            session.work.append(_make_git_work(document, verdict))
        check_whole_project(session, verdict.check)
    # A client that asks does so after each of its changes; a notebook's results go to its cells.
    if uri in session.notebooks or not (session.pulls and cause == "change"):
        publish_text(session, document)
    if session.shows_status and cause == "other":
        _send_status(session, document, verdict)
    if cause == "other":
        watch_named_files(session)


def pull_diagnostics(session: ClientSession, params: JsonValue) -> JsonValue:
    """Check an open text for a client that asks, and return its diagnostics of now."""
    document = session.document(require_text_at(params, "textDocument", "uri"))
    checked_document = session.checked_text(document)
    session.check_soon(checked_document.uri, "change")
    find_current_verdict(session, checked_document)
    return {"kind": "full", "items": list_shown_diagnostics(session, document.uri)}


def find_current_verdict(session: ClientSession, document: OpenText) -> Verdict | None:
    """Return the verdict on an open text, checked now if it waits; ``None``: nothing checks it."""
    if document.uri in session.waiting:
        session.waiting[document.uri] = session.waiting.pop(document.uri)
        check_next(session)
    return session.verdicts.get(document.uri)


def check_open_text(session: ClientSession, document: OpenText, *, may_ask: bool) -> Verdict | None:
    """Check the open *document* now, and remember the verdict, which is returned; ``None`` where
    nothing checks it.

    Git is asked at once where it is allowed (*may_ask*), or where all its answers are out of date.
    """
    place = find_checked_place(session, document)
    check = None
    if place:
        check = make_open_file_check(
            open_projects(session),
            place,
            document.text,
            unsaved_texts={
                path: text.text
                for text in session.documents.values()
                if text.path and not text.is_saved and text.uri != document.uri
                for path in [find_path_inside(place.levels.root, text.path)]
                if path
            },
        )
    _show_contract_problems(session, document, check)
    if check is None:
        session.verdicts.pop(document.uri, None)
        return None
    earlier = session.verdicts.get(document.uri)
    verdict = check.quick(earlier.answer if earlier else GitAnswer())
    may_ask = may_ask or earlier is None or earlier.check.state != check.state
    is_ignored_unknown = verdict.answer.ignored is None and (
        session.shows_status or has_remarks(verdict.every)
    )
    if may_ask and (is_ignored_unknown or (check.commit and verdict.every.violations)):
        at_once = check.with_git(verdict, is_saved=False, seconds=_AT_ONCE)
        # A git that is late is asked once more in the thread; until then all that is broken is new.
        verdict = verdict._replace(is_settled=False) if at_once.answer.is_late else at_once
        if verdict.every.undecided:
            verdict = verdict._replace(is_settled=not document.is_saved)
    _remember_verdict(session, document, verdict)
    return verdict


def _remember_verdict(session: ClientSession, document: OpenText, verdict: Verdict) -> None:
    """Remember the verdict; why git did not answer is shown, once: existing violations are new."""
    session.verdicts[document.uri] = verdict
    if verdict.answer.failure:
        session.show_once(f"not compared with the last commit: {verdict.answer.failure}")


def _make_git_work(document: OpenText, verdict: Verdict) -> BackgroundWork:
    """Return the work that asks git, and publishes what that changes."""

    def take_settled(session: ClientSession, settled: Verdict) -> None:
        if session.documents.get(document.uri) is not document:
            return
        before = session.verdicts.get(document.uri)
        _remember_verdict(session, document, settled)
        open_projects(session).cache_listing(settled.check.place.root, settled.check.listing)
        if before is None or (before.report, before.existing) != (settled.report, settled.existing):
            publish_text(session, document)

    settle = partial(
        verdict.check.with_git, verdict, is_saved=document.is_saved, seconds=GIT_SECONDS
    )
    return BackgroundWork(document.uri, settle, take_settled)


def find_checked_place(session: ClientSession, document: OpenText) -> ProjectPlace | None:
    """Return the place at which an open text is checked; ``None`` where no contract may."""
    if document.path is None:
        return None
    path = os.path.normpath(parse_file_uri(document.uri) or document.path)
    place = open_projects(session).place_of(path, session.folders)
    if place is None or place.levels.lack_contracts(home=session.home):
        return None
    # No scan checks the baseline.
    return None if place.path == DEFAULT_PATH else place


def _show_contract_problems(
    session: ClientSession, document: OpenText, check: OpenFileCheck | None
) -> None:
    """Show what is wrong with contracts, configuration and baseline: at their files, and once.

    A client with a status shows it there until it is fixed.
    """
    key = ("problems", document.uri)
    if check is None:
        publish_elsewhere(session, key, {})
        return
    problems = check.checker.contracts.problems
    publish_elsewhere(
        session, key, make_problem_diagnostics(problems, check.place.levels, home=session.home)
    )
    if session.shows_status:
        return
    if problems:
        more = f"; and {len(problems) - 1} more" if len(problems) > 1 else ""
        session.show_once(f"{problems[0]}{more}")
    if check.baseline.problem:
        session.show_once(
            f"{check.baseline.problem}; until that is fixed the baseline does not count"
        )


def _send_status(session: ClientSession, document: OpenText, verdict: Verdict | None) -> None:
    """Send a client of ours how a text is checked, where that has changed."""
    status: dict[str, JsonValue] = {
        "uri": document.uri, "contracts": 0, "problems": [], "isIgnored": False
    }  # fmt: skip
    if verdict is not None:
        check = verdict.check
        contracts, baseline_problem = check.checker.contracts, check.baseline.problem
        problems = [*map(str, contracts.problems), *filter(None, [baseline_problem])]
        status["contracts"] = len(contracts.contracts)
        status["problems"] = problems[:_MOST_PROBLEMS]
        status["isIgnored"] = check.place.path in (verdict.answer.ignored or ())
    if session.statuses.get(document.uri) != status:
        session.statuses[document.uri] = status
        session.send("phaserLint/status", status)
