"""`python -m arena.cards > results/cards.svg` redraws the contact sheet."""

import sys

from arena.cards.drawing import contact_sheet

if __name__ == "__main__":
    sys.stdout.write(contact_sheet())
