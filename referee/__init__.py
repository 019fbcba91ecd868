"""The referee: the rules of Koi-Koi, the wire, and the gRPC server.

Imports point down: `server` > `wire` > `rules`.
"""
