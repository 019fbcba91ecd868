"""Card drawings: 48 cards and their back, as SVG and on terminals.

Not here: the cards of the game (`referee.rules.cards`).

Others import: `drawing` (SVG), `terminal` (pictures by kitty's protocol).
"""
