"""The command line: one module for each command. Commands parse, call down and print.

Not here: any decision about an event. Modules import what they need when a command runs, so that
`arena --help` is quick.

Others import nothing from here; `python -m arena.cli` and the script `arena` start `__main__`.
"""
