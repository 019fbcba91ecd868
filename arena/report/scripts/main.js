// The page comes to life: the list of matches, and the viewer when a match is asked for.

import { unpacked } from "./data.js";
import { wanted } from "../../web/scripts/links.js";
import { MatchList } from "./matches.js";
import { Viewer } from "../../web/scripts/viewer.js";

const section = document.getElementById("replay");
const absent = section.querySelector("[data-place=absent]");
let viewer;

async function follow() {
  const asked = wanted(location.hash);
  if (!asked) return;
  viewer ??= unpacked("replays").then((packed) => new Viewer(section.querySelector(".viewer"), packed));
  const isHere = (await viewer).open(asked);
  section.hidden = false;
  section.querySelector(".viewer").hidden = !isHere;
  absent.hidden = isHere;
  absent.textContent = `${asked.match} is not in this page. In a terminal: arena replay ${asked.match}`;
  section.scrollIntoView();
  (isHere ? section.querySelector(".viewer") : absent).focus({ preventScroll: true });
}

addEventListener("hashchange", follow);
new MatchList(document.getElementById("matches"), await unpacked("matches-data"));
await follow();
document.documentElement.dataset.ready = "";
