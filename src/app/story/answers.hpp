// What the engine answers to an ask of a story: numbers by name.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "src/io/library/shelves.hpp"
#include "src/io/record/read_program_record.hpp"
#include "src/io/record/read_record.hpp"
#include "src/io/story/read_story.hpp"

namespace gpumodel {

// In SI units; both ends are the value where it is exact.
struct StoryEstimate {
  double value = 0.0, low = 0.0, high = 0.0;
};
inline StoryEstimate exactly(double value) {
  return {value, value, value};
}

// By field; nothing where the answer has none: the time of a host where none was named.
using StoryFields = std::map<std::string, std::optional<StoryEstimate>>;

// All fields that an ask of this kind may have.
std::vector<std::string> story_fields(StoryAskKind kind);

// Files that lie beside a story come before those of the library.
class StoryShelves : public Shelves {
 public:
  explicit StoryShelves(const TextFile& story);
  TextFile read(Shelf shelf, const std::string& name) const override;
  std::vector<std::string> names(Shelf shelf) const override;

 private:
  std::string folder_, shown_;
};

// The parameters of an ask, evaluated: "n=8192".
struct SettledAsk {
  const StoryAsk* ask = nullptr;
  std::vector<std::string> definitions{};
  std::optional<std::int64_t> streams{}, chunks{};
  std::optional<std::int64_t> threads{}, shared{}, registers_per_block{}, registers_per_thread{};
};

// Answers asks; keeps records once they are read.
class StoryAnswers {
 public:
  StoryAnswers(const Shelves& library, double work) : library_(library), work_(work) {}

  // Throws InputError and UsageError, as the use case that is asked.
  StoryFields answer(const SettledAsk& asked);
  const std::vector<Diagnostic>& notes() const { return notes_; }

 private:
  StoryFields kernel(const SettledAsk& asked);
  StoryFields program(const SettledAsk& asked);
  StoryFields occupancy(const SettledAsk& asked) const;
  StoryFields accesses(const SettledAsk& asked) const;
  StoryFields device(const SettledAsk& asked) const;
  StoryFields record(const SettledAsk& asked);

  struct Records {
    std::optional<Record> kernels{};
    std::optional<ProgramRecord> programs{};
  };
  const Records& records(const std::string& name);

  const Shelves& library_;
  double work_;
  std::map<std::string, Records> records_;
  std::vector<Diagnostic> notes_;
};

}  // namespace gpumodel
