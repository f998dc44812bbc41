"""What decides a verdict: the one list of it, which protection, ``doctor`` and notices ask.

By name it lies in any folder that is a level or the root, or may become one: ``BY_NAME``. Folders
of contracts besides those are named: by the configuration (``include``, packs among them), or by
``--contracts-dir``. The contract files in them decide; what lies beside these does not. A
``tsconfig.json`` decides where a contract reads its aliases, with what it extends.

On the hook's clean path: so this is light.
"""

from __future__ import annotations

import os

from phaser_lint.project import is_missing
from phaser_lint.project.levels import BASELINE, CONFIGURATION, PROJECT_FOLDERS, is_contract_name

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

    from phaser_lint.contract import ContractIdentity
    from phaser_lint.contract.discover import Configuration
    from phaser_lint.project.levels import Levels
    from phaser_lint.text.globs import Tests

PRE_COMMIT_CONFIGURATIONS = (".pre-commit-config.yaml", ".pre-commit-config.yml")
PRE_COMMIT_FILES = (*PRE_COMMIT_CONFIGURATIONS, "prek.toml")
"""What says which hooks run before a commit."""
BY_NAME = (*PROJECT_FOLDERS, CONFIGURATION, BASELINE)
"""Folders and files, each from the folder of a level or of the root; the user's home is one."""


def list_named_folders(chains: Iterable[Levels], *, contracts_dir: str | None) -> tuple[str, ...]:
    """Return the places that decide since somebody named them, in a flag or the configuration:
    folders of contracts, absolute, there or not.

    *chains*: the levels of each project that counts, whose configuration is read.
    """
    levels_by_configuration = {levels.configuration: levels for levels in chains}
    configurations = filter(None, map(find_configuration, levels_by_configuration.values()))
    folders = [os.path.abspath(contracts_dir)] if contracts_dir is not None else []
    folders += [folder for configuration in configurations for folder in configuration.named]
    return tuple(dict.fromkeys(folders))


def find_long_lived_branches(levels: Levels, *, contracts_dir: str | None) -> Tests:
    """Open the configuration of *levels*, where no folder of contracts stands in for it, and return
    its tests of the branches of remotes beside the default one.
    """
    configuration = find_configuration(levels) if contracts_dir is None else None
    return configuration.branches if configuration else ()


def find_configuration(levels: Levels) -> Configuration | None:
    """Return what the configuration of *levels* says, ``None`` without one."""
    if is_missing(levels.configuration):
        return None
    from phaser_lint.contract.configuration import read_configuration  # it reads YAML

    return read_configuration(levels)


def decides_in(folder: str, path: str) -> bool:
    """Tell whether the file at *path* is a deciding place: a contract file of the named *folder*,
    or what holds that folder.

    It may be the named file itself.

    Both are absolute. Case is folded: many a disk does not tell ``Shared/`` from ``shared/``.
    """
    folder, path = folder.lower(), path.lower()
    parent, name = os.path.split(path)
    if parent == folder:
        return is_contract_name(name)
    return f"{folder}{os.sep}".startswith(f"{path}{os.sep}")


def is_deciding_file(path: str, identity: ContractIdentity) -> bool:
    """Tell whether the resolved *path* is, or would be, one of the deciding places, of which
    *identity* is.

    That is of a project's contracts and configuration (``contract.identify_contract_files``). A
    file has many names: it is compared by what it is on disk, too.
    """
    if any(decides_in(resolved, path) for _, resolved in identity.places):
        return True
    try:
        status = os.stat(path)
    except OSError:
        return False
    inode_and_device = status.st_ino, status.st_dev
    if identity.configuration is not None and identity.configuration[3:5] == inode_and_device:
        return True
    folders = [folder for folder in identity.folders if folder is not None]
    files = (file for folder in folders for file in folder[1])
    return any(file[4:6] == inode_and_device and is_contract_name(file[0]) for file in files)
