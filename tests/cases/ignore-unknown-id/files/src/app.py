print(1)  # phaser:ignore no-such-rule
