def test_one():
    # assert nothing
    pass


def test_two():
    assert 1


def test_three():  # phaser:ignore tests-assert
    pass


def test_four(): pass
assert 1
