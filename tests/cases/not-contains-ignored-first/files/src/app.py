print(1)  # phaser:ignore no-print
print(2)
