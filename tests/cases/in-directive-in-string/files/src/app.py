text = "phaser:ignore-file no-print"
print("phaser:ignore no-print")
print(text)  # phaser:ignore no-print -- shown
