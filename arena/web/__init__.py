"""Parts that the report and the live page share: page shell, styles and the viewer's scripts.

Not here: the pages themselves (`report`, `live`).

Others import: `inlining` (pages that fetch nothing, texts that do nothing).
"""
