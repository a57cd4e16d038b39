// A published study as data: what was printed, on which page, and what to ask the engine for it.
//
//   story: rwth-exercise6
//   title: Exercise 6, modelled and measured on a V100
//   document: {author: J. Miller, title: Exercise 6, year: 2019}
//   givens: {n: {value: 8192, page: "4.5"}}          values that the document states
//   assumptions:                                     what it leaves open
//     registers: {value: 32, text: what is assumed, source: why}
//   asks:                                            questions to the engine, by name
//     sweep: {kernel: jacobi2d, device: v100, with: {n: n}}
//   numbers:
//     - {name: sweep_time, text: a sweep, page: "4.3", printed: 3.12 ms, kind: time,
//        predict: sweep.time, because: why the two differ}
//
// Names of an expression are those of givens, of assumptions, of numbers stated before it, of asks
// with a field of their answer (sweep.time), and printed.NUMBER.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "src/io/ask/ask.hpp"

namespace gpumodel {

// "2.86 us".
struct StoryPrinted {
  std::string text;
  std::string unit;     // "us", "%", "x"; may be empty
  double factor = 1.0;  // of the unit
  double value = 0.0;   // SI
  double digit = 0.0;   // the unit of its last digit, SI
  int decimals = 0;
};

enum class StoryKind {
  arithmetic,  // follows exactly from what the document states
  time,        // on a device
  host,        // a time of a CPU, or of work that no device does
  ratio,       // of times
  order,       // a statement that is true or not
};
constexpr std::string_view to_string(StoryKind kind) {
  constexpr std::string_view words[] = {"arithmetic", "time", "host", "ratio", "order"};
  return words[static_cast<std::size_t>(kind)];
}

struct StoryNumber {
  std::string name;
  Node at;  // the name
  std::string text, page;
  StoryKind kind{};
  std::optional<StoryPrinted> printed{};  // nothing: what was predicted is held against a record
  std::optional<PlacedExpression> predict{};  // nothing: it is listed only
  std::optional<PlacedExpression> measured{};
  std::string because{};      // why it differs, or why it is not predicted
  std::string contradicts{};  // what else the document says
  std::string cell{};         // of a table: the ask that "cell" stands for
};

struct StoryGiven {
  std::string name;
  std::optional<PlacedExpression> value{};  // an assumption may be words alone
  std::string text{}, source{};             // of a given: its page
  Node at{};
  bool assumed = false;
  std::vector<PlacedExpression>
      over{};                   // what an assumption may be instead: intervals hold all of it
  std::string inferred_from{};  // numbers of the document that the value was fitted to
};

struct StoryDocument {
  std::string author, title, year, what;
};

struct StoryFile {
  std::string name, title;
  StoryDocument document;
  std::vector<StoryGiven> givens;  // and assumptions, as they stand
  std::vector<EngineAsk> asks;
  std::vector<StoryNumber> numbers;
  std::vector<std::string> remarks;  // what the document shows without numbers
  TextFile text;
};

// Throws InputError with every fault of the file. What its names mean is not known here.
StoryFile read_story(TextFile text);

std::string story_schema();

}  // namespace gpumodel
