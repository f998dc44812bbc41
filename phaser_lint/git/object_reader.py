"""Objects of many commits, handed out by one git for as long as somebody asks.

To start git for each of two hundred commits takes longer than to judge them.
"""

from __future__ import annotations

import subprocess

from phaser_lint.errors import GitError
from phaser_lint.files.disk import file_of
from phaser_lint.files.regular_file import MAXIMUM_BYTES, SYMBOLIC_LINK
from phaser_lint.git.git_command import git_command
from phaser_lint.git.repository import PARTIAL, is_partial, required_tree
from phaser_lint.judged_files import Skip
from phaser_lint.system import decoded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from phaser_lint.git.last_commits import FileObject
    from phaser_lint.judged_files import ProposedFile

# So many are asked for at once: fewer than a pipe holds the names of, and their texts in memory.
_AT_ONCE = 32
_CHUNK = 1024 * 1024


class ObjectReader:
    """Reads the objects of the repository around *root*; to be entered, and left at the end.

    Raises ``GitError``, also for an object that a partial clone lacks.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        git = git_command(required_tree(root), "cat-file", "--batch")
        try:
            self._git = subprocess.Popen(
                git.words,
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env=git.environment,
            )
        except OSError as error:
            raise GitError(f"git cat-file does not start: {error.strerror}") from None

    def read(self, files: Iterable[tuple[str, FileObject]]) -> Iterator[ProposedFile | Skip]:
        """Yield each of *files* that is there, or why it is not judged: links first."""
        there = [(path, file) for path, file in files if file.blob]
        for path, file in there:
            if file.is_link:
                yield Skip(path, SYMBOLIC_LINK)
        for path, size, data in self._contents(there):
            yield file_of(path, data, size)

    def contents(self, files: Iterable[tuple[str, FileObject]]) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each of *files* that is no link.

        Of one that is too large to be judged only the start comes, one byte more than the limit.
        """
        for path, _, data in self._contents([each for each in files if each[1].blob]):
            yield path, data

    def _contents(
        self, files: Sequence[tuple[str, FileObject]]
    ) -> Iterator[tuple[str, int, bytes]]:
        regular = [(path, file.blob) for path, file in files if not file.is_link]
        for start in range(0, len(regular), _AT_ONCE):
            asked = regular[start : start + _AT_ONCE]
            objects = self._objects([blob for _, blob in asked])
            for (path, _), (_, size, data) in zip(asked, objects, strict=True):
                yield path, size, data

    def folder(self, name: str) -> dict[str, tuple[str, str]]:
        """Return what is in the tree that *name* stands for: by its name its mode and object."""
        ((tree, _, data),) = self._objects([name], whole=True)
        digest = len(tree) // 2
        found, place = {}, 0
        while place < len(data):
            middle, end = data.index(b" ", place), data.index(b"\0", place)
            mode, inner = data[place:middle].decode(), decoded(data[middle + 1 : end])
            place = end + 1 + digest
            found[inner] = mode, data[end + 1 : place].hex()
        return found

    def _objects(
        self, names: Sequence[str], *, whole: bool = False
    ) -> list[tuple[str, int, bytes]]:
        """Return the id, the size and the content of each object.

        Of one that is too large to be judged only the start comes, unless *whole* is asked for.
        """
        asked, answered = self._git.stdin, self._git.stdout
        assert asked is not None
        assert answered is not None
        try:
            asked.write("".join(f"{name}\n" for name in names).encode())
            asked.flush()
        except OSError as error:
            raise GitError(f"git cat-file: {error.strerror}") from None
        found = []
        for name in names:
            header = answered.readline().split()
            if len(header) != 3:  # a partial clone, or a git that died
                hint = PARTIAL if is_partial(self._root) else ""
                raise GitError(f"git cat-file: the object {name} is missing{hint}")
            size = int(header[2])
            data = answered.read(size if whole else min(size, MAXIMUM_BYTES + 1))
            left = size - len(data) + 1
            while left > 0 and (passed := answered.read(min(left, _CHUNK))):
                left -= len(passed)
            found.append((header[0].decode(), size, data))
        return found

    def __enter__(self) -> ObjectReader:
        return self

    def __exit__(self, *_: object) -> None:
        """End git."""
        self._git.kill()
        self._git.communicate()
