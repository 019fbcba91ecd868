#include "greedy.h"

#include <algorithm>
#include <array>

namespace greedy {
namespace {

// Twelve rows of four, in the order of the card numbers.
constexpr std::array kWorth{
    20, 7,  1, 1,  // pine: crane, red poem
    10, 7,  1, 1,  // plum: nightingale, red poem
    20, 7,  1, 1,  // cherry: curtain, red poem
    10, 5,  1, 1,  // wisteria: cuckoo, ribbon
    10, 5,  1, 1,  // iris: bridge, ribbon
    12, 7,  1, 1,  // peony: butterflies, blue
    12, 5,  1, 1,  // bush clover: boar, ribbon
    20, 10, 1, 1,  // pampas: moon, geese
    15, 7,  1, 1,  // chrysanthemum: sake cup, blue
    12, 7,  1, 1,  // maple: deer, blue
    14, 10, 5, 1,  // willow: rain, swallow, ribbon, lightning
    20, 1,  1, 1,  // paulownia: phoenix
};
static_assert(kWorth.size() == 48);
constexpr int kStop = 97;

int Worth(int card) { return kWorth.at(card - 1); }

int Month(int card) { return (card - 1) / 4; }

int ValueOfPlaying(int card, std::span<const int> field) {
  int matches = 0, sum = 0, dearest = 0;
  for (const int other : field) {
    if (Month(other) != Month(card)) continue;
    ++matches;
    sum += Worth(other);
    dearest = std::max(dearest, Worth(other));
  }
  if (matches == 0) return -Worth(card);
  return Worth(card) + (matches == 2 ? dearest : sum);
}

int Value(int action, std::span<const int> field) {
  if (action <= 48) return ValueOfPlaying(action, field);
  if (action <= 96) return Worth(action - 48);
  return action == kStop ? 0 : -1;
}

}  // namespace

int Decide(std::span<const int> legal_actions, std::span<const int> field) {
  return std::ranges::max(legal_actions, {}, [&](int action) { return Value(action, field); });
}

}  // namespace greedy
