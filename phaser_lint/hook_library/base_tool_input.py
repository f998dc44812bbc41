"""An event about a tool call: which tool, with what, on which file.

The helpers read ``tool_input``, whose paths the client has made absolute; what a tool answers holds
them as the model wrote them.
"""

from __future__ import annotations

from phaser_lint.core import JsonObject
from phaser_lint.hook_library.base_input import BaseHookInput

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.hook_library.tool_file import ToolFile


class BaseToolInput(BaseHookInput):
    """An event about a tool call: before it, after it, or after it failed."""

    __slots__ = ()
    _TYPES = BaseHookInput._TYPES | {
        "tool_name": str,
        "tool_input": dict,
        "tool_use_id": str,
    }

    @property
    def tool_name(self) -> str:
        """``Write``, ``Edit``, ``Bash``, ``Read``, ``mcp__server__tool`` or another."""
        return self._text("tool_name")

    @property
    def tool_input(self) -> JsonObject:
        """The tool's parameters; which there are, the tool decides."""
        parameters = self._raw.get("tool_input")
        return parameters if isinstance(parameters, dict) else {}

    @property
    def tool_use_id(self) -> str:
        """The tool call's identifier, the same before and after it."""
        return self._text("tool_use_id")

    @property
    def file_path(self) -> str | None:
        """The file that the tool is about (of NotebookEdit the notebook), or ``None``."""
        return self._tool_file().path()

    @property
    def content(self) -> str | None:
        """The text that Write writes by the tool's input, or ``None``."""
        return self._parameter("content")

    @property
    def command(self) -> str | None:
        """The command that the tool Bash runs, or ``None``."""
        return self._parameter("command")

    @property
    def old_string(self) -> str | None:
        """The text that the tool Edit replaces, or ``None``."""
        return self._tool_file().old_text()

    @property
    def new_string(self) -> str | None:
        """The text that the tool Edit puts in its place, or ``None``."""
        return self._tool_file().new_text()

    @property
    def project_path(self) -> str | None:
        """``file_path`` of the tool relative to the project's root, with ``/``, links resolved.

        The root is ``CLAUDE_PROJECT_DIR``, and what stands for it in another worktree of its
        repository; without it the root of the file's git repository; without one ``cwd``, or the
        farthest folder with contracts, where the file lies below it. ``None`` if there is no
        ``file_path``, or it lies outside.
        """
        return self._tool_file().place().inside

    def file_path_matches(self, *globs: str) -> bool:
        """Tell whether ``file_path`` is selected by any of *globs*, written as in a contract.

        The syntax is gitignore's, relative to the project's root (``project_path``): ``*`` and
        ``?`` stop at a ``/``, ``**`` does not; ``[abc]`` is one of these characters, ``[!abc]``
        none; ``*.py`` matches at any depth, ``/setup.py`` and ``src/*.py`` from the root;
        ``**/app/**`` does not match in ``myapp``. A later ``!*_test.py`` takes back what an earlier
        glob selected.

        A file outside the project is matched by its absolute path, so that ``*.py`` and
        ``**/app/**`` select it there too; without variable and git, from any folder at or above the
        root.

        False without a ``file_path``. Raises ``UsageError`` for a glob that could never match, as
        ``*.{js,ts}`` or one that starts with the project's own absolute path.
        """
        place = self._tool_file().place()
        if not place.names or not globs:
            return False
        from phaser_lint.hook_library.file_globs import selects  # it loads the engine of globs

        return selects(globs, place)

    def file_path_excludes(self, *globs: str) -> bool:
        """Tell whether ``file_path`` is selected by none of *globs*; see ``file_path_matches``.

            if event.file_path_excludes("src/**"):
                return None

        True without a ``file_path``.
        """
        return not self.file_path_matches(*globs)

    def _tool_file(self) -> ToolFile:
        from phaser_lint.hook_library.tool_file import (
            ToolFile,  # a hook on commands needs none of it
        )

        return ToolFile(self.tool_input, self._raw, self.cwd)

    def _parameter(self, name: str) -> str | None:
        parameter = self.tool_input.get(name)
        return parameter if isinstance(parameter, str) else None
