"""Dossiers: a folder for every refused answer, with the question and how to repeat it."""

import shlex
from pathlib import Path

from google.protobuf import json_format

from referee.server.refusals import Refusal

FOLDER = "dossiers"


def write_dossier(event: Path, bot: str, refusal: Refusal) -> Path:
    """Write the dossier of a refusal into the event's folder and return its path."""
    place = event / FOLDER / (refusal.match or f"{bot}-without-a-match")
    place.mkdir(parents=True, exist_ok=True)
    (place / "sent.bin").write_bytes(refusal.sent)
    if refusal.question is not None:
        question = json_format.MessageToJson(refusal.question, preserving_proto_field_name=True)
        (place / "question.json").write_text(question + "\n", encoding="utf-8")
    (place / "dossier.txt").write_text(_text(event, bot, refusal), encoding="utf-8")
    return place


def _text(event: Path, bot: str, refusal: Refusal) -> str:
    lines = [
        f"match    {refusal.match or 'none was under way'}",
        f"bot      {bot}",
        f"verdict  {refusal.verdict.value}",
        f"reason   {refusal.detail}",
        "sent     sent.bin, the bytes of the whole PlayRequest",
    ]
    if refusal.question is not None:
        at = f"{refusal.round_number}.{refusal.action_number}"
        command = ("arena", "replay", refusal.match, "--event", str(event), "--at", at)
        lines += [
            "asked    question.json, what the bot was sent (its number is not kept)",
            "see the position again:",
            f"  {shlex.join(command)}",
        ]
    return "\n".join(lines) + "\n"
