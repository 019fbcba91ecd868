"""A person against a bot in the terminal.

Not here: keys and screen (`cli.terminal`), the referee (`referee.server`).

Others import: `match` (play one match), `person` (the seat), `words` (cards and yaku in words).
"""
