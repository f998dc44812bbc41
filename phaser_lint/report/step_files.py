"""Files that a step of a GitHub workflow writes: the summary of its job, and its outputs."""

from __future__ import annotations

from collections.abc import Mapping

CUT = "\n\n**There is more: the log of the step shows all of it.**\n"


def fit_markdown(markdown: str, *, room: int) -> str:
    """Return *markdown*, the summary of a step, in at most *room* bytes of UTF-8: whole, or whole
    paragraphs and a remark.

    What was open where it was cut (a code block, ``<details>``) is closed. Nothing at all where
    there is not even room for the remark.
    """
    content = _encode_text(markdown)
    if len(content) <= room:
        return content.decode("utf-8")
    # Room for what has to be closed: a fence and a few details at most.
    start = content[: max(0, room - len(CUT) - 64)].decode("utf-8", "ignore")
    end = start.rfind("\n\n") if "\n\n" in start else start.rfind("\n")
    paragraphs = start[: max(0, end)]
    fences = [line for line in paragraphs.split("\n") if line.startswith("```")]
    fence = "\n```" if len(fences) % 2 else ""
    details = paragraphs.count("<details") - paragraphs.count("</details>")
    fitting = paragraphs + fence + "\n</details>" * min(max(0, details), 4) + CUT
    return fitting if len(_encode_text(fitting)) <= room else ""


def render_outputs(texts: Mapping[str, str], *, delimiter: str) -> str:
    """Return the lines that set *texts* as a step's outputs; nobody may guess *delimiter*."""
    return "".join(f"{name}<<{delimiter}\n{text}\n{delimiter}\n" for name, text in texts.items())


def _encode_text(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")
