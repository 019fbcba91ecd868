"""A Dask cluster as backend of a run. The store stays the truth; Dask only carries.

Not here: playing a chunk (`runner`). No other package imports Dask, and this one only when a
cluster is used.

Others import: `address` (the value of `--cluster`), `bundle` (a bot as it travels), `backend` (the
workers of a cluster), `environment` (what a worker needs).
"""
