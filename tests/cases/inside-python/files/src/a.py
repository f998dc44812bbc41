def helper():
    if True:
        pass


async def test_one(
    a,
    b=")",
):
    """A text.

if in it
"""

    if a:
        pass
# A comment ends no block.
    if b:
        pass
