// Cards as elements: a picture from the page's own symbols, and a name for who cannot see it.

import { html, svg } from "./elements.js";

export const KINDS = ["light", "animal", "ribbon", "plain"];
export const KIND_NAMES = { light: "Lights", animal: "Animals", ribbon: "Ribbons", plain: "Plains" };

/** A card face up. */
export function cardFace([code, name], more = "") {
  return html("li", { class: `card ${more}`, "data-card": code, title: `${name} (${code})` },
    svg("svg", { viewBox: "0 0 100 160", role: "img", "aria-label": name },
      svg("use", { href: `#card-${code}` })));
}

/** A card face down. */
export function cardBack(name) {
  return html("li", { class: "card" },
    svg("svg", { viewBox: "0 0 100 160", role: "img", "aria-label": name },
      svg("use", { href: "#card-back" })));
}

/** A row of cards under a name that only screen readers tell. */
export function row(name, cards, more = "") {
  return html("ul", { class: `cards ${more}`, "aria-label": name }, cards);
}
