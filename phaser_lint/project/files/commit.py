"""The files as a commit has them, by git's objects: nothing here looks at the disk."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from itertools import islice

from phaser_lint.core.changes import ChangedEntry
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.core.file_state import Files, Mode
from phaser_lint.project.file_or_skip import (
    make_broken_link_skip,
    make_file_or_skip,
    with_link_target,
)
from phaser_lint.project.git.changed_entries import list_changes_between_commits, list_index_changes
from phaser_lint.project.git.process_output import decode_git_path
from phaser_lint.project.git.renames import find_renames_between, find_renames_in_index
from phaser_lint.project.git.snapshots import (
    Snapshot,
    read_blob_contents,
    read_commit_snapshot,
    read_sized_blobs,
)
from phaser_lint.project.symlinks import make_state_links


class SnapshotFiles(Files):
    """The files of a *snapshot* of the project at *root*. Its links lead to its own files alone.

    Since its base ``changed`` differ, and ``deleted`` are there no more. Without another revision
    it is the index's.
    """

    revision = ""
    has_only_tracked = True
    changed: Sequence[str] = ()
    deleted: Sequence[str] = ()

    def __init__(self, root: str, snapshot: Snapshot) -> None:
        self.root, self.snapshot = root, snapshot
        self.links = make_state_links(
            root,
            snapshot.blobs.__contains__,
            self._text_of_link,
            among=None if snapshot.links else (),
        )

    def paths(self) -> list[str]:
        """Return all files and links, sorted."""
        return self.snapshot.paths()

    def read(self, paths: Iterable[str]) -> Iterator[TextFile | Skip]:
        """Yield those of *paths* that the commit has, or why one is not checked: links first."""
        asked_paths = [*paths]
        blobs, links = self.snapshot.blobs, self.links if self.snapshot.links else None
        targets = {path: links.target(path) for path in asked_paths} if links else {}
        leads_to = {path: target.path for path, target in targets.items() if target is not None}
        yield from (
            make_broken_link_skip(path) for path, leading in leads_to.items() if not leading
        )
        target_paths = {*filter(None, leads_to.values())}.intersection(blobs)
        contents = read_sized_blobs(self.root, blobs, [*target_paths, *asked_paths])
        target_contents = islice(contents, len(target_paths))
        texts = {path: (content, size) for path, size, content in target_contents}
        for path, leading in leads_to.items():
            if leading in texts:
                yield with_link_target(make_file_or_skip(path, *texts[leading]), leading)
        for path, size, content in contents:
            yield make_file_or_skip(path, content, size)

    def mode(self, path: str) -> Mode:
        """Return what stands at *path* in the commit."""
        if path in self.snapshot.blobs:
            return "executable" if path in self.snapshot.executables else "file"
        if path in self.snapshot.submodules:
            return "gitlink"
        return "link" if path in self.snapshot.links else ""

    def changes_since(self, commit: str) -> list[ChangedEntry]:
        """Return each file that differs from *commit*; raises ``GitError``."""
        if self.revision:
            return list_changes_between_commits(self.root, commit, self.revision)
        return list_index_changes(self.root, commit)

    def find_earlier_names(self, commit: str, paths: Iterable[str]) -> Mapping[str, str]:
        """Return *commit*'s names of those of *paths* renamed since; raises ``GitError``."""
        if self.revision:
            return find_renames_between(self.root, commit, paths, tip=self.revision)
        return find_renames_in_index(self.root, commit, paths)

    def is_base(self) -> bool:
        """Tell whether the files of the commit differ in nothing from the base."""
        return not (self.changed or self.deleted)

    def leads_nowhere(self, path: str) -> bool:
        """Tell whether *path* is a link that leads to no file of the snapshot."""
        return self.links.is_no_file(path)

    @cached_property
    def _texts_of_links(self) -> Mapping[str, str]:
        # All at once: one by one, each costs a start of git.
        links = self.snapshot.links
        texts = {
            link: decode_git_path(content)
            for link, content in read_blob_contents(self.root, links, [*links])
        }
        return {**dict.fromkeys(links, ""), **texts}

    def _text_of_link(self, path: str) -> str | None:
        return self._texts_of_links.get(path) if path in self.snapshot.links else None


class CommitFiles(SnapshotFiles):
    """The files of the project at *root* as they were in a *commit*; raises ``GitError``."""

    def __init__(self, root: str, commit: str) -> None:
        super().__init__(root, read_commit_snapshot(root, commit))
        self.commit = self.revision = commit
        self.base = f"{commit}^"
