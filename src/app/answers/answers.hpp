// Puts a question of a file to the use case that answers it.
#pragma once

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "src/app/answers/fields.hpp"
#include "src/app/answers/records.hpp"
#include "src/io/library/shelves.hpp"
#include "src/io/text/problems.hpp"

namespace gpumodel {

struct EngineAnswer {
  EngineFields fields;
  std::vector<std::string> files;  // of those it was made from: their SHA-256
};

// With numbers in place of its expressions, and texts as `text_of` has them.
template <class NumberOf, class TextOf>
EngineAsk settled(EngineAsk ask, NumberOf number_of, TextOf text_of) {
  for_each_formula(ask, [&](PlacedExpression& formula) {
    formula.expression = Expression::constant(number_of(std::as_const(formula)));
  });
  for_each_text(ask, [&](std::string& text) { text = text_of(std::as_const(text)); });
  return ask;
}

// Of the exception that is being handled, thrown for this ask: faults of the question stand there,
// those of other files where they are. What is no fault of either is thrown on.
void add_caught(const EngineAsk& ask, Problems& in_its_file, std::vector<Diagnostic>& elsewhere);

class Answers {
 public:
  Answers(const Shelves& library, Records& records, double work = usual_work)
      : library_(library), records_(records), work_(work) {}

  // Of a settled ask. Throws InputError and UsageError, as the use case that is asked.
  EngineAnswer to(const EngineAsk& ask) const;

 private:
  EngineAnswer kernel(const EngineAsk& ask) const;
  EngineAnswer program(const EngineAsk& ask) const;
  EngineAnswer occupancy(const EngineAsk& ask) const;
  EngineAnswer accesses(const EngineAsk& ask) const;
  EngineAnswer device(const EngineAsk& ask) const;
  EngineAnswer record(const EngineAsk& ask) const;

  DeviceFile load(const std::string& name, const EngineAsk& ask, std::string_view prefix) const;
  DeviceFile gpu(const EngineAsk& ask) const;
  std::shared_ptr<const DeviceFile> host(const EngineAsk& ask) const;

  const Shelves& library_;
  Records& records_;
  double work_;
};

}  // namespace gpumodel
