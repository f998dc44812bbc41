print(1)  # phaser:ignore no-print
print("phaser:ignore no-print")
