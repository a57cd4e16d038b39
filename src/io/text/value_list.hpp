// Values that a parameter goes through, as given on a command line:
//
//   32,64,128      a list               1024..65536:1024   a range with a step (1 if none is given)
//   2^10..2^28:x4  a range by a factor  0.5,1..8           items of a list may be ranges
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/expression/number.hpp"

namespace gpumodel {

// Ranges with a step are kept as such: a list of 10^9 values takes no memory.
class ValueList {
 public:
  std::uint64_t size() const { return size_; }
  Number at(std::uint64_t i) const;
  Number last() const { return at(size_ - 1); }
  bool is_single() const { return size_ == 1; }

  static ValueList of(const std::vector<std::int64_t>& values);

 private:
  friend class ValueListReader;
  struct Piece {
    std::uint64_t begin = 0;  // index of its first value
    Number first;             // of a range of whole numbers
    std::int64_t step = 0;    // 0: the values of `listed`
    std::vector<Number> listed{};
  };
  void add(Number value);
  std::vector<Piece> pieces_;
  std::uint64_t size_ = 0;
};

// `shown` is the whole argument ("n=4..2"), the list begins at `column` of it; `option` is what it
// was given to ("-D"). Throws InputError with the place: no number, an empty range, a step or
// factor that never arrives, a value twice.
ValueList parse_value_list(const std::string& option, const std::string& shown,
                           std::size_t column = 0);

}  // namespace gpumodel
