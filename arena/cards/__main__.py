"""`python -m arena.cards > results/cards.svg` draws the contact sheet anew."""

import sys

from arena.cards.drawing import contact_sheet

if __name__ == "__main__":
    sys.stdout.write(contact_sheet())
