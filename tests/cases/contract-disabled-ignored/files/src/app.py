x = 'TODO'  # phaser:ignore no-todo
print(1)
