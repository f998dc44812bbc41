"""The hooks of pre-commit's configuration with ours at the end, and all else as it is written."""

from __future__ import annotations

import yaml

from phaser_lint import REPOSITORY, __version__

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

PATH = ".pre-commit-config.yaml"
_ENTRY = (
    f"- repo: {REPOSITORY}",
    f"  rev: v{__version__}",
    "  hooks:",
    "    - id: phaser-lint  # the content of the files in the commit",
    "    - id: phaser-lint-tree  # which files exist",
)


def with_commit_hooks(text: str) -> str | None:
    """Return the configuration with our hooks; ``None`` where it is not written as a block.

    An empty text gets all of it.
    """
    if not text.strip():
        return "\n".join(("repos:", *(f"  {line}" for line in _ENTRY), ""))
    try:
        before = yaml.safe_load(text)
        node = _repositories(yaml.compose(text, Loader=yaml.SafeLoader))
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    if node is None or node.flow_style or not node.value:
        return None
    after = _inserted(text, line=_last_line(node) + 1, column=node.start_mark.column)
    return after if _adds_ours(before, after) else None


def _repositories(document: Any) -> yaml.SequenceNode | None:
    if not isinstance(document, yaml.MappingNode):
        return None
    found = (value for key, value in document.value if key.value == "repos")
    node = next(found, None)
    return node if isinstance(node, yaml.SequenceNode) else None


def _last_line(node: yaml.Node) -> int:
    """Return the last line of a node, counted from 0; a block's own end is that of what follows."""
    inner: list[yaml.Node] = []
    if isinstance(node, yaml.MappingNode) and not node.flow_style:
        inner = [value for _, value in node.value]
    elif isinstance(node, yaml.SequenceNode) and not node.flow_style:
        inner = node.value
    if inner:
        return max(map(_last_line, inner))
    end: int = node.end_mark.line
    is_block_text = node.end_mark.column == 0 and end > node.start_mark.line
    return end - 1 if is_block_text else end


def _inserted(text: str, *, line: int, column: int) -> str:
    lines = text.splitlines(keepends=True)
    line_end = "\r\n" if lines[0].endswith("\r\n") else "\n"
    above = "".join(lines[:line])
    above += "" if above.endswith("\n") else line_end
    ours = "".join(f"{' ' * column}{each}{line_end}" for each in _ENTRY)
    return above + ours + "".join(lines[line:])


def _adds_ours(before: Any, after: str) -> bool:
    try:
        now = yaml.safe_load(after)
    except yaml.YAMLError:
        return False
    if not isinstance(now.get("repos"), list) or now["repos"][:-1] != before["repos"]:
        return False
    others = [{**each, "repos": None} for each in (before, now)]
    return others[0] == others[1] and now["repos"][-1]["repo"] == REPOSITORY
