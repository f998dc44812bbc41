# phaser:ignore-next-line no-print

print(1)
