/** The decisions that make up the strategy; `npm test` runs them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { decide } from "./greedy";

const [CRANE, RIBBON, PLAIN, PHOENIX, PAULOWNIA] = [1, 2, 3, 45, 46];
const [TAKE, STOP, KOI_KOI] = [48, 97, 98];

function decided(legalActions: number[], field: number[]): number {
  return decide({ questionId: 1, observation: { field }, legalActions });
}

test("the dearest capture is played", () => {
  assert.equal(decided([RIBBON, PAULOWNIA], [PLAIN, PHOENIX]), PAULOWNIA);
});

test("the dearer of two field cards is taken", () => {
  assert.equal(decided([TAKE + CRANE, TAKE + RIBBON], [CRANE, RIBBON]), TAKE + CRANE);
});

test("it stops at once", () => {
  assert.equal(decided([STOP, KOI_KOI], []), STOP);
});
