// The replay viewer: one match, one position of it, and the ways from there to another.

import { SEATS, board } from "./board.js";
import { curve } from "./curve.js";
import { html } from "./elements.js";
import { link } from "./links.js";
import { decisive, replay } from "./replays.js";
import { states } from "./rounds.js";
import { ending, thought, told } from "./words.js";

const VIEWS = ["all", ...SEATS];

export class Viewer {
  constructor(root, packed) {
    [this.root, this.packed] = [root, packed];
    [this.round, this.step, this.view] = [0, 0, "all"];
    this.places = Object.fromEntries(["title", "board", "told", "curve", "rounds", "place", "command"].map(
      (name) => [name, root.querySelector(`[data-place=${name}]`)]));
    for (const button of root.querySelectorAll("button[data-go]")) button.addEventListener("click", () => this.go(button.dataset.go));
    root.querySelector("select").addEventListener("change", (event) => this.see(event.target.value));
    root.addEventListener("keydown", (event) => this.key(event));
  }

  /** Shows a position; says false where the match is not in the page. */
  open({ match, round, turn, action, view }) {
    this.match = this.match?.name === match ? this.match : replay(this.packed, match);
    if (!this.match) return false;
    for (const one of this.match.rounds) one.states ??= states(one);
    this.round = Math.min(Math.max(round, 1), this.match.rounds.length) - 1;
    this.view = VIEWS.includes(view) ? view : "all";
    this.step = turn === null ? 0 : this.stepOf(turn, action);
    this.show();
    return true;
  }

  /** The last state of a turn, or the one after some of its actions. */
  stepOf(turn, action) {
    const all = this.states;
    const last = all.findLastIndex((state) => state.turn <= turn);
    if (action === null) return last;
    return Math.min(all.findIndex((state) => state.turn === all[last].turn) + action - 1, last);
  }

  get states() { return this.match.rounds[this.round]?.states ?? []; }

  get actionOfTurn() {
    const { states: all, step } = this;
    const first = all.findIndex((state) => state.turn === all[step].turn);
    return all[step + 1]?.turn === all[step].turn ? step - first + 1 : null;
  }

  see(view) {
    this.view = view;
    this.show();
  }

  key(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.target.matches("select, input")) return;
    const go = { ArrowRight: event.shiftKey ? "turn" : "next", ArrowLeft: event.shiftKey ? "back-turn" : "back",
      Home: "first", End: "last", n: "round", p: "back-round", d: "decisive", v: "view" }[event.key];
    if (!go) return;
    event.preventDefault();
    this.go(go);
  }

  go(where) {
    if (!this.match.rounds.length) return;
    const moves = {
      next: () => this.to(this.round, this.step + 1),
      back: () => this.to(this.round, this.step - 1),
      turn: () => this.to(this.round, this.endOfTurn(this.states[this.step].turn + (this.actionOfTurn ? 0 : 1))),
      "back-turn": () => this.to(this.round, this.endOfTurn(this.states[this.step].turn - 1)),
      first: () => this.to(this.round, 0),
      last: () => this.to(this.round, this.states.length - 1),
      round: () => this.to(this.round + 1, 0),
      "back-round": () => this.to(this.step ? this.round : this.round - 1, 0),
      decisive: () => this.to(decisive(this.match), Infinity),
      view: () => { this.view = VIEWS[(VIEWS.indexOf(this.view) + 1) % VIEWS.length]; },
    };
    moves[where]();
    this.show();
  }

  endOfTurn(turn) {
    if (turn < 0) return -1;
    const last = this.states.findLastIndex((state) => state.turn === turn);
    return last < 0 ? this.states.length : last;
  }

  /** A step before the deal or after the end leads to the round beside. */
  to(round, step) {
    const { rounds } = this.match;
    if (step < 0 && round > 0) [round, step] = [round - 1, Infinity];
    else if (step !== Infinity && step >= rounds[round]?.states.length && round + 1 < rounds.length) [round, step] = [round + 1, 0];
    this.round = Math.min(Math.max(round, 0), rounds.length - 1);
    this.step = Math.min(Math.max(step, 0), this.states.length - 1);
  }

  show() {
    const { match, places } = this;
    const { seats, points, winner } = match;
    const won = winner === null ? "a draw" : `${seats[winner]} won`;
    places.title.textContent = `${match.name}: ${seats[0]} ${points[0]}, ${seats[1]} ${points[1]}, ${won}`;
    this.root.querySelector("select").value = this.view;
    this.root.classList.toggle("empty", !match.rounds.length);
    if (match.rounds.length) this.showState();
    else places.told.replaceChildren(html("p", {}, `No round was begun: ${match.verdict}. ${match.detail}`));
  }

  showState() {
    const { match, round: index, step, places, packed } = this;
    const round = match.rounds[index];
    const [state, before] = [round.states[step], round.states[step - 1]];
    const fresh = new Set(state.events.flatMap(({ card, taken }) => [card, ...taken]));
    const shown = { match, round, state, before, fresh, number: index + 1, view: this.view, deck: packed.cards, rows: packed.yaku };
    places.board.replaceChildren(...board(shown));
    const time = before ? ` (${thought(round.thoughts?.[step - 1])})` : "";
    places.told.replaceChildren(html("p", {}, told(shown), time), html("p", { class: "ending" }, ending(shown)));
    places.place.textContent = `Round ${index + 1} of ${match.rounds.length}, turn ${state.turn}, action ${step} of ${round.states.length - 1}`;
    places.command.textContent = `arena replay ${match.name} --at ${index + 1}.${Math.min(step + 1, round.actions.length + 1)}`;
    places.curve.replaceChildren(curve(match, index, packed.months));
    this.showRounds();
    const turn = { round: index + 1, turn: state.turn, action: this.actionOfTurn };
    history.replaceState(null, "", link({ match: match.name, ...turn, view: this.view }));
  }

  showRounds() {
    this.places.rounds.replaceChildren(...this.match.rounds.map((round, index) => html("button", {
      type: "button", "aria-current": index === this.round ? "true" : null, "aria-label": `round ${index + 1}`,
      onclick: () => { this.to(index, 0); this.show(); this.places.rounds.children[index].focus(); },
    }, `${index + 1}`)));
  }
}
