"""What ``phaser_lint.hooks`` offers for hooks of one's own: a module for each event."""
