"""What ``init`` wrote, taken back: each file is what it was, byte for byte.

The texts before lie in git's folder of the clone, so no colleague gets them and a clone that is
moved takes them along. Without git there is no such place.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from typing import Literal, TypeAlias

from phaser_lint.agent.install.former_texts import FormerText, TextMemory, open_memories
from phaser_lint.agent.install.json_hooks import Outcome
from phaser_lint.agent.install.settings_changes import SettingsChange, apply_removal
from phaser_lint.agent.install.settings_error import SettingsError
from phaser_lint.agent.install.settings_file import read_settings
from phaser_lint.agent.settings_locations import Location
from phaser_lint.author.proposals.git_hook import MOVED_ENDS
from phaser_lint.core import Record
from phaser_lint.project import lies_in, shorten_path
from phaser_lint.project.git import find_working_tree

_FOLDER = "phaser-lint"

Ending: TypeAlias = Literal["removed", "as it was before", "left"]


class UndoneFile(Record):
    """A file that ``init`` wrote, from the root, and what became of it."""

    path: str
    ending: Ending
    reason: str = ""
    """Why it is left as it is."""


def open_clone_memory(root: str) -> TextMemory | None:
    """Return the memory of what ``init`` wrote in the clone of *root*; ``None`` without git."""
    tree = find_working_tree(root)
    if tree is None:
        return None
    folder = os.path.join(os.path.realpath(tree.own_folder), _FOLDER)
    return TextMemory(folder, base=os.path.realpath(tree.root))


def list_remembered_paths(root: str, clone: TextMemory) -> list[str]:
    """Return the files of *root*, and git's hook, that ``init`` wrote, for its undo."""
    paths = clone.paths()
    return [path for path in paths if lies_in(path, root) or not lies_in(path, clone.base)]


def undo_init_files(root: str, clone: TextMemory, *, home: str, cache: str) -> Iterator[UndoneFile]:
    """Undo ``init``: yield what becomes of each file that is not as it was already."""
    memories = (clone, *open_memories(cache))
    for path in list_remembered_paths(root, clone):
        shown_path = shorten_path(root, path)
        try:
            if clone.is_as_before(path, read_settings(path)):
                for memory in memories:
                    memory.forget(path)
                continue
            place, text, former_text = _recall_before(path, clone)
            if text is None or former_text is None:
                change_word = "deleted" if text is None else "changed"
                yield UndoneFile(shown_path, "left", f"{change_word} since init wrote it")
                continue
            shown_path = shorten_path(root, place)
            outcome = Outcome(former_text.text(text), changed=True, status="removed")
            change = SettingsChange(Location(place, shown_path, root), text, outcome)
            apply_removal(change, home=home, memories=memories, known_as=path)
        except SettingsError as error:  # no reason to leave the others
            yield UndoneFile(shown_path, "left", str(error))
        else:
            yield UndoneFile(shown_path, "as it was before" if former_text.existed else "removed")
    if not clone.paths():
        clone.forget_folders()


def can_undo_init_file(path: str, clone: TextMemory) -> bool:
    """Tell whether ``init --undo`` takes back what ``init`` wrote at *path*, which is there."""
    try:
        return _recall_before(path, clone)[2] is not None
    except SettingsError:
        return False


def _recall_before(path: str, clone: TextMemory) -> tuple[str, str | None, FormerText | None]:
    """Return where the file is that ``init`` wrote at *path*, its text, and what was there before:
    ``None`` where it is changed since. Raises ``SettingsError``.
    """
    # pre-commit puts the hook that was there aside, and goes on running it.
    places = (path, *[f"{path}{end}" for end in MOVED_ENDS])
    texts = {place: read_settings(place) for place in places}
    recalled = {place: clone.recall_before(path, texts[place] or "") for place in places}
    place = next((place for place in places if recalled[place]), path)
    return place, texts[place], recalled[place]
