"""Where installers find the program ``phaser-lint``."""

from phaser_lint.command.cli import console as console
