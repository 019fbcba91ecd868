// Takes the dearest capture and stops at once.
//
// The rule is written out in koikoi-arena, in `sample_bots/greedy/greedy.py`; this is a port of it
// and answers every question alike. Cards and actions are their numbers.

#pragma once

#include <span>

namespace greedy {

// The legal action of the highest value; among equals the first, which has the lowest number.
int Decide(std::span<const int> legal_actions, std::span<const int> field);

}  // namespace greedy
