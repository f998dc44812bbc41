print("TODO")  # phaser:ignore no-print
