"""What a scan checks: the files whose content counts, and all files that are known.

    scan                all files below a folder        on disk
    scan PATH…          what is at and below them       on disk     all that exist: with --tree
    scan --since REV    the files changed since         on disk
    scan --staged       the files that the commit       in the      all that exist: in the index
                        changes, of PATH… if named      index

Other states that git keeps (``project.files.STATES``) are checked as the index is.

``--tree`` without PATH leaves the content out.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial

from phaser_lint.check.project_inputs import Listing
from phaser_lint.check.project_options import ProjectOptions, RequestedPaths, Subjects
from phaser_lint.core.errors import UsageError
from phaser_lint.core.file_records import Skip, TextFile
from phaser_lint.project import find_path_inside, find_repository_root, lies_in
from phaser_lint.project.file_or_skip import (
    make_broken_link_skip,
    make_file_or_skip,
    select_present_paths,
    with_link_target,
)
from phaser_lint.project.files.disk import (
    DiskFiles,
    list_inner_repository_files,
)
from phaser_lint.project.git import require_repository
from phaser_lint.project.link_names import list_link_names
from phaser_lint.project.project_of_command import (
    explain_missing_path,
    find_project_root,
    require_listable_folder,
    require_path_in_project,
    require_working_directory,
)
from phaser_lint.project.symlinks import (
    LEADS_TO_NOTHING,
    list_checked_names,
    make_disk_links,
)
from phaser_lint.text.globs import selects_path

TYPE_CHECKING = False
if TYPE_CHECKING:
    from phaser_lint.contract.shard import Share


def resolve_requested_paths(root: str, options: ProjectOptions) -> RequestedPaths:
    """Return the folders and files to be scanned that *options* name, as paths of the project at
    *root*.

    Raises ``UsageError`` for a path that is not there, cannot be listed, or lies elsewhere.
    """
    here = require_working_directory()
    if not options.paths:
        folder = (find_path_inside(root, here) or "") if options.here else ""
        return RequestedPaths((folder,), repositories=_find_repositories(root, folder, options))
    folders: dict[str, None] = {}
    files: dict[str, None] = {}
    inner_repositories: dict[str, None] = {}
    unfollowed: list[tuple[str, str]] = []
    for path in options.paths:
        relative = require_path_in_project(root, path, working_directory=here)
        full = os.path.join(root, relative)
        if options.state.kept_by == "disk" and not os.path.lexists(full):
            raise UsageError(explain_missing_path(path))
        if options.text is not None and os.path.isdir(full):
            raise UsageError(f"{path}: expected the path of a file, found a folder")
        if os.path.isdir(full) and not os.path.islink(full):
            require_listable_folder(path, full)
            folder = "" if relative == "." else relative
            folders[folder] = None
            inner_repositories.update(
                dict.fromkeys(_find_repositories(root, folder, options, argument=path))
            )
            continue
        _find_repositories(root, os.path.dirname(relative), options, argument=path)
        named_paths, why = list_checked_names(root, relative, is_text=options.text is not None)
        by_links = list_link_names(os.path.join(here, path))
        link_paths = [
            find_path_inside(root, link_name.path)
            for link_name in by_links
            if lies_in(link_name.folder, root)
        ]
        files.update(dict.fromkeys([*filter(None, link_paths), *named_paths]))
        unfollowed += [(relative, why)] if why else []
    return RequestedPaths(
        tuple(folders), tuple(files), tuple(inner_repositories), unfollowed=tuple(unfollowed)
    )


def _find_repositories(
    root: str, folder: str, options: ProjectOptions, *, argument: str = ""
) -> tuple[str, ...]:
    """Return the repository inside of *root* that *folder* lies in, if it lies in one.

    Raises ``UsageError`` for another project's, and where only git could tell what is new in it.
    """
    full = os.path.join(root, folder)
    git_root = None if options.tracked or not folder else find_repository_root(full)
    name = find_path_inside(root, git_root) if git_root else None
    if git_root is None or name is None:
        return ()
    if options.root is None and find_project_root(full) != root:
        where = f"lies in another repository; scan --root {git_root} checks it"
        raise UsageError(f"{argument or full}: {where}")
    if options.state.is_in_git or options.is_compared:
        flag = options.state.flag or "--staged"
        where = f"lies in the repository {name}, whose changes git does not list here"
        raise UsageError(f"{argument or full}: {where}: expected no {flag} and no --since")
    return (name,)


def choose_subjects(
    root: str,
    requested_paths: RequestedPaths,
    options: ProjectOptions,
    *,
    bases: Sequence[str],
    listing: Listing,
) -> Subjects:
    """Return which files a scan checks, and which there are, in the state by *options*."""
    kept_by = options.state.kept_by
    if kept_by == "repository":
        subjects = choose_git_subjects(root, requested_paths, options)
    elif kept_by == "caller":
        subjects = choose_text_subjects(root, requested_paths, options, listing=listing)
    else:
        subjects = choose_disk_subjects(
            root, requested_paths, options, bases=bases, listing=listing
        )
    if options.report_files:
        reports = {find_path_inside(root, path) for path in options.report_files}
        subjects = subjects._replace(
            content=[path for path in subjects.content if path not in reports],
            listed=[path for path in subjects.listed if path not in reports],
        )
    if not options.exclude:
        return subjects
    return subjects._replace(
        content=[path for path in subjects.content if not selects_path((options.exclude,), path)],
        left_out=[path for path in subjects.left_out if not selects_path((options.exclude,), path)],
        whole=False,
    )


def choose_text_subjects(
    root: str, requested_paths: RequestedPaths, options: ProjectOptions, *, listing: Listing
) -> Subjects:
    """Return the one file, under all its names, that a scan checks with a given text."""
    content = options.text or b""
    *names, file = requested_paths.files
    texts: dict[str, TextFile | Skip] = {file: make_file_or_skip(file, content)}
    texts.update((name, with_link_target(make_file_or_skip(name, content), file)) for name in names)
    # The text of a link to nothing is that of the file which it would make.
    if any(why != LEADS_TO_NOTHING for _, why in requested_paths.unfollowed):
        texts = {file: make_broken_link_skip(file)}
    from phaser_lint.project.files.edited import EditedFiles  # few scans are given a text

    files = EditedFiles(DiskFiles(root, listing=listing.files), texts)
    return Subjects(requested_paths.files, requested_paths.files, (), files=files)


def choose_disk_subjects(
    root: str,
    requested_paths: RequestedPaths,
    options: ProjectOptions,
    *,
    bases: Sequence[str],
    listing: Listing,
) -> Subjects:
    """Return the files on disk that a scan checks: those asked for, of these those changed since
    all of *bases*.

    *listing* gives all there are; where they are the tracked ones, the disk may lack some. So it
    may where a sparse checkout leaves some out, which are there for what asks for no content.
    """
    make_files = partial(DiskFiles, root, has_only_tracked=options.tracked)

    def list_all() -> list[str]:
        return listing.files() if options.tracked else [*listing.files(), *listing.left_out()]

    if not requested_paths.folders and not options.tree:
        paths: Sequence[str] = sorted(requested_paths.files)
        if options.tracked:
            targets = make_disk_links(root).select_links(listing.tracked_links())
            paths = with_links(paths, targets, list_paths=tuple, is_change=True)
        links = make_disk_links(root, list_checked=lambda: paths)
        return Subjects(paths, paths, (), files=make_files(listing=list_all, links=links))
    folders = ("",) if options.tree else requested_paths.folders
    project_paths = RequestedPaths(folders).select_requested(listing.files())
    names = listing.links if options.tracked else listing.special
    names = None if requested_paths.repositories else names
    if requested_paths.repositories and not options.tree:  # git lists nothing of them
        project_paths = [
            *project_paths,
            *requested_paths.select_requested(
                list_inner_repository_files(root, requested_paths.repositories)
            ),
        ]
    left_out = RequestedPaths(folders).select_requested(listing.left_out())
    listed_paths = project_paths
    if left_out or requested_paths.files:  # a file may be named beside a folder that it lies in
        listed_paths = [*dict.fromkeys([*project_paths, *left_out, *requested_paths.files])]
    among = None if names is None else {*names, *requested_paths.files}
    if options.tree and not options.paths:
        links = make_disk_links(root, among=among)
        files = make_files(listing=lambda: listed_paths, links=links)
        return Subjects([], listed_paths, folders, files=files, left_out=left_out)
    content_paths = (
        project_paths
        if folders == requested_paths.folders
        else requested_paths.select_requested(project_paths)
    )
    if bases:
        changed = set(
            requested_paths.select_requested(
                _list_changed_paths(root, bases, project_paths, listing=listing)
            )
        )
        tracked = [path for path in content_paths if path in changed]
        content_paths = tracked if options.tracked else sorted(changed)
    elif options.tracked:
        content_paths = select_present_paths(root, content_paths)
    content: Sequence[str] = (
        sorted({*content_paths, *requested_paths.files}) if requested_paths.files else content_paths
    )
    if bases or not requested_paths.is_everything:
        targets = make_disk_links(root, among=among).select_links(
            content if among is None else requested_paths.select_requested(sorted(among))
        )
        content = with_links(content, targets, list_paths=listing.files, is_change=bool(bases))
    links = make_disk_links(root, among=among, list_checked=lambda: content)
    list_every = (lambda: listed_paths) if "" in folders else list_all
    files = make_files(listing=list_every, links=links)
    is_whole = content is listed_paths
    return Subjects(content, listed_paths, folders, files=files, whole=is_whole, left_out=left_out)


def _list_changed_paths(
    root: str, bases: Sequence[str], project_paths: Sequence[str], listing: Listing
) -> list[str]:
    """Return those of *project_paths* that differ on the disk from all of *bases*, commits.

    Of a submodule that became files git says nothing, and no commit has any of them.
    """
    touched = set.intersection(*[set(listing.touched_files(commit)) for commit in bases])
    folders = tuple(f"{path}/" for path in listing.former_submodules)
    new_paths = [path for path in project_paths if path.startswith(folders)] if folders else []
    return [*select_present_paths(root, sorted(touched)), *new_paths]


def with_links(
    content: Sequence[str],
    targets: Mapping[str, str],
    *,
    list_paths: Callable[[], Iterable[str]],
    is_change: bool,
) -> Sequence[str]:
    """Return the *content* of scanned files with what its links lead to, if *list_paths* has it.

    *targets*: by each link the file that it leads to. Where the content is a change, it is one of
    the links, too, that lead to a file of it.
    """
    if not targets:
        return content
    content_paths = set(content)
    linked_paths = {path for link, path in targets.items() if link in content_paths}.intersection(
        list_paths()
    )
    if is_change:
        linked_paths.update(link for link, path in targets.items() if path in content_paths)
    return sorted(content_paths | linked_paths) if linked_paths - content_paths else content


def choose_git_subjects(
    root: str, requested_paths: RequestedPaths, options: ProjectOptions
) -> Subjects:
    """Return the files that a scan of a state in git checks: those that its base has not."""
    require_repository(root)
    files = options.state.open_files(root, options.state_argument)
    all_paths = files.paths()
    names = [*requested_paths.folders, *requested_paths.files]
    content: Sequence[str] = sorted(
        {path for name in names for path in _select_paths_under(name, files.changed)}
    )
    for name in requested_paths.files:
        is_present = os.path.lexists(os.path.join(root, name))
        if not is_present and not _select_paths_under(name, (*all_paths, *files.deleted)):
            raise UsageError(explain_missing_path(name))
    linked = {path for name in names for path in _select_paths_under(name, files.snapshot.links)}
    targets = files.links.select_links(linked)
    content = with_links(content, targets, list_paths=files.paths, is_change=True)
    if options.tree or not options.paths:
        content = content if options.paths or not options.tree else []
        folders = ("",) if options.tree else requested_paths.folders
        listed_paths = RequestedPaths(folders).select_requested(all_paths)
    else:
        folders = requested_paths.folders
        listed_paths = [path for name in folders for path in _select_paths_under(name, all_paths)]
    return Subjects(content, listed_paths, folders, files=files)


def take_share(subjects: Subjects, share: Share) -> Subjects:
    """Return the scanned files of one shard: those of *subjects* in its *share*."""
    listed_paths = [path for path in subjects.listed if share.holds(path)]
    left_out = [path for path in subjects.left_out if share.holds(path)]
    subjects = subjects._replace(left_out=left_out)
    if subjects.whole:
        return subjects._replace(content=listed_paths, listed=listed_paths)
    content = [path for path in subjects.content if share.holds(path)]
    return subjects._replace(content=content, listed=listed_paths)


def _select_paths_under(name: str, paths: Iterable[str]) -> list[str]:
    if not name:
        return list(paths)
    return [path for path in paths if path == name or path.startswith(f"{name}/")]
