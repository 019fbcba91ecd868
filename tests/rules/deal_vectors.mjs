// ARENA-DEAL-1 once more, for comparison: reads the vectors, computes everything from their inputs
// and prints them.   node tests/rules/deal_vectors.mjs tests/data/deal_vectors.json
import { createHash, createHmac } from "node:crypto";
import { readFileSync } from "node:fs";

const bytes = (text) => Buffer.from(text, "utf8");
const sha256 = (...parts) => createHash("sha256").update(Buffer.concat(parts)).digest();
const hmac = (key, ...parts) => createHmac("sha256", key).update(Buffer.concat(parts)).digest();
const label = (name) => bytes(`arena-deal-v1/${name}\0`);
const u32 = (number) => { const b = Buffer.alloc(4); b.writeUInt32BE(number); return b; };
const lp = (text) => { const b = Buffer.alloc(2); b.writeUInt16BE(bytes(text).length); return Buffer.concat([b, bytes(text)]); };
const item = (name, version, nonce) => Buffer.concat([lp(name), lp(version), lp(nonce)]);

const commitment = (secret, event) => sha256(label("commit"), lp(event), secret);
const pairingKey = (secret, event, shown) => hmac(secret, label("key"), lp(event), shown);
const handKey = (key, deal, round, empty) =>
  hmac(key, label("hand"), lp(deal), u32(round), empty ? u32(empty) : Buffer.alloc(0));

function publicValue(items, beacon) {
  const sorted = items.map((one) => item(...one)).sort(Buffer.compare);
  return sha256(label("public"), ...sorted, beacon === null ? Buffer.alloc(0) : item("beacon", beacon, ""));
}

function shuffle(key) {
  const deck = Array.from({ length: 48 }, (_, index) => index);
  let block = 0, stream = [], rejected = 0;
  for (let top = 47; top > 0; top--) {
    const limit = 256 - (256 % (top + 1));
    let byte = limit;
    while (byte >= limit) {
      if (stream.length === 0) stream = [...hmac(key, u32(block++))];
      byte = stream.shift();
      rejected += byte >= limit ? 1 : 0;
    }
    const other = byte % (top + 1);
    [deck[top], deck[other]] = [deck[other], deck[top]];
  }
  return { deck: deck.join(" "), rejected };
}

const hex = (text) => Buffer.from(text, "hex");
const vectors = JSON.parse(readFileSync(process.argv[2], "utf8"));
for (const one of vectors.shuffles) {
  const key = pairingKey(hex(one.secret), one.event, hex(one.public));
  const hand = handKey(key, one.deal, one.round, 0);
  const first_bytes = hmac(hand, u32(0)).subarray(0, 8).toString("hex");
  one.commitment = commitment(hex(one.secret), one.event).toString("hex");
  Object.assign(one, { key: key.toString("hex"), hand_key: hand.toString("hex"), first_bytes, ...shuffle(hand) });
}
for (const one of vectors.pairings) {
  const shown = publicValue(one.items, one.beacon);
  const key = pairingKey(hex(one.secret), one.event, shown);
  Object.assign(one, { public: shown.toString("hex"), key: key.toString("hex") });
  for (const deal of one.deals) {
    deal.first_dealer = ["north", "south"][hmac(key, label("seat"), lp(deal.deal))[0] & 1];
    deal.bot_seeds = [0, 1].map((seat) => hmac(key, label("bot"), lp(deal.deal), Buffer.from([seat])).readUInt32BE(0));
    for (const dealt of deal.decks)
      dealt.deck = shuffle(handKey(key, deal.deal, dealt.round, dealt.void)).deck;
  }
}
for (const one of vectors.seeds)
  one.secret = sha256(bytes("koikoi-arena/seed\0"), bytes(String(one.seed))).toString("hex");
console.log(JSON.stringify(vectors, null, 2));
