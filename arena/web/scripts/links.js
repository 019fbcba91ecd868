// Links to a match, a round, a turn: #match=greedy~yaku.9.1&round=5&turn=9

/** What the address asks for; null if it is no match. */
export function wanted(hash) {
  const asked = new URLSearchParams(hash.replace(/^#/, ""));
  if (!asked.has("match")) return null;
  const [turn, action] = (asked.get("turn") ?? "").split(".");
  return {
    match: asked.get("match"),
    round: whole(asked.get("round")),
    turn: turn === "" ? null : whole(turn),
    action: action === undefined ? null : whole(action),
    view: asked.get("seat") ?? "all",
  };
}

const whole = (text) => (/^\d{1,4}$/.test(text ?? "") ? Number(text) : 1);

/** The address of a position. `~` and `.` stay as they are, so that people can read it. */
export function link({ match, round, turn, action, view }) {
  const place = round === undefined ? "" : `&round=${round}&turn=${turn}${action ? `.${action}` : ""}`;
  const seat = !view || view === "all" ? "" : `&seat=${view}`;
  return `#match=${encodeURIComponent(match).replaceAll("%7E", "~")}${place}${seat}`;
}
