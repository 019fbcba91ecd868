"""The live page of an event that is being played.

Not here: the report of a finished event (`report`).

Others import: `server` (serve the page), `server_process` (the same beside a run), `run_status`
(how far a run is).
"""
