"""Tables as values, and their text in every format.

Not here: printing (`cli.terminal.output`).

Others import: `table` (a table; text, Markdown, CSV, JSON), `wrap` (fit a table into columns),
`numbers` (estimates as text).
"""
