"""A fixed file put in the place of what it was made of: whole, or not at all."""

from __future__ import annotations

import os
import stat

from phaser_lint.check.fixes.fixed_file import FixedFile
from phaser_lint.core.text import encode_text
from phaser_lint.project import explain_link_out
from phaser_lint.project.atomic_write import write_beside
from phaser_lint.project.regular_file import read_bytes

BEHIND_LINK = "its name is that of a link: what that leads to is another file"
_OUTSIDE = "it lies outside of the project, behind a link"
_CHANGED = "it changed since it was read"
_THERE = "it is there already, and no file of the project: ignored, or not added"
_NO_FOLDER = "a file stands where its folder has to be"
_READ_ONLY = "it is read-only"


def find_obstacle(root: str, file: FixedFile) -> str:
    """Return why a fixed *file* cannot be written below *root*, if it is known before."""
    target = _find_target(root, file)
    if target is None:
        return _OUTSIDE
    if not file.is_new:
        return ""
    if os.path.lexists(target):
        return _THERE
    real_root, folder = os.path.realpath(root), os.path.dirname(target)
    while folder != real_root and not os.path.lexists(folder):
        folder = os.path.dirname(folder)
    return "" if os.path.isdir(folder) else _NO_FOLDER


def explain_refused_write(root: str, file: FixedFile) -> str:
    """Return why a fixed *file* would not be written: it is read-only now; empty: it would."""
    target = None if file.is_new else _find_target(root, file)
    return _READ_ONLY if target and _is_read_only(target, os.lstat(target)) else ""


def has_other_name(root: str, file: FixedFile) -> bool:
    """Tell whether a fixed *file* has several names on disk: a replaced one is another file."""
    target = None if file.is_new else _find_target(root, file)
    return target is not None and os.lstat(target).st_nlink > 1


def write_fixed_file(root: str, file: FixedFile) -> str:
    """Write a fixed *file* to its place below *root*; return why that was not possible, or nothing.

    Mode and owner stay as they are.
    """
    target = _find_target(root, file)
    if target is None:
        return _OUTSIDE
    path = os.path.join(os.path.realpath(root), file.path)
    # Windows joins C:\app with src/a.py and keeps the slash; a resolved path has none.
    if not file.is_new and os.path.normcase(target) != os.path.normcase(path):
        return BEHIND_LINK
    try:
        return _create_file(target, file) if file.is_new else _replace_file(target, file)
    except OSError as error:
        return f"it cannot be written: {error.strerror or error}"


def _find_target(root: str, file: FixedFile) -> str | None:
    """Return where *file* really lies, if that is in the project and no part of git's own."""
    real_root = os.path.realpath(root)
    path = os.path.join(real_root, file.path)
    return None if explain_link_out(path, real_root) else os.path.realpath(path)


def _create_file(target: str, file: FixedFile) -> str:
    os.makedirs(os.path.dirname(target), exist_ok=True)
    with write_beside(target, encode_text(file.result())) as temporary:
        try:
            os.link(temporary, target)  # which takes no place that something else has by now
        except FileExistsError:
            return _THERE
        except OSError:  # some file systems know no second name
            if os.path.lexists(target):
                return _THERE
            os.rename(temporary, target)
    return ""


def _replace_file(target: str, file: FixedFile) -> str:
    status = os.lstat(target)
    if not stat.S_ISREG(status.st_mode):
        return _CHANGED
    if _is_read_only(target, status):
        return _READ_ONLY
    with write_beside(target, encode_text(file.result())) as temporary:
        new_status = os.stat(temporary)
        if (new_status.st_uid, new_status.st_gid) != (status.st_uid, status.st_gid):
            os.chown(temporary, status.st_uid, status.st_gid)
        os.chmod(temporary, stat.S_IMODE(status.st_mode))
        if read_bytes(target, limit=status.st_size + 1) != encode_text(file.text):
            return _CHANGED
        os.replace(temporary, target)
    return ""


def _is_read_only(target: str, status: os.stat_result) -> bool:
    return not status.st_mode & 0o222 or not os.access(target, os.W_OK)
