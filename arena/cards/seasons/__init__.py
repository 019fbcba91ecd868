"""The pictures of the cards, three months a module.

Others import nothing from here but `arena.cards.drawing`.
"""
