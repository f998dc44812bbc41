print("phaser:ignore no-print")
