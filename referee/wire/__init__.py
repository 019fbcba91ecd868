"""Rules types to protobuf and JSON, and back. The only place that knows both sides.

Numbers on the wire start at 1; every conversion between them and the rules' numbers is here.

Others import: `notices` (to bots), `requests` (from bots), `record_json`, `round_json`,
`ruleset_json`, `ruleset_message`, `json_fields`.
"""
