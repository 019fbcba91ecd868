"""The arena: tournaments of bots that play Koi-Koi, and everything around them.

Imports point down this list; CONTRIBUTING.md has the levels, and a test holds them.

cli/          Typer commands, one module each
  options/    flags that several commands share, with their defaults
  terminal/   printing, progress, stepping through a match, card pictures
tournament/   a run from end to end: plan, line-up, dry run, results
check/        the conformance kit for one bot (`arena check`)
play/         a person against a bot (`arena play`)
replay/       a recorded match again (`arena replay`, `arena debug`)
live/         the live page of a running event (`arena watch`, `arena run --web`)
remote/       bots on other machines (`arena serve`, `arena token`)
cluster/      a Dask cluster as backend
runner/       chunks, bot processes, workers, and the loop that plays an event
report/       an event as one page or one picture (`arena report`, `arena plot`)
web/          what report and live page share: page shell, styles, the viewer's scripts
schedule/     which chunks are played, in which order, until when
stats/        luck, play statistics, comparison of workers
standings/    the ranking from facts: benching, tallies, tables, profiles, roster
event/        an event on disk: locate, lock, export, verify
  deals/      fair deals: secret, epochs, statement, evidence, audit
bots/         from a folder to a program that can be started
rulebook/     rulesets and scores as people ask for them (`arena rules`, `arena score`)
store/        one SQLite file with every fact of an event
sandbox/      how a process is confined, and the proof
  inside/     programs that run inside a box
tables/       a table as a value, and its text in every format
rating/       from results to beliefs about skill: pure mathematics
cards/        card drawings, as SVG and on terminals
  seasons/    the pictures, month by month
system/       files, cache, processes and signals of the operating system
defaults.py   defaults of an event and of remote bots, each once
doctor.py     what this machine has (`arena doctor`)
errors.py     what a person can get wrong, and exit codes
"""

import os

# gRPC's own log would go to the organiser's terminal, and bots decide what is in it.
os.environ.setdefault("GRPC_VERBOSITY", "NONE")
