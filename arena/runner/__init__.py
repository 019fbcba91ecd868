"""Playing: chunks, bot processes, workers, and the loop that plays an event.

Not here: what is to be played (`schedule`), who takes part (`tournament`).

Others import: `event_run` (the loop), `chunk` (a job), `bot_process` (start a bot), `host` (the
seam for remote bots), `progress` (the listener), `single_bot` (one bot outside any event),
`protocol` (the lines between arena and worker). `worker` is a program of its own.
"""
