# phaser:ignore-file api-is-listed
