// What happened, in a sentence.

import { OVER } from "./rounds.js";

/** What the last action did, or how the round began. */
export function told({ match, round, state, before, deck }) {
  if (!before) return opening(round, match);
  const who = match.seats[before.mover];
  const parts = state.events.map((event) => part(event, deck));
  return `${who} ${parts.join(", ")}.`;
}

function opening(round, match) {
  const voids = round.voids ? ` after ${round.voids} void deal${round.voids > 1 ? "s" : ""}` : "";
  return `${match.seats[round.dealer]} deals${voids}.`;
}

function part({ what, card, taken }, deck) {
  if (what === "calls") return "calls koi-koi";
  if (card === undefined) return what;
  const others = taken.filter((one) => one !== card).map((one) => deck[one][1]);
  return `${what} ${deck[card][1]}${others.length ? ` and takes ${others.join(", ")}` : ""}`;
}

const REASONS = {
  stop: "by stopping", automatic_stop: "by a stop that was due", exhausted: "as the hands are empty", dealt: "by the deal",
};

/** How a round ended, or that it did not. */
export function ending({ match, round, state, rows }) {
  if (state.phase !== OVER) return match.rounds.at(-1) === round && state === round.states.at(-1) ? forfeit(match) : "";
  const { winner, points, reason, made, factors } = round.result;
  if (winner === null) return `Nobody wins the round (${REASONS[reason]}): ${points.join(" to ")}.`;
  const yaku = made.map(([row, worth]) => `${rows[row]?.name ?? row} ${worth}`).join(", ");
  const times = factors.map(([id, x]) => ` × ${x} (${id.replaceAll("_", " ")})`).join("");
  return `${match.seats[winner]} wins ${points[winner]} ${REASONS[reason]}: ${yaku}${times}.`;
}

function forfeit(match) {
  return match.verdict === "normal" ? "" : `The match ended here: ${match.verdict}, ${match.fault ?? "nobody"}'s fault. ${match.detail}`;
}

/** How long the mover thought, where it had a choice. */
export function thought(tenths) {
  if (tenths === null || tenths === undefined) return "no choice";
  return tenths < 100 ? `thought ${(tenths / 10).toFixed(1)} ms` : tenths < 10000 ? `thought ${Math.round(tenths / 10)} ms` : `thought ${(tenths / 10000).toFixed(1)} s`;
}
