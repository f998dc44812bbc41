"""The hooks of pre-commit's configuration with ours at the end, and all else as it is written."""

from __future__ import annotations

from collections.abc import Sequence

import yaml

from phaser_lint.author.proposals.hook_source import HookSource

PATH = ".pre-commit-config.yaml"


def with_commit_hooks(text: str, source: HookSource) -> str | None:
    """Return pre-commit's configuration with our hooks of the *source*.

    An empty text gets all of it; ``None`` where it is not written as a block.
    """
    hook_lines = (
        f"- repo: {source.repository}",
        f"  rev: {source.revision}",
        "  hooks:",
        "    - id: phaser-lint  # the content of the files in the commit",
        "    - id: phaser-lint-tree  # which files exist",
    )
    if not text.strip():
        return "\n".join(("repos:", *(f"  {line}" for line in hook_lines), ""))
    try:
        before = yaml.safe_load(text)
        document = yaml.compose(text, Loader=yaml.SafeLoader)
    except (yaml.YAMLError, RecursionError, ValueError):
        return None
    pairs = document.value if isinstance(document, yaml.MappingNode) else ()
    node = next((sequence for key, sequence in pairs if key.value == "repos"), None)
    if not isinstance(node, yaml.SequenceNode) or node.flow_style or not node.value:
        return None
    after = insert_lines(
        text, hook_lines, line=find_last_line(node) + 1, column=node.start_mark.column
    )
    try:
        new_configuration = yaml.safe_load(after)
    except yaml.YAMLError:
        return None
    repositories = new_configuration.get("repos")
    if not isinstance(repositories, list) or repositories[:-1] != before["repos"]:
        return None
    is_same = {**before, "repos": None} == {**new_configuration, "repos": None}
    return after if is_same and repositories[-1]["rev"] == source.revision else None


def find_last_line(node: yaml.Node) -> int:
    """Return the last line of a node, from 0; a block's own end is that of what follows."""
    inner: list[yaml.Node] = []
    if isinstance(node, yaml.MappingNode) and not node.flow_style:
        inner = [inner_node for _, inner_node in node.value]
    elif isinstance(node, yaml.SequenceNode) and not node.flow_style:
        inner = node.value
    if inner:
        return max(map(find_last_line, inner))
    end: int = node.end_mark.line
    is_block_text = node.end_mark.column == 0 and end > node.start_mark.line
    return end - 1 if is_block_text else end


def insert_lines(text: str, new_lines: Sequence[str], *, line: int, column: int) -> str:
    """Return pre-commit's *text* with *new_lines* before that *line*, at that *column*."""
    lines = text.splitlines(keepends=True)
    line_end = "\r\n" if lines[0].endswith("\r\n") else "\n"
    lines_before = "".join(lines[:line])
    lines_before += "" if lines_before.endswith("\n") else line_end
    ours = "".join(f"{' ' * column}{new_line}{line_end}" for new_line in new_lines)
    return lines_before + ours + "".join(lines[line:])
