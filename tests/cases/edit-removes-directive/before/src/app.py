print(1)  # phaser:ignore no-print
