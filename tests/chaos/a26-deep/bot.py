"""Is never started."""
