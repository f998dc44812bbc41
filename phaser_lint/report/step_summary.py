"""What goes into the files that a step of a workflow hands to its runner.

``GITHUB_STEP_SUMMARY`` takes Markdown, and the runner throws away all of it above 1 MiB, so that a
longer one is cut here. ``GITHUB_OUTPUT`` takes ``name=value`` lines, in which a value with a line
break would become the next output's name: each value stands between delimiters of its own.
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

LARGEST_SUMMARY = 1024 * 1024
CUT = "\n\n**There is more: the log of the step shows all of it.**\n"


def fitted(markdown: str, *, room: int) -> str:
    """Return *markdown* in at most *room* bytes of UTF-8: whole, or whole paragraphs and a remark.

    What was open where it was cut (a code block, ``<details>``) is closed. Nothing at all where
    there is not even room for the remark.
    """
    data = _bytes(markdown)
    if len(data) <= room:
        return data.decode("utf-8")
    # Room for what has to be closed: a fence and a few details at most.
    start = data[: max(0, room - len(CUT) - 64)].decode("utf-8", "ignore")
    end = start.rfind("\n\n") if "\n\n" in start else start.rfind("\n")
    shown = _closed(start[: max(0, end)]) + CUT
    return shown if len(_bytes(shown)) <= room else ""


def outputs(values: Mapping[str, str], *, delimiter: str) -> str:
    """Return the lines that set the outputs *values*; *delimiter* must be nobody's guess."""
    return "".join(f"{name}<<{delimiter}\n{value}\n{delimiter}\n" for name, value in values.items())


def _bytes(text: str) -> bytes:
    return text.encode("utf-8", "backslashreplace")


def _closed(markdown: str) -> str:
    fences = [line for line in markdown.split("\n") if line.startswith("```")]
    fence = "\n```" if len(fences) % 2 else ""
    details = markdown.count("<details") - markdown.count("</details>")
    return markdown + fence + "\n</details>" * min(max(0, details), 4)
