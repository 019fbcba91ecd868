"""Playing an event on a Dask cluster: Dask carries, the store is the truth.

Only this package knows Dask, and only where it is used; the rest of the arena sees a `Backend`.
"""
