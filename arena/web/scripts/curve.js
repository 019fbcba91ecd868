// The points of a match, round by round, with the calls of koi-koi on it.

import { svg } from "./elements.js";
import { KOI_KOI } from "./rounds.js";

const WIDTH = 600, HEIGHT = 150, LEFT = 34, RIGHT = 8, TOP = 12, BOTTOM = 22;

/** A drawing of how far NORTH (above) or SOUTH (below) is ahead; `current` counts from 0. */
export function curve(match, current, months) {
  const leads = [0, ...match.rounds.map(leadAfter)];
  const most = Math.max(5, ...leads.map(Math.abs));
  const x = (round) => LEFT + (round * (WIDTH - LEFT - RIGHT)) / months;
  const y = (lead) => TOP + ((most - lead) * (HEIGHT - TOP - BOTTOM)) / (2 * most);
  const points = leads.map((lead, round) => `${x(round).toFixed(1)},${y(lead).toFixed(1)}`);
  const label = `North minus south after each round: ${leads.slice(1).join(", ")}`;
  return svg("svg", { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, role: "img", "aria-label": label, class: "curve" },
    svg("rect", { x: x(current), y: TOP, width: x(1) - x(0), height: HEIGHT - TOP - BOTTOM, class: "now" }),
    svg("line", { x1: LEFT, x2: WIDTH - RIGHT, y1: y(0), y2: y(0), class: "axis" }),
    [most, 0, -most].map((lead) => svg("text", { x: LEFT - 6, y: y(lead) + 4, "text-anchor": "end" }, `${Math.abs(lead)}`)),
    match.rounds.map((_, round) => svg("text", { x: x(round + 0.5), y: HEIGHT - 6, "text-anchor": "middle" }, `${round + 1}`)),
    svg("polyline", { points: points.join(" "), class: "line" }),
    leads.map((lead, round) => svg("circle", { cx: x(round), cy: y(lead), r: 3, class: "dot" })),
    match.rounds.flatMap((round, index) => calls(round, index, x, y, leads)));
}

function leadAfter(round) {
  const [north, south] = round.result?.points ?? [0, 0];
  return round.scores[0] - round.scores[1] + north - south;
}

/** A triangle for each call: it points up for NORTH and down for SOUTH. */
function calls(round, index, x, y, leads) {
  const { actions } = round;
  return actions.flatMap((action, place) => {
    if (action !== KOI_KOI) return [];
    const part = (place + 1) / actions.length;
    const [cx, cy] = [x(index + part), y(leads[index] + part * (leads[index + 1] - leads[index]))];
    const up = callerOf(round, place) === 0 ? -1 : 1;
    const triangle = `M${cx - 6} ${cy - up * 2}h12l-6 ${up * 11}z`;
    return [svg("path", { d: triangle, class: "call" }, svg("title", {}, `koi-koi in round ${index + 1}`))];
  });
}

function callerOf(round, place) {
  const turns = round.actions.slice(0, place + 1).filter((action) => action < 48).length;
  return turns % 2 ? round.dealer : 1 - round.dealer;
}
