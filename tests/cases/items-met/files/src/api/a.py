def totals(rows):
    return sum(rows)


def count(rows):
    return len(rows)
