print(1)  # phaser:disable no-print
