// A state of the viewer as text, from the same fields in the same order as `state_text` in the test.

const sorted = (cards) => [...cards].sort((a, b) => a - b).join();
const seats = (f) => [0, 1].map(f).join("/");
const text = (s, yaku) => [
  s.phase, s.phase === OVER ? "" : s.mover, seats((n) => sorted(s.hands[n])), sorted(s.field),
  seats((n) => sorted(s.piles[n])), s.drawn, s.inPlay ?? "", s.phase === TAKE && s.wasDrawn,
  s.calls.join(), seats((n) => s.made[n].map(([row, points]) => `${yaku[row].id} ${points}`)),
  s.stake,
].join("|");
export function texts(packed, name) {
  return replay(packed, name).rounds.map((round) =>
    [round.scores.join(), ...states(round).map((s) => text(s, packed.yaku))].join("\n"));
}
