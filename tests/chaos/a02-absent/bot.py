"""Lives, and never connects."""

import time

time.sleep(600)
