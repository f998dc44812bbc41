k = "AKIA1234"  # phaser:ignore no-key
