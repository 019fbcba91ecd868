"""Ratings: from tables of results to a mean and a sigma for every entrant. No store, no text.

Linear algebra is kept to one thread unless the user says otherwise. The ranking is fitted while
bots keep every core busy, and there the threads of OpenBLAS wait for each other: a field of 100
took ten times as long with two threads as with one.
"""

import os

# Read once, when numpy is first imported; the modules below are the only ones that import it.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
