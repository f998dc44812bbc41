"""What ``init`` wrote, taken back: each file is what it was, byte for byte.

The texts before lie in git's folder of the clone, so no colleague gets them and a clone that is
moved takes them along. Without git there is no such place.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Literal, TypeAlias

from phaser_lint.agent.install.merged_settings import Outcome
from phaser_lint.agent.install.settings_changes import SettingsChange, memories_in, take_out
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.install.text_memory import FormerText, TextMemory
from phaser_lint.agent.locations import Location
from phaser_lint.core import Record
from phaser_lint.core.errors import SettingsError
from phaser_lint.project.git.git_command import working_tree
from phaser_lint.project.root import lies_in, path_inside

_FOLDER = "phaser-lint"

Ending: TypeAlias = Literal["removed", "as it was before", "left"]


class UndoneFile(Record):
    """A file that ``init`` wrote, from the root, and what became of it."""

    path: str
    ending: Ending
    reason: str = ""
    """Why it is left as it is."""


def clone_memory(root: str) -> TextMemory | None:
    """Return the memory of what ``init`` wrote in the clone that *root* is in; without git none."""
    tree = working_tree(root)
    if tree is None:
        return None
    folder = os.path.join(os.path.realpath(tree.own_folder()), _FOLDER)
    return TextMemory(folder, base=os.path.realpath(tree.root))


def remembered_paths(root: str, clone: TextMemory) -> list[str]:
    """Return the files of the project at *root* that ``init`` wrote, and git's hook."""
    paths = clone.paths()
    return [path for path in paths if lies_in(path, root) or not lies_in(path, clone.base)]


def undo(root: str, clone: TextMemory, *, home: str, cache: str) -> Iterator[UndoneFile]:
    """Yield what becomes of each file of the project at *root* that is not as it was already."""
    memories = (clone, *memories_in(cache))
    for path in remembered_paths(root, clone):
        try:
            undone_file = _undo_file(path, root, memories=memories, home=home)
        except SettingsError as error:  # no reason to leave the others
            undone_file = UndoneFile(_shown(path, root), "left", str(error))
        if undone_file is not None:
            yield undone_file
    if not clone.paths():
        clone.forget_folders()


def _undo_file(
    path: str, root: str, *, memories: tuple[TextMemory, ...], home: str
) -> UndoneFile | None:
    clone, text = memories[0], read_settings(path)
    if clone.is_as_before(path, text):
        for memory in memories:
            memory.forget(path)
        return None
    shown = _shown(path, root)
    former_text = None if text is None else clone.recall_before(path, text)
    if text is None or former_text is None:
        what = "deleted" if text is None else "changed"
        return UndoneFile(shown, "left", f"{what} since init wrote it")
    take_out(
        _change_back(path, root, text=text, former_text=former_text), home=home, memories=memories
    )
    return UndoneFile(shown, "as it was before" if former_text.existed else "removed")


def _change_back(path: str, root: str, *, text: str, former_text: FormerText) -> SettingsChange:
    outcome = Outcome(former_text.text(text), changed=True, status="removed")
    return SettingsChange(Location(path, _shown(path, root), root), text, outcome)


def _shown(path: str, root: str) -> str:
    return path_inside(root, path) or path
