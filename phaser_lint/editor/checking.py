"""Open texts that wait are checked, and the results published; long work goes to a thread."""

from __future__ import annotations

import os

from phaser_lint.check.comparison.baseline_file import DEFAULT_PATH
from phaser_lint.editor.background import Work
from phaser_lint.editor.diagnostics import (
    TextPlaces,
    diagnostics_of,
    of_problems,
    unchecked,
)
from phaser_lint.editor.parameters import member
from phaser_lint.editor.project_scan import at_contracts, project_work
from phaser_lint.editor.projects import GIT_SECONDS
from phaser_lint.editor.uris import path_of, uri_of
from phaser_lint.editor.verdict import GitAnswer, open_file_check
from phaser_lint.project.project import levels_of
from phaser_lint.project.root import is_contract_name, led_out

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from phaser_lint.contract.model import ContractProblem
    from phaser_lint.editor.client_session import ClientSession
    from phaser_lint.editor.open_text import OpenText
    from phaser_lint.editor.projects import Place
    from phaser_lint.editor.verdict import OpenFileCheck, Verdict


_MOST_PROBLEMS = 5
# So many seconds whoever opens or saves a text waits for git.
_AT_ONCE = 1.0


def check_next(session: ClientSession) -> None:
    """Check the text that was changed last of those that wait, and have the result published."""
    uri, cause = session.waiting.popitem()
    document = session.documents[uri]
    verdict = verdict_now(session, document, may_ask=cause != "change")
    if verdict is not None and not verdict.is_settled:
        session.work.append(_settling(document, verdict))
    if verdict is not None:
        _check_project(session, verdict.check)
    # A client that asks does so after each of its changes; a notebook's results go to its cells.
    if uri in session.notebooks or not (session.pulls and cause == "change"):
        _publish_text(session, document)
    if session.shows_status and cause != "change":
        _send_status(session, document)


def _check_project(session: ClientSession, check: OpenFileCheck) -> None:
    """Have the whole project checked in the thread, once until something is saved."""
    root = check.place.root
    if root in session.whole_projects:
        return
    session.whole_projects.add(root)

    def done(session: ClientSession, result: Any) -> None:
        show_hints = session.settings.show_hints
        diagnostics = at_contracts(result, check, show_hints=show_hints, home=session.home)
        publish_elsewhere(session, ("project", root), diagnostics)

    work = project_work(check, done)
    if work is None:
        publish_elsewhere(session, ("project", root), {})
    else:
        session.work.append(work)


def current_verdict(session: ClientSession, document: OpenText) -> Verdict | None:
    """Return the verdict on an open text as it is now; ``None`` where nothing checks it."""
    if document.uri in session.waiting:
        session.waiting[document.uri] = session.waiting.pop(document.uri)
        check_next(session)
    return session.verdicts.get(document.uri)


def verdict_now(session: ClientSession, document: OpenText, *, may_ask: bool) -> Verdict | None:
    """Return the verdict on *document*, which is remembered; ``None`` where nothing checks it.

    Git is asked at once where it *may* be, or where all its answers are out of date.
    """
    place = place_of(session, document)
    _show_project(session, document, place)
    if place is None:
        session.verdicts.pop(document.uri, None)
        return None
    earlier = session.verdicts.get(document.uri)
    check = open_file_check(session.projects, place, document.text)
    verdict = check.quick(earlier.answer if earlier else GitAnswer())
    may_ask = may_ask or earlier is None or earlier.check.state != check.state
    if may_ask and check.commit and verdict.every.violations:
        at_once = check.with_git(verdict, is_saved=False, seconds=_AT_ONCE)
        # A git that is late is asked once more in the thread; until then all that is broken is new.
        verdict = verdict._replace(is_settled=False) if at_once.is_late else at_once
        if verdict.every.undecided:
            verdict = verdict._replace(is_settled=not document.is_saved)
    session.verdicts[document.uri] = verdict
    _show_failure(session, verdict)
    return verdict


def place_of(session: ClientSession, document: OpenText) -> Place | None:
    """Return the place of a text that something may check."""
    if document.path is None:
        return None
    path = os.path.normpath(path_of(document.uri) or document.path)
    place = session.projects.place_of(path, session.folders)
    if place is None or place.levels.lack_contracts(home=session.home):
        return None
    # No scan checks the baseline.
    return None if place.path == DEFAULT_PATH else place


def _why_unfollowed(session: ClientSession, document: OpenText) -> str:
    """Return why a text is not checked that was opened by a link in a project with contracts."""
    path = os.path.normpath(path_of(document.uri) or "")
    if document.path is None or os.path.realpath(path) == path:
        return ""
    own = levels_of(os.path.dirname(path), session.folders, home=session.home)
    return "" if own.lack_contracts(home=session.home) else led_out(path, own.root)


def _settling(document: OpenText, verdict: Verdict) -> Work:
    def done(session: ClientSession, result: Any) -> None:
        if session.documents.get(document.uri) is not document:
            return
        before = session.verdicts.get(document.uri)
        session.verdicts[document.uri] = result
        _show_failure(session, result)
        session.projects.keep_listing(result.check.place.root, result.check.listing)
        if before is None or (before.report, before.existing) != (result.report, result.existing):
            _publish_text(session, document)

    def settle() -> Verdict:
        return verdict.check.with_git(verdict, is_saved=document.is_saved, seconds=GIT_SECONDS)

    return Work(document.uri, settle, done)


def _show_failure(session: ClientSession, verdict: Verdict) -> None:
    """Show, once, why git did not answer: then existing violations are shown as new."""
    if verdict.failed:
        session.show_once(f"not compared with the last commit: {verdict.failed}")


def _publish_text(session: ClientSession, document: OpenText) -> None:
    if document.uri in session.notebooks:
        from phaser_lint.editor.notebooks import show_in_cells  # few texts are notebooks

        show_in_cells(session, document.uri, shown_of(session, document.uri))
        return
    publish(session, document.uri, version=document.version)


def publish(session: ClientSession, uri: str, *, version: int | None = None) -> None:
    """Have all that is known of *uri* published, unless the client asks for it by itself.

    With *version* it is published even if it is the same as before.
    """
    found = shown_of(session, uri)
    asks = session.pulls and uri in session.documents
    if (version is None or asks) and found == session.published.get(uri, []):
        return
    if found:
        session.published[uri] = found
    else:
        session.published.pop(uri, None)
    if asks:
        session.refresh()
        return
    versioned = {} if version is None else {"version": version}
    session.send("textDocument/publishDiagnostics", {"uri": uri, **versioned, "diagnostics": found})


def shown_of(session: ClientSession, uri: str) -> list[Any]:
    """Return all diagnostics of *uri*: those of its text, and those from ``elsewhere``."""
    document = session.documents.get(uri)
    verdict = session.verdicts.get(uri) if document else None
    texts = member(session.capabilities, "textDocument")
    found = []
    if document and verdict:
        found = diagnostics_of(
            verdict,
            document.text,
            session.table(document),
            settings=session.settings,
            home=session.home,
            relates=bool(member(texts, "publishDiagnostics", "relatedInformation")),
        )
    elif document and (why := _why_unfollowed(session, document)):
        found = [unchecked(TextPlaces(document.text, session.table(document)).first(), why)]
    own = uri_of(document.path) if document and document.path else uri
    typed = _of_contract_text(session, document) if document else None
    found += typed or ()
    for key, diagnostics in session.elsewhere.items():
        if typed is None or key[0] != "problems":
            # The same contract file may check several texts.
            found += [each for each in diagnostics.get(own, ()) if each not in found]
    return found


def _of_contract_text(session: ClientSession, document: OpenText) -> list[Any] | None:
    """Return what is wrong with a contract file as it is typed; ``None`` for another text."""
    if document.path is None or not is_contract_name(os.path.basename(document.path)):
        return None
    from phaser_lint.editor.contract_texts import problems_of_text  # the first text waits for it

    return problems_of_text(session, document)


def publish_elsewhere(session: ClientSession, key: Any, diagnostics: dict[str, list[Any]]) -> None:
    """Have *diagnostics*, by URI, published in place of the earlier ones of *key*."""
    before = session.elsewhere.get(key, {})
    if before == diagnostics:
        return
    session.elsewhere[key] = diagnostics
    for uri in dict.fromkeys((*before, *diagnostics)):
        document = next(
            (each for each in session.documents.values() if each.path and uri_of(each.path) == uri),
            None,
        )
        publish(session, document.uri if document else uri)


def _show_project(session: ClientSession, document: OpenText, place: Place | None) -> None:
    """Show what is wrong with contracts, configuration and baseline: at their files, and once.

    A client with a status shows it there until it is fixed.
    """
    problems = _problems_of(session, place)
    diagnostics = of_problems(problems, place.levels, home=session.home) if place else {}
    publish_elsewhere(session, ("problems", document.uri), diagnostics)
    if session.shows_status:
        return
    if problems:
        more = f"; and {len(problems) - 1} more" if len(problems) > 1 else ""
        session.show_once(f"{problems[0]}{more}")
    problem = session.projects.baseline(place.root).problem if place else ""
    if problem:
        session.show_once(f"{problem}; until that is fixed the baseline does not count")


def _problems_of(session: ClientSession, place: Place | None) -> Sequence[ContractProblem]:
    return session.projects.checking(place.levels).contracts.contracts.problems if place else ()


def _send_status(session: ClientSession, document: OpenText) -> None:
    """Send a client of ours how a text is checked, where that has changed."""
    place = place_of(session, document)
    known = session.projects.checking(place.levels).contracts.contracts if place else None
    baseline = session.projects.baseline(place.root).problem if place else ""
    problems = [*map(str, _problems_of(session, place)), *([baseline] if baseline else [])]
    status = {
        "uri": document.uri,
        "contracts": len(known.contracts) if known else 0,
        "problems": problems[:_MOST_PROBLEMS],
        "isIgnored": bool(place and session.projects.is_ignored(place)),
    }
    if session.statuses.get(document.uri) != status:
        session.statuses[document.uri] = status
        session.send("phaserLint/status", status)
