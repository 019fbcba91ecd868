// The matches that lie in the page, as the viewer wants them.

import { numbers } from "./rounds.js";

/** A match by its name, or null where it is not in the page. */
export function replay(packed, name) {
  const [, pairName, leg] = /^(.*)\.(\d+)$/.exec(name) ?? [];
  const pair = packed.pairs[pairName];
  const written = pair?.legs[leg];
  if (!written) return null;
  const scores = [0, 0];
  const rounds = written.rounds.map((one, index) => {
    const round = opened(one, pair.decks[index], [...scores]);
    if (round.result) round.result.points.forEach((points, seat) => { scores[seat] += points; });
    return round;
  });
  return { ...written, name, rounds };
}

function opened([dealer, actions, thoughts, changes, phase, result], decks, scores) {
  return {
    dealer, phase, scores, voids: decks.length - 1, deck: numbers(decks.at(-1)),
    actions: numbers(actions), thoughts,
    changes: Map.groupBy(changes.map(([count, seat, made, stake]) => ({ count, seat, made, stake })), ({ count }) => count),
    result: result && {
      reason: result[0], winner: result[1], points: result[2], made: result[3], factors: result[4],
    },
  };
}

/** The round that decided a match: after it the winner never lost the lead; else the dearest. */
export function decisive(match) {
  const leads = match.rounds.map((round) => Math.sign(round.scores[0] - round.scores[1]));
  const swings = match.rounds.map(({ result }) => result ? Math.abs(result.points[0] - result.points[1]) : 0);
  if (match.winner === null) return swings.indexOf(Math.max(...swings));
  const sign = match.winner === 0 ? 1 : -1;
  return Math.max(0, leads.findLastIndex((lead) => lead !== sign));
}
