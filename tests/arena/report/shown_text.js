// What stands on the page as text, step by step: which cards lie where, and what is said of them.

async ([name, rounds]) => {
  const viewer = document.querySelector(".viewer");
  const codes = (place) => [...viewer.querySelectorAll(`${place} [data-card]`)].map((one) => one.dataset.card).sort().join();
  const seats = (f) => ["north", "south"].map((seat) => f(`[data-seat=${seat}]`)).join("/");
  const shown = () => [
    seats((seat) => codes(`${seat} .hand`)), codes(".field"), seats((seat) => codes(`${seat} .pile`)),
    viewer.querySelector("[data-stock]").dataset.stock, codes(".in-play"),
    seats((seat) => viewer.querySelector(`${seat} .koi`)?.textContent.replace(/\D/g, "") ?? 0),
    seats((seat) => [...viewer.querySelectorAll(`${seat} [data-made]`)].map((one) => one.dataset.made)),
    viewer.querySelector("[data-stake]")?.dataset.stake ?? 0,
  ].join("|");
  const found = [];
  for (let round = 1; round <= rounds; round++) {
    location.hash = `#match=${name}&round=${round}`;
    await new Promise((done) => addEventListener("hashchange", () => setTimeout(done), { once: true }));
    const states = [shown()];
    const place = () => viewer.querySelector("[data-place=place]").textContent;
    while (!/action (\d+) of \1$/.test(place())) {
      viewer.dispatchEvent(new KeyboardEvent("keydown", { key: "ArrowRight" }));
      states.push(shown());
    }
    found.push(states.join("\n"));
  }
  return found;
}
