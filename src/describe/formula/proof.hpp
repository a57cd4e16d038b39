// What follows from facts, each a formula that is at least 0. A formula is at least 0 if it is a
// sum of facts with factors that are, and of terms that are: found by cancelling its negative
// terms, one after the other.
#pragma once

#include "src/describe/formula/formula.hpp"

namespace gpumodel::describe {

using Facts = std::vector<Formula>;

// What holds of every quotient, remainder, minimum and maximum in the formula, by what is known.
void append_facts_of_atoms(const Formula& formula, const Facts& known, Facts& facts);

// Sizes are at least 1, coordinates at least 0.
bool never_negative(const Formula& formula, const Facts& facts);
// The same of a whole number, which is rounded: d * x + d - 1 >= 0 says that x >= 0.
bool never_negative_whole(const Formula& formula, const Facts& facts);

// A formula of parameters alone that is nowhere less; the facts are tried in their order.
std::optional<Formula> upper_bound(const Formula& formula, const Facts& facts);

}  // namespace gpumodel::describe
