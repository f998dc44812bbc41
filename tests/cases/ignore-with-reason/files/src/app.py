print(1)  # phaser:ignore no-print -- the command's output
