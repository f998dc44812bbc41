"""phaser-lint: contracts for code that agents and people write."""

__version__ = "0.1.0"
