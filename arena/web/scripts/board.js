// The table as it stands in one state: hands, field, stock, piles and what they are worth.

import { KINDS, KIND_NAMES, cardBack, cardFace, row } from "./cards.js";
import { html } from "./elements.js";
import { CALL, OVER } from "./rounds.js";
import { progress } from "./yaku.js";

export const SEATS = ["north", "south"];
const STOCK = 24;

/** The whole table, as `view` sees it: all, north or south. */
export function board(shown) {
  return [seatArea(shown, 0), middle(shown), seatArea(shown, 1)];
}

function seatArea(shown, seat) {
  const { match, round, state, view } = shown;
  const points = round.scores[seat] + (state.phase === OVER ? round.result?.points[seat] ?? 0 : 0);
  const isMoving = state.phase !== OVER && state.mover === seat;
  return html("section", { class: `seat ${isMoving ? "moving" : ""}`, "aria-label": `${SEATS[seat]}, ${match.seats[seat]}`, "data-seat": SEATS[seat] },
    html("h4", {}, html("span", { class: "who" }, match.seats[seat]), " ", html("span", { class: "badge" }, SEATS[seat].toUpperCase()),
      round.dealer === seat ? html("span", { class: "badge" }, "dealer") : "",
      html("span", { class: "badge points" }, `${points} point${points === 1 ? "" : "s"}`),
      state.calls[seat] ? html("span", { class: "badge koi" }, `koi-koi ×${state.calls[seat]}`) : ""),
    row(`hand of ${SEATS[seat]}`, hand(shown, seat, view !== "all" && view !== SEATS[seat]), "hand"),
    html("div", {}, pile(shown, seat), worth(shown, seat)));
}

function hand({ state, deck }, seat, isHidden) {
  return state.hands[seat].map((card) => (isHidden ? cardBack("a hidden card") : cardFace(deck[card])));
}

function middle({ state, deck, fresh }) {
  const left = STOCK - state.drawn;
  return html("section", { class: "middle", "aria-label": "table" },
    html("div", { class: "stock" }, row("stock", [cardBack(`stock of ${left} cards`)]), html("span", { "data-stock": left }, `${left} left`)),
    row("field", state.field.map((card) => cardFace(deck[card], fresh.has(card) ? "fresh" : "")), "field"),
    state.inPlay === null ? "" : html("div", { class: "in-play" },
      html("span", {}, state.wasDrawn ? "drawn" : "played"), row("in play", [cardFace(deck[state.inPlay], "fresh")])));
}

function pile({ state, deck, fresh }, seat) {
  const groups = KINDS.map((kind) => [kind, state.piles[seat].filter((card) => deck[card][2] === kind).sort((a, b) => a - b)]);
  return html("div", { class: "pile" }, groups.filter(([, cards]) => cards.length).map(([kind, cards]) =>
    html("div", { class: "group" }, html("span", { class: "label" }, `${KIND_NAMES[kind]} ${cards.length}`),
      row(`${KIND_NAMES[kind]} of ${SEATS[seat]}`, cards.map((card) => cardFace(deck[card], fresh.has(card) ? "fresh" : "")), "taken"))));
}

function worth({ state, round, number, rows }, seat) {
  const made = state.made[seat];
  const near = progress(rows, state.piles[seat], state.piles[1 - seat], made, (number - 1) % 12);
  const asked = state.phase === CALL && state.mover === seat;
  return html("ul", { class: "yaku", "aria-label": `yaku of ${SEATS[seat]}` },
    made.map(([row, points]) => html("li", { class: "made", "data-made": `${rows[row].id} ${points}` }, `${rows[row].name}: ${points}`)),
    asked ? html("li", { class: "stake", "data-stake": state.stake }, `stop for ${state.stake}, or koi-koi?`) : "",
    near.map((one) => html("li", {}, `${one.name}: ${one.held} of ${one.needs}`)));
}
