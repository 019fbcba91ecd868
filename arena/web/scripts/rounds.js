// A round, action by action. Cards move by what is equal in every ruleset: what matches is taken.
// Everything that depends on a ruleset (yaku, points, when it ends) was worked out by the engine.

export const PLAY = 1, TAKE = 2, CALL = 3, OVER = 4;
export const STOP = 96, KOI_KOI = 97;
const TAKE_OFFSET = 48, HAND = 8, FIRST_SIGN = 35;

/** The numbers in a text of one sign each. */
export const numbers = (text) => Array.from(text, (sign) => sign.charCodeAt(0) - FIRST_SIGN);

const month = (card) => card >> 2;

/** Every state of a round, from the deal to after its last action. */
export function states(round) {
  const found = [dealt(round)];
  round.actions.forEach((action, index) => {
    found.push(after(found.at(-1), action, round, index + 1));
  });
  return found;
}

function dealt(round) {
  const [north, south, field] = [0, 1, 2].map((n) => round.deck.slice(n * HAND, n * HAND + HAND));
  const start = {
    hands: [north.sort(byNumber), south.sort(byNumber)], field, piles: [[], []],
    drawn: 0, mover: round.dealer, phase: PLAY, inPlay: null, wasDrawn: false,
    calls: [0, 0], made: [[], []], stake: 0, turn: 0, events: [],
  };
  return round.actions.length ? start : closed(start, round);
}

const byNumber = (a, b) => a - b;

function after(before, action, round, count) {
  const state = {
    ...before, hands: [...before.hands], piles: [...before.piles], calls: [...before.calls],
    made: [...before.made], stake: 0, events: [],
  };
  for (const { seat, made, stake } of round.changes.get(count) ?? []) {
    state.made[seat] = made;
    state.stake ||= stake;
  }
  carryOut(state, action, round);
  if (count === round.actions.length) return closed(state, round);
  if (state.phase === PLAY && state.turnIsOver) pass(state, round.actions[count]);
  state.turnIsOver = false;
  return state;
}

function carryOut(state, action, round) {
  if (action < TAKE_OFFSET) {
    state.turn += 1;
    state.hands[state.mover] = state.hands[state.mover].filter((card) => card !== action);
    if (lay(state, action, "plays")) draw(state, round);
  } else if (action < STOP) {
    take(state, action - TAKE_OFFSET, round);
  } else if (action === KOI_KOI) {
    state.calls[state.mover] += 1;
    state.events.push({ what: "calls", taken: [] });
    [state.phase, state.turnIsOver] = [PLAY, true];
  } else {
    state.events.push({ what: "stops", taken: [] });
  }
}

/** After a turn the rival plays, unless the mover has been asked to stop or call. */
function pass(state, next) {
  if (next >= STOP) state.phase = CALL;
  else state.mover = 1 - state.mover;
}

function closed(state, round) {
  if (round.phase === PLAY && state.turnIsOver) state.mover = 1 - state.mover;
  state.phase = round.phase;
  state.turnIsOver = false;
  return state;
}

function draw(state, round) {
  const card = round.deck[3 * HAND + state.drawn];
  state.drawn += 1;
  if (lay(state, card, "draws")) state.turnIsOver = true;
}

function lay(state, card, what) {
  const matches = state.field.filter((other) => month(other) === month(card));
  const event = { what, card, taken: [] };
  state.events.push(event);
  if (matches.length === 2) {
    [state.phase, state.inPlay, state.wasDrawn] = [TAKE, card, what === "draws"];
    return false;
  }
  if (matches.length) {
    event.taken = matches;
    capture(state, card, matches);
  } else {
    state.field = [...state.field, card];
  }
  return true;
}

function take(state, card, round) {
  state.events.push({ what: "takes", card, taken: [card] });
  capture(state, state.inPlay, [card]);
  [state.phase, state.inPlay] = [PLAY, null];
  if (state.wasDrawn) state.turnIsOver = true;
  else draw(state, round);
  if (state.phase === PLAY) state.wasDrawn = false;
}

function capture(state, card, matches) {
  state.field = state.field.filter((other) => !matches.includes(other));
  state.piles[state.mover] = [...state.piles[state.mover], card, ...matches];
}
