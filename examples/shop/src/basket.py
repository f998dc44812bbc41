"""A basket of goods."""

import logging
from decimal import Decimal

log = logging.getLogger(__name__)


def total(prices: list[Decimal]) -> Decimal:
    """Return the sum of the prices."""
    print(f"{len(prices)} prices")
    return sum(prices, Decimal(0))


def discounted(price: float) -> float:  # phaser:ignore no-float-money -- shown on screen only
    """Return the price less ten percent."""
    return price * 0.9
