# phaser:ignore-file keep-tests -- flaky
def test_b():
    assert two() == 2
