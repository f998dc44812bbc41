# phaser:ignore-file header
x = 1
