print(1)  # phaser:ignore no-print
y = "TODO"  # phaser:ignore no-todo
