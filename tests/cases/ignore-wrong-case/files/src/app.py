print(1)  # phaser:ignore No-Print
