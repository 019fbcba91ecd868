"""Fair deals: the secret that cards follow from, and the proof that nobody chose it.

Not here: the shuffle (`referee.rules.shuffle`).

Others import: `dealer` (deals for a run), `epochs`, `fairness` (remarks for reports), `statement`
(`deals.json`), `evidence` and `audit` (checking).
"""
