"""phaser-lint: contracts for code that agents and people write."""

__version__ = "0.1.0"
REPOSITORY = "https://github.com/phaser-lint/phaser-lint"
DOCS = f"{REPOSITORY}/blob/main/docs"
# What pipx installs; the name alone once the index has it.
PACKAGE = "git+https://github.com/phaser-lint/phaser-lint"
