"""``python -m phaser_lint`` is the ``phaser-lint`` command."""

from phaser_lint.command.cli import console

if __name__ == "__main__":
    console()
