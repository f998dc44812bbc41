print("TODO")  # phaser:ignore-all
