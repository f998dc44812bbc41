"""The topics that have code of a kind: below a heading about one, all of that code is meant.

`it.only`    stands in tests only: "## Testing" is no condition of its ban
`ngClass`    stands in templates of components
"""

from __future__ import annotations

import re

TOPICS = tuple(
    (re.compile(code), frozenset(words.split()))
    for code, words in (
        (
            r"(?:vi|jest|cy|sinon|mocker|pytest|unittest)\.\w|(?:it|test|describe|context)?\."
            r"(?:only|skip"
            r"|todo)|mock\.patch|@pytest|@unittest|t\.[A-Z]|pragma:",
            "test tests testing coverage unit integration e2e vitest jest pytest mocks mocking spec"
            " specs",
        ),
        (
            r"DB::|SELECT \*$|RETURNING \*$|foreignId",
            "database databases db sql query queries orm data eloquent migration migrations",
        ),
        (r"console\.|print(?:ln)?[(!]|NSLog|fmt\.Print|log\.Print", "console output observability"),
        (r"use[A-Z]\w*$|forwardRef", "hooks"),
        (
            r"React\.|<(?:img|a)>$|forwardRef|dangerouslySetInnerHTML|class components$",
            "component components frontend front-end web ui",
        ),
        (
            r"[*\[]?ng[A-Z]",
            "template templates component components control flow directives styling html",
        ),
        (r"constructor injection$", "service services dependency injection component components"),
        (r"script without setup$", "vue component components composition api frontend front-end"),
        (r"TODO|FIXME|HACK", "documentation docs comment comments"),
        (
            r"unpinned actions$",
            "github actions ci cd workflow workflows security dependencies supply chain",
        ),
        (r"f-strings of log calls$", "log logs logging observability"),
        (r"@?NgModule|standalone: ", "component components standalone frontend front-end"),
        (r"~[A-Z]$|phx-|live_|Phoenix\.", "html liveview live view streams templates forms heex"),
        (
            r"@(?:Input|Output|ViewChild|ContentChild|Host)",
            "component components signal signals input inputs output outputs query queries features"
            " frontend front-end",
        ),
        (r"inline styles$|!important$|@apply$", "css design tailwind ui frontend front-end web"),
        (r"axios|requests\.|XMLHttpRequest", "api http network networking requests"),
        (r"os\.system|subprocess\.", "subprocess subprocesses shell"),
    )
)
"""Patterns for code spans, each with the words for the topics that have such code."""
