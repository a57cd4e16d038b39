// What-if: numbers in place of those that a device or a system file states, as `--set` gives them.
//
//   dram.copy_bandwidth=171GB/s   the number, with the checks of a file
//   l2.capacity=2x                a multiple of what the file states, or of what is derived
//   sm.dram_curve=0.5x            of a curve: all of it
//   sm.dram_curve@16=0.9x         at one place: a row of its own there, the others stay
//
// What is not stated is derived from the assumed numbers, as if they stood in the file.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "models/core/curve.hpp"
#include "models/core/sourced.hpp"
#include "src/io/text/text_file.hpp"

namespace gpumodel {

// As given: "host.memory.bandwidth=1TB/s" with the prefix "host.".
struct AssumedNumbers {
  std::string prefix{};  // of the keys
  std::vector<std::string> texts{};

  bool empty() const { return texts.empty(); }
};

// What may be assumed of a device or a system. A key may have several numbers: of all links.
struct Assumable {
  struct Number {
    std::string key;
    Dim dim;
    SourcedValue* value;
  };
  struct Range {
    std::string key;
    Dim x, y;
    SourcedCurve* curve;
  };
  std::string owner;  // "the device file"
  std::vector<Number> numbers;
  std::vector<Range> curves;
};

class Assumptions {
 public:
  explicit Assumptions(const AssumedNumbers& numbers);

  // Those that can be made of what the file states.
  void make(const Assumable& of);
  // Multiples of what was derived since.
  void make_of_derived(const Assumable& of);
  // Throws InputError.
  void throw_if_any() const;

  // "dram.copy_bandwidth=171GB/s": what names of devices end with; empty: nothing is assumed.
  std::string text() const;

 private:
  struct One {
    TextFile text;
    std::string key{}, place{}, value{};   // no place: all of it
    std::size_t key_at = 0, place_at = 0;  // of the text
    int value_column = 1;
    double multiple = 0.0;  // 0: a number
    bool pending = false;
  };

  void read(const AssumedNumbers& numbers);
  void make(One& one, const Assumable& of);
  // Whether there was anything to multiply.
  bool multiply(const One& one, const Assumable& of);
  void set(const One& one, const Assumable& of);
  // Whether there is such a curve.
  bool make_at_place(const One& one, const Assumable& of);
  // A number of the text; nothing where it is a fault.
  std::optional<double> number_in(const One& one, const std::string& text, std::size_t at, Dim dim);
  void fault(const One& one, std::string_view id, std::size_t column, std::size_t length,
             std::string message, std::vector<std::string> hints);

  std::vector<One> all_;
  std::vector<Diagnostic> found_;
};

}  // namespace gpumodel
