// The list of all matches: filtered, sorted, a page at a time.

import { html } from "../../web/scripts/elements.js";
import { link } from "../../web/scripts/links.js";

const PAGE = 50;
const COLUMNS = [
  ["match", "Match"], ["north", "North"], ["south", "South"], ["northPoints", "Points"],
  ["southPoints", "Points"], ["winner", "Winner"], ["verdict", "Verdict"],
];

export class MatchList {
  constructor(root, data) {
    [this.root, this.rows] = [root, rowsOf(data)];
    [this.sort, this.isDown, this.page] = ["", false, 0];
    this.form = root.querySelector("form");
    this.form.addEventListener("input", () => { this.page = 0; this.show(); });
    this.form.addEventListener("submit", (event) => event.preventDefault());
    for (const [name, values] of [["bot", data.bots], ["verdict", data.verdicts]]) {
      this.form.elements[name].append(...values.map((value) => html("option", { value }, value)));
    }
    for (const button of root.querySelectorAll("button[data-page]")) button.addEventListener("click", () => this.turn(Number(button.dataset.page)));
    this.show();
  }

  turn(pages) {
    this.page += pages;
    this.show();
  }

  by(column) {
    this.isDown = this.sort === column && !this.isDown;
    [this.sort, this.page] = [column, 0];
    this.show();
  }

  get chosen() {
    const { bot, verdict, text, here } = this.form.elements;
    const rows = this.rows.filter((row) =>
      (!bot.value || bot.value === row.north || bot.value === row.south)
      && (!verdict.value || verdict.value === row.verdict)
      && (!text.value || row.match.includes(text.value.trim()))
      && (!here.checked || row.isHere));
    if (!this.sort) return rows;
    const sign = this.isDown ? -1 : 1;
    return rows.toSorted((a, b) => sign * compared(a[this.sort], b[this.sort]));
  }

  show() {
    const rows = this.chosen;
    const pages = Math.max(1, Math.ceil(rows.length / PAGE));
    this.page = Math.min(Math.max(this.page, 0), pages - 1);
    const shown = rows.slice(this.page * PAGE, (this.page + 1) * PAGE);
    this.root.querySelector("[data-place=count]").textContent =
      `${rows.length} of ${this.rows.length} matches, page ${this.page + 1} of ${pages}`;
    this.root.querySelector("thead").replaceChildren(html("tr", {}, COLUMNS.map((column) => this.head(...column))));
    this.root.querySelector("tbody").replaceChildren(...shown.map(line));
    const [back, next] = this.root.querySelectorAll("button[data-page]");
    [back.disabled, next.disabled] = [this.page === 0, this.page === pages - 1];
  }

  head(key, name) {
    const order = this.sort !== key ? null : this.isDown ? "descending" : "ascending";
    const mark = { ascending: " ▲", descending: " ▼" }[order] ?? "";
    return html("th", { scope: "col", "aria-sort": order },
      html("button", { type: "button", onclick: () => { this.by(key); this.root.querySelector(`[data-key=${key}]`).focus(); }, "data-key": key }, `${name}${mark}`));
  }
}

const compared = (a, b) => (typeof a === "number" ? a - b : a < b ? -1 : a > b ? 1 : 0);

function rowsOf({ bots, verdicts, columns, details, here }) {
  const embedded = new Set(here);
  const seat = { 1: (a, b) => [a, b], 2: (a, b) => [b, a] };
  return columns.a.map((_, place) => {
    const [a, b] = [bots[columns.a[place]], bots[columns.b[place]]];
    const [north, south] = seat[columns.leg[place]](a, b);
    const winner = columns.winner[place];
    return {
      match: `${a}~${b}.${columns.pair[place]}.${columns.leg[place]}`, north, south,
      northPoints: columns.north[place], southPoints: columns.south[place],
      winner: winner < 0 ? "" : [north, south][winner],
      verdict: verdicts[columns.verdict[place]], detail: details[place] ?? "",
      isHere: embedded.has(place),
    };
  });
}

function line(row) {
  const name = row.isHere ? html("a", { href: link({ match: row.match }) }, row.match) : row.match;
  const verdict = row.detail ? html("details", {}, html("summary", {}, row.verdict), row.detail) : row.verdict;
  return html("tr", {}, html("th", { scope: "row" }, name), html("td", {}, row.north), html("td", {}, row.south),
    html("td", { class: "right" }, `${row.northPoints}`), html("td", { class: "right" }, `${row.southPoints}`),
    html("td", {}, row.winner), html("td", {}, verdict));
}
