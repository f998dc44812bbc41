"""Where a report comes from, as its page shows: what the report itself does not know."""

from __future__ import annotations

from phaser_lint.contract.model import Violation
from phaser_lint.core import Record
from phaser_lint.report.html_page.markup import (
    escape_html,
    escape_name,
    is_web_address,
    render_element,
)
from phaser_lint.report.places_for_programs import quote_uri


class Origin(Record):
    """All of it is plain text, and may be empty."""

    project: str = ""
    commit: str = ""
    date: str = ""
    command: str = ""
    files_url: str = ""
    """The address at which the repository shows a file, up to the file's path."""


def render_origin_line(origin: Origin) -> str:
    """Return the line on the page's origin: project, commit and date; empty if none is known."""
    commit = (
        render_element("span", escape_name(origin.commit[:12]), style_class="name")
        if origin.commit
        else ""
    )
    facts = [
        escape_name(origin.project),
        f"commit {commit}" if commit else "",
        escape_html(origin.date),
    ]
    line = " &middot; ".join(filter(None, facts))
    return render_element("p", line, style_class="origin") if line else ""


def render_command_paragraph(origin: Origin) -> str:
    """Return the paragraph on the page's origin that names the command; empty if unknown."""
    if not origin.command:
        return ""
    return render_element(
        "p", f"Command: {render_element('code', escape_name(origin.command), style_class='name')}"
    )


def find_violation_address(origin: Origin, violation: Violation) -> str:
    """Return where the origin's repository shows a violation; empty where that is not known."""
    if not is_web_address(origin.files_url) or violation.where == "glob":
        return ""
    return f"{origin.files_url}{quote_uri(violation.path)}{render_line_anchor(violation)}"


def render_line_anchor(violation: Violation) -> str:
    """Return a violation's anchor in an address: ``#L3``, ``#L3-L5``; nothing for a file."""
    if violation.line is None:
        return ""
    last = violation.end_line or violation.line
    return f"#L{violation.line}" + (f"-L{last}" if last > violation.line else "")
