"""What an author says of a contract by way of example: a text, a file, or a small project.

    examples:
      valid: ['logger.info("x")', {path: tools/show.py, text: 'print("x")'}]
      invalid:
        - {text: 'print("x")', fixed: 'logger.info("x")'}
        - {files: {src/a.py: '', docs/a.md: ''}, before: {src/a.py: ''}}

A contract holds them as plain tuples, which ``marshal`` can store.
"""

from __future__ import annotations

from phaser_lint.contract.model import Contract
from phaser_lint.core import Record
from phaser_lint.project.levels import name_level_folder

TextsByPath = tuple[tuple[str, str], ...]
"""Files, by path relative to the level."""


class Example(Record):
    """A text, which stands at ``path`` where that is given, or ``files``.

    ``before``: the base, where the change to ``files`` is the example. ``fixed``: what the
    contract's fix makes of the text.
    """

    text: str | None = None
    path: str | None = None
    files: TextsByPath | None = None
    before: TextsByPath | None = None
    fixed: str | None = None

    def stands_anywhere(self) -> bool:
        """Tell whether the example is a text that is checked wherever it may stand."""
        return self.path is None and self.files is None

    def files_of(self, contract: Contract) -> TextsByPath:
        """Return the files of the example, by path from the root; none of a mere text."""
        has_path = self.path is not None
        return _move_to_root(
            contract, ((self.path or "", self.text or ""),) if has_path else self.files
        )

    def base_of(self, contract: Contract) -> TextsByPath:
        """Return the files that there were before the example, by path from the root."""
        return _move_to_root(contract, self.before)

    def path_of_text(self, contract: Contract) -> str:
        """Return where the example's text stands, from the root; empty: anywhere, or no text."""
        is_in_place = self.path is not None and self.text is not None
        return self.files_of(contract)[0][0] if is_in_place else ""

    def title(self) -> str:
        """Return what readers recognise the example by."""
        if self.files is None:
            return (self.path if self.text is None else self.text) or ""
        changed_paths = self.files if self.before is None else {*self.files} ^ {*self.before}
        return ", ".join(dict.fromkeys(path for path, _ in sorted(changed_paths))) or "no files"


def _move_to_root(contract: Contract, files: TextsByPath | None) -> TextsByPath:
    folder = name_level_folder(contract.level)
    return tuple([(f"{folder}/{path}" if folder else path, text) for path, text in files or ()])


def list_valid_examples(contract: Contract) -> list[Example]:
    """Return an ``Example`` for each text that must not break *contract*, as its author says."""
    return [Example(*fields) for fields in contract.valid_examples]


def list_invalid_examples(contract: Contract) -> list[Example]:
    """Return the invalid examples that the author of *contract* wrote, each as an ``Example``."""
    return [Example(*fields) for fields in contract.invalid_examples]
