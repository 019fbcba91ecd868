"""The conformance kit: one bot, its real process, a real referee, and a table of stages."""
