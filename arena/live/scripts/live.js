// The live page: what the arena says goes into its places, and a finished match into the viewer.

import { html } from "../../web/scripts/elements.js";
import { link, wanted } from "../../web/scripts/links.js";
import { Viewer } from "../../web/scripts/viewer.js";

const place = (name) => document.querySelector(`[data-place=${name}]`);
const section = document.getElementById("replay");
const box = section.querySelector(".viewer");
const absent = section.querySelector("[data-place=absent]");
const packed = { pairs: {} };
let viewer;

function show(state) {
  place("event").textContent = state.event;
  place("status").textContent = state.status;
  [place("progress").max, place("progress").value] = [state.total || 1, state.done || 0];
  place("banner").replaceChildren(...state.banner.map((line) => html("li", {}, line)));
  place("tables").replaceChildren(...state.tables.map(table));
  place("latest").replaceChildren(...(state.latest ?? []).map(({ match, said }) =>
    html("li", {}, html("a", { href: link({ match }) }, match), `: ${said}`)));
  place("report").hidden = !state.has_report;
}

function table({ name, columns, right, rows, footer }) {
  const cell = (tag, attributes) => (text, at) => html(tag, { ...attributes, class: right[at] ? "right" : null }, text);
  const lines = rows.map((row) => html("tr", {}, row.map(cell("td", {}))));
  return html("section", { "aria-label": name }, html("h2", {}, name),
    html("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": name },
      html("table", {}, html("thead", {}, html("tr", {}, columns.map(cell("th", { scope: "col" })))), html("tbody", {}, lines))),
    footer.map((line) => html("p", { class: "note" }, line)));
}

async function follow() {
  const asked = wanted(location.hash);
  if (!asked) return;
  const isHere = await fetched(asked.match) && viewer.open(asked);
  [section.hidden, box.hidden, absent.hidden] = [false, !isHere, isHere];
  absent.textContent = `${asked.match} cannot be shown: there is no such match, or its pair is not over yet`;
  section.scrollIntoView();
  (isHere ? box : absent).focus({ preventScroll: true });
}

async function fetched(match) {
  const answer = await fetch(`/replay?match=${encodeURIComponent(match)}`);
  const found = await answer.json();
  if (!found) return false;
  const { pairs, ...others } = found;
  Object.assign(packed, others);
  Object.assign(packed.pairs, pairs);
  viewer ??= new Viewer(box, packed);
  return true;
}

// The browser connects again by itself, also to an arena that was started anew.
const events = new EventSource("/events");
events.addEventListener("message", ({ data }) => {
  show(JSON.parse(data));
  document.documentElement.dataset.ready = "";
});
events.addEventListener("error", () => { place("status").textContent = "The arena does not answer; trying again"; });
addEventListener("hashchange", follow);
await follow();
