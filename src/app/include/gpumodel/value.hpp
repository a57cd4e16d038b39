// Values of parameters.
#pragma once

#include <concepts>
#include <cstdint>
#include <map>
#include <string>
#include <utility>

#include <gpumodel/export.hpp>

namespace gpumodel {
inline namespace v1 {

// A whole number, a real one, or a text as on the command line: "1Mi", "3 * 1024".
class GPUMODEL_API Value {
 public:
  template <std::integral Whole>
    requires(!std::same_as<Whole, bool>)
  Value(Whole value) : text_(std::to_string(value)) {}
  Value(double value);
  Value(std::string text) : text_(std::move(text)) {}
  Value(const char* text) : text_(text) {}

  const std::string& text() const { return text_; }  // every digit of it

 private:
  std::string text_;
};

// By name; those that are not named have the value of the file.
using Parameters = std::map<std::string, Value>;

// Of a quantity: the ends that follow from the uncertainty of the numbers it was made from.
struct Interval {
  double low = 0.0, high = 0.0;
};

}  // namespace v1
}  // namespace gpumodel
