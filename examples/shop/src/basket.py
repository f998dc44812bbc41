"""A basket of goods."""

from decimal import Decimal

EMPTY = "Your shopping cart is empty."


def total(prices: list[Decimal]) -> Decimal:
    """Return the sum of the prices."""
    return sum(prices, Decimal(0))


def discounted(price: float) -> float:  # phaser:ignore no-float-money -- shown on screen only
    """Return the price less ten percent."""
    return price * 0.9
