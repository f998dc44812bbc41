def totals(rows):
    return sum(rows)


def count(rows):  # phaser:ignore api-is-listed -- internal
    return len(rows)
