"""Makes 3,000 folders inside each other, and closes the first."""

import os
from pathlib import Path

DEPTH = 3000

start = Path.cwd()
for _ in range(DEPTH):
    Path("deeper").mkdir()
    os.chdir("deeper")
os.chdir(start)
Path("deeper").chmod(0)
