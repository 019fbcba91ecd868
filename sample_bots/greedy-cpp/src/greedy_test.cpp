// The decisions that make up the strategy; `ctest --preset release` runs them.

#include <cstdlib>
#include <iostream>
#include <string_view>
#include <vector>

#include "greedy.h"

namespace {

int failures = 0;

void Expect(int due, std::vector<int> legal, std::vector<int> field, std::string_view why) {
  const int chosen = greedy::Decide(legal, field);
  if (chosen == due) return;
  std::cerr << why << ": chose " << chosen << ", not " << due << '\n';
  ++failures;
}

}  // namespace

int main() {
  constexpr int kCrane = 1, kRibbon = 2, kPlain = 3, kPhoenix = 45, kPaulownia = 46;
  constexpr int kTake = 48, kStop = 97, kKoiKoi = 98;
  Expect(kPaulownia, {kRibbon, kPaulownia}, {kPlain, kPhoenix}, "the dearest capture is played");
  Expect(kTake + kCrane, {kTake + kCrane, kTake + kRibbon}, {kCrane, kRibbon},
         "the dearer of two field cards is taken");
  Expect(kStop, {kStop, kKoiKoi}, {}, "it stops at once");
  return failures == 0 ? EXIT_SUCCESS : EXIT_FAILURE;
}
