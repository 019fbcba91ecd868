// What a pile is on the way to. What it has made comes from the engine.

const NEAR = 2; // a yaku that lacks more cards than this is not worth a line

/** Yaku that a pile may still make: each with how many of its cards are held and needed. */
export function progress(rows, pile, rival, made, month) {
  const done = new Set(made.map(([row]) => row));
  return rows
    .map((row, index) => ({ ...row, index, cards: row.cards.length ? row.cards : ofMonth(month) }))
    .filter((row) => !done.has(row.index))
    .map((row) => ({ ...row, held: count(row.cards, pile), lost: count(row.cards, rival) }))
    .filter(({ held, needs, lost, cards }) =>
      held && needs - held <= NEAR && cards.length - lost >= needs);
}

const count = (cards, pile) => cards.filter((card) => pile.includes(card)).length;
const ofMonth = (month) => [0, 1, 2, 3].map((n) => 4 * month + n);
