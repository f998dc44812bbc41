"""Events without their longest texts: which files they change is known, and not to what."""

from __future__ import annotations

from phaser_lint.files.regular_file import TOO_LARGE

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.agents.event import Event, Reconstruction
    from phaser_lint.json_outline import LargeEvent

    Large = tuple[Event, tuple[Reconstruction, ...]]


def without_texts(event: Event, proposals: Iterable[Reconstruction], large: LargeEvent) -> Large:
    """Return the *event* and its *proposals* with nothing that was concluded from an empty text."""
    reason = f"Content is {TOO_LARGE}"
    untold = [
        each._replace(text=None, skip_reason=reason, garbled=False, size=large.size)
        for each in proposals
        if not each.deleted
    ]
    gone = [each for each in proposals if each.deleted]
    return event._replace(original=None), (*gone, *untold)
