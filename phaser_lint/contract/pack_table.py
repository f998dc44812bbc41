"""Packs: contracts that are right for most projects, as files of this program.

    include: [{pack: secrets}]

A pack is a folder of contract files like any that is included. It is not of the project: what a
revision includes of it is read from the disk, as it came with the program.
"""

from __future__ import annotations

import os

from phaser_lint import __file__ as own_file

PACKS = {
    "agent-manners": "tests deleted or skipped, checks silenced, code left out",
    "ci-pins": "actions, images and hooks that may change under a project",
    "debuggers": "breakpoints and dumps of values, and tests that keep others from running",
    "merge-markers": "what a merge leaves behind",
    "secrets": "private keys, and the tokens of services",
}
"""Each with what it is about."""

FOLDER = os.path.join(os.path.dirname(own_file), "contract", "packs")


def name_pack_folder(name: str) -> str:
    """Return the folder of the pack of that *name*."""
    return os.path.join(FOLDER, name)
