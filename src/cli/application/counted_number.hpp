// Numbers that were counted in a kernel, as its descriptor has them.
#pragma once

#include <string>

#include "src/io/application/read_records.hpp"

namespace gpumodel {

// A share, or values and their weights; of a parameter, which has one value, the number.
std::string number_text(const CountedNumber& counted, bool of_parameter);

// Of a share, in which part of the warps its lanes are.
std::string warps_text(const CountedNumber& share);
// Whether they are in notably fewer warps than lanes that are drawn each by itself.
bool in_fewer_warps(const CountedNumber& share);

// Of rounds or values, whether another launch has notably others in the mean.
bool differs(const CountedNumber& first, const CountedNumber& later);
// Whole numbers, as many of each from the least up to, not including, the end, with their mean and
// spread.
struct Even {
  std::int64_t least = 0, end = 1;
};
Even even(const CountedNumber& values);

// Of two launches together. Of more values than a record may have neighbours become their mean.
CountedNumber together(const CountedNumber& one, const CountedNumber& other);

}  // namespace gpumodel
