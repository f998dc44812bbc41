"""Objects of many commits, handed out by one git for as long as somebody asks.

To start git for each of two hundred commits takes longer than to check them.
"""

from __future__ import annotations

import contextlib
import threading
from subprocess import DEVNULL, PIPE

from phaser_lint.core.errors import GitError
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.process_groups import end_process_group, start_process_group
from phaser_lint.core.text import MAXIMUM_BYTES
from phaser_lint.project.file_or_skip import make_file_or_skip
from phaser_lint.project.git import make_git_command, require_tree, run_git
from phaser_lint.project.git.git_settings import is_partial_clone
from phaser_lint.project.git.process_output import PARTIAL, decode_git_path, is_object_id
from phaser_lint.project.regular_file import SYMBOLIC_LINK

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from typing import IO

    from phaser_lint.project.git.last_commits import FileObject

# So many are asked for at once: fewer than a pipe holds the names of, and their texts in memory.
_AT_ONCE = 32
_CHUNK = 1024 * 1024
_LONGEST_HEADER = 4096


class ObjectReader:
    """Reads the objects of the repository around *root*; to be entered, and left at the end.

    Raises ``GitError``, also for an object that a partial clone lacks.
    """

    def __init__(self, root: str) -> None:
        self._root = root
        self._command = make_git_command(require_tree(root), "cat-file", "--batch")
        self._is_late = False
        if self._command.seconds_left() <= 0:
            raise self._command.late()
        try:
            self._git = start_process_group(
                self._command.words,
                stdin=PIPE,
                stderr=DEVNULL,
                environment=self._command.environment,
                bufsize=-1,
            )
        except OSError as error:
            raise GitError(f"git cat-file does not start: {error.strerror}") from None

    def read(self, files: Iterable[tuple[str, FileObject]]) -> Iterator[TextFile | Skip]:
        """Yield the object of each of *files*, or why it is not checked: links first."""
        present_files = [(path, file) for path, file in files if file.blob]
        for path, file in present_files:
            if file.is_link:
                yield Skip(path, SYMBOLIC_LINK)
        for path, size, content in self.blobs(_select_regular_files(present_files)):
            yield make_file_or_skip(path, content, size)

    def contents(self, files: Iterable[tuple[str, FileObject]]) -> Iterator[tuple[str, bytes]]:
        """Yield the path and the content of each of *files* that is no link.

        Of one that is too large to be checked only the start comes, one byte more than the limit.
        """
        for path, _, content in self.blobs(_select_regular_files(files)):
            yield path, content

    def blobs(self, paths_and_blobs: Sequence[tuple[str, str]]) -> Iterator[tuple[str, int, bytes]]:
        """Yield the path, the size and the content of each file of a path and its object.

        Of one that is too large to be checked only the start comes, one byte more than the limit.
        """
        for start in range(0, len(paths_and_blobs), _AT_ONCE):
            batch = paths_and_blobs[start : start + _AT_ONCE]
            objects = self._read_objects(batch, kind=b"blob")
            for (path, _), (_, size, content) in zip(batch, objects, strict=True):
                yield path, size, content

    def folder(self, name: str) -> dict[str, tuple[str, str]]:
        """Return what is in the tree that *name* stands for: by its name its mode and object."""
        ((tree, _, content),) = self._read_objects([("", name)], kind=b"tree")
        digest = len(tree) // 2
        members, offset = {}, 0
        try:
            while offset < len(content):
                middle, end = content.index(b" ", offset), content.index(b"\0", offset)
                mode, inner = (
                    content[offset:middle].decode(),
                    decode_git_path(content[middle + 1 : end]),
                )
                offset = end + 1 + digest
                members[inner] = mode, content[end + 1 : offset].hex()
        except ValueError:
            raise GitError(f"git cat-file: the tree {tree} is none") from None
        return members

    def _read_objects(
        self, paths_and_names: Sequence[tuple[str, str]], *, kind: bytes
    ) -> list[tuple[str, int, bytes]]:
        """Return the id, the size and the content of each object, which has a path, if any.

        Of a file that is too large to be checked only the start comes.
        """
        seconds_left = self._command.seconds_left()
        if seconds_left <= 0:
            raise self._command.late()
        timer = threading.Timer(seconds_left, self._end_late)
        timer.daemon = True
        timer.start()
        requests, answers = self._git.stdin, self._git.stdout
        assert requests is not None
        assert answers is not None
        try:
            requests.write("".join(f"{name}\n" for _, name in paths_and_names).encode())
            requests.flush()
            return [
                self._read_object(answers, path_and_name, kind) for path_and_name in paths_and_names
            ]
        except OSError as error:
            subject = f"git cat-file: the object {paths_and_names[0][1]}"
            raise self._failure(paths_and_names[0][1], subject, error.strerror or "") from None
        finally:
            timer.cancel()

    def _read_object(
        self, answers: IO[bytes], path_and_name: tuple[str, str], kind: bytes
    ) -> tuple[str, int, bytes]:
        path, name = path_and_name
        subject = f"git cat-file: {path}{': ' if path else ''}the object {name}"
        line = answers.readline(_LONGEST_HEADER)
        header = line.split()
        if header[-1:] == [b"missing"]:
            hint = PARTIAL if is_partial_clone(self._root) else ""
            raise GitError(f"{subject} is missing{hint}")
        if len(header) != 3 or not (is_object_id(header[0]) and header[2].isdigit()):
            raise self._failure(name, subject, "has no answer")
        if header[1] != kind:
            raise GitError(f"{subject} is no {kind.decode()}")
        size = int(header[2])
        size_to_read = size if kind != b"blob" else min(size, MAXIMUM_BYTES + 1)
        content = answers.read(size_to_read)
        unread_size = size - len(content) + 1
        while unread_size > 0 and (skipped_bytes := answers.read(min(unread_size, _CHUNK))):
            unread_size -= len(skipped_bytes)
        if unread_size:
            raise self._failure(name, subject, "has no end")
        return header[0].decode(), size, content

    def _failure(self, name: str, subject: str, reason: str) -> GitError:
        """Return why git has ended: that it was late, or its own words, if it says them again."""
        if self._is_late:
            return self._command.late()
        if is_partial_clone(self._root):  # an older git dies of what is missing
            return GitError(f"{subject} is missing{PARTIAL}")
        try:
            run_git(self._root, "cat-file", "-t", name)
        except GitError as error:
            return error
        return GitError(f"{subject} {reason}")

    def _end_late(self) -> None:
        self._is_late = True
        end_process_group(self._git.pid)

    def __enter__(self) -> ObjectReader:
        return self

    def __exit__(self, *_: object) -> None:
        """End git, and all that it started."""
        end_process_group(self._git.pid)
        for pipe in (self._git.stdin, self._git.stdout):
            if pipe is not None:
                with contextlib.suppress(OSError):  # what nobody reads any more
                    pipe.close()
        self._git.wait()


def _select_regular_files(files: Iterable[tuple[str, FileObject]]) -> list[tuple[str, str]]:
    return [(path, file.blob) for path, file in files if file.blob and not file.is_link]
