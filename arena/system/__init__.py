"""Services of the operating system that the arena uses.

Not here: confining strangers (`sandbox`).

Others import: `files` (atomic writes, safe reads), `trees`, `cache`, `socket_dirs`, `capped_log`,
`processes` (start, signal, own), `subreaper`, `process_tree`, `schedstat`, `process_pool`,
`extras`.
"""
