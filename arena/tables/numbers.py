"""Text of estimates, intervals and likelihoods for people."""

from arena.rating.estimates import Estimate


def interval_text(ends: tuple[float, float]) -> str:
    """Return a 95 % interval as text."""
    return f"{ends[0]:.2f}..{ends[1]:.2f}"


def ranks_text(ends: tuple[int, int]) -> str:
    """Return a range of ranks as text.

    >>> ranks_text((1, 3)), ranks_text((2, 2))
    ('1-3', '2')
    """
    low, high = ends
    return str(low) if low == high else f"{low}-{high}"


def estimate_text(estimate: Estimate | None, digits: int) -> str | None:
    """Return a value with its sign and error; without the error if it is unknown.

    >>> estimate_text(Estimate(-0.25, 1.5), 2)
    '-0.25 ±1.50'
    """
    if estimate is None:
        return None
    error = "" if estimate.error is None else f" ±{estimate.error:.{digits}f}"
    return f"{estimate.value:+.{digits}f}{error}"


def likelihood_text(likelihood: float | None) -> str | None:
    """Return a likelihood in per cent, which is never 0 or 100.

    >>> likelihood_text(0.5), likelihood_text(0.99999)
    ('50.0%', '>99.9%')
    """
    if likelihood is None:
        return None
    if likelihood > 0.9995:
        return ">99.9%"
    return "<0.1%" if likelihood < 0.0005 else f"{100 * likelihood:.1f}%"
