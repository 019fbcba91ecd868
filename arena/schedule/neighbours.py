"""Whom to let play next: those who may well be neighbours in the ranking.

Skills are drawn from what is believed of them, and two that come to stand side by side in such a
draw are worth a meeting. This finds the best of a large field soonest; in a small one all meetings
tell about the same.
"""

import numpy as np

from arena.rating.belief import Belief

#: Draws for each meeting that is wanted. Where all is settled, most of them repeat a few pairings.
MOST_DRAWS = 50
SEED = 12


def likely_neighbours(belief: Belief, count: int, turn: int) -> list[tuple[str, str]]:
    """Pairings, as many as wanted or as chance finds, each once and in the order of the names.

    Each is a random one of the neighbours in a draw of its own. The same belief and the same
    `turn`, a number from 0, give the same pairings.
    """
    names = belief.table.names
    if len(names) < 2:
        return []
    # RandomState's stream is frozen for good, that of numpy's newer generators is not.
    dice = np.random.RandomState([SEED, turn])
    factor = np.linalg.cholesky(belief.covariance)
    found: set[tuple[str, str]] = set()
    for _ in range(MOST_DRAWS * count):
        if len(found) == count:
            break
        order = np.argsort(-(belief.mean + factor @ dice.standard_normal(len(names))))
        upper = int(dice.randint(len(names) - 1))
        one, other = sorted(names[place] for place in order[upper : upper + 2])
        found.add((one, other))
    return sorted(found)
