# phaser:ignore no-print
print(1)
