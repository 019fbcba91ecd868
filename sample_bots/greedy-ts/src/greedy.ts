/**
 * Takes the dearest capture and stops at once.
 *
 * The rule is written out in koikoi-arena, in `sample_bots/greedy/greedy.py`; this is a port of it
 * and answers every question alike.
 */

import type { Question } from "./contract";

// Twelve rows of four, in the order of the card numbers.
// prettier-ignore
const WORTH = [
  20, 7, 1, 1, // pine: crane, red poem
  10, 7, 1, 1, // plum: nightingale, red poem
  20, 7, 1, 1, // cherry: curtain, red poem
  10, 5, 1, 1, // wisteria: cuckoo, ribbon
  10, 5, 1, 1, // iris: bridge, ribbon
  12, 7, 1, 1, // peony: butterflies, blue
  12, 5, 1, 1, // bush clover: boar, ribbon
  20, 10, 1, 1, // pampas: moon, geese
  15, 7, 1, 1, // chrysanthemum: sake cup, blue
  12, 7, 1, 1, // maple: deer, blue
  14, 10, 5, 1, // willow: rain, swallow, ribbon, lightning
  20, 1, 1, 1, // paulownia: phoenix
];
const STOP = 97;

export function decide(question: Question): number {
  const { field } = question.observation;
  let best = 0;
  let highest = -Infinity;
  for (const action of question.legalActions) {
    const here = value(action, field);
    if (here > highest) [best, highest] = [action, here];
  }
  return best;
}

function value(action: number, field: readonly number[]): number {
  if (action <= 48) return valueOfPlaying(action, field);
  if (action <= 96) return worth(action - 48);
  return action === STOP ? 0 : -1;
}

function valueOfPlaying(card: number, field: readonly number[]): number {
  const matches = field.filter((other) => month(other) === month(card)).map(worth);
  if (matches.length === 0) return -worth(card);
  const taken = matches.length === 2 ? Math.max(...matches) : matches.reduce((a, b) => a + b);
  return worth(card) + taken;
}

function worth(card: number): number {
  return WORTH[card - 1] ?? 0;
}

function month(card: number): number {
  return Math.floor((card - 1) / 4);
}
