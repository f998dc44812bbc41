print(1)  # phaser:ignore
