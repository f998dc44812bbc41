# Write phaser:ignore no-print where it must be.
x = 1  # noqa, phaser:ignore no-print
print(x)  # see phaser:ignore no-print -- the receipt printer
print(x)  # phaser:ignore no-print -- the receipt printer
print(x)  # see phaser:ignore no-prints
